"""Dimensions and closures as clauses: each function returns a literal that is true only where its bound holds.

A solution of the clauses in which it is true has the bound, and a class with the bound is part of one. A bound from
above says which patterns are missed, a bound from below chooses points and functions.
"""

from __future__ import annotations

from itertools import combinations, pairwise, permutations, product
from math import comb

from littlestone.proofs_check.search.clauses.matrix import Cells, ClassMatrix, Places

Rows = tuple[Places, ...]


def vc_at_most(m: ClassMatrix, bound: int, dual: bool = False) -> int:
    """Every set of ``bound`` + 1 points misses a pattern."""
    width = m.functions if dual else m.points
    return m.all_of(_not_shattered(m, places, dual) for places in combinations(range(width), bound + 1))


def _not_shattered(m: ClassMatrix, places: Places, dual: bool = False) -> int:
    patterns = product((0, 1), repeat=len(places))
    return m.some_of(m.missed(tuple(zip(places, pattern, strict=True)), dual) for pattern in patterns)


def vc_at_least(m: ClassMatrix, bound: int, dual: bool = False) -> int:
    """Some ``bound`` points, chosen in order, have all patterns, each in a function that is chosen for it."""
    holds, rows = m.new(), m.columns if dual else m.rows
    chosen = [_one_of(m, holds, len(rows[0])) for _ in range(bound)]
    for a, b in pairwise(chosen):
        for j, here in enumerate(a):
            m.add((-here, *b[j + 1 :]))
    for pattern in product((0, 1), repeat=bound):
        _takes(m, holds, rows, chosen, pattern)
    return holds


def littlestone_at_most(m: ClassMatrix, bound: int) -> int:
    """At every point one half has a smaller bound, and so on until a half is empty."""
    return _shallow(m, (), bound)


def _shallow(m: ClassMatrix, cells: Cells, bound: int) -> int:
    """True only where the functions with these values shatter no tree deeper than ``bound``; -1 if there are none."""
    if bound < 0:
        return m.missed(cells)
    holds, is_new = m.named("shallow", cells, bound)
    for j in {*range(m.points)} - {j for j, _ in cells} if is_new else ():
        halves = (tuple(sorted((*cells, (j, value)))) for value in (0, 1))
        m.add((-holds, *(_shallow(m, half, bound - 1) for half in halves)))
    return holds


def littlestone_at_least(m: ClassMatrix, bound: int) -> int:
    """A tree: each node has a point, each leaf a function that goes its way."""
    holds = m.new()
    paths = [path for depth in range(bound) for path in product((0, 1), repeat=depth)]
    point = {path: _one_of(m, holds, m.points) for path in paths}
    for leaf in product((0, 1), repeat=bound):
        _takes(m, holds, m.rows, [point[leaf[:depth]] for depth in range(bound)], leaf)
    return holds


def number_by_leaves(m: ClassMatrix, depth: int) -> None:
    """The i-th of 2^depth functions is at the i-th leaf of a shattered tree.

    There are as many functions as leaves, so each is one. Points are numbered as the nodes, row after row, first need
    them. Where the class is moved so that the function of the first leaf becomes 0, this leaf stays the first: the
    function was 0 at all points of its way, and other nodes may exchange their halves.
    """
    nodes: dict[Places, list[int]] = {}
    for path in (path for k in range(depth) for path in product((0, 1), repeat=k)):
        node = [m.new() for _ in range(m.points)]
        m.add(node)
        for j in range(1, m.points):
            m.add((-node[j], *(earlier[j - 1] for earlier in nodes.values())))
        for a, b in combinations(node, 2):
            m.add((-a, -b))
        nodes[path] = node
    for row, leaf in zip(m.rows, product((0, 1), repeat=depth), strict=True):
        for k, value in enumerate(leaf):
            for here, entry in zip(nodes[leaf[:k]], row, strict=True):
                m.add((-here, entry if value else -entry))


def thresholds_at_most(m: ClassMatrix, bound: int) -> int:
    """Every order of ``bound`` + 1 points misses one of the patterns 1[i <= j]."""
    holds, t = m.new(), bound + 1
    for order in permutations(range(m.points), t):
        steps = (tuple(sorted((x, int(i <= j)) for j, x in enumerate(order))) for i in range(t))
        m.add((-holds, *(m.missed(cells) for cells in steps)))
    return holds


def thresholds_at_least(m: ClassMatrix, bound: int) -> int:
    """Points x_1, x_2, ... and functions h_1, h_2, ... with h_i(x_j) = 1 iff i <= j are chosen."""
    holds = m.new()
    points = [_one_of(m, holds, m.points) for _ in range(bound)]
    for i in range(bound):
        _takes(m, holds, m.rows, points, tuple(int(i <= j) for j in range(bound)))
    return holds


def _one_of(m: ClassMatrix, holds: int, number: int) -> list[int]:
    """Variables that choose one of so many, or several that all serve."""
    chosen = [m.new() for _ in range(number)]
    m.add((-holds, *chosen))
    return chosen


def _takes(m: ClassMatrix, holds: int, rows: Rows, places: list[list[int]], pattern: Places) -> None:
    """A row is chosen that has the pattern at the chosen places."""
    for row, here in zip(rows, _one_of(m, holds, len(rows)), strict=True):
        for place, value in zip(places, pattern, strict=True):
            for entry, there in zip(row, place, strict=True):
                m.add((-here, -there, entry if value else -entry))


def closed(m: ClassMatrix, sign: int) -> int:
    """The intersection of every two functions is a function; the union, if ``sign`` is -1 and not 1."""
    rows = [[sign * entry for entry in row] for row in m.rows]
    return m.all_of(m.some_of(_meets(m, a, b, row) for row in rows) for a, b in combinations(rows, 2))


def _meets(m: ClassMatrix, a: list[int], b: list[int], meet: list[int]) -> int:
    is_meet = m.new()
    for x, y, z in zip(a, b, meet, strict=True):
        for clause in ((-z, x), (-z, y), (z, -x, -y)):
            m.add((-is_meet, *clause))
    return is_meet


def maximum(m: ClassMatrix) -> int:
    """The class has as many functions as its VC dimension allows (Sauer): so the number says which dimension."""
    sizes = [sum(comb(m.points, i) for i in range(d + 1)) for d in range(m.points + 1)]
    return vc_at_most(m, sizes.index(m.functions)) if m.functions in sizes else m.some_of(())


def ample(m: ClassMatrix) -> int:
    """No more sets of points are shattered than there are functions, which are never more (Pajor)."""
    counted = [m.new() for _ in range(m.functions)]  # counted[k]: more than k of the sets so far
    holds = m.new()
    for size in range(min(m.points, m.functions.bit_length() - 1) + 1):
        for places in combinations(range(m.points), size):
            missed, later = _not_shattered(m, places), [m.new() for _ in counted]
            m.add((-holds, missed, -counted[-1]))
            m.add((missed, later[0]))
            for k, before in enumerate(counted):
                m.add((-before, later[k]))
                if k:
                    m.add((missed, -counted[k - 1], later[k]))
            counted = later
    return holds
