"""What is wrong with what the kit was given; every message says where, what, and what to do."""

from __future__ import annotations

MOST_JOBS = 1024  # processes or threads; more are a slip of the keys


class BadInput(ValueError):
    """The work cannot begin: ``where`` names the argument or file, ``problem`` what is wrong, ``advice`` what to do."""

    def __init__(self, where: str, problem: str, advice: str) -> None:
        self.where, self.problem, self.advice = where, problem, advice
        super().__init__(f"{where}: {problem}; {advice}")


class ErrataError(ValueError):
    """The errata of a paper cannot be used: in which file and entry, why, and what to write."""


class UnusableTarget(BadInput):
    """A target that cannot be imported, is of no known kind, or fails on every run."""


class BadInstance(BadInput):
    """A concept class, data file, number of rows or probe that an audit cannot use."""


class NotNeighbours(BadInput):
    """Two samples that do not differ in exactly one row."""


class NotEnumerable(BadInput):
    """A target, or an instance of this size, of which no exact law can be computed."""
