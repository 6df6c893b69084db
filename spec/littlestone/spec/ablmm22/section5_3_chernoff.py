"""ABLMM22 section 5.3.1, footnote 12: Chernoff's bounds hold for variables in [0, 1]."""

from littlestone.spec.learning.laws import lower_tail, upper_tail
from littlestone.spec.notation import *

TAILS = "Footnote 12, corrected"


@claim("ABLMM22.FN12", "Footnote 12, section 5.3.1: Chernoff's bounds", "fact")
def chernoff_bounds_hold_for_independent_variables(n: PositiveSize, i: PositiveSize, c: PositiveSize) -> Statement:
    """For independent $Z_1, ..., Z_n$ with sum $Z$ of mean $mu$ and $delta in (0, 1)$, $Pr[Z <= (1 - delta) mu] <=
    e^{-delta^2 mu/2}$ and $Pr[Z >= (1 + delta) mu] <= e^{-delta^2 mu/3}$. Read as: of any range; here each is $4c$ or
    0, with probability $i/4$, $delta = 1/2$."""
    return when(i <= 3, _chernoff(n, i / 4, HALF, 4 * c, (2, 3)))


@correction(
    "ABLMM22.FN12",
    "the variables must lie in [0, 1]: one $Z$ that is $4c$ or 0 has tails of a fixed probability and a "
    "mean that grows",
    narrows="$Z$ enters by its mean and its moment $E[a^Z]$; that moments of independent variables multiply "
    "is not formalized; convexity, by which $E[a^(Z_i)] <= 1 + p (a - 1)$, and Markov's inequality are cited",
    lower=Constant(2, mutants=(1,)),
    upper=Constant(3, mutants=(2,)),
)
def chernoff_bounds_hold_for_variables_in_the_unit_interval(
    mu: FromZero, p: Unit, delta: OpenUnit, above: Unit, below: Unit, lower: int, upper: int
) -> Truth:
    """For independent $Z_1, ..., Z_n in [0, 1]$ with sum $Z$ of mean $mu$ and $delta in (0, 1)$, $Pr[Z <= (1 - delta)
    mu] <= e^{-delta^2 mu/2}$ and $Pr[Z >= (1 + delta) mu] <= e^{-delta^2 mu/3}$: one more variable of mean $p$ keeps
    $E[a^Z] <= e^{mu (a - 1)}$, at $a = 1 + delta$ and $a = 1 - delta$, and by Markov's inequality the tails are parts
    above and below of $e^{mu (a - 1)} a^{-(1 + delta) mu}$ and $e^{mu (a - 1)} a^{-(1 - delta) mu}$."""
    up, down = delta - (1 + delta) * ln(1 + delta), -delta - (1 - delta) * ln(1 - delta)
    moments = [exp(mu * z) * (1 + p * z) <= exp((mu + p) * z) for z in (delta, -delta)]
    rare = [exp(mu * up) <= exp(-(delta**2 * mu / upper)), exp(mu * down) <= exp(-(delta**2 * mu / lower))]
    tails = [above * exp(mu * up) <= exp(mu * up), below * exp(mu * down) <= exp(mu * down)]
    return all_of([*moments, *tails, *rare])


rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.convex", "$E[a^Z] <= 1 + p (a - 1)$ for one variable", TAILS)
rests_on("ABLMM22.FN12.corrected", "PROB.chernoff.moment", "$1 + p (a - 1) <= e^(p (a - 1))$", TAILS)
rests_on(
    "ABLMM22.FN12.corrected",
    "PROB.chernoff.lower.exponent",
    "$-delta - (1 - delta) ln(1 - delta) <= -delta^2/2$",
    TAILS,
)
rests_on(
    "ABLMM22.FN12.corrected", "PROB.chernoff.upper.exponent", "$delta - (1 + delta) ln(1 + delta) <= -delta^2/3$", TAILS
)


@uses("ABLMM22.FN12.corrected", "PROB.markov", TAILS, name="above")
def markov_above_the_mean(mu: FromZero, delta: OpenUnit) -> Use:
    """$Pr[a^Z >= a^((1 + delta) mu)] <= e^{-delta^2 mu / 3}$, with $E[a^Z] <= e^{mu (a - 1)}$ and $a = 1 + delta$."""
    at = {"level": exp((1 + delta) * mu * ln(1 + delta)), "mean": exp(mu * delta)}
    return Use(at, gives=lambda b: b.fails <= exp(-(delta**2 * mu / 3)))


@uses("ABLMM22.FN12.corrected", "PROB.markov", TAILS, name="below")
def markov_below_the_mean(mu: FromZero, delta: OpenUnit) -> Use:
    """$Pr[a^Z >= a^((1 - delta) mu)] <= e^{-delta^2 mu / 2}$, with $E[a^Z] <= e^{mu (a - 1)}$ and $a = 1 - delta$."""
    at = {"level": exp((1 - delta) * mu * ln(1 - delta)), "mean": exp(-(mu * delta))}
    return Use(at, gives=lambda b: b.fails <= exp(-(delta**2 * mu / 2)))


@claim(
    "ABLMM22.FN12.like",
    "Footnote 12, section 5.3.1: Chernoff's bounds for equal two-valued variables",
    "fact",
    role="companion",
    narrows="equal variables 0 or $1/c$ of probability $i/8$, and $delta = d/4$",
    lower=Constant(2, mutants=(HALF,)),
    upper=Constant(3, mutants=(QUARTER,)),
)
def chernoff_bounds_hold_in_the_unit_interval(
    n: PositiveSize, i: PositiveSize, c: PositiveSize, d: PositiveSize, lower: Fraction, upper: Fraction
) -> Statement:
    """For independent $Z_1, ..., Z_n in [0, 1]$ with sum $Z$ of mean $mu$ and $delta in (0, 1)$, $Pr[Z <= (1 - delta)
    mu] <= e^{-delta^2 mu/2}$ and $Pr[Z >= (1 + delta) mu] <= e^{-delta^2 mu/3}$."""
    return when([i <= 7, d <= 3], _chernoff(n, i / 8, d / 4, 1 / c, (lower, upper)))


def _chernoff(
    n: int, p: Fraction, delta: Fraction, size: Fraction | int, rates: tuple[Fraction | int, Fraction | int]
) -> Truth:
    """Both tails of size * Bin(n, p) against their bounds."""
    mean, lower, upper = n * p, *rates
    below = lower_tail(n, p, (1 - delta) * mean) <= exp(-(delta**2 * mean * size / lower))
    above = upper_tail(n, p, (1 + delta) * mean) <= exp(-(delta**2 * mean * size / upper))
    return below & above
