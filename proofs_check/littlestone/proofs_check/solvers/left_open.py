"""Searches that are known to end undecided, so that no run spends a solver's whole limit on them again.

The same version of a solver gives the same answer within the same limit, so that only a larger one is worth asking for.
"""

from __future__ import annotations

from littlestone.proofs_check.circuits.class_programs import Identity, Shape, identity, shape
from littlestone.proofs_check.questions.universes import Question

_left_open: dict[Identity, dict[tuple[str, Shape], int]] = {}


def remember_open(question: Question, solver: str, limit: int) -> None:
    """The solver left the question open within so many of its units."""
    known = _left_open.setdefault(identity(question), {})
    known[solver, shape(question)] = max(limit, known_open(question, solver))


def known_open(question: Question, solver: str) -> int:
    """The largest limit within which the solver is known to have left the question open, or 0."""
    return _left_open.get(identity(question), {}).get((solver, shape(question)), 0)
