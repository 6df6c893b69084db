"""Hypothesis strategies for concept classes, samples and targets."""
