"""Where one class of each orbit is enough: the statement is proved to say the same of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from littlestone.proofs_check.circuits.class_programs import Identity, class_circuit, identity
from littlestone.proofs_check.orbits.invariance import invariant, renaming, substituted
from littlestone.proofs_check.orbits.symmetries import generators
from littlestone.proofs_check.provers.symbolic import Solver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.algebra.circuit import CircuitTooLarge, Truth
from littlestone.spec.domains import Classes

ORBIT_POINTS = 5  # on fewer points all classes take no time, and those on more are not listed
MOST_STEPS = 10_000_000  # of the solver, about a second; the full enumeration takes several


@dataclass(frozen=True)
class _Asked:
    """A question that hashes by what is asked."""

    identity: Identity
    gates: int
    question: Question = field(compare=False)


def why_not_by_orbits(question: Question, budget: Budget) -> str | None:
    """Why one class of each orbit is not enough to decide the question, or None where it is proved to be.

    Ask ``why_not_a_circuit`` first.
    """
    universe, domains = question.universe, list(question.claim.domains.values())
    if universe != ClassUniverse(ORBIT_POINTS, 2, getattr(universe, "depth", 2)):
        return f"the universe is not that of binary classes on {ORBIT_POINTS} points"
    if len(domains) != 1 or not isinstance(domains[0], Classes):
        return "the statement is not about one class"
    return _broken_by(_Asked(identity(question), budget.gates, question))


@lru_cache(maxsize=8)  # the provers that ask about one universe, one after the other
def _broken_by(asked: _Asked) -> str | None:
    try:
        circuit = class_circuit(asked.question, asked.gates)
    except CircuitTooLarge:
        return "the circuit is too large"
    outputs = [circuit.violation, circuit.premise, circuit.in_range]
    broken = not_proved_invariant(outputs, circuit.inputs, ORBIT_POINTS, MOST_STEPS)
    return None if broken is None else f"it is not proved the same after {broken}"


def not_proved_invariant(outputs: Sequence[Truth], inputs: list[object], points: int, steps: int) -> str | None:
    """The symmetry after which the outputs are not proved the same, by normal forms or by Z3 in so many steps; None
    where they are proved the same after all."""
    if invariant(outputs, points) is None:
        return None
    solver = Solver(inputs, steps)
    for words, g in generators(points).items():
        moved = substituted(outputs, renaming(g, points))
        differences = (a ^ b for a, b in zip(outputs, moved, strict=True))
        if any(solver.decide(difference).verdict != "unsat" for difference in differences):
            return words
    return None
