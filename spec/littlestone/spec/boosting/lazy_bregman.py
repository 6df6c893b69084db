"""Dense multiplicative weights, projected lazily (once, at the end) or eagerly (after every update), exactly.

The learning rate lambda enters as ``shrink`` = e^-lambda, a rational in (0, 1): weights are then rational wherever the
powers of it are, as for integer losses, or losses in multiples of 1/k where it is a k-th power.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from littlestone.spec.algebra.reals import RATIONAL, Real, ln
from littlestone.spec.boosting.measures import Measure, MeasureError, projection

Losses = tuple[Fraction, ...]


def learning_rate(shrink: Fraction) -> Real:
    """lambda = ln(1 / shrink)."""
    return ln(1 / Fraction(shrink))


def loss(margin: Fraction) -> Fraction:
    """(1 + y h(x)) / 2 in [0, 1], the loss 1 - |h(x) - y| / 2 of an example whose margin y h(x) is in [-1, 1]."""
    return (1 + Fraction(margin)) / 2


def cumulative(rounds: Sequence[Sequence[Fraction]], n: int) -> Losses:
    """The sum of each point's losses over the rounds, 0 where there is none: L_i = sum over t of l_t(i)."""
    return tuple(sum((Fraction(r[i]) for r in rounds), Fraction(0)) for i in range(int(n)))


def updated(mu: Measure, shrink: Fraction, losses: Sequence[Fraction]) -> Measure:
    """mu(i) shrink^losses(i), without a projection; raises MeasureError where that is irrational."""
    return tuple(w * _power(shrink, x) for w, x in zip(mu, losses, strict=True))


def unprojected(kappa: Fraction, shrink: Fraction, losses: Sequence[Fraction]) -> Measure:
    """kappa e^(-lambda L_i), of each point's cumulative loss L_i (``cumulative`` adds up rounds)."""
    return updated((Fraction(kappa),) * len(losses), shrink, losses)


def next_measure(kappa: Fraction, shrink: Fraction, losses: Sequence[Fraction]) -> Measure:
    """The lazy update: the projection of kappa e^(-lambda L_i) onto the kappa-dense measures, of cumulative losses."""
    return projection(unprojected(kappa, shrink, losses), kappa)


def eager_measure(kappa: Fraction, shrink: Fraction, rounds: Sequence[Sequence[Fraction]], n: int) -> Measure:
    """The eager update: from kappa everywhere, a projection after every round's multiplication."""
    mu = (Fraction(kappa),) * int(n)
    for losses in rounds:
        mu = projection(updated(mu, shrink, losses), kappa)
    return mu


def _power(shrink: Fraction, exponent: Fraction) -> Fraction:
    power = Real.of(Fraction(shrink)) ** Fraction(exponent)
    if power.op is not RATIONAL:
        raise MeasureError("shrink", shrink, f"a rational whose power {exponent} is rational")
    return power.value
