"""BGS21 sections 5.1 and 5.2: what the proofs of the Sauer-type bound and of the lower bound on covers use."""

from littlestone.spec.bgs21.section5_sauer import sauer_bound
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.covers import all_depths
from littlestone.spec.notation import *

PROOF = "section 5.1, proof of Theorem 5.6"
INDUCTION = f"{PROOF}, inductive case"
DEPTH_M = "for Definition 5.5, section 5.1: why depths up to the number of points stand for all"
STANDS_FOR_ALL = "from n = m points on N(0, H, n) = |H|, so that depths up to m stand for all"


def heavy(H: ConceptClass, n: int) -> Truth:
    """The inductive case: 1 <= d < n, where d = MLD(H)."""
    d = multiclass_littlestone_dimension(H)
    return (d >= 1) & (d < n)


def part(H: ConceptClass, x: int, y: int) -> ConceptClass:
    """H^y = {f in H : f(x) = y}."""
    return H.restrict(x, frozenset({y}))


def inductive_depths(H: ConceptClass) -> range:
    """The depths n of the inductive case that can be decided: 2, ..., m."""
    return range(2, H.points + 1)


def split_bound(H: ConceptClass, n: int) -> Number:
    """k S(n-1, d-1) + S(n-1, d), where S(n, d) is the sum of C(n, i) k^i over i <= d = MLD(H)."""
    return sauer_bound(H, n - 1, -1) * H.k + sauer_bound(H, n - 1)


def covers_of_parts(H: ConceptClass, x: int, n: int) -> Number:
    """The sum of N(0, H^y, n - 1) over the labels y at the root x."""
    return total(cover_function(part(H, x, y), n - 1) for y in range(H.labels))


# ---- Theorem 5.6: the cases of the double induction


@uses("BGS21.T5.6", "BGS21.T5.6.eqA", f"{PROOF}, first display")
def the_display_gives_the_second_inequality(n: PositiveInteger, d: PositiveInteger, k: Natural) -> Use:
    """The display is used at n >= d > 0 for the second inequality of (5); a class with d > 0 has two labels."""
    given = (d <= n) & (k >= 1)
    return Use({"n": n, "d": d, "k": k}, given=given, gives=sauer_sum(n, d, k) <= (EULER * k * n / d) ** d)


@uses("BGS21.T5.6", "BGS21.N5.0", "section 5.1, convention before Theorem 5.6")
def the_convention_is_the_case_of_depth_0(H: Multiclass) -> Use:
    """The print's cases begin at n = 1; what the theorem says at n = 0 is the convention: 1 <= C(0, 0) and 1 <=
    (k+1)^0."""
    return Use({"H": H}, gives=(cover_function(H, 0) <= sauer_bound(H, 0)) & (cover_function(H, 0) <= 1))


@uses("BGS21.T5.6", "BGS21.T5.6.base1", f"{PROOF}, first base case")
def a_single_function_is_the_first_base_case(H: Multiclass) -> Use:
    """The case d = 0, n >= 1 of (4): one tree covers, and the sum is 1."""
    d = multiclass_littlestone_dimension(H)
    gives = all_of(cover_function(H, n) <= sauer_bound(H, n) for n in all_depths(H) if n)
    return Use({"H": H}, given=d <= 0, gives=gives)


@uses("BGS21.T5.6", "BGS21.T5.6.base2", f"{PROOF}, second base case")
def level_constant_trees_are_the_second_base_case(H: Multiclass) -> Use:
    """The case 0 < n <= d, which is (4) at n = d and the theorem's last sentence at n < d."""
    d, depths = multiclass_littlestone_dimension(H), all_depths(H)
    fourth = all_of((d == n).implies(cover_function(H, n) <= sauer_bound(H, n)) for n in depths if n)
    last = all_of((d > n).implies(cover_function(H, n) <= H.labels**n) for n in depths if n)
    return Use({"H": H}, gives=fourth & last)


@uses("BGS21.T5.6", "BGS21.T5.6.ind", INDUCTION)
def the_inductive_case_bounds_the_cover(H: Multiclass) -> Use:
    """The case n > d >= 1, n >= 2: by Claims 5.8 and 5.9 the covers of the H^i make a cover of H, of size |V'| at most
    k S(n-1, d-1) + S(n-1, d)."""
    depths = inductive_depths(H)
    stitched = (cover_function(H, n) <= largest([covers_of_parts(H, x, n) for x in range(H.points)]) for n in depths)
    gives = all_of(heavy(H, n).implies(cover_function(H, n) <= split_bound(H, n)) for n in depths)
    return Use({"H": H}, says=all_of(stitched), gives=gives)


@uses("BGS21.T5.6", "BGS21.T5.6.ind", f"{INDUCTION}, first sentence", name="cases")
def the_base_cases_handle_all_other_values(n: Natural, d: Natural) -> Use:
    """The inductive case has d >= 1, n >= 2 and n > d, and the base cases, d = 0 <= n - 1 and 0 < n <= d, "handle other
    values": so do they for n >= 1."""
    other = ~(d <= 0) & ~(n <= d)
    needs = all_of([d >= 1, n >= 2, n > d])
    return Use(given=(n >= 1) & other, needs=needs, gives=needs)


@uses("BGS21.T5.6", "BGS21.C5.10", f"{INDUCTION}, last display")
def the_sums_are_regrouped(size: Natural, n: PositiveInteger, d: PositiveInteger, k: PositiveInteger) -> Use:
    """Claim 5.10 turns the bound on |V'| into the right side of (4), at n > d >= 1, n >= 2."""
    split = sauer_sum(n - 1, d, k) + k * sauer_sum(n - 1, d - 1, k)
    given = all_of([n >= 2, d < n, size <= split])
    return Use({"n": n, "d": d, "k": k}, given=given, gives=size <= sauer_sum(n, d, k))


@uses("BGS21.T5.6", "BGS21.D5.5.trees", DEPTH_M, draws=STANDS_FOR_ALL)
def depths_up_to_m_stand_for_all_in_the_theorem(H: Multiclass) -> Use:
    """The kit's theorem takes n up to the number of points."""
    return Use({"H": H})


@uses("BGS21.T5.6.eq4", "BGS21.D5.5.trees", DEPTH_M, draws=STANDS_FOR_ALL)
def depths_up_to_m_stand_for_all_in_equation_4(H: Multiclass) -> Use:
    """The kit's equation (4) takes n up to the number of points."""
    return Use({"H": H})


@uses("BGS21.T5.6.eq5", "BGS21.T5.6.eq4", "Equation (5), section 5.1, first inequality")
def equation_5_begins_with_equation_4(H: Multiclass) -> Use:
    """The first inequality of (5) is (4), for d > 0."""
    d = multiclass_littlestone_dimension(H)
    gives = all_of((d <= n).implies(cover_function(H, n) <= sauer_bound(H, n)) for n in all_depths(H))
    return Use({"H": H}, given=d >= 1, gives=gives)


@uses("BGS21.T5.6.eq5", "BGS21.T5.6.eqA", f"{PROOF}, first display")
def equation_5_ends_with_the_display(n: PositiveInteger, d: PositiveInteger, k: Natural) -> Use:
    """The second inequality of (5) is the display, for n >= d > 0; a class with d > 0 has two labels."""
    return the_display_gives_the_second_inequality(n, d, k)


@uses("BGS21.T5.6.eq5", "BGS21.D5.5.trees", DEPTH_M, draws=STANDS_FOR_ALL)
def depths_up_to_m_stand_for_all_in_equation_5(H: Multiclass) -> Use:
    """The kit's equation (5) takes n up to the number of points."""
    return Use({"H": H})


@uses("BGS21.T5.6.base1", "BGS21.D5.5.trees", DEPTH_M, draws=STANDS_FOR_ALL)
def depths_up_to_m_stand_for_all_in_the_first_base_case(H: Multiclass) -> Use:
    """The kit's first base case takes n up to the number of points."""
    return Use({"H": H})


@uses("BGS21.T5.6.base2", "BGS21.D5.5.trees", DEPTH_M, draws=STANDS_FOR_ALL)
def depths_up_to_m_stand_for_all_in_the_second_base_case(H: Multiclass) -> Use:
    """The kit's second base case takes n up to the number of points."""
    return Use({"H": H})


# ---- The inductive case


@uses("BGS21.T5.6.ind", "BGS21.T5.6.eq4", f"{INDUCTION}, hypothesis of the induction")
def the_hypothesis_of_the_induction_is_used_for_each_part(H: Multiclass) -> Use:
    """(4) at depth n - 1, the hypothesis of the induction, is used for each of H^0, ..., H^k at the root: here for H^0
    at the first point, which stands for any."""
    H0 = part(H, 0, 0)
    given = any_of(heavy(H, n) for n in inductive_depths(H))
    gives = all_of(heavy(H, n).implies(cover_function(H0, n - 1) <= sauer_bound(H, n - 1)) for n in inductive_depths(H))
    return Use({"H": H0}, given=given, gives=gives)


@correction(
    "BGS21.T5.6.ind.from.T5.6.eq4.premise",
    "some H^i may be empty, of which the theorem does not speak (its first base case says that d = 0 is one function); "
    "the empty set covers an empty H^i",
    size=OFFSET,
)
def parts_are_classes_or_need_no_tree(H: Multiclass, size: int) -> Truth:
    """Each H^i at each root is a class, of which (4) speaks, or is empty and has the 0-cover of size 0."""
    parts = [part(H, x, y) for x in range(H.points) for y in range(H.labels)]
    return all_of(H0.nonempty() | (cover_function(H0, n) + size <= 0) for H0 in parts for n in all_depths(H))


@uses("BGS21.T5.6.ind", "BGS21.C5.7", f"{INDUCTION}, sentence after Claim 5.9")
def all_parts_but_one_are_lighter(H: Multiclass) -> Use:
    """At least k of the H^i have MLD at most d - 1; with covers of size S(n-1, MLD(H^i)) that gives the bound on the
    size of V'."""
    roots = [(n, x) for n in inductive_depths(H) for x in range(H.points)]
    covered = [
        cover_function(part(H, x, y), n - 1) <= sauer_bound(part(H, x, y), n - 1)
        for n, x in roots
        for y in range(H.labels)
    ]
    gives = all_of(heavy(H, n).implies(covers_of_parts(H, x, n) <= split_bound(H, n)) for n, x in roots)
    return Use({"H": H}, given=all_of(covered), gives=gives)


@uses("BGS21.T5.6.ind", "BGS21.C5.8", f"{INDUCTION}, Claim 5.8")
def covers_of_the_two_sides_are_stitched(H: Multiclass) -> Use:
    """Covers of H^i on both sides of z, each of size at most S(n-1, d), give one of H^i on z of that size: at n = 2."""
    parts = [(part(H, z.label, y), z) for z in two_levels(H) for y in range(H.labels)]
    sides = [(H0, z, side) for H0, z in parts for side in (z.left, z.right)]
    given = all_of(smallest_cover(H0, side, 1) <= sauer_bound(H, 1) for H0, _, side in sides)
    return Use({"H": H}, given=given, gives=all_of(smallest_cover(H0, z, 2) <= sauer_bound(H, 1) for H0, z in parts))


def two_levels(H: ConceptClass) -> list[CoverNode]:
    """The input trees of depth 2."""
    return [z for z in input_trees(H.points, 2) if z is not None]


@uses("BGS21.T5.6.ind", "BGS21.C5.8", f"{INDUCTION}, paragraph before Claim 5.8", name="surjection")
def the_larger_cover_maps_onto_the_smaller(left: Natural, right: Natural) -> Use:
    """ "There exists a surjective function" from V^L to V^R, |V^L| >= |V^R|: so there is where no cover is empty, as no
    cover of an H^i with a function is."""
    given = all_of([left >= right, right >= 1])
    return Use(given=given, needs=(right >= 1) | (left <= 0), gives=left >= right)


@uses("BGS21.T5.6.ind", "BGS21.C5.9", f"{INDUCTION}, sentences after Claim 5.9")
def the_union_is_no_larger_than_the_sum(H: Multiclass) -> Use:
    """The union of covers of H^0, ..., H^k on z is a cover of H on z, no larger than their sizes together."""
    trees = two_levels(H)
    says = all_of(smallest_cover(H, z, 2) <= total(_covers_on(H, z)) for z in trees)
    given = all_of(one <= split_bound(H, 2) for z in trees for one in [total(_covers_on(H, z))])
    return Use(given=given, says=says, gives=all_of(smallest_cover(H, z, 2) <= split_bound(H, 2) for z in trees))


def _covers_on(H: ConceptClass, z: CoverNode) -> list[Number]:
    return [smallest_cover(part(H, z.label, y), z, 2) for y in range(H.labels)]
