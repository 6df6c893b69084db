"""LYU25's algorithm 3: the private online learner DP-OL, which publishes a hypothesis before each query."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from littlestone.impl.online.joint_training import JointTraining
from littlestone.impl.privacy.lyu_mechanisms import is_noisily_above
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Example, Sample
from littlestone.spec.online.joint_training import Transcript
from littlestone.spec.online.plans import OnlinePlan


@dataclass
class PrivateOnlineLearner:
    """A run of the learner; ``hypothesis`` is what it publishes before the next query, then ``observe`` tells the pair.

    What the print leaves open: the buffer is a multiset, as a set of pairs it could never hold U mistakes; before the
    first call, and after a call that has used up all stages, the hypothesis stays what it was, 0 everywhere at the very
    first; after HALT it is published for ever. None of that looks at the data again. ``calls`` holds (t, j*) for each
    call, t the step after which it was made; ``halted`` is the step of HALT, or None. Raises as ``JointTraining`` does.
    Source: LYU25, algorithm 3.
    """

    functions: Iterable[Function]
    plan: OnlinePlan
    source: Randomness
    hypothesis: Function = field(init=False)
    steps: int = 0
    mistakes: int = 0
    halted: int | None = None
    calls: tuple[tuple[int, int], ...] = ()
    _training: JointTraining = field(init=False, repr=False)
    _buffer: list[Example] = field(init=False, default_factory=list)
    _collections: list[tuple[Sample, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._training = JointTraining(self.functions, self.plan)
        self.hypothesis = (0,) * len(self._training.classes.ones)
        self._collections = [()] * self.plan.teachers
        self._train()

    def observe(self, point: int, label: int) -> None:
        """One step: the label of the query, a mistake kept, and the noisy test of how many there are."""
        self.steps += 1
        if label != self.hypothesis[point]:
            self.mistakes += 1
            self._buffer.append((point, label))
        if self.halted is None and self._is_full():
            self.answer()

    def _is_full(self) -> bool:
        """Whether |E| plus Laplace noise exceeds U."""
        return is_noisily_above(len(self._buffer), self.plan.buffer, self.plan.buffer_epsilon, self.source)

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
