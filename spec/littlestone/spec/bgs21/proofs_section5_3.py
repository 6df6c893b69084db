"""BGS21 section 5.3: what the proof of Theorem 3.4 uses."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.dimensions import psi_n
from littlestone.spec.notation import *
from littlestone.spec.unknowns.notions import notion

PLACE = "section 5.3"
EQUATION_6 = f"{PLACE}, equation (6)"
FINITE = "infinite d_B: at every n >= d"
ALL_UNKNOWN = ("largest_bit_dimension", "littlestone_dimension", "psi_littlestone_dimension")
AnyReal = Annotated[Real, Reals()]


@notion
def map_dimension(H: ConceptClass) -> Number:
    """d_B = Psi^B_LD(H)."""
    return psi_littlestone_dimension(H, psi_b(H.labels))


# ---- The two dimensions


rests_on("BGS21.T3.4", "BGS21.L4.5", "d = MLD(H) is Psi^N_LD(H)", f"{PLACE}, first paragraph", name="dimension")


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


rests_on("BGS21.T3.4", "BGS21.T3.4.eq6", f"2^{{d_B}} <= (e k d_B / d)^d, where d > 0; {FINITE}", EQUATION_6)
rests_on("BGS21.T3.4.eq6", "BGS21.L5.11", f"2^{{d_B}} <= N(0, H, d_B); {FINITE}", EQUATION_6)
rests_on("BGS21.T3.4.eq6", "BGS21.T5.6", f"N(0, H, d_B) <= (e k d_B / d)^d, at n = d_B >= d > 0; {FINITE}", EQUATION_6)


# ---- The chain of implications


@uses("BGS21.T3.4.chain", "BGS21.T3.4.lnineq", f"{PLACE}, second implication of the chain")
def the_logarithm_is_replaced_by_its_tangent(
    d_B: PositiveReal, d: PositiveReal, k: AtLeastOne, y: PositiveReal, log: AnyReal
) -> Use:
    """ln x <= x y - ln(e y) at x = d_B / d, times d."""
    after = y * (d_B / d) - ln(EULER * y)
    return Use({"x": d_B / d, "y": y, "log": log}, gives=d * (log + ln(EULER * k)) <= d * (after + ln(EULER * k)))


@uses("BGS21.T3.4", "BGS21.T3.4.chain", f"{PLACE}, the chain of implications, at y = 1/5")
def the_dimension_is_bounded_by_a_logarithm(
    d_B: AtLeastOne, d: AtLeastOne, upper: FromZero, bound: FromZero, D: Natural
) -> Use:
    """From equation (6) d_B <= d ln(5k) / (ln 2 - 1/5), here d times the ``bound``, and so are all d_i <= d_B."""
    at = {"lower": d_B * ln(2), "upper": upper, "d_B": d_B, "d": d, "bound": bound}
    return Use(at, given=(d_B * ln(2) <= upper) & (d_B >= D), gives=d * bound >= D)


@uses("BGS21.T3.4", "BGS21.T3.4.y", f'{PLACE}, "setting y = 1/5"')
@uses("BGS21.T3.4.final", "BGS21.T3.4.y", f"{PLACE}, last line")
def one_fifth_is_set(d_B: AtLeastOne, d: AtLeastOne, bound: FromZero, log: FromZero) -> Use:
    """d_B <= d ln(5k) / (ln 2 - 1/5), here d times the ``bound``, gives d_B <= 6 d ln(k+1)."""
    return Use({"bound": bound, "log": log}, given=d_B <= d * bound, gives=d_B <= 6 * d * log)


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


@uses("BGS21.T3.4", "BGS21.T3.4.final", f"{PLACE}, last line", opaque=ALL_UNKNOWN)
def the_ends_of_the_last_line(H: Multiclass) -> Use:
    """The theorem is the last line without its middle."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= six_d_ln(H, 6))
