"""Values in words: exact where that is short, with the first digits where not, and where composite ones differ."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from littlestone.proofs_check.reading.values import LONGEST, first_difference, value_text
from littlestone.spec.algebra.circuit import FALSE, variable
from littlestone.spec.algebra.exact_numbers import Integer, Rational
from littlestone.spec.algebra.naturals import Number, as_number
from littlestone.spec.algebra.reals import Real, exp, ln, symbol
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.classes.trees import IONode
from littlestone.spec.learning.laws import law_of, uniform_law


@dataclass
class Opaque:
    """Something with no short text."""

    part: int


TEXTS: list[tuple[Any, str]] = [
    (3, "3"),
    (Integer(-3), "-3"),
    (Rational(1, 3), "1/3"),
    (Fraction(10**20, 3), "3.3333e+19..."),
    (Real.of(Fraction(1, 2)), "1/2"),
    (ln(2), "ln(2) = 0.69315..."),
    (exp(1000), "exp(1000) = 1.9701e+434..."),
    (ln(2) + ln(3) + ln(5) + ln(7) + ln(11), "7.745..."),
    (symbol("x") + 1, "x + 1"),
    (as_number(4), "4"),
    (Number([0, 1], lambda t: variable("a")), ""),
    (FALSE, "false"),
    (variable("a"), ""),
    (True, "True"),
    (None, "None"),
    ("red", "'red'"),
    ((1,), "(1,)"),
    (((0, 1), (Fraction(1, 2),)), "((0, 1), (1/2,))"),
    ([1, 2], "[1, 2]"),
    ({2, 1}, "{1, 2}"),
    ({1: (2,)}, "{1: (2,)}"),
    (range(3), "range(0, 3)"),
    (explicit([(0, 1), (1, 1)], labels=2, points=2), "{01, 11}"),
    (uniform_law([0, 1]), "{0: 1/2, 1: 1/2}"),
    (tuple(range(LONGEST)), ""),
    (len, ""),
    (Opaque(1), ""),
]


@pytest.mark.parametrize(("value", "text"), TEXTS)
def test_values_are_short_and_exact(value: Any, text: str) -> None:
    assert value_text(value) == text


def test_numbers_of_any_length_have_digits() -> None:
    assert [value_text(x) for x in (10**5000, Fraction(3, 10**400), 1 + Fraction(1, 10**400))] == [
        "1.0000e+5000...",
        "3.0000e-400...",
        "1.0000...",
    ]


TREES = IONode(1, 0, 1, IONode(2, 0, 1)), IONode(1, 0, 1, IONode(3, 0, 1))
DIFFERENCES: list[tuple[Any, Any, tuple[str, Any, Any]]] = [
    ((0, 1, 2), (0, 1, 3), ("[2]", 2, 3)),
    ([(0, 1)], [(0, 2)], ("[0][1]", 1, 2)),
    ((0, 1), (0,), ("", (0, 1), (0,))),
    ((0,), [0], ("", (0,), [0])),
    (TREES[0], TREES[1], (".left.point", 2, 3)),
    (TREES[0], None, ("", TREES[0], None)),
    (law_of({0: 1}), uniform_law([0, 1]), ("[0]", 1, Fraction(1, 2))),
    (Opaque(1), Opaque(2), (".part", 1, 2)),
    (1, 2, ("", 1, 2)),
]


@pytest.mark.parametrize(("x", "y", "expected"), DIFFERENCES)
def test_the_first_difference_is_as_deep_as_it_goes(x: Any, y: Any, expected: tuple[str, Any, Any]) -> None:
    assert first_difference(x, y) == expected


def test_equal_values_differ_nowhere() -> None:
    assert first_difference((1, 2), (1, 2)) == ("", (1, 2), (1, 2))
