"""BCS20 facts that follow: what the proofs on HS-StL-R, and on HS-StL in reading A, use."""

from littlestone.spec.notation import *

AnyReal = Annotated[Real, Reals()]
LEARNER = "derived: HS-StL-R"
READING_A = "derived: HS-StL in reading A"
FromThree = Annotated[Real, Reals(low=3)]

rests_on("BCS20.S4.priv", "BCS20.S4.priv.norm", "(z, ||z||) moves by at most sqrt 2 times as much", LEARNER)


@uses("BCS20.S4.adv", "BCS20.T26.along", LEARNER)
def the_centre_is_long_enough(z: FromZero, along: FromZero, tau: PositiveUnit) -> Use:
    """||z|| >= <z, u> >= tau/2: a norm that is tau/8 less exceeds tau/4."""
    return Use({"reach": along, "tau": tau}, given=z >= along, gives=z - tau / 8 > tau / 4)


@uses("BCS20.S4.train", "BCS20.S4.adv", LEARNER)
def calls_have_nine_hundredths(log: PositiveReal, tau: PositiveUnit, won: PositiveReal, norm: PositiveReal) -> Use:
    """Scores are divided by the norm, which leaves ``won``: calls with gamma = 9 tau/100 take 16 log(1/kappa)/gamma^2
    rounds."""
    at = {"advantage": won * norm, "tau": tau, "norm": norm}
    return Use(at, gives=16 * log / won**2 <= 16 * log / (9 * tau / 100) ** 2)


@uses("BCS20.S4.train", "BCS20.S4.prob", LEARNER)
@uses("BCS20.T30.corrected", "BCS20.S4.prob", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.S4.prob", LEARNER)
def each_round_fails_seldom(n: AtLeastOne, T: PositiveReal, beta: OpenUnit) -> Use:
    """Each of T rounds fails with probability at most beta/(3T), and all together with beta/5 at most."""
    return Use({"n": n, "T": T, "beta": beta}, gives=lambda b: T * b.fails <= beta / 5, times=T)


@adds_up("BCS20.S4.train", LEARNER)
def a_third_of_beta_is_spent(n: AtLeastOne, T: PositiveReal, beta: OpenUnit) -> Total:
    """beta/3."""
    return Total(fails=beta / 3)


@uses("BCS20.S4.train", "BCS20.L38", LEARNER)
def the_margin_is_reached_by_HS_StL_R(tau: PositiveUnit, margin: AnyReal) -> Use:
    """A margin of at least gamma = 9 tau/100 is positive: the example is no error."""
    return Use({"margin": margin, "gamma": 9 * tau / 100}, gives=margin > 0)


@uses("BCS20.S4.priv", "BCS20.L25.shift", LEARNER)
def the_vector_moves_little(moved: FromZero, mass: PositiveReal, sigma: PositiveReal) -> Use:
    """The vector moves by at most 2/(kappa n), and with the norm by sqrt 2 times as much."""
    return Use({"moved": moved, "mass": mass}, gives=2 * moved**2 / (2 * sigma**2) <= 4 / (mass * sigma) ** 2)


# ---- Theorems 30 and 33

rests_on(
    "BCS20.T30.corrected",
    "BCS20.S4.train",
    "all calls have advantage 9 tau/100, and N rounds give it as margin",
    LEARNER,
)
rests_on("BCS20.T33.corrected", "BCS20.S4.train", "all calls have advantage 9 tau/100: training error kappa", LEARNER)


@uses("BCS20.T30.corrected", "BCS20.S4.priv", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.S4.priv", LEARNER)
def the_rounds_cost_a_ninth(
    N: AtLeastOne, sigma: PositiveReal, epsilon: PositiveReal, L: PositiveReal, more: AtLeastOne
) -> Use:
    """At kappa n >= 6 sqrt(N L)/(sigma eps) N rounds cost rho with 9 rho L <= eps^2."""
    at = {"mass": more * 6 * (N * L) ** HALF / (sigma * epsilon), "sigma": sigma}
    return Use(at, gives=lambda b: 9 * N * b.epsilon * L <= epsilon**2)


@uses("BCS20.T30.corrected", "BCS20.S4.mean", LEARNER)
def the_average_noise_is_below_a_quarter_of_the_margin(alpha: OpenUnit, tau: PositiveUnit, u: FromThree) -> Use:
    """At the least N, g = gamma/4 and noises of deviation at most (12/5) sigma/tau: at most (alpha/4) e^{-u^2}."""
    gamma, log, sigma = 9 * tau / 100, ln(4 / alpha), tau / (8 * Real.of(2) ** HALF * u)
    at = {"g": gamma / 4, "N": 16 * log / gamma**2, "most": Fraction(12, 5) / tau * sigma}
    return Use(at, gives=lambda b: b.fails <= exp(-(log + u**2)))


@uses("BCS20.T30.corrected", "PROB.markov", LEARNER)
def few_fresh_points_have_a_large_noise(alpha: OpenUnit, E: OpenUnit) -> Use:
    """The mass of the points whose average noise exceeds gamma/4, both ways, is alpha/8 or more with at most 4 E."""
    return Use({"level": alpha / 8, "mean": 2 * (alpha / 4) * E}, gives=lambda b: b.fails <= 4 * E)


@uses("BCS20.T30.corrected", "BCS20.S4.margin", LEARNER)
def the_shifted_margin_is_half_of_gamma(tau: PositiveUnit, left: AnyReal, d: FromZero) -> Use:
    """Theorem 28 at the margin 9 tau/200 and d <= 2^19/tau^2."""
    at = {"left": left, "gamma": 9 * tau / 100, "d": d, "tau": tau}
    return Use(at, gives=all_of([left >= 9 * tau / 200, d * tau**2 <= 2**19]))


rests_on("BCS20.T30.corrected", "BCS20.T28.uniform", "but for beta/3, for all scores without the noise", LEARNER)
rests_on("BCS20.T30.corrected", "BCS20.S4.root", "from so many rows on the root is at most alpha/2", LEARNER)
rests_on("BCS20.T33.corrected", "BCS20.C4", "err_H(D) < err_H(S) + 18 eps_T, but for delta_T/eps_T", LEARNER)
rests_on("BCS20.T33.corrected", "BCS20.T33.eq1.third.corrected", "delta_T <= beta eps_T/4", LEARNER)
rests_on("BCS20.T33.corrected", "BCS20.C5.eq1", "flips are errors too", LEARNER)
rests_on("BCS20.T1.cost.corrected", "BCS20.T1.range.corrected", "these rows", "Theorem 1, repaired")
rests_on("BCS20.S4.margin", "BCS20.L29.fat", "4/(gamma/32)^2", LEARNER)
rests_on("BCS20.T1.range.corrected", "BCS20.T30.corrected", "the conditions on n", "Theorem 1, repaired")
rests_on("BCS20.T1.range.corrected", "BCS20.S4.root", "of the second summand", "Theorem 1, repaired")


# ---- Reading A

rests_on("BCS20.T30.A", "BCS20.C3.corrected", "all calls have advantage tau^2/20", READING_A)
rests_on("BCS20.T30.A", "BCS20.C2", "few labels are flipped, but for beta/3", READING_A)
rests_on("BCS20.T30.A", "BCS20.L25.shift", "a round costs 2/(kappa n sigma)^2", READING_A)
rests_on("BCS20.T30.A", "BCS20.S4.mean", "the average noise is at most gamma/4 along a point", READING_A)
rests_on("BCS20.T30.A", "BCS20.T28.uniform", "but for beta/3, for all scores without the noise", READING_A)
rests_on("BCS20.T30.margin.corrected", "BCS20.S3", "fewer than kappa n rows have a margin up to gamma", READING_A)
rests_on("BCS20.T30.errors.corrected", "BCS20.S3", "fewer than kappa n rows have a margin up to gamma", READING_A)


@uses("BCS20.T30.margin.corrected", "BCS20.C3.corrected", READING_A)
@uses("BCS20.T30.errors.corrected", "BCS20.C3.corrected", READING_A)
def a_call_is_twice_its_advantage(tau: PositiveUnit, advantage: AnyReal) -> Use:
    """Twice the advantage, which the mean margin is but for a regret of at most 9 gamma/16, is at least tau^2/10 = 2
    gamma."""
    return Use({"tau": tau, "advantage": advantage}, gives=2 * advantage >= tau**2 / 10)
