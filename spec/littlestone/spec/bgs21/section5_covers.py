"""BGS21 section 5.1: 0-covers and the 0-cover function."""

from itertools import product

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.covers import cover_number, literal_cover_function, node_paths
from littlestone.spec.notation import *


@claim(
    "BGS21.D5.1", "Definition 5.1, section 5.1: input-labelled and output-labelled trees", "definition", offset=OFFSET
)
def cover_trees_label_every_node(m: PositiveSize, n: Size, offset: int) -> bool:
    """A complete input-labelled (output-labelled) tree of depth $n$, root at depth 1, has a point (a label) at each of
    its $2^n - 1$ nodes, leaves included; over $m$ of them there are $m^(2^n - 1)$ trees."""
    labels, levels = int(m), int(n)
    trees = list(input_trees(labels, levels))
    complete = all(is_complete(tree) and depth(tree) == levels for tree in trees)
    return complete and len(set(trees)) == labels ** (2**levels - 1 + int(offset))


@claim("BGS21.D5.2", "Definition 5.2, section 5.1: corresponding paths", "definition", mirrored=OFFSET)
def corresponding_paths_turn_alike(n: PositiveSize, mirrored: int) -> bool:
    """Two root-to-leaf paths correspond iff they turn left and right alike at steps 1..n-1, so corresponding paths are
    those at the same place among the $2^(n-1)$, left to right."""
    tree, nodes = _numbered(int(n), 0), node_paths(int(n))
    turns = list(product((0, 1), repeat=n - 1))
    followed = [_follow(tree, turn) for turn in turns[:: -1 if mirrored else 1]]
    return list(cover_paths(tree)) == followed == nodes


def _numbered(n: int, first: int) -> CoverTree:
    """The complete tree of depth n with its nodes numbered in preorder."""
    if n == 0:
        return None
    below = 2 ** (n - 1) - 1
    return CoverNode(first, _numbered(n - 1, first + 1), _numbered(n - 1, first + 1 + below))


def _follow(tree: CoverTree, turns: tuple[int, ...]) -> tuple[int, ...]:
    labels = []
    for turn in (*turns, 0):
        assert tree is not None
        labels.append(tree.label)
        tree = tree.right if turn else tree.left
    return tuple(labels)


@claim("BGS21.D5.3", "Definition 5.3, section 5.1: value of a function on a path", "definition", offset=OFFSET)
def a_function_on_a_path_is_its_labels(m: PositiveSize, k: PositiveSize, n: PositiveSize, offset: int) -> bool:
    """$f(A) = (f(x_1), ..., f(x_n))$ for a path A with labels $x_1, ..., x_n$: the path of the relabelled tree, for
    all functions from $m$ points to $0..k$ and all trees of $n$ levels."""
    pairs = product(all_functions(int(m), int(k) + 1), input_trees(int(m), int(n)))
    return all(
        list(cover_paths(_relabelled(z, f, int(offset)))) == [tuple(f[x] for x in A) for A in cover_paths(z)]
        for f, z in pairs
    )


def _relabelled(z: CoverTree, f: tuple[int, ...], offset: int) -> CoverTree:
    if z is None:
        return None
    return CoverNode(f[z.label] + offset, _relabelled(z.left, f, offset), _relabelled(z.right, f, offset))


@claim(
    "BGS21.D5.4",
    "Definition 5.4, section 5.1: 0-cover",
    "definition",
    caps="trees of depth 2, and all sets $V$ of them",
    one_tree_per_function=OFFSET,
)
def a_cover_serves_every_function_on_every_path(H: Multiclass, V: TreeSet, one_tree_per_function: int) -> Truth:
    """$V$ is a 0-cover of $H$ on $z$ iff for every $f$ in $H$ and every path A of $z$ some $v$ in $V$, which may depend
    on $f$ and on A, reads $f(A)$ on the corresponding path: iff below each root label the two halves of $V$ cover the
    two halves of $z$."""
    n = (V.points + 1).bit_length() - 1
    return all_of(
        set_covers(V, H, z, n).iff(_covers_from_the_root(V, H, z, one_tree_per_function))
        for z in input_trees(H.points, n)
    )


def _covers_from_the_root(V: ConceptClass, H: ConceptClass, z: CoverTree, single: int) -> Truth:
    if z is None:
        return H.nonempty().implies(V.nonempty())
    below = (V.points - 1) // 2
    parts = [(H.restrict(z.label, frozenset({y})), V.restrict(0, frozenset({y}))) for y in range(H.labels)]
    if single:
        return all_of(_same_tree_on_all_paths(part, cover, z) for part, cover in parts)
    return all_of(
        _covers_from_the_root(_nodes(cover, first, below), part, child, 0)
        for part, cover in parts
        for first, child in ((1, z.left), (1 + below, z.right))
    )


def _nodes(V: ConceptClass, first: int, count: int) -> ConceptClass:
    """The restrictions of the functions of V to ``count`` nodes from ``first`` on."""
    members: dict[tuple[int, ...], Truth] = {}
    for v, truth in V.members():
        part = v[first : first + count]
        members[part] = members[part] | truth if part in members else truth
    return from_members(count, V.labels, members)


def _same_tree_on_all_paths(H: ConceptClass, V: ConceptClass, z: CoverTree) -> Truth:
    """The wrong reading of Definition 5.4, in which v depends on f alone."""
    order = list(_preorder(z))
    return all_of(truth.implies(V.contains(tuple(f[x] for x in order))) for f, truth in H.members())


def _preorder(z: CoverTree) -> list[int]:
    return [] if z is None else [z.label, *_preorder(z.left), *_preorder(z.right)]


@claim(
    "BGS21.D5.5",
    "Definition 5.5, section 5.1: 0-cover function",
    "definition",
    caps="trees of depth at most 2, for more than two labels at most 1",
    offset=OFFSET,
)
def the_cover_function_is_the_smallest_cover_of_the_worst_tree(H: Multiclass, offset: int) -> Truth:
    """$N(0, H, z)$ is the size of the smallest 0-cover of $H$ on $z$, and $N(0, H, n)$ its supremum over the trees of
    depth $n$: the recursion by root labels agrees with trying all sets of output trees."""
    depths = range(3 if H.labels == 2 else 2)
    return all_of(cover_function(H, n) + offset == literal_cover_function(H, n) for n in depths)


@claim(
    "BGS21.D5.5.trees",
    "for Definition 5.5, section 5.1: trees that suffice for the 0-cover function",
    "remark",
    role="companion",
    caps="trees of depth at most 3, and at most $m$, for binary classes at most $m + 1$",
    offset=OFFSET,
)
def repeated_points_never_help(H: Multiclass, offset: int) -> Truth:
    """Trees in which no path meets a point twice reach the supremum, and from depth $m$ on $N(0, H, n) = |H|$."""
    deepest = H.points + (H.labels == 2)
    depths = range(min(deepest, 3) + 1)
    return all_of(_over_all_trees(H, n) + offset == cover_function(H, n) for n in depths)


def _over_all_trees(H: ConceptClass, n: int) -> Number:
    return largest([cover_number(H, z) for z in input_trees(H.points, n)])


@claim(
    "BGS21.ALG.COVER",
    "Definitions 5.4 and 5.5, Claims 5.8 and 5.9: constructive 0-cover as implemented",
    "algorithm",
    caps="trees of depth at most 2",
    offset=OFFSET,
)
def the_constructive_cover_covers_and_is_smallest(
    H: ExplicitClass, zero_cover: Annotated[Run, Algorithm("BGS21.ALG.COVER")], offset: int
) -> Truth:
    """The constructed set of output trees is a 0-cover of $H$ on every input tree, of size $N(0, H, z)$."""
    trees = [z for n in range(3) for z in input_trees(H.points, n)]
    covers = [(z, tuple(zero_cover(H.functions(), z))) for z in trees]
    return all_of(is_cover(V, H, z) & (cover_number(H, z) == len(V) + offset) for z, V in covers)


@claim(
    "BGS21.N5.0",
    "convention before Theorem 5.6, section 5.1: 0-cover function at depth 0",
    "definition",
    one=Constant(1, mutants=(0,)),
)
def the_cover_function_at_depth_0_is_1(H: Multiclass, one: int) -> Truth:
    """$N(0, H, 0) = 1$ for every non-empty $H$."""
    return _over_all_trees(H, 0) == one
