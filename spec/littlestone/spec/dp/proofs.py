"""DP: what the textbook proofs of the privacy theorems use, and where."""

from littlestone.spec.notation import *

NOISY_MAX = "Dwork and Roth 2014, proof of claim 3.9"
SPARSE = "Dwork and Roth 2014, proof of theorem 3.23"
ADVANCED = "Dwork and Roth 2014, proof of theorem 3.20"
STABLE = "Bun, Nissim and Stemmer 2016, proof of theorem 3.6"


# ---- Group privacy


@uses("DP.group.two", "DP.group", "textbook: from one row to two")
def one_more_row(u: AtLeastOne, delta: Unit, q: Unit, r: Unit) -> Use:
    """The step over one more row is used after one row: w = u = e^eps and s = delta."""
    arguments = {"u": u, "w": u, "delta": delta, "q": q, "r": r, "s": delta}
    return Use(arguments, given=q <= u * r + delta, gives=u * q + delta <= u**2 * r + (1 + u) * delta)


# ---- Accuracy


@uses("DP.exponential.accuracy", "PROB.union", "Dwork and Roth 2014, proof of theorem 3.11")
def some_bad_candidate_is_picked(k: PositiveInteger, some: Unit, one: Unit) -> Use:
    """The union bound is used for the candidates that are worse by x, each picked with probability at most ``one`` =
    e^{-eps x / 2}: at most k - 1, for the best is none."""
    return Use(says=some <= (k - 1) * one, gives=some <= k * one)


# ---- Subsampling


@uses(
    "DP.subsampling.replacement",
    "DP.group",
    "Bun, Nissim, Stemmer and Vadhan 2015, proof of lemma 4.12",
    assumes="a row is drawn Bin(m, 1/n) times, and E[u^B] = (1 + (u - 1)/n)^m for such a B",
)
def a_row_may_be_drawn_often(epsilon: Unit) -> Use:
    """Group privacy is used for the t copies of a row in the sample, averaged over t for both samples: the ratio
    E[e^{t eps}] / E[e^{-t eps}] is at most e^{6 eps m / n}, by ln(1 + x) <= x and -ln(1 - x) <= 2x for x <= 1/2."""
    u = exp(epsilon)
    return Use({"u": u, "delta": 0, "s": 0}, gives=u <= 1 + 6 * epsilon - 2 * (1 - exp(-epsilon)))


# ---- Noise on several numbers


@uses("DP.noisy_max", "DP.laplace", NOISY_MAX)
def the_noise_that_wins(epsilon: PositiveReal) -> Use:
    """The Laplace mechanism's privacy is used for the noise on one score, of scale 2/eps: what makes it win moves by 1
    with the score and by 1 with the best of the others."""
    scale = 2 / epsilon
    return Use(needs=scale > 0, gives=(1 + 1) / scale <= epsilon)


@uses("DP.noisy_max", "DP.group", NOISY_MAX)
def the_score_and_its_rivals_move(u: AtLeastOne, q: Unit, r: Unit) -> Use:
    """Group privacy is used for the two moves, u = e^{eps/2}: the score falls by 1 and the best other rises by 1."""
    arguments = {"u": u, "w": u, "delta": 0, "q": q, "r": r, "s": 0}
    return Use(arguments, given=q <= u * r, gives=u * q <= u**2 * r)


@uses("DP.noisy_max.monotone", "DP.laplace", NOISY_MAX)
def one_count_moves_the_gap_by_one(epsilon: PositiveReal, rise: Unit, most: Unit) -> Use:
    """The Laplace mechanism's privacy is used for the noise on one count, of scale 1/eps: a row that is added raises
    the count by ``rise`` and the best of the others by ``most``, so their gap moves by 1 at most."""
    gap = rise - most
    return Use(needs=(gap <= 1) & (gap >= -1), gives=(epsilon * gap <= epsilon) & (-(epsilon * gap) <= epsilon))


@uses("DP.above_threshold", "DP.laplace", SPARSE, name="threshold")
def the_noise_on_the_threshold(epsilon: PositiveReal) -> Use:
    """The Laplace mechanism's privacy is used for the threshold, whose noise of scale 2/eps moves by 1."""
    scale = 2 / epsilon
    return Use(needs=scale > 0, gives=1 / scale <= epsilon / 2, epsilon=1 / scale)


@uses("DP.above_threshold", "DP.laplace", SPARSE, name="answer")
def the_noise_on_the_answer(epsilon: PositiveReal) -> Use:
    """The Laplace mechanism's privacy is used for the answer that is above, whose noise of scale 4/eps moves by 2: by
    1 with the answer and by 1 with the threshold."""
    scale = 4 / epsilon
    return Use(needs=scale > 0, gives=2 / scale <= epsilon / 2, epsilon=2 / scale)


@adds_up("DP.above_threshold", SPARSE)
def the_losses_of_threshold_and_answer(epsilon: PositiveReal) -> Total:
    """Threshold and answer together cost eps."""
    return Total(epsilon=epsilon)


# ---- Histograms


@uses("DP.histogram", "DP.geometric", STABLE, draws="each of the two counts costs eps/2")
def two_counts_move(epsilon: PositiveReal) -> Use:
    """The geometric mechanism's privacy is used for the two counts that a replaced row moves by 1, with noise of ratio
    e^{-eps/2}."""
    half = epsilon / 2
    return Use(needs=half > 0, epsilon=half + half)


@uses("DP.histogram", "DP.composition.adaptive", STABLE)
def a_count_moves_and_another_appears(epsilon: PositiveReal, delta: Unit, listed: Unit) -> Use:
    """Composition is used where one count moves by 1, for eps/2, and the other item appears or disappears, and is
    listed with probability at most delta; where both items have no copy on one side, the lists differ where the one
    of the sample is listed, with probability at most delta, and composition would charge it twice."""
    return Use(given=listed <= delta, gives=(epsilon / 2 + 0 <= epsilon) & (0 + listed <= delta), delta=listed)


@adds_up("DP.histogram", STABLE)
def the_losses_of_a_histogram(epsilon: PositiveReal, delta: Unit, listed: Unit) -> Total:
    """The two counts cost eps, and an item with a single copy delta."""
    return Total(epsilon=epsilon, delta=delta, given=listed <= delta)


# ---- Composition


@uses(
    "DP.composition.sequential",
    "DP.composition.adaptive",
    "the case of a second mechanism that ignores the first's outcome",
    not_checkable="a special case, of a constant function of the first outcome: the statements' numbers are the same",
)
def the_second_ignores_the_first(epsilon1: FromZero, epsilon2: FromZero) -> Use:
    """Adaptive composition is used for a second mechanism that is the same after every outcome of the first."""
    raise NotImplementedError


@uses("DP.composition.parallel", "DP.composition.adaptive", "textbook: neighbours differ in one block")
def the_other_block_costs_nothing(epsilon1: FromZero, epsilon2: FromZero, largest: FromZero) -> Use:
    """Composition is used for two blocks of which one is the same on both samples: its mechanism costs 0."""
    known = (epsilon1 <= largest) & (epsilon2 <= largest)
    return Use(given=known, gives=(epsilon1 + 0 <= largest) & (0 + epsilon2 <= largest))


rests_on(
    "DP.composition.advanced",
    "DP.composition.mean",
    "The bound on the expected loss is used in each of k rounds, given the outcomes before it",
    ADVANCED,
)


@uses("DP.composition.advanced", "PROB.azuma", ADVANCED)
def the_losses_seldom_leave_their_mean(epsilon: PositiveReal, k: PositiveInteger, L: FromZero) -> Use:
    """Azuma's bound is used for the k losses less their means, in intervals of length 2 eps, at
    t = sqrt(2 k L), L = ln(1/delta): beyond t eps with probability at most e^{-t^2 / (2k)} = delta."""
    square = 2 * k * L
    return Use({"n": k}, needs=square >= 0, gives=square / (2 * k) >= L)


# ---- Concentrated privacy


@uses("DP.zcdp.approximate", "PROB.markov", "Bun and Steinke 2016, proof of lemma 3.5")
def markov_for_the_exponential_of_the_loss(
    p: Unit, rho: PositiveReal, x: FromZero, level: PositiveReal, mean: FromZero
) -> Use:
    """Markov's inequality is used for e^{(a - 1) L}, L the privacy loss, with the mean e^{(a - 1) a rho} at most, at
    the order a = 1 + x, x = sqrt(ln(1/delta) / rho): the loss is above rho + 2 sqrt(rho ln(1/delta)) = rho + 2 x rho
    with probability at most delta = e^{-x^2 rho}."""
    exponents = equals(x * (1 + x) * rho - x * (rho + 2 * x * rho), -(x**2 * rho))
    return Use({"p": p, "a": level}, says=p * level <= mean, gives=(p <= mean / level) & exponents)


@uses(
    "DP.geometric",
    "DP.post",
    "Ghosh, Roughgarden and Sundararajan 2009",
    not_checkable="that the truncated count is a function of the noisy one is how the mechanism is defined, no formula",
)
def the_noisy_count_is_moved_into_range(n: PositiveInteger) -> Use:
    """Post-processing is used for moving the noisy count into [0, n]."""
    raise NotImplementedError
