"""A class of n functions on m points as an n x m matrix of Boolean variables, and the clauses on it.

*Symmetry.* No question depends on the order of functions or points. Of all orders take one whose matrix, read row by
row, is least. Exchanging two rows makes it no smaller, so rows are sorted, strictly since functions are distinct. Nor
does exchanging two columns, which would move a 1 out of the first row in which they differ, so columns are sorted
weakly. Both hold of this one matrix. *Zero.* Where adding one function to all modulo 2 changes nothing, add the first:
then the function 0 is in the class, and its row comes first. *Leaves.* Where 2^d functions are to have Littlestone
dimension d, ``shattering`` numbers them by the leaves of a tree instead: "VC <= 1, Ldim >= 4" on 14 points takes 136
conflicts, with sorted rows 6,542, and without the row of zeros more than 45 s.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, pairwise

Cells = tuple[tuple[int, int], ...]  # places in a row with the values there
Places = tuple[int, ...]
MOST_LITERALS = 20_000_000  # some 2 GB; the table of docs/least_classes.md takes at most a tenth


class TooManyClauses(Exception):
    """The question has more literals than are written down."""


class ClassMatrix:
    """The variables of a class, by ``rows`` and by ``columns``, and the clauses so far; ``names`` are of variables."""

    def __init__(self, functions: int, points: int) -> None:
        self.functions, self.points, self.clauses = functions, points, list[Places]()
        self.variables, self._literals, self.names = functions * points, 0, dict[Hashable, int]()
        self.rows = tuple(tuple(range(1 + i * points, 1 + (i + 1) * points)) for i in range(functions))
        self.columns = tuple(zip(*self.rows, strict=True))

    def sort(self) -> None:
        """Rows are sorted and distinct, columns are sorted."""
        for lines in (self.rows, self.columns):
            for a, b in pairwise(lines):
                self._in_order(a, b, strictly=lines is self.rows)

    def fix(self, first: Sequence[Places]) -> None:
        """The first rows are these."""
        for entry, value in zip(chain(*self.rows), chain(*first), strict=False):
            self.add((entry if value else -entry,))

    def _in_order(self, a: Places, b: Places, strictly: bool) -> None:
        """a comes before b, first places first; ``equal`` must be true while no place has differed."""
        before: Places = ()
        for x, y in zip(a, b, strict=True):
            equal = self.new()
            for clause in ((-x, y), (x, y, equal), (-x, -y, equal)):
                self.add((*before, *clause))
            before = (-equal,)
        if strictly:
            self.add(before)

    def add(self, literals: Iterable[int]) -> None:
        """One more clause. Raises TooManyClauses."""
        self.clauses.append(tuple(literals))
        self._literals += len(self.clauses[-1]) + 1
        if self._literals > MOST_LITERALS:
            raise TooManyClauses

    def new(self) -> int:
        """A variable that nothing is said of yet."""
        self.variables += 1
        return self.variables

    def named(self, *name: Hashable) -> tuple[int, bool]:
        """The variable of this name, and whether it is new."""
        is_new = name not in self.names
        if is_new:
            self.names[name] = self.new()
        return self.names[name], is_new

    def differ(self, i: int, k: int, j: int) -> int:
        """True exactly where functions i and k differ at point j."""
        d, is_new = self.named("differ", min(i, k), max(i, k), j)
        x, y = self.rows[i][j], self.rows[k][j]
        for clause in ((-d, x, y), (-d, -x, -y), (d, -x, y), (d, x, -y)) if is_new else ():
            self.add(clause)
        return d

    def agree(self, i: int, k: int, points: Places) -> int:
        """True only where functions i and k agree at these points."""
        a, is_new = self.named("agree", min(i, k), max(i, k), points)
        for j in points if is_new else ():
            self.add((-a, -self.differ(i, k, j)))
        return a

    def missed(self, cells: Cells, dual: bool = False) -> int:
        """True only where no row, or no column, has these values at these places."""
        z, is_new = self.named("missed", dual, cells)
        for row in (self.columns if dual else self.rows) if is_new else ():
            self.add((-z, *(-row[j] if value else row[j] for j, value in cells)))
        return z

    def all_of(self, literals: Iterable[int]) -> int:
        """True only where all of these are."""
        every = self.new()
        for literal in literals:
            self.add((-every, literal))
        return every

    def some_of(self, literals: Iterable[int]) -> int:
        """True only where some of these is."""
        several, some = tuple(literals), self.new()
        self.add((-some, *several))
        return some

    def dimacs(self) -> str:
        """All clauses in the DIMACS format."""
        lines = (" ".join(map(str, (*clause, 0))) + "\n" for clause in self.clauses)
        return f"p cnf {self.variables} {len(self.clauses)}\n" + "".join(lines)
