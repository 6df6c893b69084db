"""Classes built from others and the tight examples of the papers, symbolic or explicit alike."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from littlestone.spec.algebra.circuit import TRUE
from littlestone.spec.classes.concept_classes import Bits, ConceptClass, Function, explicit, from_members


def disjoint_product(G: ConceptClass, H: ConceptClass) -> ConceptClass:
    """All (g, h) with g in G on the first points and h in H on the points after them (BGS21 eq7 for two classes)."""
    pairs = product(G.members(), H.members())
    members = {g + h: in_G & in_H for (g, in_G), (h, in_H) in pairs}
    return from_members(G.points + H.points, max(G.labels, H.labels), members)


def amplified(H: ConceptClass, ell: int) -> ConceptClass:
    """H' of BGS21 eq7: all h with h(j, .) = f_j for some f_1..f_ell in H; (j, x) is point (j-1) m + x."""
    return H if ell == 1 else disjoint_product(H, amplified(H, ell - 1))


def with_labels(H: ConceptClass, labels: int) -> ConceptClass:
    """The same functions with the label set enlarged to 0..labels-1 by labels that are never used."""
    return H.image(lambda y: y, labels)


def threshold_functions(m: int) -> list[Function]:
    """g_t(x) = 1[t >= x] for t in 0..m-1, on the points 0..m-1 (BGS21 T6.1)."""
    return [tuple(int(t >= x) for x in range(m)) for t in range(m)]


def gap_points(k: int) -> int:
    """m = k'/2, where k' is k or k + 1, whichever is even (BGS21 T6.1)."""
    return (k + k % 2) // 2


def gap_class(k: int) -> ConceptClass:
    """F of BGS21 T6.1 for k >= 5 with f_t(x) = (g_t(x), t) encoded as the label 2 t + g_t(x) <= k."""
    functions = [tuple(2 * t + g for g in threshold) for t, threshold in enumerate(threshold_functions(gap_points(k)))]
    return explicit(functions, labels=k + 1)


def point_functions(d: int, m: int) -> list[Function]:
    """The functions on m points that are 1 on exactly d of them (BGS21 N7.pt)."""
    return [tuple(int(x in ones) for x in range(m)) for ones in combinations(range(m), d)]


def points_family(m: int) -> ConceptClass:
    """{0, 1_1, ..., 1_m} on m points, of Littlestone dimension 1."""
    return explicit(point_functions(0, m) + point_functions(1, m), 2)


def product_of_point_functions(d: int, m: int, bits: int) -> ConceptClass:
    """All bin2dec(f_1, ..., f_L) with every f_j 1 on exactly d of m points: the class of BGS21 T7.2 as printed."""
    return _bitwise(product(point_functions(d, m), repeat=bits), bits, 2**bits)


def disjoint_point_functions(d: int, m: int, k: int) -> ConceptClass:
    """As the product, but with pairwise disjoint supports: only 0 and powers of two up to k occur (BGS21 T7.2)."""
    bits = Bits(k + 1).length
    tuples = product(point_functions(d, m), repeat=bits)
    return _bitwise((fs for fs in tuples if all(sum(column) <= 1 for column in zip(*fs, strict=True))), bits, k + 1)


def diagonal_of_point_functions(d: int, m: int, bits: int) -> ConceptClass:
    """Only the bin2dec(f, ..., f): the same binary restrictions, but not tight (BGS21 T7.2)."""
    return _bitwise(((f,) * bits for f in point_functions(d, m)), bits, 2**bits)


def _bitwise(tuples: Iterable[tuple[Function, ...]], bits: int, labels: int) -> ConceptClass:
    expansion = Bits(2**bits)
    functions = [tuple(expansion.label(column) for column in zip(*fs, strict=True)) for fs in tuples]
    return from_members(len(functions[0]), labels, dict.fromkeys(functions, TRUE))
