"""Compositions of noisy steps, and their exact privacy curves where one is known in closed form.

An accountant that says less than these is wrong, whatever its method: each is the curve of a mechanism that exists.
They are evaluated in floats, to some ten digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, exp, fsum, inf, log, prod, sqrt
from typing import Literal

from littlestone.impl.privacy.guarantees import ADD_REMOVE

Kind = Literal["gaussian", "laplace", "dp"]
Curve = Callable[[float], float]  # delta at an epsilon
MOST_OUTCOMES = 100_000  # of counts of responses: seconds in Python
HALVINGS = 80  # of an interval for epsilon: more than a float holds


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
            return (lambda epsilon: max(0.0, 1 - exp((epsilon - apart / one.size) / 2))), "two Laplace variables"
        if one.kind == "gaussian" and apart == 1:
            both = "a normal variable and its mixture with one moved, either way"
            return (lambda epsilon: max(_removed(epsilon, one), _added(epsilon, one))), both
    return None


def epsilon_at(curve: Curve, delta: float) -> float:
    """The least epsilon from 0 on at which a falling curve is at most delta; infinite beyond 10^6."""
    low, high = 0.0, 1.0
    if curve(0.0) <= delta:
        return 0.0
    while curve(high) > delta:
        low, high = high, 2 * high
        if high > 1e6:
            return inf
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if curve(middle) > delta else (low, middle)
    return high


def _normal(epsilon: float, mu: float) -> float:
    """Balle and Wang 2018."""
    return _above(epsilon / mu - mu / 2) - exp(epsilon + _log_above(epsilon / mu + mu / 2))


def _removed(epsilon: float, step: Step) -> float:
    """Of the mixture against the normal variable, which is where the row is left out."""
    at = _place(exp(epsilon), step)
    return (1 - step.rate - exp(epsilon)) * _above(at / step.size) + step.rate * _above((at - 1) / step.size)


def _added(epsilon: float, step: Step) -> float:
    """Of the normal variable against the mixture; nothing where the mixture is never so much rarer."""
    if exp(-epsilon) <= 1 - step.rate:
        return 0.0
    at = -_place(exp(-epsilon), step)
    mixed = (1 - step.rate) * _above(at / step.size) + step.rate * _above((at + 1) / step.size)
    return _above(at / step.size) - exp(epsilon) * mixed


def _place(ratio: float, step: Step) -> float:
    """Where the mixture is so many times as likely as the normal variable."""
    return step.size**2 * log((ratio - 1 + step.rate) / step.rate) + 0.5


def _above(x: float) -> float:
    from scipy.special import ndtr  # slow to import

    return float(ndtr(-x))


def _log_above(x: float) -> float:
    from scipy.special import log_ndtr

    return float(log_ndtr(-x))


def _responses(steps: Sequence[Step]) -> Curve:
    """By the counts of responses for the first input, of each epsilon."""
    losses: list[tuple[float, float]] = []
    for counts in product(*(range(step.count + 1) for step in steps)):
        each = list(zip(counts, steps, strict=True))
        loss = fsum((2 * true - step.count) * step.size for true, step in each)
        lies = fsum((step.count - true) * step.size + step.count * log(1 + exp(-step.size)) for true, step in each)
        losses.append((prod(comb(step.count, true) for true, step in each) * exp(-lies), loss))
    kept = prod((1 - step.delta) ** step.count for step in steps)

    def delta(epsilon: float) -> float:
        shown = fsum(chance * (1 - exp(epsilon - loss)) for chance, loss in losses if loss > epsilon)
        return 1 - kept * (1 - shown)

    return delta
