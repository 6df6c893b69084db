"""Whether outputs depend on earlier runs in the same process: a share of the runs, made anew in fresh processes.

The test is Fisher's: of the runs on one sample with an output in some event, how many are fresh ones is hypergeometric
if it makes no difference whether a run is fresh. Events are fixed by the other runs alone and share the error.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from littlestone.proofs_check.audits.runs.crews import Crew
from littlestone.proofs_check.audits.runs.faults import FAILING, TooManyFaults
from littlestone.proofs_check.audits.runs.sampling import CallFailed, Sampler
from littlestone.proofs_check.audits.runs.worker import Runs
from littlestone.proofs_check.audits.search.events import listed
from littlestone.proofs_check.audits.search.features import Floats, as_table
from littlestone.proofs_check.audits.subjects.instances import Dataset
from littlestone.proofs_check.audits.subjects.targets import FAILED

FRESH, FEWEST = 50, 15  # on each sample: a process costs milliseconds, and 10 shared outputs among 50 show in any audit
SECONDS = 20.0  # for all of them; on a target that takes longer each, fewer are made
ERROR = 1e-3  # the chance to see state where there is none
COLUMNS, SHOWN_BY = 8, 1000  # looked at one by one; rows that show which output is the most frequent
Event = tuple[str, NDArray[np.bool_], NDArray[np.bool_]]


@dataclass(frozen=True)
class State:
    """What fresh processes show, in words; ``decides`` where runs of one process cannot be taken for independent."""

    decides: bool
    words: str


def state_between_runs(sampler: Sampler, pair: tuple[Dataset, Dataset], seed: int) -> State | None:
    """How the last outputs on the pair differ from those in fresh processes; None where no difference shows.

    Raises CallFailed where calls for one draw fail there, and those for many have not yet.
    """
    assert sampler.last is not None
    crew = sampler.crew
    with Crew(crew.target, replace(crew.setup, fresh=True), crew.jobs, crew.engine) as fresh:
        fresh.width = crew.width
        try:
            runs = int(sampler.journal.number("fresh runs", lambda: _affordable(fresh, pair[0], seed)))
            if runs < FEWEST:
                return State(False, "it is too slow to be compared with runs in fresh processes")
            again = Sampler(fresh, sampler.journal, lambda made: None, apart=True, calls=sampler.calls)
            outputs = again.on_both(pair, (runs, runs), np.random.default_rng((seed, FRESH)))
        except TooManyFaults:
            return State(False, "it crashes or hangs too often to be compared with runs in fresh processes")
        failed = [fault for fault in fresh.book.listed() if fault.kind in FAILING - {"nan"}]
        if failed and crew.target.kind == "mechanism" and not sampler.apart:
            raise CallFailed(failed[0])
        hung = any(fault.kind == "hang" for crew in (crew, fresh) for fault in crew.book.listed())
    return difference(sampler.last, outputs, compare_failures=not hung)


def _affordable(fresh: Crew, sample: Dataset, seed: int) -> float:
    """How many runs on each sample the seconds are enough for, by the second of two, for the first starts a process."""
    for i in range(2):
        start = time.monotonic()
        fresh.run([Runs(sample, np.array([seed + i], dtype=np.uint32))])
    return min(FRESH, int(SECONDS / 2 / max(time.monotonic() - start, 1e-6)))


def difference(
    kept: tuple[Floats, Floats], fresh: tuple[Floats, Floats], compare_failures: bool = True
) -> State | None:
    """How outputs in one process and in fresh ones differ, each on the two samples of a pair; None where they do not.

    A run that hung may only have met a busy machine: then failed runs are left out.
    """
    tables = [(as_table(one), as_table(other)) for one, other in zip(kept, fresh, strict=True)]
    events = [event for pair in tables for event in _events(*pair, compare_failures)]
    level = ERROR / max(len(events), 1)
    found = min(events, key=_p_value, default=None)
    if found is None or _p_value(found) > level:
        return None
    name, old, new = found
    shares = f"{name} in {int(old.sum()):,} of {len(old):,} runs of one process, in {int(new.sum())} of {len(new)}"
    if all(len(_alike(new)) == 1 < len(_alike(old)) for old, new in tables):
        words = "it has a generator of its own, or other state: in a fresh process its output is always the same"
        return State(False, words)
    return State(True, f"its outputs depend on earlier runs of their process: {shares} fresh ones")


def _alike(rows: Floats) -> Floats:
    return np.unique(rows, axis=0)


def _events(kept: Floats, fresh: Floats, compare_failures: bool) -> Iterator[Event]:
    """Events that the kept outputs fix: that a run failed, the most frequent output, columns against their medians."""
    failed, lost = (kept == FAILED).all(axis=1), (fresh == FAILED).all(axis=1)
    if compare_failures:
        yield "(the run failed)", failed, lost
    kept, fresh = kept[~failed], fresh[~lost]
    if not len(kept) or not len(fresh):
        return
    some = kept[:: -(-len(kept) // SHOWN_BY)]
    rows, times = np.unique(some, axis=0, return_counts=True)
    mode = rows[times.argmax()]
    yield listed(mode[None]), (kept == mode).all(axis=1), (fresh == mode).all(axis=1)
    for i, median in enumerate(np.median(some, axis=0)[:COLUMNS]):
        yield f"x{i} >= {median:.6g}", kept[:, i] >= median, fresh[:, i] >= median
        yield f"x{i} > {median:.6g}", kept[:, i] > median, fresh[:, i] > median


def _p_value(event: Event) -> float:
    """Fisher's, both sides."""
    _, kept, fresh = event
    hits, seen = int(kept.sum() + fresh.sum()), int(fresh.sum())
    x = np.arange(max(0, hits - len(kept)), min(len(fresh), hits) + 1)
    logs = _log_choose(len(fresh), x) + _log_choose(len(kept), hits - x)
    chances = np.exp(logs - _log_choose(len(kept) + len(fresh), np.array(hits)))
    return float(min(1.0, 2 * min(chances[x <= seen].sum(), chances[x >= seen].sum())))


def _log_choose(n: int, k: NDArray[np.int64]) -> Floats:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))
