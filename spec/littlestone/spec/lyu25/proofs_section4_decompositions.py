"""LYU25 sections 4.1 and 4.2: what the proofs about reducible classes and decompositions use."""

from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

# ---- Covers of reducible classes


rests_on("LYU25.O4.1", "LYU25.N4.soa.other", "H|_(x_i, 1 - SOA_H(x_i)) is smaller", "section 4.1, Indeed")
rests_on("LYU25.O4.1", "LYU25.D4.1.reducible", "the class along the SOA is smaller", "section 4.1, Indeed")
rests_on("LYU25.O4.2", "LYU25.O4.1", "it is used again at a class of the cover", "section 4.1, Furthermore")


# ---- Claim 4.1


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


# ---- Lemma 4.1


@uses("LYU25.L4.1", "LYU25.N4.min", "Lemma 4.1, proof, display, first inequality")
def the_children_of_a_node(H: Binary) -> Use:
    """One child of u has a smaller dimension than u: so their potentials sum to at most (a - 1)^l + (a - 1)^(l-1); here
    p = 2, d = 1 and u is the node H|_(x,1) below the root, with the first point x, so that a = p 2^d - 1 = 3."""
    node = H.restrict(0, ONE)
    return Use({"H": node}, given=_below_the_root(H, node), gives=_children_at_most(node))


def _below_the_root(H: ConceptClass, node: ConceptClass) -> Truth:
    return (dimension(H) <= 1) & is_valid_node(node, 2, 1, 1)


def _children_at_most(node: ConceptClass) -> Truth:
    """The sum of 2^LDim over the sides of each point is at most 2^l + 2^(l-1)."""
    own = dimension(node).map(lambda dim: Fraction(2) ** dim + Fraction(2) ** (dim - 1))
    sides = [[dimension(node.restrict(x, side)) for side in (ZERO, ONE)] for x in range(node.points)]
    powers = [[dim.map(lambda v: Fraction(2) ** v) for dim in pair] for pair in sides]
    return all_of(zero + one <= own for zero, one in powers)


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


def _short(dim: Integer) -> Integer:
    """The dimension, 64 for all larger ones, so that powers stay short."""
    return Integer(min(int(dim), 64))


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


@uses("LYU25.L4.1.eq2", "LYU25.L4.1.depth", "Lemma 4.1, proof: depth bounded", repair="LYU25.L4.1.depth.corrected")
def the_base_of_the_potential(p: AtLeastOne, power: AtLeastOne, t: FromZero) -> Use:
    """The base p 2^d - depth of a leaf's potential is at least 1, so that its power is."""
    return Use({"p": p, "power": power, "depth": t}, gives=p * power - t >= 1)


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
