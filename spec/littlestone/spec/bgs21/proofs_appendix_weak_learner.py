"""BGS21 appendix A: what the boosting of the confidence and Claim A.2 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

SKETCH = "Appendix A, proof sketch of Theorem A.1"
WEAK = "Appendix A, after Claim A.2"
CLAIM = "Claim A.2, appendix A, corrected"
FromLn4 = Annotated[Real, Reals(low=ln(4))]

# ---- Confidence


@uses("BGS21.TA.1.conf", "BGS21.D2.6", f"{SKETCH}, 'repeating the algorithm A'")
def all_runs_fail_rarely(beta: PositiveUnit, p: Unit, q: Unit) -> Use:
    """Each run is (1/4, 1/4)-accurate on rows of its own: with one run more, all fail with probability p q <= q / 4, so
    that k >= log_4(2 / beta) runs all fail with probability at most beta / 2."""
    return Use(says=p <= QUARTER, gives=p * q <= q / 4, fails=beta / 2)


@uses("BGS21.TA.1.conf", "PROB.hoeffding", f"{SKETCH}, 'with respect to a fresh sample'")
def the_errors_are_estimated(n: PositiveInteger) -> Use:
    """The error of a hypothesis on n fresh rows is off by 1/36, to each side, with probability e^{-n / 648}."""
    return Use({"n": n, "t": Fraction(1, 36)}, gives=lambda b: b.fails <= exp(-(n / 648)))


@uses("BGS21.TA.1.conf", "PROB.union", f"{SKETCH}, 'with respect to a fresh sample'")
def all_errors_are_estimated(beta: PositiveUnit, k: AtLeastOne) -> Use:
    """One of k estimates is off with probability at most 2 k e^{-n / 648} <= beta / 4."""
    return Use({"chances": k * (beta / (4 * k))}, gives=lambda b: b.fails <= beta / 4, times=1)


@uses("BGS21.TA.1.conf", "DP.exponential.accuracy", f"{SKETCH}, 'We then use the exponential mechanism'")
def the_choice_loses_little(beta: PositiveUnit, k: AtLeastOne, epsilon: PositiveReal) -> Use:
    """A candidate whose error is larger by 1/36 is drawn with probability at most k e^{-epsilon n / 72} <= beta / 4."""
    at = {"k": k, "epsilon": epsilon, "x": 2 / epsilon * ln(4 * k / beta)}
    return Use(at, gives=lambda b: b.fails <= beta / 4, times=1)


@uses("BGS21.TA.1.conf", "DP.composition.parallel", f"{SKETCH}, 'Overall this results in', the runs")
def the_runs_cost_the_largest_loss(epsilon: PositiveReal, delta: Unit) -> Use:
    """The k runs of A are on disjoint rows, and cost (epsilon, delta) together; all fail with probability beta / 2."""
    at = {"first": epsilon, "second": epsilon, "largest": epsilon, "delta": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]))


@uses("BGS21.TA.1.conf", "DP.composition.sequential", f"{SKETCH}, 'Overall this results in', the choice")
def the_choice_costs_epsilon(epsilon: PositiveReal, delta: Unit) -> Use:
    """The choice costs (epsilon, 0); the estimates and the mechanism fail with probability beta / 4 each."""
    at = {"first": epsilon, "second": epsilon, "delta1": delta, "delta2": Real.of(0)}
    return Use(at, gives=lambda b: b.epsilon <= 2 * epsilon, times=1)


@adds_up("BGS21.TA.1.conf", f"{SKETCH}, 'Overall this results in'")
def the_confident_learner_costs_twice_epsilon(
    beta: PositiveUnit, p: Unit, q: Unit, k: AtLeastOne, epsilon: PositiveReal, delta: Unit
) -> Total:
    """A' is (2 epsilon, delta)-private and fails with probability at most beta."""
    return Total(fails=beta, epsilon=2 * epsilon, delta=delta)


@uses("BGS21.TA.1", "BGS21.TA.1.conf", f"{SKETCH}, 'using O(SC log(1/beta)) samples'", name="rows")
def the_choice_needs_no_more_rows(C: PositiveInteger, SC: AtLeastOne, y: AtLeastOne) -> Use:
    """k SC rows for the runs and O(log(k/beta) / epsilon) for the choice are to be at most C SC log(1/beta), for some C
    and all epsilon <= 1/4: with k = y = log(1/beta) and y / epsilon for the choice they are for no C, here at epsilon =
    1 / (4 C SC)."""
    epsilon = 1 / (4 * C * SC)
    at = {"beta": exp(-y), "k": 2 * y, "x": ln(16 * y) + 2 * y, "y": ln(8 * y) + 2 * y}
    return Use(at, gives=SC * y + y / epsilon <= C * SC * y)


@correction(
    "BGS21.TA.1.from.TA.1.conf.rows.conclusion",
    "the choice needs log(k/beta) / epsilon rows, which are O(SC log(1/beta)) only where SC is at least of order "
    "1/epsilon: so it is for two functions and small delta, which is not said, and not for delta = 1",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_choice_needs_no_more_rows_where_the_learner_needs_many(
    SC: AtLeastOne, u: AtLeastFour, y: AtLeastOne, factor: int
) -> Statement:
    """With SC >= u = 1/epsilon, k SC + y / epsilon <= 2 SC y."""
    return when(u <= SC, SC * y + y * u <= factor * SC * y)


# ---- Claim A.2


rests_on("BGS21.CA.2", "BGS21.CA.2.acc", "weighted error 1/3 where f labels", WEAK, repair="BGS21.CA.2.acc.corrected")
rests_on("BGS21.CA.2", "BGS21.ALG.W", "1 / (16 s) i.i.d. rows, rounded down", WEAK, repair="BGS21.ALG.W.corrected")


@uses("BGS21.CA.2", "BGS21.TA.1.conf", f"{WEAK}, 'By the accuracy guarantee of A''")
def the_base_learner_is_confident_enough(beta: PositiveUnit, T: PositiveInteger, k: AtLeastOne) -> Use:
    """A' is used at confidence beta / (2 T), with m >= O(SC log(T/beta)) rows: k >= log_4(4 T / beta) runs."""
    rounds = beta / (2 * T)
    at = {"beta": rounds, "k": k, "x": ln(8 * k / rounds), "y": ln(4 * k / rounds)}
    return Use(at, given=ln(2 / rounds) <= k * ln(4), gives=lambda b: T * b.fails <= beta / 2, times=1)


@uses("BGS21.CA.2", "BGS21.TA.1.conf", f"{WEAK}, 'as long as m >= O(SC log(T/beta))'", name="order")
def the_rows_are_of_the_order_of_a_logarithm(C: PositiveInteger) -> Use:
    """log(4 T / beta) runs, up to a constant, are to be at most C log(T/beta), for some C, at all T in N and beta <= 1:
    they are for no C, here at T = 1 and L = log(1/beta) = 1 / C."""
    L = 1 / C
    at = {"beta": exp(-L), "k": 1 + L, "x": ln(8 * (1 + L)) + 2 * L, "y": ln(4 * (1 + L)) + 2 * L}
    return Use(at, gives=ln(4) + L <= C * L)


@correction(
    "BGS21.CA.2.from.TA.1.conf.order.conclusion",
    "at T = beta = 1 the condition 1/s >= O(SC log(T/beta)) is no condition, and no rows have error 1/3 with "
    "probability 1/2: log(T/beta) is to be read as 1 + log(T/beta); from T = 2 on, as in Theorem A.1, it is enough",
    factor=Constant(3, mutants=(2,), stronger="smaller"),
)
def the_rows_are_of_the_order_of_a_logarithm_from_two_rounds_on(T: AtLeastTwo, b: FromZero, factor: int) -> Truth:
    """ln(4 T / beta) = ln(4) + ln(T) + b <= 3 (ln(T) + b) for T >= 2, b = ln(1/beta)."""
    return ln(4) + ln(T) + b <= factor * (ln(T) + b)


@uses("BGS21.CA.2", "BGS21.CA.2.priv", f"{WEAK}, 'by a privacy amplification by subsampling argument'")
def the_amplification_is_used(epsilon: UpToQuarter, delta: Unit) -> Use:
    """With m = 1/(16 s) and A' (2 epsilon, delta)-private, W is (2 epsilon, 3 delta)-private, 2 epsilon <= 1/2."""
    at = {"epsilon": epsilon, "delta": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= HALF, b.delta <= 3 * delta]), times=1)


@adds_up("BGS21.CA.2", "Claim A.2")
def the_weak_learner_is_within_its_budget(
    beta: PositiveUnit, T: PositiveInteger, k: AtLeastOne, epsilon: UpToQuarter, delta: Unit
) -> Total:
    """W fails with probability at most beta / (2 T) and is (2 epsilon, 3 delta)-private."""
    return Total(fails=beta / (2 * T), epsilon=2 * epsilon, delta=3 * delta)


# ---- Claim A.2, corrected


rests_on(
    "BGS21.CA.2.acc.corrected", "BGS21.CA.2.acc.run", "i.i.d. draws by mu are a sample of a D labelled by f", CLAIM
)
rests_on("BGS21.CA.2.acc.corrected", "BGS21.ALG.W.corrected", "W runs A' on independent draws", CLAIM)


@uses("BGS21.CA.2.acc.corrected", "BGS21.TA.1.conf", CLAIM)
def the_base_learner_has_enough_rows(y: FromLn4, u: AtLeastFour) -> Use:
    """A' at confidence 2 e^{-y} = beta / (2 T), on k = 2 y / ln 4 runs and 486 y u rows for the choice, u = 1 /
    epsilon."""
    at = {"beta": 2 * exp(-y), "k": 2 * y / ln(4), "x": Fraction(3, 4) * y * u, "y": Fraction(27, 4) * y}
    return Use(at, gives=lambda b: b.fails <= 2 * exp(-y), times=1)


@uses("BGS21.CA.2.acc.corrected", "BGS21.CA.2.priv.draws", CLAIM)
def all_draws_are_as_private_as_said(x: PositiveReal, y: FromZero, delta: Unit, before: Unit, after: Unit) -> Use:
    """m draws with factor V = 1 + x y at most e^{x/8}, and at most 1 + x / 7 for x <= e^{1/2} - 1: here y <= 1/7."""
    at = {"x": x, "y": y, "delta": delta, "before": before, "after": after}
    return Use(at, given=y <= Fraction(1, 7), gives=before <= (1 + x / 7) * after + delta / 7)


@uses("BGS21.CA.2.priv.draws", "BGS21.CA.2.priv.iid", CLAIM)
def one_draw_more_is_made(p: Unit, x: FromZero, y: FromZero, delta: Unit, before: Unit, after: Unit) -> Use:
    """One more draw, times the factor 1 + x y of those before."""
    at = {"p": p, "x": x, "delta": delta, "before": before, "after": after}
    line = (1 + x * y) * before <= (1 + x * y) * ((1 + p * x) * after + p * delta)
    return Use(at, gives=line)


@adds_up("BGS21.CA.2.acc.corrected", CLAIM)
def the_corrected_weak_learner_fails_seldom(y: FromLn4, u: AtLeastFour) -> Total:
    """W fails with probability at most beta / (2 T) = 2 e^{-y}."""
    return Total(fails=2 * exp(-y))
