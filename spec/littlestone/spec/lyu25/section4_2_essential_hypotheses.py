"""LYU25 section 4.2: the digest of Lemma 4.3, essential hypotheses and Corollary 4.1."""

from functools import cache

from littlestone.spec.classes.literal_decompositions import in_every_optimal
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

COROLLARY = "Corollary 4.1, section 4.2"
COROLLARY_4 = "proof of Corollary 4.1"
DIGEST = "section 4.2, digest"


# ---- The digest


def have_one_dimension(classes: tuple[ConceptClass, ...], p: int, d: int) -> Truth:
    """All classes have LDim at most d and the same DDim_{p,d}."""
    first, *others = classes
    same = (decomposition_dimension(H, p, d) == decomposition_dimension(first, p, d) for H in others)
    return all_of([*same, *(dimension(H) <= d for H in classes)])


def agree_or_shrink(classes: tuple[ConceptClass, ...], p: int, d: int, slack: int = 0, doubled: int = 2) -> Truth:
    """Some f is essential to all, or the intersection has DDim_{2p,d} <= t - 1 + slack, with t that of the first."""
    common = any_of(all_of(essential(H, f, p, d) for H in classes) for f in all_functions(classes[0].points, 2))
    t = decomposition_dimension(classes[0], p, d)
    return common | (decomposition_dimension(intersection(*classes), doubled * p, d) + 1 <= t + slack)


@claim(
    "LYU25.O4.3",
    f"{DIGEST}: common SOA or smaller dimension of the intersection",
    "observation",
    narrows=f"$k = 2$; that Algorithm 1 then finds $f$ is not formalized; {ZERO_IN_N}",
)
def two_classes_agree_or_their_intersection_is_simpler(
    H_1: ExplicitBinary, H_2: ExplicitBinary, p: Size, d: Size
) -> Statement:
    """$H_1, ..., H_k$ of LDim at most $d$ with the same $(p,d)$-decomposition dimension $t$: some $f$ is the SOA of a
    dimension-$t$ leaf in the decomposition trees of all of them, or their intersection $G$ has $DDim_{2p,d}(G) <= t -
    1$. Read as: $f$ is essential to all, as the trees are any optimal ones."""
    return when(have_one_dimension((H_1, H_2), p, d), agree_or_shrink((H_1, H_2), p, d))


@correction(
    "LYU25.O4.3",
    f"{P_ZERO}; the digest holds for $p >= 1$",
    leaves_out="three and more classes, and that Algorithm 1 finds $f$",
    caps=MIDDLE_CAPS,
    slack=TIGHT,
    doubled=Constant(2, mutants=(1,)),
)
def two_classes_agree_or_their_intersection_is_simpler_for_positive_p(
    H_1: Binary, H_2: Binary, slack: int, doubled: int
) -> Truth:
    """For $p >= 1$ and $H_1, ..., H_k$ of LDim at most $d$ and of $DDim_{p,d} = t$: some $f$ is essential to all of
    them, and so in the trees of all, or their intersection $G$ has $DDim_{2p,d}(G) <= t - 1$."""
    pair = H_1, H_2
    return all_of(
        have_one_dimension(pair, p, d).implies(agree_or_shrink(pair, p, d, slack, doubled))
        for p, d in parameters(H_1, 1, MIDDLE)
    )


rests_on(
    "LYU25.O4.3", "LYU25.L4.3.1", "$DDim_{2p,d}$ of the intersection is at most $t$", f"{DIGEST}, second paragraph"
)


rests_on("LYU25.O4.3", "LYU25.L4.3.2", "the SOA of a leaf of $G$ is in the trees of all", f"{DIGEST}, second paragraph")


rests_on(
    "LYU25.O4.3.corrected",
    "LYU25.L4.3.2.corrected",
    "the SOA of a leaf of $G$ is in the trees of all",
    f"{DIGEST}, third sentence of the second paragraph, corrected",
)


def kept_by_proper_subclasses(free: Integer, centre: Integer) -> bool:
    """Four points, and seven for the centre 0."""
    return int(free) == 0 or (int(free) == 1 and int(centre) == 0)


def _differences(f: Function, centre: int, points: int) -> int:
    """At how many of the last points f differs from the centre, a number in binary."""
    return sum(f[-1 - i] != centre >> i & 1 for i in range(points))


@cache
def _around(centre: int, points: int, free: int) -> ConceptClass:
    """The functions that differ from the centre at one of the last points at most: one class for all that it loses."""
    return explicit((f for f in all_functions(points + free, 2) if _differences(f, centre, points) <= 1), 2)


@claim(
    "LYU25.L4.3.proper",
    "for Lemma 4.3, section 4.2, its digest and Corollary 4.1: proper subclasses of the same decomposition dimension",
    "lemma",
    role="companion",
    reach=kept_by_proper_subclasses,
    narrows="$H$ has the functions that differ from one, the centre, at one of four points at most; and, at $free = "
    "1$, those on seven points, of which the first is free, that differ from 0 at one of the six others at most",
    lower=OFFSET,
)
def they_hold_where_a_proper_subclass_keeps_the_dimension(
    free: Size, centre: Size, lost: Size, lower: int
) -> Statement:
    """Where $G$ is $H$ without its function number ``lost``, and $p = 1$, $DDim_{2p,d}(G) = DDim_{p,d}(H) = 1$, for
    $d = 1$ on four points and $d = 2$ on seven, and yet both items of Lemma 4.3, its digest for $H$ and $G$ and
    Corollary 4.1 hold, whose fourth item says nothing at $p = 1$."""
    points, d = 4 + 2 * int(free), 1 + int(free)
    H = _around(int(centre), points, int(free))
    functions = H.functions()
    G = explicit(tuple(f for i, f in enumerate(functions) if i != int(lost)), 2)
    kept = [decomposition_dimension(H, 1, d) == 1, decomposition_dimension(G, 2, d) == 1 + lower]
    held = [key_lemma(G, H, 1, d), agree_or_shrink((H, G), 1, d), whole_corollary(G, H, 1, d)]
    return when([centre < 2**points, lost < len(functions)], all_of([*kept, *held]))


@claim(
    "LYU25.R4.svt",
    "section 4.2, improving the PAC learner: cost of the stages by the sparse vector technique",
    "remark",
    not_checkable="a comparison of two analyses: that SVT's cost grows with the Aboves, and not with the $d$ trials, "
    "is in LYU25.L3.2.corrected; what GGKM21 does implicitly, and what could be done to it, is not stated",
    stand_ins=("LYU25.L3.2", "LYU25.T3.ALG"),
)
def the_sparse_vector_technique_saves_the_composition_over_stages() -> Statement:
    """SVT finds the first $j'$ in $[d]$ with a consensus, where GGKM21 composes over $d$ trials: this saves a factor
    that is polynomial in $d$."""
    raise NotImplementedError


# ---- Definition 4.3


@claim("LYU25.D4.3", "Definition 4.3, section 4.2: essential hypothesis", "definition", shift=OFFSET)
def essential_is_being_in_every_optimal_decomposition(H: ExplicitBinary, p: Size, d: Size, shift: int) -> Statement:
    """$f$ is $(p,d)$-essential to $H$ if for every optimal $(p,d)$-decomposition ${H_l}$ of $H$ there is an $l$ with
    $LDim(H_l) = DDim_{p,d}(H)$ and $SOA_{H_l} = f$: the leaves of all valid trees, with splits at any point, against
    the search for an optimal tree that avoids $f$."""
    listed = in_every_optimal(H, int(p), int(d))
    return when(
        dimension(H) <= d,
        all_of(essential(H, f, p + shift, d).iff(f in listed) for f in all_functions(H.points, 2)),
    )


# ---- Corollary 4.1


@claim("LYU25.K4.1", f"{COROLLARY}: essential hypotheses", "corollary", narrows=ZERO_IN_N)
def essential_hypotheses_are_few_and_persist(H: ExplicitBinary, G: ExplicitSubclass, p: Size, d: Size) -> Statement:
    """For all $p$, $d >= 0$ and $H$ with $LDim(H) <= d$ at most $p^d 2^(d^2)$ hypotheses are $(p,d)$-essential to $H$;
    those of a $G subset H$ with the same $DDim_{p,d}$ are so to $H$; there is one if $DDim_{2p,d}(H) = DDim_{p,d}(H)$;
    and $H$ is finite and they are all its hypotheses where $DDim_{p,d}(H) = 0$."""
    return when(dimension(H) <= d, whole_corollary(G, H, p, d))


@correction(
    "LYU25.K4.1",
    f"{P_ZERO}: items 1 and 2 fail there; all four hold for $p >= 1$",
    narrows="of item 4 finite classes alone (LYU25.K4.1.4)",
    least=Constant(1, mutants=(0,)),
)
def essential_hypotheses_are_few_and_persist_for_positive_p(
    H: ExplicitBinary, G: ExplicitSubclass, p: Size, d: Size, least: int
) -> Statement:
    """For $p >= 1$ and $LDim(H) <= d$ the four items of Corollary 4.1 hold, on how many are essential, on those of $G
    subset H$, on that there is one, and on $DDim = 0$; the items are decided on more points each."""
    return when([dimension(H) <= d, p >= least], whole_corollary(G, H, p, d))


rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.1.corrected", "item 1", "Corollary 4.1, item 1, corrected")
rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.2.corrected", "item 2", "Corollary 4.1, item 2, corrected")
rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.3", "item 3", "Corollary 4.1, item 3, corrected")
rests_on("LYU25.K4.1.corrected", "LYU25.K4.1.4", "item 4", "Corollary 4.1, item 4, corrected")


@claim("LYU25.K4.1.1", f"{COROLLARY}, item 1: number of essential hypotheses", "corollary", narrows=ZERO_IN_N)
def few_hypotheses_are_essential(H: ExplicitBinary, p: Size, d: Size) -> Statement:
    """At most $p^d 2^(d^2)$ hypotheses are $(p,d)$-essential to $H$, where $LDim(H) <= d$."""
    return when(dimension(H) <= d, bounded(H, p, d))


@correction(
    "LYU25.K4.1.1",
    f"{P_ZERO}, against $0^d 2^(d^2) = 0$ for $d >= 1$; the bound holds for $p >= 1$",
    caps=CAPS,
    share=SHARE,
    least=Constant(1, mutants=(0,)),
)
def few_hypotheses_are_essential_for_positive_p(H: Binary, share: Rational, least: int) -> Truth:
    """At most $p^d 2^(d^2)$ hypotheses are $(p,d)$-essential to $H$, for $p >= 1$ and $LDim(H) <= d$."""
    return for_all_parameters(H, int(least), lambda p, d: bounded(H, p, d, share))


rests_on("LYU25.K4.1.1", "LYU25.L4.1", "each essential hypothesis is the SOA of a leaf", f"{COROLLARY_4}, item 1")
rests_on("LYU25.K4.1.1.corrected", "LYU25.L4.1.corrected", "the same for $p >= 1$", f"{COROLLARY_4}, item 1, corrected")


@claim(
    "LYU25.K4.1.2",
    f"{COROLLARY}, item 2: essential hypotheses of a subclass",
    "corollary",
    narrows=ZERO_IN_N,
)
def essential_to_a_subclass_is_essential(H: ExplicitBinary, G: ExplicitSubclass, p: Size, d: Size) -> Statement:
    """If $G subset H$ have the same $(p,d)$-decomposition dimension, $LDim(H) <= d$, then all $(p,d)$-essential
    hypotheses of $G$ are $(p,d)$-essential to $H$."""
    return when(dimension(H) <= d, keeps_essential(G, H, p, d))


@correction(
    "LYU25.K4.1.2",
    f"{P_ZERO}; the item holds for $p >= 1$",
    caps=MIDDLE_CAPS,
    least=Constant(1, mutants=(0,)),
)
def essential_to_a_subclass_is_essential_for_positive_p(H: Binary, G: Subclass, least: int) -> Truth:
    """If $G subset H$ have the same $(p,d)$-decomposition dimension, $p >= 1$, $LDim(H) <= d$, then what is essential
    to $G$ is so to $H$."""
    return for_all_parameters(H, int(least), lambda p, d: keeps_essential(G, H, p, d), MIDDLE)


rests_on("LYU25.K4.1.2", "LYU25.L4.3.1.same", "what comes out is valid and optimal", f"{COROLLARY_4}, item 2")


@uses(
    "LYU25.K4.1.2", "LYU25.L4.3.2b", f"{COROLLARY_4}, item 2: which avoids f as well", draws="$SOA_{G_l} = SOA_{H_l}$"
)
def a_leaf_of_the_same_dimension_keeps_its_soa(p: Natural, q: PositiveInteger) -> Use:
    """That the extended tree avoids $f$ as well needs that a leaf $G_l$ of dimension $t$ in $H_l$ has the SOA of $H_l$:
    if they differ at $x^*$, one example lowers the dimension of $G_l$, which its irreducibility for $p 2^(d-t)$ points
    forbids, if that is 1 at least. The print does not say so. $q$ is $2^(d-t)$."""
    return Use({}, needs=p * q >= 1)


@correction(
    "LYU25.K4.1.2.from.L4.3.2b.premise",
    "at $p = 0$ every leaf is 0-irreducible, which says nothing: no restriction contradicts it; for $p >= 1$ one may",
)
def a_leaf_is_irreducible_for_one_point(p: PositiveInteger, q: PositiveInteger) -> Truth:
    """$p 2^(d-t) >= 1$ for $p >= 1$ and $q = 2^(d-t)$."""
    return p * q >= 1


rests_on("LYU25.K4.1.2.corrected", "LYU25.L4.3.2b", "$SOA_{G_l} = SOA_{H_l}$", f"{COROLLARY_4}, item 2, corrected")


@claim(
    "LYU25.K4.1.3",
    f"{COROLLARY}, item 3: existence of an essential hypothesis",
    "corollary",
    caps=CAPS,
    doubled=Constant(2, mutants=(1,)),
    number=Constant(1, mutants=(2,)),
)
def some_hypothesis_is_essential_where_doubling_p_does_not_help(H: Binary, doubled: int, number: int) -> Truth:
    """If $LDim(H) <= d$ and $DDim_{2p,d}(H) = DDim_{p,d}(H) = t$, there is at least one $(p,d)$-essential
    hypothesis."""
    return for_all_parameters(H, 0, lambda p, d: some_are_essential(H, p, d, int(doubled), number))


rests_on("LYU25.K4.1.3", "LYU25.L4.3.2", "item 2 at $G = H$", f"{COROLLARY_4}, item 3", repair="LYU25.L4.3.2.corrected")


@claim(
    "LYU25.K4.1.4",
    f"{COROLLARY}, item 4: essential hypotheses at decomposition dimension zero",
    "corollary",
    narrows="finite classes; that an infinite one has $t > 0$, as follows from Lemma 4.1 for $p >= 1$, is not "
    "formalized",
    caps=CAPS,
    t=Constant(0, mutants=(1,)),
)
def at_dimension_zero_all_hypotheses_are_essential(H: Binary, t: int) -> Truth:
    """If $t = DDim_{p,d}(H) = 0$, where $LDim(H) <= d$, then $H$ is finite, has $|H|$ essential hypotheses, which are
    exactly all hypotheses in $H$."""
    return for_all_parameters(H, 0, lambda p, d: all_are_essential(H, p, d, int(t)))
