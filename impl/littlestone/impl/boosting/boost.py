"""Boost and Iter, the noised mechanism and the noisy oracle, over a source of randomness (BCS20, algorithms 1 to 3).

The state between rounds is the list of hypotheses, in order and with multiplicity; the number of rounds is fixed in
advance, as a stopping time that depends on the data would not be private.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.randomness import Randomness, checked_count

Row = TypeVar("Row")
Hypothesis = TypeVar("Hypothesis")
Point = TypeVar("Point")
Weights = Sequence[Fraction]
NextMeasure = Callable[[Sequence[Row], tuple[Hypothesis, ...]], Weights]
WeakLearner = Callable[[Sequence[Row], Weights, Randomness], Hypothesis]
Rows = tuple[tuple[Point, int], ...]


@implements("BCS20.A2.fast")
def iterate(
    sample: Sequence[Row],
    hypotheses: tuple[Hypothesis, ...],
    next_measure: NextMeasure[Row, Hypothesis],
    weak_learner: WeakLearner[Row, Hypothesis],
    source: Randomness,
) -> tuple[Hypothesis, ...]:
    """Iter: the list with one hypothesis more, that of the weak learner on the next measure, normalised."""
    measure = next_measure(sample, hypotheses)
    mass = sum(measure)
    return (*hypotheses, weak_learner(sample, tuple(w / mass for w in measure), source))


@implements("BCS20.A1.fast")
def boost(
    sample: Sequence[Row],
    rounds: int,
    next_measure: NextMeasure[Row, Hypothesis],
    weak_learner: WeakLearner[Row, Hypothesis],
    source: Randomness,
) -> tuple[Hypothesis, ...]:
    """Boost: the list of so many hypotheses, of which the classifier is the sign of the mean.

    Raises ParameterError unless there is at least one round.
    """
    found: tuple[Hypothesis, ...] = ()
    for _ in range(checked_count("rounds", rounds, 1)):
        found = iterate(sample, found, next_measure, weak_learner, source)
    return found


# ---- Noise on labels


def flipped(sample: Sequence[tuple[Point, int]], rate: Expression, source: Randomness) -> Rows[Point]:
    """The sample, each label -1 or 1 turned over with probability ``rate``, one by one in their order."""
    return tuple((x, -y if source.bernoulli(rate) else y) for x, y in sample)


@implements("BCS20.D51.fast")
def noisy_rows(
    points: Sequence[Point],
    weights: Sequence[Expression],
    target: Callable[[Point], int],
    rate: Expression,
    n: int,
    source: Randomness,
) -> Rows[Point]:
    """n calls of the noisy oracle: x by the weights, with the target's label, which is turned over at this rate."""
    drawn: list[tuple[Point, int]] = []
    for _ in range(checked_count("n", n, 0)):
        x = points[source.choice(weights)]
        drawn += flipped([(x, target(x))], rate, source)
    return tuple(drawn)


@implements("BCS20.A3.fast")
def noised_mechanism(
    sample: Sequence[tuple[int, int]],
    learner: Callable[[Rows[int], Randomness], Sequence[Expression]],
    rate: Expression,
    source: Randomness,
) -> tuple[tuple[int, int], ...]:
    """The error query of what the learner finds on the flipped labels: at each point the errors for labels 1 and -1.

    A value 0 is an error whatever the label.
    """
    hypothesis = learner(flipped(sample, rate, source), source)
    return tuple((int(value <= 0), int(value >= 0)) for value in hypothesis)
