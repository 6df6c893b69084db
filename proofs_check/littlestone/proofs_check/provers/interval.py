"""The interval prover: inequalities between real expressions for all values, by Arb, calculus and exact algebra."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from littlestone.proofs_check.numbers.clauses import why_not_about_reals
from littlestone.proofs_check.numbers.points import PointCheck
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import Everything, Question, real_parameters
from littlestone.spec.claim import Claim


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
        from littlestone.proofs_check.numbers.inquiry import Inquiry  # sympy is slow to import
        from littlestone.proofs_check.provers.clause_proofs import settled

        return Inquiry(self.name, question, budget, resources.proofs).answer(settled)
