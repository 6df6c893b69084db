"""The draws that an audit tests: runs of the target in its workers, journalled, counted and reported as they go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.crews import Crew, Request
from littlestone.proofs_check.audits.runs.journal import Journal, Record, digest_of
from littlestone.proofs_check.audits.runs.worker import Draws, Runs
from littlestone.proofs_check.audits.subjects.instances import Dataset

Progress = Callable[[int], None]
DRAWS_AT_ONCE = 50_000  # part of what seeds mean: every request has one of its own, so recorded answers change with it
BATCHES_IN_A_SLICE = 4  # a slice is a record of the journal: what an interruption loses, about a second of work


@dataclass
class Sampler:
    """``draw(dataset, n, rng)``: n outputs of the target on the dataset, of shape (n,) or (n, columns).

    Seeds come from ``rng`` alone, so equal generators give equal draws with any number of workers, and a journal can
    stand in for the runs. Rows of failed runs hold ``targets.FAILED`` in every column. Raises TooManyFaults.
    """

    crew: Crew
    journal: Journal
    progress: Progress
    calls: int = 0
    made: int = 0

    def __call__(self, dataset: Dataset, n: int, rng: np.random.Generator) -> Array:
        """n rows of outputs."""
        call, digest, units = self.calls, digest_of(dataset), self._units(dataset, n, rng)
        self.calls += 1
        parts: list[Array] = []
        start = 0
        while start < len(units):
            record = self._kept(call, start, digest, dataset) or self._made(call, start, digest, units)
            parts.append(record.rows)
            start = record.stop
            self.made += len(record.rows)
            self.progress(self.made)
        rows = np.concatenate(parts) if parts else np.zeros((0, self.crew.width or 1))
        return rows[:, 0] if rows.shape[1] == 1 else rows

    def _units(self, dataset: Dataset, n: int, rng: np.random.Generator) -> Units:
        if self.crew.target.kind == "mechanism":
            counts = [DRAWS_AT_ONCE] * (n // DRAWS_AT_ONCE) + [n % DRAWS_AT_ONCE] * (n % DRAWS_AT_ONCE > 0)
            return Units(dataset, rng.integers(2**63, size=len(counts), dtype=np.int64), tuple(counts))
        return Units(dataset, rng.integers(2**32, size=n, dtype=np.uint32), None)

    def _kept(self, call: int, start: int, digest: str, dataset: Dataset) -> Record | None:
        record = self.journal.find(call, start, digest)
        if record is not None:
            self.crew.book.made[dataset] += record.stop - record.start
            self.crew.book.add_all(record.faults)
            self.crew.book.check()
        return record

    def _made(self, call: int, start: int, digest: str, units: Units) -> Record:
        batch, jobs = self.crew.batch, self.crew.jobs
        stop = min(len(units), start + batch * BATCHES_IN_A_SLICE * jobs)
        rows, faults = self.crew.run(units.requests(start, stop, min(batch, -(-(stop - start) // jobs))))
        record = Record(call, digest, start, stop, faults, rows)
        self.journal.add(record)
        return record


@dataclass(frozen=True)
class Units:
    """The runs of one call, each with its seed; those of a mechanism also with how many draws each gives."""

    sample: Dataset
    seeds: Array
    counts: tuple[int, ...] | None

    def __len__(self) -> int:
        return len(self.seeds)

    def requests(self, start: int, stop: int, batch: int) -> list[Request]:
        """The runs from ``start`` up to ``stop`` in requests of at most ``batch`` runs."""
        if self.counts is not None:
            return [Draws(self.sample, self.counts[i], int(self.seeds[i])) for i in range(start, stop)]
        return [Runs(self.sample, self.seeds[i : min(i + batch, stop)]) for i in range(start, stop, batch)]
