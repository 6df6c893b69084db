"""YAN25 section 6.1.2 and 6.2.1: the proper learner and its privacy."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.class_trees.proper_laws import ProperPlan, proper_law
from littlestone.spec.class_trees.selection_laws import (
    LEAF,
    SelectionPlan,
    caterpillar,
    improper_pairs,
    leaf_law,
    on_caterpillar,
    printed_selection_law,
    printed_selection_plan,
    selection_law,
    selection_plan,
    small_counts,
)
from littlestone.spec.class_trees.selection_sizes import generalisation_rows, log_terms
from littlestone.spec.learning.laws import binomial_chance
from littlestone.spec.learning.mechanisms import advanced_epsilon, root
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import BelowTwo, Subtree

Selects = Annotated[Run, Algorithm("YAN25.Alg4.stage2")]
RUN = "Algorithm 4, section 6.1.2"
PRIVACY = "Theorem 12, section 6.2.1"

HERE = "section 3.2"
T12 = "Section 6.2.1, proof of Theorem 12"
SELECTED = "the candidates depend on x_flag, which was selected before"


def good_trees(H: ConceptClass) -> list[Subtree]:
    """Every T_good whose root is not proper."""
    return list({good.root: good for _, good in improper_pairs(H)}.values())


def counts_of(zeros: tuple[int, ...]) -> dict[int, int]:
    """How often each point occurs with label 0, those that do not left out."""
    return {x: times for x, times in enumerate(zeros) if times}


# ---- Algorithm 4


@claim("YAN25.Alg4", RUN, "algorithm", caps="alpha = 1/2, eps = ln 2, at most two rows of label 0 at a point")
def the_rounds_always_have_children_as_printed(H: VCOneType) -> Truth:
    """Steps 1 to 10 are defined for every sample: in each of the T rounds X_children is not empty, so that w_min and
    the exponential mechanism are; with the weights over T, whatever x_good not proper is and S_2 are."""
    return all_of(
        printed_selection_law(good, counts_of(zeros), printed_selection_plan(HALF, sum(zeros), ln(2))).probability(
            lambda end: end[1] == LEAF
        )
        <= 0
        for good in good_trees(H)
        for zeros in small_counts(H.points)
    )


@correction(
    "YAN25.Alg4",
    "after step (d) x_flag may be a leaf of T_good: the loop must end there; then, with rows counted with repeats on "
    "S_2 alone, N = N_2, weights over T_good, ceil(2/alpha) rounds and a fixed leaf, all is defined",
    narrows="eps = ln 2, alpha = 2/a",
    caps="at most two rows of label 0 at a point below x_good; and a chain of two forks",
    fewer=OFFSET,
    scale=Constant(1, mutants=(2,)),
)
def the_selection_has_the_law_of_its_listing(
    H: VCOneType, a: PositiveSize, law: LawOf, run: Selects, fewer: int, scale: Fraction
) -> Truth:
    """From x_flag = x_good the rounds test w_min + Lap(1/eps) against alpha N, end at a leaf, take a light child and
    end, or take a child above a leaf of small value; of more than 2/alpha children the first floor(2/alpha) + 1 go to
    step (c): the law of the first leaf of T_good at or below x_flag is that of the listing."""
    alpha = Fraction(2, int(a))
    return all_of(
        same_law(law(run, good, zeros, plan), leaf_law(good, zeros, changed))
        for good, zeros in selections(H)
        for plan in (selection_plan(alpha, sum(zeros.values()), ln(2)),)
        for changed in (with_changes(plan, int(fewer), scale),)
    )


def selections(H: ConceptClass) -> Iterator[tuple[Subtree, dict[int, int]]]:
    """Every T_good of the class with few rows of label 0 below x_good, and a chain of two forks with some."""
    counts = small_counts(H.points)
    yield from ((good, counts_of(zeros)) for good in good_trees(H) for zeros in counts if not zeros[good.root])
    yield from ((caterpillar(2), {1: a, 3: 1, 4: b}) for a, b in ((0, 2), (3, 0)))


def with_changes(plan: SelectionPlan, fewer: int, scale: Fraction) -> SelectionPlan:
    """The plan with fewer rounds and another threshold."""
    return SelectionPlan(plan.rounds - fewer, plan.epsilon, plan.threshold * scale, plan.most_children)


@claim(
    "YAN25.Alg4.run",
    RUN,
    "algorithm",
    narrows="the class {}, {a,b}, {a,c} and another representation of it",
    caps="two rows, one for each part, t = 1, alpha = 1, eps = 4 ln 2 and 8 ln 2 in the first part, ln 2 in the second",
    moved=OFFSET,
)
def the_proper_learner_has_the_law_of_its_listing(
    code: Size, law: LawOf, run: Annotated[Run, Algorithm("YAN25.Alg4.run")], moved: int
) -> Statement:
    """ProperLearner splits the rows at random, finds x_good from S_1 by Algorithm 2, puts out its path where it is
    proper, else the path of a leaf selected by S_2, with the labels of f turned back: for all samples of two rows."""
    plan = ProperPlan(TreePlan(1, 4 * ln(2), 8 * ln(2), QUARTER), 1, 1, Fraction(1), ln(2))
    cases = [(H, S) for H in FORKED for S in product(all_rows(H), repeat=2)]
    H, S = cases[int(code) % len(cases)]
    other = S if not moved else S[::-1][:1] * 2
    return when(code < len(cases), same_law(law(run, H.functions(), S, plan), proper_law(H, other, plan)))


FORKED = tuple(
    explicit([tuple(a ^ b for a, b in zip(c, f, strict=True)) for c in ((0, 0, 0), (1, 1, 0), (1, 0, 1))], 2, 3)
    for f in ((0, 0, 0), (1, 0, 1))
)


@claim(
    "YAN25.Alg4.eq1",
    RUN,
    "step",
    narrows="alpha, beta <= 1/2: the O leaves out those near 1; eps < 2, as Lemma 1 asks in stage 1; what YAN25.Cl1 "
    "and Theorem 3 ask of N_2",
    C=Constant(10_000, mutants=(1000,)),
)
def the_second_part_is_large_enough(alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo, C: int) -> Truth:
    """N_2 = C (log(1/alpha) + log(1/beta)) / (alpha^2 eps) rows are enough for the claims: for eps < 2 and C = 10000 at
    least 3 ln(1/beta)/alpha and (48/alpha)(10 ln(48e/alpha) + ln(5/beta)); times eps alpha^2, and alpha eps <= 1."""
    rows = C * log_terms(alpha, beta)
    asked = alpha * generalisation_rows(alpha, beta)
    return (3 * ln(1 / beta) * (alpha * epsilon) <= rows) & (2 * alpha * asked <= rows)


@claim(
    "YAN25.Alg4.eq2",
    RUN,
    "step",
    narrows="the arithmetic; that w(x_flag) falls by so much in each round is in words",
    caps="alpha = p/q <= 1",
    spare=Constant(1, mutants=(2,)),
)
def so_many_rounds_are_enough(p: PositiveSize, q: PositiveSize, j: PositiveSize, spare: int) -> Statement:
    """T = 2/alpha, rounded down where it is no integer, is enough: if j rounds of (d) are possible, where w(x_flag)
    falls by more than alpha N / 2 in each and is more than alpha N before the last, then j + 1 <= T."""
    alpha = Fraction(int(p), int(q))
    return when([p <= q, (j - 1) * alpha / 2 + alpha < 1], j + spare <= floor(2 / alpha))


# ---- Theorem 12


@claim(
    "YAN25.T12.caterpillar",
    PRIVACY,
    "step",
    narrows="eps = ln 4",
    caps="T = 2n + 4, margin m",
    share=SHARE,
)
def a_caterpillar_shows_one_row(n: PositiveSize, m: PositiveSize, share: Fraction) -> Truth:
    """On a chain of n = T/2 - 2 forks with s = 1 + mT/2 rows of label 0 at each leaf, and s - 1 at the last for the one
    sample and s for the neighbour, Algorithm 4 as printed comes to the last leaf by n rounds of (d) with probability at
    least (1 + e^{-eps/2})^{-n} - n e^{-eps (m-1)} / 2 for the one and at most 2^{-n} for the neighbour, for which (c)
    runs with probability at most n e^{-eps m} / 2."""
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
    "YAN25.T12",
    "Theorem 12, section 6.2.1, for large eps",
    "theorem",
    narrows="large eps = 2k ln 2, of which the smallest that fails is 34 ln 2 = 23.6; T = 2^k and delta' = 10^-i, on "
    "the pair of YAN25.T12.caterpillar as its margin grows",
    cites=("YAN25.T12.caterpillar",),
)
def the_proper_learner_is_private_even_for_large_epsilon(k: PositiveInteger, i: PositiveInteger) -> Statement:
    """Where the changed row is in S_2, "OPTPrivateLearner" (ProperLearner is meant) is (sqrt(2 T ln(1/delta')) 2 eps,
    delta')-private for any small delta'. Algorithm 4 says "privacy parameter eps, delta > 0": it fails for large eps;
    for eps <= 2 and delta' <= e^-5 see YAN25.T12.small. Here an event has probability (1 + e^{-eps/2})^{-n} >= e^{-n/T}
    for one sample and 2^{-n} for its neighbour, n = T/2 - 2, so that ln(e^{-n/T} - delta') <= eps' - n ln 2 must
    hold."""
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
    "Theorem 7 lacks a term: with it the loss of the 2T mechanisms is sqrt(4 T ln(1/delta')) eps + 2 T eps (e^eps - "
    "1)/(e^eps + 1), at most sqrt(4 T ln(1/delta')) eps + T eps^2; by basic composition it is 2 T eps, delta' = 0, "
    "which is less where eps is large. For eps <= 2 and delta' <= e^-5 the printed loss is enough (YAN25.T12.small), "
    "though not by Theorem 7",
    narrows="the selection by the losses of its rounds, each a test and a choice that lose at most eps",
    cites=("YAN25.T7.mean", "YAN25.T8", "DP.laplace"),
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
    """Where the changed row is in S_2, ProperLearner is (2 T eps, 0)-private and, for every delta' in (0, 1), (sqrt(4 T
    ln(1/delta')) eps + T eps^2, delta')-private: a round is a test and a choice that lose at most eps each, which add
    up to 2 T eps; and as in Theorem 7, corrected, with k = 2T and s = sqrt(ln(1/delta')/T)/eps, the loss is larger than
    the second bound with probability at most e^{k (s mean + (s eps)^2/2) - s bound} <= delta', where a mechanism's mean
    loss is at most eps (e^eps - 1)/(e^eps + 1) <= eps^2/2."""
    together, k = selection_loss(rounds, epsilon, delta, under, times), 2 * rounds
    s = root(2 * ln(1 / delta) / (2 * rounds)) / epsilon
    small = 2 * (exp(epsilon) - 1) / (exp(epsilon) + 1) - epsilon <= 0
    seldom = k * (s * part * epsilon**2 / 2 + (s * epsilon) ** 2 / 2) - s * together.epsilon <= ln(together.delta)
    return small & seldom & (rounds * (test * epsilon + choice * epsilon) <= both * rounds * epsilon)


@uses("YAN25.T7.corrected", "PROB.hoeffding.lemma", f"Theorem 7, {HERE}, corrected")
@uses("YAN25.T12.corrected", "PROB.hoeffding.lemma", "Theorem 12, corrected, where k = 2T")
def the_losses_are_within_epsilon(k: AtLeastOne, x: PositiveReal, c: Annotated[Real, Reals()]) -> Use:
    """The loss of a mechanism is within eps of 0: with s = x/eps the moment c of what it exceeds its mean by is at most
    x^2/2, which makes k x^2/2."""
    return Use({"moment": c, "t": 2 * x}, gives=k * c <= k * x**2 / 2)


@uses("YAN25.T12", "YAN25.T7", T12, repair="YAN25.T7.corrected")
def the_rounds_are_composed(rounds: AtLeastOne, delta: OpenUnit, epsilon: PositiveReal) -> Use:
    """The 2T mechanisms of T rounds are composed: what composition gives, with the term that Theorem 7 lacks, is to be
    sqrt(2 T ln(1/delta')) 2 eps."""
    at = {"k": 2 * rounds, "epsilon": epsilon, "each": Real.of(0), "delta": delta}
    return Use(at, gives=lambda together: together.epsilon <= 2 * root(2 * rounds * ln(1 / delta)) * epsilon)


@correction(
    "YAN25.T12.from.T7.conclusion",
    "the term 2 T eps (e^eps - 1) must be paid for; it is where 2 T eps e^eps <= sqrt(T ln(1/delta')) eps / 2",
    half=Constant(HALF, mutants=(2,)),
)
def a_small_epsilon_pays_for_the_term(s: PositiveReal, term: FromZero, half: Fraction) -> Statement:
    """With s = sqrt(2 T ln(1/delta')) eps: where the term is at most s/2, sqrt(2) s + term <= 2 s."""
    return when(term <= half * s, root(2) * s + term <= 2 * s)


@uses("YAN25.T12", "YAN25.T8", T12, assumes=SELECTED)
@uses("YAN25.T12.corrected", "YAN25.T8", T12, assumes=SELECTED)
def each_selection_is_private(epsilon: PositiveReal, change: Unit) -> Use:
    """The weights and the least values change by at most 1 with a row (YAN25.D18.corrected, YAN25.D19.corrected), so
    that e^{eps q / 2} is the exponential mechanism's weight."""
    return Use({"change": change, "rate": epsilon / 2}, gives=lambda choice: choice.epsilon <= epsilon)


@uses("YAN25.T12", "DP.laplace", T12)
@uses("YAN25.T12.corrected", "DP.laplace", T12)
def each_test_is_private(epsilon: PositiveReal, change: Unit) -> Use:
    """The least weight changes by at most 1 with a row, and the noise is Laplace(1/eps)."""
    return Use({"sensitivity": change, "scale": 1 / epsilon}, gives=lambda b: b.epsilon <= epsilon)


rests_on("YAN25.T12", "YAN25.T12.caterpillar", "an event that tells two samples apart", T12)
rests_on("YAN25.T12.corrected", "YAN25.T7.mean", "a mechanism's mean loss", T12)


@claim(
    "YAN25.T12.kept",
    f"{PRIVACY}, corrected",
    "example",
    role="companion",
    caps="alpha = 1 and 2/3, eps = ln(1 + j), rows of label 0 at most twice at a point, all neighbours",
    share=Constant(1, mutants=(QUARTER,)),
)
def the_selection_costs_twice_the_rounds(H: VCOneType, j: PositiveSize, share: Fraction) -> Truth:
    """Where the changed row is in S_2, the selection of the leaf is (2 T eps, 0)-private for every x_good, realizable
    or not: the law of x_flag and of how the loop ends for all numbers of rows at the points, one row more or less at
    one or two points."""
    epsilon = ln(1 + j)
    return all_of(
        indistinguishable(laws[zeros], laws[other], share * 2 * plan.rounds * epsilon, Fraction(0))
        for alpha in (Fraction(1), Fraction(2, 3))
        for good in good_trees(H)
        for plan in (selection_plan(alpha, 2, epsilon),)
        for laws in (laws_by_counts(good, H.points, plan),)
        for zeros in laws
        for other in neighbours_of(zeros)
        if other in laws
    )


def laws_by_counts(good: Subtree, points: int, plan: SelectionPlan) -> dict[tuple[int, ...], Law[Any]]:
    """The law of the selection for all numbers of rows of label 0 at the points, up to two each."""
    return {zeros: selection_law(good, counts_of(zeros), plan) for zeros in all_functions(points, 3)}


def neighbours_of(zeros: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """A row of label 0 more at one point, or a row moved from a point to a later one."""
    for x in range(len(zeros)):
        more = tuple(times + (y == x) for y, times in enumerate(zeros))
        yield more
        yield from (tuple(times - (z == y) for z, times in enumerate(more)) for y in range(x) if zeros[y])


@cache
def responses(mechanisms: int, weight: Fraction) -> tuple[Law[int], Law[int]]:
    """How many of so many randomised responses with e^eps = ``weight`` say 1, for the bits 1 and 0."""
    p = weight / (1 + weight)
    return agreeing(mechanisms, p), agreeing(mechanisms, 1 - p)


def agreeing(mechanisms: int, p: Fraction) -> Law[int]:
    """The binomial law."""
    return proportional({i: binomial_chance(mechanisms, p, i) for i in range(mechanisms + 1)})


RESPONSES = "one mechanism in every round, randomised response"


@claim("YAN25.T12.eq1", PRIVACY, "step", narrows=RESPONSES, caps="e^eps = 1 + j, delta' = 10^-i, T = 5 t")
def the_printed_loss_covers_the_mechanisms(t: PositiveSize, i: PositiveSize, j: PositiveSize) -> Truth:
    """Advanced composition (Theorem 7) gives the loss sqrt(2 T ln(1/delta')) 2 eps with delta' for T rounds of two
    eps-private mechanisms: held against 2T randomised responses."""
    P, Q = responses(10 * int(t), Fraction(1 + int(j)))
    loss = root(2 * (5 * t) * ln(10**i)) * 2 * ln(1 + j)
    return indistinguishable(P, Q, loss, Fraction(1, 10 ** int(i)))


@correction(
    "YAN25.T12.eq1",
    "the term k eps (e^eps - 1) of advanced composition is missing, k = 2T being the mechanisms",
    narrows=RESPONSES,
    caps="e^eps = 1 + 1/j, delta' = 10^-i, T = 5 t",
    factor=Constant(2, mutants=(Fraction(1, 100),)),
)
def the_corrected_loss_covers_the_mechanisms(
    t: PositiveSize, i: PositiveSize, j: PositiveSize, factor: Fraction
) -> Truth:
    """2T mechanisms lose sqrt(2 (2T) ln(1/delta')) eps + 2T eps (e^eps - 1) with delta': held against 2T randomised
    responses."""
    mechanisms, delta, weight = 10 * int(t), Fraction(1, 10 ** int(i)), 1 + Fraction(1, int(j))
    P, Q = responses(mechanisms, weight)
    return indistinguishable(P, Q, advanced_epsilon(ln(weight), mechanisms, delta, factor), delta)
