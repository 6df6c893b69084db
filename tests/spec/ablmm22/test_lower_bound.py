"""The claims of ABLMM22 section 4 that seeded faults must break, and the definitions that they stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from littlestone.impl.privacy import threshold_attack
from littlestone.impl.privacy.threshold_attack import colour, homogeneous_search
from littlestone.spec.ablmm22 import (
    section4_2_attack,
    section4_2_homogeneous_sets,
)
from littlestone.spec.ablmm22.section4_2_family import coins, family_samples
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import log2
from littlestone.spec.claim import Conditional
from littlestone.spec.learning.ordered_samples import (
    balanced_sample,
    is_homogeneous,
    is_probabilities_list,
    order_in,
    probabilities_list,
    ramsey_colour,
    tolerance,
)
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.towers import iterated_logarithm, iterated_logarithm_as_printed, log_star, tower


def holds(statement: Truth | bool | Conditional) -> bool:
    if isinstance(statement, Conditional):
        assert statement.premise
        return bool(statement.conclusion)
    return bool(statement)


# ---- Towers and logarithms


def test_towers_and_their_inverses() -> None:
    assert [tower(i, 1) for i in range(1, 6)] == [1, 2, 4, 16, 65536]
    assert [iterated_logarithm(i, 65536) for i in range(5)] == [65536, 16, 4, 2, 1]
    assert iterated_logarithm(5, 65536) == 0
    assert iterated_logarithm(6, 65536) is None
    assert [log_star(x) for x in (0, 1, 2, 3, 4, 5, 16, 17, 65536, 65537)] == [0, 0, 1, 2, 2, 3, 3, 4, 4, 5]
    with pytest.raises(ParameterError, match="i = 0 is out of range"):
        tower(0, 1)


def test_the_printed_iterated_logarithm_is_wrong_twice() -> None:
    assert iterated_logarithm_as_printed(3, 65536) == 4
    assert iterated_logarithm(3, 65536) == 2
    assert holds(log2(8) <= iterated_logarithm(1, 8))
    assert not holds(iterated_logarithm_as_printed(1, 8) >= 3)


def test_log_star_of_huge_powers_is_exact() -> None:
    assert 1 + log_star(1008 * 4) == 5 == log_star(2) + 4
    assert log_star(2**65536) == 5
    assert log_star(2**65536 * 2) == 6


# ---- Homogeneous sets


def staircase(values: Sequence[Fraction]) -> Callable[..., Fraction]:
    return lambda S, x: values[order_in(S, x)]


def test_a_learner_of_orders_is_homogeneous() -> None:
    p = (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(2, 5), Fraction(1, 7))
    assert probabilities_list(staircase(p), range(7), 4, Fraction(0)) == p
    assert is_homogeneous(staircase(p), range(7), 4)
    found = homogeneous_search(staircase(p), range(7), 4)
    assert found.points == tuple(range(7))
    assert is_probabilities_list(found.probabilities, staircase(p), range(7), tolerance(4))
    assert [abs(a - b) <= Fraction(1, 800) for a, b in zip(found.probabilities, p, strict=True)] == [True] * 5


def test_one_value_too_far_is_not_homogeneous() -> None:
    def average(S: Any, x: int) -> Fraction:
        return Fraction(3, 200) if (S[0][0], x) == (0, 2) else Fraction(0)

    assert not is_homogeneous(average, range(4), 2)
    assert is_homogeneous(average, (1, 2, 3), 2)


def test_few_points_are_homogeneous() -> None:
    assert is_homogeneous(staircase((Fraction(0),)), (3, 5), 2)
    assert homogeneous_search(staircase((Fraction(0),)), (3, 5), 2).points == (3, 5)


def colours_are_closest(paint: Any) -> Iterator[bool]:
    claim = section4_2_homogeneous_sets.the_colour_is_the_closest_fractions
    return (claim(*choices, paint, 100) for choices in product(range(6), repeat=3))


def test_the_index_shift_of_the_colour_is_seen() -> None:
    def shifted(average: Any, points: Any, grid: int) -> Any:
        c = colour(average, points, grid)
        return (*c[1:], c[0])

    claim = section4_2_homogeneous_sets.one_colour_gives_the_probabilities_list
    of_one_colour = [c for c in product(range(4), repeat=4) if claim(*c, colour, 2, 0).premise]
    assert all(holds(claim(*c, colour, 2, 0)) for c in of_one_colour)
    assert not all(holds(claim(*c, shifted, 2, 0)) for c in of_one_colour)
    assert not all(colours_are_closest(shifted))


def test_rounding_ties_up_is_seen() -> None:
    def up(average: Any, points: Any, grid: int) -> Any:
        return colour(lambda S, x: average(S, x) + Fraction(1, 10**9), points, grid)

    assert ramsey_colour(staircase([Fraction(1, 400)] * 3), range(3)) == (0, 0, 0)
    assert up(staircase([Fraction(1, 400)] * 3), range(3), 100) == (Fraction(1, 200),) * 3
    assert not all(colours_are_closest(up))


# ---- The family and the attack


@pytest.mark.parametrize(("k", "m", "i"), [(5, 2, 1), (5, 2, 2), (9, 4, 1), (9, 4, 3), (9, 4, 4)])
def test_the_family_varies_one_example(k: int, m: int, i: int) -> None:
    samples = family_samples(k, m, i)
    assert len(samples) == k - m
    for S in samples:
        points = [x for x, _ in S]
        assert balanced_sample(points) == S
        assert len(set(points)) == m
        assert 0 <= points[0] <= points[-1] < k
    moved = {j for S in samples for j in range(m) if S[j] != samples[0][j]}
    assert moved == {i - 1}


def reversed_search(vector: Sequence[int], steps: int) -> int:
    """The attack with its two halves exchanged."""
    return threshold_attack.last_probe([1 - v for v in vector], steps)


def test_exchanging_the_halves_of_the_search_is_seen() -> None:
    claim = section4_2_attack.binary_search_finds_the_threshold
    cases = [(T, i) for T in range(1, 5) for i in range(2 ** (T - 1))]
    assert all(holds(claim(T, i, threshold_attack.last_probe, 0)) for T, i in cases)
    assert not all(holds(claim(T, i, reversed_search, 0)) for T, i in cases)


def test_stopping_a_step_early_is_seen() -> None:
    claim = section4_2_attack.binary_search_has_two_to_the_t_minus_one_outcomes

    def early(vector: Sequence[int], steps: int) -> int:
        return threshold_attack.last_probe(vector, max(1, steps - 1))

    assert holds(claim(3, threshold_attack.last_probe, 1))
    assert not holds(claim(3, early, 1))


# ---- Claim 22 and Lemma 20 on learners


def test_coins_are_independent() -> None:
    law = coins([Fraction(1, 3), Fraction(1), Fraction(1, 2)])
    assert law[(1, 1, 0)] == Fraction(1, 6)
    assert set(law) == {(0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1)}
