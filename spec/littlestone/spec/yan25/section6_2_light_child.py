"""YAN25 section 6.2.2: the last two claims, on step 7c and on the accuracy of the proper learner."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.selection_laws import (
    LEAF,
    printed_selection_law,
    printed_selection_plan,
    two_tailed_branches,
)
from littlestone.spec.class_trees.selection_sizes import (
    GROWTH,
    beaten,
    generalisation_rows,
    log_terms,
    margin,
    printed_loss,
    second_rows,
)
from littlestone.spec.learning.laws import lower_tail
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import BelowTwo

CLAIMED = "section 6.2.2"
UpToTwo = Annotated[Real, Reals(low=0, high=2, low_open=True)]

# ---- Claim 5

EIGHTH, SMALL = Fraction(1, 8), Fraction(1, 64)  # alpha and beta
TWO_CHILDREN = "alpha = 1/8, beta = 1/64, two children of weights alpha N and alpha N + 3/eps, x_flag of the largest "
TWO_CHILDREN += "value"

CL3 = "Section 6.2.2, proof of Claim 3"
CL5 = "Section 6.2.2, proof of Claim 5"
CL6 = "Section 6.2.2, proof of Claim 6"


def two_children(C: Real) -> tuple[Real, Real, Real, Real]:
    """alpha N, T ln(2/alpha)/eps, v(x_flag) and the weight of the heavier child, in units of 1/eps."""
    size, lost = margin(C, EIGHTH, SMALL), printed_loss(EIGHTH)
    return size, lost, 2 * size + lost, size + 3


@claim(
    "YAN25.Cl5",
    f"Claim 5, {CLAIMED}",
    "claim",
    narrows=f"{TWO_CHILDREN}; that a tree and its rows are such is in words",
)
def step_c_selects_a_light_child_as_printed(C: AtLeastOne) -> Statement:
    """When q(x_flag) >= -2 alpha N - T ln(2/alpha)/eps, step 7c selects with probability at least 1 - beta/alpha an
    x_new with q(x_new) >= -3 alpha N - (T + 1) ln(2/alpha)/eps: here v(x_flag) = 2 alpha N + T ln(2/alpha)/eps, one
    child has w = alpha N and a leaf without rows on its way, so that q(x_flag) is what it may be, and the other is a
    leaf with w = alpha N + 3/eps; in units of 1/eps, if N rows are enough for all that. It fails for every C in N_2
    (YAN25.Cl5.every)."""
    size, lost, value, heavier = two_children(C)
    is_good = value + heavier <= 3 * size + lost + ln(2 / Real.of(EIGHTH))
    return when(value + size + heavier <= size / EIGHTH, is_good | (beaten(1, 3 * HALF) <= SMALL / EIGHTH))


@uses("YAN25.Cl3", "YAN25.Cl3.eq1", CL3)
@uses("YAN25.Cl5", "YAN25.Cl3.eq1", CL5)
def no_noise_is_large(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Each of the T = 2/alpha noises is ln(1/(2 beta))/eps or more with probability at most beta, and as seldom so far
    below 0: these lower tails Claim 5 needs, and the print does not count them."""
    return Use({"beta": beta}, gives=lambda noise: 2 / alpha * noise.fails <= 2 * beta / alpha, times=2 / alpha)


rests_on("YAN25.Cl5", "YAN25.Cl5.eq2", "some child has w <= 3 alpha N / 2", CL5, repair="YAN25.Cl5.eq2.corrected")


@uses("YAN25.Cl5", "YAN25.Cl5.eq3", CL5)
def few_children_are_bad_in_its_proof(bad: AtLeastOne, alpha: OpenUnit) -> Use:
    """At most 2/(3 alpha) children are bad, fewer than 1/alpha."""
    return Use({"bad": bad, "alpha": alpha}, gives=bad * alpha < 1)


@uses("YAN25.Cl5", "YAN25.Cl5.eq4", CL5)
def no_very_bad_child_is_selected(alpha: UpToHalf, beta: UpToHalf) -> Use:
    """w(x_new) <= 3 alpha N with probability 1 - beta/alpha."""
    return Use({"alpha": alpha, "beta": beta}, gives=lambda child: alpha * child.fails <= beta, times=1)


@uses("YAN25.Cl5", "YAN25.Cl5.eq6", CL5, repair="YAN25.Cl5.eq6.corrected")
def the_leaves_are_good(leaf: FromZero, limit: PositiveReal, lost: Unit) -> Use:
    """v(leaf) is at most the sum: 6 alpha N where the rounds lose at most alpha N."""
    return Use({"leaf": leaf, "limit": limit, "lost": lost * limit}, gives=leaf <= 6 * limit)


@adds_up("YAN25.Cl5", CL5)
def what_step_c_fails_by(alpha: UpToHalf, beta: UpToHalf) -> Total:
    """ "With probability at least 1 - beta/alpha"."""
    return Total(fails=beta / alpha)


@terms("YAN25.Cl5.sums.corrected")
def light_child_fails(alpha: OpenUnit, beta: OpenUnit, three: int = 3) -> Terms:
    """Step (c) does not end as Claim 5 says so seldom."""
    return Terms(fails=three * beta / alpha)


@correction(
    "YAN25.Cl5.sums",
    "the lower tails of the noise, which eq. 2 needs, cost T beta = 2 beta/alpha more",
    three=Constant(3, mutants=(2,)),
)
def what_step_c_really_fails_by(alpha: OpenUnit, beta: OpenUnit, three: int) -> Truth:
    """T beta for the lower tails and beta/alpha for the selection: 3 beta/alpha."""
    return 2 / alpha * beta + beta / alpha <= light_child_fails(alpha, beta, three).fails


@claim(
    "YAN25.Cl5.every",
    f"Claim 5, {CLAIMED}",
    "remark",
    role="companion",
    narrows=TWO_CHILDREN,
    more=Constant(3, mutants=(2,)),
)
def a_heavy_child_is_selected_whatever_the_constant_is(C: AtLeastOne, more: int) -> Truth:
    """For every C >= 1 in N_2 the children of YAN25.Cl5 fit into N rows, and step 7c selects with probability more than
    beta/alpha the one below which the leaf has v > 3 alpha N + (T + 1) ln(2/alpha)/eps."""
    size, lost, value, heavier = two_children(C)
    is_bad = value + size + more > 3 * size + lost + ln(2 / Real.of(EIGHTH))
    fits = value + size + heavier <= size / EIGHTH
    return fits & is_bad & (beaten(1, 3 * HALF) > SMALL / EIGHTH)


@terms("YAN25.Cl5.corrected")
def light_leaf(leaf: FromZero, limit: FromZero, most: int = 4) -> Terms:
    """The value of a leaf below the light child; limit = alpha N, or that times eps."""
    return Terms(says=leaf <= most * limit)


@correction(
    "YAN25.Cl5",
    "what is shown of x_new is w <= 3 alpha N, so that 2 alpha N + 3 alpha N is the sum; with v(l_good) = 0 the steps "
    "(d) lose at most alpha N, and 4 alpha N holds",
    narrows="the children by their weights in the exponential mechanism, relative to a light one",
    cites=("YAN25.Cl4.eq2.corrected", "YAN25.Cl5.eq2.corrected"),
    C=Constant(8, mutants=(4,)),
    most=Constant(4, mutants=(3,)),
)
def all_leaves_below_the_light_child_are_good(
    alpha: UpToHalf, beta: UpToHalf, very: Unit, share: Unit, lost: Unit, weight: Unit, C: int, most: int
) -> Truth:
    """For N = N_2 = C (log(1/alpha) + log(1/beta)) / (alpha^2 eps), C = 8, and v(l_good) = 0: where no round of (d)
    loses (2/eps) log(2/(alpha beta)) or more and no noise is below -alpha N / 2, step 7c selects with probability at
    least 1 - beta/alpha an x_new below which all leaves have v <= 4 alpha N. For q(x_flag) >= -T (2/eps) log(2/(alpha
    beta)) >= -alpha N, and w(x_new) <= 3 alpha N but for the at most 1/(3 alpha) very bad children, of a weight of
    e^{-3 eps alpha N / 4} at most relative to a child of w <= 3 alpha N / 2. In units of 1/eps; the chance is times
    alpha."""
    size = margin(C, alpha, beta)
    rounds = 2 / alpha * (2 * ln(2 / (alpha * beta)))
    leaf = lost * rounds + weight * 3 * size
    there = light_leaf(leaf, size, most)
    return (rounds <= size) & there.says & (share * very / 3 * exp(-(3 * size / 4)) <= beta)


@uses("YAN25.Cl5.corrected", "YAN25.Cl4.eq2.corrected", CL5)
def the_rounds_lose_little(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """T rounds with 2/alpha children lose T (2/eps) ln(2/(alpha beta)) at most, but with probability T beta."""
    return Use({"K": 2 / alpha, "beta": beta}, gives=lambda loss: 2 / alpha * loss.fails <= 2 * beta / alpha)


@uses("YAN25.Cl5.corrected", "YAN25.Cl5.eq5.corrected", CL5)
def the_selected_child_is_light(beta: OpenUnit, more: FromZero) -> Use:
    """w(x_new) <= 3 alpha N but with probability beta/(6 alpha), where eps alpha N >= (4/3) ln(2/beta); times alpha."""
    at = {"size": Fraction(4, 3) * ln(2 / beta) + more}
    return Use(at, gives=lambda child: child.fails <= beta / 6)


rests_on("YAN25.Cl5.corrected", "YAN25.Cl5.eq2.corrected", "some child has w <= 3 alpha N / 2", CL5)


@claim("YAN25.Cl5.eq1", f"Claim 5, {CLAIMED}", "step")
def the_quality_is_positive(alpha: OpenUnit, beta: OpenUnit, C: AtLeastOne) -> Truth:
    """-3 alpha N - (T + 1) ln(2/alpha)/eps > 4 alpha N_2, in units of 1/eps."""
    left = -3 * margin(C, alpha, beta) - printed_loss(alpha) - ln(2 / alpha)
    return left > 4 * margin(C, alpha, beta)


@correction(
    "YAN25.Cl5.eq1",
    "the sign: -4 alpha N_2 is meant; it holds for alpha <= 1/2 and N_2 with the constant 5",
    C=Constant(5, mutants=(2,)),
)
def the_quality_is_at_least_minus_four_shares(alpha: UpToHalf, beta: OpenUnit, C: int) -> Truth:
    """-3 alpha N - (T + 1) ln(2/alpha)/eps > -4 alpha N_2 for alpha <= 1/2 and N_2 with the constant 5."""
    left = -3 * margin(C, alpha, beta) - printed_loss(alpha) - ln(2 / alpha)
    return left > -4 * margin(C, alpha, beta)


@claim("YAN25.Cl5.eq2", f"Claim 5, proof, {CLAIMED}", "step")
def a_passed_test_means_a_light_child(
    weight: FromZero, noise: Annotated[Real, Reals()], limit: PositiveReal
) -> Statement:
    """w_min + noise <= alpha N =: limit implies w_min <= 3 alpha N / 2, where noise < alpha N / 2 is what is known of
    all noises (Claim 3)."""
    return when([weight + noise <= limit, noise < limit / 2], weight <= 3 * limit / 2)


@correction(
    "YAN25.Cl5.eq2",
    "the noise must not be below -alpha N / 2 either",
    below=Constant(HALF, mutants=(1,)),
)
def a_passed_test_means_a_light_child_where_noise_is_small(
    weight: FromZero, noise: Annotated[Real, Reals()], limit: PositiveReal, below: Fraction
) -> Statement:
    """w_min + noise <= alpha N implies w_min <= 3 alpha N / 2 where |noise| <= alpha N / 2."""
    return when([weight + noise <= limit, -below * limit <= noise, noise <= limit / 2], weight <= 3 * limit / 2)


TWO_THIRDS = Fraction(2, 3)


@terms("YAN25.Cl5.eq3")
def bad_children(bad: AtLeastOne, alpha: FromZero, times: Fraction = TWO_THIRDS) -> Terms:
    """The children that weigh more than 3 alpha N / 2."""
    return Terms(says=bad * alpha <= times)


@claim(
    "YAN25.Cl5.eq3",
    f"Claim 5, proof, {CLAIMED}",
    "step",
    narrows="the arithmetic; that subtrees of children are disjoint and weigh at most N together is in words",
    times=Constant(Fraction(2, 3), mutants=(HALF,)),
)
def few_children_are_bad(total: Unit, bad: AtLeastOne, part: Unit, times: Fraction) -> Truth:
    """|X_bad| <= 2/(3 alpha): the bad children weigh more than 3 alpha N / 2 each and total N <= N together, so that
    3 alpha N / 2 is a part of their average."""
    alpha = Fraction(2, 3) * (part * total / bad)
    return as_truth(bad_children(bad, alpha, times).says)


@terms("YAN25.Cl5.eq4")
def very_bad_child(alpha: UpToHalf, beta: UpToHalf) -> Terms:
    """A child of weight above 3 alpha N is selected so seldom."""
    return Terms(fails=beta / alpha)


@claim(
    "YAN25.Cl5.eq4",
    f"Claim 5, proof, {CLAIMED}",
    "step",
    narrows="alpha, beta <= 1/2, as the O of N_2 leaves out those near 1; the children by their weights",
    C=Constant(2, mutants=(HALF,)),
)
def very_bad_children_are_seldom_selected(alpha: UpToHalf, beta: UpToHalf, part: Unit, share: Unit, C: int) -> Truth:
    """Pr[w(x_new) > 3 alpha N] <= (2/alpha) e^{-3 eps alpha N / 2} / e^{-3 eps alpha N / 4} = (2/alpha) e^{-3 eps alpha
    N / 4} <= beta/alpha, for N_2 with the constant 2: part of 2/alpha children are very bad, each of at most that
    weight relative to a good one, which has a ``share`` of all."""
    small = exp(-(3 * margin(C, alpha, beta) / 4))
    return share * (part * 2 / alpha) * small <= very_bad_child(alpha, beta).fails


@claim(
    "YAN25.Cl5.eq5", f"Claim 5, proof, {CLAIMED}", "step", caps="w_min = alpha N, the others w = alpha N + 2 gap/eps"
)
def the_selected_child_is_light_as_printed(others: PositiveInteger, gap: PositiveReal, beta: OpenUnit) -> Truth:
    """With probability 1 - beta, w(x_new) <= alpha N: here one child has just that weight and the others have more,
    up to 3 alpha N, so that eq. 4 says nothing of them."""
    return beaten(others, gap) <= beta


@terms("YAN25.Cl5.eq5.corrected")
def selected_very_bad(size: FromZero) -> Terms:
    """A child of weight above 3 alpha N is selected with alpha^-1 times this chance, size = eps alpha N."""
    return Terms(fails=exp(-(3 * size / 4)) / 3)


@correction(
    "YAN25.Cl5.eq5",
    "what eq. 4 gives is w(x_new) <= 3 alpha N, with probability 1 - beta/alpha",
    narrows="the arithmetic; that each very bad child is drawn with probability at most e^{-3 eps alpha N/4} is in "
    "words",
    times=Constant(Fraction(4, 3), mutants=(HALF,)),
)
def the_selected_child_is_not_very_bad(beta: OpenUnit, more: FromZero, part: Unit, times: Fraction) -> Truth:
    """With probability at least 1 - beta/alpha, w(x_new) <= 3 alpha N, if some child has w <= 3 alpha N / 2 and eps
    alpha N >= (4/3) ln(2/beta): at most 1/(3 alpha) children are very bad, part of which there are; times alpha."""
    size = times * ln(2 / beta) + more
    chance = selected_very_bad(size).fails
    return (part / 3 * exp(-(3 * size / 4)) <= chance) & (chance <= beta)


@claim("YAN25.Cl5.eq6", f"Claim 5, proof, {CLAIMED}", "step")
def the_leaves_have_three_shares(value: FromZero, weight: FromZero, lost: FromZero) -> Statement:
    """For all leaves below x_new v(leaf) <= v(x_flag) + w(x_new) <= 2 alpha N + T ln(2/alpha)/eps + alpha N = 3 alpha N
    + T ln(2/alpha)/eps, where w(x_new) <= 3 alpha N is what has been shown (eq. 4): the print rests on eq. 5. Here
    alpha N = 1, the unit of all."""
    return when([value <= 2 + lost, weight <= 3], value + weight <= 3 + lost)


@terms("YAN25.Cl5.eq6.corrected")
def leaf_below(leaf: FromZero, limit: PositiveReal, lost: FromZero, five: int = 5) -> Terms:
    """The value of a leaf below x_new; limit = alpha N."""
    return Terms(says=leaf <= five * limit + lost)


@correction(
    "YAN25.Cl5.eq6",
    "with w(x_new) <= 3 alpha N the sum is 5 alpha N; for v(l_good) = 0 see YAN25.Cl5",
    narrows="the second inequality; the first is YAN25.D19.corrected",
    five=Constant(5, mutants=(4,)),
)
def the_leaves_have_five_shares(limit: PositiveReal, lost: FromZero, a: Unit, b: Unit, five: int) -> Truth:
    """For all leaves below x_new v(leaf) <= v(x_flag) + w(x_new) <= 5 alpha N + T ln(2/alpha)/eps. Here limit = alpha
    N, and a and b are parts."""
    value, weight = a * (2 * limit + lost), 3 * b * limit
    return as_truth(leaf_below(value + weight, limit, lost, five).says)


# ---- Claim 6

SHARES = Fraction(1, 10), ln(4)  # alpha and eps


def stuck(rows: int) -> Real:
    """A lower bound of the probability that Algorithm 4 as printed comes to a leaf of T_good and has no children to
    choose from, for the tree of YAN25.Cl3 and rows of which 0.4 are at a, 0.3 at b2 and 0.3 at d2: that two tenths or
    more are at each, times that of a leaf from just so many, for it grows with them."""
    alpha, epsilon = SHARES
    few = 2 * lower_tail(rows, Fraction(3, 10), Fraction(rows, 5) - 1)
    plan = printed_selection_plan(alpha, rows, epsilon)
    ends = printed_selection_law(two_tailed_branches(), {2: rows // 5, 4: rows // 5}, plan).map(lambda end: end[1])
    return Real.of((1 - few) * ends[LEAF])


@claim(
    "YAN25.Cl6",
    f"Claim 6, {CLAIMED}",
    "claim",
    narrows="given x_good = a, the class of YAN25.Cl3 and alpha = 1/10, eps = ln 4, beta = alpha/(16 K); K is the "
    "constant in both O and 1 that of N_2, for larger ones see YAN25.Cl6.stuck",
    caps="N_2 = 10 2^k",
)
def the_proper_learner_is_accurate_as_printed(K: PositiveSize, k: Size) -> Statement:
    """Algorithm 4 is an (O(alpha), O(beta/alpha))-PAC learner: it fails, or puts out nothing, with probability at most
    K beta/alpha = 1/16; but with the weights over T of Definition 18 it comes to a leaf of T_good on realizable rows,
    where step 7 has no children to choose from."""
    alpha, epsilon = SHARES
    rows = 10 * 2 ** int(k)
    return when(second_rows(1, alpha, alpha / (16 * int(K)), epsilon) <= rows, stuck(rows) <= Fraction(1, 16))


@uses("YAN25.Cl6", "YAN25.L9", CL6, assumes="x_good is on the target's path", draws="x_good is alpha-accurate")
def the_first_part_is_accurate(beta: OpenUnit) -> Use:
    """Stage 1 fails with probability at most beta (Theorem 11)."""
    return Use(fails=beta)


rests_on("YAN25.Cl6", "YAN25.Cl2", "some leaf of T_good has v = 0", CL6, repair="YAN25.Cl2.corrected")


@uses("YAN25.Cl6", "YAN25.Cl3", CL6, repair="YAN25.Cl3.corrected", draws="step 7c is run, or a leaf is reached")
def the_loop_ends(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """T beta for the noise."""
    return Use(fails=2 / alpha * beta)


@uses("YAN25.Cl6", "YAN25.Cl4", CL6, draws="v(x_flag) is small")
def the_flag_is_good(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """T beta for the rounds of (d)."""
    return Use({"alpha": alpha, "beta": beta}, given=2 * beta < alpha, fails=2 / alpha * beta)


@uses("YAN25.Cl6", "YAN25.Cl5.sums", CL6, repair="YAN25.Cl5.sums.corrected")
def the_light_child_is_good(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """All leaves have v <= 4 alpha N but with beta/alpha for the selection and T beta for the lower tails."""
    return Use({"alpha": alpha, "beta": beta}, gives=lambda leaves: alpha * leaves.fails <= 3 * beta, times=1)


@uses("YAN25.Cl6", "YAN25.T3", CL6, draws="an error below 10 times the disagreement")
def disagreement_generalises(alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo) -> Use:
    """Theorem 3 at 60 alpha for the output and the target, both in C_f: its size must be that of S_2, N_2 = 2000
    (log(1/alpha) + log(1/beta)) / (alpha^2 eps); times alpha, and alpha eps <= 1."""
    asked = alpha * generalisation_rows(60 * alpha, beta)
    return Use(needs=2 * alpha * asked <= 2000 * log_terms(alpha, beta), fails=beta)


@adds_up("YAN25.Cl6", CL6)
def the_failures_are_of_order_beta_over_alpha(
    alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo, more: FromZero
) -> Total:
    """O(beta/alpha): 17/2 beta/alpha in all."""
    return Total(fails=Fraction(17, 2) * beta / alpha)


@claim(
    "YAN25.Cl6.stuck",
    f"Claim 6, {CLAIMED}",
    "remark",
    role="companion",
    narrows="alpha = 1/10, eps = ln 4 and N_2 = 20 2^k; that it stays so for all larger N_2 is in words",
    half=Constant(HALF, mutants=(1,)),
)
def more_rows_do_not_help(k: Size, half: Fraction) -> Truth:
    """Larger constants in N_2 do not help: on the class of YAN25.Cl3 Algorithm 4 as printed is stuck with probability
    more than 1/2, and the lower bound of that is larger with twice the rows."""
    rows = 20 * 2 ** int(k)
    return (stuck(rows) > half) & (stuck(rows) < stuck(2 * rows))


@terms("YAN25.Cl6.corrected")
def proper_learner_fails(beta: UpToHalf, six: int = 6) -> Terms:
    """The output is no function of C of error less than 60 alpha so seldom."""
    return Terms(fails=six * beta)


@correction(
    "YAN25.Cl6",
    "with weights over T_good and an end at leaves (YAN25.Alg4.corrected) the learner puts out a function of C; at "
    "most 6 alpha N rows disagree, of which Theorem 3 asks at 60 alpha; and eps < 2, for N_2 goes to 0 as eps grows",
    narrows="given Theorem 3; alpha <= 1/60, beyond which 60 alpha says nothing; the learner by its six failures",
    cites=("YAN25.T11.corrected", "YAN25.Cl1", "YAN25.Cl2.corrected", "YAN25.X6.growth", "YAN25.T3"),
    C=Constant(1, mutants=(QUARTER,)),
    sixty=Constant(60, mutants=(59,), stronger="smaller"),
    six=Constant(6, mutants=(5,), stronger="smaller"),
)
def the_proper_learner_is_accurate(
    a: Annotated[Real, Reals(low=ln(60))],
    b: Annotated[Real, Reals(low=ln(2))],
    epsilon: UpToTwo,
    C: Fraction,
    sixty: int,
    six: int,
) -> Truth:
    """Algorithm 4 with N_2 = (log(1/alpha) + log(1/beta)) / (alpha^2 eps) rows, eps <= 2 and beta <= 1/2, is a proper
    (60 alpha, 6 beta)-PAC learner: with probability at most beta each x_good is not accurate (Theorem 11, at beta),
    more than 2 alpha N ones are lost (Claim 1), a noise is alpha N / 2 or more, step (c) takes a child of weight more
    than 3 alpha N, the steps (d) lose alpha N or more (YAN25.X6.growth), or Theorem 3 fails; else 2 alpha N + 4 alpha N
    is a tenth of 60 alpha N. Here a = log(1/alpha), b = log(1/beta), size = eps alpha N."""
    size = C * (a + b) * exp(a)
    asked = Fraction(48, sixty) * (10 * (ln(Fraction(48, sixty)) + 1 + a) + ln(5) + b)
    return all_of(
        [
            size / 3 / epsilon >= b,
            ln(2 + exp(-a)) + a - size / 2 <= -b,
            a - ln(3) - 3 * size / 4 <= -b,
            2 * exp(a) * ln(GROWTH) - size / 4 <= -b,
            asked * epsilon <= size,
            sixty + 0 * b >= (2 + 4) * 10,
            6 * exp(-b) <= proper_learner_fails(exp(-b), six).fails,
        ]
    )


rests_on("YAN25.Cl6.corrected", "YAN25.T11.corrected", "x_good is accurate", CL6)
