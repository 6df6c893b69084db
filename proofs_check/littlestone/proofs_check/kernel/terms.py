"""What a gate of the kernel's circuits means: terms about the parts of classes, each defined by simpler ones.

``Meanings.v`` has the same terms with the same definitions, and a proof that each says what its term says. Nothing here
is trusted: where the two differ, Rocq refuses the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from littlestone.proofs_check.solvers.clauses import Clause, Clauses
from littlestone.spec.classes.concept_classes import Function

Definition = tuple[bool, "list[Term]"]  # a conjunction (true) or disjunction (false)
Split = tuple[tuple[int, ...], tuple[int, ...]]
MOST_GATES = 100_000  # Rocq takes a second for some 4,000


class NotOfTheKernel(ValueError):
    """A claim says what no term of the kernel says, or at too great a length; the message says what."""


class SaysNothing(NotOfTheKernel):
    """A claim holds at this size by its numbers alone, or no class satisfies its hypothesis."""


class Place(NamedTuple):
    """The functions of a class, by its number, that have one of some labels on some points, in the points' order."""

    number: int
    cell: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def within(self, x: int, labels: Iterable[int]) -> Place:
        """Those whose label at x is among the labels, which are in order."""
        at = dict(self.cell)
        at[x] = tuple(y for y in labels if y in at.get(x, (y,)))
        return Place(self.number, tuple(sorted(at.items())))


class Term(NamedTuple):
    """A term by the name and the arguments that ``Meanings.v`` has for it."""

    op: str
    args: tuple[Any, ...]


TRUE = Term("Count", (0, (), 0))


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

    def possible(self, p: Place) -> list[Function]:
        """The functions that the place's conditions let in, in lexicographic order."""
        at = dict(p.cell)
        return list(product(*(at.get(x, range(self.labels)) for x in range(self.points))))

    def count(self, number: int, fs: tuple[Function, ...], t: int) -> Definition:
        """That t or more of the functions are in the class."""
        if t == 0 or len(fs) < t:
            return t == 0, []
        if len(fs) == 1:
            return False, [Term("Member", (number, *fs))]
        half = len(fs) // 2
        return False, [Term("Counts", (number, fs[:half], fs[half:], u, t - u)) for u in range(t + 1)]

    def tree(self, p: Place, splits: Sequence[Split], d: int) -> Definition:
        """That the place has a point at which both sides of a split shatter a tree of depth d."""
        cell = {x: set(labels) for x, labels in p.cell}
        places = ((x, ab) for x in range(self.points) for ab in splits)
        live = [(x, ab) for x, ab in places if x not in cell or all(cell[x] & set(side) for side in ab)]
        return False, [Term("Branch", (p, ab, splits, d, x)) for x, ab in live]


def _nonempty(p: Place) -> Definition:
    return True, [Term("Some_in", (p,))]


def _step(p: Place, points: Sequence[int], i: int) -> Term:
    """That some function is 0 on the points before the i-th and 1 from it on."""
    return Term("Some_in", (reduce(lambda q, j: q.within(points[j], (int(i <= j),)), range(len(points)), p),))


DEFINITIONS: Mapping[str, Callable[..., Definition]] = {
    "Some_in": lambda s, p: (False, [Term("Member", (p.number, f)) for f in s.possible(p)]),
    "Size": lambda s, p, t: (True, [Term("Count", (p.number, tuple(s.possible(p)), t))]),
    "Count": Shape.count,
    "Counts": lambda s, i, fs, gs, t, u: (True, [Term("Count", (i, fs, t)), Term("Count", (i, gs, u))]),
    "Ldim": lambda s, p, splits, d: s.tree(p, splits, d - 1) if d else _nonempty(p),
    "Branch": lambda s, p, ab, splits, d, x: (True, [Term("Ldim", (p.within(x, side), splits, d)) for side in ab]),
    "Shatters": lambda s, p, points: (
        (True, [Term("Shatters", (p.within(points[0], (y,)), points[1:])) for y in (0, 1)]) if points else _nonempty(p)
    ),
    "Vc": lambda s, p, d: (False, [Term("Shatters", (p, points)) for points in combinations(range(s.points), d)]),
    "Thr": lambda s, p, t: (
        (False, [Term("Thr_on", (p, points)) for points in permutations(range(s.points), t)]) if t else _nonempty(p)
    ),
    "Thr_on": lambda s, p, points: (True, [_step(p, points, i) for i in range(len(points))]),
    "Both": lambda s, a, b: (True, [a, b]),
    "Either": lambda s, a, b: (False, [a, b]),
}


class Circuit:
    """The gates below a term, each a variable with its literals, a term after one that it defines; the root is 1."""

    def __init__(self, shape: Shape, root: Term) -> None:
        self.variables = {root: 1}
        self.gates: list[tuple[int, bool, list[int]]] = []
        for term in (waiting := [root]):
            if term.op != "Member":
                kind, terms = DEFINITIONS[term.op](shape, *term.args)
                self.gates.append((self.variables[term], kind, [self._literal(one, waiting) for one in terms]))
            if len(self.gates) > MOST_GATES:
                raise NotOfTheKernel(
                    f"its circuit has more than {MOST_GATES:,} gates; ask about fewer points or labels"
                )

    def _literal(self, term: Term, waiting: list[Term]) -> int:
        """A term's literal; a negation has its argument's, negative."""
        if term.op == "Not":
            return -self._literal(term.args[0], waiting)
        if term not in self.variables:
            self.variables[term] = len(self.variables) + 1
            waiting.append(term)
        return self.variables[term]

    def clauses(self) -> Clauses:
        """The gates as clauses, in the order of ``Meanings.v``; the last one says that the root is true."""
        found: list[Clause] = []
        for x, kind, literals in ((x if kind else -x, kind, literals) for x, kind, literals in self.gates):
            found += [(x, *(-literal if kind else literal for literal in literals))]
            found += [(-x, literal if kind else -literal) for literal in literals]
        return Clauses({}, (*found, (1,)), 1)
