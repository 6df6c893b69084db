"""The tables of orbits, kept in the user's cache; what lies there is believed by its digest alone."""

from __future__ import annotations

import hashlib
import os
import warnings
from functools import lru_cache
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.orbits.orbit_table import OrbitTable, orbit_table
from littlestone.proofs_check.orbits.small_classes import SmallClasses, small_classes
from littlestone.proofs_check.orbits.symmetries import BINARY, Blocks
from littlestone.proofs_check.storage.writing import write_bytes

KEPT_POINTS = 5  # those on fewer, and with more labels, take no time
VARIABLE = "LITTLESTONE_CACHE"
DIGEST = "4d54bd356ddf716166e38ddbd5ef01c06d5a1c99bca37d5763fdb39b9b85ea9b"
SMALL_POINTS, SMALL_MOST = 6, 10  # one function more is 16 million orbits more
SMALL_DIGEST = "8a8be74cc6e3f9f4598064a3d56847836c2eb9bd2516c67deda9fc59b99ac654"


class TableNotKept(UserWarning):
    """The table of orbits could not be written down; it is made anew the next time."""


@lru_cache(maxsize=8)
def orbits_on(points: int, blocks: Blocks = BINARY) -> OrbitTable:
    """The orbits of the classes on so many points, of binary ones on 5 from the user's cache where they are there.

    The cache is ``LITTLESTONE_CACHE`` where that is set.
    """
    if (points, blocks) != (KEPT_POINTS, BINARY):
        return orbit_table(points, blocks)
    path = _path(f"binary-{points}")
    kept = _read(path, DIGEST, "<u4")
    if kept is not None:
        return OrbitTable(points, kept[0].astype(np.uint32), kept[1].astype(np.uint16))
    table = orbit_table(points)
    _keep(path, _bytes(table))
    return table


@lru_cache(maxsize=1)
def small_classes_on_six() -> SmallClasses:
    """The orbits of the classes of at most 10 functions on 6 points, from the user's cache where they are there."""
    path = _path(f"binary-{SMALL_POINTS}-at-most-{SMALL_MOST}")
    kept = _read(path, SMALL_DIGEST, "<u8")
    if kept is not None:
        return SmallClasses(SMALL_POINTS, SMALL_MOST, kept[0].astype(np.uint64), kept[1].astype(np.uint16))
    classes = small_classes(SMALL_POINTS, SMALL_MOST)
    _keep(path, _small_bytes(classes))
    return classes


def cache_folder() -> Path:
    """The folder of what is kept for the user, whatever the project."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_cache_path("littlestone")


def digest(table: OrbitTable | SmallClasses) -> str:
    """A hash of all classes and sizes of a table."""
    data = _bytes(table) if isinstance(table, OrbitTable) else _small_bytes(table)
    return hashlib.sha256(data).hexdigest()


def _bytes(table: OrbitTable) -> bytes:
    return table.least.astype("<u4").tobytes() + table.sizes.astype("<u2").tobytes()


def _small_bytes(classes: SmallClasses) -> bytes:
    return classes.numbers.astype("<u8").tobytes() + classes.sizes.astype("<u2").tobytes()


def _path(name: str) -> Path:
    return cache_folder() / "orbits" / f"{name}.orbits"


def _read(path: Path, expected: str, form: str) -> tuple[Array, Array] | None:
    """The classes and sizes that are kept, or None where there are none with the right digest."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data).hexdigest() != expected:
        return None
    width = np.dtype(form).itemsize
    count = len(data) // (width + 2)
    return np.frombuffer(data, form, count), np.frombuffer(data, "<u2", count, width * count)


def _keep(path: Path, data: bytes) -> None:
    try:
        write_bytes(path, data)
    except OSError as error:
        warnings.warn(f"{path} cannot be written ({error})", TableNotKept, stacklevel=4)
