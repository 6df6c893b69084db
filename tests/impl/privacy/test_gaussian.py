"""The least mu of exact laws, held against closed forms."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import arb
from scipy.special import ndtri

from littlestone.impl.privacy.renyi import exact_mu, normal_quantile
from littlestone.spec.learning.laws import Law, law_of
from littlestone.spec.learning.mechanisms import randomized_response_law
from littlestone.spec.learning.privacy import Privacy, exact_privacy


def between(P: Law[int], Q: Law[int]) -> Privacy[int, int]:
    return Privacy(((((0,), (1,)), P, Q), (((1,), (0,)), Q, P)), 1)


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), Fraction(1), Fraction(5)])
def test_randomised_response_has_twice_the_quantile_of_the_truth(epsilon: Fraction) -> None:
    lower, upper, worst = exact_mu(exact_privacy(lambda rows: randomized_response_law(rows[0], 2, epsilon), (0, 1), 1))
    truth = 2 * ndtri(1 / (1 + math.exp(-epsilon)))
    assert upper is not None and lower <= upper and float(lower) == pytest.approx(truth, rel=1e-12)
    assert upper - lower < Fraction(1, 10**30) and worst is not None


def test_the_worst_corner_counts() -> None:
    """Of three outcomes the likelihoods order two events, and mu is the larger of theirs."""
    P, Q = (
        law_of({0: Fraction(1, 10), 1: Fraction(4, 10), 2: Fraction(5, 10)}),
        law_of({0: Fraction(1, 100), 1: Fraction(39, 100), 2: Fraction(60, 100)}),
    )
    lower, upper, worst = exact_mu(between(P, Q))
    corners = ndtri(0.1) - ndtri(0.01), ndtri(0.5) - ndtri(0.4)
    assert float(lower) == pytest.approx(max(corners), rel=1e-12) and upper is not None
    assert worst is not None and worst.event == {0} and (worst.p, worst.q) == (Fraction(1, 10), Fraction(1, 100))


@pytest.mark.parametrize("certain", [{0: Fraction(1)}, {0: Fraction(9, 10), 1: Fraction(1, 10)}])
def test_an_outcome_of_one_law_alone_has_no_mu(certain: dict[int, Fraction]) -> None:
    other = law_of({0: Fraction(9, 10), 2: Fraction(1, 10)})
    lower, upper, worst = exact_mu(between(law_of(certain), other))
    assert (lower, upper) == (0, None) and worst is not None


def test_equal_laws_have_mu_0() -> None:
    same = law_of({0: Fraction(1, 2), 1: Fraction(1, 2)})
    assert exact_mu(between(same, same)) == (0, 0, None)


def test_the_quantile_is_enclosed_far_out() -> None:
    assert float(normal_quantile(arb("1e-300")).mid()) == pytest.approx(float(ndtri(1e-300)), rel=1e-12)
