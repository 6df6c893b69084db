"""The library of parameters measured on one class, each exactly or not at all, with the limit said, and how it is
known.

What the searches for dimensions find, on the class and on its dual, comes with their reasons. Else an algorithm of
its own or the definition itself is followed to the end: exact, and certified by nothing.

The algorithms are there where the definition, unfolded, takes far longer. Each counts its steps and is stopped by the
table's limit, so that none is begun in vain for hours; what it returns is exact. Their twins in ``spec`` are literal
and share no code with them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, count
from operator import xor

from littlestone.impl.classes.matrices import Matrix, as_matrix, bit_mask
from littlestone.impl.dimensions.all import measures
from littlestone.impl.dimensions.proved_bounds import BudgetExceededError, Dimension
from littlestone.spec.algebra.circuit import CircuitTooLarge, gate_limit
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.parameters.library import PARAMETERS, Parameter

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


def degrees(table: Table, positive: bool = False) -> list[int]:
    """The degree of each function, by flips of one of the points; to the neighbours below it alone where positive."""
    members = set(table.functions)
    table.spend(len(members) * table.points)
    return [sum((f & bit > 0 or not positive) and f ^ bit in members for bit in table.bits) for f in members]


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


def over_pairs(table: Table, differ: Callable[[int, int], int]) -> int:
    """The largest number of points in which a pair of functions differs, as ``differ`` masks them."""
    table.spend(len(table.functions) ** 2 // 4)
    return max(differ(f, g).bit_count() for f in table.functions for g in table.functions)


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
    "diameter": lambda table: over_pairs(table, xor),
    "oriented_diameter": lambda table: over_pairs(table, lambda f, g: f & ~g),
    "edges": lambda table: sum(degrees(table)) // 2,
    "dens": lambda table: Fraction(sum(degrees(table)), len(table.functions)),
    "d_min": lambda table: min(degrees(table)),
    "d_max": lambda table: max(degrees(table)),
    "d_max_positive": lambda table: max(degrees(table, positive=True)),
    "degeneracy": degeneracy,
    "TD": lambda table: max(teaching_sizes(table, table.functions).values()),
    "TS_min": lambda table: min(teaching_sizes(table, table.functions).values()),
    "TD_positive": lambda table: max(teaching_sizes(table, table.functions, positive=True).values()),
    "RTD": recursive_teaching,
    "RTD_positive": lambda table: recursive_teaching(table, positive=True),
    "hitting": lambda table: least_hitting_set(table, set(table.functions) - {0}, table.points),
    "intdeg": interpolation_degree,
}


# ---- All of them

MOST_POINTS = 6  # the definitions go through all patterns and orders of the points
MOST_OPERATIONS = 2_000_000  # a few seconds for each parameter
NOT_CERTIFIED = "searched, not certified"


@dataclass(frozen=True, slots=True)
class MeasuredParameter:
    """A parameter's exact value on a class, None beyond the ``limit``, in words; ``how`` says how it is known."""

    parameter: Parameter
    value: Expression | None
    limit: str | None = None
    how: str = NOT_CERTIFIED

    def __str__(self) -> str:
        told = f"not measured: {self.limit}" if self.value is None else f"= {self.value}"
        return f"{self.parameter.name} {told}"


def all_parameters(matrix: Matrix) -> tuple[MeasuredParameter, ...]:
    """Every parameter of the library that is defined for the class's labels, in the library's order."""
    fitting = [P for P in PARAMETERS.values() if P.any_labels or matrix.is_binary]
    small = matrix.points <= MOST_POINTS
    H = explicit(map(matrix.function, range(len(matrix))), matrix.labels, matrix.points) if small else None
    found = dimensions_by_name(matrix)
    return tuple(_measured(P, matrix, H, found) for P in fitting)


def dimensions_by_name(matrix: Matrix) -> dict[str, Dimension]:
    """The parameters that are dimensions of the class or of its dual, whose functions are the points."""
    of_class, of_dual = measures(matrix), measures(as_matrix(matrix.functions.T))
    if not matrix.is_binary:
        return {"MLD": of_class["multiclass Littlestone"]()}
    named = {"MLD": "Littlestone", "Ldim": "Littlestone", "VC": "VC", "Thr": "thresholds"}
    duals = {"dual_Ldim": "Littlestone", "dual_VC": "VC"}
    return {P: of_class[d]() for P, d in named.items()} | {P: of_dual[d]() for P, d in duals.items()}


def _measured(P: Parameter, matrix: Matrix, H: ConceptClass | None, found: dict[str, Dimension]) -> MeasuredParameter:
    try:
        if P.name in found:
            d = found[P.name]
            if d.exact:
                return MeasuredParameter(P, d.lower, how=d.reason.words)
            return MeasuredParameter(P, None, f"it lies in {d.lower}..{d.upper} ({d.reason})")
        if P.name in DIRECT and matrix.is_binary:
            return MeasuredParameter(P, DIRECT[P.name](Table(matrix, MOST_OPERATIONS)))
        if H is None:
            limit = f"the class has {matrix.points} points, and this definition is followed to {MOST_POINTS}"
            return MeasuredParameter(P, None, limit)
        with gate_limit(MOST_OPERATIONS):
            return MeasuredParameter(P, P(H).value)
    except (CircuitTooLarge, BudgetExceededError, RecursionError):
        return MeasuredParameter(P, None, f"it takes more than {MOST_OPERATIONS:,} operations")
