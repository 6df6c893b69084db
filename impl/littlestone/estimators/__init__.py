"""The papers' private learners as scikit-learn estimators; needs the extra ``littlestone[learners]``."""

from littlestone.impl.classes.path_trees import PathTree, ThresholdChain
from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.impl.sklearn_estimators.conventions import (
    InsecureNoiseWarning,
    NoPromiseWarning,
    NothingFoundWarning,
    TooFewRowsWarning,
)
from littlestone.impl.sklearn_estimators.finite_estimators import (
    PrivateLittlestoneClassifier,
    PrivateProperTreeClassifier,
    PrivateTreeClassifier,
    StableClassifier,
)
from littlestone.impl.sklearn_estimators.halfspace_estimator import PrivateHalfspaceClassifier
from littlestone.impl.sklearn_estimators.listed_estimators import (
    PrivateDecompositionClassifier,
    PrivateExponentialClassifier,
    PrivateMulticlassClassifier,
)
from littlestone.impl.sklearn_estimators.online_estimators import PrivateOnlineClassifier, UnmetPremiseWarning
from littlestone.spec.online.plans import OnlinePlan, corrected_plan, online_plan

__all__ = [
    "Guarantee",
    "InsecureNoiseWarning",
    "NoPromiseWarning",
    "NothingFoundWarning",
    "OnlinePlan",
    "PathTree",
    "PrivateDecompositionClassifier",
    "PrivateExponentialClassifier",
    "PrivateHalfspaceClassifier",
    "PrivateLittlestoneClassifier",
    "PrivateMulticlassClassifier",
    "PrivateOnlineClassifier",
    "PrivateProperTreeClassifier",
    "PrivateTreeClassifier",
    "StableClassifier",
    "ThresholdChain",
    "TooFewRowsWarning",
    "UnmetPremiseWarning",
    "corrected_plan",
    "online_plan",
]
