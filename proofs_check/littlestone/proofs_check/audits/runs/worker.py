"""The process in which a target runs: it answers requests for runs until its connection closes.

Every run has a time limit, the process a memory limit. Before each run its number is written to a file, so that
whoever waits knows which run a death was in.

A run costs 77 to 143 microseconds, the target included (138 to 207 before one pass over what surrounds it). Seeding by
NumPy's hash on arrays and an alarm set below the signal module would make it 62 to 74; the one is a second seeding to
keep, the other rests on a private module. A run in a fresh copy takes some 3 ms, where loading NumPy's generators took
12 more.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import numpy as np
import numpy.random  # else NumPy loads it at the first use, in each fresh copy anew: 12 ms of 15
from numpy.typing import NDArray

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.outputs import (
    FAILED,
    LARGEST,
    BadOutput,
    Draw,
    Values,
    drawn,
    is_hashable,
    row_of,
    trained,
)
from littlestone.proofs_check.audits.runs.requests import Draws, Reply, Request, Runs, Setup, Slip
from littlestone.proofs_check.audits.search.features import BELOW_ZERO
from littlestone.proofs_check.audits.subjects.results import FaultKind
from littlestone.proofs_check.audits.subjects.targets import Target, load_target
from littlestone.proofs_check.bad_input import UnusableTarget
from littlestone.proofs_check.compute.users_code import TimeUp, limited

CHECKED_ONE_IN = 64  # predicting twice costs 1.6% then; by the seed, so that the same runs are checked everywhere
CLOSED = 89  # the exit code of a copy whose connection closed; no target is known to end with it
LONGEST_DETAIL = 300  # of an exception, whose text may be a whole array

Made = tuple[tuple[FaultKind, str] | None, Values | None]  # what went wrong in a run, or its row


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
        samples = [request.sample] if request.turns is None else [request.sample, request.neighbour]
        trains = [trained(self.target, sample) for sample in samples]
        made: list[Made] = []
        hangs = 0
        for i, seed in enumerate(request.seeds.tolist()):
            self._begin(i)
            train = trains[request.turns is not None and bool(request.turns[i])]
            run = partial(self._run, train, seed, i, request.thorough)
            made.append(in_a_copy(run) if self.setup.fresh else run())
            hangs += made[-1][0] is not None and made[-1][0][0] == "hang"
            if hangs == request.hangs:
                break
        failed = tuple(Slip(i, *slip) for i, (slip, _) in enumerate(made) if slip is not None)
        rows = _filled([row for _, row in made], self.width or 1)
        return Reply(narrowed(rows), failed, tuple(self.remarks))

    def _begin(self, i: int, step: int = 0) -> None:
        """Tell whoever waits that a step of this run begins, for which there is as much time as for any other."""
        os.pwrite(self.progress, i.to_bytes(8, "little") + bytes([step]), 0)

    def _run(self, train: Callable[[int], object], seed: int, i: int, thorough: bool) -> Made:
        """One run; it is looked at again where it succeeds, and what goes wrong then is only a remark."""
        hypotheses: list[object] = []

        def first() -> Values:
            hypotheses.append(train(seed))
            return self._row(hypotheses[0])

        slip, row = self._guarded(first)
        if row is not None and (thorough or seed % CHECKED_ONE_IN == 0):
            self._begin(i, 1)
            wrong, again = self._guarded(lambda: self._row(hypotheses[0]))
            if again is None or not np.array_equal(row, again):
                words = "the same hypothesis predicts differently when asked twice"
                self._remark(i, "changing", words if wrong is None else f"{words}: {wrong[1]}")
        if row is not None and thorough:
            self._begin(i, 2)
            self._remark_on(hypotheses[0], row, train, seed, i)
        return slip, row

    def _remark(self, i: int, kind: FaultKind, words: str) -> None:
        self.remarks.append(Slip(i, kind, words))

    def _row(self, hypothesis: object) -> Values:
        row = self._numbers(hypothesis)
        self.width = len(row) if self.width is None else self.width
        if len(row) != self.width:
            raise BadOutput("shape", f"its output has {len(row)} numbers, that of another run {self.width}")
        return row

    def _numbers(self, hypothesis: object) -> Values:
        if isinstance(hypothesis, Draw):
            return hypothesis.row()
        return row_of(hypothesis, self.setup.probe, self.setup.domain)

    def _remark_on(self, hypothesis: object, row: Values, train: Callable[[int], object], seed: int, i: int) -> None:
        """Whether the hypothesis can be a key, and whether the same seed gives it again."""
        if self.target.kind == "learner" and not is_hashable(hypothesis):
            found = type(hypothesis).__name__
            self._remark(i, "unhashable", f"it returned a {found}, which cannot be a key; return a tuple")
        _, again = self._guarded(lambda: self._row(train(seed)))
        if again is None or not np.array_equal(row, again):
            self._remark(i, "nondeterministic", "the same seed gave different hypotheses")

    def _draws(self, request: Draws) -> Reply:
        self._begin(0)
        slip, values = self._guarded(lambda: self._drawn(request))
        if values is None:
            assert slip is not None
            return Reply(narrowed(np.full((request.count, self.width or 1), FAILED)), (Slip(0, *slip),))
        if request.thorough:
            self._begin(0, 1)
            _, again = self._guarded(lambda: self._drawn(request))
            if again is None or not np.array_equal(values, again, equal_nan=True):
                self._remark(0, "nondeterministic", "the same generator gave different draws")
        values = _told_apart(values)
        wrong: NDArray[np.bool_] = np.isnan(values).max(axis=1, initial=False)
        if wrong.any():
            self.remarks.append(Slip(0, "nan", "a draw is nan", int(wrong.sum())))
            values = np.where(wrong[:, None], FAILED, values)
        return Reply(narrowed(values), (), tuple(self.remarks))

    def _drawn(self, request: Draws) -> Values:
        values = drawn(self.target, request.sample, request.count, request.seed)
        self.width = values.shape[1] if self.width is None else self.width
        if values.shape[1] != self.width:
            raise BadOutput("shape", f"its draws have {values.shape[1]} columns, earlier ones {self.width}")
        return values

    def _guarded(self, run: Callable[[], Values]) -> Made:
        """The row of a run, or what went wrong in it. Copies that the target makes of this process end here."""
        home = os.getpid()
        try:
            return None, limited(run, self.setup.limits.seconds)
        except TimeUp:
            return ("hang", f"it ran longer than {self.setup.limits.seconds:g} s"), None
        except MemoryError:
            return ("memory", f"it asked for more than {self.setup.limits.memory / 2**20:,.0f} MiB"), None
        except BadOutput as wrong:
            return (wrong.kind, wrong.detail), None
        except BaseException as error:
            return ("exception", f"{type(error).__name__}: {error}"[:LONGEST_DETAIL]), None
        finally:
            if os.getpid() != home:
                os._exit(0)


def in_a_copy(run: Callable[[], Made]) -> Made:
    """What the run gives in a copy of this process, which ends with it."""
    ours, theirs = Pipe(duplex=False)
    copy = os.fork()
    if not copy:
        try:
            theirs.send(run())
        finally:
            os._exit(0)
    theirs.close()
    try:
        made: Made = ours.recv()
    except EOFError:
        made = ("crash", "the process ended during the run"), None
    finally:
        ours.close()
    os.waitpid(copy, 0)
    return made


def _filled(rows: list[Values | None], width: int) -> Values:
    """The rows as an array; those of failed runs hold ``FAILED`` everywhere."""
    filled = np.full((len(rows), width), FAILED)
    good = [row for row in rows if row is not None]
    if good:
        filled[[row is not None for row in rows]] = _told_apart(np.array(good))
    return np.asarray(np.clip(filled, -LARGEST, LARGEST))


def _told_apart(values: Values) -> Values:
    """The values, of which those that happen to be the mark of a failed run are the float next to it.

    A zero below 0 is the float next to 0: a label in the sign of a zero was taken for none.
    """
    values = np.where((values == 0) & np.signbit(values), BELOW_ZERO, values)
    return np.where(values == FAILED, np.nextafter(FAILED, 0), values)


def narrowed(values: Values) -> Array:
    """The same numbers in 16 bits each where all of them fit."""
    with np.errstate(invalid="ignore"):
        small = values.astype(np.int16)
    is_same = np.array_equal(small, values) and not ((values == 0) & np.signbit(values)).any()
    return small if is_same else values


# ---- The process


def serve(connection: Connection, progress: int, target: Target | None) -> None:
    """Answer requests until the connection closes; the first message is the ``Setup``.

    It is answered by what is wrong with the target, in words, or by None. Requests are answered by a copy of this
    process. Where it dies, this one says so by sending how it ended, and makes another copy, which costs far less than
    to start and import anew.
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
        connection.send(None)
        while (status := _status_of_copy(connection, server)) != CLOSED:
            connection.send(status)


def _status_of_copy(connection: Connection, server: Server) -> int:
    """How a copy of this process that answers requests ended: by ``CLOSED``, its exit code, or a signal below 0."""
    copy = os.fork()
    if copy:
        with _ended_as_an_orphan():
            return os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    try:
        limit_memory(server.setup.limits.memory)
        while True:
            connection.send(server.answer(connection.recv()))
    except (EOFError, OSError):
        os._exit(CLOSED)
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
