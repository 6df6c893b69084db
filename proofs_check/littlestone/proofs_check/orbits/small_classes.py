"""One class of each orbit of the classes of few functions: each from one with a function less, by orderly generation.

A class is written as its functions' numbers in increasing order, and the first writing of all in its orbit stands for
it. Without its last function it is again the first of its own orbit (Read 1978, Every one a winner): so every orbit is
met once, by adding a function after the last one and keeping what is still the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import factorial

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.orbits.orbit_table import OrbitTable

MOST_POINTS = 6  # a class's number has 64 bits


def small_classes(points: int, most: int) -> OrbitTable:
    """The orbits of all classes of at most so many functions, made anew; those of 10 on 6 points take a minute.

    Raises ValueError for more than 6 points.
    """
    if points > MOST_POINTS:
        raise ValueError(f"orbits are listed on at most {MOST_POINTS} points, not {points}")
    levels = list(islice(_levels(points), most))
    numbers, sizes = (np.concatenate(parts) for parts in zip(*levels, strict=True))
    return OrbitTable(points, numbers, sizes, most)


def _levels(points: int) -> Iterator[tuple[Array, Array]]:
    """Those of one function, of two, ...: their numbers, and the orbits' sizes."""
    from littlestone.proofs_check.orbits.first_writings import extended  # numba takes half a second

    order = 2**points * factorial(points)
    numbers, sizes = np.array([1], dtype=np.uint64), np.array([2**points], dtype=np.uint16)
    while len(numbers):
        yield numbers, sizes
        found = np.empty(len(numbers) * 2**points, dtype=np.uint64)
        same = np.empty(len(found), dtype=np.uint16)
        count = extended(numbers, points, found, same)
        numbers, sizes = found[:count].copy(), (order // same[:count].astype(np.int64)).astype(np.uint16)
