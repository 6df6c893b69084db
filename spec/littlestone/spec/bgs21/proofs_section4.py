"""BGS21 section 4: what the proofs of Lemma 4.5 and Claims 4.6 and 4.7 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.dimensions import uniform_psi_littlestone_dimension
from littlestone.spec.notation import *

LEMMA = "proof of Lemma 4.5, section 4.2"
CLAIM = "proof of Claim 4.7, section 4.2"
EVERY_DEPTH = "infinite dimensions: of trees of every depth"

# ---- Lemma 4.5


rests_on(
    "BGS21.L4.5",
    "BGS21.ALG.TRANS",
    f"edges w and w' become the map phi_{{w,w'}}; {EVERY_DEPTH}",
    f"{LEMMA}, first paragraph",
    name="pairs",
)
rests_on(
    "BGS21.L4.5",
    "BGS21.ALG.TRANS",
    f"the map phi_{{w,w'}} becomes edges w and w'; {EVERY_DEPTH}",
    f"{LEMMA}, second paragraph",
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
    f"one map for all depths is uniform; {EVERY_DEPTH}",
    "proof of Claim 4.6, section 4.2",
)


# ---- Claim 4.7


rests_on("BGS21.C4.7", "BGS21.N4.fam", "different labels have a bit that tells them apart", CLAIM, name="bits")
rests_on("BGS21.C4.7", "BGS21.N4.fam", "Psi^bin is a part of Psi^B", CLAIM, name="part")
rests_on("BGS21.C4.7", "BGS21.ALG.TRANS", f"phi_{{w,w'}} becomes phi_i for a bit i; {EVERY_DEPTH}", CLAIM)
