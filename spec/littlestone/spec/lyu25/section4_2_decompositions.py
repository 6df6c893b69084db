"""LYU25 section 4.2: decompositions, that they exist, and how many leaves they have."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.classes.decompositions import has_leaves
from littlestone.spec.classes.literal_decompositions import (
    degree,
    has_leaves_of_any_class,
    has_tree_with_any_splits,
    is_valid,
    least_degree,
    node_paths,
)
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

Greedy = Annotated[Run, Algorithm("LYU25.C4.1.greedy")]
EVERY_P = "p at most |X|, from where on all p are alike, and d at most |X|"


def up_to_the_points(H: ConceptClass) -> list[tuple[int, int]]:
    """All p and d up to the number of points."""
    return [(p, d) for p in range(H.points + 1) for d in range(H.points + 1)]


def up_to_two_points(H: ConceptClass) -> bool:
    """Classes on at most two points."""
    return H.points <= 2


# ---- Definition 4.2


@claim(
    "LYU25.D4.2",
    "Definition 4.2",
    "definition",
    reach=up_to_two_points,
    caps="trees of depth at most 2, p and d at most 2",
    more=OFFSET,
)
def ddim_is_the_least_degree_of_a_valid_tree(H: Binary, more: int) -> Truth:
    """Of all trees of points, one is valid if every node v has depth(v) <= p (2^(d - LDim(H_v) + 1) - 1), and every
    leaf l depth(l) <= p (2^(d - LDim(H_l)) - 1) and a (p 2^(d - LDim(H_l)))-irreducible class. DDim_{p,d}(H) is the
    least degree, the largest LDim(H_l), of a valid one; where LDim(H) <= d."""
    return all_of(
        (dimension(H) <= d).implies(decomposition_dimension(H, p, d) + more == least_degree(H, p, d, 2))
        for p, d in product(range(3), repeat=2)
    )


@claim(
    "LYU25.D4.2.splits",
    "for Definition 4.2",
    "definition",
    role="construction",
    caps="(p, d) = (1, 0), (1, 1), (2, 1) and (1, 2), and (1, 1) alone on four points",
    more=OFFSET,
)
def splits_with_an_empty_side_only_add_depth(H: Binary, more: int) -> Truth:
    """A valid tree of degree at most q exists iff one does in which no node is split at a point on its own path."""
    cases = [(1, 0), (1, 1), (2, 1), (1, 2)] if H.points <= 3 else [(1, 1)]
    return all_of(
        has_tree(H, p, d, q) == has_tree_with_any_splits(H, p, d, q + more) for p, d in cases for q in range(-1, d + 1)
    )


# ---- Claim 4.1


@claim("LYU25.C4.1", "Claim 4.1", "claim", caps=EVERY_P, narrows="finite classes", root=OFFSET)
def a_valid_decomposition_exists(H: Binary, root: int) -> Truth:
    """For p, d and H with LDim(H) <= d, a valid (p, d)-decomposition of H always exists."""
    depth = int(root)
    return all_of((dimension(H) <= d).implies(has_tree(H, p, d, d, depth)) for p, d in up_to_the_points(H))


rests_on("LYU25.C4.1", "LYU25.D4.1.reducible", "inputs that witness reducibility at a leaf", "Claim 4.1, proof")
rests_on("LYU25.C4.1", "LYU25.N4.soa.other", "the branches off a restriction path are smaller", "Claim 4.1, proof")


@uses("LYU25.C4.1", "LYU25.C4.1.depth", "Claim 4.1, proof: for a leaf we only need to count the summation term")
def the_depth_of_a_leaf(p: FromZero, power: AtLeastOne, depth: FromZero) -> Use:
    """A leaf of dimension d' has depth at most p (2^(d-d') - 1), and so at most that which an inner node may have."""
    return Use({"p": p, "power": power, "depth": depth}, gives=depth <= p * (2 * power - 1))


@uses("LYU25.C4.1", "LYU25.C4.1.eq1", "Claim 4.1, proof, display")
def the_depth_of_an_inner_node(p: FromZero, power: AtLeastOne, left: FromZero, t: FromZero) -> Use:
    """An inner node of dimension d' and depth t at most the left side of the display is within Definition 4.2."""
    return Use({"p": p, "power": power, "depth": left}, given=t <= left, gives=t <= p * (2 * power - 1))


rests_on("LYU25.C4.1", "LYU25.C4.1.greedy", "the procedure ends with a valid decomposition", "Claim 4.1, proof")


@claim(
    "LYU25.C4.1.greedy",
    "Claim 4.1, proof",
    "algorithm",
    caps="p at most 2 and d at most LDim(H) + 1",
    more=OFFSET,
)
def the_greedy_decomposition_is_valid(H: ExplicitBinary, greedy: Greedy, more: int) -> Truth:
    """As long as some leaf is reducible by at most p 2^(d - LDim) points, split it along such points, on the side of
    the SOA of the leaf's class: what comes out is a valid (p, d)-decomposition, of degree at most LDim(H)."""
    dim = int(dimension(H))
    cases = [(p, d, greedy(H.functions(), p + int(more), d)) for p in range(3) for d in (dim, dim + 1)]
    return all_of(is_valid(H, tree, p, d) & (degree(H, tree) <= dim) for p, d, tree in cases)


@terms("LYU25.C4.1.depth")
def greedy_leaf(p: FromZero, power: AtLeastOne, depth: FromZero, less: int = 1) -> Terms:
    """The depth of a leaf of dimension d' of the greedy tree; power = 2^(d-d')."""
    return Terms(says=depth <= p * (power - less))


@claim(
    "LYU25.C4.1.depth",
    "Claim 4.1, proof",
    "step",
    caps="p at most 2 and d at most LDim(H) + 1",
    less=Constant(1, mutants=(2,)),
)
def inner_nodes_of_the_greedy_tree_are_within_the_sum(H: ExplicitBinary, greedy: Greedy, less: int) -> Truth:
    """An inner node of dimension d' of the greedy tree has depth at most (sum_{i=1}^{d-d'} p 2^(i-1)) + p 2^(d-d') - 1,
    a leaf at most the sum."""
    dim = int(dimension(H))
    return all_of(
        as_truth(greedy_leaf(p, 2**gap, Real.of(len(path)), less).says)
        if is_leaf
        else len(path) <= steps_to(p, gap) + p * 2**gap - less
        for p, d in product(range(3), (dim, dim + 1))
        for path, is_leaf in node_paths(greedy(H.functions(), p, d))
        for gap in [d - int(dimension(restricted(H, path)))]
    )


@terms("LYU25.C4.1.eq1")
def inner_depth(p: FromZero, power: AtLeastOne, depth: FromZero, slack: int = 0) -> Terms:
    """The depth that an inner node of dimension d' may have in the procedure; power = 2^(d-d')."""
    return Terms(says=depth <= p * (2 * power - 1) + slack)


@claim("LYU25.C4.1.eq1", "Claim 4.1, proof, display", "inequality", slack=Constant(0, mutants=(-2,)))
def the_depth_of_an_inner_node_is_within_the_bound(p: Size, gap: Size, slack: int) -> Truth:
    """(sum_{i=1}^{d-d'} p 2^(i-1)) + p 2^(d-d') - 1 <= p (2^(d-d'+1) - 1), with ``gap`` for d - d'."""
    steps = finite_sum(p * 2 ** (symbol("i") - 1), "i", 1, int(gap))
    return as_truth(inner_depth(p, 2**gap, steps + p * 2**gap - 1, slack).says)


# ---- Lemma 4.1


def small_trees(H: ConceptClass, p: Integer, d: Integer) -> bool:
    """Classes on at most two points, with p d at most 1."""
    return H.points <= 2 and int(p) * int(d) <= 1 and int(d) <= 2


@claim("LYU25.L4.1", "Lemma 4.1", "lemma", reach=small_trees)
def a_valid_tree_has_few_leaves(H: Binary, p: Size, d: Size) -> Statement:
    """LDim(H) <= d and T a valid (p, d)-decomposition tree of H: the number of leaves of T is at most p^d 2^(d^2)."""
    most = int(p) ** int(d) * 2 ** int(d) ** 2
    return when(dimension(H) <= d, ~has_leaves_of_any_class(H, int(p), int(d), most + 1))


def _below_the_root(H: ConceptClass, node: ConceptClass) -> Truth:
    return (dimension(H) <= 1) & is_valid_node(node, 2, 1, 1)


def _children_at_most(node: ConceptClass) -> Truth:
    """The sum of 2^LDim over the sides of each point is at most 2^l + 2^(l-1)."""
    own = dimension(node).map(lambda dim: Fraction(2) ** dim + Fraction(2) ** (dim - 1))
    sides = [[dimension(node.restrict(x, side)) for side in (ZERO, ONE)] for x in range(node.points)]
    powers = [[dim.map(lambda v: Fraction(2) ** v) for dim in pair] for pair in sides]
    return all_of(zero + one <= own for zero, one in powers)


@uses("LYU25.L4.1", "LYU25.N4.min", "Lemma 4.1, proof, display, first inequality")
def the_children_of_a_node(H: Binary) -> Use:
    """One child of u has a smaller dimension than u: so their potentials sum to at most (a - 1)^l + (a - 1)^(l-1); here
    p = 2, d = 1 and u is the node H|_(x,1) below the root, with the first point x, so that a = p 2^d - 1 = 3."""
    node = H.restrict(0, ONE)
    return Use({"H": node}, given=_below_the_root(H, node), gives=_children_at_most(node))


@correction(
    "LYU25.L4.1.from.N4.min.premise",
    "a valid tree may split a node with the empty class, of dimension -1, neither side of which has a smaller one; at "
    "nodes with a non-empty class the inequality holds",
)
def the_children_of_a_node_with_hypotheses(H: Binary) -> Statement:
    """At a node with a non-empty class, one child has a smaller dimension, and the potentials of the children sum to at
    most (a - 1)^l + (a - 1)^(l-1)."""
    node = H.restrict(0, ONE)
    return when([_below_the_root(H, node), node.nonempty()], _children_at_most(node))


def _short(dim: Integer) -> Integer:
    """The dimension, 64 for all larger ones, so that powers stay short."""
    return Integer(min(int(dim), 64))


@uses(
    "LYU25.L4.1",
    "LYU25.L4.1.eq1",
    "Lemma 4.1, proof, display, second inequality",
    repair="LYU25.L4.1.eq1.corrected",
)
def the_potential_of_a_node(a: AtLeastTwoSize, dim: Size, i: Dimension, j: Dimension) -> Use:
    """The display is used at every inner node u with a non-empty class of dimension l, with a = p 2^d - t, whose
    children have dimensions i <= l and j < l: the sum of their potential is no larger than that of u."""
    ell, left, right = _short(dim), _short(i), _short(j)
    given = (left <= ell) & (right < ell) & (left >= 0)
    return Use({"a": a, "ell": ell}, given=given, gives=(a - 1) ** left + (a - 1) ** right <= a**ell)


@uses("LYU25.L4.1", "LYU25.L4.1.root", "Lemma 4.1, proof, by induction", repair="LYU25.L4.1.root.corrected")
def the_potential_of_the_root(p: Size, d: Size, dim: Size) -> Use:
    """The sum of potential of all leaves is bounded by the root's, at most p^d 2^(d^2)."""
    bound = p**d * 2 ** (d * d)
    return Use({"p": p, "d": d, "dim": dim}, given=dim <= d, gives=(p * 2**d) ** dim <= bound)


@uses(
    "LYU25.L4.1",
    "LYU25.L4.1.eq2",
    "Lemma 4.1, proof: every leaf has potential at least 1",
    repair="LYU25.L4.1.eq2.corrected",
)
def the_potential_of_a_leaf(p: Size, gap: Size, dim: Size, t: Size) -> Use:
    """The number of leaves is at most the sum of their potentials: each has at least 1."""
    given = t <= p * (2**gap - 1)
    gives = (p * 2 ** (dim + gap) - t) ** int(dim) >= 1
    return Use({"p": p, "gap": gap, "dim": dim, "t": t}, given=given, gives=gives)


rests_on("LYU25.L4.1.corrected", "LYU25.N4.min", "one child has a smaller dimension", "Lemma 4.1, proof, corrected")


for refuted, why in {
    "LYU25.L4.1.from.L4.1.eq1.premise": "an inner node may have dimension 0, where the display fails; one of its "
    "children is empty then, and the potential of the other, which is 1, is no larger than its own",
    "LYU25.L4.1.from.L4.1.root.premise": "the lemma is stated for p in N, and the bound on the root's potential needs "
    "p >= 1",
    "LYU25.L4.1.from.L4.1.eq2.premise": "the lemma is stated for p in N, and the potential of a leaf is at least 1 for "
    "p >= 1 only",
}.items():
    correction(refuted, why, **LEAVES)(leaves_with_hypotheses_are_few)


correction(
    "LYU25.L4.1",
    "for p = 0 the one leaf of the only valid tree exceeds 0^d, and a valid tree may split the empty class again and "
    "again, whose nodes may be deeper than all others: {0} on one point has a tree with three leaves for p = d = 1; p "
    ">= 1 is needed, and only leaves with non-empty classes may be counted",
    cites=("LYU25.N4.min",),
    **LEAVES,
)(leaves_with_hypotheses_are_few)


@claim(
    "LYU25.L4.1.trees",
    "Lemma 4.1, corrected",
    "lemma",
    role="companion",
    caps="p and d at most |X|, where the bound is below 2^|X|, the most leaves that points without repetition allow",
    slack=TIGHT,
)
def valid_trees_have_few_leaves_with_hypotheses(H: Binary, slack: int) -> Truth:
    """LDim(H) <= d, p >= 1 and T a valid (p, d)-decomposition tree of H: at most p^d 2^(d^2) leaves of T have a
    non-empty class."""
    return all_of(
        (dimension(H) <= d).implies(~has_leaves(H, p, d, p**d * 2**d**2 + int(slack) + 1))
        for p, d in up_to_the_points(H)
        if p >= 1 and p**d * 2**d**2 < 2**H.points
    )


SECOND = "the second inequality; the first is the arrow to LYU25.N4.min"


def short_powers(ell: Integer) -> bool:
    """Dimensions l up to 1000."""
    return int(ell) <= 1000


@claim(
    "LYU25.L4.1.eq1",
    "Lemma 4.1, proof, display",
    "inequality",
    narrows=SECOND,
    reach=short_powers,
)
def the_children_have_no_more_potential(a: AtLeastTwoSize, ell: Size) -> Truth:
    """(p 2^d - t - 1)^l + (p 2^d - t - 1)^(l-1) <= (p 2^d - t)^l, with ``a`` for p 2^d - t, which is at least 2 where u
    has children, and l = LDim(H_u)."""
    return all_of([(a - 1) ** ell + (a - 1) ** (ell - 1) <= a**ell])


@correction(
    "LYU25.L4.1.eq1",
    "for l = 0 the middle is 1 + 1/(p 2^d - t - 1), more than 1: a singleton class may be split into itself and the "
    "empty class, whose potential must not be counted",
    narrows=SECOND,
    reach=short_powers,
    slack=TIGHT,
)
def the_children_of_a_class_of_positive_dimension(a: AtLeastTwoSize, ell: PositiveSize, slack: int) -> Truth:
    """(p 2^d - t - 1)^l + (p 2^d - t - 1)^(l-1) <= (p 2^d - t)^l for l >= 1."""
    return all_of([(a - 1) ** ell + (a - 1) ** (ell - 1) <= a**ell + slack])


@claim("LYU25.L4.1.eq2", "Lemma 4.1, proof", "step")
def every_leaf_has_potential_one(p: Size, gap: Size, dim: Size, t: Size) -> Statement:
    """Every leaf has potential (p 2^d - depth)^LDim >= 1; with ``gap`` for d - LDim and t for the depth, at most
    p (2^(d - LDim) - 1)."""
    return when(t <= p * (2**gap - 1), (p * 2 ** (dim + gap) - t) ** int(dim) >= 1)


@correction(
    "LYU25.L4.1.eq2",
    "for p = 0 the root is the one leaf, and its potential 0^LDim is 0 where its dimension is positive: let p >= 1",
    slack=Constant(0, mutants=(1,)),
)
def every_leaf_has_potential_one_for_positive_p(
    p: PositiveSize, gap: Size, dim: Size, t: Size, slack: int
) -> Statement:
    """For p >= 1 a leaf with LDim >= 0 has potential (p 2^d - depth)^LDim >= 1."""
    return when(t <= p * (2**gap - 1), (p * 2 ** (dim + gap) - t) ** int(dim) >= 1 + slack)


@uses("LYU25.L4.1.eq2", "LYU25.L4.1.depth", "Lemma 4.1, proof: depth bounded", repair="LYU25.L4.1.depth.corrected")
def the_base_of_the_potential(p: AtLeastOne, power: AtLeastOne, t: FromZero) -> Use:
    """The base p 2^d - depth of a leaf's potential is at least 1, so that its power is."""
    return Use({"p": p, "power": power, "depth": t}, gives=p * power - t >= 1)


@claim("LYU25.L4.1.depth", "Lemma 4.1, proof: because the tree has depth bounded by p 2^d - 1", "step")
def no_leaf_is_deeper_than_the_bound(p: PositiveSize, d: Size, dim: Dimension, t: Size) -> Statement:
    """For p >= 1 every leaf has depth at most p 2^d - 1; with t for the depth, at most p (2^(d - LDim) - 1)."""
    return when([dim <= d, t <= p * (2 ** (d - dim) - 1)], t <= p * 2**d - 1)


@terms("LYU25.L4.1.depth.corrected")
def deepest_leaf(p: AtLeastOne, power: AtLeastOne, depth: FromZero, slack: int = 0) -> Terms:
    """The depth of a leaf with hypotheses; power = 2^d."""
    return Terms(says=depth <= p * power - 1 + slack)


@correction(
    "LYU25.L4.1.depth",
    "a leaf of the empty class, of dimension -1, may have depth p (2^(d+1) - 1), which is more; no leaf of a non-empty "
    "class is deeper",
    slack=TIGHT,
)
def no_leaf_with_hypotheses_is_deeper_than_the_bound(
    p: PositiveSize, d: Size, dim: Size, t: Size, slack: int
) -> Statement:
    """For p >= 1 every leaf with LDim >= 0 has depth at most p 2^d - 1."""
    return when([dim <= d, t <= p * (2 ** (d - dim) - 1)], as_truth(deepest_leaf(p, 2 ** int(d), t, slack).says))


@claim("LYU25.L4.1.root", "Lemma 4.1, proof: the sum is bounded by the root's", "step")
def the_root_has_no_more_potential_than_the_bound(p: Size, d: Size, dim: Size) -> Statement:
    """The potential of the root, (p 2^d)^LDim(H), is at most p^d 2^(d^2)."""
    return when(dim <= d, (p * 2**d) ** dim <= p**d * 2 ** (d * d))


@correction(
    "LYU25.L4.1.root",
    "for p = 0, d >= 1 and LDim(H) = 0 the potential is 0^0 = 1 and the bound 0: let p >= 1",
    slack=TIGHT,
)
def the_root_has_no_more_potential_for_positive_p(p: PositiveSize, d: Size, dim: Size, slack: int) -> Statement:
    """For p >= 1 the potential of the root, (p 2^d)^LDim(H), is at most p^d 2^(d^2)."""
    return when(dim <= d, (p * 2**d) ** dim <= p**d * 2 ** (d * d) + slack)
