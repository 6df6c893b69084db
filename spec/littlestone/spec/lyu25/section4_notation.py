"""LYU25 section 4, notation: Littlestone dimension, restrictions and the standard optimal algorithm."""

from itertools import permutations, product

from littlestone.spec.algebra.naturals import smallest
from littlestone.spec.classes.concept_classes import every_member, largest_size, memoised
from littlestone.spec.classes.literal import shatters
from littlestone.spec.classes.online_games import mistake_trees
from littlestone.spec.classes.trees import Path, realizes
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

LABELS = (0, 1)


# ---- Littlestone dimension


def some_tree(H: ConceptClass, depth: int) -> Truth:
    """Every leaf of some complete binary tree of this depth is explained by a hypothesis of H."""
    return any_of(shatters(H, tree) for tree in mistake_trees(H.points, depth))


@claim(
    "LYU25.N4.ldim",
    "section 4, Notation: Littlestone dimension",
    "definition",
    caps="trees of depth at most the number of points, on four points at most 2",
    offset=OFFSET,
)
def ldim_is_the_depth_of_the_deepest_explained_tree(H: Binary, offset: int) -> Truth:
    """$LDim(H)$ is the maximum $d$ such that there is a complete depth-$d$ binary tree, points at its inner nodes and
    edges 0 and 1, of which every leaf is explained by a hypothesis in $H$."""
    depths = range(min(H.points, 3 if H.points <= 3 else 2) + 1)
    return all_of((dimension(H) >= depth + offset).iff(some_tree(H, depth)) for depth in depths)


@claim("LYU25.N4.ldim.empty", "section 4, Notation: Littlestone dimension of restriction classes", "remark")
def every_restriction_class_has_a_dimension(H: Binary) -> Truth:
    """The maximum $d$ in $N$, which may be 0, exists for every restriction class $H|_(x,y)$. Read as: a tree of depth 0
    has its one leaf explained by a hypothesis in the class."""
    return all_of(H.restrict(x, frozenset({y})).nonempty() for x in range(H.points) for y in LABELS)


@correction(
    "LYU25.N4.ldim.empty",
    "a restriction class can be empty, and then no leaf is explained: set its dimension below 0",
    empty=Constant(-1, mutants=(0,)),
)
def the_empty_class_has_a_dimension_below_zero(H: Binary, empty: int) -> Truth:
    """With $LDim = -1$ for the empty class, $LDim(H) >= 1 + min(LDim(H|_(x,0)), LDim(H|_(x,1)))$ at every $x$, for
    every non-empty class $H$."""
    sides = [[H.restrict(x, side) for side in (ZERO, ONE)] for x in range(H.points)]
    return all_of(
        any_of(dimension(part).map(lambda d: d if d >= 0 else empty) < dimension(H) for part in pair) for pair in sides
    )


@claim("LYU25.N4.vc", "section 4, Notation: VC dimension against Littlestone dimension", "fact", slack=TIGHT)
def the_littlestone_dimension_bounds_the_vc_dimension(H: Binary, slack: int) -> Truth:
    """$VC(H) <= LDim(H)$."""
    return vc_dimension(H) <= dimension(H) + slack


# ---- Restrictions and the SOA


def _keeps_the_consistent(H: ConceptClass, path: Path, other: int) -> Truth:
    kept = [restricted(H, order) for order in {*permutations(path), (*path, *path)}]
    told = tuple((x, y ^ other) for x, y in path)
    return every_member(H, lambda f: all_of(G.contains(f) == realizes(f, told) for G in kept))


@claim(
    "LYU25.N4.res",
    "section 4, Notation: restriction of a class by examples",
    "definition",
    caps="sequences of at most two examples, once and twice over",
    other=OFFSET,
)
def a_restriction_keeps_the_consistent_hypotheses(H: Binary, other: int) -> Truth:
    """$H|_(x,y) = {h in H : h(x) = y}$, and for a sequence of examples analogously: $h$ in $H$ is kept iff it agrees
    with all of them, whatever their order and however often they are repeated; examples that contradict each other keep
    none."""
    examples = list(product(range(H.points), LABELS))
    sequences: list[Path] = [path for n in range(3) for path in product(examples, repeat=n)]
    return all_of(_keeps_the_consistent(H, path, int(other)) for path in sequences)


@claim(
    "LYU25.N4.soa",
    "section 4, Notation: standard optimal algorithm",
    "definition",
    caps="classes of $LDim(H) <= 2$",
    deeper=OFFSET,
)
def the_soa_says_zero_where_that_side_keeps_the_dimension(H: Binary, deeper: int) -> Truth:
    """$SOA_H(x) = 0$ if $LDim(H|_(x,0)) = LDim(H)$, and 1 otherwise: it is 0 iff $H|_(x,0)$ has a tree as deep as the
    deepest one of $H$."""
    return all_of(
        dimension(H).equals(depth).implies(soa_says(H, x, 0) == some_tree(H.restrict(x, ZERO), depth + deeper))
        for x in range(H.points)
        for depth in range(min(H.points, 2) + 1)
    )


@claim(
    "LYU25.N4.soa.other",
    "section 4.1: dimension of the side against the SOA",
    "fact",
    narrows="non-empty classes; at the empty one, whose dimension is not defined in print, $-1 < -1$ is false",
    less=Constant(1, mutants=(2,)),
)
def the_side_against_the_soa_drops(H: Binary, less: int) -> Truth:
    """$LDim(H|_(x, 1 - SOA_H(x))) < LDim(H)$ at every point $x$."""
    return all_of(
        soa_says(H, x, 1 - y).implies(dimension(H.restrict(x, side)) + less <= dimension(H))
        for x in range(H.points)
        for y, side in enumerate((ZERO, ONE))
    )


@claim(
    "LYU25.N4.min",
    "section 4, Notation: smaller dimension of the two sides of a point",
    "fact",
    narrows="non-empty classes; at the empty one, whose dimension is not defined in print, $-1 < -1$ is false",
    less=Constant(1, mutants=(2,)),
)
def one_side_of_every_point_drops(H: Binary, less: int) -> Truth:
    """For any $x$, $min{LDim(H|_(x,0)), LDim(H|_(x,1))} < LDim(H)$."""
    sides = [[dimension(H.restrict(x, side)) for side in (ZERO, ONE)] for x in range(H.points)]
    return all_of(smallest(pair) + less <= dimension(H) for pair in sides)


@memoised
def _errs(H: ConceptClass, t: int) -> Truth:
    """Some realizable sequence makes at least t mistakes; a point that excludes nothing is not asked."""
    if t <= 0 or largest_size(H) <= 1:
        return H.nonempty() if t <= 0 else FALSE
    told = [(x, y, restricted(H, ((x, y),))) for x, y in product(range(H.points), LABELS)]
    return any_of(
        (soa_says(H, x, y) & _errs(rest, t)) | (soa_says(H, x, 1 - y) & _errs(rest, t - 1))
        for x, y, rest in told
        if 0 < largest_size(rest) < largest_size(H)
    )


def soa_mistakes(H: ConceptClass) -> Number:
    """The most mistakes on a sequence realizable by H of who answers with the SOA of the restricted class."""
    return Number(range(-1, largest_size(H)), lambda t: _errs(H, t), "mistakes")


@claim("LYU25.N4.online", "section 4, Notation: mistakes of the standard optimal algorithm", "fact", slack=TIGHT)
def at_most_d_mistakes_on_a_realizable_sequence(H: Binary, slack: int) -> Truth:
    """Answering with the SOA of the class restricted to the observed examples, at most $d = LDim(H)$ mistakes can be
    made on any realizable query sequence."""
    return soa_mistakes(H) <= dimension(H) + slack
