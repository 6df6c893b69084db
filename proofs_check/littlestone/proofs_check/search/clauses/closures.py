"""Closures as clauses: each function returns a literal that is true only where the class is closed so."""

from __future__ import annotations

from itertools import combinations, product
from math import comb

from littlestone.proofs_check.search.clauses.matrix import ClassMatrix
from littlestone.proofs_check.search.clauses.shattering import vc_at_most


def intersection_closed(m: ClassMatrix) -> int:
    """The intersection of every two functions is a function."""
    return _closed(m, 1)


def union_closed(m: ClassMatrix) -> int:
    """The union of every two functions is a function."""
    return _closed(m, -1)


def _closed(m: ClassMatrix, sign: int) -> int:
    """By intersection, or where ``sign`` is -1 with 0 and 1 exchanged."""
    holds, rows = m.new(), [[sign * entry for entry in row] for row in m.side.rows]
    for i, k in combinations(range(m.functions), 2):
        meets = []
        for row in rows:
            meets.append(m.new())
            for x, y, z in zip(rows[i], rows[k], row, strict=True):
                for clause in ((-z, x), (-z, y), (z, -x, -y)):
                    m.add((-meets[-1], *clause))
        m.add((-holds, *meets))
    return holds


def maximum(m: ClassMatrix) -> int:
    """The class has as many functions as its VC dimension allows (Sauer): so the number says which dimension."""
    sizes = (sum(comb(m.points, i) for i in range(d + 1)) for d in range(m.points + 1))
    dimension = next((d for d, size in enumerate(sizes) if size == m.functions), None)
    if dimension is not None:
        return vc_at_most(m, m.side, dimension)
    never = m.new()
    m.add((-never,))
    return never


def ample(m: ClassMatrix) -> int:
    """No more sets of points are shattered than there are functions, which are never more (Pajor)."""
    holds, shattered = m.new(), list[int]()
    for size in range(min(m.points, m.functions.bit_length() - 1) + 1):
        for places in combinations(range(m.points), size):
            patterns = product((0, 1), repeat=size)
            missed = [m.missed(m.side, tuple(zip(places, p, strict=True))) for p in patterns]
            shattered.append(m.new())
            m.add((-holds, shattered[-1], *missed))
    _at_most(m, holds, shattered, m.functions)
    return holds


def _at_most(m: ClassMatrix, holds: int, literals: list[int], most: int) -> None:
    """Where ``holds``, at most so many literals are true: counted[k] is true where more than k so far are."""
    counted = [m.new() for _ in range(most)]
    for literal in literals:
        later = [m.new() for _ in range(most)]
        m.add((-holds, -literal, -counted[-1]))
        m.add((-literal, later[0]))
        for k in range(most):
            m.add((-counted[k], later[k]))
            if k:
                m.add((-literal, -counted[k - 1], later[k]))
        counted = later
