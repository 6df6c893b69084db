"""Numbers inside a circuit: a number is known by its thermometer, the truths "value >= t"."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any, TypeVar

from littlestone.spec.algebra.circuit import FALSE, TRUE, NoTruth, Truth, all_of, any_of, remember_count
from littlestone.spec.algebra.decisions import KIT, UndecidedTruth, text_is_looked_at
from littlestone.spec.algebra.reals import RATIONAL, Expression, Real, base_of, symbols

Decided = TypeVar("Decided")


class Number(NoTruth):
    """An integer, or another exact number, with finitely many possible values, decided by the truths "value >= t".

    ``values`` are the possible values in increasing order; ``at_least`` is asked only for those above the least, each
    once, and must be monotone: a higher threshold implies a lower one, as it does in a user's file whatever they are
    there. ``divides``: it is only asked about where it is
    not 0, though 0 is among the values. Raises TypeError on values that are not exact.
    """

    __hash__ = None  # type: ignore[assignment]
    advice = "a number of a class has no truth value: write a comparison, such as n >= 1 or n != 0"

    def __init__(self, values: Iterable[Expression], at_least: Callable[[Any], Truth], name: str = "") -> None:
        self.values = _in_order({_plain(value) for value in values})
        if not self.values:
            raise ValueError("a number needs at least one possible value")
        self.name, self.divides = name, False
        self._is_of_the_kit = str(sys._getframe(1).f_globals.get("__name__")).startswith(KIT)
        self._decide = at_least
        self._known: dict[int, Truth] = {}

    def at_least(self, t: Expression) -> Truth:
        """The number is t or more."""
        return self._reaches(bisect_left(self.values, t))

    def above(self, t: Expression) -> Truth:
        """The number is more than t."""
        return self._reaches(bisect_right(self.values, t))

    def _reaches(self, index: int) -> Truth:
        if index == 0:
            return TRUE
        if index == len(self.values):
            return FALSE
        if index not in self._known:
            reached = self._decide(self.values[index])
            self._known[index] = reached if self._is_of_the_kit else reached | self._reaches(index + 1)
        return self._known[index]

    def equals(self, v: Expression) -> Truth:
        """The number is exactly v."""
        return self.at_least(v) & ~self.above(v)

    def cases(self) -> Iterator[tuple[Any, Truth]]:
        """Each possible value with the truth that it is the one."""
        for v in self.values:
            case = self.equals(v)
            if case is not FALSE:
                yield v, case

    def map(self, function: Callable[[Any], Expression]) -> Number:
        """The number f(value), for any function f with exact values."""
        image = [(v, function(v)) for v in self.values]
        if _decided(lambda: all(a[1] <= b[1] for a, b in pairwise(image)), [f for _, f in image]):
            return Number([f for _, f in image], lambda t: self.at_least(min(v for v, f in image if f >= t)))
        return Number([f for _, f in image], lambda t: any_of(self.equals(v) for v, f in image if f >= t))

    def __add__(self, other: Number | Expression) -> Number:
        return total([self, as_number(other)])

    __radd__ = __add__

    def __neg__(self) -> Number:
        return Number([v * -1 for v in self.values], lambda t: ~self.above(t * -1))

    def __sub__(self, other: Number | Expression) -> Number:
        return self + -as_number(other)

    def __rsub__(self, other: Number | Expression) -> Number:
        return as_number(other) + -self

    def __mul__(self, factor: Number | Expression) -> Number:
        if isinstance(factor, Number):
            return combined(lambda v, w: v * w, self, factor)
        return self.map(lambda v: v * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Number | Expression) -> Number:
        by = as_number(divisor)
        if 0 in by.values and (by.divides or by.equals(0) is FALSE):
            by = Number([w for w in by.values if w != 0], by.at_least)
        return combined(lambda v, w: Real.of(v) / w, self, by)

    def __rtruediv__(self, dividend: Expression) -> Number:
        return as_number(dividend) / self

    def __floordiv__(self, divisor: int) -> Number:
        return self.map(lambda v: v // divisor)

    def __mod__(self, divisor: int) -> Number:
        return self.map(lambda v: v % divisor)

    def __pow__(self, exponent: Number | Expression) -> Number:
        return combined(_power, self, as_number(exponent))

    def __rpow__(self, base: Expression) -> Number:
        exact = base_of(base)
        return self.map(lambda v: exact**v)

    def __le__(self, other: Number | Expression) -> Truth:
        return _at_most(self, as_number(other))

    def __ge__(self, other: Number | Expression) -> Truth:
        return as_number(other) <= self

    def __lt__(self, other: Number | Expression) -> Truth:
        return ~_at_most(as_number(other), self)

    def __gt__(self, other: Number | Expression) -> Truth:
        return as_number(other) < self

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        number = as_number(other)  # type: ignore[arg-type]
        return _at_most(self, number) & _at_most(number, self)

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return ~(self == other)

    @property
    def value(self) -> Expression:
        """The value, where the thermometer is constant; raises UndecidedTruth otherwise."""
        known: Expression = next(v for v in reversed(self.values) if bool(self.at_least(v)))
        return known

    def __int__(self) -> int:
        value = self.value
        if not isinstance(value, int):
            raise TypeError(f"{value} is no integer")
        return value

    def named(self, name: str) -> Number:
        """The same number, called so where a failed comparison is put in words."""
        number = Number(self.values, self.at_least, name)
        number.divides = self.divides
        return number

    def __repr__(self) -> str:
        """Its name with its value, as in "Ldim = 2"; in a circuit, which values are possible."""
        text_is_looked_at(lambda: len(self.values) > 1)
        try:
            return f"{self.name} = {self.value}".removeprefix(" = ")
        except UndecidedTruth:
            return f"Number {self.name} in {self.values}"


def _at_most(a: Number, b: Number) -> Truth:
    # Beside a constant one truth of the thermometer says all; most comparisons of formulas are such
    if len(a.values) == 1:
        return b.at_least(a.values[0])
    if len(b.values) == 1:
        return ~a.above(b.values[0])
    return all_of(b.above(value) | ~a.above(value) for value in b.values)


def as_number(value: Number | Expression) -> Number:
    """An exact number as one with a single possible value; raises TypeError on symbols and on what is not exact."""
    if isinstance(value, Number):
        return value
    if isinstance(value, Real) and symbols(value):
        raise TypeError(f"{value} has symbols, and no number of a class is compared with them: bound it by its values")
    return Number([value], lambda t: TRUE)


def _in_order(values: set[Expression]) -> list[Any]:
    """The values from the least to the largest."""
    return _decided(lambda: sorted(values), values)


def _decided(compare: Callable[[], Decided], values: Iterable[Expression]) -> Decided:
    """What comparing the values gives; raises TypeError where one of them is not defined."""
    try:
        return compare()
    except UndecidedTruth as undecided:
        shown = ", ".join(map(str, values))
        raise TypeError(f"one of the values {shown} of a number is not defined, or not decided") from undecided


def _power(base: Expression, exponent: Expression) -> Real:
    return Real.of(base) ** exponent


def combined(function: Callable[[Any, Any], Expression], a: Number, b: Number) -> Number:
    """The number f(value of a, value of b), case by case, for any function f with exact values."""
    image = {(v, w): _plain(function(v, w)) for v in a.values for w in b.values}

    def at_least(t: Expression) -> Truth:
        return any_of(case & any_of(b.equals(w) for w in b.values if image[v, w] >= t) for v, case in a.cases())

    return Number(image.values(), at_least)


def _plain(value: Expression) -> Expression:
    """An int where it is one, else a Fraction where it is one, else a real expression."""
    if isinstance(value, int):
        return value
    node = Real.of(value)
    if node.op is not RATIONAL:
        return node
    return node.value.numerator if node.value.denominator == 1 else node.value


def total(numbers: Iterable[Number]) -> Number:
    """The sum of the numbers."""
    return reduce(_plus, numbers, as_number(0))


def _plus(a: Number, b: Number) -> Number:
    if len(a.values) == 1:
        return b.map(lambda v: a.values[0] + v)
    if len(b.values) == 1:
        return a.map(lambda v: v + b.values[0])

    def at_least(t: Expression) -> Truth:
        return any_of(a.at_least(v) & b.at_least(t - v) for v in a.values)

    return Number({v + w for v in a.values for w in b.values}, at_least)


def largest(numbers: Sequence[Number]) -> Number:
    """The maximum of the numbers; raises ValueError where there are none."""
    return _extreme(numbers, any_of)


def smallest(numbers: Sequence[Number]) -> Number:
    """The minimum of the numbers; raises ValueError where there are none."""
    return _extreme(numbers, all_of)


def _extreme(numbers: Sequence[Number], join: Callable[[Iterable[Truth]], Truth]) -> Number:
    if not numbers:
        raise ValueError("the maximum or minimum of no numbers is not defined")
    values = {v for number in numbers for v in number.values}
    return Number(values, lambda t: join(number.at_least(t) for number in numbers))


def how_many(truths: Sequence[Truth]) -> Number:
    """The number of true ones, by a tree of full adders and one comparison per threshold."""
    bits = _binary_sum(list(truths))
    remember_count(bits, truths)
    return Number(range(len(truths) + 1), lambda t: _binary_at_least(bits, t))


def _binary_sum(truths: list[Truth]) -> list[Truth]:
    """The binary digits, least significant first, of the number of true ones."""
    columns = [truths]
    digits: list[Truth] = []
    while columns and columns[0]:
        column, carries = columns.pop(0), []
        while len(column) > 1:
            a, b, c = column.pop(0), column.pop(0), column.pop(0) if column else FALSE
            column.append(a ^ b ^ c)
            carries.append((a & b) | ((a ^ b) & c))
        digits.append(column[0])
        columns.append(carries)
    return digits


def _binary_at_least(digits: list[Truth], t: int) -> Truth:
    """The number with these digits is t or more, for t with no more digits."""
    result = TRUE
    for position, digit in enumerate(digits):
        result = digit & result if t >> position & 1 else digit | result
    return result
