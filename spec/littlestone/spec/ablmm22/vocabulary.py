"""What several sections of ABLMM22 share: their algorithms, their laws on all targets of a class, binomial tails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Annotated, Any

from littlestone.spec.algebra.reals import ln
from littlestone.spec.claim import (
    Algorithm,
    when,
)
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.learning import Example, Learner
from littlestone.spec.learning.privacy import Pair
from littlestone.spec.learning.private_learning import PrivatePlan

HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)
OUT_OF_REACH = when(False, False)
LawOf = Annotated[Any, Algorithm("DP.law")]
Private = Annotated[Any, Algorithm("ABLMM22.A.M")]
Stable = Annotated[Any, Algorithm("ABLMM22.A.G")]
EPSILON = 4 * ln(2)


def last_row_replaced(rows: Sequence[Example], n: int) -> Iterator[Pair[Example]]:
    """Samples of n rows that differ in the last one."""
    for *rest, one, other in product(rows, repeat=n + 1):
        if one != other:
            yield (*rest, one), (*rest, other)


def private_laws(law: Any, private: Any, stable: Any, plan: PrivatePlan, default: Function) -> Learner:
    """The exact law of M over a stable learner, as a map from samples."""
    return cache(lambda sample: law(private, stable, sample, plan, default))


def upper_tail(n: int, p: Fraction, least: Fraction) -> Fraction:
    """Pr[Bin(n, p) >= least]."""
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1) if i >= least), Fraction(0))


def lower_tail(n: int, p: Fraction, most: Fraction) -> Fraction:
    """Pr[Bin(n, p) <= most]."""
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1) if i <= most), Fraction(0))
