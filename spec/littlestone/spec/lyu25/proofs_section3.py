"""LYU25 section 3: what the bounds and the two mechanisms' lemmas use. Lemma 3.1 and 3.2 have no proof in print."""

from littlestone.spec.notation import *

TAILS = "Section 3.1, before Proposition 1"
AFTER, REMARK = "Section 3.3, after Lemma 3.1", "Section 3.4, first remark"
TESTS, GKM = "for Lemma 3.2, section 3.4", "Lemma 3.1, section 3.3, corrected"


# ---- Proposition 1


rests_on("LYU25.P1.corrected", "PROB.chernoff.convex", "E[a^X] <= 1 + p (a - 1) for one variable", TAILS)
rests_on("LYU25.P1.corrected", "PROB.chernoff.moment", "1 + p (a - 1) <= e^{p (a - 1)}", TAILS)
rests_on("LYU25.P1.corrected", "PROB.chernoff.lower.exponent", "at a = 1 - delta", TAILS)
rests_on("LYU25.P1.corrected", "PROB.chernoff.upper.exponent", "at a = 1 + delta", TAILS)


@uses("LYU25.P1.corrected", "PROB.markov", TAILS, name="above")
def a_large_power_is_rare(delta: OpenUnit, mu: FromZero) -> Use:
    """Markov's inequality for a^X at a^{(1 + delta) mu}, a = 1 + delta, where E[a^X] <= e^{mu delta}."""
    level = (1 + delta) * mu * ln(1 + delta)
    tail = exp(mu * (delta - (1 + delta) * ln(1 + delta)))
    return Use({"level": exp(level), "mean": exp(mu * delta)}, gives=lambda b: b.fails <= tail)


@uses("LYU25.P1.corrected", "PROB.markov", TAILS, name="below")
def a_large_power_of_a_small_base_is_rare(delta: OpenUnit, mu: FromZero) -> Use:
    """Markov's inequality for a^X at a^{(1 - delta) mu}, a = 1 - delta, where E[a^X] <= e^{-mu delta}."""
    level = (1 - delta) * mu * ln(1 - delta)
    tail = exp(mu * (-delta - (1 - delta) * ln(1 - delta)))
    return Use({"level": exp(level), "mean": exp(-(mu * delta))}, gives=lambda b: b.fails <= tail)


@uses("LYU25.P1.corrected", "PROB.union", TAILS)
def both_tails_together(bound: FromZero, a: Unit, b: Unit) -> Use:
    """Tails of at most the bound each are at most twice the bound together."""
    return Use({"chances": a * bound + b * bound}, gives=lambda union: union.fails <= 2 * bound)


# ---- Lemma 3.1


rests_on("LYU25.L3.1.corrected", "DP.exponential", "the items that both have are drawn by weights e^{eps score}", GKM)
rests_on(
    "LYU25.L3.1.corrected",
    "LYU25.T3.priv.rare",
    "items of one list alone, as 10 log(L / delta) / eps >= 1 + log(L / delta) / eps for eps <= 9 log(L / delta)",
    GKM,
)
rests_on("LYU25.L3.1.trunc.privacy", "LYU25.L3.1", "for eps <= 9 log(L / delta)", AFTER, repair="LYU25.L3.1.corrected")


# ---- Lemma 3.2


@uses("LYU25.L3.2", "LYU25.L3.2.majority", TESTS)
@uses("LYU25.L3.2.unbounded", "LYU25.L3.2.majority", TESTS)
def what_the_loss_must_at_least_be(q: AtLeastOne, more: FromZero) -> Use:
    """A loss of less than ln((1/2) (4/3)^(q/2)) does not make q = K + 1 answers private with delta = 1/4."""
    loss = ln(Fraction(4, 3)) * q / 2 - ln(2) - more
    return Use({"q": q}, gives=lambda most: exp(loss) * most.fails + QUARTER <= HALF)


rests_on("LYU25.L3.2", "LYU25.L3.2.unbounded", "the loss in print is too small for every constant C", TESTS)


@uses("LYU25.L3.2.large_epsilon", "LYU25.L3.2.all_below", TESTS)
def belows_alone_cost_a_large_loss(chance: Unit, w: AtLeastOne, other: Unit) -> Use:
    """(eps', 1/4)-privacy needs e^eps' 2^-q >= 1/4, w = e^eps': all q are Below with ``other`` = 2^-q elsewhere."""
    return Use({"chance": chance}, given=chance <= w * other + QUARTER, gives=w * other >= QUARTER)


rests_on("LYU25.L3.2.run", "LYU25.A2.counts", "the privacy on like queries is that of the numbers", TESTS)


@uses("LYU25.L3.2.step", "DP.laplace", TESTS)
def each_test_is_private(epsilon: PositiveReal, moved: Unit) -> Use:
    """A test of noise 1/eps on a value that moves by at most 1: both of its answers change by at most e^eps."""
    return Use({"sensitivity": moved, "scale": 1 / epsilon}, gives=lambda noise: noise.epsilon <= epsilon)


rests_on("LYU25.L3.2.step", "LYU25.L3.2.pair", "at most 1 for the two randomised responses", TESTS)
rests_on("LYU25.L3.2.pair", "LYU25.L3.2.pair.small", "the first case for s <= 1/8", TESTS)
rests_on("LYU25.L3.2.step", "LYU25.L3.2.mean", "E[(P / P')^a e^{-c [Above]}] is convex in the two chances", TESTS)


@uses("LYU25.L3.2.corrected", "LYU25.L3.2.step", TESTS)
def the_moment_never_grows(before: Unit, after: FromZero) -> Use:
    """From 1 it stays at most 1, so that E[(P / P')^a] <= e^{c (K + 1)} over a whole run."""
    return Use({"before": before, "after": after}, gives=after <= 1)


@uses("LYU25.L3.2.corrected", "PROB.markov", TESTS)
def a_large_loss_is_rare(power: PositiveReal, cost: FromZero, x: PositiveReal) -> Use:
    """Markov's inequality is used for (P / P')^a, of mean at most e^cost: at eps' = (cost + x) / a the loss is larger
    with probability at most e^-x = delta."""
    loss = (cost + x) / power
    return Use({"level": exp(power * loss), "mean": exp(cost)}, gives=lambda b: b.fails <= exp(-x))


rests_on("LYU25.R3.sym", "LYU25.L3.2", "it holds where Belows are counted", REMARK, repair="LYU25.L3.2.corrected")
