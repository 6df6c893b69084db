"""What goes wrong in a target's runs, counted, and when that is too much to go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from littlestone.proofs_check.audits.subjects.instances import Dataset
from littlestone.proofs_check.audits.subjects.results import Fault, FaultKind

SECONDS_FOR_A_CRASH = 0.02  # a fixed price and not the clock, so that the same faults end an audit on every machine
MOST_CRASHES_AT_FIRST = 300  # 6 s by their price: enough to know the rate to 6%, from which the second attempt is sized
MOST_SECONDS = 30.0  # what crashes and hangs may cost of an audit; half of it is planned for in a second attempt
DISTINCT = 20  # messages that differ each time, by an address say, would fill the book
COSTLY: tuple[FaultKind, ...] = ("crash", "hang")


class TooManyFaults(Exception):
    """Runs that crashed or hung cost too much.

    ``affordable`` is how many runs of the sample with most of them cost half of what is allowed, by their rate so far.
    """

    def __init__(self, lost: int, affordable: int, sample: Dataset) -> None:
        self.lost, self.affordable, self.sample = lost, affordable, sample
        super().__init__(f"{lost:,} runs crashed or hung")


@dataclass(frozen=True)
class Losses:
    """How many runs of an attempt crashed or hung, and whether that is too much.

    A crash counts 0.02 s and a hang the time limit, whatever the clock says: the same faults always end an audit. They
    may cost half a minute; in a first attempt, which may turn out too large, there may be 300 crashes.
    """

    hang_seconds: float
    first_attempt: bool = True
    crashes: int = 0
    hangs: int = 0

    @property
    def cost(self) -> float:
        """The seconds that crashes and hangs have cost."""
        return self.crashes * SECONDS_FOR_A_CRASH + self.hangs * self.hang_seconds

    @property
    def are_too_many(self) -> bool:
        """Crashes and hangs have cost too much."""
        return self.cost > MOST_SECONDS or (self.first_attempt and self.crashes > MOST_CRASHES_AT_FIRST)

    @property
    def hangs_left(self) -> int:
        """So many hangs more are surely too many."""
        return int(max(0.0, MOST_SECONDS - self.cost) / self.hang_seconds) + 2

    def plus(self, kind: FaultKind, times: int = 1) -> Losses:
        """These, and so many runs more that ended like this."""
        crashes, hangs = self.crashes + times * (kind == "crash"), self.hangs + times * (kind == "hang")
        return replace(self, crashes=crashes, hangs=hangs)


@dataclass
class FaultBook:
    """The faults so far, equal ones counted together, and the ``Losses`` of this attempt.

    Faults must be added in the order of the runs, by whomever and whenever these were made: which of equal faults is
    kept, and where an attempt ends, depends on that order.
    """

    losses: Losses
    faults: dict[tuple[str, str], Fault] = field(default_factory=dict)
    lost: Counter[Dataset] = field(default_factory=Counter)
    made: Counter[Dataset] = field(default_factory=Counter)
    repeats: list[tuple[bool, int]] = field(default_factory=list)

    def count(self, made: Mapping[Dataset, int]) -> None:
        """Count runs by their samples."""
        for sample, runs in made.items():
            self.made[sample] += runs

    def add(self, fault: Fault) -> None:
        """Count a fault; the first sample and seed with it are kept."""
        crowded = len(self.faults) >= DISTINCT and (fault.kind, fault.detail) not in self.faults
        key = (fault.kind, "" if crowded else fault.detail)
        known = self.faults.get(key)
        self.faults[key] = fault if known is None else replace(known, times=known.times + fault.times)
        if fault.kind in COSTLY:
            self.losses = self.losses.plus(fault.kind, fault.times)
            self.lost[fault.sample] += fault.times

    def check(self) -> None:
        """Raise TooManyFaults where crashes and hangs have cost too much."""
        if not self.losses.are_too_many:
            return
        total = self.losses.crashes + self.losses.hangs
        sample, lost = self.lost.most_common(1)[0]
        rate = lost / max(self.made[sample], lost)
        raise TooManyFaults(total, int(MOST_SECONDS / 2 * total / self.losses.cost / rate), sample)

    def forgive(self, first_attempt: bool) -> None:
        """Count costs anew, in a first or a second attempt; the faults stay."""
        self.losses = Losses(self.losses.hang_seconds, first_attempt)
        self.lost.clear()
        self.made.clear()

    def listed(self) -> tuple[Fault, ...]:
        """The faults, most frequent first."""
        return tuple(sorted(self.faults.values(), key=lambda fault: -fault.times))
