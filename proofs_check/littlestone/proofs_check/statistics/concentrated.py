"""What an event says of zero-concentrated privacy: hypotheses about two probabilities, by their Renyi divergences.

Post-processing to the event leaves two Bernoulli laws, so a rho-zCDP mechanism keeps, for every order a > 1, both ways,

    G_a(p1, p2) = p1^a p2^(1-a) + (1-p1)^a (1-p2)^(1-a) <= e^((a-1) a rho).

G_a is convex, a sum of perspectives of x^a, so its tangent plane at any point makes the inequality a half-plane that
contains the hypothesis. This is never weaker than any (epsilon, delta) that rho implies, where one term is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, log1p, sqrt

import numpy as np
from flint import arb, ctx
from scipy.special import ndtri

from littlestone.proofs_check.statistics.hypotheses import (
    FLATTEST,
    ROUNDING,
    Floats,
    GaussianNull,
    HalfPlane,
    Number,
)
from littlestone.proofs_check.statistics.regions import LEAST, MOST, Counts

SEGMENTS = 8  # tangents to one curve: any number is sound
HALVINGS = 60  # down to the last digit of a float; any point of tangency is sound
PRECISION = 192  # bits; orders near 1 lose half of them
ORDERS = 1 + np.geomspace(1e-6, 1e3, 91)  # where the best order is sought; any order is sound


def single(order: float) -> Floats:
    """The one order at which the divergence is claimed."""
    return np.array([order])


@dataclass(frozen=True, slots=True)
class ConcentratedNull:
    """The event keeps D_a <= a t at all of the orders: t-zCDP, or with a single order what is claimed of that one.

    Outcomes are ordered as for Gaussian privacy with mu^2 / 2 = ``scale`` t. The scale changes how far the search for a
    bound has to go, and neither the order nor what is rejected.
    """

    scale: float
    orders: Floats
    least = 0.0

    def curve(self, t: float, p2: Number) -> Number:
        """Phi(Phi^-1(p2) + mu)."""
        return GaussianNull().curve(self._mu(t), p2)

    def slope(self, t: float, p2: Number) -> Number:
        """The derivative of the curve."""
        return GaussianNull().slope(self._mu(t), p2)

    def preimage(self, t: float, p1: float) -> float:
        """Phi(Phi^-1(p1) - mu)."""
        return GaussianNull().preimage(self._mu(t), p1)

    def parameter(self, p1: float, p2: float) -> float:
        """The t of the curve through the point; minus infinity where p1 <= p2."""
        mu = GaussianNull().parameter(p1, p2)
        return mu * mu / (2 * self.scale) if mu > 0 else -inf

    def half_planes(self, t: float, low: float, high: float) -> list[HalfPlane]:
        """Tangents at points of the boundary, by Arb, rounded upward."""
        ends = np.linspace(low, high, SEGMENTS + 1)
        return [_tangent(t, float(a), float(b), self.orders) for a, b in zip(ends[:-1], ends[1:], strict=True)]

    def _mu(self, t: float) -> float:
        return sqrt(2 * self.scale * max(t, 0.0))


def concentrated_null(counts: Counts, orders: Floats = ORDERS) -> ConcentratedNull:
    """The hypothesis with the scale that fits the counts."""
    p = min(max((counts.hits_first + 0.5) / (counts.draws_first + 1), LEAST), MOST)
    q = min(max((counts.hits_second + 0.5) / (counts.draws_second + 1), LEAST), MOST)
    rho, mu = least_rho(p, q, orders), float(ndtri(p) - ndtri(q))
    return ConcentratedNull(mu * mu / (2 * rho) if rho > 0 and mu > 0 else 1.0, orders)


def least_rho(p: float, q: float, orders: Floats = ORDERS) -> float:
    """The least rho that two probabilities of an event allow, in floats, from below: over a grid of orders."""
    return max(_best_order(p, q, orders)[0], _best_order(1 - q, 1 - p, orders)[0]) if p > q else 0.0


def _best_order(p: float, q: float, orders: Floats) -> tuple[float, float]:
    """The largest D_a / a of Bernoulli(p) from Bernoulli(q) over the orders, and its order a."""
    rates = _rates(p, q, orders)
    best = int(np.argmax(rates))
    return float(rates[best]), float(orders[best])


def _rates(p: float, q: float, a: Floats) -> Floats:
    """D_a / a at each order; infinite where p > q = 0."""
    if q <= 0 or p >= 1:
        return np.full_like(a, inf if p > 0 and q <= 0 else -log(q) if q < 1 else 0.0) / a
    above, below = log(p) - log(q), log1p(-p) - log1p(-q)
    small = p * np.expm1(np.minimum((a - 1) * above, 1.0)) + (1 - p) * np.expm1((a - 1) * below)
    large = np.logaddexp(log(p) + (a - 1) * above, log1p(-p) + (a - 1) * below)
    rates: Floats = np.where((a - 1) * above < 1, np.log1p(np.maximum(small, -0.5)), large) / (a * (a - 1))
    return rates


def _tangent(t: float, low: float, high: float, orders: Floats) -> HalfPlane:
    """A half-plane around the hypothesis, close to it in the middle of the segment; all of p1 <= 1 where none is."""
    q = (low + high) / 2
    everything = HalfPlane(FLATTEST, 1.0, low, high)
    if t <= 0:
        return HalfPlane(1.0, 0.0, low, high)
    if not 0 < q < 1:
        return everything
    p = largest_allowed(t, q, orders)
    forward, reverse = _best_order(p, q, orders), _best_order(1 - q, 1 - p, orders)
    with ctx.workprec(PRECISION):
        if forward[0] >= reverse[0]:
            found = _plane(t, p, q, forward[1])
        else:
            found = _reflected(_plane(t, 1 - q, 1 - p, reverse[1]))
        if found is None or not (found[0].is_finite() and found[1].is_finite()):
            return everything
        slope, intercept = (float(part.upper()) for part in found)
    if not FLATTEST <= slope <= 1 / FLATTEST:
        return everything
    return HalfPlane(slope * (1 + ROUNDING), intercept + abs(intercept) * ROUNDING, low, high)


def largest_allowed(t: float, q: float, orders: Floats = ORDERS) -> float:
    """About the largest probability of an event that has probability q on a neighbour, in floats."""
    low, high = q, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if least_rho(middle, q, orders) <= t else (low, middle)
    return min(max(low, LEAST), MOST)


def _plane(t: float, p: float, q: float, order: float) -> tuple[arb, arb] | None:
    """The slope and intercept of the tangent at (p, q): G + G_p (p1 - p) + G_q (p2 - q) <= e^((a-1) a t)."""
    if not 0 < q < p < 1:
        return None
    a, p1, p2 = arb(order), arb(p), arb(q)
    up, down = (p1 / p2) ** (a - 1), ((1 - p1) / (1 - p2)) ** (a - 1)
    value = p1 * up + (1 - p1) * down
    by_first, by_second = a * (up - down), (a - 1) * (down * (1 - p1) / (1 - p2) - up * p1 / p2)
    if not by_first > 0:
        return None
    slope = -by_second / by_first
    return slope, p1 - slope * p2 + (((a - 1) * a * arb(t)).exp() - value) / by_first


def _reflected(plane: tuple[arb, arb] | None) -> tuple[arb, arb] | None:
    """1 - p2 <= s (1 - p1) + c, which is p1 <= p2 / s + 1 - (1 - c) / s."""
    if plane is None or not plane[0] > 0:
        return None
    slope, intercept = plane
    return 1 / slope, 1 - (1 - intercept) / slope
