"""The algorithms of BCS20 beside its halfspaces: Boost and Iter, noise on labels, iterated play, and Pythia.

The state between rounds is the list of hypotheses, in order and with multiplicity; the number of rounds is fixed in
advance, as a stopping time that depends on the data would not be private.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, log
from typing import TypeVar

import numpy as np

from littlestone.impl.boosting.projections import lazy_measure
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.randomness import ParameterError, Randomness, checked_count

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


@implements("BCS20.A6.fast")
def cost_of_lazy_play(
    game: Sequence[Sequence[Fraction]], columns: Sequence[Sequence[Fraction]], kappa: Fraction, shrink: Fraction
) -> Fraction:
    """What lazy dense updates pay against these columns' mixed strategies, one a round; the float as a rational.

    The row player's distribution is the lazy measure of the losses so far, ``shrink`` being e^-lambda.
    """
    table, cost = np.array(game, dtype=np.float64), 0.0
    losses = np.zeros(len(table))
    for column in np.array(columns, dtype=np.float64):
        weights, more = lazy_measure(losses, kappa, -log(shrink)), table @ column
        cost += float(weights @ more / weights.sum())
        losses = losses + more
    return Fraction(cost)


@implements("BCS20.A8.fast")
def pythia(margins: Sequence[Fraction], kappa: Fraction) -> tuple[tuple[int, ...], Fraction]:
    """The indices of the bad points, in increasing order, and theta: all negative margins, or the ceil(kappa n) least
    margins if these are more; theta is then the largest of these margins, else 0. Ties go to the lower index.

    Raises ParameterError unless 0 < kappa <= 1 and there are margins.
    """
    if not 0 < kappa <= 1 or not len(margins):
        raise ParameterError("kappa", kappa, f"in (0, 1], of at least one margin, not {len(margins)}")
    floats, wanted = np.array(margins, dtype=np.float64), ceil(kappa * len(margins))
    mistakes = np.flatnonzero(floats < 0)
    if len(mistakes) >= wanted:
        return tuple(mistakes.tolist()), Fraction(0)
    least = np.argsort(floats, kind="stable")[:wanted]
    return tuple(sorted(least.tolist())), Fraction(float(floats[least[-1]]))
