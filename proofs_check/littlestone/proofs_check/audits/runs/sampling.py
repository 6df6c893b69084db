"""The draws that an audit tests: runs of the target in its workers, counted and reported as they go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.crews import Crew
from littlestone.proofs_check.audits.runs.requests import Runs
from littlestone.proofs_check.audits.subjects.instances import Dataset
from littlestone.proofs_check.audits.subjects.results import FAILING

Progress = Callable[[int], None]
# Part of what seeds mean: every request has one of its own, so recorded answers change with these
DRAWS_AT_ONCE = 50_000
FEWEST_DRAWS = 100  # fewer are made at once: a call costs as much as some hundred draws
FEWEST_CALLS = 8  # on each sample: whether draws of one call belong together shows between calls alone
BATCHES_IN_A_SLICE = 4  # about a second of work, after which progress is told


class NotIndependent(Exception):
    """Draws of one call of a mechanism cannot be taken for independent, such as all those of a failed one."""


@dataclass
class Sampler:
    """``draw(dataset, n, rng)``: n outputs of the target on the dataset, of shape (n,) or (n, columns).

    Seeds come from ``rng`` alone, so equal generators give equal draws with any number of workers. Rows of failed runs
    hold ``outputs.FAILED`` in every column. With ``apart`` every draw of a mechanism is a call of its own, and a failed
    call one failed draw; without it a failed call raises NotIndependent. ``last`` are the outputs of the last call on
    both samples of each pair, ``parts`` the target's calls that they are of. Raises TooManyFaults.
    """

    crew: Crew
    progress: Progress
    apart: bool = False
    made: int = 0
    last: dict[tuple[Dataset, Dataset], tuple[Array, Array]] = field(default_factory=dict)
    parts: dict[tuple[Dataset, Dataset], tuple[Array, Array]] = field(default_factory=dict)

    def __call__(self, dataset: Dataset, n: int, rng: np.random.Generator) -> Array:
        """n rows of outputs."""
        return self._outputs((dataset, dataset), (n, 0), rng)[0]

    def on_both(
        self, pair: tuple[Dataset, Dataset], sizes: tuple[int, int], rng: np.random.Generator
    ) -> tuple[Array, Array]:
        """So many rows of outputs on each sample of a pair, by runs in a random order.

        Whatever else a run depends on, its place among the runs, the time or those before it, is then as likely to
        meet the one sample as the other: it cannot pass for a dependence on the sample.
        """
        self.last[pair] = self._outputs(pair, sizes, rng)
        return self.last[pair]

    def _outputs(
        self, pair: tuple[Dataset, Dataset], sizes: tuple[int, int], rng: np.random.Generator
    ) -> tuple[Array, Array]:
        runs, jobs = self._runs(pair, sizes, rng), self.crew.jobs
        parts: list[Array] = []
        start = 0
        while start < len(runs):
            batch = 1 if runs.together else self.crew.batch
            stop = min(len(runs), start + batch * BATCHES_IN_A_SLICE * jobs)
            each = min(batch, -(-(stop - start) // jobs))
            rows, faults = self.crew.run([runs.part(i, min(i + each, stop)) for i in range(start, stop, each)])
            failed = [fault for fault in faults if fault.kind in FAILING - {"nan"}]  # nan in some draws is their own
            if runs.together and failed:
                raise NotIndependent(f"a call failed ({failed[0].detail})")
            parts.append(rows)
            start = stop
            self.made += len(rows)
            self.progress(self.made)
        rows = np.concatenate(parts) if parts else np.zeros((0, self.crew.width or 1))
        rows = rows[:, 0] if rows.shape[1] == 1 else rows
        turned, calls = np.repeat(runs.turns, runs.draws), np.repeat(np.arange(len(runs)), runs.draws)
        self.parts[pair] = calls[~turned], calls[turned]
        return rows[~turned], rows[turned]

    def _runs(self, pair: tuple[Dataset, Dataset], sizes: tuple[int, int], rng: np.random.Generator) -> Runs:
        together = self.crew.target.kind == "mechanism" and not self.apart
        counts = [_calls(n) if together else [1] * n for n in sizes]
        kind, most = (np.int64, 2**63) if together else (np.uint32, 2**32)
        seeds = rng.integers(most, size=len(counts[0]) + len(counts[1]), dtype=kind)
        order = rng.permutation(len(seeds))
        turns = np.repeat([False, True], [len(counts[0]), len(counts[1])])[order]
        return Runs(pair, seeds, turns, np.array(counts[0] + counts[1], dtype=np.int64)[order])


def _calls(n: int) -> list[int]:
    """How many draws each call for n of them makes."""
    size = min(DRAWS_AT_ONCE, max(FEWEST_DRAWS, n // FEWEST_CALLS))
    return [size] * (n // size) + [n % size] * (n % size > 0)
