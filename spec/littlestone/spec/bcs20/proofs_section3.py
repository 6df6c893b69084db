"""BCS20 section 3: what the privacy of boosting and the template of generalization use."""

from littlestone.spec.notation import *

SKETCH = "Theorem 23, proof (sketch)"


rests_on(
    "BCS20.O32.halfspaces",
    "BCS20.L16",
    "A centre that moves by at most ``shift`` costs a shift^2 / (2 sigma^2), so rho = shift^2 / (2 sigma^2)",
    "Section 3.2, with Theorem 27",
)


rests_on(
    "BCS20.O32.sharp",
    "BCS20.L16",
    "A shift of 2/(kappa n), ``size`` = kappa n, costs rho = 2/(kappa n sigma)^2",
    "derived: Section 3.2 by Lemma 25's shift",
)


rests_on("BCS20.O32.sharp", "BCS20.L25.shift", "|z - z'| <= 2/(kappa n)", "derived: Section 3.2 by Lemma 25's shift")
rests_on("BCS20.T23", "BCS20.L14", "M, T runs of Iter in turn, is rho T-zCDP", SKETCH)


rests_on(
    "BCS20.T23",
    "BCS20.L15",
    "With delta = share eps/4 < 1 and rho T = eps^2 / (9 log(1/delta)): rho T + 2 sqrt(rho T log(1/delta)) <= "
    "eps, here divided by eps",
    SKETCH,
)


rests_on("BCS20.T23", "BCS20.L17", "the mechanism that outputs err_H is as private as M", SKETCH)
rests_on("BCS20.T23", "BCS20.T19", "|err_H(S) - err_H(D)| < 18 eps but with probability delta/eps", SKETCH)


@uses("BCS20.T23.eq4", "PROB.union", SKETCH)
def both_failures_together(beta: Unit, ratio: Unit) -> Use:
    """The round bound fails with probability beta, generalization with delta/eps = ``ratio``: together at most their
    sum."""
    return Use({"chances": beta + ratio}, gives=lambda b: b.fails <= beta + ratio)


# ---- Iter and Boost


rests_on("BCS20.O32", "BCS20.L14", "Boost is T rho-zCDP", "Section 3.2, after Definition 21")
rests_on("BCS20.O32", "BCS20.L17", "H is as private as the list", "Section 3.2, after Definition 21")
rests_on("BCS20.O32", "BCS20.D20", "Iter(., H) is rho-zCDP", "Section 3.2: Iter is as private as its learner")
rests_on("BCS20.O32", "BCS20.D21", "Delta(mu^, mu^') <= zeta for the same list H", "Section 3.2: NxM is slick")
rests_on("BCS20.T23", "BCS20.O32", "each round is rho-zCDP, whatever the list is", SKETCH)


rests_on("BCS20.T23", "BCS20.T23.eq2", "eps = 3 sqrt(rho T log(1/delta)) for eps < 1/3 and delta = share eps/4", SKETCH)


rests_on("BCS20.T23.eq2", "BCS20.L15.eq1", "M is (eps, delta)-DP", SKETCH, repair="BCS20.L15.eq1.corrected")
rests_on("BCS20.T23", "BCS20.T23.eq4", "error alpha + 18 eps with probability 1 - beta - delta/eps", SKETCH)
rests_on("BCS20.O34", "BCS20.A3", "a mean over F of laws that are private", "Section 3.4, after Algorithm 3")
