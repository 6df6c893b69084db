"""Integers and rationals whose arithmetic stays exact and whose comparisons are truth values: a claim's parameters.

Python's own would do but for two traps: ``1 / 2`` is a float, and ``~(1 <= 2)`` is the integer -2. A plain Fraction or
float on the left of an operation, and ``math.log``, still decide by themselves what they return.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NoReturn, SupportsIndex

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth
from littlestone.spec.algebra.rationals import (
    MOST_BITS,
    OnPairs,
    Pair,
    counts_as,
    fraction,
    minus,
    over,
    pair_of,
    plus,
    rest,
    times,
)
from littlestone.spec.algebra.reals import NotExact, Real

Exactly = int | Fraction
Operation = Callable[[Any, Any], Any]


def _not_one_of_these(other: object) -> Any:
    """Leave the operation to the other operand, such as a Real, but refuse floats."""
    if isinstance(other, float):
        raise NotExact(f"{other!r} is a float, and not exact: write a Fraction, or divide exact numbers")
    return NotImplemented


def _pair(number: Exactly) -> Pair:
    """The number as a numerator over a denominator."""
    return _ratio(number) if isinstance(number, Fraction) else (int(number), 1)


@counts_as(2)
def _ratio(number: Fraction) -> Pair:
    return pair_of(number)


def _compared(relation: Operation) -> Callable[[Any, Exactly], Truth]:
    """The comparison as a truth value."""

    @counts_as(2)
    def compare(self: Exactly, other: Exactly) -> Truth:
        if isinstance(other, int) and isinstance(self, int):
            return TRUE if relation(int(self), int(other)) else FALSE
        if isinstance(other, int | Fraction):
            (a, b), (c, d) = _pair(self), _pair(other)
            return TRUE if relation(a * d, c * b) else FALSE
        return _not_one_of_these(other)

    return compare


def _kept_integer(on_integers: Operation) -> Callable[[Any, int], Integer]:
    """The operation on integers; with a Fraction it becomes one of rationals."""
    name = on_integers.__name__

    def combine(self: int, other: int) -> Integer:
        if isinstance(other, int):
            return of_int(on_integers(self, other))
        if isinstance(other, Fraction):
            return getattr(Rational(self), name)(other)
        return _not_one_of_these(other)

    return combine


def _rational(on_pairs: OnPairs) -> Callable[[Any, Exactly], Rational]:
    """The operation on rationals."""

    def combine(self: Exactly, other: Exactly) -> Rational:
        if isinstance(other, int | Fraction):
            return fraction(Rational, *on_pairs(*_pair(self), *_pair(other)))
        return _not_one_of_these(other)

    return combine


def _reflected(on_pairs: OnPairs) -> OnPairs:
    """The operation with its operands the other way round."""
    return lambda a, b, c, d: on_pairs(c, d, a, b)


def _whole(on_fractions: Operation) -> Callable[[Any, Exactly], Integer]:
    """The operation on rationals whose result is an integer."""

    def combine(self: Exactly, other: Exactly) -> Integer:
        if isinstance(other, int | Fraction):
            return of_int(on_fractions(Fraction(self), other))
        return _not_one_of_these(other)

    return combine


@counts_as(12)
def _power(base: Exactly, exponent: Exactly) -> Any:
    """An exact power: a number of the base's kind, a rational where the exponent is negative, a Real at a fraction, and
    where it would have too many digits to be written out."""
    if not isinstance(exponent, int | Fraction):
        return _not_one_of_these(exponent)
    whole, root = _pair(exponent)
    if root != 1:
        return Real.of(base) ** exponent
    top, bottom = _pair(base)
    if abs(whole) * (top.bit_length() + bottom.bit_length()) > MOST_BITS:
        return Real.of(base) ** whole
    if whole >= 0:
        return of_int(top**whole) if isinstance(base, int) else _power_in_lowest_terms(top, bottom, whole)
    return Rational(Fraction(base) ** whole)


@counts_as(12)
def _power_in_lowest_terms(top: int, bottom: int, exponent: int) -> Rational:
    return fraction(Rational, top**exponent, bottom**exponent)


def _power_of(exponent: Exactly, base: Exactly) -> Any:
    """The reflected power."""
    return _power(base, exponent) if isinstance(base, int | Fraction) else _not_one_of_these(base)


class _Compared:
    """Comparisons that are truth values."""

    __slots__ = ()

    __lt__ = _compared(operator.lt)
    __le__ = _compared(operator.le)
    __gt__ = _compared(operator.gt)
    __ge__ = _compared(operator.ge)
    __eq__ = _compared(operator.eq)  # type: ignore[assignment]
    __ne__ = _compared(operator.ne)  # type: ignore[assignment]


def _no_float(number: Exactly) -> float:
    """What ``float``, ``math.sqrt`` and numpy ask for."""
    raise NotExact(f"{number} is exact and becomes no float: write ln, log2, exp or x**HALF in place of math's")


def _no_bits(number: object) -> NoReturn:
    """What ``~`` asks of an integer: a truth value is meant."""
    raise TypeError(f"~ is of truth values, and {number} is none: write parentheses, as in (n <= 5) & (m <= 5)")


def _quotient_and_rest(number: Any, other: Any) -> tuple[Any, Any]:
    """What ``divmod`` asks for."""
    return number // other, number % other


def _reflected_quotient_and_rest(number: Any, other: Any) -> tuple[Any, Any]:
    """What ``divmod`` asks of the number on its right."""
    return other // number, other % number


class Integer(_Compared, int):  # type: ignore[misc]
    """An int whose comparisons are truth values and whose ``/`` and negative powers are exact; no floats.

    Raises TypeError of a fraction that is no integer, which ``int`` would cut off.
    """

    __slots__ = ()
    __hash__ = int.__hash__

    def __new__(cls, value: Any = 0) -> Integer:  # noqa: D102
        if isinstance(value, Fraction | float) and value % 1:
            raise NotExact(f"{value} is no integer: write Rational(...), or floor(...)")
        return of_int(value)

    __add__ = _kept_integer(int.__add__)
    __radd__ = _kept_integer(int.__radd__)
    __sub__ = _kept_integer(int.__sub__)
    __rsub__ = _kept_integer(int.__rsub__)
    __mul__ = _kept_integer(int.__mul__)
    __rmul__ = _kept_integer(int.__rmul__)
    __floordiv__ = _kept_integer(int.__floordiv__)
    __rfloordiv__ = _kept_integer(int.__rfloordiv__)
    __mod__ = _kept_integer(int.__mod__)
    __rmod__ = _kept_integer(int.__rmod__)
    __truediv__ = _rational(over)  # type: ignore[assignment]
    __rtruediv__ = _rational(_reflected(over))  # type: ignore[assignment]
    __lshift__ = _kept_integer(int.__lshift__)
    __rlshift__ = _kept_integer(int.__rlshift__)
    __rshift__ = _kept_integer(int.__rshift__)
    __rrshift__ = _kept_integer(int.__rrshift__)
    __pow__ = _power  # type: ignore[assignment]
    __rpow__ = _power_of  # type: ignore[assignment]
    __divmod__ = _quotient_and_rest
    __rdivmod__ = _reflected_quotient_and_rest
    __float__ = _no_float
    __xor__ = _kept_integer(int.__xor__)
    __rxor__ = _kept_integer(int.__rxor__)
    __and__ = _kept_integer(int.__and__)
    __rand__ = _kept_integer(int.__rand__)
    __or__ = _kept_integer(int.__or__)
    __ror__ = _kept_integer(int.__ror__)
    __invert__ = _no_bits

    def __neg__(self) -> Integer:
        return of_int(-int(self))

    def __pos__(self) -> Integer:
        return self

    def __round__(self, digits: SupportsIndex = 0) -> Integer:
        return of_int(round(int(self), digits))

    def __abs__(self) -> Integer:
        return of_int(abs(int(self)))


# What is known to be an int: a call of C's, for it is made millions of times, and calls of Python's are counted
of_int: Callable[[Any], Integer] = partial(int.__new__, Integer)


class Rational(_Compared, Fraction):  # type: ignore[misc]
    """A Fraction whose comparisons are truth values and whose roots are exact; no floats."""

    __slots__ = ()
    __hash__ = Fraction.__hash__

    __add__ = _rational(plus)  # type: ignore[assignment]
    __radd__ = _rational(plus)  # type: ignore[assignment]
    __sub__ = _rational(minus)  # type: ignore[assignment]
    __rsub__ = _rational(_reflected(minus))  # type: ignore[assignment]
    __mul__ = _rational(times)  # type: ignore[assignment]
    __rmul__ = _rational(times)  # type: ignore[assignment]
    __truediv__ = _rational(over)  # type: ignore[assignment]
    __rtruediv__ = _rational(_reflected(over))  # type: ignore[assignment]
    __mod__ = _rational(rest)  # type: ignore[assignment]
    __rmod__ = _rational(_reflected(rest))  # type: ignore[assignment]
    __floordiv__ = _whole(Fraction.__floordiv__)  # type: ignore[assignment]
    __rfloordiv__ = _whole(Fraction.__rfloordiv__)  # type: ignore[assignment]
    __pow__ = _power  # type: ignore[assignment]
    __rpow__ = _power_of  # type: ignore[assignment]
    __divmod__ = _quotient_and_rest
    __rdivmod__ = _reflected_quotient_and_rest  # type: ignore[assignment]
    __float__ = _no_float

    def __neg__(self) -> Rational:
        return Rational(Fraction.__neg__(self))

    def __pos__(self) -> Rational:
        return self

    def __floor__(self) -> Integer:
        return of_int(Fraction.__floor__(self))

    def __ceil__(self) -> Integer:
        return of_int(Fraction.__ceil__(self))

    def __abs__(self) -> Rational:
        return Rational(Fraction.__abs__(self))


def exact_number(value: Exactly) -> Integer | Rational:
    """An int as an Integer, a Fraction as a Rational; raises TypeError on floats and on whatever else is not exact."""
    if isinstance(value, int) and not isinstance(value, bool):
        return of_int(value)
    if isinstance(value, Fraction):
        return Rational(value)
    raise NotExact(f"{value!r} is not exact: write an int or a Fraction, such as Fraction(1, 10) for 0.1")
