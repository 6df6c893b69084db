"""Learners as scikit-learn estimators."""
