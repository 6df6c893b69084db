"""BGS21 sections 5.2 and 5.3: what the proofs of the lower bound on covers and of Theorem 3.4 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.dimensions import psi_n
from littlestone.spec.notation import *

LOWER_BOUND = "proof of Lemma 5.11, section 5.2"
PIECES = "proof of Theorem 3.4, section 5.3"
Y = Fraction(1, 5)


def of_all_maps(H: ConceptClass) -> Number:
    """d_B, the Psi^B-Littlestone dimension."""
    return psi_littlestone_dimension(H, psi_b(H.labels))


# ---- Lemma 5.11


@uses("BGS21.L5.11", "BGS21.N5.0", f"{LOWER_BOUND}, first sentence")
def the_convention_is_the_case_of_dimension_0(H: ExplicitClass) -> Use:
    """The case d = 0 "follows trivially from the convention"."""
    return Use({"H": H}, gives=cover_function(H, 0) >= 2**0)


@uses(
    "BGS21.L5.11",
    "BGS21.ALG.TRANS",
    f"{LOWER_BOUND}, construction of T'",
    draws="any 0-cover of T' has a tree of its own for each of the 2^d functions",
)
def no_tree_serves_two_of_the_functions(H: ExplicitClass) -> Use:
    """A shattered Psi^B-tree of depth d becomes an input tree T' on which no output tree serves two of the 2^d
    functions that realize its paths."""
    return Use({"H": H}, given=of_all_maps(H) >= 1)


# ---- Theorem 3.4


@uses("BGS21.T3.4", "BGS21.T3.4.zero", f"{PIECES}, second sentence")
def the_case_of_dimension_0_is_set_aside(H: ExplicitClass) -> Use:
    """The case d_B = 0 is "trivially true": then d = 0 and all d_i = 0."""
    return Use({"H": H}, given=of_all_maps(H) <= 0, gives=largest_bit_dimension(H) <= six_d_ln(H, 6))


@uses("BGS21.T3.4", "BGS21.T3.4.final", f"{PIECES}, last display")
def the_last_display_proves_the_theorem(H: ExplicitClass) -> Use:
    """max_i d_i <= Psi^bin_LD(H) <= d_B <= 6 d ln(k+1)."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= six_d_ln(H, 6))


@uses("BGS21.T3.4.zero", "BGS21.L4.5", f"{PIECES}, second sentence")
def mld_is_a_dimension_of_maps(H: ExplicitClass) -> Use:
    """d is the Psi^N-Littlestone dimension."""
    d = multiclass_littlestone_dimension(H)
    on_pairs = psi_littlestone_dimension(H, psi_n(H.labels))
    return Use({"H": H}, says=d == on_pairs, gives=(on_pairs <= 0).implies(d <= 0))


@uses("BGS21.T3.4.zero", "BGS21.C4.7", f"{PIECES}, second sentence")
def mld_is_a_lower_bound_for_d_b(H: ExplicitClass) -> Use:
    """With Lemma 4.5, d <= d_B, so that d_B = 0 gives d = 0."""
    d, on_pairs = multiclass_littlestone_dimension(H), psi_littlestone_dimension(H, psi_n(H.labels))
    return Use({"H": H}, given=(d == on_pairs) & (of_all_maps(H) <= 0), gives=d <= 0)


# ---- Equation (6)


@uses("BGS21.T3.4.eq6", "BGS21.L4.5", f"{PIECES}, third sentence")
def mld_is_the_dimension_of_pairs_in_equation_6(H: ExplicitClass) -> Use:
    """d = Psi^N_LD(H), for n = d_B >= d."""
    d = multiclass_littlestone_dimension(H)
    on_pairs = psi_littlestone_dimension(H, psi_n(H.labels))
    return Use({"H": H}, says=d == on_pairs, gives=(on_pairs <= of_all_maps(H)).implies(d <= of_all_maps(H)))


@uses("BGS21.T3.4.eq6", "BGS21.C4.7", f"{PIECES}, third sentence")
def the_dimension_of_maps_is_at_least_mld(H: ExplicitClass) -> Use:
    """With Lemma 4.5, n = d_B >= d."""
    d, on_pairs = multiclass_littlestone_dimension(H), psi_littlestone_dimension(H, psi_n(H.labels))
    return Use({"H": H}, given=d == on_pairs, gives=d <= of_all_maps(H))


@uses("BGS21.T3.4.eq6", "BGS21.T3.4.zero", f"{PIECES}, equation (6)")
def equation_6_divides_by_d(H: ExplicitClass) -> Use:
    """(6) divides by d, where the print has set aside d_B = 0 alone: d_B > 0 gives d > 0."""
    return Use({"H": H}, given=of_all_maps(H) >= 1, gives=multiclass_littlestone_dimension(H) >= 1)


@uses(
    "BGS21.T3.4.eq6",
    "BGS21.L5.11",
    f"{PIECES}, equation (6), first inequality",
    assumes="d_B is finite: the lemma has a dimension d, and the theorem takes that from MLD(H) = d, which is finite",
)
def covers_at_depth_d_b_are_large(H: ExplicitClass) -> Use:
    """2^{d_B} <= N(0, H, d_B)."""
    gives = all_of(is_b.implies(cover_function(H, b) >= 2**b) for b, is_b in of_all_maps(H).cases() if b >= 1)
    return Use({"H": H}, given=of_all_maps(H) >= 1, gives=gives)


@uses("BGS21.T3.4.eq6", "BGS21.T5.6", f"{PIECES}, equation (6), second inequality")
def covers_at_depth_d_b_are_small(H: ExplicitClass) -> Use:
    """Theorem 5.6 is used with n = d_B, which must be at least d, and d > 0, to give N(0, H, d_B) <= (e k d_B/d)^d."""
    d, d_B = multiclass_littlestone_dimension(H), of_all_maps(H)
    pairs = [(a, b, is_a & is_b) for a, is_a in d.cases() for b, is_b in d_B.cases() if 1 <= a <= b]
    gives = all_of(both.implies(cover_function(H, b) <= floor((EULER * H.k * b / a) ** a)) for a, b, both in pairs)
    return Use({"H": H}, given=d_B >= 1, needs=(d >= 1) & (d <= d_B), gives=gives)


# ---- The chain of implications, and the last display


@uses("BGS21.T3.4.chain", "BGS21.T3.4.lnineq", f"{PIECES}, second implication")
def the_tangent_is_used_at_the_quotient(d_B: PositiveReal, d: PositiveReal, y: PositiveReal) -> Use:
    """ln x <= x y - ln(e y) is used at x = d_B / d."""
    return Use({"x": d_B / d, "y": y}, gives=ln(d_B / d) <= y * (d_B / d) - ln(EULER * y))


@uses("BGS21.T3.4.final", "BGS21.T3.4.eq6", f"{PIECES}, the chain of implications")
def the_middle_man_is_removed(H: ExplicitClass) -> Use:
    """The middle man is removed from (6): 2^{d_B} <= (e k d_B/d)^d, for d >= 1."""
    d, d_B = multiclass_littlestone_dimension(H), of_all_maps(H)
    pairs = [(a, b, is_a & is_b) for a, is_a in d.cases() for b, is_b in d_B.cases() if 1 <= a <= b]
    gives = all_of(both.implies(2**b <= floor((EULER * H.k * b / a) ** a)) for a, b, both in pairs)
    return Use({"H": H}, given=d >= 1, gives=gives)


@uses("BGS21.T3.4.final", "BGS21.T3.4.chain", f"{PIECES}, the choice of y")
def the_chain_is_used_at_one_fifth(d_B: PositiveInteger, d: PositiveInteger, k: PositiveInteger) -> Use:
    """With y = 1/5 < ln 2 the chain ends with d_B <= d ln(5 k) / (ln 2 - 1/5)."""
    given = 2**d_B <= (EULER * k * d_B / d) ** d
    gives = d_B <= 1 * (1 / (ln(2) - Y)) * d * ln(k / Y)
    return Use({"d_B": d_B, "d": d, "k": k, "y": Y}, given=given, gives=gives)


@uses("BGS21.T3.4.final", "BGS21.T3.4.y", f"{PIECES}, the choice of y")
def one_fifth_gives_six(d_B: PositiveReal, d: PositiveReal, k: PositiveInteger) -> Use:
    """d_B <= d ln(5 k) / (ln 2 - 1/5) gives d_B <= 6 d ln(k+1)."""
    given = d_B <= d * ((1 / (ln(2) - Y)) * ln(k / Y))
    return Use({"k": k}, given=given, gives=d_B <= d * (ln(k + 1) * 6))


@uses("BGS21.T3.4.final", "BGS21.C4.6", f"{PIECES}, last display")
def bits_are_below_the_dimension_of_bits(H: ExplicitClass) -> Use:
    """max_i d_i <= Psi^bin_LD(H)."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= psi_littlestone_dimension(H, psi_bin(H.labels)))


@uses("BGS21.T3.4.final", "BGS21.C4.7", f"{PIECES}, last display")
def the_dimension_of_bits_is_below_that_of_maps(H: ExplicitClass) -> Use:
    """Psi^bin_LD(H) <= d_B."""
    return Use({"H": H}, gives=psi_littlestone_dimension(H, psi_bin(H.labels)) <= of_all_maps(H))
