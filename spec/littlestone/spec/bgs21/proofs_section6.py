"""BGS21 section 6: what the proofs of Theorem 6.1 and Claim 6.2 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

TIGHTNESS = "proof of Theorem 6.1, section 6"
AMPLIFICATION = "proof of Claim 6.2, section 6"


# ---- Theorem 6.1


rests_on(
    "BGS21.T6.1",
    "BGS21.T5.6.base1",
    "A class with MLD(H) = 0 is a single function, so that all its binary restrictions have dimension 0",
    f"{TIGHTNESS}, d = 0",
)


rests_on(
    "BGS21.T6.1",
    "BGS21.T6.1.triv",
    "Any binary class of dimension d serves for k = 1, ..., 4: here the d independent bits",
    f"{TIGHTNESS}, k = 1, ..., 4",
)


rests_on(
    "BGS21.T6.1",
    "BGS21.T6.1.F",
    "For k = 5 + j the class F has MLD 1 and max_i Ldim(F|_i) >= MLD(F) log(k/4)",
    f"{TIGHTNESS}, d = 1 and k >= 5",
    repair="BGS21.T6.1.F.corrected",
)


rests_on(
    "BGS21.T6.1",
    "BGS21.T6.1.unused",
    "For even k the class F has k labels, and one is added that is never used: for k = 6 + 2 j",
    f"{TIGHTNESS}, k even",
)


rests_on(
    "BGS21.T6.1.F",
    "DIM.thresholds",
    "The class of thresholds over [k'/2 - 1] \"is known to have Littlestone dimension lower bounded by log(k'/4)\" "
    "(Littlestone): for k = 5 + j",
    f"{TIGHTNESS}, the class F",
)


rests_on(
    "BGS21.T6.1.F.corrected",
    "DIM.thresholds",
    "The last binary restriction of F is the class of thresholds, of Littlestone dimension at least log2(k'/4)",
    f"{TIGHTNESS}, the class F",
)


rests_on(
    "BGS21.T6.1",
    "BGS21.T6.1.ineq",
    "d_1 >= log(k/4) >= (1/10) log(k+1) for k >= 5",
    f"{TIGHTNESS}, sentence before Claim 6.2",
)


rests_on(
    "BGS21.T6.1",
    "BGS21.C6.2",
    "Claim 6.2 is used for F, with D = (1/10) log(k+1) and ell = d, for k >= 5 and d >= 1",
    f"{TIGHTNESS}, last paragraph",
)


# ---- Claim 6.2: MLD(H') is at most ell d


rests_on(
    "BGS21.C6.2",
    "BGS21.C6.2.eq8",
    "MLD(H') <= ell d is one half of MLD(H') = ell d: for two copies",
    f"{AMPLIFICATION}, second part of the last paragraph",
)


rests_on("BGS21.C6.2.eq8", "BGS21.ALG.COPIES", "A errs at most ell d times", f"{AMPLIFICATION}, second paragraph")
rests_on(
    "BGS21.ALG.COPIES",
    "BGS21.ALG.SOA.mistakes",
    "each A_j errs at most MLD(H) times; taken for granted: each A_j sees a sequence realizable by H, as its "
    "examples are those of one f_j",
    f"{AMPLIFICATION}, second paragraph",
)


@uses("BGS21.C6.2.eq8", "BGS21.ALG.SOA.mistakes", f"{AMPLIFICATION}, third paragraph", name="lower")
def every_learner_of_the_copies_errs_mld_times(mld: Natural, mistakes: Natural, ell: Natural, d: Natural) -> Use:
    """MLD(H') bounds the mistakes of every deterministic learner for H' from below (Daniely et al.), and those of A are
    at most ell d."""
    return Use(given=mistakes <= ell * d, says=mld <= mistakes, gives=mld <= ell * d)


# ---- Claim 6.2: some binary restriction of H' is hard, and MLD(H') is at least ell d


rests_on(
    "BGS21.C6.2",
    "BGS21.C6.2.eq9",
    "H'|_i is the class of all (g_1, ..., g_ell) with g_j in H|_i, so that it holds the function (g_C1, ..., "
    "g_Cell): for two copies and the first bit",
    f"{AMPLIFICATION}, equation (9)",
)


rests_on(
    "BGS21.C6.2",
    "BGS21.C6.2.concat",
    "The concatenation is used for a tree shattered by H|_i, whose edges are 0 and 1 anyway: for two copies and "
    "the first bit",
    f"{AMPLIFICATION}, H'|_i shatters T''",
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


rests_on(
    "BGS21.C6.2",
    "BGS21.C6.2.lower",
    "At least ell d and at most ell d gives MLD(H') = ell d: for two copies",
    f"{AMPLIFICATION}, last paragraph",
    repair="BGS21.C6.2.lower.corrected",
)


rests_on(
    "BGS21.C6.2.lower",
    "BGS21.C6.2.concat",
    'The "similar argument" joins two copies of a tree that H shatters, whose edges may have any labels',
    f"{AMPLIFICATION}, last paragraph",
    repair="BGS21.C6.2.concat.corrected",
)


rests_on(
    "BGS21.C6.2.lower.corrected",
    "BGS21.C6.2.concat.corrected",
    "H' shatters T (x) T, of depth 2 d, so that MLD(H') >= ell d: for two copies",
    f"{AMPLIFICATION}, last paragraph",
)
