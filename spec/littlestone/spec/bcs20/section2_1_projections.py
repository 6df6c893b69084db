"""BCS20 section 2.1: the Bregman projection onto the dense measures (Theorem 8), which is capped scaling (Lemma 9)."""

from itertools import product

from littlestone.spec.boosting.measures import (
    Measure,
    capped_scaling,
    dense_grid,
    densities,
    density,
    divergence,
    grid,
    has_projection,
    is_dense,
    is_dominated,
    is_projection,
    projection,
    scaling,
    unordered_grid,
)
from littlestone.spec.notation import *

DENSITIES = "$n$ points, up to their order; weights and densities in multiples of $1/m$"


# ---- Definition 7


def projectable(n: Integer, m: Integer, least: int = 0) -> list[tuple[Measure, Fraction]]:
    """The measures up to the order of points, with the densities onto which they can be projected."""
    pairs = product(unordered_grid(n, m, least), densities(m))
    return [(mu, kappa) for mu, kappa in pairs if has_projection(mu, kappa)]


@claim(
    "BCS20.D7",
    "Definition 7, section 2.1 (standard): Bregman projection as the nearest dense measure",
    "definition",
    narrows="the sets of $kappa$-dense measures, the projection being capped scaling; of the measures that are "
    "compared those of the grid",
    caps=DENSITIES,
    share=SHARE,
)
def the_projection_is_the_nearest_dense_measure(n: PositiveSize, m: PositiveSize, share: Fraction) -> Statement:
    """For a non-empty closed convex set $Gamma$ of measures, $Pi_Gamma(mu)$ = argmin over $nu$ in $Gamma$ of $KL(nu ||
    mu)$, the first argument being optimised: for $Gamma_kappa$ and $mu$ positive on at least $kappa n$ points there is
    one, and every other dense measure is farther away."""
    found = all_of(
        (divergence(projection(mu, kappa), mu) < share * divergence(nu, mu)) | (nu == projection(mu, kappa))
        for mu, kappa in projectable(n, m)
        for nu in dense_grid(n, m, kappa)
        if is_dominated(nu, mu)
    )
    return when(m >= 2, found)


@claim(
    "BCS20.D7.exists",
    "Definition 7, section 2.1 (standard): existence of the Bregman projection",
    "companion",
    caps=f"{DENSITIES}; a finite divergence by the number of positive weights",
    times=Constant(1, stronger="larger"),
)
def every_measure_has_a_projection(n: PositiveSize, m: PositiveSize, times: int) -> Truth:
    """The projection of a measure onto a non-empty closed convex set is defined. Read as: some $kappa$-dense measure
    has a finite divergence from it, for every $mu$ and $kappa$ in $(0, 1]$."""
    return all_of(
        has_projection(mu, min(times * kappa, Fraction(1))) for mu in unordered_grid(n, m) for kappa in densities(m)
    )


@correction(
    "BCS20.D7.exists",
    "a measure that is 0 on more than $(1 - kappa) n$ points has an infinite divergence from every "
    "$kappa$-dense measure: the set must hold a measure of finite divergence. The measures of boosting, "
    "$kappa e^{-lambda L}$, are positive",
    narrows="the sets of $kappa$-dense measures; that the least divergence is attained is BCS20.D7",
    caps=f"{DENSITIES}; dense measures of values 0 and 1, as the indicator of the support is the densest",
    most=Constant(1, mutants=(2,)),
)
def measures_of_large_support_have_a_projection(n: PositiveSize, m: PositiveSize, most: int) -> Truth:
    """A $kappa$-dense measure of finite divergence from $mu$ exists exactly if $mu$ is positive on at least $kappa n$
    points."""
    return all_of(
        any(is_dense(nu, kappa) and is_dominated(nu, mu) for nu in grid(n, 1))
        == (most * kappa * int(n) <= sum(1 for w in mu if w))
        for mu in unordered_grid(n, m)
        for kappa in densities(m)
    )


# ---- Theorem 8


def gap(mu: Measure, nu: Measure, kappa: Fraction, share: Fraction) -> tuple[Real, Real]:
    """KL(mu || Pi nu) + KL(Pi nu || nu), and KL(mu || nu)."""
    star = projection(nu, kappa)
    return divergence(mu, star) * share + divergence(star, nu), divergence(mu, nu)


@claim(
    "BCS20.T8",
    "Theorem 8, section 2.1 (standard; restored with mu in Gamma): Pythagorean inequality of the Bregman projection",
    "theorem",
    narrows="the sets of $kappa$-dense measures, the projection being capped scaling, and $nu$ that have one; for all "
    "of these see BCS20.T8.eq1 and BCS20.T8.eq2, of which it is the sum over the points",
    caps=DENSITIES,
    share=Constant(1, mutants=(Fraction(9, 8),)),
    least=Constant(1, mutants=(0,)),
)
def the_way_over_the_projection_is_no_longer(
    n: PositiveSize, m: PositiveSize, share: Fraction, least: int
) -> Statement:
    """For measures $mu$ and $nu$ such that $mu$ is in $Gamma$, $KL(mu || Pi_Gamma nu) + KL(Pi_Gamma nu || nu) <= KL(mu
    || nu)$."""
    found = all_of(
        left <= right
        for nu, kappa in projectable(n, m)
        for mu in dense_grid(n, m, least * kappa)
        if is_dominated(mu, nu)
        for left, right in [gap(mu, nu, kappa, share)]
    )
    return when(m >= 2, found)


rests_on("BCS20.T8", "BCS20.T8.eq1", "the gap is the sum of ($mu$ - star) $ln(star/nu)$", "for Theorem 8")
rests_on("BCS20.T8", "BCS20.T8.eq2", "where $star = 1$, $(mu - 1) ln(1/nu) >= (mu - 1) ln c$", "for Theorem 8")


@claim(
    "BCS20.T8.eq1",
    "for Theorem 8, section 2.1: gap of three divergences as a scalar product",
    "companion",
    narrows="one point, where $mu$ is positive (where it is 0 both sides are -star $ln(star / nu)$)",
    more=OFFSET,
)
def the_gap_is_a_scalar_product(mu: PositiveReal, star: PositiveReal, nu: PositiveReal, more: int) -> Truth:
    """$KL(mu || nu) - KL(mu || star) - KL(star || nu)$ = sum of $(mu - star) ln(star / nu)$, point by point and for all
    positive weights."""
    terms = [a * (ln(a) - ln(b)) + b - a for a, b in ((mu, nu), (mu, star), (star, nu))]
    return equals(terms[0] - terms[1] - terms[2], (mu - star) * (ln(star) - ln(nu)) + more)


@claim(
    "BCS20.T8.eq2",
    "for Theorem 8, section 2.1: gap at the capped points",
    "companion",
    narrows="one point where the projection caps; the sum over the points is not formalized",
    one=Constant(1, mutants=(HALF,)),
)
def capped_points_only_help(weight: Unit, log_inverse: FromZero, more: FromZero, one: Fraction) -> Truth:
    """Where the projection caps, $star = 1 <= c nu$, and $(mu - 1) ln(1/nu) >= (mu - 1) ln c$, as $mu <= 1$; elsewhere
    $ln(star/nu) = ln c$. So the gap of Theorem 8 is at least $ln c (|mu| - |star|) >= 0$ for every dense $mu$, as
    $ln c > 0$ only where $|star| = kappa n$: here $ln(1/nu)$ = ``log_inverse`` and $ln c = ln(1/nu)$ + ``more``."""
    return (weight - one) * (log_inverse + more) <= (weight - 1) * log_inverse


# ---- Lemma 9


def light(n: Integer, m: Integer) -> list[tuple[Measure, Fraction]]:
    """The measures of density below kappa that can be projected, with kappa."""
    return [(mu, kappa) for mu, kappa in projectable(n, m) if density(mu) < kappa]


@claim(
    "BCS20.L9",
    "Lemma 9, section 2.1 (from the text, standard, an author's code): projection onto dense measures by "
    "capped scaling",
    "lemma",
    narrows="that $mu^*$ fulfils the conditions; that these are enough is not formalized (BCS20.D7 has a grid)",
    caps=DENSITIES,
    factor=Constant(1, mutants=(Fraction(9, 8),)),
)
def the_projection_is_capped_scaling(n: PositiveSize, m: PositiveSize, factor: Fraction) -> Truth:
    """Let $mu$ have $|mu| < kappa n$ and let $c >= 1$ be the smallest constant such that $mu^*(i) = min(1, c mu(i))$
    has density $kappa$; then $Pi(mu) = mu^*$: it satisfies the conditions of Karush, Kuhn and Tucker for the least
    divergence, exactly, for all $mu$ for which there is such a $c$."""
    return all_of(
        is_projection(capped_scaling(mu, factor * scaling(mu, kappa)), mu, kappa) for mu, kappa in light(n, m)
    )


@uses(
    "BCS20.L9",
    "BCS20.L9.exists",
    "Lemma 9: 'let c be the smallest constant'",
    repair="BCS20.L9.exists.corrected",
    draws="$min(1, c mu)$ has density $kappa$",
)
def there_is_a_scaling(kappa: PositiveUnit, n: PositiveInteger, support: FromZero) -> Use:
    """For every measure $mu$ with $|mu| < kappa n$, whatever its support."""
    return Use(given=support <= n, needs=kappa * n <= support)


@correction(
    "BCS20.L9.from.L9.exists.premise",
    "a measure that is positive on fewer than $kappa n$ points has no such $c$: those of boosting are "
    "positive everywhere",
    one=Constant(1, mutants=(2,)),
)
def there_is_a_scaling_of_positive_measures(kappa: PositiveUnit, n: PositiveInteger, one: int) -> Truth:
    """With support $n$, $kappa n <= n$."""
    return one * kappa * n <= n


rests_on("BCS20.L9", "BCS20.L9.cert", "$c >= 1$, density $kappa$", "Lemma 9: the conditions of Karush, Kuhn and Tucker")


@claim(
    "BCS20.L9.exists",
    "Lemma 9, section 2.1 (from the text): existence of the scaling constant",
    "lemma",
    role="construction",
    caps=f"{DENSITIES}; by the density at $c = m$, where all positive weights are capped",
    times=Constant(1, stronger="larger"),
)
def every_light_measure_has_a_scaling(n: PositiveSize, m: PositiveSize, times: int) -> Truth:
    """Every measure with $|mu| < kappa n$ has a smallest constant $c$ such that $min(1, c mu)$ has density $kappa <=
    1$."""
    return all_of(
        density(capped_scaling(mu, times * Fraction(int(m)))) >= kappa
        for mu in unordered_grid(n, m)
        for kappa in densities(m)
        if density(mu) < kappa
    )


@correction(
    "BCS20.L9.exists",
    "$min(1, c mu)$ is 0 where $mu$ is: where $mu$ is positive on fewer than $kappa n$ points no $c$ is large enough",
    caps=DENSITIES,
    more=Constant(0, mutants=(1,)),
)
def light_measures_of_large_support_have_a_scaling(n: PositiveSize, m: PositiveSize, more: int) -> Truth:
    """A constant $c$ as in Lemma 9 exists exactly if $mu$ is positive on at least $kappa n$ points. Read as: just then
    $min(1, c mu)$ is $kappa$-dense at $c = m$, for positive weights of at least $1/m$; at $c = 1$ it is not, and a $c$
    between of density exactly $kappa$ is that of BCS20.L9.cert."""
    return all_of(
        is_dense(capped_scaling(mu, Fraction(int(m))), kappa) == (kappa * int(n) + more <= sum(1 for w in mu if w))
        for mu in unordered_grid(n, m)
        for kappa in densities(m)
        if density(mu) < kappa
    )


@claim(
    "BCS20.L9.cert",
    "for Lemma 9, section 2.1 (standard): least scaling constant and its density",
    "companion",
    caps=DENSITIES,
    part=Constant(1, mutants=(Fraction(15, 16),)),
)
def the_scaling_is_the_smallest_that_is_dense(n: PositiveSize, m: PositiveSize, part: Fraction) -> Truth:
    """For $mu$, $c$ and $mu^*$ of Lemma 9, $mu$ positive on at least $kappa n$ points: the density of $mu^*$ is
    $kappa$, $c >= 1$, $c mu(i) >= 1$ wherever $mu^*(i) = 1$, and a scaling smaller by a 1024th is not dense, also where
    $mu$ is positive on exactly $kappa n$ points and every larger $c$ would do as well."""
    found = ((mu, kappa, scaling(mu, kappa)) for mu, kappa in light(n, m))
    return all_of(
        c >= 1
        and density(capped_scaling(mu, part * c)) == kappa
        and not is_dense(capped_scaling(mu, c * Fraction(1023, 1024)), kappa)
        and all(c * w >= 1 for w, s in zip(mu, capped_scaling(mu, c), strict=True) if s == 1)
        for mu, kappa, c in found
    )
