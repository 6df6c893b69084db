"""LYU25 sections 5 and 6.2.1: what fact 4 and the utility analysis of DP-ERM use."""

from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

FACT = "proof of Fact 4, section 6.2.1"
UTILITY = "section 5, proof of Theorem 3, utility analysis"
FIRST, SECOND = f"{UTILITY}, first paragraph", f"{UTILITY}, second paragraph"


# ---- Fact 4


@uses("LYU25.F4", "LYU25.D4.1", FACT, draws="restricting G_l to (x, f(x)) for x in A_x leaves a hypothesis of G_l")
def the_leaf_is_irreducible_for_the_examples(p: Natural, n: Natural, q: PositiveInteger, t: DimensionOrEmpty) -> Use:
    """A leaf G_l of dimension t is irreducible for p 2^(d-t) = p q >= n points, and what is left has dimension t: it is
    not empty, which needs t >= 0."""
    return Use({}, given=(p >= n) & (n >= 1), needs=(n <= p * q) & (t >= 0))


@correction(
    "LYU25.F4.from.D4.1.premise",
    "where G is empty its leaves have dimension -1, and restricting them to an empty class is no contradiction; G must "
    "not be empty, so that t >= 0",
)
def the_leaf_is_irreducible_for_the_examples_where_it_is_not_empty(
    p: Natural, n: Natural, q: PositiveInteger, t: Natural
) -> Statement:
    """For p >= n and q = 2^(d-t), where d >= t >= 0: n <= p 2^(d-t)."""
    return when([p >= n, t >= 0], n <= p * q)


rests_on("LYU25.F4.corrected", "LYU25.D4.1", "restricting G_l to A_x leaves a hypothesis of G_l", FACT)


# ---- Theorem 3: progress


rests_on("LYU25.T3.prog", "LYU25.L4.3.2", "some hypothesis is common", FIRST, repair="LYU25.L4.3.2.corrected")


def _stays_below(H: ConceptClass, G: ConceptClass, p: int, d: int) -> Truth:
    here, after = decomposition_dimension(H, p, d), decomposition_dimension(G, 2 * p, d)
    return all_of((here <= t).implies(after <= t) for t in range(d))


@uses(
    "LYU25.T3.prog",
    "LYU25.L4.3.1",
    FIRST,
    opaque=("decomposition_dimension", "dimension", "littlestone_dimension"),
)
def no_class_of_the_next_stage_has_a_larger_dimension(H: Binary, G: Subclass) -> Use:
    """G lies in every class of stage j: where one of them, H, has a dimension of at most t, the largest less 1, so has
    G, and there is progress already."""
    return Use({"H": H, "G": G}, gives=for_all_parameters(H, 0, lambda p, d: _stays_below(H, G, p, d), MIDDLE))


@uses(
    "LYU25.T3.prog",
    "LYU25.K4.1.4",
    f"{UTILITY}, first paragraph: during one stage",
    opaque=("decomposition_dimension", "dimension", "littlestone_dimension"),
)
def at_the_last_stage_all_hypotheses_are_essential(H: Binary) -> Use:
    """After d failures all dimensions are 0, in stage d + 1: then every hypothesis of each class is essential to it,
    and one that is in all classes, as a consistent one is, is common."""
    return Use(
        {"H": H},
        gives=for_all_parameters(H, 1, lambda p, d: _members_are_essential(H, p, d), MIDDLE),
    )


def _members_are_essential(H: ConceptClass, p: int, d: int) -> Truth:
    in_h = (H.contains(f).implies(essential(H, f, p, d)) for f in all_functions(H.points, 2))
    return (decomposition_dimension(H, p, d) == 0).implies(all_of(in_h))


@uses("LYU25.T3.prog", "LYU25.T3.prog.stages", FIRST)
def d_failures_leave_a_stage(d: Natural, failures: Natural) -> Use:
    """After at most d failures there is one stage of the d + 1 left, in which all dimensions are 0."""
    return Use({"d": d, "failures": failures}, gives=failures < d + 1)


# ---- Theorem 3: the error of the output


@uses(
    "LYU25.T3.err",
    "LYU25.D4.1",
    SECOND,
    draws="restricting G to (x_i, h^(x_i)) for all n examples leaves a hypothesis of G",
)
def the_published_class_is_irreducible_for_all_examples(n: PositiveInteger, d: Natural) -> Use:
    """G is nd-irreducible, and restricted to n examples."""
    return Use({}, needs=n <= n * d)


@correction(
    "LYU25.T3.err.from.D4.1.premise",
    "at d = 0 a class is 0-irreducible only, which does not reach n examples; for d >= 1 it does, and at d = 0 G has "
    "one hypothesis, which is h^",
)
def the_published_class_is_irreducible_for_all_examples_for_positive_d(
    n: PositiveInteger, d: PositiveInteger
) -> Statement:
    """n <= n d for d >= 1."""
    return n <= n * d


rests_on("LYU25.T3.err", "LYU25.T3.Egood", "it only consists of h with err_S(h) <= 2 alpha", SECOND)
