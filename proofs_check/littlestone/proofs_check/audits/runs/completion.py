"""A request answered in full by a worker whose process may die over it: the deadly runs are marked, the others made."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from littlestone.proofs_check.audits.runs.faults import COSTLY, Losses
from littlestone.proofs_check.audits.runs.outputs import FAILED
from littlestone.proofs_check.audits.runs.processes import Died, Worker
from littlestone.proofs_check.audits.runs.requests import Draws, Reply, Request, Runs, Slip


def completed(worker: Worker, request: Request, losses: Losses) -> Reply:
    """The reply to a request, in which runs that ended the process are failed ones.

    It depends on the request alone, save that it ends with the run that makes the losses, those before it included, too
    many: nobody will want what comes after.
    """
    waiting: list[Request | Reply] = [request]
    done: list[Reply] = []
    width = request.width
    while waiting and not losses.are_too_many:
        part = waiting.pop()
        if isinstance(part, Reply):
            done.append(part)
        else:
            try:
                limited = replace(part, hangs=losses.hangs_left) if isinstance(part, Runs) else part
                done.append(worker.ask(replace(limited, width=width)))
            except Died as death:
                waiting += reversed(_around(part, death))
                continue
            width = width or width_of(part, done[-1])
        losses = _with_those_of(done[-1], losses)
    return _joined(done)


def width_of(request: Request, reply: Reply) -> int | None:
    """The number of columns of the outputs in the reply; None where every run failed."""
    return reply.rows.shape[1] if len({slip.run for slip in reply.failed}) < len(request) else None


def _with_those_of(reply: Reply, losses: Losses) -> Losses:
    for kind in COSTLY:
        losses = losses.plus(kind, sum(slip.kind == kind for slip in reply.failed))
    return losses


def _around(request: Request, death: Died) -> list[Request | Reply]:
    """The runs before and after the deadly one, with its failure between them."""
    rows = np.full((request.count if isinstance(request, Draws) else 1, 1), int(FAILED), dtype=np.int16)
    failure = Reply(rows, (Slip(0, death.kind, death.detail),))
    if isinstance(request, Draws):
        return [failure]
    before, after = request.part(0, death.index), request.part(death.index + 1, len(request))
    return [part for part in (before, failure, after) if isinstance(part, Reply) or len(part)]


def _joined(replies: list[Reply]) -> Reply:
    """Replies one after the other as one."""
    if len(replies) == 1:
        return replies[0]
    width = max(reply.rows.shape[1] for reply in replies)
    rows = [np.broadcast_to(r.rows, (len(r.rows), width)) if r.rows.shape[1] == 1 else r.rows for r in replies]
    starts = np.cumsum([0, *(len(reply.rows) for reply in replies)]).tolist()[:-1]
    placed = list(zip(starts, replies, strict=True))
    failed = tuple(slip._replace(run=start + slip.run) for start, reply in placed for slip in reply.failed)
    remarks = tuple(slip._replace(run=start + slip.run) for start, reply in placed for slip in reply.remarks)
    return Reply(np.concatenate(rows), failed, remarks)
