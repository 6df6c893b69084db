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

from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import (
    EULER,
    SUM,
    Comparison,
    Real,
    add_up,
    ball,
    binomial,
    compare,
    decide,
    enclosure,
    equals,
    erf,
    exp,
    ln,
    log2,
    substitute,
    symbol,
    symbols,
    unrolled,
)
from littlestone.spec.algebra.rounding import floor

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


def test_the_exact_zero_is_neither_above_nor_below() -> None:
    nothing = erf(ln(4)) * 0
    assert nothing.op == "mul"
    assert (nothing <= 0, nothing >= 0, nothing == 0, nothing < 0, nothing > 0) == (TRUE, TRUE, TRUE, FALSE, FALSE)


def test_numbers_below_one_are_above_zero() -> None:
    small = ln(2)
    assert [bool(t) for t in (small > 0, small >= 0, small <= 0, small == 0, -small < 0)] == [
        True,
        True,
        False,
        False,
        True,
    ]


def test_free_symbols_make_an_atom() -> None:
    truth = ln(X) >= 2 * X
    assert truth.op == "atom" and truth.payload == Comparison(2 * X, "<=", ln(X))
    assert (X > 3).payload == Comparison(Real.of(3), "<", X)
    assert equals(X, X).op == "atom"


def test_comparisons_are_alike_where_both_sides_and_the_relation_are() -> None:
    kinds = {Comparison(left, relation, X) for left in (X, 2 * X) for relation in ("<=", "<")} | {
        Comparison(X, "<", ln(X))
    }
    assert len(kinds) == 5 and Comparison(2 * X, "<", X) in kinds
    one = Comparison(X, "<", ln(X))
    others = [Comparison(2 * X, "<", ln(X)), Comparison(X, "<=", ln(X)), Comparison(X, "<", 2 * X), "x < ln(x)"]
    assert one == Comparison(X, "<", ln(X)) and all(one != other and hash(one) != hash(other) for other in others)


def test_a_comparison_that_nothing_decides_stays_an_atom() -> None:
    same = Comparison(erf(ln(4)), "==", erf(2 * ln(2)))
    assert decide(same) is None and equals(same.left, same.right).op == "atom"
    assert equals(same.left, same.right).payload == same
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
    nodes = [ln(1), exp(0) - 1, erf(0), X + 0, 0 + X, X * 1, 1 * X, X**1]
    assert all(node is simple for node, simple in zip(nodes, [*[Real.of(0)] * 3, *[X] * 5], strict=True))


def test_the_logarithm_to_base_two_is_an_integer_at_powers_of_two_alone() -> None:
    assert [log2(Fraction(2) ** n) for n in range(-3, 4)] == [Real.of(n) for n in range(-3, 4)]
    assert all(log2(Fraction(2) ** n) is Real.of(n) for n in range(-3, 4))
    for x in (6, Fraction(3, 2), Fraction(2, 3), X, 0, -2, -4, Fraction(-1, 4)):
        assert log2(x) is ln(x) / ln(2)
    assert bool(2 * log2(3) > 3) and bool(2 * log2(3) < 4)


def test_the_exponential_of_a_multiple_of_a_logarithm_is_a_power() -> None:
    assert exp(ln(3)) is Real.of(3) and exp(ln(Fraction(1, 3))) is Real.of(Fraction(1, 3))
    assert exp(-2 * ln(3)) is exp(ln(3) * -2) is Real.of(Fraction(1, 9))
    assert exp(Fraction(1, 2) * (3 * ln(4))) is Real.of(8) and exp(ln(2) / 2) is Real.of(2) ** Fraction(1, 2)
    assert [exp(x).op for x in (2, X, ln(X), 2 * X, ln(2) * ln(3), ln(2) * X)] == ["exp"] * 6


def test_the_exponential_of_a_logarithm_that_is_not_defined_is_not_decided() -> None:
    for x in (ln(-2), 2 * ln(-3), ln(0), ln(0) * -1):
        assert exp(x).op == "exp" and decide(Comparison(exp(x), "<=", Real.of(0))) is None


@pytest.mark.parametrize(
    ("base", "exponent", "power"),
    [
        (Fraction(8), Fraction(2, 3), Fraction(4)),
        (Fraction(1, 4), Fraction(1, 2), Fraction(1, 2)),
        (Fraction(4, 9), Fraction(-3, 2), Fraction(27, 8)),
        (Fraction(2), Fraction(1, 2), None),
        (Fraction(4, 3), Fraction(1, 2), None),
        (Fraction(-8), Fraction(1, 3), None),
        (Fraction(0), Fraction(-1), None),
        (Fraction(0), Fraction(1, 2), None),
    ],
)
def test_a_power_of_a_rational_is_computed_where_it_is_one(
    base: Fraction, exponent: Fraction, power: Fraction | None
) -> None:
    node = Real.of(base) ** exponent
    assert node.op == "pow" if power is None else node is Real.of(power)


@pytest.mark.parametrize("n", range(6))
def test_binomials_and_sums(n: int) -> None:
    assert [int(binomial(n, i).value) for i in range(-1, n + 2)] == [0, *(comb(n, i) for i in range(n + 1)), 0]
    whole = finite_sum(binomial(n, INDEX) * Real.of(3) ** INDEX, "i", 0, n)
    assert whole == Real.of(4**n)
    assert finite_sum(INDEX, "i", 3, 2) is Real.of(0)


def depth(expression: Real) -> int:
    return 1 + max(map(depth, expression.args)) if expression.args else 0


def test_a_long_sum_is_no_deeper_than_the_logarithm_of_its_length() -> None:
    for n in range(1, 40):
        names = [f"x{i}" for i in range(n)]
        whole = add_up([symbol(name) for name in names])
        assert depth(whole) == (n - 1).bit_length()
        assert substitute(whole, {name: Real.of(2**i) for i, name in enumerate(names)}) is Real.of(2**n - 1)
    assert add_up([]) is Real.of(0)


@pytest.mark.parametrize(("n", "i"), [(Fraction(5, 2), 1), (3, Fraction(1, 2)), (-1, 0), (-1, -1)])
def test_binomials_take_integers(n: Fraction | int, i: Fraction | int) -> None:
    message = rf"^binomial\({n}, {i}\) is not defined: it takes integers n >= 0 and i$"
    with pytest.raises(ValueError, match=message):
        binomial(n, i)
    with pytest.raises(ValueError, match=message):
        substitute(binomial(X, i), {"x": Real.of(n)})


def test_a_sum_with_a_free_limit_is_written_out_once_it_is_known() -> None:
    node = finite_sum(INDEX * X, "i", 1, symbol("n"))
    assert symbols(node) == {"x", "n"}
    with pytest.raises(TypeError, match=r"limits of .* are not integers"):
        unrolled(node)
    assert substitute(node, {"n": Real.of(3), "x": Real.of(5)}) is Real.of(30)
    assert finite_sum(INDEX, "i", symbol("n"), 3).op == finite_sum(INDEX, "i", 1, symbol("n")).op == "sum"
    assert finite_sum(INDEX, "i", 1, 4) is Real.of(10)
    assert substitute(node, {"i": Real.of(9)}) is node


def test_substitution_computes_what_becomes_rational() -> None:
    expression = (X + 1) ** 2 / symbol("y")
    assert substitute(expression, {"x": Real.of(2), "y": Real.of(3)}) == Real.of(3)
    assert substitute(binomial(X, 2), {"x": Real.of(5)}) == Real.of(10)
    assert symbols(substitute(expression, {"x": Real.of(2)})) == {"y"}
    assert substitute(ln(X) + erf(exp(X)) * 3, {"x": Real.of(2)}) is ln(2) + erf(exp(2)) * 3


@pytest.mark.parametrize("x", [Fraction(1, 3), Fraction(7, 2), Fraction(1)])
def test_enclosures_hold_the_value(x: Fraction) -> None:
    logarithm, exponential = enclosure(ln(x), 64), enclosure(exp(x), 64)
    assert abs(float(logarithm.mid()) - float_log(x)) < 1e-12 and logarithm.rad() < arb("1e-15")
    assert abs(float(exponential.mid()) - float_exp(x)) < 1e-10
    assert enclosure(ln(x), 512).rad() < arb("1e-100")


def test_powers_have_enclosures() -> None:
    root = enclosure(Real.of(2) ** ln(3), 64)
    assert abs(float(root.mid()) - 2 ** float_log(3)) < 1e-12 and root.rad() < arb("1e-15")
    cube = ball(X**3, {"x": arb(-2, 1)})
    assert cube.contains(arb(-27)) and cube.contains(arb(-1)) and not cube.contains(arb(20))


def test_a_sum_with_integer_limits_has_an_enclosure_and_what_is_open_has_none() -> None:
    thrice = Real(SUM, (INDEX * X, Real.of(1), Real.of(2)), name="i")
    assert ball(thrice, {"x": arb(5)}) == 15
    with pytest.raises(
        TypeError, match=r"^binomial\(x, 2\) has no enclosure: its binomials and sums need integer arguments$"
    ):
        ball(binomial(X, 2), {"x": arb(5)})


def test_a_ball_covers_a_range_of_the_symbols() -> None:
    around = ball(X * X - 1, {"x": arb(2, 1)})
    assert around.contains(arb(0)) and around.contains(arb(8)) and not around.contains(arb(20))
    assert not ball(ln(X), {"x": arb(0, 1)}).is_finite()


def test_equality_is_a_statement_about_values() -> None:
    assert ln(4) == 2 * ln(2) and ln(4) != ln(3) and not bool(ln(4) != 2 * ln(2))
    assert Real.of(3) == 3 == Real.of(3) and Real.of(3) != Fraction(7, 2)
    assert (X * X == 4).payload == Comparison(X * X, "==", Real.of(4))
    for same in (operator.eq, operator.ne):
        with pytest.raises(TypeError, match=r"^'ln\(2\)' is not exact"):
            same(ln(2), "ln(2)")
        with pytest.raises(TypeError, match="a real expression has no truth value"):
            same(TRUE, X)
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


def test_parentheses_and_signs_are_those_that_are_needed() -> None:
    y, half = symbol("y"), Fraction(1, 2)
    texts = {
        "x + 1 + y": X + 1 + y,
        "x + (1 + y)": X + (1 + y),
        "x - y - 1": X - y - 1,
        "x - 2 * y": X - 2 * y,
        "x - y * 2": X + y * -2,
        "x + 0 * y": X + 0 * y,
        "-1/2 + x": -half + X,
        "2 - (-x)": 2 - (-X),
        "(-x) * y": -X * y,
        "-x * y": -(X * y),
        "-2 * x": -2 * X,
        "x * (-y)": X * -y,
        "x * 1/2 * y": X / 2 * y,
        "x * (y + 1)": X * (y + 1),
        "(x + 1) * y": (X + 1) * y,
        "x/y": X * (1 / y),
        "x/(y/x)": X / (y / X),
        "x/(y + 1)": X / (y + 1),
        "(-x)/y": -X / y,
        "x/(-y)": X / -y,
        "x**2/y**2": X**2 / y**2,
        "1/x": 1 / X,
        "1/(1/x)": 1 / (1 / X),
        "1/y**2": 1 / y**2,
        "1/ln(x)": 1 / ln(X),
        "x**(1/2)": X**half,
        "(1/2)**x": Real.of(half) ** X,
        "(-2)**x": Real.of(-2) ** X,
        "x**(y**2)": X ** (y**2),
        "(x**y)**2": (X**y) ** 2,
        "(1/x)**2": (1 / X) ** 2,
        "binomial(x, 2)": binomial(X, 2),
        "0": Real.of(0),
    }
    assert {text: str(expression) for text, expression in texts.items()} == {text: text for text in texts}


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


def test_many_values_are_compared_one_by_one() -> None:
    for many in ((1, 2), [1], {1}):
        with pytest.raises(TypeError, match="is no number: compare its elements"):
            equals(many, many)  # type: ignore[arg-type]


def test_remainders_are_of_listed_integers() -> None:
    for operation in (lambda x: x % 2, lambda x: x // 2, lambda x: 7 % x, lambda x: 7 // x, lambda x: divmod(x, 2)):
        with pytest.raises(TypeError, match="write n: Size"):
            operation(symbol("x"))
