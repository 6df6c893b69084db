"""BCS20 section 4.3: lazy projection is slick (Lemma 25), and an argument without the triangle inequality."""

from itertools import product

from littlestone.spec.boosting.boosting_runs import SHRINK, cumulative_losses, labelled_rows, replaced, sign_patterns
from littlestone.spec.boosting.lazy_bregman import unprojected
from littlestone.spec.boosting.measures import Measure, has_projection, induced, projection, statistical_distance
from littlestone.spec.notation import *

L25 = "Lemma 25, proof"
OTHERS = (
    " of the row that differs, $kappa$, $kappa/2$ and $kappa/4$ of $p_0$, $p_1$ and $p_2$ other rows; $kappa = k / (k "
    "+ j)$, with repetitions"
)
LAZY = "unprojected weights $kappa 8^-a$ and $kappa 8^-b$" + OTHERS
ALONE = "unprojected weights $kappa 8^-a$" + OTHERS
WITH_A_PROJECTION = "where $kappa n <= n - 1$, so that $mu_0$, $mu~$ with 0 at that row, has a projection; "
WITHOUT = WITH_A_PROJECTION + LAZY


# ---- Lemma 25


def neighbours(
    p0: Integer, p1: Integer, p2: Integer, a: Integer, b: Integer, k: Integer, j: Integer
) -> tuple[Fraction, Measure, Measure, Measure]:
    """kappa, mu~, mu~' and mu_0, which is mu~ but for its first weight, that of the row that differs, which is 0."""
    kappa = Fraction(int(k), int(k + j))
    others = (kappa,) * int(p0) + (kappa / 2,) * int(p1) + (kappa / 4,) * int(p2)
    first, second = (kappa / 8 ** int(e) for e in (a, b))
    return kappa, (first, *others), (second, *others), (Fraction(0), *others)


def distance(mu: Measure, nu: Measure) -> Fraction:
    """The statistical distance of the induced laws."""
    return statistical_distance(induced(mu), induced(nu))


@terms("BCS20.L25")
def slick(distance: FromZero, mass: PositiveReal, loss: Annotated[Real, Reals()], zeta: Fraction | int = 1) -> Terms:
    """The distance of the laws of neighbours, kappa n, and a loss."""
    return Terms(asks=loss >= 0, says=distance * mass <= zeta)


@claim(
    "BCS20.L25",
    "Lemma 25, section 4.3 (restored: zeta = 1/(kappa n), an author's code): slickness of LB-NxM",
    "lemma",
    narrows=LAZY + "; of all weights see BCS20.L25.direct.sum",
    zeta=Constant(1, mutants=(Fraction(19, 20),)),
)
def lazy_projection_is_slick(
    p0: Size, p1: Size, p2: Size, a: Size, b: Size, k: PositiveSize, j: PositiveSize, zeta: Fraction
) -> Statement:
    """LB-NxM is $zeta$-slick for $zeta = 1/(kappa n)$: for samples that differ in one row the induced distributions
    have statistical distance at most $1/(kappa n)$, whatever the hypotheses were, where $kappa n > n - 1$ too; $kappa n
    > 1$, without which it says nothing."""
    kappa, mu, other, _ = neighbours(p0, p1, p2, a, b, k, j)
    apart = distance(projection(mu, kappa), projection(other, kappa))
    return when(kappa * len(mu) > 1 and mu != other, slick(apart, kappa * len(mu), int(a), zeta).says)


rests_on("BCS20.L25", "BCS20.L25.eq1", "$mu~$ and $mu~'$ differ at $i$ alone", L25)


@uses("BCS20.L25", "BCS20.L9", f"{L25}: the projection of mu_0", draws="$mu_0$ has a projection of density $kappa$")
def the_projection_without_the_row(kappa: OpenUnit, n: PositiveInteger) -> Use:
    """$mu_0$ is positive on the $n - 1$ other rows, and 0 on that which differs: Lemma 9 needs $kappa n$ positive
    weights."""
    return Use(needs=kappa * n <= n - 1)


@correction(
    "BCS20.L25.from.L9.premise",
    "for $kappa n > n - 1$, $n = 1$ for instance, $mu_0$ has no projection; for $kappa <= 1/2$ and $n >= "
    "2$ it has, as for $kappa = alpha/4$. The lemma holds in all cases, by an argument without $mu_0$ "
    "(BCS20.L25.direct)",
    half=Constant(HALF, mutants=(Fraction(3, 4),)),
)
def the_projection_without_the_row_for_small_kappa(part: PositiveUnit, n: AtLeastTwo, half: Fraction) -> Truth:
    """$kappa n <= n - 1$ for $kappa <= 1/2$ and $n >= 2$."""
    return half * part * n <= n - 1


@uses("BCS20.L25", "BCS20.L25.eq5", f"{L25}, by the triangle inequality", repair="BCS20.L25.eq5.corrected")
def the_two_distances_are_added(far: FromZero) -> Use:
    """$Delta(hat(mu), hat(mu)') kappa n$ is at most the sum of the two distances times $kappa n$: the lemma has 1
    ($zeta = 1/(kappa n)$, restored)."""
    return Use({"far": far}, gives=far <= 1)


@correction(
    "BCS20.L25.from.L25.eq5.conclusion",
    "the triangle inequality gives $zeta = 2/(kappa n)$; that $1/(kappa n)$ is true is seen directly: "
    "only the row that differs gains, so the distance is the difference of its weights "
    "(BCS20.L25.direct). If the print has $zeta = 2/(kappa n)$ the step is right, and a round costs "
    "$18/(kappa n sigma)^2$ in place of $8/(kappa n sigma)^2$",
    two=Constant(2, mutants=(1,)),
)
def the_two_distances_add_up_to_two(first: Unit, second: Unit, two: int) -> Truth:
    """$first + second <= 2$."""
    return first + second <= two


rests_on("BCS20.L25", "BCS20.L25.eq2", "the others gain without the row", L25, repair="BCS20.L25.eq2.corrected")


rests_on("BCS20.L25", "BCS20.L25.eq4", "$Delta(hat(mu), hat(mu)_0) <= 1/(kappa n)$, and so of $S'$", L25)


@uses("BCS20.L25.eq5.corrected", "BCS20.L25.eq4", f"{L25}, corrected")
def the_distance_without_the_row(far: FromZero, second: Unit, mass: PositiveReal) -> Use:
    """$Delta(hat(mu), hat(mu)_0) <= 1/(kappa n)$, and with the second distance at most $2/(kappa n)$."""
    return Use({"far": far, "mass": mass}, gives=far * mass + second <= 2)


@uses("BCS20.L25", "BCS20.L25.direct", f"{L25}, corrected")
def two_weights_differ_by_at_most_one(moved: FromZero, mass: PositiveReal, first: Unit, share: Unit) -> Use:
    """Two weights of the row, in [0, 1], the smaller a share of the other, differ by at most 1, and the laws by
    $Delta <= 1/(kappa n)$; ``moved`` is $kappa n Delta$."""
    return Use({"far": moved / mass, "mass": mass, "change": first - share * first}, gives=moved <= 1)


# ---- The displays of its proof


@claim(
    "BCS20.L25.eq1",
    "Lemma 25, proof, section 4.3 (restored): weights of the rows that do not differ",
    "proof",
    narrows="$kappa = 1/3$ and $lambda = ln(9/4)$",
    caps="two points, $n$ rows, up to the order of the others, and $t$ hypotheses with values -1, 0, 1",
    most=Constant(1, mutants=(0,)),
)
def the_other_rows_keep_their_weights(n: PositiveSize, t: Size, most: int) -> Statement:
    """Let $i$ be the index at which $S$ and $S'$ differ: the unprojected $mu~(j) = mu~'(j)$ for all $j != i$, so at
    most one weight differs; $n >= 2$ and $t >= 1$, without which it says nothing."""
    lists = list(product(sign_patterns(2, (-1, 0, 1)), repeat=int(t)))
    pairs = list(replaced(labelled_rows(2), int(n)))
    found = [(S, other, _weights(S, other, H)) for S, other in pairs for H in lists]
    kept = all_of(x == y for S, other, ws in found for a, b, (x, y) in zip(S, other, ws, strict=True) if a == b)
    return when([n >= 2, t >= 1], kept & all_of(sum(x != y for x, y in ws) <= most for _, _, ws in found))


def _weights(S: Any, other: Any, H: Any) -> Any:
    one, two = (unprojected(Fraction(1, 3), SHRINK, cumulative_losses(rows, H)) for rows in (S, other))
    return list(zip(one, two, strict=True))


def is_lifted(mu: Measure, empty: Measure, kappa: Fraction, share: Fraction) -> bool:
    """mu_0 has a projection, which is 0 at the row that differs and elsewhere at least that of mu~, times ``share``."""
    if not has_projection(empty, kappa):
        return False
    one, lifted = projection(mu, kappa), projection(empty, kappa)
    return lifted[0] == 0 and all(y >= Fraction(share) * x for x, y in zip(one[1:], lifted[1:], strict=True))


@claim(
    "BCS20.L25.eq2",
    "Lemma 25, proof, section 4.3 (restored, from the text and derived): projection of the measure "
    "without the row that differs",
    "proof",
    caps=ALONE,
)
def without_its_row_the_others_gain(p0: Size, p1: Size, p2: Size, a: Size, k: PositiveSize, j: PositiveSize) -> Truth:
    """For $mu_0$, which is $mu~$ but for $mu_0(i) = 0$, $(Pi mu_0)(i) = 0$, and $(Pi mu_0)(j) >= (Pi mu~)(j)$ for every
    $j != i$. Read as: whatever $kappa n$ is; the observation that the text cites for it is lost, and may be $kappa n <=
    n - 1$, with which it holds."""
    kappa, mu, _, empty = neighbours(p0, p1, p2, a, a, k, j)
    return TRUE & is_lifted(mu, empty, kappa, Fraction(1))


@correction(
    "BCS20.L25.eq2",
    "where $kappa n > n - 1$ every measure of density $kappa$ is positive at $i$, and $mu_0$ has no "
    "projection: $kappa n <= n - 1$ is needed, as for $kappa = alpha/4$ and $n >= 2$. If the "
    '"observation", lost from the text, says so the verdict falls away',
    narrows=ALONE,
    share=Constant(1, mutants=(Fraction(21, 20),)),
)
def without_its_row_the_others_gain_where_they_are_enough(
    p0: Size, p1: Size, p2: Size, a: Size, k: PositiveSize, j: PositiveSize, share: Fraction
) -> Statement:
    """If $kappa n <= n - 1$, $(Pi mu_0)(i) = 0$ for $mu_0$, which is $mu~$ but for $mu_0(i) = 0$, and $(Pi mu_0)(j) >=
    (Pi mu~)(j)$ for every $j != i$."""
    kappa, mu, _, empty = neighbours(p0, p1, p2, a, a, k, j)
    return when(has_projection(empty, kappa), is_lifted(mu, empty, kappa, share))


@terms("BCS20.L25.eq3")
def twice_the_weight(total: FromZero, weight: FromZero, twice: int = 2) -> Terms:
    """The sum of the changes, and the weight of the row."""
    return Terms(says=equals(total, twice * weight))


@claim(
    "BCS20.L25.eq3",
    "Lemma 25, proof, section 4.3 (restored): change of the projection without the row",
    "proof",
    narrows=WITH_A_PROJECTION + ALONE,
    twice=Constant(2, mutants=(1,)),
)
def both_have_density_kappa(
    p0: Size, p1: Size, p2: Size, a: Size, k: PositiveSize, j: PositiveSize, twice: int
) -> Statement:
    """$sum_j |Pi mu~(j) - Pi mu_0(j)| = 2 Pi mu~(i) <= 2$, since both have density $kappa$."""
    kappa, mu, _, empty = neighbours(p0, p1, p2, a, a, k, j)
    if not has_projection(empty, kappa):
        return when(False, True)
    one, lifted = projection(mu, kappa), projection(empty, kappa)
    total = sum(abs(x - y) for x, y in zip(one, lifted, strict=True))
    return when(True, all_of([twice_the_weight(total, one[0], twice).says, total <= twice]))


rests_on("BCS20.L25.eq3", "BCS20.A4.eq1", "both projections have the size $kappa n$", L25)


@terms("BCS20.L25.eq4")
def near_the_rest(far: FromZero, mass: PositiveReal, zeta: Fraction | int = 1) -> Terms:
    """The distance to the law without the row, and kappa n."""
    return Terms(says=far * mass <= zeta)


@claim(
    "BCS20.L25.eq4",
    "Lemma 25, proof, section 4.3 (restored: Delta is half the sum, D5): distance to the law without the row",
    "proof",
    narrows=WITH_A_PROJECTION + ALONE,
    zeta=Constant(1, mutants=(Fraction(9, 10),)),
)
def each_is_near_the_measure_without_the_row(
    p0: Size, p1: Size, p2: Size, a: Size, k: PositiveSize, j: PositiveSize, zeta: Fraction
) -> Statement:
    """$Delta(hat(mu), hat(mu)_0) = Pi mu~(i) / (kappa n) <= 1/(kappa n)$."""
    kappa, mu, _, empty = neighbours(p0, p1, p2, a, a, k, j)
    if not has_projection(empty, kappa):
        return when(False, True)
    one, far = projection(mu, kappa), distance(projection(mu, kappa), projection(empty, kappa))
    return when(True, all_of([far * kappa * len(mu) == one[0], near_the_rest(far, kappa * len(mu), zeta).says]))


@uses("BCS20.L25.eq4", "BCS20.L25.eq3", L25)
def half_of_the_sum(total: FromZero, weight: Unit) -> Use:
    """$Delta$ is half of the sum $2 Pi mu~(i)$, divided by $kappa n$: $1/(kappa n)$ at most."""
    return Use({"total": total, "weight": weight}, gives=total / 2 <= 1)


def both_distances(mu: Measure, other: Measure, empty: Measure, kappa: Fraction) -> Fraction:
    """Delta(mu^, mu^_0) + Delta(mu^_0, mu^'), times kappa n."""
    middle = projection(empty, kappa)
    return sum(distance(projection(x, kappa), middle) for x in (mu, other)) * kappa * len(mu)


@claim(
    "BCS20.L25.eq5",
    "Lemma 25, proof, section 4.3 (restored: zeta = 1/(kappa n), an author's code): triangle inequality "
    "through the law without "
    "the row",
    "display",
    narrows=WITHOUT,
    zeta=Constant(1, stronger="smaller"),
)
def the_triangle_inequality_is_enough(
    p0: Size, p1: Size, p2: Size, a: Size, b: Size, k: PositiveSize, j: PositiveSize, zeta: Fraction
) -> Statement:
    """ "which is enough to prove the claim by the triangle inequality": $Delta(hat(mu), hat(mu)') <= Delta(hat(mu),
    hat(mu)_0) + Delta(hat(mu)_0, hat(mu)') <= zeta = 1/(kappa n)$."""
    kappa, mu, other, empty = neighbours(p0, p1, p2, a, b, k, j)
    if not has_projection(empty, kappa):
        return when(False, True)
    return when(True, both_distances(mu, other, empty, kappa) <= zeta)


@terms("BCS20.L25.eq5.corrected")
def by_the_triangle(far: FromZero, zeta: Fraction | int = 2) -> Terms:
    """The sum of both distances, times kappa n."""
    return Terms(says=far <= zeta)


@correction(
    "BCS20.L25.eq5",
    "each of the two distances may be $1/(kappa n)$, so that the triangle inequality gives $2/(kappa n)$;"
    " the lemma with $1/(kappa n)$ holds by BCS20.L25.direct.sum. If $2/(kappa n)$ was printed the step "
    "is right, and a round costs $18/(kappa n sigma)^2$ in place of $8/(kappa n sigma)^2$",
    narrows="the second inequality; " + WITHOUT,
    zeta=Constant(2, mutants=(Fraction(19, 10), 1)),
)
def the_triangle_inequality_gives_twice_as_much(
    p0: Size, p1: Size, p2: Size, a: Size, b: Size, k: PositiveSize, j: PositiveSize, zeta: Fraction
) -> Statement:
    """$Delta(hat(mu), hat(mu)') <= Delta(hat(mu), hat(mu)_0) + Delta(hat(mu)_0, hat(mu)') <= 2/(kappa n)$; $kappa n >
    1$, without which it says nothing."""
    kappa, mu, other, empty = neighbours(p0, p1, p2, a, b, k, j)
    if kappa * len(mu) <= 1 or not has_projection(empty, kappa):
        return when(False, True)
    return when(True, by_the_triangle(both_distances(mu, other, empty, kappa), zeta).says)


# ---- In place of the triangle inequality


@terms("BCS20.L25.direct")
def one_difference(far: FromZero, mass: PositiveReal, change: FromZero, factor: Fraction | int = 1) -> Terms:
    """The distance of the laws, kappa n, and the change of the row's weight before it is divided by that."""
    return Terms(says=equals(far * mass, factor * change))


@claim(
    "BCS20.L25.direct",
    "Lemma 25, section 4.3, in place of the triangle inequality: distance of neighbours as one difference of weights",
    "companion",
    narrows="the distance; that no other row gains is not formalized; " + LAZY,
    factor=Constant(1, mutants=(Fraction(1, 2),)),
)
def only_the_row_that_differs_gains(
    p0: Size, p1: Size, p2: Size, a: Size, b: Size, k: PositiveSize, j: PositiveSize, factor: Fraction
) -> Statement:
    """If $mu~(i) >= mu~'(i)$ the scaling of $mu~$ is at most that of $mu~'$, so no other row gains and, both
    projections having density $kappa$, $Delta(hat(mu), hat(mu)') = |hat(mu)(i) - hat(mu)'(i)|$; $n >= 2$, without
    which it says nothing."""
    kappa, mu, other, _ = neighbours(p0, p1, p2, a, b, k, j)
    one, two = projection(mu, kappa), projection(other, kappa)
    mass = kappa * len(mu)
    return when(
        mu != other and len(mu) > 1, one_difference(distance(one, two), mass, abs(one[0] - two[0]), factor).says
    )


rests_on("BCS20.L25.direct", "BCS20.L25.direct.sum", "row $i$ gains what the others lose", "derived: Lemma 25 directly")


@terms("BCS20.L25.direct.sum")
def gained_and_moved(gained: FromZero, moved: FromZero, zeta: Fraction | int = 1, shift: Fraction | int = 2) -> Terms:
    """What a row gains, which the others lose, and that with both weights of the row, in units of 1/(kappa n)."""
    return Terms(says=all_of([gained <= zeta, moved <= shift]))


@claim(
    "BCS20.L25.direct.sum",
    "Lemma 25, section 4.3, in place of the triangle inequality: gains and losses of weight between neighbours",
    "companion",
    narrows="the case of $c <= c'$ with two other rows; the other case, that both sizes are $kappa n$, and that "
    "$min(1, c w)$ grows with $c$ and with $w$, so that the others lose, are not formalized",
    zeta=Constant(1, mutants=(Fraction(9, 10),)),
    shift=Constant(2, mutants=(Fraction(9, 5),)),
)
def equal_sizes_leave_one_difference(other: Unit, g: Unit, h: Unit, zeta: Fraction, shift: Fraction) -> Statement:
    """For all $n$ and $kappa <= 1$, at $mu~(i) >= mu~'(i)$: if the scaling $c$ of $mu~$ is above $c'$ no weight of $Pi
    mu~$ is below that of $Pi mu~'$, and as both have size $kappa n$ they are equal; else the other rows lose, here $g$
    and $h$, and by the equal sizes row $i$ gains $g + h$: from ``other`` = $Pi mu~'(i)$ to at most 1. So $kappa n
    Delta(hat(mu), hat(mu)') = g + h <= 1$, and $g + h$ and both weights of row $i$ add up to $2 Pi mu~(i) <= 2$."""
    first = other + g + h
    gained, moved = (g + h + (first - other)) / 2, g + h + first + other
    return when(first <= 1, gained_and_moved(gained, moved, zeta, shift).says)


@terms("BCS20.L25.shift")
def centre_moves(moved: FromZero, mass: PositiveReal, factor: Fraction | int = 2) -> Terms:
    """How far the centre moves, and kappa n."""
    return Terms(says=moved * mass <= factor)


@claim(
    "BCS20.L25.shift",
    "Lemma 25, section 4.3, for the proof of Theorem 27: move of the centre between neighbours",
    "companion",
    narrows="the weights; that $z$ in the unit ball moves by no more than their sum is not formalized; " + LAZY,
    factor=Constant(2, mutants=(Fraction(19, 10),)),
)
def the_centre_moves_by_half_of_what_is_charged(
    p0: Size, p1: Size, p2: Size, a: Size, b: Size, k: PositiveSize, j: PositiveSize, factor: Fraction
) -> Statement:
    """Between the two runs the sum over the other rows of $|hat(mu)(j) - hat(mu)'(j)|$, plus $hat(mu)(i) +
    hat(mu)'(i)$, is $2 max(hat(mu)(i), hat(mu)'(i)) <= 2/(kappa n)$, so that $z$ = sum $hat(mu)(i) y_i x_i$ in the unit
    ball moves by at most $2/(kappa n)$, half of the $2(1/(kappa n) + zeta)$ of Theorem 27 at $zeta = 1/(kappa n)$; $n
    >= 2$, without which it says nothing."""
    kappa, mu, other, _ = neighbours(p0, p1, p2, a, b, k, j)
    one, two = induced(projection(mu, kappa)), induced(projection(other, kappa))
    moved = sum(abs(x - y) for x, y in zip(one[1:], two[1:], strict=True)) + one[0] + two[0]
    found = all_of([moved == 2 * max(one[0], two[0]), centre_moves(moved, kappa * len(mu), factor).says])
    return when(len(mu) > 1, found)


rests_on("BCS20.L25.shift", "BCS20.L25.direct", "the others move by the difference", "for Theorem 27")


@uses("BCS20.L25.shift", "BCS20.L25.direct.sum", "derived: how far z moves")
def the_weights_of_the_row_are_added(gained: FromZero, moved: FromZero, apart: FromZero, size: PositiveReal) -> Use:
    """$z$ moves, ``apart``, by at most the other rows' changes and both weights of row $i$, whose vectors may be
    opposite: $2/(kappa n)$; ``size`` is $kappa n$."""
    return Use({"gained": gained, "moved": moved}, given=apart * size <= moved, gives=apart * size <= 2)
