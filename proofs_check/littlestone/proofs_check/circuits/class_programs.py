"""Questions about classes as programs: compiled once, with what it takes to read an assignment back as classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod

from littlestone.proofs_check.circuits.program import Program, straight_line
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.questions.evidence import Budget, Counterexample, class_counterexample
from littlestone.proofs_check.questions.universes import (
    ClassUniverse,
    Question,
    Universe,
    circuit_of,
    class_parameters,
    why_not_a_circuit,
)
from littlestone.spec.algebra.circuit import CircuitTooLarge, all_of, gate_limit
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.classes.concept_classes import ConceptClass, Function, explicit
from littlestone.spec.domains import Classes, TreeSets

VIOLATION, PREMISE, NONEMPTY = 0, 1, 2
Members = Mapping[str, tuple[Function, ...]]


@dataclass(frozen=True)
class Parameter:
    """A class parameter of a claim: its functions in the order of their input bits.

    ``may_be_empty`` is true of a set of trees, false of a class.
    """

    points: int
    labels: int
    functions: tuple[Function, ...]
    may_be_empty: bool

    @property
    def cases(self) -> int:
        """How many classes the parameter ranges over."""
        return int(2 ** len(self.functions)) - (not self.may_be_empty)

    def explicit(self, functions: tuple[Function, ...]) -> ConceptClass:
        """The class that lists these functions."""
        return explicit(functions, self.labels, self.points)


@dataclass(frozen=True)
class ClassProgram:
    """A question's outputs violation, premise and "the classes are non-empty" over the bits of its parameters.

    Input i is bit i of an assignment's number; the parameters' functions follow one another.
    """

    program: Program
    parameters: Mapping[str, Parameter]

    @property
    def cases(self) -> int:
        """How many combinations of classes the question ranges over."""
        return prod(parameter.cases for parameter in self.parameters.values())

    def members(self, assignment: int) -> Members:
        """The classes that an assignment's number stands for."""
        found, offset = {}, 0
        for name, parameter in self.parameters.items():
            found[name] = tuple(f for i, f in enumerate(parameter.functions, start=offset) if assignment >> i & 1)
            offset += len(parameter.functions)
        return found


Identity = tuple[object, ...]


def _identity(question: Question) -> Identity:
    """What is asked, wherever: the claim by its id and formula, since two may share an id, and its constants."""
    return question.claim.id, question.claim.formula, frozenset(question.constants.items())


@dataclass(frozen=True)
class _Key:
    """A question that hashes, by what is asked and where."""

    identity: Identity
    universe: Universe
    question: Question = field(compare=False)


Shape = tuple[int, int, int]
_too_large: dict[Identity, set[tuple[Shape, int]]] = {}


def _shape(question: Question) -> Shape:
    universe = question.universe
    assert isinstance(universe, ClassUniverse)
    return universe.points, universe.labels, universe.depth


def _known_too_large(question: Question, gates: int) -> bool:
    """Building the circuit failed before, on no more points, labels and depth, and with no fewer gates."""
    shape = _shape(question)
    return any(
        gates <= allowed and all(a <= b for a, b in zip(tried, shape, strict=True))
        for tried, allowed in _too_large.get(_identity(question), ())
    )


def class_program(question: Question, gates: int) -> ClassProgram:
    """The question as a program; the last few are remembered. Ask ``why_not_a_circuit`` first.

    Raises CircuitTooLarge where more than ``gates`` gates are needed, and UndecidedTruth where the formula needs the
    truth value of something that depends on the class.
    """
    if _known_too_large(question, gates):
        raise CircuitTooLarge(f"on fewer points or labels the circuit needs more than {gates} gates already")
    try:
        with gate_limit(gates):
            compiled = _compile(_Key(_identity(question), question.universe, question))
    except CircuitTooLarge:
        _too_large.setdefault(_identity(question), set()).add((_shape(question), gates))
        raise
    if compiled.program.gates > gates:
        raise CircuitTooLarge(f"the circuit has {compiled.program.gates} gates, more than the {gates} allowed")
    return compiled


@lru_cache(maxsize=8)  # the provers that ask about one universe, one after the other
def _compile(key: _Key) -> ClassProgram:
    circuit = circuit_of(key.question)
    domains = key.question.claim.domains
    parameters = {
        name: Parameter(H.points, H.labels, tuple(f for f, _ in H.members()), isinstance(domains[name], TreeSets))
        for name, H in circuit.classes.items()
    }
    nonempty = all_of(H.nonempty() for name, H in circuit.classes.items() if not parameters[name].may_be_empty)
    return ClassProgram(straight_line([circuit.violation, circuit.premise, nonempty], circuit.inputs), parameters)


def input_bits(question: Question) -> int:
    """How many input bits the question's circuit has, without building it; ask ``why_not_a_circuit`` first."""
    universe, domains = question.universe, class_parameters(question.claim)
    assert isinstance(universe, ClassUniverse) and domains is not None
    points = [universe.points if isinstance(domain, Classes) else 2**universe.depth - 1 for domain in domains.values()]
    return sum(universe.labels**p for p in points)


def compiled_or_reason(question: Question, budget: Budget) -> ClassProgram | str:
    """The question as a program, or why there is none within the budget's gates."""
    reason = why_not_a_circuit(question)
    if reason is not None:
        return reason
    try:
        return class_program(question, budget.gates)
    except CircuitTooLarge:
        return f"the circuit has more than {budget.gates} gates; raise the budget's gates"
    except UndecidedTruth as undecided:
        return f"the statement is no circuit: {undecided}"


def too_much_work(program: Program, words: int, budget: Budget) -> str | None:
    """Why so many words of assignments are beyond the budget, or None where they are within."""
    work = program.gates * words
    if work <= budget.gate_words:
        return None
    return f"{program.gates} gates on {words} words are {work} gate-words, more than the budget's {budget.gate_words}"


def confirmed(question: Question, compiled: ClassProgram, assignment: int) -> Counterexample:
    """The counterexample that an assignment stands for, after the claim failed on it in plain Python as well.

    Raises ProversDisagree where it does not fail there.
    """
    members = compiled.members(assignment)
    if not violates(question, compiled, members):
        raise ProversDisagree(
            f"{question.claim.id} on {question.universe.name}: the circuit says it fails at {dict(members)}, "
            "the definition on these explicit classes says it holds; one of the two is wrong"
        )
    return class_counterexample(members)


def violates(question: Question, compiled: ClassProgram, members: Members) -> bool:
    """The claim fails at these classes, by its definition on explicit classes in plain Python."""
    parameters = compiled.parameters
    if any(not members[name] and not parameter.may_be_empty for name, parameter in parameters.items()):
        return False
    arguments = {name: parameters[name].explicit(functions) for name, functions in members.items()}
    statement = question.claim.state(arguments, question.constants)
    return bool(statement.premise) and not bool(statement.conclusion)
