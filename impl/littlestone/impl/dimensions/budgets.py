"""Searching for a number between proved bounds within a budget of nodes."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

FIRST_SLICE = 512  # small, since slices double: what is decided at once is not paid for twice


class BudgetExceededError(Exception):
    """A search has visited as many nodes, or taken as long, as it was allowed."""


LOOKS = 16  # nodes between two looks at the clock
PAIRS_PER_NODE = 10_000  # keeps nodes of large and of small classes about equally long


class Meter:
    """Counts the nodes of a search against its budget, of which one slice may be open at a time.

    A node that examines many function-point pairs counts once for every 10,000 of them. ``until``, a reading of
    ``time.monotonic``, ends the search too; what is proved by then stays proved, so that no bound hangs on it.
    """

    def __init__(self, budget: int, until: float | None = None) -> None:
        if budget < 0:
            raise ValueError(f"a budget is a number of nodes, at least 0, not {budget}")
        self.budget, self.nodes, self._stop, self.until = budget, 0, budget, until

    @property
    def late(self) -> bool:
        """The time is up."""
        return self.until is not None and monotonic() >= self.until

    @property
    def exhausted(self) -> bool:
        """The whole budget is used up, or the time."""
        return self.nodes >= self.budget or self.late

    @property
    def ended(self) -> str:
        """What ended the search, in words."""
        return "time limit reached" if self.nodes < self.budget else f"budget of {self.budget:,} nodes used up"

    def open_slice(self, nodes: int) -> None:
        """Allow that many nodes from here on, within the budget."""
        self._stop = min(self.budget, self.nodes + nodes)

    def spend(self, pairs: int) -> None:
        """Count a node that examines that many pairs. Raises BudgetExceededError when slice or budget is used up."""
        if self.nodes >= self._stop or (self.nodes % LOOKS == 0 and self.late):
            raise BudgetExceededError
        self.nodes += 1 + pairs // PAIRS_PER_NODE


def squeeze(lower: int, upper: int, meter: Meter, at_least: Callable[[int], bool]) -> tuple[int, int]:
    """Bounds on the largest number that ``at_least`` holds for, drawn together as far as the budget goes.

    ``at_least`` must be monotone, true at ``lower`` and false above ``upper``. It is asked from below and from above
    in turn, in slices of the budget that double, because a bound from above is often cheaper far from the answer.
    """
    size = FIRST_SLICE
    while lower < upper:
        for number in (lower + 1, upper):
            verdict = _ask(number, size, meter, at_least)
            lower = max(lower, number) if verdict is True else lower
            upper = min(upper, number - 1) if verdict is False else upper
        if meter.exhausted:
            break
        size *= 2
    return lower, upper


def _ask(number: int, nodes: int, meter: Meter, at_least: Callable[[int], bool]) -> bool | None:
    meter.open_slice(nodes)
    try:
        return at_least(number)
    except BudgetExceededError:
        return None
