"""YAN25 sections 3.1 and 4: what the proofs use."""

from itertools import permutations

from littlestone.spec.classes.concept_classes import some_member
from littlestone.spec.classes.dimensions import floor_log2, shatters_set
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

# ---- Theorems 3 and 4 and the corollary


rests_on(
    "YAN25.T3",
    "YAN25.X7",
    "The size is put into Vapnik's bound, at y = ln(48e/alpha) and r = ln(5/beta)/d, alpha = e^-a: alpha m/d = 48"
    " (10 y + r), which is 480 or more",
    "Theorem 3 is cited; its size against Vapnik's bound",
)


@uses(
    "YAN25.T4",
    "DIM.thresholds",
    "Theorem 4, cited from [21, 14, 1]: the upper bound",
    opaque=("littlestone_dimension", "threshold_dimension"),
)
def thresholds_make_a_deep_tree(H: Binary) -> Use:
    """d_L >= floor(log2 TD), so TD <= 2^(d_L+1)."""
    power = littlestone_dimension(H).map(lambda d: 2 ** (d + 1))
    return Use({"H": H}, gives=threshold_dimension(H) <= power)


@uses(
    "YAN25.T4",
    "DIM.thresholds.lower",
    "Theorem 4, cited from [21, 14, 1]: the lower bound",
    opaque=("littlestone_dimension", "threshold_dimension"),
)
def a_deep_tree_makes_thresholds(H: Binary) -> Use:
    """TD >= floor(log2 d_L), where d_L >= 1."""
    d = littlestone_dimension(H)
    return Use({"H": H}, given=d >= 1, gives=d.map(lambda n: floor_log2(max(n, 1))) <= threshold_dimension(H))


rests_on(
    "YAN25.Cor1",
    "YAN25.T4",
    "Where d_L >= 2, the iterated logarithms of the bounds differ by a factor of at most 3. (At d_L = 1 by none.)",
    "Corollary 1",
)


# ---- Lemma 2


rests_on(
    "YAN25.L2",
    "YAN25.D14",
    "C is the f-representation of C_f, so one direction is enough",
    "Lemma 2, proof, first sentence",
)


rests_on(
    "YAN25.L2",
    "YAN25.L2.p1",
    "The largest shattered set of C is shattered by C_f: VC(X, C) <= VC(X, C_f)",
    "Lemma 2, proof, part 1, last sentence",
)


rests_on(
    "YAN25.L2",
    "YAN25.L2.p2",
    "O_f makes at most d_L(X, C) mistakes on C_f: d_L(X, C_f) <= d_L(X, C)",
    "Lemma 2, proof, part 2, last sentence",
)


rests_on(
    "YAN25.L2.p1",
    "YAN25.D14",
    "For any pattern of labels some c' has the pattern xor f, as the points are shattered, and c'_f then has it",
    "Lemma 2, proof, part 1",
)


rests_on(
    "YAN25.L2.p2",
    "YAN25.D8",
    "There is an optimal O, the standard optimal algorithm, which makes d_L(X, C) mistakes at most",
    "Lemma 2, proof, part 2 and footnote 4",
)


# ---- Lemma 3


rests_on("YAN25.L3", "YAN25.O1", "f_f is in C_f, for f in C: it is 0 at both points", "Lemma 3, proof, second sentence")


rests_on(
    "YAN25.L3",
    "YAN25.D13",
    "Of incomparable x1 and x2 some c1 is 1 and 0, and some c2 is 0 and 1",
    "Lemma 3, proof, first sentence",
)


def _takes(H: ConceptClass, x: int, y: int) -> Truth:
    """Some c is 1 at x and 0 at y."""
    return some_member(H, lambda c: c[x] == 1 and c[y] == 0)


@uses("YAN25.L3", "YAN25.D5", "Lemma 3, proof, last sentence", opaque=("vc_dimension",))
def the_four_patterns_shatter_two_points(H: Binary) -> Use:
    """With a concept that is 1 at both, all four patterns are there: the two points are shattered, and VC >= 2."""
    pairs = permutations(range(H.points), 2)
    shattered = any_of(shatters_set(H, pair) for pair in pairs)
    return Use({"H": H}, given=shattered, gives=vc_dimension(H) >= 2)


# ---- Lemma 4


@uses("YAN25.L4", "YAN25.A2", "Lemma 4, proof, second paragraph", repair="YAN25.A2.corrected")
def some_concept_is_one_at_the_lowest_point(H: VCOneTree) -> Use:
    """There must be c_0 with c_0(x_0) = 1: otherwise every c_f is 0 at x_0, against Assumption 2."""
    one = (some_member(H, lambda c, x=x: c[x] == 1) for x in range(H.points))  # type: ignore[misc]
    return Use({"H": H}, says=has_no_constant_point(H), gives=all_of(one))


@uses("YAN25.L4", "YAN25.A1", "Lemma 4, proof, third paragraph")
def some_concept_leaves_out_the_lower_point(H: VCOneTree) -> Use:
    """By Assumption 1 some c' differs at x_k' < x_{k'+1}; it must be 0 at the first and 1 at the second."""
    pairs = permutations(range(H.points), 2)
    told = all_of(is_below(H, x, y).implies(_takes(H, y, x)) for x, y in pairs)
    return Use({"H": H}, says=tells_points_apart(H), gives=told)


rests_on(
    "YAN25.L4",
    "YAN25.A1.represented",
    "c' of C_f differs at x_k' and x_{k'+1}",
    "Lemma 4, proof, third paragraph",
    repair="YAN25.A1.represented.corrected",
)


rests_on(
    "YAN25.L4",
    "YAN25.D13",
    "By Definition 13 a concept that is 1 at x is 1 at every point above x",
    "Lemma 4, proof: c(x_i) = 1 for all i >= k'",
)


rests_on(
    "YAN25.L4",
    "YAN25.D6",
    "c_0, ..., c_k on x_0 < ... < x_k are thresholds of length k + 1, so TD is at least that.",
    "Lemma 4, proof, first and last sentence",
)


# ---- The tree


rests_on(
    "YAN25.Alg1",
    "YAN25.L3",
    "Two points above the same point are both 1 in some concept, so they are comparable and one parent is least",
    "Algorithm 1: the output is a tree",
)
