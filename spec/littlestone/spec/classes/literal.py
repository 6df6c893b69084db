"""The dimensions in their most literal form: try every labelled tree and ask each path for a function."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from littlestone.spec.algebra.circuit import Truth, all_of, any_of, spend
from littlestone.spec.classes.concept_classes import ConceptClass, some_member
from littlestone.spec.classes.dimensions import Family
from littlestone.spec.classes.trees import IONode, IOTree, PsiNode, PsiTree, io_paths, psi_paths, psi_realizes, realizes


def io_trees(points: int, labels: int, b: int) -> Iterator[IOTree]:
    """All complete io-labelled trees of depth b (BGS21 D2.10)."""
    if b == 0:
        yield None
        return
    subtrees = list(io_trees(points, labels, b - 1))
    spend(points * labels * (labels - 1) * len(subtrees) ** 2)
    for x, (y, z), left, right in product(range(points), permutations(range(labels), 2), subtrees, subtrees):
        yield IONode(x, y, z, left, right)


def psi_trees(points: int, family: Family, b: int) -> Iterator[PsiTree]:
    """All complete Psi-labelled trees of depth b (BGS21 D4.1)."""
    if b == 0:
        yield None
        return
    subtrees = list(psi_trees(points, family, b - 1))
    spend(points * len(family) * len(subtrees) ** 2)
    for x, phi, left, right in product(range(points), family, subtrees, subtrees):
        yield PsiNode(x, phi, left, right)


def uniform_psi_trees(points: int, family: Family, b: int) -> Iterator[PsiTree]:
    """All complete Psi-uniformly labelled trees of depth b: one map per depth (BGS21 D4.1)."""
    for maps in product(family, repeat=b):
        yield from _with_maps(points, maps)


def _with_maps(points: int, maps: Family) -> Iterator[PsiTree]:
    if not maps:
        yield None
        return
    subtrees = list(_with_maps(points, maps[1:]))
    spend(points * len(subtrees) ** 2)
    for x, left, right in product(range(points), subtrees, subtrees):
        yield PsiNode(x, maps[0], left, right)


def shatters(H: ConceptClass, tree: IOTree) -> Truth:
    """Every root-to-leaf path of the tree is realized by some f in H (BGS21 D2.12)."""
    return all_of(some_member(H, lambda f, path=path: realizes(f, path)) for path in io_paths(tree))  # type: ignore[misc]


def psi_shatters(H: ConceptClass, tree: PsiTree) -> Truth:
    """Every root-to-leaf path of the Psi-labelled tree is realized by some f in H (BGS21 D4.3)."""
    return all_of(some_member(H, lambda f, path=path: psi_realizes(f, path)) for path in psi_paths(tree))  # type: ignore[misc]


def shatters_some_io_tree(H: ConceptClass, b: int) -> Truth:
    """H shatters one of the complete io-labelled trees of depth b (BGS21 D2.13)."""
    return any_of(shatters(H, tree) for tree in io_trees(H.points, H.labels, b))


def shatters_some_psi_tree(H: ConceptClass, family: Family, b: int) -> Truth:
    """H Psi-shatters one of the complete Psi-labelled trees of depth b (BGS21 D4.4)."""
    return any_of(psi_shatters(H, tree) for tree in psi_trees(H.points, family, b))


def shatters_some_uniform_psi_tree(H: ConceptClass, family: Family, b: int) -> Truth:
    """H Psi-shatters one of the complete Psi-uniformly labelled trees of depth b (BGS21 D4.4)."""
    return any_of(psi_shatters(H, tree) for tree in uniform_psi_trees(H.points, family, b))
