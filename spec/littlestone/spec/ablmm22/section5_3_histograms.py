"""ABLMM22 section 5.3.1: frequencies and Lemma 28, stable histograms.

First the algorithm as implemented, then another one, whose noise is cut off, for every eps.
"""

from functools import cache, partial
from itertools import product

from littlestone.spec.learning.private_learning import Frequencies, frequency, histogram_law, histogram_size
from littlestone.spec.notation import *

THIRD = Fraction(1, 3)
Histogram = Annotated[Run, Algorithm("ABLMM22.A.Hist")]


@claim("ABLMM22.N.freq", "Section 5.3.1: frequency in a list", "notation", caps="lists of two values", more=OFFSET)
def the_frequency_is_the_chance_of_a_random_index(n: PositiveSize, code: Size, more: int) -> Statement:
    """$freq_S(x) = |{i : x_i = x}|/n$, for $n >= 1$: the part of the positions that is lost when $x$ is deleted,
    and the frequencies of the two values sum to 1; here $S$ is the list of the $n$ binary digits of a code."""
    items = tuple((int(code) >> i & 1,) for i in range(n))
    kept = [[y for y in items if y != (x,)] for x in (0, 1)]
    by_deletion = [1 - Fraction(len(rest) + int(more) * (not rest), int(n)) for rest in kept]
    as_deleted = [frequency(items, (x,)) == by_deletion[x] for x in (0, 1)]
    return when(code < 2**n, all_of([*as_deleted, sum(by_deletion) == 1]))


@claim(
    "ABLMM22.L28",
    "Lemma 28, section 5.3.1 (KKMN09, BNS16b): stable histograms",
    "lemma",
    not_checkable="$O$ hides its constant, and the algorithm is cited; the threshold form is implemented, its law and "
    "its privacy are computed, and so is its accuracy at an explicit size; for $eps > 1$, which section "
    "3.3 excludes (but see ABLMM22.D.ind.range), the printed $n$ is too small",
    stand_ins=("ABLMM22.L28.range", "ABLMM22.L28.bounded", "ABLMM22.L28.sized", "ABLMM22.L28.plain"),
)
def stable_histograms_exist(H: ExplicitBinary) -> Truth:
    """For $n >= O(log(1/(eta beta delta))/(eta eps))$ there is an $(eps, delta)$-DP algorithm that on $S$ in $X^n$
    outputs, with probability at least $1 - beta$, a list $L$ of elements and estimates a in $[0, 1]^L$ such that every
    $x$ with $freq_S(x) >= eta$ is in $L$ and $|a_x - freq_S(x)| <= eta$ for every $x$ in $L$."""
    raise NotImplementedError


# ---- The algorithm


@claim(
    "ABLMM22.A.Hist",
    "Lemma 28, section 5.3.1: privacy of the histogram as implemented",
    "algorithm",
    narrows="lists of items out of three, $eps = 2 ln 2$ and $delta = 1/(1 + i)$",
    delta=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def the_stable_histogram_is_private(
    n: PositiveSize, i: PositiveSize, law: LawOf, histogram: Histogram, delta: Fraction
) -> Truth:
    """Hist is $(eps, delta)$-DP: over all pairs of lists of $n$ items that differ in one item, so that items appear and
    disappear."""
    known = cache(lambda items: law(histogram, items, 2 * ln(2), 1 / (1 + i)))
    return is_private(known, ((0,), (1,), (2,)), n, 2 * ln(2), delta / (1 + i))


def lists(n: int) -> list[tuple[Function, ...]]:
    """All lists of n items out of three."""
    return list(product(((0,), (1,), (2,)), repeat=n))


@claim(
    "ABLMM22.A.Hist.law",
    "for Lemma 28, section 5.3.1: law of the histogram as implemented",
    "algorithm",
    role="companion",
    narrows="lists of items out of three, $eps = 2 ln 2$ and $delta = 1/(1 + i)$",
    more=OFFSET,
)
def the_stable_histogram_has_its_law(
    n: PositiveSize, i: PositiveSize, law: LawOf, histogram: Histogram, more: int
) -> Truth:
    """Hist lists each item that occurs if its count plus two-sided geometric noise of ratio $e^(-eps/2)$ reaches the
    least threshold $t >= 2$ that a count of 1 reaches with probability at most $delta$, with that count over $n$, at
    most 1, as its estimate."""
    epsilon, delta = 2 * ln(2), 1 / (1 + i)
    return all_of(
        same_law(law(histogram, items, epsilon, delta), histogram_law(items, (1 + more) * epsilon, delta))
        for items in lists(n)
    )


@claim(
    "ABLMM22.L28.sized",
    "Lemma 28, section 5.3.1: accuracy of the histogram from an explicit size",
    "lemma",
    role="companion",
    narrows="lists of at most two distinct items, the rarer one first, $eta = 1/3$, $beta = 1/2$, $eps = "
    "2 ln 2$ and $delta = 4^-i$; $n$ is the least with $eta n >= t + (2/eps) ln(2/(eta beta))$ and "
    "$eta n >= (2/eps) ln(4 n/beta)$, $t$ its threshold",
    share=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def the_stable_histogram_is_accurate_from_its_size(
    i: PositiveSize, law: LawOf, histogram: Histogram, share: Fraction
) -> Truth:
    """On every list of $n$ items Hist outputs, with probability at least $1 - beta$, all items of frequency at least
    $eta$ and estimates that are right within $eta$."""
    epsilon, delta = 2 * ln(2), Fraction(1, 4 ** int(i))
    n = int(share * histogram_size(THIRD, HALF, epsilon, delta))
    counted = [((0,),) * a + ((1,),) * (n - a) for a in range(n // 2 + 1)]
    return all_of(
        law(histogram, items, epsilon, delta).probability(partial(is_wrong, {x: frequency(items, x) for x in items}))
        <= HALF
        for items in counted
    )


def is_wrong(frequencies: dict[Function, Fraction], listed: Frequencies) -> bool:
    """Some item of frequency at least 1/3 is not listed, or some estimate is off by more than that."""
    missed = {x for x, true in frequencies.items() if true >= THIRD} - {x for x, _ in listed}
    return bool(missed) or any(abs(a - frequencies.get(x, 0)) > THIRD for x, a in listed)


@claim(
    "ABLMM22.L28.plain",
    "for Lemma 28, section 5.3.1: size of the threshold form of the histogram",
    "remark",
    role="companion",
    narrows="proved is that $(n/2) e^{-eps eta n/2}$ exceeds 1; that it is a bound on the expected number is not "
    "formalized",
    rate=Constant(Fraction(3, 2), mutants=(3,), stronger="larger"),
)
def the_plain_histogram_needs_a_logarithm_more(C: AtLeastOne, rate: Fraction) -> Truth:
    """For no $C >= 1$ is the threshold form accurate from $n = C log(1/(eta beta delta))/(eta eps)$ items whatever
    $eps$ is: on $n$ distinct items the expected number of estimates of at least $eta + 1/n$ is at least $(n/2) e^{-eps
    eta n/2}$, with $L = log2(1/(eta beta delta)) = 3$, $eta = 1/2$ and $ln(1/eps) = 2 C$ more than 1. The lemma stands:
    a random part of the items may be taken first."""
    n = 6 * C * exp(2 * C)
    return n / 2 * exp(-(rate * C)) > 1


# ---- Lemma 28 for every eps


@claim(
    "ABLMM22.L28.range",
    "for Lemma 28, section 5.3.1: size of the histogram for large eps",
    "remark",
    role="companion",
    narrows="the arithmetic, for $eps > 1$, which section 3.3 leaves out; that privacy and accuracy ask for $2 N <= "
    "e^eps$ is not formalized",
    cites=("ABLMM22.L28.range.unbounded",),
)
def one_item_is_enough_for_large_epsilon(C: PositiveInteger) -> Truth:
    """For some constant $C$, $n >= C log(1/(eta beta delta))/(eta eps)$ items are enough. Read as: for all $eps > 0$;
    with $eta = beta = delta = 1/4$, so that the logarithm is 6, and $eps = 24 C$ one item is. On the list $(x)$ the
    event that $x$ alone has an estimate above $1/2$ has probability at least $3/4$; these events are disjoint, so that
    of $N$ other elements some $y$ has it on $(x)$ with probability at most $1/(4 N)$, and $3/4 <= e^eps/(4 N) + 1/4$,
    that is $2 N <= e^eps$; here $N = 2^(35 C)$."""
    return exp(24 * C) >= 2 * 2 ** (35 * C)


@correction(
    "ABLMM22.L28.range",
    "as $eps$ grows the printed $n$ goes to 0, but an item that occurs once is listed with probability "
    "$delta$ at most; with noise that is cut off no item is missed and no estimate is wrong, and $n$ does"
    " not depend on $beta$",
    narrows="proved are the three inequalities of $B$; the factor $e^{eps/2}$ of one count, and that two counts change "
    "by 1 where an item is replaced, are not formalized",
    two=Constant(2, mutants=(1,)),
    items=Constant(4, mutants=(3,), stronger="smaller"),
)
def items_are_listed_by_bounded_noise(
    eta: PositiveUnit, epsilon: PositiveReal, delta: OpenUnit, less: Unit, two: int, items: int
) -> Truth:
    """For every $eps > 0$, $delta in (0, 1)$ and $n >= (4/eta)(1 + ln(2/delta)/eps)$ there is an $(eps, delta)$-DP
    algorithm that on $S$ in $X^n$ always outputs a list of elements with estimates, which may be cut to $[0, 1]$, such
    that every $x$ with $freq_S(x) >= eta$ is in it and every estimate is right within $eta$: to each count it adds
    noise on $-B..B$, $B = ceil((2/eps) ln(2/delta))$, with weights $e^{-eps |z|/2}$, and lists what reaches $B + 2$. A
    count that moves by 1 gains or loses at most a factor $e^{eps/2}$ beside the end, of probability at most $e^{-eps
    B/2} <= delta/2$, and one of at most 1 is never listed; a count of at least $eta n - B >= B + 2$ always is. Here
    ceil adds less."""
    B = 2 * ln(two / delta) / epsilon + less
    n = items * (1 + ln(2 / delta) / epsilon) / eta
    return (exp(-(epsilon * B / 2)) <= delta / 2) & (eta * n - B >= B + 2) & (eta * n >= B)


@uses("ABLMM22.L28.range.corrected", "DP.composition.sequential", "Lemma 28 for every eps")
def two_counts_change(epsilon: PositiveReal, delta: OpenUnit) -> Use:
    """A replaced item changes two counts by 1, each at $(eps/2, delta/2)$, together $(eps, delta)$."""
    at = {"first": epsilon / 2, "second": epsilon / 2, "delta1": delta / 2, "delta2": delta / 2}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]))


@claim(
    "ABLMM22.L28.range.unbounded",
    "for Lemma 28, section 5.3.1: histogram of one item, for every constant",
    "remark",
    role="companion",
    narrows="the arithmetic, for $eps > 1$; that privacy and accuracy ask for $2 N <= e^eps$ is not formalized",
    rate=Constant(24, mutants=(25,)),
)
def no_constant_makes_one_item_enough(C: AtLeastOne, rate: int) -> Truth:
    """$e^{24 C} < 2 2^{35 C}$ for every $C >= 1$, so that one item is not enough."""
    return exp(rate * C) < 2 * 2 ** (35 * C)


def bounded_histogram(items: tuple[Function, ...], bound: int) -> Law[tuple[tuple[Function, int], ...]]:
    """What ABLMM22.L28.range.corrected lists at eps = 2 ln 2, with the noisy counts."""
    noise = proportional({z: HALF ** abs(z) for z in range(-bound, bound + 1)})
    noisy: Law[tuple[tuple[Function, int], ...]] = point_mass(())
    for x in sorted(set(items)):
        counted = noise.map(partial(_counted, x, items.count(x)))
        noisy = noisy.product(counted).map(lambda pair: (*pair[0], pair[1]))
    return noisy.map(lambda all: tuple(one for one in all if one[1] >= bound + 2))


def _counted(x: Function, count: int, z: int) -> tuple[Function, int]:
    return x, count + z


@claim(
    "ABLMM22.L28.bounded",
    "Lemma 28, section 5.3.1: privacy and accuracy of the histogram with bounded noise",
    "lemma",
    role="companion",
    narrows="$eps = 2 ln 2$ and $delta = 2^-i$; privacy on lists of $n$ items out of three, accuracy for $eta = "
    "1/(1 + n)$ on lists of at most two different items, of $(2 B + 2)/eta$ items, $B = 1 + i$, which is less than "
    "ABLMM22.L28.range.corrected asks for",
    share=Constant(1, mutants=(Fraction(1, 8),), stronger="smaller"),
    size=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def the_bounded_histogram_is_private_and_never_wrong(
    n: PositiveSize, i: PositiveSize, share: Fraction, size: Fraction
) -> Truth:
    """The histogram with bounded noise is $(eps, delta)$-DP, and always lists every frequent item and estimates within
    $eta$."""
    bound, delta = 1 + int(i), Fraction(1, 2 ** int(i))
    private = is_private(lambda S: bounded_histogram(S, bound), ((0,), (1,), (2,)), n, 2 * ln(2), share * delta)
    eta = Fraction(1, 1 + int(n))
    rows = ceiling(size * (2 * bound + 2) / eta)
    counts = [((0,),) * a + ((1,),) * (rows - a) for a in range(rows + 1)]

    def right(S: tuple[Function, ...]) -> bool:
        true = {x: Fraction(S.count(x), rows) for x in set(S)}
        frequent = {x for x, f in true.items() if f >= eta}
        outcomes = bounded_histogram(S, bound).support
        near = all(abs(Fraction(a, rows) - true[x]) <= eta for listed in outcomes for x, a in listed)
        return near and all(frequent <= {x for x, _ in listed} for listed in outcomes)

    return private & all_of(right(S) for S in counts)
