"""Whether outputs depend on earlier runs in the same process: a share of the runs, made anew in fresh processes.

The test is Fisher's: of the runs on one sample with an output in some event, how many are fresh ones is hypergeometric
if it makes no difference whether a run is fresh. Events are fixed by the other runs alone and share the error.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc

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


@dataclass(frozen=True)
class State:
    """What fresh processes show, in words; ``decides`` where runs of one process cannot be taken for independent."""

    decides: bool
    words: str


def state_between_runs(
    sampler: Sampler, pair: tuple[Dataset, Dataset], seed: int, seconds: float = SECONDS
) -> State | None:
    """How the last outputs on the pair differ from those in fresh processes; None where no difference shows.

    It makes as many fresh processes as these seconds are enough for. Raises NotIndependent where that may be because
    calls of a mechanism were for many draws.
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
    if together and found is not None:
        apart = Sampler(crew, lambda made: None, apart=True)  # in the same process
        single = difference(last, apart.on_both(pair, (runs, runs), np.random.default_rng((seed, FRESH, 1))))
        if single is not None and single.words != FIXED:
            raise NotIndependent("calls for one draw differ")
    if together and any(belong_together(*part) for part in zip(last, sampler.parts[pair], strict=True)):
        raise NotIndependent("draws of one call are more alike than those of different ones")
    return found


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
    columns = sum(old.shape[1] for old, _ in tables)
    of_columns = [(columns, shares) for pair in tables for shares in _fixed_column(*pair)]
    tries = [(2 * n * _p_value(shares), shares) for n, shares in [*((len(found), each) for each in found), *of_columns]]
    chance, most = min(tries, key=lambda one: one[0], default=(1.0, None))
    if most is None or chance > ERROR:
        fixed = all(counts == (1, 1) for counts in variety) and not np.array_equal(tables[0][0][:1], tables[1][0][:1])
        return State(False, FIXED) if fixed else None
    if all(new == 1 < old for old, new in variety):
        return State(False, OWN_GENERATOR)
    in_one = f"{most.kept:,} of {most.all_kept:,} runs of one process"
    return State(True, f"{most.name} in {in_one}, in {most.fresh} of {most.all_fresh} fresh ones")


def uses_its_source(crew: Crew) -> bool | None:
    """Whether some run drew from what it was given; None where nothing is given, or too little is known.

    An estimator's seed is used where the same one always gives the same, or surely more often than another does.
    """
    repeats = crew.book.repeats
    if not crew.target.takes_source or (crew.target.kind == "estimator" and not (crew.asked or repeats)):
        return None
    same, runs = sum(same for same, _ in repeats), len(repeats)
    others = sum(one == following for (_, one), (_, following) in pairwise(repeats))
    more = others < same and _p_value(Shares("", same, runs, others, runs)) <= ERROR
    return crew.asked or (runs > 0 and same == runs) or more


def _alike(rows: Floats) -> Floats:
    """The different outputs, of runs that did not fail."""
    return np.unique(rows[(rows != FAILED).any(axis=1)], axis=0)


def belong_together(rows: Array, calls: Array) -> bool:
    """Draws of one call are more alike than those of different calls: as to some event, counts differ too much.

    By Pearson's statistic. Draws are made anew then, one a call, so that the error costs time and not truth.
    """
    table = as_table(rows)
    inside = Events(table).inside(table)
    _, call, sizes = np.unique(calls, return_inverse=True, return_counts=True)
    rates = inside.mean(axis=0)
    some = (rates > 0) & (rates < 1)
    hits = np.array([np.bincount(call, weights=each) for each in inside.T[some]]).reshape(-1, len(sizes))
    expected = rates[some, None] * sizes
    statistics = ((hits - expected) ** 2 / sizes).sum(axis=1) / (rates * (1 - rates))[some]
    return bool((chdtrc(len(sizes) - 1, statistics) < CLUSTERED / len(rates)).any())


class Events:
    """Events that outputs (n, columns) fix: the most frequent one, and columns that vary against their medians."""

    def __init__(self, rows: Floats) -> None:
        some = rows[:: -(-len(rows) // SHOWN_BY) or 1]
        outputs, times = np.unique(some, axis=0, return_counts=True)
        self.mode = outputs[times.argmax()]
        varying = np.flatnonzero((some != some[:1]).any(axis=0))
        spread = np.linspace(0, len(varying) - 1, min(COLUMNS, len(varying))).astype(int)
        self.columns = varying[spread]
        self.medians = np.median(some[:, self.columns], axis=0)

    @property
    def names(self) -> list[str]:
        """The events in words."""
        medians = [*zip(self.columns, self.medians, strict=True)]
        compared = [f"x{i} {sign} {median:.6g}" for sign in (">=", ">") for i, median in medians]
        return [listed(self.mode[None]), *compared]

    def inside(self, rows: Floats) -> NDArray[np.bool_]:
        """Which rows are in each event, shape (n, events)."""
        columns = rows[:, self.columns]
        return np.column_stack([(rows == self.mode).all(axis=1), columns >= self.medians, columns > self.medians])


class Shares(NamedTuple):
    """How many of the kept runs and of the fresh ones had an output in the event."""

    name: str
    kept: int
    all_kept: int
    fresh: int
    all_fresh: int


def _compared(kept: Floats, fresh: Floats, compare_failures: bool) -> Iterator[Shares]:
    """The shares of failed runs, and of the events among the others."""
    failed, lost = (kept == FAILED).all(axis=1), (fresh == FAILED).all(axis=1)
    if compare_failures:
        yield Shares("(the run failed)", int(failed.sum()), len(kept), int(lost.sum()), len(fresh))
    kept, fresh = kept[~failed], fresh[~lost]
    if len(kept) and len(fresh):
        events = Events(kept)
        for name, one, other in zip(events.names, events.inside(kept).T, events.inside(fresh).T, strict=True):
            yield Shares(name, int(one.sum()), len(kept), int(other.sum()), len(fresh))


def _fixed_column(kept: Floats, fresh: Floats) -> Iterator[Shares]:
    """Of columns that are the same in all fresh runs, the one where fewest others have what the first of these has.

    A generator that is made when the target is imported shows in its own columns alone, among any number of others.
    """
    kept, fresh = (rows[(rows != FAILED).any(axis=1)] for rows in (kept, fresh))
    if len(kept) and len(fresh) > 1:
        same = np.where((fresh == fresh[0]).all(axis=0), (kept == fresh[0]).sum(axis=0), len(kept))
        i, rest = int(same.argmin()), len(fresh) - 1
        if same[i] < len(kept):
            yield Shares(f"x{i} = {fresh[0, i]:.6g}", int(same[i]), len(kept), rest, rest)


def _p_value(shares: Shares) -> float:
    """Fisher's, both sides."""
    from scipy.stats import hypergeom

    fresh = hypergeom(shares.all_kept + shares.all_fresh, shares.kept + shares.fresh, shares.all_fresh)
    return float(min(1.0, 2 * min(fresh.cdf(shares.fresh), fresh.sf(shares.fresh - 1))))
