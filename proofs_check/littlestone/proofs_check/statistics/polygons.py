"""Hypotheses about two probabilities whose curve is a polygon: what a trade-off curve of corners allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter

import numpy as np

from littlestone.proofs_check.statistics.hypotheses import FLATTEST, Floats, HalfPlane, Number

Corner = tuple[Fraction, Fraction]
STEEPEST = 10**100  # as FLATTEST, the other way
SEGMENTS = 8  # half-planes in all: any number is sound


@dataclass(frozen=True, slots=True)
class TradeOffNull:
    """p1 <= F(p2) + t for the concave polygon F = 1 - f: tests miss with rate f(p2) - t or more.

    ``places`` and ``values`` are F's corners in floats, ``slopes`` and ``intercepts`` its lines, rounded upward.
    """

    places: Floats
    values: Floats
    slopes: Floats
    intercepts: Floats
    least = 0.0

    def curve(self, t: float, p2: Number) -> Number:
        """F(p2) + t."""
        return np.interp(p2, self.places, self.values) + t

    def slope(self, t: float, p2: Number) -> Number:
        """The slope of F, that of the part to the right at a corner."""
        return self.slopes[self._part(p2)]  # type: ignore[no-any-return,call-overload]

    def preimage(self, t: float, p1: float) -> float:
        """The least p2 with F(p2) + t = p1; 0 where every p2 has more, 1 where none is enough."""
        if p1 - t <= self.values[0]:
            return 0.0
        if p1 - t >= self.values[-1]:
            return 1.0
        i = int(np.searchsorted(self.values, p1 - t))
        low, high = self.places[i - 1], self.places[i]
        share = (p1 - t - self.values[i - 1]) / (self.values[i] - self.values[i - 1])
        return float(low + (high - low) * share)

    def parameter(self, p1: float, p2: float) -> float:
        """p1 - F(p2)."""
        return p1 - float(self.curve(0.0, p2))

    def half_planes(self, t: float, low: float, high: float) -> list[HalfPlane]:
        """The lines of the polygon, each where it is least, or those in the middle of a few segments."""
        corners = self.places[(self.places > low) & (self.places < high)]
        if len(corners) >= SEGMENTS:
            corners = np.linspace(low, high, SEGMENTS + 1)[1:-1]
        ends = np.concatenate([[low], corners, [high]])
        parts = self._part((ends[:-1] + ends[1:]) / 2)
        return [
            HalfPlane(float(self.slopes[i]), nextafter(float(self.intercepts[i]) + t, inf), float(a), float(b))
            for i, a, b in zip(parts, ends[:-1], ends[1:], strict=True)
        ]

    def _part(self, p2: Number) -> Number:
        part = np.searchsorted(self.places, p2, side="right") - 1
        return np.clip(part, 0, len(self.slopes) - 1)  # type: ignore[return-value]


def trade_off_null(points: Sequence[Corner]) -> TradeOffNull:
    """The hypothesis that tests keep the trade-off curve with these corners (false alarms, misses)."""
    places, values = (np.array([float(part) for part in parts]) for parts in zip(*points, strict=True))
    lines = [_line(*ends) for ends in zip(points[:-1], points[1:], strict=True)]
    upward = (np.array([nextafter(float(part), inf) for part in parts]) for parts in zip(*lines, strict=True))
    steep, high = upward
    return TradeOffNull(places, 1 - values, np.maximum(steep, FLATTEST), high)


def _line(start: Corner, end: Corner) -> Corner:
    """The slope of F = 1 - f between two corners of f, and the line's value at 0; of what is too steep, p1 <= 1."""
    (a, b), (c, d) = start, end
    slope = (b - d) / (c - a)
    return (slope, 1 - b - slope * a) if slope <= STEEPEST else (Fraction(0), Fraction(1))
