"""YAN25 section 3.2: what its statements use."""

from littlestone.spec.notation import *

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
    return times * k * epsilon * epsilon > 0


rests_on("YAN25.T7.eq1", "DP.composition.advanced", "the loss of a single mechanism, k = 1", f"Theorem 7, {HERE}")


@uses("YAN25.T8.accuracy", "DP.exponential.accuracy", f"beside Theorem 8, {HERE}")
def the_best_output_is_picked(R: PositiveInteger, u: FromZero, epsilon: PositiveReal) -> Use:
    """The accuracy of the exponential mechanism is used at x = (2/eps)(ln R + u), w = e^{-u}: e^{-eps x/2} = w/R, and
    R of these are w."""
    at = {"k": R, "epsilon": epsilon, "x": 2 / epsilon * (ln(R) + u)}
    return Use(at, gives=lambda b: b.fails <= exp(-u))


@uses("YAN25.T9.range", "YAN25.T9.packing", f"Theorem 9, {HERE}")
def one_row_is_to_be_enough(size: PositiveInteger, w: PositiveReal) -> Use:
    """The packing bound is used at n = 1 and beta = delta = 1/4, w = e^eps: (|X| - 1)(1 - 1/4 - 1/4) <= w/4, so that
    |X| <= w where there are two points at least."""
    return Use(says=(size - 1) * HALF <= w / 4, given=size >= 2, gives=size <= w)


@uses("YAN25.T9.unbounded", "YAN25.T9.packing", f"Theorem 9, {HERE}")
def one_row_is_to_be_enough_on_a_large_domain(size: PositiveInteger, w: PositiveReal) -> Use:
    """The packing bound is used as for YAN25.T9.range."""
    return Use(says=(size - 1) * HALF <= w / 4, given=size >= 2, gives=size <= w)


rests_on("YAN25.T9.range", "YAN25.M4.accuracy", "the number of rows of the median by ranks", f"Theorem 9, {HERE}")


rests_on(
    "YAN25.T9.range",
    "YAN25.T9.unbounded",
    "That no constant serves is used for the constant behind the O, C >= 1",
    f"Theorem 9, {HERE}",
)


# ---- Lemma 1 from the choosing mechanism


@uses("YAN25.L1", "YAN25.M2.privacy", f"Lemma 1, {HERE}", draws="the choosing mechanism is (eps, delta)-DP")
def the_choosing_mechanism_at_a_quarter_of_delta(epsilon: PositiveReal, delta: PositiveUnit) -> Use:
    """The privacy of M2, for 0 < delta < 1/2, is used at delta/4, for every delta up to 1."""
    return Use(needs=(delta / 4 > 0) & (delta / 4 < HALF), delta=delta / 4)


@uses("YAN25.L1", "YAN25.M2.accuracy", f"Lemma 1, {HERE}")
def the_choosing_mechanism_is_accurate_where_the_best_is_good(beta: OpenUnit, N: PositiveInteger) -> Use:
    """The accuracy of M2 is used where OPT >= theta + (4/eps) ln(1/beta), with N = kn: it fails with probability
    beta."""
    rivals = (N - 1) * beta / (2 * N)
    return Use({"beta": beta, "N": N}, gives=beta / 2 + (1 - beta / 2) * rivals / (1 + rivals) <= beta, fails=beta)


rests_on(
    "YAN25.L1",
    "YAN25.L1.range",
    "That the loss is not negative is used where OPT is at most the loss: every solution, also that which stands "
    "for the failure, has q >= 0 >= OPT - loss",
    f"Lemma 1, {HERE}",
    repair="YAN25.L1.range.corrected",
)


@adds_up("YAN25.L1", f"Lemma 1, {HERE}")
def the_costs_of_the_choosing_mechanism(
    epsilon: PositiveReal, delta: PositiveUnit, beta: OpenUnit, N: PositiveInteger
) -> Total:
    """M2 is run once: delta at most, failing with probability beta at most."""
    return Total(fails=beta, delta=delta)


# ---- The choosing mechanism and the medians, as derived

M2 = "derivation of M2"
M5 = "derivation of M5"


rests_on(
    "YAN25.M2.privacy",
    "YAN25.M2.small",
    "Few votes pass with probability delta at most, so that all but the failure is an event of probability delta",
    M2,
)


rests_on(
    "YAN25.M2.privacy",
    "YAN25.M2.large",
    "Where many vote, test and choice together lose a factor of a^4 = e^eps, a = e^{eps/4}, at most",
    M2,
)


rests_on(
    "YAN25.M2.privacy",
    "YAN25.M2.new",
    "The solutions that only one of two neighbours has are returned with probability delta at most",
    M2,
)


@uses("YAN25.M5.accuracy", "YAN25.M1", M5, draws="a depth with quality at least n/2 - (2/eps1) ln((L + 1)/b1)")
def a_good_depth_is_drawn(L: PositiveInteger, b: OpenUnit) -> Use:
    """The exponential mechanism over L + 1 depths fails with probability b1."""
    return Use(needs=ln((L + 1) / b) >= 0, fails=b)


@uses("YAN25.M5.accuracy", "YAN25.M2.accuracy", M5)
def a_good_prefix_is_chosen(b: OpenUnit, N: PositiveInteger) -> Use:
    """The choosing mechanism, k = 1 and N = n, fails with probability b2 and loses (4/eps2) ln(2n/b2)."""
    rivals = (N - 1) * b / (2 * N)
    return Use({"beta": b, "N": N}, gives=rivals <= b / 2, fails=b)


rests_on("YAN25.M5.accuracy", "YAN25.M5.depth", "some depth has quality n/2", M5)
rests_on("YAN25.M5.accuracy", "YAN25.M5.points", "one of a, b, c has rank quality K at least", M5)


@uses("YAN25.M5.accuracy", "YAN25.M1", M5, name="points")
def one_of_three_is_drawn(K: AtLeastOne, r: AtLeastOne, x: PositiveReal, b: OpenUnit) -> Use:
    """The exponential mechanism over three points, the best of quality r >= K, draws one of quality less than 1, no
    interior point, with probability 3 e^{-eps3 (r - 1)/2} <= b3 at most, in logarithms, x = 1/eps3."""
    y = ln(3 / b)
    return Use(given=(1 + 2 * x * y <= K) & (r >= K), gives=r - 1 >= 2 * x * y, fails=b)


@adds_up("YAN25.M5.accuracy", M5)
def the_failures_of_one_level(
    L: PositiveInteger, b: OpenUnit, N: PositiveInteger, K: AtLeastOne, r: AtLeastOne, x: PositiveReal
) -> Total:
    """b1 + b2 + b3, here each b."""
    return Total(fails=3 * b)


@uses("YAN25.M5.accuracy", "YAN25.M9.interior", M5)
def the_rest_is_two_thirds(t: Annotated[Real, Reals(low=3)], rounded: BelowOne, q: FromZero) -> Use:
    """k = ceil(t/6) = t/6 + ``rounded`` values are taken off each end, and some are left where t >= 3; an interior
    point of these has a rank quality k + 1 + q at least, more than (1/2 - 1/3) t: it is a 1/3-median."""
    k = t / 6 + rounded
    return Use(needs=2 * k < t, says=k + 1 + q >= k + 1, gives=k + 1 + q >= (HALF - Fraction(1, 3)) * t)


# ---- The recursion on pairs

M6 = "RecPair: R levels, and a last median"


@uses("YAN25.M6.accuracy", "YAN25.M6.matching", M6, draws="enough pairs part early")
def the_matching_fails_seldom(b: OpenUnit, more: FromZero) -> Use:
    """With g = ln(1/b) + more it fails with probability e^-g at most."""
    return Use(needs=ln(1 / b) > 0, gives=exp(-(ln(1 / b) + more)) <= b, fails=b)


rests_on("YAN25.M6.accuracy", "YAN25.M6.pairs", "an interior prefix of the pairs gives three points", M6)


@uses("YAN25.M6.accuracy", "YAN25.M2.accuracy", M6)
def the_prefix_is_chosen(b: OpenUnit, N: PositiveInteger) -> Use:
    """The choosing mechanism fails with probability b."""
    rivals = (N - 1) * b / (2 * N)
    return Use({"beta": b, "N": N}, gives=rivals <= b / 2, fails=b)


rests_on("YAN25.M6.accuracy", "YAN25.M5.points", "one of the three points is good", M6)


@uses("YAN25.M6.accuracy", "YAN25.M1", M6, draws="a point of a level is drawn")
def one_of_the_points_of_a_level_is_drawn(b: OpenUnit, more: FromZero) -> Use:
    """One of three fails with probability 3 e^{-ln(3/b)} at most."""
    return Use(gives=3 * exp(-(ln(3 / b) + more)) <= b, fails=b)


@adds_up("YAN25.M6.accuracy", M6)
def the_failures_of_a_level_of_pairs(b: OpenUnit, more: FromZero, N: PositiveInteger) -> Total:
    """3 b for each level."""
    return Total(fails=3 * b)
