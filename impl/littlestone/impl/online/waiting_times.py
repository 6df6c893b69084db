"""The first of many equal tests that passes, drawn at once."""

from __future__ import annotations

from functools import lru_cache

from littlestone.spec.learning.randomness import Exact, Randomness, exact


def first_passing(chance: Exact, steps: int, source: Randomness) -> int | None:
    """The first of so many independent tests that passes, each with this chance; None where none does.

    First whether one passes at all, then in which half of those left the first one lies: about log2(steps) choices.
    """
    if steps == 0 or not source.bernoulli(chance_within(chance, steps)):
        return None
    start, left = 0, steps
    while left > 1:
        half = left // 2
        if source.bernoulli(exact(chance_within(chance, half) / chance_within(chance, left))):
            left = half
        else:
            start, left = start + half, left - half
    return start


@lru_cache(maxsize=1 << 14)
def chance_within(chance: Exact, steps: int) -> Exact:
    """1 - (1 - p)^n: the probability that one of n tests passes."""
    return exact(1 - (1 - chance) ** steps)
