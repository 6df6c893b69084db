"""Every estimator with all defaults on scikit-learn's own data: it fits or says what it needs, never in silence."""

from __future__ import annotations

import pickle
import sys
import warnings
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, make_classification

import littlestone.estimators as face
from littlestone.estimators import (
    InsecureNoiseWarning,
    NoPromiseWarning,
    NothingFoundWarning,
    OnlinePlan,
    PathTree,
    PrivateHalfspaceClassifier,
    PrivateLittlestoneClassifier,
    PrivateMulticlassClassifier,
    PrivateOnlineClassifier,
    PrivateProperTreeClassifier,
    PrivateTreeClassifier,
    StableClassifier,
    ThresholdChain,
    TooFewRowsWarning,
)
from littlestone.impl.randomness.sources import SeededSource
from littlestone.impl.sklearn_estimators.conventions import ExactNumber, published, rounded_up, source_of
from littlestone.spec.algebra.reals import ln
from littlestone.spec.learning.randomness import ParameterError, is_true

ESTIMATORS = [getattr(face, name) for name in face.__all__ if name.endswith("Classifier")]
SEEDED = 0


def fitted(model: Any, X: Any, y: Any) -> tuple[Any, list[Any]]:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        model.fit(X, y)
    return model, said


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_with_all_defaults_on_two_classes_nothing_is_silent(kind: type[Any]) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    model, said = fitted(kind(), X, y)
    assert model.predict(X).shape == y.shape
    nothing_promised = model.is_too_small_ or kind is StableClassifier  # whose rows no function of the class fits
    assert any(issubclass(one.category, NoPromiseWarning) for one in said) == nothing_promised
    assert {one.filename for one in said} <= {__file__}, "at the line that calls fit"


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_with_all_defaults_on_three_classes_it_says_what_to_take(kind: type[Any]) -> None:
    X, y = load_iris(return_X_y=True)
    if kind is PrivateMulticlassClassifier:
        model, said = fitted(kind(), X, y)
        assert (model.least_rows_, said[0].category) == (326, TooFewRowsWarning)
        return
    with pytest.raises(
        ValueError, match=r"Take PrivateMulticlassClassifier|2 is not among labels = \[0, 1\]; name all classes there"
    ):
        kind().fit(X, y)


@pytest.mark.parametrize("kind", ESTIMATORS)
def test_every_fitted_number_is_a_number(kind: type[Any]) -> None:
    model, _ = fitted(kind(), *make_classification(300, random_state=0))
    plan, promised = getattr(model, "plan_", None), getattr(model, "guarantee_", None)
    numbers = [getattr(model, name) for name in ("error_", "empirical_error_") if hasattr(model, name)]
    for holder in (plan, promised):
        numbers += [
            value for name in getattr(holder, "__slots__", ()) if isinstance(value := getattr(holder, name), Fraction)
        ]
    assert numbers or kind in (StableClassifier, PrivateOnlineClassifier)
    for number in numbers:
        assert f"{number:.3f}" == f"{float(number):.3f}" and round(number, 2) <= number + 1 and number > -0.5
        assert pickle.loads(pickle.dumps(number)) == number


def test_an_irrational_number_is_rounded_up() -> None:
    number = published(ln(2))
    assert (
        isinstance(number, ExactNumber) and is_true(number >= ln(2)) and is_true(number <= ln(2) + Fraction(1, 2**50))
    )
    assert rounded_up(ln(2)) == Fraction("0.693148") and rounded_up(ln(2) / 10**9) == Fraction("0.693148") / 10**9
    assert (f"{number}", f"{number:.2f}", f"{published(Fraction(1, 3))}") == ("0.693147", "0.69", "1/3")


def test_a_halfspace_declares_its_rho_and_gives_its_coefficients() -> None:
    X, y = make_classification(400, 5, n_redundant=0, class_sep=2, random_state=1)
    model, said = fitted(
        PrivateHalfspaceClassifier(epsilon=8, bound=10, rounds=40, fit_intercept=True, random_state=0), X, y
    )
    assert [one.category for one in said] == [NoPromiseWarning] and "rounds = 40 are fewer than" in str(said[0].message)
    assert model.coef_.shape == (1, 5) and model.intercept_.shape == (1,)
    assert model.decision_function(X) == pytest.approx((X @ model.coef_.T + model.intercept_).ravel())
    assert 0 < float(model.guarantee_.rho) < 8 and is_true(model.guarantee_.rho >= model.guarantee.rho)


def test_noise_without_the_extra_is_said_to_be_insecure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opendp", None)
    monkeypatch.setattr("littlestone.impl.sklearn_estimators.conventions.find_spec", lambda name: None)
    with pytest.warns(InsecureNoiseWarning, match="release nothing"):
        assert isinstance(source_of(None, noise=True), SeededSource)
    assert not isinstance(source_of(None), SeededSource), "choices need no noise"


# ---- Wrong labels, huge domains, trees


def noisy(n: int, share: float) -> tuple[Any, Any, Any]:
    generator = np.random.default_rng(0)
    X = generator.integers(8, size=(n, 1))
    y = (X[:, 0] >= 5).astype(int)
    return X, y, y ^ (generator.random(n) < share)


@pytest.mark.parametrize(
    "functions", [face.PrivateTreeClassifier().functions, ThresholdChain(8), PathTree([1, 2, 3, 4, 5, 6, 7, -1])]
)
def test_two_percent_of_wrong_labels_do_no_harm(functions: Any) -> None:
    X, y, given = noisy(40_000, 0.02)
    model, said = fitted(PrivateTreeClassifier(functions, random_state=0), X, given)
    assert model.node_ == 5 and model.score(X, y) == 1 and not said


def test_where_the_chunks_agree_on_nothing_it_is_said() -> None:
    X = np.random.default_rng(0).integers(4000, size=(40_000, 1))
    singletons = PathTree([-1] * 4000)
    model, said = fitted(PrivateTreeClassifier(singletons, random_state=0), X, np.ones(len(X), dtype=int))
    assert model.node_ == -1 and [one.category for one in said] == [NothingFoundWarning]
    functions = ((0, 0), (0, 1), (1, 1))
    settings: Any = {"auxiliary": 2, "budget": 2, "validation": 10, "delta": 1e-3, "random_state": 0}
    coins = np.random.default_rng(0).integers(2, size=(2, 4000))
    stable, said = fitted(PrivateLittlestoneClassifier(functions, eta=1, **settings), coins[:1].T, coins[1])
    assert stable.found_ or [one.category for one in said] == [NothingFoundWarning]


@pytest.mark.parametrize("median", ["ranks", "one_level", "log_star"])
def test_thresholds_on_2_to_the_40_points_with_each_median(median: str) -> None:
    rows = 100_000
    X = np.random.default_rng(0).integers(2**40, size=(rows, 1))
    y = (X[:, 0] >= 2**39).astype(int)
    model, said = fitted(PrivateTreeClassifier(ThresholdChain(2**40), epsilon=8, median=median, random_state=0), X, y)
    assert not said and model.error_ < 1 and model.score(X, y) > 0.9
    assert model.plan_.delta == Fraction(1, 10**6) / (1 if median == "ranks" else 2)


def test_what_has_no_tree_is_told_what_to_take() -> None:
    X, y = np.arange(4).reshape(-1, 1), np.array([0, 1, 1, 0])
    with pytest.raises(ValueError, match=r"VC dimension above 1.*take PrivateExponentialClassifier"):
        PrivateTreeClassifier(((0, 0), (0, 1), (1, 0), (1, 1))).fit(X, y)
    with pytest.raises(ParameterError, match="PrivateTreeClassifier takes a ThresholdChain"):
        PrivateProperTreeClassifier(ThresholdChain(8)).fit(X, y)
    with pytest.raises(ParameterError, match="at most 2\\^53"):
        PrivateTreeClassifier(ThresholdChain(2**60)).fit(X, y)
    with pytest.raises(ParameterError, match="one of 'ranks', 'one_level', 'log_star'"):
        PrivateTreeClassifier(median="mean").fit(X, y)


# ---- Plans of the online learner


@pytest.mark.parametrize("seed", range(12))
def test_no_plan_raises_and_none_without_learning_is_silent(seed: int) -> None:
    random = Random(seed)
    calls, buffer, noise = (
        random.choice([0, 0, 1, 10]),
        10 ** random.randint(0, 9),
        Fraction(10) ** random.randint(-3, 3),
    )
    teachers, sample = (4, Fraction(10) ** random.randint(-2, 3)) if calls == 0 else (40, Fraction(40))
    plan = OnlinePlan(
        d=1,
        calls=calls,
        teachers=teachers,
        buffer=buffer,
        buffer_epsilon=noise,
        stage_epsilon=1,
        draws=1,
        sample_epsilon=sample,
        rate=Fraction(0),
        depth=8,
    )
    X = np.arange(64).reshape(-1, 1) % 8
    model = PrivateOnlineClassifier(epsilon=10**12, delta=1e-3, plan=plan, random_state=seed)
    _, said = fitted(model, X, (X[:, 0] == 3).astype(int))
    assert said
