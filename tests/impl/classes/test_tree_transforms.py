from collections.abc import Iterable
from itertools import product
from random import Random

import pytest

from littlestone.impl.classes.bits import bit_count, bit_map, pair_map, restriction
from littlestone.impl.classes.learner_input import multiclass_littlestone_dimension as mld
from littlestone.impl.classes.learner_input import split
from littlestone.impl.classes.tree_transforms import (
    bit_to_psi_bin,
    concatenate,
    io_to_psi_n,
    psi_b_to_input_tree,
    psi_n_to_io,
    psi_n_to_psi_bin,
    zero_cover,
)
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import (
    CoverNode,
    CoverTree,
    IONode,
    IOTree,
    PsiNode,
    cover_paths,
    depth,
    io_paths,
    is_complete,
    is_psi_shattered,
    is_shattered,
    psi_paths,
)


def witness(functions: frozenset[Function], d: int) -> IOTree:
    if d == 0:
        return None
    for x in range(len(next(iter(functions)))):
        deep = [(label, part) for label, part in split(functions, x).items() if mld(part) >= d - 1]
        if len(deep) > 1:
            (a, left), (c, right) = deep[:2]
            return IONode(x, a, c, witness(left, d - 1), witness(right, d - 1))
    raise AssertionError("no witness")


def classes(points: int, k: int, count: int) -> list[frozenset[Function]]:
    everything, random = list(product(range(k + 1), repeat=points)), Random(points * 31 + k)
    return [frozenset(random.sample(everything, random.randint(2, 7))) for _ in range(count)]


@pytest.mark.parametrize(("points", "k"), [(2, 2), (3, 2), (2, 3), (2, 4)])
def test_translations_keep_depth_and_shattering(points: int, k: int) -> None:
    for functions in classes(points, k, 40):
        tree = witness(functions, mld(functions))
        psi = io_to_psi_n(tree, k)
        binary = psi_n_to_psi_bin(psi)
        assert is_shattered(functions, tree)
        assert is_psi_shattered(functions, psi)
        assert is_psi_shattered(functions, binary)
        assert psi_n_to_io(psi) == tree
        assert depth(tree) == depth(psi) == depth(binary)
        assert all(
            phi in {bit_map(i, k) for i in range(1, bit_count(k) + 1)}
            for path in psi_paths(binary)
            for _, phi, _ in path
        )


@pytest.mark.parametrize(("k", "i"), [(2, 1), (2, 2), (4, 3)])
def test_a_tree_of_a_restriction_becomes_a_psi_bin_tree_of_the_class(k: int, i: int) -> None:
    for functions in classes(3, k, 40):
        bits = restriction(functions, i, k)
        tree = witness(bits, mld(bits))
        psi = bit_to_psi_bin(tree, i, k)
        assert is_psi_shattered(functions, psi)
        assert depth(psi) == mld(bits)


def test_a_swapped_edge_swaps_the_subtrees() -> None:
    lower = IONode(1, 0, 1)
    assert bit_to_psi_bin(IONode(0, 1, 0, lower, None), 1, 1) == PsiNode(0, (0, 1), None, PsiNode(1, (0, 1)))
    assert psi_n_to_psi_bin(PsiNode(0, pair_map(2, 1, 2), PsiNode(1, pair_map(0, 1, 2)), None)) == PsiNode(
        0, bit_map(1, 2), None, PsiNode(1, bit_map(2, 2))
    )


def test_maps_outside_psi_n_are_refused() -> None:
    with pytest.raises(ValueError, match="not in Psi"):
        psi_n_to_io(PsiNode(0, (0, 1, 1)))


def test_concatenation_keeps_labels() -> None:
    first, second = IONode(0, 0, 2), IONode(1, 0, 1)
    assert list(io_paths(concatenate(first, second)))[3] == ((0, 2), (1, 1))
    assert concatenate(concatenate(first, second), first) == concatenate(first, concatenate(second, first))
    assert depth(concatenate(concatenate(first, second), second)) == 3
    assert concatenate(None, second) == concatenate(second, None) == second


def input_trees(points: int, d: int) -> list[CoverTree]:
    if d == 0:
        return [None]
    below = input_trees(points, d - 1)
    return [CoverNode(x, a, b) for x in range(points) for a in below for b in below]


def is_zero_cover(cover: Iterable[CoverTree], functions: Iterable[Function], tree: CoverTree) -> bool:
    """BGS21 D5.4, literally."""
    rows = [list(cover_paths(v)) for v in cover]
    paths = list(enumerate(cover_paths(tree)))
    return all(any(row[i] == tuple(f[x] for x in path) for row in rows) for f in functions for i, path in paths)


@pytest.mark.parametrize(("points", "k", "d"), [(2, 2, 2), (3, 1, 2), (2, 1, 3)])
def test_zero_cover_is_a_cover_of_the_exact_size(points: int, k: int, d: int) -> None:
    def size(functions: frozenset[Function], tree: CoverTree) -> int:
        if tree is None or not functions:
            return bool(functions)
        parts = split(functions, tree.label).values()
        return sum(max(size(part, tree.left), size(part, tree.right)) for part in parts)

    for functions in classes(points, k, 10) if points * k > 2 else [frozenset({(0, 0), (1, 1), (0, 1)})]:
        for tree in input_trees(points, d):
            cover = zero_cover(functions, tree)
            assert is_zero_cover(cover, functions, tree)
            assert all(depth(v) == d and is_complete(v) for v in cover)
            assert len(cover) == size(functions, tree)
            assert not is_zero_cover(list(cover)[1:], functions, tree)


def test_zero_cover_at_the_edges() -> None:
    assert zero_cover({(0,)}, None) == {None}
    assert zero_cover((), CoverNode(0)) == frozenset()
    assert zero_cover({(0,), (1,), (2,)}, CoverNode(0)) == {CoverNode(0), CoverNode(1), CoverNode(2)}


def test_input_tree_of_a_psi_tree_keeps_the_points() -> None:
    tree = PsiNode(0, (0, 1), PsiNode(1, (0, 1)), PsiNode(2, (0, 1)))
    assert psi_b_to_input_tree(tree) == CoverNode(0, CoverNode(1), CoverNode(2))
