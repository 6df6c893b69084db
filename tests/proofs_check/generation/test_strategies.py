"""The public Hypothesis strategies: what they draw, how small it gets, and what annotations stand for."""

import doctest
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from helpers.drawing import consistent, drawn, smallest
from helpers.nightly import nightly
from hypothesis import strategies as st

from littlestone.proofs_check.generation import strategies as hypothesis_strategies
from littlestone.proofs_check.generation.strategies import (
    ArbitrarySample,
    Distribution,
    NeighbouringPair,
    RealizableSample,
    concept_classes,
    cover_trees,
    distributions,
    neighbouring_pairs,
    psi_trees,
    realizable_samples,
    samples,
)
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.classes.trees import CoverNode, IONode, PsiNode, cover_paths, depth, is_complete, psi_paths

THRESHOLDS = explicit([(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)])


# ---- What is drawn


@pytest.mark.slow
@pytest.mark.parametrize("realizable", [True, False])
def test_neighbours_differ_in_exactly_one_row(realizable: bool) -> None:
    pairs = drawn(neighbouring_pairs(THRESHOLDS, realizable, most=5))
    assert all(len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1 for a, b in pairs)
    assert {len(a) for a, _ in pairs} == {1, 2, 3, 4, 5}
    assert all(consistent(THRESHOLDS, S) for pair in pairs for S in pair) is realizable


def test_realizable_neighbours_exist_on_one_point_only_where_the_rows_agree() -> None:
    both = drawn(neighbouring_pairs(explicit([(0,), (1,)]), realizable=True))
    assert {len(a) for a, _ in both} == {1}
    with pytest.raises(ValueError, match="no two different rows"):
        neighbouring_pairs(explicit([(0,)], 2), realizable=True)


def test_realizable_samples_are_realizable() -> None:
    tasks = drawn(realizable_samples())
    assert all(consistent(task.concept_class, task.sample) for task in tasks)
    assert any(len(task.sample) > 3 for task in tasks)


def test_distributions_are_exact_and_varied() -> None:
    found = drawn(distributions(3))
    assert all(len(D) == 3 and sum(D) == 1 and min(D) >= 0 and isinstance(D[0], Fraction) for D in found)
    assert len(set(found)) > 20


def test_trees_are_complete_and_their_labels_in_range() -> None:
    psi, cover = drawn(psi_trees(2, 3)), drawn(cover_trees(3))
    assert all(map(is_complete, [*psi, *cover]))
    assert {depth(tree) for tree in psi} == {depth(tree) for tree in cover} == {0, 1, 2, 3}
    steps = [step for tree in psi for path in psi_paths(tree) for step in path]
    assert {x for x, _, _ in steps} == {0, 1}
    assert {len(collapse) for _, collapse, _ in steps} == {3}
    assert {value for _, collapse, _ in steps for value in collapse} == {0, 1, None}
    assert {y for tree in cover for path in cover_paths(tree) for y in path} == {0, 1, 2}


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: concept_classes(0), "at least 1 point"),
        (lambda: concept_classes(2, 1), "2 labels"),
        (lambda: distributions(0), "at least 1 point"),
        (lambda: psi_trees(0), "at least 1 point"),
        (lambda: psi_trees(1, 1), "2 labels"),
        (lambda: cover_trees(0), "node label"),
        (lambda: drawn(samples(explicit([], 2, 2))), "empty class"),
    ],
)
def test_bad_sizes_are_refused(build: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        build()


# ---- How small it gets


@pytest.mark.slow
@pytest.mark.parametrize("draw", [0, *nightly([1])])
def test_a_class_and_its_sample_shrink_together(draw: int) -> None:
    task = smallest(realizable_samples(), lambda task: len({x for x, _ in task.sample}) >= 2, draw)
    assert (task.concept_class.points, len(task.concept_class.functions()), len(task.sample)) == (2, 1, 2)


def labelled_one(task: RealizableSample) -> bool:
    return any(y == 1 for _, y in task.sample)


def inverted(task: RealizableSample) -> bool:
    return any(x < z and (y, w) == (1, 0) for x, y in task.sample for z, w in task.sample)


def repeated(task: RealizableSample) -> bool:
    return len(set(task.sample)) < len(task.sample)


def ambiguous(task: RealizableSample) -> bool:
    """Two functions of the class label the sample, which is not empty."""
    agreeing = [f for f in task.concept_class.functions() if all(f[x] == y for x, y in task.sample)]
    return len(agreeing) > 1 and bool(task.sample)


@pytest.mark.slow
@pytest.mark.parametrize("draw", [1, *nightly([0, 2, 3, 4])])  # from 0 nothing is lost where points are kept
@pytest.mark.parametrize(
    ("condition", "sizes"),
    [
        (labelled_one, (1, 1, 1)),
        (inverted, (2, 1, 2)),
        (repeated, (1, 1, 2)),
        pytest.param(ambiguous, (2, 2, 1), marks=pytest.mark.nightly),
    ],
)
def test_the_quality_of_shrunk_tasks(
    condition: Callable[[RealizableSample], bool], sizes: tuple[int, int, int], draw: int
) -> None:
    """From every seed the fewest points, functions and rows. The page on Hypothesis promises it."""
    task = smallest(realizable_samples(), condition, draw)
    assert (task.concept_class.points, len(task.concept_class.functions()), len(task.sample)) == sizes


@pytest.mark.parametrize("draw", [0, *nightly([1])])
def test_a_pair_shrinks_to_one_row(draw: int) -> None:
    def label_changed(pair: NeighbouringPair) -> bool:
        return sum(y for _, y in pair[0]) != sum(y for _, y in pair[1])

    for realizable in (False, True):
        pair = smallest(neighbouring_pairs(THRESHOLDS, realizable), label_changed, draw)
        assert pair == (((0, 0),), ((0, 1),))


@pytest.mark.slow
@pytest.mark.parametrize("draw", [0, *nightly([1])])
def test_a_distribution_shrinks_to_few_points(draw: int) -> None:
    assert smallest(distributions(5), lambda D: True, draw) == (1, 0, 0, 0, 0)
    assert smallest(distributions(5), lambda D: max(D) < 1, draw) == (Fraction(1, 2), Fraction(1, 2), 0, 0, 0)
    assert smallest(distributions(5), lambda D: min(D) > 0, draw) == (Fraction(1, 5),) * 5


@pytest.mark.nightly
def test_a_tree_shrinks_to_one_path_of_constant_maps() -> None:
    tree = smallest(psi_trees(3, 2), lambda tree: depth(tree) >= 2)
    assert tree == PsiNode(0, (0, 0), PsiNode(0, (0, 0)), PsiNode(0, (0, 0)))


# ---- Annotations


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [ConceptClass, IONode, PsiNode, CoverNode, RealizableSample, ArbitrarySample, NeighbouringPair, Distribution],
)
def test_every_type_stands_for_its_strategy(kind: Any) -> None:
    values = drawn(st.from_type(kind))
    assert len(set(map(repr, values))) > 5
    if isinstance(kind, type):
        assert all(type(value) is kind for value in values)


FRESH = """
import sys, hypothesis
kit = {"numpy", "numba", "z3", "sympy", "scipy"} & set(sys.modules)
assert not kit, kit
from hypothesis import find, strategies as st
from littlestone.spec.classes.concept_classes import ConceptClass
print(len(find(st.from_type(ConceptClass), lambda H: len(H.functions()) >= 2).functions()))
"""


@pytest.mark.slow
def test_hypothesis_registers_the_types_itself_and_loads_nothing_heavy() -> None:
    done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("2\n", "")


@pytest.mark.nightly
def test_the_examples_in_the_docstrings_run() -> None:
    results = doctest.testmod(hypothesis_strategies)
    assert results.failed == 0
    assert results.attempted >= 20
