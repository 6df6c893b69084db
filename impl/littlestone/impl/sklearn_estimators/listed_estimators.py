"""Learners of a listed class as scikit-learn estimators: the exponential mechanism, and DP-ERM of LYU25."""

from __future__ import annotations

from typing import Any

import numpy as np

from littlestone.impl.classes.learner_input import checked_functions
from littlestone.impl.learners.dp_erm import (
    DecompositionLearner,
    accurate_plan,
    class_size,
    plan_for_error,
    plan_for_rows,
)
from littlestone.impl.sklearn_estimators.base import THRESHOLDS, OnPoints, PrivateBatchClassifier, PrivateClassifier
from littlestone.impl.sklearn_estimators.conventions import Codes, estimator, exact_epsilon, published, source_of
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Exact
from littlestone.spec.learning.sample_sizes import Goal, exponential_sample_bound


@estimator
class PrivateExponentialClassifier(OnPoints, PrivateClassifier):
    """The exponential mechanism: (epsilon, 0)-private under the replacement of one row, whatever the rows are. On every
    listed class that was measured it needed the fewest rows of these learners, or an eighth more; Kasiviswanathan et
    al. 2008.

    A function of the class is drawn with a probability proportional to exp(-epsilon errors / 2) (BGS21.ALG.EXPLEARN).
    It may have any number of labels, and no function needs to fit all rows.

    Parameters
    ----------
    functions : tuple of tuples of int, default=the thresholds on 8 points
        The class: tables of labels 0, 1, 2, ... on the same points 0..p-1.
    labels : array-like or None, default=(0, 1)
        The classes in order, which the labels of the functions stand for; public. None takes those in y for public.

    Attributes
    ----------
    hypothesis_ : tuple of int
        The place in ``classes_`` that is predicted on each point.
    least_rows_ : int
        The rows from which an error below 1 is promised, or of at most what alpha asks for.

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import PrivateExponentialClassifier
    >>> X = np.arange(1000).reshape(-1, 1) % 8
    >>> y = (X[:, 0] >= 5).astype(int)
    >>> PrivateExponentialClassifier(random_state=0).fit(X, y).predict([[4], [5]]).tolist()
    [0, 1]
    """

    functions: tuple[Function, ...] = THRESHOLDS
    epsilon: Any = 1
    feature: int = 0
    labels: Any = (0, 1)
    alpha: Any = None
    beta: Any = None
    random_state: Any = None

    takes_many_classes = True

    def _rows_for(self, alpha: Exact, columns: int | None) -> int:
        goal = Goal(alpha, self._beta(), exact_epsilon(self.epsilon))
        return exponential_sample_bound(len(checked_functions(self.functions)), goal)

    def _learn(self, rows: Codes, codes: Codes) -> None:
        self._say_if_too_few(rows)
        listed = checked_functions(self.functions)
        table = np.array(listed, dtype=np.int64)
        counts = np.zeros((table.shape[1], max(int(table.max()) + 1, len(self.classes_))), dtype=np.int64)
        np.add.at(counts, (rows, codes), 1)
        right = counts[np.arange(table.shape[1]), table].sum(axis=1)
        epsilon, source = exact_epsilon(self.epsilon), source_of(self.random_state)
        self.hypothesis_ = listed[source.exponential((right - len(rows)).tolist(), epsilon)]


@estimator
class PrivateDecompositionClassifier(PrivateBatchClassifier):
    """DP-ERM of LYU25, Theorem 3: (epsilon, delta)-private under the replacement of one row, whatever the rows are. On
    the listed classes that were measured it needed as many rows as ``PrivateExponentialClassifier``: take that one.

    What is declared is what holds: the printed sizes cost more than epsilon (LYU25.T3.priv), so a tenth of epsilon is
    for the test and the rest for the sample. On a listed class p may be the number of points: all decomposition
    dimensions are then 0, so that the first stage is the last, the only one whose lists are not emptied
    (LYU25.C6.4.corrected). Chunks have one row and classes radius 0, which costs no privacy: each row votes for the
    functions that fit it. Where the algorithm finds nothing, 0 is predicted on all points.

    Attributes
    ----------
    hypothesis_ : tuple of int
        The place in ``classes_`` that is predicted on each point.
    plan_ : ErmPlan
        The sizes of DP-ERM.
    stage_ : int or None
        The stage whose test passed; None where none did.
    found_ : bool
        A hypothesis was found; private like the hypothesis itself.
    empirical_error_ : Fraction or Real
        The error on the rows that is exceeded with probability at most beta where some function of the class fits them
        all; beyond 1 it says nothing.
    least_rows_ : int
        The rows from which that is at most 1, or at most what alpha asks for.

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import PrivateDecompositionClassifier
    >>> X = np.arange(1000).reshape(-1, 1) % 8
    >>> y = (X[:, 0] >= 5).astype(int)
    >>> PrivateDecompositionClassifier(random_state=0).fit(X, y).predict([[4], [5]]).tolist()
    [0, 1]
    """

    def _learn(self, rows: Codes, codes: Codes) -> None:
        goal = self._goal() if self.guarantee_.alpha is None else self._goal().share(2)  # the rest for fresh rows
        plan = plan_for_rows(class_size(self.functions), goal, len(rows))
        self.plan_, self.empirical_error_ = published(plan), published(plan.alpha)
        self._say_if_too_few(rows)
        # how often each example (0,0), (0,1), (1,0), ... occurs
        cells = np.bincount(2 * rows + codes, minlength=2 * self._points())
        self.stage_, found = DecompositionLearner(self.functions, plan).learn(cells, source_of(self.random_state))
        self.found_ = found is not None
        self.hypothesis_ = (0,) * self._points() if found is None else found
        if not self.found_ and not self.is_too_small_:
            self._say_that_nothing_was_found("no hypothesis is in enough of the lists", "0 is predicted on all points")

    def _rows_for(self, alpha: Exact, columns: int | None) -> int:
        return accurate_plan(class_size(self.functions), self._goal(), alpha).rows

    def _rows_for_any(self, columns: int) -> int:
        return plan_for_error(class_size(self.functions), self._goal(), 1).rows
