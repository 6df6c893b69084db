"""What has no truth value of its own: Python may neither decide it, measure it nor compare it by identity."""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from littlestone.spec.algebra.circuit import TRUE, Truth, all_of, any_of, variable
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.algebra.naturals import Number, as_number
from littlestone.spec.algebra.reals import Real, ln, symbol
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.claim import when
from littlestone.spec.learning.chances import Chance
from littlestone.spec.learning.laws import point_mass

P = variable("p")
NUMBER = Number([0, 1], lambda t: P)
CONDITIONAL = when(P, True)
CHANCE = Chance("heads", lambda source: source.bernoulli(Fraction(1, 2)))
WORDS = [
    (CONDITIONAL, r"write \(a\.implies\(b\)\) & \(c\.implies\(d\)\)"),
    (NUMBER, "a number of a class has no truth value: write a comparison, such as n >= 1"),
    (as_number(0), "a number of a class has no truth value"),
    (symbol("x"), "a real expression has no truth value: write a comparison, such as x > 0"),
    (ln(1), "a real expression has no truth value"),
    (CHANCE, "compare it with <= or >= to an exact number"),
    (point_mass(0), "a law has no truth value: compare two laws with =="),
]


@pytest.mark.parametrize(("thing", "words"), WORDS)
def test_python_gets_no_truth_value(thing: Any, words: str) -> None:
    uses: list[Callable[[], object]] = [
        lambda: bool(thing),
        lambda: not thing,
        lambda: thing and TRUE,
        lambda: thing or TRUE,
        lambda: all([thing]),
        lambda: 1 if thing else 2,
    ]
    for use in uses:
        with pytest.raises(UndecidedTruth, match=words):
            use()
    combined: list[Callable[[], object]] = [
        lambda: all_of([thing]),
        lambda: any_of([P, thing]),
        lambda: P & thing,
        lambda: P.implies(thing),
        lambda: when(P, thing),
        lambda: when([thing], P),
    ]
    for use in combined:
        with pytest.raises(TypeError, match=words):
            use()


def test_a_conditional_is_a_whole_statement() -> None:
    uses: list[Callable[[Any], object]] = [
        lambda c: c & c,
        lambda c: True & c,
        lambda c: c | P,
        lambda c: c ^ c,
        lambda c: ~c,
        lambda c: c == c,
        lambda c: c != P,
        len,
        list,
        lambda c: P in c,
        lambda c: c.implies(P),
        lambda c: c.iff(P),
    ]
    for use in uses:
        with pytest.raises(UndecidedTruth, match="of several make several claims"):
            use(CONDITIONAL)


def test_a_chance_has_two_comparisons() -> None:
    for compare in (operator.eq, operator.ne, operator.lt, operator.gt):
        for other in (Fraction(1, 2), CHANCE, "heads"):
            with pytest.raises(UndecidedTruth, match="compare it with <= or >= to an exact number, such as p <= 1/4"):
                compare(CHANCE, other)
    for compare in (operator.le, operator.ge):
        with pytest.raises(UndecidedTruth, match="compare it with <= or >="):
            compare(CHANCE, Chance("tails", lambda source: True))
    assert isinstance(Fraction(1, 2) >= CHANCE, Truth) and len({CHANCE, CHANCE}) == 1


def test_numbers_and_reals_have_no_length_and_equal_numbers_alone() -> None:
    for thing in (NUMBER, symbol("x")):
        with pytest.raises(TypeError):
            len(thing)
        with pytest.raises(TypeError):
            list(thing)
        for other in (None, "1", CONDITIONAL, P, point_mass(0), CHANCE, [1]):
            for compare in (operator.eq, operator.ne):
                with pytest.raises(TypeError):
                    compare(thing, other)
                with pytest.raises(TypeError):
                    compare(other, thing)
    assert (Real.of(1) == as_number(1)) is TRUE and (as_number(1) != Real.of(2)) is TRUE


def test_the_words_for_what_is_no_truth_value() -> None:
    with pytest.raises(TypeError, match="got None: is `return` missing"):
        all_of([None])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="got -2: of a Python bool write `not b`, never `~b`"):
        _ = P & ~True  # type: ignore[operator]


def test_what_has_no_expression_says_what_to_write() -> None:
    with pytest.raises(TypeError, match=r"abs\(x\) has no expression: write \(-y <= x\) & \(x <= y\)"):
        abs(symbol("x"))
    for rounded in (floor, ceiling):
        with pytest.raises(TypeError, match="is no number to round: take a parameter n with n <= x and x < n"):
            rounded(symbol("x"))
    assert (floor(ln(9) / ln(2)), ceiling(ln(9) / ln(2))) == (3, 4)
    assert ceiling(10**20 * ln(9) / ln(3)) == 2 * 10**20 and floor(10**20 * ln(4)) == 138629436111989061883
