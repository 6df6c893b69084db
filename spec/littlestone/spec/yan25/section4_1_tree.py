"""YAN25 section 4.1: Algorithm 1 makes the tree of a class; deterministic points (Definition 15), and the height
(Definition 16), which is at most the thresholds dimension (Lemma 4)."""

from itertools import combinations_with_replacement

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.listings import first_layer_at, make_tree, make_tree_as_printed, one_layer
from littlestone.spec.class_trees.orders import is_covered, is_deterministic, longest_chain
from littlestone.spec.classes.concept_classes import every_member
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

L4 = "Lemma 4, section 4.1: its proof"
ONE_NOT_ZERO = Constant(1, mutants=(0,))
MakeTree = Annotated[Run, Algorithm("YAN25.Alg1")]


# ---- The root


@claim("YAN25.R0", "section 4.1, first paragraph: root of the tree", "definition", up=ONE_NOT_ZERO)
def points_without_a_larger_one_are_below_the_root(H: VCOneTree, up: int) -> Truth:
    """For any point $x$, if there is no $x'$ with $x < x'$, we define $x < ROOT$: these points are the children of
    ROOT, which is above every point and whose hypothesis is the zero concept."""
    tree = class_tree(H)
    top = (
        (tree.parents[x] == ROOT) == (~any_of(is_below(H, x, y) == bool(up) for y in range(H.points)))
        for x in range(H.points)
    )
    return all_of([*top, *(is_below(H, x, ROOT) for x in range(H.points)), tree.hypothesis(ROOT) == (0,) * H.points])


# ---- Algorithm 1


@claim("YAN25.Alg1", "Algorithm 1, section 4.1: output of MakeTree", "algorithm", shift=OFFSET)
def the_printed_listing_makes_the_tree(H: VCOneTree, shift: int) -> Truth:
    """$MakeTree(C)$: select $f$ in $C$; add ROOT to $T$; if there is $x$ in $X$ and $x$ not in $T$, the first, say: for
    each leaf $l$, make all $x'$ with $x' < l$ and no $x''$ with $x' < x'' < x$ the children of $l$. Its output is the
    tree of the order under $C_f$: the parent of a point is the least node above it, ROOT being one."""
    return as_truth(make_tree_as_printed(H) == {x: y + shift for x, y in enumerate(class_tree(H).parents)})


@correction(
    "YAN25.Alg1",
    'step 3 must be repeated, "While" for "If", and line $(a)i$ must end in $l$ for $x$: of ${0, 1_a, '
    '1_ab}$, $b < a$, the print makes both points children of the root; with $l$ for $x$ but "If" it '
    "leaves $b$ out",
    above=OFFSET,
)
def the_mended_listing_makes_the_tree(H: VCOneTree, above: int) -> Truth:
    """While there is $x$ in $X$ and $x$ not in $T$: for each leaf $l$, make all $x'$ with $x' < l$ and no $x''$ with
    $x' < x'' < l$ the children of $l$. The output is the tree of the order under $C_f$: each point has one parent, the
    least node above it, ROOT being one."""
    tree = make_tree(H)
    pairs = ((x, y) for x in range(H.points) for y in tree.nodes)
    return all_of(is_covered(H, x, y).iff(tree.parents[x] == y + above) for x, y in pairs)


rests_on(
    "YAN25.Alg1",
    "YAN25.L3",
    "points above one point are comparable; taken for granted: some concept is 1 there, by Assumption 2",
    "Algorithm 1: the output is a tree",
)


@claim(
    "YAN25.Alg1.if",
    "for Algorithm 1, section 4.1, step 3: output of a single pass",
    "step",
    role="companion",
    layers=ONE_NOT_ZERO,
)
def one_pass_makes_one_layer(H: VCOneTree, layers: int) -> Truth:
    """With "If", and $l$ for $x$, the output has ROOT and the points with $d(x) = 1$ alone."""
    tree = class_tree(H)
    return as_truth(sorted(one_layer(H)) == [x for d in range(1, layers + 1) for x in tree.level(d)])


@claim(
    "YAN25.Alg1.x",
    "for Algorithm 1, section 4.1, line 3(a)i: output where the line ends in x",
    "step",
    role="companion",
    of=ONE_NOT_ZERO,
)
def ending_in_x_a_smallest_point_flattens_the_tree(H: VCOneTree, of: int) -> Truth:
    """With $x$ at the end of line $(a)i$, as printed, $x$ may be a point with none below it: then all of $X$ become
    children of ROOT at once."""
    tree = class_tree(H)
    smallest = (x for x in range(H.points) if tree.is_leaf(x) == bool(of))
    return all_of(first_layer_at(H, x) == dict.fromkeys(range(H.points), ROOT) for x in smallest)


@claim(
    "YAN25.Alg1.chain",
    "for Algorithm 1, section 4.1: points above a point",
    "step",
    role="companion",
    label=ONE_NOT_ZERO,
)
def the_points_above_a_point_are_a_chain(H: VCOneClass, label: int) -> Truth:
    """Any two points above the same point are comparable, for some concept is 1 there (Assumption 2), and so at
    both."""
    above = ((x, y, z) for x in range(H.points) for y in range(H.points) for z in range(y))
    return all_of(
        (_is_above(H, x, y, label) & _is_above(H, x, z, label)).implies(are_comparable(H, y, z)) for x, y, z in above
    )


def _is_above(H: ConceptClass, x: int, y: int, label: int) -> Truth:
    return is_below(H, x, y) if label else is_below(H, y, x)


@claim("YAN25.Alg1.impl", "Algorithm 1, section 4.1: MakeTree as implemented", "algorithm", shift=OFFSET)
def the_implementation_makes_the_tree_of_the_listing(run: MakeTree, H: VCOneTree, shift: int) -> Truth:
    """The registered MakeTree, run on $C$ and $f$, returns the parents that the mended listing makes of $C_f$, for
    every $f$ in $C$."""
    pairs = ((run(H.functions(), f), make_tree(f_representation(H, f)).parents) for f in H.functions())
    return all_of(made == listed + shift for both in pairs for made, listed in zip(*both, strict=True))


# ---- Definition 15


def samples(H: ConceptClass, most: int) -> list[Sample]:
    """All multisets of so many examples or fewer, those that no concept agrees with included."""
    return [S for n in range(most + 1) for S in combinations_with_replacement(all_rows(H), n)]


@claim(
    "YAN25.D15",
    "Definition 15, section 4.1: deterministic points of a sample",
    "definition",
    caps="two examples at most",
    label=ONE_NOT_ZERO,
)
def deterministic_points_are_one_in_all_that_agrees(H: Binary, label: int) -> Truth:
    """A point $x$ is deterministic by $S$ in $C$ if every $h$ in $C$ with $error_S(h) = 0$, that is every concept that
    agrees with $S$, has $h(x) = 1$; by the empty $S$ all agree."""
    return all_of(
        is_deterministic(H, S, x).iff(_one_in_all_that_agrees(H, S, x, label))
        for S in samples(H, 2)
        for x in range(H.points)
    )


def _one_in_all_that_agrees(H: ConceptClass, S: Sample, x: int, label: int) -> Truth:
    return every_member(H, lambda c: any_of([*(c[z] != y for z, y in S), c[x] == label]))


@claim(
    "YAN25.D15.path",
    "Definition 15, section 4.1, as the proofs of Theorem 10 and Lemma 9 use it: comparability of deterministic points",
    "definition",
    caps="two examples at most",
    most=Constant(2, mutants=(3,)),
)
def deterministic_points_are_comparable(H: VCOneTree, most: int) -> Truth:
    """By Lemma 3, $x$ and $x'$ are comparable, of any two points of one $B_i$. Read as: any two points that are
    deterministic by a labelled dataset $S$ are comparable, for every $S$."""
    return all_of(_comparable(H, deterministic_points(H, S)) for S in samples(H, most))


def _comparable(H: ConceptClass, points: frozenset[int]) -> Truth:
    return all_of(are_comparable(H, x, y) for x in points for y in points)


@correction(
    "YAN25.D15.path",
    "where no concept agrees with $S$ every point is deterministic by the definition as printed, so all points of a "
    "distance get a vote at once. Privacy asks for all datasets: $B_i$ must be empty where no concept agrees with "
    "$S_i$",
    caps="two examples at most",
    agree=ONE_NOT_ZERO,
)
def deterministic_points_of_what_some_concept_fits_are_comparable(H: VCOneTree, agree: int) -> Truth:
    """For every $S$ with which some concept of $C_f$ agrees, any two points that are deterministic by $S$ are
    comparable."""
    sets = (deterministic_path(H, S) if agree else deterministic_points(H, S) for S in samples(H, 2))
    return all_of(_comparable(H, points) for points in sets)


# ---- Definition 16


@claim(
    "YAN25.D16",
    "Definition 16, section 4.1: distance of a point from the root",
    "definition",
    reach=at_most_five_points,
    more=ONE_NOT_ZERO,
)
def the_distance_is_the_depth(H: ListedVCOne, more: int) -> Truth:
    """$d(x) = 1 + max k$ over the sequences $x < x_1 < ... < x_k < ROOT$, and $d(ROOT) = 0$: it is the depth in the
    tree."""
    tree = class_tree(H)
    points = (longest_chain(H, x) + more == tree.depth(x) for x in range(H.points))
    return all_of([*points, tree.depth(ROOT) == 0])


# ---- Lemma 4


@claim(
    "YAN25.L4",
    "Lemma 4, section 4.1: height of the tree against the thresholds dimension",
    "lemma",
    reach=at_most_five_points,
    slack=TIGHT,
)
def the_height_is_at_most_the_thresholds_dimension(H: ListedVCOne, slack: int) -> Truth:
    """$max_x d(x) <= TD(X, C_f)$."""
    return longest_chain(H) <= threshold_dimension(H) + slack


rests_on("YAN25.L4", "YAN25.A2", "some $c_0$ has $c_0(x_0) = 1$", L4, repair="YAN25.A2.corrected")
rests_on("YAN25.L4", "YAN25.A1", "some $c'$ differs at $x_k'$ and $x_{k'+1}$", L4)
rests_on("YAN25.L4", "YAN25.A1.represented", "$c'$ of $C_f$ differs there", L4, repair="YAN25.A1.represented.corrected")
rests_on("YAN25.L4", "YAN25.D13", "a concept is 1 above each point where it is 1", L4)
rests_on("YAN25.L4", "YAN25.D6", "$c_0, ..., c_k$ are thresholds of length $k + 1$", L4)


@claim(
    "YAN25.L4.any", "for Lemma 4, section 4.1: length of chains in any class", "lemma", role="companion", slack=TIGHT
)
def chains_are_at_most_the_thresholds_dimension(H: Binary, slack: int) -> Statement:
    """Any class under Assumptions 1 and 2, of whatever VC dimension, with or without the zero concept, has $max k$ over
    the sequences $x_1 < ... < x_k$ at most TD, as the proof of Lemma 4 shows."""
    return when([tells_points_apart(H), has_no_constant_point(H)], longest_chain(H) <= threshold_dimension(H) + slack)
