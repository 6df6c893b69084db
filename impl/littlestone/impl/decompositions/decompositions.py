"""Decomposition dimension and essential hypotheses of explicit classes (LYU25, Definitions 4.2 and 4.3).

No tree is enumerated: whether a subclass at a depth has a valid tree of small degree, or one that avoids a function,
is decided over its splits and remembered. Splits with an empty side only add depth and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import ParameterError, checked_count


class Decompositions:
    """The (p,d)-decompositions of the subclasses of a class, of Littlestone dimension at most d (LYU25, D4.2).

    Raises ParameterError on p or d below 0.
    """

    def __init__(self, classes: Subclasses, p: int, d: int) -> None:
        self.classes, self.p, self.d = classes, checked_count("p", p, 0), checked_count("d", d, 0)
        self._fits: dict[tuple[int, int, int], bool] = {}
        self._essential: dict[int, tuple[Function, ...]] = {}

    def dimension(self, mask: int) -> int:
        """DDim_{p,d} of a subclass; -1 for the empty one. Raises ParameterError on a Littlestone dimension beyond d."""
        if not mask or self._is_shallow(mask, 0):
            return 0 if mask else -1
        return next(q for q in range(self._checked_dimension(mask) + 1) if self._fits_below(mask, 0, q))

    def essential(self, mask: int) -> tuple[Function, ...]:
        """The (p,d)-essential hypotheses, sorted: the SOAs on leaves of largest dimension in every optimal tree.

        Remembered, since teachers and chunks with other data share a subclass.
        """
        if mask not in self._essential:
            degree = self.dimension(mask)
            candidates = self._leaves(mask, 0, degree) if degree else self.classes.members(mask)
            needed = (f for f in candidates if not degree or not self._avoids({}, mask, 0, degree, f))
            self._essential[mask] = tuple(sorted(needed))
        return self._essential[mask]

    def _checked_dimension(self, mask: int) -> int:
        dimension = self.classes.dimension(mask)
        if dimension > self.d:
            raise ParameterError("d", self.d, f"at least {dimension}, the Littlestone dimension")
        return dimension

    def _is_shallow(self, mask: int, depth: int) -> bool:
        """Splitting at every point in turn gives a valid tree, whatever the dimensions: single functions by depth p."""
        limit = self.p if self.d else 0
        return depth <= limit and depth + min(len(self.classes.splits(mask)), mask.bit_count() - 1) <= limit

    def _leaf_bound(self, dimension: int) -> int:
        return self.p * ((1 << self.d - dimension) - 1)

    def _is_leaf(self, mask: int, depth: int) -> bool:
        dimension = self.classes.dimension(mask)
        if depth > self._leaf_bound(dimension):
            return False
        return self.classes.is_irreducible(mask, self.p << self.d - dimension)

    def _branches(self, mask: int, depth: int) -> list[tuple[int, int]]:
        """The splits of an inner node, which may lie as deep as a leaf of one dimension less."""
        allowed = depth <= self._leaf_bound(self.classes.dimension(mask) - 1)
        return self.classes.splits(mask) if allowed else []

    def _fits_below(self, mask: int, depth: int, degree: int) -> bool:
        """Some valid tree of at most this degree has the subclass at its root, at this depth."""
        key = mask, depth, degree
        known = self._fits.get(key)
        if known is None:
            known = self._fits[key] = self._searched_fit(mask, depth, degree)
        return known

    def _searched_fit(self, mask: int, depth: int, degree: int) -> bool:
        if degree >= 0 and self._is_shallow(mask, depth):
            return True
        if self.classes.dimension(mask) <= degree and self._is_leaf(mask, depth):
            return True
        return any(
            self._fits_below(zeros, depth + 1, degree) and self._fits_below(ones, depth + 1, degree)
            for zeros, ones in self._branches(mask, depth)
        )

    def _leaves(self, mask: int, depth: int, degree: int) -> set[Function]:
        """The SOAs on the leaves of dimension ``degree`` of one valid tree of at most this degree."""
        dimension = self.classes.dimension(mask)
        if dimension <= degree and self._is_leaf(mask, depth):
            return {self.classes.optimal_predictor(mask)} if dimension == degree else set()
        for sides in self._branches(mask, depth):
            if all(self._fits_below(side, depth + 1, degree) for side in sides):
                return set().union(*(self._leaves(side, depth + 1, degree) for side in sides))
        raise AssertionError("a subclass of this degree has a tree")

    def _avoids(self, known: dict[tuple[int, int], bool], mask: int, depth: int, degree: int, f: Function) -> bool:
        """Some valid tree of at most this degree has no leaf of that dimension with SOA f."""
        key = mask, depth
        if key not in known:
            known[key] = self._searched_avoidance(known, mask, depth, degree, f)
        return known[key]

    def _searched_avoidance(
        self, known: dict[tuple[int, int], bool], mask: int, depth: int, degree: int, f: Function
    ) -> bool:
        if self._fits_below(mask, depth, degree - 1):
            return True
        dimension, classes = self.classes.dimension(mask), self.classes
        is_other = dimension < degree or (dimension == degree and classes.optimal_predictor(mask) != f)
        if is_other and self._is_leaf(mask, depth):
            return True
        return any(
            all(self._avoids(known, side, depth + 1, degree, f) for side in sides)
            for sides in self._branches(mask, depth)
        )


def decomposition_dimension(functions: Iterable[Function], p: int, d: int) -> int:
    """DDim_{p,d} of a class of 0/1 functions on the points 0..m-1 (LYU25 Definition 4.2).

    Raises EmptyClassError, and ParameterError on d below the Littlestone dimension or p below 0.
    """
    classes = Subclasses(functions)
    return Decompositions(classes, p, d).dimension(classes.everything)


@implements("LYU25.D4.3")
def essential_hypotheses(functions: Iterable[Function], p: int, d: int) -> tuple[Function, ...]:
    """The (p,d)-essential hypotheses of a class, which need not be in it; sorted (LYU25 Definition 4.3).

    Raises EmptyClassError, and ParameterError on d below the Littlestone dimension or p below 0.
    """
    classes = Subclasses(functions)
    return Decompositions(classes, p, d).essential(classes.everything)
