"""Dimensions of listed functions by plain recursions, which share no code with the kit.

Sets of functions are bit masks. The only bound is that a tree of depth d needs 2^d functions; what is remembered is
remembered of a set and a depth, and holds whatever was tried before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, count, product

Function = tuple[int, ...]
Sides = tuple[frozenset[int], frozenset[int]]
MOST_STATES = 15_000  # of a search for thresholds, some 0.2 s; 31 of 1,313 binary classes need more
BINARY: Sides = (frozenset({0}), frozenset({1}))


def dimensions(functions: Sequence[Function]) -> dict[str, int | None]:
    """Each dimension by the name under which ``littlestone dims`` prints it; None where the search is too long."""
    largest = max(map(max, functions))
    if largest == 1:
        deep = tree_depth(functions, [BINARY])
        return {"VC": vc(functions), "Littlestone": deep, "thresholds": thresholds(functions)}
    labels, bits = range(largest + 1), bit_sides(largest)
    pairs = [(frozenset({a}), frozenset({b})) for a, b in combinations(labels, 2)]
    halves = [(frozenset(a), frozenset(labels) - set(a)) for r in labels[1:] for a in combinations(labels, r)]
    mld, psi_bin = tree_depth(functions, pairs), tree_depth(functions, bits)
    return {
        "multiclass Littlestone": mld,
        **{f"Littlestone of bit {i}": tree_depth(functions, [sides]) for i, sides in enumerate(bits, start=1)},
        "Psi^N": mld,
        "Psi^bin": psi_bin,
        "Psi^bin uniform": uniform_depth(functions, bits, psi_bin),
        "Psi^B": tree_depth(functions, halves),  # a map with a star splits no more than one that sends it somewhere
    }


def bit_sides(largest: int) -> list[Sides]:
    """For each bit of the labels up to the largest, the most significant first, the labels with 0 and with 1 there."""
    zero_one = [[frozenset(y for y in range(largest + 1) if y >> i & 1 == b) for b in (0, 1)] for i in range(8)]
    return [(zero, one) for zero, one in reversed(zero_one[: largest.bit_length()])]


# ---- Trees


def tree_depth(functions: Sequence[Function], sides: Sequence[Sides]) -> int:
    """The greatest depth of a shattered tree, each of whose nodes splits the labels of a point into two sides."""
    shatters, depth = _shattering(functions, [sides]), 0
    while shatters((1 << len(functions)) - 1, (0,) * (depth + 1)):
        depth += 1
    return depth


def uniform_depth(functions: Sequence[Function], sides: Sequence[Sides], free: int) -> int:
    """The same where all nodes of one level split alike, at most the depth without that."""
    shatters, every = _shattering(functions, [[one] for one in sides]), (1 << len(functions)) - 1
    depths = range(free, -1, -1)
    return next(d for d in depths if any(shatters(every, levels) for levels in product(range(len(sides)), repeat=d)))


def _shattering(functions: Sequence[Function], kinds: Sequence[Sequence[Sides]]) -> Callable[..., bool]:
    """Whether a set shatters a tree whose nodes on each level split as one of the sides of that level's kind."""
    points = range(len(functions[0]))
    splits = [{tuple(_where(functions, x, side) for side in pair) for x in points for pair in kind} for kind in kinds]

    @cache
    def shatters(rows: int, levels: tuple[int, ...]) -> bool:
        if not levels:
            return rows > 0
        halves = {(rows & a, rows & b) for a, b in splits[levels[0]]}
        sized = ((min(a.bit_count(), b.bit_count()), a, b) for a, b in halves)
        large = sorted((half for half in sized if half[0] >= 1 << (len(levels) - 1)), reverse=True)
        return any(shatters(a, levels[1:]) and shatters(b, levels[1:]) for _, a, b in large)

    return shatters


def _where(functions: Sequence[Function], x: int, labels: frozenset[int]) -> int:
    return sum(1 << i for i, f in enumerate(functions) if f[x] in labels)


# ---- Sets of points, and thresholds


def vc(functions: Sequence[Function]) -> int:
    """The size of the largest set of points that shows all patterns, one point after another."""
    ones = [_where(functions, x, frozenset({1})) for x in range(len(functions[0]))]

    def largest(parts: list[int], start: int) -> int:
        finer = ((x, [p for part in parts for p in (part & ones[x], part & ~ones[x])]) for x in range(start, len(ones)))
        return max((1 + largest(split, x + 1) for x, split in finer if all(split)), default=0)

    return largest([(1 << len(functions)) - 1], 0)


def thresholds(functions: Sequence[Function]) -> int | None:
    """The most functions and points in a row, each function 1 from its point on and 0 before."""
    ones = [sum(1 << x for x, y in enumerate(f) if y) for f in functions]
    zeros = [_where(functions, x, frozenset({0})) for x in range(len(functions[0]))]
    states = count()

    @cache
    def follow(points: int, rows: int, wanted: int) -> bool:
        """The first function is 1 on the points that follow, and those after it are 0 on its point."""
        if next(states) > MOST_STATES:
            raise RecursionError
        first = _maximal({points & ones[h] for h in _bits(rows)})
        after = {(p, r) for p in first for r in _maximal({rows & zeros[x] for x in _bits(p)})}
        enough = sorted((left for left in after if _most(left) >= wanted - 1), key=_most, reverse=True)
        return any(wanted == 1 or follow(*left, wanted - 1) for left in enough)

    try:
        everything = (1 << len(zeros)) - 1, (1 << len(functions)) - 1
        return next(t for t in count() if not follow(*everything, t + 1))
    except RecursionError:
        return None


def _most(left: tuple[int, int]) -> int:
    """No more thresholds follow: the first point is among the points, and not to be used again."""
    return min(left[0].bit_count() - 1, left[1].bit_count())


def _maximal(sets: set[int]) -> list[int]:
    found: list[int] = []
    for one in sorted(sets, key=int.bit_count, reverse=True):
        if not any(one & ~other == 0 for other in found):
            found.append(one)
    return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
