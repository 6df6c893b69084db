"""The stable learner G and the private learner M of ABLMM22 as scikit-learn style estimators on a finite domain."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.samples import Hypothesis, Sample, checked_functions, checked_rows
from littlestone.impl.classes.version_spaces import multiclass_littlestone_dimension
from littlestone.impl.learners.guarantees import Guarantee
from littlestone.impl.learners.stable import learn_from_stability
from littlestone.impl.online.stable_learner import stable_learner
from littlestone.impl.randomness.secure import SecureSource
from littlestone.impl.randomness.sources import SeededSource
from littlestone.impl.sklearn_estimators.conventions import Classifier, sklearn
from littlestone.impl.sklearn_estimators.estimators import exact_epsilon
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.learning import Goal
from littlestone.spec.learning.privacy import SampleError, checked_delta
from littlestone.spec.learning.private_learning import PrivatePlan, private_plan
from littlestone.spec.learning.randomness import ParameterError, Randomness, exact
from littlestone.spec.learning.stability import StabilityPlan, theory_plan

THRESHOLDS = tuple(tuple(int(x >= t) for x in range(8)) for t in range(9))


def stability(d: int) -> Fraction:
    """eta = 1/((d + 1) 2^(2^(d+2)+1)), the stability that the proof of ABLMM22 Theorem 3 counts on."""
    return Fraction(1, (d + 1) * 2 ** (2 ** (d + 2) + 1))


def theory_sizes(functions: Iterable[Function], goal: Goal, delta: Expression) -> tuple[StabilityPlan, PrivatePlan]:
    """The plans of G and M with which M is (alpha, beta)-accurate and (2 epsilon, delta)-private as printed.

    G is run for alpha / 2. ABLMM22 Theorem 3; some 10^10 rows already at Littlestone dimension 1.
    """
    d = multiclass_littlestone_dimension(frozenset(checked_functions(functions)))
    plan = theory_plan(d, exact(Real.of(goal.alpha) / 2))
    doubled = Goal(goal.alpha, goal.beta, exact(2 * Real.of(goal.epsilon)))
    return plan, private_plan(plan.sample_size, stability(d), doubled, delta)


class FiniteDomainClassifier(Classifier):
    """What the estimators share: points 0..p-1 as a column X, two classes, a hypothesis as a table, parameters."""

    functions: tuple[Function, ...]
    hypothesis_: Hypothesis
    classes_: NDArray[Any]

    def predict(self, X: Any) -> NDArray[Any]:
        """The predicted class of each point of the column X; raises NotFittedError before ``fit``, LabelError."""
        sklearn("utils.validation").check_is_fitted(self, "hypothesis_")
        points = _points(X)
        checked_rows(((x, 0) for x in points), len(self.hypothesis_))
        return np.asarray(self.classes_[[self.hypothesis_[x] for x in points]])

    def _rows(self, X: Any, y: Any, labels: Any) -> Sample:
        """The rows as points with labels 0 or 1, places in ``classes_``."""
        known = checked_functions(self.functions)
        self.classes_, y = np.asarray(labels), np.asarray(y)
        unknown = np.setdiff1d(y, self.classes_)
        if len(self.classes_) != 2 or unknown.size:
            raise ParameterError("y", list(np.unique(y)), f"of the two labels {list(self.classes_)}")
        codes = (y == self.classes_[1]).astype(int)
        return checked_rows(zip(_points(X), map(int, codes), strict=True), len(known[0]), 2)

    def _source(self) -> Randomness:
        return SecureSource() if self.random_state is None else SeededSource(int(self.random_state))

    def __sklearn_tags__(self) -> Any:
        return self.tags(multi_class=False)

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items() if name != "functions")
        return f"{type(self).__name__}({len(self.functions)} functions, {inside})"


def _points(X: Any) -> list[int]:
    column = np.asarray(X).reshape(len(X), -1)
    if column.shape[1:] != (1,) and len(column):
        raise ParameterError("X", column.shape, "one column of points")
    if not np.issubdtype(column.dtype, np.integer):
        raise ParameterError("X", column.dtype, "of integers, the points 0..p-1")
    return [int(x) for x in column[:, 0]]


class StableClassifier(FiniteDomainClassifier):
    """Algorithm G: a learner that often outputs the very same hypothesis, on any realizable distribution; not private.

    Parameters: ``functions`` (a class of 0/1 tuples on the same points), ``auxiliary`` (n >= 1) and ``budget`` (N, by
    default n 2^(d+2), which is seldom exceeded), ``labels`` (the two classes, that of 0 first), ``random_state``.
    ``fit`` uses the last n rows and at most N before them. Fitted: ``classes_``, ``hypothesis_``, ``plan_``.
    """

    def __init__(
        self,
        functions: tuple[Function, ...] = THRESHOLDS,
        auxiliary: int = 12,
        budget: int | None = None,
        labels: tuple[Any, Any] = (0, 1),
        random_state: int | None = None,
    ) -> None:
        self.functions, self.auxiliary, self.budget = functions, auxiliary, budget
        self.labels, self.random_state = labels, random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from the points X, an (n, 1) array of integers, labelled y; raises LabelError and SampleError."""
        rows = self._rows(X, y, self.labels)
        self.plan_ = practical_plan(self.functions, self.auxiliary, self.budget)
        if len(rows) < self.plan_.sample_size:
            raise SampleError("n_samples", len(rows), f"at least N + n = {self.plan_.sample_size}")
        self.hypothesis_ = stable_learner(self.functions, rows[-self.plan_.sample_size :], self.plan_, self._source())
        return self


def practical_plan(functions: Iterable[Function], auxiliary: int, budget: int | None = None) -> StabilityPlan:
    """G with n auxiliary rows and, by default, the budget n 2^(d+2): twice the draws that it needs on average."""
    d = multiclass_littlestone_dimension(frozenset(checked_functions(functions)))
    return StabilityPlan(auxiliary, auxiliary * 2 ** (d + 2) if budget is None else budget)


class PrivateLittlestoneClassifier(FiniteDomainClassifier):
    """The private learner M over G: (epsilon, delta)-private under the replacement of one row, whatever the rows are.

    M of ABLMM22 is run with 2 epsilon, as it costs half of what it is given (ABLMM22.A.M.sharper). Parameters:
    ``functions``, ``epsilon``, ``delta``; the practical sizes ``auxiliary``, ``budget`` (of G), ``eta`` (the stability
    counted on) and ``validation`` (rows for the choice), with as many runs of G as there are rows for; ``labels``;
    ``random_state`` (an int for a run that protects nobody, None for secure randomness); ``alpha`` and ``beta``: where
    both are given, the sizes are those of the theory, and ``fit`` refuses fewer rows. Fitted: ``classes_``,
    ``hypothesis_``, ``plan_`` (of M) and ``guarantee_`` (None with practical sizes, whose accuracy is not promised).
    """

    def __init__(
        self,
        functions: tuple[Function, ...] = THRESHOLDS,
        epsilon: Any = 1,
        delta: Any = Fraction(1, 10**6),
        auxiliary: int = 12,
        budget: int | None = None,
        eta: Any = Fraction(1, 8),
        validation: int = 1000,
        labels: tuple[Any, Any] = (0, 1),
        alpha: Fraction | None = None,
        beta: Fraction | None = None,
        random_state: int | None = None,
    ) -> None:
        self.functions, self.epsilon, self.delta = functions, epsilon, delta
        self.auxiliary, self.budget, self.eta, self.validation = auxiliary, budget, eta, validation
        self.labels, self.alpha, self.beta, self.random_state = labels, alpha, beta, random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from the points X, an (n, 1) array of integers, labelled y; raises LabelError and SampleError."""
        rows = self._rows(X, y, self.labels)
        stable, self.plan_ = self._plans(len(rows))

        def run(batch: Sample, source: Randomness) -> Hypothesis:
            return stable_learner(self.functions, batch, stable, source)

        default = (0,) * len(self.functions[0])
        used = rows[: self.plan_.sample_size]
        self.hypothesis_ = learn_from_stability(run, used, self.plan_, default, self._source())
        return self

    def _plans(self, rows: int) -> tuple[StabilityPlan, PrivatePlan]:
        epsilon = exact_epsilon(self.epsilon)
        delta = checked_delta(Fraction(self.delta))
        self.guarantee_ = None
        if self.alpha is not None and self.beta is not None:
            goal = Goal(self.alpha, self.beta, epsilon)
            stable, plan = theory_sizes(self.functions, goal, delta)
            self.guarantee_ = Guarantee(epsilon, self.alpha, self.beta, plan.sample_size, delta)
            if rows < plan.sample_size:
                raise SampleError("n_samples", rows, f"at least {plan.sample_size} for this alpha, beta and epsilon")
            return stable, plan
        stable = practical_plan(self.functions, self.auxiliary, self.budget)
        runs = (rows - self.validation) // stable.sample_size
        if runs < 1:
            raise SampleError("n_samples", rows, f"at least {self.validation + stable.sample_size}")
        doubled = exact(2 * Real.of(epsilon))
        return stable, PrivatePlan(runs, stable.sample_size, self.validation, doubled, delta, Fraction(self.eta))
