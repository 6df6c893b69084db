"""The papers' private learners as scikit-learn estimators; needs the extra ``littlestone[learners]``."""

from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.impl.sklearn_estimators.conventions import TooFewRowsWarning
from littlestone.impl.sklearn_estimators.estimators import PrivateMulticlassClassifier
from littlestone.impl.sklearn_estimators.stable_estimators import (
    PrivateLittlestoneClassifier,
    StableClassifier,
)

__all__ = [
    "Guarantee",
    "PrivateLittlestoneClassifier",
    "PrivateMulticlassClassifier",
    "StableClassifier",
    "TooFewRowsWarning",
]
