"""YAN25 section 6.2.2: below an accurate node few rows have label 1 (Claim 1), and one leaf has a small value
(Claim 2)."""

from littlestone.spec.class_trees.selection_sizes import log_terms
from littlestone.spec.learning.laws import lower_tail, upper_tail
from littlestone.spec.learning.samples import grid
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

CL12 = "Section 6.2.2, proofs of Claims 1 and 2"
FORK = ((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 1, 0), (0, 1, 0, 1))  # {}, {r}, {a,b}, {a,c} on r, a, b, c


# ---- Accurate nodes


@claim(
    "YAN25.AA",
    "section 6.2.2, first sentence: accuracy of a node",
    "definition",
    narrows="nodes on the path of $c_f$; probabilities in thirds",
    share=SHARE,
)
def a_node_is_as_accurate_as_its_path(H: VCOneType, share: Fraction) -> Truth:
    """A node $x$ represents an $alpha$-accuracy hypothesis if $h$ with $I(h) = {x' : x <= x'}$ has $Pr[h != c_f] <=
    alpha$: for $x$ on the path of $c_f$ that is the probability of the points of $I(c_f)$ below $x$, ROOT being the
    zero function."""
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
    "Claim 1, section 6.2.2: rows of label 1 below an accurate node",
    "claim",
    narrows="$alpha$, $beta < 1$; $eps < 2$, as Lemma 1 asks in stage 1, for $N_2$ goes to 0 as $eps$ grows; that a "
    "row is such with probability at most $alpha$, as $h_good$ errs there, that the mean of a product of independent "
    "factors is that of their means, and Markov's inequality are not formalized",
    C=Constant(6, mutants=(3,)),
    rate=Constant(3, mutants=(2,)),
)
def few_ones_lie_below_an_accurate_node(
    rows: PositiveReal, alpha: OpenUnit, beta: OpenUnit, epsilon: BelowTwo, part: Unit, C: int, rate: int
) -> Truth:
    """If $x_good$ represents an $alpha$-accuracy hypothesis, more than $2 alpha N$ of the rows have label 1 below
    $x_good$ with probability at most $e^{-alpha N / 3} < beta$, for $N = N_2 = C (log(1/alpha) + log(1/beta)) /
    (alpha^2 eps)$, $eps < 2$ and $C = 6$: a row is one with probability $p <= alpha$, so that by Markov's inequality
    for $2^(such rows)$ it is at most $((1 + p) / 2^(2 alpha))^N$, for every $N$; and $alpha N_2 / 3 > ln(1/beta)$,
    times $3 alpha eps$."""
    seldom = rows * (ln(1 + part * alpha) - 2 * alpha * ln(2)) <= ln(ones_tail(alpha * rows, rate).fails)
    return seldom & (C * log_terms(alpha, beta) > -(3 * alpha * epsilon * ln(beta)))


@uses("YAN25.Cl1", "PROB.chernoff.upper", CL12)
def the_ones_are_counted(beta: OpenUnit, more: PositiveReal) -> Use:
    """Chernoff's bound at $delta = 1$ for $N$ independent rows, each below $x_good$ with label 1 with probability at
    most $alpha$: $2 alpha N$ or more are with at most $e^{-alpha N / 3} < beta$, where $alpha N$ is more than $3
    ln(1/beta)$; $S_2$ is independent of $x_good$."""
    at = {"mean": 3 * (ln(1 / beta) + more), "delta": Real.of(1)}
    return Use(at, gives=lambda b: b.fails < beta)


# ---- Claim 2


def zero_share(D: Distribution, c: Function, good: Subtree, leaf: int) -> Fraction:
    """The probability of a row that counts for v(leaf)."""
    return sum((D[y] for y in good.path(leaf) - ones(c)), Fraction(0))


@claim(
    "YAN25.Cl2",
    "Claim 2, section 6.2.2: leaf of small value",
    "claim",
    caps="$alpha = 1/4$, $N = 4$, probabilities in halves, $x_good$ not proper",
)
def some_leaf_has_a_small_value_as_printed(H: VCOneType) -> Truth:
    """If $x_good$ represents an $alpha$-accuracy hypothesis, there exists a leaf $l_good$ in $T_good$ such that
    $Pr[v(l_good) <= 2 alpha N] <= e^{-alpha N / 3} < beta$. Read as: the first inequality; the second
    is that of YAN25.Cl1."""
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
    "the inequality is the wrong way round, $Pr[v > 2 alpha N]$ is meant; an accurate $x_good$ off the path of the "
    "target may have no good leaf (YAN25.Cl2.off_path), so $x_good$ must be on it; and then $v(l_good) = 0$ surely",
    more=OFFSET,
)
def the_leaf_on_the_targets_path_has_value_zero(H: VCOneType, more: int) -> Truth:
    """If $x_good$ is on the path of $c_f$ and not proper, just one leaf of $T_good$ is on it, and it has $v = 0$ for
    every sample that $c_f$ labels: no point between it and $x_good$ has label 0."""
    return all_of(
        sum(good.path(leaf) <= ones(c) for leaf in good.leaves) == 1 + more
        for c, good in improper_pairs(H)
        if c[good.root] == 1
    )


@uses("YAN25.Cl2", "PROB.chernoff.upper", "Claim 2, its display; its proof names the Chernoff bound")
def the_zeros_on_the_path_are_counted(alpha: OpenUnit, rows: PositiveReal) -> Use:
    """Chernoff's bound: more than $2 alpha N$ rows of label 0 are on the path from $x_c$ to $x_good$ with at most
    $e^{-alpha N / 3}$; in the display so seldom are at most $2 alpha N$."""
    at = {"mean": alpha * rows, "delta": Real.of(1)}
    return Use(at, gives=lambda b: 1 - b.fails <= exp(-(alpha * rows / 3)))


@correction(
    "YAN25.Cl2.from.PROB.chernoff.upper.conclusion",
    "the event is $v > 2 alpha N$, not $v <= 2 alpha N$",
    narrows="the last inequality; Markov's, and that the mean of a product of independent factors is the product of "
    "their means, are not formalized",
    rate=Constant(3, mutants=(2,)),
)
def the_bound_is_for_large_values(alpha: OpenUnit, rows: PositiveReal, part: Unit, rate: int) -> Truth:
    """$Pr[v > 2 alpha N] <= e^{-alpha N / 3}$: a row counts for $v$ with probability $p <= alpha$, so that by Markov's
    inequality for $2^v$ it is at most $((1 + p) / 2^(2 alpha))^N$, which is at most $e^{-alpha N / 3}$."""
    return rows * (ln(1 + part * alpha) - 2 * alpha * ln(2)) <= -(alpha * rows / rate)


rests_on("YAN25.Cl2.corrected", "YAN25.L3", "the points of $c_f$ are on one path", f"{CL12}, corrected")


@claim(
    "YAN25.Cl2.off_path",
    "for Claim 2, section 6.2.2: leaves below an accurate node off the target's path",
    "remark",
    role="companion",
    narrows="$alpha = 1/8$, $N = 8n$; $b$ alone, as $c$ is alike",
    share=SHARE,
)
def an_accurate_node_off_the_path_has_no_good_leaf(n: PositiveSize, share: Fraction) -> Truth:
    """In {}, ${r}$, ${a,b}$, ${a,c}$ with the target ${r}$ and $D(b) = D(c) = 1/2$, $x_good = a$ has error 0, and both
    leaves $b$ and $c$ have $v > 2 alpha N$ with probability more than $e^{-alpha N / 3}$."""
    D, alpha = (Fraction(0), Fraction(0), HALF, HALF), Fraction(1, 8)
    H = explicit(FORK, 2, 4)
    good = good_subtree(class_tree(H), 1, proper_nodes(H))
    often = upper_tail(8 * n, zero_share(D, FORK[1], good, good.leaves[0]), Fraction(2 * n + 1))
    exact_node = equals(error(good.tree.hypothesis(1), FORK[1], D), 0)
    return exact_node & (len(good.leaves) == 2) & (share * often > exp(-(alpha * Real.of(8 * n) / 3)))
