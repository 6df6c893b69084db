"""BGS21 section 7: the d-point functions on every bit, for which Theorem 7.1 is tight (Theorem 7.2)."""

from collections.abc import Callable

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.constructions import (
    diagonal_of_point_functions,
    point_functions,
    product_of_point_functions,
)
from littlestone.spec.notation import *

TIGHTNESS = "proof of Theorem 7.2, section 7"
BOUND = f"{TIGHTNESS}, second paragraph"
BITS_UNKNOWN = ("largest_bit_dimension", "littlestone_dimension")
ONE_TREE = "one $T_j$ with one point on each level, and $d (L + 1)$ points in place of $N$"


@claim(
    "BGS21.N7.pt",
    "d-point functions, section 7: Littlestone dimension of d-point functions",
    "remark",
    narrows="$m$ points in place of $N$",
    offset=OFFSET,
)
def d_point_functions_have_dimension_d(d: Size, m: PositiveSize, offset: int) -> Statement:
    """The functions on $m$ points that are 1 on exactly $d$ of them have Littlestone dimension $min(d, m - d)$: $d$ for
    all $m >= 2d$."""
    dimension = littlestone_dimension(explicit(point_functions(int(d), int(m)), labels=2, points=int(m)))
    return when(d <= m, dimension == min(int(d), int(m - d)) + offset)


def few_points(k: int, d: int) -> bool:
    """$d ceil(log2(k+1))$ at most 4."""
    return int(d) * Bits(k + 1).length <= 4


@claim(
    "BGS21.T7.2", "Theorem 7.2, section 7: tightness of Theorem 7.1 by d-point functions", "theorem", reach=few_points
)
def d_point_functions_on_every_bit_are_tight(k: PositiveSize, d: Size) -> Truth:
    """For all $k >= 1$, $d >= 0$ some class with labels $[k]$ has MLD $d log(k+1)$ and $max_i Ldim(H|_i) = d$. Read as:
    with log to base 2, so has the product of $d$-point functions on $floor(log2(k+1))$ bits, on $d$ points for each bit
    and $d$ more."""
    target = d * log2(k + 1)
    bits = floor(log2(k + 1))
    H = product_of_point_functions(d, max(1, int(d) * (bits + 1)), bits)
    whole = (H.labels <= k + 1) & equals(target, floor(target))
    return whole & (multiclass_littlestone_dimension(H) == floor(target)) & (largest_bit_dimension(H) == d)


@correction(
    "BGS21.T7.2",
    "MLD is an integer and $d log2(k+1)$ is not, where $k + 1$ is not a power of two and $d >= 1$; with"
    " $ceil(log2(k+1))$ bits the product uses labels above $k$, so the supports must be disjoint",
    reach=few_points,
    narrows="$d (L + 1)$ points in place of $N$, for $L$ bits; on $2 d L$ points all $k$ and $d$ are "
    "BGS21.T7.2.induction, within its limits",
    offset=OFFSET,
)
def disjoint_d_point_functions_are_tight(k: PositiveSize, d: Size, offset: int) -> Truth:
    """For all $k >= 1$, $d >= 0$ the $d$-point functions with disjoint supports on $ceil(log2(k+1))$ bits have labels
    in $[k]$, MLD $d ceil(log2(k+1))$ and $max_i Ldim(H|_i) = d$ (on enough points)."""
    bits = Bits(k + 1).length
    H = disjoint_point_functions(d, max(1, int(d) * (bits + 1)), k)
    tight = multiclass_littlestone_dimension(H) == d * bits + offset
    return tight & (largest_bit_dimension(H) == d)


rests_on("BGS21.T7.2", "BGS21.N7.pt", "each restriction, on $d (L + 1)$ points, has dimension $d$", TIGHTNESS)
rests_on("BGS21.T7.2", "BGS21.N7.pt", "those that vanish on the points of $T_1, ..., T_j$", TIGHTNESS, name="rest")
rests_on("BGS21.T7.2", "BGS21.T7.2.determined", "all combinations", TIGHTNESS, repair="BGS21.T7.2.determined.corrected")
rests_on(
    "BGS21.T7.2", "BGS21.T7.2.tree", "$H$ shatters $T$ of depth $d L$", TIGHTNESS, repair="BGS21.T7.2.tree.corrected"
)


@uses("BGS21.T7.2", "BGS21.T7.1", BOUND, repair="BGS21.T7.1.corrected")
def theorem_7_1_bounds_the_product_class(k: PositiveSize, d: Size) -> Use:
    """Theorem 7.1 is used for the class of all combinations, as one with label set $[k]$, to give $MLD(H) <= d
    log(k+1)$."""
    bits = Bits(k + 1).length
    H = product_of_point_functions(int(d), room(k, d), bits)
    mld, largest_label = multiclass_littlestone_dimension(H), max(max(f) for f in H.functions())
    dimensions = [littlestone_dimension(bit) for bit in binary_restrictions(H)]
    at = {"top": largest_label, "k": k, "mld": mld, "dimensions": total(dimensions), "bits": bits}
    return Use({**at, "largest": largest_bit_dimension(H)}, gives=mld <= d * log2(k + 1))


def room(k: int, d: int) -> int:
    """Points that stand for the natural numbers: d for each bit, and d more."""
    return max(1, int(d) * (Bits(k + 1).length + 1))


@correction(
    "BGS21.T7.2.from.T7.1.premise",
    "where $k + 1$ is no power of two and $d >= 1$, all combinations use labels above $k$; with disjoint "
    "supports none does",
    narrows="$d (L + 1)$ points in place of $N$, for $L$ bits",
    labels=OFFSET,
)
def disjoint_supports_use_labels_up_to_k(k: PositiveSize, d: Size, labels: int) -> Truth:
    """The $d$-point functions with disjoint supports on $ceil(log2(k+1))$ bits have labels in $[k]$."""
    functions = disjoint_point_functions(int(d), room(k, d), int(k)).functions()
    return as_truth(max(max(f) for f in functions) + labels <= k)


rests_on("BGS21.T7.2.corrected", "BGS21.T7.2.induction", "for all $k$ and $d$, on $2 d L$ points", "for Theorem 7.2")


@uses("BGS21.T7.2.corrected", "BGS21.T7.1.corrected", BOUND, opaque=BITS_UNKNOWN)
def a_class_of_bits_of_dimension_d(H: Multiclass) -> Use:
    """Of any class, such as that of disjoint supports, whose restrictions have a dimension of at most $d$, $MLD(H) <= d
    ceil(log2(k+1))$."""
    mld, bits = multiclass_littlestone_dimension(H), Bits(H.labels).length
    line = all_of((largest_bit_dimension(H) <= d).implies(mld <= d * bits) for d in range(H.points + 1))
    return Use({"H": H}, gives=line)


@uses("BGS21.T7.2", "BGS21.T7.1.corrected", BOUND, name="powers")
def all_combinations_at_powers_of_two(L: PositiveInteger, d: Natural, mld: Natural, dimensions: Natural) -> Use:
    """Where $k + 1 = 2^L$, all combinations have labels in $[k]$ and $L$ bits, of dimension $d$: $MLD(H) <= d
    log(k+1)$, as printed."""
    k = 2**L - 1
    at = {"top": k, "k": k, "mld": mld, "dimensions": dimensions, "bits": L, "largest": d}
    return Use(at, gives=mld <= d * log2(k + 1))


@claim(
    "BGS21.T7.2.determined",
    "second sentence of the proof of Theorem 7.2: class with d-point functions as binary restrictions",
    "step",
)
def the_restrictions_determine_the_class(k: PositiveSize, d: Size) -> Statement:
    """The class $H$ with $H|_i$ the $d$-point functions for every $i$ is one class. Read as: on $2 d$ points in place
    of N, with $k + 1 = 2^L$ labels, all combinations and the diagonal ${(f, ..., f)}$ are equal if their restrictions
    are."""
    bits = Bits(k + 1).length
    points = max(1, 2 * int(d))
    product, diagonal = (make(d, points, bits) for make in (product_of_point_functions, diagonal_of_point_functions))
    same_bits = all_of(a == b for a, b in zip(binary_restrictions(product), binary_restrictions(diagonal), strict=True))
    return when(k + 1 == 2**bits, same_bits.implies(product == diagonal))


@correction(
    "BGS21.T7.2.determined",
    "the diagonal ${(f, ..., f)}$ has the same binary restrictions; the theorem needs all combinations",
    narrows="$2 d$ points in place of $N$",
    offset=OFFSET,
)
def all_combinations_have_the_restrictions(k: PositiveSize, d: Size, offset: int) -> Truth:
    """The class of all bin2dec($f_1, ..., f_L$), $L$ the number of bits of $k$, with labels up to $2^L - 1$, has the
    $d$-point functions as each of its binary restrictions."""
    bits = Bits(k + 1).length
    points = max(1, 2 * int(d))
    expected = explicit(point_functions(d + offset, points + offset), labels=2, points=points + offset)
    product = product_of_point_functions(d, points, bits)
    return all_of(bit == expected for bit in binary_restrictions(product))


@claim(
    "BGS21.T7.2.tree",
    "proof of Theorem 7.2, the tree T: tree shattered by the product class",
    "step",
    narrows=ONE_TREE,
)
def the_printed_concatenation_is_shattered(bits: PositiveSize, d: Size) -> Truth:
    """The product class of $d$-point functions on $L$ bits shatters $T_1 (x) (T_2 (x) ...)$, where $T_j$ has an edge 0
    and an edge of bit $j$ alone below each node, and the concatenation of Claim 6.2 labels the edges below the bottom
    nodes of the upper tree 0 and 1."""
    return _shatters_the_joined_trees(int(bits), int(d), printed_concatenation)


def _shatters_the_joined_trees(L: int, d: int, join: Callable[[IOTree, IOTree], IOTree], lost: int = 0) -> Truth:
    """T_j asks for its own d points, one on each level; d more points hold the ones that no edge asks for."""
    trees = [_levels(range(j * d, (j + 1) * d), 2 ** (L - 1 - j)) for j in range(L)]
    joined = trees[-1]
    for tree in trees[-2::-1]:
        joined = join(tree, joined)
    functions = product_of_point_functions(d, max(1, (L + 1) * d), L).functions()
    return as_truth(is_shattered(functions[lost:], joined)) & as_truth(depth(joined) == L * d)


def _levels(points: range, label: int) -> IOTree:
    """The tree with one of the points on each level and the edges 0 and ``label``."""
    tree: IOTree = None
    for x in reversed(points):
        tree = IONode(x, 0, label, tree, tree)
    return tree


@correction(
    "BGS21.T7.2.tree",
    "the concatenation must keep the edges of bit $j$",
    narrows=ONE_TREE,
    lost=OFFSET,
)
def the_concatenation_that_keeps_edges_is_shattered(bits: PositiveSize, d: Size, lost: int) -> Truth:
    """The product class of $d$-point functions on $L$ bits shatters $T_1 (x) (T_2 (x) ...)$ of depth $d L$, where the
    concatenation keeps all edge labels, those below a node of $T_j$ being 0 and bit $j$ alone."""
    return _shatters_the_joined_trees(int(bits), int(d), concatenation, int(lost))


rests_on("BGS21.T7.2.tree", "BGS21.C6.2.concat", "paths are joined", TIGHTNESS)
rests_on("BGS21.T7.2.tree", "BGS21.N7.pt", "some $f_j$ realizes $C_j$ and is 0 on all $X_i$, $i != j$", TIGHTNESS)
rests_on("BGS21.T7.2.tree.corrected", "BGS21.C6.2.concat.corrected", "paths are joined", TIGHTNESS)


@claim(
    "BGS21.T7.2.induction",
    "for Theorem 7.2, section 7, as an induction on the points: d-point functions with disjoint supports on any number "
    "of points",
    "step",
    narrows="that the parts at a point, with one point less, and the $H|_j$ are such classes again, and how the MLD of "
    "two parts bounds that of the class, is not formalized",
    slack=TIGHT,
    points=Constant(2, mutants=(1,)),
)
def disjoint_supports_are_tight_on_enough_points(
    m: Natural, D: PositiveInteger, t: Natural, low: Natural, less: Natural, mld: Natural, slack: int, points: int
) -> Truth:
    """The functions with $D_j$ ones for each bit $j < L$, at disjoint points among $m$, $D >= 1$ in all, have $t <= MLD
    <= D$ for all $t <= D$ and $t <= m - D$, so that $MLD = D$ from $m = 2 D$ on; $D = d L$ for $D_j = d$. At a point
    the label 0 leaves $D$ ones and some label $2^j$ leaves $D - 1$, on $m - 1$ points, so that both parts have MLD at
    least $t - 1$, ``low`` for one; of any two labels one leaves fewer than $D$ ones, and MLD ``less``. $H|_j$ is such a
    class with the one bit $j$."""
    small = (t <= m - D).implies(t - 1 <= m - 1 - D) & (t <= D).implies(t - 1 <= D - 1)
    above = ((low >= t - 1) & (mld >= 1 + low)).implies(mld + slack >= t)
    below = ((less <= D - 1) & (mld <= 1 + less)).implies(mld <= D)
    return all_of([small, above, below, (m >= points * D).implies(m - D >= D)])


@claim(
    "BGS21.ALG.DPOINT", "proof of Theorem 7.2: classes of d-point functions as implemented", "algorithm", offset=OFFSET
)
def the_point_function_classes_are_implemented(
    bits: PositiveSize, d: Size, spare: Size, classes: Annotated[Run, Algorithm("BGS21.ALG.DPOINT")], offset: int
) -> Truth:
    """The implemented product and disjoint classes of $d$-point functions are the specified ones: the product on $d +
    spare$ points, the disjoint one on $d bits + spare$, each on one point at least."""
    m, wide, labels = max(1, int(d + spare)), max(1, int(bits * d + spare)), 2 ** int(bits)
    product = explicit(classes(bits, d, m, combination="product"), labels=labels, points=m)
    disjoint = explicit(classes(bits, d, wide, combination="disjoint"), labels=labels, points=wide)
    same = disjoint == disjoint_point_functions(d, wide, labels - 1)
    return same & (product == product_of_point_functions(d + offset, m + offset, bits))
