"""The one-inclusion graph, vertex by vertex."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.literal.chains_and_stars import trace, width

Functions = frozenset[Function]


def neighbours_in(f: Function, H: Functions) -> Functions:
    """The functions of H that differ from f on one point."""
    return frozenset(g for g in H if _differ_on_one(f, g))


@lru_cache(maxsize=1 << 12)
def _differ_on_one(f: Function, g: Function) -> bool:
    return sum(a != b for a, b in zip(f, g, strict=True)) == 1


def degrees(H: Functions) -> list[int]:
    """The degree of each function."""
    return [len(neighbours_in(f, H)) for f in H]


def edges(H: Functions) -> int:
    """Half the sum of the degrees."""
    return sum(degrees(H)) // 2


def average_degree(H: Functions) -> Fraction:
    """The sum of the degrees over the number of functions."""
    return Fraction(sum(degrees(H)), len(H))


def minimum_degree(H: Functions) -> int:
    """The least of the degrees."""
    return min(degrees(H))


def maximum_degree(H: Functions) -> int:
    """The largest of the degrees."""
    return max(degrees(H))


def maximum_positive_degree(H: Functions) -> int:
    """The largest number of subsets among a set's neighbours."""
    return max(sum(sum(g) < sum(f) for g in neighbours_in(f, H)) for f in H)


@lru_cache(maxsize=1 << 17)
def densest_subgraph(H: Functions) -> Fraction:
    """The better of H itself and of the best of what is left without one function."""
    smaller = (densest_subgraph(H - {f}) for f in H if len(H) > 1)
    return max([average_degree(H), *smaller])


def degeneracy(H: Functions) -> int:
    """The largest degree met when a vertex of least degree is taken away time and again."""
    met = 0
    while H:
        f = min(H, key=lambda f: len(neighbours_in(f, H)))
        met = max(met, len(neighbours_in(f, H)))
        H = H - {f}
    return met


def projected(literal: Callable[[Functions], Expression]) -> Callable[[Functions], Expression]:
    """The largest value over the traces on non-empty sets of points."""
    known = lru_cache(maxsize=1 << 17)(literal)  # few points have few traces, met again and again

    def over_all_traces(H: Functions) -> Expression:
        sets = (S for size in range(1, width(H) + 1) for S in combinations(range(width(H)), size))
        return max(known(trace(H, S)) for S in sets)

    return over_all_traces
