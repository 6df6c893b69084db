"""BGS21 appendix A: Theorem A.1, what its proof sketch uses, and its first step, the confidence of the learner."""

from functools import cache

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.sample_sizes import ConfidencePlan
from littlestone.spec.notation import *

Confidence = Annotated[Run, Algorithm("BGS21.ALG.CONF")]
SKETCH = "proof sketch of Theorem A.1, appendix A"
COMPOSITION = f"{SKETCH}, 'by the basic composition theorem'"
ROUNDS = f"{SKETCH}, 'after T = O(log(1/alpha)) rounds'"
AMPLIFICATION = f"{SKETCH}, 'Finally, we apply'"
GENERALISATION = f"{SKETCH}, 'By standard generalization bounds'"
ENOUGH = f"{SKETCH}, 'This is already true using the number of samples given above'"


# ---- Theorem A.1


@claim(
    "BGS21.TA.1",
    "Theorem A.1, appendix A: boosting of a private learner",
    "theorem",
    not_checkable="the $O$ hides its constant, and the boosting of BCS20 is cited; of the proof's steps, subsampling "
    "last, the smoothness of the weights and $VC(H)$ for the majorities are refuted; what is true with "
    "constants is the correction of BGS21.TA.1.bound",
    stand_ins=("BGS21.TA.1.bound", "BGS21.TA.1.conf", "BGS21.TA.1.train", "BGS21.TA.1.amp", "BGS21.TA.1.gen"),
)
def constant_accuracy_can_be_boosted_privately(H: ExplicitBinary) -> Truth:
    """For $epsilon <= 1/4$, an $(epsilon, delta)$-private $(1/4, 1/4)$-accurate learner for a binary $H$ with SC
    samples gives for all $alpha$, $beta > 0$ an $(epsilon, delta)$-private $(alpha, beta)$-accurate one with $O(SC
    log(log(1/alpha) / beta) log(1/alpha) / alpha)$ samples."""
    raise NotImplementedError


rests_on("BGS21.TA.1", "BGS21.CA.2", "each of $T$ rounds fails with chance $beta / (2 T)$ at most", SKETCH)
rests_on("BGS21.TA.1", "BGS21.TA.1.bound", "so many samples", "Theorem A.1", repair="BGS21.TA.1.bound.corrected")
rests_on("BGS21.TA.1", "BGS21.TA.1.slick", "neighbours have close distributions after like hypotheses", SKETCH)


@uses("BGS21.TA.1", "BGS21.TA.1.comp", COMPOSITION)
def all_rounds_are_composed(T: PositiveInteger, epsilon: UpToQuarter, delta: Unit) -> Use:
    """Each round is $(2 epsilon, 3 delta)$-private, and so the algorithm as a whole $(2 T epsilon, 3 T delta)$."""
    at = {"T": T, "each": 2 * epsilon, "slip": 3 * delta}
    return Use(at, gives=lambda b: (b.epsilon <= 2 * T * epsilon) & (b.delta <= 3 * T * delta))


@uses("BGS21.TA.1", "PROB.union", f"{SKETCH}, 'except with probability at most beta/2'")
def the_rounds_and_generalising_fail_together(beta: PositiveUnit, T: PositiveInteger) -> Use:
    """One of $T$ rounds fails with probability at most $T beta / (2 T) = beta / 2$, and generalising, from a training
    error of $alpha / 2$ to $alpha$, is left $beta / 2$, which the paper does not say."""
    return Use({"chances": T * (beta / (2 * T)) + beta / 2}, gives=lambda b: b.fails <= beta, times=1)


@uses("BGS21.TA.1", "BGS21.TA.1.train", ROUNDS)
def the_error_is_small(L: PositiveReal, more: FromZero, regret: FromZero, error: Unit, alpha: PositiveUnit) -> Use:
    """Weighted errors of at most $1/3$ are an advantage of $gamma = 1/6$; with density $alpha / 2$, $L = ln(2/alpha)$
    and $T = 576 L + more$ rounds, $G = T / 36 >= 16 L$: a training error above $alpha / 2$ would take more
    regret."""
    G = 16 * L + more / 36
    given = (error <= alpha / 2) | (regret >= G)
    return Use({"L": L, "G": G, "regret": regret}, given=given, gives=error <= alpha / 2)


@uses("BGS21.TA.1", "BGS21.TA.1.train", ROUNDS, name="order")
def the_number_of_rounds_is_of_the_order_of_a_logarithm(C: PositiveInteger) -> Use:
    """$576 ln(2/alpha)$ rounds are to be at most $C L$, $L = log(1/alpha)$, for some $C$, at every $alpha < 1$: for
    no $C$ are they, here at $L = 1 / C$."""
    L = 1 / C
    at = {"L": L + ln(2), "G": 16 * (L + ln(2)), "regret": Real.of(0)}
    return Use(at, gives=576 * (L + ln(2)) <= C * L)


@correction(
    "BGS21.TA.1.from.TA.1.train.order.conclusion",
    "the rounds are of order $log(2/alpha)$, which stays positive where $alpha = 1$: $log(1/alpha)$ is to"
    " be read as $1 + log(1/alpha)$, also in the number of samples (BGS21.TA.1.bound)",
    factor=Constant(576, mutants=(575,), stronger="smaller"),
)
def the_number_of_rounds_is_of_the_order_of_a_logarithm_and_one(L: FromZero, factor: int) -> Truth:
    """$576 ln(2/alpha) = 576 (ln 2 + L) <= 576 (1 + L)$."""
    return 576 * (ln(2) + L) <= factor * (1 + L)


@uses("BGS21.TA.1", "BGS21.TA.1.boost", f"{SKETCH}, 'are all (1/alpha n)-smooth'", repair="BGS21.TA.1.boost.corrected")
def the_distributions_are_smooth(weight: Unit, inverse: PositiveReal) -> Use:
    """The weights, at most $2 / (alpha n)$, are to be at most $s = 1 / (alpha n)$, ``inverse``."""
    return Use(says=weight <= 2 * inverse, gives=weight <= inverse)


@correction(
    "BGS21.TA.1.from.TA.1.boost.conclusion",
    "a training error of $alpha / 2$ takes density $alpha / 2$, whose weights reach $2 / (alpha n)$: $s ="
    " 2 / (alpha n)$, and twice as many rows",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_distributions_are_twice_as_smooth(
    measure: Unit, alpha: PositiveUnit, n: PositiveInteger, more: FromZero, factor: int
) -> Truth:
    """A measure of density $alpha / 2$ or more, $alpha n / 2 + more$ in all, gives a row, measured by 1 at most, a
    weight of at most $2 / (alpha n)$."""
    return measure / (alpha * n / 2 + more) <= factor / (alpha * n)


@uses("BGS21.TA.1", "DP.composition.adaptive", COMPOSITION)
def the_composition_is_adaptive(epsilon: UpToQuarter, delta: Unit, t: Natural) -> Use:
    """A round's distribution is made of the answers before it, so that composition must be adaptive: with $(2 epsilon,
    3 delta)$ for every answer, $(2 t epsilon, 3 t delta)$ grows to $(2 (t + 1) epsilon, 3 (t + 1) delta)$."""
    at = {"first": 2 * t * epsilon, "second": 2 * epsilon, "delta1": 3 * t * delta, "delta2": 3 * delta}
    both = (2 * (t + 1) * epsilon, 3 * (t + 1) * delta)
    return Use(at, gives=lambda b: all_of([b.epsilon <= both[0], b.delta <= both[1]]))


@uses("BGS21.TA.1", "DP.subsampling.replacement", AMPLIFICATION)
def subsampling_is_used_last(epsilon: UpToQuarter, more: Natural) -> Use:
    """Lemma 4.12 of BNSV15 is used on the whole procedure, with $2 T epsilon$ in the place of the $epsilon <= 1$ that
    it asks for, $T = 400 + more >= 576 ln 2$ rounds, at the rate $1 / (12 T)$: $6 (2 T epsilon) / (12 T) =
    epsilon$."""
    T = 400 + more
    return Use({"rate": 1 / (12 * T), "epsilon": 2 * T * epsilon}, gives=lambda b: b.epsilon <= epsilon)


@correction(
    "BGS21.TA.1.from.DP.subsampling.replacement.premise",
    "$2 T epsilon$ exceeds 1 already at $epsilon = 1/4$ and $T = 3$, and subsampling would have to be at "
    "a rate that falls exponentially in $T$ (BGS21.TA.1.amp.unbounded): the base learner, of $epsilon <= "
    "1/4$, is to be subsampled",
    factor=Constant(12, mutants=(11,), stronger="smaller"),
)
def subsampling_is_used_first(epsilon: UpToQuarter, T: AtLeastOne, factor: int) -> Truth:
    """The base learner on a share $1 / (12 T)$ of the rows has $6 epsilon / (12 T)$, and $T$ rounds of twice that
    spend at most $epsilon$."""
    rate = 1 / (factor * T)
    return (epsilon <= 1) & (rate <= HALF) & (2 * T * (6 * epsilon * rate) <= epsilon)


rests_on("BGS21.TA.1", "BGS21.TA.1.amp", "$(epsilon, delta)$ again", AMPLIFICATION, repair="BGS21.TA.1.amp.corrected")
rests_on("BGS21.TA.1", "BGS21.D2.6", "generalising, from $alpha / 2$ to $alpha$, is left $beta / 2$", SKETCH)
rests_on("BGS21.TA.1", "BGS21.TA.1.conf.private", "the best of several runs is as private as printed", SKETCH)


@uses(
    "BGS21.TA.1",
    "BGS21.TA.1.gen",
    GENERALISATION,
    repair="BGS21.TA.1.gen.corrected",
    assumes="a $(1/4, 1/4)$-accurate learner needs a number of samples of order $VC(H)$",
)
def the_majorities_are_richer_than_the_class(VC: PositiveInteger, maj: PositiveInteger) -> Use:
    """The bound of BEHW89 is for hypotheses in a class of dimension $VC(H)$, and the output is a majority of $T$ of
    them, a class of dimension ``maj``, which can be larger."""
    return Use(says=maj >= VC, gives=maj <= VC)


@correction(
    "BGS21.TA.1.from.TA.1.gen.conclusion",
    "the output of boosting is no function of $H$, and the majorities of $T$ functions have dimension up "
    "to $4 T VC(H) (1 + ln T)$: with $T$ rows for each row of the training sample that is of the printed "
    "order",
    factor=Constant(4, mutants=(3,), stronger="smaller"),
)
def the_majorities_are_paid_for_by_the_factor_of_the_rounds(
    SC: AtLeastOne, d: AtLeastOne, T: AtLeastOne, b: FromZero, factor: int
) -> Statement:
    """With $d <= SC$ and $b = ln(1/beta)$, $4 T d (1 + ln T) <= 4 SC T (1 + ln T + b)$."""
    return when(d <= SC, 4 * T * d * (1 + ln(T)) <= factor * SC * T * (1 + ln(T) + b))


@uses("BGS21.TA.1", "BGS21.TA.1.gen.rounds", ENOUGH)
def the_samples_are_enough_for_the_majorities(C: PositiveInteger, SC: AtLeastOne, more: FromZero) -> Use:
    """The bound of BEHW89 has $VC log(1/alpha) / alpha$ rows, and the paper drops the logarithm, $L$: with $ln T = 5 +
    more$, as $T >= 399$, $b = ln(1/beta)$ and $d <= SC$, $4 d T (1 + ln T) L / alpha$ are to be at most $C SC T (ln
    T + b) / alpha$, for some $C$: they are for no $C$, here at $d = SC$, $L = C$ and $b = 0$."""
    log_rounds = 5 + more
    return Use(gives=4 * SC * (1 + log_rounds) * C <= C * SC * log_rounds)


@uses("BGS21.TA.1", "DIM.realizable", ENOUGH, name="subsample")
def the_rows_of_the_subsample_are_enough(C: PositiveInteger, SC: AtLeastOne) -> Use:
    """In the printed order the training set is what the last subsampling leaves, of order $SC log(T/beta) / alpha$ rows
    without the factor $T$, and the bound asks for $log(1/alpha) / alpha$ even for a class of dimension 1: with $T = 576
    log(2/alpha)$ it is at most $C SC log(T/beta)$ for no $C$, here at $beta = 1$ and $log(1/alpha) = e^y$, $y = 4 C
    SC$, where $log T <= 8 + y$."""
    y = 4 * C * SC
    return Use(given=ln(576 * (exp(y) + ln(2))) <= 8 + y, gives=exp(y) <= C * SC * (8 + y))


@correction(
    "BGS21.TA.1.from.DIM.realizable.subsample.conclusion",
    "$log(1/alpha)$ is not of the order of $log(log(1/alpha)/beta)$: the rows that subsampling leaves are"
    " too few by a factor of $T$; where the base learner is subsampled, the training set is all rows",
    factor=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def all_rows_are_enough(SC: AtLeastOne, d: Unit, a: FromZero, b: FromZero, factor: Fraction) -> Truth:
    """With $T >= 1 + a$, $a = ln(1/alpha)$, $b = ln(1/beta)$ and $VC(H) = d SC <= SC$, $VC(H) + a + b <= SC T (1 +
    b)$."""
    return d * SC + a + b <= factor * SC * (1 + a) * (1 + b)


@uses("BGS21.TA.1", "BGS21.TA.1.vc", f"{SKETCH}, 'hence SC_{{1/4,1/4}} >= Omega(VC(H))'")
def the_learner_needs_a_row_for_eight_points(d: PositiveInteger, n: Natural, error: Unit) -> Use:
    """A $(1/4, 1/4)$-accurate learner has expected error at most $(3/4) (1/4) + 1/4 = 7/16$, so that $VC(H) = d <= 8
    n$, $n = SC$. The usual bound (DIM.samples), error $1/8$ with probability $1/7$ for $n <= d/2$, says nothing at
    $1/4$."""
    return Use({"d": d, "n": n, "error": error}, given=error <= Fraction(7, 16), gives=d / 8 <= n)


@correction(
    "BGS21.TA.1.from.TA.1.gen.rounds.conclusion",
    "the general bound for classes of dimension VC has a factor $log(1/alpha)$, which cannot be dropped "
    "for all learners that fit their sample (BGS21.TA.1.gen.log): with it the number of samples has "
    "$log(1/alpha)$ once more",
    factor=Constant(4, mutants=(3,), stronger="smaller"),
)
def the_samples_are_enough_with_one_more_logarithm(
    SC: AtLeastOne, L: FromZero, rounds: FromZero, b: FromZero, factor: int
) -> Truth:
    """$4 SC (1 + rounds) L <= 4 SC (1 + rounds + b) (1 + L)$."""
    return 4 * SC * (1 + rounds) * L <= factor * SC * (1 + rounds + b) * (1 + L)


@uses("BGS21.TA.1", "BGS21.TA.1.conf", f"{SKETCH}, 'Overall this results in'")
def the_best_of_several_runs_is_accurate(beta: PositiveUnit, runs: FromZero, x: FromZero, y: FromZero) -> Use:
    """A', the best of $k = 1 + log(1/beta)$ runs or more, on $O(log(k/beta) / epsilon)$ fresh rows, here just enough or
    more, is $(1/3, beta)$-accurate; the 1 in it is ours, and the privacy is that of the uses of TA.1.conf."""
    k = 1 + ln(1 / beta) + runs
    at = {"beta": beta, "k": k, "x": ln(8 * k / beta) + x, "y": ln(4 * k / beta) + y}
    return Use(at, gives=lambda b: b.fails <= beta)


@uses("BGS21.TA.1", "BGS21.TA.1.conf", f"{SKETCH}, 'using O(SC log(1/beta)) samples'", name="rows")
def the_choice_needs_no_more_rows(C: PositiveInteger, SC: AtLeastOne, y: AtLeastOne) -> Use:
    """$k SC$ rows for the runs and $O(log(k/beta) / epsilon)$ for the choice are to be at most $C SC log(1/beta)$,
    for some $C$ and all $epsilon <= 1/4$: with $k = y = log(1/beta)$ and $y / epsilon$ for the choice they are for no
    $C$, here at $epsilon = 1 / (4 C SC)$."""
    epsilon = 1 / (4 * C * SC)
    at = {"beta": exp(-y), "k": 2 * y, "x": ln(16 * y) + 2 * y, "y": ln(8 * y) + 2 * y}
    return Use(at, gives=SC * y + y / epsilon <= C * SC * y)


@correction(
    "BGS21.TA.1.from.TA.1.conf.rows.conclusion",
    "the choice needs $log(k/beta) / epsilon$ rows, which are $O(SC log(1/beta))$ only where SC is at "
    "least of order $1/epsilon$: so it is for two functions and small $delta$, which is not said, and not"
    " for $delta = 1$",
    factor=Constant(2, mutants=(1,), stronger="smaller"),
)
def the_choice_needs_no_more_rows_where_the_learner_needs_many(
    SC: AtLeastOne, u: AtLeastFour, y: AtLeastOne, factor: int
) -> Statement:
    """With $SC >= u = 1/epsilon$ and $k = y$ runs, $k SC + y / epsilon <= 2 SC y$."""
    return when(u <= SC, SC * y + y * u <= factor * SC * y)


@adds_up("BGS21.TA.1", f"{SKETCH}, 'except with probability at most beta/2'")
def the_boosted_learner_seldom_fails(T: PositiveInteger, beta: PositiveUnit) -> Total:
    """The rounds fail with probability at most $beta / 2$, and generalising with as much."""
    return Total(fails=beta)


# ---- Confidence


@terms("BGS21.TA.1.conf")
def confident(
    beta: PositiveUnit,
    k: AtLeastOne,
    x: PositiveReal,
    y: PositiveReal,
    estimate: Fraction | int = 1,
    choice: Fraction | int = 1,
) -> Terms:
    """The best of k runs errs by more than 1/3, chosen on n rows, x = n / 648 and y = epsilon n / 72."""
    return Terms(asks=all_of(_enough(beta, k, x, y, estimate, choice)), fails=beta)


def _enough(
    beta: Real, k: Real, x: Real, y: Real, estimate: Fraction | int, choice: Fraction | int
) -> tuple[Truth, Truth, Truth]:
    """Enough runs, enough rows for the estimates and enough for the choice."""
    runs = ln(2 / beta) <= k * ln(4)
    return runs, estimate * ln(8 * k / beta) <= x, choice * ln(4 * k / beta) <= y


@claim(
    "BGS21.TA.1.conf",
    "proof of Theorem A.1, appendix A: confidence of the best of several runs",
    "step",
    narrows="the arithmetic of the failures; the privacy, the number of all rows, and the laws that the failures "
    "follow, stand in the uses",
    estimate=SHARE,
    choice=SHARE,
)
def repetition_and_selection_boost_the_confidence(
    beta: PositiveUnit, k: AtLeastOne, x: PositiveReal, y: PositiveReal, estimate: Fraction, choice: Fraction
) -> Truth:
    """Of $k >= log_4(2/beta)$ runs, each $(1/4, 1/4)$-accurate, all fail with probability at most $beta/2$; $n >= 648
    ln(8 k / beta)$ validation rows estimate all errors to $1/36$ except with probability $beta/4$ (Hoeffding), and with
    $n >= (72 / epsilon) ln(4 k / beta)$ the exponential mechanism loses $1/36$ except with probability $beta/4$: error
    $1/4 + 3/36 = 1/3$ in all. Here $x = n / 648$ and $y = epsilon n / 72$. (The paper boosts the confidence from $1/3$;
    the learner's is $1/4$.)"""
    fails = Real.of(confident(beta, k, x, y, estimate, choice).fails)
    runs, estimates, selection = _enough(beta, k, x, y, estimate, choice)
    parts = [
        runs.implies(exp(-(k * ln(4))) <= fails / 2),
        estimates.implies(2 * k * exp(-x) <= fails / 4),
        selection.implies(k * exp(-y) <= fails / 4),
    ]
    return all_of([*parts, QUARTER + Fraction(3, 36) == THIRD])


@uses("BGS21.TA.1.conf", "BGS21.D2.6", f"{SKETCH}, 'repeating the algorithm A'")
def all_runs_fail_rarely(beta: PositiveUnit, p: Unit, q: Unit) -> Use:
    """Each run is $(1/4, 1/4)$-accurate on rows of its own: with one run more, all fail with probability $p q <= q /
    4$, so that $k >= log_4(2 / beta)$ runs all fail with probability at most $beta / 2$."""
    return Use(says=p <= QUARTER, gives=p * q <= q / 4, fails=beta / 2)


@uses("BGS21.TA.1.conf", "PROB.hoeffding", f"{SKETCH}, 'with respect to a fresh sample'")
def the_errors_are_estimated(beta: PositiveUnit, k: AtLeastOne, more: FromZero) -> Use:
    """The error of a hypothesis on $n$ fresh rows is off by $1/36$, to one side or the other, with probability $2
    e^{-n / 648} <= beta / (4 k)$; here $n / 648$ is $ln(8 k / beta)$ and more."""
    at = {"n": 648 * (ln(8 * k / beta) + more), "t": Fraction(1, 36)}
    return Use(at, gives=lambda b: 2 * b.fails <= beta / (4 * k))


@uses("BGS21.TA.1.conf", "PROB.union", f"{SKETCH}, 'with respect to a fresh sample'")
def all_errors_are_estimated(beta: PositiveUnit, k: AtLeastOne, more: FromZero) -> Use:
    """One of $k$ estimates is off, to either side, with probability at most $2 k e^{-n / 648} <= beta / 4$; here $n /
    648$ is $ln(8 k / beta)$ and more."""
    chances = 2 * k * exp(-(ln(8 * k / beta) + more))
    return Use({"chances": chances}, gives=lambda b: b.fails <= beta / 4, times=1)


@uses("BGS21.TA.1.conf", "DP.exponential.accuracy", f"{SKETCH}, 'We then use the exponential mechanism'")
def the_choice_loses_little(beta: PositiveUnit, k: AtLeastOne, epsilon: PositiveReal, more: FromZero) -> Use:
    """A candidate that errs on $n/36$ rows more is drawn with probability at most $k e^{-epsilon n / 72} <= beta / 4$;
    here $n/36$ is $2/epsilon ln(4 k / beta)$ and more."""
    at = {"k": k, "epsilon": epsilon, "x": 2 / epsilon * ln(4 * k / beta) + more}
    return Use(at, gives=lambda b: b.fails <= beta / 4, times=1)


@uses("BGS21.TA.1.conf", "DP.composition.parallel", f"{SKETCH}, 'Overall this results in', the runs")
def the_runs_cost_the_largest_loss(epsilon: PositiveReal, delta: Unit) -> Use:
    """The $k$ runs of A are on disjoint rows, and cost $(epsilon, delta)$ together."""
    at = {"first": epsilon, "second": epsilon, "largest": epsilon, "delta": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]))


@uses("BGS21.TA.1.conf", "DP.composition.adaptive", f"{SKETCH}, 'Overall this results in', the choice")
def the_choice_costs_epsilon(epsilon: PositiveReal, delta: Unit) -> Use:
    """The choice costs $(epsilon, 0)$ for all outputs of the runs, and it and the runs $(2 epsilon, delta)$."""
    at = {"first": epsilon, "second": epsilon, "delta1": delta, "delta2": Real.of(0)}
    return Use(at, gives=lambda b: all_of([b.epsilon <= 2 * epsilon, b.delta <= delta]), times=1)


@adds_up("BGS21.TA.1.conf", f"{SKETCH}, 'Overall this results in'")
def the_confident_learner_costs_twice_epsilon(
    beta: PositiveUnit, p: Unit, q: Unit, k: AtLeastOne, epsilon: PositiveReal, delta: Unit, more: FromZero
) -> Total:
    """A' is $(2 epsilon, delta)$-private and fails with probability at most $beta$."""
    return Total(fails=beta, epsilon=2 * epsilon, delta=delta)


@claim(
    "BGS21.TA.1.conf.private",
    "proof of Theorem A.1, appendix A: privacy of the best of several runs",
    "step",
    reach=up_to_two_points,
    narrows="one base learner, EXPLEARN with $epsilon = ln 4$; two runs on one row each, and one row for the choice",
    share=Constant(1, mutants=(QUARTER,)),
)
def repetition_and_selection_are_private(
    H: ExplicitBinary, law: LawOf, confident: Confidence, explearn: ExpLearn, share: Fraction
) -> Truth:
    """The best of two runs on disjoint rows, selected by the exponential mechanism on a further row, is $(epsilon,
    0)$-private where each run is, on all samples: better than the $(2 epsilon, delta)$ printed; here $epsilon = ln
    4$."""
    run, plan = base_learner(explearn, H.functions()), ConfidencePlan(2, 1, 1, EPSILON)
    learner = cache(lambda sample: law(confident, run, plan, sample))
    return is_private(learner, all_rows(H), plan.sample_size, EPSILON * share)
