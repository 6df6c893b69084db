"""The scripts behind the pages on learners, on two splits and few rows: the shape of what they print."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.sklearn_estimators.listed_estimators import PrivateExponentialClassifier
from littlestone.spec.learning.laws import same_law
from littlestone.spec.learning.randomness import Randomness, is_true

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


def test_audits_are_exact_and_find_a_claim_that_is_too_small() -> None:
    script: Any = import_module("audits")
    case = next(script.audited())
    assert case.row() == "| `PrivateExponentialClassifier` | (1, 0) | 0.886 | holds |"

    class Understated(PrivateExponentialClassifier):
        @property
        def guarantee(self) -> Guarantee:
            return Guarantee(Fraction(7, 8))

    assert replace(case, kind=Understated).row() == "| `Understated` | (0.875, 0) | 0.886 | LEAK |"


def test_orders_of_equal_rows_are_drawn_by_their_numbers() -> None:
    """The law of the first of two parts, against that of all orders."""
    script: Any = import_module("audits")
    rows = ((0, 0), (0, 0), (0, 1), (0, 1))

    def first_part(source: Randomness) -> tuple[tuple[int, int], ...]:
        order = source.shuffle(4)
        assert sorted(order) == [0, 1, 2, 3]
        return tuple(sorted(rows[i] for i in order[:1]) + sorted(rows[i] for i in order[1:]))

    few = law(lambda source: first_part(script.Interchangeable(source, rows, (1,))))
    assert is_true(same_law(few, law(first_part)))
