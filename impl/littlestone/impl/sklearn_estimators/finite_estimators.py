"""The learners of ABLMM22, the stable G and the private M, and of YAN25, the improper one and the proper one, as
scikit-learn estimators on a finite domain.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from littlestone.impl.classes.learner_input import Run, checked_functions, multiclass_littlestone_dimension
from littlestone.impl.classes.path_trees import ThresholdChain
from littlestone.impl.learners.class_learners import learn_from_stability, stable_learner
from littlestone.impl.learners.tree_learners import TreeLearner
from littlestone.impl.learners.tree_sizes import least_error, least_plan, least_proper_error, least_rows, proper_sizes
from littlestone.impl.privacy.guarantees import PrivateGoal
from littlestone.impl.sklearn_estimators.base import OnPoints, PrivateBatchClassifier, sample
from littlestone.impl.sklearn_estimators.conventions import (
    Codes,
    NoPromiseWarning,
    NothingFoundWarning,
    estimator,
    exact_epsilon,
    exact_parameter,
    published,
    source_of,
    warn,
)
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.mechanisms import stable_histogram_threshold
from littlestone.spec.learning.private_learning import PrivatePlan, private_plan
from littlestone.spec.learning.randomness import Exact, ParameterError, exact
from littlestone.spec.learning.sample_sizes import Goal
from littlestone.spec.learning.stability import StabilityPlan, theory_plan
from littlestone.spec.medians.choosing_laws import choosing_threshold


def theory_sizes(functions: Iterable[Function], goal: Goal, delta: Expression) -> tuple[StabilityPlan, PrivatePlan]:
    """The plans of G and M with which M is (alpha, beta)-accurate and (2 epsilon, delta)-private as printed.

    G is run for alpha / 2, and its stability is the eta = 1/((d + 1) 2^(2^(d+2)+1)) of the proof. ABLMM22 Theorem 3;
    some 10^10 rows already at Littlestone dimension 1.
    """
    d = multiclass_littlestone_dimension(frozenset(checked_functions(functions)))
    plan, eta = theory_plan(d, exact(Real.of(goal.alpha) / 2)), Fraction(1, (d + 1) * 2 ** (2 ** (d + 2) + 1))
    doubled = Goal(goal.alpha, goal.beta, exact(2 * Real.of(goal.epsilon)))
    return plan, private_plan(plan.sample_size, eta, doubled, delta)


def practical_plan(functions: Iterable[Function], auxiliary: int, budget: int | None = None) -> StabilityPlan:
    """G with n auxiliary rows and, by default, the budget n 2^(d+2): twice the draws that it needs on average."""
    d = multiclass_littlestone_dimension(frozenset(checked_functions(functions)))
    return StabilityPlan(auxiliary, auxiliary * 2 ** (d + 2) if budget is None else budget)


@estimator
class StableClassifier(OnPoints):
    """Algorithm G: a learner that often outputs the very same hypothesis, on any realizable distribution; not private,
    and to study: on thresholds on 8 points it did not err at most 1/10 in 95 of 100 runs, with 131,072 rows either.

    ``fit`` uses the last n rows and at most N before them. Fewer rows than N + n are taken as they are, with a
    TooFewRowsWarning; rows that no function of the class fits bring a NoPromiseWarning. Source: ABLMM22, section 5.2.3.

    Parameters
    ----------
    auxiliary : int, default=12
        n >= 1, the rows that the hypothesis is made consistent with at the end.
    budget : int or None, default=None
        N >= 0, the rows for the tournament; None is n 2^(d+2), which is seldom exceeded, d the Littlestone dimension.
    labels : array-like or None, default=None
        The two classes, the smaller of which stands for 0; None takes those in y.

    Attributes
    ----------
    plan_ : StabilityPlan
        The sizes n and N that were used.
    least_rows_ : int
        The rows that the parameters ask for, N + n.

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import StableClassifier
    >>> X = np.arange(400).reshape(-1, 1) % 8
    >>> y = X[:, 0] >= 5
    >>> model = StableClassifier(random_state=2).fit(X, y)
    >>> model.predict([[0], [7]]).tolist()
    [False, True]
    """

    auxiliary: int = 12
    budget: int | None = None
    labels: Any = None

    def _learn(self, rows: Codes, codes: Codes) -> None:
        wanted = practical_plan(self.functions, self.auxiliary, self.budget)
        n = min(wanted.n, len(rows))
        self.plan_ = StabilityPlan(n, min(wanted.budget, len(rows) - n))
        why = f"G is to have n = {wanted.n} of them and N = {wanted.budget} before those"
        self._say_what_is_promised(len(rows), wanted.sample_size, why)
        used = sample(rows, codes)[-self.plan_.sample_size :]
        if not any(all(f[x] == y for x, y in set(used)) for f in self.functions):
            warn("no function of the class fits the rows: G promises nothing of them", NoPromiseWarning)
        self.hypothesis_ = stable_learner(self.functions, used, self.plan_, source_of(self.random_state))


@estimator
class PrivateLittlestoneClassifier(PrivateBatchClassifier):
    """The private learner M over G: (epsilon, delta)-private under the replacement of one row, whatever the rows are.
    It is to study, not to use: on thresholds on 8 points ``PrivateExponentialClassifier`` took 80 rows, it took 32,768.

    M of ABLMM22 is run with 2 epsilon, as it costs half of what it is given (ABLMM22.A.M.sharper). With the practical
    sizes there are as many runs of G as there are rows for. A hypothesis is learned only where so many of the runs
    agree on it that it reaches the histogram's threshold, else 0 is predicted on all points; where one that comes up
    with frequency ``eta`` would not get there, ``fit`` warns with TooFewRowsWarning.

    Parameters
    ----------
    auxiliary : int, default=12
        n >= 1 of G, the rows that its hypothesis is made consistent with at the end.
    budget : int or None, default=None
        N >= 0 of G; None is n 2^(d+2), d the Littlestone dimension.
    eta : float or Fraction, default=0.125
        The stability counted on: how often G outputs one and the same good hypothesis, in (0, 1].
    validation : int, default=1000
        The rows for the choice among the hypotheses that come up often.
    alpha : Fraction, float or None, default=None
        The largest error wanted. With alpha and beta the sizes are those of the theory, and ``fit`` refuses fewer rows.

    Attributes
    ----------
    plan_ : PrivatePlan
        The sizes of M. Fewer rows than those are not looked at: 0 is predicted on all points.
    found_ : bool
        A hypothesis came up often enough; private like the hypothesis itself. If none did, ``fit`` warns.
    least_rows_ : int
        The rows from which a hypothesis of frequency ``eta`` reaches the threshold of the histogram.

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import PrivateLittlestoneClassifier
    >>> X = np.arange(6000).reshape(-1, 1) % 2
    >>> y = X[:, 0]
    >>> functions = ((0, 0), (0, 1), (1, 1))
    >>> model = PrivateLittlestoneClassifier(functions, auxiliary=4, validation=100, delta=1e-3, random_state=0)
    >>> model.fit(X, y).predict([[0], [1]]).tolist()
    [0, 1]
    >>> model.least_rows_, model.is_too_small_
    (4132, False)
    """

    auxiliary: int = 12
    budget: int | None = None
    eta: Any = 0.125
    validation: int = 1000

    def _rows_for(self, alpha: Exact, columns: int | None) -> int:
        return self._theory(Goal(alpha, self._beta(), exact_epsilon(self.epsilon)))[1].sample_size

    def _theory(self, goal: Goal) -> tuple[StabilityPlan, PrivatePlan]:
        return theory_sizes(self.functions, goal, exact_parameter("delta", self.delta))

    def _learn(self, rows: Codes, codes: Codes) -> None:
        # the sizes of the theory where an accuracy is wanted, else as many runs of G as there are rows for
        promised, stable = self.guarantee_, practical_plan(self.functions, self.auxiliary, self.budget)
        runs = max(1, (len(rows) - self.validation) // stable.sample_size)
        doubled, eta = exact(2 * Real.of(promised.epsilon)), exact_parameter("eta", self.eta)
        plan = PrivatePlan(runs, stable.sample_size, self.validation, doubled, promised.delta, eta)
        if promised.alpha is not None:
            stable, plan = self._theory(Goal(promised.alpha, self._beta(), promised.epsilon))
        self.plan_ = published(plan)
        threshold = stable_histogram_threshold(plan.half, plan.delta)
        runs = ceiling(threshold / Real.of(plan.eta))
        needed = f"needs {runs} runs of G to reach the histogram's threshold {threshold}"
        least, why = runs * stable.sample_size + plan.validation, f"a hypothesis of frequency {plan.eta} {needed}"
        self._say_what_is_promised(len(rows), least, why)
        found: Any = None
        if len(rows) >= plan.sample_size:
            used, source = sample(rows, codes)[: plan.sample_size], source_of(self.random_state, noise=True)
            run: Run = lambda batch, source: stable_learner(self.functions, batch, stable, source)  # noqa: E731
            found = learn_from_stability(run, used, plan, found, source)
        self._keep(found, "no hypothesis came up often enough, as where no function of the class fits the rows")


# ---- YAN25

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
