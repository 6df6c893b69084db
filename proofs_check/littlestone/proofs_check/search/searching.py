"""The least class in a range of sizes: each size is decided in order, up to the first that has a class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from littlestone.proofs_check.search.clauses.questions import ClassQuestion
from littlestone.proofs_check.search.deciding import Decided, decide

Least = Literal["points", "functions"]
Sizes = tuple[int, int]  # the least and the greatest


@dataclass(frozen=True)
class Ranges:
    """The sizes that are looked at, and which of the two is to be least first."""

    functions: Sizes
    points: Sizes
    least: Least = "points"

    def sizes(self, enough: Callable[[int], int | None]) -> Iterator[tuple[int, int]]:
        """Functions and points in order; no more functions than are ``enough`` on so many points, if that is known."""
        numbers, widths = (range(low, high + 1) for low, high in (self.functions, self.points))
        pairs = [(n, m) for m in widths for n in numbers]
        if self.least == "functions":
            pairs.sort()
        for n, m in pairs:
            most = enough(m)
            if most is None or n <= max(most, self.functions[0]):
                yield n, m


@dataclass(frozen=True)
class Searched:
    """What was decided, size by size; ``enough`` is the number of functions that decides all larger ones, by points."""

    question: ClassQuestion
    ranges: Ranges
    decided: tuple[Decided, ...]
    enough: dict[int, int | None]

    @property
    def found(self) -> Decided | None:
        """The first size with a class."""
        return next((one for one in self.decided if one.outcome == "class"), None)

    @property
    def undecided(self) -> list[Decided]:
        """The sizes on which the budget was not enough."""
        return [one for one in self.decided if one.outcome == "undecided"]


def search(
    question: ClassQuestion, ranges: Ranges, conflicts: int, keep: Callable[[Decided], None] = lambda one: None
) -> Searched:
    """Decide the sizes in order up to the first class, each within so many conflicts, and ``keep`` what is decided."""
    enough = {m: question.enough(m) for m in range(ranges.points[0], ranges.points[1] + 1)}
    decided: list[Decided] = []
    for n, m in ranges.sizes(enough.__getitem__):
        decided.append(decide(question, n, m, conflicts))
        keep(decided[-1])
        if decided[-1].outcome == "class":
            break
    return Searched(question, ranges, tuple(decided), enough)
