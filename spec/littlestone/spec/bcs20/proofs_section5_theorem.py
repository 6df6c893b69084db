"""BCS20 sections 5.3 and 5.4: what the proof of Theorem 30 uses, and with it Claim 1 and what is corrected."""

from littlestone.spec.notation import *

T30, GENERAL = "Theorem 30, proof", "Theorem 30, proof, generalization"
C1, REPAIRED = "Claim 1, proof, appendix C", "derived: HS-StL-R"
LINE = "Theorem 28 for the halfspaces of the line"
UNION = f"{T30}: the union"
AnyReal = Annotated[Real, Reals()]
Rounds = Annotated[Real, Naturals(1421)]
"""ceil(T): T = 1024 log(1/kappa)/tau^2, for kappa < 1/4, takes all values above 1420; here T = N - down."""


# ---- Algorithm 5


@uses("BCS20.A5", "BCS20.E1", "Algorithm 5, its noise")
def the_noise_leaves_an_eighth(tau: PositiveUnit, cost: FromZero) -> Use:
    """c sigma sqrt(log(1/xi)) = tau/8: of tau/4 an advantage of tau/8 is left."""
    return Use({"cost": cost, "tau": tau}, gives=tau / 4 - cost >= tau / 8)


rests_on("BCS20.A5", "BCS20.E2", "16 log(1/kappa)/(tau/8)^2 = 1024 log(1/kappa)/tau^2", "Algorithm 5, its rounds")
rests_on("BCS20.A5", "BCS20.T24", "gamma = tau/8, lambda = gamma/4, T rounds", "Algorithm 5, its rate")


# ---- Privacy, in Theorem 30 and in Claim 1


@uses("BCS20.T30.eq1", "BCS20.T27.1", f"{T30}: one round")
@uses("BCS20.C1.eq1", "BCS20.T27.1", C1)
def the_measures_given_to_the_learner_are_smooth(
    kappa: PositiveUnit, n: AtLeastTwo, sigma: PositiveReal, weight: PositiveReal
) -> Use:
    """It asks for max_i mu^(i) <= 1/(kappa n). After negative losses one unprojected weight may be any positive number;
    with the others kappa and the density at least kappa, the measure is returned as it is."""
    return Use(
        {"largest": weight / (weight + (n - 1) * kappa), "top": 1 / (kappa * n), "s": 1 / (kappa * n), "sigma": sigma},
        given=(weight >= kappa) & (kappa * n >= 1),
        gives=lambda b: b.epsilon <= 8 / (kappa * n * sigma) ** 2,
    )


ROUGH = (
    "weights above 1 are no bounded measure (D3), of which alone Definition 7 and Lemma 9 have a projection: returned "
    "as they are (REP-A) they make the law rougher than 1/(kappa n). Made by losses in [0, 1], or cut to 1, as the "
    "nearest measure in Gamma_kappa is, they do not"
)


@correction("BCS20.T30.eq1.from.T27.1.premise", ROUGH, cap=Constant(1, mutants=(16,)))
@correction("BCS20.C1.eq1.from.T27.1.premise", ROUGH, cap=Constant(1, mutants=(16,)))
def the_measures_are_smooth_where_weights_are_cut(
    kappa: PositiveUnit, n: AtLeastTwo, part: PositiveUnit, cap: int
) -> Truth:
    """weight/(weight + (n - 1) kappa) <= 1/(kappa n) for weight <= 1: weight + (n - 1) kappa - weight kappa n is (n -
    1) kappa (1 - weight) + weight (1 - kappa), of which no part is negative."""
    weight = cap * part
    slack = weight + (n - 1) * kappa - weight * kappa * n
    parts = (n - 1) * kappa * (1 - weight) + weight * (1 - kappa)
    return equals(slack, parts) & (weight <= 1) & (kappa <= 1)


@uses("BCS20.T30.eq1", "BCS20.L25", f"{T30}: one round")
@uses("BCS20.C1.eq1", "BCS20.L25", C1)
def losses_of_the_noisy_learner_may_be_negative(beyond: FromZero, m: PositiveReal, apart: FromZero) -> Use:
    """Lemma 25 is about losses L >= 0; that of y h(x) = 1 + beyond, which the noise makes, is 1 - beyond/2. Here m is
    kappa n."""
    return Use({"distance": apart, "mass": m, "loss": 1 - beyond / 2}, gives=1 / m + apart <= 2 / m)


NEGATIVE = (
    "<z + nu, x> is not bounded, and a negative loss lets a weight exceed kappa, even 1, where the projection is no "
    "scaling and the law not slick (BCS20.A4.range, BCS20.L25.range): scores scaled by max(1, ||z + nu||), as private "
    "by post-processing, losses of clipped scores, or weights cut to 1 before the projection, repair it"
)


@correction("BCS20.T30.eq1.from.L25.premise", NEGATIVE, one=Constant(1, mutants=(4,)))
@correction("BCS20.C1.eq1.from.L25.premise", NEGATIVE, one=Constant(1, mutants=(4,)))
def losses_of_the_scaled_learner_are_not_negative(part: Annotated[Real, Reals(low=-1, high=1)], one: int) -> Truth:
    """With y h(x) in [-1, 1] the loss (1 + y h(x))/2 is in [0, 1]."""
    return ((1 + one * part) / 2 >= 0) & ((1 + one * part) / 2 <= 1)


rests_on("BCS20.T30.eq1", "BCS20.O32", "a round is rho-zCDP for every list before it", f"{T30}: one round")


@uses("BCS20.T30.eq2", "BCS20.L14", f"{T30}: all rounds")
@uses("BCS20.C1.eq1", "BCS20.L14", C1)
def the_rounds_are_composed(N: Rounds, down: BelowOne, m: AtLeastOne) -> Use:
    """The algorithm makes ceil(T) = N rounds of the moment m each, T = N - down; here with the last one."""
    return Use({"shown": m**N, "first": m ** (N - 1), "second": m}, gives=N * ln(m) <= (N - down) * ln(m))


WHOLE = "T = 1024 log(1/kappa)/tau^2 is no integer, and ceil(T) < T + 1 rounds are made: (1 + 1/T) rho_T"


@correction("BCS20.T30.eq2.from.L14.conclusion", WHOLE, one=Constant(1, mutants=(HALF,)))
@correction("BCS20.C1.eq1.from.L14.conclusion", WHOLE, one=Constant(1, mutants=(HALF,)))
def the_rounds_are_composed_up_to_one_more(N: Rounds, down: BelowOne, rho: PositiveReal, one: Fraction) -> Truth:
    """N rho <= (1 + 1/T) T rho."""
    return N * rho <= (N - down + one) * rho


rests_on("BCS20.T30.eq3", "BCS20.L14", "HS-StL is rho_T-zCDP", T30)


@uses("BCS20.T30.eq3", "BCS20.L15.eq1", f"{T30}: for all delta", repair="BCS20.L15.eq1.corrected")
@uses("BCS20.C1.eq2", "BCS20.L15.eq1", f"{C1}: for all delta", repair="BCS20.L15.eq1.corrected")
def the_rounded_conversion_is_used(root_rho: FromZero, root_log: PositiveReal, epsilon: FromZero) -> Use:
    """For every eps that is at least 3 sqrt(rho_T log(1/delta))."""
    at = {"root_rho": root_rho, "root_log": root_log}
    return Use(at, given=3 * root_rho * root_log <= epsilon, gives=lambda b: b.epsilon <= epsilon)


SMALL = (
    "rho_T <= log(1/delta) is not said, and fails for eps above 3 log(1/delta): with eps <= 3 log(1/delta) it follows, "
    "as in Theorem 33, whose levels are small (BCS20.C1.small)"
)
THREE = Constant(3, mutants=(4,))


@correction("BCS20.T30.eq3.from.L15.eq1.premise", SMALL, three=THREE)
@correction("BCS20.C1.eq2.from.L15.eq1.premise", SMALL, three=THREE)
def the_rounded_conversion_for_small_epsilon(root_log: PositiveReal, part: PositiveUnit, three: int) -> Truth:
    """eps = 3 part log(1/delta) = 3 sqrt(rho_T log(1/delta)) gives sqrt(rho_T) <= sqrt(log(1/delta))."""
    epsilon = three * part * root_log**2
    return epsilon / (3 * root_log) <= root_log


@uses("BCS20.T30.eq4", "BCS20.T30.eq3", f"{T30}: the rows for privacy", repair="BCS20.T30.eq3.corrected")
@uses("BCS20.T30.single", "BCS20.T30.eq3", "Theorem 30, few rows", repair="BCS20.T30.eq3.corrected")
def the_condition_is_solved_for_the_rows(L: PositiveReal, epsilon: PositiveReal) -> Use:
    """eps >= 3 sqrt(rho_T L) is solved for n; the printed range is every eps > 0, but it needs eps <= 3 L."""
    return Use({"L": L, "part": epsilon / (3 * L)}, gives=lambda b: b.epsilon <= epsilon)


FEW = "the rows serve eps <= 3 log(1/delta); at larger eps those of BCS20.C1.exact do"


@correction("BCS20.T30.eq4.from.T30.eq3.premise", FEW, three=Constant(3, mutants=(Fraction(5, 2),)))
@correction("BCS20.T30.single.from.T30.eq3.premise", FEW, three=Constant(3, mutants=(Fraction(5, 2),)))
def the_rows_at_the_largest_epsilon(L: PositiveReal, part: PositiveUnit, three: Fraction) -> Truth:
    """At eps = 3 part L: rho_T = part^2 L, and rho_T + 2 sqrt(rho_T L) <= eps."""
    return part**2 * L + 2 * part * L <= three * part * L


rests_on("BCS20.T30.single", "BCS20.T30.eq4", "1/(kappa eps tau^2) = 4/(alpha eps tau^2)", "Theorem 30, few rows")


# ---- Corruption and utility


@uses("BCS20.T30.eq5", "BCS20.C2", f"{T30}: too many corrupted samples")
@uses("BCS20.T30.corrected", "BCS20.C2", REPAIRED)
@uses("BCS20.T33.corrected", "BCS20.C2", REPAIRED)
def too_many_flips_at_three(alpha: OpenUnit, tau: PositiveUnit, beta: OpenUnit, more: FromZero) -> Use:
    """At k = 3 and n >= 96 log(3/beta)/(alpha tau): the exponent eta n/3 is at least log(3/beta)."""
    at = {"n": 96 * ln(3 / beta) / (alpha * tau) + more, "alpha": alpha, "tau": tau, "chance": beta / 3}
    return Use(at, gives=lambda b: b.fails <= beta / 3)


@uses("BCS20.T30.eq6", "BCS20.C3", f"{T30}: utility", repair="BCS20.C3.corrected")
@uses("BCS20.T33", "BCS20.C3", "Theorem 33, proof", repair="BCS20.C3.corrected")
def all_calls_have_their_advantage(tau: PositiveUnit) -> Use:
    """tau/8 for every call, where all noises are small: of the least that Claim 3 gives."""
    return Use({"tau": tau, "advantage": tau**2 / 20}, gives=tau**2 / 20 >= tau / 8)


QUADRATIC = (
    "it is tau^2/20 in reading A, for which 6400 log(1/kappa)/tau^4 rounds are needed, and rows with their root "
    "(BCS20.T30.A); the learner of BCS20.S4 keeps an advantage linear in tau"
)
TWENTIETH = Constant(Fraction(1, 20), mutants=(Fraction(1, 18),))


@correction("BCS20.T30.eq6.from.C3.conclusion", QUADRATIC, share=TWENTIETH)
@correction("BCS20.T33.from.C3.conclusion", QUADRATIC, share=TWENTIETH)
def all_calls_have_a_part_of_the_squared_margin(
    tau: PositiveUnit, more: FromZero, part: Unit, share: Fraction
) -> Truth:
    """||z|| (||z|| - tau/4)/(2 (1 + tau/4)) is at least tau^2/20."""
    length = tau / 2 + more
    return length * (length - part * tau / 4) / (2 * (1 + tau / 4)) >= share * tau**2


rests_on("BCS20.T30.eq6.corrected", "BCS20.T24", "gamma = tau^2/20, scores in [-1, 1]", f"{T30}, utility, repaired")


# ---- The final hypothesis, and what is internal to Theorem 28


@uses("BCS20.T30.eq9.corrected", "BCS20.B.eq1", f"{T30}: the final hypothesis, repaired")
def the_longest_noise_bounds_the_average(longest: Unit, length: FromZero) -> Use:
    """||z_bar|| <= 1 + max ||nu_t||, where all ||nu_t|| <= 1."""
    return Use({"length": length, "longest": longest}, gives=length <= 2)


@uses("BCS20.T28.root.corrected", "PROB.hoeffding", "Theorem 28, for one hypothesis")
def hoeffding_for_the_number_of_errors(n: PositiveInteger, L: PositiveReal, more: FromZero) -> Use:
    """One-sided at the distance root >= sqrt(L/(2n)): the exponent 2 n root^2 is at least L = log(1/delta)."""
    return Use({"n": n, "t": (L / (2 * n) + more) ** HALF}, gives=lambda b: b.fails <= exp(-L))


@uses("BCS20.T28.line", "PROB.hoeffding", LINE)
def hoeffding_for_each_sign(n: PositiveInteger, L: PositiveReal, more: FromZero) -> Use:
    """At root^2 = (ln 2 + L)/(2n) or more each sign fails with probability at most e^{-L}/2."""
    root = ((ln(2) + L) / (2 * n) + more) ** HALF
    return Use({"n": n, "t": root}, gives=lambda b: b.fails <= exp(-(ln(2) + L)))


@uses("BCS20.T28.line", "PROB.union", LINE)
def both_signs_together(L: PositiveReal) -> Use:
    """Two classifiers, e^{-(ln 2 + L)} each, delta = e^{-L}."""
    return Use({"chances": 2 * exp(-(ln(2) + L))}, gives=lambda b: b.fails <= exp(-L))


# ---- The margin

BEYOND = (
    "1 + s > 1 with probability 1/2, and Theorem 24 fails for unbounded hypotheses (BCS20.L38.range, "
    "BCS20.W2.boosted): divided by max(1, ||z + nu||) they have values in [-1, 1], and an advantage smaller by that "
    "factor, for which R^2 times as many rounds are needed (BCS20.W2.boosted.corrected)"
)


@uses("BCS20.T30.eq7", "BCS20.T24", f"{T30}: from Lemma 38, the margin")
@uses("BCS20.C5", "BCS20.T24", "Claim 5, proof: H errs on a part of kappa of the noisy sample")
def the_noisy_hypotheses_are_boosted(
    tau: PositiveUnit, alpha: OpenUnit, s: AnyReal, won: AnyReal, few: FromZero
) -> Use:
    """Theorem 24 is about values in [-1, 1] (Definition 11) and an advantage gamma = tau/8: here h(e_1) = 1 + s, s the
    noise along e_1 = z. Then a part of at most kappa = alpha/4 of the noisy sample has a smaller margin."""
    at = {"few": few, "mass": alpha / 4, "gamma": tau / 8, "advantage": won, "value": 1 + s}
    return Use(at, given=won >= tau / 8, gives=few + alpha * tau / 16 <= alpha / 2)


@correction("BCS20.T30.eq7.from.T24.premise", BEYOND, share=Constant(1, mutants=(2,)))
@correction("BCS20.C5.from.T24.premise", BEYOND, share=Constant(1, mutants=(2,)))
def the_scaled_hypotheses_are_boosted(
    norm: AtLeastOne, part: Annotated[Real, Reals(low=-1, high=1)], share: int
) -> Truth:
    """|<z + nu, x>| is at most ||z + nu||, here a part of it: divided by ||z + nu|| >= 1 it is in [-1, 1]."""
    h = share * part * norm / norm
    return (h <= 1) & (h >= -1)


rests_on("BCS20.T30.eq7", "BCS20.T30.eq5", "a part of alpha tau/16 of the sample is corrupted", f"{T30}: the margin")


@uses("BCS20.T30.margin", "BCS20.T24", f"{T30}: from Lemma 38")
def calls_of_an_eighth_of_the_margin_are_boosted(tau: PositiveUnit, few: FromZero, mass: PositiveReal) -> Use:
    """Calls of advantage gamma = tau/8 are asked for; without noise that of x = tau u is tau^2/2."""
    at = {"few": few, "mass": mass, "gamma": tau / 8, "advantage": tau**2 / 2, "value": tau**2}
    return Use(at, gives=few <= mass)


@correction(
    "BCS20.T30.margin.from.T24.premise",
    "tau^2/2 < tau/8 for tau < 1/4: gamma must be quadratic in tau, and tau^2/20 is met with the noise too",
    share=Constant(Fraction(1, 20), mutants=(1,)),
)
def calls_of_a_quadratic_advantage_are_boosted(tau: PositiveUnit, share: Fraction) -> Truth:
    """tau^2/2 >= tau^2/20."""
    return tau**2 / 2 >= share * tau**2


# ---- Equations 8 and 10


@uses("BCS20.T30.eq8", "BCS20.L29.fat", GENERAL)
def the_dimension_of_the_class(d: FromZero, tau: PositiveUnit) -> Use:
    """At gamma/16 = tau/128."""
    return Use({"m": d, "gamma": tau / 128}, gives=d <= 65536 / tau**2)


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


rests_on("BCS20.T30.eq8", "BCS20.T28.uniform", "at the margin gamma = tau/8 and confidence beta/3", GENERAL)
rests_on("BCS20.T30.eq8", "BCS20.S4.root", "n >= 2^26 log^2(16/(alpha beta tau))/(alpha tau)^2", f"{GENERAL}, the rows")
rests_on("BCS20.T30.eq8", "BCS20.T30.eq7", "at most alpha/2 of the uncorrupted ones", GENERAL)
rests_on("BCS20.T30.eq10", "BCS20.T30.eq5", "few samples are corrupted, but for beta/3", UNION)
rests_on("BCS20.T30.eq10", "BCS20.T30.eq6", "all calls have an advantage", UNION, repair="BCS20.T30.eq6.corrected")
rests_on("BCS20.T30.eq10", "BCS20.T30.eq9", "the output is in F", UNION, repair="BCS20.T30.eq9.corrected")
rests_on("BCS20.T30.eq10", "BCS20.T30.eq8", "the output generalizes, but for beta/3", UNION)


@uses("BCS20.T30.eq10", "PROB.union", UNION)
def the_events_are_united(beta: OpenUnit) -> Use:
    """Three of beta/3 each: too many flips, bad calls, and an output that does not generalize."""
    return Use({"chances": 3 * (beta / 3)}, gives=lambda b: b.fails <= beta, times=1)


@adds_up("BCS20.T30.eq10", UNION)
def the_failures_of_theorem_30(beta: OpenUnit) -> Total:
    """beta."""
    return Total(fails=beta)


# ---- Theorem 30

rests_on("BCS20.T30", "BCS20.T30.eq1", "8/(kappa n sigma)^2", f"{T30}: privacy")


@uses("BCS20.T30", "BCS20.T30.eq2", f"{T30}: privacy")
def the_cost_of_all_rounds_at_enough_rows(
    log: PositiveReal, tau: PositiveUnit, sigma: PositiveReal, epsilon: PositiveReal, L: PositiveReal, more: AtLeastOne
) -> Use:
    """At (kappa n sigma eps)^2 >= 72 T L, T = 1024 log/tau^2 and L = log(1/delta): 9 rho_T L <= eps^2."""
    at = {"log": log, "tau": tau, "mass": more * (73728 * log * L) ** HALF / (tau * sigma * epsilon), "sigma": sigma}
    return Use(at, gives=lambda b: 9 * b.epsilon * L <= epsilon**2)


rests_on("BCS20.T30", "BCS20.T30.eq3", "eps <= 3 log(1/delta)", f"{T30}: privacy", repair="BCS20.T30.eq3.corrected")
rests_on("BCS20.T30", "BCS20.T30.eq4", "n is of the order of 4/(alpha eps tau^2)", f"{T30}: privacy")
rests_on("BCS20.T30", "BCS20.T30.eq5", "few labels are flipped, but for beta/3", f"{T30}: the noise of labels")


@uses("BCS20.T30", "BCS20.T30.eq6", f"{T30}: utility", repair="BCS20.T30.eq6.corrected")
def the_rounds_are_enough(tau: PositiveUnit, log: PositiveReal) -> Use:
    """T = 1024 log(1/kappa)/tau^2 rounds, of which the sizes of sigma and n are made, must be as many as are needed."""
    at = {"needed": 6400 * log / tau**4, "log": log, "tau": tau}
    return Use(at, gives=1024 * log / tau**2 >= 6400 * log / tau**4)


@correction(
    "BCS20.T30.from.T30.eq6.conclusion",
    "calls of advantage tau^2/20 need 6400 log(1/kappa)/tau^4 rounds, 25/(4 tau^2) times as many; privacy's rows grow "
    "with their root (BCS20.T30.A). Only the learner of BCS20.S4 keeps the printed order, up to a logarithm of n",
    factor=Constant(Fraction(25, 4), mutants=(6,)),
)
def the_rounds_are_more_by_a_factor(tau: PositiveUnit, log: PositiveReal, factor: Fraction) -> Truth:
    """(25/(4 tau^2)) 1024 log(1/kappa)/tau^2 >= 6400 log(1/kappa)/tau^4."""
    return factor / tau**2 * (1024 * log / tau**2) >= 6400 * log / tau**4


rests_on("BCS20.T30", "BCS20.T30.eq9", "||z_bar|| <= 2", f"{T30}: the output", repair="BCS20.T30.eq9.corrected")


@uses("BCS20.T30", "BCS20.L29", f"{T30}: the final hypothesis", repair="BCS20.L29.corrected")
def the_output_is_in_the_class(theta: PositiveReal, tau: PositiveUnit, exponent: FromZero) -> Use:
    """For every dimension d; theta = sigma^2 d/T."""
    return Use({"theta": theta, "tau": tau, "exponent": exponent}, gives=exponent >= tau**2 / 16)


@correction(
    "BCS20.T30.from.L29.premise",
    "Lemma 29 needs d <= (9/10) T/sigma^2; the theorem does not: the noise is small along each fixed point, and "
    "Theorem 28 can be used of the scores without it (BCS20.S4.margin, BCS20.T30.corrected)",
    top=Constant(Fraction(9, 10), mutants=(1,)),
)
def the_output_is_in_the_class_in_few_dimensions(part: PositiveUnit, top: Fraction) -> Truth:
    """For d <= (9/10) T/sigma^2 theta is at most 9/10."""
    return top * part <= Fraction(9, 10)


@uses("BCS20.T30", "BCS20.T30.eq7", f"{T30}: the margin")
def few_margins_are_small(alpha: OpenUnit, few: FromZero, part: Unit) -> Use:
    """At most alpha/2 of the uncorrupted ones, and a root that is a part of alpha/2."""
    return Use({"few": few, "alpha": alpha}, gives=few + part * alpha / 2 <= alpha)


rests_on("BCS20.T30", "BCS20.T30.eq8", "alpha/2 for the few, alpha/2 for the root, but for beta/3", GENERAL)
rests_on("BCS20.T30", "BCS20.T30.eq10", "beta", UNION)
