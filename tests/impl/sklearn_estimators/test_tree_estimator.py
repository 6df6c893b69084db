"""The improper learner as an estimator: what it declares, what it learns, and what it says of too few rows."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from littlestone.impl.classes.path_trees import NotATree
from littlestone.impl.privacy.guarantees import REPLACE_ONE, REPLACE_ONE_SAME_LABELS
from littlestone.impl.sklearn_estimators.conventions import TooFewRowsWarning
from littlestone.impl.sklearn_estimators.finite_estimators import PrivateProperTreeClassifier, PrivateTreeClassifier
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError, is_true

BRANCHES = ((0, 0, 0, 1), (1, 1, 0, 1), (1, 0, 1, 1), (0, 0, 0, 0))
ROWS = 40_000


def data(n: int, target: tuple[int, ...] = BRANCHES[1]) -> tuple[Any, Any]:
    X = np.arange(n).reshape(-1, 1) % len(target)
    return X, np.array(target)[X[:, 0]]


def model(**parameters: Any) -> PrivateTreeClassifier:
    return PrivateTreeClassifier(BRANCHES, **{"random_state": 0, **parameters})


@pytest.mark.parametrize("target", BRANCHES)
def test_it_learns_every_function(target: tuple[int, ...]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fitted = model().fit(*data(ROWS, target))
    assert fitted.hypothesis_ == target and fitted.score(*data(40, target)) == 1
    assert is_true(fitted.error_ < 1) and not fitted.is_too_small_


def test_the_hypothesis_may_lie_outside_of_the_class() -> None:
    X, y = data(ROWS)
    assert model().fit(X[X[:, 0] % 3 == 0], y[X[:, 0] % 3 == 0]).hypothesis_ == (1, 0, 0, 1)


def test_it_declares_what_holds() -> None:
    declared = model().guarantee
    assert (declared.epsilon, declared.delta, declared.alpha, declared.rows) == (1, Fraction(1, 10**6), None, None)
    assert declared.neighbours == REPLACE_ONE
    assert model(labels=None).guarantee.neighbours == REPLACE_ONE_SAME_LABELS
    promised = model(alpha=0.5, beta=0.1).guarantee
    assert (promised.alpha, promised.beta) == (Fraction(1, 2), Fraction(1, 10)) and promised.rows is not None
    fitted = model(alpha=0.5, beta=0.1).fit(*data(promised.rows))
    assert is_true(fitted.error_ <= Fraction(1, 2)) and fitted.least_rows_ == promised.rows
    with pytest.raises(SampleError, match=f"at least {promised.rows}"):
        model(alpha=0.5, beta=0.1).fit(*data(promised.rows - 1))


def test_it_warns_of_too_few_rows() -> None:
    with pytest.warns(TooFewRowsWarning, match="100 rows are too few"):
        fitted = model().fit(*data(100))
    assert fitted.is_too_small_


@pytest.mark.parametrize(
    ("parameters", "words"), [({"delta": 0.5}, "delta"), ({"epsilon": 0}, "epsilon"), ({"beta": 0}, "beta")]
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        model(**parameters).fit(*data(100))


@pytest.mark.parametrize("learner", [PrivateTreeClassifier, PrivateProperTreeClassifier])
def test_both_learners_say_what_is_wrong_with_delta_and_with_labels(learner: Any) -> None:
    for delta, wanted in ((0, "positive and below 1/2"), (-1, r"in \[0, 1\]")):
        with pytest.raises(PrivacyParameterError, match=f"delta = {delta} is out of range: delta must be {wanted}"):
            learner(BRANCHES, delta=delta).fit(*data(100))
    with pytest.raises(NotATree, match="the label 2 occurs"):
        learner(((0, 2), (1, 1))).fit(*data(100))
