"""BCS20 appendix D and what follows from it: what the proofs use."""

from littlestone.spec.notation import *

L35 = "Lemma 35, proof"
L38 = "Lemma 38, proof"
SHARPER = "derived: fewer rounds, a strict count"


@uses("BCS20.L34", "BCS20.L44", "Lemma 34: a simplified form of Lemma 44", name="sum")
def the_average_is_the_sum_over_t(
    paid: FromZero, fixed: FromZero, rate: PositiveReal, T: PositiveInteger, K: FromZero, m: PositiveReal
) -> Use:
    """Lemma 44 divided by T."""
    given = paid <= fixed + rate * T + K / (rate * m)
    return Use(says=given, gives=paid / T <= fixed / T + rate + K / (rate * m * T))


@uses("BCS20.L34", "BCS20.L40", "for Lemma 34", draws="the worst fixed measure is mu_{T+1}")
def the_worst_measure_is_the_last(k: Size) -> Use:
    """The losses are those of Lemma 40, T >= 1."""
    return Use(needs=k >= 0)


@uses("BCS20.L35", "BCS20.L35.round", L35)
def the_advantages_of_the_rounds_add_up(gamma: Unit, first: FromZero, second: FromZero) -> Use:
    """Each of T rounds, here two, has loss 1/2 and its advantage, which is at least gamma: gamma + first, gamma +
    second."""
    return Use(gives=(HALF + gamma + first) + (HALF + gamma + second) >= 1 + 2 * gamma)


@uses("BCS20.E4", "BCS20.F1", "display (4), from the simple fact")
def the_punishment_is_half_of_one_plus_the_margin(h: Annotated[Real, Reals(low=-1, high=1)]) -> Use:
    """M = 1 - |h - y|/2 = 1/2 + (1 - |h - y|)/2."""
    return Use({"h": h}, gives=equals(1 - (1 - h) / 2, HALF + h / 2))


@uses(
    "BCS20.P36", "BCS20.A8", "Proposition 36, proof: inspection of Pythia", draws="no i in B has a margin above theta"
)
def pythia_is_inspected(n: PositiveSize, k: Size) -> Use:
    """The bad points are the mistakes, and those of least margin, the last of which has margin theta."""
    return Use(needs=(n >= 1) & (k >= 0))


@uses("BCS20.L37", "BCS20.E4", "Lemma 37, proof: display (4)")
def the_losses_are_affine_in_the_margins(T: PositiveReal, mean: Annotated[Real, Reals(low=-1, high=1)]) -> Use:
    """The loss of T rounds is T/2 + (T/2) sum_i P(i) y_i H(x_i)."""
    return Use(gives=equals(T * (HALF + mean / 2), T / 2 + T * mean / 2))


@uses("BCS20.L37", "BCS20.P36", "Lemma 37, proof: evaluate and re-arrange")
def the_bad_set_has_margin_at_most_theta(p: Unit, first: FromZero, second: FromZero, theta: FromZero) -> Use:
    """The mean over P of margins, here theta - first and theta - second, is at most theta."""
    return Use(gives=p * (theta - first) + (1 - p) * (theta - second) <= theta)


@uses("BCS20.L38", "BCS20.L35", f"{L38}, the lower end of the sandwich")
def the_weak_learner_has_its_advantage(T: PositiveReal, gamma: Unit, paid: FromZero) -> Use:
    """Every h_t has advantage gamma on mu^_t: T/2 + T gamma is at most the cost."""
    bound = T / 2 + T * gamma <= paid
    return Use(says=bound, gives=bound)


@uses("BCS20.L38", "BCS20.L34", f"{L38}, the upper end of the sandwich", draws="eq1, which is BCS20.L38.eq1")
def the_bad_set_is_dense(n: PositiveInteger, kappa: PositiveUnit, B: PositiveInteger) -> Use:
    """The regret bound is used against mu_B, whose mass |B| is at least kappa n: it is in Gamma_kappa."""
    return Use(given=(kappa * n <= B) & (n >= B), needs=kappa * n <= B)


@uses("BCS20.L38", "BCS20.L37", f"{L38}, after eq1", draws="Pythia's cost is at most T/2 + T theta/2")
def pythia_plays_the_same_hypotheses(T: PositiveInteger) -> Use:
    """H_T is the mean of h_1, ..., h_T, T >= 1."""
    return Use(needs=T >= 1)


@uses("BCS20.L38", "BCS20.L38.eq2", f"{L38}, dividing by T", draws="eq2")
def the_sandwich_is_divided(gamma: PositiveReal, T: PositiveReal, rate: PositiveReal) -> Use:
    """T and lambda are positive."""
    return Use({"gamma": gamma, "T": T, "rate": rate})


@uses("BCS20.L38", "BCS20.L38.eq3", f"{L38}, the divergence", repair="BCS20.L38.eq3.corrected")
def the_divergence_is_put_in(m: PositiveReal, log: FromZero, K: FromZero) -> Use:
    """With the scaled bad measure, which has the law P too, KL(mu || mu_1) / (kappa n) <= ln(1/kappa)."""
    return Use(says=K / m <= log, gives=K / m <= log)


@uses("BCS20.L38", "BCS20.L38.eq4", f"{L38}, last display", draws="theta >= gamma")
def the_settings_are_put_in(gamma: PositiveReal, log: PositiveReal, later: FromZero) -> Use:
    """lambda = gamma/4 and T >= 16 ln(1/kappa)/gamma^2, for kappa < 1. (For kappa = 1 no round is needed: all samples
    may be bad.)"""
    return Use({"gamma": gamma, "log": log, "later": later})


@uses(
    "BCS20.L38",
    "BCS20.L38.count",
    f"{L38}, last line",
    repair="BCS20.L38.count.corrected",
    draws="margin at least gamma on all but kappa n samples",
)
def the_points_below_theta_are_counted(gamma: PositiveReal, more: FromZero) -> Use:
    """theta >= gamma > 0: B itself may have ceil(kappa n) points, its last one has margin theta."""
    return Use(needs=gamma + more > 0)


# ---- Hypotheses outside [-1, 1]


@uses("BCS20.L38.range", "BCS20.S1", "for values in [-4, 4]")
def the_losses_are_scaled(rate: PositiveReal, T: PositiveReal, mass: PositiveReal, K: FromZero) -> Use:
    """The losses (2/5) (M + 3/2) are in [0, 1]; the updates are those of the rate (5/2) lambda: (5/2) times the regret
    is (5/2)^2 lambda T/8 + KL / (lambda kappa n)."""
    scaled = Fraction(5, 2) * (Fraction(5, 2) * rate * T / 8 + K / (Fraction(5, 2) * rate * mass))
    return Use(gives=equals(scaled, Fraction(25, 4) * rate * T / 8 + K / (rate * mass)))


@uses("BCS20.L38.range", "BCS20.E4.range", "for values in [-4, 4]", draws="M <= 1/2 + y h/2")
def pythias_cost_is_at_most_affine(i: Size) -> Use:
    """It holds for all real values."""
    return Use({"i": i})


# ---- What follows


@uses("BCS20.S1", "BCS20.L40", "derived: the worst fixed measure", draws="the worst fixed measure is mu_{T+1}")
def the_worst_measure_is_the_last_here_too(k: Size) -> Use:
    """The losses are those of Lemma 40."""
    return Use(needs=k >= 0)


@uses("BCS20.S1", "BCS20.S1.one", "derived: the sum over the rounds")
def the_potential_falls_by_what_is_paid(
    rate: PositiveReal, T: PositiveInteger, mass: PositiveReal, paid: FromZero, last: Annotated[Real, Reals()]
) -> Use:
    """Phi_T >= kappa n (lambda paid - lambda^2 T/8), and Phi_T is the least regularised loss: paid <= Phi_T / (lambda
    kappa n) + lambda T/8."""
    fallen = mass * (rate * paid - rate**2 * T / 8) <= last
    return Use(says=fallen, gives=paid <= last / (rate * mass) + rate * T / 8)


@uses("BCS20.S2", "BCS20.S1", SHARPER, draws="the sandwich with lambda/8 in place of lambda")
def the_sharper_regret_bound_is_used(n: PositiveInteger, kappa: PositiveUnit) -> Use:
    """The scaled bad measure has density exactly kappa, for all n and kappa."""
    return Use(needs=kappa * n <= n)


@uses("BCS20.S2", "BCS20.L35", SHARPER, draws="the lower end of the sandwich")
def the_weak_learner_has_its_advantage_there(gamma: PositiveReal) -> Use:
    """Every h_t has advantage gamma."""
    return Use(needs=gamma > 0)


@uses("BCS20.S2", "BCS20.L37", SHARPER, draws="Pythia's cost")
def pythia_plays_there(T: PositiveInteger) -> Use:
    """T >= 1."""
    return Use(needs=T >= 1)


@uses("BCS20.S2", "BCS20.L38.eq3", SHARPER, repair="BCS20.L38.eq3.corrected", draws="KL <= kappa n ln(1/kappa)")
def the_scaled_bad_measure_is_used() -> Use:
    """For the scaled bad measure."""
    return Use()


@uses("BCS20.S2.full", "BCS20.S1", "doubt: lambda = gamma", draws="the sandwich with lambda/8")
def the_sharper_regret_bound_serves_lambda_gamma(gamma: PositiveReal) -> Use:
    """It holds for every lambda > 0."""
    return Use(needs=gamma > 0)


@uses("BCS20.S3", "BCS20.S1", SHARPER, draws="the sandwich with lambda/8, against the set of margins at most gamma")
def the_sharper_regret_bound_is_used_for_counting(n: PositiveInteger, kappa: PositiveUnit, B: PositiveInteger) -> Use:
    """If that set has at least kappa n points, weight kappa n/|B| on it has density kappa."""
    return Use(given=(kappa * n <= B) & (n >= B), needs=(kappa * n / B <= 1) & (kappa * n <= n))


@uses("BCS20.S3", "BCS20.L35", SHARPER, draws="the lower end of the sandwich")
def the_weak_learner_has_its_advantage_for_counting(gamma: PositiveReal) -> Use:
    """Every h_t has advantage gamma."""
    return Use(needs=gamma > 0)


@uses("BCS20.S3", "BCS20.L38.eq3", SHARPER, repair="BCS20.L38.eq3.corrected", draws="KL <= kappa n ln(1/kappa)")
def the_scaled_set_is_used_for_counting() -> Use:
    """For the set of margins at most gamma in place of Pythia's, of at least kappa n points."""
    return Use()


# ---- The learner whose guarantee holds

LEARNER = "derived: HS-StL-R"


@uses("BCS20.S4.adv", "BCS20.S4.adv.norm", LEARNER)
def the_norm_is_at_least_half_the_margin(tau: PositiveUnit, c: Unit) -> Use:
    """The corrupted weight is c tau/4, c <= 1."""
    return Use({"tau": tau, "c": c}, gives=(1 - c * tau / 4) * tau - c * tau / 4 >= tau / 2)


@uses("BCS20.S4.train", "BCS20.S4.adv", LEARNER, draws="advantage gamma = 9 tau/100 and values in [-1, 1]")
def every_round_has_its_advantage(tau: PositiveUnit) -> Use:
    """On the event of the round."""
    return Use({"tau": tau})


@uses("BCS20.S4.train", "BCS20.S4.prob", LEARNER, draws="each round fails with probability at most beta/(3T)")
def each_round_fails_seldom(T: PositiveReal, beta: OpenUnit) -> Use:
    """T rounds fail with probability at most beta/3."""
    return Use(fails=T * (beta / (3 * T)))


@adds_up("BCS20.S4.train", LEARNER)
def a_third_of_beta_is_spent(T: PositiveReal, beta: OpenUnit) -> Total:
    """beta/3."""
    return Total(fails=beta / 3)


@uses("BCS20.S4.train", "BCS20.L38", LEARNER, draws="margin at least gamma on all but kappa n samples")
def the_number_of_rounds_is_enough(tau: PositiveUnit) -> Use:
    """gamma is in (0, 1/2] and T >= 16 ln(1/kappa)/gamma^2."""
    return Use(needs=(Fraction(9, 100) * tau > 0) & (Fraction(9, 100) * tau <= HALF))


@uses("BCS20.S4.priv.sharp", "BCS20.L25.shift", LEARNER, draws="the vector moves by at most 2/(kappa n)")
def lazy_measures_of_neighbours_are_used(mass: PositiveReal) -> Use:
    """Both laws are those of LB-NxM on neighbouring samples and one list of hypotheses in [-1, 1]."""
    return Use(needs=2 / mass > 0)


@uses("BCS20.S4.priv", "BCS20.T27.eq1", LEARNER, draws="the vector moves by at most 4/(kappa n)")
def both_measures_are_smooth(mass: PositiveReal) -> Use:
    """At s = 1/(kappa n), for two kappa-smooth laws, as all of LB-NxM's are."""
    return Use(needs=2 * (1 / mass + 1 / mass) <= 4 / mass)


@uses("BCS20.S4.priv.sharp", "BCS20.S4.priv.norm", LEARNER, draws="(z, ||z||) moves by at most sqrt 2 times as much")
def the_norm_moves_as_little(shift: FromZero, part: Unit) -> Use:
    """||z|| moves by a part of what z does."""
    return Use(gives=shift**2 + (part * shift) ** 2 <= 2 * shift**2)


@uses(
    "BCS20.S1.one",
    "BCS20.T8",
    "derived: one round of BCS20.S1",
    draws="Phi_t - Phi_{t-1} >= min KL(mu || mu_t) + lambda <mu, l_t>",
)
def bregmans_theorem_bounds_the_potential(kappa: PositiveUnit) -> Use:
    """KL(mu || mu~_t) >= KL(mu || mu_t) + KL(mu_t || mu~_t) for mu of density kappa, which is in Gamma_kappa."""
    return Use(needs=kappa <= 1)
