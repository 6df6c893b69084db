"""Writing a file whole or not at all, and knowing its contents again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Write a file in one step: whoever reads it sees the old one or the new one. A device is written as it is.

    The folder is created where missing. Raises OSError, and then the file is as it was.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """As ``write_text``, of bytes."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def chain(parts: Iterable[Mapping[str, object]]) -> list[str]:
    """A digest of each part, which is of the one before and of the part but for its own ``digest``."""
    found = [""]
    for part in parts:
        found.append(checksum(found[-1], {name: value for name, value in part.items() if name != "digest"}))
    return found[1:]


def checksum(*parts: object) -> str:
    """The SHA-256 of plain data, whatever the order of the keys in it."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
