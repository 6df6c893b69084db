"""Notions of privacy of exact laws, enclosed by Arb: Renyi divergences, the least rho, and the least mu.

With psi(a) = ln(sum of p^a q^(1-a)), which is convex with psi(1) = 0, the divergence of order a is psi(a) / (a - 1) and
rho is the supremum of psi(a) / (a (a - 1)) over a > 1. On [l, h] psi lies below its chord, on [1, h]
divergences are at most the one at h, and beyond h at most the logarithm of the largest ratio. Intervals of orders, of
all pairs of laws together, are halved where the bound from above is largest.

A mechanism is mu-Gaussian private where telling two neighbours apart is no easier than telling a standard normal
variable from one moved by mu (Dong, Roth and Su 2022). Their curve is convex, so the least mu is that of a corner of
the laws' trade-off curve: the largest Phi^-1(p) - Phi^-1(q) over the events {P > t Q}.

Concentrated privacy: rho of noise and of compositions, and what rho says of (epsilon, delta), both ways. A mechanism is
rho-zCDP where the Renyi divergence of every order a > 1 between its laws on neighbours is at most rho a (Bun, Steinke
2016). Closed forms are exact numbers; what is searched for is a Fraction on the safe side, verified by Arb. These raise
ParameterError on a rho that is not positive, PrivacyParameterError on an epsilon that is not positive or a delta
outside (0, 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from heapq import heappop, heappush
from math import log1p
from typing import Any, Generic, TypeVar

from flint import arb, ctx

from littlestone.impl.privacy.guarantees import inner_delta
from littlestone.impl.randomness.sources import as_float
from littlestone.spec.algebra.reals import Expression, Real, enclosure, exp, ln
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.mechanisms import gaussian_delta, root
from littlestone.spec.learning.privacy import Pair, Privacy, Violation, checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, checked_positive, exact, is_true

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
            return reduce(arb.max, (gain for _, gain in self.curve.parts), arb(0)) / low  # the largest ln(p / q), or 0
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


# ---- Concentrated privacy

HALVINGS = 40  # of a bracket no wider than its value: 12 digits, beyond what a claim is written with
LARGEST_ORDER = 1e9  # any order is sound; where the best one is beyond, delta is far below what anyone asks for


def epsilon_of_rho(rho: Expression, delta: Expression) -> Exact:
    """rho + 2 sqrt(rho ln(1/delta)): every rho-zCDP mechanism is private with it and this delta (BCS20 L15)."""
    return exact(checked_positive("rho", rho) + 2 * root(Real.of(rho) * ln(1 / Real.of(inner_delta(delta)))))


def delta_of_rho(rho: Expression, epsilon: Expression) -> Exact:
    """A delta with which every rho-zCDP mechanism is (epsilon, delta)-private, at most 1.

    e^((a-1)(a rho - epsilon)) (1 - 1/a)^(a-1) / a at about the best order a > 1, each of which is sound: 1 - e^(t-z) is
    at most (1 - 1/a)^(a-1) e^((a-1)(z-t)) / a for every z (Canonne, Kamath, Steinke 2020, proposition 12). Smaller than
    what ``epsilon_of_rho`` allows.
    """
    r, e = Real.of(checked_positive("rho", rho)), Real.of(checked_epsilon(epsilon))
    low, high, rate, wanted = 1e-9, LARGEST_ORDER, as_float(r), as_float(e)
    for _ in range(200):  # about where (2 a - 1) rho + ln(1 - 1/a) = epsilon; the left side rises with a
        middle = (low * high) ** 0.5
        above = (2 * middle + 1) * rate + log1p(-1 / (1 + middle)) > wanted
        low, high = (low, middle) if above else (middle, high)
    a = 1 + (Fraction(low).limit_denominator(10**6) if low > 1e-3 else Fraction(low))
    delta = exp((a - 1) * (a * r - e) + (a - 1) * ln(1 - 1 / a)) / a
    return exact(delta) if is_true(delta < 1) else Fraction(1)


def tight_epsilon_of_rho(rho: Expression, delta: Expression) -> Fraction:
    """About the least epsilon that ``delta_of_rho`` shows for every rho-zCDP mechanism, rounded up."""
    return _least_epsilon(delta_of_rho, rho, delta)


def largest_rho(epsilon: Expression, delta: Expression) -> Exact:
    """The rho whose ``epsilon_of_rho`` at this delta is epsilon: (sqrt(epsilon + L) - sqrt L)^2 for L = ln(1/delta)."""
    width = ln(1 / Real.of(inner_delta(delta)))
    # not as the difference, which loses its digits: sqrt(e + L) - sqrt L = e / (sqrt(e + L) + sqrt L)
    return exact((checked_epsilon(epsilon) / (root(epsilon + width) + root(width))) ** 2)


def largest_tight_rho(epsilon: Expression, delta: Expression) -> Fraction:
    """The largest rho with which ``delta_of_rho`` at this epsilon shows this delta, rounded down.

    So what is not (e, delta)-private for any e < epsilon has no smaller rho.
    """
    small, least = inner_delta(delta), low_end(ball_of(largest_rho(epsilon, delta)))  # that of L15 shows it
    return _farthest(least, 2, lambda rho: is_true(delta_of_rho(rho, epsilon) <= small))


def gaussian_delta_of_rho(rho: Expression, epsilon: Expression) -> Exact:
    """The least delta of normal noise that is rho-zCDP: Phi(s/2 - epsilon/s) - e^epsilon Phi(-s/2 - epsilon/s).

    s = sqrt(2 rho) is the sensitivity in deviations (Balle and Wang 2018). Normal noises whose rhos, fixed beforehand,
    add up to rho are together private with it too, each drawn after the earlier answers (Dong, Roth and Su 2022).
    """
    return exact(gaussian_delta(1, root(2 * checked_positive("rho", rho)), checked_epsilon(epsilon)))


def gaussian_epsilon_of_rho(rho: Expression, delta: Expression) -> Fraction:
    """The least epsilon of normal noise that is rho-zCDP at this delta, rounded up; never below 2^-61."""
    return _least_epsilon(gaussian_delta_of_rho, rho, delta)


def _least_epsilon(delta_of: Callable[[Expression, Expression], Exact], rho: Expression, delta: Expression) -> Fraction:
    """An epsilon at which this rho shows this delta, about the least one; that of L15, which is known to, at most."""
    small, most = inner_delta(delta), high_end(ball_of(epsilon_of_rho(rho, delta)))
    return _farthest(most, Fraction(1, 2), lambda epsilon: is_true(delta_of(rho, epsilon) <= small))


def _farthest(good: Fraction, factor: Fraction | int, fine: Callable[[Fraction], bool]) -> Fraction:
    """A number that is fine, from one that is, close to where its multiples cease to be; from 2^-60 on if falling."""
    bad = good * factor
    while (factor > 1 or bad > Fraction(1, 2**60)) and fine(bad):
        good, bad = bad, bad * factor
    for _ in range(HALVINGS):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if fine(middle) else (good, middle)
    return good
