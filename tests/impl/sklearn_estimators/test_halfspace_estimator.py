"""The private halfspace: what it declares, what it learns, rows outside of the ball, and what it says of too few."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from littlestone.impl.boosting.halfspaces import sensitivity
from littlestone.impl.privacy.guarantees import REPLACE_ONE, REPLACE_ONE_SAME_LABELS
from littlestone.impl.privacy.renyi import largest_rho
from littlestone.impl.randomness.sources import as_float
from littlestone.impl.sklearn_estimators.conventions import TooFewRowsWarning
from littlestone.impl.sklearn_estimators.halfspace_estimator import PrivateHalfspaceClassifier
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError

ROWS = 4000


def data(n: int = ROWS, corrupted: int = 0) -> tuple[Any, Any]:
    """Rows in the unit ball of R^3 whose margin for (0.6, 0.8, 0) is at least 0.6, the first few mislabelled."""
    generator = np.random.default_rng(0)
    y = generator.integers(2, size=n)
    along = (2 * y - 1) * generator.uniform(0.6, 0.8, n)
    X = along[:, None] * np.array([0.6, 0.8, 0]) + generator.uniform(-0.4, 0.4, n)[:, None] * np.array([-0.8, 0.6, 0])
    X[:, 2] = generator.uniform(-0.3, 0.3, n)
    y[:corrupted] = 1 - y[:corrupted]
    return X, y


def model(**parameters: Any) -> PrivateHalfspaceClassifier:
    return PrivateHalfspaceClassifier(**{"tau": 0.6, "epsilon": 5, "rounds": 30, "random_state": 0, **parameters})


def test_it_learns_a_halfspace_also_where_labels_are_wrong() -> None:
    X, y = data()
    fitted = model().fit(X, y)
    assert fitted.score(X, y) == 1 and fitted.normal_.shape == (3,) and fitted.rounds_.shape == (30, 3)
    assert float(fitted.normal_ @ [0.6, 0.8, 0]) > 0.9 * float(np.linalg.norm(fitted.normal_))
    assert model().fit(*data(corrupted=100)).score(X, y) > 0.99
    scores = fitted.decision_function(X)
    assert scores.shape == (ROWS,) and ((scores >= 0).astype(int) == fitted.predict(X)).all()
    assert model(random_state=1).fit(X, y).normal_.tolist() != fitted.normal_.tolist()
    assert model().fit(X, y).normal_.tolist() == fitted.normal_.tolist()


def test_with_enough_rows_all_but_kappa_are_right() -> None:
    generous = model(tau=0.6, epsilon=200, delta=0.1, density=0.5, rounds=None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fitted = generous.fit(*data(12_000))
    assert not fitted.is_too_small_ and fitted.least_rows_ is not None and fitted.least_rows_ <= 12_000
    assert fitted.score(*data(12_000)) >= 0.5


def test_the_noise_is_what_the_budget_asks_for() -> None:
    fitted = model().fit(*data())
    moved, rho = as_float(sensitivity(ROWS, Fraction(1, 4), 3)), as_float(largest_rho(5, Fraction(1, 10**6)))
    deviation = as_float(fitted.plan_.deviation)
    assert 30 * moved**2 / (2 * deviation**2) == pytest.approx(rho, rel=1e-12)
    assert moved == pytest.approx(2 * 2**0.5 / (ROWS / 4), rel=1e-5) and moved > 2 * 2**0.5 / (ROWS / 4)
    logarithm = np.log(10**6)
    assert rho + 2 * (rho * logarithm) ** 0.5 == pytest.approx(5, rel=1e-12)


def test_it_declares_what_holds() -> None:
    declared = model().guarantee
    assert (declared.epsilon, declared.delta, declared.alpha, declared.rows) == (5, Fraction(1, 10**6), None, None)
    assert declared.neighbours == REPLACE_ONE
    assert model(labels=None).guarantee.neighbours == REPLACE_ONE_SAME_LABELS
    promising = model(alpha=0.5, beta=0.1, rounds=None)
    assert promising.guarantee.alpha == Fraction(1, 2) and promising.guarantee.rows is None
    with pytest.raises(SampleError, match="needs"):
        promising.fit(*data())


def test_it_warns_of_too_few_rows() -> None:
    with pytest.warns(TooFewRowsWarning, match="10 rows are too few"):
        fitted = model(epsilon=100, delta=0.5, tau=1, density=0.9, rounds=None).fit(*data(10))
    assert fitted.is_too_small_ and fitted.least_rows_ is not None
    assert model().fit(*data(10)).least_rows_ is None


def test_long_rows_are_shortened_each_by_itself() -> None:
    X, y = data()
    X[0] *= 1e200
    X[1] = 0
    fitted = model().fit(X, y)
    assert np.isfinite(fitted.normal_).all() and fitted.score(X[2:], y[2:]) == 1
    prepared = fitted._prepared(X)
    assert np.linalg.norm(prepared, axis=1).max() <= 1 and prepared[1].tolist() == [0, 0, 0]
    assert np.linalg.norm(prepared[0]) == pytest.approx(1)
    assert model(bound=10).fit(10 * X, y).score(X[2:], y[2:]) == 1
    assert np.linalg.norm(model(fit_intercept=True)._prepared(X), axis=1).max() <= 1


def test_an_intercept() -> None:
    X = np.repeat([[0.2], [0.9]], 5000, axis=0)
    y = np.repeat([0, 1], 5000)
    assert model(tau=0.2).fit(X, y).score(X, y) == 0.5
    fitted = model(tau=0.2, fit_intercept=True).fit(X, y)
    assert fitted.score(X, y) == 1 and fitted.normal_.shape == (2,)


def test_a_margin_may_be_as_small_as_one_likes_where_rounds_are_given() -> None:
    fitted = model(tau=1e-9, rounds=2).fit(*data(20))
    assert fitted.rounds_.shape == (2, 3) and fitted.least_rows_ is None


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"delta": 0}, "delta"),
        ({"delta": 1}, "delta"),
        ({"tau": 0}, "tau"),
        ({"tau": 1.5}, "tau"),
        ({"rounds": 0}, "rounds"),
        ({"bound": 0}, "bound"),
        ({"bound": Fraction(1, 10**400)}, "bound"),
        ({"bound": Fraction(10**400)}, "bound"),
        ({"tau": Fraction(1, 10**2000)}, "tau"),
        ({"density": 1}, "kappa"),
        ({"beta": 0}, "beta"),
        ({"alpha": 0.5, "beta": 0.1, "density": 0.1}, "density"),
        ({"alpha": 0.5, "beta": 0.1}, "rounds"),
        ({"alpha": 0.5, "rounds": None}, "beta"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        model(**parameters).fit(*data(20))


def test_bad_data_is_refused() -> None:
    X, y = data(20)
    with pytest.raises(PrivacyParameterError):
        model(epsilon=0).fit(X, y)
    with pytest.raises(ValueError, match="binary"):
        model(labels=None).fit(X, np.arange(20) % 3)
    with pytest.raises(ValueError, match="unseen labels"):
        model().fit(X, y + 5)
    with pytest.raises(ValueError, match="NaN"):
        model().fit(np.full((20, 3), np.nan), y)
