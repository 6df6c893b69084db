"""HS-StL and its weak learners literally, in exact real numbers, given the draws of their noise (BCS20, section 5).

An example is the vector y x, a hypothesis x -> <w, x> its vector w. What the print leaves open is a reading: A for
z + nu, B for z / ||z|| + nu, C for (z + nu) / ||z + nu||; S4 is 0.6 (z + nu) / max(||z|| + nu', tau/4), its nu' drawn
after nu. Losses are of hypotheses clipped to [-1, 1]: beyond, a measure would not be bounded by 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

from littlestone.spec.algebra.reals import Expression, Real, add_up, exp
from littlestone.spec.learning.randomness import ParameterError, checked_count, checked_positive, is_true

HALF = Fraction(1, 2)
Vector = Sequence[Expression]
Weak = Callable[[Vector], tuple[Real, ...]]


@dataclass(frozen=True, slots=True)
class HalfspacePlan:
    """How HS-StL is run: the density kappa in (0, 1], the rounds T >= 1, fixed in advance, the learning rate lambda > 0
    and the deviation sigma > 0 of the noise. Raises ParameterError outside of these ranges."""

    kappa: Fraction
    rounds: int
    rate: Expression
    deviation: Expression

    def __post_init__(self) -> None:
        checked_count("rounds", self.rounds, 1)
        checked_positive("rate", self.rate)
        checked_positive("deviation", self.deviation)
        if not 0 < self.kappa <= 1:
            raise ParameterError("kappa", self.kappa, "in (0, 1]")


class Replayed:
    """A source of randomness whose normal noise is deviation times the next of these numbers, over and over."""

    def __init__(self, standard: Sequence[Fraction]) -> None:
        self.numbers = self._forever(tuple(standard))

    def gaussian(self, sigma: Expression) -> Fraction | Real:
        """The next number, times sigma."""
        return next(self.numbers) * checked_positive("sigma", sigma)

    @staticmethod
    def _forever(numbers: tuple[Fraction, ...]) -> Iterator[Fraction]:
        while True:
            yield from numbers


# ---- Real vectors


def inner(x: Vector, y: Vector) -> Real:
    """<x, y>."""
    return add_up([Real.of(a) * Real.of(b) for a, b in zip(x, y, strict=True)])


def length(x: Vector) -> Real:
    """||x||."""
    return inner(x, x) ** HALF


def divided(x: Vector, by: Expression) -> tuple[Real, ...]:
    """x / by, 0 where by is written 0."""
    return tuple(Real.of(a) / by for a in x) if Real.of(by) is not Real.of(0) else tuple(map(Real.of, x))


def noisy(x: Vector, deviation: Expression, source: Replayed) -> tuple[Real, ...]:
    """x + nu, a draw for each coordinate."""
    return tuple(Real.of(a) + source.gaussian(deviation) for a in x)


# ---- The weak learner


def weak_learner(reading: str, deviation: Expression, source: Replayed) -> Weak:
    """The map from the centre z to w in the reading A, B or C."""
    return {
        "A": lambda z: noisy(z, deviation, source),
        "B": lambda z: noisy(divided(z, length(z)), deviation, source),
        "C": lambda z: (lambda w: divided(w, length(w)))(noisy(z, deviation, source)),
    }[reading]


def evened_learner(tau: Fraction, deviation: Expression, source: Replayed) -> Weak:
    """The map from the centre z to w of S4."""

    def learn(z: Vector) -> tuple[Real, ...]:
        w = noisy(z, deviation, source)
        noisy_length = length(z) + source.gaussian(deviation)
        scale = noisy_length if is_true(noisy_length >= tau / 4) else Real.of(tau / 4)
        return divided([Fraction(3, 5) * a for a in w], scale)

    return learn


# ---- The strong learner


def clipped_loss(margin: Real) -> Real:
    """(1 + m) / 2 for the margin m clipped to [-1, 1]."""
    if is_true(margin >= 1):
        return Real.of(1)
    return Real.of(0) if is_true(margin <= -1) else (1 + margin) / 2


def capped(weights: Sequence[Real], kappa: Fraction) -> list[Real]:
    """The projection of a measure of density at most kappa: min(1, c w), c the least for density kappa."""
    order = sorted(range(len(weights)), key=cmp_to_key(_heavier_first(weights)))
    missing, k = kappa * len(weights), 0
    c = missing / add_up([weights[i] for i in order])
    while not is_true(c * weights[order[k]] <= 1):
        k += 1
        c = (missing - k) / add_up([weights[i] for i in order[k:]])
    return [Real.of(1) if place < k else c * weights[i] for i, place in _places(order)]


def _heavier_first(weights: Sequence[Real]) -> Callable[[int, int], int]:
    def compared(i: int, j: int) -> int:
        if weights[i] is weights[j]:
            return 0
        return -1 if is_true(weights[i] > weights[j]) else 1

    return compared


def _places(order: Sequence[int]) -> list[tuple[int, int]]:
    return sorted((i, place) for place, i in enumerate(order))


def centre(weights: Sequence[Expression], examples: Sequence[Vector]) -> tuple[Real, ...]:
    """sum_i weights(i) v_i."""
    return tuple(inner(weights, column) for column in zip(*examples, strict=True))


def strong_learner(examples: Sequence[Vector], plan: HalfspacePlan, weak: Weak) -> list[tuple[Real, ...]]:
    """HS-StL: the vectors of all rounds, from lazily projected measures of density kappa."""
    losses = [Real.of(0) for _ in examples]
    found = []
    for _ in range(plan.rounds):
        mu = capped([plan.kappa * exp(-Real.of(plan.rate) * x) for x in losses], plan.kappa)
        w = weak(centre([x / (plan.kappa * len(examples)) for x in mu], examples))
        found.append(w)
        losses = [x + clipped_loss(inner(w, v)) for x, v in zip(losses, examples, strict=True)]
    return found
