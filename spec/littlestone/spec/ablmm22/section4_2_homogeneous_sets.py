"""ABLMM22 section 4.2.2, and Definition 16: homogeneous sets, the Ramsey colouring, and the bound that it gives."""

from collections.abc import Sequence
from itertools import combinations, product

from littlestone.spec.learning import ordered_samples as ordered
from littlestone.spec.learning.towers import tower
from littlestone.spec.notation import *

Colouring = Annotated[Run, Algorithm("ABLMM22.L17.color")]
HomogeneousSearch = Annotated[Run, Algorithm("ABLMM22.L17")]
M = 2


@claim(
    "ABLMM22.D16",
    "Definition 16, section 4.2.1",
    "definition",
    narrows="m = 2, four points, values other than 0 at order 1 alone, of four",
    factor=Constant(2, mutants=(1, 3)),
)
def homogeneous_is_close_at_places_of_the_same_order(a: Size, b: Size, c: Size, d: Size, factor: int) -> Truth:
    """X' is m-homogeneous if numbers p_i have |A_S(x) - p_i| <= 1/(10^2 m) for every increasing balanced realizable S
    from X' and every x in X' outside S, i = ord_S(x); that is, any two values A_S(x) at places of the same order differ
    by at most 2/(10^2 m). Here m = 2 and X' has four points; the four places of order 1 have the values number a, b, c
    and d of 0, 1/100, 3/200 and 1, all others 0."""
    points, inner = range(4), [p for p in ordered.places(range(4), M) if p[0][0][0] < p[1] < p[0][1][0]]
    choices = [Fraction(v, 200) for v in (0, 2, 3, 200)]
    at = {place: choices[choice] for place, choice in zip(inner, (a, b, c, d), strict=True)}

    def average(S: Sample, x: int) -> Fraction:
        return at.get((S, x), Fraction(0))

    margin = ordered.tolerance(M)
    ends = [v + end for v in at.values() for end in (-margin, margin)]  # some p_1 does if and only if one of them does
    listed = any_of(ordered.is_probabilities_list((Fraction(0), p, Fraction(0)), average, points, margin) for p in ends)
    close = all_of(Real.of(abs(v - w)) <= factor * margin for v, w in combinations(at.values(), 2))
    return close.iff(listed) & close.iff(ordered.is_homogeneous(average, points, M))


# ---- The colouring


def one_coloured(average: ordered.Average, points: Sequence[int], paint: Colouring, grid: int) -> bool:
    """All 3-subsets of the points have the same colour."""
    return len({paint(average, D, grid) for D in combinations(points, M + 1)}) <= 1


@claim(
    "ABLMM22.L17.color",
    "proof of Lemma 17, section 4.2.2",
    "construction",
    narrows="m = 2, and averages among six values",
    grid=Constant(100, mutants=(50,)),
)
def the_colour_is_the_closest_fractions(a: Size, b: Size, c: Size, paint: Colouring, grid: int) -> bool:
    """The colour of D = {x_1 < ... < x_(m+1)} (the print says: "assigned to A") is (p_1, ..., p_(m+1)), p_i the
    fraction t / (10^2 m) closest to A_{S^-i}(x_i), the smallest one in case of ties, and S^-i the balanced increasing
    realizable sample on D without x_i; here m = 2 and A_{S^-i}(x_i) is number a, b and c of 0, 1/400, 3/800, 199/400,
    399/400 and 1 for i = 1, 2, 3: ties among them."""
    choices = [Fraction(v, 800) for v in (0, 2, 3, 398, 798, 800)]
    values = [choices[choice] for choice in (a, b, c)]

    def average(S: Sample, x: int) -> Fraction:
        return values[x]

    painted: ordered.Colour = paint(average, range(M + 1), 100)
    return painted == ordered.ramsey_colour(average, range(M + 1), int(grid))


@claim(
    "ABLMM22.L17.list",
    "proof of Lemma 17, section 4.2.2",
    "step",
    narrows="m = 2, four points, and averages that depend on the order alone but at one place",
    closeness=Constant(2, stronger="larger", mutants=(8,)),
    shift=OFFSET,
)
def one_colour_gives_the_probabilities_list(
    a: Size, b: Size, c: Size, odd: Size, paint: Colouring, closeness: int, shift: int
) -> Statement:
    """If all (m+1)-subsets of X' have the same colour (c_1, ..., c_(m+1)), then X' is m-homogeneous with p_i = c_(i+1)
    for i = 0..m, even within 1/(2 * 10^2 m): x_i has i - 1 points of S^-i below it. Here A_S(x) is number a, b or c of
    0, 3/800, 1/200 and 1 for x of order 0, 1 or 2, but at one place of order 2 it is number odd."""
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
    "proof of Lemma 17, section 4.2.2",
    "algorithm",
    narrows="m = 2, four points, and A with values 0 and 1",
    least=Constant(3, mutants=(4,)),
)
def the_search_finds_a_largest_one_coloured_set(table: Size, search: HomogeneousSearch, least: int) -> Truth:
    """Some (m+1)-subset, and in it a homogeneous set, always exists; the search returns a largest set of one colour,
    which is m-homogeneous with the list returned. Here m = 2, on four points, and the values of A at the twelve pairs
    of a sample and a point outside it are the binary digits of the table."""
    digits = {place: Fraction(int(table) >> i & 1) for i, place in enumerate(ordered.places(range(4), M))}

    def average(S: Sample, x: int) -> Fraction:
        return digits[S, x]

    found = search(average, range(4), M, 1)
    size = 4 if one_coloured(average, range(4), ordered.ramsey_colour, 1) else M + 1
    listed = ordered.is_probabilities_list(found.probabilities, average, found.points, ordered.tolerance(M))
    return all_of([len(found.points) == size, least <= size, listed])


@claim("ABLMM22.L17.color.count", "proof of Lemma 17, section 4.2.2", "step", more=Constant(1, mutants=(0, 2)))
def the_number_of_colours(m: PositiveSize, more: int) -> Truth:
    """The total number of colours is (10^2 m + 1)^{m+1}: m + 1 entries among 0, 1/(10^2 m), ..., 1."""
    entries = {Fraction(t, 100 * m) for t in range(100 * m + 1)}
    return equals(len(entries) ** (m + 1), (100 * m + more) ** (m + 1))


# ---- Lemma 17 and Theorem 19


@claim(
    "ABLMM22.L17.eq1",
    "proof of Lemma 17, section 4.2.2",
    "step",
    narrows="the denominator; that log^(m) undoes the tower is ABLMM22.N.ilog.corrected",
    factor=Constant(3, mutants=(2, 4)),
)
def the_denominator_is_three_q_log_q(m: AtLeastOne, factor: int) -> Truth:
    """With q = (10^2 m + 1)^{m+1}, s = log^(m)(n) / (3 (10^2 m + 1)^{m+1} (m + 1) log(10^2 m + 1)) solves log^(m)(n) =
    3 s q log q, that is n = twr_(m+1)(3 s q log q); log^(m) must be the corrected one, see N.ilog."""
    q = (100 * m + 1) ** (m + 1)
    printed = factor * (100 * m + 1) ** (m + 1) * (m + 1) * log2(100 * m + 1)
    return equals(3 * q * log2(q), printed)


@claim("ABLMM22.L17.eq1.order", "proof of Lemma 17, section 4.2.2", "step", c=Constant(16, mutants=(15, 8)))
def the_denominator_is_two_to_the_m_log_m(m: AtLeastTwo, L: AtLeastOne, c: int) -> Truth:
    """3 (10^2 m + 1)^{m+1} (m + 1) log(10^2 m + 1) = 2^{O(m log m)}: it is at most 2^{16 m log m} for all m >= 2, for
    log(10^2 m + 1) <= 8 log m, and log(24 (m + 1) L) + 8 (m + 1) L <= 16 m L, at L = log m."""
    bits = log2(100 * m + 1) <= 8 * log2(m)
    return bits & (log2(24 * (m + 1) * L) + 8 * (m + 1) * L <= c * m * L)


def ramsey_size(s: int, t: int, q: int) -> int | None:
    """The least integer N >= twr_t(3 s q log q); None where it is too large to list the colourings."""
    exponent = 3 * s * q * log2(q)
    return None if is_true(exponent > 2) else -floor(-tower(t, exponent))


def has_homogeneous_subset(N: int, t: int, s: int, colours: dict[tuple[int, ...], int]) -> bool:
    """Some s-subset of 0..N-1 has all its t-subsets in one colour."""
    return any(len({colours[D] for D in combinations(C, t)}) == 1 for C in combinations(range(N), s))


def few_colourings(t: int, extra: int, q: int) -> bool:
    """Sizes N whose colourings can be listed: those with 3 s q log q at most 2."""
    return ramsey_size(int(t + extra), int(t), int(q)) is not None


@claim("ABLMM22.T19", "Theorem 19, section 4.2.2 (Erdos and Rado 1952)", "theorem", reach=few_colourings)
def every_colouring_has_a_large_homogeneous_set(t: PositiveSize, extra: PositiveSize, q: PositiveSize) -> Statement:
    """For integers s > t >= 2 and q, and N >= twr_t(3 s q log q), every colouring of the t-subsets of an N-set with q
    colours has a homogeneous subset of size s; here s = t + extra, where the colourings can be listed."""
    N, size, s = ramsey_size(int(t + extra), int(t), int(q)), int(t), int(t + extra)
    subsets = list(combinations(range(N or 0), size))
    colourings = (dict(zip(subsets, c, strict=True)) for c in product(range(q), repeat=len(subsets)))
    return when(t >= 2, all_of(has_homogeneous_subset(N or 0, size, s, c) for c in colourings))


def pigeonhole_size(s: int, q: int) -> int:
    """How many points force a homogeneous s-subset for q-coloured pairs, by the pigeonhole principle.

    Points are chosen one after the other, each with the largest colour class of pairs to the points that remain, so
    long until s - 1 of them have a class of the same colour.
    """
    size = 1
    for _ in range(q * (s - 2) + 1):
        size = q * (size - 1) + 2
    return size


@correction(
    "ABLMM22.T19",
    "with q = 1 the bound is twr_t(0), and 1 point has no subset of size s > t = 2: the theorem needs q >= 2",
    narrows="pairs only, t = 2; that the pigeonhole principle needs no more points is in words",
    factor=Constant(3, stronger="smaller"),
)
def pairs_with_at_least_two_colours_have_large_homogeneous_sets(
    s: PositiveSize, colours: PositiveSize, factor: Fraction
) -> Statement:
    """For integers s > t >= 2 and q >= 2, and N >= twr_t(3 s q log q), every colouring of the t-subsets of an N-set
    with q colours has a homogeneous subset of size s; here t = 2: the size that the pigeonhole principle needs is at
    most twr_2(3 s q log q)."""
    q = int(colours)
    return when([s > 2, colours > 1], pigeonhole_size(int(s), q) <= 2 ** (factor * s * q * log2(q)))
