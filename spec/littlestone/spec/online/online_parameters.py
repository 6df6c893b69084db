"""The parameters that algorithms 3 and 4 of LYU25 set, as exact expressions; hidden constants are arguments."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.learning.laws import Law, proportional

Item = TypeVar("Item", bound=Hashable)
TENTH = Fraction(1, 10)
BOTTOM = None
"""The failure symbol of SparseSample."""


@dataclass(frozen=True)
class OnlineParameters:
    """The parameters of algorithm 3 for d = LDim(H), epsilon, log(1/delta) and log T.

    ``C`` is the constant of U; ``teachers`` the one in front of k, of which the print has none. Logarithms are natural.
    """

    d: Expression
    epsilon: Expression
    log_delta: Expression  # log(1/delta), so that delta may be as small as one likes
    log_T: Expression  # noqa: N815 - the paper's T
    C: Expression = 1
    teachers: Expression = 1

    @property
    def k(self) -> Real:
        """The number of teachers, d^3.5 log(T) log(1/delta) / epsilon."""
        return self.teachers * Real.of(self.d) ** Fraction(7, 2) * self.log_T * self.log_delta / self.epsilon

    @property
    def chunk(self) -> Real:
        """U/k = C d^3 log(d log T), how many examples a teacher gets at a call."""
        return self.C * Real.of(self.d) ** 3 * ln(Real.of(self.d) * self.log_T)

    @property
    def U(self) -> Real:
        """C d^3 log(d log T) k: the teachers are trained again after so many mistakes."""
        return self.chunk * self.k

    @property
    def noise(self) -> Real:
        """log(T/delta) d^3 / epsilon, the scale of the Laplace noise of the test on |E|."""
        return (Real.of(self.log_T) + self.log_delta) * Real.of(self.d) ** 3 / self.epsilon

    @property
    def epsilon_sparse(self) -> Real:
        """epsilon / (sqrt(d^3) log(T) log(1/delta)), the parameter of SparseSample."""
        return self.epsilon / (Real.of(self.d) ** Fraction(3, 2) * self.log_T * self.log_delta)

    @property
    def B(self) -> Real:
        """k/10, the score of the failure symbol."""
        return self.k / 10


def sparse_sample(scores: Mapping[Item, Expression], epsilon: Expression, bottom: Expression) -> Law[Item | None]:
    """The law of SparseSample: items with weights e^(epsilon score), the failure symbol with e^(epsilon bottom)."""
    weights: dict[Item | None, Expression] = {item: exp(epsilon * Real.of(score)) for item, score in scores.items()}
    return proportional({**weights, BOTTOM: exp(epsilon * Real.of(bottom))})


# ---- Runs on which the printed constants fail


def long_run(C: Expression) -> OnlineParameters:
    """d = 1, epsilon = 1/8, delta = 1/2 and T = 2^((C+1)^2), at which the constant C of U is too small; U >= 15."""
    return OnlineParameters(1, Fraction(1, 8), ln(2), (C + 1) ** 2 * ln(2), C)


def chance_of_many_calls(C: Expression) -> tuple[Real, Expression]:
    """A lower bound on the chance that the test on |E| passes more than C d^3 times, and log T, for d = 1, delta = 1/2
    and T = 2^(4 (C+1)^2): each round it passes with probability q >= e^{-U/b} / 2, whatever E is."""
    A = OnlineParameters(1, 1, ln(2), 4 * (C + 1) ** 2 * ln(2), C)
    q = Fraction(1, 2) * exp(-(A.U / A.noise))
    return 1 - (C + 1) * exp(-(q * exp(A.log_T) / (C + 1))), A.log_T


# ---- The parameters with which the corrected claims hold

CALLS, DRAWS, BUDGETS = 85**2, 20**2, 25  # of K, of n, and by what epsilon is divided


@dataclass(frozen=True)
class RepairedParameters:
    """The parameters of algorithm 3 as corrected, with explicit constants: for lists that are emptied, an independent
    teacher for each example, the rate 1 - 1/(5d), and p_j = 2^j U/k.

    ``log_delta`` is ln(4/delta), r = 1 + log_delta / d^2, ``logs`` at least 1 and at least the logarithm of 2U, the
    largest of its numbers, and ``root`` = sqrt(logs d^3 r log_T log_delta): where symbols are asked of, it is one.
    """

    d: Expression
    epsilon: Expression
    r: Expression
    log_delta: Expression
    log_T: Expression  # noqa: N815 - the paper's T
    logs: Expression
    root: Expression

    @property
    def K(self) -> Real:
        """K_budget, 7225 logs d^3 r."""
        return CALLS * Real.of(self.logs) * Real.of(self.d) ** 3 * self.r

    @property
    def draws(self) -> Real:
        """Draws in a call."""
        return DRAWS * Real.of(self.log_T)

    @property
    def epsilon_sparse(self) -> Real:
        """epsilon / (25 sqrt(K draws ln(4/delta)))."""
        return self.epsilon / (BUDGETS * 85 * 20 * Real.of(self.root))

    @property
    def lists(self) -> Real:
        """At least ln(4 N L / delta), for N draws from lists of at most L = 2^(d^2) (2^(d+1) U/k)^d candidates."""
        return 7 * Real.of(self.logs) * Real.of(self.d) ** 2 * self.r

    @property
    def k(self) -> Real:
        """100 ln(4 N L / delta) / epsilon_sparse, or more."""
        return 100 * self.lists / self.epsilon_sparse

    @property
    def chunk(self) -> Real:
        """U/k, the examples of a teacher at a call, and p_0."""
        return 58080 * Real.of(self.d) ** 2 * (5 * Real.of(self.d) * self.logs + 12 * Real.of(self.log_T))

    @property
    def U(self) -> Real:
        """After about so many mistakes the teachers are trained again."""
        return self.chunk * self.k

    def noise(self, root: Expression) -> Real:
        """25 (sqrt(n l) + l) / epsilon, the scale of the noise of tests of which n are counted, ``root`` = sqrt(n l),
        l = ln(4/delta)."""
        return BUDGETS * (Real.of(root) + self.log_delta) / self.epsilon

    @property
    def mistakes(self) -> Real:
        """(3/2) U before each of K calls, and after the last."""
        return Fraction(3, 2) * self.U * (self.K + 1)


def at_roots(
    d: Real, epsilon: Expression, r: Real, log_delta: Real, log_T: Real, logs: Real
) -> tuple[RepairedParameters, Real]:
    """The parameters at the squares of these roots, so that powers are whole, and what their mistakes grow with:
    logs^3.5 d^9.5 r^2.5 (1 + log_T / d) sqrt(log_T log_delta) / epsilon."""
    root = logs * d**3 * r * log_T * log_delta
    found = RepairedParameters(d**2, epsilon, r**2, log_delta**2, log_T**2, logs**2, root)
    return found, logs**7 * d**19 * r**5 * (1 + log_T**2 / d**2) * log_T * log_delta / epsilon
