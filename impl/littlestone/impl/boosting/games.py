"""Boosting as a game in NumPy: lazy dense updates in iterated play, and Pythia (BCS20, algorithms 6 to 9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, log

import numpy as np

from littlestone.impl.boosting.projections import lazy_measure
from littlestone.impl.registry import implements
from littlestone.spec.learning.randomness import ParameterError


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
