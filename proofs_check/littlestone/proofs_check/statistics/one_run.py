"""Bounds from one run: many rows are each one of two by a fair coin, and the output is asked which.

The game of Steinke, Nasr and Jagielski (2023). Each of m canary rows is one of two rows, by a fair coin S_i in
{-1, +1}. From the output Y alone come guesses T_i in {-1, 0, +1}, where 0 abstains; r is the number of guesses and W of
those that are right. Let Y be (epsilon, delta)-private under the replacement of one row, q = e^epsilon / (1 +
e^epsilon), and B_k binomial(k, q).

*delta = 0.* Given Y and any other coins, a guess is right with probability at most q. So W is stochastically at most
B_r, even given Y, which r may depend on.

*delta > 0.* For a guess T_i let P and Q be the densities of Y under S_i = T_i and S_i = -T_i, given all other coins. It
is right, given Y and those coins, with probability P / (P + Q) <= q + (1 - q) E_i with E_i = (P - e^epsilon Q)_+ / (P +
Q). As Y has density (P + Q) / 2, the mean of E_i is at most half the integral of (P - e^epsilon Q)_+ over {T_i = 1}
plus half of that over {T_i = -1}: at most delta. Now reveal the r coins in a uniformly random order. With c right
before and k to come after it, the excess of a guess raises Pr[c + rest >= v] by at most (1 - q) E_i M_k, where M_k is
the largest point probability of B_k. Each guess has each place with chance 1 / r, so that, given Y,

    Pr[W >= v | Y] <= Pr[B_r >= v] + (E_1 + ... + E_m) (1 - q) (M_0 + ... + M_{r-1}) / r.

(1 - q) M_k is at most binom(k, floor(k/2)) / 2^n, n = k + 1, its value at q = 1/2. For (1 - q) Pr[B_k = j] is binom(k,
j) q^j (1 - q)^i, i = n - j, which for j <= n/2 falls in q from 1/2 on. For larger j it is largest at q = j/n. That
falls in j, as of two in a row it is (1 + 1/i)^(i+1) / (1 + 1/(j-1))^(j-1) >= 1 times as large at the smaller j; at j =
n/2 it is the value above, and at j = (n + 1)/2 it is (1 - 1/n^2)^((n-1)/2) (1 - 1/n) times that. So in the place of
the second factor stands half the mean of binom(k, floor(k/2)) / 2^k over k < r. It falls with r and does not depend on
q: it is taken at the fewest guesses accepted, half of the canaries unless stated. Whatever v each r has, the mean over
Y adds at most m delta times it, ``delta_term``, where abstentions depend on Y too.

*mu* (Mahloujifar, Melis and Chaudhuri 2024). Let r guesses always be made, p_t be the chance that t of them are right,
and g(R) = Phi(Phi^-1(R) - mu). For a canary and each value of its coin, compare Y with its guess right and t of all
right, t in T, and the same Y under the other value, where the guess is wrong and t - 1 are right. By the concavity of
the trade-off, averaged over the m canaries, the sum of (r - t + 1)/m p_{t-1} over T is at least g of that of t/m p_t.
Take T = {j, ..., r}: from a chance tau of at least W right guesses, which weigh least where all have W, the chances
below W follow one after the other, the least that each inequality allows; mass moved down keeps all of them. Where they
add up to more than 1, tau is too large, so mu is refuted at the error tau. On 1,000 scores apart by a true mu of 1 it
shows 0.64, where (epsilon, delta) at 1e-5 shows 0.44.

*The bound.* Any epsilon at which Pr[B_r >= W] and the delta term are at most ``error`` together may be reported: it
exceeds the true one with probability at most ``error``. For Pr[B_r >= v] grows with q: where a larger one is reported,
W is a v for which at the true q both are at most ``error``, and these v are what each r may have.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, inf, nextafter
from typing import Any

from flint import arb, ctx
from scipy.special import ndtr, ndtri

from littlestone.proofs_check.statistics.binomials import lower_bound, rational_ball
from littlestone.spec.algebra.reals import Real, enclosure, ln
from littlestone.spec.learning.randomness import Exact, ParameterError, checked_count, is_true

PRECISION = 128  # over twice what a float holds, for sums over hundreds of canaries
LARGEST_MU, BISECTIONS = 20.0, 20
# Balls double at each step: a thousandth below what floats propose, contradictions come after some hundred steps
CAUTION, LONG = Fraction(1, 1000), 1024


def one_run_bound(
    canaries: int, guesses: int, correct: int, delta: Exact, error: Fraction, fewest: int | None = None
) -> float:
    """A lower bound on epsilon, rounded down: it is too large with probability at most ``error``.

    ``correct`` of ``guesses`` guesses about ``canaries`` fair coins were right. At delta > 0 the bound is 0 where fewer
    than ``fewest`` were made, a number from 1 on that is fixed beforehand, half of the canaries by default. Raises
    ParameterError on counts that are not 0 <= correct <= guesses <= canaries, on a delta outside [0, 1) and on an error
    that is no Fraction in (0, 1).
    """
    checked_count("guesses - correct", guesses - checked_count("correct", correct, 0), 0)
    checked_count("canaries - guesses", canaries - guesses, 0)
    if not (is_true(delta >= 0) and is_true(delta < 1)):
        raise ParameterError("delta", delta, "in [0, 1)")
    if guesses == 0:
        return 0.0
    if is_true(delta == 0):
        return _log_odds(lower_bound(correct, guesses, error))
    fewest = ceil(Fraction(canaries, 2)) if fewest is None else checked_count("fewest", fewest, 1)
    share = delta_term(canaries, fewest, delta)
    return 0.0 if guesses < fewest or share >= error else _log_odds(lower_bound(correct, guesses, error - share))


@lru_cache(maxsize=4096)
def delta_term(canaries: int, guesses: int, delta: Exact) -> Fraction:
    """What delta adds to the error, rounded up: m delta / 2 times the mean of M_0, ..., M_{r-1} at q = 1/2."""
    saved, ctx.prec = ctx.prec, PRECISION
    try:
        most, total = arb(1), arb(0)
        for k in range(guesses):
            most = most * k / (k + 1) if k % 2 else most  # binom(k, floor(k/2)) / 2^k
            total += most
        ball = canaries * enclosure(Real.of(delta), PRECISION) * total / guesses / 2
        return Fraction(float(ball.upper())) * (1 + Fraction(1, 2**50))
    finally:
        ctx.prec = saved


def _log_odds(q: Fraction) -> float:
    """ln(q / (1 - q)), rounded down, at least 0."""
    if q <= Fraction(1, 2):
        return 0.0
    return max(0.0, nextafter(float(enclosure(ln(q / (1 - q)), PRECISION).lower()), -inf))


def one_run_mu(canaries: int, guesses: int, correct: int, error: Fraction) -> Fraction:
    """A lower bound on mu of Gaussian privacy, at least 0: it is too large with probability at most ``error``.

    ``guesses`` must be fixed beforehand; guesses that were not made may be counted as wrong ones. Floats only propose
    it: balls show that it is refuted. Raises ParameterError on counts that are not 0 <= correct <= guesses <= canaries.
    """
    checked_count("guesses - correct", guesses - checked_count("correct", correct, 0), 0)
    checked_count("canaries - guesses", canaries - guesses, 0)
    if guesses == 0:
        return Fraction(0)
    counts, low, high = (canaries, guesses, correct), 0.0, LARGEST_MU
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        refuted = _is_refuted(counts, float(error), partial(lambda mu, right: float(ndtr(ndtri(right) - mu)), middle))
        low, high = (middle, high) if refuted else (low, middle)
    found, saved, ctx.prec = Fraction(low) * (1 - CAUTION), ctx.prec, LONG
    try:
        shift = rational_ball(found) / arb(2).sqrt()
        # Phi(x) = erfc(-x / sqrt(2)) / 2
        sure = _is_refuted(counts, rational_ball(error), lambda right: (shift - (2 * right - 1).erfinv()).erfc() / 2)
        return found if sure else Fraction(0)
    finally:
        ctx.prec = saved


def _is_refuted(counts: tuple[int, int, int], tau: Any, least: Callable[[Any], Any]) -> bool:
    """Whether the chances that follow from tau add up to more than 1; ``least`` is g, in floats or balls."""
    canaries, guesses, correct = counts
    right, wrong = tau * correct / canaries, tau * (guesses - correct) / canaries
    for t in range(correct - 1, -1, -1):
        more = least(right)
        more = max(more, wrong) if isinstance(more, float) else more.max(wrong)
        right, wrong = right + (more - wrong) * t / (guesses - t), more
        if (right + wrong) * canaries > guesses:
            return True
    return False
