"""The one hash of the kit's sources: two runs must agree on what they run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

RELEASED = "measured.json"  # what a release says of the claims; no run reads it, and it is written after the runs


@cache
def sources_digest() -> str:
    """A hash of the text of all modules of the kit, and of the data beside them that runs read."""
    digest = hashlib.sha256()
    for name, file in _modules(files("littlestone"), "littlestone"):
        text = file.read_bytes()
        digest.update(f"{name} {len(text)} ".encode() + text)
    return digest.hexdigest()[:16]


def _modules(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for inside in sorted(folder.iterdir(), key=lambda inside: inside.name):
        if inside.is_dir():
            yield from _modules(inside, f"{name}.{inside.name}")
        elif inside.name.endswith((".py", ".json", ".toml")) and inside.name != RELEASED:
            yield f"{name}.{inside.name}", inside
