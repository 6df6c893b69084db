"""BGS21 section 4: what the proofs of Lemma 4.5 and Claims 4.6 and 4.7 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.dimensions import uniform_psi_littlestone_dimension
from littlestone.spec.notation import *

# ---- Lemma 4.5


rests_on(
    "BGS21.L4.5",
    "BGS21.ALG.TRANS",
    "A node whose edges are labelled w and w' gets the map phi_{w,w'}: the functions that realize the paths are "
    "the same, and so is the depth; taken for granted: where the dimension is infinite, that this is said of a "
    "shattered tree of every depth; the children of a node are swapped where the edge that is now 0 was the right"
    " one (Definition 4.1)",
    "proof of Lemma 4.5, section 4.2, first paragraph",
    name="pairs",
)


rests_on(
    "BGS21.L4.5",
    "BGS21.ALG.TRANS",
    "A node with the map phi_{w,w'} gets edges labelled w and w', which differ; taken for granted: where the "
    "dimension is infinite, that this is said of a shattered tree of every depth",
    "proof of Lemma 4.5, section 4.2, second paragraph",
    name="labels",
)


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


rests_on(
    "BGS21.C4.6",
    "BGS21.ALG.TRANS",
    "The translated tree has the one map phi_i at all depths, and so is uniformly labelled; taken for granted: "
    "where the dimension is infinite, that this is said of a shattered tree of every depth; the children of a "
    "node are swapped where the edge that is now 0 was the right one (Definition 4.1)",
    "proof of Claim 4.6, section 4.2, last sentence",
)


# ---- Claim 4.7


rests_on(
    "BGS21.C4.7",
    "BGS21.N4.fam",
    "The binary expansions of w != w' differ in some bit i, so that phi_i sends one to 0 and the other to 1",
    "proof of Claim 4.7, section 4.2, fourth sentence",
    name="bits",
)


rests_on(
    "BGS21.C4.7",
    "BGS21.N4.fam",
    "Psi^bin is a part of Psi^B, so that a Psi^bin-labelled tree is a Psi^B-labelled one",
    "proof of Claim 4.7, section 4.2, last sentence",
    name="part",
)


rests_on(
    "BGS21.C4.7",
    "BGS21.ALG.TRANS",
    "Every map phi_{w,w'} is replaced by phi_i for a bit i in which w and w' differ: the translated tree is "
    "shattered by the same functions; taken for granted: where the dimension is infinite, that this is said of a "
    "shattered tree of every depth; the children of a node are swapped where the edge that is now 0 was the right"
    " one (Definition 4.1)",
    "proof of Claim 4.7, section 4.2, second paragraph",
)
