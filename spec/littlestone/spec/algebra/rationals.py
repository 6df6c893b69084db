"""Rationals as pairs of integers in lowest terms, the second one positive: their arithmetic, roots and powers.

Python's ``Fraction`` makes each result by a constructor that looks at the kind of its arguments; that takes several
times as long as the arithmetic. Where work is measured in Python calls, which decides what universes are listed,
operations count as the calls that they took when the budgets were set, so that what is listed does not follow from how
numbers are added.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import gcd
from operator import attrgetter
from typing import ParamSpec, TypeVar

from flint import fmpz

Pair = tuple[int, int]
OnPairs = Callable[[int, int, int, int], Pair]
Kind = TypeVar("Kind", bound=Fraction)
P = ParamSpec("P")
R = TypeVar("R")
MOST_BITS = 10**7  # of a power that is written out: a megabyte
CHARGES: dict[int, int] = {}  # of functions that last, by the id of their code, which itself takes long to hash

pair_of: Callable[[Fraction], Pair] = attrgetter("_numerator", "_denominator")  # the slots below Python's properties
_new = object.__new__


def counts_as(calls: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A call of the decorated function counts as so many, beside those that it makes itself."""

    def register(function: Callable[P, R]) -> Callable[P, R]:
        CHARGES[id(function.__code__)] = calls
        return function

    return register


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
