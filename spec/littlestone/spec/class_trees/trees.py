"""The tree of a reduced class of VC dimension 1, its proper nodes and subtrees (YAN25 sections 4.1 and 6.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from littlestone.spec.algebra.html_text import item_html
from littlestone.spec.class_trees.orders import ROOT, indicator, is_at_most
from littlestone.spec.classes.concept_classes import ConceptClass, Function, memoised


@dataclass(frozen=True)
class ClassTree:
    """A rooted tree on the points 0, 1, ...: the parent of each point, ROOT for those at the top."""

    parents: tuple[int, ...]

    @property
    def points(self) -> int:
        """How many points the tree has beside ROOT."""
        return len(self.parents)

    @property
    def nodes(self) -> range:
        """ROOT and the points."""
        return range(ROOT, self.points)

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        """The children of each point, and last those of ROOT, which is the index -1."""
        listed: list[list[int]] = [[] for _ in self.nodes]
        for x, parent in enumerate(self.parents):
            listed[parent].append(x)
        return tuple(map(tuple, listed))

    def children(self, x: int) -> tuple[int, ...]:
        """The children of a node, in order."""
        return self._children[x]

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree as a nested list."""
        return f"<ul>{self._item(ROOT)}</ul>"

    def _item(self, x: int) -> str:
        return item_html("root" if x == ROOT else f"x{x}", map(self._item, self.children(x)))

    def is_leaf(self, x: int) -> bool:
        """The node has no children."""
        return not self._children[x]

    def upward(self, x: int) -> Iterator[int]:
        """x and the points above it, without ROOT."""
        while x != ROOT:
            yield x
            x = self.parents[x]

    def path(self, x: int) -> frozenset[int]:
        """{y : x <= y}: the point and all points above it; none for ROOT."""
        return frozenset(self.upward(x))

    def depth(self, x: int) -> int:
        """The distance d(x): how many points the path of x has, so d(ROOT) = 0 (YAN25 D16)."""
        return sum(1 for _ in self.upward(x))

    @cached_property
    def height(self) -> int:
        """The largest depth."""
        return max(map(self.depth, self.nodes))

    def level(self, depth: int) -> tuple[int, ...]:
        """The nodes of that depth."""
        return tuple(x for x in self.nodes if self.depth(x) == depth)

    def is_at_most(self, x: int, y: int) -> bool:
        """x <= y: y is x, above x, or ROOT."""
        return y == ROOT or y in self.path(x)

    def is_below(self, x: int, y: int) -> bool:
        """x < y."""
        return x != y and self.is_at_most(x, y)

    def below(self, x: int) -> frozenset[int]:
        """The nodes that are at most x."""
        return frozenset(y for y in self.nodes if self.is_at_most(y, x))

    def hypothesis(self, x: int) -> Function:
        """h with I(h) = {y : x <= y}."""
        return indicator(self.path(x), self.points)


@memoised
def class_tree(H: ConceptClass) -> ClassTree:
    """The tree of an explicit class under its own order: the parent of a point is the least above it (YAN25 Alg1).

    Raises ValueError where the points above one are no chain, as may be where H is not reduced or has VC dimension 2.
    """
    return ClassTree(tuple(_parent(H, x) for x in range(H.points)))


def _parent(H: ConceptClass, x: int) -> int:
    """The one point above x that is at most all others above it."""
    above = [y for y in range(H.points) if y != x and bool(is_at_most(H, x, y))]
    least = [y for y in above if all(bool(is_at_most(H, y, z)) for z in above)]
    if len(least) != (1 if above else 0):
        raise ValueError(f"the points {above} above {x} have no one least among them: the class has no tree")
    return least[0] if above else ROOT


# ---- Proper nodes (YAN25 D17)


@memoised
def proper_nodes(H: ConceptClass) -> frozenset[int]:
    """The nodes x with a function of H that is 1 exactly on {y : x <= y}, as the paths are (YAN25 D17, corrected)."""
    tree = class_tree(H)
    return frozenset(x for x in tree.nodes if bool(H.contains(tree.hypothesis(x))))


@memoised
def proper_nodes_as_printed(H: ConceptClass) -> frozenset[int]:
    """The nodes x with a function of H that is 1 exactly on {y : y <= x}, y a point (YAN25 D17)."""
    tree = class_tree(H)
    return frozenset(x for x in tree.nodes if bool(H.contains(indicator(tree.below(x) - {ROOT}, H.points))))


# ---- Subtrees (YAN25 D20, Alg3)


@dataclass(frozen=True)
class Subtree:
    """Nodes of a tree that hang together below one of them, the root."""

    tree: ClassTree
    root: int
    nodes: frozenset[int]

    def children(self, x: int) -> tuple[int, ...]:
        """The children of a node that are in the subtree, in order."""
        return tuple(y for y in self.tree.children(x) if y in self.nodes)

    def is_leaf(self, x: int) -> bool:
        """The node has no children in the subtree."""
        return not self.children(x)

    @property
    def leaves(self) -> tuple[int, ...]:
        """The nodes without children, in order."""
        return tuple(x for x in sorted(self.nodes) if self.is_leaf(x))

    def below(self, x: int) -> Subtree:
        """T_x: the subtree from the node x on (YAN25 D20)."""
        return Subtree(self.tree, x, self.nodes & self.tree.below(x))

    def path(self, x: int) -> frozenset[int]:
        """{y : x <= y < root}: the nodes from x to the root, without the root (YAN25 D19)."""
        return self.tree.path(x) - self.tree.path(self.root) - {self.root}


def good_subtree(tree: ClassTree, x_good: int, proper: Collection[int]) -> Subtree:
    """T_good as it is cut out of the tree by the proper nodes that are given (YAN25 Alg3).

    Of the nodes at most x_good those stay that have no proper node strictly between them and x_good; x_good alone
    where it is proper.
    """
    if x_good in proper:
        return Subtree(tree, x_good, frozenset({x_good}))
    kept = (x for x in tree.below(x_good) if not any(is_between(tree, x, y, x_good) for y in proper))
    return Subtree(tree, x_good, frozenset(kept))


def is_between(tree: ClassTree, x: int, y: int, z: int) -> bool:
    """x < y < z."""
    return tree.is_below(x, y) and tree.is_below(y, z)
