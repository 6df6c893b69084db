"""BGS21 section 7: what the proofs of Theorems 7.1 and 7.2 use."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.classes.constructions import disjoint_point_functions, product_of_point_functions
from littlestone.spec.classes.online_games import optimal_mistakes
from littlestone.spec.notation import *

REVERSE = "proof of Theorem 7.1, section 7"
LAST_BUT_ONE = f"{REVERSE}, last but one sentence"
THIRD_PARAGRAPH = f"{REVERSE}, third paragraph"
TIGHTNESS = "proof of Theorem 7.2, section 7"
DEPTH = "Theorem 7.1, section 7, as an induction on the depth of a tree"
UNKNOWN = ("littlestone_dimension",)


# ---- Theorem 7.1


rests_on("BGS21.T7.1", "BGS21.ALG.BITSOA", "A errs at most sum_i d_i times, also above k", THIRD_PARAGRAPH)
rests_on("BGS21.ALG.BITSOA", "BGS21.ALG.SOA.mistakes", "each A_i sees a sequence realizable by H|_i", THIRD_PARAGRAPH)


@uses("BGS21.T7.1", "BGS21.T7.1.learners", f"{REVERSE}, third paragraph", repair="BGS21.T7.1.learners.corrected")
def the_mistakes_of_all_learners_add_up(k: PositiveSize, most: Size) -> Use:
    """Each of the learners, one for each bit, errs at most max_i d_i times, so that the line drawn is sum_i d_i <=
    max_i d_i log(k+1)."""
    return Use({"k": k}, gives=Bits(k + 1).length * most <= most * log2(k + 1))


@correction(
    "BGS21.T7.1.from.T7.1.learners.conclusion",
    "there are ceil(log2(k+1)) learners, more than log2(k+1) where k + 1 is no power of two",
    fewer=TIGHT,
)
def all_learners_err_at_most_as_often_as_there_are_bits(k: PositiveSize, most: PositiveSize, fewer: int) -> Truth:
    """The learners, each of which errs at most max_i d_i times, err at most max_i d_i ceil(log2(k+1)) times."""
    return as_truth(Bits(k + 1).length * most <= most * (ceiling(log2(k + 1)) + fewer))


@uses("BGS21.T7.1", "BGS21.ALG.SOA.mistakes", LAST_BUT_ONE, name="lower", opaque=UNKNOWN)
@uses("BGS21.T7.1.corrected", "BGS21.ALG.SOA.mistakes", LAST_BUT_ONE, name="lower", opaque=UNKNOWN)
def every_learner_errs_at_least_mld_times(H: Multiclass) -> Use:
    """MLD(H) bounds the mistakes of every deterministic learner from below (Daniely et al.), so those of A, which errs
    at most sum_i d_i times."""
    bound = total(littlestone_dimension(bit) for bit in binary_restrictions(H))
    return Use({"H": H}, given=optimal_mistakes(H) <= bound, gives=multiclass_littlestone_dimension(H) <= bound)


# ---- Theorem 7.2


rests_on("BGS21.T7.2", "BGS21.N7.pt", "each restriction, on d (L + 1) points, has dimension d", TIGHTNESS)
rests_on("BGS21.T7.2", "BGS21.N7.pt", "those that vanish on the points of T_1, ..., T_j", TIGHTNESS, name="rest")
rests_on("BGS21.T7.2", "BGS21.T7.2.determined", "all combinations", TIGHTNESS, repair="BGS21.T7.2.determined.corrected")
rests_on("BGS21.T7.2", "BGS21.T7.2.tree", "H shatters T of depth d L", TIGHTNESS, repair="BGS21.T7.2.tree.corrected")
rests_on("BGS21.T7.2.tree", "BGS21.C6.2.concat", "paths are joined", TIGHTNESS, repair="BGS21.C6.2.concat.corrected")
rests_on("BGS21.T7.2.tree", "BGS21.N7.pt", "some f_j realizes C_j and is 0 on all X_i, i != j", TIGHTNESS)


def room(k: int, d: int) -> int:
    """Points that stand for the natural numbers: d for each bit, and d more."""
    return max(1, int(d) * (Bits(k + 1).length + 1))


def product_class(k: int, d: int) -> ConceptClass:
    """All functions whose ceil(log2(k+1)) bits are d-point functions."""
    return product_of_point_functions(int(d), room(k, d), Bits(k + 1).length)


@uses("BGS21.T7.2", "BGS21.T7.1", f"{TIGHTNESS}, second paragraph", repair="BGS21.T7.1.corrected")
def theorem_7_1_bounds_the_product_class(k: PositiveSize, d: Size) -> Use:
    """Theorem 7.1 is used for the class of all combinations, as one with label set [k], to give MLD(H) <=
    d log(k+1)."""
    H = product_class(k, d)
    largest_label = max(max(f) for f in H.functions())
    return Use(
        {"H": H}, needs=as_truth(largest_label <= k), gives=multiclass_littlestone_dimension(H) <= d * log2(k + 1)
    )


@correction(
    "BGS21.T7.2.from.T7.1.premise",
    "where k + 1 is no power of two and d >= 1, all combinations use labels above k; with disjoint supports none does",
    labels=OFFSET,
)
def disjoint_supports_use_labels_up_to_k(k: PositiveSize, d: Size, labels: int) -> Truth:
    """The d-point functions with disjoint supports on ceil(log2(k+1)) bits have labels in [k]."""
    functions = disjoint_point_functions(int(d), room(k, d), int(k)).functions()
    return as_truth(max(max(f) for f in functions) + labels <= k)


# ---- The corrected theorems


@uses("BGS21.T7.1.induction", "BGS21.T7.1.parts", DEPTH, opaque=UNKNOWN)
def no_bit_of_a_part_grows(H: Multiclass) -> Use:
    """Each bit of each part at a root has at most the dimension of that bit of H."""
    whole = [littlestone_dimension(bit) for bit in binary_restrictions(H)]
    parts = [binary_restrictions(part) for x in range(H.points) for part in parts_at(H, x)]
    pairs = [(littlestone_dimension(a), b) for part in parts for a, b in zip(part, whole, strict=True)]
    return Use({"H": H}, gives=all_of(a <= b for a, b in pairs))


rests_on("BGS21.T7.1.corrected", "BGS21.T7.1.learners.corrected", "ceil(log2(k+1)) learners", THIRD_PARAGRAPH)
rests_on("BGS21.T7.1.corrected", "BGS21.ALG.BITSOA", "A errs at most sum_i d_i times", THIRD_PARAGRAPH)
rests_on("BGS21.T7.1.corrected", "BGS21.T7.1.induction", "MLD(H) <= sum_i d_i on any number of points", DEPTH)
rests_on("BGS21.T7.1.induction", "BGS21.D2.13", "a deepest tree has two parts below its root", DEPTH)
rests_on("BGS21.T7.2.corrected", "BGS21.T7.2.induction", "for all k and d, on 2 d L points", "for Theorem 7.2")
rests_on("BGS21.T7.2.corrected", "BGS21.T7.1.corrected", "disjoint supports: MLD(H) <= d ceil(log2(k+1))", TIGHTNESS)
rests_on("BGS21.T7.2.tree.corrected", "BGS21.C6.2.concat.corrected", "paths are joined", TIGHTNESS)
