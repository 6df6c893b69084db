"""LYU25's algorithm 4: k teachers, each with data sets of its own, agree on a hypothesis; each call is recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from littlestone.impl.decompositions.decompositions import Decompositions
from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.impl.privacy.above_threshold import is_noisily_above
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import ParameterError, Randomness, exact
from littlestone.spec.learning.samples import Sample
from littlestone.spec.online.plans import OnlinePlan

Collection = Sequence[Sample]
Draw = Function | None


@dataclass(frozen=True)
class Stage:
    """One pass of the loop of a call: H_i^j and L_i^j of every teacher, m, and whether its test passed."""

    number: int
    classes: tuple[tuple[Function, ...], ...]
    lists: tuple[tuple[Function, ...], ...]
    largest: int
    passed: bool

    @property
    def scores(self) -> Mapping[Function, int]:
        """How many of the lists have each candidate."""
        return dict(sorted(Counter(f for listed in self.lists for f in listed).items()))


@dataclass(frozen=True)
class Call:
    """All that one call sees and does: S^(1), ..., S^(k), the stages that it goes through, and its draws.

    ``hypothesis`` is None, and there are no draws, where all stages are used up; ``stage`` is j* after the call.
    """

    collections: tuple[tuple[Sample, ...], ...]
    stages: tuple[Stage, ...]
    draws: tuple[Draw, ...]
    hypothesis: Draw
    stage: int


@implements("LYU25.A4.def")
def define_class(functions: Iterable[Function], collection: Collection, threshold: Fraction) -> tuple[Function, ...]:
    """DefineClass: the functions that err on at most this share of each data set; an empty one excludes nothing."""
    listed = tuple(functions)
    most = [(errors(listed, sample), threshold * len(sample)) for sample in collection]
    return tuple(h for i, h in enumerate(listed) if all(counts[i] <= allowed for counts, allowed in most))


# A data set is asked about in every later call; equal ones are common where k is large
@lru_cache(maxsize=1 << 16)
def errors(functions: tuple[Function, ...], sample: Sample) -> tuple[int, ...]:
    """How many examples of the sample each function has wrong."""
    rows = Counter(sample).items()
    return tuple(sum(times for (x, y), times in rows if h[x] != y) for h in functions)


def majority(draws: Iterable[Draw], points: int) -> Function:
    """The label that most draws give each point: the failure symbol None has no say, and a tie gives 0."""
    voters = [h for h in draws if h is not None]
    return tuple(int(2 * sum(labels) > len(voters)) for labels in zip(*voters, strict=True)) or (0,) * points


@dataclass
class JointTraining:
    """The teachers' common state: the class with its decompositions, and the stage indicator j*, 1 at first.

    Raises EmptyClassError, and ParameterError where d is below the Littlestone dimension of the class.
    """

    functions: Iterable[Function]
    plan: OnlinePlan
    stage: int = 1
    classes: Subclasses = field(init=False, repr=False)
    _tables: dict[int, Decompositions] = field(init=False, repr=False, default_factory=dict)
    _lists: dict[tuple[int, tuple[Function, ...]], tuple[Function, ...]] = field(
        init=False, repr=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        self.classes = _subclasses(tuple(sorted(set(self.functions))))
        dimension = self.classes.dimension(self.classes.everything)
        if dimension > self.plan.d:
            raise ParameterError("d", self.plan.d, f"at least {dimension}, the Littlestone dimension of the class")

    def call(self, collections: Sequence[Collection], source: Randomness) -> Call:
        """JointTrain on S^(1), ..., S^(k): stage after stage until a test passes, or none is left."""
        seen: list[Stage] = []
        while self.stage <= self.plan.stages:
            seen.append(self.at_stage(collections, source))
            if seen[-1].passed:
                break
            self.stage += 1
        draws = tuple(self.draws(seen[-1], source)) if seen and seen[-1].passed else ()
        hypothesis = majority(draws, len(self.classes.ones)) if draws else None
        return Call(tuple(map(tuple, collections)), tuple(seen), draws, hypothesis, self.stage)

    def at_stage(self, collections: Sequence[Collection], source: Randomness) -> Stage:
        """The classes and lists of the stage, and its noisy test of the largest frequency."""
        threshold = self.plan.threshold(self.stage)
        classes = tuple(define_class(self.classes.functions, collection, threshold) for collection in collections)
        lists = tuple(self.essential(H) for H in classes)
        largest = max(Counter(f for listed in lists for f in listed).values(), default=0)
        return Stage(self.stage, classes, lists, largest, self.agree(largest, source))

    def essential(self, functions: tuple[Function, ...]) -> tuple[Function, ...]:
        """The (2^j d^3, d)-essential hypotheses of a subclass; none of the empty one, nor of an emptied list."""
        key = self.stage, functions
        if functions and key not in self._lists:
            table, mask = self._tables.setdefault(self.stage, self._decompositions()), self.classes.mask(functions)
            empty = self.plan.emptied and table.dimension(mask) != self.plan.stages - self.stage
            self._lists[key] = () if empty else table.essential(mask)
        return self._lists[key] if functions else ()

    def _decompositions(self) -> Decompositions:
        return Decompositions(self.classes, self.plan.points(self.stage), self.plan.d)

    def agree(self, largest: int, source: Randomness) -> bool:
        """Whether m plus Laplace noise exceeds 4k/5."""
        return is_noisily_above(largest, self.plan.wanted, self.plan.stage_epsilon, source)

    def draws(self, stage: Stage, source: Randomness) -> Iterator[Draw]:
        """The O(log T) draws of SparseSample from the lists, each with the failure symbol at score B."""
        candidates, epsilon = list(stage.scores), exact(2 * Real.of(self.plan.sample_epsilon))
        scores: list[Expression] = [*stage.scores.values(), self.plan.bottom]
        for _ in range(self.plan.draws):
            i = source.exponential(scores, epsilon)
            yield candidates[i] if i < len(candidates) else None


@lru_cache(maxsize=16)  # audits and benchmarks start many learners of one class, whose dimension may take seconds
def _subclasses(functions: tuple[Function, ...]) -> Subclasses:
    return Subclasses(functions)


@implements("LYU25.A4")
def joint_train(
    functions: Iterable[Function], collections: Sequence[Collection], stage: int, plan: OnlinePlan, source: Randomness
) -> tuple[int, Draw]:
    """JointTrain: j* after the call that begins at ``stage``, and the hypothesis, None where all stages are used up.

    ``functions`` is a non-empty class of 0/1 functions; there is a collection of data sets for each of the k teachers.
    Raises as ``JointTraining`` does. Source: LYU25, algorithm 4.
    """
    call = JointTraining(functions, plan, stage).call(collections, source)
    return call.stage, call.hypothesis
