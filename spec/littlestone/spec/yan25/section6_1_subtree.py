"""YAN25 section 6.1: proper nodes, weights and values (Definitions 17 to 19), and the subtree of Algorithm 3."""

from itertools import product

from littlestone.spec.class_trees.selection_laws import least_value, value, weight, whole, zeros_of
from littlestone.spec.class_trees.trees import proper_nodes_as_printed
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

# ---- Definition 17


@claim("YAN25.D17", "Definition 17, section 6.1.1: proper nodes", "definition")
def proper_nodes_project_to_a_concept_as_printed(H: VCOneType) -> Truth:
    """A node $x$ is proper if some $c$ in $C_f$ has $I(c) = {y | y <= x}$. Read as, for points: just if "it can be
    projected to a concept", the hypothesis with $I(h) = {y : x <= y}$ of section 1.3.3 and Algorithm 4."""
    printed, projected = proper_nodes_as_printed(H), proper_nodes(H)
    return all_of((x in printed) == (x in projected) for x in range(H.points))


@correction(
    "YAN25.D17",
    "the order is the wrong way round: paths are ${y : x <= y}$; as printed the leaf $b$ of {}, ${a}$, ${a,b}$ is not "
    "proper",
    more=OFFSET,
)
def proper_nodes_end_the_path_of_a_concept(H: VCOneType, more: int) -> Truth:
    """With $I(c) = {y : x <= y}$, $x$ is proper just if some $c$ in $C_f$ is 1 at $x$ and at $d(x)$ points in all, ROOT
    for the zero function; and every leaf of $T$ is proper."""
    tree, proper = class_tree(H), proper_nodes(H)
    ends = all_of(
        any_of(len(ones(c)) == tree.depth(x) + more for c in H.functions() if c[x]).iff(x in proper)
        for x in range(H.points)
    )
    return ends & all_of(x in proper for x in tree.nodes if tree.is_leaf(x)) & (ROOT in proper)


# ---- Definition 18


def short_samples(H: ConceptClass) -> list[Sample]:
    """All samples of two rows."""
    return list(product(all_rows(H), repeat=2))


@claim("YAN25.D18", "Definition 18, section 6.1.1: weight of a node", "definition", caps="two rows")
def the_weight_is_a_number_of_points_as_printed(H: VCOneType) -> Truth:
    """$w(x) = |{x' : x' <= x, (x', 0) in S}|$, "that is, the number of points with label 0 in $S$ that have a lower or
    equal partial order". Read as: the number of rows, as the accuracy of Algorithm 4 needs."""
    tree = class_tree(H)
    return all_of(
        len({y for y in tree.below(x) if (y, 0) in S}) == sum(y in tree.below(x) and label == 0 for y, label in S)
        for S in short_samples(H)
        for x in tree.nodes
    )


@correction(
    "YAN25.D18",
    "$S$ has repeated rows, which a set loses; the number of rows is meant, of $S_2$ alone",
    caps="two rows",
    more=OFFSET,
)
def the_weight_counts_rows(H: VCOneType, more: int) -> Truth:
    """With repeats, $w(x)$ is the number of rows with label 0 at $x$ and the weights of the children of $x$ together;
    and a replaced row changes each weight by at most 1."""
    tree = class_tree(H)
    all_weights = {S: [weight(zeros_of(S), x, whole(tree)) for x in tree.nodes] for S in short_samples(H)}
    adds = all_of(
        found[x + 1] + more == S.count((x, 0)) + sum(found[y + 1] for y in tree.children(x))
        for S, found in all_weights.items()
        for x in tree.nodes
    )
    return adds & all_of(apart(found, all_weights[T]) <= 1 for S, found in all_weights.items() for T in replaced(H, S))


def replaced(H: ConceptClass, S: Sample) -> list[Sample]:
    """The samples with another first row; the order of the rows does not matter."""
    return [(row, *S[1:]) for row in all_rows(H)]


def apart(found: list[int], others: list[int]) -> int:
    """The largest difference."""
    return max(abs(a - b) for a, b in zip(found, others, strict=True))


# ---- Definition 19


@claim("YAN25.D19", "Definition 19, section 6.1.1: value of a node", "definition", caps="two rows")
def the_value_is_a_number_of_points_as_printed(H: VCOneType) -> Truth:
    """$v(x) = |{x' : x <= x' < x_good, (x', 0) in S}|$, "that is, the number of points with label 0 in $S$ that are on
    the path from $x$ to $x_good$". Read as: the number of rows."""
    return all_of(
        len({y for y in good.path(x) if (y, 0) in S}) == sum(y in good.path(x) and label == 0 for y, label in S)
        for good in good_subtrees(H)
        for S in short_samples(H)
        for x in good.nodes
    )


@correction(
    "YAN25.D19",
    "$S$ has repeated rows, which a set loses; the number of rows is meant, of $S_2$ alone",
    caps="two rows",
    more=OFFSET,
)
def the_value_counts_rows(H: VCOneType, more: int) -> Truth:
    """With repeats, $v(x_good) = 0$; a child has its own rows with label 0 more; a leaf below a child $y$ of $x$ has
    $v(leaf) <= v(x) + w(y)$, $w$ being over $T_good$; and a replaced row changes the least value of the leaves below a
    node by at most 1."""
    return all_of(
        value_is_built_up(good, S, int(more)) & all_of(steady(good, S, T) for T in replaced(H, S))
        for good in good_subtrees(H)
        for S in short_samples(H)
    )


def value_is_built_up(good: Subtree, S: Sample, more: int) -> Truth:
    """The value is 0 at the root, grows by a child's own rows, and is bounded on leaves by the weight of the child."""
    zeros = zeros_of(S)
    steps = [(x, y) for x in good.nodes for y in good.children(x)]
    grows = all_of(value(zeros, y, good) == value(zeros, x, good) + zeros[y] for x, y in steps)
    bounded = all_of(
        value(zeros, leaf, good) <= value(zeros, x, good) + weight(zeros, y, good)
        for x, y in steps
        for leaf in good.below(y).leaves
    )
    return (value(zeros, good.root, good) + more == Integer(0)) & grows & bounded


def steady(good: Subtree, S: Sample, T: Sample) -> Truth:
    """The least values of the leaves at or below each node differ by at most 1."""
    least = [[least_value(zeros_of(rows), x, good) for x in sorted(good.nodes)] for rows in (S, T)]
    return all_of([apart(*least) <= 1])


# ---- Definition 20


@claim("YAN25.D20", "Definition 20, section 6.1.1: subtree below a node", "definition", more=OFFSET)
def a_subtree_has_leaves(H: VCOneType, more: int) -> Truth:
    """$T_x$ is the subtree with the root $x$ of $T_good$, that of YAN25.Alg3.corrected: its nodes are those of $T_good$
    at most $x$, its leaves are those of $T_good$ among them, and there are some; a leaf is a $T_x$ of one node."""
    return all_of(
        set(good.below(x).leaves) == {y for y in good.leaves if good.tree.is_at_most(y, x)}
        and bool(good.below(x).leaves)
        and good.is_leaf(x) == (len(good.below(x).nodes) + more == 1)
        for good in good_subtrees(H)
        for x in good.nodes
    )


# ---- Algorithm 3


@claim("YAN25.Alg3", "Algorithm 3, section 6.1.2: leaves of the subtree and proper nodes", "algorithm")
def leaves_are_the_proper_nodes_as_printed(H: VCOneType) -> Truth:
    """Algorithm 3 makes $x_good$ the root, and "the node of the new tree can be a proper node if and only if the node
    is the leaf of the new tree": with the proper nodes of Definition 17 as printed."""
    tree, printed = class_tree(H), proper_nodes_as_printed(H)
    made = [good_subtree(tree, x, printed) for x in range(H.points)]
    return all_of((y in printed) == good.is_leaf(y) for good in made for y in good.nodes)


@correction(
    "YAN25.Alg3",
    "Definition 17 has the order the wrong way round, so that leaves are not proper; with the proper nodes of "
    "YAN25.D17.corrected the comments hold",
    more=OFFSET,
)
def leaves_are_the_proper_nodes(H: VCOneType, more: int) -> Truth:
    """$x_good$ is the root of $T_good$, a node of $T_good$ is proper just if it is a leaf, inner nodes have two
    children or more, and every concept whose path goes through $x_good$ goes through just one leaf."""
    proper = proper_nodes(H)
    return all_of(
        all_of((y in proper) == good.is_leaf(y) for y in good.nodes)
        & all_of(len(good.children(y)) != 1 + more for y in good.nodes)
        & all_of(
            sum(leaf == ROOT or c[leaf] == 1 for leaf in good.leaves) == Integer(1)
            for c in H.functions()
            if good.root == ROOT or c[good.root]
        )
        for good in good_subtrees(H)
    )
