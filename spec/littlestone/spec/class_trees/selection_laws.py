"""What the second stage of the proper learner must do: weights, values and the exact law of its leaf (YAN25 section 6).

The rows of the second part matter only by how often each point occurs with label 0: ``zeros``, repeats counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.algebra.rounding import ceiling, floor
from littlestone.spec.class_trees.orders import Example
from littlestone.spec.class_trees.trees import ClassTree, Subtree, class_tree, good_subtree, proper_nodes
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions
from littlestone.spec.learning.laws import Law, bernoulli_law, point_mass
from littlestone.spec.learning.mechanisms import exponential_law, laplace_distribution
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import checked_count, checked_positive, exact

Zeros = Mapping[int, int]
LIGHT, LEAF, ROUNDS = "light child", "leaf", "rounds used up"


@dataclass(frozen=True, slots=True)
class SelectionPlan:
    """How a leaf is selected: T rounds, epsilon for each mechanism, the threshold alpha N, and the most children that
    are tested (of more, the first ``most_children`` + 1 are taken for step (c) without a test; None for no limit).

    Raises ParameterError where rounds < 0, the threshold is not positive or epsilon <= 0.
    """

    rounds: int
    epsilon: Expression
    threshold: Expression
    most_children: int | None = None

    def __post_init__(self) -> None:
        checked_count("rounds", self.rounds, 0)
        checked_epsilon(self.epsilon)
        checked_positive("threshold", self.threshold)


def selection_plan(alpha: Fraction, rows: int, epsilon: Expression) -> SelectionPlan:
    """T = ceil(2/alpha), the threshold alpha N and at most 2/alpha children (YAN25 Alg4, corrected)."""
    return SelectionPlan(ceiling(2 / alpha), epsilon, alpha * rows, floor(2 / alpha))


def printed_selection_plan(alpha: Fraction, rows: int, epsilon: Expression) -> SelectionPlan:
    """i = 1, 2, ..., T with T = 2/alpha, and as many children as there are (YAN25 Alg4, Alg4.eq2)."""
    return SelectionPlan(floor(2 / alpha), epsilon, alpha * rows)


# ---- Weights and values


def zeros_of(S: Iterable[Example]) -> Counter[int]:
    """How often each point occurs with label 0."""
    return Counter(x for x, label in S if label == 0)


def weight(zeros: Zeros, x: int, tree: Subtree) -> int:
    """w(x): the rows of label 0 at or below x in the tree (YAN25 D18)."""
    return sum(zeros.get(y, 0) for y in tree.below(x).nodes)


def value(zeros: Zeros, x: int, good: Subtree) -> int:
    """v(x): the rows of label 0 from x up to the root of T_good, which is not counted (YAN25 D19)."""
    return sum(zeros.get(y, 0) for y in good.path(x))


def least_value(zeros: Zeros, x: int, good: Subtree) -> int:
    """The least v of a leaf at or below x: the quality of step (d), negated (YAN25 Alg4)."""
    return min(value(zeros, leaf, good) for leaf in good.below(x).leaves)


def whole(tree: ClassTree) -> Subtree:
    """The whole tree as a subtree of itself."""
    return Subtree(tree, -1, frozenset(tree.nodes))


def improper_pairs(H: ConceptClass) -> list[tuple[Function, Subtree]]:
    """Every target with every T_good whose root is not proper."""
    tree, proper = class_tree(H), proper_nodes(H)
    roots = [x for x in tree.nodes if x not in proper]
    return [(c, good_subtree(tree, x, proper)) for c in H.functions() for x in roots]


def two_tailed_branches() -> Subtree:
    """T_good of x_good = a in the tree of {}, {a,b}, {a,d}, {a,b,b2}, {a,d,d2}: its leaves 1 and 3 have the points 2
    and 4 below them in T (YAN25 Cl3)."""
    return good_subtree(ClassTree((-1, 0, 1, 0, 3)), 0, frozenset({-1, 1, 2, 3, 4}))


def caterpillar(rounds: int) -> Subtree:
    """A root above so many forks in a chain: at each a leaf, and below the last one another leaf."""
    parents = [-1, *(x for i in range(rounds) for x in (2 * i, 2 * i))]
    ends = frozenset({-1, 2 * rounds, *(2 * i + 1 for i in range(rounds))})
    return good_subtree(ClassTree(tuple(parents)), 0, ends)


def on_caterpillar(rounds: int, side: int, last: int) -> dict[int, int]:
    """So many rows of label 0 at each leaf of a caterpillar but the last, and at the last."""
    return {**{2 * i + 1: side for i in range(rounds)}, 2 * rounds: last}


def small_counts(points: int) -> list[tuple[int, ...]]:
    """How often points occur with label 0: up to two times each, once at least in all."""
    return [counts for counts in all_functions(points, 3) if any(counts)]


# ---- The law of the selection


@dataclass(frozen=True, slots=True)
class Selection:
    """Steps 6 and 7 on T_good: ``weighed`` is the tree over which w is counted, T_good, or T as printed."""

    good: Subtree
    weighed: Subtree
    zeros: Zeros
    plan: SelectionPlan

    def law(self) -> Law[tuple[int, str]]:
        """The law of x_flag after the loop, and of how it ended."""
        return self._from(self.good.root, self.plan.rounds)

    def _from(self, flag: int, left: int) -> Law[tuple[int, str]]:
        children, most = self.good.children(flag), self.plan.most_children
        if not children or left == 0:
            return point_mass((flag, ROUNDS if children else LEAF))
        if most is not None and len(children) > most:
            return self._light(children[: most + 1])
        return self._test(children).bind(
            lambda passed: self._light(children) if passed else self._deeper(children, left)
        )

    def _test(self, children: Sequence[int]) -> Law[bool]:
        """Whether w_min + Lap(1/epsilon) is at most alpha N."""
        gap = exact(self.plan.threshold - exact(min(map(self._weight, children))))
        return bernoulli_law(laplace_distribution(gap, 1 / exact(self.plan.epsilon)))

    def _light(self, children: Sequence[int]) -> Law[tuple[int, str]]:
        """Step (c)."""
        return self._chosen(children, self._weight).map(lambda x: (x, LIGHT))

    def _deeper(self, children: Sequence[int], left: int) -> Law[tuple[int, str]]:
        """Step (d), and the rounds after it."""
        chosen = self._chosen(children, lambda x: least_value(self.zeros, x, self.good))
        return chosen.bind(lambda x: self._from(x, left - 1))

    def _chosen(self, children: Sequence[int], badness: Callable[[int], int]) -> Law[int]:
        law = exponential_law([-badness(x) for x in children], 1, self.plan.epsilon)
        return law.map(children.__getitem__)

    def _weight(self, x: int) -> int:
        return weight(self.zeros, x, self.weighed)


def selection_law(good: Subtree, zeros: Zeros, plan: SelectionPlan) -> Law[tuple[int, str]]:
    """The law of x_flag and of the loop's end, weights counted over T_good."""
    return Selection(good, good, zeros, plan).law()


def printed_selection_law(good: Subtree, zeros: Zeros, plan: SelectionPlan) -> Law[tuple[int, str]]:
    """The same with weights counted over T; at the end LEAF the print has no children to choose from (YAN25 Alg4)."""
    return Selection(good, whole(good.tree), zeros, plan).law()


def leaf_law(good: Subtree, zeros: Zeros, plan: SelectionPlan) -> Law[int]:
    """The law of the leaf: the first one of T_good at or below x_flag."""
    return selection_law(good, zeros, plan).map(lambda end: good.below(end[0]).leaves[0])
