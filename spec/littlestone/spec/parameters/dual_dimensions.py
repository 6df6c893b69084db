"""Dimensions of the dual class, whose points are the functions of H and whose functions are the points of H."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from littlestone.spec.algebra.circuit import TRUE, Truth, all_of, any_of
from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes.concept_classes import ConceptClass, Function, memoised
from littlestone.spec.classes.dimensions import floor_log2
from littlestone.spec.parameters.literal import dual_dimensions as literal
from littlestone.spec.parameters.registry import parameter


@parameter("dual_VC", "Assouad 1983", literal.dual_vc)
def dual_vc_dimension(H: ConceptClass) -> Number:
    """The largest number of functions of H which take all patterns together, each on some point."""
    depth = min(floor_log2(H.points), H.most)
    return Number(range(depth + 1), lambda d: any_of(_independent(H, d)))


def _independent(H: ConceptClass, d: int) -> Iterator[Truth]:
    for chosen in combinations(H.members(), d):
        if len(set(zip(*(f for f, _ in chosen), strict=True))) == 2**d:
            yield all_of(truth for _, truth in chosen)


@parameter("dual_Ldim", "Bhaskar 2021, Thicket density", literal.dual_littlestone)
def dual_littlestone_dimension(H: ConceptClass) -> Number:
    """The depth of the deepest tree that splits the points of H: its nodes are functions of H, its leaves points."""
    everywhere = (1 << H.points) - 1
    return Number(range(floor_log2(H.points) + 1), lambda b: _splits_points(H, everywhere, b))


@memoised
def _splits_points(H: ConceptClass, points: int, b: int) -> Truth:
    """Functions of H split the points, given as a bit mask, by a complete tree of depth b."""
    if points.bit_count() < 1 << b:
        return ~TRUE
    if b == 0:
        return TRUE
    return any_of(
        truth & _splits_points(H, points & ones, b - 1) & _splits_points(H, points & ~ones, b - 1)
        for ones, truth in ((_ones(f), truth) for f, truth in H.members())
    )


def _ones(f: Function) -> int:
    return sum(1 << x for x, y in enumerate(f) if y)
