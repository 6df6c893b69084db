"""The private learner M, the agnostic and the empirical learner: refusals, sizes, exact privacy and accuracy."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from littlestone.impl.classes.learner_input import EmptyClassError, LabelError
from littlestone.impl.learners.class_learners import (
    frequent_items,
    learn_agnostically,
    learn_by_exponential_mechanism,
    learn_empirically,
    learn_from_stability,
    representatives,
    stable_learner,
)
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.algebra.reals import ln
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.mechanisms import geometric_tail, stable_histogram_threshold
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError, exact_privacy
from littlestone.spec.learning.private_learning import PrivatePlan, generic_size, histogram_size, private_plan
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.sample_sizes import Goal
from littlestone.spec.learning.samples import Sample
from littlestone.spec.learning.stability import StabilityPlan

HALF = Fraction(1, 2)
THRESHOLDS = ((0, 0), (0, 1), (1, 1))


def stable(batch: Sample, source: Randomness) -> Function:
    return stable_learner(THRESHOLDS, batch, StabilityPlan(1, 0), source)


def test_m_over_g_costs_half_its_epsilon_on_every_sample() -> None:
    """Two points, k = 2, n' = 1: all 64 samples; the exact delta is 17/216 for every epsilon from ln 2 on."""
    plan = PrivatePlan(2, 1, 1, 4 * ln(2), Fraction(1, 4), HALF)
    M = cache(lambda sample: law(learn_from_stability, stable, sample, plan, (0, 0)))
    privacy = exact_privacy(M, tuple(product((0, 1), (0, 1))), 3)
    assert privacy.delta(plan.half) == privacy.delta(plan.epsilon) == Fraction(17, 216)
    assert privacy.delta(0) == Fraction(73, 864)


def test_items_that_do_not_occur_are_not_listed() -> None:
    source = SeededSource(0)
    for _ in range(200):
        listed = frequent_items(("a", "a", "b"), Fraction(1, 10), HALF, source)
        assert {x for x, _ in listed} <= {"a", "b"}
        assert all(0 <= frequency <= 1 for _, frequency in listed)
    with pytest.raises(SampleError, match="empty"):
        frequent_items((), 1, HALF, source)


def test_m_refuses_what_it_cannot_run() -> None:
    plan = PrivatePlan(2, 1, 1, 1, HALF, HALF)
    with pytest.raises(SampleError, match="k m \\+ n' = 3"):
        learn_from_stability(stable, ((0, 0),), plan, (0, 0), SeededSource(0))
    with pytest.raises(ParameterError, match="runs"):
        PrivatePlan(0, 1, 1, 1, HALF, HALF)
    with pytest.raises(ParameterError, match="eta"):
        PrivatePlan(1, 1, 1, 1, HALF, 2)
    with pytest.raises(PrivacyParameterError):
        PrivatePlan(1, 1, 1, 0, HALF, HALF)


def test_no_frequent_hypothesis_gives_the_default() -> None:
    plan = PrivatePlan(1, 1, 0, Fraction(1, 10), Fraction(1, 10**6), HALF)
    hypothesis = learn_from_stability(stable, ((0, 1),), plan, (1, 0), SeededSource(0))
    assert hypothesis == (1, 0)


# ---- Sizes


@pytest.mark.parametrize(
    ("eta", "beta", "q", "delta"), [(4, 10, HALF, 10**6), (64, 20, Fraction(3, 4), 10**6), (2, 3, HALF, 4)]
)
def test_the_histogram_size_is_enough_by_exact_tails(eta: int, beta: int, q: Fraction, delta: int) -> None:
    """epsilon = -2 ln q: the noise has ratio q, and the tails of the lemma's two failures are rational."""
    epsilon = 2 * ln(1 / q)
    n = histogram_size(Fraction(1, eta), Fraction(1, beta), epsilon, Fraction(1, delta))
    frequent = -(-n // eta)
    missed = eta * geometric_tail(frequent - stable_histogram_threshold(epsilon, Fraction(1, delta)) + 1, q)
    off = 2 * n * geometric_tail(n // eta + 1, q)
    assert missed <= Fraction(1, 2 * beta)
    assert off <= Fraction(1, 2 * beta)


def test_the_sizes_of_the_theory() -> None:
    assert generic_size(2, Goal(Fraction(1, 10), Fraction(1, 10), 1)) == 2805
    plan = private_plan(10, Fraction(1, 4), Goal(Fraction(1, 4), Fraction(1, 4), 1), Fraction(1, 1000))
    assert plan.runs >= 128 * 4 * 2 and plan.rows == 10
    assert plan.sample_size == plan.runs * 10 + plan.validation


# ---- Learning


def thresholds(points: int) -> tuple[Function, ...]:
    return tuple(tuple(int(x >= t) for x in range(points)) for t in range(points + 1))


def singletons(points: int) -> tuple[Function, ...]:
    return ((0,) * points, *(tuple(int(x == y) for x in range(points)) for y in range(points)))


@pytest.mark.parametrize(
    ("functions", "eta", "runs"), [(thresholds(3), Fraction(1, 4), 150), (singletons(8), Fraction(1, 4), 150)]
)
def test_m_learns_with_practical_sizes(functions: tuple[Function, ...], eta: Fraction, runs: int) -> None:
    plan = StabilityPlan(6, 48)
    sizes = PrivatePlan(runs, plan.sample_size, 200, 2, Fraction(1, 10**4), eta)
    target, points = functions[1], len(functions[0])
    source = SeededSource(1)
    for _ in range(3):
        drawn = (source.uniform(points) for _ in range(sizes.sample_size))
        sample = tuple((int(x), target[x]) for x in drawn)
        run = lambda batch, coins: stable_learner(functions, batch, plan, coins)  # noqa: E731
        assert learn_from_stability(run, sample, sizes, functions[0], source) == target


# ---- Agnostic and empirical learners


def test_representatives_are_one_for_each_labelling() -> None:
    assert representatives(((0, 0, 0), (0, 0, 1), (1, 0, 0)), ((0, 1), (1, 1))) == ((0, 0, 0), (1, 0, 0))
    assert representatives(THRESHOLDS, ()) == ((0, 0),)


def test_the_agnostic_learner_relabels() -> None:
    def remember(sample: Sample, source: Randomness) -> Any:
        return sample

    found = law(learn_agnostically, THRESHOLDS, remember, ((0, 1), (1, 0), (1, 0)), 2 * ln(2))
    assert found[((0, 0), (1, 0), (1, 0))] == Fraction(4, 4 + 2 + 1)
    assert ((0, 1), (1, 0), (1, 0)) not in found.support
    with pytest.raises(EmptyClassError):
        learn_agnostically((), remember, (), 1, SeededSource(0))
    with pytest.raises(LabelError):
        learn_agnostically(THRESHOLDS, remember, ((5, 0),), 1, SeededSource(0))


def test_the_empirical_learner_draws_from_its_sample() -> None:
    def count(sample: Sample, source: Randomness) -> Any:
        return sum(y for _, y in sample)

    sample = ((0, 1), *((0, 0),) * 17)
    found = law(learn_empirically, count, 2, sample)
    assert found[0] == Fraction(17, 18) ** 2
    with pytest.raises(SampleError, match="9 m = 18"):
        learn_empirically(count, 2, sample[1:], SeededSource(0))


def test_an_agnostic_private_learner_end_to_end() -> None:
    """The loss of the transformed exponential learner, computed: below (eps_0 + 2 ln(1 + r)) and above eps_0."""
    functions = ((0, 0), (0, 1), (1, 1))

    def realizable(sample: Sample, source: Randomness) -> Function:
        return learn_by_exponential_mechanism(functions, sample, 2 * ln(2), source)

    learner = cache(lambda S: law(learn_agnostically, functions, realizable, S, 2 * ln(2)))
    privacy = exact_privacy(learner, tuple(product((0, 1), (0, 1))), 2)
    assert privacy.ratio is not None and 1 < privacy.ratio <= 4 * 9
