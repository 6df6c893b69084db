"""Rigorous upper bounds on the chance of a region of outcomes, over all hypotheses near the observed counts."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, floor, log, pi, sqrt

import numpy as np
from scipy.special import ndtri

from littlestone.proofs_check.statistics.hypotheses import Floats, HalfPlane
from littlestone.proofs_check.statistics.regions import LEAST, MOST, Counts, Region, divergence, zero_between

TAIL = 12.0  # a window's outside has probability below error * e^-12, which is added: 6 and 24 give the same bounds
# What a cell may add, as a share of the error: 0.1 costs up to 12% of a bound, 0.001 gains 1% in over twice the time
LOSS = 0.01
MASSES_AT_ONCE = 100_000  # what fits the cache; ten times more or fewer were no faster


@dataclass(frozen=True, slots=True)
class Box:
    """Probabilities that the draws do not contradict: first_low <= p1 <= first_high and second_low <= p2 <= ..."""

    first_low: float
    first_high: float
    second_low: float
    second_high: float


def confidence_box(counts: Counts, error: float) -> Box:
    """A box that misses (p1, p2) with probability at most ``error``, rounded outward.

    Each of its four ends errs with probability at most error / 4: Pr[X/n >= a] <= exp(-n kl(a, p)) for a >= p
    (Chernoff), and the same below. Some 15% wider than Clopper and Pearson's, which it does not need to match.
    """
    least = log(4 / error) + 1e-6
    first = _chernoff(counts.hits_first / counts.draws_first, least / counts.draws_first)
    return Box(*first, *_chernoff(counts.hits_second / counts.draws_second, least / counts.draws_second))


def _chernoff(share: float, least: float) -> tuple[float, float]:
    """The p on either side of the share at relative entropy ``least`` from it, moved outward by a relative 1e-9."""

    def excess(p: float) -> float:
        return float(divergence(share, p)) - least

    low = 0.0 if share == 0 else zero_between(excess, LEAST, share, LEAST, 1e-12) * (1 - 1e-9)
    if share == 1 or excess(MOST) <= 0:
        return low, 1.0
    high = 1 - (1 - zero_between(excess, share, MOST, LEAST, 1e-14)) * (1 - 1e-9) + 2.0**-50
    return low, min(high, 1.0)


def window(draws: int, low: float, high: float, error: float) -> tuple[int, int]:
    """Counts outside which Bin(draws, p) falls with probability far below ``error``, for every p in low..high.

    By Bernstein's inequality; what falls outside is bounded and added wherever it matters.
    """
    width = TAIL - log(error)
    below, above = (width / 3 + sqrt(width**2 / 9 + 2 * width * draws * p * (1 - p)) for p in (low, high))
    return max(0, floor(draws * low - below)), min(draws, ceil(draws * high + above))


def largest_probability(region: Region, box: Box, plane: HalfPlane, error: float) -> float:
    """An upper bound on Pr[region] over the (p1, p2) of the half-plane within the box.

    Pr grows with p1 and falls with p2, so the largest is on the half-plane's edge p1 = w p2 + d, or in the corner
    (first_high, low) if the half-plane contains it. On the edge f(p2) = Pr has |f''| <= sqrt(2 f) I with
    I = n2 / (p2 (1 - p2)) + w^2 n1 / (p1 (1 - p1)): f'' = E[1_region B], where B, the second derivative of the
    likelihood over the likelihood, has E[B^2] <= 2 I^2 (Krawtchouk polynomials are orthogonal), and Cauchy-Schwarz. So
    between two nodes at distance h, f is at most the M that solves M = (larger end) + h^2/8 sqrt(2 M) I, where I,
    being convex, is largest at an end. A cell at whose end I is infinite takes the corner (right p1, left p2).
    """
    low, high = max(plane.low, box.second_low), min(plane.high, box.second_high)
    first_low, first_high = (float(plane.line(np.array([p]))[0]) for p in (low, high))
    if low > high or first_high < box.first_low:
        return 0.0
    if first_low >= box.first_high:
        return float(_probabilities(region, np.array([box.first_high]), np.array([low]), error)[0])
    low = max(low, (box.first_low - plane.intercept) / plane.slope * (1 - 1e-12) - 1e-15 / plane.slope)
    high = min(high, (min(box.first_high, 1.0) - plane.intercept) / plane.slope * (1 + 1e-12) + 1e-15 / plane.slope)
    return _largest_on_edge(region, plane, _nodes(region, plane, low, high, error), error)


def _largest_on_edge(region: Region, plane: HalfPlane, nodes: Floats, error: float) -> float:
    """The largest of the cells' bounds; in the first and last cell the corner's too, the smaller of the two."""
    left, right, first = nodes[:-1], nodes[1:], plane.line(nodes)
    ends = np.array([0, -1])
    paired = (first[np.r_[1, : len(nodes), -1]], nodes[np.r_[0, : len(nodes), -2]])
    probabilities = _probabilities(region, *paired, error)
    values, corners = probabilities[1:-1], probabilities[ends]
    information = _information(region, plane, nodes)
    with np.errstate(over="ignore", invalid="ignore"):
        larger = np.maximum(values[:-1], values[1:])
        curvature = (right - left) ** 2 * np.maximum(information[:-1], information[1:]) * (sqrt(2) / 8 * (1 + 1e-9))
        bounds = ((curvature + np.sqrt(curvature**2 + 4 * larger)) / 2) ** 2
    bounds[ends] = np.fmin(bounds[ends], corners)
    return float(np.max(bounds))


def _information(region: Region, plane: HalfPlane, p: Floats) -> Floats:
    """I at each p2 on the edge, infinite where p2 or p1 is 0 or 1."""
    q = np.minimum(plane.slope * p + plane.intercept, 1.0)
    with np.errstate(divide="ignore"):
        return region.draws_second / (p * (1 - p)) + plane.slope**2 * region.draws_first / (q * (1 - q))  # type: ignore[no-any-return]


def _nodes(region: Region, plane: HalfPlane, low: float, high: float, error: float) -> Floats:
    """Points from low to high, about equally far apart in standard errors, so near that a cell adds little."""
    z = float(ndtri(1 - error))
    spacing = sqrt(8 / sqrt(2) * LOSS * exp(-z * z / 2) / sqrt(2 * pi * error))
    # 64 cells to measure the edge by, even in arcsin, where a standard error has one length everywhere
    grid = np.sin(np.linspace(np.arcsin(sqrt(low)), np.arcsin(sqrt(min(high, 1.0))), 65)) ** 2
    lengths = np.sqrt(_information(region, plane, (grid[:-1] + grid[1:]) / 2)) * np.diff(grid)
    far = np.concatenate([[0.0], np.cumsum(np.minimum(lengths, 10.0))])
    nodes = np.interp(np.linspace(0, far[-1], max(2, ceil(far[-1] / spacing)) + 1), far, grid)
    return np.concatenate([[low], nodes[1:-1], [min(high, 1.0)]])


def _probabilities(region: Region, first: Floats, second: Floats, error: float) -> Floats:
    """Upper bounds on Pr[region] at each pair of probabilities, in groups that share their windows."""
    low, high = window(region.draws_first, float(first.min()), float(first.max()), error)
    size = max(12, MASSES_AT_ONCE // (len(region.boundary) + high - low))
    groups = [slice(i, i + size) for i in range(0, len(first), size)]
    parts = [_group_probabilities(region, first[group], second[group], error) for group in groups]
    return np.concatenate(parts)


def _group_probabilities(region: Region, first: Floats, second: Floats, error: float) -> Floats:
    """The sum over y of Pr[Y = y] Pr[X >= boundary(y)], plus what lies outside the windows.

    Sums of positive floats, already multiplied by one plus a bound on all relative rounding errors.
    """
    lowest, highest = window(region.draws_second, float(second.min()), float(second.max()), error)
    lowest, highest = max(lowest, region.lowest), min(highest, region.lowest + len(region.boundary) - 1)
    boundary = region.boundary[lowest - region.lowest : highest + 1 - region.lowest]
    masses, below, above = _masses(region.draws_second, second, lowest, highest)
    low, high = window(region.draws_first, float(first.min()), float(first.max()), error)
    weights, _, beyond = _masses(region.draws_first, first, low, high)
    tails = np.empty((len(first), high - low + 2))
    tails[:, -1] = beyond
    tails[:, :-1] = weights[:, ::-1].cumsum(axis=1)[:, ::-1] + beyond[:, None]
    tails[:, 0] = 1.0
    inside = np.einsum("ky,ky->k", masses, tails[:, np.clip(boundary - low, 0, high - low + 1)])
    probability: Floats = np.minimum(inside + below + above + LEAST, 1.0)
    return probability


def _masses(draws: int, p: Floats, low: int, high: int) -> tuple[Floats, Floats, Floats]:
    """Upper bounds on Pr[Bin(draws, p) = k] for k in low..high, one row for each p, and on Pr[< low] and Pr[> high].

    Masses relative to one of them, divided by their sum over the window, which is at most the true one. An exponent
    takes at most high - low + 4 roundings, each below 2^-50 times 20 plus the largest magnitude met. Outside, masses
    fall at least as fast as a geometric series. A p beyond LEAST..MOST is moved there: Pr changes by draws * 2^-52.
    """
    clipped = np.clip(p, LEAST, MOST)
    odds = np.log(clipped) - np.log1p(-clipped)
    middle = float(np.median(odds))
    k = np.arange(low + 1, high + 1)
    steps = np.concatenate([[0.0], np.cumsum(np.log((draws - k + 1) / k) + middle)])
    exponents = steps + np.arange(high - low + 1) * (odds - middle)[:, None]
    masses = np.exp(exponents - exponents.max(axis=1, keepdims=True))
    largest = sum(float(np.abs(part).max()) for part in (odds, steps, exponents))
    relative = 1 + (high - low + 4) * 2.0**-50 * (20 + largest)
    moved = np.where(p == clipped, 0.0, draws * 2.0**-52)
    masses *= relative / masses.sum(axis=1, keepdims=True)
    below = _geometric(masses[:, 0], low / (draws - low + 1) * np.exp(-odds)) + moved
    above = _geometric(masses[:, -1], (draws - high) / (high + 1) * np.exp(odds)) + moved
    return masses, below, above


def _geometric(end: Floats, ratio: Floats) -> Floats:
    """The sum of end * ratio^i over i >= 1, rounded upward; 1 where the ratio is not below 1."""
    return np.where(ratio < 1, np.minimum(end * ratio / np.maximum(1 - ratio, 1e-16) * (1 + 1e-9), 1.0), 1.0)
