"""BCS20: what the learners in NumPy rest on: the listings that they are held against, and each other."""

from littlestone.spec.notation import *

FAST = "the learner in NumPy"

rests_on("BCS20.L9.fast", "BCS20.L9", "the projection is capped scaling", f"{FAST}: capped scaling by selection")
rests_on("BCS20.A4.fast", "BCS20.A4", "the collective margins are all that is kept", f"{FAST}: margins alone")
rests_on("BCS20.A4.fast", "BCS20.L9.fast", "each entry is within 2^-38", f"{FAST}: one projection, at the end")
rests_on("BCS20.A2.fast", "BCS20.A2", "the measure is normalised before the learner", f"{FAST}: Iter")
rests_on("BCS20.A1.fast", "BCS20.A2.fast", "T times Iter, on the list so far", f"{FAST}: Boost")
rests_on("BCS20.A1.fast", "BCS20.A1", "the law of a list is the product of those of its rounds", f"{FAST}: Boost")
rests_on("BCS20.A3.fast", "BCS20.A3", "a mean over all vectors of flips", f"{FAST}: noised labels")
rests_on("BCS20.D51.fast", "BCS20.D51", "independent rows", f"{FAST}: the noisy oracle")
rests_on("BCS20.A6.fast", "BCS20.A6", "the cost of the listing", f"{FAST}: iterated play")
rests_on("BCS20.A6.fast", "BCS20.A7", "the measure of the losses so far", f"{FAST}: the row player")
rests_on("BCS20.A6.fast", "BCS20.A4.fast", "the mean loss is off by at most 2 e", f"{FAST}: the row player")
rests_on("BCS20.A8.fast", "BCS20.A8", "mistakes first, then the least margins", f"{FAST}: Pythia")
rests_on("BCS20.W2.fast", "BCS20.W2", "z + nu", f"{FAST}: the weak learner of reading A")
rests_on("BCS20.A5.fast", "BCS20.W2.fast", "the weak learner of every round", f"{FAST}: HS-StL")
rests_on("BCS20.A5.fast", "BCS20.A5", "kappa, lambda, sigma and T", f"{FAST}: HS-StL, its settings")
rests_on("BCS20.A5.fast", "BCS20.A4.fast", "within 2^-38", f"{FAST}: HS-StL, the measure of a round")
rests_on("BCS20.S4.fast", "BCS20.S4", "scores divided by max(||z|| + nu', tau/4)", f"{FAST}: HS-StL-R")
rests_on("BCS20.S4.budget", "BCS20.L14", "T rounds cost T times one", "the noise for a budget")
rests_on("BCS20.S4.budget", "BCS20.L15", "the exact inversion, without a premise", "the noise for a budget")


@uses("BCS20.S4.budget", "BCS20.S4.priv", "the noise for a budget")
def the_noise_that_meets_a_budget(mass: PositiveReal, T: PositiveReal, rho: PositiveReal, more: FromZero) -> Use:
    """T rounds of 4/(kappa n sigma)^2 at sigma^2 = (1 + more)^2 4 T/((kappa n)^2 rho) cost rho at most."""
    at = {"mass": mass, "sigma": 2 * (T / rho) ** HALF * (1 + more) / mass}
    return Use(at, gives=lambda b: T * b.epsilon <= rho)
