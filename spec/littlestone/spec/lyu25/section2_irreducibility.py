"""LYU25 section 2: what two classes with different SOAs have in common."""

from littlestone.spec.classes.subclasses import intersection
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *


@claim("LYU25.S2.soa2", "section 2, irreducibility of Littlestone classes", "claim", lower=Constant(1, mutants=(2,)))
def where_two_soas_differ_both_halves_drop(H: Binary, G: Binary, lower: int) -> Statement:
    """Let LDim(H) = LDim(G) = d. If SOA_H(x) != SOA_G(x), then {h in H cap G : h(x) = b} has LDim below d for both
    b."""
    both, d = intersection(G, H), dimension(H)
    return when(
        dimension(H) == dimension(G),
        all_of(
            (soa_says_one(H, x) ^ soa_says_one(G, x)).implies(dimension(both.restrict(x, side)) + lower <= d)
            for x in range(H.points)
            for side in (ZERO, ONE)
        ),
    )


@claim(
    "LYU25.S2.soa2.same", "section 2, irreducibility of Littlestone classes", "remark", d=Constant(1, mutants=(0, 2))
)
def two_classes_with_different_soas_can_share_their_dimension(d: int) -> Truth:
    """It can be that H cap G has dimension d as well even if SOA_H and SOA_G differ: H = {00, 01, 10} and
    G = {00, 10, 11} on two points, with d = 1 and SOA_H(x_1) = 0 != 1 = SOA_G(x_1)."""
    H, G = explicit([(0, 0), (0, 1), (1, 0)]), explicit([(0, 0), (1, 0), (1, 1)])
    same = all_of(dimension(C) == d for C in (H, G, intersection(G, H)))
    return same & ~soa_says_one(H, 0) & soa_says_one(G, 0)
