"""ABLMM22 appendix A: subtrees, and Lemma 31, that a coloured tree has a large subtree of one colour."""

from collections.abc import Iterator
from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.classes.concept_classes import memoised
from littlestone.spec.classes.trees import IONode, IOTree, depth, is_complete, is_shattered
from littlestone.spec.classes.witnesses import shattered_io_tree
from littlestone.spec.notation import *

Vertex = tuple[int, ...]
Coloured = tuple[()] | tuple[int, "Coloured", "Coloured"]
RED, BLUE = 1, 0
TREE = "one shattered tree of each class, of height $Ldim(H)$"
L31 = "Proof of Lemma 31"


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
    "ABLMM22.D.subtree",
    "appendix A, third paragraph: subtrees of a shattered tree",
    "definition",
    narrows=TREE,
    proper=Constant(1, mutants=(0,)),
)
def subtrees_of_a_shattered_tree_are_shattered(H: ExplicitBinary, proper: int) -> Truth:
    """A subtree of height 0 is a leaf, and one of height $h >= 1$ an internal vertex with a subtree of height $h - 1$
    of the tree rooted at each of its two children. If $H$ shatters a tree, it shatters any subtree of it."""
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
    return p + q - 1 <= 3


@claim("ABLMM22.L31", "Lemma 31, appendix A: subtree of one colour", "lemma", reach=up_to_height_three)
def full_trees_have_a_subtree_of_one_colour(p: PositiveSize, q: PositiveSize) -> Truth:
    """Let $T$ be a labeled binary tree, which "means a full binary tree", of height $p + q - 1$ whose internal vertices
    are colored red and blue: $T$ contains a red subtree of height $p$ or a blue subtree of height $q$. Read as: full,
    two children or none at every vertex."""
    trees = coloured_full_trees(int(p + q - 1))
    return all_of((p <= tallest_subtree(T, RED)) | (q <= tallest_subtree(T, BLUE)) for T in trees)


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
    """A complete tree of height $p + q - 1$ whose internal vertices are red and blue contains a red subtree of height
    $p$ or a blue subtree of height $q$, for all $p$, $q >= 1$. Here $H$ is the set of red vertices of the tree whose
    height is the number of points: a function is the turns to a vertex, then 1, then $0s$; the function 0 is none."""
    red, blue = tallest_of_colour(H, RED), tallest_of_colour(H, BLUE)
    return all_of(red.at_least(p) | blue.at_least(H.points + 1 - p + more) for p in range(1, H.points + 1))


rests_on(
    "ABLMM22.L31",
    "ABLMM22.D.subtree",
    "a root of the colour and two leaves are a subtree of height 1; taken for granted: the tree is complete",
    L31,
    name="one",
)
rests_on(
    "ABLMM22.L31",
    "ABLMM22.D.subtree",
    "red subtrees below both children join; taken for granted: the lemma for $(p - 1, q)$ at both "
    "children, by induction, whose trees have the height $p + q - 2$ both",
    L31,
    name="joined",
)
rests_on("ABLMM22.L31", "ABLMM22.L31.run", "a red or a blue subtree", L31)
rests_on("ABLMM22.L31.corrected", "ABLMM22.L31.induction", "the heights are at least $p + q - 1$ together", "Lemma 31")


@terms("ABLMM22.L31.induction")
def heights_fill_the_tree(red: FromZero, blue: FromZero, height: FromZero, less: int = 0) -> Terms:
    """The heights of the tallest red and the tallest blue subtree of a complete tree."""
    return Terms(says=red + blue >= height - less)


@claim(
    "ABLMM22.L31.induction",
    "proof of Lemma 31, appendix A: heights of the subtrees of both colours",
    "step",
    narrows="the empty tree, and the step below a red root",
    more=OFFSET,
)
def the_heights_of_both_colours_fill_the_tree(
    red: FromZero, blue: FromZero, height: FromZero, taller: FromZero, more: int
) -> Truth:
    """The heights of the tallest red and the tallest blue subtree of a complete tree of height $h$ are together at
    least $h$, so that it has a red one of height $p$ or a blue one of height $q$ where $p + q = h + 1$: by induction,
    below a red root one side has a red subtree of the lesser height and a blue one of at least $h - red$; two red ones
    join above the root, and the taller blue one remains, here of height $blue + taller$; alike for a blue root."""
    empty, side = heights_fill_the_tree(0, 0, Real.of(0)).says, heights_fill_the_tree(red, blue, height).says
    whole = heights_fill_the_tree(1 + red, blue + taller, height + 1 + more).says
    return as_truth(empty) & as_truth(side).implies(as_truth(whole))


def numbered_tree(height: int, vertex: int = 1) -> IOTree:
    """The complete tree of this height whose internal vertices are labelled 1, 2, ... from the root down, left
    first."""
    if height == 0:
        return None
    return IONode(vertex, 0, 1, numbered_tree(height - 1, 2 * vertex), numbered_tree(height - 1, 2 * vertex + 1))


def points_of(tree: IOTree) -> frozenset[int]:
    """The labels of the tree's internal vertices."""
    return frozenset() if tree is None else points_of(tree.left) | points_of(tree.right) | {tree.point}


@claim(
    "ABLMM22.L31.run",
    "proof of Lemma 31, appendix A: search for a subtree of one colour, as implemented",
    "algorithm",
    more=OFFSET,
)
def the_proof_finds_a_subtree_of_one_colour(
    H: ExplicitBinary, find: Annotated[Run, Algorithm("ABLMM22.L31")], more: int
) -> Truth:
    """The induction on $p + q$ gives a subtree of the wanted height and of one colour, and says which, for all $p$, $q
    >= 1$ with $p + q - 1$ the height of the tree and every colouring of it. Here $H$ is the set of red vertices, as in
    the lemma."""
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
