"""Binomial tails and Clopper-Pearson bounds that are rigorous: every bound is verified by Arb and rounded outward.

scipy finds such bounds by root finding in floats, and some of its answers lie a hair inside the exact ones. Here its
answer is a first guess only, moved outward until the exact tail at it is verified to be small enough.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from flint import arb, ctx, fmpq

from littlestone.spec.learning.randomness import ParameterError, checked_count

PRECISIONS = (64, 128, 256)  # what 256 bits leave open counts as not shown, which moves a bound outward
FIRST_STEP = Fraction(1, 2**52)  # one unit in the last place of the guess, which is a float


class Interval(NamedTuple):
    """A confidence interval for a probability; its ends are exact rationals in [0, 1]."""

    lower: Fraction
    upper: Fraction


def upper_tail(trials: int, p: Fraction, k: int) -> Fraction:
    """Pr[Bin(trials, p) >= k] as an exact rational, by summation: for few trials."""
    return sum((comb(trials, i) * p**i * (1 - p) ** (trials - i) for i in range(max(k, 0), trials + 1)), Fraction(0))


def upper_tail_ball(trials: int, p: Fraction, k: int, precision: int) -> arb:
    """A ball that contains Pr[Bin(trials, p) >= k] = I_p(k, trials - k + 1), computed with this many bits."""
    if not 0 < k <= trials:
        return arb(int(k <= 0))
    with ctx.workprec(precision):
        return rational_ball(p).beta_lower(k, trials - k + 1, regularized=1)


def upper_tail_at_most(trials: int, p: Fraction, k: int, error: Fraction) -> bool:
    """Pr[Bin(trials, p) >= k] <= error is verified; False where it is false or 256 bits do not decide it."""
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            tail, most = upper_tail_ball(trials, p, k, precision), rational_ball(error)
        if tail <= most:
            return True
        if tail > most:
            return False
    return False


def lower_bound(successes: int, trials: int, error: Fraction) -> Fraction:
    """A one-sided Clopper-Pearson lower bound on a probability: it is too large with probability at most ``error``.

    At the bound p the exact tail Pr[Bin(trials, p) >= successes] is verified to be at most ``error``, a rational in
    (0, 1); 0 where there are no successes. Raises ParameterError on counts that are not 0 <= successes <= trials with
    trials >= 1, and on an error that is no Fraction in (0, 1). (Clopper and Pearson 1934.)
    """
    successes, trials = _checked(successes, trials, error)
    return _lower_bound(successes, trials, error)


def upper_bound(successes: int, trials: int, error: Fraction) -> Fraction:
    """A one-sided Clopper-Pearson upper bound on a probability: it is too small with probability at most ``error``.

    At the bound p the exact tail Pr[Bin(trials, p) <= successes] is verified to be at most ``error``; 1 where every
    trial succeeds. Raises what ``lower_bound`` raises.
    """
    successes, trials = _checked(successes, trials, error)
    return 1 - _lower_bound(trials - successes, trials, error)


def clopper_pearson(successes: int, trials: int, error: Fraction) -> Interval:
    """The two-sided Clopper-Pearson interval, rounded outward: it misses the probability with chance at most ``error``.

    Each end is a one-sided bound at error / 2; for one side at the whole error ask ``lower_bound`` or ``upper_bound``,
    whose errors add up where both are used. Raises what ``lower_bound`` raises.
    """
    successes, trials = _checked(successes, trials, error)
    return Interval(lower_bound(successes, trials, error / 2), upper_bound(successes, trials, error / 2))


@lru_cache(maxsize=65536)
def _lower_bound(successes: int, trials: int, error: Fraction) -> Fraction:
    """The guess, moved outward by steps that double until the tail is verified."""
    if successes == 0:
        return Fraction(0)
    guess = _guess(successes, trials, error)
    p, step = guess, guess * FIRST_STEP
    while p > 0 and not upper_tail_at_most(trials, p, successes, error):
        p, step = guess - step, 2 * step
    return max(p, Fraction(0))


def _guess(successes: int, trials: int, error: Fraction) -> Fraction:
    """About the p with Pr[Bin(trials, p) >= successes] = error, from floats."""
    from scipy.special import betaincinv  # a sixth of what importing all provers takes, and few claims need it

    return Fraction(float(betaincinv(successes, trials - successes + 1, float(error))))


def rational_ball(number: Fraction) -> arb:
    """A ball around a rational, of the precision of the context."""
    return arb(fmpq(number.numerator, number.denominator))


def _checked(successes: int, trials: int, error: Fraction) -> tuple[int, int]:
    """The counts as plain integers, NumPy's included."""
    if not isinstance(error, Fraction) or not 0 < error < 1:
        raise ParameterError("error", error, "a Fraction above 0 and below 1")
    trials = checked_count("trials", trials, 1)
    return trials - checked_count("trials - successes", trials - checked_count("successes", successes, 0), 0), trials
