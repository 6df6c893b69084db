"""The symbolic provers: a statement about classes, as clauses, to a SAT solver.

Z3 is asked only where CaDiCaL stays open: of ABLMM22.A.SOA.other in full that took 13.3 CPU seconds to 7.8. The price
is a second opinion, which naming both solvers brings back. Models are read as text and clauses probed in Python: 94 to
8 CPU seconds for the same claim on 6 points, the solver's steps being the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from littlestone.proofs_check.circuits.class_programs import (
    class_circuit,
    class_program,
    compiled_or_reason,
    confirmed,
)
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Outcome, Refutation, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import ClassCircuit, Question
from littlestone.proofs_check.solvers.clauses import Clauses, cases_of, encode
from littlestone.proofs_check.solvers.engines import Z3, SatEngine, Search, Verdict
from littlestone.spec.algebra.circuit import CONSTANT, INPUT, Truth, evaluate
from littlestone.spec.algebra.naturals import how_many
from littlestone.spec.claim import Claim

UNLIMITED = 2**31 - 1  # of any unit: where all variables are given there is nothing to search
MOST_SHOWN = 8  # inputs in a message about a fault of the kit
DENSITIES = (0.5, 0.25, 0.1, 0.75, 0.9)  # of the inputs set in a probe; part of what a seed means, as is their order

Inputs = frozenset[object]
OUTCOMES: Mapping[Verdict, Outcome] = {"sat": "refuted", "unsat": "checked", "unknown": "open"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's verdict on a truth value: where satisfiable the inputs that are true in its witness, where not the
    clauses with the solver's proof, if that was wanted."""

    verdict: Verdict
    witness: Inputs = frozenset()
    refutation: Refutation | None = None


@dataclass
class Solver:
    """Decides truth values over the named inputs, with ``left`` of its engine's units to spend in all.

    Every answer is checked against ``circuit.evaluate``: a witness must make the truth value true, and before "unsat"
    is believed the definitions must hold for the values of all gates on probing assignments. ProversDisagree is raised
    where they do not.
    """

    inputs: list[object]
    left: int
    seed: int = 0
    engine: SatEngine = Z3
    with_proof: bool = False

    def decide(self, goal: Truth) -> Answer:
        """Whether some assignment makes the goal true."""
        if goal.op is CONSTANT:
            return Answer("sat" if bool(goal) else "unsat")
        if self.left <= 0:
            return Answer("unknown")
        clauses = encode(goal)
        found = self._search(clauses)
        if found.verdict == "sat":
            return Answer("sat", self._witness(found, clauses, goal))
        if found.verdict == "unsat":
            self._probe(clauses, goal)
        proof = None if found.proof is None else Refutation(*clauses.written(clauses.goal), found.proof)
        return Answer(found.verdict, refutation=proof)

    def decide_any(self, goals: Iterable[Truth]) -> Answer:
        """Whether some assignment makes one of the goals true."""
        found = Answer("unsat")
        for goal in goals:
            answer = self.decide(goal)
            if answer.verdict == "sat":
                return answer
            found = answer if found.verdict == "unsat" else found
        return found

    def _search(self, clauses: Clauses) -> Search:
        found = self.engine.search(clauses, (clauses.goal,), self.left, self.with_proof)
        self.left -= found.spent
        return found

    def _witness(self, found: Search, clauses: Clauses, goal: Truth) -> Inputs:
        named = {variable: node.payload for node, variable in clauses.variables.items() if node.op is INPUT}
        witness = frozenset(named[variable] for variable in found.true if variable in named)
        if not evaluate([goal], witness.__contains__)[0]:
            raise ProversDisagree(
                f"{self.engine.name} calls the circuit true at {_shown(witness)}, plain Python false; the encoding or "
                f"the reading of {self.engine.name}'s model is wrong"
            )
        return witness

    def _probe(self, clauses: Clauses, goal: Truth) -> None:
        for i, assignment in enumerate(self._probes()):
            value, *values = evaluate([goal, *clauses.variables], assignment.__contains__)
            literals = [v if true else -v for v, true in zip(clauses.variables.values(), values, strict=True)]
            literals.append(clauses.goal if value else -clauses.goal)
            # The solver reads the same clauses each time, so it is asked once
            if not clauses.admit(literals) or (i == 0 and not self._admits(clauses, literals)):
                raise ProversDisagree(
                    f"the clauses given to {self.engine.name} do not admit the true values of the gates at "
                    f"{_shown(assignment)}, so its unsat proves nothing; the encoding is wrong"
                )

    def _admits(self, clauses: Clauses, literals: list[int]) -> bool:
        return self.engine.search(clauses, tuple(literals), UNLIMITED).verdict == "sat"

    def _probes(self) -> list[Inputs]:
        """All inputs, two single ones, and random sets of several densities."""
        random = Random(self.seed)
        drawn = [frozenset(name for name in self.inputs if random.random() < density) for density in DENSITIES]
        return [frozenset(self.inputs), *(frozenset({random.choice(self.inputs)}) for _ in range(2)), *drawn]


def _shown(inputs: Inputs) -> str:
    names = sorted(map(str, inputs))
    return ", ".join(names[:MOST_SHOWN]) + (f", ... ({len(names)} inputs)" if len(names) > MOST_SHOWN else "")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a solver said of a question: the violation's verdict, its smallest witness known, and the premise's verdict.

    ``fewest`` is true where no witness has fewer functions.
    """

    verdict: Verdict
    premise: Verdict
    witness: Inputs = frozenset()
    fewest: bool = False
    refutation: Refutation | None = None


def find(circuit: ClassCircuit, solver: Solver) -> Finding:
    """Look for a violation of the question with the fewest functions, case by case."""
    # The premise is asked about only where nothing violates the claim, as that may take as many steps
    cases = cases_of(circuit.violation, solver.engine.most_cases)
    answer = solver.decide_any(cases)
    if answer.verdict != "sat":
        return Finding(answer.verdict, solver.decide(circuit.could_fail).verdict, refutation=answer.refutation)
    size = how_many([truth for H in circuit.classes.values() for _, truth in H.members()])
    while answer.verdict == "sat":
        fewest, answer = answer, solver.decide_any(case & ~size.at_least(len(answer.witness)) for case in cases)
    return Finding("sat", "sat", fewest.witness, answer.verdict == "unsat")


@dataclass(frozen=True)
class SymbolicProver:
    """Decides a claim on all classes of a universe by a SAT solver; the same budget and version of it give the same
    answer."""

    name: str = "symbolic"
    rank: int = 50  # after what enumerates and draws: it may stay open where those do not
    engine: SatEngine = Z3

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """Its own universes, the second solver where the first stays open, unless solvers were asked for by name; and
        where the profile has some, those of the exhaustive prover, to stand in for it."""
        profile = scope.profile
        enumerated = scope.of_classes(claim, profile.exhaustive) if profile.symbolic else ()
        own = [u for u in scope.of_classes(claim, profile.symbolic) if u not in enumerated]
        stood_in = [Wish(universe, instead_of="exhaustive") for universe in enumerated]
        return [*stood_in, *(Wish(universe, instead_of=None if scope.everywhere else "cadical") for universe in own)]

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the question is no circuit within the budget's gates, or None where it is."""
        compiled = compiled_or_reason(question, budget)
        return compiled if isinstance(compiled, str) else None

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Evidence "checked", "refuted" (with a counterexample of the fewest functions, if so proved) or "open".

        ``premise_cases`` is 0 where the premise never holds, else None.
        Raises ProversDisagree where the solver and plain Python differ.
        """
        started = time.perf_counter()
        compiled, circuit = class_program(question, budget.gates), class_circuit(question, budget.gates)
        limit = self.engine.limit(budget)
        solver = Solver(circuit.inputs, limit, budget.seed, self.engine, resources.proofs)
        found = find(circuit, solver)
        refuted = found.verdict == "sat"
        assignment = sum(1 << i for i, name in enumerate(compiled.inputs) if name in found.witness)
        return Evidence(
            prover=self.name,
            universe=compiled.universe,
            outcome=OUTCOMES[found.verdict],
            size=compiled.cases,
            cases={"unsat": compiled.cases, "sat": 1, "unknown": 0}[found.verdict],
            violations=int(refuted),
            seconds=time.perf_counter() - started,
            command=question.command,
            seed=budget.seed,
            detail=f"{_detail(found, self.engine.name)} ({limit - solver.left} of {limit} {self.engine.unit})",
            premise_cases=0 if found.premise == "unsat" else None,
            counterexample=confirmed(question, compiled, assignment) if refuted else None,
            refutation=found.refutation,
        )


def _detail(found: Finding, solver: str) -> str:
    if found.verdict == "sat":
        return (
            f"by {solver}, sat; {'no' if found.fewest else 'not decided whether a'} counterexample has fewer functions"
        )
    return f"by {solver}, unsat" if found.verdict == "unsat" else f"undecided by {solver}"
