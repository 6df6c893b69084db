"""The binary code of labels, L(k) bits, most significant first (BGS21, section 3.1), and the classes built with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations, product
from typing import Literal

from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import CollapsingMap


def bit_count(k: int) -> int:
    """L(k): the bits needed for the labels 0..k, at least one."""
    return max(1, k.bit_length())


def bit(i: int, label: int, width: int) -> int:
    """Bit i of a label in 1..width, bit 1 being the most significant."""
    return (label >> (width - i)) & 1


def from_bits(bits: Iterable[int]) -> int:
    """bin2dec: the number whose binary digits, most significant first, are given."""
    return reduce(lambda number, digit: 2 * number + digit, bits, 0)


def bit_map(i: int, k: int) -> CollapsingMap:
    """phi_i of the family Psi^bin: every label 0..k goes to its i-th bit (BGS21 N4.fam)."""
    return tuple(bit(i, label, bit_count(k)) for label in range(k + 1))


def pair_map(zero: int, one: int, k: int) -> CollapsingMap:
    """phi_{w,w'} of the family Psi^N: one label goes to 0, one to 1, every other to * (BGS21 N4.fam)."""
    return tuple(0 if label == zero else 1 if label == one else None for label in range(k + 1))


def restriction(functions: Iterable[Sequence[int]], i: int, k: int) -> frozenset[Function]:
    """H|_i: the i-th bits of the functions of a class with labels 0..k (BGS21 N3.bits)."""
    return frozenset(tuple(bit(i, label, bit_count(k)) for label in f) for f in functions)


# ---- Classes that BGS21 builds: tight families and d-point functions


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
