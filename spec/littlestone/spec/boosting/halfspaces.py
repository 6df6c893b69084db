"""Halfspaces with a margin: vectors of exact numbers, Servedio's weak learner, and tails of norms of normal vectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial

from littlestone.spec.algebra.reals import Expression, Real, add_up, erf, exp

Vector = tuple[Fraction, ...]
Weights = tuple[Fraction, ...]

# ---- Vectors


def inner(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    """<x, y>."""
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def squared_norm(x: Sequence[Fraction]) -> Fraction:
    """||x||^2."""
    return inner(x, x)


def combination(weights: Sequence[Fraction | int], vectors: Sequence[Vector]) -> Vector:
    """sum_i weights(i) vectors(i), of at least one vector."""
    rows = zip(*vectors, strict=True)
    return tuple(sum((w * a for w, a in zip(weights, row, strict=True)), Fraction(0)) for row in rows)


def disc_points(parts: int) -> tuple[Vector, ...]:
    """The points of the unit disc whose coordinates are multiples of 1/parts; with 5, some lie between the axes on the
    circle."""
    numbers = [Fraction(a, parts) for a in range(-parts, parts + 1)]
    return tuple((a, b) for a, b in product(numbers, repeat=2) if a * a + b * b <= 1)


def signs(n: int) -> Iterator[tuple[int, ...]]:
    """All vectors of n signs."""
    return product((-1, 1), repeat=n)


def weightings(n: int, parts: int) -> Iterator[Weights]:
    """All distributions on n indices, in multiples of 1/parts."""
    for cuts in combinations_with_replacement(range(parts + 1), n - 1):
        ends = (0, *cuts, parts)
        yield tuple(Fraction(ends[i + 1] - ends[i], parts) for i in range(n))


# ---- The weak learner


def advantage(hypothesis: Vector, weights: Weights, examples: Sequence[tuple[Vector, int]]) -> Fraction:
    """1/2 - (1/2) sum_i weights(i) |<hypothesis, x_i> - y_i|: the advantage of x -> <hypothesis, x> (BCS20 D11)."""
    far = (w * abs(inner(hypothesis, x) - y) for w, (x, y) in zip(weights, examples, strict=True))
    return Fraction(1, 2) - sum(far, Fraction(0)) / 2


def centre(weights: Weights, examples: Sequence[tuple[Vector, int]]) -> Vector:
    """z = sum_i weights(i) y_i x_i, what Servedio's weak learner outputs, unnormalised (BCS20 W1)."""
    return combination(weights, [tuple(y * a for a in x) for x, y in examples])


# ---- Normal noise


def normal_above(t: Expression) -> Real:
    """The probability that a standard normal variable exceeds t."""
    return (1 - erf(Real.of(t) / Real.of(2) ** Fraction(1, 2))) / 2


def poisson_below(mean: Expression, k: int) -> Real:
    """The probability that a Poisson variable of this mean is less than k."""
    t = Real.of(mean)
    return exp(-t) * add_up([t**i / factorial(i) for i in range(int(k))])


def norm_above(pairs: int, radius: Expression, deviation: Expression) -> Real:
    """Pr[||nu|| > radius] for nu normal with this deviation in each of 2 * pairs coordinates, in closed form.

    ||nu||^2 / (2 deviation^2) has a gamma law, so that this is the probability of fewer than ``pairs`` events of a
    Poisson process up to radius^2 / (2 deviation^2).
    """
    return poisson_below((Real.of(radius) / deviation) ** 2 / 2, pairs)


def within_half_the_mean(dimension: Expression) -> Real:
    """8/d, which Pr[||nu||^2 <= d/2] does not exceed for nu standard normal in d coordinates: the mean of ||nu||^2 is d
    and its variance 2d (Chebyshev)."""
    return 8 / Real.of(dimension)
