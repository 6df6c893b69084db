"""The subclasses of an explicit class of 0/1 functions as bit masks: Littlestone dimension, SOA, reducibility."""

from __future__ import annotations

from collections.abc import Iterable

from littlestone.impl.classes.learner_input import checked_functions
from littlestone.spec.classes.concept_classes import Function


class Subclasses:
    """The subclasses of a class as masks: bit i stands for ``functions[i]``, the i-th in sorted order.

    Dimensions are remembered, so that one table serves all restrictions of one class. Raises EmptyClassError on no
    functions; the empty subclass is the mask 0.
    """

    def __init__(self, functions: Iterable[Function]) -> None:
        self.functions = checked_functions(functions)
        self.everything = (1 << len(self.functions)) - 1
        points = range(len(self.functions[0]))
        self.ones = tuple(sum(f[x] << i for i, f in enumerate(self.functions)) for x in points)
        self._columns = tuple(dict.fromkeys(self.ones))
        self._dimensions = {0: -1}
        self._predictors: dict[int, Function] = {}

    def mask(self, functions: Iterable[Function]) -> int:
        """The mask of these functions of the class."""
        chosen = set(functions)
        return sum(1 << i for i, f in enumerate(self.functions) if f in chosen)

    def members(self, mask: int) -> tuple[Function, ...]:
        """The functions of a subclass, sorted."""
        return tuple(f for i, f in enumerate(self.functions) if mask >> i & 1)

    def restricted(self, mask: int, x: int, y: int) -> int:
        """H|_(x,y): the functions with h(x) = y."""
        return mask & self.ones[x] if y else mask & ~self.ones[x]

    def splits(self, mask: int) -> list[tuple[int, int]]:
        """The subclass by its label at a point, (zeros, ones), for each way in which both are not empty; once each."""
        pairs = {(mask & ~column, mask & column) for column in self._columns}
        return [(zeros, ones) for zeros, ones in sorted(pairs) if zeros and ones]

    def dimension(self, mask: int) -> int:
        """The Littlestone dimension of a subclass, -1 for the empty one."""
        known = self._dimensions.get(mask)
        if known is None:
            known = self._dimensions[mask] = self._searched_dimension(mask)
        return known

    def _searched_dimension(self, mask: int) -> int:
        best = 0
        for smaller, larger in self._halves(mask):
            if smaller.bit_count() >> best == 0:
                break
            if self.dimension(smaller) >= best:
                best = max(best, 1 + min(self.dimension(smaller), self.dimension(larger)))
        return best

    def _halves(self, mask: int) -> list[tuple[int, int]]:
        """The splits, the smaller side first, the most even split first."""
        ordered = [sorted(pair, key=int.bit_count) for pair in self.splits(mask)]
        return [(a, b) for a, b in sorted(ordered, key=lambda pair: -pair[0].bit_count())]

    def optimal_predictor(self, mask: int) -> Function:
        """SOA_H: 0 at the points where H|_(x,0) has the dimension of H, else 1; all 0 for the empty class."""
        known = self._predictors.get(mask)
        if known is None:
            whole = self.dimension(mask)
            known = tuple(int(self.dimension(mask & ~ones) != whole) for ones in self.ones)
            self._predictors[mask] = known
        return known

    def reducibility_number(self, mask: int, most: int | None = None) -> int | None:
        """The least k for which the subclass is k-reducible; None where there is none, or none up to ``most``.

        LYU25 Definition 4.1. Classes of dimension at most 0 are irreducible for every k.
        """
        whole = self.dimension(mask)
        reached, count = {mask}, 0
        kept = self._predicted_sides(mask)
        while whole > 0 and (most is None or count < most):
            count += 1
            reached = {part & side for part in reached for side in kept}
            if any(self.dimension(part) < whole for part in reached):
                return count
        return None

    def _predicted_sides(self, mask: int) -> list[int]:
        """H|_(x, SOA_H(x)) for each point at which H takes both labels."""
        predicted = zip(self.optimal_predictor(mask), self.ones, strict=True)
        sides = {mask & ones if y else mask & ~ones for y, ones in predicted}
        return sorted(sides - {mask})

    def is_irreducible(self, mask: int, k: int) -> bool:
        """Restricting to any k points labelled by the SOA of the class keeps its dimension (LYU25 Definition 4.1)."""
        if self.dimension(mask) <= 0:
            return True
        return k < len(self._predicted_sides(mask)) and self.reducibility_number(mask, k) is None
