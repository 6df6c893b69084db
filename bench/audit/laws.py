"""The laws of the outputs of the standard mechanisms: probabilities of cells that tell all there is to tell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb, exp
from typing import Any

import numpy as np
from mechanisms import (
    BLOCK,
    BUCKETS,
    DELTA,
    DIRECTION,
    HASHES,
    KEEP,
    KEPT,
    LEAVES,
    PARALLEL,
    SEEDS_OF_HASHES,
    Array,
    K,
    bloom_filter,
    discrete_weights,
    geometric_weights,
    sigma_for,
)
from scipy.stats import binom, expon, laplace, norm

Laws = tuple[Array, Array]


def between(cdf: Callable[[Array], Array], sf: Callable[[Array], Array], edges: Array) -> Array:
    """Probabilities of the cells cut by ``edges``, each from the smaller tail."""
    low = np.diff(np.concatenate([[0.0], cdf(edges), [1.0]]))
    high = -np.diff(np.concatenate([[1.0], sf(edges), [0.0]]))
    middle = np.concatenate([[True], cdf(edges) < 0.5])
    return np.where(middle, low, high)


def real_grid(scale: float) -> Array:
    """Edges that resolve unit steps between answers and the tails of the noise."""
    fine = np.linspace(-1.0, 3.0, 4001)
    wide = scale * np.linspace(-20.0, 20.0, 8001)
    return np.unique(np.concatenate([fine, wide]))


def one_value(first: Any, second: Any, noise: Any, scale: float) -> Laws:
    """Answers with noise, of which one differs: only that coordinate tells."""
    at = next(i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)
    edges = real_grid(scale)
    a, b = (noise(loc=d[at], scale=scale) for d in (first, second))
    return between(a.cdf, a.sf, edges), between(b.cdf, b.sf, edges)


def largest_value(first: Any, second: Any, noise: Any, scale: float) -> Laws:
    edges = real_grid(scale)

    def law(dataset: Any) -> Array:
        logs = np.sum([noise(loc=a, scale=scale).logcdf(edges) for a in dataset], axis=0)
        return between(lambda x: np.exp(logs), lambda x: -np.expm1(logs), edges)

    return law(first), law(second)


def largest_index(first: Any, second: Any, noise: Any, scale: float) -> Laws:
    edges = np.unique(np.concatenate([[0.0, 1.0, 2.0], scale * np.linspace(-30.0, 40.0, 200_001)]))
    middles = (edges[1:] + edges[:-1]) / 2

    def law(dataset: Any) -> Array:
        each = [noise(loc=a, scale=scale) for a in dataset]
        steps = [np.diff(e.cdf(edges)) for e in each]
        others = [np.prod([f.cdf(middles) for f in each[:i] + each[i + 1 :]], axis=0) for i in range(len(each))]
        return np.array([np.sum(s * o) for s, o in zip(steps, others, strict=True)])

    return law(first), law(second)


def threshold_grid(scale: float) -> Laws:
    """Midpoints and masses of a fine partition of the threshold's noise."""
    edges = scale * np.linspace(-25.0, 25.0, 100_001)
    cells = between(laplace(scale=scale).cdf, laplace(scale=scale).sf, edges)[1:-1]
    return (edges[1:] + edges[:-1]) / 2, cells


def below_chances(dataset: Any, t: float, threshold: float, answer: float) -> tuple[Array, Array]:
    """For each value of the threshold noise, its mass and the chance that each answer stays below it."""
    rho, mass = threshold_grid(threshold)
    return mass, np.array([laplace(scale=answer).cdf(t + rho - a) for a in dataset])


def stops(first: Any, second: Any, t: float, threshold: float, answer: float) -> Laws:
    """The law of the first answer above the threshold, "none" last."""

    def law(dataset: Any) -> Array:
        mass, below = below_chances(dataset, t, threshold, answer)
        so_far = np.cumprod(np.vstack([np.ones_like(mass), below]), axis=0)
        return np.vstack([so_far[:-1] * (1 - below), so_far[-1:]]) @ mass

    return law(first), law(second)


def noiseless(first: Any, second: Any, t: float, threshold: float) -> Laws:
    """Bit vectors of answers against one threshold: one outcome for each gap between the sorted answers."""

    def law(dataset: Any) -> dict[tuple[bool, ...], float]:
        cuts = np.array([-np.inf, *sorted({a - t for a in dataset}), np.inf])
        masses = np.diff(laplace(scale=threshold).cdf(cuts))
        inside = np.clip(cuts[1:], -1e9, 1e9)
        return {tuple(a >= t + r for a in dataset): float(m) for r, m in zip(inside, masses, strict=True)}

    p, q = law(first), law(second)
    outcomes = sorted({*p, *q})
    return np.array([p.get(y, 0.0) for y in outcomes]), np.array([q.get(y, 0.0) for y in outcomes])


def numeric(first: Any, second: Any, t: float, epsilon: float, c: int) -> Laws:
    """Which answers are released, times the cells of the released values; written for c = 2."""
    edges = real_grid(3 * c / epsilon)
    edges = edges[(edges >= 0) & (edges <= 2) & (np.arange(len(edges)) % 50 == 0)]

    def values(a: float) -> Array:
        noise = laplace(loc=a, scale=3 * c / epsilon)
        return between(noise.cdf, noise.sf, np.unique([0.0, 1.0, 2.0, *edges]))

    def law(dataset: Any) -> Array:
        mass, below = below_chances(dataset, t, 3 / epsilon, 6 * c / epsilon)
        before = np.cumprod(np.vstack([np.ones_like(mass), below]), axis=0)
        cells = [np.array([before[-1] @ mass])]
        for i, a in enumerate(dataset):
            once = before[i] * (1 - below[i])
            cells.append(values(a) * float(once * np.prod(below[i + 1 :], axis=0) @ mass))
            for j in range(i + 1, len(dataset)):
                chance = float(once * np.prod(below[i + 1 : j], axis=0) * (1 - below[j]) @ mass)
                cells.append(chance * np.outer(values(a), values(dataset[j])).ravel())
        return np.concatenate(cells)

    return law(first), law(second)


def geometric(first: Any, second: Any, people: int) -> Laws:
    weights = [geometric_weights(d[0], people, K).astype(float) for d in (first, second)]
    return weights[0] / weights[0].sum(), weights[1] / weights[1].sum()


def bloom(first: Any, second: Any, f: float, p: float, q: float) -> Laws:
    """Only the number of reports in favour of the first value, among the bits that differ, tells."""
    apart = int((bloom_filter(first[0], 20, 4) ^ bloom_filter(second[0], 20, 4)).sum())
    one = f * (p + q) / 2 + (1 - f) * q
    zero = f * (p + q) / 2 + (1 - f) * p
    assert abs(one + zero - 1) < 1e-12
    count = np.arange(apart + 1)
    return binom.pmf(count, apart, one), binom.pmf(count, apart, zero)


def flipped_count(first: Any, second: Any, keep: float, group: int) -> Laws:
    """Counts of ones in the group of labels where the datasets differ."""
    at = next(i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)
    start = at - at % group

    def law(dataset: Any) -> Array:
        ones = sum(dataset[start : start + group])
        kept = binom.pmf(np.arange(ones + 1), ones, keep)
        return np.convolve(kept, binom.pmf(np.arange(group - ones + 1), group - ones, 1 - keep))

    return law(first), law(second)


SVT = partial(stops, threshold=20.0, answer=40.0)
LAWS: dict[str, Callable[[Any, Any], Laws]] = {
    "Laplace": partial(one_value, noise=laplace, scale=10.0),
    "LaplaceBuggy": partial(one_value, noise=laplace, scale=1.0),
    "TruncGeom": partial(geometric, people=5),
    "NoisyHist1": partial(one_value, noise=laplace, scale=10.0),
    "NoisyHist2": partial(one_value, noise=laplace, scale=0.1),
    "RNM1": partial(largest_index, noise=laplace, scale=20.0),
    "RNM2": partial(largest_index, noise=expon, scale=20.0),
    "RNM3": partial(largest_value, noise=laplace, scale=20.0),
    "SVT1": partial(SVT, t=0.5),
    "SVT2": partial(SVT, t=1.0),
    "SVT4": partial(stops, t=1.0, threshold=40.0, answer=1 / 0.075),
    "SVT5": partial(noiseless, t=1.0, threshold=20.0),
    "NumSVT": partial(numeric, t=1.0, epsilon=0.1, c=2),
    "RAPPOR": partial(bloom, f=0.75, p=0.45, q=0.55),
    "RRlearner": partial(flipped_count, keep=KEEP, group=10),
    "RRvec": partial(flipped_count, keep=KEEP, group=1),
    "Gauss 0.01": partial(one_value, noise=norm, scale=sigma_for(1.0, 0.01)),
    "Gauss 1e-5": partial(one_value, noise=norm, scale=sigma_for(1.0, 1e-5)),
}


# ---- Further mechanisms; sums of independent log ratios are kept on a grid of cells

FINE = 200  # cells of the largest log ratio of one entry


def summed(p: Array, q: Array, times: int) -> Laws:
    """The law of the sum of the log ratios of so many independent entries, in cells: what a best event looks at."""
    ratio = np.log(p / q)
    step = np.abs(ratio).max() / FINE
    cell = np.round(ratio / step).astype(int) + FINE
    one, two = (np.bincount(cell, weights=w, minlength=2 * FINE + 1) for w in (p, q))
    first, second = one, two
    for _ in range(times - 1):
        first, second = np.convolve(first, one), np.convolve(second, two)
    return first, second


def shifts(first: Any, second: Any, scale: float, times: int) -> Laws:
    """Laplace answers that each move by 1 or back: the sum of their log ratios tells all."""
    laws = one_value(first[:1], second[:1], laplace, scale)
    return summed(*_positive(*laws), times)


def _positive(p: Array, q: Array) -> Laws:
    seen = (p > 0) & (q > 0)
    return p[seen], q[seen]


def one_leaf(first: Any, second: Any, scale: float, times: int) -> Laws:
    """One leaf moves by 1, which ``times`` independent noisy sums show."""
    at = next(i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)
    return shifts(first[at : at + 1], second[at : at + 1], scale, times)


def smart(first: Any, second: Any, scale: float) -> Laws:
    """Steps within a block, and from block to block, have noise of their own; a block's last step only the latter."""
    at = next(i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)
    return one_leaf(first, second, scale, 1 if at % BLOCK == BLOCK - 1 else 2)


def exchange(first: Any, second: Any, scale: float) -> Laws:
    """Two bins move by 1, in opposite directions: by symmetry as one that moves twice."""
    return shifts((1,), (2,), scale, int(np.sum(np.asarray(first) != np.asarray(second))))


def counts(first: Any, second: Any, people: int, k: int) -> Laws:
    weights = [geometric_weights(d[0], people, k).astype(float) for d in (first, second)]
    return summed(weights[0] / weights[0].sum(), weights[1] / weights[1].sum(), PARALLEL)


def along(first: Any, second: Any, sigma: float) -> Laws:
    """Only the part of the output along the direction tells."""
    assert abs(DIRECTION @ DIRECTION - 1) < 1e-12
    return one_value(first, second, norm, sigma)


def sum_of_discrete(first: Any, second: Any, sigma: float, answers: int) -> Laws:
    """The log ratio of discrete normal noise is linear: the sum of all entries tells all there is."""
    _, mass = discrete_weights(sigma)
    total = np.ones(1)
    for _ in range(answers):
        total = np.convolve(total, mass)
    moved = np.zeros(abs(first[0] - second[0]) * answers)
    ends = np.concatenate([total, moved]), np.concatenate([moved, total])
    return ends if first[0] < second[0] else ends[::-1]


def first_released(first: Any, second: Any, t: float, threshold: float, answer: float) -> Laws:
    """Which answer is released, and the cell of its value, which the threshold is below; "none" last."""
    rho, mass = threshold_grid(threshold)
    values = np.unique(np.concatenate([np.linspace(-4.0, 6.0, 201), answer * np.linspace(-12.0, 12.0, 601)]))
    middle = (values[1:] + values[:-1]) / 2
    at = np.clip(np.searchsorted(rho, middle - t), 1, len(rho)) - 1

    def law(dataset: Any) -> Array:
        below, cells = mass.copy(), []
        for a in dataset:
            noise = laplace(loc=a, scale=answer)
            cells.append(between(noise.cdf, noise.sf, values)[1:-1] * np.cumsum(below)[at])
            below = below * noise.cdf(t + rho)
        chances = np.concatenate([*cells, [below.sum()]])
        assert abs(chances.sum() - 1) < 2e-3
        return chances / chances.sum()

    return law(first), law(second)


def all_bits(first: Any, second: Any, t: float, threshold: float, answer: float) -> Laws:
    """How many bits are set among the answers of each pair of values, which are exchangeable."""
    rho, mass = threshold_grid(threshold)
    rho, mass = rho[::20], mass.reshape(-1, 20).sum(axis=1)
    kinds = sorted(set(zip(first, second, strict=True)))
    sizes = [sum(pair == kind for pair in zip(first, second, strict=True)) for kind in kinds]

    def law(side: int) -> Array:
        joint = mass[None, :]
        for kind, size in zip(kinds, sizes, strict=True):
            above = laplace(scale=answer).sf(t + rho - kind[side])
            ones = np.array([comb(size, k) * above**k * (1 - above) ** (size - k) for k in range(size + 1)])
            joint = (joint[:, None] * ones[None]).reshape(-1, len(rho))
        return joint.sum(axis=1)

    return law(0), law(1)


def both(first: Any, second: Any) -> Laws:
    """The two variants have noise of their own."""
    third = RELEASED(first, second)
    fourth = stops(first, second, t=1.0, threshold=40.0, answer=1 / 0.075)
    one, two = (np.outer(a, b).ravel() for a, b in zip(third, fourth, strict=True))
    return one, two


def flipped(first: Any, second: Any, epsilon: float) -> Laws:
    """Answer r is said where its coin falls and it comes before all others that fall."""

    def law(dataset: Any) -> Array:
        fall = np.exp(epsilon / 2 * (np.asarray(dataset, dtype=float) - max(dataset)))
        chances = []
        for r in range(len(fall)):
            others = np.ones(1)
            for f in np.delete(fall, r):
                others = np.convolve(others, [1 - f, f])
            chances.append(fall[r] * float(others @ (1 / np.arange(1, len(fall) + 1))))
        return np.array(chances)

    return law(first), law(second)


def stairs(first: Any, second: Any, epsilon: float) -> Laws:
    """Staircase noise: cells cut at the ends of all steps of both datasets."""
    gamma, b = 1 / (1 + exp(epsilon / 2)), exp(-epsilon)
    height = (1 - b) / (2 * (gamma + b * (1 - gamma)))
    centre = min(first[0], second[0])
    whole = np.arange(-40.0, 41.0)
    edges = np.unique(np.round(np.concatenate([whole, whole + gamma, whole + 1 - gamma]), 12))
    middle, width = (edges[1:] + edges[:-1]) / 2 + centre, np.diff(edges)

    def law(dataset: Any) -> Array:
        away = np.abs(middle - dataset[0])
        whole_steps = np.floor(away)
        chances = width * height * np.exp(-epsilon * (whole_steps + (away - whole_steps >= gamma)))
        return chances / chances.sum()

    return law(first), law(second)


def two_bits(first: Any, second: Any, epsilon: float) -> Laws:
    """Only the bits of the two values tell."""
    low = 1 / (1 + exp(epsilon))
    own, other = np.array([0.5, 0.5]), np.array([1 - low, low])
    return np.outer(own, other).ravel(), np.outer(other, own).ravel()


def hashed(first: Any, second: Any) -> Laws:
    """All reports: which hash, and which bucket."""

    def law(dataset: Any) -> Array:
        chances = np.full((SEEDS_OF_HASHES, BUCKETS), (1 - KEPT) / (BUCKETS - 1))
        chances[np.arange(SEEDS_OF_HASHES), HASHES[:, dataset[0]]] = KEPT
        return chances.ravel() / SEEDS_OF_HASHES

    return law(first), law(second)


TREE_LEVELS = int(np.log2(LEAVES)) + 1
SIGMA = sigma_for(1.0, DELTA)
RELEASED = partial(first_released, t=1.0, threshold=20.0, answer=20.0)
WIDE_LAWS: dict[str, Callable[[Any, Any], Laws]] = {
    "LaplaceParallel": partial(shifts, scale=200.0, times=PARALLEL),
    "Laplace40": partial(shifts, scale=40.0, times=20),
    "GeomVector": partial(counts, people=10, k=5),
    "Gauss50": partial(along, sigma=SIGMA),
    "DiscreteGauss": partial(sum_of_discrete, sigma=30**0.5 * SIGMA, answers=30),
    "PrefixSum": partial(one_leaf, scale=10.0, times=1),
    "SmartSum": partial(smart, scale=10.0),
    "TreeCounts": partial(one_leaf, scale=10.0, times=TREE_LEVELS),
    "WideHist": partial(exchange, scale=4.0),
    "RNM4": partial(largest_value, noise=expon, scale=20.0),
    "SVT3": RELEASED,
    "SVT6": partial(all_bits, t=1.0, threshold=20.0, answer=20.0),
    "SVT34": both,
    "PermuteFlip": partial(flipped, epsilon=0.2),
    "Staircase": partial(stairs, epsilon=1.0),
    "OneHot": partial(two_bits, epsilon=1.0),
    "LocalHash": hashed,
    "OneTimeRAPPOR": partial(bloom, f=0.95, p=0.0, q=1.0),
}
