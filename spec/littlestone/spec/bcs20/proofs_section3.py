"""BCS20 section 3: what the privacy of boosting and the template of generalization use."""

from littlestone.spec.notation import *

SKETCH = "Theorem 23, proof (sketch)"
BelowThird = Annotated[Real, Reals(low=0, high=Fraction(1, 3), low_open=True, high_open=True)]


@uses("BCS20.O32.halfspaces", "BCS20.L16", "Section 3.2, with Theorem 27")
def a_shift_costs_its_square(shift: FromZero, sigma: PositiveReal, most: FromZero) -> Use:
    """A centre that moves by at most ``shift`` costs a shift^2 / (2 sigma^2), so rho = shift^2 / (2 sigma^2)."""
    rho = (shift + most) ** 2 / (2 * sigma**2)
    return Use(gives=shift**2 / (2 * sigma**2) <= rho)


@uses("BCS20.O32.sharp", "BCS20.L16", "derived: Section 3.2 by Lemma 25's shift")
def the_sharper_shift_costs_its_square(size: PositiveReal, sigma: PositiveReal) -> Use:
    """A shift of 2/(kappa n), ``size`` = kappa n, costs rho = 2/(kappa n sigma)^2."""
    return Use(gives=equals((2 / size) ** 2 / (2 * sigma**2), 2 / (size * sigma) ** 2))


@uses("BCS20.O32.sharp", "BCS20.L25.shift", "derived: Section 3.2 by Lemma 25's shift", draws="|z - z'| <= 2/(kappa n)")
def the_centre_moves_by_two_shares(size: PositiveReal) -> Use:
    """The vectors y_i x_i are in the unit ball, so z moves by at most the sum of what the lemma bounds."""
    return Use(needs=size > 0)


@uses("BCS20.T23", "BCS20.L14", SKETCH, draws="M, T runs of Iter in turn, is rho T-zCDP")
def rounds_compose(T: PositiveInteger) -> Use:
    """Each round is rho-zCDP given the list before it (BCS20.O32)."""
    return Use(needs=T >= 1)


@uses("BCS20.T23", "BCS20.L15", SKETCH)
def concentrated_privacy_is_converted(epsilon: BelowThird, share: OpenUnit) -> Use:
    """With delta = share eps/4 < 1 and rho T = eps^2 / (9 log(1/delta)): rho T + 2 sqrt(rho T log(1/delta)) <= eps,
    here divided by eps."""
    delta = share * epsilon / 4
    return Use(needs=delta < 1, gives=epsilon / (9 * ln(1 / delta)) + Fraction(2, 3) <= 1)


@uses("BCS20.T23", "BCS20.L17", SKETCH, draws="the mechanism that outputs err_H is as private as M")
def the_query_is_computed_from_the_list(T: PositiveInteger) -> Use:
    """H is the mean of the T hypotheses, which there are."""
    return Use(needs=T >= 1)


@uses("BCS20.T23", "BCS20.T19", SKETCH, draws="|err_H(S) - err_H(D)| < 18 eps but with probability delta/eps")
def the_query_generalizes(epsilon: BelowThird, share: OpenUnit) -> Use:
    """eps < 1/3, delta = share eps/4 < eps/4, and the number of rows asked for is positive."""
    delta = share * epsilon / 4
    return Use(needs=all_of([epsilon < Fraction(1, 3), delta < epsilon / 4, ln(4 * epsilon / delta) > 0]))


@uses("BCS20.T23.eq4", "PROB.union", SKETCH)
def both_failures_together(beta: Unit, ratio: Unit, share: Unit) -> Use:
    """The round bound fails with probability beta, generalization with delta/eps = ``ratio``: together at most their
    sum."""
    return Use(gives=share * (beta + ratio) <= beta + ratio)


# ---- Iter and Boost


@uses("BCS20.O32", "BCS20.L14", "Section 3.2, after Definition 21", draws="Boost is T rho-zCDP")
def the_rounds_of_boost_compose(T: PositiveInteger) -> Use:
    """T rounds, fixed in advance, each rho-zCDP given the list of the earlier ones."""
    return Use(needs=T >= 1)


@uses("BCS20.O32", "BCS20.L17", "Section 3.2, after Definition 21", draws="H is as private as the list")
def the_mean_is_post_processing(T: PositiveInteger) -> Use:
    """The mean of T hypotheses is a function of the list."""
    return Use(needs=T >= 1)


@uses("BCS20.O32", "BCS20.D20", "Section 3.2: Iter is as private as its learner", draws="Iter(., H) is rho-zCDP")
def the_learner_is_private_at_the_slickness(zeta: PositiveReal, distance: Unit) -> Use:
    """The two distributions are at distance at most zeta (Definition 21): a part of it."""
    return Use(needs=distance * zeta <= zeta)


@uses("BCS20.O32", "BCS20.D21", "Section 3.2: NxM is slick", draws="Delta(mu^, mu^') <= zeta for the same list H")
def the_measures_of_neighbours_are_near(zeta: PositiveReal) -> Use:
    """For every list that was made so far, the same for both samples, by the adaptive composition."""
    return Use(needs=zeta > 0)


@uses("BCS20.T23", "BCS20.O32", SKETCH, draws="each round is rho-zCDP, whatever the list is")
def a_round_is_private(zeta: PositiveReal, slick: Unit) -> Use:
    """The learner is (rho, zeta)-zCDP and NxM is zeta-slick."""
    return Use(needs=slick * zeta <= zeta)


@uses("BCS20.T23", "BCS20.T23.eq2", SKETCH)
def the_levels_of_the_sketch(epsilon: BelowThird, share: OpenUnit) -> Use:
    """eps = 3 sqrt(rho T log(1/delta)) for eps < 1/3 and delta = share eps/4."""
    log = ln(4 / (share * epsilon))
    return Use({"epsilon": epsilon, "share": share}, gives=epsilon / (9 * log) + Fraction(2, 3) <= 1)


@uses("BCS20.T23.eq2", "BCS20.L15.eq1", SKETCH, repair="BCS20.L15.eq1.corrected", draws="M is (eps, delta)-DP")
def the_rounded_conversion_is_used_at_small_levels(epsilon: BelowThird, share: OpenUnit) -> Use:
    """rho T = eps^2/(9 log(1/delta)) <= log(1/delta), as eps <= 1/3 and log(1/delta) >= log 12."""
    log = ln(4 / (share * epsilon))
    return Use(needs=epsilon <= 3 * log)


@uses("BCS20.T23", "BCS20.T23.eq4", SKETCH, draws="error alpha + 18 eps with probability 1 - beta - delta/eps")
def the_errors_of_the_sketch_add_up(epsilon: BelowThird, share: OpenUnit) -> Use:
    """The failure delta/eps = share/4 is a probability."""
    return Use(needs=share * epsilon / 4 / epsilon <= 1)


@uses("BCS20.O34", "BCS20.A3", "Section 3.4, after Algorithm 3", draws="a mean over F of laws that are private")
def the_flips_are_averaged(eta: Unit) -> Use:
    """Each F has a weight that does not depend on the sample, of eta and 1 - eta, which add up to 1."""
    return Use(needs=equals(eta + (1 - eta), 1))
