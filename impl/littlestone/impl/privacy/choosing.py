"""Private choices from votes: the choosing mechanism and the stable argmax, plain functions with the source last.

What they must do stands in ``littlestone.spec.medians.choosing_laws``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import comb
from typing import TypeVar

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.learning.randomness import Exact, Randomness
from littlestone.spec.medians.choosing_laws import choosing_threshold, noise_ratio, passing_chance, stable_threshold

Solution = TypeVar("Solution", bound=Hashable)


@implements("YAN25.M2")
def choosing_mechanism(
    votes: Mapping[Solution, int], epsilon: Expression, delta: Expression, source: Randomness, k: int = 1
) -> Solution | None:
    """One of the solutions with a vote, with a probability proportional to exp(epsilon votes / 4), if the most votes
    pass a noisy test; None where they do not (Beimel, Nissim and Stemmer; the threshold is that of YAN25 M2).

    Solutions that are not in the mapping have no vote. It is (epsilon, delta)-private where a changed row raises at
    most k scores by 1 and lowers at most k by 1. Raises PrivacyParameterError unless epsilon > 0 and 0 < delta < 1/2,
    and ParameterError unless k >= 1.
    """
    choosing_threshold(epsilon, delta, k)  # refuses bad parameters also where nobody votes
    voted = [z for z, q in votes.items() if q >= 1]
    if not voted or not source.bernoulli(passing_chance(max(votes.values()), epsilon, delta, k)):
        return None
    return voted[source.exponential([votes[z] for z in voted], Real.of(epsilon) / 2)]


@implements("YAN25.M3")
def stable_argmax(
    votes: Mapping[Solution, int], epsilon: Expression, delta: Expression, source: Randomness
) -> Solution | None:
    """The solution whose votes are the most after two-sided geometric noise of ratio exp(-epsilon/2), of those with a
    vote that noisily reach the threshold; the first of them at a tie, None where none reaches it (YAN25 M3).

    It is (epsilon, delta)-private where a changed row raises at most one score by 1 and lowers at most one by 1.
    Raises PrivacyParameterError unless epsilon > 0 and 0 < delta <= 1 - exp(-epsilon/2).
    """
    least, ratio = stable_threshold(epsilon, delta), noise_ratio(epsilon)
    voted = [z for z, q in votes.items() if q >= 1]
    most = max([least, *votes.values()])
    noisy = [_released(votes[z], least, most, ratio, source) for z in voted]
    best = max(noisy, default=least - 1)
    if best < least:
        return None
    first = [z for z, value in zip(voted, noisy, strict=True) if value == best]
    return first[_first_of_the_farthest(len(first), ratio, source) if best == most else 0]


def _released(votes: int, least: int, most: int, ratio: Exact, source: Randomness) -> int:
    """The noisy votes, moved into [least - 1, most]."""
    return int(max(least - 1, min(most, source.geometric(ratio) + votes)))


def _first_of_the_farthest(rivals: int, ratio: Exact, source: Randomness) -> int:
    """The first that is farthest beyond ``most``, which all reach: geometric noise has no memory.

    Each goes on with probability ``ratio``; rounds in which all do change nothing and are left out.
    """
    order: Sequence[int] = range(rivals)
    while len(order) > 1:
        m = len(order)
        going_on = source.choice([comb(m, k) * ratio**k * (1 - ratio) ** (m - k) for k in range(m)])
        if not going_on:
            break
        order = [order[i] for i in source.subset(m, going_on)]
    return order[0]
