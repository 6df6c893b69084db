"""BCS20 facts that follow: Sharper regret, fewer rounds, and a learner whose guarantee holds."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.boosting.adversaries import Punisher
from littlestone.spec.boosting.loss_tables import CASES, COMPARED, expected, runs, steps
from littlestone.spec.notation import *

AnyReal = Annotated[Real, Reals()]
EIGHTH = Fraction(1, 8)

# ---- Sharper regret


@terms("BCS20.S1")
def sharper_regret(
    paid: FromZero,
    fixed: FromZero,
    rate: PositiveReal,
    T: FromZero,
    K: FromZero,
    mass: PositiveReal,
    share: Fraction = EIGHTH,
) -> Terms:
    """What T rounds cost, and a fixed measure, with its divergence K and mass = kappa n."""
    return Terms(says=paid <= fixed + share * rate * T + K / (rate * mass))


@claim(
    "BCS20.S1",
    "derived: Lemma 44 with an eighth of lambda T",
    "lemma",
    narrows=COMPARED,
    cites=("BCS20.L40",),
    share=Constant(EIGHTH, mutants=(Fraction(31, 250),)),
)
def the_regret_is_at_most_an_eighth_of_the_rate(
    k: Size, q: Size, n: PositiveSize, T: Size, share: Fraction
) -> Statement:
    """For all mu in Gamma_kappa: sum_t M(mu^_t, h_t) <= sum_t M(mu^, h_t) + lambda T / 8 + KL(mu || mu_1) / (lambda
    kappa n), losses in [0, 1]; for kappa = 1, n = 1 or T = 0 there is no regret."""
    found = all_of(
        sharper_regret(Real.of(run.paid()), run.paid_by(mu), run.rate, T, run.distance(mu), run.mass, share).says
        for run in runs(k, q, n, T)
        for mu in run.compared()
    )
    return when([k >= 1, n >= 2, T >= 1], found)


@claim(
    "BCS20.S1.stability",
    "derived: Lemma 43 with a quarter of lambda",
    "lemma",
    narrows=CASES,
    share=Constant(QUARTER, mutants=(Fraction(6, 25),)),
)
def one_round_changes_the_loss_by_a_quarter_of_the_rate(
    k: Size, q: Size, n: PositiveSize, T: PositiveSize, share: Fraction
) -> Statement:
    """M(mu^_t, h_t) - M(mu^_{t+1}, h_t) <= lambda / 4; for kappa = 1 or n = 1 nothing changes."""
    found = all_of(
        Real.of(expected(mu, losses) - expected(after, losses)) <= share * run.rate
        for run in runs(k, q, n, T)
        for mu, after, losses in steps(run)
    )
    return when([k >= 1, n >= 2], found)


@claim(
    "BCS20.S1.stability.shift",
    "derived: Lemma 43 with a quarter of lambda",
    "step",
    narrows="the arithmetic, given BCS20.L43.eq1 at the losses l_t - 1/2, which change no sum as |mu_t| = |mu_{t+1}|",
    half=Constant(HALF, mutants=(Fraction(1, 3),)),
)
def shifted_losses_halve_the_change_twice(
    norm: PositiveReal, mass: PositiveReal, rate: PositiveReal, half: Fraction
) -> Statement:
    """|l_t - 1/2| <= 1/2: ||d||_1^2 / (kappa n) <= lambda ||d||_1 / 2, so ||d||_1 / (2 kappa n) <= lambda / 4."""
    return when(norm**2 / mass <= rate * norm / 2, norm / (2 * mass) <= half * rate / 2)


@terms("BCS20.S1.one")
def one_step(moment: PositiveReal, p: Unit, rate: FromZero, share: Fraction = EIGHTH) -> Terms:
    """E[e^{-lambda l}] for a loss that is 1 with probability p."""
    return Terms(says=moment <= exp(share * rate**2 - rate * p))


@claim(
    "BCS20.S1.one",
    "derived: one round of BCS20.S1, for two losses",
    "step",
    narrows="losses 0 and 1, p the weight on 1, which are the worst by BCS20.S1.chord; cited are Theorem 8 for "
    "KL(mu || mu~_{t+1}) and Gibbs' inequality",
    share=Constant(EIGHTH, mutants=(Fraction(1, 9),)),
)
def one_round_costs_an_eighth_of_the_squared_rate(p: Unit, rate: FromZero, share: Fraction) -> Truth:
    """Let Phi_t be the least lambda sum_{s<=t} <mu, l_s> + KL(mu || mu_1) over the measures of density kappa. By
    Theorem 8 Phi_t - Phi_{t-1} >= min_mu KL(mu || mu_t) + lambda <mu, l_t> = -kappa n ln sum_i mu^_t(i) e^(-lambda
    l_t(i)), and by Hoeffding's lemma, here, that is at least kappa n (lambda M(mu^_t, h_t) - lambda^2 / 8). The sum
    over t is BCS20.S1."""
    return as_truth(one_step(1 - p + p * exp(-rate), p, rate, share).says)


@claim(
    "BCS20.S1.chord", "derived: one round of BCS20.S1, for losses between", "step", scale=Constant(1, mutants=(HALF,))
)
def losses_between_lie_below_the_chord(loss: Unit, rate: FromZero, scale: Fraction) -> Truth:
    """e^(-lambda l) <= 1 - l + l e^-lambda for l in [0, 1]."""
    return exp(-rate * loss) <= scale * (1 - loss + loss * exp(-rate))


# ---- Fewer rounds


@claim(
    "BCS20.S2",
    "derived: Lemma 38 with 2 ln(1/kappa)/gamma^2 rounds",
    "theorem",
    narrows="the arithmetic: BCS20.S1 in place of Lemma 34, for real T, and T is rounded up",
    cites=("BCS20.S1", "BCS20.L35", "BCS20.L37", "BCS20.L38.eq3.corrected"),
    times=Constant(2, mutants=(1,), stronger="smaller"),
)
def an_eighth_of_the_rounds_is_enough(
    gamma: PositiveReal, theta: FromZero, log: PositiveReal, later: FromZero, times: Rational
) -> Statement:
    """T >= 2 ln(1/kappa)/gamma^2 with lambda = 2 gamma: gamma <= theta/2 + lambda/8 + ln(1/kappa)/(lambda T) gives
    theta >= gamma. Here T = 2 (ln(1/kappa) + later)/gamma^2, and the inequality is taken twice."""
    rate, T = 2 * gamma, times * (log + later) / gamma**2
    return when(2 * gamma <= theta + rate / 4 + 2 * log / (rate * T), gamma <= theta)


@claim(
    "BCS20.S2.run",
    "derived: Lemma 38 with 2 ln(1/kappa)/gamma^2 rounds",
    "theorem",
    narrows="one weak learner, which punishes one of three points",
    caps="gamma = 1/5, kappa = 33/100, margins in steps of 1/250",
    times=Constant(2, mutants=(1,), stronger="smaller"),
)
def an_eighth_of_the_rounds_is_enough_for_the_worst_learner(times: Rational) -> Truth:
    """T = ceil(2 ln(1/kappa)/gamma^2) with lambda = 2 gamma suffices for margin gamma on all but kappa n = 99/100
    points."""
    learner = Punisher(3, 1, Fraction(33, 100), Fraction(1, 5), Fraction(2, 5), 500)
    return learner.advantage <= Real.of(learner.average_margin(learner.rounds(times)))


@claim(
    "BCS20.S2.rate",
    "derived: Lemma 38 with 2 ln(1/kappa)/gamma^2 rounds, lambda in the range of Algorithm 4",
    "remark",
    role="construction",
    double=Constant(2, mutants=(3,)),
)
def the_rate_is_in_the_range(gamma: UpToHalf, double: int) -> Statement:
    """For gamma in (0, 1/2), lambda = 2 gamma is in (0, 1), as LB-NxM(kappa, lambda) asks; at gamma = 1/2, where all
    h_t have margin 1 everywhere, it is 1."""
    return when(gamma < HALF, (double * gamma > 0) & (double * gamma < 1))


@claim(
    "BCS20.S2.full",
    "derived: lambda = gamma in place of gamma/4",
    "remark",
    role="construction",
    narrows="the arithmetic, for real T; from Lemma 34 as restored only theta >= -gamma/8 follows (doubt on the lost "
    "argument of LB-NxM in Theorem 24 and Algorithm 5)",
    cites=("BCS20.S1",),
    rate=Constant(1, mutants=(8,)),
)
def the_rate_gamma_will_do_too(
    gamma: PositiveReal, theta: FromZero, log: PositiveReal, later: FromZero, rate: Rational
) -> Statement:
    """lambda = gamma, T >= 16 ln(1/kappa)/gamma^2: gamma <= theta/2 + lambda/8 + ln(1/kappa)/(lambda T) gives theta >=
    (13/8) gamma, so either reading of the lost lambda is enough for Theorem 24."""
    T = 16 * (log + later) / gamma**2
    given = 2 * gamma <= theta + rate * gamma / 4 + 2 * log / (rate * gamma * T)
    return when(given, Fraction(13, 8) * gamma <= theta)


# ---- Strict counting


@claim(
    "BCS20.S3",
    "derived: Theorem 24 with a strict count",
    "theorem",
    narrows="the arithmetic: BCS20.S1 against the law that is uniform on B = {i : y_i H(x_i) <= gamma}, scaled to "
    "density kappa if |B| >= kappa n",
    cites=("BCS20.S1", "BCS20.L35", "BCS20.L38.eq3.corrected"),
    share=Constant(EIGHTH, mutants=(1,)),
)
def fewer_than_kappa_n_points_have_a_margin_of_at_most_gamma(
    gamma: PositiveReal, theta: FromZero, log: PositiveReal, later: FromZero, share: Fraction
) -> Statement:
    """In Theorem 24, #{i : y_i H(x_i) <= gamma} < kappa n, strictly: else that set of margin theta <= gamma would have
    gamma <= theta/2 + lambda/8 + ln(1/kappa)/(lambda T) at lambda = gamma/4."""
    rate, T = gamma / 4, 16 * (log + later) / gamma**2
    return when(2 * gamma <= theta + 2 * share * rate + 2 * log / (rate * T), gamma < theta)


@claim(
    "BCS20.S3.run",
    "derived: Theorem 24 with a strict count",
    "theorem",
    narrows="one weak learner, which punishes one of three points",
    caps="gamma = 1/5, kappa = 1/3, margins in steps of 1/50",
    times=Constant(16, mutants=(7,), stronger="smaller"),
)
def a_set_of_kappa_n_points_has_a_larger_margin(times: Rational) -> Truth:
    """Where kappa n = 1 is an integer, the one point that is punished has a margin above gamma after T rounds."""
    learner = Punisher(3, 1, Fraction(1, 3), Fraction(1, 5), Fraction(1, 20))
    return learner.advantage < Real.of(learner.average_margin(learner.rounds(times)))


# ---- A learner whose guarantee can be checked

SETTINGS = (
    "kappa = alpha/4, gamma = 9 tau / 100, T = ceil(16 ln(1/kappa) / gamma^2), lambda = gamma / 4, sigma = tau / "
)
SETTINGS += "(8 sqrt(2 ln(3 T (2 n + 3) / beta)))"
LEARNER = "derived: HS-StL-R, HS-StL with noise on the vector and on its norm"
NINE_HUNDREDTHS = Fraction(9, 100)
NINE = Constant(NINE_HUNDREDTHS, mutants=(Fraction(1, 10),))


@claim(
    "BCS20.S4",
    LEARNER,
    "algorithm",
    narrows="d = 1 and two points, one with margin tau or more, one corrupted, y x = -1, of weight at most tau/4",
    caps="tau = i/4; noise -tau/8, 0, tau/8",
    gamma=NINE,
    scale=Constant(Fraction(3, 5), mutants=(Fraction(7, 10),)),
)
def noisy_normalised_halfspaces_have_advantage(
    i: PositiveSize, a: Size, w: Size, u: Size, v: Size, gamma: Fraction, scale: Fraction
) -> Statement:
    """With z = sum_i mu^(i) y_i x_i, nu ~ N(0, sigma^2 I), nu' ~ N(0, sigma^2) and h(x) = (3/5) <z + nu, x> / max(||z||
    + nu', tau/4): where |nu'|, |<nu, x_i>| <= tau/8, all h(x_i) are in [-1, 1] and the advantage on mu^ is at least 9
    tau / 100."""
    tau, (nu, nu_prime) = Fraction(int(i), 4), [Fraction(int(c) - 1) * Fraction(int(i), 32) for c in (u, v)]
    good, weight = tau + (1 - tau) * Fraction(int(a), 2), Fraction(int(w), 4) * tau / 4
    z = (1 - weight) * good - weight
    values = [scale * (z + nu) * x / max(abs(z) + nu_prime, tau / 4) for x in (good, Fraction(-1))]
    won = ((1 - weight) * values[0] + weight * values[1]) / 2
    return when([i <= 4, a <= 2, w <= 4, u <= 2, v <= 2], all_of([*(abs(h) <= 1 for h in values), won >= gamma * tau]))


@terms("BCS20.S4.adv")
def won(
    advantage: Annotated[Real, Reals()], tau: PositiveUnit, norm: PositiveReal, gamma: Fraction = NINE_HUNDREDTHS
) -> Terms:
    """The advantage times the norm by which scores are divided."""
    return Terms(says=advantage >= gamma * tau * norm)


@claim(
    "BCS20.S4.adv",
    LEARNER,
    "lemma",
    narrows="the inequalities in terms of ||z||, <nu, z>, nu' and the bounds ||x_i|| <= 1, |<nu, x_i>| <= tau/8: z = "
    "||z|| = tau/2 + a, <nu, z> = -z tau/8 + b, nu' = tau (c - 1/2) / 4; that the advantage is theirs is in words",
    cites=("BCS20.S4.adv.norm",),
    gamma=NINE,
    scale=Constant(Fraction(3, 5), mutants=(Fraction(7, 10),)),
)
def on_the_event_the_advantage_is_linear_in_tau(
    tau: PositiveUnit, a: FromZero, b: FromZero, c: Unit, gamma: Fraction, scale: Fraction
) -> Truth:
    """Where ||z|| >= tau/2, |nu'| <= tau/8, |<nu, x_i>| <= tau/8 for all i and <nu, z> >= -||z|| tau/8: the norm
    exceeds tau/4, |h(x_i)| <= 1, and (1/2) sum_i mu^(i) y_i h(x_i) = (3/10) (||z||^2 + <nu, z>) / (||z|| + nu') >= 9
    tau / 100."""
    z = tau / 2 + a
    norm, product = z + tau * (c - HALF) / 4, z**2 - z * tau / 8 + b
    return (norm > tau / 4) & (scale * (z + tau / 8) <= norm) & won(scale * product / 2, tau, norm, gamma).says


@terms("BCS20.S4.adv.norm")
def half_is_left(reach: Annotated[Real, Reals()], tau: PositiveUnit, share: Fraction = HALF) -> Terms:
    """<z, u> reaches so far."""
    return Terms(says=reach >= share * tau)


@claim(
    "BCS20.S4.adv.norm",
    LEARNER,
    "step",
    narrows="the last inequality; the others are in words",
    share=Constant(HALF, mutants=(Fraction(3, 5),)),
)
def few_corrupted_points_leave_half_the_margin(tau: PositiveUnit, c: Unit, share: Fraction) -> Truth:
    """Theorem 26's proof: the corrupted weight is w = c tau/4 <= eta / kappa <= tau/4, so ||z|| >= <z, u> >= (1 - w)
    tau - w >= tau/2."""
    w = c * tau / 4
    return as_truth(half_is_left((1 - w) * tau - w, tau, share).says)


@terms("BCS20.S4.prob")
def round_fails(T: PositiveReal, beta: PositiveUnit) -> Terms:
    """One of T rounds leaves its event."""
    return Terms(fails=beta / (3 * T))


@claim(
    "BCS20.S4.prob",
    LEARNER,
    "lemma",
    narrows="the sum of the tails; that the event fails in so many is in words",
    caps="beta = 1/b < 1, T rounds, n points",
    tails=Constant(2, mutants=(16,)),
)
def the_event_is_likely(n: PositiveSize, T: PositiveSize, b: PositiveSize, tails: int) -> Statement:
    """The event |nu'| <= tau/8, |<nu, x_i>| <= tau/8 for all i, |<nu, z>| <= ||z|| tau/8 has probability at least 1 -
    beta/(3T): at t = tau / (8 sigma) = sqrt(2 ln(3 T (2 n + 3) / beta)) it fails in 2 n + 4 one-sided tails of at most
    (1 - erf(t / sqrt 2)) / 2."""
    log = ln(3 * T * (2 * n + 3) * b)
    return when(b >= 2, tails * (n + 2) * (1 - erf(log**HALF)) / 2 <= round_fails(T, Fraction(1, int(b))).fails)


@claim(
    "BCS20.S4.prob.tail",
    LEARNER,
    "step",
    narrows="the integrand; that its integral over s >= 0 is that of the tail, against e^(-u^2) times a half of "
    "sqrt(pi), is in words",
    once=SHARE,
)
def a_normal_tail_is_at_most_half_the_exponential(u: FromZero, s: FromZero, once: Fraction) -> Truth:
    """A one-sided tail is (1 - erf(u)) / 2 <= e^(-u^2) / 2 at u = t / sqrt 2, as (u + s)^2 >= u^2 + s^2; so 2 n + 4 of
    them are at most (n + 2) e^(-u^2) <= (2 n + 3) e^(-u^2)."""
    return u**2 + s**2 <= once * (u + s) ** 2


@terms("BCS20.S4.priv")
def round_cost(mass: PositiveReal, sigma: PositiveReal, factor: int = 16) -> Terms:
    """A round of vector and norm, kappa n being the mass; its epsilon is rho."""
    return Terms(epsilon=factor / (mass * sigma) ** 2)


@claim(
    "BCS20.S4.priv",
    LEARNER,
    "lemma",
    narrows="the arithmetic, from BCS20.T27.eq1 and BCS20.S4.priv.norm",
    cites=("BCS20.T27.eq1",),
    factor=Constant(16, mutants=(15,)),
)
def one_round_of_vector_and_norm_is_private(mass: PositiveReal, sigma: PositiveReal, moved: Unit, factor: int) -> Truth:
    """By T27.eq1 the vector moves by at most 2 (1/(kappa n) + s), and (z, ||z||) by sqrt 2 times as much: at s =
    1/(kappa n) one round has rho = 16 / (kappa n sigma)^2."""
    bound = 2 * (1 / mass + 1 / mass)
    return 2 * (moved * bound) ** 2 / (2 * sigma**2) <= round_cost(mass, sigma, factor).epsilon


@claim(
    "BCS20.S4.priv.sharp",
    LEARNER,
    "lemma",
    narrows="the arithmetic, from BCS20.L25.shift and BCS20.S4.priv.norm",
    cites=("BCS20.L25.shift", "BCS20.S4.priv.norm"),
    factor=Constant(4, mutants=(3,)),
)
def one_round_of_vector_and_norm_costs_a_fourth(
    mass: PositiveReal, sigma: PositiveReal, moved: Unit, factor: int
) -> Truth:
    """With lazily projected measures the vector moves by at most 2/(kappa n), as no row but the one that differs gains,
    and (z, ||z||) by sqrt 2 times as much: one round has rho = 4 / (kappa n sigma)^2, a fourth of BCS20.S4.priv's."""
    return 2 * (moved * 2 / mass) ** 2 / (2 * sigma**2) <= factor / (mass * sigma) ** 2


@claim(
    "BCS20.S4.priv.norm",
    LEARNER,
    "step",
    narrows="the identity, d = 2; what follows from it is in words",
    share=Constant(1, mutants=(2,)),
)
def the_norm_moves_no_more_than_the_vector(x: AnyReal, y: AnyReal, u: AnyReal, v: AnyReal, share: int) -> Truth:
    """(||z|| - ||z'||)^2 <= ||z - z'||^2, which is <z, z'> <= ||z|| ||z'||, by Lagrange's identity."""
    return equals((x**2 + y**2) * (u**2 + v**2) - (x * u + y * v) ** 2, share * (x * v - y * u) ** 2)


@claim(
    "BCS20.S4.train",
    LEARNER,
    "theorem",
    narrows="the arithmetic of " + SETTINGS + "; at most kappa tau n / 4 examples are corrupted",
    cites=("BCS20.S4.adv", "BCS20.S4.prob", "BCS20.L38"),
    rounds=Constant(16, mutants=(20,)),
    third=Constant(Fraction(1, 3), mutants=(QUARTER,)),
)
def the_settings_meet_the_premises(
    tau: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, later: FromZero, rounds: Rational, third: Fraction
) -> Truth:
    """Train error <= kappa after T rounds with probability >= 1 - beta/3: gamma = 9 tau / 100 is at most 1/2, lambda =
    gamma/4 is in (0, 1), T is enough for Lemma 38, whose margin gamma > 0 is no error, and T failures of beta/(3T) cost
    beta/3, T being rounded up (by ``later``) in sigma as well."""
    gamma, log = Fraction(9, 100) * tau, ln(4 / alpha)
    T = (16 * log + later) / gamma**2
    failures = T * (beta / (3 * T))
    enough = rounds * log / gamma**2 <= T
    return all_of([gamma <= HALF, gamma / 4 < 1, gamma > 0, enough, failures <= third * beta])
