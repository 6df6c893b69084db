"""BGS21 section 8: pure differential privacy and probabilistic representations."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.algebra.reals import Real, equals, exp, floor, ln
from littlestone.spec.bgs21.vocabulary import (
    EPSILON,
    HALF,
    OUT_OF_REACH,
    ExpLearn,
    LawOf,
    exponential_learner,
    is_enumerable,
    uniform_subsets,
)
from littlestone.spec.claim import (
    Constant,
    ExplicitClass,
    PositiveInteger,
    PositiveReal,
    PositiveSize,
    Reals,
    Size,
    Statement,
    claim,
    correction,
    when,
)
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.learning import (
    corners_and_centre,
    has_close_member,
    labelled,
    represents,
)

QUARTER, EIGHTH = Fraction(1, 4), Fraction(1, 8)
OFFSET = Constant(0, mutants=(1,))
FromZero = Annotated[Any, Reals(low=Real.of(0))]
AtLeastOne = Annotated[Any, Reals(low=Real.of(1))]
Unit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1))]
PositiveUnit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), low_open=True)]
UpToQuarter = Annotated[Any, Reals(low=Real.of(0), high=Real.of(QUARTER), low_open=True)]
UpToHalf = Annotated[Any, Reals(low=Real.of(0), high=Real.of(HALF), low_open=True)]


# ---- Definitions 8.1 and 8.2


@claim("BGS21.D8.1", "Definition 8.1 and Equation (10), section 8", "definition", offset=OFFSET)
def a_representation_has_a_close_hypothesis_with_high_probability(
    H: ExplicitClass, s: PositiveSize, offset: int
) -> Statement:
    """(P, G) (1/4, 1/8)-represents H if for every f in H and every D, both fixed before the draw, a class drawn from P
    has with probability at least 7/8 a g with Pr_D[f != g] <= 1/4. On up to 3 points that is Pr[f in G_i] >= 7/8, as
    the uniform D shows: here for P uniform on the s-subsets of H."""
    if not is_enumerable(H):
        return OUT_OF_REACH
    P = uniform_subsets(H, s)
    literal = represents(P, H, QUARTER, EIGHTH, corners_and_centre(H.points))
    size = len(H.functions())
    return when(True, literal.iff(as_truth(8 * min(s + offset, size) >= 7 * size)))


def representation_size(functions: int) -> int:
    """The least size of classes that (1/4, 1/8)-represent so many functions on at most 3 points: ceil(7 functions /
    8)."""
    return -(-7 * functions // 8)


@claim("BGS21.D8.2", "Definition 8.2 and Equation (11), section 8", "definition", fewer=OFFSET)
def the_representation_dimension_has_a_closed_form(H: ExplicitClass, fewer: int) -> Statement:
    """RepDim(H), the least size ln max |G_i| of a (1/4, 1/8)-representation of H, is ln ceil(7|H|/8) on up to 3 points:
    the subsets of H of that size represent it, and every smaller class G contains a uniformly drawn f in H with
    probability below 7/8, so that no P over such classes serves all f."""
    if not is_enumerable(H):
        return OUT_OF_REACH
    size = representation_size(len(H.functions())) - fewer
    if size < 1:
        return OUT_OF_REACH
    attained = represents(uniform_subsets(H, size), H, QUARTER, EIGHTH, corners_and_centre(H.points))
    return when(True, attained & ~as_truth(_serves_average(H, size - 1, Fraction(7, 8))))


def _serves_average(H: ConceptClass, size: int, confidence: Fraction) -> bool:
    """Some class of so many functions has, for a uniform f in H and uniform D, a close member with this probability."""
    D = corners_and_centre(H.points)[-1]
    everything, functions = list(all_functions(H.points, H.labels)), H.functions()
    return any(
        sum(has_close_member(frozenset(G), f, D, QUARTER) for f in functions) >= confidence * len(functions)
        for G in combinations(everything, size)
    )


# ---- Lemmas 8.3 and 8.4


@claim("BGS21.L8.3", "Lemma 8.3, section 8 (Lemma 14 of BNS19)", "lemma")
def a_representation_gives_a_learner_with_repdim_samples(C: AtLeastOne, t: FromZero) -> Truth:
    """If (G, P) (alpha, beta)-represents H, some (epsilon, 0)-private (6 alpha, 4 beta)-accurate learner needs at most
    (C / (alpha epsilon)) (RepDim(H) + ln(1/beta)) samples, for an absolute constant C: on singletons, which represent
    themselves and have RepDim <= ln 32, at beta = 1/8 and alpha = 1 / (6 (s + 1)), where by packing n >= (s / (4
    epsilon)) ln(s / 4) for every such learner; s = e^t."""
    s = exp(t)
    return as_truth(s / (s + 1) * (t - ln(4)) / 24 <= C * (ln(32) + ln(8)))


@correction(
    "BGS21.L8.3",
    "RepDim is that of (1/4, 1/8)-representations, which may be small while (alpha, "
    "beta)-representations must be large: "
    "the bound must have the size ln max |G_i| of the given one, as in the proof",
    first=Constant(3, mutants=(2,)),
    second=Constant(2, mutants=(1,)),
    third=Constant(Fraction(4, 3), mutants=(1,)),
)
def a_representation_gives_a_learner_with_size_samples(
    n: PositiveReal,
    alpha: PositiveUnit,
    beta: PositiveUnit,
    epsilon: PositiveReal,
    g: AtLeastOne,
    first: Fraction,
    second: Fraction,
    third: Fraction,
) -> Truth:
    """With n >= max((3/alpha) ln(1/beta), (2/(epsilon alpha)) ln(g/beta), (4/(3 alpha)) ln(g/beta)), g = max |G_i|,
    each of the three failures of REPLEARN has probability at most beta: exp(-n alpha / 3) for the empirical error of
    the close hypothesis, g exp(-epsilon alpha n / 2) for the exponential mechanism, g exp(-3 alpha n / 4) for
    generalising; with the representation's own beta that makes 4 beta."""
    union = ln(g / beta)
    return all_of(
        [
            (first / alpha * ln(1 / beta) <= n).implies(exp(-(n * alpha / 3)) <= beta),
            (second / (epsilon * alpha) * union <= n).implies(g * exp(-(epsilon * alpha * n / 2)) <= beta),
            (third / alpha * union <= n).implies(g * exp(-(3 * alpha * n / 4)) <= beta),
        ]
    )


@claim("BGS21.L8.3.unbounded", "Lemma 8.3, section 8", "remark", factor=Constant(600, mutants=(1,)))
def no_constant_saves_the_printed_bound(C: AtLeastOne, factor: int) -> Truth:
    """For every constant C the lower bound of the singletons exceeds C (RepDim + ln(1/beta)), at t = ln s = 600 C."""
    t = factor * Real.of(C)
    return as_truth(C * (ln(32) + ln(8)) < (t - ln(4)) / 48)


@claim("BGS21.L8.4", "Lemma 8.4, section 8 (Lemma 15 of BNS19)", "lemma")
def a_learner_gives_a_representation_of_size_m_epsilon(H: ExplicitClass) -> Statement:
    """If H has an (epsilon, 0)-private (alpha, 1/2)-accurate learner with m samples, it has an (alpha,
    1/4)-representation of size O(m epsilon): two functions have such a learner with m = 0, a fair coin, and classes of
    size e^0 = 1 should represent them."""
    size = len(H.functions())
    if not is_enumerable(H) or size > 2:
        return OUT_OF_REACH
    return when(True, as_truth(_serves_average(H, 1, Fraction(3, 4))))


@correction(
    "BGS21.L8.4",
    "a fair coin is (alpha, 1/2)-accurate for two functions with m = 0 rows, and no single function "
    "represents both: the "
    "size is O(m epsilon + 1), and it is that of G, not of H",
    runs=Constant(2, mutants=(1,)),
)
def a_learner_gives_a_representation_of_size_m_epsilon_plus_one(p: UpToHalf, u: AtLeastOne, runs: int) -> Truth:
    """Of 2 ln(4) e^{m epsilon} runs of A on a fixed sample, each good with probability at least p = e^{-m epsilon} / 2
    by group privacy, all miss with probability at most 1/4: an (alpha, 1/4)-representation of size at most ln(2 ln(4) u
    + 1) <= ln(u) + ln(2 ln(4) + 1), which is m epsilon + O(1); here u = e^{m epsilon}."""
    miss = (1 - Real.of(p)) ** (runs * ln(2) / p)
    return as_truth((miss <= QUARTER) & (ln(2 * ln(4) * Real.of(u) + 1) <= ln(u) + ln(2 * ln(4) + 1)))


@claim("BGS21.S8.lb", "after Lemma 8.4, section 8", "remark")
def pure_private_learning_needs_repdim_over_epsilon_samples(c: PositiveReal, epsilon: PositiveReal) -> Truth:
    """Every (epsilon, 0)-private (alpha, 1/2)-accurate learner needs at least c RepDim(H) / epsilon samples, c > 0: two
    functions, of RepDim ln 2, are learned by a fair coin with 0 samples."""
    return as_truth(c * ln(2) / epsilon <= 0)


@correction(
    "BGS21.S8.lb",
    "the representation of Lemma 8.4 has at least one function for free, and two of its draws are "
    "needed for beta = 1/8",
    constant=Constant(Fraction(21, 10), mutants=(2, 1)),
)
def pure_private_learning_needs_repdim_minus_a_constant(u: AtLeastOne, constant: Fraction) -> Truth:
    """RepDim(H) <= ln(2 (2 ln(4) e^{m epsilon} + 1)) <= m epsilon + 2.1, the union of two draws of Lemma 8.4 missing
    with probability 1/16 <= 1/8: so m >= (RepDim(H) - 2.1) / epsilon; here u = e^{m epsilon}."""
    return ln(2 * (2 * ln(4) * Real.of(u) + 1)) <= ln(u) + constant


# ---- Lemma 8.5


@claim("BGS21.L8.5", "Lemma 8.5, section 8", "lemma")
def runs_on_one_labelling_represent(H: ExplicitClass, j: Size, law: LawOf, explearn: ExpLearn) -> Statement:
    """If A is (epsilon, 0)-private and (alpha, 1/2)-accurate with m >= 3 ln(4) / (4 alpha) samples, then P induced by
    A(0_0) alone, through 4 (k+1) ln(8) e^{8 epsilon alpha m} runs, (1/4, 1/8)-represents H: here A is EXPLEARN on one
    point with epsilon = ln 4, m = 24 + j and the least such alpha."""
    return _runs_represent(H, 24 + j, law, explearn, labels=(0,))


@correction(
    "BGS21.L8.5",
    "runs of A(0_0) see one label only: P is induced by the runs of A(0_0), A(0_1), ..., A(0_k)",
    lost=OFFSET,
)
def runs_on_all_labellings_represent(H: ExplicitClass, j: Size, law: LawOf, explearn: ExpLearn, lost: int) -> Statement:
    """If A is (epsilon, 0)-private and (alpha, 1/2)-accurate with m >= 3 ln(4) / (4 alpha) samples, then
    4 ln(8) e^{8 epsilon alpha m} runs of each of A(0_0), ..., A(0_k) make a (1/4, 1/8)-representation of H of size
    ln(4 (k+1) ln 8) + 8 m epsilon alpha: here A is EXPLEARN on one point with epsilon = ln 4, m = 24 + j and the least
    such alpha."""
    return _runs_represent(H, 24 + j, law, explearn, labels=tuple(range(lost, H.labels)))


def _runs_represent(H: ConceptClass, m: int, law: Any, explearn: Any, labels: tuple[int, ...]) -> Statement:
    """Every f in H is missed by all runs with probability at most 1/8; the premise is that A is accurate."""
    functions = H.functions()
    if H.points != 1:
        return OUT_OF_REACH
    learner = exponential_learner(law, explearn, functions)
    accurate = all(learner(labelled((0,) * m, f))[f] >= HALF for f in functions)
    runs = floor(4 * ln(8) * exp(8 * EPSILON * (Fraction(3, 4) * ln(4))) * Fraction(H.labels, len(labels)))

    def rarely_missed(f: Function) -> Truth:
        hits = [learner(((0, label),) * m)[f] for label in labels]
        log_missed = sum((runs * ln(1 - hit) for hit in hits if hit < 1), Real.of(0))
        return as_truth(any(hit == 1 for hit in hits)) | (log_missed <= -ln(8))

    return when(accurate, all_of(rarely_missed(f) for f in functions))


@claim("BGS21.L8.5.eq12", "Equation (12), section 8", "step")
def the_diluted_weights_are_a_distribution(alpha: PositiveUnit, d: Unit) -> Truth:
    """D~(0) = 1 - 4 alpha + 4 alpha D(0) and D~(x) = 4 alpha D(x) elsewhere is a distribution, for every accuracy alpha
    of a PAC learner; here d = D(0)."""
    return _is_distribution(alpha, d, 4)


@correction(
    "BGS21.L8.5.eq12",
    "for alpha > 1/4 the weight of 0 can be negative, and the lemma is false: with alpha = 1 a "
    "constant is accurate with "
    "no samples for every class; the lemma needs alpha <= 1/4",
    scale=Constant(4, mutants=(5,)),
)
def the_diluted_weights_are_a_distribution_for_small_alpha(alpha: UpToQuarter, d: Unit, scale: int) -> Truth:
    """For alpha <= 1/4, D~(0) = 1 - 4 alpha + 4 alpha D(0) and D~(x) = 4 alpha D(x) elsewhere is a distribution."""
    return _is_distribution(alpha, d, scale)


def _is_distribution(alpha: Any, d: Any, scale: int) -> Truth:
    at_zero, elsewhere = 1 - scale * Real.of(alpha) + scale * alpha * d, scale * Real.of(alpha) * (1 - d)
    return as_truth(equals(at_zero + elsewhere, 1) & (Real.of(0) <= at_zero) & (Real.of(0) <= elsewhere))


@claim("BGS21.L8.5.eq13", "Equation (13), section 8", "step", scale=Constant(4, mutants=(3,)))
def small_error_under_the_diluted_distribution_is_small_under_the_other(
    alpha: UpToQuarter, e: Unit, at_zero: Unit, scale: int
) -> Truth:
    """Pr_D~[f != h] >= 4 alpha Pr_D[f != h], so error at most alpha under D~ is error at most 1/4 under D; here e is
    the error under D, and the error at 0 counts (1 - 4 alpha) more where at_zero > 0."""
    diluted = scale * Real.of(alpha) * e + (1 - 4 * alpha) * at_zero
    return as_truth((diluted <= alpha).implies(Real.of(e) <= QUARTER))


@claim("BGS21.L8.5.m", "proof of Lemma 8.5, section 8", "step", factor=Constant(Fraction(3, 4), mutants=(HALF,)))
def enough_rows_make_the_sample_good(t: PositiveReal, factor: Fraction) -> Truth:
    """If m >= 3 ln(4) / (4 alpha) then e^{-4 alpha m / 3} <= 1/4, so that 1/2 - e^{-4 alpha m / 3} >= 1/4; here t =
    alpha m."""
    tail = exp(-(Fraction(4, 3) * Real.of(t)))
    return as_truth((factor * ln(4) <= t).implies(tail <= QUARTER))


@claim("BGS21.L8.5.chern", "proof of Lemma 8.5, section 8", "step", rate=Constant(Fraction(4, 3), mutants=(8,)))
def the_special_point_is_frequent(m: PositiveSize, j: PositiveSize, rate: Fraction) -> Truth:
    """With probability at least 1 - e^{-4 alpha m / 3} the point 0 appears at least (1 - 8 alpha) m times among m draws
    from D~, which gives it at least 1 - 4 alpha; here alpha = 1 / (8 j)."""
    alpha = Fraction(1, 8 * j)
    most = floor(8 * alpha * m)
    good = sum(comb(m, i) * (4 * alpha) ** i * (1 - 4 * alpha) ** (m - i) for i in range(most + 1))
    return as_truth(1 - exp(-rate * alpha * m) <= good)


@claim("BGS21.L8.5.eq14", "Equation (14), section 8", "step", per_row=Constant(1, mutants=(Fraction(1, 4),)))
def the_special_sample_finds_close_hypotheses_too(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, per_row: Fraction
) -> Statement:
    """Pr[A(0_sigma) in T] >= e^{-epsilon t} Pr[A(X) in T] for every set T, where X is labelled by f, has t rows not at
    0, and sigma = f(0): group privacy, here for EXPLEARN on samples of two rows and epsilon = ln 4."""
    if not is_enumerable(H):
        return OUT_OF_REACH
    learner = exponential_learner(law, explearn, H.functions())

    def holds(f: Function, points: tuple[int, ...]) -> Truth:
        special, other = learner(((0, f[0]),) * 2), learner(labelled(points, f))
        factor = exp(EPSILON * -(per_row * sum(x != 0 for x in points)))
        return all_of(as_truth(factor * other[h] <= special[h]) for h in H.functions())

    samples = product(range(H.points), repeat=2)
    return when(H.points > 1, all_of(holds(f, points) for points in samples for f in H.functions()))


@claim("BGS21.L8.5.exec", "proof of Lemma 8.5, section 8", "step", runs=Constant(8, mutants=(7,)))
def enough_executions_rarely_miss(p: UpToQuarter, runs: int) -> Truth:
    """(1 - e^{-8 epsilon alpha m} / 4)^{4 ln(8) e^{8 epsilon alpha m}} <= 1/8: here p = e^{-8 epsilon alpha m} / 4, and
    the number of executions, ln(8) / p, is read as a real."""
    return as_truth((1 - Real.of(p)) ** (ln(runs) / p) <= EIGHTH)


@claim("BGS21.L8.5.exec.floor", "proof of Lemma 8.5, section 8", "step", fewer=Constant(0, mutants=(1,)))
def a_whole_number_of_executions_is_enough(b: PositiveSize, fewer: int) -> Truth:
    """The number of executions may be rounded down: (1 - 1/(4b))^{floor(4 ln(8) b)} <= 1/8; here
    b = e^{8 epsilon alpha m} is an integer."""
    return as_truth((1 - Fraction(1, 4 * b)) ** (floor(4 * ln(8) * b) - fewer) <= EIGHTH)


@claim("BGS21.L8.5.size", "proof of Lemma 8.5, section 8", "step", factor=Constant(Fraction(41, 10), mutants=(4,)))
def the_representation_is_small(k: PositiveInteger, x: FromZero, factor: Fraction) -> Truth:
    """ln(4 (k+1) ln(8) e^{8 m epsilon alpha}) = ln(4 (k+1) ln 8) + 8 m epsilon alpha, at most
    8 m alpha epsilon + 4.1 ln(k+1); here x = 8 m epsilon alpha."""
    k, x = Real.of(k), Real.of(x)
    size = ln(4 * (k + 1) * ln(8)) + x
    return as_truth(equals(ln(4 * (k + 1) * ln(8) * exp(x)), size) & (size <= x + factor * ln(k + 1)))


@claim(
    "BGS21.S8.lb2",
    "after Lemma 8.5, section 8",
    "remark",
    not_checkable='Omega hides its constant, and "captures up to logarithmic factors in k + 1" loses a factor '
    "log(1/alpha) "
    "with Lemma 8.3; the bound that the lemma's explicit size gives is proved",
    stand_ins=("BGS21.S8.lb2.explicit", "BGS21.L8.3.unbounded"),
)
def repdim_over_alpha_epsilon_samples_are_needed(H: ExplicitClass) -> Truth:
    """(epsilon, 0)-private (alpha, 1/2)-accurate learning needs m = Omega((RepDim(H) - ln(k+1)) / (alpha epsilon))
    samples, and RepDim captures the sample complexity up to logarithmic factors in k + 1."""
    raise NotImplementedError


@claim("BGS21.S8.lb2.explicit", "after Lemma 8.5, section 8", "remark", factor=Constant(8, mutants=(7,)))
def repdim_bounds_the_samples_from_below(R: FromZero, x: PositiveReal, k: PositiveInteger, factor: int) -> Truth:
    """RepDim(H) <= 8 m alpha epsilon + 4.1 ln(k+1), the size in Lemma 8.5, says m alpha epsilon >= (RepDim(H) - 4.1
    ln(k+1)) / 8; here x = m alpha epsilon."""
    loss = Fraction(41, 10) * ln(Real.of(k) + 1)
    return (Real.of(R) <= 8 * Real.of(x) + loss).implies((R - loss) / factor <= x)
