"""PROB: what the textbook proofs of the tail bounds use, and where."""

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.notation import *

CHERNOFF = "Mitzenmacher and Upfal 2005, proof of theorem 4.4"
CHERNOFF_BELOW = "Mitzenmacher and Upfal 2005, proof of theorem 4.5"
HOEFFDING = "Hoeffding 1963, proof of theorem 1"
PRODUCTS = "the expectation of a product of independent variables is the product of their expectations"


def of_an_exponential(top: Expression, bottom: Expression, quotient: Expression) -> Use:
    """Markov's inequality for the exponential Z of a sum: Pr[Z >= level] <= E[Z] / level.

    ``top`` and ``bottom`` are the exponents of the bound on E[Z] and of the level, ``quotient`` that of what is drawn.
    """
    return Use({"level": exp(bottom), "mean": exp(top)}, gives=lambda b: b.fails <= exp(quotient))


# ---- Markov's inequality and the union bound


@uses("PROB.markov.reverse", "PROB.markov", "textbook: for 1 - Z")
def markov_for_what_is_missing(
    p: Unit, a: Annotated[Real, Reals(high=1, high_open=True)], mean: Annotated[Real, Reals(high=1)]
) -> Use:
    """Markov's inequality is used for $1 - Z >= 0$ at 1 - a: $Pr[Z <= a] <= (1 - E[Z]) / (1 - a)$, so that $Pr[Z > a]
    (1 - a) >= E[Z] - a$."""
    at = {"level": 1 - a, "mean": 1 - mean}
    return Use(at, gives=lambda b: (1 - p <= b.fails).implies(p * (1 - a) >= mean - a))


@uses("PROB.bonferroni", "PROB.union", "textbook: the events that meet the last one")
def the_union_bound_for_what_the_last_event_meets(
    union: Unit, chance: Unit, both: Unit, meets: FromZero, excess: FromZero
) -> Use:
    """The union bound is used for $A_i$ and $A_n$: $A_n$ meets the union of the others with at most the probabilities
    with which it meets each, together."""
    line = union + chance - both >= union - excess + chance - meets
    return Use({"chances": meets}, gives=lambda b: (both <= b.fails).implies(line))


# ---- Chernoff's bound above the mean


@uses("PROB.chernoff.upper", "PROB.markov", CHERNOFF, assumes=PRODUCTS)
def markov_for_a_power_above(mu: FromZero, delta: PositiveUnit) -> Use:
    """Markov's inequality is used for $a^Z$ at $a^((1 + delta) mu)$, $a = 1 + delta$, where $E[a^Z] <= e^(mu
    delta)$: $Pr[Z >= (1 + delta) mu] <= e^(mu (delta - (1 + delta) ln a))$."""
    base = ln(1 + delta)
    return of_an_exponential(mu * delta, (1 + delta) * mu * base, mu * (delta - (1 + delta) * base))


rests_on(
    "PROB.chernoff.upper",
    "PROB.chernoff.convex",
    "$E[a^Z] <= 1 + p (a - 1)$ of a variable in [0, 1] of mean $p$, at $a = 1 + delta$",
    CHERNOFF,
)


rests_on(
    "PROB.chernoff.upper",
    "PROB.chernoff.moment",
    "the product of $n$ moments at $a = 1 + delta$ is at most $e^{mu delta}$",
    CHERNOFF,
)


rests_on("PROB.chernoff.upper", "PROB.chernoff.upper.exponent", "$mu$ times the exponent", CHERNOFF)


# ---- Chernoff's bound below the mean: the proof at a = 1 - delta needs delta < 1


@uses("PROB.chernoff.lower", "PROB.markov", CHERNOFF_BELOW, assumes=PRODUCTS)
def markov_for_a_power_below(mu: FromZero, delta: OpenUnit) -> Use:
    """Where $delta < 1$, Markov's inequality is used for $a^Z$ at $a^((1 - delta) mu)$, $a = 1 - delta$, where $E[a^Z]
    <= e^{-mu delta}$: $Pr[Z <= (1 - delta) mu] <= e^{mu (-delta - (1 - delta) ln a)}$."""
    base = ln(1 - delta)
    return of_an_exponential(-(mu * delta), (1 - delta) * mu * base, mu * (-delta - (1 - delta) * base))


rests_on(
    "PROB.chernoff.lower",
    "PROB.chernoff.convex",
    "$E[a^Z] <= 1 + p (a - 1)$ of a variable in [0, 1] of mean $p$, at $a = 1 - delta > 0$",
    CHERNOFF_BELOW,
)


rests_on(
    "PROB.chernoff.lower",
    "PROB.chernoff.moment",
    "the product of $n$ moments at $a = 1 - delta > 0$ is at most $e^{-mu delta}$",
    CHERNOFF_BELOW,
)


rests_on(
    "PROB.chernoff.lower", "PROB.chernoff.lower.exponent", "$mu$ times the exponent, for $delta < 1$", CHERNOFF_BELOW
)


@uses("PROB.chernoff.lower", "PROB.trials", "the case delta = 1, which the textbook leaves out", assumes=PRODUCTS)
def all_variables_vanish(p: BelowOne, n: PositiveInteger) -> Use:
    """For $delta = 1$ the base $a = 1 - delta$ is 0: that $n$ variables of mean $p < 1$ vanish has probability at most
    $(1 - p)^n <= e^{-mu} <= e^{-mu / 2}$; for $p = 1$ it has probability 0."""
    return Use({"p": p, "n": n}, gives=lambda b: b.fails <= exp(-(n * p / 2)))


# ---- The steps of Chernoff's bound


rests_on(
    "PROB.chernoff.moment",
    "PROB.chernoff.convex",
    "$E[a^Z] <= 1 + p (a - 1)$ for $a >= 1$",
    CHERNOFF,
    name="above",
)


rests_on(
    "PROB.chernoff.moment",
    "PROB.chernoff.convex",
    "$E[a^Z] <= 1 + p (a - 1)$ for $a <= 1$",
    CHERNOFF_BELOW,
    name="below",
)


# ---- Hoeffding's bound


@uses("PROB.hoeffding", "PROB.markov", HOEFFDING, assumes=PRODUCTS)
def markov_for_an_exponential(n: PositiveInteger, t: PositiveReal) -> Use:
    """Markov's inequality is used for $e^{s (mu - Z)}$ at $e^{s n t}$, $s = 4t$, where the mean is at most $e^{n s^2 /
    8}$: a tail of at most $e^{-2 n t^2}$."""
    s = 4 * t
    return of_an_exponential(n * s**2 / 8, s * n * t, -(2 * n * t**2))


rests_on(
    "PROB.hoeffding",
    "PROB.chernoff.convex",
    "$E[e^{-s Z}] <= 1 - p (1 - e^{-s})$ of a variable in [0, 1] of mean $p$, at $s = 4t$",
    HOEFFDING,
)


@uses("PROB.hoeffding", "PROB.hoeffding.lemma", HOEFFDING, assumes=PRODUCTS)
def the_moment_of_a_centred_variable(n: PositiveInteger, t: PositiveReal, c: FromZero) -> Use:
    """Hoeffding's lemma is used at $s = 4t$ for each of $n$ variables: ``c``, the logarithm of the moment of one less
    its mean, is at most $s^2 / 8$, which makes $2 n t^2$ for all."""
    return Use({"moment": c, "t": 4 * t}, gives=n * c <= 2 * n * t**2)


rests_on("PROB.hoeffding", "PROB.hoeffding.exponent", "$n$ times the exponent", HOEFFDING)


@uses("PROB.hoeffding.lemma", "PROB.chernoff.convex", HOEFFDING)
def no_variable_has_a_larger_moment(p: Unit, t: PositiveReal, moment: Annotated[Real, Reals()]) -> Use:
    """Of the variables in [0, 1] of mean $p$ the one that is 0 or 1 has the largest moment, at $a = e^{-t}$: $ln
    E[e^{-t (Z - p)}] <= t p + ln(1 - p (1 - e^{-t}))$, which is at most $t^2 / 8$."""
    return Use({"moment": moment, "p": p, "a": exp(-t)}, gives=moment + t * p <= t**2 / 8)


# ---- Azuma's bound


@uses("PROB.azuma", "PROB.hoeffding.lemma", "Hoeffding 1963, inequality 2.17; Azuma 1967")
def the_moment_of_a_step(n: PositiveInteger, s: PositiveReal, c: FromZero) -> Use:
    """Hoeffding's lemma is used for a step in an interval of length 2, halved and moved into [0, 1], at twice $s = t /
    n$: ``c``, the logarithm of its moment, is at most $s^2 / 2$."""
    return Use({"moment": c, "t": 2 * s}, gives=n * c <= n * s**2 / 2)


@uses("PROB.azuma", "PROB.markov", "Azuma 1967", assumes="the moment of a martingale is that of its steps, one by one")
def markov_for_a_martingale(n: PositiveInteger, t: PositiveReal) -> Use:
    """Markov's inequality is used for $e^{s S}$ at $e^{s t}$, $s = t / n$, where the mean is at most $e^{n s^2 / 2}$: a
    tail of at most $e^{-t^2 / (2n)}$."""
    s = t / n
    return of_an_exponential(n * s**2 / 2, s * t, -(t**2 / (2 * n)))
