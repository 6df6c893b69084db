"""Decomposition dimension and essential hypotheses of explicit classes (LYU25, section 4), and the greedy tree.

No tree is enumerated: whether a subclass at a depth has a valid tree of small degree, or one that avoids a function,
is decided over its splits and remembered. Splits with an empty side only add depth and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import IONode, IOTree, Path
from littlestone.spec.learning.randomness import ParameterError, checked_count


class Decompositions:
    """The (p,d)-decompositions of the subclasses of a class, of Littlestone dimension at most d (LYU25, D4.2).

    Raises ParameterError on p or d below 0.
    """

    def __init__(self, classes: Subclasses, p: int, d: int) -> None:
        self.classes, self.p, self.d = classes, checked_count("p", p, 0), checked_count("d", d, 0)
        self._fits = cache(self._has_tree)
        self.essential = cache(self._essential)  # teachers and chunks with other data share a subclass

    def __reduce__(self) -> tuple[type[Decompositions], tuple[Subclasses, int, int]]:
        """As a copy that remembers nothing, as ``Subclasses``."""
        return Decompositions, (self.classes, self.p, self.d)

    def dimension(self, mask: int) -> int:
        """DDim_{p,d} of a subclass; -1 for the empty one. Raises ParameterError on a Littlestone dimension beyond d."""
        if not mask or self._is_shallow(mask, 0):
            return 0 if mask else -1
        dimension = self.classes.dimension(mask)
        if dimension > self.d:
            raise ParameterError("d", self.d, f"at least {dimension}, the Littlestone dimension")
        return next(q for q in range(dimension + 1) if self._fits(mask, 0, q))

    def _essential(self, mask: int) -> tuple[Function, ...]:
        """The (p,d)-essential hypotheses, sorted: the SOAs on leaves of largest dimension in every optimal tree."""
        degree = self.dimension(mask)
        if degree == 0:
            return self.classes.members(mask)
        return tuple(sorted(f for f in self._leaves(mask, 0, degree) if not self._avoids(mask, degree, f)))

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
        return not self.classes.reducing_path(mask, self.p << self.d - dimension)

    def _branches(self, mask: int, depth: int) -> list[tuple[int, int]]:
        """The splits of an inner node, which may lie as deep as a leaf of one dimension less."""
        allowed = depth <= self._leaf_bound(self.classes.dimension(mask) - 1)
        return self.classes.splits(mask) if allowed else []

    def _has_tree(self, mask: int, depth: int, degree: int) -> bool:
        """Some valid tree of at most this degree has the subclass at its root, at this depth."""
        if degree >= 0 and self._is_shallow(mask, depth):
            return True
        if self.classes.dimension(mask) <= degree and self._is_leaf(mask, depth):
            return True
        return any(all(self._fits(side, depth + 1, degree) for side in sides) for sides in self._branches(mask, depth))

    def _leaves(self, mask: int, depth: int, degree: int) -> set[Function]:
        """The SOAs on the leaves of dimension ``degree`` of one valid tree of at most this degree."""
        dimension = self.classes.dimension(mask)
        if dimension <= degree and self._is_leaf(mask, depth):
            return {self.classes.optimal_predictor(mask)} if dimension == degree else set()
        for sides in self._branches(mask, depth):
            if all(self._fits(side, depth + 1, degree) for side in sides):
                return set().union(*(self._leaves(side, depth + 1, degree) for side in sides))
        raise AssertionError("a subclass of this degree has a tree")

    def _avoids(self, root: int, degree: int, f: Function) -> bool:
        """Some valid tree of at most this degree has no leaf of that dimension with SOA f."""

        @cache
        def avoids(mask: int, depth: int) -> bool:
            if self._fits(mask, depth, degree - 1):
                return True
            dimension = self.classes.dimension(mask)
            is_other = dimension < degree or (dimension == degree and self.classes.optimal_predictor(mask) != f)
            if is_other and self._is_leaf(mask, depth):
                return True
            return any(all(avoids(side, depth + 1) for side in sides) for sides in self._branches(mask, depth))

        return avoids(root, 0)


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


@implements("LYU25.C4.1.greedy")
def greedy_decomposition(functions: Iterable[Function], p: int, d: int) -> IOTree:
    """A valid (p, d)-decomposition tree of the class: each reducible leaf is split along points that witness it.

    Inner nodes have edges 0 (left) and 1 (right), leaves are ``None``. Raises EmptyClassError, and ValueError where the
    Littlestone dimension exceeds d. Source: LYU25, proof of Claim 4.1.
    """
    classes = Subclasses(functions)
    found = classes.dimension(classes.everything)
    if found > d:
        raise ValueError(f"the Littlestone dimension is {found}, more than d = {d}")

    def grown(mask: int, path: Path) -> IOTree:
        """Split at each point of the path in turn: the side of its label goes on, the other one is a leaf to grow."""
        points = path or classes.reducing_path(mask, p * 2 ** (d - classes.dimension(mask)))
        if not points:
            return None
        x, y = points[0]
        below, other = grown(classes.restricted(mask, x, y), points[1:]), grown(classes.restricted(mask, x, 1 - y), ())
        return IONode(x, 0, 1, other, below) if y else IONode(x, 0, 1, below, other)

    return grown(classes.everything, ())
