"""What keeps a gate from judging; every message says where, what is wrong, and what to do."""

from __future__ import annotations


class BadGateInput(ValueError):
    """A configuration, baseline or file that cannot be used: ``where``, the ``problem`` and the ``advice``."""

    def __init__(self, where: str, problem: str, advice: str) -> None:
        self.where, self.problem, self.advice = where, problem, advice
        super().__init__(f"{where}: {problem}; {advice}")


class NotWritten(Exception):
    """An output that was asked for could not be written."""
