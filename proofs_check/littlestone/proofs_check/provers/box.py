"""The formula called at every integer point of a box, smallest points first, and at single cases far from all boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from littlestone.proofs_check.compute.memory_limits import memory_limited
from littlestone.proofs_check.questions.arguments import (
    Arguments,
    Tally,
    algorithms,
    check_each,
    counterexample,
    exhaustive_evidence,
    why_no_arguments,
    with_violation,
)
from littlestone.proofs_check.questions.beyond import Search, violation_beyond
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources, silent
from littlestone.proofs_check.questions.profiles import STEPS_DEFAULT, Scope, few_on_many
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import Box, Point, Question, with_sum
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, Function, explicit
from littlestone.spec.domains import Algorithm, Classes, Domain, Naturals

MOST_FOLLOWING = 2_000  # points after the first violation among which one away from the ends is looked for
MOST_MEMORY = 2**30  # bytes there
MOST_CALLS = 2_000_000  # Python calls at few functions on many points: 1.5 s; the thresholds of 7 points take 500,000


@dataclass(frozen=True, slots=True)
class BoxProver:
    """Calls the formula at all integer points of a box, in order of the sum of their coordinates.

    A comparison that stays undecided makes the outcome open, never checked. It stops at the first violation, and shows
    the first one soon after it at which no integer is the least or the most of its range, if there is any: what fails
    at an end alone is an edge case, and a theorem that is wrong should not look like one.
    """

    name: str = "box"
    rank: int = 20  # exact, and its first violation is the smallest

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """The claim's box, where all that it ranges over are integers."""
        return [Wish(scope.box(claim))] if _about_integers(claim) else []

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the prover cannot answer, or None where it can."""
        box, claim = question.universe, question.claim
        if not isinstance(box, Box):
            return "the universe is not a box of integers"
        if not _about_integers(claim):
            return "the claim is not about integers alone"
        reason = _why_not_of_this_claim(box, claim) or why_no_arguments(claim)
        if reason is None and not 0 < box.size <= budget.cases:
            return f"the box has {box.size} points, and the budget is 1 to {budget.cases}"
        return reason

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Check the claim at every point; ask ``supports`` first."""
        box = question.universe
        assert isinstance(box, Box)
        tally = check_each(question, _points(box), box.size, resources.progress)
        evidence = exhaustive_evidence(self.name, question, box.name, box.size, tally)
        if tally.violation is not None:
            inside = _violation_inside(question, box, tally)
            return evidence if inside is None else replace(evidence, counterexample=counterexample(inside))
        found = _violation_beyond(question, box) if evidence.outcome in ("checked", "tested") else None
        return evidence if found is None else with_violation(evidence, found)


def _violation_inside(question: Question, box: Box, tally: Tally) -> Arguments | None:
    """The first violation away from the ends of the box among the points that follow the first of all.

    None of a mutant, of which it is not shown, and of an implementation, which is read at its smallest fault.
    """
    if question.is_mutant or algorithms(question.claim):
        return None
    search = Search(question, {})
    for point in islice(_points(box), tally.cases - 1, tally.cases - 1 + MOST_FOLLOWING):
        if all(box.least[name] < point[name] < box.most[name] for name in point) and search.violates(point):
            return point
    return None


@dataclass(frozen=True, slots=True)
class PointProver:
    """Calls the formula at the single cases that ``steps.toml`` names, after all others, as these are no smallest ones.

    A box is chosen for seconds, and some slips show far from it alone: where a bound is first below 1, or where a
    hypothesis is first needed.
    """

    name: str = "point"
    rank: int = 75  # after those that list: what they refute, they refute at a smaller case

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """Each case that is named for the claim."""
        return map(Wish, scope.far_points(claim))

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the prover cannot answer, or None where it can."""
        if not isinstance(question.universe, Point):
            return "the universe is not one case"
        return why_no_arguments(question.claim)

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Check the claim there; ask ``supports`` first."""
        point = question.universe
        assert isinstance(point, Point)
        domains = question.claim.domains
        arguments: Arguments = {n: _argument(domains[n], value) for n, value in point.arguments.items()}
        unasked = point in few_on_many(question.claim)
        tally = _tried(question, arguments) if unasked else check_each(question, [arguments], 1, silent)
        return exhaustive_evidence(self.name, question, point.name, 1, tally)


def _tried(question: Question, arguments: Arguments) -> Tally:
    """What comes out where nobody asked the formula, or saw what it takes: beyond reach where it cannot be called."""
    try:
        with memory_limited(MOST_MEMORY), call_limit(MOST_CALLS):
            return check_each(question, [arguments], 1, silent)
    except (CallLimitReached, Exception):
        return Tally(cases=1, beyond_reach=1)


def _argument(domain: Domain, value: int | tuple[Function, ...]) -> int | ConceptClass:
    """The integer, or the class of these functions, with the labels of its parameter, else those that they use."""
    if isinstance(value, int):
        return value
    labels = domain.labels if isinstance(domain, Classes) else None
    return explicit(value, labels or 1 + max(max(f) for f in value))


def _violation_beyond(question: Question, box: Box) -> Arguments | None:
    """A violation beyond the box; a claim with a smaller box of its own grows fast, and is not looked at beyond it."""
    if question.is_mutant or any(box.most[name] - box.least[name] < STEPS_DEFAULT for name in box.most):
        return None
    return violation_beyond(question, box.least, box.most)


def _about_integers(claim: Claim) -> bool:
    """Every parameter is an integer or an algorithm."""
    return all(isinstance(domain, Naturals | Algorithm) for domain in claim.domains.values())


def _why_not_of_this_claim(box: Box, claim: Claim) -> str | None:
    least = {name: domain.least for name, domain in claim.domains.items() if isinstance(domain, Naturals)}
    if set(box.most) != set(least) or set(box.least) != set(least):
        return f"the box ranges over {sorted(box.most)}, the claim over {sorted(least)}"
    below = [name for name in least if box.least[name] < least[name]]
    return f"the box starts below {below[0]} = {least[below[0]]}" if below else None


def _points(box: Box) -> Iterator[Arguments]:
    """Every point, in order of the sum of its coordinates."""
    names = list(box.most)
    spans = [box.most[name] - box.least[name] for name in names]
    for total in range(sum(spans) + 1):
        for steps in with_sum(total, spans):
            yield {name: box.least[name] + step for name, step in zip(names, steps, strict=True)}
