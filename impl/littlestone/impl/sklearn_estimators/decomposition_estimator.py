"""DP-ERM of LYU25 as a scikit-learn estimator on a finite domain."""

from __future__ import annotations

import numpy as np

from littlestone.impl.learners.dp_erm import (
    DecompositionLearner,
    accurate_plan,
    class_size,
    plan_for_error,
    plan_for_rows,
)
from littlestone.impl.sklearn_estimators.base import PrivateBatchClassifier
from littlestone.impl.sklearn_estimators.conventions import Codes, estimator, published, source_of
from littlestone.spec.learning.randomness import Exact


@estimator
class PrivateDecompositionClassifier(PrivateBatchClassifier):
    """DP-ERM of LYU25, Theorem 3: (epsilon, delta)-private under the replacement of one row, whatever the rows are. On
    the listed classes that were measured it needed as many rows as ``PrivateExponentialClassifier``: take that one.

    What is declared is what holds: the printed sizes cost more than epsilon (LYU25.T3.priv), so a tenth of epsilon is
    for the test and the rest for the sample. On a listed class p may be the number of points: all decomposition
    dimensions are then 0, so that the first stage is the last, the only one whose lists are not emptied
    (LYU25.C6.4.corrected). Chunks have one row and classes radius 0, which costs no privacy: each row votes for the
    functions that fit it. Where the algorithm finds nothing, 0 is predicted on all points. With fewer rows than it
    needs for an error below 1, ``fit`` warns with TooFewRowsWarning; that depends on the number of rows alone, which is
    public.

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
