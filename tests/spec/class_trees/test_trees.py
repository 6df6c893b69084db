"""The order, the tree and its subtrees on all reduced classes of VC dimension 1, and on what is no tree."""

from __future__ import annotations

import pytest

from littlestone.spec.class_trees.orders import (
    ROOT,
    deterministic_points,
    f_representation,
    has_no_constant_point,
    is_at_most,
    is_covered,
    relabelled,
    tells_points_apart,
)
from littlestone.spec.class_trees.reductions import merged, reduction
from littlestone.spec.class_trees.trees import (
    ClassTree,
    class_tree,
    good_subtree,
    proper_nodes,
    proper_nodes_as_printed,
)
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.families.vc_one_classes import vc_one_classes

CLASSES = [explicit(functions, 2) for points in (1, 2, 3, 4) for functions in vc_one_classes(points)]
CHAIN_BESIDE_A_POINT = explicit([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1)])


def test_the_tree_is_the_order() -> None:
    for H in CLASSES:
        tree = class_tree(H)
        for x in tree.nodes:
            assert [tree.is_at_most(x, y) for y in tree.nodes] == [bool(is_at_most(H, x, y)) for y in tree.nodes]
            assert all(bool(is_covered(H, y, x)) == (y in tree.children(x)) for y in range(H.points))


def test_a_tree() -> None:
    tree = class_tree(CHAIN_BESIDE_A_POINT)
    assert tree == ClassTree((ROOT, 0, ROOT))
    assert (tree.height, [tree.depth(x) for x in tree.nodes]) == (2, [0, 1, 2, 1])
    assert tree.level(1) == (0, 2) and tree.children(ROOT) == (0, 2)
    assert tree.path(1) == {0, 1} and tree.below(0) == {0, 1} and tree.hypothesis(1) == (1, 1, 0)
    assert tree.is_leaf(2) and not tree.is_leaf(0)


def test_a_class_without_a_tree_is_refused() -> None:
    two_tops = explicit([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
    with pytest.raises(ValueError, match=r"the points \[0, 1\] above 2 have no one least"):
        class_tree(two_tops)


def test_proper_nodes_are_paths_and_as_printed_what_is_below() -> None:
    assert proper_nodes(CHAIN_BESIDE_A_POINT) == {ROOT, 0, 1, 2}
    assert proper_nodes_as_printed(CHAIN_BESIDE_A_POINT) == {0, 2}


def test_the_good_subtree_ends_at_the_first_proper_nodes() -> None:
    H = explicit([(0,) * 5, (1, 1, 0, 0, 0), (1, 1, 0, 1, 0), (1, 0, 1, 0, 0), (1, 0, 0, 0, 1)])
    tree = class_tree(H)
    cut = good_subtree(tree, 0, proper_nodes(H))
    assert (cut.nodes, cut.leaves, cut.children(0)) == ({0, 1, 2, 4}, (1, 2, 4), (1, 2, 4))
    assert cut.below(1).nodes == {1} and cut.path(1) == {1} and cut.path(0) == frozenset()
    assert good_subtree(tree, 1, proper_nodes(H)).nodes == {1}


@pytest.mark.parametrize(
    ("sample", "points"), [((), set()), (((1, 1),), {0, 1}), (((0, 1), (1, 0)), {0}), (((0, 0), (1, 1)), {0, 1, 2})]
)
def test_deterministic_points(sample: tuple[tuple[int, int], ...], points: set[int]) -> None:
    assert deterministic_points(CHAIN_BESIDE_A_POINT, sample) == points


def test_representations_undo_themselves() -> None:
    f = (1, 1, 0)
    other = f_representation(CHAIN_BESIDE_A_POINT, f)
    assert bool(other.contains((0, 0, 0))) and bool(f_representation(other, f) == CHAIN_BESIDE_A_POINT)
    assert relabelled([(0, 1), (2, 1)], f) == ((0, 0), (2, 1))


def test_a_reduction_merges_and_deletes() -> None:
    H = explicit([(0, 0, 1, 0, 0), (0, 1, 1, 1, 0), (0, 1, 1, 1, 1)])
    found = reduction(H)
    assert found.reduced.functions() == ((0, 0), (1, 0), (1, 1))
    assert (found.places, found.constants) == ((None, 0, None, 0, 1), (0, None, 1, None, None))
    assert found.examples(((0, 0), (3, 1), (4, 0))) == (None, (0, 1), (1, 0))
    assert [found.lift(h) for h in found.reduced.functions()] == list(H.functions())
    assert merged(H).places == (0, 1, 2, 1, 3)


@pytest.mark.parametrize("H", [explicit([(0, 1)]), explicit([(0, 0, 1), (0, 1, 1)]), *CLASSES[:5]])
def test_what_is_reduced_satisfies_both_assumptions(H: ConceptClass) -> None:
    reduced = reduction(H).reduced
    assert bool(tells_points_apart(reduced)) and bool(has_no_constant_point(reduced))
