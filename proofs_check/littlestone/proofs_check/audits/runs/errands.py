"""Requests as they go to another machine and come back, and the worker processes that each machine keeps for them."""

from __future__ import annotations

import atexit
import time
from dataclasses import dataclass, replace
from threading import Lock, Timer

from littlestone.proofs_check.audits.runs.completion import completed
from littlestone.proofs_check.audits.runs.faults import Losses
from littlestone.proofs_check.audits.runs.origins import Origin, kit_digest
from littlestone.proofs_check.audits.runs.processes import GivenUp, Staff, Worker
from littlestone.proofs_check.audits.runs.requests import Reply, Request, Setup
from littlestone.proofs_check.audits.subjects.targets import Kind, Target
from littlestone.proofs_check.bad_input import UnusableTarget

# An idle staff on a worker of a cluster then ends: to start it again costs its imports, to keep it memory
SECONDS_KEPT = 60.0


@dataclass(frozen=True, eq=False)
class Order:
    """A request under a number of its own, with the losses of the audit before it."""

    number: int
    request: Request
    losses: Losses


@dataclass(frozen=True, eq=False)
class Answer:
    """The reply to an order and the seconds it took; without a reply, why the target could not be run as it is here.

    ``origin`` is what it is made of there, ``problem`` what is wrong with it.
    """

    number: int
    reply: Reply | None = None
    seconds: float = 0.0
    origin: Origin | None = None
    problem: str = ""


def answered(worker: Worker, order: Order) -> Answer:
    """The answer of one worker."""
    start = time.monotonic()
    reply = completed(worker, order.request, order.losses)
    return Answer(order.number, reply, time.monotonic() - start)


@dataclass(frozen=True)
class Errand:
    """What a machine of a cluster must know to answer orders; ``origin`` is what it must find the target made of."""

    setup: Setup
    kind: Kind
    origin: Origin

    def __call__(self, order: Order) -> Answer:
        """The answer; without a reply where the target, the kit or a library is not there or another version."""
        if kit_digest() != self.origin.kit:
            return Answer(order.number, origin=replace(self.origin, kit=kit_digest()))
        while True:
            try:
                return self._answered(_staff_of(self), order)
            except GivenUp:
                continue
            except UnusableTarget as error:
                return Answer(order.number, problem=error.problem)
            finally:
                _keep_for_a_while(self)

    def _answered(self, staff: Staff, order: Order) -> Answer:
        with staff.one() as worker:
            worker.started()
            if worker.origin != self.origin:
                staff.dismiss()
                return Answer(order.number, origin=worker.origin)
            return answered(worker, order)


# ---- What this process keeps between the errands


_kept: dict[Errand, tuple[Staff, Timer]] = {}
_lock = Lock()


def _staff_of(errand: Errand) -> Staff:
    with _lock:
        if errand not in _kept or _kept[errand][0].is_closed:
            staff = Staff(Target(errand.setup.name, None, errand.kind), errand.setup)
            _kept[errand] = staff, Timer(0, staff.dismiss)
        return _kept[errand][0]


def _keep_for_a_while(errand: Errand) -> None:
    """Begin anew to wait for the moment when nobody has asked for a while."""
    with _lock:
        if errand in _kept:
            staff, timer = _kept[errand]
            timer.cancel()
            timer = Timer(SECONDS_KEPT, _dismiss_idle, (errand,))
            timer.daemon = True
            timer.start()
            _kept[errand] = staff, timer


def _dismiss_idle(errand: Errand) -> None:
    with _lock:
        if errand in _kept and not _kept[errand][0].busy:
            _dismiss(errand)


def _dismiss(errand: Errand) -> None:
    staff, timer = _kept.pop(errand)
    timer.cancel()
    staff.dismiss()


@atexit.register
def dismiss_all() -> None:
    """End all worker processes that this process keeps for errands."""
    with _lock:
        for errand in list(_kept):
            _dismiss(errand)
