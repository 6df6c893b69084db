"""The improper learner of YAN25 as a scikit-learn estimator on a finite domain."""

from __future__ import annotations

from littlestone.impl.learners.tree_learner import TreeLearner
from littlestone.impl.learners.tree_sizes import TreeGoal, least_error, least_plan, least_rows
from littlestone.impl.sklearn_estimators.conventions import Codes, source_of
from littlestone.impl.sklearn_estimators.finite_domain import PrivateBatchClassifier
from littlestone.spec.algebra.reals import Expression


class PrivateTreeClassifier(PrivateBatchClassifier):
    """OPTPrivateLearner for a class of VC dimension at most 1: (epsilon, delta)-private under the replacement of one
    row, whatever the rows are; YAN25, algorithm 2 and X5.

    The hypothesis need not be in the class. As printed the learner is not private where a chunk contradicts itself
    (YAN25.T10); here such a chunk determines nothing. The median is by ranks, the choice by the choosing mechanism, and
    the number of chunks the least for which both succeed. With fewer rows than are needed for an error below 1, ``fit``
    warns with TooFewRowsWarning; that depends on the number of rows alone, which is public.

    Parameters
    ----------
    functions : tuple of tuples of int, default=the thresholds on 8 points
        The class: 0/1 tables on the same points 0..p-1.
    epsilon : int, float, Fraction or Real, default=1
        The privacy loss, positive. A float is taken by its decimals.
    delta : float, Fraction or Real, default=1e-6
        The chance of a larger loss, positive and below 1/2.
    feature : int, default=0
        The column of X that holds the points; the others are not read.
    labels : array-like or None, default=(0, 1)
        The two classes, the smaller of which stands for 0; public. None takes those in y for public.
    alpha : Fraction, float or None, default=None
        The largest error wanted on fresh rows. With alpha and beta ``fit`` refuses fewer rows than promise it.
    beta : Fraction, float or None, default=None
        The chance with which the error may be larger; 1/100 for ``error_`` where None.
    random_state : int, RandomState or None, default=None
        An int makes runs that can be repeated and protect nobody; None is secure randomness.

    Attributes
    ----------
    hypothesis_ : tuple of int
        The place in ``classes_`` that is predicted on each point.
    plan_ : TreePlan
        The number of chunks, and the epsilons and delta of the two steps.
    error_ : Fraction or Real
        The error on fresh rows that is exceeded with probability at most beta where some function of the class fits;
        beyond 1 it says nothing.
    least_rows_ : int
        The rows from which that is at most 1, or at most what alpha asks for.

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import PrivateTreeClassifier
    >>> X = np.arange(100_000).reshape(-1, 1) % 8
    >>> y = (X[:, 0] >= 5).astype(int)
    >>> model = PrivateTreeClassifier(random_state=0).fit(X, y)
    >>> model.predict([[4], [5]]).tolist()
    [0, 1]
    """

    def _learn(self, rows: Codes, codes: Codes) -> None:
        learner, goal = TreeLearner(self.functions), self._goal()
        self.plan_ = least_plan(learner.tree.height, goal)
        self.error_ = least_error(self.plan_, goal, len(rows))
        self._say_if_too_few(len(rows))
        self.hypothesis_ = learner.hypothesis(learner.learn(rows, codes, self.plan_, source_of(self.random_state)))

    def _goal(self) -> TreeGoal:
        return TreeGoal(*self._exact_goal())

    def _rows_for(self, alpha: Expression) -> int:
        goal = self._goal()
        return least_rows(least_plan(TreeLearner(self.functions).tree.height, goal), goal, alpha)
