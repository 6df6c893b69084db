"""The workers of an audit: runs are spread over them, and a run that kills its worker is marked and passed over."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field, replace
from functools import partial
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.faults import COSTLY, FaultBook, Losses
from littlestone.proofs_check.audits.runs.outputs import FAILED
from littlestone.proofs_check.audits.runs.processes import Died, Worker
from littlestone.proofs_check.audits.runs.requests import Reply, Runs, Setup, Slip
from littlestone.proofs_check.audits.subjects.results import Fault
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.compute.threads import in_threads

BATCH_SECONDS = 0.3  # long beside a message, short beside what one waits for Ctrl-C or the next progress
FIRST_BATCH = 16  # before the pace is known
LARGEST_BATCH = 200_000  # bounds what one reply holds in memory


@dataclass
class Crew(AbstractContextManager["Crew"]):
    """The workers of an audit, and the book of their faults.

    ``jobs`` is how many there are at once. Every run has a seed of its own, and faults are booked in the order of the
    requests, so that neither rows nor faults depend on how many workers there are, on how fast they work, or on who is
    done first. ``width`` is the number of columns of every output, once it is known; ``asked``: some run drew from its
    source. Use it as a context: leaving it ends the processes.
    """

    target: Target
    setup: Setup
    jobs: int = 1
    book: FaultBook = field(init=False)
    width: int | None = None
    pace: float = BATCH_SECONDS / FIRST_BATCH
    asked: bool = False

    def __post_init__(self) -> None:
        self.book = FaultBook(Losses(self.setup.limits.seconds))
        self.workers = [Worker(self.target, self.setup) for _ in range(self.jobs)]
        self.idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self.workers:
            self.idle.put(worker)

    def close(self, *exception: object) -> None:
        """End all processes for good, at once."""
        for worker in self.workers:
            worker.retire()

    __exit__ = close

    @property
    def batch(self) -> int:
        """How many runs take a third of a second, by the last ones."""
        return max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(self.pace, 1e-9))))

    def run(self, requests: Sequence[Runs]) -> tuple[Array, tuple[Fault, ...]]:
        """The rows of all requests, in their order, and what went wrong in them.

        Raises TooManyFaults at the run that makes them too many. Until one run has shown the width, requests wait for
        each other.
        """
        replies: list[Reply] = []
        while self.width is None and len(replies) < len(requests):
            replies += self._replies(requests[len(replies) :][:1])
        replies += self._replies(requests[len(replies) :])
        booked = zip(requests, replies, strict=True)
        faults = tuple(_fault(request, slip) for request, reply in booked for slip in reply.slips)
        return _stacked([reply.rows for reply in replies], self.width or 1), faults

    def _replies(self, requests: Sequence[Runs]) -> list[Reply]:
        """The replies, in the order of the requests; each is booked as soon as all before it are."""
        asked = list(enumerate(replace(request, width=self.width) for request in requests))
        arrived: dict[int, Reply] = {}
        done: list[Reply] = []
        with closing(in_threads(partial(self._answered, self.book.losses), asked, self.jobs)) as answers:
            for number, reply, seconds in answers:
                arrived[number], self.pace = reply, seconds / len(requests[number])
                while len(done) in arrived:
                    done.append(arrived.pop(len(done)))
                    self._book(requests[len(done) - 1], done[-1])
        return done

    def _book(self, request: Runs, reply: Reply) -> None:
        """Count the faults of the reply, run by run; raises TooManyFaults, which only costly ones bring about."""
        counted = 0
        for slip in reply.slips:
            self.book.add(_fault(request, slip))
            if slip.kind in COSTLY:
                self.book.count(request.made(counted, slip.run + 1))
                counted = slip.run + 1
                self.book.check()
        self.book.count(request.made(counted, len(request)))
        self.width, self.asked = self.width or width_of(reply), self.asked or reply.asked
        self.book.repeats += reply.repeats

    def _answered(self, losses: Losses, numbered: tuple[int, Runs]) -> tuple[int, Reply, float]:
        number, request = numbered
        worker = self.idle.get()
        start = time.monotonic()
        try:
            return number, completed(worker, request, losses), time.monotonic() - start
        finally:
            self.idle.put(worker)


def _fault(request: Runs, slip: Slip) -> Fault:
    sample = request.pair[int(request.turns[slip.run])]
    return Fault(slip.kind, slip.detail, sample, int(request.seeds[slip.run]), slip.times)


def width_of(reply: Reply) -> int | None:
    """The number of columns of the outputs in the reply; None where every run failed."""
    return reply.rows.shape[1] if (reply.rows != FAILED).any() else None


def _stacked(tables: Sequence[NDArray[np.float64]], least: int) -> NDArray[np.float64]:
    """The tables as one, of so many columns at least; those of failed runs may have one alone."""
    width = max(least, *(table.shape[1] for table in tables))
    return np.concatenate([np.broadcast_to(t, (len(t), width)) if t.shape[1] == 1 else t for t in tables])


# ---- A request answered in full by a worker whose process may die over it


def completed(worker: Worker, request: Runs, losses: Losses) -> Reply:
    """The reply to a request, in which runs that ended the process are failed ones.

    It depends on the request alone, save that it ends with the run that makes the losses, those before it included, too
    many: nobody will want what comes after.
    """
    waiting: list[tuple[Runs, Reply | None]] = [(request, None)]
    done: list[Reply] = []
    slips: list[Slip] = []
    width, made = request.width, 0
    while waiting and not losses.are_too_many:
        part, reply = waiting.pop()
        if reply is None:
            try:
                reply = worker.ask(replace(part, hangs=losses.hangs_left, width=width))
            except Died as death:
                waiting += reversed(_around(part, death))
                continue
        width = width or width_of(reply)
        for slip in reply.slips:
            losses = losses.plus(slip.kind)
            slips.append(slip._replace(run=made + slip.run))
        done.append(reply)
        made += len(part)
    rows, repeats = _stacked([reply.rows for reply in done], width or 1), [each for one in done for each in one.repeats]
    return Reply(rows, tuple(slips), any(one.asked for one in done), tuple(repeats))


def _around(request: Runs, death: Died) -> list[tuple[Runs, Reply | None]]:
    """The runs before and after the deadly one, with its failure between them."""
    before, deadly = request.part(0, death.index), request.part(death.index, death.index + 1)
    failure = Reply(np.full((int(deadly.draws.sum()), 1), FAILED), (Slip(0, death.kind, death.detail),))
    parts = [(before, None), (deadly, failure), (request.part(death.index + 1, len(request)), None)]
    return [(part, reply) for part, reply in parts if len(part)]
