"""The interval prover: inequalities between real expressions for all values, by Arb, calculus and exact algebra."""

from __future__ import annotations

from dataclasses import dataclass

from littlestone.proofs_check.numbers.certificates import certified
from littlestone.proofs_check.numbers.clause_boxes import ClauseSearch
from littlestone.proofs_check.numbers.inequalities import Clause, goals_of, why_not_about_reals
from littlestone.proofs_check.numbers.inquiry import Inquiry
from littlestone.proofs_check.numbers.points import (
    Point,
    PointCheck,
)
from littlestone.proofs_check.numbers.signs import Steps
from littlestone.proofs_check.questions.evidence import Budget, Evidence
from littlestone.proofs_check.questions.universes import Everything, Question

SEARCH_BOXES = 3_000


def settled(inquiry: Inquiry, clause: Clause) -> Steps | Point | None:
    """A certificate for one comparison of the clause, the others negated being hypotheses; else branch and bound."""
    for goal in goals_of(clause, inquiry.ranges):
        steps = certified(inquiry.signs, goal)
        if steps is not None:
            return steps or (f"{goal.comparison}: decided by its constants",)
    search = ClauseSearch(inquiry.check, clause, min(SEARCH_BOXES, inquiry.budget.cases))
    found = search.run()
    inquiry.cases += search.boxes
    if found is True:
        return (f"{' or '.join(sorted(map(str, clause)))}: Arb, {search.boxes} boxes",)
    return found or None


@dataclass(frozen=True, slots=True)
class IntervalProver:
    """Proves or refutes inequalities without sums or binomials over all real (and integer) parameters."""

    name: str = "interval"

    def supports(self, question: Question, budget: Budget) -> str | None:
        """Why the question is out of reach, or None."""
        if not isinstance(question.universe, Everything):
            return "intervals answer for all values of the parameters, not for a finite universe"
        reason = why_not_about_reals(question)
        if reason is None and PointCheck(question).counts:
            return "the statement has sums or binomials, which have no enclosure where the limits are not fixed"
        return reason

    def run(self, question: Question, budget: Budget) -> Evidence:
        """Prove or refute the question; open where neither succeeds within the budget."""
        return Inquiry(self.name, question, budget).answer(settled)
