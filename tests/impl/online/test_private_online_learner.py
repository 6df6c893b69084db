"""The private online learner of LYU25: its law is that of the listings, each step's fault is seen, records replay."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from littlestone.impl.classes.learner_input import EmptyClassError
from littlestone.impl.decompositions.decompositions import essential_hypotheses
from littlestone.impl.online import joint_training, online_streams, private_online_learner, waiting_times
from littlestone.impl.online.joint_training import JointTraining, define_class, joint_train, majority
from littlestone.impl.online.online_streams import private_online_learn_at_once, publications
from littlestone.impl.online.private_online_learner import PrivateOnlineLearner, chunk_places, private_online_learn
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.secure import SecureSource
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.algebra.reals import ln
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import same_law
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.samples import Sample
from littlestone.spec.online.joint_training import joint_training_law, listing_law, split_law
from littlestone.spec.online.plans import OnlinePlan

HALF = Fraction(1, 2)
CONSTANTS = ((0,), (1,))
THRESHOLDS = ((0, 0), (0, 1), (1, 1))
SINGLETONS = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0))
PLAN = OnlinePlan(
    d=1,
    calls=2,
    teachers=2,
    buffer=Fraction(1, 2),
    buffer_epsilon=2 * ln(2),
    stage_epsilon=4 * ln(2),
    draws=1,
    sample_epsilon=ln(3),
    rate=Fraction(0),
    depth=1,
    bottom_share=HALF,
)
STREAMS: tuple[Sample, ...] = (((0, 1), (0, 0)), ((0, 1), (0, 1)))


def learns_as_listed(learn: Callable[..., Any], functions: Any, stream: Sample, plan: OnlinePlan) -> bool:
    listed = listing_law(functions, stream, plan, essential_hypotheses)
    return bool(same_law(law(learn, functions, stream, plan), listed))


def trains_as_listed(train: Callable[..., Any], functions: Any, S: Any, stage: int, plan: OnlinePlan) -> bool:
    listed = joint_training_law(functions, S, stage, plan, essential_hypotheses)
    return bool(same_law(law(train, functions, S, stage, plan), listed))


@pytest.mark.slow
@pytest.mark.parametrize("learn", [private_online_learn, private_online_learn_at_once])
@pytest.mark.parametrize("split", ["independent", "equal"])
def test_the_law_is_that_of_the_listing_on_every_stream(learn: Any, split: Any) -> None:
    plan = replace(PLAN, split=split)
    for stream in product(product((0,), (0, 1)), repeat=2):
        assert learns_as_listed(learn, CONSTANTS, stream, plan)
    for stream in (((0, 1), (1, 0)), ((1, 0), (1, 0))):  # neither fits a threshold and what was learned of it
        assert learns_as_listed(learn, THRESHOLDS, stream, replace(plan, calls=1))


# ---- Faults seeded into each step


def mutated(module: ModuleType, old: str, new: str) -> dict[str, Any]:
    """The names of the module with one piece of its text replaced; the module itself is left as it is."""
    text = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    mutant = sys.modules["mutant"] = ModuleType("mutant")
    exec(compile(text.replace(old, new).replace("@implements", "#"), "mutant", "exec", dont_inherit=True), vars(mutant))
    return vars(mutant)


LEARNER_FAULTS = {
    "a correct answer is kept": ("if label != self.hypothesis[point]", "if label == self.hypothesis[point]"),
    "the last call of the budget is not answered": ("self._left < 0", "self._left <= 0"),
    "the budget does not run out": ("self._left -= 1", "pass"),
    "the noise is that of the other test": ("self.plan.buffer_epsilon,", "self.plan.stage_epsilon,"),
    "the threshold is another": ("self.plan.buffer,", "self.plan.buffer + 1,"),
    "the buffer is not emptied": ("        self._buffer = []\n\n    def _chunks", "\n    def _chunks"),
    "old data sets are forgotten": ("collection.append(chunk)", "collection[:] = [chunk]"),
    "the split is not random": ("int(source.uniform(k)) for _ in range(n)", "_ % k for _ in range(n)"),
    "a teacher gets nothing": ("int(source.uniform(k))", "min(int(source.uniform(k)), k - 2)"),
    "without a stage h is 0": ("self.hypothesis = self.hypothesis if", "self.hypothesis = (0,) if"),
    "j* is forgotten": ("call = self._training", "self._training.stage = 1; call = self._training"),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", LEARNER_FAULTS)
def test_a_fault_in_a_step_of_algorithm_3_is_seen(fault: str) -> None:
    learn = mutated(private_online_learner, *LEARNER_FAULTS[fault])["private_online_learn"]
    cases = product(STREAMS, (PLAN, replace(PLAN, calls=1)))
    assert not all(learns_as_listed(learn, CONSTANTS, stream, plan) for stream, plan in cases)


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


@pytest.mark.parametrize(
    ("old", "new"),
    [("source.shuffle(n)", "range(n)"), ("i < n % k", "i > 0 and i <= n % k"), ("n // k +", "n // k + 1 +")],
)
def test_a_fault_in_the_equal_split_is_seen(old: str, new: str) -> None:
    places = mutated(private_online_learner, old, new)["chunk_places"]
    assert not splits_as_listed(places, 3, replace(PLAN, split="equal"))


TRAINING_FAULTS = {
    "errors on the threshold are too many": ("counts[i] <= allowed", "counts[i] < allowed"),
    "only some data sets count": ("all(counts[i] <= allowed", "any(counts[i] <= allowed"),
    "the threshold is that of stage 0": ("self.plan.threshold(self.stage)", "self.plan.threshold(0)"),
    "p is that of stage 1": ("self.plan.points(self.stage)", "self.plan.points(1)"),
    "m is the least frequency": ("largest = max(", "largest = min("),
    "the test wants another frequency": ("self.plan.wanted,", "self.plan.wanted / 2,"),
    "the noise is that of the other test": ("self.plan.stage_epsilon,", "self.plan.buffer_epsilon,"),
    "the last stage is left out": ("while self.stage <= self.plan.stages", "while self.stage < self.plan.stages"),
    "a failed stage is repeated later": ("self.stage += 1", "self.stage += 2"),
    "draws are half as private": ("2 * Real.of(self.plan.sample_epsilon)", "Real.of(self.plan.sample_epsilon)"),
    "the failure symbol has another score": ("self.plan.bottom]", "self.plan.bottom + 1]"),
    "there is a draw too many": ("range(self.plan.draws)", "range(self.plan.draws + 1)"),
    "a tie gives 1": ("> len(voters)", ">= len(voters)"),
    "the failure symbol votes for 0": ("> len(voters)", "> len(draws)"),
    "the first draw decides": (
        "draws = tuple(self.draws(seen[-1], source))",
        "draws = (*self.draws(seen[-1], source),)[:1]",
    ),
}
COLLECTIONS: Any = ((((0, 1), (1, 1)),), ())


@pytest.mark.parametrize("fault", TRAINING_FAULTS)
def test_a_fault_in_a_step_of_algorithm_4_is_seen(fault: str) -> None:
    train = mutated(joint_training, *TRAINING_FAULTS[fault])["joint_train"]
    plan = replace(PLAN, draws=2, rate=HALF, level=Fraction(1))  # an error of 1/2 is on the threshold of stage 1
    cases: list[tuple[Any, Any]] = [(CONSTANTS, ((((0, 1), (0, 0)), ((0, 1),)), ())), (SINGLETONS, ((), ()))]
    assert not all(trains_as_listed(train, H, S, 1, plan) for H, S in cases)
    assert all(trains_as_listed(joint_train, H, S, 1, plan) for H, S in cases)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("chance_within(chance, half) / chance_within(chance, left)", "chance_within(chance, half)"),
        ("start + half, left - half", "start + half, half"),
        ("1 - (1 - chance) ** steps", "chance * steps"),
    ],
)
def test_a_fault_in_the_waiting_time_is_seen(old: str, new: str) -> None:
    chance, steps = Fraction(1, 7), 5
    right = [chance * (1 - chance) ** i for i in range(steps)]
    assert [law(waiting_times.first_passing, chance, steps)[i] for i in range(steps)] == right
    assert law(waiting_times.first_passing, chance, steps)[None] == (1 - chance) ** steps
    wrong = law(mutated(waiting_times, old, new)["first_passing"], chance, steps)
    assert [wrong[i] for i in range(steps)] != right


WAITING_FAULTS = [
    ("for i in range(steps)", "for i in range(1, steps)"),
    ("plan.buffer_epsilon), steps", "plan.stage_epsilon), steps"),
    ("chance_of_above(buffered, plan.buffer", "chance_of_above(plan.buffer, buffered"),
]


def test_a_test_far_above_its_threshold_passes() -> None:
    learner = PrivateOnlineLearner(
        CONSTANTS, replace(PLAN, buffer=-5000, buffer_epsilon=1, stage_epsilon=10**4), SecureSource()
    )
    assert learner.skip(10) == 1
    learner.observe(0, 0)
    assert (learner.steps, len(learner.records)) == (2, 3)


@pytest.mark.parametrize(("old", "new"), WAITING_FAULTS)
def test_a_fault_in_the_tests_between_two_mistakes_is_seen(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = mutated(private_online_learner, old, new)["PrivateOnlineLearner"]
    monkeypatch.setattr(online_streams, "PrivateOnlineLearner", learner)
    stream = ((0, 1), (0, 0), (0, 0))
    assert not learns_as_listed(private_online_learn_at_once, CONSTANTS, stream, replace(PLAN, calls=1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("!= rows[:, 1]", "== rows[:, 1]"),
        ("done += learner.skip(end - done)", "done = end"),
        ("if _answered(learner) != calls or done == len(rows)", "if done == len(rows)"),
        ("*published[: learner.halted]", "*published"),
    ],
)
def test_a_fault_in_the_stream_at_once_is_seen(old: str, new: str) -> None:
    learn = mutated(online_streams, old, new)["private_online_learn_at_once"]
    stream = ((0, 0), (0, 0), (0, 1))
    assert not learns_as_listed(learn, CONSTANTS, stream, replace(PLAN, calls=1))


# ---- Records


def long_run(seed: int = 0) -> tuple[PrivateOnlineLearner, list[Function]]:
    plan = replace(PLAN, teachers=10, calls=4, buffer=1, draws=5, buffer_epsilon=HALF, sample_epsilon=1)
    learner = PrivateOnlineLearner(SINGLETONS, plan, SeededSource(seed))
    return learner, list(publications(learner, ((0, 1), (1, 0), (2, 0)) * 40))


def test_records_replay_every_call() -> None:
    learner, published = long_run()
    assert len(learner.records) > 3 and len(published) == learner.steps == 120
    for u, call in enumerate(learner.records):
        assert {len(data) for data in call.collections} == {u}, "each call brings each teacher a data set"
        assert [stage.passed for stage in call.stages] == [False] * (len(call.stages) - 1) + [True]
        for stage in call.stages:
            threshold = learner.plan.threshold(stage.number)
            again = tuple(define_class(sorted(SINGLETONS), data, threshold) for data in call.collections)
            assert again == stage.classes and stage.largest == max(stage.scores.values(), default=0)
        assert call.hypothesis == majority(call.draws, 3) and call.stage == call.stages[-1].number
    for (t, _), call in zip(learner.calls, learner.records, strict=True):
        assert t == 120 or published[t] == call.hypothesis


def test_what_a_call_sees_is_not_changed_by_later_ones() -> None:
    learner, _ = long_run()
    assert all(data == () for data in learner.records[0].collections)


# ---- Choices and corners


def test_when_all_stages_are_used_up_the_hypothesis_stays() -> None:
    learner = PrivateOnlineLearner(CONSTANTS, replace(PLAN, share=Fraction(100)), SeededSource(0))
    assert learner.hypothesis == (0,) and learner.records[0].hypothesis is None
    learner.answer()
    assert [(call.stage, call.stages) for call in learner.records[1:]] == [(3, ())]


def test_after_halt_the_hypothesis_stays() -> None:
    learner = PrivateOnlineLearner(CONSTANTS, replace(PLAN, calls=0, buffer=-100), SeededSource(0))
    published = list(publications(learner, ((0, 1),) * 5))
    assert learner.halted == 1 and learner.steps == 5 and set(published) == {learner.hypothesis}
    assert len(private_online_learn(CONSTANTS, ((0, 1),) * 5, learner.plan, SeededSource(0)).published) == 2


def test_a_teacher_without_functions_has_no_list() -> None:
    training = JointTraining(CONSTANTS, PLAN)
    call = training.call(((((0, 0), (0, 1)),), ()), SeededSource(0))
    assert call.stages[0].classes[0] == call.stages[0].lists[0] == ()


def test_secure_randomness() -> None:
    plan = replace(PLAN, teachers=10, buffer=5)
    assert len(private_online_learn_at_once(SINGLETONS, ((1, 1),) * 50, plan, SecureSource()).calls) > 1


def test_refusals() -> None:
    with pytest.raises(EmptyClassError):
        PrivateOnlineLearner((), PLAN, SeededSource(0))
    with pytest.raises(ParameterError, match=r"d = 0 .*at least 1"):
        PrivateOnlineLearner(CONSTANTS, replace(PLAN, d=0), SeededSource(0))
    with pytest.raises(ParameterError, match="teachers"):
        replace(PLAN, teachers=0)
    with pytest.raises(ParameterError, match="epsilon = 0"):
        replace(PLAN, sample_epsilon=0)
