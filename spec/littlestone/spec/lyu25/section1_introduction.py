"""LYU25 abstract and section 1: the bounds that are announced, and Theorem 1, the mistake bound of the online learner.

Theorem 2 stands with Corollary 5.1, which it is."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.classes.online_games import online_value
from littlestone.spec.learning.towers import tower
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import at_roots
from littlestone.spec.online.privacy_losses import RootLogThree

HALF_A_PATH = "the arithmetic; that every learner expects $d/2$ mistakes is LYU25.T1.path, for small classes"
FIRST = "Theorem 1, section 1.1"


@claim(
    "LYU25.A0",
    "abstract: mistake bound and sample size compared with earlier bounds",
    "claim",
    narrows="the factor $d/alpha$ alone, without the logarithms; the mistake bound is LYU25.T1's, which is refuted, "
    "the number of samples that of LYU25.K5.1.corrected; that the mistakes are doubly exponentially fewer than in "
    "[GL21], and that the dependence on $alpha$ is optimal, is not formalized; that the mistakes are close to the "
    "lower bound is LYU25.T1.polynomial",
    power=Constant(5, mutants=(6,)),
)
def the_abstract_bounds(d: AtLeastOne, alpha: PositiveUnit, power: int) -> Truth:
    """$O~(d^9.5 log T)$ mistakes, and $O~(d^5 log(1/(delta beta)) / (eps alpha))$ samples, an improvement over [GGKM21]
    by factors of $d/alpha$ with an optimal dependence on $alpha$. Read as: $d^6 / alpha^2$ is $d/alpha$ times $d^5 /
    alpha$."""
    return equals(d**6 / alpha**2 / (d**power / alpha), d / alpha)


rests_on("LYU25.A0", "LYU25.K5.1.corrected", "the number of samples", "abstract")


@claim(
    "LYU25.I1",
    "section 1: rates of earlier private learners",
    "remark",
    not_checkable="these are rates of other papers, with their constants hidden; of footnote 2's $log^*$ the "
    "definition is checked at towers of twos, and of the lower bound $d$ for online learners the half that holds for "
    "randomised ones too, for small classes",
    stand_ins=("LYU25.I1.log_star", "LYU25.T1.path"),
)
def the_rates_of_others() -> Truth:
    """Private PAC learning takes $2^{2^{O(d)}}$ samples [ABL+22] and at least $Omega(log^* d)$; online learning
    $2^{2^{O(d)}}$ mistakes [GL21]; $O~(d^6 log(1/delta) / (eps alpha^2))$ samples do [GGKM21]; online prediction
    samples in the square of the VC dimension [NNSY23], or $O~(d^2 log T / eps^2)$ mistakes without a distribution
    [KMM+23]; private online learning costs at least $d$ and $Omega(log T)$ mistakes."""
    raise NotImplementedError


def five_levels(i: int) -> bool:
    """Towers of up to 4 twos."""
    return is_true(i <= 5)


def iterations_below_one(x: Exact) -> int:
    """The number of times one needs to take the logarithm, to base 2, of x to make it smaller than 1."""
    value, times = Real.of(x), 0
    while not is_true(value < 1):
        value, times = log2(value), times + 1
    return times


@claim(
    "LYU25.I1.log_star",
    "footnote 2: iterated logarithm",
    "definition",
    reach=five_levels,
    narrows="$n$ a tower of twos, and log to base 2, which is not printed",
    offset=OFFSET,
)
def log_star_inverts_towers(i: PositiveSize, offset: int) -> Truth:
    """$log^* n$ is the number of times one needs to take the log of $n$ to make it smaller than 1: $i$ for the tower of
    $i - 1$ twos, with log to base 2."""
    return iterations_below_one(tower(i, 1)) == i + offset


# ---- Theorem 1


def _mistake_rate_is(F: Real, d: Real, delta: Real) -> Truth:
    f = d ** Fraction(19, 2) * ln(d) * ln(1 / delta)
    epsilon = f / F
    return equals(f / epsilon, F)


@claim(
    "LYU25.T1",
    "Theorem 1, section 1.1: mistake bound of the private online learner",
    "theorem",
    narrows=HALF_A_PATH,
    cites=("LYU25.T1.unbounded",),
)
def few_mistakes_whatever_epsilon(K: Natural, F: PositiveReal, delta: OpenUnit) -> Statement:
    """For every $eps$, $delta > 0$ there is an online learner of $H$, $LDim(H) = d$, $(eps, delta)$-private for the
    change of any one query on every sequence, that makes, with probability $1 - T^-10$, at most $O~(d^9.5 log(T)
    log(1/delta) / eps)$ mistakes on every fixed realizable sequence of $T$ queries. Read as: at $eps = d^9.5 ln(T)
    ln(1/delta) / F$, $0 < delta < 1$ and $T = d = 2K + 2$, with the number $K$ for $O~(F)$, the $d/2$ mistakes that
    every learner expects on some sequence are at most $K + T T^-10$."""
    d = 2 * K + 2
    return when(_mistake_rate_is(F, d, delta), d / 2 <= K + d * d ** (-10))


@correction(
    "LYU25.T1",
    "without privacy to pay for there are still $d/2$ mistakes: assume $eps <= 1$ and $3 <= T <= 1/delta$; a "
    "draw is private with more teachers (LYU25.P6.1), chunks agree if larger (LYU25.C6.2), calls are few "
    "if lists are emptied (LYU25.C6.4)",
    narrows="the numbers are read as reals; that the learner is so private and errs so seldom is LYU25.P6.1.corrected "
    "and LYU25.L6.2.corrected, and that $g$ is at least $ln(2U)$ LYU25.T1.logs",
    C=Constant(94 * 10**15, mutants=(80 * 10**15,), stronger="smaller"),
    total=Constant(25, mutants=(24,)),
)
def the_corrected_learner_is_private_and_errs_seldom(
    root_d: AtLeastOne,
    epsilon: PositiveUnit,
    root_r: AtLeastOne,
    root_log: PositiveReal,
    root_T: RootLogThree,
    root_g: Annotated[Real, Reals(low=8)],
    C: int,
    total: int,
) -> Truth:
    """For $d >= 1$, $T >= 3$, $epsilon <= 1$ and $delta <= 1/T$ there is an $(epsilon, delta)$-private online learner
    of $H$, $LDim(H) = d$, for the change of any one query on every sequence, that makes, with probability $1 -
    T^{-10}$, at most $94 10^15 g^3.5 d^9.5 r^2.5 (1 + ln T / d) sqrt(ln T ln(4/delta)) / epsilon$ mistakes on every
    fixed realizable sequence of $T$ queries, $r = 1 + ln(4/delta) / d^2$ and $g = 68 + 13 ln d + 7 ln ln(4/delta) + 2
    ln(1/epsilon)$: algorithm 3 with emptied lists and the numbers of RepairedParameters (LYU25.T1.plan), of privacy $25
    (epsilon/25)$, as $eps_s = (epsilon/25) / sqrt(N ln(4/delta))$ for $N = K n$ draws."""
    plan, rate = at_roots(root_d, epsilon, root_r, root_log, root_T, root_g)
    N, few = plan.K * plan.draws, plan.mistakes <= C * rate
    return few & equals((total * plan.epsilon_sparse) ** 2 * (N * plan.log_delta), epsilon**2)


rests_on("LYU25.T1", "LYU25.L6.2", "the mistake bound; taken for granted: what Lemma 6.2 rests on", FIRST)
rests_on("LYU25.T1", "LYU25.P6.1", "$(eps, delta)$-privacy, with $eps$ divided by a constant", FIRST)
rests_on("LYU25.T1.corrected", "LYU25.L6.2.corrected", "the mistake bound", "Theorem 1, section 1.1, corrected")
rests_on(
    "LYU25.T1.corrected",
    "LYU25.T1.plan",
    "$k$, $U$, $K$ and the noises are as these ask",
    "Theorem 1, section 1.1, corrected",
)
rests_on(
    "LYU25.T1.corrected", "LYU25.T1.logs", "$g$ is at least the logarithm of $2U$", "Theorem 1, section 1.1, corrected"
)


@uses("LYU25.T1.corrected", "LYU25.P6.1.corrected", "Theorem 1, section 1.1, corrected")
def the_privacy_is_divided_by_a_constant(epsilon: PositiveUnit, delta: BelowOne) -> Use:
    """The learner runs with $eps/25$, so that it is $(eps, delta)$-private."""
    run = {"epsilon": epsilon / 25, "delta": delta}
    return Use(run, gives=lambda whole: (whole.epsilon <= epsilon) & (whole.delta <= delta))


@claim(
    "LYU25.T1.unbounded",
    "for Theorem 1, section 1.1: mistake bound for large epsilon, any constant",
    "theorem",
    role="companion",
    narrows=HALF_A_PATH,
    beyond=Constant(2, mutants=(0,)),
)
def no_constant_saves_theorem_1_for_large_epsilon(
    K: Natural, F: PositiveReal, delta: OpenUnit, beyond: int
) -> Statement:
    """Whatever the number $K$ that $O~(F)$ is, for every $F > 0$ and $delta$ in (0, 1): at $T = d = 2K + 2$ and $eps =
    d^9.5 ln(T) ln(1/delta) / F$ the expectation $d/2$ of every learner's mistakes is above $K + T T^-10$."""
    d, T = 2 * K + beyond, 2 * K + 2
    return when(_mistake_rate_is(F, d, delta), d / 2 > K + T * T ** (-10))


@uses("LYU25.T1.unbounded", "LYU25.T1.path", "for Theorem 1, section 1.1")
def few_mistakes_are_few_on_average(K: Natural, mean: FromZero) -> Use:
    """At most $K$ mistakes but with probability $T^-10$, and at most $T$ always, are $K + T T^-10$ on average: the
    expectation, at least $d/2$ on a path of $T = d = 2K + 2$ examples, is above it."""
    d = 2 * K + 2
    return Use({"d": d, "mean": mean}, gives=K + d * d ** (-10) < mean)


@terms("LYU25.T1.path")
def errors_on_a_path(d: FromZero, mean: FromZero, share: Fraction = HALF) -> Terms:
    """What a learner errs on average on some realizable sequence of d examples."""
    return Terms(says=mean >= share * d)


@claim(
    "LYU25.T1.path",
    "for Theorem 1, section 1.1: expected mistakes of every learner on a mistake tree",
    "step",
    role="companion",
    share=Constant(HALF, mutants=(1,)),
)
def every_learner_errs_on_half_of_a_random_path(H: ExplicitBinary, share: Fraction) -> Truth:
    """For every online learner, randomised or not, there is a realizable sequence of $d = LDim(H)$ examples on which it
    expects at least $d/2$ mistakes."""
    d = int(littlestone_dimension(H))
    return as_truth(errors_on_a_path(Real.of(d), Real.of(online_value(H, d)), share).says)


@claim(
    "LYU25.T1.polynomial",
    "section 1.1, after Theorem 1: mistake bound as a power of the lower bounds",
    "remark",
    narrows="the dependence on $d$ and $T$, and not that on $eps$ and $delta$, of which the lower bounds quoted "
    "say nothing",
    power=Constant(Fraction(21, 2), stronger="smaller", mutants=(10,)),
)
def the_rate_is_a_power_of_the_lower_bounds(x: FromZero, a: FromZero, b: FromZero, power: Fraction) -> Truth:
    """In the light of the lower bounds $d$ and $Omega(log T)$ the bound characterizes the rate up to a polynomial
    factor. Read as: $d^9.5 log(T) <= max(d, log T)^10.5$; in logarithms, $x$ of the maximum, $x - a$ of $d$ and $x - b$
    of $log T$."""
    return Fraction(19, 2) * (x - a) + (x - b) <= power * x
