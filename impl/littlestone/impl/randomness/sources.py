"""The seeded source of randomness: reproducible sampling by NumPy's PCG64, one run or many at once.

Its floats make it a tool for tests and audits; noise that protects people comes from
``littlestone.impl.randomness.secure``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from littlestone.spec.algebra.reals import Expression, Real, enclosure
from littlestone.spec.learning.laws import exponential_weights
from littlestone.spec.learning.randomness import (
    Exact,
    checked_alpha,
    checked_count,
    checked_counts,
    checked_positive,
    checked_probability,
    checked_weights,
)

Floats = NDArray[np.float64]
FLOAT_PRECISION = 80  # 27 bits more than a float has, so that the ball hardly ever straddles two of them
MOST_INTEGERS = 1 << 63  # NumPy's generator draws from so many
Drawn = Any  # one draw, or an array with one for each run


# Typed, for 1.0 == 1: a float, which is refused, would be taken where its equal was cached before
@lru_cache(maxsize=4096, typed=True)
def as_float(number: Exact) -> float:
    """The float nearest to an exact number, up to a unit in the last place."""
    return float(enclosure(Real.of(number), FLOAT_PRECISION).mid())


@lru_cache(maxsize=4096, typed=True)
def _probability(p: Expression) -> float:
    return as_float(checked_probability("p", p))


@lru_cache(maxsize=4096, typed=True)
def _positive(name: str, value: Expression) -> float:
    return as_float(checked_positive(name, value))


@lru_cache(maxsize=4096, typed=True)
def _failure_rate(alpha: Expression) -> float:
    return 1.0 - as_float(checked_alpha(alpha))


def _thresholds(weights: Sequence[Exact]) -> Floats:
    cumulative: Floats = np.cumsum([as_float(weight) for weight in weights])
    return np.asarray(cumulative / cumulative[-1])


@lru_cache(maxsize=256, typed=True)
def _choice_thresholds(weights: tuple[Expression, ...]) -> Floats:
    return _thresholds(checked_weights(weights))


@lru_cache(maxsize=256, typed=True)
def _exponential_thresholds(scores: tuple[Expression, ...], epsilon: Expression) -> Floats:
    return _thresholds(exponential_weights(scores, epsilon))


@dataclass
class SeededSource:
    """A ``Randomness`` that samples; the same seed gives the same run.

    With ``runs`` every method returns an array of that many independent draws, in which an algorithm without branches
    runs on all of them at once; ``shuffle`` and ``subset`` then return an array with a row for each run.
    """

    seed: int
    runs: int | None = None
    generator: np.random.Generator = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.runs is not None:
            checked_count("runs", self.runs, 1)
        self.generator = np.random.Generator(np.random.PCG64(self.seed))

    def bernoulli(self, p: Expression) -> Drawn:
        """True with probability p."""
        return self.generator.random(self.runs) < _probability(p)

    def uniform(self, n: int) -> Drawn:
        """Each of 0..n-1; in one run n may be as large as one likes."""
        if self.runs is None and n > MOST_INTEGERS:
            return self._large(checked_count("n", n, 1))
        return self.generator.integers(checked_count("n", n, 1), size=self.runs)

    def choice(self, weights: Sequence[Expression]) -> Drawn:
        """An index with probability proportional to its weight."""
        return self._index(_choice_thresholds(tuple(weights)))

    def exponential(self, scores: Sequence[Expression], epsilon: Expression) -> Drawn:
        """An index with probability proportional to exp(epsilon * score / 2)."""
        return self._index(_exponential_thresholds(tuple(scores), epsilon))

    def shuffle(self, n: int) -> Drawn:
        """A permutation of 0..n-1."""
        checked_count("n", n, 0)
        if self.runs is None:
            return tuple(map(int, self.generator.permutation(n)))
        return self.generator.permuted(np.tile(np.arange(n), (self.runs, 1)), axis=1)

    def subset(self, n: int, m: int) -> Drawn:
        """An m-subset of 0..n-1, increasing."""
        checked_count("n - m", n - checked_count("m", m, 0), 0)
        if self.runs is None:
            return tuple(sorted(self.shuffle(n)[:m]))
        return np.sort(self.shuffle(n)[:, :m], axis=1)

    def hypergeometric(self, counts: Sequence[int], draws: int) -> Drawn:
        """How many of each kind are among so many items drawn without replacement; fewer than 10^9 items."""
        taken = self.generator.multivariate_hypergeometric(checked_counts(counts, draws), draws, self.runs)
        return taken if self.runs is not None else tuple(taken.tolist())

    def laplace(self, scale: Expression) -> Drawn:
        """Laplace noise as a float."""
        return self.generator.laplace(0.0, _positive("scale", scale), self.runs)

    def geometric(self, alpha: Expression) -> Drawn:
        """Two-sided geometric noise: the difference of two geometric variables."""
        rate = _failure_rate(alpha)
        return self.generator.geometric(rate, self.runs) - self.generator.geometric(rate, self.runs)

    def gaussian(self, sigma: Expression) -> Drawn:
        """Normal noise as a float."""
        return self.generator.normal(0.0, _positive("sigma", sigma), self.runs)

    def _large(self, n: int) -> int:
        """Each of 0..n-1, by whole bytes until a number is below n."""
        size = (n.bit_length() + 7) // 8
        surplus = 8 * size - (n - 1).bit_length()
        while (drawn := int.from_bytes(self.generator.bytes(size), "big") >> surplus) >= n:
            pass
        return drawn

    def _index(self, thresholds: Floats) -> Drawn:
        return np.searchsorted(thresholds, self.generator.random(self.runs), side="right")
