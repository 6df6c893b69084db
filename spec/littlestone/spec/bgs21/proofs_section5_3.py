"""BGS21 section 5.3: what the proof of Theorem 3.4 uses."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.dimensions import psi_n
from littlestone.spec.notation import *
from littlestone.spec.unknowns.notions import notion

PLACE = "section 5.3"


@notion
def map_dimension(H: ConceptClass) -> Number:
    """d_B = Psi^B_LD(H)."""
    return psi_littlestone_dimension(H, psi_b(H.labels))


# ---- The two dimensions


rests_on(
    "BGS21.T3.4",
    "BGS21.L4.5",
    "d = MLD(H) is Psi^N_LD(H), which Claim 4.7 bounds by d_B",
    f"{PLACE}, first paragraph",
    name="dimension",
)


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


rests_on(
    "BGS21.T3.4.chain",
    "BGS21.T3.4.lnineq",
    "ln x <= x y - ln(e y) at x = d_B / d, times d",
    f"{PLACE}, second implication of the chain",
)


rests_on(
    "BGS21.T3.4",
    "BGS21.T3.4.chain",
    "From equation (6) d_B <= d ln(5k) / (ln 2 - 1/5): y = 1/5 is positive and below ln 2",
    f"{PLACE}, the chain of implications, at y = 1/5",
)


rests_on(
    "BGS21.T3.4",
    "BGS21.T3.4.y",
    "d_B <= d ln(5k) / (ln 2 - 1/5) gives d_B <= 6 d ln(k+1)",
    f'{PLACE}, "setting y = 1/5"',
)


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


rests_on("BGS21.T3.4.final", "BGS21.T3.4.y", "d_B <= 6 d ln(k+1)", f"{PLACE}, last line")


@uses(
    "BGS21.T3.4",
    "BGS21.T3.4.final",
    f"{PLACE}, last line",
    opaque=("largest_bit_dimension", "littlestone_dimension", "psi_littlestone_dimension"),
)
def the_ends_of_the_last_line(H: Multiclass) -> Use:
    """The theorem is the last line without its middle."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= six_d_ln(H, 6))
