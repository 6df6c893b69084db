"""YAN25 sections 3.1 and 4: what the proofs use."""

from itertools import permutations

from littlestone.spec.class_trees.learners import StandardOptimal
from littlestone.spec.class_trees.orders import longest_chain
from littlestone.spec.classes.concept_classes import some_member
from littlestone.spec.classes.dimensions import floor_log2, shatters_set
from littlestone.spec.classes.online_games import most_mistakes
from littlestone.spec.learning.towers import log_star
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

# ---- Theorems 3 and 4 and the corollary


@uses("YAN25.T3", "YAN25.X7", "Theorem 3 is cited; its size against Vapnik's bound")
def the_size_at_the_logarithms(a: FromZero, r: PositiveReal) -> Use:
    """The size is put into Vapnik's bound, at y = ln(48e/alpha) and r = ln(5/beta)/d, alpha = e^-a: alpha m/d = 48 (10
    y + r), which is 480 or more."""
    y = 1 + ln(48) + a
    return Use({"y": y, "r": r}, gives=48 * (10 * y + r) >= 480)


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


@uses("YAN25.Cor1", "YAN25.T4", "Corollary 1")
def the_bounds_under_the_iterated_logarithm(H: Binary) -> Use:
    """Where d_L >= 2, the iterated logarithms of the bounds differ by a factor of at most 3. (At d_L = 1 by none.)"""
    d, td = littlestone_dimension(H), threshold_dimension(H)
    return Use({"H": H}, given=d >= 2, gives=td.map(_log_star) <= d.map(lambda n: 3 * _log_star(n)))


def _log_star(n: int) -> int:
    return log_star(max(n, 1))


# ---- Lemma 2


@uses("YAN25.L2", "YAN25.D14", "Lemma 2, proof, first sentence")
def the_class_is_the_representation_of_its_representation(H: ExplicitBinary) -> Use:
    """C is the f-representation of C_f, so one direction is enough."""
    there = ((f, f_representation(H, f)) for f in all_functions(H.points, 2))
    return Use({"H": H}, gives=all_of(f_representation(G, f) == H for f, G in there))


@uses("YAN25.L2", "YAN25.L2.p1", "Lemma 2, proof, part 1, last sentence")
def a_shattered_set_of_the_largest_size(H: Binary) -> Use:
    """The largest shattered set of C is shattered by C_f: VC(X, C) <= VC(X, C_f)."""
    classes = (f_representation(H, f) for f in all_functions(H.points, 2))
    return Use({"H": H}, gives=all_of(vc_dimension(H) <= vc_dimension(G) for G in classes))


@uses("YAN25.L2", "YAN25.L2.p2", "Lemma 2, proof, part 2, last sentence")
def the_mistakes_of_the_wrapped_learner(H: ExplicitBinary) -> Use:
    """O_f makes at most d_L(X, C) mistakes on C_f: d_L(X, C_f) <= d_L(X, C)."""
    classes = (f_representation(H, f) for f in all_functions(H.points, 2))
    return Use({"H": H}, gives=all_of(littlestone_dimension(G) <= littlestone_dimension(H) for G in classes))


@uses("YAN25.L2.p1", "YAN25.D14", "Lemma 2, proof, part 1")
def every_pattern_is_the_representation_of_one(H: ExplicitBinary) -> Use:
    """For any pattern of labels some c' has the pattern xor f, as the points are shattered, and c'_f then has it."""
    patterns = (
        H.contains(represented(c, f)).implies(f_representation(H, f).contains(c))
        for c in all_functions(H.points, 2)
        for f in all_functions(H.points, 2)
    )
    return Use({"H": H}, gives=all_of(patterns))


@uses("YAN25.L2.p2", "YAN25.D8", "Lemma 2, proof, part 2 and footnote 4")
def there_is_an_optimal_learner(H: ExplicitBinary) -> Use:
    """There is an optimal O, the standard optimal algorithm, which makes d_L(X, C) mistakes at most."""
    mistakes = most_mistakes(StandardOptimal(H), H, H.points + 1)
    return Use({"H": H}, gives=mistakes <= littlestone_dimension(H))


# ---- Lemma 3


@uses("YAN25.L3", "YAN25.O1", "Lemma 3, proof, second sentence")
def the_zero_concept_is_the_fourth_pattern(H: Binary) -> Use:
    """f_f is in C_f, for f in C: it is 0 at both points."""
    return Use({"H": H}, gives=all_of(H.contains(f).implies(_zero(f_representation(H, f))) for f in _all(H)))


def _all(H: ConceptClass) -> list[Function]:
    return list(all_functions(H.points, 2))


def _zero(H: ConceptClass) -> Truth:
    return H.contains((0,) * H.points)


@uses("YAN25.L3", "YAN25.D13", "Lemma 3, proof, first sentence")
def incomparable_points_have_two_witnesses(H: Binary) -> Use:
    """Of incomparable x1 and x2 some c1 is 1 and 0, and some c2 is 0 and 1."""
    pairs = permutations(range(H.points), 2)
    return Use({"H": H}, gives=all_of(are_comparable(H, x, y) | _takes(H, x, y) for x, y in pairs))


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


@uses("YAN25.L4", "YAN25.D13", "Lemma 4, proof: c(x_i) = 1 for all i >= k'")
def a_concept_is_one_above_where_it_is_one(H: Binary) -> Use:
    """By Definition 13 a concept that is 1 at x is 1 at every point above x."""
    upward = (is_below(H, x, y).implies(~_takes(H, x, y)) for x, y in permutations(range(H.points), 2))
    return Use({"H": H}, gives=all_of(upward))


@uses("YAN25.L4", "YAN25.D6", "Lemma 4, proof, first and last sentence")
def the_concepts_of_a_chain_are_thresholds(H: VCOneTree) -> Use:
    """c_0, ..., c_k on x_0 < ... < x_k are thresholds of length k + 1, so TD is at least that."""
    return Use({"H": H}, gives=longest_chain(H) <= threshold_dimension(H))


# ---- The tree


@uses("YAN25.Alg1", "YAN25.L3", "Algorithm 1: the output is a tree")
def the_points_above_a_point_are_comparable(H: VCOneTree) -> Use:
    """Two points above the same point are both 1 in some concept, so they are comparable and one parent is least."""
    above = ((x, y, z) for x in range(H.points) for y, z in permutations(range(H.points), 2))
    chains = ((is_below(H, x, y) & is_below(H, x, z)).implies(are_comparable(H, y, z)) for x, y, z in above)
    return Use({"H": H}, gives=all_of(chains))
