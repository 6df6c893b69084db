"""BGS21 section 6: Claim 6.2, ell copies of a class have ell times its MLD and at least ell times the bit dimension.

The upper bound is by copies of the standard optimal algorithm, the lower bounds by concatenations of shattered trees.
"""

from collections.abc import Callable, Iterator

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.constructions import amplified
from littlestone.spec.classes.dimensions import soa_predicts, standard_optimal_mistakes
from littlestone.spec.classes.online_games import Learner as Predictor
from littlestone.spec.classes.online_games import reachable_states
from littlestone.spec.classes.trees import shifted
from littlestone.spec.notation import *

COPIES = (1, 2)
ONE_OR_TWO = "one or two copies"
ONE_TREE = "one shattered tree $T$ for each class"
AMPLIFICATION = "proof of Claim 6.2, section 6"
LAST = f"{AMPLIFICATION}, last paragraph"
UNKNOWN = ("littlestone_dimension",)


# ---- Claim 6.2


@terms("BGS21.C6.2")
def dimensions_of_copies(
    ell: PositiveInteger, d: Natural, D: Natural, whole: Natural, bit: Natural, offset: int = 0, slack: int = 0
) -> Terms:
    """MLD and the largest Ldim of a bit, of H as d and D, of ell copies as ``whole`` and ``bit``."""
    exact_sum = (whole <= ell * d + offset) & (whole >= ell * d + offset)
    return Terms(says=exact_sum & (bit >= ell * D + slack))


@claim(
    "BGS21.C6.2",
    "Claim 6.2, section 6: gap amplification by copies",
    "claim",
    narrows=f"{ONE_OR_TWO}; more, one at a time, are BGS21.C6.2.product, within its scope",
    offset=OFFSET,
    slack=OFFSET,
)
def copies_amplify_the_gap(H: Multiclass, offset: int, slack: int) -> Truth:
    """For every $ell >= 1$ the class $H'$ of $ell$ independent copies of $H$ has $MLD(H') = ell MLD(H)$ and $max_i
    Ldim(H'|_i) >= ell max_i Ldim(H|_i)$."""
    d, D = multiclass_littlestone_dimension(H), largest_bit_dimension(H)
    copies = [(ell, amplified(H, ell)) for ell in COPIES]
    found = [(ell, multiclass_littlestone_dimension(copy), largest_bit_dimension(copy)) for ell, copy in copies]
    return all_of(as_truth(dimensions_of_copies(ell, d, D, *both, offset, slack).says) for ell, *both in found)


@uses("BGS21.C6.2", "BGS21.C6.2.eq8", LAST, opaque=UNKNOWN)
def mld_of_the_copies_is_bounded(H: Multiclass) -> Use:
    """$MLD(H') <= ell d$ is one half of $MLD(H') = ell d$, as it is at least $ell d$: for two copies."""
    d, D = multiclass_littlestone_dimension(H), multiclass_littlestone_dimension(amplified(H, 2))
    return Use({"H": H}, given=d * 2 <= D, gives=d * 2 == D)


rests_on(
    "BGS21.C6.2", "BGS21.C6.2.eq9", "$H'|_i$ holds all $(g_(C_1), ..., g_(C_ell))$", f"{AMPLIFICATION}, equation (9)"
)
rests_on("BGS21.C6.2", "BGS21.C6.2.concat", "edges 0 and 1 are kept", LAST, repair="BGS21.C6.2.concat.corrected")


@uses(
    "BGS21.C6.2",
    "BGS21.C6.2.path",
    f"{AMPLIFICATION}, the tree T and the displayed path",
    repair="BGS21.C6.2.path.corrected",
    draws="every root-to-leaf path of $T''$ is a concatenation of $ell$ paths of $T$",
)
def the_joined_tree_is_made_of_trees_of_depth_d(ell: PositiveInteger, D: FromZero, whole: Natural) -> Use:
    """The paper takes "a complete io-labeled binary tree $T$ of depth $D$" that $H|_i$ shatters, as $D <= d_i$: $D$ is
    any lower bound, of whole part ``whole``, and Theorem 6.1 uses the claim at $D = (1/10) log(k+1)$."""
    return Use({"ell": ell}, given=(whole <= D) & (whole + 1 > D), needs=whole >= D)


@correction(
    "BGS21.C6.2.from.C6.2.path.premise",
    "the tree must have depth $d_i$, which is an integer and at least $D$",
    depth=OFFSET,
)
def the_tree_has_the_depth_of_the_restriction(H: Multiclass, depth: int) -> Truth:
    """Some restriction $H|_i$ has the largest dimension of all, $d_i$, the depth of a tree that it shatters."""
    bits = binary_restrictions(H)
    largest_one = largest_bit_dimension(H)
    return any_of(littlestone_dimension(bit) >= largest_one + depth for bit in bits)


@uses("BGS21.C6.2", "BGS21.C6.2.lower", LAST, repair="BGS21.C6.2.lower.corrected", opaque=UNKNOWN)
def mld_of_the_copies_is_what_it_must_be(H: Multiclass) -> Use:
    """At least $ell d$ and at most $ell d$ gives $MLD(H') = ell d$: for two copies."""
    d, D = multiclass_littlestone_dimension(H), multiclass_littlestone_dimension(amplified(H, 2))
    return Use({"H": H}, given=d * 2 >= D, gives=d * 2 == D)


@claim(
    "BGS21.C6.2.product",
    "for Claim 6.2, section 6: dimensions of a product of two classes",
    "remark",
    role="companion",
    offset=OFFSET,
)
def dimensions_of_a_disjoint_product_add(G: Multiclass, H: Multiclass, offset: int) -> Truth:
    """MLD and every Ldim of a bit of a product of two classes on disjoint points are the sums."""
    both = disjoint_product(G, H)
    triples = [(G, H, both), *zip(*map(binary_restrictions, (G, H, both)), strict=True)]
    return all_of(
        littlestone_dimension(a) + littlestone_dimension(b) + offset == littlestone_dimension(c) for a, b, c in triples
    )


# ---- MLD is at most ell d


@claim(
    "BGS21.C6.2.eq7",
    "Equation (7), section 6: functions of the class of copies",
    "step",
    narrows=ONE_OR_TWO,
    power=OFFSET,
)
def copies_are_all_tuples(H: Multiclass, power: int) -> Truth:
    """The class $H'$ of $ell$ copies of $H$ consists of all $h$ with $h(j, x) = f_j(x)$ for some $f_1, ..., f_ell$ in
    $H$; it has $|H|^ell$ functions."""
    return all_of(
        (amplified(H, ell).size() == _power(H.size(), ell + power))
        & all_of(truth.iff(_blocks_belong(H, h)) for h, truth in amplified(H, ell).members())
        for ell in COPIES
    )


def _power(size: Number, exponent: int) -> Number:
    return size.map(lambda n: n**exponent)


def _blocks_belong(H: ConceptClass, h: tuple[int, ...]) -> Truth:
    return all_of(H.contains(h[start : start + H.points]) for start in range(0, len(h), H.points))


@claim(
    "BGS21.C6.2.announced",
    "first announcement in the proof of Claim 6.2: announced bound on the MLD of copies",
    "step",
    narrows=ONE_OR_TWO,
)
def mld_of_copies_is_at_most_ell_d_bits(H: Multiclass) -> Truth:
    """$MLD(H') <= ell D$ for the class $H'$ of $ell$ copies of $H$, where $D = max_i Ldim(H|_i)$."""
    D = largest_bit_dimension(H)
    return all_of(multiclass_littlestone_dimension(amplified(H, ell)) <= ell * D for ell in COPIES)


@claim(
    "BGS21.C6.2.eq8",
    "Equation (8), section 6: upper bound on the MLD of copies",
    "step",
    narrows=ONE_OR_TWO,
    slack=TIGHT,
)
@correction(
    "BGS21.C6.2.announced",
    "the bound that the proof shows, and needs, is $ell d$ with $d = MLD(H)$, which can exceed $D$",
    narrows=ONE_OR_TWO,
    slack=TIGHT,
)
def mld_of_copies_is_at_most_ell_d(H: Multiclass, slack: int) -> Truth:
    """$MLD(H') <= ell d$ for the class $H'$ of $ell$ copies of $H$, where $d = MLD(H)$."""
    d = multiclass_littlestone_dimension(H)
    return all_of(multiclass_littlestone_dimension(amplified(H, ell)) <= ell * d + slack for ell in COPIES)


@terms("BGS21.ALG.SOA.mistakes")
def mistakes_of_the_optimal_algorithm(mistakes: Natural, d: Natural, slack: int = 0) -> Terms:
    """The most mistakes of the standard optimal algorithm, and MLD(H)."""
    return Terms(says=all_of([mistakes <= d + slack, d <= mistakes]))


@claim(
    "BGS21.ALG.SOA.mistakes",
    "proof of Claim 6.2; Littlestone 1988: mistake bound of the standard optimal algorithm",
    "algorithm",
    slack=TIGHT,
)
def the_standard_optimal_algorithm_errs_at_most_mld_times(H: Multiclass, slack: int) -> Truth:
    """The standard optimal algorithm makes exactly $MLD(H)$ mistakes in the worst case, and no deterministic learner
    makes fewer."""
    mistakes, d = standard_optimal_mistakes(H), multiclass_littlestone_dimension(H)
    return as_truth(mistakes_of_the_optimal_algorithm(mistakes, d, slack).says) & (d <= optimal_mistakes(H))


@claim(
    "BGS21.ALG.SOA",
    "proof of Claim 6.2; Littlestone 1988: standard optimal algorithm as implemented",
    "algorithm",
    caps="sequences of at most one example more than points",
    slack=TIGHT,
)
def the_implementation_predicts_as_specified(
    H: ExplicitClass, learner: Annotated[Run, Algorithm("BGS21.ALG.SOA")], slack: int
) -> Truth:
    """The implemented standard optimal algorithm predicts the smallest label whose subclass has the largest dimension,
    after every realizable sequence, and errs at most $MLD(H)$ times on one."""
    soa = learner(frozenset(H.functions()))
    states = reachable_states(soa, H, H.points)
    predictions = all_of(soa_predicts(left, x, soa.predict(x)) for soa, left in states for x in range(H.points))
    mistakes = most_mistakes(soa, H, H.points + 1)
    return predictions & (multiclass_littlestone_dimension(H) + slack >= mistakes)


def of_at_most_100_functions(H: ConceptClass) -> Truth:
    """Classes of at most 100 functions."""
    return H.size() <= 100


@claim(
    "BGS21.ALG.SOA.structured",
    "proof of Claim 6.2; Littlestone 1988: standard optimal algorithm on structured classes",
    "algorithm",
    narrows="one order of the points, labelled by each function of the class; classes drawn with fixed seeds",
    reach=of_at_most_100_functions,
    slack=TIGHT,
)
def the_implementation_predicts_as_specified_on_structured_classes(
    H: StructuredClass, learner: Annotated[Run, Algorithm("BGS21.ALG.SOA")], slack: int
) -> Truth:
    """The implemented standard optimal algorithm predicts as in BGS21.ALG.SOA on classes with structure, and errs at
    most $Ldim(H)$ times."""
    states, right, d = [(learner(frozenset(H.functions())), H, 0)], TRUE, littlestone_dimension(H)
    for x in range(H.points):
        right &= all_of(soa_predicts(left, x, soa.predict(x)) for soa, left, _ in states)
        states = [after for state in states for after in _after_an_example(*state, x)]
    return right & all_of(d + slack >= mistakes for _, _, mistakes in states)


def _after_an_example(
    soa: Predictor, H: ConceptClass, mistakes: int, x: int
) -> Iterator[tuple[Predictor, ConceptClass, int]]:
    """The learner, the functions left and the mistakes after each label at x that some function has."""
    for y in range(H.labels):
        left = H.restrict(x, frozenset({y}))
        if largest_size(left):
            yield soa.update(x, y), left, mistakes + (soa.predict(x) != y)


@claim(
    "BGS21.ALG.COPIES",
    "proof of Claim 6.2: copies of the standard optimal algorithm as implemented",
    "algorithm",
    narrows="two copies",
    caps="sequences of $2 |X|$ examples",
    slack=TIGHT,
)
def copies_of_the_learner_err_at_most_ell_mld_times(
    H: ExplicitClass, copies: Annotated[Run, Algorithm("BGS21.ALG.COPIES")], slack: int
) -> Truth:
    """Two standard optimal algorithms for $H$, one per copy, err at most $2 MLD(H)$ times on the class $H'$ of two
    copies."""
    mistakes = most_mistakes(copies(H.functions(), 2), amplified(H, 2), 2 * H.points)
    return multiclass_littlestone_dimension(H) * 2 + slack >= mistakes


rests_on("BGS21.ALG.COPIES", "BGS21.ALG.SOA.mistakes", "each $A_j$ sees examples of one $f_j$", AMPLIFICATION)
rests_on("BGS21.C6.2.eq8", "BGS21.ALG.COPIES", "A errs at most $ell d$ times", f"{AMPLIFICATION}, second paragraph")
rests_on("BGS21.C6.2.eq8", "BGS21.ALG.SOA.mistakes", "$MLD(H')$ bounds all mistakes from below", LAST, name="lower")

# ---- Some bit is at least ell D


@claim(
    "BGS21.C6.2.eq9",
    "Equation (9), section 6: binary restrictions of copies",
    "step",
    narrows="two copies; one is $H$ itself",
    bit=OFFSET,
)
def restrictions_of_copies_are_copies_of_restrictions(H: Multiclass, bit: int) -> Statement:
    """$H'|_i$ is the class of $ell$ independent copies of $H|_i$: here for more than two labels, as a binary class
    is its own only restriction."""
    indices = Bits(H.labels).indices()
    found = all_of(binary_restriction(amplified(H, 2), i) == amplified(_other_bit(H, i, bit), 2) for i in indices)
    return when(H.labels > 2, found)


def _other_bit(H: ConceptClass, i: int, shift: int) -> ConceptClass:
    """H|_i, or with a shift the complement of H|_i, which is another class."""
    restriction = binary_restriction(H, i)
    return restriction.image(lambda y: 1 - y, 2) if shift else restriction


@claim(
    "BGS21.C6.2.concat",
    "definition of concatenation in the proof of Claim 6.2: concatenation of shattered trees",
    "step",
    narrows=ONE_TREE,
)
def concatenation_relabels_the_bottom_edges(H: ExplicitClass) -> Truth:
    """The concatenation labels the two edges below every bottom node of the upper tree 0 and 1. Read as: with it, as by
    "a similar argument" for the MLD, $H'$ of two copies shatters $T (x) T$ if $H$ shatters $T$ of depth $MLD(H)$."""
    return _copies_shatter(H, printed_concatenation)


def _copies_shatter(H: ConceptClass, join: Callable[[IOTree, IOTree], IOTree], lost: int = 0) -> Truth:
    tree = shattered_io_tree(H, int(multiclass_littlestone_dimension(H)))
    joined = join(tree, shifted(tree, H.points))
    functions = amplified(H, 2).functions()[lost:]
    return as_truth(is_shattered(functions, joined)) & as_truth(depth(joined) == 2 * depth(tree))


@correction(
    "BGS21.C6.2.concat",
    "the edges below the bottom nodes must keep their labels: a class need not use the labels 0 and 1",
    narrows=ONE_TREE,
    lost=OFFSET,
)
def concatenation_keeps_all_edges(H: ExplicitClass, lost: int) -> Truth:
    """If $H$ shatters $T$ of depth $MLD(H)$, then $H'$ shatters $T (x) T$ for two copies, where the concatenation
    keeps all edge labels; its depth is the sum of the depths."""
    return _copies_shatter(H, concatenation, lost)


@claim(
    "BGS21.ALG.CONCAT", "proof of Claim 6.2: concatenation as implemented", "algorithm", narrows=ONE_TREE, deeper=OFFSET
)
def concatenation_is_implemented(
    H: ExplicitClass, concatenate: Annotated[Run, Algorithm("BGS21.ALG.CONCAT")], deeper: int
) -> bool:
    """The implemented concatenation is the specified one, adds depths, is associative, and shatters with two copies."""
    d = int(multiclass_littlestone_dimension(H))
    first = shattered_io_tree(H, d)
    second, third = shifted(first, H.points), shifted(first, 2 * H.points)
    joined = concatenate(first, second)
    same = joined == concatenation(first, second) and depth(joined) == 2 * d + int(deeper)
    associative = concatenate(joined, third) == concatenate(first, concatenate(second, third))
    return same and associative and is_shattered(amplified(H, 2).functions(), joined)


@claim(
    "BGS21.C6.2.lower",
    "last paragraph of the proof of Claim 6.2: lower bound on the MLD of copies",
    "step",
    narrows=ONE_OR_TWO,
)
def mld_itself_is_at_least_ell_d(H: Multiclass) -> Truth:
    """$MLD(H) >= ell d$, where $d = MLD(H)$."""
    d = multiclass_littlestone_dimension(H)
    return all_of(d >= ell * d for ell in COPIES)


@correction("BGS21.C6.2.lower", "the dimension meant is that of $H'$", narrows=ONE_OR_TWO, slack=OFFSET)
def mld_of_copies_is_at_least_ell_d(H: Multiclass, slack: int) -> Truth:
    """$MLD(H') >= ell d$ for the class $H'$ of $ell$ copies of $H$, where $d = MLD(H)$."""
    d = multiclass_littlestone_dimension(H)
    return all_of(multiclass_littlestone_dimension(amplified(H, ell)) >= ell * d + slack for ell in COPIES)


rests_on("BGS21.C6.2.lower", "BGS21.C6.2.concat", "any edges are kept", LAST, repair="BGS21.C6.2.concat.corrected")
rests_on("BGS21.C6.2.lower.corrected", "BGS21.C6.2.concat.corrected", "$H'$ shatters $T (x) T$, of depth $2 d$", LAST)


@claim("BGS21.C6.2.path", "displayed path in the proof of Claim 6.2: paths of a concatenation", "step")
def a_path_is_ell_blocks_of_ell_pairs(ell: PositiveSize, D: PositiveSize) -> bool:
    """Every root-to-leaf path of $T (x) ... (x) T$, $ell$ trees of depth $D$, is a concatenation of $ell$ paths with
    $ell$ pairs each."""
    return _blocks_are_paths(int(ell), int(D), int(ell))


def _blocks_are_paths(ell: int, D: int, length: int) -> bool:
    """Block j, of so many pairs, is a path of copy j, whose examples are j."""
    tree = joined = _comb(D)
    for j in range(1, ell):
        joined = concatenation(joined, shifted(tree, j))
    copies = [set(io_paths(shifted(tree, j))) for j in range(ell)]
    return all(
        len(path) == ell * length and all(path[j * length : (j + 1) * length] in copies[j] for j in range(ell))
        for path in io_paths(joined)
    )


def _comb(D: int) -> IOTree:
    """The tree of depth D with the example 0 at every node and edges 0 and 1."""
    tree: IOTree = None
    for _ in range(D):
        tree = IONode(0, 0, 1, tree, tree)
    return tree


@correction(
    "BGS21.C6.2.path",
    "a path of a tree of depth $D$ has $D$ pairs, not $ell$",
    narrows="one tree $T$ of each depth, with the same example at every node",
    extra=OFFSET,
)
def a_path_is_ell_blocks_of_d_pairs(ell: PositiveSize, D: PositiveSize, extra: int) -> bool:
    """Every root-to-leaf path of $T (x) ... (x) T$, $ell$ trees of depth $D$, is a concatenation of $ell$ paths of $T$
    with $D$ pairs each."""
    return _blocks_are_paths(int(ell), int(D), int(D + extra))
