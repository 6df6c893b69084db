"""The opaque prover: whether the line of a proof follows from what is cited, and from nothing without it.

What is cited is a closed statement: where it is true it adds nothing to a hypothesis, and where it is false everything
follows. So the dimensions that it speaks of are made unknown numbers, of which the line knows only what the cited
claim says. A line that holds without that is no use of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from littlestone.proofs_check.provers.symbolic import Solver
from littlestone.proofs_check.questions.class_choices import in_words, number_of_choices, places_of
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import QUICK, Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, circuit_of, why_not_a_circuit
from littlestone.proofs_check.solvers.engines import Z3
from littlestone.spec.algebra.circuit import INPUT, TRUE, CircuitTooLarge, Truth, all_of, gate_limit, inputs_of
from littlestone.spec.claim import Claim
from littlestone.spec.proofs import line_with, opaque_notions
from littlestone.spec.unknowns.notions import is_unknown, opaque

SHAPES = (ClassUniverse(3, 2), ClassUniverse(2, 3))  # on 4 points Z3 needs minutes


@dataclass(frozen=True, slots=True)
class OpaqueProver:
    """Asks Z3 for a class, and values of the unknown notions, at which what is cited holds and the line does not.

    It answers only where the line can fail without what is cited, and what is cited can hold.
    """

    name: str = "opaque"
    rank: int = 45  # with the solvers

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """The classes on few points, for the line of a dependency that names what is unknown to it."""
        return map(Wish, SHAPES) if opaque_notions(claim) else []

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the prover cannot answer, or None where it can."""
        if not opaque_notions(question.claim):
            return "nothing is unknown to it"
        return why_not_a_circuit(question) or _why_idle(question, budget)

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Whether the line follows; ask ``supports`` first."""
        started = time.perf_counter()
        verdict = _decided(question, budget, "violation")
        universe, names = question.universe, ", ".join(opaque_notions(question.claim))
        assert isinstance(universe, ClassUniverse)
        size = number_of_choices(places_of(question.claim, universe))
        follows = verdict == "unsat"
        return Evidence(
            prover=self.name,
            universe=in_words(question.claim, universe),
            outcome="checked" if follows else "open",
            size=size,
            cases=size if follows else 0,
            violations=0,
            seconds=time.perf_counter() - started,
            command=question.command,
            detail=f"whatever {names} may be" if follows else f"the line does not follow for any {names}",
        )


def _why_idle(question: Question, budget: Budget) -> str | None:
    """Why the line does not depend on what is cited, or None where it does."""
    bare = line_with(question.claim, "dropped")
    if bare is None or _decided(replace(question, claim=bare), budget, "violation") != "sat":
        return "the line is not seen to fail without what is cited: state it as a step, cite by rests_on"
    if _decided(question, budget, "premise") != "sat":
        return "what is cited is not seen to hold"
    return None


def _decided(question: Question, budget: Budget, output: str) -> str:
    """Whether some class and some values of the unknowns make the output of the question's circuit true."""
    try:
        with opaque(opaque_notions(question.claim)) as known, gate_limit(budget.gates):
            goal = all_of([getattr(circuit_of(question), output), *known])
    except CircuitTooLarge:
        return "unknown"
    return Solver(list(_names(goal)), budget.solver_steps, engine=Z3).decide(goal).verdict


def holds_of_any_numbers(
    claim: Claim, universe: ClassUniverse, seen: list[Truth] | None = None, is_compared: bool = False
) -> bool | None:
    """Whether the conclusion is about dimensions alone, and holds whatever they are; None where no unknown is in it.

    ``d <= d + k`` and ``k <= d | d <= k`` are such, of any classes: they say nothing of these. ``seen`` fills as the
    claim is stated, with what is looked at in place of the conclusion; ``is_compared`` where that is a comparison.
    """
    question = Question(claim, claim.printed, universe)
    if why_not_a_circuit(question) is not None:
        return None
    with opaque(None) as known, gate_limit(QUICK.budget.gates):
        circuit = circuit_of(question)
    said = circuit.conclusion if seen is None else all_of(seen)
    names = list(_names(said))
    if not names:  # no bound on a dimension folds, for the unknowns have values beyond all: the two sides are one
        is_said = is_compared and all(isinstance(one, Truth) for one in seen or ())  # and no truth of Python's
        return True if known and said is TRUE and is_said else None
    if not all(map(is_unknown, names)):
        return False
    goal = all_of([circuit.premise, ~said, *known])
    return Solver(list(_names(goal)), QUICK.budget.solver_steps, engine=Z3).decide(goal).verdict == "unsat"


def _names(goal: Truth) -> Iterator[object]:
    return (node.payload for node in inputs_of([goal]) if node.op is INPUT)
