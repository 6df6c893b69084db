"""A class of n functions on m points as an n x m matrix of Boolean variables, and the clauses on it.

*Symmetry.* What is asked changes neither with the order of the functions nor with that of the points. Of all orders
take one whose matrix, read row by row, is least. Exchanging two adjacent rows makes it no smaller, so rows are sorted,
strictly since functions are distinct. Nor does exchanging two adjacent columns, which would move a 1 out of the first
row in which they differ, so columns are sorted weakly. Both hold of this one matrix, so both may be asked at once.

*Zero.* Where nothing changes either if one function is added to all modulo 2, add the one that is first: the class has
the function 0, whose row comes first. Without it "VC <= 1, Ldim >= 4" on 14 points takes minutes, with it 0.2 s.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

Clause = tuple[int, ...]
Cells = tuple[tuple[int, int], ...]  # places of one side of the matrix with the values there
Places = tuple[int, ...]
MOST_LITERALS = 20_000_000  # some 2 GB; the table of docs/least_classes.md takes at most a tenth


class TooManyClauses(Exception):
    """The question has more literals than are written down."""


@dataclass(frozen=True)
class Side:
    """The matrix by its rows, or by its columns for what is asked of the dual class."""

    name: str
    rows: tuple[tuple[int, ...], ...]

    @property
    def width(self) -> int:
        """The length of a row."""
        return len(self.rows[0])


class ClassMatrix:
    """The variables of a class and the clauses so far. Without ``sorted_rows`` functions are only distinct."""

    def __init__(self, functions: int, points: int, sorted_rows: bool = True, zero: bool = False) -> None:
        self.functions, self.points = functions, points
        self.clauses: list[Clause] = []
        self.variables, self._literals = functions * points, 0
        self._named: dict[Hashable, int] = {}
        rows = tuple(tuple(range(1 + i * points, 1 + (i + 1) * points)) for i in range(functions))
        self.side, self.dual = Side("class", rows), Side("dual", tuple(zip(*rows, strict=True)))
        if sorted_rows:
            self._sort(zero)
        else:
            for i, k in combinations(range(functions), 2):
                self.add(self.differ(i, k, j) for j in range(points))

    def _sort(self, zero: bool) -> None:
        for a, b in pairwise(self.side.rows):
            self._in_order(a, b, strictly=True)
        for a, b in pairwise(self.dual.rows):
            self._in_order(a, b, strictly=False)
        for entry in self.side.rows[0] if zero else ():
            self.add((-entry,))

    def _in_order(self, a: Places, b: Places, strictly: bool) -> None:
        """a comes before b, first places first; ``equal`` must be true while no place has differed."""
        before: Clause = ()
        for x, y in zip(a, b, strict=True):
            equal = self.new()
            self.add((*before, -x, y))
            self.add((*before, x, y, equal))
            self.add((*before, -x, -y, equal))
            before = (-equal,)
        if strictly:
            self.add(before)

    def add(self, literals: Iterable[int]) -> None:
        """One more clause. Raises TooManyClauses."""
        clause = tuple(literals)
        self._literals += len(clause) + 1
        if self._literals > MOST_LITERALS:
            raise TooManyClauses
        self.clauses.append(clause)

    def new(self) -> int:
        """A variable that nothing is said of yet."""
        self.variables += 1
        return self.variables

    def named(self, *name: Hashable) -> tuple[int, bool]:
        """The variable of this name, and whether it is new."""
        if name in self._named:
            return self._named[name], False
        self._named[name] = self.new()
        return self._named[name], True

    def known(self, *name: Hashable) -> int | None:
        """The variable of this name, if there is one."""
        return self._named.get(name)

    def differ(self, i: int, k: int, j: int) -> int:
        """True exactly where functions i and k differ at point j."""
        i, k = min(i, k), max(i, k)
        d, is_new = self.named("differ", i, k, j)
        if is_new:
            x, y = self.side.rows[i][j], self.side.rows[k][j]
            for clause in ((-d, x, y), (-d, -x, -y), (d, -x, y), (d, x, -y)):
                self.add(clause)
        return d

    def agree(self, i: int, k: int, points: Places) -> int:
        """True only where functions i and k agree at these points."""
        i, k = min(i, k), max(i, k)
        a, is_new = self.named("agree", i, k, points)
        for j in points if is_new else ():
            self.add((-a, -self.differ(i, k, j)))
        return a

    def missed(self, side: Side, cells: Cells) -> int:
        """True only where no row of the side has these values at these places."""
        z, is_new = self.named("missed", side.name, cells)
        for row in side.rows if is_new else ():
            self.add((-z, *(-row[j] if value else row[j] for j, value in cells)))
        return z

    def all_of(self, literals: Iterable[int]) -> int:
        """True only where all of these are."""
        both = self.new()
        for literal in literals:
            self.add((-both, literal))
        return both

    def dimacs(self) -> str:
        """All clauses in the DIMACS format."""
        lines = (" ".join(map(str, clause)) + " 0\n" for clause in self.clauses)
        return f"p cnf {self.variables} {len(self.clauses)}\n" + "".join(lines)

    def members(self, true: frozenset[int]) -> tuple[tuple[int, ...], ...]:
        """The functions where these variables are true."""
        return tuple(tuple(int(entry in true) for entry in row) for row in self.side.rows)

    def fix(self, members: Sequence[Sequence[int]]) -> None:
        """The class is this one."""
        for row, values in zip(self.side.rows, members, strict=True):
            for entry, value in zip(row, values, strict=True):
                self.add((entry if value else -entry,))
