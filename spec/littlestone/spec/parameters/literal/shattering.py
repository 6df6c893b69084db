"""Shattered sets, counted by their patterns; order shattering by its recursive definition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, count, permutations

from littlestone.spec.algebra.reals import Expression, log2
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.literal.chains_and_stars import trace, width

Functions = frozenset[Function]
Points = tuple[int, ...]


def sets_of(points: Points) -> Iterator[Points]:
    """All sets of the points, small ones first."""
    for size in range(len(points) + 1):
        yield from combinations(points, size)


def shattered(H: Functions) -> list[Points]:
    """The sets on which there are 2^|S| patterns."""
    return [S for S in sets_of(tuple(range(width(H)))) if len(trace(H, S)) == 2 ** len(S)]


def vc(H: Functions) -> int:
    """The last size before there is no set of that many points with all patterns."""
    sizes = (d for d in count(1) if not any(len(trace(H, S)) == 2**d for S in combinations(range(width(H)), d)))
    return next(sizes) - 1


def shattered_sets(H: Functions) -> int:
    """How many there are."""
    return len(shattered(H))


def log_shattered_sets(H: Functions) -> Expression:
    """The logarithm of that."""
    return log2(len(shattered(H)))


def vc_radius(H: Functions) -> int:
    """The largest k at which every set of k points that matter is in the list."""
    matter = [x for x in range(width(H)) if len({f[x] for f in H}) == 2]
    found = shattered(H)
    return max(k for k in range(len(matter) + 1) if {*combinations(matter, k)} <= {*found})


def strongly_shattered(H: Functions) -> int:
    """The largest set all of whose 2^|S| patterns continue with one and the same pattern elsewhere."""
    return max(len(S) for S in sets_of(tuple(range(width(H)))) if _strongly_shatters(H, S))


def _strongly_shatters(H: Functions, S: Points) -> bool:
    rest = tuple(x for x in range(width(H)) if x not in S)
    return any(len({f for f in H if trace(frozenset({f}), rest) == {p}}) == 2 ** len(S) for p in trace(H, rest))


def least_order_shattered(H: Functions) -> int:
    """The least of the orders' largest sets."""
    return min(_largest_order_shattered(H, order) for order in permutations(range(width(H))))


def most_order_shattered(H: Functions) -> int:
    """The largest of the orders' largest sets."""
    return max(_largest_order_shattered(H, order) for order in permutations(range(width(H))))


@lru_cache(maxsize=1 << 18)
def _largest_order_shattered(H: Functions, order: Points) -> int:
    largest_first = reversed(list(sets_of(tuple(range(width(H))))))
    return len(next(S for S in largest_first if _order_shatters(H, order, frozenset(S))))


def _order_shatters(H: Functions, order: Points, S: frozenset[int]) -> bool:
    """Some of H agree after the last point of S, and both their halves there order-shatter the rest of S."""
    if not S or not H:
        return bool(H)
    place = max(order.index(x) for x in S)
    last, later = order[place], order[place + 1 :]
    return any(
        all(
            _order_shatters(frozenset(f for f in H if f[last] == y and _on(f, later) == p), order, S - {last})
            for y in (0, 1)
        )
        for p in trace(H, later)
    )


def _on(f: Function, points: Points) -> Function:
    return tuple(f[x] for x in points)


def interpolation_degree(H: Functions) -> int:
    """The first d at which the monomials of degree at most d have rank |H| on H, over the field of two elements."""
    functions, sets = sorted(H), list(sets_of(tuple(range(width(H)))))
    monomials = {S: sum(1 << i for i, f in enumerate(functions) if all(f[x] for x in S)) for S in sets}
    for d in range(width(H) + 1):
        if _rank([monomials[S] for S in sets if len(S) <= d]) == len(H):
            return d
    raise AssertionError("all monomials together have full rank")


def _rank(rows: list[int]) -> int:
    """The rank of a matrix over the field of two elements, its rows given as bits."""
    rank = 0
    while rows:
        pivot, *rows = rows
        if pivot:
            rank += 1
            lowest = pivot & -pivot
            rows = [row ^ pivot if row & lowest else row for row in rows]
    return rank
