"""Chains, paths and stars, looked for pattern by pattern."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations, product

from littlestone.spec.classes.concept_classes import Function

Functions = frozenset[Function]


def trace(H: Functions, points: tuple[int, ...]) -> Functions:
    """The patterns of the functions on the points, in their order."""
    return frozenset(tuple(f[x] for x in points) for f in H)


def width(H: Functions) -> int:
    """How many points the functions are defined on."""
    return len(next(iter(H)))


def thresholds(H: Functions) -> int:
    """The longest order of points on which all staircases 1[i <= j], i = 1..t, are patterns.

    So it is of functions: both orders reversed, each staircase is one of the dual class. The fewer are put in order.
    """
    few = H if width(H) <= len(H) else frozenset(zip(*H, strict=True))
    return _longest(few, lambda d, P: all(tuple(int(i <= j) for j in range(d)) in P for i in range(d)))


def threshold_chain(H: Functions) -> int:
    """The longest order of points on which {x_1, ..., x_k} is a pattern for each k = 0..d."""
    return _longest(H, lambda d, P: all((1,) * k + (0,) * (d - k) in P for k in range(d + 1)))


def path(H: Functions) -> int:
    """The longest order of points on which some pattern has all its flips of a first part among the patterns."""
    return _longest(H, _has_path)


def _has_path(d: int, P: Functions) -> bool:
    return any(all(_flipped(p, range(k)) in P for k in range(d + 1)) for p in P)


def _flipped(p: Function, places: range) -> Function:
    return tuple(1 - y if i in places else y for i, y in enumerate(p))


def _longest(H: Functions, holds: Callable[[int, Functions], bool]) -> int:
    orders = (order for d in range(width(H) + 1) for order in permutations(range(width(H)), d))
    return max(len(order) for order in orders if holds(len(order), trace(H, order)))


def star(H: Functions) -> int:
    """The largest set with a pattern in the trace all of whose neighbours are there."""
    return _largest_star(H, lambda p, P: p in P)


def hollow_star(H: Functions) -> int:
    """The largest set with a pattern outside the trace all of whose neighbours are there; 0 where there is none."""
    return _largest_star(H, lambda p, P: p not in P)


def _largest_star(H: Functions, centre: Callable[[Function, Functions], bool]) -> int:
    found = 0
    for S in (S for d in range(1, width(H) + 1) for S in combinations(range(width(H)), d)):
        P = trace(H, S)
        for p in product((0, 1), repeat=len(S)):
            if centre(p, P) and all(_flipped(p, range(i, i + 1)) in P for i in range(len(S))):
                found = max(found, len(S))
    return found
