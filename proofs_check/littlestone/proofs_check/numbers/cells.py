"""Boxes inside the unit cube, halved by branch and bound."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from littlestone.spec.algebra.rationals import fraction, minus, pair_of, plus, times

Cell = tuple[tuple[Fraction, Fraction], ...]


def unit_cell(dimensions: int) -> Cell:
    """The whole unit cube."""
    return ((Fraction(0), Fraction(1)),) * dimensions


def halves(cell: Cell) -> Iterator[Cell]:
    """The two halves of a cell, cut across its longest side."""
    j = 0 if len(cell) == 1 else max(range(len(cell)), key=lambda i: _length(*cell[i]))
    start, stop = cell[j]
    middle = fraction(Fraction, *times(*plus(*pair_of(start), *pair_of(stop)), 1, 2))
    for part in ((start, middle), (middle, stop)):
        yield (*cell[:j], part, *cell[j + 1 :])


def _length(start: Fraction, stop: Fraction) -> Fraction:
    return fraction(Fraction, *minus(*pair_of(stop), *pair_of(start)))
