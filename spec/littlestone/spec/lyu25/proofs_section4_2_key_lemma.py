"""LYU25 section 4.2: what the proofs of the key lemma, its digest and its corollary use."""

from littlestone.spec.classes.subclasses import intersection
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

ITEM_1, CASE_1, CASE_2 = (f"proof of Lemma 4.3, {part}" for part in ("item 1", "case 1", "case 2"))
ROOM = f"{CASE_2}, last parenthesis"
DIGEST, SOAS = "digest, section 4.2", "Lemma 4.2, section 4.2 (its proof is in GGKM21)"
COROLLARY = "proof of Corollary 4.1"
AT_P_ZERO = (
    "at p = 0 every leaf is 0-irreducible, which says nothing: no restriction contradicts it; for p >= 1 one may"
)


# ---- Lemma 4.2


rests_on("LYU25.L4.2.corrected", "LYU25.D4.1", "a function of G agrees with SOA_G on the d + 1 points of a path", SOAS)
rests_on("LYU25.L4.2.corrected", "LYU25.N4.ldim", "a tree of depth d + 1 explained by SOAs is explained by H", SOAS)


# ---- Lemma 4.3, item 1


@uses("LYU25.L4.3.1", "LYU25.C4.1.eq1", f"{ITEM_1}, fourth sentence")
def a_restriction_path_is_within_the_depth(p: Natural, r: Natural, depth: FromZero) -> Use:
    """With 2^(d-l) = 1 + r: below a leaf of T_H, whose class G_l has dimension l, a restriction path has inner nodes of
    depth at most 2p (2^(d-l+1) - 1), and so has its end, where the dimension is at most l - 1, as such a leaf may."""
    return Use({"p": 2 * p, "power": 1 + r, "depth": depth}, gives=depth + 2 * p <= 2 * p * (2 * r + 2))


rests_on("LYU25.L4.3.1", "LYU25.C4.1", "what comes out is valid and optimal", f"{ITEM_1}, third sentence")


# ---- Lemma 4.3, item 2


@uses("LYU25.L4.3.2", "LYU25.L4.3.2a", CASE_1)
def the_whole_walk_ends_below_dimension_t(p: Natural, q: PositiveInteger, less: Natural, depth: FromZero) -> Use:
    """With q for 2^(d-t) and q - ``less`` for 2^(d-l): a node that is reached by k' steps is deeper than p (2^(d-l+1) -
    1), for all l >= t: its dimension l is at most t - 1."""
    return Use({"p": p, "q": q, "depth": depth}, gives=depth > p * (2 * (q - less) - 1))


@uses("LYU25.L4.3.2.corrected", "LYU25.L4.3.2a.corrected", CASE_1)
def the_whole_walk_ends_below_dimension_t_for_positive_p(
    p: PositiveInteger, q: PositiveInteger, less: Natural, depth: FromZero
) -> Use:
    """The same for p >= 1."""
    return Use({"p": p, "q": q, "depth": depth}, gives=depth > p * (2 * (q - less) - 1))


@uses("LYU25.L4.3.2", "LYU25.L4.3.2b", f"{CASE_2}, the display", opaque=("dimension", "littlestone_dimension"))
@uses(
    "LYU25.L4.3.2.corrected", "LYU25.L4.3.2b", f"{CASE_2}, the display", opaque=("dimension", "littlestone_dimension")
)
def the_differing_point_reduces_the_leaf(H: Binary, G: Subclass) -> Use:
    """With H for H_u and G for G_v|_{S_u}, of the same dimension t: the example (x*, SOA_{G_v}(x*)) lowers the
    dimension of G_v|_{S_u}, so that G_v is reducible."""
    drops = ((x, side, soa_says_one(H, x)) for x in range(H.points) for side in (0, 1))
    return Use(
        {"H": H, "G": G},
        given=dimension(G) == dimension(H),
        gives=all_of(
            (says if side == 0 else ~says).implies(dimension(G.restrict(x, frozenset({side}))) < dimension(G))
            for x, side, says in drops
        ),
    )


@uses("LYU25.L4.3.2", "LYU25.L4.3.2b.room", ROOM)
def the_walk_and_one_more_example_are_few(p: Natural, q: PositiveInteger, depth: FromZero, size: FromZero) -> Use:
    """With q for 2^(d-t): |S_u| + 1 examples are at most the 2p 2^(d-t) for which G_v is irreducible."""
    return Use({"p": p, "q": q, "depth": depth}, given=size <= depth, gives=size + 1 <= 2 * p * q)


@uses("LYU25.L4.3.2.corrected", "LYU25.L4.3.2b.room.corrected", ROOM)
def the_walk_and_one_more_example_are_few_for_positive_p(
    p: PositiveInteger, q: PositiveInteger, depth: FromZero, size: FromZero
) -> Use:
    """The same for p >= 1."""
    return Use({"p": p, "q": q, "depth": depth}, given=size <= depth, gives=size + 1 <= 2 * p * q)


rests_on("LYU25.L4.3.corrected", "LYU25.L4.3.1", "item 1", "Lemma 4.3, item 1")
rests_on("LYU25.L4.3.corrected", "LYU25.L4.3.2.corrected", "item 2", "Lemma 4.3, item 2")
rests_on("LYU25.L4.3.2b", "LYU25.N4.soa.other", "the dimension of H_u drops off its SOA", f"{CASE_2}, the display")


# ---- The digest


@uses(
    "LYU25.O4.3",
    "LYU25.L4.3.1",
    f"{DIGEST}, second paragraph",
    opaque=("decomposition_dimension", "dimension", "littlestone_dimension"),
)
def the_intersection_has_at_most_dimension_t(H_1: Binary, H_2: Binary) -> Use:
    """Item 1 of Lemma 4.3 at the intersection: its DDim_{2p,d} is at most t; where it is empty it has DDim -1."""
    both = intersection(H_1, H_2)
    return Use(
        {"H": H_1, "G": both},
        given=both.nonempty(),
        gives=for_all_parameters(
            H_1, 0, lambda p, d: decomposition_dimension(both, 2 * p, d) <= decomposition_dimension(H_1, p, d)
        ),
    )


def _leaves_of_the_intersection(H: ConceptClass, other: ConceptClass, p: Any, d: Any) -> Truth:
    """What the SOAs of leaves of dimension t of the intersection are to H."""
    both = intersection(H, other)
    same = decomposition_dimension(both, 2 * p, d) == decomposition_dimension(H, p, d)
    functions = all_functions(H.points, 2)
    return same.implies(all_of(met_by_some(both, f, 2 * p, d).implies(essential(H, f, p, d)) for f in functions))


rests_on("LYU25.O4.3", "LYU25.L4.3.2", "the SOA of a leaf of G is in the trees of all", f"{DIGEST}, second paragraph")


@uses(
    "LYU25.O4.3.corrected",
    "LYU25.L4.3.2.corrected",
    f"{DIGEST}, third sentence of the second paragraph",
    opaque=("decomposition_dimension", "dimension", "littlestone_dimension"),
)
def a_leaf_of_the_intersection_is_common_for_positive_p(H_1: Binary, H_2: Binary) -> Use:
    """The same for p >= 1."""
    both = intersection(H_1, H_2)
    return Use(
        {"H": H_1, "G": both},
        given=both.nonempty(),
        gives=for_all_parameters(H_1, 1, lambda p, d: _leaves_of_the_intersection(H_1, H_2, p, d)),
    )


# ---- Corollary 4.1


rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.1.corrected", "item 1", "Corollary 4.1, item 1")
rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.2.corrected", "item 2", "Corollary 4.1, item 2")
rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.3", "item 3", "Corollary 4.1, item 3")
rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.4", "item 4", "Corollary 4.1, item 4")

rests_on("LYU25.K4.1.1", "LYU25.L4.1", "each essential hypothesis is the SOA of a leaf", f"{COROLLARY}, item 1")
rests_on("LYU25.K4.1.1.corrected", "LYU25.L4.1.corrected", "the same for p >= 1", f"{COROLLARY}, item 1")
rests_on("LYU25.K4.1.2", "LYU25.L4.3.1.same", "what comes out is valid and optimal", f"{COROLLARY}, item 2")


@uses("LYU25.K4.1.2", "LYU25.L4.3.2b", f"{COROLLARY}, item 2: which avoids f as well", draws="SOA_{G_l} = SOA_{H_l}")
def a_leaf_of_the_same_dimension_keeps_its_soa(p: Natural, q: PositiveInteger) -> Use:
    """That the extended tree avoids f as well needs that a leaf G_l of dimension t in H_l has the SOA of H_l: if they
    differ at x*, one example lowers the dimension of G_l, which its irreducibility for p 2^(d-t) points forbids, if
    that is 1 at least. The print does not say so. q is 2^(d-t)."""
    return Use({}, needs=p * q >= 1)


@correction("LYU25.K4.1.2.from.L4.3.2b.premise", AT_P_ZERO)
def a_leaf_is_irreducible_for_one_point(p: PositiveInteger, q: PositiveInteger) -> Truth:
    """p 2^(d-t) >= 1 for p >= 1 and q = 2^(d-t)."""
    return p * q >= 1


rests_on("LYU25.K4.1.2.corrected", "LYU25.L4.3.2b", "SOA_{G_l} = SOA_{H_l}", f"{COROLLARY}, item 2")
rests_on("LYU25.K4.1.3", "LYU25.L4.3.2", "item 2 at G = H", f"{COROLLARY}, item 3", repair="LYU25.L4.3.2.corrected")
