"""All plays of a weak learner with margins -1, 0, 1 against lazy dense weights, up to the order of the points."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm

from littlestone.spec.algebra.reals import ln
from littlestone.spec.algebra.rounding import floor
from littlestone.spec.boosting.lazy_bregman import learning_rate, next_measure
from littlestone.spec.boosting.measures import induced

State = tuple[int, ...]
"""Each point's cumulative loss in halves: (1 + margin) added up, so the sum of margins is the state less the rounds."""


@lru_cache(maxsize=65536)
def law(state: State, kappa: Fraction, root: Fraction) -> tuple[Fraction, ...]:
    """The law that lazy dense weights give a learner, ``root`` being e^(-lambda / 2)."""
    return induced(next_measure(kappa, root, [Fraction(loss) for loss in state]))


def answers(state: State, kappa: Fraction, root: Fraction, gamma: Fraction) -> Iterator[tuple[int, ...]]:
    """The margins in -1, 0, 1 of mean at least 2 gamma under the law of this state."""
    weights = law(state, kappa, root)
    whole = lcm(*(weight.denominator for weight in weights))  # integers are added in a fifth of the time of fractions
    shares, bound = [int(weight * whole) for weight in weights], 2 * gamma * whole
    for margins in product((-1, 0, 1), repeat=len(state)):
        if sum(share * m for share, m in zip(shares, margins, strict=True)) >= bound:
            yield margins


@lru_cache(maxsize=256)
def reachable(n: int, kappa: Fraction, root: Fraction, gamma: Fraction, rounds: int) -> frozenset[State]:
    """The states, in increasing order, after so many rounds of some learner with advantage gamma."""
    states = {(0,) * n}
    for _ in range(rounds):
        states = {
            tuple(sorted(loss + 1 + m for loss, m in zip(state, margins, strict=True)))
            for state in states
            for margins in answers(state, kappa, root, gamma)
        }
    return frozenset(states)


def most_errors(n: int, kappa: Fraction, root: Fraction, gamma: Fraction, rounds: int) -> int:
    """The largest number of points with y H(x) <= 0 that a learner with advantage gamma can leave."""
    return max(sum(1 for loss in state if loss <= rounds) for state in reachable(n, kappa, root, gamma, rounds))


def enough_rounds(kappa: Fraction, root: Fraction, gamma: Fraction, times: Fraction | int = 1) -> int:
    """The least number of rounds above times ln(1/kappa) / (lambda (gamma - lambda/8)), lambda = 2 ln(1/root)."""
    rate = learning_rate(root) * 2
    return floor(times * ln(1 / kappa) / (rate * (gamma - rate / 8))) + 1
