"""Statements about numbers at single points: three-valued, exact where balls do not decide, simple points first."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Annotated, Any

import pytest
from flint import arb, ctx
from helpers.questions import over

from littlestone.proofs_check.numbers.points import (
    Point,
    PointCheck,
    candidates,
    compared,
    first_violation,
    numeric_counterexample,
    premise_witness,
    relation_holds,
    simple_points,
    simplified,
    three_valued,
)
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, atom, nodes_of
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Comparison, Real, binomial, exp, ln, symbol
from littlestone.spec.claim import Claim, Constant, Value, when
from littlestone.spec.domains import Natural, Naturals, PositiveReal, Reals

Line = Annotated[Any, Reals()]
Unit = Annotated[Any, Reals(low=0, high=1)]
AtLeastFive = Annotated[Any, Naturals(5)]
HALF = Fraction(1, 2)


def check(formula: Any, **constants: Value) -> PointCheck:
    stated = {name: Constant(value) for name, value in constants.items()}
    return PointCheck(Question(Claim("TEST.points", "nowhere", "lemma", formula, stated), constants, Everything()))


def interval(middle: int, radius: int) -> arb:
    """The ball with exactly these; a radius given as a number would be rounded up."""
    return arb((middle, 0), (radius, 0))


@pytest.mark.parametrize(
    ("difference", "less", "at_most", "equal"),
    [
        (arb(1), True, True, False),
        (arb(-1), False, False, False),
        (arb(0), False, True, True),
        (interval(2, 1), True, True, False),
        (interval(-2, 1), False, False, False),
        (interval(1, 1), None, True, None),
        (interval(-1, 1), False, None, None),
        (interval(1, 2), None, None, None),
        (interval(0, 1) / 4, None, None, None),
        (arb("nan"), None, None, None),
    ],
)
def test_a_relation_holds_for_every_number_of_the_difference_for_none_or_is_not_decided(
    difference: arb, less: bool | None, at_most: bool | None, equal: bool | None
) -> None:
    found = [relation_holds(difference, relation) for relation in ("<", "<=", "==", "!=")]
    assert found == [less, at_most, equal, None if equal is None else not equal]


def test_a_comparison_is_of_the_right_side_with_the_left() -> None:
    x = symbol("x")
    for value, expected in ((3, True), (5, False), (4, False)):
        assert compared(Comparison(x, "<", Real.of(4)), {"x": arb(value)}) is expected
    assert compared(Comparison(x, "<=", ln(x)), {"x": arb(-1)}) is None


LEAVES = {name: atom(Comparison(symbol(name), "<", Real.of(0))) for name in ("yes", "no", "open")}
YES, NO, OPEN = (LEAVES[name] for name in ("yes", "no", "open"))


def leaf(comparison: Comparison) -> bool | None:
    return {"yes": True, "no": False, "open": None}[comparison.left.name]


@pytest.mark.parametrize(
    ("output", "value"),
    [
        (TRUE, True),
        (FALSE, False),
        (YES, True),
        (~YES, False),
        (~NO, True),
        (~OPEN, None),
        (YES & OPEN, None),
        (NO & OPEN, False),
        (OPEN & NO, False),
        (YES & ~NO, True),
        (YES | OPEN, True),
        (NO | OPEN, None),
        (NO | ~YES, False),
        (YES ^ NO, True),
        (YES ^ ~NO, False),
        (NO ^ OPEN, None),
        (OPEN ^ YES, None),
        ((YES & OPEN) | YES, True),
        ((NO | OPEN) & NO, False),
    ],
)
def test_a_circuit_is_true_or_false_only_if_it_is_so_either_way(output: Truth, value: bool | None) -> None:
    assert three_valued(nodes_of([output]), leaf) is value


# ---- A question at a point


logarithm = over(lambda x, slope: when(Real.of(x) > 2, ln(x) < slope * Real.of(x) - 1), x=PositiveReal)


def test_the_premise_and_the_conclusion_are_decided_at_points_in_range() -> None:
    mild, steep = check(logarithm, slope=0), check(logarithm, slope=1)
    assert mild.values({"x": 3}) == (True, False) and steep.values({"x": 3}) == (True, True)
    assert mild.values({"x": 1}) == (False, False)
    assert mild.is_violation({"x": 3}) and not steep.is_violation({"x": 3}) and not mild.is_violation({"x": 2})
    assert mild.satisfies_premise({"x": Fraction(5, 2)}) and steep.satisfies_premise({"x": 10**9})
    assert not mild.satisfies_premise({"x": 2}) and not mild.satisfies_premise({"x": -3})
    assert not mild.is_violation({"x": -3}) and not mild.in_range({"x": 0})


below_minus_one = over(lambda x: Real.of(x) <= -1, x=PositiveReal)


def test_points_out_of_range_are_neither_violations_nor_witnesses() -> None:
    outside = check(below_minus_one)
    assert outside.values({"x": 3}) == (True, False) == outside.values({"x": 0})
    assert outside.is_violation({"x": 3}) and not outside.is_violation({"x": 0})
    assert outside.satisfies_premise({"x": 3}) and not outside.satisfies_premise({"x": 0})


inverse_exponentials = over(lambda x: exp(Real.of(x)) * exp(-Real.of(x)) <= 1, x=Line)


def test_what_balls_do_not_decide_is_decided_exactly_where_numbers_are_small() -> None:
    ties = check(inverse_exponentials)
    assert ties.values({"x": 3}) == (True, True) == ties.values({"x": 64}) == ties.values({"x": -64})
    assert ties.values({"x": 65}) == (True, None) == ties.values({"x": -65})
    assert ties.values({"x": HALF}) == (True, True)


close = over(lambda x: exp(x) * (1 + Fraction(1, 2**100)) <= exp(x), x=Line)


def test_a_second_precision_decides_what_the_first_does_not() -> None:
    assert check(close).values({"x": Fraction(1000, 3)}) == (True, False)


def test_the_precision_in_force_is_left_as_it_was() -> None:
    before = ctx.prec
    assert check(close).values({"x": 1}) == (True, False)
    assert ctx.prec == before
    with pytest.raises(KeyError):
        check(close).values({"y": 1})
    assert ctx.prec == before


binomials_grow = over(lambda n: when(Real.of(2) <= n, Real.of(n) <= binomial(n, 2)), n=Natural)


def sums_grow(n: Natural) -> Any:
    i = symbol("i")
    return finite_sum(i, "i", 1, n) <= 2 * Real.of(n)


hidden_binomials = over(lambda n: Real.of(1) <= 1 + exp(binomial(n, 1)), n=Natural)


def test_sums_and_binomials_are_counted_exactly_at_small_integers() -> None:
    assert check(binomials_grow).counts and check(sums_grow).counts and check(hidden_binomials).counts
    assert not check(logarithm, slope=1).counts
    assert [check(binomials_grow).values({"n": n}) for n in (1, 2, 3)] == [(False, False), (True, False), (True, True)]
    assert [check(sums_grow).values({"n": n})[1] for n in (0, 3, 4, 64)] == [True, True, False, False]
    assert check(sums_grow).values({"n": 65}) == (None, None)


counts_in_the_premise = over(lambda n: when(Real.of(5) <= binomial(n, 2), Real.of(4) <= n), n=Natural)


def test_a_premise_with_binomials_counts_too() -> None:
    assert check(counts_in_the_premise).counts
    assert check(counts_in_the_premise).values({"n": 4}) == (True, True)


binomials_grow_faster = over(lambda n, factor: Real.of(n) <= factor * binomial(n, 2), n=Natural)


def test_the_constants_are_the_questions() -> None:
    printed = check(binomials_grow_faster, factor=1)
    asked = PointCheck(replace(printed.question, constants={"factor": 0}))
    assert (printed.values({"n": 3}), asked.values({"n": 3})) == ((True, True), (True, False))


# ---- Ranges and simple points


@pytest.mark.parametrize(
    ("domain", "inside", "outside"),
    [
        (Naturals(2), [2, 3, 10**18], [1, -3, Fraction(5, 2), Fraction(4, 2)]),
        (Reals(), [0, -(10**9), HALF], []),
        (Reals(low=1), [1, Fraction(9, 8)], [0, Fraction(7, 8)]),
        (Reals(low=1, low_open=True), [Fraction(9, 8)], [1, 0]),
        (Reals(high=ln(2)), [-5, Fraction(69, 100)], [Fraction(70, 100), 1]),
        (Reals(low=0, high=1, high_open=True), [0, HALF], [1, 2, -HALF]),
        (Reals(low=0, high=1), [0, 1], [Fraction(9, 8)]),
    ],
)
def test_a_range_has_its_closed_ends_alone(domain: Any, inside: list[Any], outside: list[Any]) -> None:
    def in_domain(x: Annotated[Any, domain]) -> Any:
        return Real.of(x) <= x

    asked = check(in_domain)
    assert [asked.in_range({"x": value}) for value in inside + outside] == [True] * len(inside) + [False] * len(outside)


def test_every_coordinate_must_be_in_range() -> None:
    def two(x: Unit, n: Natural) -> Any:
        return Real.of(x) <= n

    values = [check(two).in_range({"x": x, "n": n}) for x in (1, 2) for n in (0, -1)]
    assert values == [True, False, False, False]


def test_candidates_for_an_integer_start_at_its_least_value() -> None:
    assert candidates(Naturals(5), large=False) == tuple(range(5, 69))
    large = candidates(Naturals(5), large=True)
    assert large == (*range(5, 69), *(5 + 10**e for e in range(2, 19)))


def rational(p: int, q: int) -> Real:
    return Real.of(Fraction(p, q))


def height(value: Any) -> int:
    return abs(Fraction(value).numerator) + Fraction(value).denominator


@pytest.mark.slow
def test_candidates_for_a_real_are_the_ends_of_its_range_then_simple_rationals_by_height() -> None:
    values = candidates(Reals(low=rational(7, 9), high=20, low_open=True), large=False)
    assert values[:4] == (20, 1, 2, 3) and min(values) > Fraction(7, 9) and max(values) == 20
    line = candidates(Reals(), large=False)
    assert line[:3] == (0, 1, -1) and all(a == -b for a, b in zip(line[1::2], line[2::2], strict=True))
    assert [height(v) for v in line] == sorted(height(v) for v in line) and len(set(line)) == len(line)
    assert max(line) == 63 and max(v.denominator for v in line) == 8 and set(line) == {-v for v in line}
    assert candidates(Reals(high=ln(2)), large=False)[0] == 0


def test_large_candidates_come_last_and_reach_far() -> None:
    small, large = candidates(Reals(), large=False), candidates(Reals(), large=True)
    assert large[: len(small)] == small
    expected = {sign * value for e in range(2, 19) for sign in (1, -1) for value in (10**e, Fraction(1, 10**e))}
    assert set(large[len(small) :]) == expected and len(large) == len(small) + len(expected)


mixed = over(lambda x, n, y: Real.of(x) + y <= n, x=Unit, n=AtLeastFive, y=Unit)


def test_simple_points_come_in_order_of_their_places_each_once() -> None:
    asked = check(mixed)
    lists = {name: candidates(domain, large=True) for name, domain in asked.domains.items()}
    points = list(islice(simple_points(asked), 5000))
    totals = [sum(lists[name].index(value) for name, value in point.items()) for point in points]
    assert points[0] == {"x": 0, "n": 5, "y": 0} and totals == sorted(totals)
    assert len({tuple(point.values()) for point in points}) == 5000
    assert all(totals.count(total) == (total + 1) * (total + 2) // 2 for total in range(20))


def test_simple_points_are_all_combinations_and_end() -> None:
    def small(x: Annotated[Any, Reals(low=0, high=rational(1, 7))], n: Natural) -> Any:
        return finite_sum(symbol("i"), "i", 1, n) <= x

    asked = check(small)
    assert asked.counts
    points = [tuple(point.values()) for point in simple_points(asked)]
    xs, ns = (candidates(asked.domains[name], large=False) for name in ("x", "n"))
    assert sorted(points) == sorted((x, n) for x in xs for n in ns)


def test_a_range_without_candidates_has_no_points() -> None:
    def nowhere(x: Annotated[Any, Reals(low=10**20, low_open=True)], n: Natural) -> Any:
        return Real.of(x) <= n

    assert list(simple_points(check(nowhere))) == [] and premise_witness(check(nowhere), 10) is None


from_seven = over(lambda n: when(Real.of(n) > 2, Real.of(n) < 7), n=Natural)


def test_the_first_violation_and_the_first_witness_are_found_among_so_many_points() -> None:
    asked = check(from_seven)
    assert first_violation(asked, simple_points(asked), 8) == {"n": 7}
    assert first_violation(asked, simple_points(asked), 7) is None
    assert premise_witness(asked, 4) == {"n": 3} and premise_witness(asked, 3) is None


fails_far_out = over(lambda x: Real.of(x) <= 10**6, x=PositiveReal)


def test_simple_points_reach_far_out_unless_sums_or_binomials_are_counted() -> None:
    asked = check(fails_far_out)
    assert first_violation(asked, simple_points(asked), 2000) == {"x": 10**7}
    assert max(point["n"] for point in simple_points(check(binomials_grow))) == 63


fails_late = over(lambda x, n: (Real.of(x) <= Fraction(31, 10)) | (Real.of(n) < 4), x=Line, n=Natural)


@pytest.mark.parametrize(
    ("point", "simpler"),
    [
        ({"x": Fraction(314159, 10**5), "n": 17}, {"x": 4, "n": 4}),
        ({"x": 5, "n": 4}, {"x": 4, "n": 4}),
        ({"x": 4, "n": 4}, {"x": 4, "n": 4}),
    ],
)
def test_a_violation_is_simplified_one_coordinate_after_another(point: Point, simpler: Point) -> None:
    asked = check(fails_late)
    assert asked.is_violation(point)
    assert simplified(asked, point) == simpler


in_a_gap = over(lambda x: (Real.of(x) < Fraction(31415, 10**4)) | (Real.of(x) > Fraction(31421, 10**4)), x=Line)


def test_a_violation_between_simple_numbers_is_rounded_as_far_as_it_remains_one() -> None:
    asked = check(in_a_gap)
    found = simplified(asked, {"x": Fraction(3141592653, 10**9)})
    assert asked.is_violation(found) and found == {"x": Fraction(3141592653, 10**9).limit_denominator(1000)}
    assert first_violation(asked, simple_points(asked), 10**4) is None


def test_a_counterexample_in_numbers_is_as_large_as_their_heights() -> None:
    found = numeric_counterexample({"x": Fraction(-7, 3), "n": 4})
    assert found.arguments == {"x": Fraction(-7, 3), "n": 4} and found.size == 10 + 5
