"""True epsilon and the best expected bound of each mechanism, computed from the laws of its outputs."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

import numpy as np
from laws import LAWS, WIDE_LAWS, Laws
from mechanisms import MECHANISMS, WIDE_MECHANISMS, Array, Mechanism, Pair
from scipy.stats import beta, norm

from littlestone.proofs_check.statistics.two_sample import Counts, epsilon_lower_bound

DRAWS = 10**6
ERROR = 0.05
TINY = 1e-13


@dataclass(frozen=True)
class Truth:
    """The exact epsilon at the mechanism's delta, and the bound to expect from the best threshold event."""

    true: float
    optimum: float
    probability: float


def exact_epsilon(p: Array, q: Array, delta: float) -> float:
    """The least epsilon with p(E) <= e^epsilon q(E) + delta for all events E."""
    if np.any((q == 0) & (p > delta + TINY)):
        return float("inf")
    seen = (p > TINY) & (q > TINY)
    if delta == 0:
        return float(np.max(np.log(p[seen] / q[seen])))
    low, high = 0.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        over = np.sum(np.maximum(p - exp(middle) * q, 0.0)) > delta
        low, high = (middle, high) if over else (low, middle)
    return low


def threshold_events(p: Array, q: Array) -> Laws:
    """Probabilities under both laws of the events {likelihood ratio >= level}."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.nan_to_num(p / q, nan=1.0, posinf=1e300)
    order = np.lexsort((-p, -np.round(ratio, 10)))
    levels = np.round(ratio[order], 10)
    last = np.append(levels[1:] != levels[:-1], True)
    return np.minimum(np.cumsum(p[order])[last], 1.0), np.minimum(np.cumsum(q[order])[last], 1.0)


def expected_bound(p: Array, q: Array, delta: float, draws: int) -> Array:
    """About the bound at the expected counts, to rank events by."""
    n = draws / 2
    q_seen = np.maximum(q, 0.5 / n)
    spread = np.sqrt(p * (1 - p) / n / (p - delta) ** 2 + (1 - q_seen) / n / q_seen)
    joint = np.log((p - delta) / q_seen) - norm.isf(ERROR) * spread
    share = beta.ppf(ERROR, n * p, n * q + 1)
    return np.where((n * q < 200) & (delta == 0), np.log(share / (1 - share)), joint)


def bound_at_expected_counts(p: float, q: float, delta: float, draws: int) -> float:
    half = draws // 2
    return epsilon_lower_bound(Counts(round(half * p), half, round(half * q), half), delta, ERROR)


def truth_of_laws(p: Array, q: Array, delta: float, draws: int = DRAWS) -> Truth:
    hit_p, hit_q = threshold_events(p, q)
    some = (hit_p > delta + TINY) & (hit_p * draws > 20) & (hit_p < 1 - TINY)
    if not some.any():
        return Truth(exact_epsilon(p, q, delta), 0.0, 1.0)
    bounds = expected_bound(hit_p[some], hit_q[some], delta, draws)
    at = int(np.argmax(bounds))
    p_at, q_at = float(hit_p[some][at]), float(hit_q[some][at])
    return Truth(exact_epsilon(p, q, delta), bound_at_expected_counts(p_at, q_at, delta, draws), p_at)


def truth(mechanism: Mechanism, pair: Pair, draws: int = DRAWS) -> Truth:
    """True epsilon and optimum of the mechanism on the pair, in that order."""
    p, q = (LAWS | WIDE_LAWS)[mechanism.name](*pair)
    assert abs(p.sum() - 1) < 1e-6 and abs(q.sum() - 1) < 1e-6, mechanism.name
    return truth_of_laws(p, q, mechanism.delta, draws)


def best_pair(mechanism: Mechanism, draws: int = DRAWS) -> tuple[int, Truth]:
    """The index of the usual pair of largest optimum, and its truth."""
    truths = [truth(mechanism, pair, draws) for pair in mechanism.pairs]
    best = max(range(len(truths)), key=lambda i: truths[i].optimum)
    return best, truths[best]


if __name__ == "__main__":
    for each in (*MECHANISMS, *WIDE_MECHANISMS):
        given, (index, best) = truth(each, each.best), best_pair(each)
        text = f"{given.true:9.4f} {given.optimum:9.4f} at {given.probability:.4f}"
        print(f"{each.name:14}{text}   of the usual: pair {index}, {best.true:.4f} {best.optimum:.4f}")
