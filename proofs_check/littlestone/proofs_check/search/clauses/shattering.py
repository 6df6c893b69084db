"""Dimensions by patterns as clauses: each function returns a literal that is true only where the bound holds.

So a solution of the clauses has the bound, and a class that has it is part of one: whoever asks for the bound asks for
the literal. A bound from above says which patterns are missed, a bound from below chooses points and functions.
"""

from __future__ import annotations

from itertools import combinations, permutations, product

from littlestone.proofs_check.search.clauses.matrix import Cells, ClassMatrix, Side


def vc_at_most(m: ClassMatrix, side: Side, bound: int) -> int:
    """Every set of ``bound`` + 1 places misses a pattern."""
    holds = m.new()
    for places in combinations(range(side.width), bound + 1):
        patterns = product((0, 1), repeat=bound + 1)
        m.add((-holds, *(m.missed(side, tuple(zip(places, p, strict=True))) for p in patterns)))
    return holds


def vc_at_least(m: ClassMatrix, side: Side, bound: int) -> int:
    """Some ``bound`` places, chosen in order, have all patterns, each in a row that is chosen for it."""
    holds = m.new()
    chosen = [_one_of(m, holds, side.width) for _ in range(bound)]
    for a, b in zip(chosen, chosen[1:], strict=False):
        for j, here in enumerate(a):
            m.add((-here, *b[j + 1 :]))
    for pattern in product((0, 1), repeat=bound):
        takes = _one_of(m, holds, len(side.rows))
        for k, value in enumerate(pattern):
            _entries(m, side, takes, chosen[k], value)
    return holds


def littlestone_at_most(m: ClassMatrix, bound: int) -> int:
    """At every point one half has a smaller bound, and so on until a half is empty."""
    return _shallow(m, (), bound)


def _shallow(m: ClassMatrix, cells: Cells, bound: int) -> int:
    """True only where the functions with these values shatter no tree deeper than ``bound``; -1 if there are none."""
    if bound < 0:
        return m.missed(m.side, cells)
    holds, is_new = m.named("shallow", cells, bound)
    taken = {j for j, _ in cells}
    for j in range(m.points) if is_new else ():
        if j not in taken:
            halves = (tuple(sorted((*cells, (j, value)))) for value in (0, 1))
            m.add((-holds, *(_shallow(m, half, bound - 1) for half in halves)))
    return holds


def littlestone_at_least(m: ClassMatrix, bound: int) -> int:
    """A tree: each node has a point, each leaf a function that goes its way."""
    holds = m.new()
    paths = [path for depth in range(bound) for path in product((0, 1), repeat=depth)]
    point = {path: _one_of(m, holds, m.points) for path in paths}
    for leaf in product((0, 1), repeat=bound):
        function = _one_of(m, holds, m.functions)
        for depth, value in enumerate(leaf):
            _entries(m, m.side, function, point[leaf[:depth]], value)
    return holds


def thresholds_at_most(m: ClassMatrix, bound: int) -> int:
    """Every order of ``bound`` + 1 points misses one of the patterns 1[i <= j]."""
    holds, t = m.new(), bound + 1
    for order in permutations(range(m.points), t):
        steps = (tuple(sorted((x, int(i <= j)) for j, x in enumerate(order))) for i in range(t))
        m.add((-holds, *(m.missed(m.side, cells) for cells in steps)))
    return holds


def thresholds_at_least(m: ClassMatrix, bound: int) -> int:
    """Points x_1, x_2, ... and functions h_1, h_2, ... with h_i(x_j) = 1 iff i <= j are chosen."""
    holds = m.new()
    points = [_one_of(m, holds, m.points) for _ in range(bound)]
    for i in range(bound):
        function = _one_of(m, holds, m.functions)
        for j in range(bound):
            _entries(m, m.side, function, points[j], int(i <= j))
    return holds


def _one_of(m: ClassMatrix, holds: int, number: int) -> list[int]:
    """Variables that choose one of so many, or several that all serve."""
    chosen = [m.new() for _ in range(number)]
    m.add((-holds, *chosen))
    return chosen


def _entries(m: ClassMatrix, side: Side, rows: list[int], places: list[int], value: int) -> None:
    """The chosen rows have this value at the chosen places."""
    for row, here in zip(side.rows, rows, strict=True):
        for entry, there in zip(row, places, strict=True):
            m.add((-here, -there, entry if value else -entry))
