"""The private learners of classes of VC dimension 1 by trees, the improper and the proper one (YAN25, algorithms 2, 4).

Where the print of OPTPrivateLearner leaves a choice: f is the first function; a chunk that no function of the class
agrees with determines no point (with all points instead, as the definition reads, one row would change all votes and
the learner would not be private); a chunk without deterministic points has distance 0; at distance 0, and where the
choosing mechanism fails, x_good is the root. Constant points and points never told apart are taken away first, row by
row.

Where that of ProperLearner leaves a choice or has none: rows are counted with repeats, those of the second part alone,
and N is their number; weights are counted over T_good; at a leaf the loop ends; 2/alpha is rounded up, and of more than
2/alpha children the first floor(2/alpha) + 1 go to step (c); "any leaf" is the first one, whatever the data are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.learner_input import checked_functions, checked_rows
from littlestone.impl.classes.path_trees import NotATree, PathTree, ThresholdChain, path_tree
from littlestone.impl.privacy.mechanisms import exponential_mechanism, laplace_mechanism
from littlestone.impl.privacy.paper_mechanisms import (
    choosing_mechanism,
    median_by_pairs,
    median_by_ranks,
    one_level_median,
    without_extremes,
)
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Real
from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.class_trees.orders import ROOT
from littlestone.spec.class_trees.proper_laws import ProperPlan
from littlestone.spec.class_trees.selection_laws import SelectionPlan
from littlestone.spec.class_trees.trees import Subtree
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import ParameterError, Randomness, exact
from littlestone.spec.learning.samples import Example, Sample

Integers = NDArray[np.int64]
Tree = PathTree | ThresholdChain
Plan = TreePlan | ProperPlan
MEDIANS = ("ranks", "one_level", "log_star")


def drawn_depth(depths: Sequence[int], height: int, plan: TreePlan, median: str, source: Randomness) -> int:
    """A private median of depths 0..height, by its name: M4, M5, or M6 with one level after leaving out a sixth at
    either end. By ranks it is (plan.median_epsilon, 0)-private, else (plan.median_epsilon, plan.delta)-private."""
    if median == "ranks":
        return median_by_ranks(depths, height, plan.median_epsilon, source)
    each = exact(Real.of(plan.median_epsilon) / 3)  # a depth, a prefix and a point
    if median == "one_level":
        return one_level_median(depths, height, (each, each, each), plan.delta, source)
    kept = without_extremes(depths, -(-len(depths) // 6))
    return median_by_pairs(kept, height + 1, 1, each, plan.delta, source)


def good_node(
    tree: Tree, nodes: Sequence[int], plan: TreePlan, source: Randomness, median: str = "ranks"
) -> tuple[int, int]:
    """(z, x_good): the private median of the depths, and a point of that depth by the votes of the deeper nodes.

    Private for the sums of both epsilons and of delta where a changed row changes one node, whatever the nodes are.
    """
    depths = [tree.depth_of(node) for node in nodes]
    z = drawn_depth(depths, tree.height, plan, median, source)
    if z == 0:
        return 0, ROOT
    voters = [node for node, depth in zip(nodes, depths, strict=True) if depth >= z]
    chosen = choosing_mechanism(Counter(tree.at_depth(voters, z)), plan.vote_epsilon, plan.delta, source)
    return z, ROOT if chosen is None else chosen


class TreeLearner:
    """OPTPrivateLearner and ProperLearner on one class of VC dimension at most 1, given by its functions or as a tree.

    With ``closest`` a chunk that contradicts itself votes for the function with the fewest labels wrong on it: it is as
    private, for a row still changes one vote, and a few wrong labels are no harm. ``median`` is one of MEDIANS. Raises
    EmptyClassError, NotATree where the functions have no tree or other labels than 0 and 1, and ParameterError on
    another median.
    """

    def __init__(self, functions: Sequence[Function] | Tree, closest: bool = False, median: str = "ranks") -> None:
        if median not in MEDIANS:
            raise ParameterError("median", repr(median), f"one of {', '.join(map(repr, MEDIANS))}")
        self.closest, self.median = closest, median
        self.tree: Any = functions
        self.is_tree = isinstance(functions, Tree)  # then f is 0, and its points are its nodes
        if not isinstance(functions, Tree):
            listed = checked_functions(functions)
            others = {label for function in listed for label in function} - {0, 1}
            if others:
                raise NotATree(f"the label {min(others)} occurs: the paths of a tree are functions of labels 0 and 1")
            self.f = np.array(listed[0], dtype=np.int64)
            self.places, self.tree = reduced_tree(np.array(listed, dtype=np.uint8) ^ self.f.astype(np.uint8))

    @property
    def points(self) -> int:
        """How many points there are."""
        return int(self.tree.points) if self.is_tree else len(self.f)

    def read(self, points: Integers, labels: Integers) -> tuple[Integers, Integers]:
        """The nodes of the rows, and 1 where the label is not that of f."""
        return (points, labels) if self.is_tree else (self.places[points], labels ^ self.f[points])

    def learn(self, points: Integers, labels: Integers, plan: Plan, source: Randomness) -> tuple[int, int]:
        """(z, x_good) from rows of the class; they are shuffled and cut into chunks of floor(n/t).

        With a ProperPlan the node is that of a function of the class: x_good where its path is one, else a leaf of
        T_good. It raises SampleError unless there are plan.rows rows, and needs a tree whose nodes can be listed.
        """
        if isinstance(plan, ProperPlan) and len(points) != plan.rows:
            raise SampleError("rows", len(points), f"plan.rows = {plan.rows}, which is public")
        order = np.asarray(source.shuffle(len(points)), dtype=np.int64)
        places, differs = (column[order] for column in self.read(points, labels))
        if isinstance(plan, TreePlan):
            return self.learn_in_order(places, differs, plan, source)
        cut = plan.first_rows
        z, x_good = self.learn_in_order(places[:cut], differs[:cut], plan.first, source)
        if x_good == ROOT or self.tree.is_end[x_good]:
            return z, x_good
        zeros = Counter(places[cut:][(differs[cut:] == 0) & (places[cut:] >= 0)].tolist())
        good = GoodSubtree(self.tree.children, self.tree.is_end.tolist(), x_good)
        return z, select_leaf(good, zeros, plan.selection, source)

    def learn_in_order(self, places: Any, differs: Any, plan: TreePlan, source: Randomness) -> tuple[int, int]:
        """(z, x_good) from the rows as read, in this order; a node of -2, or a row beyond the chunks, is idle."""
        size = len(places) // plan.chunks
        nodes = []
        for i in range(plan.chunks):
            chunk = places[i * size : (i + 1) * size], differs[i * size : (i + 1) * size]
            nodes.append(int(self.tree.determined(*chunk)))
            # one that a function fits determines every point that it labels 1: with one and no node it fits none
            if self.closest and nodes[-1] == ROOT and bool(np.any((chunk[0] >= 0) & (chunk[1] == 1))):
                nodes[-1] = int(self.tree.closest(*chunk))
        return good_node(self.tree, nodes, plan, source, self.median)

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


@implements("YAN25.Alg4.run")
@implements("YAN25.Alg2")
def learn_by_tree(functions: tuple[Function, ...], sample: Sample, plan: Plan, source: Randomness) -> Function:
    """OPTPrivateLearner: a hypothesis, in the class or not, private for every sample and accurate on realizable ones.

    It is (median_epsilon + vote_epsilon, delta)-private under the replacement of one row. For the sizes that make it
    accurate see ``tree_sizes``. Raises EmptyClassError, LabelError, and ValueError where the class has no tree.

    With a ProperPlan it is ProperLearner: a function of the class, for every sample. Private in a row of the first part
    as the improper learner is with its plan, and in one of the second with 2 ceil(2/alpha) epsilon; so with the larger
    of the two. Raises SampleError besides on another number of rows than plan.rows.
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


# ---- The proper learner


class GoodSubtree:
    """The nodes at or below x_good down to the first end of a path on every way, with what the rounds ask of them.

    ``children`` gives those in the whole tree and ``is_end`` says where a path is a function of the class, for points
    0, 1, ... ``first_leaf`` has the first leaf at or below each node, whatever the rows are. Time and memory are linear
    in the nodes at or below x_good.
    """

    def __init__(self, children: Callable[[int], Iterable[int]], is_end: Sequence[bool], root: int) -> None:
        self.root, self.children = root, dict[int, list[int]]()
        order = [root]
        for x in order:
            self.children[x] = [] if is_end[x] else [*map(int, children(x))]
            order += self.children[x]
        self.upward = order[::-1]
        self.first_leaf = dict[int, int]()
        for x in self.upward:
            self.first_leaf[x] = min((self.first_leaf[y] for y in self.children[x]), default=x)

    def weights(self, zeros: Mapping[int, int]) -> dict[int, int]:
        """The rows of label 0 at or below each node."""
        found = dict[int, int]()
        for x in self.upward:
            found[x] = zeros.get(x, 0) + sum(found[y] for y in self.children[x])
        return found

    def least_values(self, zeros: Mapping[int, int]) -> dict[int, int]:
        """The fewest rows of label 0 on a way from each node, itself counted, down to a leaf."""
        found = dict[int, int]()
        for x in self.upward:
            found[x] = zeros.get(x, 0) + min((found[y] for y in self.children[x]), default=0)
        return found


def select_leaf(good: GoodSubtree, zeros: Mapping[int, int], plan: SelectionPlan, source: Randomness) -> int:
    """A leaf with few rows of label 0 on its way from the root; 2 T epsilon-private in the rows for any of them.

    The quality of a child counts its way from x_flag on, for all above is the same for all children.
    """
    weights, values, flag = good.weights(zeros), good.least_values(zeros), good.root
    for _ in range(plan.rounds):
        children = good.children[flag]
        if not children:
            break
        is_wide = plan.most_children is not None and len(children) > plan.most_children
        tested = children[: plan.most_children + 1] if plan.most_children is not None else children
        least = min(weights[x] for x in tested)
        is_light = is_wide or bool(laplace_mechanism(least, 1, plan.epsilon, source) <= plan.threshold)
        badness = weights if is_light else values
        flag = tested[exponential_mechanism([-badness[x] for x in tested], 1, plan.epsilon, source)]
        if is_light:
            break
    return good.first_leaf[flag]


@implements("YAN25.Alg4.stage2")
def select_below(good: Subtree, zeros: Mapping[int, int], plan: SelectionPlan, source: Randomness) -> int:
    """The selection on T_good as the definitions make it; its leaves are the ends that it needs."""
    ends = [x not in good.nodes or good.is_leaf(x) for x in range(good.tree.points)]
    return select_leaf(GoodSubtree(good.tree.children, ends, good.root), zeros, plan, source)
