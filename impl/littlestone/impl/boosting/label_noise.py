"""Noise on labels: the oracle of section 5.1 of BCS20 and the noised mechanism, algorithm 3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.randomness import Randomness, checked_count

Point = TypeVar("Point")
Rows = tuple[tuple[Point, int], ...]
Query = tuple[tuple[int, int], ...]


def flipped(sample: Sequence[tuple[Point, int]], rate: Expression, source: Randomness) -> Rows[Point]:
    """The sample, each label -1 or 1 turned over with probability ``rate``, one by one in their order."""
    return tuple((x, -y if source.bernoulli(rate) else y) for x, y in sample)


@implements("BCS20.D51.fast")
def noisy_rows(
    points: Sequence[Point],
    weights: Sequence[Expression],
    target: Callable[[Point], int],
    rate: Expression,
    n: int,
    source: Randomness,
) -> Rows[Point]:
    """n calls of the noisy oracle: x by the weights, with the target's label, which is turned over at this rate."""
    drawn: list[tuple[Point, int]] = []
    for _ in range(checked_count("n", n, 0)):
        x = points[source.choice(weights)]
        drawn += flipped([(x, target(x))], rate, source)
    return tuple(drawn)


@implements("BCS20.A3.fast")
def noised_mechanism(
    sample: Sequence[tuple[int, int]],
    learner: Callable[[Rows[int], Randomness], Sequence[Expression]],
    rate: Expression,
    source: Randomness,
) -> Query:
    """The error query of what the learner finds on the flipped labels: at each point the errors for labels 1 and -1.

    A value 0 is an error whatever the label.
    """
    hypothesis = learner(flipped(sample, rate, source), source)
    return tuple((int(value <= 0), int(value >= 0)) for value in hypothesis)
