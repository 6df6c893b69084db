"""Translations between shattered trees, concatenation of trees, and the constructive 0-cover of BGS21."""

from __future__ import annotations

from collections.abc import Iterable

from littlestone.impl.classes.bits import bit, bit_count, bit_map, pair_map
from littlestone.impl.classes.version_spaces import VersionSpace, split
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import CollapsingMap, CoverNode, CoverTree, IONode, IOTree, PsiNode, PsiTree


@implements("BGS21.ALG.TRANS.io_to_psi")
def io_to_psi_n(tree: IOTree, k: int) -> PsiTree:
    """The Psi^N-tree with the same realizers as an io-tree with labels 0..k (BGS21 L4.5)."""
    if tree is None:
        return None
    phi = pair_map(tree.left_label, tree.right_label, k)
    return PsiNode(tree.point, phi, io_to_psi_n(tree.left, k), io_to_psi_n(tree.right, k))


@implements("BGS21.ALG.TRANS.psi_to_io")
def psi_n_to_io(tree: PsiTree) -> IOTree:
    """The io-tree with the realizers of a Psi^N-tree (BGS21 L4.5); raises ValueError where a map is not in Psi^N."""
    if tree is None:
        return None
    zero, one = _pair_of(tree.map)
    return IONode(tree.point, zero, one, psi_n_to_io(tree.left), psi_n_to_io(tree.right))


@implements("BGS21.ALG.TRANS.bit_to_psi")
def bit_to_psi_bin(tree: IOTree, i: int, k: int) -> PsiTree:
    """The Psi^bin-tree, with the map phi_i at every node, of an io-tree of the binary restriction H|_i (BGS21 C4.6)."""
    if tree is None:
        return None
    left, right = bit_to_psi_bin(tree.left, i, k), bit_to_psi_bin(tree.right, i, k)
    return _psi_node(tree.point, bit_map(i, k), left, right, swap=tree.left_label == 1)


@implements("BGS21.ALG.TRANS.psi_n_to_bin")
def psi_n_to_psi_bin(tree: PsiTree) -> PsiTree:
    """The Psi^bin-tree of a Psi^N-tree: at every node, the first bit in which its two labels differ (BGS21 C4.7)."""
    if tree is None:
        return None
    zero, one = _pair_of(tree.map)
    k = len(tree.map) - 1
    i = 1 + bit_count(k) - (zero ^ one).bit_length()
    swap = bit(i, zero, bit_count(k)) == 1
    return _psi_node(tree.point, bit_map(i, k), psi_n_to_psi_bin(tree.left), psi_n_to_psi_bin(tree.right), swap)


@implements("BGS21.ALG.TRANS.psi_b_to_input")
def psi_b_to_input_tree(tree: PsiTree) -> CoverTree:
    """The input-labelled tree of a Psi^B-tree: maps, edge labels and leaves stripped (BGS21 L5.11)."""
    if tree is None:
        return None
    return CoverNode(tree.point, psi_b_to_input_tree(tree.left), psi_b_to_input_tree(tree.right))


@implements("BGS21.ALG.CONCAT")
def concatenate(first: IOTree, second: IOTree) -> IOTree:
    """Every leaf of the first tree replaced by the second tree, all edge labels kept (BGS21 C6.2, corrected rule)."""
    if first is None:
        return second
    left, right = concatenate(first.left, second), concatenate(first.right, second)
    return IONode(first.point, first.left_label, first.right_label, left, right)


@implements("BGS21.ALG.COVER")
def zero_cover(functions: Iterable[Function], tree: CoverTree) -> frozenset[CoverTree]:
    """A smallest 0-cover of the class on an input-labelled tree, as output-labelled trees (BGS21 D5.4, D5.5).

    Empty for the empty class; for a tree of depth 0 and a non-empty class, the set of the one tree of depth 0.
    """
    return frozenset(_cover(frozenset(functions), tree))


def _cover(functions: VersionSpace, tree: CoverTree) -> list[CoverTree]:
    """The covers of the subclasses H^i of one root label i, united (BGS21 C5.9)."""
    if not functions:
        return []
    if tree is None:
        return [None]
    found: list[CoverTree] = []
    for label, part in sorted(split(functions, tree.label).items()):
        covers = _cover(part, tree.left), _cover(part, tree.right)
        size = max(map(len, covers))  # the subtrees run through both covers, the shorter one padded (BGS21 C5.8)
        one, other = (cover + [cover[-1]] * (size - len(cover)) for cover in covers)
        found += [CoverNode(label, a, b) for a, b in zip(one, other, strict=True)]
    return found


def _pair_of(phi: CollapsingMap) -> tuple[int, int]:
    """The labels that a map of Psi^N sends to 0 and to 1."""
    if phi.count(0) != 1 or phi.count(1) != 1:
        raise ValueError(f"the map {phi} is not in Psi^N: it must send one label to 0, one to 1 and the rest to *")
    return phi.index(0), phi.index(1)


def _psi_node(point: int, phi: CollapsingMap, left: PsiTree, right: PsiTree, swap: bool) -> PsiNode:
    return PsiNode(point, phi, right, left) if swap else PsiNode(point, phi, left, right)
