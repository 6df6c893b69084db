"""ABLMM22 section 4.2.3: Claim 22, that the probabilities of a homogeneous learner jump.

The steps are in the order of its proof. Logarithms are to base 2 where ln is not written; m = 2j.
"""

from itertools import combinations

from littlestone.spec.ablmm22.vocabulary import RankLearner, ZeroToQuarter, largest_delta, rank_laws, rank_weights
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning import ordered_samples as ordered
from littlestone.spec.notation import *

EIGHTH = Fraction(1, 8)
TENTH = Fraction(1, 10)
THIRD = Fraction(1, 3)
TWO_THIRDS = Fraction(2, 3)
Claim22 = "section 4.2.3, proof of Claim 22"


@terms("ABLMM22.C22")
def rise_of_the_list(rise: Annotated[Real, Reals()], m: AtLeastTwo, share: int = 4) -> Terms:
    """From p_(m_2-1) to p_(m_1-1), in at most m - 1 steps."""
    return Terms(says=(m - 1) / (share * m) <= rise)


@claim(
    "ABLMM22.C22",
    "Claim 22, section 4.2.3: jump between consecutive probabilities",
    "claim",
    narrows="proved is the arithmetic, from what privacy and homogeneity say of two probabilities; that some example "
    "is at least as good as the mean of its half of $S$, and some step at least as long as the mean of the steps, is "
    "not formalized",
    share=Constant(4, stronger="smaller", mutants=(1,)),
)
def consecutive_probabilities_jump_somewhere(m: AtLeastTwo, lower: ZeroToQuarter, more: FromZero, share: int) -> Truth:
    """For the probabilities-list of a homogeneous set of more than $m$ points (of $m$ points it can fail:
    ABLMM22.C22.room) and a $(0.1, delta)$-private $(1/16, 1/16)$-accurate empirical learner, $delta <= 1/(10^3 m^2 log
    m)$, there is $0 < i <= m$ with $p_i - p_(i-1) >= 1/(4m)$: where the averages ``lower`` and ``upper`` of $A_S$ over
    the two halves of $S$ make $7/8 <= (1 - lower)/2 + upper/2$, that is $upper = lower + 3/4 + more$, so that $lower <=
    1/4$, privacy and homogeneity keep $p_(m_2-1) <= e^{0.1} lower + delta + 1/(10^2 m)$ and $p_(m_1-1) >= (upper -
    delta) e^{-0.1} - 1/(10^2 m)$, and the at most $m - 1$ steps between them add up to at least $(m - 1)/(4m)$. Log is
    to base 2. (The $K$ of the print is $X$.)"""
    upper, delta, tolerance = lower + Fraction(3, 4) + more, largest_delta(m), 1 / (100 * m)
    low = exp(TENTH) * lower + delta + tolerance
    high = (upper - delta) * exp(-TENTH) - tolerance
    return as_truth(rise_of_the_list(high - low, m, share).says)


rests_on("ABLMM22.C22", "ABLMM22.D14", "$Pr[loss_S(h) <= 1/16] >= 15/16$ on spaced points", Claim22)


@uses("ABLMM22.C22", "ABLMM22.C22.eq1", f"{Claim22}, second paragraph")
def the_expected_accuracy_is_seven_eighths(loss: FromZero, lower: Unit) -> Use:
    """The expected loss is at most $1/8$: $7/8 <= E[1 - loss] = (1 - lower)/2 + upper/2$, the means of $A_S$ over the
    halves of $S$, so that $upper = 1 + lower - 2 loss$ is at least $3/4$."""
    return Use({"loss": loss}, gives=1 + lower - 2 * loss >= Fraction(3, 4))


rests_on("ABLMM22.C22", "ABLMM22.C22.eq2", "the mean over both halves is at least $7/8$", f"{Claim22}, first display")
rests_on(
    "ABLMM22.C22", "ABLMM22.C22.eq3", "some $m_1$ has $A_S(x_(m_1)) >= 3/4$", f"{Claim22}, after its first display"
)


@uses("ABLMM22.C22", "ABLMM22.D12", Claim22, name="room", draws="$S'$ is a sample from ${1, ..., k}$")
def the_moved_example_is_in_the_domain(j: PositiveInteger, k: PositiveInteger) -> Use:
    """$x_(m_1) + 1$ must be among the $k > m$ points, and no other example, whatever $m_1$ is: where the examples are
    the odd points, it is at most $2m$; here $m = 2j$."""
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
    "for $m < k < 2m$ some $x_(m_1) + 1$ is an example itself, or missing; Claim 22 is true there all the"
    " same: a point behind all examples serves for $x_(m_1)$, and one before them for $x_(m_2)$; for $k "
    "<= m$, where Lemma 20 has no family, it can fail (ABLMM22.C22.room)",
    narrows="the samples and the orders; the bound on the difference is ABLMM22.C22.eq4 and ABLMM22.C22.eq5",
    more=Constant(1, mutants=(0,)),
)
def one_more_point_leaves_room(j: PositiveSize, more: int) -> Truth:
    """On $m + 1$ points $x_(m_1)$ of the first $m$ is moved to the last point, and $x_(m_2)$ of the last $m$ to the
    first: $S'$ is a balanced increasing sample of a threshold, in which $x_(m_1)$ has the order $m_1 - 1$ and $x_(m_2)$
    the order $m_2$, so that $p_(m_1-1) - p_(m_2)$ is at least $1/3 - 1/(50 m)$; here $m = 2j$."""
    m, k = 2 * int(j), 2 * int(j) + int(more)
    first, last = ordered.balanced_sample(range(m)), ordered.balanced_sample(range(k - m, k))
    upper = [_stays(first, i, k - 1, order=i) for i in range(m // 2, m)]
    lower = [_stays(last, i, 0, order=i + 1) for i in range(m // 2)]
    return all_of([*upper, *lower])


rests_on("ABLMM22.C22", "ABLMM22.D12", "$(3/4 - delta) e^{-0.1} <= A_{S'}(x_(m_1))$", Claim22)
rests_on("ABLMM22.C22", "ABLMM22.D16", "$p_(m_1-1) >= 2/3 - 1/(10^2 m)$", Claim22)


@uses("ABLMM22.C22", "ABLMM22.C22.eq4", f"{Claim22}, its second display")
def the_upper_probability_in_the_list(m: AtLeastTwo, b: FromZero, off: Unit) -> Use:
    """Homogeneity keeps $p_(m_1-1)$ within $1/(10^2 m)$ of $A_{S'}(x_(m_1)) >= 2/3$."""
    return Use({"b": b}, gives=b - off / (100 * m) >= TWO_THIRDS - 1 / (100 * m))


rests_on("ABLMM22.C22", "ABLMM22.C22.eq3", "some $A_S(x_(m_2)) <= 1/4$", Claim22, name="lower")
rests_on("ABLMM22.C22", "ABLMM22.D12", "$A_{S'} <= e^0.1/4 + delta$", Claim22, name="lower")
rests_on("ABLMM22.C22", "ABLMM22.D16", "$p_(m_2-1) <= 1/3 + 1/(10^2 m)$", Claim22, name="lower")


@uses("ABLMM22.C22", "ABLMM22.C22.eq5", f"{Claim22}, 'similarly'")
def the_lower_probability_in_the_list(m: AtLeastTwo, b: FromZero, off: Unit) -> Use:
    """Homogeneity keeps $p_(m_2-1)$ within $1/(10^2 m)$ of $A_{S'}(x_(m_2)) <= 1/3$."""
    return Use({"b": b}, gives=b + off / (100 * m) <= Fraction(1, 3) + 1 / (100 * m))


rests_on(
    "ABLMM22.C22",
    "ABLMM22.C22.range",
    "some $m_2 <= i <= m_1 - 1$ has a step of at least the mean",
    Claim22,
    repair="ABLMM22.C22.range.corrected",
)


@uses("ABLMM22.C22", "ABLMM22.C22.eq6", f"{Claim22}, its last display")
def the_last_display_of_claim_22(m: PositiveInteger, mean: FromZero, more: FromZero) -> Use:
    """$(1/3)/m - 1/(50 m^2)$, here the mean, is at least $1/(4m)$, and so is the longest step, $mean + more$."""
    return Use({"step": mean, "m": m}, gives=1 / (4 * m) <= mean + more)


@terms("ABLMM22.C22.eq1")
def expected_loss(loss: FromZero, bound: Fraction = EIGHTH) -> Terms:
    """The expected empirical loss at alpha = beta = 1/16: it is at most this."""
    return Terms(says=loss <= bound)


@claim(
    "ABLMM22.C22.eq1",
    "Claim 22, section 4.2.3: expected loss of an empirical learner",
    "step",
    narrows="proved is the arithmetic; that a mean over laws is at most that of two values is not formalized",
    bound=Constant(EIGHTH, mutants=(Fraction(1, 9),)),
)
def the_expected_loss_is_at_most_an_eighth(
    alpha: Unit, beta: Unit, good: Unit, seldom: Unit, bad: Unit, bound: Fraction
) -> Truth:
    """The expected empirical loss of an $(alpha, beta)$-empirical learner is at most $(1 - beta) alpha + beta <= alpha
    + beta$, which is $1/8$ for $alpha = beta = 1/16$: a loss of $good/16$, but with probability $seldom/16$ ``bad``."""
    general = (1 - beta) * alpha + beta <= alpha + beta
    loss = (1 - seldom / 16) * good / 16 + seldom / 16 * bad
    return general & expected_loss(loss, bound).says


@claim(
    "ABLMM22.C22.eq2",
    "Claim 22, section 4.2.3: expected accuracy by the average hypothesis",
    "step",
    narrows="one learner, the rank learner",
    caps="$m + 1$ points",
    start=Constant(1, mutants=(0, 2)),
)
def the_expected_accuracy_is_the_mean_of_the_average_hypothesis(
    j: PositiveSize, a: Size, b: PositiveSize, c: Size, law: LawOf, learner: RankLearner, start: int
) -> Truth:
    """For a balanced increasing sample $S$ that a threshold fits, $E[1 - loss_S(h)] = (1/m) sum_{i <= m/2} (1 -
    A_S(x_i)) + (1/m) sum_{i > m/2} A_S(x_i)$; here $m = 2j$, with weights $a$, $b$ and $c$ of the ranks 0, 1 and $m +
    1$."""
    m, upper = 2 * int(j), int(j) - 1 + int(start)
    laws = rank_laws(law, learner, m + 1, rank_weights(m, 1, int(a), int(b), int(c)))

    def equal(S: Sample) -> Truth:
        A = [ordered.average_hypothesis(laws(S), x) for x, _ in S]
        expected = laws(S).expectation(lambda h: Fraction(sum(h[x] == y for x, y in S), m))
        return equals(expected, sum([*(1 - p for p in A[:upper]), *A[upper:]], Fraction(0)) / m)

    return all_of(equal(ordered.balanced_sample(points)) for points in combinations(range(m + 1), m))


@claim(
    "ABLMM22.C22.eq3",
    "Claim 22, section 4.2.3: average label of some example of the upper half",
    "step",
    narrows="the average over the upper half; that some example is at least the average is not formalized",
    least=Constant(Fraction(3, 4), mutants=(Fraction(4, 5),)),
)
def some_upper_example_is_mostly_labelled_right(lower: Unit, upper: Unit, least: Fraction) -> Statement:
    """If $7/8 <= (1/m)$ (sum of $1 - A_S(x_i)$ over $i <= m/2$) $+ (1/m)$ (sum of $A_S(x_i)$ over $i > m/2$) then
    $A_S(x_i) >= 3/4$ for some $i > m/2$, being so on average; here lower and upper are the averages over the two
    halves. Hence the printed $m/2 <= m_1$ holds with $m/2 < m_1$."""
    halves = (lower + upper) / 2
    return when(Fraction(7, 8) <= halves, least <= upper)


@claim(
    "ABLMM22.C22.room",
    "for Claim 22, section 4.2.3: homogeneous set without a point outside of the sample",
    "remark",
    role="companion",
    narrows="proved is the last inequality; what the exponential mechanism does, and that $X$ has no point "
    "outside a sample of $m = k$ increasing points, so that every list is a probabilities-list, is not formalized",
    m=Constant(4000, mutants=(1000,)),
)
def without_room_no_probability_need_jump(more: FromZero, m: int) -> Truth:
    """Claim 22 needs more than $m$ points: at $k = m = 4000 X$ is homogeneous with the list 0, ..., 0, and the
    exponential mechanism over its thresholds and the function 0, $(0.1, 0)$-private, errs on more than $m/16$ examples
    with probability at most $(m + 1) e^{-0.1 m/32} <= 1/16$; for every larger $m$ as well."""
    return ln(16 * (m + 1 + more)) <= (m + more) / 320


@terms("ABLMM22.C22.eq4")
def upper_probability(b: FromZero, least: Fraction = TWO_THIRDS) -> Terms:
    """A_{S'}(x_(m_1))."""
    return Terms(says=b >= least)


@claim(
    "ABLMM22.C22.eq4",
    "Claim 22, section 4.2.3: upper probability after the example is moved",
    "step",
    narrows="proved is the second inequality; the first, by privacy, and the last, by homogeneity, are not formalized",
    least=Constant(TWO_THIRDS, mutants=(Fraction(68, 100),)),
)
def privacy_keeps_the_upper_probability(j: PositiveInteger, least: Fraction) -> Truth:
    """$A_{S'}(x_(m_1)) >= (3/4 - delta) e^{-0.1} >= 2/3$, so that $p_(m_1-1) >= 2/3 - 1/(10^2 m)$, where $A_S(x_(m_1))
    >= 3/4$, for $delta = 1/(10^3 m^2 log m)$, to base 2, and every even $m = 2j$."""
    return as_truth(upper_probability((Fraction(3, 4) - largest_delta(2 * j)) * exp(-TENTH), least).says)


@terms("ABLMM22.C22.eq5")
def lower_probability(b: FromZero, most: Fraction = THIRD) -> Terms:
    """A_{S'}(x_(m_2))."""
    return Terms(says=b <= most)


@claim(
    "ABLMM22.C22.eq5",
    "Claim 22, section 4.2.3: lower probability after the example is moved",
    "step",
    narrows="proved is the second inequality; that there is such an $m_2$ (ABLMM22.C22.eq3 is about the upper half), "
    "the first inequality, by privacy, and the last, by homogeneity, are not formalized",
    most=Constant(THIRD, mutants=(Fraction(27, 100),)),
)
def privacy_keeps_the_lower_probability(j: PositiveInteger, most: Fraction) -> Truth:
    """$A_{S'}(x_(m_2)) <= e^{0.1}/4 + delta <= 1/3$, so that $p_(m_2-1) <= 1/3 + 1/(10^2 m)$, where $A_S(x_(m_2)) <=
    1/4$, as for some $m_2 <= m/2$, for $delta = 1/(10^3 m^2 log m)$, to base 2, and every even $m = 2j$."""
    return as_truth(lower_probability(exp(TENTH) / 4 + largest_delta(2 * j), most).says)


@claim("ABLMM22.C22.range", "Claim 22, section 4.2.3: range of the indices of the jump", "step")
def every_index_of_the_printed_range_has_a_step(m2: PositiveSize, m1: PositiveSize) -> Statement:
    """For $m_2 <= m/2 < m_1$, from $p_(m_1-1) - p_(m_2-1) >= 1/3 - 1/(50 m)$ some $m_2 - 1 <= i <= m_1 - 1$ has a large
    $p_i - p_(i-1)$. Read as: each $i$ of the range has $p_(i-1)$ in $p_0, ..., p_m$."""
    return when(m2 < m1, all_of(i - 1 >= 0 for i in range(m2 - 1, m1)))


@correction(
    "ABLMM22.C22.range",
    "for $m_2 = 1$ and $i = m_2 - 1$ it speaks of $p_(-1)$; the differences between $p_(m_2-1)$ and "
    "$p_(m_1-1)$ are those with $m_2 <= i <= m_1 - 1$",
    fewer=Constant(1, mutants=(0, 2)),
)
def the_jump_lies_strictly_between(m2: PositiveSize, m1: PositiveSize, fewer: int) -> Statement:
    """For $m_2 <= m/2 < m_1$ the steps between $p_(m_2-1)$ and $p_(m_1-1)$ are those to $p_i$ with $m_2 <= i <= m_1 -
    1$: there are $m_1 - m_2$, and all have $i >= 1$; the arithmetic of their mean is ABLMM22.C22.eq6."""
    steps = range(int(m2), int(m1) + 1 - int(fewer))
    joined = [m2 - 1, *steps]
    return when(m2 < m1, all_of([joined[-1] == m1 - 1, m1 - m2 == len(steps), *(i >= 1 for i in steps)]))


@terms("ABLMM22.C22.eq6")
def mean_step(step: FromZero, m: PositiveInteger, share: int = 4) -> Terms:
    """The mean of the steps."""
    return Terms(says=1 / (share * m) <= step)


@claim("ABLMM22.C22.eq6", "Claim 22, section 4.2.3: mean of the steps", "step", share=Constant(4, mutants=(3,)))
def the_average_step_is_a_quarter_of_one_in_m(m: PositiveInteger, share: int) -> Truth:
    """$(1/3)/m - 1/(50 m^2) >= 1/(4m)$ for every $m >= 1$."""
    return as_truth(mean_step(Fraction(1, 3) / m - 1 / (50 * m**2), m, share).says)
