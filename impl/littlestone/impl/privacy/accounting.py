"""Composition accounting: what several private mechanisms amount to together, by dp-accounting and by exact curves.

The library is an optional extra (``pip install 'littlestone[accounting]'``) and is imported only here. A curve is known
in closed form of some steps alone; it is evaluated in floats, to some ten digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from math import exp, expm1, floor, fsum, inf, lgamma, log1p, pi, prod, sqrt
from typing import Any, Literal

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE

RELATIONS = {ADD_REMOVE: "ADD_OR_REMOVE_ONE", REPLACE_ONE: "REPLACE_ONE"}  # and what the library calls them
GRID, SLACK = 1e-4, 1e-11  # of losses, the library's own; of deltas
PrivacyLoss = Any  # a distribution of dp-accounting, which has no types


def subsampled_gaussian_epsilon(
    deviation: float, delta: float, *, sampling: float = 1.0, steps: int = 1, neighbours: str = ADD_REMOVE
) -> float:
    """An epsilon at delta of so many steps of normal noise, each on a Poisson sample, as in private gradient descent.

    Every row is in a step with probability ``sampling`` in (0, 1] and adds a vector of norm at most 1, to whose sum
    noise of this deviation is added. ``neighbours`` are "add or remove one row" or "replace one row". Rounded up by the
    library's discretisation; floats, so no verdict of the kit rests on it. Raises ValueError on numbers out of range or
    other neighbours, and MissingExtra. Source: Koskela, Jalko and Honkela 2020; Doroshenko et al. 2022.
    """
    _checked_delta(delta)
    return float(_subsampled(deviation, sampling, steps, neighbours).get_epsilon_for_delta(delta))


def subsampled_gaussian_deltas(
    deviation: float, epsilons: Sequence[float], *, sampling: float = 1.0, steps: int = 1, neighbours: str = ADD_REMOVE
) -> list[float]:
    """The same steps' deltas at rising epsilons: points of their whole privacy curve."""
    return [*map(float, _subsampled(deviation, sampling, steps, neighbours).get_delta_for_epsilon([*epsilons]))]


def composition_epsilons(
    steps: Sequence[Step], deltas: Sequence[float], neighbours: str = ADD_REMOVE, *, pessimistic: bool = True
) -> tuple[float, ...]:
    """Epsilons at deltas of all the steps together, rounded up by the library's discretisation, else down.

    What it cuts off counts as lost either way: rounded down, the deltas are 1e-11 larger, a thousand times what it cuts
    off or rounds. Raises ValueError on a delta outside [0, 1) or other neighbours, and MissingExtra.
    """
    if neighbours not in RELATIONS or not steps:
        raise ValueError(f"no steps between such neighbours: {steps=}, {neighbours=}")
    parts = [_loss_of(step, neighbours, pessimistic).self_compose(step.count) for step in steps]
    together = parts[0]
    for part in parts[1:]:
        together = together.compose(part)
    slack = 0 if pessimistic else SLACK
    return tuple(float(together.get_epsilon_for_delta(_checked_delta(delta) + slack)) for delta in deltas)


def grid_points(steps: Sequence[Step], neighbours: str) -> float:
    """About how many points the library's grid has for the steps, by twenty deviations of their losses."""
    width = 0.0
    for step in steps:
        loss = step.size if step.kind == "dp" else (1 if neighbours == ADD_REMOVE else 2) / step.size
        if step.kind == "gaussian":
            sampled = loss if loss > 25 else min(loss, step.rate * sqrt(expm1(loss * loss)))  # whose exp is a float
            width += 20 * max(loss, sampled * sqrt(step.count))
        else:
            width += loss * min(20 * sqrt(step.count), 2 * step.count)
    return width / GRID


def _loss_of(step: Step, neighbours: str, pessimistic: bool) -> PrivacyLoss:
    way = {"pessimistic_estimate": pessimistic, "use_connect_dots": pessimistic}
    if step.kind == "gaussian":
        return _subsampled(step.size, step.rate, 1, neighbours, **way)
    pld = _library("dp_accounting.pld.privacy_loss_distribution")
    if step.kind == "laplace":
        return pld.from_laplace_mechanism(step.size, sensitivity=1 if neighbours == ADD_REMOVE else 2, **way)
    if pessimistic:
        common = _library("dp_accounting.pld.common")
        return pld.from_privacy_parameters(common.DifferentialPrivacyParameters(step.size, step.delta))
    true, kept = 1 / (1 + exp(-step.size)), 1 - step.delta  # the library has only the other way
    chances = {floor(step.size / GRID): kept * true, floor(-step.size / GRID): kept * (1 - true)}
    return pld.PrivacyLossDistribution.create_from_rounded_probability(chances, step.delta, GRID, False)


def _subsampled(deviation: float, sampling: float, steps: int, neighbours: str, **way: bool) -> PrivacyLoss:
    fine = deviation > 0 and 0 < sampling <= 1 and steps >= 1
    if not fine or neighbours not in RELATIONS:
        raise ValueError(f"no steps of normal noise: {deviation=}, {sampling=}, {steps=}, {neighbours=}")
    pld, relation = _library("dp_accounting.pld.privacy_loss_distribution"), _library("dp_accounting")
    between = relation.NeighboringRelation[RELATIONS[neighbours]]
    one = pld.from_gaussian_mechanism(deviation, sampling_prob=sampling, neighboring_relation=between, **way)
    return one.self_compose(steps)


def _library(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra("composition accounting", "accounting") from error


def _checked_delta(delta: float) -> float:
    if not 0 <= delta < 1:
        raise ValueError(f"delta must be at least 0 and below 1, not {delta}")
    return delta


# ---- Exact curves: an accountant that says less is wrong, for each is the curve of a mechanism that exists

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
