"""Targets: imported, recognised by their form, and their hypotheses as rows of numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from littlestone.proofs_check.audits.runs.outputs import BadOutput, column_names, drawn, row_of, trained
from littlestone.proofs_check.audits.runs.probes import probe_of
from littlestone.proofs_check.audits.subjects.instances import instance_of_class
from littlestone.proofs_check.audits.subjects.targets import load_target
from littlestone.proofs_check.bad_input import UnusableTarget

FILE = str(Path(__file__).parents[1] / "learners_to_audit.py")
PROBE = probe_of(instance_of_class("thresholds:4"), [])
SAMPLE = ((0, 0), (1, 1))


def simply(generator: Any, call: Any) -> Any:
    """Makes the call, whose generator is not watched."""
    return call()


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Estimator", "estimator"), ("response", "learner"), ("mechanism", "mechanism")],
)
def test_kinds_are_recognised(name: str, kind: str) -> None:
    assert load_target(f"{FILE}:{name}").kind == kind


def test_defaults_do_not_make_another_kind() -> None:
    def learn(sample: Any, source: Any, epsilon: float = 1.0) -> None: ...
    def draw(dataset: Any, n_draws: int = 1, rng: Any = None) -> None: ...

    assert load_target(learn).kind == "learner" and load_target(draw).kind == "mechanism"


def test_an_object_is_named_by_its_module() -> None:
    from littlestone.impl.sklearn_estimators.listed_estimators import PrivateMulticlassClassifier

    target = load_target(PrivateMulticlassClassifier)
    assert (
        target.name == "littlestone.impl.sklearn_estimators.listed_estimators:PrivateMulticlassClassifier"
        and target.is_importable
    )
    assert not load_target(lambda sample, source: (0,)).is_importable


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (f"{FILE}:missing", "has no 'missing'"),
        (f"{FILE}:number", "it is an int"),
        (f"{FILE}:unknown", r"takes \(sample\)"),
        (f"{FILE}:NeedsArguments", "cannot be made without arguments"),
        ("no_such_module_at_all:learn", "cannot be imported"),
        ("no/such/file.py:learn", "no file"),
        ("justaname", "module:name"),
    ],
)
def test_what_cannot_be_audited_is_refused(name: str, words: str) -> None:
    with pytest.raises(UnusableTarget, match=words):
        load_target(name)


@pytest.mark.parametrize("text", ["raise RuntimeError('no')", "import sys; sys.exit(0)", "def broken(:"])
def test_a_file_that_cannot_be_imported_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "broken.py").write_text(text)
    with pytest.raises(UnusableTarget, match="cannot be imported"):
        load_target(f"{tmp_path / 'broken.py'}:learn")


class Line:
    def predict(self, X: Any) -> Any:
        return X[:, 0] >= 2

    def parameters(self) -> tuple[float, ...]:
        return (0.5, 2.0)


@pytest.mark.parametrize("hypothesis", [(0, 0, 1, 1), np.array([0, 0, 1, 1]), lambda x: x >= 2])
def test_a_hypothesis_is_its_predictions(hypothesis: Any) -> None:
    assert row_of(hypothesis, PROBE, 4).tolist() == [0, 0, 1, 1]


def test_parameters_follow_the_predictions() -> None:
    assert row_of(Line(), PROBE, 4).tolist() == [0, 0, 1, 1, 0.5, 2.0]
    names = column_names(load_target(lambda sample, source: Line()), PROBE, 6)
    assert names == ("h(0)", "h(1)", "h(2)", "h(3)", "parameter 0", "parameter 1")


def test_a_probe_takes_some_of_the_labels() -> None:
    probe = probe_of(instance_of_class("thresholds:4"), [], "3,1")
    assert row_of((5, 6, 7, 8), probe, 4).tolist() == [8, 6]
    assert row_of((5, 6, 7, 8), probe_of(instance_of_class("thresholds:4"), [], "0,1"), 4).tolist() == [5, 6]


@pytest.mark.parametrize(
    ("hypothesis", "kind"),
    [
        (None, "none"),
        ((0, 1), "shape"),
        ({1: 2}, "shape"),
        (lambda x: (x, x), "shape"),
        ((0, float("nan"), 1, 1), "nan"),
        ("cat!", "shape"),
    ],
)
def test_what_is_no_hypothesis_is_told_apart(hypothesis: Any, kind: str) -> None:
    with pytest.raises(BadOutput) as caught:
        row_of(hypothesis, PROBE, 4)
    assert caught.value.kind == kind


def test_long_hypotheses_are_summed_up() -> None:
    probe = probe_of(instance_of_class("thresholds:1000"), [])
    h, g = (0,) * 400 + (1,) * 600, (0,) * 401 + (1,) * 599
    row, other = row_of(h, probe, 1000), row_of(g, probe, 1000)
    assert len(row) == len(other) == 64 + 5 and row[64:67].tolist() == [600, 399, 1]
    assert (row[67:] != other[67:]).any()


def test_an_estimator_is_trained_afresh_with_its_seed() -> None:
    target = load_target(f"{FILE}:Estimator")
    train = trained(target, SAMPLE, simply, lambda model: np.zeros(1))
    labels = {train(seed).predict(np.zeros((1, 1)))[0] for seed in range(20)}
    assert labels == {0, 1} and not hasattr(target.value, "coef_")
    assert all(train(7).predict(np.zeros((3, 1))).tolist() == [train(7).label] * 3 for _ in range(3))


@pytest.mark.parametrize("output", [None, np.zeros(3), np.zeros((4, 2, 2)), "text"])
def test_a_mechanism_must_give_a_row_for_each_draw(output: Any) -> None:
    def mechanism(dataset: Any, n_draws: int, rng: Any) -> Any:
        return output

    with pytest.raises(BadOutput):
        drawn(load_target(mechanism), SAMPLE, 4, 0, simply)


def test_a_file_alone_is_answered_with_what_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "learners.py"
    file.write_text("import no_such_module\nclass Mine: ...\ndef learn(sample, source): ...\ndef _own(): ...\n")
    with pytest.raises(UnusableTarget, match=r"name one of \S*learners.py:Mine, \S*learners.py:learn$"):
        load_target(str(file))
