"""0-covers: the recursion against literal set cover, and which trees the supremum needs."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.proofs_check.provers.exhaustive import count
from littlestone.spec.algebra.circuit import Truth, evaluate
from littlestone.spec.algebra.naturals import largest
from littlestone.spec.classes.concept_classes import Function, all_functions, explicit, symbolic
from littlestone.spec.classes.covers import (
    all_depths,
    constant_trees,
    cover_function,
    cover_number,
    economical_trees,
    input_trees,
    is_cover,
    literal_cover_function,
    node_paths,
    output_trees,
    set_covers,
    smallest_cover,
)
from littlestone.spec.classes.trees import CoverNode, CoverTree, cover_paths

FUNCTIONS3 = list(all_functions(3, 2))
STRICT = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0))
some = settings(deadline=None, max_examples=40)


def least_cover(H: frozenset[Function], z: CoverTree, labels: int, depth: int) -> int:
    """The smallest set of output trees that serves every function on every path, by trying sets of trees."""
    trees = [list(cover_paths(v)) for v in output_trees(labels, depth)]
    demands = {(i, tuple(f[x] for x in path)) for f in H for i, path in enumerate(cover_paths(z))}
    served = [frozenset(enumerate(paths)) & demands for paths in trees]
    return next(
        n for n in range(len(trees) + 1) if any(demands <= frozenset().union(*V) for V in combinations(served, n))
    )


@st.composite
def class_and_tree(draw: st.DrawFn) -> tuple[frozenset[Function], int, CoverTree, int]:
    points, labels, depth = draw(st.sampled_from([(2, 2, 2), (3, 2, 2), (3, 2, 1), (2, 3, 1), (2, 2, 0)]))
    functions = draw(st.frozensets(st.sampled_from(list(all_functions(points, labels))), max_size=6))
    return functions, labels, draw(st.sampled_from(list(input_trees(points, depth)))), depth


@some
@given(class_and_tree())
def test_the_recursion_is_the_smallest_cover(case: tuple[frozenset[Function], int, CoverTree, int]) -> None:
    functions, labels, z, depth = case
    H = explicit(functions, labels, points=3 if any(len(f) == 3 for f in functions) or not functions else 2)
    expected = least_cover(functions, z, labels, depth) if functions else 0
    assert int(cover_number(H, z)) == int(smallest_cover(H, z, depth)) == expected


@some
@given(st.frozensets(st.sampled_from(FUNCTIONS3), min_size=1))
def test_the_cover_function_is_the_supremum_over_all_trees(functions: frozenset[Function]) -> None:
    H = explicit(functions, 2)
    numbers = [max(int(cover_number(H, z)) for z in input_trees(3, n)) for n in range(3)]
    assert [int(cover_function(H, n)) for n in range(3)] == numbers
    assert int(cover_function(H, 3)) == int(cover_function(H, 7)) == len(functions)
    assert list(all_depths(H)) == [0, 1, 2, 3]


def level_constant(n: int) -> list[CoverTree]:
    """The input trees over three points with one point per level."""
    return list(constant_trees(3, n))


def test_trees_with_one_point_per_level_are_not_enough() -> None:
    H = explicit(STRICT)
    assert max(int(cover_number(H, z)) for z in level_constant(2)) == 3
    assert int(cover_function(H, 2)) == int(literal_cover_function(H, 2)) == 4


def test_twenty_four_classes_on_three_points_need_more_than_one_point_per_level() -> None:
    H = symbolic(3, 2)
    fewer = largest([cover_number(H, z) for z in level_constant(2)]) < cover_function(H, 2)
    assert count([fewer], [truth.payload for _, truth in H.members()]) == [24]


def test_a_cover_may_use_different_trees_on_different_paths() -> None:
    """One output tree reads the right label on the left path, another on the right: fewer trees than functions."""
    H, z = explicit(STRICT), CoverNode(0, CoverNode(1), CoverNode(2))
    readings = {tuple(tuple(f[x] for x in path) for path in cover_paths(z)) for f in STRICT}
    assert (len(readings), int(cover_number(H, z))) == (4, 3)


def test_the_smallest_class_at_the_sauer_bound() -> None:
    H = explicit([(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)], labels=3)
    assert int(cover_function(H, 2)) == 1 + 2 * 2


# ---- Parts


@pytest.mark.parametrize(("points", "n"), [(1, 0), (3, 1), (2, 2), (3, 2), (2, 3)])
def test_there_are_points_to_the_number_of_nodes_input_trees(points: int, n: int) -> None:
    trees = list(input_trees(points, n))
    assert len(set(trees)) == len(trees) == points ** (2**n - 1)


def test_economical_trees_meet_no_point_twice() -> None:
    trees = list(economical_trees((0, 1, 2), 2))
    assert len(trees) == 3 * 3
    assert all(len(set(path)) == 2 for z in trees for path in cover_paths(z))
    assert list(economical_trees((0, 1), 3)) == []


@pytest.mark.parametrize("labels", [2, 3])
def test_constant_trees_have_one_label_per_level(labels: int) -> None:
    trees = constant_trees(labels, 2)
    assert len(set(trees)) == labels**2
    assert all(len(set(cover_paths(tree))) == 1 for tree in trees)


def test_node_paths_are_in_preorder() -> None:
    assert [node_paths(n) for n in range(3)] == [[()], [(0,)], [(0, 1), (0, 2)]]
    assert node_paths(3) == [(0, 1, 2), (0, 1, 3), (0, 4, 5), (0, 4, 6)]


def preorder(tree: CoverTree) -> Function:
    return () if tree is None else (tree.label, *preorder(tree.left), *preorder(tree.right))


def covers(V: list[CoverTree], functions: tuple[Function, ...], z: CoverTree, n: int) -> tuple[bool, bool]:
    """Both forms of "V covers": with trees as trees, and as functions from nodes in preorder."""
    H, sets = explicit(functions, 2, 2), explicit([preorder(v) for v in V], 2, 2**n - 1)
    return bool(is_cover(tuple(V), H, z)), bool(set_covers(sets, H, z, n))


def test_the_two_forms_of_a_cover_agree() -> None:
    trees, z = list(output_trees(2, 2)), CoverNode(0, CoverNode(1), CoverNode(0))
    verdicts = set()
    for size, functions in product(range(4), [((0, 0),), ((0, 0), (1, 1)), ((0, 1), (1, 0), (1, 1))]):
        for V in combinations(trees, size):
            literal, by_restriction = covers(list(V), functions, z, 2)
            assert literal == by_restriction
            verdicts.add((size, len(functions), literal))
    assert (1, 1, True) in verdicts and (1, 2, True) not in verdicts and (3, 3, True) in verdicts


def test_the_empty_class_needs_no_tree() -> None:
    empty = explicit([], 2, 2)
    assert [int(cover_number(empty, z)) for z in (None, CoverNode(0), CoverNode(0, CoverNode(1), CoverNode(1)))] == [
        0
    ] * 3
    assert int(cover_function(explicit([(0, 1)]), 0)) == 1


def test_a_symbolic_cover_number_is_that_of_each_class() -> None:
    z = CoverNode(0, CoverNode(1), CoverNode(0))
    number = cover_number(symbolic(2, 2), z)
    functions = list(all_functions(2, 2))
    for n in range(5):
        for chosen in combinations(functions, n):
            case: Truth = number.equals(int(cover_number(explicit(chosen, 2, 2), z)))
            assert evaluate([case], lambda name, chosen=chosen: name[1] in chosen) == [True]  # type: ignore[misc]
