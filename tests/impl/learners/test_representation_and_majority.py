"""Representations, weighted majority and the confidence wrapper, by their exact laws."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from littlestone.impl.learners.class_learners import (
    lazy_bregman_measure,
    learn_by_boosting,
    learn_by_exponential_mechanism,
    learn_by_representation,
    learn_weighted,
    learn_with_confidence,
    predict_by_representation,
    predict_by_weighted_majority,
    represent_by_learner,
)
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.algebra.reals import ln
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.privacy import SampleError, exact_privacy
from littlestone.spec.learning.randomness import ParameterError, Randomness, WeightsError
from littlestone.spec.learning.sample_sizes import BoostingPlan, ConfidencePlan
from littlestone.spec.learning.samples import Sample

EPSILON, HALF = ln(4), Fraction(1, 2)
BINARY = ((0,), (1,))


def base(sample: Sample, source: Randomness) -> Function:
    return learn_by_exponential_mechanism(BINARY, sample, EPSILON, source)


def test_the_exponential_learner_weighs_errors_by_powers_of_two() -> None:
    found = law(learn_by_exponential_mechanism, BINARY, ((0, 0), (0, 0), (0, 1)), EPSILON)
    assert found[(0,)] == Fraction(2, 3) and found[(1,)] == Fraction(1, 3)


def test_the_representation_learner_is_the_mixture() -> None:
    representation = ((Fraction(3, 4), ((0,),)), (Fraction(1, 4), BINARY))
    found = law(learn_by_representation, representation, ((0, 1),), EPSILON)
    assert found[(1,)] == Fraction(1, 4) * Fraction(2, 3)
    with pytest.raises(ParameterError, match="representation"):
        learn_by_representation((), (), EPSILON, SeededSource(0))


def test_families_collect_the_outcomes_of_runs() -> None:
    families = law(represent_by_learner, base, (((0, 1),),), 2)
    assert families[frozenset({(1,)})] == Fraction(4, 9)
    assert families[frozenset(BINARY)] == Fraction(4, 9)
    both = law(represent_by_learner, base, (((0, 0),), ((0, 1),)), 1)
    assert both[frozenset(BINARY)] == Fraction(5, 9)


def test_weighted_majority_follows_the_experts_by_their_mistakes() -> None:
    advice = ((0, 1), (0, 1), (0, 1))
    found = law(predict_by_weighted_majority, advice, (1, 1, 1), rate=ln(2))
    assert found.probability(lambda said: said[0] == 1) == HALF
    assert found.probability(lambda said: said[1] == 1) == Fraction(2, 3)
    assert found.probability(lambda said: said[2] == 1) == Fraction(4, 5)
    assert predict_by_weighted_majority(((1,),) * 5, (1,) * 5, SeededSource(0)) == (1,) * 5
    assert predict_by_weighted_majority((), (), SeededSource(0)) == ()
    with pytest.raises(ValueError, match="argument"):
        predict_by_weighted_majority(advice, (1,), SeededSource(0))


def test_the_online_learner_draws_its_family_once() -> None:
    representation = ((HALF, ((0,),)), (HALF, ((1,),)))
    found = law(predict_by_representation, representation, ((0, 0), (0, 0)))
    assert found[(0, 0)] == HALF and found[(1, 1)] == HALF and len(found.support) == 2


def test_confidence_splits_its_rows_and_is_private() -> None:
    plan = ConfidencePlan(runs=2, rows=1, validation=1, epsilon=EPSILON)
    learner = cache(lambda sample: law(learn_with_confidence, base, plan, sample))
    assert learner(((0, 0), (0, 0), (0, 1)))[(1,)] == Fraction(1, 9) + Fraction(4, 9) * Fraction(2, 3)
    exactly = exact_privacy(learner, ((0, 0), (0, 1)), plan.sample_size)
    assert exactly.delta(EPSILON) == 0
    assert exactly.ratio is not None and exactly.ratio > 1
    with pytest.raises(SampleError, match="at least 3"):
        learn_with_confidence(base, plan, ((0, 0),), SeededSource(0))


def reuses_its_rows(sample: Sample, source: Randomness) -> Function:
    """A fault: the runs and the selection all look at the same rows."""
    candidates = tuple(base(sample, source) for _ in range(2))
    errors = [-sum(h[x] != y for x, y in sample) for h in candidates]
    return candidates[source.exponential(errors, EPSILON)]


def test_reusing_the_rows_leaks_more() -> None:
    leak = exact_privacy(cache(lambda sample: law(reuses_its_rows, sample)), ((0, 0), (0, 1)), 3)
    assert leak.delta(EPSILON) > 0


def test_weighted_draws() -> None:
    sample, skew = ((0, 0), (0, 1)), (Fraction(3, 4), Fraction(1, 4))
    assert law(learn_weighted, base, 2, sample, (HALF, HALF))[(0,)] == HALF
    single = law(learn_weighted, base, 1, sample, skew)
    assert single[(0,)] == Fraction(3, 4) * Fraction(2, 3) + Fraction(1, 4) * Fraction(1, 3)
    with pytest.raises(WeightsError):
        learn_weighted(base, 1, sample, (0, 0), SeededSource(0))
    with pytest.raises(ParameterError, match="one for each row"):
        learn_weighted(base, 1, sample, (1,), SeededSource(0))


@pytest.mark.parametrize("density", [Fraction(1, 4), HALF, Fraction(1)])
def test_the_boosting_weights_are_a_smooth_distribution(density: Fraction) -> None:
    sample = ((0, 0), (1, 0), (0, 1), (1, 1))
    weights = lazy_bregman_measure(density, ln(2), sample, ((0, 0), (0, 1), (0, 1)))
    assert sum(weights) == 1
    assert max(weights) <= 1 / (density * len(sample))
    assert weights[2] >= weights[3] >= weights[0], "more right answers, less weight"


def test_majorities_and_boosting() -> None:
    for weak, said in (([(0, 1), (1, 1), (0, 0)], (0, 1)), ([(0,), (1,)], (1,))):
        told = iter(weak)
        rounds = BoostingPlan(rounds=len(weak), rows=2, density=HALF)
        assert learn_by_boosting(lambda *_, told=told: next(told), rounds, ((0, 1),), SeededSource(1)) == said
    plan = BoostingPlan(rounds=3, rows=2, density=HALF)
    hypothesis = learn_by_boosting(base, plan, ((0, 1),) * 6, SeededSource(1))
    assert hypothesis in BINARY
    assert hypothesis == learn_by_boosting(base, plan, ((0, 1),) * 6, SeededSource(1))
    with pytest.raises(SampleError):
        learn_by_boosting(base, plan, (), SeededSource(0))


def test_boosting_learns_in_law() -> None:
    plan = BoostingPlan(rounds=3, rows=1, density=HALF, rate=ln(2))
    found: Any = law(learn_by_boosting, base, plan, ((0, 1), (0, 1)))
    assert found[(1,)] == Fraction(20, 27)
