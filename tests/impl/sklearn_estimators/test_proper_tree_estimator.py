"""The proper learner as an estimator: what it declares, that it stays in the class, and its sizes."""

from __future__ import annotations

import warnings
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from littlestone.impl.learners.tree_sizes import epsilon_each, least_proper_error, proper_sizes
from littlestone.impl.privacy.guarantees import REPLACE_ONE, REPLACE_ONE_SAME_LABELS, PrivateGoal
from littlestone.impl.sklearn_estimators.conventions import TooFewRowsWarning
from littlestone.impl.sklearn_estimators.finite_estimators import PrivateProperTreeClassifier
from littlestone.spec.algebra.reals import Real, exp, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.class_trees.selection_sizes import generalisation_rows, selection_failure
from littlestone.spec.learning.mechanisms import advanced_epsilon
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import ParameterError, is_true

BRANCHES = ((0, 0, 0, 1), (1, 1, 0, 1), (1, 0, 1, 1), (0, 0, 0, 0))
EASY = {"epsilon": 100, "delta": Fraction(1, 10)}
MILLIONTH = Fraction(1, 10**6)


def data(n: int, target: tuple[int, ...] = BRANCHES[1]) -> tuple[Any, Any]:
    X = np.arange(n).reshape(-1, 1) % len(target)
    return X, np.array(target)[X[:, 0]]


def model(**parameters: Any) -> PrivateProperTreeClassifier:
    return PrivateProperTreeClassifier(BRANCHES, **{"random_state": 0, **EASY, **parameters})


@pytest.mark.parametrize("target", BRANCHES)
def test_it_learns_every_function(target: tuple[int, ...]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fitted = model().fit(*data(200_000, target))
    assert fitted.hypothesis_ == target and fitted.score(*data(40, target)) == 1
    assert is_true(fitted.error_ < 1) and not fitted.is_too_small_


@pytest.mark.parametrize("seed", range(4))
def test_the_hypothesis_is_in_the_class_where_that_of_the_improper_learner_is_not(seed: int) -> None:
    X, y = data(200_000)
    kept = X[:, 0] % 3 == 0
    assert model(random_state=seed).fit(X[kept], y[kept]).hypothesis_ in (BRANCHES[1], BRANCHES[2])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rows", [1, 2, 7, 500])
def test_it_stays_in_the_class_on_few_rows_and_on_rows_that_no_function_fits(rows: int) -> None:
    rng = np.random.default_rng(rows)
    for seed in range(10):
        fitted = model(epsilon=1, random_state=seed).fit(rng.integers(4, size=(rows, 1)), rng.integers(2, size=rows))
        assert fitted.hypothesis_ in BRANCHES


def test_it_declares_what_holds() -> None:
    declared = model(epsilon=1, delta=1e-6).guarantee
    assert (declared.epsilon, declared.delta, declared.alpha, declared.rows) == (1, MILLIONTH, None, None)
    assert declared.neighbours == REPLACE_ONE
    assert model(labels=None).guarantee.neighbours == REPLACE_ONE_SAME_LABELS
    promised = model(alpha=0.5, beta=0.5).guarantee
    assert (promised.alpha, promised.beta) == (Fraction(1, 2), Fraction(1, 2)) and promised.rows is not None
    fitted = model(alpha=0.5, beta=0.5).fit(*data(promised.rows))
    assert fitted.error_ == Fraction(1, 2) and fitted.least_rows_ == promised.rows == fitted.plan_.rows
    with pytest.raises(SampleError, match=f"at least {promised.rows}"):
        model(alpha=0.5, beta=0.5).fit(*data(promised.rows - 1))


def test_it_warns_of_too_few_rows() -> None:
    with pytest.warns(TooFewRowsWarning, match="100 rows are too few"):
        fitted = model().fit(*data(100))
    assert fitted.is_too_small_ and fitted.error_ == 1


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"delta": 0.5}, "delta"),
        ({"epsilon": 0}, "epsilon"),
        ({"alpha": 1, "beta": 0}, "beta"),
        ({"alpha": 0, "beta": 1}, "alpha"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        model(**parameters).fit(*data(100))


# ---- The sizes


GOAL = PrivateGoal(Fraction(1), MILLIONTH, Fraction(1, 20))


@pytest.mark.parametrize("alpha", [Fraction(1), Fraction(1, 4), Fraction(1, 100), 1 / ln(3)])
def test_the_sizes_meet_the_inequalities_of_the_proof(alpha: Any) -> None:
    sizes, sixth = proper_sizes(8, GOAL, alpha), Fraction(1, 120)
    fine, rows = sizes.fine, sizes.second_rows
    mechanisms = 2 * ceiling(2 / fine)
    assert is_true(60 * fine <= Real.of(alpha)) and is_true(Real.of(alpha) <= 60 * fine + MILLIONTH)
    assert is_true(advanced_epsilon(sizes.epsilon, mechanisms, GOAL.delta) <= GOAL.epsilon)
    assert is_true(selection_failure(fine, rows, sizes.epsilon) <= 3 * sixth)
    assert is_true(exp(-(fine * Real.of(rows) / 3)) <= sixth)
    assert is_true(generalisation_rows(60 * fine, sixth) <= rows)
    per_chunk = sizes.first_rows // sizes.first.chunks
    assert is_true(sizes.first.chunks * exp(-(fine * Real.of(per_chunk))) <= sixth / 3)


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(50), ln(3)])
@pytest.mark.parametrize("mechanisms", [2, 240, 24_000])
def test_each_mechanism_has_the_most_that_composition_allows(epsilon: Any, mechanisms: int) -> None:
    each = epsilon_each(epsilon, MILLIONTH, mechanisms)

    def is_allowed(share: Any) -> bool:
        basic = is_true(mechanisms * Real.of(share) <= epsilon)
        return basic or is_true(advanced_epsilon(share, mechanisms, MILLIONTH) <= Real.of(epsilon))

    assert is_allowed(each) and not is_allowed(each + 2 * MILLIONTH * max(1, ceiling(epsilon)))


def test_more_rows_promise_less_error_and_the_plan_has_them_all() -> None:
    rows = [proper_sizes(8, GOAL, Fraction(1, i)).rows for i in (1, 2, 3, 4)]
    assert all(fewer < more for fewer, more in pairwise(rows))
    assert [least_proper_error(8, GOAL, n) for n in rows] == [Fraction(1, i) for i in (1, 2, 3, 4)]
    assert least_proper_error(8, GOAL, rows[1] - 1) == 1 == least_proper_error(8, GOAL, 0)
    sizes = proper_sizes(8, GOAL, Fraction(1))
    for n in (0, 1, 1000, sizes.rows - 1, sizes.rows, sizes.rows + 5):
        assert sizes.plan(n).rows == n
    assert sizes.plan(sizes.rows + 5).first_rows == sizes.first_rows
