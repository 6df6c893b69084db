"""Running a target apart from the audit: a worker process, which may crash or hang, seen from outside."""

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
from pickle import UnpicklingError
from typing import IO, Any, Protocol

from littlestone.proofs_check.audits.errors import UnusableTarget
from littlestone.proofs_check.audits.results import FaultKind
from littlestone.proofs_check.audits.targets import Target
from littlestone.proofs_check.audits.worker import Draws, Reply, Runs, Setup, serve

START = "from littlestone.proofs_check.audits.worker import main; main()"
SECONDS_TO_START = 60.0
GRACE = 2.0


class Died(Exception):
    """A worker process ended, or had to be ended, during a run."""

    def __init__(self, kind: FaultKind, index: int, detail: str) -> None:
        self.kind, self.index, self.detail = kind, index, detail
        super().__init__(detail)


class Process(Protocol):
    """A started process, the first of a session of its own."""

    @property
    def pid(self) -> int | None:
        """Its number, and that of its session."""


# ---- One worker


@dataclass
class Worker:
    """One process that runs the target; started when it is first needed, and again after a death."""

    target: Target
    setup: Setup
    process: Process | None = None
    connection: Connection | None = None
    progress: IO[bytes] | None = None

    def ask(self, request: Runs | Draws) -> Reply:
        """The reply to the request; raises Died, naming the run, where the process crashes or hangs."""
        connection = self.connection or self._start()
        assert self.progress is not None
        os.pwrite(self.progress.fileno(), bytes(8), 0)
        try:
            connection.send(request)
            self._wait(connection, self.setup.limits.seconds * request.times + GRACE)
            reply: Reply | int = connection.recv()
        except (EOFError, OSError, UnpicklingError) as error:
            index = self._running()
            self.close()
            raise Died("crash", index, "the process ended during the run") from error
        if isinstance(reply, Reply):
            return reply
        how = f"signal {-reply}" if reply < 0 else f"exit code {reply}"
        raise Died("crash", self._running(), f"the process ended during the run ({how})")

    def _wait(self, connection: Connection, limit: float) -> None:
        """Return when a message is there; a run that makes no progress for too long is killed."""
        seen, since = self._running(), time.monotonic()
        while not connection.poll(0.1):
            now = self._running()
            if now != seen:
                seen, since = now, time.monotonic()
            elif time.monotonic() - since > limit:
                self.close()
                raise Died("hang", seen, f"it ran longer than {self.setup.limits.seconds:g} s and had to be killed")

    def _running(self) -> int:
        assert self.progress is not None
        return int.from_bytes(os.pread(self.progress.fileno(), 8, 0), "little")

    def _start(self) -> Connection:
        """Start the process and set it up; raises UnusableTarget where it cannot load the target."""
        mine, its = socket.socketpair()
        self.progress = self.progress or tempfile.TemporaryFile()  # noqa: SIM115
        start = _started_by_name if self.target.is_importable else _forked
        self.process = start(self.target, its, self.progress.fileno())
        its.close()
        self.connection = Connection(mine.detach())
        self.connection.send(self.setup)
        self._check_ready(self.connection)
        return self.connection

    def _check_ready(self, connection: Connection) -> None:
        try:
            problem = connection.recv() if connection.poll(SECONDS_TO_START) else "it takes too long to import"
        except (EOFError, OSError):
            problem = "the process ended while it was imported"
        if problem is not None:
            self.close()
            raise UnusableTarget(self.target.name, str(problem), "check that it imports in a process of its own")

    def close(self) -> None:
        """End the process."""
        if self.connection is not None:
            self.connection.close()
        if self.process is not None:
            _end(self.process)
        self.connection = self.process = None


def _end(process: Any) -> None:
    """Kill the process and its copies, and wait for it."""
    for end in (os.killpg, os.kill):
        with suppress(OSError):
            end(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired, OSError):
        process.wait(GRACE) if isinstance(process, subprocess.Popen) else process.join(GRACE)


def _started_by_name(target: Target, its: socket.socket, progress: int) -> Process:
    """A fresh interpreter, which imports the target by its name."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
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
