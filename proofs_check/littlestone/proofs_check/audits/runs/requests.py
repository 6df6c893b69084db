"""What is asked of the process in which a target runs, and what it replies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.probes import Probe
from littlestone.proofs_check.audits.subjects.instances import Dataset
from littlestone.proofs_check.audits.subjects.results import FaultKind


class Slip(NamedTuple):
    """What went wrong in a run of a request, and in how many of its draws."""

    run: int
    kind: FaultKind
    detail: str
    times: int = 1


@dataclass(frozen=True)
class Limits:
    """What a target may use: seconds for each run, bytes of memory beyond the process itself."""

    seconds: float = 10.0  # what a hang counts against MOST_SECONDS of faults.py: the fourth ends an audit
    memory: int = 2**31  # the machine must survive a target that asks for all, times the jobs


@dataclass(frozen=True)
class Setup:
    """What a worker must know; ``domain`` is the number of points where a hypothesis may be a tuple of labels.

    ``fresh``: every run is made in a copy of a process in which the target never ran.
    """

    name: str
    probe: Probe
    domain: int | None
    limits: Limits
    fresh: bool = False


@dataclass(frozen=True)
class Runs:
    """A request to train on a sample with each of the seeds; of a mechanism, to call it for one draw with each.

    ``thorough`` checks every run twice. ``width`` is the number of columns that rows must have, None where that is not
    known yet. Where ``turns`` is True, a run is on ``neighbour`` instead of the sample. So many ``hangs`` end it.
    """

    sample: Dataset
    seeds: NDArray[np.uint32]
    thorough: bool = False
    width: int | None = None
    neighbour: Dataset = ()
    turns: NDArray[np.bool_] | None = None
    hangs: int | None = None

    def __len__(self) -> int:
        return len(self.seeds)

    def sample_of(self, i: int) -> Dataset:
        """The sample of a run."""
        return self.neighbour if self.turns is not None and self.turns[i] else self.sample

    def made(self, start: int, stop: int) -> dict[Dataset, int]:
        """How many of the runs from ``start`` up to ``stop`` are on each sample."""
        turned = 0 if self.turns is None else int(self.turns[start:stop].sum())
        return Counter({self.sample: stop - start - turned}) + Counter({self.neighbour: turned})

    def part(self, start: int, stop: int) -> Runs:
        """The runs from ``start`` up to ``stop``."""
        turns = None if self.turns is None else self.turns[start:stop]
        return replace(self, seeds=self.seeds[start:stop], turns=turns)


@dataclass(frozen=True)
class Draws:
    """A request for draws of a mechanism, all at once, with one seed."""

    sample: Dataset
    count: int
    seed: int
    thorough: bool = False
    width: int | None = None

    def __len__(self) -> int:
        return 1

    def sample_of(self, i: int) -> Dataset:
        """The sample of the call."""
        return self.sample

    def made(self, start: int, stop: int) -> dict[Dataset, int]:
        """How many of the calls from ``start`` up to ``stop`` are on each sample."""
        return {self.sample: stop - start}


Request = Runs | Draws


@dataclass(frozen=True)
class Reply:
    """Rows of numbers for all runs; what went wrong: in failed runs, and in runs that are used all the same."""

    rows: Array
    failed: tuple[Slip, ...] = ()
    remarks: tuple[Slip, ...] = ()
