"""The laws of the outputs of the standard mechanisms: probabilities of cells that tell all there is to tell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from mechanisms import KEEP, Array, K, bloom_filter, geometric_weights, sigma_for
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
