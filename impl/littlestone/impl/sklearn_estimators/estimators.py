"""The multiclass learner of figure 1 of BGS21 as a scikit-learn estimator."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from littlestone.impl.classes.bits import bit_count
from littlestone.impl.privacy.guarantees import Guarantee, of_multiclass
from littlestone.impl.sklearn_estimators.base import PrivateClassifier, with_rows
from littlestone.impl.sklearn_estimators.conventions import exact_epsilon, source_of
from littlestone.impl.sklearn_estimators.published import published
from littlestone.impl.sklearn_estimators.stumps import Bits, Matrix, Stump, StumpGrid
from littlestone.spec.learning.randomness import Exact, Randomness
from littlestone.spec.learning.sample_sizes import Goal

# Fixed beforehand, for features of unit scale: thresholds taken from the data would leak it
THRESHOLDS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)


@dataclass(eq=False, repr=False)
class PrivateMulticlassClassifier(PrivateClassifier):
    """A pure differentially private classifier: one stump for each bit of the label (BGS21, figure 1, Theorem 3.1).

    The rows are split at random, independently of their values, into a block for each bit; on its block each bit picks
    a stump from a public grid by the exponential mechanism. ``fit`` is (epsilon, 0)-private under the replacement of
    one row, whatever the rows are, where ``labels`` are given; else among samples in which the same labels occur.

    Parameters
    ----------
    epsilon : int, float, Fraction or Real, default=1
        The privacy loss, positive. A float is taken by its decimals.
    thresholds : tuple of float, default=(-2, -1, -0.5, 0, 0.5, 1, 2)
        Where the stumps may cut each feature, for features of unit scale; public, and never computed from the rows.
    labels : array-like or None, default=None
        The classes; public. None takes those in y for public.
    alpha : Fraction, float or None, default=None
        The largest error wanted. With alpha and beta ``fit`` refuses fewer rows than they need.
    beta : Fraction, float or None, default=None
        The chance with which the error may be larger.
    random_state : int, RandomState or None, default=None
        An int makes runs that can be repeated and protect nobody; None is secure randomness.

    Attributes
    ----------
    stumps_ : tuple of Stump
        The stump of each bit of the class's place, the most significant one first.
    error_ : Fraction
        The error on fresh rows that is exceeded with probability at most beta, 1/100 where None, if stumps of the grid
        say all bits without an error; rounded up, and beyond 1 it says nothing.
    least_rows_ : int
        The rows from which that is at most 1, or at most what alpha asks for.

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

    epsilon: Any = 1
    thresholds: tuple[float, ...] = THRESHOLDS
    labels: Any = None
    alpha: Any = None
    beta: Any = None
    random_state: Any = None

    takes_many_classes = True

    @property
    def _grid(self) -> StumpGrid:
        return StumpGrid(self.n_features_in_, tuple(map(float, self.thresholds)))

    @property
    def _width(self) -> int:
        return bit_count(len(self.classes_) - 1)

    def _promised(self, rows: Matrix) -> Guarantee:
        sizes = [len(self._grid)] * self._width
        return with_rows(self.guarantee, lambda goal: of_multiclass(sizes, goal).rows)

    def _learn(self, rows: Matrix, codes: Bits) -> None:
        goal, sizes = Goal(1, self._beta(), exact_epsilon(self.epsilon)), [len(self._grid)] * self._width
        least = of_multiclass(sizes, goal).rows
        self.error_ = published(Fraction(least or 0, self._width * max(len(rows) // self._width, 1)))
        why = "with fewer no error below 1 is promised"
        self._say_what_is_promised(len(rows), self.guarantee_.rows or least, why)
        privacy = exact_epsilon(self.epsilon), source_of(self.random_state)
        self.stumps_ = _learned(self._grid, rows, codes, self._width, privacy)

    def _predicted(self, rows: Matrix) -> Bits:
        """The place whose bits the stumps say."""
        value = np.zeros(len(rows), dtype=np.int64)
        for stump in self.stumps_:
            value = 2 * value + stump.predict(rows)
        return value


def _learned(
    grid: StumpGrid, X: Matrix, codes: Bits, width: int, privacy: tuple[Exact, Randomness]
) -> tuple[Stump, ...]:
    """A stump for each bit, most significant first, each from its own block of the shuffled rows."""
    epsilon, source = privacy
    order = np.asarray(source.shuffle(len(codes)), dtype=np.int64)
    stumps = []
    for i, block in enumerate(np.array_split(order, width), start=1):
        errors = grid.errors(X[block], (codes[block] >> (width - i)) & 1)
        stumps.append(grid[int(source.exponential([-int(e) for e in errors], epsilon))])
    return tuple(stumps)
