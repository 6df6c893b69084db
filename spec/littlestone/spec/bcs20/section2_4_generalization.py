"""BCS20 section 2.4: statistical queries, and that privacy implies generalization (Theorem 19)."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.grid_laws import laws
from littlestone.spec.learning.laws import binomial_chance
from littlestone.spec.notation import *

Rows = tuple[int, ...]
BelowQuarter = Annotated[Real, Reals(low=0, high=QUARTER, low_open=True, high_open=True)]


# ---- Definition 18


def samples(D: Law[int], n: int) -> list[tuple[Rows, Fraction]]:
    """All samples of n independent draws from D with their probabilities."""
    found = []
    for rows in product(D.support, repeat=n):
        weight = Fraction(1)
        for x in rows:
            weight *= Fraction(D[x])  # type: ignore[arg-type]
        found.append((rows, weight))
    return found


def on_sample(phi: tuple[Fraction, ...], rows: Rows) -> Fraction:
    """q_phi(S), the mean of phi over the rows."""
    return sum((phi[x] for x in rows), Fraction(0)) / len(rows)


def on_population(phi: tuple[Fraction, ...], D: Law[int]) -> Fraction:
    """q_phi(D), the expectation of phi."""
    return Fraction(D.expectation(lambda x: phi[x]))  # type: ignore[arg-type]


@claim(
    "BCS20.D18",
    "Definition 18, section 2.4 (standard): mean and variance of a statistical query",
    "definition",
    caps="three points, probabilities in multiples of $1/m$, values of $phi$ in multiples of $1/2$",
    share=SHARE,
)
def a_query_is_unbiased(n: PositiveSize, m: PositiveSize, share: Fraction) -> Truth:
    """The statistical query of $phi$ is $q(S) = (1/n)$ sum of $phi(x_i)$ on a sample and $q(D) = E_{x~D}[phi(x)]$ on
    the population: over $S ~ D^n$ the expectation of $q(S)$ is $q(D)$, and its variance is $1/n$ of that of $phi$, at
    most $1/(4n)$ for $phi$ with values in $[0, 1]$."""
    queries = list(product((Fraction(0), HALF, Fraction(1)), repeat=3))
    return all_of(
        sum(p * on_sample(phi, S) for S, p in samples(D, int(n))) == on_population(phi, D)
        and variance(phi, D, int(n)) * int(n) == variance(phi, D, 1)
        and variance(phi, D, 1) * 4 <= share
        for D in laws(3, int(m))
        for phi in queries
    )


def variance(phi: tuple[Fraction, ...], D: Law[int], n: int) -> Fraction:
    """The variance of q_phi(S) over samples S of n draws from D."""
    mean = on_population(phi, D)
    return sum((p * (on_sample(phi, S) - mean) ** 2 for S, p in samples(D, n)), Fraction(0))


# ---- Theorem 19


@claim(
    "BCS20.T19",
    "Theorem 19, section 2.4 (standard, from memory): generalization from privacy for statistical queries",
    "theorem",
    not_checkable="of another paper, for all mechanisms; it says something only where $18 eps < 1$, thus $n > 898$ "
    "(BCS20.T19.rows), and no laws of mechanisms on so many rows can be listed",
    stand_ins=("BCS20.T19.rows", "BCS20.T19.leak", "BCS20.T19.range"),
)
def privacy_implies_generalization(epsilon: OpenUnit, delta: OpenUnit) -> Truth:
    """For $eps$ in $(0, 1/3)$, $delta$ in $(0, eps/4)$ and $n >= ln(4 eps/delta)/eps^2$, $M$: $X^n -> Q$ an $(eps,
    delta)$-DP mechanism into the statistical queries, $S ~ D^n$ and $q ~ M(S)$: $Pr[|q(S) - q(D)| >= 18 eps] <=
    delta/eps$."""
    raise NotImplementedError


@claim(
    "BCS20.T19.rows",
    "for Theorem 19, section 2.4: least number of rows with something to say",
    "companion",
    narrows="the number of rows; that no query of range [0, 1] deviates by more than 1 is not formalized",
    least=Constant(898, mutants=(899,)),
)
def the_theorem_says_nothing_of_few_rows(
    epsilon: Annotated[Real, Reals(low=0, high=Fraction(1, 18), low_open=True)], part: UpToQuarter, least: int
) -> Truth:
    """$|q(S) - q(D)| >= 18 eps$ is impossible for $eps > 1/18$, and up to there $n >= ln(4 eps/delta)/eps^2 > 898$;
    here $delta$ = ``part`` $eps$."""
    return least < ln(4 / part) / epsilon**2


def shows_its_rows(rows: Rows, delta: Fraction) -> Law[frozenset[int]]:
    """With probability delta the indicator of the rows, else that of no point."""
    return proportional({frozenset(rows): delta, frozenset(): 1 - delta})


def _deviation(query: frozenset[int], sample: Rows, k: int) -> Fraction:
    """q(S) - q(D) of an indicator, for the uniform distribution over k n points."""
    return Fraction(len(query & set(sample)), len(sample)) - Fraction(len(query), k * len(sample))


@claim(
    "BCS20.T19.leak",
    "for Theorem 19, section 2.4: mechanism that shows its sample with probability delta",
    "companion",
    narrows="the deviation on the sample of $n$ given points; that the failure cannot be less is not formalized",
    caps="$n$ rows out of $(1 + k) n$ points, privacy on three points, $delta = 1/(1 + d)$, the deviation $1 - "
    "1/(1 + k)$ in place of $18 eps$",
    share=SHARE,
)
def showing_the_sample_costs_delta(n: PositiveSize, k: PositiveSize, d: PositiveSize, share: Fraction) -> Truth:
    """With probability $delta$ a $(0, delta)$-DP mechanism answers with the indicator of its sample, for which $q(S) =
    1$ and $q(D) = 1/(1 + k)$ on the uniform distribution over $(1 + k) n$ points: so the failure $delta/eps$ cannot be
    replaced by less than $delta$, however many rows."""
    delta, sample = Fraction(1, 1 + int(d)), tuple(range(int(n)))
    least = 1 - Fraction(1, 1 + int(k))
    failure = shows_its_rows(sample, delta).probability(lambda q: _deviation(q, sample, 1 + int(k)) >= least)
    private = is_private(lambda rows: shows_its_rows(rows, delta), range(3), int(n), 0, share * delta)
    return private & equals(failure, delta)


# ---- The range of a query


def scaled_deviation(n: int, scale: Fraction, epsilon: Fraction) -> Fraction:
    """Pr[|q(S) - q(D)| >= 18 eps] for phi = ``scale`` times a fair bit, n rows, and a mechanism that ignores its
    rows."""
    far = (i for i in range(n + 1) if scale * abs(Fraction(i, n) - HALF) >= 18 * epsilon)
    return sum((binomial_chance(n, HALF, i) for i in far), Fraction(0))


@claim(
    "BCS20.T19.range",
    "Theorem 19, section 2.4; restored with real queries: generalization from privacy for queries of any range",
    "companion",
    caps="$eps = 1/4$, $delta = eps/8$, the mechanism that always asks the same query",
    factor=Constant(1, stronger="smaller"),
)
def queries_of_any_range_generalize(scale: PositiveSize, factor: Fraction) -> Truth:
    """Read as: $phi$ may be any real function ("the expectation of some function"), and not a predicate, as in the
    section's first sentence, and Theorem 19 holds for $phi$ =
    ``scale`` times a fair bit and a mechanism that always asks this, which is (0, 0)-DP."""
    epsilon, part = QUARTER, Fraction(1, 8)
    rows = ceiling(ln(4 / part) / epsilon**2)
    return as_truth(scaled_deviation(rows, Fraction(int(scale)), epsilon) <= factor * part)


@correction(
    "BCS20.T19.range",
    "$|q(S) - q(D)|$ grows with the scale of $phi$ and $18 eps$ does not: the queries must have range [0,"
    " 1], as the predicates of the section's first sentence and the error queries of the paper have. If "
    "the print of Definition 18 says so the verdict falls away",
    narrows="a query that does not depend on the sample, by Hoeffding's bound",
    leaves_out="the queries that the mechanism chooses by the sample, for which it is Theorem 19 itself, cited",
    width=Constant(25, mutants=(30,)),
)
def queries_of_bounded_range_generalize(part: BelowQuarter, width: int) -> Truth:
    """For $phi$ with values in $[0, 1]$: $Pr[|q(S) - q(D)| >= 18 eps] <= delta/eps$, as of a fixed query with values in
    [0, 25]: $2 e^{-2 (18/25)^2 eps^2 n} <= delta/eps$ for $n >= ln(4 eps/delta)/eps^2$; here $delta$ = ``part`` $eps$,
    below $eps/4$."""
    return ln(2) - 2 * Fraction(18, width) ** 2 * ln(4 / part) <= ln(part)


@uses("BCS20.T19.range.corrected", "PROB.hoeffding", "for Theorem 19: a query of range [0, 1]")
def hoeffding_for_a_query_of_a_range(
    epsilon: PositiveReal, part: BelowQuarter, share: PositiveUnit, more: FromZero
) -> Use:
    """A query of range $[0, 25 share]$, divided by it, at the distance $18 eps/(25 share)$, and $n = (ln(4 eps/delta) +
    more)/eps^2$ rows: both tails have $delta/eps$, here ``part``, at most."""
    at = {"n": (ln(4 / part) + more) / epsilon**2, "t": 18 * epsilon / (25 * share)}
    return Use(at, gives=lambda b: 2 * b.fails <= part)
