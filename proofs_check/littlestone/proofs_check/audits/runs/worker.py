"""The process in which a target runs: it answers requests for runs until its connection closes.

Every run has a time limit, the process a memory limit. Before each run its number is written to a file, so that
whoever waits knows which run a death was in.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection

import numpy as np
from numpy.typing import NDArray

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.origins import origin_of_this_process
from littlestone.proofs_check.audits.subjects.instances import Dataset, Probe
from littlestone.proofs_check.audits.subjects.results import FaultKind
from littlestone.proofs_check.audits.subjects.targets import (
    FAILED,
    LARGEST,
    BadOutput,
    Target,
    Values,
    drawn,
    is_hashable,
    load_target,
    row_of,
    trained,
)
from littlestone.proofs_check.bad_input import UnusableTarget

CHECKED_ONE_IN = 64  # predicting twice costs 1.6% then; by the seed, so that the same runs are checked everywhere
LONGEST_DETAIL = 300  # of an exception, whose text may be a whole array
Slip = tuple[int, FaultKind, str]


@dataclass(frozen=True)
class Limits:
    """What a target may use: seconds for each run, bytes of memory beyond the process itself."""

    seconds: float = 10.0  # what a hang counts against MOST_SECONDS of faults.py: the seventh ends an audit
    memory: int = 2**31  # the machine must survive a target that asks for all, times the jobs


@dataclass(frozen=True)
class Setup:
    """What a worker must know; ``domain`` is the number of points where a hypothesis may be a tuple of labels."""

    name: str
    probe: Probe
    domain: int | None
    limits: Limits


@dataclass(frozen=True)
class Runs:
    """A request to train on one sample with each of the seeds; ``thorough`` checks every run twice.

    ``width`` is the number of columns that rows must have, None where that is not known yet.
    """

    sample: Dataset
    seeds: NDArray[np.uint32]
    thorough: bool = False
    width: int | None = None

    @property
    def times(self) -> int:
        """How often the target trains in one run, rounded up."""
        return 3 if self.thorough else 1

    def __len__(self) -> int:
        return len(self.seeds)


@dataclass(frozen=True)
class Draws:
    """A request for draws of a mechanism, all at once, with one seed."""

    sample: Dataset
    count: int
    seed: int
    thorough: bool = False
    width: int | None = None

    @property
    def times(self) -> int:
        """How often the target trains in one run, rounded up."""
        return 3 if self.thorough else 1

    def __len__(self) -> int:
        return 1


Request = Runs | Draws


@dataclass(frozen=True)
class Reply:
    """Rows of numbers for all runs; what went wrong: in failed runs, and in runs that are used all the same."""

    rows: Array
    failed: tuple[Slip, ...] = ()
    remarks: tuple[Slip, ...] = ()


class TimeUp(BaseException):
    """A run took longer than its limit; no Exception, so that a target does not catch it."""


@dataclass
class Server:
    """Answers requests with one target; ``width`` is the number of columns, as a request's first good run has it.

    An answer depends on its request alone, not on earlier ones, whichever process they went to.
    """

    target: Target
    setup: Setup
    progress: int
    width: int | None = None
    remarks: list[Slip] = field(default_factory=list)

    def answer(self, request: Request) -> Reply:
        """The reply to a request."""
        self.remarks = []
        self.width = request.width
        return self._runs(request) if isinstance(request, Runs) else self._draws(request)

    def _runs(self, request: Runs) -> Reply:
        train = trained(self.target, request.sample)
        rows: list[Values | None] = []
        failed: list[Slip] = []
        for i, seed in enumerate(request.seeds.tolist()):
            os.pwrite(self.progress, i.to_bytes(8, "little"), 0)
            twice = request.thorough or seed % CHECKED_ONE_IN == 0
            run = partial(self._run, train, seed, i, twice, request.thorough)
            slip, row = self._guarded(run, request.times)
            rows.append(row)
            if slip is not None:
                failed.append((i, *slip))
        return Reply(narrowed(_filled(rows, self.width or 1)), tuple(failed), tuple(self.remarks))

    def _run(self, train: Callable[[int], object], seed: int, i: int, twice: bool, thorough: bool) -> Values:
        hypothesis = train(seed)
        row = self._row(hypothesis)
        if twice and not np.array_equal(row, row_of(hypothesis, self.setup.probe, self.setup.domain)):
            self.remarks.append((i, "changing", "the same hypothesis predicts differently when asked twice"))
        if thorough:
            self._remark_on(hypothesis, row, train, seed, i)
        return row

    def _row(self, hypothesis: object) -> Values:
        row = row_of(hypothesis, self.setup.probe, self.setup.domain)
        self.width = len(row) if self.width is None else self.width
        if len(row) != self.width:
            raise BadOutput("shape", f"its output has {len(row)} numbers, that of another run {self.width}")
        return row

    def _remark_on(self, hypothesis: object, row: Values, train: Callable[[int], object], seed: int, i: int) -> None:
        """Whether the hypothesis can be a key, and whether the same seed gives it again."""
        if self.target.kind == "learner" and not is_hashable(hypothesis):
            found = type(hypothesis).__name__
            self.remarks.append((i, "unhashable", f"it returned a {found}, which cannot be a key; return a tuple"))
        if not np.array_equal(row, row_of(train(seed), self.setup.probe, self.setup.domain)):
            self.remarks.append((i, "nondeterministic", "the same seed gave different hypotheses"))

    def _draws(self, request: Draws) -> Reply:
        os.pwrite(self.progress, bytes(8), 0)
        slip, values = self._guarded(lambda: self._drawn(request), request.times)
        failed: list[Slip] = [] if slip is None else [(0, *slip)]
        if values is None:
            values = np.full((request.count, self.width or 1), FAILED)
        wrong: NDArray[np.bool_] = np.isnan(values).max(axis=1, initial=False)
        if wrong.any():
            failed.append((0, "nan", f"{int(wrong.sum())} of {len(values)} draws are nan"))
            values = np.where(wrong[:, None], FAILED, values)
        return Reply(narrowed(values), tuple(failed), tuple(self.remarks))

    def _drawn(self, request: Draws) -> Values:
        values = drawn(self.target, request.sample, request.count, request.seed)
        self.width = values.shape[1] if self.width is None else self.width
        if values.shape[1] != self.width:
            raise BadOutput("shape", f"its draws have {values.shape[1]} columns, earlier ones {self.width}")
        if request.thorough and not np.array_equal(
            values, drawn(self.target, request.sample, request.count, request.seed), equal_nan=True
        ):
            self.remarks.append((0, "nondeterministic", "the same generator gave different draws"))
        return values

    def _guarded(self, run: Callable[[], Values], times: int) -> tuple[tuple[FaultKind, str] | None, Values | None]:
        """The row of a run that trains so many times, or what went wrong in it."""
        try:
            return None, _limited(run, self.setup.limits.seconds * times)
        except TimeUp:
            return ("hang", f"it ran longer than {self.setup.limits.seconds:g} s"), None
        except MemoryError:
            return ("memory", f"it asked for more than {self.setup.limits.memory / 2**20:,.0f} MiB"), None
        except BadOutput as wrong:
            return (wrong.kind, wrong.detail), None
        except BaseException as error:
            return ("exception", f"{type(error).__name__}: {error}"[:LONGEST_DETAIL]), None


def _limited(run: Callable[[], Values], seconds: float) -> Values:
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _filled(rows: list[Values | None], width: int) -> Values:
    """The rows as an array; those of failed runs hold ``FAILED`` everywhere."""
    filled = np.full((len(rows), width), FAILED)
    for i, row in enumerate(rows):
        if row is not None:
            filled[i] = row
    return np.asarray(np.clip(filled, -LARGEST, LARGEST))


def narrowed(values: Values) -> Array:
    """The same numbers in 16 bits each where all of them fit."""
    with np.errstate(invalid="ignore"):
        small = values.astype(np.int16)
    is_same = np.array_equal(small, values) and not ((values == 0) & np.signbit(values)).any()
    return small if is_same else values


# ---- The process


def serve(connection: Connection, progress: int, target: Target | None) -> None:
    """Answer requests until the connection closes; the first message is the ``Setup``.

    It is answered by what is wrong with the target, in words, or by the ``Origin`` of a target loaded by its name, None
    for one that was given. Requests are answered by a copy of this process. Where it dies, this one says so by sending
    how it ended, and makes another copy, which costs far less than to start and import anew.
    """
    silence()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the audit ends its workers itself, whatever Ctrl-C reaches
    with suppress(EOFError, OSError):
        setup: Setup = connection.recv()
        try:
            server = Server(load_target(setup.name) if target is None else target, setup, progress)
        except UnusableTarget as error:
            connection.send(str(error))
            return
        connection.send(origin_of_this_process() if target is None else None)
        while (status := _status_of_copy(connection, server)) != 0:
            connection.send(status)


def _status_of_copy(connection: Connection, server: Server) -> int:
    """How a copy of this process that answers requests ended: 0 where the connection closed, below 0 by a signal."""
    copy = os.fork()
    if copy:
        with _ended_as_an_orphan():
            return os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    try:
        signal.signal(signal.SIGALRM, _time_is_up)
        limit_memory(server.setup.limits.memory)
        while True:
            connection.send(server.answer(connection.recv()))
    except (EOFError, OSError):
        os._exit(0)
    finally:
        os._exit(1)


@contextmanager
def _ended_as_an_orphan() -> Iterator[None]:
    """While this process waits, look each second whether its parent has died, and end with all copies if so."""
    parent = os.getppid()

    def look(number: int, frame: object) -> None:
        if os.getppid() != parent:
            os.killpg(0, signal.SIGKILL)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _time_is_up(number: int, frame: object) -> None:
    raise TimeUp


def silence() -> None:
    """Send what this process prints nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def limit_memory(extra: int) -> None:
    """At most so many bytes more than now, where the system can say how many those are."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm", encoding="ascii") as pages:
            used = int(pages.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + extra, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main() -> None:
    """Serve on the file descriptors that the arguments name: the connection, and the file for progress."""
    connection, progress = (int(text) for text in sys.argv[1:3])
    serve(Connection(connection), progress, None)
