"""Hypothesis strategies for tests about learning: concept classes, samples, neighbouring pairs, distributions, trees.

Everything is exact, and everything shrinks towards few points, few functions, few rows and small labels:

>>> from hypothesis import find
>>> from littlestone.spec.classes.dimensions import littlestone_dimension
>>> find(concept_classes(), lambda H: int(littlestone_dimension(H)) >= 2).functions()
((0, 0), (0, 1), (1, 0), (1, 1))

Hypothesis knows the kit's types without any import of this module, so that annotations are enough:

>>> from hypothesis import given, settings
>>> from littlestone.spec.classes.concept_classes import ConceptClass
>>> @settings(max_examples=20)
... @given(...)
... def dimension_is_at_most_the_logarithm_of_the_size(H: ConceptClass) -> None:
...     assert 2 ** int(littlestone_dimension(H)) <= len(H.functions())
>>> dimension_is_at_most_the_logarithm_of_the_size()

Registered are ``ConceptClass`` (binary, on 1..6 points), ``IONode``, ``PsiNode``, ``CoverNode``, and the types of this
module: ``ArbitrarySample``, ``RealizableSample``, ``NeighbouringPair`` and ``Distribution``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NewType, TypeVar

from hypothesis import strategies as st

from littlestone.proofs_check.generation.class_strategies import (
    FAMILIES,
    d_point_functions,
    disjoint_products,
    explicit_classes,
    hamming_balls,
    intervals,
    io_trees,
    joint_classes,
    restrictions,
    subcubes,
    thresholds,
    unions,
)
from littlestone.proofs_check.generation.class_strategies import samples as sample_lists
from littlestone.spec.classes.concept_classes import ConceptClass, explicit
from littlestone.spec.classes.trees import CoverNode, CoverTree, IONode, PsiNode, PsiTree
from littlestone.spec.learning.samples import Example, Sample

__all__ = [
    "ArbitrarySample",
    "Distribution",
    "NeighbouringPair",
    "RealizableSample",
    "concept_classes",
    "cover_trees",
    "d_point_functions",
    "disjoint_products",
    "distributions",
    "explicit_classes",
    "hamming_balls",
    "intervals",
    "io_trees",
    "joint_classes",
    "neighbouring_pairs",
    "psi_trees",
    "realizable_samples",
    "register",
    "restrictions",
    "samples",
    "subcubes",
    "thresholds",
    "unions",
]

Tree = TypeVar("Tree")

FEW_POINTS = 6  # users' tests run definitions on every example
UNTOUCHED = 6  # of so many and one ways to simplify a task; most leave it as it was drawn
LARGEST_WEIGHT = 16  # keeps denominators readable; not tuned

ArbitrarySample = NewType("ArbitrarySample", Sample)
NeighbouringPair = NewType("NeighbouringPair", tuple[Sample, Sample])
Distribution = NewType("Distribution", tuple[Fraction, ...])


@dataclass(frozen=True, slots=True)
class RealizableSample:
    """An explicit class with a sample of rows (point, label) that one of its functions labels."""

    concept_class: ConceptClass
    sample: Sample


# ---- Classes and samples


def concept_classes(
    points: int = FEW_POINTS, labels: int = 2, families: Sequence[str] = tuple(FAMILIES)
) -> st.SearchStrategy[ConceptClass]:
    """Non-empty explicit classes on 1..``points`` points with labels 0..``labels``-1, random and structured ones.

    ``families`` are names among ``strategies.FAMILIES``: thresholds, intervals, Hamming balls and others. Raises
    ValueError for less than one point or two labels, and for an unknown family.

    >>> from hypothesis import find
    >>> find(concept_classes(points=4, labels=3), lambda H: len(H.functions()) >= 3).functions()
    ((0,), (1,), (2,))
    """
    return _the_only_one(joint_classes([labels], points, families))


@st.composite
def _the_only_one(draw: st.DrawFn, classes: st.SearchStrategy[tuple[ConceptClass, ...]]) -> ConceptClass:
    (H,) = draw(classes)
    return H


def samples(H: ConceptClass, realizable: bool = True, most: int = 8) -> st.SearchStrategy[Sample]:
    """Samples of up to ``most`` rows (point, label): labelled by one function of H, or by anything.

    Shrinks to the empty sample. Drawing raises ValueError where a realizable sample is asked of an empty class.

    >>> from hypothesis import find
    >>> from littlestone.spec.classes.concept_classes import explicit
    >>> H = explicit([(0, 0), (0, 1), (1, 1)])
    >>> find(samples(H), lambda S: len(set(S)) == 2)
    ((0, 0), (1, 0))
    >>> find(samples(H, realizable=False), lambda S: not any(all(f[x] == y for x, y in S) for f in H.functions()))
    ((0, 0), (0, 1))
    """
    return sample_lists(H, realizable, most).map(tuple)


@st.composite
def realizable_samples(
    draw: st.DrawFn, classes: st.SearchStrategy[ConceptClass] | None = None, most: int = 8
) -> RealizableSample:
    """Classes, by default those of ``concept_classes``, each with a sample that one of its functions labels.

    The default shrinks to the points of the sample and to one function, where that is enough to fail, and to few rows.

    >>> from hypothesis import find
    >>> task = find(realizable_samples(), lambda task: len({y for _, y in task.sample}) == 2)
    >>> task.concept_class.functions(), task.sample
    (((0, 1),), ((0, 0), (1, 1)))
    """
    H = draw(concept_classes() if classes is None else classes)
    task = RealizableSample(H, draw(samples(H, most=most)))
    if classes is not None:
        return task
    way = draw(st.integers(0, UNTOUCHED))  # last, so that shrinking it leaves all else as it is
    return _on_its_own_points(task, keeps_all=way > 0) if way < UNTOUCHED // 2 and task.sample else task


def _on_its_own_points(task: RealizableSample, keeps_all: bool) -> RealizableSample:
    """The task on the points of its sample alone, in their order; with all functions there, or one that labels it."""
    points = sorted({x for x, _ in task.sample})
    sample = tuple((points.index(x), y) for x, y in task.sample)
    restricted = sorted({tuple(f[x] for x in points) for f in task.concept_class.functions()})
    kept = [f for f in restricted if keeps_all or all(f[x] == y for x, y in sample)]
    return RealizableSample(explicit(kept, task.concept_class.labels), sample)


def neighbouring_pairs(H: ConceptClass, realizable: bool = False, most: int = 8) -> st.SearchStrategy[NeighbouringPair]:
    """Pairs of samples of 1..``most`` rows over H's points and labels that differ in exactly one row.

    With ``realizable``, each of the two is labelled by some function of H. Shrinks to one row. Raises ValueError where
    there are fewer than two different rows to choose from. ``audit(..., pairs=[pair])`` takes them as they are.

    >>> from hypothesis import find
    >>> from littlestone.spec.classes.concept_classes import explicit
    >>> H = explicit([(0, 0), (0, 1), (1, 1)])
    >>> find(neighbouring_pairs(H), lambda pair: True)
    (((0, 0),), ((0, 1),))
    >>> find(neighbouring_pairs(H, realizable=True), lambda pair: len(pair[0]) == 2)
    (((0, 0), (0, 0)), ((1, 0), (0, 0)))
    """
    if len(_rows(H, realizable, [])) < 2:
        raise ValueError(f"{H!r} has no two different rows (point, label); give a class with more points or functions")
    return _neighbouring_pairs(H, realizable, most)


@st.composite
def _neighbouring_pairs(draw: st.DrawFn, H: ConceptClass, realizable: bool, most: int) -> NeighbouringPair:
    others = draw(sample_lists(H, realizable, most - 1))
    rows = _rows(H, realizable, others)
    if len(rows) < 2:
        others, rows = [], _rows(H, realizable, [])
    first = draw(st.integers(0, len(rows) - 1))
    second = draw(st.integers(0, len(rows) - 2))
    at = draw(st.integers(0, len(others)))
    before, after = others[:at], others[at:]
    pair = [(*before, rows[i], *after) for i in (first, second + (second >= first))]
    return NeighbouringPair((pair[0], pair[1]))


def _rows(H: ConceptClass, realizable: bool, others: Sequence[Example]) -> list[Example]:
    """All rows, sorted; where realizability is asked for, those that go with the others in some function of H."""
    if not realizable:
        return list(product(range(H.points), range(H.labels)))
    agreeing = [f for f in H.functions() if all(f[x] == y for x, y in others)]
    return sorted({(x, f[x]) for f in agreeing for x in range(H.points)})


# ---- Distributions


def distributions(points: int) -> st.SearchStrategy[Distribution]:
    """Distributions on the points 0..``points``-1 as tuples of Fractions with sum 1.

    Shrinks to the point mass on point 0, and on the way to few points with small denominators. Raises ValueError for
    less than one point.

    >>> from hypothesis import find
    >>> find(distributions(4), lambda D: max(D) <= Fraction(1, 2))
    (Fraction(1, 2), Fraction(1, 2), Fraction(0, 1), Fraction(0, 1))
    """
    if points < 1:
        raise ValueError(f"a distribution needs at least 1 point, not {points}")
    weights = st.tuples(*[st.integers(0, LARGEST_WEIGHT)] * points)
    return weights.map(lambda drawn: _normalised(drawn[::-1]))


def _normalised(weights: Sequence[int]) -> Distribution:
    """The weights divided by their sum; the point mass on point 0 where all are 0."""
    whole = weights if any(weights) else (1, *weights[1:])
    return Distribution(tuple(Fraction(w, sum(whole)) for w in whole))


# ---- Trees


def psi_trees(points: int, labels: int = 2, depth: int = 3) -> st.SearchStrategy[PsiTree]:
    """Complete Psi-labelled trees of depth 0..``depth``: points and collapsing maps of labels to 0, 1 or None.

    Shrinks to shallow trees and constant maps (BGS21 D4.1). Raises ValueError for less than one point or two labels.

    >>> from hypothesis import find
    >>> find(psi_trees(3), lambda tree: tree is not None and tree.map[0] != tree.map[1])
    PsiNode(point=0, map=(0, 1), left=None, right=None)
    """
    _check_tree_size(points, labels)
    maps = st.tuples(*[st.sampled_from([0, 1, None])] * labels)
    node = st.tuples(st.integers(0, points - 1), maps)
    return st.integers(0, depth).flatmap(lambda levels: _complete(node, PsiNode, levels))


def cover_trees(labels: int = 2, depth: int = 3) -> st.SearchStrategy[CoverTree]:
    """Complete trees with a label 0..``labels``-1 at each node, of depth 0..``depth`` (BGS21 D5.1).

    They are output-labelled trees, or input-labelled ones of so many points. Shrinks to shallow trees. Raises
    ValueError for less than one label.

    >>> from hypothesis import find
    >>> find(cover_trees(3), lambda tree: tree is not None and tree.left is not None)
    CoverNode(label=0, left=CoverNode(label=0, left=None, right=None), right=CoverNode(label=0, left=None, right=None))
    """
    _check_tree_size(labels, 2)
    node = st.tuples(st.integers(0, labels - 1))
    return st.integers(0, depth).flatmap(lambda levels: _complete(node, CoverNode, levels))


def _check_tree_size(points: int, labels: int) -> None:
    if points < 1 or labels < 2:
        raise ValueError(f"a tree needs at least 1 point (or node label) and 2 labels, not {points} and {labels}")


def _complete(
    node: st.SearchStrategy[tuple[object, ...]], build: Callable[..., Tree], levels: int
) -> st.SearchStrategy[Tree | None]:
    """Trees with so many levels of nodes, drawn from the root down."""
    if levels == 0:
        return st.none()
    subtrees = _complete(node, build, levels - 1)
    return st.tuples(node, subtrees, subtrees).map(lambda drawn: build(*drawn[0], drawn[1], drawn[2]))


# ---- What Hypothesis makes of an annotation


def register() -> None:
    """Tell Hypothesis which strategy each type stands for; importing this module does it."""
    few = st.integers(1, 4)
    st.register_type_strategy(ConceptClass, concept_classes())
    st.register_type_strategy(RealizableSample, realizable_samples())
    st.register_type_strategy(ArbitrarySample, concept_classes(4).flatmap(lambda H: samples(H, realizable=False)))
    st.register_type_strategy(NeighbouringPair, concept_classes(4).flatmap(neighbouring_pairs))
    st.register_type_strategy(Distribution, few.flatmap(distributions))
    st.register_type_strategy(IONode, _nodes(io_trees(4)))
    st.register_type_strategy(PsiNode, _nodes(psi_trees(4)))
    st.register_type_strategy(CoverNode, _nodes(cover_trees(2)))


def _nodes(trees: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return trees.filter(lambda tree: tree is not None)


register()
