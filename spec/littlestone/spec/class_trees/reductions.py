"""Classes made ready for the tree: points that are never told apart are one, and constant points are deleted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from littlestone.spec.class_trees.orders import Example
from littlestone.spec.classes.concept_classes import ConceptClass, Function, explicit, memoised


@dataclass(frozen=True)
class Reduction:
    """A reduced class with the way there: ``places`` says which of its points each original one has become.

    None is the place of a point that was deleted because it is constant; ``constants`` has its label, else None.
    """

    reduced: ConceptClass
    places: tuple[int | None, ...]
    constants: tuple[int | None, ...]

    def example(self, x: int, y: int) -> Example | None:
        """The example over the reduced points, None where x was deleted: it constrains nothing."""
        place = self.places[x]
        return None if place is None else (place, y)

    def examples(self, S: tuple[Example, ...]) -> tuple[Example | None, ...]:
        """Each example by itself, so that neighbouring samples stay neighbours."""
        return tuple(self.example(x, y) for x, y in S)

    def lift(self, h: Function) -> Function:
        """The hypothesis over the original points."""
        pairs = zip(self.places, self.constants, strict=True)
        return tuple(h[place] if place is not None else constant or 0 for place, constant in pairs)


@memoised
def columns(H: ConceptClass) -> tuple[tuple[int, ...], ...]:
    """The labels at each point by the functions of the explicit class, in their order."""
    functions = H.functions()
    return tuple(tuple(f[x] for f in functions) for x in range(H.points))


def merged(H: ConceptClass) -> Reduction:
    """The class with each point replaced by the first that has always the same label (YAN25 A1's remedy)."""
    return _kept(H, lambda column: False)


@memoised
def reduction(H: ConceptClass) -> Reduction:
    """As merged, and the constant points deleted (YAN25 A1, and A2 by what its remedy should be); H is not empty."""
    return _kept(H, lambda column: len(set(column)) < 2)


def _kept(H: ConceptClass, is_deleted: Callable[[tuple[int, ...]], bool]) -> Reduction:
    """One point for each column that is not deleted, in the order of the first points."""
    by_point = columns(H)
    kept = [column for column in dict.fromkeys(by_point) if not is_deleted(column)]
    place = {column: index for index, column in enumerate(kept)}
    constants = tuple(None if column in place else column[0] for column in by_point)
    functions = zip(*kept, strict=True) if kept else [()] * min(H.most, 1)
    return Reduction(
        explicit(functions, H.labels, len(kept)), tuple(place.get(column) for column in by_point), constants
    )
