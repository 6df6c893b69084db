"""The lemmas of our paper, as formulas that littlestone checks on every small class; and our own fast dimension."""

from collections.abc import Callable
from itertools import combinations

from littlestone.claims import *
from littlestone.learners import implements

SLACK = Constant(0, mutants=(-1,))


def flipped(H: ConceptClass) -> ConceptClass:
    """The class with the labels 0 and 1 exchanged."""
    return H.image(lambda label: 1 - label, 2)


@claim("OURS.L1", "Lemma 1: Littlestone dimension of the flipped class", "lemma", slack=SLACK)
def flipping_costs_no_mistakes(H: Binary, slack: int) -> Truth:
    """Ldim of the flipped class is at most Ldim(H)."""
    return littlestone_dimension(flipped(H)) <= littlestone_dimension(H) + slack


@claim("OURS.L2", "Lemma 2: VC dimension of the flipped class", "lemma", slack=SLACK)
def flipped_classes_are_online_learnable(H: Binary, slack: int) -> Truth:
    """The VC dimension of the flipped class is at most Ldim(H)."""
    return vc_dimension(flipped(H)) <= littlestone_dimension(H) + slack


@implements("OURS.ALG.vc")
def fast_vc(functions: tuple[tuple[int, ...], ...], points: int) -> int:
    """The VC dimension by counting the patterns on every set of points; -1 of no functions."""
    for size in range(points, -1, -1):
        for chosen in combinations(range(points), size):
            if len({tuple(f[x] for x in chosen) for f in functions}) == 2**size:
                return size
    return -1


@claim("OURS.ALG.vc", "Algorithm 1: VC dimension by counting patterns", "algorithm", offset=Constant(0, mutants=(1,)))
def fast_vc_is_the_vc_dimension(
    H: ExplicitBinary, vc: Annotated[Callable[..., int], Algorithm("OURS.ALG.vc")], offset: int
) -> Truth:
    """Algorithm 1 computes the VC dimension."""
    return vc_dimension(H) + offset == vc(H.functions(), H.points)
