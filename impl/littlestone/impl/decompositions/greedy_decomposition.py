"""The greedy (p, d)-decomposition of a finite binary class, from the proof of LYU25 Claim 4.1."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import chain, combinations

from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.classes.trees import IONode, IOTree, Path


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
        points = path or reducing_points(classes, mask, p * 2 ** (d - classes.dimension(mask)))
        if not points:
            return None
        x, y = points[0]
        below, other = grown(classes.restricted(mask, x, y), points[1:]), grown(classes.restricted(mask, x, 1 - y), ())
        return IONode(x, 0, 1, other, below) if y else IONode(x, 0, 1, below, other)

    return grown(classes.everything, ())


def reducing_points(classes: Subclasses, mask: int, k: int) -> Path:
    """The fewest points, at most k, along which the SOA of a subclass lowers its dimension, each with the SOA's label.

    The empty path where the subclass is k-irreducible (LYU25 Definition 4.1), as the empty one is.
    """
    labels = classes.optimal_predictor(mask) if mask else ()
    paths = chain.from_iterable(combinations(enumerate(labels), r) for r in range(1, min(k, len(labels)) + 1))

    def along(path: Path) -> int:
        return reduce(lambda part, example: classes.restricted(part, *example), path, mask)

    return next((path for path in paths if classes.dimension(along(path)) < classes.dimension(mask)), ())
