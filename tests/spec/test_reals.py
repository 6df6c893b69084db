"""Real expressions: exact arithmetic, rigorous comparisons, and atoms where something is left free."""

import copy
import operator
import pickle
import re
from fractions import Fraction
from math import comb
from math import exp as float_exp
from math import log as float_log

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.spec.circuit import FALSE, TRUE
from littlestone.spec.reals import (
    EULER,
    Comparison,
    Real,
    ball,
    binomial,
    compare,
    decide,
    enclosure,
    equals,
    erf,
    exp,
    finite_sum,
    floor,
    ln,
    log2,
    substitute,
    symbol,
    symbols,
    unrolled,
)

X, INDEX = symbol("x"), symbol("i")
rationals = st.fractions(min_value=-20, max_value=20, max_denominator=30)
some = settings(deadline=None, max_examples=60)


@some
@given(rationals, rationals, st.integers(0, 5))
def test_rational_arithmetic_is_exact(a: Fraction, b: Fraction, n: int) -> None:
    x, y = Real.of(a), Real.of(b)
    assert [(x + y).value, (x - y).value, (x * y).value, (-x).value] == [a + b, a - b, a * b, -a]
    assert (x**n).value == a**n and (x + b).value == (b + x).value == a + b
    assert (x - 1).value == -(1 - x).value == a - 1
    if b:
        assert (x / y).value == a / b and (y**-n).value == b**-n and (a / y).value == a / b


@some
@given(rationals, rationals)
def test_comparisons_of_rationals(a: Fraction, b: Fraction) -> None:
    x, y = Real.of(a), Real.of(b)
    assert [bool(t) for t in (x <= y, x < y, x >= y, x > y, equals(x, y))] == [a <= b, a < b, a >= b, a > b, a == b]


@pytest.mark.parametrize("value", [0.5, True, "1", None])
def test_what_is_not_exact_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="is not exact"):
        Real.of(value)  # type: ignore[arg-type]


@some
@given(st.integers(2, 40), st.integers(2, 40), st.integers(2, 1600))
def test_logarithms_of_integers_compare_as_the_integers(a: int, b: int, c: int) -> None:
    product = ln(a) + ln(b)
    for other in (c, a * b, a * b + 1):
        found = [bool(t) for t in (product <= ln(other), product < ln(other), equals(product, ln(other)))]
        assert found == [a * b <= other, a * b < other, a * b == other]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Real.of(2) ** Fraction(1, 2) * Real.of(2) ** Fraction(1, 2), Real.of(2)),
        (exp(1) * exp(-1), Real.of(1)),
        (ln(8), 3 * ln(2)),
        (exp(ln(3)), Real.of(3)),
        (exp(2 * ln(3)), Real.of(9)),
        (log2(6) - log2(3), Real.of(1)),
        (Real.of(8) ** Fraction(2, 3), Real.of(4)),
    ],
)
def test_equal_expressions_are_neither_above_nor_below(left: Real, right: Real) -> None:
    assert (equals(left, right), left <= right, right <= left, left < right, right < left) == (
        TRUE, TRUE, TRUE, FALSE, FALSE,
    )  # fmt: skip


@pytest.mark.parametrize("power", [40, 400])
def test_a_difference_far_below_any_float_is_seen(power: int) -> None:
    tiny = Fraction(1, 10**power)
    assert bool(ln(2) < ln(2) + tiny) and not bool(ln(2) + tiny <= ln(2))
    assert bool(exp(1) - tiny < EULER) and not bool(exp(1) + tiny <= EULER)


def test_free_symbols_make_an_atom() -> None:
    truth = ln(X) >= 2 * X
    assert truth.op == "atom" and truth.payload == Comparison(2 * X, "<=", ln(X))
    assert (X > 3).payload == Comparison(Real.of(3), "<", X)
    assert equals(X, X).op == "atom"


def test_a_comparison_that_nothing_decides_stays_an_atom() -> None:
    same = Comparison(erf(ln(4)), "==", erf(2 * ln(2)))
    assert decide(same) is None and equals(same.left, same.right).op == "atom"
    undefined = compare(ln(-1), "<=", 0)
    assert decide(Comparison(ln(-1), "<=", Real.of(0))) is None and undefined.op == "atom"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (EULER, 2),
        (-EULER, -3),
        (6 * ln(3), 6),
        (ln(Fraction(1, 2)), -1),
        (Real.of(Fraction(-7, 2)), -4),
        (10 * log2(5), 23),
    ],
)
def test_floor(expression: Real, expected: int) -> None:
    assert floor(expression) == expected


def test_floor_of_an_integer_in_disguise_is_refused_or_right() -> None:
    assert floor(log2(8)) == 3
    with pytest.raises(ArithmeticError, match="cannot decide the integer part"):
        floor(ln(9) / ln(3))


def test_simplifications_that_keep_exactness() -> None:
    assert ln(1) == exp(0) - 1 == erf(0) == Real.of(0)
    assert log2(Fraction(16)) == Real.of(4)
    assert Real.of(Fraction(4, 9)) ** Fraction(1, 2) == Real.of(Fraction(2, 3))
    assert (Real.of(2) ** Fraction(1, 2)).op == "pow"
    assert [X + 0, 0 + X, X * 1, X**1] == [X] * 4


@pytest.mark.parametrize("n", range(6))
def test_binomials_and_sums(n: int) -> None:
    assert [int(binomial(n, i).value) for i in range(-1, n + 2)] == [0, *(comb(n, i) for i in range(n + 1)), 0]
    whole = finite_sum(binomial(n, INDEX) * Real.of(3) ** INDEX, "i", 0, n)
    assert whole == Real.of(4**n)
    assert finite_sum(INDEX, "i", 3, 2) == Real.of(0)


def test_a_sum_with_a_free_limit_is_written_out_once_it_is_known() -> None:
    node = finite_sum(INDEX * X, "i", 1, symbol("n"))
    assert symbols(node) == {"x", "n"}
    with pytest.raises(TypeError, match=r"limits of .* are not integers"):
        unrolled(node)
    assert substitute(node, {"n": Real.of(3), "x": Real.of(5)}) == Real.of(30)
    assert substitute(node, {"i": Real.of(9)}) is node


def test_substitution_computes_what_becomes_rational() -> None:
    expression = (X + 1) ** 2 / symbol("y")
    assert substitute(expression, {"x": Real.of(2), "y": Real.of(3)}) == Real.of(3)
    assert substitute(binomial(X, 2), {"x": Real.of(5)}) == Real.of(10)
    assert symbols(substitute(expression, {"x": Real.of(2)})) == {"y"}


@pytest.mark.parametrize("x", [Fraction(1, 3), Fraction(7, 2), Fraction(1)])
def test_enclosures_hold_the_value(x: Fraction) -> None:
    logarithm, exponential = enclosure(ln(x), 64), enclosure(exp(x), 64)
    assert abs(float(logarithm.mid()) - float_log(x)) < 1e-12 and logarithm.rad() < arb("1e-15")
    assert abs(float(exponential.mid()) - float_exp(x)) < 1e-10
    assert enclosure(ln(x), 512).rad() < arb("1e-100")


def test_a_ball_covers_a_range_of_the_symbols() -> None:
    around = ball(X * X - 1, {"x": arb(2, 1)})
    assert around.contains(arb(0)) and around.contains(arb(8)) and not around.contains(arb(20))
    assert not ball(ln(X), {"x": arb(0, 1)}).is_finite()


def test_equality_is_a_statement_about_values() -> None:
    assert ln(4) == 2 * ln(2) and ln(4) != ln(3) and not bool(ln(4) != 2 * ln(2))
    assert Real.of(3) == 3 == Real.of(3) and Real.of(3) != Fraction(7, 2)
    assert (X * X == 4).payload == Comparison(X * X, "==", Real.of(4))
    assert not bool(ln(2) == "ln(2)")
    with pytest.raises(TypeError, match=r"^0.5 is not exact"):
        _ = ln(2) == 0.5


def test_what_is_written_alike_is_one_node() -> None:
    node = ln(X) + Fraction(1, 3)
    assert node is ln(X) + Fraction(1, 3) and node is not Fraction(1, 3) + ln(X)
    assert pickle.loads(pickle.dumps(node)) is node and copy.deepcopy(node) is node
    assert {-1 * X: "minus one", -2 * X: "minus two"}[-2 * X] == "minus two"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (ln(X) + Fraction(1, 2), "ln(x) + 1/2"),
        (1 / (exp(Fraction(-1, 2)) + 1), "1/(exp(-1/2) + 1)"),
        (-(X + ln(X)), "-(x + ln(x))"),
        (X - (ln(X) - 2), "x - (ln(x) - 2)"),
        (X / ln(X) / (ln(X) * X), "x/ln(x)/(ln(x) * x)"),
        ((X + 1) ** -2, "(x + 1)**(-2)"),
        (Real.of(2) ** (X + 1), "2**(x + 1)"),
        (finite_sum(INDEX, "i", 0, X), "sum(i for i=0..x)"),
        (Comparison(X, "<", Real.of(2) ** X), "x < 2**x"),
    ],
)
def test_expressions_are_written_as_one_reads_them(expression: object, text: str) -> None:
    assert str(expression) == text


OPERATIONS = [operator.add, operator.sub, operator.mul]
expressions = st.recursive(
    st.just(X) | rationals.map(Real.of),
    lambda parts: (
        st.builds(lambda combine, a, b: combine(a, b), st.sampled_from(OPERATIONS), parts, parts)
        | st.builds(lambda a, n: a**n, parts, st.integers(1, 3))
        | parts.filter(lambda part: part is not Real.of(0)).map(lambda part: 1 / part)
    ),
    max_leaves=8,
)


@some
@given(expressions)
def test_what_is_written_reads_as_the_expression_itself(expression: Real) -> None:
    x = Real.of(Fraction(97, 89))
    read = eval(re.sub(r"(\d+)", r"Real.of(\1)", str(expression)), {"Real": Real, "x": x})
    assert read is substitute(expression, {"x": x})
