"""The circuit of a term: every term below it by its definition, as gates and as clauses, numbered as the kernel does."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from littlestone.proofs_check.kernel.terms import Shape, Term
from littlestone.proofs_check.solvers.clauses import Clause, Clauses

MOST_GATES = 100_000  # the kernel takes a second for some 4,000


class TooManyGates(RuntimeError):
    """A circuit has more gates than the kernel can read in minutes."""


@dataclass
class Circuit:
    """The gates below a term, each a variable with its literals, a term after one that it defines; the root is 1."""

    shape: Shape
    root: Term
    variables: dict[Term, int] = field(default_factory=dict)
    wires: list[tuple[int, bool, list[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.variables[self.root] = 1
        waiting = deque([self.root])
        while waiting:
            term = waiting.popleft()
            defined = self.shape.definition(term)
            if defined is not None:
                kind, terms = defined
                self.wires.append((self.variables[term], kind, [self._literal(one, waiting) for one in terms]))
            if len(self.wires) > MOST_GATES:
                raise TooManyGates(f"its circuit has more than {MOST_GATES:,} gates; ask about fewer points or labels")

    def _literal(self, term: Term, waiting: deque[Term]) -> int:
        """A term's literal: negations are none of their own."""
        sign = 1
        while term.op == "Not":
            term, sign = term.args[0], -sign
        if term not in self.variables:
            self.variables[term] = len(self.variables) + 1
            waiting.append(term)
        return sign * self.variables[term]

    def clauses(self) -> Clauses:
        """The gates as clauses, in the order of ``Meanings.v``; the last one says that the root is true."""
        found: list[Clause] = []
        for x, kind, literals in self.wires:
            if kind:
                found += [(x, *(-literal for literal in literals)), *((-x, literal) for literal in literals)]
            else:
                found += [(-x, *literals), *((x, -literal) for literal in literals)]
        return Clauses({}, (*found, (1,)), 1)
