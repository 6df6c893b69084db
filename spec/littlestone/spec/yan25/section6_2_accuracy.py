"""YAN25 section 6.2.2: the accuracy of Algorithm 4 (Claim 6)."""

from littlestone.spec.class_trees.selection_laws import (
    LEAF,
    printed_selection_law,
    printed_selection_plan,
    two_tailed_branches,
)
from littlestone.spec.class_trees.selection_sizes import GROWTH, generalisation_rows, log_terms, second_rows
from littlestone.spec.learning.laws import lower_tail
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

CL6 = "Section 6.2.2, proof of Claim 6"
T13 = "Section 6.2.2, before Theorem 13"
SHARES = Fraction(1, 10), ln(4)  # alpha and eps


# ---- Claim 6


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
    "Claim 6, section 6.2.2: accuracy of the proper learner",
    "claim",
    narrows="given $x_good = a$, the class of YAN25.Cl3, $D(a) = 0.4$, $D(b_2) = D(d_2) = 0.3$ (the errata's $x$ and "
    "$y$), and $alpha = 1/10$, $eps = ln 4$, $beta = alpha/(16 K)$; $K$ is the constant in both $O$ and 1 that of "
    "$N_2$, for larger ones see YAN25.Cl6.stuck; the chance of a fifth of the rows or more at each of $b_2$ and "
    "$d_2$, times that of a leaf from a fifth: that more of them reach a leaf more often is not formalized",
    caps="$N_2 = 10 2^k$",
)
def the_proper_learner_is_accurate_as_printed(K: PositiveSize, k: Size) -> Statement:
    """Algorithm 4 is an $(O(alpha), O(beta/alpha))$-PAC learner. Read as: with the weights over $T$ of Definition 18 it
    fails, or puts out nothing, with probability at most $K beta/alpha = 1/16$ on realizable rows."""
    alpha, epsilon = SHARES
    rows = 10 * 2 ** int(k)
    return when(second_rows(1, alpha, alpha / (16 * int(K)), epsilon) <= rows, stuck(rows) <= Fraction(1, 16))


@correction(
    "YAN25.Cl6",
    "with weights over $T_good$ and an end at leaves (YAN25.Alg4.corrected) the learner puts out a function of $C$; "
    "at most $6 alpha N$ rows disagree, of which Theorem 3 asks at $60 alpha$; and $eps <= 2$, for $N_2$ goes to 0 as "
    "$eps$ grows",
    narrows="given Theorem 3; $alpha <= 1/60$, beyond which $60 alpha$ says nothing; the learner enters by its "
    "six failures, that of $x_good$ for $eps <= 1$ by Theorem 11, corrected",
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
    """Algorithm 4, corrected, with $N_2 = (log(1/alpha) + log(1/beta)) / (alpha^2 eps)$ rows, $eps <= 2$ and $beta <=
    1/2$, is a proper $(60 alpha, 6 beta)$-PAC learner: with probability at most $beta$ each $x_good$ is not accurate
    (Theorem 11, at $beta$), more than $2 alpha N$ ones are lost (Claim 1), a noise is $alpha N / 2$ or more, step (c)
    takes a child of weight more than $3 alpha N$, the steps (d) lose $alpha N$ or more (YAN25.X6.growth), or Theorem 3
    fails; else $2 alpha N + 4 alpha N$ is a tenth of $60 alpha N$. Here $a = log(1/alpha)$, $b = log(1/beta)$, $size =
    eps alpha N$."""
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
            6 * exp(-b) <= six * exp(-b),
        ]
    )


@uses("YAN25.Cl6", "YAN25.Cl1", CL6)
@uses("YAN25.Cl6.corrected", "YAN25.Cl1", f"{CL6}, corrected")
@uses("YAN25.T13.corrected", "YAN25.Cl1", f"{T13}, corrected")
@uses("YAN25.X6", "YAN25.Cl1", "derived: the proper learner with explicit constants")
def few_ones_are_lost_of_enough_rows(beta: OpenUnit, more: FromZero) -> Use:
    """At most $2 alpha N$ rows of label 1 are lost but with probability $beta$, where $alpha N >= 3 ln(1/beta)$."""
    return Use({"mean": 3 * (ln(1 / beta) + more)}, gives=lambda ones: ones.fails <= beta, times=1)


@uses("YAN25.Cl6", "YAN25.L9", CL6, assumes="$x_good$ is on the target's path", draws="$x_good$ is $alpha$-accurate")
def the_first_part_is_accurate(beta: OpenUnit) -> Use:
    """Stage 1 fails with probability at most $beta$: on the sample of Theorem 11, where $beta/(t + 2)$ is put for
    $beta$, the $t$ chunks and the $2 beta$ of Lemma 9 come to that."""
    return Use(fails=beta)


rests_on("YAN25.Cl6", "YAN25.Cl2", "$v(l_good) <= 2 alpha N$ but for $beta$", CL6, repair="YAN25.Cl2.corrected")


@uses("YAN25.Cl6", "YAN25.Cl3", CL6, repair="YAN25.Cl3.corrected", draws="step 7c is run")
def the_loop_ends(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """$T beta$ for the noise."""
    return Use(fails=2 / alpha * beta)


@uses("YAN25.Cl6", "YAN25.Cl4", CL6, draws="$v(x_flag)$ is small")
def the_flag_is_good(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """$T beta$ for the rounds of (d), where it is below 1."""
    return Use({"alpha": alpha, "beta": beta}, given=2 * beta < alpha, fails=2 / alpha * beta)


@uses("YAN25.Cl6", "YAN25.Cl5.sums", CL6, repair="YAN25.Cl5.sums.corrected")
def the_light_child_is_good(alpha: UpToHalf, beta: UpToHalf) -> Use:
    """All leaves have $v <= 4 alpha N$ but with $beta/alpha$ for the selection and $T beta$ for the lower tails; with
    $T beta$ each for the upper ones and (d), and $beta$ each for stage 1, Claim 1 and Theorem 3: $17/2 beta/alpha$."""
    others, most = 4 * beta / alpha + 3 * beta, Fraction(17, 2) * beta / alpha
    return Use({"alpha": alpha, "beta": beta}, gives=lambda leaves: leaves.fails + others <= most, times=1)


@uses("YAN25.Cl6", "YAN25.T3", CL6, draws="an error below 10 times the disagreement")
def disagreement_generalises(alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo) -> Use:
    """Theorem 3 at $60 alpha$ for the output and the target, both in $C_f$: its size must be that of $S_2$, $N_2 = 2000
    (log(1/alpha) + log(1/beta)) / (alpha^2 eps)$; times $alpha$, and $alpha eps <= 1$."""
    asked = alpha * generalisation_rows(60 * alpha, beta)
    return Use(needs=2 * alpha * asked <= 2000 * log_terms(alpha, beta), fails=beta)


@adds_up("YAN25.Cl6", CL6)
def the_failures_are_of_order_beta_over_alpha(
    alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo, more: FromZero
) -> Total:
    """$O(beta/alpha)$: $17/2 beta/alpha$ in all."""
    return Total(fails=Fraction(17, 2) * beta / alpha)


rests_on(
    "YAN25.Cl6.corrected", "YAN25.L6", "$x_good$, which a chunk votes for, is on the target's path", f"{CL6}, corrected"
)
rests_on("YAN25.Cl6.corrected", "YAN25.Cl2.corrected", "$v(l_good) = 0$", f"{CL6}, corrected")
rests_on("YAN25.Cl6.corrected", "YAN25.Cl3.corrected", "the loop ends at a light child or a leaf", f"{CL6}, corrected")
rests_on(
    "YAN25.Cl6.corrected",
    "YAN25.Cl5.eq5.corrected",
    "step (c) takes a child of weight at most $3 alpha N$",
    f"{CL6}, corrected",
)
rests_on("YAN25.Cl6.corrected", "YAN25.X6.growth", "the rounds lose less than $alpha N$ together", f"{CL6}, corrected")
rests_on("YAN25.Cl6.corrected", "YAN25.T11.corrected", "$x_good$ is accurate", f"{CL6}, corrected")


@uses("YAN25.Cl6.corrected", "DP.laplace.tail", f"{CL6}, corrected")
@uses("YAN25.T13.corrected", "DP.laplace.tail", f"{T13}, corrected")
def no_noise_is_large(noises: AtLeastOne, beta: OpenUnit, more: FromZero) -> Use:
    """One of so many noises is $alpha N / 2$ or more in absolute value with probability at most $beta$, where $eps
    alpha N / 2 = ln(noises/beta) + more$; in units of $1/eps$."""
    at = {"x": ln(noises / beta) + more, "scale": Real.of(1)}
    return Use(at, gives=lambda noise: noises * noise.fails <= beta)


@uses("YAN25.Cl6.corrected", "YAN25.T3", f"{CL6}, corrected", draws="an error below 10 times the disagreement")
@uses("YAN25.T13.corrected", "YAN25.T3", f"{T13}, corrected", draws="an error below 10 times the disagreement")
def few_rows_disagree(beta: OpenUnit) -> Use:
    """$6 alpha N$ rows of $N$ disagree, a tenth of $60 alpha$."""
    return Use(fails=beta)


@claim(
    "YAN25.Cl6.stuck",
    "for Claim 6, section 6.2.2: accuracy of the proper learner with more rows",
    "remark",
    role="companion",
    narrows="$D$ of YAN25.Cl6, $x_good = a$, $alpha = 1/10$, $eps = ln 4$ and $N_2 = 20 2^k$; that more than a fifth "
    "of the rows at $b_2$ and $d_2$ reach a leaf more often, and that it stays so for all larger $N_2$, is not "
    "formalized",
    half=Constant(HALF, mutants=(1,)),
)
def more_rows_do_not_help(k: Size, half: Fraction) -> Truth:
    """Larger constants in $N_2$ do not help: on the class of YAN25.Cl3 Algorithm 4 as printed is stuck with probability
    more than $1/2$, and the lower bound of that is larger with twice the rows."""
    rows = 20 * 2 ** int(k)
    return (stuck(rows) > half) & (stuck(rows) < stuck(2 * rows))
