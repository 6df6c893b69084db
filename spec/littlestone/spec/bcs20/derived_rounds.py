"""BCS20 facts that follow: sharper regret (S1), fewer rounds (S2), a strict count (S3)."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.boosting.adversaries import Punisher
from littlestone.spec.boosting.loss_tables import CASES, COMPARED, expected, runs, steps
from littlestone.spec.notation import *

EIGHTH = Fraction(1, 8)
SHARPER = "derived: fewer rounds, a strict count"


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
    "Lemma 44 (derived), with an eighth of lambda T: regret with an eighth of the rate",
    "companion",
    narrows=COMPARED,
    share=Constant(EIGHTH, mutants=(Fraction(31, 250),)),
)
def the_regret_is_at_most_an_eighth_of_the_rate(
    k: Size, q: Size, n: PositiveSize, T: Size, share: Fraction
) -> Statement:
    """For all $mu$ in $Gamma_kappa$: $sum_t M(hat(mu)_t, h_t) <= sum_t M(hat(mu), h_t) + lambda T / 8 + KL(mu || mu_1)
    / (lambda kappa n)$, losses in $[0, 1]$; for $kappa = 1$, $n = 1$ or $T = 0$ there is no regret."""
    found = all_of(
        sharper_regret(Real.of(run.paid()), run.paid_by(mu), run.rate, T, run.distance(mu), run.mass, share).says
        for run in runs(k, q, n, T)
        for mu in run.compared()
    )
    return when([k >= 1, n >= 2, T >= 1], found)


rests_on(
    "BCS20.S1",
    "BCS20.L40",
    "$mu_{T+1}$ is the worst of density $kappa$",
    "derived: the worst fixed measure",
)


@uses("BCS20.S1", "BCS20.S1.one", "derived: the sum over the rounds")
@uses("BCS20.L38.range.corrected", "BCS20.S1.one", "for values in [-4, 4]: at the rate (5/2) lambda")
def the_potential_grows_by_what_is_paid(fall: FromZero, p: Unit, rate: PositiveReal, mass: PositiveReal) -> Use:
    """In a round the potential grows by at least $kappa n$ fall, where $E[e^{-lambda l}] = e^{-fall}$, and that is at
    least $kappa n (lambda p - lambda^2 / 8)$."""
    return Use({"moment": exp(-fall), "p": p, "rate": rate}, gives=mass * (rate * p - rate**2 / 8) <= mass * fall)


@terms("BCS20.S1.one")
def one_step(moment: PositiveReal, p: Unit, rate: FromZero, share: Fraction = EIGHTH) -> Terms:
    """E[e^{-lambda l}] for a loss that is 1 with probability p."""
    return Terms(says=moment <= exp(share * rate**2 - rate * p))


@claim(
    "BCS20.S1.one",
    "for Lemma 44 (derived), one round: potential of one round with two losses",
    "companion",
    narrows="losses 0 and 1, $p$ the weight on 1, which are the worst by BCS20.S1.chord; cited are Theorem 8 for "
    "$KL(mu || mu~_{t+1})$ and Gibbs' inequality",
    share=Constant(EIGHTH, mutants=(Fraction(1, 9),)),
)
def one_round_costs_an_eighth_of_the_squared_rate(p: Unit, rate: FromZero, share: Fraction) -> Truth:
    """Let $Phi_t$ be the least $lambda sum_{s<=t} <mu, l_s> + KL(mu || mu_1)$ over the measures of density $kappa$. By
    Theorem 8 $Phi_t - Phi_{t-1} >= min_mu KL(mu || mu_t) + lambda * <mu, l_t>$ = $-kappa n ln sum_i hat(mu)_t(i)
    e^(-lambda l_t(i))$, and by Hoeffding's lemma, here, that is at least $kappa n (lambda M(hat(mu)_t, h_t) - lambda^2
    / 8)$."""
    return as_truth(one_step(1 - p + p * exp(-rate), p, rate, share).says)


rests_on(
    "BCS20.S1.one", "BCS20.T8", "$Phi_t - Phi_{t-1} >= min KL(mu || mu_t) + lambda * <mu, l_t>$", "derived: one round"
)


@claim(
    "BCS20.S1.chord",
    "for Lemma 44 (derived), one round: losses between zero and one",
    "companion",
    scale=Constant(1, mutants=(HALF,)),
)
def losses_between_lie_below_the_chord(loss: Unit, rate: FromZero, scale: Fraction) -> Truth:
    """$e^(-lambda l) <= 1 - l + l e^-lambda$ for $l$ in $[0, 1]$ and $lambda >= 0$."""
    return exp(-rate * loss) <= scale * (1 - loss + loss * exp(-rate))


@claim(
    "BCS20.S1.stability",
    "Lemma 43 (derived), with a quarter of lambda: change of the loss with a quarter of the rate",
    "companion",
    narrows=CASES,
    share=Constant(QUARTER, mutants=(Fraction(6, 25),)),
)
def one_round_changes_the_loss_by_a_quarter_of_the_rate(
    k: Size, q: Size, n: PositiveSize, T: PositiveSize, share: Fraction
) -> Statement:
    """$M(hat(mu)_t, h_t) - M(hat(mu)_{t+1}, h_t) <= lambda / 4$; for $kappa = 1$ or $n = 1$ nothing changes."""
    found = all_of(
        Real.of(expected(mu, losses) - expected(after, losses)) <= share * run.rate
        for run in runs(k, q, n, T)
        for mu, after, losses in steps(run)
    )
    return when([k >= 1, n >= 2], found)


# ---- Fewer rounds


@claim(
    "BCS20.S2",
    "Lemma 38 (derived), with 2 ln(1/kappa)/gamma^2 rounds: margin with an eighth of the rounds",
    "companion",
    narrows="the arithmetic: BCS20.S1 in place of Lemma 34, for real $T$, and $T$ is rounded up",
    times=Constant(2, mutants=(1,), stronger="smaller"),
)
def an_eighth_of_the_rounds_is_enough(
    gamma: PositiveReal, theta: Annotated[Real, Reals()], log: PositiveReal, later: FromZero, times: Rational
) -> Statement:
    """For $kappa < 1$, $T >= 2 ln(1/kappa)/gamma^2$ with $lambda = 2 gamma$: $gamma <= theta/2 + lambda/8 +
    ln(1/kappa)/(lambda T)$ gives $theta >= gamma$. Here $T = 2 (ln(1/kappa) + later)/gamma^2$, and the inequality is
    taken twice."""
    rate, T = 2 * gamma, times * (log + later) / gamma**2
    return when(2 * gamma <= theta + rate / 4 + 2 * log / (rate * T), gamma <= theta)


@claim(
    "BCS20.S2.rate",
    "Lemma 38 (derived), with 2 ln(1/kappa)/gamma^2 rounds: learning rate that is best for the rounds",
    "companion",
    narrows="the arithmetic, as in BCS20.S2",
    times=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_best_rate_is_enough_too(
    rate: PositiveReal, theta: FromZero, T: PositiveReal, later: FromZero, times: Rational
) -> Statement:
    """$T >= 2 ln(1/kappa)/gamma^2$ with $lambda = sqrt(8 ln(1/kappa)/T)$: $gamma <= theta/2 + lambda/8 +
    ln(1/kappa)/(lambda T)$ gives $theta >= gamma$. Here $ln(1/kappa) = lambda^2 T/8$, so that the rounds are enough for
    $gamma = lambda/2$ + ``later``, and the inequality is taken twice."""
    log, gamma = rate**2 * T / 8, rate * (Real.of(times) / 8) ** HALF + later
    return when(2 * gamma <= theta + rate / 4 + 2 * log / (rate * T), gamma <= theta)


@uses("BCS20.S2", "BCS20.S1", SHARPER)
@uses("BCS20.S3", "BCS20.S1", SHARPER)
def the_sharper_regret_is_used_for_S2(
    gamma: Unit, fixed: FromZero, rate: PositiveReal, T: PositiveReal, K: FromZero, mass: PositiveReal, more: FromZero
) -> Use:
    """The upper end of the sandwich, with $lambda/8$ in place of $lambda$: $T/2 + T gamma$ is at most what a fixed
    measure pays, $lambda T/8$ and $KL/(lambda kappa n)$."""
    at = {"paid": T / 2 + T * gamma + more, "fixed": fixed, "rate": rate, "T": T, "K": K, "mass": mass}
    return Use(at, gives=T / 2 + T * gamma <= fixed + rate * T / 8 + K / (rate * mass))


@claim(
    "BCS20.S2.run",
    "Lemma 38 (derived), with 2 ln(1/kappa)/gamma^2 rounds: margin of one weak learner with an eighth of the rounds",
    "companion",
    narrows="one weak learner, which punishes one of three points",
    caps="$gamma = 1/5$, $kappa = 33/100$, margins in steps of $1/250$",
    times=Constant(2, mutants=(1,), stronger="smaller"),
)
def an_eighth_of_the_rounds_is_enough_for_the_worst_learner(times: Rational) -> Truth:
    """$T = ceil(2 ln(1/kappa)/gamma^2)$ with $lambda = 2 gamma$ suffices for margin $gamma$ on all but $kappa n =
    99/100$ points."""
    learner = Punisher(3, 1, Fraction(33, 100), Fraction(1, 5), Fraction(2, 5), 500)
    return learner.advantage <= Real.of(learner.average_margin(learner.rounds(times)))


# ---- Strict counting


@claim(
    "BCS20.S3",
    "Theorem 24 (derived), with a strict count: strict count of examples with a margin up to gamma",
    "companion",
    narrows="the arithmetic: BCS20.S1 against the law that is uniform on $B = {i : y_i H(x_i) <= gamma}$, scaled "
    "to density $kappa$ if $|B| >= kappa n$",
    share=Constant(EIGHTH, mutants=(1,)),
)
def fewer_than_kappa_n_points_have_a_margin_of_at_most_gamma(
    gamma: PositiveReal, theta: Annotated[Real, Reals()], log: PositiveReal, later: FromZero, share: Fraction
) -> Statement:
    """In Theorem 24, for $kappa < 1$, fewer than $kappa n$ examples have $y_i H(x_i) <= gamma$: else that set of margin
    $theta <= gamma$ would have $gamma <= theta/2 + lambda/8 + ln(1/kappa)/(lambda T)$ at $lambda = gamma/4$."""
    rate, T = gamma / 4, 16 * (log + later) / gamma**2
    return when(2 * gamma <= theta + 2 * share * rate + 2 * log / (rate * T), gamma < theta)
