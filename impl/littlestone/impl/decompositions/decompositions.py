"""Decomposition dimension and essential hypotheses of explicit classes (LYU25, section 4), and trees.

No tree is enumerated: whether a subclass at a depth has a valid tree of small degree, or one that avoids a function,
is decided over its splits and remembered. Splits with an empty side only add depth and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from littlestone.impl.classes.learner_input import checked_functions
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import ConceptClass, Function
from littlestone.spec.classes.decompositions import decomposition_dimension as dimension_by_definition
from littlestone.spec.classes.decompositions import has_tree, is_valid_leaf, is_valid_node
from littlestone.spec.classes.irreducibility import ONE, ZERO
from littlestone.spec.classes.irreducibility import dimension as littlestone_dimension
from littlestone.spec.classes.trees import IONode, IOTree, Path
from littlestone.spec.learning.randomness import ParameterError, checked_count


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
    """DDim_{p,d} of 0/1 functions (LYU25 D4.2); raises EmptyClassError, and ParameterError on p < 0 or d < LDim."""
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


@implements("LYU25.L4.3.tree")
def optimal_decomposition(H: ConceptClass, p: int, d: int, order: Sequence[int] | None = None) -> IOTree:
    """A valid (p,d)-decomposition of least degree of an explicit class; splits at the first point that will do.

    ``order`` is the order in which points are tried. Raises LookupError where no tree is valid, as for LDim(H) > d.
    """
    points = range(H.points) if order is None else order
    if bool(littlestone_dimension(H) > d):
        raise LookupError(f"{H} has no valid ({p}, {d})-decomposition: its dimension is larger than {d}")
    degree = int(dimension_by_definition(H, p, d))

    def tree(H: ConceptClass, depth: int) -> IOTree:
        """A valid tree below a node at this depth, with leaves of dimension at most the degree."""
        if bool(is_valid_leaf(H, p, d, depth) & (littlestone_dimension(H) <= degree)):
            return None
        for x in points if bool(is_valid_node(H, p, d, depth)) else ():
            sides = [H.restrict(x, side) for side in (ZERO, ONE)]
            if all(bool(side.nonempty() & has_tree(side, p, d, degree, depth + 1)) for side in sides):
                return IONode(x, 0, 1, *(tree(side, depth + 1) for side in sides))
        raise LookupError(f"no valid tree of degree {degree} below {H} at depth {depth}")

    return tree(H, 0)


@implements("LYU25.L4.3.match")
def match_walk(tree: IOTree, f: Function) -> Path:
    """The path from the root that follows f, (x, f(x)) at a node labelled x, until a leaf is reached."""
    path: list[tuple[int, int]] = []
    while tree is not None:
        path.append((tree.point, f[tree.point]))
        tree = tree.right if f[tree.point] else tree.left
    return tuple(path)
