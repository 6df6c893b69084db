"""Balls around rationals."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq


def exact_ball(value: Fraction | int) -> arb:
    """A ball around a rational, exact where the rational is dyadic."""
    return arb(fmpq(value.numerator, value.denominator))
