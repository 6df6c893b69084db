"""LB-NxM, the lazy update of boosting, from cumulative losses in NumPy (BCS20, algorithm 4).

The measure after hypotheses h_1..h_t is the projection of kappa e^(-lambda L_i), L_i the sum of the losses
1 - |h_j(x_i) - y_i| / 2 of example i: nothing but the sum is kept, and it is projected once a round, never on the way.
A hypothesis is taken as clipped to [-1, 1]. Beyond, a loss may be negative and the weight larger than 1: then the
measure is neither smooth nor slick, and a learner that is private for clipped values is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log

import numpy as np

from littlestone.impl.boosting.projections import Density, Floats, dense_weights
from littlestone.impl.registry import implements
from littlestone.spec.learning.randomness import ParameterError


def losses_of(margins: Floats) -> Floats:
    """(1 + m) / 2 in [0, 1] for each margin y h(x), clipped to [-1, 1]: large where an example is well classified."""
    losses: Floats = (1 + np.clip(margins, -1, 1)) / 2
    return losses


class LazyUpdates:
    """The state of LB-NxM on n examples: each one's cumulative loss. kappa is in (0, 1], rate = lambda > 0.

    Raises ParameterError outside of these ranges.
    """

    def __init__(self, examples: int, kappa: Density, rate: float) -> None:
        if not rate > 0:
            raise ParameterError("rate", rate, "positive")
        self.kappa, self.rate = kappa, rate
        self.losses = np.zeros(examples)

    def add(self, margins: Floats) -> None:
        """Count one more hypothesis, by its margins y_i h(x_i)."""
        self.losses += losses_of(margins)

    def measure(self) -> Floats:
        """The weights of the projected measure, of density kappa."""
        return dense_weights(log(self.kappa) - self.rate * self.losses, self.kappa)

    def distribution(self) -> Floats:
        """The measure over its size, so that no entry is above 1 / (kappa n) but by rounding."""
        weights = self.measure()
        distribution: Floats = weights / weights.sum()
        return distribution


@implements("BCS20.A4.fast")
def lazy_weights(
    margins: Sequence[Sequence[Fraction]], examples: int, kappa: Fraction, shrink: Fraction
) -> tuple[Fraction, ...]:
    """The floats of LB-NxM after rounds with these margins y_i h_t(x_i), as the rationals that they are.

    ``shrink`` is e^-lambda, in (0, 1).
    """
    updates = LazyUpdates(examples, kappa, -log(shrink))
    for row in margins:
        updates.add(np.array(row, dtype=np.float64))
    return tuple(Fraction(float(w)) for w in updates.measure())
