"""BGS21 section 5.3: what the proof of Theorem 3.4 uses."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.dimensions import psi_n
from littlestone.spec.notation import *
from littlestone.spec.unknowns.notions import notion

FIFTH = Fraction(1, 5)
PLACE = "section 5.3"


@notion
def map_dimension(H: ConceptClass) -> Number:
    """d_B = Psi^B_LD(H)."""
    return psi_littlestone_dimension(H, psi_b(H.labels))


# ---- The two dimensions


@uses("BGS21.T3.4", "BGS21.L4.5", f"{PLACE}, first paragraph", name="dimension")
def mld_is_the_dimension_of_pairs(H: Multiclass) -> Use:
    """d = MLD(H) is Psi^N_LD(H), which Claim 4.7 bounds by d_B."""
    return Use({"H": H}, gives=multiclass_littlestone_dimension(H) == psi_littlestone_dimension(H, psi_n(H.labels)))


@uses("BGS21.T3.4", "BGS21.C4.7", f"{PLACE}, second paragraph", opaque=("psi_littlestone_dimension",))
def mld_is_at_most_the_dimension_of_maps(H: Multiclass) -> Use:
    """By Lemma 4.5 and Claim 4.7 d <= d_B."""
    on_pairs = psi_littlestone_dimension(H, psi_n(H.labels))
    d = multiclass_littlestone_dimension(H)
    return Use({"H": H}, given=d == on_pairs, gives=d <= map_dimension(H))


@uses("BGS21.T3.4", "BGS21.T3.4.zero", f"{PLACE}, first paragraph: d_B = 0", opaque=("largest_bit_dimension",))
def the_theorem_is_trivial_at_zero(H: Multiclass) -> Use:
    """At d_B = 0 the print says that d <= d_B; the theorem needs that the bits have dimension 0 as well, as H is one
    function."""
    return Use({"H": H}, given=map_dimension(H) <= 0, gives=largest_bit_dimension(H) <= six_d_ln(H, 6))


# ---- Equation (6)


rests_on(
    "BGS21.T3.4",
    "BGS21.T3.4.eq6",
    "2^{d_B} <= (e k d_B / d)^d (Equation (6) without its middle, at d_B > 0. It divides by d: that d > 0 follows "
    "from d_B > 0 is used and not said); taken for granted: d_B is finite; where it is not, that the same is said "
    "of a shattered tree of every depth n >= d in its place",
    f"{PLACE}, equation (6)",
)
rests_on(
    "BGS21.T3.4.eq6",
    "BGS21.L5.11",
    "2^{d_B} <= N(0, H, d_B); taken for granted: d_B is finite; where it is not, that the same is said of a "
    "shattered tree of every depth n >= d in its place",
    f"{PLACE}, equation (6)",
)
rests_on(
    "BGS21.T3.4.eq6",
    "BGS21.T5.6",
    "N(0, H, d_B) <= (e k d_B / d)^d (Theorem 5.6 at n = d_B, which asks for n >= d, and for d > 0 in its second "
    "inequality; here d_B > 0); taken for granted: d_B is finite; where it is not, that the same is said of a "
    "shattered tree of every depth n >= d in its place",
    f"{PLACE}, equation (6)",
)


# ---- The chain of implications


@uses("BGS21.T3.4.chain", "BGS21.T3.4.lnineq", f"{PLACE}, second implication of the chain")
def the_logarithm_is_replaced_by_its_tangent(d_B: PositiveReal, d: PositiveReal, k: AtLeastOne, y: PositiveReal) -> Use:
    """ln x <= x y - ln(e y) at x = d_B / d, times d."""
    before, after = ln(d_B / d), y * (d_B / d) - ln(EULER * y)
    return Use({"x": d_B / d, "y": y}, gives=d * (before + ln(EULER * k)) <= d * (after + ln(EULER * k)))


@uses("BGS21.T3.4", "BGS21.T3.4.chain", f"{PLACE}, the chain of implications, at y = 1/5")
def the_dimension_is_bounded_by_a_logarithm(d_B: AtLeastOne, d: AtLeastOne, k: AtLeastOne) -> Use:
    """From equation (6) d_B <= d ln(5k) / (ln 2 - 1/5): y = 1/5 is positive and below ln 2."""
    bounded = d_B <= 1 / (ln(2) - FIFTH) * d * ln(5 * k)
    size = 2**d_B <= (EULER * k * d_B / d) ** d
    return Use({"d_B": d_B, "d": d, "k": k, "y": FIFTH}, given=size, gives=bounded)


@uses("BGS21.T3.4", "BGS21.T3.4.y", f'{PLACE}, "setting y = 1/5"')
def one_fifth_is_set(d_B: AtLeastOne, d: AtLeastOne, k: AtLeastOne) -> Use:
    """d_B <= d ln(5k) / (ln 2 - 1/5) gives d_B <= 6 d ln(k+1)."""
    bounded = d_B <= 1 / (ln(2) - FIFTH) * d * ln(5 * k)
    return Use({"k": k}, given=bounded, gives=d_B <= 6 * d * ln(k + 1))


# ---- The last line


@uses(
    "BGS21.T3.4.final",
    "BGS21.C4.6",
    f"{PLACE}, last line",
    opaque=(
        "largest_bit_dimension",
        "littlestone_dimension",
        "psi_littlestone_dimension",
        "uniform_psi_littlestone_dimension",
    ),
)
def the_bits_are_below_their_maps(H: Multiclass) -> Use:
    """max_i d_i <= Psi^bin_LD(H)."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= psi_littlestone_dimension(H, psi_bin(H.labels)))


@uses("BGS21.T3.4.final", "BGS21.C4.7", f"{PLACE}, last line", opaque=("psi_littlestone_dimension",))
def the_bits_are_among_all_maps(H: Multiclass) -> Use:
    """Psi^bin_LD(H) <= d_B."""
    return Use({"H": H}, gives=psi_littlestone_dimension(H, psi_bin(H.labels)) <= map_dimension(H))


@uses("BGS21.T3.4.final", "BGS21.T3.4.y", f"{PLACE}, last line")
def the_dimension_of_maps_is_bounded(H: Multiclass) -> Use:
    """d_B <= 6 d ln(k+1)."""
    return Use({"k": Real.of(H.k)}, gives=map_dimension(H) <= six_d_ln(H, 6))


@uses(
    "BGS21.T3.4",
    "BGS21.T3.4.final",
    f"{PLACE}, last line",
    opaque=("largest_bit_dimension", "littlestone_dimension", "psi_littlestone_dimension"),
)
def the_ends_of_the_last_line(H: Multiclass) -> Use:
    """The theorem is the last line without its middle."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= six_d_ln(H, 6))
