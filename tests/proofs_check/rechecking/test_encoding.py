"""The step from a formula to clauses: two encoders written apart, and the circuit itself, on all classes."""

from itertools import product

import numpy as np
import pytest
from helpers.questions import ask_classes

from littlestone.proofs_check.questions.universes import ClassUniverse, Question, circuit_of
from littlestone.proofs_check.rechecking.encoding import NotAboutClasses, clause_list, encoded, violation_of
from littlestone.proofs_check.rechecking.refutations.propagation import first_not_following
from littlestone.proofs_check.solvers.clauses import encode
from littlestone.spec.algebra.circuit import Truth, atom, evaluate
from littlestone.spec.algebra.reals import Real
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import Binary, PositiveReal

CLAIMED = ["DIM.vc", "DIM.log", "DIM.sauer.vc", "DIM.thresholds", "BGS21.T3.4", "BGS21.COR3.3", "YAN25.T4"]


def dimension_is_even(H: Binary) -> Truth:
    """The dimension of a class is not 1."""
    return littlestone_dimension(H) != 1


@pytest.mark.parametrize("id", [*CLAIMED, None])
def test_both_encoders_and_the_circuit_agree_on_all_classes(id: str | None, registry: None) -> None:
    question = ask_classes(dimension_is_even, 2)
    if id is not None:
        question = Question(CLAIMS[id], CLAIMS[id].printed, ClassUniverse(2, 2))
    circuit = circuit_of(question)
    anew = violation_of(question.claim, question.constants, 2, 2, 2)
    second = encoded(anew)
    clauses = second.clauses
    for bits in product((False, True), repeat=len(circuit.inputs)):
        values = dict(zip(circuit.inputs, bits, strict=True))
        (violated,) = evaluate([circuit.violation], values.__getitem__)
        given = [_literal(second.literals, name, value) for name, value in values.items()]
        units = clause_list([*_clauses(clauses), *((literal,) for literal in given if literal)])
        assert (first_not_following(units, clause_list([()])) is None) != violated
        if circuit.violation.op not in ("constant", "input"):
            first = encode(circuit.violation)
            own = [(v if values[node.payload] else -v,) for node, v in first.variables.items() if node.op == "input"]
            known = clause_list([*first.definitions, (first.goal,), *own])
            assert (first_not_following(known, clause_list([()])) is None) != violated


def _literal(literals: object, name: object, value: bool) -> int:
    """The unit clause that gives an input its value; 0 for one that nothing depends on."""
    assert isinstance(literals, dict) and isinstance(name, tuple)
    literal = int(literals.get(f"{name[0]}:{','.join(map(str, name[1]))}", 0))
    return literal if value else -literal


def _clauses(found: object) -> list[tuple[int, ...]]:
    literals, starts = np.asarray(found.literals), np.asarray(found.starts)  # type: ignore[attr-defined]
    return [tuple(map(int, literals[a:b])) for a, b in zip(starts, starts[1:], strict=False)]


def test_a_claim_about_numbers_has_no_clauses() -> None:
    def positive(x: PositiveReal) -> Truth:
        """x > 0."""
        return Real.of(x) > 0

    question = ask_classes(positive, 2)
    with pytest.raises(NotAboutClasses, match="x of"):
        violation_of(question.claim, {}, 2, 2, 2)
    with pytest.raises(ValueError, match="no gate over bits"):
        encoded(atom("x < y"))
