"""What the estimators on a finite domain share: points in a column of X, a hypothesis as a table, and parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.learner_input import Hypothesis, checked_functions
from littlestone.impl.privacy.guarantees import PrivateGoal
from littlestone.impl.sklearn_estimators.base import LearnerClassifier, PrivateClassifier
from littlestone.impl.sklearn_estimators.conventions import Codes, exact_epsilon, exact_parameter
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.samples import Sample

# Littlestone dimension 3: the sizes that theory asks for grow doubly exponentially in it
THRESHOLDS = tuple(tuple(int(x >= t) for x in range(8)) for t in range(9))


class OnPoints(LearnerClassifier):
    """A learner of two classes on the points 0..p-1 in a column of X.

    A number is taken for the nearest point: to refuse what lies outside the domain would tell who is in the data.
    """

    otherwise = ", or a constant is likely"
    functions: tuple[Function, ...]
    feature: int
    hypothesis_: Hypothesis

    def _prepared(self, X: NDArray[np.float64]) -> Codes:
        if not 0 <= self.feature < X.shape[1]:
            raise ParameterError("feature", self.feature, f"one of the {X.shape[1]} columns of X, from 0 on")
        return np.clip(np.rint(X[:, self.feature]), 0, self._points() - 1).astype(np.int64)

    def _points(self) -> int:
        """How many points there are."""
        return len(checked_functions(self.functions)[0])

    def _predicted(self, rows: Codes) -> Codes:
        return np.asarray(self.hypothesis_)[rows]


def sample(points: Codes, codes: Codes) -> Sample:
    """The points with their labels."""
    return tuple(zip(points.tolist(), codes.tolist(), strict=True))


@dataclass(eq=False, repr=False)
class PrivateBatchClassifier(OnPoints, PrivateClassifier):
    """What the private learners of a listed class share that need no other parameters: these, and what they promise."""

    functions: tuple[Function, ...] = THRESHOLDS
    epsilon: Any = 1
    delta: Any = 1e-6
    feature: int = 0
    labels: Any = (0, 1)
    alpha: Any = None
    beta: Any = None
    random_state: Any = None

    def _goal(self) -> PrivateGoal:
        return PrivateGoal(exact_epsilon(self.epsilon), exact_parameter("delta", self.delta), self._beta())
