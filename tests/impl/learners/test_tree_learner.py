"""The improper learner: a fault in any of its steps is caught by the claims on its law, and its sizes are enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import littlestone.impl.classes.path_trees as path_trees
import littlestone.impl.learners.tree_learners as tree_learner
import littlestone.spec.yan25.section5_improper_learner  # noqa: F401
from littlestone.impl.classes.path_trees import ROOT, PathTree, ThresholdChain, path_tree
from littlestone.impl.learners.tree_learners import MEDIANS, TreeLearner, drawn_depth, learn_by_tree
from littlestone.impl.learners.tree_sizes import least_error, least_plan, least_rows
from littlestone.impl.privacy.guarantees import PrivateGoal
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.spec.algebra.circuit import TRUE
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.claim import CLAIMS
from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.families.vc_one_classes import vc_one_types
from littlestone.spec.learning.laws import point_mass, same_law
from littlestone.spec.learning.randomness import ParameterError, is_true
from littlestone.spec.medians import median_laws
from littlestone.spec.medians.choosing_laws import choosing_threshold

HALF = Fraction(1, 2)
STAR = ((0, 0), (0, 1), (1, 0))
CHAIN = ((0, 0), (1, 0), (1, 1))
IMPROPER = ((0, 0, 0), (1, 0, 1), (1, 1, 0))
CONSTANT_SOMEWHERE = (((0,), (1,)), ((1, 0), (1, 1)), ((0, 0),), ((0, 0), (0, 1)))


def holds(id: str, functions: tuple[Function, ...] | None = None, **given: Any) -> bool:
    """The claim at these arguments, with what is registered."""
    claim = CLAIMS[id]
    run = IMPLEMENTATIONS[id.removesuffix(".corrected")]
    classes = {} if functions is None else {"H": explicit(functions, 2, len(functions[0]))}
    all_given = {**classes, "law": law, "run": run, **given}
    arguments = {name: all_given[name] for name in claim.domains}
    return bool(claim.state(arguments, claim.printed).conclusion.payload)


def chunks_hold() -> bool:
    return all(holds("YAN25.Alg2.chunks", functions) for functions in (STAR, CHAIN))


def test_the_listing_is_what_runs() -> None:
    assert chunks_hold() and holds("YAN25.Alg2.thresholds", size=2)
    assert all(holds("YAN25.Alg2.corrected", functions) for functions in CONSTANT_SOMEWHERE)
    assert all(holds("YAN25.Alg2.determined", functions) for functions in (STAR, CHAIN, IMPROPER))


@pytest.mark.slow
@pytest.mark.parametrize("points", [3, 4])
def test_what_chunks_determine_and_the_choice_on_more_points(points: int) -> None:
    for functions in vc_one_types(points):
        assert holds("YAN25.Alg2.determined", functions)
        assert points == 4 or holds("YAN25.Alg2.chunks", functions)


# ---- A fault in each step


class NoPropagation(PathTree):
    def _dead(self, zeros: Any) -> Any:
        return set(zeros.tolist()), Counter[int]()


class Contradictions(PathTree):
    def determined(self, points: Any, labels: Any) -> int:
        ones = points[(points >= 0) & (labels == 1)]
        return int(ones[np.argmax(self.depth[ones])]) if len(ones) else ROOT


class Shallowest(PathTree):
    def determined(self, points: Any, labels: Any) -> int:
        found = super().determined(points, labels)
        return found if found == ROOT or self.depth[found] < 2 else int(self.parents[found])


class DeeperThanAnEnd(PathTree):
    def _forced(self, node: int, dead: set[int], lost: Any) -> int:
        below = self.children(node).tolist()
        return below[0] if len(below) == 1 and node != ROOT and not dead else super()._forced(node, dead, lost)


FAULTY_TREES = [NoPropagation, Contradictions, Shallowest, DeeperThanAnEnd]


@pytest.mark.parametrize("fault", FAULTY_TREES)
def test_a_fault_in_what_a_chunk_determines_is_caught(fault: type[PathTree], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(path_trees, "PathTree", fault)
    monkeypatch.setattr(tree_learner, "_learner", TreeLearner)
    assert not all(holds("YAN25.Alg2.determined", functions) for functions in (STAR, CHAIN, IMPROPER))


# ---- Large trees


def learn_on_tree(tree: Any, points: Any, labels: Any, plan: TreePlan) -> tuple[int, int]:
    source = SeededSource(0)
    order = np.array(source.shuffle(len(points)))
    return TreeLearner(tree).learn_in_order(points[order], labels[order], plan, source)


def test_it_learns_on_a_large_tree_and_on_an_endless_chain() -> None:
    n = 20_000
    parents = np.arange(-1, n - 1) // 2  # a binary tree
    tree = PathTree(parents, np.ones(n, dtype=np.bool_))
    points = np.array([38, 77, 3, 39])[np.arange(n) % 4]
    labels = tree.is_above(points, 38).astype(np.int64)
    plan = least_plan(tree.height, PrivateGoal(1, Fraction(1, 10**6), Fraction(1, 20)))
    z, node = learn_on_tree(tree, points, labels, plan)
    assert (z, node) == (tree.depth_of(38), 38)
    chain = ThresholdChain(1 << 1000)
    plan = least_plan(chain.height, PrivateGoal(1, Fraction(1, 10**6), Fraction(1, 20)))
    huge = np.array([1 << 999, (1 << 999) - 1] * n, dtype=object)
    _, found = learn_on_tree(chain, huge, np.array([1, 0] * n), plan)
    assert found == 1 << 999 and chain.is_above(found + 1, found) and not chain.is_above(found - 1, found)


@pytest.mark.parametrize(
    "call",
    [
        lambda: PathTree([1, 0], [True, True]),
        lambda: PathTree([-1, 0], [True, False]),
        lambda: PathTree([-1, 0], [False, True]),
        lambda: path_tree(np.array([(0, 0), (1, 1)], dtype=np.uint8)),
        lambda: TreeLearner([(0, 0), (0, 1), (1, 0), (1, 1)]),
        lambda: TreeLearner([(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 1, 1)]),
    ],
)
def test_what_is_no_tree_of_a_class_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"tree|VC|end of a path|above point|told apart"):
        call()


# ---- Sizes


def test_the_least_sizes_are_those_of_the_theorem() -> None:
    goal = PrivateGoal(2, Fraction(1, 10**6), Fraction(3, 20))
    plan = least_plan(1, goal)
    assert plan.chunks == 401 and plan.median_epsilon == 1  # 6 (57.49 + 4 ln 10), as the catalogue has about 400
    assert least_plan(1 << 1000, goal).chunks == 4177  # 6 ln(2^1000 20)
    rows = least_rows(plan, goal, Fraction(1, 10))
    assert bool((Real.of(least_error(plan, goal, rows)) <= Fraction(1, 10)).payload)
    assert not bool((Real.of(least_error(plan, goal, rows - plan.chunks)) <= Fraction(1, 10)).payload)


@pytest.mark.parametrize(("median", "rows"), [("ranks", 97_010), ("one_level", 224_640), ("log_star", 3_794_934)])
def test_the_rows_by_each_median(median: str, rows: int) -> None:
    goal = PrivateGoal(1, Fraction(1, 10**6), Fraction(1, 20))
    assert least_rows(least_plan(1 << 40, goal, median), goal, Fraction(1, 10)) == rows


def one_level_is_enough(n: int, plan: TreePlan, b: Fraction) -> bool:
    """The inequality of YAN25.M5.accuracy for thresholds on 2^40 points, of which depths have 41 bits."""
    e = Real.of(plan.median_epsilon) / 3
    K, theta = 1 + 2 / e * ln(3 / b), choosing_threshold(e, plan.delta)
    parts = (3 * K, theta + 4 / e * ln(1 / b), K + 4 / e * ln(2 * n / b))
    return all(is_true(Fraction(n, 2) >= 2 / e * ln(42 / b) + part) for part in parts)


def test_the_chunks_of_one_level_are_the_fewest_that_its_theorem_allows() -> None:
    plan = least_plan(1 << 40, PrivateGoal(1, Fraction(1, 10**6), Fraction(1, 20)), "one_level")
    assert one_level_is_enough(plan.chunks * 2 // 3, plan, Fraction(1, 180))
    assert not one_level_is_enough(plan.chunks * 2 // 3 - 4, plan, Fraction(1, 180))


@pytest.mark.parametrize("median", MEDIANS)
def test_the_learner_draws_each_median_within_its_share_of_epsilon_and_delta(median: str) -> None:
    plan, depths, top, unit = TreePlan(7, 12 * ln(2), 1, Fraction(1, 9)), (0, 1, 3, 2, 3, 3, 1), 3, 4 * ln(2)
    asked = {
        "ranks": lambda: median_laws.rank_median_law(depths, top, plan.median_epsilon),
        "one_level": lambda: median_laws.one_level_law(depths, top, (unit, unit, unit), plan.delta),
        "log_star": lambda: median_laws.recursive_median_law((1, 2, 3), top + 1, 1, unit, plan.delta),
    }
    assert same_law(law(drawn_depth, depths, top, plan, median), asked[median]()) is TRUE


def test_a_run_without_enough_rows_is_the_root() -> None:
    found = law(learn_by_tree, ((0,), (1,)), ((0, 1),), TreePlan(2, 1, 1, Fraction(1, 4)))
    assert found == point_mass((0,)) or found[(0,)] > 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: TreePlan(0, 1, 1, Fraction(1, 4)), "chunks = 0"),
        (lambda: TreePlan(1, 0, 1, Fraction(1, 4)), "epsilon = 0"),
        (lambda: TreePlan(1, 1, 0, Fraction(1, 4)), "epsilon = 0"),
        (lambda: TreePlan(1, 1, 1, HALF), "delta = 1/2"),
        (lambda: least_plan(1, PrivateGoal(1, HALF, HALF)), "delta = 1/2"),
        (lambda: PrivateGoal(1, Fraction(1, 4), 0), "beta = 0"),
        (lambda: least_plan(-1, PrivateGoal(1, Fraction(1, 4), HALF)), "height = -1"),
    ],
)
def test_bad_sizes_are_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        call()
