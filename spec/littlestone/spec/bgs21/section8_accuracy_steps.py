"""BGS21 section 8: the steps of the printed proof of Lemma 8.5, and the bound drawn from the lemma."""

from itertools import product
from math import comb, prod

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

ONE_LEARNER = "one learner, EXPLEARN with $epsilon = ln 4$, and its least $alpha$"
LearnToRep = Annotated[Run, Algorithm("BGS21.ALG.LEARN2REP")]
ENOUGH = Fraction(3, 4)  # times ln 4 is the least alpha m
PER_LOGARITHM = Fraction(41, 10)  # ln(4 (k+1) ln 8) is at most so many ln(k+1)
PROOF = "proof of Lemma 8.5, section 8"
DRAWN = "after Lemma 8.5, section 8"
FromLn8 = Annotated[Real, Reals(low=ln(8))]


@claim("BGS21.L8.5.eq12", "Equation (12), section 8: diluted distribution", "step")
def the_diluted_weights_are_a_distribution(alpha: PositiveUnit, d: Unit) -> Truth:
    """$D~(0) = 1 - 4 alpha + 4 alpha D(0)$ and $D~(x) = 4 alpha D(x)$ elsewhere is a distribution, for every accuracy
    $alpha$ of a PAC learner; here $d = D(0)$."""
    return _is_distribution(alpha, d, 4)


def _is_distribution(alpha: Real, d: Real, scale: int) -> Truth:
    at_zero, elsewhere = 1 - scale * alpha + scale * alpha * d, scale * alpha * (1 - d)
    return equals(at_zero + elsewhere, 1) & (at_zero >= 0) & (elsewhere >= 0)


@correction(
    "BGS21.L8.5.eq12",
    "for $alpha > 1/4$ the weight of 0 can be negative, and the lemma is false: with $alpha = 1$ a "
    "constant is accurate with no samples for every class; the lemma needs $alpha <= 1/4$",
    scale=Constant(4, mutants=(5,)),
)
def the_diluted_weights_are_a_distribution_for_small_alpha(alpha: UpToQuarter, d: Unit, scale: int) -> Truth:
    """For $alpha <= 1/4$, $D~(0) = 1 - 4 alpha + 4 alpha D(0)$ and $D~(x) = 4 alpha D(x)$ elsewhere is a
    distribution."""
    return _is_distribution(alpha, d, scale)


@terms("BGS21.L8.5.eq13")
def undiluted(alpha: UpToQuarter, diluted: FromZero, e: Unit) -> Terms:
    """The error under D where that under D~ is ``diluted``."""
    return Terms(says=(diluted <= alpha).implies(e <= QUARTER))


@claim(
    "BGS21.L8.5.eq13",
    "Equation (13), section 8: error under the diluted distribution",
    "step",
    scale=Constant(4, mutants=(3,)),
)
def small_error_under_the_diluted_distribution_is_small_under_the_other(
    alpha: UpToQuarter, e: Unit, at_zero: Unit, scale: int
) -> Truth:
    """$Pr_D~[f != h] >= 4 alpha Pr_D[f != h]$, so error at most $alpha$ under $D~$ is error at most $1/4$ under $D$.
    Read as: for $alpha <= 1/4$, where $D~$, as in (12), is a distribution; $e$ is the error under $D$, and the error at
    0 counts $(1 - 4 alpha)$ more where $at_zero > 0$."""
    diluted = scale * alpha * e + (1 - 4 * alpha) * at_zero
    return (diluted >= 4 * alpha * e) & as_truth(undiluted(alpha, diluted, e).says)


@terms("BGS21.L8.5.m")
def the_sample_is_not_good(t: PositiveReal, factor: Fraction = ENOUGH) -> Terms:
    """More than 8 alpha m of m rows are not at the special point; t = alpha m."""
    return Terms(asks=factor * ln(4) <= t, fails=QUARTER)


@claim(
    "BGS21.L8.5.m",
    "proof of Lemma 8.5, section 8: number of rows and the tail bound",
    "step",
    factor=Constant(ENOUGH, mutants=(HALF,)),
)
def enough_rows_make_the_sample_good(t: PositiveReal, factor: Fraction) -> Truth:
    """If $m >= 3 ln(4) / (4 alpha)$ then $e^{-4 alpha m / 3} <= 1/4$, so that $1/2 - e^{-4 alpha m / 3} >= 1/4$; here
    $t = alpha m$."""
    tail = exp(-(Fraction(4, 3) * t))
    bad = the_sample_is_not_good(t, factor)
    return as_truth(bad.asks).implies(tail <= bad.fails)


@claim(
    "BGS21.L8.5.chern",
    "proof of Lemma 8.5, section 8: frequency of the special point",
    "step",
    narrows="$D~(0)$ at its least value, $1 - 4 alpha$; that a larger one makes 0 more frequent is not formalized",
    caps="$alpha = 1 / (8 j)$",
    rate=Constant(Fraction(4, 3), mutants=(5,), stronger="larger"),
)
def the_special_point_is_frequent(m: PositiveSize, j: PositiveSize, rate: Fraction) -> Statement:
    """With probability at least $1 - e^{-4 alpha m / 3}$ the point 0 appears at least $(1 - 8 alpha) m$ times among $m$
    draws from $D~$ of (12), which gives it at least $1 - 4 alpha$; here $alpha = 1 / (8 j)$ and $j > 1$, as $(1 - 8
    alpha) m$ is 0 at $j = 1$."""
    alpha = 1 / (8 * j)
    most = floor(8 * alpha * m)
    good: Fraction = sum(comb(m, i) * (4 * alpha) ** i * (1 - 4 * alpha) ** (m - i) for i in range(most + 1))
    return when(j > 1, 1 - exp(-rate * alpha * m) <= good)


@uses("BGS21.L8.5.chern", "PROB.chernoff.upper", PROOF)
def the_sample_is_good(alpha: UpToQuarter, m: PositiveInteger) -> Use:
    """More than $8 alpha m$ of $m$ draws are not at 0, twice the largest mean, $4 alpha m$, with probability at most
    $e^{-4 alpha m / 3}$; a smaller mean, as $D(0) > 0$ gives, makes them rarer."""
    at = {"mean": 4 * alpha * m, "delta": Real.of(1)}
    return Use(at, gives=lambda b: 1 - b.fails >= 1 - exp(-(4 * alpha * m / 3)))


@terms("BGS21.L8.5.eq14")
def on_copies_of_one_row(w: AtLeastOne, other: Unit, special: Unit) -> Terms:
    """The chance on copies of one row, where t rows of another sample are changed; w = e^{epsilon t}."""
    return Terms(says=w * special >= other)


@claim(
    "BGS21.L8.5.eq14",
    "Equation (14), section 8: group privacy on copies of one row",
    "step",
    reach=among_nine_functions,
    narrows="one learner, EXPLEARN with $epsilon = ln 4$; $t$ rows in place of the printed $8 alpha m$, without its "
    "$1/4$",
    caps="samples of two rows",
    per_row=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def the_special_sample_finds_close_hypotheses_too(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, per_row: Fraction
) -> Statement:
    """$Pr[A(0_sigma) in T] >= e^{-epsilon t} Pr[A(X) in T]$ for every set $T$, where $X$ is labelled by $f$, has $t$
    rows not at 0, and $0_sigma$ as many rows $(0, sigma)$, $sigma = f(0)$: group privacy, here for EXPLEARN on samples
    of two rows and $epsilon = ln 4$."""
    learner = exponential_learner(law, explearn, H.functions())

    def holds(f: Function, points: tuple[int, ...]) -> Truth:
        special, other = learner(((0, f[0]),) * 2), learner(labelled(points, f))
        w = exp(EPSILON * (per_row * sum(x != 0 for x in points)))
        return all_of(as_truth(on_copies_of_one_row(w, other[h], special[h]).says) for h in H.functions())

    samples = product(range(H.points), repeat=2)
    return when(H.points > 1, all_of(holds(f, points) for points in samples for f in H.functions()))


@uses("BGS21.L8.5.eq14", "DP.group", "Equation (14), section 8")
def group_privacy_gives_equation_14(epsilon: FromZero, t: Natural, q: Unit, r: Unit) -> Use:
    """$t$ rows are changed: $r >= e^{-epsilon t} q$."""
    return Use({"w": exp(epsilon * t), "s": Real.of(0), "q": q, "r": r}, gives=r >= exp(-(epsilon * t)) * q)


@terms("BGS21.L8.5.exec")
def all_runs_miss(p: UpToHalf, less: Unit) -> Terms:
    """ln(8) / p - less runs, each of which hits with probability p, all miss."""
    return Terms(fails=EIGHTH)


@claim(
    "BGS21.L8.5.exec",
    "proof of Lemma 8.5, section 8: number of executions that suffices",
    "step",
    narrows="the arithmetic; that the runs miss independently is taken for granted",
    runs=Constant(8, mutants=(7,)),
    lost=Constant(1, mutants=(2,)),
)
def enough_executions_rarely_miss(p: UpToHalf, less: Unit, runs: int, lost: int) -> Truth:
    """$(1 - e^{-8 epsilon alpha m} / 4)^{4 ln(8) e^{8 epsilon alpha m}} <= 1/8$: with $p <= 1/2$ for $e^{-8 epsilon
    alpha m} / 4$, and $ln(8) / p - less$ runs, so that rounded down, $floor(ln(8) / p)$, they are enough."""
    return (1 - p) ** (ln(runs) / p - lost * less) <= all_runs_miss(p, less).fails


def few_outcomes_for_all_labels(H: ConceptClass) -> bool:
    """Classes among at most five functions, of which one for each label can be chosen in at most 300 ways."""
    return is_enumerable(H, 5) and len(H.functions()) ** H.labels <= 300


@claim(
    "BGS21.ALG.LEARN2REP5",
    "proof of Lemma 8.5, section 8: representation by runs for every label as implemented",
    "algorithm",
    reach=few_outcomes_for_all_labels,
    narrows="one learner, EXPLEARN with $epsilon = ln 4$, on one row, and one run for each label",
    lost=OFFSET,
)
def outcomes_for_every_label_miss_independently(
    H: ExplicitClass, law: LawOf, to_representation: LearnToRep, explearn: ExpLearn, lost: int
) -> Statement:
    """LEARN2REP5 outputs the outcomes of runs of A on $m$ copies of $(0, sigma)$ for every label $sigma$: $f$ is missed
    with probability $prod_sigma (1 - Pr[A(0_sigma) = f])^runs$; here $m = 1$ and one run for each label."""
    functions = H.functions()
    run = base_learner(explearn, functions)
    families = law(to_representation, run, tuple(((0, label),) for label in range(H.labels)), 1)
    single = [law(run, ((0, label),)) for label in range(lost, H.labels)]

    missed = {f: prod(1 - one[f] for one in single) for f in functions}
    return all_of(equals(missing_probability(families, f), missed[f]) for f in functions)


def one_point(H: ConceptClass) -> bool:
    """Classes on one point."""
    return H.points == 1


@claim(
    "BGS21.L8.5.P",
    "proof of Lemma 8.5, section 8: distribution induced by the executions",
    "step",
    reach=one_point,
    narrows=ONE_LEARNER,
)
def runs_on_one_labelling_represent(H: ExplicitClass, j: Size, law: LawOf, explearn: ExpLearn) -> Statement:
    """The $P$ induced by $A(0_0)$, on $m$ rows $(0, 0)$, through $4 (k+1) ln(8) e^{8 epsilon alpha m}$ runs, $(1/4,
    1/8)$-represents $H$. Read as: A is EXPLEARN on one point with $epsilon = ln 4$, $m = 24 + j$ and $alpha = 3 ln(4) /
    (4 m) <= 1/4$, where it is $(alpha, 1/2)$-accurate, and the runs are rounded down."""
    return _runs_represent(H, 24 + j, law, explearn, labels=(0,))


def _runs_represent(H: ConceptClass, m: int, law: Run, explearn: Run, labels: tuple[int, ...]) -> Statement:
    """Every f in H is missed by all runs with probability at most 1/8; the hypothesis is that A is accurate."""
    functions = H.functions()
    learner = exponential_learner(law, explearn, functions)
    accurate = all_of(learner(labelled((0,) * m, f))[f] >= HALF for f in functions)
    runs = floor(4 * ln(8) * exp(8 * EPSILON * (Fraction(3, 4) * ln(4))) * Fraction(H.labels, len(labels)))

    def rarely_missed(f: Function) -> Truth:
        hits = [learner(((0, label),) * m)[f] for label in labels]
        log_missed = sum((runs * ln(1 - hit) for hit in hits if hit < 1), Real.of(0))
        return any_of([*(equals(hit, 1) for hit in hits), log_missed <= -ln(8)])

    return when(accurate, all_of(rarely_missed(f) for f in functions))


@correction(
    "BGS21.L8.5.P",
    "runs of $A(0_0)$ see one label only: $P$ is induced by the runs of $A(0_0), A(0_1), ..., A(0_k)$",
    reach=one_point,
    narrows=f"{ONE_LEARNER}; on one point group privacy is not needed and the number of runs is not tested",
    lost=OFFSET,
)
def runs_on_all_labellings_represent(H: ExplicitClass, j: Size, law: LawOf, explearn: ExpLearn, lost: int) -> Statement:
    """The $P$ induced by $4 ln(8) e^{8 epsilon alpha m}$ runs, rounded down, of each of $A(0_0), ..., A(0_k)$,
    $0_sigma$ being $m$ rows $(0, sigma)$, $(1/4, 1/8)$-represents $H$: here A is EXPLEARN on one point with $epsilon =
    ln 4$, $m = 24 + j$ and $alpha = 3 ln(4) / (4 m) <= 1/4$, where it is $(alpha, 1/2)$-accurate."""
    return _runs_represent(H, 24 + j, law, explearn, labels=tuple(range(int(lost), H.labels)))


@terms("BGS21.L8.5.size")
def size_with_the_logarithm(x: FromZero, L: PositiveReal, size: FromZero, factor: Fraction = PER_LOGARITHM) -> Terms:
    """The size of the representation, x = 8 m epsilon alpha and L = ln(k+1)."""
    return Terms(says=size <= x + factor * L)


@claim(
    "BGS21.L8.5.size",
    "proof of Lemma 8.5, section 8: size of the representation",
    "step",
    factor=Constant(PER_LOGARITHM, mutants=(4,)),
)
def the_representation_is_small(k: PositiveInteger, x: FromZero, factor: Fraction) -> Truth:
    """$ln(4 (k+1) ln(8) e^{8 m epsilon alpha}) = ln(4 (k+1) ln 8) + 8 m epsilon alpha$, at most $8 m alpha epsilon +
    4.1 ln(k+1)$; here $x = 8 m epsilon alpha$."""
    size = ln(4 * (k + 1) * ln(8)) + x
    return equals(ln(4 * (k + 1) * ln(8) * exp(x)), size) & as_truth(
        size_with_the_logarithm(x, ln(k + 1), size, factor).says
    )


# ---- After Lemma 8.5


@claim(
    "BGS21.S8.lb2",
    "after Lemma 8.5, section 8: lower bound on the samples with accuracy alpha",
    "remark",
    narrows="up to 3 points, RepDim by its closed form, BGS21.D8.2; that a constant is such a learner for $alpha = 1$ "
    "is not formalized; the next sentence, that with Lemma 8.3 RepDim gives the samples up to logarithms in $k + 1$, "
    "is left out",
)
def repdim_minus_ln_of_the_labels_bounds_the_samples(H: Multiclass) -> Statement:
    """$(epsilon, 0)$-private $(alpha, 1/2)$-accurate learning needs $m = Omega((RepDim(H) - ln(k+1)) / (alpha
    epsilon))$ samples. Read as: $RepDim(H) <= ln(k+1)$, since for $alpha = 1$ no samples, $m = 0$, are enough; that
    is $ceil(7|H|/8) <= k + 1$ on up to 3 points."""
    size = H.size().map(lambda n: representation_size(max(n, 1)))
    return when(H.points <= 3, size <= H.labels)


@correction(
    "BGS21.S8.lb2",
    "Lemma 8.5 needs $alpha <= 1/4$, and the constant that its $O$ hides stays with $ln(k+1)$ as well",
    factor=Constant(8, mutants=(7,), stronger="smaller"),
    labels=Constant(Fraction(31, 10), mutants=(3,), stronger="smaller"),
    narrows="the size of Lemma 8.5, BGS21.L8.5.corrected, is a number, of which $RepDim(H)$ is a part; the next "
    "sentence of the print is left out",
    cites=("BGS21.L8.5.corrected",),
)
def repdim_bounds_the_samples_from_below(
    alpha: UpToQuarter, epsilon: PositiveReal, m: Natural, k: PositiveInteger, part: Unit, factor: int, labels: Fraction
) -> Truth:
    """For $alpha <= 1/4$ and every $m$, $(epsilon, 0)$-private $(alpha, 1/2)$-accurate learning needs $m >= (RepDim(H)
    - 3.1 ln(k+1)) / (8 alpha epsilon)$ rows: here $RepDim(H)$ is a part of the size of Lemma 8.5, corrected."""
    repdim = part * (ln(2 * (k + 1) * ln(8)) + 8 * m * alpha * epsilon)
    return repdim - labels * ln(k + 1) <= factor * alpha * epsilon * m


@uses("BGS21.S8.lb2", "BGS21.L8.5", DRAWN, repair="BGS21.L8.5.corrected")
def the_size_bounds_the_samples(k: PositiveInteger, alpha: UpToQuarter, c: PositiveUnit) -> Use:
    """The size $R$, at most $C (x + L)$ with $x = m alpha epsilon$ and $L = ln(k+1)$, is to give $x >= c (R - L)$ for
    some $c > 0$: it does for no $c$, here at $alpha <= 1/4$, $x = 0$ and a size below that of the corrected lemma."""
    R = ln((k + 1) * ln(8))
    return Use({"size": R, "k": k, "alpha": alpha, "x": Real.of(0)}, gives=c * (R - ln(k + 1)) <= 0)


@correction(
    "BGS21.S8.lb2.from.L8.5.conclusion",
    "the constant that the $O$ hides stays with $ln(k+1)$ as well: $m = Omega((RepDim(H) - C ln(k+1)) / "
    "(alpha epsilon))$, and without it the bound is false (BGS21.S8.lb2.coin)",
    share=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def the_size_bounds_the_samples_beyond_a_multiple_of_the_logarithm(
    C: PositiveReal, R: FromZero, x: FromZero, L: PositiveReal, share: Fraction
) -> Statement:
    """$R <= C (x + L)$ gives $C x >= R - C L$."""
    return when(C * (x + L) >= R, C * x >= R - share * C * L)


@uses("BGS21.S8.lb2", "BGS21.L8.3", DRAWN, repair="BGS21.L8.3.corrected")
def a_learner_comes_from_the_representation_dimension(alpha: PositiveUnit, error: Unit, epsilon: PositiveReal) -> Use:
    """Combined with Lemma 8.3, $RepDim(H)$ is to give a learner of every accuracy $alpha$: but the lemma makes of a
    $(1/4, 1/8)$-representation, as RepDim has it, a $(6/4, 2/8)$-accurate one."""
    at = {"alpha": QUARTER, "beta": EIGHTH, "error": error, "epsilon": epsilon}
    return Use(at, gives=lambda learner: (error <= alpha) & (learner.fails <= HALF))


@correction(
    "BGS21.S8.lb2.from.L8.3.conclusion",
    "Lemma 8.3 makes the representation's error six times as large, and $6/4$ is no accuracy: an $(alpha "
    "/ 6, 1/8)$-representation is needed, which is larger (by a factor of order $log(1/alpha)$, BNS19)",
    factor=Constant(6, mutants=(5,), stronger="smaller"),
)
def a_learner_comes_from_a_closer_representation(alpha: PositiveUnit, factor: int) -> Truth:
    """Lemma 8.3, corrected, makes of error $alpha / 6$ at most $6 (alpha / 6) <= alpha$, and of failure $1/8$ at most
    $2/8 <= 1/2$."""
    return (6 * (alpha / factor) <= alpha) & (2 * EIGHTH <= HALF)


@uses("BGS21.S8.lb2.corrected", "BGS21.L8.5.corrected", DRAWN)
def the_corrected_lemma_bounds_the_samples(
    size: FromZero, less: FromZero, k: PositiveInteger, alpha: UpToQuarter, x: FromZero
) -> Use:
    """For $alpha <= 1/4$ $RepDim(H)$, ``less`` than the size of the lemma, is at most $8 x + 3.1 ln(k+1)$, $x = m alpha
    epsilon$."""
    line = size - less - Fraction(31, 10) * ln(k + 1) <= 8 * x
    return Use({"size": size, "k": k, "alpha": alpha, "x": x}, gives=line)


@claim(
    "BGS21.S8.lb2.coin",
    "for the bound after Lemma 8.5, section 8: four functions at small alpha",
    "remark",
    role="companion",
    narrows="the arithmetic of EXPLEARN on two rows; that its law is this is BGS21.ALG.EXPLEARN, there at one "
    "$epsilon$, RepDim is BGS21.D8.2, and that the rows differ so often is not formalized",
    scale=Constant(128, mutants=(20,), stronger="smaller"),
)
def no_constant_saves_the_bound_for_small_alpha(y: FromLn8, w: Unit, scale: int) -> Truth:
    """$m = Omega((RepDim(H) - ln(k+1)) / (alpha epsilon))$ is false for small $alpha$ as well: EXPLEARN on $m = 2$
    rows, with $epsilon = 2 y$ and $v = e^{-y} <= 1/8$, learns the four binary functions on two points, of RepDim $ln
    4$, to $(alpha, 1/2)$ with $alpha = 16 v^2$: where an error counts the rows differ with probability $w >= 24
    v^2$, and $f$ has probability $(1 - w) / (2 (1 + v^2)) + w / (1 + v)^2 >= 1/2$. But $m alpha epsilon = 64 v^2 y$
    is at most $c (RepDim(H) - ln 2)$ with $c = 128 v$."""
    v = exp(-y)
    half = equals((1 - w) * (1 + v) ** 2 + 2 * w * (1 + v**2), (1 + v) ** 2 + w * (1 - v) ** 2)
    return half & (24 * (1 - v) ** 2 >= (1 + v) ** 2) & (64 * y <= scale * ln(2) * exp(y))


rests_on(
    "BGS21.S8.lb2.coin",
    "BGS21.D8.2",
    "$RepDim(H) = ln 4$ for the four functions on two points",
    f"for the bound {DRAWN}",
)
