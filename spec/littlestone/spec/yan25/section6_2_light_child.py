"""YAN25 section 6.2.2: step (c) selects a light child, below which every leaf has a small value (Claim 5)."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.selection_sizes import beaten, margin, printed_loss
from littlestone.spec.notation import *

EIGHTH, SMALL = Fraction(1, 8), Fraction(1, 64)  # alpha and beta
TWO_CHILDREN = (
    "$alpha = 1/8$, $beta = 1/64$, $v(x_flag) = 2 alpha N + T ln(2/alpha)/eps$, two children: one of weight $alpha "
    "N$, with a leaf without rows on its way, and a leaf of weight $alpha N + 3/eps$; that a tree and its rows are "
    "such is not formalized"
)
CL5 = "Section 6.2.2, proof of Claim 5"
TWO_THIRDS = Fraction(2, 3)


# ---- Claim 5


def two_children(C: Real) -> tuple[Real, Real, Real, Real]:
    """alpha N, T ln(2/alpha)/eps, v(x_flag) and the weight of the heavier child, in units of 1/eps."""
    size, lost = margin(C, EIGHTH, SMALL), printed_loss(EIGHTH)
    return size, lost, 2 * size + lost, size + 3


@claim(
    "YAN25.Cl5",
    "Claim 5, section 6.2.2: quality of the child that step (c) selects",
    "claim",
    narrows=TWO_CHILDREN + "; that it is above $4 alpha N_2$ is YAN25.Cl5.eq1",
)
def step_c_selects_a_light_child_as_printed(C: AtLeastOne) -> Statement:
    """When $q(x_flag) >= -2 alpha N - T ln(2/alpha)/eps$, step 7c selects with probability at least $1 - beta/alpha$ an
    $x_new$ with $q(x_new) >= -3 alpha N - (T + 1) ln(2/alpha)/eps$. Read as: for $q = -min v$ and $N_2$ with the
    constant $C$, where $N$ rows are enough for such children; in units of $1/eps$."""
    size, lost, value, heavier = two_children(C)
    is_good = value + heavier <= 3 * size + lost + ln(2 / Real.of(EIGHTH))
    return when(value + size + heavier <= size / EIGHTH, is_good | (beaten(1, 3 * HALF) <= SMALL / EIGHTH))


@correction(
    "YAN25.Cl5",
    "what is shown of $x_new$ is $w <= 3 alpha N$, so that $2 alpha N + 3 alpha N$ is the sum; with $v(l_good) = 0$ "
    "the steps (d) lose at most $alpha N$, and $4 alpha N$ holds",
    narrows="$alpha$, $beta <= 1/2$; the children enter by their weights in the exponential mechanism, relative to a "
    "light one",
    C=Constant(8, mutants=(4,)),
    most=Constant(4, mutants=(3,)),
)
def all_leaves_below_the_light_child_are_good(
    alpha: UpToHalf, beta: UpToHalf, very: Unit, share: Unit, lost: Unit, weight: Unit, C: int, most: int
) -> Truth:
    """For $N = N_2 = C (log(1/alpha) + log(1/beta)) / (alpha^2 eps)$, $C = 8$, and $v(l_good) = 0$: where no round of
    (d) loses $(2/eps) log(2/(alpha beta))$ or more and no noise is below $-alpha N / 2$, step 7c selects with
    probability at least $1 - beta/alpha$ an $x_new$ below which all leaves have $v <= 4 alpha N$. For $q(x_flag) >= -T
    (2/eps) log(2/(alpha beta)) >= -alpha N$, and $w(x_new) <= 3 alpha N$ but for the at most $1/(3 alpha)$ very bad
    children, of a weight of $e^{-3 eps alpha N / 4}$ at most relative to a child of $w <= 3 alpha N / 2$. In units of
    $1/eps$; the chance is times $alpha$."""
    size = margin(C, alpha, beta)
    rounds = 2 / alpha * (2 * ln(2 / (alpha * beta)))
    leaf = lost * rounds + weight * 3 * size
    return (rounds <= size) & (leaf <= most * size) & (share * very / 3 * exp(-(3 * size / 4)) <= beta)


rests_on("YAN25.Cl5", "YAN25.Cl5.eq2", "some child has $w <= 3 alpha N / 2$", CL5, repair="YAN25.Cl5.eq2.corrected")


@uses("YAN25.Cl5", "YAN25.Cl5.eq3", CL5)
def bad_children_are_fewer_than_shares(bad: AtLeastOne, alpha: OpenUnit) -> Use:
    """The very bad children are among the bad, $2/(3 alpha)$ at most: fewer than the $2/alpha$ of the display,
    here times alpha."""
    return Use({"bad": bad, "alpha": alpha}, gives=bad * alpha < 2)


@uses("YAN25.Cl5", "YAN25.Cl5.eq4", CL5, draws="$w(x_new) <= 3 alpha N$")
def no_very_bad_child_is_selected(alpha: UpToHalf, beta: UpToHalf) -> Use:
    """With probability $1 - beta/alpha$."""
    return Use({"alpha": alpha, "beta": beta}, times=1)


rests_on("YAN25.Cl5", "YAN25.Cl5.eq5", "$w(x_new) <= alpha N$", CL5, repair="YAN25.Cl5.eq5.corrected")


@uses("YAN25.Cl5", "YAN25.Cl5.eq6", CL5, repair="YAN25.Cl5.eq6.corrected")
def the_leaves_are_good(leaf: FromZero, limit: PositiveReal, lost: Unit) -> Use:
    """$v(leaf)$ is at most the sum, in print $3 alpha N$ and what the rounds lose, which is here at most $alpha N$: $6
    alpha N$ is enough."""
    return Use({"leaf": leaf, "limit": limit, "lost": lost * limit}, gives=leaf <= 6 * limit)


@adds_up("YAN25.Cl5", CL5)
def what_step_c_fails_by(alpha: UpToHalf, beta: UpToHalf) -> Total:
    """ "With probability at least $1 - beta/alpha$"."""
    return Total(fails=beta / alpha)


@terms("YAN25.Cl5.sums.corrected")
def light_child_fails(alpha: OpenUnit, beta: OpenUnit, three: int = 3) -> Terms:
    """Step (c) does not end as Claim 5 says so seldom."""
    return Terms(fails=three * beta / alpha)


@correction(
    "YAN25.Cl5.sums",
    "the lower tails of the noise, which eq. 2 needs, cost $T beta = 2 beta/alpha$ more",
    three=Constant(3, mutants=(2,)),
)
def what_step_c_really_fails_by(alpha: OpenUnit, beta: OpenUnit, three: int) -> Truth:
    """$T beta$ for the lower tails and $beta/alpha$ for the selection: $3 beta/alpha$."""
    return 2 / alpha * beta + beta / alpha <= light_child_fails(alpha, beta, three).fails


rests_on(
    "YAN25.Cl5.corrected",
    "YAN25.Cl4.eq2.corrected",
    "the rounds lose $T (2/eps) ln(2/(alpha beta))$ at most",
    "Section 6.2.2, Claim 5, corrected",
)


@uses("YAN25.Cl5.corrected", "YAN25.Cl5.eq5.corrected", "Section 6.2.2, Claim 5, corrected")
def the_selected_child_is_light(beta: OpenUnit, more: FromZero) -> Use:
    """$w(x_new) <= 3 alpha N$ but with probability $beta/(6 alpha)$, where $eps alpha N >= (4/3) ln(2/beta)$; times
    $alpha$."""
    at = {"size": Fraction(4, 3) * ln(2 / beta) + more}
    return Use(at, gives=lambda child: child.fails <= beta / 6)


rests_on(
    "YAN25.Cl5.corrected",
    "YAN25.Cl5.eq2.corrected",
    "some child has $w <= 3 alpha N / 2$",
    "Section 6.2.2, Claim 5, corrected",
)


@claim(
    "YAN25.Cl5.every",
    "for Claim 5, section 6.2.2: selection of a heavy child, any constant",
    "remark",
    role="companion",
    narrows=TWO_CHILDREN,
    more=Constant(3, mutants=(2,)),
)
def a_heavy_child_is_selected_whatever_the_constant_is(C: AtLeastOne, more: int) -> Truth:
    """For every $C >= 1$ in $N_2$ the children of YAN25.Cl5 fit into $N$ rows, and step 7c selects with probability
    more than $beta/alpha$ the one below which the leaf has $v > 3 alpha N + (T + 1) ln(2/alpha)/eps$."""
    size, lost, value, heavier = two_children(C)
    is_bad = value + size + more > 3 * size + lost + ln(2 / Real.of(EIGHTH))
    fits = value + size + heavier <= size / EIGHTH
    return fits & is_bad & (beaten(1, 3 * HALF) > SMALL / EIGHTH)


@claim("YAN25.Cl5.eq1", "Claim 5, section 6.2.2: sign of the quality", "step")
def the_quality_is_positive(alpha: OpenUnit, beta: OpenUnit, C: AtLeastOne) -> Truth:
    """$-3 alpha N - (T + 1) ln(2/alpha)/eps > 4 alpha N_2$. Here $N = N_2$ with the constant $C >= 1$, in units of
    $1/eps$."""
    left = -3 * margin(C, alpha, beta) - printed_loss(alpha) - ln(2 / alpha)
    return left > 4 * margin(C, alpha, beta)


@correction(
    "YAN25.Cl5.eq1",
    "the sign: $-4 alpha N_2$ is meant; it holds for $alpha <= 1/2$ and $N_2$ with the constant 5",
    C=Constant(5, mutants=(2,)),
)
def the_quality_is_at_least_minus_four_shares(alpha: UpToHalf, beta: OpenUnit, C: int) -> Truth:
    """$-3 alpha N - (T + 1) ln(2/alpha)/eps > -4 alpha N_2$ for $N = N_2$ with the constant 5, $alpha <= 1/2$, $beta <
    1$ and $T = 2/alpha$; in units of $1/eps$."""
    left = -3 * margin(C, alpha, beta) - printed_loss(alpha) - ln(2 / alpha)
    return left > -4 * margin(C, alpha, beta)


# ---- Its proof


@claim("YAN25.Cl5.eq2", "Claim 5, proof, section 6.2.2: lightest child where the test is passed", "step")
def a_passed_test_means_a_light_child(
    weight: FromZero, noise: Annotated[Real, Reals()], limit: PositiveReal
) -> Statement:
    """$w_min + noise <= alpha N$ implies $w_min <= 3 alpha N / 2$. Read as: where $noise < alpha N / 2$, as in Claim 3;
    $limit = alpha N$, $weight = w_min$."""
    return when([weight + noise <= limit, noise < limit / 2], weight <= 3 * limit / 2)


@correction(
    "YAN25.Cl5.eq2",
    "a noise far below 0 passes the test at any weight: it must not be below $-alpha N / 2$ either",
    below=Constant(HALF, mutants=(1,)),
)
def a_passed_test_means_a_light_child_where_noise_is_small(
    weight: FromZero, noise: Annotated[Real, Reals()], limit: PositiveReal, below: Fraction
) -> Statement:
    """$w_min + noise <= alpha N$ implies $w_min <= 3 alpha N / 2$ where $|noise| <= alpha N / 2$."""
    return when([weight + noise <= limit, -below * limit <= noise, noise <= limit / 2], weight <= 3 * limit / 2)


@terms("YAN25.Cl5.eq3")
def bad_children(bad: AtLeastOne, alpha: FromZero, times: Fraction = TWO_THIRDS) -> Terms:
    """The children that weigh more than 3 alpha N / 2."""
    return Terms(says=bad * alpha <= times)


@claim(
    "YAN25.Cl5.eq3",
    "Claim 5, proof, section 6.2.2: number of bad children",
    "step",
    narrows="the arithmetic; that subtrees of children are disjoint and weigh at most $N$ together is not formalized",
    times=Constant(Fraction(2, 3), mutants=(HALF,)),
)
def few_children_are_bad(total: Unit, bad: AtLeastOne, part: Unit, times: Fraction) -> Truth:
    """$|X_bad| <= 2/(3 alpha)$: the bad children weigh more than $3 alpha N / 2$ each and $total N <= N$ together, so
    that $3 alpha N / 2$ is a part of their average."""
    alpha = Fraction(2, 3) * (part * total / bad)
    return as_truth(bad_children(bad, alpha, times).says)


@terms("YAN25.Cl5.eq4")
def very_bad_child(alpha: UpToHalf, beta: UpToHalf) -> Terms:
    """A child of weight above 3 alpha N is selected so seldom."""
    return Terms(fails=beta / alpha)


@claim(
    "YAN25.Cl5.eq4",
    "Claim 5, proof, section 6.2.2: selection of a very bad child",
    "step",
    narrows="$alpha$, $beta <= 1/2$, as the $O$ of $N_2$ leaves out those near 1; the children enter by their weights",
    C=Constant(2, mutants=(HALF,)),
)
def very_bad_children_are_seldom_selected(alpha: UpToHalf, beta: UpToHalf, part: Unit, share: Unit, C: int) -> Truth:
    """$Pr[w(x_new) > 3 alpha N] <= (2/alpha) e^{-3 eps alpha N / 2} / e^{-3 eps alpha N / 4} = (2/alpha) e^{-3 eps
    alpha N / 4} <= beta/alpha$, for $N_2$ with the constant 2: part of $2/alpha$ children are very bad, each of at most
    that weight relative to a good one, which has a ``share`` of all."""
    small = exp(-(3 * margin(C, alpha, beta) / 4))
    return share * (part * 2 / alpha) * small <= very_bad_child(alpha, beta).fails


@claim(
    "YAN25.Cl5.eq5",
    "Claim 5, proof, section 6.2.2: weight of the selected child",
    "step",
    narrows="one child has $w = alpha N$, the others have $w = alpha N + 2 gap/eps$, up to $3 alpha N$, of which eq. "
    "4 says nothing",
)
def the_selected_child_is_light_as_printed(others: PositiveInteger, gap: PositiveReal, beta: OpenUnit) -> Truth:
    """With probability $1 - beta$, $w(x_new) <= alpha N$."""
    return beaten(others, gap) <= beta


@terms("YAN25.Cl5.eq5.corrected")
def selected_very_bad(size: FromZero) -> Terms:
    """A child of weight above 3 alpha N is selected with alpha^-1 times this chance, size = eps alpha N."""
    return Terms(fails=exp(-(3 * size / 4)) / 3)


@correction(
    "YAN25.Cl5.eq5",
    "what eq. 4 gives is $w(x_new) <= 3 alpha N$, with probability $1 - beta/alpha$",
    narrows="the arithmetic; that at most $1/(3 alpha)$ children are very bad, and each is drawn with probability at "
    "most $e^{-3 eps alpha N/4}$, is not formalized",
    times=Constant(Fraction(4, 3), mutants=(HALF,)),
)
def the_selected_child_is_not_very_bad(beta: OpenUnit, more: FromZero, part: Unit, times: Fraction) -> Truth:
    """With probability at least $1 - beta/alpha$, $w(x_new) <= 3 alpha N$, if some child has $w <= 3 alpha N / 2$ and
    $eps alpha N >= (4/3) ln(2/beta)$: at most $1/(3 alpha)$ children are very bad, part of which there are; times
    $alpha$."""
    size = times * ln(2 / beta) + more
    chance = selected_very_bad(size).fails
    return (part / 3 * exp(-(3 * size / 4)) <= chance) & (chance <= beta)


@claim("YAN25.Cl5.eq6", "Claim 5, proof, section 6.2.2: values of the leaves below the selected child", "step")
def the_leaves_have_three_shares(value: FromZero, weight: FromZero, lost: FromZero) -> Statement:
    """For all leaves below $x_new$ we have $v(leaf) <= v(x_flag) + w(x_new) <= 2 alpha N + T ln(2/alpha)/eps + alpha N
    = 3 alpha N + T ln(2/alpha)/eps$. Read as: the second inequality, where $w(x_new) <= 3 alpha N$ (eq. 4); $alpha N =
    1$, the unit of all, $value = v(x_flag)$, $weight = w(x_new)$, $lost = T ln(2/alpha)/eps$."""
    return when([value <= 2 + lost, weight <= 3], value + weight <= 3 + lost)


@terms("YAN25.Cl5.eq6.corrected")
def leaf_below(leaf: FromZero, limit: PositiveReal, lost: FromZero, five: int = 5) -> Terms:
    """The value of a leaf below x_new; limit = alpha N."""
    return Terms(says=leaf <= five * limit + lost)


@correction(
    "YAN25.Cl5.eq6",
    "with $w(x_new) <= 3 alpha N$ the sum is $5 alpha N$; for $v(l_good) = 0$ see YAN25.Cl5.corrected",
    narrows="the second inequality; the first is YAN25.D19.corrected",
    five=Constant(5, mutants=(4,)),
)
def the_leaves_have_five_shares(limit: PositiveReal, lost: FromZero, a: Unit, b: Unit, five: int) -> Truth:
    """For all leaves below $x_new$ we have $v(leaf) <= v(x_flag) + w(x_new) <= 5 alpha N + T ln(2/alpha)/eps$. Here
    $limit = alpha N$, and $a$ and $b$ are parts."""
    value, weight = a * (2 * limit + lost), 3 * b * limit
    return as_truth(leaf_below(value + weight, limit, lost, five).says)
