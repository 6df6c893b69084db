"""Two rounds of lazy boosting with a Gaussian weak learner in dimension one: how far its centre moves, exactly.

The weak learner returns z + nu, z the mean of v_i = y_i x_i under the law that it is given, nu normal noise; a round's
Renyi divergence of order a between two samples is a (z - z')^2 / (2 sigma^2), given the hypotheses before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement

from littlestone.spec.boosting.boosting_runs import SHRINK
from littlestone.spec.boosting.lazy_bregman import unprojected
from littlestone.spec.boosting.measures import induced, projection

Vectors = tuple[Fraction, ...]


def neighbouring_vectors(n: int, values: Sequence[Fraction]) -> Iterator[tuple[Vectors, Vectors]]:
    """Ordered pairs of v = (y_1 x_1, ..., y_n x_n) that differ in the last place alone."""
    for others in combinations_with_replacement(values, n - 1):
        yield from (((*others, a), (*others, b)) for a in values for b in values if a != b)


@lru_cache(maxsize=65536)
def centre(v: Vectors, kappa: Fraction, hypotheses: tuple[int, ...]) -> Fraction:
    """z = sum of mu^(i) v_i, mu^ that of LB-NxM with these hypotheses x -> h x, weights above 1 being capped first."""
    losses = [sum((1 - abs(h * x - 1) / 2 for h in hypotheses), Fraction(0)) for x in v]
    weights = [min(Fraction(1), w) for w in unprojected(kappa, SHRINK, losses)]
    return sum((w * x for w, x in zip(induced(projection(tuple(weights), kappa)), v, strict=True)), Fraction(0))


def squared_shift(v: Vectors, other: Vectors, kappa: Fraction, hypotheses: tuple[int, ...]) -> Fraction:
    """(z - z')^2 between two samples, given the hypotheses before."""
    return (centre(v, kappa, hypotheses) - centre(other, kappa, hypotheses)) ** 2


def largest_costs(n: int, kappa: Fraction, reach: int, values: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The largest (z_1 - z_1')^2 and (z_2 - z_2')^2 over all neighbours, and over all first hypotheses -reach..reach:
    times a / (2 sigma^2), what the first and the second round cost at most."""
    pairs = list(neighbouring_vectors(n, values))
    first = max(squared_shift(*pair, kappa, ()) for pair in pairs)
    return first, max(squared_shift(*pair, kappa, (h,)) for h in range(-reach, reach + 1) for pair in pairs)
