"""Intervals of symbols: their inverses, their multiples, and the weights that scale an expression."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from littlestone.proofs_check.numbers import calculus
from littlestone.proofs_check.numbers.signs import Sign
from littlestone.proofs_check.numbers.symbolic_reals import Ranges, Span

x, y, z = sp.Symbol("x", positive=True), sp.Symbol("y", positive=True), sp.Symbol("z", real=True)


POSITIVE, NATURAL = Span(sp.Integer(0)), Span(sp.Integer(0), low_open=False)


def goal(expression: Any, strict: bool = False, **spans: Span) -> Sign:
    named = {symbol.name: symbol for symbol in (x, y, z)}
    return Sign(expression, Ranges(tuple((named[name], span) for name, span in spans.items())), strict)


def between(low: Any, high: Any, ends: str = "[]") -> Span:
    return Span(sp.sympify(low), sp.sympify(high), ends[0] == "(", ends[1] == ")")


@pytest.mark.parametrize(
    ("span", "inverse"),
    [
        (between(0, sp.oo, "()"), between(0, sp.oo, "()")),
        (between(0, 2, "(]"), between(sp.Rational(1, 2), sp.oo, "[)")),
        (between(1, 3, "[)"), between(sp.Rational(1, 3), 1, "(]")),
        (between(2, sp.oo, "[)"), between(0, sp.Rational(1, 2), "(]")),
    ],
)
def test_the_inverses_of_an_interval(span: Span, inverse: Span) -> None:
    assert calculus._inverse(span) == inverse


@pytest.mark.parametrize(
    ("span", "inverse", "power", "scaled"),
    [
        (between(1, 2), between(3, 4), 0, between(1, 2)),
        (between(1, 2), between(3, 4), -1, between(3, 8)),
        (between(1, 2), between(3, 4), 1, between(sp.Rational(1, 4), sp.Rational(2, 3))),
        (between(1, 2, "()"), between(3, 4), -1, between(3, 8, "()")),
        (between(1, 2), between(3, 4, "()"), -1, between(3, 8, "()")),
        (between(0, 2), between(3, 4), -1, between(0, 8)),
        (between(0, 2, "(]"), between(3, 4), -1, between(0, 8, "(]")),
        (between(1, 2), between(0, 4, "(]"), -1, between(0, 8, "(]")),
        (between(0, 2), between(0, 4, "(]"), -1, between(0, 8)),
        (between(1, sp.oo, "[)"), between(3, 4), -1, between(3, sp.oo, "[)")),
        (between(1, 2), between(3, sp.oo, "[)"), -1, between(3, sp.oo, "[)")),
    ],
)
def test_an_interval_scaled_by_numbers_of_another(span: Span, inverse: Span, power: int, scaled: Span) -> None:
    assert calculus._scaled(span, inverse, power) == scaled


@pytest.mark.parametrize(
    ("expression", "spans", "weights"),
    [
        (x + y, {"x": POSITIVE, "y": POSITIVE}, (1, 1)),
        (x - 1 / y, {"x": POSITIVE, "y": POSITIVE}, (1, -1)),
        (sp.log(x / y), {"x": POSITIVE, "y": POSITIVE}, (1, 1)),
        (z / y, {"z": NATURAL, "y": POSITIVE}, (1, 0)),
        (1 / x + 1 / y, {"x": POSITIVE, "y": POSITIVE}, (1, 1)),
        (x + y, {"x": NATURAL, "y": POSITIVE}, (1, 1)),
        (x + y, {"x": NATURAL, "y": NATURAL}, None),
        (x / y + y, {"x": POSITIVE, "y": POSITIVE}, None),
        (x + y**2, {"x": POSITIVE, "y": POSITIVE}, None),
    ],
    ids=str,
)
def test_weights_that_scale_an_expression(expression: Any, spans: dict[str, Span], weights: Any) -> None:
    asked = goal(expression, **spans)
    found = calculus._scaling(asked)
    assert found is None or asked.ranges.span(found[0]).is_positive
    assert (None if found is None else tuple(found[1][s] for s in asked.free)) == weights
