"""The proper learner's selection: a fault in any of its steps is caught by the claim on its law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

import littlestone.impl.learners.tree_learners as learner
import littlestone.spec.yan25.section6_1_proper_learner  # noqa: F401
from littlestone.impl.learners.tree_learners import GoodSubtree, select_below, select_leaf
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.claim import CLAIMS
from littlestone.spec.class_trees.selection_laws import (
    LEAF,
    LIGHT,
    ROUNDS,
    SelectionPlan,
    leaf_law,
    printed_selection_law,
    printed_selection_plan,
    selection_law,
    selection_plan,
)
from littlestone.spec.class_trees.selection_sizes import least_rows
from littlestone.spec.class_trees.trees import ClassTree, class_tree, good_subtree, proper_nodes
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.randomness import ParameterError

FORK = ((0, 0, 0), (1, 1, 0), (1, 0, 1))
# Below point 0 the leaf 1 and point 2, below that the leaves 3 and 4.
LONG_FORK = ((0, 0, 0, 0, 0), (1, 1, 0, 0, 0), (1, 0, 1, 1, 0), (1, 0, 1, 0, 1))
WIDE = ((0, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1))


def below_the_first_point(functions: tuple[Function, ...]) -> Any:
    """T_good for x_good = 0."""
    H = explicit(functions, 2, len(functions[0]))
    return good_subtree(class_tree(H), 0, proper_nodes(H))


def holds(functions: tuple[Function, ...], a: int) -> bool:
    """The claim on the law of the selection, on one class."""
    claim = CLAIMS["YAN25.Alg4.corrected"]
    given = {"H": explicit(functions, 2, len(functions[0])), "a": a, "law": law, "run": select_below}
    return bool(claim.state(given, claim.printed).conclusion.payload)


def same(functions: tuple[Function, ...], zeros: Mapping[int, int], plan: SelectionPlan) -> bool:
    """The implementation and the listing have the same law."""
    good = below_the_first_point(functions)
    found: Law[int] = law(select_below, good, zeros, plan)
    return bool((found == leaf_law(good, zeros, plan)).payload)


@pytest.mark.parametrize("functions", [FORK, WIDE])
def test_the_selection_has_the_law_of_its_listing(functions: tuple[Function, ...]) -> None:
    assert holds(functions, 2)


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
@pytest.mark.parametrize("most", [None, 1, 2])
def test_long_and_wide_trees_agree_with_the_listing(rounds: int, most: int | None) -> None:
    zeros, plan = {1: 2, 3: 1, 4: 4}, SelectionPlan(rounds, Fraction(1, 2), Fraction(2), most)
    assert same(LONG_FORK, zeros, plan)
    assert same(WIDE, {1: 2, 3: 1}, plan)


FAULTS: list[tuple[str, Any]] = [
    ("exponential_mechanism", lambda run, scores, *rest: run([-score for score in scores], *rest)),  # the worst child
    ("exponential_mechanism", lambda run, scores, _, *rest: run(scores, 2, *rest)),  # half of its budget
    ("laplace_mechanism", lambda run, least, *_: 10**9),  # step (c) never runs
    ("laplace_mechanism", lambda run, least, *_: least),  # no noise
    ("laplace_mechanism", lambda run, least, _, *rest: run(least, 2, *rest)),  # half of its budget
]


@pytest.mark.parametrize(("step", "fault"), FAULTS)
def test_a_fault_in_a_step_is_caught(step: str, fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, step, partial(fault, getattr(learner, step)))
    assert not holds(FORK, 2)


@pytest.mark.parametrize("method", ["weights", "least_values"])
def test_a_fault_in_the_counts_is_caught(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, zeros = SelectionPlan(2, Fraction(1), Fraction(2)), {1: 3, 2: 1, 3: 1, 4: 2}
    assert same(LONG_FORK, zeros, plan)
    monkeypatch.setattr(GoodSubtree, method, lambda self, zeros: {x: zeros.get(x, 0) for x in self.upward})
    assert not same(LONG_FORK, zeros, plan)


def test_a_fault_in_the_first_leaf_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = SelectionPlan(0, Fraction(1), Fraction(1))
    assert same(LONG_FORK, {}, plan)
    monkeypatch.setattr(learner, "min", max, raising=False)
    assert not same(LONG_FORK, {}, plan)


def test_the_print_is_stuck_at_a_leaf_on_realizable_rows() -> None:
    """Two branches a-b-b2 and a-d-d2, the target {a, b}: with weights over T the leaf b is heavy (YAN25.Cl3)."""
    tree = ClassTree((-1, 0, 1, 0, 3))
    good = good_subtree(tree, 0, {-1, 1, 2, 3, 4})
    plan = printed_selection_plan(Fraction(1, 10), 400, Fraction(1))
    ends = printed_selection_law(good, {2: 120, 4: 120}, plan).map(lambda end: end[1])
    assert bool((1 - ends[LEAF] < Fraction(1, 10**30)).payload)
    over_good = selection_law(good, {2: 120, 4: 120}, replace(plan, most_children=None)).map(lambda end: end[1])
    assert bool((1 - over_good[LIGHT] < Fraction(1, 10**15)).payload)


def test_the_loop_may_use_up_its_rounds() -> None:
    good = below_the_first_point(FORK)
    assert dict(selection_law(good, {}, SelectionPlan(0, 1, 1)).items) == {(0, ROUNDS): 1}


def test_a_light_leaf_is_taken_in_a_large_tree() -> None:
    children = [[x + 1, 1000 + x] if x < 999 else [] for x in range(1000)] + [[] for _ in range(999)]
    good = GoodSubtree(children.__getitem__, [not listed for listed in children], 0)
    zeros = dict.fromkeys(range(1000, 1500), 50)
    plan = selection_plan(Fraction(1, 4), sum(zeros.values()), 1)
    leaves = {select_leaf(good, zeros, plan, SeededSource(seed)) for seed in range(20)}
    assert all(good.weights(zeros)[leaf] <= 50 for leaf in leaves)


@pytest.mark.parametrize("change", [{"rounds": -1}, {"epsilon": 0}, {"threshold": 0}])
def test_a_plan_out_of_range_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        SelectionPlan(**{"rounds": 1, "epsilon": 1, "threshold": 1, **change})


def test_the_least_rows_grow_as_alpha_and_epsilon_fall() -> None:
    alphas, epsilons = (Fraction(1, 8), Fraction(1, 16)), (Fraction(1, 20), Fraction(1, 10))
    sizes = [[least_rows(alpha, Fraction(1, 20), epsilon) for epsilon in epsilons] for alpha in alphas]
    assert sizes[0][0] > sizes[0][1] and sizes[1][0] > sizes[0][0] and sizes[1][1] > sizes[0][1]
