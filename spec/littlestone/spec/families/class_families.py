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
    """

    name: str
    listed: Callable[[int], Sequence[Listed]]
    numbers: Callable[[int], Mapping[int, int]]
    drawn: Callable[[int, Draw], Listed]
    definition: Callable[[ConceptClass], Truth] | None = None

    def has(self, H: ConceptClass) -> Truth:
        """H is in the family; raises UndecidedTruth where that takes a list of its functions."""
        if self.definition is not None:
            return self.definition(H)
        return constant(H.functions() in self.listed(H.points))
