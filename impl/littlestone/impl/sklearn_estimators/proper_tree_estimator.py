"""The proper learner of YAN25 as a scikit-learn estimator on a finite domain."""

from __future__ import annotations

from littlestone.impl.learners.proper_tree_learner import ProperTreeLearner
from littlestone.impl.learners.tree_sizes import least_proper_error, proper_sizes
from littlestone.impl.sklearn_estimators.conventions import Codes, estimator, published, source_of
from littlestone.impl.sklearn_estimators.tree_estimator import TreeClassifier
from littlestone.spec.learning.randomness import Exact


@estimator
class PrivateProperTreeClassifier(TreeClassifier):
    """ProperLearner for a class of VC dimension at most 1: a function of the class, (epsilon, delta)-private under the
    replacement of one row, whatever the rows are; YAN25, algorithm 4 and X6.

    What is declared is what holds: the printed substitution costs 2 sqrt(2) epsilon (YAN25.S2), so each mechanism of
    the second part has what basic or advanced composition allows, and the rows are those that X5 and X6 ask for at
    alpha/60. That is many more than ``PrivateTreeClassifier`` needs, whose hypothesis may lie outside of the class.
    With fewer rows than are needed for an error below 1, ``fit`` warns with TooFewRowsWarning; that depends on the
    number of rows alone, which is public. Where the votes agree on no point it warns with
    NothingFoundWarning.

    Parameters
    ----------
    functions : tuple of tuples of int or PathTree, default=the thresholds on 8 points
        The class: 0/1 tables on the same points 0..p-1, or a tree of points by their parents.
    delta : float, Fraction or Real, default=1e-6
        The chance of a larger loss, positive and below 1/2.

    Attributes
    ----------
    node_ : int
        The point at which the path of the hypothesis ends, -1 where it has none.
    hypothesis_ : tuple of int
        The place in ``classes_`` that is predicted on each point, one of ``functions``, where these are tables.
    plan_ : ProperPlan
        The rows of the two parts, alpha/60, and the epsilons and delta of all mechanisms.
    error_ : Fraction
        The error on fresh rows that is reached with probability at most beta where some function of the class fits: the
        alpha given with beta, or else the least 1/i that the rows promise, 1 where they promise nothing.
    least_rows_ : int
        The rows from which an error below 1 is promised, or at most what alpha asks for.

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import PrivateProperTreeClassifier
    >>> X = np.arange(2_000_000).reshape(-1, 1) % 8
    >>> y = (X[:, 0] >= 5).astype(int)
    >>> model = PrivateProperTreeClassifier(random_state=0).fit(X, y)
    >>> model.hypothesis_ in model.functions, model.predict([[4], [5]]).tolist()
    (True, [0, 1])
    """

    def _learn(self, rows: Codes, codes: Codes) -> None:
        height, goal = self._tree_learner.tree.height, self._goal()
        # the alpha that is asked for together with beta, else the least that the rows promise
        alpha = least_proper_error(height, goal, len(rows)) if self.guarantee_.alpha is None else self.guarantee_.alpha
        plan = proper_sizes(height, goal, alpha).plan(len(rows))
        self.plan_, self.error_ = published(plan), published(alpha)
        self._say_if_too_few(rows)
        self._keep(*self._tree_learner.learn_properly(rows, codes, plan, source_of(self.random_state)))

    def _learner(self) -> ProperTreeLearner:
        return ProperTreeLearner(self.functions, closest=True)

    def _rows_for(self, alpha: Exact, columns: int | None) -> int:
        return proper_sizes(self._learner().tree.height, self._goal(), alpha).rows
