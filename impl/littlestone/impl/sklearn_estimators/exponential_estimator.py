"""The exponential mechanism over a listed class as a scikit-learn estimator on a finite domain."""

from __future__ import annotations

from typing import Any

import numpy as np

from littlestone.impl.classes.learner_input import checked_functions
from littlestone.impl.sklearn_estimators.base import THRESHOLDS, OnPoints, PrivateClassifier
from littlestone.impl.sklearn_estimators.conventions import Codes, estimator, exact_epsilon, source_of
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Exact
from littlestone.spec.learning.sample_sizes import Goal, exponential_sample_bound


@estimator
class PrivateExponentialClassifier(OnPoints, PrivateClassifier):
    """The exponential mechanism: (epsilon, 0)-private under the replacement of one row, whatever the rows are. On every
    listed class that was measured it needed the fewest rows of these learners, or an eighth more; Kasiviswanathan et
    al. 2008.

    A function of the class is drawn with a probability proportional to exp(-epsilon errors / 2) (BGS21.ALG.EXPLEARN).
    It may have any number of labels, and no function needs to fit all rows. With fewer rows than promise an error below
    1, ``fit`` warns with TooFewRowsWarning; that depends on the number of rows alone, which is public.

    Parameters
    ----------
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
