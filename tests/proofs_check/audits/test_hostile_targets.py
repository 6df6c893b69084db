"""Targets that fail, hang, fork or remember: no false alarm, no masked leak, and each is called what it is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.processes import MAIN, PATIENCE

from littlestone.proofs_check.audits.answers.six_lines import verdict_line
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.runs import faults
from littlestone.proofs_check.audits.runs.faults import Losses
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.bad_input import UnusableTarget

pytestmark = pytest.mark.slow

FILE = str(Path(__file__).with_name("hostile_targets.py"))
PAIR = ([(0, 0), (3, 1)], [(0, 0), (3, 0)])
PATIENT = Limits(seconds=PATIENCE)


def audited(name: str, budget: int = 3000, limits: Limits = PATIENT) -> AuditResult:
    # 0.5 is so far above 0 that no luck reaches it
    return audit(f"{FILE}:{name}", epsilon="0.5", pairs=[PAIR], budget=budget, mode="blackbox", limits=limits)


@pytest.mark.all_fresh_processes
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("one_call_in_five", r"a call .*failed( \(RuntimeError: no connection\); begun anew with 3,000 draws)?"),
        ("shared_offset", "(draws of one call are more alike|calls for one draw differ)"),
        ("private_one_by_one", "calls for one draw differ: output"),
        ("raises_for_many", "a call for 8 draws failed; each draw is made in a call of its own"),
    ],
)
def test_what_calls_for_many_draws_hide_is_seen_in_calls_for_one(name: str, words: str) -> None:
    result = audited(name)
    assert result.verdict == ("open" if result.faults else "no_leak")
    assert result.bound < 0.5  # type: ignore[operator]
    assert re.search(words, result.notes[0])
    exception = ("exception", "ValueError: one at a time")
    assert name != "raises_for_many" or [(fault.kind, fault.detail) for fault in result.faults] == [exception]


@pytest.mark.parametrize(
    "name", ["leaking", "leaking_one_in_five", "leaks_one_by_one", "raises_on_ones", "least_integer"]
)
def test_a_leak_is_not_masked(name: str) -> None:
    result = audited(name)
    assert result.verdict == "leaks" and result.event is not None
    assert (result.event.description == "the run fails") == (name in ("raises_on_ones", "least_integer"))
    assert name != "leaking" or result.notes[0].startswith("a claim to add or remove one row allows epsilon 1")


@pytest.mark.all_fresh_processes
@pytest.mark.parametrize("name", ["every_second_call", "memoises", "hides", "own_among_others"])
def test_state_between_runs_is_said(name: str) -> None:
    result = audited(name)
    assert result.verdict == "open" and result.bound == 0 and result.event is None
    assert "its outputs depend on earlier runs of their process" in verdict_line(result)


@pytest.mark.all_fresh_processes
def test_a_generator_of_its_own_is_noted() -> None:
    result = audited("own")
    assert result.verdict == "leaks" and result.notes[0].startswith("it has a generator of its own")


@pytest.mark.all_fresh_processes
def test_honest_targets_are_not_remarked_on() -> None:
    assert [audited(name).notes for name in ("blind", "response")] == [()] * 2


@pytest.mark.parametrize("name", ["forks", "fork_raises", "forks_and_leaves", "starts_threads", "takes_the_alarm"])
def test_a_target_may_make_processes_threads_and_alarms(name: str) -> None:
    result = audited(name)
    assert result.verdict == "no_leak" and result.faults == ()


def test_a_target_that_exits_is_a_crash() -> None:
    result = audited("exits")
    (fault,) = result.faults
    assert fault.kind == "crash" and "exit code 0" in fault.detail and not result.leaks


def test_some_nan_is_an_outcome_and_nan_alone_is_no_output() -> None:
    result = audited("some_nan")
    (fault,) = result.faults
    assert result.verdict == "open" and fault.kind == "nan" and 10 < fault.times < 60
    assert result.doubts == (f"{fault.times} runs failed",)
    with pytest.raises(UnusableTarget, match=r"every run fails.*a draw is nan"):
        audited("all_nan")


def test_a_target_that_hangs_is_named_after_a_few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MOST_SECONDS", 1.0)
    with pytest.raises(UnusableTarget, match=r"every run fails.*ran longer than 0\.3 s.*--time-limit"):
        audited("hangs_learning", limits=Limits(seconds=0.3))


def test_four_hangs_of_ten_seconds_are_enough() -> None:
    losses: Any = Losses(Limits().seconds)
    assert not losses.plus("hang", 3).are_too_many and losses.plus("hang", 4).are_too_many
    assert [losses.plus("hang", n).hangs_left for n in (0, 3)] == [5, 2]


def test_a_file_that_ends_the_process_where_it_is_imported_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import os\nos._exit(0)\n")
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "audit", "mine.py:learn", "--epsilon", "1", "--class", "thresholds:2"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2 and "mine.py cannot be run: its process ended with code 0" in done.stderr


class Named:
    """It wants a table with the names of its columns."""

    def fit(self, X: Any, y: Any) -> Named:
        self.first_ = X["age"][0]
        return self

    def predict(self, X: Any) -> Any:
        return X[:, 0] * 0


class Worded(Named):
    """It answers with words."""

    def fit(self, X: Any, y: Any) -> Worded:
        return self

    def predict(self, X: Any) -> Any:
        return ["yes"] * len(X)


@pytest.mark.parametrize(("target", "advice"), [(Named, "takes frames in Frames"), (Worded, "answer with numbers")])
def test_what_no_run_gives_an_output_is_told_what_it_is_given(target: Any, advice: str) -> None:
    with pytest.raises(UnusableTarget, match=f"every run fails; .*{advice}"):
        audit(target(), epsilon=1, instance="thresholds:4", rows=2, budget=2000)
