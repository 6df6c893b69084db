"""BGS21 section 4: the Psi-Littlestone dimensions.

Collapsing maps, trees that carry them and the dimensions of a family of maps; then the three families, which of their
dimensions is MLD, how they are ordered, and the translations of trees in these proofs.
"""

from itertools import product

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.concept_classes import some_member
from littlestone.spec.classes.dimensions import Family as Maps
from littlestone.spec.classes.dimensions import split, uniform_psi_littlestone_dimension
from littlestone.spec.classes.trees import PsiTree, psi_paths, psi_realizes
from littlestone.spec.classes.witnesses import shattered_psi_tree
from littlestone.spec.notation import *

LITERAL_DEPTHS = range(3)
IO_DEPTHS = "io-labelled trees of depth at most 2, and at most the number of points"
Path = tuple[tuple[int, tuple[int | None, ...], int], ...]
FAMILIES = (psi_n, psi_bin, psi_b)
Searches = Annotated[Run, Algorithm("BGS21.ALG.DIM")]

LEMMA = "proof of Lemma 4.5, section 4.2"
CLAIM_6 = "proof of Claim 4.6, section 4.2"
PSI_UNKNOWN = ("littlestone_dimension", "psi_littlestone_dimension")
CLAIM = "proof of Claim 4.7, section 4.2"


@claim("BGS21.N4.maps", "section 4.1: number of collapsing maps", "definition", stars=Constant(1, mutants=(0,)))
def there_are_3_to_the_k_plus_1_collapsing_maps(k: PositiveSize, stars: int) -> bool:
    """A collapsing map sends each label of $[k]$ to 0, 1 or *; a family is a set of them, at most $3^{k+1}$ in all."""
    return len(set(psi_b(int(k) + 1))) == int((2 + stars) ** (k + 1))


@claim(
    "BGS21.D4.1",
    "Definition 4.1, section 4.1: complete Psi-labelled binary tree",
    "definition",
    narrows="one family, $Psi^bin$ of labels $[k]$; the examples and the depth enter by the number of trees alone, the "
    "edges 0 and 1 not",
    orders=Constant(1, mutants=(2,)),
)
def psi_trees_carry_a_point_and_a_map(m: PositiveSize, k: PositiveSize, b: Size, orders: int) -> bool:
    """A complete $Psi$-labelled tree has an example and a map of $Psi$ at every internal node: $T(b) = m |Psi|
    T(b-1)^2$ trees of depth $b$; in a uniformly labelled tree all nodes of one depth carry the same map: $|Psi|^b
    m^(2^b - 1)$ trees."""
    points, family, levels = int(m), psi_bin(int(k) + 1), int(b)
    free, uniform = (list(trees(points, family, levels)) for trees in (literal.psi_trees, literal.uniform_psi_trees))
    carried = all(_family_only(tree, family) for tree in free)
    all_free = len(free) == len(set(free)) == _count(points, len(family), levels) // int(orders)
    same = set(uniform) == {tree for tree in free if _has_one_map_per_depth([tree])}
    return carried and all_free and same and len(uniform) == len(family) ** levels * points ** (2**levels - 1)


def _has_one_map_per_depth(level: list[PsiTree]) -> bool:
    nodes = [node for node in level if node is not None]
    below = [child for node in nodes for child in (node.left, node.right)]
    return not nodes or (len({node.map for node in nodes}) == 1 and _has_one_map_per_depth(below))


def _count(m: int, maps: int, b: int) -> int:
    return 1 if b == 0 else m * maps * int(_count(m, maps, b - 1)) ** 2


@claim(
    "BGS21.D4.2",
    "Definition 4.2, section 4.1: realization of a path",
    "definition",
    caps="paths of length at most 2, for more than two labels at most 1",
    star=OFFSET,
)
def realizing_a_path_is_surviving_its_restrictions(H: Multiclass, star: int) -> Truth:
    """$f$ realizes $((x_0, phi_0, y_0), ...)$ iff $phi_i(f(x_i)) = y_i$ for every $i$; a value * never matches."""
    steps = list(product(range(H.points), psi_b(H.labels), (0, 1)))
    paths = [path for length in range(3 if H.labels == 2 else 2) for path in product(steps, repeat=length)]
    return all_of(_realized(H, path).iff(_survivors(H, path, star).nonempty()) for path in paths)


def _realized(H: ConceptClass, path: Path) -> Truth:
    return some_member(H, lambda f: psi_realizes(f, path))


def _survivors(H: ConceptClass, path: Path, star: int) -> ConceptClass:
    for x, phi, y in path:
        H = H.restrict(x, frozenset(label for label, value in enumerate(phi) if value == y or (star and value is None)))
    return H


@claim(
    "BGS21.D4.3",
    "Definition 4.3, section 4.1: Psi-shattering",
    "definition",
    narrows="one family, $Psi^bin$",
    caps="trees of depth at most 2",
    lost=OFFSET,
)
def psi_shattering_is_realizing_every_path(H: Multiclass, lost: int) -> Truth:
    """$H$ $Psi$-shatters a tree of depth $b$, uniformly labelled or not, iff each of its $2^b$ root-to-leaf paths is
    realized by some $f$ in $H$: iff the two subclasses that the map at the root makes shatter its two sides."""
    trees = [tree for b in LITERAL_DEPTHS for tree in literal.psi_trees(H.points, psi_bin(H.labels), b)]
    return all_of(literal.psi_shatters(H, tree).iff(_shatters_from_the_root(H, tree, lost)) for tree in trees)


def _shatters_from_the_root(H: ConceptClass, tree: PsiTree, lost: int) -> Truth:
    if tree is None:
        return H.nonempty()
    zero, one = split(tree.map)
    sides = [(H.restrict(tree.point, zero), tree.left), (H.restrict(tree.point, one), tree.right)]
    return all_of(_shatters_from_the_root(half, child, 0) for half, child in sides[lost:])


@claim(
    "BGS21.D4.4",
    "Definition 4.4, section 4.1: Psi-Littlestone dimension",
    "definition",
    narrows="three families, $Psi^N$, $Psi^bin$ and $Psi^B$",
    caps="trees of depth at most 2, at most 1 where there are more maps than labels: neither larger depths nor that "
    "none above is shattered, and no infinite dimension",
    offset=OFFSET,
)
def psi_dimensions_are_the_depths_of_the_deepest_shattered_trees(H: Multiclass, offset: int) -> Truth:
    """$Psi_LD(H)$ is the largest depth of a $Psi$-shattered $Psi$-labelled tree; the uniform dimension is the same over
    the uniformly labelled trees."""
    return all_of(
        literal.shatters_some_psi_tree(H, family, b).iff(psi_littlestone_dimension(H, family).at_least(b + offset))
        & literal.shatters_some_uniform_psi_tree(H, family, b).iff(
            uniform_psi_littlestone_dimension(H, family).at_least(b + offset)
        )
        for family in (make(H.labels) for make in FAMILIES)
        for b in range(2 if len(family) > H.labels else 3)
    )


@claim("BGS21.ALG.DIM", "Definitions 2.13 and 4.4: dimension searches as implemented", "algorithm", offset=OFFSET)
def the_dimension_searches_agree_with_the_recursion(H: ExplicitClass, dimensions: Searches, offset: int) -> Truth:
    """The searches for large classes find the defined dimensions: VC, Littlestone and thresholds of a class with labels
    0 and 1; MLD, Ldim of each bit, $Psi^N$, $Psi^bin$ (also uniform) and $Psi^B$ of any other, with the labels up to
    the largest that it has."""
    found: dict[str, int] = dimensions(H.functions())
    expected = _binary_dimensions(H) if "VC" in found else _multiclass_dimensions(H)
    return all_of(number + offset == found[name] for name, number in expected.items())


def _binary_dimensions(H: ConceptClass) -> dict[str, Number]:
    return {"VC": vc_dimension(H), "Littlestone": littlestone_dimension(H), "thresholds": threshold_dimension(H)}


def _multiclass_dimensions(H: ConceptClass) -> dict[str, Number]:
    """On the label set that the class uses, which fixes the number of bits."""
    used = explicit(H.functions(), points=H.points)
    bits = ((f"Littlestone of bit {i}", binary_restriction(used, i)) for i in Bits(used.labels).indices())
    return {
        **{name: littlestone_dimension(bit) for name, bit in bits},
        "multiclass Littlestone": multiclass_littlestone_dimension(used),
        "Psi^N": psi_littlestone_dimension(used, psi_n(used.labels)),
        "Psi^bin": psi_littlestone_dimension(used, psi_bin(used.labels)),
        "Psi^bin uniform": uniform_psi_littlestone_dimension(used, psi_bin(used.labels)),
        "Psi^B": psi_littlestone_dimension(used, psi_b(used.labels)),
    }


@claim(
    "BGS21.ALG.DIM.structured",
    "Definition 2.13: dimension searches on structured binary classes",
    "algorithm",
    caps="classes drawn with fixed seeds; VC on at most 16 points; no thresholds, as their definition takes every "
    "order of the points",
    offset=OFFSET,
)
def the_searches_find_the_dimensions_of_structured_classes(
    H: StructuredClass, dimensions: Searches, offset: int
) -> Truth:
    """The searches for large classes find the Littlestone and VC dimensions of classes with structure: chains with
    noise, trees, blocks, grids, products, unions, closures, duals."""
    expected = {"Littlestone": littlestone_dimension(H)}
    few = {"VC": vc_dimension(H)} if H.points <= 16 else {}
    return _are_found(expected | few, dimensions(H.functions()), offset)


@claim(
    "BGS21.ALG.DIM.structured.labels",
    "Definitions 2.13 and 4.4: dimension searches on structured multiclass classes",
    "algorithm",
    caps="classes drawn with fixed seeds; the uniform dimension of at most 64 functions, $Psi^B$ of at most 4 labels; "
    "of classes with labels 0 and 1 alone the Littlestone dimension only",
    offset=OFFSET,
)
def the_searches_find_the_dimensions_of_structured_classes_with_labels(
    H: StructuredLabels, dimensions: Searches, offset: int
) -> Truth:
    """The searches for large classes find MLD, Ldim of each bit, $Psi^N$, $Psi^bin$ (also uniform) and $Psi^B$ of
    classes with structure."""
    found = dimensions(H.functions())
    if "VC" in found:
        return _are_found({"Littlestone": littlestone_dimension(H)}, found, offset)
    dear = {"Psi^bin uniform": largest_size(H) > 64, "Psi^B": "Littlestone of bit 3" in found}
    expected = {name: number for name, number in _multiclass_dimensions(H).items() if not dear.get(name)}
    return _are_found(expected, found, offset)


def _are_found(expected: dict[str, Number], found: dict[str, int], offset: int) -> Truth:
    """Decided at the number found alone: all values of VC on 24 points take minutes."""
    return all_of(number.equals(found[name] - offset) for name, number in expected.items())


@claim("BGS21.N4.fam", "section 4.2: three families of collapsing maps", "definition", offset=OFFSET)
def the_three_families(k: PositiveSize, offset: int) -> bool:
    """$Psi^N$, one label to 0, another to 1 and all others to *, has $k(k+1)$ maps, $Psi^bin$, the bits, has
    $ceil(log2(k+1))$, $Psi^B$, all maps, has $3^{k+1}$; $Psi^N$ and $Psi^bin$ are parts of $Psi^B$."""
    labels = int(k) + 1
    n, bits, everything = (set(make(labels)) for make in FAMILIES)
    sizes = [labels * (labels - 1), Bits(labels).length + int(offset), 3**labels]
    return [len(n), len(bits), len(everything)] == sizes and n <= everything and bits <= everything


@claim("BGS21.L4.5", "Lemma 4.5, section 4.2: Psi-N dimension and MLD", "lemma", caps=IO_DEPTHS, offset=OFFSET)
def psi_n_dimension_is_mld(H: Multiclass, offset: int) -> Truth:
    """$Psi^N_LD(H) = MLD(H)$: it is at least $b$ iff $H$ shatters a complete io-labelled tree of depth $b$, each of
    whose paths some function realizes."""
    dimension = psi_littlestone_dimension(H, psi_n(H.labels))
    return all_of(
        literal.shatters_some_io_tree(H, b).iff(dimension.at_least(b + offset)) for b in range(min(H.points, 2) + 1)
    )


rests_on("BGS21.L4.5", "BGS21.ALG.TRANS", "edges become maps; infinite dimensions: every depth", LEMMA, name="pairs")
rests_on("BGS21.L4.5", "BGS21.ALG.TRANS", "maps become edges; infinite dimensions: every depth", LEMMA, name="labels")


@claim(
    "BGS21.C4.6",
    "Claim 4.6, section 4.2: binary restrictions and the Psi-bin dimensions",
    "claim",
    caps="for two labels all three are $Ldim(H)$: there the first and the last are one code, and the second is another",
    first=TIGHT,
    second=TIGHT,
)
def bits_are_below_the_uniform_dimension(H: Multiclass, first: int, second: int) -> Truth:
    """$max_j Ldim(H|_j) <= Psi^bin_LD U(H) <= Psi^bin_LD(H)$."""
    uniform = uniform_psi_littlestone_dimension(H, psi_bin(H.labels))
    below = largest_bit_dimension(H) <= uniform + first
    return below & (uniform <= psi_littlestone_dimension(H, psi_bin(H.labels)) + second)


rests_on("BGS21.C4.6", "BGS21.ALG.TRANS", "one map is uniform; infinite dimensions: every depth", CLAIM_6)
rests_on("BGS21.C4.6", "BGS21.D4.4", "a uniformly labelled tree is a labelled tree", CLAIM_6)


@uses(
    "BGS21.C4.6",
    "BGS21.N3.bits",
    CLAIM_6,
    name="functions",
    opaque=(*PSI_UNKNOWN, "uniform_psi_littlestone_dimension"),
)
def functions_of_a_bit_are_bits_of_functions(H: Multiclass) -> Use:
    """The tree of $H|_i$ is one of $H$ with the one map $phi_i$, which is uniform: $max_j d_j <= Psi^bin_LD U(H)$."""
    uniform = uniform_psi_littlestone_dimension(H, psi_bin(H.labels))
    one_map = all_of(psi_littlestone_dimension(H, (phi,)) <= uniform for phi in psi_bin(H.labels))
    return Use({"H": H}, given=one_map, gives=largest_bit_dimension(H) <= uniform)


@claim("BGS21.C4.7", "Claim 4.7, section 4.2: order of the three Psi dimensions", "claim", first=TIGHT, second=TIGHT)
def the_families_are_ordered(H: Multiclass, first: int, second: int) -> Truth:
    """$Psi^N_LD(H) <= Psi^bin_LD(H) <= Psi^B_LD(H)$."""
    on_pairs, on_bits, on_maps = (psi_littlestone_dimension(H, make(H.labels)) for make in FAMILIES)
    return (on_pairs <= on_bits + first) & (on_bits <= on_maps + second)


rests_on("BGS21.C4.7", "BGS21.N3.bits", "different labels have a bit that tells them apart", CLAIM)
rests_on("BGS21.C4.7", "BGS21.N4.fam", "$Psi^bin$ is a part of $Psi^B$", CLAIM, name="part")
rests_on("BGS21.C4.7", "BGS21.ALG.TRANS", "maps become bits; infinite dimensions: every depth", CLAIM)


# ---- Translations of trees


@claim(
    "BGS21.ALG.TRANS",
    "proofs of Lemma 4.5, Claims 4.6 and 4.7, Lemma 5.11: translations of shattered trees as implemented",
    "algorithm",
    narrows="one shattered tree of each kind for each class, of its largest depth",
    deeper=OFFSET,
)
def translated_trees_stay_shattered(
    H: ExplicitClass,
    io_to_psi: Annotated[Run, Algorithm("BGS21.ALG.TRANS.io_to_psi")],
    psi_to_io: Annotated[Run, Algorithm("BGS21.ALG.TRANS.psi_to_io")],
    bit_to_psi: Annotated[Run, Algorithm("BGS21.ALG.TRANS.bit_to_psi")],
    psi_n_to_bin: Annotated[Run, Algorithm("BGS21.ALG.TRANS.psi_n_to_bin")],
    psi_b_to_input: Annotated[Run, Algorithm("BGS21.ALG.TRANS.psi_b_to_input")],
    deeper: int,
) -> Truth:
    """The five translations keep depth and shattering: io-labelled trees to $Psi^N$ and back, $H|_i -> Psi^bin$ with
    the constant map $phi_i$, $Psi^N -> Psi^bin$, and $Psi^B$ to an input tree of its depth $d$ on which $2^d$ functions
    need different output trees."""
    d, functions = int(multiclass_littlestone_dimension(H)), H.functions()
    tree, pairs = shattered_io_tree(H, d), psi_n(H.labels)
    on_pairs, maps = io_to_psi(tree, H.k), shattered_psi_tree(H, psi_n(H.labels), d)
    return all_of(
        [
            _psi_result(on_pairs, functions, pairs, d + int(deeper)),
            depth(psi_to_io(maps)) == d and is_shattered(functions, psi_to_io(maps)),
            _psi_result(psi_n_to_bin(maps), functions, psi_bin(H.labels), d),
            *(_bit_result(H, bit_to_psi, i) for i in Bits(H.labels).indices()),
            _input_result(H, psi_b_to_input),
        ]
    )


def _family_only(tree: PsiTree, family: Maps) -> bool:
    if tree is None:
        return True
    return tree.map in family and _family_only(tree.left, family) and _family_only(tree.right, family)


def _psi_result(tree: PsiTree, functions: tuple[Function, ...], family: Maps, d: int) -> bool:
    return _family_only(tree, family) and depth(tree) == d and is_psi_shattered(functions, tree)


def _bit_result(H: ConceptClass, translate: Run, i: int) -> bool:
    bit = binary_restriction(H, i)
    tree: IOTree = shattered_io_tree(bit, int(littlestone_dimension(bit)))
    return _psi_result(translate(tree, i, H.k), H.functions(), (psi_bin(H.labels)[i - 1],), depth(tree))


def _input_result(H: ConceptClass, translate: Run) -> bool:
    """The stripped tree keeps the points, and functions realizing different paths read differently off it."""
    tree = shattered_psi_tree(H, psi_b(H.labels), int(psi_littlestone_dimension(H, psi_b(H.labels))))
    stripped: CoverTree = translate(tree)
    if tree is None:
        return stripped is None
    realizers = [next((f for f in H.functions() if psi_realizes(f, path)), ()) for path in psi_paths(tree)]
    paths = list(cover_paths(stripped))
    readings = [(i // 2, tuple(f[x] for x in paths[i // 2])) for i, f in enumerate(realizers)]
    return _same_points(tree, stripped) and all(_clash(a, b, depth(tree)) for a in readings for b in readings if a != b)


def _same_points(tree: PsiTree, stripped: CoverTree) -> bool:
    match tree, stripped:
        case None, None:
            return True
        case PsiNode(), CoverNode():
            same = tree.point == stripped.label
            return same and _same_points(tree.left, stripped.left) and _same_points(tree.right, stripped.right)
    return False


def _clash(a: tuple[int, tuple[int, ...]], b: tuple[int, tuple[int, ...]], n: int) -> bool:
    """Two readings (path number, labels) that no single output tree of depth n can serve: they differ while
    together."""
    together = n - (a[0] ^ b[0]).bit_length()
    return a[1][:together] != b[1][:together]
