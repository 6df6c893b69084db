"""The exponential mechanism as an estimator: what it promises, its law, and what it says of too few rows."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest

from littlestone.impl.randomness.enumeration import law
from littlestone.impl.sklearn_estimators.conventions import TooFewRowsWarning
from littlestone.impl.sklearn_estimators.listed_estimators import PrivateExponentialClassifier
from littlestone.spec.algebra.reals import exp
from littlestone.spec.learning.laws import proportional, same_law
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import is_true
from littlestone.spec.learning.sample_sizes import Goal, exponential_sample_bound

HALF = Fraction(1, 2)
X = np.arange(600).reshape(-1, 1) % 8
Y = (X[:, 0] >= 5).astype(int)


def test_it_learns_without_a_word() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = PrivateExponentialClassifier(random_state=0).fit(X, Y)
    assert model.score(X, Y) == 1 and not model.is_too_small_
    assert (model.guarantee_.epsilon, model.guarantee_.delta) == (1, 0)


def test_functions_are_drawn_by_their_errors() -> None:
    functions, rows, y = ((0, 0), (0, 1), (1, 1)), np.array([[0], [1], [1]]), np.array([0, 1, 1])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TooFewRowsWarning)
        kind = PrivateExponentialClassifier
        drawn = law(lambda source: kind(functions, random_state=source).fit(rows, y).hypothesis_)
    weights = (exp(-1), 1, exp(-HALF))
    assert is_true(same_law(drawn, proportional(dict(zip(functions, weights, strict=True)))))


def test_labels_may_be_many() -> None:
    functions = tuple(tuple((x + shift) % 3 for x in range(3)) for shift in range(3))
    points = np.arange(300).reshape(-1, 1) % 3
    y = np.array(["a", "b", "c"])[(points[:, 0] + 1) % 3]
    model = PrivateExponentialClassifier(functions, labels=("a", "b", "c"), random_state=0).fit(points, y)
    assert model.predict([[0], [1], [2]]).tolist() == ["b", "c", "a"]


def test_fewer_rows_than_alpha_and_beta_need_are_refused() -> None:
    model = PrivateExponentialClassifier(alpha=0.1, beta=0.05, random_state=0)
    least = exponential_sample_bound(9, Goal(Fraction(1, 10), Fraction(1, 20), 1))
    assert model.guarantee.rows == least == 471
    assert model.fit(X, Y).least_rows_ == least
    with pytest.raises(SampleError, match="at least 471"):
        model.fit(X[:470], Y[:470])
    with pytest.warns(TooFewRowsWarning, match="9 rows are too few"):
        PrivateExponentialClassifier(random_state=0).fit(X[:9], Y[:9])
