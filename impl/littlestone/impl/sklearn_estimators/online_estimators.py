"""The private online learner of LYU25 as a scikit-learn estimator with ``partial_fit``, on a finite domain."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.learner_input import Hypothesis, checked_functions, multiclass_littlestone_dimension
from littlestone.impl.online.private_online_learner import (
    Premise,
    PrivateOnlineLearner,
    longest_list,
    online_privacy,
    premises,
    private_online_plan,
    proved_mistakes,
)
from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.impl.randomness.sources import as_float
from littlestone.impl.sklearn_estimators.base import OnPoints, PrivateClassifier, sample
from littlestone.impl.sklearn_estimators.conventions import NoPromiseWarning, estimator, published, source_of, warn
from littlestone.spec.algebra.reals import Real
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import Exact, checked_count, exact, is_true
from littlestone.spec.online.plans import OnlinePlan

# Dimension 1: the teachers that privacy needs grow fast with it
SINGLETONS = tuple(tuple(int(x == i) for x in range(8)) for i in range(9))


class UnmetPremiseWarning(NoPromiseWarning):
    """An inequality that the paper's mistake bound needs does not hold for the numbers of the plan."""


@estimator
class PrivateOnlineClassifier(OnPoints, PrivateClassifier):
    """The online learner DP-OL: it publishes a hypothesis before each row, and learns from its mistakes in batches.

    All that it publishes is (epsilon, delta)-private under the replacement of one row of the stream, whatever the rows
    are. Without a plan one is made that trains: on the default class, with epsilon = 1, after some 1,500 mistakes. The
    paper's mistake bound, as corrected, holds from T = 10^23 on only. A plan that is given is checked. The first row is
    answered with the hypothesis of the first call, made without data, and brings an UnmetPremiseWarning where the
    horizon is too short for the bound or for any call, or where a number of the plan breaks an inequality of the bound:
    it says which, and what would do. Privacy does not need them. Source: LYU25, algorithms 3 and 4.

    Parameters
    ----------
    functions : tuple of tuples of int, default=the singletons on 8 points and 0
        The class: 0/1 tables on the same points 0..p-1.
    horizon : int, default=100000
        T, the most rows that all calls of ``partial_fit`` may bring.
    plan : OnlinePlan or None, default=None
        The numbers of the algorithms; None is the plan that ``private_online_plan`` makes.
    labels : array-like or None, default=(0, 1)
        The two classes, the smaller of which stands for 0; public. None takes those in the first y, or ``classes``.

    Attributes
    ----------
    hypothesis_ : tuple of int
        What is published for the next row: the place in ``classes_`` of the label of each point.
    published_ : list of tuples of int
        What was published before each row so far.
    calls_ : tuple of pairs of int
        (t, j*) for each call of JointTrain: after which row it was made, and its stage; public as well.
    halted_ : int or None
        The row after which it halted: from then on the hypothesis stays.
    plan_ : OnlinePlan
        The numbers that are used.
    premises_ : tuple of Premise
        The inequalities of the paper's proofs at these numbers.
    learner_ : PrivateOnlineLearner
        The run itself, with its mistakes: these are not private.

    Examples
    --------
    >>> import numpy as np
    >>> import warnings
    >>> from fractions import Fraction
    >>> from littlestone.estimators import OnlinePlan, PrivateOnlineClassifier
    >>> plan = OnlinePlan(d=1, calls=2, teachers=40, buffer=40, buffer_epsilon=Fraction(1, 5), stage_epsilon=1,
    ...                   draws=5, sample_epsilon=5, rate=Fraction(0), depth=8)
    >>> model = PrivateOnlineClassifier(epsilon=150, delta=1e-3, plan=plan, random_state=0)
    >>> X = np.arange(600).reshape(-1, 1) % 8
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     model = model.partial_fit(X, X[:, 0] == 3)
    >>> model.hypothesis_, model.calls_
    ((0, 0, 0, 1, 0, 0, 0, 0), ((0, 1), (185, 1)))
    """

    functions: tuple[Function, ...] = field(default=SINGLETONS, kw_only=False)
    delta: Any = 1e-6
    horizon: int = 100_000
    plan: OnlinePlan | None = None

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from a stream from its beginning, as ``partial_fit`` does from what comes next."""
        if hasattr(self, "learner_"):
            del self.learner_
        self.partial_fit(X, y)
        least = ceiling(Real.of(self.plan_.buffer))
        self._say_what_is_promised(self.learner_.steps, least, "a call takes so many mistakes")
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Answer and learn from the next rows of the stream, one after the other.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows in their order; the column ``feature`` holds the points.
        y : array-like of shape (n_samples,)
            Their labels.
        classes : array-like or None, default=None
            The two classes, where ``labels`` is None and the first rows need not have both.

        Returns
        -------
        self : PrivateOnlineClassifier
            The estimator after these rows.

        Raises
        ------
        ValueError
            On nan, on labels that are no classes, on parameters out of range (ParameterError), on a plan that costs
            more than epsilon (PrivacyParameterError), and on more rows than the horizon (SampleError).
        """
        is_first = not hasattr(self, "learner_")
        labels = (self.labels if classes is None else classes) if is_first else self.classes_
        rows = sample(*self._labelled(X, y, labels, reset=is_first))
        if is_first:
            self._start()
        learner = self.learner_
        if learner.steps + len(rows) > self.horizon:
            raise SampleError("n_samples", learner.steps + len(rows), f"at most the horizon, {self.horizon}")
        for point, label in rows:
            self.published_.append(learner.hypothesis)
            learner.observe(point, label)
        self.hypothesis_, self.calls_, self.halted_ = learner.hypothesis, learner.calls, learner.halted
        return self

    def parameters(self) -> NDArray[np.float64]:
        """What was published, as equally many numbers on any data: HALT, and each call's row, stage, hypothesis."""
        after = [*self.published_, self.hypothesis_]
        table = np.full((self.plan_.calls + 1, len(self.hypothesis_) + 2), -1.0)
        for i, (t, stage) in enumerate(self.calls_):
            table[i] = (t, stage, *after[t])
        return np.append(table.ravel(), -1.0 if self.halted_ is None else self.halted_)

    def _rows_for(self, alpha: Exact, columns: int | None) -> None:
        """No number of rows promises an error."""

    def _start(self) -> None:
        """The plan, what it costs, and the first call."""
        promised, T = self.guarantee, checked_count("horizon", self.horizon, 1)
        listed = checked_functions(self.functions)
        d = multiclass_littlestone_dimension(frozenset(listed))
        plan = self.plan or private_online_plan(listed, d, promised.epsilon, promised.delta, T)
        self.plan_, self.guarantee_ = published(plan), published(promised)
        self.premises_ = _checked_premises(listed, plan, promised, T)
        failing = [str(premise) for premise in self.premises_ if not premise.holds]
        if self.plan is None and failing:  # the bound is not proved of a plan made here: whether it trains
            needed = as_float(proved_mistakes(d, promised.epsilon, promised.delta, T))
            first = f"the mistake bound is not proved at horizon = {T:,}: a call would then take {needed:.1e}"
            after = f"mistakes; this plan calls after about {as_float(plan.buffer):,.0f}"
            short = ", so that it learns nothing before the end" if is_true(Real.of(plan.buffer) > T) else ""
            warn(f"{first} {after}{short}", UnmetPremiseWarning)
        elif failing:
            warn("the mistake bound is not proved: " + "; ".join(failing), UnmetPremiseWarning)
        self.learner_ = PrivateOnlineLearner(listed, plan, source_of(self.random_state))
        self.published_: list[Hypothesis] = []


@lru_cache(maxsize=64)  # audits start the same learner many thousand times
def _checked_premises(
    functions: tuple[Function, ...], plan: OnlinePlan, promised: Guarantee, horizon: int
) -> tuple[Premise, ...]:
    """The inequalities at the numbers of the plan; raises PrivacyParameterError where it costs more than promised."""
    longest = longest_list(functions, plan)
    cost = online_privacy(plan, longest, promised.delta, horizon)
    if not is_true(cost <= promised.epsilon):
        least = f"at least {as_float(exact(cost)):.4g}, which the plan costs"
        raise PrivacyParameterError("epsilon", promised.epsilon, least)
    return premises(plan, promised.delta, horizon, longest)
