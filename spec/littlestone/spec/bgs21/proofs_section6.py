"""BGS21 section 6: what the proofs of Theorem 6.1 and Claim 6.2 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.constructions import amplified
from littlestone.spec.notation import *

TIGHTNESS = "proof of Theorem 6.1, section 6"
CLASS_F = f"{TIGHTNESS}, the class F"
AMPLIFICATION = "proof of Claim 6.2, section 6"
LAST = f"{AMPLIFICATION}, last paragraph"
UNKNOWN = ("littlestone_dimension",)


# ---- Theorem 6.1


rests_on("BGS21.T6.1", "BGS21.T5.6.base1", "MLD(H) = 0 is one function, with bits of dimension 0", TIGHTNESS)
rests_on("BGS21.T6.1", "BGS21.T6.1.triv", "any binary class of dimension d serves", f"{TIGHTNESS}, k = 1, ..., 4")
rests_on("BGS21.T6.1", "BGS21.T6.1.F", "MLD 1 and log(k/4), k >= 5", TIGHTNESS, repair="BGS21.T6.1.F.corrected")
rests_on("BGS21.T6.1", "BGS21.T6.1.unused", "for even k a label is added that is never used", f"{TIGHTNESS}, k even")
rests_on("BGS21.T6.1.F", "DIM.thresholds", "thresholds have dimension at least log(k'/4)", CLASS_F)
rests_on("BGS21.T6.1.F.corrected", "DIM.thresholds", "the last bit of F is the class of thresholds", CLASS_F)


@uses("BGS21.T6.1", "BGS21.T6.1.ineq", f"{TIGHTNESS}, sentence before Claim 6.2")
def the_quarter_has_a_tenth_of_the_bits(d_1: FromZero, k: PositiveInteger, quarter: FromZero, log: FromZero) -> Use:
    """d_1 >= log(k/4) >= (1/10) log(k+1) for k >= 5."""
    given = (k >= 5) & (d_1 >= quarter)
    return Use({"k": k, "quarter": quarter, "log": log}, given=given, gives=d_1 >= Fraction(1, 10) * log)


@uses("BGS21.T6.1", "BGS21.C6.2", f"{TIGHTNESS}, last paragraph")
def the_gap_of_f_is_amplified(d: PositiveInteger, d_1: Natural, whole: Natural, bit: Natural, log: FromZero) -> Use:
    """Claim 6.2 is used for F, of MLD 1, with ell = d copies: MLD d, and a bit of (d / 10) log(k+1), for k >= 5."""
    at = {"ell": d, "d": Integer(1), "D": d_1, "whole": whole, "bit": bit}
    gives = (whole <= d) & (whole >= d) & (bit >= d * (Fraction(1, 10) * log))
    return Use(at, given=d_1 >= Fraction(1, 10) * log, gives=gives)


# ---- Claim 6.2: MLD(H') is at most ell d


rests_on("BGS21.C6.2.eq8", "BGS21.ALG.COPIES", "A errs at most ell d times", f"{AMPLIFICATION}, second paragraph")
rests_on("BGS21.ALG.COPIES", "BGS21.ALG.SOA.mistakes", "each A_j sees examples of one f_j", AMPLIFICATION)
rests_on("BGS21.C6.2.eq8", "BGS21.ALG.SOA.mistakes", "MLD(H') bounds all mistakes from below", LAST, name="lower")


@uses("BGS21.C6.2", "BGS21.C6.2.eq8", LAST, opaque=UNKNOWN)
def mld_of_the_copies_is_bounded(H: Multiclass) -> Use:
    """MLD(H') <= ell d is one half of MLD(H') = ell d, as it is at least ell d: for two copies."""
    d, D = multiclass_littlestone_dimension(H), multiclass_littlestone_dimension(amplified(H, 2))
    return Use({"H": H}, given=d * 2 <= D, gives=d * 2 == D)


# ---- Claim 6.2: some binary restriction of H' is hard, and MLD(H') is at least ell d


rests_on("BGS21.C6.2", "BGS21.C6.2.eq9", "H'|_i holds all (g_C1, ..., g_Cell)", f"{AMPLIFICATION}, equation (9)")
rests_on("BGS21.C6.2", "BGS21.C6.2.concat", "edges 0 and 1 are kept", LAST, repair="BGS21.C6.2.concat.corrected")
rests_on("BGS21.C6.2.lower", "BGS21.C6.2.concat", "any edges are kept", LAST, repair="BGS21.C6.2.concat.corrected")
rests_on("BGS21.C6.2.lower.corrected", "BGS21.C6.2.concat.corrected", "H' shatters T (x) T, of depth 2 d", LAST)


@uses(
    "BGS21.C6.2",
    "BGS21.C6.2.path",
    f"{AMPLIFICATION}, displayed path",
    repair="BGS21.C6.2.path.corrected",
    draws="every root-to-leaf path of T'' is a concatenation of ell paths of T",
)
def the_joined_tree_is_made_of_trees_of_depth_d(ell: PositiveInteger, D: FromZero, whole: Natural) -> Use:
    """The print takes "a complete io-labeled binary tree T of depth D" that H|_i shatters, as D <= d_i: D is any lower
    bound, of whole part ``whole``, and Theorem 6.1 uses the claim at D = (1/10) log(k+1)."""
    return Use({"ell": ell}, given=(whole <= D) & (whole + 1 > D), needs=whole >= D)


@correction(
    "BGS21.C6.2.from.C6.2.path.premise",
    "the tree must have depth d_i, which is an integer and at least D",
    depth=OFFSET,
)
def the_tree_has_the_depth_of_the_restriction(H: Multiclass, depth: int) -> Truth:
    """A restriction H|_i of largest dimension d_i shatters a tree of depth d_i: ell d_i >= ell D for every D <= d_i."""
    bits = binary_restrictions(H)
    largest_one = largest_bit_dimension(H)
    return any_of(littlestone_dimension(bit) >= largest_one + depth for bit in bits)


@uses("BGS21.C6.2", "BGS21.C6.2.lower", LAST, repair="BGS21.C6.2.lower.corrected", opaque=UNKNOWN)
def mld_of_the_copies_is_what_it_must_be(H: Multiclass) -> Use:
    """At least ell d and at most ell d gives MLD(H') = ell d: for two copies."""
    d, D = multiclass_littlestone_dimension(H), multiclass_littlestone_dimension(amplified(H, 2))
    return Use({"H": H}, given=d * 2 >= D, gives=d * 2 == D)
