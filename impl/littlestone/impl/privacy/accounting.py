"""Composition accounting: what several private mechanisms amount to together, through the dp-accounting library.

The library is an optional extra (``pip install 'littlestone[accounting]'``) and is imported only here.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from math import exp, expm1, floor, fsum, sqrt
from typing import Any

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy.compositions import Step
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
    return fsum(_width(step, 1 if neighbours == ADD_REMOVE else 2) for step in steps) / GRID


def _width(step: Step, apart: int) -> float:
    if step.kind == "gaussian":
        mu = apart / step.size
        sampled = mu if mu > 25 else min(mu, step.rate * sqrt(expm1(mu * mu)))  # whose exp is a float
        return 20 * max(mu, sampled * sqrt(step.count))
    loss = step.size if step.kind == "dp" else apart / step.size
    return loss * min(20 * sqrt(step.count), 2 * step.count)


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
