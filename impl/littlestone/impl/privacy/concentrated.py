"""Concentrated privacy: rho of noise and of compositions, and what rho says of (epsilon, delta), both ways.

A mechanism is rho-zCDP where the Renyi divergence of every order a > 1 between its laws on neighbours is at most rho a
(Bun and Steinke 2016). Closed forms are exact numbers; what is searched for is a Fraction on the safe side, verified by
Arb. All raise ParameterError on a rho, sensitivity or deviation that is not positive, PrivacyParameterError on an
epsilon that is not positive or a delta outside (0, 1).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import log1p

from littlestone.impl.privacy.renyi import ball_of, high_end, low_end
from littlestone.impl.randomness.sources import as_float
from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.learning.mechanisms import gaussian_delta, root
from littlestone.spec.learning.privacy import PrivacyParameterError, checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, checked_positive, exact, is_true

HALVINGS = 40  # of a bracket no wider than its value: 12 digits, beyond what a claim is written with
LARGEST_ORDER = 1e9  # any order is sound; where the best one is beyond, delta is far below what anyone asks for


def epsilon_of_rho(rho: Expression, delta: Expression) -> Exact:
    """rho + 2 sqrt(rho ln(1/delta)): every rho-zCDP mechanism is private with it and this delta (BCS20 L15)."""
    return exact(checked_positive("rho", rho) + 2 * root(Real.of(rho) * ln(1 / Real.of(_inner_delta(delta)))))


def delta_of_rho(rho: Expression, epsilon: Expression) -> Exact:
    """A delta with which every rho-zCDP mechanism is (epsilon, delta)-private, at most 1.

    e^((a-1)(a rho - epsilon)) (1 - 1/a)^(a-1) / a at about the best order a > 1, each of which is sound: 1 - e^(t-z) is
    at most (1 - 1/a)^(a-1) e^((a-1)(z-t)) / a for every z (Canonne, Kamath, Steinke 2020, proposition 12). Smaller than
    what ``epsilon_of_rho`` allows.
    """
    r, e = Real.of(checked_positive("rho", rho)), Real.of(checked_epsilon(epsilon))
    low, high, rate, wanted = 1e-9, LARGEST_ORDER, as_float(r), as_float(e)
    for _ in range(200):  # about where (2 a - 1) rho + ln(1 - 1/a) = epsilon; the left side rises with a
        middle = (low * high) ** 0.5
        above = (2 * middle + 1) * rate + log1p(-1 / (1 + middle)) > wanted
        low, high = (low, middle) if above else (middle, high)
    a = 1 + (Fraction(low).limit_denominator(10**6) if low > 1e-3 else Fraction(low))
    delta = exp((a - 1) * (a * r - e) + (a - 1) * ln(1 - 1 / a)) / a
    return exact(delta) if is_true(delta < 1) else Fraction(1)


def tight_epsilon_of_rho(rho: Expression, delta: Expression) -> Fraction:
    """About the least epsilon that ``delta_of_rho`` shows for every rho-zCDP mechanism, rounded up."""
    return _least_epsilon(delta_of_rho, rho, delta)


def largest_rho(epsilon: Expression, delta: Expression) -> Exact:
    """The rho whose ``epsilon_of_rho`` at this delta is epsilon: (sqrt(epsilon + L) - sqrt L)^2 for L = ln(1/delta)."""
    width = ln(1 / Real.of(_inner_delta(delta)))
    # not as the difference, which loses its digits: sqrt(e + L) - sqrt L = e / (sqrt(e + L) + sqrt L)
    return exact((checked_epsilon(epsilon) / (root(epsilon + width) + root(width))) ** 2)


def largest_tight_rho(epsilon: Expression, delta: Expression) -> Fraction:
    """The largest rho with which ``delta_of_rho`` at this epsilon shows this delta, rounded down.

    So what is not (e, delta)-private for any e < epsilon has no smaller rho.
    """
    small, least = _inner_delta(delta), low_end(ball_of(largest_rho(epsilon, delta)))  # that of L15 shows it
    return _farthest(least, 2, lambda rho: is_true(delta_of_rho(rho, epsilon) <= small))


def gaussian_delta_of_rho(rho: Expression, epsilon: Expression) -> Exact:
    """The least delta of normal noise that is rho-zCDP: Phi(s/2 - epsilon/s) - e^epsilon Phi(-s/2 - epsilon/s).

    s = sqrt(2 rho) is the sensitivity in deviations (Balle and Wang 2018). Normal noises whose rhos, fixed beforehand,
    add up to rho are together private with it too, each drawn after the earlier answers (Dong, Roth and Su 2022).
    """
    return exact(gaussian_delta(1, root(2 * checked_positive("rho", rho)), checked_epsilon(epsilon)))


def gaussian_epsilon_of_rho(rho: Expression, delta: Expression) -> Fraction:
    """The least epsilon of normal noise that is rho-zCDP at this delta, rounded up; never below 2^-61."""
    return _least_epsilon(gaussian_delta_of_rho, rho, delta)


def _least_epsilon(delta_of: Callable[[Expression, Expression], Exact], rho: Expression, delta: Expression) -> Fraction:
    """An epsilon at which this rho shows this delta, about the least one; that of L15, which is known to, at most."""
    small, most = _inner_delta(delta), high_end(ball_of(epsilon_of_rho(rho, delta)))
    return _farthest(most, Fraction(1, 2), lambda epsilon: is_true(delta_of(rho, epsilon) <= small))


def _farthest(good: Fraction, factor: Fraction | int, fine: Callable[[Fraction], bool]) -> Fraction:
    """A number that is fine, from one that is, close to where its multiples cease to be; from 2^-60 on if falling."""
    bad = good * factor
    while (factor > 1 or bad > Fraction(1, 2**60)) and fine(bad):
        good, bad = bad, bad * factor
    for _ in range(HALVINGS):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if fine(middle) else (good, middle)
    return good


def _inner_delta(delta: Expression) -> Exact:
    """The delta as an exact number; raises PrivacyParameterError outside (0, 1)."""
    number = checked_delta(delta)
    if not (is_true(number > 0) and is_true(number < 1)):
        raise PrivacyParameterError("delta", delta, "strictly between 0 and 1")
    return number
