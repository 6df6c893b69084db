"""The settings of HS-StL and the rows that it takes, as exact numbers (BCS20 algorithm 5, theorems 30 and 33).

Formulas of the print were lost; these are the restored ones. c is the constant of theorem 27, c = 1/sqrt(2) what its
proof gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from littlestone.spec.algebra.reals import EULER, Expression, Real, ln

TAIL_CONSTANT = Real.of(Fraction(1, 2)) ** Fraction(1, 2)  # c = 1/sqrt(2)


def square_root(x: Expression) -> Real:
    """The square root."""
    return Real.of(x) ** Fraction(1, 2)


def density(alpha: Expression) -> Real:
    """kappa = alpha/4."""
    return Real.of(alpha) / 4


def log_density(alpha: Expression) -> Real:
    """log(1/kappa) = log(4/alpha)."""
    return ln(4 / Real.of(alpha))


def rounds(alpha: Expression, tau: Expression) -> Real:
    """T = 1024 log(1/kappa) / tau^2, which is no integer: the runs have ceil(T) rounds."""
    return 1024 * log_density(alpha) / Real.of(tau) ** 2


def call_failure(alpha: Expression, beta: Expression, tau: Expression) -> Real:
    """xi = beta tau^2 / (3072 log(1/kappa)) = beta / (3 T)."""
    return Real.of(beta) * Real.of(tau) ** 2 / (3072 * log_density(alpha))


def deviation(alpha: Expression, beta: Expression, tau: Expression, c: Expression = TAIL_CONSTANT) -> Real:
    """sigma = tau / (8 c sqrt(log(1/xi)))."""
    return Real.of(tau) / (8 * c * square_root(ln(1 / call_failure(alpha, beta, tau))))


def total_rho(n: Expression, alpha: Expression, tau: Expression, sigma: Expression) -> Real:
    """rho_T = 8 T / (kappa n sigma)^2: what T rounds cost in zCDP."""
    return 8 * rounds(alpha, tau) / (density(alpha) * n * Real.of(sigma)) ** 2


@dataclass(frozen=True, slots=True)
class HalfspaceGoal:
    """What HS-StL is asked for: alpha, beta, epsilon, delta in (0, 1), the margin tau in (0, 1]; c as above."""

    alpha: Expression
    beta: Expression
    epsilon: Expression
    delta: Expression
    tau: Expression
    c: Expression = TAIL_CONSTANT

    @property
    def sigma(self) -> Real:
        """The deviation of the noise."""
        return deviation(self.alpha, self.beta, self.tau, self.c)


def privacy_rows(goal: HalfspaceGoal) -> Real:
    """3 sqrt(8 T log(1/delta)) / (kappa sigma epsilon): enough for privacy where epsilon <= 3 log(1/delta)."""
    spread = square_root(8 * rounds(goal.alpha, goal.tau) * ln(1 / Real.of(goal.delta)))
    return 3 * spread / (density(goal.alpha) * goal.sigma * goal.epsilon)


def corruption_rows(alpha: Expression, beta: Expression, tau: Expression, parts: Expression = 3) -> Real:
    """96 log(parts/beta) / (alpha tau): at most alpha tau n / 16 labels flip but with probability beta / parts."""
    return 96 * ln(parts / Real.of(beta)) / (Real.of(alpha) * tau)


def transfer_rows(epsilon: Expression, delta: Expression) -> Real:
    """log(4 epsilon / delta) / epsilon^2: what theorem 19 asks for."""
    return ln(4 * Real.of(epsilon) / delta) / Real.of(epsilon) ** 2


def margin_radicand(n: Expression, dimension: Expression, delta: Expression) -> Real:
    """(2/n) (d ln(34 e n / d) log2(578 n) + ln(4/delta)): the root of theorem 28 is of this."""
    d, m = Real.of(dimension), Real.of(n)
    return 2 / m * (d * ln(34 * EULER * m / d) * (ln(578 * m) / ln(2)) + ln(4 / Real.of(delta)))
