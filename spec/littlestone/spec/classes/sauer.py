"""The number of sequences that the Sauer-type lemma of BGS21 allows."""

from __future__ import annotations

from math import comb
from typing import Any

from littlestone.spec.algebra.finite_sums import finite_sum
from littlestone.spec.algebra.reals import Real, binomial, symbol


def sauer_sum(n: Any, d: Any, k: Any) -> Any:
    """The sum of C(n, i) k^i over i = 0..d: an int where all three are ints, else a real expression (BGS21 T5.6).

    Arguments are ints or real expressions that stand for integers n >= 0 and d; the sum is 0 where d < 0.
    """
    if isinstance(n, int) and isinstance(d, int) and isinstance(k, int):
        return sum(comb(n, i) * k**i for i in range(d + 1))
    i = symbol("i")
    return finite_sum(binomial(n, i) * Real.of(k) ** i, "i", 0, d)
