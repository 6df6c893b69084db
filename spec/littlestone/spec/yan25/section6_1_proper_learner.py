"""YAN25 section 6.1.2: Algorithm 4, the proper learner, by its law, and its parameters."""

from collections.abc import Iterator
from itertools import product

from littlestone.spec.class_trees.improper_laws import TreePlan
from littlestone.spec.class_trees.proper_laws import ProperPlan, proper_law
from littlestone.spec.class_trees.selection_laws import (
    LEAF,
    SelectionPlan,
    caterpillar,
    leaf_law,
    printed_selection_law,
    printed_selection_plan,
    selection_plan,
    small_counts,
)
from littlestone.spec.class_trees.selection_sizes import generalisation_rows, log_terms
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

Selects = Annotated[Run, Algorithm("YAN25.Alg4.stage2")]
RUN = "Algorithm 4, section 6.1.2"
FORKED = tuple(
    explicit([tuple(a ^ b for a, b in zip(c, f, strict=True)) for c in ((0, 0, 0), (1, 1, 0), (1, 0, 1))], 2, 3)
    for f in ((0, 0, 0), (1, 0, 1))
)


# ---- Algorithm 4


@claim(
    "YAN25.Alg4",
    f"{RUN}: children in each round",
    "algorithm",
    caps="$alpha = 1/2$, $eps = ln 2$, at most two rows of label 0 at a point and $N > 0$ of them in all",
)
def the_rounds_always_have_children_as_printed(H: VCOneType) -> Truth:
    """In each of the $T$ rounds let $X_children$ be the set of child nodes of $x_flag$, and select $x_new$ from it.
    Read as: it is not empty, for every $x_good$ that is not proper and every $S_2$, with the weights over $T$."""
    ends = (
        printed_selection_law(good, dict(enumerate(zeros)), printed_selection_plan(HALF, sum(zeros), ln(2)))
        for good in improper_subtrees(H)
        for zeros in small_counts(H.points)
    )
    return all_of(law.probability(lambda end: end[1] == LEAF) <= 0 for law in ends)


@correction(
    "YAN25.Alg4",
    "after step (d) $x_flag$ may be a leaf of $T_good$: the loop must end there; then, with rows counted with repeats "
    "on $S_2$ alone, $N = N_2$, weights over $T_good$, $ceil(2/alpha)$ rounds and a fixed leaf, all is defined",
    narrows="$eps = ln 2$, $alpha = 2/a$",
    caps="at most two rows of label 0 at a point, none at $x_good$, $N > 0$ of them in all; and two samples on a "
    "chain of two forks",
    fewer=OFFSET,
    scale=Constant(1, mutants=(2,)),
)
def the_selection_has_the_law_of_its_listing(
    H: VCOneType, a: PositiveSize, law: LawOf, run: Selects, fewer: int, scale: Fraction
) -> Truth:
    """From $x_flag = x_good$ the rounds test $w_min + Lap(1/eps)$ against $alpha N$, end at a leaf, take a light child
    and end, or take a child above a leaf of small value, by the exponential mechanism; of more than $2/alpha$ children
    the first $floor(2/alpha) + 1$ go to step (c) without a test: the law of the first leaf of $T_good$ at or below
    $x_flag$ is that of the listing."""
    alpha = Fraction(2, int(a))
    return all_of(
        same_law(law(run, good, zeros, plan), leaf_law(good, zeros, changed))
        for good, zeros in selections(H)
        for plan in (selection_plan(alpha, sum(zeros.values()), ln(2)),)
        for changed in (with_changes(plan, int(fewer), scale),)
    )


def selections(H: ConceptClass) -> Iterator[tuple[Subtree, dict[int, int]]]:
    """Every T_good of the class with few rows of label 0 below x_good, and a chain of two forks with some."""
    counts = [(zeros, dict(enumerate(zeros))) for zeros in small_counts(H.points)]
    yield from ((good, at) for good in improper_subtrees(H) for zeros, at in counts if not zeros[good.root])
    yield from ((caterpillar(2), {1: a, 3: 1, 4: b}) for a, b in ((0, 2), (3, 0)))


def with_changes(plan: SelectionPlan, fewer: int, scale: Fraction) -> SelectionPlan:
    """The plan with fewer rounds and another threshold."""
    return SelectionPlan(plan.rounds - fewer, plan.epsilon, plan.threshold * scale, plan.most_children)


@claim(
    "YAN25.Alg4.run",
    f"{RUN}: proper learner as implemented",
    "algorithm",
    narrows="the class {}, ${a,b}$, ${a,c}$ and another representation of it; Algorithms 2 and 4 as corrected",
    caps="two rows, one for each part, $t = 1$, $alpha = 1$, $eps = 4 ln 2$ and 8 ln 2, $delta = 1/4$, M4 and M2 in "
    "the first part, $eps = ln 2$ in the second",
    moved=OFFSET,
)
def the_proper_learner_has_the_law_of_its_listing(
    code: Size, law: LawOf, run: Annotated[Run, Algorithm("YAN25.Alg4.run")], moved: int
) -> Statement:
    """ProperLearner splits the rows at random, finds $x_good$ from $S_1$ by Algorithm 2, puts out its path where it is
    proper, else the path of a leaf selected by $S_2$, with the labels of $f$ turned back: for all samples of two rows,
    by ``code``."""
    plan = ProperPlan(TreePlan(1, 4 * ln(2), 8 * ln(2), QUARTER), 1, 1, Fraction(1), ln(2))
    cases = [(H, S) for H in FORKED for S in product(all_rows(H), repeat=2)]
    H, S = cases[int(code) % len(cases)]
    other = S if not moved else S[::-1][:1] * 2
    return when(code < len(cases), same_law(law(run, H.functions(), S, plan), proper_law(H, other, plan)))


# ---- Its parameters


@claim(
    "YAN25.Alg4.eq1",
    f"{RUN}: size of the second part",
    "step",
    narrows="$alpha$, $beta <= 1/2$: the $O$ leaves out those near 1; $eps < 2$, as Lemma 1 asks in stage 1; what "
    "YAN25.Cl1 and Theorem 3 ask of $N_2$",
    C=Constant(10_000, mutants=(1000,)),
)
def the_second_part_is_large_enough(alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo, C: int) -> Truth:
    """$N_2 = C (log(1/alpha) + log(1/beta)) / (alpha^2 eps)$ rows are enough for the claims: for $eps < 2$ and $C =
    10000$ at least $3 ln(1/beta)/alpha$ and $(48/alpha)(10 ln(48e/alpha) + ln(5/beta))$; times $eps alpha^2$, with 2
    for $eps$ in the latter."""
    rows = C * log_terms(alpha, beta)
    asked = alpha * generalisation_rows(alpha, beta)
    return (3 * ln(1 / beta) * (alpha * epsilon) <= rows) & (2 * alpha * asked <= rows)


@claim(
    "YAN25.Alg4.eq2",
    f"{RUN}: number of rounds",
    "step",
    narrows="the arithmetic; that $w(x_flag)$ falls by so much in each round is not formalized",
    caps="$alpha = p/q <= 1$",
    spare=Constant(1, mutants=(2,)),
)
def so_many_rounds_are_enough(p: PositiveSize, q: PositiveSize, j: PositiveSize, spare: int) -> Statement:
    """$T = 2/alpha$, rounded down where it is no integer, is enough: if $j$ rounds of (d) are possible, where
    $w(x_flag)$ falls by more than $alpha N / 2$ in each and is more than $alpha N$ before the last, then $j + 1 <=
    T$."""
    alpha = Fraction(int(p), int(q))
    return when([p <= q, (j - 1) * alpha / 2 + alpha < 1], j + spare <= floor(2 / alpha))
