"""DP-ERM made certain: what the sizes of LYU25's Theorem 3, corrected, have to pay for.

One run is DP-ERM on a fresh partition, then a noisy count of the errors of what it shows. Runs are repeated until one
passes, and stop after each with probability delta; what errs more than alpha is then replaced by a consistent function.
"""

from fractions import Fraction

from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import Expression, Real, exp, ln

HALF, CENT = Fraction(1, 2), Fraction(1, 100)


def spent_by_runs(epsilon: Real, delta: Real, parts: int) -> tuple[Real, Real]:
    """The budget of all runs and of the replacement: one run costs epsilon/4 twice and delta^2/parts, and fails with
    probability 4/100; one that errs more than alpha passes with probability delta/100."""
    replaced = (4 * CENT + CENT) * delta / (1 - 4 * CENT)
    runs = (1 + exp(epsilon / 2)) * (delta**2 / parts) / delta
    return 2 * (epsilon / 4 + epsilon / 4), runs + (1 + exp(epsilon)) * replaced


def runs_succeed(
    d: Real,
    epsilon: Real,
    log_delta: Real,
    alpha: Real,
    rest: Real,
    up: Real,
    down: Real,
    C: Expression,
    K: Expression,
    parts: int,
) -> list[Truth]:
    """With n = C f (1 + x)^2 rows, f = d^5 log(1/delta) / (alpha epsilon) <= e^x, x = ln(1/epsilon) + rest, in k = K
    d^2 log(1/delta) (1 + x) / epsilon chunks, and ``up`` K-ths more, of n/k rows, less ``down``: the failure symbol,
    the d + 1 tests, E_good for alpha/2 and the count fail with probability 1/100 each, and a count is wrong by alpha
    n/4 with probability delta/100. Each list has at most L items; B is that of delta^2/parts and epsilon/16."""
    x = ln(1 / epsilon) + rest
    n, log_n = C * (d**5 * log_delta / (alpha * epsilon)) * (1 + x) ** 2, 18 * (1 + x)
    k = (K + up) * d**2 * log_delta * (1 + x) / epsilon
    log_L = d * ((d + 1) * ln(2) + log_n + ln(d)) + d**2 * ln(2)
    B = 1 + 16 / epsilon * (log_L + 2 * log_delta + ln(parts) + ln(16 / epsilon))
    return [
        ln(n) <= log_n,
        B + 16 * ln(100) / epsilon <= k / 4,
        (d + 1) * exp(-(epsilon * (k / 4) / (8 * (d + 1)))) <= CENT,
        (n / k - down) * (alpha / 2) / (225 * d**2) >= ln(400) + (d + 1) * log_n,
        epsilon * (alpha * n / 4) / 4 >= log_delta + ln(100),
        k <= n,
    ]


def learns(
    d: Real,
    epsilon: Real,
    logarithms: tuple[Real, Real],
    alpha: Real,
    rest: Real,
    rounding: tuple[Real, Real],
    sizes: tuple[int, int, int],
) -> list[Truth]:
    """The same at delta beta = e^{-1-z-b} and alpha/share, where a hypothesis of that error on the sample has one above
    alpha with probability at most 8 (2n)^d e^{-alpha n / 48} <= beta, and alpha n >= 8 ln 2."""
    (z, b), (C, K, share) = logarithms, sizes
    log_delta, x, least = 1 + z + b, ln(1 / epsilon) + rest, alpha / share
    mass = alpha * C * (d**5 * log_delta / (least * epsilon)) * (1 + x) ** 2
    return [
        *runs_succeed(d, epsilon, log_delta, least, rest, *rounding, C, K, 4),
        3 * ln(2) + d * (ln(2) + 18 * (1 + x)) - mass / 48 <= -b,
        mass >= 8 * ln(2),
        least < HALF * alpha / 4,
    ]
