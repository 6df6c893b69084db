"""The rules behind the interval and algebra provers, one at a time, on goals that they must not certify."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
import sympy as sp
from flint import arb

from littlestone.proofs_check.numbers import signs
from littlestone.proofs_check.numbers.calculus import (
    all_rules,
    by_boxes,
    by_inversion,
    by_monotonicity,
    by_scaling,
    by_turning_point,
)
from littlestone.proofs_check.numbers.signs import (
    MOST_GOALS,
    Rule,
    Sign,
    Signs,
    by_log,
    by_polynomial,
    by_product,
    normal_form,
    sample_points,
)
from littlestone.proofs_check.numbers.symbolic_reals import Ranges, Span

x, y, z = sp.Symbol("x", positive=True), sp.Symbol("y", positive=True), sp.Symbol("z", real=True)
POSITIVE, NATURAL = Span(sp.Integer(0)), Span(sp.Integer(0), low_open=False)
FROM_ONE, TO_TWO = Span(sp.Integer(1), low_open=False), Span(high=sp.Integer(2), high_open=False)


def goal(expression: Any, strict: bool = False, **spans: Span) -> Sign:
    named = {symbol.name: symbol for symbol in (x, y, z)}
    return Sign(expression, Ranges(tuple((named[name], span) for name, span in spans.items())), strict)


HALF = sp.Rational(1, 2)
BELOW_ONE = Span(sp.Integer(0), sp.Integer(1))
NONNEGATIVE = "every coefficient is nonnegative"

TRUE: list[tuple[Rule, Sign, tuple[str, ...]]] = [
    (by_log, goal(sp.log(x), x=FROM_ONE), (f"x - 1 >= 0: with x = x' + 1 {NONNEGATIVE}",)),
    (by_log, goal(sp.log(x), strict=True, x=Span(sp.Integer(1))), (f"x - 1 > 0: with x = x' + 1 {NONNEGATIVE}",)),
    (
        by_product,
        goal(-x * (1 - 2 * x) ** 3, x=FROM_ONE),
        ("-x*(1 - 2*x)**3 >= 0 factors as x*(2*x - 1)**3", f"2*x - 1 >= 0: with x = x' + 1 {NONNEGATIVE}"),
    ),
    (by_product, goal(x * sp.exp(x), strict=True, x=POSITIVE), ("x*exp(x) > 0 factors as x*exp(x)",)),
    (by_product, goal(1 / z**2, strict=True, z=POSITIVE), ("z**(-2) > 0 factors as z**(-2)",)),
    (
        by_product,
        goal((x - 2) ** 2 * sp.log(x), x=FROM_ONE),
        ("(x - 2)**2*log(x) >= 0 factors as (x - 2)**2*log(x)", f"x - 1 >= 0: with x = x' + 1 {NONNEGATIVE}"),
    ),
    (
        by_product,
        goal(sp.sqrt(x) * sp.log(x), x=FROM_ONE),
        ("sqrt(x)*log(x) >= 0 factors as sqrt(x)*log(x)", f"x - 1 >= 0: with x = x' + 1 {NONNEGATIVE}"),
    ),
    (
        by_product,
        goal((x - 3) ** 3 * (x - 4), strict=True, x=BELOW_ONE),
        (
            "(x - 4)*(x - 3)**3 > 0 factors as (x - 4)*(x - 3)**3",
            f"3 - x > 0: with x = 1 - x' {NONNEGATIVE}",
            f"4 - x > 0: with x = 1 - x' {NONNEGATIVE}",
        ),
    ),
    (by_polynomial, goal(x**2 - 2 * x + 1, x=FROM_ONE), (f"x**2 - 2*x + 1 >= 0: with x = x' + 1 {NONNEGATIVE}",)),
    (by_polynomial, goal(x, strict=True, x=POSITIVE), ()),
    (by_polynomial, goal(x - 1, x=FROM_ONE), (f"x - 1 >= 0: with x = x' + 1 {NONNEGATIVE}",)),
    (by_polynomial, goal(x * y, strict=True, x=POSITIVE, y=POSITIVE), ()),
    (by_polynomial, goal(x * y + 1, strict=True, x=NATURAL, y=NATURAL), ()),
    (
        by_polynomial,
        goal(x * y - x - y + 1, x=FROM_ONE, y=FROM_ONE),
        (f"x*y - x - y + 1 >= 0: with x = x' + 1, y = y' + 1 {NONNEGATIVE}",),
    ),
    (
        by_polynomial,
        goal(x - z + 2, strict=True, x=POSITIVE, z=TO_TWO),
        (f"x - z + 2 > 0: with z = 2 - z' {NONNEGATIVE}",),
    ),
    (
        by_scaling,
        goal(sp.log(1 + x / y), x=POSITIVE, y=FROM_ONE),
        (
            "log(x/y + 1) >= 0 is kept by x -> x s^1, y -> y s^1 for s > 0, so x = 1",
            "-log(y) + log(y + 1) >= 0: put y = 1/y.inverse",
        ),
    ),
    (
        by_scaling,
        goal(sp.log(1 + x * y) + 1, strict=True, x=POSITIVE, y=FROM_ONE),
        (
            "log(x*y + 1) + 1 > 0 is kept by x -> x s^1, y -> y s^-1 for s > 0, so x = 1",
            "log(y + 1) + 1 > 0 on y in (0, oo): rises from y = 0",
            "1/(y + 1) >= 0 factors as 1/(y + 1)",
        ),
    ),
]


@pytest.mark.parametrize(("rule", "true", "steps"), TRUE, ids=lambda v: getattr(v, "__name__", str(v)))
def test_each_rule_certifies_what_it_is_for_in_these_words(rule: Rule, true: Sign, steps: tuple[str, ...]) -> None:
    assert rule(all_rules(1000), true) == steps


OTHERS: list[tuple[Rule, Sign]] = [
    (by_product, goal(x + 1, x=POSITIVE)),
    (by_log, goal(x, x=POSITIVE)),
    (by_polynomial, goal(z**2 + 1, z=Span())),
    (by_polynomial, goal(sp.log(x), x=FROM_ONE)),
    (by_scaling, goal(x, x=POSITIVE)),
    (by_scaling, goal(1 + z**2 / y**2, y=POSITIVE, z=Span())),
    (by_scaling, goal(x + y**2, x=POSITIVE, y=POSITIVE)),
]


@pytest.mark.parametrize(("rule", "other"), OTHERS, ids=lambda v: getattr(v, "__name__", str(v)))
def test_what_a_rule_leaves_to_others(rule: Rule, other: Sign) -> None:
    assert rule(all_rules(100), other) is None


def test_coefficients_may_be_zero_without_showing_it() -> None:
    hidden = sp.log(6) - sp.log(2) - sp.log(3)
    assert by_polynomial(all_rules(100), goal(hidden * x**2 + x, strict=True, x=POSITIVE)) == ()
    assert by_polynomial(all_rules(100), goal(hidden * x**2 + x, strict=True, x=NATURAL)) is None
    assert by_polynomial(all_rules(100), goal((hidden - 1) * x**2 + x, x=POSITIVE)) is None


def test_a_symbol_is_measured_from_the_finite_ends_of_its_range() -> None:
    assert signs._shifts(Span()) == []
    assert [(shift.of(z), shift.is_open) for shift in signs._shifts(BELOW_ONE)] == [(z, True), (1 - z, True)]
    assert [(shift.of(z), shift.is_open) for shift in signs._shifts(TO_TWO)] == [(2 - z, False)]


@pytest.mark.parametrize("number", [sp.Rational(3, 7), sp.log(2), sp.log(2) * sp.log(3) - sp.log(5)])
@pytest.mark.parametrize("end", [sp.Integer(2), 2 * sp.log(3)])
def test_flint_shifts_as_sympy_does(number: Any, end: Any) -> None:
    asked = goal(sp.expand(number * x**2 * y - (x - y) ** 2 + y), x=Span(sp.Integer(0), end), y=Span(sp.log(2)))
    plain = signs._over_rationals(asked)
    assert plain is not None
    for chosen in product(*(signs._shifts(asked.ranges.span(each)) for each in asked.free)):
        assert sorted(plain.shifted(chosen)) == sorted(signs._shifted(asked, chosen))


def test_numbers_that_are_neither_rational_nor_logarithms_are_left_to_sympy() -> None:
    assert signs._over_rationals(goal(sp.sqrt(2) * x, x=POSITIVE)) is None
    assert signs._over_rationals(goal(x, x=Span(sp.E))) is None


def side_of_two(symbol: Any, point: Any = 2) -> Any:
    """1 below 2 (or another point) and -1 above, with a derivative that sympy reduces to 0."""
    return -sp.sqrt(sp.expand((symbol - point) ** 2)) / (symbol - point)


FALSE: list[tuple[Rule, Sign]] = [
    (by_monotonicity, goal(side_of_two(z), z=Span(sp.Integer(0), low_open=False))),
    (by_turning_point, goal(3 * side_of_two(z) + (z - 1) ** 2, z=Span())),
    (by_scaling, goal(sp.log(y + 1) * side_of_two(x), x=Span(sp.Integer(3)), y=POSITIVE)),
    (by_scaling, goal(-sp.log(y + 1) * side_of_two(x, HALF), x=Span(sp.Integer(0), HALF / 2), y=POSITIVE)),
    (by_scaling, goal(sp.log(y / x) - sp.log(2), x=Span(sp.Integer(1), sp.Integer(2)), y=Span(sp.Integer(2)))),
    (by_log, goal(sp.log(x), strict=True, x=FROM_ONE)),
    (by_product, goal(-x * (x - 2) ** 2, x=POSITIVE)),
    (by_product, goal((1 - x) ** 3, x=FROM_ONE)),
    (by_product, goal((z - 1) ** 2, strict=True, z=Span())),
    (by_product, goal(1 / z**2, z=Span())),
    (by_product, goal(x * sp.sqrt(z), x=POSITIVE, z=Span())),
    (by_product, goal(x * sp.exp(1 / z), x=POSITIVE, z=Span())),
    (by_product, goal(x * sp.log(z) ** 2, x=POSITIVE, z=Span())),
    (by_product, goal(x / z, x=POSITIVE, z=NATURAL)),
    (by_product, goal(x * z, strict=True, x=POSITIVE, z=NATURAL)),
    (by_product, goal(x * (x - 3), x=BELOW_ONE)),
    (by_polynomial, goal(z**2 - 1, z=Span())),
    (by_polynomial, goal(x**2 - sp.Rational(1001, 1000), x=FROM_ONE)),
    (by_polynomial, goal(x - 1, strict=True, x=FROM_ONE)),
    (by_scaling, goal(x - y - y * sp.log(x / y) - y / 10**9, x=POSITIVE, y=POSITIVE)),
    (by_scaling, goal(sp.log(2 - x / y), x=POSITIVE, y=POSITIVE)),
    (by_monotonicity, goal(sp.exp(x) - 1 - x - x**2, x=POSITIVE)),
    (by_monotonicity, goal(-1 / (z - 2), z=Span(sp.Integer(1), low_open=False))),
    (by_turning_point, goal((x - 2) ** 3, x=POSITIVE)),
    (by_turning_point, goal(x - 2 - 2 * sp.log(x / 2) - sp.Rational(1, 10**9), x=POSITIVE)),
    (by_turning_point, goal(1 / (z - 1) ** 2 + z**2, z=Span())),
    (by_inversion, goal(sp.log(x + 1) - sp.log(x) - 1 / x, x=POSITIVE)),
    (by_boxes, goal(z**2 - z + sp.Rational(1, 5), z=Span(sp.Integer(-2), sp.Integer(2), False, False))),
    (by_boxes, goal(z**2, strict=True, z=Span(sp.Integer(-2), sp.Integer(2), False, False))),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "false"), FALSE, ids=lambda v: getattr(v, "__name__", str(v)))
def test_no_rule_certifies_a_false_goal(rule: Rule, false: Sign) -> None:
    signs = all_rules(500)
    assert rule(signs, false) is None and signs.prove(false) is None


@pytest.mark.parametrize("expression", [1 / (z - 2), sp.log(z), sp.sqrt(z), z ** (-2), sp.log(z**2)], ids=str)
def test_expressions_with_singularities_are_not_defined(expression: Any) -> None:
    assert not all_rules(500).defined(goal(expression, z=Span()))
    assert all_rules(500).defined(goal(expression, z=Span(sp.Integer(3))))


@pytest.mark.slow
@pytest.mark.parametrize("expression", [1 / z, sp.log(z), sp.sqrt(z), z ** (y + 1), sp.log(1 + 1 / z)], ids=str)
def test_expressions_with_a_singularity_at_an_end_are_not_defined_there(expression: Any) -> None:
    assert not all_rules(500).defined(goal(expression, y=FROM_ONE, z=NATURAL))
    assert all_rules(500).defined(goal(expression, y=FROM_ONE, z=POSITIVE))


# ---- The engine


class Recorded:
    """A rule that keeps the goals it is asked, and gives one answer."""

    def __init__(self, answer: tuple[str, ...] | None) -> None:
        self.answer, self.asked = answer, list[Sign]()

    def __call__(self, signs: Signs, asked: Sign) -> tuple[str, ...] | None:
        """The one answer."""
        self.asked.append(asked)
        return self.answer


LN_X = goal(sp.log(x) + 10, x=FROM_ONE)


def test_rules_are_tried_in_order_and_each_goal_once() -> None:
    none, first, second = Recorded(None), Recorded(("first",)), Recorded(("second",))
    signs = Signs((none, first, second), 10)
    assert [signs.prove(LN_X), signs.prove(LN_X)] == [("first",)] * 2
    assert (none.asked, first.asked, second.asked, signs.goals) == ([LN_X], [LN_X], [], 1)
    assert signs.proves(LN_X) and not Signs((none,), 10).proves(LN_X)
    assert Signs((Recorded(()),), 10).prove(LN_X) == ()


def test_a_goal_does_not_rest_on_itself() -> None:
    assert Signs((lambda signs, asked: signs.prove(asked),), 10).prove(LN_X) is None


def test_the_statement_about_another_expression_is_one_level_down() -> None:
    about = LN_X.about(x - 1)
    assert about == Sign(x - 1, LN_X.ranges, False, LN_X.depth - 1)
    other = Ranges(((x, POSITIVE),))
    assert about.about(x, other, strict=True) == Sign(x, other, True, LN_X.depth - 2)
    assert LN_X.about(x, strict=True).about(x).strict
    assert (str(about), str(LN_X.about(x, strict=True))) == ("x - 1 >= 0", "x > 0")
    assert goal(z + y * x).free == [x, y, z]


@pytest.mark.parametrize(
    "hopeless",
    [
        Sign(LN_X.expression, LN_X.ranges, depth=0),
        goal(sum((x + 10) ** k / k for k in range(1, 120)), x=POSITIVE),
        goal(sp.Abs(z) + 1, z=Span()),
        goal(sp.sin(x) + 10, x=FROM_ONE),
        goal(x * 1.5, x=POSITIVE),
        goal(sp.EulerGamma * x, x=POSITIVE),
        goal(x - 20, x=FROM_ONE),
        goal(x - 2, strict=True, x=FROM_ONE),
        goal(x * (z - 2), strict=True, x=FROM_ONE, z=Span(sp.Integer(1), sp.Integer(17))),
    ],
    ids=str,
)
def test_no_rule_is_asked_about_deep_long_foreign_or_false_goals(hopeless: Sign) -> None:
    rule = Recorded(("certified",))
    assert Signs((rule,), 10).prove(hopeless) is None and rule.asked == []


@pytest.mark.parametrize(
    "fair",
    [
        Sign(LN_X.expression, LN_X.ranges, depth=1),
        goal(x - sp.Rational(101, 100), x=FROM_ONE),
        goal(x ** sp.sqrt(2) * sp.E + sp.exp(x) / 3, strict=True, x=POSITIVE),
        goal(sp.expand((x + 1) ** 60), x=POSITIVE),
    ],
    ids=lambda v: str(v)[:40],
)
def test_rules_are_asked_about_other_goals(fair: Sign) -> None:
    assert Signs((Recorded(("certified",)),), 10).proves(fair)


def test_the_goals_of_an_engine_are_limited() -> None:
    signs = Signs((Recorded(("certified",)),), 10)
    proved = [signs.proves(goal(x + k, x=POSITIVE)) for k in range(MOST_GOALS + 1)]
    assert proved == [True] * MOST_GOALS + [False]


@pytest.mark.parametrize(
    ("expression", "steps", "strictly"),
    [(sp.log(2), (), ()), (sp.Integer(0), (), None), (-sp.log(2), None, None), (sp.log(-1), None, None)],
)
def test_a_closed_goal_is_decided_without_rules(expression: Any, steps: Any, strictly: Any) -> None:
    assert Signs((), 10).prove(goal(expression)) == steps
    assert Signs((), 10).prove(goal(expression, strict=True)) == strictly


def test_goals_are_known_by_what_they_say() -> None:
    rule = Recorded(("certified",))
    signs = Signs((rule,), 10)
    assert signs.proves(goal(sp.log(x * (y + 1)), x=FROM_ONE, y=POSITIVE, z=Span()))
    (tidied,) = rule.asked
    assert tidied == goal(sp.log(x) + sp.log(y + 1), x=FROM_ONE, y=POSITIVE)
    assert normal_form(sp.log(x**2 + x) - sp.log(x)) == sp.log(x + 1)
    assert normal_form(sp.log(1 / x + 1)) == sp.log(x + 1) - sp.log(x)
    assert normal_form((x + 1) ** 2) == (x + 1) ** 2


def test_a_sign_that_does_not_vary_is_found() -> None:
    signs, where = all_rules(100), goal(x, x=FROM_ONE)
    assert [signs.nonzero(e, where) for e in (x, -x, x - 1, x - 2)] == [1, -1, None, None]


@pytest.mark.parametrize(
    ("span", "points"),
    [
        (Span(sp.Integer(2), sp.Integer(18)), [3, 7, 13, 17]),
        (Span(sp.Integer(2)), ["2.01", 3, 32, 1000002]),
        (Span(high=sp.Integer(2)), ["1.99", 1, -28, -999998]),
        (Span(), ["-0.01", -1, -30, -1000000, "0.01", 1, 30, 1000000]),
    ],
)
def test_goals_are_first_looked_at_in_a_few_points(span: Span, points: list[Any]) -> None:
    found = sample_points(span)
    assert len(found) == len(points)
    assert all(ball.overlaps(arb(point)) and ball.rad() < 1e-9 for ball, point in zip(found, points, strict=True))


@pytest.mark.parametrize(
    ("expression", "is_defined"),
    [
        (2**z, True),
        (z**z, False),
        (z**3, True),
        (sp.sqrt(z**2 + 1), True),
        (sp.log(sp.exp(z)) + 1 / (z**2 + 1), True),
        (1 / (-1 - z**2), True),
        (sp.sin(z), False),
        (sp.exp(1 / z), False),
    ],
    ids=str,
)
def test_what_is_defined_on_the_whole_line(expression: Any, is_defined: bool) -> None:
    assert all_rules(500).defined(goal(expression, z=Span())) == is_defined
