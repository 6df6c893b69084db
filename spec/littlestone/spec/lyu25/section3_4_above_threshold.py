"""LYU25 section 3.4: the AboveThreshold algorithm, its privacy, and two remarks."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.laws import bernoulli_law, upper_tail
from littlestone.spec.learning.mechanisms import (
    Answers,
    Ask,
    above_threshold_counts,
    above_threshold_law,
    laplace_tail,
    randomized_response_law,
    root,
)
from littlestone.spec.learning.privacy import hockey_stick_divergence
from littlestone.spec.notation import *
from littlestone.spec.online.privacy_losses import loss_of_tests

Thresholds = Annotated[Run, Algorithm("LYU25.A2")]
ONE_STREAM = "one stream of at most $q$ queries, of values -1, 0 and 1 that depend on all earlier answers"
WITHOUT_PRIVACY = "the probabilities; what privacy needs is not formalized"
TESTS = "for Lemma 3.2, section 3.4"
HALF_MORE = Fraction(4, 3)
PAIRS = ((0, 1), (1, 0))  # f(D) and f(D')


# ---- Algorithm 2


def adaptive(q: int) -> Ask:
    """q queries whose values are -1, 0 or 1 and depend on all earlier answers."""

    def ask(answers: Answers) -> int | None:
        code = sum(above * (1 + i % 2) for i, above in enumerate(answers))  # no weight is a multiple of 3
        return code % 3 - 1 if len(answers) in range(q) else None

    return ask


@claim(
    "LYU25.A2",
    "Algorithm 2, section 3.4: law of AboveThreshold as implemented",
    "algorithm",
    narrows=ONE_STREAM,
    caps="$H = h - 1$, $eps = ln(1 + j)$",
    more=OFFSET,
)
def the_tests_have_the_law_of_the_listing(
    q: Size, K: Size, h: Size, j: PositiveSize, law: LawOf, run: Thresholds, more: int
) -> Truth:
    """CLAboveThreshold reports Above for $f_t(D) + Lap(1/eps) >= H$, else Below, with fresh noise for each query, as
    long as at most $K$ were Above; a query may depend on earlier answers."""
    found = law(run, adaptive(q), h - 1, ln(1 + j), K)
    return same_law(found, above_threshold_law(adaptive(q), h - 1 + more * q, ln(1 + j), K))


def counted(g: int, j: int, K: int, q: int) -> Law[tuple[int, int]]:
    """The law of (Aboves, Belows) of q queries with H - f = g, for eps = ln(1 + j)."""
    return proportional(dict(above_threshold_counts(laplace_tail(g, ln(1 + j)), K, q)))


@claim(
    "LYU25.A2.counts",
    "for Algorithm 2, section 3.4: numbers of Aboves and Belows of like queries",
    "step",
    role="companion",
    narrows="the law of the numbers; that answers of the same numbers are alike is not formalized",
    caps="$H - f = g$, $eps = ln(1 + j)$",
    more=OFFSET,
)
def like_queries_say_how_many_were_above(q: Size, K: Size, g: Size, j: PositiveSize, more: int) -> Truth:
    """Of $q$ like queries, Above with probability $p$ each, the numbers of Aboves and Belows have the probabilities
    $C(K + b, K) p^(K + 1) (1 - p)^b$ of a run that ends, and $C(q, a) p^a (1 - p)^(q - a)$ of one that does not:
    answers of the same numbers are alike, so that these decide the privacy."""
    full = above_threshold_law(lambda answers: 0 if len(answers) in range(q) else None, g, ln(1 + j), K)
    return same_law(full.map(lambda answers: (sum(answers), len(answers) - sum(answers))), counted(g + more, j, K, q))


# ---- Lemma 3.2


def least_loss(K: Real) -> Real:
    """((K + 1) / 2) ln(4/3) - ln 4, less than what the majority of K + 1 answers costs at delta = 1/4
    (LYU25.L3.2.majority)."""
    return (K + 1) * (ln(HALF_MORE) / 2) - ln(4)


def printed_loss(C: Real, epsilon: Real, K: Real, x: Real) -> Real:
    """eps C (sqrt(K log(1/delta)) + log(1/delta)), x being log(1/delta)."""
    return C * epsilon * (root(K * x) + x)


@claim(
    "LYU25.L3.2",
    "Lemma 3.2, section 3.4: privacy of AboveThreshold",
    "lemma",
    narrows="the arithmetic; the two probabilities are those of LYU25.L3.2.majority, which is checked for $K <= 24$ "
    "and $K = 576$ alone",
    cites=("LYU25.L3.2.unbounded",),
)
def above_threshold_is_private(C: AtLeastOne) -> Truth:
    """For queries of sensitivity at most 1 and every $delta > 0$, Algorithm 2 is $(eps O(sqrt(K log(1/delta)) +
    log(1/delta)), delta)$-private. Read as: with the constant $C >= 1$ for $O$ and log natural, at $eps = ln 2$, $delta
    = 1/4$ and $K = 64 (C + 1)^2$, this loss is at least $((K + 1)/2) ln(4/3) - ln 4$, less than what the majority of $K
    + 1$ like answers costs."""
    K = 64 * (C + 1) ** 2
    return least_loss(K) <= printed_loss(C, ln(2), K, ln(4))


@correction(
    "LYU25.L3.2",
    "$K + 1$ noisy answers lose about $K eps^2$ on average: add the term $4 eps^2 (K + 1)$. Answers Below"
    " alone cost more as $eps$ grows (LYU25.L3.2.all_below): assume $eps <= 1$, and $delta < 1$",
    narrows="a run is the moment of its privacy loss; that LYU25.L3.2.step bounds it answer by answer, however the "
    "queries depend on the answers, and that a loss that is seldom larger is privacy, is not formalized; Markov's "
    "inequality is cited",
    C=Constant(4, mutants=(3,), stronger="smaller"),
    rate=Constant(4, mutants=(5,), stronger="larger"),
)
def above_threshold_is_private_with_the_mean_loss(
    epsilon: PositiveUnit, m: AtLeastOne, y: PositiveReal, less: FromZero, C: int, rate: int
) -> Truth:
    """For queries of sensitivity at most 1, $eps <= 1$ and $0 < delta < 1$, Algorithm 2 is $(4 eps (sqrt((K + 1)
    ln(1/delta)) + ln(1/delta)) + 4 eps^2 (K + 1), delta)$-private: by Markov's inequality, as $ln E[(P / P')^r] <= 4 r
    (1 + r) eps^2 (K + 1)$ for $r <= 1 / (4 eps)$; here $K + 1 = m^2$ and $ln(1/delta) = y^2$."""
    loss, delta = loss_of_tests(epsilon, m, y, C), exp(-(y**2))

    def rare(r: Real) -> Truth:
        moment = rate * r * (1 + r) * epsilon**2 * m**2 - less
        return (exp(moment - r * loss) <= delta) & (r * epsilon <= QUARTER)

    return (m <= 4 * y).implies(rare(1 / (4 * epsilon))) & (4 * y <= m).implies(rare(y / (2 * m * epsilon)))


@uses("LYU25.L3.2.unbounded", "LYU25.L3.2.majority", TESTS)
def what_the_loss_must_at_least_be(q: AtLeastOne, less: PositiveReal) -> Use:
    """A loss of less than $ln((1/2) (4/3)^(q/2))$ does not make $q = K + 1$ answers private with $delta = 1/4$."""
    loss = ln(HALF_MORE) * q / 2 - ln(2) - less
    return Use({"q": q}, gives=lambda most: exp(loss) * most.fails + QUARTER < HALF)


@uses("LYU25.L3.2.corrected", "LYU25.L3.2.step", TESTS)
def the_moment_never_grows(before: Unit, after: FromZero) -> Use:
    """It is 1 at the start, and where it was at most 1 it is so after one answer more."""
    return Use({"before": before, "after": after}, gives=after <= 1)


@uses("LYU25.L3.2.corrected", "PROB.markov", TESTS)
def a_large_loss_is_rare(power: PositiveReal, cost: FromZero, x: PositiveReal) -> Use:
    """Markov's inequality is used for $(P / P')^a$, of mean at most $e^cost$: at $eps' = (cost + x) / a$ the loss is
    larger with probability at most $e^-x = delta$."""
    loss = (cost + x) / power
    return Use({"level": exp(power * loss), "mean": exp(cost)}, gives=lambda b: b.fails <= exp(-x))


@claim(
    "LYU25.L3.2.run",
    "for Lemma 3.2, section 3.4: privacy of the laws of AboveThreshold",
    "step",
    role="companion",
    narrows="$5 q$ like queries, so few that all answers together lose less than the loss allowed",
    caps="$eps = ln(1 + 1/j)$, $H - f = g$ for one data set and $g + 1$ for the other, $delta = 100^-i$",
    C=Constant(4, mutants=(HALF,), stronger="smaller"),
)
def like_queries_are_private_with_the_mean_loss(
    K: Size, q: PositiveSize, g: Size, i: PositiveSize, j: PositiveSize, C: Fraction
) -> Truth:
    """The laws of the numbers of Aboves and Belows of Algorithm 2, halting after $K + 1$ Aboves, on $5 q$ like queries
    are as private as Lemma 3.2, corrected, says."""
    epsilon, delta = ln(1 + Fraction(1, j)), Fraction(1, 100**i)
    P, Q = (proportional(dict(above_threshold_counts(laplace_tail(d, epsilon), K, 5 * q))) for d in (g, g + 1))
    return indistinguishable(P, Q, loss_of_tests(epsilon, root(K + 1), root(ln(1 / delta)), C), delta)


rests_on("LYU25.L3.2.run", "LYU25.A2.counts", "the privacy on like queries is that of the numbers", TESTS)


@terms("LYU25.L3.2.majority")
def mostly_above(q: AtLeastOne) -> Terms:
    """Most of q queries of value H - 1 are Above so seldom, eps = ln 2."""
    return Terms(fails=HALF * exp(-(ln(HALF_MORE) * q / 2)))


@claim(
    "LYU25.L3.2.majority",
    "for Lemma 3.2, section 3.4: majority of Aboves on two neighbours",
    "step",
    role="companion",
    narrows=f"{WITHOUT_PRIVACY}, nor is why it holds for every $m$",
    share=SHARE,
)
def a_majority_of_aboves_tells_neighbours_apart(m: Size, share: Fraction) -> Truth:
    """Of $K + 1 = 2m + 1$ queries of value $H$, with $eps = ln 2$, most are Above with probability $1/2$; of value $H -
    1$ each is with probability $1/4$, and most with probability at most $(1/2) (3/4)^((K + 1) / 2)$, so that $(eps',
    1/4)$-privacy needs $e^eps' >= (1/2) (4/3)^((K + 1) / 2)$."""
    q = 2 * m + 1
    tests = equals(laplace_tail(0, ln(2)), HALF) & equals(laplace_tail(1, ln(2)), QUARTER)
    rare = upper_tail(q, QUARTER, Fraction(m + 1)) <= share * mostly_above(q).fails
    return tests & equals(upper_tail(q, HALF, Fraction(m + 1)), HALF) & rare


@claim(
    "LYU25.L3.2.unbounded",
    "for Lemma 3.2, section 3.4: loss of AboveThreshold over many queries, any constant",
    "lemma",
    role="companion",
    narrows="the arithmetic; the two probabilities are those of LYU25.L3.2.majority, of an even $K$, as it is for "
    "whole $C$; that is checked for $K <= 24$ and $K = 576$ alone",
    times=Constant(64, mutants=(9,), stronger="smaller"),
)
def no_constant_makes_above_threshold_private(C: PositiveReal, times: int) -> Truth:
    """For every constant $C > 0$ the loss of Lemma 3.2, log natural, is too small at $eps = ln 2$, $delta = 1/4$ and $K
    = 64 (C + 1)^2$."""
    K = times * (C + 1) ** 2
    return printed_loss(C, ln(2), K, ln(4)) < least_loss(K)


@terms("LYU25.L3.2.all_below")
def no_above(chance: FromZero) -> Terms:
    """The chance that all queries of value H - 1, at most e^eps of them, are Below."""
    return Terms(says=chance >= HALF)


@claim(
    "LYU25.L3.2.all_below",
    "for Lemma 3.2, section 3.4: chance of Belows alone on two neighbours",
    "step",
    role="companion",
    narrows=WITHOUT_PRIVACY,
    caps="$e^eps = q + r/4$, 1 as the limit",
    share=SHARE,
)
def only_belows_tell_neighbours_apart(q: PositiveSize, r: Size, share: Fraction) -> Truth:
    """Of $q <= e^eps$ queries, each of value $H - 1$ is Above with probability $e^-eps / 2$, each of value $H$ with
    $1/2$: all are Below with probability $(1 - e^-eps / 2)^q >= 1/2$ and $2^-q$, whatever $K$ is, so that $(eps',
    1/4)$-privacy needs $e^eps' >= 2^q / 4$."""
    weight = q + Fraction(r, 4)
    tests = equals(laplace_tail(1, ln(weight)), 1 / (2 * weight)) & equals(laplace_tail(0, ln(weight)), HALF)
    return tests & as_truth(no_above(Real.of(share * (1 - 1 / (2 * weight)) ** q)).says)


@claim(
    "LYU25.L3.2.large_epsilon",
    "for Lemma 3.2, section 3.4: loss of AboveThreshold for large epsilon, any constant",
    "lemma",
    role="companion",
    narrows="the arithmetic; the two probabilities are those of LYU25.L3.2.all_below, which is checked for $q <= 13$ "
    "and $e^eps$ in quarters alone",
    times=Constant(4, mutants=(1,), stronger="smaller"),
)
def no_constant_serves_a_large_epsilon(C: AtLeastOne, times: int) -> Truth:
    """For every constant $C >= 1$ the loss of Lemma 3.2, log natural, is too small also at $K = 0$, where its square
    root is 0: for $delta = 1/4$ and $eps = 4 C$, fewer than $e^eps$ like queries cost $(e^eps - 1) ln 2 - ln 4$ or more
    (LYU25.L3.2.all_below); both are divided by $ln 2$."""
    epsilon = times * C
    return 2 * C * epsilon < exp(epsilon) - 3


@uses("LYU25.L3.2.large_epsilon", "LYU25.L3.2.all_below", TESTS)
def belows_alone_cost_a_large_loss(chance: Unit, w: AtLeastOne, other: Unit) -> Use:
    """Of $q <= e^eps$ queries all are Below with this ``chance`` on one neighbour, $other = 2^-q$ on the other: $(eps',
    1/4)$-privacy needs $e^eps' 2^-q >= 1/4$, $w = e^eps'$."""
    return Use({"chance": chance}, given=chance <= w * other + QUARTER, gives=w * other >= QUARTER)


# ---- First remark: counting the Belows


def flipped(answers: Answers) -> Answers:
    """Above for Below, and Below for Above."""
    return tuple(not above for above in answers)


@claim(
    "LYU25.R3.sym",
    "Section 3.4, first remark: AboveThreshold that counts its Belows",
    "remark",
    narrows=f"{ONE_STREAM}; it halts after $K + 1$ Belows (LYU25.R3.sym.halt.corrected, of Aboves); Lemma 3.2 of it is "
    "not formalized",
    caps="$H = h - 1$, $eps = ln(1 + j)$",
    more=OFFSET,
)
def above_and_below_are_symmetric(
    q: Size, K: Size, h: Size, j: PositiveSize, law: LawOf, run: Thresholds, more: int
) -> Truth:
    """Counting the Belows instead gives the law of Algorithm 2 on the queries $-f_t$ and the threshold $-H$, Above and
    Below exchanged: Lemma 3.2 holds of the one where it holds of the other."""
    opposite = lambda answers: None if (v := adaptive(q)(flipped(answers))) is None else -v  # noqa: E731
    mirrored = above_threshold_law(opposite, 1 - h - more * q, ln(1 + j), K).map(flipped)
    return same_law(law(run, adaptive(q), h - 1, ln(1 + j), K, counted=False), mirrored)


rests_on(
    "LYU25.R3.sym",
    "LYU25.L3.2",
    "it holds where Belows are counted",
    "Section 3.4, first remark",
    repair="LYU25.L3.2.corrected",
)


@claim(
    "LYU25.R3.sym.halt",
    "Section 3.4, first remark, against Algorithm 2: number of answers counted before the halt",
    "remark",
    role="construction",
    narrows="the Aboves of Algorithm 2 alone, where the print speaks of Belows in a new algorithm, for which it "
    "is no error; $q$ like queries of value $H$, and $eps = ln 2$",
)
def it_halts_as_soon_as_k_are_counted(q: Size, K: Size) -> Truth:
    """The algorithm halts as soon as $K$ of the outcomes counted are observed. Read as: it is Algorithm 2 with another
    counter, and by symmetry with its own, the Aboves."""
    return all_of(aboves <= K for aboves, _ in counted(0, 1, K, q))


@correction(
    "LYU25.R3.sym.halt",
    "the loop of Algorithm 2 runs while $counter <= K$, and so halts after $K + 1$ Aboves; with $K = 0$ it still "
    "reports one",
    narrows="$q$ like queries of value $H$, and $eps = ln 2$",
    more=Constant(1, mutants=(0, 2)),
)
def it_halts_as_soon_as_one_more_is_counted(q: Size, K: Size, more: int) -> Truth:
    """Algorithm 2 halts as soon as $K + 1$ Aboves are observed: so many there are if enough queries come."""
    most = K + more
    seen = [aboves for aboves, _ in counted(0, 1, K, q)]
    return all_of(aboves <= most for aboves in seen) & any_of([most > q, *(equals(aboves, most) for aboves in seen)])


# ---- Second remark: concurrent composition


def strategies() -> list[dict[tuple[bool, int], int]]:
    """Every choice of the second query by what was seen."""
    seen = list(product((False, True), (0, 1)))
    return [dict(zip(seen, chosen, strict=True)) for chosen in product(range(len(PAIRS)), repeat=len(seen))]


def tested(pair: int, who: int, epsilon: Any) -> Law[bool]:
    """One test against the threshold 1 of the value of a pair for the one data set or the other."""
    return bernoulli_law(laplace_tail(1 - PAIRS[pair][who], epsilon))


def joint_law(then: Any, who: int, K: int, epsilon: Any, response: Any) -> Law[Any]:
    """Two queries to Algorithm 2 and, between them, randomized response on the bit that tells D from D' (``who``); the
    first query is the first pair, without loss by symmetry, the second is ``then`` of what was seen."""
    opened = tested(0, who, epsilon).product(randomized_response_law(who, 2, response))

    def second(seen: tuple[bool, int]) -> Law[Any]:
        return point_mass(seen) if seen[0] > K else tested(then[seen], who, epsilon).map(lambda above: (*seen, above))

    return opened.bind(second)


def separations(then: Any, K: int, epsilon: Any, response: Any, loss: Any) -> list[Exact]:
    """How far the two data sets are apart, beyond the factor ``loss``, in each order."""
    P, Q = (joint_law(then, who, K, epsilon, response) for who in (0, 1))
    return [hockey_stick_divergence(P, Q, loss), hockey_stick_divergence(Q, P, loss)]


@claim(
    "LYU25.R3.conc",
    "Section 3.4, second remark (VW21, Lyu22, VZ23): concurrent composition with AboveThreshold",
    "remark",
    narrows="Algorithm 2, halting after $K + 1$ Aboves, on two queries, with one randomized response between them, "
    "whose $delta$ is 0",
    caps="each query 0 on one data set and 1 on the other, the first query fixed, the threshold 1; $e^eps = 1 + j$, "
    "$e^(eps_2) = 1 + 7i$, $e^(eps_1) = 1 + u/2$",
    share=SHARE,
)
def interleaving_costs_no_more_than_one_after_the_other(
    K: Size, j: PositiveSize, i: PositiveSize, u: Size, share: Fraction
) -> Truth:
    """If Algorithm 2 alone is $(eps_1, delta_1)$-private and another mechanism $(eps_2, 0)$-private, then Algorithm 2
    interleaved with it, each query depending on all that was seen, is $(eps_1 + eps_2, delta_1)$-private."""
    epsilon, own = ln(1 + j), 1 + Fraction(u, 2)
    blind = [then for then in strategies() if all(then[a, 0] == then[a, 1] for a in (False, True))]
    alone = [delta for then in blind for delta in separations(then, K, epsilon, ln(1), own)]
    mixed = [separations(then, K, epsilon, ln(1 + 7 * i), own * (1 + share * 7 * i)) for then in strategies()]
    return all_of(any_of(delta <= most for most in alone) for both in mixed for delta in both)
