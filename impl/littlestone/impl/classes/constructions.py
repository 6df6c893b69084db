"""The explicit classes that the papers build: tight families and d-point functions."""

from __future__ import annotations

from itertools import combinations, product
from typing import Literal

from littlestone.impl.classes.bits import from_bits
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function


@implements("BGS21.ALG.F")
def thresholds_family(k: int) -> frozenset[Function]:
    """The family F of Theorem 6.1: f_t(x) = 2t + 1[t >= x] for t, x in 0..m-1, m = ceil(k/2).

    Its multiclass Littlestone dimension is 1 while its least significant bits are m thresholds. Raises ValueError
    for k < 5, where the theorem uses another class.
    """
    if k < 5:
        raise ValueError(f"the family F is defined for k >= 5, not for k = {k}")
    m = (k + 1) // 2
    return frozenset(tuple(2 * t + int(t >= x) for x in range(m)) for t in range(m))


def d_point_functions(d: int, m: int) -> frozenset[Function]:
    """The binary functions on m points that are 1 on exactly d of them (BGS21 N7.pt)."""
    supports = map(set, combinations(range(m), d))
    return frozenset(tuple(int(x in support) for x in range(m)) for support in supports)


@implements("BGS21.ALG.DPOINT")
def d_point_class(
    bits: int, d: int, m: int, combination: Literal["product", "disjoint"] = "product"
) -> frozenset[Function]:
    """The tight class of Theorem 7.2 on m points: every one of its ``bits`` binary restrictions is a d-point class.

    ``product`` takes all combinations bin2dec(f_1..f_bits), ``disjoint`` those with pairwise disjoint supports.
    """
    chosen = (list(zip(*fs, strict=True)) for fs in product(d_point_functions(d, m), repeat=bits))  # bits by points
    kept = (points for points in chosen if combination == "product" or max(map(sum, points), default=0) <= 1)
    return frozenset(tuple(map(from_bits, points)) for points in kept)
