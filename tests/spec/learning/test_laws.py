"""Exact laws, operation by operation: sums, views, events, what is refused and in which words."""

from __future__ import annotations

import operator
from fractions import Fraction

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.algebra.reals import Comparison, Real, enclosure, equals, exp, ln, symbol
from littlestone.spec.learning.laws import (
    Law,
    MassError,
    bernoulli_law,
    collected,
    exponential_weights,
    known_law,
    law_of,
    normalised,
    point_mass,
    proportional,
    same_law,
    total,
    uniform_law,
)
from littlestone.spec.learning.randomness import Exact, ParameterError, WeightsError

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
ROOT = Real.of(2) ** HALF
P = law_of({"a": HALF, "b": THIRD, "c": Fraction(1, 6)})


def is_the_number(found: Exact, expected: Exact) -> bool:
    return equals(found, expected) is TRUE


def test_sums_are_exact_with_rationals_reals_and_repetitions() -> None:
    assert total([]) == 0
    assert total([HALF, HALF, THIRD, HALF]) == Fraction(11, 6)
    assert is_the_number(total([ROOT, HALF, ROOT, exp(1), THIRD, ROOT]), ROOT * 3 + exp(1) + Fraction(5, 6))
    assert isinstance(total([HALF, HALF]), Fraction)


def test_the_views_of_a_law() -> None:
    assert (list(P), len(P.support), P.support, dict(P.weights)) == (["a", "b", "c"], 3, ("a", "b", "c"), dict(P.items))
    assert P.is_rational
    assert not proportional({0: ROOT, 1: 1}).is_rational
    assert (P["b"], P["elsewhere"]) == (THIRD, Fraction(0))
    assert isinstance(P["elsewhere"], Fraction)
    assert str(law_of({"a": HALF, "b": HALF})) == "{'a': 1/2, 'b': 1/2}"
    with pytest.raises(TypeError):
        P.weights["a"] = Fraction(1)  # type: ignore[index]


@pytest.mark.parametrize(
    ("items", "error", "words"),
    [
        (((0, HALF),), MassError, "must be 1"),
        (((0, HALF), (0, HALF)), WeightsError, "different outcomes"),
        (((0, 2 * HALF + HALF), (1, -HALF)), WeightsError, "at least 0"),
    ],
)
def test_what_is_no_law_cannot_be_written_down(
    items: tuple[tuple[int, Exact], ...], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Law(items)


def test_equality_is_that_of_the_numbers() -> None:
    assert point_mass(0) == law_of({0: 1}) != point_mass(1)
    for compare in (operator.eq, operator.ne):
        with pytest.raises(TypeError, match=r"^a law equals laws alone, not 'no law'"):
            compare(point_mass(0), "no law")
    x = symbol("x")
    assert (known_law(((0, x),)) == known_law(((0, 1 - x),))).payload == Comparison(x, "==", 1 - x)
    for decide in (bool, lambda law: law or None, lambda law: not law):
        with pytest.raises(UndecidedTruth, match=r"^line \d+: a law has no truth value: compare two laws with =="):
            decide(P)
    with pytest.raises(TypeError):
        len(P)  # type: ignore[arg-type]
    assert law_of({0: HALF, 1: HALF}) != law_of({0: THIRD, 1: 2 * THIRD})
    assert (same_law(P, P), same_law(P, point_mass("a"))) == (TRUE, FALSE)
    assert same_law(point_mass("a"), law_of({"a": HALF, "b": HALF})) is FALSE
    assert len({hash(law_of({0: HALF, 1: HALF})), hash(law_of({1: THIRD, 0: 2 * THIRD})), hash(point_mass(0))}) == 2


def test_images_and_second_steps_add_up() -> None:
    assert P.map(lambda y: y in "ab").items == ((True, Fraction(5, 6)), (False, Fraction(1, 6)))
    assert uniform_law((0, 0, 1)) == law_of({0: 2 * THIRD, 1: THIRD})
    assert P.bind(lambda y: uniform_law((y, "z")))["z"] == HALF
    assert P.bind(lambda y: uniform_law((y, "z")))["b"] == Fraction(1, 6)
    pair = point_mass("x").product(P)
    assert pair.items == tuple((("x", y), weight) for y, weight in P.items)
    assert P.condition(lambda y: y != "a") == P.condition({"b", "c"}) == law_of({"b": 2 * THIRD, "c": THIRD})
    assert collected([("a", HALF), ("b", Fraction(0)), ("a", HALF)]).items == (("a", Fraction(1)),)


def test_outcomes_given_twice_are_added_and_impossible_ones_dropped() -> None:
    law: Law[str] = law_of([("a", THIRD), ("b", 0), ("a", 2 * THIRD)])
    assert law.items == (("a", Fraction(1)),)
    assert proportional({"a": 2, "b": 0, "c": 6}).items == (("a", Fraction(1, 4)), ("c", Fraction(3, 4)))
    assert normalised([Fraction(2), Fraction(6), Fraction(2)]) == (Fraction(1, 5), Fraction(3, 5), Fraction(1, 5))
    assert bernoulli_law(Fraction(1, 4)).items == ((True, Fraction(1, 4)), (False, Fraction(3, 4)))
    assert law_of({0: exp(-1), 1: 1 - exp(-1)}).support == (0, 1)


def test_exponential_weights_are_relative_to_the_best_score_wherever_it_stands() -> None:
    assert exponential_weights([3, 0, 1, 3], ln(4)) == (1, Fraction(1, 8), Fraction(1, 4), 1)
    assert exponential_weights([-2, -1], ln(9)) == (THIRD, 1)
    assert exponential_weights([5], 1) == (1,)


def test_what_is_no_law_is_refused_in_words() -> None:
    with pytest.raises(MassError, match=r"^total probability = 5/6 is out of range: total probability must be 1$"):
        law_of({0: HALF, 1: THIRD})
    with pytest.raises(MassError, match=r"must be 1$"):
        law_of({0: HALF, 1: HALF + Fraction(1, 2**200)})
    with pytest.raises(MassError, match=r"must be 1$"):
        law_of({0: exp(-1), 1: 1 - exp(-2)})
    with pytest.raises(
        ParameterError, match=r"^event = \{'z'\} is out of range: event must be of positive probability$"
    ):
        P.condition({"z"})
    with pytest.raises(ParameterError, match=r"^epsilon = 0 is out of range"):
        exponential_weights([1], 0)
    with pytest.raises(ParameterError, match=r"^scores = \[\] is out of range: scores must be at least one$"):
        exponential_weights([], 1)
    with pytest.raises(WeightsError):
        proportional({"a": 0})
    with pytest.raises(ParameterError):
        bernoulli_law(Fraction(3, 2))


def test_the_sum_of_thousands_of_reals_has_an_enclosure() -> None:
    mass = total([exp(Fraction(1, i)) for i in range(1, 3000)])
    assert isinstance(mass, Real) and enclosure(mass, 64).rad() < 1
