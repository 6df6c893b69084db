"""The subclasses of an explicit class of 0/1 functions as bit masks: Littlestone dimension, SOA, reducibility."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from littlestone.impl.classes.learner_input import checked_functions
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import Path


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
        self.dimension = cache(self._dimension)
        self.optimal_predictor = cache(self._optimal_predictor)

    def __reduce__(self) -> tuple[type[Subclasses], tuple[tuple[Function, ...]]]:
        """As a copy that remembers nothing: caches cannot be pickled, and fitted estimators can."""
        return Subclasses, (self.functions,)

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

    def _dimension(self, mask: int) -> int:
        """The Littlestone dimension of a subclass, -1 for the empty one; the most even splits are tried first."""
        halves = [sorted(pair, key=int.bit_count) for pair in self.splits(mask)]
        best = 0 if mask else -1
        for smaller, larger in sorted(halves, key=lambda pair: -pair[0].bit_count()):
            if smaller.bit_count() >> best == 0:
                break
            if self.dimension(smaller) >= best:
                best = max(best, 1 + min(self.dimension(smaller), self.dimension(larger)))
        return best

    def _optimal_predictor(self, mask: int) -> Function:
        """SOA_H: 0 at the points where H|_(x,0) has the dimension of H, else 1; all 0 for the empty class."""
        whole = self.dimension(mask)
        return tuple(int(self.dimension(mask & ~ones) != whole) for ones in self.ones)

    def reducing_path(self, mask: int, most: int) -> Path:
        """The fewest points, at most so many, that lower the dimension, each with the label that SOA_H gives it.

        LYU25 Definition 4.1: a subclass is k-reducible where ``most`` = k is enough, and k-irreducible where there is
        no path. Those of dimension at most 0 are irreducible for every k. Equal parts of a length are kept once.
        """
        whole, parts = self.dimension(mask), {mask: Path()}
        sides = [((x, y), self.restricted(mask, x, y)) for x, y in enumerate(self.optimal_predictor(mask))]
        for _ in range(min(most, len(sides)) if whole > 0 else 0):
            longer: dict[int, Path] = {}
            for part, path in parts.items():
                for example, side in sides:
                    longer.setdefault(part & side, (*path, example))
            for part, path in longer.items():
                if self.dimension(part) < whole:
                    return path
            parts = longer
        return ()
