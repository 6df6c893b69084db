"""Parameters of an explicit binary class by algorithms of their own, where the definition, unfolded, takes far longer.

Each algorithm counts its steps and is stopped by the table's limit, so that none is begun in vain for hours; what it
returns is exact. Their twins in ``spec`` are literal and share no code with them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, count

from littlestone.impl.classes.matrices import Matrix, bit_mask
from littlestone.impl.dimensions.proved_bounds import BudgetExceededError

Value = int | Fraction


class Table:
    """A class as masks, ``functions`` over points and ``columns`` over functions, and the steps that are left."""

    def __init__(self, matrix: Matrix, steps: int) -> None:
        self.functions = [bit_mask(row) for row in matrix.functions == 1]
        self.columns = [bit_mask(column) for column in (matrix.functions == 1).T]
        self.points, self.everything, self.steps = matrix.points, (1 << len(self.functions)) - 1, steps
        self.bits = [1 << x for x in range(self.points)]

    def spend(self, steps: int = 1) -> None:
        """Count steps; raises BudgetExceededError."""
        self.steps -= steps
        if self.steps < 0:
            raise BudgetExceededError


def degrees(table: Table) -> list[int]:
    """The degree of each function, by flips of one of the points."""
    members = set(table.functions)
    table.spend(len(members) * table.points)
    return [sum(f ^ bit in members for bit in table.bits) for f in members]


def positive_degree(table: Table) -> int:
    """The most neighbours of a function that lie below it."""
    members = set(table.functions)
    table.spend(len(members) * table.points)
    return max(sum(f & bit > 0 and f ^ bit in members for bit in table.bits) for f in members)


def degeneracy(table: Table) -> int:
    """The largest minimum degree met while vertices of least degree are taken away."""
    left, most = set(table.functions), 0
    degree = {f: sum(f ^ bit in left for bit in table.bits) for f in left}
    while left:
        table.spend(len(left))
        f = min(left, key=degree.__getitem__)
        most = max(most, degree[f])
        left.discard(f)
        for bit in table.bits:
            degree[f ^ bit] = degree.get(f ^ bit, 0) - 1
    return most


def over_pairs(differ: Callable[[int, int], int]) -> Callable[[Table], int]:
    """The largest number of points in which a pair of functions differs, as ``differ`` masks them."""

    def largest(table: Table) -> int:
        table.spend(len(table.functions) ** 2 // 4)
        return max(differ(f, g).bit_count() for f in table.functions for g in table.functions)

    return largest


def least_hitting_set(table: Table, sets: set[int], most: int) -> int:
    """The size of a least set of points that meets all of the sets; ``most + 1`` where it is larger than ``most``."""
    minimal: list[int] = []
    for one in sorted(sets, key=int.bit_count):
        table.spend(1 + len(minimal) // 8)
        if all(other & ~one for other in minimal):
            minimal.append(one)
    return next((size for size in range(most + 1) if _hits(table, minimal, size)), most + 1)


def _hits(table: Table, sets: list[int], size: int) -> bool:
    """Whether so many points meet all sets: one of them lies in the first set, the smallest."""
    if not sets:
        return True
    if size == 0 or sets[0] == 0:
        return False
    table.spend(len(sets))
    first = sets[0]
    while first:
        bit = first & -first
        if _hits(table, [one for one in sets if not one & bit], size - 1):
            return True
        first ^= bit
    return False


def teaching_sizes(table: Table, left: list[int], positive: bool = False) -> dict[int, int]:
    """The least teaching set's size of each function left; points + 1 where no positive examples teach it."""
    sizes = {}
    for f in left:
        differences = {(f & ~g) if positive else f ^ g for g in left if g != f}
        sizes[f] = least_hitting_set(table, differences, table.points)
    return sizes


def recursive_teaching(table: Table, positive: bool = False) -> int:
    """The largest size met while all functions that are easiest to teach are taken away, again and again."""
    left, most = list(table.functions), 0
    while left:
        sizes = teaching_sizes(table, left, positive)
        easiest = min(sizes.values())
        most, left = max(most, easiest), [f for f in left if sizes[f] > easiest]
    return most


def interpolation_degree(table: Table) -> int:
    """The least degree at which the monomials are of full rank on the functions, over the field of two elements."""
    pivots: dict[int, int] = {}
    for degree in count():
        for chosen in combinations(table.columns, degree):
            table.spend()  # also for a product that is zero, of which there may be billions
            row = table.everything
            for column in chosen:
                row &= column
            while row and row.bit_length() in pivots:
                table.spend()
                row ^= pivots[row.bit_length()]
            if row:
                pivots[row.bit_length()] = row
        if len(pivots) == len(table.functions):
            return degree
    raise AssertionError("all monomials are of full rank")


DIRECT: dict[str, Callable[[Table], Value]] = {
    "size": lambda table: len(table.functions),
    "range": lambda table: sum(0 < column < table.everything for column in table.columns),
    "diameter": over_pairs(lambda f, g: f ^ g),
    "oriented_diameter": over_pairs(lambda f, g: f & ~g),
    "edges": lambda table: sum(degrees(table)) // 2,
    "dens": lambda table: Fraction(sum(degrees(table)), len(table.functions)),
    "d_min": lambda table: min(degrees(table)),
    "d_max": lambda table: max(degrees(table)),
    "d_max_positive": positive_degree,
    "degeneracy": degeneracy,
    "TD": lambda table: max(teaching_sizes(table, table.functions).values()),
    "TS_min": lambda table: min(teaching_sizes(table, table.functions).values()),
    "TD_positive": lambda table: max(teaching_sizes(table, table.functions, positive=True).values()),
    "RTD": recursive_teaching,
    "RTD_positive": lambda table: recursive_teaching(table, positive=True),
    "hitting": lambda table: least_hitting_set(table, set(table.functions) - {0}, table.points),
    "intdeg": interpolation_degree,
}
