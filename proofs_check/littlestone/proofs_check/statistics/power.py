"""What a test would have seen: the least privacy loss that it reports with probability 80%, from its own draws.

The event stays as common as it was, over both inputs together, and comes to tell them apart more and more: the rate on
the first input rises and that on the second falls by as much, until one of them is 1 or 0. No verdict rests on this.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from scipy.special import betaincinv, ndtri

from littlestone.proofs_check.statistics.hypotheses import LARGEST, Null
from littlestone.proofs_check.statistics.regions import LEAST, MOST, Counts, Integers, region
from littlestone.proofs_check.statistics.suprema import window

PROBABILITY = 0.8
LEFT_OUT = 1e-6  # of the probability of the second input's hits, beyond the window that is summed over
HALVINGS = 40  # of the logarithm of a rate: twelve digits of what is shown with three

Loss = Callable[[float, float], float]  # of an event with these probabilities on the two inputs


def least_reported(
    blocks: Sequence[Counts], null_of: Callable[[Counts], Null], loss: Loss, claimed: float, error: float
) -> float | None:
    """The least loss, of an event as common as the last block's, that the test finds above ``claimed`` in 80% of cases.

    All draws of the blocks are taken for one test at level ``error`` by the likelihood ratio, which their combined test
    is close to. ``null_of`` gives the hypothesis for expected counts. None where not even the largest loss is reported,
    and for claims that no draws refute, above 100.
    """
    if claimed > LARGEST:
        return None
    first, second = (sum(draws) for draws in zip(*((b.draws_first, b.draws_second) for b in blocks), strict=True))
    share = _share(blocks[-1])
    z = float(ndtri(1 - error))

    @cache  # rates soon differ by too little to expect other counts
    def boundary(expected: Counts, lowest: int, highest: int) -> Integers:
        return region(expected, null_of(expected), z, claimed, lowest, highest).boundary

    def is_seen(q: float) -> bool:
        return _chance(boundary, (_rate_opposite(share, q), q), (first, second)) >= PROBABILITY

    low, high = np.log(min(1e-3 / second, share)), np.log(min(share, MOST))
    if not is_seen(float(np.exp(low))):
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_seen(float(np.exp(middle))) else (low, middle)
    q = float(np.exp(low))
    return loss(_rate_opposite(share, q), q)


def _share(block: Counts) -> float:
    """How common the event is over both inputs; half a hit where there is none."""
    hits, draws = block.hits_first + block.hits_second, block.draws_first + block.draws_second
    return max(hits, 0.5) / draws


def _rate_opposite(share: float, q: float) -> float:
    return min(max(2 * share - q, LEAST), MOST)


def _chance(
    boundary: Callable[[Counts, int, int], Integers], rates: tuple[float, float], draws: tuple[int, int]
) -> float:
    """The chance that the likelihood ratio rejects the claim; ``boundary`` is of what it rejects at expected counts."""
    from scipy.stats import binom  # a quarter of what an audit imports, and one that fails needs no power

    (p, q), (first, second) = rates, draws
    lowest, highest = window(second, q, q, LEFT_OUT)
    rejected = boundary(Counts(round(p * first), first, round(q * second), second), lowest, highest)
    masses = binom.pmf(np.arange(lowest, highest + 1), second, max(q, LEAST))
    return float((masses * binom.sf(rejected - 1, first, p)).sum())


def least_guessed(guesses: int, is_reported: Callable[[int], bool], loss: Loss) -> float | None:
    """The least loss of a randomised response with which enough of the guesses are right in 80% of cases.

    ``is_reported`` says of a number of right guesses whether it exceeds the claim; None where not even all of them do.
    """
    least = bisect_left(range(guesses + 1), True, key=is_reported)
    if least > guesses:
        return None
    p = float(betaincinv(least, guesses - least + 1, PROBABILITY)) if least else 0.5
    return loss(p, 1 - p)
