"""Expressions as straight-line programs on balls: what is evaluated on many boxes is taken apart only once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

BOX_PRECISION = 96  # more than 53 bits, as differences near an equality cancel; not tuned
Operation = Callable[..., arb]


@dataclass(frozen=True, slots=True)
class BallProgram:
    """Slots filled in order, each by an operation on earlier slots, by a symbol's ball or by a rational.

    ``result`` is the slot of the whole expression. Every operation rounds to the precision in force when it is run.
    """

    symbols: tuple[tuple[int, Hashable], ...]
    rationals: tuple[tuple[int, fmpq], ...]
    steps: tuple[tuple[int, Operation, tuple[int, ...]], ...]
    result: int

    def __call__(self, values: Mapping[Any, arb]) -> arb:
        """The expression's ball, given one for each symbol."""
        slots: list[arb] = [None] * (self.result + 1)
        for slot, symbol in self.symbols:
            slots[slot] = values[symbol]
        for slot, rational in self.rationals:
            slots[slot] = arb(rational)
        for slot, operation, args in self.steps:
            slots[slot] = operation(*[slots[i] for i in args])
        return slots[self.result]


@dataclass
class ProgramBuilder:
    """The slots of a program so far; equal parts of an expression, told by their keys, share one."""

    slots: dict[Hashable, int] = field(default_factory=dict)
    symbols: list[tuple[int, Hashable]] = field(default_factory=list)
    rationals: list[tuple[int, fmpq]] = field(default_factory=list)
    steps: list[tuple[int, Operation, tuple[int, ...]]] = field(default_factory=list)

    def symbol(self, key: Hashable, name: Hashable) -> int:
        """A slot for a symbol, whose ball is looked up by this name."""
        self.symbols.append((len(self.slots), name))
        return self._new(key)

    def rational(self, key: Hashable, value: fmpq) -> int:
        """A slot for a rational."""
        self.rationals.append((len(self.slots), value))
        return self._new(key)

    def step(self, key: Hashable, operation: Operation, *args: int) -> int:
        """A slot for an operation on earlier slots."""
        self.steps.append((len(self.slots), operation, args))
        return self._new(key)

    def _new(self, key: Hashable) -> int:
        return self.slots.setdefault(key, len(self.slots))

    def program(self, result: int) -> BallProgram:
        """The program, of which the last slot is the result."""
        return BallProgram(tuple(self.symbols), tuple(self.rationals), tuple(self.steps), result)


def exact_ball(value: Fraction | int) -> arb:
    """A ball around a rational, exact where the rational is dyadic."""
    return arb(fmpq(value.numerator, value.denominator))
