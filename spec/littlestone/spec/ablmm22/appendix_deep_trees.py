"""ABLMM22 appendix A, first part of Theorem 10: a deep tree gives thresholds."""

from littlestone.spec.ablmm22.vocabulary import appendix_threshold_dimension
from littlestone.spec.classes.dimensions import floor_log2
from littlestone.spec.classes.witnesses import shattered_io_tree
from littlestone.spec.notation import *

TREE = "one shattered tree of each class, of height $Ldim(H)$"
FIRST = "appendix A, the first part of Theorem 10"
UNKNOWN = ("appendix_threshold_dimension", "littlestone_dimension")


def promised_thresholds(d: int) -> int:
    """t + 2 for the largest t with d >= 2^{t+1} - 1, and 0 for d < 1, of which nothing is said."""
    return floor_log2(d + 1) + 1 if d >= 1 else 0


@claim("ABLMM22.T10.1", "appendix A, last two paragraphs: thresholds from a deep tree", "step", role="statement")
def a_deep_tree_gives_t_plus_2_thresholds(H: Binary) -> Truth:
    """If the Littlestone dimension of $H$ is at least $2^{t+1} - 1$ then $H$ contains $t + 2$ thresholds. Read as:
    $x_1, ..., x_k$ and $h_1, ..., h_k$ with $h_i(x_j) = 1$ iff $i <= j$, as section 3.2 defines it."""
    return littlestone_dimension(H).map(promised_thresholds) <= threshold_dimension(H)


@correction(
    "ABLMM22.T10.1",
    "the proof finds $t + 2$ functions but only $t + 1$ points: already at $t = 0$ one point and two "
    "functions are called two thresholds; by section 3.2 they are $t + 1$, which is still enough for "
    "Theorem 10",
    more=OFFSET,
)
def a_deep_tree_gives_t_plus_2_functions(H: Binary, more: int) -> Truth:
    """If the Littlestone dimension of $H$ is at least $2^{t+1} - 1$ then $H$ contains $h_0, ..., h_{t+1}$ and $x_0,
    ..., x_t$ with $h_i(x_j) = 1$ iff $j >= i$, and so $t + 1$ thresholds."""
    promised = littlestone_dimension(H).map(lambda d: promised_thresholds(d) + more)
    return (promised <= appendix_threshold_dimension(H)) & (promised <= threshold_dimension(H) + 1)


rests_on("ABLMM22.T10.1", "ABLMM22.D.ldim", "two functions differ at the root $x_0$", f"{FIRST}, t = 0")
rests_on("ABLMM22.T10.1", "ABLMM22.T10.1.eq1", "$2^(t+1) - 1 = 2 * 2^t - 1$", FIRST)
rests_on(
    "ABLMM22.T10.1", "ABLMM22.L31", "a red or a blue subtree of height $2^t$", FIRST, repair="ABLMM22.L31.corrected"
)
rests_on("ABLMM22.T10.1", "ABLMM22.D.subtree", "$H'$ shatters $T''$, of height $2^t - 1$", FIRST)
rests_on("ABLMM22.T10.1", "ABLMM22.T10.1.join", "adding $h_0$ and $x_0$ to $t + 1$ thresholds gives $t + 2$", FIRST)
rests_on("ABLMM22.T10.1.corrected", "ABLMM22.T10.1.eq1", "$2^(t+1) - 1 = 2 p - 1$ for $p = 2^t$", FIRST)


@uses("ABLMM22.T10.1.corrected", "ABLMM22.T10.1.split", FIRST, opaque=UNKNOWN)
def the_part_that_differs_is_deep_enough(H: Binary) -> Use:
    """$H'$ has a dimension of at least $2^t - 1$, so by the induction hypothesis $t + 1$ of the appendix's thresholds,
    and $h$ and $x_0$ make one more: $t + 2$, for $t >= 1$, here at $t = 1$."""
    found = appendix_threshold_dimension(H)

    def promised(H: ConceptClass) -> Number:
        return littlestone_dimension(H).map(promised_thresholds)

    parts = [(there, part_that_differs(H, h, x)) for h, there in H.members() for x in range(H.points)]
    pairs = [(there, promised(part), appendix_threshold_dimension(part)) for there, part in parts]
    given = all_of(there.implies((least <= k) & (k + 1 <= found)) for there, least, k in pairs)
    return Use({"H": H}, given=given, gives=littlestone_dimension(H).at_least(3).implies(promised(H) <= found))


rests_on("ABLMM22.T10.1.corrected", "ABLMM22.T10.1.join", "$h$ and $x_0$ make one threshold more", FIRST)


@claim(
    "ABLMM22.T10.1.eq1",
    "appendix A, last but one paragraph: height of the tree for Lemma 31",
    "step",
    p=Constant(1, mutants=(2,)),
)
def the_height_fits_lemma_31(t: Natural, p: int) -> Truth:
    """$2^{t+1} - 1 = 2 * 2^t - 1 = p + q - 1$ for $p = q = 2^t$."""
    power = 2**t
    height = 2 ** (t + 1) - 1
    return equals(height, 2 * power - 1) & equals(height, p * power + power - 1)


def part_that_differs(H: ConceptClass, h: Function, x: int) -> ConceptClass:
    """The functions of H that differ from h at x, on the points where h is as at x."""
    differ = H.restrict(x, frozenset({1 - h[x]}))
    return restriction_to(differ, tuple(y for y in range(H.points) if h[y] == h[x]))


@claim(
    "ABLMM22.T10.1.split",
    "appendix A, last paragraph: part of a deep class that differs from a function",
    "step",
    more=OFFSET,
)
def a_deep_class_has_a_deep_part_that_differs_from_a_function(H: Binary, more: int) -> Truth:
    """If $Ldim(H) >= 2 p - 1$ then every $h$ in $H$ has a point $x_0$ such that the functions of $H$ that differ from
    $h$ at $x_0$, on the points where $h$ is as at $x_0$, have a Littlestone dimension of at least $p - 1$: for $p =
    2^t$ the $h$ and $x_0$ of the proof."""
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
    """Of a tree of height $2 p - 1$ one colour has a subtree of height at least $p - 1/2$, and so $p$, coloured by
    $h$."""
    at = {"red": red, "blue": blue, "height": 2 * p - 1}
    return Use(at, gives=(red >= p - HALF) | (blue >= p - HALF))


rests_on("ABLMM22.T10.1.split", "ABLMM22.D.subtree", "$H'$ shatters what is below the root of $T'$", FIRST)


@claim(
    "ABLMM22.T10.1.join",
    "appendix A, last paragraph: one more threshold from one more function",
    "step",
    narrows="the numbers of thresholds; that $h$ and $x_0$ are the ones added is not formalized",
    more=OFFSET,
)
def one_more_function_is_one_more_threshold(H: Binary, more: int) -> Truth:
    """Where the functions that differ from $h$ in $H$ at $x_0$ have $K$ thresholds, as the appendix counts them, on the
    points where $h$ is as at $x_0$, $H$ has at least $K + 1$: $h$ and $x_0$ are added."""
    found = appendix_threshold_dimension(H)
    return all_of(
        there.implies(appendix_threshold_dimension(part_that_differs(H, h, x)) + 1 + more <= found)
        for h, there in H.members()
        for x in range(H.points)
    )


@claim(
    "ABLMM22.T10.1.run",
    "appendix A, last two paragraphs: thresholds from a deep tree, as implemented",
    "algorithm",
    narrows=TREE,
    more=OFFSET,
)
def the_proof_finds_thresholds(
    H: ExplicitBinary, extract: Annotated[Run, Algorithm("ABLMM22.T10.1")], more: int
) -> Statement:
    """From a tree of height at least $2^{t+1} - 1$ that $H$ shatters the induction on $t$ gives $t + 2$ functions of
    $H$ and $t + 1$ points with $h_i(x_j) = 1$ iff $j >= i$: on 3 points $t = 0$, and 1 for all functions."""
    return _finds_thresholds(H, extract, more)


def _finds_thresholds(H: ConceptClass, extract: Run, more: int) -> Statement:
    d = int(littlestone_dimension(H))
    found = [extract(H.functions(), shattered_io_tree(H, d))] if d >= 1 else []
    K = promised_thresholds(d) + int(more)
    return when(d >= 1, all_of(are_appendix_thresholds(H, each.functions, each.points, K) for each in found))


@claim(
    "ABLMM22.T10.1.run.structured",
    "appendix A, last two paragraphs: thresholds from a deep tree in structured classes, as implemented",
    "algorithm",
    narrows=TREE,
    more=OFFSET,
)
def the_proof_finds_thresholds_in_structured_classes(
    H: StructuredClass, extract: Annotated[Run, Algorithm("ABLMM22.T10.1")], more: int
) -> Statement:
    """From a tree of height at least $2^{t+1} - 1$ that $H$ shatters the induction on $t$ gives $t + 2$ functions of
    $H$ and $t + 1$ points with $h_i(x_j) = 1$ iff $j >= i$, in classes with structure: $t = 1$ from dimension 3 on, and
    $t = 2$ at 7."""
    return _finds_thresholds(H, extract, more)


def are_appendix_thresholds(H: ConceptClass, functions: tuple[Function, ...], points: tuple[int, ...], K: int) -> bool:
    """K functions of the explicit class and K - 1 points with h_i(x_j) = 1 iff j >= i."""
    in_order = all(f[x] == int(j >= i) for i, f in enumerate(functions) for j, x in enumerate(points))
    return (len(functions), len(points)) == (K, K - 1) and set(functions) <= set(H.functions()) and in_order
