"""The improper private learner of classes of VC dimension 1 by trees: OPTPrivateLearner (YAN25, algorithm 2).

Where the print leaves a choice: f is the first function; a chunk that no function of the class agrees with determines
no point (with all points instead, as the definition reads, one row would change all votes and the learner would not be
private); a chunk without deterministic points has distance 0; at distance 0, and where the choosing mechanism fails,
x_good is the root. Constant points and points never told apart are taken away first, row by row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.learner_input import checked_functions, checked_rows
from littlestone.impl.classes.path_trees import ROOT, PathTree, ThresholdChain, path_tree
from littlestone.impl.privacy.choosing import choosing_mechanism
from littlestone.impl.privacy.medians import median_by_ranks
from littlestone.impl.registry import implements
from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Example, Sample

Integers = NDArray[np.int64]


class Tree(Protocol):
    """What the learner asks of a tree of points, whose nodes are integers and ROOT."""

    @property
    def height(self) -> int:
        """The largest depth."""

    def depth_of(self, node: int) -> int:
        """The number of points on the path of a node; 0 for ROOT."""

    def determined(self, points: Any, labels: Any) -> int:
        """The deepest of the points that are 1 in all functions that agree with the rows; ROOT where there is none, or
        no function agrees."""

    def at_depth(self, nodes: Sequence[int], z: int) -> list[int]:
        """For each of these nodes, of depth z >= 1 at least, the point of depth z on its path."""


def good_node(tree: Tree, nodes: Sequence[int], plan: TreePlan, source: Randomness) -> tuple[int, int]:
    """(z, x_good): the private median of the depths, and a point of that depth by the votes of the deeper nodes.

    (median_epsilon + vote_epsilon, delta)-private where a changed row changes one node, whatever the nodes are.
    """
    depths = [tree.depth_of(node) for node in nodes]
    z = median_by_ranks(depths, tree.height, plan.median_epsilon, source)
    if z == 0:
        return 0, ROOT
    voters = [node for node, depth in zip(nodes, depths, strict=True) if depth >= z]
    chosen = choosing_mechanism(Counter(tree.at_depth(voters, z)), plan.vote_epsilon, plan.delta, source)
    return z, ROOT if chosen is None else chosen


def learn_on_tree(tree: Tree, points: Any, labels: Any, plan: TreePlan, source: Randomness) -> tuple[int, int]:
    """(z, x_good) from rows whose labels are 1 where they differ from f: arrays, or for huge points lists.

    A point of -2 says that the row constrains nothing. The rows are shuffled and cut into chunks of floor(n/t).
    """
    order = source.shuffle(len(points))
    nodes = [tree.determined(points[part], labels[part]) for part in parts(order, plan.chunks)]
    return good_node(tree, nodes, plan, source)


def parts(order: Sequence[int], chunks: int) -> Iterator[Integers]:
    """The chunks of the shuffled rows, floor(n/t) places each."""
    places = np.asarray(order, dtype=np.int64)
    size = len(places) // chunks
    return (places[i * size : (i + 1) * size] for i in range(chunks))


class TreeLearner:
    """OPTPrivateLearner on one class of VC dimension at most 1, given by its functions.

    Raises EmptyClassError, and ValueError where the class has no tree.
    """

    def __init__(self, functions: Sequence[Function]) -> None:
        listed = checked_functions(functions)
        self.f = np.array(listed[0], dtype=np.int64)
        table = np.array(listed, dtype=np.int64) ^ self.f
        self.places, self.tree = reduced_tree(table)

    def learn(self, points: Integers, labels: Integers, plan: TreePlan, source: Randomness) -> int:
        """x_good, from rows of the class."""
        places = self.places[points]
        return learn_on_tree(self.tree, places, labels ^ self.f[points], plan, source)[1]

    def hypothesis(self, node: int) -> Function:
        """The path of the node, back on all points and with the labels of f turned over."""
        on_path = np.array([place >= 0 and self.tree.is_above(place, node) for place in self.places.tolist()])
        return tuple((on_path.astype(np.int64) ^ self.f).tolist())


def reduced_tree(table: Integers) -> tuple[Integers, PathTree]:
    """The node of each point, -2 where it is constant, and the tree, from the functions with the zero function.

    Points that are never told apart share a node.
    """
    columns = [tuple(column) for column in table.T.tolist()]
    kept = [column for column in dict.fromkeys(columns) if any(column)]
    place = {column: index for index, column in enumerate(kept)}
    tree = path_tree(list(zip(*kept, strict=True)), len(kept))
    return np.array([place.get(column, UNREAD) for column in columns], dtype=np.int64), tree


UNREAD = -2
_learner = lru_cache(maxsize=256)(TreeLearner)  # an enumeration replays one class


@implements("YAN25.Alg2")
def learn_by_tree(functions: tuple[Function, ...], sample: Sample, plan: TreePlan, source: Randomness) -> Function:
    """OPTPrivateLearner: a hypothesis, in the class or not, private for every sample and accurate on realizable ones.

    It is (median_epsilon + vote_epsilon, delta)-private under the replacement of one row. For the sizes that make it
    accurate see ``tree_sizes``. Raises EmptyClassError, LabelError, and ValueError where the class has no tree.
    """
    learner = _learner(functions)
    points, labels = columns_of(checked_rows(sample, len(functions[0]), 2))
    return learner.hypothesis(learner.learn(points, labels, plan, source))


@implements("YAN25.Alg2.chunks")
def good_node_on_chunks(
    functions: tuple[Function, ...], chunks: tuple[Sample, ...], plan: TreePlan, source: Randomness
) -> tuple[int, int]:
    """(z, x_good) where the partition is given and the class is reduced and has the zero function."""
    tree = _learner(functions).tree
    return good_node(tree, [tree.determined(*columns_of(chunk)) for chunk in chunks], plan, source)


def columns_of(sample: Sequence[Example]) -> tuple[Integers, Integers]:
    """The points and the labels of the rows."""
    rows = np.array(sample, dtype=np.int64).reshape(len(sample), 2)
    return rows[:, 0], rows[:, 1]


@implements("YAN25.Alg2.determined")
def determined_on_tree(functions: tuple[Function, ...], chunk: Sample) -> int:
    """The deepest of the points that a chunk determines, ROOT where it determines none; the class is reduced and has
    the zero function."""
    return _learner(functions).tree.determined(*columns_of(chunk))


@implements("YAN25.Alg2.thresholds")
def good_node_on_thresholds(
    size: int, chunks: tuple[Sample, ...], plan: TreePlan, source: Randomness
) -> tuple[int, int]:
    """(z, x_good) for the thresholds x >= t on the points 0..size-1, of which nothing is listed."""
    chain = ThresholdChain(size)
    nodes = [chain.determined(*zip(*chunk, strict=True)) if chunk else ROOT for chunk in chunks]
    return good_node(chain, nodes, plan, source)
