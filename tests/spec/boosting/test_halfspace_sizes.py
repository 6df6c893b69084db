"""The rows of HS-StL: each calculator gives the least number that its own requirement allows."""

from dataclasses import replace
from fractions import Fraction

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.boosting.halfspace_sizes import (
    HalfspaceGoal,
    call_failure,
    deviation,
    privacy_rows,
    rounds,
    square_root,
    total_rho,
)

GOAL = HalfspaceGoal(Fraction(1, 10), Fraction(1, 20), Fraction(1), Fraction(1, 10**6), Fraction(1, 10))
TINY = Fraction(1, 10**60)
GOALS = (
    GOAL,
    replace(GOAL, alpha=Fraction(1, 2), tau=Fraction(1)),
    replace(GOAL, beta=Fraction(9, 10), epsilon=Fraction(1, 1000)),
)


def loss(goal: HalfspaceGoal, n: int) -> Real:
    """rho_T + 2 sqrt(rho_T log(1/delta)): the exact conversion."""
    rho = total_rho(n, goal.alpha, goal.tau, goal.sigma)
    return rho + 2 * square_root(rho * ln(1 / Real.of(goal.delta)))


def test_the_settings_fit_together() -> None:
    alpha, beta, tau = GOAL.alpha, GOAL.beta, GOAL.tau
    failures = rounds(alpha, tau) * call_failure(alpha, beta, tau) / (Real.of(beta) / 3)
    assert (failures <= 1 + TINY) is (failures >= 1 - TINY) is TRUE
    sigma = deviation(alpha, beta, tau, 1)
    ratio = (8 * sigma) ** 2 * ln(1 / call_failure(alpha, beta, tau)) / Real.of(tau) ** 2
    assert (ratio <= 1 + TINY) is (ratio >= 1 - TINY) is TRUE


@pytest.mark.parametrize("goal", GOALS)
def test_the_printed_rows_are_enough_at_small_epsilon_and_not_at_large_ones(goal: HalfspaceGoal) -> None:
    assert (loss(goal, ceiling(privacy_rows(goal))) <= Real.of(goal.epsilon)) is TRUE
    large = replace(goal, epsilon=Fraction(10**5), delta=Fraction(1, 2))
    assert (loss(large, ceiling(privacy_rows(large))) <= 10**5) is FALSE
