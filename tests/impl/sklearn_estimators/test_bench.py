"""The scripts behind the pages on learners, on two splits and few rows: the shape of what they print."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[3] / "bench" / "learners"


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(BENCH))
    before = set(sys.modules)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    for name in set(sys.modules) - before:
        if str(BENCH) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def test_accuracy_against_epsilon_has_a_column_for_each_learner_and_a_row_for_each_epsilon() -> None:
    script: Any = import_module("halfspaces")
    task = script.digits()
    lines = script.markdown(script.curves([task], [2, 64], 2), [task]).splitlines()
    assert lines[0].startswith("Digits 3 and 8: 357 rows, 64 features; a constant has 0.5")
    assert lines[2].startswith("| epsilon | ours, 1,902 rounds | ours, 50 rounds |") and "not private" in lines[2]
    columns = lines[2].count("|") - 2
    assert len(lines) == 6 and [line.count(" ± ") for line in lines[4:]] == [columns - 1, columns], "none at epsilon 2"


def test_least_rows_are_found_and_the_tables_name_those_that_promise_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script: Any = import_module("which")
    monkeypatch.setattr(script, "KEPT", tmp_path / "kept.jsonl")
    learner = script.Learner("halves", lambda n, seed: float(n < 40 or seed < 5), 70, most=64)
    never = script.Learner("never", lambda n, seed: 1.0, most=64, is_private=False)
    monkeypatch.setattr(script, "everybody", lambda: iter([("a task", learner), ("a task", never)]))
    script.measure("")
    assert 40 <= script.known()["a task", "halves"]["rows"] <= 45
    assert script.tables().splitlines()[-2:] == ["| halves | 40 | 70 |", "| never, not private | none up to 64 | - |"]


def test_the_tasks_have_learners_with_promises() -> None:
    tasks: Any = import_module("tasks")
    thresholds = next(tasks.finite_tasks())
    learners = {learner.name: learner for learner in tasks.learners_of(thresholds, None)}
    assert learners["`PrivateDecompositionClassifier`"].promise == 366
    assert learners["first function without a mistake"].error(200, 0) == 0
