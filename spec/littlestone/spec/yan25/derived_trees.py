"""YAN25, facts that follow: reduced classes are trees with the ends of paths, and their dimensions."""

from itertools import combinations

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.listings import free_nodes, labelled_trees, with_children
from littlestone.spec.classes.dimensions import floor_log2
from littlestone.spec.families.vc_one_classes import is_reduced_of_vc_one, vc_one_classes
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *


def few_points(n: Integer) -> bool:
    """at most 5 points"""
    return bool(n <= 5)


@claim(
    "YAN25.X1",
    "X1, follows from section 4.1: reduced class as a tree with the ends of paths",
    "theorem",
    role="companion",
    few=Constant(2, mutants=(3,)),
)
def a_reduced_class_is_its_tree_with_the_ends_of_paths(H: VCOneTree, few: int) -> Truth:
    """A reduced $C_f$ is ${path(x) : x in P}$ for its tree and a set $P$ of nodes that has ROOT, every leaf and every
    point with one child: so the tree and $P$ determine the class."""
    tree, proper = class_tree(H), proper_nodes(H)
    forced = [ROOT, *(x for n in range(few) for x in with_children(tree, n))]
    paths = sorted(tree.hypothesis(x) for x in proper)
    return all_of([paths == list(H.functions()), len(set(paths)) == len(proper), proper.issuperset(forced)])


@claim(
    "YAN25.X1.onto",
    "X1, follows from section 4.1: reduced class of every tree with ends of paths",
    "theorem",
    role="companion",
    reach=few_points,
    few=Constant(2, mutants=(1,)),
)
def every_tree_with_ends_of_paths_is_a_reduced_class(n: PositiveSize, few: int) -> Truth:
    """For every rooted tree on the $n$ points of $X$ and ROOT, and every $P$ with ROOT, every leaf and every point with
    one child, the paths of $P$ are a reduced class of VC dimension 1 with the zero concept whose tree it is."""
    return all_of(_is_class(tree, chosen) for tree in labelled_trees(int(n)) for chosen in _ends(tree, few))


def _ends(tree: ClassTree, few: int) -> list[frozenset[int]]:
    """The sets P: any nodes beside those forced, which are ROOT and the points with less than ``few`` children."""
    free = [x for n in range(few, tree.points) for x in with_children(tree, n)]
    forced = frozenset(tree.nodes) - frozenset(free)
    return [forced | frozenset(some) for k in range(len(free) + 1) for some in combinations(free, k)]


def _is_class(tree: ClassTree, ends: frozenset[int]) -> Truth:
    H = explicit([tree.hypothesis(x) for x in ends])
    return is_reduced_of_vc_one(H) & (class_tree(H) == tree)


@claim(
    "YAN25.X1.count",
    "X1, follows from section 4.1: number of reduced classes",
    "theorem",
    role="companion",
    reach=few_points,
    caps="the reduced classes are listed from trees; that these are all is YAN25.X1.reduced",
    base=Constant(2, mutants=(1,)),
)
def the_classes_are_counted_by_trees(n: PositiveSize, base: int) -> Truth:
    """There are as many reduced classes as the sum over rooted trees on the $n$ points of $X$ and ROOT of 2 to the
    number of points with two children or more: 1, 3, 19, 177, 2211 on 1, ..., 5 points."""
    by_trees = sum(base ** len(free_nodes(tree)) for tree in labelled_trees(int(n)))
    counted = len(vc_one_classes(int(n)))
    return as_truth(by_trees == counted) & as_truth(counted == (1, 3, 19, 177, 2211)[int(n) - 1])


@claim(
    "YAN25.X1.reduced",
    "X1, follows from section 4.1: listed classes against the definition",
    "theorem",
    role="companion",
    vc=Constant(1, mutants=(0,)),
)
def the_trees_are_all_reduced_classes(H: ExplicitBinary, vc: int) -> Truth:
    """A class is one of those made from trees exactly where it has the zero concept and VC dimension at most 1, tells
    any two points apart and has no constant point."""
    made = H.functions() in vc_one_classes(H.points)
    printed = [H.contains((0,) * H.points), vc_dimension(H) <= vc, tells_points_apart(H), has_no_constant_point(H)]
    return all_of(printed).iff(made)


@claim(
    "YAN25.X2",
    "X2, follows from Lemma 4: height of the tree as the thresholds dimension",
    "theorem",
    role="companion",
    reach=at_most_five_points,
    slack=OFFSET,
)
def the_height_is_the_thresholds_dimension(H: VCOneTree, slack: int) -> Truth:
    """The height of the tree is $TD(X, C_f)$, and no level from 0 to it is empty."""
    tree = class_tree(H)
    levels = (len(tree.level(depth)) > 0 for depth in range(tree.height + 1))
    return all_of([threshold_dimension(H) == tree.height + slack, *levels])


@claim(
    "YAN25.X2.littlestone",
    "X2, follows from Theorem 4: Littlestone dimension against the height",
    "theorem",
    role="companion",
    more=OFFSET,
)
def the_littlestone_dimension_is_between_the_logarithm_and_the_height(H: VCOneTree, more: int) -> Truth:
    """$floor(log2(H+1)) <= d_L <= H$ for the height $H$ of the tree."""
    height, d = class_tree(H).height, littlestone_dimension(H)
    return (floor_log2(height + 1) + more <= d) & (d <= height - more)


@claim(
    "YAN25.X8",
    "X8, follows from Assumptions 1 and 2: branching of the tree where no path ends",
    "theorem",
    role="companion",
    few=Constant(2, mutants=(3,)),
)
def where_no_path_ends_the_tree_branches(H: VCOneTree, few: int) -> Truth:
    """The path of every leaf of the tree is $I(c)$ of some $c$ in $C_f$, and every point whose path is not has two
    children or more."""
    tree, proper = class_tree(H), proper_nodes(H)
    return all_of(x in proper for n in range(few) for x in with_children(tree, n))


@claim(
    "YAN25.X9",
    "X9, follows from Definition 14: height of thresholds under each representation",
    "theorem",
    role="companion",
    half=Constant(2, mutants=(3,)),
)
def the_middle_threshold_halves_the_height(k: PositiveSize, half: int) -> Truth:
    """For the $k+1$ thresholds on $k$ points, with the zero concept, the tree has height $k$ under $f$ the first or the
    last of them, $ceil(k/2)$ under the middle one, and no less under any."""
    H = thresholds(int(k), int(k) + 1)
    heights = [class_tree(f_representation(H, f)).height for f in H.functions()]
    least = ceiling(k / half)
    return all_of([heights[0] == k, heights[-1] == k, heights[int(k) // 2] == least, min(heights) == least])
