"""From how many steps on LYU25's online learner can retrain at all: U mistakes must fit into the stream."""

from __future__ import annotations

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.online.plans import UNITS, OnlineConstants, online_plan


def least_horizon(d: int, epsilon: Expression, delta: Expression, constants: OnlineConstants = UNITS) -> int:
    """The least T with U <= T, U as printed: before that even a mistake in every step does not fill the buffer.

    U grows slower than T, so that there is one, and all larger T will do; for d >= 1. Raises what ``online_plan``
    raises.
    """

    def fits(T: int) -> bool:
        return bool(online_plan(d, epsilon, delta, T, constants).buffer <= T)

    high = 1
    while not fits(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high
