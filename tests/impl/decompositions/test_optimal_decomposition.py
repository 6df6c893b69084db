"""Optimal decomposition trees and the walk of Lemma 4.3."""

import pytest

from littlestone.impl.decompositions.decompositions import match_walk, optimal_decomposition
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.classes.irreducibility import restricted, soa
from littlestone.spec.classes.literal_decompositions import degree, is_valid
from littlestone.spec.classes.trees import IONode

POINTS = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]


def test_an_irreducible_class_is_its_own_decomposition() -> None:
    assert optimal_decomposition(explicit(POINTS), 1, 1) is None


def test_the_points_family_is_split_where_p_is_large() -> None:
    H = explicit(POINTS)
    tree = optimal_decomposition(H, 3, 1)
    assert tree == IONode(0, 0, 1, IONode(1, 0, 1, IONode(2, 0, 1)))
    assert bool(is_valid(H, tree, 3, 1)) and int(degree(H, tree)) == 0
    assert optimal_decomposition(H, 3, 1, (2, 1, 0)) == IONode(2, 0, 1, IONode(1, 0, 1, IONode(0, 0, 1)))


def test_the_walk_ends_at_the_leaf_with_the_soa() -> None:
    H = explicit(POINTS)
    tree = optimal_decomposition(H, 3, 1)
    for f in POINTS:
        assert soa(restricted(H, match_walk(tree, f))) == f
    assert match_walk(tree, (1, 1, 1)) == ((0, 1),) and match_walk(None, (0,)) == ()


def test_a_class_of_larger_dimension_has_no_tree() -> None:
    with pytest.raises(LookupError, match="larger than 0"):
        optimal_decomposition(explicit(POINTS), 1, 0)
