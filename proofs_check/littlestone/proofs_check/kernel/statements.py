"""A claim about classes as two terms, its hypothesis and its conclusion, with the dimensions left as they are named.

The claim is called once, on symbolic classes whose dimensions are unknowns; the truth value that it then returns is a
formula over statements "the dimension of this part of a class is t or more", each of which is a term.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, cast

from littlestone.proofs_check.kernel.terms import TRUE, Place, Split, Term, negation, pairs
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, circuit_of, why_not_a_circuit
from littlestone.spec.algebra.circuit import AND, CONSTANT, INPUT, NOT, OR, XOR, Truth, nodes_of
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.dimensions import distinct_splits
from littlestone.spec.unknowns.notions import opaque

NOTIONS = ("littlestone_dimension", "psi_littlestone_dimension", "vc_dimension", "threshold_dimension", "size")
MOST = 1_000  # terms of a statement when it is written out: more than that nobody reads
Named = tuple[str, Function]


class NotOfTheKernel(ValueError):
    """A claim says something that no term of the kernel says; the message says what."""


def stated(question: Question) -> tuple[tuple[str, ...], Term, Term]:
    """The names of the claim's classes, its hypothesis, and its conclusion; raises NotOfTheKernel."""
    universe = question.universe
    assert isinstance(universe, ClassUniverse)
    reason = why_not_a_circuit(question)
    if reason is not None:
        raise NotOfTheKernel(reason)
    with opaque(NOTIONS):
        circuit = circuit_of(question)
    for name, H in circuit.classes.items():
        if (H.points, H.labels) != (universe.points, universe.labels):
            raise NotOfTheKernel(f"{name} is a class on {H.points} points with {H.labels} labels, unlike the others")
    reading = _Reading(tuple(circuit.classes), universe)
    hypothesis, conclusion = reading.term(circuit.premise), reading.term(circuit.conclusion)
    if conclusion == TRUE:
        raise NotOfTheKernel("its conclusion is true by the ranges of its numbers alone: nothing is left to prove")
    if not reading.notions:
        raise NotOfTheKernel(f"it names no dimension that the kernel defines ({', '.join(NOTIONS)})")
    return reading.names, hypothesis, conclusion


class _Reading:
    """The terms of truth values, for classes of these names."""

    def __init__(self, names: tuple[str, ...], universe: ClassUniverse) -> None:
        self.names, self.universe = names, universe
        self.notions: set[str] = set()
        self.places: dict[Hashable, Place] = {}

    def term(self, truth: Truth) -> Term:
        """What the truth value says; raises NotOfTheKernel where that is too long or no term says it."""
        found: dict[Truth, tuple[Term, int]] = {}
        for node in nodes_of([truth]):
            term = self._leaf(node)
            found[node] = _gate(node, [found[arg] for arg in node.args]) if term is None else (term, 1)
        term, length = found[truth]
        if length > MOST:
            raise NotOfTheKernel(f"its formula, written out, has {length:,} terms, more than {MOST:,}")
        return term

    def _leaf(self, node: Truth) -> Term | None:
        if node.op == CONSTANT:
            return TRUE if node.payload else negation(TRUE)
        if node.op == INPUT:
            payload = cast("tuple[Any, ...]", node.payload)
            return self._dimension(*payload[1:]) if payload[0] == "opaque" else self._member(payload)
        members = _alternatives(node)
        place = None if members is None else self._place(members)
        return None if place is None else Term("Some_in", (place,))

    def _member(self, named: tuple[Any, ...]) -> Term:
        return Term("Member", (self.names.index(named[0]), named[1]))

    def _dimension(self, key: tuple[Any, ...], least: int) -> Term:
        """That a dimension of a class, of which the key says which, is at least so much."""
        name, _, labels, members, arguments, _ = key
        self.notions.add(name)
        place = self._place([named for _, truth in members for named in _alternatives(truth) or [("", ())]])
        relabelled = place is not None and self._relabelling(members)
        if place is None or relabelled is None:
            raise NotOfTheKernel(f"{name} of a class that is neither a part of {' or '.join(self.names)} nor relabelled")
        splits = distinct_splits(*arguments) if arguments else pairs(labels)
        if name.endswith("littlestone_dimension"):
            sides = cast("tuple[Split, ...]", tuple((tuple(sorted(a)), tuple(sorted(b))) for a, b in splits))
            return Term("Image", (place, relabelled, sides, least)) if relabelled else Term("Ldim", (place, sides, least))
        if relabelled:
            raise NotOfTheKernel(f"{name} of a relabelled class")
        return Term({"vc_dimension": "Vc", "threshold_dimension": "Thr", "size": "Size"}[name], (place, least))

    def _place(self, members: Iterable[Named]) -> Place | None:
        """The place with just these functions, if there is one."""
        found = frozenset(members)
        if found not in self.places and len({name for name, _ in found}) == 1:
            (name,) = {name for name, _ in found}
            if name in self.names:
                self.places[found] = self._smallest(self.names.index(name), [f for _, f in found])
        place = self.places.get(found)
        fits = place is not None and len(place.possible(self.universe.points, self.universe.labels)) == len(found)
        return place if fits else None

    def _smallest(self, number: int, functions: list[Function]) -> Place:
        place = Place(number)
        for x in range(self.universe.points):
            labels = sorted({f[x] for f in functions})
            place = place if len(labels) == self.universe.labels else place.within(x, labels)
        return place

    def _relabelling(self, members: Iterable[tuple[Function, Truth]]) -> tuple[int, ...] | None:
        """What each label becomes in a class whose functions are those of a part, relabelled; () if nothing changes."""
        becomes: dict[int, int] = {}
        for g, truth in members:
            for _, f in _alternatives(truth) or []:
                if len(f) != len(g) or any(becomes.setdefault(y, z) != z for y, z in zip(f, g, strict=True)):
                    return None
        table = tuple(becomes.get(y, y) for y in range(self.universe.labels))
        return () if table == tuple(range(self.universe.labels)) else table


def _alternatives(truth: Truth) -> list[Named] | None:
    """The memberships of which one must hold where the truth value is such a disjunction, else None."""
    nodes = nodes_of([truth])
    named = [cast("tuple[Any, ...]", node.payload) for node in nodes if node.op == INPUT]
    if any(node.op not in (INPUT, OR) for node in nodes) or any(payload[0] == "opaque" for payload in named):
        return None
    return cast("list[Named]", named)


def _gate(node: Truth, args: list[tuple[Term, int]]) -> tuple[Term, int]:
    """A gate's term, with how many terms it has when written out."""
    if any(length > MOST for _, length in args):
        return TRUE, MOST + sum(length for _, length in args)
    terms, length = [term for term, _ in args], sum(length for _, length in args)
    if node.op == NOT:
        return negation(terms[0]), length
    if node.op == XOR:
        a, b = terms
        return Term("Either", (Term("Both", (a, negation(b))), Term("Both", (negation(a), b)))), 2 * length + 3
    if node.op not in (AND, OR):
        raise NotOfTheKernel(f"its formula holds the undecided statement {node.payload}")
    if node.op == AND:
        return Term("Both", tuple(terms)), length + 1
    return Term("Either", tuple(sorted(terms, key=lambda term: term.op != "Not"))), length + 1  # as "a implies b"
