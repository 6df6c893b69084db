"""Concentrated privacy: closed forms against quadrature by Arb, exact laws, and the dp-accounting library."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest
from flint import acb, arb, fmpq

from littlestone.impl.privacy.renyi import (
    delta_of_rho,
    epsilon_of_rho,
    gaussian_delta_of_rho,
    gaussian_epsilon_of_rho,
    largest_rho,
    largest_tight_rho,
    tight_epsilon_of_rho,
)
from littlestone.spec.algebra.reals import Expression, Real, enclosure
from littlestone.spec.learning.privacy import PrivacyParameterError
from littlestone.spec.learning.randomness import ParameterError, is_true

RHOS = (Fraction(1, 1000), Fraction(1, 20), Fraction(1, 2), Fraction(10))
DELTAS = (Fraction(1, 10**12), Fraction(1, 10**5), Fraction(1, 10), Fraction(9, 10))
FAR = 60  # deviations: beyond them the densities below hold less than e^-1000


def near(value: Expression) -> float:
    return float(enclosure(Real.of(value), 100).mid())


def integral(density: object) -> acb:
    """By Arb's rigorous quadrature, in pieces."""
    pieces = [acb.integral(density, acb(x), acb(x + 2)) for x in range(-FAR, FAR, 2)]
    return sum(pieces, acb(0))


@pytest.mark.parametrize("shift", [Fraction(1, 3), Fraction(2)])
@pytest.mark.parametrize("order", [Fraction(11, 10), Fraction(2), Fraction(13, 2)])
def test_rho_of_normal_noise_is_the_divergence_of_every_order(shift: Fraction, order: Fraction) -> None:
    """ln of the integral of p^a q^(1-a), over a - 1, is rho a."""
    m, a = (arb(fmpq(x.numerator, x.denominator)) for x in (shift, order))

    def density(x: acb, _: object) -> acb:
        return (-(a * (x - m) ** 2 + (1 - a) * x**2) / 2).exp() / (2 * acb.pi()).sqrt()

    divergence = integral(density).real.log() / (a - 1)
    rho = enclosure(Real.of(shift**2 / 2 * order), 64)
    assert divergence.overlaps(rho) and divergence.rad() < 1e-6


@pytest.mark.parametrize("rho", [Fraction(1, 8), Fraction(2)])
@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(4)])
def test_the_delta_of_normal_noise_is_the_integral_of_what_exceeds(rho: Fraction, epsilon: Fraction) -> None:
    s, e = near((2 * Real.of(rho)) ** Fraction(1, 2)), arb(fmpq(epsilon.numerator, epsilon.denominator))
    shift = arb(fmpq(2 * rho.numerator, rho.denominator)).sqrt()
    start = (e + shift**2 / 2) / shift  # where p = e^epsilon q

    def density(x: acb, _: object) -> acb:
        p, q = (-((x - shift) ** 2) / 2).exp(), (-(x**2) / 2).exp()
        return (p - e.exp() * q) / (2 * acb.pi()).sqrt()

    exceeds = acb.integral(density, acb(start), acb(start + s + 40)).real
    exact_delta = enclosure(Real.of(gaussian_delta_of_rho(rho, epsilon)), 64)
    assert abs(exceeds - exact_delta) < 1e-12


@pytest.mark.parametrize("rho", RHOS)
@pytest.mark.parametrize("delta", DELTAS)
def test_epsilons_of_rho_are_sound_and_in_order(rho: Fraction, delta: Fraction) -> None:
    """Normal noise, which has rho at every order, keeps what is said of all mechanisms."""
    printed, tight, own = (f(rho, delta) for f in (epsilon_of_rho, tight_epsilon_of_rho, gaussian_epsilon_of_rho))
    assert is_true(own <= tight) and is_true(tight <= printed * (1 + Fraction(1, 2**40)))
    assert is_true(gaussian_delta_of_rho(rho, own) <= delta) and is_true(delta_of_rho(rho, tight) <= delta)
    if own > Fraction(1, 10**6):
        assert is_true(gaussian_delta_of_rho(rho, own * Fraction(999999, 10**6)) > delta)
        assert is_true(gaussian_delta_of_rho(rho, printed) < delta)


def test_less_than_the_printed_epsilon_is_not_enough() -> None:
    """2 sqrt(rho ln(1/delta)) without rho fails for normal noise: the accounting could tell."""
    rho, delta = Fraction(8), Fraction(1, 10)
    assert is_true(gaussian_delta_of_rho(rho, epsilon_of_rho(rho, delta) - rho) > delta)


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), Fraction(1), Fraction(8)])
@pytest.mark.parametrize("delta", DELTAS[:3])
def test_the_largest_rho_is_the_inverse(epsilon: Fraction, delta: Fraction) -> None:
    rho = largest_rho(epsilon, delta)
    assert near(epsilon_of_rho(rho, delta)) == pytest.approx(near(epsilon), rel=1e-12)
    tight = largest_tight_rho(epsilon, delta)
    assert is_true(rho * (1 - Fraction(1, 2**40)) <= tight) and is_true(delta_of_rho(tight, epsilon) <= delta)
    assert not is_true(delta_of_rho(tight * Fraction(1000001, 10**6), epsilon) <= delta)
    assert is_true(gaussian_delta_of_rho(tight, epsilon) <= delta)


def test_a_delta_is_at_most_1() -> None:
    assert delta_of_rho(100, Fraction(1, 100)) <= 1


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: epsilon_of_rho(0, Fraction(1, 2)), ParameterError),
        (lambda: epsilon_of_rho(1, 0), PrivacyParameterError),
        (lambda: epsilon_of_rho(1, 1), PrivacyParameterError),
        (lambda: delta_of_rho(1, 0), PrivacyParameterError),
        (lambda: largest_rho(0, Fraction(1, 2)), PrivacyParameterError),
        (lambda: delta_of_rho(0.5, 1), TypeError),
    ],
)
def test_what_is_out_of_range_is_refused(call: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        call()  # type: ignore[operator]


# ---- Against dp-accounting


@pytest.mark.parametrize("rho", RHOS[:3])
@pytest.mark.parametrize("delta", DELTAS[:3])
def test_normal_noise_against_the_privacy_losses_of_dp_accounting(rho: Fraction, delta: Fraction) -> None:
    losses = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    noise = losses.from_gaussian_mechanism((2 * float(rho)) ** -0.5, value_discretization_interval=1e-4)
    assert noise.get_epsilon_for_delta(float(delta)) == pytest.approx(
        near(gaussian_epsilon_of_rho(rho, delta)), rel=1e-3, abs=2e-4
    )


@pytest.mark.parametrize("folds", [1, 2, 7])
def test_composed_normal_noise_against_dp_accounting(folds: int) -> None:
    losses = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    rho, delta = Fraction(1, 50), Fraction(1, 10**6)
    noise = losses.from_gaussian_mechanism((2 * float(rho)) ** -0.5, value_discretization_interval=1e-4)
    together = noise.self_compose(folds).get_epsilon_for_delta(float(delta))
    own = near(gaussian_epsilon_of_rho(folds * rho, delta))
    assert together == pytest.approx(own, rel=2e-3) and own < near(epsilon_of_rho(folds * rho, delta))


@pytest.mark.parametrize("rho", RHOS)
def test_every_mechanism_against_the_renyi_accountant_of_dp_accounting(rho: Fraction) -> None:
    rdp, events = pytest.importorskip("dp_accounting.rdp"), pytest.importorskip("dp_accounting.dp_event")
    accountant = rdp.RdpAccountant(orders=[1 + 1.05**i / 100 for i in range(300)])
    accountant.compose(events.ZCDpEvent(near(rho)))
    for delta in DELTAS[:2]:
        epsilon = accountant.get_epsilon(float(delta))  # the least over these orders
        assert epsilon < inf
        assert near(tight_epsilon_of_rho(rho, delta)) <= epsilon * (1 + 1e-9)
        assert near(tight_epsilon_of_rho(rho, delta)) == pytest.approx(epsilon, rel=2e-3)
