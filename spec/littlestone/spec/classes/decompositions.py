"""The (p, d)-decompositions of a binary class, and the hypotheses that no optimal one avoids (LYU25 section 4.2).

A decomposition is a tree of points; a node is the class restricted to the examples on its path. Trees are not listed:
whether some valid tree has a property is decided from the root, class by class and depth by depth. Splits at points
where one side is known to be empty are left out, for they only add depth.
"""

from __future__ import annotations

from collections.abc import Callable

from littlestone.spec.algebra.circuit import FALSE, Truth, any_of, as_truth
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, from_members, memoised
from littlestone.spec.classes.dimensions import floor_log2
from littlestone.spec.classes.irreducibility import ONE, ZERO, dimension, irreducible, soa_is
from littlestone.spec.unknowns.notions import notion

Leaf = Callable[[ConceptClass], Truth]


def leaf_depth(p: int, d: int, dim: int) -> int:
    """p (2^(d - dim) - 1), the largest depth of a leaf of this dimension, at most d."""
    return int(p * (2 ** (d - dim) - 1))


def node_depth(p: int, d: int, dim: int) -> int:
    """p (2^(d - dim + 1) - 1), the largest depth of any node of this dimension, at most d."""
    return leaf_depth(p, d, dim - 1)


@memoised
def is_valid_node(H: ConceptClass, p: int, d: int, depth: int) -> Truth:
    """A node of class H may have this depth: depth <= p (2^(d - LDim(H) + 1) - 1), and LDim(H) <= d."""
    allowed = [dim for dim in range(-1, d + 1) if depth <= node_depth(p, d, dim)]
    return dimension(H) <= max(allowed, default=-2)


@memoised
def is_valid_leaf(H: ConceptClass, p: int, d: int, depth: int) -> Truth:
    """A leaf of class H may have this depth, and H is (p 2^(d - LDim(H)))-irreducible."""
    return any_of(
        dimension(H).equals(dim) & irreducible(H, p * 2 ** (d - dim))
        for dim in range(-1, min(d, floor_log2(H.most)) + 1)
        if depth <= leaf_depth(p, d, dim)
    )


@memoised
def halves(H: ConceptClass) -> list[tuple[ConceptClass, ConceptClass]]:
    """H|_(x,0) and H|_(x,1) at every point x, but where one of them is known to be empty."""
    pairs = ((H.restrict(x, ZERO), H.restrict(x, ONE)) for x in range(H.points))
    return [(zero, one) for zero, one in pairs if zero.alive and one.alive]


@memoised
def has_tree(H: ConceptClass, p: int, d: int, q: int, depth: int = 0) -> Truth:
    """Below a node of class H at this depth some valid (p, d)-tree has leaves of dimension at most q alone."""
    return is_valid_leaf(H, p, d, depth) & (dimension(H) <= q) | (
        is_valid_node(H, p, d, depth)
        & any_of(has_tree(a, p, d, q, depth + 1) & has_tree(b, p, d, q, depth + 1) for a, b in halves(H))
    )


def differs_somewhere(H: ConceptClass, f: Function) -> bool:
    """At some point all functions of H have the other label than f: so f is the SOA of no non-empty part of H."""
    return any(not H.alive & H.universe.where[x][y] for x, y in enumerate(f))


@memoised
def can_avoid(H: ConceptClass, f: Function, p: int, d: int, q: int, depth: int = 0) -> Truth:
    """As ``has_tree``, and no leaf of dimension q has f as its SOA: the two sides of a split avoid f on their own."""
    if q >= 0 and differs_somewhere(H, f):
        return has_tree(H, p, d, q, depth)
    good = (dimension(H) <= q) & ~(dimension(H).equals(q) & soa_is(H, f))
    return is_valid_leaf(H, p, d, depth) & good | (
        is_valid_node(H, p, d, depth)
        & any_of(can_avoid(a, f, p, d, q, depth + 1) & can_avoid(b, f, p, d, q, depth + 1) for a, b in halves(H))
    )


@memoised
def can_meet(H: ConceptClass, f: Function, p: int, d: int, q: int, depth: int = 0) -> Truth:
    """As ``has_tree``, and some leaf of dimension q has f as its SOA."""
    if q >= 0 and differs_somewhere(H, f):
        return FALSE
    return is_valid_leaf(H, p, d, depth) & dimension(H).equals(q) & soa_is(H, f) | (
        is_valid_node(H, p, d, depth)
        & any_of(
            can_meet(one, f, p, d, q, depth + 1) & has_tree(other, p, d, q, depth + 1)
            for pair in halves(H)
            for one, other in (pair, pair[::-1])
        )
    )


@memoised
def has_leaves(H: ConceptClass, p: int, d: int, n: int, depth: int = 0) -> Truth:
    """Below a node of class H at this depth some valid (p, d)-tree has at least n leaves with non-empty classes."""
    one = is_valid_leaf(H, p, d, depth) & (H.nonempty() if n == 1 else as_truth(n <= 0))
    return one | is_valid_node(H, p, d, depth) & any_of(
        has_leaves(a, p, d, i, depth + 1) & has_leaves(b, p, d, n - i, depth + 1)
        for a, b in halves(H)
        for i in range(max(n, 0) + 1)
    )


@notion
@memoised
def decomposition_dimension(H: ConceptClass, p: int, d: int) -> Number:
    """DDim_{p,d}(H), the least degree of a valid (p, d)-decomposition of a class with LDim(H) <= d (LYU25 D4.2).

    The value above min(d, log2 |H|) stands for "there is no valid tree"; with Claim 4.1 it is never taken.
    """
    most = min(int(d), floor_log2(H.most))
    return Number(range(-1, most + 2), lambda q: ~has_tree(H, int(p), int(d), q - 1), "DDim")


def _at_its_degree(H: ConceptClass, p: int, d: int, holds: Callable[[int], Truth]) -> Truth:
    return any_of(case & holds(q) for q, case in decomposition_dimension(H, p, d).cases() if q <= d)


@memoised
def essential(H: ConceptClass, f: Function, p: int, d: int) -> Truth:
    """f is (p, d)-essential to H: every optimal decomposition has a leaf of dimension DDim with SOA f (LYU25 D4.3)."""
    return _at_its_degree(H, p, d, lambda q: ~can_avoid(H, f, int(p), int(d), q))


@memoised
def met_by_some(H: ConceptClass, f: Function, p: int, d: int) -> Truth:
    """Some optimal (p, d)-decomposition of H has a leaf of dimension DDim with SOA f."""
    return _at_its_degree(H, p, d, lambda q: can_meet(H, f, int(p), int(d), q))


def essential_hypotheses(H: ConceptClass, p: int, d: int) -> ConceptClass:
    """The functions, of H or not, that are (p, d)-essential to H, as a class on the same points."""
    return from_members(H.points, 2, {f: essential(H, f, p, d) for f in all_functions(H.points, 2)})
