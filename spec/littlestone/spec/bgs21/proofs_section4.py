"""BGS21 section 4: what the proofs of Lemma 4.5 and Claims 4.6 and 4.7 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.dimensions import psi_n, uniform_psi_littlestone_dimension
from littlestone.spec.notation import *

EVERY_DEPTH = "where the dimension is infinite, that this is said of a shattered tree of every depth"
SIDES = "the children of a node are swapped where the edge that is now 0 was the right one (Definition 4.1)"


# ---- Lemma 4.5


@uses(
    "BGS21.L4.5",
    "BGS21.ALG.TRANS",
    "proof of Lemma 4.5, section 4.2, first paragraph",
    name="pairs",
    assumes=f"{EVERY_DEPTH}; {SIDES}",
)
def an_io_tree_becomes_a_tree_of_pairs(H: Multiclass) -> Use:
    """A node whose edges are labelled w and w' gets the map phi_{w,w'}: the functions that realize the paths are the
    same, and so is the depth."""
    on_pairs = psi_littlestone_dimension(H, psi_n(H.labels))
    return Use({"H": H}, gives=multiclass_littlestone_dimension(H) <= on_pairs)


@uses(
    "BGS21.L4.5",
    "BGS21.ALG.TRANS",
    "proof of Lemma 4.5, section 4.2, second paragraph",
    name="labels",
    assumes=EVERY_DEPTH,
)
def a_tree_of_pairs_becomes_an_io_tree(H: Multiclass) -> Use:
    """A node with the map phi_{w,w'} gets edges labelled w and w', which differ."""
    on_pairs = psi_littlestone_dimension(H, psi_n(H.labels))
    return Use({"H": H}, gives=on_pairs <= multiclass_littlestone_dimension(H))


# ---- Claim 4.6


@uses(
    "BGS21.C4.6", "BGS21.D4.4", "proof of Claim 4.6, section 4.2, first sentence", opaque=("psi_littlestone_dimension",)
)
def a_uniformly_labelled_tree_is_a_tree(H: Multiclass) -> Use:
    """A shattered uniformly labelled tree is a shattered tree, which gives the second inequality."""
    bits = psi_bin(H.labels)
    return Use({"H": H}, gives=uniform_psi_littlestone_dimension(H, bits) <= psi_littlestone_dimension(H, bits))


@uses(
    "BGS21.C4.6",
    "BGS21.N3.bits",
    "proof of Claim 4.6, section 4.2, second paragraph",
    name="functions",
    opaque=("littlestone_dimension", "psi_littlestone_dimension"),
)
def functions_of_a_bit_are_bits_of_functions(H: Multiclass) -> Use:
    """The function of H|_i that realizes a path is f_i for some f in H, which realizes it with phi_i: the tree of
    H|_i is one of H with the one map phi_i."""
    same = (
        littlestone_dimension(bit) <= psi_littlestone_dimension(H, (phi,))
        for bit, phi in zip(binary_restrictions(H), psi_bin(H.labels), strict=True)
    )
    return Use({"H": H}, gives=all_of(same))


@uses(
    "BGS21.C4.6",
    "BGS21.ALG.TRANS",
    "proof of Claim 4.6, section 4.2, last sentence",
    assumes=f"{EVERY_DEPTH}; {SIDES}",
)
def one_map_for_all_depths_is_uniform(H: Multiclass) -> Use:
    """The translated tree has the one map phi_i at all depths, and so is uniformly labelled."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= uniform_psi_littlestone_dimension(H, psi_bin(H.labels)))


# ---- Claim 4.7


@uses("BGS21.C4.7", "BGS21.N4.fam", "proof of Claim 4.7, section 4.2, fourth sentence", name="bits")
def different_labels_have_a_bit_that_tells_them_apart(k: PositiveSize) -> Use:
    """The binary expansions of w != w' differ in some bit i, so that phi_i sends one to 0 and the other to 1."""
    maps = psi_bin(int(k) + 1)
    apart = all(any(phi[w] != phi[v] for phi in maps) for v in range(k + 1) for w in range(v))
    return Use({"k": k}, gives=apart)


@uses("BGS21.C4.7", "BGS21.N4.fam", "proof of Claim 4.7, section 4.2, last sentence", name="part")
def bits_are_collapsing_maps(k: PositiveSize) -> Use:
    """Psi^bin is a part of Psi^B, so that a Psi^bin-labelled tree is a Psi^B-labelled one."""
    return Use({"k": k}, gives=set(psi_bin(int(k) + 1)) <= set(psi_b(int(k) + 1)))


@uses(
    "BGS21.C4.7",
    "BGS21.ALG.TRANS",
    "proof of Claim 4.7, section 4.2, second paragraph",
    assumes=f"{EVERY_DEPTH}; {SIDES}",
)
def a_tree_of_pairs_becomes_a_tree_of_bits(H: Multiclass) -> Use:
    """Every map phi_{w,w'} is replaced by phi_i for a bit i in which w and w' differ: the translated tree is shattered
    by the same functions."""
    on_pairs, on_bits = (psi_littlestone_dimension(H, make(H.labels)) for make in (psi_n, psi_bin))
    return Use({"H": H}, gives=on_pairs <= on_bits)
