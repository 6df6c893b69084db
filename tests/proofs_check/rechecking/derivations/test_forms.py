"""Forms: what has one form is equal at every point, and identities have one."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from littlestone.proofs_check.rechecking.derivations.forms import Forms
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.steps import is_same
from littlestone.proofs_check.rechecking.derivations.texts import (
    Interval,
    derivative,
    interval_product,
    parsed,
    read_interval,
)
from littlestone.spec.algebra.reals import Real, enclosure, substitute

POSITIVE = {"x": 2, "y": 2}
EQUAL = [
    ("(x + y)**3", "x**3 + 3*x**2*y + 3*x*y**2 + y**3"),
    ("(x**2 - y**2)/(x - y)", "x + y"),
    ("1/x + 1/y", "(x + y)/(x*y)"),
    ("ln(x*y**2/4)", "ln(x) + 2*ln(y) - 2*ln(2)"),
    ("ln(x**2 + x*y)", "ln(x) + ln(x + y)"),
    ("exp(x + y)*exp(-x)", "exp(y)"),
    ("exp(2*ln(x) + y)", "x**2*exp(y)"),
    ("exp(y*x**2/(1 + x))", "exp(x*y)*exp(-x*y/(1 + x))"),
    ("exp(-y*(-x + 6*x/(1 + x)))*(1 + x)", "exp(x*y)*exp(-6*x*y/(1 + x))*(1 + x)"),
    ("exp((x**3 + y**3)/(x + y))", "exp(x**2)*exp(y**2)*exp(-x*y)"),
    ("exp(x**2*y/(y + 2**(1/2)))", "exp(x**2)*exp(-2**(1/2)*x**2/(y + 2**(1/2)))"),
    ("2**(x + 1)*2**(-x)", "2"),
    ("x**(1/2)*x**(1/2)", "x"),
    ("8**(1/2)", "2*2**(1/2)"),
    ("(x + 1)**(3/2)", "(x + 1)*(x + 1)**(1/2)"),
    ("(x*(x + 1))**(1/2)*(x*(x + 1))**(3/2)", "x**2*(x + 1)**2"),
    ("exp(1/10)**5", "exp(1)**(1/2)"),
    ("(1 - y)**(x + 2)", "(1 - y)**x*(1 - 2*y + y**2)"),
    ("x**(2/ln(2))*x**(-2)", "x**(2/ln(2) - 2)"),
    ("binomial(x + x, y)", "binomial(2*x, y)"),
    ("ln(1/x)", "-ln(x)"),
    ("(x*ln(1/y))**(1/2)*(x*ln(1/y))**(1/2)", "-x*ln(y)"),
]
DIFFERENT = [
    ("(x + y)**3", "x**3 + 3*x**2*y + 3*x*y**2 + 2*y**3"),
    ("ln(x + y)", "ln(x) + ln(y)"),
    ("exp(x*y)", "exp(x)*exp(y)"),
    ("exp(y*x**2/(1 + x))", "exp(x*y)*exp(-y/(1 + x))"),
    ("exp(y*x**2/(1 + x))", "exp(x*y)*exp(x*y/(1 + x))"),
    ("exp(x/(1 + x))", "exp(x)*exp(-1/(1 + x))"),
    ("exp(x/(1 + x))", "exp(1)"),
    ("2**x", "3**x"),
    ("x**(1/2)", "x"),
    ("8**(1/2)", "2"),
    ("(x + 1)**(1/2)", "x**(1/2) + 1"),
    ("1/(x + y)", "1/x + 1/y"),
    ("binomial(x, y)", "binomial(y, x)"),
    ("erf(x)", "erf(2*x)"),
    ("ln(2)", "1"),
]


def have_one_form(one: str, other: str) -> bool:
    forms = Forms(POSITIVE)
    return forms.equal(forms.of(parsed(one)), forms.of(parsed(other)))


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_identities_have_one_form(one: str, other: str) -> None:
    assert have_one_form(one, other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_has_two_forms(one: str, other: str) -> None:
    assert not have_one_form(one, other)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("x*ln(y)/(2*ln(y))", True),
        ("x*(y - 1)**2/(y - 1)**2", True),
        ("x*ln(y)/(2*x)", False),
        ("-x*ln(y)/ln(y)", False),
        ("x*(y - 1)**3/(y - 1)**2", False),
        ("x - x", False),
    ],
)
def test_what_is_plainly_positive_is_so_once_common_factors_are_cancelled(text: str, plain: bool) -> None:
    assert Forms(POSITIVE).is_positive(parsed(text)) is plain


def test_no_sign_is_looked_for_by_factoring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the gap of LYU25.T1.logs flint took minutes."""
    forms, one, other = Forms(POSITIVE), parsed("(x + y)**3*ln(1 + y)/ln(1 + y)"), parsed("(x + y)**3 - x")
    forms.of(one), forms.of(other)
    monkeypatch.delattr(Forms, "_factored")
    assert forms.is_positive(one) and not forms.is_positive(other)


def random_expression(random: Random, depth: int) -> Real:
    if depth == 0:
        return random.choice([parsed("x"), parsed("y"), Real.of(random.randint(1, 3)), parsed("1/2")])
    a, b = (random_expression(random, depth - 1) for _ in range(2))
    match random.randrange(7):
        case 0:
            return a + b
        case 1:
            return a * b
        case 2:
            return a / (b + 1)
        case 3:
            return a ** random.choice([Fraction(1, 2), 2, 3, Fraction(-3, 2), -1])
        case 4:
            return parsed("ln(z)") * a if depth == 1 else Real("ln", (a + 2,))
        case 5:
            return Real("exp", (a,)) if depth == 1 else a
    return a


def test_an_expression_and_the_one_of_its_form_have_the_same_value() -> None:
    point = {"x": Real.of(Fraction(7, 5)), "y": Real.of(Fraction(11, 8)), "z": Real.of(Fraction(9, 4))}
    random, compared = Random(5), 0
    for _ in range(300):
        expression = random_expression(random, 3)
        forms = Forms({**POSITIVE, "z": 2})
        try:
            again = forms.real(forms.of(expression))
        except Refused:
            continue
        gap = enclosure(substitute(expression, point) - substitute(again, point), 256)
        assert gap.contains(0) and gap.is_finite(), expression
        compared += 1
    assert compared > 200


ANY = {"x": Interval(), "y": Interval()}
ABOVE = {"x": read_interval("(0, oo)"), "y": read_interval("[0, oo)")}


@pytest.mark.parametrize(
    ("given", "other", "ranges", "same"),
    [
        ("x/x", "1", ANY, True),
        ("1", "x/x", ANY, False),
        ("1", "x/x", ABOVE, True),
        ("1", "y/y", ABOVE, False),
        ("ln(x*y)", "ln(x) + ln(y)", ANY, False),
        ("ln(x) + ln(y)", "ln(x*y)", ANY, False),
        ("ln(x*(y + 1))", "ln(x) + ln(y + 1)", ABOVE, True),
        ("x", "exp(ln(x))", ANY, False),
        ("exp(ln(x))", "x", ANY, True),
        ("1/x", "x/x**2", ANY, True),
        ("1/(x*y)", "1/x/y", ANY, True),
        ("1/x", "y/(x*y)", ANY, False),
        ("0*x", "ln(x) - ln(x)", ANY, False),
        ("exp(x)*exp(-x/(1 + x))", "exp(x**2/(1 + x))", ANY, True),
        ("exp(x)", "exp((x**2 + x)/(1 + x))", ANY, False),
    ],
)
def test_what_is_the_same_has_a_value_wherever_the_given_one_has(
    given: str, other: str, ranges: dict[str, Interval], same: bool
) -> None:
    assert is_same(parsed(given), parsed(other), ranges) is same


@pytest.mark.parametrize(
    ("wide", "narrow", "holds"),
    [
        ("[0, 1]", "(0, 1)", True),
        ("(0, 1)", "[0, 1)", False),
        ("(0, 1)", "(0, 1]", False),
        ("(-oo, oo)", "(3, 4)", True),
        ("[0, oo)", "(-oo, 4)", False),
        ("[ln(2), 1)", "(69315/100000, 1)", True),
        ("(69315/100000, 1)", "[ln(2), 1)", False),
    ],
)
def test_intervals_hold_each_other_to_their_ends(wide: str, narrow: str, holds: bool) -> None:
    assert read_interval(wide).holds(read_interval(narrow)) is holds


@pytest.mark.parametrize(
    ("span", "factor", "power", "image"),
    [
        ("[0, 2]", "[1, 3)", 1, "[0, 6)"),
        ("(0, 2]", "(0, oo)", 1, "(0, oo)"),
        ("[1, 2]", "[1, 4]", -1, "[1/4, 2]"),
        ("[1, 2]", "[1, oo)", -1, "(0, 2]"),
        ("[0, 2]", "(0, 1]", -1, "[0, oo)"),
    ],
)
def test_products_of_intervals(span: str, factor: str, power: int, image: str) -> None:
    found = interval_product(read_interval(span), read_interval(factor), power)
    assert found.holds(read_interval(image)) and read_interval(image).holds(found)


@pytest.mark.parametrize("text", ["x**3 + x*ln(x)", "exp(x**2)/x", "(x + 1)**(x/2)", "2**x*x**(1/2)", "5"])
def test_derivatives_are_slopes(text: str) -> None:
    expression, step = parsed(text), Fraction(1, 10**12)
    low, high = (substitute(expression, {"x": Real.of(Fraction(7, 5) + side * step)}) for side in (-1, 1))
    slope = substitute(derivative(expression, "x"), {"x": Real.of(Fraction(7, 5))})
    assert abs(float(enclosure((high - low) / (2 * step) - slope, 256).mid())) < 1e-9
