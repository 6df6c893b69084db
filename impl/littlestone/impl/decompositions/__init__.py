"""Decomposition dimension, essential hypotheses and greedy decompositions of explicit classes (LYU25, section 4)."""
