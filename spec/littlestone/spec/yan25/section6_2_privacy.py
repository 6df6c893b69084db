"""YAN25 section 6.2.1: Theorem 12, the privacy of the selection of a leaf; what is printed holds for eps <= 2, but
not by its proof."""

from collections.abc import Iterator
from functools import cache

from littlestone.spec.class_trees.selection_laws import (
    LEAF,
    SelectionPlan,
    caterpillar,
    on_caterpillar,
    printed_selection_law,
    printed_selection_plan,
    selection_law,
    selection_plan,
)
from littlestone.spec.learning.laws import binomial_chance
from littlestone.spec.learning.mechanisms import advanced_epsilon
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

PRIVACY = "Theorem 12, section 6.2.1"
T12 = "Section 6.2.1, proof of Theorem 12"
SELECTED = "the candidates depend on $x_flag$, which was selected before"
RESPONSES = "one mechanism in every round, randomised response, by its exact law"
SMALL = "for Theorem 12, section 6.2.1"


# ---- Theorem 12


@claim(
    "YAN25.T12",
    f"{PRIVACY}: privacy of the selection of a leaf",
    "theorem",
    narrows="$eps = 2k ln 2$, $T = 2^k$ and $delta' = 10^-i$, on the pair of YAN25.T12.caterpillar as its margin "
    "grows: an event has probability $(1 + e^{-eps/2})^{-n} >= e^{-n/T}$ for one sample and $2^{-n}$ for its "
    "neighbour, $n = T/2 - 2$, which is looked at there for $eps = ln 4$ alone",
)
def the_proper_learner_is_private_even_for_large_epsilon(k: PositiveInteger, i: PositiveInteger) -> Statement:
    """Where the changed row is in $S_2$, "OPTPrivateLearner" (ProperLearner is meant) is $(sqrt(2 T ln(1/delta')) 2
    eps, delta')$-differentially private for any small $delta'$. Read as: for every $eps > 0$, as Algorithm 4 has it."""
    T, delta = Real.of(2) ** k, Real.of(10) ** (-i)
    n = T / 2 - 2
    loss = root(2 * T * (i * ln(10))) * (2 * (2 * k * ln(2)))
    return when(k >= 3, exp(-(n / T)) - delta <= exp(loss - n * ln(2)))


@terms("YAN25.T12.corrected")
def selection_loss(rounds: AtLeastOne, epsilon: PositiveReal, delta: OpenUnit, under: int = 4, times: int = 1) -> Terms:
    """T rounds of a test and a choice, each epsilon-private."""
    return Terms(epsilon=root(under * rounds * ln(1 / delta)) * epsilon + times * rounds * epsilon**2, delta=delta)


@correction(
    "YAN25.T12",
    "Theorem 7 lacks a term: with it the loss of the $2T$ mechanisms is $sqrt(4 T ln(1/delta')) eps + 2 T eps (e^eps "
    "- 1)/(e^eps + 1)$, at most $sqrt(4 T ln(1/delta')) eps + T eps^2$; by basic composition it is $2 T eps$, $delta' "
    "= 0$, which is less where $eps$ is large. For $eps <= 2$ and $delta' <= e^-5$ the printed loss is enough "
    "(YAN25.T12.small), though not by Theorem 7",
    narrows="the selection enters by the losses of its rounds, each a test and a choice that lose at most $eps$; the "
    "bound on $E[e^{s loss}]$ and Markov's inequality are dependencies",
    under=Constant(4, mutants=(3,), stronger="smaller"),
    times=Constant(1, mutants=(0,), stronger="smaller"),
    both=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_selection_loses_little(
    rounds: AtLeastOne,
    epsilon: PositiveReal,
    delta: OpenUnit,
    part: Unit,
    test: Unit,
    choice: Unit,
    under: int,
    times: int,
    both: int,
) -> Truth:
    """Where the changed row is in $S_2$, ProperLearner is $(2 T eps, 0)$-private and, for every $delta'$ in (0, 1),
    $(sqrt(4 T ln(1/delta')) eps + T eps^2, delta')$-private: a round is a test and a choice that lose at most $eps$
    each, which add up to $2 T eps$; and as in Theorem 7, corrected, with $k = 2T$ and $s = sqrt(ln(1/delta')/T)/eps$,
    the loss is larger than the second bound with probability at most $e^{k (s mean + (s eps)^2/2) - s bound} <=
    delta'$, where a mechanism's mean loss is at most $eps (e^eps - 1)/(e^eps + 1) <= eps^2/2$."""
    together, k = selection_loss(rounds, epsilon, delta, under, times), 2 * rounds
    s = root(2 * ln(1 / delta) / (2 * rounds)) / epsilon
    small = 2 * (exp(epsilon) - 1) / (exp(epsilon) + 1) - epsilon <= 0
    seldom = k * (s * part * epsilon**2 / 2 + (s * epsilon) ** 2 / 2) - s * together.epsilon <= ln(together.delta)
    return small & seldom & (rounds * (test * epsilon + choice * epsilon) <= both * rounds * epsilon)


@uses("YAN25.T12", "YAN25.T7", T12, repair="YAN25.T7.corrected")
def the_rounds_are_composed(rounds: AtLeastOne, delta: OpenUnit, epsilon: PositiveReal) -> Use:
    """$T$ rounds of $2 eps$ each are composed: what composition gives, with the term that Theorem 7 lacks, is to be
    $sqrt(2 T ln(1/delta')) 2 eps$."""
    at = {"k": rounds, "epsilon": 2 * epsilon, "each": Real.of(0), "delta": delta}
    return Use(at, gives=lambda together: together.epsilon <= root(2 * rounds * ln(1 / delta)) * (2 * epsilon))


@correction(
    "YAN25.T12.from.T7.conclusion",
    "the term that Theorem 7 lacks must be paid for: it is where the $2T$ tests and choices of $eps$ are composed one "
    "by one, and their term is at most $sqrt(2 T ln(1/delta')) eps / 2$",
    half=Constant(HALF, mutants=(2,)),
)
def a_small_epsilon_pays_for_the_term(s: PositiveReal, term: FromZero, half: Fraction) -> Statement:
    """With $s = sqrt(2 T ln(1/delta')) eps$: where the term is at most $s/2$, $sqrt(2) s + term <= 2 s$."""
    return when(term <= half * s, root(2) * s + term <= 2 * s)


@uses("YAN25.T12", "DP.composition.adaptive", T12)
def a_test_and_a_choice_are_one_round(epsilon: PositiveReal) -> Use:
    """A test and the choice after it, each $(eps, 0)$-private, are a round of $2 eps$; the print does not say so."""
    at = {"first": epsilon, "second": epsilon, "delta1": Real.of(0), "delta2": Real.of(0)}
    return Use(at, gives=lambda b: all_of([b.epsilon <= 2 * epsilon, b.delta <= 0]))


# The print does not say what a row changes
WEIGHT, VALUE = "a row changes each weight by at most 1", "a row changes the least value of the leaves by at most 1"
rests_on("YAN25.T12", "YAN25.D18", WEIGHT, T12, repair="YAN25.D18.corrected")
rests_on("YAN25.T12", "YAN25.D19", VALUE, T12, repair="YAN25.D19.corrected")
rests_on("YAN25.T12.corrected", "YAN25.D18.corrected", WEIGHT, f"{T12}, corrected")
rests_on("YAN25.T12.corrected", "YAN25.D19.corrected", VALUE, f"{T12}, corrected")


@uses("YAN25.T12", "YAN25.T8", T12, assumes=SELECTED)
@uses("YAN25.T12.corrected", "YAN25.T8", f"{T12}, corrected", assumes=SELECTED)
def each_selection_is_private(epsilon: PositiveReal, change: Unit) -> Use:
    """The weights and the least values change by at most 1 with a row (YAN25.D18.corrected, YAN25.D19.corrected), so
    that $e^{eps q / 2}$ is the exponential mechanism's weight."""
    return Use({"change": change, "rate": epsilon / 2}, gives=lambda choice: choice.epsilon <= epsilon)


@uses("YAN25.T12", "DP.laplace", T12)
@uses("YAN25.T12.corrected", "DP.laplace", f"{T12}, corrected")
def each_test_is_private(epsilon: PositiveReal, change: Unit) -> Use:
    """The least weight changes by at most 1 with a row, and the noise is $Laplace(1/eps)$: each test is $(eps,
    0)$-private."""
    return Use({"sensitivity": change, "scale": 1 / epsilon}, gives=lambda b: b.epsilon <= epsilon)


@uses("YAN25.T12.corrected", "PROB.markov", f"{T12}, corrected", assumes=ONE_BY_ONE)
def the_loss_is_seldom_large(level: PositiveReal, delta: OpenUnit, part: Unit) -> Use:
    """With the second bound, $e^{s loss}$ is on average at most $delta' e^{s bound}$, and so at least $e^{s bound}$,
    the ``level``, with probability at most $delta'$."""
    return Use({"level": level, "mean": part * delta * level}, gives=lambda loss: loss.fails <= delta)


@uses("YAN25.T12.corrected", "PROB.hoeffding.lemma", f"{T12}, corrected", assumes=ONE_BY_ONE)
def the_losses_have_a_small_moment(rounds: AtLeastOne, delta: OpenUnit, moment: Annotated[Real, Reals()]) -> Use:
    """A loss is in an interval of length $2 eps$, and the lemma's $Z$ is $(eps - loss)/(2 eps)$: at $s =
    sqrt(ln(1/delta')/T)/eps$, so that $2 s eps$ is its $t$, the ``moment`` of one loss less its mean is at most $(s
    eps)^2/2$ in logarithms, that of $2T$ at most $ln(1/delta')$."""
    return Use({"moment": moment, "t": 2 * root(ln(1 / delta) / rounds)}, gives=2 * rounds * moment <= ln(1 / delta))


rests_on(
    "YAN25.T12.corrected",
    "YAN25.T7.mean",
    "a mechanism loses $eps (e^eps - 1)/(e^eps + 1)$ on average at most",
    f"{T12}, corrected",
)


@claim(
    "YAN25.T12.caterpillar",
    "for Theorem 12, section 6.2.1: selection on a chain of forks",
    "step",
    role="companion",
    narrows="$eps = ln 4$",
    caps="$T = 2n + 4$, margin $m$, $N = (n + 1) s + 1$",
    share=SHARE,
)
def a_caterpillar_shows_one_row(n: PositiveSize, m: PositiveSize, share: Fraction) -> Truth:
    """On a chain of $n = T/2 - 2$ forks with $s = 1 + m T/2$ rows of label 0 at each leaf, and $s - 1$ at the last for
    the one sample and $s$ for the neighbour, Algorithm 4 as printed comes to the last leaf by $n$ rounds of (d) with
    probability at least $(1 + e^{-eps/2})^{-n} - n e^{-eps (m-1)} / 2$ for the one and at most $2^{-n}$ for the
    neighbour, for which (c) runs with probability at most $n e^{-eps m} / 2$."""
    rounds, T, weight = int(n), 2 * int(n) + 4, Real.of(4)
    side = 1 + int(m) * T // 2
    plan = printed_selection_plan(Fraction(2, T), (rounds + 1) * side + 1, ln(4))
    samples = [on_caterpillar(rounds, side, last) for last in (side - 1, side)]
    laws = [printed_selection_law(caterpillar(rounds), zeros, plan) for zeros in samples]
    often, seldom = (Real.of(law[2 * rounds, LEAF]) for law in laws)
    few = Real.of(1 - laws[1].probability(lambda end: end[1] == LEAF))
    likely = often >= (1 + HALF) ** (-rounds) - share * rounds * weight ** (1 - int(m)) / 2
    return likely & (seldom <= share * Real.of(HALF) ** rounds) & (few <= rounds * weight ** (-int(m)) / 2)


@claim(
    "YAN25.T12.kept",
    "for Theorem 12, section 6.2.1: exact law of the selection on neighbours",
    "example",
    role="companion",
    narrows="$alpha = 1$ and $2/3$, the threshold $alpha N$ at $N = 2$, $eps = ln(1 + j)$, rows of label 0 at most "
    "twice at a point, $x_good$ not proper",
    share=Constant(1, mutants=(QUARTER,)),
)
def the_selection_costs_twice_the_rounds(H: VCOneType, j: PositiveSize, share: Fraction) -> Truth:
    """Where the changed row is in $S_2$, the selection of the leaf, that of YAN25.Alg4.corrected, is $(2 T eps,
    0)$-private for every $x_good$, realizable or not: the law of $x_flag$ and of how the loop ends for all numbers of
    rows at the points, one row more or less at one or two points."""
    epsilon = ln(1 + j)
    return all_of(
        indistinguishable(laws[zeros], laws[other], share * 2 * plan.rounds * epsilon, Fraction(0))
        for alpha in (Fraction(1), Fraction(2, 3))
        for good in improper_subtrees(H)
        for plan in (selection_plan(alpha, 2, epsilon),)
        for laws in (laws_by_counts(good, H.points, plan),)
        for zeros in laws
        for other in neighbours_of(zeros)
        if other in laws
    )


def laws_by_counts(good: Subtree, points: int, plan: SelectionPlan) -> dict[tuple[int, ...], Law[Any]]:
    """The law of the selection for all numbers of rows of label 0 at the points, up to two each."""
    return {zeros: selection_law(good, dict(enumerate(zeros)), plan) for zeros in all_functions(points, 3)}


def neighbours_of(zeros: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """A row of label 0 more at one point, or a row moved from a point to a later one."""
    for x in range(len(zeros)):
        more = tuple(times + (y == x) for y, times in enumerate(zeros))
        yield more
        yield from (tuple(times - (z == y) for z, times in enumerate(more)) for y in range(x) if zeros[y])


@cache
def responses(mechanisms: int, weight: Fraction) -> tuple[Law[int], Law[int]]:
    """How many of so many randomised responses with e^eps = ``weight`` say 1, for the bits 1 and 0."""
    p, numbers = weight / (1 + weight), range(mechanisms + 1)
    one, zero = (proportional({i: binomial_chance(mechanisms, q, i) for i in numbers}) for q in (p, 1 - p))
    return one, zero


@claim(
    "YAN25.T12.eq1",
    f"{PRIVACY}: loss of the rounds, by randomised responses",
    "step",
    narrows=RESPONSES,
    caps="$e^eps = 1 + j$, $delta' = 10^-i$, $T = 5 t$",
)
def the_printed_loss_covers_the_mechanisms(t: PositiveSize, i: PositiveSize, j: PositiveSize) -> Truth:
    """Advanced composition (Theorem 7) gives the loss $sqrt(2 T ln(1/delta')) 2 eps$ with $delta'$ for $T$ rounds of
    two $eps$-private mechanisms."""
    P, Q = responses(10 * int(t), Fraction(1 + int(j)))
    loss = root(2 * (5 * t) * ln(10**i)) * 2 * ln(1 + j)
    return indistinguishable(P, Q, loss, Fraction(1, 10 ** int(i)))


@correction(
    "YAN25.T12.eq1",
    "the term $k eps (e^eps - 1)$ of advanced composition is missing, $k = 2T$ being the mechanisms",
    narrows=RESPONSES,
    caps="$e^eps = 1 + 1/j$, $delta' = 10^-i$, $T = 5 t$",
    factor=Constant(2, mutants=(Fraction(1, 100),)),
)
def the_corrected_loss_covers_the_mechanisms(
    t: PositiveSize, i: PositiveSize, j: PositiveSize, factor: Fraction
) -> Truth:
    """$2T$ $eps$-private mechanisms lose $sqrt(2 (2T) ln(1/delta')) eps + 2T eps (e^eps - 1)$ with $delta'$."""
    mechanisms, delta, weight = 10 * int(t), Fraction(1, 10 ** int(i)), 1 + Fraction(1, int(j))
    P, Q = responses(mechanisms, weight)
    return indistinguishable(P, Q, advanced_epsilon(ln(weight), mechanisms, delta, factor), delta)


# ---- For eps <= 2


@claim(
    "YAN25.T12.small",
    f"{SMALL}: printed loss of the selection",
    "theorem",
    role="companion",
    narrows="the arithmetic, $L = ln(1/delta') >= 5$, $T >= 2 L$ and $u = sqrt(T L / 2) >= 5$: that the losses on the "
    "way to the changed row are bounded so is not formalized",
    K=Constant(5, mutants=(6,)),
)
def the_printed_loss_is_enough_for_small_epsilon(u: Annotated[Real, Reals(low=5)], K: int) -> Truth:
    """For $eps <= 2$ and $delta' <= e^-5$ the selection is $(2 eps sqrt(2 T ln(1/delta')), delta')$-private: for $T <=
    2 L$ by basic composition, $2 T eps$. Otherwise let a row move from $p$ to $p'$. While $p$ and $p'$ are below one
    child no weight changes, and of the least values that child's alone; after $x_flag$ has left the way to both nothing
    differs; below where they part, on the way to $p$ the passed tests lose and the choices gain, on the way to $p'$ the
    reverse. So a round of chance $e^-c$ loses at most $eps$ and at most $5 eps c$; $n <= T$ rounds which together have
    the chance $e^-C$ lose at most $sqrt(5 T C) eps$ (Cauchy and Schwarz), to which the round where $p$ and $p'$ part
    and the last one add $4 eps$ at most. With $C < L$ that is less than the printed loss, so that more is lost with
    probability at most $e^-L$."""
    return root(2 * Real.of(K)) * u + 4 <= 4 * u


rests_on("YAN25.T12.small", "YAN25.T12.small.test", "a passed test of chance $t$ loses at most $5 eps ln(1/t)$", SMALL)
rests_on("YAN25.T12.small", "YAN25.T12.small.between", "so does one at a margin below 1", SMALL)
rests_on("YAN25.T12.small", "YAN25.T12.small.choice", "a choice of chance $p$ loses at most $eps ln(1/p)$", SMALL)


@claim(
    "YAN25.T12.small.test",
    f"{SMALL}: loss of a passed test",
    "step",
    role="companion",
    narrows="the ends of two ranges of $eps$; not formalized is that for $eps <= 3/2$ the loss is at most $(1 - "
    "t)(e^eps - 1)/(1 - z/2)$ and $1 - t <= ln(1/t)$, that for $eps >= 3/2$, $-ln(1 - z/2) <= z ln 2$ and $ln(1/t) >= "
    "z e^-eps / 2$, and that what is left is convex in $eps$, so that its ends are enough",
    factor=Constant(5, mutants=(3,)),
)
def a_passed_test_loses_little(factor: int) -> Truth:
    """At a margin $w_min - alpha N >= 1$ a test that is passed with probability $t = 1 - z e^-eps / 2$, and $1 - z/2 >=
    1/2$ by the neighbour, $z = e^{-eps (margin - 1)}$, loses at most $5 eps ln(1/t)$: $2 (e^eps - 1) <= 5 eps$ up to
    $3/2$, and $2 ln(2) e^eps <= 1 + 5 eps$ from there to 2."""
    middle, end = exp(Fraction(3, 2)), exp(2)
    return all_of(
        [
            2 * (middle - 1) <= factor * Fraction(3, 2),
            2 * ln(2) * middle <= 1 + factor * Fraction(3, 2),
            2 * ln(2) * end <= 1 + 2 * factor,
        ]
    )


@claim(
    "YAN25.T12.small.between",
    f"{SMALL}: loss of a test near its threshold",
    "step",
    role="companion",
    narrows="$y$ from $i/32$ to $(i + 1)/32$, $i <= 63$; not formalized is what is said of margins below 0, that both "
    "sides are linear in $r$, so that $r = 2 - y$ and $r = 0$ are enough, that for $y <= 1$, $ln(2 - e^-y) <= y <= 5 "
    "y ln(1/t)$, and that $ln(1/t)$ falls, $ln(2 - e^-y) - y$ falls and $ln(2 - e^-y)$ grows",
    factor=Constant(5, mutants=(4,)),
)
def a_test_near_its_threshold_loses_little(i: Size, factor: int) -> Statement:
    """At a margin $y/eps$ from 0 to 1, $eps = y + r <= 2$, a test that is passed with probability $t = 1 - e^-y / 2$,
    and $e^-r / 2$ by the neighbour, loses at most $5 eps ln(1/t)$. (Below 0 it loses $eps$, at $t <= 1/2$, and $5 ln 2
    > 1$.)"""
    low, high = Real.of(Fraction(int(i), 32)), Real.of(Fraction(int(i) + 1, 32))
    least = -ln(1 - exp(-high) / 2)
    at_zero = any_of([(high <= 1) & (factor * least >= 1), ln(2 - exp(-high)) <= factor * low * least])
    return when(i <= 63, at_zero & (ln(2 - exp(-low)) + 2 - low <= 2 * factor * least))


@claim(
    "YAN25.T12.small.choice",
    f"{SMALL}: loss of a choice",
    "step",
    role="companion",
    narrows="the arithmetic, through $ln(1 + x) <= x$ and $1 - p <= ln(1/p)$; that the odds change by $e^{eps/2}$ is "
    "not formalized",
    factor=Constant(1, mutants=(HALF,)),
)
def a_choice_loses_little(epsilon: UpToTwo, factor: Fraction) -> Truth:
    """For $eps <= 2$ one child's quality changes by at most 1, so that its odds change by $e^{eps/2}$: chosen with
    probability $p$ it loses $ln(1 + (e^{eps/2} - 1)(1 - p))$, at most $eps ln(1/p)$."""
    return exp(epsilon / 2) - 1 <= factor * epsilon
