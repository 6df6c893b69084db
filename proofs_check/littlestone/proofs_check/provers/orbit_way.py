"""Where one class of each orbit is enough: the statement is proved to say the same of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from littlestone.proofs_check.circuits.class_programs import class_circuit
from littlestone.proofs_check.orbits.invariance import exchangeable_labels, invariant, renaming, substituted
from littlestone.proofs_check.orbits.symmetries import BINARY, Blocks, generators
from littlestone.proofs_check.provers.symbolic import Solver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.algebra.circuit import CircuitTooLarge, Truth, nodes_of
from littlestone.spec.domains import Classes

ORBIT_SHAPES = ((2, 5), (3, 3), (5, 2))  # points, labels: fewer classes take no time, and more are not listed
MOST_STEPS = 10_000_000  # of the solver, about a second; the full enumeration takes several
# The solver proved circuits of up to 4,000 nodes, and none of eight that have 9,700 or more, in three to eight seconds
MOST_NODES = 6_000


def symmetric_labels(question: Question, budget: Budget) -> Blocks | str:
    """The labels in blocks, within which exchanging them is proved to change nothing, no more than permuting the points
    does; or why one class of each orbit is not enough to decide the question.

    Ask ``why_not_a_circuit`` first.
    """
    universe, domains = question.universe, list(question.claim.domains.values())
    if not isinstance(universe, ClassUniverse) or (universe.points, universe.labels) not in ORBIT_SHAPES:
        return "the orbits of the universe's classes are not listed"
    if len(domains) != 1 or not isinstance(domains[0], Classes):
        return "the statement is not about one class"
    try:
        circuit = class_circuit(question, budget.gates)
    except CircuitTooLarge:
        return "the circuit is too large"
    return _proved(circuit.outputs, tuple(circuit.inputs), universe.points, universe.labels)


@lru_cache(maxsize=4)  # by the circuit and not the claim: a definition may be replaced; it keeps the circuits alive
def _proved(outputs: tuple[Truth, ...], inputs: tuple[object, ...], points: int, labels: int) -> Blocks | str:
    if labels == 2:
        found = not_proved_invariant(outputs, list(inputs), points, MOST_STEPS) or BINARY
    else:
        found = exchangeable_labels(outputs, points, labels)
    return f"it is not proved the same after {found}" if isinstance(found, str) else found


def not_proved_invariant(outputs: Sequence[Truth], inputs: list[object], points: int, steps: int) -> str | None:
    """The symmetry of binary classes after which the outputs are not proved the same, by normal forms or, where
    they are few, by Z3 in so many steps; None where they are proved the same after all."""
    unproved = invariant(outputs, points)
    if unproved is None or len(nodes_of(outputs)) > MOST_NODES:
        return unproved
    solver = Solver(inputs, steps)
    for words, g in generators(points).items():
        moved = substituted(outputs, renaming(g, points))
        differences = (a ^ b for a, b in zip(outputs, moved, strict=True))
        if any(solver.decide(difference).verdict != "unsat" for difference in differences):
            return words
    return None
