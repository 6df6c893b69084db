"""MakeTree in linear time: as the mended listing on every small class, on large trees, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from littlestone.impl.classes.class_trees import NotATree, make_tree, tree_of_table
from littlestone.spec.class_trees.listings import make_tree as listed
from littlestone.spec.class_trees.orders import ROOT, f_representation
from littlestone.spec.class_trees.trees import ClassTree
from littlestone.spec.classes.concept_classes import ConceptClass, Function, explicit
from littlestone.spec.families.vc_one_classes import vc_one_classes

CLASSES = [explicit(functions, 2) for points in (1, 2, 3) for functions in vc_one_classes(points)]
Run = Callable[[tuple[Function, ...], Function], tuple[int, ...]]


def differs(run: Run, H: ConceptClass) -> bool:
    """The run fails or makes another tree than the listing, for some f in the class."""
    try:
        return any(run(H.functions(), f) != listed(f_representation(H, f)).parents for f in H.functions())
    except (ValueError, IndexError):
        return True


def test_it_makes_the_tree_of_the_listing() -> None:
    assert not any(differs(make_tree, H) for H in CLASSES)


def test_a_large_tree() -> None:
    random, points = Random(1), 5000
    tree = ClassTree(tuple(random.randrange(ROOT, x) for x in range(points)))
    ends = [*tree.nodes]
    random.shuffle(ends)
    table = np.zeros((len(ends), points), dtype=np.uint8)
    for row, x in zip(table, ends, strict=True):
        row[[*tree.path(x)]] = 1
    parents, last = tree_of_table(table)
    assert tuple(parents.tolist()) == tree.parents and last.tolist() == ends


@pytest.mark.parametrize(
    ("functions", "words"),
    [
        ([(0, 0), (1, 1)], "the points 0 and 1 are not told apart"),
        ([(0, 0), (0, 1)], r"above point 0, of 0 concepts, are the different points \[\]"),
        ([(0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0)], "are the different points"),
    ],
)
def test_what_has_no_tree_is_refused(functions: list[Function], words: str) -> None:
    with pytest.raises(NotATree, match=words):
        make_tree(functions, functions[0])
