"""BCS20 appendix D.2.5: the number of rounds (Lemma 38), the displays of its proof, and its use in Theorem 24."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.boosting.adversaries import Punisher
from littlestone.spec.boosting.games import Prophecy, pythia, uniform_on
from littlestone.spec.boosting.loss_tables import CASES, LazyRun, density_of, runs
from littlestone.spec.boosting.measures import Measure, density, divergence
from littlestone.spec.notation import *

L38 = "Lemma 38, proof"
QUARTERS = (Fraction(-1), -HALF, Fraction(0), HALF, Fraction(1))
SHARPER = "derived: fewer rounds, a strict count"
BAD = "all margins of -1 and 1, the first $b$ points wrong, $kappa = j / (j + k)$, with repetitions"
ALL = "margins $y_i H(x_i)$ in -1, $-1/2$, 0, $1/2$, 1, $kappa$ the $k$-th of 1, $1/2$, $1/3$, $2/3$, ..."


# ---- Lemma 38


@terms("BCS20.L38")
def margin_reached(
    margin: AnyReal, gamma: PositiveReal, T: FromZero, log: FromZero, advantage: AnyReal, value: AnyReal
) -> Terms:
    """The margin of the example that counts, the rounds and log(1/kappa), a call's advantage, and a value of it."""
    return Terms(
        asks=all_of([T * gamma**2 >= 16 * log, advantage >= gamma, value <= 1, value >= -1]), says=margin >= gamma
    )


@claim(
    "BCS20.L38",
    "Lemma 38, appendix D.2.5; restored (from the text, derived): margin after enough rounds",
    "lemma",
    caps="$gamma = 1/5$, $kappa = 33/100$, one of three points punished, margins in steps of $1/50$",
    narrows="the worst weak learner that was found, and the least $T$; for others see the displays, with eq3 corrected",
    times=Constant(16, mutants=(7, 4), stronger="smaller"),
)
def boosting_reaches_the_margin(times: Rational) -> Truth:
    """After $T >= 16 ln(1/kappa)/gamma^2$ rounds of Iter with $lambda = gamma/4$, $H_T$ has margin at least $gamma$ on
    all but $kappa n$ samples. ($T$ real is rounded up.)"""
    learner = Punisher(3, 1, Fraction(33, 100), Fraction(1, 5), Fraction(1, 20))
    T = learner.rounds(times)
    allowed = learner.bad <= learner.kappa * learner.n
    gamma = Real.of(learner.advantage)
    reached = margin_reached(Real.of(learner.average_margin(T)), gamma, T, ln(1 / learner.kappa), gamma, 1)
    return as_truth(reached.says) | allowed


@uses("BCS20.L38", "BCS20.L34", f"{L38}, the upper end of the sandwich")
def the_regret_is_put_in(
    gamma: Unit, fixed: FromZero, rate: PositiveReal, K: FromZero, mass: PositiveReal, paid: FromZero
) -> Use:
    """$1/2 + gamma$ or more is paid on average: it is at most what a fixed measure pays, and $lambda + KL/(lambda kappa
    n T)$: eq1, divided by $T$."""
    at = {"paid": paid, "fixed": fixed, "rate": rate, "K": K, "mass": mass}
    return Use(at, given=HALF + gamma <= paid, gives=HALF + gamma <= fixed + rate + K / (rate * mass))


rests_on("BCS20.L38", "BCS20.L38.eq1", "what is paid is between advantage and regret", f"{L38}, the sandwich")
rests_on("BCS20.L38", "BCS20.L38.eq2", "$gamma <= theta/2 + lambda + KL/(lambda kappa n T)$", f"{L38}, dividing by T")
rests_on("BCS20.L38", "BCS20.L38.eq4", "$theta >= gamma$", f"{L38}, last display")
rests_on("BCS20.L38", "BCS20.L38.count", "all but $kappa n$ samples", L38, repair="BCS20.L38.count.corrected")


@uses("BCS20.L38", "BCS20.L35", f"{L38}, the lower end of the sandwich")
@uses("BCS20.S2", "BCS20.L35", SHARPER)
@uses("BCS20.S3", "BCS20.L35", SHARPER)
def the_weak_learner_has_its_advantage(
    gamma: Unit, theta: AnyReal, regret: FromZero, more: FromZero, T: PositiveReal
) -> Use:
    """$T/2 + T gamma$ is at most the cost, and that at most $T/2 + T theta/2$ and $T$ times the regret: $gamma <=
    theta/2$ and the regret."""
    at = {"cost": T * (HALF + theta / 2 + regret - more), "T": T, "gamma": gamma}
    return Use(at, gives=gamma <= theta / 2 + regret)


@uses("BCS20.L38", "BCS20.L37", f"{L38}, after eq1")
@uses("BCS20.S2", "BCS20.L37", SHARPER)
def pythias_cost_is_put_in(gamma: Unit, theta: FromZero, regret: FromZero, more: FromZero, T: PositiveReal) -> Use:
    """Pythia's cost in $T$ rounds is at least $T/2 + T gamma$ less $T$ times the regret: $gamma <= theta/2$ and the
    regret."""
    at = {"cost": T * (HALF + gamma - regret + more), "T": T, "theta": theta}
    return Use(at, gives=gamma <= theta / 2 + regret)


@uses("BCS20.L38", "BCS20.L38.eq3", f"{L38}, the divergence", repair="BCS20.L38.eq3.corrected")
@uses("BCS20.S2", "BCS20.L38.eq3.corrected", SHARPER)
@uses("BCS20.S3", "BCS20.L38.eq3.corrected", SHARPER)
def the_divergence_is_put_in(
    m: PositiveReal, x: FromZero, y: FromZero, rate: PositiveReal, T: PositiveReal, others: AnyReal, more: FromZero
) -> Use:
    """By eq2 $gamma$ is at most the others, $theta/2$ and a regret, and $x = KL/(lambda kappa n T)$: of the scaled bad
    measure, which has the law $P$ too, that is at most $y = ln(1/kappa)/(lambda T)$."""
    gamma = others + x - more
    return Use({"divergence": x * rate * m * T, "mass": m, "log": y * rate * T}, gives=gamma <= others + y)


def bad_measure(found: Prophecy, n: int) -> Measure:
    """mu_B: weight 1 on Pythia's bad set, 0 elsewhere."""
    return uniform_on(found.bad, n)


def prophecy(run: LazyRun) -> Prophecy:
    """Pythia's answer where the losses are those of margins 2 l - 1."""
    margins = [2 * sum(losses) / len(losses) - 1 for losses in zip(*run.table, strict=True)]
    return pythia(margins, run.kappa)


@claim(
    "BCS20.L38.eq1",
    "Lemma 38, proof; restored (from the text, derived): total loss between advantage and regret",
    "display",
    narrows=CASES + "; $1/2 + gamma$ is the least loss of a round (BCS20.L35.round)",
    rate=Constant(1, mutants=(Fraction(1, 20),)),
)
def the_cost_is_between_advantage_and_regret(
    k: Size, q: Size, n: PositiveSize, T: PositiveSize, rate: Fraction
) -> Statement:
    """$T/2 + T gamma <= sum_t M(hat(mu)_t, h_t) <= sum_t M(P, h_t) + lambda T + KL(mu_B || mu_1) / (lambda kappa n)$,
    where $P$ is Pythia's and $mu_B$ has weight 1 on her bad set $B$: it is in $Gamma_kappa$, as $|B| >= kappa n$,
    whether or not $kappa n$ is an integer; for $kappa = 1$ or $n = 1$ there is one law."""
    found = all_of(
        (T * least <= paid)
        & (density(mu_B) >= run.kappa)
        & (paid <= run.paid_by(found.law) + rate * run.rate * T + run.distance(mu_B) / (run.rate * run.mass))
        for run in runs(k, q, n, T)
        for found in [prophecy(run)]
        for mu_B, paid in [(bad_measure(found, run.n), Real.of(run.paid()))]
        for least in [min(run.paid_in_each())]
    )
    return when([k >= 1, n >= 2], found)


@claim(
    "BCS20.L38.eq2",
    "Lemma 38, proof; restored (from the text, derived): loss of Pythia put into the regret bound",
    "display",
    narrows="the division by $T$; what is divided is BCS20.L38.eq1 and BCS20.L37",
    half=Constant(HALF, mutants=(Fraction(2, 5),)),
)
def lemma_37_in_place_of_pythias_cost(
    gamma: PositiveReal, theta: FromZero, T: PositiveReal, rate: PositiveReal, regret: FromZero, half: Fraction
) -> Statement:
    """Lemma 37, divided by $T$: $1/2 + gamma <= 1/2 + theta/2 + lambda + KL(mu_B || mu_1) / (lambda kappa n T)$, the
    last term being ``regret``."""
    before = T / 2 + T * gamma <= T / 2 + T * theta / 2 + rate * T + T * regret
    return when(before, HALF + gamma <= HALF + half * theta + rate + regret)


def bad_set(n: Integer, b: Integer, j: Integer, k: Integer) -> tuple[Fraction, Measure]:
    """kappa, and mu_B for the first b of n points wrong."""
    kappa = Fraction(int(j), int(j + k))
    found = pythia([Fraction(-1)] * min(int(b), int(n)) + [Fraction(1)] * max(int(n - b), 0), kappa)
    return kappa, bad_measure(found, int(n))


def mass_and_divergence(mu: Measure, kappa: Fraction) -> tuple[Fraction, Real, Real]:
    """kappa n, KL(mu || mu_1), and the display's value kappa n ln(1 / kappa)."""
    m = kappa * len(mu)
    return m, divergence(mu, (kappa,) * len(mu)), m * ln(1 / kappa)


@claim(
    "BCS20.L38.eq3",
    "Lemma 38, proof, recalling that |mu_B| = kappa n; restored (from the text, derived): divergence of the bad set",
    "display",
    caps=BAD,
    scale=SHARE,
)
def the_divergence_of_the_bad_set(n: PositiveSize, b: Size, j: PositiveSize, k: Size, scale: Fraction) -> Statement:
    """Recalling that $|mu_B| = kappa n$: $KL(mu_B || mu_1) = kappa n ln(1/kappa)$, $mu_B$ being 1 on Pythia's $B$ and 0
    elsewhere, $mu_1 = kappa$."""
    kappa, mu_B = bad_set(n, b, j, k)
    m, distance, value = mass_and_divergence(mu_B, kappa)
    return when(b <= n, (sum(mu_B) == scale * m) & equals(distance, value))


@terms("BCS20.L38.eq3.corrected")
def charged(divergence: FromZero, mass: PositiveReal, log: FromZero, scale: Fraction | int = 1) -> Terms:
    """KL(mu || mu_1), kappa n and ln(1/kappa)."""
    return Terms(says=divergence <= scale * mass * log)


@correction(
    "BCS20.L38.eq3",
    "$|B|$ is $ceil(kappa n)$, or the number of mistakes where that is more: $KL(mu_B || mu_1) = |B| "
    "ln(1/kappa) + kappa n - |B|$. The measure of weight $kappa n / |B|$ on $B$, 0 elsewhere, has density"
    " exactly $kappa$ and the same law $P$",
    caps=BAD,
    scale=Constant(1, mutants=(Fraction(99, 100),)),
)
def the_divergence_of_the_scaled_bad_set(
    n: PositiveSize, b: Size, j: PositiveSize, k: Size, scale: Fraction
) -> Statement:
    """With weight $kappa n / |B| <= 1$ on Pythia's $B$ in place of 1: $mu$ is in $Gamma_kappa$, $|mu| = kappa n$, and
    $KL(mu || mu_1) = kappa n ln(n / |B|) <= kappa n ln(1/kappa)$."""
    kappa, mu_B = bad_set(n, b, j, k)
    size = sum(mu_B)
    mu = tuple(kappa * n / size * w for w in mu_B)
    m, distance, value = mass_and_divergence(mu, kappa)
    is_measure = all_of([max(mu) <= 1, sum(mu) == m])
    return when(b <= n, is_measure & equals(distance, m * ln(n / size)) & charged(distance, m, value / m, scale).says)


@claim(
    "BCS20.L38.eq3.upper",
    "Lemma 38, proof, as it is used; restored (from the text, derived): upper bound on the divergence of the bad set",
    "step",
    caps=BAD,
    scale=SHARE,
)
def the_divergence_of_the_bad_set_is_at_most(
    n: PositiveSize, b: Size, j: PositiveSize, k: Size, scale: Fraction
) -> Statement:
    """All that the proof needs of the display is $KL(mu_B || mu_1) <= kappa n ln(1/kappa)$, $mu_B$ being 1 on Pythia's
    $B$ and 0 elsewhere, $mu_1 = kappa$."""
    kappa, mu_B = bad_set(n, b, j, k)
    _, distance, value = mass_and_divergence(mu_B, kappa)
    return when(b <= n, distance <= scale * value)


@correction(
    "BCS20.L38.eq3.upper",
    "$KL(mu_B || mu_1) - kappa n ln(1/kappa) = (|B| - kappa n) (ln(1/kappa) - 1)$, which is positive "
    "where $kappa < 1/e$ and $|B| > kappa n$; for $n = 2$, $kappa = 1/20$ the divergence is 7 times as "
    "large, and eq2 gives no margin",
    narrows="the arithmetic, of $KL(mu_B || mu_1) = |B| ln(1/kappa) + kappa n - |B|$",
    one=Constant(1, mutants=(2,)),
)
def the_divergence_of_the_bad_set_is_at_most_for_large_kappa(
    m: PositiveReal, extra: FromZero, log: Unit, one: int
) -> Truth:
    """For $kappa >= 1/e$, $KL(mu_B || mu_1) <= kappa n ln(1/kappa)$: with $m = kappa n$ and $|B| = m + extra$, $|B|
    ln(1/kappa) + m - |B| - m ln(1/kappa) = extra (ln(1/kappa) - 1)$, at most 0 where $ln(1/kappa) = log <= 1$."""
    excess = (m + extra) * log + m - (m + extra) - m * log
    return equals(excess, extra * (log - one)) & (excess <= 0)


@claim(
    "BCS20.L38.eq4",
    "Lemma 38, proof; restored (from the text, derived): margin at the least number of rounds",
    "display",
    times=Constant(16, mutants=(8,), stronger="smaller"),
)
def so_many_rounds_give_the_margin(
    gamma: PositiveReal, theta: Annotated[Real, Reals()], log: PositiveReal, later: FromZero, times: Rational
) -> Statement:
    """Where $gamma <= theta/2 + lambda + ln(1/kappa) / (lambda T)$, as $KL <= kappa n ln(1/kappa)$ gives, $kappa < 1$,
    $lambda = gamma/4$ and $T >= 16 ln(1/kappa) / gamma^2$, this is at most $theta/2 + gamma/4 + gamma/4$, so $theta >=
    gamma$. Here $T = 16 (ln(1/kappa) + later) / gamma^2$, and the inequality is taken twice."""
    rate, T = gamma / 4, times * (log + later) / gamma**2
    return when(2 * gamma <= theta + 2 * rate + 2 * log / (rate * T), gamma <= theta)


# ---- Counting the bad points


@claim(
    "BCS20.L38.count",
    "Lemma 38, proof, last line; restored (from the text, derived): size of the bad set",
    "step",
    caps=ALL,
    scale=SHARE,
)
def the_bad_set_has_at_most_kappa_n_points(n: PositiveSize, k: Size, scale: Fraction) -> Truth:
    """The margin is $theta >= gamma > 0$ for every $i$ outside Pythia's $B$, so on all but $kappa n$ samples: $|B| <=
    kappa n$."""
    kappa = density_of(k)
    return all_of(
        len(found.bad) <= scale * kappa * n
        for margins in product(QUARTERS, repeat=int(n))
        for found in [pythia(margins, kappa)]
        if found.theta > 0
    )


@correction(
    "BCS20.L38.count",
    "$|B| = ceil(kappa n)$ is more than $kappa n$ where that is no integer. Yet the last point of $B$ has"
    " margin $theta$: $theta > 0$ means that $B$ took points until it had $kappa n$, so without the last "
    "it has fewer",
    caps=ALL,
    last=Constant(1, mutants=(0,)),
)
def fewer_than_kappa_n_points_have_a_margin_below_theta(n: PositiveSize, k: Size, last: int) -> Truth:
    """Where Pythia's $theta > 0$, at most $|B| - 1 < kappa n$ points have a margin below $theta$."""
    kappa = density_of(k)
    return all_of(
        (below <= len(found.bad) - 1) & (len(found.bad) - last < kappa * n)
        for margins in product(QUARTERS, repeat=int(n))
        for found in [pythia(margins, kappa)]
        if found.theta > 0
        for below in [sum(m < found.theta for m in margins)]
    )


@claim(
    "BCS20.L38.strict",
    "Theorem 24, from Lemma 38; restored (from the text, derived): margins of exactly gamma",
    "step",
    caps=ALL + "; $gamma = 1/2$ or 1",
    scale=SHARE,
)
def at_least_gamma_on_most_is_more_than_gamma_on_most(n: PositiveSize, k: Size, scale: Fraction) -> Truth:
    """Margin at least $gamma$ on all but $kappa n$ samples gives $Pr_S[y H(x) <= gamma] <= kappa$ (Good Margin)."""
    kappa = density_of(k)
    return all_of(
        sum(m <= gamma for m in margins) <= scale * kappa * n
        for margins in product(QUARTERS, repeat=int(n))
        for gamma in (HALF, Fraction(1))
        if sum(m < gamma for m in margins) <= kappa * n
    )


@correction(
    "BCS20.L38.strict",
    "points of margin exactly $gamma$ count on both sides; for $theta = gamma$ more than $kappa n$ may "
    "have it. The sharper regret bound gives $theta > gamma$ (BCS20.S3), and then it follows",
    caps=ALL + "; $gamma = 1/4$ or $1/2$",
    scale=Constant(1, mutants=(HALF,)),
)
def more_than_gamma_follows_from_a_larger_theta(n: PositiveSize, k: Size, scale: Fraction) -> Truth:
    """For every $gamma$ with $0 < gamma < theta$, Pythia's, fewer than $kappa n$ points have $y_i H(x_i) <= gamma$."""
    kappa = density_of(k)
    return all_of(
        sum(m <= gamma for m in margins) < scale * kappa * n
        for margins in product(QUARTERS, repeat=int(n))
        for gamma in (QUARTER, HALF)
        if gamma < pythia(margins, kappa).theta
    )


# ---- Hypotheses outside [-1, 1]


@claim(
    "BCS20.L38.range",
    "Lemma 38 and Theorem 24, for any real-valued weak learner; restored (from the text): margin for "
    "hypotheses with real values",
    "companion",
    narrows="the margins; that the second point's weight is so small by then is not formalized",
    caps="two points, $kappa = 1/4$, $gamma = 1/k <= 1/2$, the last of $T$ rounds",
    times=Constant(16, mutants=(8,), stronger="smaller"),
)
def boosting_reaches_the_margin_with_any_real_values(k: Size, times: Rational) -> Statement:
    """Theorem 24 says "any real-valued weak learner with advantage $gamma$". Read as: values may leave $[-1, 1]$; with
    margins $(2 gamma, 1)$ for $T - 1$ rounds and then $(1, -R)$, for the largest $R$ of advantage $gamma$, $H$ has
    margin at least $gamma$ on all but $kappa n = 1/2$ of the points."""
    gamma = Real.of(1) / max(int(k), 2)
    T = ceiling(times * ln(4) / gamma**2)
    lighter = exp(-gamma / 4 * (1 - 2 * gamma) / 2 * (T - 1))  # the second point's weight over the first's
    R = (1 - 2 * gamma) / lighter - 2 * gamma
    return when(k >= 2, (gamma * T <= T - 1 - R) & (2 * gamma * (T - 1) + 1 >= gamma * T))


@correction(
    "BCS20.L38.range",
    "a point of tiny weight can be missed by about $e^{lambda T (1/2 - gamma)}$ in one round; values in $[-4, 4]$ "
    "leave the margin, as $lambda = gamma/4$ pays for losses in $[-3/2, 1]$ still",
    narrows="losses $-3/2$ and 1, the worst by BCS20.S1.chord of $2(l + 3/2)/5$, $p$ the weight on 1; the sum over the "
    "rounds is that of BCS20.S1.one, and $theta$ the mean margin of the law that is uniform on $kappa n$ rows or "
    "more",
    width=Constant(Fraction(5, 2), mutants=(4,)),
)
def boosting_reaches_the_margin_with_values_up_to_four(
    p: Unit, x: PositiveReal, theta: AnyReal, log: PositiveReal, later: FromZero, width: Fraction
) -> Truth:
    """For $|h| <= 4$, $lambda = gamma/4$ and $T = 16 (ln(1/kappa) + later)/gamma^2$ rounds $H$ has margin at least
    $gamma$ on all but $kappa n$ samples, for all $n$ and $kappa < 1$: a round costs at most $(5/2)^2 lambda^2/8$ by
    Hoeffding's lemma at $x = (5/2) lambda$, and $gamma <= theta/2 + (5/2)^2 lambda/8 + ln(1/kappa)/(lambda T)$ gives
    $theta >= gamma$."""
    rate, gamma = 2 * x / 5, 8 * x / 5
    T = 16 * (log + later) / gamma**2
    sandwich = 2 * gamma <= theta + width**2 * rate / 4 + 2 * log / (rate * T)
    return (1 - p + p * exp(-x) <= exp(x**2 / 8 - x * p)) & sandwich.implies(gamma <= theta)


rests_on("BCS20.L38.range.corrected", "BCS20.L38.eq3.corrected", "$KL <= kappa n ln(1/kappa)$", "for values in [-4, 4]")


@uses("BCS20.L38.range.corrected", "BCS20.E4.range", "for values in [-4, 4]")
def punishments_beyond_the_range(theta: AnyReal, more: FromZero, punished: AnyReal) -> Use:
    """$M <= 1/2 + y h/2$, where margins are $theta - more$ on average: at most $1/2 + theta/2$."""
    return Use({"punishment": punished, "margin": theta - more}, gives=punished <= HALF + theta / 2)
