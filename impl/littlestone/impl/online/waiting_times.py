"""The first of many equal tests that passes, drawn at once."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from littlestone.spec.learning.randomness import Exact, Randomness, exact, is_true

RARE, SURE = Fraction(1, 1 << 64), 64  # for n p beyond these 1 - (1 - p)^n may have no digits to tell it from 0 or 1


def first_passing(chance: Exact, steps: int, source: Randomness) -> int | None:
    """The first of so many independent tests that passes, each with this chance; None where none does.

    First whether one passes at all, then in which half of those left the first one lies: about log2(steps) choices.
    Where n p is tiny, a step is drawn with probability n p, and passes if none before it does: p (1 - p)^i for step i.
    Where it is large, the first half of the steps comes first.
    """
    if steps > 1 and is_true(steps * chance >= SURE):
        first, half = first_passing(chance, steps // 2, source), steps // 2
        rest = None if first is not None else first_passing(chance, steps - half, source)
        return first if rest is None else half + rest
    if steps and is_true(steps * chance <= RARE):
        if not source.bernoulli(exact(steps * chance)):
            return None
        step: int = source.uniform(steps)
        return step if first_passing(chance, step, source) is None else None
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
