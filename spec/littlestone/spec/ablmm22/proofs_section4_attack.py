"""ABLMM22 section 4.2.3, second half, and 4.1: what the proof of Lemma 21 uses, and the overview.

T = 10^3 m^2 log^2 m - 1 steps of binary search and D = 10^2 m^2 log T draws; m is even, and so m >= 2.
"""

from littlestone.spec.notation import *

Lemma21 = "section 4.2.3, proof of Lemma 21"
OVERVIEW = "section 4.1"
TWO_THIRDS = Fraction(2, 3)
FromTheLeastT = Annotated[Real, Reals(low=3999)]


def steps(m: Real) -> Real:
    """T = 10^3 m^2 log^2 m - 1."""
    return 1000 * m**2 * log2(m) ** 2 - 1


# ---- Lemma 21

rests_on("ABLMM22.L21", "ABLMM22.L20", "close P_1, ..., P_n with the level r", f"{Lemma21}, first sentence")


@uses("ABLMM22.L21", "ABLMM22.L13", Lemma21, draws="Q_i and Q_j are (0.1 D, D delta)-indistinguishable")
def the_powers_are_indistinguishable(j: PositiveSize) -> Use:
    """Lemma 13 is used with k = D = 10^2 m^2 log T, which it takes to be a natural number; here m = 2j."""
    m = Real.of(2 * j)
    draws = 100 * m**2 * log2(steps(m))
    return Use(needs=draws <= floor(draws))


@correction(
    "ABLMM22.L21.from.L13.premise",
    "D is no natural number (at m = 2 it is 400 log 3999), and neither is T unless m is a power of 2: they must be "
    "rounded, D up and T down, which the last display affords (ABLMM22.L21.fewer.eqC)",
    more=Constant(1, mutants=(0,)),
)
def the_draws_can_be_rounded_up(j: PositiveSize, more: int) -> Truth:
    """ceil(D) draws are a natural number of them, at least D and below D + 1; here m = 2j."""
    m = Real.of(2 * j)
    draws = 100 * m**2 * log2(steps(m))
    return (draws <= floor(draws) + more) & (floor(draws) + more <= draws + 1)


rests_on("ABLMM22.L21", "ABLMM22.D.ind.range", "0.1 D is far above 1", Lemma21, repair="ABLMM22.D.ind.range.corrected")
rests_on("ABLMM22.L21", "ABLMM22.L21.vbar", "fractions of +1 are apart", Lemma21, repair="ABLMM22.L21.vbar.corrected")
rests_on("ABLMM22.L21", "ABLMM22.L21.outcomes", "2^(T-1) events E_i", Lemma21, repair="ABLMM22.L21.outcomes.corrected")
rests_on("ABLMM22.L21", "ABLMM22.L21.B", "B(v) = i where all probes are right", f"{Lemma21}, fourth paragraph")


@uses("ABLMM22.L21", "PROB.hoeffding", f"{Lemma21}, fourth paragraph")
@uses("ABLMM22.L21.eqA", "PROB.hoeffding", f"{Lemma21}, its second display")
def hoeffding_at_the_printed_draws(m: AtLeastTwo, T: AtLeastTwo) -> Use:
    """ "A standard application of Chernoff inequality" is Hoeffding's: T probes, each wrong with its probability at t =
    1/(10m) and D = 10^2 m^2 log T draws, leave 2/3."""
    at = {"n": 100 * m**2 * log2(T), "t": 1 / (10 * m)}
    return Use(at, gives=lambda b: 1 - T * b.fails >= TWO_THIRDS)


@uses("ABLMM22.L21", "PROB.union", Lemma21, draws="B = i but for T wrong probes")
def all_probes_are_right(T: AtLeastOne, wrong: Unit) -> Use:
    """The union bound over the probes: the search misses i with probability at most T times that of one wrong probe;
    the last probe is i itself, so that T - 1 are enough."""
    return Use({"chances": T * wrong}, times=1)


@uses("ABLMM22.L21", "ABLMM22.L21.eqA", f"{Lemma21}, its second display")
def the_event_has_probability_two_thirds(missed: Unit, more: FromZero) -> Use:
    """1 - T exp(-2 log T) >= 2/3 is what Q_i(E_i) >= 2/3 is drawn from; here T exp(-2 log T) = missed + more."""
    return Use({"missed": missed + more}, gives=1 - missed >= TWO_THIRDS)


@adds_up("ABLMM22.L21", f"{Lemma21}, its second display")
def the_search_fails_with_probability_a_third(T: AtLeastOne, wrong: Unit) -> Total:
    """All wrong probes together have a probability of at most 1/3, where each has at most 1/(3T)."""
    return Total(fails=Fraction(1, 3), given=wrong * T <= Fraction(1, 3))


@uses("ABLMM22.L21", "ABLMM22.L21.eq1", f"{Lemma21}, Equation (1)", draws="Q_j(E_i) >= (1/2) exp(-0.1 D)")
def equation_one_is_used_with_the_printed_delta(j: PositiveSize, a: AtLeastOne, q: FromZero) -> Use:
    """Equation (1) needs D delta <= 1/6: it is used at D = 10^2 m^2 log T and delta = 1/(10^3 m^2 log m), where D delta
    = log T/(10 log m); here m = 2j."""
    m = Real.of(2 * j)
    return Use({"a": a, "d": log2(steps(m)) / (10 * log2(m)), "q": q})


@correction(
    "ABLMM22.L21.from.L21.eq1.premise",
    "D delta = log T/(10 log m) is above 1/5 for every m (ABLMM22.L21.eqD.never); with D = 50 m^2 ln(3T) draws it is "
    "at most 1/2, and there is 1/6 where the print has 1/2 (ABLMM22.L21.eqD.corrected, L21.fewer.eqC)",
    most=Constant(HALF, stronger="smaller", mutants=(Fraction(1, 6),)),
)
def fewer_draws_have_a_small_share(j: PositiveSize, most: Fraction) -> Truth:
    """D delta = ln(3T)/(20 log m) <= 1/2 for D = 50 m^2 ln(3T) and delta = 1/(10^3 m^2 log m); here m = 2j."""
    m = Real.of(2 * j)
    return ln(3 * steps(m)) <= most * 20 * log2(m)


@uses("ABLMM22.L21", "ABLMM22.L21.eqC", f"{Lemma21}, its third display")
def the_events_are_too_likely(loss: FromZero, T: AtLeastTwo, more: FromZero) -> Use:
    """2^{T-1} e^{-0.1 D} > 1 contradicts 1 >= Q_j(union of the E_i) >= 2^T (1/2) e^{-0.1 D}; the loss is 0.1 D, in
    logarithms."""
    return Use({"loss": loss, "T": T}, gives=(T - 1) * ln(2) - loss + more > 0)


@uses("ABLMM22.L21", "ABLMM22.L21.eqD", f"{Lemma21}, its last sentence", repair="ABLMM22.L21.eqD.corrected")
def a_sixth_is_left(logarithm: FromZero, L: AtLeastOne) -> Use:
    """2/3 - D delta is at least 1/6, where the print has 1/2: D delta = ln(3T)/(20 log m), L = log m."""
    return Use({"logarithm": logarithm, "L": L}, gives=TWO_THIRDS - logarithm / (20 * L) >= Fraction(1, 6))


rests_on("ABLMM22.L21", "ABLMM22.L21.eq1", "with D delta <= 1/2 there is 1/6", f"for {Lemma21}", name="fewer")


@uses("ABLMM22.L21.eqA", "PROB.union", f"{Lemma21}, its second display")
def all_probes_at_the_printed_draws(T: AtLeastTwo) -> Use:
    """T probes, each wrong with probability at most exp(-2 log T), log to base 2: 1 - T exp(-2 log T) >= 2/3."""
    return Use({"chances": T * exp(-(2 * log2(T)))}, gives=lambda b: 1 - b.fails >= TWO_THIRDS)


rests_on("ABLMM22.L21.accuracy", "PROB.hoeffding", "a probe errs with exp(-2 D g^2)", f"{Lemma21}, fourth paragraph")
rests_on("ABLMM22.L21.accuracy", "PROB.union", "B = i but for T exp(-2 D g^2)", f"{Lemma21}, fourth paragraph")


@uses("ABLMM22.L21.fewer.eqA", "PROB.hoeffding", f"for {Lemma21}")
def hoeffding_at_fewer_draws(m: AtLeastTwo, T: FromTheLeastT) -> Use:
    """T probes, each wrong with Hoeffding's probability at t = 1/(10m) and D = 50 m^2 ln(3T) draws, leave 2/3."""
    at = {"n": 50 * m**2 * ln(3 * T), "t": 1 / (10 * m)}
    return Use(at, gives=lambda b: 1 - T * b.fails >= TWO_THIRDS)


@uses("ABLMM22.L21.fewer.eqA", "PROB.union", f"for {Lemma21}")
def the_union_bound_at_fewer_draws(T: FromTheLeastT) -> Use:
    """T probes, each wrong with probability at most exp(-ln(3T)) = 1/(3T)."""
    return Use({"chances": T * (1 / (3 * T))}, gives=lambda b: 1 - b.fails >= TWO_THIRDS)


# ---- The overview

rests_on("ABLMM22.S4.1", "ABLMM22.T10", "a bound for thresholds gives one for classes", f"{OVERVIEW}, first paragraph")
rests_on("ABLMM22.S4.1", "ABLMM22.L17", "a large homogeneous set, of a like kind", f"{OVERVIEW}, reduction")
rests_on("ABLMM22.S4.1", "ABLMM22.L20", "k - m >= k/2 members where k >= 2m", f"{OVERVIEW}, lower bound")
rests_on("ABLMM22.S4.1", "ABLMM22.L13", "several draws cannot be told apart either", f"{OVERVIEW}, lower bound")
rests_on("ABLMM22.S4.1", "ABLMM22.L21", "the family has at most 2^{O~(m^2)} members", f"{OVERVIEW}, lower bound")
