"""The algebra prover: identities with sums and binomials, and implications between inequalities, for all values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from littlestone.proofs_check.numbers.clauses import Clause, clauses_of, cuts_ranges, negation, why_not_about_reals
from littlestone.proofs_check.numbers.points import PointCheck
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import Everything, Question, real_parameters
from littlestone.spec.algebra.reals import Comparison, symbols
from littlestone.spec.claim import Claim


def _is_algebra(clause: Clause) -> bool:
    """An equation, or an inequality with a hypothesis that is more than the range of one symbol."""
    return any(c.relation == "==" for c in clause) or sum(not _bounds_one_symbol(negation(c)) for c in clause) > 1


def _bounds_one_symbol(hypothesis: Comparison) -> bool:
    return cuts_ranges(hypothesis) and len(symbols(hypothesis.left) | symbols(hypothesis.right)) == 1


@dataclass(frozen=True, slots=True)
class AlgebraProver:
    """Proves identities with sums, bounds on sums and implications between inequalities over all parameters."""

    name: str = "algebra"
    rank: int = 30  # before interval, its stand-in: only algebra takes sums

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """All values, where the claim is about numbers that can be symbols."""
        return [Wish(Everything())] if real_parameters(claim) else []

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the question is out of reach, or None."""
        if not isinstance(question.universe, Everything):
            return "algebra answers for all values of the parameters, not for a finite universe"
        reason = why_not_about_reals(question)
        if reason is not None:
            return reason
        check = PointCheck(question)
        if check.counts or any(map(_is_algebra, clauses_of(check.statement))):
            return None
        return "the statement has no sums, equations or implications between inequalities"

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Prove or refute the question; open where neither succeeds within the budget."""
        from littlestone.proofs_check.numbers.inquiry import Inquiry  # sympy is slow to import
        from littlestone.proofs_check.provers.clause_proofs import algebraic_certificate

        return Inquiry(self.name, question, budget, resources.proofs).answer(algebraic_certificate)
