"""The standard theorems about private mechanisms, as claims of their own (paper DP).

Each is decided on exact output laws over all neighbouring samples of a small universe of rows. Privacy losses are
logarithms of integers or rationals, so that probabilities are rational wherever the mechanism allows it.
"""

from collections.abc import Sequence
from itertools import product

from littlestone.spec.dp.vocabulary import Geometric
from littlestone.spec.learning import mechanisms
from littlestone.spec.learning.laws import bernoulli_law
from littlestone.spec.learning.leaky_mechanisms import BITS
from littlestone.spec.learning.privacy import add_remove, hockey_stick_divergence
from littlestone.spec.notation import *

INTEGER = "$e^eps$ an integer"


def counts(sample: Sequence[Sequence[int]], k: int) -> list[int]:
    """For each of k queries, how many rows say 1: what a row, a vector of k bits, changes by at most 1."""
    return [sum(row[i] for row in sample) for i in range(k)]


def vectors(k: int) -> list[tuple[int, ...]]:
    """The universe of rows: all vectors of k bits."""
    return list(product(BITS, repeat=k))


# ---- The enumerator


@claim(
    "DP.law",
    "the enumerator: law of an algorithm by enumeration and by its choices",
    "algorithm",
    narrows="one algorithm of three choices, the last two of which depend on the first",
    more=OFFSET,
)
def the_enumerated_law_is_the_law_of_its_choices(n: PositiveSize, law: LawOf, more: int) -> Truth:
    """Enumerating an algorithm gives the law that its choices define: every branch, with the product of its weights."""

    def choices(source: Any) -> tuple[Any, ...]:
        first = source.uniform(n)
        second = source.choice([first, 1 + more, first]) if first % 2 else source.bernoulli(Fraction(first, n))
        return first, second, source.subset(3, first % 4)

    def then(first: int) -> Law[Any]:
        second: Law[Any] = bernoulli_law(Fraction(first, n))
        if first % 2:
            second = proportional({0: first, 1: 1, 2: first})
        third = uniform_law([s for s in product(range(3), repeat=first % 4) if list(s) == sorted(set(s))])
        return second.product(third).map(lambda pair: (first, *pair))

    return same_law(law(choices), uniform_law(range(n)).bind(then))


# ---- Mechanisms and their laws


@claim(
    "DP.randomized_response",
    "Warner 1965; Dwork and Roth 2014, claim 3.5: privacy of randomised response",
    "theorem",
    caps=INTEGER,
    share=SHARE,
)
def randomized_response_is_private(
    k: PositiveSize, j: PositiveSize, law: LawOf, respond: Response, share: Fraction
) -> Truth:
    """Randomised response over $1 + k$ answers with weight $e^eps$ for the true one is $eps$-private, for $eps = ln(1 +
    j)$."""
    epsilon = ln(1 + j)
    return is_private(lambda S: law(respond, S[0], 1 + k, epsilon), range(1 + k), 1, share * epsilon)


@claim(
    "DP.randomized_response.law",
    "Warner 1965: law of the implemented randomised response",
    "algorithm",
    caps=INTEGER,
    more=OFFSET,
)
def randomized_response_has_its_law(
    k: PositiveSize, j: PositiveSize, law: LawOf, respond: Response, more: int
) -> Truth:
    """The implemented randomised response has the specified law on every row, for $eps = ln(1 + j)$."""
    pairs = ((law(respond, row, 1 + k, ln(1 + j)), row) for row in range(1 + k))
    return all_of(
        same_law(found, mechanisms.randomized_response_law(row, 1 + k, ln(1 + j + more))) for found, row in pairs
    )


def cell(mechanism: Run, cuts: Sequence[Fraction]) -> Run:
    """The mechanism's answer as the number of cuts that it exceeds: post-processing with finitely many outcomes."""
    return lambda *data: sum(noisy > cut for noisy in [mechanism(*data)] for cut in cuts)


def half_steps(n: int) -> list[Fraction]:
    """-1/2, 0, 1/2, ..., n + 1/2."""
    return [Fraction(i, 2) for i in range(-1, 2 * n + 2)]


@terms("DP.laplace")
def laplace(sensitivity: FromZero, scale: PositiveReal) -> Terms:
    """Laplace noise of the scale, on a number that a row changes by at most the sensitivity."""
    return Terms(epsilon=sensitivity / scale)


@claim(
    "DP.laplace",
    "Dwork et al. 2006; Dwork and Roth 2014, theorem 3.6: privacy of the Laplace mechanism",
    "theorem",
    narrows="counts of bits, of sensitivity 1; events that are unions of cells, of which the outer ones are the worst",
    caps=INTEGER,
    share=SHARE,
)
def the_laplace_mechanism_is_private(
    n: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    mechanism: Annotated[Run, Algorithm("DP.laplace")],
    share: Fraction,
) -> Truth:
    """A count of $n$ bits plus Laplace noise of scale $1/eps$ is $eps$-private, on the cells between multiples of
    $1/2$, for $eps = ln(1 + j)$."""
    noisy, epsilon = cell(mechanism, half_steps(n)), ln(1 + j)
    return is_private(lambda S: law(noisy, sum(S), 1, epsilon), BITS, n, share * laplace(1, 1 / epsilon).epsilon)


@claim(
    "DP.laplace.law",
    "Dwork et al. 2006: law of the implemented Laplace mechanism",
    "algorithm",
    narrows="the value 1, on the cells between multiples of $1/2$",
    caps=INTEGER,
    share=SHARE,
)
def the_laplace_mechanism_has_its_law(
    n: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    mechanism: Annotated[Run, Algorithm("DP.laplace")],
    share: Fraction,
) -> Truth:
    """The implemented Laplace mechanism with sensitivity $n$ gives every cell the probability that the density gives,
    on the value 1, for $eps = ln(1 + j)$."""
    epsilon, cuts = ln(1 + j), half_steps(n)
    found = law(cell(mechanism, cuts), 1, n, epsilon)
    return same_law(found, mechanisms.laplace_cells_law(1, share * n / epsilon, cuts))


@claim(
    "DP.geometric",
    "Ghosh et al. 2009: privacy of the truncated geometric mechanism",
    "theorem",
    narrows="counts of bits, of sensitivity 1",
    caps=INTEGER,
    share=SHARE,
)
def the_geometric_mechanism_is_private(
    n: PositiveSize, j: PositiveSize, law: LawOf, mechanism: Geometric, share: Fraction
) -> Truth:
    """A count of $n$ bits plus two-sided geometric noise of ratio $e^-eps$, moved into $[0, n]$, is $eps$-private, for
    $eps = ln(1 + j)$."""
    epsilon = ln(1 + j)
    return is_private(lambda S: law(mechanism, sum(S), 0, n, 1, epsilon), BITS, n, share * epsilon)


@claim(
    "DP.geometric.law",
    "Ghosh et al. 2009: law of the implemented truncated geometric mechanism",
    "algorithm",
    narrows="sensitivity 1, counts 0 to $n$",
    caps=INTEGER,
    more=OFFSET,
)
def the_geometric_mechanism_has_its_law(
    n: PositiveSize, j: PositiveSize, law: LawOf, mechanism: Geometric, more: int
) -> Truth:
    """The implemented truncated geometric mechanism has its law on every count $v$: $P(z) = (1-a)/(1+a)$ $a^(|z - v|)$
    inside, both tails at 0 and $n$, $a = e^{-eps}$, $eps = ln(1+j)$, sensitivity 1, counts $0..n$."""
    alpha = Fraction(1, 1 + j + more)
    found = ((v, law(mechanism, v, 0, n, 1, ln(1 + j))) for v in range(n + 1))
    return all_of(same_law(noisy, mechanisms.truncated_geometric_law(v, 0, n, alpha)) for v, noisy in found)


NUMERATOR = Constant(Fraction(5, 4), mutants=(Fraction(1, 4),))


@claim(
    "DP.gaussian",
    "Dwork and Roth 2014, theorem 3.22 and appendix A: privacy of the Gaussian mechanism",
    "theorem",
    narrows="sensitivity 1 in one dimension, by the exact $delta$ of Balle and Wang 2018",
    caps="$eps = j/(1+j)$, $delta = 1/(4+i)$",
    numerator=NUMERATOR,
)
def the_gaussian_mechanism_is_private(i: PositiveSize, j: PositiveSize, numerator: Fraction) -> Truth:
    """Normal noise of deviation $sqrt(2 ln(1.25 / delta)) / eps$ is $(eps, delta)$-private, for $eps = j/(1+j) < 1$ and
    $delta = 1/(4+i)$."""
    epsilon, delta = Fraction(j, 1 + j), Fraction(1, 4 + i)
    return mechanisms.gaussian_delta(mechanisms.gaussian_deviation(1, epsilon, delta, numerator), 1, epsilon) <= delta


@claim(
    "DP.gaussian.law",
    "Balle and Wang 2018, theorem 8: privacy curve of the implemented Gaussian mechanism",
    "algorithm",
    narrows="the values 0 and 1, sensitivity 1, the cells between multiples of $1/2$ up to 6, a designed $delta$ of "
    "$1/2$",
    caps="$1/eps$ an integer",
    share=SHARE,
)
def the_gaussian_mechanism_leaks_at_most_the_exact_delta(
    j: PositiveSize, law: LawOf, mechanism: Annotated[Run, Algorithm("DP.gaussian")], share: Fraction
) -> Truth:
    """Of the cells between multiples of $1/2$ up to 6, no event separates two neighbouring counts under the implemented
    Gaussian mechanism by more than the $delta$ of Balle and Wang for its deviation, and some event separates them, for
    $eps = 1/j$ and a designed $delta$ of $1/2$."""
    epsilon, delta, cuts = Fraction(1, j), HALF, [Fraction(i, 2) for i in range(13)]
    P, Q = (law(cell(mechanism, cuts), value, 1, epsilon, delta) for value in (1, 0))
    leaked = hockey_stick_divergence(P, Q, exp(epsilon))
    most = mechanisms.gaussian_delta(mechanisms.gaussian_deviation(1, epsilon, delta), 1, epsilon)
    return (leaked <= share * most) & (leaked > 0)


Exponential = Annotated[Run, Algorithm("DP.exponential")]


@terms("DP.exponential")
def exponential(epsilon: PositiveReal) -> Terms:
    """Weights e^{eps score / 2} for scores that a row changes by at most 1."""
    return Terms(epsilon=epsilon)


@claim(
    "DP.exponential",
    "McSherry and Talwar 2007; Dwork and Roth 2014, theorem 3.10: privacy of the exponential mechanism",
    "theorem",
    narrows="scores that count bits, of sensitivity 1",
    caps="$e^{eps / 2}$ an integer",
    share=SHARE,
)
def the_exponential_mechanism_is_private(
    n: PositiveSize, k: PositiveSize, j: PositiveSize, law: LawOf, mechanism: Exponential, share: Fraction
) -> Truth:
    """The exponential mechanism with $k$ scores, each of which a row changes by at most 1, is $eps$-private, for $eps =
    2 ln(1 + j)$, on samples of $n$ rows."""
    epsilon = 2 * ln(1 + j)
    bound = share * exponential(epsilon).epsilon
    return is_private(lambda S: law(mechanism, counts(S, k), 1, epsilon), vectors(k), n, bound)


@claim(
    "DP.exponential.law",
    "McSherry and Talwar 2007: law of the implemented exponential mechanism",
    "algorithm",
    narrows="the scores $i$ $(k - i)$ and $s = 3$",
    caps=INTEGER,
    share=SHARE,
)
def the_exponential_mechanism_has_its_law(
    k: PositiveSize, j: PositiveSize, law: LawOf, mechanism: Exponential, share: Fraction
) -> Truth:
    """The implemented exponential mechanism draws $i$ with probability proportional to $e^(eps score_i / (2 s))$, on
    the scores $i$ $(k - i)$ with $s = 3$, for $eps = ln(1 + j)$."""
    scores, epsilon = [i * (k - i) for i in range(k)], ln(1 + j)
    return same_law(law(mechanism, scores, 3, epsilon), mechanisms.exponential_law(scores, 3, share * epsilon))


NoisyMax = Annotated[Run, Algorithm("DP.noisy_max")]


@claim(
    "DP.noisy_max",
    "Dwork and Roth 2014, section 3.3: privacy of report-noisy-max",
    "theorem",
    narrows="scores that count bits, of sensitivity 1",
    caps="$e^{eps / 2}$ an integer",
    share=SHARE,
)
def report_noisy_max_is_private(
    n: PositiveSize, k: PositiveSize, j: PositiveSize, law: LawOf, mechanism: NoisyMax, share: Fraction
) -> Truth:
    """The index of the largest of $k$ scores after Laplace noise of scale $2/eps$ is $eps$-private, for $eps = 2 ln(1 +
    j)$, on samples of $n$ rows."""
    epsilon = 2 * ln(1 + j)
    return is_private(lambda S: law(mechanism, counts(S, k), 1, epsilon), vectors(k), n, share * epsilon)


@claim(
    "DP.noisy_max.law",
    "convolution of two Laplace densities: law of the implemented report-noisy-max",
    "algorithm",
    narrows="two scores, a natural number apart, sensitivity 1",
    caps="$e^{eps / 2}$ an integer",
    more=OFFSET,
)
def report_noisy_max_has_its_law(gap: Size, j: PositiveSize, law: LawOf, mechanism: NoisyMax, more: int) -> Truth:
    """The implemented report-noisy-max keeps the better of two scores ahead with the probability of the closed form,
    for $eps = 2 ln(1 + j)$."""
    epsilon = 2 * ln(1 + j)
    return equals(law(mechanism, [gap, 0], 1, epsilon)[0], mechanisms.noisy_max_of_two(gap + more, 2 / epsilon))


@claim(
    "DP.noisy_max.monotone",
    "Dwork and Roth 2014, claim 3.9: privacy of report-noisy-max on counts",
    "theorem",
    caps=INTEGER,
    share=SHARE,
)
def report_noisy_max_of_counts_is_private(
    n: PositiveSize,
    k: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    mechanism: NoisyMax,
    share: Fraction,
) -> Truth:
    """The index of the largest of $k$ counts after Laplace noise of scale $1/eps$, half of what sensitivity 1 asks
    for, is $eps$-private when a row is added or removed, for $eps = ln(1 + j)$, from samples of at most $n$ rows."""
    epsilon = ln(1 + j)
    noisy = lambda S: law(mechanism, counts(S, k), HALF, epsilon)  # noqa: E731
    return is_private(noisy, vectors(k), n, share * epsilon, relation=add_remove)


Threshold = Annotated[Run, Algorithm("DP.above_threshold")]


@claim(
    "DP.above_threshold",
    "Dwork and Roth 2014, theorem 3.23: privacy of above-threshold",
    "theorem",
    narrows="counts of bits, all asked at once and of sensitivity 1, against the threshold 1",
    caps="$e^{eps / 4}$ an integer",
    share=SHARE,
)
def above_threshold_is_private(
    n: PositiveSize, k: PositiveSize, j: PositiveSize, law: LawOf, mechanism: Threshold, share: Fraction
) -> Truth:
    """The index of the first of $k$ answers above a threshold, with Laplace noise of scale $2/eps$ on the threshold and
    $4/eps$ on the answers, is $eps$-private, for $eps = 4 ln(1 + j)$ and threshold 1, on samples of $n$ rows."""
    epsilon = 4 * ln(1 + j)
    return is_private(lambda S: law(mechanism, counts(S, k), 1, 1, epsilon), vectors(k), n, share * epsilon)


@claim(
    "DP.above_threshold.law",
    "convolution of two Laplace densities: law of the implemented above-threshold",
    "algorithm",
    narrows="one answer, a natural number short of the threshold, sensitivity 1",
    caps="$e^{eps / 4}$ an integer",
    more=OFFSET,
)
def above_threshold_has_its_law(gap: Size, j: PositiveSize, law: LawOf, mechanism: Threshold, more: int) -> Truth:
    """The implemented above-threshold passes one answer, short of the threshold by gap, as often as the closed form,
    for $eps = 4 ln(1 + j)$."""
    epsilon = 4 * ln(1 + j)
    found = law(mechanism, [0], gap, 1, epsilon)[0]
    return equals(found, mechanisms.first_above(gap + more, 2 / epsilon, 4 / epsilon))


@claim(
    "DP.histogram",
    "Korolova et al. 2009; Bun et al. 2016, theorem 3.6: privacy of the stable histogram",
    "theorem",
    narrows="three different rows",
    caps="$e^{eps / 2}$ an integer, $delta = 1 / (1 + i)$",
    share=SHARE,
)
def the_stable_histogram_is_private(
    n: PositiveSize,
    i: PositiveSize,
    j: PositiveSize,
    law: LawOf,
    mechanism: Annotated[Run, Algorithm("DP.histogram")],
    share: Fraction,
) -> Truth:
    """The stable histogram of $n$ rows out of three is $(eps, delta)$-private, for $eps = 2 ln(1 + j)$ and $delta = 1 /
    (1 + i)$."""
    epsilon, delta = 2 * ln(1 + j), Fraction(1, 1 + i)
    return is_private(lambda S: law(mechanism, S, epsilon, delta), range(3), n, epsilon, share * delta)
