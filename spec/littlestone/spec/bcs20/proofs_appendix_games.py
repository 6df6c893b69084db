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


rests_on("BCS20.L34", "BCS20.L40", "the worst fixed measure is mu_{T+1}", "for Lemma 34")


rests_on(
    "BCS20.L35",
    "BCS20.L35.round",
    "Each of T rounds, here two, has loss 1/2 and its advantage, which is at least gamma: gamma + first, gamma + "
    "second",
    L35,
)


rests_on("BCS20.E4", "BCS20.F1", "M = 1 - |h - y|/2 = 1/2 + (1 - |h - y|)/2", "display (4), from the simple fact")


rests_on("BCS20.P36", "BCS20.A8", "no i in B has a margin above theta", "Proposition 36, proof: inspection of Pythia")


rests_on(
    "BCS20.L37", "BCS20.E4", "The loss of T rounds is T/2 + (T/2) sum_i P(i) y_i H(x_i)", "Lemma 37, proof: display (4)"
)


rests_on(
    "BCS20.L37",
    "BCS20.P36",
    "The mean over P of margins, here theta - first and theta - second, is at most theta",
    "Lemma 37, proof: evaluate and re-arrange",
)


@uses("BCS20.L38", "BCS20.L35", f"{L38}, the lower end of the sandwich")
def the_weak_learner_has_its_advantage(T: PositiveReal, gamma: Unit, paid: FromZero) -> Use:
    """Every h_t has advantage gamma on mu^_t: T/2 + T gamma is at most the cost."""
    bound = T / 2 + T * gamma <= paid
    return Use(says=bound, gives=bound)


rests_on("BCS20.L38", "BCS20.L34", "eq1, which is BCS20.L38.eq1", f"{L38}, the upper end of the sandwich")
rests_on("BCS20.L38", "BCS20.L37", "Pythia's cost is at most T/2 + T theta/2", f"{L38}, after eq1")
rests_on("BCS20.L38", "BCS20.L38.eq2", "eq2", f"{L38}, dividing by T")


@uses("BCS20.L38", "BCS20.L38.eq3", f"{L38}, the divergence", repair="BCS20.L38.eq3.corrected")
def the_divergence_is_put_in(m: PositiveReal, log: FromZero, K: FromZero) -> Use:
    """With the scaled bad measure, which has the law P too, KL(mu || mu_1) / (kappa n) <= ln(1/kappa)."""
    return Use(says=K / m <= log, gives=K / m <= log)


rests_on("BCS20.L38", "BCS20.L38.eq4", "theta >= gamma", f"{L38}, last display")
rests_on(
    "BCS20.L38",
    "BCS20.L38.count",
    "margin at least gamma on all but kappa n samples",
    f"{L38}, last line",
    repair="BCS20.L38.count.corrected",
)


# ---- Hypotheses outside [-1, 1]


rests_on(
    "BCS20.L38.range",
    "BCS20.S1",
    "The losses (2/5) (M + 3/2) are in [0, 1]; the updates are those of the rate (5/2) lambda: (5/2) times the "
    "regret is (5/2)^2 lambda T/8 + KL / (lambda kappa n)",
    "for values in [-4, 4]",
)


rests_on("BCS20.L38.range", "BCS20.E4.range", "M <= 1/2 + y h/2", "for values in [-4, 4]")


# ---- What follows


rests_on("BCS20.S1", "BCS20.L40", "the worst fixed measure is mu_{T+1}", "derived: the worst fixed measure")


@uses("BCS20.S1", "BCS20.S1.one", "derived: the sum over the rounds")
def the_potential_falls_by_what_is_paid(
    rate: PositiveReal, T: PositiveInteger, mass: PositiveReal, paid: FromZero, last: Annotated[Real, Reals()]
) -> Use:
    """Phi_T >= kappa n (lambda paid - lambda^2 T/8), and Phi_T is the least regularised loss: paid <= Phi_T / (lambda
    kappa n) + lambda T/8."""
    fallen = mass * (rate * paid - rate**2 * T / 8) <= last
    return Use(says=fallen, gives=paid <= last / (rate * mass) + rate * T / 8)


rests_on("BCS20.S2", "BCS20.S1", "the sandwich with lambda/8 in place of lambda", SHARPER)
rests_on("BCS20.S2", "BCS20.L35", "the lower end of the sandwich", SHARPER)
rests_on("BCS20.S2", "BCS20.L37", "Pythia's cost", SHARPER)
rests_on("BCS20.S2", "BCS20.L38.eq3", "KL <= kappa n ln(1/kappa)", SHARPER, repair="BCS20.L38.eq3.corrected")
rests_on("BCS20.S2.full", "BCS20.S1", "the sandwich with lambda/8", "doubt: lambda = gamma")
rests_on("BCS20.S3", "BCS20.S1", "the sandwich with lambda/8, against the set of margins at most gamma", SHARPER)
rests_on("BCS20.S3", "BCS20.L35", "the lower end of the sandwich", SHARPER)
rests_on("BCS20.S3", "BCS20.L38.eq3", "KL <= kappa n ln(1/kappa)", SHARPER, repair="BCS20.L38.eq3.corrected")


# ---- The learner whose guarantee holds

LEARNER = "derived: HS-StL-R"


rests_on("BCS20.S4.adv", "BCS20.S4.adv.norm", "The corrupted weight is c tau/4, c <= 1", LEARNER)


rests_on("BCS20.S4.train", "BCS20.S4.adv", "advantage gamma = 9 tau/100 and values in [-1, 1]", LEARNER)


@uses("BCS20.S4.train", "BCS20.S4.prob", LEARNER, draws="each round fails with probability at most beta/(3T)")
def each_round_fails_seldom(T: PositiveReal, beta: OpenUnit) -> Use:
    """T rounds fail with probability at most beta/3."""
    return Use(fails=T * (beta / (3 * T)))


@adds_up("BCS20.S4.train", LEARNER)
def a_third_of_beta_is_spent(T: PositiveReal, beta: OpenUnit) -> Total:
    """beta/3."""
    return Total(fails=beta / 3)


rests_on("BCS20.S4.train", "BCS20.L38", "margin at least gamma on all but kappa n samples", LEARNER)
rests_on("BCS20.S4.priv.sharp", "BCS20.L25.shift", "the vector moves by at most 2/(kappa n)", LEARNER)
rests_on("BCS20.S4.priv", "BCS20.T27.eq1", "the vector moves by at most 4/(kappa n)", LEARNER)
rests_on("BCS20.S4.priv.sharp", "BCS20.S4.priv.norm", "(z, ||z||) moves by at most sqrt 2 times as much", LEARNER)
rests_on(
    "BCS20.S1.one",
    "BCS20.T8",
    "Phi_t - Phi_{t-1} >= min KL(mu || mu_t) + lambda <mu, l_t>",
    "derived: one round of BCS20.S1",
)
