"""Arithmetic of rationals as pairs of integers in lowest terms, the second one positive.

Python's ``Fraction`` makes each result by a constructor that looks at the kind of its arguments; that takes several
times as long as the arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import gcd
from operator import attrgetter
from typing import TypeVar

from littlestone.spec.algebra.charges import counts_as

Pair = tuple[int, int]
OnPairs = Callable[[int, int, int, int], Pair]
Kind = TypeVar("Kind", bound=Fraction)

pair_of: Callable[[Fraction], Pair] = attrgetter("_numerator", "_denominator")  # the slots below Python's properties
_new = object.__new__


def fraction(kind: type[Kind], top: int, bottom: int) -> Kind:
    """The fraction of this kind, of integers that are in lowest terms already."""
    made = _new(kind)
    made._numerator, made._denominator = top, bottom  # type: ignore[attr-defined]
    return made


def plus(a: int, b: int, c: int, d: int) -> Pair:
    """a/b + c/d."""
    common = gcd(b, d)
    if common == 1:
        return a * d + b * c, b * d
    left = b // common
    top = a * (d // common) + c * left
    again = gcd(top, common)
    return (top, left * d) if again == 1 else (top // again, left * (d // again))


@counts_as(0)
def minus(a: int, b: int, c: int, d: int) -> Pair:
    """a/b - c/d."""
    return plus(a, b, -c, d)


def times(a: int, b: int, c: int, d: int) -> Pair:
    """a/b * c/d."""
    across, back = gcd(a, d), gcd(c, b)
    return (a // across) * (c // back), (b // back) * (d // across)


@counts_as(0)
def over(a: int, b: int, c: int, d: int) -> Pair:
    """(a/b) / (c/d); raises ZeroDivisionError where c is 0."""
    if c == 0:
        raise ZeroDivisionError(f"Fraction({(a > 0) - (a < 0)}, 0)")  # as Python's own says it
    return times(a, b, d, c) if c > 0 else times(a, b, -d, -c)


def rest(a: int, b: int, c: int, d: int) -> Pair:
    """a/b modulo c/d."""
    top, bottom = (a * d) % (c * b), b * d
    common = gcd(top, bottom)
    return top // common, bottom // common
