"""BCS20 sections 5.3 and 5.4: what the proof of Theorem 30 uses."""

from littlestone.spec.notation import *

T30 = "Theorem 30, proof"
AnyReal = Annotated[Real, Reals()]
Rounds = Annotated[Real, Naturals(1421)]
"""ceil(T): T = 1024 log(1/kappa)/tau^2, for kappa < 1/4, takes all values above 1420; here T = N - down."""


# ---- Algorithm 5

rests_on("BCS20.A5", "BCS20.E2", "16 log(1/kappa)/(tau/8)^2 = 1024 log(1/kappa)/tau^2", "Algorithm 5, its rounds")
rests_on("BCS20.A5", "BCS20.T24", "gamma = tau/8, lambda = gamma/4, T rounds", "Algorithm 5, its rate")


@uses("BCS20.A5", "BCS20.E1", "Algorithm 5, its noise")
def the_noise_leaves_an_eighth(tau: PositiveUnit, cost: FromZero) -> Use:
    """c sigma sqrt(log(1/xi)) = tau/8: of tau/4 an advantage of tau/8 is left."""
    return Use({"cost": cost, "tau": tau}, gives=tau / 4 - cost >= tau / 8)


# ---- Privacy

rests_on("BCS20.T30.eq1", "BCS20.O32", "a round is rho-zCDP for every list before it", f"{T30}: one round")
rests_on("BCS20.T30.eq3", "BCS20.L14", "HS-StL is rho_T-zCDP", T30)
rests_on("BCS20.T30.eq3", "BCS20.T27.eq3", "the half line is D/2 from e_1 and -e_1", f"{T30}, where it fails")


@uses("BCS20.T30.eq1", "BCS20.L25", f"{T30}: one round")
def losses_of_the_noisy_learner_may_be_negative(beyond: FromZero, m: PositiveReal, apart: FromZero) -> Use:
    """Lemma 25 is about losses in [0, 1]; that of y h(x) = 1 + beyond, which the noise makes, is 1 - beyond/2. Here m
    is kappa n."""
    return Use({"distance": apart, "mass": m, "loss": 1 - beyond / 2}, gives=1 / m + apart <= 2 / m)


@correction(
    "BCS20.T30.eq1.from.L25.premise",
    "the privacy of a round is not shown for <z + nu, x>, which is not bounded: with a negative loss mu~(i) exceeds "
    "kappa, and may exceed 1, where what is returned is neither of density kappa nor slick (BCS20.A4.range, "
    "BCS20.L25.range). Hypotheses scaled by max(1, ||z + nu||), as private by post-processing, or weights cut to 1 "
    "before the projection, repair it",
    one=Constant(1, mutants=(4,)),
)
def losses_of_the_scaled_learner_are_not_negative(part: Annotated[Real, Reals(low=-1, high=1)], one: int) -> Truth:
    """With y h(x) in [-1, 1] the loss (1 + y h(x))/2 is in [0, 1]."""
    return ((1 + one * part) / 2 >= 0) & ((1 + one * part) / 2 <= 1)


@uses("BCS20.T30.eq1", "BCS20.T27.1", f"{T30}: one round")
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


@correction(
    "BCS20.T30.eq1.from.T27.1.premise",
    "weights above 1 are no bounded measure (D3), of which alone Definition 7 and Lemma 9 have a projection: returned "
    "as they are (REP-A) they make the law rougher than 1/(kappa n). Made by losses in [0, 1], or cut to 1, as the "
    "nearest measure in Gamma_kappa is, they do not",
    cap=Constant(1, mutants=(16,)),
)
def the_measures_are_smooth_where_weights_are_cut(
    kappa: PositiveUnit, n: AtLeastTwo, part: PositiveUnit, cap: int
) -> Truth:
    """For weight <= 1, weight + (n - 1) kappa - weight kappa n = (n - 1) kappa (1 - weight) + weight (1 - kappa), of
    which no part is negative."""
    weight = cap * part
    slack = weight + (n - 1) * kappa - weight * kappa * n
    parts = (n - 1) * kappa * (1 - weight) + weight * (1 - kappa)
    return equals(slack, parts) & (weight <= 1) & (kappa <= 1)


@uses("BCS20.T30.eq2", "BCS20.L14", f"{T30}: all rounds")
def the_rounds_are_composed(N: Rounds, down: BelowOne, m: AtLeastOne) -> Use:
    """The algorithm makes ceil(T) = N rounds of the moment m each, T = N - down; here with the last one."""
    return Use({"shown": m**N, "first": m ** (N - 1), "second": m}, gives=N * ln(m) <= (N - down) * ln(m))


@correction(
    "BCS20.T30.eq2.from.L14.conclusion",
    "T = 1024 log(1/kappa)/tau^2 is no integer, and ceil(T) < T + 1 rounds are made: rho_T grows by up to 1 + 1/T",
    one=Constant(1, mutants=(HALF,)),
)
def the_rounds_are_composed_up_to_one_more(N: Rounds, down: BelowOne, rho: PositiveReal, one: Fraction) -> Truth:
    """N rho <= (1 + 1/T) T rho."""
    return N * rho <= (N - down + one) * rho


@uses("BCS20.T30.eq3", "BCS20.L15.eq1", f"{T30}: for all delta", repair="BCS20.L15.eq1.corrected")
def the_rounded_conversion_is_used(root_rho: FromZero, root_log: PositiveReal, epsilon: FromZero) -> Use:
    """The lost condition has eps >= 3 sqrt(rho_T log(1/delta)) alone."""
    at = {"root_rho": root_rho, "root_log": root_log}
    return Use(at, given=3 * root_rho * root_log <= epsilon, gives=lambda b: b.epsilon <= epsilon)


@correction(
    "BCS20.T30.eq3.from.L15.eq1.premise",
    "rho_T <= log(1/delta) is not said, and fails for eps above 3 log(1/delta): with eps <= 3 log(1/delta) it follows",
    three=Constant(3, mutants=(4,)),
)
def the_rounded_conversion_for_small_epsilon(root_log: PositiveReal, part: PositiveUnit, three: int) -> Truth:
    """eps = 3 part log(1/delta) = 3 sqrt(rho_T log(1/delta)) gives sqrt(rho_T) <= sqrt(log(1/delta))."""
    epsilon = three * part * root_log**2
    return epsilon / (3 * root_log) <= root_log


@uses("BCS20.T30.eq3.corrected", "BCS20.L15", f"{T30}, repaired")
def the_conversion_below_three_logarithms(ratio: PositiveUnit, L: PositiveReal) -> Use:
    """delta = e^{-L}, rho_T = ratio^2 L: rho_T + 2 sqrt(rho_T L) is at most 3 ratio L."""
    return Use({"rho": ratio**2 * L, "log": L}, gives=lambda b: b.epsilon <= 3 * ratio * L)


@uses("BCS20.T30.eq3.corrected", "BCS20.L14", f"{T30}, repaired")
def all_rounds_add_up_here(T: PositiveInteger, rho: PositiveReal, total: FromZero) -> Use:
    """HS-StL is rho_T-zCDP, rho_T = T rho; here with the last round."""
    return Use({"shown": exp(total), "first": exp((T - 1) * rho), "second": exp(rho)}, gives=total <= T * rho)


@uses("BCS20.T30.eq4", "BCS20.T30.eq3.corrected", f"{T30}: the rows for privacy")
def the_condition_is_solved_for_the_rows(L: PositiveReal, epsilon: PositiveReal) -> Use:
    """eps >= 3 sqrt(rho_T L) is solved for n; the printed range is every eps > 0, but it needs eps <= 3 L."""
    return Use({"L": L, "part": epsilon / (3 * L)}, gives=lambda b: b.epsilon <= epsilon)


@correction(
    "BCS20.T30.eq4.from.T30.eq3.corrected.premise",
    "the rows serve eps <= 3 log(1/delta); at larger eps those of BCS20.C1.exact do",
    three=Constant(3, mutants=(Fraction(5, 2),)),
)
def the_rows_at_the_largest_epsilon(L: PositiveReal, part: PositiveUnit, three: Fraction) -> Truth:
    """At eps = 3 part L: rho_T = part^2 L, and rho_T + 2 sqrt(rho_T L) <= eps."""
    return part**2 * L + 2 * part * L <= three * part * L


# ---- Corruption and utility

rests_on(
    "BCS20.T30.eq6.corrected",
    "BCS20.T24",
    "gamma = tau^2/16; taken for granted: the hypotheses are bounded",
    f"{T30}, utility, repaired",
)
rests_on("BCS20.T30.eq7", "BCS20.T30.eq5", "a part of alpha tau/16 of the sample is corrupted", f"{T30}: the margin")
rests_on("BCS20.T30.margin", "BCS20.W1", "on x = tau u alone the margin is tau^2 + tau <nu, u>", f"{T30}: one example")
rests_on("BCS20.T30.margin.corrected", "BCS20.T30.eq6.corrected", "tau^2/16 is left", f"{T30}, repaired")


@uses("BCS20.T30.eq5", "BCS20.C2", f"{T30}: too many corrupted samples")
def too_many_flips_at_three(alpha: OpenUnit, tau: PositiveUnit, beta: OpenUnit, more: FromZero) -> Use:
    """At k = 3 and n >= 96 log(3/beta)/(alpha tau): the exponent eta n/3 is at least log(3/beta)."""
    at = {"n": 96 * ln(3 / beta) / (alpha * tau) + more, "alpha": alpha, "tau": tau, "chance": beta / 3}
    return Use(at, gives=lambda b: b.fails <= beta / 3)


@uses("BCS20.T30.eq6", "BCS20.C3", f"{T30}: utility", repair="BCS20.C3.corrected")
def all_calls_have_their_advantage(tau: PositiveUnit) -> Use:
    """tau/8 for every call, where all noises are small: of the least that Claim 3 gives."""
    return Use({"tau": tau, "advantage": tau**2 / 16}, gives=tau**2 / 16 >= tau / 8)


@correction(
    "BCS20.T30.eq6.from.C3.conclusion",
    "it is tau^2/16 in reading A, for which 4096 log(1/kappa)/tau^4 rounds are needed (BCS20.T30.eq6.corrected)",
    share=Constant(Fraction(1, 16), mutants=(Fraction(1, 15),)),
)
def all_calls_have_a_quadratic_advantage(tau: PositiveUnit, more: FromZero, part: Unit, share: Fraction) -> Truth:
    """Half the sum of D11.eq1 is at least tau^2/16."""
    length = tau / 2 + more
    return length * (length - part * tau / 4) / 2 >= share * tau**2


@uses("BCS20.T30.eq6.corrected", "BCS20.C3.corrected", f"{T30}, utility, repaired")
def the_rounds_of_a_quadratic_advantage(tau: PositiveUnit, log: PositiveReal, advantage: PositiveReal) -> Use:
    """gamma = tau^2/16: 16 log(1/kappa)/gamma^2 = 4096 log(1/kappa)/tau^4 rounds."""
    return Use({"tau": tau, "advantage": advantage}, gives=16 * log / advantage**2 <= 4096 * log / tau**4)


@uses("BCS20.T30.eq7", "BCS20.T24", f"{T30}: from Lemma 38, the margin")
def the_noisy_hypotheses_are_boosted(
    tau: PositiveUnit, alpha: OpenUnit, s: AnyReal, won: AnyReal, few: FromZero
) -> Use:
    """Theorem 24 is about values in [-1, 1] (Definition 11) and an advantage gamma = tau/8: here h(e_1) = 1 + s, s the
    noise along e_1 = z. Then a part of at most kappa = alpha/4 of the noisy sample has a smaller margin."""
    at = {"few": few, "mass": alpha / 4, "gamma": tau / 8, "advantage": won, "value": 1 + s}
    return Use(at, given=won >= tau / 8, gives=few <= alpha / 2 * (1 - alpha * tau / 16))


@correction(
    "BCS20.T30.eq7.from.T24.premise",
    "1 + s > 1 with probability 1/2, and Theorem 24 fails for unbounded hypotheses (BCS20.T24.range, "
    "BCS20.W2.boosted): divided by max(1, ||z + nu||) they have values in [-1, 1], and an advantage smaller by that "
    "factor, for which R^2 times as many rounds are needed (BCS20.W2.boosted.corrected)",
    share=Constant(1, mutants=(2,)),
)
def the_scaled_hypotheses_are_boosted(
    norm: AtLeastOne, part: Annotated[Real, Reals(low=-1, high=1)], share: int
) -> Truth:
    """|<z + nu, x>| is at most ||z + nu||, here a part of it: divided by ||z + nu|| >= 1 it is in [-1, 1]."""
    h = share * part * norm / norm
    return (h <= 1) & (h >= -1)


@uses("BCS20.T30.margin", "BCS20.T24", f"{T30}: from Lemma 38")
def calls_of_an_eighth_of_the_margin_are_boosted(tau: PositiveUnit, few: FromZero, mass: PositiveReal) -> Use:
    """Calls of advantage gamma = tau/8 are asked for; without noise that of x = tau u is tau^2/2."""
    at = {"few": few, "mass": mass, "gamma": tau / 8, "advantage": tau**2 / 2, "value": tau**2}
    return Use(at, gives=few <= mass)


@correction(
    "BCS20.T30.margin.from.T24.premise",
    "tau^2/2 < tau/8 for tau < 1/4: gamma must be quadratic in tau, and tau^2/16 is met with the noise too",
    share=Constant(Fraction(1, 16), mutants=(1,)),
)
def calls_of_a_quadratic_advantage_are_boosted(tau: PositiveUnit, share: Fraction) -> Truth:
    """tau^2/2 >= tau^2/16."""
    return tau**2 / 2 >= share * tau**2
