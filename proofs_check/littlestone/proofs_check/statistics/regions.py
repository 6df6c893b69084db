"""Which outcomes (x, y) of two binomial counts speak at least as clearly against privacy as the one observed.

Outcomes are ordered by T(x, y), the largest t whose hypothesis p1 <= F_t(p2) is rejected by the likelihood-ratio test
with threshold z: min over the hypothesis of D(x, y) >= z^2 / 2, where D(x, y) = n1 kl(x/n1, p1) + n2 kl(y/n2, p2).
T does not depend on what is tested afterwards, grows with x and falls with y. So a region {T >= T(observed)} is nested
in every larger one, and is {x >= c(y)} with c nondecreasing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import rel_entr

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.hypotheses import Floats, Null

Integers = npt.NDArray[np.int64]

# Keep p and 1 - p above 0: the latter is the largest float below 1, and a count over the former stays finite
LEAST, MOST = 1e-300, 1 - 2.0**-53
SLACK = 1e-6  # ten times what floats err by in D for up to 10^8 draws
PIVOTS = 48  # any number is sound: 12 cost up to 0.8% of a bound, 200 gain nothing
HALVINGS = 40  # any number is sound: 20 give the same bounds to five digits


@dataclass(frozen=True, slots=True)
class Counts:
    """Draws of a mechanism on two neighbouring inputs, and how many fell in an event.

    The event is fixed before these draws are looked at. Raises BadInput where a count of hits is not
    between 0 and its draws, or an input was never drawn from.
    """

    hits_first: int
    draws_first: int
    hits_second: int
    draws_second: int

    def __post_init__(self) -> None:
        for name, hits, draws in (
            ("first", self.hits_first, self.draws_first),
            ("second", self.hits_second, self.draws_second),
        ):
            if not 0 <= hits <= draws or draws < 1:
                raise BadInput(
                    f"counts of the {name} input", f"{hits} hits of {draws}", "give 0 <= hits <= draws, draws >= 1"
                )


@dataclass(frozen=True, slots=True)
class Region:
    """Outcomes with x >= boundary[y - lowest]; where y is outside the boundary's range, any x may be in the region.

    ``boundary`` is nondecreasing, of integers in 0..draws_first + 1.
    """

    draws_first: int
    draws_second: int
    lowest: int
    boundary: Integers


def divergence(a: Floats | float, b: Floats | float) -> Floats:
    """The relative entropy of Bernoulli(a) from Bernoulli(b), in nats."""
    return rel_entr(a, b) + rel_entr(1 - a, 1 - b)  # type: ignore[no-any-return]


def zero_between(f: Callable[[float], float], low: float, high: float, apart: float, relatively: float) -> float:
    """Where a function that changes its sign is 0, so far apart at most."""
    from scipy.optimize import brentq  # slow to import

    return float(brentq(f, low, high, xtol=apart, rtol=relatively))


def strength(counts: Counts, null: Null, z: float) -> float:
    """T at the observed counts, a hair low; minus infinity where not even the least hypothesis is rejected.

    Floats err by less than 1e-7 in D for up to 10^8 draws, so asking for 2 SLACK more than the threshold keeps T low.
    """
    n1, n2 = counts.draws_first, counts.draws_second
    first, second = counts.hits_first / n1, counts.hits_second / n2
    target = z * z / 2 + 2 * SLACK
    top = null.parameter(min(first, 1 - 1e-9 / n1), max(second, 1e-9 / n2))
    if not top > null.least or least_distance(counts, null, null.least) < target:
        return -np.inf
    if least_distance(counts, null, top) >= target:
        return top
    return zero_between(lambda t: least_distance(counts, null, t) - target, null.least, top, 1e-18, 1e-15)


def least_distance(counts: Counts, null: Null, t: float) -> float:
    """The least D of the observed counts over the hypothesis: on its curve, where the slope of D along it is 0."""
    n1, n2 = counts.draws_first, counts.draws_second
    first, second = counts.hits_first / n1, counts.hits_second / n2

    def score(p: float) -> float:
        q = min(max(float(null.curve(t, p)), LEAST), MOST)
        return n1 * float(null.slope(t, p)) * (first - q) / (q * (1 - q)) - n2 * (p - second) / (p * (1 - p))

    low, high = max(second * (1 + 1e-15), LEAST), min(null.preimage(t, first) * (1 - 1e-15), MOST)
    if high <= low or first <= null.curve(t, low):
        return 0.0
    p = low if score(low) <= 0 else high if score(high) >= 0 else zero_between(score, low, high, LEAST, 1e-14)
    return float(n1 * divergence(first, min(null.curve(t, p), 1.0)) + n2 * divergence(second, p))


def region(counts: Counts, null: Null, z: float, t: float, lowest: int, highest: int) -> Region:
    """The outcomes with T >= t, or a few more, for y in lowest..highest.

    A point (q, p) of the hypothesis with p >= y/n2 proves that x is outside where D(x, y; q, p) < z^2 / 2 or where
    x/n1 <= q. Any choice of it is sound; here it is the best one at some y, interpolated between them.
    """
    n1, n2 = counts.draws_first, counts.draws_second
    second = np.arange(lowest, highest + 1) / n2
    pivots = np.unique(np.linspace(lowest, highest, PIVOTS).astype(np.int64)) / n2
    p = np.interp(second, pivots, _worst_points(null, t, z * z / 2, n1, n2, pivots))
    p, left = _nearer(n2, second, p, z * z / 2 - SLACK)
    q = np.clip(null.curve(t, p), LEAST, MOST)
    boundary = _first_inside(n1, q, left / n1)
    return Region(n1, n2, lowest, np.minimum.accumulate(boundary[::-1])[::-1])


def _nearer(n2: int, second: Floats, p: Floats, target: float) -> tuple[Floats, Floats]:
    """Each p, moved towards y/n2 until n2 kl(y/n2, p) < target, and what is left of the target."""
    share = 1e-6
    while np.any(far := (left := target - n2 * divergence(second, p)) <= 0):
        p = np.where(far, p - share * (p - second), p)
        share = min(2 * share, 0.5)
    return p, left


def _first_inside(n1: int, q: Floats, left: Floats) -> Integers:
    """An x in 0..n1 + 1 for each q such that kl((x - 1)/n1, q) < left is verified, or x - 1 <= n1 q, or x = 0."""
    guess = np.minimum(np.ceil(n1 * _upper_inverse(q, left) - 1e-6), n1 + 1).astype(np.int64)
    while not np.all(inside := (guess - 1 <= n1 * q) | (divergence((guess - 1) / n1, q) < left)):
        guess = np.where(inside, guess, guess - 1)
    return np.maximum(guess, 0)


def _upper_inverse(q: Floats, left: Floats) -> Floats:
    """About the a >= q with kl(a, q) = left, by Newton's method; 1 + q where there is none."""
    a = np.minimum(q + np.sqrt(2 * left * q * (1 - q)) + left, 1 - 1e-15)
    for _ in range(8):
        step = (divergence(a, q) - left) / np.maximum(np.log(a / q) - np.log1p(-a) + np.log1p(-q), 1e-300)
        a = np.clip(a - step, q * (1 + 1e-15), 1 - 1e-15)
    return np.where(-np.log(q) <= left, 1 + q, a)


def _worst_points(null: Null, t: float, target: float, n1: int, n2: int, second: Floats) -> Floats:
    """About the p2 at which the boundary outcome of each y/n2 is closest to the hypothesis; D grows with it.

    Beyond x = n1 - 1/2 the point of that outcome is taken, which serves for n1 - 1 and n1 both.
    """
    low, high = np.maximum(second, 1e-12 / n2), np.full_like(second, min(MOST, null.preimage(t, MOST)))
    for _ in range(HALVINGS):
        p = np.clip((low + high) / 2, LEAST, MOST)
        q = np.clip(null.curve(t, p), LEAST, MOST)
        first = q + q * (1 - q) / (n1 * null.slope(t, p)) * n2 * (p - second) / (p * (1 - p))
        beyond = (first >= 1 - 0.5 / n1) | (
            n1 * divergence(np.minimum(first, 1.0), q) + n2 * divergence(second, p) >= target
        )
        low, high = np.where(beyond, low, p), np.where(beyond, p, high)
    return np.clip(np.maximum(low, second), LEAST, MOST)
