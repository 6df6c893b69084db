"""The symbolic prover: a statement about classes, as clauses, to the SAT solver of Z3."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Literal

import z3

from littlestone.proofs_check.circuits.class_programs import class_program, compiled_or_reason, confirmed
from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.provers.clauses import Clauses, cases_of, encode
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Outcome, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import ClassCircuit, Question, circuit_of
from littlestone.spec.algebra.circuit import CONSTANT, INPUT, Truth, evaluate
from littlestone.spec.algebra.naturals import how_many
from littlestone.spec.claim import Claim

MOST_CASES = 32  # each case is encoded anew, so a goal with more ways to hold stays whole
MOST_STEPS = 2**32 - 1  # rlimit has 32 bits; it is steps and not seconds, so that verdicts repeat
COUNTER = "rlimit count"
MOST_SHOWN = 8  # inputs in a message about a fault of the kit
INTERRUPTED = "interrupted from keyboard"
DENSITIES = (0.5, 0.25, 0.1, 0.75, 0.9)  # of the inputs set in a probe; part of what a seed means, as is their order

Inputs = frozenset[object]
Verdict = Literal["sat", "unsat", "unknown"]
VERDICTS: Mapping[int, Verdict] = {z3.Z3_L_TRUE: "sat", z3.Z3_L_FALSE: "unsat", z3.Z3_L_UNDEF: "unknown"}
OUTCOMES: Mapping[Verdict, Outcome] = {"sat": "refuted", "unsat": "checked", "unknown": "open"}


@dataclass(frozen=True, slots=True)
class Answer:
    """Z3's verdict on a truth value, and where satisfiable the inputs that are true in its witness."""

    verdict: Verdict
    witness: Inputs = frozenset()


@dataclass
class Solver:
    """Decides truth values over the named inputs within ``left`` solver steps in all, in one Z3 context of its own.

    Every answer is checked against ``circuit.evaluate``: a witness must make the truth value true, and before "unsat"
    is believed the definitions must hold for the values of all gates on probing assignments. ProversDisagree is raised
    where they do not.
    """

    inputs: list[object]
    left: int
    seed: int = 0
    context: z3.Context = field(default_factory=z3.Context, repr=False)

    def decide(self, goal: Truth) -> Answer:
        """Whether some assignment makes the goal true."""
        if goal.op is CONSTANT:
            return Answer("sat" if bool(goal) else "unsat")
        if self.left <= 0:
            return Answer("unknown")
        clauses = encode(goal)
        solver = self._solver(clauses.dimacs(clauses.goal))
        verdict = self._counted_verdict(solver)
        if verdict == "sat":
            return Answer(verdict, self._witness(solver, clauses, goal))
        if verdict == "unsat":
            self._probe(clauses, goal)
        return Answer(verdict)

    def decide_any(self, goals: Iterable[Truth]) -> Answer:
        """Whether some assignment makes one of the goals true."""
        verdict: Verdict = "unsat"
        for goal in goals:
            answer = self.decide(goal)
            if answer.verdict == "sat":
                return answer
            verdict = "unknown" if answer.verdict == "unknown" else verdict
        return Answer(verdict)

    def _solver(self, dimacs: str) -> z3.Solver:
        solver = z3.Tactic("sat", ctx=self.context).solver()
        solver.from_string(dimacs)
        return solver

    def _counted_verdict(self, solver: z3.Solver) -> Verdict:
        before = _steps(solver)
        solver.set("rlimit", min(self.left, MOST_STEPS))
        verdict = _verdict(solver)
        self.left -= _steps(solver) - before
        return verdict

    def _witness(self, solver: z3.Solver, clauses: Clauses, goal: Truth) -> Inputs:
        model = solver.model()
        true = {declaration.name() for declaration in model.decls() if z3.is_true(model[declaration])}
        named = {f"k!{variable}": node.payload for node, variable in clauses.variables.items() if node.op is INPUT}
        witness = frozenset(named[name] for name in true if name in named)
        if not evaluate([goal], witness.__contains__)[0]:
            raise ProversDisagree(
                f"Z3 calls the circuit true at {_shown(witness)}, plain Python false; the encoding or the reading of "
                "Z3's model is wrong"
            )
        return witness

    def _probe(self, clauses: Clauses, goal: Truth) -> None:
        for assignment in self._probes():
            value, *values = evaluate([goal, *clauses.variables], assignment.__contains__)
            literals = [v if true else -v for v, true in zip(clauses.variables.values(), values, strict=True)]
            literals.append(clauses.goal if value else -clauses.goal)
            if _verdict(self._solver(clauses.dimacs(*literals))) != "sat":
                raise ProversDisagree(
                    f"the clauses given to Z3 do not admit the true values of the gates at {_shown(assignment)}, "
                    "so its unsat proves nothing; the encoding is wrong"
                )

    def _probes(self) -> list[Inputs]:
        """All inputs, two single ones, and random sets of several densities."""
        random = Random(self.seed)
        drawn = [frozenset(name for name in self.inputs if random.random() < density) for density in DENSITIES]
        return [frozenset(self.inputs), *(frozenset({random.choice(self.inputs)}) for _ in range(2)), *drawn]


def _verdict(solver: z3.Solver) -> Verdict:
    """Z3's verdict; where the user interrupts, Z3 takes the signal and says unknown, so it is raised here again."""
    verdict = VERDICTS[solver.check().r]
    end_if_interrupted()
    if verdict == "unknown" and solver.reason_unknown() == INTERRUPTED:
        raise KeyboardInterrupt
    return verdict


def _shown(inputs: Inputs) -> str:
    names = sorted(map(str, inputs))
    return ", ".join(names[:MOST_SHOWN]) + (f", ... ({len(names)} inputs)" if len(names) > MOST_SHOWN else "")


def _steps(solver: z3.Solver) -> int:
    """The solver steps so far in the solver's context."""
    statistics = solver.statistics()
    return int(statistics.get_key_value(COUNTER)) if COUNTER in statistics.keys() else 0  # noqa: SIM118


@dataclass(frozen=True, slots=True)
class Finding:
    """What Z3 said of a question: the violation's verdict, its smallest witness known, and the premise's verdict.

    ``fewest`` is true where no witness has fewer functions.
    """

    verdict: Verdict
    premise: Verdict
    witness: Inputs = frozenset()
    fewest: bool = False


def find(circuit: ClassCircuit, solver: Solver) -> Finding:
    """Look for a violation of the question with the fewest functions, case by case."""
    # The premise is asked about only where nothing violates the claim, as that may take as many steps
    cases = cases_of(circuit.violation, MOST_CASES)
    answer = solver.decide_any(cases)
    if answer.verdict != "sat":
        return Finding(answer.verdict, solver.decide(circuit.premise).verdict)
    size = how_many([truth for H in circuit.classes.values() for _, truth in H.members()])
    while answer.verdict == "sat":
        fewest, answer = answer, solver.decide_any(case & ~size.at_least(len(answer.witness)) for case in cases)
    return Finding("sat", "sat", fewest.witness, answer.verdict == "unsat")


@dataclass(frozen=True)
class SymbolicProver:
    """Decides a claim on all classes of a universe by Z3; the same budget and version of Z3 give the same answer."""

    name: str = "symbolic"
    rank: int = 50  # after what enumerates and draws: it may stay open where those do not

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """Its own universes; and where the profile has some, those of the exhaustive prover, to stand in for it."""
        profile = scope.profile
        enumerated = scope.of_classes(claim, profile.exhaustive) if profile.symbolic else ()
        return [
            *(Wish(universe, instead_of="exhaustive") for universe in enumerated),
            *map(Wish, scope.of_classes(claim, profile.symbolic)),
        ]

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the question is no circuit within the budget's gates, or None where it is."""
        compiled = compiled_or_reason(question, budget)
        return compiled if isinstance(compiled, str) else None

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Evidence "checked", "refuted" (with a counterexample of the fewest functions, if so proved) or "open".

        ``premise_cases`` is 0 where the premise never holds, else None. Raises ProversDisagree where Z3 and plain
        Python differ.
        """
        started = time.perf_counter()
        compiled, circuit = class_program(question, budget.gates), circuit_of(question)
        solver = Solver(circuit.inputs, budget.solver_steps, budget.seed)
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
            detail=f"{_detail(found)} ({budget.solver_steps - solver.left} of {budget.solver_steps} solver steps)",
            premise_cases=0 if found.premise == "unsat" else None,
            counterexample=confirmed(question, compiled, assignment) if refuted else None,
        )


def _detail(found: Finding) -> str:
    if found.verdict == "sat":
        return f"by Z3, sat; {'no' if found.fewest else 'not decided whether a'} counterexample has fewer functions"
    return "by Z3, unsat" if found.verdict == "unsat" else "undecided by Z3"
