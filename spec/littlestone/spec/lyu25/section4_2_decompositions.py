"""LYU25 section 4.2: decompositions, and that they exist."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.classes.literal_decompositions import (
    degree,
    has_tree_with_any_splits,
    is_valid,
    least_degree,
    node_paths,
)
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

Greedy = Annotated[Run, Algorithm("LYU25.C4.1.greedy")]


# ---- Definition 4.2


@claim(
    "LYU25.D4.2",
    "Definition 4.2: decomposition and decomposition dimension",
    "definition",
    reach=up_to_two_points,
    caps="trees of depth at most 2, $p$ and $d$ at most 2",
    more=OFFSET,
)
def ddim_is_the_least_degree_of_a_valid_tree(H: Binary, more: int) -> Truth:
    """Of all trees of points, one is valid if every node $v$ has $depth(v) <= p (2^(d - LDim(H_v) + 1) - 1)$, and every
    leaf $l$ has $depth(l) <= p (2^(d - LDim(H_l)) - 1)$ and a $(p 2^(d - LDim(H_l)))$-irreducible class.
    $DDim_{p,d}(H)$ is the least degree, the largest $LDim(H_l)$, of a valid one, which an optimal one has; where
    $LDim(H) <= d$."""
    return all_of(
        (dimension(H) <= d).implies(decomposition_dimension(H, p, d) + more == least_degree(H, p, d, 2))
        for p, d in product(range(3), repeat=2)
    )


@claim(
    "LYU25.D4.2.splits",
    "for Definition 4.2: decompositions that repeat a point on a path",
    "definition",
    role="companion",
    narrows="$(p, d) = (1, 0)$, (1, 1), (2, 1) and (1, 2), and (1, 1) alone on four points",
    more=OFFSET,
)
def splits_with_an_empty_side_only_add_depth(H: Binary, more: int) -> Truth:
    """A valid tree of degree at most $q$ exists iff one does in which no node is split at a point on its own path."""
    cases = [(1, 0), (1, 1), (2, 1), (1, 2)] if H.points <= 3 else [(1, 1)]
    return all_of(
        has_tree(H, p, d, q) == has_tree_with_any_splits(H, p, d, q + more) for p, d in cases for q in range(-1, d + 1)
    )


# ---- Claim 4.1


@claim(
    "LYU25.C4.1",
    "Claim 4.1: existence of a decomposition",
    "claim",
    caps="$p$ at most $|X|$, from where on all $p$ are alike, and $d$ at most $|X|$",
    narrows="finite classes",
    root=OFFSET,
)
def a_valid_decomposition_exists(H: Binary, root: int) -> Truth:
    """For $p$, $d$ and $H$ with $LDim(H) <= d$, a valid $(p, d)$-decomposition of $H$ always exists."""
    depth = int(root)
    return all_of((dimension(H) <= d).implies(has_tree(H, p, d, d, depth)) for p, d in up_to_the_points(H))


rests_on("LYU25.C4.1", "LYU25.D4.1", "inputs that witness reducibility at a leaf", "Claim 4.1, proof")
rests_on("LYU25.C4.1", "LYU25.N4.soa.other", "the branches off a restriction path are smaller", "Claim 4.1, proof")


rests_on(
    "LYU25.C4.1",
    "LYU25.C4.1.depth",
    "a leaf has depth at most $p (2^(d-d') - 1)$",
    "Claim 4.1, proof: we only need to count the summation term",
)


@uses("LYU25.C4.1", "LYU25.C4.1.eq1", "Claim 4.1, proof, display")
def the_depth_of_an_inner_node(p: FromZero, power: AtLeastOne, left: FromZero, t: FromZero) -> Use:
    """An inner node of dimension $d'$ and depth $t$, at most the left side, has $t <= p (2 power - 1)$, $power =
    2^(d-d')$, as Definition 4.2 asks."""
    return Use({"p": p, "power": power, "depth": left}, given=t <= left, gives=t <= p * (2 * power - 1))


rests_on("LYU25.C4.1", "LYU25.C4.1.greedy", "the procedure ends with a valid decomposition", "Claim 4.1, proof")


@terms("LYU25.C4.1.eq1")
def inner_depth(p: FromZero, power: AtLeastOne, depth: FromZero, slack: int = 0) -> Terms:
    """The depth that an inner node of dimension d' may have in the procedure; power = 2^(d-d')."""
    return Terms(says=depth <= p * (2 * power - 1) + slack)


@claim(
    "LYU25.C4.1.eq1",
    "Claim 4.1, proof, display: depth of inner nodes of the greedy decomposition",
    "inequality",
    slack=Constant(0, mutants=(-2,)),
)
def the_depth_of_an_inner_node_is_within_the_bound(p: Size, gap: Size, slack: int) -> Truth:
    """$(sum_{i=1}^{d-d'} p 2^(i-1)) + p 2^(d-d') - 1 <= p (2^(d-d'+1) - 1)$, with ``gap`` for $d - d'$."""
    steps = finite_sum(p * 2 ** (symbol("i") - 1), "i", 1, int(gap))
    return as_truth(inner_depth(p, 2**gap, steps + p * 2**gap - 1, slack).says)


@claim(
    "LYU25.C4.1.depth",
    "Claim 4.1, proof: depths in the greedy decomposition as implemented",
    "step",
    caps="$p$ at most 2 and $d$ at most $LDim(H) + 1$",
    less=Constant(1, mutants=(2,)),
)
def inner_nodes_of_the_greedy_tree_are_within_the_sum(H: ExplicitBinary, greedy: Greedy, less: int) -> Truth:
    """An inner node of dimension $d'$ of the greedy tree has depth at most $(sum_{i=1}^{d-d'} p 2^(i-1)) + p 2^(d-d') -
    1$, a leaf at most the sum."""
    dim = int(dimension(H))
    return all_of(
        len(path) <= p * (2**gap - less)
        if is_leaf
        else len(path) <= sum(p * 2**i for i in range(gap)) + p * 2**gap - less
        for p, d in product(range(3), (dim, dim + 1))
        for path, is_leaf in node_paths(greedy(H.functions(), p, d))
        for gap in [d - int(dimension(restricted(H, path)))]
    )


@claim(
    "LYU25.C4.1.greedy",
    "Claim 4.1, proof: greedy decomposition as implemented",
    "algorithm",
    narrows="what comes out: which leaf and which points are taken is not compared",
    caps="$p$ at most 2 and $d$ at most $LDim(H) + 1$",
    more=OFFSET,
)
def the_greedy_decomposition_is_valid(H: ExplicitBinary, greedy: Greedy, more: int) -> Truth:
    """As long as some leaf is reducible by at most $p 2^(d - LDim)$ points, split it along such points, on the side of
    the SOA of the leaf's class: what comes out is a valid $(p, d)$-decomposition, of degree at most $LDim(H)$."""
    dim = int(dimension(H))
    cases = [(p, d, greedy(H.functions(), p + int(more), d)) for p in range(3) for d in (dim, dim + 1)]
    return all_of(is_valid(H, tree, p, d) & (degree(H, tree) <= dim) for p, d, tree in cases)
