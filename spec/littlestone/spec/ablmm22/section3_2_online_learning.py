"""ABLMM22 section 3.2: dimension and thresholds bound each other (Theorem 10), and the optimal algorithm errs d times.

The appendix proves Theorem 10. Definition 11 extends the optimal algorithm to samples that are not realizable.
"""

from collections.abc import Iterable
from itertools import permutations, product

from littlestone.spec.ablmm22.vocabulary import Soa, binary_search_tree, consistent, mistakes, thresholds
from littlestone.spec.classes.concept_classes import largest_size, memoised, some_member
from littlestone.spec.classes.dimensions import floor_log2, io_splits, shatters_depth, standard_optimal_mistakes
from littlestone.spec.classes.literal import shatters
from littlestone.spec.classes.online_games import mistake_trees, most_mistakes, optimal_mistakes
from littlestone.spec.classes.trees import IOTree, depth, is_complete, realizes
from littlestone.spec.notation import *

ZERO, ONE = frozenset({0}), frozenset({1})
TIES = (0, 1)
SECOND = "appendix A, the second part of Theorem 10"
FIRST = "appendix A, the first part of Theorem 10"
UNKNOWN = ("appendix_threshold_dimension", "littlestone_dimension", "threshold_dimension")


# ---- Littlestone dimension and thresholds


@claim(
    "ABLMM22.D.ldim",
    "section 3.2: Littlestone dimension by shattered mistake trees",
    "definition",
    caps="trees no deeper than there are points, and of depth at most 2 on more than three",
    offset=OFFSET,
)
def ldim_is_the_depth_of_the_largest_complete_shattered_tree(H: Binary, offset: int) -> Truth:
    """$Ldim(H)$ is the depth of the largest complete mistake tree shattered by $H$: one of which every root-to-leaf
    path $(x_1, y_1), ..., (x_d, y_d)$, with $y_i = +1$ on the way to a right child, is realized by some $h$ in $H$."""
    levels = range(min(H.points, 3 if H.points <= 3 else 2) + 1)
    return all_of(
        any_of(shatters(H, tree) for tree in mistake_trees(H.points, b)).iff(
            shatters_depth(H, io_splits(2), b + offset)
        )
        for b in levels
    )


def takes(H: ConceptClass, points: Iterable[int], labels: Iterable[int]) -> Truth:
    """Some h in H has these labels at these points, which may repeat."""
    path = tuple(zip(points, labels, strict=True))
    return some_member(H, lambda f: realizes(f, path))


def contains_thresholds(H: ConceptClass, k: int) -> Truth:
    """There are x_1, ..., x_k in X and h_1, ..., h_k in H such that h_i(x_j) = 1 iff i <= j, for all i, j <= k."""
    return any_of(
        all_of(takes(H, xs, [int(i <= j) for j in range(k)]) for i in range(k))
        for xs in product(range(H.points), repeat=k)
    )


@memoised
def peels_thresholds(H: ConceptClass, points: frozenset[int], k: int) -> Truth:
    """k thresholds on some of these points, by taking off h_1, which is 1 on all of them, and x_1, where the rest is
    0."""
    if int(k) == 0:
        return TRUE
    return any_of(
        is_in & peels_thresholds(H.restrict(x, ZERO), frozenset(z for z in points if f[z]) - {x}, k - 1)
        for f, is_in in H.members()
        for x in points
        if f[x]
    )


@claim(
    "ABLMM22.D.thr",
    "section 3.2, thresholds: k thresholds",
    "definition",
    caps="$k$ at most 3, and at most the number of points",
    offset=OFFSET,
)
def thresholds_are_points_and_functions_in_order(H: Binary, offset: int) -> Truth:
    """$H$ contains $k$ thresholds if there are $x_1, ..., x_k$ and $h_1, ..., h_k$ in $H$ such that $h_i(x_j) = 1$ iff
    $i <= j$: the points differ, and $h_1$ and $x_1$ can be taken off first."""
    searched, everything = threshold_dimension(H), frozenset(range(H.points))
    return all_of(
        contains_thresholds(H, k).iff(peels_thresholds(H, everything, k + offset))
        & contains_thresholds(H, k).iff(searched.at_least(k))
        for k in range(min(H.points, 3) + 1)
    )


@claim(
    "ABLMM22.T10",
    "Theorem 10, section 3.2: Littlestone dimension against the number of thresholds",
    "theorem",
    narrows="on up to 4 points item 1 asks for more than one threshold of the class of all functions alone",
    first=Constant(0, stronger="larger", mutants=(2,)),
    second=Constant(0, stronger="larger", mutants=(1,)),
)
def dimension_and_thresholds_bound_each_other(H: Binary, first: int, second: int) -> Truth:
    """1. If $Ldim(H) >= d$ then $H$ contains $floor(log d)$ thresholds. 2. If $H$ contains $d$ thresholds then $Ldim(H)
    >= floor(log d)$. Here $d >= 1$, and log is to base 2."""
    d, k = littlestone_dimension(H), threshold_dimension(H)
    return (floor_log2_of(d, first) <= k) & (floor_log2_of(k, second) <= d)


rests_on("ABLMM22.T10", "ABLMM22.D.thr.appendix", "$k$ thresholds of section 3.2 are $k$ of the appendix", SECOND)
rests_on("ABLMM22.T10", "ABLMM22.A.tree2", "a complete tree of height $t$ that is shattered", SECOND)


@uses("ABLMM22.T10", "ABLMM22.T10.1", FIRST, repair="ABLMM22.T10.1.corrected", opaque=UNKNOWN)
def the_thresholds_are_enough_for_the_logarithm(H: Binary) -> Use:
    """Where $2^(t+1) - 1 <= d < 2^(t+2) - 1$, $t + 2$ thresholds of the appendix, $t + 1$ of section 3.2, are at least
    $floor(log d)$."""
    d, k = littlestone_dimension(H), threshold_dimension(H)
    return Use({"H": H}, gives=floor_log2_of(d) <= k)


def floor_log2_of(number: Number, more: int = 0) -> Number:
    """floor(log2 v) + more of a number v, and -1 where v < 1 and the logarithm says nothing."""
    return number.map(lambda v: floor_log2(v) + more if v >= 1 else -1)


@claim("ABLMM22.Fig1", "Figure 1: tree shattered by eight thresholds", "example", deeper=OFFSET)
def eight_thresholds_shatter_a_tree_of_depth_three(deeper: int) -> Truth:
    """The class ${t_1, ..., t_8}$ on 1, ..., 8, where $t_i(j) = +1$ iff $i <= j$, shatters the tree of binary search, 4
    at the root and 6 and 2 below it: its Littlestone dimension is 3, and point 8 is not needed."""
    H = explicit(thresholds(8))
    tree: IOTree = binary_search_tree(range(7))
    shape = is_complete(tree) and depth(tree) == 3 and _point_numbers(tree) == [4, 6, 2]
    return all_of([shape, shatters(H, tree), littlestone_dimension(H) == depth(tree) + deeper])


def _point_numbers(tree: IOTree) -> list[int]:
    """The labels of the root and of its left and right child, counted from 1."""
    assert tree is not None and tree.left is not None and tree.right is not None
    return [node.point + 1 for node in (tree, tree.left, tree.right)]


# ---- Mistake bounds


@claim(
    "ABLMM22.MB",
    "section 3.2: optimal mistake bound",
    "claim",
    caps="games on points that split the class",
    slack=TIGHT,
)
def the_least_mistake_bound_is_ldim(H: Binary, slack: int) -> Truth:
    """The minimum mistake bound achievable by any online learner is exactly $Ldim(H)$. Read as: any deterministic one;
    a bound that always holds also holds for fixed coins."""
    return optimal_mistakes(H) == littlestone_dimension(H) + slack


@claim(
    "ABLMM22.MB.soa",
    "section 3.2: mistake bound of the standard optimal algorithm",
    "claim",
    caps="sequences of points that split the version space",
    slack=TIGHT,
)
def the_standard_optimal_algorithm_is_optimal(H: Binary, slack: int) -> Truth:
    """The standard optimal algorithm, here with ties to -1, achieves the optimal mistake bound, $Ldim(H)$."""
    return standard_optimal_mistakes(H) <= littlestone_dimension(H) + slack


# ---- The standard optimal algorithm


@memoised
def optimal_rule(H: ConceptClass, tie: int) -> Function:
    """argmax_b Ldim({h in H : h(x) = b}) at every x, ``tie`` where both are equal; for an explicit class."""
    return tuple(_larger(H, x, tie) for x in range(H.points))


def _larger(H: ConceptClass, x: int, tie: int) -> int:
    zero, one = (int(littlestone_dimension(H.restrict(x, frozenset({y})))) for y in (0, 1))
    return tie if zero == one else int(zero < one)


@claim(
    "ABLMM22.A.SOA",
    "box of section 3.2: standard optimal algorithm as implemented",
    "algorithm",
    caps="mistakes on sequences of at most one example more than there are points, rules after sequences of distinct "
    "points",
    fewer=OFFSET,
)
def the_standard_optimal_algorithm_is_implemented(H: ExplicitBinary, soa: Soa, fewer: int) -> Truth:
    """The SOA predicts $argmax_b Ldim(H_t^b(x))$ for its version space $H_t$, keeps to its examples on realizable
    sequences and errs at most $Ldim(H)$ times on them, with ties to -1 and with ties to $+1$."""
    d = int(littlestone_dimension(H))
    learners = {tie: soa(H.functions(), H.points, tie) for tie in TIES}
    return all_of(most_mistakes(learner, H, H.points + 1) <= d - fewer for learner in learners.values()) & all_of(
        _keeps_to(H, learner.run(sample).rule, sample, tie)
        for tie, learner in learners.items()
        for sample in realizable_samples(H)
    )


def realizable_samples(H: ConceptClass) -> list[Sample]:
    """The sequences of distinct points labelled by a function of the explicit class, of every length."""
    orders = [xs for n in range(H.points + 1) for xs in permutations(range(H.points), n)]
    return list(dict.fromkeys(tuple((x, f[x]) for x in xs) for xs in orders for f in H.functions()))


def _keeps_to(H: ConceptClass, rule: Function, sample: Sample, tie: int) -> bool:
    return rule == optimal_rule(consistent(H, sample), tie) and all(rule[x] == y for x, y in sample)


@claim("ABLMM22.A.SOA.argmax", "box of section 3.2, step (i): maximizer in the standard optimal algorithm", "step")
def the_argmax_is_unique(H: Binary) -> Truth:
    """$h_t(x) = argmax_b Ldim(H_t^b(x))$ defines $h_t$ at every $x$. Read as: one label has the larger dimension."""
    pairs = [(_left(H, x, ZERO), _left(H, x, ONE)) for x in range(H.points)]
    return all_of((zero < one) | (one < zero) for zero, one in pairs)


@correction(
    "ABLMM22.A.SOA.argmax",
    "both labels can have the same dimension, and then a rule for ties is needed; any fixed one will do, "
    "since at a tie both dimensions are below $Ldim(H_t)$",
    narrows="the dimensions; that a mistake lowers that of the version space is not formalized",
    slack=TIGHT,
)
def a_mistake_lowers_the_dimension_at_a_tie(H: Binary, slack: int) -> Truth:
    """At every $x$ one label has the larger dimension, or both have a dimension below $Ldim(H_t)$: so a mistake lowers
    the dimension of the version space, whichever label a tie goes to."""
    d = littlestone_dimension(H) + slack
    pairs = [(_left(H, x, ZERO), _left(H, x, ONE)) for x in range(H.points)]
    return all_of((zero == one).implies(zero < d) for zero, one in pairs)


def _left(H: ConceptClass, x: int, label: frozenset[int]) -> Number:
    """The mistakes that the learner still makes, at least, after it is told the label at x."""
    return littlestone_dimension(H.restrict(x, label))


@claim(
    "ABLMM22.A.SOA.identified",
    "section 5.1.1: rule of the SOA after d mistakes",
    "step",
    narrows="one algorithm A, the SOA",
    caps="sequences of distinct points",
    fewer=OFFSET,
)
def after_d_mistakes_the_rule_is_the_target(H: ExplicitBinary, soa: Soa, fewer: int) -> Truth:
    """When the SOA has made $d = Ldim(H)$ mistakes on a sequence labelled by $c$ in $H$, its version space is ${c}$ and
    its rule is $c$."""
    d = int(littlestone_dimension(H))
    return all_of(
        (mistakes(start, sample) < d - fewer) | (consistent(H, sample).functions() == (start.run(sample).rule,))
        for start in (soa(H.functions(), H.points, tie) for tie in TIES)
        for sample in realizable_samples(H)
    )


# ---- Definition 11: the SOA on any sample


@claim(
    "ABLMM22.A.SOA.other",
    "section 3.2: consistency of other optimal algorithms",
    "remark",
    narrows="the mistakes that the version spaces allow; what follows for algorithms is not formalized",
)
def every_optimal_algorithm_keeps_to_its_examples(H: Binary) -> Truth:
    """ "Any other optimal algorithm will also work". Read as: after an example $(x, y)$ its rule has the label $y$ at
    $x$, as the second item of Observation 24 needs, since with the mistake that it else makes when $x$ comes again it
    would err more than $Ldim(H)$ times."""
    d = littlestone_dimension(H)
    return all_of(
        H.restrict(x, label).nonempty().implies((d < _left(H, x, other) + 1) | (d < _left(H, x, label) + 1))
        for x in range(H.points)
        for label, other in ((ZERO, ONE), (ONE, ZERO))
    )


@correction(
    "ABLMM22.A.SOA.other",
    "an algorithm that predicted $y$ rightly may say the other label at $x$ from then on, and pay for it "
    "with a mistake that it was spared; any optimal algorithm that is also consistent with its examples "
    "will do, as the SOA is",
    narrows="that a label shared by all functions may always be said; what follows for algorithms is not formalized",
    more=OFFSET,
)
def an_optimal_algorithm_may_keep_to_its_examples(H: Binary, more: int) -> Truth:
    """An optimal algorithm with version space $H$ may err only where the rest has a dimension below $Ldim(H)$. Where
    all functions have the label $y$ at $x$, saying $y$ is such a prediction, for the rest is empty, of dimension -1. It
    follows that an optimal algorithm that is made to keep to its examples stays optimal, and that the SOA keeps to them
    whatever its rule for ties."""
    parts = [H.restrict(x, label) for x in range(H.points) for label in (ZERO, ONE)]
    d = littlestone_dimension(H)
    return all_of((~rest.nonempty()).implies(littlestone_dimension(rest) + more < d) for rest in parts)


def extended_rule(H: ConceptClass, sample: Sample, tie: int) -> Function:
    """The predictor after the sample by Definition 11: the optimal rule of the functions that agree with it and, where
    there are none, the predictor after all examples but the last, changed to the last one's label at its point."""
    left = consistent(H, sample)
    if largest_size(left) or not sample:
        return optimal_rule(left, tie)
    *before, (x, y) = sample
    rule = list(extended_rule(H, tuple(before), tie))
    rule[x] = y
    return tuple(rule)


@claim(
    "ABLMM22.D11",
    "Definition 11, section 3.2: extended standard optimal algorithm",
    "definition",
    caps="samples of up to 3 examples",
    forgotten=OFFSET,
)
def the_extended_soa_follows_its_definition(H: ExplicitBinary, soa: Soa, forgotten: int) -> Truth:
    """On any sample, contradictory ones included, the extended SOA keeps the rule of the SOA as long as the examples
    are realizable by $H$, and from the first one on that makes them unrealizable changes its rule at the last point
    only, to the last label; equal samples give equal rules, with ties to -1 and with ties to $+1$."""
    rows = list(product(range(H.points), (0, 1)))
    samples = [sample for n in range(4) for sample in product(rows, repeat=n)]
    return all_of(
        soa(H.functions(), H.points, tie).run(sample[forgotten:]).rule == extended_rule(H, sample, tie)
        for tie in TIES
        for sample in samples
    )
