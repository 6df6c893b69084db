"""Work given to forked processes: in order, and a process that dies loses its item and no answer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from littlestone.proofs_check.compute.forked import forked, in_order


def squared(n: int) -> int:
    """The square; the first item comes last."""
    if n == 0:
        time.sleep(0.05)
    return n * n


def died(n: int) -> int:
    os._exit(1)


def lost(n: int, how: str) -> int:
    return -n


def failed(n: int) -> int:
    return 1 // (n - 3)


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_come_in_the_order_of_the_items(jobs: int) -> None:
    assert list(in_order(squared, range(20), jobs, lost)) == [n * n for n in range(20)]
    assert list(in_order(squared, [], jobs, lost)) == []


def test_each_answer_is_told_once() -> None:
    told: list[int] = []
    assert sorted(forked(squared, range(9), 2, lost, told.append)) == sorted(told) == [n * n for n in range(9)]


def test_the_items_of_a_process_that_died_have_the_answer_for_lost_ones() -> None:
    assert list(in_order(died, range(3), 2, lost)) == [0, -1, -2]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("task", [failed])
def test_what_a_task_raises_is_raised_in_its_place(task: Callable[[int], int], jobs: int) -> None:
    answers = in_order(task, range(6), jobs, lost)
    assert [next(answers) for _ in range(3)] == [-1, -1, -1]
    with pytest.raises(ZeroDivisionError):
        next(answers)
