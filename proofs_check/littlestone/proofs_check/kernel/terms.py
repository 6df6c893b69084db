"""What a gate of the kernel's circuits means: terms about the parts of classes, each defined by simpler ones.

``Meanings.v`` has the same terms with the same definitions, and a proof that each says what its term says. Nothing here
is trusted: where the two differ, the kernel refuses the file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from littlestone.spec.classes.concept_classes import Function

Condition = tuple[int, tuple[int, ...]]  # a point, and the labels that are allowed there, in order
Split = tuple[tuple[int, ...], tuple[int, ...]]


class Place(NamedTuple):
    """The functions of a class, by its number, that have one of some labels on some points, in their order."""

    number: int
    cell: tuple[Condition, ...] = ()

    def within(self, x: int, labels: Iterable[int]) -> Place:
        """Those whose label at x is among the labels."""
        at, allowed = dict(self.cell), set(labels)
        at[x] = tuple(y for y in at[x] if y in allowed) if x in at else tuple(labels)
        return Place(self.number, tuple(sorted(at.items())))

    def is_dead(self, x: int, labels: Iterable[int]) -> bool:
        """No function of the place can have one of the labels at x."""
        return any(y == x and not set(allowed) & set(labels) for y, allowed in self.cell)

    def possible(self, points: int, labels: int) -> list[Function]:
        """The functions that the conditions let in, in lexicographic order."""
        at = dict(self.cell)
        return list(product(*(at.get(x, range(labels)) for x in range(points))))


class Term(NamedTuple):
    """A term by the name and the arguments that ``Meanings.v`` has for it."""

    op: str
    args: tuple[Any, ...]


TRUE = Term("Count", (Place(0), 0, 0, 0))
Definition = tuple[bool, list[Term]]


def negation(term: Term) -> Term:
    """That the term is false."""
    return term.args[0] if term.op == "Not" else Term("Not", (term,))


def pairs(labels: int) -> tuple[Split, ...]:
    """The splits of one label against another."""
    return tuple(((a,), (b,)) for b in range(labels) for a in range(b))


@dataclass(frozen=True)
class Shape:
    """The points and labels that all classes of a theorem have."""

    points: int
    labels: int

    def definition(self, term: Term) -> Definition | None:
        """A conjunction (true) or disjunction (false) of simpler terms; None of a membership, which is an input."""
        rule = getattr(self, f"_{term.op.lower()}", None)
        return None if rule is None else rule(*term.args)

    def _some_in(self, p: Place) -> Definition:
        return False, [Term("Member", (p.number, f)) for f in p.possible(self.points, self.labels)]

    def _size(self, p: Place, t: int) -> Definition:
        return True, [Term("Count", (p, 0, len(p.possible(self.points, self.labels)), t))]

    def _count(self, p: Place, first: int, n: int, t: int) -> Definition:
        if t == 0 or n < t:
            return t == 0, []
        if n == 1:
            return False, [Term("Member", (p.number, p.possible(self.points, self.labels)[first]))]
        return False, [Term("Both_counts", (p, first, n, u, t - u)) for u in range(t + 1)]

    def _both_counts(self, p: Place, first: int, n: int, u: int, w: int) -> Definition:
        half = n // 2
        return True, [Term("Count", (p, first, half, u)), Term("Count", (p, first + half, n - half, w))]

    def _ldim(self, p: Place, splits: tuple[Split, ...], d: int) -> Definition:
        if d == 0:
            return True, [Term("Some_in", (p,))]
        live = [(x, ab) for x in range(self.points) for ab in splits if not any(p.is_dead(x, side) for side in ab)]
        return False, [Term("Branch", (p, ab, splits, d - 1, x)) for x, ab in live]

    def _branch(self, p: Place, ab: Split, splits: tuple[Split, ...], d: int, x: int) -> Definition:
        return True, [Term("Ldim", (p.within(x, side), splits, d)) for side in ab]

    def _image(self, p: Place, table: tuple[int, ...], splits: tuple[Split, ...], d: int) -> Definition:
        pulled = ((tuple(y for y, z in enumerate(table) if z in side) for side in ab) for ab in splits)
        return True, [Term("Ldim", (p, tuple((a, b) for a, b in pulled), d))]

    def _shatters(self, p: Place, points: tuple[int, ...]) -> Definition:
        if not points:
            return True, [Term("Some_in", (p,))]
        return True, [Term("Shatters", (p.within(points[0], (y,)), points[1:])) for y in (0, 1)]

    def _vc(self, p: Place, d: int) -> Definition:
        return False, [Term("Shatters", (p, points)) for points in combinations(range(self.points), d)]

    def _thr(self, p: Place, t: int) -> Definition:
        if t == 0:
            return True, [Term("Some_in", (p,))]
        return False, [Term("Thr_on", (p, points)) for points in permutations(range(self.points), t)]

    def _thr_on(self, p: Place, points: tuple[int, ...]) -> Definition:
        thresholds = ([(x, (int(i <= j),)) for j, x in enumerate(points)] for i in range(len(points)))
        return True, [Term("Some_in", (reduce(lambda q, at: q.within(*at), one, p),)) for one in thresholds]

    def _both(self, a: Term, b: Term) -> Definition:
        return True, [a, b]

    def _either(self, a: Term, b: Term) -> Definition:
        return False, [a, b]
