"""Work shared among threads through joblib: an answer as soon as it is there, and none after Ctrl-C."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from littlestone.proofs_check.compute.interrupts import end_if_interrupted

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def in_threads(task: Callable[[Item], Answer], items: Sequence[Item], jobs: int) -> Generator[Answer, None, None]:
    """The task's answers for all items, each once, as they come; close the generator to give up the others."""
    from joblib import Parallel, delayed

    shared = Parallel(min(jobs, len(items)) or 1, "threading", "generator_unordered", batch_size=1)
    answers = shared(delayed(task)(item) for item in items)
    try:
        for answer in answers:
            end_if_interrupted()
            yield answer
    finally:
        with warnings.catch_warnings():  # joblib's, that not all answers were wanted
            warnings.simplefilter("ignore")
            answers.close()
