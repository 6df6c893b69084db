"""BGS21 section 3.2: what Corollary 3.5, Theorem 3.7 and the announcements after Theorem 3.4 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

TIGHTNESS = "paragraph after Theorem 3.4, section 3.2"
SUBSTITUTION = "proof of Theorem 3.7, section 3.2"
LAST = f"{SUBSTITUTION}, last sentence"
CITED = "for Theorem 3.6, which is cited"
BITS_UNKNOWN = ("largest_bit_dimension", "littlestone_dimension")


# ---- Tightness


rests_on("BGS21.S3.2", "BGS21.T6.1", "Theorem 6.1 gives Omega(d log(k+1)), the print says O", TIGHTNESS)
rests_on("BGS21.S3.2.reverse", "BGS21.T7.1", "the sentence is Theorem 7.1, with its log(k+1)", TIGHTNESS)
rests_on("BGS21.S3.2.reverse", "BGS21.T7.2", "tight for some class", TIGHTNESS, repair="BGS21.T7.2.corrected")


@uses("BGS21.S3.2.reverse.corrected", "BGS21.T7.1.corrected", TIGHTNESS, opaque=BITS_UNKNOWN)
def section_7_with_whole_bits(H: Multiclass) -> Use:
    """Theorem 7.1 with ceil(log2(k+1)) bits."""
    d = multiclass_littlestone_dimension(H)
    return Use({"H": H}, gives=d <= Bits(H.labels).length * largest_bit_dimension(H))


# ---- Corollary 3.5


rests_on("BGS21.COR3.5", "BGS21.COR3.3", "sum_i SC(d_i, alpha / L, beta / L) samples", "Corollary 3.5, section 3.2")


@uses("BGS21.COR3.5", "BGS21.T3.4", "before Corollary 3.5, section 3.2")
def every_dimension_is_replaced_by_the_bound(H: Multiclass) -> Use:
    """By Theorem 3.4 d_i <= 6 d ln(k+1), so that SC(d_i, ...) is replaced by SC(6 d ln(k+1), ...) in every term: here
    for the bounds d' + 1, d'^6, and d' at integers and 0 elsewhere."""
    return Use({"H": H}, gives=all_of(bits_cost_at_most(H, SC) for SC in (linear, sixth_power, integers_only)))


@correction(
    "BGS21.COR3.5.from.T3.4.conclusion",
    "the larger dimension may stand for the smaller one in a bound that is nondecreasing on the reals: 6 d ln(k+1) is "
    "no integer",
    caps="SC(d') is d' + 1 or d'^6",
    factor=Constant(6, mutants=(1,)),
)
def every_dimension_is_replaced_in_a_nondecreasing_bound(H: Multiclass, factor: int) -> Truth:
    """sum_i SC(d_i) <= ceil(log2(k+1)) SC(6 d ln(k+1)) for SC nondecreasing on the reals."""
    return all_of(bits_cost_at_most(H, SC, factor) for SC in (linear, sixth_power))


@uses("BGS21.COR3.5.corrected", "BGS21.T3.4", "Corollary 3.5, section 3.2, corrected", opaque=BITS_UNKNOWN)
def each_bit_has_at_most_that_dimension(H: Multiclass) -> Use:
    """By Theorem 3.4 all d_j are at most 6 d ln(k+1)."""
    return Use({"H": H}, gives=largest_bit_dimension(H) <= six_d_ln(H, 6))


@uses("BGS21.COR3.5.corrected", "BGS21.T3.1.corrected", "Corollary 3.5, section 3.2, corrected")
def the_bits_are_learned_together(
    L: PositiveInteger,
    alpha: PositiveUnit,
    beta: Unit,
    most: FromZero,
    taken: FromZero,
    errs: FromZero,
    epsilon: FromZero,
    delta: Unit,
) -> Use:
    """Each bit at alpha / L and beta / L on at most ``most`` rows: A errs by alpha, fails with beta, and is (epsilon,
    delta)-private on L times as many rows."""
    at = {"bits": L, "share": alpha / L, "errs": errs, "rows": L * most, "taken": taken, "betas": L * (beta / L)}
    line = (errs <= alpha) & (taken <= L * most)
    return Use(
        {**at, "epsilon": epsilon, "delta": delta},
        gives=lambda b: all_of([line, b.fails <= beta, b.epsilon <= epsilon, b.delta <= delta]),
    )


# ---- Theorem 3.6


rests_on("BGS21.T3.6", "BGS21.ALG.EXPLEARN", "finite classes have private learners", CITED)
rests_on("BGS21.T3.6", "BGS21.ALG.EXPLEARN.accuracy", "finite classes have accurate private learners", CITED)


# ---- Theorem 3.7


rests_on("BGS21.T3.7", "BGS21.CORA.3", "SC of binary classes, at positive epsilon, delta, alpha, beta", SUBSTITUTION)
rests_on("BGS21.T3.7", "BGS21.COR3.5", "with SC(0, ...) = 0", LAST, repair="BGS21.COR3.5.corrected")
rests_on("BGS21.T3.7", "BGS21.T3.7.powers", "d^6 log^8 / alpha, up to the factor 8700", LAST)
rests_on("BGS21.T3.7", "BGS21.F1.bits", "log(k+1) stands for the number of bits, up to 35/27", LAST)
rests_on("BGS21.T3.7", "BGS21.CORA.3.zero", "at d = 0 each restriction is one function", SUBSTITUTION, name="singleton")


@uses("BGS21.T3.7", "BGS21.T3.7.substitution", LAST)
def the_logarithm_of_the_result(inner: FromZero, outer: FromZero) -> Use:
    """The logarithm at d' = 6 d ln(k+1), alpha / L and beta / L is at most 5/2 that of the theorem, ``outer``, and its
    fourth power at most 40 times, since it is not negative."""
    return Use({"inner": inner, "outer": outer}, gives=inner**4 <= 40 * outer**4)


@uses("BGS21.T3.7.substitution", "BGS21.F1.bits", f"{SUBSTITUTION}: the logarithm")
def the_ratio_of_bits_in_the_logarithm(X: AtLeastFour, u: PositiveReal) -> Use:
    """u = L / log2(k+1), here at log2(k+1) = 1, is at most 35/27, so that the logarithm grows by 5/2."""
    return Use({"L": u, "log": Real.of(1)}, gives=ln(6 * ln(2) * u**2 * X) <= Fraction(5, 2) * ln(X))


@uses("BGS21.T3.7.powers", "BGS21.F1.bits", f"{SUBSTITUTION}: the powers")
def the_ratio_of_bits_in_the_powers(d: AtLeastOne, log: AtLeastOne, L: AtLeastOne, alpha: PositiveUnit) -> Use:
    """L <= 35/27 log2(k+1) bits cost L d'^6 / (alpha / L) <= 8700 d^6 log^8 / alpha."""
    cost = L * (6 * d * (ln(2) * log)) ** 6 * (L / alpha)
    return Use({"L": L, "log": log}, gives=cost <= 8700 * (d**6 * log**8 / alpha))
