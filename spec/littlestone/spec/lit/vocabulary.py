"""LIT: what lemmas of several papers share, in the circuit: sums of binomials, maximum classes, strong shattering."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from littlestone.spec.algebra.naturals import combined, how_many, largest
from littlestone.spec.classes.concept_classes import largest_size, memoised, some_member
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.notation import *

ZERO, ONE = frozenset({0}), frozenset({1})
EXCLUDED = -1  # the randomized dimension of the empty class


def sauer_at(dimension: Number, points: int) -> Number:
    """The sum of C(points, i) for i up to the dimension; 0 below dimension 0."""
    return dimension.map(lambda d: sauer_sum(points, d, 1))


def is_maximum(H: ConceptClass) -> Truth:
    """H is as large as Sauer's lemma allows for its VC dimension (Welzl 1987)."""
    return H.size() == sauer_at(vc_dimension(H), H.points)


def is_maximal(H: ConceptClass) -> Truth:
    """Each function outside H, put into it, raises the VC dimension (Welzl and Woeginger 1987)."""
    return all_of(
        vc_dimension(H).equals(d).implies(all_of(H.contains(f) | _raises(H, f, d + 1) for f in _functions(H)))
        for d in range(H.points + 1)
    )


def _raises(H: ConceptClass, f: Function, size: int) -> Truth:
    """With f the class shatters a set of so many points."""
    return any_of(_all_but(restriction_to(H, S), tuple(f[x] for x in S)) for S in _sets(H, size))


def _all_but(trace: ConceptClass, pattern: Function) -> Truth:
    return all_of(trace.contains(p) for p in _functions(trace) if p != pattern)


def _functions(H: ConceptClass) -> Iterator[Function]:
    return all_functions(H.points, 2)


def _sets(H: ConceptClass, size: int) -> Iterator[tuple[int, ...]]:
    return combinations(range(H.points), size)


def flipped(f: Function, x: int) -> Function:
    """The binary function that differs from f on the point x alone."""
    return (*f[:x], 1 - f[x], *f[x + 1 :])


def distance(f: Function, g: Function) -> int:
    """On how many points f and g differ."""
    return sum(a != b for a, b in zip(f, g, strict=True))


# ---- Classes made from a class


def without_point(H: ConceptClass, x: int) -> ConceptClass:
    """The restriction of H to all points but x."""
    return restriction_to(H, tuple(y for y in range(H.points) if y != x))


def reduction(H: ConceptClass, x: int) -> ConceptClass:
    """H^x: the functions on all points but x both of whose extensions to x are in H (Welzl 1987)."""
    others = all_functions(H.points - 1, 2)
    members = {g: H.contains((*g[:x], 0, *g[x:])) & H.contains((*g[:x], 1, *g[x:])) for g in others}
    return from_members(H.points - 1, 2, members)


def outside(H: ConceptClass) -> ConceptClass:
    """The functions that are not in H."""
    return from_members(H.points, 2, {f: ~H.contains(f) for f in _functions(H)})


# ---- Shattering


def strongly_shattered_sets(H: ConceptClass) -> Number:
    """The number of sets of points that H shatters strongly: by functions that agree on all other points."""
    return how_many([_has_cube(H, S) for d in range(H.points + 1) for S in _sets(H, d)])


def _has_cube(H: ConceptClass, free: tuple[int, ...]) -> Truth:
    cubes: dict[Function, list[Truth]] = {}
    for f in _functions(H):
        cubes.setdefault(tuple(y for x, y in enumerate(f) if x not in free), []).append(H.contains(f))
    return any_of(map(all_of, cubes.values()))


def least_distance(H: ConceptClass) -> Number:
    """The least number of points on which two functions of H differ; the number of points where there is one."""

    def at_least(t: int) -> Truth:
        pairs = combinations(H.members(), 2)
        return all_of(~(in_f & in_g) for (f, in_f), (g, in_g) in pairs if distance(f, g) < t)

    return Number(range(1, H.points + 1), at_least)


def differ_nowhere_alone(H: ConceptClass, x: int) -> Truth:
    """No two functions of H differ on x alone, so that all are told apart without it."""
    return all_of(~(H.contains(f) & H.contains(flipped(f, x))) for f in _functions(H) if f[x] == 0)


def is_chain(H: ConceptClass) -> Truth:
    """Of any two functions of H one is at most the other at each point."""
    pairs = combinations(H.members(), 2)
    return all_of(~(a & b) for (f, a), (g, b) in pairs if not (_is_below(f, g) or _is_below(g, f)))


def _is_below(f: Function, g: Function) -> bool:
    return all(a <= b for a, b in zip(f, g, strict=True))


def is_intersection_closed(H: ConceptClass) -> Truth:
    """With two functions their minimum, the intersection of the sets, is in H."""
    pairs = combinations(H.members(), 2)
    return all_of((a & b).implies(H.contains(tuple(map(min, f, g)))) for (f, a), (g, b) in pairs)


def is_uniform(H: ConceptClass, k: int) -> Truth:
    """All functions of H are 1 on exactly k points."""
    return ~some_member(H, lambda f: sum(f) != k)


# ---- Trees


@memoised
def realized_leaves(H: ConceptClass, depth: int) -> Number:
    """Bhaskar's thicket shatter function: the most leaves of a tree of that depth that functions of H reach.

    The nodes of the tree are any points, and a function goes to the child that its value at the point names.
    """
    if depth == 0:
        return Number(range(2), lambda t: H.nonempty())
    if largest_size(H) <= 1:
        return realized_leaves(H, 0)
    halves = [(H.restrict(x, ZERO), H.restrict(x, ONE)) for x in range(H.points)]
    return largest([realized_leaves(a, depth - 1) + realized_leaves(b, depth - 1) for a, b in halves])


@memoised
def randomized_dimension(H: ConceptClass) -> Number:
    """RL: half of the largest expected length of a random walk from the root of a tree that H shatters; -1 if empty.

    At each node the walk goes to either child with chance 1/2; the tree need not be complete.
    """
    return _deepest(H, randomized_dimension, lambda a, b: Fraction(1 + a + b) / 2)


@memoised
def randomized_mistakes(H: ConceptClass) -> Number:
    """The expected mistakes that the best randomized learner makes on the worst realizable sequence; -1 if empty.

    At a point it errs with chance p where the label is 0 and 1 - p where it is 1, at the best p of [0, 1]: the value is
    the least over p of max(p + a, 1 - p + b), with a and b the values after the labels 0 and 1.
    """
    return _deepest(H, randomized_mistakes, lambda a, b: max(a, b, Fraction(1 + a + b) / 2))


def _deepest(
    H: ConceptClass, of: Callable[[ConceptClass], Number], join: Callable[[Fraction, Fraction], Fraction]
) -> Number:
    """The largest value that joins those of the halves at a point which some functions of H take to 0 and some to 1."""
    leaf = Number((EXCLUDED, 0), lambda t: H.nonempty())
    if largest_size(H) <= 1:
        return leaf
    halves = [(H.restrict(x, ZERO), H.restrict(x, ONE)) for x in range(H.points)]
    split = [(a, b) for a, b in halves if largest_size(a) and largest_size(b)]

    def value(a: Fraction, b: Fraction) -> Fraction | int:
        return join(a, b) if min(a, b) > EXCLUDED else EXCLUDED

    return largest([leaf, *(combined(value, of(a), of(b)) for a, b in split)])


def log2_floor(n: int) -> int:
    """The largest k with 2^k <= n, and 0 for n < 1."""
    return max(n, 1).bit_length() - 1
