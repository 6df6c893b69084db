"""What a search for a dimension reports: proved bounds, a witness of the lower one, a reason for the upper one.

A witness shows itself. A reason is worth as much as what a second program can check of it, so it carries its kind and
the data for that check, and words that say no more than the kind does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TypeVar

from littlestone.impl.classes.matrices import InvalidWitnessError, Matrix, Witness

DEFAULT_BUDGET = 200_000  # thresholds of 200 random functions on 60 points, exactly, take 29,000 nodes in all
LOOKS = 16  # nodes between two looks at the clock
PAIRS_PER_NODE = 10_000  # keeps nodes of large and of small classes about equally long

T = TypeVar("T")


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


class ContradictoryBoundsError(RuntimeError):
    """A lower bound above an upper one: one of the two searches is wrong, so neither number is shown."""


@dataclass(frozen=True)
class Reason:
    """Why a dimension is at most a number: the kind of reason, its words, and what a checker needs.

    ``data`` is plain (numbers, strings, lists, dictionaries), as it stands in a certificate's file; kinds without a
    check have none.
    """

    kind: str
    words: str
    data: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Dimension:
    """Proved bounds lower <= dimension <= upper of a class, the witness of the lower and the reason of the upper.

    ``nodes`` counts the nodes searched. Raises ContradictoryBoundsError.
    """

    name: str
    lower: int
    upper: int
    witness: Witness
    reason: Reason
    nodes: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.lower <= self.upper:
            raise ContradictoryBoundsError(f"{self.name}: {self.lower} <= dimension <= {self.upper} cannot be")

    @property
    def exact(self) -> bool:
        """Both bounds agree."""
        return self.lower == self.upper

    def __str__(self) -> str:
        value = str(self.lower) if self.exact else f"{self.lower}..{self.upper}"
        return f"{self.name} = {value} ({self.reason})"


def verified(matrix: Matrix, dimension: Dimension) -> Dimension:
    """The dimension itself, after its witness was checked. Raises InvalidWitnessError."""
    if dimension.witness.size != dimension.lower:
        raise InvalidWitnessError(f"{dimension.name}: witness of size {dimension.witness.size}, not {dimension.lower}")
    dimension.witness.verify(matrix)
    return dimension


def reported(
    matrix: Matrix, name: str, bounds: tuple[int, int], witness: Witness, reason: Reason, meter: Meter
) -> Dimension:
    """The dimension with its verified witness; where the bounds differ the reason says what ended the search."""
    lower, upper = bounds
    if lower < upper:
        late = meter.nodes < meter.budget
        ended = "time limit reached" if late else f"budget of {meter.budget:,} nodes used up"
        reason = replace(reason, words=f"{ended}; {reason}")
    return verified(matrix, Dimension(name, lower, upper, witness, reason, meter.nodes))


Ceilings = dict[int, Reason]  # upper bounds
Source = Callable[[list[T], int], tuple[list[T], Ceilings]]


def drawn_together(found: list[T], ceilings: Ceilings, sources: Iterable[Source[T]]) -> tuple[list[T], int, Reason]:
    """The longest list and the least ceiling with its reason, after each source in turn until they meet.

    A list shows that the dimension is at least its length. A source takes the longest list and the least ceiling so
    far, and returns a list and ceilings of its own. Of two reasons for one ceiling the first is kept.
    """
    for source in sources:
        if len(found) < min(ceilings):
            other, more = source(found, min(ceilings))
            found, ceilings = max(found, other, key=len), more | ceilings
    return found, min(ceilings), ceilings[min(ceilings)]
