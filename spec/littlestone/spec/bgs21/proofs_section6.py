"""BGS21 section 6: what the proofs of Theorem 6.1 and Claim 6.2 use."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.constructions import amplified, gap_class, gap_points
from littlestone.spec.notation import *

TIGHTNESS = "proof of Theorem 6.1, section 6"
AMPLIFICATION = "proof of Claim 6.2, section 6"


def tenth(k: PositiveSize, d: Size) -> Real:
    """(d / 10) log2(k+1)."""
    return Fraction(1, 10) * d * log2(k + 1)


def is_as_claimed(H: ConceptClass, k: PositiveSize, d: Size) -> Truth:
    """H has MLD d and a binary restriction of Littlestone dimension at least (d / 10) log2(k+1)."""
    return (multiclass_littlestone_dimension(H) == d) & (largest_bit_dimension(H) >= tenth(k, d))


# ---- Theorem 6.1


@uses("BGS21.T6.1", "BGS21.T5.6.base1", f"{TIGHTNESS}, d = 0")
def a_class_of_dimension_0_has_single_restrictions(H: ExplicitClass) -> Use:
    """A class with MLD(H) = 0 is a single function, so that all its binary restrictions have dimension 0."""
    given = multiclass_littlestone_dimension(H) <= 0
    return Use({"H": H}, given=given, gives=largest_bit_dimension(H) == 0)


@uses("BGS21.T6.1", "BGS21.T6.1.triv", f"{TIGHTNESS}, k = 1, ..., 4")
def a_binary_class_serves_few_labels(k: PositiveSize, d: Size) -> Use:
    """Any binary class of dimension d serves for k = 1, ..., 4: here the d independent bits."""
    bits = amplified(explicit([(0,), (1,)]), int(d)) if d else explicit([(0,)], labels=2)
    return Use({"H": bits}, given=as_truth(k <= 4), gives=as_truth(k > 4) | is_as_claimed(tight_class(k, d), k, d))


@uses("BGS21.T6.1", "BGS21.T6.1.F", f"{TIGHTNESS}, d = 1 and k >= 5", repair="BGS21.T6.1.F.corrected")
def the_gap_class_has_a_hard_bit(j: Size) -> Use:
    """For k = 5 + j the class F has MLD 1 and max_i Ldim(F|_i) >= MLD(F) log(k/4)."""
    k = j + 5
    F = gap_class(k)
    gives = (multiclass_littlestone_dimension(F) == 1) & (largest_bit_dimension(F) >= log2(k / 4))
    return Use({"j": j}, gives=gives)


@uses("BGS21.T6.1", "BGS21.T6.1.unused", f"{TIGHTNESS}, k even")
def the_label_that_f_does_not_use_is_harmless(j: Size) -> Use:
    """For even k the class F has k labels, and one is added that is never used: for k = 6 + 2 j."""
    k = j * 2 + 6
    F, used = gap_class(k), explicit(gap_class(k).functions(), labels=int(k))
    same = multiclass_littlestone_dimension(F) == multiclass_littlestone_dimension(used)
    return Use({"H": used}, gives=same & (largest_bit_dimension(F) == largest_bit_dimension(used)))


@uses("BGS21.T6.1.F", "DIM.thresholds", f"{TIGHTNESS}, the class F")
def thresholds_are_known_to_be_hard(j: Size) -> Use:
    """The class of thresholds over [k'/2 - 1] "is known to have Littlestone dimension lower bounded by log(k'/4)"
    (Littlestone): for k = 5 + j."""
    m = gap_points(int(j) + 5)
    thresholds = explicit(threshold_functions(m))
    return Use({"H": thresholds}, gives=littlestone_dimension(thresholds) >= log2(Fraction(m, 2)))


@uses("BGS21.T6.1.F.corrected", "DIM.thresholds", f"{TIGHTNESS}, the class F")
def thresholds_on_the_last_bit_are_hard(j: Size) -> Use:
    """The last binary restriction of F is the class of thresholds, of Littlestone dimension at least log2(k'/4)."""
    return thresholds_are_known_to_be_hard(j)


@uses("BGS21.T6.1", "BGS21.T6.1.ineq", f"{TIGHTNESS}, sentence before Claim 6.2")
def the_quarter_has_a_tenth_of_the_bits(d_1: FromZero, k: PositiveInteger) -> Use:
    """d_1 >= log(k/4) >= (1/10) log(k+1) for k >= 5."""
    given = (k >= 5) & (d_1 >= log2(k / 4))
    return Use({"k": k}, given=given, gives=d_1 >= Fraction(1, 10) * log2(k + 1))


@uses("BGS21.T6.1", "BGS21.C6.2", f"{TIGHTNESS}, last paragraph")
def the_gap_of_f_is_amplified(k: PositiveSize, d: Size) -> Use:
    """Claim 6.2 is used for F, with D = (1/10) log(k+1) and ell = d, for k >= 5 and d >= 1."""
    large = as_truth(k >= 5) & (d >= 1)
    F = gap_class(max(int(k), 5))
    gives = as_truth(k < 5) | (d < 1) | is_as_claimed(amplified(F, max(int(d), 1)), k, d)
    return Use({"H": F}, given=large & is_as_claimed(F, k, Integer(1)), needs=d >= 1, gives=gives)


# ---- Claim 6.2: MLD(H') is at most ell d


@uses("BGS21.C6.2", "BGS21.C6.2.eq8", f"{AMPLIFICATION}, second part of the last paragraph")
def mld_of_the_copies_is_bounded(H: ExplicitClass) -> Use:
    """MLD(H') <= ell d is one half of MLD(H') = ell d: for two copies."""
    d = multiclass_littlestone_dimension(H)
    return Use({"H": H}, gives=multiclass_littlestone_dimension(amplified(H, 2)) <= d * 2)


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


@uses("BGS21.C6.2", "BGS21.C6.2.eq9", f"{AMPLIFICATION}, equation (9)")
def restrictions_of_copies_are_products(H: ExplicitClass) -> Use:
    """H'|_i is the class of all (g_1, ..., g_ell) with g_j in H|_i, so that it holds the function (g_C1, ..., g_Cell):
    for two copies and the first bit."""
    bit, copies = binary_restriction(H, 1), binary_restriction(amplified(H, 2), 1)
    pairs = [(f + g, a & b) for f, a in bit.members() for g, b in bit.members()]
    return Use({"H": H}, gives=all_of(truth.implies(copies.contains(h)) for h, truth in pairs))


@uses(
    "BGS21.C6.2",
    "BGS21.C6.2.concat",
    f"{AMPLIFICATION}, H'|_i shatters T''",
    repair="BGS21.C6.2.concat.corrected",
)
def copies_of_a_restriction_shatter_the_joined_tree(H: ExplicitClass) -> Use:
    """The concatenation is used for a tree shattered by H|_i, whose edges are 0 and 1 anyway: for two copies and the
    first bit."""
    bit = binary_restriction(H, 1)
    depth_of_bit = littlestone_dimension(bit)
    return Use({"H": bit}, gives=littlestone_dimension(amplified(bit, 2)) >= depth_of_bit * 2)


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
)
def mld_of_the_copies_is_what_it_must_be(H: ExplicitClass) -> Use:
    """At least ell d and at most ell d gives MLD(H') = ell d: for two copies."""
    d, D = multiclass_littlestone_dimension(H), multiclass_littlestone_dimension(amplified(H, 2))
    return Use({"H": H}, given=d * 2 >= D, gives=d * 2 == D)


@uses(
    "BGS21.C6.2.lower",
    "BGS21.C6.2.concat",
    f"{AMPLIFICATION}, last paragraph",
    repair="BGS21.C6.2.concat.corrected",
)
def a_similar_argument_joins_trees_of_the_class(H: ExplicitClass) -> Use:
    """The "similar argument" joins two copies of a tree that H shatters, whose edges may have any labels."""
    d = multiclass_littlestone_dimension(H)
    return Use({"H": H}, gives=multiclass_littlestone_dimension(amplified(H, 2)) >= d * 2)


@uses("BGS21.C6.2.lower.corrected", "BGS21.C6.2.concat.corrected", f"{AMPLIFICATION}, last paragraph")
def trees_of_the_class_are_joined_with_their_edges(H: ExplicitClass) -> Use:
    """H' shatters T (x) T, of depth 2 d, so that MLD(H') >= ell d: for two copies."""
    return a_similar_argument_joins_trees_of_the_class(H)
