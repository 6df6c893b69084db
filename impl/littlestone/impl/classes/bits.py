"""The binary code of labels: L(k) bits, most significant first (BGS21, section 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

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
