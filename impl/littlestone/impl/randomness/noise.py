"""Noise inside the enumerating source: numbers known by the comparisons made so far, whose probability is exact.

A comparison of noise with an exact number opens two branches. Laplace noise may be compared with other Laplace noise
too, as long as no variable is tied to itself through others: report-noisy-max and above-threshold do not.

What products of Laplace densities and distribution functions are, piecewise sums of c u^k e^(r u), is integrated
exactly. Breakpoints are rationals x; the functions are written in u = unit * x, so that r and k are rational and the
coefficients sums of exponentials (``littlestone.spec.algebra.exponentials``).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from math import comb, perm
from typing import TYPE_CHECKING, NoReturn

from littlestone.spec.algebra.exponentials import (
    ONE,
    UNIT,
    NoSuchForm,
    Sum,
    plus,
    rational_value,
    real_of,
    scaled,
    sum_of,
    times,
)
from littlestone.spec.algebra.reals import Expression, Real, erf, exp
from littlestone.spec.algebra.rounding import floor
from littlestone.spec.learning.randomness import Exact, exact, is_true

if TYPE_CHECKING:
    from littlestone.impl.randomness.enumeration import EnumeratingSource


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


# ---- Noise

Bound = Exact | None


class UnsupportedNoise(TypeError):
    """An operation on noise whose exact law is not known: what was tried, and what to do instead."""


@dataclass(slots=True)
class Variable:
    """One noise variable: its kind, its parameter, and the interval (low, high] it is known to lie in."""

    kind: str
    parameter: Exact
    low: Bound = None
    high: Bound = None

    def probability(self) -> Exact:
        """The probability of the interval."""
        low, high = (None if x is None else _at_most(self.kind, self.parameter, x) for x in (self.low, self.high))
        return exact((1 if high is None else high) - (0 if low is None else low))


@lru_cache(maxsize=1 << 14)  # branches ask for the same few probabilities again and again
def _at_most(kind: str, parameter: Exact, x: Exact) -> Exact:
    """The probability of a value of at most x (an integer where the noise is)."""
    size = Real.of(parameter)
    if kind == "laplace":
        return exact(exp(x / size) / 2 if is_true(x <= 0) else 1 - exp(-x / size) / 2)
    if kind == "geometric":
        return exact(size ** (-x) / (1 + size) if is_true(x < 0) else 1 - size ** (x + 1) / (1 + size))
    return exact((1 + erf(x / (size * Real.of(2) ** Fraction(1, 2)))) / 2)


@dataclass(slots=True)
class Difference:
    """What is known of x - y for two variables, x the one that was drawn first: it lies in (low, high]."""

    low: Bound = None
    high: Bound = None


@dataclass(slots=True)
class NoiseSpace:
    """The noise drawn in one run, and what its comparisons have shown."""

    variables: list[Variable] = field(default_factory=list)
    differences: dict[tuple[int, int], Difference] = field(default_factory=dict)

    def draw(self, kind: str, parameter: Exact, walker: EnumeratingSource) -> SymbolicNoise:
        """A fresh variable."""
        self.variables.append(Variable(kind, parameter))
        return SymbolicNoise(self, walker, len(self.variables) - 1)

    def probability(self) -> Exact:
        """The probability of everything that is known."""
        seen: set[int] = set()
        result: Exact = Fraction(1)
        for root, variable in enumerate(self.variables):
            if not self.neighbours(root):
                result = exact(result * variable.probability())
            elif root not in seen:
                try:
                    tree = self._density(root, seen, 1 / Real.of(variable.parameter)).integral().limit()
                    result = exact(result * exact(real_of(tree)))
                except NoSuchForm as reason:
                    problem = f"scales of noises that are compared must be commensurable: {reason}"
                    raise UnsupportedNoise(problem) from reason
        return result

    def neighbours(self, x: int) -> list[int]:
        """The variables that x was compared with."""
        return [b if a == x else a for a, b in self.differences if x in (a, b)]

    def _density(self, x: int, seen: set[int], unit: Real) -> Piecewise:
        """The density of x times the probability, given x, of what hangs on it."""
        seen.add(x)
        variable = self.variables[x]
        rate = rational_value(1 / (unit * variable.parameter))
        if rate is None:
            raise NoSuchForm(f"1/{variable.parameter} is no rational multiple of {unit}")
        height = {ONE: rate / 2}
        density = Piecewise(unit, (Fraction(0),), ({(0, rate): height}, {(0, -rate): height}))  # in u
        own = density * indicator(_rational(variable.low), _rational(variable.high), unit)
        below = [y for y in self.neighbours(x) if y not in seen]
        return reduce(Piecewise.__mul__, (self._message(y, x, seen, unit) for y in below), own)

    def _message(self, y: int, x: int, seen: set[int], unit: Real) -> Piecewise:
        """The probability, as a function of x, of what is known of y and of what hangs on y."""
        known = self.differences[min(x, y), max(x, y)]
        ends = map(_rational, (known.low, known.high))
        low, high = ends if y < x else (None if end is None else -end for end in reversed([*ends]))
        mass = self._density(y, seen, unit).integral()
        upper = Piecewise(unit, (), ({CONSTANT: mass.limit()},)) if high is None else mass.shifted(high)
        return upper if low is None else upper - mass.shifted(low)


def _rational(bound: Bound) -> Fraction | None:
    if isinstance(bound, Real):
        raise NoSuchForm(f"the threshold {bound} is irrational")
    return bound


def _unsupported(what: str, instead: str) -> NoReturn:
    raise UnsupportedNoise(f"{what} has no exact law here: {instead}, or run the algorithm on a seeded source")


def _refusing(what: str, instead: str) -> Callable[..., NoReturn]:
    return lambda *_: _unsupported(what, instead)


@dataclass(frozen=True, eq=False, slots=True)
class SymbolicNoise:
    """A noise variable plus an exact shift: it can be shifted by exact numbers and compared."""

    space: NoiseSpace
    walker: EnumeratingSource
    index: int
    shift: Exact = Fraction(0)

    @property
    def variable(self) -> Variable:
        """The variable without the shift."""
        return self.space.variables[self.index]

    def __add__(self, other: Expression) -> SymbolicNoise:
        if isinstance(other, SymbolicNoise):
            _unsupported("the sum of two noises", "compare each with exact numbers")
        return SymbolicNoise(self.space, self.walker, self.index, exact(self.shift + exact(other)))

    __radd__ = __add__

    def __sub__(self, other: Expression) -> SymbolicNoise:
        if isinstance(other, SymbolicNoise):
            _unsupported("the difference of two noises", "compare them with each other instead")
        return self + -exact(other)

    def __le__(self, other: Expression | SymbolicNoise) -> bool:
        return self._at_most(other, strictly=False)

    def __lt__(self, other: Expression | SymbolicNoise) -> bool:
        return self._at_most(other, strictly=True)

    def __gt__(self, other: Expression | SymbolicNoise) -> bool:
        return not self._at_most(other, strictly=False)

    def __ge__(self, other: Expression | SymbolicNoise) -> bool:
        return not self._at_most(other, strictly=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | Real) or self.variable.kind != "geometric":
            _unsupported("equality with noise", "compare with <= or <")
        return self <= other and self >= other

    def __int__(self) -> int:
        variable = self.variable
        if variable.kind != "geometric" or variable.low is None or variable.high is None:
            _unsupported("int() of unbounded or continuous noise", "clamp geometric noise on both sides first")
        values = range(int(_whole(variable.low)) + 1, int(_whole(variable.high)) + 1)
        value = self.walker.fork(lambda: (values, (Fraction(1),) * len(values)))
        variable.low, variable.high = Fraction(value - 1), Fraction(value)
        return int(_whole(exact(self.shift + value)))

    __hash__ = _refusing("an output that contains noise", "return comparisons of it, or int() of noise in a range")
    __float__ = _refusing("float() of noise", "no float may decide an exact law")
    __bool__ = _refusing("bool() of noise", "compare it with 0")
    __rsub__ = _refusing("minus noise", "the noises are symmetric: add instead")
    __mul__ = _refusing("a multiple of noise", "ask the source for noise of that scale")
    __rmul__ = __truediv__ = __abs__ = __neg__ = __round__ = __floor__ = __ceil__ = __mul__

    def _at_most(self, other: Expression | SymbolicNoise, *, strictly: bool) -> bool:
        if not isinstance(other, SymbolicNoise):
            bound = exact(exact(other) - self.shift)
            if self.variable.kind == "geometric":
                bound = Fraction(-floor(-bound) - 1 if strictly else floor(bound))
            return _settle(self.variable, bound, self.walker)
        if {self.variable.kind, other.variable.kind} != {"laplace"}:
            _unsupported("a comparison of geometric or Gaussian noises", "use Laplace noise, or compare with numbers")
        if self.index == other.index:
            return is_true(self.shift <= other.shift)
        bound = exact(other.shift - self.shift)
        pair = (min(self.index, other.index), max(self.index, other.index))
        if pair not in self.space.differences:
            reached = {self.index}
            while new := {b for a in reached for b in self.space.neighbours(a)} - reached:
                reached |= new
            if other.index in reached:
                _unsupported("a comparison of noises already tied through others", "compare each noise with one other")
        known = self.space.differences.setdefault(pair, Difference())
        if self.index > other.index:
            return not _settle(known, exact(-bound), self.walker)
        return _settle(known, bound, self.walker)


def _whole(number: Exact) -> Fraction:
    if not isinstance(number, Fraction) or number.denominator != 1:
        _unsupported("int() of shifted noise", "shift integer noise by integers")
    return number


def _settle(known: Variable | Difference, bound: Exact, walker: EnumeratingSource) -> bool:
    """Whether the quantity is at most the bound: by what is known of it, else in two branches."""
    if known.high is not None and is_true(known.high <= bound):
        return True
    if known.low is not None and is_true(bound <= known.low):
        return False
    below = bool(walker.fork(lambda: ((True, False), (Fraction(1), Fraction(1)))))
    if below:
        known.high = bound
    else:
        known.low = bound
    return below
