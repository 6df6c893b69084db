"""LYU25 section 3: what the bounds and the two mechanisms' lemmas use. Lemma 3.1 and 3.2 have no proof in print."""

from littlestone.spec.notation import *

TAILS = "Section 3.1, before Proposition 1"
SPARSE = "for Lemma 3.1, section 3.3"
TESTS = "for Lemma 3.2, section 3.4"


# ---- Proposition 1


rests_on("LYU25.P1.corrected", "PROB.chernoff.upper", "the upper tail is at most e^{-delta^2 mu / 3}", TAILS)


@uses("LYU25.P1.corrected", "PROB.chernoff.lower", TAILS)
def the_sum_is_seldom_below(delta: OpenUnit, mu: FromZero) -> Use:
    """The lower tail is at most e^{-delta^2 mu / 2}, which is no more than the bound of the upper one."""
    return Use({"mean": mu, "delta": delta}, gives=lambda b: b.fails <= exp(-(delta**2 * mu / 3)))


@uses("LYU25.P1.corrected", "PROB.union", TAILS)
def both_tails_together(bound: FromZero, a: Unit, b: Unit) -> Use:
    """The tails a bound and b bound together, ``share`` of their sum, are at most twice the bound."""
    return Use({"chances": a * bound + b * bound}, gives=lambda union: union.fails <= 2 * bound)


# ---- Lemma 3.1


rests_on(
    "LYU25.L3.1.corrected",
    "LYU25.L3.1.mass",
    "The items of the changed list alone have mass at most delta = L e^-z, for eps = 9 z share",
    SPARSE,
)


rests_on(
    "LYU25.L3.1.corrected", "LYU25.L3.1.ratio", "The shares of an event in all else differ by at most e^(2 eps)", SPARSE
)


rests_on("LYU25.L3.1.corrected", "LYU25.L3.1.event", "With both, every event has P <= e^(2 eps) P' + delta", SPARSE)


rests_on(
    "LYU25.L3.1.trunc.privacy",
    "LYU25.L3.1",
    "the sample of truncated lists is private, for eps <= 9 log(L / delta)",
    "Section 3.3, after Lemma 3.1",
    repair="LYU25.L3.1.corrected",
)


# ---- Lemma 3.2


rests_on("LYU25.L3.2", "LYU25.L3.2.majority", "what the loss must at least be", TESTS)
rests_on(
    "LYU25.L3.2", "LYU25.L3.2.unbounded", "no constant C serves (the loss in print is too small for every C)", TESTS
)
rests_on("LYU25.L3.2.unbounded", "LYU25.L3.2.majority", "what the loss must at least be", TESTS)
rests_on("LYU25.L3.2.large_epsilon", "LYU25.L3.2.all_below", "e^eps' >= 2^q / 4 for q > e^eps - 1", TESTS)
rests_on("LYU25.L3.2.corrected", "LYU25.A2.counts", "the privacy on like queries is that of the numbers", TESTS)
rests_on("LYU25.L3.2.corrected", "LYU25.L3.2.step", "E[(P / P')^a] <= e^{c (K + 1)} over a whole run", TESTS)


@uses("LYU25.L3.2.corrected", "PROB.markov", TESTS)
def a_large_loss_is_rare(power: PositiveReal, cost: FromZero, x: PositiveReal) -> Use:
    """Markov's inequality is used for (P / P')^a, of mean at most e^cost: at eps' = (cost + x) / a the loss is larger
    with probability at most e^-x = delta, here ``share`` of the bound."""
    loss = (cost + x) / power
    return Use({"level": exp(power * loss), "mean": exp(cost)}, gives=lambda b: b.fails <= exp(-x))


rests_on("LYU25.L3.2.corrected", "LYU25.L3.2.adds", "(c (K + 1) + log(1/delta)) / a is at most the loss", TESTS)
rests_on(
    "LYU25.R3.sym",
    "LYU25.L3.2",
    "Lemma 3.2 holds of the algorithm that counts Belows",
    "Section 3.4, first remark",
    repair="LYU25.L3.2.corrected",
)
