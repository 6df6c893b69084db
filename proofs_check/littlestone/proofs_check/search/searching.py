"""The least class in a range of sizes: each size is decided in order, up to the first that has a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from littlestone.proofs_check.search.clauses.questions import ClassQuestion
from littlestone.proofs_check.search.deciding import Decided, decide

Least = Literal["points", "functions"]
Sizes = tuple[int, int]  # the least and the greatest


@dataclass(frozen=True)
class Searched:
    """What was decided, size by size; ``enough`` is the number of functions that decides all larger ones, by points."""

    question: ClassQuestion
    functions: Sizes
    points: Sizes
    least: Least
    decided: tuple[Decided, ...]
    enough: dict[int, int | None]

    @property
    def found(self) -> Decided | None:
        """The class, if there is one."""
        return next((one for one in self.decided if one.outcome == "class"), None)

    @property
    def undecided(self) -> list[Decided]:
        """The sizes on which the budget was not enough."""
        return [one for one in self.decided if one.outcome == "undecided"]


def search(question: ClassQuestion, functions: Sizes, points: Sizes, least: Least, conflicts: int) -> Searched:
    """Decide the sizes, the fewest points or functions first, up to the first class, each within so many conflicts.

    Of more functions than are enough on so many points, nothing is asked.
    """
    numbers, widths = (range(low, high + 1) for low, high in (functions, points))
    enough = {m: question.enough(m) for m in widths}
    most = {m: max(known or numbers[-1], numbers[0]) for m, known in enough.items()}
    sizes = [(n, m) for m in widths for n in numbers if n <= most[m]]
    decided = []
    for n, m in sorted(sizes) if least == "functions" else sizes:
        decided.append(decide(question, n, m, conflicts))
        if decided[-1].outcome == "class":
            break
    return Searched(question, functions, points, least, tuple(decided), enough)
