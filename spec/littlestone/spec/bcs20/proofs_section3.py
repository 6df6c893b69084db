"""BCS20 section 3: what the privacy of boosting and the template of generalization use."""

from littlestone.spec.notation import *

SKETCH = "Theorem 23, proof (sketch)"
BelowThird = Annotated[Real, Reals(low=0, high=Fraction(1, 3), low_open=True, high_open=True)]


@uses("BCS20.T23", "BCS20.O32", SKETCH)
def the_rounds_of_boosting_cost(epsilon: PositiveReal, L: PositiveReal, T: PositiveInteger) -> Use:
    """T rounds of rho = eps^2/(9 L T), whatever the list is."""
    return Use({"T": T, "rho": epsilon**2 / (9 * L * T)}, gives=lambda b: b.epsilon <= epsilon**2 / (9 * L))


@uses("BCS20.O32", "BCS20.L14", "Section 3.2, after Definition 21")
@uses("BCS20.T23", "BCS20.L14", SKETCH)
def the_last_round_of_Boost_is_added(T: PositiveInteger, rho: PositiveReal, total: FromZero) -> Use:
    """Where T - 1 rounds cost (T - 1) rho, and the last one rho whatever they answered, T rounds cost T rho; at one
    order, whose moments are their exponentials."""
    return Use({"shown": exp(total), "first": exp((T - 1) * rho), "second": exp(rho)}, gives=total <= T * rho)


@uses("BCS20.O32.sharp", "BCS20.L16", "derived: Section 3.2 by Lemma 25's shift")
def the_sharp_shift_costs(order: AtLeastOne, part: Unit, size: PositiveReal, sigma: PositiveReal) -> Use:
    """A shift that is a part of 2/(kappa n), size = kappa n, costs rho = 2/(kappa n sigma)^2 at most."""
    at = {"order": order, "distance": part * 2 / size, "sigma": sigma}
    return Use(at, gives=lambda b: b.epsilon <= order * (2 / (size * sigma) ** 2))


@uses("BCS20.O32.sharp", "BCS20.L25.shift", "derived: Section 3.2 by Lemma 25's shift")
def the_sharp_shift(moved: FromZero, size: PositiveReal, sigma: PositiveReal) -> Use:
    """|z - z'| <= 2/(kappa n), and half of its square over sigma^2 is rho."""
    return Use({"moved": moved, "mass": size}, gives=moved**2 / (2 * sigma**2) <= 2 / (size * sigma) ** 2)


rests_on("BCS20.T23", "BCS20.T23.eq2", "eps = 3 sqrt(rho T log(1/delta)) for eps < 1/3 and delta = share eps/4", SKETCH)


# ---- Iter and Boost

rests_on("BCS20.O32", "BCS20.D20", "Iter(., H) is rho-zCDP", "Section 3.2: Iter is as private as its learner")
rests_on("BCS20.O32", "BCS20.D21", "Delta(mu^, mu^') <= zeta for the same list H", "Section 3.2: NxM is slick")


@uses("BCS20.T23", "BCS20.L15", SKETCH)
def M_is_approximately_private(epsilon: BelowThird, L: AtLeastOne) -> Use:
    """rho T = eps^2/(9 L), L = log(1/delta) >= eps/3, as delta < eps/4: rho T + 2 sqrt(rho T L) <= eps."""
    return Use({"rho": epsilon**2 / (9 * L), "log": L}, gives=lambda b: b.epsilon <= epsilon)


rests_on("BCS20.T23", "BCS20.L17", "the mechanism that outputs err_H is as private as M", SKETCH)
rests_on("BCS20.T23.eq4", "PROB.union", "beta + delta/eps for the round bound and the transfer", SKETCH)
rests_on("BCS20.T23", "BCS20.T19", "|err_H(S) - err_H(D)| < 18 eps but with probability delta/eps", SKETCH)
rests_on("BCS20.O34", "BCS20.A3", "a mean over F of laws that are private", "Section 3.4, after Algorithm 3")


rests_on("BCS20.O32", "BCS20.L17", "H is as private as the list", "Section 3.2, after Definition 21")


rests_on("BCS20.T23", "BCS20.T23.eq4", "error alpha + 18 eps with probability 1 - beta - delta/eps", SKETCH)


@uses("BCS20.T23.eq2", "BCS20.L15.eq1", SKETCH, repair="BCS20.L15.eq1.corrected")
def M_is_private_by_the_rounded_conversion(epsilon: BelowThird, root: AtLeastOne) -> Use:
    """eps = 3 sqrt(rho T log(1/delta)) < 1/3, and log(1/delta) = root^2 >= 1 as delta < eps/4."""
    return Use({"root_rho": epsilon / (3 * root), "root_log": root}, gives=lambda b: b.epsilon <= epsilon)
