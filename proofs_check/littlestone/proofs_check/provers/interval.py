"""The interval prover: inequalities between real expressions for all values, by Arb, calculus and exact algebra."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from littlestone.proofs_check.numbers.certificates import certified
from littlestone.proofs_check.numbers.clause_boxes import ClauseSearch
from littlestone.proofs_check.numbers.clauses import Clause, why_not_about_reals
from littlestone.proofs_check.numbers.inequalities import goals_of
from littlestone.proofs_check.numbers.inquiry import Derived, Inquiry
from littlestone.proofs_check.numbers.points import (
    Point,
    PointCheck,
)
from littlestone.proofs_check.numbers.signs import Steps
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import Everything, Question, real_parameters
from littlestone.spec.claim import Claim

SEARCH_BOXES = 3_000  # beside a point of equality boxes never end; not tuned


def settled(inquiry: Inquiry, clause: Clause) -> Steps | Point | None:
    """A certificate for one comparison of the clause, the others negated being hypotheses; else branch and bound."""
    # Certificates before boxes: they take unbounded ranges, and equality at an end
    for goal in goals_of(clause, inquiry.ranges):
        inquiry.signs.lemmas = []
        steps = certified(inquiry.signs, goal)
        if steps is not None:
            inquiry.derive(clause, goal, certified.__name__)
            return steps or (f"{goal.comparison}: decided by its constants",)
    search = ClauseSearch(inquiry.check, clause, min(SEARCH_BOXES, inquiry.budget.cases))
    found = search.run()
    inquiry.cases += search.boxes
    if found is True:
        inquiry.derived.append(Derived(clause, None, "boxes", split=search.tree))
        return (f"{' or '.join(sorted(map(str, clause)))}: Arb, {search.boxes} boxes",)
    return found or None


@dataclass(frozen=True, slots=True)
class IntervalProver:
    """Proves or refutes inequalities without sums or binomials over all real (and integer) parameters."""

    name: str = "interval"
    rank: int = 90  # after algebra, whose stand-in it is: its search by boxes is the dearest way to stay open

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """All values, to stand in for algebra."""
        return [Wish(Everything(), instead_of="algebra")] if real_parameters(claim) else []

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the question is out of reach, or None."""
        if not isinstance(question.universe, Everything):
            return "intervals answer for all values of the parameters, not for a finite universe"
        reason = why_not_about_reals(question)
        if reason is None and PointCheck(question).counts:
            return "the statement has sums or binomials, which have no enclosure where the limits are not fixed"
        return reason

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Prove or refute the question; open where neither succeeds within the budget."""
        return Inquiry(self.name, question, budget, resources.proofs).answer(settled)
