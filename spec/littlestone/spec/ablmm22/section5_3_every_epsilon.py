"""ABLMM22 section 5.3.1: Lemma 29 needs more rows than printed for large eps; max(1, 1/eps) serves for every eps."""

from littlestone.spec.ablmm22.vocabulary import Generic
from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.laws import binomial_chance, total
from littlestone.spec.notation import *

EVERY = "Lemma 29 for every eps"


@claim(
    "ABLMM22.L29.range",
    "for Lemma 29, section 5.3.1: size of the generic learner for large eps",
    "remark",
    role="companion",
    narrows="for $eps > 1$, which section 3.3 leaves out; $e^eps$ is taken to be $2^{72 C}$, less than $e^{50 "
    "C}$; that one row is as many as the size asks for is ABLMM22.L29.range.unbounded",
    cites=("ABLMM22.L29.range.unbounded",),
)
def few_rows_are_enough_for_large_epsilon(C: PositiveSize, law: LawOf, generic: Generic) -> Truth | bool:
    """For some constant $C$, $n = C (log |H| + log(1/beta))/(alpha eps)$ rows are enough. Read as: for all $eps > 0$;
    here one row for two hypotheses that differ at a point of probability $3/10$, $alpha = beta = 1/10$, $eps = 50
    C$."""
    row, functions = (0, 0), ((0, 0), (0, 1))
    unseen = law(generic, functions, (row,), 72 * C * ln(2))
    seen = law(generic, functions, ((1, 0),), 72 * C * ln(2))
    failing: Fraction = Fraction(7, 10) * unseen[(0, 1)] + Fraction(3, 10) * seen[(0, 1)]
    return failing <= Fraction(1, 10)


@terms("ABLMM22.L29.range.corrected")
def seldom_far(h: AtLeastOne, beta: OpenUnit, e: PositiveUnit, u: FromZero, rows: int = 6) -> Terms:
    """Of h hypotheses one of loss above 2 alpha is chosen, e = min(1, eps) and u = alpha n."""
    return Terms(asks=rows * ln(h / beta) <= e * u, fails=beta)


@correction(
    "ABLMM22.L29.range",
    "event $E$ needs $n >= O(log(|H|/beta)/alpha)$ rows however large $eps$ is: $max(1, 1/eps)$ in place of $1/eps$",
    narrows="proved are $s <= eps/2$ and $|H| e^{-alpha n g} <= beta$; the bounds for one hypothesis and one row "
    "(ABLMM22.L29.pair, ABLMM22.L29.row) and privacy are cited; that moments of $n$ rows multiply is not formalized",
    rows=Constant(6, mutants=(5,), stronger="smaller"),
)
def few_rows_choose_a_good_hypothesis(
    h: AtLeastOne, beta: OpenUnit, alpha: OpenUnit, e: PositiveUnit, more: FromZero, extra: FromZero, rows: int
) -> Truth:
    """For $n >= 6 ln(|H|/beta) max(1, 1/eps)/alpha$, every $eps > 0$ and every $D$ with some $h^*$ in $H$ of
    $loss_D(h^*) <= alpha$, the $eps$-DP GenericLearner outputs with probability at least $1 - beta$ some $h$ in $H$
    with $loss_D(h) <= 2 alpha$: each of loss above $2 alpha$ is output with probability at most $E[min(1, e^{-eps
    Y/2})] <= E[e^{-s Y}]$, $s = (ln 2) e/2 <= eps/2$, where $Y$ is by how many errors $h$ exceeds $h^*$, and $e^{-alpha
    n g}$, $g = 2 (1 - e^{-s}) - (e^s - 1) >= e/6$, bounds that; here $e = min(1, eps)$, and $eps$ is $e + extra$."""
    v, epsilon = 2 ** (e / 2), e + extra
    n = (rows * ln(h / beta) / e + more) / alpha
    g = 2 * (1 - 1 / v) - (v - 1)
    said = seldom_far(h, beta, e, alpha * n, rows)
    return (v <= exp(epsilon / 2)) & as_truth(said.asks) & (h * exp(-(alpha * n * g)) <= said.fails)


rests_on("ABLMM22.L29.range.corrected", "ABLMM22.L29.pair", "$min(1, e^(-eps Y/2)) <= e^(-s Y)$", EVERY)


rests_on("ABLMM22.L29.range.corrected", "DP.exponential", "weights $e^{-eps n loss_S(h)/2}$: $eps$-DP", EVERY)


@uses("ABLMM22.L29.range.corrected", "ABLMM22.L29.row", EVERY)
def rows_at_the_chosen_rate(alpha: OpenUnit, e: PositiveUnit, n: PositiveReal, moment: PositiveReal) -> Use:
    """At $e^s = 2^(e/2)$ the moment of $n$ rows, in logarithms, is at most $-alpha n e/6$; it is positive."""
    at = {"alpha": alpha, "v": 2 ** (e / 2), "rate": e / 6, "moment": moment}
    return Use(at, gives=n * ln(moment) <= -(alpha * n * e / 6))


@uses("ABLMM22.L29.range.corrected", "PROB.union", EVERY)
def bad_hypotheses_are_seldom_chosen(h: AtLeastOne, beta: OpenUnit, more: FromZero) -> Use:
    """At most $|H|$ bad hypotheses, each chosen with $e^{-alpha n e/6}$, $alpha n e = 6 ln(|H|/beta) + 6 more$:
    $beta$."""
    return Use({"chances": h * exp(-(ln(h / beta) + more))}, gives=lambda b: b.fails <= beta)


@claim(
    "ABLMM22.L29.range.unbounded",
    "for Lemma 29, section 5.3.1: choice from one example, for every constant",
    "remark",
    role="companion",
    narrows="the arithmetic; that one row leaves both hypotheses alike with probability $7/10$ is not formalized",
    allowed=Constant(Fraction(1, 10), mutants=(HALF,)),
)
def no_constant_makes_one_row_enough(C: AtLeastOne, w: Unit, allowed: Fraction) -> Truth:
    """For every $C >= 1$, at $alpha = beta = 1/10$ and $eps = 50 C$, $C (ln 2 + ln(1/beta))/(alpha eps) <= 1$, and the
    choice after one row fails with probability $7/20 + (3/10) w/(1 + w) > beta$, $w = e^{-eps/2}$ being in [0, 1]."""
    rows = C * (ln(2) + ln(10)) / (Fraction(1, 10) * (50 * C))
    return (rows <= 1) & (Fraction(7, 20) * (1 + w) + Fraction(3, 10) * w > allowed * (1 + w))


@claim(
    "ABLMM22.L29.pair",
    "Lemma 29, section 5.3.1, corrected: choice between two hypotheses",
    "step",
    one=Constant(1, mutants=(HALF,)),
)
def a_choice_between_two_is_below_an_exponential(s: FromZero, more: FromZero, y: FromZero, one: Fraction) -> Truth:
    """$min(1, e^{-eps y/2}) <= e^{-s y}$ for every $y$, also where $h$ errs $y$ times less than $h^*$: here $eps/2 = s
    + more$."""
    return (exp(-((s + more) * y)) <= exp(-(s * y))) & (one <= exp(s * y)) & (exp(-(s * y)) <= one)


@terms("ABLMM22.L29.row")
def moment_of_a_row(alpha: OpenUnit, v: AtLeastOne, rate: FromZero, moment: FromZero, two: int = 2) -> Terms:
    """E[e^{-s Y}] for one row, where e^s = v."""
    return Terms(asks=rate <= two * (1 - 1 / v) - (v - 1), says=moment <= exp(-(alpha * rate)))


@claim(
    "ABLMM22.L29.row",
    "Lemma 29, section 5.3.1, corrected: moment of one example",
    "step",
    two=Constant(2, mutants=(3,)),
)
def one_row_tells_a_bad_hypothesis(
    alpha: OpenUnit, both: Unit, fewer: Unit, more: FromZero, z: FromZero, two: int
) -> Truth:
    """$h$ is wrong and $h^*$ right with probability more than $2 alpha - c$, $h^*$ wrong and $h$ right with at most
    $alpha - c$, and both wrong with $c <= alpha$: $E[e^{-s Y}] <= 1 - alpha g <= e^{-alpha g}$, $g = 2 (1 - e^{-s}) -
    (e^s - 1)$, for $e^s = 1 + z$; here $c = alpha$ both, and $h^*$ is wrong a part fewer of $alpha - c$."""
    g = two * z / (1 + z) - z
    moment = 1 - (2 * alpha - alpha * both + more) * z / (1 + z) + (1 - both) * alpha * fewer * z
    return (moment <= 1 - alpha * g) & as_truth(moment_of_a_row(alpha, 1 + z, g, 1 - alpha * g, two).says)


@claim(
    "ABLMM22.L29.sized",
    "Lemma 29, section 5.3.1: accuracy of GenericLearner from an explicit size",
    "lemma",
    role="companion",
    narrows="two hypotheses on one point, of losses $alpha$ and $1 - alpha$, $alpha = 3/(10 + a)$, $beta = 1/4$, "
    "$eps = 2 ln 2$; $n$ is the size of ABLMM22.L29.range.corrected, rounded up",
    share=Constant(1, mutants=(Fraction(1, 16),), stronger="smaller"),
)
def the_generic_learner_is_accurate_from_its_size(a: Size, law: LawOf, generic: Generic, share: Fraction) -> Truth:
    """From $n = 6 ln(|H|/beta)/alpha$ rows, for $eps >= 1$, GenericLearner outputs a hypothesis of loss above $2 alpha$
    with probability at most $beta$: over the number of rows labelled 1, each of probability $alpha$, and the learner's
    choice, whose exact probabilities are rounded up to multiples of $2^-64$."""
    alpha, functions = Fraction(3, 10 + int(a)), ((0,), (1,))
    n = ceiling(share * 6 * ln(2 / QUARTER) / alpha)
    samples = {ones: ((0, 1),) * ones + ((0, 0),) * (n - ones) for ones in range(n + 1)}
    failing = {ones: rounded_up(law(generic, functions, S, 2 * ln(2))[(1,)]) for ones, S in samples.items()}
    return Real.of(total(binomial_chance(n, alpha, ones) * p for ones, p in failing.items())) <= QUARTER


def rounded_up(p: Exact) -> Fraction:
    """The least multiple of 2^-64 that is at least p: sums of such have small denominators."""
    return Fraction(ceiling(p * 2**64), 2**64)
