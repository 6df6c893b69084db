"""Moments and the quadrature of Renyi divergences: worked cases, bad input, and seeded faults."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from littlestone.spec.algebra.reals import Real, equals, exp
from littlestone.spec.boosting import renyi
from littlestone.spec.boosting.renyi import gaussian_divergence, gaussian_quadrature, moment
from littlestone.spec.learning.laws import law_of, point_mass
from littlestone.spec.learning.privacy import renyi_divergence
from littlestone.spec.learning.randomness import ParameterError, is_true

F = Fraction
FAIR = law_of({0: F(1, 2), 1: F(1, 2)})
BIASED = law_of({0: F(3, 4), 1: F(1, 4)})


@pytest.mark.parametrize("order", [2, 3, 5])
def test_a_moment_is_the_exponential_of_the_divergence(order: int) -> None:
    divergence = renyi_divergence(BIASED, FAIR, order)
    assert divergence is not None
    assert is_true(equals(exp((order - 1) * divergence), moment(BIASED, FAIR, order) or 0))


def test_a_moment_may_be_infinite() -> None:
    assert moment(FAIR, point_mass(0), 2) is None
    assert moment(point_mass(0), FAIR, 2) == 2


def test_moments_ask_for_an_order_above_one() -> None:
    with pytest.raises(ParameterError):
        moment(FAIR, BIASED, 1)


CASES = [(F(3, 2), F(1), F(7, 10)), (F(3), F(2, 5), F(1)), (F(10), F(3, 10), F(1, 2)), (F(2), F(0), F(1))]


@pytest.mark.parametrize(("order", "shift", "deviation"), CASES)
def test_the_quadrature_encloses_the_closed_form(order: Fraction, shift: Fraction, deviation: Fraction) -> None:
    low, high = gaussian_quadrature(order, shift, deviation)
    assert is_true(low <= gaussian_divergence(order, shift, deviation))
    assert is_true(gaussian_divergence(order, shift, deviation) <= high)
    assert high - low < F(1, 2**80)


FAULTS = {
    "the order halved": lambda a, s, d: gaussian_divergence(a / 2, s, d),
    "the shift not squared": lambda a, s, d: Real.of(a * s / (2 * d**2)),
    "the deviation not squared": lambda a, s, d: Real.of(a * s**2 / (2 * d)),
    "the factor 1/2 left out": lambda a, s, d: Real.of(a * s**2 / d**2),
    "a - 1 for a": lambda a, s, d: gaussian_divergence(a - 1, s, d),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_the_quadrature_finds_faults_of_the_closed_form(fault: Callable[..., Real]) -> None:
    low, high = gaussian_quadrature(F(3), F(2, 5), F(3, 2))
    assert not is_true((low <= fault(F(3), F(2, 5), F(3, 2))) & (fault(F(3), F(2, 5), F(3, 2)) <= high))


def test_the_quadrature_says_what_it_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renyi, "DEVIATIONS", 2)
    low, high = gaussian_quadrature(F(2), F(0), F(1))
    assert low < 0 < high and high - low > F(1, 10**3)  # both tails beyond 2 deviations hold 0.0455


@pytest.mark.parametrize(("order", "deviation"), [(F(1), F(1)), (F(2), F(0))])
def test_the_quadrature_asks_for_its_range(order: Fraction, deviation: Fraction) -> None:
    with pytest.raises(ParameterError):
        gaussian_quadrature(order, F(1), deviation)
