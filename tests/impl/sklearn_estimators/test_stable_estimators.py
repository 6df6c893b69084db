"""The estimators of G and M: conventions, refusals, reproducible runs, and what they learn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from littlestone.impl.classes.samples import LabelError
from littlestone.impl.sklearn_estimators.stable_estimators import (
    PrivateLittlestoneClassifier,
    StableClassifier,
    practical_plan,
    stability,
    theory_sizes,
)
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.learning import Goal
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError

sklearn = pytest.importorskip("sklearn")
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
    with pytest.raises(SampleError, match="N \\+ n"):
        model.fit(X[:10], y[:10])


def test_m_learns_with_other_labels() -> None:
    X, y = data(9000)
    model = private(labels=("no", "yes"), epsilon=1).fit(X, np.where(y == 1, "yes", "no"))
    assert model.hypothesis_ == FUNCTIONS[1]
    assert model.predict([[0], [1]]).tolist() == ["no", "yes"]
    assert model.score(X, np.where(y == 1, "yes", "no")) == 1
    assert model.guarantee_ is None
    assert model.plan_.half == 1, "M is given 2 epsilon"


def test_secure_randomness_without_a_seed() -> None:
    pytest.importorskip("opendp")
    X, y = data(3000)
    assert private(epsilon=2, random_state=None).fit(X, y).hypothesis_ in FUNCTIONS


def test_parameters_round_trip() -> None:
    model = private()
    assert model.set_params(epsilon=3).get_params()["epsilon"] == 3
    assert "epsilon=3" in repr(model)
    with pytest.raises(ValueError, match="epsilom"):
        model.set_params(epsilom=1)
    from sklearn.base import clone

    assert clone(model).get_params() == model.get_params()


def test_refusals() -> None:
    X, y = data(3000)
    with pytest.raises(LabelError):
        private().fit(X + 7, y)
    with pytest.raises(ParameterError, match="y"):
        private().fit(X, y + 1)
    with pytest.raises(ParameterError, match="integers"):
        private().fit(X + 0.5, y)
    with pytest.raises(ParameterError, match="column"):
        private().fit(np.hstack([X, X]), y)
    with pytest.raises(PrivacyParameterError):
        private(epsilon=-1).fit(X, y)
    with pytest.raises(SampleError, match="n_samples"):
        private().fit(X[:100], y[:100])
    with pytest.raises(sklearn.exceptions.NotFittedError):
        private().predict([[0]])


def test_the_sizes_of_the_theory_are_refused_below() -> None:
    X, y = data(3000)
    with pytest.raises(SampleError, match="alpha"):
        private(alpha=HALF, beta=HALF).fit(X, y)
    stable, plan = theory_sizes(FUNCTIONS[:2], Goal(HALF, HALF, ln(4)), Fraction(1, 1000))
    assert stability(1) == Fraction(1, 1024)
    assert plan.eta == stability(1) and plan.rows == stable.sample_size
    assert plan.sample_size > 10**10
