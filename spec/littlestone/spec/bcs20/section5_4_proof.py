"""BCS20 section 5.4: the steps of the proof of Theorem 30: privacy, failures, and the accuracy of the output."""

from littlestone.spec.bcs20.vocabulary import minority
from littlestone.spec.boosting.halfspace_sizes import (
    corruption_rows,
    density,
    deviation,
    log_density,
    rounds,
    square_root,
    total_rho,
)
from littlestone.spec.boosting.halfspaces import normal_above
from littlestone.spec.learning.laws import lower_tail
from littlestone.spec.notation import *

READING_A = "derived: HS-StL in reading A"
GENERAL = "section 5.4"
T30 = "Theorem 30, proof"
GENERALIZED = "Theorem 30, proof, generalization"
UNION = f"{T30}: the union"
TWENTIETH = Constant(Fraction(1, 20), mutants=(Fraction(1, 8),))
LARGE = (
    "$T$ and $lambda$ are made for the advantage $tau/8$, which reading A does not have: calls of "
    "advantage $gamma = tau^2/20$ give a margin above $gamma$, after $6400 ln(1/kappa)/tau^4$ rounds"
)
CALLS = (
    "a call is $||z||$ and its noise along $z$, with the chances of BCS20.C3.corrected and the regret of BCS20.S1; the "
    "mean margin alone, from which the number of rows follows as in BCS20.S3"
)
FEW = "the rows serve $eps <= 3 ln(1/delta)$; at larger $eps$ those of BCS20.C1.exact do"


# ---- Privacy


@terms("BCS20.T30.eq1")
def cost_of_a_round(mass: PositiveReal, sigma: PositiveReal, eight: int = 8) -> Terms:
    """One round, with kappa n; its epsilon is rho."""
    return Terms(epsilon=eight / (mass * sigma) ** 2)


@claim(
    "BCS20.T30.eq1",
    f"Theorem 30, proof, one round, {GENERAL} (derived): zCDP of one round",
    "step",
    narrows="the arithmetic; that a round costs $rho$ is BCS20.T27.1 with BCS20.L25 where the losses are in [0, 1], "
    "and BCS20.A5.unclipped.corrected where weights are cut to 1: as printed the scores are not bounded, and both "
    "hypotheses fail",
    eight=Constant(8, mutants=(7, 9)),
)
def the_cost_of_a_round(kappa: PositiveUnit, n: PositiveInteger, sigma: PositiveReal, eight: int) -> Truth:
    """$rho = 2 (1/(kappa n) + zeta)^2/sigma^2 = 2 (2/(kappa n))^2/sigma^2 = 8/(kappa n sigma)^2$ at $zeta = 1/(kappa
    n)$."""
    zeta = 1 / (kappa * n)
    return equals(2 * (1 / (kappa * n) + zeta) ** 2 / sigma**2, cost_of_a_round(kappa * n, sigma, eight).epsilon)


@terms("BCS20.T30.eq2")
def cost_of_theorem_30(
    log: PositiveReal, tau: PositiveUnit, mass: PositiveReal, sigma: PositiveReal, rate: int = 8192
) -> Terms:
    """All rounds, with log(1/kappa) and kappa n; its epsilon is rho_T."""
    return Terms(epsilon=rate * log / (tau * mass * sigma) ** 2)


@claim(
    "BCS20.T30.eq2",
    f"Theorem 30, proof, all rounds, {GENERAL} (derived): zCDP of all rounds",
    "step",
    narrows="the arithmetic, $kappa = alpha/4$, for real $T$, which is rounded up; that the rounds add up is Lemma 14",
    rate=Constant(8192, mutants=(8191, 8193)),
)
def the_cost_of_all_rounds(
    alpha: OpenUnit, tau: PositiveUnit, n: PositiveInteger, sigma: PositiveReal, rate: int
) -> Truth:
    """$rho_T = T rho = 8192 ln(1/kappa)/(tau kappa n sigma)^2$."""
    found = cost_of_theorem_30(log_density(alpha), tau, density(alpha) * n, sigma, rate)
    return equals(total_rho(n, alpha, tau, sigma), found.epsilon)


@claim(
    "BCS20.T30.eq3",
    f"Theorem 30, proof, {GENERAL} (the text: 'for all'; the condition from memory): conversion to approximate privacy",
    "step",
    narrows="$n = 1$, $alpha = beta = 1/2$, $c = 1/sqrt(2)$; that the laws are so far apart is not formalized",
)
def the_conversion_to_approximate_privacy(tau: PositiveUnit, more: PositiveReal) -> Truth:
    """For all $delta > 0$, if $eps >= 3 sqrt(rho_T ln(1/delta))$ then HS-StL is $(eps, delta)$-DP. Read as: of one
    row, $e_1$ or $-e_1$, whose $T$ rounds are $D = 2 sqrt(T)/sigma$ deviations apart, so that the half line between
    them has $1 - e^{-D^2/8} <= delta + e^{eps - D^2/8}$, $delta = 1/(1 + more)$."""
    T, sigma = rounds(HALF, tau), deviation(HALF, HALF, tau)
    epsilon = 3 * square_root(total_rho(1, HALF, tau, sigma) * ln(1 + more))
    loss = T / (2 * sigma**2)
    return 1 - exp(-loss) <= 1 / (1 + more) + exp(epsilon - loss)


rests_on("BCS20.T30.eq3", "BCS20.L14", "HS-StL is $rho_T$-zCDP", T30)


@claim(
    "BCS20.T30.eq4",
    f"Theorem 30, proof, the rows for privacy, {GENERAL} (derived): rows that privacy asks for",
    "step",
    narrows="the rearrangement, at $T$ and $sigma$ of Algorithm 5; that it ensures privacy "
    "is BCS20.T30.eq3.corrected, for $eps <= 3 ln(1/delta)$",
    rate=Constant(1536, mutants=(1535, 1537)),
)
def the_rows_for_privacy(
    kappa: PositiveUnit,
    tau: PositiveUnit,
    epsilon: PositiveReal,
    c: PositiveReal,
    L: PositiveReal,
    Lk: PositiveReal,
    Lx: PositiveReal,
    rate: int,
) -> Truth:
    """$n >= 3 sqrt(8 T ln(1/delta))/(kappa sigma eps) = 1536 sqrt(2) c sqrt(ln(1/kappa) ln(1/delta)
    ln(1/xi))/(kappa eps tau^2)$: here $Lk = ln(1/kappa)$, $L = ln(1/delta)$, $Lx =
    ln(1/xi)$, both sides squared."""
    T, sigma_squared = 1024 * Lk / tau**2, tau**2 / ((8 * c) ** 2 * Lx)
    rows_squared = 9 * 8 * T * L / (kappa**2 * sigma_squared * epsilon**2)
    return equals(rows_squared, 2 * (rate * c) ** 2 * Lk * L * Lx / (kappa * epsilon * tau**2) ** 2)


@uses("BCS20.T30.eq4", "BCS20.T30.eq3", f"{T30}: the rows for privacy", repair="BCS20.T30.eq3.corrected")
@uses("BCS20.T30.single", "BCS20.T30.eq3", "Theorem 30, few rows", repair="BCS20.T30.eq3.corrected")
def the_condition_is_solved_for_the_rows(L: PositiveReal, epsilon: PositiveReal) -> Use:
    """At the $n$ for which $eps = 3 sqrt(rho_T L)$ the loss is at most $eps$: for every $eps > 0$ in print, but it
    needs $eps <= 3 L$."""
    return Use({"L": L, "part": epsilon / (3 * L)}, gives=lambda b: b.epsilon <= epsilon)


@correction("BCS20.T30.eq4.from.T30.eq3.premise", FEW, three=Constant(3, mutants=(Fraction(5, 2),)))
@correction("BCS20.T30.single.from.T30.eq3.premise", FEW, three=Constant(3, mutants=(Fraction(5, 2),)))
def the_rows_at_the_largest_epsilon(L: PositiveReal, part: PositiveUnit, three: Fraction) -> Truth:
    """At $eps = 3 part L$: $rho_T = part^2 L$, and $rho_T + 2 sqrt(rho_T L) <= eps$."""
    return part**2 * L + 2 * part * L <= three * part * L


# ---- Failures


@claim(
    "BCS20.T30.eq5",
    f"Theorem 30, proof, too many corrupted samples, {GENERAL} (derived; the text: 'Chernoff bound'): "
    "probability of too many corrupted examples",
    "step",
    narrows="$alpha = 1/(1 + a)$, $beta = 1/(1 + b)$, $tau = 1/t$, $eta = alpha tau/32$ and the least $n$",
    rate=Constant(32, mutants=(16,)),
)
def few_samples_are_corrupted(a: PositiveSize, b: PositiveSize, t: PositiveSize, rate: int) -> Truth:
    """At most $kappa tau n/4 = alpha tau n/16$ labels flip with probability at least $1 - beta/3$, if $eta <= alpha
    tau/32$ and $n >= 96 ln(3/beta)/(alpha tau)$."""
    alpha, beta, tau = Fraction(1, 1 + a), Fraction(1, 1 + b), Fraction(1, t)
    n = ceiling(corruption_rows(alpha, beta, tau))
    most = n // (16 * (1 + int(a)) * int(t))
    return Real.of(1 - lower_tail(n, alpha * tau / rate, Fraction(most))) <= beta / 3


@uses("BCS20.T30.eq5", "PROB.chernoff.upper", f"{T30}: too many corrupted samples")
def chernoff_for_the_flips(alpha: OpenUnit, tau: PositiveUnit, beta: OpenUnit, more: FromZero) -> Use:
    """At $delta = 1$ and the mean $eta n$, $eta = alpha tau/32$ and $n >= 96 log(3/beta)/(alpha tau)$: twice that,
    $alpha tau n/16$ flips, with at most $beta/3$."""
    mean = alpha * tau / 32 * (96 * ln(3 / beta) / (alpha * tau) + more)
    return Use({"mean": mean, "delta": Real.of(1)}, gives=lambda b: b.fails <= beta / 3)


@claim(
    "BCS20.T30.eq6",
    f"Theorem 30, proof, utility, {GENERAL} (from the text and derived; reading A: z + nu): advantage of all "
    "calls of the weak learner",
    "step",
    narrows="$h(x) = <z + nu, x>$, as the formula is lost; one example $x = tau u$, without corruption, $c = "
    "1/sqrt(2)$: the first call alone, with the advantage of BCS20.C3",
)
def all_calls_have_an_eighth_of_the_margin(alpha: OpenUnit, beta: OpenUnit, tau: PositiveUnit) -> Truth:
    """With probability at least $1 - beta/3$ every hypothesis of the weak learner has advantage $tau/8$. Read as: that
    on $x = tau u$, at most $(tau^2 + tau * <nu, u>)/2$, has it."""
    return normal_above((QUARTER - tau) / deviation(alpha, beta, tau)) >= 1 - beta / 3


rests_on(
    "BCS20.T30.eq6.corrected", "BCS20.T24", "$gamma = tau^2/20$, scores in $[-1, 1]$", f"{T30}, utility, corrected"
)


@claim(
    "BCS20.T30.eq9",
    f"Theorem 30, proof, the final hypothesis, {GENERAL} (from the text: 'a superset'): long output and "
    "lack of advantage",
    "step",
    caps="$T$ rounds alike on one example $x = e_1$ in the plane, $nu_t = (0, r)$",
)
def a_long_output_lacks_an_advantage(r: AnyReal, tau: PositiveUnit) -> Statement:
    """The event that the output is not in $F$ is contained in the event that some call lacks advantage $tau/8$. Read
    as: where $z + nu = (1, r)$, and the advantage of $h(e_1) = 1$ is $1/2$, $||z_bar||^2 = 1 + r^2 <= 4$."""
    advantage = HALF - (1 - Real.of(1)) / 2
    return when(advantage >= tau / 8, 1 + r**2 <= 4)


@correction(
    "BCS20.T30.eq9",
    "noise orthogonal to $z$ leaves the advantage as it is: what contains a long output is the event that"
    " some $||nu_t|| > 1$, with a share of its own in the sum, in few dimensions (BCS20.B.eq2.corrected)",
    narrows="two rounds, and the sum of their norms; that the norm of a mean is no larger is BCS20.B.eq1",
    two=Constant(2, mutants=(Fraction(3, 2),)),
)
def a_long_output_has_long_noise(first: Unit, second: Unit, a: Unit, b: Unit, two: Fraction) -> Truth:
    """If all $||nu_t|| <= 1$ then $||z_bar|| <= (1/T) sum_t (||z_t|| + ||nu_t||) <= 2$: norms first, second of $z_t$,
    $a$, $b$ of $nu_t$."""
    return (first + second + a + b) / 2 <= two


@claim(
    "BCS20.T30.eq10",
    f"Theorem 30, proof, the union, {GENERAL} (derived; eq. 9 from the text): union bound over the failures",
    "step",
    narrows="the sum of the budgets; that of eq. 6 is refuted for $z + nu$, and that it covers eq. 9 is "
    "BCS20.T30.eq9, refuted",
    parts=Constant(3, mutants=(2,)),
)
def the_failures_cost_beta(beta: OpenUnit, parts: int) -> Truth:
    """$beta/3$ each for flips (eq. 5), bad calls (eq. 6 and, counted as one of these, a long output, eq. 9) and
    generalization (eq. 8) is at most $beta$."""
    return 3 * (beta / parts) <= beta


rests_on("BCS20.T30.eq10", "BCS20.T30.eq5", "few samples are corrupted, but for $beta/3$", UNION)
rests_on("BCS20.T30.eq10", "BCS20.T30.eq6", "advantage, but for $beta/3$", UNION, repair="BCS20.T30.eq6.corrected")
rests_on("BCS20.T30.eq10", "BCS20.T30.eq9", "the output is in $F$", UNION, repair="BCS20.T30.eq9.corrected")
rests_on("BCS20.T30.eq10", "BCS20.T30.eq8", "the output generalizes, but for $beta/3$", UNION)


@uses("BCS20.T30.eq10", "PROB.union", UNION)
def the_events_are_united(beta: OpenUnit, flips: Unit, calls: Unit, last: Unit) -> Use:
    """Too many flips, bad calls and an output that does not generalize, parts of $beta/3$ each, are at most $beta$."""
    return Use({"chances": (flips + calls + last) * beta / 3}, gives=lambda b: b.fails <= beta, times=1)


@adds_up("BCS20.T30.eq10", UNION)
def the_failures_of_theorem_30(beta: OpenUnit, flips: Unit, calls: Unit, last: Unit) -> Total:
    """$beta$."""
    return Total(fails=beta)


# ---- Accuracy


@claim(
    "BCS20.T30.margin",
    f"Theorem 30, proof, the margin of the output, {GENERAL} (the text: 'from Lemma 38'; reading A: z + nu): "
    "margin of the output on the sample",
    "step",
    narrows="one example $x = tau u$, without corruption, $alpha = beta = 1/2$, $c = 1/sqrt(2)$; that $tau^2 + tau * "
    "<nu, u>$ is its margin is not formalized",
)
def the_output_has_an_eighth_of_the_margin(tau: PositiveUnit) -> Truth:
    """With probability at least $1 - beta/3$ the output has margin at least $tau/8$ on all but $kappa n$ of the
    examples. Read as: on $x = tau u$, where it is $tau^2 + tau * <nu, u>$ for the average $nu$ of the noises."""
    spread = deviation(HALF, HALF, tau) / square_root(rounds(HALF, tau))
    return normal_above((Fraction(1, 8) - tau) / spread) >= Fraction(5, 6)


@uses("BCS20.T30.margin", "BCS20.T24", f"{T30}: from Lemma 38")
def calls_of_an_eighth_of_the_margin_are_boosted(
    tau: PositiveUnit, alpha: OpenUnit, few: FromZero, n: PositiveReal
) -> Use:
    """Theorem 24, whose margin is Lemma 38's, asks for calls of advantage $gamma = tau/8$, where at most $kappa n$, a
    part $alpha/4$ of all margins, are small; without noise that of $x = tau u$ is $tau^2/2$."""
    log, at = ln(4 / alpha), {"few": few, "mass": alpha * n / 4, "advantage": tau**2 / 2, "value": tau**2}
    at |= {"gamma": tau / 8, "log": log, "T": 1024 * log / tau**2}
    return Use(at, gives=few / n <= alpha / 4)


@correction(
    "BCS20.T30.margin.from.T24.premise",
    "$tau^2/2 < tau/8$ for $tau < 1/4$: $gamma$ must be quadratic in $tau$, and $tau^2/20$ is met with the noise too",
    share=Constant(Fraction(1, 20), mutants=(1,)),
)
def calls_of_a_quadratic_advantage_are_boosted(tau: PositiveUnit, share: Fraction) -> Truth:
    """$tau^2/2 >= tau^2/20$."""
    return tau**2 / 2 >= share * tau**2


rests_on("BCS20.T30.margin.corrected", "BCS20.S3", "fewer than $kappa n$ rows have a margin up to $gamma$", READING_A)


@claim(
    "BCS20.T30.errors",
    f"Theorem 30, proof, {GENERAL} (the text: 'training error less than'; reading A: z + nu): training error of HS-StL",
    "step",
    narrows="$tau$ times a bound on the sum of the scores; that it bounds them is not formalized",
    caps="94 rows $(tau, b)$ and 6 rows $(tau, -b)$, $b^2 = 1 - tau^2$, $kappa = 1/20$, no noise",
)
def the_strong_learner_errs_on_few_rows(tau: PositiveUnit) -> Truth:
    """HS-StL errs on at most $kappa n$ rows of its sample. Read as: $tau$ times the bound on the sum of the scores at
    the 6 rows of 100, $kappa = 1/20$, is at least 0."""
    return minority(tau, Fraction(3, 50), 0) >= 0


@correction("BCS20.T30.margin", LARGE, narrows=CALLS, share=TWENTIETH)
@correction("BCS20.T30.errors", LARGE, narrows=CALLS, share=TWENTIETH)
def the_output_has_a_quadratic_margin(
    tau: PositiveUnit, log: PositiveReal, later: FromZero, above: FromZero, more: FromZero, idle: Unit, share: Fraction
) -> Truth:
    """With probability at least $1 - beta/3$, where at most $alpha tau n/16$ rows are corrupted, all calls are as in
    the corrected Claim 3, and fewer than $kappa n$ rows then have a margin of at most $tau^2/20$ after $N = 16
    (ln(1/kappa) + later)/gamma^2$ rounds, $gamma = tau^2/20$, $lambda = gamma/4$: on a law that is uniform on $kappa
    n$ rows or more the mean margin exceeds twice the advantage less $lambda/4 + 2 ln(1/kappa)/(lambda N)$ by
    ``above``, and so $gamma$."""
    length, r, gamma = tau / 2 + more, tau / 4, share * tau**2
    won = length * (length - (1 - idle) * r) / (2 * (1 + r))
    N = 16 * (log + later) / gamma**2
    return 2 * won - gamma / 16 - 8 * log / (gamma * N) + above > gamma


@uses("BCS20.T30.margin.corrected", "BCS20.C3.corrected", READING_A)
@uses("BCS20.T30.errors.corrected", "BCS20.C3.corrected", READING_A)
def a_call_is_twice_its_advantage(tau: PositiveUnit, advantage: AnyReal, above: FromZero) -> Use:
    """The mean margin is twice the advantage but for a regret of at most $9 gamma/16$, and so above $gamma = tau^2/20$:
    halves of both."""
    gamma = tau**2 / 20
    return Use({"tau": tau, "advantage": advantage}, gives=advantage - 9 * gamma / 32 + above > gamma / 2)


rests_on("BCS20.T30.errors.corrected", "BCS20.S3", "fewer than $kappa n$ rows have a margin up to $gamma$", READING_A)


@terms("BCS20.T30.eq7")
def small_margins(few: FromZero, alpha: OpenUnit) -> Terms:
    """The part of the uncorrupted examples that has a smaller margin."""
    return Terms(says=few <= alpha / 2)


@claim(
    "BCS20.T30.eq7",
    f"Theorem 30, proof, the margin, {GENERAL} (the text: 'worst case', derived): uncorrupted examples "
    "with a small margin",
    "step",
    narrows="the arithmetic of the shares, given that $H$ has margin $tau/8$ on all but $kappa n$ of the noisy "
    "sample, which needs eq. 6; that counts become shares is not formalized",
    share=Constant(1, mutants=(Fraction(3, 4),)),
)
def few_clean_points_have_a_small_margin(alpha: OpenUnit, tau: PositiveUnit, share: Fraction) -> Truth:
    """$H$ has margin less than $tau/8$ on at most $alpha n/4$ of the noisy sample; if it is correct on all $F <= alpha
    tau n/16$ corrupted points, at most $(alpha/4)/(1 - alpha tau/16) <= alpha/4 + alpha tau/16 <= alpha/2$ of the
    uncorrupted ones have a smaller margin."""
    middle = alpha / 4 + alpha * tau / 16
    of_uncorrupted = alpha / 4 <= share * middle * (1 - alpha * tau / 16)
    return of_uncorrupted & small_margins(middle, alpha).says


rests_on("BCS20.T30.eq7", "BCS20.T30.eq5", "a part of $alpha tau/16$ of the sample is corrupted", f"{T30}: the margin")


@claim(
    "BCS20.T30.eq8",
    f"Theorem 30, proof, generalization, {GENERAL} (derived): dimension and error in the generalization bound",
    "step",
    narrows="the dimension, from BCS20.L29.fat, and the errors that add up; Theorem 28 is cited, root: BCS20.S4.root",
    rate=Constant(65536, mutants=(65535,), stronger="smaller"),
)
def the_dimension_and_the_error(tau: PositiveUnit, alpha: OpenUnit, few: Unit, root: Unit, rate: int) -> Truth:
    """Theorem 28 at $gamma = tau/8$: $d = fat_F(tau/128) <= 4/(tau/128)^2 = 65536/tau^2$; applied to the clean points
    it gives error at most $alpha/2 + alpha/2 = alpha$, where its root is at most $alpha/2$."""
    return (4 / (tau / 128) ** 2 <= rate / tau**2) & (few * alpha / 2 + root * alpha / 2 <= alpha)


@uses("BCS20.T30.eq8", "BCS20.L29.fat", GENERALIZED)
def the_dimension_of_the_class(d: AtLeastOne, tau: PositiveUnit) -> Use:
    """At $gamma/16 = tau/128$ the dimension is at most $65536/tau^2$."""
    return Use({"m": d, "gamma": tau / 128}, given=(tau * d / 256) ** 2 <= d, gives=d <= 65536 / tau**2)


@uses("BCS20.T30.eq8", "BCS20.T28", f"{GENERALIZED}: of the output, which depends on the sample")
def the_hypothesis_is_chosen_after_the_sample(m: PositiveInteger, delta: OpenUnit, chance: Unit) -> Use:
    """Theorem 28 as printed bounds the failure of each $H$ by $delta$; the output is one of $m$ or more hypotheses,
    chosen by the sample, of which any one fails with probability up to $m delta$, which is to be at most $delta$."""
    return Use(says=chance <= m * delta, gives=chance <= delta)


@correction(
    "BCS20.T30.eq8.from.T28.conclusion",
    "the theorem must be for ALL $H$ in $F$ at once (BCS20.T28.uniform), as that of Bartlett and "
    "Shawe-Taylor is; of $m$ hypotheses by $delta/m$ each",
    one=Constant(1, mutants=(2,)),
)
def all_hypotheses_at_once_fail_seldom(m: PositiveInteger, delta: OpenUnit, one: int) -> Truth:
    """$m (delta/m) <= delta$."""
    return one * m * (delta / m) <= delta


rests_on("BCS20.T30.eq8", "BCS20.T28.uniform", "at the margin $gamma = tau/8$ and confidence $beta/3$", GENERALIZED)
rests_on("BCS20.T30.eq8", "BCS20.S4.root", "$n >= 2^26 log^2(16/(alpha beta tau))/(alpha tau)^2$", GENERALIZED)
rests_on("BCS20.T30.eq8", "BCS20.T30.eq7", "at most $alpha/2$ of the uncorrupted ones", GENERALIZED)
