"""YAN25 section 6.2.2: the claims on the accuracy of the proper learner."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.selection_laws import (
    LIGHT,
    ROUNDS,
    caterpillar,
    improper_pairs,
    on_caterpillar,
    printed_selection_law,
    printed_selection_plan,
    selection_law,
    selection_plan,
    small_counts,
    two_tailed_branches,
)
from littlestone.spec.class_trees.selection_sizes import beaten, log_terms, margin, printed_loss
from littlestone.spec.learning.laws import lower_tail, upper_tail
from littlestone.spec.learning.samples import grid
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import (
    BelowTwo,
    Subtree,
    class_tree,
    good_subtree,
    ones,
    proper_nodes,
)

CLAIMED = "section 6.2.2"

CL12 = "Section 6.2.2, proofs of Claims 1 and 2"
CL3 = "Section 6.2.2, proof of Claim 3"
CL4 = "Section 6.2.2, proof of Claim 4"

# ---- Accurate nodes


@claim("YAN25.AA", "Section 6.2.2, first sentence", "definition", caps="probabilities in thirds", share=SHARE)
def a_node_is_as_accurate_as_its_path(H: VCOneType, share: Fraction) -> Truth:
    """A node x represents an alpha-accuracy hypothesis if h with I(h) = {x' : x <= x'} has Pr[h != c_f] <= alpha: for x
    on the path of c_f that is the probability of the points of I(c_f) below x, ROOT being the zero function."""
    tree = class_tree(H)
    return all_of(
        equals(error(tree.hypothesis(x), c, D), share * sum((D[y] for y in ones(c) - tree.path(x)), Fraction(0)))
        for c in H.functions()
        for x in tree.nodes
        if tree.path(x) <= ones(c)
        for D in grid(H.points, 3)
    )


# ---- Claim 1


@terms("YAN25.Cl1")
def ones_tail(mean: FromZero, rate: int = 3) -> Terms:
    """More than 2 alpha N of N rows have label 1 below x_good so seldom, where alpha N is the mean at most."""
    return Terms(fails=exp(-(mean / rate)))


@claim(
    "YAN25.Cl1",
    f"Claim 1, {CLAIMED}",
    "claim",
    narrows="eps < 2, as Lemma 1 asks in stage 1, for N_2 goes to 0 as eps grows; that the "
    "mean of a product of independent factors is that of their means is in words",
    C=Constant(6, mutants=(3,)),
    rate=Constant(3, mutants=(2,)),
)
def few_ones_lie_below_an_accurate_node(
    rows: PositiveReal, alpha: OpenUnit, beta: OpenUnit, epsilon: BelowTwo, part: Unit, C: int, rate: int
) -> Truth:
    """Pr[more than 2 alpha N of the rows have label 1 below x_good] <= e^{-alpha N / 3} < beta, for N = N_2 = C
    (log(1/alpha) + log(1/beta)) / (alpha^2 eps), eps < 2 and C = 6: a row is one with probability p <= alpha, so that
    by Markov's inequality for 2^(such rows) it is at most ((1 + p) / 2^(2 alpha))^N, for every N; and alpha N_2 / 3 >
    ln(1/beta), times 3 alpha eps."""
    seldom = rows * (ln(1 + part * alpha) - 2 * alpha * ln(2)) <= ln(ones_tail(alpha * rows, rate).fails)
    return seldom & (C * log_terms(alpha, beta) > -(3 * alpha * epsilon * ln(beta)))


@uses("YAN25.Cl1", "PROB.chernoff.upper", CL12)
def the_ones_are_counted(alpha: OpenUnit, rows: PositiveReal) -> Use:
    """Chernoff's bound at delta = 1 for N independent rows, each below x_good with label 1 with probability at most
    alpha; S_2 is independent of x_good."""
    at = {"mean": alpha * rows, "delta": Real.of(1)}
    return Use(at, gives=lambda b: b.fails <= exp(-(alpha * rows / 3)))


# ---- Claim 2


def zero_share(D: Distribution, c: Function, good: Subtree, leaf: int) -> Fraction:
    """The probability of a row that counts for v(leaf)."""
    return sum((D[y] for y in good.path(leaf) - ones(c)), Fraction(0))


@claim(
    "YAN25.Cl2",
    f"Claim 2, {CLAIMED}",
    "claim",
    caps="alpha = 1/4, N = 4, probabilities in halves",
)
def some_leaf_has_a_small_value_as_printed(H: VCOneType) -> Truth:
    """If x_good represents an alpha-accuracy hypothesis, T_good has a leaf with Pr[v(leaf) <= 2 alpha N] <= e^{-alpha N
    / 3} < beta."""
    alpha, rows = QUARTER, 4
    return all_of(
        any_of(
            lower_tail(rows, zero_share(D, c, good, leaf), 2 * alpha * rows) <= exp(-(alpha * Real.of(rows) / 3))
            for leaf in good.leaves
        )
        for c, good in improper_pairs(H)
        for D in grid(H.points, 2)
        if error(good.tree.hypothesis(good.root), c, D) <= alpha
    )


@correction(
    "YAN25.Cl2",
    "the inequality is the wrong way round, Pr[v > 2 alpha N] is meant; an accurate x_good off the path of the target "
    "may have no good leaf (YAN25.Cl2.off_path), so x_good must be on it; and then v(l_good) = 0 surely",
    more=OFFSET,
)
def the_leaf_on_the_targets_path_has_value_zero(H: VCOneType, more: int) -> Truth:
    """If x_good is on the path of c_f and not proper, just one leaf of T_good is on it, and it has v = 0 for every
    sample that c_f labels: no point between it and x_good has label 0."""
    return all_of(
        sum(good.path(leaf) <= ones(c) for leaf in good.leaves) == 1 + more
        for c, good in improper_pairs(H)
        if c[good.root] == 1
    )


@uses("YAN25.Cl2", "PROB.chernoff.upper", CL12)
def the_zeros_on_the_path_are_counted(alpha: OpenUnit, rows: PositiveReal) -> Use:
    """Chernoff's bound for the rows of label 0 on the target's path, more than 2 alpha N of them; there are none
    (YAN25.Cl2.corrected), and the print has the bound for at most 2 alpha N."""
    at = {"mean": alpha * rows, "delta": Real.of(1)}
    return Use(at, gives=lambda b: 1 - b.fails <= exp(-(alpha * rows / 3)))


@correction(
    "YAN25.Cl2.from.PROB.chernoff.upper.conclusion",
    "the event is v > 2 alpha N, not v <= 2 alpha N",
    rate=Constant(3, mutants=(2,)),
)
def the_bound_is_for_large_values(alpha: OpenUnit, rows: PositiveReal, tail: Unit, rate: int) -> Statement:
    """Pr[v > 2 alpha N] <= e^{-alpha N / 3}."""
    return when(tail <= exp(-(alpha * rows / 3)), tail <= exp(-(alpha * rows / rate)))


rests_on("YAN25.Cl2.corrected", "YAN25.L3", "the points of c_f are on one path", CL12)


FORK = ((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 1, 0), (0, 1, 0, 1))  # {}, {r}, {a,b}, {a,c} on r, a, b, c


@claim("YAN25.Cl2.off_path", f"Claim 2, {CLAIMED}", "remark", role="companion", caps="alpha = 1/8, N = 8n", share=SHARE)
def an_accurate_node_off_the_path_has_no_good_leaf(n: PositiveSize, share: Fraction) -> Truth:
    """In {}, {r}, {a,b}, {a,c} with the target {r} and D(b) = D(c) = 1/2, x_good = a has error 0, and both leaves b and
    c have v > 2 alpha N with probability more than e^{-alpha N / 3}."""
    D, alpha = (Fraction(0), Fraction(0), HALF, HALF), Fraction(1, 8)
    H = explicit(FORK, 2, 4)
    good = good_subtree(class_tree(H), 1, proper_nodes(H))
    often = upper_tail(8 * n, zero_share(D, FORK[1], good, good.leaves[0]), Fraction(2 * n + 1))
    exact_node = equals(error(good.tree.hypothesis(1), FORK[1], D), 0)
    return exact_node & (len(good.leaves) == 2) & (share * often > exp(-(alpha * Real.of(8 * n) / 3)))


# ---- Claim 3


@claim(
    "YAN25.Cl3",
    f"Claim 3, {CLAIMED}",
    "claim",
    caps="alpha = 1/10, beta = 1/80, eps = ln 2, N = 10 n",
)
def step_c_is_reached_as_printed(n: PositiveSize) -> Statement:
    """With probability 1 - T beta Algorithm 4 runs step 7c: here for the class {}, {a,b}, {a,d}, {a,b,b2}, {a,d,d2},
    the target {a,b}, x_good = a and rows of which four of ten are at a, three at b2 and three at d2, with the weights
    over T of Definition 18, and so many rows that ln(1/(2 beta))/eps < alpha N / 2; after one step (d) x_flag is a leaf
    of T_good and has no children."""
    good = two_tailed_branches()
    plan = printed_selection_plan(Fraction(1, 10), 10 * int(n), ln(2))
    ends = printed_selection_law(good, {2: 3 * int(n), 4: 3 * int(n)}, plan).map(lambda end: end[1])
    return when(ln(40) / ln(2) < n * HALF, 1 - plan.rounds * Fraction(1, 80) <= Real.of(ends[LIGHT]))


@correction(
    "YAN25.Cl3",
    "x_flag may become a leaf of T_good, surely so with weights over T, and with any weights where the rows are not "
    "realizable: so weights over T_good and an end at leaves",
    narrows="the chance on the chain alone; for all trees that the noises are small is the arrow to YAN25.Cl3.eq1",
    caps="at most two rows of label 0 at a point and N of them in all, alpha = 1/a; the law of the loop on a chain of "
    "T + 1 forks, eps = ln 4 and one or two rows at each leaf",
    half=Constant(2, mutants=(4,)),
    share=Constant(1, mutants=(Fraction(1, 5000),)),
)
def a_light_child_or_a_leaf_is_reached(H: VCOneType, a: PositiveSize, half: Fraction, share: Fraction) -> Truth:
    """With probability at least 1 - T beta, where ln(1/(2 beta))/eps = alpha N / 2, Algorithm 4, with weights over
    T_good, runs step 7c or comes to a leaf, for N > 0 rows: the rounds are used up no more often, by the law of the
    loop; and if all noises are less than alpha N / 2, so that every child has w > alpha N / 2 in a round that runs (d),
    it does within 2/alpha - 1 rounds of (d), whatever they choose."""
    alpha, trees = Fraction(1, int(a)), {good.root: good for _, good in improper_pairs(H)}
    deep = (
        longest_descent(good, zeros, alpha * sum(zeros) / half) < 2 / alpha - 1
        for good in trees.values()
        for zeros in small_counts(H.points)
    )
    return all_of([*deep, *(rounds_are_seldom_used_up(int(a), rows, share) for rows in (1, 2))])


rests_on("YAN25.Cl3", "PROB.union", "the failures of the T rounds add up", CL3)


@uses("YAN25.Cl3", "YAN25.Cl3.eq2", CL3)
def all_children_are_heavy(weight: FromZero, bound: PositiveReal) -> Use:
    """All children are heavier than alpha N / 2 in a round of (d), where the noise is less than that; alpha N = 1."""
    return Use({"weight": weight, "bound": bound}, given=bound < HALF, gives=weight > HALF)


rests_on("YAN25.Cl3", "YAN25.X8", "there are other branches, which is not said in print", CL3)


@uses("YAN25.Cl3", "YAN25.Cl3.eq3", CL3, repair="YAN25.Cl3.eq3.corrected")
def the_rounds_leave_little(rows: PositiveReal, rounds: AtLeastTwo, more: PositiveReal, left: FromZero) -> Use:
    """After T - 1 rounds of (d), T = 2/alpha, less than alpha N / 2 = N/T is left."""
    at = {"rows": rows, "rounds": rounds, "removed": rows / rounds + more, "left": left}
    return Use(at, gives=left * rounds < rows)


rests_on("YAN25.Cl3.corrected", "YAN25.Cl3.eq1", "all T noises are small but with probability T beta", CL3)
rests_on("YAN25.Cl3.corrected", "YAN25.Cl3.eq2", "a round of (d) leaves heavy children alone", CL3)
rests_on("YAN25.Cl3.corrected", "YAN25.Cl3.eq3", "the rows last T - 1 rounds", CL3, repair="YAN25.Cl3.eq3.corrected")


@adds_up("YAN25.Cl3", CL3)
def the_noises_together(alpha: OpenUnit, beta: OpenUnit) -> Total:
    """T beta for the upper tails."""
    return Total(fails=2 / alpha * beta)


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


@terms("YAN25.Cl3.eq1")
def large_noise(beta: OpenUnit) -> Terms:
    """One noise is ln(1/(2 beta))/eps or more so seldom; as seldom it is so far below 0."""
    return Terms(fails=beta)


@claim(
    "YAN25.Cl3.eq1",
    f"Claim 3, proof, {CLAIMED}",
    "step",
    narrows="one noise, by its tail e^{-x}/2 and 1 - e^x/2, and N_2; that T of them fail with T beta is in words",
    C=Constant(2, mutants=(1,)),
)
def the_noise_is_seldom_large(alpha: OpenUnit, beta: OpenUnit, C: int) -> Truth:
    """With probability 1 - T beta all Laplace noises are less than ln(1/(2 beta))/eps < alpha N / 2: each is larger
    with probability beta where beta <= 1/2, and 1 - 1/(4 beta) <= beta else; and eps alpha N_2 / 2 > ln(1/(2 beta)) for
    N_2 with the constant 2."""
    chance = large_noise(beta).fails
    few = (beta <= HALF).implies(exp(-ln(1 / (2 * beta))) / 2 <= chance)
    many = (beta >= HALF).implies(1 - exp(ln(1 / (2 * beta))) / 2 <= chance)
    return few & many & (ln(1 / (2 * beta)) < margin(C, alpha, beta) / 2)


@terms("YAN25.Cl3.eq2")
def heavy_children(weight: FromZero, bound: PositiveReal) -> Terms:
    """The least weight of a child in a round that runs (d), where noises are below the bound; alpha N = 1."""
    return Terms(asks=bound < HALF, says=weight >= 1 - bound)


@claim("YAN25.Cl3.eq2", f"Claim 3, proof, {CLAIMED}", "step", half=Constant(HALF, mutants=(1,)))
def children_are_heavy_where_step_d_runs(
    weight: FromZero, noise: Annotated[Real, Reals()], bound: PositiveReal, half: Fraction
) -> Statement:
    """In a round that runs (d), w_min + noise > alpha N; with noise < bound < alpha N / 2 this implies w_min >= alpha N
    - bound >= alpha N / 2. Here alpha N = 1, the unit of all."""
    there = heavy_children(weight, bound)
    return when([weight + noise > 1, noise < bound, there.asks], as_truth(there.says) & (1 - bound >= half))


@claim("YAN25.Cl3.eq3", f"Claim 3, proof, {CLAIMED}", "step")
def each_deep_step_removes_a_share_as_printed(
    rows: PositiveReal, rounds: AtLeastTwo, removed: PositiveReal
) -> Statement:
    """With T = 2/alpha, T - 1 rounds that each remove "at least alpha N / 2" = N/T rows, those of other branches, leave
    less than alpha N / 2."""
    share = rows / rounds
    return when(removed >= share, rows - (rounds - 1) * removed < share)


@terms("YAN25.Cl3.eq3.corrected")
def deep_steps(rows: PositiveReal, rounds: AtLeastTwo, removed: PositiveReal, left: Annotated[Real, Reals()]) -> Terms:
    """What T - 1 rounds leave, each of which removes more than rows/T."""
    return Terms(asks=removed > rows / rounds, says=left < rows / rounds)


@correction(
    "YAN25.Cl3.eq3",
    "at least alpha N / 2 each leaves at most alpha N / 2; less is left because w_min > alpha N / 2 is strict in a "
    "round of (d), where YAN25.Cl3.eq2 has >=",
    last=Constant(1, mutants=(2,)),
)
def each_deep_step_removes_a_share(
    rows: PositiveReal, rounds: AtLeastTwo, removed: PositiveReal, last: int
) -> Statement:
    """T - 1 rounds that each remove at least alpha N / 2 = N/T rows leave at most alpha N / 2, and less where each
    removes more."""
    share = rows / rounds
    left = rows - (rounds - last) * removed
    there = deep_steps(rows, rounds, removed, left)
    return when(removed >= share, (left <= share) & as_truth(there.asks).implies(as_truth(there.says)))


# ---- Claim 4


@claim(
    "YAN25.Cl4",
    f"Claim 4, {CLAIMED}",
    "claim",
    narrows="the arithmetic, for T beta < 1; each round's loss is that of YAN25.Cl4.eq2.corrected, and v(l_good) = 0 "
    "by YAN25.Cl2.corrected",
    cites=("YAN25.Cl4.eq2.corrected", "YAN25.Cl2.corrected"),
    C=Constant(3, mutants=(1,)),
)
def quality_is_kept_along_the_rounds(alpha: OpenUnit, beta: OpenUnit, C: int) -> Statement:
    """With probability 1 - T beta, q(x_new) >= -2 alpha N - T ln(2/alpha)/eps in all rounds of (d): for N_2 with the
    constant 3 and x_good on the target's path. Not by the printed induction, whose rounds lose more (YAN25.Cl4.eq2),
    but because the best value is 0, so that the 2 alpha N are left for what the rounds lose."""
    lost = 2 / alpha * (2 * ln(2 / (alpha * beta)))
    return when(2 * beta < alpha, lost <= 2 * margin(C, alpha, beta) + printed_loss(alpha))


@uses("YAN25.Cl4", "YAN25.T8", CL4)
def the_exponential_mechanism_loses_little(K: PositiveInteger, gap: FromZero, epsilon: PositiveReal) -> Use:
    """ "By the guarantee of the exponential mechanism (Theorem 8)", which is of privacy alone: nothing is said there of
    the quality that is lost, which is to be at most ln(2/alpha)/eps; K = 2/alpha, and gap is the loss times eps."""
    return Use({"change": Real.of(1), "rate": epsilon / 2}, gives=gap <= ln(K))


@correction(
    "YAN25.Cl4.from.T8.conclusion",
    "Theorem 8 is about privacy; the accuracy of the exponential mechanism is (2/eps) ln(K/beta) with probability 1 - "
    "beta",
    twice=Constant(2, mutants=(1,)),
)
def the_exponential_mechanism_is_accurate(K: PositiveInteger, beta: OpenUnit, twice: int) -> Truth:
    """Of K candidates one that is worse by (2/eps) ln(K/beta) or more is drawn with probability at most beta, which is
    K e^{-ln(K/beta)}."""
    return K * exp(-(twice * ln(K / beta) / 2)) <= beta


@uses("YAN25.Cl4", "YAN25.Cl4.eq2.corrected", CL4)
def no_round_loses_much(K: PositiveReal, alpha: OpenUnit, beta: OpenUnit) -> Use:
    """No round of T = 2/alpha, with at most K <= 2/alpha children, loses (2/eps) ln(2/(alpha beta))."""
    line = 2 * beta / alpha
    return Use({"K": K, "beta": beta}, gives=lambda loss: 2 / alpha * loss.fails <= line, times=2 / alpha)


rests_on("YAN25.Cl4", "YAN25.Cl2.corrected", "the best value is 0", CL4)


@uses("YAN25.Cl4", "YAN25.Cl4.eq1", CL4)
def few_children_are_drawn_from(children: AtLeastOne, alpha: OpenUnit) -> Use:
    """In a round of (d) there are at most K = 2/alpha children, for which ln(K/beta) is at most ln(2/(alpha beta))."""
    return Use({"children": children, "alpha": alpha}, gives=children * (alpha / 2) <= 1)


rests_on("YAN25.Cl4", "YAN25.Cl3", "all rounds of (d) have heavy children", CL4, repair="YAN25.Cl3.corrected")


@adds_up("YAN25.Cl4", CL4)
def the_rounds_of_deep_steps(K: PositiveReal, alpha: OpenUnit, beta: OpenUnit) -> Total:
    """T beta for T rounds."""
    return Total(fails=2 / alpha * beta)


@terms("YAN25.Cl4.eq1")
def heavy_siblings(children: AtLeastOne, alpha: FromZero, twice: int = 2) -> Terms:
    """The children in a round of (d), each of weight alpha N / 2 at least."""
    return Terms(says=children * alpha <= twice)


@claim(
    "YAN25.Cl4.eq1",
    f"Claim 4, proof, {CLAIMED}",
    "step",
    narrows="the arithmetic; that subtrees of children are disjoint and weigh at most N together is in words",
    twice=Constant(2, mutants=(1,)),
)
def few_children_are_all_heavy(total: Unit, children: AtLeastOne, part: Unit, twice: int) -> Truth:
    """w_min >= alpha N / 2 implies |X_children| <= 2/alpha: subtrees of children are disjoint, so that they weigh
    total N <= N together and w_min is at most the average; alpha N / 2 is a part of that."""
    alpha = 2 * (part * total / children)
    return as_truth(heavy_siblings(children, alpha, twice).says)


@claim(
    "YAN25.Cl4.eq2",
    f"Claim 4, proof, {CLAIMED}",
    "step",
    narrows="one round, of K = 2/alpha children, all but one just beyond the loss; that its failure is what i rounds "
    "have together is in words",
)
def the_rounds_lose_little_as_printed(K: PositiveInteger, i: PositiveInteger, beta: OpenUnit) -> Statement:
    """By the guarantee of the exponential mechanism the quality loses at most ln(2/alpha)/eps in each of i rounds with
    probability 1 - i beta, whatever the best value is: already one round may lose more than the i rounds together
    should, for the weights are e^{eps q / 2}. (Claim 4 as it stands is saved by its 2 alpha N.)"""
    return when(i <= K, beaten(K - 1, i * ln(K) / 2) <= i * beta)


@terms("YAN25.Cl4.eq2.corrected")
def lossy_round(K: PositiveReal, beta: OpenUnit) -> Terms:
    """A round with K children loses (2/eps) ln(K/beta) or more so seldom."""
    return Terms(fails=beta)


@correction(
    "YAN25.Cl4.eq2",
    "the exponential mechanism draws by e^{eps q / 2} and loses (2/eps) ln(K/beta) with probability beta: the factor 2 "
    "and ln(1/beta) are missing",
    narrows="the arithmetic for one best child and K - 1 just beyond the loss; that this is the worst case is in words",
    twice=Constant(2, mutants=(1,)),
)
def a_round_seldom_loses_twice_the_logarithm(K: PositiveInteger, beta: OpenUnit, twice: int) -> Truth:
    """With K <= 2/alpha children the quality loses (2/eps) ln(K/beta) or more in a round with probability at most beta:
    (2/eps) ln(2/(alpha beta)) is enough."""
    return beaten(K - 1, twice * ln(K / beta) / 2) <= lossy_round(K, beta).fails
