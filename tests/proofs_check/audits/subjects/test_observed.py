"""Fitted attributes are compared without glue: of regressors, scalers, clusterers, and of what a learner returns."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.runs.outputs import BadOutput, row_of
from littlestone.proofs_check.audits.runs.probes import Probe
from littlestone.proofs_check.audits.subjects.instances import instance_of_data
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.audits.subjects.targets import load_target, observed_attributes
from littlestone.proofs_check.bad_input import BadInput, NotEnumerable, UnusableTarget

SAMPLE = (((0.0, 1.0), 0), ((1.0, 2.0), 1), ((4.0, 3.0), 0), ((5.0, 0.0), 1))
MOVED = (*SAMPLE[:3], ((0.0, 0.0), 1))

NIGHTLY = pytest.mark.nightly


class NoisyMean:
    """The mean of the first feature, in [0, 5], with Laplace noise for epsilon 1 times ``share``, on a grid."""

    share = 1.0

    def __init__(self, random_state: int | None = None) -> None:
        self.random_state = random_state

    def fit(self, X: Any) -> NoisyMean:
        rng = np.random.default_rng(self.random_state)
        self.mean_ = np.round(X[:, 0].mean() + rng.laplace(scale=self.share * 5 / len(X)), 1)
        return self


class TooLittleNoise(NoisyMean):
    share = 0.25


def probe(*names: str) -> Probe:
    return Probe((0,), (0,), observe=names)


def observed(target: object, names: str | None, epsilon: float = 1, **options: Any) -> AuditResult:
    words = {"budget": 4000, "mode": "blackbox", **options}
    return audit(target, epsilon=epsilon, pairs=[(SAMPLE, MOVED)], observe=names, **words)


def test_attributes_are_laid_end_to_end() -> None:
    model = SimpleNamespace(mean_=np.array([[1, 2], [3, 4]]), n_=7, inner=SimpleNamespace(var_=0.5))
    assert row_of(model, probe("mean_"), None).tolist() == [1, 2, 3, 4]
    assert row_of(model, probe("inner.var_", "n_"), None).tolist() == [0.5, 7]


def test_a_missing_attribute_says_what_there_is() -> None:
    with pytest.raises(BadOutput, match=r"no attribute 'coef_'; it has mean_, var_"):
        row_of(SimpleNamespace(mean_=1, var_=2, _own_=3), probe("coef_"), None)
    with pytest.raises(BadOutput, match="not an array of numbers"):
        row_of(SimpleNamespace(mean_="text"), probe("mean_"), None)


def test_what_cannot_be_observed_is_refused() -> None:
    with pytest.raises(UnusableTarget, match="--observe mean_,var_"):
        observed_attributes(load_target(NoisyMean), None)
    with pytest.raises(BadInput, match="names no attributes"):
        observed_attributes(load_target(NoisyMean), "mean_, 2x")
    with pytest.raises(BadInput, match="is a mechanism"):
        observed_attributes(load_target(lambda dataset, n_draws, rng: rng.normal(size=n_draws)), "mean_")
    with pytest.raises(BadInput, match="judged by predictions"):
        observed(NoisyMean(), "mean_", mode="onerun")
    with pytest.raises(NotEnumerable, match="whole hypotheses"):
        observed(lambda sample, source: SimpleNamespace(mean_=len(sample)), "mean_", mode="exact")
    with pytest.raises(UnusableTarget, match=r"every run fails.*it has mean_"):
        observed(NoisyMean(), "coef_")


@pytest.mark.slow
def test_a_noisy_mean_is_held_to_its_noise() -> None:
    kept = observed(NoisyMean(), "mean_")
    assert kept.verdict == "no_leak" and kept.power is not None and 1 < (kept.power.least or 0) < 3
    leak = observed(TooLittleNoise(), "mean_")
    assert leak.verdict == "leaks" and leak.event is not None and "mean_" in leak.event.description
    assert leak.power is None
    assert "observe='mean_'" in leak.command


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "name", "options", "names"),
    [
        ("sklearn.preprocessing", "StandardScaler", {}, "mean_,var_"),
        pytest.param("sklearn.cluster", "KMeans", {"n_clusters": 2, "n_init": 1}, "cluster_centers_", marks=NIGHTLY),
        pytest.param("sklearn.linear_model", "LinearRegression", {}, "coef_,intercept_", marks=NIGHTLY),
        pytest.param("sklearn.naive_bayes", "GaussianNB", {}, "theta_", marks=NIGHTLY),
    ],
)
def test_estimators_of_scikit_learn_need_no_glue(module: str, name: str, options: dict[str, Any], names: str) -> None:
    made = getattr(pytest.importorskip(module), name)(**options)
    found = observed(made, names, epsilon=2, budget=1000)
    assert found.verdict == "leaks" and f"observe={names!r}" in found.command and not found.faults


@pytest.mark.slow
def test_the_command_repeats_what_was_observed(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    (tmp_path / "rows.csv").write_text("0,1,0\n1,2,1\n4,3,0\n5,0,1\n")
    data = instance_of_data(tmp_path / "rows.csv")
    target = "sklearn.preprocessing:StandardScaler"
    found = audit(target, epsilon=1, instance=data, observe="mean_, var_", budget=1000)
    assert "--observe mean_,var_" in found.command


def test_a_learner_may_return_an_array_of_any_shape() -> None:
    assert row_of(np.ones((2, 3)), Probe((0.5,), (0,)), None).tolist() == [1] * 6
