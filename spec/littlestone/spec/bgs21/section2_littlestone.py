"""BGS21 section 2.2: io-labelled trees and the multiclass Littlestone dimension."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

DEPTHS = "trees of depth at most 2, and at most the number of points"


@claim(
    "BGS21.D2.10",
    "Definition 2.10, section 2.2: complete io-labelled binary tree",
    "definition",
    orders=Constant(1, mutants=(2,)),
)
def io_trees_are_complete_with_two_labels_at_every_node(m: PositiveSize, k: PositiveSize, b: Size, orders: int) -> bool:
    """A complete io-labelled binary tree of depth $b$ has an example at every internal node, two different labels
    below it and unlabelled leaves; over $m$ points there are $T(0) = 1$, $T(b) = m k (k+1) T(b-1)^2$ of them."""
    points, most, levels = int(m), int(k), int(b)
    trees = list(literal.io_trees(points, most + 1, levels))
    complete = all(is_complete(tree) and depth(tree) == levels for tree in trees)
    return complete and len(set(trees)) == _count(points, most, levels, int(orders))


def _count(m: int, k: int, b: int, orders: int) -> int:
    return 1 if b == 0 else m * k * (k + 1) // orders * _count(m, k, b - 1, orders) ** 2


@claim("BGS21.D2.11", "Definition 2.11, section 2.2: length of a root-to-leaf path", "definition")
def a_path_has_a_pair_for_each_index_in_0_to_b(m: PositiveSize, k: PositiveSize, b: Size) -> bool:
    """A root-to-leaf path of a depth-$b$ tree over $m$ points and labels $[k]$ is $S = {(x_i, y_i) : i in [b]}$, where
    $[b] = {0, ..., b}$."""
    return _paths_have_length(int(m), int(k), int(b), len(range(b + 1)))


@correction(
    "BGS21.D2.11",
    "$[b]$ has $b + 1$ elements but a path of a depth-$b$ tree has $b$ labelled nodes: its last node is "
    "an unlabelled leaf",
    extra=OFFSET,
)
def a_path_has_a_pair_for_each_index_below_b(m: PositiveSize, k: PositiveSize, b: Size, extra: int) -> bool:
    """A root-to-leaf path of a depth-$b$ tree over $m$ points and labels $[k]$ is $S = ((x_0, y_0), ..., (x_{b-1},
    y_{b-1}))$; there are $2^b$ of them. (That $f$ realizes $S$ is in BGS21.D2.12.)"""
    return _paths_have_length(int(m), int(k), int(b), int(b + extra))


def _paths_have_length(m: int, k: int, b: int, length: int) -> bool:
    paths = [list(io_paths(tree)) for tree in literal.io_trees(m, k + 1, b)]
    return all(len(p) == 2**b and all(len(path) == length for path in p) for p in paths)


@claim(
    "BGS21.D2.12",
    "Definition 2.12, section 2.2: shattering of an io-labelled tree",
    "definition",
    caps=DEPTHS,
    lost=OFFSET,
)
def shattering_is_realizing_every_path(H: Multiclass, lost: int) -> Truth:
    """$H$ shatters a tree of depth $b$ iff each of the $2^b$ root-to-leaf paths is realized by some $f$ in $H$, $f(x_i)
    = y_i$ all along it; for $b = 0$, iff $H$ is not empty. The two sides of the root are shattered by the two
    subclasses that agree with its edges."""
    trees = [tree for b in range(min(H.points, 2) + 1) for tree in literal.io_trees(H.points, H.labels, b)]
    return all_of(literal.shatters(H, tree).iff(_shatters_from_the_root(H, tree, lost)) for tree in trees)


def _shatters_from_the_root(H: ConceptClass, tree: IOTree, lost: int) -> Truth:
    if tree is None:
        return H.nonempty()
    left, right = (H.restrict(tree.point, frozenset({y})) for y in (tree.left_label, tree.right_label))
    sides = [_shatters_from_the_root(left, tree.left, 0), _shatters_from_the_root(right, tree.right, 0)]
    return all_of(sides[lost:])


@claim(
    "BGS21.D2.13",
    "Definition 2.13, section 2.2: multiclass Littlestone dimension",
    "definition",
    caps=f"{DEPTHS}: neither larger depths nor that none above is shattered, and no infinite dimension",
    offset=OFFSET,
)
def mld_is_the_depth_of_the_deepest_shattered_tree(H: Multiclass, offset: int) -> Truth:
    """$MLD(H)$ is the largest $b$ such that some complete io-labelled tree of depth $b$ is shattered by $H$: one of
    depth $b$ is iff $MLD(H) >= b$."""
    d = multiclass_littlestone_dimension(H)
    return all_of((d >= b + offset).iff(literal.shatters_some_io_tree(H, b)) for b in range(min(H.points, 2) + 1))
