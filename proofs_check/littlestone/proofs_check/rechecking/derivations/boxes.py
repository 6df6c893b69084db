"""Boxes checked by Arb: a range is halved as a certificate says, and something holds on every box that is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from flint import arb, ctx, fmpq

from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.derivations.texts import Interval
from littlestone.spec.algebra.reals import Real, enclosure

PRECISION = 192  # bits, twice those of the provers' boxes
MOST_BOXES = 100_000
Box = tuple[tuple[Fraction, Fraction], ...]
Values = dict[str, arb]


def hold_on_all(split: object, ranges: Mapping[str, Interval], holds: Callable[[Values], bool]) -> None:
    """Raise Refused unless ``holds`` on every box that is left, given balls around the values of each symbol.

    ``split`` has a sign for each box, from the whole range on: 1 where it is halved across its longest side, the first
    of the longest ones, the upper half coming next; 0 where it is left.
    """
    signs, at = str(split), 0
    boxes: list[Box] = [((Fraction(0), Fraction(1)),) * len(ranges)]
    while boxes:
        box = boxes.pop()
        sign, at = signs[at : at + 1], at + 1
        if at > MOST_BOXES or sign not in ("0", "1"):
            raise Refused(f"it does not say what becomes of box {at}" if at <= MOST_BOXES else "it has too many boxes")
        if sign == "1":
            boxes += _halves(box)
        elif not holds(_values(box, ranges)):
            raise Refused(f"box {at} shows nothing: it is too wide, or what is said is not so there")
    if at != len(signs):
        raise Refused(f"it says what becomes of {len(signs)} boxes, and there are {at}")


def at_precision(ball: Callable[[], arb]) -> arb:
    """A ball computed with twice the bits of the provers."""
    saved, ctx.prec = ctx.prec, PRECISION
    try:
        return ball()
    finally:
        ctx.prec = saved


def _halves(box: Box) -> list[Box]:
    lengths = [stop - start for start, stop in box]
    if not lengths:
        raise Refused("a point cannot be halved")
    longest = lengths.index(max(lengths))
    start, stop = box[longest]
    middle = (start + stop) / 2
    return [(*box[:longest], part, *box[longest + 1 :]) for part in ((start, middle), (middle, stop))]


def _values(box: Box, ranges: Mapping[str, Interval]) -> Values:
    sides = zip(ranges.items(), box, strict=True)
    return {name: at_precision(lambda s=span, b=ends: _at(s, b[0]).union(_at(s, b[1]))) for (name, span), ends in sides}  # type: ignore[misc]


def _at(span: Interval, t: Fraction) -> arb:
    """The number at a fraction of the range: linear between two ends, t/(1 - t) from one, (2t - 1)/(t(1 - t)) else."""
    low, high = (None if end is None else _end(end) for end in (span.low, span.high))
    if low is not None and high is not None:
        return low + (high - low) * _ball(t)
    if low is not None:
        return low + _ball(t) / _ball(1 - t)
    if high is not None:
        return high - _ball(1 - t) / _ball(t)
    return _ball(2 * t - 1) / _ball(t * (1 - t))


def _end(end: Real) -> arb:
    return enclosure(end, PRECISION)


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))
