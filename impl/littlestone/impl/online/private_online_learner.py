"""LYU25's algorithm 3: the private online learner DP-OL, which publishes a hypothesis before each query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.online.joint_training import Call, JointTraining
from littlestone.impl.privacy.above_threshold import chance_of_above, first_passing, is_noisily_above
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Real
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Randomness, is_true
from littlestone.spec.learning.samples import Example, Sample
from littlestone.spec.online.joint_training import Transcript
from littlestone.spec.online.plans import OnlinePlan


@dataclass
class PrivateOnlineLearner:
    """A run of the learner; ``hypothesis`` is what it publishes before the next query, then ``observe`` tells the pair.

    What the print leaves open: the buffer is a multiset, as a set of pairs it could never hold U mistakes; before the
    first call, and after a call that has used up all stages, the hypothesis stays what it was, 0 everywhere at the very
    first; after HALT it is published for ever. None of that looks at the data again. ``records`` holds each call with
    the data it saw, ``times`` the step after which it was made; ``halted`` is the step of HALT, or None. Raises as
    ``JointTraining`` does. Source: LYU25, algorithm 3.
    """

    functions: Iterable[Function]
    plan: OnlinePlan
    source: Randomness
    hypothesis: Function = field(init=False)
    steps: int = 0
    mistakes: int = 0
    halted: int | None = None
    records: list[Call] = field(init=False, default_factory=list)
    times: list[int] = field(init=False, default_factory=list)
    _training: JointTraining = field(init=False, repr=False)
    _left: int = field(init=False)
    _buffer: list[Example] = field(init=False, default_factory=list)
    _collections: list[list[Sample]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._training = JointTraining(self.functions, self.plan)
        self.hypothesis = (0,) * len(self._training.classes.ones)
        self._left = self.plan.calls
        self._collections = [[] for _ in range(self.plan.teachers)]
        self._train()

    def observe(self, point: int, label: int) -> None:
        """One step: the label of the query, a mistake kept, and the noisy test of how many there are."""
        self.steps += 1
        if label != self.hypothesis[point]:
            self.mistakes += 1
            self._keep(point, label)
        if self.halted is None and self._passes():
            self.answer()

    def _keep(self, point: int, label: int) -> None:
        self._buffer.append((point, label))

    def skip(self, steps: int) -> int:
        """At most so many steps without a mistake, up to the first passed test; how many they were.

        The same law as ``observe`` on each of them: the tests between two mistakes have equal chances, so that the
        first one that passes is drawn at once.
        """
        passed = None if self.halted is not None else self._first_passing(steps)
        done = steps if passed is None else passed + 1
        self.steps += done
        if passed is not None:
            self.answer()
        return done

    def _passes(self) -> bool:
        """Whether |E| plus Laplace noise exceeds U."""
        return is_noisily_above(len(self._buffer), self.plan.buffer, self.plan.buffer_epsilon, self.source)

    def _first_passing(self, steps: int) -> int | None:
        """The first of so many tests that passes: one after the other where each is likely to."""
        buffered, plan = len(self._buffer), self.plan
        if is_true(buffered >= Real.of(plan.buffer)):
            return next((i for i in range(steps) if self._passes()), None)
        return first_passing(chance_of_above(buffered, plan.buffer, plan.buffer_epsilon), steps, self.source)

    def answer(self) -> None:
        """What follows a passed test: the budget, the split of the buffer, and the call."""
        self._left -= 1
        if self._left < 0:
            self.halted = self.steps
            return
        for collection, chunk in zip(self._collections, self._chunks(), strict=True):
            collection.append(chunk)
        self._train()
        self._buffer = []

    def _chunks(self) -> Iterator[Sample]:
        """A_1, ..., A_k: their rows sorted, since nothing depends on the order."""
        places = chunk_places(len(self._buffer), self.plan, self.source)
        chunks: list[list[Example]] = [[] for _ in range(self.plan.teachers)]
        for row, place in zip(self._buffer, places, strict=True):
            chunks[place].append(row)
        return (tuple(sorted(chunk)) for chunk in chunks)

    def _train(self) -> None:
        call = self._training.call(self._collections, self.source)
        self.records.append(call)
        self.times.append(self.steps)
        self.hypothesis = self.hypothesis if call.hypothesis is None else call.hypothesis

    @property
    def calls(self) -> tuple[tuple[int, int], ...]:
        """(t, j*) after each call."""
        return tuple((t, call.stage) for t, call in zip(self.times, self.records, strict=True))


def chunk_places(n: int, plan: OnlinePlan, source: Randomness) -> Sequence[int]:
    """The data set of each of n examples: an independent uniform one or, as printed, all of them of equal size.

    Where k does not divide n, the first n mod k data sets of the equal split are one larger.
    """
    k = plan.teachers
    if plan.split == "independent":
        return [int(source.uniform(k)) for _ in range(n)]
    sizes = [n // k + (i < n % k) for i in range(k)]
    ends = [i for i, size in enumerate(sizes) for _ in range(size)]
    return [ends[place] for place in source.shuffle(n)]


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


# ---- A whole stream at once: between two mistakes, the tests are drawn as one waiting time


Integers = NDArray[np.int64]


@implements("LYU25.A3.fast")
def private_online_learn_at_once(
    functions: Iterable[Function], stream: Sequence[Example], plan: OnlinePlan, source: Randomness
) -> Transcript:
    """As ``private_online_learn``, with the same law: for long streams, and for sources whose choices are slow."""
    learner = PrivateOnlineLearner(functions, plan, source)
    published = tuple(publications(learner, stream))
    return Transcript((*published[: learner.halted], learner.hypothesis), learner.calls, learner.halted)


def publications(learner: PrivateOnlineLearner, stream: Sequence[Example]) -> Iterator[Function]:
    """The hypotheses that the learner publishes before each step of the stream; it learns meanwhile."""
    rows: Integers = np.array(stream, dtype=np.int64).reshape(-1, 2)
    done = 0
    while done < len(rows):
        published = learner.hypothesis
        steps = _until_call(learner, rows[done:])
        done += steps
        yield from (published for _ in range(steps))


def _until_call(learner: PrivateOnlineLearner, rows: Integers) -> int:
    """Steps up to the next passed test or the end of the rows; how many they were."""
    wrong = np.flatnonzero(np.array(learner.hypothesis)[rows[:, 0]] != rows[:, 1]).tolist()
    done, calls = 0, _answered(learner)
    for end in (*wrong, len(rows)):
        done += learner.skip(end - done)
        if _answered(learner) != calls or done == len(rows):
            break
        learner.observe(*rows[done].tolist())
        done += 1
        if _answered(learner) != calls:
            break
    return done


def _answered(learner: PrivateOnlineLearner) -> int:
    """How many tests have passed."""
    return len(learner.records) + (learner.halted is not None)
