"""LYU25 section 4.2: the class of SOAs, and the key lemma with the two cases of its proof and its algorithm."""

from itertools import permutations

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.classes.literal_decompositions import degree, is_valid
from littlestone.spec.classes.subclasses import soas_of_irreducible
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

LEMMA = "Lemma 4.3, section 4.2"
PROOF = "proof of Lemma 4.3, section 4.2"
OptimalTree = Annotated[Run, Algorithm("LYU25.L4.3.tree")]
MatchWalk = Annotated[Run, Algorithm("LYU25.L4.3.match")]
SOAS = "Lemma 4.2, section 4.2 (its proof is in GGKM21)"
ITEM_1 = "proof of Lemma 4.3, item 1"
CASE_1 = "proof of Lemma 4.3, case 1"
CASE_2 = "proof of Lemma 4.3, case 2"
ROOM = f"{CASE_2}, last parenthesis"
DEPTHS = "the depths; that $G_v|_{S_u}$ has no larger dimension than $H_u$, of which it is a part, is not formalized"


# ---- Lemma 4.2


def soas_have_dimension_at_most(H: ConceptClass, more: int, least: int) -> Truth:
    """For every d >= LDim(H), the SOAs of the (d + more)-irreducible subsets of H with at least so many functions have
    LDim at most d."""
    return all_of(
        (dimension(H) <= d).implies(dimension(soas_of_irreducible(H, d + more, least)) <= d)
        for d in range(H.points + 1)
    )


@claim(
    "LYU25.L4.2",
    "Lemma 4.2, section 4.2 (Lemma 4.4 of GGKM21): Littlestone dimension of the class of SOAs",
    "lemma",
    caps="$d$ at most $|X|$",
    more=Constant(1, mutants=(-1,)),
)
def the_soas_of_irreducible_subclasses_keep_the_dimension(H: Binary, more: int) -> Truth:
    """$LDim(H) <= d$ implies that the class of $SOA_G$, for all $(d+1)$-irreducible $G subset H$, has LDim at most $d$.
    Read as: with $G = {}$ among the subsets, of dimension -1, and so irreducible, with SOA 0."""
    return soas_have_dimension_at_most(H, more, 0)


@correction(
    "LYU25.L4.2",
    "the empty class, of dimension -1, is $(d+1)$-irreducible with SOA 0: assume that $G$ is not empty",
    caps="$d$ at most $|X|$",
    more=Constant(1, mutants=(-1,)),
)
def the_soas_of_nonempty_irreducible_subclasses_keep_the_dimension(H: Binary, more: int) -> Truth:
    """$LDim(H) <= d$ implies that the class of $SOA_G$, for all $(d+1)$-irreducible $G subset H$ that are not empty,
    has LDim at most $d$."""
    return soas_have_dimension_at_most(H, more, 1)


rests_on(
    "LYU25.L4.2.corrected",
    "LYU25.D4.1",
    "a function of $G$ agrees with $SOA_G$ on the $d + 1$ points of a path",
    f"{SOAS}, corrected",
)
rests_on(
    "LYU25.L4.2.corrected",
    "LYU25.N4.ldim",
    "a tree of depth $d + 1$ explained by SOAs is explained by $H$",
    f"{SOAS}, corrected",
)


# ---- Lemma 4.3


@claim(
    "LYU25.L4.3",
    f"{LEMMA}: decompositions of a class and of a subclass",
    "lemma",
    narrows=ZERO_IN_N,
)
def optimal_decompositions_of_a_subclass(H: ExplicitBinary, G: ExplicitSubclass, p: Size, d: Size) -> Statement:
    """For all $p$, $d >= 0$ and $G subset H$ with $LDim(H) <= d$, $DDim_{2p,d}(G) <= DDim_{p,d}(H)$, and where both are
    $t$, every leaf $G_v$ with $LDim(G_v) = t$ of any optimal decomposition has an $H_u$ with $LDim(H_u) = t$ and the
    same SOA in any one of $H$."""
    return when(dimension(H) <= d, key_lemma(G, H, int(p), int(d)))


@correction("LYU25.L4.3", f"{P_ZERO}; both items hold for $p >= 1$", least=Constant(1, mutants=(0,)))
def optimal_decompositions_of_a_subclass_for_positive_p(
    H: ExplicitBinary, G: ExplicitSubclass, p: Size, d: Size, least: int
) -> Statement:
    """For $p >= 1$ and $G subset H$ with $LDim(H) <= d$, $DDim_{2p,d}(G) <= DDim_{p,d}(H)$, and where both are $t$,
    every leaf $G_v$ with $LDim(G_v) = t$ of any optimal decomposition has an $H_u$ with $LDim(H_u) = t$ and the same
    SOA in any one of $H$; the two items are decided on more points each."""
    return when([dimension(H) <= d, p >= least], key_lemma(G, H, int(p), int(d)))


rests_on("LYU25.L4.3.corrected", "LYU25.L4.3.1", "item 1", "Lemma 4.3, item 1, corrected")
rests_on("LYU25.L4.3.corrected", "LYU25.L4.3.2.corrected", "item 2", "Lemma 4.3, item 2, corrected")


@claim(
    "LYU25.L4.3.1",
    f"{LEMMA}, item 1: decomposition dimension of a subclass",
    "lemma",
    caps=CAPS,
    lower=OFFSET,
)
def a_subclass_has_at_most_the_decomposition_dimension(H: Binary, G: Subclass, lower: int) -> Truth:
    """For $G subset H$ with $LDim(H) <= d$: $DDim_{2p,d}(G) <= DDim_{p,d}(H)$."""
    return for_all_parameters(
        H, 0, lambda p, d: decomposition_dimension(G, 2 * p, d) + lower <= decomposition_dimension(H, p, d)
    )


rests_on(
    "LYU25.L4.3.1",
    "LYU25.C4.1.eq1",
    "a restriction path keeps the depth requirement of inner nodes at $2p$",
    f"{ITEM_1}, fourth sentence",
)


rests_on("LYU25.L4.3.1", "LYU25.C4.1", "what comes out is valid", f"{ITEM_1}, third sentence")


@claim(
    "LYU25.L4.3.1.same",
    "for Lemma 4.3, item 1, section 4.2: decomposition dimension of a subclass at the same depths",
    "remark",
    role="companion",
    caps=CAPS,
    lower=OFFSET,
)
def the_decomposition_dimension_is_monotone(H: Binary, G: Subclass, lower: int) -> Truth:
    """The larger $p$ of item 1 is not needed: $G subset H$ with $LDim(H) <= d$ implies $DDim_{p,d}(G) <= DDim_{p,d}(H)$
    for the same $p$."""
    return for_all_parameters(
        H, 0, lambda p, d: decomposition_dimension(G, p, d) + lower <= decomposition_dimension(H, p, d)
    )


@claim("LYU25.L4.3.2", f"{LEMMA}, item 2: SOAs of the leaves of a subclass", "lemma", narrows=ZERO_IN_N)
def leaves_of_a_subclass_have_the_soas_of_leaves(H: ExplicitBinary, G: ExplicitSubclass, p: Size, d: Size) -> Statement:
    """For $G subset H$ with $LDim(H) <= d$ and any optimal $(2p,d)$-decomposition of $G$ and $(p,d)$-decomposition of
    $H$, where $DDim_{2p,d}(G) = DDim_{p,d}(H) = t$: for every $G_v$ with $LDim(G_v) = t$ there is an $H_u$ with
    $LDim(H_u) = t$ and $SOA_{H_u} = SOA_{G_v}$. Read as: with $p = 0$ too."""
    return when(dimension(H) <= d, item_two(G, H, int(p), int(d)))


@correction(
    "LYU25.L4.3.2",
    f"{P_ZERO}; the lemma holds for $p >= 1$",
    caps=MIDDLE_CAPS,
    doubled=Constant(2, mutants=(1,)),
    least=Constant(1, mutants=(0,)),
)
def leaves_of_a_subclass_have_the_soas_of_leaves_for_positive_p(
    H: Binary, G: Subclass, doubled: int, least: int
) -> Truth:
    """For $p >= 1$, $G subset H$ with $LDim(H) <= d$ and any optimal $(2p,d)$-decomposition of $G$ and
    $(p,d)$-decomposition of $H$, where $DDim_{2p,d}(G) = DDim_{p,d}(H) = t$: for every $G_v$ with $LDim(G_v) = t$ there
    is an $H_u$ with $LDim(H_u) = t$ and $SOA_{H_u} = SOA_{G_v}$."""
    return for_all_parameters(H, int(least), lambda p, d: item_two(G, H, p, d, int(doubled)), MIDDLE)


rests_on("LYU25.L4.3.2", "LYU25.L4.3.2a", "the whole walk ends below dimension $t$", CASE_1)
rests_on("LYU25.L4.3.2", "LYU25.L4.3.2b.room", "$|S_u| + 1$ examples are at most $2p 2^(d-t)$", ROOM)


@uses("LYU25.L4.3.2", "LYU25.L4.3.2b", f"{CASE_2}, the display", opaque=("dimension", "littlestone_dimension"))
@uses(
    "LYU25.L4.3.2.corrected",
    "LYU25.L4.3.2b",
    f"{CASE_2}, the display, corrected",
    opaque=("dimension", "littlestone_dimension"),
)
def the_differing_point_reduces_the_leaf(H: Binary, G: Subclass) -> Use:
    """With $H$ for $H_u$ and $G$ for $G_v|_{S_u}$, of the same dimension $t$: the example $(x^*, SOA_{G_v}(x^*))$
    lowers the dimension of $G_v|_{S_u}$ below $t$."""
    drops = ((x, side, soa_says_one(H, x)) for x in range(H.points) for side in (0, 1))
    return Use(
        {"H": H, "G": G},
        given=dimension(G) == dimension(H),
        gives=all_of(
            (says if side == 0 else ~says).implies(dimension(G.restrict(x, frozenset({side}))) < dimension(G))
            for x, side, says in drops
        ),
    )


@uses("LYU25.L4.3.2.corrected", "LYU25.L4.3.2a.corrected", f"{CASE_1}, corrected")
def the_whole_walk_ends_below_dimension_t_for_positive_p(
    p: PositiveInteger, q: PositiveInteger, less: Natural, depth: FromZero
) -> Use:
    """With $q$ for $2^(d-t)$ and $q - less$ for $2^(d-l)$: a node that is reached by $k'$ steps is deeper than $p
    (2^(d-l+1) - 1)$, for all $l >= t$: its dimension $l$ is at most $t - 1$."""
    return Use({"p": p, "q": q, "depth": depth}, gives=depth > p * (2 * (q - less) - 1))


@uses("LYU25.L4.3.2.corrected", "LYU25.L4.3.2b.room.corrected", f"{ROOM}, corrected")
def the_walk_and_one_more_example_are_few_for_positive_p(
    p: PositiveInteger, q: PositiveInteger, depth: FromZero, size: FromZero
) -> Use:
    """With $q$ for $2^(d-t)$: $|S_u| + 1$ examples are at most the $2p 2^(d-t)$ for which $G_v$ is irreducible."""
    return Use({"p": p, "q": q, "depth": depth}, given=size <= depth, gives=size + 1 <= 2 * p * q)


# ---- The two cases in the proof of item 2


@claim(
    "LYU25.L4.3.2a",
    f"{PROOF}, case 1: depth of an inner node after the whole walk",
    "step",
    narrows=f"{DEPTHS}; {ZERO_IN_N}",
    more=OFFSET,
)
def a_node_after_the_whole_walk_has_a_smaller_dimension(p: Natural, q: PositiveInteger, more: int) -> Truth:
    """With $q$ for $2^(d-t)$, $t <= d$: an inner node after $k' = 2p 2^(d-t) = p 2^(d-t+1)$ steps is deeper than $p
    (2^(d-t+1) - 1)$, the most for a node of dimension $t$: so $LDim(H_u) <= t - 1$."""
    return 2 * p * q > p * (2 * q - 1) + more


@terms("LYU25.L4.3.2a.corrected")
def whole_walk(p: AtLeastOne, q: AtLeastOne, depth: FromZero, more: int = 0) -> Terms:
    """The depth of an inner node after the whole walk; q = 2^(d-t)."""
    return Terms(says=depth > p * (2 * q - 1) + more)


@correction(
    "LYU25.L4.3.2a",
    "at $p = 0$ the walk has no steps, and $0 > 0$ is false; for $p >= 1$ it holds",
    narrows=DEPTHS,
    more=OFFSET,
)
def a_node_after_the_whole_walk_has_a_smaller_dimension_for_positive_p(
    p: PositiveInteger, q: PositiveInteger, more: int
) -> Truth:
    """For $p >= 1$ and $q = 2^(d-t)$: $2p 2^(d-t) > p (2^(d-t+1) - 1)$."""
    return as_truth(whole_walk(p, q, 2 * p * q, more).says)


@claim(
    "LYU25.L4.3.2b",
    f"{PROOF}, case 2, the display: dimension where the SOA of the leaf differs",
    "step",
    lower=Constant(1, mutants=(2,)),
)
def where_soas_differ_one_more_example_lowers_the_dimension(H: Binary, G: Subclass, lower: int) -> Truth:
    """Where $SOA_{H_u}(x^*)$ differs from the label $s = SOA_{G_v}(x^*)$: $LDim(G_v|_{S_u, (x^*, s)}) <= LDim(H_u) -
    1$; here $H$ is $H_u$ and $G$ is $G_v|_{S_u}$."""
    return all_of(
        soa_says_one(H, x).implies(dimension(G.restrict(x, ZERO)) <= dimension(H) - lower)
        & (~soa_says_one(H, x)).implies(dimension(G.restrict(x, ONE)) <= dimension(H) - lower)
        for x in range(H.points)
    )


rests_on("LYU25.L4.3.2b", "LYU25.N4.soa.other", "the dimension of $H_u$ drops off its SOA", f"{CASE_2}, the display")


@claim(
    "LYU25.L4.3.2b.room",
    f"{PROOF}, case 2, last parenthesis: depth of a leaf with one example more",
    "step",
    narrows=ZERO_IN_N,
    more=Constant(1),
)
def one_more_restriction_can_be_afforded(p: Natural, q: PositiveInteger, more: int) -> Truth:
    """With $q$ for $2^(d-t)$, $t <= d$: the depth of a leaf $H_u$ of dimension $t$, at most $p (2^(d-t) - 1)$, is less
    (in print: much less) than $2p 2^(d-t)$: so that one additional restriction can be afforded."""
    return p * (q - 1) + more <= 2 * p * q


@terms("LYU25.L4.3.2b.room.corrected")
def room(p: AtLeastOne, q: AtLeastOne, depth: FromZero, more: int = 2) -> Terms:
    """The depth of a leaf of dimension t; q = 2^(d-t)."""
    return Terms(says=depth + more <= 2 * p * q)


@correction(
    "LYU25.L4.3.2b.room",
    "at $p = 0$ there is no restriction to spend; for $p >= 1$ there are at least 2 left",
    more=Constant(2, mutants=(3,)),
)
def one_more_restriction_can_be_afforded_for_positive_p(p: PositiveInteger, q: PositiveInteger, more: int) -> Truth:
    """For $p >= 1$ and $q = 2^(d-t)$: $p (2^(d-t) - 1) + 2 <= 2p 2^(d-t)$."""
    return as_truth(room(p, q, p * (q - 1), more).says)


# ---- The walk of the proof


def optimal_trees(H: ConceptClass, p: int, d: int, tree: Run) -> list[Any]:
    """The trees for each order in which points are tried."""
    return [tree(H, p, d, order) for order in permutations(range(H.points))]


@claim(
    "LYU25.L4.3.tree", "Definition 4.2, section 4.2: optimal decomposition as implemented", "algorithm", lower=OFFSET
)
def an_optimal_tree_is_valid_and_attains_the_degree(
    H: ExplicitBinary, p: Size, spare: Size, tree: OptimalTree, lower: int
) -> Truth:
    """The tree built for $d = LDim(H) + spare$ is valid, and its degree is $DDim_{p,d}(H)$, in whatever order points
    are tried."""
    d = int(dimension(H)) + int(spare)
    return all_of(
        is_valid(H, T, int(p), d) & (degree(H, T) + lower == decomposition_dimension(H, p, d))
        for T in optimal_trees(H, int(p), d, tree)
    )


@claim(
    "LYU25.L4.3.match",
    f"{PROOF}, last paragraph: walk to the matching leaf as implemented",
    "algorithm",
    narrows="one optimal tree of $H$ for each order in which points are tried",
    lower=OFFSET,
)
def the_walk_finds_the_matching_leaf(
    H: ExplicitBinary, G: ExplicitSubclass, p: PositiveSize, spare: Size, tree: OptimalTree, walk: MatchWalk, lower: int
) -> Statement:
    """For $p >= 1$, $d = LDim(H) + spare$ and $DDim_{2p,d}(G) = DDim_{p,d}(H) = t$, using $SOA_{G_v}$ of a leaf with
    $LDim(G_v) = t$ to traverse the decomposition tree of $H$ ends in a leaf $H_u$ with $LDim(H_u) = t$ and $SOA_{H_u} =
    SOA_{G_v}$."""
    d = int(dimension(H)) + int(spare)
    t = decomposition_dimension(H, p, d)
    return when(
        decomposition_dimension(G, 2 * p, d) == t,
        all_of(
            met_by_some(G, f, 2 * p, d).implies((dimension(leaf) == t - lower) & soa_is(leaf, f))
            for T in optimal_trees(H, int(p), d, tree)
            for f in all_functions(H.points, 2)
            for leaf in [restricted(H, walk(T, f))]
        ),
    )
