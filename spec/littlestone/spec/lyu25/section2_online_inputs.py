"""LYU25 section 2: classes with different SOAs, schemes that are merged, and how hypotheses are ruled out."""

from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

STREAM = "section 2, on oblivious streams"
SCHEME = ((0, 0), (0, 1), (1, 0), (1, 1))  # (level, teacher), level 1 above level 0


# ---- Irreducibility


@claim(
    "LYU25.S2.soa2",
    "section 2, irreducibility of Littlestone classes: restrictions of an intersection where two SOAs differ",
    "claim",
    lower=Constant(1, mutants=(2,)),
)
def where_two_soas_differ_both_halves_drop(H: Binary, G: Binary, lower: int) -> Statement:
    """Let $LDim(H) = LDim(G) = d$. If $SOA_H(x) != SOA_G(x)$, then the class of all $h$ in $H$ and $G$ with $h(x) = b$
    has LDim below $d$ for both $b$."""
    both, d = intersection(G, H), dimension(H)
    return when(
        dimension(H) == dimension(G),
        all_of(
            (soa_says_one(H, x) ^ soa_says_one(G, x)).implies(dimension(both.restrict(x, side)) + lower <= d)
            for x in range(H.points)
            for side in (ZERO, ONE)
        ),
    )


@claim(
    "LYU25.S2.soa2.same",
    "section 2, irreducibility of Littlestone classes: two classes with different SOAs and an intersection of their "
    "dimension",
    "remark",
    d=Constant(1, mutants=(0, 2)),
)
def two_classes_with_different_soas_can_share_their_dimension(d: int) -> Truth:
    """It can be that the intersection of $H$ and $G$ has dimension $d$ as well even if $SOA_H$ and $SOA_G$ differ: $H =
    {00, 01, 10}$ and $G = {00, 10, 11}$ on two points, with $d = 1$ and $SOA_H(x) = 0 != 1 = SOA_G(x)$ at the first."""
    H, G = explicit([(0, 0), (0, 1), (1, 0)]), explicit([(0, 0), (1, 0), (1, 1)])
    same = all_of(dimension(C) == d for C in (H, G, intersection(G, H)))
    return same & ~soa_says_one(H, 0) & soa_says_one(G, 0)


# ---- Online inputs


def _scheme(bits: int) -> dict[tuple[int, int], bool]:
    """Whether a function is in the class of each level and teacher."""
    return {place: bool(int(bits) >> i & 1) for i, place in enumerate(SCHEME)}


def _satisfies_eq1(scheme: dict[tuple[int, int], bool], others: int = 2) -> Truth:
    return all_of((not scheme[1, i]) or scheme[0, other] for i in range(2) for other in range(others))


@claim(
    "LYU25.S2.merge",
    "section 2, on online inputs: intersection of two interleaving schemes",
    "claim",
    narrows="two teachers and two levels, as eq. (1) speaks of two at a time",
    others=Constant(2, mutants=(1,)),
)
def intersections_of_schemes_satisfy_eq1(a: Size, b: Size, others: Integer) -> Statement:
    """If the schemes ${H_i^j}$ and ${H'_i^j}$ both satisfy eq. (1), so do the intersections of $H_i^j$ and $H'_i^j$:
    for a function that is in the classes of the first that the bits of $a$ tell, and in those of the second that the
    bits of $b$ tell."""
    A, B = _scheme(a), _scheme(b)
    both = {place: A[place] and B[place] for place in SCHEME}
    return when([_satisfies_eq1(A, int(others)), _satisfies_eq1(B, int(others))], _satisfies_eq1(both))


rests_on(
    "LYU25.S2.merge",
    "LYU25.S2.eq3",
    "the new scheme satisfies eq. (1)",
    "section 2, on online inputs",
    repair="LYU25.S2.eq3.corrected",
)


# ---- Ruling out hypotheses


@claim(
    "LYU25.S2.halving",
    "section 2, on ruling out hypotheses: hypotheses ruled out by a failed majority",
    "remark",
    factor=Constant(2, mutants=(3,)),
)
def a_failed_majority_rules_out_half(H: Binary, factor: int) -> Truth:
    """Every failure of the majority vote of all alive candidates rules out at least half of them: where those with the
    label $y$ at $x$ are no more than the others, they are at most half of all."""
    sides = [(H.restrict(x, frozenset({y})).size(), x, y) for x in range(H.points) for y in range(2)]
    others = [H.restrict(x, frozenset({1 - y})).size() for _, x, y in sides]
    return all_of(
        (right <= wrong).implies(factor * right <= H.size()) for (right, _, _), wrong in zip(sides, others, strict=True)
    )


rests_on("LYU25.S2.halving.draws", "DP.composition.adaptive", "an $O(log T)$ overhead in privacy cost", STREAM)


@claim(
    "LYU25.S2.halving.naive",
    "section 2, on ruling out hypotheses: number of hypotheses published by the naive argument",
    "remark",
    narrows="the number of hypotheses, and not the $poly(d)$ mistakes of each, nor the bound of [GL21]; that a stage "
    "has so many alive ones, and that they are ruled out one by one, is not formalized",
    more=Constant(1, stronger="smaller", mutants=(HALF,)),
)
def one_by_one_costs_exponentially_many_mistakes(d: AtLeastOne, C: PositiveInteger, more: Fraction) -> Truth:
    """In $d + 1$ stages of $2^{C d^2}$ alive hypotheses each, ruled out one by one, there are $(d + 1) 2^{C d^2} <=
    2^{(C + 1) d^2}$ hypotheses to publish: $2^{O(d^2)}$, for $d >= 1$."""
    return ln(d + 1) + C * d**2 * ln(2) <= (C + more) * d**2 * ln(2)


@claim(
    "LYU25.S2.halving.draws",
    "section 2, on oblivious streams: majority of draws on a fixed stream",
    "remark",
    narrows=(
        "the arithmetic of the union bound, with $1/(4 T^2)$ for a small probability; that one share is off by "
        "$1/4$ with probability at most $2 exp(-r/8)$ is cited, and the overhead in privacy too"
    ),
    scale=SHARE,
)
def logarithmically_many_draws_approximate_the_majority(T: AtLeastOne, more: FromZero, scale: Fraction) -> Truth:
    """On a fixed sequence of $T$ queries the majority of $O(log T)$ draws approximates that of the distribution, with
    high probability. Read as: $r >= 24 ln(2 T)$ draws give all $T$ shares of votes up to $1/4$ but with probability $2
    T exp(-r/8) <= 1/(4 T^2)$; here $r = 24 ln(2 T) + more$."""
    r = 24 * ln(2 * T) + more
    return 2 * T * exp(-(r / 8)) <= scale / (4 * T**2)


rests_on(
    "LYU25.S2.halving.draws",
    "PROB.hoeffding",
    "one share of votes is off by $1/4$ with probability at most $2 e^{-r/8}$",
    STREAM,
)


@uses("LYU25.S2.halving.draws", "PROB.union", STREAM)
def some_point_of_the_stream_is_bad(T: AtLeastOne, more: FromZero) -> Use:
    """$T$ points, each with a failure of $2 e^{-r/8}$, $r = 24 ln(2 T) + more$, fail with probability $1 / (4 T^2)$."""
    each = 2 * exp(-((24 * ln(2 * T) + more) / 8))
    return Use({"chances": T * each}, gives=lambda b: b.fails <= 1 / (4 * T**2))
