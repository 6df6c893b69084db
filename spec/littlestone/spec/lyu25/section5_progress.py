"""LYU25 section 5: a stage of DP-ERM without a common hypothesis is progress, and what is published errs seldom."""

from itertools import combinations

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.algebra.naturals import largest
from littlestone.spec.classes.subclasses import is_subclass
from littlestone.spec.decompositions.interleaving import empirical_error
from littlestone.spec.domains import Classes
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

UTILITY = "section 5, proof of Theorem 3, utility analysis"
WithinFirst = Annotated[ConceptClass, Classes(labels=2, within="H_1", empty=True)]
STAGES = ((0, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2))  # p and d; p = 2^j n d is 0 at d = 0 alone

PROOF = "proof of Theorem 3, section 5"
UTILITIES = f"{PROOF}: utility analysis"
FIRST = f"{UTILITY}, first paragraph"
SECOND = f"{UTILITY}, second paragraph"


def have_no_common_hypothesis(H_1: ConceptClass, H_2: ConceptClass, p: int, d: int) -> Truth:
    """No function is (p,d)-essential to both classes."""
    return all_of(~(essential(H_1, f, p, d) & essential(H_2, f, p, d)) for f in all_functions(H_1.points, 2))


@claim(
    "LYU25.T3.prog",
    f"{UTILITY}, first paragraph",
    "claim",
    narrows="two teachers, whose classes of the next stage lie in both of this one's (T3.incl); a stage that fails has "
    "no hypothesis that is essential for all teachers, as the tests behave",
    caps="(p, d) = (0, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2)",
    fewer=Constant(1, mutants=(2,)),
    doubled=Constant(2, mutants=(1,)),
)
def a_stage_without_a_common_hypothesis_is_progress(
    H_1: Binary, H_2: Binary, G: WithinFirst, fewer: int, doubled: int
) -> Truth:
    """If the algorithm fails to find a common hypothesis in round j, then max_i DDim_{p_{j+1},d}(H_i^{j+1}) <=
    max_i DDim_{p_j,d}(H_i^j) - 1, with p_{j+1} = 2 p_j: for each class G of stage j + 1, which is a subclass of all
    those of stage j."""
    pair = H_1, H_2

    def progress(p: int, d: int) -> Truth:
        fails = [is_subclass(G, H_2), have_no_common_hypothesis(*pair, p, d), *(dimension(H) <= d for H in pair)]
        before = largest([decomposition_dimension(H, p, d) for H in pair])
        return all_of(fails).implies(decomposition_dimension(G, doubled * p, d) + fewer <= before)

    return all_of(progress(p, d) for p, d in STAGES)


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


def _members_are_essential(H: ConceptClass, p: int, d: int) -> Truth:
    in_h = (H.contains(f).implies(essential(H, f, p, d)) for f in all_functions(H.points, 2))
    return (decomposition_dimension(H, p, d) == 0).implies(all_of(in_h))


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


@uses("LYU25.T3.prog", "LYU25.T3.prog.stages", FIRST)
def d_failures_leave_a_stage(d: Natural, failures: Natural) -> Use:
    """After at most d failures there is one stage of the d + 1 left, in which all dimensions are 0."""
    return Use({"d": d, "failures": failures}, gives=failures < d + 1)


@terms("LYU25.T3.prog.stages")
def failed_stages(d: FromZero, failures: FromZero) -> Terms:
    """The failures before the dimension is 0."""
    return Terms(says=failures <= d)


@claim(
    "LYU25.T3.prog.stages",
    f"{UTILITY}, first paragraph",
    "step",
    narrows="the arithmetic; that a failure lowers the dimension is LYU25.T3.prog",
    more=OFFSET,
)
def after_d_failures_the_dimension_is_zero(d: Natural, t: Natural, failures: Natural, more: int) -> Statement:
    """The start is at most d and each failure lowers it by one, so that there are at most d failures before it is 0: of
    the d + 1 stages one is left."""
    return when([t <= d, failures <= t], as_truth(failed_stages(d, failures).says) & (failures + 1 + more <= d + 1))


@claim(
    "LYU25.T3.err",
    f"{UTILITY}, second paragraph",
    "claim",
    narrows="the errors of essential hypotheses; that h^ is the SOA of an nd-irreducible G is in words",
    caps="p = 0, ..., 3 with d = 0, 1, 2, and d = 3 at p = 1",
    beyond=Constant(0, mutants=(2,)),
)
def an_essential_hypothesis_errs_no_more_than_some_member(H: Binary, beyond: int) -> Truth:
    """h^ = SOA_G for some G subset H_i^j that is nd-irreducible. If all of H_i^j err on at most a share 2 alpha of S,
    then so does h^, for restricting G to the n examples as h^ labels them leaves some h: for all f essential to H and
    all S of n = p examples, err_S(f) <= err_S(h) for some h in H."""
    return all_of(
        ((dimension(H) <= d) & essential(H, f, p, d)).implies(any_of(H.contains(h) for h in at_least_as_wrong(f, S)))
        for p, d in (*((p, d) for p in range(4) for d in range(3)), (1, 3))
        for f in all_functions(H.points, 2)
        for S in data_sets(H.points, p + int(beyond))
    )


rests_on("LYU25.T3.err", "LYU25.T3.err.agree", "the restriction of G as h^ labels the sample is not empty", UTILITIES)


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


def at_least_as_wrong(f: Function, S: Sample) -> list[Function]:
    """The functions that err on S as often as f at least."""
    return [h for h in all_functions(len(f), 2) if empirical_error(h, S) >= empirical_error(f, S)]


@claim(
    "LYU25.T3.err.agree",
    f"{UTILITY}, second paragraph",
    "step",
    caps="p = 0, ..., 3 with d = 0, 1, 2, and d = 3 at p = 1",
    beyond=Constant(0, mutants=(2,)),
)
def an_essential_hypothesis_agrees_with_some_member_on_p_points(H: Binary, beyond: int) -> Truth:
    """Restricting H to any p points as f labels them, f being (p, d)-essential to H, leaves some h of H."""
    return all_of(
        ((dimension(H) <= d) & essential(H, f, p, d)).implies(
            restricted(H, tuple((x, f[x]) for x in points)).nonempty()
        )
        for p, d in (*((p, d) for p in range(4) for d in range(3)), (1, 3))
        for f in all_functions(H.points, 2)
        for points in combinations(range(H.points), min(p + int(beyond), H.points))
    )


@claim(
    "LYU25.F4.net",
    "for Fact 4, section 6.2.1: for any n",
    "remark",
    role="companion",
    narrows="the number of points; that restricting G to them is impossible where f is essential is LYU25.T3.err.agree",
    C=Constant(1200, mutants=(1000,), stronger="smaller"),
)
def few_points_tell_exposed_hypotheses(d: AtLeastOne, C: int) -> Truth:
    """Fact 4 holds for every n where p >= 1200 d: of A, where each h of G with err_A(h) <= 1/10 differs from f, with
    err_A(f) >= 1/8, on 1/40 of the examples, some m = 1200 d examples tell all of them from f, since m random ones fail
    to with probability at most 2 (2 e m / d)^d 2^{-m/80} < 1."""
    return ln(2) + d * ln(2 * EULER * C) < C * d * ln(2) / 80


rests_on("LYU25.F4.net", "DIM.realizable", "m random examples of A tell all h from f", "for Fact 4, section 6.2.1")
rests_on("LYU25.F4.net", "DIM.sauer.power", "S <= (2 e m / d)^d", "for Fact 4, section 6.2.1")
rests_on("LYU25.F4.net", "LYU25.T3.err.agree", "f is not essential to G", "for Fact 4, section 6.2.1")
