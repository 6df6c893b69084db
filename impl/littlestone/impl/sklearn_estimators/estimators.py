"""The multiclass learner of figure 1 as a scikit-learn estimator; scikit-learn is imported when it is first used."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.bits import bit_count
from littlestone.impl.learners.guarantees import Guarantee, of_multiclass
from littlestone.impl.randomness.secure import SecureSource
from littlestone.impl.randomness.sources import SeededSource
from littlestone.impl.sklearn_estimators.conventions import Classifier, sklearn
from littlestone.impl.sklearn_estimators.stumps import Bits, Matrix, Stump, StumpGrid
from littlestone.spec.algebra.reals import Real
from littlestone.spec.learning.learning import Goal
from littlestone.spec.learning.privacy import SampleError, checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, Randomness

THRESHOLDS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)


def exact_epsilon(epsilon: Any) -> Exact:
    """Epsilon as an exact positive number; floats are taken at their exact binary value.

    Raises PrivacyParameterError where it is not positive, ParameterError where it is no finite number.
    """
    if isinstance(epsilon, float):
        if not np.isfinite(epsilon):
            raise ParameterError("epsilon", epsilon, "finite")
        epsilon = Fraction(epsilon)
    if not isinstance(epsilon, Rational | Real):
        raise ParameterError("epsilon", epsilon, "a number")
    return checked_epsilon(epsilon if isinstance(epsilon, Real) else Fraction(epsilon))


class PrivateMulticlassClassifier(Classifier):
    """A pure differentially private classifier: one stump for each bit of the label (BGS21, figure 1, Theorem 3.1).

    The rows are split at random, independently of their values, into a block for each bit; on its block each bit picks
    a stump from a public grid by the exponential mechanism. ``fit`` is (epsilon, 0)-private under the replacement of
    one row, whatever the labels. Parameters: ``epsilon`` (positive, exact or float); ``thresholds`` of the stumps and
    ``labels`` (default: those in y), both taken to be public; ``alpha`` and ``beta``, the accuracy wanted: where both
    are given, ``fit`` refuses fewer rows than that needs; ``random_state`` (an int for a reproducible run that protects
    nobody, None for secure randomness). Fitted: ``classes_``, ``stumps_``, ``guarantee_`` (None without alpha and beta)
    and ``n_features_in_``.
    """

    def __init__(
        self,
        epsilon: Any = 1,
        thresholds: tuple[float, ...] = THRESHOLDS,
        labels: Any = None,
        alpha: Fraction | None = None,
        beta: Fraction | None = None,
        random_state: int | None = None,
    ) -> None:
        self.epsilon, self.thresholds, self.labels = epsilon, thresholds, labels
        self.alpha, self.beta, self.random_state = alpha, beta, random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from rows X, an (n, features) array of numbers, with labels y of length n.

        Raises ValueError on nan, on labels that are no classes, and on labels outside ``labels``; SampleError on too
        few rows.
        """
        epsilon = exact_epsilon(self.epsilon)
        X, y = sklearn("utils.validation").validate_data(self, X, y, dtype=np.float64)
        sklearn("utils.multiclass").check_classification_targets(y)
        codes = self._encoded(np.asarray(y))
        grid = StumpGrid(X.shape[1], tuple(map(float, self.thresholds)))
        width = bit_count(len(self.classes_) - 1)
        self.guarantee_ = self._checked_guarantee(epsilon, [len(grid)] * width, len(codes))
        self.stumps_ = _learned(grid, X, codes, width, (epsilon, self._source()))
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """The predicted class of each row; raises NotFittedError before ``fit``."""
        validation = sklearn("utils.validation")
        validation.check_is_fitted(self)
        X = validation.validate_data(self, X, reset=False, dtype=np.float64)
        return np.asarray(self.classes_[_combined(self.stumps_, X, len(self.classes_) - 1)])

    def _encoded(self, y: NDArray[Any]) -> Bits:
        """The labels as places in ``classes_``."""
        self.classes_ = np.unique(y if self.labels is None else np.asarray(self.labels))
        unknown = np.setdiff1d(y, self.classes_)
        if unknown.size:
            raise ParameterError("y", unknown[0], f"one of the labels {list(self.classes_)}")
        return np.asarray(np.searchsorted(self.classes_, y), dtype=np.int64)

    def _checked_guarantee(self, epsilon: Exact, sizes: list[int], rows: int) -> Guarantee | None:
        if self.alpha is None or self.beta is None:
            return None
        guarantee = of_multiclass(sizes, Goal(self.alpha, self.beta, epsilon))
        if rows < guarantee.rows:
            raise SampleError("n_samples", rows, f"at least {guarantee.rows} for this alpha, beta and epsilon")
        return guarantee

    def _source(self) -> Randomness:
        if self.random_state is None:
            return SecureSource()
        state = sklearn("utils").check_random_state(self.random_state)
        return SeededSource(int(state.randint(2**31 - 1)))

    def __sklearn_tags__(self) -> Any:
        return self.tags(poor_score=True)

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"{type(self).__name__}({inside})"


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
