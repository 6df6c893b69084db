"""The workers of an audit: runs are spread over them, and a run that kills its worker is marked and passed over."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.completion import completed, width_of
from littlestone.proofs_check.audits.runs.faults import COSTLY, FaultBook, Losses, merged
from littlestone.proofs_check.audits.runs.outputs import FAILED
from littlestone.proofs_check.audits.runs.processes import Staff
from littlestone.proofs_check.audits.runs.requests import Draws, Reply, Setup, Slip
from littlestone.proofs_check.audits.runs.requests import Request as Request
from littlestone.proofs_check.audits.subjects.results import Fault
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.compute.threads import in_threads
from littlestone.proofs_check.kit_faults import KitFault

BATCH_SECONDS = 0.3  # long beside a message, short beside what one waits for Ctrl-C or the next progress
FIRST_BATCH = 16  # before the pace is known
LARGEST_BATCH = 200_000  # bounds what one reply holds in memory


@dataclass
class Crew:
    """The workers of an audit, and the book of their faults.

    ``jobs`` is how many there are at once. Every run has a seed of its own (a mechanism's draws one for each request),
    and faults are booked in the order of the requests, so that neither rows nor faults depend on how many workers there
    are, on how fast they work, or on who is done first. ``width`` is the number of columns of every output, once it is
    known. Use it as a context: leaving it ends the processes.
    """

    target: Target
    setup: Setup
    jobs: int = 1
    book: FaultBook = field(init=False)
    width: int | None = None
    pace: float = BATCH_SECONDS / FIRST_BATCH

    def __post_init__(self) -> None:
        self.book = FaultBook(Losses(self.setup.limits.seconds))
        self.staff = Staff(self.target, self.setup)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes of this machine."""
        self.staff.close()

    @property
    def batch(self) -> int:
        """How many runs take a third of a second, by the last ones."""
        return max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(self.pace, 1e-9))))

    def run(self, requests: Sequence[Request]) -> tuple[Array, tuple[Fault, ...]]:
        """The rows of all requests, in their order, and what went wrong in them.

        Raises TooManyFaults at the run that makes them too many. Until one run has shown the width, requests wait for
        each other.
        """
        replies: list[Reply] = []
        while self.width is None and len(replies) < len(requests):
            replies += self._replies(requests[len(replies) :][:1])
        replies += self._replies(requests[len(replies) :])
        booked = zip(requests, replies, strict=True)
        faults = [_fault(request, slip) for request, reply in booked for slip in reply.failed + reply.remarks]
        return np.concatenate([self._widened(reply.rows) for reply in replies]), merged(faults)

    def _replies(self, requests: Sequence[Request]) -> list[Reply]:
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

    def _book(self, request: Request, reply: Reply) -> None:
        """Count the faults of the reply, run by run; raises TooManyFaults, which only costly ones bring about."""
        counted = 0
        for slip in sorted(reply.failed + reply.remarks, key=lambda slip: slip.run):
            self.book.add(_fault(request, slip))
            if slip.kind in COSTLY:
                made = min(slip.run + 1, len(request))
                self.book.count(request.made(counted, made))
                counted = made
                self.book.check()
        self.book.count(request.made(counted, len(request)))
        rows = request.count if isinstance(request, Draws) else len(request)
        if len(reply.rows) != rows:
            raise KitFault(f"{len(reply.rows)} rows came in reply to a request for {rows}")
        self.width = self.width or width_of(request, reply)

    def _widened(self, rows: Array) -> Array:
        """Rows of failed runs have the width of all others."""
        width = self.width or 1
        return rows if rows.shape[1] >= width else np.full((len(rows), width), int(FAILED), dtype=np.int16)

    def _answered(self, losses: Losses, numbered: tuple[int, Request]) -> tuple[int, Reply, float]:
        number, request = numbered
        with self.staff.one() as worker:
            start = time.monotonic()
            return number, completed(worker, request, losses), time.monotonic() - start


def _fault(request: Request, slip: Slip) -> Fault:
    i = min(slip.run, len(request) - 1)
    seed = request.seed if isinstance(request, Draws) else int(request.seeds[i])
    return Fault(slip.kind, slip.detail, request.sample_of(i), seed, slip.times)
