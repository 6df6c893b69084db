"""What the proper learner must do from its rows to its hypothesis: its plan and its exact law (YAN25, algorithm 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.class_trees.improper_laws import TreePlan, law_on_chunks
from littlestone.spec.class_trees.orders import Example, f_representation, relabelled, represented
from littlestone.spec.class_trees.reductions import reduction
from littlestone.spec.class_trees.selection_laws import SelectionPlan, leaf_law, selection_plan, zeros_of
from littlestone.spec.class_trees.trees import class_tree, good_subtree, proper_nodes
from littlestone.spec.classes.concept_classes import ConceptClass, Function
from littlestone.spec.learning.laws import Law, point_mass, uniform_law
from littlestone.spec.learning.samples import Sample


@dataclass(frozen=True, slots=True)
class ProperPlan:
    """How the proper learner is run: the plan and the rows N_1 of the first part, the rows N_2 of the second, alpha,
    and the epsilon of each mechanism of the second part."""

    first: TreePlan
    first_rows: int
    second_rows: int
    alpha: Fraction
    epsilon: Expression

    @property
    def rows(self) -> int:
        """All rows."""
        return self.first_rows + self.second_rows

    @property
    def selection(self) -> SelectionPlan:
        """How the leaf is selected, N being N_2."""
        return selection_plan(self.alpha, self.second_rows, self.epsilon)


Rows = Sequence[Example | None]


def proper_law(C: ConceptClass, S: Sample, plan: ProperPlan) -> Law[Function]:
    """The law of the hypothesis: C is represented by its first function and reduced, the sample is relabelled and split
    at random, and the path of x_good or of a leaf below it is turned back into a function on all points."""
    f = min(C.functions())
    made = reduction(f_representation(C, f))
    H, rows = made.reduced, made.examples(relabelled(S, f))

    def of_order(order: tuple[int, ...]) -> Law[int]:
        listed = [rows[i] for i in order]
        return node_law(H, listed[: plan.first_rows], listed[plan.first_rows : plan.rows], plan)

    nodes = uniform_law(permutations(range(len(S)))).bind(of_order)
    return nodes.map(lambda x: represented(made.lift(class_tree(H).hypothesis(x)), f))


def node_law(H: ConceptClass, first: Rows, second: Rows, plan: ProperPlan) -> Law[int]:
    """The law of the node whose path is put out, for given parts; None stands for a row that constrains nothing."""
    chunks = [[row for row in part if row is not None] for part in plan.first.parts(first)]
    zeros = zeros_of(row for row in second if row is not None)

    def below(x_good: int) -> Law[int]:
        if x_good in proper_nodes(H):
            return point_mass(x_good)
        return leaf_law(good_subtree(class_tree(H), x_good, proper_nodes(H)), zeros, plan.selection)

    return law_on_chunks(H, chunks, plan.first).bind(lambda pair: below(pair[1]))
