"""Cells cover the unit cube and are halved across their longest side."""

from fractions import Fraction
from itertools import product
from math import prod

from littlestone.proofs_check.numbers.cells import Cell, halves, unit_cell


def volume(cell: Cell) -> Fraction:
    return prod((stop - start for start, stop in cell), start=Fraction(1))


def contains(cell: Cell, point: tuple[Fraction, ...]) -> bool:
    return all(start <= x <= stop for (start, stop), x in zip(cell, point, strict=True))


def test_the_unit_cell_is_the_whole_cube() -> None:
    assert [unit_cell(n) for n in range(3)] == [(), ((0, 1),), ((0, 1), (0, 1))]
    assert all(isinstance(end, Fraction) for side in unit_cell(3) for end in side)


def test_the_first_of_the_longest_sides_is_halved() -> None:
    half = Fraction(1, 2)
    assert list(halves(unit_cell(2))) == [((0, half), (0, 1)), ((half, 1), (0, 1))]
    wide: Cell = ((Fraction(0), half), (Fraction(3, 8), Fraction(1)), (Fraction(0), half))
    middle = Fraction(11, 16)
    assert list(halves(wide)) == [(wide[0], (wide[1][0], middle), wide[2]), (wide[0], (middle, 1), wide[2])]


def test_halving_again_and_again_covers_the_cube_without_overlap() -> None:
    cells = [unit_cell(3)]
    for _ in range(6):
        cells = [part for cell in cells for part in halves(cell)]
        assert sum(map(volume, cells)) == 1 and len({volume(cell) for cell in cells}) == 1
    grid = [Fraction(2 * i + 1, 8) for i in range(4)]
    assert all(sum(contains(cell, point) for cell in cells) == 1 for point in product(grid, repeat=3))
