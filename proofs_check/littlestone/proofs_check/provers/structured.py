"""The Hypothesis prover: the formula called on structured and random classes, failures shrunk to readable ones.

It draws 200 examples: of the 56 false claims and 543 mutants that 500 refuted, 102 refuted all. None is drawn once the
counted calls are spent (ABLMM22.S1.fn1 in full: 4.0 to 0.6 CPU seconds), but shrinking goes on, or counterexamples
would stay large. The seed alone decides what is drawn; there is no database of examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import prod
from random import Random
from time import perf_counter

from hypothesis import Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from littlestone.proofs_check.generation.class_strategies import (
    MOST_POINTS,
    function_sets,
    joint_classes,
    most_functions,
)
from littlestone.proofs_check.questions.arguments import (
    Arguments,
    Judgement,
    Tally,
    algorithms,
    counterexample,
    judge,
    ranges_text,
    small_integers,
    why_not_about_classes,
)
from littlestone.proofs_check.questions.call_limit import CallLimitReached, call_limit
from littlestone.proofs_check.questions.class_choices import fewest, nests, number_of_choices, places_of
from littlestone.proofs_check.questions.evidence import ALONE, Argument, Budget, Evidence, Resources
from littlestone.proofs_check.questions.profiles import Scope
from littlestone.proofs_check.questions.prover import Wish
from littlestone.proofs_check.questions.universes import (
    ClassUniverse,
    Everything,
    Question,
    Universe,
    about_families,
    selections,
)
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.domains import Classes, TreeSets

# Of 56 false claims and 543 mutants that 500 examples refuted on full's universes, 102 refuted all, 60 all but eight
MOST_EXAMPLES = 200
MOST_CALLS = 40_000  # calls and not seconds, so that the same examples are left out everywhere
MOST_TREES = 8  # a definition looks at all of them at every node; not tuned


@dataclass(frozen=True, slots=True)
class StructuredClasses:
    """The classes on 1..``points`` points, with one of ``labels`` labels, of at most ``most_functions`` functions.

    ``depth`` is the depth of the trees in sets of trees, which have at most 8 of them.
    """

    points: int
    labels: tuple[int, ...]
    depth: int

    @property
    def name(self) -> str:
        """The universe in words."""
        span = str(self.labels[0]) if len(self.labels) == 1 else f"{self.labels[0]} to {self.labels[-1]}"
        what = "binary classes" if self.labels == (2,) else f"classes with {span} labels"
        return f"structured and random {what} on at most {self.points} points, {most_functions(self.points)} functions"

    def named(self, claim: Claim) -> str:
        """The universe in words for a claim, which may be about classes of families."""
        own = [d.family for d in claim.domains.values() if isinstance(d, Classes) and d.family is not None]
        if not own:
            return self.name
        return f"{', '.join(dict.fromkeys(family.name for family in own))} on at most {self.points} points"

    def size(self, claim: Claim) -> int:
        """The number of arguments of the claim that can be drawn."""
        integers = prod(map(len, small_integers(claim).values()))
        cases = ((labels, n) for labels in self.labels for n in range(1, self.points + 1))
        return integers * sum(self._choices(claim, labels, n) for labels, n in cases)

    def _choices(self, claim: Claim, labels: int, n: int) -> int:
        """The classes on n points, and sets of trees, for every parameter."""
        places = places_of(claim, ClassUniverse(n, labels, self.depth))
        trees = {name: place for name, place in places.items() if isinstance(claim.domains[name], TreeSets)}
        classes = {name: place for name, place in places.items() if name not in trees}
        return number_of_choices(classes, most_functions(self.points)) * number_of_choices(trees, MOST_TREES)


def structured_classes(claim: Claim, universe: Universe) -> StructuredClasses:
    """What is drawn for a universe: its classes that are small enough, and for ``Everything`` up to 12 points.

    ``Everything`` has two labels where all classes of the claim are binary, and two to four elsewhere.
    """
    if isinstance(universe, ClassUniverse):
        return StructuredClasses(universe.points, (universe.labels,), universe.depth)
    binary = all(domain.labels == 2 for domain in claim.domains.values() if isinstance(domain, Classes))
    return StructuredClasses(MOST_POINTS, (2,) if binary else (2, 3, 4), ClassUniverse(1, 2).depth)


def drawn_arguments(claim: Claim, space: StructuredClasses) -> st.SearchStrategy[dict[str, Argument]]:
    """Classes on the same points, sets of trees and small integers for the claim's parameters."""
    by_labels = {labels: _arguments_with(labels, claim, space) for labels in space.labels}
    return st.sampled_from(space.labels).flatmap(lambda labels: by_labels[labels])


def _arguments_with(labels: int, claim: Claim, space: StructuredClasses) -> st.SearchStrategy[dict[str, Argument]]:
    trees = function_sets(2**space.depth - 1, labels, MOST_TREES)
    others = {name: trees for name, d in claim.domains.items() if isinstance(d, TreeSets)}
    integers = {name: st.sampled_from(values) for name, values in small_integers(claim).items()}
    return st.tuples(_drawn_classes(labels, claim, space), st.fixed_dictionaries({**others, **integers})).map(
        lambda drawn: {**drawn[0], **drawn[1]}
    )


@st.composite
def _drawn_classes(draw: st.DrawFn, labels: int, claim: Claim, space: StructuredClasses) -> dict[str, ConceptClass]:
    """Classes on the same points, each subclass drawn from the functions of the class that it is within."""
    places = places_of(claim, ClassUniverse(space.points, labels, space.depth))
    classes = {name: place for name, place in places.items() if isinstance(claim.domains[name], Classes)}
    first = {name: place for name, place in classes.items() if place.within is None and place.family is None}
    strategy = joint_classes(
        [place.labels for place in first.values()], space.points, least=[fewest(classes, name) for name in first]
    )
    drawn = dict(zip(first, draw(strategy), strict=True)) if first else {}
    points = next((H.points for H in drawn.values()), None) or draw(st.integers(1, space.points))
    for name, family in ((name, place.family) for name, place in classes.items()):
        if family is not None:
            drawn[name] = explicit(family.drawn(points, lambda n: draw(st.integers(0, n - 1))), 2, points)
    for name, above in ((name, classes[name].within) for nest in nests(classes) for name in nest):
        if above is not None:
            drawn[name] = draw(subclasses(drawn[above], fewest(classes, name)))
    return {name: drawn[name] for name in classes}


@st.composite
def subclasses(draw: st.DrawFn, H: ConceptClass, least: int = 1) -> ConceptClass:
    """Subclasses of a listed class with at least so many functions, 0 or 1; shrinks to the fewest of its first."""
    listed = H.functions()
    first = {listed[draw(st.integers(0, len(listed) - 1))]} if least else set()
    kept = {f for f in listed if draw(st.integers(0, 1))}
    return explicit(first | kept, H.labels, H.points)


@dataclass(frozen=True, slots=True)
class StructuredProver:
    """Draws classes with Hypothesis and calls the formula on them; a failing one is shrunk to a readable one.

    At most 200 examples are drawn, and at most ``budget.cases``. An example that needs more than 40000 Python calls
    is left out; the evidence says how many were. After ``budget.calls`` in all no more are drawn.
    """

    name: str = "hypothesis"
    rank: int = 60  # the formula in Python, class by class: after those that evaluate 64 to a word

    def wishes(self, claim: Claim, scope: Scope) -> Iterable[Wish]:
        """The profile's universes, to stand in for a solver that would decide of all their classes; no selection."""
        if selections(claim):
            return []
        own = scope.profile.families[-1:] if scope.profile.structured and about_families(claim) else ()
        universes = scope.of_classes(claim, (*scope.profile.structured, *own))
        return [Wish(universe, instead_of=None if scope.everywhere else "cadical") for universe in universes]

    def supports(self, question: Question, budget: Budget, resources: Resources = ALONE) -> str | None:
        """Why the prover cannot answer, or None where it can."""
        universe = question.universe
        if not isinstance(universe, ClassUniverse | Everything):
            return "the universe is not a set of classes"
        if budget.cases < 1:
            return "the budget allows no cases"
        return why_not_about_classes(question.claim, getattr(universe, "labels", None))

    def run(self, question: Question, budget: Budget, resources: Resources = ALONE) -> Evidence:
        """Test the claim on drawn classes; ask ``supports`` first."""
        space = structured_classes(question.claim, question.universe)
        search = _Search(question, algorithms(question.claim), Tally(), budget.calls)
        search.run(space, budget)
        return _evidence(question, space, budget, search)


@dataclass
class _Search:
    """One run: the judgements of the examples drawn, up to the first violation, then the shrunk one."""

    question: Question
    fixed: dict[str, Callable[..., object]]
    tally: Tally
    allowed: int
    left_out: int = 0
    calls: int = 0

    def run(self, space: StructuredClasses, budget: Budget) -> None:
        drawn = drawn_arguments(self.question.claim, space)
        try:
            found = find(drawn, self._violated, settings=_settings(budget), random=Random(budget.seed))
        except (NoSuchExample, CallLimitReached):
            return
        self.tally.violation = {**found, **self.fixed}

    def _violated(self, drawn: Arguments) -> bool:
        if self.tally.violation is not None:
            return self._shrinks_to(drawn)
        if self.left_out and self.calls >= self.allowed:
            raise CallLimitReached("drawing more examples takes long, and none would be judged")
        judgement = self._judged_within(min(MOST_CALLS, self.allowed - self.calls), drawn)
        if judgement is None:
            self.left_out += 1
            return False
        self.tally.add(drawn, judgement)
        return judgement.violated is True

    # The budget in all does not end the shrinking, or counterexamples would stay large
    def _shrinks_to(self, drawn: Arguments) -> bool:
        judgement = self._judged_within(MOST_CALLS, drawn)
        return judgement is not None and judgement.violated is True

    def _judged_within(self, most: int, drawn: Arguments) -> Judgement | None:
        """The judgement, or None where it takes more calls."""
        try:
            with call_limit(most) as count:
                return self._judge(drawn)
        except CallLimitReached:
            return None
        finally:
            self.calls += count.calls

    def _judge(self, drawn: Arguments) -> Judgement:
        return judge(self.question, {**drawn, **self.fixed})


def _settings(budget: Budget) -> settings:
    return settings(
        max_examples=min(budget.cases, MOST_EXAMPLES),
        phases=(Phase.generate, Phase.shrink),  # no reuse and no database: the seed alone decides what is drawn
        database=None,
        deadline=None,
        derandomize=False,
    )


def _evidence(question: Question, space: StructuredClasses, budget: Budget, search: _Search) -> Evidence:
    tally = search.tally
    refuted = tally.violation is not None
    nothing = tally.cases == 0 or bool(tally.undecided)
    return Evidence(
        prover="hypothesis",
        universe=space.named(question.claim) + ranges_text(small_integers(question.claim)),
        outcome="refuted" if refuted else "open" if nothing else "tested",
        size=space.size(question.claim),
        cases=tally.cases,
        violations=int(refuted),
        seconds=perf_counter() - tally.started,
        command=question.command,
        seed=budget.seed,
        detail="; ".join(_details(search)),
        beyond_reach=tally.beyond_reach,
        premise_cases=tally.premise_cases,
        counterexample=counterexample(tally.violation) if tally.violation is not None else None,
        python=tally.python,
    )


def _details(search: _Search) -> Iterator[str]:
    """Where the counterexample lives, what is undecided, and how much was left out."""
    if search.tally.violation is not None:
        classes = [H for H in search.tally.violation.values() if isinstance(H, ConceptClass)]
        yield f"found on points 0..{classes[0].points - 1} with labels 0..{max(H.k for H in classes)}"
    if search.tally.detail:
        yield search.tally.detail
    if search.left_out:
        limits = f"{MOST_CALLS} calls each or {search.allowed} in all, after which none is drawn"
        yield f"examples left out: {search.left_out}, for more than {limits}"
