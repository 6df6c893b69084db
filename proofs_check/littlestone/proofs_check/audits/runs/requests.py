"""What is asked of the process in which a target runs, and what it replies."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

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
    """A request to run the target with each of the seeds, on the first sample of a pair or, by ``turns``, the second.

    A run of a mechanism is a call for so many ``draws``, any other gives one output. ``thorough`` checks every run
    twice. ``width`` is the number of columns that outputs must have, None where that is not known yet. So many
    ``hangs`` end the request.
    """

    pair: tuple[Dataset, Dataset]
    seeds: NDArray[Any]
    turns: NDArray[np.bool_]
    draws: NDArray[np.int64]
    thorough: bool = False
    width: int | None = None
    hangs: int | None = None

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def together(self) -> bool:
        """Whether some call is for many draws."""
        return bool((self.draws > 1).any())

    def made(self, start: int, stop: int) -> Counter[Dataset]:
        """How many of the runs from ``start`` up to ``stop`` are on each sample."""
        turned = int(self.turns[start:stop].sum())
        return Counter({self.pair[0]: stop - start - turned}) + Counter({self.pair[1]: turned})

    def part(self, start: int, stop: int) -> Runs:
        """The runs from ``start`` up to ``stop``."""
        at = slice(start, stop)
        return replace(self, seeds=self.seeds[at], turns=self.turns[at], draws=self.draws[at])


def runs_on(sample: Dataset, seeds: Array, draws: int = 1, thorough: bool = False) -> Runs:
    """Runs on one sample, each for so many draws."""
    return Runs((sample, sample), seeds, np.zeros(len(seeds), bool), np.full(len(seeds), draws), thorough)


@dataclass(frozen=True)
class Reply:
    """Rows of numbers for all draws of all runs, and what went wrong; those of failed runs hold ``outputs.FAILED``.

    ``asked``: some run, this or an earlier one, drew from the source or generator it was given. Of each estimator that
    was trained again, ``repeats`` say whether it gave the same, and a fingerprint of what.
    """

    rows: NDArray[np.float64]
    slips: tuple[Slip, ...] = ()
    asked: bool = False
    repeats: tuple[tuple[bool, int], ...] = ()
