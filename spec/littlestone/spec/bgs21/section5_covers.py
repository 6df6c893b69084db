"""BGS21 section 5: 0-covers, the Sauer-type lemma and the exponential lower bound."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.algebra.naturals import Number, largest, smallest, total
from littlestone.spec.algebra.reals import EULER, floor
from littlestone.spec.claim import Constant, Multiclass, PositiveSize, Size, Statement, TreeSet, claim, when
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit, from_members
from littlestone.spec.classes.covers import (
    all_depths,
    constant_trees,
    cover_function,
    cover_number,
    economical_trees,
    input_trees,
    is_cover,
    literal_cover_function,
    node_paths,
    set_covers,
    smallest_cover,
)
from littlestone.spec.classes.dimensions import multiclass_littlestone_dimension, psi_b, psi_littlestone_dimension
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.classes.trees import (
    CoverNode,
    CoverTree,
    PsiNode,
    cover_paths,
    depth,
    is_complete,
    is_psi_shattered,
)

TIGHT = Constant(0, mutants=(-1,))
OFFSET = Constant(0, mutants=(1,))


@claim("BGS21.D5.1", "Definition 5.1, section 5.1", "definition", offset=OFFSET)
def cover_trees_label_every_node(m: PositiveSize, n: Size, offset: int) -> Truth:
    """A complete input-labelled (output-labelled) tree of depth n, root at depth 1, has a point (a label) at each of
    its 2^n - 1 nodes, leaves included; over m of them there are m^(2^n - 1) trees."""
    trees = list(input_trees(m, n))
    complete = all(is_complete(tree) and depth(tree) == n for tree in trees)
    return as_truth(complete and len(set(trees)) == m ** (2**n - 1 + offset))


@claim("BGS21.D5.2", "Definition 5.2, section 5.1", "definition", mirrored=OFFSET)
def corresponding_paths_turn_alike(n: PositiveSize, mirrored: int) -> Truth:
    """Two root-to-leaf paths correspond iff they turn left and right alike at steps 1..n-1, so corresponding paths are
    those at the same place among the 2^(n-1), left to right."""
    tree, nodes = _numbered(n, 0), node_paths(n)
    turns = list(product((0, 1), repeat=n - 1))
    followed = [_follow(tree, turn) for turn in (reversed_turns(turns) if mirrored and n > 1 else turns)]
    return as_truth(list(cover_paths(tree)) == followed == nodes)


def reversed_turns(turns: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The same turns from right to left."""
    return turns[::-1]


def _numbered(n: int, first: int) -> CoverTree:
    """The complete tree of depth n with its nodes numbered in preorder."""
    below = 2 ** (n - 1) - 1
    return CoverNode(first, _numbered(n - 1, first + 1), _numbered(n - 1, first + 1 + below)) if n else None


def _follow(tree: CoverTree, turns: tuple[int, ...]) -> tuple[int, ...]:
    labels = []
    for turn in (*turns, 0):
        assert tree is not None
        labels.append(tree.label)
        tree = tree.right if turn else tree.left
    return tuple(labels)


@claim("BGS21.D5.3", "Definition 5.3, section 5.1", "definition", offset=OFFSET)
def a_function_on_a_path_is_its_labels(m: PositiveSize, k: PositiveSize, n: Size, offset: int) -> Truth:
    """f(A) = (f(x_1), ..., f(x_n)) for a path A with labels x_1, ..., x_n: the path of the relabelled tree."""
    pairs = product(all_functions(m, k + 1), input_trees(m, n))
    return as_truth(
        all(
            list(cover_paths(_relabelled(z, f, offset))) == [tuple(f[x] for x in A) for A in cover_paths(z)]
            for f, z in pairs
        )
    )


def _relabelled(z: CoverTree, f: tuple[int, ...], offset: int) -> CoverTree:
    if z is None:
        return None
    return CoverNode(f[z.label] + offset, _relabelled(z.left, f, offset), _relabelled(z.right, f, offset))


@claim("BGS21.D5.4", "Definition 5.4, section 5.1", "definition", one_tree_per_function=OFFSET)
def a_cover_serves_every_function_on_every_path(H: Multiclass, V: TreeSet, one_tree_per_function: int) -> Truth:
    """V is a 0-cover of H on z iff for every f in H and every path A of z some v in V, which may depend on f and on A,
    reads f(A) on the corresponding path: iff below each root label the two halves of V cover the two halves of z."""
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


@claim("BGS21.D5.5", "Definition 5.5, section 5.1", "definition", offset=OFFSET)
def the_cover_function_is_the_smallest_cover_of_the_worst_tree(H: Multiclass, offset: int) -> Truth:
    """N(0, H, z) is the size of the smallest 0-cover of H on z, and N(0, H, n) its supremum over the trees of depth n:
    the recursion by root labels agrees with trying all sets of output trees, to depth 2 (with more labels: depth 1)."""
    depths = range(3 if H.labels == 2 else 2)
    return all_of(cover_function(H, n) + offset == literal_cover_function(H, n) for n in depths)


@claim("BGS21.D5.5.trees", "Definition 5.5, section 5.1", "remark", offset=OFFSET)
def repeated_points_never_help(H: Multiclass, offset: int) -> Truth:
    """Trees in which no path meets a point twice reach the supremum, and from depth m on N(0, H, n) = |H|."""
    depths = range(min(H.points, 3) + 1)
    return all_of(_over_all_trees(H, n) + offset == cover_function(H, n) for n in depths)


def _over_all_trees(H: ConceptClass, n: int) -> Number:
    return largest([cover_number(H, z) for z in input_trees(H.points, n)])


@claim("BGS21.N5.0", "convention before Theorem 5.6, section 5.1", "definition", one=Constant(1, mutants=(0,)))
def the_cover_function_at_depth_0_is_1(H: Multiclass, one: int) -> Truth:
    """N(0, H, 0) = 1 for every non-empty H."""
    return _over_all_trees(H, 0) == one


# ---- Theorem 5.6


def sauer_bound(H: ConceptClass, n: int, shift: int = 0) -> Number:
    """sum_{i <= d + shift} C(n, i) k^i as a function of d = MLD(H)."""
    return multiclass_littlestone_dimension(H).map(lambda d: sauer_sum(n, max(d, 0) + shift, H.k))


@claim("BGS21.T5.6", "Theorem 5.6, section 5.1", "theorem", shift=TIGHT, scale=Constant(1, mutants=(Fraction(1, 2),)))
def covers_obey_a_sauer_bound(H: Multiclass, shift: int, scale: Fraction) -> Truth:
    """With d = MLD(H): N(0, H, n) <= sum_{i<=d} C(n,i) k^i for n >= d, which is at most (e k n/d)^d where d > 0, and
    N(0, H, n) <= (k+1)^n for n < d."""
    d = multiclass_littlestone_dimension(H)
    return all_of(
        (d <= n).implies((cover_function(H, n) <= sauer_bound(H, n, shift)) & _exponential_bound(H, n, scale))
        & (d > n).implies(cover_function(H, n) <= H.labels**n)
        for n in all_depths(H)
    )


@claim("BGS21.T5.6.eq4", "Equation (4), section 5.1", "step", shift=TIGHT)
def covers_are_at_most_the_sum(H: Multiclass, shift: int) -> Truth:
    """N(0, H, n) <= sum_{i=0}^{d} C(n, i) k^i for all n >= d >= 0, d = MLD(H)."""
    d = multiclass_littlestone_dimension(H)
    return all_of((d <= n).implies(cover_function(H, n) <= sauer_bound(H, n, shift)) for n in all_depths(H))


@claim("BGS21.T5.6.eq5", "Equation (5), section 5.1", "step", scale=Constant(1, mutants=(Fraction(1, 2),)))
def covers_are_at_most_exponential_in_d(H: Multiclass, scale: Fraction) -> Statement:
    """N(0, H, n) <= sum_{i=0}^{d} C(n, i) k^i <= (e k n / d)^d for all n >= d > 0, d = MLD(H)."""
    d = multiclass_littlestone_dimension(H)
    holds = all_of(
        (d <= n).implies((cover_function(H, n) <= sauer_bound(H, n)) & _exponential_bound(H, n, scale))
        for n in all_depths(H)
    )
    return when(d >= 1, holds)


def _exponential_bound(H: ConceptClass, n: int, scale: Fraction) -> Truth:
    """sum_{i<=d} C(n,i) k^i <= (scale e k n / d)^d at d = MLD(H), where 0 < d <= n."""
    d = multiclass_littlestone_dimension(H)
    values = [v for v in d.values if 0 < v <= n]
    return all_of(
        d.equals(v).implies(as_truth(sauer_sum(n, v, H.k) <= floor((scale * EULER * H.k * n / v) ** v))) for v in values
    )


@claim("BGS21.T5.6.base1", "first base case of Theorem 5.6", "step", one=Constant(1, mutants=(0,)))
def a_class_of_dimension_0_is_one_function(H: Multiclass, one: int) -> Statement:
    """If MLD(H) = 0 then H is a single function and N(0, H, n) = 1 for all n >= 1."""
    single = H.size() == 1
    return when(
        multiclass_littlestone_dimension(H).equals(0),
        all_of([single, *(cover_function(H, n) == one for n in all_depths(H) if n)]),
    )


@claim("BGS21.T5.6.base2", "second base case of Theorem 5.6", "step", lost=OFFSET)
def level_constant_trees_cover(H: Multiclass, lost: int) -> Truth:
    """The (k+1)^n trees with one label per level are a 0-cover of H on every z of depth n, and (k+1)^n =
    sum_{i<=n} C(n,i) k^i."""
    return all_of(
        is_cover(constant_trees(H.labels, n)[lost:], H, z) & as_truth(H.labels**n == sauer_sum(n, n, H.k))
        for n in range(1, 3)
        for z in economical_trees(tuple(range(H.points)), min(n, H.points))
        if depth(z) == n
    )


@claim("BGS21.T5.6.ind", "inductive case of Theorem 5.6", "step", shift=TIGHT)
def one_subclass_is_heavy_and_the_others_light(H: Multiclass, shift: int) -> Truth:
    """For n > d >= 1, n >= 2 and any root x: the covers of H^0, ..., H^k on depth n - 1 have together at most
    k sum_{i<=d-1} C(n-1,i) k^i + sum_{i<=d} C(n-1,i) k^i trees, and that many cover H."""
    d = multiclass_littlestone_dimension(H)
    return all_of(
        ((d < n) & (d >= 1)).implies(
            _covers_at_root(H, x, n) <= d.map(lambda v, n=n: _split_bound(v, n, H.k, shift))  # type: ignore[misc]
        )
        for n in range(2, H.points + 1)
        for x in range(H.points)
    )


def _covers_at_root(H: ConceptClass, x: int, n: int) -> Number:
    return total(cover_function(H.restrict(x, frozenset({y})), n - 1) for y in range(H.labels))


def _split_bound(d: int, n: int, k: int, shift: int) -> int:
    return int(k * sauer_sum(n - 1, d - 1 + shift, k) + sauer_sum(n - 1, d, k))


# ---- The claims inside the proof, and the lower bound


@claim("BGS21.C5.7", "Claim 5.7, section 5.1", "claim", slack=TIGHT)
def at_most_one_subclass_keeps_the_dimension(H: Multiclass, slack: int) -> Truth:
    """For every x at most one i has MLD(H^i) = d = MLD(H), where H^i = {f in H : f(x) = i}; the others have <= d -
    1."""
    d = multiclass_littlestone_dimension(H)
    parts = [[_part_dimension(H, x, y) for y in range(H.labels)] for x in range(H.points)]
    return all_of(smallest([a, b]) <= d + (slack - 1) for part in parts for a, b in combinations(part, 2))


def _part_dimension(H: ConceptClass, x: int, y: int) -> Number:
    return multiclass_littlestone_dimension(H.restrict(x, frozenset({y})))


@claim("BGS21.C5.8", "Claim 5.8, section 5.1", "claim", slack=OFFSET)
def stitched_covers_cover(H: Multiclass, slack: int) -> Truth:
    """Covers V^L, V^R of H^i on z^L, z^R stitch to a cover of H^i on z of size max(|V^L|, |V^R|), and no fewer do."""
    trees = [z for z in input_trees(H.points, 2) if z is not None]
    subclasses = [(z, H.restrict(z.label, frozenset({y}))) for z in trees for y in range(H.labels)]
    return all_of(smallest_cover(part, z, 2) + slack == _larger_cover(part, z) for z, part in subclasses if part.most)


def _larger_cover(H: ConceptClass, z: CoverNode) -> Number:
    return largest([smallest_cover(H, child, 1) for child in (z.left, z.right)])


@claim("BGS21.C5.9", "Claim 5.9, section 5.1", "claim", lost=OFFSET)
def a_union_of_covers_covers_the_union(G: Multiclass, H: Multiclass, U: TreeSet, V: TreeSet, lost: int) -> Statement:
    """If U is a 0-cover of G on z and V a 0-cover of H on z, then the union of U and V is one of the union of G and
    H."""
    n = (V.points + 1).bit_length() - 1
    both, cover = _union(G, H), V if lost else _union(U, V)
    trees = list(input_trees(H.points, n))
    covered = [(set_covers(U, G, z, n) & set_covers(V, H, z, n), set_covers(cover, both, z, n)) for z in trees]
    return all_of(premise.implies(conclusion) for premise, conclusion in covered)


def _union(G: ConceptClass, H: ConceptClass) -> ConceptClass:
    functions = {f for f, _ in G.members()} | {f for f, _ in H.members()}
    return from_members(G.points, G.labels, {f: G.contains(f) | H.contains(f) for f in sorted(functions)})


@claim("BGS21.L5.11", "Lemma 5.11, section 5.2", "lemma", base=Constant(2, mutants=(3,)))
def covers_grow_exponentially(H: Multiclass, base: int) -> Truth:
    """N(0, H, d) >= 2^d for d = Psi^B_LD(H)."""
    d = psi_littlestone_dimension(H, psi_b(H.labels))
    return all_of(is_d.implies(cover_function(H, v) >= base ** max(v, 0)) for v, is_d in d.cases() if v >= 0)


@claim("BGS21.FIG2", "Figure 2, section 5.2", "figure", size=Constant(4, mutants=(5,)))
def four_functions_on_two_paths(size: int) -> Truth:
    """A Psi^B-shattered tree of depth 2 gives an input tree with two paths, two of the four functions on each, and no
    0-cover of fewer than 4 trees: here all binary functions on two points."""
    functions, bit = list(all_functions(2, 2)), (0, 1)
    tree = PsiNode(0, bit, PsiNode(1, bit), PsiNode(1, bit))
    stripped = CoverNode(0, CoverNode(1), CoverNode(1))
    needed = smallest_cover(explicit(functions), stripped, 2) == size
    return needed & as_truth(is_psi_shattered(functions, tree) and len(list(cover_paths(stripped))) == 2)
