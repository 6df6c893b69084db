"""ABLMM22 section 4.2.3, first half: a homogeneous learner's probabilities jump, and give the family of Lemma 20.

Write m = 2j. Logarithms are to base 2 where ln is not written.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from littlestone.spec.ablmm22.vocabulary import (
    RankLearner,
    ZeroToQuarter,
    is_split_at,
    largest_delta,
    rank_laws,
    rank_probabilities,
    rank_weights,
)
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning import ordered_samples as ordered
from littlestone.spec.learning.laws import bernoulli_law
from littlestone.spec.learning.samples import Points
from littlestone.spec.notation import *

EIGHTH = Fraction(1, 8)
SIXTEENTH = Fraction(1, 16)
TENTH = Fraction(1, 10)
THIRD = Fraction(1, 3)
TWO_THIRDS = Fraction(2, 3)
M = 2

Claim22 = "section 4.2.3, proof of Claim 22"
Lemma20 = "section 4.2.3, proof of Lemma 20"


# ---- Claim 22


@terms("ABLMM22.C22")
def rise_of_the_list(rise: Annotated[Real, Reals()], m: AtLeastTwo, share: int = 4) -> Terms:
    """From p_(m_2-1) to p_(m_1-1), in at most m - 1 steps."""
    return Terms(says=(m - 1) / (share * m) <= rise)


@claim(
    "ABLMM22.C22",
    "Claim 22, section 4.2.3",
    "claim",
    narrows="proved is the arithmetic; that some example is at least as good as the mean of its half of S, and some "
    "step at least as long as the mean of the steps, is not formal",
    share=Constant(4, stronger="smaller", mutants=(1,)),
)
def consecutive_probabilities_jump_somewhere(m: AtLeastTwo, lower: ZeroToQuarter, more: FromZero, share: int) -> Truth:
    """For the probabilities-list of a homogeneous set of a (0.1, delta)-private empirical learner there is 0 < i <= m
    with p_i - p_(i-1) >= 1/(4m): where the averages ``lower`` and ``upper`` of A_S over the two halves of S make 7/8 <=
    (1 - lower)/2 + upper/2, that is upper = lower + 3/4 + more, so that lower <= 1/4, privacy and homogeneity keep
    p_(m_2-1) <= e^{0.1} lower + delta + 1/(10^2 m) and p_(m_1-1) >= (upper - delta) e^{-0.1} - 1/(10^2 m), and the at
    most m - 1 steps between them add up to (m - 1)/(4m). (The K of the print is X.)"""
    upper, delta, tolerance = lower + Fraction(3, 4) + more, largest_delta(m), 1 / (100 * m)
    low = exp(TENTH) * lower + delta + tolerance
    high = (upper - delta) * exp(-TENTH) - tolerance
    return as_truth(rise_of_the_list(high - low, m, share).says)


rests_on("ABLMM22.C22", "ABLMM22.D14", "Pr[loss_S(h) <= 1/16] >= 15/16 on spaced points", Claim22)


@uses("ABLMM22.C22", "ABLMM22.C22.eq1", f"{Claim22}, second paragraph")
def the_expected_accuracy_is_seven_eighths(loss: FromZero) -> Use:
    """The expected loss is at most 1/8: 7/8 <= E[1 - loss]."""
    return Use({"loss": loss}, gives=1 - loss >= Fraction(7, 8))


rests_on("ABLMM22.C22", "ABLMM22.C22.eq2", "the mean over both halves is at least 7/8", f"{Claim22}, first display")
rests_on("ABLMM22.C22", "ABLMM22.C22.eq3", "some m_1 has A_S(x_(m_1)) >= 3/4", f"{Claim22}, after its first display")


@uses("ABLMM22.C22", "ABLMM22.D12", Claim22, name="room", draws="S' is a sample from {1, ..., k}")
def the_moved_example_is_in_the_domain(j: PositiveInteger, k: PositiveInteger) -> Use:
    """x_(m_1) + 1 must be among the k > m points, and no other example, whatever m_1 is: where the examples are the odd
    points, it is at most 2m; here m = 2j."""
    return Use(given=2 * j < k, needs=4 * j <= k)


def _stays(S: Sample, i: int, place: int, order: int) -> bool:
    """With its i-th example moved to a place S is what homogeneity is about still, and the example's point has this
    order."""
    x, y = S[i]
    moved = tuple(sorted({*S[:i], (place, y), *S[i + 1 :]}))
    kept = len(moved) == len(S) and ordered.is_balanced(moved) and ordered.fits_a_threshold(moved)
    return kept and x not in dict(moved) and ordered.order_in(moved, x) == order


@correction(
    "ABLMM22.C22.from.D12.room.premise",
    "for m < k < 2m some x_(m_1) + 1 is an example itself, or missing; Claim 22 is true there all the same: a point "
    "behind all examples serves for x_(m_1), and one before them for x_(m_2); for k <= m, where Lemma 20 has no "
    "family, it can fail (ABLMM22.C22.room)",
    more=Constant(1, mutants=(0,)),
)
def one_more_point_leaves_room(j: PositiveSize, more: int) -> Truth:
    """On m + 1 points x_(m_1) of the first m is moved to the last point, and x_(m_2) of the last m to the first: S' is
    a balanced increasing sample of a threshold, in which x_(m_1) has the order m_1 - 1 and x_(m_2) the order m_2, so
    that p_(m_1-1) - p_(m_2) is at least 1/3 - 1/(50 m); here m = 2j."""
    m, k = 2 * int(j), 2 * int(j) + int(more)
    first, last = ordered.balanced_sample(range(m)), ordered.balanced_sample(range(k - m, k))
    upper = [_stays(first, i, k - 1, order=i) for i in range(m // 2, m)]
    lower = [_stays(last, i, 0, order=i + 1) for i in range(m // 2)]
    return all_of([*upper, *lower])


rests_on("ABLMM22.C22", "ABLMM22.D12", "(3/4 - delta) e^{-0.1} <= A_{S'}(x_(m_1))", Claim22)
rests_on("ABLMM22.C22", "ABLMM22.D16", "p_(m_1-1) >= 2/3 - 1/(10^2 m)", Claim22)


@uses("ABLMM22.C22", "ABLMM22.C22.eq4", f"{Claim22}, its second display")
def the_upper_probability_in_the_list(m: AtLeastTwo, b: FromZero, off: Unit) -> Use:
    """Homogeneity keeps p_(m_1-1) within 1/(10^2 m) of A_{S'}(x_(m_1)) >= 2/3."""
    return Use({"b": b}, gives=b - off / (100 * m) >= TWO_THIRDS - 1 / (100 * m))


rests_on("ABLMM22.C22", "ABLMM22.C22.eq3", "some A_S(x_(m_2)) <= 1/4", Claim22, name="lower")
rests_on("ABLMM22.C22", "ABLMM22.D12", "A_{S'} <= e^0.1/4 + delta", Claim22, name="lower")
rests_on("ABLMM22.C22", "ABLMM22.D16", "p_(m_2-1) <= 1/3 + 1/(10^2 m)", Claim22, name="lower")


@uses("ABLMM22.C22", "ABLMM22.C22.eq5", f"{Claim22}, 'similarly'")
def the_lower_probability_in_the_list(m: AtLeastTwo, b: FromZero, off: Unit) -> Use:
    """Homogeneity keeps p_(m_2-1) within 1/(10^2 m) of A_{S'}(x_(m_2)) <= 1/3."""
    return Use({"b": b}, gives=b + off / (100 * m) <= Fraction(1, 3) + 1 / (100 * m))


rests_on("ABLMM22.C22", "ABLMM22.C22.range", "i is at least m_2", Claim22, repair="ABLMM22.C22.range.corrected")
rests_on("ABLMM22.C22", "ABLMM22.C22.telescope", "a longest step is at least the mean", f"{Claim22}, its last display")


@claim(
    "ABLMM22.C22.room",
    "Claim 22, section 4.2.3: its hypothesis",
    "remark",
    role="construction",
    narrows="proved is that the exponential mechanism is accurate; that it is private, and that X has no point outside "
    "a sample of m = k increasing points, so that every list is a probabilities-list, is in words",
    m=Constant(4000, mutants=(1000,)),
)
def without_room_no_probability_need_jump(more: FromZero, m: int) -> Truth:
    """Claim 22 needs more than m points: at k = m = 4000 X is homogeneous with the list 0, ..., 0, and the exponential
    mechanism over its thresholds and the function 0, (0.1, 0)-private, errs on more than m/16 examples with probability
    at most (m + 1) e^{-0.1 m/32} <= 1/16; for every larger m as well."""
    return ln(16 * (m + 1 + more)) <= (m + more) / 320


@uses("ABLMM22.C22", "ABLMM22.C22.eq6", f"{Claim22}, its last display")
def the_last_display_of_claim_22(m: PositiveInteger, mean: FromZero, more: FromZero) -> Use:
    """(1/3)/m - 1/(50 m^2), here the mean, is at most the longest step."""
    return Use({"step": mean, "m": m}, gives=1 / (4 * m) <= mean + more)


def coins(chances: Sequence[Fraction]) -> Law[Function]:
    """The law of independent labels, 1 with these probabilities."""
    result: Law[Function] = point_mass(())
    for p in chances:
        result = result.product(bernoulli_law(p)).map(lambda pair: (*pair[0], int(pair[1])))
    return result


@claim("ABLMM22.C22.range", "Claim 22, section 4.2.3", "step")
def every_index_of_the_printed_range_has_a_step(m2: PositiveSize, m1: PositiveSize) -> Statement:
    """For m_2 <= m/2 < m_1, from p_(m_1-1) - p_(m_2-1) >= 1/3 - 1/(50 m) some m_2 - 1 <= i <= m_1 - 1 has a large p_i -
    p_(i-1): read as a list of indices, each of which has p_(i-1) in p_0, ..., p_m. (That some i of the range has a
    large step is true: Claim 22.)"""
    return when(m2 < m1, all_of(i - 1 >= 0 for i in range(m2 - 1, m1)))


@correction(
    "ABLMM22.C22.range",
    "for m_2 = 1 and i = m_2 - 1 it speaks of p_(-1); the differences between p_(m_2-1) and p_(m_1-1) are those with "
    "m_2 <= i <= m_1 - 1",
    fewer=Constant(1, mutants=(0, 2)),
)
def the_jump_lies_strictly_between(m2: PositiveSize, m1: PositiveSize, fewer: int) -> Statement:
    """For m_2 <= m/2 < m_1 the steps between p_(m_2-1) and p_(m_1-1) are those to p_i with m_2 <= i <= m_1 - 1: there
    are m_1 - m_2, and all have i >= 1."""
    steps = range(int(m2), int(m1) + 1 - int(fewer))
    joined = [m2 - 1, *steps]
    return when(m2 < m1, all_of([joined[-1] == m1 - 1, m1 - m2 == len(steps), *(i >= 0 for i in joined)]))


@terms("ABLMM22.C22.eq1")
def expected_loss(loss: FromZero, bound: Fraction = EIGHTH) -> Terms:
    """The expected empirical loss at alpha = beta = 1/16."""
    return Terms(says=equals(loss, bound))


@claim(
    "ABLMM22.C22.eq1",
    "Claim 22, section 4.2.3",
    "step",
    narrows="proved is the arithmetic; that the expected loss is at most the left side is in words",
    bound=Constant(Fraction(1, 8), mutants=(Fraction(1, 9),)),
)
def the_expected_loss_is_at_most_an_eighth(alpha: Unit, beta: Unit, bound: Fraction) -> Truth:
    """The expected empirical loss of an (alpha, beta)-empirical learner is at most (1 - beta) alpha + beta <= alpha +
    beta, which is 1/8 for alpha = beta = 1/16."""
    general = (1 - beta) * alpha + beta <= alpha + beta
    return general & expected_loss(SIXTEENTH + SIXTEENTH, bound).says


@claim(
    "ABLMM22.C22.eq2",
    "Claim 22, section 4.2.3",
    "step",
    narrows="one learner, the rank learner",
    caps="m + 1 points",
    start=Constant(1, mutants=(0, 2)),
)
def the_expected_accuracy_is_the_mean_of_the_average_hypothesis(
    j: PositiveSize, a: Size, b: PositiveSize, c: Size, law: LawOf, learner: RankLearner, start: int
) -> Truth:
    """For a balanced sample S, E[1 - loss_S(h)] = (1/m) sum_{i <= m/2} (1 - A_S(x_i)) + (1/m) sum_{i > m/2} A_S(x_i):
    here for the rank learner, m = 2j on m + 1 points, with weights a, b and c of the ranks 0, 1 and m + 1."""
    m, upper = 2 * int(j), int(j) - 1 + int(start)
    laws = rank_laws(law, learner, m + 1, rank_weights(m, 1, int(a), int(b), int(c)))

    def equal(S: Sample) -> Truth:
        A = [ordered.average_hypothesis(laws(S), x) for x, _ in S]
        expected = laws(S).expectation(lambda h: Fraction(sum(h[x] == y for x, y in S), m))
        return equals(expected, sum([*(1 - p for p in A[:upper]), *A[upper:]], Fraction(0)) / m)

    return all_of(equal(ordered.balanced_sample(points)) for points in combinations(range(m + 1), m))


@claim(
    "ABLMM22.C22.eq3",
    "Claim 22, section 4.2.3",
    "step",
    narrows="proved is it of the average over the upper half; that some example is at least the average is in words",
    least=Constant(Fraction(3, 4), mutants=(Fraction(4, 5),)),
)
def some_upper_example_is_mostly_labelled_right(lower: Unit, upper: Unit, least: Fraction) -> Statement:
    """If 7/8 <= (1/m) (sum of 1 - A_S(x_i) over i <= m/2) + (1/m) (sum of A_S(x_i) over i > m/2) then A_S(x_i) >= 3/4
    for some i > m/2, being so on average; here lower and upper are the averages over the two halves. Hence the printed
    m/2 <= m_1 holds with m/2 < m_1."""
    halves = (lower + upper) / 2
    return when(Fraction(7, 8) <= halves, least <= upper)


@terms("ABLMM22.C22.eq4")
def upper_probability(b: FromZero, least: Fraction = TWO_THIRDS) -> Terms:
    """A_{S'}(x_(m_1))."""
    return Terms(says=b >= least)


@claim(
    "ABLMM22.C22.eq4",
    "Claim 22, section 4.2.3",
    "step",
    narrows="proved is the second inequality; privacy gives the first and homogeneity the last, in words",
    least=Constant(TWO_THIRDS, mutants=(Fraction(68, 100),)),
)
def privacy_keeps_the_upper_probability(j: PositiveInteger, least: Fraction) -> Truth:
    """A_{S'}(x_(m_1)) >= (3/4 - delta) e^{-0.1} >= 2/3, so that p_(m_1-1) >= 2/3 - 1/(10^2 m), where A_S(x_(m_1)) >=
    3/4, for delta = 1/(10^3 m^2 log m) and every even m."""
    return as_truth(upper_probability((Fraction(3, 4) - largest_delta(2 * j)) * exp(-TENTH), least).says)


@terms("ABLMM22.C22.eq5")
def lower_probability(b: FromZero, most: Fraction = THIRD) -> Terms:
    """A_{S'}(x_(m_2))."""
    return Terms(says=b <= most)


@claim(
    "ABLMM22.C22.eq5",
    "Claim 22, section 4.2.3",
    "step",
    narrows="proved is the second inequality; that there is such an m_2 is ABLMM22.C22.eq3 for the lower half, and "
    "privacy gives the first inequality and homogeneity the last, in words",
    most=Constant(Fraction(1, 3), mutants=(Fraction(27, 100),)),
)
def privacy_keeps_the_lower_probability(j: PositiveInteger, most: Fraction) -> Truth:
    """A_{S'}(x_(m_2)) <= e^{0.1}/4 + delta <= 1/3, so that p_(m_2-1) <= 1/3 + 1/(10^2 m), where A_S(x_(m_2)) <= 1/4, as
    for some m_2 <= m/2, for delta = 1/(10^3 m^2 log m) and every even m."""
    return as_truth(lower_probability(exp(TENTH) / 4 + largest_delta(2 * j), most).says)


@terms("ABLMM22.C22.eq6")
def mean_step(step: FromZero, m: PositiveInteger, share: int = 4) -> Terms:
    """The mean of the steps."""
    return Terms(says=1 / (share * m) <= step)


@claim("ABLMM22.C22.eq6", "Claim 22, section 4.2.3", "step", share=Constant(4, mutants=(3,)))
def the_average_step_is_a_quarter_of_one_in_m(m: PositiveInteger, share: int) -> Truth:
    """(1/3)/m - 1/(50 m^2) >= 1/(4m) for every m >= 1."""
    return as_truth(mean_step(Fraction(1, 3) / m - 1 / (50 * m**2), m, share).says)


@claim(
    "ABLMM22.C22.telescope",
    "Claim 22, section 4.2.3",
    "step",
    narrows="proved is the inequality; that some step is at least as long as their mean is in words",
    share=Constant(4, mutants=(2,)),
)
def the_average_of_fewer_than_m_steps_is_large(m: PositiveInteger, w: PositiveReal, share: int) -> Statement:
    """From p_(m_2-1) <= 1/3 + 1/(10^2 m) up to p_(m_1-1) >= 2/3 - 1/(10^2 m) there are w = m_1 - m_2 <= m - 1 steps, so
    one of them is at least (1/3 - 1/(50 m)) / w >= 1/(4m)."""
    return when(w <= m - 1, 1 / (share * m) <= (Fraction(1, 3) - 1 / (50 * m)) / w)


# ---- Lemma 20


def family_samples(k: int, m: int, i: int) -> list[Sample]:
    """The samples S_x, x in J: those of the proof of Lemma 20, with |J| = k - m points between x_(i-1) and x_(i+1).

    They are balanced, which the proof does not say but the probabilities-list needs. The other points are packed at
    the two ends of 0..k-1, and one more is left out.
    """
    left = list(range(1, i))
    right = list(range(k - m + i, k)) if i > 1 else list(range(k - m, k - 1))
    return [ordered.balanced_sample([*left, x, *right]) for x in _between(k, m, i)]


def _between(k: int, m: int, i: int) -> range:
    return range(i, k - m + i) if i > 1 else range(k - m)


def family(laws: Learner, k: int, m: int, i: int) -> list[Law[Function]]:
    """P_x for x in J: the law of h on J, h drawn from A(S_x)."""
    J: Points = tuple(_between(k, m, i))
    return [laws(S).map(lambda h: tuple(h[x] for x in J)) for S in family_samples(k, m, i)]


@claim(
    "ABLMM22.L20.rank",
    "for Lemma 20, section 4.2.3",
    "algorithm",
    narrows="I is 0, j or m + 1 alone",
    caps="m + 2 points",
    shift=OFFSET,
)
def the_rank_learner_is_homogeneous_without_error(
    j: PositiveSize, a: Size, b: PositiveSize, c: Size, law: LawOf, learner: RankLearner, shift: int
) -> bool:
    """The rank learner, +1 exactly where ord_S(x) >= I, has the probabilities-list p_i = Pr[I <= i] with tolerance 0 on
    every domain; here m = 2j, on m + 2 points, I is 0, j or m + 1 with weights a, b and c."""
    m, weights = 2 * int(j), rank_weights(2 * int(j), int(j), int(a), int(b), int(c))
    p = rank_probabilities(weights)
    shifted = [p[(i + int(shift)) % (m + 1)] for i in range(m + 1)]
    average = ordered.average_of(rank_laws(law, learner, m + 2, weights))
    return ordered.is_probabilities_list(shifted, average, range(m + 2), Fraction(0))


@claim(
    "ABLMM22.L20",
    "Lemma 20, section 4.2.3",
    "lemma",
    narrows="m = 2, eps = ln 3 and delta = 0 in place of 0.1 and delta, and learners with independent labels; the jump "
    "of Claim 22 replaces the empirical accuracy that gives it",
    cites=("ABLMM22.C22",),
    margin=Constant(10, stronger="smaller", mutants=(8,)),
)
def a_homogeneous_learner_gives_a_threshold_like_family(
    n: PositiveSize, i: PositiveSize, gap: Size, off: Size, margin: int
) -> Statement:
    """For A, X', m and k as in Lemma 18 and n = k - m there are P_1, ..., P_n over {-1, +1}^n, pairwise (0.1,
    delta)-indistinguishable, and r with Pr_{v ~ P_i}[v(j) = 1] <= r - 1/(10m) for j < i and >= r + 1/(10m) for j > i.
    Here A labels each x by a coin of its own; the list jumps by (1 + gap)/(4m) at i alone, and A_S(x) is off from it,
    towards its middle, by none (0) or all (1) of the tolerance; A is private on all samples. (S_x has x in place of
    x_i: the print replaces x with x_i.)"""
    k, p = int(n) + M, jumping_list(M, int(i), Fraction(1 + int(gap), 8 * M))
    moved = [q + int(off) * ordered.tolerance(M) * (1 if q < HALF else -1) for q in p]
    learner = cache(lambda sample: coins([moved[ordered.order_in(sample, x)] for x in range(k)]))
    homogeneous = ordered.is_probabilities_list(p, ordered.average_of(learner), range(k), ordered.tolerance(M))
    private = is_private(learner, tuple(product(range(k), (0, 1))), M, ln(3))
    P = family(learner, k, M, min(int(i), M))
    split = all_of(is_split_at(P[x], x, HALF, Fraction(1, int(margin) * M)) for x in range(len(P)))
    close = all_of(indistinguishable(P[x], P[y], ln(3), 0) for x, y in combinations(range(len(P)), 2))
    return when([i <= M, homogeneous, private], all_of([len(P) == int(n), split, close]))


@uses("ABLMM22.L20", "ABLMM22.C22", f"{Lemma20}, first sentence")
def the_list_jumps_by_a_quarter_of_one_in_m(m: AtLeastTwo, step: FromZero) -> Use:
    """m - 1 steps of at most the longest one rise by (m - 1)/(4m): p_i - p_(i-1) >= 1/(4m). Claim 22 needs k > m
    points, as there are."""
    return Use({"rise": (m - 1) * step, "m": m}, gives=1 / (4 * m) <= step)


rests_on("ABLMM22.L20", "ABLMM22.D12", "any two of the A(S_x) are close", f"{Lemma20}, first item")
rests_on("ABLMM22.L20", "ABLMM22.L20.eq1", "r is 1/(10m) away", Lemma20, repair="ABLMM22.L20.eq1.corrected")
rests_on(
    "ABLMM22.L20",
    "ABLMM22.D16",
    "A_{S_x}(x') is near p_(i-1) for x' < x, near p_i for x' > x; taken for granted: S is balanced; the point that "
    "is neither in S nor in J lies beyond another example",
    Lemma20,
)
rests_on("ABLMM22.L20", "DP.post", "labels are computed from h alone", f"{Lemma20}, last sentence")


def jumping_list(m: int, i: int, half: Fraction) -> list[Fraction]:
    """p_0, ..., p_m with 1/2 - half before p_i and 1/2 + half from p_i on."""
    return [HALF - half if order < i else HALF + half for order in range(m + 1)]


@claim("ABLMM22.L20.eq1", "proof of Lemma 20, section 4.2.3", "step")
def the_printed_level_separates_the_family(m: PositiveInteger, below: Unit, at: Unit, above: Unit) -> Statement:
    """With r = (p_(i+1) + p_i)/2 and p_i - p_(i-1) >= 1/(4m): p_(i-1) + 1/(10^2 m) <= r - 1/(10m) and p_i - 1/(10^2 m)
    >= r + 1/(10m); here below, at and above are p_(i-1), p_i and p_(i+1)."""
    return _separates(m, below, at, (above + at) / 2, 10)


@correction(
    "ABLMM22.L20.eq1",
    "r is half-way between p_(i-1) and p_i, as in the overview: half-way between p_i and p_(i+1) it need not be below "
    "p_i, and for i = m there is no p_(i+1)",
    margin=Constant(10, mutants=(8,)),
)
def the_level_between_separates_the_family(m: PositiveInteger, below: Unit, at: Unit, margin: int) -> Statement:
    """With r = (p_(i-1) + p_i)/2 and p_i - p_(i-1) >= 1/(4m): p_(i-1) + 1/(10^2 m) <= r - 1/(10m) and p_i - 1/(10^2 m)
    >= r + 1/(10m)."""
    return _separates(m, below, at, (below + at) / 2, margin)


def _separates(m: Real, below: Real, at: Real, r: Real, margin: int) -> Statement:
    low = below + 1 / (100 * m) <= r - 1 / (margin * m)
    high = r + 1 / (margin * m) <= at - 1 / (100 * m)
    return when(1 / (4 * m) / 2 <= (at - below) / 2, low & high)
