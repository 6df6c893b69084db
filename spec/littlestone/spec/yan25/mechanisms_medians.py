"""YAN25, the private medians by ranks (M4) and by one logarithmic level (M5), and the trimming (M9)."""

from collections import Counter

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.medians import median_laws
from littlestone.spec.medians.choosing_laws import choosing_threshold
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

Ranks = Annotated[Run, Algorithm("YAN25.M4")]
OneLevel = Annotated[Run, Algorithm("YAN25.M5")]
Trimming = Annotated[Run, Algorithm("YAN25.M9")]
Values = tuple[int, ...]
FALLING = "values in falling order"
M5 = "derivation of M5"
M6 = "RecPair: R levels, and a last median"


# ---- M4, the median by ranks


@claim(
    "YAN25.M4",
    "M4, for Theorem 9: median by ranks as implemented",
    "algorithm",
    role="companion",
    narrows="$eps = 2 ln(1 + j)$",
    caps=FALLING,
    more=OFFSET,
)
def the_median_by_ranks_has_the_law_of_the_listing(
    H: Size, t: Size, j: PositiveSize, law: LawOf, run: Ranks, more: int
) -> Truth:
    """$z = 0..H$ is returned with a probability proportional to $e^{eps q(z)/2}$, $q(z) = min(|{i : y_i <= z}|, |{i :
    y_i >= z}|)$, for all $t$ values in $0..H$."""
    top, epsilon = int(H), 2 * ln(1 + j)
    return all_of(
        same_law(law(run, y[::-1], top, epsilon), median_laws.rank_median_law(y, top, epsilon + more))
        for y in multisets(top, t)
    )


@claim(
    "YAN25.M4.privacy",
    "M4, for Theorem 9: privacy of the median by ranks",
    "theorem",
    role="companion",
    narrows="$eps = 2 ln(1 + j)$",
    share=SHARE,
)
def the_median_by_ranks_is_private(H: PositiveSize, t: PositiveSize, j: PositiveSize, share: Fraction) -> Truth:
    """The median by ranks is $eps$-DP with $delta = 0$, on every input: for all $t$ values in $0..H$."""
    top, epsilon = int(H), 2 * ln(1 + j)
    return is_private(lambda y: median_laws.rank_median_law(y, top, epsilon), range(top + 1), int(t), share * epsilon)


@terms("YAN25.M4.accuracy")
def accurate_ranks(top: PositiveReal, t: PositiveReal, alpha: PositiveUnit, epsilon: PositiveReal) -> Terms:
    """The median by ranks of t values in 0..top is no alpha-median so seldom."""
    return Terms(fails=top * exp(-(alpha * epsilon * t / 2)))


@claim(
    "YAN25.M4.accuracy",
    "M4, for Theorem 9: accuracy of the median by ranks",
    "theorem",
    role="companion",
    narrows="$eps = 2 ln(1 + j)$",
    caps="$alpha = a/12$",
    share=Constant(1, mutants=(QUARTER,)),
)
def the_median_by_ranks_is_accurate(
    H: PositiveSize, t: PositiveSize, a: PositiveSize, j: PositiveSize, share: Fraction
) -> Statement:
    """The median by ranks is an $alpha$-median with probability $1 - beta$ if $t >= (2/(alpha eps)) ln(H/beta)$: the
    exact chance of another point is at most $beta = H e^{-alpha eps t / 2}$ where that is below 1, for all multisets
    of $t$ values in $0..H$."""
    top, epsilon, alpha = int(H), 2 * ln(1 + j), Fraction(int(a), 12)
    beta = Real.of(accurate_ranks(H, t, alpha, epsilon).fails)
    chances = (chance_of_no_median(y, median_laws.rank_median_law(y, top, epsilon), alpha) for y in multisets(top, t))
    return when(beta < 1, all_of(chance <= share * beta for chance in chances))


def chance_of_no_median(y: Values, law: Law[int], alpha: Fraction) -> Real:
    """The probability of a point that is no alpha-median."""
    return Real.of(law.probability(lambda z: not median_laws.is_median(y, z, alpha)))


# ---- M5, one logarithmic level


@claim(
    "YAN25.M5",
    "M5, for Theorem 9: median by one logarithmic level as implemented",
    "algorithm",
    role="companion",
    narrows="$eps_1 = 2 ln(1 + j)$, $eps_2 = 4 ln(2 + j)$, $eps_3 = 2 ln(3 + j)$, $delta = 1/3$",
    caps=FALLING,
    more=OFFSET,
)
def the_median_by_one_level_has_the_law_of_the_listing(
    H: Size, t: Size, j: PositiveSize, law: LawOf, run: OneLevel, more: int
) -> Truth:
    """OneLevel trims $ceil(t/6)$ values at either end, draws a depth (M1) by $min(M(z), n - M(z+1))$, $M(z)$ being the
    most values with the same first $z$ bits, chooses a prefix of that length (M2) by its count, and draws one of its
    three points (YAN25.M5.points) by rank (M1), or takes its one value where it has all bits, $H$ at most; it returns 0
    where no value is left, as for $t <= 2$, or no prefix is chosen: for all $t$ values in $0..H$."""
    top, epsilons, delta = int(H), (2 * ln(1 + j), 4 * ln(2 + j), 2 * ln(3 + j)), Fraction(1, 3)
    return all_of(
        same_law(
            law(run, y[::-1], top, epsilons, delta), median_laws.one_level_law(y, top, epsilons, delta / (1 + more))
        )
        for y in multisets(top, t)
    )


@claim(
    "YAN25.M5.privacy",
    "M5, for Theorem 9: privacy of the median by one logarithmic level",
    "theorem",
    role="companion",
    narrows="$eps_1 = eps_3 = 2 ln(1 + j)$, $eps_2 = 4 ln(1 + j)$, $delta = 1/3$",
    share=Constant(1, mutants=(Fraction(1, 8),)),
)
def the_median_by_one_level_is_private(H: PositiveSize, t: PositiveSize, j: PositiveSize, share: Fraction) -> Truth:
    """OneLevel is $(eps_1 + eps_2 + eps_3, delta)$-DP: for all $t$ values in $0..H$."""
    top, unit, delta = int(H), ln(1 + j), Fraction(1, 3)
    law = lambda y: median_laws.one_level_law(y, top, (2 * unit, 4 * unit, 2 * unit), delta)  # noqa: E731
    return is_private(law, range(top + 1), int(t), 8 * unit, share * delta)


@claim(
    "YAN25.M5.depth",
    "M5, for Theorem 9, first lemma: depth at which half of the values agree",
    "lemma",
    role="companion",
    share=Constant(1, mutants=(2,)),
)
def some_depth_has_half_of_the_values(L: PositiveSize, n: PositiveSize, share: int) -> Truth:
    """$max_z min(M(z), n - M(z + 1)) >= n/2$, $M(z)$ being the most values with the same first $z$ bits, $M(L + 1) =
    0$: for all multisets of $n >= 1$ values of $L$ bits."""
    bits = int(L)
    qualities = ([median_laws.depth_quality(y, bits, z) for z in range(bits + 1)] for y in multisets(2**bits - 1, n))
    return all_of(2 * max(found) >= share * n for found in qualities)


@claim(
    "YAN25.M5.points",
    "M5, for Theorem 9, second lemma: rank of three points below a prefix",
    "lemma",
    role="companion",
    times=Constant(3, mutants=(1,)),
)
def one_of_three_points_is_good(L: PositiveSize, n: PositiveSize, times: int) -> Truth:
    """If $N(v) >= K$ values begin with $v$, and $n - N(u) >= 3 K$ for both children $u$ of $v$, then one of the three
    points v0...0, v10...0 and v1...1 has rank quality at least $K$: for all multisets of $n >= 1$ values of $L$ bits,
    all prefixes $v$ and the largest such $K$."""
    bits, three = int(L), int(times)
    return all_of(
        _best_of_three(y, bits, z, v) >= _largest_weight(y, bits, z, v, three)
        for y in multisets(2**bits - 1, n)
        for z in range(bits)
        for v in range(2**z)
    )


def _best_of_three(y: Values, bits: int, z: int, v: int) -> int:
    return max(median_laws.rank_quality(y, x) for x in median_laws.three_points(v, bits - z))


def _largest_weight(y: Values, bits: int, z: int, v: int, three: int) -> int:
    """The largest K with N(v) >= K and n - N(u) >= 3 K for both children u of v."""
    below = median_laws.prefix_counts(y, bits, z + 1)
    children = [below[2 * v], below[2 * v + 1]]
    return min(sum(children), *((len(y) - child) // three for child in children))


@claim(
    "YAN25.M5.accuracy",
    "M5, for Theorem 9: accuracy of the median by one logarithmic level",
    "theorem",
    role="companion",
    narrows="one data set for each $r$: values spread evenly over the first $2^r$ of $0..7$, over all for $r >= 3$, at "
    "which it fails with far less than the $b_i$",
    caps="$eps_1 = eps_3 = 2 ln 2$, $eps_2 = 4 ln 2$, $delta = b_1 = b_2 = b_3 = 2^(-(1 + i))$, and $n$ the least "
    "multiple of 4 that is enough",
    less=Constant(1, mutants=(10**9,)),
)
def the_median_by_one_level_is_accurate(r: Size, i: PositiveSize, less: int) -> Truth:
    """OneLevel returns a $1/3$-median with probability at least $1 - (b_1 + b_2 + b_3)$, if $n/2 >= (2/eps_1) ln((L +
    1)/b_1) + max(3K, theta + (4/eps_2) ln(1/b_2), K + (4/eps_2) ln(2n/b_2))$, $K = 1 + (2/eps_3) ln(3/b_3)$, $n$ values
    of $L$ bits being left by the trimming, and $theta$ as in YAN25.M2.privacy."""
    b = Fraction(1, 2 ** int(1 + i))
    t = next((t for t in range(6, 10**4, 6) if is_true(_is_enough(2 * t // 3, b))), 0)
    y = tuple(sorted(x % 2 ** min(int(r), 3) for x in range(t)))
    law = median_laws.one_level_law(y, 7, (2 * ln(2), 4 * ln(2), 2 * ln(2)), b)
    return chance_of_no_median(y, law, Fraction(1, 3)) <= 3 * b / less


def _is_enough(n: int, b: Fraction) -> Truth:
    K = 1 + ln(3 / b) / ln(2)
    chosen = choosing_threshold(4 * ln(2), b) + ln(1 / b) / ln(2)
    return all_of(HALF * n >= ln(4 / b) / ln(2) + part for part in (3 * K, chosen, K + ln(2 * n / b) / ln(2)))


@uses("YAN25.M5.accuracy", "DP.exponential.accuracy", M5)
def a_good_depth_is_drawn(L: PositiveInteger, epsilon: PositiveReal, b: OpenUnit) -> Use:
    """M1 over $L + 1$ depths draws one of quality at least $n/2 - (2/eps_1) ln((L + 1)/b_1)$, but with probability
    $b_1$."""
    at = {"k": L + 1, "epsilon": epsilon, "x": 2 / epsilon * ln((L + 1) / b)}
    return Use(at, gives=lambda depth: depth.fails <= b, times=1)


@uses("YAN25.M5.accuracy", "YAN25.M2.accuracy", M5, draws="a good prefix is chosen")
@uses("YAN25.M6.accuracy", "YAN25.M2.accuracy", M6, draws="a good prefix is chosen")
def a_good_prefix_is_chosen(b: OpenUnit, more: FromZero) -> Use:
    """The choosing mechanism, $k = 1$, where the best count is above $theta$ by $(4/eps_2) ln(1/b_2)$, as $n/2$ less
    what the depth lost is: it fails with probability $b_2$ and loses $(4/eps_2) ln(2n/b_2)$."""
    return Use({"beta": b, "above": more + ln(1 / b)}, times=1)


rests_on("YAN25.M5.accuracy", "YAN25.M1", "depths and points are drawn with weights $e^{eps q / 2}$", M5)
rests_on("YAN25.M5.accuracy", "YAN25.M5.depth", "some depth has quality $n/2$", M5)
rests_on("YAN25.M5.accuracy", "YAN25.M5.points", "one of a, $b$, $c$ has rank quality $K$ at least", M5)


@uses("YAN25.M5.accuracy", "DP.exponential.accuracy", M5, name="points")
@uses("YAN25.M6.accuracy", "DP.exponential.accuracy", M6)
def one_of_three_is_drawn(epsilon: PositiveReal, b: OpenUnit, more: FromZero) -> Use:
    """M1 over three points, the best of quality $r >= 1 + (2/eps_3) ln(3/b_3)$, draws one of quality less than 1, no
    interior point, with probability $3 e^{-eps_3 (r - 1)/2} <= b_3$ at most."""
    at = {"k": Real.of(3), "epsilon": epsilon, "x": 2 / epsilon * (ln(3 / b) + more)}
    return Use(at, gives=lambda point: point.fails <= b, times=1)


@adds_up("YAN25.M5.accuracy", M5)
def the_failures_of_one_level(L: PositiveInteger, epsilon: PositiveReal, b: OpenUnit, more: FromZero) -> Total:
    """$b_1 + b_2 + b_3$, here each $b$."""
    return Total(fails=3 * b)


@uses("YAN25.M5.accuracy", "YAN25.M9.interior", M5)
def the_rest_is_two_thirds(t: Annotated[Real, Reals(low=3)], rounded: BelowOne, quality: FromZero) -> Use:
    """$k = ceil(t/6) = t/6$ + ``rounded`` values are taken off each end, and some are left where $t >= 3$; an interior
    point of these has a rank quality of at least $k + 1$, more than $(1/2 - 1/3) t$: it is a $1/3$-median."""
    k = t / 6 + rounded
    return Use({"k": k, "quality": quality}, gives=(2 * k < t) & (quality > (HALF - Fraction(1, 3)) * t))


# ---- M9, trimming


@claim(
    "YAN25.M9",
    "M9, for footnote 3: trimming as implemented",
    "algorithm",
    role="companion",
    caps=f"{FALLING}, $0..H$",
    more=OFFSET,
)
def trimming_is_that_of_the_listing(H: Size, n: Size, k: Size, run: Trimming, more: int) -> Truth:
    """The $k$ smallest and the $k$ largest of $n$ values are deleted."""
    return all_of(run(y[::-1], int(k)) == median_laws.trimmed(y, int(k) + int(more)) for y in multisets(H, n))


@claim(
    "YAN25.M9.neighbours",
    "M9, for footnote 3: neighbours after trimming",
    "lemma",
    role="companion",
    most=Constant(1, mutants=(0,)),
)
def trimming_keeps_neighbours(H: PositiveSize, n: PositiveSize, k: PositiveSize, most: int) -> Statement:
    """Data sets that differ in one value at most do so after trimming $k$ values off each end, too, as multisets: for
    all $n$ values in $0..H$, of which two at least are left, without which it says nothing."""
    pairs = ((y, z) for y in multisets(H, n) for z in multisets(H, n) if _apart(y, z) <= 1)
    kept = all_of(_apart(*(median_laws.trimmed(x, int(k)) for x in pair)) <= int(most) for pair in pairs)
    return when(n >= 2 * k + 2, kept)


def _apart(y: Values, z: Values) -> int:
    """How many values of one multiset the other has not."""
    return sum((Counter(y) - Counter(z)).values())


@terms("YAN25.M9.interior")
def interior(k: FromZero, quality: FromZero, more: int = 1) -> Terms:
    """The rank quality of an interior point of what is left, k values being taken off each end."""
    return Terms(says=quality >= k + more)


@claim(
    "YAN25.M9.interior",
    "M9, for footnote 3: rank of interior points after trimming",
    "lemma",
    role="companion",
    more=Constant(1, mutants=(2,)),
)
def interior_points_of_the_rest_have_rank_quality(H: Size, n: Size, k: Size, more: int) -> Truth:
    """An interior point of what trimming leaves has at least $k + 1$ values at or below it, and as many at or above it:
    for all multisets of $n$ values in $0..H$."""
    rest = ((y, median_laws.trimmed(y, int(k))) for y in multisets(H, n))
    return all_of(
        as_truth(interior(int(k), Real.of(median_laws.rank_quality(y, x)), int(more)).says)
        for y, R in rest
        if R
        for x in range(R[0], R[-1] + 1)
    )
