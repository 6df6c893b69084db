"""BGS21 sections 1.2 and 3.2: multiclass against binary Littlestone dimension (the constants' proofs are in section
5)."""

from __future__ import annotations

from fractions import Fraction

from littlestone.spec.algebra.circuit import Truth, all_of
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.algebra.reals import EULER, floor, ln, log2
from littlestone.spec.claim import Constant, Multiclass, Natural, PositiveInteger, Statement, claim, correction, when
from littlestone.spec.classes.concept_classes import Bits, ConceptClass, binary_restriction, binary_restrictions
from littlestone.spec.classes.covers import cover_function
from littlestone.spec.classes.dimensions import (
    largest_bit_dimension,
    littlestone_dimension,
    multiclass_littlestone_dimension,
    psi_b,
    psi_bin,
    psi_littlestone_dimension,
)

SIX = Constant(6, mutants=(4, 2, 1))


def six_d_ln(H: ConceptClass, factor: int) -> Number:
    """factor * MLD(H) * ln(k+1)."""
    return factor * multiclass_littlestone_dimension(H) * ln(H.labels)


@claim("BGS21.N3.bits", "Notation, section 3.1", "definition", offset=Constant(0, mutants=(1,)))
def a_binary_restriction_splits_by_its_bit(H: Multiclass, offset: int) -> Truth:
    """H|_i = {f_i : f in H}, where f_i(x) is the i-th bit of f(x): its Littlestone trees are the trees that split H by
    the i-th bit, and the bits determine the label."""
    bits = Bits(H.labels)
    determined = all(bits.label([bits.bit(i, y) for i in bits.indices()]) == y for y in range(H.labels))
    by_bit = [psi_littlestone_dimension(H, (phi,)) for phi in psi_bin(H.labels)]
    restricted = [littlestone_dimension(binary_restriction(H, i)) for i in bits.indices()]
    return all_of([determined, *(a == b + offset for a, b in zip(restricted, by_bit, strict=True))])


@claim("BGS21.T3.4", "Theorem 3.4, section 3.2", "theorem", factor=SIX)
def binary_restrictions_are_not_much_harder(H: Multiclass, factor: int) -> Truth:
    """max_i Ldim(H|_i) <= 6 MLD(H) ln(k+1)."""
    return largest_bit_dimension(H) <= six_d_ln(H, factor)


@claim("BGS21.T1.3", "Theorem 1.3, section 1.2", "theorem", factor=SIX)
def every_binary_restriction_is_not_much_harder(H: Multiclass, factor: int) -> Truth:
    """If MLD(H) = d then every binary class H|_i has Littlestone dimension at most 6 d ln(k+1)."""
    return all_of(littlestone_dimension(bit) <= six_d_ln(H, factor) for bit in binary_restrictions(H))


@claim(
    "BGS21.T1.3.tight",
    "sentence after Theorem 1.3, section 1.2",
    "remark",
    not_checkable="Omega(d log(k+1)) hides its constant; with the constant 1/10 of section 6 it is Theorem 6.1",
    stand_ins=("BGS21.T6.1",),
)
def some_bit_is_harder_by_a_logarithm(k: PositiveInteger, d: PositiveInteger) -> Truth:
    """For every k, d >= 1 some class with MLD d has a binary restriction of Littlestone dimension Omega(d log(k+1))."""
    raise NotImplementedError


@claim("BGS21.T3.4.eq6", "Equation (6), section 5.3", "step", scale=Constant(1, mutants=(Fraction(1, 2),)))
def the_cover_function_lies_between(H: Multiclass, scale: Fraction) -> Statement:
    """2^{d_B} <= N(0, H, d_B) <= (e k d_B / d)^d, where d_B = Psi^B_LD(H) >= d = MLD(H) >= 1."""
    d, d_B = multiclass_littlestone_dimension(H), psi_littlestone_dimension(H, psi_b(H.labels))
    return when(
        d >= 1,
        all_of(
            (is_d & is_d_B).implies(_between(cover_function(H, b), 2**b, floor((scale * EULER * H.k * b / a) ** a)))
            for a, is_d in d.cases()
            for b, is_d_B in d_B.cases()
            if b >= a >= 1
        ),
    )


def _between(number: Number, low: int, high: int) -> Truth:
    return (number >= low) & (number <= high)


@claim("BGS21.T3.4.final", "end of section 5.3", "step", factor=SIX)
def the_four_dimensions_are_ordered(H: Multiclass, factor: int) -> Truth:
    """max_i d_i <= Psi^bin_LD(H) <= d_B <= 6 d ln(k+1)."""
    on_bits, on_maps = (psi_littlestone_dimension(H, family(H.labels)) for family in (psi_bin, psi_b))
    return (largest_bit_dimension(H) <= on_bits) & (on_bits <= on_maps) & (on_maps <= six_d_ln(H, factor))


@claim(
    "BGS21.S3.2",
    "paragraph after Theorem 3.4, section 3.2",
    "remark",
    not_checkable="O(d ln(k+1)) hides its constant and is an upper bound where tightness needs Omega, a misprint; "
    "section 6 proves the lower bound with the constant 1/10",
    stand_ins=("BGS21.T6.1", "BGS21.S3.2.reverse"),
)
def the_bound_is_tight(k: PositiveInteger, d: Natural) -> Truth:
    """For all d >= 0 and k >= 1 some class with MLD d has max_i Ldim(H|_i) = O(d ln(k+1))."""
    raise NotImplementedError


@claim("BGS21.S3.2.reverse", "second sentence after Theorem 3.4, section 3.2", "remark")
def mld_is_at_most_a_logarithm_larger(H: Multiclass) -> Truth:
    """MLD(H) is at most a log(k+1) factor larger than the maximum Littlestone dimension of the binary restrictions."""
    return multiclass_littlestone_dimension(H) <= largest_bit_dimension(H) * log2(H.labels)


@correction(
    "BGS21.S3.2.reverse",
    "there are ceil(log2(k+1)) binary restrictions, which is more than log2(k+1) unless k + 1 is a power of two",
    slack=Constant(0, mutants=(-1,)),
)
def mld_is_at_most_the_number_of_bits_larger(H: Multiclass, slack: int) -> Truth:
    """MLD(H) is at most ceil(log2(k+1)) times the maximum Littlestone dimension of the binary restrictions."""
    return multiclass_littlestone_dimension(H) <= Bits(H.labels).length * largest_bit_dimension(H) + slack
