"""The algorithms of BGS21 sections 4 to 7, each held against what it must do, on classes that are listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.algebra.naturals import Number, total
from littlestone.spec.claim import (
    Algorithm,
    Constant,
    ExplicitClass,
    Multiclass,
    PositiveSize,
    Size,
    Statement,
    claim,
    when,
)
from littlestone.spec.classes.concept_classes import (
    Bits,
    ConceptClass,
    binary_restriction,
    binary_restrictions,
    explicit,
)
from littlestone.spec.classes.constructions import (
    amplified,
    disjoint_point_functions,
    gap_class,
    product_of_point_functions,
)
from littlestone.spec.classes.covers import cover_number, input_trees, is_cover
from littlestone.spec.classes.dimensions import (
    littlestone_dimension,
    multiclass_littlestone_dimension,
    psi_b,
    psi_bin,
    psi_littlestone_dimension,
    psi_n,
    soa_predicts,
    standard_optimal_mistakes,
    threshold_dimension,
    uniform_psi_littlestone_dimension,
    vc_dimension,
)
from littlestone.spec.classes.online_games import most_mistakes
from littlestone.spec.classes.trees import (
    CoverNode,
    CoverTree,
    Function,
    IOTree,
    PsiNode,
    PsiTree,
    concatenation,
    cover_paths,
    depth,
    is_psi_shattered,
    is_shattered,
    psi_paths,
    psi_realizes,
    shifted,
)
from littlestone.spec.classes.witnesses import shattered_io_tree, shattered_psi_tree

TIGHT = Constant(0, mutants=(-1,))
OFFSET = Constant(0, mutants=(1,))
Run = Callable[..., Any]


# ---- Dimensions and covers


@claim("BGS21.ALG.DIM", "Definitions 2.13 and 4.4", "algorithm", offset=OFFSET)
def the_dimension_searches_agree_with_the_recursion(
    H: ExplicitClass, dimensions: Annotated[Run, Algorithm("BGS21.ALG.DIM")], offset: int
) -> Truth:
    """The searches for large classes find the defined dimensions: VC, Littlestone and thresholds of a binary class; MLD
    and the Psi dimensions of any other, every one with a witness that is verified."""
    found: dict[str, int] = dimensions(H.functions())
    expected = _binary_dimensions(H) if "VC" in found else _multiclass_dimensions(H)
    return all_of(number + offset == found[name] for name, number in expected.items())


def _binary_dimensions(H: ConceptClass) -> dict[str, Number]:
    return {
        "VC": vc_dimension(H),
        "Littlestone": littlestone_dimension(H),
        "thresholds": threshold_dimension(H),
    }


def _multiclass_dimensions(H: ConceptClass) -> dict[str, Number]:
    """On the label set that the class uses, which fixes the number of bits."""
    used = explicit(H.functions(), points=H.points)
    return {
        "multiclass Littlestone": multiclass_littlestone_dimension(used),
        "Psi^N": psi_littlestone_dimension(used, psi_n(used.labels)),
        "Psi^bin": psi_littlestone_dimension(used, psi_bin(used.labels)),
        "Psi^bin uniform": uniform_psi_littlestone_dimension(used, psi_bin(used.labels)),
        "Psi^B": psi_littlestone_dimension(used, psi_b(used.labels)),
    }


@claim("BGS21.ALG.COVER", "Definitions 5.4 and 5.5, Claims 5.8 and 5.9", "algorithm", offset=OFFSET)
def the_constructive_cover_covers_and_is_smallest(
    H: ExplicitClass, zero_cover: Annotated[Run, Algorithm("BGS21.ALG.COVER")], offset: int
) -> Truth:
    """The constructed set of output trees is a 0-cover of H on every input tree to depth 2, of size N(0, H, z)."""
    trees = [z for n in range(3) for z in input_trees(H.points, n)]
    covers = [(z, tuple(zero_cover(H.functions(), z))) for z in trees]
    return all_of(is_cover(V, H, z) & (cover_number(H, z) == len(V) + offset) for z, V in covers)


# ---- Online learners


@claim("BGS21.ALG.SOA.mistakes", "proof of Claim 6.2; Littlestone 1988", "algorithm", slack=TIGHT)
def the_standard_optimal_algorithm_errs_at_most_mld_times(H: Multiclass, slack: int) -> Truth:
    """The standard optimal algorithm makes exactly MLD(H) mistakes in the worst case, and no learner makes fewer."""
    mistakes, d = standard_optimal_mistakes(H), multiclass_littlestone_dimension(H)
    return (mistakes <= d + slack) & (d <= mistakes)


@claim("BGS21.ALG.SOA", "proof of Claim 6.2; Littlestone 1988", "algorithm", slack=TIGHT)
def the_implementation_predicts_as_specified(
    H: ExplicitClass, learner: Annotated[Run, Algorithm("BGS21.ALG.SOA")], slack: int
) -> Truth:
    """The implemented standard optimal algorithm predicts the smallest label whose subclass has the largest dimension,
    and errs at most MLD(H) times on realizable sequences."""
    soa = learner(frozenset(H.functions()))
    predictions = all_of(soa_predicts(H, x, soa.predict(x)) for x in range(H.points))
    mistakes = most_mistakes(soa, H, H.points + 1)
    return predictions & (multiclass_littlestone_dimension(H) + slack >= mistakes)


@claim("BGS21.ALG.COPIES", "proof of Claim 6.2", "algorithm", slack=TIGHT)
def copies_of_the_learner_err_at_most_ell_mld_times(
    H: ExplicitClass, copies: Annotated[Run, Algorithm("BGS21.ALG.COPIES")], slack: int
) -> Truth:
    """Two standard optimal algorithms for H, one per copy, err at most 2 MLD(H) times on H'."""
    mistakes = most_mistakes(copies(H.functions(), 2), amplified(H, 2), 2 * H.points)
    return multiclass_littlestone_dimension(H) * 2 + slack >= mistakes


@claim("BGS21.ALG.BITSOA", "proof of Theorem 7.1", "algorithm", slack=TIGHT)
def the_bitwise_learner_errs_at_most_the_sum_of_the_bits(
    H: ExplicitClass, learner: Annotated[Run, Algorithm("BGS21.ALG.BITSOA")], slack: int
) -> Truth:
    """One standard optimal algorithm per bit errs at most sum_i Ldim(H|_i) times on sequences realizable by H."""
    mistakes = most_mistakes(learner(H.functions(), H.k), H, H.points + 1)
    return total(littlestone_dimension(bit) for bit in binary_restrictions(H)) + slack >= mistakes


# ---- Translations of trees


def _family_only(tree: PsiTree, family: tuple[tuple[int | None, ...], ...]) -> bool:
    if tree is None:
        return True
    return tree.map in family and _family_only(tree.left, family) and _family_only(tree.right, family)


@claim("BGS21.ALG.TRANS", "proofs of Lemma 4.5, Claims 4.6 and 4.7, Lemma 5.11", "algorithm", deeper=OFFSET)
def translated_trees_stay_shattered(
    H: ExplicitClass,
    io_to_psi: Annotated[Run, Algorithm("BGS21.ALG.TRANS.io_to_psi")],
    psi_to_io: Annotated[Run, Algorithm("BGS21.ALG.TRANS.psi_to_io")],
    bit_to_psi: Annotated[Run, Algorithm("BGS21.ALG.TRANS.bit_to_psi")],
    psi_n_to_bin: Annotated[Run, Algorithm("BGS21.ALG.TRANS.psi_n_to_bin")],
    psi_b_to_input: Annotated[Run, Algorithm("BGS21.ALG.TRANS.psi_b_to_input")],
    deeper: int,
) -> Truth:
    """The four translations keep depth and shattering: io <-> Psi^N, H|_i -> Psi^bin with the constant map phi_i,
    Psi^N -> Psi^bin, and Psi^B -> an input tree on which 2^d functions need different output trees."""
    d, functions = int(multiclass_littlestone_dimension(H)), H.functions()
    tree, pairs = shattered_io_tree(H, d), psi_n(H.labels)
    on_pairs, maps = io_to_psi(tree, H.k), shattered_psi_tree(H, psi_n(H.labels), d)
    return all_of(
        [
            _psi_result(on_pairs, functions, pairs, d + deeper),
            depth(psi_to_io(maps)) == d and is_shattered(functions, psi_to_io(maps)),
            _psi_result(psi_n_to_bin(maps), functions, psi_bin(H.labels), d),
            *(_bit_result(H, bit_to_psi, i) for i in Bits(H.labels).indices()),
            _input_result(H, psi_b_to_input),
        ]
    )


def _psi_result(
    tree: PsiTree, functions: tuple[Function, ...], family: tuple[tuple[int | None, ...], ...], d: int
) -> bool:
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
    realizers = [next(f for f in H.functions() if psi_realizes(f, path)) for path in psi_paths(tree)]
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


# ---- Constructions


@claim("BGS21.ALG.CONCAT", "proof of Claim 6.2", "algorithm", deeper=OFFSET)
def concatenation_is_implemented(
    H: ExplicitClass, concatenate: Annotated[Run, Algorithm("BGS21.ALG.CONCAT")], deeper: int
) -> Truth:
    """The implemented concatenation is the specified one, adds depths, is associative, and shatters with two copies."""
    d = int(multiclass_littlestone_dimension(H))
    first = shattered_io_tree(H, d)
    second, third = shifted(first, H.points), shifted(first, 2 * H.points)
    joined = concatenate(first, second)
    same = joined == concatenation(first, second) and depth(joined) == 2 * d + deeper
    associative = concatenate(joined, third) == concatenate(first, concatenate(second, third))
    return as_truth(same and associative and is_shattered(amplified(H, 2).functions(), joined))


@claim("BGS21.ALG.F", "proof of Theorem 6.1", "algorithm", offset=OFFSET)
def the_gap_class_is_implemented(j: Size, family: Annotated[Run, Algorithm("BGS21.ALG.F")], offset: int) -> Truth:
    """The implemented F for k = 5 + j is the class of 2t + g_t(x), with labels in [k] and MLD 1."""
    F = explicit(family(5 + j), labels=6 + j)
    return (gap_class(5 + j) == F) & (multiclass_littlestone_dimension(F) == 1 + offset)


@claim("BGS21.ALG.DPOINT", "proof of Theorem 7.2", "algorithm", offset=OFFSET)
def the_point_function_classes_are_implemented(
    bits: PositiveSize,
    d: Size,
    m: PositiveSize,
    classes: Annotated[Run, Algorithm("BGS21.ALG.DPOINT")],
    offset: int,
) -> Statement:
    """The implemented product and disjoint classes of d-point functions on m points are the specified ones."""
    if d > m:
        return when(False, False)
    product = explicit(classes(bits, d, m, combination="product"), labels=2**bits, points=m)
    disjoint = classes(bits, d, m, combination="disjoint")
    specified = disjoint_point_functions(d, m, 2**bits - 1) if bits * d <= m else None
    same = specified is None or explicit(disjoint, labels=2**bits, points=m) == specified
    return when(True, all_of([same, product == product_of_point_functions(d + offset, m + offset, bits)]))
