"""LYU25 section 5: the algorithm DP-ERM, and its privacy."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product

from littlestone.spec.decompositions.erm_laws import ErmPlan, chunk_law, erm_law, listed, printed_plan
from littlestone.spec.learning.private_learning import neighbours_up_to_order
from littlestone.spec.learning.randomness import exact
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

Erm = Annotated[Run, Algorithm("LYU25.T3.ALG")]
OnChunks = Annotated[Run, Algorithm("LYU25.T3.ALG.chunks")]
Listed = Annotated[Run, Algorithm("LYU25.D4.3")]
AFTER = "Section 5: after the algorithm, corrected"
ZERO_OR_A_POINT = ((0, 0), (0, 1), (1, 0))
TWO_STAGES = (
    "one chunk of one row, $alpha = 1$, $p_j = 2^(j-1)$, $d = 1$, also where $LDim(H) = 0$, and so two stages at most"
)
WEIGHTS = "the arithmetic of the weights: $e^eps = 1 + v$, and $r$ is the weight of the items of other lists"


# ---- The algorithm


def one_point_or_a_family_of_points(H: ConceptClass) -> bool:
    """Classes on one point, and {00, 01, 10} on two, of which $DDim_{1,1}$ is 1."""
    return H.points == 1 or tuple(sorted(H.functions())) == ZERO_OR_A_POINT


def as_defined(functions: Iterable[Function], p: int, d: int) -> tuple[Function, ...]:
    """The (p, d)-essential hypotheses of Definition 4.3, sorted."""
    listed = tuple(functions)
    return tuple(sorted(essential_hypotheses(explicit(listed, 2, len(listed[0])), p, d).functions()))


def tiny_plan(H: ConceptClass, n: int, k: int) -> ErmPlan:
    """The printed sizes at eps = ln 4 and B = 1, but for k, alpha = 2 and p_j = 2^(j-1): every step then counts."""
    d = max(1, int(littlestone_dimension(H)))
    levels = tuple(2**j for j in range(d + 1))
    plan = printed_plan(d, int(n), ln(4), Fraction(1, 2), Fraction(1))
    return replace(plan, chunks=int(k), alpha=Fraction(2), levels=levels, least=Fraction(int(k), 2))


def with_constants(plan: ErmPlan, rate: Fraction, growth: Fraction, halves: Fraction) -> ErmPlan:
    """The plan with 1 - 1/(rate d), p_j = growth^(j-1) and the threshold k/halves."""
    levels = tuple(int(growth) ** j for j in range(len(plan.levels)))
    return replace(plan, shrink=1 - 1 / (rate * plan.d), levels=levels, least=plan.chunks / halves)


def all_chunks(H: ConceptClass, plan: ErmPlan) -> Iterator[tuple[Sample, ...]]:
    """Every partition of a sample into chunks of the plan's sizes, the rows of a chunk in order."""
    rows = all_rows(H)
    return product(*(combinations_with_replacement(rows, size) for size in plan.sizes))


@claim(
    "LYU25.T3.ALG.chunks",
    "Section 5: law of DP-ERM on fixed chunks as implemented",
    "algorithm",
    reach=one_point_or_a_family_of_points,
    narrows="on two points the class {00, 01, 10} alone; $d = 1$, also where $LDim(H) = 0$, $k = 2$ chunks, $eps = ln "
    "4$, $B = 1$, $alpha = 2$, $p_j = 2^(j-1)$; an empty class lists nothing",
    caps="$n = 3$ and 4 rows, those of a chunk up to order",
    rate=Constant(2, mutants=(1, 4)),
    growth=Constant(2, mutants=(1,), stronger="smaller"),
    halves=Constant(2, mutants=(1, 4)),
)
def dp_erm_on_a_fixed_partition_has_the_law_of_its_listing(
    H: ExplicitBinary, law: LawOf, run: OnChunks, rate: Fraction, growth: Fraction, halves: Fraction
) -> Truth:
    """Stage $j = 1, ..., d+1$ lists the $(p_j, d)$-essential hypotheses of $H_i^j = {h : err_{S_i}(h) <= (1 - 1/(2d))^j
    alpha}$ for each chunk, tests whether the largest frequency plus $Lap(1/eps)$ is at least $k/2$ and, if so, outputs
    an item of the lists by the sparse sample and halts: for every partition, realizable or not, of three and of four
    rows."""
    functions = tuple(sorted(H.functions()))
    return all_of(
        same_law(law(run, functions, chunks, plan), chunk_law(functions, chunks, listing, as_defined))
        for plan in (tiny_plan(H, 3, 2), tiny_plan(H, 4, 2))
        for listing in (with_constants(plan, rate, growth, halves),)
        for chunks in all_chunks(H, plan)
    )


@claim(
    "LYU25.T3.ALG",
    "Section 5: law of DP-ERM as implemented",
    "algorithm",
    reach=one_point,
    narrows="$d = 1$, also where $LDim(H) = 0$, $k = 2$ chunks, $eps = ln 4$, $B = 1$, $alpha = 2$, $p_j = 2^(j-1)$; "
    "an empty class lists nothing",
    caps="$n = 3$ rows, in chunks of 2 and 1",
    halves=Constant(2, mutants=(1, 4)),
)
def dp_erm_has_the_law_of_its_listing(H: ExplicitBinary, law: LawOf, run: Erm, halves: Fraction) -> Truth:
    """DP-ERM partitions the sample at random into $k$ chunks and runs its $d + 1$ stages on them: for every sample of
    three rows its law is the average, over the orders of the rows, of that for a fixed partition."""
    functions = tuple(sorted(H.functions()))
    plan = tiny_plan(H, 3, 2)
    listing = with_constants(plan, Fraction(2), Fraction(2), halves)
    return all_of(
        same_law(law(run, functions, S, plan), erm_law(functions, S, listing, as_defined))
        for S in product(all_rows(H), repeat=3)
    )


@claim(
    "LYU25.T3.ALG.counts",
    "for section 5: law of DP-ERM on counts as implemented",
    "algorithm",
    role="companion",
    narrows="the class {00, 01, 10} on two points; $k = 2$ chunks, $eps = ln 4$, $B = 1$, $alpha = 2$, $p_j = "
    "2^(j-1)$; an empty class lists nothing",
    caps="$n = 3$ rows",
    moved=OFFSET,
)
def dp_erm_on_counts_has_the_law_of_dp_erm_on_rows(code: Size, law: LawOf, run: Erm, moved: int) -> Statement:
    """Where of each example only the number of its rows is known, splitting the numbers by a multivariate
    hypergeometric law gives DP-ERM the same law as a random partition of the rows: for the 20 samples of three rows, by
    ``code``."""
    H = explicit(ZERO_OR_A_POINT, 2, 2)
    plan, functions = tiny_plan(H, 3, 2), tuple(sorted(H.functions()))
    samples = list(combinations_with_replacement(all_rows(H), 3))
    S = samples[int(code) % len(samples)]
    other = samples[(int(code) + int(moved)) % len(samples)]
    return when(
        code < len(samples), same_law(law(run, functions, other, plan), erm_law(functions, S, plan, as_defined))
    )


@claim(
    "LYU25.T3.ALG.essential",
    "Definition 4.3, as the algorithm computes it: lists of essential hypotheses as implemented",
    "algorithm",
    narrows="$p = 1$, 2 and $d$ the Littlestone dimension or one more",
    more=OFFSET,
)
def the_algorithm_lists_the_essential_hypotheses(H: ExplicitBinary, run: Listed, more: int) -> Truth:
    """The hypotheses that DP-ERM lists for a class are its $(p, d)$-essential hypotheses."""
    functions, dimension = tuple(sorted(H.functions())), int(littlestone_dimension(H))
    sizes = product((1, 2), (dimension, dimension + 1))
    return all_of(run(functions, p, d) == as_defined(functions, p + int(more), d) for p, d in sizes)


# ---- Other readings of the algorithm


def _pooled_change(H: ConceptClass, stages: Integer) -> int:
    """The most that one row changes how often a function is in the lists of one chunk at so many stages together."""
    plan, functions = replace(tiny_plan(H, 1, 1), alpha=Fraction(1)), tuple(sorted(H.functions()))

    def times(h: Function, row: Example) -> int:
        return sum(
            h in listed(functions, (row,), plan, j, as_defined) for j in range(1, min(int(stages), plan.d + 1) + 1)
        )

    return max(times(h, row) - times(h, other) for h in functions for row, other in product(all_rows(H), repeat=2))


@claim(
    "LYU25.T3.ALG.pooled",
    "for section 5: sensitivity of frequencies that are pooled over stages",
    "algorithm",
    role="companion",
    reach=one_point,
    caps=TWO_STAGES,
)
def one_row_changes_a_pooled_frequency_by_one(H: ExplicitBinary, stages: PositiveSize) -> Truth:
    """In the reading that the list is of all stages so far, an empty class having none, one row changes how often an
    item is in it by at most 1 as well."""
    return all_of([_pooled_change(H, stages) <= 1])


@correction(
    "LYU25.T3.ALG.pooled",
    "a teacher then has a vote for each stage, up to $d + 1$; with one list for each stage, as in "
    "Algorithm 4, it has one",
    reach=one_point,
    caps=TWO_STAGES,
    slack=TIGHT,
)
def one_row_changes_a_pooled_frequency_by_the_stages(H: ExplicitBinary, stages: PositiveSize, slack: int) -> Truth:
    """A row changes how often an item is in the lists of all stages so far by at most their number."""
    return all_of([_pooled_change(H, stages) <= stages + slack])


@claim(
    "LYU25.T3.ALG.again",
    "for section 5: draws that are repeated until one succeeds",
    "algorithm",
    role="companion",
    narrows="the items of one list alone",
)
def what_one_list_has_alone_stays_rare(L: PositiveInteger, delta: OpenUnit, u: AtLeastOne, others: FromZero) -> Truth:
    """Drawn until it is no failure symbol, an item that one list of $L$ alone has still has probability at most
    $delta$: such items weigh $L e^eps$, those of other lists ``others``; $u = e^eps$."""
    return L * u <= delta * (L * u + others)


@correction(
    "LYU25.T3.ALG.again",
    "without the failure symbol the only list of one teacher tells all; it is harmless where a frequent item weighs as "
    "much, which a noisy test alone does not say",
    scale=SHARE,
)
def it_stays_rare_beside_a_frequent_item(
    L: PositiveInteger, delta: OpenUnit, u: AtLeastOne, more: FromZero, scale: Fraction
) -> Truth:
    """Where other items weigh $L e^eps / delta$ or more, those of one list alone have probability at most $delta$."""
    return L * u <= scale * delta * (L * u + L * u / delta + more)


# ---- Its privacy


def on_one_point(more: int) -> ConceptClass:
    """{0} or, with one more, {0, 1} on one point."""
    return explicit(((0,), (1,))[: 1 + int(more)], 2, 1)


def output_law(run: Run, law: Run, H: ConceptClass, plan: ErmPlan) -> Callable[[Sample], Law[Any]]:
    """The exact law of what DP-ERM outputs: a hypothesis, the failure symbol, or nothing where no test passed."""
    functions = tuple(sorted(H.functions()))

    def output(released: Any) -> tuple[bool, Any]:
        return released.stage is None, released.hypothesis

    return cache(lambda S: law(run, functions, S, plan).map(output))


@claim(
    "LYU25.T3.priv",
    "Section 5: privacy of DP-ERM",
    "claim",
    narrows="that no test passed is an output of its own, beside the failure symbol; an empty $H_i^j$ lists nothing; "
    "tests and draw each run with the printed $eps$",
    caps="$H = {0}$ and {0, 1} on one point, $d = 1$, $eps = ln 2$, $delta = 2^-k$, hence $k = d^2 ln(1/delta)/eps$, "
    "$n = k$ rows, up to order, hence $alpha = k/n = 1$, and $B = b + 10 ln(|H|/delta)/eps$",
)
def dp_erm_is_private_as_printed(k: PositiveSize, b: Size, more: Size, law: LawOf, run: Erm) -> Statement:
    """By the privacy property of AboveThreshold and Sparse Selection, the algorithm is easily seen to be $(eps,
    delta)$-DP. Read as: with $B >= 10 log(L/delta)/eps$, as Lemma 3.1 asks, over all pairs of neighbours, realizable
    or not; AboveThreshold reports each answer; $H$ has $1 + more$ functions."""
    H, epsilon, delta = on_one_point(more), ln(2), Fraction(1, 2 ** int(k))
    B = int(b) + 10 * ln(len(H.functions()) / delta) / epsilon
    learner = output_law(run, law, H, printed_plan(1, int(k), epsilon, delta, exact(B)))
    return when(more <= 1, is_private(learner, all_rows(H), int(k), epsilon, delta, neighbours_up_to_order))


@terms("LYU25.T3.priv.corrected")
def split_budget(epsilon: PositiveReal, delta: OpenUnit) -> Terms:
    """DP-ERM with a split budget."""
    return Terms(epsilon=epsilon, delta=delta)


@correction(
    "LYU25.T3.priv",
    "each of up to $d + 1$ tests costs the $eps$ of its noise, and the sample $2 eps$: split the budget. "
    "A constant times the printed $k$ still drowns the noise",
    narrows="an event and a pair of neighbours with one partition, a stage at a time, and not the induction; that the "
    "sample with this $B$ costs $eps/2$ and $delta$ is LYU25.T3.priv.rare and LYU25.T3.priv.total",
    tests=Constant(HALF, mutants=(1,)),
    stages=Constant(1, mutants=(0,)),
)
def dp_erm_is_private_with_a_split_budget(
    d: PositiveInteger,
    epsilon: PositiveReal,
    delta: OpenUnit,
    w: AtLeastOne,
    s: AtLeastOne,
    t: AtLeastOne,
    passes: Unit,
    x: Unit,
    y: Unit,
    found: Unit,
    later: Unit,
    tests: Fraction,
    stages: int,
) -> Truth:
    """With $eps/(2(d+1))$ for each test, $eps/4$ for the sample and $B >= 1 + ln(L/min(delta, e^{eps/4} - 1))/(eps/4)$,
    where lists have at most $L$ items, DP-ERM is $(eps, delta)$-DP for every class: by induction from the last stage an
    event has at most $w^{m+1} t V' + delta$ before $m + 1$ stages, $V'$ being its probability on the neighbour with the
    same partition. The test passes with $x w passes$, $w = e^{eps/(2 (d+1))}$, and then it has at most $t found +
    delta$, $t = e^{eps/2}$; or it fails with $y w (1 - passes)$, and then it has at most $s t later + delta$, $s =
    w^m$."""
    cost = split_budget(epsilon, delta)
    event = x * w * passes * t * found + y * w * (1 - passes) * s * t * later + delta
    bound = w**stages * s * t * (passes * found + (1 - passes) * later) + cost.delta
    return ((d + 1) * (tests * epsilon / (d + 1)) + 2 * (epsilon / 4) <= cost.epsilon) & (event <= bound)


@uses("LYU25.T3.priv.corrected", "DP.laplace", AFTER, draws="all tests together are $eps/2$-private, in any order")
def each_test_is_a_laplace_mechanism(d: PositiveInteger, epsilon: PositiveReal) -> Use:
    """The largest frequency of an item changes by at most 1; each of the $d + 1$ tests has $Lap(2(d+1)/eps)$."""
    return Use({"sensitivity": Real.of(1), "scale": 2 * (d + 1) / epsilon}, times=d + 1)


@uses(
    "LYU25.T3.priv.corrected",
    "LYU25.T3.priv.rare",
    AFTER,
    draws="the items of one list alone may be ignored, but with probability $delta$",
)
def the_sample_seldom_shows_an_item_of_one_list(delta: OpenUnit) -> Use:
    """One example is in one chunk, which has one list."""
    return Use({"delta": delta}, times=1)


@uses("LYU25.T3.priv.corrected", "LYU25.T3.priv.total", AFTER)
def other_items_change_by_twice_the_parameter(epsilon: PositiveReal) -> Use:
    """The weight of every other item, and the total, change by a factor of at most $e^{eps/4}$ each: $eps/2$ for the
    sample."""
    return Use({"v": exp(epsilon / 4) - 1}, gives=lambda items: items.epsilon <= epsilon / 2, times=1)


rests_on("LYU25.T3.priv.corrected", "DP.composition.adaptive", "the costs of the tests and of the sample add up", AFTER)


@adds_up("LYU25.T3.priv.corrected", AFTER)
def the_budget_is_split(d: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit) -> Total:
    """The tests and the sample cost $epsilon$ and $delta$ together."""
    return Total(epsilon=epsilon, delta=delta)


def split_plan(d: int, k: int, epsilon: Real, delta: Fraction, longest: int) -> ErmPlan:
    """The printed sizes for n = k rows, but for alpha = 1, k, the split budget, and the least B that is private."""
    sample = exact(epsilon / 4)
    B = exact(1 + ln(longest / delta) / sample)  # delta is at most 1/2, and e^{eps/4} - 1 at least 1
    plan = replace(printed_plan(d, k, epsilon, delta, B), chunks=k, alpha=Fraction(1), least=Fraction(k, 2))
    return replace(plan, test_epsilon=exact(epsilon / (2 * (d + 1))), sample_epsilon=sample)


@claim(
    "LYU25.T3.priv.run",
    "for section 5: privacy of the law of DP-ERM with a split budget",
    "step",
    role="companion",
    narrows="$H = {0}$ and, with one ``more``, {0, 1} on one point; an empty class lists nothing; that no test passed "
    "is an output of its own",
    caps="$n = k$ rows, up to order, $alpha = 1$, $eps = 4 (d+1) ln 2$, $delta = 2^-k$",
    share=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def its_law_is_private(
    k: PositiveSize, d: PositiveSize, more: Size, law: LawOf, run: Erm, share: Fraction
) -> Statement:
    """With the split budget and the least $B$ of LYU25.T3.priv.corrected the law of the algorithm is $(eps, delta)$-DP,
    over all pairs of neighbours, realizable or not."""
    H, epsilon, delta = on_one_point(more), 4 * (int(d) + 1) * ln(2), Fraction(1, 2 ** int(k))
    learner = output_law(run, law, H, split_plan(int(d), int(k), epsilon, delta, len(H.functions())))
    private = is_private(learner, all_rows(H), int(k), share * epsilon, delta, neighbours_up_to_order)
    return when(more <= 1, private)


@terms("LYU25.T3.priv.rare")
def rare_items(delta: OpenUnit) -> Terms:
    """Items that one list of at most L alone has are drawn so seldom, at B >= 1 + ln(L/delta)/eps."""
    return Terms(delta=delta)


@claim(
    "LYU25.T3.priv.rare",
    "for section 5: chance of items of one list alone",
    "step",
    role="companion",
    narrows=WEIGHTS,
    first=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def items_of_one_list_are_rare(
    L: PositiveInteger, v: PositiveReal, delta: OpenUnit, r: FromZero, s: FromZero, first: Fraction
) -> Truth:
    """If $B >= 1 + ln(L/delta)/eps$, hence $e^{eps B} = L e^eps/delta + s$ with $s >= 0$, then the at most $L$ items of
    score 1 that one list alone has, of weight $e^eps$ each, are drawn with probability at most $delta$."""
    symbol = first * L * (1 + v) / delta + s
    return L * (1 + v) <= rare_items(delta).delta * (symbol + r)


@terms("LYU25.T3.priv.total")
def changed_weights(v: PositiveReal) -> Terms:
    """A replaced list changes an item's weight and the total weight by a factor of 1 + v = e^eps each, at B >= 1 +
    ln(L/(e^eps - 1))/eps."""
    return Terms(epsilon=2 * ln(1 + v))


@claim(
    "LYU25.T3.priv.total",
    "for section 5: change of the total weight by one list",
    "step",
    role="companion",
    narrows=WEIGHTS,
    first=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def a_replaced_list_changes_the_total_weight_by_the_factor_of_one_item(
    L: PositiveInteger, v: PositiveReal, r: FromZero, s: FromZero, first: Fraction
) -> Truth:
    """If $B >= 1 + ln(L/(e^eps - 1))/eps$, hence $e^{eps B} = L e^eps/(e^eps - 1) + s$ with $s >= 0$, then a replaced
    list multiplies the total weight by at most $e^eps$, as it does with that of an item, so that both cost $2 eps$."""
    symbol = first * L * (1 + v) / v + s
    return symbol + (1 + v) * r + L * (1 + v) <= exp(Real.of(changed_weights(v).epsilon) / 2) * (symbol + r)
