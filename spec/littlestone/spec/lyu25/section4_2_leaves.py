"""LYU25 section 4.2: how many leaves a decomposition has. Lemma 4.1 is by induction on the potential of a node."""

from littlestone.spec.classes.decompositions import has_leaves
from littlestone.spec.classes.literal_decompositions import has_leaves_of_any_class
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

SECOND = "the second inequality; the first is the dependency on LYU25.N4.min"
LEAVES: dict[str, Any] = {
    "narrows": "the inequalities of the induction, at a leaf, a node of positive dimension and the root; the induction "
    "is not formalized",
    "side": Constant(1, mutants=(2,)),
    "share": SHARE,
}


# ---- Lemma 4.1


def small_trees(H: ConceptClass, p: Integer, d: Integer) -> bool:
    """Classes on at most two points, with $p d$ at most 1 and $d$ at most 2."""
    return H.points <= 2 and int(p) * int(d) <= 1 and int(d) <= 2


@claim("LYU25.L4.1", "Lemma 4.1: number of leaves of a decomposition", "lemma", narrows=ZERO_IN_N, reach=small_trees)
def a_valid_tree_has_few_leaves(H: Binary, p: Size, d: Size) -> Statement:
    """$LDim(H) <= d$ and $T$ a valid $(p, d)$-decomposition tree of $H$: the number of leaves of $T$ is at most $p^d
    2^(d^2)$."""
    most = int(p) ** int(d) * 2 ** int(d) ** 2
    return when(dimension(H) <= d, ~has_leaves_of_any_class(H, int(p), int(d), most + 1))


def leaves_with_hypotheses_are_few(
    p: PositiveInteger,
    q: AtLeastOne,
    r: AtLeastOne,
    part: Unit,
    a: AtLeastOne,
    dim: Natural,
    less: Natural,
    side: int,
    share: Fraction,
) -> Truth:
    """For $p >= 1$ and any class with $LDim(H) <= d$, at most $p^d 2^(d^2)$ leaves of a valid $(p, d)$-decomposition
    tree have a non-empty class: by induction from the leaves at most $(p 2^d - t)^l$ are below a node of depth $t$ and
    dimension $l$. For a leaf, where $t = part p (q - 1)$, $q = 2^(d-l)$ and $r = 2^l$, $p 2^d - t$ is at least 1; a
    node of depth $p 2^d - a - 1$ and dimension $l = dim + 1$ has children of dimensions $l$ and $l - 1$ at most; the
    root has $(p 2^d)^LDim$, here with $d = dim + less$."""
    d = dim + less
    leaf = (p * q * r - part * p * (q - 1) >= 1) & (a**dim >= 1)
    node = side * a ** (dim + 1) + a**dim <= (a + 1) ** (dim + 1)
    return leaf & node & ((p * 2**d) ** dim <= share * (p * 2**d) ** d)


correction(
    "LYU25.L4.1",
    "for $p = 0$ the one leaf exceeds $0^d$, and a valid tree may split the empty class again and again: "
    "assume $p >= 1$, and count the leaves with non-empty classes",
    **LEAVES,
)(leaves_with_hypotheses_are_few)


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
    """One child of $u$ has a smaller dimension than $u$: so their potentials sum to at most $(a - 1)^l + (a -
    1)^(l-1)$; here $p = 2$, $d = 1$ and $u$ is the node $H|_(x,1)$ below the root, with the first point $x$, so that $a
    = p 2^d - 1 = 3$."""
    node = H.restrict(0, ONE)
    return Use({"H": node}, given=_below_the_root(H, node), gives=_children_at_most(node))


@correction(
    "LYU25.L4.1.from.N4.min.premise",
    "a valid tree may split a node with the empty class, of dimension -1: assume a non-empty class",
    narrows="the sum, for $p = 2$, $d = 1$ and a node of depth 1, so that $a - 1 = 2$",
)
def the_children_of_a_node_with_hypotheses(H: Binary) -> Statement:
    """At a node with a non-empty class, one child has a smaller dimension, and the potentials of the children sum to at
    most $(a - 1)^l + (a - 1)^(l-1)$."""
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
    """The display is used at every inner node $u$ with a non-empty class of dimension $l$, with $a = p 2^d - t$, whose
    children have dimensions $i <= l$ and $j < l$: the sum of their potential is no larger than that of $u$."""
    ell, left, right = _short(dim), _short(i), _short(j)
    given = (left <= ell) & (right < ell) & (left >= 0)
    return Use({"a": a, "ell": ell}, given=given, gives=(a - 1) ** left + (a - 1) ** right <= a**ell)


@uses("LYU25.L4.1", "LYU25.L4.1.root", "Lemma 4.1, proof, by induction", repair="LYU25.L4.1.root.corrected")
def the_potential_of_the_root(p: Size, d: Size, dim: Size, part: Unit) -> Use:
    """The sum of potential of all leaves, a part of the root's, $(p 2^d)^(LDim(H))$, is at most $p^d 2^(d^2)$."""
    leaves, bound = part * (p * 2**d) ** dim, p**d * 2 ** (d * d)
    return Use({"p": p, "d": d, "dim": dim}, given=dim <= d, gives=leaves <= bound)


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


for refuted, why in {
    "LYU25.L4.1.from.L4.1.eq1.premise": "an inner node may have dimension 0, where the display fails; one of its "
    "children is empty then, and the potential of the other, which is 1, is no larger than its own",
    "LYU25.L4.1.from.L4.1.root.premise": (
        "the lemma is stated for $p$ in $N$, and the bound on the root's potential needs $p >= 1$"
    ),
    "LYU25.L4.1.from.L4.1.eq2.premise": (
        "the lemma is stated for $p$ in $N$, and the potential of a leaf is at least 1 for $p >= 1$ only"
    ),
}.items():
    correction(refuted, why, **LEAVES)(leaves_with_hypotheses_are_few)


rests_on("LYU25.L4.1.corrected", "LYU25.N4.min", "one child has a smaller dimension", "Lemma 4.1, proof, corrected")


@claim(
    "LYU25.L4.1.trees",
    "for Lemma 4.1, section 4.2: number of leaves with hypotheses, tree by tree",
    "lemma",
    role="companion",
    caps="$p$ and $d$ at most $|X|$, where the bound is below $2^(|X|)$, the most leaves that points without "
    "repetition allow",
    slack=TIGHT,
)
def valid_trees_have_few_leaves_with_hypotheses(H: Binary, slack: int) -> Truth:
    """$LDim(H) <= d$, $p >= 1$ and $T$ a valid $(p, d)$-decomposition tree of $H$: at most $p^d 2^(d^2)$ leaves of $T$
    have a non-empty class."""
    return all_of(
        (dimension(H) <= d).implies(~has_leaves(H, p, d, p**d * 2**d**2 + int(slack) + 1))
        for p, d in up_to_the_points(H)
        if p >= 1 and p**d * 2**d**2 < 2**H.points
    )


# ---- The steps of its proof


def short_powers(ell: Integer) -> bool:
    """Dimensions $l$ up to 1000."""
    return int(ell) <= 1000


@claim(
    "LYU25.L4.1.eq1",
    "Lemma 4.1, proof, display: potential of the children of a node",
    "inequality",
    narrows=SECOND,
    reach=short_powers,
)
def the_children_have_no_more_potential(a: AtLeastTwoSize, ell: Size) -> Truth:
    """$(p 2^d - t - 1)^l + (p 2^d - t - 1)^(l-1) <= (p 2^d - t)^l$, with ``a`` for $p 2^d - t$, which is at least 2
    where $u$ has children, and ``ell`` for $l = LDim(H_u)$."""
    return all_of([(a - 1) ** ell + (a - 1) ** (ell - 1) <= a**ell])


@correction(
    "LYU25.L4.1.eq1",
    "for $l = 0$ the left side is $1 + 1/(p 2^d - t - 1)$: a class of one function may be split into "
    "itself and the empty class, whose potential must not be counted",
    narrows=SECOND,
    reach=short_powers,
    slack=TIGHT,
)
def the_children_of_a_class_of_positive_dimension(a: AtLeastTwoSize, ell: PositiveSize, slack: int) -> Truth:
    """$(p 2^d - t - 1)^l + (p 2^d - t - 1)^(l-1) <= (p 2^d - t)^l$ for $l >= 1$, here ``ell``, and $p 2^d - t >= 2$,
    here ``a``, as where $u$ has children."""
    return all_of([(a - 1) ** ell + (a - 1) ** (ell - 1) <= a**ell + slack])


@claim("LYU25.L4.1.root", "Lemma 4.1, proof: potential of the root", "step", narrows=ZERO_IN_N)
def the_root_has_no_more_potential_than_the_bound(p: Size, d: Size, dim: Size) -> Statement:
    """Where $0 <= LDim(H) <= d$, with ``dim`` for $LDim(H)$, the potential of the root, $(p 2^d)^(LDim(H))$, is at most
    $p^d 2^(d^2)$."""
    return when(dim <= d, (p * 2**d) ** dim <= p**d * 2 ** (d * d))


@correction(
    "LYU25.L4.1.root",
    "for $p = 0$, $d >= 1$ and $LDim(H) = 0$ the potential is $0^0 = 1$ and the bound 0: let $p >= 1$",
    slack=TIGHT,
)
def the_root_has_no_more_potential_for_positive_p(p: PositiveSize, d: Size, dim: Size, slack: int) -> Statement:
    """For $p >= 1$ and $0 <= LDim(H) <= d$, with ``dim`` for $LDim(H)$, the potential of the root, $(p 2^d)^(LDim(H))$,
    is at most $p^d 2^(d^2)$."""
    return when(dim <= d, (p * 2**d) ** dim <= p**d * 2 ** (d * d) + slack)


@claim(
    "LYU25.L4.1.depth",
    "Lemma 4.1, proof: depth of the leaves",
    "step",
    narrows="the arithmetic of $d$, LDim and the depth; that a valid tree has such a leaf, as where the empty class is "
    "split, is not formalized",
)
def no_leaf_is_deeper_than_the_bound(p: PositiveSize, d: Size, dim: Dimension, t: Size) -> Statement:
    """For $p >= 1$ every leaf has depth at most $p 2^d - 1$. Read as: with $t$ for the depth and ``dim`` for LDim, at
    most $p (2^(d - LDim) - 1)$, and LDim = -1 for the empty class, for which the print has none."""
    return when([dim <= d, t <= p * (2 ** (d - dim) - 1)], t <= p * 2**d - 1)


@correction(
    "LYU25.L4.1.depth",
    "a leaf of the empty class, of dimension -1, may have depth $p (2^(d+1) - 1)$: assume a non-empty class",
    narrows="the arithmetic of $d$, LDim and the depth",
    slack=TIGHT,
)
def no_leaf_with_hypotheses_is_deeper_than_the_bound(
    p: PositiveSize, d: Size, dim: Size, t: Size, slack: int
) -> Statement:
    """For $p >= 1$ every leaf with $LDim >= 0$ has depth at most $p 2^d - 1$; with $t$ for the depth and ``dim`` for
    LDim, at most $p (2^(d - LDim) - 1)$."""
    return when([dim <= d, t <= p * (2 ** (d - dim) - 1)], t <= p * 2**d - 1 + slack)


@claim(
    "LYU25.L4.1.eq2",
    "Lemma 4.1, proof: potential of a leaf",
    "step",
    narrows=f"the arithmetic of $d$, LDim and the depth; {ZERO_IN_N}",
)
def every_leaf_has_potential_one(p: Size, gap: Size, dim: Size, t: Size) -> Statement:
    """Every leaf, of $LDim >= 0$, has potential $(p 2^d - depth)^LDim >= 1$; with ``dim`` for LDim, ``gap`` for $d -
    LDim$ and $t$ for the depth, at most $p (2^(d - LDim) - 1)$."""
    return when(t <= p * (2**gap - 1), (p * 2 ** (dim + gap) - t) ** int(dim) >= 1)


@correction(
    "LYU25.L4.1.eq2",
    "for $p = 0$ the root is the one leaf, and its potential $0^LDim$ is 0 where its dimension is "
    "positive: let $p >= 1$",
    narrows="the arithmetic of $d$, LDim and the depth",
    slack=Constant(0, mutants=(1,)),
)
def every_leaf_has_potential_one_for_positive_p(
    p: PositiveSize, gap: Size, dim: Size, t: Size, slack: int
) -> Statement:
    """For $p >= 1$ a leaf with $LDim >= 0$ has potential $(p 2^d - depth)^LDim >= 1$; with ``dim`` for LDim, ``gap``
    for $d - LDim$ and $t$ for the depth, at most $p (2^(d - LDim) - 1)$."""
    return when(t <= p * (2**gap - 1), (p * 2 ** (dim + gap) - t) ** int(dim) >= 1 + slack)


rests_on(
    "LYU25.L4.1.eq2",
    "LYU25.L4.1.depth",
    "the base of the potential is at least 1",
    "Lemma 4.1, proof",
    repair="LYU25.L4.1.depth.corrected",
)
