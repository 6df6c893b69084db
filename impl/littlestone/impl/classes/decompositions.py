"""An optimal decomposition of a listed class as a tree, and the walk that finds a leaf by its SOA (LYU25 L4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import ConceptClass, Function
from littlestone.spec.classes.decompositions import decomposition_dimension, has_tree, is_valid_leaf, is_valid_node
from littlestone.spec.classes.irreducibility import ONE, ZERO, dimension
from littlestone.spec.classes.trees import IONode, IOTree, Path


@implements("LYU25.L4.3.tree")
def optimal_decomposition(H: ConceptClass, p: int, d: int, order: Sequence[int] | None = None) -> IOTree:
    """A valid (p,d)-decomposition of least degree of an explicit class; splits at the first point that will do.

    ``order`` is the order in which points are tried. Raises LookupError where no tree is valid, as for LDim(H) > d.
    """
    points = range(H.points) if order is None else order
    if bool(dimension(H) > d):
        raise LookupError(f"{H} has no valid ({p}, {d})-decomposition: its dimension is larger than {d}")
    return _tree(H, p, d, int(decomposition_dimension(H, p, d)), 0, points)


def _tree(H: ConceptClass, p: int, d: int, degree: int, depth: int, points: Sequence[int]) -> IOTree:
    """A valid tree below a node at this depth, with leaves of dimension at most ``degree``."""
    if bool(is_valid_leaf(H, p, d, depth) & (dimension(H) <= degree)):
        return None
    if bool(is_valid_node(H, p, d, depth)):
        for x in points:
            sides = [H.restrict(x, side) for side in (ZERO, ONE)]
            if all(bool(side.nonempty() & has_tree(side, p, d, degree, depth + 1)) for side in sides):
                return IONode(x, 0, 1, *(_tree(side, p, d, degree, depth + 1, points) for side in sides))
    raise LookupError(f"no valid tree of degree {degree} below {H} at depth {depth}")


@implements("LYU25.L4.3.match")
def match_walk(tree: IOTree, f: Function) -> Path:
    """The path from the root that follows f, (x, f(x)) at a node labelled x, until a leaf is reached."""
    path: list[tuple[int, int]] = []
    while tree is not None:
        path.append((tree.point, f[tree.point]))
        tree = tree.right if f[tree.point] else tree.left
    return tuple(path)
