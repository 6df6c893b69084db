"""Running a target apart from the audit: a worker process, which may crash or hang, seen from outside.

The run's own alarm ends a hang; two seconds later the process is killed, for code that does not let the alarm through.
Each process has one thread: there are as many workers as jobs, and sums must not depend on the number of cores.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pickle import UnpicklingError
from typing import IO

from littlestone.proofs_check.audits.runs.requests import Reply, Runs, Setup
from littlestone.proofs_check.audits.runs.worker import serve
from littlestone.proofs_check.audits.subjects.results import FaultKind
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import UnusableTarget

START = "from littlestone.proofs_check.audits.runs.worker import main; main()"
SECONDS_TO_START = 300.0  # importing a target, with its libraries; 60 were too few at a load of 28 on two cores
GRACE = 2.0  # the run's own alarm comes first; this is for code that does not let it through
Process = subprocess.Popen[bytes] | BaseProcess  # started, the first of a session of its own


class Died(Exception):
    """A worker process ended, or had to be ended, during a run."""

    def __init__(self, kind: FaultKind, index: int, detail: str) -> None:
        self.kind, self.index, self.detail = kind, index, detail
        super().__init__(detail)


class GivenUp(Exception):
    """Nobody wants the runs of this worker any more."""


# ---- One worker


@dataclass
class Worker:
    """One process that runs the target; started when it is first needed, and again after a death.

    A worker that is ``retired`` never starts again.
    """

    target: Target
    setup: Setup
    process: Process | None = None
    connection: Connection | None = None
    progress: IO[bytes] | None = None
    retired: bool = False

    def ask(self, request: Runs) -> Reply:
        """The reply to the request; raises Died, naming the run, where the process crashes or hangs, and GivenUp."""
        connection = self.started()
        assert self.progress is not None
        os.pwrite(self.progress.fileno(), bytes(9), 0)
        try:
            connection.send(request)
            self._wait(connection, self.setup.limits.seconds + GRACE)
            reply: Reply | int = connection.recv()
        except (EOFError, OSError, UnpicklingError) as error:
            index = self._running()
            self.close()
            if self.retired:
                raise GivenUp from error
            raise Died("crash", index, "the process ended during the run") from error
        if isinstance(reply, Reply):
            return reply
        how = f"signal {-reply}" if reply < 0 else f"exit code {reply}"
        raise Died("crash", self._running(), f"the process ended during the run ({how})")

    def _wait(self, connection: Connection, limit: float) -> None:
        """Return when a message is there; a run that makes no progress for too long is killed."""
        seen, since = self._progress(), time.monotonic()
        while not connection.poll(0.1):  # how late a hang is seen; replies end the wait at once
            now = self._progress()
            if now != seen:
                seen, since = now, time.monotonic()
            elif time.monotonic() - since > limit:
                self.close()
                raise Died(
                    "hang", self._running(), f"it ran longer than {self.setup.limits.seconds:g} s and had to be killed"
                )

    def _running(self) -> int:
        return int.from_bytes(self._progress()[:8], "little")

    def _progress(self) -> bytes:
        """The run that the process is in, and the step of it."""
        assert self.progress is not None
        return os.pread(self.progress.fileno(), 9, 0)

    def started(self) -> Connection:
        """The connection to the process; raises UnusableTarget where it cannot load the target, and GivenUp."""
        if self.retired:
            raise GivenUp
        connection = self.connection or self._start()
        if self.retired:
            self.close()
            raise GivenUp
        return connection

    def _start(self) -> Connection:
        mine, its = socket.socketpair()
        self.progress = self.progress or tempfile.TemporaryFile()  # noqa: SIM115
        start = _started_by_name if self.target.is_importable else _forked
        self.process = start(self.target, its, self.progress.fileno())
        its.close()
        self.connection = Connection(mine.detach())
        self._check_loaded(self.connection)
        return self.connection

    def _check_loaded(self, connection: Connection) -> None:
        try:
            connection.send(self.setup)
            found = connection.recv() if connection.poll(SECONDS_TO_START) else "it takes too long to import"
        except (EOFError, OSError):
            found = "the process ended while it was imported"
        if found is None:
            return
        self.close()
        raise UnusableTarget(self.target.name, str(found), "check that it imports in a process of its own")

    def close(self) -> None:
        """End the process."""
        if self.connection is not None:
            self.connection.close()
        if self.process is not None:
            _end(self.process)
        self.connection = self.process = None

    def retire(self) -> None:
        """End the process for good, while another thread may be waiting for it."""
        self.retired = True
        if self.process is not None:
            _end(self.process)


def _end(process: Process) -> None:
    """Kill the process and its copies, and wait for it."""
    assert process.pid is not None
    for end in (os.killpg, os.kill):
        with suppress(OSError):
            end(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired, OSError):
        process.wait(GRACE) if isinstance(process, subprocess.Popen) else process.join(GRACE)


# ---- Processes


def _started_by_name(target: Target, its: socket.socket, progress: int) -> Process:
    """A fresh interpreter, which imports the target by its name."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    # One thread each: there are as many workers as jobs already, and sums must not depend on the cores
    single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return subprocess.Popen(
        [sys.executable, "-c", START, str(its.fileno()), str(progress)],
        pass_fds=(its.fileno(), progress),
        env={**os.environ, **single, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _forked(target: Target, its: socket.socket, progress: int) -> Process:
    """A copy of this process, for a target that has no name to import it by."""
    process = get_context("fork").Process(
        target=_serve_forked, args=(os.dup(its.fileno()), progress, target), daemon=True
    )
    process.start()
    return process


def _serve_forked(connection: int, progress: int, target: Target) -> None:
    os.setsid()
    serve(Connection(connection), progress, target)
