"""DP-ERM: a fault in any of its steps is caught by the claims on its law, and its sizes are what the proofs need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import pytest

import littlestone.impl.learners.dp_erm as erm
from littlestone.impl.learners.dp_erm import (
    ClassSize,
    DecompositionLearner,
    accurate_plan,
    class_size,
    learn_by_decompositions,
    learn_on_fixed_chunks,
    least_bottom,
    plan_for_error,
    plan_for_rows,
)
from littlestone.impl.privacy.guarantees import PrivateGoal
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.algebra.reals import Real, exp, ln
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.decompositions.erm_laws import ErmPlan, Released, printed_plan
from littlestone.spec.learning.laws import Law, point_mass
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import ParameterError, is_true
from littlestone.spec.lyu25.section5_dp_erm import ZERO_OR_A_POINT

HALF = Fraction(1, 2)
GOAL = PrivateGoal(1, Fraction(1, 10**6))
COIN = ((0,), (1,))
RUNS = {"chunks": learn_on_fixed_chunks, "": learn_by_decompositions}


def holds(part: str, functions: tuple[Function, ...] = ZERO_OR_A_POINT) -> bool:
    """The claim on the law of DP-ERM, or on that of one of its forms, on one class."""
    claim = CLAIMS[f"LYU25.T3.ALG.{part}".rstrip(".")]
    given = {"H": explicit(functions, 2, len(functions[0])), "law": law, "run": RUNS[part]}
    return bool(claim.state(given, claim.printed).conclusion.payload)


class Faulty(DecompositionLearner):
    """One step after the other done wrongly, by subclasses."""


class WrongRadius(Faulty):
    def close_masks(self, chunks: Any, stage: int) -> list[int]:
        return super().close_masks(chunks, stage + 1)


class OtherSizes(Faulty):
    changed: ClassVar[dict[str, Any]] = {}

    def __init__(self, functions: Any, plan: ErmPlan) -> None:
        super().__init__(functions, replace(plan, **self.changed))


class LouderSample(OtherSizes):
    changed: ClassVar[dict[str, Any]] = {"sample_epsilon": ln(16)}


class GoesOn(Faulty):
    def learn_on_chunks(self, chunks: Any, source: Any) -> Released:
        released = super().learn_on_chunks(chunks, source)
        return released if released.hypothesis else super().learn_on_chunks(chunks, source)


FAULTS = [
    WrongRadius,
    LouderSample,
    GoesOn,
]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_step_is_caught(fault: type[Faulty], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erm, "_learner", fault)
    assert not holds("chunks")


def test_the_listing_is_what_runs() -> None:
    assert holds("chunks") and holds("") and holds("", COIN)


class Replaced(DecompositionLearner):
    def learn(self, cells: Any, source: Any) -> Released:
        chunks = [source.hypergeometric(cells.tolist(), size) for size in self.plan.sizes]
        return self.learn_on_chunks(np.array(chunks), source)


class Unshuffled(DecompositionLearner):
    def learn(self, cells: Any, source: Any) -> Released:
        rows = np.repeat(np.eye(len(cells), dtype=np.int64), cells, axis=0)
        first = self.plan.sizes[0]
        return self.learn_on_chunks(np.array([rows[:first].sum(axis=0), rows[first:].sum(axis=0)]), source)


@pytest.mark.parametrize("fault", [Replaced, Unshuffled])
def test_a_wrong_partition_is_caught(fault: type[DecompositionLearner], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erm, "_learner", fault)
    assert not holds("", COIN)


# ---- Choices that the print leaves open


def one_chunk(plan: ErmPlan, chunk: Any = ((0, 0),)) -> Law[Any]:
    return law(learn_on_fixed_chunks, ((0,),), (chunk,) * plan.chunks, plan)


def test_an_empty_class_lists_nothing_and_nothing_is_returned_at_the_end() -> None:
    plan = replace(printed_plan(1, 1, ln(2), Fraction(1, 2), 0), least=Fraction(-1000))
    assert one_chunk(plan, ((0, 1),)).map(lambda released: released.hypothesis) == point_mass(None)
    never = one_chunk(replace(plan, least=Fraction(10)))
    assert never[Released(None, None)] > Fraction(99, 100)


def test_lists_are_cut_to_their_first_functions() -> None:
    plan = replace(printed_plan(1, 2, ln(4), Fraction(1, 16), 0), chunks=2, alpha=Fraction(4), longest=1)
    found = law(learn_on_fixed_chunks, COIN, (((0, 0),), ((0, 1),)), plan)
    assert {released.hypothesis for released in found} == {(0,), None}


def test_chunks_are_of_almost_equal_sizes() -> None:
    plan = printed_plan(1, 11, ln(2), Fraction(1, 16), 0)
    assert (plan.chunks, plan.sizes) == (4, (3, 3, 3, 2))
    assert printed_plan(2, 11, 1, Fraction(1, 16), 0).chunks == 12, "4 ln 16 = 11.09 is rounded up"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: learn_by_decompositions(COIN, ((0, 0),), printed_plan(1, 2, 1, HALF, 0), SeededSource(0)), "rows = 1"),
        (lambda: DecompositionLearner([(0, 0), (0, 1), (1, 0), (1, 1)], printed_plan(1, 9, 1, HALF, 0)), "at least 2"),
        (lambda: printed_plan(0, 9, 1, HALF, 0), "d = 0"),
        (lambda: printed_plan(1, 9, 1, 1, 0), "ln"),
        (lambda: printed_plan(1, 9, 1, HALF, -1), "bottom = -1"),
        (lambda: PrivateGoal(1, 0), "delta = 0"),
    ],
)
def test_bad_sizes_are_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        call()


# ---- Sizes


def ball(m: int, radius: int) -> tuple[Function, ...]:
    sets = (set(s) for r in range(radius + 1) for s in combinations(range(m), r))
    return tuple(tuple(int(x in chosen) for x in range(m)) for chosen in sets)


def broken(size: ClassSize, plan: ErmPlan) -> set[str]:
    """What the proofs of LYU25 section 5 ask of the sizes of one stage, and is not so."""
    sample, beta, n = Real.of(plan.sample_epsilon), Real.of(GOAL.beta), plan.chunks
    radius = Real.of(plan.radius(1))
    missing = (plan.alpha - radius) / (1 - radius) * Fraction(plan.rows, -(-plan.rows // n))
    asked = {
        "privacy adds up": len(plan.levels) * Real.of(plan.test_epsilon) + 2 * sample <= GOAL.epsilon,
        "B hides what one list has": plan.bottom >= least_bottom(size.functions, plan.sample_epsilon, GOAL.delta),
        "all functions are essential": Real.of(size.points) <= plan.levels[0],
        "an error is missed": size.functions * exp(-sample * missing) <= beta / 2,
        "the test is passed": exp(-plan.test_epsilon * (n - Real.of(plan.least))) / 2 <= beta / 4,
        "the failure symbol is rare": exp(sample * (plan.bottom - Real.of(n))) <= beta / 4,
    }
    return {words for words, holds in asked.items() if not is_true(holds)}


@pytest.mark.parametrize("functions", [ball(9, 1), ball(5, 2), ((0,), (1,))])
def test_the_least_plan_is_enough_and_no_less_is(functions: tuple[Function, ...]) -> None:
    size = class_size(functions)
    plan = plan_for_error(size, GOAL, Fraction(1, 20))
    assert not broken(size, plan)
    assert broken(size, with_rows(plan, plan.rows - 1)) == {"an error is missed"}
    loud = plan_for_error(size, GOAL, 1)
    assert broken(size, with_rows(loud, loud.rows - 1)) == {"the test is passed"}
    assert broken(size, replace(plan, bottom=plan.bottom - Fraction(1, 100))) == {"B hides what one list has"}
    assert broken(size, plan_for_rows(size, GOAL, plan.rows)) == set()
    assert accurate_plan(size, GOAL, Fraction(1, 20)).rows > plan.rows


def with_rows(plan: ErmPlan, n: int) -> ErmPlan:
    return replace(plan, rows=n, chunks=n, least=Fraction(n, 2))


def test_the_printed_sizes_do_not_do() -> None:
    size = class_size(ball(9, 1))
    printed = printed_plan(1, 10**6, 1, Fraction(1, 10**6), least_bottom(10, 1, Fraction(1, 10**6)))
    assert broken(size, printed) == {"privacy adds up", "an error is missed", "the failure symbol is rare"}


def test_the_least_symbol() -> None:
    assert bool((exp(ln(2) * least_bottom(6, ln(2), Fraction(1, 4))) == 2 * 24).payload)
    assert bool((exp(ln(2) * least_bottom(6, ln(2), 1)) == 2 * 6).payload)


# ---- Runs


@pytest.mark.parametrize("chunks", [400, 10**7])
def test_ten_million_rows_by_counts(chunks: int) -> None:
    functions, rows = ball(9, 1), 10**7
    size = class_size(functions)
    learner = DecompositionLearner(functions, replace(plan_for_rows(size, GOAL, rows), chunks=chunks, least=HALF))
    cells = np.zeros((9, 2), dtype=np.int64)
    cells[:4, 0] = rows // 10
    cells[4, 1] = rows - cells.sum()
    released = [learner.learn(cells.ravel(), SeededSource(seed)) for seed in range(5)]
    assert Counter(released) == {Released(1, tuple(int(x == 4) for x in range(9))): 5}


def test_the_least_rows_for_a_tenth_are_enough_in_fact() -> None:
    functions = tuple(tuple(int(x >= t) for x in range(8)) for t in range(9))
    plan = accurate_plan(class_size(functions), PrivateGoal(1, Fraction(1, 10**6), Fraction(1, 20)), Fraction(1, 10))
    assert plan.rows == 366
    learner, target = DecompositionLearner(functions, plan), np.array(functions[5])
    right = 0
    for seed in range(40):
        points = np.random.default_rng(seed).integers(0, 8, plan.rows)
        cells = np.bincount(2 * points + target[points], minlength=16)
        right += learner.learn(cells, SeededSource(seed)).hypothesis == functions[5]
    assert right >= 38


def test_decompositions_run_where_p_is_below_the_number_of_points() -> None:
    functions, rows = ball(14, 1), 10**7
    size = class_size(functions)
    changed: dict[str, Any] = {"levels": (3, 6), "alpha": HALF, "shrink": HALF, "chunks": 400, "least": Fraction(200)}
    learner = DecompositionLearner(functions, replace(plan_for_rows(size, GOAL, rows), **changed))
    cells = [rows // 14, 0] * 13 + [0, rows - 13 * (rows // 14)]
    assert learner.scores(np.array([cells]), [1], 1) == {(0,) * 14: 1}, "all 15 functions err on less than a quarter"
    assert learner.learn(np.array(cells), SeededSource(0)) == Released(1, (0,) * 14)


def test_a_wrong_number_of_rows_is_refused() -> None:
    learner = DecompositionLearner(COIN, plan_for_rows(class_size(COIN), GOAL, 1000))
    with pytest.raises(SampleError, match=r"plan\.rows = 1000"):
        learner.learn(np.array([3, 4]), SeededSource(0))
