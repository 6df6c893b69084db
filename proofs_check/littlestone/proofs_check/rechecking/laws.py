"""Laws summed anew: while definitions are evaluated, every law and every sum over one is held against plain sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from flint import arb

from littlestone.proofs_check.compute.memories import forget_calls
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.spec.algebra.reals import Real, enclosure
from littlestone.spec.learning import privacy
from littlestone.spec.learning.laws import KNOWN, Law

PRECISION = 192  # bits, where a weight is no fraction
WIDTH = 2**64  # numbers that differ by less than this part of them are not told apart, where they are no fractions
Exact = Fraction | Real


@dataclass
class Sums:
    """How many laws were summed, how many of them in fractions alone, and how many sums over laws were compared."""

    laws: int = 0
    rational: int = 0
    compared: int = 0

    def add(self, other: Sums) -> None:
        """Count those of another evaluation too."""
        self.laws += other.laws
        self.rational += other.rational
        self.compared += other.compared


@contextmanager
def summed_anew() -> Iterator[Sums]:
    """Inside, laws have distinct outcomes and masses of at least 0 that sum to 1, and chances of events, expected
    values, worst events and largest ratios are what is computed here; raises Refused where one is not.

    What definitions remember of earlier cases is forgotten first, so that their laws are made, and summed, here.
    """
    forget_calls()
    sums = Sums()

    def made(law: Law[Any], items: tuple[tuple[Any, Exact], ...], made_by: object = None) -> None:
        make(law, items, KNOWN)  # what a law asks of itself is asked here, whoever made it
        sums.laws += 1
        sums.rational += _insist_on_a_law(law.items)

    def compared(name: str, said: Callable[..., Any], anew: Callable[..., Any]) -> Callable[..., Any]:
        def both(*args: Any, **named: Any) -> Any:
            value = said(*args, **named)
            sums.compared += 1
            if not _agree(value, anew(*args, **named)):
                raise Refused(f"{name} of a law is not what its weights say: {value}")
            return value

        return both

    make = Law.__init__
    replaced: list[tuple[Any, str, Callable[..., Any]]] = [
        (Law, "__init__", made),
        (Law, "probability", compared("the chance of an event", Law.probability, _chance)),
        (Law, "expectation", compared("the expected value", Law.expectation, _mean)),
        (privacy, "worst_event", compared("the worst event", privacy.worst_event, _worst_event)),
        (privacy, "largest_ratio", compared("the largest ratio", privacy.largest_ratio, _largest_ratio)),
    ]
    saved = [(holder, name, getattr(holder, name)) for holder, name, _ in replaced]
    try:
        for holder, name, function in replaced:
            setattr(holder, name, function)
        yield sums
    finally:
        for holder, name, function in saved:
            setattr(holder, name, function)


def _insist_on_a_law(items: tuple[tuple[Any, Exact], ...]) -> bool:
    """Whether its weights are fractions; raises Refused where it is no law."""
    weights = [weight for _, weight in items]
    if len({outcome for outcome, _ in items}) != len(items):
        raise Refused(f"a law has an outcome twice: {items}")
    if any(weight.numerator < 0 if isinstance(weight, Fraction) else _is_below(weight, 0) for weight in weights):
        raise Refused(f"a law has a negative mass: {items}")
    mass = _sum(weights)
    if not _agree(mass, Fraction(1)):
        raise Refused(f"the masses of a law do not sum to 1: {items}")
    return isinstance(mass, Fraction)


# ---- The same sums again


def _chance(law: Law[Any], event: Any) -> Exact:
    inside = event if callable(event) else event.__contains__
    return _sum(weight for outcome, weight in law.items if inside(outcome))


def _mean(law: Law[Any], value: Callable[[Any], Any]) -> Exact:
    return _sum(_product(weight, _plain(value(outcome))) for outcome, weight in law.items)


def _worst_event(P: Law[Any], Q: Law[Any], exp_epsilon: Any) -> frozenset[Any]:
    other, factor = dict(Q.items), _plain(exp_epsilon)
    return frozenset(y for y, p in P.items if _is_below(_product(factor, other[y]) if y in other else 0, p))


def _largest_ratio(P: Law[Any], Q: Law[Any]) -> Exact | None:
    other, best = dict(Q.items), None
    for y, p in P.items:
        if y not in other:
            return None
        ratio = _plain(p / other[y])
        best = ratio if best is None or _is_below(best, ratio) else best
    return best


# ---- Fractions, and balls where there are others


def _plain(value: Any) -> Exact:
    if isinstance(value, Fraction):
        return value
    node = Real.of(value)
    return node.value if node.op == "rational" else node


def _product(one: Exact, other: Exact) -> Exact:
    return one * other if isinstance(one, Fraction) and isinstance(other, Fraction) else _plain(one * other)


def _sum(weights: Iterable[Exact]) -> Exact:
    listed = list(weights)
    pairs = [weight.as_integer_ratio() for weight in listed if isinstance(weight, Fraction)]
    if len(pairs) < len(listed):
        return sum((Real.of(weight) for weight in listed), Real.of(0))
    common = lcm(*{bottom for _, bottom in pairs})
    return Fraction(sum([top * (common // bottom) for top, bottom in pairs]), common)


def _is_below(one: Exact | int, other: Exact | int) -> bool:
    if isinstance(one, Fraction | int) and isinstance(other, Fraction | int):
        return one < other
    return bool(_ball(Real.of(other) - Real.of(one)) > 0)


def _agree(one: Any, other: Any) -> bool:
    if not (isinstance(one, Real) or isinstance(other, Real)) or one is None or other is None:
        return bool(one == other)
    gap = _ball(Real.of(one) - Real.of(other))
    return bool(gap.contains(0)) and bool(gap.rad() < (1 + abs(_ball(Real.of(one)))) / WIDTH)


def _ball(value: Real) -> arb:
    return enclosure(value, PRECISION)
