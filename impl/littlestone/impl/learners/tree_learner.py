"""The improper private learner of classes of VC dimension 1 by trees: OPTPrivateLearner (YAN25, algorithm 2).

Where the print leaves a choice: f is the first function; a chunk that no function of the class agrees with determines
no point (with all points instead, as the definition reads, one row would change all votes and the learner would not be
private); a chunk without deterministic points has distance 0; at distance 0, and where the choosing mechanism fails,
x_good is the root. Constant points and points never told apart are taken away first, row by row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.class_trees import NotATree
from littlestone.impl.classes.learner_input import checked_functions, checked_rows
from littlestone.impl.classes.path_trees import ROOT, PathTree, ThresholdChain, path_tree
from littlestone.impl.privacy.yan_mechanisms import choosing_mechanism, median_by_ranks
from littlestone.impl.registry import implements
from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Example, Sample

Integers = NDArray[np.int64]


Tree = PathTree | ThresholdChain


def good_node(tree: Tree, nodes: Sequence[int], plan: TreePlan, source: Randomness) -> tuple[int, int]:
    """(z, x_good): the private median of the depths, and a point of that depth by the votes of the deeper nodes.

    Private for the sums of both epsilons and of delta where a changed row changes one node, whatever the nodes are.
    """
    depths = [tree.depth_of(node) for node in nodes]
    z = median_by_ranks(depths, tree.height, plan.median_epsilon, source)
    if z == 0:
        return 0, ROOT
    voters = [node for node, depth in zip(nodes, depths, strict=True) if depth >= z]
    chosen = choosing_mechanism(Counter(tree.at_depth(voters, z)), plan.vote_epsilon, plan.delta, source)
    return z, ROOT if chosen is None else chosen


class TreeLearner:
    """OPTPrivateLearner on one class of VC dimension at most 1, given by its functions or as a tree.

    With ``closest`` a chunk that contradicts itself votes for the function with the fewest labels wrong on it: it is as
    private, for a row still changes one vote, and a few wrong labels are no harm. Raises EmptyClassError, and NotATree
    where the functions have no tree.
    """

    def __init__(self, functions: Sequence[Function] | Tree, closest: bool = False) -> None:
        self.closest = closest
        self.tree: Any = functions
        self.is_tree = isinstance(functions, Tree)  # then f is 0, and its points are its nodes
        if not isinstance(functions, Tree):
            listed = checked_functions(functions)
            self.f = np.array(listed[0], dtype=np.int64)
            self.places, self.tree = reduced_tree(np.array(listed, dtype=np.uint8) ^ self.f.astype(np.uint8))

    @property
    def points(self) -> int:
        """How many points there are."""
        return int(self.tree.points) if self.is_tree else len(self.f)

    def read(self, points: Integers, labels: Integers) -> tuple[Integers, Integers]:
        """The nodes of the rows, and 1 where the label is not that of f."""
        return (points, labels) if self.is_tree else (self.places[points], labels ^ self.f[points])

    def learn(self, points: Integers, labels: Integers, plan: TreePlan, source: Randomness) -> tuple[int, int]:
        """(z, x_good) from rows of the class; they are shuffled and cut into chunks of floor(n/t)."""
        order = np.asarray(source.shuffle(len(points)), dtype=np.int64)
        places, differs = self.read(points, labels)
        return self.learn_in_order(places[order], differs[order], plan, source)

    def learn_in_order(self, places: Any, differs: Any, plan: TreePlan, source: Randomness) -> tuple[int, int]:
        """(z, x_good) from the rows as they are read, in this order; a node of -2 says that a row constrains nothing.

        Rows beyond the chunks are not used.
        """
        size = len(places) // plan.chunks
        parts = (slice(i * size, (i + 1) * size) for i in range(plan.chunks))
        return good_node(self.tree, [self.node_of(places[part], differs[part]) for part in parts], plan, source)

    def node_of(self, places: Any, differs: Any) -> int:
        """The node that a chunk determines or, where it contradicts itself, the closest one if ``closest`` says so.

        A chunk that a function fits determines every point that it labels 1, so that with one and no node it
        contradicts itself.
        """
        found = self.tree.determined(places, differs)
        is_contradicted = self.closest and found == ROOT and bool(np.any((places >= 0) & (differs == 1)))
        return int(self.tree.closest(places, differs) if is_contradicted else found)

    def labels_of(self, points: Integers, node: int) -> Integers:
        """The hypothesis of a node at these points: its path, with the labels of f turned over."""
        places = points if self.is_tree else self.places[points]
        on_path = self.tree.is_above(np.maximum(places, 0), node) & (places >= 0)
        return np.asarray(on_path, dtype=np.int64) if self.is_tree else on_path.astype(np.int64) ^ self.f[points]

    def hypothesis(self, node: int) -> Function:
        """The same on all points."""
        return tuple(self.labels_of(np.arange(self.points), node).tolist())


UNREAD = -2
ABOVE_ONE = (
    "VC dimension above 1: on some two points they take all four patterns, and no tree has them as its paths; for such "
    "a class take PrivateExponentialClassifier"
)


def reduced_tree(table: NDArray[np.uint8]) -> tuple[Integers, PathTree]:
    """The node of each point, -2 where it is constant, and the tree, from the functions with the zero function.

    Points that are never told apart share a node. Raises NotATree.
    """
    columns = [column.tobytes() for column in np.ascontiguousarray(table.T)]
    place = {column: index for index, column in enumerate(dict.fromkeys(c for c in columns if any(c)))}
    kept = np.array([np.frombuffer(column, np.uint8) for column in place]).reshape(len(place), len(table)).T
    try:
        tree = path_tree(kept)
    except NotATree as error:
        raise NotATree(f"{len(table)} functions on {len(columns)} points have {ABOVE_ONE}") from error
    return np.array([place.get(column, UNREAD) for column in columns], dtype=np.int64), tree


_learner = lru_cache(maxsize=256)(TreeLearner)  # an enumeration replays one class


@implements("YAN25.Alg2")
def learn_by_tree(functions: tuple[Function, ...], sample: Sample, plan: TreePlan, source: Randomness) -> Function:
    """OPTPrivateLearner: a hypothesis, in the class or not, private for every sample and accurate on realizable ones.

    It is (median_epsilon + vote_epsilon, delta)-private under the replacement of one row. For the sizes that make it
    accurate see ``tree_sizes``. Raises EmptyClassError, LabelError, and ValueError where the class has no tree.
    """
    learner = _learner(functions)
    points, labels = columns_of(checked_rows(sample, len(functions[0]), 2))
    return learner.hypothesis(learner.learn(points, labels, plan, source)[1])


@implements("YAN25.Alg2.thresholds")
@implements("YAN25.Alg2.chunks")
def good_node_on_chunks(
    functions: tuple[Function, ...] | int, chunks: tuple[Sample, ...], plan: TreePlan, source: Randomness
) -> tuple[int, int]:
    """(z, x_good) where the partition is given and the class is reduced and has the zero function.

    A number of points stands for the thresholds x >= t on them, of which nothing is listed.
    """
    tree: Any = ThresholdChain(functions) if isinstance(functions, int) else _learner(functions).tree
    return good_node(tree, [tree.determined(*columns_of(chunk)) for chunk in chunks], plan, source)


def columns_of(sample: Sequence[Example]) -> tuple[Integers, Integers]:
    """The points and the labels of the rows."""
    rows = np.array(sample, dtype=np.int64).reshape(len(sample), 2)
    return rows[:, 0], rows[:, 1]


@implements("YAN25.Alg2.determined")
def determined_on_tree(functions: tuple[Function, ...], chunk: Sample) -> int:
    """The deepest of the points that a chunk determines, ROOT where it determines none; the class is reduced and has
    the zero function."""
    return int(_learner(functions).tree.determined(*columns_of(chunk)))
