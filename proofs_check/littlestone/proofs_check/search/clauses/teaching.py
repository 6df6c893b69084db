"""Teaching as clauses: each function returns a literal that is true only where the bound holds.

That a class has *no* teacher without clashes is said of every choice of sets of points, one for each function, and
these are too many. So ``no_clash_at_least`` says nothing by itself; ``clash`` says it of one choice, and is asked for
each that a class which was found turns out to have.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from littlestone.proofs_check.search.clauses.matrix import ClassMatrix, Places

NO_CLASH = "without clashes"


def _sets(m: ClassMatrix, size: int) -> list[Places]:
    """All sets of so many points; that of all points where there are no more."""
    return list(combinations(range(m.points), min(size, m.points)))


def _is_hard(m: ClassMatrix, i: int, bound: int, among: Sequence[int] | None = None) -> int:
    """True only where each set of ``bound`` - 1 points leaves another function, of those ``among``, that agrees."""
    hard = m.new()
    for points in _sets(m, bound - 1):
        others = [k for k in range(m.functions) if k != i]
        agreeing = [m.agree(i, k, points) for k in others]
        if among is not None:
            agreeing = [m.all_of((a, among[k])) for a, k in zip(agreeing, others, strict=True)]
        m.add((-hard, *agreeing))
    return hard


def _is_taught(m: ClassMatrix, i: int, bound: int) -> int:
    """True only where some set of ``bound`` points tells function i from all others."""
    taught, several = m.new(), []
    for points in _sets(m, bound):
        several.append(m.new())
        for k in (k for k in range(m.functions) if k != i):
            m.add((-several[-1], *(m.differ(i, k, j) for j in points)))
    m.add((-taught, *several))
    return taught


def all_at_least(m: ClassMatrix, bound: int) -> int:
    """Every function needs ``bound`` points."""
    return m.all_of(_is_hard(m, i, bound) for i in range(m.functions))


def some_at_least(m: ClassMatrix, bound: int) -> int:
    """Some function needs ``bound`` points."""
    holds = m.new()
    m.add((-holds, *(_is_hard(m, i, bound) for i in range(m.functions))))
    return holds


def all_at_most(m: ClassMatrix, bound: int) -> int:
    """Every function is taught by ``bound`` points."""
    return m.all_of(_is_taught(m, i, bound) for i in range(m.functions))


def some_at_most(m: ClassMatrix, bound: int) -> int:
    """Some function is taught by ``bound`` points."""
    holds = m.new()
    m.add((-holds, *(_is_taught(m, i, bound) for i in range(m.functions))))
    return holds


def recursive_at_least(m: ClassMatrix, bound: int) -> int:
    """A subclass is chosen all of whose functions need ``bound`` points in it."""
    holds = m.new()
    inside = [m.new() for _ in range(m.functions)]
    m.add((-holds, *inside))
    for i in range(m.functions):
        m.add((-inside[i], _is_hard(m, i, bound, inside)))
    return holds


def recursive_at_most(m: ClassMatrix, bound: int) -> int:
    """An order is chosen in which each function is taught by ``bound`` points among those that come later."""
    holds, order = m.new(), _order(m)
    for i in range(m.functions):
        several = []
        for points in _sets(m, bound):
            several.append(m.new())
            for k in (k for k in range(m.functions) if k != i):
                m.add((-several[-1], -order[i, k], *(m.differ(i, k, j) for j in points)))
        m.add((-holds, *several))
    return holds


def _order(m: ClassMatrix) -> dict[tuple[int, int], int]:
    """For functions i and k, true where i comes before k."""
    before = {pair: m.new() for pair in combinations(range(m.functions), 2)}
    before |= {(k, i): -variable for (i, k), variable in before.items()}
    for i, k, l in permutations(range(m.functions), 3):
        m.add((-before[i, k], -before[k, l], before[i, l]))
    return before


def no_clash_at_most(m: ClassMatrix, bound: int) -> int:
    """A set of ``bound`` points is chosen for each function, and every two functions differ in one of their two."""
    holds = m.new()
    used = [[m.named(NO_CLASH, bound, i, j)[0] for j in range(m.points)] for i in range(m.functions)]
    for i in range(m.functions):
        several = []
        for points in _sets(m, bound):
            several.append(m.all_of(-used[i][j] for j in range(m.points) if j not in points))
        m.add((-holds, *several))
    for i, k in combinations(range(m.functions), 2):
        seen = [m.all_of((m.differ(i, k, j),)) for j in range(m.points)]
        for j, here in enumerate(seen):
            m.add((-here, used[i][j], used[k][j]))
        m.add((-holds, *seen))
    return holds


def no_clash_at_least(m: ClassMatrix, bound: int) -> int:
    """No choice of ``bound`` - 1 points for each function is without clashes: as far as ``clash`` was asked."""
    return m.named(NO_CLASH, "at least", bound)[0]


def clash(m: ClassMatrix, bound: int, sets: Sequence[Places]) -> None:
    """Where ``no_clash_at_least`` is true, two functions agree on both of their sets."""
    pairs = combinations(range(m.functions), 2)
    both = [m.agree(i, k, tuple(sorted({*sets[i], *sets[k]}))) for i, k in pairs]
    m.add((-no_clash_at_least(m, bound), *both))


def exceeded(m: ClassMatrix, true: frozenset[int]) -> list[int]:
    """The bounds for which ``no_clash_at_least`` was asked and is true where these variables are."""
    bounds = range(1, m.points + 1)
    return [bound for bound in bounds if m.known(NO_CLASH, "at least", bound) in true]


def sets_used(m: ClassMatrix, bound: int, true: frozenset[int]) -> list[Places]:
    """The sets that ``no_clash_at_most`` has chosen where these variables are true."""
    rows = [[m.named(NO_CLASH, bound, i, j)[0] for j in range(m.points)] for i in range(m.functions)]
    return [tuple(j for j, variable in enumerate(row) if variable in true) for row in rows]
