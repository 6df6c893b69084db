"""YAN25, the private median by recursion on pairs (M6)."""

from itertools import product
from math import comb, prod

from littlestone.spec.medians import median_laws
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

Pairs = Annotated[Run, Algorithm("YAN25.M6")]
Values = tuple[int, ...]
M6 = "RecPair: R levels, and a last median"


@claim(
    "YAN25.M6",
    "M6, for Theorem 9: median by recursion on pairs as implemented",
    "algorithm",
    role="companion",
    narrows="$eps = 4 ln(1 + j)$, $delta = 1/3$",
    caps="values in falling order",
    more=OFFSET,
)
def the_median_by_pairs_has_the_law_of_the_listing(
    H: Size, n: Size, R: Size, j: PositiveSize, law: LawOf, run: Pairs, more: int
) -> Truth:
    """RecPair draws the depth by recursion on the common prefixes of a random perfect matching, then chooses a prefix
    and one of its three points as OneLevel does; at the last level, or for $H <= 1$, it draws by rank: for all $n$
    values in $0..H$ and $R$ levels."""
    size, levels, epsilon, delta = int(H) + 1, int(R), 4 * ln(1 + j), Fraction(1, 3)
    return all_of(
        same_law(
            law(run, y[::-1], size, levels, epsilon, delta),
            median_laws.recursive_median_law(y, size, levels, epsilon + more, delta),
        )
        for y in multisets(size - 1, n)
    )


@claim(
    "YAN25.M6.privacy",
    "M6, for Theorem 9: privacy of the median by recursion on pairs",
    "theorem",
    role="companion",
    narrows="$eps = 4 ln(1 + j)$, $delta = 1/3$, $R = 1$",
    share=Constant(1, mutants=(Fraction(1, 8),)),
)
def the_median_by_pairs_is_private(H: PositiveSize, n: PositiveSize, j: PositiveSize, share: Fraction) -> Truth:
    """RecPair is $((1 + 2R) eps, R delta)$-DP: for all $n$ values in $0..H$; at $H = 1$ it does not recur."""
    size, epsilon, delta = int(H) + 1, 4 * ln(1 + j), Fraction(1, 3)
    law = lambda y: median_laws.recursive_median_law(y, size, 1, epsilon, delta)  # noqa: E731
    return is_private(law, range(size), int(n), share * 3 * epsilon, delta)


@claim(
    "YAN25.M6.pairs",
    "M6, for Theorem 9, the matching lemma: heaviest prefix where pairs part early",
    "lemma",
    role="companion",
    more=OFFSET,
)
def pairs_that_part_early_lower_the_heaviest(L: PositiveSize, h: PositiveSize, more: int) -> Truth:
    """If $m$ pairs have $z < L$ leading bits in common at most, then at most $n - m$ values have the same first $z + 1$
    bits: for all $n = 2h$ values of $L$ bits in the order of their pairs."""
    bits, n = int(L), 2 * int(h)
    return all_of(
        median_laws.heaviest(y, bits, z + 1) + _early(y, bits, z) + int(more) <= n
        for y in product(range(2**bits), repeat=n)
        for z in range(bits)
    )


def _early(y: Values, bits: int, z: int) -> int:
    return sum(median_laws.common_prefix(a, b, bits) <= z for a, b in zip(y[::2], y[1::2], strict=True))


@terms("YAN25.M6.matching")
def pairs_of_one_colour(m: PositiveReal, ratio: PositiveReal, power: int = 1) -> Terms:
    """m = ratio (K' - 2) pairs or more have one colour so seldom, where no colour has K' points."""
    return Terms(asks=m >= 3, fails=exp(power * m * (1 - ln(ratio))))


@claim(
    "YAN25.M6.matching",
    "M6, for Theorem 9, the matching lemma: pairs of one colour in a random matching",
    "lemma",
    role="companion",
    narrows="colours of two points each, $K' = 3$",
    power=Constant(1, mutants=(2,)),
)
def few_random_pairs_have_one_colour(J: PositiveSize, m: PositiveSize, power: int) -> Statement:
    """If no colour has $K'$ points, a random perfect matching of $n = 2J$ points has $m$ pairs of one colour or more
    with probability at most $(e (K' - 2)/m)^m$, for $m >= 3$ (below, that is more than 1): for 2 points of each colour,
    by inclusion and exclusion."""
    return when([m >= 3, m <= J], _chance_of_couples(int(J), int(m)) <= pairs_of_one_colour(m, m, power).fails)


def _chance_of_couples(J: int, m: int) -> Fraction:
    """The probability that m of J couples or more are matched with each other."""
    matchings = [prod(range(1, 2 * r, 2)) for r in range(J + 1)]
    exactly = (
        comb(J, s) * sum((-1) ** i * comb(J - s, i) * matchings[J - s - i] for i in range(J - s + 1))
        for s in range(m, J + 1)
    )
    return Fraction(sum(exactly), matchings[J])


@claim(
    "YAN25.M6.accuracy",
    "M6, for Theorem 9: accuracy of the median by recursion on pairs",
    "theorem",
    role="companion",
    narrows="how the failures add up over $R$ levels, in units of $b$; that a level whose parts succeed hands on an "
    "interior point is cited, and at the sizes that this asks for no law is computed",
    each=Constant(3, mutants=(2,)),
)
def the_failures_of_the_levels_add_up(R: FromZero, more: FromZero, each: int) -> Truth:
    """RecPair fails with probability at most $(1 + 3R) b$: at each of $R$ levels the matching with $e^-g <= b$ for $g =
    ln(1/b) + more$ pairs, the choice of the prefix with $b$, and the draw of one of three points with $3 e^{-ln(3/b)} =
    b$; and the last median with $b$."""
    return 1 + R * (exp(-more) + 1 + 3 * Fraction(1, 3)) <= 1 + each * R


@uses("YAN25.M6.accuracy", "YAN25.M6.matching", M6)
def the_matching_fails_seldom(m: Annotated[Real, Reals(low=24)], over: FromZero) -> Use:
    """With $m >= 8 K'$, $K' >= 3$, $m$ is $8 + over$ times $K' - 2$: it fails with at most $e^-m$, which is at most
    $b$ where $m >= ln(1/b)$."""
    return Use({"m": m, "ratio": 8 + over}, gives=lambda matching: matching.fails <= exp(-m))


rests_on("YAN25.M6.accuracy", "YAN25.M1", "the point of a level is drawn with weights $e^{eps q / 2}$", M6)
rests_on("YAN25.M6.accuracy", "YAN25.M6.pairs", "an interior prefix of the pairs gives three points", M6)
rests_on("YAN25.M6.accuracy", "YAN25.M5.points", "one of the three points is good", M6)


@adds_up("YAN25.M6.accuracy", M6)
def the_failures_of_a_level_of_pairs(epsilon: PositiveReal, b: OpenUnit, more: FromZero) -> Total:
    """$2 b$ for each level, beside the $b$ of its matching."""
    return Total(fails=2 * b)
