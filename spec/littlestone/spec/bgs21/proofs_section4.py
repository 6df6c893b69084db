"""BGS21 section 4: what the proofs of Lemma 4.5 and Claims 4.6 and 4.7 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

LEMMA = "proof of Lemma 4.5, section 4.2"
CLAIM_6 = "proof of Claim 4.6, section 4.2"
CLAIM = "proof of Claim 4.7, section 4.2"
PSI_UNKNOWN = ("littlestone_dimension", "psi_littlestone_dimension")

# ---- Lemma 4.5


rests_on("BGS21.L4.5", "BGS21.ALG.TRANS", "edges become maps; infinite dimensions: every depth", LEMMA, name="pairs")
rests_on("BGS21.L4.5", "BGS21.ALG.TRANS", "maps become edges; infinite dimensions: every depth", LEMMA, name="labels")


# ---- Claim 4.6


rests_on("BGS21.C4.6", "BGS21.ALG.TRANS", "one map is uniform; infinite dimensions: every depth", CLAIM_6)
rests_on("BGS21.C4.6", "BGS21.D4.4", "a uniformly labelled tree is a labelled tree", CLAIM_6)


@uses("BGS21.C4.6", "BGS21.N3.bits", CLAIM_6, name="functions", opaque=PSI_UNKNOWN)
def functions_of_a_bit_are_bits_of_functions(H: Multiclass) -> Use:
    """The function of H|_i that realizes a path is f_i for some f in H, which realizes it with phi_i: the tree of
    H|_i is one of H with the one map phi_i."""
    same = (
        littlestone_dimension(bit) <= psi_littlestone_dimension(H, (phi,))
        for bit, phi in zip(binary_restrictions(H), psi_bin(H.labels), strict=True)
    )
    return Use({"H": H}, gives=all_of(same))


# ---- Claim 4.7


rests_on("BGS21.C4.7", "BGS21.N4.fam", "different labels have a bit that tells them apart", CLAIM, name="bits")
rests_on("BGS21.C4.7", "BGS21.N4.fam", "Psi^bin is a part of Psi^B", CLAIM, name="part")
rests_on("BGS21.C4.7", "BGS21.ALG.TRANS", "maps become bits; infinite dimensions: every depth", CLAIM)
