"""Audits: a sound lower bound on the privacy loss of a learner, or its exact value, and what shows it."""
