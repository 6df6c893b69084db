"""Where classes are not listed: the provers are asked again and again for a class that says more than those known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from littlestone.proofs_check.explore.findings import Finding, Shown, best_shown, shown_at
from littlestone.proofs_check.explore.listings import NotListed
from littlestone.proofs_check.explore.questions import Asked
from littlestone.proofs_check.explore.stated import NotStated, may_be_undefined, no_better
from littlestone.proofs_check.provers.exhaustive import ExhaustiveProver
from littlestone.proofs_check.provers.symbolic import SymbolicProver
from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.prover import Prover
from littlestone.proofs_check.questions.universes import Question
from littlestone.proofs_check.reading.values import number_text
from littlestone.spec.algebra.circuit import CircuitTooLarge
from littlestone.spec.algebra.decisions import UndecidedTruth

BUDGET = Budget(gates=600_000, gate_words=400_000_000_000, solver_steps=5_000_000)
MOST_ANSWERS = 64  # each is a class that says more than the last
GIVEN_UP = (NotListed, NotStated, UndecidedTruth, CircuitTooLarge, OverflowError)  # a budget that ran out
BOTH_SIDES = "the constant is bounded from both sides, which is not followed here"


@dataclass(frozen=True, slots=True)
class _Asking:
    """A question on so many points, put to the first prover that can answer."""

    question: Asked
    points: int
    budget: Budget

    def next(self, best: Shown | None) -> Evidence | str:
        """Evidence for or against "no class says more than the best so far", or why there is none."""
        try:
            asked = no_better(self.question, self.points, None if best is None else best.says)
            prover = _supporting(asked, self.budget)
            answer = prover if isinstance(prover, str) else prover.run(asked, self.budget, Resources())
        except (*GIVEN_UP, TypeError) as fault:
            return f"no circuit says it: {fault}"
        undecided = not isinstance(answer, str) and answer.outcome not in ("checked", "refuted")
        return "the solver stopped within its budget" if undecided else answer


def _supporting(question: Question, budget: Budget) -> Prover | str:
    """The first prover that can answer, the enumeration before the solver, or why none can."""
    reasons = []
    for prover in (ExhaustiveProver(), SymbolicProver()):
        reason = prover.supports(question, budget, Resources())
        if reason is None:
            return prover
        reasons.append(reason)
    return "; ".join(dict.fromkeys(reasons))


def from_provers(question: Asked, points: int, before: Sequence[Finding], jobs: int) -> Finding:
    """What is found on so many points, where the best of the finished universes before is the first to beat."""
    if len({shown.says.side for finding in before for shown in finding.shown}) > 1:
        return Finding(points, (), False, "nothing", notes=(BOTH_SIDES,))
    best = best_shown(shown for finding in before if finding.complete for shown in finding.shown)
    finding = _asked_on(_Asking(question, points, replace(BUDGET, jobs=jobs)), best)
    return replace(finding, undefined=None if finding.complete and may_be_undefined(question, points) else 0)


def _asked_on(asking: _Asking, best: Shown | None) -> Finding:
    """What provers say where ``best`` is to be beaten."""
    points, note, here = asking.points, f"stopped after {MOST_ANSWERS} better ones", None
    for _ in range(MOST_ANSWERS):
        if best is not None and here is not None and best.says.side != here.says.side:
            note = BOTH_SIDES
            break
        answer = asking.next(best)
        if isinstance(answer, str):
            note = answer
            break
        words = f"{answer.universe}, {answer.prover}"
        if answer.outcome == "checked":
            return _none_beyond(points, best, here, words)
        assert answer.counterexample is not None
        before, here = best, shown_at(asking.question, answer.counterexample.arguments["H"])
        assert here is not None  # the prover held it against plain Python
        if here.says.value is None:
            return Finding(points, (here,), answer.prover == "exhaustive", words)
        best = here if before is None or before.says.side == here.says.side else before
    return Finding(points, () if here is None else (here,), False, "nothing", notes=(note,))


def _none_beyond(points: int, best: Shown | None, here: Shown | None, words: str) -> Finding:
    """All classes were looked at, and none says more than the best."""
    if best is None or best is here or best.says.value is None:
        return Finding(points, () if best is None else (best,), True, words)
    note = f"no class on these points is beyond {number_text(best.says.value)}, the best on fewer"
    return Finding(points, (), True, words, notes=(note,))
