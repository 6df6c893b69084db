"""BGS21 section 6: the arithmetic of the tight class, for all numbers of labels."""

from __future__ import annotations

from fractions import Fraction

from littlestone.spec.algebra.reals import Real, log2
from littlestone.spec.claim import Conditional, Constant, PositiveInteger, claim, when


@claim(
    "BGS21.T6.1.ineq",
    "Theorem 6.1, section 6, the case d = 1",
    "step",
    factor=Constant(Fraction(1, 10), mutants=(Fraction(1, 2),)),
    first=Constant(5, mutants=(4,)),
)
def quarter_has_a_tenth_of_the_bits(k: PositiveInteger, factor: Fraction, first: int) -> Conditional:
    """For all k >= 5, log2(k/4) >= (1/10) log2(k+1)."""
    k = Real.of(k)
    return when(k >= first, log2(k / 4) >= factor * log2(k + 1))
