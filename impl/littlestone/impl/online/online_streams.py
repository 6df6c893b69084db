"""LYU25's online learner on a whole stream at once: between two mistakes, the tests are drawn as one waiting time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.online.private_online_learner import PrivateOnlineLearner
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Example
from littlestone.spec.online.joint_training import Transcript
from littlestone.spec.online.plans import OnlinePlan

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
