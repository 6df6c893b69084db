"""Binds a name twice."""

TIGHT = 2
TIGHT -= 1
