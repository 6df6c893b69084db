"""A digest of a package's sources: two machines, or two runs, must agree on what they run."""

from __future__ import annotations

import hashlib
from importlib.resources import files


def source_digest(*packages: str) -> str:
    """A digest of the modules that lie in these packages, not in packages inside them."""
    digest = hashlib.sha256()
    for package in packages:
        modules = (file for file in files(package).iterdir() if file.name.endswith(".py"))
        for file in sorted(modules, key=lambda file: file.name):
            digest.update(f"{package} {file.name} {len(text := file.read_bytes())} ".encode() + text)
    return digest.hexdigest()
