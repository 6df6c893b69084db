"""Targets run in processes of their own: what goes wrong there is told, and the rest goes on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.processes import PATIENCE

from littlestone.proofs_check.audits.runs.crews import Crew
from littlestone.proofs_check.audits.runs.outputs import FAILED
from littlestone.proofs_check.audits.runs.probes import probe_of
from littlestone.proofs_check.audits.runs.requests import Limits, Setup, runs_on
from littlestone.proofs_check.audits.runs.sampling import Sampler
from littlestone.proofs_check.audits.subjects.instances import instance_of_class
from littlestone.proofs_check.audits.subjects.targets import load_target
from littlestone.proofs_check.bad_input import UnusableTarget

FILE = str(Path(__file__).parents[1] / "learners_to_audit.py")
HOSTILE = str(Path(__file__).parents[1] / "hostile_targets.py")
SAMPLE = ((0, 0), (3, 1))
LIMITS = Limits(seconds=PATIENCE, memory=2**30)
SHORT = replace(LIMITS, seconds=1.0)  # for targets that hang


def crew_for(name: Any, jobs: int = 1, limits: Limits = LIMITS) -> Crew:
    target = load_target(f"{FILE}:{name}" if isinstance(name, str) and ":" not in name else name)
    probe = probe_of(instance_of_class("thresholds:8"), [])
    return Crew(target, Setup(target.name, probe, 8, limits), jobs)


def draw(crew: Crew, n: int, seed: int = 0) -> Any:
    return Sampler(crew, lambda made: None)(SAMPLE, n, np.random.default_rng(seed))


def kinds(crew: Crew) -> dict[str, int]:
    return {fault.kind: fault.times for fault in crew.book.listed()}


@pytest.fixture
def crews() -> Iterator[list[Crew]]:
    open_crews: list[Crew] = []
    yield open_crews
    for crew in open_crews:
        crew.close()


@pytest.mark.slow
def test_a_crash_is_a_failed_run_and_the_others_go_on(crews: list[Crew]) -> None:
    crews.append(crew := crew_for("crashes"))
    rows = draw(crew, 100)
    failed = (rows == FAILED).all(axis=1)
    assert rows.shape == (100, 8) and ((rows == 1).all(axis=1) ^ failed).all()
    (fault,) = crew.book.listed()
    assert (fault.kind, fault.times, fault.sample) == ("crash", failed.sum(), SAMPLE) and "exit code 7" in fault.detail
    seeds = np.random.default_rng(0).integers(2**32, size=100, dtype=np.uint32)
    assert fault.seed == seeds[int(np.argmax(failed))]


@pytest.mark.slow
def test_a_hang_is_ended(crews: list[Crew], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("littlestone.proofs_check.audits.runs.processes.GRACE", 0.2)
    crews.append(crew := crew_for("sleeps_deeply", limits=SHORT))
    rows = draw(crew, 12)
    assert kinds(crew) == {"hang": int((rows == FAILED).all(axis=1).sum())} and 0 < kinds(crew)["hang"] < 12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind"),
    [("nothing", "none"), ("not_numbers", "nan"), ("greedy", "memory")],
)
def test_failed_runs_are_an_outcome(crews: list[Crew], name: str, kind: str) -> None:
    crews.append(crew := crew_for(name))
    rows = draw(crew, 20)
    failed = (rows == FAILED).all(axis=1) if rows.ndim == 2 else rows == FAILED
    assert kinds(crew) == {kind: failed.sum()} and failed.any()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind"),
    [("listed", "unhashable"), ("changing", "changing"), ("unseeded", "nondeterministic"), ("coin", None)],
)
def test_odd_outputs_are_remarked_on_and_used(crews: list[Crew], name: str, kind: str | None) -> None:
    crews.append(crew := crew_for(name))
    rows, faults = crew.run([runs_on(SAMPLE, np.arange(4, dtype=np.uint32), thorough=True)])
    assert (rows != FAILED).all() and {fault.kind for fault in faults} - {"nondeterministic"} == {kind} - {
        None,
        "nondeterministic",
    }
    assert ("nondeterministic" in {fault.kind for fault in faults}) == (name in ("changing", "unseeded"))


def test_runs_on_two_samples_are_made_in_a_random_order(crews: list[Crew]) -> None:
    crews.append(crew := crew_for(f"{HOSTILE}:counts"))
    sampler = Sampler(crew, lambda made: None)
    one, other = sampler.on_both((SAMPLE, SAMPLE[::-1]), (300, 200), np.random.default_rng(0))
    assert (len(one), len(other)) == (300, 200) and crew.book.made == {SAMPLE: 300, SAMPLE[::-1]: 200}
    assert sorted([*one[:, 0], *other[:, 0]]) == list(range(1, 501))
    assert abs(np.mean(one[:, 0]) - np.mean(other[:, 0])) < 40  # 250 apart, one after the other; 13 is one deviation


def test_a_function_without_a_name_is_run_in_a_copy_of_this_process(crews: list[Crew]) -> None:
    here = os.getpid()
    crews.append(crew := crew_for(lambda sample, source: (int(os.getpid() != here),) * 8))
    assert draw(crew, 5).tolist() == [[1] * 8] * 5


def test_what_a_target_prints_goes_nowhere(crews: list[Crew], capfd: pytest.CaptureFixture[str]) -> None:
    crews.append(crew := crew_for("chatty"))
    draw(crew, 3)
    assert capfd.readouterr() == ("", "")


def test_a_target_must_import_in_its_process(tmp_path: Path, crews: list[Crew]) -> None:
    file = tmp_path / "shy.py"
    file.write_text(
        f"import os\nif os.getpid() != {os.getpid()}: raise ImportError('shy')\ndef learn(s, r): return 0\n"
    )
    target = load_target(f"{file}:learn")
    crews.append(crew := Crew(target, Setup(target.name, probe_of(instance_of_class("thresholds:8"), []), 8, LIMITS)))
    with pytest.raises(UnusableTarget, match="shy"):
        draw(crew, 1)
