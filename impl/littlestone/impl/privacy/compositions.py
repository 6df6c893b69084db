"""Compositions of noisy steps, and their exact privacy curves where one is known in closed form.

An accountant that says less than these is wrong, whatever its method: each is the curve of a mechanism that exists.
They are evaluated in floats, to some ten digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, expm1, fsum, inf, lgamma, log1p, pi, prod, sqrt
from typing import Literal

from littlestone.impl.privacy.guarantees import ADD_REMOVE

Kind = Literal["gaussian", "laplace", "dp"]
Curve = Callable[[float], float]  # delta at an epsilon
MOST_OUTCOMES = 100_000  # of counts of responses: seconds in Python
HALVINGS = 80  # of an interval for epsilon: more than a float holds
FAR = 1e100  # beyond any finite epsilon of steps that a command takes
NARROW = 1e-3  # a mu: Simpson's rule errs by mu^4, a difference by 1e-16 / mu


@dataclass(frozen=True)
class Step:
    """So many equal steps: noise of a ``size`` where a row adds at most 1, or (size, delta)-private responses.

    Noise of size is normal with that deviation, each row in a step with probability ``rate``, or Laplace of that scale.
    """

    kind: Kind
    size: float
    count: int = 1
    rate: float = 1.0
    delta: float = 0.0


def exact_curve(steps: Sequence[Step], neighbours: str) -> tuple[Curve, str] | None:
    """The steps' privacy curve and whose it is, in words; None where no closed form is known here."""
    apart = 1 if neighbours == ADD_REMOVE else 2
    kinds, whole = {step.kind for step in steps}, all(step.rate == 1 for step in steps)
    if kinds == {"gaussian"} and whole:
        mu = sqrt(fsum(step.count * (apart / step.size) ** 2 for step in steps))
        return (lambda epsilon: _normal(epsilon, mu)), f"normal variables {mu:.6g} apart"
    if kinds == {"dp"} and prod(step.count + 1 for step in steps) <= MOST_OUTCOMES:
        return _responses(steps), "randomised responses (Kairouz, Oh and Viswanath 2015)"
    if len(steps) == 1 and steps[0].count == 1:
        (one,) = steps
        if one.kind == "laplace":
            return (lambda epsilon: -expm1(min(0.0, (epsilon - apart / one.size) / 2))), "two Laplace variables"
        if one.kind == "gaussian" and apart == 1:
            both = "a normal variable and its mixture with one moved, either way"
            return (lambda epsilon: max(_removed(epsilon, one), _added(epsilon, one))), both
    return None


def epsilon_at(curve: Curve, delta: float) -> float:
    """The least epsilon from 0 on at which a falling curve is at most delta; infinite beyond 10^100."""
    low, high = 0.0, 1.0
    if curve(0.0) <= delta:
        return 0.0
    while curve(high) > delta:
        low, high = high, 2 * high
        if high > FAR:
            return inf
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if curve(middle) > delta else (low, middle)
    return high


def _normal(epsilon: float, mu: float) -> float:
    """Balle and Wang 2018, with phi(a) taken out of both terms; where they nearly cancel, by Simpson's rule."""
    from scipy.special import erfcx, ndtr  # slow to import

    low, high = epsilon / mu - mu / 2, epsilon / mu + mu / 2
    if mu > NARROW:
        return float(ndtr(-low) - exp(-low * low / 2) * erfcx(high / sqrt(2)) / 2)
    slopes = [1 / sqrt(2 * pi) - x * float(erfcx(x / sqrt(2))) / 2 for x in (low, epsilon / mu, high)]
    return exp(-low * low / 2) * mu * (slopes[0] + 4 * slopes[1] + slopes[2]) / 6


def _removed(epsilon: float, step: Step) -> float:
    """Of the mixture against the normal variable, which is where the row is left out."""
    moved = epsilon + log1p(-(1 / step.rate - 1) * expm1(-epsilon))
    return step.rate * _normal(moved, 1 / step.size)


def _added(epsilon: float, step: Step) -> float:
    """Of the normal variable against the mixture; nothing where the mixture is never so much rarer."""
    share = (1 / step.rate - 1) * expm1(min(epsilon, 700.0))  # beyond 700 it is above 1 for every rate below 1
    return 0.0 if share >= 1 else step.rate * (1 - share) * _normal(epsilon - log1p(-share), 1 / step.size)


def _responses(steps: Sequence[Step]) -> Curve:
    """By the counts of responses for the first input, of each epsilon; in logarithms, as binomials overflow."""
    losses = []
    for outcome in product(*map(_counts, steps)):
        chances, each = zip(*outcome, strict=True)
        losses.append((exp(fsum(chances)), fsum(each)))
    lost = 0.0
    for step in steps:  # nothing is taken from 1, where a small delta would be rounded away
        lost += (1 - lost) * (step.delta if step.count == 1 else -expm1(step.count * log1p(-step.delta)))

    def delta(epsilon: float) -> float:
        shown = fsum(chance * -expm1(epsilon - loss) for chance, loss in losses if loss > epsilon)
        return lost + (1 - lost) * shown

    return delta


def _counts(step: Step) -> list[tuple[float, float]]:
    """The logarithm of the chance of each number of true responses, and the loss that it shows."""
    n, size = step.count, step.size
    most = lgamma(n + 1) - n * log1p(exp(-size))
    chances = [most - lgamma(true + 1) - lgamma(n - true + 1) - (n - true) * size for true in range(n + 1)]
    return [(chance, (2 * true - n) * size) for true, chance in enumerate(chances)]
