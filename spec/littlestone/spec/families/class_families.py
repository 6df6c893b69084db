"""Families of classes that are a universe of their own, which any package may declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from littlestone.spec.algebra.circuit import Truth, constant
from littlestone.spec.classes.concept_classes import ConceptClass, Function

Draw = Callable[[int], int]
Listed = tuple[Function, ...]


@dataclass(frozen=True, slots=True)
class ClassFamily:
    """Binary classes of which a claim may speak, some on any number of points from 1 on.

    ``name`` says in words what they are, in the plural. On so many points ``listed`` gives the functions of each once,
    fewest first; ``numbers``, how many classes have each number of functions; and ``drawn`` makes one by choices, of
    which ``draw(n)`` is one of 0, ..., n - 1, the smaller the simpler. ``definition`` says of any class whether it is
    in the family; without one they are those listed, and no circuit ranges over them.

    A family with ``most_points`` is a selection: some classes of a kind, chosen once, on their own numbers of points up
    to so many. On at most so many points it is looked at and nowhere else, and listed whatever its classes cost.
    """

    name: str
    listed: Callable[[int], Sequence[Listed]]
    numbers: Callable[[int], Mapping[int, int]]
    drawn: Callable[[int, Draw], Listed]
    definition: Callable[[ConceptClass], Truth] | None = None
    most_points: int | None = None

    def in_words(self, points: int) -> str:
        """Which of its classes on so many points are listed: all, or how many."""
        where = f"{points} point{'s' if points != 1 else ''}"
        if self.most_points is None:
            return f"all {self.name} on {where}"
        return f"{len(self.listed(points)):,} {self.name} on at most {where}"

    def has(self, H: ConceptClass) -> Truth:
        """H is in the family; raises UndecidedTruth where that takes a list of its functions."""
        if self.definition is not None:
            return self.definition(H)
        return constant(H.functions() in self.listed(H.points))
