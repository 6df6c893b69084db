"""BCS20 section 5: what the privacy of the strong learner uses where its scores are not bounded."""

from littlestone.spec.notation import *

UNCLIPPED = "Algorithm 5 with scores that are not bounded"
ADP = f"{UNCLIPPED}: (epsilon, delta)"
REPAIRED = f"{UNCLIPPED}, repaired"

rests_on("BCS20.A5.unclipped.shift", "BCS20.A5.unclipped.weights", "q and q' are at most 1/7", UNCLIPPED)
rests_on("BCS20.A5.unclipped", "BCS20.L16", "given the first round the second costs (7/4)^2/(2 sigma^2) a", UNCLIPPED)
rests_on("BCS20.A5.unclipped", "BCS20.L17", "two rounds of T cost no more than all", UNCLIPPED)
rests_on("BCS20.A5.unclipped.corrected", "BCS20.L14", "T rounds cost T times as much", REPAIRED)
rests_on("BCS20.A5.unclipped.dp", "BCS20.A5.unclipped.shift", "the event tells the second centres apart", ADP)
rests_on("BCS20.A5.unclipped.dp", "BCS20.A5.unclipped.tail", "w_1 >= H has probability at least e^{-t^2}", ADP)
rests_on("BCS20.A5.unclipped.dp.corrected", "BCS20.L14", "T rounds cost T times as much", f"{ADP}, repaired")
rests_on("BCS20.A5.unclipped.dp.corrected", "BCS20.L15", "(eps, delta)-DP", f"{ADP}, repaired")


@uses("BCS20.A5.unclipped", "BCS20.A5.unclipped.shift", UNCLIPPED)
def the_second_round_is_far_apart(apart: FromZero, sigma: PositiveReal) -> Use:
    """The second centres are 7/4 apart: they cost more than 3/2 over sigma^2."""
    return Use({"apart": apart}, gives=apart**2 / (2 * sigma**2) >= 3 / (2 * sigma**2))


@uses("BCS20.A5.unclipped.corrected", "BCS20.L16", REPAIRED)
def a_round_costs_the_squared_shift(order: AtLeastOne, mass: PositiveReal, part: Unit, sigma: PositiveReal) -> Use:
    """A round costs ||z - z'||^2/(2 sigma^2), ||z - z'|| being a part of 2/(kappa n)."""
    at = {"order": order, "distance": part * 2 / mass, "sigma": sigma}
    return Use(at, gives=lambda b: b.epsilon <= order * (2 / (mass * sigma) ** 2))


@uses("BCS20.A5.unclipped.dp.corrected", "BCS20.A5.unclipped.corrected", f"{ADP}, repaired")
def the_cost_of_a_capped_round(moved: FromZero, mass: PositiveReal, sigma: PositiveReal) -> Use:
    """The centre moves by at most 2/(kappa n): a round costs 2/(kappa n sigma)^2."""
    return Use({"moved": moved, "mass": mass}, gives=moved**2 / (2 * sigma**2) <= 2 / (mass * sigma) ** 2)
