"""LYU25 section 3: what the bounds and the two mechanisms' lemmas use. Lemma 3.1 and 3.2 have no proof in print."""

from littlestone.spec.notation import *

TAILS = "Section 3.1, before Proposition 1"
SPARSE = "for Lemma 3.1, section 3.3"
TESTS = "for Lemma 3.2, section 3.4"


# ---- Proposition 1


@uses("LYU25.P1.corrected", "PROB.chernoff.upper", TAILS, draws="the upper tail is at most e^{-delta^2 mu / 3}")
def the_sum_is_seldom_above(delta: OpenUnit) -> Use:
    """The upper tail is at most the bound."""
    return Use(needs=delta <= 1)


@uses("LYU25.P1.corrected", "PROB.chernoff.lower", TAILS)
def the_sum_is_seldom_below(delta: OpenUnit, mu: FromZero) -> Use:
    """The lower tail is at most e^{-delta^2 mu / 2}, which is no more than the bound of the upper one."""
    return Use(needs=delta <= 1, gives=exp(-(delta**2 * mu / 2)) <= exp(-(delta**2 * mu / 3)))


@uses("LYU25.P1.corrected", "PROB.union", TAILS)
def both_tails_together(bound: FromZero, a: Unit, b: Unit, share: Unit) -> Use:
    """The tails a bound and b bound together, ``share`` of their sum, are at most twice the bound."""
    return Use(gives=share * (a * bound + b * bound) <= 2 * bound)


# ---- Lemma 3.1


@uses("LYU25.L3.1.corrected", "LYU25.L3.1.mass", SPARSE)
def items_of_one_list_weigh_little(z: FromZero, share: Unit, more: FromZero, L: AtLeastOne) -> Use:
    """The items of the changed list alone have mass at most delta = L e^-z, for eps = 9 z share."""
    private = L * exp(9 * z * share)
    return Use({"z": z, "share": share, "more": more}, gives=private <= L * exp(-z) * (exp(10 * z) + more))


@uses("LYU25.L3.1.corrected", "LYU25.L3.1.ratio", SPARSE)
def all_else_changes_little(epsilon: PositiveReal, x: Unit, y: Unit, other: FromZero, mass: PositiveReal) -> Use:
    """The shares of an event in all else differ by at most e^(2 eps)."""
    arguments = {"epsilon": epsilon, "x": x, "y": y, "other": other, "mass": mass}
    return Use(arguments, gives=x * other * y * mass * exp(epsilon) ** 2 <= exp(2 * epsilon) * other * mass)


@uses("LYU25.L3.1.corrected", "LYU25.L3.1.event", SPARSE)
def an_event_is_split(delta: OpenUnit, a: Unit, b: Unit, share: Unit) -> Use:
    """With both, every event has P <= e^(2 eps) P' + delta."""
    P, rest = a * delta + (1 - a * delta) * share, (1 - b * delta) * share
    return Use({"delta": delta, "a": a, "b": b, "share": share}, gives=rest + delta >= P)


@uses(
    "LYU25.L3.1.trunc.privacy",
    "LYU25.L3.1",
    "Section 3.3, after Lemma 3.1",
    repair="LYU25.L3.1.corrected",
    draws="the sample of truncated lists is private, for eps <= 9 log(L / delta)",
)
def truncated_lists_keep_the_promise(L: PositiveSize) -> Use:
    """Lemma 3.1 is used for the truncated lists, each of at most L items, of which neighbours differ in one."""
    return Use({"L": L})


# ---- Lemma 3.2


@uses("LYU25.L3.2", "LYU25.L3.2.majority", TESTS, draws="what the loss must at least be")
def the_majority_costs(m: Size) -> Use:
    """The majority of K + 1 = 2m + 1 answers, K = 64 (C + 1)^2 being even."""
    return Use({"m": m})


@uses("LYU25.L3.2", "LYU25.L3.2.unbounded", TESTS, draws="no constant C serves")
def no_constant_is_large_enough(C: AtLeastOne) -> Use:
    """The loss in print is too small for every C."""
    return Use({"C": C})


@uses("LYU25.L3.2.unbounded", "LYU25.L3.2.majority", TESTS, draws="what the loss must at least be")
def the_majority_costs_for_every_constant(m: Size) -> Use:
    """The majority of K + 1 = 2m + 1 answers."""
    return Use({"m": m})


@uses("LYU25.L3.2.large_epsilon", "LYU25.L3.2.all_below", TESTS, draws="e^eps' >= 2^q / 4 for q > e^eps - 1")
def no_above_costs(q: PositiveSize) -> Use:
    """All of the largest integer q <= e^eps queries are Below."""
    return Use({"q": q})


@uses("LYU25.L3.2.corrected", "LYU25.A2.counts", TESTS, draws="the privacy on like queries is that of the numbers")
def like_answers_are_counted(q: Size, K: Size) -> Use:
    """Answers with the same numbers of Aboves and Belows are alike."""
    return Use({"q": q, "K": K})


@uses("LYU25.L3.2.corrected", "LYU25.L3.2.step", TESTS, draws="E[(P / P')^a] <= e^{c (K + 1)} over a whole run")
def each_answer_is_paid_for(j: PositiveSize) -> Use:
    """The step is used for each answer, given those before: at most K + 1 of them are Above."""
    return Use({"j": j})


@uses("LYU25.L3.2.corrected", "PROB.markov", TESTS)
def a_large_loss_is_rare(power: PositiveReal, cost: FromZero, x: PositiveReal, share: Unit) -> Use:
    """Markov's inequality is used for (P / P')^a, of mean at most e^cost: at eps' = (cost + x) / a the loss is larger
    with probability at most e^-x = delta, here ``share`` of the bound."""
    loss = (cost + x) / power
    return Use(gives=share * exp(cost - power * loss) <= exp(-x))


@uses("LYU25.L3.2.corrected", "LYU25.L3.2.adds", TESTS, draws="(c (K + 1) + log(1/delta)) / a is at most the loss")
def the_loss_at_the_best_power(epsilon: PositiveUnit, m: AtLeastOne, y: PositiveReal) -> Use:
    """The power a is chosen for m^2 = K + 1 and y^2 = log(1/delta), eps <= 1."""
    return Use({"epsilon": epsilon, "m": m, "y": y})


@uses(
    "LYU25.R3.sym",
    "LYU25.L3.2",
    "Section 3.4, first remark",
    repair="LYU25.L3.2.corrected",
    draws="Lemma 3.2 holds of the algorithm that counts Belows",
)
def the_lemma_of_the_mirrored_queries(K: Size) -> Use:
    """Lemma 3.2 is used for the queries -f_t, of the same sensitivity, and the threshold -H."""
    return Use({"K": K})
