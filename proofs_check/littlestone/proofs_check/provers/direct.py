"""The direct prover: the formula called on every class of a small universe, smallest classes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from math import prod
from random import Random

from littlestone.proofs_check.circuits.class_programs import Identity, identity
from littlestone.proofs_check.compute.memories import forget_calls
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
from littlestone.proofs_check.questions.class_choices import (
    Place,
    all_choices,
    in_words,
    nests,
    number_of_choices,
    places_of,
)
from littlestone.proofs_check.questions.evidence import ALONE, Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import ClassUniverse, Question, selections
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions
from littlestone.spec.domains import Classes, TreeSets
from littlestone.spec.families.class_families import Draw

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
        return [Wish(u, instead_of="exhaustive") for u in scope.listed(claim)]

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the prover cannot answer, or None where it can."""
        return _why_unfit(question, budget) or _why_too_dear(question, budget)

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Check the claim on every class; ask ``supports`` first."""
        universe, claim = _classes(question), question.claim
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


def _why_unfit(question: Question, budget: Budget) -> str | None:
    """Why the classes are not to be listed, whatever the formula takes, or None."""
    universe, claim = question.universe, question.claim
    if not isinstance(universe, ClassUniverse):
        return "the universe is not a set of classes"
    reason = why_not_about_classes(claim, universe.labels)
    if reason is not None:
        return reason
    free = (p for p in places_of(claim, universe).values() if p.family is None and p.within is None)
    bits = sum(place.input_bits for place in free)
    if bits > budget.cases.bit_length() + 1 or _size(claim, universe) > budget.cases:
        which = f"{bits} possible functions make" if bits else f"{_name(claim, universe)} are"
        return f"{which} more than {budget.cases} cases"
    return None


def _why_too_dear(question: Question, budget: Budget) -> str | None:
    """Why calling the formula on every class takes too many Python calls, by a sample of them, or None."""
    universe = _classes(question)
    if universe.bits <= ALWAYS_LISTED or selections(question.claim):
        return None
    size = _size(question.claim, universe)
    each = budget.listed // size
    printed = replace(question, constants=question.claim.printed)  # a mutant is listed as far as the print
    cases = ({**case, **algorithms(question.claim)} for case in _sample(question.claim, universe))
    if not any(question.claim.within_reach(case, printed.constants) for case in cases):
        return f"its formula can only afford this: {question.claim.reach_words}"
    if _calls_known(_Priced(identity(printed), universe, printed), SAMPLED * each) <= SAMPLED * each:
        return None
    return f"{size:,} cases at more than {each:,} Python calls each are more than the {budget.listed:,} allowed"


@dataclass(frozen=True)
class _Priced:
    """A question that hashes, by what is asked and where."""

    identity: Identity
    universe: ClassUniverse
    question: Question = field(compare=False)


@lru_cache(maxsize=16)  # the universes of a claim, of which its mutants ask again
def _calls_known(priced: _Priced, most: int) -> int:
    return calls_of_sample(priced.question, most)


def calls_of_sample(question: Question, most: int) -> int:
    """The Python calls of a few cases of the universe, or more that are no more than ``most``; more than that where
    they are.

    What formulas remember is forgotten before. The first call of a claim is left out, so that a universe that is asked
    alone may cost a hundredth more or less than after others; in a run they come in one order.
    """
    claim, fixed = question.claim, algorithms(question.claim)
    _first(_Call(identity(question), lambda: _spent(question, [{**_smallest(question), **fixed}], most)))
    forget_calls()
    cases = [{**case, **fixed} for case in _sample(claim, _classes(question))]
    if small_integers(claim):
        return _spent(question, cases, most)
    # Without integers each comes twice, and is no dearer the second time
    spent = _spent(question, cases[::2], most)
    if spent <= most < 2 * spent:
        return spent + _spent(question, cases[1::2], most - spent)
    return spent if spent > most else 2 * spent


@dataclass(frozen=True)
class _Call:
    """A call of what is asked, wherever."""

    identity: Identity
    made: Callable[[], int] = field(compare=False)


@lru_cache(maxsize=16)
def _first(call: _Call) -> int:
    """The first call of all imports modules and takes the formula apart: it is made once for all universes."""
    return call.made()


def _smallest(question: Question) -> Arguments:
    """The last case of the sample: fewer functions than the first."""
    *_, small = _sample(question.claim, _classes(question))
    return small


def _spent(question: Question, cases: Iterable[Arguments], most: int) -> int:
    """The calls of the cases, those after the limit is passed left out."""
    spent = 0
    for case in cases:
        spent += _calls(question, case, most - spent)
        if spent > most:
            break
    return spent


def _classes(question: Question) -> ClassUniverse:
    assert isinstance(question.universe, ClassUniverse)
    return question.universe


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
    places, draw = places_of(claim, universe), Random(0).randrange
    for part in (slice(None), slice(0, None, 2), slice(1, None, 2)):
        classes: dict[str, ConceptClass] = {}
        for first, *inside in nests(places):
            classes |= dict.fromkeys([first, *inside], places[first].explicit(_some(places[first], part, draw)))
        for end in (0, -1):
            yield {**classes, **{name: values[end] for name, values in ranges.items()}}


def _some(place: Place, part: slice, draw: Draw) -> Sequence[Function]:
    if place.family is not None:
        return place.family.drawn(place.points, draw)
    return list(all_functions(place.points, place.labels))[part]


def _name(claim: Claim, universe: ClassUniverse) -> str:
    """The universe in words, with each further parameter and its range."""
    classes = [name for name, domain in claim.domains.items() if isinstance(domain, Classes) and not domain.within]
    within = [(name, d.within) for name, d in claim.domains.items() if isinstance(d, Classes) and d.within]
    trees = [name for name, domain in claim.domains.items() if isinstance(domain, TreeSets)]
    words = [in_words(claim, universe)] if classes else []
    words += [f"for each of {', '.join(classes)}"] if len(classes) > 1 else []
    words += [f"all subclasses {name} of {above}" for name, above in within]
    words += [f"all sets {name} of trees of depth {universe.depth} with {universe.labels} labels" for name in trees]
    return ", ".join(words) + ranges_text(small_integers(claim))


def _size(claim: Claim, universe: ClassUniverse) -> int:
    """The number of cases: classes, sets of trees, and integers."""
    return number_of_choices(places_of(claim, universe)) * prod(map(len, small_integers(claim).values()))


def _cases(claim: Claim, universe: ClassUniverse) -> Iterator[Arguments]:
    """Every case, in order of the number of functions in all, then of the sum of the integers."""
    ranges = small_integers(claim)
    integers = sorted(product(*ranges.values()), key=sum)
    for classes in all_choices(places_of(claim, universe)):
        for values in integers:
            yield {**classes, **dict(zip(ranges, values, strict=True))}
