"""BGS21 sections 5.1 and 5.2: what the proofs of the Sauer-type bound and of the lower bound on covers use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.covers import all_depths
from littlestone.spec.notation import *

PROOF = "section 5.1, proof of Theorem 5.6"
LOWER_BOUND = "proof of Lemma 5.11, section 5.2"
INDUCTION = f"{PROOF}, inductive case"
DEPTH_M = "for Definition 5.5, section 5.1: why depths up to the number of points stand for all"


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


# ---- Theorem 5.6: the cases of the double induction


rests_on("BGS21.T5.6", "BGS21.N5.0", "at n = 0 the theorem is the convention", "before Theorem 5.6, section 5.1")
rests_on("BGS21.T5.6", "BGS21.T5.6.base2", "(k+1)^n trees cover, which is (4) at n = d", f"{PROOF}, second base case")
rests_on("BGS21.T5.6", "BGS21.T5.6.ind", "the stitched covers have k S(n-1, d-1) + S(n-1, d) trees", INDUCTION)
rests_on("BGS21.T5.6", "BGS21.T5.6.ind", "the base cases handle all other values", INDUCTION, name="cases")
rests_on("BGS21.T5.6", "BGS21.D5.5.trees", "N(0, H, n) = |H| from n = m points on", DEPTH_M)
rests_on("BGS21.T5.6.eq4", "BGS21.D5.5.trees", "N(0, H, n) = |H| from n = m points on", DEPTH_M)
rests_on("BGS21.T5.6.eq5", "BGS21.D5.5.trees", "N(0, H, n) = |H| from n = m points on", DEPTH_M)
rests_on("BGS21.T5.6.base1", "BGS21.D5.5.trees", "N(0, H, n) = |H| from n = m points on", DEPTH_M)
rests_on("BGS21.T5.6.base2", "BGS21.D5.5.trees", "N(0, H, n) = |H| from n = m points on", DEPTH_M)
rests_on("BGS21.T5.6.eq5", "BGS21.T5.6.eqA", "the second inequality of (5)", f"{PROOF}, first display")


@uses("BGS21.T5.6", "BGS21.T5.6.eqA", f"{PROOF}, first display")
def the_sum_is_a_power(size: Natural, sum: FromZero, power: FromZero, n: PositiveInteger, d: PositiveInteger) -> Use:
    """The second inequality of (5): what is at most the sum is at most the ``power`` (e k n / d)^d."""
    at = {"n": n, "d": d, "sum": sum, "power": power}
    return Use(at, given=(d <= n) & (size <= sum), gives=size <= power)


@uses("BGS21.T5.6", "BGS21.T5.6.base1", f"{PROOF}, first base case", opaque=("cover_function",))
def a_single_function_is_the_first_base_case(H: Multiclass) -> Use:
    """The case d = 0, n >= 1 of (4): one tree covers, and the sum is 1."""
    gives = all_of(cover_function(H, n) <= sauer_bound(H, n) for n in all_depths(H) if n)
    return Use({"H": H}, given=multiclass_littlestone_dimension(H).equals(0), gives=gives)


@uses("BGS21.T5.6", "BGS21.C5.10", f"{INDUCTION}, last display")
def sums_are_regrouped(size: Natural, split: Natural, whole: Natural, n: PositiveInteger, d: PositiveInteger) -> Use:
    """The bound on |V'|, k S(n-1, d-1) + S(n-1, d), is the right side of (4), here ``whole``, at n > d >= 1."""
    at = {"n": n, "d": d, "split": split, "whole": whole}
    return Use(at, given=(d < n) & (size <= split), gives=size <= whole)


@uses("BGS21.T5.6.eq5", "BGS21.T5.6.eq4", "Equation (5), section 5.1, first inequality", opaque=("cover_function",))
def equation_5_begins_with_equation_4(H: Multiclass) -> Use:
    """The first inequality of (5) is (4), for d > 0."""
    d = multiclass_littlestone_dimension(H)
    gives = all_of((d <= n).implies(cover_function(H, n) <= sauer_bound(H, n)) for n in all_depths(H))
    return Use({"H": H}, given=d >= 1, gives=gives)


# ---- Claim 5.7


rests_on("BGS21.C5.7", "BGS21.D2.12", "trees of two parts, below one root, are one tree of H", "Claim 5.7, section 5.1")
rests_on("BGS21.C5.7", "BGS21.D2.13", "no part is larger", "Claim 5.7, section 5.1", name="parts")


# ---- The inductive case


rests_on("BGS21.T5.6.ind", "BGS21.D5.5.trees", "N(0, H, n) = |H| from n = m points on", DEPTH_M)
rests_on("BGS21.T5.6.ind", "BGS21.C5.7", "all parts but one have MLD at most d - 1", f"{INDUCTION}, after Claim 5.9")
rests_on("BGS21.T5.6.ind", "BGS21.C5.8", "the |V^L| stitched trees are a cover of H^i on z", f"{INDUCTION}, Claim 5.8")
rests_on("BGS21.T5.6.ind", "BGS21.C5.9", "the union of covers covers", f"{INDUCTION}, after Claim 5.9")


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


@uses("BGS21.C5.10", "BGS21.C5.10.pascal", "proof of Claim 5.10, section 5.1")
def terms_of_the_two_sums_are_regrouped(whole: Natural, chosen: Natural, spared: Natural, power: Natural) -> Use:
    """The terms of one power of k are added by Pascal's rule, for 1 <= i <= d < n; those of k^0 are both 1."""
    at = {"whole": whole, "chosen": chosen, "spared": spared}
    return Use(at, gives=equals(spared * power + chosen * power, whole * power))


# ---- Lemma 5.11


rests_on("BGS21.L5.11", "BGS21.N5.0", 'd = 0 "follows trivially from the convention"', LOWER_BOUND)
rests_on("BGS21.L5.11", "BGS21.ALG.TRANS", "each of the 2^d functions needs a tree of its own", LOWER_BOUND)
rests_on("BGS21.T3.4.eq6", "BGS21.T3.4.zero", "(6) divides by d, and d_B > 0 gives d > 0", "section 5.3, equation (6)")
