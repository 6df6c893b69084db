"""What a prover is, the order in which provers are asked, made of their wishes, and why those unasked had no answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import groupby
from typing import Protocol

from littlestone.proofs_check.questions.evidence import Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, Universe
from littlestone.spec.claim import Claim
from littlestone.spec.domains import Classes, Reals


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


# ---- The order in which provers are asked


Way = tuple[str, Universe]


def plan(claim: Claim, scope: Scope, provers: Iterable[Prover]) -> Iterator[tuple[Way, ...]]:
    """Groups of ways to check a claim: by the rank of the prover, smallest universe first.

    A group is a prover on a universe and those that stand in for it there, by their ranks.
    """
    ranked = sorted(provers, key=lambda prover: prover.rank)
    ways: dict[str, list[Way]] = {prover.name: [] for prover in ranked}
    for prover in ranked:
        for wish in prover.wishes(claim, scope):
            ways.setdefault(wish.instead_of or prover.name, []).append((prover.name, wish.universe))
    for group in ways.values():
        for universe in _in_order(group):
            yield tuple(way for way in group if way[1] == universe)


def _in_order(ways: Sequence[Way]) -> list[Universe]:
    """Each universe once, smallest first, so far as that keeps the order in which each prover wished for them."""

    def bits(universe: Universe) -> tuple[bool, int]:  # not sizes, which have as many bits as there are functions
        if isinstance(universe, ClassUniverse):
            return False, universe.bits
        return universe.size is None, (universe.size or 0).bit_length()

    order: list[Universe] = []
    for _, wished in groupby(ways, key=lambda way: way[0]):
        new = [universe for _, universe in wished if universe not in order]
        order = list(merge(order, new, key=bits))
    return order


def beyond(way: Way, failed: Way) -> bool:
    """The same prover on a universe that holds the failed one."""
    (prover, universe), (other, smaller) = way, failed
    if prover != other or not isinstance(universe, ClassUniverse) or not isinstance(smaller, ClassUniverse):
        return False
    return smaller.points <= universe.points and smaller.labels <= universe.labels


@dataclass
class Unasked:
    """What provers said instead of an answer: ``stops`` why classes were not listed further, ``refusals`` why each
    prover did not take its smallest universe."""

    stops: list[str] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)

    def why(self, claim: Claim) -> str:
        """Why a claim of which nothing was found out is open, and what to change."""
        classes = [name for name, domain in claim.domains.items() if isinstance(domain, Classes)]
        reals = [name for name, domain in claim.domains.items() if isinstance(domain, Reals)]
        if classes and reals:
            words = f"no prover takes a class and a real number together, such as {classes[0]} and {reals[0]}"
            return f"{words}: make {reals[0]} a constant, or let a Size stand for it, such as 1/{reals[0]}"
        if self.refusals:
            return f"no prover took the claim: {'; '.join(f'{name}, {said}' for name, said in self.refusals.items())}"
        advice = "raise the profile (--profile full), allow more provers, or look at fewer points or labels"
        return f"no prover looks at this claim here: {advice}"
