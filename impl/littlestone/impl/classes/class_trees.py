"""MakeTree: the tree of a class of VC dimension 1, in time linear in its concepts (YAN25 Alg1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from littlestone.impl.registry import implements
from littlestone.spec.class_trees.orders import ROOT, ones, represented
from littlestone.spec.classes.concept_classes import Function


class NotATree(ValueError):
    """The points above one are no chain, or two points are not told apart, or one is in no concept."""


@implements("YAN25.Alg1")
def make_tree(functions: Iterable[Function], f: Function) -> tuple[int, ...]:
    """The parent of each point in the tree of C_f, -1 for those below ROOT.

    ``functions`` are the concepts of C as tuples of labels, ``f`` is one of them. Raises NotATree where C_f is not
    reduced or has VC dimension above 1.
    """
    return tuple(tree_of_paths([ones(represented(c, f)) for c in functions], len(f)))


def tree_of_paths(paths: Sequence[Collection[int]], points: int) -> list[int]:
    """The parent of each point, -1 for those below ROOT, where each concept of C_f is given by the points at which it
    is 1: in time and memory linear in their number.

    A point is in more concepts than those below it, so that from the most frequent point on the parent of each is the
    point that came last in any of its concepts. Raises NotATree where these differ, or are no more frequent.
    """
    where = _where(paths, points)
    last, parents = [ROOT] * len(paths), [ROOT] * points
    for x in _most_frequent_first(where, len(paths)):
        parents[x] = _parent(x, where, last)
        for c in where[x]:
            last[c] = x
    return parents


def _where(paths: Sequence[Collection[int]], points: int) -> list[list[int]]:
    """The concepts that are 1 at each point."""
    where: list[list[int]] = [[] for _ in range(points)]
    for c, path in enumerate(paths):
        for x in path:
            where[x].append(c)
    return where


def _most_frequent_first(where: Sequence[Collection[int]], most: int) -> Iterable[int]:
    """The points by how many concepts are 1 at them."""
    buckets: list[list[int]] = [[] for _ in range(most + 1)]
    for x, concepts in enumerate(where):
        buckets[len(concepts)].append(x)
    return (x for bucket in reversed(buckets) for x in bucket)


def _parent(x: int, where: Sequence[Collection[int]], last: Sequence[int]) -> int:
    """The point that came last in each concept of x."""
    found = {last[c] for c in where[x]}
    if len(found) != 1:
        raise NotATree(f"above point {x}, of {len(where[x])} concepts, are the different points {sorted(found)}")
    (parent,) = found
    if parent != ROOT and len(where[parent]) == len(where[x]):
        raise NotATree(f"the points {parent} and {x} are not told apart")
    return parent


def depths(parents: Sequence[int]) -> list[int]:
    """The distance of each point from ROOT, the children of which have 1 (YAN25 D16), in linear time."""
    found = [0] * len(parents)
    for x in range(len(parents)):
        chain = []
        while x != ROOT and not found[x]:
            chain.append(x)
            x = parents[x]
        above = 0 if x == ROOT else found[x]
        for depth, y in enumerate(reversed(chain), start=above + 1):
            found[y] = depth
    return found
