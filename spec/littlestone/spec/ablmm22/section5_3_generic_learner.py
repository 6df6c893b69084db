"""ABLMM22 section 5.3.1, Lemma 29 and footnote 12: GenericLearner, its privacy and its sizes, Chernoff bounds."""

from functools import cache

from littlestone.spec.ablmm22.vocabulary import Generic, all_samples, up_to_two_points
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.laws import binomial_chance, lower_tail, total, upper_tail
from littlestone.spec.learning.private_learning import generic_law
from littlestone.spec.notation import *

TWO_THIRDS = Fraction(2, 3)

LOWER = Constant(2, mutants=(HALF,))
UPPER = Constant(3, mutants=(QUARTER,))

L29 = "Proof of Lemma 29"
BOUNDED = "a bounded mean"
EVERY = "Lemma 29 for every eps"
TAILS = "Footnote 12, corrected"


@claim(
    "ABLMM22.L29",
    "Lemma 29, section 5.3.1 (KLN11)",
    "lemma",
    not_checkable="O hides its constant; the accuracy at an explicit size is computed, and the arithmetic of such "
    "sizes is proved; for eps > 1, which section 3.3 excludes (but see ABLMM22.D.ind.range), the printed n is too "
    "small",
    stand_ins=("ABLMM22.L29.range", "ABLMM22.L29.sized", "ABLMM22.A.Generic", "ABLMM22.L29.eq2"),
)
def generic_private_learners_exist(H: ExplicitBinary) -> Truth:
    """For n = O((log |H| + log(1/beta))/(alpha eps)) there is an eps-DP algorithm GenericLearner that, for D with some
    h* in H of loss_D(h*) <= alpha, on S ~ D^n outputs with probability at least 1 - beta some h in H with loss_D(h) <=
    2 alpha."""
    raise NotImplementedError


@uses("ABLMM22.L29", "DP.exponential", f"{L29}, second sentence")
def the_exponential_mechanism_at_epsilon(epsilon: PositiveReal) -> Use:
    """Weights exp(-eps n loss_S(h)/2) are those of the exponential mechanism at eps, for scores of sensitivity 1: a
    weight changes by at most e^(eps/2), the sum of all by as much."""
    return Use({"epsilon": epsilon}, gives=lambda b: b.epsilon <= epsilon, times=1)


rests_on(
    "ABLMM22.L29", "ABLMM22.A.Generic.sensitivity", "the score", L29, repair="ABLMM22.A.Generic.sensitivity.corrected"
)
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


rests_on("ABLMM22.L29", "ABLMM22.L29.eq1", "a sum of at least e^(-2w/3)", f"{L29}, the normalisation")
rests_on("ABLMM22.L29", "ABLMM22.L29.eq2", "a bad choice has |H| e^(-u/6)", f"{L29}, the display")


@uses("ABLMM22.L29", "ABLMM22.L29.eq2.rows", f"{L29}, after the display")
def rows_for_the_choice_in_its_proof(h: AtLeastTwo, beta: OpenUnit) -> Use:
    """The 6 ln(2|H|/beta)/(alpha eps) rows that make a bad choice at most beta/2 likely are of the printed order."""
    return Use({"h": h, "beta": beta, "u": 12 * (ln(h) + ln(1 / beta))}, gives=lambda b: b.fails <= beta / 2, times=1)


@adds_up("ABLMM22.L29", f"{L29}, last sentence")
def what_may_fail_in_the_generic_learner(
    epsilon: PositiveReal, n: PositiveInteger, h: AtLeastTwo, beta: OpenUnit
) -> Total:
    """beta/4 for condition 1, beta/4 for condition 2 and beta/2 for the choice are beta; the choice costs eps."""
    return Total(fails=beta, epsilon=epsilon)


rests_on("ABLMM22.L29", "ABLMM22.L29.range", "max(1, 1/eps) rows", L29, repair="ABLMM22.L29.range.corrected")


# ---- The algorithm


@claim(
    "ABLMM22.A.Generic",
    "Lemma 29, section 5.3.1",
    "algorithm",
    reach=up_to_two_points,
    narrows="samples of two rows and eps = 2 ln 2",
    share=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def the_generic_learner_has_its_law_and_is_private(
    H: ExplicitBinary, law: LawOf, generic: Generic, share: Fraction
) -> Statement:
    """GenericLearner outputs h in H with probability proportional to exp(-eps n loss_S(h)/2) and is (eps, 0)-DP, for
    all samples of two rows, realizable or not, and eps = 2 ln 2."""
    epsilon, functions = 2 * ln(2), H.functions()
    learner = cache(lambda sample: law(generic, functions, sample, epsilon))
    samples = all_samples(all_rows(H), 2)
    specified = all_of(same_law(learner(S), generic_law(functions, S, epsilon)) for S in samples)
    return specified & is_private(learner, all_rows(H), 2, share * epsilon)


@claim(
    "ABLMM22.A.Generic.sensitivity",
    "Lemma 29, section 5.3.1: its proof",
    "step",
    narrows="the arithmetic; that a probability is multiplied by e^{eps n/2} is in words",
)
def a_loss_that_changes_by_one_as_printed(n: PositiveInteger, epsilon: PositiveReal) -> Truth:
    """Changing one sample changes the value of loss_S(h) by at most 1, which implies that weights exp(-eps n
    loss_S(h)/2) are eps-DP: for a score that may change so, from 0, 1 to 1, 0, a probability is multiplied by e^{eps
    n/2} <= e^eps."""
    return exp(epsilon * n / 2) <= exp(epsilon)


@correction(
    "ABLMM22.A.Generic.sensitivity",
    "a change of loss_S(h) by 1 would cost n eps; it is by 1/n at most, and that of n loss_S(h), the score, by 1",
    most=SHARE,
)
def one_row_changes_the_number_of_errors_by_one(H: ExplicitBinary, most: Fraction) -> Truth:
    """Changing one sample changes n loss_S(h), the score, by at most 1."""
    rows = all_rows(H)
    changes = {abs(int(h[x] != y) - int(h[u] != v)) for h in H.functions() for (x, y) in rows for (u, v) in rows}
    return all_of(change <= most for change in changes)


# ---- Its sample size


@claim(
    "ABLMM22.L29.sized",
    "Lemma 29, section 5.3.1, with an explicit size",
    "lemma",
    role="companion",
    narrows="two hypotheses on one point, of losses alpha and 1 - alpha, alpha = 3/(10 + a), beta = 1/4, eps = 2 ln 2; "
    "n is the size of ABLMM22.L29.range.corrected, rounded up",
    share=Constant(1, mutants=(Fraction(1, 16),), stronger="smaller"),
)
def the_generic_learner_is_accurate_from_its_size(a: Size, law: LawOf, generic: Generic, share: Fraction) -> Truth:
    """From n = 6 ln(|H|/beta)/alpha rows on, eps >= 1, GenericLearner outputs a hypothesis of loss
    above 2 alpha with probability at most beta: over the number of rows labelled 1, each of probability alpha, and the
    learner's choice, whose exact probabilities are rounded up to multiples of 2^-64."""
    alpha, functions = Fraction(3, 10 + int(a)), ((0,), (1,))
    n = ceiling(share * 6 * ln(2 / QUARTER) / alpha)
    samples = {ones: ((0, 1),) * ones + ((0, 0),) * (n - ones) for ones in range(n + 1)}
    failing = {ones: rounded_up(law(generic, functions, S, 2 * ln(2))[(1,)]) for ones, S in samples.items()}
    return Real.of(total(binomial_chance(n, alpha, ones) * p for ones, p in failing.items())) <= QUARTER


def rounded_up(p: Exact) -> Fraction:
    """The least multiple of 2^-64 that is at least p: sums of such have small denominators."""
    return Fraction(ceiling(p * 2**64), 2**64)


@terms("ABLMM22.L29.eq1")
def normalisation(total: FromZero, alpha: PositiveReal, weight: PositiveReal, rate: Fraction = TWO_THIRDS) -> Terms:
    """The sum of all weights, with weight = eps n."""
    return Terms(says=exp(-(rate * alpha * weight)) <= total)


@claim(
    "ABLMM22.L29.eq1",
    "Lemma 29, section 5.3.1: the normalisation",
    "step",
    narrows="the term of h*; that the sum is at least this is in words",
    rate=Constant(Fraction(2, 3), mutants=(HALF,)),
)
def the_normalisation_is_large(
    epsilon: PositiveReal, alpha: OpenUnit, n: PositiveReal, loss: Unit, rate: Fraction
) -> Statement:
    """If loss_S(h*) <= 4 alpha/3 then sum_h exp(-eps n loss_S(h)/2) >= exp(-2 eps alpha n/3): the term of h* alone."""
    weight = epsilon * n
    return when(loss <= Fraction(4, 3) * alpha, normalisation(exp(-(weight * loss / 2)), alpha, weight, rate).says)


@terms("ABLMM22.L29.eq2")
def bad_choice(h: AtLeastOne, u: PositiveReal, rate: int = 6) -> Terms:
    """A bad one of h hypotheses is chosen, u = eps alpha n."""
    return Terms(fails=h * exp(-(u / rate)))


@claim(
    "ABLMM22.L29.eq2",
    "Lemma 29, section 5.3.1: the display",
    "step",
    narrows="proved is the equation; the inequality before it is the union bound with ABLMM22.L29.eq1",
    cites=("PROB.union", "ABLMM22.L29.eq1"),
    rate=Constant(6, mutants=(5,)),
)
def a_bad_hypothesis_is_unlikely(h: AtLeastOne, u: PositiveReal, rate: int) -> Truth:
    """Pr[loss_S(h) > 5 alpha/3] <= |H| exp(-5 eps alpha n/6)/exp(-2 eps alpha n/3) = |H| e^{-eps alpha n/6}; here u =
    eps alpha n."""
    return equals(h * exp(-(5 * u / 6)) / exp(-(2 * u / 3)), bad_choice(h, u, rate).fails)


@uses("ABLMM22.L29.eq2", "ABLMM22.L29.eq1", f"{L29}, the display")
def the_denominator_is_large(h: AtLeastOne, alpha: PositiveReal, weight: PositiveReal, total: PositiveReal) -> Use:
    """The weight of a bad hypothesis, h exp(-5 u/6) for all, over the sum of all weights; weight = eps n."""
    at = {"total": total, "alpha": alpha, "weight": weight}
    return Use(at, gives=h * exp(-(5 * alpha * weight / 6)) / total <= h * exp(-(alpha * weight / 6)))


rests_on("ABLMM22.L29.eq2", "PROB.union", "a sum over |H| choices", f"{L29}, Hence by a union bound")


@terms("ABLMM22.L29.eq2.rows")
def rows_for_the_choice(h: AtLeastOne, beta: OpenUnit, u: PositiveReal, rows: int = 6) -> Terms:
    """A bad hypothesis is chosen, u = eps alpha n."""
    return Terms(asks=rows * ln(2 * h / beta) <= u, fails=beta / 2)


@claim(
    "ABLMM22.L29.eq2.rows",
    "Lemma 29, section 5.3.1: the display",
    "step",
    narrows="proved is the arithmetic; the bound on the probability is ABLMM22.L29.eq2",
    cites=("ABLMM22.L29.eq2",),
    rows=Constant(6, mutants=(5,), stronger="smaller"),
)
def enough_rows_make_it_unlikely(h: AtLeastOne, beta: OpenUnit, u: PositiveReal, rows: int) -> Truth:
    """|H| e^{-eps alpha n/6} is at most beta/2 from n >= 6 ln(2|H|/beta)/(alpha eps); here u = eps alpha n."""
    said = rows_for_the_choice(h, beta, u, rows)
    return as_truth(said.asks).implies(h * exp(-(u / 6)) <= said.fails)


@uses("ABLMM22.L29.eq2.rows", "ABLMM22.L29.eq2", f"{L29}, after the display")
def the_choice_at_enough_rows(h: AtLeastOne, beta: OpenUnit, more: FromZero) -> Use:
    """At u = 6 ln(2|H|/beta) + more: |H| e^(-u/6) <= beta/2."""
    return Use({"h": h, "u": 6 * ln(2 * h / beta) + more}, gives=lambda b: b.fails <= beta / 2)


@claim(
    "ABLMM22.L29.size",
    "Lemma 29, section 5.3.1: event E",
    "step",
    narrows="proved is the arithmetic; Chernoff's bound of footnote 12 is used",
    cites=("PROB.chernoff.lower",),
    first=Constant(64, mutants=(8,), stronger="smaller"),
)
def bad_hypotheses_look_bad(h: AtLeastOne, beta: OpenUnit, u: PositiveReal, first: int) -> Truth:
    """From n >= 64 ln(4|H|/beta)/alpha, footnote 12 with mean 2 alpha n and deviation 1/8 gives e^{-alpha n/64} <=
    beta/(4|H|) for each h with loss_D(h) > 2 alpha, whose loss_S(h) is then above 7 alpha/4 > 5 alpha/3; here u = alpha
    n."""
    rarely = exp(-(Fraction(1, 8) ** 2 * 2 * u / 2)) <= beta / (4 * h)
    return (first * ln(4 * h / beta) <= u).implies(rarely)


@uses("ABLMM22.L29.size", "PROB.chernoff.lower", f"{L29}, condition 1")
def chernoff_for_a_bad_hypothesis(h: AtLeastOne, beta: OpenUnit, more: FromZero) -> Use:
    """At a mean of at least 2 alpha n, alpha n >= 64 ln(4|H|/beta), and deviation 1/8: beta/(4|H|)."""
    at = {"mean": 128 * ln(4 * h / beta) + more, "delta": Fraction(1, 8)}
    return Use(at, gives=lambda b: b.fails <= beta / (4 * h))


@terms("ABLMM22.L29.size.best")
def rows_for_the_best(beta: OpenUnit, u: PositiveReal, second: int = 27) -> Terms:
    """The best hypothesis looks bad, u = alpha n."""
    return Terms(asks=second * ln(4 / beta) <= u, fails=beta / 4)


@claim(
    "ABLMM22.L29.size.best",
    "Lemma 29, section 5.3.1: event E",
    "step",
    narrows="proved is the arithmetic; Chernoff's bound of footnote 12 is used",
    cites=("PROB.chernoff.upper",),
    second=Constant(27, mutants=(18,), stronger="smaller"),
)
def the_best_hypothesis_looks_good(beta: OpenUnit, u: PositiveReal, second: int) -> Truth:
    """From n >= 27 ln(4/beta)/alpha, footnote 12 with mean alpha n and deviation 1/3 gives e^{-alpha n/27} <= beta/4
    for h*; here u = alpha n."""
    said = rows_for_the_best(beta, u, second)
    return as_truth(said.asks).implies(exp(-(Fraction(1, 3) ** 2 * u / 3)) <= said.fails)


@uses("ABLMM22.L29.size.best", "PROB.chernoff.upper", f"{L29}, condition 2")
def chernoff_for_the_best_hypothesis(beta: OpenUnit, more: FromZero) -> Use:
    """At the mean alpha n = 27 ln(4/beta) + more and deviation 1/3: beta/4."""
    at = {"mean": 27 * ln(4 / beta) + more, "delta": Fraction(1, 3)}
    return Use(at, gives=lambda b: b.fails <= beta / 4)


@claim(
    "ABLMM22.L29.range",
    "Lemma 29, section 5.3.1: the range of eps",
    "remark",
    role="construction",
    narrows="for eps > 1, which section 3.3 leaves out; e^eps is taken to be 2^{72 C}, less than e^{50 C}; that one "
    "row is as many as the size asks for is ABLMM22.L29.range.unbounded",
    cites=("ABLMM22.L29.range.unbounded",),
)
def few_rows_are_enough_for_large_epsilon(C: PositiveSize, law: LawOf, generic: Generic) -> Truth | bool:
    """For some constant C and all eps > 0, beyond the [0, 1] of section 3.3 too, n = C (log |H| + log(1/beta))/(alpha
    eps) rows are enough: one row for two hypotheses that differ at a point of probability 3/10, alpha = beta = 1/10,
    eps = 50 C; e^eps is taken to be 2^{72 C}. It fails for every C (ABLMM22.L29.range.unbounded)."""
    row, functions = (0, 0), ((0, 0), (0, 1))
    unseen = law(generic, functions, (row,), 72 * C * ln(2))
    seen = law(generic, functions, ((1, 0),), 72 * C * ln(2))
    failing: Fraction = Fraction(7, 10) * unseen[(0, 1)] + Fraction(3, 10) * seen[(0, 1)]
    return failing <= Fraction(1, 10)


@terms("ABLMM22.L29.range.corrected")
def seldom_far(h: AtLeastOne, beta: OpenUnit, e: PositiveUnit, u: FromZero, rows: int = 6) -> Terms:
    """Of h hypotheses one of loss above 2 alpha is chosen, e = min(1, eps) and u = alpha n."""
    return Terms(asks=rows * ln(h / beta) <= e * u, fails=beta)


@correction(
    "ABLMM22.L29.range",
    "event E needs n >= O(log(|H|/beta)/alpha) rows however large eps is: max(1, 1/eps) in place of 1/eps",
    narrows="a hypothesis is its chances to be wrong on a row; that moments of n rows multiply is in words",
    cites=("ABLMM22.L29.row", "ABLMM22.L29.pair", "PROB.union", "DP.exponential"),
    rows=Constant(6, mutants=(5,), stronger="smaller"),
)
def few_rows_choose_a_good_hypothesis(
    h: AtLeastOne, beta: OpenUnit, alpha: OpenUnit, e: PositiveUnit, more: FromZero, extra: FromZero, rows: int
) -> Truth:
    """For n >= 6 ln(|H|/beta) max(1, 1/eps)/alpha, every eps > 0 and every D with some h* in H of loss_D(h*) <= alpha,
    the eps-DP GenericLearner outputs with probability at least 1 - beta some h in H with loss_D(h) <= 2 alpha: each of
    loss above 2 alpha is output with probability at most E[min(1, e^{-eps Y/2})] <= E[e^{-s Y}], s = (ln 2) e/2 <=
    eps/2, where Y is by how many errors h exceeds h*, and e^{-alpha n g}, g = 2 (1 - e^{-s}) - (e^s - 1) >= e/6, bounds
    that; here e = min(1, eps), and eps is e + extra."""
    v, epsilon = 2 ** (e / 2), e + extra
    n = (rows * ln(h / beta) / e + more) / alpha
    g = 2 * (1 - 1 / v) - (v - 1)
    said = seldom_far(h, beta, e, alpha * n, rows)
    return (v <= exp(epsilon / 2)) & as_truth(said.asks) & (h * exp(-(alpha * n * g)) <= said.fails)


rests_on("ABLMM22.L29.range", "ABLMM22.L29.range.unbounded", "no constant serves", "Lemma 29: the range of eps")
rests_on("ABLMM22.L29.range.corrected", "ABLMM22.L29.pair", "min(1, e^(-eps Y/2)) <= e^(-s Y)", EVERY)


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


@claim("ABLMM22.L29.pair", "Lemma 29, section 5.3.1, corrected", "step", one=Constant(1, mutants=(HALF,)))
def a_choice_between_two_is_below_an_exponential(s: FromZero, more: FromZero, y: FromZero, one: Fraction) -> Truth:
    """min(1, e^{-eps y/2}) <= e^{-s y} for every y, also where h errs y times less than h*: here eps/2 = s + more."""
    return (exp(-((s + more) * y)) <= exp(-(s * y))) & (one <= exp(s * y)) & (exp(-(s * y)) <= one)


@terms("ABLMM22.L29.row")
def moment_of_a_row(alpha: OpenUnit, v: AtLeastOne, rate: FromZero, moment: FromZero, two: int = 2) -> Terms:
    """E[e^{-s Y}] for one row, where e^s = v."""
    return Terms(asks=rate <= two * (1 - 1 / v) - (v - 1), says=moment <= exp(-(alpha * rate)))


@claim("ABLMM22.L29.row", "Lemma 29, section 5.3.1, corrected", "step", two=Constant(2, mutants=(3,)))
def one_row_tells_a_bad_hypothesis(
    alpha: OpenUnit, both: Unit, fewer: Unit, more: FromZero, z: FromZero, two: int
) -> Truth:
    """h is wrong and h* right with probability more than 2 alpha - c, h* wrong and h right with at most alpha - c, and
    both wrong with c <= alpha: E[e^{-s Y}] <= 1 - alpha g <= e^{-alpha g}, g = 2 (1 - e^{-s}) - (e^s - 1), for e^s = 1
    + z; here c = alpha both, and h* is wrong a part fewer of alpha - c."""
    g = two * z / (1 + z) - z
    moment = 1 - (2 * alpha - alpha * both + more) * z / (1 + z) + (1 - both) * alpha * fewer * z
    return (moment <= 1 - alpha * g) & as_truth(moment_of_a_row(alpha, 1 + z, g, 1 - alpha * g, two).says)


@claim(
    "ABLMM22.L29.range.unbounded",
    "Lemma 29, section 5.3.1: the range of eps",
    "step",
    narrows="the arithmetic; that one row leaves both hypotheses alike with probability 7/10 is in words",
    allowed=Constant(Fraction(1, 10), mutants=(HALF,)),
)
def no_constant_makes_one_row_enough(C: AtLeastOne, w: Unit, allowed: Fraction) -> Truth:
    """For every C >= 1, at alpha = beta = 1/10 and eps = 50 C, C (log 2 + log(1/beta))/(alpha eps) <= 1, and the choice
    after one row fails with probability 7/20 + (3/10) w/(1 + w) > beta, w = e^{-eps/2} being in [0, 1]."""
    rows = C * (ln(2) + ln(10)) / (Fraction(1, 10) * (50 * C))
    return (rows <= 1) & (Fraction(7, 20) * (1 + w) + Fraction(3, 10) * w > allowed * (1 + w))


# ---- Footnote 12


@claim("ABLMM22.FN12", "Footnote 12, section 5.3.1", "fact")
def chernoff_bounds_hold_for_independent_variables(n: PositiveSize, i: PositiveSize, c: PositiveSize) -> Statement:
    """For independent Z_1, ..., Z_n with sum Z of mean mu and delta in (0, 1), Pr[Z <= (1 - delta) mu] <= e^{-delta^2
    mu/2} and Pr[Z >= (1 + delta) mu] <= e^{-delta^2 mu/3}: here each is 4c or 0, with probability i/4, delta = 1/2."""
    return when(i <= 3, _chernoff(n, i / 4, HALF, 4 * c, (2, 3)))


@correction(
    "ABLMM22.FN12",
    "the variables must lie in [0, 1]: one Z that is 4c or 0 has tails of a fixed probability and a mean that grows",
    narrows="Z is its mean and its moment E[a^Z]; that moments of independent variables multiply is in words",
    cites=("PROB.markov", "PROB.chernoff.convex", "PROB.chernoff.moment"),
    lower=Constant(2, mutants=(1,)),
    upper=Constant(3, mutants=(2,)),
)
def chernoff_bounds_hold_for_variables_in_the_unit_interval(
    mu: FromZero, p: Unit, delta: OpenUnit, above: Unit, below: Unit, lower: int, upper: int
) -> Truth:
    """For independent Z_1, ..., Z_n in [0, 1] with sum Z of mean mu and delta in (0, 1), Pr[Z <= (1 - delta) mu] <=
    e^{-delta^2 mu/2} and Pr[Z >= (1 + delta) mu] <= e^{-delta^2 mu/3}: one more variable of mean p keeps E[a^Z] <=
    e^{mu (a - 1)}, at a = 1 + delta and a = 1 - delta, and by Markov's inequality the tails are parts above and below
    of e^{mu (a - 1)} a^{-(1 + delta) mu} and e^{mu (a - 1)} a^{-(1 - delta) mu}."""
    up, down = delta - (1 + delta) * ln(1 + delta), -delta - (1 - delta) * ln(1 - delta)
    moments = [exp(mu * z) * (1 + p * z) <= exp((mu + p) * z) for z in (delta, -delta)]
    rare = [exp(mu * up) <= exp(-(delta**2 * mu / upper)), exp(mu * down) <= exp(-(delta**2 * mu / lower))]
    tails = [above * exp(mu * up) <= exp(mu * up), below * exp(mu * down) <= exp(mu * down)]
    return all_of([*moments, *tails, *rare])


rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.convex", "E[a^Z] <= 1 + p (a - 1) for one variable", TAILS)
rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.moment", "1 + p (a - 1) <= e^(p (a - 1))", TAILS)
rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.lower.exponent", "at a = 1 - delta", TAILS)
rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.upper.exponent", "at a = 1 + delta", TAILS)


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


@claim(
    "ABLMM22.FN12.like",
    "Footnote 12, section 5.3.1",
    "fact",
    role="companion",
    narrows="equal variables 0 or 1/c of probability i/8, and delta = d/4",
    lower=LOWER,
    upper=UPPER,
)
def chernoff_bounds_hold_in_the_unit_interval(
    n: PositiveSize, i: PositiveSize, c: PositiveSize, d: PositiveSize, lower: Fraction, upper: Fraction
) -> Statement:
    """For independent Z_1, ..., Z_n in [0, 1] with sum Z of mean mu and delta in (0, 1), Pr[Z <= (1 - delta) mu] <=
    e^{-delta^2 mu/2} and Pr[Z >= (1 + delta) mu] <= e^{-delta^2 mu/3}: here each is 1/c or 0, with probability i/8,
    delta = d/4."""
    return when([i <= 7, d <= 3], _chernoff(n, i / 8, d / 4, 1 / c, (lower, upper)))


def _chernoff(
    n: int, p: Fraction, delta: Fraction, size: Fraction | int, rates: tuple[Fraction | int, Fraction | int]
) -> Truth:
    """Both tails of size * Bin(n, p) against their bounds."""
    mean, lower, upper = n * p, *rates
    below = lower_tail(n, p, (1 - delta) * mean) <= exp(-(delta**2 * mean * size / lower))
    above = upper_tail(n, p, (1 + delta) * mean) <= exp(-(delta**2 * mean * size / upper))
    return below & above
