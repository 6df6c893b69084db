"""ABLMM22 section 5.3.2: Theorem 30, from global stability to privacy; the steps are in the order of its proof."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.laws import lower_tail
from littlestone.spec.notation import *

T30 = "Proof of Theorem 30"


@claim(
    "ABLMM22.T30",
    "Theorem 30, section 5.3.2: privacy from global stability",
    "theorem",
    not_checkable="$O~$ hides its constants and logarithms; $M$ is implemented, its law and its privacy are computed on"
    " small instances; of its steps three are refuted and corrected (.alpha, .eq1.strict, .eq3), the others proved, "
    "most in part; its accuracy with explicit and with practical sizes is estimated",
    stand_ins=("ABLMM22.T30.explicit", "ABLMM22.T30.sized", "ABLMM22.A.M", "ABLMM22.A.M.estimated"),
)
def stability_gives_privacy(H: ExplicitBinary) -> Truth:
    """If for each realizable $D$ there is one $h$ with $loss_D(h) <= alpha/2$ that $G$ outputs on $m$ examples with
    probability at least $eta$, then for some $n = O~(m log(1/(eta beta delta))/(eta eps) + log(1/(eta beta))/(alpha
    eps))$ an $(eps, delta)$-DP $M$ has $loss_D <= alpha$ with probability at least $1 - beta$."""
    raise NotImplementedError


rests_on("ABLMM22.T30", "DP.post", "the list of step 3 is $(eps/2, delta)$-private", "Box of section 5.3.2, step 3")


@uses(
    "ABLMM22.T30",
    "DP.composition.adaptive",
    f"{T30}, simple composition",
    assumes="the rows of $S'$ are none of those of $S_1, ..., S_k$; a changed row changes one of the $h_i$ at "
    "most, for fixed coins of $G$, and the coins are averaged out",
)
def step_two_and_step_four_compose(epsilon: PositiveReal, delta: OpenUnit) -> Use:
    """GenericLearner, $(eps/2, 0)$-private for every list, after Hist, $(eps/2, delta)$-private, is $(eps,
    delta)$-private together."""
    halves = {"first": epsilon / 2, "second": epsilon / 2, "delta1": delta, "delta2": Real.of(0)}
    return Use(halves, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]))


@uses("ABLMM22.T30", "ABLMM22.L29", T30, name="privacy", draws="step 4 is private for every list")
def step_four_on_every_list(size: Natural) -> Use:
    """GenericLearner is used on whatever list step 3 leaves, as privacy is asked for on unrealizable samples,
    too; its lemma has a hypothesis to choose."""
    return Use(needs=size >= 1)


@correction(
    "ABLMM22.T30.from.L29.privacy.premise",
    "where no hypothesis survives step 3 there is nothing to choose from, and $M$ must output a fixed "
    "one, as it does in ABLMM22.A.M.law",
    narrows="the ratio of two equal probabilities",
    rate=Constant(HALF, mutants=(-HALF,)),
)
def a_fixed_hypothesis_costs_nothing(epsilon: PositiveReal, rate: Fraction) -> Truth:
    """A fixed hypothesis has probability $1 <= e^(eps/2) * 1$ on neighbouring samples."""
    return exp(rate * epsilon) >= 1


@uses(
    "ABLMM22.T30",
    "ABLMM22.T30.eq1",
    f"{T30}, using the fact that k >= O~(log(1/beta)/eta)",
    assumes="the runs of $G$ are independent",
)
def enough_runs_for_frequencies(beta: OpenUnit) -> Use:
    """$k = O~(log(1/(eta beta delta))/(eta eps))$ runs, chosen for Hist, are used as at least the $128 ln(3/beta)/eta$
    that frequencies take; here with the constant 384, at $eps = eta = delta = 1$, which section 3.3 and the theorem
    allow."""
    return Use({"beta": beta, "u": 384 * ln(1 / beta)}, gives=lambda b: b.fails <= beta / 3, times=1)


@correction(
    "ABLMM22.T30.from.T30.eq1.premise",
    "as $eta$, $beta$ and $delta$ go to 1 the printed $k$ goes to 0, and what frequencies take does not, "
    "for any constant; $beta <= 1/2$, as in Theorem 3, is enough",
    narrows="the numbers at $eps = 1$, the largest of section 3.3, as a smaller one means more runs",
    rate=Constant(384, mutants=(256,)),
)
def enough_runs_for_small_epsilon(share: PositiveUnit, beta: UpToHalf, rate: int) -> Truth:
    """$128 ln(3/beta) <= 384 ln(1/(eta beta delta))/eps$ for $eps <= 1$ and $beta <= 1/2$; here $share = eta delta$."""
    return 128 * ln(3 / beta) <= rate * ln(1 / (share * beta))


@uses(
    "ABLMM22.T30",
    "ABLMM22.T30.eq1.strict",
    f"{T30}: every h with Pr[G(S) = h] > eta",
    repair="ABLMM22.T30.eq1.strict.corrected",
)
def the_stable_hypothesis_is_among_the_frequent_ones(beta: OpenUnit, more: FromZero) -> Use:
    """With at least $eta$ in place of more, at $eta k = 128 ln(3/beta) + more$: $h^*$ is frequent but for $beta/3$."""
    return Use({"mean": 128 * (ln(3 / beta) + more)}, gives=lambda b: b.fails <= beta / 3)


rests_on(
    "ABLMM22.T30", "ABLMM22.L28", "the printed $k$ is enough for Hist", "Section 5.3.2, the choice of k", name="rows"
)
rests_on(
    "ABLMM22.T30", "ABLMM22.T30.eq1.union", "every $h$ of probability above $eta$ is frequent, but for $beta/3$", T30
)


@uses("ABLMM22.T30", "ABLMM22.L28", f"{T30}, by the accuracy of Hist")
def the_histogram_at_an_eighth(eta: PositiveUnit, epsilon: PositiveReal, delta: OpenUnit, beta: OpenUnit) -> Use:
    """Hist is run at $(eps/2, delta)$ and $(eta/8, beta/3)$, and is said to fail with probability $beta/2$; $h^*$, of
    frequency at least $7 eta/8 >= eta/8$, is listed, with an estimate of at least $7 eta/8 - eta/8 >= 3 eta/4$."""
    frequency, error = Fraction(7, 8) * eta, eta / 8
    return Use(
        needs=(error <= frequency) & (error < 1),
        gives=Fraction(3, 4) * eta <= frequency - error,
        fails=beta / 2,
        epsilon=epsilon / 2,
        delta=delta,
    )


@uses("ABLMM22.T30", "ABLMM22.T30.eq2", f"{T30}, the list after step 3")
def the_survivors_are_few(eta: PositiveUnit, frequency: PositiveReal, part: Unit) -> Use:
    """Survivors of this frequency or more, at least $5 eta/8$, have at most 1 together, here ``part``: $|L| =
    part/frequency <= 2/eta$."""
    return Use({"frequency": frequency, "eta": eta}, gives=part / frequency <= 2 / eta)


@uses("ABLMM22.T30.eq2.size", "ABLMM22.T30.eq2", f"{T30}, the list after step 3")
def the_frequencies_of_the_survivors_add_up(eta: PositiveUnit, frequency: PositiveReal, listed: FromZero) -> Use:
    """The least ``frequency`` of a survivor is at least $5 eta/8$, and they have 1 together: $(5 eta/8) |L| <= 1$."""
    at = {"frequency": frequency, "eta": eta}
    return Use(at, given=frequency * listed <= 1, gives=Fraction(5, 8) * eta * listed <= 1)


@uses("ABLMM22.T30", "ABLMM22.T30.eq2.size", f"{T30}, the list after step 3")
def few_hypotheses_are_left(eta: PositiveUnit, listed: FromZero) -> Use:
    """At most $2/eta$ hypotheses have a frequency of at least $5 eta/8$."""
    return Use({"x": eta * listed}, given=Fraction(5, 8) * eta * listed <= 1, gives=listed <= 2 / eta)


rests_on(
    "ABLMM22.T30",
    "ABLMM22.T30.alpha",
    "step 4 finds an $h$ with $loss_D(h) <= alpha/2$",
    T30,
    repair="ABLMM22.T30.alpha.corrected",
)


@uses(
    "ABLMM22.T30",
    "ABLMM22.L29",
    f"{T30}, step 4",
    assumes="$S'$ is independent of $L$, so that the lemma is used for $L$ fixed",
)
def step_four_on_the_list(alpha: OpenUnit, star: Unit, loss: Unit, epsilon: PositiveReal, beta: OpenUnit) -> Use:
    """Lemma 29 is used for $L$, which contains $h^*$ of loss at most $alpha/2$, at $eps/2$ and $(alpha/2, beta/3)$, to
    give a hypothesis of loss at most $alpha$; the print has $alpha/2$ here."""
    return Use(
        given=star <= alpha / 2,
        needs=star <= alpha / 2,
        says=loss <= 2 * (alpha / 2),
        gives=loss <= alpha,
        fails=beta / 3,
        epsilon=epsilon / 2,
    )


@uses("ABLMM22.T30", "ABLMM22.L29", "Section 5.3.2, the choice of n'", name="rows")
def enough_rows_for_the_list(eta: PositiveUnit, beta: OpenUnit) -> Use:
    """Lemma 29 takes $O((log |L| + log(3/beta))/(alpha eps))$ rows for $|L| <= 2/eta$, to give the $n' = O~(log(1/(eta
    beta))/(alpha eps))$ of the theorem; here with the factor 4."""
    return Use(needs=2 / eta >= 1, gives=ln(2 / eta) + ln(3 / beta) <= 4 * ln(1 / (eta * beta)))


@correction(
    "ABLMM22.T30.from.L29.rows.conclusion",
    "as $eta$ and $beta$ go to 1 the printed $n'$ goes to 0, and the $2/eta$ of the list and the 3 of "
    "$beta/3$ remain; with $beta <= 1/2$, as in Theorem 3, the order is right",
    rate=Constant(4, mutants=(3,)),
)
def enough_rows_for_the_list_at_half(eta: PositiveUnit, beta: UpToHalf, rate: int) -> Truth:
    """$ln(2/eta) + ln(3/beta) <= 4 ln(1/(eta beta))$ for $beta <= 1/2$ and all $eta <= 1$."""
    return ln(2 / eta) + ln(3 / beta) <= rate * ln(1 / (eta * beta))


@adds_up("ABLMM22.T30", f"{T30}, frequencies, Hist and step 4")
def what_may_fail_in_the_private_learner(
    eta: PositiveUnit, alpha: OpenUnit, star: Unit, loss: Unit, epsilon: PositiveReal, delta: OpenUnit, beta: OpenUnit
) -> Total:
    """$beta/3$ for the frequencies, $beta/2$ for the list and $beta/3$ for step 4 are to be $beta$ together; $eps/2$
    and $delta$ for Hist and $eps/2$ for GenericLearner are $(eps, delta)$."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@correction(
    "ABLMM22.T30.sums",
    "$beta/3 + beta/2 + beta/3 = 7 beta/6$; Hist is run with $beta/3$, so that its list fails with $beta/3$",
    third=Constant(3, mutants=(2,)),
)
def what_may_fail_with_the_parameters_of_the_box(
    epsilon: PositiveReal, delta: OpenUnit, beta: OpenUnit, third: int
) -> Truth:
    """$beta/3 + beta/3 + beta/3 <= beta$, $eps/2 + eps/2 <= eps$, and $delta + 0 <= delta$."""
    failures = beta / 3 + beta / third + beta / 3 <= beta
    return failures & (epsilon / 2 + epsilon / 2 <= epsilon) & (delta + 0 <= delta)


# ---- The proof of Theorem 30


@terms("ABLMM22.T30.eq1")
def runs_for_frequency(beta: OpenUnit, u: PositiveReal, scale: int = 128) -> Terms:
    """The frequency of h* is below 7 eta/8, u = eta k."""
    return Terms(asks=scale * ln(3 / beta) <= u, fails=beta / 3)


@claim(
    "ABLMM22.T30.eq1",
    "Proof of Theorem 30, section 5.3.2: frequency of the stable hypothesis",
    "step",
    narrows="proved is the arithmetic; Chernoff's bound is ABLMM22.FN12.corrected, for 0 or 1 a run; for $h^*$ "
    "alone, every such $h$ is ABLMM22.T30.eq1.union",
    scale=Constant(128, mutants=(64,), stronger="smaller"),
)
def the_stable_hypothesis_is_frequent(beta: OpenUnit, u: PositiveReal, scale: int) -> Truth:
    """$freq_H(h^*) >= 7 eta/8$ with probability at least $1 - beta/3$ from $k >= 128 ln(3/beta)/eta$ runs, by footnote
    12 with mean $eta k$ and deviation $1/8$; here $u = eta k$."""
    said = runs_for_frequency(beta, u, scale)
    return as_truth(said.asks).implies(exp(-(Fraction(1, 64) * u / 2)) <= said.fails)


@uses("ABLMM22.T30.eq1", "PROB.chernoff.lower", f"{T30}, frequencies")
@uses("ABLMM22.T30.eq1.union", "PROB.chernoff.lower", f"{T30}, frequencies")
def chernoff_for_the_frequency(chance: OpenUnit, more: FromZero) -> Use:
    """Ours, for the print's [BEHW89]: at the mean $eta k = 128 ln(1/chance) + more$ and deviation $1/8$ the chance,
    $beta/3$ for $h^*$, and $eta beta/3$ for each of $1/eta$ hypotheses."""
    return Use({"mean": 128 * ln(1 / chance) + more, "delta": Fraction(1, 8)}, gives=lambda b: b.fails <= chance)


@claim(
    "ABLMM22.T30.eq1.union",
    "Proof of Theorem 30, section 5.3.2: frequency of all stable hypotheses",
    "step",
    narrows="proved is the arithmetic; Chernoff's bound is ABLMM22.FN12.corrected, for 0 or 1 a run; the union bound "
    "is used",
    scale=Constant(128, mutants=(16,), stronger="smaller"),
)
def all_stable_hypotheses_are_frequent(beta: OpenUnit, eta: OpenUnit, u: PositiveReal, scale: int) -> Truth:
    """Every $h$ with $Pr[G(S) = h] >= eta$, at most $1/eta$ of them, has $freq_H(h) >= 7 eta/8$ with probability at
    least $1 - beta/3$ from $k >= 128 ln(3/(eta beta))/eta$ runs; here $u = eta k$."""
    return (scale * ln(3 / (eta * beta)) <= u).implies(exp(-(Fraction(1, 64) * u / 2)) / eta <= beta / 3)


rests_on(
    "ABLMM22.T30.eq1.union",
    "PROB.union",
    "all fail with $beta/3$: $1/eta$ times $e^(-eta k/128)$",
    f"{T30}, frequencies",
)


@claim(
    "ABLMM22.T30.eq1.strict", 'Proof of Theorem 30, section 5.3.2, "> eta": hypotheses of probability above eta', "step"
)
def the_stable_hypothesis_is_among_those_above_eta(p: PositiveInteger, e: PositiveInteger) -> Statement:
    """The $h^*$ of the theorem, with $Pr[G(S) = h^*] >= eta$, is among the $h$ with $Pr[G(S) = h] > eta$ that the proof
    makes frequent; here $Pr[G(S) = h^*] = p/q$ and $eta = e/q$."""
    return when(e <= p, e < p)


@terms("ABLMM22.T30.eq1.strict.corrected")
def seldom_rare(mean: PositiveReal, scale: int = 128) -> Terms:
    """The frequency of h* is below 7 eta/8, the mean being eta k."""
    return Terms(fails=exp(-(mean / scale)))


@correction(
    "ABLMM22.T30.eq1.strict",
    'the theorem grants $Pr[G(S) = h] >= eta$ only: the proof must take "at least $eta$", which the Chernoff '
    "bound serves too",
    narrows="$eta = 1/e$, $8 k$ runs in place of $k$, and $Pr[G(S) = h^*] = eta + (1 - eta) s/4$; up to 64 runs the "
    "bound is above $1/2$, and for more PROB.chernoff.lower is cited",
    scale=Constant(128, mutants=(8,), stronger="smaller"),
)
def a_hypothesis_of_at_least_eta_is_frequent(k: PositiveSize, e: PositiveSize, s: Size, scale: int) -> Statement:
    """The $h^*$ of the theorem, with $Pr[G(S) = h^*] >= eta$, is frequent: $Pr[freq_H(h^*) < 7 eta/8] <= e^{-eta
    k/128}$, by the exact binomial tail."""
    runs, eta = 8 * k, 1 / e
    below = Fraction(7, 8) * eta * runs - Fraction(1, 1000) / e
    failing = lower_tail(runs, eta + (1 - eta) * s / 4, below)
    return when(s <= 4, failing <= seldom_rare(eta * runs, scale).fails)


@uses("ABLMM22.T30.eq1.strict.corrected", "PROB.chernoff.lower", f"{T30}, frequencies")
def chernoff_from_at_least_eta(u: PositiveReal, more: FromZero) -> Use:
    """At a mean $eta k + more$, $eta k = u$, and deviation $1/8$: $e^(-eta k/128)$."""
    return Use({"mean": u + more, "delta": Fraction(1, 8)}, gives=lambda b: b.fails <= exp(-(u / 128)))


@terms("ABLMM22.T30.eq2")
def survivor(frequency: FromZero, eta: PositiveUnit, kept: int = 5) -> Terms:
    """The frequency of what survives."""
    return Terms(says=frequency >= kept * eta / 8)


@claim(
    "ABLMM22.T30.eq2",
    "Proof of Theorem 30, section 5.3.2: frequency of the hypotheses that survive",
    "step",
    narrows="the arithmetic of the frequencies; that $h^*$ survives is not formalized",
    kept=Constant(5, mutants=(6,)),
)
def survivors_are_frequent(eta: PositiveUnit, s: FromZero, t: FromZero, kept: int) -> Truth:
    """$7 eta/8 - eta/8 = 3 eta/4$, so $h^*$ survives; and an $h$ with $|a_h - freq(h)| <= eta/8$ that survives has
    $freq(h) >= 5 eta/8$: where $a_h = 3 eta/4 + s$ and $freq(h) = a_h - eta/8 + t$, $freq(h) = 5 eta/8 + s + t$."""
    survives = equals(Fraction(7, 8) * eta - eta / 8, Fraction(3, 4) * eta)
    frequency_of_h = Fraction(3, 4) * eta + s - eta / 8 + t
    return survives & survivor(frequency_of_h, eta, kept).says


@terms("ABLMM22.T30.eq2.size")
def few_survivors(x: FromZero, most: Fraction | int = 2) -> Terms:
    """x = eta |L|."""
    return Terms(asks=Fraction(5, 8) * x <= 1, says=x <= most)


@claim(
    "ABLMM22.T30.eq2.size",
    "Proof of Theorem 30, section 5.3.2: number of hypotheses that survive",
    "step",
    most=Constant(2, mutants=(Fraction(3, 2),)),
)
def few_hypotheses_survive(x: FromZero, most: Fraction) -> Statement:
    """Where $(5 eta/8) |L| <= 1$, as for a list $L$ of hypotheses of frequency at least $5 eta/8$, $|L| <= 2/eta$; here
    $x = eta |L|$."""
    survivors = few_survivors(x, most)
    return when(survivors.asks, survivors.says)


@claim(
    "ABLMM22.T30.alpha",
    "Proof of Theorem 30, section 5.3.2: losses before and after the last step",
    "step",
    narrows="the arithmetic; Lemma 29 at $(alpha/2, beta/3)$ is cited",
)
def step_four_reaches_half_of_alpha(alpha: OpenUnit, star: Unit, loss: Unit) -> Statement:
    """The list contains $h^*$ with $loss_D(h^*) <= alpha$, and step 4, run at $(alpha/2, beta/3)$, identifies one with
    $loss_D <= alpha/2$. Read as: by Lemma 29, of which $loss_D <= 2 (alpha/2)$ where $loss_D(h^*) <= alpha/2$."""
    given = (star <= alpha / 2).implies(loss <= 2 * (alpha / 2))
    return when([star <= alpha, given], loss <= alpha / 2)


@correction(
    "ABLMM22.T30.alpha",
    "the two bounds are interchanged: the list contains $h^*$ with loss at most $alpha/2$, and Lemma 29 "
    "at $(alpha/2, beta/3)$ gives loss at most $alpha$",
    narrows="proved is the arithmetic; Lemma 29 at $(alpha/2, beta/3)$ is cited",
    double=Constant(2, mutants=(4,)),
)
def step_four_reaches_alpha(alpha: OpenUnit, t: Unit, double: int) -> Truth:
    """The list contains $h^*$ with $loss_D(h^*) <= alpha/2$, and step 4 at $(alpha/2, beta/3)$ finds a hypothesis with
    $loss_D <= 2 (alpha/2) = alpha$: here its loss is $t$ times $2 (alpha/2)$, $t$ in [0, 1]."""
    return double * (alpha / 2) * t <= alpha


rests_on("ABLMM22.T30.alpha", "ABLMM22.L29", "step 4 finds an $h$ with $loss_D(h) <= alpha/2$", f"{T30}, step 4")
rests_on(
    "ABLMM22.T30.alpha.corrected", "ABLMM22.L29", "step 4 finds an $h$ with $loss_D(h) <= alpha$", f"{T30}, step 4"
)


@claim("ABLMM22.T30.eq3", "Proof of Theorem 30, section 5.3.2: sum of the failure probabilities", "step")
def the_failures_add_up_as_printed(beta: OpenUnit) -> Truth:
    """The frequencies succeed with probability $1 - beta/3$, conditioned on that the histogram "with probability at
    least $1 - beta/2$", and then step 4 with $1 - beta/3$: together with at least $1 - beta$."""
    return 1 - beta <= (1 - beta / 3) * (1 - beta / 2) * (1 - beta / 3)


@correction(
    "ABLMM22.T30.eq3",
    "for small $beta$ the product is less than $1 - beta$, as the sum $7 beta/6$ of the failures exceeds "
    "$beta$; the histogram is run with $beta/3$, so that it fails with probability $beta/3$",
    narrows="the sum; ABLMM22.T30.explicit has $beta/2$, 0 and $beta/2$ for the three failures",
    third=Constant(3, mutants=(2,)),
)
def the_failures_add_up(beta: OpenUnit, third: int) -> Truth:
    """The frequencies, the histogram and step 4 fail with probability at most $beta/3$ each: $beta/3 + beta/3 + beta/3
    <= beta$."""
    return beta / 3 + beta / third + beta / 3 <= beta
