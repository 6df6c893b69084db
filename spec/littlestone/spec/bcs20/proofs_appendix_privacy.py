"""BCS20 appendix C: what the proofs of Theorem 33 and its claims use."""

from littlestone.spec.notation import *

AnyReal = Annotated[Real, Reals()]
T33, C1, C2, C3, C4, C5 = ("Theorem 33, proof", *(f"Claim {i}, proof, appendix C" for i in range(1, 6)))
Rounds = Annotated[Real, Naturals(1421)]
"""ceil(T): T = 1024 log(1/kappa)/tau^2, for kappa < 1/4, takes all values above 1420; here T = N - down."""

REPAIRED_C1 = "Claim 1, repaired"


# ---- Claim 1

rests_on("BCS20.C1.eq2.corrected", "BCS20.C1.corrected", "at rho = ratio^2 L <= L", "the display, repaired")
rests_on("BCS20.C1", "BCS20.T27.eq3", "the half line between e_1 and -e_1 is D/2 from either", f"{C1}, where it fails")
rests_on("BCS20.C1.corrected", "BCS20.C1.eq1", "rho_T = 8 T/(kappa n sigma)^2", REPAIRED_C1)
rests_on("BCS20.C1.corrected", "BCS20.L14", "HS-StL is rho_T-zCDP", REPAIRED_C1)
rests_on("BCS20.C1.exact", "BCS20.L15", "(s + L)^2 <= L^2 + eps, for the roots s of rho and L", "for Claim 1")


@uses("BCS20.C1.eq1", "BCS20.L25", C1)
def losses_of_the_noisy_hypothesis_may_be_negative(beyond: FromZero, m: PositiveReal, apart: FromZero) -> Use:
    """Lemma 25 is about losses L >= 0; that of y h(x) = 1 + beyond, which the noise makes, is 1 - beyond/2. Here m is
    kappa n."""
    return Use({"distance": apart, "mass": m, "loss": 1 - beyond / 2}, gives=2 * (1 / m + apart) <= 4 / m)


@correction(
    "BCS20.C1.eq1.from.L25.premise",
    "<z + nu, x> is not bounded, and a negative loss lets a weight exceed kappa, even 1, where the projection is no "
    "scaling and the law not slick: the hypotheses must be scaled by max(1, ||z + nu||) (BCS20.W2.range.corrected), "
    "or each weight be cut to 1 before it is projected (BCS20.L25.range)",
    one=Constant(1, mutants=(4,)),
)
def losses_of_the_scaled_hypothesis_are_not_negative(part: Annotated[Real, Reals(low=-1, high=1)], one: int) -> Truth:
    """With y h(x) in [-1, 1] the loss (1 + y h(x))/2 is in [0, 1]."""
    return ((1 + one * part) / 2 >= 0) & ((1 + one * part) / 2 <= 1)


@uses("BCS20.C1.eq1", "BCS20.T27.1", C1)
def the_distributions_of_all_rounds_are_smooth(
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
    "BCS20.C1.eq1.from.T27.1.premise",
    "weights above 1 are no bounded measure (D3), of which alone Definition 7 and Lemma 9 have a projection: returned "
    "as they are (REP-A) they make the law rougher than 1/(kappa n). Made by losses in [0, 1], or cut to 1, as the "
    "nearest measure in Gamma_kappa is, they do not",
    cap=Constant(1, mutants=(16,)),
)
def the_distributions_are_smooth_where_weights_are_cut(
    kappa: PositiveUnit, n: AtLeastTwo, part: PositiveUnit, cap: int
) -> Truth:
    """weight/(weight + (n - 1) kappa) <= 1/(kappa n) for weight <= 1: weight + (n - 1) kappa - weight kappa n is (n -
    1) kappa (1 - weight) + weight (1 - kappa), of which no part is negative."""
    weight = cap * part
    slack = weight + (n - 1) * kappa - weight * kappa * n
    parts = (n - 1) * kappa * (1 - weight) + weight * (1 - kappa)
    return equals(slack, parts) & (weight <= 1) & (kappa <= 1)


@uses("BCS20.C1.eq1", "BCS20.L14", C1)
def the_rounds_are_composed(N: Rounds, down: BelowOne, m: AtLeastOne) -> Use:
    """The algorithm makes ceil(T) = N rounds of the moment m each, T = N - down; here with the last one."""
    return Use({"shown": m**N, "first": m ** (N - 1), "second": m}, gives=N * ln(m) <= (N - down) * ln(m))


@correction(
    "BCS20.C1.eq1.from.L14.conclusion",
    "T = 1024 log(1/kappa)/tau^2 is no integer, and ceil(T) < T + 1 rounds are made: (1 + 1/T) rho_T",
    one=Constant(1, mutants=(HALF,)),
)
def the_rounds_are_composed_up_to_one_more(N: Rounds, down: BelowOne, rho: PositiveReal, one: Fraction) -> Truth:
    """N rho <= (1 + 1/T) T rho."""
    T = N - down
    return N * rho <= (T + one) * rho


@uses("BCS20.C1.eq2", "BCS20.L15.eq1", f"{C1}: for all delta", repair="BCS20.L15.eq1.corrected")
def the_rounded_conversion_is_used_for_all_delta(root_rho: FromZero, root_log: PositiveReal, epsilon: FromZero) -> Use:
    """For every eps that is at least 3 sqrt(rho_T log(1/delta))."""
    at = {"root_rho": root_rho, "root_log": root_log}
    return Use(at, given=3 * root_rho * root_log <= epsilon, gives=lambda b: b.epsilon <= epsilon)


@correction(
    "BCS20.C1.eq2.from.L15.eq1.premise",
    "rho_T <= log(1/delta) is not said, and fails where eps/log(1/delta) is more than 3: eps <= 3 log(1/delta) gives "
    "it, as in Theorem 33, whose levels are small (BCS20.C1.small)",
    three=Constant(3, mutants=(4,)),
)
def the_rounded_conversion_for_small_epsilon(root_log: PositiveReal, part: PositiveUnit, three: int) -> Truth:
    """eps = 3 part log(1/delta) = 3 sqrt(rho_T log(1/delta)) gives sqrt(rho_T) <= sqrt(log(1/delta))."""
    epsilon = three * part * root_log**2
    return epsilon / (3 * root_log) <= root_log


@uses("BCS20.C1", "BCS20.C1.eq1", C1)
def the_cost_at_enough_rows(
    T: AtLeastOne, sigma: PositiveReal, epsilon: PositiveReal, L: PositiveReal, more: AtLeastOne
) -> Use:
    """At kappa n >= 3 sqrt(8 T L)/(sigma eps), L = log(1/delta): 3 sqrt(rho_T L) <= eps, squared."""
    at = {"T": T, "mass": more * (72 * T * L) ** HALF / (sigma * epsilon), "sigma": sigma}
    return Use(at, gives=lambda b: 9 * b.epsilon * L <= epsilon**2)


@uses("BCS20.C1", "BCS20.C1.eq2", C1, repair="BCS20.C1.eq2.corrected")
def the_cost_is_converted_for_every_delta(L: PositiveReal, epsilon: PositiveReal) -> Use:
    """For every delta = e^{-L} < 1 and every eps."""
    return Use({"epsilon": epsilon, "L": L}, gives=lambda b: b.delta <= exp(-L))


@correction(
    "BCS20.C1.from.C1.eq2.premise",
    "the display holds for eps <= 3 log(1/delta); at larger eps so many rows that rho_T + 2 sqrt(rho_T log(1/delta)) "
    "<= eps are needed (BCS20.C1.exact)",
    top=Constant(Fraction(1, 3), mutants=(4,)),
)
def the_cost_is_converted_at_small_levels(part: OpenUnit, share: OpenUnit, top: Fraction) -> Truth:
    """At the levels of Theorem 33, eps < 1/3 and delta < eps/4, eps <= 3 log(1/delta)."""
    epsilon = top * part
    return epsilon <= 3 * ln(4 / (share * epsilon))


@uses("BCS20.C1", "BCS20.C1.eq3", C1)
def the_root_of_the_cost_is_bounded(root: FromZero, L: PositiveReal, epsilon: PositiveReal) -> Use:
    """9 rho_T L <= eps^2 for rho_T = root^2 L gives 3 sqrt(rho_T L) = 3 root L <= eps."""
    return Use({"rho": root**2 * L, "L": L, "epsilon": epsilon}, gives=3 * root * L <= epsilon)


@uses("BCS20.C1.corrected", "BCS20.L15", REPAIRED_C1)
def the_conversion_of_the_cost(ratio: PositiveUnit, L: PositiveReal) -> Use:
    """At rho = ratio^2 L, L = log(1/delta): eps = rho + 2 sqrt(rho L) is at most 3 sqrt(rho L)."""
    return Use({"rho": ratio**2 * L, "log": L}, gives=lambda b: b.epsilon <= 3 * ratio * L)


@uses("BCS20.C1.corrected", "BCS20.L25", REPAIRED_C1, assumes="the losses are in [0, 1], or the weights are cut to 1")
def the_distance_is_a_share(m: PositiveReal, apart: FromZero, loss: Unit) -> Use:
    """Delta <= 1/(kappa n), so that 1/(kappa n) + zeta = 2/(kappa n); here m is kappa n."""
    return Use({"distance": apart, "mass": m, "loss": loss}, gives=1 / m + apart <= 2 / m)


# ---- Claims 2 and 3

rests_on("BCS20.C2", "BCS20.C2.rows", "n >= 96 log(k/beta)/(alpha tau)", C2)
rests_on("BCS20.C3", "BCS20.W1", "on x = tau u alone the advantage is (tau^2 + tau <nu, u>)/2", f"{C3}, one example")


@uses("BCS20.C2.eq2", "PROB.chernoff.upper", C2)
def chernoff_at_twice_the_mean(mean: PositiveReal) -> Use:
    """At delta = 1, where the bound exp(-delta^2 mean/3) holds: (1 + delta) mean = 2 mean."""
    return Use({"mean": mean, "delta": Real.of(1)}, gives=lambda b: b.fails <= exp(-(mean / 3)))


@uses("BCS20.C2", "BCS20.C2.eq2", C2)
def the_flips_are_seldom_twice_their_mean(alpha: OpenUnit, tau: PositiveUnit, L: FromZero, more: FromZero) -> Use:
    """At the mean eta n, eta = alpha tau/32, of n >= 96 L/(alpha tau), L = log(k/beta): at most e^{-L}."""
    return Use({"mean": alpha * tau / 32 * (96 * L / (alpha * tau) + more)}, gives=lambda b: b.fails <= exp(-L))


@uses("BCS20.C2", "PROB.chernoff.upper", C2)
def the_bound_is_beta_over_k(alpha: OpenUnit, tau: PositiveUnit, L: FromZero, more: FromZero) -> Use:
    """At the mean eta n >= 3 L, L = log(k/beta), for n = 96 L/(alpha tau) or more: exp(-eta n/3) <= e^{-L}."""
    n = 96 * L / (alpha * tau) + more
    at = {"mean": alpha * tau / 32 * n, "delta": Real.of(1)}
    return Use(at, gives=lambda b: b.fails <= exp(-L))


@uses("BCS20.C3", "BCS20.T27.2", C3, repair="BCS20.T27.2.corrected")
def each_call_has_its_advantage(tau: PositiveUnit) -> Use:
    """At c sigma sqrt(log(1/xi)) = tau/8, that is sigma sqrt(2 log(1/xi)) = tau/4, noise = 1/2: the least advantage."""
    return Use({"tau": tau, "noise": HALF, "advantage": tau**2 / 16}, gives=tau**2 / 16 >= tau / 8)


@uses("BCS20.C3", "PROB.union", C3)
def the_calls_are_united(beta: OpenUnit, N: Rounds, down: BelowOne) -> Use:
    """Each of ceil(T) = N fails with probability beta/(3T), T = N - down: together at most (1 + 1/T) beta/3."""
    at = {"chances": N * beta / (3 * (N - down))}
    return Use(at, gives=lambda b: b.fails <= (N - down + 1) * beta / (3 * (N - down)), times=1)


@correction(
    "BCS20.C3.from.T27.2.conclusion",
    "Theorem 27 gives (tau/4)(tau/2 - tau/4) = tau^2/16, not tau/8: gamma must be tau^2/16 (BCS20.C3.corrected)",
    share=Constant(Fraction(1, 16), mutants=(Fraction(1, 15),)),
)
def each_call_has_a_quadratic_advantage(tau: PositiveUnit, more: FromZero, part: Unit, share: Fraction) -> Truth:
    """Half the sum is at least tau^2/16."""
    length = tau / 2 + more
    return length * (length - part * tau / 4) / 2 >= share * tau**2


@adds_up("BCS20.C3", C3)
def all_calls_cost_a_third(beta: OpenUnit, N: Rounds, down: BelowOne) -> Total:
    """Pr[some BG_t] <= beta/3."""
    return Total(fails=beta / 3)


@correction(
    "BCS20.C3.sums",
    "T is no integer: ceil(T) calls that fail with probability beta/(3T) each cost up to (1 + 1/T) beta/3; with xi = "
    "beta/(3 ceil(T)) they cost beta/3 (BCS20.C3.rounds)",
    third=Constant(Fraction(1, 3), mutants=(HALF,)),
)
def whole_calls_cost_a_third(beta: OpenUnit, N: Rounds, third: Fraction) -> Truth:
    """N (beta/(3N)) <= beta/3."""
    return N * (third * beta / N) <= beta / 3


@uses("BCS20.C3.corrected", "BCS20.T27.2.corrected", "Claim 3, repaired")
def a_call_has_a_quadratic_advantage(tau: PositiveUnit, advantage: AnyReal) -> Use:
    """At noise = 1/2: (tau/4)(tau/2 - tau/4) = tau^2/16."""
    return Use({"tau": tau, "noise": HALF, "advantage": advantage}, gives=advantage >= tau**2 / 16)
