"""Sound lower confidence bounds on privacy loss from draws of a mechanism on two neighbouring inputs.

X = hits_first of the draws on the first input and Y = hits_second of those on the second fell in an event. X and Y are
independent binomial counts with probabilities p1 and p2. This needs no more than numbers of draws that are fixed
beforehand, or random but independent of the outputs, such as when a fair coin chooses the input of each draw. The event
may depend on anything but the draws counted.

The bounds are exact in the sense of Buehler (1957): outcomes are ordered by a statistic T (``regions``), and the
hypothesis with parameter t is rejected if the chance of {T >= T(observed)} is at most ``error`` for all (p1, p2) in it.
As T does not depend on t, rejection of one t carries over to every smaller one. The nuisance is confined first, in the
way of Berger and Boos (1994), to a confidence box that spends a two-hundredth of the error (``suprema``). Parameters
are found in floats; that a bound is rejected is verified with outward rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import ndtr, ndtri

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.concentrated import concentrated_null, single
from littlestone.proofs_check.statistics.guesses import Guesses
from littlestone.proofs_check.statistics.hypotheses import (
    LARGEST,
    ROUNDING,
    DeltaNull,
    EpsilonNull,
    Floats,
    GaussianNull,
    Null,
)
from littlestone.proofs_check.statistics.polygons import TradeOffNull
from littlestone.proofs_check.statistics.regions import SLACK, Counts, Region, least_distance, region, strength
from littlestone.proofs_check.statistics.suprema import Box, confidence_box, largest_probability, window

__all__ = [
    "Counts",
    "Guesses",
    "combined_epsilon_lower_bound",
    "combined_excess_lower_bound",
    "combined_mu_lower_bound",
    "combined_renyi_lower_bound",
    "combined_rho_lower_bound",
    "delta_lower_bound",
    "epsilon_lower_bound",
    "gaussian_mu_lower_bound",
    "p_value",
    "predicted_bound",
    "rho_lower_bound",
]

# 1/20 costs 0.3% of a bound from 60 hits, 1/10,000 costs 4% of one from 30; 1/50 to 1/1000 differ by less than 2%
SHARE_OF_BOX = 1 / 200
BOX_ERROR = 1e-6  # no p-value is ever below it, so it stays far below any error that one would ask for
LEAST_Z = 0.01  # an error near 1/2 asks for z = 0, where the outcomes have no order: at 0.4999 the search never ended
TRIES = 8  # few of these are used: with 6 no bound of four changed, with 4 one of 5.0 became 4.3
CLOSE = 3e-3  # in normal scores: ten times as much costs 0.1 to 0.7% of a bound, a tenth of it gains at most 0.4%


@dataclass(frozen=True, slots=True)
class Ordered:
    """An observation, ready to be tested: the outcomes at least as extreme, and the box of the probabilities.

    ``start`` and ``unit`` are about the bound on t and its standard error, to search from.
    """

    region: Region
    box: Box
    start: float
    unit: float
    box_error: float

    def p_value(self, null: Null, t: float, near: float) -> float:
        """An upper bound on the p-value of the hypothesis with parameter t, tight where it is about ``near``."""
        planes = null.half_planes(t, self.box.second_low, self.box.second_high)
        return max(largest_probability(self.region, self.box, plane, near) for plane in planes) + self.box_error


@dataclass(frozen=True, slots=True)
class Guessed:
    """An observation of guesses, ready to be tested against pure privacy."""

    guesses: Guesses
    start: float

    @property
    def unit(self) -> float:
        """One standard error, to search by."""
        return self.guesses.unit

    def p_value(self, null: Null, t: float, near: float) -> float:
        """An upper bound on the p-value of t-privacy, which is all that guesses can be tested against."""
        return self.guesses.p_value(t)


def epsilon_lower_bound(counts: Counts, delta: float, error: float) -> float:
    """The largest e found such that P1(E) <= e^e' P2(E) + delta is rejected at level ``error`` for every e' < e.

    It exceeds the least epsilon for which the mechanism is (epsilon, delta)-private, from first to second input, with
    probability at most ``error``, in (0, 1/2); 0 where nothing can be said. Raises BadInput on a delta outside
    [0, 1), an error outside (0, 1/2), or wrong counts.
    """
    _check_delta(delta)
    return _lower_bound(counts, EpsilonNull(delta), error)


def delta_lower_bound(counts: Counts, epsilon: float, error: float) -> float:
    """A lower confidence bound on P1(E) - e^epsilon P2(E), so on delta at this epsilon; 0 where nothing can be said.

    Raises BadInput on an epsilon that is negative or above 100, and where ``epsilon_lower_bound`` does.
    """
    _check_epsilon(epsilon)
    return _lower_bound(counts, DeltaNull(epsilon), error)


def gaussian_mu_lower_bound(counts: Counts, error: float) -> float:
    """A lower confidence bound on Phi^-1(P1(E)) - Phi^-1(P2(E)), so on mu of Gaussian differential privacy.

    A mechanism is mu-Gaussian private if its trade-off curve is at least Phi(Phi^-1(1 - a) - mu) (Dong, Roth and Su
    2022). 0 where nothing can be said. Raises what ``epsilon_lower_bound`` raises.
    """
    return _lower_bound(counts, GaussianNull(), error)


def rho_lower_bound(counts: Counts, error: float) -> float:
    """A lower confidence bound on the least rho for which P1(E) and P2(E) are those of a rho-zCDP mechanism.

    By the Renyi divergences of the event, of every order, both ways. 0 where nothing can be said. Raises what
    ``epsilon_lower_bound`` raises.
    """
    return _lower_bound(counts, concentrated_null(counts), error)


def p_value(counts: Counts, epsilon: float, delta: float) -> float:
    """An upper bound on the p-value of P1(E) <= e^epsilon P2(E) + delta.

    Where the hypothesis holds it is at most a with probability at most a, for every a in [0, 1]. Never below 10^-6,
    which is spent on confining the nuisance. Raises BadInput on parameters that the bounds do not take.
    """
    _check_delta(delta)
    _check_epsilon(epsilon)
    null = EpsilonNull(delta)
    distance = least_distance(counts, null, epsilon) - 2 * SLACK
    if distance <= LEAST_Z**2 / 2:
        return 1.0
    z = sqrt(2 * distance)
    observed = _ordered(counts, null, z, epsilon, BOX_ERROR)
    return min(1.0, observed.p_value(null, epsilon, max(float(ndtr(-z)), BOX_ERROR)))


def combined_epsilon_lower_bound(blocks: Sequence[Counts | Guesses], delta: float, error: float) -> float:
    """``epsilon_lower_bound`` from several blocks of draws; a block's event may depend on the blocks before it.

    At delta = 0 blocks of guesses are taken too, which hold against privacy in both directions.

    The numbers of draws are fixed beforehand. Given the past, each block's p-value is above a uniform U_b, so
    Z = sum w_b Phi^-1(1 - U_b), with weights w_b in proportion to the square roots of the draws and sum w_b^2 = 1, is
    standard normal, whatever the events (Lehmacher and Wassmer 1999). Capping each of B p-values at 1 - c / B errs only
    where some U_b is above that, with probability at most c, which is added.

    Pooling the hits of all blocks into one binomial test would not be sound, not even at delta = 0: an event chosen
    after the labels of earlier hits decides how many hits follow, which amounts to optional stopping.
    """
    _check_delta(delta)
    guessed = any(isinstance(block, Guesses) for block in blocks)
    _require("delta", delta, not (guessed and delta), "guesses say nothing at a delta above 0; give counts of an event")
    return _combined_lower_bound(blocks, [EpsilonNull(delta)] * len(blocks), error)


def combined_rho_lower_bound(blocks: Sequence[Counts], error: float) -> float:
    """``rho_lower_bound`` from several blocks of draws, combined as ``combined_epsilon_lower_bound`` does."""
    return _combined_lower_bound(blocks, [concentrated_null(block) for block in blocks], error)


def combined_mu_lower_bound(blocks: Sequence[Counts], error: float) -> float:
    """``gaussian_mu_lower_bound`` from several blocks of draws."""
    return _combined_lower_bound(blocks, [GaussianNull()] * len(blocks), error)


def combined_renyi_lower_bound(blocks: Sequence[Counts], order: float, error: float) -> float:
    """A lower confidence bound on the Renyi divergence of this order above 1 between neighbours, from several blocks.

    By the divergence of the event, both ways. Raises BadInput on another order.
    """
    _require("order", order, order > 1, "give a number above 1")
    nulls = [concentrated_null(block, single(order)) for block in blocks]
    return order * _combined_lower_bound(blocks, nulls, error) * (1 - ROUNDING)


def combined_excess_lower_bound(blocks: Sequence[Counts], null: TradeOffNull, error: float) -> float:
    """A lower confidence bound on how far the event's misses are below the trade-off curve, from several blocks.

    As a test of the second input against the first, of P1(E) - F(P2(E)) for F = 1 - f.
    """
    return _combined_lower_bound(blocks, [null] * len(blocks), error)


def _combined_lower_bound(blocks: Sequence[Counts | Guesses], nulls: Sequence[Null], error: float) -> float:
    """The bound on the common parameter of the hypotheses, each ordering the outcomes of its own block."""
    _require("blocks", len(blocks), len(blocks) > 0, "give the counts of at least one block")
    _check_error(error)
    if len(blocks) == 1:
        return _lower_bound(blocks[0], nulls[0], error)
    z = max(float(ndtri(1 - error)) / sqrt(len(blocks)), LEAST_Z)
    ordered = [_order(block, null, z, error * SHARE_OF_BOX) for block, null in zip(blocks, nulls, strict=True)]
    observed = [None if block is None else (block, null) for block, null in zip(ordered, nulls, strict=True)]
    usable = [block for block in ordered if block is not None]
    draws = [_draws(block) for block in blocks]
    if not usable:
        return 0.0

    near = max(float(ndtr(-z)), BOX_ERROR)

    def combined(t: float) -> float:
        p_values = [1.0 if part is None else part[0].p_value(part[1], t, near) for part in observed]
        return _inverse_normal(p_values, draws, error * SHARE_OF_BOX)

    start = sum(block.start for block in usable) / len(usable)
    return _largest_rejected(combined, start, usable[0].unit / sqrt(len(blocks)), error)


def _inverse_normal(p_values: Sequence[float], draws: Sequence[int], cap: float) -> float:
    """The combined p-value, with a total of ``cap`` spent on capping; a relative 1e-9 covers the floats."""
    each = cap / len(p_values)
    scores = -ndtri(np.minimum(p_values, 1 - each))
    return float(ndtr(-(scores * np.sqrt(draws)).sum() / sqrt(sum(draws)))) * (1 + 1e-9) + cap


def _draws(block: Counts | Guesses) -> int:
    return block.draws if isinstance(block, Guesses) else block.draws_first + block.draws_second


def _lower_bound(counts: Counts | Guesses, null: Null, error: float) -> float:
    _check_error(error)
    observed = _order(counts, null, max(float(ndtri(1 - error)), LEAST_Z), error * SHARE_OF_BOX)
    if observed is None:
        return 0.0
    return _largest_rejected(lambda t: observed.p_value(null, t, error), observed.start, observed.unit, error)


def _order(counts: Counts | Guesses, null: Null, z: float, box_error: float) -> Ordered | Guessed | None:
    """The observation with its T at this z; None where it speaks against no hypothesis at all."""
    if isinstance(counts, Guesses):
        return Guessed(counts, counts.start(z))
    t = strength(counts, null, z)
    return None if t == -np.inf else _ordered(counts, null, z, t, box_error)


def _ordered(counts: Counts, null: Null, z: float, t: float, box_error: float) -> Ordered:
    box = confidence_box(counts, box_error)
    lowest, highest = window(counts.draws_second, box.second_low, box.second_high, box_error)
    outcomes = region(counts, null, z, t, lowest, highest)
    return Ordered(outcomes, box, t, _unit(counts, null, z, t), box_error)


def _unit(counts: Counts, null: Null, z: float, t: float) -> float:
    """About one standard error: t is z of them below the estimate; 1 where there is no estimate."""
    estimate = null.parameter(
        counts.hits_first / counts.draws_first, max(counts.hits_second, 0.1) / counts.draws_second
    )
    return (estimate - t) / z if t < estimate < np.inf else 1.0


def _largest_rejected(p_value: Callable[[float], float], start: float, unit: float, error: float) -> float:
    """About the largest t > 0 with p_value(t) <= error, verified; 0 where none was met.

    The secant method for the normal score of the p-value, which is close to linear in t, from ``start`` and a guess at
    one standard error. Any search is sound: a t counts only where its p-value was seen to be at most ``error``.
    """
    best, previous, t = 0.0, None, min(max(start, 0.0), LARGEST)
    for _ in range(TRIES):
        p = p_value(t)
        best = max(best, t) if p <= error else best
        gap = float(ndtri(error)) - CLOSE - float(ndtri(min(max(p, 1e-12), 1 - 1e-6)))
        if abs(gap) < CLOSE or (t == 0 and p > error):
            break
        if previous is not None and (previous[0] - t) * (gap - previous[1]) > 0:
            unit = (previous[0] - t) / (gap - previous[1])
        previous, t = (t, gap), min(max(t + gap * unit, 0.0), LARGEST)
    return best


def predicted_bound(p1: Floats, p2: Floats, draws: int, delta: float, error: float) -> Floats:
    """The ``epsilon_lower_bound`` to be expected from so many draws in all, half on each input, two errors shrunk.

    p1 and p2 are arrays of estimates in [0, 1]; the answer has their shape. In floats, to choose events by: Wilson
    bounds of each probability, two standard errors further out than ``error`` asks, recovered into a bound on the
    logarithm of (p1 - delta) / p2 (Zou and Donner 2008).
    """
    n, z = draws / 2, float(ndtri(1 - error)) + 2
    second, low, high = np.maximum(p2, 0.5 / n), _wilson(p1, n, -z), _wilson(p2, n, z)
    gap, least = np.maximum(p1 - delta, 1e-300), np.maximum(low - delta, 1e-300)
    spread = np.hypot(np.log(gap / least), np.log(high / second))
    bound: Floats = np.maximum(np.log(gap / second) - spread, 0.0)
    return bound


def _wilson(p: Floats, n: float, z: float) -> Floats:
    """Wilson's bound on a probability estimated by p from n draws, z standard errors up."""
    bound: Floats = (p + z * z / (2 * n) + z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n)
    return bound


def _check_delta(delta: float) -> None:
    _require("delta", delta, 0 <= delta < 1, "give a number in [0, 1)")


def _check_epsilon(epsilon: float) -> None:
    _require("epsilon", epsilon, 0 <= epsilon <= LARGEST, f"give a number in [0, {LARGEST:g}]")


def _check_error(error: float) -> None:
    _require("error", error, 0 < error < 0.5, "give a number in (0, 1/2)")


def _require(name: str, value: object, fine: bool, advice: str) -> None:
    if not fine:
        raise BadInput(name, f"{value!r} is out of range", advice)
