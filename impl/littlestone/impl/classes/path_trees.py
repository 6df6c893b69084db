"""Trees whose paths are the functions of a class: large ones in arrays, chains that are never listed, and MakeTree.

Node x > -1 is a point and ROOT stands above all of them; the path of a node has it and all above it. A path is a
function of the class where it ends at ROOT or at a node that is an end (YAN25, sections 4 and 5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.registry import implements
from littlestone.spec.class_trees.orders import ROOT, represented
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import checked_count

Integers = NDArray[np.int64]


class PathTree:
    """A tree in arrays: the parent of each point, ROOT at the top, and the points where paths end.

    The class has the path of each end, and the zero function; all points are ends unless ``is_end`` says which. Every
    leaf, and every point with one child, must be an end. Memory and time are linear in the points. Raises ValueError
    where the parents form no tree or such a point is no end.
    """

    def __init__(self, parents: Sequence[int] | Integers, is_end: Sequence[bool] | NDArray[np.bool_] | None = None):
        self.parents = np.asarray(parents, dtype=np.int64)
        self.points = len(self.parents)
        self.is_end = np.ones(self.points, np.bool_) if is_end is None else np.asarray(is_end, dtype=np.bool_)
        if len(self.is_end) != self.points or np.any((self.parents < ROOT) | (self.parents >= self.points)):
            raise ValueError(f"the parents of {self.points} points are other points or -1; each is an end or is not")
        self.degree = np.bincount(self.parents + 1, minlength=len(self.parents) + 1)[1:]
        if np.any((self.degree < 2) & ~self.is_end):
            raise ValueError("every leaf and every point with one child is the end of a path")
        self._by_parent = np.argsort(self.parents, kind="stable")
        self._first = np.searchsorted(self.parents[self._by_parent], np.arange(ROOT, len(self.parents) + 1))
        self.enter, self.size, self.depth = self._walked()
        self.height = int(self.depth.max(initial=0))

    def children(self, x: int) -> Integers:
        """The children of a node, in order."""
        return self._by_parent[self._first[x + 1] : self._first[x + 2]]

    def _walked(self) -> tuple[Integers, Integers, Integers]:
        """For each point its place in preorder, the points at or below it, and its depth."""
        order, left = list[int](), self.children(ROOT).tolist()[::-1]
        while left:
            order.append(left.pop())
            left += self.children(order[-1]).tolist()[::-1]
        if len(order) != self.points:
            raise ValueError("the parents form no tree: some point is not below the root")
        parents = self.parents.tolist()
        enter, size, depth = ([value] * (self.points + 1) for value in (0, 1, 0))  # those of ROOT, -1, come last
        for place, x in enumerate(order):
            enter[x], depth[x] = place, depth[parents[x]] + 1
        for x in reversed(order):
            size[parents[x]] += size[x]
        enters, sizes, depths = (np.array(column[:-1], dtype=np.int64) for column in (enter, size, depth))
        return enters, sizes, depths

    def depth_of(self, node: int) -> int:
        """How many points the path of a node has."""
        return 0 if node == ROOT else int(self.depth[node])

    def is_above(self, y: Any, node: int) -> Any:
        """y is on the path of the node: a bool for a point, an array for an array."""
        if node == ROOT:
            return np.zeros(np.shape(y), dtype=np.bool_)
        return (self.enter[y] <= self.enter[node]) & (self.enter[node] < self.enter[y] + self.size[y])

    def at_depth(self, nodes: Sequence[int], z: int) -> list[int]:
        """For each of these nodes, of depth z >= 1 at least, the point of depth z on its path."""
        level = np.flatnonzero(self.depth == z)
        level = level[np.argsort(self.enter[level])]
        found = np.searchsorted(self.enter[level], self.enter[np.array(nodes, dtype=np.int64)], side="right") - 1
        return [int(x) for x in level[found]]

    def closest(self, points: Integers, labels: Integers) -> int:
        """The end, or ROOT, whose path has the fewest labels wrong, the first of them; the sums of paths in linear
        time, from what each point adds where its subtree begins and takes off where that ends."""
        read = points >= 0
        gains = np.bincount(points[read], weights=2.0 * labels[read] - 1, minlength=self.points)
        steps = np.zeros(self.points + 1)
        np.add.at(steps, self.enter, gains)
        np.subtract.at(steps, self.enter + self.size, gains)
        scores = np.where(self.is_end, np.cumsum(steps)[self.enter], 0)
        best = int(np.argmax(scores))
        return best if scores[best] > 0 else ROOT

    def determined(self, points: Integers, labels: Integers) -> int:
        """The deepest of the points that are 1 in all functions that agree with the rows; ROOT where there is none, or
        no function agrees. Rows with a negative point constrain nothing."""
        ones, zeros = points[(points >= 0) & (labels == 1)], points[(points >= 0) & (labels == 0)]
        deepest = int(ones[np.argmax(self.depth[ones])]) if len(ones) else ROOT
        if not np.all(self.is_above(ones, deepest)) or np.any(self.is_above(zeros, deepest)):
            return ROOT
        dead, lost = self._dead(zeros)
        return ROOT if deepest in dead else self._forced(deepest, dead, lost)

    def _dead(self, zeros: Integers) -> tuple[set[int], Counter[int]]:
        """The points that are 0 in all functions that are 0 at these, and how many children of each point are dead."""
        dead, lost = set(zeros.tolist()), Counter[int]()
        left = list(dead)
        while left:
            parent = int(self.parents[left.pop()])
            lost[parent] += 1
            is_new = parent != ROOT and parent not in dead and not self.is_end[parent]
            if is_new and lost[parent] == self.degree[parent]:
                dead.add(parent)
                left.append(parent)
        return dead, lost

    def _forced(self, node: int, dead: set[int], lost: Counter[int]) -> int:
        """The deepest node that all paths through this one go through which end at no dead node."""
        while node != ROOT and not self.is_end[node] and lost[node] == self.degree[node] - 1:
            node = next(x for x in self.children(node).tolist() if x not in dead)
        return node


def path_tree(table: NDArray[np.uint8]) -> PathTree:
    """The tree of a reduced class with the zero function, a row for each function; raises NotATree without one."""
    parents, last = tree_of_table(table)
    tree = PathTree(parents, np.isin(np.arange(len(parents)), last))
    if np.any(np.append(tree.depth, 0)[last] != table.sum(axis=1)):  # the depth of ROOT comes last
        raise NotATree("a function is no path: the class has no tree")
    return tree


@dataclass(frozen=True, slots=True)
class ThresholdChain:
    """The thresholds x >= t on the points 0..points-1, t = points among them: a chain with points - 1 at the top.

    Nothing is listed, so there may be 2^1000 points. Raises ParameterError where there is none.
    """

    points: int

    def __post_init__(self) -> None:
        checked_count("points", self.points, 1)

    @property
    def height(self) -> int:
        """All points are on one path."""
        return self.points

    def depth_of(self, node: int) -> int:
        """How many points are at least the node."""
        return 0 if node == ROOT else self.points - node

    def is_above(self, y: Any, node: int) -> Any:
        """y is on the path of the node: a bool for a point, an array for an array."""
        return (y >= node) & (node != ROOT)

    def at_depth(self, nodes: Sequence[int], z: int) -> list[int]:
        """The point of depth z, for each of the nodes."""
        return [self.points - z] * len(nodes)

    def determined(self, points: Sequence[int], labels: Sequence[int]) -> int:
        """The least point labelled 1; ROOT where there is none, or a larger one is labelled 0."""
        places, is_one = _column(points), np.asarray(labels) == 1
        deepest = int(places[is_one].min()) if is_one.any() else ROOT
        return ROOT if deepest == ROOT or np.any(places[~is_one] >= deepest) else deepest

    def closest(self, points: Sequence[int], labels: Sequence[int]) -> int:
        """The threshold at a point of the rows, or ROOT, with the fewest labels wrong, the largest of them."""
        places, signs = _column(points), 2 * np.asarray(labels) - 1
        order = np.argsort(places, kind="stable")[::-1]
        falling, scores = places[order], np.cumsum(signs[order])
        is_last = np.append(falling[1:] != falling[:-1], True)
        scores = np.where(is_last, scores, 0)
        best = int(np.argmax(scores))
        return int(falling[best]) if scores[best] > 0 else ROOT


def _column(points: Sequence[int]) -> Any:
    """Points as an array; of Python's integers where they may be huge."""
    return points if isinstance(points, np.ndarray) else np.array(points, dtype=object)


# ---- MakeTree, in time linear in the size of the table


class NotATree(ValueError):
    """The points above one are no chain, or two points are not told apart, or one is in no concept."""


@implements("YAN25.Alg1")
def make_tree(functions: Iterable[Function], f: Function) -> tuple[int, ...]:
    """The parent of each point in the tree of C_f, -1 for those below ROOT.

    ``functions`` are the concepts of C as tuples of labels, ``f`` is one of them. Raises NotATree where C_f is not
    reduced or has VC dimension above 1.
    """
    concepts = [represented(c, f) for c in functions]
    return tuple(tree_of_table(np.array(concepts, dtype=np.uint8).reshape(len(concepts), len(f)))[0].tolist())


def tree_of_table(table: NDArray[np.uint8]) -> tuple[Integers, Integers]:
    """The parent of each point, -1 for those below ROOT, and the last point of each concept's path, -1 for the zero
    function, of C_f as a table with a row for each concept.

    A point is in more concepts than those below it, so that from the most frequent point on the parent of each is the
    point that came last in any of its concepts. Raises NotATree where these differ, or are no more frequent.
    """
    counts = table.sum(axis=0, dtype=np.int64)
    last, parents = np.full(len(table), ROOT), np.full(len(counts), ROOT)
    for x in np.argsort(-counts, kind="stable").tolist():
        concepts = np.flatnonzero(table[:, x])
        found = np.unique(last[concepts]).tolist()
        if len(found) != 1:
            raise NotATree(f"above point {x}, of {counts[x]} concepts, are the different points {found}")
        parents[x] = parent = found[0]
        if parent != ROOT and counts[parent] == counts[x]:
            raise NotATree(f"the points {parent} and {x} are not told apart")
        last[concepts] = x
    return parents, last
