"""What optimal play costs online, exactly: mistakes on realizable sequences, and regret on all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from littlestone.impl.classes.version_spaces import VersionSpace, split
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class MistakeValues:
    """The mistakes that the best learner of either kind makes in the worst case: an int, and an expectation."""

    deterministic: int
    randomised: Fraction


@implements("ABLMM22.S1.fn1")
def mistake_values(functions: Iterable[Function]) -> MistakeValues:
    """The values of the mistake-bound game on a non-empty binary class, by recursion over the points that split it.

    Where the two answers at a point lead to values a and b, a deterministic learner pays max(a, b, 1 + min(a, b)), and
    a randomised one (a + b + 1) / 2 if |a - b| <= 1, else max(a, b). Raises ValueError for the empty class. Source:
    ABLMM22, section 1, footnote 1.
    """
    known = frozenset(functions)
    if not known:
        raise ValueError("no sequence is realizable by the empty class; give at least one function")
    return _values(known)


@cache
def _values(functions: VersionSpace) -> MistakeValues:
    splits = [split(functions, point) for point in range(len(next(iter(functions))))]
    turns = [_turn(*map(_values, parts.values())) for parts in splits if len(parts) == 2]
    return MistakeValues(
        max((turn.deterministic for turn in turns), default=0),
        max((turn.randomised for turn in turns), default=Fraction(0)),
    )


def _turn(a: MistakeValues, b: MistakeValues) -> MistakeValues:
    """The values before a round in which both labels are possible."""
    certain = max(a.deterministic, b.deterministic, 1 + min(a.deterministic, b.deterministic))
    one, other = a.randomised, b.randomised
    return MistakeValues(certain, (one + other + 1) / 2 if abs(one - other) <= 1 else max(one, other))


@implements("ABLMM22.S1.regret.value")
def regret_value(functions: Iterable[Function], rounds: int) -> Fraction:
    """R(T) for T = ``rounds``: the least expected regret against all sequences of T examples of a binary class.

    A round's two answers differ by at most 1 in value, so that it costs (1 + a + b) / 2. Raises ValueError for the
    empty class and for a negative number of rounds. Source: ABLMM22, section 1.
    """
    known = sorted(set(functions))
    if not known or rounds < 0:
        raise ValueError(f"regret needs at least one function and 0 or more rounds, not {len(known)} and {rounds}")

    @cache
    def value(losses: tuple[int, ...], left: int) -> Fraction:
        if left == 0:
            return Fraction(-min(losses))
        return max((turn(losses, left, x) for x in range(len(known[0]))), default=Fraction(0))

    def turn(losses: tuple[int, ...], left: int, x: int) -> Fraction:
        told = (tuple(n + int(f[x] != y) for n, f in zip(losses, known, strict=True)) for y in (0, 1))
        return (1 + sum(value(after, left - 1) for after in told)) * HALF

    return value((0,) * len(known), rounds)
