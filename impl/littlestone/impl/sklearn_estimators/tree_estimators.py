"""The learners of YAN25 as scikit-learn estimators: the improper one, and the proper one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from littlestone.impl.classes.path_trees import ThresholdChain
from littlestone.impl.learners.tree_learners import TreeLearner
from littlestone.impl.learners.tree_sizes import least_error, least_plan, least_proper_error, least_rows, proper_sizes
from littlestone.impl.privacy.guarantees import PrivateGoal
from littlestone.impl.sklearn_estimators.base import PrivateBatchClassifier
from littlestone.impl.sklearn_estimators.conventions import (
    Codes,
    NothingFoundWarning,
    estimator,
    exact_epsilon,
    exact_parameter,
    published,
    source_of,
    warn,
)
from littlestone.spec.learning.randomness import Exact, ParameterError
from littlestone.spec.medians.choosing_laws import choosing_threshold

LARGEST = 1 << 53  # points beyond are no floats, which is what scikit-learn makes of X


@dataclass(eq=False, repr=False, kw_only=True)
class TreeClassifier(PrivateBatchClassifier):
    """What the learners of YAN25 share: a class with a tree, a median by its name, and a node as hypothesis.

    Parameters
    ----------
    delta : float, Fraction or Real, default=1e-6
        The chance of a larger loss, positive and below 1/2.
    median : "ranks", "one_level" or "log_star", default="ranks"
        The private median of the chunks' depths. At epsilon = 1, alpha = 1/10 and beta = 1/20 the improper learner of
        the thresholds on 2^40 points needs 97,010 rows by ranks, 224,640 by one level and 3,794,934 by log*: ranks need
        the fewest rows up to 2^233 points, one level beyond.

    Attributes
    ----------
    node_ : int
        The point at which the path of the hypothesis ends, -1 where it has none: of thresholds the least point that is
        1. The private output, with the depth that the median drew.
    hypothesis_ : tuple of int
        The place in ``classes_`` that is predicted on each point, where ``functions`` are tables.
    """

    median: str = "ranks"

    def _points(self) -> int:
        return int(self._tree_learner.points)

    def _labelled(self, X: Any, y: Any, labels: Any, reset: bool = True) -> Any:
        self._tree_learner: Any = self._learner()
        if self._points() > LARGEST:
            raise ParameterError("functions", f"of {self._points()} points", f"on at most 2^53 = {LARGEST} points")
        return super()._labelled(X, y, labels, reset)

    def _learner(self) -> TreeLearner:
        """The learner; chunks that contradict themselves vote for what fits them best."""
        return TreeLearner(self.functions, closest=True, median=self.median)

    def _goal(self) -> PrivateGoal:
        choosing_threshold(exact_epsilon(self.epsilon), exact_parameter("delta", self.delta))  # needs 0 < delta < 1/2
        return super()._goal()

    def _keep_node(self, depth: int, node: int) -> None:
        """The node and its hypothesis; says where no point was chosen at the depth: both are private output."""
        self.node_ = node
        if not self._tree_learner.is_tree:
            self.hypothesis_ = self._tree_learner.hypothesis(node)
        if depth > 0 > node and not self.is_too_small_:
            why = "too few chunks agree on one point, as where many labels are wrong or no function of the class fits"
            warn(f"nothing was found: {why}. The first function (0 on a tree) is predicted", NothingFoundWarning)

    def _predicted(self, rows: Codes) -> Codes:
        return np.asarray(self._tree_learner.labels_of(rows, self.node_))


@estimator
class PrivateTreeClassifier(TreeClassifier):
    """OPTPrivateLearner for a class of VC dimension at most 1: (epsilon, delta)-private under the replacement of one
    row, whatever the rows are; YAN25, algorithm 2 and X5.

    The hypothesis need not be in the class. As printed the learner is not private where a chunk contradicts itself
    (YAN25.T10); here such a chunk votes for the function with the fewest labels wrong on it, so that a few wrong labels
    do no harm. The choice is by the choosing mechanism, and the number of chunks the least for which median and choice
    succeed. Where too few votes agree on a point it warns with NothingFoundWarning.

    Parameters
    ----------
    functions : tuple of tuples of int, or a tree, default=the thresholds on 8 points
        The class: 0/1 tables on the same points 0..p-1, or a tree of points by their parents, or ``ThresholdChain(p)``
        for the thresholds on p points, up to 2^53. Only tables are listed; the others take memory linear in p, or none.

    Attributes
    ----------
    plan_ : TreePlan
        The number of chunks, and the epsilons and delta of the two steps.
    error_ : Fraction
        The error on fresh rows that is exceeded with probability at most beta where some function of the class fits,
        rounded up; beyond 1 it says nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import PrivateTreeClassifier, ThresholdChain
    >>> X = np.arange(100_000).reshape(-1, 1) % 8
    >>> y = (X[:, 0] >= 5).astype(int)
    >>> model = PrivateTreeClassifier(random_state=0).fit(X, y)
    >>> model.predict([[4], [5]]).tolist()
    [0, 1]
    >>> huge = PrivateTreeClassifier(ThresholdChain(2**40), random_state=0).fit(X * 2.0**37, y)
    >>> huge.predict([[4.2 * 2**37], [5 * 2**37]]).tolist(), round(float(huge.error_), 3)
    ([0, 1], 0.122)
    """

    def _learn(self, rows: Codes, codes: Codes) -> None:
        goal = self._goal()
        plan = least_plan(self._tree_learner.tree.height, goal, self.median)
        self.plan_, self.error_ = published(plan), published(least_error(plan, goal, len(rows)))
        self._say_if_too_few(rows)
        self._keep_node(*self._tree_learner.learn(rows, codes, plan, source_of(self.random_state)))

    def _rows_for(self, alpha: Exact, columns: int | None) -> int:
        goal = self._goal()
        return least_rows(least_plan(self._learner().tree.height, goal, self.median), goal, alpha)


@estimator
class PrivateProperTreeClassifier(TreeClassifier):
    """ProperLearner for a class of VC dimension at most 1: a function of the class, (epsilon, delta)-private under the
    replacement of one row, whatever the rows are; YAN25, algorithm 4 and X6.

    What is declared is what holds: the printed substitution costs 2 sqrt(2) epsilon (YAN25.S2), so each mechanism of
    the second part has what basic or advanced composition allows, and the rows are those that X5 and X6 ask for at
    alpha/60. That is many more than ``PrivateTreeClassifier`` needs, whose hypothesis may lie outside of the class.
    Where the votes agree on no point it warns with NothingFoundWarning.

    Parameters
    ----------
    functions : tuple of tuples of int or PathTree, default=the thresholds on 8 points
        The class: 0/1 tables on the same points 0..p-1, or a tree of points by their parents.

    Attributes
    ----------
    plan_ : ProperPlan
        The rows of the two parts, alpha/60, and the epsilons and delta of all mechanisms.
    error_ : Fraction
        The error on fresh rows that is reached with probability at most beta where some function of the class fits: the
        alpha given with beta, or else the least 1/i that the rows promise, 1 where they promise nothing.

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
        alpha = self.guarantee_.alpha  # that is asked for together with beta, else the least that the rows promise
        if alpha is None:
            alpha = least_proper_error(height, goal, len(rows), self.median)
        plan = proper_sizes(height, goal, alpha, self.median).plan(len(rows))
        self.plan_, self.error_ = published(plan), published(alpha)
        self._say_if_too_few(rows)
        self._keep_node(*self._tree_learner.learn(rows, codes, plan, source_of(self.random_state)))

    def _learner(self) -> TreeLearner:
        if isinstance(self.functions, ThresholdChain):
            wanted = "a tree whose nodes can be listed, or functions; PrivateTreeClassifier takes a ThresholdChain"
            raise ParameterError("functions", self.functions, wanted)
        return super()._learner()

    def _rows_for(self, alpha: Exact, columns: int | None) -> int:
        return proper_sizes(self._learner().tree.height, self._goal(), alpha, self.median).rows
