"""Work shared among threads: an answer as soon as it is there, and none after Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TypeVar

from littlestone.proofs_check.compute.interrupts import end_if_interrupted

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def in_threads(task: Callable[[Item], Answer], items: Sequence[Item], jobs: int) -> Generator[Answer, None, None]:
    """The task's answers for all items, each once, as they come; close the generator to give up the others. One job,
    or one item, is done in this thread: to start another took half of what a small circuit takes."""
    pool, is_shared = ThreadPoolExecutor(jobs), jobs > 1 and len(items) > 1
    try:
        waiting = [pool.submit(task, item) for item in items] if is_shared else []
        for answer in (one.result() for one in as_completed(waiting)) if is_shared else map(task, items):
            end_if_interrupted()
            yield answer
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
