"""Online learners as values: the standard optimal algorithm, and one wrapped for an f-representation (YAN25 L2)."""

from __future__ import annotations

from dataclasses import dataclass

from littlestone.spec.classes.concept_classes import ConceptClass, Function
from littlestone.spec.classes.dimensions import littlestone_dimension


@dataclass(frozen=True)
class StandardOptimal:
    """The standard optimal algorithm on an explicit binary class, 0 on ties."""

    left: ConceptClass

    def predict(self, point: int) -> int:
        """The label whose consistent functions have the larger Littlestone dimension."""
        zero, one = (int(littlestone_dimension(self.left.restrict(point, frozenset({y})))) for y in (0, 1))
        return int(one > zero)

    def update(self, point: int, label: int) -> StandardOptimal:
        """The algorithm on the functions that have the label at the point."""
        return StandardOptimal(self.left.restrict(point, frozenset({label})))


@dataclass(frozen=True)
class Wrapped:
    """O_f: the learner O for the labels of a class, wrapped to learn those of its f-representation (YAN25 L2)."""

    inner: StandardOptimal
    f: Function

    def predict(self, point: int) -> int:
        """1 where the inner prediction differs from f."""
        return int(self.inner.predict(point) != self.f[point])

    def update(self, point: int, label: int) -> Wrapped:
        """Feeds the inner learner 1 - f(x) for the label 1 and f(x) for 0."""
        told = 1 - self.f[point] if label else self.f[point]
        return Wrapped(self.inner.update(point, told), self.f)
