"""The rules of calculus, one at a time: what they certify and in which words, and what they leave to others."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import sympy as sp
from flint import arb

from littlestone.proofs_check.numbers import calculus
from littlestone.proofs_check.numbers.calculus import (
    all_rules,
    by_boxes,
    by_inversion,
    by_monotonicity,
    by_pieces,
    by_turning_point,
    derivative,
    limit_at_infinity,
)
from littlestone.proofs_check.numbers.signs import Rule, Sign, Steps
from littlestone.proofs_check.numbers.symbolic_reals import Ranges, Span, value_within

x, y, z = sp.Symbol("x", positive=True), sp.Symbol("y", positive=True), sp.Symbol("z", real=True)
LINE, POSITIVE, NATURAL = Span(), Span(sp.Integer(0)), Span(sp.Integer(0), low_open=False)
FROM_ONE, ONE_TO_THREE = Span(sp.Integer(1), low_open=False), Span(sp.Integer(1), sp.Integer(3), False, False)
UNIT, AROUND = Span(sp.Integer(0), sp.Integer(1)), Span(sp.Integer(-2), sp.Integer(2), False, False)
HALF, QUARTER = sp.Rational(1, 2), sp.Rational(1, 4)


def goal(expression: Any, strict: bool = False, **spans: Span) -> Sign:
    named = {symbol.name: symbol for symbol in (x, y, z)}
    return Sign(expression, Ranges(tuple((named[name], span) for name, span in spans.items())), strict)


SADDLE = goal(x * y - x - y + sp.Rational(11, 10), strict=True, x=UNIT, y=UNIT)
FALLS = sp.log(3) - sp.log(x)
CUBIC = goal(HALF - (z - 1) * (z + 1) * z, z=Span(sp.Integer(-1), sp.Integer(1), False, False))

CERTIFIED: list[tuple[Rule, Sign, Steps]] = [
    (by_boxes, SADDLE, ("x*y - x - y + 11/10 > 0 on x in (0, 1), y in (0, 1): Arb, 207 boxes",)),
    (by_boxes, goal(z + 3, z=AROUND), ("z + 3 >= 0 on z in [-2, 2]: Arb, 1 boxes",)),
    (by_boxes, goal(z + 3, strict=True, z=AROUND), ("z + 3 > 0 on z in [-2, 2]: Arb, 1 boxes",)),
    (
        by_monotonicity,
        goal(sp.log(x + 1), x=NATURAL),
        ("log(x + 1) >= 0 on x in [0, oo): rises from x = 0", "1/(x + 1) >= 0 factors as 1/(x + 1)"),
    ),
    (
        by_monotonicity,
        goal(FALLS, x=ONE_TO_THREE),
        ("-log(x) + log(3) >= 0 on x in [1, 3]: falls to x = 3", "1/x >= 0 factors as 1/x"),
    ),
    (
        by_monotonicity,
        goal(FALLS, strict=True, x=Span(sp.Integer(1), sp.Integer(3), False, True)),
        ("-log(x) + log(3) > 0 on x in [1, 3): falls to x = 3", "1/x > 0 factors as 1/x"),
    ),
    (
        by_monotonicity,
        goal(FALLS, strict=True, x=Span(sp.Integer(1), sp.Integer(2), False, False)),
        ("-log(x) + log(3) > 0 on x in [1, 2]: falls to x = 2", "1/x >= 0 factors as 1/x"),
    ),
    (
        by_monotonicity,
        goal(sp.exp(x) - 1 - x, strict=True, x=POSITIVE),
        (
            "-x + exp(x) - 1 > 0 on x in (0, oo): rises from x = 0",
            "exp(x) - 1 > 0 on x in (0, oo): rises from x = 0",
            "exp(x) > 0 factors as exp(x)",
        ),
    ),
    (
        by_turning_point,
        goal(z**4 - 4 * z + 3, z=LINE),
        ("z**4 - 4*z + 3 >= 0 on z in (-oo, oo): falls to z = 1 and rises from there",),
    ),
    (
        by_turning_point,
        goal(z**2 - z + 1, strict=True, z=LINE),
        ("z**2 - z + 1 > 0 on z in (-oo, oo): falls to z = 1/2 and rises from there",),
    ),
    (
        by_turning_point,
        goal(x - (sp.log(x) - sp.log(sp.log(2)) + 1) * sp.log(2), x=POSITIVE),
        ("x - (log(x) - log(log(2)) + 1)*log(2) >= 0 on x in (0, oo): falls to x = log(2) and rises from there",),
    ),
    (
        by_inversion,
        goal(sp.exp(1 / z), z=POSITIVE),
        ("exp(1/z) >= 0: put z = 1/z.inverse", "exp(z.inverse) >= 0 factors as exp(z.inverse)"),
    ),
    (
        by_inversion,
        goal(sp.exp(1 / (z + 1)), z=NATURAL),
        ("exp(1/(z + 1)) >= 0: put z = -1 + 1/z.inverse", "exp(z.inverse) >= 0 factors as exp(z.inverse)"),
    ),
    (
        by_inversion,
        goal(sp.exp(1 / (z + 5)), z=Span(sp.Integer(-4))),
        ("exp(1/(z + 5)) >= 0: put z = -5 + 1/z.inverse", "exp(z.inverse) >= 0 factors as exp(z.inverse)"),
    ),
    (
        by_inversion,
        goal(sp.Rational(1, 3) - 1 / x, x=Span(sp.Integer(3), low_open=False)),
        (
            "1/3 - 1/x >= 0: put x = 1/x.inverse",
            "1/3 - x.inverse >= 0: with x.inverse = 1/3 - x.inverse' every coefficient is nonnegative",
        ),
    ),
    (
        by_inversion,
        goal(1 - 1 / x, strict=True, x=Span(sp.Integer(1))),
        (
            "1 - 1/x > 0: put x = 1/x.inverse",
            "1 - x.inverse > 0: with x.inverse = 1 - x.inverse' every coefficient is nonnegative",
        ),
    ),
    (
        by_inversion,
        goal(1 - 1 / (z + 1), z=NATURAL),
        (
            "1 - 1/(z + 1) >= 0: put z = -1 + 1/z.inverse",
            "1 - z.inverse >= 0: with z.inverse = 1 - z.inverse' every coefficient is nonnegative",
        ),
    ),
    (
        by_pieces,
        CUBIC,
        (
            "-z*(z - 1)*(z + 1) + 1/2 >= 0: 3 pieces",
            "-z*(z - 1)*(z + 1) + 1/2 >= 0: with z = -z' - 3/4 every coefficient is nonnegative",
            "-z*(z - 1)*(z + 1) + 1/2 >= 0 factors as -(2*z**3 - 2*z - 1)/2",
            "-2*z**3 + 2*z + 1 >= 0 on z in [-3/4, 3/4]: Arb, 11 boxes",
            "-z*(z - 1)*(z + 1) + 1/2 >= 0 factors as -(2*z**3 - 2*z - 1)/2",
            "-2*z**3 + 2*z + 1 >= 0 on z in [3/4, 1]: falls to z = 1",
            "2*(3*z**2 - 1) >= 0: with z = z' + 3/4 every coefficient is nonnegative",
        ),
    ),
]


@pytest.mark.parametrize(("rule", "true", "steps"), CERTIFIED, ids=lambda v: getattr(v, "__name__", str(v)[:50]))
def test_each_rule_certifies_what_it_is_for_in_these_words(rule: Rule, true: Sign, steps: Steps) -> None:
    assert rule(all_rules(1000), true) == steps


LEFT: list[tuple[Rule, Sign]] = [
    (by_boxes, goal(z**2 + 1, z=LINE)),
    (by_boxes, goal(x * (y + 1), x=UNIT, y=POSITIVE)),
    (by_boxes, goal(x, x=UNIT)),
    (by_boxes, goal(z + 2, strict=True, z=AROUND)),
    (by_monotonicity, goal(FALLS, strict=True, x=ONE_TO_THREE)),
    (by_monotonicity, goal(FALLS, strict=True, x=Span(sp.Integer(1), sp.Integer(3), True, False))),
    (by_monotonicity, goal(sp.log(x), strict=True, x=Span(sp.Integer(1), sp.Integer(3), False, True))),
    (by_monotonicity, goal(sp.Rational(3, 2) - x ** (1 / sp.log(x / 2)), x=UNIT)),
    (by_monotonicity, goal(z**2 + 1, z=LINE)),
    (by_monotonicity, goal(-sp.log(x), x=POSITIVE)),
    (by_turning_point, goal(x**2 + y**2 - 2 * x * y, x=POSITIVE, y=POSITIVE)),
    (by_turning_point, goal(sp.log(x) ** 2, x=Span(sp.Integer(-1)))),
    (by_turning_point, goal(x + 4 / x - 4, strict=True, x=POSITIVE)),
    (by_turning_point, goal(-((z - 1) ** 2), z=LINE)),
    (by_inversion, goal(1 - 1 / x, strict=True, x=FROM_ONE)),
    (by_inversion, goal(sp.exp(z), z=LINE)),
    (by_inversion, goal(sp.exp(z), z=AROUND)),
    (by_inversion, goal(sp.exp(x + y), x=POSITIVE, y=POSITIVE)),
    (by_inversion, goal(sp.log(x), x=POSITIVE)),
    (by_pieces, goal(x + y, x=POSITIVE, y=POSITIVE)),
    (by_pieces, goal(x + 1, x=Span(sp.Integer(0), sp.Rational(1, 200)))),
    (by_pieces, Sign(CUBIC.expression, CUBIC.ranges, depth=calculus.PIECE_DEPTH)),
    (by_pieces, goal(z - sp.Rational(1, 10**6), z=AROUND)),
]


@pytest.mark.parametrize(("rule", "other"), LEFT, ids=lambda v: getattr(v, "__name__", str(v)))
def test_what_a_rule_leaves_to_others(rule: Rule, other: Sign) -> None:
    assert rule(all_rules(1000), other) is None


def test_an_inverse_is_not_inverted_again() -> None:
    u = sp.Symbol("x.inverse", positive=True)
    assert by_inversion(all_rules(100), Sign(sp.exp(u), Ranges(((u, POSITIVE),)))) is None


def test_boxes_are_counted_and_limited_for_a_goal_and_in_all() -> None:
    signs = all_rules(1000)
    assert by_boxes(signs, SADDLE) is not None and signs.boxes == 207
    assert by_boxes(signs, SADDLE) is not None and signs.boxes == 414
    assert by_boxes(signs, goal(x, x=UNIT)) is None and signs.boxes == 414 + calculus.BOXES_PER_GOAL + 1
    assert by_boxes(all_rules(207), SADDLE) is not None
    assert by_boxes(all_rules(206), SADDLE) is None


def test_a_box_that_touches_zero_shows_no_more_than_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calculus, "enclosure", lambda *given: arb(0))
    assert by_boxes(all_rules(10), goal(x, x=UNIT)) is not None
    assert by_boxes(all_rules(10), goal(x, strict=True, x=UNIT)) is None


def test_a_part_of_an_interval_is_enclosed() -> None:
    start, stop = (value_within(AROUND, Fraction(t)) for t in ("1/8", "3/4"))
    part = start.union(stop)
    assert all(part.contains(value) for value in (arb("-1.5"), arb(0), arb(1)))
    assert not part.contains(arb("-1.6")) and not part.contains(arb("1.1"))


def test_a_range_is_closed_at_the_end_from_which_a_function_rises_or_to_which_it_falls() -> None:
    ranges = Ranges(((y, POSITIVE), (z, UNIT)))
    ends = [str(calculus._with_end(ranges, z, side).span(z)) for side in (1, -1)]
    assert ends == ["[0, 1)", "(0, 1]"]
    assert calculus._with_end(ranges, z, 1).span(y) == POSITIVE


def test_the_derivative_is_factored() -> None:
    assert derivative(x + 4 / x, x) == (x - 2) * (x + 2) / x**2
    assert derivative(x * y, y) == x


@pytest.mark.parametrize(
    ("slope", "span", "points"),
    [
        (z * (z - 1) * (z - 2), LINE, {0, 1, 2}),
        (z * (z - 1) * (z - 2), AROUND, {0, 1}),
        (z * (z - 2), UNIT, set()),
        ((z - 1) / (z + 2), LINE, {1}),
        (sp.log(2) * z - 1, LINE, {1 / sp.log(2)}),
        (3 * z - 1, LINE, {sp.Rational(1, 3)}),
        (z**2 - 2, LINE, set()),
        (sp.sqrt(2) * z**2 - z, LINE, set()),
        (sp.exp(z) - 1, LINE, set()),
        (sp.Integer(3), LINE, set()),
    ],
    ids=str,
)
def test_turning_points_are_rational_zeros_inside_the_range(slope: Any, span: Span, points: set[Any]) -> None:
    assert set(calculus._turning_points(slope, z, span)) == points


NEAR_BOTH = "(-2, -7/4] [-7/4, -5/4] [-5/4, -1] [-1, -3/4] [-3/4, 3/4] [3/4, 1] [1, 5/4] [5/4, 2] [2, oo)"


@pytest.mark.parametrize(
    ("expression", "span", "pieces"),
    [
        (z**2 - 1, UNIT, "(0, 1/4] [1/4, 3/4] [3/4, 1)"),
        (z**2 - 1, Span(sp.Integer(-2)), NEAR_BOTH),
        (z - 3, LINE, "(-oo, -4] [-4, 11/4] [11/4, 3] [3, 13/4] [13/4, 4] [4, oo)"),
        (z + 3, LINE, "(-oo, -4] [-4, -13/4] [-13/4, -3] [-3, -11/4] [-11/4, 4] [4, oo)"),
        (z - 4, LINE, "(-oo, -4] [-4, 4] [4, oo)"),
        (z + 4, LINE, "(-oo, -4] [-4, 4] [4, oo)"),
        (z - 1, Span(high=sp.Integer(2), high_open=False), "(-oo, -2] [-2, 3/4] [3/4, 1] [1, 5/4] [5/4, 7/4] [7/4, 2]"),
        (z + 9, Span(sp.Integer(-3)), "(-3, -11/4] [-11/4, 1] [1, oo)"),
        (z + 9, Span(sp.Integer(0), sp.Integer(9), False, True), "[0, 1/4] [1/4, 4] [4, 35/4] [35/4, 9)"),
        (z + 9, Span(sp.log(2), sp.Integer(1)), "(log(2), 3/4] [3/4, 1/4 + log(2)] [1/4 + log(2), 1)"),
    ],
    ids=str,
)  # fmt: skip
def test_a_range_is_cut_at_zeros_near_them_near_its_ends_and_far_out(expression: Any, span: Span, pieces: str) -> None:
    cut = calculus._pieces(goal(expression, z=span), z, QUARTER, sp.Integer(4))
    assert " ".join(map(str, cut)) == pieces


def test_pieces_are_closer_to_the_zeros_where_wider_ones_fail() -> None:
    rise = goal(x * sp.log(x) + 1 - x + (x - 1) ** 2, x=POSITIVE)
    steps = by_pieces(all_rules(1000), rise)
    assert steps is not None and steps[0] == "x*log(x) - x + (x - 1)**2 + 1 >= 0: 6 pieces"
    assert [step for step in steps if "on x in (0, 1/4]" in step] and [step for step in steps if "[4, oo)" in step]


def test_two_pieces_are_enough() -> None:
    steps = by_pieces(all_rules(1000), goal(x * (HALF - x), x=Span(sp.Integer(0), HALF)))
    assert steps is not None and steps[0] == "x*(1/2 - x) >= 0: 2 pieces"


def test_a_part_of_a_range_carries_its_own_sign() -> None:
    whole = Sign(z - y, Ranges(((y, POSITIVE), (z, LINE))), True, depth=3)
    part = calculus._on(whole, z, FROM_ONE)
    (first, span), (renamed, cut) = part.ranges.spans
    assert (first, span, renamed.is_positive, cut, part.strict) == (y, POSITIVE, True, FROM_ONE, True)
    assert part.expression == renamed - y and part.depth == 3


@pytest.mark.parametrize("positive", [(True, True, True), (False, True, True), (False, False, False)])
def test_weights_are_all_of_which_the_first_of_a_positive_symbol_is_one(positive: tuple[bool, ...]) -> None:
    changes = [arb(2), arb(3), arb(5)]
    every = {
        weights: [i for i, w in enumerate(weights) if w and positive[i]] for weights in product((0, 1, -1), repeat=3)
    }
    wanted = [(weights, places[0]) for weights, places in every.items() if places and weights[places[0]] == 1]
    found = list(calculus._weights(changes, positive, arb(0)))
    assert [(weights, lead) for weights, lead, _ in found] == wanted
    assert all(total == 2 * a + 3 * b + 5 * c for (_, _, total), ((a, b, c), _) in zip(found, wanted, strict=True))


# ---- Limits, erf and powers


def erfc_is_below(factor: Fraction, strict: bool = False) -> Sign:
    return goal(factor * sp.exp(-(x**2)) + sp.erf(x) - 1, strict=strict, x=NATURAL)


def hoeffding(rate: int) -> Sign:
    """Hoeffding's lemma of a coin, for a moment of either sign."""
    return goal(y * z + z**2 / rate - sp.log(1 - y + y * sp.exp(z)), y=UNIT, z=LINE)


HOLDS = [
    goal(1 - sp.erf(x), strict=True, x=NATURAL),
    goal(1 + sp.erf(z), strict=True, z=LINE),
    erfc_is_below(Fraction(1)),
    goal(x**y + y**x - 1, strict=True, x=UNIT, y=UNIT),
    goal(sp.Rational(37, 100) - x * sp.exp(-x), strict=True, x=NATURAL),
    goal(2 * x**y + 3 * y**x - 2, strict=True, x=UNIT, y=UNIT),
    hoeffding(8),
]
FAILS = [
    hoeffding(9),
    goal(1 - sp.Rational(1, 10**30) - sp.erf(x), x=NATURAL),
    goal(sp.erf(x) - 1, x=NATURAL),
    erfc_is_below(Fraction(99, 100)),
    erfc_is_below(Fraction(1), strict=True),  # at 0 both are 1
    goal(sp.exp(-z * z) + sp.erf(z) - 1, z=LINE),
    goal(x**y + y**x - sp.Rational(101, 100), strict=True, x=UNIT, y=UNIT),
    goal(x**y + y**x - sp.Rational(100001, 100000), strict=True, x=UNIT, y=UNIT),  # at no sample, but at (1/2, 1e-6)
    goal(y**x - y / (y + x - x * y), x=Span(sp.Integer(1), sp.Integer(3)), y=UNIT),  # Bernoulli beyond exponent 1
    goal(sp.Rational(36, 100) - x * sp.exp(-x), strict=True, x=NATURAL),
]


@pytest.mark.parametrize("one", HOLDS, ids=str)
def test_limits_at_infinity_and_singular_corners_are_proved(one: Sign) -> None:
    assert all_rules(3000).proves(one)


@pytest.mark.parametrize("one", FAILS, ids=str)
def test_what_fails_there_is_not_proved(one: Sign) -> None:
    assert not all_rules(1000).proves(one)


@pytest.mark.parametrize(
    ("expression", "limit"),
    [
        (sp.erf(x) - sp.exp(-x), 1),
        (sp.erf(-x) * (2 + 1 / x), -2),
        (sp.log(3 + 1 / x) - sp.sqrt(x), -sp.oo),
        (x - sp.sqrt(x), None),
        (x * sp.exp(-x), None),
        ((1 + 1 / x) ** x, None),
        (sp.sin(x), None),
        (sp.log(-1 / x), None),
        ((sp.log(2) + sp.log(3) - sp.log(6, evaluate=False)) * x, None),
    ],
    ids=str,
)
def test_limits_are_those_of_the_parts(expression: Any, limit: Any) -> None:
    assert limit_at_infinity(expression, x) == limit
