"""BGS21 section 6: what the proofs of Theorem 6.1 and Claim 6.2 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.constructions import amplified
from littlestone.spec.classes.online_games import optimal_mistakes
from littlestone.spec.notation import *

TIGHTNESS = "proof of Theorem 6.1, section 6"
CLASS_F = f"{TIGHTNESS}, the class F"
AMPLIFICATION = "proof of Claim 6.2, section 6"


# ---- Theorem 6.1


rests_on(
    "BGS21.T6.1",
    "BGS21.T5.6.base1",
    "MLD(H) = 0 is a single function, whose bits have dimension 0",
    f"{TIGHTNESS}, d = 0",
)
rests_on("BGS21.T6.1", "BGS21.T6.1.triv", "any binary class of dimension d serves", f"{TIGHTNESS}, k = 1, ..., 4")
rests_on(
    "BGS21.T6.1",
    "BGS21.T6.1.F",
    "MLD(F) = 1 and max_i Ldim(F|_i) >= log(k/4), k >= 5",
    f"{TIGHTNESS}, d = 1",
    repair="BGS21.T6.1.F.corrected",
)
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


@uses("BGS21.C6.2", "BGS21.C6.2.eq8", f"{AMPLIFICATION}, last paragraph", opaque=("littlestone_dimension",))
def mld_of_the_copies_is_bounded(H: Multiclass) -> Use:
    """MLD(H') <= ell d is one half of MLD(H') = ell d, as it is at least ell d: for two copies."""
    d, D = multiclass_littlestone_dimension(H), multiclass_littlestone_dimension(amplified(H, 2))
    return Use({"H": H}, given=d * 2 <= D, gives=d * 2 == D)


rests_on("BGS21.C6.2.eq8", "BGS21.ALG.COPIES", "A errs at most ell d times", f"{AMPLIFICATION}, second paragraph")
rests_on(
    "BGS21.ALG.COPIES",
    "BGS21.ALG.SOA.mistakes",
    "each A_j sees a sequence realizable by H, by one f_j",
    f"{AMPLIFICATION}, second paragraph",
)


@uses(
    "BGS21.C6.2.eq8",
    "BGS21.ALG.SOA.mistakes",
    f"{AMPLIFICATION}, third paragraph",
    name="lower",
    opaque=("littlestone_dimension",),
)
def every_learner_of_the_copies_errs_mld_times(H: Multiclass) -> Use:
    """MLD(H') bounds the mistakes of every deterministic learner for H' from below (Daniely et al.), and those of A are
    at most ell d: here for H' itself, whose best learner errs at most as often."""
    bound = total(littlestone_dimension(bit) for bit in binary_restrictions(H))
    return Use({"H": H}, given=optimal_mistakes(H) <= bound, gives=multiclass_littlestone_dimension(H) <= bound)


# ---- Claim 6.2: some binary restriction of H' is hard, and MLD(H') is at least ell d


rests_on("BGS21.C6.2", "BGS21.C6.2.eq9", "H'|_i holds all (g_C1, ..., g_Cell)", f"{AMPLIFICATION}, equation (9)")
rests_on(
    "BGS21.C6.2",
    "BGS21.C6.2.concat",
    "the edges of a tree of H|_i are 0 and 1 anyway",
    f"{AMPLIFICATION}, the tree T''",
    repair="BGS21.C6.2.concat.corrected",
)


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


@uses(
    "BGS21.C6.2",
    "BGS21.C6.2.lower",
    f"{AMPLIFICATION}, last paragraph",
    repair="BGS21.C6.2.lower.corrected",
    opaque=("littlestone_dimension",),
)
def mld_of_the_copies_is_what_it_must_be(H: Multiclass) -> Use:
    """At least ell d and at most ell d gives MLD(H') = ell d: for two copies."""
    d, D = multiclass_littlestone_dimension(H), multiclass_littlestone_dimension(amplified(H, 2))
    return Use({"H": H}, given=d * 2 >= D, gives=d * 2 == D)


rests_on(
    "BGS21.C6.2.lower",
    "BGS21.C6.2.concat",
    'the "similar argument" joins trees whose edges may have any labels',
    f"{AMPLIFICATION}, last paragraph",
    repair="BGS21.C6.2.concat.corrected",
)
rests_on(
    "BGS21.C6.2.lower.corrected",
    "BGS21.C6.2.concat.corrected",
    "H' shatters T (x) T, of depth 2 d",
    f"{AMPLIFICATION}, last paragraph",
)
