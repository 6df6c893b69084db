"""Piecewise sums of c u^k e^(r u), integrated exactly: what products of Laplace densities and distribution functions
are.

Breakpoints are rationals x; the functions are written in u = unit * x, so that r and k are rational and the
coefficients sums of exponentials (``littlestone.spec.algebra.exponentials``).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm

from littlestone.spec.algebra.exponentials import ONE, UNIT, Sum, plus, scaled, sum_of, times
from littlestone.spec.algebra.reals import Real, exp

Term = tuple[int, Fraction]
Formula = Mapping[Term, Sum]
CONSTANT: Term = (0, Fraction(0))
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Piecewise:
    """A function of x: ``pieces[i]`` holds up to ``breaks[i]``, the last piece beyond all breaks.

    A piece maps (k, r) to the coefficient of u^k e^(r u), u = ``unit`` * x.
    """

    unit: Real
    breaks: tuple[Fraction, ...]
    pieces: tuple[Formula, ...]

    def piece(self, end: Fraction | None) -> Formula:
        """The piece that ends at or beyond this point, None being infinity."""
        return self.pieces[-1 if end is None else bisect_left(self.breaks, end)]

    def _joined(self, other: Piecewise, combine: Callable[[Formula, Formula], Formula]) -> Piecewise:
        breaks = tuple(sorted({*self.breaks, *other.breaks}))
        pieces = tuple(combine(self.piece(end), other.piece(end)) for end in (*breaks, None))
        return Piecewise(self.unit, breaks, pieces)

    def __mul__(self, other: Piecewise) -> Piecewise:
        return self._joined(other, _product)

    def __sub__(self, other: Piecewise) -> Piecewise:
        return self._joined(other, lambda a, b: _added(a, {term: scaled(c, Fraction(-1)) for term, c in b.items()}))

    def shifted(self, h: Fraction) -> Piecewise:
        """The function x -> self(x + h)."""
        moved = tuple(b - h for b in self.breaks)
        return Piecewise(self.unit, moved, tuple(_moved(piece, self.unit * h) for piece in self.pieces))

    def integral(self) -> Piecewise:
        """The integral over u from -infinity, for a function that vanishes there."""
        pieces = [_primitive(self.pieces[0])]
        for b, piece in zip(self.breaks, self.pieces[1:], strict=True):
            primitive, u = _primitive(piece), self.unit * b
            jump = plus(_value(pieces[-1], u), scaled(_value(primitive, u), Fraction(-1)))
            pieces.append(_added(primitive, {CONSTANT: jump}))
        return Piecewise(self.unit, self.breaks, tuple(pieces))

    def limit(self) -> Sum:
        """The value at infinity, for a function that has one."""
        return self.pieces[-1].get(CONSTANT, {})


def laplace_density(rate: Fraction, unit: Real) -> Piecewise:
    """The density in u of Laplace noise of scale 1 / (rate * unit)."""
    height = {ONE: rate / 2}
    return Piecewise(unit, (Fraction(0),), ({(0, rate): height}, {(0, -rate): height}))


def constant(value: Sum, unit: Real) -> Piecewise:
    """A constant function."""
    return Piecewise(unit, (), ({CONSTANT: value},))


def indicator(low: Fraction | None, high: Fraction | None, unit: Real) -> Piecewise:
    """1 from low to high, 0 outside; None is infinity."""
    one: Formula = {CONSTANT: UNIT}
    breaks = tuple(end for end in (low, high) if end is not None)
    inside = ({}, one) if low is not None else (one,)
    return Piecewise(unit, breaks, (*inside, {}) if high is not None else inside)


def _added(*formulas: Formula) -> Formula:
    total: dict[Term, Sum] = {}
    for formula in formulas:
        total |= {term: plus(total.get(term, {}), value) for term, value in formula.items()}
    return {term: value for term, value in total.items() if value}


def _product(a: Formula, b: Formula) -> Formula:
    return _added(*({(k + m, r + s): times(x, y) for (m, s), y in b.items()} for (k, r), x in a.items()))


def _powers(u: Real, k: int) -> Sum:
    return sum_of(u**k) if k else UNIT


def _value(formula: Formula, u: Real) -> Sum:
    total: Sum = {}
    for (k, r), c in formula.items():
        total = plus(total, times(c, times(_powers(u, k), sum_of(exp(u * r)))))
    return total


def _moved(formula: Formula, h: Real) -> Formula:
    """(u + h)^k e^(r (u + h)), expanded."""
    result: Formula = {}
    for (k, r), c in formula.items():
        outer = times(c, sum_of(exp(h * r)))
        parts = {(j, r): scaled(times(outer, _powers(h, k - j)), Fraction(comb(k, j))) for j in range(k + 1)}
        result = _added(result, parts)
    return result


def _primitive(formula: Formula) -> Formula:
    """Of a term u^(k+1) / (k+1) where r = 0, else e^(r u) sum_j (-1)^j k!/(k-j)! u^(k-j) / r^(j+1)."""

    def of_term(k: int, r: Fraction, c: Sum) -> Formula:
        if r == 0:
            return {(k + 1, r): scaled(c, Fraction(1, k + 1))}
        return {(k - j, r): scaled(c, Fraction((-1) ** j * perm(k, j)) / r ** (j + 1)) for j in range(k + 1)}

    return _added(*(of_term(k, r, c) for (k, r), c in formula.items()))
