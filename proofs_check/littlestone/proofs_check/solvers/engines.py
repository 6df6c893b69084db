"""The SAT solvers, Z3 and CaDiCaL: clauses in, a verdict out, within a limit that is counted and not timed.

Models of Z3 are read as text and clauses probed in Python: of ABLMM22.A.SOA.other on 6 points 8 CPU seconds remain of
94, the 6,429,022 steps being the same. Of 17 large questions that CaDiCaL left undecided in a full run Z3 decided
none, in 253 CPU seconds.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, Protocol

import z3
from pysat.solvers import Cadical195

from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.solvers.clauses import Clauses

MOST_CASES = 32  # each case is encoded anew, so a goal with more ways to hold stays whole
MOST_STEPS = 2**32 - 1  # rlimit has 32 bits; it is steps and not seconds, so that verdicts repeat
COUNTER = "rlimit count"
TRUE_IN_TEXT = re.compile(r"\(define-fun k!(\d+) \(\) Bool\s+true\)")
INTERRUPTED = "interrupted from keyboard"
# For each conflict that is allowed. On circuits of 80,000 gates a conflict takes thousands, and 200,000 of them eight
# minutes and more; six claims that CaDiCaL decides in the table of bench/reach.py take at most 85
PROPAGATIONS = 300
SLICE = 2_000  # conflicts between two looks at Ctrl-C, which CaDiCaL does not hear; part of what it finds

Verdict = Literal["sat", "unsat", "unknown"]
Z3_VERDICTS: dict[int, Verdict] = {z3.Z3_L_TRUE: "sat", z3.Z3_L_FALSE: "unsat", z3.Z3_L_UNDEF: "unknown"}
CADICAL_VERDICTS: dict[bool | None, Verdict] = {True: "sat", False: "unsat", None: "unknown"}


@dataclass(frozen=True, slots=True)
class Search:
    """What a solver said: where satisfiable the variables that are true, where not its proof, if that was wanted.

    ``spent`` counts in the solver's own unit; ``proof`` is in the DRAT format.
    """

    verdict: Verdict
    spent: int
    true: frozenset[int] = frozenset()
    proof: str | None = None


class SatEngine(Protocol):
    """A SAT solver; it keeps nothing between two searches, so that equal ones have equal answers."""

    @property
    def name(self) -> str:
        """What the solver is called."""

    @property
    def unit(self) -> str:
        """What its limit counts."""

    @property
    def most_cases(self) -> int:
        """Into how many cases a goal may be split for it."""

    def limit(self, budget: Budget) -> int:
        """How much the budget lets it spend on a question."""

    def search(self, clauses: Clauses, literals: tuple[int, ...], most: int, with_proof: bool = False) -> Search:
        """Whether the definitions and the literals can be true together, found out with at most so much spent."""


@dataclass(frozen=True, slots=True)
class Z3Engine:
    """The SAT solver of Z3, limited in its own steps; it has no proofs."""

    name: str = "Z3"
    unit: str = "solver steps"
    most_cases: int = MOST_CASES

    def limit(self, budget: Budget) -> int:
        """The budget's solver steps."""
        return budget.solver_steps

    def search(self, clauses: Clauses, literals: tuple[int, ...], most: int, with_proof: bool = False) -> Search:
        """One search in a context of its own; raises KeyboardInterrupt where the user interrupts."""
        solver = z3.Tactic("sat", ctx=z3.Context()).solver()
        solver.from_string(clauses.dimacs(*literals))
        before = _steps(solver)
        solver.set("rlimit", min(most, MOST_STEPS))
        verdict = _z3_verdict(solver)
        return Search(verdict, _steps(solver) - before, _true(solver) if verdict == "sat" else frozenset())


def _z3_verdict(solver: z3.Solver) -> Verdict:
    """Z3's verdict; where the user interrupts, Z3 takes the signal and says unknown, so it is raised here again."""
    verdict = Z3_VERDICTS[solver.check().r]
    end_if_interrupted()
    if verdict == "unknown" and solver.reason_unknown() == INTERRUPTED:
        raise KeyboardInterrupt
    return verdict


def _steps(solver: z3.Solver) -> int:
    """The solver steps so far in the solver's context."""
    statistics = solver.statistics()
    return int(statistics.get_key_value(COUNTER)) if COUNTER in statistics.keys() else 0  # noqa: SIM118


def _true(solver: z3.Solver) -> frozenset[int]:
    """The variables that Z3's model makes true; it names them k!1, k!2, ...

    They are read from the model as text: variable by variable, Z3's Python interface takes ten times the search.
    """
    return frozenset(map(int, TRUE_IN_TEXT.findall(solver.model().sexpr())))


@dataclass(frozen=True, slots=True)
class CadicalEngine:
    """CaDiCaL 1.9.5 as python-sat brings it, limited in conflicts and propagations; its refutations come with DRAT
    proofs."""

    name: str = "CaDiCaL"
    unit: str = f"conflicts, {PROPAGATIONS} propagations allowed for each"
    most_cases: int = 1

    def limit(self, budget: Budget) -> int:
        """The budget's conflicts."""
        return budget.conflicts

    def search(self, clauses: Clauses, literals: tuple[int, ...], most: int, with_proof: bool = False) -> Search:
        """One search in slices of conflicts; raises KeyboardInterrupt where the user interrupted the last one."""
        with Cadical195(with_proof=with_proof) as solver:
            for clause in (*clauses.definitions, *((literal,) for literal in literals)):
                solver.add_clause(clause)
            verdict = _cadical_verdict(solver, most)
            true = frozenset(literal for literal in solver.get_model() if literal > 0) if verdict == "sat" else ()
            proof = "".join(f"{line}\n" for line in solver.get_proof()) if with_proof and verdict == "unsat" else None
            return Search(verdict, solver.accum_stats()["conflicts"], frozenset(true), proof)


def _cadical_verdict(solver: Cadical195, most: int) -> Verdict:
    # In the main thread python-sat takes SIGINT from Python, does not give it back after Ctrl-C, and jumps
    with ThreadPoolExecutor(1) as aside:
        while True:
            left = most - solver.accum_stats()["conflicts"]
            solver.conf_budget(max(1, min(left, SLICE)))  # none at all would be no limit
            verdict = CADICAL_VERDICTS[aside.submit(solver.solve_limited).result()]
            end_if_interrupted()
            worked = solver.accum_stats()["propagations"] >= PROPAGATIONS * most
            if verdict != "unknown" or left <= SLICE or worked:
                return verdict


Z3: SatEngine = Z3Engine()
CADICAL: SatEngine = CadicalEngine()
