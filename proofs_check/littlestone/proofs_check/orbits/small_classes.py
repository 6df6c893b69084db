"""One class of each orbit of the classes of few functions: each from one with a function less, by orderly generation.

A class is written as its functions' numbers in increasing order, and the first writing of all in its orbit stands for
it. Without its last function it is again the first of its own orbit (Read 1978, Every one a winner): so every orbit is
met once, by adding a function after the last one and keeping what is still the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import factorial

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.orbits.symmetries import cycle_lengths, symmetries

MOST_POINTS = 6  # a class's number has 64 bits


@dataclass(frozen=True, eq=False)
class SmallClasses:
    """The non-empty classes of at most ``most`` functions: one of each orbit by its number, uint64, fewest functions
    first, and the orbits' sizes, uint16."""

    points: int
    most: int
    numbers: Array
    sizes: Array

    def __len__(self) -> int:
        return len(self.numbers)


def small_classes(points: int, most: int) -> SmallClasses:
    """The orbits of all classes of at most so many functions, made anew; those of 10 on 6 points take a minute.

    Raises ValueError for more than 6 points.
    """
    if points > MOST_POINTS:
        raise ValueError(f"orbits are listed on at most {MOST_POINTS} points, not {points}")
    levels = list(islice(_levels(points), most))
    numbers, sizes = (np.concatenate(parts) for parts in zip(*levels, strict=True))
    return SmallClasses(points, most, numbers, sizes)


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


def number_of_small_orbits(points: int, most: int) -> list[int]:
    """How many orbits there are of the classes of 0, 1, ..., most functions, by Burnside's lemma."""
    totals, order = [0] * (most + 1), 0
    known: dict[tuple[int, ...], list[int]] = {}
    for g in symmetries(points):
        lengths = cycle_lengths(g)
        if lengths not in known:
            known[lengths] = _unions(lengths, most)
        totals = [total + fixed for total, fixed in zip(totals, known[lengths], strict=True)]
        order += 1
    return [total // order for total in totals]


def _unions(lengths: tuple[int, ...], most: int) -> list[int]:
    """How many unions of cycles of these lengths have 0, 1, ..., most elements."""
    counts = [1] + [0] * most
    for length in lengths:
        counts = [count + (counts[n - length] if n >= length else 0) for n, count in enumerate(counts)]
    return counts
