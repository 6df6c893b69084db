"""Samples labelled by a function of a class of VC dimension 1, and what its points determine (YAN25, section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement
from typing import Annotated, NamedTuple

from littlestone.spec.class_trees.improper_laws import Found, Points, TreePlan, distance, law_on_chunks
from littlestone.spec.class_trees.orders import deterministic_path, ones
from littlestone.spec.class_trees.trees import ClassTree, class_tree
from littlestone.spec.classes.concept_classes import ConceptClass, Function, explicit, memoised
from littlestone.spec.domains import Classes
from littlestone.spec.families.vc_one_classes import VC_ONE_TYPES
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.samples import Sample, labelled
from littlestone.spec.medians.median_laws import rank_quality

ListedVCOne = Annotated[ConceptClass, Classes(labels=2, explicit=True, family=VC_ONE_TYPES)]


def realizable_samples(points: int, c: Function) -> Iterator[Sample]:
    """Each set of points labelled by c: repeated rows change nothing of what a sample determines."""
    subsets = chain.from_iterable(combinations(range(points), size) for size in range(points + 1))
    return (labelled(chosen, c) for chosen in subsets)


@memoised
def reachable_sets(H: ConceptClass, c: Function) -> tuple[Points, ...]:
    """The sets B that the samples labelled by c determine, each once."""
    return _in_order({deterministic_path(H, S) for S in realizable_samples(H.points, c)})


@memoised
def determinable_sets(H: ConceptClass) -> tuple[Points, ...]:
    """The sets that samples of any number of any rows determine, each once.

    A sample that no function agrees with determines none, so that those labelled by a function of H give all others.
    """
    return _in_order({frozenset[int](), *(B for c in H.functions() for B in reachable_sets(H, c))})


def _in_order(sets: set[Points]) -> tuple[Points, ...]:
    return tuple(sorted(sets, key=lambda B: (len(B), sorted(B))))


class Round(NamedTuple):
    """Chunks labelled by c with the sets B_i that they determine, and a 1/3-median z of their distances y_i."""

    c: Function
    found: Sequence[Points]
    values: Sequence[int]
    z: int

    @property
    def target(self) -> Points:
        """I(c), the path of the target."""
        return ones(self.c)


def rounds(H: ConceptClass, sizes: Sequence[int]) -> Iterator[tuple[ClassTree, Round]]:
    """Every target, every multiset of so many reachable sets, and every 1/3-median of their distances."""
    tree = class_tree(H)
    for c in H.functions():
        for t in sizes:
            for found in combinations_with_replacement(reachable_sets(H, c), t):
                values = [distance(tree, B) for B in found]
                medians = (z for z in range(tree.height + 1) if 6 * rank_quality(values, z) >= t)
                yield from ((tree, Round(c, found, values, z)) for z in medians)


# ---- A chunk that contradicts itself


def star(points: int) -> ConceptClass:
    """{0, 1_x, 1_y, ...}: every function is 1 at one point at most."""
    ends = [tuple(int(x == y) for x in range(points)) for y in range(points)]
    return explicit([(0,) * points, *ends], 2, points)


def star_outputs(H: ConceptClass, plan: TreePlan, found: Found) -> list[Law[Function]]:
    """The laws of the hypothesis in C_f, which is all that is put out, on the chunks of ``star_laws``."""
    tree = class_tree(H)
    return [law.map(lambda pair: tree.hypothesis(pair[1])) for law in star_laws(H, plan, found)]


def star_laws(H: ConceptClass, plan: TreePlan, found: Found) -> list[Law[tuple[int, int]]]:
    """The laws of (z, x_good) on t chunks that determine the point 0, and where one of them contradicts itself."""
    agreeing = (((0, 1), (0, 1)),) * plan.chunks
    other = (*agreeing[1:], ((0, 1), (1, 1))) if H.points >= 2 else agreeing
    return [law_on_chunks(H, chunks, plan, found) for chunks in (agreeing, other)]
