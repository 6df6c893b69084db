"""Real expressions in sympy: ranges, conversion, rigorous signs, and enclosures that contain what they should."""

from fractions import Fraction
from typing import Annotated, Any

import pytest
import sympy as sp
from flint import arb, ctx
from helpers.questions import over

from littlestone.proofs_check.numbers import symbolic_reals
from littlestone.proofs_check.numbers.ball_programs import exact_ball
from littlestone.proofs_check.numbers.normal_forms import factored, is_of_high_degree, normal_form
from littlestone.proofs_check.numbers.symbolic_reals import (
    CHOOSE,
    Ranges,
    Span,
    enclosure,
    is_zero,
    ranges_of,
    rational,
    sign,
    symbol_in,
    to_sympy,
)
from littlestone.proofs_check.provers.interval import IntervalProver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import Everything, Question
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import EULER, Real, binomial, erf, exp, ln, symbol
from littlestone.spec.claim import Claim, Constant
from littlestone.spec.domains import Naturals, Reals

OPEN_UNIT = Reals(low=0, high=1, low_open=True, high_open=True)
ZERO, ONE, TWO = map(sp.Integer, range(3))
LN2 = sp.log(2)
x, y, z = sp.Symbol("x", positive=True), sp.Symbol("y", positive=True), sp.Symbol("z", real=True)
OPEN, CLOSED, LINE = Span(ZERO, ONE), Span(ZERO, ONE, False, False), Span()
CLOSE_TO_ZERO = sp.log(10**400 + 1) - sp.log(10**400)


# ---- Intervals


@pytest.mark.parametrize(
    ("span", "positive", "nonnegative", "bounded"),
    [
        (OPEN, True, True, True),
        (CLOSED, False, True, True),
        (LINE, False, False, False),
        (Span(ONE, low_open=False), True, True, False),
        (Span(-ONE, ONE), False, False, True),
        (Span(high=ONE), False, False, False),
        (Span(CLOSE_TO_ZERO, ONE), False, False, True),
    ],
)
def test_what_an_interval_says_of_its_numbers(span: Span, positive: bool, nonnegative: bool, bounded: bool) -> None:
    assert (span.is_positive, span.is_nonnegative, span.is_bounded) == (positive, nonnegative, bounded)


@pytest.mark.parametrize(
    ("span", "inside", "outside"),
    [
        (OPEN, [sp.Rational(1, 2), LN2], [ZERO, ONE, -ONE, TWO, CLOSE_TO_ZERO]),
        (CLOSED, [ZERO, ONE, sp.Rational(1, 2), LN2], [-ONE, TWO, CLOSE_TO_ZERO]),
        (Span(ZERO, ONE, False, True), [ZERO], [ONE]),
        (Span(ZERO, ONE, True, False), [ONE], [ZERO]),
        (Span(high=LN2), [ZERO, -TWO], [ONE, sp.log(4) / 2]),
        (LINE, [ZERO, -TWO, LN2], []),
    ],
)
def test_an_interval_contains_what_is_decided_to_lie_in_it(span: Span, inside: list[Any], outside: list[Any]) -> None:
    assert all(map(span.contains, inside)) and not any(map(span.contains, outside))


def test_intervals_are_written_as_usual() -> None:
    assert list(map(str, (OPEN, CLOSED, LINE, Span(ZERO, ONE, False)))) == ["(0, 1)", "[0, 1]", "(-oo, oo)", "[0, 1)"]


def test_ranges_are_read_replaced_and_cut_down() -> None:
    both = Ranges(((x, OPEN), (y, LINE)), frozenset({x}))
    assert (both.span(x), both.span(y)) == (OPEN, LINE)
    assert (both.named("x"), both.named("y")) == (x, y)
    assert both.replace(x, CLOSED) == Ranges(((x, CLOSED), (y, LINE)), frozenset({x}))
    assert both.replace(z, CLOSED) == Ranges(((x, OPEN), (y, LINE), (z, CLOSED)), frozenset({x}))
    assert both.only({x}) == Ranges(((x, OPEN),), frozenset({x}))
    assert both.only({y}) == Ranges(((y, LINE),))
    with pytest.raises(KeyError):
        both.named("z")


@pytest.mark.parametrize(
    ("domain", "span"),
    [
        (Naturals(2), Span(TWO, low_open=False)),
        (Reals(), LINE),
        (Reals(low=0, low_open=True), Span(ZERO)),
        (Reals(low=0, high=ln(2)), Span(ZERO, LN2, False, False)),
        (Reals(high=ln(2), high_open=True), Span(high=LN2)),
        (Reals(high=ln(2)), Span(high=LN2, high_open=False)),
    ],
)
def test_a_parameter_ranges_over_its_interval(domain: Reals | Naturals, span: Span) -> None:
    ranges = ranges_of({"a": domain, "b": Naturals(0)})
    assert ranges.span(ranges.named("a")) == span
    assert {s.name for s in ranges.integral} == ({"a", "b"} if isinstance(domain, Naturals) else {"b"})


@pytest.mark.parametrize(
    ("span", "signs"),
    [(OPEN, (True, True)), (CLOSED, (None, True)), (LINE, (None, None)), (Span(-ONE, ONE), (None, None))],
)
def test_a_symbol_carries_the_sign_of_its_interval(span: Span, signs: tuple[bool | None, bool | None]) -> None:
    made = symbol_in("a", span)
    assert (made.is_positive, made.is_nonnegative) == signs
    assert (made.name, made.is_real) == ("a", True)


# ---- Conversion


n = symbol("n")
index = sp.Symbol("i", integer=True)


@pytest.mark.parametrize(
    ("expression", "converted"),
    [
        (Real.of(Fraction(2, 3)), sp.Rational(2, 3)),
        (n + 2, z + 2),
        (n * 3 - 1, 3 * z - 1),
        (n ** Fraction(1, 2), sp.sqrt(z)),
        (1 / n, 1 / z),
        (ln(n), sp.log(z)),
        (exp(n), sp.exp(z)),
        (erf(n), sp.erf(z)),
        (EULER * n, sp.E * z),
        (binomial(n, 2 * n), CHOOSE(z, 2 * z)),
        (finite_sum(n * symbol("i"), "i", n, n + 1), sp.Sum(z * index, (index, z, z + 1))),
    ],
    ids=str,
)
def test_expressions_are_the_same_in_sympy(expression: Real, converted: Any) -> None:
    assert to_sympy(expression, {"n": z}) == converted


def test_rationals_are_exact() -> None:
    assert (rational(Fraction(-2, 6)), rational(5)) == (sp.Rational(-1, 3), sp.Integer(5))
    assert exact_ball(Fraction(3, 4)) == arb("0.75") and exact_ball(7) == 7
    third = exact_ball(Fraction(1, 3))
    assert (3 * third).contains(1) and third.rad() > 0


below_one = over(lambda a, bound: erf(a) < bound, a=Annotated[Any, Reals(low=0, high=3)])
below_its_limit = over(lambda a, bound: erf(a) <= bound, a=Annotated[Any, Reals(low=0)])
tail_below_the_exponential = over(lambda a, bound: 1 - erf(a) <= exp(-(a**2)) * bound, a=Annotated[Any, Reals(low=0)])
above_one_at_the_corner = over(
    lambda a, b, bound: a**b + b**a > bound, a=Annotated[Any, OPEN_UNIT], b=Annotated[Any, OPEN_UNIT]
)


@pytest.mark.parametrize(
    ("formula", "false"),
    [
        (below_one, Fraction(99, 100)),
        (below_its_limit, 1 - Fraction(1, 10**30)),
        (tail_below_the_exponential, Fraction(99, 100)),
        (above_one_at_the_corner, Fraction(101, 100)),
    ],
)
def test_bounds_at_limits_and_corners_are_proved_and_stronger_ones_refuted(formula: Any, false: Fraction) -> None:
    claim = Claim("TEST.limit", "-", "lemma", formula, {"bound": Constant(1, (false,))})
    asked = [Question(claim, constants, Everything()) for constants in (claim.printed, *claim.mutants())]
    outcomes = [IntervalProver().run(question, Budget()).outcome for question in asked]
    assert outcomes == ["proved", "refuted"]


# ---- Signs


@pytest.mark.parametrize(
    ("expression", "known"),
    [
        (sp.Rational(-3, 7), -1),
        (ZERO, 0),
        (sp.Integer(10**30), 1),
        (LN2 - 1, -1),
        (1 - LN2, 1),
        (sp.exp(-1000), 1),
        (sp.log(4) - 2 * LN2, 0),
        (sp.sqrt(2) ** 2 - 2, 0),
        (sp.log(10**60 + 1) - sp.log(10**60), 1),
        (sp.log(10**60) - sp.log(10**60 + 1), -1),
        (sp.log(10**100 + 1) - sp.log(10**100), 1),
        (CLOSE_TO_ZERO, None),
        (sp.log(-1), None),
        (CHOOSE(5, 2), None),
        (CHOOSE(5, 2) - CHOOSE(5, 2), 0),
    ],
    ids=str,
)
def test_closed_signs_are_decided_rigorously_or_not_at_all(expression: Any, known: int | None) -> None:
    assert sign(expression) == known


def test_a_ball_that_touches_zero_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbolic_reals, "enclosure", lambda *given: arb(0))
    assert sign.__wrapped__(sp.log(9) - 2 * sp.log(3)) == 0


def test_the_sign_of_a_closed_sum_is_left_open() -> None:
    assert sign(sp.Sum(index, (index, 1, 3))) is None


@pytest.mark.parametrize(
    ("expression", "zero"),
    [
        (ZERO, True),
        (ONE, False),
        ((z + 1) ** 2 - z**2 - 2 * z - 1, True),
        ((z + 1) ** 2 - z**2 - 2 * z, False),
        (sp.log(x * y) - sp.log(x) - sp.log(y), True),
        (sp.sin(z) ** 2 + sp.cos(z) ** 2 - 1, True),
        (x / (x + 1) + 1 / (x + 1) - 1, True),
        (CHOOSE(z, 2) * (z + 1) - z * CHOOSE(z, 2) - CHOOSE(z, 2), True),
        (sp.log(CHOOSE(z, 2) * x) - sp.log(CHOOSE(z, 2)) - sp.log(x), True),
        (CHOOSE(z, 2) - CHOOSE(z, 1), False),
        (CHOOSE(z, 2) - z * (z - 1) / 2, False),
        (sp.Sum(index, (index, 1, z)) * 2 - 2 * sp.Sum(index, (index, 1, z)), True),
        (x - y, False),
        ((x - sp.Rational(9, 6)) * y, False),
    ],
    ids=str,
)
def test_zero_is_what_sympy_reduces_to_zero(expression: Any, zero: bool) -> None:
    assert is_zero(expression) == zero


def test_no_simplification_is_tried_where_one_point_shows_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sp, "simplify", lambda expression: pytest.fail(f"simplified {expression}"))
    assert not is_zero(sp.log(x) - x * y)
    assert not is_zero(x * y - sp.log(x))
    assert not is_zero(x / 100)


# ---- Enclosures


@pytest.mark.parametrize(
    ("expression", "exact"),
    [
        (sp.Rational(3, 4), "0.75"),
        (z, "2"),
        (z + 1, "3"),
        (z + y + 1, "6"),
        (3 * z * y, "18"),
        (z**3, "8"),
        (z**-2, "0.25"),
        ((-z) ** 3, "-8"),
        (sp.sqrt(2 * z), "2"),
        (sp.log(z - 1), "0"),
        (sp.exp(z - 2), "1"),
        (sp.erf(z - 2), "0"),
        (sp.log(sp.E), "1"),
        (sp.log(sp.E * (z - 1)), "1"),
        (2**z * 2**y, "32"),
    ],
    ids=str,
)
def test_a_point_is_enclosed_closely(expression: Any, exact: str) -> None:
    found = enclosure(expression, {z: arb(2), y: arb(3)})
    assert found.contains(arb(exact)) and found.rad() < 1e-25


@pytest.mark.parametrize("expression", [CHOOSE(z, 2), sp.Sum(index, (index, 1, z)), sp.sin(z), sp.log(-z), 1 / (z - 2)])
def test_what_has_no_enclosure_is_not_finite(expression: Any) -> None:
    assert not enclosure(expression, {z: arb(2)}).is_finite()


@pytest.mark.parametrize("expression", [z**2 - z, sp.exp(z) - z, sp.sqrt(z) * z, 1 / (z + 1), z**z], ids=str)
def test_a_box_is_enclosed(expression: Any) -> None:
    box = enclosure(expression, {z: arb(2, 1)})
    assert all(box.overlaps(enclosure(expression, {z: exact_ball(Fraction(i, 8))})) for i in range(8, 25))


def test_the_precision_is_as_asked_for_and_put_back_even_after_an_error() -> None:
    before = ctx.prec
    radii = [float(enclosure(LN2, {}, precision).rad()) for precision in (32, 96, 300)]
    assert radii[0] > 1e-12 > radii[1] > 1e-35 > radii[2] > 0
    assert enclosure(LN2, {}).rad() == enclosure(LN2, {}, symbolic_reals.BOX_PRECISION).rad()
    with pytest.raises(KeyError):
        enclosure(z, {}, 200)
    assert ctx.prec == before


# ---- Rewriting ends


@pytest.mark.parametrize("high", [1 + sp.exp(10_000), (x + y) ** 1000 + 1, sp.exp(x / 1000) - 1, sp.exp(y - 300 * x)])
def test_what_has_a_high_degree_stays_as_it_is(high: sp.Expr) -> None:
    assert is_of_high_degree(high) and factored(high) is high
    assert normal_form(sp.log(high)) == sp.log(high)


def test_what_has_a_low_degree_is_factored_and_its_logarithms_are_written_out() -> None:
    assert factored(x**2 + 2 * x * y + y**2) == (x + y) ** 2
    assert factored(1 / x + 1 / y) == (x + y) / (x * y)
    assert normal_form(sp.log(x**2 * y) - sp.log(y)) == 2 * sp.log(x)
