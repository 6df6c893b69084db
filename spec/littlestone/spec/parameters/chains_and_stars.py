"""Parameters that ask for a chain, a path or a star among the patterns of H on some of its points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations, product

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, any_of
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes import dimensions
from littlestone.spec.classes.concept_classes import ConceptClass, Function
from littlestone.spec.classes.operations import restriction_to
from littlestone.spec.parameters.literal import chains_and_stars as literal
from littlestone.spec.parameters.registry import parameter
from littlestone.spec.parameters.sizes import CPM


@parameter("Thr", "Alon, Bun, Livni, Malliaris and Moran 2022, definition of thresholds", literal.thresholds)
def threshold_dimension(H: ConceptClass) -> Number:
    """The largest t with points x_1..x_t and h_1..h_t in H such that h_i(x_j) = 1 iff i <= j.

    That of the dual class is the same, by both orders reversed.
    """
    return dimensions.threshold_dimension(H)


@parameter("T", CPM, literal.threshold_chain)
def threshold_chain(H: ConceptClass) -> Number:
    """The largest d with points x_1..x_d of which H takes each first part: d + 1 patterns, as sets a chain."""
    return _chain_length(H, lambda d: [(0,) * d])


@parameter("path", CPM, literal.path)
def path_dimension(H: ConceptClass) -> Number:
    """The largest d with points x_1..x_d and a pattern T on them such that H takes T with each first part flipped."""
    return _chain_length(H, lambda d: product((0, 1), repeat=d))


def _chain_length(H: ConceptClass, starts: Callable[[int], Iterable[Function]]) -> Number:
    def at_least(d: int) -> Truth:
        orders = permutations(range(H.points), d)
        return any_of(_takes_all(H, order, _walk(start)) for order in orders for start in starts(d))

    return Number(range(H.points + 1), at_least)


def _walk(start: Function) -> Iterator[Function]:
    """The pattern with its first 0, 1, 2, ... places flipped."""
    for flipped in range(len(start) + 1):
        yield tuple(1 - y if i < flipped else y for i, y in enumerate(start))


def _takes_all(H: ConceptClass, points: tuple[int, ...], patterns: Iterable[Function]) -> Truth:
    trace = restriction_to(H, tuple(sorted(points)))
    places = sorted(points)
    return all_of(trace.contains(tuple(p[points.index(x)] for x in places)) for p in patterns)


@parameter("star", "Hanneke and Yang 2015, Minimax analysis of active learning, definition 2", literal.star)
def star_number(H: ConceptClass) -> Number:
    """The largest d with d points and a pattern T on them such that H takes T and T with each one place flipped."""
    return _star(H, TRUE)


@parameter("coVC", CPM, literal.hollow_star)
def hollow_star_number(H: ConceptClass) -> Number:
    """The largest d with d points and a pattern T that H does not take, but takes with each one place flipped."""
    return _star(H, FALSE)


def _star(H: ConceptClass, centre: Truth) -> Number:
    def at_least(d: int) -> Truth:
        sets = (S for size in range(d, H.points + 1) for S in combinations(range(H.points), size))
        return any_of(_has_star(restriction_to(H, S), centre) for S in sets)

    return Number(range(H.points + 1), at_least)


def _has_star(trace: ConceptClass, centre: Truth) -> Truth:
    """Some pattern is in the trace exactly if ``centre`` says so, and all its neighbours are in it."""
    patterns = product((0, 1), repeat=trace.points)
    return any_of(trace.contains(p).iff(centre) & all_of(trace.contains(q) for q in neighbours(p)) for p in patterns)


def neighbours(f: Function) -> Iterator[Function]:
    """The binary functions that differ from f on exactly one point."""
    for x in range(len(f)):
        yield (*f[:x], 1 - f[x], *f[x + 1 :])
