"""Bounded measures on n points: size, density, the induced law, the divergence, projection onto the dense ones.

A measure gives each of n points a weight in [0, 1]; it is kappa-dense where the weights' mean is at least kappa
(Impagliazzo 1995; Barak, Hardt, Kale 2009).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product

from littlestone.spec.algebra.reals import ZERO, Expression, Real, add_up, ln
from littlestone.spec.learning.randomness import ParameterError

Measure = tuple[Fraction, ...]


class MeasureError(ParameterError):
    """Weights outside [0, 1], no weight at all, or a measure that has no projection or no induced law."""


def measure(weights: Sequence[int | Fraction]) -> Measure:
    """The measure with these rational weights; raises MeasureError unless there is one and all are in [0, 1]."""
    mu = tuple(map(Fraction, weights))
    if not mu or not all(0 <= w <= 1 for w in mu):
        raise MeasureError("weights", weights, "at least one, each in [0, 1]")
    return mu


# ---- Size, density, the induced law


def size(mu: Measure) -> Fraction:
    """|mu|, the sum of the weights."""
    return sum(mu, Fraction(0))


def density(mu: Measure) -> Fraction:
    """d(mu) = |mu| / n, the mean weight."""
    return size(mu) / len(mu)


def is_dense(mu: Measure, kappa: Fraction) -> bool:
    """mu is in Gamma_kappa: its density is at least kappa."""
    return density(mu) >= kappa


def induced(mu: Measure) -> Measure:
    """The law mu / |mu|; raises MeasureError where all weights are 0."""
    mass = size(mu)
    if not mass:
        raise MeasureError("measure", mu, "not 0 everywhere")
    return tuple(w / mass for w in mu)


def statistical_distance(p: Measure, q: Measure) -> Fraction:
    """Half the sum of |p(i) - q(i)|, for two laws on the same points."""
    return sum((abs(a - b) for a, b in zip(p, q, strict=True)), Fraction(0)) / 2


# ---- The divergence


def is_zero(weight: Expression) -> bool:
    """The weight is written 0."""
    return Real.of(weight) is ZERO


def is_dominated(mu: Sequence[Expression], nu: Sequence[Expression]) -> bool:
    """mu is 0 wherever nu is: the divergence of mu from nu is finite."""
    return all(is_zero(a) or not is_zero(b) for a, b in zip(mu, nu, strict=True))


def divergence(mu: Sequence[Expression], nu: Sequence[Expression]) -> Real:
    """KL(mu || nu) = sum of mu ln(mu / nu) + nu - mu with 0 ln 0 = 0, natural logarithms; weights may be symbols.

    Raises MeasureError where it is infinite: nu is 0 where mu is not.
    """
    if not is_dominated(mu, nu):
        raise MeasureError("first measure", mu, f"0 wherever {nu} is")
    return add_up([_divergence_of_weights(Real.of(a), Real.of(b)) for a, b in zip(mu, nu, strict=True)])


def _divergence_of_weights(a: Real, b: Real) -> Real:
    return b if is_zero(a) else a * ln(a / b) + b - a


# ---- The Bregman projection onto the measures of density at least kappa


def has_projection(mu: Measure, kappa: Fraction) -> bool:
    """Some kappa-dense measure has a finite divergence from mu: mu is positive on at least kappa n points."""
    return sum(1 for w in mu if w) >= kappa * len(mu)


def scaling(mu: Measure, kappa: Fraction) -> Fraction:
    """The smallest c >= 1 with which min(1, c mu) has density at least kappa.

    Raises MeasureError where there is none: fewer than kappa n weights are positive.
    """
    if is_dense(mu, kappa):
        return Fraction(1)
    if not has_projection(mu, kappa):
        raise MeasureError("measure", mu, f"positive on at least {kappa} of its points")
    heaviest = sorted((w for w in mu if w), reverse=True)
    rest, missing = size(mu), kappa * len(mu)
    for weight in heaviest:
        if missing * weight <= rest:
            break
        rest, missing = rest - weight, missing - 1
    return missing / rest


def projection(mu: Measure, kappa: Fraction) -> Measure:
    """Capped scaling min(1, c mu), c >= 1 the smallest for density at least kappa; raises MeasureError without one.

    It is the kappa-dense measure of least divergence from mu, the first argument being optimised (Barak, Hardt, Kale
    2009, lemma 3.1).
    """
    return capped_scaling(mu, scaling(mu, kappa))


def capped_scaling(mu: Measure, c: Fraction) -> Measure:
    """min(1, c mu(i)) at every point i."""
    return tuple(min(Fraction(1), Fraction(c) * w) for w in mu)


def is_projection(star: Measure, mu: Measure, kappa: Fraction) -> bool:
    """star minimises the divergence from mu over the kappa-dense measures, by the conditions of optimality (KKT).

    It is feasible, and for some c >= 1, which is 1 unless the density is exactly kappa, star(i) = c mu(i) where
    star(i) < 1, and c mu(i) >= 1 where star(i) = 1: ln c is the multiplier of the density, ln(c mu(i)) that of
    star(i) <= 1. The divergence being convex, these conditions are sufficient; its slope at 0 being infinite, the
    multipliers of star(i) >= 0 are 0.
    """
    feasible = all(0 <= s <= 1 for s in star) and is_dense(star, kappa) and is_dominated(star, mu)
    positive = [(s, w) for s, w in zip(star, mu, strict=True) if w]
    least = max((Fraction(1), *(s / w for s, w in positive)))
    scaled = all(s == least * w for s, w in positive if s < 1)
    return feasible and scaled and (least == 1 or density(star) == kappa)


# ---- All measures with few values


def grid(n: int, m: int, least: int = 0) -> Iterator[Measure]:
    """All measures on n points with weights least/m, ..., m/m."""
    return product(_weights(m, least), repeat=int(n))


def unordered_grid(n: int, m: int, least: int = 0) -> Iterator[Measure]:
    """The measures of the grid up to the order of the points, lightest first."""
    return combinations_with_replacement(_weights(m, least), int(n))


def dense_grid(n: int, m: int, kappa: Fraction, least: int = 0) -> list[Measure]:
    """The kappa-dense measures of the grid."""
    return [mu for mu in grid(n, m, least) if is_dense(mu, kappa)]


def densities(m: int) -> list[Fraction]:
    """1/m, ..., m/m: the positive densities in multiples of 1/m."""
    return [Fraction(k, int(m)) for k in range(1, int(m) + 1)]


def _weights(m: int, least: int) -> list[Fraction]:
    return [Fraction(k, int(m)) for k in range(int(least), int(m) + 1)]
