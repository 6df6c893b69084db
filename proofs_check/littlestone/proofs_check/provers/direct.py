"""The direct prover: the formula called on every class of a small universe, smallest classes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from littlestone.proofs_check.questions.arguments import (
    Arguments,
    algorithms,
    check_each,
    exhaustive_evidence,
    judge,
    ranges_text,
    small_integers,
    why_not_about_classes,
    with_violation,
)
from littlestone.proofs_check.questions.beyond import violation_beyond
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit
from littlestone.spec.domains import Classes, TreeSets

SAMPLED = 6  # cases whose mean is the cost of a case
MOST_BEYOND = 4  # functions of a universe on which larger integers are tried
ALWAYS_LISTED = 5  # possible functions: so few classes are listed whatever they cost


@dataclass(frozen=True, slots=True)
class DirectProver:
    """Calls the formula in plain Python on all classes of a universe, one by one, in order of number of functions.

    It goes as far as the budget's ``listed`` calls allow, by a sample of them.
    It takes the claims that run algorithms, and integer parameters beside the classes: each at its least value and the
    three after it. It stops at the first violation, which has the fewest functions.
    """

    name: str = "direct"
    rank: int = 70  # the last to stand in for exhaustive: one class at a time, in Python

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """The universes of the exhaustive prover, to stand in for it."""
        return [Wish(u, instead_of="exhaustive") for u in scope.of_classes(claim, scope.profile.exhaustive)]

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the prover cannot answer, or None where it can."""
        universe, claim = question.universe, question.claim
        if not isinstance(universe, ClassUniverse):
            return "the universe is not a set of classes"
        reason = why_not_about_classes(claim, universe.labels)
        if reason is not None:
            return reason
        bits = sum(_bits(claim, universe).values())
        if bits > budget.cases.bit_length() + 1 or _size(claim, universe) > budget.cases:
            return f"{bits} possible functions make more than {budget.cases} cases"
        return _why_too_dear(question, budget)

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Check the claim on every class; ask ``supports`` first."""
        universe, claim = question.universe, question.claim
        assert isinstance(universe, ClassUniverse)
        size = _size(claim, universe)
        tally = check_each(question, _cases(claim, universe), size, resources.progress)
        evidence = exhaustive_evidence(self.name, question, _name(claim, universe), size, tally)
        found = _violation_beyond(question, universe) if evidence.outcome in ("checked", "tested") else None
        return evidence if found is None else with_violation(evidence, found)


def _violation_beyond(question: Question, universe: ClassUniverse) -> Arguments | None:
    """A violation at all functions of a small universe, and integers beyond those beside them."""
    ranges = small_integers(question.claim)
    if question.is_mutant or not ranges or universe.bits > MOST_BEYOND:
        return None
    return violation_beyond(question, next(_sample(question.claim, universe)), {n: v[-1] for n, v in ranges.items()})


def _why_too_dear(question: Question, budget: Budget) -> str | None:
    """Why calling the formula on every class takes too many Python calls, by a sample of them, or None."""
    universe = question.universe
    assert isinstance(universe, ClassUniverse)
    if universe.bits <= ALWAYS_LISTED:
        return None
    size, fixed = _size(question.claim, universe), algorithms(question.claim)
    each, left = budget.listed // size, 0
    for case in _sample(question.claim, universe):
        left += each - _calls(question, {**case, **fixed}, SAMPLED * each)
    if left < 0:
        return f"{size:,} cases at more than {each:,} Python calls each are more than the {budget.listed:,} allowed"
    return None


def _calls(question: Question, arguments: Arguments, most: int) -> int:
    """How many Python calls the formula takes; faults in it are for the run to report."""
    try:
        with call_limit(most) as count:
            judge(question, arguments)
    except CallLimitReached:
        return most + 1
    except Exception:
        return 0
    return count.calls


def _sample(claim: Claim, universe: ClassUniverse) -> Iterator[Arguments]:
    """Classes of all functions, of the first half and of the second, with the least and the largest integers."""
    ranges = small_integers(claim)
    everything = {name: list(all_functions(m, universe.labels)) for name, m in _points(claim, universe).items()}
    for part in (slice(None), slice(0, None, 2), slice(1, None, 2)):
        classes = {name: explicit(fs[part], universe.labels, len(fs[0])) for name, fs in everything.items()}
        for end in (0, -1):
            yield {**classes, **{name: values[end] for name, values in ranges.items()}}


def _name(claim: Claim, universe: ClassUniverse) -> str:
    """The universe in words, with each further parameter and its range."""
    classes = [name for name, domain in claim.domains.items() if isinstance(domain, Classes)]
    trees = [name for name, domain in claim.domains.items() if isinstance(domain, TreeSets)]
    words = [universe.name] if classes else []
    words += [f"for each of {', '.join(classes)}"] if len(classes) > 1 else []
    words += [f"all sets {name} of trees of depth {universe.depth} with {universe.labels} labels" for name in trees]
    return ", ".join(words) + ranges_text(small_integers(claim))


def _points(claim: Claim, universe: ClassUniverse) -> dict[str, int]:
    """For each class and set of trees, what its functions are defined on: the points, or the nodes of a tree."""
    domains = claim.domains.items()
    classes = {name: universe.points for name, domain in domains if isinstance(domain, Classes)}
    return classes | {name: 2**universe.depth - 1 for name, domain in domains if isinstance(domain, TreeSets)}


def _bits(claim: Claim, universe: ClassUniverse) -> dict[str, int]:
    """How many functions each class or set of trees may have."""
    return {name: int(universe.labels**points) for name, points in _points(claim, universe).items()}


def _size(claim: Claim, universe: ClassUniverse) -> int:
    """The number of cases: non-empty classes, sets of trees, and integers."""
    sets = (int(2**bits) - isinstance(claim.domains[name], Classes) for name, bits in _bits(claim, universe).items())
    return prod(sets) * prod(map(len, small_integers(claim).values()))


def _cases(claim: Claim, universe: ClassUniverse) -> Iterator[Arguments]:
    """Every case, in order of the number of functions in all, then of the sum of the integers."""
    ranges = small_integers(claim)
    integers = sorted(product(*ranges.values()), key=sum)
    for classes in _classes(claim, universe):
        for values in integers:
            yield {**classes, **dict(zip(ranges, values, strict=True))}


def _classes(claim: Claim, universe: ClassUniverse) -> Iterator[dict[str, ConceptClass]]:
    """Every choice of classes and sets of trees, in order of the number of functions in all."""
    points = _points(claim, universe)
    everything = [(name, f) for name, m in points.items() for f in all_functions(m, universe.labels)]
    for size in range(len(everything) + 1):
        for chosen in combinations(everything, size):
            listed = {name: [f for owner, f in chosen if owner == name] for name in points}
            if all(fs or isinstance(claim.domains[name], TreeSets) for name, fs in listed.items()):
                yield {name: explicit(fs, universe.labels, points[name]) for name, fs in listed.items()}
