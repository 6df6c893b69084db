"""The least rho of exact laws, enclosed: against closed forms, exact comparisons and a fine grid of orders."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from littlestone.impl.privacy.mechanisms import randomized_response, truncated_geometric_mechanism
from littlestone.impl.privacy.renyi import Enclosure, exact_rho, renyi_between
from littlestone.impl.randomness.enumeration import law
from littlestone.spec.algebra.reals import Expression, exp, ln
from littlestone.spec.learning.laws import Law, law_of
from littlestone.spec.learning.privacy import Privacy, exact_privacy, zero_concentrated
from littlestone.spec.learning.randomness import ParameterError, is_true


def privacy_of(P: Law[int], Q: Law[int]) -> Privacy[int, int]:
    """One ordered pair of laws."""
    return Privacy(((((0,), (1,)), P, Q),), 1)


def binary(p: Expression) -> Law[int]:
    return law_of({1: p, 0: 1 - p})


def by_grid(P: Law[int], Q: Law[int]) -> float:
    """The largest D_a / a over many orders, in floats."""
    p, q = (np.array([float(law[y]) for y in P]) for law in (P, Q))
    orders = 1 + np.geomspace(1e-4, 1e4, 4001)
    gains = np.log(p) - np.log(q)
    exponents = np.log(p) + (orders[:, None] - 1) * gains
    psi = np.logaddexp.reduce(exponents, axis=1)
    return max(float(np.max(psi / (orders * (orders - 1)))), float(np.sum(p * gains)))


def random_law(rng: np.random.Generator, size: int) -> Law[int]:
    weights = [int(w) for w in rng.integers(1, 1000, size)]
    return law_of({y: Fraction(w, sum(weights)) for y, w in enumerate(weights)})


@pytest.mark.parametrize("seed", range(12))
def test_the_enclosure_is_that_of_a_fine_grid_and_of_exact_comparisons(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size = 2 + seed % 4
    P, Q = random_law(rng, size), random_law(rng, size)
    found = exact_rho(privacy_of(P, Q))
    assert found.upper is not None and 0 <= found.upper - found.lower <= found.upper / 10**11
    assert by_grid(P, Q) * (1 - 1e-6) <= float(found.upper) and float(found.lower) <= by_grid(P, Q) * (1 + 1e-5)
    assert is_true(zero_concentrated(P, Q, found.upper * Fraction(11, 10)))
    assert not is_true(zero_concentrated(P, Q, found.lower * Fraction(9, 10)))


def test_where_the_best_order_lies_inside() -> None:
    """A rare outcome that is a thousand times likelier: neither the limit at 1 nor that at infinity."""
    P, Q = binary(Fraction(1, 100)), binary(Fraction(1, 100_000))
    found = exact_rho(privacy_of(P, Q))
    assert 1 < found.order < 100 and float(found.lower) == pytest.approx(by_grid(P, Q), rel=1e-5)
    low, high = renyi_between(P, Q, found.order) or (Fraction(0), Fraction(0))
    assert float(low / found.order) == pytest.approx(float(found.lower), rel=1e-9) and low <= high


def test_randomized_response_is_decided_by_its_relative_entropy() -> None:
    """(e^t - 1) / (e^t + 1) t is the limit of order 1, and D_a / a falls from there."""
    t = Fraction(1, 2)
    found = exact_rho(exact_privacy(lambda sample: law(randomized_response, sample[0], 2, t), (0, 1), 1))
    assert found.order < 1 + Fraction(1, 2**20)
    assert float(found.lower) == pytest.approx(0.5 * math.tanh(0.25), rel=1e-10)
    assert found.keeps(t**2 / 2) is True and found.keeps(Fraction(1, 10)) is False


def test_equality_is_left_open_and_all_else_is_decided() -> None:
    """Twelve digits around it are undecided, in either direction; beyond them nothing is."""
    found = exact_rho(privacy_of(binary(Fraction(1, 3)), binary(Fraction(1, 2))))
    assert found.upper is not None
    assert found.keeps((found.lower + found.upper) / 2) is None
    assert found.keeps(found.upper) is True and found.keeps(found.lower * (1 - Fraction(1, 10**12))) is False


def test_what_is_infinite_and_what_is_zero() -> None:
    apart = exact_rho(privacy_of(binary(Fraction(1, 2)), law_of({0: 1})))
    assert apart.is_infinite and apart.keeps(Fraction(10**9)) is False and apart.pair == ((0,), (1,))
    one_way = exact_rho(privacy_of(law_of({0: 1}), binary(Fraction(1, 2))))
    assert float(one_way.lower) == pytest.approx(math.log(2), rel=1e-10)
    same = exact_rho(privacy_of(binary(exp(-1)), binary(exp(-1))))
    assert same == Enclosure(Fraction(0), Fraction(0)) and same.keeps(Fraction(1, 10**9)) is True
    assert renyi_between(binary(Fraction(1, 2)), law_of({0: 1}), 2) is None


def test_orders_are_those_above_one() -> None:
    with pytest.raises(ParameterError, match="order"):
        renyi_between(binary(Fraction(1, 2)), binary(Fraction(1, 3)), 1)


def test_the_rho_of_all_pairs_is_enclosed() -> None:
    private = exact_privacy(lambda s: law(truncated_geometric_mechanism, sum(s), 0, 2, 1, 1), (0, 1), 2)
    rho = exact_rho(private)
    assert rho.upper is not None
    assert all(is_true(zero_concentrated(P, Q, rho.upper * 2)) for _, P, Q in private.pairs)
    assert not all(is_true(zero_concentrated(P, Q, rho.lower / 2)) for _, P, Q in private.pairs)
    two = renyi_between(binary(Fraction(1, 2)), binary(Fraction(1, 4)), 2)
    assert two is not None and is_true(two[0] <= ln(Fraction(4, 3))) and is_true(ln(Fraction(4, 3)) <= two[1])


def test_noise_of_the_wrong_sensitivity_has_another_rho() -> None:
    """Geometric noise for a sum of rows in {0, 2} made for rows in {0, 1}: the promise of the right one is broken."""

    def rho(reach: int) -> Enclosure[int]:
        def noisy(sample: tuple[int, ...]) -> Law[int]:
            return law(truncated_geometric_mechanism, reach * sum(sample), -8, 8 + reach, 1, 1)

        return exact_rho(exact_privacy(noisy, (0, 1), 1))

    right, wrong = rho(1), rho(2)
    assert right.upper is not None and right.keeps(right.upper) is True
    assert wrong.keeps(right.upper) is False and float(wrong.lower / right.lower) > 2
