"""Questions about classes as programs: compiled once, with what it takes to read an assignment back as classes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from littlestone.proofs_check.circuits.program import Program, straight_line
from littlestone.proofs_check.kit_faults import ListedOtherwise, ProversDisagree
from littlestone.proofs_check.questions.class_choices import Places, in_words, nests, number_of_choices, places_of
from littlestone.proofs_check.questions.evidence import Budget, Counterexample, class_counterexample
from littlestone.proofs_check.questions.universes import (
    ClassCircuit,
    ClassUniverse,
    Question,
    Universe,
    circuit_of,
    why_not_a_circuit,
)
from littlestone.spec.algebra.circuit import CircuitTooLarge, evaluate, gate_limit, gates_left
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.classes.concept_classes import Function, all_functions
from littlestone.spec.ranges import in_range

SPARSE = 16  # not tuned
MOST_INPUTS = 62  # the number of an assignment is an int64 in compiled code
VIOLATION, COULD_FAIL, IN_RANGE, PREMISE = 0, 1, 2, 3
Members = Mapping[str, tuple[Function, ...]]


@dataclass(frozen=True)
class ClassProgram:
    """A question's outputs violation, premise and "the classes are in their ranges" over the bits of its parameters.

    Input i is bit i of an assignment's number, and says that a class has a function, as ``inputs`` names them.
    ``operations`` is how many gates were asked for while it was built, those that folded away included.
    """

    program: Program
    parameters: Places
    inputs: tuple[tuple[str, Function], ...]
    universe: str  # in words
    operations: int

    @property
    def cases(self) -> int:
        """How many combinations of classes the question ranges over."""
        return number_of_choices(self.parameters)

    @property
    def words(self) -> int:
        """The words of 64 assignments that the question's assignments fill."""
        return -(-assignments(self.parameters) // 64)

    def members(self, assignment: int) -> Members:
        """The classes that an assignment's number stands for."""
        present = [named for i, named in enumerate(self.inputs) if assignment >> i & 1]
        return {name: tuple(f for owner, f in present if owner == name) for name in self.parameters}

    def assignment(self, members: Members) -> int:
        """The number of the assignment that stands for these classes."""
        return sum(1 << i for i, (name, f) in enumerate(self.inputs) if f in members[name])


def assignments(parameters: Places) -> int:
    """How many combinations of classes there are with empty ones in the place of any."""
    return number_of_choices({name: replace(place, least=0, family=None) for name, place in parameters.items()})


Identity = tuple[object, ...]


def identity(question: Question) -> Identity:
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
    """The points and labels of the question's classes, and how deep its trees are."""
    universe = question.universe
    assert isinstance(universe, ClassUniverse)
    return universe.points, universe.labels, universe.depth


def _known_too_large(question: Question, gates: int) -> bool:
    """Building the circuit failed before, on no more points with the same labels and depth, and with no fewer gates.

    With more labels a formula may look at less: BGS21 D5.5's trees are then less deep.
    """
    points, *kind = _shape(question)
    failed = _too_large.get(identity(question), ())
    return any(gates <= allowed and tried[0] <= points and [*tried[1:]] == kind for tried, allowed in failed)


def class_program(question: Question, gates: int) -> ClassProgram:
    """The question as a program; the last few are remembered. Ask ``why_not_a_circuit`` first.

    Raises CircuitTooLarge where more than ``gates`` gates are needed, and UndecidedTruth where the formula needs the
    truth value of something that depends on the class.
    """
    if _known_too_large(question, gates):
        raise CircuitTooLarge(f"on no more points the circuit needs more than {gates} gates already")
    try:
        with gate_limit(gates):
            compiled = _compile(_Key(identity(question), question.universe, question))
    except CircuitTooLarge:
        _too_large.setdefault(identity(question), set()).add((_shape(question), gates))
        raise
    if compiled.program.gates > gates:
        raise CircuitTooLarge(f"the circuit has {compiled.program.gates} gates, more than the {gates} allowed")
    return compiled


def class_circuit(question: Question, gates: int) -> ClassCircuit:
    """The question as a circuit; the last two are remembered. Ask ``why_not_a_circuit`` first.

    Raises CircuitTooLarge where more than ``gates`` gate operations are needed.
    """
    with gate_limit(gates):
        return _circuit(_Key(identity(question), question.universe, question))[0]


@lru_cache(maxsize=2)  # few, since each may be of millions of nodes; a solver asks about two universes in turn
def _circuit(key: _Key) -> tuple[ClassCircuit, int]:
    """The circuit, and how many gate operations it took."""
    allowed = gates_left()
    circuit = circuit_of(key.question)
    return circuit, allowed - gates_left()


@lru_cache(maxsize=8)  # the provers that ask about one universe, one after the other
def _compile(key: _Key) -> ClassProgram:
    (circuit, operations), universe = _circuit(key), key.question.universe
    assert isinstance(universe, ClassUniverse)
    parameters = places_of(key.question.claim, universe)
    inputs, words = tuple(_inputs(parameters)), in_words(key.question.claim, universe)
    program = straight_line(circuit.outputs, inputs)
    implied = tuple(_implied(parameters, inputs))
    return ClassProgram(replace(program, implied=implied), parameters, inputs, words, operations)


def forget_programs() -> None:
    """Forget the circuits and programs that are remembered, as after a definition has been replaced."""
    _circuit.cache_clear()
    _compile.cache_clear()
    _too_large.clear()


def _inputs(parameters: Places) -> Iterator[tuple[str, Function]]:
    """The bits of a class and those of its subclasses beside each other, so that few cases have one without the other.

    The classes that are within no other follow one another.
    """
    for nest in nests(parameters):
        first = parameters[nest[0]]
        for f in all_functions(first.points, first.labels):
            yield from ((name, f) for name in nest)


def _implied(parameters: Places, inputs: Sequence[tuple[str, Function]]) -> Iterator[tuple[int, int]]:
    """The bits that imply others, those of the innermost classes first."""
    at = {named: i for i, named in enumerate(inputs)}
    for name, f in reversed(inputs):
        above = parameters[name].within
        if above is not None:
            yield at[name, f], at[above, f]


def input_bits(question: Question) -> int:
    """How many input bits the question's circuit has, without building it; ask ``why_not_a_circuit`` first."""
    assert isinstance(question.universe, ClassUniverse)
    return sum(place.input_bits for place in places_of(question.claim, question.universe).values())


def enumerated_bits(question: Question) -> int:
    """The least n such that 2^n assignments are enough to enumerate the question's classes; all that its bits have
    where those are more than the number of an assignment may have."""
    assert isinstance(question.universe, ClassUniverse)
    bits = input_bits(question)
    if bits > MOST_INPUTS:
        return bits
    return (assignments(places_of(question.claim, question.universe)) - 1).bit_length()


def why_too_sparse(question: Question) -> str | None:
    """Why so few of the assignments stand for classes in range that they are better listed, or None."""
    assert isinstance(question.universe, ClassUniverse)
    places = places_of(question.claim, question.universe)
    classes = number_of_choices(places)
    if classes << SPARSE >= assignments(places):
        return None
    return f"{classes} classes are fewer than one in 2^{SPARSE} assignments, so they are better listed"


def compiled_or_reason(question: Question, budget: Budget) -> ClassProgram | str:
    """The question as a program, or why there is none within the budget's gates."""
    reason = why_not_a_circuit(question)
    if reason is not None:
        return reason
    assert isinstance(question.universe, ClassUniverse)
    inputs = sum(place.input_bits for place in places_of(question.claim, question.universe).values())
    if inputs > budget.gates:
        return f"the circuit has more than {budget.gates} gates: there are {inputs:,} possible functions"
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

    Raises ProversDisagree where it does not fail there, ListedOtherwise if the circuit as it was stated fails too.
    """
    members = compiled.members(assignment)
    if not violates(question, compiled, members):
        (stated,) = evaluate([circuit_of(question).violation], lambda bit: _has(members, bit))
        where = f"{question.claim.id} on {question.universe.name}: the circuit says it fails at {dict(members)}"
        words = f"{where}, the definition on these explicit classes says it holds"
        raise ListedOtherwise(words) if stated else ProversDisagree(f"{words}; one of the two is wrong")
    return class_counterexample(members)


def _has(members: Members, bit: Hashable) -> bool:
    """The class has the function, of the bit that stands for both."""
    assert isinstance(bit, tuple)
    name, function = bit
    return function in members[name]


def violates(question: Question, compiled: ClassProgram, members: Members) -> bool:
    """The claim fails at these classes, by its definition on explicit classes in plain Python."""
    arguments = {name: compiled.parameters[name].explicit(functions) for name, functions in members.items()}
    if not all(in_range(question.claim.domains, name, arguments) for name in arguments):
        return False
    statement = question.claim.state(arguments, question.constants)
    return bool(statement.premise) and not bool(statement.conclusion)
