"""ABLMM22 sections 1 and 3.2 and appendix A: the definitions at known values, and faults that the claims must catch."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from littlestone.impl.online.standard_optimal_algorithm import MistakeValues, mistake_values, regret_value
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.ablmm22.appendix_deep_trees import are_appendix_thresholds, promised_thresholds
from littlestone.spec.ablmm22.appendix_subtrees import (
    BLUE,
    RED,
    coloured_full_trees,
    is_subtree,
    numbered_tree,
    subtrees,
    tallest_of_colour,
    tallest_subtree,
    vertex_function,
    vertices,
)
from littlestone.spec.ablmm22.appendix_thresholds import tree_by_rule
from littlestone.spec.ablmm22.section1_introduction import (
    affine_class,
    affine_subspaces,
    linear_class,
    threshold_blocks,
)
from littlestone.spec.ablmm22.section3_2_online_learning import contains_thresholds, extended_rule, peels_thresholds
from littlestone.spec.ablmm22.vocabulary import appendix_threshold_dimension, binary_search_tree, thresholds
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit
from littlestone.spec.classes.dimensions import littlestone_dimension, threshold_dimension
from littlestone.spec.classes.online_games import best_prediction, mistake_trees, online_value, optimal_mistakes, regret
from littlestone.spec.classes.trees import IONode, IOTree

load_papers()


def cube(m: int) -> ConceptClass:
    return explicit(all_functions(m, 2), labels=2, points=m)


# ---- Dimension and thresholds


def test_mistake_trees_are_all_labellings_of_the_complete_tree() -> None:
    trees = list(mistake_trees(2, 2))
    assert len(set(trees)) == 2**3
    assert all((tree.left_label, tree.right_label) == (0, 1) for tree in trees if tree)


@pytest.mark.parametrize("m", range(1, 5))
def test_thresholds_are_counted_in_both_conventions(m: int) -> None:
    H = explicit(thresholds(m), labels=2)
    assert int(threshold_dimension(H)) == int(appendix_threshold_dimension(H)) == m
    with_zero = explicit([*thresholds(m), (0,) * m], labels=2)
    assert int(threshold_dimension(with_zero)) == m
    assert int(appendix_threshold_dimension(with_zero)) == m + 1


def test_no_class_of_zeros_has_a_threshold_of_section_3() -> None:
    H = explicit([(0, 0)], labels=2)
    assert not contains_thresholds(H, 1)
    assert not peels_thresholds(H, frozenset({0, 1}), 1)
    assert int(appendix_threshold_dimension(H)) == 1


def test_repeated_points_make_no_thresholds() -> None:
    assert not contains_thresholds(explicit([(0,), (1,)], labels=2), 2)


def test_blocks_of_thresholds() -> None:
    assert threshold_blocks(2) == [(1, 0, 0), (0, 1, 1), (0, 0, 1)]


# ---- Affine subspaces


@pytest.mark.parametrize(("p", "n"), [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (5, 1)])
def test_affine_subspaces_are_counted_by_gaussian_binomials(p: int, n: int) -> None:
    def gaussian(d: int) -> int:
        numerator, denominator = 1, 1
        for i in range(d):
            numerator, denominator = numerator * (p ** (n - i) - 1), denominator * (p ** (i + 1) - 1)
        return numerator // denominator

    for d in range(n + 1):
        expected = sum(p ** (n - i) * gaussian(i) for i in range(d + 1))
        found = affine_subspaces(p, n, d)
        assert len(found) == expected
        assert {len(A) for A in found} == {p**i for i in range(d + 1)}


def test_affine_subspaces_cost_one_mistake_more_than_their_dimension() -> None:
    assert int(littlestone_dimension(affine_class(3, 2, 1))) == 2
    assert int(littlestone_dimension(affine_class(2, 1, 1))) == 1


def test_linear_subspaces_pass_through_the_origin() -> None:
    assert linear_class(2, 2, 1).functions() == ((1, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 0), (1, 1, 0, 0))
    assert int(littlestone_dimension(linear_class(3, 2, 1))) == 1


# ---- Games


@pytest.mark.parametrize("m", range(1, 4))
def test_all_functions_cost_half_a_mistake_per_point_at_random(m: int) -> None:
    assert online_value(cube(m), m) == Fraction(m, 2)
    assert int(optimal_mistakes(cube(m))) == m
    assert mistake_values(cube(m).functions()) == MistakeValues(m, Fraction(m, 2))


@pytest.mark.parametrize("T", range(6))
def test_regret_on_one_point_is_half_the_mean_distance_of_a_walk(T: int) -> None:
    distance = sum(Fraction(comb(T, heads), 2**T) * abs(2 * heads - T) for heads in range(T + 1))
    assert regret(cube(1), T) == distance / 2 == regret_value([(0,), (1,)], T)


def test_regret_against_one_function_is_nothing() -> None:
    assert regret(explicit([(0, 1)], labels=2), 3) == 0
    with pytest.raises(ValueError, match="empty class"):
        regret(explicit([], labels=2, points=1), 1)


@pytest.mark.parametrize("values", [(0, 0), (0, 1), (2, 0), (Fraction(1, 2), Fraction(1, 3)), (0, 0, 0), (1, 0, 0)])
def test_the_best_prediction_is_that_of_a_grid(values: tuple[Fraction, ...]) -> None:
    steps = 12
    predictions = [p for p in product(range(steps + 1), repeat=len(values)) if sum(p) == steps]
    costs = (max(v + 1 - Fraction(q, steps) for v, q in zip(values, p, strict=True)) for p in predictions)
    assert best_prediction([Fraction(v) for v in values]) == min(costs)


# ---- Trees of the appendix


def test_the_printed_rule_leaves_the_range_of_the_points() -> None:
    printed, search = tree_by_rule(2, 1), binary_search_tree(range(3))
    assert search == IONode(1, 0, 1, IONode(2, 0, 1), IONode(0, 0, 1)) == tree_by_rule(2, 2)
    assert printed == IONode(1, 0, 1, IONode(3, 0, 1), IONode(-1, 0, 1))


def test_subtrees_are_those_that_a_search_finds() -> None:
    tree = numbered_tree(3)
    for h in range(4):
        candidates: Iterator[IOTree] = mistake_trees(8, h) if h < 3 else iter([tree])
        assert {c for c in candidates if is_subtree(c, tree)} == set(subtrees(tree, h))
    assert [len(set(subtrees(tree, h))) for h in range(4)] == [1, 7, 11, 1]


def test_full_trees_of_a_height() -> None:
    assert [len(list(coloured_full_trees(h))) for h in range(4)] == [1, 2, 16, 704]
    assert tallest_subtree((RED, (BLUE, (), ()), (RED, (), ())), RED) == 1
    assert tallest_subtree((RED, (RED, (), ()), (BLUE, (), ())), RED) == 1
    assert tallest_subtree((RED, (RED, (), ()), (BLUE, (RED, (), ()), ())), RED) == 2


def test_colours_of_a_class_are_those_of_the_nested_tree() -> None:
    def nested(path: tuple[int, ...], red: ConceptClass) -> tuple[Any, ...]:
        if len(path) == red.points:
            return ()
        colour = RED if red.contains(vertex_function(path, red.points)) else BLUE
        return (colour, nested((*path, 0), red), nested((*path, 1), red))

    names = [vertex_function(v, 3) for v in vertices(3)]
    assert sorted(names) == sorted(set(all_functions(3, 2)) - {(0, 0, 0)})
    for bits in product((0, 1), repeat=7):
        red = explicit([name for name, bit in zip(names, bits, strict=True) if bit], labels=2, points=3)
        for colour in (RED, BLUE):
            assert int(tallest_of_colour(red, colour)) == tallest_subtree(nested((), red), colour)


def test_promised_thresholds() -> None:
    assert [promised_thresholds(d) for d in range(9)] == [0, 2, 2, 3, 3, 3, 3, 4, 4]


def test_thresholds_of_the_appendix_are_judged_literally() -> None:
    H = cube(2)
    assert are_appendix_thresholds(H, ((1, 1), (0, 1), (0, 0)), (0, 1), 3)
    assert not are_appendix_thresholds(H, ((1, 1), (0, 1), (0, 0)), (1, 0), 3)
    assert not are_appendix_thresholds(H, ((1, 1), (0, 1)), (0, 1), 3)
    assert not are_appendix_thresholds(explicit([(1, 1), (0, 0)]), ((1, 1), (0, 1), (0, 0)), (0, 1), 3)


# ---- Definition 11


def test_the_extended_rule_by_hand() -> None:
    H = explicit([(0, 0), (1, 1)])
    assert extended_rule(H, (), 1) == (1, 1)
    assert extended_rule(H, ((0, 0),), 1) == (0, 0)
    assert extended_rule(H, ((0, 0), (1, 1)), 1) == (0, 1)
    assert extended_rule(H, ((0, 0), (1, 1), (0, 1)), 1) == (1, 1)
