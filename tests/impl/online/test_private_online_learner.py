"""The private online learner of LYU25: its law is that of the listings, and each step's fault is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from helpers.online_plans import TINY

from littlestone.impl.classes.learner_input import EmptyClassError
from littlestone.impl.decompositions.decompositions import essential_hypotheses
from littlestone.impl.online.private_online_learner import (
    JointTraining,
    PrivateOnlineLearner,
    chunk_places,
    joint_train,
    private_online_learn,
)
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SecureSource, SeededSource
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.laws import same_law
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.samples import Sample
from littlestone.spec.online.joint_training import joint_training_law, listing_law, split_law
from littlestone.spec.online.plans import OnlinePlan

HALF = Fraction(1, 2)
CONSTANTS = ((0,), (1,))
THRESHOLDS = ((0, 0), (0, 1), (1, 1))
SINGLETONS = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0))
PLAN = replace(TINY, calls=2, buffer=HALF, stage_epsilon=4 * ln(2), sample_epsilon=ln(3), bottom_share=HALF)
STREAMS: tuple[Sample, ...] = (((0, 1), (0, 0)), ((0, 1), (0, 1)))


def learns_as_listed(learn: Callable[..., Any], functions: Any, stream: Sample, plan: OnlinePlan) -> bool:
    listed = listing_law(functions, stream, plan, essential_hypotheses)
    return bool(same_law(law(learn, functions, stream, plan), listed))


def trains_as_listed(train: Callable[..., Any], functions: Any, S: Any, stage: int, plan: OnlinePlan) -> bool:
    listed = joint_training_law(functions, S, stage, plan, essential_hypotheses)
    return bool(same_law(law(train, functions, S, stage, plan), listed))


@pytest.mark.slow
@pytest.mark.parametrize("split", ["independent", "equal"])
def test_the_law_is_that_of_the_listing_on_every_stream(split: Any) -> None:
    plan = replace(PLAN, split=split)
    for stream in product(product((0,), (0, 1)), repeat=2):
        assert learns_as_listed(private_online_learn, CONSTANTS, stream, plan)
    for stream in (((0, 1), (1, 0)), ((1, 0), (1, 0))):  # neither fits a threshold and what was learned of it
        assert learns_as_listed(private_online_learn, THRESHOLDS, stream, replace(plan, calls=1))


# ---- Faults seeded into each step


@pytest.mark.parametrize("change", [{"calls": 1}, {"buffer": 1}, {"buffer_epsilon": 4 * ln(2)}, {"sample_epsilon": 1}])
def test_a_learner_with_another_plan_has_another_law(change: Any) -> None:
    def other(functions: Any, stream: Sample, plan: OnlinePlan, source: Any) -> Any:
        return private_online_learn(functions, stream, replace(plan, **change), source)

    assert not all(learns_as_listed(other, CONSTANTS, stream, PLAN) for stream in STREAMS)


def chunks(places: Callable[..., Any], n: int, plan: OnlinePlan, source: Any) -> Any:
    where = places(n, plan, source)
    return tuple(tuple((row, 0) for row in range(n) if where[row] == i) for i in range(plan.teachers))


def splits_as_listed(places: Callable[..., Any], n: int, plan: OnlinePlan) -> bool:
    rows = tuple((row, 0) for row in range(n))
    return bool(same_law(law(chunks, places, n, plan), split_law(rows, plan.teachers, plan.split)))


@pytest.mark.parametrize("split", ["independent", "equal"])
def test_the_split_has_its_law(split: Any) -> None:
    for n, k in product(range(4), (1, 2, 3)):
        assert splits_as_listed(chunk_places, n, replace(PLAN, teachers=k, split=split))


def test_each_step_of_algorithm_4_is_that_of_the_listing() -> None:
    plan = replace(PLAN, draws=2, rate=HALF, level=Fraction(1))  # an error of 1/2 is on the threshold of stage 1
    cases: list[tuple[Any, Any]] = [(CONSTANTS, ((((0, 1), (0, 0)), ((0, 1),)), ())), (SINGLETONS, ((), ()))]
    assert all(trains_as_listed(joint_train, H, S, 1, plan) for H, S in cases)


def test_a_test_far_above_its_threshold_passes() -> None:
    learner = PrivateOnlineLearner(
        CONSTANTS, replace(PLAN, buffer=-5000, buffer_epsilon=1, stage_epsilon=10**4), SecureSource()
    )
    learner.observe(0, 0)
    learner.observe(0, 0)
    assert (learner.steps, len(learner.calls)) == (2, 3)


# ---- Choices and corners


def test_when_all_stages_are_used_up_the_hypothesis_stays() -> None:
    learner = PrivateOnlineLearner(CONSTANTS, replace(PLAN, share=Fraction(100)), SeededSource(0))
    learner.answer()
    assert learner.hypothesis == (0,) and learner.calls == ((0, 3), (0, 3))


def test_after_halt_the_hypothesis_stays() -> None:
    learner = PrivateOnlineLearner(CONSTANTS, replace(PLAN, calls=0, buffer=-100), SeededSource(0))
    first = learner.hypothesis
    for _ in range(5):
        learner.observe(0, 1)
    assert learner.halted == 1 and learner.steps == 5 and learner.hypothesis == first
    assert len(private_online_learn(CONSTANTS, ((0, 1),) * 5, learner.plan, SeededSource(0)).published) == 2


def test_a_teacher_without_functions_has_no_list() -> None:
    training = JointTraining(CONSTANTS, PLAN)
    assert training.essential((((0, 0), (0, 1)),)) == () and training.essential(()) == CONSTANTS


def test_secure_randomness() -> None:
    plan = replace(PLAN, teachers=10, buffer=5)
    assert len(private_online_learn(SINGLETONS, ((1, 1),) * 50, plan, SecureSource()).calls) > 1


def test_refusals() -> None:
    with pytest.raises(EmptyClassError):
        PrivateOnlineLearner((), PLAN, SeededSource(0))
    with pytest.raises(ParameterError, match=r"d = 0 .*at least 1"):
        PrivateOnlineLearner(CONSTANTS, replace(PLAN, d=0), SeededSource(0))
    with pytest.raises(ParameterError, match="teachers"):
        replace(PLAN, teachers=0)
    with pytest.raises(ParameterError, match="epsilon = 0"):
        replace(PLAN, sample_epsilon=0)
