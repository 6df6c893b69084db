"""Numbers read as a user writes them, and figures as a reader wants them: as few digits as keep the words true."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from fractions import Fraction
from functools import total_ordering
from math import floor, inf, isfinite, isinf
from numbers import Rational
from typing import Any

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.typed_numbers import rational
from littlestone.spec.algebra.reals import Real, enclosure, ln
from littlestone.spec.learning.randomness import Exact, exact, is_true

PRECISION = 256  # more than any figure is printed with, so that rounding down is exact
# Beyond 15 digits a float does not tell the two apart, and the whole number is shown
FEWEST_DIGITS, MOST_DIGITS = 2, 15
LONGEST_WORDS = 24  # longer exact forms are harder to read than their digits
WHOLE_FLOATS = 2**53  # floats tell all integers up to here apart
SMALLEST, GREATEST = Fraction(1, 10**300), 10**300
Number = int | float | str | Fraction | Real
LOGARITHM = re.compile(r"^(?:(?P<factor>[^*]+)\*)?\s*ln\s*\(?\s*(?P<of>[^()]+?)\s*\)?$")


@total_ordering
class Bound:
    """A bound, or its exact value: ``number``, infinite where none is enough. A float to round, format and draw.

    It compares itself exactly, with real numbers too.
    """

    __slots__ = ("number",)
    compares_itself = True

    def __init__(self, number: Exact | float | Bound | None) -> None:
        known = number.number if isinstance(number, Bound) else number
        self.number: Exact | float = inf if known is None else known

    @property
    def is_infinite(self) -> bool:
        """No number is enough."""
        return isinstance(self.number, float) and isinf(self.number)

    def __float__(self) -> float:
        return self.number if isinstance(self.number, float) else float(as_fraction(self.number))

    def __round__(self, digits: int | None = None) -> float:
        return round(float(self), digits)

    def __format__(self, form: str) -> str:
        return format(float(self), form) if form else str(self)

    def __str__(self) -> str:
        return "infinite" if self.is_infinite else repr(self)

    def __repr__(self) -> str:
        return repr(self.number) if isinstance(self.number, float) else rational_text(self.number)

    def __hash__(self) -> int:
        return hash(self.number)

    def _is(self, relation: Callable[[Any, Any], Any], other: object) -> Any:
        parts = self.number, other.number if isinstance(other, Bound) else other
        if not isinstance(parts[1], int | float | Fraction | Real):
            return NotImplemented
        if any(isinstance(part, float) and not isfinite(part) for part in parts):
            return relation(*(part if isinstance(part, float) else 0.0 for part in parts))
        return is_true(relation(*(Fraction(part) if isinstance(part, float) else part for part in parts)))

    def __lt__(self, other: object) -> Any:
        return self._is(operator.lt, other)

    def __gt__(self, other: object) -> Any:
        return self._is(operator.gt, other)

    def __eq__(self, other: object) -> Any:
        return self._is(operator.eq, other)


def exact_number(name: str, value: Number) -> Exact:
    """A number given as an int, a Fraction, a Real, a float (taken by its decimals) or text: 0.5, 1/2, ln(3), 2*ln(3).

    Raises BadInput where it is no finite number, or one that a float could only show as 0 or infinity.
    """
    try:
        number = _exact(value)
    except (ValueError, TypeError, ZeroDivisionError, OverflowError) as error:
        raise BadInput(name, f"{value!r} is no number", "write it as 0.5, 1/2, ln(3) or 2*ln(3)") from error
    if is_true(number != 0) and not SMALLEST <= abs(as_fraction(number)) <= GREATEST:
        raise BadInput(name, f"{value} is too small or too large", "give 0 or a size from 1e-300 to 1e300")
    return number


def _exact(value: Number) -> Exact:
    if isinstance(value, bool):
        raise TypeError(value)
    if isinstance(value, float):
        return Fraction(repr(float(value)))
    if not isinstance(value, str):
        return exact(value if isinstance(value, Real) or not isinstance(value, Rational) else Fraction(value))
    found = LOGARITHM.match(value.strip())
    if found is None:
        return rational(value.strip())
    inside = rational(found["of"])
    if inside <= 0:
        raise ValueError(value)
    return exact(rational(found["factor"] or "1") * ln(inside))


def rational_text(value: Exact) -> str:
    """An exact number as one types it, here and on the command line: 1, 1e-05, 1/3 or ln(3)."""
    if not isinstance(value, Fraction):
        return str(value)
    if value.denominator == 1 and abs(value) < 10**MOST_DIGITS:
        return str(value.numerator)
    text = repr(float(value))
    return text if Fraction(text) == value else str(value)


def as_fraction(value: Exact | float) -> Fraction:
    """A rational within 2^-200 of the number, relatively: for printing only."""
    if not isinstance(value, Real):
        return Fraction(value)
    middle = enclosure(value, PRECISION).mid().fmpq()
    return Fraction(int(middle.p), int(middle.q))


def as_float(value: Exact) -> float:
    """About the number, to be drawn or searched with."""
    return float(as_fraction(value))


def compared(value: Exact | float, claimed: Exact) -> str:
    """The value, rounded down, with just enough digits that it stays on its side of the claimed one."""
    number, border = as_fraction(value), as_fraction(claimed)
    for digits in range(FEWEST_DIGITS, MOST_DIGITS):
        text = rounded_down(number, digits)
        if (Fraction(text) > border) == (number > border):
            return text
    return str(number)


def exactly(value: Exact, digits: str) -> str:
    """An exact value with its first digits: 0.5, ln(3) = 1.09..., or 1.09... where it is long to write."""
    if as_fraction(value) == Fraction(digits):
        return rational_text(value) if isinstance(value, Fraction) else digits
    words = rational_text(value)
    return f"{words} = {digits}..." if len(words) <= LONGEST_WORDS else f"{digits}..."


def rounded_down(value: Fraction, digits: int) -> str:
    """The value with so many decimals, at least one, rounded towards minus infinity."""
    scaled = floor(value * 10**digits)
    sign, whole = ("-", -scaled) if scaled < 0 else ("", scaled)
    return f"{sign}{whole // 10**digits}.{whole % 10**digits:0{digits}d}"


def with_article(noun: str) -> str:
    """An epsilon, a mu."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def percent(confidence: float) -> str:
    """0.95 as 95%."""
    return f"{100 * confidence:.10g}%"


def greater(value: Exact | float, claimed: Exact) -> bool:
    """The value exceeds the claimed one, decided exactly; floats stand for their exact binary value, or infinity."""
    return bool(Bound(value) > claimed)
