"""The scikit-learn estimator: conventions, guarantee, refusals, and its law against the plain algorithm's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from littlestone.impl.privacy.guarantees import REPLACE_ONE, REPLACE_ONE_SAME_LABELS
from littlestone.impl.sklearn_estimators.conventions import exact_epsilon
from littlestone.impl.sklearn_estimators.listed_estimators import PrivateMulticlassClassifier, stumps_of
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.sample_sizes import Goal, exponential_sample_bound

HALF = Fraction(1, 2)


def blobs(n: int, seed: int = 0) -> tuple[Any, Any]:
    generator = np.random.default_rng(seed)
    y = generator.integers(4, size=n)
    X = np.stack([np.where(y >= 2, 1.0, -1.0), np.where(y % 2 == 1, 1.0, -1.0)], axis=1)
    return X + generator.normal(0, 0.2, X.shape), y


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


def test_each_feature_is_cut_at_each_threshold_either_way() -> None:
    X, _ = blobs(50)
    cuts = {(feature, cut) for feature in (0, 1) for cut in (-np.inf, -0.5, 0.0, 0.7)}
    stumps = stumps_of(2, (-0.5, 0.0, 0.7))
    assert len(stumps) == len(set(stumps)) == 16 and {(stump.feature, stump.threshold) for stump in stumps} == cuts
    for stump in stumps:
        above = X[:, stump.feature] > stump.threshold
        assert stump.predict(X).tolist() == [int(is_above != bool(stump.flip)) for is_above in above.tolist()]


def test_a_sample_below_the_guarantee_is_refused() -> None:
    X, y = blobs(100)
    model = PrivateMulticlassClassifier(epsilon=1, alpha=HALF, beta=HALF, random_state=0)
    with pytest.raises(SampleError, match="n_samples"):
        model.fit(X, y)
    needed = 2 * exponential_sample_bound(32, Goal(HALF / 2, HALF / 2, 1))
    model.fit(*blobs(needed))
    assert model.guarantee_.rows == needed and model.guarantee.rows is None
    assert (model.guarantee_.alpha, model.guarantee_.beta, model.guarantee_.delta) == (HALF, HALF, 0)


def test_the_classes_are_public_or_the_same_among_neighbours() -> None:
    assert PrivateMulticlassClassifier().guarantee.neighbours == REPLACE_ONE_SAME_LABELS
    assert PrivateMulticlassClassifier(labels=(0, 1)).guarantee.neighbours == REPLACE_ONE
    fitted = PrivateMulticlassClassifier(labels=(0, 1, 2), random_state=0).fit(np.zeros((20, 1)), np.zeros(20))
    assert fitted.classes_.tolist() == [0, 1, 2] and fitted.guarantee_ == fitted.guarantee


@pytest.mark.parametrize("epsilon", [0, -1, 0.0])
def test_epsilon_must_be_positive(epsilon: float) -> None:
    with pytest.raises(PrivacyParameterError):
        PrivateMulticlassClassifier(epsilon=epsilon).fit(*blobs(10))


@pytest.mark.parametrize("epsilon", [float("nan"), float("inf"), "1", None])
def test_epsilon_must_be_a_finite_number(epsilon: Any) -> None:
    with pytest.raises(ParameterError, match="epsilon"):
        exact_epsilon(epsilon)


def test_numbers_are_exact_and_floats_are_taken_by_their_decimals() -> None:
    assert [exact_epsilon(e) for e in (1, 0.1, np.float64(0.1), np.int64(2), Fraction(1, 3))] == [
        1,
        Fraction(1, 10),
        Fraction(1, 10),
        2,
        Fraction(1, 3),
    ]
    assert exact_epsilon(ln(3)) is ln(3)


def test_bad_data_is_refused() -> None:
    X, y = blobs(10)
    model = PrivateMulticlassClassifier(labels=(0, 1), random_state=0)
    with pytest.raises(ValueError, match="unseen labels"):
        model.fit(X, np.arange(10))
    with pytest.raises(ValueError, match="NaN"):
        PrivateMulticlassClassifier().fit(np.full((10, 2), np.nan), y)
    with pytest.raises(ValueError, match="0 sample"):
        PrivateMulticlassClassifier().fit(np.empty((0, 2)), np.empty(0))
