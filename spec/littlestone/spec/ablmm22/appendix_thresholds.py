"""ABLMM22 appendix A, second part of Theorem 10: thresholds give a deep tree, by binary search."""

from itertools import permutations

from littlestone.spec.ablmm22.vocabulary import appendix_threshold_dimension, binary_search_tree, consistent, thresholds
from littlestone.spec.classes.concept_classes import largest_size
from littlestone.spec.classes.dimensions import floor_log2
from littlestone.spec.classes.trees import IONode, IOTree, depth, io_paths, is_complete, is_shattered, realizes
from littlestone.spec.notation import *

SECOND = "appendix A, the second part of Theorem 10"


@claim(
    "ABLMM22.D.thr.appendix",
    "appendix A, second paragraph: thresholds as the appendix counts them",
    "definition",
    more=Constant(1, mutants=(0,)),
)
def the_appendix_has_one_point_fewer(H: Binary, more: int) -> Truth:
    """The largest number of thresholds by section 3.2 is at most that by appendix A (drop the last point), which is at
    most one more (drop the last function)."""
    body, appendix = threshold_dimension(H), appendix_threshold_dimension(H)
    return (body <= appendix) & (appendix <= body + more)


@claim(
    "ABLMM22.A.tree2",
    "appendix A, second paragraph: tree of binary search over thresholds",
    "construction",
    shift=OFFSET,
)
def binary_search_is_shattered_by_thresholds(t: Size, shift: int) -> Truth:
    """If $h_i(x_j) = 0$ for $j < i$ and 1 for $j >= i$, $0 <= i < 2^t$, $0 <= j < 2^t - 1$, then the path of $h_i$ in
    the tree of binary search, of height $t$ with $x_{2^{t-1}-1}$ at its root, leads to leaf number $i$ from the
    right."""
    tree = binary_search_tree(range(2 ** int(t) - 1))
    functions = [h[: 2**t - 1] for h in thresholds(2 ** int(t))]
    leaves = list(reversed(list(io_paths(tree))))
    reached = all_of(
        realizes(h, path) == (j + shift == i) for i, h in enumerate(functions) for j, path in enumerate(leaves)
    )
    return (t == depth(tree)) & is_complete(tree) & reached


rests_on(
    "ABLMM22.A.tree2",
    "ABLMM22.A.tree2.eq1",
    "below $x_p$ at distance $q$ are $x_{p +- 2^(t-q-1)}$",
    SECOND,
    repair="ABLMM22.A.tree2.eq1.corrected",
)


def tree_by_rule(t: int, less: int) -> IOTree:
    """A tree of height t with the index 2^{t-1} - 1 at its root and p + 2^{t-q-less} and p - 2^{t-q-less} at the left
    and right child of a vertex at distance q with index p, as long as these are internal."""

    def node(p: int, q: int) -> IOTree:
        step = 2 ** (t - q - less) if q <= t - 2 else 0
        return IONode(p, 0, 1, node(p + step, q + 1), node(p - step, q + 1)) if q < t else None

    return node(2**t // 2 - 1, 0)


@claim("ABLMM22.A.tree2.eq1", "appendix A, second paragraph: labels of the children in the tree", "step")
def children_are_two_to_the_t_minus_q_minus_1_away(t: Size) -> bool:
    """If the label of an internal vertex of distance $q$ from the root is $x_p$, the labels of its children are $x_{p +
    2^{t-q-1}}$ (left) and $x_{p - 2^{t-q-1}}$ (right). Read as: so are those of the tree of binary search."""
    return tree_by_rule(int(t), 1) == binary_search_tree(range(2**t - 1))


@correction(
    "ABLMM22.A.tree2.eq1",
    "with $q = 0$ it contradicts the children of the root given just before, $x_{2^{t-1}-1 + 2^{t-2}}$ "
    "and $x_{2^{t-1}-1 - 2^{t-2}}$, and leaves the range $0 <= j < 2^t - 1$; and at $q = t - 1$ the "
    "children are leaves",
    less=Constant(2, mutants=(1,)),
)
def children_are_two_to_the_t_minus_q_minus_2_away(t: Size, less: int) -> bool:
    """If the label of an internal vertex of distance $q <= t - 2$ from the root is $x_p$, the labels of its children
    are $x_{p + 2^{t-q-2}}$ (left) and $x_{p - 2^{t-q-2}}$ (right)."""
    return tree_by_rule(int(t), int(less)) == binary_search_tree(range(2**t - 1))


@claim(
    "ABLMM22.A.tree2.run",
    "appendix A, second paragraph: tree of binary search as implemented",
    "algorithm",
    narrows="one set of $k$ thresholds, for the largest $k$",
    deeper=OFFSET,
)
def the_search_tree_of_a_class_is_shattered(
    H: ExplicitBinary, search_tree: Annotated[Run, Algorithm("ABLMM22.A.tree2")], deeper: int
) -> Statement:
    """The tree built from all points but the last of $k$ thresholds of $H$ is complete, has depth at least $floor(log2
    k)$, and $H$ shatters it."""
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
