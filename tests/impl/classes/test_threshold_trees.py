"""The proof of Theorem 10 of ABLMM22 as algorithms: search trees, subtrees of one colour, thresholds from trees."""

from itertools import product
from random import Random

import pytest

from littlestone.impl.classes.tree_transforms import (
    BLUE,
    RED,
    ShallowTreeError,
    monochromatic_subtree,
    search_tree,
    thresholds_from_tree,
)
from littlestone.impl.online.standard_optimal_algorithm import mistake_values, regret_value
from littlestone.spec.ablmm22.appendix_deep_trees import are_appendix_thresholds, promised_thresholds
from littlestone.spec.ablmm22.appendix_subtrees import is_subtree, numbered_tree, points_of
from littlestone.spec.ablmm22.vocabulary import binary_search_tree
from littlestone.spec.classes.concept_classes import all_functions, explicit
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.classes.trees import IONode, IOTree, depth
from littlestone.spec.classes.witnesses import shattered_io_tree


@pytest.mark.parametrize("t", range(8))
def test_the_search_tree_has_every_point_once(t: int) -> None:
    points = range(2**t - 1)
    assert search_tree(points) == binary_search_tree(points)
    assert points_of(search_tree(points)) == set(points)


def test_points_that_do_not_fill_a_level_are_left_out() -> None:
    assert search_tree("abcdef") == search_tree("abc")
    assert search_tree([]) is None


@pytest.mark.parametrize("height", [1, 2, 3])
def test_every_colouring_has_a_subtree_of_one_colour(height: int) -> None:
    for bits in product((False, True), repeat=2**height - 1):
        check_colouring(height, bits)


def test_colourings_of_height_four_drawn_at_random() -> None:
    random = Random(1)
    for _ in range(300):
        check_colouring(4, tuple(random.random() < 0.5 for _ in range(15)))


def check_colouring(height: int, bits: tuple[bool, ...]) -> None:
    tree = numbered_tree(height)
    for p in range(1, height + 1):
        q = height + 1 - p
        colour, subtree = monochromatic_subtree(tree, lambda v: bits[v - 1], p, q)
        assert depth(subtree) == (p if colour is RED else q)
        assert all(bits[v - 1] is colour for v in points_of(subtree))
        assert is_subtree(subtree, tree)


def test_red_and_blue_are_told_apart() -> None:
    assert monochromatic_subtree(numbered_tree(1), lambda v: True, 1, 1) == (RED, IONode(1, 0, 1))
    assert monochromatic_subtree(numbered_tree(1), lambda v: False, 1, 1) == (BLUE, IONode(1, 0, 1))


@pytest.mark.parametrize(("p", "q"), [(2, 2), (0, 3), (3, 0)])
def test_a_tree_that_is_too_low_is_refused(p: int, q: int) -> None:
    with pytest.raises(ShallowTreeError, match="height 2"):
        monochromatic_subtree(numbered_tree(2), lambda v: True, p, q)


def level_tree(points: int, x: int = 0) -> IOTree:
    below = level_tree(points, x + 1) if x < points else None
    return IONode(x, 0, 1, below, below) if x < points else None


@pytest.mark.parametrize("m", range(1, 8))
def test_all_functions_give_thresholds(m: int) -> None:
    H = explicit(all_functions(m, 2), labels=2)
    found = thresholds_from_tree(H.functions(), level_tree(m))
    assert are_appendix_thresholds(H, found.functions, found.points, promised_thresholds(m))


def test_random_classes_give_thresholds() -> None:
    random, everything, seen = Random(2), list(all_functions(5, 2)), set()
    for _ in range(60):
        H = explicit(random.sample(everything, random.randint(2, 24)), labels=2)
        d = int(littlestone_dimension(H))
        found = thresholds_from_tree(H.functions(), shattered_io_tree(H, d))
        assert are_appendix_thresholds(H, found.functions, found.points, promised_thresholds(d))
        seen.add(d)
    assert seen >= {1, 2, 3}


def test_a_tree_that_gives_nothing_is_refused() -> None:
    with pytest.raises(ShallowTreeError, match="depth 0"):
        thresholds_from_tree([(0,)], None)
    with pytest.raises(LookupError, match="no function has the label 1 at point 0"):
        thresholds_from_tree([(0,)], IONode(0, 0, 1))


def test_game_values_need_a_function() -> None:
    with pytest.raises(ValueError, match="at least one function"):
        mistake_values([])
    with pytest.raises(ValueError, match="at least one function and 0 or more rounds, not 0 and 1"):
        regret_value([], 1)
    with pytest.raises(ValueError, match="not 1 and -1"):
        regret_value([(0,)], -1)
