"""Teaching as clauses: each function returns a literal that is true only where its bound holds.

That a class has *no* teacher without clashes is said of every choice of sets of points, one for each function, and
these are too many. So ``no_clash_at_least`` says nothing by itself; ``clash`` says it of one choice, and is asked for
each that a class which was found turns out to have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import comb

from littlestone.proofs_check.search.clauses.matrix import ClassMatrix, Places

NO_CLASH = "without clashes"
MOST_SETS = 1000  # of functions of which one is in a subclass


def _sets(m: ClassMatrix, size: int) -> Iterable[Places]:
    """All sets of so many points; that of all points where there are no more."""
    return combinations(range(m.points), min(size, m.points))


def hard(m: ClassMatrix, bound: int, inside: Sequence[int] = ()) -> list[int]:
    """For each function: true only where each set of ``bound`` - 1 points leaves another one that agrees.

    Only functions whose literal ``inside`` is true count as others, if it is given.
    """
    every, numbers = [], {*range(m.functions)}
    for i in numbers:
        pairs = [[(m.agree(i, k, S), *inside[k : k + 1]) for k in numbers - {i}] for S in _sets(m, bound - 1)]
        every.append(m.all_of(m.some_of(map(m.all_of, agreeing)) for agreeing in pairs))
    return every


def taught(m: ClassMatrix, bound: int, later: dict[Places, int] | None = None) -> list[int]:
    """For each function i: true only where ``bound`` points tell it from all others, or those with ``later[i, k]``."""
    every = []
    for i in range(m.functions):
        several = []
        for points in _sets(m, bound):
            several.append(m.new())
            for k in {*range(m.functions)} - {i}:
                unless = (-several[-1],) if later is None else (-several[-1], -later[i, k])
                m.add((*unless, *(m.differ(i, k, j) for j in points)))
        every.append(m.some_of(several))
    return every


def recursive_at_least(m: ClassMatrix, bound: int) -> int:
    """A subclass is chosen all of whose functions need ``bound`` points in it.

    It has 2^bound functions or more, since halving a smaller one teaches some function with fewer points. To say so
    takes half the time off "VC <= 2, RTD >= 3"; where it is long to say, only that there is one is said.
    """
    inside = [m.new() for _ in range(m.functions)]
    for one, is_hard in zip(inside, hard(m, bound, inside), strict=True):
        m.add((-one, is_hard))
    one_is_inside = max(m.functions - (1 << bound) + 1, 0)  # of any so many functions
    is_long = comb(m.functions, one_is_inside) > MOST_SETS
    return m.some_of(inside) if is_long else m.all_of(map(m.some_of, combinations(inside, one_is_inside)))


def recursive_at_most(m: ClassMatrix, bound: int) -> int:
    """An order is chosen in which each function is taught by ``bound`` points among those that come later."""
    before: dict[Places, int] = {pair: m.new() for pair in combinations(range(m.functions), 2)}
    before |= {(k, i): -variable for (i, k), variable in before.items()}
    for i, j, k in permutations(range(m.functions), 3):
        m.add((-before[i, j], -before[j, k], before[i, k]))
    return m.all_of(taught(m, bound, before))


def no_clash_at_most(m: ClassMatrix, bound: int) -> int:
    """A set of ``bound`` points is chosen for each function, and every two functions differ in one of their two."""
    used, asked = _used(m, bound), []
    for row in used:
        asked.append(m.some_of([m.all_of(-row[j] for j in {*range(m.points)} - {*S}) for S in _sets(m, bound)]))
    for i, k in combinations(range(m.functions), 2):
        seen = [m.all_of((m.differ(i, k, j), m.some_of((used[i][j], used[k][j])))) for j in range(m.points)]
        asked.append(m.some_of(seen))
    return m.all_of(asked)


def _used(m: ClassMatrix, bound: int) -> list[list[int]]:
    return [[m.named(NO_CLASH, bound, i, j)[0] for j in range(m.points)] for i in range(m.functions)]


def sets_used(m: ClassMatrix, bound: int, true: frozenset[int]) -> list[Places]:
    """The sets that ``no_clash_at_most`` has chosen where these variables are true."""
    return [tuple(j for j, variable in enumerate(row) if variable in true) for row in _used(m, bound)]


def no_clash_at_least(m: ClassMatrix, bound: int) -> int:
    """No choice of ``bound`` - 1 points for each function is without clashes: as far as ``clash`` was asked."""
    return m.named(NO_CLASH, "at least", bound)[0]


def clash(m: ClassMatrix, bound: int, sets: Sequence[Places]) -> None:
    """Where ``no_clash_at_least`` is true, two functions agree on both of their sets."""
    pairs = combinations(range(m.functions), 2)
    both = [m.agree(i, k, tuple(sorted({*sets[i], *sets[k]}))) for i, k in pairs]
    m.add((-no_clash_at_least(m, bound), *both))
