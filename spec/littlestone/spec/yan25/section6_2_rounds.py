"""YAN25 section 6.2.2: the rounds of Algorithm 4 come to step (c) (Claim 3), and lose little on the way (Claim 4)."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.selection_laws import (
    LIGHT,
    ROUNDS,
    caterpillar,
    on_caterpillar,
    printed_selection_law,
    printed_selection_plan,
    selection_law,
    selection_plan,
    small_counts,
    two_tailed_branches,
)
from littlestone.spec.class_trees.selection_sizes import beaten, margin, printed_loss
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

CL3 = "Section 6.2.2, proof of Claim 3"
CL4 = "Section 6.2.2, proof of Claim 4"


# ---- Claim 3


@claim(
    "YAN25.Cl3",
    "Claim 3, section 6.2.2: probability that step (c) is run",
    "claim",
    narrows="the class {}, ${a,b}$, ${a,d}$, ${a,b,b_2}$, ${a,d,d_2}$, the target ${a,b}$ and $x_good = a$; of ten "
    "rows four are at $a$, three at $b_2$ and three at $d_2$ (the errata's $x$ and $y$)",
    caps="$alpha = 1/10$, $beta = 1/80$, $eps = ln 2$, $N = 10 n$",
)
def step_c_is_reached_as_printed(n: PositiveSize) -> Statement:
    """With probability $1 - T beta$ Algorithm 4 runs step 7c. Read as: with the weights over $T$ of Definition 18, from
    so many rows that $ln(1/(2 beta))/eps < alpha N / 2$."""
    good = two_tailed_branches()
    plan = printed_selection_plan(Fraction(1, 10), 10 * int(n), ln(2))
    ends = printed_selection_law(good, {2: 3 * int(n), 4: 3 * int(n)}, plan).map(lambda end: end[1])
    return when(ln(40) / ln(2) < n * HALF, 1 - plan.rounds * Fraction(1, 80) <= Real.of(ends[LIGHT]))


@correction(
    "YAN25.Cl3",
    "$x_flag$ may become a leaf of $T_good$, nearly always so here, with weights over $T$, and with any weights where "
    "the rows are not realizable: so weights over $T_good$ and an end at leaves",
    narrows="the chance on the chain alone; that of one large noise is YAN25.Cl3.eq1, and that $T$ of them fail with "
    "$T beta$ on any tree is not formalized",
    caps="at most two rows of label 0 at a point and $N$ of them in all, $alpha = 1/a$; the law of the loop on a "
    "chain of $T + 1$ forks, $eps = ln 4$ and one or two rows at each leaf",
    half=Constant(2, mutants=(4,)),
    share=Constant(1, mutants=(Fraction(1, 5000),)),
)
def a_light_child_or_a_leaf_is_reached(H: VCOneType, a: PositiveSize, half: Fraction, share: Fraction) -> Truth:
    """With probability at least $1 - T beta$, where $ln(1/(2 beta))/eps = alpha N / 2$, Algorithm 4, with weights over
    $T_good$, runs step 7c or comes to a leaf, for $N > 0$ rows: the rounds are used up no more often, by the law of the
    loop; and if all noises are less than $alpha N / 2$, so that every child has $w > alpha N / 2$ in a round that runs
    (d), it does after fewer than $2/alpha - 1$ rounds of (d), whatever they choose."""
    alpha = Fraction(1, int(a))
    deep = (
        longest_descent(good, zeros, alpha * sum(zeros) / half) < 2 / alpha - 1
        for good in improper_subtrees(H)
        for zeros in small_counts(H.points)
    )
    return all_of([*deep, *(rounds_are_seldom_used_up(int(a), rows, share) for rows in (1, 2))])


def rounds_are_seldom_used_up(a: int, side: int, share: Fraction) -> Truth:
    """On a chain of T + 1 forks, T = 2a, with so many rows at each leaf, alpha = 1/a: with at most T e^{-eps alpha N /
    2} / 2."""
    T, n = 2 * a, 2 * a + 1
    rows = (n + 1) * side
    law = selection_law(caterpillar(n), on_caterpillar(n, side, side), selection_plan(Fraction(1, a), rows, ln(4)))
    beta = exp(-(ln(4) * Fraction(rows, 2 * a))) / 2
    return Real.of(law.probability(lambda end: end[1] == ROUNDS)) <= share * T * beta


def longest_descent(good: Subtree, zeros: tuple[int, ...], least: Fraction) -> int:
    """The most rounds of step (d) in a row, all children of each round weighing more than ``least``."""

    def weight(x: int) -> int:
        return sum(zeros[y] for y in good.below(x).nodes)

    def rounds(flag: int) -> int:
        children = good.children(flag)
        if not children or min(map(weight, children)) <= least:
            return 0
        return 1 + max(map(rounds, children))

    return rounds(good.root)


rests_on("YAN25.Cl3", "PROB.union", "the failures of the $T$ rounds add up", CL3)


@uses("YAN25.Cl3", "YAN25.Cl3.eq2", CL3)
def all_children_are_heavy(weight: FromZero, bound: PositiveReal) -> Use:
    """All children are heavier than $alpha N / 2$, in print at least that, in a round of (d), where the noise is less
    than that; $alpha N = 1$."""
    return Use({"weight": weight, "bound": bound}, given=bound < HALF, gives=weight > HALF)


rests_on("YAN25.Cl3", "YAN25.X8", "there are other branches, which is not said in print", CL3)


@uses("YAN25.Cl3", "YAN25.Cl3.eq3", CL3, repair="YAN25.Cl3.eq3.corrected")
def the_rounds_leave_little(
    rows: PositiveReal, rounds: AtLeastTwo, more: PositiveReal, weight: FromZero, others: FromZero
) -> Use:
    """After $T - 1$ rounds of (d), $T = 2/alpha$, less than $alpha N / 2 = N/T$ is left, the ``weight`` of a child and
    ``others``: no child weighs as much, as all do in a round of (d)."""
    at = {"rows": rows, "rounds": rounds, "removed": rows / rounds + more, "left": weight + others}
    return Use(at, gives=weight < rows / rounds)


@adds_up("YAN25.Cl3", CL3)
def the_noises_together(alpha: OpenUnit, beta: OpenUnit) -> Total:
    """$T beta$ for the upper tails."""
    return Total(fails=2 / alpha * beta)


@uses("YAN25.Cl3", "YAN25.Cl3.eq1", CL3, draws="all noises are less than $ln(1/(2 beta))/eps$")
@uses("YAN25.Cl5", "YAN25.Cl3.eq1", "Section 6.2.2, proof of Claim 5", draws="no noise is below $-ln(1/(2 beta))/eps$")
def no_noise_is_large(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """$T = 2/alpha$ noises; the lower tails, which Claim 5 needs, are not counted in print."""
    return Use({"beta": beta}, times=2 / alpha)


rests_on(
    "YAN25.Cl3.corrected",
    "YAN25.Cl3.eq1",
    "all $T$ noises are small but with probability $T beta$",
    f"{CL3}, corrected",
)
rests_on("YAN25.Cl3.corrected", "YAN25.Cl3.eq2", "a round of (d) leaves heavy children alone", f"{CL3}, corrected")
rests_on(
    "YAN25.Cl3.corrected",
    "YAN25.Cl3.eq3",
    "after $T - 1$ rounds less than $alpha N / 2$ is left",
    f"{CL3}, corrected",
    repair="YAN25.Cl3.eq3.corrected",
)


@terms("YAN25.Cl3.eq1")
def large_noise(beta: OpenUnit) -> Terms:
    """One noise is ln(1/(2 beta))/eps or more so seldom; as seldom it is so far below 0."""
    return Terms(fails=beta)


@claim(
    "YAN25.Cl3.eq1",
    "Claim 3, proof, section 6.2.2: size of the noise",
    "step",
    narrows="one noise, by its tail $e^{-x}/2$ and $1 - e^x/2$, and $N_2$; that $T$ of them fail with $T beta$ is not "
    "formalized",
    C=Constant(2, mutants=(1,)),
)
def the_noise_is_seldom_large(alpha: OpenUnit, beta: OpenUnit, C: int) -> Truth:
    """With probability $1 - T beta$ all Laplace noises are less than $ln(1/(2 beta))/eps < alpha N / 2$: each is larger
    with probability $beta$ where $beta <= 1/2$, and $1 - 1/(4 beta) <= beta$ else; and $eps alpha N_2 / 2 > ln(1/(2
    beta))$ for $N_2$ with the constant 2."""
    chance = large_noise(beta).fails
    few = (beta <= HALF).implies(exp(-ln(1 / (2 * beta))) / 2 <= chance)
    many = (beta >= HALF).implies(1 - exp(ln(1 / (2 * beta))) / 2 <= chance)
    return few & many & (ln(1 / (2 * beta)) < margin(C, alpha, beta) / 2)


@terms("YAN25.Cl3.eq2")
def heavy_children(weight: FromZero, bound: PositiveReal) -> Terms:
    """The least weight of a child in a round that runs (d), where noises are below the bound; alpha N = 1."""
    return Terms(asks=bound < HALF, says=weight >= 1 - bound)


@claim(
    "YAN25.Cl3.eq2",
    "Claim 3, proof, section 6.2.2: weight of the children in a round of (d)",
    "step",
    half=Constant(HALF, mutants=(1,)),
)
def children_are_heavy_where_step_d_runs(
    weight: FromZero, noise: Annotated[Real, Reals()], bound: PositiveReal, half: Fraction
) -> Statement:
    """In a round that runs (d), $w_min + noise > alpha N$; with $noise < bound < alpha N / 2$ this implies $w_min >=
    alpha N - bound >= alpha N / 2$. Here $alpha N = 1$, the unit of all."""
    there = heavy_children(weight, bound)
    return when([weight + noise > 1, noise < bound, there.asks], as_truth(there.says) & (1 - bound >= half))


@claim("YAN25.Cl3.eq3", "Claim 3, proof, section 6.2.2: rows left after all rounds but one", "step")
def each_deep_step_removes_a_share_as_printed(
    rows: PositiveReal, rounds: AtLeastTwo, removed: PositiveReal
) -> Statement:
    """With $T = 2/alpha$, $T - 1$ rounds that each remove at least $alpha N / 2 = N/T$ rows, those of other branches,
    leave less than $alpha N / 2$."""
    share = rows / rounds
    return when(removed >= share, rows - (rounds - 1) * removed < share)


@terms("YAN25.Cl3.eq3.corrected")
def deep_steps(rows: PositiveReal, rounds: AtLeastTwo, removed: PositiveReal, left: Annotated[Real, Reals()]) -> Terms:
    """What T - 1 rounds leave, each of which removes more than rows/T."""
    return Terms(asks=removed > rows / rounds, says=left < rows / rounds)


@correction(
    "YAN25.Cl3.eq3",
    "at least $alpha N / 2$ each leaves at most $alpha N / 2$; less is left because $w_min > alpha N / 2$ is strict "
    "in a round of (d), where YAN25.Cl3.eq2 has >=",
    last=Constant(1, mutants=(2,)),
)
def each_deep_step_removes_a_share(
    rows: PositiveReal, rounds: AtLeastTwo, removed: PositiveReal, last: int
) -> Statement:
    """$T - 1$ rounds that each remove at least $alpha N / 2 = N/T$ rows leave at most $alpha N / 2$, and less where
    each removes more."""
    share = rows / rounds
    left = rows - (rounds - last) * removed
    there = deep_steps(rows, rounds, removed, left)
    return when(removed >= share, (left <= share) & as_truth(there.asks).implies(as_truth(there.says)))


# ---- Claim 4


@claim(
    "YAN25.Cl4",
    "Claim 4, section 6.2.2: quality along the rounds of (d)",
    "claim",
    narrows="the arithmetic, for $T beta < 1$; each round's loss, with $2/alpha$ children by YAN25.Cl4.eq1, is that of "
    "YAN25.Cl4.eq2.corrected, and $v(l_good) = 0$ by YAN25.Cl2.corrected",
    C=Constant(3, mutants=(1,)),
)
def quality_is_kept_along_the_rounds(alpha: OpenUnit, beta: OpenUnit, C: int) -> Statement:
    """When Claim 3 holds, with probability $1 - T beta$, $q(x_new) >= -2 alpha N - T ln(2/alpha)/eps$ in all rounds of
    (d): for $N_2$ with the constant 3 and $x_good$ on the target's path, where the best value is 0. (The rounds of the
    printed induction lose more, YAN25.Cl4.eq2, for which its $2 alpha N$ are enough.)"""
    lost = 2 / alpha * (2 * ln(2 / (alpha * beta)))
    return when(2 * beta < alpha, lost <= 2 * margin(C, alpha, beta) + printed_loss(alpha))


@uses("YAN25.Cl4", "YAN25.T8", CL4)
def the_exponential_mechanism_loses_little(K: PositiveInteger, gap: FromZero, epsilon: PositiveReal) -> Use:
    """ "By the guarantee of the exponential mechanism (Theorem 8)", which is of privacy alone: nothing is said there of
    the quality that is lost, which is to be at most $ln(2/alpha)/eps$; $K = 2/alpha$, and gap is the loss times
    $eps$."""
    return Use({"change": Real.of(1), "rate": epsilon / 2}, gives=gap <= ln(K))


@correction(
    "YAN25.Cl4.from.T8.conclusion",
    "Theorem 8 is about privacy; the accuracy of the exponential mechanism is $(2/eps) ln(K/beta)$ with probability "
    "$1 - beta$",
    twice=Constant(2, mutants=(1,)),
)
def the_exponential_mechanism_is_accurate(K: PositiveInteger, beta: OpenUnit, twice: int) -> Truth:
    """Of $K$ candidates one that is worse by $(2/eps) ln(K/beta)$ or more is drawn with probability at most $beta$, as
    $K e^{-ln(K/beta)} <= beta$, where each such has probability at most $e^{-ln(K/beta)}$."""
    return K * exp(-(twice * ln(K / beta) / 2)) <= beta


@uses(
    "YAN25.Cl4",
    "YAN25.Cl4.eq2",
    CL4,
    repair="YAN25.Cl4.eq2.corrected",
    draws="no round loses $ln(2/alpha)/eps$ or more",
)
def no_round_loses_much(K: AtLeastOne, alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Each of $T = 2/alpha$ rounds, with at most $K <= 2/alpha$ children, with probability $1 - beta$."""
    return Use({"K": K, "beta": beta}, times=2 / alpha)


rests_on("YAN25.Cl4", "YAN25.Cl2", "the best value is at most $2 alpha N$", CL4, repair="YAN25.Cl2.corrected")


rests_on("YAN25.Cl4", "YAN25.Cl4.eq1", "at most $2/alpha$ children", CL4)
rests_on("YAN25.Cl4", "YAN25.Cl3", "all rounds of (d) have heavy children", CL4, repair="YAN25.Cl3.corrected")


@adds_up("YAN25.Cl4", CL4)
def the_rounds_of_deep_steps(K: PositiveReal, alpha: OpenUnit, beta: OpenUnit) -> Total:
    """$T beta$ for $T$ rounds."""
    return Total(fails=2 / alpha * beta)


@claim(
    "YAN25.Cl4.eq1",
    "Claim 4, proof, section 6.2.2: number of children in a round of (d)",
    "step",
    narrows="the arithmetic; that subtrees of children are disjoint and weigh at most $N$ together is not formalized",
    twice=Constant(2, mutants=(1,)),
)
def few_children_are_all_heavy(total: Unit, children: AtLeastOne, part: Unit, twice: int) -> Truth:
    """$w_min >= alpha N / 2$ implies $|X_children| <= 2/alpha$: subtrees of children are disjoint, so that they weigh
    $total N <= N$ together and $w_min$ is at most the average; $alpha N / 2$ is a part of that."""
    alpha = 2 * (part * total / children)
    return children * alpha <= twice


@claim(
    "YAN25.Cl4.eq2",
    "Claim 4, proof, section 6.2.2: quality lost in the rounds",
    "step",
    narrows="one round, of $K = 2/alpha$ children, all but one just beyond the loss of $i$ rounds; that its failure "
    "is what $i$ rounds have together is not formalized",
)
def the_rounds_lose_little_as_printed(K: PositiveInteger, i: PositiveInteger, beta: OpenUnit) -> Statement:
    """In each iteration the quality loses at most $ln(2/alpha)/eps$ with probability $1 - beta$, so that $i$ rounds
    lose at most $i ln(2/alpha)/eps$ with probability $1 - i beta$. Read as: whatever the best value is."""
    return when(i <= K, beaten(K - 1, i * ln(K) / 2) <= i * beta)


@terms("YAN25.Cl4.eq2.corrected")
def lossy_round(K: AtLeastOne, beta: OpenUnit) -> Terms:
    """A round with K children loses (2/eps) ln(K/beta) or more so seldom."""
    return Terms(fails=beta)


@correction(
    "YAN25.Cl4.eq2",
    "the exponential mechanism draws by $e^{eps q / 2}$ and loses $(2/eps) ln(K/beta)$ with probability $beta$: the "
    "factor 2 and $ln(1/beta)$ are missing",
    narrows="the arithmetic for one best child and $K - 1$ just beyond the loss; that this is the worst case, and that "
    "rounds add up, is not formalized",
    twice=Constant(2, mutants=(1,)),
)
def a_round_seldom_loses_twice_the_logarithm(K: PositiveInteger, beta: OpenUnit, twice: int) -> Truth:
    """With $K <= 2/alpha$ children the quality loses $(2/eps) ln(K/beta)$ or more in a round with probability at most
    $beta$, and $i$ rounds $i$ times as much with $i beta$: $(2/eps) ln(2/(alpha beta))$ is enough for each."""
    return beaten(K - 1, twice * ln(K / beta) / 2) <= lossy_round(K, beta).fails
