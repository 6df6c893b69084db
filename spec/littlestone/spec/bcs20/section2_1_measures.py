"""BCS20 section 2.1: bounded measures, and divergences of measures and laws."""

from itertools import pairwise, product

from littlestone.spec.algebra.circuit import as_truth, constant
from littlestone.spec.algebra.reals import add_up
from littlestone.spec.bcs20.vocabulary import comparable, finite_renyi
from littlestone.spec.boosting.measures import (
    Measure,
    dense_grid,
    densities,
    density,
    divergence,
    grid,
    induced,
    is_dense,
    is_dominated,
    size,
    statistical_distance,
)
from littlestone.spec.learning.grid_laws import events, laws
from littlestone.spec.learning.laws import law_of
from littlestone.spec.learning.privacy import largest_ratio
from littlestone.spec.notation import *

DENSITIES = "$n$ points; weights and densities in multiples of $1/m$"
ORDERS = tuple(Fraction(a) for a in ("9/8", "5/4", "3/2", "2", "5/2", "3", "4"))
GRID = "probabilities in multiples of $1/m$, $P(x) = 0$ where $Q(x) = 0$"


# ---- Definition 3


@claim(
    "BCS20.D3",
    "Definition 3, section 2.1 (from the text, standard, an author's code): bounded measures, their "
    "density and induced distribution",
    "definition",
    caps="$n$ points; weights in multiples of $1/m$",
    share=SHARE,
)
def a_dense_measure_induces_a_smooth_law(n: PositiveSize, m: PositiveSize, share: Fraction) -> Truth:
    """A bounded measure is a function $mu$: $X -> [0, 1]$, $d(mu) = E_{x~U(X)}[mu(x)]$, $|mu|$ = sum of $mu(x) = d(mu)
    |X|$, and $mu / |mu|$ is its induced distribution: that adds up to 1 wherever $mu$ is not 0 everywhere, and gives no
    point more than $1/(kappa |X|)$ if $d(mu) >= kappa$."""
    return all_of(
        size(induced(mu)) == 1
        and density(mu) == law_of((w, Fraction(1, int(n))) for w in mu).expectation(lambda w: w)
        and max(induced(mu)) * density(mu) * int(n) <= share
        for mu in grid(n, m)
        if size(mu)
    )


# ---- Definition 4


@claim(
    "BCS20.D4",
    "Definition 4, section 2.1; restored (standard, an author's code, derived): sign of the KL-divergence of measures",
    "definition",
    narrows="one point, with positive weights, of which KL is the sum; that it is 0 for equal measures alone is "
    "BCS20.D4.equal",
    slope=Constant(1, mutants=(Fraction(1, 2),)),
)
def the_divergence_is_not_negative(ratio: PositiveReal, slope: Fraction) -> Truth:
    """$KL(mu_1 || mu_2)$ = sum of $mu_1 ln(mu_1/mu_2) + mu_2 - mu_1$ is at least 0: point by point, for $mu_1 = r mu_2$
    with any $r > 0$, $r ln r + 1 - r >= 0$; for $mu_1 = 0$ the term is $mu_2$, for $mu_2 = 0 < mu_1$ infinity."""
    return slope * (ratio - 1) <= ratio * ln(ratio)


@claim(
    "BCS20.D4.equal",
    "for Definition 4, section 2.1: measures of KL-divergence zero",
    "companion",
    caps="$n$ points; weights in multiples of $1/m$",
    more=OFFSET,
)
def only_equal_measures_have_divergence_zero(n: PositiveSize, m: PositiveSize, more: int) -> Truth:
    """Where it is finite, $KL(mu_1 || mu_2) = 0$ exactly for $mu_1 = mu_2$, and of two laws it is the divergence of
    laws, sum of $mu_1 ln(mu_1/mu_2)$."""
    pairs = [(mu, nu) for mu, nu in product(grid(n, m), repeat=2) if is_dominated(mu, nu)]
    of_laws = [(induced(mu), induced(nu)) for mu, nu in pairs if size(mu)]
    return all_of((divergence(mu, nu) == more) == (mu == nu) for mu, nu in pairs) & all_of(
        equals(divergence(p, q), plain_divergence(p, q)) for p, q in of_laws
    )


def plain_divergence(mu: Measure, nu: Measure) -> Real:
    """The sum of mu1 ln(mu1/mu2), without the sizes: the divergence of two laws."""
    return add_up([a * ln(Real.of(a) / b) for a, b in zip(mu, nu, strict=True) if a])


@claim(
    "BCS20.D4.plain",
    "Definition 4, section 2.1; the other plausible reading: nearest dense measure by the plain divergence",
    "companion",
    caps=DENSITIES,
    times=Constant(1, stronger="larger"),
)
def the_plain_divergence_keeps_dense_measures(n: PositiveSize, m: PositiveSize, times: int) -> Truth:
    """Read as: Definition 4 without the sizes, as for laws. A measure that is dense is nearest to itself among the
    dense measures, as a projection must have it: $KL(mu || mu) <= KL(nu || mu)$ for dense $mu$ and $nu$."""
    return all_of(
        times * plain_divergence(mu, mu) <= plain_divergence(nu, mu)
        for kappa in densities(m)
        for mu, nu in product(dense_grid(n, m, kappa), repeat=2)
        if is_dominated(nu, mu)
    )


@correction(
    "BCS20.D4.plain",
    "without the sizes a smaller measure comes out nearer than the measure itself: on one point $1/2 "
    "ln(1/2) < 0 = 1 ln 1$. Adding $mu_2 - mu_1$ makes it the divergence of Barak, Hardt and Kale, which "
    "Definition 7, Theorem 8 and Lemma 9 need",
    caps=DENSITIES,
    more=OFFSET,
)
def the_divergence_keeps_dense_measures(n: PositiveSize, m: PositiveSize, more: int) -> Statement:
    """With the sizes a dense measure is nearest to itself: $KL(mu || mu) <= KL(nu || mu)$ for dense $mu$ and $nu$."""
    found = all_of(
        divergence(mu, mu) + more <= divergence(nu, mu)
        for kappa in densities(m)
        for mu, nu in product(dense_grid(n, m, kappa), repeat=2)
        if is_dominated(nu, mu)
    )
    return when(m >= 2, found)


# ---- Definition 5


@claim(
    "BCS20.D5",
    "Definition 5, section 2.1 (standard): statistical distance in three forms",
    "definition",
    caps="probabilities in multiples of $1/m$",
    more=OFFSET,
)
def the_three_forms_of_the_distance_agree(k: PositiveSize, m: PositiveSize, more: int) -> Truth:
    """$Delta(Y, Z) = sup$ over events $E$ of $|Pr[Y in E] - Pr[Z in E]|$ = half the sum of $|Y - Z|$ = the sum of the
    positive parts of $Y - Z$: for all laws on $k$ outcomes."""
    return all_of(
        _the_forms_agree(P, Q, int(k), Fraction(int(more))) for P, Q in product(laws(int(k), int(m)), repeat=2)
    )


def _the_forms_agree(P: Law[int], Q: Law[int], k: int, more: Fraction) -> Truth:
    halved = statistical_distance(*(tuple(Fraction(L[y]) for y in range(k)) for L in (P, Q)))  # type: ignore[arg-type]
    largest = max(abs(P.probability(E) - Q.probability(E)) for E in events(k))  # type: ignore[type-var]
    positive = sum((max(P[y] - Q[y], Fraction(0)) for y in range(k)), Fraction(0))
    return constant(largest == halved + more == positive + more)


# ---- Definition 6


def uneven(m: Integer) -> list[tuple[Law[int], Law[int]]]:
    """Those whose ratio P(x)/Q(x) takes two values on the support of P."""
    return [(P, Q) for P, Q in comparable(2, m) if _is_uneven(P, Q)]


def _is_uneven(P: Law[int], Q: Law[int]) -> bool:
    return len({Fraction(P[y]) / Fraction(Q[y]) for y in P}) == 2  # type: ignore[arg-type]


def divergence_of_laws(P: Law[int], Q: Law[int]) -> Real:
    """KL(P || Q) of two laws on two outcomes."""
    return divergence((P[0], P[1]), (Q[0], Q[1]))


@claim(
    "BCS20.D6",
    "Definition 6, section 2.1 (standard): Renyi divergence as a function of its order",
    "definition",
    narrows="two outcomes; seven orders from $9/8$ to 4",
    caps=GRID,
    share=SHARE,
)
def the_divergence_grows_with_its_order(m: PositiveSize, share: Fraction) -> Statement:
    """$D_a(P || Q) = ln(E_{x~Q}[(P(x)/Q(x))^a]) / (a - 1)$, for $a > 1$, lies between the KL-divergence and the
    max-divergence $ln max P(x)/Q(x)$ and grows with $a$, strictly unless $P(x)/Q(x)$ has one value where $P(x) > 0$;
    there $D_2$ is its logarithm."""
    even = [(P, Q) for P, Q in comparable(2, m) if not _is_uneven(P, Q)]
    level = all_of(equals(finite_renyi(P, Q, Fraction(2)), ln(largest_ratio(P, Q) or 1)) for P, Q in even)
    return when(m >= 2, all_of(_grows(P, Q, share) for P, Q in uneven(m)) & level)


def _grows(P: Law[int], Q: Law[int], share: Fraction) -> Truth:
    values = [divergence_of_laws(P, Q), *(finite_renyi(P, Q, a) for a in ORDERS), ln(largest_ratio(P, Q) or 1) * share]
    return all_of(a < b for a, b in pairwise(values))


@claim(
    "BCS20.D6.one",
    "before Definition 6, section 2.1: Renyi divergence near order one",
    "remark",
    narrows="two outcomes; $a = 1 + 2^-j$",
    caps=GRID,
    eighth=Constant(Fraction(1, 8), mutants=(Fraction(1, 10),)),
)
def at_order_one_it_is_the_kl_divergence(m: PositiveSize, j: PositiveSize, eighth: Fraction) -> Truth:
    """The divergence is KL at $a = 1$: the formula has $a - 1 = 0$ there in the denominator, so it is the limit that is
    meant, and $D_a$ is at least KL and exceeds it by at most $(a - 1) w^2/8$, $w$ the range of $ln(P(x)/Q(x))$ over $x$
    with $P(x) > 0$ (Hoeffding's lemma), where that takes two values."""
    a = 1 + HALF ** int(j)
    return all_of(
        (kl <= found) & (found <= kl + (a - 1) * eighth * log_ratio_range(P, Q) ** 2)
        for P, Q in uneven(m)
        for kl, found in [(divergence_of_laws(P, Q), finite_renyi(P, Q, a))]
    )


def log_ratio_range(P: Law[int], Q: Law[int]) -> Real:
    """The range of ln(P(x)/Q(x)) over the x with P(x) > 0; the second ratio may be the smaller."""
    ratios = sorted(Fraction(P[y]) / Fraction(Q[y]) for y in P)  # type: ignore[arg-type]
    return ln(ratios[-1] / ratios[0])


@claim(
    "BCS20.D6.infinity",
    "before Definition 6, section 2.1: Renyi divergence of large order",
    "remark",
    narrows="two outcomes; integer orders $a = 1 + j$",
    caps=GRID,
    share=SHARE,
)
def at_order_infinity_it_is_the_max_divergence(m: PositiveSize, j: PositiveSize, share: Fraction) -> Statement:
    """The divergence is the max-divergence $ln r$, $r = max P(x)/Q(x)$, as $a$ grows: $ln r - ln(1/P(x)) / (a - 1) <=
    D_a <= ln r$, for an $x$ with $P(x)/Q(x) = r$."""
    found = all_of(_close_to_the_largest(P, Q, 1 + Fraction(int(j)), share) for P, Q in comparable(2, m))
    return when(m >= 2, found)


def _close_to_the_largest(P: Law[int], Q: Law[int], a: Fraction, share: Fraction) -> Truth:
    ratio, worst = max((Fraction(P[y]) / Fraction(Q[y]), y) for y in P)  # type: ignore[arg-type]
    found = finite_renyi(P, Q, a)
    return as_truth(ln(ratio) + share * ln(Fraction(P[worst])) / (a - 1) <= found) & (found <= ln(ratio))  # type: ignore[arg-type]


# ---- The dense measures


@claim(
    "BCS20.N1",
    "before Definition 7, section 2.1 (from the text): convexity of the set of dense measures",
    "notation",
    narrows="of convexity, the middles of pairs",
    caps=DENSITIES,
    most=Constant(1, mutants=(HALF,)),
)
def the_dense_measures_are_convex(n: PositiveSize, m: PositiveSize, most: Fraction) -> Truth:
    """$Gamma_kappa$ is the set of the measures of density at least $kappa$: it is convex, and not empty exactly for
    $kappa <= 1$; here the middles of all pairs, and for the latter $kappa$ up to 2."""
    middles = [
        (kappa, tuple((a + b) / 2 for a, b in zip(mu, nu, strict=True)))
        for kappa in densities(m)
        for mu, nu in product(dense_grid(n, m, kappa), repeat=2)
    ]
    tried = [Fraction(k, int(m)) for k in range(1, 2 * int(m) + 1)]
    filled = ((kappa, any(is_dense(mu, kappa) for mu in grid(n, m))) for kappa in tried)
    bounded = all_of(max(mu) <= 1 for _, mu in middles)
    return (
        bounded
        & all_of(is_dense(mu, kappa) for kappa, mu in middles)
        & all_of(found == (kappa <= most) for kappa, found in filled)
    )
