"""The least number that is enough, where every larger one is."""

from __future__ import annotations

from collections.abc import Callable


def least_enough(is_enough: Callable[[int], bool], most: int) -> int | None:
    """The least positive number that is enough, by doubling and bisection; None where no power of 2 up to most is."""
    high = 1
    while not is_enough(high):
        high *= 2
        if high > most:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
