"""Randomness, laws, privacy, learners and their losses."""
