"""The integers next to a real number, decided rigorously."""

from __future__ import annotations

from fractions import Fraction

from flint import ctx

from littlestone.spec.algebra.circuit import is_true
from littlestone.spec.algebra.reals import PRECISIONS, RATIONAL, Expression, Real, enclosure, equals, symbols


def floor(x: Expression) -> int:
    """The largest integer not above a closed expression, decided rigorously.

    Raises TypeError where it has symbols, and ArithmeticError where 4096 bits do not tell an integer from its
    neighbourhood.
    """
    node = Real.of(x)
    if symbols(node):
        raise TypeError(f"{node} is no number to round: take a parameter n with n <= x and x < n + 1")
    if node.op is RATIONAL:
        return node.value.numerator // node.value.denominator
    for precision in PRECISIONS:
        with ctx.workprec(precision):  # in which the integer itself, not only the number, is told
            low = enclosure(node, precision).floor().unique_fmpz()
        if low is not None:
            return int(low)
    raise ArithmeticError(f"cannot decide the integer part of {node}")


def ceiling(x: Expression) -> int:
    """The smallest integer not below a closed expression; integers in disguise, such as ln 8 / ln 2, included."""
    try:
        return -floor(-Real.of(x))
    except ArithmeticError:
        near = floor(x + Fraction(1, 2))
        if is_true(equals(x, near)):
            return near
        raise
