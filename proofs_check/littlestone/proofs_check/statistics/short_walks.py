"""Exact chances by walking every branch of a run, given up as soon as there are too many branches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import comb, factorial

from littlestone.impl.randomness.enumeration import Entry, EnumeratingSource, TooManyBranches, takings
from littlestone.impl.randomness.noise import UnsupportedNoise
from littlestone.spec.learning.chances import Event
from littlestone.spec.learning.laws import total
from littlestone.spec.learning.randomness import Exact, checked_counts

MOST_BRANCHES = 256  # a chance of so many branches costs about two looks of its sampling, and is exact


@dataclass
class ShortWalk(EnumeratingSource):
    """An enumerating source that raises TooManyBranches once its choices make more than ``MOST_BRANCHES`` branches.

    A tree has 1 + (the sum over its choices of the values minus 1) leaves, so that ``branches`` never exceeds their
    number: the walk of a long run ends within its first branch.
    """

    branches: int = 1

    def uniform(self, n: int) -> int:
        """n branches."""
        self.refuse_beyond(n)
        return super().uniform(n)

    def shuffle(self, n: int) -> tuple[int, ...]:
        """n! branches."""
        self.refuse_beyond(factorial(min(n, MOST_BRANCHES)))
        return super().shuffle(n)

    def subset(self, n: int, m: int) -> tuple[int, ...]:
        """C(n, m) branches, one where m = n; the source itself refuses bad counts."""
        if m in range(n):
            self.refuse_beyond(comb(n, m))
        return super().subset(n, m)

    def hypergeometric(self, counts: Sequence[int], draws: int) -> tuple[int, ...]:
        """A branch for each possible tuple of counts."""
        possible = takings(checked_counts(counts, draws), draws)
        self.refuse_beyond(sum(1 for _ in islice(possible, MOST_BRANCHES + 1)))
        return super().hypergeometric(counts, draws)

    def opened(self, values: Sequence[Entry], weights: Sequence[Exact]) -> None:
        """Write a new choice, counted."""
        self.branches += len(values) - 1
        self.refuse_beyond(self.branches)
        super().opened(values, weights)

    def refuse_beyond(self, branches: int) -> None:
        """Raise TooManyBranches where that many are more than the walk may have."""
        if branches > MOST_BRANCHES:
            raise TooManyBranches("branches", f"more than {MOST_BRANCHES}", "few: sample the run instead")


def exact_chance(event: Event, source: Callable[[], ShortWalk] = ShortWalk) -> Exact | None:
    """The exact probability of the event; None where its run has too many branches, or noise that cannot be walked."""
    walk = source()
    weights: list[Exact] = [Fraction(0)]
    try:
        while True:
            happened = event(walk)
            weights += [walk.weight()] if happened else []
            if not walk.advance():
                return total(weights)
    except (TooManyBranches, UnsupportedNoise):
        return None
