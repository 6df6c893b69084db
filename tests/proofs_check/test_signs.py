"""The rules behind the interval and algebra provers, one at a time, on goals that they must not certify."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from littlestone.proofs_check.calculus import all_rules, by_boxes, by_inversion, by_monotonicity, by_turning_point
from littlestone.proofs_check.signs import Rule, Sign, by_log, by_polynomial, by_product, by_scaling
from littlestone.proofs_check.sums import identity
from littlestone.proofs_check.symbolic_reals import CHOOSE, Ranges, Span, sign

x, y, z = sp.Symbol("x", positive=True), sp.Symbol("y", positive=True), sp.Symbol("z", real=True)
n, d = sp.Symbol("n", nonnegative=True), sp.Symbol("d", nonnegative=True)
POSITIVE, NATURAL = Span(sp.Integer(0)), Span(sp.Integer(0), low_open=False)
FROM_ONE = Span(sp.Integer(1), low_open=False)


def goal(expression: Any, strict: bool = False, **spans: Span) -> Sign:
    named = {symbol.name: symbol for symbol in (x, y, z)}
    return Sign(expression, Ranges(tuple((named[name], span) for name, span in spans.items())), strict)


TRUE: list[tuple[Rule, Sign]] = [
    (by_log, goal(sp.log(x), x=FROM_ONE)),
    (by_product, goal(-x * (1 - 2 * x) ** 3, x=FROM_ONE)),
    (by_polynomial, goal(x**2 - 2 * x + 1, x=FROM_ONE)),
    (by_polynomial, goal(x, strict=True, x=POSITIVE)),
    (by_scaling, goal(x - y - y * sp.log(x / y), x=POSITIVE, y=POSITIVE)),
    (by_monotonicity, goal(sp.exp(x) - 1, strict=True, x=POSITIVE)),
    (by_turning_point, goal(x - 2 - 2 * sp.log(x) + 2 * sp.log(2), x=POSITIVE)),
    (by_inversion, goal(sp.log(x + 1) - sp.log(x) - 1 / (x + 1), x=POSITIVE)),
    (by_boxes, goal(z**2 - z + 1, strict=True, z=Span(sp.Integer(-2), sp.Integer(2), False, False))),
]


@pytest.mark.parametrize(("rule", "true"), TRUE, ids=lambda v: getattr(v, "__name__", str(v)))
def test_each_rule_certifies_what_it_is_for(rule: Rule, true: Sign) -> None:
    assert rule(all_rules(1000), true) is not None


def side_of_two(symbol: Any) -> Any:
    """1 below 2 and -1 above, with a derivative that sympy reduces to 0."""
    return -sp.sqrt(symbol**2 - 4 * symbol + 4) / (symbol - 2)


FALSE: list[tuple[Rule, Sign]] = [
    (by_monotonicity, goal(side_of_two(z), z=Span(sp.Integer(0), low_open=False))),
    (by_turning_point, goal(3 * side_of_two(z) + (z - 1) ** 2, z=Span())),
    (by_scaling, goal(sp.log(y + 1) * side_of_two(x), x=Span(sp.Integer(3)), y=POSITIVE)),
    (by_log, goal(sp.log(x), strict=True, x=FROM_ONE)),
    (by_product, goal(-x * (x - 2) ** 2, x=POSITIVE)),
    (by_product, goal((1 - x) ** 3, x=FROM_ONE)),
    (by_product, goal((z - 1) ** 2, strict=True, z=Span())),
    (by_product, goal(1 / z**2, z=Span())),
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


@pytest.mark.parametrize(("rule", "false"), FALSE, ids=lambda v: getattr(v, "__name__", str(v)))
def test_no_rule_certifies_a_false_goal(rule: Rule, false: Sign) -> None:
    signs = all_rules(2000)
    assert rule(signs, false) is None and signs.prove(false) is None


@pytest.mark.parametrize("expression", [1 / (z - 2), sp.log(z), sp.sqrt(z), z ** (-2), sp.log(z**2)], ids=str)
def test_expressions_with_singularities_are_not_defined(expression: Any) -> None:
    assert not all_rules(500).defined(goal(expression, z=Span()))
    assert all_rules(500).defined(goal(expression, z=Span(sp.Integer(3))))


def test_closed_signs_are_never_guessed() -> None:
    assert sign(sp.log(4) - 2 * sp.log(2)) == 0
    assert sign(sp.log(3) - sp.log(2)) == 1
    assert sign(sp.log(10**400 + 1) - sp.log(10**400)) is None
    assert sign(sp.log(-1)) is None


def naturals(expression: Any) -> Any:
    return identity(all_rules(500), expression, Ranges(((n, NATURAL), (d, NATURAL)), frozenset({n, d})))


def test_pascals_rule_needs_a_top_of_at_least_one() -> None:
    assert naturals(CHOOSE(n + 1, d) - CHOOSE(n, d) - CHOOSE(n, d - 1)) is not None
    assert naturals(CHOOSE(n, d) - CHOOSE(n - 1, d) - CHOOSE(n - 1, d - 1)) is None


def test_terms_come_off_a_sum_only_where_it_has_them() -> None:
    i = sp.Symbol("i", integer=True)
    assert naturals(sp.Sum(i, (i, 0, n)) - sp.Sum(i, (i, 0, n - 1)) - n) is not None
    assert naturals(sp.Sum(i, (i, 5, n)) - sp.Sum(i, (i, 5, n - 1)) - n) is None


def test_induction_needs_its_base() -> None:
    i = sp.Symbol("i", integer=True)
    assert naturals(sp.Sum(i, (i, 0, n)) - n * (n + 1) / 2) is not None
    assert naturals(sp.Sum(i, (i, 0, n)) - n * (n + 1) / 2 - 1) is None
