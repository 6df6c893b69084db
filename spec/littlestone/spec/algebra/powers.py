"""Powers of exact numbers and of balls: when to write one out, roots that are rational, and what is not defined."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from flint import arb, fmpz

from littlestone.spec.algebra.lowest_terms import pair_of

MOST_BITS = 10**7  # of a power that is written out: a megabyte


def too_long(base: Fraction, exponent: Fraction) -> bool:
    """The power has too many digits to be written out."""
    (top, bottom), (times, root) = pair_of(base), pair_of(exponent)
    return abs(times) * (top.bit_length() + bottom.bit_length()) > MOST_BITS * root


@lru_cache(maxsize=4096)
def rational_root(value: Fraction, degree: int) -> Fraction | None:
    """The root of a positive rational of this degree, where it is rational."""
    parts = [fmpz(part).root(degree) for part in value.as_integer_ratio()]
    root = Fraction(*map(int, parts))
    return root if root**degree == value else None


def power(base: arb, exponent: arb | int) -> arb:
    """A ball that contains the power; not finite where the base is not, for Arb's own 1/0 to the power 0 is 1."""
    return base**exponent if base.is_finite() else arb("nan")
