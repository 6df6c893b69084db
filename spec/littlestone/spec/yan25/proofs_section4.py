"""YAN25 sections 3.1 and 4: what the proofs use."""

from itertools import permutations

from littlestone.spec.classes.dimensions import floor_log2, shatters_set
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

# ---- Theorems 3 and 4 and the corollary


rests_on("YAN25.T3", "YAN25.X7", "the size against Vapnik's bound, alpha m/d = 48 (10 y + r)", "Theorem 3 is cited")


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


rests_on("YAN25.Cor1", "YAN25.T4", "for d_L >= 2 log* TD and log* d_L differ by a factor of at most 3", "Corollary 1")


# ---- Lemma 2


rests_on("YAN25.L2", "YAN25.D14", "C is the f-representation of C_f", "Lemma 2, proof, first sentence")
rests_on("YAN25.L2", "YAN25.L2.p1", "VC(X, C) <= VC(X, C_f)", "Lemma 2, proof, part 1, last sentence")
rests_on("YAN25.L2", "YAN25.L2.p2", "d_L(X, C_f) <= d_L(X, C)", "Lemma 2, proof, part 2, last sentence")
rests_on("YAN25.L2.p1", "YAN25.D14", "c'_f has a pattern where c' has it xor f", "Lemma 2, proof, part 1")
rests_on("YAN25.L2.p2", "YAN25.D8", "some optimal O makes d_L(X, C) mistakes at most", "Lemma 2, proof, part 2")


# ---- Lemma 3


rests_on("YAN25.L3", "YAN25.O1", "f_f is in C_f, for f in C: it is 0 at both points", "Lemma 3, proof, second sentence")
rests_on("YAN25.L3", "YAN25.D13", "some c1 is 1 and 0, and some c2 is 0 and 1", "Lemma 3, proof, first sentence")


@uses("YAN25.L3", "YAN25.D5", "Lemma 3, proof, last sentence", opaque=("vc_dimension",))
def the_four_patterns_shatter_two_points(H: Binary) -> Use:
    """With a concept that is 1 at both, all four patterns are there: the two points are shattered, and VC >= 2."""
    pairs = permutations(range(H.points), 2)
    shattered = any_of(shatters_set(H, pair) for pair in pairs)
    return Use({"H": H}, given=shattered, gives=vc_dimension(H) >= 2)


# ---- Lemma 4


rests_on("YAN25.L4", "YAN25.A2", "some c_0 has c_0(x_0) = 1", "Lemma 4, second paragraph", repair="YAN25.A2.corrected")
rests_on("YAN25.L4", "YAN25.A1", "some c' differs at x_k' and x_{k'+1}", "Lemma 4, proof, third paragraph")
rests_on(
    "YAN25.L4",
    "YAN25.A1.represented",
    "c' of C_f differs at x_k'",
    "Lemma 4, proof",
    repair="YAN25.A1.represented.corrected",
)
rests_on("YAN25.L4", "YAN25.D13", "a concept is 1 above each point where it is 1", "Lemma 4, proof: c(x_i) = 1")
rests_on("YAN25.L4", "YAN25.D6", "c_0, ..., c_k are thresholds of length k + 1", "Lemma 4, proof, first sentence")


# ---- The tree


rests_on("YAN25.Alg1", "YAN25.L3", "points above one point are comparable", "Algorithm 1: the output is a tree")
