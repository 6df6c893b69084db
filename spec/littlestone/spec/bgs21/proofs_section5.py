"""BGS21 sections 5.1 and 5.2: what the proofs of the Sauer-type bound and of the lower bound on covers use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.covers import all_depths
from littlestone.spec.notation import *
from littlestone.spec.unknowns.notions import notion

PROOF = "section 5.1, proof of Theorem 5.6"
LOWER_BOUND = "proof of Lemma 5.11, section 5.2"
INDUCTION = f"{PROOF}, inductive case"
DEPTH_M = "for Definition 5.5, section 5.1: why depths up to the number of points stand for all"


@notion
def map_dimension(H: ConceptClass) -> Number:
    """d_B = Psi^B_LD(H)."""
    return psi_littlestone_dimension(H, psi_b(H.labels))


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


@notion
def split_bound(H: ConceptClass, n: int) -> Number:
    """k S(n-1, d-1) + S(n-1, d), where S(n, d) is the sum of C(n, i) k^i over i <= d = MLD(H)."""
    return sauer_bound(H, n - 1, -1) * H.k + sauer_bound(H, n - 1)


@notion
def covers_of_parts(H: ConceptClass, x: int, n: int) -> Number:
    """The sum of N(0, H^y, n - 1) over the labels y at the root x."""
    return total(cover_function(part(H, x, y), n - 1) for y in range(H.labels))


# ---- Theorem 5.6: the cases of the double induction


rests_on("BGS21.T5.6", "BGS21.T5.6.eqA", "the second inequality of (5)", f"{PROOF}, first display")


rests_on(
    "BGS21.T5.6",
    "BGS21.N5.0",
    "The print's cases begin at n = 1; what the theorem says at n = 0 is the convention: 1 <= C(0, 0) and 1 <= (k+1)^0",
    "section 5.1, convention before Theorem 5.6",
)


rests_on(
    "BGS21.T5.6",
    "BGS21.T5.6.base1",
    "The case d = 0, n >= 1 of (4): one tree covers, and the sum is 1",
    f"{PROOF}, first base case",
)


rests_on(
    "BGS21.T5.6",
    "BGS21.T5.6.base2",
    "The case 0 < n <= d, which is (4) at n = d and the theorem's last sentence at n < d",
    f"{PROOF}, second base case",
)


@uses("BGS21.T5.6", "BGS21.T5.6.ind", INDUCTION)
def the_inductive_case_bounds_the_cover(H: ExplicitClass) -> Use:
    """The case n > d >= 1, n >= 2: by Claims 5.8 and 5.9 the covers of the H^i make a cover of H, of size |V'| at most
    k S(n-1, d-1) + S(n-1, d)."""
    depths = inductive_depths(H)
    stitched = (cover_function(H, n) <= largest([covers_of_parts(H, x, n) for x in range(H.points)]) for n in depths)
    gives = all_of(heavy(H, n).implies(cover_function(H, n) <= split_bound(H, n)) for n in depths)
    return Use({"H": H}, says=all_of(stitched), gives=gives)


rests_on(
    "BGS21.T5.6",
    "BGS21.T5.6.ind",
    "the base cases handle all other values",
    f"{INDUCTION}, first sentence",
    name="cases",
)


@uses("BGS21.T5.6", "BGS21.C5.10", f"{INDUCTION}, last display")
def the_sums_are_regrouped(split: Natural, whole: Natural, n: PositiveInteger, d: PositiveInteger) -> Use:
    """Claim 5.10 turns the bound on |V'|, k S(n-1, d-1) + S(n-1, d), here ``split``, into the right side of (4), here
    ``whole``, at n > d >= 1, n >= 2."""
    return Use({"n": n, "d": d}, given=(n >= 2) & (d < n), needs=d < n, says=equals(split, whole), gives=split <= whole)


rests_on(
    "BGS21.T5.6",
    "BGS21.D5.5.trees",
    "from n = m points on N(0, H, n) = |H|, so that depths up to m stand for all",
    DEPTH_M,
)
rests_on(
    "BGS21.T5.6.eq4",
    "BGS21.D5.5.trees",
    "from n = m points on N(0, H, n) = |H|, so that depths up to m stand for all",
    DEPTH_M,
)


rests_on(
    "BGS21.T5.6.eq5",
    "BGS21.T5.6.eq4",
    "The first inequality of (5) is (4), for d > 0",
    "Equation (5), section 5.1, first inequality",
)


rests_on("BGS21.T5.6.eq5", "BGS21.T5.6.eqA", "the second inequality of (5)", f"{PROOF}, first display")
rests_on(
    "BGS21.T5.6.eq5",
    "BGS21.D5.5.trees",
    "from n = m points on N(0, H, n) = |H|, so that depths up to m stand for all",
    DEPTH_M,
)
rests_on(
    "BGS21.T5.6.base1",
    "BGS21.D5.5.trees",
    "from n = m points on N(0, H, n) = |H|, so that depths up to m stand for all",
    DEPTH_M,
)
rests_on(
    "BGS21.T5.6.base2",
    "BGS21.D5.5.trees",
    "from n = m points on N(0, H, n) = |H|, so that depths up to m stand for all",
    DEPTH_M,
)


# ---- Claim 5.7


rests_on(
    "BGS21.C5.7",
    "BGS21.D2.12",
    "Trees of H^i and H^j, i != j, below the root x_r with edges i and j make a tree that H shatters: its depth, "
    "one more than the smaller of the two dimensions, is at most MLD(H)",
    "proof of Claim 5.7, section 5.1, the tree T",
)


rests_on(
    "BGS21.C5.7",
    "BGS21.D2.13",
    "That every other subclass has dimension at most d - 1, as it has not d, uses that none has more than d: a "
    "tree that H^i shatters is shattered by H, which is not said before the claim",
    "Claim 5.7, section 5.1, second sentence",
    name="parts",
)


# ---- The inductive case


@uses("BGS21.T5.6.ind", "BGS21.T5.6.eq4", f"{INDUCTION}, hypothesis of the induction")
def the_hypothesis_of_the_induction_is_used_for_each_part(H: ExplicitClass) -> Use:
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
def parts_are_classes_or_need_no_tree(H: ExplicitClass, size: int) -> Truth:
    """Each H^i at each root is a class, of which (4) speaks, or is empty and has the 0-cover of size 0."""
    parts = [part(H, x, y) for x in range(H.points) for y in range(H.labels)]
    return all_of(H0.nonempty() | (cover_function(H0, n) + size <= 0) for H0 in parts for n in all_depths(H) if n)


rests_on(
    "BGS21.T5.6.ind",
    "BGS21.D5.5.trees",
    "from n = m points on N(0, H, n) = |H|, so that depths up to m stand for all",
    DEPTH_M,
)


rests_on(
    "BGS21.T5.6.ind",
    "BGS21.C5.7",
    "At least k of the H^i have MLD at most d - 1; with covers of size S(n-1, MLD(H^i)) that gives the bound on "
    "the size of V'",
    f"{INDUCTION}, sentence after Claim 5.9",
)


rests_on(
    "BGS21.T5.6.ind",
    "BGS21.C5.8",
    "the |V^L| stitched trees are a cover of H^i on z",
    f"{INDUCTION}, Claim 5.8 and the paragraph before it",
)


@uses("BGS21.T5.6.ind", "BGS21.C5.9", f"{INDUCTION}, sentences after Claim 5.9")
def the_union_is_no_larger_than_the_sum(
    size: Natural, heavy: Natural, light: Natural, most: Natural, least: Natural, k: PositiveInteger
) -> Use:
    """The union of covers of H^0, ..., H^k on z is a cover of H on z, no larger than their sizes together: one of at
    most S(n-1, d), here ``most``, and k of at most S(n-1, d-1), here ``least``."""
    given = (heavy <= most) & (light <= least)
    return Use(given=given, says=size <= heavy + k * light, gives=size <= k * least + most)


rests_on(
    "BGS21.C5.10",
    "BGS21.C5.10.pascal",
    "The terms of one power of k are added by Pascal's rule, for 1 <= i <= d < n; those of k^0 are both 1",
    "proof of Claim 5.10, section 5.1",
)


# ---- Lemma 5.11


rests_on(
    "BGS21.L5.11",
    "BGS21.N5.0",
    'The case d = 0 "follows trivially from the convention"',
    f"{LOWER_BOUND}, first sentence",
)


rests_on(
    "BGS21.L5.11",
    "BGS21.ALG.TRANS",
    "any 0-cover of T' has a tree of its own for each of the 2^d functions",
    f"{LOWER_BOUND}, construction of T'",
)


rests_on(
    "BGS21.T3.4.eq6",
    "BGS21.T3.4.zero",
    "(6) divides by d, where the print has set aside d_B = 0 alone: d_B > 0 gives d > 0",
    "section 5.3, equation (6)",
)
