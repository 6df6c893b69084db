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
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import cast
from zlib import crc32

import numpy as np
import numpy.random  # else NumPy loads it at the first use, in each fresh copy anew: 12 ms of 15
from numpy.typing import NDArray

from littlestone.proofs_check.audits.runs.outputs import (
    FAILED,
    LARGEST,
    BadOutput,
    Values,
    Watched,
    drawn,
    is_hashable,
    row_of,
    states,
    trained,
)
from littlestone.proofs_check.audits.runs.requests import Reply, Runs, Setup, Slip
from littlestone.proofs_check.audits.search.features import BELOW_ZERO
from littlestone.proofs_check.audits.subjects.instances import Dataset
from littlestone.proofs_check.audits.subjects.targets import Target, load_target
from littlestone.proofs_check.bad_input import UnusableTarget
from littlestone.proofs_check.compute.memory_limits import limit_memory
from littlestone.proofs_check.compute.users_code import TimeUp, limited

CHECKED_ONE_IN = 64  # predicting twice costs 1.6% then; by the seed, so that the same runs are checked everywhere
CLOSED = 89  # the exit code of a copy whose connection closed; no target is known to end with it
LONGEST_DETAIL = 300  # of an exception, whose text may be a whole array

Made = tuple[list[Slip], Values | None]  # what went wrong in a run, and its rows, shape (draws, columns)


@dataclass
class Server:
    """Answers requests with one target; ``width`` is the number of columns, as a request's first good run has it.

    Rows and slips depend on their request alone, not on earlier ones, whichever process they went to. ``asked``: some
    run drew from what it was given. Whether an estimator uses its random state, ``repeats`` of a request tell.
    """

    target: Target
    setup: Setup
    progress: int
    width: int | None = None
    asked: bool = False
    repeats: list[tuple[bool, int]] = field(default_factory=list)

    def answer(self, request: Runs) -> Reply:
        """The reply to a request."""
        self.width, self.repeats = request.width, []
        train = [self._trained(sample) for sample in request.pair]
        slips: list[Slip] = []
        tables: list[Values | None] = []
        hangs = 0
        runs = zip(request.turns.tolist(), request.seeds.tolist(), request.draws.tolist(), strict=True)
        for i, (turned, seed, draws) in enumerate(runs):
            self._begin(i)
            run = partial(self._run, i, partial(train[turned], seed, draws), seed, request.thorough)
            made, table = in_a_copy(run, i) if self.setup.fresh else run()
            slips += made
            tables.append(table)
            hangs += table is None and made[0].kind == "hang"
            if hangs == request.hangs:
                break
        reply = _reply(tables, request.draws[: len(tables)], request.width or 1, slips)
        return replace(reply, asked=self.asked, repeats=tuple(self.repeats))

    def _trained(self, sample: Dataset) -> Callable[[int, int], object]:
        """A function of a seed and a number of draws: those of a mechanism, or a hypothesis trained on the sample."""
        if self.target.kind == "mechanism":
            return lambda seed, draws: drawn(self.target, sample, draws, seed, self._asking)
        read = partial(row_of, probe=self.setup.probe, domain=self.setup.domain)
        train = trained(self.target, sample, self._asking, read)
        return lambda seed, draws: train(seed)

    def _asking(self, generator: Watched | None, call: Callable[[], object]) -> object:
        """What the call gives; until one has drawn from its generator or a global one, it is seen whether it does."""
        if self.asked:
            return call()
        before = states(generator)
        try:
            return call()
        finally:
            self.asked = states(generator) != before

    def _begin(self, i: int, step: int = 0) -> None:
        """Tell whoever waits that a step of this run begins, for which there is as much time as for any other."""
        os.pwrite(self.progress, i.to_bytes(8, "little") + bytes([step]), 0)

    def _run(self, i: int, train: Callable[[], object], seed: int, thorough: bool) -> Made:
        """One run; it is looked at again where it succeeds, and what goes wrong then is only a remark."""
        outputs: list[object] = []

        def first() -> Values:
            outputs.append(train())
            return self._table(outputs[0])

        slip, table = self._guarded(i, first)
        if slip is not None or table is None:
            return [slip] if slip else [], None
        slips: list[Slip] = []
        kind, checked = self.target.kind, thorough or seed % CHECKED_ONE_IN == 0
        if kind != "mechanism" and checked:
            self._begin(i, 1)
            slip, again = self._guarded(i, lambda: self._table(outputs[0]))
            if again is None or not np.array_equal(table, again):
                words = "the same hypothesis predicts differently when asked twice"
                slips.append(Slip(i, "changing", words if slip is None else f"{words}: {slip.detail}"))
        if thorough and kind == "learner" and not is_hashable(outputs[0]):
            found = f"it returned a {type(outputs[0]).__name__}"
            slips.append(Slip(i, "unhashable", f"{found}, which cannot be a key; return a tuple"))
        if thorough or (kind == "estimator" and checked):
            slips += self._repeated(i, train, table)
        return slips, table

    def _repeated(self, i: int, train: Callable[[], object], table: Values) -> list[Slip]:
        """What is to be said where a run with the same seed gives something else than this."""
        self._begin(i, 2)
        _, again = self._guarded(i, lambda: self._table(train()))
        same = again is not None and np.array_equal(table, again, equal_nan=True)
        if self.target.kind == "estimator":
            self.repeats.append((same, crc32(np.ascontiguousarray(table).tobytes())))
        of_many = self.target.kind == "mechanism"
        words = "the same generator gave different draws" if of_many else "the same seed gave different hypotheses"
        return [] if same else [Slip(i, "nondeterministic", words)]

    def _table(self, output: object) -> Values:
        """An output as rows; raises BadOutput where it is none, or has another width."""
        if self.target.kind == "mechanism":
            table = cast(Values, output)
        else:
            table = row_of(output, self.setup.probe, self.setup.domain)[None]
        self.width = self.width or table.shape[1]
        if table.shape[1] != self.width:
            raise BadOutput("shape", f"its output has {table.shape[1]} numbers, that of another run {self.width}")
        return table

    def _guarded(self, i: int, run: Callable[[], Values]) -> tuple[Slip | None, Values | None]:
        """What went wrong in a run, and its rows. Copies that the target makes of this process end here."""
        home = os.getpid()
        try:
            return None, limited(run, self.setup.limits.seconds)
        except TimeUp:
            return Slip(i, "hang", f"it ran longer than {self.setup.limits.seconds:g} s"), None
        except MemoryError:
            return Slip(i, "memory", f"it asked for more than {self.setup.limits.memory / 2**20:,.0f} MiB"), None
        except BadOutput as wrong:
            return Slip(i, wrong.kind, wrong.detail), None
        except BaseException as error:
            return Slip(i, "exception", f"{type(error).__name__}: {error}"[:LONGEST_DETAIL]), None
        finally:
            if os.getpid() != home:
                os._exit(0)


def _reply(tables: list[Values | None], draws: NDArray[np.int64], width: int, slips: list[Slip]) -> Reply:
    """The rows of all runs as one table; draws that are nan are failed ones, and told of."""
    good = [table for table in tables if table is not None]
    made = np.repeat([table is not None for table in tables], draws)
    rows = np.full((len(made), good[0].shape[1] if good else width), FAILED)
    if good:
        rows[made] = _told_apart(np.concatenate(good))
    wrong = np.isnan(rows).any(axis=1)
    rows[wrong] = FAILED
    of_runs = Counter(np.repeat(np.arange(len(tables)), draws)[wrong].tolist())
    slips += [Slip(i, "nan", "a draw is nan", times) for i, times in of_runs.items()]
    return Reply(np.clip(rows, -LARGEST, LARGEST), tuple(sorted(slips, key=lambda slip: slip.run)))


def _told_apart(values: Values) -> Values:
    """The values, of which those that happen to be the mark of a failed run are the float next to it.

    A zero below 0 is the float next to 0: a label in the sign of a zero was taken for none.
    """
    values = np.where((values == 0) & np.signbit(values), BELOW_ZERO, values)
    return np.where(values == FAILED, np.nextafter(FAILED, 0), values)


def in_a_copy(run: Callable[[], Made], i: int) -> Made:
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
        made = [Slip(i, "crash", "the process ended during the run")], None
    finally:
        ours.close()
    os.waitpid(copy, 0)
    return made


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
    copy, parent = os.fork(), os.getppid()
    if copy:

        def look(number: int, frame: object) -> None:
            if os.getppid() != parent:
                os.killpg(0, signal.SIGKILL)

        # While it waits, it looks each second whether its parent has died, and ends with all copies if so
        signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, 1, 1)
        try:
            return os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        limit_memory(server.setup.limits.memory)
        while True:
            connection.send(server.answer(connection.recv()))
    except (EOFError, OSError):
        os._exit(CLOSED)
    finally:
        os._exit(1)


def silence() -> None:
    """Send what this process prints nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def main() -> None:
    """Serve on the file descriptors that the arguments name: the connection, and the file for progress."""
    connection, progress = (int(text) for text in sys.argv[1:3])
    serve(Connection(connection), progress, None)
