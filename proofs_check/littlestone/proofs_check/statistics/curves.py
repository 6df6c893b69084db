"""Lower confidence curves of privacy: delta as a function of epsilon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.regions import Counts
from littlestone.proofs_check.statistics.two_sample import delta_lower_bound


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """With the confidence of its curve, the mechanism is not (epsilon, d)-private for any d < delta."""

    epsilon: float
    delta: float


def privacy_curve(counts: Sequence[Counts], epsilons: Sequence[float], error: float) -> tuple[CurvePoint, ...]:
    """A lower confidence bound on delta at each epsilon, all of them right together except with probability ``error``.

    counts[i] are those of the event chosen for epsilons[i] before its draws were looked at; the draws may be the same
    for all. Each bound spends an equal share of the error. As delta falls with epsilon, a bound at a larger epsilon
    holds at the smaller ones too. Epsilons are strictly increasing. Raises BadInput where they are not, where
    there is not one of them for each counts, and where ``delta_lower_bound`` does.
    """
    _check_epsilons(counts, epsilons)
    bounds = [delta_lower_bound(c, e, error / len(counts)) for c, e in zip(counts, epsilons, strict=True)]
    largest = list(accumulate(reversed(bounds), max))[::-1]
    return tuple(CurvePoint(e, d) for e, d in zip(epsilons, largest, strict=True))


def _check_epsilons(counts: Sequence[Counts], epsilons: Sequence[float]) -> None:
    if not counts or len(counts) != len(epsilons):
        raise BadInput("epsilons", f"{len(epsilons)} for {len(counts)} counts", "give one for each counts")
    if any(a >= b for a, b in zip(epsilons[:-1], epsilons[1:], strict=True)):
        raise BadInput("epsilons", f"{list(epsilons)} do not increase", "give each once, in rising order")
