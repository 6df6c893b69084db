"""DP-ERM as an estimator: what it declares, what it learns, and what it says of too few rows."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from littlestone.impl.privacy.guarantees import REPLACE_ONE, REPLACE_ONE_SAME_LABELS
from littlestone.impl.sklearn_estimators.conventions import TooFewRowsWarning
from littlestone.impl.sklearn_estimators.listed_estimators import PrivateDecompositionClassifier
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import ParameterError

FUNCTIONS = tuple(tuple(int(x == i) for x in range(3)) for i in range(3))
ROWS = 1_200


def data(n: int, target: tuple[int, ...] = FUNCTIONS[1]) -> tuple[Any, Any]:
    X = np.arange(n).reshape(-1, 1) % len(target)
    return X, np.array(target)[X[:, 0]]


def model(**parameters: Any) -> PrivateDecompositionClassifier:
    return PrivateDecompositionClassifier(FUNCTIONS, **{"random_state": 0, **parameters})


def test_it_learns_and_says_how_well() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fitted = model().fit(*data(ROWS))
    assert (fitted.hypothesis_, fitted.stage_, fitted.found_, fitted.is_too_small_) == (FUNCTIONS[1], 1, True, False)
    assert fitted.score(*data(30)) == 1
    assert fitted.empirical_error_ < 0.5 and f"{fitted.empirical_error_:.1f}"[:2] == "0."


def test_where_nothing_is_found_0_is_predicted() -> None:
    X, y = data(9)
    fitted = model(random_state=1).fit(X, y)
    assert (fitted.hypothesis_, fitted.found_) == ((0, 0, 0), False)


def test_labels_that_no_function_fits_do_not_make_it_constant() -> None:
    X, y = data(ROWS)
    noisy = np.where(np.random.default_rng(0).random(ROWS) < 0.1, 1 - y, y)
    assert model().fit(X, noisy).hypothesis_ == FUNCTIONS[1]


def test_it_declares_what_holds() -> None:
    declared = model().guarantee
    assert (declared.epsilon, declared.delta, declared.alpha, declared.rows) == (1, Fraction(1, 10**6), None, None)
    assert declared.neighbours == REPLACE_ONE
    assert model(labels=None).guarantee.neighbours == REPLACE_ONE_SAME_LABELS
    promised = model(alpha=0.5, beta=0.1).guarantee
    assert (promised.alpha, promised.beta) == (Fraction(1, 2), Fraction(1, 10)) and promised.rows is not None
    fitted = model(alpha=0.5, beta=0.1).fit(*data(promised.rows))
    assert fitted.plan_.alpha <= Fraction(1, 5), "2/5 of alpha on the rows"
    with pytest.raises(SampleError, match=f"at least {promised.rows}"):
        model(alpha=0.5, beta=0.1).fit(*data(promised.rows - 1))


def test_too_few_rows_are_said_from_their_number_alone() -> None:
    X, y = data(9)
    words = []
    for labels in (y, 1 - y):
        with pytest.warns(TooFewRowsWarning, match="9 rows are too few: .* no error below 1") as caught:
            fitted = model().fit(X, labels)
        words.append(str(caught[0].message))
    assert words[0] == words[1] and fitted.empirical_error_ == 1
    model().fit(*data(fitted.least_rows_))


@pytest.mark.parametrize(
    "parameters",
    [{"epsilon": 0}, {"delta": 0}, {"delta": 2}, {"alpha": 0.1}, {"alpha": 0, "beta": 0.1}, {"feature": 1}],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        model(**parameters).fit(*data(30))
