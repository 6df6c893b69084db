"""BCS20 appendix E: what the proofs use."""

from littlestone.spec.notation import *

AnyReal = Annotated[Real, Reals()]
L43 = "Lemma 43, proof"

rests_on("BCS20.L40", "BCS20.L40.eq1", "the two divergences differ by the regularised loss", "Lemma 40, proof")
rests_on("BCS20.L40", "BCS20.L9", "mu_{T+1} is the projection of mu~_{T+1}", "Lemma 40: Algorithm 9's projection")
rests_on("BCS20.L40.normalised.corrected", "BCS20.L40", "of measures of density kappa", "Lemma 40, normalised")
rests_on("BCS20.L40.normalised.corrected", "BCS20.L40.scaling", "denser ones scaled down", "Lemma 40, normalised")
rests_on("BCS20.L43.convexity.corrected", "BCS20.L42.eq1", "Cauchy and Schwarz", "Lemma 43, repaired")


@uses("BCS20.L43", "BCS20.L43.eq3", f"{L43}, first remark")
def the_change_of_the_loss_is_bounded(change: AnyReal, norm: FromZero, mass: PositiveReal, rate: PositiveReal) -> Use:
    """The loss falls by at most ||d||_1/(kappa n), and so by at most lambda."""
    return Use({"change": change, "norm": norm, "mass": mass}, given=norm <= rate * mass, gives=change <= rate)


rests_on("BCS20.L43", "BCS20.L43.convexity", "the first inequality of eq1", L43, repair="BCS20.L43.convexity.corrected")


@uses("BCS20.L43", "BCS20.L42", L43, draws="the first inequality of eq1")
def the_measures_are_only_said_to_be_dense(
    kappa: PositiveUnit, u: PositiveUnit, v: PositiveUnit, x: FromZero, y: FromZero
) -> Use:
    """Lemma 42 is used on Gamma_kappa, where u + v >= kappa n = 2 kappa; it asks for kappa n = u + v + extra, extra >=
    0."""
    return Use({"u": u, "v": v, "x": x, "y": y, "extra": 2 * kappa - u - v}, given=2 * kappa <= u + v)


@correction(
    "BCS20.L43.from.L42.premise",
    "Lemma 42 is about density at most kappa. mu_t and mu_{t+1}, and the measures between them, have density exactly "
    "kappa (BCS20.A9): there extra = 0",
    more=Constant(0, mutants=(-1,)),
)
def the_measures_between_have_density_kappa(
    kappa: PositiveUnit, first: Unit, second: Unit, share: Unit, more: int
) -> Truth:
    """For weights (u, 2 kappa - u) and (v, 2 kappa - v), all measures between have mass 2 kappa: extra = 0 >= 0."""
    u, v = first * kappa, second * kappa
    mass = share * (u + (2 * kappa - u)) + (1 - share) * (v + (2 * kappa - v))
    return 2 * kappa - mass + more >= 0


@uses("BCS20.L44", "BCS20.L41", "Lemma 44, proof")
def the_leader_is_ahead_by_one(
    ahead: FromZero, less: FromZero, rate: PositiveReal, T: FromZero, fixed: FromZero, k: FromZero, weight: PositiveReal
) -> Use:
    """The cost is that of Lemma 41, and the changes of T rounds, by Lemma 43 at most lambda T; k is the divergence over
    the weight lambda kappa n."""
    at = {"ahead": ahead, "fixed": fixed, "K": k * weight, "weight": weight}
    return Use(at, gives=ahead + (rate * T - less) <= fixed + rate * T + k)


rests_on("BCS20.L43", "BCS20.T8", "there + back is at most the crossed divergences less the others", f"{L43}: Bregman")
rests_on("BCS20.L40", "BCS20.L40.eq2", "a contradiction", "Lemma 40, proof")


@uses("BCS20.L41", "BCS20.L40.normalised", "Lemma 41, proof", repair="BCS20.L40.normalised.corrected")
def the_normalised_losses_weigh_the_mass(
    ahead: FromZero, fixed: FromZero, last: FromZero, K: FromZero, weight: PositiveReal
) -> Use:
    """Divided by the weight lambda kappa n."""
    at = {"reached": weight * ahead + last, "other": weight * fixed + K}
    return Use(at, gives=ahead + last / weight <= fixed + K / weight)


rests_on("BCS20.L43", "BCS20.A9", "both measures have mass kappa n", f"{L43}: ||mu_t||_1 = kappa n")


@uses("BCS20.L43", "BCS20.L43.eq1", L43)
def the_change_is_at_most_the_rate(norm: PositiveReal, mass: PositiveReal, rate: PositiveReal) -> Use:
    """||d||_1^2/(kappa n) <= lambda ||d||_1, divided by ||d||_1."""
    return Use({"norm": norm, "mass": mass, "rate": rate}, gives=norm <= rate * mass)


rests_on("BCS20.L43", "BCS20.L43.eq2", "||d||_1 <= lambda kappa n (where d = 0 at once)", f"{L43}, last display")


@uses("BCS20.L44", "BCS20.L43", "Lemma 44, proof")
def stability_is_summed(T: PositiveInteger, less: FromZero, last: AnyReal, rate: PositiveReal) -> Use:
    """T - 1 rounds change the loss by lambda (T - 1) - ``less``, and one more makes it lambda T at most; losses in [0,
    1]."""
    return Use({"change": last, "rate": rate}, gives=(T - 1) * rate - less + last <= T * rate)


rests_on("BCS20.L44", "BCS20.L40", "the worst fixed measure is mu_{T+1}", "for Lemma 44")
