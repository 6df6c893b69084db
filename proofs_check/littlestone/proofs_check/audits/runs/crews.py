"""The workers of an audit: runs are spread over them, and a run that kills its worker is marked and passed over."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.runs.completion import width_of
from littlestone.proofs_check.audits.runs.errands import Answer, Errand, Order, answered
from littlestone.proofs_check.audits.runs.faults import COSTLY, FaultBook, Losses, merged
from littlestone.proofs_check.audits.runs.origins import Origin
from littlestone.proofs_check.audits.runs.outputs import FAILED
from littlestone.proofs_check.audits.runs.processes import Staff
from littlestone.proofs_check.audits.runs.requests import Draws, Reply, Setup, Slip
from littlestone.proofs_check.audits.runs.requests import Request as Request
from littlestone.proofs_check.audits.subjects.results import Fault
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import UnusableTarget
from littlestone.proofs_check.compute.engines import ClusterFault, Engine, engine_in_use, once_each
from littlestone.proofs_check.kit_faults import KitFault

BATCH_SECONDS = 0.3  # long beside a message, short beside what one waits for Ctrl-C or the next progress
SECONDS_TO_SCHEDULE = 0.01  # of a cluster, for one request: with many workers batches last longer, or they wait for it
FIRST_BATCH = 16  # before the pace is known
LARGEST_BATCH = 200_000  # bounds what one reply holds in memory; was 20,000 before a cluster made batches last longer


@dataclass
class Crew:
    """The workers of an audit, and the book of their faults.

    ``jobs`` is how many there are at once: processes of this machine, or where the engine is a cluster, as many as that
    has threads, each on a machine of the cluster. Every run has a seed of its own (a mechanism's draws one for each
    request), and faults are booked in the order of the requests, so that neither rows nor faults depend on how many
    workers there are, on where and how fast they work, or on who is done first. ``width`` is the number of columns of
    every output, once it is known. Use it as a context: leaving it ends the processes.
    """

    target: Target
    setup: Setup
    jobs: int = 1
    engine: Engine = field(default_factory=engine_in_use)
    book: FaultBook = field(init=False)
    width: int | None = None
    pace: float = BATCH_SECONDS / FIRST_BATCH
    asked: int = 0
    origin: Origin | None = None

    def __post_init__(self) -> None:
        self.book = FaultBook(Losses(self.setup.limits.seconds))
        self.jobs = self.engine.threads(self.jobs)
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
        """How many runs take a third of a second, by the last ones; more where a scheduler has many to look after."""
        scheduling = 0.0 if self.engine.scheduler is None else SECONDS_TO_SCHEDULE * self.jobs
        return max(1, min(LARGEST_BATCH, int(max(BATCH_SECONDS, scheduling) / max(self.pace, 1e-9))))

    def run(self, requests: Sequence[Request]) -> tuple[Array, tuple[Fault, ...]]:
        """The rows of all requests, in their order, and what went wrong in them.

        Raises TooManyFaults at the run that makes them too many, ClusterFault, and KitFault where a reply is lost, or
        comes twice or unasked. Until one run has shown the width, requests wait for each other.
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
        orders = [Order(self.asked + i, replace(r, width=self.width), self.book.losses) for i, r in enumerate(requests)]
        self.asked += len(orders)
        numbers = [order.number for order in orders]
        arrived: dict[int, Reply] = {}
        done: list[Reply] = []
        with closing(self._answers(orders)) as answers:
            for answer in once_each(answers, numbers, self.asked, lambda answer: answer.number):
                arrived[answer.number] = self._reply(orders[answer.number - numbers[0]], answer)
                while len(done) < len(orders) and numbers[len(done)] in arrived:
                    done.append(arrived.pop(numbers[len(done)]))
                    self._book(orders[len(done) - 1].request, done[-1])
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

    # ---- Here and on a cluster

    def _answers(self, orders: Sequence[Order]) -> Generator[Answer, None, None]:
        task = self._answered_here if self.engine.scheduler is None else self._errand()
        return self.engine.work(task, orders, self.jobs)

    def _answered_here(self, order: Order) -> Answer:
        with self.staff.one() as worker:
            return answered(worker, order)

    def _errand(self) -> Errand:
        """What goes to the cluster; its origin is that of a process of this machine, started once to be asked."""
        if not self.target.is_importable:
            problem = "it has no name by which the machines of a cluster could import it"
            raise UnusableTarget(self.target.name, problem, "write it into a file, and name it as file.py:name")
        if self.origin is None:
            with self.staff.one() as worker:
                worker.started()
                self.origin = worker.origin
                worker.close()
        assert self.origin is not None
        return Errand(replace(self.setup, name=_name_elsewhere(self.setup.name)), self.target.kind, self.origin)

    def _reply(self, order: Order, answer: Answer) -> Reply:
        """The reply of an answer; raises ClusterFault where the target could not be run as it is here."""
        if answer.reply is not None:
            self.pace = answer.seconds / len(order.request)
            return answer.reply
        where, name = f"a worker of the cluster at {self.engine.scheduler}", _name_elsewhere(self.setup.name)
        if answer.origin is None or self.origin is None:
            advice = "put it in the same place on every machine, and install what it imports there"
            raise ClusterFault(f"{where} cannot run {name}: {answer.problem}; {advice}")
        other = self.origin.difference(answer.origin)
        advice = "bring every machine to the same one, and start its workers again"
        raise ClusterFault(f"{where} would run {name} with another version of {other}; {advice}")


def _name_elsewhere(name: str) -> str:
    """The target's name, with the whole path of its file."""
    module, _, attribute = name.rpartition(":")
    return f"{Path(module).resolve()}:{attribute}" if module.endswith(".py") else name


def _fault(request: Request, slip: Slip) -> Fault:
    i = min(slip.run, len(request) - 1)
    seed = request.seed if isinstance(request, Draws) else int(request.seeds[i])
    return Fault(slip.kind, slip.detail, request.sample_of(i), seed, slip.times)
