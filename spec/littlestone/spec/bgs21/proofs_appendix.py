"""BGS21 appendix A: what the proof sketch of Theorem A.1, Claim A.2 and Corollary A.3 use."""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

SKETCH = "Appendix A, proof sketch of Theorem A.1"
WEAK = "Appendix A, after Claim A.2"
COROLLARY = "Appendix A, proof of Corollary A.3"

# ---- Confidence


@uses("BGS21.TA.1.conf", "BGS21.D2.6", f"{SKETCH}, 'repeating the algorithm A'")
def all_runs_fail_rarely(p: Unit, q: Unit) -> Use:
    """Each run is (1/4, 1/4)-accurate on rows of its own: with one run more, all fail with probability p q <= q / 4, so
    that k >= log_4(2 / beta) runs all fail with probability at most beta / 2."""
    return Use(says=p <= QUARTER, gives=p * q <= q / 4)


@uses("BGS21.TA.1.conf", "PROB.hoeffding", f"{SKETCH}, 'with respect to a fresh sample'")
def the_errors_are_estimated(n: PositiveInteger, tail: Unit, off: Unit) -> Use:
    """The error of a hypothesis on n fresh rows is off by 1/36 with probability at most 2 ``tail``, tail =
    e^{-2 n / 36^2} = e^{-n / 648}."""
    return Use({"n": n}, needs=equals(2 * n / 36**2, n / 648), says=off <= 2 * tail, gives=off / 2 <= tail)


@uses("BGS21.TA.1.conf", "PROB.union", f"{SKETCH}, 'with respect to a fresh sample'")
def all_errors_are_estimated(
    beta: PositiveUnit, union: Unit, both: Unit, alone: Unit, chances: FromZero, one: FromZero
) -> Use:
    """One of k estimates is off with probability at most 2 k e^{-n / 648} <= beta / 4: to those with ``chances``
    together, one with at most ``one`` is added."""
    arguments = {"union": union, "both": both, "alone": alone, "chances": chances}
    known = [union <= chances, both + alone <= one, chances + one <= beta / 4]
    return Use(arguments, given=all_of(known), gives=union + alone <= beta / 4)


@uses("BGS21.TA.1.conf", "DP.exponential", f"{SKETCH}, 'We then use the exponential mechanism'")
def the_choice_loses_little(beta: PositiveUnit, far: FromZero, share: Unit) -> Use:
    """The exponential mechanism weighs candidates whose error is larger by 1/36 at most e^{-epsilon n / 72} each, and
    ``far`` <= k e^{-epsilon n / 72} <= beta / 4 together, the best one 1: they have a ``share`` of at most far."""
    return Use(given=far <= beta / 4, says=share <= far, gives=share <= beta / 4)


@uses(
    "BGS21.TA.1.conf", "DP.composition.parallel", f"{SKETCH}, 'Overall this results in', the runs", draws="(eps, delta)"
)
def the_runs_cost_the_largest_loss(beta: PositiveUnit, epsilon: PositiveReal, delta: Unit) -> Use:
    """The k runs of A are on disjoint rows, and cost (epsilon, delta) together; all fail with probability beta / 2."""
    return Use(fails=beta / 2, epsilon=epsilon, delta=delta)


@uses(
    "BGS21.TA.1.conf",
    "DP.composition.sequential",
    f"{SKETCH}, 'Overall this results in', the choice",
    draws="(2 eps, delta)",
)
def the_choice_costs_epsilon(beta: PositiveUnit, epsilon: PositiveReal) -> Use:
    """The choice costs (epsilon, 0); the estimates and the mechanism fail with probability beta / 4 each."""
    return Use(fails=beta / 4 + beta / 4, epsilon=epsilon)


@adds_up("BGS21.TA.1.conf", f"{SKETCH}, 'Overall this results in'")
def the_confident_learner_costs_twice_epsilon(beta: PositiveUnit, epsilon: PositiveReal, delta: Unit) -> Total:
    """A' is (2 epsilon, delta)-private and fails with probability at most beta."""
    return Total(fails=beta, epsilon=2 * epsilon, delta=delta)


@uses("BGS21.TA.1", "BGS21.TA.1.conf", f"{SKETCH}, 'using O(SC log(1/beta)) samples'", name="rows")
def the_choice_needs_no_more_rows(C: PositiveInteger, SC: AtLeastOne, epsilon: UpToQuarter, y: AtLeastOne) -> Use:
    """k SC rows for the runs and O(log(k/beta) / epsilon) for the choice are to be at most C SC log(1/beta), for some
    C: here k = y = log(1/beta), and y / epsilon for the choice."""
    return Use(gives=SC * y + y / epsilon <= C * SC * y)


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


@uses("BGS21.CA.2", "BGS21.TA.1.conf", f"{WEAK}, 'By the accuracy guarantee of A''")
def the_base_learner_is_confident_enough(beta: PositiveUnit, T: PositiveInteger, k: AtLeastOne, y: PositiveReal) -> Use:
    """A' is used at confidence beta / (2 T), with m >= O(SC log(T/beta)) rows: k >= log_4(4 T / beta) runs."""
    rounds = beta / (2 * T)
    known = ln(2 / rounds) <= k * ln(4)
    arguments = {"beta": rounds, "k": k, "x": y, "y": y}
    return Use(arguments, given=known, gives=exp(-(k * ln(4))) <= beta / (4 * T), fails=rounds)


@uses(
    "BGS21.CA.2",
    "BGS21.CA.2.acc",
    "Claim A.2, accuracy",
    repair="BGS21.CA.2.acc.corrected",
    draws="W has weighted error at most 1/3",
    assumes="the rows are labelled by some f in H, as those that boosting is run on are",
)
def the_weighted_error_is_that_of_the_base_learner() -> Use:
    """The examples that W draws by mu are i.i.d., so that A' has error at most 1/3 under mu."""
    return Use()


@uses(
    "BGS21.CA.2",
    "BGS21.ALG.W",
    f"{WEAK}, 'sample m = 1/16s examples without replacement'",
    repair="BGS21.ALG.W.corrected",
    draws="A' sees i.i.d. examples of mu",
    assumes="1/(16 s) is rounded down",
)
def the_examples_are_drawn_independently() -> Use:
    """A' is known to be accurate on i.i.d. examples, which draws without replacement are not."""
    return Use()


@uses("BGS21.CA.2", "BGS21.CA.2.priv", f"{WEAK}, 'by a privacy amplification by subsampling argument'")
def the_amplification_is_used(epsilon: UpToQuarter, s: OpenUnit, delta: Unit) -> Use:
    """With m = 1/(16 s) and A' (2 epsilon, delta)-private, epsilon <= 1/4 <= 1: (32 epsilon s m, delta (1 + e^{8
    epsilon s m})) is at most (2 epsilon, 3 delta)."""
    growth = exp(epsilon / 2)
    return Use(
        {"epsilon": epsilon, "s": s}, gives=delta * growth <= 2 * delta, epsilon=2 * epsilon, delta=delta * (1 + growth)
    )


@uses("BGS21.CA.2", "BGS21.CA.2.priv.iid", f"{WEAK}, for i.i.d. draws", draws="i.i.d. draws are private as well")
def independent_draws_are_used(epsilon: UpToQuarter) -> Use:
    """W with i.i.d. draws is (2 epsilon, 0)-private for epsilon <= 1, A' being (2 epsilon, 0)-private."""
    return Use({"epsilon": epsilon})


@adds_up("BGS21.CA.2", "Claim A.2")
def the_weak_learner_is_within_its_budget(
    beta: PositiveUnit,
    T: PositiveInteger,
    k: AtLeastOne,
    y: PositiveReal,
    epsilon: UpToQuarter,
    s: OpenUnit,
    delta: Unit,
) -> Total:
    """W fails with probability at most beta / (2 T) and is (2 epsilon, 3 delta)-private."""
    return Total(fails=beta / (2 * T), epsilon=2 * epsilon, delta=3 * delta)


@uses("BGS21.CA.2.priv.iid", "BGS21.CA.2.priv.iid.up", "for Claim A.2")
def raised_shares_add_up(w: PositiveReal, m: PositiveInteger, up: FromZero) -> Use:
    """m draws that raise the law by a share w each cost up <= m ln(1 + w) <= m w."""
    return Use({"w": w}, given=up <= m * ln(1 + w), gives=up <= m * w)


@uses("BGS21.CA.2.priv.iid", "BGS21.CA.2.priv.iid.down", "for Claim A.2")
def lowered_shares_add_up(p: UpToEighth, x: FromZero, m: PositiveInteger, down: FromZero) -> Use:
    """With v = p (1 - e^{-2 epsilon}) at most p = 2 s = 1/(8 m) <= 1/8, here v = p x / (1 + x), m draws cost down <=
    -m ln(1 - v) <= 8 m v / 7."""
    v = p * (x / (1 + x))
    return Use({"v": v}, given=(x > 0) & (down <= -(m * ln(1 - v))), gives=down <= m * (Fraction(8, 7) * v))


# ---- Boosting


@uses(
    "BGS21.TA.1",
    "BGS21.CA.2",
    f"{SKETCH}, 'The accuracy condition of Claim A.2 kicks in'",
    assumes="each round's distribution depends on the rounds before, for all of which the claim holds",
)
def the_weak_learner_is_used_in_every_round(
    n: PositiveInteger, alpha: PositiveUnit, T: PositiveInteger, beta: PositiveUnit, bad: Unit
) -> Use:
    """Claim A.2 at s = 2 / (alpha n), which is below 1 where 1/(16 s) >= 1 row is drawn: each of T rounds fails with
    probability ``bad`` <= beta / (2 T), together T bad <= beta / 2."""
    s = 2 / (alpha * n)
    return Use(given=alpha * n >= 32, needs=s < 1, says=2 * T * bad <= beta, gives=T * bad <= beta / 2, fails=beta / 2)


@uses("BGS21.TA.1", "PROB.union", f"{SKETCH}, 'except with probability at most beta/2'")
def the_rounds_fail_together(
    beta: PositiveUnit, union: Unit, both: Unit, alone: Unit, chances: FromZero, one: FromZero
) -> Use:
    """One of T rounds fails with probability at most T beta / (2 T) = beta / 2: to those with ``chances`` together, one
    with at most ``one`` is added."""
    arguments = {"union": union, "both": both, "alone": alone, "chances": chances}
    known = [union <= chances, both + alone <= one, chances + one <= beta / 2]
    return Use(arguments, given=all_of(known), gives=union + alone <= beta / 2)


@uses("BGS21.TA.1", "BGS21.TA.1.train", f"{SKETCH}, 'after T = O(log(1/alpha)) rounds'")
def the_training_error_is_small(L: PositiveReal, T: PositiveReal) -> Use:
    """Weighted errors of at most 1/3 are an advantage of gamma = 1/6; with density alpha / 2, L = ln(2/alpha) and T >=
    576 L rounds, G = T / 36 >= 16 L and the training error is at most alpha / 2."""
    return Use({"L": L, "G": T / 36}, given=T >= 576 * L, gives=144 * L < 3 * T / 4)


@uses("BGS21.TA.1", "BGS21.TA.1.train", f"{SKETCH}, 'after T = O(log(1/alpha)) rounds'", name="order")
def the_number_of_rounds_is_of_the_order_of_a_logarithm(C: PositiveInteger, L: FromZero, T: PositiveReal) -> Use:
    """T >= 576 ln(2/alpha) is to be at most C log(1/alpha), for some C, at every alpha <= 1; here L = ln(1/alpha)."""
    return Use(says=576 * (L + ln(2)) <= T, gives=T <= C * L)


@correction(
    "BGS21.TA.1.from.TA.1.train.order.conclusion",
    "the rounds are of order log(2/alpha), which stays positive where alpha = 1: log(1/alpha) is to be read as 1 + "
    "log(1/alpha), also in the number of samples (BGS21.TA.1.bound)",
    factor=Constant(576, mutants=(575,), stronger="smaller"),
)
def the_number_of_rounds_is_of_the_order_of_a_logarithm_and_one(L: FromZero, factor: int) -> Truth:
    """576 ln(2/alpha) = 576 (ln 2 + L) <= 576 (1 + L)."""
    return 576 * (ln(2) + L) <= factor * (1 + L)


@uses("BGS21.TA.1", "BGS21.TA.1.bound", "Theorem A.1", repair="BGS21.TA.1.bound.corrected", draws="so many samples")
def the_bound_is_a_number_of_samples(alpha: PositiveUnit, beta: PositiveUnit) -> Use:
    """The number of samples is read with 1 + log(1/alpha)."""
    return Use({"alpha": alpha, "beta": beta})


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


@uses("BGS21.TA.1", "BGS21.TA.1.comp", f"{SKETCH}, 'by the basic composition theorem'", draws="(2 T eps, 3 T delta)")
def the_rounds_are_composed() -> Use:
    """Each round is (2 epsilon, 3 delta)-private."""
    return Use()


@uses("BGS21.TA.1", "DP.composition.adaptive", f"{SKETCH}, 'by the basic composition theorem'")
def the_composition_is_adaptive(epsilon: UpToQuarter, t: Natural, loss: FromZero, more: FromZero) -> Use:
    """A round's distribution is made of the answers before it, so that composition must be adaptive: with (2 epsilon, 3
    delta) for every answer, 2 t epsilon grows to 2 (t + 1) epsilon."""
    return Use(given=loss <= 2 * t * epsilon, says=more <= loss + 2 * epsilon, gives=more <= 2 * (t + 1) * epsilon)


@uses(
    "BGS21.TA.1",
    "DP.subsampling.replacement",
    f"{SKETCH}, 'a (different) privacy amplification by subsampling argument'",
)
def subsampling_is_used_last(epsilon: UpToQuarter, T: PositiveReal) -> Use:
    """Lemma 4.12 of BNSV15 is used on the whole procedure, with 2 T epsilon in the place of the epsilon <= 1 that it
    asks for, T >= 576 ln 2 rounds, at the rate 1 / (12 T): 6 (2 T epsilon) / (12 T) = epsilon."""
    whole = 2 * T * epsilon
    rate = 1 / (12 * T)
    return Use(given=576 * ln(2) <= T, needs=(whole <= 1) & (rate <= HALF), gives=6 * whole * rate <= epsilon)


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


@uses("BGS21.TA.1", "BGS21.TA.1.amp", f"{SKETCH}, 'Finally, we apply'", repair="BGS21.TA.1.amp.corrected")
def the_base_learner_is_subsampled(epsilon: UpToQuarter, T: AtLeastOne, delta: Unit) -> Use:
    """The base learner subsampled at rate 1 / (4 T) is (v, delta / (4 T))-private, v = (e^epsilon - 1) / (4 T), and T
    rounds of (2 v, 3 delta / (4 T)) together cost at most (epsilon, delta)."""
    v = (exp(epsilon) - 1) / (4 * T)
    loss = 2 * T * v
    return Use(
        {"epsilon": epsilon, "T": T, "v": v}, gives=loss <= epsilon, epsilon=loss, delta=3 * T * (delta / (4 * T))
    )


@uses("BGS21.TA.1.amp", "BGS21.TA.1.amp.unbounded", f"{SKETCH}, 'Finally, we apply'", draws="no constant C serves")
def no_rate_of_order_one_over_the_rounds_serves(C: AtLeastOne) -> Use:
    """At epsilon = 1/4 and T = 8 C + 8 rounds."""
    return Use({"C": C})


SUBSAMPLING = "Appendix A, subsampling"


@uses("BGS21.TA.1.amp", "DP.subsampling", SUBSAMPLING)
def the_whole_is_subsampled(w: FromZero, q: OpenUnit, v: FromZero) -> Use:
    """Subsampling at the rate q divides e^{epsilon'} - 1 = w, epsilon' = 2 T epsilon: v = ln(1 + q w)."""
    return Use(says=exp(v) <= 1 + q * w, gives=exp(v) - 1 <= q * w)


@uses("BGS21.TA.1.amp.unbounded", "DP.subsampling", SUBSAMPLING)
def the_bound_of_subsampling_is_used(w: FromZero, q: OpenUnit, v: FromZero) -> Use:
    """To come down to v = epsilon, ln(1 + q w) <= v, the rate must have q w <= e^epsilon - 1."""
    return Use(says=1 + q * w <= exp(v), gives=q * w <= exp(v) - 1)


@uses("BGS21.TA.1.amp.corrected", "DP.subsampling", SUBSAMPLING)
def the_base_learner_gains_by_subsampling(w: FromZero, T: AtLeastOne, v: FromZero) -> Use:
    """At the rate 1 / (4 T) <= 1/4 the base learner, with w = e^epsilon - 1, has v with e^v <= 1 + w / (4 T)."""
    return Use(needs=4 * T >= 1, says=exp(v) <= 1 + w / (4 * T), gives=exp(v) - 1 <= w / (4 * T))


@uses("BGS21.TA.1.amp.corrected", "DP.composition.adaptive", SUBSAMPLING)
def the_subsampled_rounds_are_composed(
    epsilon: UpToQuarter, T: AtLeastOne, loss: FromZero, delta: Unit, one: FromZero
) -> Use:
    """T rounds of twice the epsilon of the subsampled learner, at most (e^epsilon - 1) / (4 T), and 3 times its delta,
    delta / (4 T), each for every outcome of those before."""
    known = one <= (exp(epsilon) - 1) / (4 * T)
    spent = T * (2 * ((exp(epsilon) - 1) / (4 * T)))
    return Use(given=known, says=loss <= spent, gives=loss <= epsilon, epsilon=spent, delta=3 * T * (delta / (4 * T)))


@adds_up("BGS21.TA.1.amp.corrected", SUBSAMPLING)
def the_corrected_order_is_within_the_budget(
    epsilon: UpToQuarter, T: AtLeastOne, loss: FromZero, delta: Unit, one: FromZero
) -> Total:
    """T rounds over the subsampled learner are (epsilon, delta)-private."""
    return Total(epsilon=epsilon, delta=delta)


# ---- Generalisation


@uses(
    "BGS21.TA.1", "BGS21.TA.1.gen", f"{SKETCH}, 'By standard generalization bounds'", repair="BGS21.TA.1.gen.corrected"
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


@uses(
    "BGS21.TA.1", "BGS21.TA.1.gen.rounds", f"{SKETCH}, 'This is already true using the number of samples given above'"
)
def the_samples_are_enough_for_the_majorities(
    C: PositiveInteger, SC: AtLeastOne, L: FromZero, rounds: FromZero, b: FromZero
) -> Use:
    """The bound of BEHW89 has VC log(1/alpha) / alpha rows, and the print drops the logarithm, L: with ``rounds`` =
    ln T, b = ln(1/beta) and d <= SC, 4 d T (1 + rounds) L / alpha are to be at most C SC T (1 + rounds + b) / alpha,
    for some C; here d = SC."""
    return Use(gives=4 * SC * (1 + rounds) * L <= C * SC * (1 + rounds + b))


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


@uses(
    "BGS21.TA.1", "BGS21.TA.1.gen.log", f"{SKETCH}, 'By standard generalization bounds'", draws="no constant C serves"
)
def the_logarithm_cannot_be_dropped(C: PositiveInteger, y: UpToHalf) -> Use:
    """Some class and consistent learner need more than C (VC(H) + log(1/(alpha beta))) / alpha rows."""
    return Use({"C": C, "y": y})
