"""What the improper learner must do: its sets B_i, the node that it chooses, and its exact law (YAN25, algorithm 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from littlestone.spec.algebra.exponentials import simplified
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.class_trees.orders import (
    ROOT,
    Example,
    deterministic_path,
    f_representation,
    relabelled,
    represented,
)
from littlestone.spec.class_trees.reductions import reduction
from littlestone.spec.class_trees.trees import ClassTree, class_tree
from littlestone.spec.classes.concept_classes import ConceptClass, Function
from littlestone.spec.learning.laws import Law, known_law, point_mass, uniform_law
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import checked_count
from littlestone.spec.learning.samples import Sample
from littlestone.spec.medians.choosing_laws import checked_below, choosing_law
from littlestone.spec.medians.median_laws import rank_median_law

Points = frozenset[int]
Found = Callable[[ConceptClass, Sequence[Example]], Points]
"""The set B_i of a chunk."""


@dataclass(frozen=True, slots=True)
class TreePlan:
    """How the improper learner is run: t = ``chunks`` parts of the sample, epsilon for the median and for the votes,
    and the delta of the votes.

    Raises ParameterError where chunks < 1, epsilon <= 0, or delta is not strictly between 0 and 1/2.
    """

    chunks: int
    median_epsilon: Expression
    vote_epsilon: Expression
    delta: Expression

    def __post_init__(self) -> None:
        checked_count("chunks", self.chunks, 1)
        checked_epsilon(self.median_epsilon)
        checked_epsilon(self.vote_epsilon)
        checked_below(self.delta, Fraction(1, 2))

    def parts(self, rows: Sequence[Example | None]) -> list[Sequence[Example | None]]:
        """The chunks of floor(n/t) rows each; rows beyond them are not read."""
        size = len(rows) // self.chunks
        return [rows[i * size : (i + 1) * size] for i in range(self.chunks)]


# ---- One chunk


def distance(tree: ClassTree, B: Points) -> int:
    """y_i: the largest depth of a point in B_i, 0 where B_i is empty."""
    return max(map(tree.depth, B), default=0)


# ---- The choice


def votes(tree: ClassTree, found: Sequence[Points], z: int) -> dict[int, int]:
    """For each point x of depth z, how many of the B_i with y_i >= z have it."""
    heard = [B for B in found if distance(tree, B) >= z]
    return {x: sum(x in B for B in heard) for x in tree.level(z) if x != ROOT}


def good_node_law(tree: ClassTree, found: Sequence[Points], plan: TreePlan) -> Law[tuple[int, int]]:
    """The law of (z, x_good) for given sets B_i: the private median of the y_i, and a point of depth z by its votes.

    x_good is ROOT where z = 0 and where the choosing mechanism fails.
    """
    values = [distance(tree, B) for B in found]
    law = rank_median_law(values, tree.height, plan.median_epsilon).bind(
        lambda z: voted_law(votes(tree, found, z), plan).map(lambda x: (z, x))
    )
    return known_law(tuple((pair, simplified(weight)) for pair, weight in law.items))


def voted_law(scores: dict[int, int], plan: TreePlan) -> Law[int]:
    """The law of x_good for given scores."""
    law = choosing_law(scores, plan.vote_epsilon, plan.delta) if scores else point_mass(None)
    return law.map(lambda x: ROOT if x is None else x)


def law_on_chunks(
    H: ConceptClass, chunks: Sequence[Sequence[Example]], plan: TreePlan, found: Found = deterministic_path
) -> Law[tuple[int, int]]:
    """The law of (z, x_good) for a given partition, H being reduced and with the zero function."""
    return good_node_law(class_tree(H), [found(H, chunk) for chunk in chunks], plan)


# ---- The learner


def improper_law(C: ConceptClass, S: Sample, plan: TreePlan) -> Law[Function]:
    """The law of the hypothesis: C is represented by its first function and reduced, the sample is relabelled and
    partitioned at random, and the path of x_good is turned back into a function on all points."""
    f = min(C.functions())
    made = reduction(f_representation(C, f))
    tree = class_tree(made.reduced)
    rows = made.examples(relabelled(S, f))

    def of_order(order: tuple[int, ...]) -> Law[tuple[int, int]]:
        parts = plan.parts([rows[i] for i in order])
        chunks = [[row for row in part if row is not None] for part in parts]
        return law_on_chunks(made.reduced, chunks, plan)

    nodes = uniform_law(permutations(range(len(S)))).bind(of_order)
    return nodes.map(lambda pair: represented(made.lift(tree.hypothesis(pair[1])), f))
