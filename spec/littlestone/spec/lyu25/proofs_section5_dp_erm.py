"""LYU25 section 5: what the privacy of DP-ERM with a split budget uses."""

from littlestone.spec.notation import *

AFTER = "Section 5: after the algorithm, repaired"


@uses("LYU25.T3.priv.corrected", "DP.laplace", AFTER, draws="all tests together are eps/2-private, in any order")
def each_test_is_a_laplace_mechanism(d: PositiveInteger, epsilon: PositiveReal) -> Use:
    """The largest frequency of an item changes by at most 1; each of the d + 1 tests has Lap(2(d+1)/eps)."""
    return Use({"sensitivity": Real.of(1), "scale": 2 * (d + 1) / epsilon}, times=d + 1)


@uses("LYU25.T3.priv.corrected", "LYU25.T3.priv.rare", AFTER)
def the_sample_seldom_shows_an_item_of_one_list(delta: OpenUnit) -> Use:
    """One example is in one chunk, which has one list: its items are drawn with probability at most delta, and may be
    ignored."""
    return Use({"delta": delta}, gives=lambda items: items.delta <= delta, times=1)


@uses("LYU25.T3.priv.corrected", "LYU25.T3.priv.total", AFTER)
def other_items_change_by_twice_the_parameter(epsilon: PositiveReal) -> Use:
    """The weight of every other item, and the total, change by at most e^{eps/4} each: eps/2 for the sample."""
    return Use({"v": exp(epsilon / 4) - 1}, gives=lambda items: items.epsilon <= epsilon / 2, times=1)


rests_on("LYU25.T3.priv.corrected", "DP.composition.adaptive", "the costs of the tests and of the sample add up", AFTER)


@adds_up("LYU25.T3.priv.corrected", AFTER)
def the_budget_is_split(d: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit) -> Total:
    """The tests and the sample cost epsilon and delta together."""
    return Total(epsilon=epsilon, delta=delta)
