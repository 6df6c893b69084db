"""The dimensions of labelled classes, by the patterns that they ask for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import chain, combinations

from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.literal.chains_and_stars import trace, width
from littlestone.spec.parameters.literal.shattering import sets_of

Functions = frozenset[Function]


@lru_cache(maxsize=1 << 17)
def multiclass_littlestone(H: Functions) -> int:
    """One more than the worse of the best two parts of H by the label of a point; 0 for one function."""
    best = 0
    for x in range(width(H)):
        parts = [frozenset(f for f in H if f[x] == y) for y in {f[x] for f in H}]
        if len(parts) > 1:
            best = max(best, 1 + sorted(map(multiclass_littlestone, parts))[-2])
    return best


def natarajan(H: Functions) -> int:
    """The largest set with two patterns f, g such that each choice of f or g, point by point, is a pattern."""
    return _largest(H, lambda P: any(_mixes(f, g, P) for f in P for g in P))


def _mixes(f: Function, g: Function, P: Functions) -> bool:
    if any(a == b for a, b in zip(f, g, strict=True)):
        return False
    subsets = sets_of(tuple(range(len(f))))
    return all(tuple(f[x] if x in B else g[x] for x in range(len(f))) in P for B in subsets)


def graph(H: Functions) -> int:
    """The largest set with a pattern p whose agreements with the patterns are all sets; p may be taken from them."""
    return _largest(H, lambda P: any(len({_agreement(f, p) for f in P}) == 2 ** len(p) for p in P))


def _agreement(f: Function, p: Function) -> tuple[bool, ...]:
    return tuple(a == b for a, b in zip(f, p, strict=True))


def ds(H: Functions) -> int:
    """The largest set among whose sets of patterns there is a pseudo-cube, each of them looked at."""
    return _largest(H, _has_pseudo_cube)


@lru_cache(maxsize=1 << 17)
def _has_pseudo_cube(P: Functions) -> bool:
    subsets = chain.from_iterable(combinations(sorted(P), size) for size in range(1, len(P) + 1))
    return any(all(_changes(f, G) == {*range(len(f))} for f in G) for G in subsets)


def _changes(f: Function, G: tuple[Function, ...]) -> set[int]:
    """The points at which f has a neighbour in G that differs from it there alone."""
    differing = ([x for x in range(len(f)) if f[x] != g[x]] for g in G)
    return {points[0] for points in differing if len(points) == 1}


def _largest(H: Functions, shatters: Callable[[Functions], bool]) -> int:
    return max(len(S) for S in sets_of(tuple(range(width(H)))) if shatters(trace(H, S)))
