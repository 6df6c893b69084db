"""Work given to forked processes: in order, and a process that dies loses its item and no answer."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.processes import PATIENCE

from littlestone.proofs_check.compute.forked import forked, tell_parent


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
    assert list(forked(squared, range(20), jobs, lost)) == [n * n for n in range(20)]
    assert list(forked(squared, [], jobs, lost)) == []


def test_each_answer_is_told_once() -> None:
    told: list[int] = []
    assert sorted(forked(squared, range(9), 2, lost, told.append)) == sorted(told) == [n * n for n in range(9)]


def test_the_items_of_a_process_that_died_have_the_answer_for_lost_ones() -> None:
    assert list(forked(died, range(3), 2, lost)) == [0, -1, -2]


def ends_at_odd_ones(n: int) -> str:
    """It ends its process with the code n, or by a signal."""
    if n == 5:
        os.kill(os.getpid(), 15)
    if n % 2:
        os._exit(n)
    return f"{n} is even"


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_death_costs_one_answer_and_says_how_it_came(jobs: int) -> None:
    told: list[str] = []
    found = list(forked(ends_at_odd_ones, range(7), jobs, lambda n, how: how, told.append))
    ended = ["its process ended with code 1", "its process ended with code 3", "its process was ended by SIGTERM"]
    assert found[1::2] == ended
    assert found[::2] == sorted(told) == [f"{n} is even" for n in range(0, 7, 2)]


def test_what_needs_more_cpu_seconds_is_ended_and_each_item_has_its_own() -> None:
    def spins(n: int) -> int:
        until = time.process_time() + 0.7
        while n == 2 or time.process_time() < until:
            pass
        return n

    words = "it needs more than 1 CPU seconds, which is the limit"
    assert list(forked(spins, range(5), 1, lambda n, how: how, seconds=1)) == [0, 1, words, 3, 4]


ORPHANS = """
import os, sys, time
from littlestone.proofs_check.compute.forked import forked

def works(n):
    open(f"{sys.argv[1]}/{os.getpid()}", "w").close()
    time.sleep(0.5)
    return n

for _ in forked(works, range(9), 2, lambda n, how: n):
    os.kill(os.getpid(), 9)
"""


def test_no_process_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", ORPHANS, str(tmp_path)], check=False, timeout=PATIENCE)
    workers = [int(note.name) for note in tmp_path.iterdir()]
    assert len(workers) == 2
    while any(map(is_running, workers)):
        time.sleep(0.1)


def is_running(process: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def test_a_task_tells_its_parent_what_it_likes() -> None:
    def counting(n: int) -> int:
        tell_parent(n, "of 2")
        return n

    told: list[tuple[object, ...]] = []
    assert list(forked(counting, range(2), 1, lost, told=lambda *words: told.append(words))) == [0, 1]
    assert told == [(0, "of 2"), (1, "of 2")]


def test_what_is_being_worked_on_is_said_while_one_waits() -> None:
    at_work: list[list[int]] = []
    assert list(forked(squared, range(5), 1, lost, waiting=at_work.append)) == [0, 1, 4, 9, 16]
    assert [n for n in range(5) if [n] in at_work] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("task", [failed])
def test_what_a_task_raises_is_raised_in_its_place(task: Callable[[int], int], jobs: int) -> None:
    answers = forked(task, range(6), jobs, lost)
    assert [next(answers) for _ in range(3)] == [-1, -1, -1]
    with pytest.raises(ZeroDivisionError):
        next(answers)
