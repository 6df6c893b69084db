"""Searching upwards for a number within a budget of nodes."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

LOOKS = 16  # nodes between two looks at the clock
PAIRS_PER_NODE = 10_000  # keeps nodes of large and of small classes about equally long


class BudgetExceededError(Exception):
    """A search has visited as many nodes, or taken as long, as it was allowed."""


class Meter:
    """Counts the nodes of a search against its budget.

    A node that examines many function-point pairs counts once for every 10,000 of them. ``until``, a reading of
    ``time.monotonic``, ends the search too; what is proved by then stays proved, so that no bound hangs on it.
    """

    def __init__(self, budget: int, until: float | None = None) -> None:
        if budget < 0:
            raise ValueError(f"a budget is a number of nodes, at least 0, not {budget}")
        self.budget, self.nodes, self.until = budget, 0, until

    @property
    def late(self) -> bool:
        """The time is up."""
        return self.until is not None and monotonic() >= self.until

    @property
    def ended(self) -> str:
        """What ended the search, in words."""
        return "time limit reached" if self.nodes < self.budget else f"budget of {self.budget:,} nodes used up"

    def spend(self, pairs: int = 0) -> None:
        """Count a node that examines that many pairs. Raises BudgetExceededError when the budget is used up."""
        if self.nodes >= self.budget or (self.nodes % LOOKS == 0 and self.late):
            raise BudgetExceededError
        self.nodes += 1 + pairs // PAIRS_PER_NODE


def climb(lower: int, upper: int, at_least: Callable[[int], bool]) -> tuple[int, int]:
    """Bounds on the largest number that ``at_least`` holds for, equal unless it raises BudgetExceededError.

    ``at_least`` must be monotone, true at ``lower`` and false above ``upper``.
    """
    try:
        while lower < upper:
            if not at_least(lower + 1):
                return lower, lower
            lower += 1
    except BudgetExceededError:
        pass
    return lower, upper
