"""BCS20 appendix C: what the proofs of Claims 1 to 3 use; what Claim 1 shares with Theorem 30 is with that."""

from littlestone.spec.notation import *

AnyReal = Annotated[Real, Reals()]
C1, C2, C3 = (f"Claim {i}, proof, appendix C" for i in range(1, 4))
Rounds = Annotated[Real, Naturals(1421)]
"""ceil(T): T = 1024 log(1/kappa)/tau^2, for kappa < 1/4, takes all values above 1420; here T = N - down."""

REPAIRED = "Claim 1, repaired"
LEARNER = "derived: HS-StL-R"


# ---- Claim 1


@uses("BCS20.C1", "BCS20.C1.eq1", C1)
def the_cost_at_enough_rows(
    T: AtLeastOne, sigma: PositiveReal, epsilon: PositiveReal, L: PositiveReal, more: AtLeastOne
) -> Use:
    """At kappa n >= 3 sqrt(8 T L)/(sigma eps), L = log(1/delta): 3 sqrt(rho_T L) <= eps, squared."""
    at = {"T": T, "mass": more * (72 * T * L) ** HALF / (sigma * epsilon), "sigma": sigma}
    return Use(at, gives=lambda b: 9 * b.epsilon * L <= epsilon**2)


@uses("BCS20.C1", "BCS20.C1.eq2", C1, repair="BCS20.C1.eq2.corrected")
def the_cost_is_converted_for_every_delta(delta: OpenUnit, epsilon: PositiveReal) -> Use:
    """For every delta < 1 and every eps."""
    return Use({"epsilon": epsilon, "L": ln(1 / delta)}, gives=lambda b: b.delta <= delta)


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


rests_on("BCS20.C1.eq2.corrected", "BCS20.C1.corrected", "at rho = part^2 L <= L", "the display, repaired")
rests_on("BCS20.C1.exact", "BCS20.L15", "(s + L)^2 <= L^2 + eps, for the roots s of rho and L", "for Claim 1")


@uses("BCS20.C1.corrected", "BCS20.L25.direct.sum", REPAIRED)
@uses("BCS20.T30.eq3.corrected", "BCS20.L25.direct.sum", REPAIRED)
@uses("BCS20.T30.single.corrected", "BCS20.L25.direct.sum", REPAIRED)
def the_distance_is_what_the_row_gains(m: PositiveReal, gained: FromZero, moved: FromZero) -> Use:
    """Delta is at most 1/(kappa n), as losses of clipped scores are not negative; here m is kappa n."""
    return Use({"gained": gained, "moved": moved}, gives=1 / m + gained / m <= 2 / m)


@uses("BCS20.C1.corrected", "BCS20.T27.eq1", REPAIRED)
@uses("BCS20.T30.eq3.corrected", "BCS20.T27.eq1", REPAIRED)
@uses("BCS20.T30.single.corrected", "BCS20.T27.eq1", REPAIRED)
def the_centres_are_four_shares_apart(apart: FromZero, mass: PositiveReal, a: Unit, b: Unit) -> Use:
    """Delta and the weight of the row are at most 1/(kappa n)."""
    return Use({"apart": apart, "distance": a / mass, "least": b / mass}, gives=apart <= 4 / mass)


@uses("BCS20.C1.corrected", "BCS20.L14", REPAIRED)
@uses("BCS20.T30.eq3.corrected", "BCS20.L14", REPAIRED)
@uses("BCS20.T30.single.corrected", "BCS20.L14", REPAIRED)
@uses("BCS20.T30.corrected", "BCS20.L14", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.L14", LEARNER)
def the_last_round_is_added(N: PositiveInteger, rho: PositiveReal, total: FromZero) -> Use:
    """Where N - 1 rounds cost (N - 1) rho, and the last one rho whatever they answered, N rounds cost N rho; at one
    order, whose moments are their exponentials."""
    return Use({"shown": exp(total), "first": exp((N - 1) * rho), "second": exp(rho)}, gives=total <= N * rho)


@uses("BCS20.C1.corrected", "BCS20.L15", REPAIRED)
@uses("BCS20.T30.eq3.corrected", "BCS20.L15", REPAIRED)
@uses("BCS20.T30.single.corrected", "BCS20.L15", REPAIRED)
@uses("BCS20.T30.corrected", "BCS20.L15", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.L15", LEARNER)
def the_conversion_of_the_cost(ratio: PositiveUnit, L: PositiveReal) -> Use:
    """At rho = ratio^2 L, L = log(1/delta): eps = rho + 2 sqrt(rho L) is at most 3 sqrt(rho L)."""
    return Use({"rho": ratio**2 * L, "log": L}, gives=lambda b: b.epsilon <= 3 * ratio * L)


# ---- Claims 2 and 3


@uses("BCS20.C2.eq2", "PROB.chernoff.upper", C2)
def chernoff_at_twice_the_mean(mean: PositiveReal) -> Use:
    """At delta = 1, where the bound exp(-delta^2 mean/3) holds: (1 + delta) mean = 2 mean."""
    return Use({"mean": mean, "delta": Real.of(1)}, gives=lambda b: b.fails <= exp(-(mean / 3)))


@uses("BCS20.C2", "BCS20.C2.eq2", C2)
def the_flips_are_seldom_twice_their_mean(alpha: OpenUnit, tau: PositiveUnit, L: FromZero, more: FromZero) -> Use:
    """At the mean eta n, eta = alpha tau/32, of n >= 96 L/(alpha tau), L = log(k/beta): at most e^{-L}."""
    return Use({"mean": alpha * tau / 32 * (96 * L / (alpha * tau) + more)}, gives=lambda b: b.fails <= exp(-L))


rests_on("BCS20.C2", "BCS20.C2.rows", "n >= 96 log(k/beta)/(alpha tau)", C2)


@uses("BCS20.C3", "BCS20.T27.2", C3, repair="BCS20.T27.2.corrected")
def each_call_has_its_advantage(tau: PositiveUnit) -> Use:
    """At c sigma sqrt(log(1/xi)) = tau/8, that is sigma sqrt(2 log(1/xi)) = tau/4, noise = 1/2: the least advantage."""
    return Use(
        {"tau": tau, "noise": HALF, "advantage": tau**2 / (16 + 4 * tau)}, gives=tau**2 / (16 + 4 * tau) >= tau / 8
    )


@correction(
    "BCS20.C3.from.T27.2.conclusion",
    "Theorem 27 gives (tau/4)(tau/2 - tau/4)/(1 + tau/4) >= tau^2/20, not tau/8: gamma must be tau^2/20",
    share=Constant(Fraction(1, 20), mutants=(Fraction(1, 18),)),
)
def each_call_has_a_quadratic_advantage(tau: PositiveUnit, share: Fraction) -> Truth:
    """(tau/4)(tau/2 - tau/4)/(1 + tau/4) >= tau^2/20."""
    return tau / 4 * (tau / 2 - tau / 4) / (1 + tau / 4) >= share * tau**2


@uses("BCS20.C3", "PROB.union", C3)
def the_calls_are_united(beta: OpenUnit, N: Rounds, down: BelowOne) -> Use:
    """Each of ceil(T) = N fails with probability beta/(3T), T = N - down: together at most (1 + 1/T) beta/3."""
    at = {"chances": N * beta / (3 * (N - down))}
    return Use(at, gives=lambda b: b.fails <= (N - down + 1) * beta / (3 * (N - down)), times=1)


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
@uses("BCS20.T30.eq6.corrected", "BCS20.T27.2.corrected", "Theorem 30, utility, repaired")
def a_call_has_a_quadratic_advantage(tau: PositiveUnit, advantage: AnyReal) -> Use:
    """At noise = 1/2, r = tau/4: (tau/4)(tau/2 - tau/4)/(1 + tau/4) >= tau^2/20."""
    return Use({"tau": tau, "noise": HALF, "advantage": advantage}, gives=advantage >= tau**2 / 20)


@uses("BCS20.C3.corrected", "BCS20.T27.eq3", "Claim 3, repaired")
@uses("BCS20.T30.eq6.corrected", "BCS20.T27.eq3", "Theorem 30, utility, repaired")
def the_tails_of_all_calls_cost_a_third(n: PositiveInteger, N: PositiveInteger, beta: OpenUnit) -> Use:
    """2n + 1 tails of beta/(3N(2n + 1)) in each of N calls: beta/3."""
    tails = N * (2 * n + 1)
    return Use({"xi": beta / (3 * tails)}, gives=lambda b: tails * b.fails <= beta / 3, times=tails)
