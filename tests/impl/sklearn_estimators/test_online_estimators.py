"""The private online learner of LYU25 as an estimator: what it publishes, promises and refuses, and its audits."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from helpers.online_plans import TINY
from sklearn.utils.estimator_checks import check_estimator

from littlestone.auditing import audit
from littlestone.estimators import (
    OnlinePlan,
    PrivateOnlineClassifier,
    TooFewRowsWarning,
    UnmetPremiseWarning,
    online_plan,
)
from littlestone.impl.online.private_online_learner import private_online_learn
from littlestone.impl.privacy.guarantees import REPLACE_ONE, REPLACE_ONE_SAME_LABELS
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Sample

PLAN = OnlinePlan(
    d=1,
    calls=2,
    teachers=40,
    buffer=40,
    buffer_epsilon=Fraction(1, 5),
    stage_epsilon=1,
    draws=5,
    sample_epsilon=5,
    rate=Fraction(0),
    depth=8,
)
X = np.arange(600).reshape(-1, 1) % 8
Y = (X[:, 0] == 3).astype(int)
pytestmark = [
    pytest.mark.filterwarnings("ignore::littlestone.estimators.UnmetPremiseWarning"),
    pytest.mark.filterwarnings("ignore::littlestone.estimators.TooFewRowsWarning"),
]


def online(**given: Any) -> PrivateOnlineClassifier:
    return PrivateOnlineClassifier(**{"epsilon": 150, "delta": 1e-3, "plan": PLAN, "random_state": 0, **given})


@pytest.mark.slow
def test_scikit_learns_own_checks_pass() -> None:
    check_estimator(online(labels=None))


def test_a_hypothesis_is_published_before_each_row() -> None:
    model = online().partial_fit(X, Y)
    changes = [t for t, _ in model.calls_[1:]]
    assert len(model.published_) == 600 and changes == [185] and model.halted_ is None
    assert model.published_[184] == (0,) * 8 and model.published_[185] == model.hypothesis_ == tuple(Y[:8])
    assert model.predict(X[:8]).tolist() == Y[:8].tolist()


def test_batches_make_no_difference_to_how_far_it_is() -> None:
    model = online()
    for i in range(0, 600, 150):
        model.partial_fit(X[i : i + 150], Y[i : i + 150])
    assert len(model.published_) == 600 and model.learner_.steps == 600 and model.hypothesis_ == tuple(Y[:8])
    assert len(model.fit(X[:9], Y[:9]).published_) == 9, "fit begins anew"


def test_what_audits_read_has_the_same_length_whatever_the_data() -> None:
    lengths = {len(online().fit(X, labels).parameters()) for labels in (Y, 1 - Y, 0 * Y)}
    assert lengths == {3 * (8 + 2) + 1}


def test_what_is_declared() -> None:
    assert online().guarantee.neighbours == REPLACE_ONE
    assert online(labels=None).guarantee.neighbours == REPLACE_ONE_SAME_LABELS
    assert (online().guarantee.epsilon, online().guarantee.delta) == (150, Fraction(1, 1000))


def test_a_premise_of_the_mistake_bound_that_fails_is_said() -> None:
    with pytest.warns(UnmetPremiseWarning, match="LYU25.C6.1.corrected: .* fails; U = "):
        model = online().fit(X, Y)
    assert {premise.id for premise in model.premises_} >= {
        "LYU25.C6.1.corrected",
        "LYU25.C6.2.corrected",
        "LYU25.F4.stages",
        "LYU25.P6.1.corrected",
    }


def test_the_default_plan_trains() -> None:
    points = np.arange(12_000).reshape(-1, 1) % 8
    with pytest.warns(UnmetPremiseWarning, match="not proved at horizon = 100,000: .* calls after about 2,445$"):
        model = PrivateOnlineClassifier(random_state=0).fit(points, points[:, 0] == 3)
    assert model.hypothesis_ == tuple(Y[:8]) and len(model.calls_) > 1
    assert model.learner_.mistakes < 3_000


def test_a_horizon_that_is_too_short_is_said() -> None:
    with pytest.warns(UnmetPremiseWarning, match="so that it learns nothing before the end"):
        PrivateOnlineClassifier(horizon=1000, random_state=0).partial_fit(X, Y)
    with pytest.warns(TooFewRowsWarning, match="600 rows are too few: a call takes so many mistakes"):
        PrivateOnlineClassifier(random_state=0).fit(X, Y)


def test_a_plan_without_a_call_is_never_free_of_warnings() -> None:
    with pytest.warns(UnmetPremiseWarning, match="K >= 1, without which nothing is learned, fails; calls = 1"):
        online(plan=replace(PLAN, calls=0)).fit(X, Y)


@pytest.mark.parametrize("buffer", [1, 30, 10**3, 10**6, 10**9])
@pytest.mark.parametrize("epsilon", [1, ln(3), Fraction(1, 10)])
def test_no_ratio_of_u_and_noise_is_beyond_what_can_be_drawn(buffer: int, epsilon: Any) -> None:
    plan = replace(PLAN, buffer=buffer, buffer_epsilon=epsilon)
    model = online(plan=plan, epsilon=400).fit(X[:99], Y[:99])
    assert len(model.published_) == 99
    model = online(plan=plan, epsilon=400, random_state=None).fit(X[:20], Y[:20])
    assert len(model.published_) == 20


def test_refusals() -> None:
    with pytest.raises(PrivacyParameterError, match="which the plan costs"):
        online(epsilon=10).fit(X, Y)
    with pytest.raises(SampleError, match="at most the horizon, 100"):
        online(horizon=100).fit(X, Y)
    with pytest.raises(ValueError, match="unseen labels"):
        online().fit(X, Y + 1)
    with pytest.raises(PrivacyParameterError, match="delta"):
        online(plan=None, delta=1).fit(X, Y)


# ---- Audits


def learn(sample: Sample, source: Randomness) -> Any:
    return private_online_learn(((0,), (1,)), sample, TINY, source)


def learn_without_noise(sample: Sample, source: Randomness) -> Any:
    return private_online_learn(((0,), (1,)), sample, replace(TINY, buffer_epsilon=40 * ln(2)), source)


@pytest.mark.slow
def test_audits_walk_every_branch_on_all_streams_that_differ_in_one_pair() -> None:
    found = audit(learn, epsilon=12 * ln(2), delta=Fraction(1, 1000), instance="singletons:1", rows=2, mode="exact")
    assert found.verdict == "exact_ok"
    leaky = audit(learn_without_noise, epsilon=12 * ln(2), delta=0.001, instance="singletons:1", rows=2, mode="exact")
    assert leaky.verdict == "exact_leak"


@pytest.mark.slow
def test_an_audit_of_the_estimator_reads_what_it_published() -> None:
    singletons = ((0, 0), (0, 1), (1, 0))
    plan = replace(TINY, teachers=4, sample_epsilon=12, buffer_epsilon=4, depth=8, bottom_share=Fraction(1, 2))
    model = PrivateOnlineClassifier(singletons, epsilon=200, delta=1e-2, horizon=6, plan=plan, random_state=0)
    stream = ((0, 1),) * 6
    pairs = [(stream, (*stream[:5], (0, 0)))]
    # No 1,200 runs could show a loss of 200, so that nothing is decided of what the estimator claims
    assert audit(model, pairs=pairs, budget=1200, mode="blackbox").verdict == "open"
    assert audit(model, epsilon=0.01, pairs=pairs, budget=1200, mode="blackbox").verdict == "leaks"


def test_printed_numbers_have_choices_where_the_print_has_none() -> None:
    for d, T, delta in ((0, 1, 0.5), (1, 1, 1), (1, 2, 3), (2, 1, Fraction(1, 10))):
        plan = online_plan(d, 1, Fraction(delta), T)
        assert plan.teachers >= 1 and plan.draws >= 1 and plan.buffer > 0
    printed = online_plan(2, 1, Fraction(1, 10**6), 10**5)
    assert (printed.calls, printed.teachers, printed.draws, printed.points(1)) == (8, 1800, 12, 16)
    assert (printed.threshold(1), printed.wanted, printed.bottom) == (Fraction(1, 20), 1440, 180)
