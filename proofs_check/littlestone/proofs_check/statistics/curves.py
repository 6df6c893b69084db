"""Lower confidence curves of privacy: delta as a function of epsilon, and the trade-off between two errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import inf, nextafter

from littlestone.proofs_check.bad_input import BadAuditInput
from littlestone.proofs_check.statistics.binomials import lower_bound, upper_bound
from littlestone.proofs_check.statistics.hypotheses import exp_above
from littlestone.proofs_check.statistics.regions import Counts
from littlestone.proofs_check.statistics.two_sample import delta_lower_bound


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """With the confidence of its curve, the mechanism is not (epsilon, d)-private for any d < delta."""

    epsilon: float
    delta: float


@dataclass(frozen=True, slots=True)
class TradeOffPoint:
    """With the confidence of its curve, some test of the two inputs errs at most so often of either kind.

    ``false_alarms`` bounds its chance on the second input, ``misses`` its chance on the first.
    """

    false_alarms: float
    misses: float


def privacy_curve(counts: Sequence[Counts], epsilons: Sequence[float], error: float) -> tuple[CurvePoint, ...]:
    """A lower confidence bound on delta at each epsilon, all of them right together except with probability ``error``.

    counts[i] are those of the event chosen for epsilons[i] before its draws were looked at; the draws may be the same
    for all. Each bound spends an equal share of the error. As delta falls with epsilon, a bound at a larger epsilon
    holds at the smaller ones too. Epsilons are strictly increasing. Raises BadAuditInput where they are not, where
    there is not one of them for each counts, and where ``delta_lower_bound`` does.
    """
    _check(counts, epsilons)
    bounds = [delta_lower_bound(c, e, error / len(counts)) for c, e in zip(counts, epsilons, strict=True)]
    largest = list(accumulate(reversed(bounds), max))[::-1]
    return tuple(CurvePoint(e, d) for e, d in zip(epsilons, largest, strict=True))


def event_privacy_curve(counts: Counts, epsilons: Sequence[float], error: float) -> tuple[CurvePoint, ...]:
    """``privacy_curve`` where one event serves all epsilons: one confidence box for (p1, p2), however many they are.

    delta >= p1 - e^epsilon p2 at the worst corner of two one-sided Clopper-Pearson bounds at half the error each.
    Raises BadAuditInput where the epsilons do not increase or the error is not in (0, 1).
    """
    _check([counts] * len(epsilons), epsilons)
    if not 0 < error < 1:
        raise BadAuditInput("error", f"{error!r} is out of range", "give a number in (0, 1)")
    half = Fraction(error) / 2
    first = lower_bound(counts.hits_first, counts.draws_first, half)
    second = upper_bound(counts.hits_second, counts.draws_second, half)
    return tuple(CurvePoint(e, _float_below(first - Fraction(exp_above(e)) * second)) for e in epsilons)


def trade_off_curve(counts: Sequence[Counts], error: float) -> tuple[TradeOffPoint, ...]:
    """Points on or above the trade-off curve, one for each event, all right together except with probability ``error``.

    Two one-sided Clopper-Pearson bounds for each event, at equal shares of the error. Raises BadAuditInput where there
    are no counts or the error is not in (0, 1).
    """
    if not counts or not 0 < error < 1:
        raise BadAuditInput("trade-off curve", f"{len(counts)} events, error {error}", "give events and 0 < error < 1")
    share = Fraction(error) / (2 * len(counts))
    return tuple(_trade_off_point(c, share) for c in counts)


def _trade_off_point(counts: Counts, error: Fraction) -> TradeOffPoint:
    alarms = upper_bound(counts.hits_second, counts.draws_second, error)
    misses = 1 - lower_bound(counts.hits_first, counts.draws_first, error)
    return TradeOffPoint(_float_above(alarms), _float_above(misses))


def _float_above(p: Fraction) -> float:
    """The float at or next above a probability."""
    nearest = float(p)
    return nearest if nearest >= p else nextafter(nearest, inf)


def _float_below(delta: Fraction) -> float:
    """The float at or next below a number; 0 where that is negative."""
    nearest = float(max(delta, Fraction(0)))
    return nearest if nearest <= max(delta, Fraction(0)) else nextafter(nearest, -inf)


def _check(counts: Sequence[Counts], epsilons: Sequence[float]) -> None:
    if not counts or len(counts) != len(epsilons):
        raise BadAuditInput("epsilons", f"{len(epsilons)} for {len(counts)} counts", "give one for each counts")
    if any(a >= b for a, b in zip(epsilons[:-1], epsilons[1:], strict=True)):
        raise BadAuditInput("epsilons", f"{list(epsilons)} do not increase", "give each once, in rising order")
