"""BCS20 section 5.4: what the generalization in Theorem 30 uses, its sum of failures, and the theorem."""

from littlestone.spec.notation import *

T30, GENERAL = "Theorem 30, proof", "Theorem 30, proof, generalization"
LINE = "Theorem 28 for the halfspaces of the line"
UNION = f"{T30}: the union"
APART = f"{T30}: the union, without 'a superset'"
REPAIRED = f"{T30}: the union, repaired"
SINGLE = "Theorem 30, the privacy of few rows"


# ---- Theorem 28


@uses("BCS20.T28.root.corrected", "PROB.hoeffding", "Theorem 28, for one hypothesis")
def hoeffding_for_the_number_of_errors(n: PositiveInteger, L: PositiveReal, more: FromZero) -> Use:
    """One-sided at the distance root >= sqrt(L/(2n)): the exponent 2 n root^2 is at least L = log(1/delta)."""
    root = (L / (2 * n) + more) ** HALF
    return Use({"n": n, "t": root}, gives=lambda b: b.fails <= exp(-L))


@uses("BCS20.T28.line", "PROB.hoeffding", LINE)
def hoeffding_for_each_sign(n: PositiveInteger, L: PositiveReal, more: FromZero) -> Use:
    """At root^2 = (ln 2 + L)/(2n) or more each sign fails with probability at most e^{-L}/2."""
    root = ((ln(2) + L) / (2 * n) + more) ** HALF
    return Use({"n": n, "t": root}, gives=lambda b: b.fails <= exp(-(ln(2) + L)))


@uses("BCS20.T28.line", "PROB.union", LINE)
def both_signs_together(L: PositiveReal) -> Use:
    """Two classifiers, e^{-(ln 2 + L)} each, delta = e^{-L}."""
    return Use({"chances": 2 * exp(-(ln(2) + L))}, gives=lambda b: b.fails <= exp(-L))


# ---- Equation 8

rests_on("BCS20.T30.eq8", "BCS20.T28.uniform", "at the margin gamma = tau/8 and confidence beta/3", GENERAL)
rests_on("BCS20.T30.eq8", "BCS20.T30.eq7", "at most alpha/2 of the uncorrupted ones", GENERAL)
rests_on("BCS20.T30.eq8.size.corrected", "BCS20.T28.root.corrected", "n >= d", f"{GENERAL}, the rows")


@uses("BCS20.T30.eq8", "BCS20.T28", f"{GENERAL}: of the output, which depends on the sample")
def the_hypothesis_is_chosen_after_the_sample(m: PositiveInteger, delta: OpenUnit, chance: Unit) -> Use:
    """Theorem 28 as printed bounds the failure of each H by delta; the output is one of m or more hypotheses, chosen by
    the sample, of which any one fails with probability up to m delta."""
    return Use(says=chance <= m * delta, gives=chance <= delta)


@correction(
    "BCS20.T30.eq8.from.T28.conclusion",
    "the theorem must be for ALL H in F at once (BCS20.T28.uniform), as that of Bartlett and Shawe-Taylor is; of m "
    "hypotheses by delta/m each",
    one=Constant(1, mutants=(2,)),
)
def all_hypotheses_at_once_fail_seldom(m: PositiveInteger, delta: OpenUnit, one: int) -> Truth:
    """m (delta/m) <= delta."""
    return one * m * (delta / m) <= delta


@uses("BCS20.T30.eq8", "BCS20.L29.fat", GENERAL)
def the_dimension_of_the_class(d: FromZero, tau: PositiveUnit) -> Use:
    """At gamma/16 = tau/128."""
    return Use({"m": d, "gamma": tau / 128}, gives=d <= 65536 / tau**2)


# ---- Equations 9 and 10

rests_on("BCS20.T30.eq10", "BCS20.T30.eq5", "few samples are corrupted, but for beta/3", UNION)
rests_on("BCS20.T30.eq10", "BCS20.T30.eq6", "all calls have an advantage", UNION, repair="BCS20.T30.eq6.corrected")
rests_on("BCS20.T30.eq10", "BCS20.T30.eq8", "the output generalizes, but for beta/3", UNION)
rests_on("BCS20.T30.eq10", "BCS20.T30.eq9", "the output is in F", UNION, repair="BCS20.T30.eq9.corrected")
rests_on("BCS20.T30.eq10.apart", "BCS20.T30.eq5", "few samples are corrupted, but for beta/3", APART)
rests_on("BCS20.T30.eq10.apart", "BCS20.T30.eq6", "calls have an advantage", APART, repair="BCS20.T30.eq6.corrected")
rests_on("BCS20.T30.eq10.apart", "BCS20.T30.eq8", "the output generalizes, but for beta/3", APART)
rests_on("BCS20.T30.eq10.apart", "BCS20.L29", "the output is in F, but for beta/3", APART, repair="BCS20.L29.corrected")
rests_on("BCS20.T30.eq10.apart.corrected", "BCS20.T30.eq5", "few samples are corrupted, but for beta/4", REPAIRED)
rests_on("BCS20.T30.eq10.apart.corrected", "BCS20.C3.corrected", "calls have an advantage", REPAIRED)
rests_on("BCS20.T30.eq10.apart.corrected", "BCS20.L29.corrected", "the output is in F, but for beta/4", REPAIRED)
rests_on("BCS20.T30.eq10.apart.corrected", "BCS20.T30.eq8", "the output generalizes, but for beta/4", REPAIRED)


@uses("BCS20.T30.eq9.corrected", "BCS20.B.eq1", f"{T30}: the final hypothesis, repaired")
def the_longest_noise_bounds_the_average(longest: Unit, length: FromZero) -> Use:
    """||z_bar|| <= 1 + max ||nu_t||, where all ||nu_t|| <= 1."""
    return Use({"length": length, "longest": longest}, gives=length <= 2)


@uses("BCS20.T30.eq10", "PROB.union", UNION)
def the_events_are_united(beta: OpenUnit) -> Use:
    """Three of beta/3 each: too many flips, bad calls, and an output that does not generalize."""
    return Use({"chances": 3 * (beta / 3)}, gives=lambda b: b.fails <= beta, times=1)


@adds_up("BCS20.T30.eq10", UNION)
def the_failures_of_theorem_30(beta: OpenUnit) -> Total:
    """beta."""
    return Total(fails=beta)


@uses("BCS20.T30.eq10.apart", "PROB.union", APART)
def the_events_are_united_here(beta: OpenUnit) -> Use:
    """Four of beta/3 each: a long output is not contained in the failures of utility."""
    return Use({"chances": 4 * (beta / 3)}, gives=lambda b: b.fails <= beta / 3 * 4, times=1)


@adds_up("BCS20.T30.eq10.apart", APART)
def the_four_failures_of_theorem_30(beta: OpenUnit) -> Total:
    """beta."""
    return Total(fails=beta)


@correction(
    "BCS20.T30.eq10.apart.sums",
    "there are four events, as that of a long output is not contained in the others: 4 beta/3; with beta/4 each, beta",
    parts=Constant(4, mutants=(3,)),
)
def four_failures_of_a_quarter(beta: OpenUnit, parts: int) -> Truth:
    """Four failures of beta/4 each cost beta."""
    return 4 * (beta / parts) <= beta


@uses("BCS20.T30.eq10.apart.corrected", "PROB.union", REPAIRED)
def four_events_are_united(beta: OpenUnit) -> Use:
    """Four of beta/4 each."""
    return Use({"chances": 4 * (beta / 4)}, gives=lambda b: b.fails <= beta, times=1)


@adds_up("BCS20.T30.eq10.apart.corrected", REPAIRED)
def the_four_failures(beta: OpenUnit) -> Total:
    """beta."""
    return Total(fails=beta)


# ---- Theorem 30

rests_on("BCS20.T30", "BCS20.T30.eq1", "8/(kappa n sigma)^2", f"{T30}: privacy")
rests_on("BCS20.T30", "BCS20.T30.eq4", "n is of the order of 4/(alpha eps tau^2)", f"{T30}: privacy")
rests_on("BCS20.T30", "BCS20.T30.eq5", "few labels are flipped, but for beta/4", f"{T30}: the noise of labels")
rests_on("BCS20.T30", "BCS20.T30.eq8", "alpha/2 for the few, alpha/2 for the root, but for beta/4", GENERAL)
rests_on("BCS20.T30", "BCS20.T30.eq9", "||z_bar|| <= 2", f"{T30}: the output", repair="BCS20.T30.eq9.corrected")
rests_on("BCS20.T30.single", "BCS20.T30.eq4", "1/(kappa eps tau^2) = 4/(alpha eps tau^2)", SINGLE)
rests_on("BCS20.T30.single.corrected", "BCS20.T30.eq4", "with its rows rho_T = (eps/3)^2/L <= L", f"{SINGLE}, repaired")


@uses("BCS20.T30", "BCS20.T30.eq2", f"{T30}: privacy")
def the_cost_of_all_rounds_at_enough_rows(
    log: PositiveReal, tau: PositiveUnit, sigma: PositiveReal, epsilon: PositiveReal, L: PositiveReal, more: AtLeastOne
) -> Use:
    """At (kappa n sigma eps)^2 >= 72 T L, T = 1024 log/tau^2 and L = log(1/delta): 9 rho_T L <= eps^2."""
    at = {"log": log, "tau": tau, "mass": more * (73728 * log * L) ** HALF / (tau * sigma * epsilon), "sigma": sigma}
    return Use(at, gives=lambda b: 9 * b.epsilon * L <= epsilon**2)


@uses("BCS20.T30", "BCS20.T30.eq3", f"{T30}: privacy", repair="BCS20.T30.eq3.corrected")
def it_is_approximately_private(L: PositiveReal, part: PositiveUnit) -> Use:
    """eps = 3 part log(1/delta) <= 3 log(1/delta), L = log(1/delta)."""
    return Use({"L": L, "part": part}, gives=lambda b: b.delta <= exp(-L), times=1)


@uses("BCS20.T30", "BCS20.T30.eq6", f"{T30}: utility", repair="BCS20.T30.eq6.corrected")
def the_rounds_are_enough(tau: PositiveUnit, log: PositiveReal) -> Use:
    """T = 1024 log(1/kappa)/tau^2 rounds, of which the sizes of sigma and n are made, must be as many as are needed."""
    at = {"needed": 4096 * log / tau**4, "log": log, "tau": tau}
    return Use(at, gives=1024 * log / tau**2 >= 4096 * log / tau**4)


@correction(
    "BCS20.T30.from.T30.eq6.conclusion",
    "calls of advantage tau^2/16 need 4096 log(1/kappa)/tau^4 rounds, 4/tau^2 times as many; privacy's rows grow with "
    "their root, 2/tau. Only the learner of BCS20.S4 keeps the printed order, up to a logarithm of n",
    four=Constant(4, mutants=(3,)),
)
def the_rounds_are_more_by_a_factor(tau: PositiveUnit, log: PositiveReal, four: int) -> Truth:
    """(4/tau^2) 1024 log(1/kappa)/tau^2 >= 4096 log(1/kappa)/tau^4."""
    return four / tau**2 * (1024 * log / tau**2) >= 4096 * log / tau**4


@uses("BCS20.T30", "BCS20.T30.eq7", f"{T30}: the margin")
def few_margins_are_small(alpha: OpenUnit, few: FromZero, part: Unit) -> Use:
    """At most alpha/2 of the uncorrupted ones, and a root that is a part of alpha/2."""
    return Use({"few": few, "alpha": alpha}, gives=few + part * alpha / 2 <= alpha)


@uses("BCS20.T30", "BCS20.L29", f"{T30}: the final hypothesis", repair="BCS20.L29.corrected")
def the_output_is_in_the_class(theta: PositiveReal, tau: PositiveUnit, exponent: FromZero) -> Use:
    """For every dimension d; theta = sigma^2 d/T."""
    return Use({"theta": theta, "tau": tau, "exponent": exponent}, gives=exponent >= tau**2 / 16)


@correction(
    "BCS20.T30.from.L29.premise",
    "the theorem must have a bound on the dimension, d <= (9/10) T/sigma^2; or the output be normalised (reading C)",
    top=Constant(Fraction(9, 10), mutants=(1,)),
)
def the_output_is_in_the_class_in_few_dimensions(part: PositiveUnit, top: Fraction) -> Truth:
    """Then theta <= 9/10."""
    return top * part <= Fraction(9, 10)


@uses("BCS20.T30", "BCS20.T30.eq10.apart", f"{T30}: the union", repair="BCS20.T30.eq10.apart.corrected")
def the_four_failures_are_beta(beta: OpenUnit, share: Unit) -> Use:
    """Four of at most beta/4."""
    return Use({"beta": beta, "one": share * beta / 4}, gives=lambda b: b.fails <= beta, times=1)


@adds_up("BCS20.T30", T30)
def what_theorem_30_says(beta: OpenUnit, share: Unit, L: PositiveReal, part: PositiveUnit) -> Total:
    """beta, and eps = 3 part log(1/delta)."""
    return Total(fails=beta, epsilon=3 * part * L)


@uses("BCS20.T30.single", "BCS20.T30.eq3", SINGLE, repair="BCS20.T30.eq3.corrected")
def one_row_is_private_for_a_large_epsilon(epsilon: PositiveReal, L: PositiveReal) -> Use:
    """For every eps > 0."""
    return Use({"L": L, "part": epsilon / (3 * L)}, gives=lambda b: b.epsilon <= epsilon)


@correction(
    "BCS20.T30.single.from.T30.eq3.premise",
    "eps <= 3 log(1/delta) is needed: at one row eps is of order 1/(alpha tau^2), and log(1/delta) a constant",
    three=Constant(3, mutants=(4,)),
)
def one_row_is_private_for_a_small_epsilon(part: PositiveUnit, L: PositiveReal, three: int) -> Truth:
    """eps = 3 part L <= 3 L."""
    return three * part * L <= 3 * L


@uses("BCS20.T30.single.corrected", "BCS20.T30.eq3.corrected", f"{SINGLE}, repaired")
def one_row_is_private_below_three_logarithms(epsilon: PositiveReal, L: PositiveReal) -> Use:
    """At eps <= 3 L."""
    return Use({"L": L, "part": epsilon / (3 * L)}, given=epsilon <= 3 * L, gives=lambda b: b.epsilon <= epsilon)
