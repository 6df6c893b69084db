"""LYU25 section 3.1: the multiplicative Chernoff bound, with and without replacement."""

from collections.abc import Callable, Iterator
from itertools import accumulate
from math import comb

from littlestone.spec.learning.laws import binomial_chance
from littlestone.spec.notation import *

TAILS = "Proposition 1, section 3.1, corrected"


# ---- Proposition 1


def tails(chances: dict[Fraction, Fraction], mean: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Each distance of an outcome from the mean, and the mean itself as one, with Pr[|X - mean| >= distance]."""
    at = {mean: Fraction(0)}
    for x, p in chances.items():
        at[abs(x - mean)] = at.get(abs(x - mean), Fraction(0)) + p
    distances = sorted(at, reverse=True)
    yield from zip(distances, accumulate(at[distance] for distance in distances), strict=True)


def concentrated(chances: dict[Fraction, Fraction], bound_at: Callable[[Any, Any], Any]) -> Truth:
    """Pr[|X - mu| > delta mu] is at most the bound at delta and mu = E[X], where that is below 1, for all delta in (0,
    1): the left side is constant between the jumps delta = |x - mu| / mu, so that its limits from below, at the jumps
    and at 1, decide it."""
    mean = sum((x * p for x, p in chances.items()), Fraction(0))
    jumps = ((distance, tail) for distance, tail in tails(chances, mean) if 0 < distance <= mean)
    bounds = ((tail, Real.of(bound_at(distance / mean, mean))) for distance, tail in jumps)
    return all_of(tail <= bound for tail, bound in bounds if is_true(bound < 1))


def two_kinds(n: int, i: int, m: int, j: int) -> dict[Fraction, Fraction]:
    """The law of the sum of n variables of mean i/8 and m of mean j/8, all independent."""
    chances: dict[Fraction, Fraction] = {}
    for a in range(n + 1):
        for b in range(m + 1):
            both = binomial_chance(n, Fraction(i, 8), a) * binomial_chance(m, Fraction(j, 8), b)
            chances[Fraction(a + b)] = chances.get(Fraction(a + b), Fraction(0)) + both
    return {x: p for x, p in chances.items() if p}


@claim(
    "LYU25.P1",
    "Proposition 1, section 3.1: Chernoff bound for independent variables",
    "proposition",
    caps="variables of two different means, in eighths",
    factor=Constant(1),
)
def a_sum_is_close_to_its_mean(n: PositiveSize, i: Size, m: Size, j: Size, factor: int) -> Statement:
    """For independent variables in {0, 1} whose sum $X$ has mean $mu$, and $delta$ in (0, 1), $Pr[|X - mu| > delta mu]
    <= exp(-delta^2 mu / 3)$. Read as: for $n$ variables of mean $i/8$ and $m$ of mean $j/8$, at all $delta$, by the
    limits from below at the jumps and at 1."""
    return when(
        [i <= 8, j <= 8], concentrated(two_kinds(n, i, m, j), lambda delta, mean: factor * exp(-(delta**2 * mean / 3)))
    )


@terms("LYU25.P1.corrected")
def far_sum(delta: OpenUnit, mean: FromZero, factor: int = 2, rate: Fraction | int = 3) -> Terms:
    """A sum is not within 1 +- delta times its mean so seldom."""
    return Terms(fails=factor * exp(-(delta**2 * mean / rate)))


@correction(
    "LYU25.P1",
    "the two tails together need the factor 2 that Proposition 2 has: for one fair coin $|X - mu|$ is always $mu$",
    narrows="$X$ is its mean and its moments $E[a^X]$; that moments of independent variables multiply is not "
    "formalized, and the moment of one variable, Markov's inequality and the union bound are cited",
    factor=Constant(2, mutants=(1,)),
    rate=Constant(3, mutants=(2,)),
)
def a_sum_is_close_to_its_mean_from_both_sides(
    mu: FromZero, p: Unit, delta: OpenUnit, above: Unit, below: Unit, factor: int, rate: int
) -> Truth:
    """For any number of independent variables in [0, 1] whose sum $X$ has mean $mu$, and $delta$ in (0, 1), $Pr[|X -
    mu| > delta mu] <= 2 exp(-delta^2 mu / 3)$: one more variable of mean $p$ keeps $E[a^X] <= e^{mu (a - 1)}$ for $a =
    1 +- delta$, so that by Markov's inequality either tail is at most $exp(-delta^2 mu / 3)$."""
    one = exp(-(delta**2 * mu / rate))
    up, down = delta - (1 + delta) * ln(1 + delta), -delta - (1 - delta) * ln(1 - delta)
    moments = [exp(mu * z) * (1 + p * z) <= exp((mu + p) * z) for z in (delta, -delta)]
    tails = [exp(mu * up) <= one, exp(mu * down) <= one]
    return all_of([*moments, *tails, (above + below) * one <= far_sum(delta, mu, factor, rate).fails])


rests_on("LYU25.P1.corrected", "PROB.chernoff.convex", "$E[a^X] <= 1 + p (a - 1)$ for one variable", TAILS)
rests_on("LYU25.P1.corrected", "PROB.chernoff.moment", "$1 + p (a - 1) <= e^{p (a - 1)}$", TAILS)
rests_on("LYU25.P1.corrected", "PROB.chernoff.lower.exponent", "at $a = 1 - delta$", TAILS)
rests_on("LYU25.P1.corrected", "PROB.chernoff.upper.exponent", "at $a = 1 + delta$", TAILS)


@uses("LYU25.P1.corrected", "PROB.markov", TAILS, name="above")
def a_large_power_is_rare(delta: OpenUnit, mu: FromZero) -> Use:
    """Markov's inequality for $a^X$ at $a^{(1 + delta) mu}$, $a = 1 + delta$, where $E[a^X] <= e^{mu delta}$: at most
    $e^{-delta^2 mu / 3}$."""
    level = (1 + delta) * mu * ln(1 + delta)
    tail = exp(-(delta**2 * mu / 3))
    return Use({"level": exp(level), "mean": exp(mu * delta)}, gives=lambda b: b.fails <= tail)


@uses("LYU25.P1.corrected", "PROB.markov", TAILS, name="below")
def a_large_power_of_a_small_base_is_rare(delta: OpenUnit, mu: FromZero) -> Use:
    """Markov's inequality for $a^X$ at $a^{(1 - delta) mu}$, $a = 1 - delta$, where $E[a^X] <= e^{-mu delta}$: at most
    $e^{-delta^2 mu / 3}$."""
    level = (1 - delta) * mu * ln(1 - delta)
    tail = exp(-(delta**2 * mu / 3))
    return Use({"level": exp(level), "mean": exp(-(mu * delta))}, gives=lambda b: b.fails <= tail)


@uses("LYU25.P1.corrected", "PROB.union", TAILS)
def both_tails_together(bound: FromZero, a: Unit, b: Unit) -> Use:
    """Tails of at most the bound each are at most twice the bound together."""
    return Use({"chances": a * bound + b * bound}, gives=lambda union: union.fails <= 2 * bound)


# ---- Proposition 2


@terms("LYU25.P2")
def far_subset(delta: OpenUnit, rows: PositiveReal, mean: FromZero, factor: int = 2, rate: Fraction | int = 3) -> Terms:
    """The mean of a random subset of so many rows is not within 1 +- delta times the mean of all so seldom."""
    return Terms(fails=factor * exp(-(delta**2 * rows * mean / rate)))


def drawn_without_replacement(ones: int, zeros: int, t: int) -> dict[Fraction, Fraction]:
    """The law of the mean of t of the numbers, of which so many are 1 and the others 0."""
    ways = {x: comb(ones, x) * comb(zeros, t - x) for x in range(t + 1)}
    return {Fraction(x, t): Fraction(way, comb(ones + zeros, t)) for x, way in ways.items() if way}


@claim(
    "LYU25.P2",
    "Proposition 2, section 3.1: Chernoff bound without replacement",
    "proposition",
    factor=Constant(2, mutants=(1,)),
    rate=Constant(3, mutants=(HALF,)),
)
def a_random_subset_has_nearly_the_mean_of_all(
    ones: Size, zeros: Size, t: PositiveSize, factor: int, rate: Fraction
) -> Statement:
    """For $N$ numbers, ``ones`` of them 1 and ``zeros`` 0, of mean $mu$, a random subset $S$ of $t <= N$ of them (the
    print bounds a $k$ that it does not use), and $delta$ in (0, 1), the mean of $S$ is off by more than $delta mu$ with
    probability at most $2 exp(-delta^2 t mu / 3)$: at all $delta$ at which that is below 1, $t >= 1$."""
    means = drawn_without_replacement(ones, zeros, t)
    close = concentrated(means, lambda delta, mean: far_subset(delta, t, mean, factor, rate).fails)
    return when(t <= ones + zeros, close)
