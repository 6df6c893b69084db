"""BCS20 section 4: what the round bound uses."""

from littlestone.spec.notation import *

AnyReal = Annotated[Real, Reals()]
PROOF = "Theorem 24, proved in appendix D"
L25 = "Lemma 25, proof"


@uses("BCS20.T24.margin", "BCS20.L38", PROOF)
def at_least_gamma_is_not_more_than_gamma(gamma: UpToHalf, margin: AnyReal) -> Use:
    """As for Theorem 24: a point outside of the set of size kappa n has margin at least gamma, and so is not counted by
    Pr[y H(x) <= gamma]."""
    return Use({"margin": margin, "gamma": gamma}, gives=margin > gamma)


@correction(
    "BCS20.T24.margin.from.L38.conclusion",
    "a margin of exactly gamma is counted by <= gamma, and is not excluded by Lemma 38, even for gamma = 1/2 and one "
    "point; the sharper regret bound gives margins above gamma on all but fewer than kappa n points (BCS20.S3), so the "
    "theorem is true",
    eighth=Constant(Fraction(1, 8), mutants=(1,)),
)
def the_sharper_bound_gives_more_than_gamma(gamma: UpToHalf, more: FromZero, eighth: Fraction) -> Truth:
    """theta >= 2 (gamma - lambda/8 - ln(1/kappa)/(lambda T)) at lambda = gamma/4 and ln(1/kappa)/(lambda T) <=
    gamma/4 is above gamma."""
    theta = 2 * (gamma - eighth * gamma / 4 - gamma / 4) + more
    return theta > gamma


rests_on("BCS20.T24", "BCS20.T24.margin", "Good margin", PROOF)


@uses("BCS20.T24", "BCS20.L38", PROOF)
def the_margin_is_at_least_gamma(gamma: UpToHalf, margin: AnyReal) -> Use:
    """A margin of at least gamma is positive: H is right there."""
    return Use({"margin": margin, "gamma": gamma}, gives=margin > 0)


rests_on("BCS20.T24.smooth", "BCS20.A4.eq1", "mu^(i) = mu(i)/(kappa n) for mu of size kappa n with mu(i) <= 1", PROOF)


rests_on("BCS20.T24", "BCS20.T24.smooth", "Weights at most 1 of a measure of size kappa n", PROOF)


rests_on("BCS20.T24.margin", "BCS20.L38.strict", "at most kappa have it", PROOF, repair="BCS20.L38.strict.corrected")


# ---- Lemma 25

rests_on("BCS20.L25", "BCS20.L25.eq1", "mu~ and mu~' differ at i alone", L25)


@uses("BCS20.L25", "BCS20.L9", f"{L25}: the projection of mu_0", draws="mu_0 has a projection of density kappa")
def the_projection_without_the_row(kappa: OpenUnit, n: PositiveInteger) -> Use:
    """mu_0 is positive on the n - 1 other rows, and 0 on that which differs: Lemma 9 needs kappa n positive weights."""
    return Use(needs=kappa * n <= n - 1)


@correction(
    "BCS20.L25.from.L9.premise",
    "for kappa n > n - 1, n = 1 for instance, mu_0 has no projection; for kappa <= 1/2 and n >= 2 it has, as for "
    "kappa = alpha/4. The lemma holds in all cases, by an argument without mu_0 (BCS20.L25.direct)",
    half=Constant(HALF, mutants=(Fraction(3, 4),)),
)
def the_projection_without_the_row_for_small_kappa(part: PositiveUnit, n: AtLeastTwo, half: Fraction) -> Truth:
    """kappa n <= n - 1 for kappa <= 1/2 and n >= 2."""
    return half * part * n <= n - 1


rests_on("BCS20.L25.eq3", "BCS20.A4.eq1", "both projections have the size kappa n", L25)
rests_on("BCS20.L25.shift", "BCS20.L25.direct", "the others move by the difference", "for Theorem 27")
rests_on("BCS20.T24.margin", "BCS20.S3", "a set of kappa n points would have theta > gamma", f"{PROOF}, repaired")


@uses("BCS20.L25", "BCS20.L25.eq5", f"{L25}, by the triangle inequality", repair="BCS20.L25.eq5.corrected")
def the_two_distances_are_added(far: FromZero) -> Use:
    """Delta(mu^, mu^') kappa n is at most the sum of the two distances times kappa n: the lemma has 1 (zeta = 1/(kappa
    n), restored)."""
    return Use({"far": far}, gives=far <= 1)


@correction(
    "BCS20.L25.from.L25.eq5.conclusion",
    "the triangle inequality gives zeta = 2/(kappa n); that 1/(kappa n) is true is seen directly: only the row "
    "that differs gains, so the distance is the difference of its weights (BCS20.L25.direct). If the print has zeta = "
    "2/(kappa n) the step is right, and a round costs 18/(kappa n sigma)^2 in place of 8/(kappa n sigma)^2",
    two=Constant(2, mutants=(1,)),
)
def the_two_distances_add_up_to_two(first: Unit, second: Unit, two: int) -> Truth:
    """first + second <= 2."""
    return first + second <= two


rests_on("BCS20.L25", "BCS20.L25.eq2", "the others gain without the row", L25, repair="BCS20.L25.eq2.corrected")


@uses("BCS20.L25", "BCS20.L25.eq4", L25)
@uses("BCS20.L25.eq5.corrected", "BCS20.L25.eq4", f"{L25}, repaired")
def the_distance_without_the_row(far: FromZero, second: Unit, mass: PositiveReal) -> Use:
    """Delta(mu^, mu^_0) <= 1/(kappa n), and with the second distance at most 2/(kappa n)."""
    return Use({"far": far, "mass": mass}, gives=far * mass + second <= 2)


@uses("BCS20.L25", "BCS20.L25.direct", f"{L25}, repaired")
def two_weights_differ_by_at_most_one(moved: FromZero, mass: PositiveReal, first: Unit, share: Unit) -> Use:
    """Two weights of the row, in [0, 1], differ by at most 1; the smaller is a share of the other."""
    return Use({"far": moved / mass, "mass": mass, "change": first - share * first}, gives=moved <= 1)


@uses("BCS20.L25.eq4", "BCS20.L25.eq3", L25)
def half_of_the_sum(total: FromZero, weight: Unit) -> Use:
    """Delta is half of the sum 2 Pi mu~(i), divided by kappa n: 1/(kappa n) at most."""
    return Use({"total": total, "weight": weight}, gives=total / 2 <= 1)


@uses("BCS20.L25.direct", "BCS20.L25.direct.sum", "derived: Lemma 25 without the triangle inequality")
def the_sizes_are_equal_here(gained: FromZero, moved: FromZero, far: FromZero, size: PositiveReal) -> Use:
    """Both projections have size kappa n: Delta, ``far``, is what the row gains over that, 1/(kappa n) at most."""
    return Use({"gained": gained, "moved": moved}, given=far * size <= gained, gives=far * size <= 1)


@uses("BCS20.L25.shift", "BCS20.L25.direct.sum", "derived: how far z moves")
def the_weights_of_the_row_are_added(gained: FromZero, moved: FromZero, apart: FromZero, size: PositiveReal) -> Use:
    """z moves, ``apart``, by at most the other rows' changes and both weights of row i, whose vectors may be opposite:
    2/(kappa n)."""
    return Use({"gained": gained, "moved": moved}, given=apart * size <= moved, gives=apart * size <= 2)
