"""0-covers of a class on an input-labelled tree, and the 0-cover function (BGS21 D5.4, D5.5, ALG.COVER)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from math import comb

from littlestone.spec.algebra.circuit import Truth, all_of, any_of, spend
from littlestone.spec.algebra.naturals import Number, largest, total
from littlestone.spec.classes.concept_classes import ConceptClass, every_member, memoised
from littlestone.spec.classes.trees import CoverNode, CoverTree, cover_paths
from littlestone.spec.unknowns.notions import notion


def input_trees(points: int, n: int) -> Iterator[CoverTree]:
    """All points^(2^n - 1) complete trees of depth n with a label below ``points`` at every node (BGS21 D5.1)."""
    if n == 0:
        yield None
        return
    spend(points ** (2**n - 1))
    subtrees = list(input_trees(points, n - 1))
    for x, left, right in product(range(points), subtrees, subtrees):
        yield CoverNode(x, left, right)


output_trees = input_trees


@notion
@memoised
def cover_number(H: ConceptClass, z: CoverTree) -> Number:
    """N(0, H, z), the size of the smallest 0-cover of H on z; 0 for the empty class (BGS21 D5.5, ALG.COVER).

    The trees of a cover fall apart by the label of their root, and the left and right covers of one subclass pair up.
    """
    if z is None:
        return Number((0, 1), lambda t: H.nonempty())
    parts = [H.restrict(z.label, frozenset({y})) for y in range(H.labels)]
    return total([_pair_of_covers(part, z) for part in parts if part.most])


def _pair_of_covers(H: ConceptClass, z: CoverNode) -> Number:
    return largest([cover_number(H, z.left), cover_number(H, z.right)])


def economical_trees(points: tuple[int, ...], n: int) -> Iterator[CoverTree]:
    """The input trees of depth n in which no path meets a point twice.

    They suffice for the supremum: below a repeated point the subclass has only one label left there, so the level is
    wasted, and deeper trees never need smaller covers (BGS21 D5.5.trees checks this against all trees).
    """
    if n == 0:
        yield None
        return
    spend(_count_economical(len(points), n))
    for x in points:
        subtrees = list(economical_trees(tuple(p for p in points if p != x), n - 1))
        for left, right in combinations_with_replacement(subtrees, 2):
            yield CoverNode(x, left, right)


def _count_economical(points: int, n: int) -> int:
    return points * comb(_count_economical(points - 1, n - 1) + 1, 2) if n else 1


@notion
@memoised
def cover_function(H: ConceptClass, n: int) -> Number:
    """N(0, H, n), the largest cover number over all input-labelled trees of depth n (BGS21 D5.5).

    From n = m points on it is |H|: some tree reads off all of f on a path, and {f(z) : f in H} is always a cover.
    Left and right subtrees may be swapped without changing the number.
    """
    if n >= H.points:
        return H.size()
    return largest([cover_number(H, z) for z in economical_trees(tuple(range(H.points)), n)]).named(f"N(0, H, {n})")


# ---- The literal form: smallest set of output trees


def is_cover(V: tuple[CoverTree, ...], H: ConceptClass, z: CoverTree) -> Truth:
    """For every f in H and every path A of z, some tree of V reads f(A) on the corresponding path (BGS21 D5.4)."""
    rows = [list(cover_paths(v)) for v in V]
    paths = list(enumerate(cover_paths(z)))
    return every_member(H, lambda f: all(any(row[i] == tuple(f[x] for x in path) for row in rows) for i, path in paths))


def smallest_cover(H: ConceptClass, z: CoverTree, n: int) -> Number:
    """N(0, H, z) on a tree of depth n by trying all sets of output trees: the literal reading of D5.5.

    {f(z) : f in H} is a cover, so sets of at most |H| trees are tried.
    """
    trees = list(output_trees(H.labels, n))

    def at_least(t: int) -> Truth:
        spend(comb(len(trees), t - 1))
        return ~any_of(is_cover(V, H, z) for V in combinations(trees, t - 1))

    return Number(range(min(H.most, len(trees)) + 1), at_least)


def literal_cover_function(H: ConceptClass, n: int) -> Number:
    """N(0, H, n) over literally all input trees, each N(0, H, z) in its literal form."""
    return largest([smallest_cover(H, z, n) for z in input_trees(H.points, n)])


def node_paths(n: int) -> list[tuple[int, ...]]:
    """The root-to-leaf paths of a complete tree of depth n, nodes numbered in preorder from 0 (BGS21 D5.2)."""
    if n == 0:
        return [()]
    below = 2 ** (n - 1) - 1
    paths = node_paths(n - 1)
    sides = (1, 1 + below) if n > 1 else (1,)
    return [(0, *(first + node for node in path)) for first in sides for path in paths]


def set_covers(V: ConceptClass, H: ConceptClass, z: CoverTree, n: int) -> Truth:
    """V is a 0-cover of H on the depth-n tree z, where V is a set of functions from the nodes in preorder to labels."""
    paths = list(zip(node_paths(n), cover_paths(z), strict=True))
    return every_member(H, lambda f: all_of(_reads(V, nodes, tuple(f[x] for x in A)) for nodes, A in paths))


def _reads(V: ConceptClass, nodes: tuple[int, ...], labels: tuple[int, ...]) -> Truth:
    for node, label in zip(nodes, labels, strict=True):
        V = V.restrict(node, frozenset({label}))
    return V.nonempty()


def all_depths(H: ConceptClass) -> range:
    """The depths 0..m on which every statement about all n can be decided: from n = m on, N(0, H, n) = |H|."""
    return range(H.points + 1)


def constant_trees(labels: int, n: int) -> tuple[CoverTree, ...]:
    """The labels^n trees of depth n with one label per level (BGS21 T5.6, second base case)."""
    return tuple(_level_constant(sequence) for sequence in product(range(labels), repeat=n))


def _level_constant(sequence: tuple[int, ...]) -> CoverTree:
    if not sequence:
        return None
    below = _level_constant(sequence[1:])
    return CoverNode(sequence[0], below, below)
