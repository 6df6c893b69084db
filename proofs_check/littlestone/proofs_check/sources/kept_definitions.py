"""What the kit's own modules define, with a hash of each definition, kept from one run to the next.

Reading them as syntax takes over a CPU second. It is done again where any file of the kit, or Python, has changed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypedDict

from littlestone.proofs_check.compute.source_digest import source_digest
from littlestone.proofs_check.storage.writing import write_text

KIT = "littlestone"
FILE = "definitions.json"
SCHEMA = 2  # raise it where the form or the meaning of what is kept changes
Name = list[str]  # a definition: its module, and its name there


class Shape(TypedDict):
    """A module without its syntax: the names that it defines, and what its imports stand for."""

    defined: list[str]
    imported: dict[str, list[Name]]
    starred: list[str]
    foreign: dict[str, list[str]]


class Kept(TypedDict):
    """All that is kept: for modules their shapes (None where there is no such module), for definitions, each written
    as module:name, those that it uses, and a hash of its syntax."""

    state: str
    shapes: dict[str, Shape | None]
    used: dict[str, list[Name]]
    hashes: dict[str, str]


_known: list[Kept] = []


def kept() -> Kept | None:
    """What is kept, to be read and added to; None where nothing is."""
    return _known[-1] if _known else None


def is_of_the_kit(module: str) -> bool:
    """Whether the module's source is part of the state that what is kept belongs to."""
    return module == KIT or module.startswith(f"{KIT}.")


@contextmanager
def definitions_kept_in(path: Path) -> Iterator[None]:
    """While it lasts, what is found out of the kit's definitions is taken from the file and kept there."""
    state = _state()
    found = _read(path, state)
    before = _size(found)
    _known.append(found)
    try:
        yield
    finally:
        _known.remove(found)
        if _size(found) > before and _state() == state:  # else it may be of what was saved meanwhile
            _write(path, found)


def _state() -> str:
    return f"{SCHEMA} {sys.version} {source_digest(KIT)}"


def _size(found: Kept) -> int:
    return len(found["shapes"]) + len(found["used"]) + len(found["hashes"])


def _read(path: Path, state: str) -> Kept:
    try:
        found: Kept = json.loads(path.read_text(encoding="utf-8"))
        inside = [found["shapes"], found["used"], found["hashes"]]
        if found["state"] == state and len(found) == 4 and all(isinstance(one, dict) for one in inside):
            return found
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        pass
    return {"state": state, "shapes": {}, "used": {}, "hashes": {}}


def _write(path: Path, found: Kept) -> None:
    with suppress(OSError):  # what is not kept is found out again
        write_text(path, json.dumps(found))
