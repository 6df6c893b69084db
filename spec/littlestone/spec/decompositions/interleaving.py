"""Errors on chunks of a sample, and the hypothesis classes that interleave (LYU25 sections 2 and 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb

from littlestone.spec.algebra.circuit import Truth, all_of
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, explicit
from littlestone.spec.learning.samples import Example


def empirical_error(h: Function, S: Sequence[Example]) -> Fraction:
    """err_S(h): the fraction of the examples (x, y) of S with h(x) != y, repetitions counted; 0 where S is empty."""
    return Fraction(sum(h[x] != y for x, y in S), max(len(S), 1))


def teacher(H: ConceptClass, chunk: Sequence[Example], most: Fraction) -> ConceptClass:
    """The functions of an explicit class that err on at most this fraction of the chunk."""
    errors = range(floor(Real.of(most) * len(chunk)) + 1)
    kept = [h for h in H.functions() if sum(h[x] != y for x, y in chunk) in errors]
    return explicit(kept, H.labels, H.points)


def is_teacher_of(chunk: Sequence[Example], m: int, most: Fraction, other: Fraction) -> Truth:
    """Of all functions on m points, those that err on at most the fraction ``most`` of the chunk are those that err on
    at most the fraction ``other`` of it, counted."""
    H = explicit(all_functions(m, 2), 2)
    here = teacher(H, chunk, most)
    return all_of(here.contains(h).iff(sum(h[x] != y for x, y in chunk) <= other * len(chunk)) for h in H.functions())


def chunks_of(m: int, n: int) -> Iterator[tuple[Example, ...]]:
    """All chunks of n rows (x, y) on m points."""
    return product(product(range(m), range(2)), repeat=n)


def chance_outside(N: int, ones: int, size: int, low: Expression, high: Expression) -> Fraction:
    """The chance that the share of marked ones among a random ``size`` of N items is below ``low`` or over ``high``."""
    first, last = ceiling(Real.of(low) * size), floor(Real.of(high) * size)
    possible = set(range(int(ones) + 1)) & set(range(int(size) - int(N) + int(ones), int(size) + 1))
    inside = sorted(set(range(first, last + 1)) & possible)
    return 1 - Fraction(sum(ways(int(N), int(ones), int(size), inside)), comb(N, size))


def ways(N: int, ones: int, size: int, counts: Sequence[int]) -> Iterator[int]:
    """In how many ways ``size`` of N items hold so many of the marked ones, for each of these consecutive counts."""
    found = comb(ones, counts[0]) * comb(N - ones, size - counts[0]) if counts else 0
    for i in counts:
        yield found
        found = found * (ones - i) * (size - i) // ((i + 1) * (N - ones - size + i + 1))


def chance_of_a_bad_chunk(N: int, ones: int, size: int, alpha: Fraction, d: int) -> Fraction:
    """The chance that E_good fails for a function with ``ones`` errors on a sample of N, on a random ``size`` of it."""
    e = Fraction(int(ones), int(N))
    if 3 * e > alpha:
        return chance_outside(N, ones, size, e * (1 - Fraction(1, 5 * int(d))), e * (1 + Fraction(1, 5 * int(d))))
    return chance_outside(N, ones, size, 0, alpha / 2)


def within(width: Real, u: Real) -> Real:
    """What lies between 1 - width and 1 + width, the share u of the way."""
    return 1 - width + 2 * width * u
