"""Bregman projection onto the measures of density at least kappa, and LB-NxM, the lazy update of boosting, in NumPy.

The projection is capped scaling, min(1, c mu) with the smallest c >= 1 of density at least kappa (Barak, Hardt and
Kale 2009, lemma 3.1; BCS20.L9), from the logarithms of the weights. Fewer than kappa n entries are capped, so that the
ceil(kappa n) heaviest alone are candidates. Weights are taken relative to the lightest of them, so that nothing is lost
where all are far below the least float.

The measure after hypotheses h_1..h_t is the projection of kappa e^(-lambda L_i), L_i the sum of the losses
1 - |h_j(x_i) - y_i| / 2 of example i: nothing but the sum is kept, and it is projected once a round (algorithm 4).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.registry import implements
from littlestone.spec.learning.randomness import ParameterError

Floats = NDArray[np.float64]
Density = Fraction | float
CERTAIN = 700.0  # heavier than a candidate by e^700: capped for certain, as n e^-700 is below any float's rounding


def dense_weights(log_weights: Floats, kappa: Density) -> Floats:
    """The weights, in [0, 1], of the projection of the measure exp(log_weights); -inf is weight 0.

    The number k of capped weights is the first one with (kappa n - k) w_(k+1) <= S_k, S_k the sum of all but the k
    heaviest; this is monotone in k. Raises ParameterError unless 0 < kappa <= 1, a weight is above 1 or nan, or fewer
    than kappa n are positive.
    """
    if not 0 < kappa <= 1:
        raise ParameterError("kappa", kappa, "in (0, 1]")
    if not len(log_weights) or not bool((log_weights <= 0).all()):
        raise ParameterError("log_weights", log_weights, "at least one, each at most 0")
    total = float(Fraction(kappa) * len(log_weights))
    place = len(log_weights) - ceil(total)
    ordered = np.partition(log_weights, place)
    shift = float(ordered[place])
    if shift == -np.inf:
        raise ParameterError("log_weights", log_weights, f"finite on at least {total} points")
    light = float(np.exp(ordered[:place] - shift).sum())
    heavy = np.exp(np.minimum(np.sort(ordered[place:])[::-1] - shift, CERTAIN))
    # by bisection, as NumPy adds a whole array by pairs: running sums would round off more than the noise allows for
    is_enough: Callable[[int], bool] = lambda k: bool((total - k) * heavy[k] <= light + heavy[k:].sum())  # noqa: E731
    k = bisect_left(range(len(heavy)), True, key=is_enough)
    c = (total - k) / (light + float(heavy[k:].sum()))
    if log(c) <= shift:
        return np.exp(log_weights)
    return np.asarray(np.minimum(c * np.exp(np.minimum(log_weights - shift, CERTAIN)), 1.0))


def losses_of(margins: Floats) -> Floats:
    """(1 + m) / 2 in [0, 1] for each margin y h(x), clipped to [-1, 1]: large where an example is well classified.

    Unclipped, a loss may be negative and the weight larger than 1: then the measure is neither smooth nor slick, and a
    learner that is private for clipped values is not.
    """
    losses: Floats = (1 + np.clip(margins, -1, 1)) / 2
    return losses


def lazy_measure(losses: Floats, kappa: Density, rate: float) -> Floats:
    """LB-NxM after these cumulative losses, one for each example: the weights of a measure of density kappa."""
    return dense_weights(log(kappa) - rate * losses, kappa)


# ---- As claims ask


@implements("BCS20.L9.fast")
def projected(weights: tuple[Fraction, ...], kappa: Fraction, scale: int = 0) -> tuple[Fraction, ...]:
    """The floats of ``dense_weights`` for the measure 2^-scale weights, as the rationals that they are."""
    logs = np.array([log(w) - scale * log(2) if w else -np.inf for w in weights])
    return tuple(Fraction(float(w)) for w in dense_weights(logs, kappa))


@implements("BCS20.A4.fast")
def lazy_weights(
    margins: Sequence[Sequence[Fraction]], examples: int, kappa: Fraction, shrink: Fraction
) -> tuple[Fraction, ...]:
    """The floats of LB-NxM after rounds with these margins y_i h_t(x_i), as the rationals that they are.

    ``shrink`` is e^-lambda, in (0, 1).
    """
    losses = sum((losses_of(np.array(row, dtype=np.float64)) for row in margins), np.zeros(examples))
    return tuple(Fraction(float(w)) for w in lazy_measure(losses, kappa, -log(shrink)))
