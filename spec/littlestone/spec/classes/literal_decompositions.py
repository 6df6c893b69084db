"""Decompositions in their most literal form: every tree is listed, and each node asked what Definition 4.2 asks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from littlestone.spec.algebra.circuit import FALSE, Truth, all_of, any_of, as_truth, spend
from littlestone.spec.algebra.naturals import Number, largest
from littlestone.spec.classes.concept_classes import ConceptClass, Function, memoised
from littlestone.spec.classes.decompositions import is_valid_leaf, is_valid_node
from littlestone.spec.classes.dimensions import floor_log2
from littlestone.spec.classes.irreducibility import ONE, ZERO, dimension, irreducible, restricted, soa, soa_says
from littlestone.spec.classes.trees import IONode, IOTree, Path


@cache
def decomposition_trees(points: int, depth: int) -> tuple[IOTree, ...]:
    """All binary trees of at most this depth, not necessarily complete, with a point at each inner node."""
    if depth == 0:
        return (None,)
    subtrees = decomposition_trees(points, depth - 1)
    spend(points * len(subtrees) ** 2)
    splits = product(range(points), subtrees, subtrees)
    return (None, *(IONode(x, 0, 1, zero, one) for x, zero, one in splits))


def node_paths(tree: IOTree, path: Path = ()) -> Iterator[tuple[Path, bool]]:
    """S_v for every node v, as the examples on the path to it, and whether v is a leaf."""
    yield path, tree is None
    if tree is not None:
        yield from node_paths(tree.left, (*path, (tree.point, tree.left_label)))
        yield from node_paths(tree.right, (*path, (tree.point, tree.right_label)))


def leaves(H: ConceptClass, tree: IOTree) -> list[ConceptClass]:
    """H_l for every leaf l of the tree, left to right."""
    return [restricted(H, path) for path, is_leaf in node_paths(tree) if is_leaf]


def is_valid(H: ConceptClass, tree: IOTree, p: int, d: int) -> Truth:
    """Each node v has depth <= p (2^(d-LDim(H_v)+1) - 1), each leaf depth <= p (2^(d-LDim) - 1), and its class is
    (p 2^(d-LDim))-irreducible; where LDim(H) <= d."""
    return all_of(_keeps_to_its_depth(restricted(H, path), p, d, len(path), end) for path, end in node_paths(tree))


@memoised
def _keeps_to_its_depth(H: ConceptClass, p: int, d: int, depth: int, is_leaf: bool) -> Truth:
    """What a node of class H has to satisfy at this depth, for each dimension that H can have."""
    return all_of(
        case.implies(_has_depth(H, p, depth, 2 ** (d - dim), is_leaf)) for dim, case in dimension(H).cases() if dim <= d
    )


def _has_depth(H: ConceptClass, p: int, depth: int, power: int, is_leaf: bool) -> Truth:
    """The bounds with ``power`` for 2^(d - LDim(H))."""
    if not is_leaf:
        return any_of([depth <= p * (2 * power - 1)])
    return irreducible(H, p * power) & all_of([depth <= p * (power - 1), depth <= p * (2 * power - 1)])


def degree(H: ConceptClass, tree: IOTree) -> Number:
    """The largest dimension of a leaf's class."""
    return largest([dimension(leaf) for leaf in leaves(H, tree)])


def has_soa_at_a_leaf(H: ConceptClass, tree: IOTree, f: Function, dim: int) -> Truth:
    """Some leaf of the tree has dimension ``dim`` and an SOA equal to f at every point."""
    return any_of(
        dimension(leaf).equals(dim) & all_of(soa_says(leaf, x, y) for x, y in enumerate(f)) for leaf in leaves(H, tree)
    )


def least_degree(H: ConceptClass, p: int, d: int, depth: int) -> Number:
    """The least degree of a valid tree of at most this depth; one above min(d, log2 |H|) where there is none."""
    trees = decomposition_trees(H.points, depth)
    most = min(d, floor_log2(H.most))
    return Number(
        range(-1, most + 2),
        lambda q: ~any_of(is_valid(H, tree, p, d) & (degree(H, tree) < q) for tree in trees),
    )


def is_in_every_optimal_tree(H: ConceptClass, f: Function, p: int, d: int, depth: int) -> Truth:
    """Every valid tree of least degree t, of those of at most this depth, has a leaf of dimension t with SOA f."""
    least = least_degree(H, p, d, depth)
    return all_of(
        (case & is_valid(H, tree, p, d) & (degree(H, tree) == t)).implies(has_soa_at_a_leaf(H, tree, f, t))
        for t, case in least.cases()
        if t <= d
        for tree in decomposition_trees(H.points, depth)
    )


@memoised
def has_tree_with_any_splits(H: ConceptClass, p: int, d: int, q: int, depth: int = 0) -> Truth:
    """As ``has_tree`` of decompositions, with splits at every point, also where one side is empty."""
    if depth > p * (2 ** (d + 2) - 1):  # deeper than a node of the empty class may be
        return FALSE
    sides = [(H.restrict(x, ZERO), H.restrict(x, ONE)) for x in range(H.points)]
    return is_valid_leaf(H, p, d, depth) & (dimension(H) <= q) | (
        is_valid_node(H, p, d, depth)
        & any_of(
            has_tree_with_any_splits(a, p, d, q, depth + 1) & has_tree_with_any_splits(b, p, d, q, depth + 1)
            for a, b in sides
        )
    )


@memoised
def has_leaves_of_any_class(H: ConceptClass, p: int, d: int, n: int, depth: int = 0) -> Truth:
    """Some valid tree has at least n >= 1 leaves, those of the empty class counted, with splits at every point."""
    if depth > p * (2 ** (d + 2) - 1):
        return FALSE
    one = is_valid_leaf(H, p, d, depth) & as_truth(n <= 1)
    return one | is_valid_node(H, p, d, depth) & any_of(
        has_leaves_of_any_class(H.restrict(x, ZERO), p, d, i, depth + 1)
        & has_leaves_of_any_class(H.restrict(x, ONE), p, d, max(n - i, 1), depth + 1)
        for x in range(H.points)
        for i in range(1, max(n, 2))
    )


# ---- The leaves of all valid trees of a listed class, tree by tree, with splits at every point

Leaves = frozenset[tuple[int, Function]]


@memoised
def leaf_sets(H: ConceptClass, p: int, d: int, depth: int = 0) -> frozenset[Leaves]:
    """{(LDim(H_l), SOA_{H_l}) : l a leaf}, once for each set that some valid tree below this node of H has.

    Of an explicit class of LDim at most d. An empty class may as well be a leaf at once: its leaves are all alike.
    """
    leaf = frozenset({(int(dimension(H)), soa(H))})
    found = {leaf} if bool(is_valid_leaf(H, p, d, depth)) else set()
    if not bool(is_valid_node(H, p, d, depth)) or not bool(H.nonempty()):
        return frozenset(found)
    for x in range(H.points):
        sides = (leaf_sets(H.restrict(x, side), p, d, depth + 1) for side in (ZERO, ONE))
        found |= {zero | one for zero, one in product(*sides)}
    return frozenset(found)


def optimal_leaves(H: ConceptClass, p: int, d: int) -> tuple[int, list[Leaves]]:
    """DDim_{p,d}(H), and the leaves of that dimension of each optimal decomposition."""
    trees = leaf_sets(H, p, d)
    t = min(map(largest_dimension, trees))
    return t, [frozenset(leaf for leaf in leaves if leaf[0] == t) for leaves in trees if largest_dimension(leaves) == t]


def largest_dimension(leaves: Leaves) -> int:
    """The largest dimension of a leaf."""
    return max(dim for dim, _ in leaves)


def in_every_optimal(H: ConceptClass, p: int, d: int) -> set[Function]:
    """The SOAs that every optimal decomposition of the explicit class has at a leaf of dimension DDim (LYU25 D4.3).

    None where LDim(H) > d, when no tree is valid.
    """
    if bool(dimension(H) > d):
        return set()
    _, optimal = optimal_leaves(H, p, d)
    return {f for _, f in frozenset.intersection(*optimal)}
