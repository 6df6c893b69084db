"""BGS21 appendix A: what the rounds of boosting and the proof sketch of Theorem A.1 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

SKETCH = "Appendix A, proof sketch of Theorem A.1"

ENOUGH = f"{SKETCH}, 'This is already true using the number of samples given above'"
ROUNDS = f"{SKETCH}, 'after T = O(log(1/alpha)) rounds'"
COMPOSITION = f"{SKETCH}, 'by the basic composition theorem'"
AMPLIFICATION = f"{SKETCH}, 'Finally, we apply'"
SUBSAMPLING = "Appendix A, subsampling"
GENERALISATION = f"{SKETCH}, 'By standard generalization bounds'"
CORRECTED = "Theorem A.1, appendix A, corrected"
FromLn24 = Annotated[Real, Reals(low=ln(24))]

# ---- Boosting


rests_on("BGS21.TA.1", "BGS21.CA.2", "each of T rounds fails with chance beta / (2 T) at most", SKETCH)
rests_on("BGS21.TA.1", "BGS21.TA.1.bound", "so many samples", "Theorem A.1", repair="BGS21.TA.1.bound.corrected")
rests_on("BGS21.TA.1", "BGS21.TA.1.slick", "neighbours have close distributions after like hypotheses", SKETCH)
rests_on("BGS21.TA.1", "BGS21.TA.1.comp", "(2 T eps, 3 T delta)", COMPOSITION)
rests_on("BGS21.TA.1.amp", "DP.subsampling", "at rate 1/(C T) e^{2 T epsilon} - 1 is divided by C T", SUBSAMPLING)
rests_on("BGS21.TA.1.amp", "BGS21.TA.1.amp.unbounded", "no constant C serves", AMPLIFICATION)
rests_on("BGS21.TA.1.amp.unbounded", "DP.subsampling", "the rate q has q w <= e^epsilon - 1", SUBSAMPLING)


@uses("BGS21.TA.1", "PROB.union", f"{SKETCH}, 'except with probability at most beta/2'")
def the_rounds_and_generalising_fail_together(beta: PositiveUnit, T: PositiveInteger) -> Use:
    """One of T rounds fails with probability at most T beta / (2 T) = beta / 2, and generalising, from a training error
    of alpha / 2 to alpha, is left beta / 2, which the print does not say."""
    return Use({"chances": T * (beta / (2 * T)) + beta / 2}, gives=lambda b: b.fails <= beta, times=1)


@uses("BGS21.TA.1", "BGS21.TA.1.train", ROUNDS)
def the_error_is_small(L: PositiveReal, more: FromZero, regret: FromZero, error: Unit, alpha: PositiveUnit) -> Use:
    """Weighted errors of at most 1/3 are an advantage of gamma = 1/6; with density alpha / 2, L = ln(2/alpha) and
    T = 576 L + ``more`` rounds, G = T / 36 >= 16 L: a training error above alpha / 2 would take more regret."""
    G = 16 * L + more / 36
    given = (error <= alpha / 2) | (regret >= G)
    return Use({"L": L, "G": G, "regret": regret}, given=given, gives=error <= alpha / 2)


@uses("BGS21.TA.1", "BGS21.TA.1.train", ROUNDS, name="order")
def the_number_of_rounds_is_of_the_order_of_a_logarithm(C: PositiveInteger) -> Use:
    """576 ln(2/alpha) rounds are to be at most C L, L = log(1/alpha), for some C, at every alpha < 1: for no C are
    they, here at L = 1 / C."""
    L = 1 / C
    at = {"L": L + ln(2), "G": 16 * (L + ln(2)), "regret": Real.of(0)}
    return Use(at, gives=576 * (L + ln(2)) <= C * L)


@correction(
    "BGS21.TA.1.from.TA.1.train.order.conclusion",
    "the rounds are of order log(2/alpha), which stays positive where alpha = 1: log(1/alpha) is to be read as 1 + "
    "log(1/alpha), also in the number of samples (BGS21.TA.1.bound)",
    factor=Constant(576, mutants=(575,), stronger="smaller"),
)
def the_number_of_rounds_is_of_the_order_of_a_logarithm_and_one(L: FromZero, factor: int) -> Truth:
    """576 ln(2/alpha) = 576 (ln 2 + L) <= 576 (1 + L)."""
    return 576 * (ln(2) + L) <= factor * (1 + L)


@uses("BGS21.TA.1", "BGS21.TA.1.boost", f"{SKETCH}, 'are all (1/alpha n)-smooth'", repair="BGS21.TA.1.boost.corrected")
def the_distributions_are_smooth(weight: Unit, inverse: PositiveReal) -> Use:
    """The weights, at most 2 / (alpha n), are to be at most s = 1 / (alpha n) = ``inverse``."""
    return Use(says=weight <= 2 * inverse, gives=weight <= inverse)


@correction(
    "BGS21.TA.1.from.TA.1.boost.conclusion",
    "a training error of alpha / 2 takes density alpha / 2, whose weights reach 2 / (alpha n): s = 2 / (alpha n), and "
    "twice as many rows",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_distributions_are_twice_as_smooth(weight: Unit, inverse: PositiveReal, total: Unit, factor: int) -> Statement:
    """A weight of at most 1, divided by a total of alpha n / 2, is at most 2 / (alpha n)."""
    return when([weight <= 2 * inverse * total], weight <= factor * inverse * total)


@uses("BGS21.TA.1", "DP.composition.adaptive", COMPOSITION)
def the_composition_is_adaptive(epsilon: UpToQuarter, delta: Unit, t: Natural) -> Use:
    """A round's distribution is made of the answers before it, so that composition must be adaptive: with (2 epsilon, 3
    delta) for every answer, (2 t epsilon, 3 t delta) grows to (2 (t + 1) epsilon, 3 (t + 1) delta)."""
    at = {"first": 2 * t * epsilon, "second": 2 * epsilon, "delta1": 3 * t * delta, "delta2": 3 * delta}
    both = (2 * (t + 1) * epsilon, 3 * (t + 1) * delta)
    return Use(at, gives=lambda b: all_of([b.epsilon <= both[0], b.delta <= both[1]]))


@uses("BGS21.TA.1", "DP.subsampling.replacement", AMPLIFICATION)
def subsampling_is_used_last(epsilon: UpToQuarter, more: Natural) -> Use:
    """Lemma 4.12 of BNSV15 is used on the whole procedure, with 2 T epsilon in the place of the epsilon <= 1 that it
    asks for, T = 400 + ``more`` >= 576 ln 2 rounds, at the rate 1 / (12 T): 6 (2 T epsilon) / (12 T) = epsilon."""
    T = 400 + more
    return Use({"rate": 1 / (12 * T), "epsilon": 2 * T * epsilon}, gives=lambda b: b.epsilon <= epsilon)


@correction(
    "BGS21.TA.1.from.DP.subsampling.replacement.premise",
    "2 T epsilon exceeds 1 already at epsilon = 1/4 and T = 3, and subsampling would have to be at a rate that falls "
    "exponentially in T (BGS21.TA.1.amp.unbounded): the base learner, of epsilon <= 1/4, is to be subsampled",
    factor=Constant(12, mutants=(11,), stronger="smaller"),
)
def subsampling_is_used_first(epsilon: UpToQuarter, T: AtLeastOne, factor: int) -> Truth:
    """The base learner on a share 1 / (12 T) of the rows has 6 epsilon / (12 T), and T rounds of twice that epsilon."""
    rate = 1 / (factor * T)
    return (epsilon <= 1) & (rate <= HALF) & (2 * T * (6 * epsilon * rate) <= epsilon)


@uses("BGS21.TA.1", "BGS21.TA.1.amp", AMPLIFICATION, repair="BGS21.TA.1.amp.corrected")
def the_base_learner_is_subsampled(epsilon: UpToQuarter, delta: Unit) -> Use:
    """T rounds over the base learner subsampled at rate 1 / (4 T) are (epsilon, delta)-private together."""
    at = {"epsilon": epsilon, "delta": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]), times=1)


@uses("BGS21.TA.1.amp.corrected", "DP.subsampling", SUBSAMPLING)
def the_base_learner_gains_by_subsampling(w: FromZero, T: AtLeastOne, delta: Unit) -> Use:
    """At the rate 1 / (4 T) <= 1 the base learner has at most w / (4 T), w = e^epsilon - 1, and delta / (4 T)."""
    at = {"part": 1 / (4 * T), "epsilon": ln(1 + w), "delta": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= w / (4 * T), b.delta <= delta / (4 * T)]))


@uses("BGS21.TA.1.amp.corrected", "DP.composition.adaptive", SUBSAMPLING)
def the_subsampled_rounds_are_composed(epsilon: UpToQuarter, T: AtLeastOne, delta: Unit) -> Use:
    """T rounds of twice the epsilon of the subsampled learner, at most (e^epsilon - 1) / (4 T), and 3 times its delta,
    delta / (4 T), each for every outcome of those before."""
    loss, last = 2 * ((exp(epsilon) - 1) / (4 * T)), 3 * (delta / (4 * T))
    at = {"first": (T - 1) * loss, "second": loss, "delta1": (T - 1) * last, "delta2": last}
    return Use(at, gives=lambda b: b.epsilon <= epsilon, times=1)


@adds_up("BGS21.TA.1.amp.corrected", SUBSAMPLING)
def the_corrected_order_is_within_the_budget(epsilon: UpToQuarter, T: AtLeastOne, delta: Unit) -> Total:
    """T rounds over the subsampled learner are (epsilon, delta)-private."""
    return Total(epsilon=epsilon, delta=delta)


# ---- Generalisation


rests_on("BGS21.TA.1", "BGS21.TA.1.gen.log", "no constant C serves", GENERALISATION)
rests_on("BGS21.TA.1", "BGS21.D2.6", "generalising, from alpha / 2 to alpha, is left beta / 2", SKETCH)
rests_on("BGS21.TA.1", "BGS21.TA.1.conf.private", "the best of several runs is as private as printed", SKETCH)
rests_on("BGS21.TA.1", "BGS21.TA.1.amp.unbounded", "the order must be another", AMPLIFICATION)
rests_on("BGS21.TA.1.gen.corrected", "DIM.sauer.vc", "2^v <= S(v, d)^3", "Appendix A, generalisation")
rests_on("BGS21.TA.1.gen.rounds", "DIM.sauer.vc", "S(v, d)^T <= (e v / d)^{d T}", "Appendix A, generalisation")


@uses(
    "BGS21.TA.1",
    "BGS21.TA.1.gen",
    GENERALISATION,
    repair="BGS21.TA.1.gen.corrected",
    assumes="a (1/4, 1/4)-accurate learner needs a number of samples of order VC(H)",
)
def the_majorities_are_richer_than_the_class(VC: PositiveInteger, maj: PositiveInteger) -> Use:
    """The bound of BEHW89 is for hypotheses in a class of dimension VC(H), and the output is a majority of T of them,
    a class of dimension ``maj``, which can be larger."""
    return Use(says=maj >= VC, gives=maj <= VC)


@correction(
    "BGS21.TA.1.from.TA.1.gen.conclusion",
    "the output of boosting is no function of H, and the majorities of T functions have dimension up to 4 T VC(H) (1 + "
    "ln T): with T rows for each row of the training sample that is of the printed order",
    factor=Constant(4, mutants=(3,), stronger="smaller"),
)
def the_majorities_are_paid_for_by_the_factor_of_the_rounds(
    SC: AtLeastOne, d: AtLeastOne, T: AtLeastOne, b: FromZero, factor: int
) -> Statement:
    """With d <= SC and b = ln(1/beta), 4 T d (1 + ln T) <= 4 SC T (1 + ln T + b)."""
    return when(d <= SC, 4 * T * d * (1 + ln(T)) <= factor * SC * T * (1 + ln(T) + b))


@uses("BGS21.TA.1", "BGS21.TA.1.gen.rounds", ENOUGH)
def the_samples_are_enough_for_the_majorities(C: PositiveInteger, SC: AtLeastOne, more: FromZero) -> Use:
    """The bound of BEHW89 has VC log(1/alpha) / alpha rows, and the print drops the logarithm, L: with ln T = 5 +
    ``more``, as T >= 399, b = ln(1/beta) and d <= SC, 4 d T (1 + ln T) L / alpha are to be at most C SC T (ln T + b) /
    alpha, for some C: they are for no C, here at d = SC, L = C and b = 0."""
    log_rounds = 5 + more
    return Use(gives=4 * SC * (1 + log_rounds) * C <= C * SC * log_rounds)


@uses("BGS21.TA.1", "DIM.realizable", ENOUGH, name="subsample")
def the_rows_of_the_subsample_are_enough(C: PositiveInteger, SC: AtLeastOne) -> Use:
    """In the printed order the training set is what the last subsampling leaves, of order SC log(T/beta) / alpha rows
    without the factor T, and the bound asks for log(1/alpha) / alpha even for a class of dimension 1: with T = 576
    log(2/alpha) it is at most C SC log(T/beta) for no C, here at beta = 1 and log(1/alpha) = e^y, y = 4 C SC, where
    log T <= 8 + y."""
    y = 4 * C * SC
    return Use(given=ln(576 * (exp(y) + ln(2))) <= 8 + y, gives=exp(y) <= C * SC * (8 + y))


@correction(
    "BGS21.TA.1.from.DIM.realizable.subsample.conclusion",
    "log(1/alpha) is not of the order of log(log(1/alpha)/beta): the rows that subsampling leaves are too few by a "
    "factor of T; where the base learner is subsampled, the training set is all rows",
    factor=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def all_rows_are_enough(SC: AtLeastOne, d: Unit, a: FromZero, b: FromZero, factor: Fraction) -> Truth:
    """With T >= 1 + a, a = ln(1/alpha), b = ln(1/beta) and VC(H) = d SC <= SC, VC(H) + a + b <= SC T (1 + b)."""
    return d * SC + a + b <= factor * SC * (1 + a) * (1 + b)


@uses("BGS21.TA.1", "BGS21.TA.1.vc", f"{SKETCH}, 'hence SC_{{1/4,1/4}} >= Omega(VC(H))'")
def the_learner_needs_a_row_for_eight_points(d: PositiveInteger, n: Natural, error: Unit) -> Use:
    """A (1/4, 1/4)-accurate learner has expected error at most 3/4 1/4 + 1/4 = 7/16, so that VC(H) = d <= 8 n, n = SC.
    The usual bound (DIM.samples), error 1/8 with probability 1/7 for n <= d/2, says nothing at 1/4."""
    return Use({"d": d, "n": n, "error": error}, given=error <= Fraction(7, 16), gives=d / 8 <= n)


@correction(
    "BGS21.TA.1.from.TA.1.gen.rounds.conclusion",
    "the general bound for classes of dimension VC has a factor log(1/alpha), which cannot be dropped for all learners "
    "that fit their sample (BGS21.TA.1.gen.log): with it the number of samples has log(1/alpha) once more",
    factor=Constant(4, mutants=(3,), stronger="smaller"),
)
def the_samples_are_enough_with_one_more_logarithm(
    SC: AtLeastOne, L: FromZero, rounds: FromZero, b: FromZero, factor: int
) -> Truth:
    """4 SC (1 + rounds) L <= 4 SC (1 + rounds + b) (1 + L)."""
    return 4 * SC * (1 + rounds) * L <= factor * SC * (1 + rounds + b) * (1 + L)


@adds_up("BGS21.TA.1", f"{SKETCH}, the corrected order")
def the_boosted_learner_is_within_its_budget(
    T: PositiveInteger, beta: PositiveUnit, epsilon: UpToQuarter, delta: Unit
) -> Total:
    """The rounds fail with probability at most beta / 2, and generalising with as much; T rounds over the subsampled
    base learner are (epsilon, delta)-private."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@uses("BGS21.TA.1.comp", "DP.composition.adaptive", COMPOSITION)
def one_round_more_is_composed(part: Unit, T: PositiveInteger, epsilon: UpToQuarter, delta: Unit) -> Use:
    """T - 1 rounds spend at most 2 (T - 1) epsilon, a ``part`` of it, and the last 2 epsilon, also where T epsilon is
    large; of delta likewise 3 (T - 1) delta and 3 delta."""
    before = part * (T - 1)
    at = {"first": before * 2 * epsilon, "second": 2 * epsilon, "delta1": before * 3 * delta, "delta2": 3 * delta}
    return Use(at, gives=lambda b: b.epsilon <= 2 * T * epsilon, times=1)


@adds_up("BGS21.TA.1.comp", COMPOSITION)
def all_rounds_are_within_the_budget(part: Unit, T: PositiveInteger, epsilon: UpToQuarter, delta: Unit) -> Total:
    """(2 T epsilon, 3 T delta)."""
    return Total(epsilon=2 * T * epsilon, delta=3 * T * delta)


# ---- Theorem A.1, corrected


rests_on("BGS21.TA.1.bound.corrected", "BGS21.TA.1.boost.corrected", "weights at most s = 1 / (density n)", CORRECTED)
rests_on("BGS21.TA.1.bound.corrected", "BGS21.TA.1.slick", "neighbours' weights at distance at most s", CORRECTED)
rests_on("BGS21.TA.1.gen.private", "BGS21.D2.1", "one row is replaced by a fresh one", CORRECTED)


@uses("BGS21.TA.1.gen.private", "PROB.markov", CORRECTED)
def the_error_on_fresh_rows_is_seldom_large(chance: Unit, level: PositiveUnit, fresh: FromZero) -> Use:
    """The error, counted where the sample has few, is above the level with at most its mean by the level."""
    at = {"level": level, "mean": fresh}
    return Use(at, gives=lambda b: (chance <= b.fails).implies(chance * level <= fresh))


@uses("BGS21.TA.1.bound.corrected", "BGS21.TA.1.train", CORRECTED)
def the_training_error_is_a_24th(L: PositiveReal, regret: FromZero, error: Unit, alpha: PositiveUnit) -> Use:
    """578 L rounds of advantage 1/6 at density alpha / 24, L = ln(24 / alpha): a larger training error would take more
    regret."""
    G = 578 * L / 36
    given = (error <= alpha / 24) | (regret >= G)
    return Use({"L": L, "G": G, "regret": regret}, given=given, gives=error <= alpha / 24)


@uses("BGS21.TA.1.bound.corrected", "BGS21.CA.2.acc.corrected", CORRECTED)
def all_rounds_are_right_often(
    L: FromLn24, M: AtLeastFour, K: AtLeastOne, error: Unit, epsilon: UpToQuarter, delta: Unit
) -> Use:
    """W at y = ln(16 T), T = 578 L, and s = 24 / (alpha n), n = 64 K T m / alpha and m = 488 M y: one of T rounds fails
    with probability at most 1/8."""
    T = 578 * L
    y = ln(16 * T)
    at = {"M": M, "y": y, "s": 24 / (64 * K * T * (488 * M * y)), "error": error, "epsilon": epsilon, "delta": delta}
    return Use(at, gives=lambda W: T * W.fails <= EIGHTH)


@uses("BGS21.TA.1.bound.corrected", "BGS21.TA.1.gen.private", CORRECTED)
def a_run_seldom_errs_much(
    few: Natural, more: FromZero, w: AtLeastFour, epsilon: UpToQuarter, idle: Unit, chance: Unit
) -> Use:
    """At level 4 / w = alpha / 6, with at most n / w errors on n >= 20 w rows, so that few + 1 is at most 21 n / (20
    w), and delta at most 1 / (8 w) = alpha / 192, a run fails so with probability at most 3/8."""
    n, delta = (few + 1 + more) * w * Fraction(20, 21), (1 - idle) / (8 * w)
    at = {"chance": chance, "level": 4 / w, "few": few, "n": n, "epsilon": epsilon, "delta": delta}
    return Use(at, gives=chance <= Fraction(3, 8))


rests_on("BGS21.TA.1.bound.corrected", "BGS21.TA.1.conf.private", "A' is (epsilon, delta)-private", CORRECTED)


@uses("BGS21.TA.1.bound.corrected", "BGS21.CA.2.priv.draws", CORRECTED)
def one_round_is_private(x: PositiveReal, z: Unit, part: Unit, delta: Unit, before: Unit, after: Unit) -> Use:
    """m draws at x = e^epsilon - 1, z = 2 s m: V = 1 + x y, and y at most (9/8) z, as e^{z x} - 1 <= (9/8) z x."""
    y, most = part * (Fraction(9, 8) * z), Fraction(9, 8) * z
    at = {"x": x, "y": y, "delta": delta, "before": before, "after": after}
    return Use(at, gives=before <= (1 + x * y) * after + most * delta)


@uses("BGS21.TA.1.bound.corrected", "DP.composition.adaptive", CORRECTED)
def one_more_round_is_private(x: PositiveReal, delta: Unit, T: Natural, z: UpToEighth) -> Use:
    """T rounds of (z x, (9/8) z delta) and one more."""
    loss = Fraction(9, 8) * z * delta
    at = {"first": T * z * x, "second": z * x, "delta1": T * loss, "delta2": loss}
    return Use(at, gives=lambda b: (b.epsilon <= (T + 1) * z * x) & (b.delta <= (T + 1) * loss))


@uses("BGS21.TA.1.bound.corrected", "BGS21.L8.3.corrected", CORRECTED)
def the_best_run_is_chosen(alpha: PositiveUnit, beta: PositiveUnit, error: Unit, epsilon: UpToQuarter) -> Use:
    """The runs are an (alpha / 6, beta / 2)-representation: the choice has error alpha but with probability beta."""
    at = {"alpha": alpha / 6, "beta": beta / 2, "error": error, "epsilon": epsilon}
    return Use(at, gives=lambda b: (error <= alpha) & (b.fails <= beta) & (b.epsilon <= epsilon), times=1)


@uses("BGS21.TA.1.bound.corrected", "DP.composition.parallel", CORRECTED)
def the_runs_and_the_choice_are_on_disjoint_rows(epsilon: UpToQuarter, delta: Unit, part: Unit) -> Use:
    """Boosting spends at most (epsilon, delta) on the rows of each run, and the choice (epsilon, 0) on its own."""
    at = {"first": part * epsilon, "second": epsilon, "largest": epsilon, "delta": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]))


@adds_up("BGS21.TA.1.bound.corrected", CORRECTED)
def the_choice_alone_is_paid(alpha: PositiveUnit, beta: PositiveUnit, error: Unit, epsilon: UpToQuarter) -> Total:
    """The choice fails with probability at most beta, where some run is good, and costs epsilon on its own rows."""
    return Total(fails=beta, epsilon=epsilon)
