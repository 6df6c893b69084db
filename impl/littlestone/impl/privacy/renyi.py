"""Renyi divergences of exact laws, enclosed by Arb: of one order, and the least rho of zero-concentrated privacy.

With psi(a) = ln(sum of p^a q^(1-a)), which is convex with psi(1) = 0, the divergence of order a is psi(a) / (a - 1) and
rho is the supremum of psi(a) / (a (a - 1)) over a > 1. On [l, h] psi lies below its chord, on [1, h]
divergences are at most the one at h, and beyond h at most the logarithm of the largest ratio. Intervals of orders, of
all pairs of laws together, are halved where the bound from above is largest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from flint import arb, ctx, fmpq

from littlestone.spec.algebra.reals import Expression, Real, enclosure
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.privacy import Pair, Privacy
from littlestone.spec.learning.randomness import Exact, ParameterError, exact, is_true

Row = TypeVar("Row", bound=Hashable)
PRECISION = 192  # bits; orders near 1 lose a third of them
CLOSE = Fraction(1, 2**40)  # the enclosure's width, relatively: 12 digits
MOST_HALVINGS = 4_000  # what is left open then is a wider enclosure, which is as sound


@dataclass(frozen=True, slots=True)
class Enclosure(Generic[Row]):
    """lower <= rho <= upper; upper is None where rho is infinite, and lower is then 0.

    Of ``pair``, in this order, D_a / a is at least ``lower`` at the order a = ``order``, where 1 stands for the limit
    there, the relative entropy. No pair where all laws are the same.
    """

    lower: Fraction
    upper: Fraction | None
    order: Fraction = Fraction(1)
    pair: Pair[Row] | None = None

    @property
    def is_infinite(self) -> bool:
        """An outcome of one sample is impossible on a neighbour."""
        return self.upper is None

    def keeps(self, rho: Exact) -> bool | None:
        """Whether it is at most this rho; None where the enclosure does not decide it."""
        if self.upper is None or is_true(self.lower > rho):
            return False
        return True if is_true(self.upper <= rho) else None


def exact_rho(privacy: Privacy[Row, Any]) -> Enclosure[Row]:
    """The least rho with which a mechanism of this exact privacy is rho-zCDP, both orders of each pair of neighbours.

    12 digits, as a rule; the enclosure is rigorous whatever its width.
    """
    if privacy.ratio is None:
        pair = next(pair for pair, P, Q in privacy.pairs if any(y not in Q for y in P))
        return Enclosure(Fraction(0), None, pair=pair)
    with ctx.workprec(PRECISION):
        return _Search(privacy).run()


def _checked_order(order: Expression) -> Exact:
    if not is_true(exact(order) > 1):
        raise ParameterError("order", order, "greater than 1")
    return exact(order)


def renyi_between(P: Law[Hashable], Q: Law[Hashable], order: Expression) -> tuple[Fraction, Fraction] | None:
    """An enclosure of the Renyi divergence of order a > 1; None where it is infinite. Raises ParameterError."""
    checked = _checked_order(order)
    if any(y not in Q for y in P):
        return None
    with ctx.workprec(PRECISION):
        a = ball_of(checked)
        found = _curve(P, Q).psi(a) / (a - 1)
        return low_end(found), high_end(found)


def largest_renyi(privacy: Privacy[Row, Any], orders: Sequence[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """An enclosure, for each order above 1, of the largest divergence between neighbours; none may be infinite."""
    best = [(Fraction(0), Fraction(0))] * len(orders)
    with ctx.workprec(PRECISION):
        for _, P, Q in _distinct(privacy):
            curve = _curve(P, Q)
            found = [curve.psi(ball_of(order)) / ball_of(order - 1) for order in orders]
            best = [
                (max(low, low_end(ball)), max(high, high_end(ball)))
                for (low, high), ball in zip(best, found, strict=True)
            ]
    return best


@dataclass(frozen=True)
class _Curve:
    """psi of two laws, by (p, ln(p / q)) of each outcome of the first."""

    parts: tuple[tuple[arb, arb], ...]

    def psi(self, a: arb) -> arb:
        """ln(1 + sum of p (e^((a-1) ln(p/q)) - 1)), for the p add up to 1."""
        excess: arb = sum((p * ((a - 1) * gain).expm1() for p, gain in self.parts), arb(0))
        return excess.log1p()

    @property
    def entropy(self) -> arb:
        """The limit of psi(a) / (a - 1) at order 1."""
        return sum((p * gain for p, gain in self.parts), arb(0))

    @property
    def largest(self) -> arb:
        """The largest ln(p / q), at least 0."""
        best = arb(0)
        for _, gain in self.parts:
            best = best.max(gain)
        return best


def _curve(P: Law[Hashable], Q: Law[Hashable]) -> _Curve:
    return _Curve(tuple((ball_of(p), _log_ratio(p, Q[y])) for y, p in P.items))


def _log_ratio(p: Exact, q: Exact) -> arb:
    return (
        ball_of(exact(p / q)).log()
        if isinstance(p, Fraction) and isinstance(q, Fraction)
        else (ball_of(p) / ball_of(q)).log()
    )


@dataclass(frozen=True)
class _Piece:
    """The orders from ``low`` to ``high``, None for all beyond, with psi there; of one pair of laws."""

    number: int
    low: Fraction
    high: Fraction | None
    at_low: arb
    at_high: arb


@dataclass
class _Search(Generic[Row]):
    """Branch and bound over the orders of all pairs of laws."""

    privacy: Privacy[Row, Any]
    curves: list[_Curve] = field(default_factory=list)
    pairs: list[Pair[Row]] = field(default_factory=list)
    heap: list[tuple[Fraction, int, _Piece]] = field(default_factory=list)
    best: Enclosure[Row] = field(default_factory=lambda: Enclosure(Fraction(0), Fraction(0)))
    pushed: int = 0

    def run(self) -> Enclosure[Row]:
        """The enclosure, when it is close or halvings are over."""
        for pair, P, Q in _distinct(self.privacy):
            self._start(pair, _curve(P, Q))
        for _ in range(MOST_HALVINGS):
            if not self.heap or -self.heap[0][0] <= self.best.lower * (1 + CLOSE):
                break
            self._halve(heappop(self.heap)[2])
        upper = max(-self.heap[0][0] if self.heap else Fraction(0), self.best.lower * (1 + CLOSE))
        return Enclosure(self.best.lower, upper, self.best.order, self.best.pair)

    def _start(self, pair: Pair[Row], curve: _Curve) -> None:
        self.curves.append(curve)
        self.pairs.append(pair)
        number = len(self.curves) - 1
        self._found(curve.entropy, Fraction(1), number)
        self._push(_Piece(number, Fraction(1), None, arb(0), arb(0)))

    def _halve(self, piece: _Piece) -> None:
        middle = 2 * piece.low if piece.high is None else (piece.low + piece.high) / 2
        value = self.curves[piece.number].psi(ball_of(middle))
        self._found(value / ball_of(middle * (middle - 1)), middle, piece.number)
        self._push(_Piece(piece.number, piece.low, middle, piece.at_low, value))
        self._push(_Piece(piece.number, middle, piece.high, value, piece.at_high))

    def _found(self, rate: arb, order: Fraction, number: int) -> None:
        low = low_end(rate)
        if low > self.best.lower:
            self.best = Enclosure(low, None, order, self.pairs[number])

    def _push(self, piece: _Piece) -> None:
        most = high_end(self._bound(piece))
        self.pushed += 1
        heappush(self.heap, (-most, self.pushed, piece))

    def _bound(self, piece: _Piece) -> arb:
        """What psi(a) / (a (a - 1)) does not exceed on the piece."""
        low = ball_of(piece.low)
        if piece.high is None:
            return self.curves[piece.number].largest / low
        high = ball_of(piece.high)
        if piece.low == 1:
            return piece.at_high / (high - 1)
        slope = (piece.at_high - piece.at_low) / (high - low)
        u, v = low * slope - piece.at_low, (low - 1) * slope - piece.at_low  # the chord is u (a - 1) - v a
        return _largest_on_chord(u, v, piece, low, high)


def _largest_on_chord(u: arb, v: arb, piece: _Piece, low: arb, high: arb) -> arb:
    """The largest u / a - v / (a - 1) on [low, high]: (sqrt u - sqrt v)^2, at (a - 1) / a = sqrt(v / u), or an end."""
    at_low, at_high = piece.at_low / (low * (low - 1)), piece.at_high / (high * (high - 1))
    ends = at_low.max(at_high)
    v = v.max(arb(0))
    if not u > 0:
        return piece.at_high / ((high - 1) * low)
    turn = (v / u).sqrt()
    if turn <= (low - 1) / low or turn >= (high - 1) / high:
        return ends
    return ends.max((u.sqrt() - v.sqrt()) ** 2)


def _distinct(privacy: Privacy[Row, Any]) -> Iterator[tuple[Pair[Row], Law[Hashable], Law[Hashable]]]:
    """Pairs of laws that are not the same, those of the same pairs of probabilities once."""
    seen: set[Hashable] = set()
    for pair, P, Q in privacy.pairs:
        profile = frozenset(Counter((p, Q[y]) for y, p in P.items).items())
        if profile not in seen and frozenset(P.items) != frozenset(Q.items):
            seen.add(profile)
            yield pair, P, Q


def ball_of(number: Expression) -> arb:
    """A ball that holds the number, of as many bits as ``PRECISION``."""
    if isinstance(number, Real):
        return enclosure(number, PRECISION)
    fraction = Fraction(number)
    return arb(fmpq(fraction.numerator, fraction.denominator))


def low_end(ball: arb) -> Fraction:
    """The least number of the ball, exactly."""
    return _fraction(ball.lower())


def high_end(ball: arb) -> Fraction:
    """The greatest number of the ball, exactly."""
    return _fraction(ball.upper())


def _fraction(ball: arb) -> Fraction:
    number = ball.mid().fmpq()
    return Fraction(int(number.p), int(number.q))
