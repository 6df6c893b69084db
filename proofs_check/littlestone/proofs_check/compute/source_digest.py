"""A digest of a package's sources, and of the kit's: two machines, or two runs, must agree on what they run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

RELEASED = "measured.json"  # what a release says of the claims; no run reads it, and it is written after the runs


@cache
def sources_digest() -> str:
    """The one hash of the kit: of the text of all its modules, and of the data beside them that runs read."""
    return source_digest("littlestone")[:16]


def source_digest(*packages: str) -> str:
    """A digest of all modules of these packages and of the data beside them, with the packages inside them."""
    digest = hashlib.sha256()
    for package in packages:
        for name, file in _modules(files(package), package):
            text = file.read_bytes()
            digest.update(f"{name} {len(text)} ".encode() + text)
    return digest.hexdigest()


def _modules(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for inside in sorted(folder.iterdir(), key=lambda inside: inside.name):
        if inside.is_dir():
            yield from _modules(inside, f"{name}.{inside.name}")
        elif inside.name.endswith((".py", ".json", ".toml")) and inside.name != RELEASED:
            yield f"{name}.{inside.name}", inside
