"""A claim about classes as two terms, its hypothesis and its conclusion, with the dimensions left as they are named.

The claim is called once, on symbolic classes whose dimensions are unknowns. So it returns a formula over statements
"the dimension of this part of a class is t or more", each of which is a term.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from littlestone.proofs_check.kernel.terms import TRUE, NotOfTheKernel, Place, SaysNothing, Shape, Term, negation, pairs
from littlestone.proofs_check.questions.universes import ClassCircuit, Question, circuit_of, why_not_a_circuit
from littlestone.spec.algebra.circuit import (
    AND,
    CONSTANT,
    INPUT,
    NOT,
    OR,
    XOR,
    CircuitTooLarge,
    Truth,
    gate_limit,
    nodes_of,
)
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.dimensions import distinct_splits
from littlestone.spec.unknowns.notions import opaque

TERMS = {"vc_dimension": "Vc", "threshold_dimension": "Thr", "size": "Size"}
TERMS |= dict.fromkeys(("littlestone_dimension", "psi_littlestone_dimension"), "Ldim")
MOST = 1_000  # terms of a statement when it is written out: more than that nobody reads
OPERATIONS = 3_000_000  # of gates, while the claim is called
Named = tuple[str, Function]


class Stated(NamedTuple):
    """The names of a claim's classes, its hypothesis, its conclusion, and where that says something, as it is written.

    An implication in a conclusion says nothing where its own hypothesis fails.
    """

    names: tuple[str, ...]
    hypothesis: Term
    conclusion: Term
    could_fail: Term


def stated(question: Question, shape: Shape) -> Stated:
    """What the question says; raises NotOfTheKernel, CircuitTooLarge, UndecidedTruth."""
    reason = why_not_a_circuit(question)
    if reason is not None:
        raise NotOfTheKernel(reason)
    with opaque(TERMS), gate_limit(OPERATIONS):
        circuit = _called(question)
    for name, H in circuit.classes.items():
        if (H.points, H.labels) != (shape.points, shape.labels):
            raise NotOfTheKernel(f"{name} is a class on {H.points} points with {H.labels} labels, unlike the others")
    reading = _Reading(tuple(circuit.classes), shape)
    hypothesis, conclusion = reading.term(circuit.premise), reading.term(circuit.conclusion)
    if hypothesis == negation(TRUE):
        raise SaysNothing("vacuous: its hypothesis is false by the size of its classes alone; ask about another size")
    if conclusion == TRUE:
        raise SaysNothing("its conclusion is true by the ranges of its numbers alone: nothing is left to prove")
    if not reading.notions:
        raise NotOfTheKernel(f"it names no dimension that the kernel defines ({', '.join(TERMS)})")
    return Stated(reading.names, hypothesis, conclusion, reading.term(circuit.could_fail))


def _called(question: Question) -> ClassCircuit:
    try:
        return circuit_of(question)
    except (CircuitTooLarge, UndecidedTruth):
        raise
    except Exception as error:  # of a claim of one's own, whatever it is
        raise NotOfTheKernel(f"its formula ends with {type(error).__name__}: {error}") from error


@dataclass
class _Reading:
    """The terms of truth values about the classes of these names, and the dimensions in them."""

    names: tuple[str, ...]
    shape: Shape
    notions: set[str] = field(default_factory=set)

    def term(self, truth: Truth) -> Term:
        """What the truth value says; raises NotOfTheKernel where that is too long or no term says it."""
        found: dict[Truth, tuple[Term, int]] = {}
        for node in nodes_of([truth]):
            leaf = self._leaf(node)
            found[node] = _gate(node, [found[arg] for arg in node.args]) if leaf is None else (leaf, 1)
        term, length = found[truth]
        if length > MOST:
            raise NotOfTheKernel(f"its formula, written out, has {length:,} terms, more than {MOST:,}")
        return term

    def _leaf(self, node: Truth) -> Term | None:
        if node.op == CONSTANT:
            return TRUE if node.payload else negation(TRUE)
        if node.op == INPUT:
            name, *rest = cast("tuple[Any, ...]", node.payload)
            return self._dimension(*rest) if name == "opaque" else Term("Member", (self.names.index(name), rest[0]))
        place = self._place(_alternatives(node))
        return None if place is None else Term("Some_in", (place,))

    def _dimension(self, key: tuple[Any, ...], least: int) -> Term:
        """That a dimension of a class, of which the key says which, is at least so much."""
        name, _, labels, members, arguments, others = key
        self.notions.add(name)
        if others or len(arguments) != (name == "psi_littlestone_dimension"):
            raise NotOfTheKernel(f"it calls {name} with arguments that no term of the kernel has")
        place = self._place([named for _, truth in members for named in _alternatives(truth) or [("", ())]])
        table, op = self._table(members), TERMS[name]
        if place is None or table is None or (op != "Ldim" and table != tuple(range(self.shape.labels))):
            raise NotOfTheKernel(f"it speaks of the {name} of a class that is no part of {' or '.join(self.names)}")
        if op != "Ldim":
            return Term(op, (place, least))
        splits = distinct_splits(*arguments) if arguments else pairs(labels)
        sides = (tuple(tuple(y for y, z in enumerate(table) if z in side) for side in split) for split in splits)
        return Term("Ldim", (place, tuple(dict.fromkeys(split for split in sides if all(split))), least))

    def _place(self, members: list[Named]) -> Place | None:
        """The place with just these functions, if there is one."""
        name = members[0][0] if members else ""
        if name not in self.names or any(other != name for other, _ in members):
            return None
        place = Place(self.names.index(name))
        for x in range(self.shape.points):
            labels = sorted({f[x] for _, f in members})
            place = place if len(labels) == self.shape.labels else place.within(x, labels)
        return place if len(self.shape.possible(place)) == len(set(members)) else None

    def _table(self, members: Iterable[tuple[Function, Truth]]) -> tuple[int, ...] | None:
        """What each label becomes in a class that is a part, relabelled: their trees differ in the splits alone."""
        becomes: dict[int, int] = {}
        for g, truth in members:
            for _, f in _alternatives(truth):
                if len(f) != len(g) or any(becomes.setdefault(y, z) != z for y, z in zip(f, g, strict=True)):
                    return None
        return tuple(becomes.get(y, y) for y in range(self.shape.labels))


def _alternatives(truth: Truth) -> list[Named]:
    """The memberships of which one must hold, where the truth value is such a disjunction; else none."""
    nodes = nodes_of([truth])
    named = [cast("Named", node.payload) for node in nodes if node.op == INPUT]
    others = any(node.op not in (INPUT, OR) for node in nodes) or any(name == "opaque" for name, *_ in named)
    return [] if others else named


def _gate(node: Truth, args: list[tuple[Term, int]]) -> tuple[Term, int]:
    """A gate's term, with how many terms it has when written out."""
    terms, length = [term for term, _ in args], sum(length for _, length in args)
    if length > MOST or node.op == NOT:
        return negation(terms[0]), length
    if node.op == XOR:
        a, b = terms
        return Term("Either", (Term("Both", (a, negation(b))), Term("Both", (negation(a), b)))), 2 * length + 3
    if node.op not in (AND, OR):
        raise NotOfTheKernel(f"its formula holds the undecided statement {node.payload}")
    terms.sort(key=lambda term: term.op != "Not")  # so that it reads as "a implies b"
    return Term("Both" if node.op == AND else "Either", tuple(terms)), length + 1
