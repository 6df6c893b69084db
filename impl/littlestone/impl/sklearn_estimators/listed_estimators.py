"""Learners by the exponential mechanism as scikit-learn estimators: over a listed class, DP-ERM of LYU25, and figure 1
of BGS21 with decision stumps on a public grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.bits import bit_count
from littlestone.impl.classes.learner_input import checked_functions
from littlestone.impl.learners.dp_erm import (
    DecompositionLearner,
    accurate_plan,
    class_size,
    plan_for_error,
    plan_for_rows,
)
from littlestone.impl.sklearn_estimators.base import OnPoints, PrivateBatchClassifier, PrivateClassifier
from littlestone.impl.sklearn_estimators.conventions import Codes, estimator, exact_epsilon, published, source_of
from littlestone.spec.learning.randomness import Exact, exact
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

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import PrivateExponentialClassifier
    >>> X = np.arange(1000).reshape(-1, 1) % 8
    >>> y = (X[:, 0] >= 5).astype(int)
    >>> PrivateExponentialClassifier(random_state=0).fit(X, y).predict([[4], [5]]).tolist()
    [0, 1]
    """

    alpha: Any = None
    beta: Any = None

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
    for the test and the rest for the sample. p is the number of points, so that the first stage is the last, the only
    one whose lists are not emptied (LYU25.C6.4.corrected); each row is a chunk, and votes for the functions that fit
    it. Where the algorithm finds nothing, 0 is predicted on all points.

    Attributes
    ----------
    plan_ : ErmPlan
        The sizes of DP-ERM.
    stage_ : int or None
        The stage whose test passed; None where none did.
    found_ : bool
        A hypothesis was found; private like the hypothesis itself.
    empirical_error_ : Fraction or Real
        The error on the rows that is exceeded with probability at most beta where some function of the class fits them
        all; beyond 1 it says nothing.

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
        self._keep(found, "no hypothesis is in enough of the lists")

    def _rows_for(self, alpha: Exact, columns: int | None) -> int:
        return accurate_plan(class_size(self.functions), self._goal(), alpha).rows

    def _rows_for_any(self, columns: int) -> int:
        return plan_for_error(class_size(self.functions), self._goal(), 1).rows


Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Stump:
    """x -> [x[feature] > threshold], flipped where ``flip`` is 1; a constant where the threshold is -infinity."""

    feature: int
    threshold: float
    flip: int

    def predict(self, X: Matrix) -> Codes:
        """The bits 0 or 1 of the rows."""
        above: Any = X[:, self.feature] > self.threshold
        return np.asarray(above ^ bool(self.flip), dtype=np.int64)


def stumps_of(features: int, thresholds: Sequence[float]) -> list[Stump]:
    """Those that cut so many features at these thresholds, and the constants: fixed before the data is seen."""
    return [Stump(i, cut, flip) for i in range(features) for cut in (-np.inf, *thresholds) for flip in (0, 1)]


# Fixed beforehand, for features of unit scale: thresholds taken from the data would leak it
CUTS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)


@estimator
class PrivateMulticlassClassifier(PrivateClassifier):
    """A pure differentially private classifier: one stump for each bit of the label, good where one cut of a feature
    says each bit (BGS21, figure 1, Theorem 3.1). Of a class that can be listed, with 4 labels,
    ``PrivateExponentialClassifier`` took half the rows.

    The rows are split at random, independently of their values, into a block for each bit; on its block each bit picks
    a stump from a public grid by the exponential mechanism. ``fit`` is (epsilon, 0)-private under the replacement of
    one row, whatever the rows are, where ``labels`` are given; else among samples in which the same labels occur.

    Parameters
    ----------
    thresholds : tuple of float, default=(-2, -1, -0.5, 0, 0.5, 1, 2)
        Where the stumps may cut each feature, for features of unit scale; public, and never computed from the rows.
    labels : array-like or None, default=None
        The classes; public. None takes those in y for public.

    Attributes
    ----------
    stumps_ : tuple of Stump
        The stump of each bit of the class's place, the most significant one first.
    error_ : Fraction
        The error on fresh rows that is exceeded with probability at most beta, 1/100 where None, if stumps of the grid
        say all bits without an error; rounded up, and beyond 1 it says nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import PrivateMulticlassClassifier
    >>> X = np.repeat([[-1.5], [1.5]], 500, axis=0)
    >>> y = np.repeat(["below", "above"], 500)
    >>> model = PrivateMulticlassClassifier(labels=("above", "below"), random_state=0).fit(X, y)
    >>> model.predict([[-1.5], [1.5]]).tolist()
    ['below', 'above']
    """

    thresholds: tuple[float, ...] = CUTS
    labels: Any = None
    alpha: Any = None
    beta: Any = None

    takes_many_classes = True

    @property
    def _width(self) -> int:
        return bit_count(len(self.classes_) - 1)

    def _rows_for(self, alpha: Exact, columns: int | None) -> int | None:
        """Those of the bits together, each with its share of alpha and beta (BGS21 T3.1)."""
        if columns is None:
            return None
        each = Goal(exact(alpha / self._width), exact(self._beta() / self._width), exact_epsilon(self.epsilon))
        return self._width * exponential_sample_bound(2 * columns * (len(self.thresholds) + 1), each)

    def _learn(self, rows: Matrix, codes: Codes) -> None:
        """A stump for each bit, the most significant one first, each from its own block of the shuffled rows."""
        width, source = self._width, source_of(self.random_state)
        grid = stumps_of(rows.shape[1], [*map(float, self.thresholds)])
        least = self._rows_for(Fraction(1), rows.shape[1])
        self.error_ = published(Fraction(least or 0, width * max(len(rows) // width, 1)))
        self._say_if_too_few(rows)
        order, epsilon = np.asarray(source.shuffle(len(codes)), dtype=np.int64), exact_epsilon(self.epsilon)
        stumps = []
        for i, block in enumerate(np.array_split(order, width), start=1):
            X, bits = rows[block], (codes[block] >> (width - i)) & 1
            right = [int((stump.predict(X) == bits).sum()) - len(bits) for stump in grid]
            stumps.append(grid[source.exponential(right, epsilon)])
        self.stumps_ = tuple(stumps)

    def _predicted(self, rows: Matrix) -> Codes:
        return np.asarray(sum(stump.predict(rows) << i for i, stump in enumerate(reversed(self.stumps_))))
