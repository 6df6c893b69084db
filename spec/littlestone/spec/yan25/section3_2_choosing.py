"""YAN25 section 3.2: bounded functions (Definition 12), and the choosing mechanism for them (Lemma 1)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from littlestone.spec.medians.choosing_laws import choosing_law
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

Values = tuple[int, ...]
L1 = "Lemma 1, section 3.2"
Scoring = dict[Values, int]
ROWS = [S for size in range(3) for S in combinations_with_replacement(range(2), size)]


# ---- Definition 12


def is_bounded(q: tuple[Scoring, ...], k: int) -> bool:
    """q, a scoring for each solution, is k-bounded: the three conditions, on at most two rows of two kinds."""
    rises = [[q_z[tuple(sorted((*S, x)))] - q_z[S] for q_z in q] for S in ROWS if len(S) < 2 for x in range(2)]
    return all(q_z[()] == 0 for q_z in q) and all({*rise} <= {0, 1} and sum(rise) <= k for rise in rises)


def scorings() -> Iterator[Scoring]:
    """All scores of one solution that fulfil the first two conditions."""
    for values in product(range(3), repeat=len(ROWS) - 1):
        q = dict(zip(ROWS, (0, *values), strict=True))
        if is_bounded((q,), 1):
            yield q


@claim(
    "YAN25.D12",
    "Definition 12, section 3.2: bounded quality functions",
    "definition",
    narrows="two solutions, two rows of two kinds, $k >= 1$: 0-bounded scores are all 0",
    less=OFFSET,
)
def a_replaced_row_moves_few_scores(k: PositiveSize, less: int) -> Truth:
    """$q$ is $k$-bounded if $q(empty, z) = 0$, an element more raises each score by 0 or 1, and that of at most $k$
    solutions: hence, where one element is replaced, every score moves by at most 1, at most $k$ rise and at most $k$
    fall; data sets are multisets."""
    most, pairs = int(k - less), [(S, T) for S in ROWS for T in ROWS if len(S) == len(T) == 2 and {*S} & {*T}]
    moves = (
        [[q_z[T] - q_z[S] for q_z in q] for S, T in pairs]
        for q in product(scorings(), repeat=2)
        if is_bounded(q, int(k))
    )
    return all_of(
        {*move} <= {-1, 0, 1} and move.count(1) <= most and move.count(-1) <= most for found in moves for move in found
    )


# ---- Lemma 1


@claim(
    "YAN25.L1",
    f"{L1}: choosing mechanism",
    "lemma",
    narrows="the algorithm M2, run with $delta/4$: the arithmetic; its privacy is YAN25.M2.privacy, checked at three "
    "$eps$, and its accuracy YAN25.M2.accuracy. $n >= 1$; $delta <= 1$, beyond which see YAN25.L1.range",
    factor=Constant(16, mutants=(2,), stronger="smaller"),
)
def the_choosing_mechanism_is_accurate(s: FromZero, a: FromZero, factor: int) -> Truth:
    """For $eps$ in (0, 2), $delta > 0$ and a $k$-bounded $q$ there is an $(eps, delta)$-DP algorithm that on $D$ in
    $X^n$ outputs $z$ with $Pr[q(D, z) >= max q(D, z) - (16/eps) log(4 k n/(beta eps delta))] >= 1 - beta$: where $max
    q$ is larger than the loss it is at least $theta + (4/eps) ln(1/beta)$, $theta$ being the threshold of M2, and the
    loss is at least $(4/eps) ln(2 k n/beta)$; else any $z$ will do. Here all is times $eps/4$, $a = ln(1/beta)$, $s =
    ln(k n) + ln(2/eps) + ln(1/delta)$, a sum of three terms that are not negative, and $e^{eps/4} - 1 >= eps/4$."""
    loss = Fraction(factor, 4) * (ln(2) + s + a)
    rises, falls = 2 * ln(2) + s, HALF + ln(4) + s
    return (loss >= rises + a) & (loss >= falls + a) & (loss >= ln(2) + s + a)


@uses(
    "YAN25.L1", "YAN25.M2.privacy", f"{L1}, by the mechanism M2", draws="there is an $(eps, delta)$-private algorithm"
)
def the_choosing_mechanism_at_a_quarter_of_delta(epsilon: PositiveReal, delta: PositiveUnit) -> Use:
    """The privacy of M2, for $0 < delta < 1/2$, is used at $delta/4$, for every $delta$ up to 1."""
    return Use({"epsilon": epsilon, "delta": delta / 4}, times=1)


@uses("YAN25.L1", "YAN25.M2.accuracy", f"{L1}, by the mechanism M2", draws="no much worse solution is put out")
def the_choosing_mechanism_is_accurate_where_the_best_is_good(s: FromZero, beta: OpenUnit, more: FromZero) -> Use:
    """A best solution above the loss, $4 (ln 2 + s + ln(1/beta))$ times $4/eps$, is above $theta$, at most $1/2 + ln 4
    + s$, by $ln(1/beta)$ at least; $s$ as in YAN25.L1."""
    best, theta = 4 * (ln(2) + s - ln(beta)) + more, HALF + ln(4) + s
    return Use({"beta": beta, "above": best - theta}, times=1)


rests_on("YAN25.L1.range.corrected", "YAN25.M2.privacy", "M2 with $delta/4$ is private", f"{L1}, corrected")
rests_on(
    "YAN25.L1.range.corrected", "YAN25.M2.accuracy", "M2 loses $(4/eps) ln(2 k n/beta)$ at most", f"{L1}, corrected"
)
rests_on("YAN25.L1", "YAN25.L1.range", "$q >= 0 >= OPT - loss$", L1, repair="YAN25.L1.range.corrected")


@adds_up("YAN25.L1", L1)
def the_costs_of_the_choosing_mechanism(
    epsilon: PositiveReal, delta: PositiveUnit, s: FromZero, beta: OpenUnit, more: FromZero
) -> Total:
    """M2 is run once: $(epsilon, delta)$ at most, failing with probability $beta$ at most."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@claim(
    "YAN25.L1.eq1",
    f"{L1}: probability of a large loss of the choosing mechanism",
    "displayed",
    narrows="one algorithm, M2 with $delta/4$, on $n$ votes that two solutions share, a failure standing for one "
    "without votes",
    caps="$k = 1$, $eps = 4 ln(3/2)$, $beta = 1/2$, $delta = 1$, natural logarithm",
    factor=Constant(16, mutants=(2,), stronger="smaller"),
)
def few_answers_lose_more(n: PositiveSize, factor: int) -> Truth:
    """$Pr[q(D, z) >= max q(D, z) - (16/eps) log(4 k n/(beta eps delta))] >= 1 - beta$, by the exact law (in print the
    bracket closes behind $q(D, z)$): from $n = 56$ on the loss is less than the votes there are."""
    epsilon = 4 * ln(Fraction(3, 2))
    most = floor(factor / epsilon * ln(8 * n / epsilon))
    shares = [(int(n) - a, a) for a in range(int(n) // 2 + 1)]
    return all_of(chance_of_losing(votes, most, epsilon) <= HALF for votes in shares if votes[0] > most)


def chance_of_losing(votes: Values, most: int, epsilon: Real) -> Real:
    """The probability of an answer with more than ``most`` votes less than the best."""
    law = choosing_law(dict(enumerate(votes)), epsilon, QUARTER)
    return Real.of(law.probability(lambda z: votes[0] - (0 if z is None else votes[z]) > most))


@claim(
    "YAN25.L1.range",
    "for Lemma 1, section 3.2: sign of the loss of the choosing mechanism",
    "lemma",
    role="companion",
    narrows="that the loss is not negative: no solution has more than $max q(D, z)$",
    less=OFFSET,
)
def the_loss_is_not_negative(
    epsilon: BelowTwo, delta: PositiveReal, beta: OpenUnit, k: PositiveInteger, n: PositiveInteger, less: int
) -> Truth:
    """For $eps$ in (0, 2) and every $delta > 0$ the loss $(16/eps) log(4 k n/(beta eps delta))$ is not negative: no $z$
    is better than the best. Read as: $4 k n >= beta eps delta$, for $n >= 1$."""
    return 4 * k * n >= beta * epsilon * delta + less


@correction(
    "YAN25.L1.range",
    "for every $delta > 0$ the logarithm may be negative, where $delta > 4 k n/(beta eps)$: $delta$ is a probability, "
    "at most 1",
    narrows="the algorithm M2, run with $delta/4$, whose privacy is YAN25.M2.privacy, checked at three $eps$, "
    "and whose accuracy, $1 - beta$, is YAN25.M2.accuracy",
    factor=Constant(16, mutants=(2,), stronger="smaller"),
    four=Constant(4, mutants=(1,), stronger="smaller"),
    least=Constant(0, mutants=(5,), stronger="larger"),
)
def the_choosing_mechanism_is_accurate_for_a_delta_up_to_one(
    g: Annotated[Real, Reals(low=0, high=Fraction(13, 20), low_open=True)],
    delta: PositiveUnit,
    beta: OpenUnit,
    k: PositiveInteger,
    n: PositiveInteger,
    factor: int,
    four: int,
    least: int,
) -> Truth:
    """For $eps$ in (0, 2), $0 < delta <= 1$ and a $k$-bounded $q$ there is an $(eps, delta)$-DP algorithm that on $D$
    in $X^n$, $n >= 1$, outputs $z$ with $Pr[q(D, z) >= max q(D, z) - loss] >= 1 - beta$, $loss = (16/eps) log(4 k
    n/(beta eps delta))$: it is M2, with some $z$ in place of its failure. Where $max q$ is at most the loss, which is
    not negative, any $z$ will do; else the loss is at least $theta + (4/eps) ln(1/beta)$, $theta$ being the threshold
    of M2, and $(4/eps) ln(2 k n/beta)$, which M2 loses. Here all is times $eps/4 = ln(1 + g)$, up to $1/2$."""
    quarter, rest = ln(1 + g), ln(k) - ln(delta) - ln(beta)
    loss = Fraction(factor, 4) * (ln(four) + rest + ln(n) - ln(4 * quarter))
    lines = [ln(2) + rest - ln(g), quarter + ln(4) + rest, ln(2) + ln(k) + ln(n) - ln(beta), Real.of(least)]
    return all_of(loss >= line for line in lines)
