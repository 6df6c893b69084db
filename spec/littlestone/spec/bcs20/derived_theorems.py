"""BCS20 facts that follow: Theorems 1, 30 and 33 for HS-StL-R, and what HS-StL itself costs in reading A."""

from littlestone.spec.boosting.halfspace_sizes import square_root
from littlestone.spec.notation import *

FromThree = Annotated[Real, Reals(low=3)]
Rounds = Annotated[Real, Reals(low=1421)]
FromLogSixteen = Annotated[Real, Reals(low=Fraction(277, 100))]
TWENTIETH = Constant(Fraction(1, 20), mutants=(Fraction(1, 8),))

LEARNER = "derived: HS-StL-R"
REPAIRED = "Claim 1, repaired"
AnyReal = Annotated[Real, Reals()]
READING_A = "derived: HS-StL in reading A"
T30 = "Theorem 30, proof"


def learns(
    alpha: Real, gamma: Real, spread: Real, n: Real, N: Real, u: Real, flips: Real
) -> tuple[Truth, Truth, Truth]:
    """N is enough for Theorem 24; the average of noises of a deviation of at most ``spread`` along a point exceeds
    gamma/4 with at most (alpha/4)E, E = e^{-u^2}; and all fails with at most beta = 3N(2n + 3)E: a part of beta/3 for
    the flips, (n + 2)E a round, a pair of averages for each of n rows and, by Markov's inequality, 8/alpha for fresh
    points, beta/3 for Theorem 28."""
    log, E = ln(4 / alpha), exp(-(u**2))
    beta = 3 * N * (2 * n + 3) * E
    average = (gamma / 4) ** 2 * (16 * log / gamma**2) / (2 * spread**2)
    noise = N * (n + 2) * E + 2 * (n + 8 / alpha) * (alpha / 4 * E)
    return N * gamma**2 >= 16 * log, average >= log + u**2, flips * beta / 3 + noise + beta / 3 <= beta


def converts(spent: Real, r: Real, a: Real, b: Real, three: Fraction) -> Truth:
    """A cost of spent^2 in zCDP gives (eps, delta)-DP for eps = 3 r (1 + a) sqrt(L), sqrt(L) = r (1 + a)(1 + b): for
    all eps from 3 sqrt(rho_T L) to 3 L, rho_T = r^2."""
    root = r * (1 + a) * (1 + b)
    return spent**2 + 2 * spent * root <= three * r * (1 + a) * root


NUMBERS = (
    "a sample is the part of its rows that are corrupted and n, a round the noise along points and how far the centres "
    "of neighbours are apart"
)
COST, THREE = Constant(4, mutants=(3,)), Constant(3, mutants=(Fraction(5, 2),))
NOISE = Constant(8, mutants=(1,))


@correction(
    "BCS20.T30",
    "the advantage in reading A is quadratic in tau; with scores divided by a noisy norm (BCS20.S4) it is 9 tau/100, "
    "and the rows are those of the print, with log n in the noise. The dimension may be any: see BCS20.S4.margin",
    narrows=NUMBERS + "; Theorem 28 is cited, its root a part of alpha/2",
    eight=NOISE,
    one=Constant(1, mutants=(Fraction(4, 5),)),
    cost=COST,
    three=THREE,
)
def the_evened_learner_is_private_and_learns(
    alpha: OpenUnit,
    tau: PositiveUnit,
    n: PositiveInteger,
    N: Rounds,
    u: FromThree,
    moved: Unit,
    a: FromZero,
    b: FromZero,
    flips: Unit,
    root: Unit,
    eight: int,
    one: Fraction,
    cost: int,
    three: Fraction,
) -> Statement:
    """For tau-margin halfspaces under random classification noise HS-StL-R, sigma = tau/(8 sqrt(2) u), u^2 = log(3N(2n
    + 3)/beta) >= 9, with N >= 16 log(4/alpha)/(9 tau/100)^2 rounds and losses of scores clipped to [-1, 1], is for
    delta = e^{-L} < 1 and 3 sqrt(rho_T L) <= eps <= 3 L, rho_T = 4N/(kappa n sigma)^2, (eps, delta)-DP; and for eta <=
    alpha tau/32 and n at which Claim 2 gives the flips at most beta/3 and Theorem 28 a root of at most alpha/2
    (BCS20.S4.root), with probability at least 1 - beta it errs on at most (alpha/4)/(1 - alpha tau/16) + alpha/2 +
    alpha/8 <= alpha of D: in every dimension. Neighbours move (z, ||z||) by a part ``moved`` of sqrt(2) 2/(kappa n); n
    = (2^29/(alpha tau)^2 + 2^15/(alpha min(eps, 1) tau^2)) l^2 meets them (BCS20.T1.range.corrected)."""
    sigma = tau / (eight * square_root(2) * u)
    mass = alpha / 4 * n
    spent = square_root(N / 2) * (moved * square_root(2) * 2 / mass) / sigma
    private = converts(spent, square_root(cost * N) / (mass * sigma), a, b, three)
    enough, average, failures = learns(alpha, 9 * tau / 100, Fraction(12, 5) / tau * sigma, n, N, u, flips)
    error = alpha / 4 / (1 - alpha * tau / 16) + root * alpha / 2 + alpha / 8
    return when(enough, all_of([private, average, failures, error <= one * alpha]))


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


@uses("BCS20.S4.train", "BCS20.S4.prob", LEARNER)
@uses("BCS20.T30.corrected", "BCS20.S4.prob", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.S4.prob", LEARNER)
def each_round_fails_seldom(n: AtLeastOne, T: PositiveReal, beta: OpenUnit) -> Use:
    """Each of T rounds fails with probability at most beta/(3T), and all together with beta/5 at most."""
    return Use({"n": n, "T": T, "beta": beta}, gives=lambda b: T * b.fails <= beta / 5, times=T)


rests_on(
    "BCS20.T30.corrected",
    "BCS20.S4.train",
    "all calls have advantage 9 tau/100, and N rounds give it as margin",
    LEARNER,
)


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


@uses("BCS20.T30.eq5", "BCS20.C2", f"{T30}: too many corrupted samples")
@uses("BCS20.T30.corrected", "BCS20.C2", LEARNER)
@uses("BCS20.T33.corrected", "BCS20.C2", LEARNER)
def too_many_flips_at_three(alpha: OpenUnit, tau: PositiveUnit, beta: OpenUnit, more: FromZero) -> Use:
    """At k = 3 and n >= 96 log(3/beta)/(alpha tau): the exponent eta n/3 is at least log(3/beta)."""
    at = {"n": 96 * ln(3 / beta) / (alpha * tau) + more, "alpha": alpha, "tau": tau, "chance": beta / 3}
    return Use(at, gives=lambda b: b.fails <= beta / 3)


@correction(
    "BCS20.T33",
    "as Theorem 30: HS-StL-R has the advantage that the print counts on, and delta_T must be at most beta eps_T/4",
    narrows=NUMBERS
    + "; Theorem 19 is cited; n >= log(4 eps_T/delta_T)/eps_T^2 and the flips enter by BCS20.C4 and .C2",
    eighteen=Constant(18, mutants=(25,)),
    third=Constant(Fraction(1, 3), mutants=(Fraction(1, 6),)),
    cost=COST,
    three=THREE,
)
def the_evened_learner_generalizes_by_its_privacy(
    alpha: OpenUnit,
    tau: PositiveUnit,
    N: Rounds,
    u: FromThree,
    moved: Unit,
    a: FromZero,
    b: FromZero,
    level: PositiveUnit,
    eighteen: int,
    third: Fraction,
    cost: int,
    three: Fraction,
) -> Statement:
    """HS-StL-R as in BCS20.T30.corrected, at eps_T <= min(eps, alpha/36) and delta_T <= min(delta, beta eps_T/4) in the
    place of eps and delta, with n >= log(4 eps_T/delta_T)/eps_T^2 and 96 log(3/beta)/(alpha tau), eta <= alpha tau/32,
    is (eps_T, delta_T)-DP and with probability at least 1 - beta errs on at most alpha/4 + alpha tau/16 + 18 eps_T <=
    alpha of D: flips and the noises of the rounds fail with at most beta/3 each, the transfer with delta_T/eps_T <=
    beta/4. Here eps_T = level^2 alpha/36 is 3 (1 + a) sqrt(rho_T L), L = (1 + a)^2 (1 + b)^4 rho_T, so that any rho_T
    that eps_T allows is met, and with it n, a real number; chances are in units of N e^{-u^2}."""
    sigma, epsilon = tau / (8 * square_root(2) * u), level**2 * alpha / 36
    r = level * square_root(alpha / (36 * three)) / ((1 + a) * (1 + b))
    mass = square_root(cost * N) / (sigma * r)
    n, root = 4 * mass / alpha, r * (1 + a) * (1 + b) ** 2
    spent = square_root(N / 2) * (moved * square_root(2) * 2 / mass) / sigma
    beta = 3 * (2 * n + 3)
    failures = (n + 2 <= third * beta) & (beta / 3 + (n + 2) + beta / 4 <= beta)
    error = alpha / 4 + alpha * tau / 16 + eighteen * epsilon
    enough = N * (9 * tau / 100) ** 2 >= 16 * ln(4 / alpha)
    return when(enough, all_of([spent**2 + 2 * spent * root <= epsilon, failures, error <= alpha]))


rests_on("BCS20.T33.corrected", "BCS20.S4.train", "all calls have advantage 9 tau/100: training error kappa", LEARNER)
rests_on("BCS20.T33.corrected", "BCS20.C4", "err_H(D) < err_H(S) + 18 eps_T, but for delta_T/eps_T", LEARNER)
rests_on("BCS20.T33.corrected", "BCS20.T33.eq1.third.corrected", "delta_T <= beta eps_T/4", LEARNER)
rests_on("BCS20.T33.corrected", "BCS20.C5.eq1", "flips are errors too", LEARNER)


@claim(
    "BCS20.T30.A",
    "derived: Theorem 30 for HS-StL in reading A",
    "theorem",
    role="companion",
    narrows=NUMBERS + "; Theorem 28 is cited, its root a part of alpha/2",
    rate=Constant(7680, mutants=(7679, 7681)),
    four=Constant(4, mutants=(HALF,)),
    two=Constant(2, mutants=(1,)),
    three=THREE,
)
def reading_A_learns_at_a_larger_cost(
    alpha: OpenUnit,
    tau: PositiveUnit,
    n: PositiveInteger,
    N: Rounds,
    u: FromThree,
    L: PositiveReal,
    epsilon: PositiveReal,
    moved: Unit,
    a: FromZero,
    b: FromZero,
    flips: Unit,
    root: Unit,
    rate: int,
    four: Fraction,
    two: int,
    three: Fraction,
) -> Statement:
    """HS-StL in reading A, its scores divided by 1 + tau/4, with losses of clipped scores, sigma = tau/(4 sqrt(2) u),
    u^2 = log(3N(2n + 3)/beta) >= 9, and N >= 16 log(4/alpha)/gamma^2 = 6400 log(4/alpha)/tau^4 rounds, gamma =
    tau^2/20, is for 3 sqrt(rho_T L) <= eps <= 3 L, rho_T = 2N/(kappa n sigma)^2, delta = e^{-L}, (eps, delta)-DP, and
    for flips and n as in BCS20.T30.corrected it errs with probability at least 1 - beta on at most alpha of D. The rows
    for privacy are 3 sqrt(2N L)/(kappa sigma eps) = 7680 u sqrt(log(4/alpha) L)/(alpha eps tau^3) at the least N, those
    of Theorem 28 of the order 1/(alpha gamma)^2 = 400/(alpha^2 tau^4), against 1/(alpha eps tau^2) and 1/(alpha tau)^2
    of HS-StL-R."""
    sigma, gamma, log = tau / (four * square_root(2) * u), tau**2 / 20, ln(4 / alpha)
    enough, average, failures = learns(alpha, gamma, sigma, n, N, u, flips)
    mass = alpha / 4 * n
    spent = square_root(N / 2) * (moved * 2 / mass) / sigma
    private = converts(spent, square_root(two * N) / (mass * sigma), a, b, three)
    error = alpha / 4 / (1 - alpha * tau / 16) + root * alpha / 2 + alpha / 8
    rows_squared = 9 * 2 * (16 * log / gamma**2) * L * 16 * 32 * u**2 / (tau * alpha * epsilon) ** 2
    rows = equals(rows_squared, (rate * u) ** 2 * log * L / (alpha * epsilon * tau**3) ** 2)
    return when(enough, all_of([private, average, failures, error <= alpha, rows]))


rests_on("BCS20.T30.A", "BCS20.C3.corrected", "all calls have advantage tau^2/20", READING_A)
rests_on("BCS20.T30.A", "BCS20.C2", "few labels are flipped, but for beta/3", READING_A)
rests_on("BCS20.T30.A", "BCS20.L25.shift", "a round costs 2/(kappa n sigma)^2", READING_A)
rests_on("BCS20.T30.A", "BCS20.S4.mean", "the average noise is at most gamma/4 along a point", READING_A)
rests_on("BCS20.T30.A", "BCS20.T28.uniform", "but for beta/3, for all scores without the noise", READING_A)


LARGE = "calls of advantage gamma = tau^2/20 give a margin above gamma, after 6400 log(1/kappa)/tau^4 rounds"


@correction("BCS20.T30.margin", LARGE, narrows="the regret of BCS20.S1", share=TWENTIETH)
@correction("BCS20.T30.errors", LARGE, narrows="the regret of BCS20.S1", share=TWENTIETH)
def the_output_has_a_quadratic_margin(
    tau: PositiveUnit, log: PositiveReal, later: FromZero, above: FromZero, more: FromZero, idle: Unit, share: Fraction
) -> Truth:
    """Where all calls are as in BCS20.C3.corrected, fewer than kappa n rows have a margin of at most tau^2/20 after N =
    16 (log(1/kappa) + later)/gamma^2 rounds, gamma = tau^2/20, lambda = gamma/4: on a law that is uniform on kappa n
    rows or more the mean margin is at least twice the advantage less lambda/4 + 2 log(1/kappa)/(lambda N)."""
    length, r, gamma = tau / 2 + more, tau / 4, share * tau**2
    won = length * (length - (1 - idle) * r) / (2 * (1 + r))
    N = 16 * (log + later) / gamma**2
    return 2 * won - gamma / 16 - 8 * log / (gamma * N) + above > gamma


rests_on("BCS20.T30.margin.corrected", "BCS20.S3", "fewer than kappa n rows have a margin up to gamma", READING_A)
rests_on("BCS20.T30.errors.corrected", "BCS20.S3", "fewer than kappa n rows have a margin up to gamma", READING_A)


@uses("BCS20.T30.margin.corrected", "BCS20.C3.corrected", READING_A)
@uses("BCS20.T30.errors.corrected", "BCS20.C3.corrected", READING_A)
def a_call_is_twice_its_advantage(tau: PositiveUnit, advantage: AnyReal) -> Use:
    """Twice the advantage, which the mean margin is but for a regret of at most 9 gamma/16, is at least tau^2/10 = 2
    gamma."""
    return Use({"tau": tau, "advantage": advantage}, gives=2 * advantage >= tau**2 / 10)


SUMMANDS = (
    "for large eps the bound falls below one row, whatever its constant, and for eps well above alpha it is less than "
    "what generalization costs: the rows of Theorem 30, for HS-StL-R, are of two summands"
)
LARGEST = (
    "1/alpha, 1/beta, 1/tau, 1/eps and 1/delta as large as the logarithm l lets them; that 2^29 l^2/(alpha tau)^2 rows "
    "make the root of Theorem 28 alpha/2 is BCS20.S4.root, and the rest BCS20.T30.corrected"
)
FIFTEEN = Constant(2**15, mutants=(2**14,), stronger="smaller")


@correction("BCS20.T1.cost", SUMMANDS, narrows=LARGEST, rate=FIFTEEN)
@correction("BCS20.T1.range", SUMMANDS, narrows=LARGEST, rate=FIFTEEN)
def rows_of_two_summands_are_enough(log: FromLogSixteen, rate: int) -> Truth:
    """n = (2^29/(alpha tau)^2 + 2^15/(alpha min(eps, 1) tau^2)) l^2 rows, l = log(16/(alpha beta tau min(eps, 1)
    delta)), of tau-margin halfspaces, labels flipped at a rate eta <= alpha tau/32, are enough for HS-StL-R to be (eps,
    delta)-DP, eps <= 3 log(1/delta), and err on at most alpha with probability 1 - beta: as 2^15 l^2 >= 12071
    sqrt(log(4/alpha) log(1/delta)) u, u^2 = log(3N(2n + 3)/beta), and 96 log(3/beta)/(alpha tau) is less than n. At
    least one row is asked for."""
    N = (16 * log + 1) / Fraction(81, 10**4)
    u_squared = ln(3 * N * (2 * (2**29 + rate) * log**2 + 3)) + 5 * (log - ln(16))
    private = 12071**2 * log**2 * u_squared <= (rate * log**2) ** 2
    return private & (96 * log <= 2**29 * log**2) & (2**29 * log**2 >= 1)


rests_on("BCS20.T1.cost.corrected", "BCS20.T1.range.corrected", "these rows", "Theorem 1, repaired")
rests_on("BCS20.T1.range.corrected", "BCS20.T30.corrected", "the conditions on n", "Theorem 1, repaired")
rests_on("BCS20.T1.range.corrected", "BCS20.S4.root", "of the second summand", "Theorem 1, repaired")
