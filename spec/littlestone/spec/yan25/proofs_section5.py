"""YAN25 section 5: what the proofs on the improper learner use."""

from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

UpToTwo = Annotated[Real, Reals(low=0, high=2, low_open=True, high_open=True)]

# ---- Theorem 10

T10 = "Section 5, proof of Theorem 10"


@uses("YAN25.T10", "YAN25.T9", T10, draws="z is (epsilon, delta)-private")
def the_median_is_private(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """One changed entry changes one y_i; the median of Theorem 9 is run on them."""
    return Use(epsilon=epsilon, delta=delta)


rests_on("YAN25.T10", "YAN25.T10.bounded", "the scores are 1-bounded", T10, repair="YAN25.T10.bounded.corrected")


@uses("YAN25.T10", "YAN25.L1", T10, draws="x_good is (epsilon, delta)-private")
def the_choice_is_private(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """By Lemma 1, which is for epsilon in (0, 2), though the parameters of the algorithm are any epsilon, delta > 0."""
    return Use(needs=epsilon < 2, epsilon=epsilon, delta=delta)


@correction(
    "YAN25.T10.from.L1.premise",
    "Lemma 1 has epsilon < 2: for larger ones it may be used at 1, say, with 1 for epsilon in its error; M2 is for all",
    at=Constant(1, mutants=(2,)),
)
def the_choice_may_be_run_with_a_smaller_epsilon(epsilon: AtLeastTwo, at: int) -> Truth:
    """1 < 2, and what is (1, delta)-private is (epsilon, delta)-private for epsilon >= 2."""
    return (at < 2 + 0 * epsilon) & (at <= epsilon)


rests_on("YAN25.T10", "YAN25.T6", "(z, x_good) is composed of two steps, of which the second depends on z", T10)


@uses("YAN25.T10", "YAN25.T6.adaptive", T10)
def the_two_steps_compose(epsilon: PositiveReal, delta: PositiveReal) -> Use:
    """(z, x_good) is (2 epsilon, 2 delta)-private by Theorem 6 for adaptive mechanisms: it is stated for fixed ones."""
    at = {"first": epsilon, "second": epsilon, "delta1": delta, "delta2": delta}
    return Use(at, gives=lambda pair: (pair.epsilon <= 2 * epsilon) & (pair.delta <= 2 * delta))


rests_on("YAN25.T10", "YAN25.T5", "h^_good is (2 epsilon, 2 delta)-private", T10)


@adds_up("YAN25.T10", T10)
def the_budgets(epsilon: PositiveReal, delta: PositiveReal) -> Total:
    """Two steps of (epsilon, delta) each."""
    return Total(epsilon=2 * epsilon, delta=2 * delta)


REPAIRED = "Section 5, Theorem 10, repaired"


rests_on("YAN25.T10.corrected", "YAN25.T10.rank", "one score of z changes by at most 1", REPAIRED)
rests_on("YAN25.T10.corrected", "YAN25.T10.median", "by ranks z is e1-private, whatever the y_i are", REPAIRED)
rests_on("YAN25.T10.corrected", "YAN25.T10.choice", "x_good is (e2, d2)-private given z", REPAIRED)
rests_on("YAN25.T10.corrected", "YAN25.T10.cell", "both together, at one z", REPAIRED)
rests_on("YAN25.T10.corrected", "YAN25.T10.chain", "a chunk votes for one point at each distance", REPAIRED)
rests_on("YAN25.T10.choice", "YAN25.T10.few", "with few votes the test seldom passes", REPAIRED)
rests_on("YAN25.T10.choice", "YAN25.T10.pass", "the chance of passing changes by at most u", REPAIRED)
rests_on("YAN25.T10.choice", "YAN25.T10.growth", "the sum of the weights grows by at most u^2", REPAIRED)
rests_on("YAN25.T10.choice", "YAN25.T10.lost", "a lost point had at most delta/2", REPAIRED)
rests_on("YAN25.T10.choice", "YAN25.T10.first", "a first vote passes with at most delta/2", REPAIRED)


# ---- Lemmas 5 to 8


rests_on("YAN25.L5", "YAN25.L3", "the points of I(c) are comparable", "Section 5, proof of Lemma 5")
rests_on("YAN25.L5.assumed.corrected", "YAN25.L3", "the points of I(c) are comparable", "Section 5, proof of Lemma 5")
rests_on("YAN25.L5.assumed.corrected", "YAN25.D13", "of two points just one is below the other", "Lemma 5, order")
rests_on("YAN25.L8", "YAN25.L6", "all y_i are points of I(c*_f), or the root", "Section 5, proof of Lemma 8")
rests_on("YAN25.L8", "YAN25.L5", "the y_i are in order", "Section 5, proof of Lemma 8")


L7 = "Section 5, proof of Lemma 7"


rests_on("YAN25.L7", "YAN25.T3", "every consistent h' in C_f has error below alpha, for all t chunks", L7)
rests_on("YAN25.L7", "YAN25.L6", "B_i is a subset of I(c*_f) (h_i errs on points of I(c*_f) alone)", L7)
rests_on("YAN25.L7", "YAN25.L7.eq1", "error(h_i, c*_f) <= error(h', c*_f)", L7, repair="YAN25.L7.eq1.corrected")


@uses("YAN25.L7", "YAN25.X3", "Section 5, Lemma 7, by X3")
def a_chunk_is_seldom_bad(t: PositiveInteger, alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Each of t chunks is bad with probability (1 - alpha)^s, at most beta for s = ln(1/beta)/alpha; the printed size
    has more."""
    at = {"alpha": alpha, "s": ln(1 / beta) / alpha}
    return Use(at, gives=lambda chunk: chunk.fails <= beta, times=t)


@adds_up("YAN25.L7", L7)
def all_chunks_fail(t: PositiveInteger, alpha: OpenUnit, beta: OpenUnit) -> Total:
    """t chunks fail with probability beta each."""
    return Total(fails=t * beta)


# ---- Lemma 9

L9 = "Section 5, proof of Lemma 9"


rests_on("YAN25.L9", "YAN25.L8", "the y_i are in order", L9)
rests_on("YAN25.L9", "YAN25.L4", "the y_i are in a domain of TD + 1 points, not said at the place", L9)


@uses("YAN25.L9", "YAN25.T9", L9, draws="z is a 1/3-median of the y_i")
def the_median_is_found(n_PM: PositiveReal, more: FromZero, beta: PositiveReal) -> Use:
    """Theorem 9 asks for n > n_PM values; there are t = n_PM + more >= n_PM of them."""
    return Use(needs=n_PM + more > n_PM, fails=beta)


rests_on("YAN25.L9", "YAN25.L9.eq1", "the scores add up to at least t/6", L9, repair="YAN25.L9.eq1.corrected")
rests_on("YAN25.L9", "YAN25.L3", "each B_i has one point of distance z at most", L9)
rests_on("YAN25.L9", "YAN25.L9.eq2", "x_good alone has a score, t/6 at least", L9, repair="YAN25.L9.eq2.corrected")


@uses("YAN25.L9", "YAN25.L1", L9, draws="the choosing mechanism outputs x_good")
def the_choice_is_right(n_PM: AtLeastOne, L: PositiveReal, epsilon: UpToTwo, beta: PositiveUnit) -> Use:
    """The score t/6 is at least (16/epsilon) L for L = log(4 n_PM/(beta epsilon delta)). Lemma 1, for t chunks, has
    log(4 t/(beta epsilon delta)) = L + log(t/n_PM), and its error must be less than t/6 to keep out a score of 0. Here
    t = 96 L/epsilon is the larger of the two numbers, and L is at least log(4 n_PM/(beta epsilon)), as delta <= 1."""
    t = 96 * L / epsilon
    is_of_a_delta = ln(4 * n_PM / (beta * epsilon)) <= L
    return Use(given=(t >= n_PM) & is_of_a_delta, needs=t / 6 > 16 / epsilon * (L + ln(t / n_PM)), fails=beta)


STRICT = (
    "t may be n_PM itself, and Theorem 9 asks for more; the data set of the choosing mechanism are t chunks, not n_PM, "
    "and at equality a point without votes has the score t/6 - t/6 that is promised: the inequalities must be strict"
)


@correction("YAN25.L9.from.T9.premise", STRICT, factor=Constant(2000, mutants=(96,)), one=Constant(1, mutants=(0,)))
@correction("YAN25.L9.from.L1.premise", STRICT, factor=Constant(2000, mutants=(96,)), one=Constant(1, mutants=(0,)))
def the_median_and_the_choice_are_right(
    n_PM: AtLeastOne, e: FromZero, d: FromZero, more: FromZero, factor: int, one: int
) -> Truth:
    """Lemma 9 may use Theorem 9 and Lemma 1 for every t >= n_PM + 1 that is at least (2000/epsilon) L, L = log(4
    n_PM/(beta epsilon delta)), epsilon < 2, n_PM >= 1 and beta, delta <= 1: then t > n_PM and t/6 > (16/epsilon) log(4
    t/(beta epsilon delta)), so that a point without votes is not chosen. Here e = log(2/epsilon), d = log(1/(beta
    delta)), and t = (2000/epsilon) L (1 + more) in the second line, which is times epsilon."""
    L = ln(2) + ln(n_PM) + e + d
    lost = 96 * (ln(factor) + ln(L) + 2 * e + ln(1 + more) + d)
    return (lost < factor * L * (1 + more)) & (n_PM < n_PM + one + more)


@adds_up("YAN25.L9", L9)
def the_median_and_the_choice_fail(
    n_PM: AtLeastOne, more: FromZero, L: PositiveReal, epsilon: UpToTwo, beta: PositiveReal
) -> Total:
    """Each fails with probability beta."""
    return Total(fails=2 * beta)


# ---- Corollary 2

COR2 = "Section 5, proof of Corollary 2"


@uses("YAN25.Cor2", "YAN25.L7", COR2, draws="all chunks are good")
def the_chunks_are_good(t: PositiveInteger, beta: PositiveReal) -> Use:
    """With probability 1 - beta t."""
    return Use(fails=t * beta)


@uses("YAN25.Cor2", "YAN25.L9", COR2, draws="x_good is accurate where all chunks are good")
def the_choice_is_accurate(t: PositiveInteger, beta: PositiveReal) -> Use:
    """With probability 1 - 2 beta."""
    return Use(fails=2 * beta)


rests_on("YAN25.Cor2", "YAN25.Cor2.identity", "error(h^_good, c*) = error(h_good, c*_f)", COR2)


@adds_up("YAN25.Cor2", COR2)
def the_union_bound(t: PositiveInteger, beta: PositiveReal) -> Total:
    """(t + 2) beta."""
    return Total(fails=(t + 2) * beta)


# ---- Theorem 11

T11 = "Section 5, before Theorem 11"


@uses("YAN25.T11", "YAN25.T10", T11, repair="YAN25.T10.corrected")
def the_budget_is_halved(epsilon: PositiveReal, delta: OpenUnit) -> Use:
    """Substitute epsilon by epsilon/2 and delta by delta/2: the learner is (epsilon, delta)-private."""
    at = {"first": epsilon / 2, "second": epsilon / 2, "leaks": delta / 2, "delta": delta / 2}
    return Use(at, gives=lambda b: (b.epsilon <= epsilon) & (b.delta <= delta), times=1)


@uses("YAN25.T11", "YAN25.Cor2", T11)
def the_confidence_is_divided(t: PositiveInteger, beta: PositiveReal) -> Use:
    """Substitute beta by beta/(t + 2): the error is at most alpha with probability 1 - beta."""
    return Use({"t": t, "beta": beta / (t + 2)}, gives=lambda learner: learner.fails <= beta, times=1)


rests_on("YAN25.T11", "YAN25.S1", "there is such a t", T11)
rests_on("YAN25.T11", "YAN25.S1.size", "N is of the printed size", T11, repair="YAN25.S1.size.corrected")


@uses("YAN25.T11", "YAN25.Cor1", T11)
def the_rows_of_the_median_by_log_star(tower: FromZero, star: FromZero, logs: FromZero) -> Use:
    """log*(TD + 1), the ``tower``, is of the order of log* d: n_PM is O(log* d log^2(...))."""
    return Use({"of_thresholds": tower, "of_littlestone": star}, gives=tower * logs**2 <= 3 * star * logs**2)


@uses("YAN25.T11", "YAN25.L2", T11, opaque=("littlestone_dimension", "threshold_dimension", "vc_dimension"))
def the_dimension_is_that_of_the_class(H: Binary) -> Use:
    """d is the Littlestone dimension of C and TD that of C_f: TD(X, C_f) <= 2^(d_L(X, C_f) + 1) by Theorem 4, and d_L
    is the same. (Not said at the place.)"""
    classes = [f_representation(H, f) for f in all_functions(H.points, 2)]
    known = all_of(threshold_dimension(G) <= _power(G) for G in classes)
    return Use({"H": H}, given=known, gives=all_of(threshold_dimension(G) <= _power(H) for G in classes))


def _power(H: ConceptClass) -> Number:
    return littlestone_dimension(H).map(lambda d: 2 ** (d + 1))


@adds_up("YAN25.T11", T11)
def what_the_theorem_says(t: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit, beta: PositiveReal) -> Total:
    """epsilon, delta and beta."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


CORRECTED = "Section 5, Theorem 11, corrected"


@uses("YAN25.T11.corrected", "YAN25.T9", CORRECTED, draws="z is a 1/3-median, and private")
def the_median_is_that_of_theorem_9(beta: UpToHalf) -> Use:
    """At epsilon/2, delta/2 and beta/3 for more than n_PM of the t values."""
    return Use(fails=beta / 3)


rests_on("YAN25.T11.corrected", "YAN25.Cor1.trees", "log*(TD + 1) <= log* d + 2 <= 3 max(1, log* d)", CORRECTED)
rests_on("YAN25.T11.corrected", "YAN25.T11.votes", "6 theta is at most (48/epsilon) log(8/(epsilon delta))", CORRECTED)
rests_on("YAN25.T11.ranks", "YAN25.T11.votes", "6 theta is at most (48/epsilon) log(4/(epsilon delta))", CORRECTED)
rests_on("YAN25.T11.corrected", "YAN25.L9.eq3", "x_good is as accurate as some good chunk", CORRECTED)
rests_on("YAN25.T11.ranks", "YAN25.L9.eq3", "x_good is as accurate as some good chunk", CORRECTED)
rests_on("YAN25.T11.ranks", "YAN25.L4", "the distances are at most TD of C_f", CORRECTED)
rests_on("YAN25.T11.ranks", "YAN25.T4.sharp", "TD < 2^(d+1)", CORRECTED)


@uses("YAN25.T11.corrected", "YAN25.T10.corrected", CORRECTED)
def both_steps_are_paid(epsilon: PositiveUnit, delta: UpToHalf) -> Use:
    """(z, x_good) is (epsilon, delta)-private at epsilon/2 and delta/2 each."""
    at = {"first": epsilon / 2, "second": epsilon / 2, "leaks": delta / 2, "delta": delta / 2}
    return Use(at, gives=lambda pair: (pair.epsilon <= epsilon) & (pair.delta <= delta), times=1)


@uses("YAN25.T11.ranks", "YAN25.T10.corrected", CORRECTED)
def the_learner_by_ranks_is_private(epsilon: PositiveUnit, delta: BelowHalf) -> Use:
    """(epsilon, delta)-private at epsilon/2 for the ranks and (epsilon/2, delta) for the choice."""
    at = {"first": epsilon / 2, "second": epsilon / 2, "leaks": Real.of(0), "delta": delta}
    return Use(at, gives=lambda learner: (learner.epsilon <= epsilon) & (learner.delta <= delta), times=1)


@uses("YAN25.T11.ranks", "YAN25.X5.median", CORRECTED)
def the_ranks_find_a_median(power: AtLeastTwo, epsilon: PositiveUnit, beta: UpToHalf, more: FromZero) -> Use:
    """t >= (12/epsilon) ln(2^(d+1) 3/beta), at epsilon/2: z is no 1/3-median with probability at most beta/3."""
    at = {"top": power, "e1": epsilon / 2, "b1": beta / 3, "t": (12 * (ln(power) + ln(3 / beta)) + more) / epsilon}
    return Use(at, gives=lambda z: z.fails <= beta / 3, times=1)


@uses("YAN25.T11.corrected", "YAN25.X5.choice", CORRECTED)
@uses("YAN25.T11.ranks", "YAN25.X5.choice", CORRECTED)
def the_point_with_votes_is_chosen(beta: UpToHalf, more: FromZero) -> Use:
    """With t/6 votes and (epsilon/8) (t/6 - theta) >= ln(3/(2 beta)) the choice fails with at most beta/3."""
    return Use({"u": ln(3 / (2 * beta)) + more, "b2": beta / 3}, gives=lambda choice: choice.fails <= beta / 3, times=1)


@uses("YAN25.T11.corrected", "YAN25.X4", CORRECTED)
@uses("YAN25.T11.ranks", "YAN25.X4", CORRECTED)
def few_chunks_are_bad(beta: UpToHalf, more: FromZero) -> Use:
    """Of t >= 8.73 ln(3/beta) chunks a sixth or more are bad with probability at most beta/3."""
    at = {"t": Fraction(873, 100) * (ln(3 / beta) + more), "b": ln(3 / beta)}
    return Use(at, gives=lambda chunks: chunks.fails <= beta / 3, times=1)


@uses("YAN25.T11.corrected", "YAN25.X3", CORRECTED)
@uses("YAN25.T11.ranks", "YAN25.X3", CORRECTED)
@uses("YAN25.S1.size.corrected", "YAN25.X3", CORRECTED)
def so_many_rows_make_a_chunk_good(alpha: OpenUnit, more: FromZero) -> Use:
    """With s >= ln(24)/alpha rows a chunk is bad with probability at most 1/24."""
    return Use({"alpha": alpha, "s": (ln(24) + more) / alpha}, gives=lambda chunk: chunk.fails <= Fraction(1, 24))


@adds_up("YAN25.T11.corrected", CORRECTED)
def the_two_steps_and_three_failures(epsilon: PositiveUnit, delta: UpToHalf, beta: UpToHalf, more: FromZero) -> Total:
    """epsilon, delta and beta."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@adds_up("YAN25.T11.ranks", CORRECTED)
def the_ranks_cost_as_much(
    power: AtLeastTwo, epsilon: PositiveUnit, delta: BelowHalf, beta: UpToHalf, more: FromZero
) -> Total:
    """epsilon, delta and beta."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


rests_on("YAN25.S1.size.corrected", "YAN25.X4", "the chunks' size does not depend on t", CORRECTED)
rests_on("YAN25.X4", "PROB.markov", "Pr[a^(bad) >= a^(t/6)] <= E a^(bad) / a^(t/6)", CORRECTED)
