"""Markov's inequality, the union bound, Chernoff's and Hoeffding's bounds, as claims of their own (paper PROB).

A tail is summed exactly for like variables; what the proofs add for all others are steps, proved for all values. With
a = e^t, E[a^Z] of a sum of independent variables is the product of theirs, and Markov's inequality is for a^Z.
"""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.laws import lower_tail, upper_tail
from littlestone.spec.notation import *

LIKE_VARIABLES = (
    "summed exactly for $n$ like variables that are 0 or 1; for others the steps of the proof are proved,"
    " but not that the expectation of a product of independent variables is the product"
)


# ---- Markov's inequality and the union bound


@terms("PROB.markov")
def markov(level: PositiveReal, mean: FromZero) -> Terms:
    """Z >= 0 is at least the level with probability at most E[Z] / level."""
    return Terms(fails=mean / level)


@claim("PROB.markov", "Markov's inequality: chance of large values by the mean", "lemma", scale=SHARE)
def large_values_are_rare(p: Unit, a: PositiveReal, above: FromZero, below: FromZero, scale: Fraction) -> Statement:
    """If $Z >= 0$ then $Pr[Z >= a] <= E[Z] / a$ for $a > 0$: here $p = Pr[Z >= a]$, and $Z$ is ``above`` on average
    where $Z >= a$, and ``below`` elsewhere."""
    mean = p * above + (1 - p) * below
    return when(above >= a, p <= scale * markov(a, mean).fails)


@terms("PROB.union")
def union_bound(chances: FromZero) -> Terms:
    """Some event happens with at most the chances of all together."""
    return Terms(fails=chances)


@claim(
    "PROB.union",
    "Boole's inequality: union bound",
    "lemma",
    narrows="the induction step",
    slack=Constant(0, mutants=(Fraction(-1, 10),)),
)
def a_union_is_at_most_as_likely_as_its_parts_together(
    union: Unit, both: Unit, alone: Unit, chances: FromZero, slack: Fraction
) -> Statement:
    """Pr[$A_1$ or ... or $A_n$] <= $Pr[A_1] + ... + Pr[A_n]$, by induction on $n$: if the union of the first events is
    at most as likely as their ``chances`` together, so is that with one more event, which happens with the union with
    probability ``both``, and ``alone`` else."""
    return when(union <= union_bound(chances).fails, union + alone <= union_bound(chances + both + alone).fails + slack)


# ---- Chernoff's bounds


@terms("PROB.chernoff.upper")
def chernoff_above(mean: FromZero, delta: PositiveUnit, rate: Fraction | int = 3) -> Terms:
    """A sum of independent variables in [0, 1] is at least 1 + delta times its mean with at most this probability."""
    return Terms(fails=exp(-(delta**2 * mean / rate)))


@claim(
    "PROB.chernoff.upper",
    "Chernoff's bound: upper tail of a sum by its mean",
    "theorem",
    narrows=LIKE_VARIABLES,
    caps="means of one variable in eighths, $delta$ in quarters; $(1 + delta) p <= 1$, above which the probability is "
    "0",
    cites=("PROB.markov", "PROB.chernoff.convex", "PROB.chernoff.moment", "PROB.chernoff.upper.exponent"),
    rate=Constant(3, mutants=(1,)),
)
def a_sum_is_seldom_much_above_its_mean(n: PositiveSize, i: PositiveSize, d: PositiveSize, rate: Fraction) -> Statement:
    """For independent variables in [0, 1] whose sum $Z$ has mean $mu$, and $delta$ in (0, 1], $Pr[Z >= (1 + delta) mu]
    <= e^{-delta^2 mu / 3}$: for $Z = Bin(n, p)$, $p = i/8 <= 1$ and $delta = d/4$."""
    mean, delta = n * (i / 8), d / 4
    tail = upper_tail(n, i / 8, (1 + delta) * mean)
    return when([i * (4 + d) <= 32, d <= 4], tail <= chernoff_above(mean, delta, rate).fails)


@terms("PROB.chernoff.lower")
def chernoff_below(mean: FromZero, delta: PositiveUnit, rate: Fraction | int = 2) -> Terms:
    """A sum of independent variables in [0, 1] is at most 1 - delta times its mean with at most this probability."""
    return Terms(fails=exp(-(delta**2 * mean / rate)))


@claim(
    "PROB.chernoff.lower",
    "Chernoff's bound: lower tail of a sum by its mean",
    "theorem",
    narrows=LIKE_VARIABLES,
    caps="means of one variable in eighths, $delta$ in quarters; $p < 1$, as at $p = 1$ the probability is 0",
    cites=("PROB.markov", "PROB.chernoff.convex", "PROB.chernoff.moment", "PROB.chernoff.lower.exponent"),
    rate=Constant(2, mutants=(HALF,)),
)
def a_sum_is_seldom_much_below_its_mean(n: PositiveSize, i: PositiveSize, d: PositiveSize, rate: Fraction) -> Statement:
    """For independent variables in [0, 1] whose sum $Z$ has mean $mu$, and $delta$ in (0, 1], $Pr[Z <= (1 - delta) mu]
    <= e^{-delta^2 mu / 2}$: for $Z = Bin(n, p)$, $p = i/8 < 1$ and $delta = d/4$."""
    mean, delta = n * (i / 8), d / 4
    tail = lower_tail(n, i / 8, (1 - delta) * mean)
    return when([i <= 7, d <= 4], tail <= chernoff_below(mean, delta, rate).fails)


@terms("PROB.chernoff.convex")
def chord(moment: Annotated[Real, Reals()], p: Unit, a: PositiveReal) -> Terms:
    """The moment is ln E[a^Z] for Z in [0, 1] of mean p: shown for a Z that is one number; its expectation is not
    formalized."""
    return Terms(says=moment <= ln(1 + p * (a - 1)))


@claim(
    "PROB.chernoff.convex",
    "proof of Chernoff's bound: power against its chord",
    "step",
    narrows="the inequality; its expectation is not formalized",
    scale=SHARE,
)
def a_power_lies_below_its_chord(z: Unit, u: FromZero, v: BelowOne, scale: Fraction) -> Truth:
    """$a^z <= 1 + z (a - 1)$ for $z$ in [0, 1] and $a > 0$, so that $E[a^Z] <= 1 + p (a - 1)$ for $Z$ in [0, 1] of mean
    $p$: here $a = 1 + u$ and $a = 1 - v$, in logarithms."""
    above, below = chord(z * ln(1 + u), scale * z, 1 + u), chord(z * ln(1 - v), z, 1 - v)
    return as_truth(above.says) & as_truth(below.says)


@claim(
    "PROB.chernoff.moment",
    "proof of Chernoff's bound: moment of a variable in [0, 1]",
    "step",
    narrows="the inequality; that moments of independent variables multiply is not formalized",
    cites=("PROB.chernoff.convex",),
    scale=SHARE,
)
def the_moment_of_a_variable_is_below_an_exponential(p: Unit, a: PositiveReal, scale: Fraction) -> Truth:
    """$1 + p (a - 1) <= e^{p (a - 1)}$, so that $E[a^Z] <= e^{mu (a - 1)}$ for a sum of mean $mu$."""
    return 1 + p * (a - 1) <= exp(scale * p * (a - 1))


@claim(
    "PROB.chernoff.upper.exponent",
    "proof of Chernoff's bound: exponent above the mean",
    "step",
    rate=Constant(3, mutants=(2,)),
)
def the_exponent_above_the_mean(delta: PositiveUnit, rate: Fraction) -> Truth:
    """At $a = 1 + delta$, $mu (a - 1) - (1 + delta) mu ln a <= -delta^2 mu / 3$ for $delta$ in (0, 1]; here $mu =
    1$."""
    return delta - (1 + delta) * ln(1 + delta) <= -(delta**2 / rate)


@claim(
    "PROB.chernoff.lower.exponent",
    "proof of Chernoff's bound: exponent below the mean",
    "step",
    rate=Constant(2, mutants=(1,)),
)
def the_exponent_below_the_mean(delta: OpenUnit, rate: Fraction) -> Truth:
    """At $a = 1 - delta$, $mu (a - 1) - (1 - delta) mu ln a <= -delta^2 mu / 2$ for $delta$ in (0, 1); here $mu =
    1$."""
    return -delta - (1 - delta) * ln(1 - delta) <= -(delta**2 / rate)


# ---- Hoeffding's bound


@terms("PROB.hoeffding")
def hoeffding(n: FromZero, t: PositiveReal, rate: Fraction | int = 2) -> Terms:
    """The mean of n independent variables in [0, 1] is t or more above its expectation, or below, so seldom."""
    return Terms(fails=exp(-(rate * n * t**2)))


@claim(
    "PROB.hoeffding",
    "Hoeffding 1963: deviation of a mean from its expectation",
    "theorem",
    narrows=LIKE_VARIABLES,
    caps="means of one variable and $t$ in eighths; $p < 1$ and $t <= max(p, 1 - p)$, beyond which both chances are 0",
    cites=("PROB.markov", "PROB.chernoff.convex", "PROB.hoeffding.lemma", "PROB.hoeffding.exponent"),
    rate=Constant(2, mutants=(4,)),
)
def a_mean_is_seldom_far_from_its_expectation(
    n: PositiveSize, i: PositiveSize, d: PositiveSize, rate: Fraction
) -> Statement:
    """For $n$ independent variables in [0, 1] whose sum $Z$ has mean $mu$, and $t > 0$, each of $Pr[Z >= mu + n t]$ and
    $Pr[Z <= mu - n t]$ is at most $e^{-2 n t^2}$: for $Z = Bin(n, p)$, $p = i/8 < 1$ and $t = d/8$."""
    p, t = i / 8, d / 8
    bound = hoeffding(n, t, rate).fails
    reached = any_of([d <= i, d <= 8 - i])
    return when([i <= 7, reached], (upper_tail(n, p, n * (p + t)) <= bound) & (lower_tail(n, p, n * (p - t)) <= bound))


@terms("PROB.hoeffding.lemma")
def hoeffding_lemma(moment: Annotated[Real, Reals()], t: PositiveReal, rate: int = 8) -> Terms:
    """The moment is ln E[e^{-t (Z - E[Z])}] for Z in [0, 1]."""
    return Terms(says=moment <= t**2 / rate)


@claim(
    "PROB.hoeffding.lemma",
    "Hoeffding 1963, lemma: moment of a centred variable",
    "step",
    narrows="a variable that is 0 or 1; that no other in [0, 1] of its mean has a larger moment is "
    "PROB.chernoff.convex",
    rate=Constant(8, mutants=(9,)),
)
def the_moment_of_a_centred_variable_is_that_of_a_normal_one(p: Unit, t: PositiveReal, rate: int) -> Truth:
    """For $Z$ in [0, 1] of mean $p$ and $t > 0$, $ln E[e^{-t Z}] <= -t p + t^2 / 8$: here $ln(1 - p + p e^{-t})$ is at
    most that; with $1 - p$ for $p$ the same holds for $e^t$."""
    return as_truth(hoeffding_lemma(ln(1 - p * (1 - exp(-t))) + t * p, t, rate).says)


@claim("PROB.hoeffding.exponent", "Hoeffding 1963: exponent of a deviation", "step", choice=Constant(4, mutants=(3, 5)))
def the_exponent_of_a_deviation(t: PositiveReal, choice: int) -> Truth:
    """$-s t + s^2 / 8 <= -2 t^2$ at $s = 4 t$."""
    s = choice * t
    return -(s * t) + s**2 / 8 <= -(2 * t**2)
