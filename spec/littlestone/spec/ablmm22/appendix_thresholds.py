"""ABLMM22 appendix A: the proof of Theorem 10, from thresholds to shattered trees and back."""

from collections.abc import Iterator
from itertools import permutations, product

from littlestone.spec.ablmm22.vocabulary import appendix_threshold_dimension, binary_search_tree, consistent, thresholds
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.classes.concept_classes import largest_size, memoised
from littlestone.spec.classes.dimensions import floor_log2
from littlestone.spec.classes.trees import IONode, IOTree, depth, io_paths, is_complete, is_shattered, realizes
from littlestone.spec.classes.witnesses import shattered_io_tree
from littlestone.spec.notation import *

MOST_COLOURED_HEIGHT = 3

Vertex = tuple[int, ...]
Coloured = tuple[()] | tuple[int, "Coloured", "Coloured"]
RED, BLUE = 1, 0
TREE = "one shattered tree of each class"

SECOND = "appendix A, the second part of Theorem 10"
FIRST = "appendix A, the first part of Theorem 10"
L31 = "Proof of Lemma 31"


# ---- Thresholds, as the appendix counts them


@claim("ABLMM22.D.thr.appendix", "second paragraph of appendix A", "definition", more=Constant(1, mutants=(0,)))
def the_appendix_has_one_point_fewer(H: Binary, more: int) -> Truth:
    """k thresholds of section 3.2 give k thresholds of appendix A (drop the last point), and those give k - 1 of
    section 3.2 (drop the last function)."""
    body, appendix = threshold_dimension(H), appendix_threshold_dimension(H)
    return (body <= appendix) & (appendix <= body + more)


# ---- Thresholds give a deep tree (item 2 of Theorem 10)


@claim("ABLMM22.A.tree2", "second paragraph of appendix A", "construction", shift=OFFSET)
def binary_search_is_shattered_by_thresholds(t: Size, shift: int) -> Truth:
    """If h_i(x_j) = 0 for j < i and 1 for j >= i, 0 <= i < 2^t, 0 <= j < 2^t - 1, then the path of h_i in the tree of
    binary search, of height t with x_{2^{t-1}-1} at its root, leads to leaf number i from the right."""
    tree = binary_search_tree(range(2 ** int(t) - 1))
    functions = [h[: 2**t - 1] for h in thresholds(2 ** int(t))]
    leaves = list(reversed(list(io_paths(tree))))
    reached = all_of(
        realizes(h, path) == (j + shift == i) for i, h in enumerate(functions) for j, path in enumerate(leaves)
    )
    return (t == depth(tree)) & is_complete(tree) & reached


rests_on("ABLMM22.A.tree2", "ABLMM22.A.tree2.eq1", "labels of vertices", SECOND, repair="ABLMM22.A.tree2.eq1.corrected")


def tree_by_rule(t: int, less: int) -> IOTree:
    """A tree of height t with the index 2^{t-1} - 1 at its root and p + 2^{t-q-less} and p - 2^{t-q-less} at the left
    and right child of a vertex at distance q with index p, as long as these are internal."""

    def node(p: int, q: int) -> IOTree:
        step = 2 ** (t - q - less) if q <= t - 2 else 0
        return IONode(p, 0, 1, node(p + step, q + 1), node(p - step, q + 1)) if q < t else None

    return node(2**t // 2 - 1, 0)


@claim("ABLMM22.A.tree2.eq1", "second paragraph of appendix A", "step")
def children_are_two_to_the_t_minus_q_minus_1_away(t: Size) -> bool:
    """If the label of an internal vertex of distance q from the root is x_p, the labels of its children are
    x_{p + 2^{t-q-1}} (left) and x_{p - 2^{t-q-1}} (right): this gives the tree of binary search."""
    return tree_by_rule(int(t), 1) == binary_search_tree(range(2**t - 1))


@correction(
    "ABLMM22.A.tree2.eq1",
    "with q = 0 it contradicts the children of the root given just before, x_{2^{t-1}-1 + 2^{t-2}} and "
    "x_{2^{t-1}-1 - 2^{t-2}}, and leaves the range 0 <= j < 2^t - 1; and at q = t - 1 the children are leaves",
    less=Constant(2, mutants=(1,)),
)
def children_are_two_to_the_t_minus_q_minus_2_away(t: Size, less: int) -> bool:
    """If the label of an internal vertex of distance q <= t - 2 from the root is x_p, the labels of its children are
    x_{p + 2^{t-q-2}} (left) and x_{p - 2^{t-q-2}} (right)."""
    return tree_by_rule(int(t), int(less)) == binary_search_tree(range(2**t - 1))


@claim(
    "ABLMM22.A.tree2.run",
    "second paragraph of appendix A",
    "algorithm",
    narrows="one set of k thresholds",
    deeper=OFFSET,
)
def the_search_tree_of_a_class_is_shattered(
    H: ExplicitBinary, search_tree: Annotated[Run, Algorithm("ABLMM22.A.tree2")], deeper: int
) -> Statement:
    """The tree built from all points but the last of k thresholds of H is complete, has depth at least floor(log k),
    and H shatters it."""
    k = int(threshold_dimension(H))
    tree = search_tree(threshold_points(H, k)[:-1])
    deep = floor_log2(max(k, 1)) + deeper <= depth(tree)
    return when(k >= 1, deep & is_complete(tree) & is_shattered(H.functions(), tree))


def threshold_points(H: ConceptClass, k: int) -> tuple[int, ...]:
    """The points x_1, ..., x_k of k thresholds that the explicit class contains; raises LookupError where it does
    not."""
    for xs in permutations(range(H.points), k):
        if all(largest_size(consistent(H, zip(xs, h, strict=True))) for h in thresholds(k)):
            return xs
    raise LookupError(f"{H} does not contain {k} thresholds")


# ---- Subtrees


def subtrees(tree: IOTree, h: int, proper: int = 1) -> Iterator[IOTree]:
    """The subtrees of height h, by their labels: a leaf, or an internal vertex with a subtree on either side of it.

    Vertices in between may be left out. Without ``proper`` the sides may start at the vertex itself.
    """
    if h == 0:
        yield None
    elif tree is not None:
        starts = (tree.left, tree.right) if proper else (tree, tree)
        for left, right in product(*(subtrees(start, h - 1, proper) for start in starts)):
            yield IONode(tree.point, 0, 1, left, right)
        for side in (tree.left, tree.right):
            yield from subtrees(side, h, proper)


def is_subtree(candidate: IOTree, tree: IOTree) -> bool:
    """The candidate is a subtree of the tree, labels included: its root lies somewhere in it, its sides on its
    sides."""
    if candidate is None or tree is None:
        return candidate is None
    at_the_root = candidate.point == tree.point and is_subtree(candidate.left, tree.left)
    if at_the_root and is_subtree(candidate.right, tree.right):
        return True
    return is_subtree(candidate, tree.left) or is_subtree(candidate, tree.right)


@claim(
    "ABLMM22.D.subtree", "third paragraph of appendix A", "definition", narrows=TREE, proper=Constant(1, mutants=(0,))
)
def subtrees_of_a_shattered_tree_are_shattered(H: ExplicitBinary, proper: int) -> Truth:
    """A subtree of height h >= 1 is an internal vertex with a subtree of height h - 1 of the tree rooted at each of its
    two children. If H shatters a tree, it shatters any subtree of it."""
    d, functions = int(littlestone_dimension(H)), H.functions()
    tree = shattered_io_tree(H, d)
    return all_of(
        all_of([is_complete(part), depth(part) == h, is_shattered(functions, part)])
        for h in range(d + 1)
        for part in subtrees(tree, h, int(proper))
    )


# ---- Lemma 31


def coloured_full_trees(height: int) -> Iterator[Coloured]:
    """All full trees of this height, each vertex with two children or none, internal ones RED or BLUE.

    A leaf is the empty tuple, an internal vertex (colour, left, right).
    """
    if height == 0:
        yield ()
        return
    lower = [tree for h in range(height - 1) for tree in coloured_full_trees(h)]
    highest = list(coloured_full_trees(height - 1))
    for pairs in (product(highest, highest), product(highest, lower), product(lower, highest)):
        for left, right in pairs:
            yield (RED, left, right)
            yield (BLUE, left, right)


def tallest_subtree(tree: Coloured, colour: int) -> int:
    """The height of the tallest subtree with all internal vertices of the colour."""
    if not tree:
        return 0
    root, left, right = tree[0], tallest_subtree(tree[1], colour), tallest_subtree(tree[2], colour)
    return max(left, right, 1 + min(left, right) if root == colour else 0)


def up_to_height_three(p: int, q: int) -> Truth | bool:
    """Full trees of height at most 3."""
    return p + q - 1 <= MOST_COLOURED_HEIGHT


@claim("ABLMM22.L31", "Lemma 31, appendix A", "lemma", reach=up_to_height_three)
def full_trees_have_a_subtree_of_one_colour(p: PositiveSize, q: PositiveSize) -> Truth:
    """Let T be a labeled binary tree, which means a full one, read as two children or none at every vertex, of height
    p + q - 1 whose internal vertices are colored red and blue: T contains a red subtree of height p or a blue subtree
    of height q."""
    trees = coloured_full_trees(int(p + q - 1))
    return all_of((p <= tallest_subtree(T, RED)) | (q <= tallest_subtree(T, BLUE)) for T in trees)


rests_on("ABLMM22.L31", "ABLMM22.D.subtree", "of height 1; taken for granted: the tree is complete", L31, name="one")
rests_on(
    "ABLMM22.L31",
    "ABLMM22.D.subtree",
    "red subtrees below both children join; taken for granted: the lemma for (p - 1, q) at both children, by "
    "induction, whose trees have the height p + q - 2 both",
    L31,
    name="joined",
)
rests_on("ABLMM22.L31", "ABLMM22.L31.run", "a red or a blue subtree", L31)


def vertex_function(path: Vertex, height: int) -> Function:
    """The function that stands for an internal vertex: the turns to it (0 left, 1 right), then 1, then 0s."""
    return (*path, 1, *(0,) * (height - len(path) - 1))


def vertices(height: int) -> Iterator[Vertex]:
    """The internal vertices of the complete tree, each as the turns to it from the root."""
    for distance in range(height):
        yield from product((0, 1), repeat=distance)


def tallest_of_colour(red: ConceptClass, colour: int) -> Number:
    """The height of the tallest subtree of one colour of the complete tree of height ``red.points``, coloured by the
    class of its red vertices."""
    name = "tallest red subtree" if colour == RED else "tallest blue subtree"
    return Number(range(red.points + 1), lambda t: _has_subtree(red, colour, (), t), name)


@memoised
def _has_subtree(red: ConceptClass, colour: int, path: Vertex, t: int) -> Truth:
    if t == 0:
        return TRUE
    if len(path) + t > red.points:
        return ~TRUE
    is_red = red.contains(vertex_function(path, red.points))
    sides = [(*path, 0), (*path, 1)]
    rooted = (is_red if colour == RED else ~is_red) & all_of(_has_subtree(red, colour, side, t - 1) for side in sides)
    below = [_has_subtree(red, colour, side, t) for side in sides]
    return rooted | below[0] | below[1]


@correction(
    "ABLMM22.L31",
    "a full tree, read as two children or none, can have leaves at every depth, and then none of the subtrees asked "
    "for: with a leaf beside every inner vertex none of height 2; the tree must be complete, as shattered trees are. "
    "('All vertices are blue' means all internal ones: leaves have no colour.)",
    more=OFFSET,
)
def complete_trees_have_a_subtree_of_one_colour(H: Binary, more: int) -> Truth:
    """A complete tree of height p + q - 1 whose internal vertices are red and blue contains a red subtree of height p
    or a blue subtree of height q, for all p, q >= 1. Here H is the set of red vertices of the tree whose height is the
    number of points: a function is the turns to a vertex, then 1, then 0s; the function 0 is none."""
    red, blue = tallest_of_colour(H, RED), tallest_of_colour(H, BLUE)
    return all_of(red.at_least(p) | blue.at_least(H.points + 1 - p + more) for p in range(1, H.points + 1))


rests_on("ABLMM22.L31.corrected", "ABLMM22.L31.induction", "the heights are at least p + q - 1 together", "Lemma 31")


@terms("ABLMM22.L31.induction")
def heights_fill_the_tree(red: FromZero, blue: FromZero, height: FromZero, less: int = 0) -> Terms:
    """The heights of the tallest red and the tallest blue subtree of a complete tree."""
    return Terms(says=red + blue >= height - less)


@claim("ABLMM22.L31.induction", "proof of Lemma 31, appendix A", "step", more=OFFSET)
def the_heights_of_both_colours_fill_the_tree(
    red: FromZero, blue: FromZero, height: FromZero, taller: FromZero, more: int
) -> Statement:
    """The heights of the tallest red and the tallest blue subtree of a complete tree of height h are together at least
    h, so that it has a red one of height p or a blue one of height q where p + q = h + 1: by induction, below a red
    root one side has a red subtree of the lesser height and a blue one of at least h - red; two red ones join above the
    root, and the taller blue one remains, here of height blue + taller; alike for a blue root."""
    side = heights_fill_the_tree(red, blue, height).says
    return when(as_truth(side), as_truth(heights_fill_the_tree(1 + red, blue + taller, height + 1 + more).says))


def numbered_tree(height: int, vertex: int = 1) -> IOTree:
    """The complete tree of this height whose internal vertices are labelled 1, 2, ... from the root down, left
    first."""
    if height == 0:
        return None
    return IONode(vertex, 0, 1, numbered_tree(height - 1, 2 * vertex), numbered_tree(height - 1, 2 * vertex + 1))


def points_of(tree: IOTree) -> frozenset[int]:
    """The labels of the tree's internal vertices."""
    return frozenset() if tree is None else points_of(tree.left) | points_of(tree.right) | {tree.point}


@claim("ABLMM22.L31.run", "proof of Lemma 31, appendix A", "algorithm", more=OFFSET)
def the_proof_finds_a_subtree_of_one_colour(
    H: ExplicitBinary, find: Annotated[Run, Algorithm("ABLMM22.L31")], more: int
) -> Truth:
    """The induction on p + q gives a subtree of the wanted height and of one colour, and says which, for all p, q >= 1
    with p + q - 1 the height of the tree and every colouring of it. Here H is the set of red vertices, as in the
    lemma."""
    tree, names = numbered_tree(H.points), enumerate(vertices(H.points), start=1)
    red = frozenset(i for i, v in names if is_true(H.contains(vertex_function(v, H.points))))
    wanted = [(p, H.points + 1 - p) for p in range(1, H.points + 1)]
    return all_of(
        _is_of_one_colour(find(tree, red.__contains__, p, q), tree, red, (q + int(more), p)) for p, q in wanted
    )


def _is_of_one_colour(found: tuple[bool, IOTree], tree: IOTree, red: frozenset[int], heights: tuple[int, int]) -> bool:
    """Whether it is a subtree of the height wanted for its colour, and all of that colour."""
    is_red, subtree = found
    coloured = all((x in red) == is_red for x in points_of(subtree))
    return coloured and is_complete(subtree) and depth(subtree) == heights[is_red] and is_subtree(subtree, tree)


# ---- A deep tree gives thresholds (item 1 of Theorem 10)


def promised_thresholds(d: int) -> int:
    """t + 2 for the largest t with d >= 2^{t+1} - 1, and 0 for d < 1, of which nothing is said."""
    return floor_log2(d + 1) + 1 if d >= 1 else 0


@claim("ABLMM22.T10.1", "last two paragraphs of appendix A", "step", role="statement")
def a_deep_tree_gives_t_plus_2_thresholds(H: Binary) -> Truth:
    """If the Littlestone dimension of H is at least 2^{t+1} - 1 then H contains t + 2 thresholds (x_1, ..., x_k and
    h_1, ..., h_k with h_i(x_j) = 1 iff i <= j, as section 3.2 defines it)."""
    return littlestone_dimension(H).map(promised_thresholds) <= threshold_dimension(H)


@correction(
    "ABLMM22.T10.1",
    "the proof finds t + 2 functions but only t + 1 points: already at t = 0 one point and two functions are called "
    "two thresholds; by section 3.2 they are t + 1, which is still enough for Theorem 10",
    more=OFFSET,
)
def a_deep_tree_gives_t_plus_2_functions(H: Binary, more: int) -> Truth:
    """If the Littlestone dimension of H is at least 2^{t+1} - 1 then H contains h_0, ..., h_{t+1} and x_0, ..., x_t
    with h_i(x_j) = 1 iff j >= i, and so t + 1 thresholds."""
    promised = littlestone_dimension(H).map(lambda d: promised_thresholds(d) + more)
    return (promised <= appendix_threshold_dimension(H)) & (promised <= threshold_dimension(H) + 1)


rests_on("ABLMM22.T10.1", "ABLMM22.D.ldim", "two functions differ at the root x_0", f"{FIRST}, t = 0")
rests_on("ABLMM22.T10.1", "ABLMM22.T10.1.eq1", "2^(t+1) - 1 = 2 * 2^t - 1", FIRST)
rests_on("ABLMM22.T10.1", "ABLMM22.L31", "a subtree of one colour", FIRST, repair="ABLMM22.L31.corrected")
rests_on("ABLMM22.T10.1", "ABLMM22.D.subtree", "H' shatters T'', of height 2^t - 1", FIRST)
rests_on("ABLMM22.T10.1.corrected", "ABLMM22.T10.1.eq1", "2^(t+1) - 1 = 2 p - 1 for p = 2^t", FIRST)
rests_on("ABLMM22.T10.1.corrected", "ABLMM22.T10.1.split", "H' has a dimension of at least 2^t - 1", FIRST)
rests_on("ABLMM22.T10.1.corrected", "ABLMM22.T10.1.join", "h and x_0 make one threshold more", FIRST)


def part_that_differs(H: ConceptClass, h: Function, x: int) -> ConceptClass:
    """The functions of H that differ from h at x, on the points where h is as at x."""
    differ = H.restrict(x, frozenset({1 - h[x]}))
    return restriction_to(differ, tuple(y for y in range(H.points) if h[y] == h[x]))


@claim("ABLMM22.T10.1.split", "last paragraph of appendix A", "step", more=OFFSET)
def a_deep_class_has_a_deep_part_that_differs_from_a_function(H: Binary, more: int) -> Truth:
    """If Ldim(H) >= 2 p - 1 then every h in H has a point x_0 such that the functions of H that differ from h at x_0,
    on the points where h is as at x_0, have a Littlestone dimension of at least p - 1: for p = 2^t the h and x_0 of the
    proof."""
    deep = littlestone_dimension(H)
    return all_of(
        (there & deep.at_least(2 * p - 1)).implies(
            any_of(littlestone_dimension(part_that_differs(H, h, x)).at_least(p - 1 + more) for x in range(H.points))
        )
        for h, there in H.members()
        for p in range(1, H.points // 2 + 2)
    )


@uses("ABLMM22.T10.1.split", "ABLMM22.L31.induction", FIRST)
def one_colour_has_half_of_the_height(red: FromZero, blue: FromZero, p: AtLeastOne) -> Use:
    """Of a tree of height 2 p - 1 one colour has a subtree of height at least p - 1/2, and so p, coloured by h."""
    at = {"red": red, "blue": blue, "height": 2 * p - 1}
    return Use(at, gives=(red >= p - HALF) | (blue >= p - HALF))


rests_on("ABLMM22.T10.1.split", "ABLMM22.D.subtree", "H' shatters what is below the root of T'", FIRST)


@claim("ABLMM22.T10.1.join", "last paragraph of appendix A", "step", more=OFFSET)
def one_more_function_is_one_more_threshold(H: Binary, more: int) -> Truth:
    """Where the functions that differ from h in H at x_0 have K thresholds, as the appendix counts them, on the points
    where h is as at x_0, H has K + 1: with h and x_0, as the first where h(x_0) = 1 and as the last where it is 0."""
    found = appendix_threshold_dimension(H)
    return all_of(
        there.implies(appendix_threshold_dimension(part_that_differs(H, h, x)) + 1 + more <= found)
        for h, there in H.members()
        for x in range(H.points)
    )


@claim("ABLMM22.T10.1.eq1", "last paragraph but one of appendix A", "step", p=Constant(1, mutants=(2,)))
def the_height_fits_lemma_31(t: Natural, p: int) -> Truth:
    """2^{t+1} - 1 = 2 * 2^t - 1 = p + q - 1 for p = q = 2^t."""
    power = 2**t
    height = 2 ** (t + 1) - 1
    return equals(height, 2 * power - 1) & equals(height, p * power + power - 1)


@claim("ABLMM22.T10.1.run", "last two paragraphs of appendix A", "algorithm", narrows=TREE, more=OFFSET)
def the_proof_finds_thresholds(
    H: ExplicitBinary, extract: Annotated[Run, Algorithm("ABLMM22.T10.1")], more: int
) -> Statement:
    """From a tree of height 2^{t+1} - 1 that H shatters the induction on t gives t + 2 functions of H and t + 1 points
    with h_i(x_j) = 1 iff j >= i."""
    return _finds_thresholds(H, extract, more)


def _finds_thresholds(H: ConceptClass, extract: Run, more: int) -> Statement:
    d = int(littlestone_dimension(H))
    found = [extract(H.functions(), shattered_io_tree(H, d))] if d >= 1 else []
    K = promised_thresholds(d) + int(more)
    return when(d >= 1, all_of(are_appendix_thresholds(H, each.functions, each.points, K) for each in found))


@claim("ABLMM22.T10.1.run.structured", "last paragraphs of appendix A", "algorithm", narrows=TREE, more=OFFSET)
def the_proof_finds_thresholds_in_structured_classes(
    H: StructuredClass, extract: Annotated[Run, Algorithm("ABLMM22.T10.1")], more: int
) -> Statement:
    """From a tree of height 2^{t+1} - 1 that H shatters the induction on t gives t + 2 functions of H and t + 1
    points with h_i(x_j) = 1 iff j >= i, in classes with structure: t = 1 from dimension 3 on, and t = 2 at 7, in two
    classes."""
    return _finds_thresholds(H, extract, more)


def are_appendix_thresholds(H: ConceptClass, functions: tuple[Function, ...], points: tuple[int, ...], K: int) -> bool:
    """K functions of the explicit class and K - 1 points with h_i(x_j) = 1 iff j >= i."""
    in_order = all(f[x] == int(j >= i) for i, f in enumerate(functions) for j, x in enumerate(points))
    return (len(functions), len(points)) == (K, K - 1) and set(functions) <= set(H.functions()) and in_order
