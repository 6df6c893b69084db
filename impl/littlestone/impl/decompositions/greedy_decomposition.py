"""The greedy (p, d)-decomposition of a finite binary class, from the proof of LYU25 Claim 4.1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations

from littlestone.impl.classes.version_spaces import VersionSpace, multiclass_littlestone_dimension, restrict
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import IONode, IOTree, Path


@implements("LYU25.C4.1.greedy")
def greedy_decomposition(functions: Iterable[Function], p: int, d: int) -> IOTree:
    """A valid (p, d)-decomposition tree of the class: each reducible leaf is split along points that witness it.

    Inner nodes have edges 0 (left) and 1 (right), leaves are ``None``. Raises ValueError where the Littlestone
    dimension exceeds d. Source: LYU25, proof of Claim 4.1.
    """
    space = frozenset(functions)
    found = multiclass_littlestone_dimension(space)
    if found > d:
        raise ValueError(f"the Littlestone dimension is {found}, more than d = {d}")
    return _Greedy(p, d).grow(space)


@dataclass(frozen=True)
class _Greedy:
    p: int
    d: int

    def grow(self, space: VersionSpace) -> IOTree:
        """The tree below a leaf of this class: none where it is irreducible, else a restriction path."""
        points = reducing_points(space, self.p * 2 ** (self.d - multiclass_littlestone_dimension(space)))
        return self._along(space, points)

    def _along(self, space: VersionSpace, examples: Path) -> IOTree:
        """Split at each example's point in turn; the side of the example goes on, the other one is a leaf to grow."""
        if not examples:
            return None
        x, y = examples[0]
        kept, other = restrict(space, x, y), self.grow(restrict(space, x, 1 - y))
        below = self._along(kept, examples[1:]) if examples[1:] else self.grow(kept)
        return IONode(x, 0, 1, other, below) if y else IONode(x, 0, 1, below, other)


def reducing_points(space: VersionSpace, k: int) -> Path:
    """The fewest points, at most k, along which the SOA of the class lowers its dimension, each with the SOA's label.

    The empty path where the class is k-irreducible (LYU25 Definition 4.1), as the empty class is.
    """
    labels = standard_optimal_labels(space)
    known = multiclass_littlestone_dimension(space)
    sets = chain.from_iterable(combinations(enumerate(labels), r) for r in range(1, min(k, len(labels)) + 1))
    lower = (path for path in sets if multiclass_littlestone_dimension(_along_path(space, path)) < known)
    return next(lower, ())


def standard_optimal_labels(space: VersionSpace) -> Function:
    """SOA: 0 where the functions with label 0 at the point keep the dimension, 1 elsewhere (LYU25 section 4); no points
    for the empty class."""
    known = multiclass_littlestone_dimension(space)
    points = range(len(next(iter(space), ())))
    return tuple(int(multiclass_littlestone_dimension(restrict(space, x, 0)) < known) for x in points)


def _along_path(space: VersionSpace, path: Path) -> VersionSpace:
    return frozenset(f for f in space if all(f[x] == y for x, y in path))
