"""LYU25 section 6.1: the privacy accounting."""

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import OnlineParameters, sparse_sample
from littlestone.spec.online.privacy_losses import RootLogFour, is_private_draw, loss_of_tests

TESTS = "section 6.1, first item"
DRAWS = "section 6.1, second item"
WHOLE = "section 6.1"

# ---- The whole algorithm


def leaking_run(C: Expression) -> tuple[Real, Real]:
    """A lower bound on the chance of an event that has probability 0 on a neighbouring stream, and delta.

    H is {0, 1_x, ...} on at least 5 points, d = 1, epsilon = 1, T = 16, all constants are C, and delta = e^(-8
    (C+1)^2)."""
    A = OnlineParameters(1, 1, 8 * (C + 1) ** 2, ln(16), C, C)
    s, k = A.epsilon_sparse, A.k
    drawn = exp(s) / (exp(s) + exp(s * (k - 1)) + exp(s * A.B))
    return HALF**4 * exp(-(A.U / A.noise)) * drawn ** (3 * C), exp(-A.log_delta)


@claim(
    "LYU25.P6.1",
    "Section 6.1",
    "claim",
    narrows="one class, one pair of streams and one event; that each test passes with probability at least 1/2 where "
    "the count is at its threshold or above, and that a mistake goes to one chunk, is in words",
)
def the_whole_algorithm_is_private(C: PositiveInteger) -> Truth:
    """The whole of algorithm 3 is (O(epsilon), delta)-private: an event of probability 0 on a neighbouring stream has
    probability at most delta. Here H = {0, 1_x, ...} on 5 points, d = 1, epsilon = 1, T = 16, C is every hidden
    constant, delta = e^{-8 (C+1)^2}, and the first pair is (x, 1) against (x, 0). First 0 is published (1/4); |E| = 1
    passes its test with at least e^{-U/b} / 2; one teacher's class is {1_x} now, and the test on m passes (1/2); all 3
    C draws are 1_x, each with weight e^{eps_s} against e^{eps_s (k-1)} for 0 and e^{eps_s B} for the failure symbol.
    With (x, 0) all lists stay {0}. It fails for every C (LYU25.P6.1.unbounded), whatever the O of epsilon hides."""
    chance, delta = leaking_run(C)
    return chance <= delta


@correction(
    "LYU25.P6.1",
    "a draw from SparseSample is not private at B = k/10 (LYU25.P6.1.sparse): k must be at least 100 ln(4 N L / delta) "
    "/ eps_s for N draws from lists of at most L items, which has log(1/delta) beside d^2; the noises are to be set "
    "for K, and each example goes to an independent teacher (LYU25.A3.split)",
    narrows="the run is its tests and draws, composed; that interleaving costs no more is LYU25.R3.conc",
    cites=("LYU25.L3.2.corrected", "LYU25.L3.1.corrected", "DP.composition.advanced", "LYU25.A3.split.corrected"),
    total=Constant(11, mutants=(10,), stronger="smaller"),
    tests=Constant(7, mutants=(5,), stronger="smaller"),
    factor=Constant(100, mutants=(99,), stronger="smaller"),
)
def the_whole_algorithm_is_private_with_more_teachers(
    epsilon: PositiveUnit,
    y: RootLogFour,
    a: AtLeastOne,
    b: AtLeastOne,
    c: AtLeastOne,
    log_L: FromZero,
    more: FromZero,
    total: int,
    tests: int,
    factor: int,
) -> Truth:
    """The whole of algorithm 3 is (25 epsilon, delta)-private, epsilon <= 1 and delta < 1, where it halts after K
    calls, makes N draws from lists of at most L items on data, has noise of scale (sqrt((K + 1) l) + l) / epsilon on
    |E| and (sqrt((d + 1) l) + l) / epsilon on m, l = ln(4 / delta), eps_s = epsilon / sqrt(N l), k >= 100 ln(4 N L /
    delta) / eps_s and B = k / 10. By Lemma 3.2 either sequence of tests costs (7 epsilon, delta/4), by Lemma 3.1 a draw
    (2 eps_s, delta/(4N)), the draws together (11 epsilon, delta/2): here y^2 = l, a^2 = K + 1, b^2 = d + 1, c^2 = N."""
    log, s, delta = y**2, epsilon / (c * y), 4 * exp(-(y**2))
    z = log_L + 2 * ln(c) + log
    k = factor * z / s + more
    on_errors, on_votes = epsilon / (a * y + log), epsilon / (b * y + log)
    draws = root(2) * c * y * 2 * s + c**2 * 2 * s * (exp(2 * s) - 1)
    lines = [
        loss_of_tests(on_errors, a, y) <= tests * epsilon,
        loss_of_tests(on_votes, b, y) <= tests * epsilon,
        draws <= total * epsilon,
        (10 * z <= s * (k / 10)) & (s <= 9 * z),
        3 * delta / 4 + c**2 * exp(log_L - z) <= delta,
    ]
    return all_of(lines)


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


@claim(
    "LYU25.P6.1.unbounded",
    "for section 6.1",
    "remark",
    role="construction",
    narrows="the bounds U/b <= C^2 log(T) log(log T) and e^{-C} / 3 on the chance of a draw are in words",
    rows=Constant(8, mutants=(5,)),
)
def no_constant_makes_the_algorithm_private(C: AtLeastOne, rows: int) -> Truth:
    """For every C the event of LYU25.P6.1 is likelier than delta: (1/16) e^{-C^2 ln(16) ln ln 16} (e^{-C} / 3)^{3 C} >
    e^{-8 (C+1)^2}, in logarithms."""
    spent = ln(16) + C**2 * ln(16) * ln(ln(16)) + 3 * C * (C + ln(3))
    return spent < rows * (C + 1) ** 2


# ---- The tests


@claim(
    "LYU25.P6.1.thr",
    "Section 6.1, first item",
    "displayed",
    narrows="the last inequality of the display; what Lemma 3.2 gives is the arrow to it",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_tests_spend_order_epsilon(
    d: PositiveInteger, epsilon: PositiveReal, log_T: FromZero, log_delta: PositiveReal, factor: int
) -> Truth:
    """log(1/delta) eps' d^3 + log(1/delta) eps'' d <= O(epsilon), with eps' = epsilon / (d^3 log(T/delta)), eps'' =
    epsilon / (d log(T/delta)) and the constant 2."""
    noise = log_T + log_delta
    on_errors, on_votes = epsilon / (d**3 * noise), epsilon / (d * noise)
    return log_delta * on_errors * d**3 + log_delta * on_votes * d <= factor * epsilon


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


def one_candidate_more(C: Expression) -> tuple[OnlineParameters, tuple[Law[str | None], Law[str | None]]]:
    """SparseSample on k lists {f} and with g on one of them, for d = 1, delta = e^(-C-1), log T = 10 epsilon, and C in
    front of k, which is 10 C (C + 1)."""
    A = OnlineParameters(1, 1, C + 1, 10, teachers=C)
    shared = {"f": A.k}
    return A, (
        sparse_sample({**shared, "g": 1}, A.epsilon_sparse, A.B),
        sparse_sample(shared, A.epsilon_sparse, A.B),
    )


@claim("LYU25.P6.1.sparse", "Section 6.1, second item", "claim")
def a_draw_is_private(C: PositiveSize) -> Truth:
    """Each call of SparseSample is (eps_2, delta_hat)-private with eps_2 = eps_s and delta_hat <= delta^2 / d^10: here
    on k lists {f}, of which one has g beside f or not, d = 1, C in front of k and delta = e^{-C-1}: g is drawn with
    probability e^{eps_s} / (e^{eps_s} + e^{C/10} + e^C) or 0. It fails for every C (LYU25.P6.1.sparse.unbounded)."""
    A, (P, Q) = one_candidate_more(C)
    return indistinguishable(P, Q, A.epsilon_sparse, exp(-2 * A.log_delta))


@correction(
    "LYU25.P6.1.sparse",
    "eps_s B = d^2 / 10 does not depend on delta, and Lemma 3.1 asks for eps_s B >= 10 ln(L / delta_hat): k = 100 ln(L "
    "/ delta_hat) / eps_s is enough (25 is, 24 is not), about log(1/delta) / d^2 times as many teachers; and the loss "
    "is 2 eps_s",
    cites=("LYU25.L3.1.corrected",),
    factor=Constant(100, mutants=(24,), stronger="smaller"),
)
def a_draw_with_enough_teachers_is_private(
    s: PositiveUnit,
    log_L: FromZero,
    delta: UpToHalf,
    more: FromZero,
    a: Unit,
    b: Unit,
    event: Unit,
    factor: int,
) -> Truth:
    """With k = 100 ln(L / delta_hat) / eps_s or more, B = k/10, eps_s <= 1 and delta_hat <= 1/2, a draw from lists of
    at most L items is (2 eps_s, delta_hat)-private; here delta is delta_hat."""
    k = factor * (log_L + ln(1 / delta)) / s + more
    return is_private_draw(exp(log_L), delta, s, exp(s * (k / 10)), a, b, event)


@uses("LYU25.P6.1.sparse.corrected", "LYU25.L3.1.corrected", DRAWS, draws="a draw is (2 eps_s, delta_hat)-private")
def the_draw_is_a_private_sample_with_enough_teachers(
    s: PositiveUnit, log_L: FromZero, delta: UpToHalf, more: FromZero
) -> Use:
    """Lemma 3.1 at B = k/10 and k = 100 ln(L / delta_hat) / eps_s: eps_s <= 1 is at most 9 ln 2."""
    z = log_L + ln(1 / delta)
    B = (100 * z / s + more) / 10
    return Use(needs=(10 * z <= s * B) & (s <= 9 * z), epsilon=2 * s, delta=delta)


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


@claim(
    "LYU25.P6.1.sparse.unbounded",
    "for section 6.1",
    "remark",
    role="construction",
    narrows="the arithmetic; that g is drawn with at least this probability is in words",
    rate=Constant(2, mutants=(HALF,)),
)
def no_constant_makes_a_draw_private(C: AtLeastOne, rate: Fraction) -> Truth:
    """For every C in front of k, 1 / (1 + 2 e^C) > delta^2 at delta = e^{-C-1}: the chance that g is drawn is larger
    than delta_hat."""
    return 1 + 2 * exp(C) < exp(rate * (C + 1))


@claim("LYU25.P6.1.sparse.display", "Section 6.1, the display", "displayed")
def the_draws_spend_order_epsilon(C: PositiveInteger) -> Truth:
    """sqrt(K log(T) log(1/delta)) eps_2 <= O(epsilon) for K <= O(d^3), with eps_2 = epsilon / (sqrt(d^3) log(T)
    log(1/delta)): here K = d^3, C is the constant, T = 2 and delta = e^{-1/C^2}, where the left side is C epsilon /
    sqrt(ln 2). It fails for every C (LYU25.P6.1.draws.unbounded)."""
    A = OnlineParameters(1, 1, 1 / C**2, ln(2))
    return A.log_T * A.log_delta * A.epsilon_sparse**2 <= C**2


@correction(
    "LYU25.P6.1.sparse.display",
    "the left side is epsilon sqrt(K / d^3) / sqrt(log(T) log(1/delta)), at most of order epsilon only where log(T) "
    "log(1/delta) is not small, as for T >= 3 and delta <= 1/e",
    narrows="the term of advanced composition that the print has; its second, N eps_2 (e^{eps_2} - 1), is left out",
    scale=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def the_draws_spend_order_epsilon_for_small_delta(
    r: Unit, log_T: AtLeastOne, log_delta: AtLeastOne, scale: Fraction
) -> Truth:
    """For log T >= 1, log(1/delta) >= 1 and K = r d^3 <= d^3, K log(T) log(1/delta) eps_2^2 = r epsilon^2 / (log(T)
    log(1/delta)) <= epsilon^2."""
    return r <= scale * log_T * log_delta


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


@claim(
    "LYU25.P6.1.ignored",
    "Section 6.1, second item",
    "claim",
    narrows="the arithmetic: the draws' failures added up, at the largest delta_hat that the print allows",
)
def the_failures_of_the_draws_may_be_ignored(C: PositiveInteger) -> Truth:
    """delta_hat is so small that it is ignored: the C d^3 log(T) draws fail together with probability up to C d^3
    log(T) delta^2 / d^10, at most delta; here d = 1, delta = 1/2 and log T = 2 C + 1. It fails for every C
    (LYU25.P6.1.draws.unbounded)."""
    delta, log_T = HALF, 2 * C + 1
    return C * log_T * delta**2 <= delta


@correction(
    "LYU25.P6.1.ignored",
    "log T grows without bound at fixed delta: the failures are at most delta where C delta log T <= d^7; in general "
    "delta_hat must be delta / N for the N draws, which enters Lemma 3.1 through log N = O(log(d log T)) alone",
    narrows="the arithmetic: the draws' failures added up",
    share=SHARE,
)
def the_failures_of_the_draws_are_small_for_small_delta(
    C: AtLeastOne, d: AtLeastOne, log_T: FromZero, delta: OpenUnit, share: Fraction
) -> Statement:
    """C d^3 log(T) delta^2 / d^10 <= delta where C delta log T <= d^7."""
    return when(C * delta * log_T <= d**7, C * log_T * delta**2 <= share * delta * d**7)


@uses("LYU25.P6.1.ignored.corrected", "DP.composition.adaptive", "section 6.1, second item")
def the_deltas_of_the_draws_add_up(
    C: AtLeastOne, d: AtLeastOne, log_T: FromZero, delta: OpenUnit, epsilon: FromZero, part: Unit
) -> Use:
    """C d^3 log T draws of delta^2 / d^10 each, a part of them and the rest, have C log(T) delta^2 / d^7 together."""
    total = C * log_T * delta**2 / d**7
    at = {"first": part * epsilon, "second": (1 - part) * epsilon, "delta1": part * total, "delta2": (1 - part) * total}
    return Use(at, given=C * delta * log_T <= d**7, gives=lambda draws: draws.delta <= delta)


@claim(
    "LYU25.P6.1.draws.unbounded",
    "for section 6.1",
    "remark",
    role="construction",
    parts=Constant(1, mutants=(2,)),
)
def no_constant_hides_the_draws(C: AtLeastOne, parts: int) -> Truth:
    """For every C, C^2 < C^2 / ln 2, the squares of the two sides of LYU25.P6.1.sparse.display at epsilon = 1, and the
    1/2 of LYU25.P6.1.ignored is less than its C (2 C + 1) / 4."""
    return (parts * C**2 < C**2 / ln(2)) & (HALF * parts < C * (2 * C + 1) / 4)


@claim(
    "LYU25.P6.1.stop",
    "Section 6.1, last sentence",
    "remark",
    narrows="one mechanism, two randomised responses, of which the first tells whether the second is asked; of the "
    "halting after too many tests that the outcomes are published is in words",
    share=SHARE,
)
def a_hard_stop_on_public_outcomes_is_free(j: PositiveSize, law: LawOf, respond: Response, share: Fraction) -> Truth:
    """Halting on public outcomes does not affect privacy: two responses to a bit, each with eps = ln(1 + j), halted
    after the first where it is 1, are as private as without the halt, 2 eps."""
    epsilon = ln(1 + j)

    def halted(row: int) -> Law[tuple[int, int]]:
        one: Law[int] = law(respond, row, 2, epsilon)
        return one.product(one).map(lambda answers: (1, -1) if answers[0] else answers)

    return indistinguishable(halted(0), halted(1), share * 2 * epsilon, 0)
