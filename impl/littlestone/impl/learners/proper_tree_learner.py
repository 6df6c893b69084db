"""The proper private learner of classes of VC dimension 1: the leaf below x_good (YAN25, algorithm 4).

Where the print leaves a choice or has none: rows are counted with repeats, those of the second part alone, and N is
their number; weights are counted over T_good; at a leaf the loop ends; 2/alpha is rounded up, and of more than 2/alpha
children the first floor(2/alpha) + 1 go to step (c); "any leaf" is the first one, whatever the data are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from littlestone.impl.classes.learner_input import checked_rows
from littlestone.impl.classes.path_trees import ROOT, ThresholdChain
from littlestone.impl.learners.tree_learner import Integers, TreeLearner, columns_of
from littlestone.impl.privacy.mechanisms import exponential_mechanism, laplace_mechanism
from littlestone.impl.registry import implements
from littlestone.spec.class_trees.proper_laws import ProperPlan
from littlestone.spec.class_trees.selection_laws import SelectionPlan
from littlestone.spec.class_trees.trees import Subtree
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.samples import Sample


class GoodSubtree:
    """The nodes at or below x_good down to the first end of a path on every way, with what the rounds ask of them.

    ``children`` are those of the whole tree and ``is_end`` says where a path is a function of the class, for the points
    0, 1, ... ``first_leaf`` has the first leaf at or below each node, whatever the rows are. Time and memory are linear
    in the nodes at or below x_good.
    """

    def __init__(self, children: Sequence[Sequence[int]], is_end: Sequence[bool], root: int) -> None:
        self.root, self.children = root, dict[int, Sequence[int]]()
        order = [root]
        for x in order:
            self.children[x] = () if is_end[x] else children[x]
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
    children = [good.tree.children(x) for x in range(good.tree.points)]
    return select_leaf(GoodSubtree(children, ends, good.root), zeros, plan, source)


class ProperTreeLearner(TreeLearner):
    """ProperLearner on one class of VC dimension at most 1, given by its functions or as a PathTree.

    Raises EmptyClassError, NotATree where the functions have no tree, and ParameterError on a ThresholdChain.
    """

    def __init__(self, functions: Any, closest: bool = False) -> None:
        super().__init__(functions, closest)
        if isinstance(self.tree, ThresholdChain):
            wanted = "a tree whose nodes can be listed, or functions; PrivateTreeClassifier takes a ThresholdChain"
            raise ParameterError("functions", functions, wanted)
        self.children = [self.tree.children(x).tolist() for x in range(len(self.tree.parents))]
        self.is_end = self.tree.is_end.tolist()

    def learn_properly(
        self, points: Integers, labels: Integers, plan: ProperPlan, source: Randomness
    ) -> tuple[int, int]:
        """The depth that the median drew, and the node of a function of the class, from the points and labels of rows.

        The node is x_good where its path is such a function, else a leaf of T_good. Raises SampleError unless there are
        plan.rows rows.
        """
        if len(points) != plan.rows:
            raise SampleError("rows", len(points), f"plan.rows = {plan.rows}, which is public")
        order = np.asarray(source.shuffle(plan.rows), dtype=np.int64)
        places, differs = (column[order] for column in self.read(points, labels))
        cut = plan.first_rows
        z, x_good = self.learn_in_order(places[:cut], differs[:cut], plan.first, source)
        if x_good == ROOT or self.is_end[x_good]:
            return z, x_good
        zeros = Counter(places[cut:][(differs[cut:] == 0) & (places[cut:] >= 0)].tolist())
        return z, select_leaf(GoodSubtree(self.children, self.is_end, x_good), zeros, plan.selection, source)


_learner = lru_cache(maxsize=256)(ProperTreeLearner)  # an enumeration replays one class


@implements("YAN25.Alg4.run")
def learn_properly_by_tree(
    functions: tuple[Function, ...], sample: Sample, plan: ProperPlan, source: Randomness
) -> Function:
    """ProperLearner: a function of the class, for every sample.

    Private in a row of the first part as the improper learner is with its plan, and in one of the second with 2
    ceil(2/alpha) epsilon; so with the larger of the two. Raises EmptyClassError, LabelError, SampleError on another
    number of rows than plan.rows, and ValueError where the class has no tree.
    """
    learner = _learner(functions)
    points, labels = columns_of(checked_rows(sample, len(functions[0]), 2))
    return learner.hypothesis(learner.learn_properly(points, labels, plan, source)[1])
