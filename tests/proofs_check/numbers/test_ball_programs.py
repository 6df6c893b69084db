"""An expression that was taken apart gives the balls that the definition gives, at every precision."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from flint import arb, ctx

from littlestone.proofs_check.numbers.points import difference
from littlestone.proofs_check.numbers.symbolic_reals import enclosure, to_sympy
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import EULER, Comparison, Real, ball, binomial, erf, exp, ln, symbol

X, Y = symbol("x"), symbol("y")
WRITTEN = [
    X,
    Real.of(Fraction(1, 3)),
    X * Y + X * Y * Y,
    X**3 - Y**-2,
    X**Y,
    X ** Fraction(1, 2) + Fraction(1, 7),
    ln(X / Y) * exp(-X) - erf(Y),
    EULER**X,
    finite_sum(X ** symbol("i"), "i", 1, 4),
]
BALLS = [
    {"x": arb(3) / 7, "y": arb(5) / 3},
    {"x": arb(1, 0.5), "y": arb(2, 0.25)},
    {"x": arb(0), "y": arb(-1)},
]


@pytest.mark.parametrize("expression", WRITTEN, ids=str)
@pytest.mark.parametrize("balls", BALLS)
@pytest.mark.parametrize("precision", [53, 200])
def test_a_program_gives_the_balls_of_the_definition(expression: Real, balls: dict[str, arb], precision: int) -> None:
    comparison = Comparison(Real.of(0), "<=", expression)
    saved, ctx.prec = ctx.prec, precision
    try:
        wanted, found = ball(expression, balls), difference(comparison)(balls)
        assert found.is_finite() == wanted.is_finite()
        assert not wanted.is_finite() or (found.mid(), found.rad()) == (wanted.mid(), wanted.rad())
    finally:
        ctx.prec = saved


def test_it_is_run_at_the_precision_in_force_and_not_at_that_of_its_making() -> None:
    comparison, radii = Comparison(Real.of(0), "<=", ln(X) + Fraction(1, 3)), []
    for precision in (53, 300, 53):
        saved, ctx.prec = ctx.prec, precision
        radii.append(difference(comparison)({"x": arb(2)}).rad())
        ctx.prec = saved
    assert radii[0] == radii[2] > radii[1] > 0


def test_equal_parts_are_computed_once() -> None:
    program = difference(Comparison(Real.of(0), "<=", exp(X * Y) + ln(X * Y)))
    assert len(program.steps) == 4 and len(program.symbols) == 2


def test_what_has_no_enclosure_and_what_has_no_ball_is_refused() -> None:
    with pytest.raises(TypeError, match="has no enclosure"):
        difference(Comparison(Real.of(0), "<=", binomial(X, Y)))
    with pytest.raises(KeyError):
        difference(Comparison(Real.of(0), "<=", X))({"y": arb(1)})


@pytest.mark.parametrize("expression", WRITTEN[:-1], ids=str)
def test_sympy_s_form_holds_the_same_number(expression: Real) -> None:
    x, y = sp.Symbol("x", positive=True), sp.Symbol("y", positive=True)
    balls = BALLS[0]
    found = enclosure(to_sympy(expression, {"x": x, "y": y}), {x: balls["x"], y: balls["y"]})
    assert found.is_finite() and found.overlaps(ball(expression, balls)) and found.rad() < arb(2) ** -40
