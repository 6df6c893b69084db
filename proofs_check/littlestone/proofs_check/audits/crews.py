"""The workers of an audit: runs are spread over them, and a run that kills its worker is marked and passed over."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from littlestone.proofs_check.audits.faults import FaultBook, merged
from littlestone.proofs_check.audits.processes import Died, Worker
from littlestone.proofs_check.audits.results import Fault, FaultKind
from littlestone.proofs_check.audits.targets import FAILED, Target
from littlestone.proofs_check.audits.worker import Draws, Reply, Runs, Setup

Array = NDArray[Any]
BATCH_SECONDS = 0.3
FIRST_BATCH = 16
LARGEST_BATCH = 20_000
Request = Runs | Draws


@dataclass
class Crew:
    """The workers of an audit, and the book of their faults.

    Every run has a seed of its own (a mechanism's draws one for each request), so that the rows do not depend on how
    many workers there are. ``width`` is the number of columns of every output, once it is known. Use it as a context:
    leaving it ends the processes.
    """

    target: Target
    setup: Setup
    jobs: int = 1
    book: FaultBook = field(init=False)
    width: int | None = None
    pace: float = BATCH_SECONDS / FIRST_BATCH

    def __post_init__(self) -> None:
        self.book = FaultBook(self.setup.limits.seconds)
        self.workers = [Worker(self.target, self.setup) for _ in range(self.jobs)]

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes; they start again when asked."""
        for worker in self.workers:
            worker.close()

    @property
    def batch(self) -> int:
        """How many runs take a third of a second, by the last ones."""
        return max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(self.pace, 1e-9))))

    def run(self, requests: Sequence[Request]) -> tuple[Array, tuple[Fault, ...]]:
        """The rows of all requests, in their order, and what went wrong in them; raises TooManyFaults."""
        replies = self._in_turn(requests) if self.jobs == 1 or len(requests) == 1 else self._in_parallel(requests)
        faults = [f for request, reply in zip(requests, replies, strict=True) for f in _faults(request, reply)]
        return np.concatenate([self._widened(reply.rows) for reply in replies]), merged(faults)

    def _in_turn(self, requests: Sequence[Request]) -> list[Reply]:
        return [self._complete(self.workers[0], request) for request in requests]

    def _in_parallel(self, requests: Sequence[Request]) -> list[Reply]:
        idle = list(self.workers)

        def complete(request: Request) -> Reply:
            worker = idle.pop()
            try:
                return self._complete(worker, request)
            finally:
                idle.append(worker)

        pool = ThreadPoolExecutor(self.jobs)
        try:
            return list(pool.map(complete, requests))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            self.close()
            raise
        finally:
            pool.shutdown()

    def _complete(self, worker: Worker, request: Request) -> Reply:
        """The reply to a request, in which runs that ended the process are failed ones."""
        open_parts: list[Request | Reply] = [request]
        done: list[Reply] = []
        while open_parts:
            part = open_parts.pop()
            if isinstance(part, Reply):
                done.append(part)
                continue
            try:
                done.append(self._asked(worker, part))
            except Died as death:
                open_parts += reversed(_around(part, death))
                self._charge(part, death)
        return _joined(done)

    def _asked(self, worker: Worker, request: Request) -> Reply:
        start = time.monotonic()
        reply = worker.ask(replace(request, width=self.width))
        self.pace = (time.monotonic() - start) / len(request)
        self.book.made[request.sample] += len(request)
        self.book.add_all(_faults(request, reply))
        self.book.check()
        return reply

    def _charge(self, request: Request, death: Died) -> None:
        self.book.made[request.sample] += 1
        self.book.add(Fault(death.kind, death.detail, request.sample, _seed(request, death.index)))
        self.book.check()

    def _widened(self, rows: Array) -> Array:
        """Rows of failed runs have the width of all others."""
        width = self.width or 1
        return rows if rows.shape[1] >= width else np.full((len(rows), width), int(FAILED), dtype=np.int16)


def _around(request: Request, death: Died) -> list[Request | Reply]:
    """The runs before and after the deadly one, with its failure between them."""
    failure = Reply(_failed_rows(request), ((0, death.kind, death.detail),))
    if isinstance(request, Draws):
        return [failure]
    before, after = request.seeds[: death.index], request.seeds[death.index + 1 :]
    parts: list[Request | Reply] = [replace(request, seeds=seeds) for seeds in (before, after) if len(seeds)]
    parts.insert(1 if len(before) else 0, failure)
    return parts


def _failed_rows(request: Request) -> Array:
    return np.full((request.count if isinstance(request, Draws) else 1, 1), int(FAILED), dtype=np.int16)


def _joined(replies: list[Reply]) -> Reply:
    """Replies one after the other as one."""
    if len(replies) == 1:
        return replies[0]
    width = max(reply.rows.shape[1] for reply in replies)
    rows = [np.broadcast_to(r.rows, (len(r.rows), width)) if r.rows.shape[1] == 1 else r.rows for r in replies]
    starts = np.cumsum([0, *(len(reply.rows) for reply in replies)]).tolist()[:-1]
    placed = list(zip(starts, replies, strict=True))
    failed = tuple((start + i, kind, words) for start, reply in placed for i, kind, words in reply.failed)
    remarks = tuple((start + i, kind, words) for start, reply in placed for i, kind, words in reply.remarks)
    return Reply(np.concatenate(rows), failed, remarks)


def _faults(request: Request, reply: Reply) -> list[Fault]:
    slips: tuple[tuple[int, FaultKind, str], ...] = reply.failed + reply.remarks
    return [Fault(kind, words, request.sample, _seed(request, i)) for i, kind, words in slips]


def _seed(request: Request, i: int) -> int:
    return request.seed if isinstance(request, Draws) else int(request.seeds[min(i, len(request) - 1)])
