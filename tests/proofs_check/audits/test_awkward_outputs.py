"""Outputs in which a leak could hide, or that could pass for one: nan, -0.0, large integers, far columns, marks."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from helpers.light_targets import gives_the_mark

from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.runs.outputs import column_names
from littlestone.proofs_check.audits.runs.probes import Probe
from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput, UnusableTarget


def learner(output: Any) -> Any:
    """A learner whose output is a function of the last label."""

    def learn(sample: Any, source: Any) -> Any:
        return output(sample[-1][1])

    return learn


def audited(target: Any, mode: str, **options: Any) -> Any:
    return audit(target, epsilon=1, instance="thresholds:2", rows=1, budget=4000, mode=mode, **options)


@pytest.mark.parametrize("output", [lambda y: float("nan"), lambda y: (1, float("nan")), lambda y: y * 0.0])
def test_the_same_output_is_no_exact_leak(output: Any) -> None:
    assert audited(learner(output), "exact").exact.epsilon == 0


@pytest.mark.parametrize(
    "output",
    [
        lambda y: -0.0 if y else 0.0,
        lambda y: (0, frozenset([(-0.0 if y else 0.0)])),
        lambda y: lambda x: 2**53 + y,
        lambda y: lambda x: -0.0 if y else 0.0,
    ],
)
def test_what_floats_do_not_tell_apart_is_an_exact_leak(output: Any) -> None:
    assert audited(learner(output), "exact").verdict == "exact_leak"


def constant_but_for_the_last(bit: int, n: int, rng: np.random.Generator) -> Any:
    columns = np.zeros((n, 70))
    columns[:, -1] = rng.normal(size=n) + 10 * bit
    return columns


def test_a_leak_in_a_far_column_is_seen() -> None:
    found = blackbox_bound(constant_but_for_the_last, [(0, 1)], delta=0.0, draws=2000)
    assert found.epsilon > 3


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (lambda y, n: np.full(n, 1j * y), "complex"),
        (lambda y, n: np.ma.array(np.zeros(n), mask=np.full(n, bool(y))), "masked"),
        (lambda y, n: 1 + np.longdouble(2) ** -60 * np.full(n, y), "long doubles"),
    ],
)
def test_outputs_of_which_floats_would_lose_a_part_are_refused(output: Any, words: str) -> None:
    with pytest.raises(UnusableTarget, match=words):
        audited(lambda dataset, n_draws, rng: output(dataset[-1][1], n_draws), "blackbox")


def test_a_label_in_the_sign_of_a_zero_is_a_leak() -> None:
    def draw(dataset: Any, n_draws: int, rng: Any) -> Any:
        return np.where(rng.random(n_draws) < 0.5, 1.0, -0.0 if dataset[-1][1] else 0.0)

    found = audited(draw, "blackbox")
    assert found.leaks and not found and re.search("utput = -?0:", str(found))


def test_what_is_not_compared_is_said() -> None:
    class Keeps:
        random_state = None

        def fit(self, X: Any, y: Any) -> Any:
            self.kept_, self.bit = X, np.random.default_rng(self.random_state).integers(2)
            return self

        def predict(self, X: Any) -> Any:
            return np.full(len(X), self.bit)

    words = str(audited(Keeps(), "blackbox", probe="1")).splitlines()
    assert words[0].endswith("(replace one row; predictions at 1 alone compared)")
    assert "not compared: attributes beside coef_ and intercept_" in words[3]


def draws_of(output: Any) -> Any:
    """A mechanism whose draws are all a function of the last label."""
    return lambda dataset, n_draws, rng: [output(dataset[-1][1])] * n_draws


MERGED_BY_FLOATS = [
    lambda y: 2**53 + 1 + y,
    lambda y: np.int64(2**62 + y),
    lambda y: [0.5, -(2**60) - y],
    lambda y: 2**70 + y,
    lambda y: 10**400 + y,
    lambda y: 1e301 * (1 + y),
    lambda y: (np.uint64(2**63) + np.uint64(y), 0.5),
]


@pytest.mark.parametrize("output", MERGED_BY_FLOATS)
def test_what_floats_do_not_tell_apart_is_refused_in_draws(output: Any) -> None:
    with pytest.raises(UnusableTarget, match=r"beyond|too large"):
        audited(draws_of(output), "blackbox")


@pytest.mark.parametrize("output", MERGED_BY_FLOATS[:2])
def test_what_floats_do_not_tell_apart_is_refused_in_predictions(output: Any) -> None:
    with pytest.raises(UnusableTarget, match=r"value // 2\*\*32"):
        audited(learner(lambda y: lambda x: output(y)), "blackbox")


def test_large_integers_of_one_input_alone_are_no_silent_loss() -> None:
    result = audited(draws_of(lambda y: 2**53 + y), "blackbox")
    assert result.leaks and result.faults and "2^53" in result.faults[0].detail


@pytest.mark.parametrize(
    "output", [lambda y: float(2**60 + 2**30 * y), lambda y: 2**53 - y, lambda y: np.inf * (y - 0.5)]
)
def test_large_floats_stay_outputs(output: Any) -> None:
    assert audited(draws_of(output), "blackbox").leaks


@pytest.mark.slow
@pytest.mark.parametrize("grid", [None, 0.5])
def test_the_mark_of_failed_runs_is_an_output_and_called_so(grid: float | None) -> None:
    result = audited(gives_the_mark, "blackbox", grid=grid)
    assert result.leaks and result.event.description in ("output = -32768", "output = -32767.5")
    assert all(kind.kind != "failures" for kind in result.kinds)


def test_neighbours_that_are_no_list_are_bad_input() -> None:
    with pytest.raises(BadInput, match="no list"):
        audited(learner(lambda y: y), "exact", neighbours=lambda rows, size: 3)


@pytest.mark.parametrize(("point", "name"), [(0.5, "h(0.5)"), ("a", "h(a)"), ((0.5, 1.0), "h(0.5, 1)")])
def test_a_column_is_named_by_any_point(point: Any, name: str) -> None:
    target = Target("target", lambda sample, source: (), "learner")
    assert column_names(target, Probe((point,), (0,)), 1) == (name,)
