"""Clusters of real processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from helpers.processes import PATIENCE, wait_until
from littlestone.proofs_check.compute import engines
from littlestone.proofs_check.compute.engines import Engine


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

    def complete(self) -> None:
        """Have two workers that are alive, as the scheduler sees it too."""
        import distributed

        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < 2:
            self.add_worker()
        with distributed.Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            wait_until(lambda: len(client.scheduler_info()["workers"]) == 2)

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
    )


@contextmanager
def cluster_of_two(folder: Path) -> Iterator[Cluster]:
    """A cluster with two workers; skips the test where distributed is not installed."""
    distributed = pytest.importorskip("distributed")
    cluster = Cluster(folder)
    scheduler = started("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(cluster.file))
    for _ in range(2):
        cluster.add_worker()
    patience = pytest.MonkeyPatch()
    patience.setattr(engines, "SECONDS_TO_CONNECT", PATIENCE)
    try:
        with distributed.Client(scheduler_file=str(cluster.file), timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
            cluster.address = client.scheduler.address
        yield cluster
    finally:
        patience.undo()
        Engine(cluster.address).close()
        for process in (*cluster.workers, scheduler):
            process.kill()
            process.wait()
