"""Where classes are not listed: the provers are asked again and again for a class that says more than those known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from littlestone.proofs_check.explore.findings import Finding, Members, Shown, shown_at
from littlestone.proofs_check.explore.formulas import Exact
from littlestone.proofs_check.explore.goals import better
from littlestone.proofs_check.explore.guided import MOST_POINTS, looked_at, search
from littlestone.proofs_check.explore.questions import Asked
from littlestone.proofs_check.explore.stated import NotStated, no_better
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.questions.universes import Question
from littlestone.spec.algebra.circuit import CircuitTooLarge
from littlestone.spec.algebra.decisions import UndecidedTruth

BUDGET = Budget(gates=600_000, gate_words=400_000_000_000, solver_steps=5_000_000)
MOST_ANSWERS = 64  # each is a class that says more than the last


@dataclass(frozen=True, slots=True)
class _Asking:
    """A question on so many points, with the answer of the prover that was asked last."""

    question: Asked
    points: int
    budget: Budget

    def next(self, bound: Exact | None) -> Evidence | str:
        """Evidence for or against "no class says more than the bound", or why there is none."""
        try:
            asked = no_better(self.question, self.points, bound)
            prover = _supporting(asked, self.budget)
            return prover if isinstance(prover, str) else prover.run(asked, self.budget, Resources())
        except (NotStated, UndecidedTruth, CircuitTooLarge, TypeError) as fault:
            return f"no circuit says it: {fault}"


def _supporting(question: Question, budget: Budget) -> Prover | str:
    """The first prover that can answer, the enumeration before the solver, or why none can."""
    reasons = []
    for prover in (ExhaustiveProver(), SymbolicProver()):
        reason = prover.supports(question, budget, Resources())
        if reason is None:
            return prover
        reasons.append(reason)
    return "; ".join(reasons)


def from_provers(question: Asked, points: int, before: Sequence[Finding], seed: int, jobs: int) -> Finding:
    """What is found on so many points, where the best of the findings on fewer is the first to beat.

    The search comes before the solver, which then need not find by itself what can be met.
    """
    side = _side(before)
    if side is None:
        return Finding(points, (), False, "nothing", notes=("the constant is bounded from both sides on fewer points",))
    known = [shown.members for finding in before for shown in finding.shown]
    met = _met(question, points, known, seed) if points > 5 else None
    best = _beyond(met, max(before, key=lambda f: f.points, default=None), side)
    return _asked_on(question, points, best, met, replace(BUDGET, jobs=jobs, seed=seed), seed)


def _side(before: Sequence[Finding]) -> int | None:
    sides = {shown.says.side for finding in before for shown in finding.shown}
    return None if len(sides) > 1 else next(iter(sides), 0)


def _met(question: Asked, points: int, known: Sequence[Members], seed: int) -> Shown | None:
    return search(question, points, known, seed) if points <= MOST_POINTS else None


def _beyond(met: Shown | None, last: Finding | None, side: int) -> Exact | None:
    """The best value so far: that of a class that was met, or of one on fewer points."""
    old = last.of(side) if last is not None else None
    values = [shown.says.value for shown in (met, old) if shown is not None and shown.says.value is not None]
    if len(values) < 2:
        return values[0] if values else None
    return values[0] if better(values[0], values[1], side) else values[1]


def _asked_on(
    question: Asked, points: int, bound: Exact | None, best: Shown | None, budget: Budget, seed: int
) -> Finding:
    searched = f"{looked_at():,} classes on {points} points, by a guided search with seed {seed}"
    if best is not None and best.says.value is None:
        return Finding(points, (best,), False, searched)
    asking = _Asking(question, points, budget)
    for _ in range(MOST_ANSWERS):
        answer = asking.next(bound)
        if isinstance(answer, str) or answer.outcome not in ("checked", "refuted"):
            reason = answer if isinstance(answer, str) else "the solver stopped within its budget"
            return Finding(points, _known(best), False, searched if points > 5 else "nothing", notes=(reason,))
        if answer.outcome == "checked":
            words = f"{answer.universe}, {answer.prover}"
            return Finding(points, _known(best), True, words, notes=_not_reached(best, bound))
        assert answer.counterexample is not None
        best = shown_at(question, answer.counterexample.arguments["H"])
        if best is None or best.says.value is None:
            complete = answer.prover == "exhaustive"
            return Finding(points, _known(best), complete, f"{answer.universe}, {answer.prover}")
        bound = best.says.value
    return Finding(points, _known(best), False, searched)


def _known(best: Shown | None) -> tuple[Shown, ...]:
    return () if best is None else (best,)


def _not_reached(best: Shown | None, bound: Exact | None) -> tuple[str, ...]:
    if best is not None or bound is None:
        return ()
    return (f"no class on these points is beyond {bound}, the best on fewer",)
