"""Work given to forked processes: the answers in the order of the items, and no process left behind."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_all_start_methods, get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any, TypeVar

from littlestone.proofs_check.compute.interrupts import deferred, end_if_interrupted

SECONDS_BETWEEN_LOOKS = 0.1  # how late Ctrl-C is heard
DIED = "a worker process died, for lack of memory maybe; try --jobs 1"

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def is_forked(jobs: int, items: int) -> bool:
    """Several processes work on so many items: there is more than one of each, and processes can be forked."""
    return min(jobs, items) > 1 and "fork" in get_all_start_methods()


def in_order(
    task: Callable[[Item], Answer], items: Sequence[Item], jobs: int, lost: Callable[[Item], Answer]
) -> Generator[Answer, None, None]:
    """The task's answers in the order of the items: ``forked`` where there are several jobs, else from here."""
    if is_forked(jobs, len(items)):
        yield from forked(task, items, jobs, lost)
        return
    for item in items:
        end_if_interrupted()
        yield task(item)


def forked(
    task: Callable[[Item], Answer],
    items: Sequence[Item],
    jobs: int,
    lost: Callable[[Item], Answer],
    finished: Callable[[Answer], object] = lambda answer: None,
) -> Generator[Answer, None, None]:
    """The task's answers in the order of the items; what a task raises is raised in its place.

    ``lost`` is the answer for an item whose process died; ``finished`` is given answers as soon as they are there, in
    any order. The processes are ended where this is closed or interrupted.
    """
    others = set(active_children())
    # Forked, so that the claims of users' files are there; deaf to Ctrl-C, which this process answers for all
    pool = ProcessPoolExecutor(min(jobs, len(items)), get_context("fork"), signal, (SIGINT, SIG_IGN))
    try:
        with deferred():
            futures = [pool.submit(task, item) for item in items]
            for future in futures:
                future.add_done_callback(
                    lambda done: None if done.cancelled() or done.exception() else finished(done.result())
                )
        for item, future in zip(items, futures, strict=True):
            try:
                yield _result(future)
            except BrokenProcessPool:
                yield lost(item)
    except BaseException:
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _result(future: Future[Any]) -> Any:
    # Waiting takes the future's lock, which an exception at the wrong moment leaves taken: the pool would never end
    done = False
    while not done:
        with deferred():
            done = bool(wait([future], SECONDS_BETWEEN_LOOKS).done)
        end_if_interrupted()
    with deferred():
        return future.result()
