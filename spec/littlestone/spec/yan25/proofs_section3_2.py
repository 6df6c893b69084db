"""YAN25 section 3.2: what its statements use."""

from littlestone.spec.notation import *

M2 = "derivation of M2"
M5 = "derivation of M5"
M6 = "RecPair: R levels, and a last median"

HERE = "section 3.2"


@uses("YAN25.T7", "DP.composition.advanced", f"Theorem 7, {HERE}")
def advanced_composition_has_one_more_term(epsilon: PositiveReal, delta: OpenUnit, k: PositiveInteger) -> Use:
    """The theorem is cited as composition with eps' = sqrt(2k ln(1/delta')) eps; what is known has k eps (e^eps - 1)
    more."""
    printed = (2 * k * ln(1 / delta)) ** HALF * epsilon
    return Use({"k": k, "epsilon": epsilon, "delta": delta}, gives=lambda b: b.epsilon <= printed)


@correction(
    "YAN25.T7.from.DP.composition.advanced.conclusion",
    "k eps (e^eps - 1) is left out, which is positive",
    times=Constant(1, mutants=(0,)),
)
def the_term_that_is_left_out_is_positive(epsilon: PositiveReal, k: PositiveInteger, times: int) -> Truth:
    """k eps (e^eps - 1) > 0."""
    return times * k * epsilon * (exp(epsilon) - 1) > 0


rests_on("YAN25.T7.eq1.corrected", "YAN25.T7.corrected", "the loss of k mechanisms", f"Theorem 7, {HERE}, corrected")
rests_on("YAN25.T7.corrected", "YAN25.T7.mean", "the mean loss of a mechanism", f"Theorem 7, {HERE}, corrected")


@uses("YAN25.T7.corrected", "PROB.hoeffding.lemma", f"Theorem 7, {HERE}, corrected")
@uses("YAN25.T12.corrected", "PROB.hoeffding.lemma", "Theorem 12, corrected, where k = 2T")
def the_losses_are_within_epsilon(k: AtLeastOne, x: PositiveReal, c: Annotated[Real, Reals()]) -> Use:
    """The loss of a mechanism is within eps of 0: with s = x/eps the moment c of what it exceeds its mean by is at most
    x^2/2, which makes k x^2/2."""
    return Use({"moment": c, "t": 2 * x}, gives=k * c <= k * x**2 / 2)


@uses("YAN25.T7.corrected", "PROB.markov", f"Theorem 7, {HERE}, corrected")
def the_loss_is_seldom_large(level: PositiveReal, delta: OpenUnit, part: Unit) -> Use:
    """e^{s loss} is on average at most delta' e^{s eps'}, and so seldom as much as e^{s eps'}."""
    return Use({"level": level, "mean": part * delta * level}, gives=lambda loss: loss.fails <= delta)


rests_on("YAN25.T7.eq1", "DP.composition.advanced", "the loss of a single mechanism, k = 1", f"Theorem 7, {HERE}")


@uses("YAN25.T9.range", "YAN25.T9.packing", f"Theorem 9, {HERE}")
@uses("YAN25.T9.unbounded", "YAN25.T9.packing", f"Theorem 9, {HERE}")
def one_row_is_to_be_enough(size: AtLeastTwo, w: AtLeastOne) -> Use:
    """At n = 1 and beta = delta = 1/4, w = e^eps: (|X| - 1)(1 - 1/4 - 1/4) <= w/4, so that |X| <= w."""
    return Use({"others": size - 1, "w": w, "beta": QUARTER, "delta": Real.of(QUARTER)}, gives=size <= w)


@uses("YAN25.T9.range.corrected", "YAN25.M4.accuracy", f"Theorem 9, {HERE}")
def rows_of_the_median_by_ranks(
    top: AtLeastOne, alpha: PositiveUnit, beta: OpenUnit, epsilon: PositiveReal, more: PositiveReal
) -> Use:
    """(2/(alpha eps)) ln(H/beta) rows are enough for the median by ranks, at every eps."""
    at = {"top": top, "t": 2 * (ln(top / beta) + more) / (alpha * epsilon), "alpha": alpha, "epsilon": epsilon}
    return Use(at, gives=lambda median: median.fails <= beta)


rests_on("YAN25.T9.range.corrected", "YAN25.T10.rank", "the quality of each value changes by at most 1", HERE)
rests_on("YAN25.T9.range.corrected", "YAN25.F1.zero", "some value has a quality of n/2", HERE)
rests_on("YAN25.T9.range", "YAN25.T9.unbounded", "no constant behind the O serves", f"Theorem 9, {HERE}")


# ---- Lemma 1 from the choosing mechanism


@uses("YAN25.L1", "YAN25.M2.privacy", f"Lemma 1, {HERE}")
@uses("YAN25.L1.range.corrected", "YAN25.M2.privacy", f"Lemma 1, {HERE}")
def the_choosing_mechanism_at_a_quarter_of_delta(epsilon: PositiveReal, delta: PositiveUnit) -> Use:
    """The privacy of M2, for 0 < delta < 1/2, is used at delta/4, for every delta up to 1."""
    at = {"epsilon": epsilon, "delta": delta / 4}
    return Use(at, gives=lambda m: (m.epsilon <= epsilon) & (m.delta <= delta), times=1)


@uses("YAN25.L1", "YAN25.M2.accuracy", f"Lemma 1, {HERE}")
@uses("YAN25.L1.range.corrected", "YAN25.M2.accuracy", f"Lemma 1, {HERE}")
def the_choosing_mechanism_is_accurate_where_the_best_is_good(beta: OpenUnit) -> Use:
    """The accuracy of M2 is used where OPT >= theta + (4/eps) ln(1/beta)."""
    return Use({"beta": beta}, gives=lambda m: 1 - m.fails >= 1 - beta, times=1)


rests_on("YAN25.L1", "YAN25.L1.range", "q >= 0 >= OPT - loss", f"Lemma 1, {HERE}", repair="YAN25.L1.range.corrected")


@adds_up("YAN25.L1", f"Lemma 1, {HERE}")
def the_costs_of_the_choosing_mechanism(epsilon: PositiveReal, delta: PositiveUnit, beta: OpenUnit) -> Total:
    """M2 is run once: (epsilon, delta) at most, failing with probability beta at most."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


# ---- The choosing mechanism and the medians, as derived


@uses("YAN25.M2.privacy", "YAN25.M2.small", M2)
def few_votes_seldom_pass(delta: UpToHalf, event: Unit) -> Use:
    """Few votes pass with probability delta at most, and any part of that event has no more."""
    return Use({"delta": delta}, gives=lambda test: event * test.fails <= delta)


@uses("YAN25.M2.privacy", "YAN25.M2.large", M2)
def many_votes_cost_epsilon(epsilon: PositiveReal) -> Use:
    """Where many vote, test and choice together lose a factor of a^4 = e^eps, a = e^{eps/4}, at most."""
    return Use({"a": exp(epsilon / 4)}, gives=lambda both: both.epsilon <= epsilon)


rests_on("YAN25.M2.privacy", "YAN25.M2.new", "solutions of one side alone are returned with delta at most", M2)


@uses("YAN25.M5.accuracy", "DP.exponential.accuracy", M5)
def a_good_depth_is_drawn(L: PositiveInteger, epsilon: PositiveReal, b: OpenUnit) -> Use:
    """M1 over L + 1 depths draws one of quality at least n/2 - (2/eps1) ln((L + 1)/b1), but with probability b1."""
    at = {"k": L + 1, "epsilon": epsilon, "x": 2 / epsilon * ln((L + 1) / b)}
    return Use(at, gives=lambda depth: depth.fails <= b, times=1)


@uses("YAN25.M5.accuracy", "YAN25.M2.accuracy", M5)
@uses("YAN25.M6.accuracy", "YAN25.M2.accuracy", M6)
def a_good_prefix_is_chosen(b: OpenUnit) -> Use:
    """The choosing mechanism, k = 1, fails with probability b2 and loses (4/eps2) ln(2n/b2)."""
    return Use({"beta": b}, gives=lambda prefix: prefix.fails <= b, times=1)


rests_on("YAN25.M5.accuracy", "YAN25.M1", "the exponential mechanism, over depths and over points", M5)
rests_on("YAN25.M5.accuracy", "YAN25.M5.depth", "some depth has quality n/2", M5)
rests_on("YAN25.M5.accuracy", "YAN25.M5.points", "one of a, b, c has rank quality K at least", M5)


@uses("YAN25.M5.accuracy", "DP.exponential.accuracy", M5, name="points")
@uses("YAN25.M6.accuracy", "DP.exponential.accuracy", M6)
def one_of_three_is_drawn(epsilon: PositiveReal, b: OpenUnit, more: FromZero) -> Use:
    """M1 over three points, the best of quality r >= 1 + (2/eps3) ln(3/b3), draws one of quality less than 1, no
    interior point, with probability 3 e^{-eps3 (r - 1)/2} <= b3 at most."""
    at = {"k": Real.of(3), "epsilon": epsilon, "x": 2 / epsilon * (ln(3 / b) + more)}
    return Use(at, gives=lambda point: point.fails <= b, times=1)


@adds_up("YAN25.M5.accuracy", M5)
def the_failures_of_one_level(L: PositiveInteger, epsilon: PositiveReal, b: OpenUnit, more: FromZero) -> Total:
    """b1 + b2 + b3, here each b."""
    return Total(fails=3 * b)


@uses("YAN25.M5.accuracy", "YAN25.M9.interior", M5)
def the_rest_is_two_thirds(t: Annotated[Real, Reals(low=3)], rounded: BelowOne, quality: FromZero) -> Use:
    """k = ceil(t/6) = t/6 + ``rounded`` values are taken off each end, and some are left where t >= 3; an interior
    point of these has a rank quality of at least k + 1, more than (1/2 - 1/3) t: it is a 1/3-median."""
    k = t / 6 + rounded
    return Use({"k": k, "quality": quality}, gives=quality > (HALF - Fraction(1, 3)) * t)


# ---- The recursion on pairs


@uses("YAN25.M6.accuracy", "YAN25.M6.matching", M6)
def the_matching_fails_seldom(b: OpenUnit, more: FromZero) -> Use:
    """With m >= 8 and m >= ln(1/b) + ``more`` it fails with at most e^-m: enough pairs part early."""
    at = {"m": 8 + ln(1 / b) + more}
    return Use(at, gives=lambda matching: matching.fails <= b)


rests_on("YAN25.M6.accuracy", "YAN25.M1", "the exponential mechanism, over the points of a level", M6)
rests_on("YAN25.M6.accuracy", "YAN25.M6.pairs", "an interior prefix of the pairs gives three points", M6)
rests_on("YAN25.M6.accuracy", "YAN25.M5.points", "one of the three points is good", M6)


@adds_up("YAN25.M6.accuracy", M6)
def the_failures_of_a_level_of_pairs(epsilon: PositiveReal, b: OpenUnit, more: FromZero) -> Total:
    """2 b for each level, beside the b of its matching."""
    return Total(fails=2 * b)
