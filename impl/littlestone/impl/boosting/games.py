"""Boosting as a game in NumPy: iterated play, lazy dense updates and Pythia (BCS20, algorithms 6 to 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.boosting.projections import Density, Floats, dense_weights
from littlestone.impl.registry import implements
from littlestone.spec.learning.randomness import ParameterError

Integers = NDArray[np.int64]
Strategy = Callable[[int, Floats], Floats]
RowPlayer = Callable[[Floats], Floats]


def lazy_dense_updates(losses: Floats, kappa: Density, rate: float) -> Floats:
    """LDU: kappa e^(-rate L), projected once; L the cumulative losses of the rows. The induced distribution."""
    weights = dense_weights(log(kappa) - rate * losses, kappa)
    return np.asarray(weights / weights.sum())


def iterated_play(game: Floats, row_player: RowPlayer, column_player: Strategy, rounds: int) -> tuple[float, Floats]:
    """What the row player pays in so many rounds, and the cumulative losses of the rows.

    The row player sees the cumulative losses, the column player the round 1, 2, ... and the row player's distribution.
    """
    cost, revealed = 0.0, np.zeros(len(game))
    for t in range(1, rounds + 1):
        rows = row_player(revealed)
        losses = game @ column_player(t, rows)
        cost += float(rows @ losses)
        revealed = revealed + losses
    return cost, revealed


def pythia(margins: Floats, kappa: Density) -> tuple[Integers, float]:
    """The indices of the bad points and theta: all negative margins, or the ceil(kappa n) least margins if these are
    more; theta is then the largest of these margins, else 0. Found by selection; ties go to the lower index.

    Raises ParameterError unless 0 < kappa <= 1 and there are margins.
    """
    if not 0 < kappa <= 1 or not len(margins):
        raise ParameterError("kappa", kappa, f"in (0, 1], of at least one margin, not {len(margins)}")
    wanted = ceil(Fraction(kappa) * len(margins))
    mistakes = np.flatnonzero(margins < 0)
    if len(mistakes) >= wanted:
        return mistakes, 0.0
    theta = float(np.partition(margins, wanted - 1)[wanted - 1])
    below, equal = np.flatnonzero(margins < theta), np.flatnonzero(margins == theta)
    return np.sort(np.concatenate([below, equal[: wanted - len(below)]])), theta


# ---- As claims ask


@implements("BCS20.A6.fast")
def cost_of_lazy_play(
    game: Sequence[Sequence[Fraction]], columns: Sequence[Sequence[Fraction]], kappa: Fraction, shrink: Fraction
) -> Fraction:
    """What lazy dense updates pay against these columns' mixed strategies, one a round; the float as a rational."""
    table, played = np.array(game, dtype=np.float64), np.array(columns, dtype=np.float64)

    def row_player(losses: Floats) -> Floats:
        return lazy_dense_updates(losses, kappa, -log(shrink))

    return Fraction(iterated_play(table, row_player, lambda t, _: played[t - 1], len(columns))[0])


@implements("BCS20.A8.fast")
def bad_points(margins: Sequence[Fraction], kappa: Fraction) -> tuple[tuple[int, ...], Fraction]:
    """Pythia's bad points in increasing order, and theta."""
    bad, theta = pythia(np.array(margins, dtype=np.float64), kappa)
    return tuple(bad.tolist()), Fraction(theta)
