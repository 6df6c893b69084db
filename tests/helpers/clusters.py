"""Clusters of real processes, and processes that are interrupted, for the tests that need them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import pytest

from littlestone.proofs_check.compute.engines import Engine

RUN = "LITTLESTONE_TEST_RUN"
OFTEN = "from littlestone.proofs_check.circuits import checkpoints; checkpoints.SECONDS_BETWEEN_WRITES = 0.05"
A_WHILE = '''
from functools import reduce
from operator import and_, xor

from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import Binary, claim

@claim("LONG.parities", "-", "lemma")
def parities(H: Binary) -> Truth:
    """What takes a few seconds on all classes on five points: twelve parities that are odd make the first one odd."""
    held = [truth for _, truth in H.members()]
    odd = [reduce(xor, (held[i:] + held[:i])[: 8 + 2 * i]) for i in range(12)]
    return ~reduce(and_, odd) | odd[0]
'''


@dataclass
class Cluster:
    """A scheduler and workers of one thread each, all of them processes of their own."""

    folder: Path
    address: str = ""
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.folder / "scheduler.json"

    def add_worker(self) -> None:
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        self.workers.append(started("worker", "--scheduler-file", str(self.file), *options))

    def kill_workers(self) -> None:
        for worker in self.workers:
            worker.kill()
            worker.wait()


def started(*words: str) -> subprocess.Popen[bytes]:
    """A process of the dask command; its workers die with their scheduler."""
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words, "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "10s"},
    )


@contextmanager
def cluster_of_two(folder: Path) -> Iterator[Cluster]:
    """A cluster with two workers; skips the test where distributed is not installed."""
    distributed = pytest.importorskip("distributed")
    cluster = Cluster(folder)
    scheduler = started("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(cluster.file))
    for _ in range(2):
        cluster.add_worker()
    try:
        with distributed.Client(scheduler_file=str(cluster.file), timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
            cluster.address = client.scheduler.address
        yield cluster
    finally:
        Engine(cluster.address).close()
        for process in (*cluster.workers, scheduler):
            process.kill()
            process.wait()


@dataclass
class Interrupted:
    """How a command ended after Ctrl-C: its exit code, what it printed, how long it took, and who outlived it."""

    code: int
    out: str
    err: str
    seconds: float
    orphans: list[int]


def after_ctrl_c(words: list[str], folder: Path, is_under_way: Callable[[str], bool], before: str = "") -> Interrupted:
    """``littlestone`` with these words, to whose process group, as a terminal does, SIGINT is sent once under way.

    ``is_under_way`` is told the mark of its processes; ``before`` is Python that the first of them runs first.
    """
    run = uuid4().hex
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"{before}\nfrom littlestone.proofs_check.command_line.main import main; main()",
            *words,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), RUN: run},
        start_new_session=True,
        preexec_fn=listen_to_interruptions,
    )
    wait_until(lambda: is_under_way(run) or process.poll() is not None, 60)
    start = time.monotonic()
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    seconds = time.monotonic() - start
    wait_until(lambda: not processes_of(run), 5)
    return Interrupted(process.returncode, out, err, seconds, processes_of(run))


def listen_to_interruptions() -> None:
    """What runs in the background of a shell ignores them, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)


def processes_of(run: str) -> list[int]:
    """The processes that have the run's mark in their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if f"{RUN}={run}".encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found
