"""ABLMM22 section 5.3: what the proofs of Lemma 29 and of Theorem 30 use."""

from littlestone.spec.notation import *

L29 = "Proof of Lemma 29"
BOUNDED = "a bounded mean"
EVERY = "Lemma 29 for every eps"
TAILS = "Footnote 12, corrected"


# ---- Lemma 28, as far as the kit proves it

rests_on("ABLMM22.L28.range", "ABLMM22.L28.range.unbounded", "no constant serves", "Lemma 28: the range of eps")


@uses("ABLMM22.L28.range.corrected", "DP.composition.sequential", "Lemma 28 for every eps")
def two_counts_change(epsilon: PositiveReal, delta: OpenUnit) -> Use:
    """A replaced item changes two counts by 1, each at (eps/2, delta/2)."""
    at = {"first": epsilon / 2, "second": epsilon / 2, "delta1": delta / 2, "delta2": delta / 2}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]))


# ---- Lemma 29: privacy


@uses("ABLMM22.L29", "DP.exponential", f"{L29}, second sentence")
def the_exponential_mechanism_at_epsilon(epsilon: PositiveReal) -> Use:
    """Weights exp(-eps n loss_S(h)/2) are those of the exponential mechanism at eps, for scores of sensitivity 1: a
    weight changes by at most e^(eps/2), the sum of all by as much."""
    return Use({"epsilon": epsilon}, gives=lambda b: b.epsilon <= epsilon, times=1)


rests_on(
    "ABLMM22.L29", "ABLMM22.A.Generic.sensitivity", "the score", L29, repair="ABLMM22.A.Generic.sensitivity.corrected"
)


# ---- Lemma 29: accuracy

rests_on(
    "ABLMM22.L29",
    "ABLMM22.FN12",
    "at the deviation from 2 alpha to 7 alpha/4; taken for granted: rows are independent, and each error is 0 or 1",
    f"{L29}, condition 1",
    name="bad",
    repair="ABLMM22.FN12.corrected",
)


@uses("ABLMM22.L29", "ABLMM22.L29.size", f"{L29}, event E", draws="condition 1 holds but for beta/4")
def rows_for_event_e(h: AtLeastOne, beta: OpenUnit) -> Use:
    """n = O((log |H| + log(1/beta))/(alpha eps)) rows with eps <= 1 are used as O(log(|H|/beta)/alpha): the 64
    ln(4|H|/beta)/alpha that event E takes, here with the constant 192."""
    return Use({"h": h, "beta": beta}, needs=64 * ln(4 * h / beta) <= 192 * (ln(h) + ln(1 / beta)))


@correction(
    "ABLMM22.L29.from.L29.size.premise",
    "for one hypothesis the rows vanish as beta goes to 1, whatever the constant, and event E fails; then h* is the "
    "only choice, and the lemma needs no E; from two hypotheses on the rows are enough",
    rate=Constant(192, mutants=(96,)),
)
def rows_for_event_e_from_two_hypotheses(h: AtLeastTwo, beta: OpenUnit, rate: int) -> Truth:
    """64 ln(4|H|/beta) <= 192 (ln |H| + ln(1/beta)) for |H| >= 2 and every beta."""
    return 64 * ln(4 * h / beta) <= rate * (ln(h) + ln(1 / beta))


@uses("ABLMM22.L29.size", "PROB.chernoff.lower", f"{L29}, condition 1")
def chernoff_for_a_bad_hypothesis(h: AtLeastOne, beta: OpenUnit, more: FromZero) -> Use:
    """At a mean of at least 2 alpha n, alpha n >= 64 ln(4|H|/beta), and deviation 1/8: beta/(4|H|)."""
    at = {"mean": 128 * ln(4 * h / beta) + more, "delta": Fraction(1, 8)}
    return Use(at, gives=lambda b: b.fails <= beta / (4 * h))


@uses("ABLMM22.L29", "PROB.union", f"{L29}, condition 1: a union bound over all h")
def over_all_bad_hypotheses(h: AtLeastOne, beta: OpenUnit) -> Use:
    """The union bound over |H| hypotheses, each failing with probability at most beta/(4|H|), gives beta/4."""
    return Use({"chances": h * (beta / (4 * h))}, gives=lambda b: b.fails <= beta / 4, times=1)


@uses(
    "ABLMM22.L29",
    "ABLMM22.FN12",
    f"{L29}, condition 2: similarly",
    name="best",
    repair="ABLMM22.FN12.corrected",
    assumes="rows are independent, and each error is 0 or 1",
    draws="loss_S(h*) <= 4 alpha/3 with probability at least 1 - beta/4",
)
def the_best_hypothesis_has_a_small_mean(alpha: OpenUnit, loss: Unit) -> Use:
    """Footnote 12 is used for h* of loss_D(h*) <= alpha at the deviation with (1 + deviation) loss_D(h*) = 4 alpha/3,
    which the footnote asks to lie in (0, 1)."""
    mean, limit = loss, Fraction(4, 3) * alpha
    return Use(given=loss <= alpha, needs=(mean < limit) & (limit < 2 * mean))


@correction(
    "ABLMM22.L29.from.FN12.best.premise",
    "where loss_D(h*) <= 2 alpha/3 the deviation is 1 or more, and at loss 0 there is none; the footnote's proof with "
    "the mean's bound alpha n serves, at every smaller mean",
    narrows="the exponent; Markov's inequality for (4/3)^Z is used",
    cites=("PROB.markov", "PROB.chernoff.moment"),
    rate=Constant(27, mutants=(18,)),
)
def the_exponent_at_a_smaller_mean(share: Unit, rate: int) -> Truth:
    """mu (a - 1) - (4/3) alpha n ln a <= -alpha n/27 at a = 4/3 for every mean mu <= alpha n, so that Pr[loss_S(h*) >=
    4 alpha/3] <= e^(-alpha n/27) from loss_D(h*) <= alpha on; here mu is a share of alpha n = 1."""
    limit = Fraction(4, 3)
    return share * (limit - 1) - limit * ln(limit) <= -Fraction(1, rate)


rests_on("ABLMM22.L29.from.FN12.best.premise.corrected", "PROB.markov", "a tail", BOUNDED)
rests_on("ABLMM22.L29.from.FN12.best.premise.corrected", "PROB.chernoff.moment", "E[(4/3)^Z]", BOUNDED)


@uses("ABLMM22.L29", "ABLMM22.L29.size.best", f"{L29}, event E")
def rows_for_the_best_hypothesis(beta: OpenUnit, h: AtLeastTwo) -> Use:
    """The 27 ln(4/beta)/alpha rows that condition 2 takes are fewer than those for condition 1."""
    return Use({"beta": beta, "u": 64 * ln(4 * h / beta)}, gives=lambda b: b.fails <= beta / 4, times=1)


@uses("ABLMM22.L29.size.best", "PROB.chernoff.upper", f"{L29}, condition 2")
def chernoff_for_the_best_hypothesis(beta: OpenUnit, more: FromZero) -> Use:
    """At the mean alpha n = 27 ln(4/beta) + more and deviation 1/3: beta/4."""
    at = {"mean": 27 * ln(4 / beta) + more, "delta": Fraction(1, 3)}
    return Use(at, gives=lambda b: b.fails <= beta / 4)


rests_on("ABLMM22.L29", "ABLMM22.L29.eq1", "a sum of at least e^(-2w/3)", f"{L29}, the normalisation")


@uses("ABLMM22.L29.eq2", "ABLMM22.L29.eq1", f"{L29}, the display")
def the_denominator_is_large(h: AtLeastOne, alpha: PositiveReal, weight: PositiveReal, total: PositiveReal) -> Use:
    """The weight of a bad hypothesis, h exp(-5 u/6) for all, over the sum of all weights; weight = eps n."""
    at = {"total": total, "alpha": alpha, "weight": weight}
    return Use(at, gives=h * exp(-(5 * alpha * weight / 6)) / total <= h * exp(-(alpha * weight / 6)))


rests_on("ABLMM22.L29.eq2", "PROB.union", "a sum over |H| choices", f"{L29}, Hence by a union bound")
rests_on("ABLMM22.L29", "ABLMM22.L29.eq2", "a bad choice has |H| e^(-u/6)", f"{L29}, the display")


@uses("ABLMM22.L29", "ABLMM22.L29.eq2.rows", f"{L29}, after the display")
def rows_for_the_choice(h: AtLeastTwo, beta: OpenUnit) -> Use:
    """The 6 ln(2|H|/beta)/(alpha eps) rows that make a bad choice at most beta/2 likely are of the printed order."""
    return Use({"h": h, "beta": beta, "u": 12 * (ln(h) + ln(1 / beta))}, gives=lambda b: b.fails <= beta / 2, times=1)


@adds_up("ABLMM22.L29", f"{L29}, last sentence")
def what_may_fail_in_the_generic_learner(
    epsilon: PositiveReal, n: PositiveInteger, h: AtLeastTwo, beta: OpenUnit
) -> Total:
    """beta/4 for condition 1, beta/4 for condition 2 and beta/2 for the choice are beta; the choice costs eps."""
    return Total(fails=beta, epsilon=epsilon)


@uses("ABLMM22.L29.eq2.rows", "ABLMM22.L29.eq2", f"{L29}, after the display")
def the_choice_at_enough_rows(h: AtLeastOne, beta: OpenUnit, more: FromZero) -> Use:
    """At u = 6 ln(2|H|/beta) + more: |H| e^(-u/6) <= beta/2."""
    return Use({"h": h, "u": 6 * ln(2 * h / beta) + more}, gives=lambda b: b.fails <= beta / 2)


rests_on("ABLMM22.L29", "ABLMM22.L29.range", "max(1, 1/eps) rows", L29, repair="ABLMM22.L29.range.corrected")


# ---- Lemma 29 and footnote 12, corrected

rests_on("ABLMM22.L29.range", "ABLMM22.L29.range.unbounded", "no constant serves", "Lemma 29: the range of eps")
rests_on("ABLMM22.L29.range.corrected", "ABLMM22.L29.pair", "min(1, e^(-eps Y/2)) <= e^(-s Y)", EVERY)
rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.convex", "E[a^Z] <= 1 + p (a - 1) for one variable", TAILS)
rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.moment", "1 + p (a - 1) <= e^(p (a - 1))", TAILS)
rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.lower.exponent", "at a = 1 - delta", TAILS)
rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.upper.exponent", "at a = 1 + delta", TAILS)


@uses("ABLMM22.L29.range.corrected", "DP.exponential", EVERY)
def the_weights_are_those_of_the_exponential_mechanism(e: PositiveUnit, extra: FromZero) -> Use:
    """Weights e^{-eps n loss_S(h)/2} of scores that one row changes by at most 1; eps = e + extra."""
    return Use({"epsilon": e + extra}, gives=lambda b: b.epsilon <= e + extra)


@uses("ABLMM22.L29.range.corrected", "ABLMM22.L29.row", EVERY)
def rows_at_the_chosen_rate(alpha: OpenUnit, e: PositiveUnit, n: PositiveReal, moment: PositiveReal) -> Use:
    """At e^s = 2^(e/2) the moment of n rows, in logarithms, is at most -alpha n e/6; it is positive."""
    at = {"alpha": alpha, "v": 2 ** (e / 2), "rate": e / 6, "moment": moment}
    return Use(at, gives=n * ln(moment) <= -(alpha * n * e / 6))


@uses("ABLMM22.L29.range.corrected", "PROB.union", EVERY)
def bad_hypotheses_are_seldom_chosen(h: AtLeastOne, beta: OpenUnit, more: FromZero) -> Use:
    """At most |H| bad hypotheses, each chosen with e^{-alpha n e/6}, alpha n e = 6 ln(|H|/beta) + 6 more: beta."""
    return Use({"chances": h * exp(-(ln(h / beta) + more))}, gives=lambda b: b.fails <= beta)


@uses("ABLMM22.FN12.corrected", "PROB.markov", TAILS, name="above")
def markov_above_the_mean(mu: FromZero, delta: OpenUnit) -> Use:
    """Pr[a^Z >= a^((1 + delta) mu)], with E[a^Z] <= e^{mu (a - 1)} and a = 1 + delta."""
    at = {"level": exp((1 + delta) * mu * ln(1 + delta)), "mean": exp(mu * delta)}
    return Use(at, gives=lambda b: b.fails <= exp(-(delta**2 * mu / 3)))


@uses("ABLMM22.FN12.corrected", "PROB.markov", TAILS, name="below")
def markov_below_the_mean(mu: FromZero, delta: OpenUnit) -> Use:
    """Pr[a^Z >= a^((1 - delta) mu)], with E[a^Z] <= e^{mu (a - 1)} and a = 1 - delta."""
    at = {"level": exp((1 - delta) * mu * ln(1 - delta)), "mean": exp(-(mu * delta))}
    return Use(at, gives=lambda b: b.fails <= exp(-(delta**2 * mu / 2)))
