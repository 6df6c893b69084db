"""The table of orbits, kept in the user's cache; what lies there is believed by its digest alone."""

from __future__ import annotations

import hashlib
import os
import warnings
from functools import lru_cache
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from littlestone.proofs_check.orbits.orbit_table import OrbitTable, orbit_table
from littlestone.proofs_check.storage.writing import write_bytes

KEPT_POINTS = 5  # fewer take no time
VARIABLE = "LITTLESTONE_CACHE"
DIGEST = "4d54bd356ddf716166e38ddbd5ef01c06d5a1c99bca37d5763fdb39b9b85ea9b"


class TableNotKept(UserWarning):
    """The table of orbits could not be written down; it is made anew the next time."""


@lru_cache(maxsize=6)
def orbits_on(points: int) -> OrbitTable:
    """The orbits of the classes on 0 to 5 points, those on 5 from the user's cache where they are there.

    The cache is ``LITTLESTONE_CACHE`` where that is set.
    """
    if points != KEPT_POINTS:
        return orbit_table(points)
    path = cache_folder() / "orbits" / f"binary-{points}.orbits"
    kept = _read(path)
    return kept if kept is not None else _made(path)


def cache_folder() -> Path:
    """The folder of what is kept for the user, whatever the project."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_cache_path("littlestone")


def digest(table: OrbitTable) -> str:
    """A hash of all classes and sizes of a table."""
    return hashlib.sha256(_bytes(table)).hexdigest()


def _bytes(table: OrbitTable) -> bytes:
    return table.least.astype("<u4").tobytes() + table.sizes.astype("<u2").tobytes()


def _read(path: Path) -> OrbitTable | None:
    """The kept table, or None where there is none with the right digest."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data).hexdigest() != DIGEST:
        return None
    count = len(data) // 6
    least, sizes = np.frombuffer(data, "<u4", count), np.frombuffer(data, "<u2", count, 4 * count)
    return OrbitTable(KEPT_POINTS, least.astype(np.uint32), sizes.astype(np.uint16))


def _made(path: Path) -> OrbitTable:
    table = orbit_table(KEPT_POINTS)
    try:
        write_bytes(path, _bytes(table))
    except OSError as error:
        warnings.warn(f"{path} cannot be written ({error})", TableNotKept, stacklevel=3)
    return table
