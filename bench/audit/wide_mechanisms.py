"""More standard mechanisms: wide vectors, shared noise, variants of the sparse vector technique, local reports."""

from __future__ import annotations

from functools import partial
from math import exp
from typing import Any

import numpy as np
from mechanisms import (
    ABORTED,
    STOP_FOUR,
    Array,
    Mechanism,
    Pair,
    bloom_pairs,
    both_orders,
    geometric_weights,
    laplace,
    many,
    noisy_max,
    on_grid,
    rappor,
    sigma_for,
    single,
)

SEED = 20  # of the tables of hashes and of the direction, and of the rows that are kept aside
SEEDS_OF_HASHES, BUCKETS, VALUES = 256, 4, 9
HASHES = np.random.default_rng(SEED).integers(BUCKETS, size=(SEEDS_OF_HASHES, VALUES))
WEIGHTS = 50
DIRECTION = (lambda v: v / np.linalg.norm(v))(np.random.default_rng(SEED).normal(size=WEIGHTS))
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


def discrete_weights(sigma: float) -> tuple[Array, Array]:
    """The integers within eight standard deviations and their discrete normal law (Canonne et al. 2020)."""
    values = np.arange(-int(8 * sigma) - 1, int(8 * sigma) + 2)
    mass = np.exp(-(values**2) / (2 * sigma**2))
    return values, mass / mass.sum()


def discrete_gaussian(a: Any, n: int, rng: np.random.Generator, sigma: float, answers: int) -> Array:
    """One count released many times with discrete normal noise."""
    values, mass = discrete_weights(sigma)
    return a[0] + rng.choice(values, size=(n, answers), p=mass)


def prefix_sums(a: Any, n: int, rng: np.random.Generator, scale: float) -> Array:
    """Running sums of noisy answers (Ding et al. 2018)."""
    return on_grid(np.cumsum(laplace(a, n, rng, scale), axis=1))


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


def side_by_side(a: Any, n: int, rng: np.random.Generator) -> Array:
    """Two variants of the sparse vector technique on the same answers."""
    return np.concatenate([RELEASE_FIRST(a, n, rng), STOP_FOUR(a, n, rng)], axis=1)


def permute_and_flip(a: Any, n: int, rng: np.random.Generator, epsilon: float) -> Array:
    """The first answer, in random order, whose coin falls (McKenna and Sheldon 2020): shape (n,)."""
    scores = np.asarray(a, dtype=float)
    fallen = rng.random((n, len(a))) < np.exp(epsilon / 2 * (scores - scores.max()))
    return np.argmax(np.where(fallen, rng.random((n, len(a))), -1.0), axis=1)


def staircase(a: Any, n: int, rng: np.random.Generator, epsilon: float) -> Array:
    """One answer with staircase noise (Geng and Viswanath 2014, algorithm 1, sensitivity 1)."""
    gamma, b = 1 / (1 + exp(epsilon / 2)), exp(-epsilon)
    step = rng.geometric(1 - b, size=n) - 1
    u, inner = rng.random(n), rng.random(n) < gamma / (gamma + (1 - gamma) * b)
    size = np.where(inner, step + gamma * u, step + gamma + (1 - gamma) * u)
    return on_grid(a[0] + np.where(rng.random(n) < 0.5, size, -size))


def one_hot(a: Any, n: int, rng: np.random.Generator, epsilon: float) -> Array:
    """Optimised unary encoding over 32 values (Wang et al. 2017): its bit kept by a coin, others set at times."""
    chance = np.full(BINS, 1 / (1 + exp(epsilon)))
    chance[a[0]] = 0.5
    return (rng.random((n, BINS)) < chance).astype(np.int8)


def local_hash(a: Any, n: int, rng: np.random.Generator, keep: float) -> Array:
    """A public hash by number, and the value's bucket under it, randomised: shape (n, 2)."""
    which = rng.integers(SEEDS_OF_HASHES, size=n)
    other = rng.integers(1, BUCKETS, size=n)
    true = HASHES[which, a[0]]
    return np.stack([which, np.where(rng.random(n) < keep, true, (true + other) % BUCKETS)], axis=1)


def one_time_rappor(a: Any, n: int, rng: np.random.Generator, f: float) -> Array:
    """The permanent randomised response alone on a Bloom filter of 20 bits, 4 hashes."""
    return rappor(a, n, rng, f, 0.0, 1.0)


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


KEPT = exp(1.0) / (exp(1.0) + BUCKETS - 1)
RELEASE_FIRST = lambda a, n, rng: released_first(a, n, rng, t=1.0, threshold=20.0, answer=20.0)  # noqa: E731
EXCHANGED = exchanged((3, 17), (0, 1), (8, 30), (31, 12))
VECTOR_SIGMA = sigma_for(1.0, DELTA)
WIDE_MECHANISMS = (
    single("LaplaceParallel", partial(parallel, scale=200.0, telling=PARALLEL, blind=0)),
    single("Laplace40", partial(parallel, scale=40.0, telling=20, blind=20)),
    single("GeomVector", partial(geometric_vector, people=10, k=5)),
    single("Gauss50", partial(direction, sigma=VECTOR_SIGMA), DELTA),
    single("DiscreteGauss", partial(discrete_gaussian, sigma=30**0.5 * VECTOR_SIGMA, answers=30), DELTA),
    Mechanism("PrefixSum", partial(prefix_sums, scale=10.0), moved(10, 5)[1], moved(10, 0, 5, 9)),
    Mechanism("SmartSum", partial(smart_sums, scale=10.0), moved(12, 5)[1], moved(12, 0, 5, 11)),
    Mechanism("TreeCounts", partial(tree_of_counts, scale=10.0), moved(LEAVES, 5)[1], moved(LEAVES, 0, 5, 15)),
    Mechanism("WideHist", partial(laplace, scale=4.0), EXCHANGED[0], EXCHANGED),
    many("RNM4", partial(noisy_max, noise="exponential", scale=20.0), 5, 10),
    many("SVT3", RELEASE_FIRST, 10, 8),
    many("SVT6", partial(never_stops, t=1.0, threshold=20.0, answer=20.0), 10, 8),
    many("SVT34", side_by_side, 10, 8),
    many("PermuteFlip", partial(permute_and_flip, epsilon=0.2), 10, 5),
    single("Staircase", partial(staircase, epsilon=1.0)),
    single("OneHot", partial(one_hot, epsilon=1.0)),
    single("LocalHash", partial(local_hash, keep=KEPT)),
    Mechanism("OneTimeRAPPOR", partial(one_time_rappor, f=0.95), bloom_pairs(9, 8)[0], bloom_pairs(9, 8)),
)
# Drawn once by the seed: half of these rows are looked at while choosing, the rest in the final table alone
KEPT_ASIDE = frozenset(
    WIDE_MECHANISMS[i].name
    for i in np.random.default_rng(SEED).permutation(len(WIDE_MECHANISMS))[: len(WIDE_MECHANISMS) // 2]
)
