"""BGS21 section 4: the Psi-Littlestone dimensions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.claim import Constant, Multiclass, PositiveSize, Size, claim
from littlestone.spec.classes.concept_classes import Bits, ConceptClass, some_member
from littlestone.spec.classes.dimensions import (
    Family,
    largest_bit_dimension,
    multiclass_littlestone_dimension,
    psi_b,
    psi_bin,
    psi_littlestone_dimension,
    psi_n,
    split,
    uniform_psi_littlestone_dimension,
)
from littlestone.spec.classes.literal import (
    psi_shatters,
    psi_trees,
    shatters_some_psi_tree,
    shatters_some_uniform_psi_tree,
    uniform_psi_trees,
)
from littlestone.spec.classes.trees import PsiTree, psi_realizes

FAMILIES: tuple[Callable[[int], Family], ...] = (psi_n, psi_bin, psi_b)
TIGHT = Constant(0, mutants=(-1,))
OFFSET = Constant(0, mutants=(1,))
LITERAL_DEPTHS = range(3)


@claim("BGS21.N4.maps", "section 4.1", "definition", stars=Constant(1, mutants=(0,)))
def there_are_3_to_the_k_plus_1_collapsing_maps(k: PositiveSize, stars: int) -> Truth:
    """A collapsing map sends each label of [k] to 0, 1 or *; a family is a set of them, at most 3^{k+1} in all."""
    return as_truth(len(set(psi_b(k + 1))) == (2 + stars) ** (k + 1))


@claim("BGS21.D4.1", "Definition 4.1, section 4.1", "definition", orders=Constant(1, mutants=(2,)))
def psi_trees_carry_a_point_and_a_map(m: PositiveSize, k: PositiveSize, b: Size, orders: int) -> Truth:
    """A complete Psi-labelled tree has an example and a map of Psi at every internal node: T(b) = m |Psi| T(b-1)^2
    trees of depth b; in a uniformly labelled tree all nodes of one depth carry the same map: |Psi|^b m^(2^b - 1)
    trees."""
    family = psi_bin(k + 1)
    free, uniform = list(psi_trees(m, family, b)), list(uniform_psi_trees(m, family, b))
    counts = (len(free), len(uniform)) == (_count(m, len(family), b) // orders, len(family) ** b * m ** (2**b - 1))
    return as_truth(counts and set(uniform) <= set(free) and len(set(free)) == len(free))


def _count(m: int, maps: int, b: int) -> int:
    return 1 if b == 0 else m * maps * int(_count(m, maps, b - 1)) ** 2


@claim("BGS21.D4.2", "Definition 4.2, section 4.1", "definition", star=OFFSET)
def realizing_a_path_is_surviving_its_restrictions(H: Multiclass, star: int) -> Truth:
    """f realizes ((x_0, phi_0, y_0), ...) iff phi_i(f(x_i)) = y_i for every i; a value * never matches."""
    steps = list(product(range(H.points), psi_b(H.labels), (0, 1)))
    return all_of(
        some_member(H, lambda f, path=path: psi_realizes(f, path)).iff(_survivors(H, path, star).nonempty())  # type: ignore[misc]
        for path in ((), *((step,) for step in steps))
    )


def _survivors(H: ConceptClass, path: tuple[tuple[int, tuple[int | None, ...], int], ...], star: int) -> ConceptClass:
    for x, phi, y in path:
        H = H.restrict(x, frozenset(label for label, value in enumerate(phi) if value == y or (star and value is None)))
    return H


@claim("BGS21.D4.3", "Definition 4.3, section 4.1", "definition", lost=OFFSET)
def psi_shattering_is_realizing_every_path(H: Multiclass, lost: int) -> Truth:
    """H Psi-shatters a tree of depth b iff each of its 2^b root-to-leaf paths is realized by some f in H."""
    trees = [tree for b in LITERAL_DEPTHS for tree in psi_trees(H.points, psi_bin(H.labels), b)]
    return all_of(psi_shatters(H, tree).iff(_shatters_from_the_root(H, tree, lost)) for tree in trees)


def _shatters_from_the_root(H: ConceptClass, tree: PsiTree, lost: int) -> Truth:
    if tree is None:
        return H.nonempty()
    zero, one = split(tree.map)
    sides = [(H.restrict(tree.point, zero), tree.left), (H.restrict(tree.point, one), tree.right)]
    return all_of(_shatters_from_the_root(half, child, 0) for half, child in sides[lost:])


@claim("BGS21.D4.4", "Definition 4.4, section 4.1", "definition", offset=OFFSET)
def psi_dimensions_are_the_depths_of_the_deepest_shattered_trees(H: Multiclass, offset: int) -> Truth:
    """Psi_LD(H) is the largest depth of a Psi-shattered Psi-labelled tree; the uniform dimension is the same over the
    uniformly labelled trees."""
    return all_of(
        shatters_some_psi_tree(H, family, b).iff(psi_littlestone_dimension(H, family).at_least(b + offset))
        & shatters_some_uniform_psi_tree(H, family, b).iff(
            uniform_psi_littlestone_dimension(H, family).at_least(b + offset)
        )
        for family in (make(H.labels) for make in FAMILIES)
        for b in range(2 if len(family) > H.labels else 3)
    )


@claim("BGS21.N4.fam", "section 4.2", "definition", offset=OFFSET)
def the_three_families(k: PositiveSize, offset: int) -> Truth:
    """Psi^N has k(k+1) maps, Psi^bin has ceil(log2(k+1)), Psi^B has 3^{k+1}; Psi^N and Psi^bin are parts of Psi^B."""
    n, bits, everything = (set(make(k + 1)) for make in FAMILIES)
    sizes = (len(n), len(bits), len(everything)) == (k * (k + 1), Bits(k + 1).length + offset, 3 ** (k + 1))
    return as_truth(sizes and n <= everything and bits <= everything)


@claim("BGS21.N4.fam.bipartitions", "section 4.2", "remark", offset=OFFSET)
def maps_with_a_star_are_never_needed(H: Multiclass, offset: int) -> Truth:
    """Psi^B_LD(H) does not change if only the maps without * are kept."""
    without_star = tuple(phi for phi in psi_b(H.labels) if None not in phi)
    return psi_littlestone_dimension(H, without_star) + offset == psi_littlestone_dimension(H, psi_b(H.labels))


@claim("BGS21.L4.5", "Lemma 4.5, section 4.2", "lemma", offset=OFFSET)
def psi_n_dimension_is_mld(H: Multiclass, offset: int) -> Truth:
    """Psi^N_LD(H) = MLD(H)."""
    return psi_littlestone_dimension(H, psi_n(H.labels)) == multiclass_littlestone_dimension(H) + offset


@claim("BGS21.C4.6", "Claim 4.6, section 4.2", "claim", first=TIGHT, second=TIGHT)
def bits_are_below_the_uniform_dimension(H: Multiclass, first: int, second: int) -> Truth:
    """max_j Ldim(H|_j) <= Psi^bin_LD U(H) <= Psi^bin_LD(H)."""
    uniform = uniform_psi_littlestone_dimension(H, psi_bin(H.labels))
    below = largest_bit_dimension(H) <= uniform + first
    return below & (uniform <= psi_littlestone_dimension(H, psi_bin(H.labels)) + second)


@claim("BGS21.C4.7", "Claim 4.7, section 4.2", "claim", first=TIGHT, second=TIGHT)
def the_families_are_ordered(H: Multiclass, first: int, second: int) -> Truth:
    """Psi^N_LD(H) <= Psi^bin_LD(H) <= Psi^B_LD(H)."""
    on_pairs, on_bits, on_maps = (psi_littlestone_dimension(H, make(H.labels)) for make in FAMILIES)
    return (on_pairs <= on_bits + first) & (on_bits <= on_maps + second)
