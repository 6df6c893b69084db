"""BCS20 appendix D and what follows from it: what the proofs use."""

from littlestone.spec.notation import *

AnyReal = Annotated[Real, Reals()]
L35 = "Lemma 35, proof"
L38 = "Lemma 38, proof"
SHARPER = "derived: fewer rounds, a strict count"

rests_on("BCS20.L34", "BCS20.L40", "the worst fixed measure is mu_{T+1}", "for Lemma 34")
rests_on("BCS20.P36", "BCS20.A8", "no i in B has a margin above theta", "Proposition 36, proof: inspection of Pythia")


@uses("BCS20.L38", "BCS20.L35", f"{L38}, the lower end of the sandwich")
@uses("BCS20.S2", "BCS20.L35", SHARPER)
@uses("BCS20.S3", "BCS20.L35", SHARPER)
def the_weak_learner_has_its_advantage(
    gamma: Unit, theta: FromZero, regret: FromZero, more: FromZero, T: PositiveReal
) -> Use:
    """T/2 + T gamma is at most the cost, and that at most T/2 + T theta/2 and T times the regret."""
    at = {"cost": T * (HALF + theta / 2 + regret - more), "T": T, "gamma": gamma}
    return Use(at, gives=gamma <= theta / 2 + regret)


@uses("BCS20.L38", "BCS20.L34", f"{L38}, the upper end of the sandwich")
def the_regret_is_put_in(
    gamma: Unit, fixed: FromZero, rate: PositiveReal, K: FromZero, mass: PositiveReal, paid: FromZero
) -> Use:
    """1/2 + gamma is paid on average: eq1."""
    at = {"paid": paid, "fixed": fixed, "rate": rate, "K": K, "mass": mass}
    return Use(at, given=HALF + gamma <= paid, gives=HALF + gamma <= fixed + rate + K / (rate * mass))


@uses("BCS20.L38", "BCS20.L37", f"{L38}, after eq1")
@uses("BCS20.S2", "BCS20.L37", SHARPER)
def pythias_cost_is_put_in(gamma: Unit, theta: FromZero, regret: FromZero, more: FromZero, T: PositiveReal) -> Use:
    """Pythia's cost in T rounds is at least T/2 + T gamma less T times the regret."""
    at = {"cost": T * (HALF + gamma - regret + more), "T": T, "theta": theta}
    return Use(at, gives=gamma <= theta / 2 + regret)


@uses("BCS20.L34", "BCS20.L44", "Lemma 34: a simplified form of Lemma 44", name="sum")
def the_average_is_the_sum_over_t(
    paid: FromZero, fixed: FromZero, rate: PositiveReal, T: PositiveInteger, K: FromZero, m: PositiveReal
) -> Use:
    """Lemma 44 divided by T."""
    at = {"paid": paid, "fixed": fixed, "rate": rate, "T": T, "K": K, "mass": m}
    return Use(at, gives=paid / T <= fixed / T + rate + K / (rate * m * T))


@uses("BCS20.L35", "BCS20.L35.round", L35)
def a_round_costs_a_half_and_its_advantage(gamma: Unit, more: FromZero, cost: FromZero) -> Use:
    """In each of T rounds, of advantage gamma + more: half the mean distance is 1/2 less that."""
    return Use({"cost": cost, "distance": HALF - gamma - more}, gives=cost >= HALF + gamma)


@uses("BCS20.E4", "BCS20.F1", "display (4), from the simple fact")
def punishments_are_made_of_distances(margin: AnyReal, distance: FromZero) -> Use:
    """M = 1 - |h - y|/2 = 1/2 + y h/2."""
    return Use({"product": margin, "distance": distance}, gives=1 - distance / 2 <= HALF + margin / 2)


@uses("BCS20.L37", "BCS20.E4", "Lemma 37, proof: display (4)")
def a_small_margin_is_cheap(theta: FromZero, more: FromZero, punished: FromZero) -> Use:
    """The loss of a round is 1/2 + half the mean margin, here theta - more."""
    return Use({"punishment": punished, "margin": theta - more}, gives=punished <= HALF + theta / 2)


@uses("BCS20.L37", "BCS20.P36", "Lemma 37, proof: evaluate and re-arrange")
def bad_points_keep_the_mean_small(theta: FromZero, first: AnyReal, less: FromZero, share: Unit) -> Use:
    """The mean of the margins of bad points is at most theta: here of one of this share and the mean of the others."""
    return Use({"margin": first, "theta": theta}, gives=share * first + (1 - share) * (theta - less) <= theta)


@uses("BCS20.S2", "BCS20.S1", SHARPER)
@uses("BCS20.S3", "BCS20.S1", SHARPER)
def the_sharper_regret_is_used_for_S2(
    gamma: Unit, fixed: FromZero, rate: PositiveReal, T: PositiveReal, K: FromZero, mass: PositiveReal, more: FromZero
) -> Use:
    """The upper end of the sandwich, with lambda/8 in place of lambda."""
    at = {"paid": T / 2 + T * gamma + more, "fixed": fixed, "rate": rate, "T": T, "K": K, "mass": mass}
    return Use(at, gives=T / 2 + T * gamma <= fixed + rate * T / 8 + K / (rate * mass))


rests_on("BCS20.L38", "BCS20.L38.eq2", "eq2", f"{L38}, dividing by T")


rests_on("BCS20.L38", "BCS20.L38.eq4", "theta >= gamma", f"{L38}, last display")


rests_on("BCS20.L38", "BCS20.L38.count", "all but kappa n samples", L38, repair="BCS20.L38.count.corrected")


# ---- Hypotheses outside [-1, 1]

rests_on("BCS20.L38.range.corrected", "BCS20.L38.eq3.corrected", "KL <= kappa n ln(1/kappa)", "for values in [-4, 4]")


@uses("BCS20.L38.range.corrected", "BCS20.E4.range", "for values in [-4, 4]")
def punishments_beyond_the_range(theta: FromZero, more: FromZero, punished: AnyReal) -> Use:
    """M <= 1/2 + y h/2, where margins are theta - more on average."""
    return Use({"punishment": punished, "margin": theta - more}, gives=punished <= HALF + theta / 2)


# ---- What follows

rests_on("BCS20.S1.one", "BCS20.T8", "Phi_t - Phi_{t-1} >= min KL(mu || mu_t) + lambda <mu, l_t>", "derived: one round")
rests_on("BCS20.S1", "BCS20.L40", "the worst fixed measure is mu_{T+1}", "derived: the worst fixed measure")


@uses("BCS20.S1", "BCS20.S1.one", "derived: the sum over the rounds")
@uses("BCS20.L38.range.corrected", "BCS20.S1.one", "for values in [-4, 4]: at the rate (5/2) lambda")
def the_potential_falls_by_what_is_paid(fall: FromZero, p: Unit, rate: PositiveReal, mass: PositiveReal) -> Use:
    """Of a round: the potential grows by kappa n fall at least, where E[e^{-lambda l}] = e^{-fall}."""
    return Use({"moment": exp(-fall), "p": p, "rate": rate}, gives=mass * (rate * p - rate**2 / 8) <= mass * fall)


@uses("BCS20.L38", "BCS20.L38.eq3", f"{L38}, the divergence", repair="BCS20.L38.eq3.corrected")
@uses("BCS20.S2", "BCS20.L38.eq3", SHARPER, repair="BCS20.L38.eq3.corrected")
@uses("BCS20.S3", "BCS20.L38.eq3", SHARPER, repair="BCS20.L38.eq3.corrected")
def the_divergence_is_put_in(m: PositiveReal, log: FromZero, K: FromZero, rate: PositiveReal, T: PositiveReal) -> Use:
    """The scaled bad measure, which has the law P too, costs at most ln(1/kappa)/(lambda T)."""
    return Use({"divergence": K, "mass": m, "log": log}, gives=K / (rate * m * T) <= log / (rate * T))
