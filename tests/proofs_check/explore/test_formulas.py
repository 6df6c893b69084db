"""Formulas as people type them: read, refused with the place, and evaluated exactly."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlestone.proofs_check.explore.formulas import BadFormula, Reader, Undefined, tokens, value_of
from littlestone.proofs_check.explore.questions import asked

NAMES = ("VC", "Ldim", "size")


def read(text: str) -> Any:
    return Reader(text, tokens(text)).formula()


def value(text: str, **values: int) -> Any:
    return value_of(read(text), values)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("7 - 2 - 1", 4),
        ("-2 ^ 2", -4),
        ("2 ^ 3 ^ 2", 512),
        ("2 ** -1", Fraction(1, 2)),
        ("1 / 3 + 1 / 6", Fraction(1, 2)),
        ("0.5", Fraction(1, 2)),
        ("12 / 2 / 3", 2),
        ("log2(8) + floor(7/2) + ceil(7/2)", 10),
        ("floor(log2(9)) + ceil(log2(9))", 7),
        ("max(1, 2, 3) - min(4, log2(5))", 3 - Fraction(0)),
        ("a * b - c", 5),
    ],
)
def test_numbers_have_their_exact_value(text: str, expected: object) -> None:
    found = value(text, a=2, b=3, c=1)
    if "log2(5)" in text:
        assert bool(found < Fraction(68, 100)) and bool(found > Fraction(67, 100))
    else:
        assert found == expected and isinstance(found, int | Fraction)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 <= 2 < 3", True),
        ("1 <= 2 < 2", False),
        ("1 = 1 and not 2 = 3", True),
        ("1 = 2 or 2 = 2 and 3 = 4", False),
        ("(1 = 2 or 2 = 2) and 3 != 4", True),
        ("log2(3) > 1", True),
        ("2 * log2(3) = log2(9)", True),
        ("1 == 1", True),
    ],
)
def test_comparisons_are_true_or_false(text: str, expected: bool) -> None:
    assert value(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 / 0 = 1 or 1 = 1", True),
        ("1 = 1 or 1 / 0 = 1", True),
        ("1 / 0 = 1 and 1 = 2", False),
        ("1 / 0 = 1 or 1 = 2", None),
    ],
)
def test_what_one_side_decides_needs_no_value_of_the_other(text: str, expected: bool | None) -> None:
    with pytest.raises(Undefined) if expected is None else nullcontext():
        assert value(text) is expected


@pytest.mark.parametrize("text", ["1 / 0", "1 / (2 - 2)", "log2(0)", "log2(-1)", "0 ^ -1", "(-2) ^ 0.5", "2 ^ 1000"])
def test_what_has_no_value_is_undefined(text: str) -> None:
    with pytest.raises(Undefined):
        value(text)


REFUSED = [
    ("VC +", 4, "missing before the end"),
    ("VC <= ", 5, "missing before the end"),
    ("VC $ 2", 3, "'$' is no part of a formula"),
    ("VCC <= Ldim", 0, "did you mean VC?"),
    ("vc <= Ldim", 0, "did you mean VC?"),
    ("VC <= littlestone_dimension", 6, "did you mean Ldim?"),
    ("Littlestone <= VC", 0, "did you mean Ldim?"),
    ("VC + (Ldim <= 2)", 3, "needs a number"),
    ("VC and Ldim = 2", 3, "needs a comparison"),
    ("VC <= (Ldim", 11, "a closing bracket is missing"),
    ("VC <= Ldim)", 10, "is not expected here"),
    ("VC Ldim", 3, "is not expected here"),
    ("sin(VC) <= 1", 0, "no function"),
    ("log2(VC, 2) <= 1", 0, "does not take 2 numbers"),
    ("max VC <= 2", 7, "max needs a number"),
    ("VC", 0, "nothing is asked of this number"),
    ("max VC given Ldim", 13, "is no comparison"),
    ("max c * VC", 4, "'c' is no parameter"),
    ("a * VC <= b * Ldim", 10, "two constants"),
    ("Ldim = c", 5, "a best constant is that of one relation"),
    ("VC <= Ldim given size <= c", 25, "the constant is in the condition"),
    ("1 <= 2", 0, "about no parameter"),
    ("", 0, "missing before the end"),
    ("not VC <= 2 and VC", 12, "needs a comparison"),
    ("(" * 60 + "VC", 50, "more than 50 brackets"),
    ("VC <= " + "1 + " * 400, 0, "more than 1000 letters"),
    ("__import__(VC) <= 1", 0, "no function"),
    ("VC <= Ldim.size", 10, "'.' is no part of a formula"),
]


@pytest.mark.parametrize(("text", "at", "words"), REFUSED, ids=[text[:20] for text, _, _ in REFUSED])
def test_what_cannot_be_read_is_refused_with_its_place_and_a_remedy(text: str, at: int, words: str) -> None:
    with pytest.raises(BadFormula) as caught:
        asked(text, NAMES)
    said = str(caught.value).splitlines()
    assert caught.value.at == at and words in str(caught.value)
    assert said[2].index("^") == at + 2 and len(said) == 4 and said[3], said


def test_a_maximum_is_told_from_a_function() -> None:
    assert asked("max (Ldim - VC)", NAMES).kind == "max"
    assert asked("max(VC, 2) <= Ldim", NAMES).kind == "relation"
    assert asked("min max(VC, Ldim) given size = 4", NAMES).kind == "min"


def test_what_a_question_asks() -> None:
    question = asked("Ldim <= c * VC given size > 2", NAMES)
    assert (question.kind, question.constant, question.names) == ("constant", "c", ("Ldim", "VC", "size"))
    assert asked("VC = 2 and Ldim = 3", NAMES, smallest=True).kind == "class"


ARITHMETIC = st.recursive(
    st.integers(0, 9).map(str),
    lambda inner: st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
    max_leaves=8,
)


@given(ARITHMETIC, st.sampled_from(["+", "-", "*"]), ARITHMETIC, st.sampled_from(["+", "-", "*"]), ARITHMETIC)
def test_arithmetic_is_that_of_python(a: str, first: str, b: str, second: str, c: str) -> None:
    text = f"{a} {first} {b} {second} {c}"
    assert value(text) == eval(text)


@given(st.text("VCLdim0123456789 +-*/^()<>=!,.givenandormaxc", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert asked(text, NAMES).names
    except BadFormula as refused:
        assert 0 <= refused.at <= len(text)
