"""ABLMM22 section 5.3.1: Lemma 29 and GenericLearner; the steps are in the order of its proof."""

from functools import cache

from littlestone.spec.ablmm22.vocabulary import Generic, all_samples, up_to_two_points
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.private_learning import generic_law
from littlestone.spec.notation import *

TWO_THIRDS = Fraction(2, 3)
L29 = "Proof of Lemma 29"
BOUNDED = "a bounded mean"


@claim(
    "ABLMM22.L29",
    "Lemma 29, section 5.3.1 (KLN11): generic private learner",
    "lemma",
    not_checkable="$O$ hides its constant; the accuracy at an explicit size is computed, and the arithmetic of such "
    "sizes is proved; for $eps > 1$, which section 3.3 excludes (but see ABLMM22.D.ind.range), the "
    "printed $n$ is too small",
    stand_ins=("ABLMM22.L29.range", "ABLMM22.L29.sized", "ABLMM22.A.Generic", "ABLMM22.L29.eq2"),
)
def generic_private_learners_exist(H: ExplicitBinary) -> Truth:
    """For $n = O((log |H| + log(1/beta))/(alpha eps))$ there is an $eps$-DP algorithm GenericLearner that, for $D$ with
    some $h^*$ in $H$ of $loss_D(h^*) <= alpha$, on $S ~ D^n$ outputs with probability at least $1 - beta$ some $h$ in
    $H$ with $loss_D(h) <= 2 alpha$."""
    raise NotImplementedError


@uses("ABLMM22.L29", "DP.exponential", f"{L29}, second sentence")
def the_choice_is_an_exponential_mechanism(epsilon: PositiveReal) -> Use:
    """Weights $e^{-eps n loss_S(h)/2}$, of the scores $-n loss_S(h)$: $eps$-DP."""
    return Use({"epsilon": epsilon}, gives=lambda b: b.epsilon <= epsilon, times=1)


rests_on(
    "ABLMM22.L29",
    "ABLMM22.A.Generic.sensitivity",
    "one sample changes $loss_S(h)$ by at most 1, and so the learner is $eps$-DP",
    L29,
    repair="ABLMM22.A.Generic.sensitivity.corrected",
)
rests_on(
    "ABLMM22.L29",
    "ABLMM22.FN12",
    "$loss_S(h) >= 7 alpha/4$ for each bad $h$ but for $beta/(4|H|)$; taken for granted: rows are "
    "independent, and each error is 0 or 1",
    f"{L29}, condition 1",
    name="bad",
    repair="ABLMM22.FN12.corrected",
)


@uses("ABLMM22.L29", "ABLMM22.L29.size", f"{L29}, event E", draws="condition 1 holds but for $beta/4$")
def rows_for_event_e(h: AtLeastOne, beta: OpenUnit) -> Use:
    """$n = O((log |H| + log(1/beta))/(alpha eps))$ rows with $eps <= 1$ are used as $O(log(|H|/beta)/alpha)$: the $64
    ln(4|H|/beta)/alpha$ that event $E$ takes, here with the constant 192."""
    return Use({"h": h, "beta": beta}, needs=64 * ln(4 * h / beta) <= 192 * (ln(h) + ln(1 / beta)))


@correction(
    "ABLMM22.L29.from.L29.size.premise",
    "for one hypothesis the rows vanish as $beta$ goes to 1, whatever the constant, and event $E$ fails; "
    "then $h^*$ is the only choice, and the lemma needs no $E$; from two hypotheses on the rows are "
    "enough",
    rate=Constant(192, mutants=(96,)),
)
def rows_for_event_e_from_two_hypotheses(h: AtLeastTwo, beta: OpenUnit, rate: int) -> Truth:
    """$64 ln(4|H|/beta) <= 192 (ln |H| + ln(1/beta))$ for $|H| >= 2$ and every $beta$."""
    return 64 * ln(4 * h / beta) <= rate * (ln(h) + ln(1 / beta))


@uses("ABLMM22.L29", "PROB.union", f"{L29}, condition 1: a union bound over all h")
def over_all_bad_hypotheses(h: AtLeastOne, beta: OpenUnit) -> Use:
    """The union bound over $|H|$ hypotheses, each failing with probability at most $beta/(4|H|)$, gives $beta/4$."""
    return Use({"chances": h * (beta / (4 * h))}, gives=lambda b: b.fails <= beta / 4, times=1)


@uses(
    "ABLMM22.L29",
    "ABLMM22.FN12",
    f"{L29}, condition 2: similarly",
    name="best",
    repair="ABLMM22.FN12.corrected",
    assumes="rows are independent, and each error is 0 or 1",
    draws="$loss_S(h^*) <= 4 alpha/3$ with probability at least $1 - beta/4$",
)
def the_best_hypothesis_has_a_small_mean(alpha: OpenUnit, loss: Unit) -> Use:
    """Footnote 12 is used for $h^*$ of $loss_D(h^*) <= alpha$ at the deviation with $(1 + deviation) loss_D(h^*) = 4
    alpha/3$, which the footnote asks to lie in $(0, 1)$."""
    mean, limit = loss, Fraction(4, 3) * alpha
    return Use(given=loss <= alpha, needs=(mean < limit) & (limit < 2 * mean))


@correction(
    "ABLMM22.L29.from.FN12.best.premise",
    "where $loss_D(h^*) <= 2 alpha/3$ the deviation is 1 or more, and at loss 0 there is none; the "
    "footnote's proof with the mean's bound $alpha n$ serves, at every smaller mean",
    narrows="the exponent; Markov's inequality for $(4/3)^Z$ is used",
    rate=Constant(27, mutants=(18,)),
)
def the_exponent_at_a_smaller_mean(share: Unit, rate: int) -> Truth:
    """$mu (a - 1) - (4/3) alpha n ln a <= -alpha n/27$ at $a = 4/3$ for every mean $mu <= alpha n$, so that
    $Pr[loss_S(h^*) >= 4 alpha/3] <= e^(-alpha n/27)$ wherever $loss_D(h^*) <= alpha$; here $mu$ is a share of $alpha n
    = 1$."""
    limit = Fraction(4, 3)
    return share * (limit - 1) - limit * ln(limit) <= -Fraction(1, rate)


rests_on(
    "ABLMM22.L29.from.FN12.best.premise.corrected",
    "PROB.markov",
    "$Pr[Z >= (4/3) alpha n] <= E[(4/3)^Z]/(4/3)^(4 alpha n/3)$",
    BOUNDED,
)
rests_on("ABLMM22.L29.from.FN12.best.premise.corrected", "PROB.chernoff.moment", "$E[(4/3)^Z] <= e^(mu/3)$", BOUNDED)


@uses("ABLMM22.L29", "ABLMM22.L29.size.best", f"{L29}, event E")
def rows_for_the_best_hypothesis(beta: OpenUnit, h: AtLeastTwo) -> Use:
    """The $27 ln(4/beta)/alpha$ rows that condition 2 takes are fewer than the $64 ln(4|H|/beta)/alpha$ for condition
    1: with its $beta/4$, $E$ fails with probability at most $beta/2$."""
    at = {"beta": beta, "u": 64 * ln(4 * h / beta)}
    return Use(at, gives=lambda b: b.fails + beta / 4 <= beta / 2, times=1)


rests_on(
    "ABLMM22.L29",
    "ABLMM22.L29.eq1",
    "the sum of the weights is at least $e^(-2 eps alpha n/3)$",
    f"{L29}, the normalisation",
)
rests_on(
    "ABLMM22.L29", "ABLMM22.L29.eq2", "a bad choice has probability $|H| e^(-eps alpha n/6)$", f"{L29}, the display"
)


@uses("ABLMM22.L29", "ABLMM22.L29.eq2.rows", f"{L29}, after the display")
def rows_for_the_choice_in_its_proof(h: AtLeastTwo, beta: OpenUnit) -> Use:
    """The $6 ln(2|H|/beta)/(alpha eps)$ rows that make a bad choice at most $beta/2$ likely are of the printed order,
    at most $12 (ln|H| + ln(1/beta))/(alpha eps)$ where $|H| >= 2$; with $beta/2$ for $E$ that is $beta$."""
    at = {"h": h, "beta": beta, "u": 12 * (ln(h) + ln(1 / beta))}
    return Use(at, gives=lambda b: b.fails + beta / 2 <= beta, times=1)


@adds_up("ABLMM22.L29", f"{L29}, last sentence")
def what_may_fail_in_the_generic_learner(
    epsilon: PositiveReal, p: Unit, q: Unit, h: AtLeastTwo, beta: OpenUnit
) -> Total:
    """$beta/4$ for condition 1, $beta/4$ for condition 2 and $beta/2$ for the choice are $beta$; the choice costs
    $eps$."""
    return Total(fails=beta, epsilon=epsilon)


rests_on("ABLMM22.L29", "ABLMM22.L29.range", "the printed $n$ is enough", L29, repair="ABLMM22.L29.range.corrected")


# ---- The algorithm


@claim(
    "ABLMM22.A.Generic",
    "Lemma 29, section 5.3.1: law and privacy of GenericLearner as implemented",
    "algorithm",
    reach=up_to_two_points,
    narrows="samples of two rows and $eps = 2 ln 2$",
    share=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def the_generic_learner_has_its_law_and_is_private(
    H: ExplicitBinary, law: LawOf, generic: Generic, share: Fraction
) -> Statement:
    """GenericLearner outputs $h$ in $H$ with probability proportional to $exp(-eps n loss_S(h)/2)$ and is $(eps,
    0)$-DP, on realizable samples and on others."""
    epsilon, functions = 2 * ln(2), H.functions()
    learner = cache(lambda sample: law(generic, functions, sample, epsilon))
    samples = all_samples(all_rows(H), 2)
    specified = all_of(same_law(learner(S), generic_law(functions, S, epsilon)) for S in samples)
    return specified & is_private(learner, all_rows(H), 2, share * epsilon)


@claim(
    "ABLMM22.A.Generic.sensitivity",
    "Lemma 29, section 5.3.1: sensitivity of the empirical loss",
    "step",
    narrows="the arithmetic; that a probability is multiplied by $e^{eps n/2}$ is not formalized",
)
def a_loss_that_changes_by_one_as_printed(n: PositiveInteger, epsilon: PositiveReal) -> Truth:
    """ "Changing one sample changes the value of $loss_S(h)$ by at most 1", which implies that weights $exp(-eps n
    loss_S(h)/2)$ are $eps$-DP. Read as: for a score that may change so, from 0, 1 to 1, 0, a probability is multiplied
    by $e^{eps n/2} <= e^eps$."""
    return exp(epsilon * n / 2) <= exp(epsilon)


@correction(
    "ABLMM22.A.Generic.sensitivity",
    "a change of $loss_S(h)$ by 1 would cost $n eps$; it is by $1/n$ at most, and that of "
    "$n loss_S(h)$, the score, by 1",
    narrows="one hypothesis; the sum of all weights is multiplied by a number",
    cost=SHARE,
)
def a_loss_that_changes_by_one_over_n(
    n: PositiveInteger, epsilon: PositiveReal, before: Unit, after: Unit, lighter: Unit, cost: Fraction
) -> Truth:
    """Changing one sample changes $loss_S(h)$ by at most $1/n$, so that weights $exp(-eps n loss_S(h)/2)$ are $eps$-DP:
    the weight of $h$ is multiplied by at most $e^{eps/2}$, and the sum of all by at least $e^{-eps/2}$. Here $h$ errs
    on the sample by ``before`` and ``after``, and the sum is multiplied by $e^{-eps lighter/2}$."""
    change = (before - after) / n
    return (change <= 1 / n) & (exp(epsilon * n * change / 2) * exp(epsilon * lighter / 2) <= exp(cost * epsilon))


# ---- The proof of Lemma 29


@claim(
    "ABLMM22.L29.size",
    "Lemma 29, section 5.3.1: examples that make bad hypotheses look bad",
    "step",
    narrows="proved is the arithmetic; Chernoff's bound is ABLMM22.FN12.corrected, for errors that are 0 or 1",
    first=Constant(64, mutants=(8,), stronger="smaller"),
)
def bad_hypotheses_look_bad(h: AtLeastOne, beta: OpenUnit, u: PositiveReal, first: int) -> Truth:
    """From $n >= 64 ln(4|H|/beta)/alpha$, footnote 12 with mean $2 alpha n$ and deviation $1/8$ gives $e^{-alpha n/64}
    <= beta/(4|H|)$ for each $h$ with $loss_D(h) > 2 alpha$, whose $loss_S(h)$ is then above $7 alpha/4 > 5 alpha/3$;
    here $u = alpha n$."""
    rarely = exp(-(Fraction(1, 8) ** 2 * 2 * u / 2)) <= beta / (4 * h)
    return (first * ln(4 * h / beta) <= u).implies(rarely)


@uses("ABLMM22.L29.size", "PROB.chernoff.lower", f"{L29}, condition 1")
def chernoff_for_a_bad_hypothesis(h: AtLeastOne, beta: OpenUnit, more: FromZero) -> Use:
    """At a mean of at least $2 alpha n$, $alpha n >= 64 ln(4|H|/beta)$, and deviation $1/8$: $beta/(4|H|)$."""
    at = {"mean": 128 * ln(4 * h / beta) + more, "delta": Fraction(1, 8)}
    return Use(at, gives=lambda b: b.fails <= beta / (4 * h))


@terms("ABLMM22.L29.size.best")
def rows_for_the_best(beta: OpenUnit, u: PositiveReal, second: int = 27) -> Terms:
    """The best hypothesis looks bad, u = alpha n."""
    return Terms(asks=second * ln(4 / beta) <= u, fails=beta / 4)


@claim(
    "ABLMM22.L29.size.best",
    "Lemma 29, section 5.3.1: examples that make the best hypothesis look good",
    "step",
    narrows="proved is the arithmetic; Chernoff's bound is ABLMM22.FN12.corrected, for errors that are 0 or 1; that a "
    "smaller mean makes such deviations rarer is used",
    second=Constant(27, mutants=(18,), stronger="smaller"),
)
def the_best_hypothesis_looks_good(beta: OpenUnit, u: PositiveReal, second: int) -> Truth:
    """From $n >= 27 ln(4/beta)/alpha$, footnote 12 with mean $alpha n$ and deviation $1/3$ gives $e^{-alpha n/27} <=
    beta/4$ for $h^*$; here $u = alpha n$."""
    said = rows_for_the_best(beta, u, second)
    return as_truth(said.asks).implies(exp(-(Fraction(1, 3) ** 2 * u / 3)) <= said.fails)


@uses("ABLMM22.L29.size.best", "PROB.chernoff.upper", f"{L29}, condition 2")
def chernoff_for_the_best_hypothesis(beta: OpenUnit, more: FromZero) -> Use:
    """At the mean $alpha n = 27 ln(4/beta) + more$ and deviation $1/3$: $beta/4$."""
    at = {"mean": 27 * ln(4 / beta) + more, "delta": Fraction(1, 3)}
    return Use(at, gives=lambda b: b.fails <= beta / 4)


@terms("ABLMM22.L29.eq1")
def normalisation(total: FromZero, alpha: OpenUnit, weight: PositiveReal, rate: Fraction = TWO_THIRDS) -> Terms:
    """The sum of all weights, with weight = eps n."""
    return Terms(says=exp(-(rate * alpha * weight)) <= total)


@claim(
    "ABLMM22.L29.eq1",
    "Lemma 29, section 5.3.1: sum of the weights",
    "step",
    narrows="the term of $h^*$; that the sum is at least this is not formalized",
    rate=Constant(Fraction(2, 3), mutants=(HALF,)),
)
def the_normalisation_is_large(
    epsilon: PositiveReal, alpha: OpenUnit, n: PositiveReal, loss: Unit, rate: Fraction
) -> Statement:
    """If $loss_S(h^*) <= 4 alpha/3$ then $sum_h exp(-eps n loss_S(h)/2) >= exp(-2 eps alpha n/3)$: the term of $h^*$
    alone."""
    weight = epsilon * n
    return when(loss <= Fraction(4, 3) * alpha, normalisation(exp(-(weight * loss / 2)), alpha, weight, rate).says)


@terms("ABLMM22.L29.eq2")
def bad_choice(h: AtLeastOne, u: PositiveReal, rate: int = 6) -> Terms:
    """A bad one of h hypotheses is chosen, u = eps alpha n."""
    return Terms(fails=h * exp(-(u / rate)))


@claim(
    "ABLMM22.L29.eq2",
    "Lemma 29, section 5.3.1, the display: probability of a bad choice",
    "step",
    narrows="proved is the equation; the inequality before it is the union bound with ABLMM22.L29.eq1",
    rate=Constant(6, mutants=(5,)),
)
def a_bad_hypothesis_is_unlikely(h: AtLeastOne, u: PositiveReal, rate: int) -> Truth:
    """$Pr[loss_S(h) > 5 alpha/3] <= |H| exp(-5 eps alpha n/6)/exp(-2 eps alpha n/3) = |H| e^{-eps alpha n/6}$; here $u
    = eps alpha n$."""
    return equals(h * exp(-(5 * u / 6)) / exp(-(2 * u / 3)), bad_choice(h, u, rate).fails)


@uses("ABLMM22.L29.eq2", "ABLMM22.L29.eq1", f"{L29}, the display")
def the_denominator_is_large(h: AtLeastOne, alpha: OpenUnit, weight: PositiveReal, total: PositiveReal) -> Use:
    """The weights of the bad hypotheses, $h exp(-5 u/6)$ together, over the sum of all are at most $h exp(-u/6)$, $u =
    alpha weight$; $weight = eps n$."""
    at = {"total": total, "alpha": alpha, "weight": weight}
    return Use(at, gives=h * exp(-(5 * alpha * weight / 6)) / total <= h * exp(-(alpha * weight / 6)))


rests_on(
    "ABLMM22.L29.eq2",
    "PROB.union",
    "a bad choice has at most $sum_h Pr[h]$, over $|H|$ choices",
    f"{L29}, Hence by a union bound",
)


@terms("ABLMM22.L29.eq2.rows")
def rows_for_the_choice(h: AtLeastOne, beta: OpenUnit, u: PositiveReal, rows: int = 6) -> Terms:
    """A bad hypothesis is chosen, u = eps alpha n."""
    return Terms(asks=rows * ln(2 * h / beta) <= u, fails=beta / 2)


@claim(
    "ABLMM22.L29.eq2.rows",
    "Lemma 29, section 5.3.1, the display: examples that make a bad choice unlikely",
    "step",
    narrows="proved is the arithmetic; the bound on the probability is ABLMM22.L29.eq2",
    rows=Constant(6, mutants=(5,), stronger="smaller"),
)
def enough_rows_make_it_unlikely(h: AtLeastOne, beta: OpenUnit, u: PositiveReal, rows: int) -> Truth:
    """$|H| e^{-eps alpha n/6}$ is at most $beta/2$ from $n >= 6 ln(2|H|/beta)/(alpha eps)$; here $u = eps alpha n$."""
    said = rows_for_the_choice(h, beta, u, rows)
    return as_truth(said.asks).implies(h * exp(-(u / 6)) <= said.fails)


@uses("ABLMM22.L29.eq2.rows", "ABLMM22.L29.eq2", f"{L29}, after the display")
def the_choice_at_enough_rows(h: AtLeastOne, beta: OpenUnit, more: FromZero) -> Use:
    """At $u = 6 ln(2|H|/beta) + more$: $|H| e^(-u/6) <= beta/2$."""
    return Use({"h": h, "u": 6 * ln(2 * h / beta) + more}, gives=lambda b: b.fails <= beta / 2)
