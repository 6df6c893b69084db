"""The source of randomness: the few choices that an algorithm may ask for, and the errors of asking wrongly.

An algorithm is written once, against ``Randomness``. A sampling source runs it; an enumerating source walks every
branch and returns its exact output law.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from littlestone.spec.algebra.circuit import CONSTANT, Truth
from littlestone.spec.algebra.reals import RATIONAL, Expression, Real

Exact = Fraction | Real
Noise = Any
Run = Callable[..., Any]
"""An algorithm; its last argument is the source of randomness, unless an enumerator has bound it."""


class Randomness(Protocol):
    """What an algorithm may ask for. Every parameter is exact: an int, a Fraction or a closed Real.

    Noise is a number of the source's own: a sampling source returns floats (Laplace, Gaussian) and ints (geometric),
    an enumerating source values that can only be shifted by exact numbers and compared. All methods raise
    ParameterError on parameters out of range and TypeError on floats.
    """

    def bernoulli(self, p: Expression) -> bool:
        """True with probability p in [0, 1]."""

    def uniform(self, n: int) -> int:
        """Each of 0..n-1 with probability 1/n, for n >= 1."""

    def choice(self, weights: Sequence[Expression]) -> int:
        """Index i with probability proportional to weights[i] >= 0, not all zero."""

    def exponential(self, scores: Sequence[Expression], epsilon: Expression) -> int:
        """Index i with probability proportional to exp(epsilon * scores[i] / 2), for epsilon > 0."""

    def shuffle(self, n: int) -> tuple[int, ...]:
        """A uniform permutation of 0..n-1."""

    def subset(self, n: int, m: int) -> tuple[int, ...]:
        """A uniform m-subset of 0..n-1, increasing."""

    def hypergeometric(self, counts: Sequence[int], draws: int) -> tuple[int, ...]:
        """How many of each kind are among so many items drawn without replacement, given how many there are of each."""

    def laplace(self, scale: Expression) -> Noise:
        """Noise of density exp(-|x| / scale) / (2 scale), for scale > 0."""

    def geometric(self, alpha: Expression) -> Noise:
        """Integer z with probability (1 - alpha) / (1 + alpha) * alpha^|z|, for 0 < alpha < 1."""

    def gaussian(self, sigma: Expression) -> Noise:
        """Normal noise of mean 0 and standard deviation sigma > 0."""


class ParameterError(ValueError):
    """A parameter out of its range: which, its value, and the range."""

    def __init__(self, name: str, value: object, wanted: str) -> None:
        super().__init__(f"{name} = {value} is out of range: {name} must be {wanted}")
        self.name, self.value, self.wanted = name, value, wanted


class WeightsError(ParameterError):
    """Weights that are no distribution up to scale: none, a negative one, or all zero."""


def exact(value: Expression) -> Exact:
    """The number as a Fraction where it is rational, else as a Real.

    Raises TypeError on floats (nan among them), which are not exact.
    """
    if isinstance(value, Fraction):
        return value
    node = Real.of(value)
    return node.value if node.op is RATIONAL else node


def is_true(comparison: Truth | bool) -> bool:
    """A comparison of closed numbers as a bool; raises ArithmeticError where nothing decides it."""
    if isinstance(comparison, Truth) and comparison.op is not CONSTANT:
        why = "laws are of numbers, not of symbols: compare probabilities, as in p <= exp(epsilon) * q"
        raise ArithmeticError(f"cannot decide {comparison.payload}; {why}")
    return bool(comparison)


@lru_cache(maxsize=65536)
def _in_range(value: Exact, low: int, high: int | None, low_open: bool, high_open: bool) -> bool:
    above = is_true(value > low if low_open else value >= low)
    return above and (high is None or is_true(value < high if high_open else value <= high))


# Typed, for 1.0 == 1: a float, which is refused, would be taken where its equal was cached before
@lru_cache(maxsize=4096, typed=True)
def checked_probability(name: str, p: Expression) -> Exact:
    """The probability as an exact number; raises ParameterError outside [0, 1]."""
    if not _in_range(exact(p), 0, 1, False, False):
        raise ParameterError(name, p, "a probability, in [0, 1]")
    return exact(p)


@lru_cache(maxsize=4096, typed=True)
def checked_positive(name: str, value: Expression) -> Exact:
    """The number as an exact one; raises ParameterError unless it is positive."""
    if not _in_range(exact(value), 0, None, True, False):
        raise ParameterError(name, value, "positive")
    return exact(value)


@lru_cache(maxsize=4096, typed=True)
def checked_alpha(alpha: Expression) -> Exact:
    """The ratio of a geometric law; raises ParameterError outside the open interval (0, 1)."""
    if not _in_range(exact(alpha), 0, 1, True, True):
        raise ParameterError("alpha", alpha, "strictly between 0 and 1, for instance exp(-epsilon)")
    return exact(alpha)


def checked_count(name: str, n: int, least: int) -> int:
    """The integer; raises ParameterError below its least value."""
    if isinstance(n, bool) or int(n) != n or n < least:
        raise ParameterError(name, n, f"an integer, at least {least}")
    return int(n)


def checked_counts(counts: Sequence[int], draws: int) -> tuple[int, ...]:
    """The counts, each at least 0, of which ``draws`` items can be taken; raises ParameterError."""
    numbers = tuple(checked_count(f"counts[{i}]", count, 0) for i, count in enumerate(counts))
    checked_count("sum(counts) - draws", sum(numbers) - checked_count("draws", draws, 0), 0)
    return numbers


def checked_weights(weights: Sequence[Expression]) -> tuple[Exact, ...]:
    """The weights as exact numbers; raises WeightsError where one is negative or none is positive."""
    numbers = tuple(exact(w) for w in weights)
    negative = [i for i, w in enumerate(numbers) if is_true(w < 0)]
    if negative:
        raise WeightsError(f"weights[{negative[0]}]", numbers[negative[0]], "at least 0")
    if not any(is_true(w > 0) for w in numbers):
        raise WeightsError("weights", list(map(str, numbers)), "positive somewhere")
    return numbers
