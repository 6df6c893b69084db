"""Standard mechanisms of the auditing literature, vectorised, each with its best pair and the usual candidate pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil, exp, inf, log
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

Array = Any
Draw = Callable[[Any, int, np.random.Generator], Array]
Pair = tuple[tuple[int, ...], tuple[int, ...]]
GRID = 2.0**20
ABORTED = -1000.0
KEEP = exp(1.0) / (1.0 + exp(1.0))


@dataclass(frozen=True)
class Mechanism:
    """A mechanism under audit: ``draw(dataset, n, rng)``, its best pair, the usual pairs, and the audit's delta.

    ``true`` is its epsilon at that delta, and ``optimum`` the bound of the exact test at the expected counts of the
    best event in 10^6 draws; both were computed from its law.
    """

    name: str
    true: float
    optimum: float
    draw: Draw
    best: Pair
    pairs: tuple[Pair, ...]
    delta: float = 0.0


def on_grid(values: Array) -> Array:
    """Values rounded to multiples of 2^-20, so that the low bits of floating point carry nothing."""
    return np.round(values * GRID) / GRID


def laplace(a: Any, n: int, rng: np.random.Generator, scale: float) -> Array:
    """Each answer plus Laplace noise: shape (n, answers)."""
    return on_grid(np.asarray(a) + rng.laplace(scale=scale, size=(n, len(a))))


def gaussian(a: Any, n: int, rng: np.random.Generator, sigma: float) -> Array:
    """Each answer plus normal noise."""
    return on_grid(np.asarray(a) + rng.normal(scale=sigma, size=(n, len(a))))


def noisy_argmax(a: Any, n: int, rng: np.random.Generator, noise: str, scale: float) -> Array:
    """The index of the largest noisy answer; ``noise`` is a method of the generator."""
    return np.argmax(np.asarray(a) + getattr(rng, noise)(scale=scale, size=(n, len(a))), axis=1)


def noisy_max(a: Any, n: int, rng: np.random.Generator, noise: str, scale: float) -> Array:
    """The largest noisy answer itself; ``noise`` is a method of the generator."""
    return on_grid(np.max(np.asarray(a) + getattr(rng, noise)(scale=scale, size=(n, len(a))), axis=1))


def above_threshold(a: Any, n: int, rng: np.random.Generator, t: float, threshold: float, answer: float) -> Array:
    """Bits per answer, 1 at the first noisy answer above the noisy threshold and -1 after it."""
    noise = rng.laplace(scale=answer, size=(n, len(a)))
    above = np.asarray(a) + noise >= t + rng.laplace(scale=threshold, size=(n, 1))
    earlier: Array = np.cumsum(above, axis=1) - above
    return np.where(earlier > 0, -1, above).astype(np.int8)


def noiseless_answers(a: Any, n: int, rng: np.random.Generator, t: float, threshold: float) -> Array:
    """Bits per answer against one noisy threshold, without answer noise, never stopping."""
    return (np.asarray(a) >= t + rng.laplace(scale=threshold, size=(n, 1))).astype(np.int8)


def numeric_sparse_vector(a: Any, n: int, rng: np.random.Generator, t: float, epsilon: float, c: int) -> Array:
    """Noisy values of the first c answers above the noisy threshold, 0 for those below, -1000 after the stop."""
    size = (n, len(a))
    tested = np.asarray(a) + rng.laplace(scale=6 * c / epsilon, size=size)
    above = tested >= t + rng.laplace(scale=3 / epsilon, size=(n, 1))
    released = on_grid(np.asarray(a) + rng.laplace(scale=3 * c / epsilon, size=size))
    earlier: Array = np.cumsum(above, axis=1) - above
    return np.where(earlier >= c, ABORTED, np.where(above, released, 0.0))


def geometric_weights(count: int, people: int, k: int) -> Array:
    """The integer weights of the truncated geometric law on 0..people (Balcer and Vadhan 2018, algorithm 4.8)."""
    total = (2 ** (k + 1) + 1) * (2**k + 1) ** (people - 1)
    below = [2 ** (k * (count - z)) * (2**k + 1) ** (people - count + z) for z in range(count)]
    above = [total - 2 ** (k * (z - count + 1)) * (2**k + 1) ** (people - 1 - z + count) for z in range(count, people)]
    return np.diff([0, *below, *above, total])


def truncated_geometric(a: Any, n: int, rng: np.random.Generator, people: int, k: int) -> Array:
    """The noisy count, in 0..people."""
    weights = geometric_weights(a[0], people, k)
    return rng.choice(people + 1, size=n, p=weights / weights.sum())


def bloom_filter(value: int, bits: int, hashes: int) -> Array:
    """The bits that the value sets, by a multiplicative hash."""
    where = [((value + 1) * 2654435761 * (2 * i + 1) >> 7) % bits for i in range(hashes)]
    return np.bincount(where, minlength=bits) > 0


def rappor(a: Any, n: int, rng: np.random.Generator, f: float, p: float, q: float) -> Array:
    """The reported bits: permanent, then instantaneous randomised response on a Bloom filter of 20 bits, 4 hashes."""
    bits = bloom_filter(a[0], 20, 4)
    u = rng.random((n, len(bits)))
    permanent = np.where(u < f / 2, True, np.where(u < f, False, bits))
    return (rng.random(permanent.shape) < np.where(permanent, q, p)).astype(np.int8)


def randomised_bits(a: Any, n: int, rng: np.random.Generator, keep: float) -> Array:
    """Each bit kept with probability ``keep``, else flipped."""
    return (np.asarray(a) ^ (rng.random((n, len(a))) >= keep)).astype(np.int8)


def randomised_counts(a: Any, n: int, rng: np.random.Generator, keep: float) -> Array:
    """The counts of ones among the randomised labels of the two halves: shape (n, 2)."""
    bits = randomised_bits(a, n, rng, keep)
    half = len(a) // 2
    return np.stack([bits[:, :half].sum(axis=1), bits[:, half:].sum(axis=1)], axis=1)


def sigma_for(epsilon: float, delta: float) -> float:
    """The standard deviation at which the Gaussian mechanism of sensitivity 1 has exactly this delta at epsilon."""

    def excess(s: float) -> float:
        hit = norm.cdf(0.5 / s - epsilon * s) - exp(epsilon) * norm.cdf(-0.5 / s - epsilon * s)
        return float(hit) - delta

    return float(brentq(excess, 0.05, 50.0, xtol=1e-14))


def both_orders(pairs: list[Pair]) -> tuple[Pair, ...]:
    return tuple(p for first, second in pairs for p in ((first, second), (second, first)))


def patterns(answers: int) -> tuple[Pair, ...]:
    """The usual sixteen pairs (Ding et al. 2018): answers that differ by at most one each."""
    half, rest = answers // 2, answers - answers // 2
    base = (1,) * answers
    others = [
        (0, *base[1:]),
        (2, *base[1:]),
        (2, *(0,) * (answers - 1)),
        (0, *(2,) * (answers - 1)),
        (2,) * half + (0,) * rest,
        (2,) * answers,
        (0,) * answers,
    ]
    blocks = ((1,) * half + (0,) * rest, (0,) * half + (1,) * rest)
    return both_orders([(base, other) for other in others] + [blocks])


def counting_pairs(lowest: int, highest: int) -> tuple[Pair, ...]:
    return both_orders([((v,), (v + 1,)) for v in range(lowest, highest)])


def bit_pairs(length: int, bases: list[tuple[int, ...]]) -> tuple[Pair, ...]:
    """One bit flipped, the first or the last, in each of the given bases."""
    flips = [(b, tuple(v ^ (i == at) for i, v in enumerate(b))) for b in bases for at in (0, length - 1)]
    return both_orders([(tuple(map(int, a)), tuple(map(int, b))) for a, b in flips])


def bloom_pairs(values: int, bits: int) -> tuple[Pair, ...]:
    """The first eight pairs of values whose filters differ in at most so many bits, the most different first."""
    filters = [bloom_filter(v, 20, 4) for v in range(values)]
    apart = {(v, w): int((filters[v] ^ filters[w]).sum()) for w in range(values) for v in range(w)}
    near = sorted((p for p in apart if apart[p] <= bits), key=lambda p: (-apart[p], p))
    return both_orders([((v,), (w,)) for v, w in near[:4] + near[-4:]])


def bases(length: int) -> list[tuple[int, ...]]:
    half = length // 2
    blocks = (0,) * half + (1,) * (length - half)
    return [(0,) * length, (1,) * length, blocks, tuple(1 - b for b in blocks)]


def single(name: str, true: float, optimum: float, draw: Draw, delta: float = 0.0) -> Mechanism:
    return Mechanism(name, true, optimum, draw, ((1,), (0,)), counting_pairs(0, 8), delta)


def many(name: str, true: float, optimum: float, draw: Draw, answers: int, best: int) -> Mechanism:
    """A mechanism on several answers; ``best`` is the index of its best usual pair."""
    return Mechanism(name, true, optimum, draw, patterns(answers)[best], patterns(answers))


K = ceil(log(2 / 0.1))
FLIPS = bit_pairs(20, bases(20))
STOP_ONE = partial(above_threshold, t=0.5, threshold=20.0, answer=40.0)
STOP_TWO = partial(above_threshold, t=1.0, threshold=20.0, answer=40.0)
STOP_FOUR = partial(above_threshold, t=1.0, threshold=40.0, answer=1 / 0.075)
STANDARD = (
    single("Laplace", 0.1, 0.0965, partial(laplace, scale=10.0)),
    single("LaplaceBuggy", 1.0, 0.9945, partial(laplace, scale=1.0)),
    Mechanism(
        "TruncGeom", 0.1178, 0.1145, partial(truncated_geometric, people=5, k=K), ((5,), (4,)), counting_pairs(0, 5)
    ),
    Mechanism("NoisyHist1", 0.1, 0.0965, partial(laplace, scale=10.0), ((2, 1, 1, 1, 1), (1,) * 5), patterns(5)[:4]),
    Mechanism("NoisyHist2", 10.0, 9.5232, partial(laplace, scale=0.1), ((2, 1, 1, 1, 1), (1,) * 5), patterns(5)[:4]),
    many("RNM1", 0.0946, 0.0878, partial(noisy_argmax, noise="laplace", scale=20.0), 5, 6),
    many("RNM2", 0.1, 0.0936, partial(noisy_argmax, noise="exponential", scale=20.0), 5, 5),
    many("RNM3", 0.25, 0.2303, partial(noisy_max, noise="laplace", scale=20.0), 5, 10),
    many("SVT1", 0.0885, 0.0662, STOP_ONE, 10, 8),
    many("SVT2", 0.0882, 0.0660, STOP_TWO, 10, 8),
    many("SVT4", 0.1717, 0.1463, STOP_FOUR, 10, 15),
    many("SVT5", inf, 9.0114, partial(noiseless_answers, t=1.0, threshold=20.0), 10, 5),
    many("NumSVT", 0.0803, 0.0426, partial(numeric_sparse_vector, t=1.0, epsilon=0.1, c=2), 10, 15),
    Mechanism(
        "RAPPOR", 0.3001, 0.2736, partial(rappor, f=0.75, p=0.45, q=0.55), bloom_pairs(9, 6)[0], bloom_pairs(9, 6)
    ),
    Mechanism("RRlearner", 1.0, 0.9787, partial(randomised_counts, keep=KEEP), FLIPS[0], FLIPS),
    Mechanism(
        "RRvec", 1.0, 0.9959, partial(randomised_bits, keep=KEEP), bit_pairs(5, bases(5))[0], bit_pairs(5, bases(5))
    ),
    single("Gauss 0.01", 1.0, 0.9782, partial(gaussian, sigma=sigma_for(1.0, 0.01)), 0.01),
    single("Gauss 1e-5", 1.0, 0.7884, partial(gaussian, sigma=sigma_for(1.0, 1e-5)), 1e-5),
)


# ---- Wide vectors, shared noise, variants of the sparse vector technique, local reports

WEIGHTS = 50
DIRECTION = (lambda v: v / np.linalg.norm(v))(np.random.default_rng(20).normal(size=WEIGHTS))
PARALLEL, BINS, LEAVES, BLOCK = 20, 32, 16, 4
DELTA = 1e-5


def parallel(a: Any, n: int, rng: np.random.Generator, scale: float, telling: int, blind: int) -> Array:
    """So many noisy answers to one query, among noise that tells nothing."""
    shifts = np.repeat([a[0], 0.0], [telling, blind])
    return on_grid(shifts + rng.laplace(scale=scale, size=(n, telling + blind)))


def geometric_vector(a: Any, n: int, rng: np.random.Generator, people: int, k: int) -> Array:
    """One count released many times with truncated geometric noise."""
    weights = geometric_weights(a[0], people, k)
    return rng.choice(people + 1, size=(n, PARALLEL), p=weights / weights.sum())


def direction(a: Any, n: int, rng: np.random.Generator, sigma: float) -> Array:
    """A gradient of 50 coordinates that moves by 1 in a fixed direction, with normal noise."""
    return on_grid(a[0] * DIRECTION + rng.normal(scale=sigma, size=(n, WEIGHTS)))


def smart_sums(a: Any, n: int, rng: np.random.Generator, scale: float) -> Array:
    """Running sums with fresh noise for each finished block of 4 (Ding et al. 2018, algorithm 8)."""
    blocks = np.asarray(a).reshape(-1, BLOCK).sum(axis=1)
    totals = np.cumsum(laplace(blocks, n, rng, scale), axis=1)
    within = np.cumsum(laplace(a, n, rng, scale).reshape(n, -1, BLOCK), axis=2)
    before = np.concatenate([np.zeros((n, 1)), totals[:, :-1]], axis=1)
    released = before[:, :, None] + within
    released[:, :, -1] = totals
    return on_grid(released.reshape(n, -1))


def tree_of_counts(a: Any, n: int, rng: np.random.Generator, scale: float) -> Array:
    """Noisy counts of all nodes of a binary tree over 16 leaves: shape (n, 31)."""
    levels = [np.asarray(a)]
    while len(levels[-1]) > 1:
        levels.append(levels[-1].reshape(-1, 2).sum(axis=1))
    return laplace(np.concatenate(levels), n, rng, scale)


def released_first(a: Any, n: int, rng: np.random.Generator, t: float, threshold: float, answer: float) -> Array:
    """The first noisy answer above the noisy threshold, released as it was tested (Lyu et al. 2017, algorithm 3)."""
    noisy = on_grid(np.asarray(a) + rng.laplace(scale=answer, size=(n, len(a))))
    above = noisy >= t + rng.laplace(scale=threshold, size=(n, 1))
    earlier: Array = np.cumsum(above, axis=1) - above
    return np.where(earlier > 0, ABORTED, np.where(above, noisy, 0.0))


def never_stops(a: Any, n: int, rng: np.random.Generator, t: float, threshold: float, answer: float) -> Array:
    """Bits of all answers against one noisy threshold, never stopping (Lyu et al. 2017, algorithm 6)."""
    noisy = np.asarray(a) + rng.laplace(scale=answer, size=(n, len(a)))
    return (noisy >= t + rng.laplace(scale=threshold, size=(n, 1))).astype(np.int8)


def moved(answers: int, *places: int) -> tuple[Pair, ...]:
    """Answers of 1, of which one is 2 or 0."""
    base = (1,) * answers
    others = [tuple(v if i == at else 1 for i in range(answers)) for at in places for v in (2, 0)]
    return both_orders([(base, other) for other in others])


def exchanged(*places: tuple[int, int]) -> tuple[Pair, ...]:
    """Histograms of ones, of which one person moves from a bin to another."""
    base = (1,) * BINS
    others = [tuple(int(1 - (i == x) + (i == y)) for i in range(BINS)) for x, y in places]
    return both_orders([(base, other) for other in others])


RELEASE_FIRST = lambda a, n, rng: released_first(a, n, rng, t=1.0, threshold=20.0, answer=20.0)  # noqa: E731
EXCHANGED = exchanged((3, 17), (0, 1), (8, 30), (31, 12))
VECTOR_SIGMA = sigma_for(1.0, DELTA)
WIDE = (
    single("LaplaceParallel", 0.1, 0.0314, partial(parallel, scale=200.0, telling=PARALLEL, blind=0)),
    single("Laplace40", 0.5, 0.2683, partial(parallel, scale=40.0, telling=20, blind=20)),
    single("GeomVector", 0.6154, 0.3481, partial(geometric_vector, people=10, k=5)),
    single("Gauss50", 1.0, 0.7884, partial(direction, sigma=VECTOR_SIGMA), DELTA),
    Mechanism("SmartSum", 0.2, 0.1938, partial(smart_sums, scale=10.0), moved(12, 5)[1], moved(12, 0, 5, 11)),
    Mechanism(
        "TreeCounts", 0.5, 0.4788, partial(tree_of_counts, scale=10.0), moved(LEAVES, 5)[1], moved(LEAVES, 0, 5, 15)
    ),
    Mechanism("WideHist", 0.5, 0.4931, partial(laplace, scale=4.0), EXCHANGED[0], EXCHANGED),
    many("RNM4", inf, 1.0125, partial(noisy_max, noise="exponential", scale=20.0), 5, 10),
    many("SVT3", 0.3, 0.1833, RELEASE_FIRST, 10, 8),
    many("SVT6", 0.42, 0.2823, partial(never_stops, t=1.0, threshold=20.0, answer=20.0), 10, 8),
)
# Nothing was chosen on LaplaceParallel, Laplace40, GeomVector, RNM4 and SVT3
MECHANISMS = (*STANDARD, *WIDE)
