"""Exact laws and privacy: against literal definitions, closed forms, Z3 with unknown probabilities, seeded faults."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, product
from typing import cast

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE, is_true
from littlestone.spec.algebra.exponentials import simplified, vanishes
from littlestone.spec.algebra.reals import Real, equals, exp, ln
from littlestone.spec.bgs21 import section2_privacy  # noqa: F401 - states the claims that are asked for
from littlestone.spec.learning import grid_laws
from littlestone.spec.learning.laws import (
    Law,
    MassError,
    bernoulli_law,
    exponential_weights,
    law_of,
    point_mass,
    proportional,
    uniform_law,
)
from littlestone.spec.learning.mechanisms import randomized_response_law
from littlestone.spec.learning.privacy import (
    Privacy,
    PrivacyParameterError,
    SampleError,
    Violation,
    add_remove,
    checked_delta,
    checked_epsilon,
    exact_privacy,
    hockey_stick_divergence,
    indistinguishable,
    is_private,
    largest_ratio,
    renyi_divergence,
    replace_one,
    worst_event,
    zero_concentrated,
)
from littlestone.spec.learning.randomness import ParameterError, WeightsError, exact

THIRD = Fraction(1, 3)
P = law_of({"a": Fraction(1, 2), "b": THIRD, "c": Fraction(1, 6)})
Q = law_of({"a": Fraction(1, 4), "b": Fraction(1, 4), "d": Fraction(1, 2)})


def events(outcomes: tuple[str, ...]) -> list[frozenset[str]]:
    sizes = range(len(outcomes) + 1)
    return [frozenset(S) for S in chain.from_iterable(combinations(outcomes, size) for size in sizes)]


# ---- Laws


def test_a_law_keeps_its_mass() -> None:
    assert P["a"] == Fraction(1, 2)
    assert P["z"] == 0
    assert P.probability({"a", "c"}) == P.probability(lambda y: y != "b") == 2 * THIRD
    assert P.map(len) == point_mass(1)
    assert P.condition({"b", "c"}) == law_of({"b": 2 * THIRD, "c": THIRD})
    assert P.expectation({"a": 0, "b": 3, "c": 6}.__getitem__) == 2
    assert P.product(Q)["a", "d"] == Fraction(1, 4)
    assert P.bind(lambda y: bernoulli_law(1 if y == "a" else 0)) == bernoulli_law(Fraction(1, 2))


def test_equal_laws_are_equal_in_any_order_and_form() -> None:
    root = Real.of(2) ** Fraction(1, 2)
    first = proportional({0: root, 1: 1})
    second = proportional({1: root, 0: 2})
    assert first == second
    assert hash(first) == hash(second)
    assert first != proportional({0: 1, 1: 1})


def test_laws_refuse_what_is_no_law() -> None:
    with pytest.raises(MassError, match="must be 1"):
        law_of({0: Fraction(1, 2), 1: THIRD})
    with pytest.raises(MassError, match="must be 1"):
        law_of({0: exp(-1), 1: Fraction(1, 2)})
    with pytest.raises(WeightsError, match="at least 0"):
        law_of({0: Fraction(3, 2), 1: Fraction(-1, 2)})
    with pytest.raises(WeightsError, match="positive somewhere"):
        uniform_law([])
    with pytest.raises(TypeError, match="not exact"):
        law_of({0: float("nan")})  # type: ignore[dict-item]
    with pytest.raises(ParameterError, match="positive probability"):
        P.condition({"z"})


def test_exponentials_of_logarithms_are_rational() -> None:
    assert exponential_weights([0, 1, 3], ln(4)) == (Fraction(1, 8), Fraction(1, 4), 1)
    assert exact(exp(ln(Fraction(9, 4)) / 2)) == Fraction(3, 2)
    assert isinstance(exponential_weights([0, 1], ln(2))[0], Real)


def test_the_zero_test_is_exact() -> None:
    root = Real.of(2) ** Fraction(1, 2)
    assert vanishes(root * root - 2)
    assert vanishes(1 / (1 + root) - (root - 1))
    assert vanishes(exp(Fraction(1, 2)) ** 2 - exp(1))
    assert vanishes(ln(6) - ln(2) - ln(3))
    assert not vanishes(root - Fraction(7, 5))
    assert not vanishes(exp(1) - Fraction(2718281828459045, 10**15))
    assert simplified(1 / (1 / ln(4))) == ln(2) * 2
    assert equals(root * exp(-1), exp(-1) * 2 / root) is TRUE


# ---- Two laws


@pytest.mark.parametrize("ratio", [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4)])
def test_the_hockey_stick_divergence_is_the_largest_excess(ratio: Fraction) -> None:
    literal = max(exact(P.probability(S) - ratio * Q.probability(S)) for S in events(("a", "b", "c", "d")))
    assert hockey_stick_divergence(P, Q, exp(ln(ratio))) == literal
    event = worst_event(P, Q, ratio)
    assert P.probability(event) - ratio * Q.probability(event) == literal


def test_a_logarithm_of_a_rational_gives_a_rational_delta() -> None:
    delta = hockey_stick_divergence(P, Q, exp(ln(Fraction(4, 3))))
    assert delta == Fraction(1, 2) + THIRD + Fraction(1, 6) - Fraction(4, 3) * Fraction(1, 2)
    assert isinstance(delta, Fraction)


def test_the_worst_event_and_the_largest_ratio_of_two_laws() -> None:
    assert worst_event(P, Q, 2) == {"c"}
    assert largest_ratio(P, Q) is None
    assert largest_ratio(point_mass("a"), P) == 2
    assert largest_ratio(P, P) == largest_ratio(point_mass("a"), point_mass("a")) == 1


def test_indistinguishability_needs_both_orders() -> None:
    R, S = point_mass(0), law_of({0: Fraction(1, 2), 1: Fraction(1, 2)})
    assert indistinguishable(R, S, ln(2), Fraction(1, 2)) is TRUE
    assert hockey_stick_divergence(R, S, 2) == 0
    assert indistinguishable(R, S, ln(2), Fraction(1, 4)) is FALSE


def test_renyi_divergences_of_randomized_response() -> None:
    A, B = (randomized_response_law(row, 2, ln(2)) for row in (0, 1))
    of_order_two = renyi_divergence(A, B, 2)
    assert of_order_two is not None
    assert equals(of_order_two, ln(Fraction(3, 2))) is TRUE
    assert renyi_divergence(A, point_mass(0), 2) is renyi_divergence(P, Q, 2) is None
    assert equals(cast(Real, renyi_divergence(point_mass(0), point_mass(0), 2)), 0) is TRUE
    with pytest.raises(ParameterError, match=r"^order = 1 is out of range: order must be greater than 1$"):
        renyi_divergence(A, B, 1)


def test_zero_concentration_is_decided_for_all_orders() -> None:
    A, B = (randomized_response_law(row, 2, ln(2)) for row in (0, 1))
    assert zero_concentrated(A, B, ln(2) ** 2 / 2) is TRUE
    assert zero_concentrated(A, B, Fraction(1, 10)) is FALSE
    assert zero_concentrated(A, point_mass(0), 100) is FALSE
    assert zero_concentrated(A, A, 0) is TRUE
    with pytest.raises(ArithmeticError, match="too close to the line for the intervals tried"):
        zero_concentrated(A, B, ln(Fraction(3, 2)) / 2, splits=1)
    assert zero_concentrated(A, B, 0) is FALSE
    assert zero_concentrated(A, B, Fraction(21, 100)) is FALSE, "broken only by orders below 2"


def test_zero_concentration_halves_no_more_than_it_may() -> None:
    A, B = (randomized_response_law(row, 2, ln(2)) for row in (0, 1))
    of_order_three = renyi_divergence(A, B, 3)
    assert of_order_three is not None
    assert zero_concentrated(A, B, of_order_three, splits=0) is TRUE
    assert zero_concentrated(A, B, Fraction(9, 20), splits=1) is TRUE
    with pytest.raises(ArithmeticError, match="too close to the line"):
        zero_concentrated(A, B, Fraction(9, 20), splits=0)
    rare, rarer = (law_of({0: p, 1: 1 - p}) for p in (Fraction(1, 10), Fraction(1, 100)))
    with pytest.raises(ArithmeticError, match="too close to the line"):  # the upper half is not decided
        zero_concentrated(rare, rarer, Fraction(1, 2), splits=3)


# ---- Mechanisms on samples


def test_the_neighbours_are_all_pairs() -> None:
    samples = list(product(range(3), repeat=3))
    literal = {
        frozenset({S, T}) for S in samples for T in samples if sum(a != b for a, b in zip(S, T, strict=True)) == 1
    }
    listed = list(replace_one(range(3), 3))
    assert len(listed) == len(literal) == 81
    assert {frozenset(pair) for pair in listed} == literal
    assert list(replace_one(range(3), 1)) == [((0,), (1,)), ((0,), (2,)), ((1,), (2,))]
    smaller = list(add_remove(range(2), 2))
    assert sorted(smaller) == sorted(
        [
            ((0,), ()),
            ((1,), ()),
            ((0, 0), (0,)),
            ((0, 1), (1,)),
            ((0, 1), (0,)),
            ((1, 0), (0,)),
            ((1, 0), (1,)),
            ((1, 1), (1,)),
        ]
    )


def sum_with_lie(S: tuple[int, ...]) -> Law[int]:
    return law_of([(sum(S), Fraction(3, 4)), (0, Fraction(1, 4))])


def test_a_refutation_names_the_pair_and_the_event() -> None:
    found = exact_privacy(sum_with_lie, (0, 1), 2)
    assert found.examined == 4
    assert found.epsilon is None
    worst = found.worst(ln(2))
    assert (worst.p, worst.q, worst.delta) == (Fraction(3, 4), 0, Fraction(3, 4))
    assert "on (1, 0) the event {1} has probability 3/4, on the neighbour (0, 0) only 0" in str(worst)
    assert found.is_private(ln(2), Fraction(3, 4)) is TRUE
    assert found.is_private(ln(2), Fraction(2, 3)) is FALSE
    assert found.is_private(ln(2)) is is_private(sum_with_lie, (0, 1), 2, ln(2)) is FALSE
    assert len(found.pairs) == 4, "each ordered pair of laws once"
    several = Violation(((0,), (1,)), frozenset({2, 1}), Fraction(1, 2), Fraction(0), Fraction(1, 2))
    assert str(several) == "on (0,) the event {1, 2} has probability 1/2, on the neighbour (1,) only 0"


def test_the_relation_decides_who_is_a_neighbour() -> None:
    def size(S: tuple[int, ...]) -> Law[int]:
        return point_mass(len(S))

    assert is_private(size, (0, 1), 1, 0) is TRUE
    assert is_private(size, (0, 1), 1, 0, 0, add_remove) is FALSE


def test_the_pieces_of_a_privacy_curve_take_outcomes_by_their_ratio() -> None:
    first = law_of({0: Fraction(3, 10), 1: Fraction(6, 10), 2: Fraction(1, 10)})
    second = law_of({0: Fraction(1, 4), 1: Fraction(3, 20), 2: Fraction(6, 10)})
    pair = ((0,), (1,))
    assert [(piece.start, piece.worst) for piece in Privacy(((pair, first, second),), 1).curve] == [
        (1, Violation(pair, frozenset({0, 1}), Fraction(9, 10), Fraction(2, 5), Fraction(1, 2))),
        (Fraction(6, 5), Violation(pair, frozenset({1}), Fraction(3, 5), Fraction(3, 20), Fraction(9, 20))),
        (4, Violation(pair, frozenset(), Fraction(0), Fraction(0), Fraction(0))),
    ]


def test_the_privacy_curve_is_the_worst_delta_at_every_epsilon() -> None:
    def mechanism(S: tuple[int, ...]) -> Law[int]:
        return proportional({y: 1 + (3 * sum(S) + 2 * y + S[0] * y) % 7 for y in range(4)})

    found = exact_privacy(mechanism, (0, 1, 2), 2)
    starts = [piece.start for piece in found.curve]
    assert starts[0] == 1
    assert starts == sorted(starts)
    assert len(starts) == 3
    for t in (Fraction(i, 12) for i in range(12, 80)):
        piece = [piece for piece in found.curve if piece.start <= t][-1].worst
        assert max(piece.p - t * piece.q, 0) == found.delta(ln(t))
    assert exact(exp(cast(Real, found.epsilon))) == found.ratio == starts[-1]


def test_privacy_refuses_bad_input() -> None:
    rows_and_n = r"^rows and n = \(\[\], 2\) is out of range: rows and n must be at least one row, and n >= 0$"
    with pytest.raises(SampleError, match=rows_and_n):
        exact_privacy(sum_with_lie, (), 2)
    with pytest.raises(PrivacyParameterError, match=r"delta = 2 .* in \[0, 1\]"):
        is_private(sum_with_lie, (0, 1), 1, ln(2), 2)
    with pytest.raises(PrivacyParameterError, match=r"^epsilon = 0 is out of range: epsilon must be positive$"):
        checked_epsilon(0)
    assert (checked_epsilon(Fraction(1, 2)), checked_epsilon(3)) == (Fraction(1, 2), 3)
    with pytest.raises(PrivacyParameterError):
        checked_delta(Fraction(-1, 2))
    with pytest.raises(TypeError, match="not exact"):
        checked_epsilon(float("nan"))  # type: ignore[arg-type]


def test_no_rows_are_trivially_private() -> None:
    found = exact_privacy(lambda S: point_mass(len(S)), (0, 1), 0)
    assert found.examined == 0
    assert is_true(found.is_private(0))
    assert found.delta(0) == 0
    assert found.worst(0) == Violation(((), ()), frozenset(), Fraction(0), Fraction(0), Fraction(0))
    assert found.ratio == 1


# ---- With the probabilities as real unknowns


def test_all_laws_are_all_laws() -> None:
    assert len(grid_laws.laws(3, 2)) == 6
    assert len(set(grid_laws.laws(3, 2))) == 6
