"""Labelled trees: their paths, what realizes them, and the two readings of concatenation."""

import pytest

from littlestone.spec.algebra.circuit import evaluate
from littlestone.spec.classes.concept_classes import all_functions, explicit, symbolic
from littlestone.spec.classes.constructions import amplified
from littlestone.spec.classes.dimensions import littlestone_dimension, psi_bin, psi_littlestone_dimension
from littlestone.spec.classes.literal import io_trees, psi_trees, shatters, shatters_some_io_tree, uniform_psi_trees
from littlestone.spec.classes.trees import (
    CoverNode,
    IONode,
    IOTree,
    PsiNode,
    concatenation,
    cover_paths,
    depth,
    io_paths,
    is_complete,
    is_psi_shattered,
    is_shattered,
    printed_concatenation,
    psi_paths,
    psi_realizes,
    realizes,
    shifted,
)
from littlestone.spec.classes.witnesses import shattered_io_tree, shattered_psi_tree

SMALL = IONode(0, 0, 2, IONode(1, 0, 1), IONode(1, 1, 2))


def test_paths_of_an_io_tree_run_left_to_right() -> None:
    assert list(io_paths(SMALL)) == [((0, 0), (1, 0)), ((0, 0), (1, 1)), ((0, 2), (1, 1)), ((0, 2), (1, 2))]
    assert list(io_paths(None)) == [()]


def test_paths_of_a_psi_tree_carry_the_map_and_the_edge() -> None:
    phi = (0, None, 1)
    tree = PsiNode(0, phi, PsiNode(1, phi), PsiNode(2, phi))
    assert [[(x, edge) for x, _, edge in path] for path in psi_paths(tree)] == [
        [(0, 0), (1, 0)],
        [(0, 0), (1, 1)],
        [(0, 1), (2, 0)],
        [(0, 1), (2, 1)],
    ]
    assert {used for path in psi_paths(tree) for _, used, _ in path} == {phi}


def test_paths_of_a_cover_tree_end_at_labelled_nodes() -> None:
    tree = CoverNode(5, CoverNode(3, CoverNode(1), CoverNode(2)), CoverNode(4, CoverNode(0), CoverNode(9)))
    assert list(cover_paths(tree)) == [(5, 3, 1), (5, 3, 2), (5, 4, 0), (5, 4, 9)]
    assert [list(cover_paths(short)) for short in (CoverNode(7), None)] == [[(7,)], [()]]


def test_depths_and_completeness() -> None:
    assert [depth(tree) for tree in (None, SMALL, IONode(0, 0, 1))] == [0, 2, 1]
    assert is_complete(SMALL) and not is_complete(IONode(0, 0, 1, IONode(1, 0, 1), None))


def test_two_equal_edges_are_refused() -> None:
    with pytest.raises(ValueError, match="both edges below point 3 carry the label 1"):
        IONode(3, 1, 1)


def test_a_star_never_matches() -> None:
    phi = (0, None, 1)
    assert psi_realizes((0,), ((0, phi, 0),)) and psi_realizes((2,), ((0, phi, 1),))
    assert not any(psi_realizes((1,), ((0, phi, edge),)) for edge in (0, 1))
    assert realizes((4, 1), ((0, 4), (1, 1))) and not realizes((4, 1), ((0, 4), (1, 0)))


@pytest.mark.parametrize(("points", "labels", "b"), [(2, 2, 0), (2, 2, 2), (1, 3, 2), (2, 3, 1)])
def test_number_of_trees(points: int, labels: int, b: int) -> None:
    def trees(per_node: int) -> int:
        return int(per_node ** (2**b - 1))

    family = psi_bin(labels)
    assert len(set(io_trees(points, labels, b))) == trees(points * labels * (labels - 1))
    assert len(set(psi_trees(points, family, b))) == trees(points * len(family))
    assert len(set(uniform_psi_trees(points, family, b))) == len(family) ** b * points ** (2**b - 1)


# ---- Shattering


def test_shattering_needs_every_path() -> None:
    functions = [(0, 0), (0, 1), (2, 1), (2, 2)]
    assert is_shattered(functions, SMALL)
    assert not any(is_shattered(functions[:i] + functions[i + 1 :], SMALL) for i in range(4))
    assert is_shattered([(0,)], None) and not is_shattered([], None)


def test_symbolic_shattering_is_shattering() -> None:
    truth = shatters(symbolic(2, 3), SMALL)
    for chosen in ([(0, 0), (0, 1), (2, 1), (2, 2)], [(0, 0), (0, 1), (2, 1)], list(all_functions(2, 3))):
        (found,) = evaluate([truth], lambda name, chosen=chosen: name[1] in chosen)  # type: ignore[misc]
        assert found == is_shattered(chosen, SMALL)


@pytest.mark.parametrize("functions", [[(0, 1), (1, 1), (1, 2), (2, 0)], list(all_functions(2, 3)), [(0, 0), (2, 2)]])
def test_witnesses_are_shattered_and_no_deeper_tree_is(functions: list[tuple[int, ...]]) -> None:
    H = explicit(functions, 3)
    d, family = int(littlestone_dimension(H)), psi_bin(3)
    tree = shattered_io_tree(H, d)
    assert depth(tree) == d and is_complete(tree) and is_shattered(functions, tree)
    assert bool(shatters_some_io_tree(H, d)) and (d > 1 or not bool(shatters_some_io_tree(H, d + 1)))
    with pytest.raises(LookupError, match=f"shatters no io-labelled tree of depth {d + 1}"):
        shattered_io_tree(H, d + 1)
    d = int(psi_littlestone_dimension(H, family))
    assert is_psi_shattered(functions, shattered_psi_tree(H, family, d))
    with pytest.raises(LookupError, match="Psi-shatters no tree"):
        shattered_psi_tree(H, family, d + 1)


def test_psi_shattering_needs_every_path() -> None:
    (low,) = psi_bin(2)
    tree = PsiNode(0, low, PsiNode(1, low), PsiNode(1, low))
    functions = list(all_functions(2, 2))
    assert is_psi_shattered(functions, tree) and not is_psi_shattered(functions[1:], tree)


# ---- Concatenation


def test_concatenation_keeps_all_edges() -> None:
    joined = concatenation(SMALL, shifted(IONode(0, 1, 3), 2))
    assert depth(joined) == 3
    assert [path[:2] for path in io_paths(joined)] == [path for path in io_paths(SMALL) for _ in range(2)]
    assert [path[2] for path in io_paths(joined)] == [(2, 1), (2, 3)] * 4
    assert concatenation(None, SMALL) == concatenation(SMALL, None) == SMALL


def test_the_printed_concatenation_relabels_the_bottom_edges() -> None:
    joined = printed_concatenation(SMALL, shifted(IONode(0, 1, 3), 2))
    assert [path[:2] for path in io_paths(joined)][::2] == [
        ((0, 0), (1, 0)),
        ((0, 0), (1, 1)),
        ((0, 2), (1, 0)),
        ((0, 2), (1, 1)),
    ]


def test_only_the_concatenation_that_keeps_its_edges_stays_shattered() -> None:
    H = explicit([(1,), (2,)], labels=3)
    tree: IOTree = IONode(0, 1, 2)
    copies = amplified(H, 2).functions()
    assert is_shattered(copies, concatenation(tree, shifted(tree, 1)))
    assert not is_shattered(copies, printed_concatenation(tree, shifted(tree, 1)))


def test_shifting_renames_every_point() -> None:
    assert {x for path in io_paths(shifted(SMALL, 10)) for x, _ in path} == {10, 11}
    assert shifted(shifted(SMALL, 2), -2) == SMALL and shifted(None, 3) is None
