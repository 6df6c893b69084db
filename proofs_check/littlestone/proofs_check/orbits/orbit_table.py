"""The least class of every orbit, with the orbit's size: binary ones on m points from those on m - 1.

A class on m points has 2m halves: the functions with one label at one point, as a class on the others. Of all classes
of an orbit the one with the least number has for its upper half, where the first point has label 1, the least class
that any half can be made. So the upper half is the least of its own orbit, and few symmetries are left to try.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.orbits.symmetries import BINARY, Blocks, number_of_orbits, symmetries

MOST_POINTS = 5  # 2^64 classes on six
MOST_FUNCTIONS = 27  # of classes with more than two labels: a bit is kept for each class


@dataclass(frozen=True, eq=False)
class OrbitTable:
    """A class for each orbit by its number, and the orbits' sizes, uint16.

    All classes have the least of each, uint32 in increasing order, the empty one first. Where ``most`` is given, these
    are the non-empty classes of at most so many functions, uint64, fewest functions first.
    """

    points: int
    least: Array
    sizes: Array
    most: int | None = None

    def __len__(self) -> int:
        return len(self.least)


def orbit_table(points: int, blocks: Blocks = BINARY) -> OrbitTable:
    """The orbits of all classes, made anew in seconds: of binary ones on 0 to 5 points, or of those on at most 27
    functions where there are other labels, of which those of a block may be exchanged.

    Raises ValueError for more points or functions.
    """
    if blocks != BINARY:
        return _met_in_order(points, blocks)
    if points > MOST_POINTS:
        raise ValueError(f"orbits are listed on at most {MOST_POINTS} points, not {points}")
    table = OrbitTable(0, np.array([0, 1], dtype=np.uint32), np.array([1, 1], dtype=np.uint16))
    for m in range(1, points + 1):
        table = _on_one_more(table)
        assert table.points == m
    return table


def _on_one_more(table: OrbitTable) -> OrbitTable:
    from littlestone.proofs_check.orbits.least_classes import fill_canonical, least_classes  # numba takes half a second

    points = table.points + 1
    images = _image_bytes(points - 1)
    canonical = np.zeros(1 << (1 << (points - 1)), dtype=np.uint32)
    fill_canonical(table.least, images, canonical)
    order = 2**points * factorial(points)
    least = np.empty(_most_orbits(points), dtype=np.uint32)
    sizes = np.empty(len(least), dtype=np.uint16)
    width = 1 << (points - 1)  # of a half, in bits
    count = least_classes(table.least, images, canonical, _half_bytes(points), width, order, least, sizes)
    return OrbitTable(points, least[:count].copy(), sizes[:count].copy())


def _met_in_order(points: int, blocks: Blocks) -> OrbitTable:
    """The orbits by going through all classes, each orbit's least being the first that is met."""
    from littlestone.proofs_check.orbits.least_classes import mark_orbits  # numba takes half a second

    functions = sum(map(len, blocks)) ** points
    if functions > MOST_FUNCTIONS:
        raise ValueError(f"orbits are listed for at most {MOST_FUNCTIONS} functions, not {functions}")
    images = _image_bytes(points, blocks)
    met = np.zeros(-(-(1 << functions) // 8), dtype=np.uint8)
    count = number_of_orbits(points, blocks)
    least, sizes = np.empty(count, dtype=np.uint32), np.empty(count, dtype=np.uint16)
    found = mark_orbits(images, 1 << functions, met, least, sizes)
    assert found == count, f"{found} orbits where Burnside's lemma has {count}"
    return OrbitTable(points, least, sizes)


def _most_orbits(points: int) -> int:
    """More than there are: an orbit has at most as many classes as there are symmetries, and most have that many."""
    return 64 + (2 << (1 << points)) // ((1 << points) * factorial(points))


def _image_bytes(points: int, blocks: Blocks = BINARY) -> Array:
    """What each symmetry makes of a class, for each byte of its number: uint32 [symmetries, bytes, 256]."""
    return np.array([_bytes_sent(np.array(g)) for g in symmetries(points, blocks)], dtype=np.uint32)


def _half_bytes(points: int) -> Array:
    """The half with label y at point j, for each byte of a class: uint32 [2j + y, bytes, 256]."""
    rows = []
    for j in range(points):
        low = points - 1 - j  # the place of the point's bit in a function's number
        for y in (0, 1):
            sent = [(i >> (low + 1) << low) | (i & (1 << low) - 1) for i in range(2**points)]
            rows.append(_bytes_sent(np.array([to if i >> low & 1 == y else -1 for i, to in enumerate(sent)])))
    return np.array(rows, dtype=np.uint32)


def _bytes_sent(sent: Array) -> Array:
    """The number that each byte contributes where function i becomes function sent[i], or none where that is -1."""
    bits = np.where(sent < 0, 0, 1 << np.maximum(sent, 0).astype(np.int64))
    padded = np.pad(bits, (0, -len(bits) % 8)).reshape(-1, 8)
    present = np.arange(256)[:, None] >> np.arange(8) & 1
    found: Array = padded @ present.T
    return found
