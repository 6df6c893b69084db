"""Irreducible binary classes: restricting them along their own standard optimal algorithm keeps the dimension."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations, product

from littlestone.spec.algebra.circuit import FALSE, Truth, all_of, any_of, spend
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes.concept_classes import ConceptClass, Function, explicit, from_members, memoised
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.classes.trees import Path
from littlestone.spec.unknowns.notions import notion

Family = tuple[Function, ...]
ZERO, ONE = frozenset({0}), frozenset({1})


def restricted(H: ConceptClass, examples: Path) -> ConceptClass:
    """H|_S = {h in H : h(x) = y for all (x, y) in S}, for a sequence S of examples (LYU25 N4.res)."""
    for x, y in examples:
        H = H.restrict(x, frozenset({y}))
    return H


@notion
@memoised
def dimension(H: ConceptClass) -> Number:
    """LDim(H), once for each class, so that its thresholds are asked for once."""
    return littlestone_dimension(H)


@memoised
def soa_says_one(H: ConceptClass, x: int) -> Truth:
    """SOA_H(x) = 1: the dimension of H|_(x,0) is not that of H (LYU25 N4.soa); the empty class says 0."""
    return dimension(H.restrict(x, ZERO)) < dimension(H)


def soa_says(H: ConceptClass, x: int, y: int) -> Truth:
    """SOA_H(x) = y, for a label y in {0, 1} (LYU25 N4.soa)."""
    return soa_says_one(H, x) if y else ~soa_says_one(H, x)


@memoised
def soa_is(H: ConceptClass, f: Function) -> Truth:
    """SOA_H = f on all points."""
    return all_of(soa_says(H, x, y) for x, y in enumerate(f))


def soa(H: ConceptClass) -> Function:
    """SOA_H of an explicit class as a function; raises UndecidedTruth on a symbolic one."""
    return tuple(int(bool(soa_says_one(H, x))) for x in range(H.points))


def along_soa(H: ConceptClass, points: Sequence[int]) -> Iterator[tuple[ConceptClass, Truth]]:
    """H|_(x_1, SOA_H(x_1)), ..., (x_k, SOA_H(x_k)), by the SOA of H itself: each class it can be, and when it is."""
    for labels in product((0, 1), repeat=len(points)):
        case = all_of(soa_says(H, x, y) for x, y in zip(points, labels, strict=True))
        if case is not FALSE:
            yield restricted(H, tuple(zip(points, labels, strict=True))), case


def is_reduced_by(H: ConceptClass, points: Sequence[int]) -> Truth:
    """The points witness that H is reducible: LDim of H restricted to all (x_i, SOA_H(x_i)) is below LDim(H)."""
    return any_of(case & (dimension(rest) < dimension(H)) for rest, case in along_soa(H, points))


@memoised
def irreducible(H: ConceptClass, k: int) -> Truth:
    """H is k-irreducible: no k points witness that it is reducible (LYU25 D4.1).

    Sets of points suffice, for order and repetition do not matter, and the largest ones, for more points reduce more.
    Points on which the functions agree, or are not known to differ, restrict nothing.
    """
    free = tuple(x for x in range(H.points) if all(H.alive & where for where in H.universe.where[x]))
    return _no_points_reduce(H, free, min(k, len(free)))


@memoised
def _no_points_reduce(H: ConceptClass, free: Sequence[int], k: int) -> Truth:
    """No k of the points reduce the class; once for all larger k than there are points."""
    return ~any_of(is_reduced_by(H, points) for points in combinations(free, k))


def irreducible_by_sequences(H: ConceptClass, k: int) -> Truth:
    """The definition as it stands: every sequence of k points, with repetition, keeps the dimension (LYU25 D4.1)."""
    return all_of(
        case.implies(dimension(rest) == dimension(H))
        for points in product(range(H.points), repeat=k)
        for rest, case in along_soa(H, points)
    )


def soa_class(H: ConceptClass, k: int, least: int = 0) -> ConceptClass:
    """{SOA_G : G a subset of H that is k-irreducible}, of the G with at least so many functions (LYU25 L4.2).

    All subsets of the functions that H can have are listed: 2^(2^m) for a symbolic class.
    """
    truths, members = dict(H.members()), tuple(f for f, _ in H.members())
    found: dict[Function, list[Truth]] = {}
    for G, f in _irreducible_subsets(members, H.points, k):
        if len(G) >= least:
            found.setdefault(f, []).append(all_of(truths[g] for g in G))
    return from_members(H.points, 2, {f: any_of(choices) for f, choices in found.items()})


@cache
def _irreducible_subsets(functions: tuple[Function, ...], points: int, k: int) -> list[tuple[Family, Function]]:
    """The k-irreducible sets of some of the functions, smallest first, each with its SOA."""
    spend(2 ** len(functions))
    subsets = chain.from_iterable(combinations(functions, size) for size in range(len(functions) + 1))
    classes = ((G, explicit(G, 2, points)) for G in subsets)
    return [(G, soa(C)) for G, C in classes if bool(irreducible(C, k))]
