"""How long an audit takes: small ones are rehearsed on a few pairs, and their answers are thrown away.

The speed of the target alone is not enough: on three noisy sums over a table 10 s became 920,000 runs, which took 25 s
of one core, since to look at 23 pairs costs more than to draw from them. What is rehearsed is drawn by other seeds than
what is tested, and the number of runs is fixed before the first of these: no bound depends on the clock.
"""

from __future__ import annotations

from collections.abc import Callable

from littlestone.proofs_check.audits.subjects.scope import FEWEST_DRAWS

PAIRS = 4  # that a rehearsal tries: enough for two rounds of the search
GROWTH = 4
REHEARSING = 0.2  # of the seconds
USED = 0.75  # of what is left: memory and other work on the machine make many runs slower than few were


def affordable(seconds: float, each_run: float) -> int:
    """How many runs fit into so many seconds, to two digits, which the command that repeats the audit can name."""
    return int(float(f"{max(0.0, USED * seconds / each_run):.1e}"))


def pace_of(
    rehearse: Callable[[int], None], pairs: int, alone: float, seconds: float, clock: Callable[[], float]
) -> float:
    """What a run takes with its part of all else, by rehearsals of ever more on so many pairs, in about the seconds.

    ``alone`` is what a run of the target takes; of a target that is too slow for two rehearsals it is all that counts.
    What a pair costs is shared by a rehearsal's runs: the last one has about as many for each pair as the audit.
    """
    start, draws, last = clock(), FEWEST_DRAWS * pairs, 0.0
    if draws * (1 + GROWTH) * alone > seconds:
        return alone
    while clock() - start + GROWTH / 2 * last <= seconds:
        before = clock()
        rehearse(draws)
        last, each_run = clock() - before, (clock() - before) / draws
        draws *= GROWTH
    return max(alone, each_run)
