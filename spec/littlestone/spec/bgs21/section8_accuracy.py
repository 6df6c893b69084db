"""BGS21 section 8: Lemma 8.5, how the accuracy enters the size of the representation that a learner makes."""

from itertools import product
from math import comb, prod

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

LearnToRep5 = Annotated[Run, Algorithm("BGS21.ALG.LEARN2REP5")]
ARITHMETIC = "the arithmetic of the proof; what it says of learners and samples is in words"

BALLS = "the arithmetic; the bound on RepDim is counted up to 64 points"
ONE_LEARNER = "one learner, EXPLEARN with epsilon = ln 4, and its least alpha"

# ---- The lemma


def least_representation(n: Real) -> Real:
    """A lower bound on RepDim of all binary functions on n points: by BGS21.L8.5.balls a class serves a uniform one,
    under the uniform distribution, with probability at most |G| e^(-n/8), which must be at least 7/8."""
    return n / 8 - ln(Fraction(8, 7))


@claim(
    "BGS21.L8.5",
    "Lemma 8.5, section 8",
    "lemma",
    narrows=BALLS,
    cites=("BGS21.L8.5.unbounded", "BGS21.L8.5.balls"),
)
def learners_make_representations_of_size_m_alpha_epsilon(C: PositiveInteger) -> Truth:
    """If H has an (epsilon, 0)-private (alpha, 1/2)-accurate learner with m samples then RepDim(H) <= C (m alpha
    epsilon + ln(k+1)), for an absolute constant C: with alpha = 1 a constant hypothesis is such a learner with m = 0
    for every H, and here H is all binary functions on n = 8 C + 2 points, for which RepDim(H) >= n/8 - ln(8/7). It
    fails for every C (BGS21.L8.5.unbounded)."""
    return least_representation(8 * C + 2) <= C * ln(2)


@correction(
    "BGS21.L8.5",
    "with alpha = 1 a constant hypothesis is accurate with no samples, for classes of any RepDim; the proof needs "
    "alpha <= 1/4, without which D~ is no distribution",
    narrows=ARITHMETIC,
    cites=("DP.group", "PROB.chernoff.upper", "BGS21.L8.5.exec"),
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
)
def learners_with_small_error_make_representations_of_size_m_alpha_epsilon(
    alpha: PositiveUnit, t: PositiveReal, x: FromZero, d: Unit, e: Unit, k: PositiveInteger, most: Fraction
) -> Statement:
    """For alpha <= 1/4 and m >= 3 ln(4) / (4 alpha) an (epsilon, 0)-private (alpha, 1/2)-accurate learner with m
    samples gives a (1/4, 1/8)-representation of size ln(4 (k+1) ln 8) + 8 m epsilon alpha: D~ has weight 1 - 4 alpha +
    4 alpha d >= 0 at 0; error at most alpha under D~ is error e <= 1/4 under D; the sample is good and A accurate with
    probability at least 1/2 - e^{-4 t / 3} >= 1/4, t = alpha m; and ln(8) / p runs for each label, p = e^{-x} / 4, x =
    8 m epsilon alpha, make classes of that size."""
    return when(
        [alpha <= most, Fraction(3, 4) * ln(4) <= t],
        all_of(
            [
                1 - 4 * alpha + 4 * alpha * d >= 0,
                (4 * alpha * e <= alpha).implies(e <= QUARTER),
                HALF - exp(-(Fraction(4, 3) * t)) >= QUARTER,
                equals(ln((k + 1) * ln(8) / (exp(-x) / 4)), ln(4 * (k + 1) * ln(8)) + x),
            ]
        ),
    )


@claim(
    "BGS21.L8.5.unbounded",
    "Lemma 8.5, section 8",
    "lemma",
    narrows=BALLS,
    cites=("BGS21.L8.5.balls",),
    points=Constant(8, mutants=(1,), stronger="smaller"),
)
def no_constant_saves_the_lemma_for_large_alpha(C: PositiveInteger, points: int) -> Truth:
    """For every constant C, with alpha = 1, m = 0 and all binary functions on n = 8 C + 2 points, RepDim(H) > C (m
    alpha epsilon + ln(k+1))."""
    return C * ln(2) < least_representation(points * C + 2)


@claim(
    "BGS21.L8.5.balls",
    "Lemma 8.5, section 8",
    "step",
    narrows="the number of close functions; the sum over the members of G is in words",
    cites=("PROB.hoeffding",),
    rate=Constant(EIGHTH, mutants=(QUARTER,), stronger="larger"),
)
def few_functions_are_close_to_one(n: PositiveSize, rate: Fraction) -> Truth:
    """At most 2^n e^{-n/8} of the binary functions on n points differ from a given one on at most n/4 of them, so that
    a class G has a member of error at most 1/4 for a uniform f with probability at most |G| e^{-n/8}."""
    close: int = sum(comb(n, i) for i in range(n // 4 + 1))
    return exp(-rate * n) >= Fraction(close, 2**n)


# ---- The distribution P


def one_point(H: ConceptClass) -> bool:
    """Classes on one point."""
    return H.points == 1


@claim(
    "BGS21.L8.5.P", "proof of Lemma 8.5, section 8: the distribution P", "step", reach=one_point, narrows=ONE_LEARNER
)
def runs_on_one_labelling_represent(H: ExplicitClass, j: Size, law: LawOf, explearn: ExpLearn) -> Statement:
    """The P induced by A(0_0), through 4 (k+1) ln(8) e^{8 epsilon alpha m} runs, (1/4, 1/8)-represents H: here A is
    EXPLEARN on one point with epsilon = ln 4, m = 24 + j and alpha = 3 ln(4) / (4 m) <= 1/4."""
    return _runs_represent(H, 24 + j, law, explearn, labels=(0,))


@correction(
    "BGS21.L8.5.P",
    "runs of A(0_0) see one label only: P is induced by the runs of A(0_0), A(0_1), ..., A(0_k)",
    reach=one_point,
    narrows=f"{ONE_LEARNER}; on one point group privacy is not needed and the number of runs is not tested",
    lost=OFFSET,
)
def runs_on_all_labellings_represent(H: ExplicitClass, j: Size, law: LawOf, explearn: ExpLearn, lost: int) -> Statement:
    """The P induced by 4 ln(8) e^{8 epsilon alpha m} runs of each of A(0_0), ..., A(0_k) (1/4, 1/8)-represents H: here
    A is EXPLEARN on one point with epsilon = ln 4, m = 24 + j and alpha = 3 ln(4) / (4 m) <= 1/4."""
    return _runs_represent(H, 24 + j, law, explearn, labels=tuple(range(int(lost), H.labels)))


def _runs_represent(H: ConceptClass, m: int, law: Run, explearn: Run, labels: tuple[int, ...]) -> Statement:
    """Every f in H is missed by all runs with probability at most 1/8; the premise is that A is accurate."""
    functions = H.functions()
    learner = exponential_learner(law, explearn, functions)
    accurate = all_of(learner(labelled((0,) * m, f))[f] >= HALF for f in functions)
    runs = floor(4 * ln(8) * exp(8 * EPSILON * (Fraction(3, 4) * ln(4))) * Fraction(H.labels, len(labels)))

    def rarely_missed(f: Function) -> Truth:
        hits = [learner(((0, label),) * m)[f] for label in labels]
        log_missed = sum((runs * ln(1 - hit) for hit in hits if hit < 1), Real.of(0))
        return any_of([*(equals(hit, 1) for hit in hits), log_missed <= -ln(8)])

    return when(accurate, all_of(rarely_missed(f) for f in functions))


# ---- Its steps


@claim("BGS21.L8.5.eq12", "Equation (12), section 8", "step")
def the_diluted_weights_are_a_distribution(alpha: PositiveUnit, d: Unit) -> Truth:
    """D~(0) = 1 - 4 alpha + 4 alpha D(0) and D~(x) = 4 alpha D(x) elsewhere is a distribution, for every accuracy alpha
    of a PAC learner; here d = D(0)."""
    return _is_distribution(alpha, d, 4)


@correction(
    "BGS21.L8.5.eq12",
    "for alpha > 1/4 the weight of 0 can be negative, and the lemma is false: with alpha = 1 a constant is accurate "
    "with no samples for every class; the lemma needs alpha <= 1/4",
    scale=Constant(4, mutants=(5,)),
)
def the_diluted_weights_are_a_distribution_for_small_alpha(alpha: UpToQuarter, d: Unit, scale: int) -> Truth:
    """For alpha <= 1/4, D~(0) = 1 - 4 alpha + 4 alpha D(0) and D~(x) = 4 alpha D(x) elsewhere is a distribution."""
    return _is_distribution(alpha, d, scale)


def _is_distribution(alpha: Real, d: Real, scale: int) -> Truth:
    at_zero, elsewhere = 1 - scale * alpha + scale * alpha * d, scale * alpha * (1 - d)
    return equals(at_zero + elsewhere, 1) & (at_zero >= 0) & (elsewhere >= 0)


@claim("BGS21.L8.5.eq13", "Equation (13), section 8", "step", scale=Constant(4, mutants=(3,)))
def small_error_under_the_diluted_distribution_is_small_under_the_other(
    alpha: UpToQuarter, e: Unit, at_zero: Unit, scale: int
) -> Truth:
    """Pr_D~[f != h] >= 4 alpha Pr_D[f != h], so error at most alpha under D~ is error at most 1/4 under D; here e is
    the error under D, and the error at 0 counts (1 - 4 alpha) more where at_zero > 0."""
    diluted = scale * alpha * e + (1 - 4 * alpha) * at_zero
    return (diluted >= 4 * alpha * e) & (diluted <= alpha).implies(e <= QUARTER)


@claim("BGS21.L8.5.m", "proof of Lemma 8.5, section 8", "step", factor=Constant(Fraction(3, 4), mutants=(HALF,)))
def enough_rows_make_the_sample_good(t: PositiveReal, factor: Fraction) -> Truth:
    """If m >= 3 ln(4) / (4 alpha) then e^{-4 alpha m / 3} <= 1/4, so that 1/2 - e^{-4 alpha m / 3} >= 1/4; here t =
    alpha m."""
    tail = exp(-(Fraction(4, 3) * t))
    return (factor * ln(4) <= t).implies(tail <= QUARTER)


@claim(
    "BGS21.L8.5.chern",
    "proof of Lemma 8.5, section 8",
    "step",
    narrows="D~(0) at its least value, 1 - 4 alpha; that a larger one makes 0 more frequent is in words",
    caps="alpha = 1 / (8 j)",
    cites=("PROB.chernoff.upper",),
    rate=Constant(Fraction(4, 3), mutants=(5,), stronger="larger"),
)
def the_special_point_is_frequent(m: PositiveSize, j: PositiveSize, rate: Fraction) -> Statement:
    """With probability at least 1 - e^{-4 alpha m / 3} the point 0 appears at least (1 - 8 alpha) m times among m draws
    from D~, which gives it at least 1 - 4 alpha; here alpha = 1 / (8 j) and j > 1, as (1 - 8 alpha) m is 0 at j = 1."""
    alpha = 1 / (8 * j)
    most = floor(8 * alpha * m)
    good: Fraction = sum(comb(m, i) * (4 * alpha) ** i * (1 - 4 * alpha) ** (m - i) for i in range(most + 1))
    return when(j > 1, 1 - exp(-rate * alpha * m) <= good)


@claim(
    "BGS21.L8.5.eq14",
    "Equation (14), section 8",
    "step",
    reach=among_nine_functions,
    narrows="one learner, EXPLEARN with epsilon = ln 4",
    caps="samples of two rows",
    cites=("DP.group",),
    per_row=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def the_special_sample_finds_close_hypotheses_too(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, per_row: Fraction
) -> Statement:
    """Pr[A(0_sigma) in T] >= e^{-epsilon t} Pr[A(X) in T] for every set T, where X is labelled by f, has t rows not at
    0, and sigma = f(0): group privacy, here for EXPLEARN on samples of two rows and epsilon = ln 4."""
    learner = exponential_learner(law, explearn, H.functions())

    def holds(f: Function, points: tuple[int, ...]) -> Truth:
        special, other = learner(((0, f[0]),) * 2), learner(labelled(points, f))
        factor = exp(EPSILON * -(per_row * sum(x != 0 for x in points)))
        return all_of(factor * other[h] <= special[h] for h in H.functions())

    samples = product(range(H.points), repeat=2)
    return when(H.points > 1, all_of(holds(f, points) for points in samples for f in H.functions()))


@claim("BGS21.L8.5.exec", "proof of Lemma 8.5, section 8", "step", runs=Constant(8, mutants=(7,)))
def enough_executions_rarely_miss(p: UpToQuarter, runs: int) -> Truth:
    """(1 - e^{-8 epsilon alpha m} / 4)^{4 ln(8) e^{8 epsilon alpha m}} <= 1/8: here p = e^{-8 epsilon alpha m} / 4, and
    the number of executions, ln(8) / p, is read as a real."""
    return (1 - p) ** (ln(runs) / p) <= EIGHTH


@claim(
    "BGS21.L8.5.exec.floor",
    "proof of Lemma 8.5, section 8",
    "step",
    caps="e^{8 epsilon alpha m} an integer",
    fewer=OFFSET,
)
def a_whole_number_of_executions_is_enough(b: PositiveSize, fewer: int) -> bool:
    """The number of executions may be rounded down: (1 - 1/(4b))^{floor(4 ln(8) b)} <= 1/8; here
    b = e^{8 epsilon alpha m} is an integer."""
    missed: Fraction = (1 - 1 / (4 * b)) ** (floor(4 * ln(8) * b) - fewer)
    return missed <= EIGHTH


def few_outcomes_for_all_labels(H: ConceptClass) -> bool:
    """Classes among at most five functions, of which one for each label can be chosen in at most 300 ways."""
    return is_enumerable(H, 5) and len(H.functions()) ** H.labels <= 300


@claim(
    "BGS21.ALG.LEARN2REP5",
    "proof of Lemma 8.5, section 8",
    "algorithm",
    reach=few_outcomes_for_all_labels,
    narrows="one learner, EXPLEARN with epsilon = ln 4, on one row, and one run for each label",
    lost=OFFSET,
)
def outcomes_for_every_label_miss_independently(
    H: ExplicitClass, law: LawOf, to_representation: LearnToRep5, explearn: ExpLearn, lost: int
) -> Statement:
    """LEARN2REP5 outputs the outcomes of runs of A on m copies of (0, sigma) for every label sigma: f is missed with
    probability prod_sigma (1 - Pr[A(0_sigma) = f])^runs; here m = 1 and one run for each label."""
    functions = H.functions()
    run = base_learner(explearn, functions)
    families = law(to_representation, run, 0, tuple(range(H.labels)), (1, 1))
    single = [law(run, ((0, label),)) for label in range(lost, H.labels)]

    missed = {f: prod(1 - one[f] for one in single) for f in functions}
    return all_of(equals(missing_probability(families, f), missed[f]) for f in functions)


@claim("BGS21.L8.5.size", "proof of Lemma 8.5, section 8", "step", factor=Constant(Fraction(41, 10), mutants=(4,)))
def the_representation_is_small(k: PositiveInteger, x: FromZero, factor: Fraction) -> Truth:
    """ln(4 (k+1) ln(8) e^{8 m epsilon alpha}) = ln(4 (k+1) ln 8) + 8 m epsilon alpha, at most
    8 m alpha epsilon + 4.1 ln(k+1); here x = 8 m epsilon alpha."""
    size = ln(4 * (k + 1) * ln(8)) + x
    return equals(ln(4 * (k + 1) * ln(8) * exp(x)), size) & (size <= x + factor * ln(k + 1))


@claim(
    "BGS21.S8.lb2",
    "after Lemma 8.5, section 8",
    "remark",
    narrows="up to 3 points; that a constant is such a learner for alpha = 1 is in words",
    cites=("BGS21.D8.2",),
)
def repdim_minus_ln_of_the_labels_bounds_the_samples(H: Multiclass) -> Statement:
    """(epsilon, 0)-private (alpha, 1/2)-accurate learning needs m >= c (RepDim(H) - ln(k+1)) / (alpha epsilon) samples,
    for some c > 0: as a constant hypothesis is accurate for alpha = 1 with m = 0, that says RepDim(H) <= ln(k+1), here
    ceil(7|H|/8) <= k + 1, on up to 3 points. (That RepDim captures the sample complexity up to logarithmic factors in
    k + 1 also loses a factor log(1/alpha), by BGS21.L8.3.unbounded.)"""
    size = H.size().map(lambda n: representation_size(max(n, 1)))
    return when(H.points <= 3, size <= H.labels)


@correction(
    "BGS21.S8.lb2",
    "Lemma 8.5 needs alpha <= 1/4, and where m < 3 ln(4) / (4 alpha) its size is that of m = 3 ln(4) / (4 alpha)",
    narrows=ARITHMETIC,
    cites=("BGS21.L8.5.corrected", "BGS21.L8.5.size"),
    factor=Constant(8, mutants=(7,), stronger="smaller"),
)
def repdim_bounds_the_samples_from_below(x: FromZero, k: PositiveInteger, factor: int) -> Truth:
    """For alpha <= 1/4, RepDim(H) is at most the size of Lemma 8.5, ln(4 (k+1) ln 8) + 8 x with x = max(m alpha, 3
    ln(4) / 4) epsilon, so that x >= (RepDim(H) - 4.1 ln(k+1)) / 8: m = Omega((RepDim(H) - 4.1 ln(k+1)) / (alpha
    epsilon)) where that is at least of order 1 / alpha."""
    size = ln(4 * (k + 1) * ln(8)) + 8 * x
    return (size - Fraction(41, 10) * ln(k + 1)) / factor <= x
