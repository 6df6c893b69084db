"""MakeTree: the tree of a class of VC dimension 1, in time linear in the size of its table (YAN25 Alg1)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.registry import implements
from littlestone.spec.class_trees.orders import ROOT, represented
from littlestone.spec.classes.concept_classes import Function

Integers = NDArray[np.int64]


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
