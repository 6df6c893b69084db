"""Learners as scikit-learn estimators; raises MissingExtra where scikit-learn is not installed."""

from importlib.util import find_spec

from littlestone.impl.extras import MissingExtra

if find_spec("sklearn") is None:
    raise MissingExtra("a scikit-learn estimator", "learners")
