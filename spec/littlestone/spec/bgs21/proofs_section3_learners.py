"""BGS21 section 3.1: what the learner EXPLEARN, and what refutes Theorem 3.1 for hypotheses in H, rest on."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

PROPER = "why Theorem 3.1 is false for hypotheses in H"
FILLER = "filler for B^i; Kasiviswanathan et al. 2008"


# ---- EXPLEARN


rests_on("BGS21.ALG.EXPLEARN", "DP.exponential", "a row changes the errors of a hypothesis by at most 1", FILLER)


@uses(
    "BGS21.ALG.EXPLEARN.accuracy",
    "PROB.chernoff.lower",
    FILLER,
    assumes="the rows are independent draws, so that the errors of one hypothesis are a sum of independent variables",
)
def bad_hypotheses_err_on_the_sample(size: AtLeastOne, alpha: PositiveUnit, beta: PositiveUnit, more: FromZero) -> Use:
    """A hypothesis that errs with probability above alpha errs on at most alpha n / 2 of n rows with probability at
    most e^{-alpha n / 8}, by Chernoff's bound at delta = 1/2; all of them together do so with probability at most
    beta / 2, as n >= (8 / alpha) ln(2 size / beta)."""
    n = 8 / alpha * ln(2 * size / beta) + more
    return Use({"mean": alpha * n, "delta": HALF}, gives=lambda b: size * b.fails <= beta / 2, times=size)


@uses("BGS21.ALG.EXPLEARN.accuracy", "PROB.union", FILLER)
def the_hypotheses_fail_together(size: AtLeastOne, beta: PositiveUnit) -> Use:
    """Each of the hypotheses fails with probability at most beta / (2 size), and some with at most beta / 2."""
    return Use({"chances": size * (beta / (2 * size))}, gives=lambda b: b.fails <= beta / 2)


@uses("BGS21.ALG.EXPLEARN.accuracy", "DP.exponential.accuracy", FILLER)
def many_errors_are_seldom_chosen(
    size: AtLeastOne, alpha: PositiveUnit, beta: PositiveUnit, epsilon: PositiveReal, more: FromZero
) -> Use:
    """A hypothesis with at least x = alpha n / 2 errors, where the target has none, is chosen with probability at most
    size e^{-epsilon x / 2} <= beta / 2, as n >= (4 / (epsilon alpha)) ln(2 size / beta)."""
    n = 4 / (epsilon * alpha) * ln(2 * size / beta) + more
    at = {"k": size, "epsilon": epsilon, "x": alpha * n / 2}
    return Use(at, gives=lambda b: b.fails <= beta / 2, times=1)


@adds_up("BGS21.ALG.EXPLEARN.accuracy", FILLER)
def the_failures_of_the_exponential_learner(
    size: AtLeastOne, alpha: PositiveUnit, beta: PositiveUnit, epsilon: PositiveReal, more: FromZero
) -> Total:
    """EXPLEARN fails with probability at most beta."""
    return Total(fails=beta)


# ---- Theorem 3.1 with hypotheses in H


rests_on("BGS21.T3.1.first", "PROB.union", "both kinds of failure together are at most their sum", PROPER)
rests_on("BGS21.T3.1.second", "BGS21.ALG.EXPLEARN", "the wrong constant has weight w, and the right one 1", PROPER)


@uses("BGS21.T3.1", "BGS21.T3.1.close", PROPER)
def some_set_errs_by_at_most_a_sixteenth(common: Natural, t: PositiveInteger, more: Natural) -> Use:
    """With q = 16 t + ``more``, some {p : p(r) = b} is within (t - 1) / q <= 1/16 of each {p}."""
    return Use({"common": common, "t": t}, gives=common <= (16 * t + more) / 16)


@uses("BGS21.T3.1", "BGS21.T3.1.first", PROPER)
def the_samples_of_the_first_bit(Q: AtLeastOne, s: Unit) -> Use:
    """H|_1 is learned from n >= 256 ln(4 (Q + 1)) samples with alpha / 2 = beta / 2 = 1/4, where Q = q^2: e^{-n/256} is
    a part s of 1 / (4 (Q + 1)), and of beta = 1/2 a quarter is left for the other bit."""
    return Use({"Q": Q, "w": s / (4 * (Q + 1))}, gives=lambda b: HALF - b.fails >= QUARTER)


@uses("BGS21.T3.1", "BGS21.T3.1.second", PROPER)
def the_samples_of_the_second_bit(more: FromZero) -> Use:
    """H|_2 is learned from n >= 16 ln 3 samples at epsilon = 1/8, where e^{-epsilon n / 2} <= 1/3, and of beta = 1/2 a
    quarter is left for the other bit."""
    w = exp(-(Fraction(1, 16) * (16 * ln(3) + more)))
    return Use({"w": w}, gives=lambda b: HALF - b.fails >= QUARTER)


@uses("BGS21.T3.1", "BGS21.T3.1.packing.rows", PROPER)
def a_proper_learner_needs_more_samples(points: AtLeastTwo, n: PositiveReal, together: Unit) -> Use:
    """A proper learner for H needs n >= 8 ln(|X| / 2) samples at epsilon = 1/8."""
    at = {"points": points, "epsilon": EIGHTH, "n": n, "together": together}
    return Use(at, gives=8 * ln(points / 2) <= n)


@uses("BGS21.T3.1.packing.rows", "DP.group", PROPER)
def all_rows_are_changed(points: AtLeastTwo, w: AtLeastOne, r: Unit) -> Use:
    """What is output with probability at least 1/2 on one sample is output with probability at least e^{-epsilon n} /
    2 on every other, from which it differs in at most n rows: here just that, and the points' hypotheses together at
    least points times it."""
    at = {"w": w, "s": Real.of(0), "q": HALF, "r": r}
    return Use(at, gives=points * (HALF / w) <= points * r)


@uses(
    "BGS21.T3.1.first",
    "PROB.hoeffding",
    PROPER,
    assumes="the rows are independent draws, so that the errors of one hypothesis are a sum of independent variables",
)
def an_empirical_error_is_right_to_a_sixteenth(Q: AtLeastOne, s: PositiveUnit) -> Use:
    """At t = 1/16 and n = 256 ln(4 (Q + 1) / s), an empirical error is off by more than t to one side with probability
    at most e^{-2 n t^2} = w^2, where w = e^{-n/256} = s / (4 (Q + 1)); those of the Q sets, and that of the close one
    to the other side too, with probability at most (Q + 1) w^2."""
    n, w = _rows(Q, s), s / (4 * (Q + 1))
    return Use({"n": n, "t": Fraction(1, 16)}, gives=lambda b: b.fails <= w**2, times=Q + 1)


@uses("BGS21.T3.1.first", "DP.exponential.accuracy", PROPER)
def the_choice_is_right_to_a_sixteenth(Q: AtLeastOne, s: PositiveUnit) -> Use:
    """At epsilon = 1/8 EXPLEARN chooses a set with n / 16 errors more than the best one with probability at most
    Q e^{-n/256} = Q w, so that its error is at most 4/16."""
    n, w = _rows(Q, s), s / (4 * (Q + 1))
    return Use({"k": Q, "epsilon": EIGHTH, "x": n / 16}, gives=lambda b: b.fails <= Q * w, times=1)


def _rows(Q: Real, s: Real) -> Real:
    return 256 * ln(4 * (Q + 1) / s)


@adds_up("BGS21.T3.1.first", PROPER)
def the_failures_of_the_first_bit(Q: AtLeastOne, s: PositiveUnit) -> Total:
    """The learner of the first bit fails with probability at most 1/4."""
    return Total(fails=QUARTER)


@uses("BGS21.T3.1.packing", "DP.group", PROPER)
def every_point_is_every_other(m: AtLeastTwo, w: AtLeastOne, q: Unit, part: Unit) -> Use:
    """All n rows are changed, w = e^{epsilon n}: where each of m hypotheses has probability q on rows at its own point,
    and the m have a ``part`` of 1 on the rows at one point, q <= w / m."""
    return Use({"w": w, "s": Real.of(0), "q": q, "r": part / m}, gives=q <= w / m)
