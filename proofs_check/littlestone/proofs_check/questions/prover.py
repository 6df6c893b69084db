"""What a prover is: where it wants to be asked, what it supports, and an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.universes import Question, Universe
from littlestone.spec.claim import Claim


@dataclass(frozen=True, slots=True)
class Wish:
    """A universe that a prover wants to be asked about.

    With ``instead_of`` it stands in for the prover of that name there: it is asked only where those before it do not
    support the question, or leave it open.
    """

    universe: Universe
    instead_of: str | None = None


class Prover(Protocol):
    """Answers questions it supports, where it wishes to be asked."""

    @property
    def name(self) -> str:
        """The prover's name in the ledger."""

    @property
    def rank(self) -> int:
        """Provers of lower rank are asked first."""

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """Where the prover wants to be asked, smallest universe first; ``supports`` may still refuse."""

    def supports(self, question: Question, budget: Budget, resources: Resources) -> str | None:
        """Why the prover cannot answer, or None where it can."""

    def run(self, question: Question, budget: Budget, resources: Resources) -> Evidence:
        """Answer the question within the budget."""
