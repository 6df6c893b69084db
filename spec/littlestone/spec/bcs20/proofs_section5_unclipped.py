"""BCS20 section 5: what the privacy of the strong learner uses where its scores are not bounded."""

from littlestone.spec.notation import *

UNCLIPPED = "Algorithm 5 with scores that are not bounded"
ADP = f"{UNCLIPPED}: (epsilon, delta)"
REPAIRED = f"{UNCLIPPED}, repaired"


@uses("BCS20.A5.unclipped.shift", "BCS20.A5.unclipped.weights", UNCLIPPED, draws="q and q' are at most 1/7")
def the_others_weigh_a_seventh(rate: PositiveReal, m: AtLeastOne, more: FromZero) -> Use:
    """From h = 4 + (4/lambda) log(7 m) on, in both runs."""
    return Use({"rate": rate, "m": m, "more": more}, needs=rate > 0)


@uses("BCS20.A5.unclipped", "BCS20.A5.unclipped.shift", UNCLIPPED, draws="the second centres are 7/4 apart")
def the_centres_are_far_apart(part: Unit, less: Unit) -> Use:
    """Given a first score from H on, whatever n is."""
    q, other = part / 7, less / 7
    return Use({"part": part, "less": less}, gives=(1 - q / 2) / (1 + q) + (1 + other / 2) / (1 + other) >= 1)


@uses(
    "BCS20.A5.unclipped", "BCS20.L16", UNCLIPPED, draws="given the first round the second costs (7/4)^2/(2 sigma^2) a"
)
def a_normal_shift_costs_its_square(shift: PositiveReal, sigma: PositiveReal, order: AtLeastTwo) -> Use:
    """In one dimension, a |z - z'|^2/(2 sigma^2) at centres 7/4 apart or more."""
    least = order * 49 / (32 * sigma**2)
    return Use(given=4 * shift >= 7, needs=order > 1, gives=least <= order * shift**2 / (2 * sigma**2))


@uses("BCS20.A5.unclipped", "BCS20.L17", UNCLIPPED, draws="two rounds of T cost no more than all")
def the_first_rounds_are_a_part(rounds: AtLeastTwo, rho: FromZero) -> Use:
    """The first two hypotheses are read off the list of all."""
    return Use(needs=rounds >= 2, gives=2 * rho <= rounds * rho)


@uses("BCS20.A5.unclipped.corrected", "BCS20.L16", REPAIRED, draws="a round costs ||z - z'||^2/(2 sigma^2)")
def a_capped_round_costs_the_square(mass: PositiveReal, sigma: PositiveReal, part: Unit) -> Use:
    """At ||z - z'|| <= 2/(kappa n)."""
    return Use(gives=(2 * part / mass) ** 2 / (2 * sigma**2) <= 2 / (mass * sigma) ** 2)


@uses("BCS20.A5.unclipped.corrected", "BCS20.L14", REPAIRED, draws="T rounds cost T times as much")
def capped_rounds_are_composed(rounds: PositiveInteger, rho: FromZero, mass: PositiveReal, sigma: PositiveReal) -> Use:
    """For every list of hypotheses so far."""
    round_cost = 2 / (mass * sigma) ** 2
    return Use(given=rho <= round_cost, gives=rounds * rho <= 2 * rounds / (mass * sigma) ** 2)


@uses("BCS20.A5.unclipped.dp", "BCS20.A5.unclipped.shift", ADP, draws="the event tells the second centres apart")
def the_event_is_likely_on_one_side_alone(part: Unit, less: Unit) -> Use:
    """w_2 > 0, where the centres are above 3/4 and below -15/16."""
    q, other = part / 7, less / 7
    signs = ((1 - q / 2) / (1 + q) > 0) & (-(1 + other / 2) / (1 + other) < 0)
    return Use({"part": part, "less": less}, gives=signs)


@uses("BCS20.A5.unclipped.dp", "BCS20.A5.unclipped.tail", ADP, draws="w_1 >= H has probability at least e^{-t^2}")
def the_first_score_is_seldom_so_large(more: FromZero) -> Use:
    """t = (H + 1)/sigma is at least 3."""
    t = 3 + more
    return Use({"more": more}, gives=exp(-(t**2)) > 0)


@uses(
    "BCS20.A5.unclipped.dp.corrected", "BCS20.A5.unclipped.corrected", f"{ADP}, repaired", draws="the cost of a round"
)
def a_capped_round_costs_a_fourth(mass: PositiveReal, sigma: PositiveReal) -> Use:
    """2/(kappa n sigma)^2 in place of 8."""
    return Use(gives=2 / (mass * sigma) ** 2 <= 8 / (mass * sigma) ** 2)


@uses("BCS20.A5.unclipped.dp.corrected", "BCS20.L14", f"{ADP}, repaired", draws="T rounds cost T times as much")
def the_capped_rounds_are_composed(
    rounds: PositiveInteger, rho: FromZero, mass: PositiveReal, sigma: PositiveReal
) -> Use:
    """For every list of hypotheses so far."""
    round_cost = 2 / (mass * sigma) ** 2
    return Use(given=rho <= round_cost, gives=rounds * rho <= 2 * rounds / (mass * sigma) ** 2)


@uses("BCS20.A5.unclipped.dp.corrected", "BCS20.L15", f"{ADP}, repaired", draws="(eps, delta)-DP")
def the_capped_cost_is_converted(L: PositiveReal, part: PositiveUnit) -> Use:
    """rho = eps^2/(36 L) at eps = 3 part L."""
    epsilon = 3 * part * L
    rho = epsilon**2 / (36 * L)
    return Use(needs=L > 0, gives=rho + 2 * (rho * L) ** HALF <= epsilon)
