"""Shattered trees: translations, concatenation and 0-covers (BGS21); thresholds and back (ABLMM22, appendix A)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from littlestone.impl.classes.bits import bit, bit_count, bit_map, pair_map
from littlestone.impl.classes.learner_input import VersionSpace, restrict, split
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import CollapsingMap, CoverNode, CoverTree, IONode, IOTree, PsiNode, PsiTree, depth


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
    return IONode(tree.point, *_pair_of(tree.map), psi_n_to_io(tree.left), psi_n_to_io(tree.right))


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


# ---- Between thresholds and trees

RED, BLUE = True, False
Colour = bool


class ShallowTreeError(ValueError):
    """A tree that is not deep enough for what it is to give."""


@dataclass(frozen=True)
class AppendixThresholds:
    """Functions h_0..h_K-1 and one point fewer, x_0..x_K-2, with h_i(x_j) = 1 iff j >= i (ABLMM22, appendix A)."""

    functions: tuple[Function, ...]
    points: tuple[int, ...]


@implements("ABLMM22.A.tree2")
def search_tree(points: Sequence[int]) -> IOTree:
    """The tree of binary search over the points x_0, x_1, ... of thresholds h_i(x_j) = 1 iff j >= i.

    Its depth t is the largest with 2^t - 1 <= len(points); points beyond that are left out. A vertex at distance q from
    the root with label x_p has the left child x_{p + 2^(t-q-2)} and the right child x_{p - 2^(t-q-2)}. h_i reaches leaf
    i from the right.
    """
    half = 1 << (len(points) + 1).bit_length() - 1 >> 1
    if not half:
        return None
    left, right = search_tree(points[half : 2 * half - 1]), search_tree(points[: half - 1])
    return IONode(points[half - 1], 0, 1, left, right)


@implements("ABLMM22.L31")
def monochromatic_subtree(tree: IOTree, is_red: Callable[[int], bool], p: int, q: int) -> tuple[Colour, IONode]:
    """A red subtree of height p or a blue one of height q, of a complete tree of height at least p + q - 1.

    ``is_red`` gives the colour of a vertex by its label; the answer starts with the subtree's colour, RED or BLUE.
    Raises ShallowTreeError where the tree is not that high, or p or q is less than 1. Source: ABLMM22, Lemma 31.
    """
    if min(p, q) < 1 or depth(tree) < p + q - 1:
        raise ShallowTreeError(f"a tree of height {depth(tree)} need not have a red or blue subtree for {p=}, {q=}")
    return _of_one_colour(tree, is_red, {RED: p, BLUE: q})


def _of_one_colour(tree: IOTree, is_red: Callable[[int], bool], wanted: dict[Colour, int]) -> tuple[Colour, IONode]:
    """By induction on p + q: the root's colour needs one level less below it, on both sides."""
    assert tree is not None
    colour: Colour = is_red(tree.point)
    if wanted[colour] == 1:
        return colour, replace(tree, left=None, right=None)
    below = {**wanted, colour: wanted[colour] - 1}
    sides = [_of_one_colour(child, is_red, below) for child in (tree.left, tree.right)]
    for found, subtree in sides:
        if found != colour:
            return found, subtree
    return colour, replace(tree, left=sides[0][1], right=sides[1][1])


@implements("ABLMM22.T10.1")
def thresholds_from_tree(functions: Iterable[Function], tree: IOTree) -> AppendixThresholds:
    """t + 2 thresholds of appendix A, from a tree of depth at least 2^(t+1) - 1 that the class shatters, t largest.

    The tree has label 0 on left and 1 on right edges. The first functions are t + 1 thresholds of section 3.2 with the
    points. Raises ShallowTreeError for a tree of depth 0, LookupError where the class does not shatter the tree.
    """
    t = (depth(tree) + 1).bit_length() - 2
    if t < 0:
        raise ShallowTreeError("thresholds come from a shattered tree of depth at least 1; this one has depth 0")
    return _extracted(frozenset(functions), tree, t)


def _extracted(functions: VersionSpace, tree: IOTree, t: int) -> AppendixThresholds:
    assert tree is not None
    if t == 0:
        return AppendixThresholds((_first(functions, tree.point, 1), _first(functions, tree.point, 0)), (tree.point,))
    h = min(functions)
    colour, subtree = monochromatic_subtree(tree, lambda x: h[x] == 1, 2**t, 2**t)
    x, child = subtree.point, subtree.left if colour is RED else subtree.right
    rest = _extracted(restrict(functions, x, 0 if colour is RED else 1), child, t - 1)
    if colour is RED:
        return AppendixThresholds((h, *rest.functions), (x, *rest.points))
    return AppendixThresholds((*rest.functions, h), (*rest.points, x))


def _first(functions: VersionSpace, point: int, label: int) -> Function:
    found = restrict(functions, point, label)
    if not found:
        raise LookupError(f"no function has the label {label} at point {point}: the class does not shatter the tree")
    return min(found)
