"""BGS21 appendix A: Claim A.2, a private weak learner for weighted samples."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

Weighted = Annotated[Run, Algorithm("BGS21.ALG.W")]
FromLn4 = Annotated[Real, Reals(low=ln(4))]
SEVENTH = Fraction(1, 7)
WEAK = "after Claim A.2, appendix A"
CLAIM = "Claim A.2, appendix A, corrected"


# ---- Claim A.2


@claim(
    "BGS21.CA.2",
    "Claim A.2, appendix A: private weak learner for weighted samples",
    "claim",
    not_checkable="the condition $1/s >= O(SC log(T/beta))$ hides its constant; accuracy is false as printed on samples"
    " that no $f$ labels (BGS21.CA.2.acc), and draws without replacement, by which $W$ is made, are refuted "
    "(BGS21.ALG.W)",
    stand_ins=("BGS21.CA.2.acc", "BGS21.CA.2.priv", "BGS21.CA.2.run", "BGS21.ALG.W"),
)
def there_is_a_private_weighted_weak_learner(H: ExplicitBinary) -> Truth:
    """There is an algorithm $W$ that, if $1/s >= O(SC log(T/beta))$, for every sample $D$ and every distribution $mu$
    on its rows outputs $h$ with $sum_i mu(i) |h(x_i) - y_i| <= 1/3$ with probability $1 - beta/(2T)$, and whose outputs
    on neighbours with $s$-smooth $mu$, $mu'$ at statistical distance at most $s$ are $(2 epsilon, 3
    delta)$-indistinguishable."""
    raise NotImplementedError


rests_on(
    "BGS21.CA.2", "BGS21.CA.2.acc", "weighted error $1/3$ where $f$ labels", WEAK, repair="BGS21.CA.2.acc.corrected"
)
rests_on("BGS21.CA.2", "BGS21.ALG.W", "$1 / (16 s)$ i.i.d. rows, rounded down", WEAK, repair="BGS21.ALG.W.corrected")


@uses("BGS21.CA.2", "BGS21.TA.1.conf", f"{WEAK}, 'By the accuracy guarantee of A''")
def the_base_learner_is_confident_enough(beta: PositiveUnit, T: PositiveInteger, k: AtLeastOne) -> Use:
    """A' is used at confidence $beta / (2 T)$, with $m >= O(SC log(T/beta))$ rows: $k >= log_4(4 T / beta)$ runs; it
    fails in one of $T$ rounds with probability at most $beta / 2$."""
    rounds = beta / (2 * T)
    at = {"beta": rounds, "k": k, "x": ln(8 * k / rounds), "y": ln(4 * k / rounds)}
    return Use(at, given=ln(2 / rounds) <= k * ln(4), gives=lambda b: T * b.fails <= beta / 2, times=1)


@uses("BGS21.CA.2", "BGS21.TA.1.conf", f"{WEAK}, 'as long as m >= O(SC log(T/beta))'", name="order")
def the_rows_are_of_the_order_of_a_logarithm(C: PositiveInteger) -> Use:
    """The $log(4 T / beta)$ runs at confidence $beta / (2 T)$, up to a constant, are to be at most $C log(T/beta)$, for
    some $C$, at all $T$ in $N$ and $beta <= 1$: they are for no $C$, here at $T = 1$ and $L = log(1/beta) = 1 / C$."""
    L = 1 / C
    at = {"beta": exp(-L) / 2, "k": 1 + L, "x": ln(32 * (1 + L)) + L, "y": ln(16 * (1 + L)) + L}
    return Use(at, gives=ln(4) + L <= C * L)


@correction(
    "BGS21.CA.2.from.TA.1.conf.order.conclusion",
    "at $T = beta = 1$ the condition $1/s >= O(SC log(T/beta))$ is no condition, and no rows have error "
    "$1/3$ with probability $1/2$: $log(T/beta)$ is to be read as $1 + log(T/beta)$; from $T = 2$ on, as "
    "in Theorem A.1, it is enough",
    factor=Constant(3, mutants=(2,), stronger="smaller"),
)
def the_rows_are_of_the_order_of_a_logarithm_from_two_rounds_on(T: AtLeastTwo, b: FromZero, factor: int) -> Truth:
    """$ln(4 T / beta) = ln(4) + ln(T) + b <= 3 (ln(T) + b)$ for $T >= 2$, $b = ln(1/beta)$."""
    return ln(4) + ln(T) + b <= factor * (ln(T) + b)


@uses("BGS21.CA.2", "BGS21.CA.2.priv", f"{WEAK}, 'by a privacy amplification by subsampling argument'")
def the_amplification_is_used(epsilon: UpToQuarter, delta: Unit) -> Use:
    """With $m = 1/(16 s)$ and A' $(2 epsilon, delta)$-private, $W$ is $(2 epsilon, 3 delta)$-private, $2 epsilon <=
    1/2$."""
    at = {"epsilon": epsilon, "delta": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= HALF, b.delta <= 3 * delta]), times=1)


@adds_up("BGS21.CA.2", "Claim A.2")
def the_weak_learner_is_within_its_budget(
    beta: PositiveUnit, T: PositiveInteger, k: AtLeastOne, epsilon: UpToQuarter, delta: Unit
) -> Total:
    """$W$ fails with probability at most $beta / (2 T)$ and is $(2 epsilon, 3 delta)$-private."""
    return Total(fails=beta / (2 * T), epsilon=2 * epsilon, delta=3 * delta)


# ---- Accuracy


@claim("BGS21.CA.2.acc", "Claim A.2, appendix A: weighted error of the weak learner", "claim")
def some_hypothesis_has_weighted_error_a_third(i: PositiveSize, j: PositiveSize) -> Truth:
    """If $1/s >= O(SC log(T/beta))$, for every sample and $mu$ the weak learner outputs $h$ with $sum_i mu(i) |h(x_i) -
    y_i| <= 1/3$ with probability $1 - beta / (2 T)$. Read as: some $h$ does so on the rows $(x, 0)$ and $(x, 1)$ of
    weights $i / (i + j)$ and $j / (i + j)$."""
    errs = (Fraction(j, i + j), Fraction(i, i + j))  # of h(x) = 0 on the second row, of h(x) = 1 on the first
    return any_of(errs[y] <= THIRD for y in (0, 1))


@terms("BGS21.CA.2.acc.corrected")
def weak_learner_of_rows(
    M: AtLeastFour,
    y: FromLn4,
    s: PositiveUnit,
    error: FromZero,
    epsilon: UpToQuarter,
    delta: Unit,
    most: int = 488,
    part: Fraction = THIRD,
    share: Fraction = SEVENTH,
) -> Terms:
    """W on 1 / (16 s) draws, M = max(SC, 1 / epsilon); it fails with probability 2 e^{-y}."""
    enough = 16 * most * M * y * s <= 1
    return Terms(asks=enough, says=error <= THIRD, fails=2 * exp(-y), epsilon=part * epsilon, delta=share * delta)


@correction(
    "BGS21.CA.2.acc",
    "a sample that holds a point with both labels has weighted error $1/2$ under every hypothesis: the "
    "labels must be those of some $f$ in $H$; and the draws must be independent, as a $mu$ with few rows "
    "has none without replacement; $M = max(SC, 1/epsilon)$ where the print has $SC$",
    narrows="a sample, two measures and an event are fixed; that independent draws by $mu$ are a sample of the "
    "distribution that $mu$ puts on the points, that a draw differs with probability at most $2 s$, and that averages "
    "over draws keep inequalities, is not formalized; "
    "that A' errs by at most $1/3$ but with probability $2 e^(-y)$ is BGS21.TA.1.conf, within its limits; a number of "
    "runs as a real between integers",
    most=Constant(488, mutants=(486,), stronger="smaller"),
    part=Constant(THIRD, mutants=(Fraction(3, 10),), stronger="smaller"),
    share=Constant(SEVENTH, mutants=(EIGHTH,), stronger="smaller"),
)
def there_is_a_private_weak_learner_on_labelled_samples(
    epsilon: UpToQuarter,
    delta: Unit,
    s: PositiveUnit,
    idle: Unit,
    extra: FromZero,
    fewer: Unit,
    y: FromLn4,
    near: Unit,
    most: int,
    part: Fraction,
    share: Fraction,
) -> Truth:
    """Let $epsilon <= 1/4$, let $H$ have an $(epsilon, delta)$-private $(1/4, 1/4)$-accurate learner with SC rows, $M =
    max(SC, 1 / epsilon)$ and $y = ln(4 T / beta)$. If $1/s >= 7808 M y$, then for every sample $D$ that some $f$ in $H$
    labels and every $mu$ on its rows $W$ outputs $h$ with $sum_i mu(i) |h(x_i) - y_i| <= 1/3$ with probability $1 -
    beta / (2 T)$; and on neighbours, labelled or not, with $s$-smooth $mu$, $mu'$ at statistical distance at most $s$
    its outputs are $(epsilon / 3, delta / 7)$-indistinguishable. $W$ runs A' of $(2 epsilon, delta)$ on $m = (1 - idle)
    / (16 s)$ independent draws, enough for $k = 2 y / ln 4$ runs of $SC = fewer M$ rows and $486 y / epsilon + 2$ more.
    A draw differs with probability $2 s$, so that $m$ draws multiply probabilities by $(1 + 2 s x)^m <= e^{x/8}$, $x =
    e^{2 epsilon} - 1$, and add $delta (e^{x/8} - 1) / x$."""
    M, k, x = 1 / epsilon + extra, 2 * y / ln(4), exp(2 * epsilon) - 1
    W = weak_learner_of_rows(M, y, s, (1 - near) * THIRD, epsilon, delta, most, part, share)
    need = k * (fewer * M) + 486 * y / epsilon + 2
    rows = [ln(4 * k) <= 2 * y, need <= most * M * y, as_truth(W.asks).implies(most * M * y <= 1 / (16 * s))]
    draws = (1 - idle) * ln(1 + 2 * s * x) <= 2 * s * x
    private = [draws, x / 8 <= W.epsilon, delta * (exp(x / 8) - 1) <= x * Real.of(W.delta)]
    return all_of([*rows, W.says, exp(-(k * ln(4))) <= Real.of(W.fails) / 2, *private])


rests_on("BGS21.CA.2.acc.corrected", "BGS21.ALG.W.corrected", "$W$ runs A' on independent draws", CLAIM)


@uses("BGS21.CA.2.acc.corrected", "BGS21.TA.1.conf", CLAIM)
def the_base_learner_has_enough_rows(y: FromLn4, u: AtLeastFour, T: AtLeastOne, beta: PositiveUnit) -> Use:
    """A' at confidence $2 e^{-y} <= beta / (2 T)$, on $k = 2 y / ln 4$ runs and $486 y u$ rows for the choice, $u = 1 /
    epsilon$: it fails in one of $T$ rounds with probability at most $beta / 2$."""
    at = {"beta": 2 * exp(-y), "k": 2 * y / ln(4), "x": Fraction(3, 4) * y * u, "y": Fraction(27, 4) * y}
    return Use(at, given=4 * T * exp(-y) <= beta, gives=lambda b: T * b.fails <= beta / 2, times=1)


@uses("BGS21.CA.2.acc.corrected", "BGS21.CA.2.priv.draws", CLAIM)
def all_draws_are_as_private_as_said(
    x: PositiveReal, part: Unit, more: FromZero, delta: Unit, before: Unit, after: Unit
) -> Use:
    """$m$ draws with factor $V = 1 + x y$ at most $e^{x/8}$, and at most $1 + x / 7$ for $x <= e^{1/2} - 1$, multiply
    probabilities by $e^{x/8}$ at most and add at most $delta / 7$: here $y$ is a part of $1/7$, and $e^{x/8}$ is $V$
    and more."""
    y = part / 7
    at = {"x": x, "y": y, "delta": delta, "before": before, "after": after}
    return Use(at, gives=before <= (1 + x * y + more) * after + delta / 7)


@adds_up("BGS21.CA.2.acc.corrected", CLAIM)
def the_corrected_weak_learner_fails_seldom(y: FromLn4, u: AtLeastFour, T: AtLeastOne, beta: PositiveUnit) -> Total:
    """$W$ fails with probability at most $beta / (2 T) = 2 e^{-y}$."""
    return Total(fails=2 * exp(-y))


@claim(
    "BGS21.ALG.W",
    "proof of Claim A.2, appendix A: draws of the weak learner",
    "algorithm",
    caps="$mu$ a multiple of $1/n$ on $n$ rows",
)
def every_distribution_has_draws_without_replacement(n: PositiveSize, m: PositiveSize) -> Statement:
    """$W$ draws $m <= n$ examples without replacement from $D$ according to $mu$, for every $mu$ on the $n$ rows of
    $D$. Read as: at least $m$ rows have positive weight."""
    return when(m <= n, all_of(sum(weight > 0 for weight in mu) >= m for mu in grid(int(n), int(n))))


@correction(
    "BGS21.ALG.W",
    "a $mu$ with fewer than $m$ rows of positive weight, such as a point mass, has no $m$ draws without "
    "replacement, and accuracy is claimed for every $mu$; A' is known to be accurate on i.i.d. examples: "
    "draw independently",
    reach=among_nine_functions,
    narrows="EXPLEARN, with $epsilon = ln 4$, stands for A'",
    caps="two draws from two rows, at the first and the last point, $mu$ a multiple of $1/4$",
    mixed=OFFSET,
)
def the_weak_learner_samples_independently(
    H: ExplicitBinary, law: LawOf, weak: Weighted, explearn: ExpLearn, mixed: int
) -> Statement:
    """$W$ draws $m$ examples independently from $D$ according to $mu$ and runs A' on them: its law is that of A' on $m$
    i.i.d. examples drawn by $mu$; here $m = 2$."""
    run, learner = base_learner(explearn, H.functions()), exponential_learner(law, explearn, H.functions())

    def expected(sample: Sample, mu: Distribution) -> Law[Function]:
        rows = list(zip(sample, mu, mu[::-1] if int(mixed) else mu, strict=True))
        return law_of(((a, b), p * q) for a, p, _ in rows for b, _, q in rows).bind(learner)

    cases = [(labelled((0, H.points - 1), f), mu) for f in H.functions() for mu in grid(2, 4)]
    return all_of(same_law(law(weak, run, 2, sample, mu), expected(sample, mu)) for sample, mu in cases)


# ---- Privacy


@terms("BGS21.CA.2.priv")
def weak_learner(epsilon: PositiveUnit, delta: Unit, deltas: Fraction | int = 3, epsilons: int = 2) -> Terms:
    """W, over the (2 epsilon, delta)-private A' on m = 1/(16 s) rows."""
    return Terms(epsilon=epsilons * epsilon, delta=deltas * delta)


@claim(
    "BGS21.CA.2.priv",
    "Claim A.2, appendix A: privacy parameters of the weak learner",
    "claim",
    narrows="the arithmetic; the amplification by subsampling (DRV10, Lemma 6.5) is taken as it is printed",
    delta=Constant(3, mutants=(Fraction(13, 5),), stronger="smaller"),
    epsilons=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_amplified_parameters_fit(
    epsilon: PositiveUnit, s: PositiveUnit, slip: Unit, delta: Fraction, epsilons: int
) -> Truth:
    """With $m = 1/(16 s)$ rows, $(32 epsilon s m, delta (1 + e^{8 epsilon s m}))$ is $(2 epsilon, delta (1 +
    e^{epsilon/2}))$, at most $(2 epsilon, 3 delta)$ for $epsilon <= 1$; here ``slip`` is $delta$."""
    m = 1 / (16 * s)
    budget = weak_learner(epsilon, slip, delta, epsilons)
    return (32 * epsilon * s * m <= budget.epsilon) & (slip * (1 + exp(8 * epsilon * s * m)) <= budget.delta)


@terms("BGS21.CA.2.priv.iid")
def one_draw(p: Unit, x: FromZero, delta: Unit, before: FromZero, after: FromZero, cost: Fraction | int = 1) -> Terms:
    """An event's probabilities where one draw, which differs with probability p, is made from the other law."""
    return Terms(says=before <= (1 + cost * p * x) * after + p * delta)


@claim(
    "BGS21.CA.2.priv.iid",
    "for Claim A.2, appendix A: amplification by one independent draw",
    "step",
    narrows="one event, whose probabilities are numbers",
    cost=SHARE,
)
def an_independent_draw_is_amplified(
    p: Unit, x: FromZero, delta: Unit, common: FromZero, there: FromZero, kept: FromZero, less: FromZero, cost: Fraction
) -> Truth:
    """One draw that differs with probability $p$ changes probabilities by the factor $1 + p x$ and by $p delta$, for an
    $(ln(1 + x), delta)$-private A': on what the laws have in common an event has probability $common + kept$, on
    the rest of the other law $common + there$, and on the rest of the one $(1 + x) common + delta - less$, at most
    $(1 + x)$ times each of these and $delta$."""
    a, b, c = (1 + x) * common + delta - less, common + there, common + kept
    return as_truth(one_draw(p, x, delta, (1 - p) * c + p * a, (1 - p) * c + p * b, cost).says)


@terms("BGS21.CA.2.priv.draws")
def many_draws(x: FromZero, y: FromZero, delta: Unit, before: FromZero, after: FromZero) -> Terms:
    """An event's probabilities where many draws are made from the other law; 1 + x y is (1 + p x)^m."""
    return Terms(says=before <= (1 + x * y) * after + delta * y)


@claim(
    "BGS21.CA.2.priv.draws",
    "for Claim A.2, appendix A: amplification by several independent draws",
    "step",
    narrows="the induction step, for one event, whose probabilities are numbers",
    cost=SHARE,
)
def independent_draws_are_amplified(
    p: Unit, x: FromZero, y: FromZero, delta: Unit, after: FromZero, less: FromZero, lost: FromZero, cost: Fraction
) -> Truth:
    """$m$ draws change probabilities by the factor $V = (1 + p x)^m$ and by $delta (V - 1) / x$, by induction on $m$:
    with $V = 1 + x y$ and one more draw, $1 + x (y + p + p x y) = V (1 + p x)$."""
    middle = (1 + p * x) * after + p * delta - less
    before = (1 + x * y) * middle + delta * y - lost
    return as_truth(many_draws(x, y + p + cost * p * x * y, delta, before, after).says)


@uses("BGS21.CA.2.priv.draws", "BGS21.CA.2.priv.iid", CLAIM)
def one_draw_more_is_made(p: Unit, x: FromZero, y: FromZero, delta: Unit, middle: Unit, after: Unit) -> Use:
    """An event has at most $V middle + delta y$, $V = 1 + x y$, by $m$ draws, and with one more, which changes
    ``middle`` to ``after``, at most $(1 + x z) after + delta z$, $z = y + p + p x y$."""
    at = {"p": p, "x": x, "delta": delta, "before": middle, "after": after}
    z = y + p + p * x * y
    return Use(at, gives=(1 + x * y) * middle + delta * y <= (1 + x * z) * after + delta * z)


@claim(
    "BGS21.CA.2.run",
    "Claim A.2, appendix A, corrected: privacy of the weak learner as implemented",
    "step",
    reach=up_to_two_points,
    narrows="EXPLEARN with $e^epsilon = 5/4$ stands for A'; one draw from 17 rows",
    share=Constant(1, mutants=(QUARTER,)),
)
def close_measures_are_hard_to_tell_apart(
    H: ExplicitBinary, law: LawOf, weak: Weighted, explearn: ExpLearn, share: Fraction
) -> Truth:
    """$W$ over the $(2 epsilon, 0)$-private EXPLEARN is $(epsilon / 3, 0)$-indistinguishable on neighbours with
    $1/16$-smooth measures at distance $1/16$: on two samples of 17 rows at one point, with the uniform measures on the
    first and on the last 16."""
    epsilon = ln(Fraction(5, 4))
    here, there = (tuple((0, int(i in ones)) for i in range(17)) for ones in ((0, 8), (0,)))
    first, last = ((*(Fraction(1, 16),) * 16, Fraction(0))[::step] for step in (1, -1))
    run = base_learner(explearn, H.functions(), 2 * epsilon)
    return indistinguishable(law(weak, run, 1, here, first), law(weak, run, 1, there, last), share * epsilon / 3, 0)
