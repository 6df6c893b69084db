"""What is used without a word: averages, independent trials, inclusion and exclusion, martingales, games."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.laws import upper_tail
from littlestone.spec.notation import *

AnyBelowOne = Annotated[Real, Reals(high=1, high_open=True)]


@terms("PROB.trials")
def all_trials_fail(p: BelowOne, n: Natural, rate: int = 1) -> Terms:
    """n independent trials, each of which succeeds with probability p, all fail so seldom."""
    return Terms(fails=exp(-(rate * p * n)))


@claim("PROB.trials", "textbook: chance that independent trials all fail", "lemma", rate=Constant(1, mutants=(2,)))
def independent_trials_all_fail_with_exponentially_small_chance(p: BelowOne, n: Natural, rate: int) -> Truth:
    """$n$ independent trials, each of which succeeds with probability $p < 1$, all fail with probability $(1 - p)^n <=
    e^{-p n}$."""
    return (1 - p) ** n <= all_trials_fail(p, n, rate).fails


@claim(
    "PROB.average",
    "textbook: average and the values that it is of",
    "lemma",
    narrows="a variable of two values",
    scale=SHARE,
)
def the_average_lies_between_the_values(
    p: Unit, low: Annotated[Real, Reals()], gap: FromZero, scale: Fraction
) -> Truth:
    """Some value of $Z$ is at most $E[Z]$, and some at least: the average of low and $low + gap$, the latter with
    probability $p$, lies between them."""
    mean = p * (low + gap) + (1 - p) * low
    return (low <= scale * mean) & (mean <= low + gap)


@terms("PROB.markov.reverse")
def reverse_markov(chance: Unit, a: AnyBelowOne, mean: Annotated[Real, Reals()]) -> Terms:
    """The chance is that of Z > a, for Z <= 1 of this mean."""
    return Terms(says=chance * (1 - a) >= mean - a)


@claim(
    "PROB.markov.reverse", "Markov's inequality, for 1 - Z: chance that bounded values are large", "lemma", scale=SHARE
)
def bounded_values_are_often_large(
    p: Unit, a: AnyBelowOne, missing: FromZero, short: FromZero, scale: Fraction
) -> Truth:
    """If $Z <= 1$ then $Pr[Z > a] >= (E[Z] - a) / (1 - a)$ for $a < 1$: here $p = Pr[Z > a]$, and $Z$ is 1 - missing on
    average where $Z > a$, and $a - short$ elsewhere."""
    mean = p * (1 - missing) + (1 - p) * (a - short)
    return as_truth(reverse_markov(scale * p, a, mean).says)


@claim(
    "PROB.bonferroni",
    "Bonferroni 1936: lower bound on a union by its pairs",
    "lemma",
    narrows="the induction step",
    cites=("PROB.union",),
    slack=Constant(0, mutants=(Fraction(1, 10),)),
)
def a_union_is_as_likely_as_its_parts_less_their_pairs(
    union: Unit, chance: Unit, both: Unit, meets: FromZero, excess: FromZero, slack: Fraction
) -> Statement:
    """Pr[$A_1$ or ... or $A_n$] >= $sum_i Pr[A_i] - sum_{i<j}$ Pr[$A_i$ and $A_j$], by induction on $n$: if the union
    is at least the chances less the pairs, by ``excess``, so it is with one more event, which has probability
    ``chance``, meets the union with probability ``both`` and the events before it with probabilities ``meets``
    together."""
    least = union - excess
    return when(both <= meets, union + chance - both >= least + chance - meets + slack)


@terms("PROB.azuma")
def azuma(n: FromZero, t: PositiveReal, rate: int = 2) -> Terms:
    """The sum of n steps of mean at most 0, each in an interval of length 2, is t or more so seldom."""
    return Terms(fails=exp(-(t**2 / (rate * n))))


@claim(
    "PROB.azuma",
    "Hoeffding 1963; Azuma 1967: tail of a martingale",
    "theorem",
    narrows="the walk with $n$ independent fair steps of -1 or 1; for other martingales the steps of the proof "
    "are proved, but not that their moments multiply",
    caps="integers $t <= n$, above which the probability is 0",
    cites=("PROB.markov", "PROB.hoeffding.lemma"),
    rate=Constant(2, mutants=(1,)),
)
def a_martingale_seldom_goes_far(n: PositiveSize, t: PositiveSize, rate: int) -> Statement:
    """If each of $n$ steps has mean at most 0 given those before it, and lies in an interval of length 2, then the sum
    is at least $t$ with probability at most $e^{-t^2 / (2n)}$."""
    return when(t <= n, upper_tail(n, HALF, (n + t) / 2) <= azuma(n, t, rate).fails)


@claim(
    "PROB.minimax",
    "von Neumann 1928: value of a game of two strategies",
    "theorem",
    narrows="two strategies each, with payoffs that are natural numbers",
    more=OFFSET,
)
def a_game_has_a_value(a: Size, b: Size, c: Size, d: Size, more: int) -> Truth:
    """$max_p min_j E_{i~p}[M_ij] = min_q max_i E_{j~q}[M_ij]$ over mixed strategies, for $M$ with the rows (a, $b$) and
    $(c, d)$."""
    rows = (int(a), int(b)), (int(c), int(d))
    columns = (-int(a), -int(c)), (-int(b), -int(d))
    return equals(guaranteed(*rows) + more, -guaranteed(*columns))


def guaranteed(first: tuple[int, int], second: tuple[int, int]) -> Fraction:
    """The most that mixing two rows guarantees against either column: at a pure row, or where the columns are equal."""
    gaps = [first[0] - first[1], second[0] - second[1]]
    crossing = [Fraction(gaps[1], gaps[1] - gaps[0])] if gaps[0] * gaps[1] < 0 else []
    shares = [Fraction(0), Fraction(1), *crossing]
    return max(min(p * x + (1 - p) * y for x, y in zip(first, second, strict=True)) for p in shares)
