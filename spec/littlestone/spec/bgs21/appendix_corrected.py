"""BGS21 appendix A: the number of samples of Theorem A.1, corrected.

W amplifies by its own draws: with T times as many rows in the training set no other subsampling is needed. A private
learner generalises, so that the VC dimension of majorities is not; then the best of several runs is chosen.
"""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

FromLn24 = Annotated[Real, Reals(low=ln(24))]
NINE_EIGHTHS = Fraction(9, 8)
CORRECTED = "Theorem A.1, appendix A, corrected"


@claim("BGS21.TA.1.bound", "Theorem A.1, appendix A: number of samples of the boosted learner", "theorem")
def the_number_of_samples_is_positive(alpha: PositiveUnit, beta: PositiveUnit) -> Truth:
    """For $epsilon <= 1/4$, an $(epsilon, delta)$-private $(1/4, 1/4)$-accurate learner for a binary $H$ with SC
    samples gives for all $alpha$, $beta > 0$ an $(epsilon, delta)$-private one with $O(SC log(log(1/alpha) / beta)
    log(1/alpha) / alpha)$ samples. Read as: with natural logarithms, at $alpha$, $beta <= 1$, that number of samples is
    at least 0."""
    return ln(ln(1 / alpha) / beta) * ln(1 / alpha) / alpha >= 0


@terms("BGS21.TA.1.bound.corrected")
def boosted_learner(
    alpha: PositiveReal, beta: PositiveReal, error: FromZero, epsilon: FromZero, delta: FromZero
) -> Terms:
    """The learner of Theorem A.1."""
    return Terms(says=error <= alpha, fails=beta, epsilon=epsilon, delta=delta)


@correction(
    "BGS21.TA.1.bound",
    "$log(log(1/alpha) / beta)$ is negative where $log(1/alpha) < beta$, as at $alpha = 9/10$, $beta = "
    "1/2$; and subsampling last, the smoothness and $VC(H)$ for the majorities fail in the proof: $W$ is "
    "to draw fewer of more rows, the learner to generalise as it is private, and the best of $log2(4 / "
    "beta)$ runs to be chosen",
    narrows="numbers for what the learner does; of the rounds the regret of lazy Bregman projections (BCS20) is taken "
    "as it is printed, and a number of rounds, runs or rows as a real between integers",
    most=Constant(2 * 10**7, mutants=(18 * 10**6,), stronger="smaller"),
    copies=Constant(64, mutants=(48,), stronger="smaller"),
    rounds=Constant(578, mutants=(576,), stronger="smaller"),
    heavy=Constant(162, mutants=(150,), stronger="smaller"),
)
def constant_accuracy_can_be_boosted_in_another_order(
    epsilon: UpToQuarter,
    L: FromLn24,
    K: AtLeastOne,
    load: Unit,
    z: UpToEighth,
    R: AtLeastTwo,
    extra: FromZero,
    near: Unit,
    most: int,
    copies: int,
    rounds: int,
    heavy: int,
) -> Truth:
    """Let $epsilon <= 1/4$ and let the binary class $H$ have an $(epsilon, delta)$-private $(1/4, 1/4)$-accurate
    learner with SC rows. Then for all $alpha, beta in (0, 1]$ it has an $(epsilon, delta)$-private $(alpha,
    beta)$-accurate one, improper, with $2 10^7 max(SC, 1 / epsilon) max(1, 162 delta / alpha) ln(24 / alpha) ln(9248
    ln(24 / alpha)) log2(4 / beta) / alpha$ rows. $T = 578 L$ rounds, $L = ln(24 / alpha)$, train to density and
    training error $alpha / 24$, each on $m = 488 M y$ draws from $n = 64 K T m / alpha$ rows, $M = max(SC, 1 /
    epsilon)$, $y = ln(16 T)$, $K = max(1, 162 delta / alpha)$. A draw differs with probability $48 / (alpha n)$, so
    that $T m$ draws spend $(3/4) x / K$ of $epsilon$, $x = e^epsilon - 1$, and at most $9/8$ of $(3/4) delta / K$. A
    run errs by more than $alpha / 6$ with probability at most $1/2$; of $R = log2(4 / beta)$ runs Lemma 8.3, corrected,
    at $(alpha / 6, beta / 2)$ chooses one of error $alpha$ on $(30/7) ln(2 R / beta) / (alpha epsilon)$ more rows.
    Rows, $delta = load K alpha / 162$ and training errors are here times $alpha$, or divided by it."""
    alpha, beta, u = 24 * exp(-L), 4 * exp(-(R * ln(2))), 1 / epsilon
    M, T, x = u + extra, rounds * L, exp(epsilon) - 1
    y = ln(16 * T)
    m, delta = 488 * M * y, load * K / heavy
    n = copies * K * T * m
    learner = boosted_learner(alpha, beta, (1 - near) * alpha, epsilon, delta)
    spent = 48 * T * m / n
    trained = [576 * L + 1 <= T, T * (2 / (16 * T)) <= EIGHTH]
    private = [spent * x <= learner.epsilon, 48 * x <= copies * T / 8, exp(z) - 1 <= NINE_EIGHTHS * z]
    private += [spent * NINE_EIGHTHS * delta <= learner.delta, spent * NINE_EIGHTHS * delta <= Fraction(1, 192)]
    fresh = exp(epsilon) * (Fraction(1, 24) + Fraction(1, 480)) + Fraction(1, 192)
    general = [n >= 480, EIGHTH + 6 * fresh <= HALF]
    chosen = [learner.says, exp(-((R - 1) * ln(2))) + beta / 2 <= learner.fails]
    rows = R * n + Fraction(30, 7) * (ln(R / 2) + R * ln(2)) * u <= most * K * M * L * y * R
    return all_of([*trained, *private, *general, *chosen, rows])


rests_on("BGS21.TA.1.bound.corrected", "BGS21.TA.1.boost.corrected", "weights at most $s = 1 / (density n)$", CORRECTED)
rests_on("BGS21.TA.1.bound.corrected", "BGS21.TA.1.slick", "neighbours' weights at distance at most $s$", CORRECTED)


@uses("BGS21.TA.1.bound.corrected", "BGS21.TA.1.train", CORRECTED)
def the_training_error_is_a_24th(L: PositiveReal, regret: FromZero, error: Unit, alpha: PositiveUnit) -> Use:
    """$578 L$ rounds of advantage $1/6$ at density $alpha / 24$, $L = ln(24 / alpha)$: a larger training error would
    take more regret."""
    G = 578 * L / 36
    given = (error <= alpha / 24) | (regret >= G)
    return Use({"L": L, "G": G, "regret": regret}, given=given, gives=error <= alpha / 24)


@uses("BGS21.TA.1.bound.corrected", "BGS21.CA.2.acc.corrected", CORRECTED)
def all_rounds_are_right_often(
    L: FromLn24, M: AtLeastFour, K: AtLeastOne, error: Unit, epsilon: UpToQuarter, delta: Unit
) -> Use:
    """$W$ at $y = ln(16 T)$, $T = 578 L$, $L = ln(24 / alpha)$, and $s = 24 / (alpha n)$, $n = 64 K T m / alpha$, $m =
    488 M y$, $M = max(SC, 1 / epsilon)$: one of $T$ rounds fails with probability at most $1/8$."""
    T = 578 * L
    y = ln(16 * T)
    at = {"M": M, "y": y, "s": 24 / (64 * K * T * (488 * M * y)), "error": error, "epsilon": epsilon, "delta": delta}
    return Use(at, gives=lambda W: T * W.fails <= EIGHTH)


@uses("BGS21.TA.1.bound.corrected", "BGS21.TA.1.gen.private", CORRECTED)
def a_run_seldom_errs_much(
    few: Natural, more: FromZero, w: AtLeastFour, epsilon: UpToQuarter, idle: Unit, chance: Unit
) -> Use:
    """At level $4 / w = alpha / 6$, with at most $n / w$ errors on $n >= 20 w$ rows, so that $few + 1$ is at most $21 n
    / (20 w)$, and $delta$ at most $1 / (8 w) = alpha / 192$, a run fails so with probability at most $3/8$."""
    n, delta = (few + 1 + more) * w * Fraction(20, 21), (1 - idle) / (8 * w)
    at = {"chance": chance, "level": 4 / w, "few": few, "n": n, "epsilon": epsilon, "delta": delta}
    return Use(at, gives=chance <= Fraction(3, 8))


rests_on("BGS21.TA.1.bound.corrected", "BGS21.TA.1.conf.private", "A' is $(epsilon, delta)$-private", CORRECTED)


@uses("BGS21.TA.1.bound.corrected", "BGS21.CA.2.priv.draws", CORRECTED)
def one_round_is_private(x: PositiveReal, z: Unit, part: Unit, delta: Unit, before: Unit, after: Unit) -> Use:
    """$m$ draws at $x = e^epsilon - 1$, $z = 2 s m$: a factor of $V = 1 + x y$ and $(9/8) z delta$ more, as $y$ is at
    most $(9/8) z$ by $e^{z x} - 1 <= (9/8) z x$."""
    y, most = part * (Fraction(9, 8) * z), Fraction(9, 8) * z
    at = {"x": x, "y": y, "delta": delta, "before": before, "after": after}
    return Use(at, gives=before <= (1 + x * y) * after + most * delta)


@uses("BGS21.TA.1.bound.corrected", "DP.composition.adaptive", CORRECTED)
def one_more_round_is_private(x: PositiveReal, delta: Unit, T: Natural, z: UpToEighth) -> Use:
    """$T$ rounds of $(z x, (9/8) z delta)$ each, $x = e^epsilon - 1$, and one more cost $T + 1$ times as much."""
    loss = Fraction(9, 8) * z * delta
    at = {"first": T * z * x, "second": z * x, "delta1": T * loss, "delta2": loss}
    return Use(at, gives=lambda b: (b.epsilon <= (T + 1) * z * x) & (b.delta <= (T + 1) * loss))


@uses("BGS21.TA.1.bound.corrected", "BGS21.L8.3.corrected", CORRECTED)
def the_best_run_is_chosen(alpha: PositiveUnit, beta: PositiveUnit, error: Unit, epsilon: UpToQuarter) -> Use:
    """The runs are an $(alpha / 6, beta / 2)$-representation: the choice has error $alpha$ but with probability $beta$,
    and is $(epsilon, 0)$-private."""
    at = {"alpha": alpha / 6, "beta": beta / 2, "error": error, "epsilon": epsilon}
    return Use(at, gives=lambda b: (error <= alpha) & (b.fails <= beta) & (b.epsilon <= epsilon), times=1)


@uses("BGS21.TA.1.bound.corrected", "DP.composition.adaptive", CORRECTED, name="run")
def a_row_of_a_run_changes_the_run(epsilon: UpToQuarter, delta: Unit, part: Unit) -> Use:
    """A row of a run changes its output, by a part of $(epsilon, delta)$; the choice from each output stays, $(0,
    0)$."""
    at = {"first": part * epsilon, "second": Real.of(0), "delta1": part * delta, "delta2": Real.of(0)}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]))


@uses("BGS21.TA.1.bound.corrected", "DP.composition.adaptive", CORRECTED, name="choice")
def a_row_of_the_choice_leaves_the_runs(epsilon: UpToQuarter, part: Unit) -> Use:
    """A row of the choice leaves the runs, and changes the choice from each of their outputs by a part of $(epsilon,
    0)$."""
    at = {"first": Real.of(0), "second": part * epsilon, "delta1": Real.of(0), "delta2": Real.of(0)}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= 0]))


@adds_up("BGS21.TA.1.bound.corrected", CORRECTED)
def the_choice_alone_is_paid(alpha: PositiveUnit, beta: PositiveUnit, error: Unit, epsilon: UpToQuarter) -> Total:
    """The choice fails with probability at most $beta$, where some run is good, and costs $epsilon$ on its own rows."""
    return Total(fails=beta, epsilon=epsilon)


@terms("BGS21.TA.1.gen.private")
def errs_on_fresh_rows(
    chance: Unit, level: PositiveReal, few: Natural, n: PositiveInteger, epsilon: FromZero, delta: Unit, own: int = 1
) -> Terms:
    """The chance to err by more than the level, and on at most few of n rows."""
    return Terms(says=chance * level <= exp(epsilon) * ((few + own) / n) + delta)


@claim(
    "BGS21.TA.1.gen.private",
    "Theorem A.1, appendix A, corrected: generalisation of a private learner",
    "step",
    narrows="the probabilities as numbers; that they are means over rows and samples is not formalized",
    own=Constant(1, mutants=(0,)),
)
def a_private_learner_generalises(
    level: PositiveUnit,
    few: Natural,
    n: PositiveInteger,
    epsilon: FromZero,
    delta: Unit,
    less: Unit,
    chance: Unit,
    own: int,
) -> Statement:
    """An $(epsilon, delta)$-private learner, proper or not, errs by more than the level $a$ and on at most $few$ of its
    $n$ rows with probability at most $(e^epsilon (few + 1) / n + delta) / a$: for a row $i$, at most $few$ errors
    elsewhere and an error at row $i$ make a set of hypotheses that does not depend on whether row $i$ is in the sample.
    It is output with probability at most $(few + 1) / n$ where it is, the mean over $i$, as all errors are at most $few
    + 1$; with ``less`` of $e^epsilon$ times that and $delta$ where another row is; and Markov's inequality is for the
    error there."""
    fresh = less * (exp(epsilon) * ((few + 1) / n) + delta)
    return when(chance * level <= fresh, errs_on_fresh_rows(chance, level, few, n, epsilon, delta, own).says)


rests_on("BGS21.TA.1.gen.private", "BGS21.D2.1", "one row is replaced by a fresh one", CORRECTED)


@uses("BGS21.TA.1.gen.private", "PROB.markov", CORRECTED)
def the_error_on_fresh_rows_is_seldom_large(level: PositiveUnit, part: Unit, most: FromZero) -> Use:
    """The error, counted where the sample has few, is above the level with at most its mean by the level: a ``part`` of
    $e^epsilon (few + 1) / n + delta$, here ``most``, by the level."""
    return Use({"level": level, "mean": part * most}, gives=lambda b: b.fails <= most / level)
