"""LYU25's algorithms 3 and 4: the private online learner DP-OL, which publishes a hypothesis before each query.

Its k teachers, each with data sets of its own, agree on a hypothesis in each call of JointTrain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from littlestone.impl.decompositions.decompositions import Decompositions, Subclasses
from littlestone.impl.privacy.lyu_mechanisms import drawn_by_score, frequencies, is_noisily_above
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.samples import Example, Sample
from littlestone.spec.online.joint_training import Transcript
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


class JointTraining:
    """The teachers' class and stage j*, 1 at first; raises EmptyClassError, and ParameterError where d < LDim."""

    def __init__(self, functions: Iterable[Function], plan: OnlinePlan, stage: int = 1) -> None:
        self.plan, self.stage, self._tables = plan, stage, dict[int, Decompositions]()
        self.classes = _subclasses(tuple(sorted(set(functions))))
        dimension = self.classes.dimension(self.classes.everything)
        if dimension > plan.d:
            raise ParameterError("d", plan.d, f"at least {dimension}, the Littlestone dimension of the class")

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


# audits and benchmarks start many learners of one class, whose dimension may take seconds
_subclasses = lru_cache(maxsize=16)(Subclasses)


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


class PrivateOnlineLearner:
    """A run of the learner; ``hypothesis`` is what it publishes before the next query, then ``observe`` tells the pair.

    What the print leaves open: the buffer is a multiset, as a set of pairs it could never hold U mistakes; before the
    first call, and after a call that has used up all stages, the hypothesis stays what it was, 0 everywhere at the very
    first; after HALT it is published for ever. None of that looks at the data again. ``calls`` holds (t, j*) for each
    call, t the step after which it was made; ``halted`` is the step of HALT, or None. Raises as ``JointTraining`` does.
    Source: LYU25, algorithm 3.
    """

    def __init__(self, functions: Iterable[Function], plan: OnlinePlan, source: Randomness) -> None:
        self.plan, self.source, self._training = plan, source, JointTraining(functions, plan)
        self.hypothesis: Function = (0,) * len(self._training.classes.ones)
        self.steps = self.mistakes = 0
        self.halted: int | None = None
        self.calls: tuple[tuple[int, int], ...] = ()
        self._buffer: list[Example] = []
        self._collections: list[tuple[Sample, ...]] = [()] * plan.teachers
        self._train()

    def observe(self, point: int, label: int) -> None:
        """One step: the label of the query, a mistake kept, and the noisy test of how many there are."""
        self.steps += 1
        if label != self.hypothesis[point]:
            self.mistakes += 1
            self._buffer.append((point, label))
        mistakes, plan = len(self._buffer), self.plan
        if self.halted is None and is_noisily_above(mistakes, plan.buffer, plan.buffer_epsilon, self.source):
            self.answer()

    def answer(self) -> None:
        """What follows a passed test: the budget, the split of the buffer into A_1, ..., A_k, and the call."""
        if len(self.calls) > self.plan.calls:
            self.halted = self.steps
            return
        chunks: list[list[Example]] = [[] for _ in range(self.plan.teachers)]
        for row, place in zip(self._buffer, chunk_places(len(self._buffer), self.plan, self.source), strict=True):
            chunks[place].append(row)
        # sorted, since nothing depends on the order
        self._collections = [(*given, tuple(sorted(A))) for given, A in zip(self._collections, chunks, strict=True)]
        self._train()
        self._buffer = []

    def _train(self) -> None:
        found = self._training.call(self._collections, self.source)
        self.calls = (*self.calls, (self.steps, self._training.stage))
        self.hypothesis = self.hypothesis if found is None else found


def chunk_places(n: int, plan: OnlinePlan, source: Randomness) -> Sequence[int]:
    """The data set of each of n examples: an independent uniform one or, as printed, all of them of equal size.

    Where k does not divide n, the first n mod k data sets of the equal split are one larger.
    """
    k = plan.teachers
    if plan.split == "independent":
        return [int(source.uniform(k)) for _ in range(n)]
    return [place % k for place in source.shuffle(n)]


@implements("LYU25.A3")
def private_online_learn(
    functions: Iterable[Function], stream: Sequence[Example], plan: OnlinePlan, source: Randomness
) -> Transcript:
    """The learner on a whole stream of pairs (point, label), realizable or not: what it makes public until it halts."""
    learner = PrivateOnlineLearner(functions, plan, source)
    published: list[Function] = []
    for point, label in stream:
        published.append(learner.hypothesis)
        learner.observe(point, label)
        if learner.halted is not None:
            break
    return Transcript((*published, learner.hypothesis), learner.calls, learner.halted)
