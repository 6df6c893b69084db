"""ABLMM22 section 4.2.2, and Definition 16: homogeneous sets, the Ramsey colouring, and the bound that it gives."""

from collections.abc import Sequence
from itertools import combinations, product

from littlestone.spec.learning import ordered_samples as ordered
from littlestone.spec.learning.towers import tower
from littlestone.spec.notation import *

Colouring = Annotated[Run, Algorithm("ABLMM22.L17.color")]
HomogeneousSearch = Annotated[Run, Algorithm("ABLMM22.L17")]
M = 2


@claim("ABLMM22.D16", "Definition 16, section 4.2.1", "definition", factor=Constant(2, mutants=(1, 3)))
def homogeneous_is_close_at_places_of_the_same_order(code: Size, factor: int) -> bool:
    """X' is m-homogeneous if numbers p_i have |A_S(x) - p_i| <= 1/(10^2 m) for every increasing balanced realizable S
    from X' and every x in X' outside S, i = ord_S(x); that is, any two values A_S(x) at places of the same order differ
    by at most 2/(10^2 m). Here m = 2, four points, and values 0, 1/100, 3/200 or 1 at the places of order 1; 0
    elsewhere."""
    values = [Fraction(v, 200) for v in (0, 2, 3, 200)]
    points, inner = range(4), [p for p in ordered.places(range(4), M) if p[0][0][0] < p[1] < p[0][1][0]]
    table: dict[tuple[Sample, int], Fraction] = {place: values[code // 4**i % 4] for i, place in enumerate(inner)}

    def average(S: Sample, x: int) -> Fraction:
        return table.get((S, x), Fraction(0))

    p = ordered.probabilities_list(average, points, M, ordered.tolerance(M))
    close = all(abs(a - b) <= factor * ordered.tolerance(M) for a, b in combinations(table.values(), 2))
    attained = p is None or ordered.is_probabilities_list(p, average, points, ordered.tolerance(M))
    return attained and close == ordered.is_homogeneous(average, points, M)


# ---- The colouring


def tabled(points: int, code: int, values: Sequence[Fraction]) -> ordered.Average:
    """The average hypothesis A_S(x) whose values at the places (S, x), m = 2, are the digits of the code."""
    table = {}
    for place in ordered.places(range(points), M):
        code, digit = divmod(code, len(values))
        table[place] = values[digit]
    return lambda S, x: table[S, x]


def one_coloured(average: ordered.Average, points: Sequence[int], paint: Colouring, grid: int) -> bool:
    """All 3-subsets of the points have the same colour."""
    return len({paint(average, D, grid) for D in combinations(points, M + 1)}) <= 1


@claim("ABLMM22.L17.color", "proof of Lemma 17, section 4.2.2", "construction", grid=Constant(100, mutants=(50,)))
def the_colour_is_the_closest_fractions(code: Size, paint: Colouring, grid: int) -> bool:
    """The colour of D = {x_1 < ... < x_(m+1)} is (p_1, ..., p_(m+1)), p_i the fraction t / (10^2 m) closest to
    A_{S^-i}(x_i), the smallest one in case of ties, and S^-i the balanced increasing realizable sample on D without
    x_i; here m = 2 and A takes six values, ties among them."""
    values = [Fraction(v, 800) for v in (0, 2, 3, 398, 798, 800)]
    average = tabled(M + 1, code, values)
    painted: ordered.Colour = paint(average, range(M + 1), 100)
    return painted == ordered.ramsey_colour(average, range(M + 1), grid)


@claim("ABLMM22.L17.list", "proof of Lemma 17, section 4.2.2", "step")
def the_colour_is_the_probabilities_list_at_the_same_index(a: Size, b: Size, c: Size, paint: Colouring) -> bool:
    """If all (m+1)-subsets of X' have the colour (p_1, ..., p_(m+1)), then X' is m-homogeneous with the
    probabilities-list (p_0, p_1, ..., p_m), for some p_0: here m = 2, on three points x_1 < x_2 < x_3 with A_S(x_1),
    A_S(x_2) and A_S(x_3) = a/200, b/200 and c/200, S being the sample on the other two."""
    average = tabled(M + 1, 36 * a + 6 * b + c, [Fraction(v, 200) for v in range(6)])
    colour = paint(average, range(M + 1), 100)
    lists = [(p, *colour[:M]) for p in colour]
    return any(ordered.is_probabilities_list(p, average, range(M + 1), ordered.tolerance(M)) for p in lists)


@correction(
    "ABLMM22.L17.list",
    "colours are counted from 1 and the list from 0: x_i has i - 1 points of S^-i below it, so the list is p_(i-1) = "
    "colour i",
    closeness=Constant(2, mutants=(8,)),
    shift=OFFSET,
)
def the_colour_is_the_probabilities_list_one_index_on(
    code: Size, paint: Colouring, closeness: int, shift: int
) -> Statement:
    """If all (m+1)-subsets of X' have the colour (c_1, ..., c_(m+1)), then X' is m-homogeneous with p_i = c_(i+1) for
    i = 0..m, even within 1/(2 * 10^2 m): here m = 2, on four points, with values 0, 3/800, 1/200 or 1 for
    each order, and one of order 2 that may differ."""
    values = [Fraction(v, 800) for v in (0, 3, 4, 800)]
    digits: list[Fraction] = [values[code // 4**i % 4] for i in range(M + 2)]

    def average(S: Sample, x: int) -> Fraction:
        i = sum(point < x for point, _ in S)
        return digits[3] if (S[0][0], S[1][0], x) == (0, 1, 2) else digits[i]

    if not one_coloured(average, range(4), paint, 100):
        return OUT_OF_REACH
    c = paint(average, range(M + 1), 100)
    p = [c[(i + shift) % (M + 1)] for i in range(M + 1)]
    return ordered.is_probabilities_list(p, average, range(4), ordered.tolerance(M) / closeness)


@claim("ABLMM22.L17.search", "proof of Lemma 17, section 4.2.2", "algorithm", least=Constant(3, mutants=(4,)))
def the_search_finds_a_largest_one_coloured_set(code: Size, search: HomogeneousSearch, least: int) -> bool:
    """Some (m+1)-subset, and in it a homogeneous set, always exists; the search returns a largest set of one colour,
    which is m-homogeneous with the list returned. Here m = 2, on all 0/1-valued A over four points."""
    average = tabled(4, code, (Fraction(0), Fraction(1)))
    found = search(average, range(4), M, 1)
    whole = one_coloured(average, range(4), ordered.ramsey_colour, 1)
    size = 4 if whole else M + 1
    return len(found.points) == size >= least and ordered.is_probabilities_list(
        found.probabilities, average, found.points, ordered.tolerance(M)
    )


@claim("ABLMM22.L17.color.count", "proof of Lemma 17, section 4.2.2", "step", more=Constant(1, mutants=(0, 2)))
def the_number_of_colours(m: PositiveSize, more: int) -> Truth:
    """The total number of colours is (10^2 m + 1)^{m+1}: m + 1 entries among 0, 1/(10^2 m), ..., 1."""
    entries = {Fraction(t, 100 * m) for t in range(100 * m + 1)}
    return equals(len(entries) ** (m + 1), (100 * m + more) ** (m + 1))


# ---- Lemma 17 and Theorem 19


@claim("ABLMM22.L17.eq1", "proof of Lemma 17, section 4.2.2", "step", factor=Constant(3, mutants=(2, 4)))
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


@claim("ABLMM22.T19", "Theorem 19, section 4.2.2 (Erdos and Rado 1952)", "theorem")
def every_colouring_has_a_large_homogeneous_set(t: PositiveSize, extra: PositiveSize, q: PositiveSize) -> Statement:
    """For integers s > t >= 2 and q, and N >= twr_t(3 s q log q), every colouring of the t-subsets of an N-set with q
    colours has a homogeneous subset of size s; here s = t + extra, where the colourings can be listed."""
    N = ramsey_size(t + extra, t, q) if t >= 2 else None
    if N is None:
        return OUT_OF_REACH
    subsets = list(combinations(range(N), t))
    colourings = (dict(zip(subsets, c, strict=True)) for c in product(range(q), repeat=len(subsets)))
    return all(has_homogeneous_subset(N, t, t + extra, c) for c in colourings)


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
    factor=Constant(3, mutants=(HALF,)),
)
def pairs_with_at_least_two_colours_have_large_homogeneous_sets(
    s: PositiveSize, q: PositiveSize, factor: Fraction
) -> Statement:
    """For integers s > t >= 2 and q >= 2, and N >= twr_t(3 s q log q), every colouring of the t-subsets of an N-set
    with q colours has a homogeneous subset of size s; here t = 2, by the pigeonhole principle."""
    return when([s > 2, q > 1], pigeonhole_size(s, q) <= 2 ** (factor * s * q * log2(q)))
