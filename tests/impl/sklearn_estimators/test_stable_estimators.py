"""The estimators of G and M: conventions, refusals, reproducible runs, and what they learn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from littlestone.impl.privacy.guarantees import REPLACE_ONE, REPLACE_ONE_SAME_LABELS
from littlestone.impl.sklearn_estimators.conventions import TooFewRowsWarning
from littlestone.impl.sklearn_estimators.finite_estimators import (
    PrivateLittlestoneClassifier,
    StableClassifier,
    practical_plan,
    theory_sizes,
)
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.sample_sizes import Goal

FUNCTIONS = tuple(tuple(int(x >= t) for x in range(3)) for t in range(4))
HALF = Fraction(1, 2)


def data(n: int, target: tuple[int, ...] = FUNCTIONS[1], seed: int = 0) -> tuple[Any, Any]:
    X = np.random.default_rng(seed).integers(len(target), size=(n, 1))
    return X, np.array(target)[X[:, 0]]


def private(**parameters: Any) -> PrivateLittlestoneClassifier:
    sizes = {"auxiliary": 5, "validation": 200, "delta": Fraction(1, 1000), "random_state": 0}
    return PrivateLittlestoneClassifier(FUNCTIONS, **{**sizes, **parameters})


def test_g_learns_and_predicts() -> None:
    X, y = data(400)
    model = StableClassifier(FUNCTIONS, auxiliary=8, random_state=1, labels=(0, 1)).fit(X, y)
    assert model.plan_ == practical_plan(FUNCTIONS, 8)
    assert model.predict([[0], [2]]).tolist() == [model.hypothesis_[0], model.hypothesis_[2]]
    again = StableClassifier(FUNCTIONS, auxiliary=8, random_state=1).fit(X, y)
    assert again.hypothesis_ == model.hypothesis_
    assert (model.least_rows_, model.is_too_small_) == (model.plan_.sample_size, False)
    with pytest.warns(TooFewRowsWarning, match="10 rows are too few: G is to have n = 8"):
        model.fit(X[:10], y[:10])
    assert (model.plan_.n, model.plan_.budget, model.is_too_small_) == (8, 2, True)


def test_m_learns_with_other_labels() -> None:
    X, y = data(10_000)
    model = private(labels=("no", "yes"), epsilon=1).fit(X, np.where(y == 1, "yes", "no"))
    assert model.hypothesis_ == FUNCTIONS[1]
    assert model.predict([[0], [1]]).tolist() == ["no", "yes"]
    assert model.score(X, np.where(y == 1, "yes", "no")) == 1
    assert not model.is_too_small_
    assert (model.guarantee_.epsilon, model.guarantee_.delta) == (1, Fraction(1, 1000))
    assert (model.guarantee_.alpha, model.guarantee_.rows) == (None, None), "practical sizes promise no accuracy"
    assert model.plan_.half == 1, "M is given 2 epsilon"


def test_secure_randomness_without_a_seed() -> None:
    pytest.importorskip("opendp")
    X, y = data(3000)
    assert private(epsilon=2, random_state=None).fit(X, y).hypothesis_ in FUNCTIONS


def test_too_few_rows_are_said_from_their_number_alone() -> None:
    X, y = data(3000)
    messages = []
    for labels in (y, 1 - y, np.zeros_like(y)):
        with pytest.warns(TooFewRowsWarning, match="3000 rows are too few: .* Give at least") as caught:
            model = private().fit(X, labels)
        messages += [str(warning.message) for warning in caught]
    assert len(set(messages)) == 1, "the warning may not depend on the rows' values"
    assert model.is_too_small_ and model.plan_.runs == (3000 - 200) // model.plan_.rows
    model.fit(*data(model.least_rows_))
    assert not model.is_too_small_
    with pytest.warns(TooFewRowsWarning):
        model.fit(*data(model.least_rows_ - 1))


@pytest.mark.parametrize("n", [1, 100, 200])
def test_rows_that_are_too_few_for_one_run_give_a_constant(n: int) -> None:
    X, y = data(n, target=FUNCTIONS[0])
    with pytest.warns(TooFewRowsWarning):
        model = private(random_state=None).fit(X, y)
    assert model.hypothesis_ == (0, 0, 0) and model.is_too_small_


def test_below_the_threshold_nothing_is_learned_however_often_the_runs_agree() -> None:
    X, y = data(10_000, target=FUNCTIONS[0])
    model = private(random_state=0, delta=Fraction(1, 10**40))
    with pytest.warns(TooFewRowsWarning):
        assert model.fit(X, y).hypothesis_ == (0, 0, 0)
    with pytest.warns(TooFewRowsWarning):
        assert private(eta=1, delta=Fraction(1, 10**40)).fit(X, y).is_too_small_


def test_what_is_declared() -> None:
    declared = PrivateLittlestoneClassifier().guarantee
    assert (declared.epsilon, declared.delta, declared.neighbours) == (1, Fraction(1, 10**6), REPLACE_ONE)
    assert private(labels=None).guarantee.neighbours == REPLACE_ONE_SAME_LABELS
    asked = private(alpha=0.5, beta=HALF).guarantee
    assert (asked.alpha, asked.beta) == (HALF, HALF) and asked.rows is not None and asked.rows > 10**10


def test_a_number_is_taken_for_the_nearest_point() -> None:
    X, y = data(400)
    model = StableClassifier(FUNCTIONS, auxiliary=8, feature=1, random_state=1)
    model.fit(np.hstack([np.ones_like(X), X]), y)
    beside = [[9, -50.0], [9, 0.4], [9, 1.2], [9, 1e9]]
    assert model.predict(beside).tolist() == [model.hypothesis_[x] for x in (0, 0, 1, 2)]


def test_refusals() -> None:
    X, y = data(3000)
    with pytest.raises(ValueError, match="unseen labels"):
        private().fit(X, y + 1)
    with pytest.raises(ValueError, match="Only binary"):
        private(labels=(0, 1, 2)).fit(X, y)
    with pytest.raises(ParameterError, match="feature = 1 is out of range"):
        private(feature=1).fit(X, y)
    with pytest.raises(PrivacyParameterError):
        private(epsilon=-1).fit(X, y)
    with pytest.raises(ParameterError, match="beta"):
        private(alpha=HALF).fit(X, y)
    with pytest.raises(NotFittedError):
        private().predict([[0]])


def test_the_sizes_of_the_theory_are_refused_below() -> None:
    X, y = data(3000)
    with pytest.raises(SampleError, match=r"n_samples = 3000 .*accuracy"):
        private(alpha=HALF, beta=HALF).fit(X, y)
    stable, plan = theory_sizes(FUNCTIONS[:2], Goal(HALF, HALF, ln(4)), Fraction(1, 1000))
    assert plan.eta == Fraction(1, 1024) and plan.rows == stable.sample_size
    assert plan.sample_size > 10**10
