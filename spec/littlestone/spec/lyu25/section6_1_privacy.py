"""LYU25 section 6.1: the privacy of the whole algorithm, and of its tests."""

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import OnlineParameters
from littlestone.spec.online.privacy_losses import RootLogFour, loss_of_tests

TESTS = "section 6.1, first item"
DRAWS = "section 6.1, second item"
WHOLE = "section 6.1"
FIXED = "for section 6.1"


# ---- The whole algorithm


def leaking_run(C: Expression) -> tuple[Real, Real]:
    """A lower bound on the chance of an event that has probability 0 on a neighbouring stream, and delta. With the
    first pair (x, 1), 0 is published first (1/4); |E| = 1 passes its test (e^{-U/b} / 2 or more); one teacher's class
    is {1_x} then, and the test on m passes (1/2); all 3 C draws are 1_x, each with weight e^{eps_s} against e^{eps_s
    (k-1)} for 0 and e^{eps_s B} for the failure symbol. With (x, 0) all lists stay {0}."""
    A = OnlineParameters(1, 1, 8 * (C + 1) ** 2, ln(16), C, C)
    s, k = A.epsilon_sparse, A.k
    drawn = exp(s) / (exp(s) + exp(s * (k - 1)) + exp(s * A.B))
    return HALF**4 * exp(-(A.U / A.noise)) * drawn ** (3 * C), exp(-A.log_delta)


@claim(
    "LYU25.P6.1",
    "Section 6.1: privacy of the online learner",
    "claim",
    narrows="one class, one pair of streams and one event, by a bound on its chance; that the event has this chance or "
    "more, and the chance 0 on the neighbour, is not formalized",
)
def the_whole_algorithm_is_private(C: PositiveInteger) -> Truth:
    """The whole of algorithm 3 is $(O(epsilon), delta)$-private as long as $K <= O(d^3)$. Read as: an event of
    probability 0 on a neighbouring stream has probability at most $delta$, for $H = {0, 1_x, ...}$ on 5 points, $d =
    1$, $epsilon = 1$, $T = 16$, $delta = e^{-8 (C+1)^2}$, the constant $C$ for every hidden one, log natural, and the
    first pair $(x, 1)$ or $(x, 0)$."""
    chance, delta = leaking_run(C)
    return chance <= delta


@terms("LYU25.P6.1.corrected")
def whole_run(epsilon: PositiveUnit, delta: BelowOne) -> Terms:
    """All tests and draws of a run, with noises and teachers that are set for epsilon."""
    return Terms(epsilon=25 * epsilon, delta=delta)


@correction(
    "LYU25.P6.1",
    "a draw is not private at $B = k/10$ (LYU25.P6.1.sparse): it takes $k >= 100 ln(4 N L / delta) / "
    "eps_s$ for $N$ draws from lists of at most $L$ items, noises that are set for $K$, and an "
    "independent teacher for each example (LYU25.A3.split)",
    narrows="the run is its tests and draws, composed; that interleaving costs no more is LYU25.R3.conc, for two tests "
    "and a response, and that one pair of the stream changes one list LYU25.A3.split.corrected, for few examples and "
    "one more",
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
    """The whole of algorithm 3, with a random teacher for each example and not equal sizes as printed, is $(25 epsilon,
    delta)$-private, $epsilon <= 1$ and $delta < 1$, where it halts after
    $K$ calls, makes $N$ draws on data, from lists of at most $L$ items, has noise of scale $(sqrt((K + 1) l) + l) /
    epsilon$ on $|E|$ and $(sqrt((d + 1) l) + l) / epsilon$ on $m$, $l = ln(4 / delta)$, $eps_s = epsilon / sqrt(N l)$,
    $k >= 100 ln(4 N L / delta) / eps_s$ and $B = k / 10$: either sequence of tests costs $(7 epsilon, delta/4)$, the
    draws together $(11 epsilon, delta/2)$. Here $y^2 = l$, $a^2 = K + 1$, $b^2 = d + 1$, $c^2 = N$."""
    log, s, delta = y**2, epsilon / (c * y), 4 * exp(-(y**2))
    z = log_L + 2 * ln(c) + log
    k = factor * z / s + more
    on_errors, on_votes = epsilon / (a * y + log), epsilon / (b * y + log)
    draws = root(2) * c * y * 2 * s + c**2 * 2 * s * (exp(2 * s) - 1)
    whole = whole_run(epsilon, delta)
    lines = [
        loss_of_tests(on_errors, a, y) <= tests * epsilon,
        loss_of_tests(on_votes, b, y) <= tests * epsilon,
        (draws <= total * epsilon) & (2 * tests * epsilon + total * epsilon <= whole.epsilon),
        (10 * z <= s * (k / 10)) & (s <= 9 * z),
        3 * delta / 4 + c**2 * exp(log_L - z) <= whole.delta,
    ]
    return all_of(lines)


@uses("LYU25.P6.1", "LYU25.P6.1.thr", TESTS, draws="the tests are $(2 epsilon, 2 delta)$-private, up to constants")
def the_tests_are_private(
    d: PositiveInteger, epsilon: PositiveReal, log_T: FromZero, log_delta: PositiveReal, delta: OpenUnit
) -> Use:
    """The two sequences of tests, each $(O(epsilon), delta)$-private by Lemma 3.2."""
    arguments = {"d": d, "epsilon": epsilon, "log_T": log_T, "log_delta": log_delta}
    return Use(arguments, epsilon=2 * epsilon, delta=2 * delta)


@uses(
    "LYU25.P6.1",
    "LYU25.P6.1.sparse",
    DRAWS,
    repair="LYU25.P6.1.sparse.corrected",
    draws="each of the $K O(log T)$ draws is $(eps_2, delta_hat)$-private, up to constants",
)
def each_draw_is_private(d: PositiveInteger, log_T: FromZero, delta: OpenUnit) -> Use:
    """$K O(log T)$ draws, $K = d^3$, each of which fails with probability $delta_hat = delta^2 / d^10$, here with
    constants 1."""
    return Use(delta=d**3 * log_T * delta**2 / d**10)


@uses(
    "LYU25.P6.1",
    "LYU25.P6.1.sparse.display",
    "section 6.1, the display",
    repair="LYU25.P6.1.sparse.display.corrected",
    draws="the draws are together $(O(epsilon), delta)$-private",
)
def the_draws_compose(delta: OpenUnit) -> Use:
    """Advanced composition, which fails with probability $delta$."""
    return Use(delta=delta)


rests_on("LYU25.P6.1", "LYU25.R3.conc", "the tests and the draws, interleaved, cost what they cost in turn", TESTS)
rests_on("LYU25.P6.1", "LYU25.P6.1.stop", "$K <= O(d^3)$: the halt depends on published outcomes", WHOLE)


@adds_up("LYU25.P6.1", WHOLE)
def the_failures_of_privacy(
    d: PositiveInteger, epsilon: PositiveReal, log_T: FromZero, log_delta: PositiveReal, delta: OpenUnit
) -> Total:
    """The whole algorithm is $(O(epsilon), delta)$-private: the failures of the tests, of the draws and of
    composition."""
    return Total(delta=delta)


@correction(
    "LYU25.P6.1.sums",
    "two sequences of tests and advanced composition cost $delta$ each, and the ignored $delta_hat$ adds "
    "up as $T$ grows: take $delta/4$ for each part, and $delta_hat = delta / (4 N)$",
    parts=Constant(4, mutants=(3,)),
)
def the_failures_of_privacy_are_shared_out(delta: OpenUnit, N: AtLeastOne, parts: int) -> Truth:
    """Two sequences of tests and composition at $delta / 4$ each, and $N$ draws at $delta / (4 N)$ each, cost $delta$
    at most together."""
    return 3 * delta / parts + N * (delta / (parts * N)) <= delta


@uses("LYU25.P6.1.corrected", "DP.composition.advanced", FIXED)
def all_draws_are_private(epsilon: PositiveUnit, y: RootLogFour, c: AtLeastOne) -> Use:
    """$N = c^2$ draws, each of loss $2 eps_s = 2 epsilon / sqrt(N ln(4/delta))$, lose $11 epsilon$ together at
    $delta/4$, and with $delta/(4N)$ for each draw at $delta/2$; $y^2$ is the logarithm."""
    at = {"k": c**2, "epsilon": 2 * epsilon / (c * y), "delta": exp(-(y**2))}
    return Use(at, gives=lambda all: all.epsilon <= 11 * epsilon)


@uses("LYU25.P6.1.corrected", "DP.composition.adaptive", FIXED, name="tests")
def both_sequences_of_tests_are_private(epsilon: PositiveUnit, delta: BelowOne) -> Use:
    """The two sequences of tests, $(7 epsilon, delta/4)$ each."""
    at = {"first": 7 * epsilon, "second": 7 * epsilon, "delta1": delta / 4, "delta2": delta / 4}
    return Use(at, gives=lambda both: (both.epsilon <= 14 * epsilon) & (both.delta <= delta / 2))


@uses("LYU25.P6.1.corrected", "DP.composition.adaptive", FIXED)
def tests_and_draws_are_private(epsilon: PositiveUnit, delta: BelowOne) -> Use:
    """The tests, $(14 epsilon, delta/2)$ together, and the draws, $(11 epsilon, delta/2)$."""
    at = {"first": 14 * epsilon, "second": 11 * epsilon, "delta1": delta / 2, "delta2": delta / 2}
    return Use(at, gives=lambda all: (all.epsilon <= 25 * epsilon) & (all.delta <= delta))


rests_on(
    "LYU25.P6.1.corrected", "LYU25.L3.2.corrected", "either sequence of tests is $(7 epsilon, delta/4)$-private", FIXED
)
rests_on("LYU25.P6.1.corrected", "LYU25.L3.1.corrected", "a draw from lists that differ in one is private", FIXED)
rests_on("LYU25.P6.1.corrected", "LYU25.R3.sym", "the tests on $m$ count their Belows", FIXED)
rests_on("LYU25.P6.1.corrected", "LYU25.P6.1.sparse.corrected", "a draw is $(2 eps_s, delta/(4N))$-private", FIXED)
rests_on("LYU25.P6.1.corrected", "LYU25.A3.split.corrected", "one pair of the stream changes one chunk", FIXED)
rests_on("LYU25.P6.1.corrected", "LYU25.R3.conc", "the tests and the draws, interleaved", FIXED)
rests_on("LYU25.P6.1.corrected", "LYU25.P6.1.stop", "$K$ calls: the halt depends on published outcomes", FIXED)


@claim(
    "LYU25.P6.1.unbounded",
    "for section 6.1: privacy of the online learner, any constant",
    "remark",
    role="companion",
    narrows="the bounds $U/b <= C^2 log(T) log(log T)$ and $e^{-C} / 3$ on the chance of a draw are not formalized, "
    "nor that the event has that chance, and none on the neighbour",
    rows=Constant(8, mutants=(5,)),
)
def no_constant_makes_the_algorithm_private(C: AtLeastOne, rows: int) -> Truth:
    """For every $C >= 1$ the event of LYU25.P6.1 is likelier than $delta$: $(1/16) e^{-C^2 ln(16) ln ln 16} (e^{-C} /
    3)^{3 C} > e^{-8 (C+1)^2}$, in logarithms."""
    spent = ln(16) + C**2 * ln(16) * ln(ln(16)) + 3 * C * (C + ln(3))
    return spent < rows * (C + 1) ** 2


# ---- The tests


@claim(
    "LYU25.P6.1.thr",
    "Section 6.1, first item: privacy loss of the tests",
    "displayed",
    narrows="the last inequality of the display, with 2 for $O$; what Lemma 3.2 gives is its dependency on that",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_tests_spend_order_epsilon(
    d: PositiveInteger, epsilon: PositiveReal, log_T: FromZero, log_delta: PositiveReal, factor: int
) -> Truth:
    """$log(1/delta) eps' d^3 + log(1/delta) eps'' d <= O(epsilon)$, with $eps' = epsilon / (d^3 log(T/delta))$, $eps''
    = epsilon / (d log(T/delta))$ and the constant 2."""
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
    """With $K = d^3$ positive outcomes and the ratio $eps'$, which Lemma 3.2 needs to be at most 1, say, the loss is at
    most $2 log(1/delta) eps' d^3$."""
    ratio = epsilon / (d**3 * (log_T + log_delta))
    loss = lemma_3_2(ratio, d**3, log_delta)
    return Use(needs=ratio <= 1, gives=loss <= 2 * log_delta * ratio * d**3)


@uses("LYU25.P6.1.thr", "LYU25.R3.sym", TESTS, name="votes")
def the_tests_on_votes_count_what_is_below(
    d: PositiveInteger, epsilon: PositiveReal, log_T: FromZero, log_delta: PositiveReal
) -> Use:
    """With $d + 1$ negative outcomes and the ratio $eps'' = epsilon / (d log(T/delta))$, which Lemma 3.2 needs to be at
    most 1, say, the loss is at most $2 log(1/delta) eps'' (d + 1)$."""
    ratio = epsilon / (d * (log_T + log_delta))
    return Use(needs=ratio <= 1, gives=lemma_3_2(ratio, d + 1, log_delta) <= 2 * log_delta * ratio * (d + 1))


@correction(
    "LYU25.P6.1.thr.from.R3.sym.votes.conclusion",
    "as for the tests on errors: assume $(d + 1) log(1/delta) >= 1$",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
@correction(
    "LYU25.P6.1.thr.from.L3.2.errors.conclusion",
    "as $delta$ goes to 1, $sqrt(K log(1/delta))$ is beyond every multiple of $K log(1/delta)$: assume $K "
    "log(1/delta) >= 1$",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_loss_of_the_tests_is_linear(x: AtLeastOne, K: AtLeastOne, factor: int) -> Truth:
    """$sqrt(K log(1/delta)) + log(1/delta) <= 2 K log(1/delta)$, for $x^2 = K log(1/delta) >= 1$ and $K >= 1$."""
    return x + x**2 / K <= factor * x**2


@correction(
    "LYU25.P6.1.thr.from.L3.2.errors.premise",
    "Lemma 3.2 needs a bounded $epsilon$: assume $epsilon <= 1$ and $T / delta >= e$",
    most=Constant(1, mutants=(2,)),
)
@correction(
    "LYU25.P6.1.thr.from.R3.sym.votes.premise",
    "$eps''$ is not bounded: assume $epsilon <= 1$ and $T / delta >= e$",
    most=Constant(1, mutants=(2,)),
)
def the_ratios_of_the_tests_are_bounded(
    d: AtLeastOne, epsilon: PositiveReal, noise: AtLeastOne, most: int
) -> Statement:
    """$eps' = epsilon / (d^3 log(T/delta))$ and $eps'' = epsilon / (d log(T/delta))$ are at most 1 for $epsilon <= 1$
    and $log(T/delta) >= 1$."""
    return when(epsilon <= most, (epsilon <= d**3 * noise) & (epsilon <= d * noise))
