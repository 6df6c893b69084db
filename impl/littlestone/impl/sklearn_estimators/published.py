"""Fitted numbers as exact fractions that a user may compare with floats, round and format."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from math import ceil, floor, log10
from typing import Any, TypeVar

from littlestone.impl.privacy.renyi import ball_of, high_end
from littlestone.spec.algebra.reals import Real
from littlestone.spec.learning.randomness import Exact, exact

Thing = TypeVar("Thing")


class Number(Fraction):
    """A fraction with format specifications, which Python's own has from 3.12 on only."""

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def __reduce__(self) -> tuple[type[Number], tuple[int, int]]:
        return Number, (self.numerator, self.denominator)

    def __str__(self) -> str:
        return super().__str__() if self.denominator <= 10**6 else f"{float(self):.6g}"

    def __repr__(self) -> str:
        return str(self)


def published(value: Any) -> Any:
    """An exact number as a Number, an irrational one rounded up; the fields of a dataclass likewise, all else as it is.

    What is rounded up are privacy losses, errors and noise: a larger one is never claimed to be smaller.
    """
    if isinstance(value, Number):
        return value
    if isinstance(value, Fraction | Real):
        known = exact(value)
        return Number(known if isinstance(known, Fraction) else high_end(ball_of(known)))
    if is_dataclass(value) and not isinstance(value, type):
        given = {field.name: published(getattr(value, field.name)) for field in fields(value) if field.init}
        return replace(value, **given)
    return value


def rounded_up(number: Exact, digits: int = 6) -> Fraction:
    """The number rounded up to so many decimal digits: what is declared must be short enough to be written down."""
    above = high_end(ball_of(number))
    unit = Fraction(10) ** (floor(log10(above)) + 1 - digits)
    return ceil(above / unit) * unit
