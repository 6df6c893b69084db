"""MakeTree as its listing goes, step by step (YAN25 Alg1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from littlestone.spec.class_trees.orders import ROOT, is_below
from littlestone.spec.class_trees.trees import ClassTree
from littlestone.spec.classes.concept_classes import ConceptClass

Parents = dict[int, int]


def covered_by(H: ConceptClass, leaf: int, top: int) -> list[int]:
    """Step 3(a)i: the points x' with x' < leaf such that there is no x'' with x' < x'' < top."""
    below = (x for x in range(H.points) if bool(is_below(H, x, leaf)))
    return [x for x in below if not any(bool(is_below(H, x, y) & is_below(H, y, top)) for y in range(H.points))]


def missing(H: ConceptClass, tree: Parents) -> list[int]:
    """The x in X with x not in T, in order."""
    return [x for x in range(H.points) if x not in tree]


def leaves(tree: Parents) -> list[int]:
    """The nodes of the tree without children."""
    return [node for node in (ROOT, *tree) if node not in tree.values()]


def with_a_layer(H: ConceptClass, tree: Parents, top: Callable[[int], int]) -> Parents:
    """Step 3(a) once: to each leaf its children, ``top(leaf)`` standing where the print ends the line."""
    found = {x: leaf for leaf in leaves(tree) for x in covered_by(H, leaf, top(leaf))}
    return tree | found


def make_tree_as_printed(H: ConceptClass) -> Parents:
    """Steps 2 to 4 on C_f: step 3 once, with its x, the first missing point, at the end of line (a)i."""
    tree: Parents = {}
    return with_a_layer(H, tree, lambda _: missing(H, tree)[0])


def one_layer(H: ConceptClass) -> Parents:
    """Steps 2 to 4 with "If", and the leaf at the end of line (a)i."""
    return with_a_layer(H, {}, lambda leaf: leaf)


def first_layer_at(H: ConceptClass, x: int) -> Parents:
    """Step 3(a) on the tree of ROOT alone, with x at the end of line (a)i."""
    return with_a_layer(H, {}, lambda _: x)


def make_tree(H: ConceptClass) -> ClassTree:
    """Steps 2 to 4 with "While" for "If", and the leaf at the end of line (a)i; H is C_f (YAN25 Alg1, corrected)."""
    tree: Parents = {}
    while missing(H, tree):
        tree = with_a_layer(H, tree, lambda leaf: leaf)
    return ClassTree(tuple(tree[x] for x in range(H.points)))


# ---- Trees and where paths end (YAN25 X1)


def labelled_trees(points: int) -> Iterator[ClassTree]:
    """Every rooted tree on the points and ROOT, once."""
    for parents in product(range(ROOT, points), repeat=points):
        if all(reaches_root(parents, x) for x in range(points)):
            yield ClassTree(parents)


def reaches_root(parents: tuple[int, ...], x: int) -> bool:
    """Going up from x ends at ROOT."""
    for _ in parents:
        x = x if x == ROOT else parents[x]
    return x == ROOT


def free_nodes(tree: ClassTree) -> list[int]:
    """The points with two children or more: a path may end there or not."""
    return [x for x in range(tree.points) if len(tree.children(x)) >= 2]


def with_children(tree: ClassTree, number: int) -> list[int]:
    """The points with exactly so many children."""
    return [x for x in range(tree.points) if len(tree.children(x)) == number]
