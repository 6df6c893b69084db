"""BCS20 section 2.2: PAC learning and weak learning."""

from itertools import product

from littlestone.spec.boosting.measures import Measure
from littlestone.spec.learning.grid_laws import laws
from littlestone.spec.notation import *

Labelled = tuple[int, int]  # a point and its label, -1 or 1
SIGNS = (-1, 1)
RANGE = "$n$ examples; weights and values of $h$ in multiples of $1/m$"


# ---- Definition 10


def memorised(sample: tuple[Labelled, ...], points: int) -> tuple[int, ...]:
    """The function that gives each point the label that it had last in the sample, and 1 elsewhere."""
    known = dict(sample)
    return tuple(known.get(x, 1) for x in range(points))


def wrong(h: tuple[int, ...], D: Law[Labelled]) -> Fraction:
    """Pr_{(x, y)~D}[h(x) != y]."""
    return Fraction(D.probability(lambda row: h[row[0]] != row[1]))  # type: ignore[arg-type]


def chance_of_failure(D: Law[Labelled], n: int, points: int, alpha: Fraction) -> Fraction:
    """The probability over n independent examples from D that the memorising learner's error exceeds alpha."""
    failed = Fraction(0)
    for rows in product(D.support, repeat=n):
        if wrong(memorised(rows, points), D) > alpha:
            weight = Fraction(1)
            for row in rows:
                weight *= D[row]  # type: ignore[assignment]
            failed += weight
    return failed


def realizable(points: int, m: int) -> list[Law[Labelled]]:
    """All laws on points in multiples of 1/m, each labelled by every function."""
    labels = list(product(SIGNS, repeat=points))
    return [p.map(lambda x, f=f: (x, f[x])) for p in laws(points, m) for f in labels]  # type: ignore[misc]


def arbitrary(points: int, m: int) -> list[Law[Labelled]]:
    """All laws on points with labels, in multiples of 1/m."""
    rows = list(product(range(points), SIGNS))
    return [p.map(rows.__getitem__) for p in laws(len(rows), m)]


@claim(
    "BCS20.D10",
    "Definition 10, section 2.2 (standard; distributions over X, labelled by the class): PAC learning of "
    "all functions on "
    "two points",
    "definition",
    narrows="all functions on two points and the learner that memorises",
    caps="probabilities in multiples of $1/m$, $alpha = (1 + a)/(4 + a)$",
    share=Constant(1, mutants=(HALF,)),
)
def two_points_are_pac_learnable(m: PositiveSize, n: PositiveSize, a: Size, share: Fraction) -> Statement:
    """$H$ is $(alpha, beta)$-PAC learnable if there are $n_H$: $(0, 1)^2 -> N$ and an algorithm such that for all
    $alpha$, $beta$ and every distribution, on $n >= n_H$ i.i.d. samples it returns with probability at least $1 - beta$
    an $h$ with $Pr[h(x) = y] >= 1 - alpha$: for all functions on two points $n$ samples are enough for $beta = 2 (1 -
    alpha)^n < 1$."""
    alpha = Fraction(1 + int(a), 4 + int(a))
    beta = 2 * (1 - alpha) ** int(n)
    fails = all_of(chance_of_failure(D, int(n), 2, alpha) <= share * beta for D in realizable(2, int(m)))
    return when(beta < 1, fails)


@claim(
    "BCS20.D10.any",
    "Definition 10, section 2.2 (standard; distributions over X x {-1, 1}): a good hypothesis for each distribution "
    "on labelled points",
    "companion",
    caps="one point, probabilities in multiples of $1/m$, $alpha = 1/(3 + a)$",
    factor=Constant(1, stronger="smaller"),
)
def some_hypothesis_is_good_for_every_distribution(m: PositiveSize, a: Size, factor: Fraction) -> Truth:
    """Read as: "for every distribution over" ranges over $X * {-1, 1}$, and on every distribution some function has
    error at most $alpha$."""
    alpha = factor * Fraction(1, 3 + int(a))
    return all_of(any(wrong(h, D) <= alpha for h in product(SIGNS, repeat=1)) for D in arbitrary(1, int(m)))


@correction(
    "BCS20.D10.any",
    "where both labels of a point are as likely, every function has error $1/2$: the distribution must be"
    " labelled by a member of the class, as all in the paper are (section 5.1), or $alpha$ be counted "
    "above the least error. With $D$ over $X$ the verdict falls away",
    caps="probabilities in multiples of $1/m$; two points",
    more=OFFSET,
)
def some_hypothesis_is_good_for_realizable_distributions(m: PositiveSize, more: int) -> Truth:
    """On a distribution that labels each point once some function has error 0, and on every other distribution
    each function has a positive error."""
    functions = list(product(SIGNS, repeat=2))
    targets = [D for D in arbitrary(2, int(m)) if len({x for x, _ in D}) == len(D.support)]
    others = [D for D in arbitrary(2, int(m)) if len({x for x, _ in D}) < len(D.support)]
    return all_of(min(wrong(h, D) for h in functions) + more == 0 for D in targets) & all_of(
        min(wrong(h, D) for h in functions) > 0 for D in others
    )


# ---- Definition 11


def advantage(weights: Measure, h: tuple[Fraction, ...], y: tuple[int, ...]) -> Fraction:
    """1/2 - (1/2) sum of weights(j) |h(x_j) - y_j|."""
    return HALF - sum((w * abs(a - b) for w, a, b in zip(weights, h, y, strict=True)), Fraction(0)) / 2


def correlation(weights: Measure, h: tuple[Fraction, ...], y: tuple[int, ...]) -> Fraction:
    """The sum of weights(j) y_j h(x_j)."""
    return sum((w * a * b for w, a, b in zip(weights, h, y, strict=True)), Fraction(0))


def cases(n: Integer, m: Integer, most: int) -> list[tuple[Measure, tuple[Fraction, ...], tuple[int, ...]]]:
    """All laws on n examples, hypotheses with values in [-most, most] and labels, in multiples of 1/m."""
    weights = [tuple(Fraction(P[i]) for i in range(int(n))) for P in laws(int(n), int(m))]  # type: ignore[arg-type]
    values = [Fraction(i, int(m)) for i in range(-most * int(m), most * int(m) + 1)]
    return list(product(weights, product(values, repeat=int(n)), product(SIGNS, repeat=int(n))))


@claim(
    "BCS20.D11",
    "Definition 11, section 2.2 (from the text, published code, standard): advantage of a weak learner",
    "definition",
    caps=RANGE,
    most=Constant(HALF, mutants=(QUARTER,)),
)
def an_advantage_is_at_most_one_half(n: PositiveSize, m: PositiveSize, most: Fraction) -> Truth:
    """A weak learner with advantage $gamma$ takes $S$ and a distribution $mu$ over $[n]$ and outputs $h$: $X -> [-1,
    1]$ with $(1/2)$ sum of $mu(j) |h(x_j) - y_j| <= 1/2 - gamma$: $gamma$ is at most $1/2$, and for $h$
    with values -1 and 1 the sum is twice the error."""
    boolean = [(w, h, y) for w, h, y in cases(n, m, 1) if all(a * a == 1 for a in h)]
    return all_of(advantage(w, h, y) <= most for w, h, y in cases(n, m, 1)) & all_of(
        sum(p for p, a, b in zip(w, h, y, strict=True) if a != b) == HALF - advantage(w, h, y) for w, h, y in boolean
    )


@claim(
    "BCS20.D11.eq1",
    "for Definition 11, section 2.2 (derived): advantage and correlation on values in [-1, 1]",
    "companion",
    caps=RANGE,
    two=Constant(2, mutants=(3,)),
)
def the_advantage_is_half_the_correlation(n: PositiveSize, m: PositiveSize, two: int) -> Truth:
    """$(1/2)$ sum of $mu(j) |h(x_j) - y_j| <= 1/2 - gamma$ is the same as sum of $mu(j) y_j h(x_j) >= 2 gamma$, for $h$
    with values in $[-1, 1]$."""
    return all_of(equals(correlation(w, h, y), two * advantage(w, h, y)) for w, h, y in cases(n, m, 1))


@claim(
    "BCS20.D11.eq1.unbounded",
    "for Definition 11, section 2.2 (derived), as used for the hypotheses <z + nu, x> of section 5.2: advantage and "
    "correlation on all real values",
    "companion",
    caps=f"{RANGE}, up to 2",
    two=Constant(2, stronger="larger"),
)
def the_advantage_is_half_the_correlation_without_a_range(n: PositiveSize, m: PositiveSize, two: int) -> Truth:
    """Read as: the two forms of the advantage are the same for every real-valued $h$."""
    return all_of(equals(correlation(w, h, y), two * advantage(w, h, y)) for w, h, y in cases(n, m, 2))


@correction(
    "BCS20.D11.eq1.unbounded",
    "beyond $y$ the loss $|h - y|$ grows again: $h = 2$, $y = 1$ has correlation 2, but the advantage 0. "
    "A bound on the correlation gives none on the loss; the form with $|h - y|$ is the stronger one",
    caps=f"{RANGE}, up to 2",
    two=Constant(2, mutants=(3,)),
)
def the_correlation_is_at_least_twice_the_advantage(n: PositiveSize, m: PositiveSize, two: int) -> Truth:
    """$(1/2)$ sum of $mu(j) |h(x_j) - y_j| <= 1/2 - gamma$ gives sum of $mu(j) y_j h(x_j) >= 2 gamma$ for every
    real-valued $h$, with equality exactly where $y_j h(x_j) <= 1$ at all $j$ of positive weight."""
    return all_of(
        (two * advantage(w, h, y) <= correlation(w, h, y))
        & (
            (two * advantage(w, h, y) == correlation(w, h, y))
            == all(not p or a * b <= 1 for p, a, b in zip(w, h, y, strict=True))
        )
        for w, h, y in cases(n, m, 2)
    )
