"""Boxes inside the unit cube, halved by branch and bound."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

Cell = tuple[tuple[Fraction, Fraction], ...]


def unit_cell(dimensions: int) -> Cell:
    """The whole unit cube."""
    return ((Fraction(0), Fraction(1)),) * dimensions


def halves(cell: Cell) -> Iterator[Cell]:
    """The two halves of a cell, cut across its longest side."""
    j = max(range(len(cell)), key=lambda i: cell[i][1] - cell[i][0])
    start, stop = cell[j]
    middle = (start + stop) / 2
    for part in ((start, middle), (middle, stop)):
        yield (*cell[:j], part, *cell[j + 1 :])
