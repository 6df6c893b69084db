"""Small integers inside a circuit: a number is known by its thermometer, the truths "value >= t"."""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce

from littlestone.spec.circuit import FALSE, TRUE, Truth, all_of, any_of, constant


class Number:
    """An integer with finitely many possible values, decided by the truths "value >= t".

    ``values`` are the possible values in increasing order; ``at_least`` is asked only for those above the least, each
    once, and must be monotone: a higher threshold implies a lower one.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: Iterable[int], at_least: Callable[[int], Truth], name: str = "") -> None:
        self.values = sorted(set(values))
        if not self.values:
            raise ValueError("a number needs at least one possible value")
        self.name = name
        self._decide = at_least
        self._known: dict[int, Truth] = {}

    def at_least(self, t: int) -> Truth:
        """The number is t or more."""
        index = bisect_left(self.values, t)
        if index == 0:
            return TRUE
        if index == len(self.values):
            return FALSE
        step = self.values[index]
        if step not in self._known:
            self._known[step] = self._decide(step)
        return self._known[step]

    def equals(self, v: int) -> Truth:
        """The number is exactly v."""
        return self.at_least(v) & ~self.at_least(v + 1)

    def cases(self) -> Iterator[tuple[int, Truth]]:
        """Each possible value with the truth that it is the one."""
        for v in self.values:
            case = self.equals(v)
            if case is not FALSE:
                yield v, case

    def map(self, function: Callable[[int], int]) -> Number:
        """The number f(value), for any integer function f."""
        image = [(v, function(v)) for v in self.values]
        if all(a[1] <= b[1] for a, b in zip(image, image[1:], strict=False)):
            return Number([f for _, f in image], lambda t: self.at_least(min(v for v, f in image if f >= t)))
        return Number([f for _, f in image], lambda t: any_of(self.equals(v) for v, f in image if f >= t))

    def __add__(self, other: Number | int) -> Number:
        return total([self, as_number(other)])

    __radd__ = __add__

    def __mul__(self, factor: int) -> Number:
        return self.map(lambda v: v * factor)

    __rmul__ = __mul__

    def __le__(self, other: Number | int) -> Truth:
        return _noted(self, "<=", as_number(other), _at_most(self, as_number(other)))

    def __ge__(self, other: Number | int) -> Truth:
        return as_number(other) <= self

    def __lt__(self, other: Number | int) -> Truth:
        return _noted(self, "<", as_number(other), ~_at_most(as_number(other), self))

    def __gt__(self, other: Number | int) -> Truth:
        return as_number(other) < self

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        return self._equals(other, "==", lambda same: same)

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return self._equals(other, "!=", operator.inv)

    def _equals(self, other: object, relation: str, read: Callable[[Truth], Truth]) -> Truth:
        if not isinstance(other, Number | int):
            raise TypeError(f"a number of the circuit {relation} {other!r}: compare it with integers and its like")
        number = as_number(other)
        return _noted(self, relation, number, read(_at_most(self, number) & _at_most(number, self)))

    def __int__(self) -> int:
        """The value, where the thermometer is constant; raises UndecidedTruth otherwise."""
        return next(v for v in reversed(self.values) if bool(self.at_least(v)))

    def named(self, name: str) -> Number:
        """The same number, called so where a failed comparison is put in words."""
        return Number(self.values, self.at_least, name)

    def __repr__(self) -> str:
        return f"Number {self.name} in {self.values}"


_failures: ContextVar[list[str] | None] = ContextVar("failed comparisons", default=None)


@contextmanager
def failed_comparisons() -> Iterator[list[str]]:
    """Collect, in words, the comparisons a <= b and a < b of known numbers that come out false inside."""
    failures: list[str] = []
    token = _failures.set(failures)
    try:
        yield failures
    finally:
        _failures.reset(token)


def _noted(a: Number, relation: str, b: Number, holds: Truth) -> Truth:
    failures = _failures.get()
    if failures is not None and holds is FALSE:
        left, right = (f"{n.name} = {int(n)}" if n.name else str(int(n)) for n in (a, b))
        failures.append(f"{left} {relation} {right}")
    return holds


def _at_most(a: Number, b: Number) -> Truth:
    steps = zip(b.values, [*b.values[1:], None], strict=True)
    return all_of(_below(b, following).implies(~a.at_least(value + 1)) for value, following in steps)


def _below(number: Number, threshold: int | None) -> Truth:
    return TRUE if threshold is None else ~number.at_least(threshold)


def as_number(value: Number | int) -> Number:
    """An integer as a number with one possible value."""
    return value if isinstance(value, Number) else Number([value], constant_threshold(value))


def constant_threshold(value: int) -> Callable[[int], Truth]:
    """The thermometer of a known integer."""
    return lambda t: constant(value >= t)


def total(numbers: Iterable[Number]) -> Number:
    """The sum of the numbers."""
    return reduce(_plus, numbers, as_number(0))


def _plus(a: Number, b: Number) -> Number:
    def at_least(t: int) -> Truth:
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
    if t >= 1 << len(digits):
        return FALSE
    result = TRUE
    for position, digit in enumerate(digits):
        result = digit & result if t >> position & 1 else digit | result
    return result
