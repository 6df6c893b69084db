"""The multiclass learner of figure 1 of BGS21 as a scikit-learn estimator."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from littlestone.impl.classes.bits import bit_count
from littlestone.impl.privacy.guarantees import Guarantee, of_multiclass
from littlestone.impl.sklearn_estimators.conventions import (
    encoded,
    exact_epsilon,
    exact_if_given,
    neighbours_given,
    source_of,
)
from littlestone.impl.sklearn_estimators.stumps import Bits, Matrix, Stump, StumpGrid
from littlestone.spec.learning.randomness import Exact, Randomness
from littlestone.spec.learning.sample_sizes import Goal

# Fixed beforehand, for features of unit scale: thresholds taken from the data would leak it
THRESHOLDS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)


class PrivateMulticlassClassifier(ClassifierMixin, BaseEstimator):
    """A pure differentially private classifier: one stump for each bit of the label (BGS21, figure 1, Theorem 3.1).

    The rows are split at random, independently of their values, into a block for each bit; on its block each bit picks
    a stump from a public grid by the exponential mechanism. ``fit`` is (epsilon, 0)-private under the replacement of
    one row, whatever the rows are, where ``labels`` are given; else among samples in which the same labels occur.

    Parameters
    ----------
    epsilon : int, float, Fraction or Real, default=1
        The privacy loss, positive. A float is taken by its decimals.
    thresholds : tuple of float, default=(-2, -1, -0.5, 0, 0.5, 1, 2)
        Where the stumps may cut each feature; public.
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
    classes_ : ndarray of shape (n_classes,)
        The classes in order.
    stumps_ : tuple of Stump
        The stump of each bit of the class's place, the most significant one first.
    guarantee_ : Guarantee
        What the fit promises; its ``rows`` are known here, as they depend on the number of features.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, where X had names that are all strings.

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

    def __init__(
        self,
        epsilon: Any = 1,
        thresholds: tuple[float, ...] = THRESHOLDS,
        labels: Any = None,
        alpha: Any = None,
        beta: Any = None,
        random_state: Any = None,
    ) -> None:
        self.epsilon = epsilon
        self.thresholds = thresholds
        self.labels = labels
        self.alpha = alpha
        self.beta = beta
        self.random_state = random_state

    @property
    def guarantee(self) -> Guarantee:
        """What the parameters promise, before any data; raises ParameterError where they are out of range."""
        return Guarantee(
            epsilon=exact_epsilon(self.epsilon),
            alpha=exact_if_given("alpha", self.alpha),
            beta=exact_if_given("beta", self.beta),
            neighbours=neighbours_given(self.labels),
        )

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from rows with labels.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows, numbers without nan.
        y : array-like of shape (n_samples,)
            Their labels.

        Returns
        -------
        self : PrivateMulticlassClassifier
            The fitted estimator.

        Raises
        ------
        ValueError
            On nan, on labels that are no classes or not among ``labels``, on parameters out of range (ParameterError),
            and on fewer rows than alpha and beta need (SampleError).
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        self.classes_, codes = encoded(y, self.labels)
        grid = StumpGrid(X.shape[1], tuple(map(float, self.thresholds)))
        width = bit_count(len(self.classes_) - 1)
        self.guarantee_ = _with_rows(self.guarantee, [len(grid)] * width)
        self.guarantee_.check(len(codes))
        self.stumps_ = _learned(grid, X, codes, width, (exact_epsilon(self.epsilon), source_of(self.random_state)))
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        y : ndarray of shape (n_samples,)
            Their classes.

        Raises
        ------
        NotFittedError
            Before ``fit``.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        return np.asarray(self.classes_[_combined(self.stumps_, X, len(self.classes_) - 1)])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        tags.non_deterministic = self.random_state is None
        return tags


def _with_rows(promised: Guarantee, sizes: list[int]) -> Guarantee:
    """The guarantee with the rows that its accuracy needs over classes of these sizes, one for each bit."""
    if promised.alpha is None or promised.beta is None:
        return promised
    return replace(promised, rows=of_multiclass(sizes, Goal(promised.alpha, promised.beta, promised.epsilon)).rows)


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


def _combined(stumps: tuple[Stump, ...], X: Matrix, k: int) -> Bits:
    """min(bin2dec of the bits, k) for each row."""
    value = np.zeros(len(X), dtype=np.int64)
    for stump in stumps:
        value = 2 * value + stump.predict(X)
    return np.minimum(value, k)
