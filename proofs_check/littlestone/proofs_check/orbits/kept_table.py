"""The tables of orbits, kept in the user's cache; what lies there is believed by its digest alone."""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from littlestone.proofs_check.orbits.orbit_table import OrbitTable, orbit_table
from littlestone.proofs_check.orbits.small_classes import small_classes
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
    return _kept(f"binary-{points}", DIGEST, "<u4", lambda: orbit_table(points), points)


@lru_cache(maxsize=1)
def small_classes_on_six() -> OrbitTable:
    """The orbits of the classes of at most 10 functions on 6 points, from the user's cache where they are there."""
    name = f"binary-{SMALL_POINTS}-at-most-{SMALL_MOST}"
    made = partial(small_classes, SMALL_POINTS, SMALL_MOST)
    return _kept(name, SMALL_DIGEST, "<u8", made, SMALL_POINTS, SMALL_MOST)


def cache_folder() -> Path:
    """The folder of what is kept for the user, whatever the project."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_cache_path("littlestone")


def digest(table: OrbitTable) -> str:
    """A hash of all classes and sizes of a table."""
    return hashlib.sha256(_bytes(table)).hexdigest()


def _bytes(table: OrbitTable) -> bytes:
    return table.least.astype(table.least.dtype.newbyteorder("<")).tobytes() + table.sizes.astype("<u2").tobytes()


def _kept(
    name: str, expected: str, form: str, made: Callable[[], OrbitTable], points: int, most: int | None = None
) -> OrbitTable:
    """The table that is kept, or made anew and kept where there is none with the right digest."""
    path, kind = cache_folder() / "orbits" / f"{name}.orbits", np.dtype(form)
    with suppress(OSError):
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() == expected:
            count = len(data) // (kind.itemsize + 2)
            least, sizes = np.frombuffer(data, kind, count), np.frombuffer(data, "<u2", count, kind.itemsize * count)
            return OrbitTable(points, least.astype(kind.newbyteorder("=")), sizes.astype(np.uint16), most)
    table = made()
    try:
        write_bytes(path, _bytes(table))
    except OSError as error:
        warnings.warn(f"{path} cannot be written ({error})", TableNotKept, stacklevel=4)
    return table
