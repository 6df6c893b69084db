"""Where shards are worked on: by threads of this process, or by the workers of a Dask cluster, through joblib.

Threads and clusters give the same answer bit for bit. If all workers of a cluster vanish, a message comes within 20
seconds instead of a wait without end.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from logging import CRITICAL, getLogger
from multiprocessing import TimeoutError as JoblibTimeout
from threading import Event, Thread
from typing import Protocol, TypeVar

from littlestone.proofs_check.compute.interrupts import end_if_interrupted
from littlestone.proofs_check.kit_faults import KitFault

MOST_BITS_HERE, MOST_BITS_ON_A_CLUSTER = 32, 62  # counts of assignments must fit into 63 bits
SECONDS_TO_CONNECT = 20  # for a scheduler and its first worker that are just starting
MOST_SECONDS_WITHOUT_WORKERS = 20  # time to restart a worker; then a message instead of waiting for ever
SECONDS_BETWEEN_LOOKS = 1  # small beside the above
WAITING_PER_THREAD = 4  # a thread never waits for the scheduler; more would be lost with it and sent again

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Call = tuple[Callable[..., Answer], tuple[object, ...], dict[str, object]]  # as joblib delays it


class Client(Protocol):
    """What is used of a connection to a Dask scheduler."""

    def ncores(self) -> Mapping[str, int]:
        """The threads of each worker."""

    def wait_for_workers(self, n_workers: int, timeout: float) -> None:
        """Return once there are so many."""

    def close(self) -> None:
        """Drop the connection."""


class Waiting(Protocol):
    """What is used of joblib's ``Parallel`` while it waits for answers."""

    timeout: float | None


class ClusterFault(RuntimeError):
    """A cluster does not answer, has no workers, loses them for good, or runs another version of the kit."""


@dataclass(frozen=True, slots=True)
class Engine:
    """Threads of this process, or with the address of a scheduler, such as ``tcp://host:8786``, its Dask workers."""

    scheduler: str | None = None

    @property
    def most_bits(self) -> int:
        """The largest n for which 2^n assignments are enumerated."""
        return MOST_BITS_HERE if self.scheduler is None else MOST_BITS_ON_A_CLUSTER

    @property
    def budgets(self) -> int:
        """How many times the budget of gate words may be spent: once here, once for each thread of a cluster."""
        return self.threads(1)

    def threads(self, jobs: int) -> int:
        """How many items are worked on at once: ``jobs`` here, else one by each thread of the cluster, at least one.

        Raises ClusterFault.
        """
        if self.scheduler is None:
            return jobs
        client = _client(self.scheduler)
        with _as_cluster_faults(self.scheduler):
            return max(1, int(sum(client.ncores().values())))

    def work(self, task: Callable[[Item], Answer], items: Sequence[Item], jobs: int) -> Generator[Answer, None, None]:
        """The task's answers for all items, each once, as they come; ``jobs`` is the number of threads of this process.

        A lost worker's items are given to another. Close the generator to give up the others. Raises ClusterFault.
        """
        from joblib import Parallel, delayed

        calls = [delayed(task)(item) for item in items]
        if self.scheduler is None:
            here = Parallel(min(jobs, len(calls)) or 1, "threading", "generator_unordered", batch_size=1)
            return _until_interrupted(here(calls))
        return self._on_the_cluster(calls)

    def connect(self) -> None:
        """Raise ClusterFault unless there is nothing to connect to, or a scheduler answers there."""
        if self.scheduler is not None:
            _client(self.scheduler)

    def close(self) -> None:
        """Drop the connection; the next work opens another."""
        if self.scheduler is not None and _client.cache_info().currsize:
            _client(self.scheduler).close()
        _client.cache_clear()

    def _on_the_cluster(self, calls: Sequence[Call[Answer]]) -> Generator[Answer, None, None]:
        from joblib import Parallel

        from littlestone.proofs_check.compute.dask_backend import ClusterBackend

        assert self.scheduler is not None
        client = _client(self.scheduler)
        with _as_cluster_faults(self.scheduler):
            there = Parallel(
                -1,
                backend=ClusterBackend(client=client, wait_for_workers_timeout=MOST_SECONDS_WITHOUT_WORKERS),
                return_as="generator_unordered",
                batch_size=1,
                pre_dispatch=f"{WAITING_PER_THREAD} * n_jobs",
            )
            with _given_up_without_workers(there, client):
                yield from _until_interrupted(there(calls))


HERE = Engine()


def _until_interrupted(answers: Generator[Answer, None, None]) -> Generator[Answer, None, None]:
    """The same answers up to Ctrl-C; joblib's warning that not all were wanted is left out."""
    try:
        for answer in answers:
            end_if_interrupted()
            yield answer
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answers.close()


@contextmanager
def _given_up_without_workers(there: Waiting, client: Client) -> Iterator[None]:
    """While this is open, a ``Parallel`` that waits ends in a TimeoutError once there was no worker for a while.

    A shard may take as long as it likes on a worker that lives; workers that come back in time are used.
    """
    is_over = Event()

    def watch() -> None:
        seen = time.monotonic()
        while not is_over.wait(SECONDS_BETWEEN_LOOKS):
            if _has_workers(client):
                seen = time.monotonic()
            elif time.monotonic() - seen > MOST_SECONDS_WITHOUT_WORKERS:
                there.timeout = 0
                return

    Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        is_over.set()


def _has_workers(client: Client) -> bool:
    """A scheduler answers and has workers."""
    try:
        return bool(client.ncores())
    except (OSError, RuntimeError, ValueError, CancelledError, TimeoutError):
        return False


@contextmanager
def _as_cluster_faults(scheduler: str) -> Iterator[None]:
    """What goes wrong with the cluster itself as a ClusterFault that names it."""
    from distributed.scheduler import KilledWorker

    try:
        yield
    except KilledWorker as error:
        words = "workers died over one shard again and again; give them more memory"
        raise ClusterFault(f"the cluster at {scheduler}: {words}") from error
    except ImportError as error:
        words = f"a worker cannot import what it needs ({error}); install the same version of the kit on every machine"
        raise ClusterFault(f"the cluster at {scheduler}: {words}") from error
    except (TimeoutError, JoblibTimeout) as error:
        words = f"no worker was left for {MOST_SECONDS_WITHOUT_WORKERS} s; start `dask worker {scheduler}` again"
        raise ClusterFault(f"the cluster at {scheduler}: {words}") from error
    except (OSError, CancelledError) as error:
        _client.cache_clear()
        words = f"its scheduler was lost ({type(error).__name__}); start it and its workers again"
        raise ClusterFault(f"the cluster at {scheduler}: {words}") from error


def _check_address(scheduler: str) -> None:
    """Raise ValueError unless it has a host and a port: a client of anything else leaves a traceback as it ends."""
    from distributed.comm import get_address_host_port

    host, port = get_address_host_port(scheduler)
    if not (host and 0 < port < 2**16):
        raise ValueError("it is no address such as tcp://host:8786")


@lru_cache(maxsize=1)
def _client(scheduler: str) -> Client:
    """The connection to a scheduler that has workers; raises ClusterFault."""
    try:
        import distributed
    except ImportError as error:
        raise ClusterFault("the engine dask is not installed; pip install 'littlestone[cluster]'") from error
    for name in ("distributed", "distributed.client"):
        getLogger(name).setLevel(CRITICAL)
    try:
        _check_address(scheduler)
        client: Client = distributed.Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError, TimeoutError) as error:
        advice = f"start `dask scheduler`, and on each machine `dask worker {scheduler}`"
        raise ClusterFault(
            f"no scheduler with workers answers at {scheduler} within {SECONDS_TO_CONNECT} s ({error}); {advice}"
        ) from error
    return client


def once_each(
    answers: Iterable[Answer], waiting: Iterable[int], shards: int, number: Callable[[Answer], int]
) -> Iterator[Answer]:
    """The answers as they come; raises KitFault where one of the waiting shards is lost, comes twice or unasked."""
    left = set(waiting)
    for answer in answers:
        if number(answer) not in left:
            raise KitFault(f"shard {number(answer)} of {shards} was reported twice, or unasked")
        left.remove(number(answer))
        yield answer
    if left:
        raise KitFault(f"{len(left)} of {shards} shards were lost, shard {min(left)} the first of them")
