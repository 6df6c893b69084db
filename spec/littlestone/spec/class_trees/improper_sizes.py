"""The numbers of rows that the improper learner is said to need (YAN25, Theorems 1 and 11)."""

from __future__ import annotations

from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.decompositions.lower_bounds import misses


def failure(n: Expression, alpha: Expression) -> Real:
    """The least chance of an error above alpha, over all learners from n rows, on two functions that differ at one
    point of probability (1 + alpha)/2."""
    return misses(Real.of(n), Real.of(alpha))
