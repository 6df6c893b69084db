"""The sources of randomness that draw: seeded by NumPy's PCG64, and secure by opendp and the operating system.

The floats of the seeded source make it a tool for tests and audits. The secure one is for production: its choices are
exact, rational weights by integer draws, irrational ones by comparing random bits with rigorous enclosures, and its
noise comes from opendp's discrete samplers, never from floating-point arithmetic. Install the extra ``secure``; opendp
is imported only when noise is asked for.
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from itertools import accumulate, pairwise
from math import inf, lcm, nextafter
from typing import Any

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from littlestone.impl.extras import MissingExtra
from littlestone.spec.algebra.reals import Expression, Real, enclosure, ln
from littlestone.spec.learning.laws import exponential_weights
from littlestone.spec.learning.randomness import (
    Exact,
    checked_alpha,
    checked_count,
    checked_counts,
    checked_positive,
    checked_probability,
    checked_weights,
    exact,
)

Floats = NDArray[np.float64]
FLOAT_PRECISION = 80  # 27 bits more than a float has, so that the ball hardly ever straddles two of them
MOST_INTEGERS = 1 << 63  # NumPy's generator draws from so many


# Typed, for 1.0 == 1: a float, which is refused, would be taken where its equal was cached before
@lru_cache(maxsize=4096, typed=True)
def as_float(number: Exact) -> float:
    """The float nearest to an exact number, up to a unit in the last place."""
    return float(enclosure(Real.of(number), FLOAT_PRECISION).mid())


@lru_cache(maxsize=512, typed=True)
def _thresholds(weights: Callable[..., Sequence[Exact]], *args: Any) -> Floats:
    """The shares of the weights that this gives of the arguments, added up."""
    cumulative: Floats = np.cumsum([as_float(weight) for weight in weights(*args)])
    return np.asarray(cumulative / cumulative[-1])


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
        return self._index(_thresholds(checked_weights, tuple(weights)))

    def exponential(self, scores: Sequence[Expression], epsilon: Expression) -> int:
        """An index with probability proportional to exp(epsilon * score / 2)."""
        return self._index(_thresholds(exponential_weights, tuple(scores), epsilon))

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


# ---- The secure source

GRANULARITY = -40  # the grid of noise, 2^-40: far below any scale of use, and counts are on it
MOST_BITS = 4096  # undecided after so many only with probability about 2^-4096, unless two ends are equal
Opendp = Any  # its module: opendp has no types


@lru_cache(maxsize=1)
def _opendp() -> Opendp:
    try:
        opendp: Opendp = import_module("opendp.prelude")
    except ImportError as error:
        raise MissingExtra("secure noise", "secure") from error
    opendp.enable_features("contrib")
    return opendp


@lru_cache(maxsize=256)
def _sampler(make: str, scale: Exact) -> Callable[[float], float]:
    """opendp's measurement that adds this noise to a number."""
    dp = _opendp()
    kind = int if make == "make_geometric" else float
    domain = dp.atom_domain(T=int) if kind is int else dp.atom_domain(T=float, nan=False)
    grid = {} if kind is int else {"k": GRANULARITY}
    least = nextafter(float(enclosure(Real.of(scale), 80).upper()), inf)  # too much noise rather than too little
    found: Callable[[float], float] = getattr(dp.m, make)(domain, dp.absolute_distance(T=kind), scale=least, **grid)
    return found


@dataclass(frozen=True, slots=True)
class SecureSource:
    """A ``Randomness`` for production: it has no seed, and its noise is safe against floating-point attacks.

    Laplace and Gaussian noise are Fractions, multiples of 2^-40; that hides a value exactly if the value is a multiple
    of 2^-40 too, as counts are: round other values to that grid first.
    """

    def bernoulli(self, p: Expression) -> bool:
        """True with probability exactly p."""
        number = checked_probability("p", p)
        return index((number, exact(1 - number))) == 0

    def uniform(self, n: int) -> int:
        """Each of 0..n-1 with probability exactly 1/n."""
        return secrets.randbelow(checked_count("n", n, 1))

    def choice(self, weights: Sequence[Expression]) -> int:
        """An index with probability exactly proportional to its weight."""
        return index(checked_weights(weights))

    def exponential(self, scores: Sequence[Expression], epsilon: Expression) -> int:
        """An index with probability exactly proportional to exp(epsilon * score / 2)."""
        return index(exponential_weights(scores, epsilon))

    def shuffle(self, n: int) -> tuple[int, ...]:
        """A uniform permutation of 0..n-1."""
        order = list(range(checked_count("n", n, 0)))
        secrets.SystemRandom().shuffle(order)
        return tuple(order)

    def subset(self, n: int, m: int) -> tuple[int, ...]:
        """A uniform m-subset of 0..n-1, increasing."""
        checked_count("n - m", n - checked_count("m", m, 0), 0)
        return tuple(sorted(secrets.SystemRandom().sample(range(n), m)))

    def hypergeometric(self, counts: Sequence[int], draws: int) -> tuple[int, ...]:
        """How many of each kind are among a uniform set of so many items, which is drawn item by item."""
        ends = list(accumulate(checked_counts(counts, draws)))
        drawn = secrets.SystemRandom().sample(range(sum(counts)), draws)
        kinds = Counter(bisect_right(ends, item) for item in drawn)
        return tuple(kinds[kind] for kind in range(len(ends)))

    def laplace(self, scale: Expression) -> Fraction:
        """Discrete Laplace noise on the multiples of 2^-40, of at least this scale."""
        return Fraction(_sampler("make_laplace", checked_positive("scale", scale))(0.0))

    def geometric(self, alpha: Expression) -> int:
        """Two-sided geometric noise of at least this ratio."""
        return int(_sampler("make_geometric", exact(-1 / ln(checked_alpha(alpha))))(0))

    def gaussian(self, sigma: Expression) -> Fraction:
        """Discrete Gaussian noise on the multiples of 2^-40, of at least this deviation."""
        return Fraction(_sampler("make_gaussian", checked_positive("sigma", sigma))(0.0))


def index(weights: Sequence[Exact], bits: Callable[[int], int] = secrets.randbits) -> int:
    """An index drawn with probability exactly proportional to the weights, from random bits."""
    rational = [weight for weight in weights if isinstance(weight, Fraction)]
    if len(rational) == len(weights):
        unit = lcm(*(weight.denominator for weight in rational))
        ends = list(accumulate(int(weight * unit) for weight in rational))
        return bisect_right(ends, secrets.randbelow(ends[-1]))
    drawn, length = 0, 0
    while length < MOST_BITS:
        drawn, length = drawn << 64 | bits(64), length + 64
        balls = [enclosure(Real.of(weight), length + 64) for weight in weights]
        with ctx.workprec(length + 64):
            ends = list(accumulate(balls, initial=arb(0)))
            low, high = (ends[-1] * arb(end) / arb(2) ** length for end in (drawn, drawn + 1))
            for i, (a, b) in enumerate(pairwise(ends)):
                # the share of i certainly holds [drawn, drawn + 1) / 2^length
                if a <= low and (i == len(weights) - 1 or high <= b):
                    return i
    raise ArithmeticError(f"{MOST_BITS} random bits did not decide a choice")
