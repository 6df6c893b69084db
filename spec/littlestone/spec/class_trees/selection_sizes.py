"""The sizes of the proper learner, as printed and as needed (YAN25 section 6)."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from itertools import count
from typing import Any

from littlestone.spec.algebra.reals import EULER, Real, exp, ln
from littlestone.spec.algebra.rounding import ceiling

GROWTH = (1 + Real.of(2) ** Fraction(1, 2)) / 2  # the most that one competing child adds to E[e^{eps loss / 4}]


def log_terms(alpha: Any, beta: Any) -> Real:
    """log(1/alpha) + log(1/beta)."""
    return ln(1 / Real.of(alpha)) + ln(1 / Real.of(beta))


def second_rows(C: Any, alpha: Any, beta: Any, epsilon: Any) -> Real:
    """N_2 = C (log(1/alpha) + log(1/beta)) / (alpha^2 eps) (YAN25 Alg4.eq1)."""
    return Real.of(C * log_terms(alpha, beta) / (alpha**2 * epsilon))


def margin(C: Any, alpha: Any, beta: Any) -> Real:
    """eps alpha N_2, for N_2 as printed: what the noise is held against; eps does not matter."""
    return Real.of(C * log_terms(alpha, beta) / alpha)


def printed_loss(alpha: Any) -> Real:
    """T ln(2/alpha), T = 2/alpha: what the rounds are said to lose, times eps (YAN25 Cl4)."""
    return 2 / Real.of(alpha) * ln(2 / Real.of(alpha))


def generalisation_rows(alpha: Any, beta: Any) -> Real:
    """(48/alpha)(10 log(48e/alpha) + log(5/beta)): Theorem 3 for VC dimension 1."""
    return 48 / Real.of(alpha) * (10 * ln(48 * EULER / Real.of(alpha)) + ln(5 / Real.of(beta)))


def proper_second_part(C: Any, alpha: Any, beta: Any, epsilon: Any, root: Any) -> Real:
    """The second part of the printed size of the proper learner, ``root`` being sqrt(log(1/delta)): all of it where
    log* d = 0 (YAN25 T2.eq1, T13.eq1)."""
    return Real.of(C * log_terms(alpha, alpha * beta) * root / (Real.of(alpha) ** Fraction(5, 2) * epsilon))


def most_success_on_points(rows: Any, log_delta: Any) -> Real:
    """e^n delta, in the limit of many points and for eps = 1 and delta = e^-log_delta: no proper learner of the point
    functions from n rows is right with a larger probability for all of them.

    All n rows changed, that of the function f_x is at most e^n times what it is for the one sample without labels 1,
    plus (1 + e + ... + e^{n-1}) delta, and some x has the former at most 1/m of m.
    """
    return exp(rows - log_delta)


def beaten(competitors: Any, gap: Any) -> Real:
    """The probability that the best of 1 + ``competitors`` candidates, ahead by 2 gap/eps, is not drawn."""
    return Real.of(competitors * exp(-gap) / (1 + competitors * exp(-gap)))


# ---- What the second stage can fail by


def noise_failure(alpha: Any, rows: Any, epsilon: Any) -> Real:
    """T e^{-eps alpha N / 2}: some of the T = ceil(2/alpha) noises, at most 2/alpha + 1, is alpha N / 2 or more."""
    return (2 / Real.of(alpha) + 1) * exp(-(epsilon * alpha * rows / 2))


def light_failure(alpha: Any, rows: Any, epsilon: Any) -> Real:
    """(1/(3 alpha)) e^{-3 eps alpha N / 4}: step (c) takes a child of weight more than 3 alpha N."""
    return exp(-(3 * epsilon * alpha * rows / 4)) / (3 * Real.of(alpha))


def deep_failure(alpha: Any, rows: Any, epsilon: Any) -> Real:
    """((1 + sqrt 2)/2)^(2/alpha) e^{-eps alpha N / 4}: the steps (d) together lose alpha N or more."""
    return exp(2 / Real.of(alpha) * ln(GROWTH) - epsilon * alpha * rows / 4)


def selection_failure(alpha: Any, rows: Any, epsilon: Any) -> Real:
    """A bound of Pr[v(leaf) > 4 alpha N], whatever the tree and the realizable rows below x_good are."""
    parts = (noise_failure, light_failure, deep_failure)
    return sum((part(alpha, rows, epsilon) for part in parts), Real.of(0))


def least_rows(alpha: Fraction, beta: Fraction, epsilon: Any) -> int:
    """The least N with ``selection_failure`` at most 3 beta, e^{-alpha N / 3} at most beta, and N enough for Theorem 3
    at 60 alpha: all three hold from it on (YAN25 X6)."""
    few = 3 * ln(1 / Real.of(beta)) / alpha
    deep = 4 * (2 / Real.of(alpha) * ln(GROWTH) - ln(3 * Real.of(beta))) / (alpha * epsilon)  # without the other parts
    low = max(1, *map(ceiling, (few, generalisation_rows(60 * alpha, beta), deep)))

    def suffices(rows: int) -> bool:
        return bool(selection_failure(alpha, rows, epsilon) <= 3 * beta)

    more = next(more for more in (2**i - 1 for i in count()) if suffices(low + more))
    return bisect_left(range(low + more), True, low + more // 2, key=suffices)


def no_rows_at(probability: Any, rows: int) -> Real:
    """Half the probability of no row at a point: so much a learner from so many rows fails by for one of two targets
    that differ there alone."""
    return (1 - Real.of(probability)) ** rows / 2
