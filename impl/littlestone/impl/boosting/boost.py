"""Boost and Iter over a source of randomness (BCS20, algorithms 1 and 2).

The state between rounds is the list of hypotheses, in order and with multiplicity; the number of rounds is fixed in
advance, as a stopping time that depends on the data would not be private.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from littlestone.impl.registry import implements
from littlestone.spec.learning.randomness import Randomness, checked_count

Row = TypeVar("Row")
Hypothesis = TypeVar("Hypothesis")
Weights = Sequence[Fraction]
NextMeasure = Callable[[Sequence[Row], tuple[Hypothesis, ...]], Weights]
WeakLearner = Callable[[Sequence[Row], Weights, Randomness], Hypothesis]


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
