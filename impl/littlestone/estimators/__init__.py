"""The papers' private learners as scikit-learn estimators; needs the extra ``littlestone[learners]``."""

from littlestone.impl.sklearn_estimators.estimators import PrivateMulticlassClassifier
from littlestone.impl.sklearn_estimators.stable_estimators import PrivateLittlestoneClassifier, StableClassifier

__all__ = ["PrivateLittlestoneClassifier", "PrivateMulticlassClassifier", "StableClassifier"]
