"""LYU25 section 6.2.1: exposed hypotheses are not essential."""

from functools import cache
from itertools import combinations
from math import comb

from littlestone.spec.classes.subclasses import intersection, part
from littlestone.spec.decompositions.interleaving import empirical_error
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.emptied_lists import only_falls

FACT = "Fact 4, section 6.2.1"
EXPOSED, KEPT = Fraction(1, 8), Fraction(1, 10)
SMALL = ((1, 1), (2, 1), (2, 2), (3, 2), (10, 10))  # p and n; an error on one of ten examples is kept

FACT_4 = "proof of Fact 4, section 6.2.1"


@cache
def exposures(points: int, n: int, exposed: Fraction, kept: Fraction) -> list[tuple[frozenset[Function], Function]]:
    """For each data set A of n examples, {h : err_A(h) <= kept} with each f of err_A(f) >= exposed; each pair once."""
    functions = list(all_functions(points, 2))
    found: dict[tuple[frozenset[Function], Function], None] = {}
    for A in data_sets(points, n):
        errors = {f: empirical_error(f, A) for f in functions}
        near = frozenset(f for f in functions if errors[f] <= kept)
        found.update({(near, f): None for f in functions if errors[f] >= exposed})
    return list(found)


def is_ruled_out(H: ConceptClass, near: frozenset[Function], f: Function, p: int, d: int) -> Truth:
    """f is not (p,d)-essential both to H and to {h in H : h is near}."""
    return ~(essential(H, f, p, d) & essential(part(H, near.__contains__), f, p, d))


@claim("LYU25.F4", FACT, "fact")
def exposed_hypotheses_are_not_essential(H: ExplicitBinary, p: Size, d: Size, n: Size) -> Statement:
    """Let p >= n >= d, f (p,d)-essential to H, A a data set of n examples with err_A(f) >= 1/8 and G = {h in H :
    err_A(h) <= 1/10}. Then f is not (p,d)-essential to G; for all A, and with LDim({}) = -1, SOA 0 where G is empty."""
    return when(
        [dimension(H) <= d, p >= n, n >= d],
        all_of(is_ruled_out(H, near, f, p, d) for near, f in exposures(H.points, int(n), EXPOSED, KEPT)),
    )


@correction(
    "LYU25.F4",
    "where no hypothesis of H has so small an error on A, as on data that are not realizable, G is empty: with "
    "LDim({}) = -1 it is irreducible, and its SOA 0 is essential to it; restricting it ends in the empty class without "
    "a contradiction. The fact holds where G is not empty",
    caps="(p, n) = (1, 1), (2, 1), (2, 2), (3, 2), on two points (10, 10), and d = 0, 1, 2",
    exposed=Constant(EXPOSED, mutants=(Fraction(1, 10),)),
    kept=Constant(KEPT, mutants=(Fraction(1, 5),)),
)
def exposed_hypotheses_are_not_essential_to_what_remains(H: Binary, exposed: Rational, kept: Rational) -> Truth:
    """Let p >= n >= d, LDim(H) <= d, f (p,d)-essential to H, A a data set of n examples with err_A(f) >= 1/8 and G =
    {h in H : err_A(h) <= 1/10}, not empty. Then f is not (p,d)-essential to G."""
    return all_are_ruled_out(H, Fraction(exposed), Fraction(kept))


@uses("LYU25.F4", "LYU25.D4.1", FACT_4, draws="restricting G_l to (x, f(x)) for x in A_x leaves a hypothesis of G_l")
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


rests_on("LYU25.F4.corrected", "LYU25.D4.1", "restricting G_l to A_x leaves a hypothesis of G_l", FACT_4)


def all_are_ruled_out(H: ConceptClass, exposed: Fraction, kept: Fraction) -> Truth:
    """Fact 4 at the small p and n, for these two errors and G that is not empty."""
    return all_of(
        (dimension(H) <= d).implies(part(H, near.__contains__).nonempty().implies(is_ruled_out(H, near, f, p, d)))
        for p, n in SMALL
        if n < 10 or H.points <= 2
        for d in range(min(n, 2) + 1)
        for near, f in exposures(H.points, n, exposed, kept)
    )


@claim(
    "LYU25.F4.stages",
    "for Fact 4, section 6.2.1: with the errors that algorithm 4 allows",
    "fact",
    role="companion",
    caps="(p, n) = (1, 1), (2, 1), (2, 2), (3, 2), on two points (10, 10), and d = 0, 1, 2; of at most ten examples "
    "errors below 1/10 are 0",
    exposed=Constant(EXPOSED, mutants=(Fraction(0),)),
)
def exposed_hypotheses_are_not_essential_at_later_stages(H: Binary, exposed: Rational) -> Truth:
    """Let p >= n >= d, f (p,d)-essential to H and A a data set of n examples with err_A(f) >= 1/8. Then f is not
    (p,d)-essential to G = {h in H : err_A(h) <= w}, where that is not empty, for any w < 1/10, as the (1/10) (1 -
    1/d)^j of algorithm 4."""
    return all_are_ruled_out(H, Fraction(exposed), Fraction(0))


# ---- The repair of Claim 6.4: at stage j* a list is empty unless DDim is d + 1 - j*, here the level


def is_listed(H: ConceptClass, f: Function, p: int, d: int, level: int) -> Truth:
    """f is essential to H, whose DDim_{p,d} is the level."""
    return (decomposition_dimension(H, p, d) == level) & essential(H, f, p, d)


@claim(
    "LYU25.C6.4.lists",
    "for Claim 6.4, section 6.2.1",
    "remark",
    role="construction",
    narrows="d = 1, as on few points DDim is 0 at larger d",
    caps="p at most the number of points",
    least=Constant(1, mutants=(0,)),
)
def lists_at_a_level_only_shrink(H: Binary, G: Subclass, least: int) -> Truth:
    """With G the class of a teacher, once it was H, at one p >= 1: if DDim_{p,d}(H) is at most the level, then all that
    is listed of G at this level is listed of H."""

    def shrinks(p: int, d: int) -> Truth:
        return all_of(
            (decomposition_dimension(H, p, d) <= level).implies(
                all_of(
                    is_listed(G, f, p, d, level).implies(is_listed(H, f, p, d, level))
                    for f in all_functions(H.points, 2)
                )
            )
            for level in range(d + 1)
        )

    return for_all_parameters(H, int(least), shrinks, (1,))


@claim(
    "LYU25.C6.4.lists.stage",
    "for Claim 6.4, section 6.2.1",
    "remark",
    role="construction",
    narrows="two teachers, and d = 1, as on few points DDim is 0 at larger d",
    caps="p at most the number of points",
    slack=TIGHT,
)
def without_a_common_listed_hypothesis_the_level_falls(H_1: Binary, H_2: Binary, slack: int) -> Truth:
    """Where DDim_{p,d} of all teachers' classes is at most the level, p >= 1, and nothing is listed of all of them at
    this level, their intersection, and so each class of the next stage, has DDim_{2p,d} at most the level less one."""
    both = intersection(H_1, H_2)

    def falls(p: int, d: int, level: int) -> Truth:
        low = all_of(decomposition_dimension(H, p, d) <= level for H in (H_1, H_2))
        common = any_of(
            is_listed(H_1, f, p, d, level) & is_listed(H_2, f, p, d, level) for f in all_functions(H_1.points, 2)
        )
        return low.implies(common | (decomposition_dimension(both, 2 * p, d) <= level - 1 + slack))

    return all_of(
        (dimension(H_1) <= d).implies((dimension(H_2) <= d).implies(falls(p, d, level)))
        for p, d in parameters(H_1, 1, (1,))
        for level in range(d + 1)
    )


@claim(
    "LYU25.C6.4.run",
    "Claim 6.4, section 6.2.1, corrected",
    "step",
    narrows="k teachers with the same data, no noise, the majority over all of the list, and chunks of one or two "
    "examples, in which no error is allowed; d = 1, p_j = 2^j",
    emptied=Constant(1, mutants=(0,)),
)
def lists_only_shrink_in_runs(i: Size, emptied: int) -> Statement:
    """For the i-th class H of four functions on three points, LDim(H) = 1, whatever the target in H and the mistakes of
    the published hypotheses are: from call to call the stage grows or the list loses at least a fifth, none is new, and
    the stage is 2 at most."""
    functions = list(combinations(all_functions(3, 2), 4))[int(i) % comb(8, 4)]
    runs = (only_falls(functions, target, 1, bool(emptied)) for target in functions)
    return when(dimension(explicit(functions, 2)) == 1, all_of(runs))
