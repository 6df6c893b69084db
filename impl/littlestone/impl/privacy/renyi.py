"""Notions of privacy of exact laws, enclosed by Arb: Renyi divergences, the least rho, and the least mu.

With psi(a) = ln(sum of p^a q^(1-a)), which is convex with psi(1) = 0, the divergence of order a is psi(a) / (a - 1) and
rho is the supremum of psi(a) / (a (a - 1)) over a > 1. On [l, h] psi lies below its chord, on [1, h]
divergences are at most the one at h, and beyond h at most the logarithm of the largest ratio. Intervals of orders, of
all pairs of laws together, are halved where the bound from above is largest.

A mechanism is mu-Gaussian private where telling two neighbours apart is no easier than telling a standard normal
variable from one moved by mu (Dong, Roth and Su 2022). Their curve is convex, so the least mu is that of a corner of
the laws' trade-off curve: the largest Phi^-1(p) - Phi^-1(q) over the events {P > t Q}.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from flint import arb, ctx

from littlestone.spec.algebra.reals import Expression, Real, enclosure
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.privacy import Pair, Privacy, Violation
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
    """The least rho for which this exact privacy is rho-zCDP, rigorously enclosed, and to 12 digits as a rule."""
    if privacy.ratio is None:
        pair = next(pair for pair, P, Q in privacy.pairs if any(y not in Q for y in P))
        return Enclosure(Fraction(0), None, pair=pair)
    best: Enclosure[Row] = Enclosure(Fraction(0), Fraction(0))
    heap: list[tuple[Fraction, int, _Piece[Row]]] = []  # the largest bound first; the number tells equal ones apart
    with ctx.workprec(PRECISION):
        for pair, P, Q in _distinct(privacy):
            curve = _Curve.of(P, Q)
            entropy: arb = sum((p * gain for p, gain in curve.parts), arb(0))  # the limit of psi(a) / (a - 1)
            best = _better(best, entropy, Fraction(1), pair)
            piece = _Piece(curve, pair, Fraction(1), None, arb(0), arb(0))
            heappush(heap, (-high_end(piece.bound()), len(heap), piece))
        for number in range(MOST_HALVINGS):
            if not heap or -heap[0][0] <= best.lower * (1 + CLOSE):
                break
            piece = heappop(heap)[2]
            order = 2 * piece.low if piece.high is None else (piece.low + piece.high) / 2
            value = piece.curve.psi(ball_of(order))
            best = _better(best, value / ball_of(order * (order - 1)), order, piece.pair)
            for half in (replace(piece, high=order, at_high=value), replace(piece, low=order, at_low=value)):
                heappush(heap, (-high_end(half.bound()), len(heap) + number * MOST_HALVINGS, half))
    upper = max(-heap[0][0] if heap else Fraction(0), best.lower * (1 + CLOSE))
    return replace(best, upper=upper)


def _better(best: Enclosure[Row], rate: arb, order: Fraction, pair: Pair[Row]) -> Enclosure[Row]:
    low = low_end(rate)
    return Enclosure(low, None, order, pair) if low > best.lower else best


def renyi_between(P: Law[Hashable], Q: Law[Hashable], order: Expression) -> tuple[Fraction, Fraction] | None:
    """An enclosure of the Renyi divergence of order a > 1; None where it is infinite. Raises ParameterError."""
    if not is_true(exact(order) > 1):
        raise ParameterError("order", order, "greater than 1")
    if any(y not in Q for y in P):
        return None
    with ctx.workprec(PRECISION):
        return _Curve.of(P, Q).divergence(ball_of(order))


def largest_renyi(privacy: Privacy[Row, Any], orders: Sequence[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """An enclosure, for each order above 1, of the largest divergence between neighbours; none may be infinite."""
    with ctx.workprec(PRECISION):
        curves = [_Curve.of(P, Q) for _, P, Q in _distinct(privacy)]
        found = [[(Fraction(0), Fraction(0)), *(curve.divergence(ball_of(a)) for curve in curves)] for a in orders]
    return [(max(low for low, _ in each), max(high for _, high in each)) for each in found]


@dataclass(frozen=True)
class _Curve:
    """psi of two laws, by (p, ln(p / q)) of each outcome of the first."""

    parts: tuple[tuple[arb, arb], ...]

    @classmethod
    def of(cls, P: Law[Hashable], Q: Law[Hashable]) -> _Curve:
        return cls(tuple((ball_of(p), ball_of(exact(p / Q[y])).log()) for y, p in P.items))

    def psi(self, a: arb) -> arb:
        """ln(1 + sum of p (e^((a-1) ln(p/q)) - 1)), for the p add up to 1."""
        excess: arb = sum((p * ((a - 1) * gain).expm1() for p, gain in self.parts), arb(0))
        return excess.log1p()

    def divergence(self, a: arb) -> tuple[Fraction, Fraction]:
        """The ends of psi(a) / (a - 1)."""
        found = self.psi(a) / (a - 1)
        return low_end(found), high_end(found)

    @property
    def largest(self) -> arb:
        """The largest ln(p / q), at least 0."""
        return reduce(arb.max, (gain for _, gain in self.parts), arb(0))


@dataclass(frozen=True)
class _Piece(Generic[Row]):
    """The orders from ``low`` to ``high``, None for all beyond, with psi there; of one pair of laws."""

    curve: _Curve
    pair: Pair[Row]
    low: Fraction
    high: Fraction | None
    at_low: arb
    at_high: arb

    def bound(self) -> arb:
        """What psi(a) / (a (a - 1)) does not exceed here.

        Below the chord u (a - 1) - v a it is u / a - v / (a - 1), which is largest at an end or, as (sqrt u - sqrt
        v)^2, where (a - 1) / a = sqrt(v / u).
        """
        low = ball_of(self.low)
        if self.high is None:
            return self.curve.largest / low
        high = ball_of(self.high)
        if self.low == 1:
            return self.at_high / (high - 1)
        slope = (self.at_high - self.at_low) / (high - low)
        u, v = low * slope - self.at_low, ((low - 1) * slope - self.at_low).max(arb(0))
        if not u > 0:
            return self.at_high / ((high - 1) * low)
        ends = (self.at_low / (low * (low - 1))).max(self.at_high / (high * (high - 1)))
        turn = (v / u).sqrt()
        is_outside = turn <= (low - 1) / low or turn >= (high - 1) / high
        return ends if is_outside else ends.max((u.sqrt() - v.sqrt()) ** 2)


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
    return enclosure(Real.of(number), PRECISION)


def low_end(ball: arb) -> Fraction:
    """The least number of the ball, exactly."""
    return -high_end(-ball)


def high_end(ball: arb) -> Fraction:
    """The greatest number of the ball, exactly."""
    number = ball.upper().mid().fmpq()
    return Fraction(int(number.p), int(number.q))


def exact_mu(privacy: Privacy[Row, Any]) -> tuple[Fraction, Fraction | None, Violation[Row, Any] | None]:
    """lower <= mu <= upper for the least mu, None where it is infinite, and the event that shows it, None for no event.

    It is infinite where an event of one sample is impossible on a neighbour, or certain there and not here.
    """
    best: tuple[Fraction, Fraction, Violation[Row, Any] | None] = Fraction(0), Fraction(0), None
    seen: set[tuple[Exact, Exact]] = set()
    with ctx.workprec(PRECISION):
        for event in privacy.events:
            if (event.p, event.q) in seen or not is_true(event.p > event.q):
                continue
            seen.add((event.p, event.q))
            if is_true(event.q == 0) or is_true(event.p == 1):
                return Fraction(0), None, event
            found = normal_quantile(ball_of(event.p)) - normal_quantile(ball_of(event.q))
            low, high = low_end(found), high_end(found)
            best = max(best[0], low), max(best[1], high), event if low > best[0] else best[2]
    return best


def normal_quantile(p: arb) -> arb:
    """Phi^-1(p)."""
    return -arb(2).sqrt() * (2 * p).erfcinv()
