"""BGS21 section 8: Lemma 8.5, how the accuracy enters the size of the representation that a learner makes."""

from itertools import product
from math import comb

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.samples import corners_and_centre, ordered_draws
from littlestone.spec.notation import *

BALLS = "the arithmetic; the bound on RepDim is counted up to 64 points"
ONE_LEARNER = "one learner, EXPLEARN with epsilon = ln 4, and its least alpha"


def few_rows_and_functions(H: ConceptClass, m: Integer) -> bool:
    """At most four functions from the points to the labels, and two rows."""
    return is_enumerable(H, 4) and int(m) <= 2


# ---- What is drawn from Lemma 8.4


@claim(
    "BGS21.S8.lb",
    "after Lemma 8.4, section 8",
    "remark",
    reach=among_nine_functions,
    cites=("BGS21.D8.2",),
)
def pure_private_learning_needs_repdim_over_epsilon_samples(H: ExplicitClass) -> Statement:
    """Every (epsilon, 0)-private (alpha, 1/2)-accurate learner of H needs at least c RepDim(H) / epsilon samples, c >
    0: a uniform draw from H reads no sample, so that it is private for every epsilon, and where it is (0, 1/2)-accurate
    RepDim(H) must be 0."""
    draw = uniform_law(H.functions())
    accurate = is_accurate(lambda sample: draw, H, 0, 0, HALF, corners_and_centre(H.points))
    return when(accurate, equals(ln(representation_size(len(H.functions()))), 0))


@correction(
    "BGS21.S8.lb",
    "the representation of Lemma 8.4 has at least one function for free, and two of its draws are needed for beta = "
    "1/8; it is one with error alpha, which must be at most 1/4",
    cites=("BGS21.L8.4.corrected",),
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
    constant=Constant(Fraction(21, 10), mutants=(2,), stronger="smaller"),
)
def pure_private_learning_needs_repdim_minus_a_constant(
    alpha: PositiveUnit, e: Unit, missed: Unit, x: FromZero, part: Unit, most: Fraction, constant: Fraction
) -> Statement:
    """For alpha <= 1/4 an (epsilon, 0)-private (alpha, 1/2)-accurate learner needs m >= (RepDim(H) - 2.1) / epsilon
    rows: error e <= alpha is at most 1/4, both of two draws of Lemma 8.4 miss with probability at most 1/8, and their
    union has size at most ln 2 + x + ln(2 ln(4) + 1), x = m epsilon, of which RepDim(H) is a part."""
    repdim = part * (ln(2) + x + ln(2 * ln(4) + 1))
    close, both = (e <= alpha).implies(e <= QUARTER), (missed <= QUARTER).implies(missed**2 <= EIGHTH)
    return when(alpha <= most, all_of([close, both, repdim - constant <= x]))


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


@terms("BGS21.L8.5.corrected")
def size_for_small_errors(
    size: FromZero, k: PositiveInteger, x: FromZero, times: int = 8, half: Fraction | int = 2
) -> Terms:
    """The size of the representation that a learner makes, at x = m alpha epsilon."""
    return Terms(says=size <= ln(half * (k + 1) * ln(8)) + times * x)


@correction(
    "BGS21.L8.5",
    "with alpha = 1 a constant hypothesis is accurate with no samples, for classes of any RepDim; the proof needs "
    "alpha <= 1/4, without which D~ is no distribution. Every m serves: group privacy is averaged over the samples, in "
    "place of being used at a good one",
    narrows="a learner is two means over its samples, of q and of q N: that inequalities at each sample are those of "
    "means is BGS21.L8.5.mean, one value after the other",
    cites=("BGS21.L8.5.moved", "BGS21.L8.5.tangent", "BGS21.L8.5.mean", "DP.group", "BGS21.L8.5.exec.half"),
    most=Constant(QUARTER, mutants=(HALF,), stronger="larger"),
    times=Constant(8, mutants=(7,), stronger="smaller"),
    half=Constant(2, mutants=(Fraction(7, 4),), stronger="smaller"),
)
def learners_with_small_error_make_representations(
    alpha: PositiveUnit,
    k: PositiveInteger,
    v: FromZero,
    d: Unit,
    e: Unit,
    zero: Unit,
    hit: HalfToOne,
    idle: Unit,
    less: Unit,
    most: Fraction,
    times: int,
    half: Fraction,
) -> Statement:
    """For alpha <= 1/4 and every m an (epsilon, 0)-private (alpha, 1/2)-accurate learner with m rows gives a (1/4,
    1/8)-representation of size at most ln(2 (k+1) ln 8) + 8 m alpha epsilon: D~ is a distribution, d = D(0); error at
    most alpha under D~, zero the error at 0, is error e <= 1/4 under D; a run on copies of (0, f(0)) is close with
    probability s >= p = e^{-y} / 2, y = 8 m alpha epsilon, where E[q] = hit >= 1/2 and E[q N] is all of E[N] but an
    idle part; floor(ln(8) / p) = ln(8) / p - less runs all miss with probability at most 1/8; and so many runs for each
    of k + 1 labels have that size. Here e^y = 1 + v and x = m epsilon, also where m = 0."""
    y, p = ln(1 + v), 1 / (half * (1 + v))
    x, runs = y / (times * alpha), ln(8) / p - less
    at_zero, elsewhere = 1 - 4 * alpha + 4 * alpha * d, 4 * alpha * (1 - d)
    close = 1 / (1 + v) * ((1 + y) * hit - (1 - idle) * x * elsewhere)
    lines = [
        equals(at_zero + elsewhere, 1) & (at_zero >= 0),
        (4 * alpha * e + (1 - 4 * alpha) * zero <= alpha).implies(e <= QUARTER),
        close >= p,
        (1 - p) ** runs <= EIGHTH,
        size_for_small_errors(ln((k + 1) * runs), k, alpha * x, times, half).says,
    ]
    return when(alpha <= most, all_of(lines))


@terms("BGS21.L8.5.moved")
def rows_that_are_moved(alpha: UpToQuarter, m: Natural, mean: FromZero, slack: Fraction | int = 0) -> Terms:
    """E[N] for the number N of m rows of D~ that are not at 0."""
    return Terms(says=mean <= 4 * alpha * m + slack)


@claim("BGS21.L8.5.moved", "Lemma 8.5, section 8, repaired", "step", slack=Constant(0, mutants=(Fraction(-1, 100),)))
def few_rows_are_moved(alpha: UpToQuarter, d: Unit, m: Natural, mean: FromZero, slack: Fraction) -> Statement:
    """E[N] <= 4 alpha m for the number N of m rows of D~ that are not at 0, by induction on m: one more row is not at 0
    with probability 4 alpha (1 - d)."""
    before = rows_that_are_moved(alpha, m, mean)
    after = rows_that_are_moved(alpha, m + 1, mean + 4 * alpha * (1 - d), slack)
    return when(as_truth(before.says), as_truth(after.says))


@terms("BGS21.L8.5.tangent")
def below_the_exponential(y: FromZero, a: FromZero, power: FromZero, one: int = 1) -> Terms:
    """The power is e^-a."""
    return Terms(says=power >= exp(-y) * (one + y - a))


@claim("BGS21.L8.5.tangent", "Lemma 8.5, section 8, repaired", "step", one=Constant(1, mutants=(2,)))
def the_exponential_is_above_its_tangent(y: FromZero, a: FromZero, one: int) -> Truth:
    """e^-a >= e^-y (1 + y - a), the tangent at y; at each sample a = epsilon N."""
    above = as_truth(below_the_exponential(y, a, exp(-a), one).says)
    return (a >= y).implies(above) & (a <= y).implies(above)


@claim("BGS21.L8.5.mean", "Lemma 8.5, section 8, repaired", "step", share=Constant(1, mutants=(2,)))
def means_keep_an_order(p: Unit, a: FromZero, b: FromZero, c: FromZero, d: FromZero, share: int) -> Statement:
    """E[f] >= E[g] where f >= g at every sample, one value after the other: the mean of those before has weight p."""
    return when([a >= b, c >= d], p * a + (1 - p) * c >= share * (p * b) + (1 - p) * d)


@terms("BGS21.L8.5.exec.half")
def all_runs_miss_close_ones(p: UpToHalf, less: Unit) -> Terms:
    """ln(8) / p - less runs, each of which hits with probability p, all miss."""
    return Terms(fails=EIGHTH)


@claim(
    "BGS21.L8.5.exec.half",
    "Lemma 8.5, section 8, repaired",
    "step",
    runs=Constant(8, mutants=(7,)),
    lost=Constant(1, mutants=(2,)),
)
def a_whole_number_of_executions_rarely_misses(p: UpToHalf, less: Unit, runs: int, lost: int) -> Truth:
    """floor(ln(8) / p) = ln(8) / p - less runs, each close with probability p <= 1/2, all miss with probability at most
    1/8."""
    return (1 - p) ** (ln(runs) / p - lost * less) <= all_runs_miss_close_ones(p, less).fails


@claim(
    "BGS21.L8.5.unbounded",
    "Lemma 8.5, section 8",
    "lemma",
    role="companion",
    narrows=BALLS,
    cites=("BGS21.L8.5.balls",),
    points=Constant(8, mutants=(1,), stronger="smaller"),
)
def no_constant_saves_the_lemma_for_large_alpha(C: PositiveInteger, points: int) -> Truth:
    """For every constant C, with alpha = 1, m = 0 and all binary functions on n = 8 C + 2 points, RepDim(H) > C (m
    alpha epsilon + ln(k+1))."""
    return C * ln(2) < least_representation(points * C + 2)


@terms("BGS21.L8.5.balls")
def one_function_is_close(n: PositiveInteger, rate: Fraction = EIGHTH) -> Terms:
    """A function on n points is close to a uniform one so seldom."""
    return Terms(fails=exp(-rate * n))


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
    return Real.of(one_function_is_close(n, rate).fails) >= Fraction(close, 2**n)


@claim(
    "BGS21.L8.5.run",
    "Lemma 8.5, section 8, repaired",
    "step",
    reach=few_rows_and_functions,
    narrows="one learner, EXPLEARN with epsilon = ln 4, alpha 1/8 and 1/4; D in quarters",
    half=Constant(2, mutants=(QUARTER,), stronger="smaller"),
)
def its_runs_find_close_hypotheses(
    H: ExplicitClass, m: PositiveSize, law: LawOf, explearn: ExpLearn, half: int
) -> Statement:
    """Where A is (alpha, 1/2)-accurate for f under D~, floor(2 ln(8) e^y) runs on m copies of (0, f(0)) all miss the
    hypotheses of error at most 1/4 under D with probability at most 1/8, y = 8 m alpha epsilon."""
    learner, rows = exponential_learner(law, explearn, H.functions()), int(m)

    def holds(f: Function, D: Distribution, alpha: Fraction) -> Truth:
        diluted = tuple((1 - 4 * alpha) * (x == 0) + 4 * alpha * weight for x, weight in enumerate(D))
        near = [g for g in H.functions() if error(g, f, diluted) <= alpha]
        samples = ordered_draws(diluted, rows)
        hit = sum(weight * sum(learner(labelled(X, f))[g] for g in near) for X, weight in samples)
        close = sum(learner(((0, f[0]),) * rows)[g] for g in H.functions() if error(g, f, D) <= QUARTER)
        runs = floor(half * ln(8) * exp(8 * rows * alpha * EPSILON))
        return as_truth(hit >= HALF).implies(equals(close, 1) | as_truth((1 - close) ** runs <= EIGHTH))

    cases = product(H.functions(), grid(H.points, 4), (EIGHTH, QUARTER))
    return all_of(holds(*case) for case in cases)


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
