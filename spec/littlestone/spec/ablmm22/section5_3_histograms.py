"""ABLMM22 section 5.3.1, Lemma 28: frequencies and stable histograms, their law, privacy and sample sizes."""

from functools import cache
from itertools import product

from littlestone.spec.learning.private_learning import frequency, histogram_law
from littlestone.spec.notation import *

Histogram = Annotated[Run, Algorithm("ABLMM22.A.Hist")]


@claim("ABLMM22.N.freq", "Section 5.3.1", "notation", more=OFFSET)
def the_frequency_is_the_chance_of_a_random_index(n: PositiveSize, code: Size, more: int) -> Statement:
    """freq_S(x) = #{i : x_i = x}/n, for n >= 1: the number of positions that are lost when x is deleted, and the
    frequencies of the two values sum to 1; here S is the list of the n binary digits of a code."""
    if code >= 2**n:
        return OUT_OF_REACH
    items = tuple((code >> i & 1,) for i in range(n))
    kept = [[y for y in items if y != (x,)] for x in (0, 1)]
    by_deletion = [1 - Fraction(len(rest) + more * (not rest), n) for rest in kept]
    return all(frequency(items, (x,)) == by_deletion[x] for x in (0, 1)) and sum(by_deletion) == 1


@claim(
    "ABLMM22.L28",
    "Lemma 28, section 5.3.1 (KKMN09, BNS16b)",
    "lemma",
    not_checkable="O hides its constant, and the algorithm is cited; the threshold form is implemented, its law and "
    "its privacy are computed, and explicit sizes are proved to be enough",
    stand_ins=(
        "ABLMM22.A.Hist",
        "ABLMM22.A.Hist.law",
        "ABLMM22.L28.listed",
        "ABLMM22.L28.accurate",
        "ABLMM22.L28.range",
        "ABLMM22.L28.plain",
        "ABLMM22.L28.laplace",
    ),
)
def stable_histograms_exist(H: ExplicitBinary) -> Truth:
    """For n >= O(log(1/(eta beta delta))/(eta eps)) there is an (eps, delta)-DP algorithm that on S in X^n outputs,
    with probability at least 1 - beta, a list L of elements and estimates a in [0, 1]^L such that every x with
    freq_S(x) >= eta is in L and |a_x - freq_S(x)| <= eta for every x in L."""
    raise NotImplementedError


# ---- The algorithm


def lists(n: int) -> list[tuple[Function, ...]]:
    """All lists of n items out of three."""
    return list(product(((0,), (1,), (2,)), repeat=n))


@claim("ABLMM22.A.Hist.law", "Lemma 28, section 5.3.1", "algorithm", more=OFFSET)
def the_stable_histogram_has_its_law(
    n: PositiveSize, i: PositiveSize, law: LawOf, histogram: Histogram, more: int
) -> Truth:
    """Hist lists each item that occurs if its count plus two-sided geometric noise of ratio e^(-eps/2) reaches the
    least threshold t >= 2 that a count of 1 reaches with probability at most delta, with that count over n, at most 1,
    as its estimate: for all lists of n items out of three, eps = 2 ln 2 and delta = 1/(1 + i)."""
    epsilon, delta = 2 * ln(2), 1 / (1 + i)
    return all_of(
        same_law(law(histogram, items, epsilon, delta), histogram_law(items, (1 + more) * epsilon, delta))
        for items in lists(n)
    )


@claim("ABLMM22.A.Hist", "Lemma 28, section 5.3.1", "algorithm", delta=Constant(1, mutants=(QUARTER,)))
def the_stable_histogram_is_private(
    n: PositiveSize, i: PositiveSize, law: LawOf, histogram: Histogram, delta: Fraction
) -> Truth:
    """Hist is (eps, delta)-DP: over all pairs of lists of n items out of three that differ in one item, so that items
    appear and disappear, for eps = 2 ln 2 and delta = 1/(1 + i)."""
    known = cache(lambda items: law(histogram, items, 2 * ln(2), 1 / (1 + i)))
    return is_private(known, ((0,), (1,), (2,)), n, 2 * ln(2), delta / (1 + i))


# ---- Its sample size


@claim("ABLMM22.L28.listed", "Lemma 28, section 5.3.1: every frequent item", "step", scale=SHARE)
def frequent_items_are_listed(
    eta: OpenUnit, beta: OpenUnit, c: PositiveReal, t: AtLeastOne, epsilon: PositiveReal, scale: Fraction
) -> Truth:
    """If each frequent item has a count c >= t + (2/eps) ln(2/(eta beta)), t the threshold, then all of them, at most
    1/eta, reach it with probability at least 1 - beta/2: geometric noise falls by more than c - t with probability
    below e^{-eps (c - t)/2}, which is proved for the exponent u = eps (c - t)/2."""
    u = epsilon * (c - t) / 2
    return (scale * ln(2 / (eta * beta)) <= u).implies(exp(-u) / eta <= beta / 2)


@claim("ABLMM22.L28.accurate", "Lemma 28, section 5.3.1: estimates", "step", scale=SHARE)
def estimates_are_accurate(n: PositiveReal, beta: OpenUnit, u: PositiveReal, scale: Fraction) -> Truth:
    """If eta n >= (2/eps) ln(4n/beta) then all n counts at most keep their noise within eta n with probability at least
    1 - beta/2: two-sided geometric noise exceeds c in size with probability below 2 e^{-eps c/2}; here u = eps eta
    n/2."""
    return (scale * ln(4 * n / beta) <= u).implies(2 * n * exp(-u) <= beta / 2)


@claim("ABLMM22.L28.laplace", "Lemma 28, section 5.3.1: with Laplace noise", "remark", share=Constant(4, mutants=(8,)))
def a_single_item_is_listed_with_a_quarter_of_delta(epsilon: PositiveReal, delta: PositiveUnit, share: int) -> Truth:
    """With Laplace noise of scale 2/eps and the threshold 1 + (2/eps) ln(2/delta) an item that occurs once is listed
    with probability (1/2) e^{-ln(2/delta)} = delta/4, which is what appearing or disappearing costs."""
    scale = 2 / epsilon
    distance = scale * ln(2 / delta)
    return equals(exp(-(distance / scale)) / 2, delta / share)


@claim("ABLMM22.L28.range", "Lemma 28, section 5.3.1: the range of eps", "remark")
def one_item_is_enough_for_large_epsilon(C: AtLeastOne, u: FromZero) -> Truth:
    """For all eps > 0, n >= C log(1/(eta beta delta))/(eta eps) items are enough: with eta = 1/2, beta = delta = 1/4,
    so that the logarithm is 5, and eps = 10 C one item is; it is listed with probability at least 3/4, and where
    another one occurs some item is listed with probability at most e^-u, for lists of N e^-u of N items on average: 3/4
    <= e^{10 C} e^-u + 1/4."""
    return Fraction(3, 4) <= exp(10 * C - u) + QUARTER


@correction(
    "ABLMM22.L28.range",
    "as eps grows the printed n goes to 0, but an item that occurs once may be listed with probability delta only: "
    "frequent items must occur at least twice, so that eps <= 1 or max(1, 1/eps) is needed",
    times=Constant(2, mutants=(3,)),
)
def frequent_items_occur_more_than_once(
    eta: OpenUnit, beta: OpenUnit, delta: OpenUnit, epsilon: PositiveUnit, n: PositiveReal, times: int
) -> Statement:
    """For eps <= 1 and beta, delta <= 1/2, n >= log2(1/(eta beta delta))/(eta eps) makes frequent items occur eta n >=
    2 times."""
    enough = ln(1 / beta) + ln(1 / delta)
    bounded = [beta <= HALF, delta <= HALF, enough / ln(2) <= eta * n * epsilon]
    return when(bounded, (times - 1 < eta * n) & (eta * n >= 2))


@claim("ABLMM22.L28.plain", "Lemma 28, section 5.3.1: the threshold form", "remark")
def the_plain_histogram_is_accurate_from_the_printed_size(C: AtLeastOne) -> Truth:
    """The threshold form is accurate from n = C log(1/(eta beta delta))/(eta eps) items, whatever eps is: on n distinct
    items the expected number of estimates above eta + 1/n is about (n/2) e^{-eps eta n/2}, with L = log2(1/(eta beta
    delta)) = 3 and eta = 1/2 at most 1; here ln(1/eps) = 2 C."""
    n = 6 * C * exp(2 * C)
    return n / 2 * exp(-(Fraction(3, 2) * C)) <= 1


@correction(
    "ABLMM22.L28.plain",
    "the union over up to n listed items costs ln n, so ln(1/eps) is missing for this algorithm, though not for the "
    "lemma: a random part of the items may be taken first",
    shrink=SHARE,
)
def the_plain_histogram_needs_a_logarithm_more(
    eta: OpenUnit, epsilon: OpenUnit, beta: OpenUnit, shrink: Fraction
) -> Truth:
    """With n = (4/(eta eps)) ln(16/(eta eps beta)), 2 n e^{-eps eta n/2} <= beta/2: the logarithm of 1/eps is
    enough."""
    x = 1 / (eta * epsilon)
    L = ln(16 * x / beta)
    n = 4 * x * L
    return 2 * n * exp(-(shrink * 2 * L)) <= beta / 2
