"""Sizes and distances, from the list of functions."""

from __future__ import annotations

from itertools import combinations, product

from littlestone.spec.algebra.reals import Expression, log2
from littlestone.spec.classes.concept_classes import Function

Functions = frozenset[Function]


def columns(H: Functions) -> list[Function]:
    """What the functions are on each point, in one order of the functions."""
    return list(zip(*sorted(H), strict=True))


def size(H: Functions) -> int:
    """The number of functions."""
    return len(H)


def log_size(H: Functions) -> Expression:
    """The logarithm of that number."""
    return log2(len(H))


def effective_range(H: Functions) -> int:
    """The columns that are not constant."""
    return sum(len(set(column)) > 1 for column in columns(H))


def log_size_ratio(H: Functions) -> Expression:
    """The logarithms as they are defined; 0 where |H| <= 2."""
    return 0 if len(H) <= 2 else log2(len(H) - 1) / log2(effective_range(H) + 1)


def distinguishing_range(H: Functions) -> int:
    """The first size of a set of columns whose rows are all different."""
    points = len(next(iter(H)))
    sets = (S for size in range(points + 1) for S in combinations(range(points), size))
    return len(next(S for S in sets if len({tuple(f[x] for x in S) for f in H}) == len(H)))


def _differences(f: Function, g: Function) -> int:
    return len([x for x in range(len(f)) if f[x] != g[x]])


def diameter(H: Functions) -> int:
    """The largest distance of two rows."""
    return max(_differences(f, g) for f in H for g in H)


def oriented_diameter(H: Functions) -> int:
    """The largest set S such that the empty set and S are traces on S."""
    points = range(len(next(iter(H))))
    sets = (S for size in range(len(points) + 1) for S in combinations(points, size))
    traced = [S for S in sets if {tuple(y for _ in S) for y in (0, 1)} <= {tuple(f[x] for x in S) for f in H}]
    return max(map(len, traced))


def radius(H: Functions) -> int:
    """The best centre's largest distance."""
    labels = range(max(2, 1 + max(max(f, default=0) for f in H)))
    centres = product(labels, repeat=len(next(iter(H))))
    return min(max(_differences(f, centre) for f in H) for centre in centres)
