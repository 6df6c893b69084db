"""How long an audit takes: small ones are rehearsed on a few pairs, and their answers are thrown away.

The speed of the target alone is not enough: on three noisy sums over a table 10 s became 920,000 runs, which took 25 s
of one core, since to look at 23 pairs costs more than to draw from them. What is rehearsed is drawn by other seeds than
what is tested, and the number of runs is fixed before the first of these: no bound depends on the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from littlestone.proofs_check.audits.subjects.scope import FEWEST_DRAWS

PAIRS = 4  # that a rehearsal tries: enough for two rounds of the search
GROWTH = 4
REHEARSING = 0.2  # of the seconds
USED = 0.75  # of what is left: memory and other work on the machine make many runs slower than few were
One = TypeVar("One")


@runtime_checkable
class Forecaster(Protocol):
    """A watch that also wants to know beforehand how long the audit takes."""

    def foretell(self, draws: int, seconds: float) -> None:
        """So many runs are going to take about so long."""


@dataclass(frozen=True)
class Pace:
    """What an audit takes: so many seconds for each pair, and for each run, its part of looking at it included."""

    each_pair: float
    each_run: float

    def seconds(self, draws: float, pairs: int) -> float:
        """How long it takes; few draws are enough for few pairs."""
        return self.each_pair * min(pairs, max(draws / FEWEST_DRAWS, 1)) + self.each_run * draws

    def draws(self, seconds: float, pairs: int) -> int:
        """How many fit into so many seconds, to two digits, which the command that repeats the audit can name."""
        of_all = (seconds - self.each_pair * pairs) / self.each_run
        of_some = seconds / (self.each_pair / FEWEST_DRAWS + self.each_run)
        return int(float(f"{max(0.0, of_some if of_all < FEWEST_DRAWS * pairs else of_all) * USED:.1e}"))


def pace_of(
    rehearse: Callable[[int], None], pairs: int, alone: float, seconds: float, clock: Callable[[], float]
) -> Pace:
    """The pace by rehearsals of ever more draws on so many pairs, in about so many seconds.

    ``alone`` is what a run of the target takes. A target that is too slow for two rehearsals is all that counts.
    """
    start, taken, draws = clock(), list[tuple[int, float]](), FEWEST_DRAWS * pairs
    if draws * (1 + GROWTH) * alone > seconds:
        return Pace(0.0, alone)
    while len(taken) < 2 or clock() - start + GROWTH / 2 * taken[-1][1] <= seconds:
        before = clock()
        rehearse(draws)
        taken.append((draws, clock() - before))
        draws *= GROWTH
        if clock() - start > seconds:
            break
    (n, t), *_ = reversed(taken)
    if len(taken) < 2:
        return Pace(max(0.0, t - n * alone) / pairs, alone)
    m, s = taken[-2]
    each = max(alone, (t - s) / (n - m))
    return Pace(max(0.0, t - n * each) / pairs, each)


def spread(pairs: Sequence[One]) -> tuple[One, ...]:
    """A few of the pairs, evenly spread: what is at the edges comes last."""
    return tuple(pairs[i * len(pairs) // PAIRS] for i in range(PAIRS)) if len(pairs) > PAIRS else tuple(pairs)
