"""What is typeset says what is written: MathML is read back as a person reads it, and compared with the expression."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from helpers.mathml_reader import read
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from littlestone.spec.algebra.expression_mathml import typeset, typeset_comparison, typeset_name
from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Real, binomial, enclosure, exp, ln, substitute, symbol

X, EPSILON = symbol("x"), symbol("epsilon")
INDEX = symbol("i")
POINT = {"x": Real.of(Fraction(97, 89)), "epsilon": Real.of(Fraction(5, 7)), "x_1": Real.of(Fraction(11, 3))}
NAMES = {"Real": Real, "Fraction": Fraction, "exp": exp, "ln": ln, **POINT, "ε": POINT["epsilon"]}

atoms = st.sampled_from([X, EPSILON, symbol("x_1")]) | st.fractions(-4, 4, max_denominator=5).map(Real.of)
expressions = st.recursive(
    atoms,
    lambda parts: (
        st.builds(lambda a, b: a + b, parts, parts)
        | st.builds(lambda a, b: a - b, parts, parts)
        | st.builds(lambda a, b: a * b, parts, parts)
        | st.builds(lambda a: -a, parts)
        | st.builds(lambda a, n: a**n, parts, st.integers(2, 3))
        | st.builds(lambda a: exp(a), parts)
        | st.builds(lambda a: ln(2 + a * a), parts)
        | st.builds(lambda a: (2 + a * a) ** Fraction(1, 2), parts)
        | parts.filter(lambda part: part is not Real.of(0)).map(lambda part: 1 / part)
    ),
    max_leaves=8,
)


def value(text: str) -> Real:
    return Real.of(eval(text, NAMES))


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(expressions)
def test_what_is_typeset_reads_as_what_is_written(expression: Real) -> None:
    at_point = substitute(expression, POINT)
    written = value(re.sub(r"(?<![_\w])(\d+)", r"Real.of(\1)", str(expression)))
    for read_back in (value(read(typeset(expression))), written):
        difference = enclosure(read_back - at_point, 512)
        assert not difference.is_finite() or difference.contains(0)


def test_a_reading_that_lost_its_parentheses_is_noticed() -> None:
    lost = read(typeset((X + 1) * EPSILON)).replace("(x+Real.of(1))", "x+Real.of(1)")
    assert not enclosure(value(lost) - substitute((X + 1) * EPSILON, POINT), 256).contains(0)


@pytest.mark.parametrize(
    ("expression", "reading"),
    [
        (ln(X) ** 2, "(((ln(x)))**(Real.of(2)))"),
        (exp(X) ** 2, "(((exp(x)))**(Real.of(2)))"),
        (2 * X - 1, "Real.of(2)*x-Real.of(1)"),
        (X * Real.of(Fraction(1, 2)), "x*((Real.of(1))/(Real.of(2)))"),
        (finite_sum(INDEX + 1, "i", 0, X) * 2, "(finite_sum((i+Real.of(1)), 'i', Real.of(0), x))*Real.of(2)"),
        (binomial(X, 2) + 1, "binomial(x, Real.of(2))+Real.of(1)"),
        (Real.of(-2) ** X, "(((-Real.of(2)))**(x))"),
    ],
)
def test_no_parentheses_but_those_that_are_needed(expression: Real, reading: str) -> None:
    assert read(typeset(expression)) == reading


def test_signs_are_the_readers() -> None:
    assert "<mo>\u2062</mo>" in typeset(2 * X) and "<mo>⋅</mo>" in typeset(2 * Real.of(3) ** X)
    assert typeset_comparison(X, "<=", EPSILON) == "<mrow><mi>x</mi><mo>≤</mo><mi>ε</mi></mrow>"
    assert typeset_comparison(X, "<", EPSILON) == "<mrow><mi>x</mi><mo>&lt;</mo><mi>ε</mi></mrow>"


@pytest.mark.parametrize(
    ("name", "markup"),
    [
        ("x", "<mi>x</mi>"),
        ("alpha", "<mi>α</mi>"),
        ("w'", "<msup><mi>w</mi><mo>′</mo></msup>"),
        ("x_12", "<msub><mi>x</mi><mn>12</mn></msub>"),
        ("eps_i", "<msub><mi>ε</mi><mi>i</mi></msub>"),
        ("inverse_alpha", "<mi>inverse_alpha</mi>"),
        ("x_good_1", "<mi>x_good_1</mi>"),
    ],
)
def test_names(name: str, markup: str) -> None:
    assert typeset_name(name) == markup
