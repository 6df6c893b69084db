"""What the estimators on a finite domain share: points in a column of X, a declared guarantee, too few rows."""

from __future__ import annotations

import warnings
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from littlestone.impl.classes.learner_input import Hypothesis, checked_functions
from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.impl.sklearn_estimators.conventions import (
    Codes,
    TooFewRowsWarning,
    encoded,
    exact_epsilon,
    exact_if_given,
    exact_parameter,
    neighbours_given,
)
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Exact, ParameterError
from littlestone.spec.learning.samples import Sample

# Littlestone dimension 3: the sizes that theory asks for grow doubly exponentially in it
THRESHOLDS = tuple(tuple(int(x >= t) for x in range(8)) for t in range(9))


class FiniteDomainClassifier(ClassifierMixin, BaseEstimator):
    """What the estimators share: points 0..p-1 in a column of X, two classes, a hypothesis as a table.

    A number is taken for the nearest point: to refuse what lies outside the domain would tell who is in the data.
    """

    functions: tuple[Function, ...]
    feature: int
    labels: Any
    random_state: Any
    hypothesis_: Hypothesis
    classes_: NDArray[Any]

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        y : ndarray of shape (n_samples,)
            Their classes.

        Raises
        ------
        NotFittedError
            Before ``fit``.
        """
        check_is_fitted(self)
        points = self._points(validate_data(self, X, reset=False, dtype=np.float64))
        codes = np.asarray(self.hypothesis_)[points]
        return np.asarray(self.classes_[np.minimum(codes, len(self.classes_) - 1)])

    def _rows(self, X: Any, y: Any, labels: Any, reset: bool = True) -> Sample:
        """The rows as points with labels 0 or 1, places in ``classes_``: those of ``labels``, or else those in y."""
        points, codes = self._columns(X, y, labels, reset)
        return tuple(zip(points.tolist(), codes.tolist(), strict=True))

    def _columns(self, X: Any, y: Any, labels: Any, reset: bool = True) -> tuple[Codes, Codes]:
        """The points, and their labels as places in ``classes_``."""
        X, y = validate_data(self, X, y, dtype=np.float64, reset=reset)
        given = [y] if labels is None else [y, np.asarray(labels)]
        if "multiclass" in map(type_of_target, given):
            raise ValueError("Only binary classification is supported. The type of the target is multiclass.")
        self.classes_, codes = encoded(y, labels)
        return self._points(X), codes

    def _points(self, X: NDArray[np.float64]) -> Codes:
        if not 0 <= self.feature < X.shape[1]:
            raise ParameterError("feature", self.feature, f"one of the {X.shape[1]} columns of X, from 0 on")
        last = len(checked_functions(self.functions)[0]) - 1
        return np.clip(np.rint(X[:, self.feature]), 0, last).astype(np.int64)

    def _warn_of_too_few(self, rows: int, least: int, why: str) -> None:
        self.least_rows_, self.is_too_small_ = least, rows < least
        if self.is_too_small_:
            words = f"{rows} rows are too few: {why}. Give at least {least}, or a constant is likely"
            warnings.warn(words, TooFewRowsWarning, stacklevel=3)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = True
        tags.non_deterministic = self.random_state is None
        return tags


class PrivateBatchClassifier(FiniteDomainClassifier):
    """What the private learners of a listed class share that need no other parameters: these, and what they promise."""

    guarantee_: Guarantee

    def __init__(
        self,
        functions: tuple[Function, ...] = THRESHOLDS,
        epsilon: Any = 1,
        delta: Any = 1e-6,
        feature: int = 0,
        labels: Any = (0, 1),
        alpha: Any = None,
        beta: Any = None,
        random_state: Any = None,
    ) -> None:
        self.functions = functions
        self.epsilon = epsilon
        self.delta = delta
        self.feature = feature
        self.labels = labels
        self.alpha = alpha
        self.beta = beta
        self.random_state = random_state

    @property
    def guarantee(self) -> Guarantee:
        """What the parameters promise, before any data; raises ParameterError where they are out of range."""
        self._goal()  # refuses what is out of range
        promised = declared(self)
        if promised.alpha is None or promised.beta is None:
            return promised
        return replace(promised, rows=self._rows_for(promised.alpha))

    def _goal(self) -> Any:
        """What the learner is to reach; raises ParameterError."""
        raise NotImplementedError

    def _rows_for(self, alpha: Expression) -> int:
        """The rows from which an error of at most alpha is promised."""
        raise NotImplementedError

    def _exact_goal(self) -> tuple[Exact, Exact, Exact]:
        """Epsilon, delta, and beta, which is 1/100 where it is not given."""
        beta = Fraction(1, 100) if self.beta is None else exact_parameter("beta", self.beta)
        return exact_epsilon(self.epsilon), exact_parameter("delta", self.delta), beta


def declared(estimator: Any) -> Guarantee:
    """The privacy that an estimator's parameters promise, and the accuracy that they ask for, where they have one."""
    return Guarantee(
        epsilon=exact_epsilon(estimator.epsilon),
        delta=exact_parameter("delta", estimator.delta),
        alpha=exact_if_given("alpha", getattr(estimator, "alpha", None)),
        beta=exact_if_given("beta", getattr(estimator, "beta", None)),
        neighbours=neighbours_given(estimator.labels),
    )
