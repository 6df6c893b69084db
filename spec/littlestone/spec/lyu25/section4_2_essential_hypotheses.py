"""LYU25 section 4.2: essential hypotheses."""

from littlestone.spec.classes.literal_decompositions import in_every_optimal
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

COROLLARY = "Corollary 4.1, section 4.2"
P_ZERO = "at p = 0 the root is the only valid tree, and SOA_H alone is essential to H"

COROLLARY_4 = "proof of Corollary 4.1"
AT_P_ZERO = (
    "at p = 0 every leaf is 0-irreducible, which says nothing: no restriction contradicts it; for p >= 1 one may"
)


# ---- Definition 4.3


@claim("LYU25.D4.3", "Definition 4.3, section 4.2", "definition", shift=OFFSET)
def essential_is_being_in_every_optimal_decomposition(H: ExplicitBinary, p: Size, d: Size, shift: int) -> Statement:
    """f is (p,d)-essential to H if for every optimal (p,d)-decomposition {H_l} of H there is an l with LDim(H_l) =
    DDim_{p,d}(H) and SOA_{H_l} = f: the leaves of all valid trees, with splits at any point, against the search for an
    optimal tree that avoids f."""
    listed = in_every_optimal(H, int(p), int(d))
    return when(
        dimension(H) <= d,
        all_of(essential(H, f, p + shift, d).iff(f in listed) for f in all_functions(H.points, 2)),
    )


# ---- Corollary 4.1


@claim("LYU25.K4.1.1", f"{COROLLARY}, item 1", "corollary")
def few_hypotheses_are_essential(H: ExplicitBinary, p: Size, d: Size) -> Statement:
    """At most p^d 2^(d^2) hypotheses are (p,d)-essential to H, where LDim(H) <= d."""
    return when(dimension(H) <= d, bounded(H, p, d))


@correction(
    "LYU25.K4.1.1",
    f"{P_ZERO}, against 0^d 2^(d^2) = 0 for d >= 1; the bound holds for p >= 1",
    caps=CAPS,
    share=SHARE,
    least=Constant(1, mutants=(0,)),
)
def few_hypotheses_are_essential_for_positive_p(H: Binary, share: Rational, least: int) -> Truth:
    """At most p^d 2^(d^2) hypotheses are (p,d)-essential to H, for p >= 1."""
    return for_all_parameters(H, int(least), lambda p, d: bounded(H, p, d, share))


rests_on("LYU25.K4.1.1", "LYU25.L4.1", "each essential hypothesis is the SOA of a leaf", f"{COROLLARY_4}, item 1")
rests_on("LYU25.K4.1.1.corrected", "LYU25.L4.1.corrected", "the same for p >= 1", f"{COROLLARY_4}, item 1")


@claim("LYU25.K4.1.2", f"{COROLLARY}, item 2", "corollary")
def essential_to_a_subclass_is_essential(H: ExplicitBinary, G: ExplicitSubclass, p: Size, d: Size) -> Statement:
    """If G subset H have the same (p,d)-decomposition dimension, then all (p,d)-essential hypotheses of G are
    (p,d)-essential to H."""
    return when(dimension(H) <= d, keeps_essential(G, H, p, d))


@correction(
    "LYU25.K4.1.2",
    f"{P_ZERO}: two classes of one dimension need not have one SOA; the item holds for p >= 1",
    caps=MIDDLE_CAPS,
    least=Constant(1, mutants=(0,)),
)
def essential_to_a_subclass_is_essential_for_positive_p(H: Binary, G: Subclass, least: int) -> Truth:
    """If G subset H have the same (p,d)-decomposition dimension, p >= 1, LDim(H) <= d, then what is essential to G is
    so to H."""
    return for_all_parameters(H, int(least), lambda p, d: keeps_essential(G, H, p, d), MIDDLE)


rests_on("LYU25.K4.1.2", "LYU25.L4.3.1.same", "what comes out is valid and optimal", f"{COROLLARY_4}, item 2")


@uses("LYU25.K4.1.2", "LYU25.L4.3.2b", f"{COROLLARY_4}, item 2: which avoids f as well", draws="SOA_{G_l} = SOA_{H_l}")
def a_leaf_of_the_same_dimension_keeps_its_soa(p: Natural, q: PositiveInteger) -> Use:
    """That the extended tree avoids f as well needs that a leaf G_l of dimension t in H_l has the SOA of H_l: if they
    differ at x*, one example lowers the dimension of G_l, which its irreducibility for p 2^(d-t) points forbids, if
    that is 1 at least. The print does not say so. q is 2^(d-t)."""
    return Use({}, needs=p * q >= 1)


@correction("LYU25.K4.1.2.from.L4.3.2b.premise", AT_P_ZERO)
def a_leaf_is_irreducible_for_one_point(p: PositiveInteger, q: PositiveInteger) -> Truth:
    """p 2^(d-t) >= 1 for p >= 1 and q = 2^(d-t)."""
    return p * q >= 1


rests_on("LYU25.K4.1.2.corrected", "LYU25.L4.3.2b", "SOA_{G_l} = SOA_{H_l}", f"{COROLLARY_4}, item 2")


@claim(
    "LYU25.K4.1.3",
    f"{COROLLARY}, item 3",
    "corollary",
    caps=CAPS,
    doubled=Constant(2, mutants=(1,)),
    number=Constant(1, mutants=(2,)),
)
def some_hypothesis_is_essential_where_doubling_p_does_not_help(H: Binary, doubled: int, number: int) -> Truth:
    """If DDim_{2p,d}(H) = DDim_{p,d}(H) = t, there is at least one (p,d)-essential hypothesis."""
    return for_all_parameters(H, 0, lambda p, d: some_are_essential(H, p, d, int(doubled), number))


rests_on("LYU25.K4.1.3", "LYU25.L4.3.2", "item 2 at G = H", f"{COROLLARY_4}, item 3", repair="LYU25.L4.3.2.corrected")


@claim(
    "LYU25.K4.1.4",
    f"{COROLLARY}, item 4",
    "corollary",
    narrows="finite classes; that an infinite one has t > 0 follows from Lemma 4.1 for p >= 1, in words",
    caps=CAPS,
    t=Constant(0, mutants=(1,)),
)
def at_dimension_zero_all_hypotheses_are_essential(H: Binary, t: int) -> Truth:
    """If t = 0, then H is finite, has |H| essential hypotheses, which are exactly all hypotheses in H."""
    return for_all_parameters(H, 0, lambda p, d: all_are_essential(H, p, d, int(t)))


@claim("LYU25.K4.1", COROLLARY, "corollary")
def essential_hypotheses_are_few_and_persist(H: ExplicitBinary, G: ExplicitSubclass, p: Size, d: Size) -> Statement:
    """For all p, d >= 0 and H with LDim(H) <= d at most p^d 2^(d^2) hypotheses are (p,d)-essential to H; those of a
    G subset H with the same DDim_{p,d} are so to H; there is one if DDim_{2p,d}(H) = DDim_{p,d}(H); and they are all
    hypotheses of H where DDim_{p,d}(H) = 0."""
    return when(dimension(H) <= d, whole_corollary(G, H, p, d))


@correction(
    "LYU25.K4.1",
    f"{P_ZERO}: items 1 and 2 fail there; all four hold for p >= 1",
    least=Constant(1, mutants=(0,)),
)
def essential_hypotheses_are_few_and_persist_for_positive_p(
    H: ExplicitBinary, G: ExplicitSubclass, p: Size, d: Size, least: int
) -> Statement:
    """For p >= 1 the four items of Corollary 4.1 hold, on how many are essential, on those of G subset H, on that
    there is one, and on DDim = 0; the items are decided on more points each."""
    return when([dimension(H) <= d, p >= least], whole_corollary(G, H, p, d))


rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.1.corrected", "item 1", "Corollary 4.1, item 1")
rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.2.corrected", "item 2", "Corollary 4.1, item 2")
rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.3", "item 3", "Corollary 4.1, item 3")
rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.4", "item 4", "Corollary 4.1, item 4")
