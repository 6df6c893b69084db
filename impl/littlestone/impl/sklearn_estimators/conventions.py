"""What scikit-learn expects of a classifier, without importing it before it is used."""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import Any, Self

import numpy as np


def sklearn(module: str) -> Any:
    """A module of scikit-learn; raises ImportError with what to install where it is missing."""
    try:
        return import_module(f"sklearn.{module}")
    except ImportError as error:
        raise ImportError("this estimator needs scikit-learn: pip install 'littlestone[learners]'") from error


class Classifier:
    """Parameters by name, the score and the tags of a classifier whose ``random_state`` None is secure randomness."""

    random_state: int | None

    def predict(self, X: Any) -> Any:
        """The predicted class of each row."""
        raise NotImplementedError

    def score(self, X: Any, y: Any) -> float:
        """The fraction of rows that are classified right."""
        return float(np.mean(self.predict(X) == np.asarray(y)))

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in signature(type(self)).parameters}

    def set_params(self, **parameters: Any) -> Self:
        """Set parameters by name; raises ValueError on an unknown one."""
        for name, value in parameters.items():
            if name not in self.get_params():
                raise ValueError(f"Invalid parameter {name!r}; the parameters are {', '.join(self.get_params())}")
            setattr(self, name, value)
        return self

    def tags(self, **classifier: bool) -> Any:
        """scikit-learn's tags, with these of a classifier."""
        utils = sklearn("utils")
        tags = utils.Tags(
            estimator_type="classifier",
            target_tags=utils.TargetTags(required=True),
            classifier_tags=utils.ClassifierTags(**classifier),
        )
        tags.non_deterministic = self.random_state is None
        return tags
