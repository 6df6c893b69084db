"""LYU25's algorithm 4: k teachers, each with data sets of its own, agree on a hypothesis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from littlestone.impl.decompositions.decompositions import Decompositions
from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.impl.privacy.lyu_mechanisms import drawn_by_score, frequencies, is_noisily_above
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.samples import Sample
from littlestone.spec.online.plans import OnlinePlan

Collection = Sequence[Sample]
Draw = Function | None


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

    def __post_init__(self) -> None:
        self.classes = _subclasses(tuple(sorted(set(self.functions))))
        dimension = self.classes.dimension(self.classes.everything)
        if dimension > self.plan.d:
            raise ParameterError("d", self.plan.d, f"at least {dimension}, the Littlestone dimension of the class")

    def call(self, collections: Sequence[Collection], source: Randomness) -> Draw:
        """JointTrain on S^(1), ..., S^(k): stage after stage until a test passes, or None where none is left.

        Then O(log T) draws of SparseSample from the lists, each with the failure symbol at score B.
        """
        plan = self.plan
        while self.stage <= plan.stages:
            scores = frequencies([self.essential(collection) for collection in collections])
            if is_noisily_above(max(scores.values(), default=0), plan.wanted, plan.stage_epsilon, source):
                draws = (drawn_by_score(scores, plan.sample_epsilon, plan.bottom, source) for _ in range(plan.draws))
                return majority(draws, len(self.classes.ones))
            self.stage += 1
        return None

    def essential(self, collection: Collection) -> tuple[Function, ...]:
        """L_i^j of a teacher: the (2^j d^3, d)-essential hypotheses to its H_i^j; none to the empty one, nor where the
        plan empties the list."""
        j, plan = self.stage, self.plan
        mask = self.classes.mask(define_class(self.classes.functions, collection, plan.threshold(j)))
        if j not in self._tables:
            self._tables[j] = Decompositions(self.classes, plan.points(j), plan.d)
        is_emptied = plan.emptied and self._tables[j].dimension(mask) != plan.stages - j
        return self._tables[j].essential(mask) if mask and not is_emptied else ()


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
    training = JointTraining(functions, plan, stage)
    found = training.call(collections, source)
    return training.stage, found
