"""Whether outputs depend on earlier runs in the same process: a share of the runs, made anew in fresh processes.

The test is Fisher's: of the runs on one sample with an output in some event, how many are fresh ones is hypergeometric
if it makes no difference whether a run is fresh. Events are fixed by the other runs alone and share the error.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from operator import ge as greater_equal
from operator import gt as greater

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, gammaln

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.crews import Crew
from littlestone.proofs_check.audits.runs.faults import TooManyFaults
from littlestone.proofs_check.audits.runs.outputs import FAILED
from littlestone.proofs_check.audits.runs.requests import runs_on
from littlestone.proofs_check.audits.runs.sampling import NotIndependent, Sampler
from littlestone.proofs_check.audits.search.events import listed
from littlestone.proofs_check.audits.search.features import Floats, as_table
from littlestone.proofs_check.audits.subjects.instances import Dataset
from littlestone.proofs_check.audits.subjects.results import FAILING

FRESH, FEWEST = 50, 15  # on each sample: a process costs milliseconds, and 10 shared outputs among 50 show in any audit
SECONDS = 20.0  # for all of them, less where a budget is in seconds; on a target that takes longer each, fewer are made
ERROR = 1e-3  # the chance to see state where there is none
COLUMNS, SHOWN_BY = 8, 1000  # looked at one by one; rows that show which output is the most frequent
CLUSTERED = 0.01  # the chance to make draws one by one for nothing
OWN_GENERATOR = "it has a generator of its own, or other state: in a fresh process its output is always the same"
FIXED = "its output on a sample never changes: it is not randomised, or finds what it drew before"
FAILED_RUN = "(the run failed)"
Inside = NDArray[np.bool_]


@dataclass(frozen=True)
class State:
    """What fresh processes show, in words; ``decides`` where runs of one process cannot be taken for independent."""

    decides: bool
    words: str


def state_between_runs(
    sampler: Sampler, pair: tuple[Dataset, Dataset], seed: int, seconds: float = SECONDS
) -> State | None:
    """How the last outputs on the pair differ from those in fresh processes; None where no difference shows.

    It makes as many fresh processes as these seconds are enough for.

    Raises NotIndependent where that may be because calls of a mechanism were for many draws.
    """
    crew, last = sampler.crew, sampler.last[pair]
    together = crew.target.kind == "mechanism" and not sampler.apart
    with Crew(crew.target, replace(crew.setup, fresh=True), crew.jobs) as fresh:
        fresh.width = crew.width
        try:
            runs = _affordable(fresh, pair[0], seed, seconds)
            if runs < FEWEST:
                return State(False, "it is too slow to be compared with runs in fresh processes")
            again = Sampler(fresh, lambda made: None, apart=True)
            outputs = again.on_both(pair, (runs, runs), np.random.default_rng((seed, FRESH)))
        except TooManyFaults:
            return State(False, "it crashes or hangs too often to be compared with runs in fresh processes")
        failed = [fault for fault in fresh.book.listed() if fault.kind in FAILING - {"nan"}]
    hung = any(fault.kind == "hang" for fault in (*crew.book.listed(), *failed))
    found = difference(last, outputs, compare_failures=not hung)
    if together and failed:
        raise NotIndependent(f"a call for one draw failed ({failed[0].detail})")
    if together and found is not None and found.decides:
        raise NotIndependent(f"calls for one draw differ: {found.words}")
    if together and found is not None and _is_unlike_single_draws(sampler, pair, runs, seed):
        raise NotIndependent("calls for one draw differ")
    if together and any(belong_together(*part) for part in zip(last, sampler.parts[pair], strict=True)):
        raise NotIndependent("draws of one call are more alike than those of different ones")
    return found


def _is_unlike_single_draws(sampler: Sampler, pair: tuple[Dataset, Dataset], runs: int, seed: int) -> bool:
    """Draws of calls for many differ from those of calls for one, in the same process."""
    apart = Sampler(sampler.crew, lambda made: None, apart=True)
    single = difference(sampler.last[pair], apart.on_both(pair, (runs, runs), np.random.default_rng((seed, FRESH, 1))))
    return single is not None and single.words != FIXED


def _affordable(fresh: Crew, sample: Dataset, seed: int, seconds: float) -> int:
    """How many runs on each sample the seconds are enough for, by the second of two, for the first starts a process.

    Where they are too few to show anything, as many as do so, if that takes no longer than usual.
    """
    for i in range(2):
        start = time.monotonic()
        fresh.run([runs_on(sample, np.array([seed + i], dtype=np.uint32))])
    each = max(time.monotonic() - start, 1e-6)
    return max(min(FRESH, int(seconds / 2 / each)), min(FEWEST, int(SECONDS / 2 / each)))


def difference(kept: tuple[Array, Array], fresh: tuple[Array, Array], compare_failures: bool = True) -> State | None:
    """How outputs in one process and in fresh ones differ, each on the two samples of a pair; None where they do not.

    A run that hung may only have met a busy machine: then failed runs are left out.
    """
    tables = [(as_table(one), as_table(other)) for one, other in zip(kept, fresh, strict=True)]
    variety = [(len(_alike(old)), len(_alike(new))) for old, new in tables]
    found = [shares for pair in tables for shares in _compared(*pair, compare_failures)]
    most = min(found, key=_p_value, default=None)
    if most is None or _p_value(most) > ERROR / len(found):
        fixed = all(counts == (1, 1) for counts in variety) and not np.array_equal(tables[0][0][:1], tables[1][0][:1])
        return State(False, FIXED) if fixed else None
    if all(new == 1 < old for old, new in variety):
        return State(False, OWN_GENERATOR)
    old_words, new_words = (
        f"{most.kept:,} of {most.all_kept:,} runs of one process",
        f"{most.fresh} of {most.all_fresh}",
    )
    return State(True, f"{most.name} in {old_words}, in {new_words} fresh ones")


def _alike(rows: Floats) -> Floats:
    """The different outputs, of runs that did not fail."""
    return np.unique(rows[(rows != FAILED).any(axis=1)], axis=0)


def belong_together(rows: Array, calls: Array) -> bool:
    """Draws of one call are more alike than those of different calls: as to some event, counts differ too much.

    By Pearson's statistic. Draws are made anew then, one a call, so that the error costs time and not truth.
    """
    table = as_table(rows)
    events = _events(table)
    _, call = np.unique(calls, return_inverse=True)
    return any(_dispersion(event.inside(table), call) < CLUSTERED / len(events) for event in events)


def _dispersion(inside: Inside, call: Array) -> float:
    """The chance of such different shares in the calls, if the draws of all are alike."""
    sizes, rate = np.bincount(call), inside.mean()
    if not 0 < rate < 1:
        return 1.0
    hits = np.bincount(call, weights=inside)
    return float(chdtrc(len(sizes) - 1, ((hits - rate * sizes) ** 2 / sizes).sum() / (rate * (1 - rate))))


# ---- Events


@dataclass(frozen=True)
class Event:
    """A set of outputs, in words and as a function of rows."""

    name: str
    inside: Callable[[Floats], Inside]


@dataclass(frozen=True)
class Shares:
    """How many of the kept runs and of the fresh ones had an output in the event."""

    name: str
    kept: int
    all_kept: int
    fresh: int
    all_fresh: int


def _events(rows: Floats) -> list[Event]:
    """Events that the outputs fix: the most frequent one, and columns against their medians."""
    some = rows[:: -(-len(rows) // SHOWN_BY) or 1]
    outputs, times = np.unique(some, axis=0, return_counts=True)
    mode = outputs[times.argmax()]
    events = [Event(listed(mode[None]), lambda rows: np.asarray((rows == mode).all(axis=1)))]
    for i, median in enumerate(np.median(some, axis=0)[:COLUMNS]):
        events.append(Event(f"x{i} >= {median:.6g}", partial(_holds, greater_equal, i, median)))
        events.append(Event(f"x{i} > {median:.6g}", partial(_holds, greater, i, median)))
    return events


def _holds(relation: Callable[[Floats, float], Inside], column: int, level: float, rows: Floats) -> Inside:
    return np.asarray(relation(rows[:, column], level))


def _compared(kept: Floats, fresh: Floats, compare_failures: bool) -> Iterator[Shares]:
    """The shares of failed runs, and of the events among the others."""
    failed, lost = (kept == FAILED).all(axis=1), (fresh == FAILED).all(axis=1)
    if compare_failures:
        yield _shares(FAILED_RUN, failed, lost)
    kept, fresh = kept[~failed], fresh[~lost]
    for event in _events(kept) if len(kept) and len(fresh) else ():
        yield _shares(event.name, event.inside(kept), event.inside(fresh))


def _shares(name: str, kept: Inside, fresh: Inside) -> Shares:
    return Shares(name, int(kept.sum()), len(kept), int(fresh.sum()), len(fresh))


def _p_value(shares: Shares) -> float:
    """Fisher's, both sides."""
    hits, n, m = shares.kept + shares.fresh, shares.all_kept, shares.all_fresh
    x = np.arange(max(0, hits - n), min(m, hits) + 1)
    chances = np.exp(_log_choose(m, x) + _log_choose(n, hits - x) - _log_choose(n + m, np.array(hits)))
    return float(min(1.0, 2 * min(chances[x <= shares.fresh].sum(), chances[x >= shares.fresh].sum())))


def _log_choose(n: int, k: NDArray[np.int64]) -> Floats:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))
