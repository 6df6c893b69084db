"""The scikit-learn estimator: conventions, guarantee, refusals, and its law against the plain algorithm's."""

from __future__ import annotations

import warnings
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from littlestone.impl.learners.guarantees import Guarantee, of_exponential_mechanism, of_multiclass, of_representation
from littlestone.impl.sklearn_estimators import conventions
from littlestone.impl.sklearn_estimators.estimators import PrivateMulticlassClassifier, exact_epsilon
from littlestone.impl.sklearn_estimators.stumps import StumpGrid
from littlestone.spec.learning.learning import Goal, exponential_sample_bound
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError

sklearn = pytest.importorskip("sklearn")
HALF = Fraction(1, 2)


def blobs(n: int, seed: int = 0) -> tuple[Any, Any]:
    generator = np.random.default_rng(seed)
    y = generator.integers(4, size=n)
    X = np.stack([np.where(y >= 2, 1.0, -1.0), np.where(y % 2 == 1, 1.0, -1.0)], axis=1)
    return X + generator.normal(0, 0.2, X.shape), y


def test_scikit_learns_own_checks() -> None:
    checks = import_module("sklearn.utils.estimator_checks")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = checks.check_estimator(PrivateMulticlassClassifier(), on_fail=None, on_skip=None)
    assert [r["check_name"] for r in results if r["status"] == "failed"] == []
    assert sum(r["status"] == "passed" for r in results) > 40


def test_it_learns_each_bit_on_its_own_block() -> None:
    X, y = blobs(4000)
    model = PrivateMulticlassClassifier(epsilon=1, random_state=0).fit(X, y)
    assert model.score(*blobs(1000, seed=1)) > 0.95
    assert [stump.feature for stump in model.stumps_] == [0, 1]
    assert vars(model)["n_features_in_"] == 2
    again = PrivateMulticlassClassifier(epsilon=1, random_state=0).fit(X, y)
    assert again.stumps_ == model.stumps_


def test_secure_randomness_without_a_seed() -> None:
    X, y = blobs(2000)
    assert PrivateMulticlassClassifier(epsilon=1.5).fit(X, y).score(X, y) > 0.9


def test_parameters_round_trip() -> None:
    model = PrivateMulticlassClassifier(epsilon=2)
    assert model.set_params(epsilon=3).get_params()["epsilon"] == 3
    assert "epsilon=3" in repr(model)
    with pytest.raises(ValueError, match="epsilom"):
        model.set_params(epsilom=1)


def test_the_grid_counts_the_errors_that_its_stumps_make() -> None:
    X, y = blobs(50)
    grid, bits = StumpGrid(2, (-0.5, 0.0, 0.7)), y & 1
    errors = grid.errors(X, bits)
    assert len(grid) == len(errors) == 16
    assert [int((grid[i].predict(X) != bits).sum()) for i in range(len(grid))] == list(errors)


def test_a_sample_below_the_guarantee_is_refused() -> None:
    X, y = blobs(100)
    model = PrivateMulticlassClassifier(epsilon=1, alpha=HALF, beta=HALF, random_state=0)
    with pytest.raises(SampleError, match="n_samples"):
        model.fit(X, y)
    needed = of_multiclass([32, 32], Goal(HALF, HALF, 1)).rows
    model.fit(*blobs(needed))
    assert model.guarantee_ is not None and model.guarantee_.rows == needed
    assert model.guarantee_.neighbours == "replace one row"


@pytest.mark.parametrize("epsilon", [0, -1, 0.0])
def test_epsilon_must_be_positive(epsilon: float) -> None:
    with pytest.raises(PrivacyParameterError):
        PrivateMulticlassClassifier(epsilon=epsilon).fit(*blobs(10))


@pytest.mark.parametrize("epsilon", [float("nan"), float("inf"), "1", None])
def test_epsilon_must_be_a_finite_number(epsilon: Any) -> None:
    with pytest.raises(ParameterError, match="epsilon"):
        exact_epsilon(epsilon)


def test_bad_data_is_refused() -> None:
    X, y = blobs(10)
    model = PrivateMulticlassClassifier(labels=(0, 1), random_state=0)
    with pytest.raises(ParameterError, match="one of the labels"):
        model.fit(X, np.arange(10))
    with pytest.raises(ValueError, match="NaN"):
        PrivateMulticlassClassifier().fit(np.full((10, 2), np.nan), y)
    with pytest.raises(ValueError, match="0 sample"):
        PrivateMulticlassClassifier().fit(np.empty((0, 2)), np.empty(0))


def test_a_missing_scikit_learn_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(conventions, "import_module", missing)
    with pytest.raises(ImportError, match=r"littlestone\[learners\]"):
        PrivateMulticlassClassifier().fit(*blobs(10))


def test_guarantees() -> None:
    goal = Goal(HALF, HALF, 1)
    assert of_exponential_mechanism(8, goal).rows == exponential_sample_bound(8, goal)
    split = of_multiclass([8, 8], goal)
    assert split.rows == 2 * exponential_sample_bound(8, Goal(Fraction(1, 4), Fraction(1, 4), 1))
    with pytest.raises(SampleError, match="accuracy"):
        split.check(((0, 0),))
    learned = of_representation(4, Fraction(1, 12), Fraction(1, 8), 1)
    assert (learned.alpha, learned.beta) == (HALF, HALF)
    assert learned.rows == 84
    with pytest.raises(ParameterError, match="alpha"):
        of_representation(4, HALF, Fraction(1, 8), 1)
    with pytest.raises(ParameterError, match="delta"):
        Guarantee(1, HALF, HALF, 10, delta=2)
    with pytest.raises(PrivacyParameterError):
        of_exponential_mechanism(8, Goal(HALF, HALF, 0))
