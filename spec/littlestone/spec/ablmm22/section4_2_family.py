"""ABLMM22 section 4.2.3: Lemma 20, that a homogeneous learner gives a family of threshold-like distributions."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from littlestone.spec.ablmm22.vocabulary import RankLearner, rank_laws, rank_probabilities, rank_weights
from littlestone.spec.learning import ordered_samples as ordered
from littlestone.spec.learning.laws import bernoulli_law
from littlestone.spec.learning.samples import Points
from littlestone.spec.notation import *

M = 2
Lemma20 = "section 4.2.3, proof of Lemma 20"


def is_split_at(P: Law[Function], x: int, r: Fraction, margin: Fraction) -> Truth:
    """Pr[v(y) = 1] is at most r - margin for y < x and at least r + margin for y > x."""
    p = [Real.of(ordered.average_hypothesis(P, y)) for y in range(len(P.support[0]))]
    return all_of(q <= r - margin for q in p[:x]) & all_of(q >= r + margin for q in p[x + 1 :])


def coins(chances: Sequence[Fraction]) -> Law[Function]:
    """The law of independent labels, 1 with these probabilities."""
    result: Law[Function] = point_mass(())
    for p in chances:
        result = result.product(bernoulli_law(p)).map(lambda pair: (*pair[0], int(pair[1])))
    return result


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
    "ABLMM22.L20",
    "Lemma 20, section 4.2.3: threshold-like family of a homogeneous learner",
    "lemma",
    narrows="$m = 2$, $eps = ln 3$ and $delta = 0$ in place of $0.1$ and $delta$, and learners with independent "
    "labels; the jump of Claim 22 replaces the empirical accuracy that gives it",
    margin=Constant(10, stronger="smaller", mutants=(8,)),
)
def a_homogeneous_learner_gives_a_threshold_like_family(
    n: PositiveSize, i: PositiveSize, gap: Size, off: Size, margin: int
) -> Statement:
    """For A, $X'$, $m$ and $k$ as in Lemma 18 and $n = k - m$ there are $P_1, ..., P_n$ over ${-1, +1}^n$, pairwise
    $(0.1, delta)$-indistinguishable, and $r$ with $Pr_{v ~ P_i}[v(j) = 1] <= r - 1/(10m)$ for $j < i$ and at least $r +
    1/(10m)$ for $j > i$. Here A labels each $x$ by a coin of its own; the list jumps by $(1 + gap)/(4m)$, at most 1, at
    $i$ alone, with $r = 1/2$ half-way, and $A_S(x)$ is off from it, towards its middle, by none (0) or all (1) of the
    tolerance. ($S_x$ is balanced and has $x$ in place of $x_i$: the print replaces $x$ with $x_i$.)"""
    k, half = int(n) + M, Fraction(min(1 + int(gap), 4 * M), 8 * M)
    p = [HALF - half if order < int(i) else HALF + half for order in range(M + 1)]
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
    """$m - 1$ steps of at most the longest one rise by $(m - 1)/(4m)$: $p_i - p_(i-1) >= 1/(4m)$. Claim 22 needs $k >
    m$ points, as there are."""
    return Use({"rise": (m - 1) * step, "m": m}, gives=1 / (4 * m) <= step)


rests_on("ABLMM22.L20", "ABLMM22.D12", "any two of the $A(S_x)$ are close", f"{Lemma20}, first item")
rests_on(
    "ABLMM22.L20",
    "ABLMM22.L20.eq1",
    "$p_(i-1) + 1/(10^2 m) <= r - 1/(10m)$, and alike for $p_i$",
    Lemma20,
    repair="ABLMM22.L20.eq1.corrected",
)
rests_on(
    "ABLMM22.L20",
    "ABLMM22.D16",
    "$A_{S_x}(x')$ is near $p_(i-1)$ for $x' < x$, near $p_i$ for $x' > x$; taken for granted: $S$ is "
    "balanced; the point that is neither in $S$ nor in $J$ lies beyond another example",
    Lemma20,
)
rests_on("ABLMM22.L20", "DP.post", "labels are computed from $h$ alone", f"{Lemma20}, last sentence")


@claim("ABLMM22.L20.eq1", "proof of Lemma 20, section 4.2.3: level between two probabilities of the list", "step")
def the_printed_level_separates_the_family(m: PositiveInteger, below: Unit, at: Unit, above: Unit) -> Statement:
    """With $r = (p_(i+1) + p_i)/2$ and $p_i - p_(i-1) >= 1/(4m)$: $p_(i-1) + 1/(10^2 m) <= r - 1/(10m)$ and $p_i -
    1/(10^2 m) >= r + 1/(10m)$; here below, at and above are $p_(i-1)$, $p_i$ and $p_(i+1)$."""
    return _separates(m, below, at, (above + at) / 2, 10)


@correction(
    "ABLMM22.L20.eq1",
    "$r$ is half-way between $p_(i-1)$ and $p_i$, as in the overview: half-way between $p_i$ and "
    "$p_(i+1)$ it need not be below $p_i$, and for $i = m$ there is no $p_(i+1)$",
    margin=Constant(10, mutants=(8,)),
)
def the_level_between_separates_the_family(m: PositiveInteger, below: Unit, at: Unit, margin: int) -> Statement:
    """With $r = (p_(i-1) + p_i)/2$ and $p_i - p_(i-1) >= 1/(4m)$: $p_(i-1) + 1/(10^2 m) <= r - 1/(10m)$ and $p_i -
    1/(10^2 m) >= r + 1/(10m)$."""
    return _separates(m, below, at, (below + at) / 2, margin)


def _separates(m: Real, below: Real, at: Real, r: Real, margin: int) -> Statement:
    low = below + 1 / (100 * m) <= r - 1 / (margin * m)
    high = r + 1 / (margin * m) <= at - 1 / (100 * m)
    return when(1 / (4 * m) / 2 <= (at - below) / 2, low & high)


@claim(
    "ABLMM22.L20.rank",
    "for Lemma 20, section 4.2.3: probabilities-list of the rank learner",
    "algorithm",
    role="companion",
    narrows="I is 0, $j$ or $m + 1$ alone",
    caps="$m + 2$ points",
    shift=OFFSET,
)
def the_rank_learner_is_homogeneous_without_error(
    j: PositiveSize, a: Size, b: PositiveSize, c: Size, law: LawOf, learner: RankLearner, shift: int
) -> bool:
    """The rank learner, $+1$ exactly where $ord_S(x) >= I$, has the probabilities-list $p_i = Pr[I <= i]$ with
    tolerance 0 on every domain; here I is 0, $j$ or $m + 1$ with weights a, $b$ and $c$, $m = 2j$."""
    m, weights = 2 * int(j), rank_weights(2 * int(j), int(j), int(a), int(b), int(c))
    p = rank_probabilities(weights)
    shifted = [p[(i + int(shift)) % (m + 1)] for i in range(m + 1)]
    average = ordered.average_of(rank_laws(law, learner, m + 2, weights))
    return ordered.is_probabilities_list(shifted, average, range(m + 2), Fraction(0))
