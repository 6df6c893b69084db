"""The seeded source of randomness: reproducible sampling by NumPy's PCG64.

Its floats make it a tool for tests and audits; noise that protects people comes from
``littlestone.impl.randomness.secure``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

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


# Typed, for 1.0 == 1: a float, which is refused, would be taken where its equal was cached before
@lru_cache(maxsize=4096, typed=True)
def as_float(number: Exact) -> float:
    """The float nearest to an exact number, up to a unit in the last place."""
    return float(enclosure(Real.of(number), FLOAT_PRECISION).mid())


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
    """A ``Randomness`` that samples; the same seed gives the same run."""

    seed: int
    generator: np.random.Generator = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.generator = np.random.Generator(np.random.PCG64(self.seed))

    def bernoulli(self, p: Expression) -> bool:
        """True with probability p."""
        return self.generator.random() < as_float(checked_probability("p", p))

    def uniform(self, n: int) -> int:
        """Each of 0..n-1, where n may be as large as one likes."""
        if checked_count("n", n, 1) <= MOST_INTEGERS:
            return int(self.generator.integers(n))
        size = (n.bit_length() + 7) // 8
        surplus = 8 * size - (n - 1).bit_length()
        while (drawn := int.from_bytes(self.generator.bytes(size), "big") >> surplus) >= n:
            pass
        return drawn

    def choice(self, weights: Sequence[Expression]) -> int:
        """An index with probability proportional to its weight."""
        return self._index(_choice_thresholds(tuple(weights)))

    def exponential(self, scores: Sequence[Expression], epsilon: Expression) -> int:
        """An index with probability proportional to exp(epsilon * score / 2)."""
        return self._index(_exponential_thresholds(tuple(scores), epsilon))

    def shuffle(self, n: int) -> tuple[int, ...]:
        """A permutation of 0..n-1."""
        return tuple(self.generator.permutation(checked_count("n", n, 0)).tolist())

    def subset(self, n: int, m: int) -> tuple[int, ...]:
        """An m-subset of 0..n-1, increasing."""
        checked_count("n - m", n - checked_count("m", m, 0), 0)
        return tuple(sorted(self.shuffle(n)[:m]))

    def hypergeometric(self, counts: Sequence[int], draws: int) -> tuple[int, ...]:
        """How many of each kind are among so many items drawn without replacement; fewer than 10^9 items."""
        return tuple(self.generator.multivariate_hypergeometric(checked_counts(counts, draws), draws).tolist())

    def laplace(self, scale: Expression) -> float:
        """Laplace noise as a float."""
        return self.generator.laplace(0.0, as_float(checked_positive("scale", scale)))

    def geometric(self, alpha: Expression) -> int:
        """Two-sided geometric noise: the difference of two geometric variables."""
        rate = 1.0 - as_float(checked_alpha(alpha))
        return self.generator.geometric(rate) - self.generator.geometric(rate)

    def gaussian(self, sigma: Expression) -> float:
        """Normal noise as a float."""
        return self.generator.normal(0.0, as_float(checked_positive("sigma", sigma)))

    def _index(self, thresholds: Floats) -> int:
        return int(np.searchsorted(thresholds, self.generator.random(), side="right"))
