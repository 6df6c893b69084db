"""ABLMM22 section 4.2.2: Lemma 17, that every algorithm has a large homogeneous set, by Theorem 19."""

from collections.abc import Sequence
from itertools import combinations, product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning import ordered_samples as ordered
from littlestone.spec.learning.towers import tower
from littlestone.spec.notation import *

Colouring = Annotated[Run, Algorithm("ABLMM22.L17.color")]
HomogeneousSearch = Annotated[Run, Algorithm("ABLMM22.L17")]
AtLeastThree = Annotated[Real, Reals(low=3)]
M = 2
RAMSEY = "Theorem 19, corrected"
LEMMA = "section 4.2.2, proof of Lemma 17"


# ---- Lemma 17


@claim(
    "ABLMM22.L17",
    "Lemma 17, section 4.2.1: size of a homogeneous set of any algorithm",
    "lemma",
    not_checkable="$2^{O(m log m)}$ hides a constant, and the explicit bound of its proof exceeds $m$ only for $n$ "
    "above $twr_3(10^9)$, where no set can be listed",
    stand_ins=("ABLMM22.L17.list", "ABLMM22.L17.search", "ABLMM22.L17.color.count", "ABLMM22.L17.eq1", "ABLMM22.T19"),
)
def every_algorithm_has_a_large_homogeneous_set() -> Truth:
    """For every algorithm A on samples of size $m$ over a set $X$ of reals with $|X| = n$ there is an $m$-homogeneous
    $X'$ of size at least $log^(m)(n) / 2^{O(m log m)}$."""
    raise NotImplementedError


rests_on("ABLMM22.L17", "ABLMM22.L17.color", "taken for granted: $m$ is even, or $X$ itself is homogeneous", LEMMA)
rests_on(
    "ABLMM22.L17", "ABLMM22.L17.color.count", "$(10^2 m + 1)^(m+1)$ colours, at least 2, as Theorem 19 needs", LEMMA
)


@uses(
    "ABLMM22.L17",
    "ABLMM22.T19",
    f"{LEMMA}, its display",
    name="range",
    repair="ABLMM22.T19.corrected",
    draws="a subset of size $s$ with all its $(m+1)$-subsets in one colour",
)
def ramsey_gives_a_set_of_one_colour(m: PositiveInteger, s: Natural) -> Use:
    """Theorem 19 is used with $t = m + 1$, $q = (10^2 m + 1)^(m+1)$ and $N = n$, for $s = log^(m)(n)/(3 q log q)$, here
    rounded down: it is about $s > t >= 2$ and, corrected, $q >= 2$."""
    q = (100 * m + 1) ** (m + 1)
    return Use(needs=all_of([m + 1 < s, m + 1 >= 2, q >= 2]))


@uses("ABLMM22.L17", "ABLMM22.T19", f"{LEMMA}, its display", repair="ABLMM22.T19.corrected")
def the_set_of_one_colour_is_large(s: Natural, size: Natural) -> Use:
    """$|X'| >= log^(m)(n)/(3 q log q)$ is drawn from Theorem 19: that real number is $s + 1/2$, and the theorem, which
    is about integers $s > m + 1 >= 2$, gives $s$ points."""
    return Use({"s": s}, given=s > 2, says=s <= size, gives=s + HALF <= size)


@correction(
    "ABLMM22.L17.from.T19.range.premise",
    "for $n$ so small that $log^(m)(n)/(3 q log q)$ is at most $t = m + 1$, Theorem 19 says nothing; but "
    "then any set of $m + 1$ points, whose only $(m+1)$-subset has one colour, is large enough, and so "
    "are all $n <= m$ points, without a sample",
    more=Constant(1, mutants=(0,)),
)
def small_sets_need_no_ramsey(m: PositiveInteger, s: Natural, n: PositiveInteger, more: int) -> Statement:
    """Where $1 <= s <= n$, $s$ being $log^(m)(n)/(3 q log q)$ rounded down, $s <= min(n, m + 1)$, or $s > m + 1 >= 2$,
    as Theorem 19 asks with $t = m + 1$."""
    applies = (m + more >= 2) & (m + 1 < s)
    return when([s >= 1, s <= n], applies | ((s <= m + more) & (s <= n)))


@correction(
    "ABLMM22.L17.from.T19.conclusion",
    "$log^(m)(n)/(3 q log q)$ is no integer, and Theorem 19 gives a set of an integral size $s$: rounding"
    " down loses up to half of it, which $2^{O(m log m)}$ absorbs",
    half=Constant(2, stronger="smaller", mutants=(1,)),
)
def rounding_down_loses_a_half(s: PositiveInteger, rest: BelowOne, half: Fraction) -> Truth:
    """$|X'| >= log^(m)(n)/(6 q log q)$ wherever $log^(m)(n)/(3 q log q) = s + rest$ is at least 1: $s >= (s +
    rest)/2$."""
    return (s + rest) / half <= s


rests_on("ABLMM22.L17", "ABLMM22.L17.eq1", "$3 q log q$ is the printed denominator", f"{LEMMA}, its display")
rests_on("ABLMM22.L17", "ABLMM22.L17.eq1.order", "the denominator is $2^{O(m log m)}$", f"{LEMMA}, its display")
rests_on("ABLMM22.L17", "ABLMM22.N.ilog", "$log^(m)$ undoes $twr_(m+1)$", LEMMA, repair="ABLMM22.N.ilog.corrected")
rests_on("ABLMM22.L17", "ABLMM22.L17.list", "the common colour is a probabilities-list", f"{LEMMA}, last sentence")


def one_coloured(average: ordered.Average, points: Sequence[int], paint: Colouring, grid: int) -> bool:
    """All 3-subsets of the points have the same colour."""
    return len({paint(average, D, grid) for D in combinations(points, M + 1)}) <= 1


@claim(
    "ABLMM22.L17.color",
    "proof of Lemma 17, section 4.2.2: colour of a set of m + 1 points",
    "construction",
    narrows="$m = 2$, $D = {0, 1, 2}$, and averages among six values",
    grid=Constant(100, mutants=(50,)),
)
def the_colour_is_the_closest_fractions(a: Size, b: Size, c: Size, paint: Colouring, grid: int) -> bool:
    """The colour of $D = {x_1 < ... < x_(m+1)}$ (the print says: "assigned to A") is $(p_1, ..., p_(m+1)), p_i$ the
    fraction $t / (10^2 m)$ closest to $A_{S^-i}(x_i)$, the smallest one in case of ties, and $S^-i$ the balanced
    increasing realizable sample on $D$ without $x_i$; here $A_{S^-i}(x_i)$ is number $a$, $b$ and $c$ of 0, $1/400$,
    $3/800$, $199/400$, $399/400$ and 1 for $i = 1$, 2, 3: ties among them."""
    choices = [Fraction(v, 800) for v in (0, 2, 3, 398, 798, 800)]
    values = [choices[choice] for choice in (a, b, c)]

    def average(S: Sample, x: int) -> Fraction:
        is_asked = ordered.balanced_sample([y for y in range(M + 1) if y != x]) == S
        return values[x] if is_asked else Fraction(1, 4)  # of another sample A says what no colour here has

    painted: ordered.Colour = paint(average, range(M + 1), 100)
    return painted == ordered.ramsey_colour(average, range(M + 1), int(grid))


@claim(
    "ABLMM22.L17.list",
    "proof of Lemma 17, section 4.2.2: probabilities-list of a set of one colour",
    "step",
    narrows="$m = 2$, four points, and averages that depend on the order alone but at one place",
    closeness=Constant(2, stronger="larger", mutants=(8,)),
    shift=OFFSET,
)
def one_colour_gives_the_probabilities_list(
    a: Size, b: Size, c: Size, odd: Size, paint: Colouring, closeness: int, shift: int
) -> Statement:
    """If all $(m+1)$-subsets of $X'$ have the same colour $(c_1, ..., c_(m+1))$, then $X'$ is $m$-homogeneous with $p_i
    = c_(i+1)$ for $i = 0..m$, even within $1/(2 * 10^2 m)$: $x_i$ has $i - 1$ points of $S^-i$ below it. Here $A_S(x)$
    is number $a$, $b$ or $c$ of 0, $3/800$, $1/200$ and 1 for $x$ of order 0, 1 or 2, but at one place of order 2 it is
    number ``odd``."""
    choices = [Fraction(v, 800) for v in (0, 3, 4, 800)]
    by_order = [choices[choice] for choice in (a, b, c)]

    def average(S: Sample, x: int) -> Fraction:
        return choices[odd] if (S[0][0], S[1][0], x) == (0, 1, 2) else by_order[ordered.order_in(S, x)]

    colour = paint(average, range(M + 1), 100)
    p = [colour[(i + int(shift)) % (M + 1)] for i in range(M + 1)]
    margin = ordered.tolerance(M) / int(closeness)
    is_list = ordered.is_probabilities_list(p, average, range(4), margin)
    return when(one_coloured(average, range(4), paint, 100), is_list)


@claim(
    "ABLMM22.L17.search",
    "proof of Lemma 17, section 4.2.2: search for a homogeneous set as implemented",
    "algorithm",
    narrows="$m = 2$, four points, A with values 0 and 1, and colours in multiples of $1/m$ in place of $1/(10^2 m)$",
    least=Constant(3, mutants=(4,)),
)
def the_search_finds_a_largest_one_coloured_set(table: Size, search: HomogeneousSearch, least: int) -> Truth:
    """Some $(m+1)$-subset, and in it a homogeneous set, always exists; the search returns a largest set of one colour,
    which is $m$-homogeneous with the list returned. Here the values of A at the twelve pairs of a sample and a point
    outside it are the binary digits of the table."""
    digits = {place: Fraction(int(table) >> i & 1) for i, place in enumerate(ordered.places(range(4), M))}

    def average(S: Sample, x: int) -> Fraction:
        return digits[S, x]

    found = search(average, range(4), M, 1)
    size = 4 if one_coloured(average, range(4), ordered.ramsey_colour, 1) else M + 1
    listed = ordered.is_probabilities_list(found.probabilities, average, found.points, ordered.tolerance(M))
    return all_of([len(found.points) == size, least <= size, listed])


@claim(
    "ABLMM22.L17.color.count",
    "proof of Lemma 17, section 4.2.2: number of colours",
    "step",
    more=Constant(1, mutants=(0, 2)),
)
def the_number_of_colours(m: PositiveSize, more: int) -> Truth:
    """The total number of colours is $(10^2 m + 1)^{m+1}$: $m + 1$ entries among $0, 1/(10^2 m), ..., 1$."""
    entries = {Fraction(t, 100 * m) for t in range(100 * m + 1)}
    return equals(len(entries) ** (m + 1), (100 * m + more) ** (m + 1))


# ---- Theorem 19


def ramsey_size(s: int, t: int, q: int) -> int | None:
    """The least integer N >= twr_t(3 s q log q); None where it is too large to list the colourings."""
    exponent = 3 * s * q * log2(q)
    return None if is_true(exponent > 2) else -floor(-tower(t, exponent))


def has_homogeneous_subset(N: int, t: int, s: int, colours: dict[tuple[int, ...], int]) -> bool:
    """Some s-subset of 0..N-1 has all its t-subsets in one colour."""
    return any(len({colours[D] for D in combinations(C, t)}) == 1 for C in combinations(range(N), s))


def few_colourings(t: int, extra: int, q: int) -> bool:
    """Sizes $N$ whose colourings can be listed: those with $3 s q log q$ at most 2, that is $q = 1$."""
    return ramsey_size(int(t + extra), int(t), int(q)) is not None


@claim(
    "ABLMM22.T19",
    "Theorem 19, section 4.2.2 (Erdos and Rado 1952): Ramsey's theorem for colourings of t-subsets",
    "theorem",
    reach=few_colourings,
)
def every_colouring_has_a_large_homogeneous_set(t: PositiveSize, extra: PositiveSize, q: PositiveSize) -> Statement:
    """For integers $s > t >= 2$ and $q$, and $N >= twr_t(3 s q log q)$, every colouring of the $t$-subsets of an
    $N$-set with $q$ colours has a homogeneous subset of size $s$. Read as: for every $q >= 1$; here $s = t + extra$."""
    N, size, s = ramsey_size(int(t + extra), int(t), int(q)), int(t), int(t + extra)
    subsets = list(combinations(range(N or 0), size))
    colourings = (dict(zip(subsets, c, strict=True)) for c in product(range(q), repeat=len(subsets)))
    return when(t >= 2, all_of(has_homogeneous_subset(N or 0, size, s, c) for c in colourings))


@correction(
    "ABLMM22.T19",
    "with $q = 1$ the bound is $twr_t(0)$, and 1 point has no subset of size $s > t = 2$: the theorem "
    "needs $q >= 2$; then 2 is enough in place of 3",
    narrows="the arithmetic of the induction, real numbers standing for towers; ABLMM22.T19.choice has one choice of a "
    "point and Pascal's rule, and the sum over the chosen points and the colouring are not formalized",
    factor=Constant(2, stronger="smaller", mutants=(Fraction(3, 2),)),
)
def colourings_with_two_colours_or_more_have_a_large_homogeneous_set(
    s: AtLeastThree, q: AtLeastTwo, t: AtLeastThree, a: AtLeastTwo, more: FromZero, L: AtLeastOne, factor: Fraction
) -> Truth:
    """For integers $s > t >= 2$ and $q >= 2$, and $N >= twr_t(2 s q log q)$, every colouring of the $t$-subsets of an
    $N$-set with $q$ colours has a homogeneous subset of size $s$. By induction on $t$: where $r$ points are enough for
    $t$ and $s$, $q^(r^t)$ are for $t + 1$ and $s + 1$, as $q^(C(r, t)) + t - 1$ are (ABLMM22.T19.choice). $q (s - 2) +
    1$ points are enough for $t = 1$ and $s - 1$, so that $q^(q (s - 2) + 1)$ are for $t = 2$, at most $twr_2(2 s q log
    q)$, and $twr_3(2 (s + 1) q log q)$ for $t = 3$ and $s + 1$. From $t = 3$ on $r <= 2^a$, $a = twr_(t-1)(2 s q log
    q)$, gives $q^(r^t) <= 2^(2^b)$, $b = twr_(t-1)(2 (s + 1) q log q)$, as $b >= t a + log log q$: so it is at $t = 3$,
    and it passes to $t + 1$; here $L = log q$, to base 2."""
    y, pairs, b = factor * s * q * L, (q * (s - 2) + 1) * L, t * a + log2(L) + more
    two = pairs <= y
    three = (2 * pairs + log2(L) <= y + factor * q * L) & (3 + log2(L) <= 2 ** (factor * q * L))
    spare = log2(t) <= L * 2 ** (t * a) / 2
    return two & three & spare & (L * 2 ** (t * a) <= 2**b) & grown_towers(t, 2**a, 2**b, L).says


rests_on(
    "ABLMM22.T19.corrected", "ABLMM22.T19.choice", "$q^(C(r, t)) + t - 1$ points leave $r + 1$ chosen ones", RAMSEY
)


@uses("ABLMM22.T19.corrected", "ABLMM22.T19.growth", RAMSEY)
def towers_one_level_up(t: AtLeastThree, A: PositiveReal, B: PositiveReal, L: AtLeastOne) -> Use:
    """At $t + 1$, $q^(r^(t+1))$ with $r <= 2^A$ is at most $twr_2(B) = 2^(2^B)$: $L 2^((t+1) A) <= 2^B$, $L = log
    q$."""
    return Use({"t": t, "A": A, "B": B, "L": L}, gives=L * 2 ** ((t + 1) * A) <= 2**B)


@claim(
    "ABLMM22.T19.choice",
    "Theorem 19, section 4.2.2, corrected: points left by a chosen point",
    "step",
    narrows="the numbers of one choice where $w >= 2$, and Pascal's rule; $w = 1$, the sum over the chosen points, and "
    "what a chosen point leaves are not formalized",
    least=Constant(2, mutants=(1,)),
)
def a_chosen_point_leaves_a_large_class(
    b: AtLeastOne, w: FromZero, fewer: FromZero, A: PositiveReal, j: PositiveReal, t: PositiveReal, least: int
) -> Truth:
    """Of $b w$ points one is chosen, number $j + 1$, and the others fall into at most $w = q^(C(j, t-1))$ classes, by
    the colours of the $t$-subsets that end in it, each with one other point: some class has at least $b$, as $w$
    classes of $b - 1 - fewer$ points have fewer than $b w - 1$ where $w >= 2$. As $A = C(j, t-1)$ gives $C(j, t) + A =
    C(j+1, t)$, the $r$-th point is chosen where there were $q^(C(r, t))$, and one more for each of the $t - 1$ whose
    $w$ is 1. Any $r$ chosen points and one more have the colour of a $(t+1)$-subset by its first $t$ points."""
    w += least
    return (w * (b - 1 - fewer) < b * w - 1) & equals(A * (j - t + 1) / t + A, A * (j + 1) / t)


@terms("ABLMM22.T19.growth")
def grown_towers(t: AtLeastThree, A: PositiveReal, B: PositiveReal, L: AtLeastOne, one: int = 1) -> Terms:
    """The towers A = 2^a and B = 2^b, and L = log q."""
    return Terms(says=(t + one) * A + log2(L) <= B)


@claim(
    "ABLMM22.T19.growth",
    "Theorem 19, section 4.2.2, corrected: induction step for the towers",
    "step",
    one=Constant(1, mutants=(20,)),
)
def towers_keep_their_distance(t: AtLeastThree, a: AtLeastTwo, more: FromZero, L: AtLeastOne, one: int) -> Truth:
    """$b >= t a + log log q$ gives $2^b >= (t + 1) 2^a + log log q$ for $t >= 3$ and $a >= 2$; here $L = log q >= 1$,
    to base 2."""
    return as_truth(grown_towers(t, 2**a, 2 ** (t * a + log2(L) + more), L, one).says)


# ---- The size of the homogeneous set


@claim(
    "ABLMM22.L17.eq1",
    "proof of Lemma 17, section 4.2.2: denominator of the size of the homogeneous set",
    "step",
    narrows="the denominator; that $log^(m)$ undoes the tower is ABLMM22.N.ilog.corrected, for integers alone",
    factor=Constant(3, mutants=(2, 4)),
)
def the_denominator_is_three_q_log_q(m: AtLeastOne, factor: int) -> Truth:
    """With $q = (10^2 m + 1)^{m+1}$, $s = log^(m)(n) / (3 (10^2 m + 1)^{m+1} (m + 1) log(10^2 m + 1))$ solves
    $log^(m)(n) = 3 s q log q$, that is $n = twr_(m+1)(3 s q log q)$; $log^(m)$ must be the corrected one, see
    ABLMM22.N.ilog."""
    q = (100 * m + 1) ** (m + 1)
    printed = factor * (100 * m + 1) ** (m + 1) * (m + 1) * log2(100 * m + 1)
    return equals(3 * q * log2(q), printed)


@claim(
    "ABLMM22.L17.eq1.order",
    "proof of Lemma 17, section 4.2.2: order of the denominator",
    "step",
    narrows="the two inequalities from which it follows",
    c=Constant(16, mutants=(15, 8)),
)
def the_denominator_is_two_to_the_m_log_m(m: AtLeastTwo, L: AtLeastOne, c: int) -> Truth:
    """$3 (10^2 m + 1)^{m+1} (m + 1) log(10^2 m + 1) = 2^{O(m log m)}$: it is at most $2^{16 m log m}$ for all $m >= 2$,
    for $log(10^2 m + 1) <= 8 log m$, and $log(24 (m + 1) L) + 8 (m + 1) L <= 16 m L$, at $L = log m$, to base 2."""
    bits = log2(100 * m + 1) <= 8 * log2(m)
    return bits & (log2(24 * (m + 1) * L) + 8 * (m + 1) * L <= c * m * L)
