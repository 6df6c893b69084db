"""Accuracy of audited learners: hard distributions, verdicts that stay open, and the rows that are needed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from littlestone.proofs_check.audits.accuracy import Distribution, accuracy_audit, hard_distributions
from littlestone.proofs_check.audits.subjects.instances import Instance, instance_of_class
from littlestone.proofs_check.audits.subjects.results import AccuracyResult
from littlestone.proofs_check.audits.subjects.targets import load_target
from littlestone.proofs_check.bad_input import BadInput, BadInstance

TENTH = Fraction(1, 10)
HALF = Fraction(1, 2)
FOUR = Distribution("four points", (0, 1, 2, 3), (0, 0, 1, 1), (Fraction(1, 4),) * 4)


def fits(sample: Any, source: Any) -> Any:
    """The least threshold that fits the ones: without error on four points once three rows show where they are."""
    start = min((x for x, y in sample if y == 1), default=8)
    return tuple(int(x >= start) for x in range(8))


def guesses(sample: Any, source: Any) -> Any:
    """Right, but with chance 1/4 all wrong, however many rows there are."""
    right = tuple(int(x >= 2) for x in range(8))
    return right if source.bernoulli(Fraction(3, 4)) else tuple(1 - y for y in right)


def needs_twelve(sample: Any, source: Any) -> Any:
    return tuple(int(x >= 2) for x in range(8)) if len(sample) >= 12 else (0,) * 8


def often_raises(sample: Any, source: Any) -> Any:
    if len(sample) < 12:
        raise ValueError("too few rows")
    return needs_twelve(sample, source)


def result(learner: Any, rows: int, beta: Fraction = TENTH, **changes: Any) -> AccuracyResult:
    instance = instance_of_class("thresholds:8", rows)
    settings = {"alpha": TENTH, "beta": beta, "distributions": [FOUR], "runs": 150} | changes
    return accuracy_audit(load_target(learner), instance, **settings)


# ---- Distributions


def test_hard_distributions_of_thresholds() -> None:
    laws = hard_distributions(instance_of_class("thresholds:8"))
    assert all(sum(law.weights) == 1 for law in laws)
    assert any(law.points == (3, 4) and law.labels == (0, 1) for law in laws)
    assert {(0,), (7,)} <= {law.points for law in laws}
    assert {(0,) * 8, (1,) * 8} <= {law.labels for law in laws}
    functions = set(instance_of_class("thresholds:8").functions or ())
    assert all(
        any(all(h[x] == y for x, y in zip(law.points, law.labels, strict=True)) for h in functions) for law in laws
    )


def test_a_shattered_set_is_among_them() -> None:
    law = hard_distributions(instance_of_class("intervals:6"))[0]
    assert "shattered" in law.name and len(law.points) == 2 and sorted(law.labels) == [0, 1]
    assert not any("shattered" in law.name for law in hard_distributions(instance_of_class("thresholds:6")))


def test_without_a_class_the_sample_is_the_distribution() -> None:
    (law,) = hard_distributions(Instance(range(3), (0, 1), None, 3, ((0, 1), (1, 0), (0, 0))))
    assert dict(zip(law.points, law.labels, strict=True)) == {0: 1, 1: 0}
    with pytest.raises(BadInstance, match="neither a class nor a sample"):
        hard_distributions(Instance(range(3), (0, 1), None, 3))


def test_samples_have_the_weights() -> None:
    law = Distribution("uneven", (0, 1), (0, 1), (Fraction(1, 4), Fraction(3, 4)))
    rows = law.sample(10_000, np.random.default_rng(0))
    assert set(rows) == {(0, 0), (1, 1)} and 7300 < sum(y for _, y in rows) < 7700
    assert not law.is_beyond(np.array([1, 1]), Fraction(1, 4)) and law.is_beyond(np.array([1, 1]), Fraction(6, 25))


@pytest.mark.parametrize("weights", [(HALF,), (HALF, TENTH), (Fraction(3, 2), -HALF)])
def test_what_is_no_distribution_is_refused(weights: tuple[Fraction, ...]) -> None:
    with pytest.raises(BadInstance, match="no law of labelled points"):
        Distribution("wrong", (0, 1), (0, 1), weights)


# ---- Verdicts


@pytest.mark.slow
def test_the_rows_that_are_needed() -> None:
    found = result(needs_twelve, 5)
    assert found.holds is False and found.rows_needed == 12
    assert sorted({point.rows for point in found.points}) == [5, 10, 11, 12, 15, 20]
    assert {point.failures for point in found.points if point.rows < 12} == {150}


@pytest.mark.slow
def test_fewer_rows_are_tried_where_accuracy_holds() -> None:
    found = result(fits, 40, beta=Fraction(1, 4))
    assert found.holds is True and found.rows_needed is not None and 4 <= found.rows_needed < 20


@pytest.mark.slow
def test_intervals_leave_a_close_call_open() -> None:
    found = result(guesses, 1, beta=Fraction(1, 4))
    assert found.holds is None and found.rows_needed is None
    assert all(0 <= point.lower <= point.failures / point.runs <= point.upper <= 1 for point in found.points)
    assert result(guesses, 1, beta=Fraction(1, 20)).holds is False and result(guesses, 1, beta=HALF).holds is True


@pytest.mark.slow
def test_runs_that_fail_are_inaccurate() -> None:
    assert result(often_raises, 6).rows_needed == 12


def test_bad_goals_are_refused() -> None:
    with pytest.raises(BadInput, match="alpha"):
        result(fits, 5, alpha=Fraction(0))
    with pytest.raises(BadInput, match="beta"):
        result(fits, 5, beta=Fraction(1))
    with pytest.raises(BadInput, match="no hypothesis"):
        result(lambda dataset, n, rng: rng.random(n), 5)
