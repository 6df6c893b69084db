"""YAN25 section 6.2.2: the parameters substituted, and Theorem 13 on the proper learner."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.class_trees.selection_sizes import GROWTH, most_success_on_points, no_rows_at, proper_second_part
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *

THEOREM = "Theorem 13, section 6.2.2"
T13 = "Section 6.2.2, before Theorem 13"
WHY = (
    "for $log^* d$ read $max(1, log^* d)$: $log^* 1 = 0$ leaves point functions with $sqrt(log(1/delta))$ rows, where "
    "$log(1/delta)$ are needed; and $eps <= 1$, for as $eps$ grows the bound goes to 0 (YAN25.T13.large_epsilon)"
)
GIVEN = (
    "given Theorem 9, $A >= 1$ being the constant behind its $O$, and Theorem 3; natural logarithms; the learner "
    "enters by its failures and losses"
)
FIRST = Constant(45, mutants=(44,))
SECOND = Constant(81_000, mutants=(80_000,))
RATE = Constant(29, mutants=(28,), stronger="smaller")


# ---- The substitution


@claim(
    "YAN25.S2",
    "section 6.2.2, before Theorem 13: epsilon after the substitution",
    "step",
    factor=Constant(1, mutants=(HALF,)),
)
def the_substitution_gives_epsilon(
    alpha: PositiveUnit, delta: OpenUnit, epsilon: PositiveReal, factor: Fraction
) -> Truth:
    """With $eps / sqrt(2 ln(2/delta)/alpha)$ for $eps$ and $delta/2$ for $delta'$, $T = 2/alpha$, the loss $sqrt(2 T
    ln(1/delta')) 2 eps$ of Theorem 12 is at most $eps$. (Of $alpha delta/2$ for $delta$ and $alpha beta$ for $beta$
    nothing is said here.)"""
    each = factor * epsilon / root(2 * ln(2 / delta) / alpha)
    return root(2 * (2 / alpha) * ln(2 / delta)) * 2 * each <= epsilon


@terms("YAN25.S2.corrected")
def split_loss(epsilon: PositiveUnit, squared: FromZero, rest: FromZero) -> Terms:
    """The two terms of the loss of all mechanisms together, the first by its square."""
    return Terms(says=(squared <= (epsilon / 2) ** 2) & (rest <= epsilon / 2))


@correction(
    "YAN25.S2",
    "the loss is 2 $sqrt(2) eps$, and Theorem 12 lacks a term: a quarter of the printed $eps$ is enough for $eps <= "
    "1$; for larger ones basic composition, $eps alpha/4$, always is",
    narrows="$(e^y - 1)/(e^y + 1) <= y/2$ is YAN25.T12.corrected's; that basic composition serves larger $eps$ is not "
    "formalized",
    parts=Constant(4, mutants=(2,)),
)
def a_quarter_of_it_does(alpha: PositiveUnit, delta: UpToHalf, epsilon: PositiveUnit, parts: int) -> Truth:
    """With $y = eps / (4 sqrt(2 ln(2/delta)/alpha))$ for each of the $4/alpha$ mechanisms, $eps <= 1$ and $delta <=
    1/2$, the loss $sqrt(2 (4/alpha) ln(2/delta)) y + (4/alpha) y (e^y - 1)/(e^y + 1)$ is at most $eps$: the first is
    $eps/2$, and $(4/alpha) y^2/2$ at most $eps/2$."""
    square = (epsilon / parts) ** 2 * alpha / (2 * ln(2 / delta))
    return as_truth(split_loss(epsilon, 8 / alpha * ln(2 / delta) * square, 2 / alpha * square).says)


rests_on(
    "YAN25.S2.corrected",
    "YAN25.T7.corrected",
    "what the $4/alpha$ mechanisms of $y$ each lose together",
    f"{T13}, corrected",
)


# ---- Theorem 13


@claim(
    "YAN25.T13",
    f"{THEOREM}: sample size of the proper private learner",
    "theorem",
    narrows="$d = 1$, of which $log^* d = 0$, so that the first part is 0 (read as its limit); $alpha = beta = 1/8$, "
    "$eps = 1$ and $delta = e^(-s^2)$, $s = 2400 C$; proper learners of many point functions, of whose success the "
    "bound $e^{eps n} delta$, up to what goes to 0 as the points grow in number, is not formalized",
)
def few_rows_are_enough_as_printed(C: AtLeastOne) -> Truth:
    """For VC dimension 1 and Littlestone dimension $d$ there is a proper $(eps, delta)$-private $(alpha, beta)$-PAC
    learner if $N >= O(log^* d log^2(log^* d/(eps beta delta))/eps (48/alpha)(10 log(48e/alpha) + log(5/beta)) +
    (log(1/alpha) + log(1/(alpha beta))) sqrt(log(1/delta)) / (alpha^2.5 eps))$. Read as: for point functions from $C$
    times the second part and one row more, where $D(x) = 2 alpha$ and all else is at one other point, so that the
    output must be $f_x$."""
    eighth, s = Fraction(1, 8), 2400 * C
    rows = proper_second_part(C, eighth, eighth, 1, s) + 1  # rounded up
    return 1 - eighth <= most_success_on_points(rows, s**2)


@terms("YAN25.T13.corrected")
def proper_learner(epsilon: PositiveUnit, delta: UpToHalf, beta: UpToHalf) -> Terms:
    """Algorithm 4 on the rows of the theorem is so private, and not alpha-accurate so seldom."""
    return Terms(fails=beta, epsilon=epsilon, delta=delta)


@correction("YAN25.T2", WHY, narrows=GIVEN, first=FIRST, second=SECOND, rate=RATE)
@correction(
    "YAN25.T13",
    WHY,
    narrows=GIVEN,
    first=FIRST,
    second=SECOND,
    rate=RATE,
)
def the_proper_learner_learns_for_small_epsilon(
    A: AtLeastOne,
    K: AtLeastOne,
    u: FromZero,
    a: FromZero,
    b: FromZero,
    r: Annotated[Real, Reals(low=Fraction(83, 100))],
    epsilon: PositiveUnit,
    first: int,
    second: int,
    rate: int,
) -> Truth:
    """For any concept class of VC dimension 1 and Littlestone dimension $d$, $eps <= 1$ and $alpha$, $beta$, $delta <=
    1/2$ there is an $(eps, delta)$-private algorithm that properly $(alpha, beta)$-PAC learns it from $N >= 45$ A $K
    u^2/eps (48/alpha) (10 log(48e/alpha) + log(5/beta)) + 81000 (log(1/alpha) + log(1/(alpha beta))) sqrt(log(1/delta))
    / (alpha^2.5 eps)$ examples, $K = max(1, log^* d)$, $u = log(K/(eps beta delta))$, A the constant behind the $O$ of
    Theorem 9. It is Algorithm 4, corrected, at $alpha/60$ on two disjoint parts: the first is that of Theorem 11 at
    $alpha/60$ and $beta/2$, with its 816; the second, of $N_2$ rows, has at most $121/alpha$ rounds of mechanisms of
    $eps sqrt(alpha/log(1/delta))/29$, and five failures of $beta/10$ each (as in Claim 6). Here $u$ is given by what it
    exceeds log 4 by, $a = log(1/(2 alpha))$, $b = log(1/(2 beta))$, $r = sqrt(log(1/delta)) >= 0.83$, and $size = eps_0
    (alpha/60) N_2$, $eps_0$ being that of a mechanism."""
    logs, beta, delta = ln(8) + 2 * a + b, exp(-b) / 2, exp(-(r**2))
    size, few = second * logs * 2 * exp(a) / (60 * rate), -(b + ln(20))
    learner = proper_learner(epsilon, delta, beta)
    return all_of(
        [
            Fraction(60, 3) * A * K * (ln(4) + u + ln(2)) ** 2 <= first * A * K * (ln(4) + u) ** 2,
            22 * epsilon / rate + 121 * epsilon**2 / (rate * r) ** 2 <= learner.epsilon,
            -(size / 3) <= few,
            ln(242) + a - size / 2 <= few,
            ln(40) + a - 3 * size / 4 <= few,
            240 * exp(a) * ln(GROWTH) - size / 4 <= few,
            48 * (10 * (ln(96) + 1 + a) + ln(100) + b) <= second * logs * r,
            beta / 2 + 5 * (beta / 10) <= learner.fails,
            delta <= learner.delta,  # each part has it, and a row is in one of them
        ]
    )


@uses("YAN25.T13", "YAN25.T11", T13, repair="YAN25.T11.corrected")
@uses("YAN25.T13.corrected", "YAN25.T11.corrected", f"{T13}, corrected")
def the_first_part_is_the_improper_learner(epsilon: PositiveUnit, delta: UpToHalf, beta: UpToHalf) -> Use:
    """On the first part at $beta/2$: with five failures of $beta/10$ of the second part it fails with at most $beta$,
    and the part is $(eps, delta)$-private. The shares are those of the correction; the print has $O(beta/alpha)$."""
    at = {"epsilon": epsilon, "delta": delta, "beta": beta / 2}
    return Use(at, gives=lambda p: all_of([p.fails + 5 * (beta / 10) <= beta, p.epsilon <= epsilon, p.delta <= delta]))


rests_on("YAN25.T13", "YAN25.T12", "the second part is private", T13, repair="YAN25.T12.corrected")


@uses("YAN25.T13", "YAN25.S2", T13, repair="YAN25.S2.corrected")
def the_second_part_costs_epsilon(epsilon: PositiveUnit, first: FromZero, rest: FromZero) -> Use:
    """The loss of the second part is at most $eps$. The print has one term and the whole $eps$; here, as in the
    correction, at a quarter of $eps$, there are two, each at most $eps/2$, the ``first`` by its square."""
    line = (first <= epsilon / 2) & (rest <= epsilon / 2)
    return Use({"epsilon": epsilon, "squared": first**2, "rest": rest}, gives=line)


rests_on(
    "YAN25.T13",
    "DP.composition.adaptive",
    "a row is in one of the two parts, by a split that does not depend on the data; the other costs 0, also the second "
    "part at every $x_good$",
    T13,
)


rests_on("YAN25.T13", "YAN25.Cl6", "an error of $O(alpha)$ but for $O(beta/alpha)$", T13, repair="YAN25.Cl6.corrected")
rests_on(
    "YAN25.T13.corrected", "YAN25.L6", "$x_good$, which a chunk votes for, is on the target's path", f"{T13}, corrected"
)
rests_on("YAN25.T13.corrected", "YAN25.Cl2.corrected", "$v(l_good) = 0$", f"{T13}, corrected")
rests_on("YAN25.T13.corrected", "YAN25.Cl3.corrected", "the loop ends at a light child or a leaf", f"{T13}, corrected")
rests_on(
    "YAN25.T13.corrected",
    "YAN25.Cl5.eq5.corrected",
    "step (c) takes a child of weight at most $3 alpha N$",
    f"{T13}, corrected",
)
rests_on("YAN25.T13.corrected", "YAN25.X6.growth", "the rounds lose less than $alpha N$ together", f"{T13}, corrected")


@uses("YAN25.T13.corrected", "YAN25.T12.corrected", f"{T13}, corrected")
def the_rounds_of_the_second_part_cost_epsilon(
    w: PositiveReal, r: Annotated[Real, Reals(low=Fraction(83, 100))], epsilon: PositiveUnit
) -> Use:
    """$121/alpha$ rounds of mechanisms of $eps sqrt(alpha)/(29 r)$, $r = sqrt(log(1/delta)) >= 0.83$, lose $22 eps/29 +
    121 (eps/(29 r))^2$, at most $eps$, at $delta = e^(-r^2)$; $w = 1/sqrt(alpha)$."""
    delta = exp(-(r**2))
    at = {"rounds": 121 * w**2, "epsilon": epsilon / (29 * r * w), "delta": delta}
    return Use(at, given=w >= 1, gives=lambda second: (second.epsilon <= epsilon) & (second.delta <= delta))


rests_on(
    "YAN25.T13.corrected",
    "DP.composition.adaptive",
    "a row is in one of the two parts; the other costs 0, also the second part at every $x_good$",
    f"{T13}, corrected",
)


@claim(
    "YAN25.T13.unbounded",
    "for Theorem 13, section 6.2.2: size at Littlestone dimension 1, any constant",
    "theorem",
    role="companion",
    narrows="the arithmetic, at $d = 1$, $alpha = beta = 1/8$, $eps = 1$ and $delta = e^(-s^2)$, $s = 2400 C$; the "
    "bound $e^n delta$ of success is not formalized",
    share=Constant(1, mutants=(Fraction(1, 10**9),), stronger="smaller"),
)
def no_constant_is_enough(C: AtLeastOne, share: Fraction) -> Truth:
    """For every constant $C >= 1$ the rows of YAN25.T13 at $d = 1$ are too few: $K C s + 1 < s^2 - 1$ for $s = 2400 C$,
    where $K = (ln 8 + ln 64) 8^2.5 < 1130$, so that $e^{n - s^2} < 1/e$; here divided by $C^2$."""
    K = proper_second_part(1, Fraction(1, 8), Fraction(1, 8), 1, 1)
    return (share * 2400**2 > 2400 * K + 2 / C**2) & (most_success_on_points(0, 1) < Fraction(7, 8))


@claim(
    "YAN25.T13.large_epsilon",
    "for Theorem 13, section 6.2.2: size for large epsilon, any constant",
    "theorem",
    role="companion",
    narrows="the arithmetic, at $alpha = beta = 1/8$, $log^* d = 1$ and $delta = 1/(1000 C)^2$; that any learner "
    "fails so often is not formalized",
    share=Constant(1, mutants=(Fraction(1, 1000),), stronger="smaller"),
)
def no_constant_is_enough_for_large_epsilon(C: AtLeastOne, share: Fraction) -> Truth:
    """For every constant $C >= 1$ the printed size is less than 1 at $eps = 1/(beta delta)$, which would have one row
    do: its first part is 0, for $log^2(1) = 0$, and the second is $C (ln 8 + ln 64) sqrt(ln(1/delta)) 8^2.5 delta/8$,
    where $ln(1/delta) <= delta^(-1/2)$; but with $D(a) = 2 alpha$ any learner fails for {} or ${a}$ with half the
    probability of no row at a, $3/8$."""
    delta = 1 / (1000 * C) ** 2
    few = C * (9 * ln(2)) * root(root(1 / delta)) * 182 / 8 * delta < share
    return few & (no_rows_at(QUARTER, 1) > Fraction(1, 8))


@claim(
    "YAN25.T13.eq1",
    f"{THEOREM}: second part of the size after the substitution",
    "step",
    narrows="the last inequality, $delta <= 1/2$: the $O$ leaves out those near 1; that the size comes down to it, "
    "and its form $O~$, are not formalized",
    C=Constant(9, mutants=(3,)),
)
def the_second_part_is_the_substituted_size(delta: UpToHalf, C: int) -> Truth:
    """$N_2$, without its constant, with $eps / sqrt(2 ln(2/delta)/alpha)$ for $eps$ and $alpha beta$ for $beta$ is at
    most $3 (log(1/alpha) + log(1/(alpha beta))) sqrt(log(1/delta)) / (alpha^2.5 eps)$, the second part: the squares of
    the roots, $2 log(2/delta) <= 9 log(1/delta)$."""
    return 2 * ln(2 / delta) <= C * ln(1 / delta)
