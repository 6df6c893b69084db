"""The one base of the estimators: scikit-learn's conventions, what is promised, and what is said where nothing is.

Each estimator adds how rows are read, how it learns from them, and how it predicts. Parameters are dataclass fields:
scikit-learn reads their names and defaults off ``__init__``, which must do nothing but store them. Those of
a finite domain share points in a column of X, and a hypothesis as a table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from littlestone.impl.classes.learner_input import Hypothesis, checked_functions
from littlestone.impl.privacy.guarantees import REPLACE_ONE, REPLACE_ONE_SAME_LABELS, Guarantee, PrivateGoal
from littlestone.impl.sklearn_estimators.conventions import (
    Codes,
    NoPromiseWarning,
    NothingFoundWarning,
    TooFewRowsWarning,
    encoded,
    exact_epsilon,
    exact_if_given,
    exact_parameter,
    published,
    warn,
)
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Exact, ParameterError, exact
from littlestone.spec.learning.samples import Sample

TWO_CLASSES = (
    "Only binary classification is supported. The type of the target is multiclass. Take PrivateMulticlassClassifier, "
    "or sklearn.multiclass.OneVsRestClassifier around this estimator, which costs its epsilon once for each class."
)


@dataclass(eq=False, repr=False, kw_only=True)
class LearnerClassifier(ClassifierMixin, BaseEstimator):
    """A learner as a scikit-learn classifier.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes in order.
    least_rows_ : int or None
        The rows from which something is promised; None where no number of rows does.
    is_too_small_ : bool
        There were fewer, or it is None; ``fit`` then warns with a NoPromiseWarning.
    n_features_in_ : int
        The number of columns of X.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, where X had names that are all strings.
    """

    takes_many_classes: ClassVar[bool] = False
    otherwise: ClassVar[str] = ""  # what fewer rows than are asked for may lead to
    labels: Any = (0, 1)
    random_state: Any = None

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from rows with labels.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows, numbers without nan; on a finite domain the column ``feature`` holds the points.
        y : array-like of shape (n_samples,)
            Their labels.

        Returns
        -------
        self : Self
            The fitted estimator.

        Raises
        ------
        ValueError
            On nan, on labels that are no classes, too many, or not among ``labels``, on parameters out of range
            (ParameterError), and on fewer rows than alpha and beta need (SampleError).
        """
        rows, codes = self._labelled(X, y, self.labels)
        self._promise(rows)
        self._learn(rows, codes)
        return self

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
        codes = self._predicted(self._unlabelled(X))
        return np.asarray(self.classes_[np.minimum(codes, len(self.classes_) - 1)])

    def _labelled(self, X: Any, y: Any, labels: Any, reset: bool = True) -> tuple[NDArray[Any], Codes]:
        """The rows as the learner reads them, and their labels as places in ``classes_``."""
        X, y = validate_data(self, X, y, dtype=np.float64, reset=reset)
        given = [y] if labels is None else [y, np.asarray(labels)]
        if not self.takes_many_classes and "multiclass" in map(type_of_target, given):
            raise ValueError(TWO_CLASSES)
        self.classes_: NDArray[Any]
        self.classes_, codes = encoded(y, labels)
        return self._prepared(X), codes

    def _unlabelled(self, X: Any) -> NDArray[Any]:
        """The rows as the fitted learner reads them."""
        check_is_fitted(self)
        return self._prepared(validate_data(self, X, reset=False, dtype=np.float64))

    def _prepared(self, X: NDArray[np.float64]) -> NDArray[Any]:
        """What the learner reads of each row, by itself."""
        return X

    def _promise(self, rows: NDArray[Any]) -> None:
        """Keep what is promised of so many rows; a learner that is not private promises nothing."""

    def _learn(self, rows: NDArray[Any], codes: Codes) -> None:
        """Learn from what ``_prepared`` returns."""
        raise NotImplementedError

    def _predicted(self, rows: NDArray[Any]) -> Codes:
        """The place of each row's class, or beyond the last one for the last."""
        raise NotImplementedError

    def _say_what_is_promised(self, rows: int, least: int | None, why: str) -> None:
        """Keep the least rows, and warn where there are fewer, or where no number of rows is enough."""
        self.least_rows_, self.is_too_small_ = least, least is None or rows < least
        if least is None:
            warn(f"nothing is promised of the error: {why}", NoPromiseWarning)
        elif rows < least:
            warn(f"{rows} rows are too few: {why}. Give at least {least}{self.otherwise}", TooFewRowsWarning)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = self.takes_many_classes
        tags.classifier_tags.poor_score = True
        tags.non_deterministic = self.random_state is None
        return tags


@dataclass(eq=False, repr=False, kw_only=True)
class PrivateClassifier(LearnerClassifier):
    """A private learner, which promises what its parameters say.

    Attributes
    ----------
    least_rows_ : int or None
        The rows from which an error below 1 is promised, or at most what alpha asks for; None where no number does.
    guarantee_ : Guarantee
        What the fit promises; its ``rows`` are known here, as they may depend on the number of columns. Its numbers
        are exact, or rounded up where they are irrational.
    """

    epsilon: Any = 1

    @property
    def guarantee(self) -> Guarantee:
        """What the parameters promise, before any data; raises ParameterError where they are out of range."""
        return self._promised(None)

    def _promised(self, columns: int | None) -> Guarantee:
        """What is promised of rows with so many columns, whatever they hold."""
        self._goal()  # refuses what is out of range
        promised = Guarantee(
            epsilon=exact_epsilon(self.epsilon),
            delta=exact_parameter("delta", getattr(self, "delta", 0)),
            alpha=exact_if_given("alpha", getattr(self, "alpha", None)),
            beta=exact_if_given("beta", getattr(self, "beta", None)),
            neighbours=REPLACE_ONE_SAME_LABELS if self.labels is None else REPLACE_ONE,
        )
        rows = None if promised.alpha is None else self._rows_for(exact(promised.alpha), columns)
        return replace(promised, rows=rows)

    def _goal(self) -> Any:
        """What the learner is to reach; raises ParameterError."""

    def _rows_for(self, alpha: Exact, columns: int | None) -> int | None:
        """The rows from which an error of at most alpha is promised; None where that takes the number of columns."""
        raise NotImplementedError

    def _beta(self) -> Exact:
        """The chance of failure, 1/100 where none is given."""
        found = exact_if_given("beta", getattr(self, "beta", None))
        return Fraction(1, 100) if found is None else found

    def _promise(self, rows: NDArray[Any]) -> None:
        self.guarantee_ = published(self._promised(rows.shape[-1]))
        self.guarantee_.check(len(rows))

    def _say_if_too_few(self, rows: NDArray[Any]) -> None:
        """Compare with the rows that alpha and beta need, which are there, or else with those for an error below 1."""
        least = self.guarantee_.rows or self._rows_for_any(rows.shape[-1])
        self._say_what_is_promised(len(rows), least, "with fewer no error below 1 is promised")

    def _rows_for_any(self, columns: int) -> int | None:
        """The rows from which an error below 1 is promised."""
        return self._rows_for(Fraction(1), columns)


# Littlestone dimension 3: the sizes that theory asks for grow doubly exponentially in it
THRESHOLDS = tuple(tuple(int(x >= t) for x in range(8)) for t in range(9))


@dataclass(eq=False, repr=False, kw_only=True)
class OnPoints(LearnerClassifier):
    """A learner of two classes on the points 0..p-1 in a column of X.

    A number is taken for the nearest point: to refuse what lies outside the domain would tell who is in the data.

    Attributes
    ----------
    hypothesis_ : tuple of int
        The place in ``classes_`` that is predicted on each point.
    """

    otherwise = ", or a constant is likely"
    functions: tuple[Function, ...] = field(default=THRESHOLDS, kw_only=False)
    feature: int = 0

    def _prepared(self, X: NDArray[np.float64]) -> Codes:
        if not 0 <= self.feature < X.shape[1]:
            raise ParameterError("feature", self.feature, f"one of the {X.shape[1]} columns of X, from 0 on")
        return np.clip(np.rint(X[:, self.feature]), 0, self._points() - 1).astype(np.int64)

    def _points(self) -> int:
        """How many points there are."""
        return len(checked_functions(self.functions)[0])

    def _predicted(self, rows: Codes) -> Codes:
        return np.asarray(self.hypothesis_)[rows]


def sample(points: Codes, codes: Codes) -> Sample:
    """The points with their labels."""
    return tuple(zip(points.tolist(), codes.tolist(), strict=True))


@dataclass(eq=False, repr=False, kw_only=True)
class PrivateBatchClassifier(OnPoints, PrivateClassifier):
    """What the private learners of a listed class share that need no other parameters: these, and what they promise."""

    delta: Any = 1e-6
    alpha: Any = None
    beta: Any = None

    def _goal(self) -> PrivateGoal:
        return PrivateGoal(exact_epsilon(self.epsilon), exact_parameter("delta", self.delta), self._beta())

    def _keep(self, found: Hypothesis | None, why: str) -> None:
        """Keep the hypothesis, or 0 for none, and warn where that is no matter of rows: all that is told is private."""
        self.found_ = found is not None
        self.hypothesis_ = (0,) * self._points() if found is None else found
        if not self.found_ and not self.is_too_small_:
            warn(f"nothing was found: {why}. 0 is predicted on all points", NothingFoundWarning)
