"""The binary-search attack on learners that leak an example."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from littlestone.impl.privacy.threshold_attack import (
    attacked_threshold,
    colour,
    frequencies,
    homogeneous_search,
    last_probe,
    rank_learner,
    recover_threshold,
    search,
)
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.learning.ordered_samples import balanced_sample, threshold
from littlestone.spec.learning.randomness import ParameterError

UNIFORM = (1, 1, 1, 1)


def secret(n: int, x: int, weights: tuple[int, ...] = UNIFORM) -> Any:
    """The rank learner on a sample whose first example is the position x among n."""
    sample = balanced_sample([x, n])
    return lambda source: rank_learner(sample, n + 1, weights, source)[:n]


# ---- The rank learner


def test_the_rank_learner_has_a_threshold_at_each_sample_point() -> None:
    found = law(rank_learner, ((1, 0), (3, 1)), 5, (1, 2, 3, 4))
    assert dict(found.items) == {
        (1, 1, 1, 1, 1): Fraction(1, 10),
        (0, 1, 1, 1, 1): Fraction(2, 10),
        (0, 0, 0, 1, 1): Fraction(3, 10),
        (0, 0, 0, 0, 0): Fraction(4, 10),
    }


@pytest.mark.parametrize("sample", [((1, 1), (3, 1)), ((3, 1), (1, 0)), ((1, 1), (3, 0)), ((2, 0), (2, 1))])
def test_other_samples_get_the_smallest_positive_point(sample: Any) -> None:
    smallest = min(x for x, y in sample if y == 1)
    assert dict(law(rank_learner, sample, 5, UNIFORM).items) == {threshold(5, smallest): 1}


def test_the_rank_learner_wants_a_weight_for_each_rank() -> None:
    with pytest.raises(ParameterError, match="4 in number, one for each rank"):
        rank_learner(((1, 0), (3, 1)), 5, (1, 2), SeededSource(1))


# ---- Binary search


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_every_vector_ends_at_a_leaf_of_the_search(steps: int) -> None:
    n = 2**steps - 1
    assert {last_probe(v, steps) for v in product((0, 1), repeat=n)} == set(range(0, n, 2))


def test_the_search_reads_the_middle_first_and_turns_to_the_crossing() -> None:
    probes = search(lambda i: i > 2, 7, 7)
    assert [(p.position, p.above) for p in probes] == [(3, True), (1, False), (2, False)]
    assert [p.position for p in search(lambda i: i > 2, 7, 2)] == [3, 1]


def test_a_short_vector_is_refused() -> None:
    with pytest.raises(ParameterError, match="at least 7 for 3 steps"):
        last_probe((0, 1, 1), 3)
    with pytest.raises(ParameterError, match="of one length"):
        frequencies([])
    with pytest.raises(ParameterError, match="of one length"):
        frequencies([(0, 1), (1,)])


# ---- The attack


@pytest.mark.slow
@pytest.mark.parametrize(("n", "weights", "level"), [(63, UNIFORM, Fraction(3, 8)), (255, UNIFORM, Fraction(3, 8))])
def test_the_attack_recovers_the_secret_example(n: int, weights: tuple[int, ...], level: Fraction) -> None:
    steps = n.bit_length()
    draws = 160  # by Hoeffding all probes are right but for a chance of 1/10
    right = 0
    for seed in range(20):
        x = (seed * 37 + 5) % n
        found = recover_threshold(secret(n, x, weights), draws, level, SeededSource(seed))
        assert len(found.probes) <= steps
        right += found.position == x
    assert right >= 17


def test_the_attack_learns_nothing_from_a_learner_that_does_not_leak() -> None:
    positions = {
        recover_threshold(secret(63, x, (1, 0, 0, 1)), 101, Fraction(2, 5), SeededSource(5)).position
        for x in range(0, 63, 7)
    }
    assert len(positions) == 1


def test_the_exact_law_of_the_attack() -> None:
    found = law(attacked_threshold, secret(3, 2, (1, 2, 0, 1)), 2, Fraction(1, 2), 2)
    p_left, p_right = Fraction(1, 4), Fraction(3, 4)
    below = 1 - p_left**2
    both_sides_right = found[2]
    assert below + p_right**2 - 1 <= both_sides_right <= below
    assert found[0] + found[2] == 1


# ---- The colouring


def test_the_colour_of_three_points() -> None:
    values = {((1, 0), (2, 1)): Fraction(1, 400), ((0, 0), (2, 1)): Fraction(3, 400), ((0, 0), (1, 1)): Fraction(1)}
    assert colour(lambda S, x: values[S], (2, 0, 1)) == (Fraction(0), Fraction(1, 200), Fraction(1))
    with pytest.raises(ParameterError, match="distinct"):
        colour(lambda S, x: Fraction(0), (1, 1, 2))
    with pytest.raises(ParameterError, match="even in number"):
        colour(lambda S, x: Fraction(0), (1, 2))


def test_the_search_is_a_largest_set_by_brute_force() -> None:
    def average(S: Any, x: int) -> Fraction:
        return Fraction((S[0][0] * 3 + S[1][0] + x) % 2)

    found = homogeneous_search(average, range(7), 2, 1)
    sets = [tuple(x for x in range(7) if mask >> x & 1) for mask in range(128)]
    triples = {s: colour(average, s, 1) for s in sets if len(s) == 3}
    one = [s for s in sets if len(s) > 2 and len({triples[t] for t in triples if set(t) <= set(s)}) == 1]
    assert len(found.points) == max(map(len, one))
    assert found.points in one
    with pytest.raises(ParameterError, match="even"):
        homogeneous_search(average, range(4), 3)
