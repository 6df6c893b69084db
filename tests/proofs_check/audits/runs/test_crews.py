"""The workers of an audit: the same rows and faults in whatever order and pace they reply, and none is left behind."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.processes import PATIENCE, after_ctrl_c, processes_of

from littlestone.proofs_check.audits.runs import crews, faults
from littlestone.proofs_check.audits.runs.crews import Crew
from littlestone.proofs_check.audits.runs.faults import TooManyFaults
from littlestone.proofs_check.audits.runs.probes import probe_of
from littlestone.proofs_check.audits.runs.requests import Limits, Setup
from littlestone.proofs_check.audits.runs.sampling import Sampler
from littlestone.proofs_check.audits.subjects.instances import instance_of_class
from littlestone.proofs_check.audits.subjects.targets import load_target
from littlestone.proofs_check.compute.threads import in_threads

pytestmark = pytest.mark.slow

FILE = str(Path(__file__).parents[1] / "learners_to_audit.py")
SAMPLE = ((0, 0), (3, 1))


def shuffled(task: Any, items: Sequence[Any], jobs: int) -> Generator[Any, None, None]:
    """Answers in another order."""
    answers = list(in_threads(task, items, jobs))
    yield from random.Random(1).sample(answers, len(answers))


def crew_for(name: str, jobs: int, pace: float) -> Crew:
    target = load_target(f"{FILE}:{name}")
    probe, domain = probe_of(instance_of_class("thresholds:8"), []), None if name == "ragged" else 8
    crew = Crew(target, Setup(target.name, probe, domain, Limits(seconds=PATIENCE)), jobs)
    crew.pace = pace
    return crew


def drawn(crew: Crew, n: int) -> Any:
    with crew:
        return Sampler(crew, lambda made: None)(SAMPLE, n, np.random.default_rng(0))


def booked(crew: Crew) -> Any:
    return crew.book.listed(), crew.book.losses, crew.book.made


@pytest.mark.parametrize("name", ["crashes", "ragged"])
def test_rows_and_faults_depend_on_no_order_or_pace(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = None
    for work, jobs, pace in ((in_threads, 1, 0.02), (in_threads, 2, 0.1), (shuffled, 2, 0.04)):
        monkeypatch.setattr(crews, "in_threads", work)
        crew = crew_for(name, jobs, pace)
        rows = drawn(crew, 90)
        found = (rows.tolist(), rows.dtype, booked(crew))
        expected = expected or found
        assert found == expected and crew.book.listed()


def test_an_attempt_ends_at_the_same_run_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MOST_CRASHES_AT_FIRST", 4)
    ends = []
    for work, jobs, pace in ((in_threads, 1, 1.0), (in_threads, 2, 0.02), (shuffled, 2, 0.01)):
        monkeypatch.setattr(crews, "in_threads", work)
        crew = crew_for("crashes", jobs, pace)
        with pytest.raises(TooManyFaults) as caught:
            drawn(crew, 300)
        ends.append((caught.value.lost, caught.value.affordable, caught.value.sample, booked(crew)))
    assert ends == [ends[0]] * 3 and ends[0][0] == 5


def test_ctrl_c_ends_runs_that_catch_everything(tmp_path: Path) -> None:
    (tmp_path / "pair.json").write_text('{"first": [[0, 0], [3, 1]], "second": [[0, 0], [3, 0]]}')
    words = ["audit", f"{FILE}:sleeps_deeply", "--epsilon", "1", "--pair", str(tmp_path / "pair.json")]
    words += ["--budget", "2000", "--mode", "blackbox", "--jobs", "2", "--time-limit", "1000"]
    end = after_ctrl_c(words, tmp_path, lambda run: len(processes_of(run)) >= 5)
    assert (end.code, end.out, end.err) == (130, "", "interrupted\n")
