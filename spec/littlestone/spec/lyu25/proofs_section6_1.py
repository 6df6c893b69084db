"""LYU25 section 6.1: what the privacy accounting uses."""

from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import OnlineParameters
from littlestone.spec.online.privacy_losses import RootLogFour

WHOLE = "section 6.1"
TESTS, DRAWS = "section 6.1, first item", "section 6.1, second item"

# ---- The whole


@uses("LYU25.P6.1", "LYU25.P6.1.thr", TESTS, draws="the tests are (2 epsilon, 2 delta)-private, up to constants")
def the_tests_are_private(
    d: PositiveInteger, epsilon: PositiveReal, log_T: FromZero, log_delta: PositiveReal, delta: OpenUnit
) -> Use:
    """The two sequences of tests, each (O(epsilon), delta)-private by Lemma 3.2."""
    arguments = {"d": d, "epsilon": epsilon, "log_T": log_T, "log_delta": log_delta}
    return Use(arguments, epsilon=2 * epsilon, delta=2 * delta)


@uses(
    "LYU25.P6.1",
    "LYU25.P6.1.sparse",
    DRAWS,
    repair="LYU25.P6.1.sparse.corrected",
    draws="each of the K O(log T) draws is (eps_2, delta_hat)-private, up to constants",
)
def each_draw_is_private(d: PositiveInteger, log_T: FromZero, delta: OpenUnit) -> Use:
    """K O(log T) draws, K = d^3, each of which fails with probability delta_hat = delta^2 / d^10, here with constants
    1."""
    return Use(delta=d**3 * log_T * delta**2 / d**10)


@uses(
    "LYU25.P6.1",
    "LYU25.P6.1.sparse.display",
    "section 6.1, the display",
    repair="LYU25.P6.1.sparse.display.corrected",
    draws="the draws are together (O(epsilon), delta)-private",
)
def the_draws_compose(delta: OpenUnit) -> Use:
    """Advanced composition, which fails with probability delta."""
    return Use(delta=delta)


rests_on("LYU25.P6.1", "LYU25.R3.conc", "the tests and the draws, interleaved, cost what they cost in turn", TESTS)
rests_on("LYU25.P6.1", "LYU25.P6.1.stop", "K <= O(d^3): the halt depends on published outcomes", WHOLE)


@adds_up("LYU25.P6.1", WHOLE)
def the_failures_of_privacy(
    d: PositiveInteger, epsilon: PositiveReal, log_T: FromZero, log_delta: PositiveReal, delta: OpenUnit
) -> Total:
    """The whole algorithm is (O(epsilon), delta)-private: the failures of the tests, of the draws and of
    composition."""
    return Total(delta=delta)


@correction(
    "LYU25.P6.1.sums",
    "two sequences of tests and advanced composition cost delta each, and the ignored delta_hat adds up to more as T "
    "grows: the parts must have delta/4 each, and delta_hat = delta / (4 N), which changes logarithms alone",
    parts=Constant(4, mutants=(3,)),
)
def the_failures_of_privacy_are_shared_out(delta: OpenUnit, N: AtLeastOne, parts: int) -> Truth:
    """Two sequences of tests and composition at delta / 4 each, and N draws at delta / (4 N) each."""
    return 3 * delta / parts + N * (delta / (parts * N)) <= delta


@uses("LYU25.P6.1.corrected", "DP.composition.advanced", "section 6.1, the display")
def all_draws_are_private(epsilon: PositiveUnit, y: RootLogFour, c: AtLeastOne) -> Use:
    """N = c^2 draws, each of loss 2 eps_s = 2 epsilon / sqrt(N ln(4/delta)), cost (11 epsilon, delta/4); y^2 is the
    logarithm."""
    at = {"k": c**2, "epsilon": 2 * epsilon / (c * y), "delta": exp(-(y**2))}
    return Use(at, gives=lambda draws: draws.epsilon <= 11 * epsilon)


@uses("LYU25.P6.1.corrected", "DP.composition.adaptive", WHOLE)
def tests_and_draws_are_private(epsilon: PositiveUnit, delta: BelowOne) -> Use:
    """The two sequences of tests and the draws: (7 epsilon, delta/4) twice, and (11 epsilon, delta/2)."""
    at = {"first": 14 * epsilon, "second": 11 * epsilon, "delta1": delta / 2, "delta2": delta / 2}
    return Use(at, gives=lambda all: (all.epsilon <= 25 * epsilon) & (all.delta <= delta))


rests_on(
    "LYU25.P6.1.corrected", "LYU25.L3.2.corrected", "either sequence of tests is (7 epsilon, delta/4)-private", TESTS
)
rests_on("LYU25.P6.1.corrected", "LYU25.L3.1.corrected", "a draw from lists that differ in one is private", DRAWS)
rests_on("LYU25.P6.1.corrected", "LYU25.R3.sym", "the tests on m count their Belows", TESTS)
rests_on("LYU25.P6.1.corrected", "LYU25.P6.1.sparse.corrected", "a draw is (2 eps_s, delta/(4N))-private", DRAWS)
rests_on("LYU25.P6.1.corrected", "LYU25.A3.split.corrected", "one pair of the stream changes one chunk", WHOLE)
rests_on("LYU25.P6.1.corrected", "LYU25.R3.conc", "the tests and the draws, interleaved", TESTS)
rests_on("LYU25.P6.1.corrected", "LYU25.P6.1.stop", "K calls: the halt depends on published outcomes", WHOLE)


@uses("LYU25.P6.1.sparse.corrected", "LYU25.L3.1.corrected", DRAWS, draws="a draw is (2 eps_s, delta_hat)-private")
def the_draw_is_a_private_sample_with_enough_teachers(
    s: PositiveUnit, log_L: FromZero, delta: UpToHalf, more: FromZero
) -> Use:
    """Lemma 3.1 at B = k/10 and k = 100 ln(L / delta_hat) / eps_s: eps_s <= 1 is at most 9 ln 2."""
    z = log_L + ln(1 / delta)
    B = (100 * z / s + more) / 10
    return Use(needs=(10 * z <= s * B) & (s <= 9 * z), epsilon=2 * s, delta=delta)


# ---- The tests


def lemma_3_2(epsilon: Real, K: Real, log_delta: Real) -> Real:
    """eps (sqrt(K log(1/delta)) + log(1/delta)), the loss of Lemma 3.2 up to its constant."""
    return epsilon * (root(K * log_delta) + log_delta)


@uses("LYU25.P6.1.thr", "LYU25.L3.2", TESTS, repair="LYU25.L3.2.corrected", name="errors")
def the_tests_on_errors_are_above_threshold(
    d: PositiveInteger, epsilon: PositiveReal, log_T: FromZero, log_delta: PositiveReal
) -> Use:
    """With K = d^3 positive outcomes and the ratio eps' the loss is at most log(1/delta) eps' d^3; the lemma, where it
    holds, has eps' <= 1, and its sqrt(K log(1/delta)) is at most K log(1/delta) only where that is at least 1: with the
    constant 2, for every delta < 1."""
    ratio = epsilon / (d**3 * (log_T + log_delta))
    loss = lemma_3_2(ratio, d**3, log_delta)
    return Use(needs=ratio <= 1, gives=loss <= 2 * log_delta * ratio * d**3)


@correction(
    "LYU25.P6.1.thr.from.L3.2.errors.conclusion",
    "as delta goes to 1, sqrt(K log(1/delta)) is more than any constant times K log(1/delta): for K log(1/delta) >= 1"
    " the constant 2 serves",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_loss_of_the_tests_is_linear(x: AtLeastOne, K: AtLeastOne, factor: int) -> Truth:
    """sqrt(K log(1/delta)) + log(1/delta) <= 2 K log(1/delta), for x^2 = K log(1/delta) >= 1 and K >= 1."""
    return x + x**2 / K <= factor * x**2


@uses("LYU25.P6.1.thr", "LYU25.R3.sym", TESTS, name="votes")
def the_tests_on_votes_count_what_is_below(d: PositiveInteger, epsilon: PositiveReal, noise: PositiveReal) -> Use:
    """With at most d + 1 negative outcomes and the ratio eps'' = epsilon / (d log(T/delta)), which must be at most 1:
    (d + 1) eps'' log(1/delta) <= 2 epsilon, where log(1/delta) <= log(T/delta), here the noise."""
    ratio = epsilon / (d * noise)
    return Use(needs=ratio <= 1, gives=(d + 1) * ratio * noise <= 2 * epsilon)


@correction(
    "LYU25.P6.1.thr.from.L3.2.errors.premise",
    "Lemma 3.2 needs its epsilon to be bounded, and for any epsilon > 0 eps' is not: epsilon <= 1 and T / delta >= e "
    "suffice",
    most=Constant(1, mutants=(2,)),
)
@correction(
    "LYU25.P6.1.thr.from.R3.sym.votes.premise",
    "for any epsilon > 0 eps'' is not bounded: epsilon <= 1 and T / delta >= e suffice",
    most=Constant(1, mutants=(2,)),
)
def the_ratios_of_the_tests_are_bounded(
    d: AtLeastOne, epsilon: PositiveReal, noise: AtLeastOne, most: int
) -> Statement:
    """eps' = epsilon / (d^3 log(T/delta)) and eps'' = epsilon / (d log(T/delta)) are at most 1 for epsilon <= 1 and
    log(T/delta) >= 1."""
    return when(epsilon <= most, (epsilon <= d**3 * noise) & (epsilon <= d * noise))


# ---- The draws


@uses(
    "LYU25.P6.1.sparse",
    "LYU25.L3.1",
    DRAWS,
    repair="LYU25.L3.1.corrected",
    assumes="one list changes, where one pair of the stream does",
    draws="a draw is (2 eps_s, delta_hat)-private, where the print has eps_s",
)
def the_draw_is_a_private_sample(C: PositiveInteger) -> Use:
    """Lemma 3.1 with B = k/10, lists of at most L = p^d 2^{d^2} candidates, p = 2 d^3, and delta_hat = delta^2 / d^10:
    eps_s B >= 10 ln(L / delta_hat). Here d = 1, delta = e^{-C}, C the constant in front of k: eps_s B = C/10, whatever
    epsilon, T and delta are."""
    A = OnlineParameters(1, 1, C, 1, teachers=C)
    return Use(needs=A.epsilon_sparse * A.B >= 10 * (ln(4) + 2 * A.log_delta))


@correction(
    "LYU25.P6.1.sparse.from.L3.1.premise",
    "eps_s B = C d^2 / 10 is to be at least 10 (ln L + 2 ln(1/delta) + 10 ln d): log(1/delta) must be at most of order "
    "d^2, or k have it",
    factor=Constant(100, mutants=(99,), stronger="smaller"),
)
def enough_teachers_for_the_lemma(log_L: PositiveReal, log_delta_hat: FromZero, more: FromZero, factor: int) -> Truth:
    """B = k/10 >= 10 ln(L / delta_hat) / eps_s for eps_s k = 100 ln(L / delta_hat) + ``more``."""
    return (factor * (log_L + log_delta_hat) + more) / 10 >= 10 * (log_L + log_delta_hat)


rests_on("LYU25.P6.1.sparse", "LYU25.K4.1.1", "each list has at most L items", DRAWS, repair="LYU25.K4.1.1.corrected")


@uses("LYU25.P6.1.ignored.corrected", "DP.composition.adaptive", "section 6.1, second item")
def the_deltas_of_the_draws_add_up(
    C: AtLeastOne, d: AtLeastOne, log_T: FromZero, delta: OpenUnit, epsilon: FromZero, part: Unit
) -> Use:
    """C d^3 log T draws of delta^2 / d^10 each, a part of them and the rest, have C log(T) delta^2 / d^7 together."""
    total = C * log_T * delta**2 / d**7
    at = {"first": part * epsilon, "second": (1 - part) * epsilon, "delta1": part * total, "delta2": (1 - part) * total}
    return Use(at, given=C * delta * log_T <= d**7, gives=lambda draws: draws.delta <= delta)


@uses("LYU25.P6.1.sparse.display", "DP.composition.advanced", "section 6.1, the display")
def the_draws_are_composed(C: PositiveInteger) -> Use:
    """N = K log T draws of eps_2 each lose sqrt(2 N ln(1/delta)) eps_2 + N eps_2 (e^{eps_2} - 1), of which the print
    has the first term: the second is at most C times as large. Here N = 1, delta = 1/e and eps_2 = C + 1, for a
    constant C."""
    loss = C + 1
    at = {"k": Real.of(1), "epsilon": loss, "delta": exp(-1)}
    return Use(at, gives=lambda b: b.epsilon <= (1 + C) * root(2) * loss)


@correction(
    "LYU25.P6.1.sparse.display.from.DP.composition.advanced.conclusion",
    "for any epsilon > 0, N eps_2 (e^{eps_2} - 1) may be the larger term: for epsilon <= 1, log T and log(1/delta) >="
    " 1 and K <= d^3 it is at most 2 epsilon^2",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_second_term_is_small(x: PositiveUnit, factor: int) -> Truth:
    """With x = eps_2 <= 1, N x (e^x - 1) <= 2 N x^2 = 2 epsilon^2 / (log(T) log(1/delta)^2) for N = d^3 log T."""
    return exp(x) - 1 <= factor * x
