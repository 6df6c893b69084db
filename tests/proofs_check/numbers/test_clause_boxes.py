"""Branch and bound over unbounded ranges: what it tries lies in the range, or is too large to be tried."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Annotated, Any

import pytest
from flint import arb
from helpers.questions import over

from littlestone.proofs_check.numbers.cells import Cell, halves, unit_cell
from littlestone.proofs_check.numbers.clause_boxes import Chart, ClauseSearch
from littlestone.proofs_check.numbers.clauses import clauses_of
from littlestone.proofs_check.numbers.points import Point, PointCheck
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Real, equals, ln
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Naturals, PositiveInteger, PositiveReal, Reals

FAR = 1 - Fraction(1, 2**2000)
QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)
FROM_THREE, TO_THREE, LINE = Reals(low=3), Reals(high=3), Reals()
Unit = Annotated[Any, Reals(low=0, high=1)]


@pytest.mark.parametrize("domain", [Naturals(3), FROM_THREE, TO_THREE, LINE])
def test_what_is_too_large_for_a_float_is_not_tried(domain: Naturals | Reals) -> None:
    ends = (1 - FAR, 2 * (1 - FAR)) if isinstance(domain, Reals) and domain.low is None else (FAR, Fraction(1))
    assert Chart(domain).inside(*ends) is None


@pytest.mark.parametrize("domain", [Naturals(3), FROM_THREE])
def test_what_is_tried_lies_in_the_range(domain: Naturals | Reals) -> None:
    tried = [Chart(domain).inside(Fraction(i, 8), Fraction(i + 1, 8)) for i in range(8)]
    assert all(value is not None and value >= 3 for value in tried) and len(set(tried)) > 4


@pytest.mark.parametrize(
    ("domain", "at_quarter", "at_half"),
    [
        (Naturals(3), Fraction(10, 3), 4),
        (FROM_THREE, Fraction(10, 3), 4),
        (TO_THREE, 0, 2),
        (LINE, Fraction(-8, 3), 0),
        (Reals(low=2, high=10), 4, 6),
    ],
)
def test_a_chart_is_an_increasing_image_of_the_unit_interval(
    domain: Naturals | Reals, at_quarter: Fraction, at_half: Fraction
) -> None:
    chart = Chart(domain)
    for t, value in ((QUARTER, at_quarter), (HALF, at_half)):
        difference = chart.at(t) - arb(Fraction(value).numerator) / Fraction(value).denominator
        assert abs(difference) < 1e-12
    part = chart.part(QUARTER, HALF)
    assert all(part.contains(chart.at(t)) for t in (QUARTER, Fraction(3, 8), HALF))
    assert not part.overlaps(chart.at(Fraction(5, 8))) and not part.overlaps(chart.at(Fraction(1, 8)))


@pytest.mark.parametrize(
    ("domain", "infinite"), [(Naturals(0), [1]), (FROM_THREE, [1]), (TO_THREE, [0]), (LINE, [0, 1])]
)
def test_infinity_is_the_image_of_an_end(domain: Naturals | Reals, infinite: list[int]) -> None:
    assert [t for t in (0, 1) if not Chart(domain).at(Fraction(t)).is_finite()] == infinite


def test_integers_are_tried_for_integers_and_simple_rationals_for_reals() -> None:
    assert Chart(Naturals(0)).inside(QUARTER, HALF) == 1
    assert isinstance(Chart(Naturals(0)).inside(QUARTER, HALF), int)
    unit = Chart(Reals(low=0, high=1))
    assert unit.inside(Fraction(0), Fraction(2, 3)) == Fraction(1, 3)
    billionth = Fraction(10**9 + 1, 10**9)
    assert Chart(Reals(low=0, high=2)).inside(billionth / 2, billionth / 2) == billionth
    small = unit.inside(Fraction(0), Fraction(1, 2**60))
    assert small is not None and 0 < small < Fraction(1, 2**60)


def search(formula: Callable[..., Truth], most: int = 1000) -> ClauseSearch:
    check = PointCheck(Question(Claim("TEST.clause", "-", "lemma", formula, {}), {}, Everything()))
    (clause,) = clauses_of(check.statement)
    return ClauseSearch(check, clause, most)


parabola = over(lambda x: Real.of(x - x * x) <= Fraction(1, 3), x=Unit)
below_the_end = over(lambda x: Real.of(x) <= Fraction(999, 1000), x=Unit)
below_a_thousand = over(lambda x: Real.of(x) < 1000, x=PositiveInteger)
product_below_the_end = over(lambda x, y: Real.of(x * y) <= Fraction(99, 100), x=Unit, y=Unit)
one_of_two = over(lambda x, y: (Real.of(x) <= Fraction(9, 10)) | (Real.of(y) <= QUARTER), x=Unit, y=Unit)
not_that_number = over(lambda x: ~equals(x, Fraction(77, 128)), x=Unit)
that_number = over(lambda x: equals(x * (x - HALF) * (x - QUARTER) * (x - Fraction(3, 4)), 0), x=Unit)
not_a_number_outside = over(lambda x: ~equals(x, 2), x=Unit)
logarithm = over(lambda x: ln(x) <= Fraction(7), x=PositiveReal)
far_from_a_tie = over(lambda x: Real.of(0) < Real.of(x) * (Fraction(99, 100) - x), x=Unit)
flat_at_the_number = over(lambda x: ~equals((x - Fraction(1, 3)) * (x - Fraction(77, 128)) ** 2, 0), x=Unit)
steep_at_the_number = over(lambda x: ~equals((x - Fraction(1, 3)) ** 2 * (x - Fraction(77, 128)), 0), x=Unit)


@pytest.mark.parametrize(
    ("formula", "found", "boxes"),
    [
        (parabola, True, 19),
        (not_a_number_outside, True, 1),
        (below_the_end, {"x": Fraction(1023, 1024)}, 19),
        (below_a_thousand, {"x": 1024}, 19),
        (product_below_the_end, {"x": Fraction(255, 256), "y": Fraction(255, 256)}, 29),
        (one_of_two, {"x": Fraction(15, 16), "y": Fraction(3, 8)}, 19),
        (not_that_number, {"x": Fraction(77, 128)}, 13),
        (far_from_a_tie, {"x": Fraction(127, 128)}, 17),
        (flat_at_the_number, {"x": Fraction(77, 128)}, 41),
        (steep_at_the_number, {"x": Fraction(77, 128)}, 31),
        (that_number, {"x": Fraction(7, 8)}, 5),
        (logarithm, {"x": Fraction(2047)}, 41),
    ],
)
def test_the_most_violated_part_is_split_first(
    formula: Callable[..., Truth], found: Point | bool | None, boxes: int
) -> None:
    under_way = search(formula)
    assert (under_way.run(), under_way.boxes) == (found, boxes)


equal_sides = over(lambda x: Real.of(x) * x <= Real.of(x) ** 2, x=Unit)


def test_what_no_box_decides_ends_with_the_boxes() -> None:
    for most in (100, 101):
        under_way = search(equal_sides, most)
        assert under_way.run() is None
        assert under_way.boxes == 101
    assert search(below_the_end, 3).run() is None


def test_a_clause_without_comparisons_fails_where_the_statement_does() -> None:
    assert ClauseSearch(search(that_number).check, frozenset(), 1000).run() == {"x": Fraction(1, 8)}


# ---- Cells of the unit cube


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
