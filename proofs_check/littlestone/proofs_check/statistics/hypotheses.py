"""Hypotheses about two probabilities: p1 <= F_t(p2), for curves F_t that rise with the privacy parameter t.

Each kind of null gives the curve and its slope in floats, for statistics, and half-planes that contain it rigorously,
for decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from flint import arb
from scipy.special import ndtr, ndtri

Floats = npt.NDArray[np.float64]
Number = TypeVar("Number", float, Floats)

ROUNDING = 2.0**-50  # eight times the error of one rounding, for the few of an expression
# Tangents to one curve: any number is sound, more would be closer and cost a supremum each; not tuned
GAUSSIAN_SEGMENTS = 8
LARGEST = 100.0  # e^100 and its products stay floats; no number of draws shows an epsilon near it
FLATTEST = 1e-100  # so that a slope and its inverse, times a count, stay floats


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """The points with low <= p2 <= high and p1 <= slope * p2 + intercept."""

    slope: float
    intercept: float
    low: float
    high: float

    def line(self, p2: Floats) -> Floats:
        """The largest p1 in the half-plane at each p2, rounded upward, at most 1."""
        return np.minimum((self.slope * p2 + self.intercept) * (1 + ROUNDING), 1.0)


class Null(Protocol):
    """The hypothesis p1 <= F_t(p2), which holds for every t above one for which it holds."""

    @property
    def least(self) -> float:
        """The smallest t of use."""

    def curve(self, t: float, p2: Number) -> Number:
        """F_t(p2), in floats, not clipped to 1."""

    def slope(self, t: float, p2: Number) -> Number:
        """The derivative of F_t at p2, in floats."""

    def preimage(self, t: float, p1: float) -> float:
        """The p2 with F_t(p2) = p1, in floats."""

    def parameter(self, p1: float, p2: float) -> float:
        """The t with F_t(p2) = p1, in floats."""

    def half_planes(self, t: float, low: float, high: float) -> list[HalfPlane]:
        """Half-planes that together contain all of the hypothesis with low <= p2 <= high."""


@dataclass(frozen=True, slots=True)
class EpsilonNull:
    """p1 <= e^t p2 + delta: the mechanism is (t, delta)-private at the event."""

    delta: float
    least = -30.0  # e^-30 is nearly 0: outcomes are ordered also where they speak for no loss at all

    def curve(self, t: float, p2: Number) -> Number:
        """e^t p2 + delta."""
        return float(np.exp(t)) * p2 + self.delta

    def slope(self, t: float, p2: Number) -> Number:
        """e^t."""
        return 0 * p2 + float(np.exp(t))

    def preimage(self, t: float, p1: float) -> float:
        """(p1 - delta) / e^t."""
        return (p1 - self.delta) / float(np.exp(t))

    def parameter(self, p1: float, p2: float) -> float:
        """ln((p1 - delta) / p2); minus infinity where p1 <= delta."""
        return float(np.log(p1 - self.delta) - np.log(max(p2, 1e-300))) if p1 > self.delta else -np.inf

    def half_planes(self, t: float, low: float, high: float) -> list[HalfPlane]:
        """The hypothesis itself, its slope rounded upward."""
        return [HalfPlane(exp_above(t), self.delta, low, high)]


@dataclass(frozen=True, slots=True)
class DeltaNull:
    """p1 <= e^epsilon p2 + t: the mechanism is (epsilon, t)-private at the event."""

    epsilon: float
    least = 0.0

    def curve(self, t: float, p2: Number) -> Number:
        """e^epsilon p2 + t."""
        return float(np.exp(self.epsilon)) * p2 + t

    def slope(self, t: float, p2: Number) -> Number:
        """e^epsilon."""
        return 0 * p2 + float(np.exp(self.epsilon))

    def preimage(self, t: float, p1: float) -> float:
        """(p1 - t) / e^epsilon."""
        return (p1 - t) / float(np.exp(self.epsilon))

    def parameter(self, p1: float, p2: float) -> float:
        """p1 - e^epsilon p2."""
        return p1 - float(np.exp(self.epsilon)) * p2

    def half_planes(self, t: float, low: float, high: float) -> list[HalfPlane]:
        """The hypothesis itself, its slope rounded upward."""
        return [HalfPlane(exp_above(self.epsilon), t, low, high)]


@dataclass(frozen=True, slots=True)
class GaussianNull:
    """p1 <= Phi(Phi^-1(p2) + t): the mechanism is t-Gaussian differentially private at the event."""

    least = 0.0

    def curve(self, t: float, p2: Number) -> Number:
        """Phi(Phi^-1(p2) + t)."""
        return ndtr(ndtri(p2) + t)  # type: ignore[no-any-return]

    def slope(self, t: float, p2: Number) -> Number:
        """exp(-t Phi^-1(p2) - t^2 / 2)."""
        return np.exp(-t * ndtri(p2) - t * t / 2)  # type: ignore[no-any-return]

    def preimage(self, t: float, p1: float) -> float:
        """Phi(Phi^-1(p1) - t)."""
        return float(ndtr(ndtri(p1) - t))

    def parameter(self, p1: float, p2: float) -> float:
        """Phi^-1(p1) - Phi^-1(p2)."""
        return float(ndtri(p1) - ndtri(p2))

    def half_planes(self, t: float, low: float, high: float) -> list[HalfPlane]:
        """Below tangents of the concave curve: t-Gaussian privacy implies (ln slope, intercept)-privacy for each slope.

        The intercept is Phi(-e/t + t/2) - slope Phi(-e/t - t/2) with e = ln slope (Dong, Roth and Su 2022, corollary
        2.13), by Arb, rounded upward.
        """
        ends = np.linspace(low, high, GAUSSIAN_SEGMENTS + 1)
        return [_tangent(t, float(a), float(b)) for a, b in zip(ends[:-1], ends[1:], strict=True)]


def _tangent(t: float, low: float, high: float) -> HalfPlane:
    middle = (low + high) / 2
    slope = float(np.exp(-t * ndtri(middle) - t * t / 2)) if t > 0 and 0 < middle < 1 else 1.0
    slope = min(max(slope, FLATTEST), 1 / FLATTEST)
    return HalfPlane(slope, _gaussian_delta(slope, t), low, high)


def _gaussian_delta(slope: float, t: float) -> float:
    """The least delta for which t-Gaussian privacy implies (ln slope, delta)-privacy, rounded upward."""
    if t <= 0:
        return max(0.0, 1 - slope)
    centre = -arb(slope).log() / t
    value = _normal_cdf(centre + arb(t) / 2) - arb(slope) * _normal_cdf(centre - arb(t) / 2)
    return float(value.upper()) * (1 + ROUNDING)


def _normal_cdf(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2


def exp_above(t: float) -> float:
    """e^t rounded upward."""
    return float(arb(t).exp().upper()) * (1 + ROUNDING)
