"""DP: what the textbook proofs of the privacy theorems use, and where."""

from littlestone.spec.notation import *

NOISY_MAX = "Dwork and Roth 2014, proof of claim 3.9"
BOTH_MOVE = "as in Dwork and Roth 2014, proof of claim 3.9, where the best other score moves too"
SPARSE = "Dwork and Roth 2014, proof of theorem 3.23"
ADVANCED = "Dwork and Roth 2014, proof of theorem 3.20"
STABLE = "Bun et al. 2016, proof of theorem 3.6"


# ---- Group privacy


rests_on(
    "DP.group.two", "DP.group", "$q <= e^{2 eps} r + (1 + e^eps) delta$, at $t = 2$", "textbook: from one row to two"
)


# ---- Accuracy


@uses("DP.exponential.accuracy", "PROB.union", "Dwork and Roth 2014, proof of theorem 3.11")
def some_bad_candidate_is_picked(k: PositiveInteger, one: Unit) -> Use:
    """The union bound is used for the candidates that are worse by $x$, each picked with probability at most ``one`` =
    $e^{-eps x / 2}$: some of them, at most $k - 1$ as the best is none, with probability at most $k$ times that."""
    return Use({"chances": (k - 1) * one}, gives=lambda b: b.fails <= k * one)


# ---- Subsampling


rests_on(
    "DP.subsampling.replacement",
    "DP.group",
    "a row is drawn $t = Bin(m, 1/n)$ times, and $E[e^{t eps}] / E[e^{-t eps}] <= e^{6 eps m / n}$",
    "Bun et al. 2015, proof of lemma 4.12",
)


# ---- Noise on several numbers


@uses("DP.noisy_max", "DP.laplace", BOTH_MOVE)
def the_noise_that_wins(epsilon: PositiveReal) -> Use:
    """The Laplace mechanism's privacy is used for the noise on one score, of scale $2/eps$: what makes it win moves by
    1 with the score and by 1 with the best of the others, which costs $eps$."""
    return Use({"sensitivity": Real.of(2), "scale": 2 / epsilon}, gives=lambda b: b.epsilon <= epsilon)


@uses("DP.noisy_max.monotone", "DP.laplace", NOISY_MAX)
def one_count_moves_the_gap_by_one(epsilon: PositiveReal) -> Use:
    """The Laplace mechanism's privacy is used for the noise on one count, of scale $1/eps$: a row that is added raises
    the count and the best of the others by 0 or 1, so their gap moves by 1 at most, which costs $eps$."""
    return Use({"sensitivity": Real.of(1), "scale": 1 / epsilon}, gives=lambda b: b.epsilon <= epsilon)


@uses("DP.above_threshold", "DP.laplace", SPARSE, name="threshold")
def the_noise_on_the_threshold(epsilon: PositiveReal) -> Use:
    """The Laplace mechanism's privacy is used for the threshold, whose noise of scale $2/eps$ moves by 1: it costs
    $eps/2$."""
    return Use({"sensitivity": Real.of(1), "scale": 2 / epsilon}, gives=lambda b: b.epsilon <= epsilon / 2, times=1)


@uses("DP.above_threshold", "DP.laplace", SPARSE, name="answer")
def the_noise_on_the_answer(epsilon: PositiveReal) -> Use:
    """The Laplace mechanism's privacy is used for the answer that is above, whose noise of scale $4/eps$ moves by 2, by
    1 with the answer and by 1 with the threshold: it costs $eps/2$."""
    return Use({"sensitivity": Real.of(2), "scale": 4 / epsilon}, gives=lambda b: b.epsilon <= epsilon / 2, times=1)


@adds_up("DP.above_threshold", SPARSE)
def the_losses_of_threshold_and_answer(epsilon: PositiveReal) -> Total:
    """Threshold and answer together cost $eps$."""
    return Total(epsilon=epsilon)


# ---- Histograms


rests_on(
    "DP.histogram",
    "DP.geometric",
    "each of the two counts that a replaced row moves by 1 costs $eps/2$",
    STABLE,
)


@uses("DP.histogram", "DP.composition.adaptive", STABLE)
def a_count_moves_and_another_appears(epsilon: PositiveReal, delta: Unit, listed: Unit) -> Use:
    """Composition is used where one count moves by 1, for $eps/2$, and the other item appears or disappears, and is
    listed with probability at most $delta$; where both items have no copy on one side, the lists differ where the one
    of the sample is listed, with probability at most $delta$, and composition would charge it twice."""
    at = {"first": epsilon / 2, "second": epsilon / 2, "delta1": Real.of(0), "delta2": listed}
    return Use(at, given=listed <= delta, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]), times=1)


@adds_up("DP.histogram", STABLE)
def the_losses_of_a_histogram(epsilon: PositiveReal, delta: Unit, listed: Unit) -> Total:
    """The two counts cost $eps$, and an item with a single copy $delta$."""
    return Total(epsilon=epsilon, delta=delta, given=listed <= delta)


# ---- Composition


@uses("DP.composition.sequential", "DP.composition.adaptive", "Dwork and Roth 2014, appendix B")
def the_second_does_not_see_the_first(first: FromZero, second: FromZero, delta1: FromZero, delta2: FromZero) -> Use:
    """Adaptive composition is used for a second mechanism that is the same after every outcome of the first."""
    at = {"first": first, "second": second, "delta1": delta1, "delta2": delta2}
    return Use(at, gives=lambda b: (b.epsilon <= first + second) & (b.delta <= delta1 + delta2))


@uses("DP.composition.parallel", "DP.composition.adaptive", "textbook: neighbours differ in one block")
def the_other_block_costs_nothing(epsilon1: FromZero, largest: FromZero) -> Use:
    """Composition is used for two blocks of which one is the same on both samples: its mechanism costs 0, and
    both together at most the largest loss."""
    at = {"first": epsilon1, "second": Real.of(0), "delta1": Real.of(0), "delta2": Real.of(0)}
    return Use(at, given=epsilon1 <= largest, gives=lambda b: b.epsilon <= largest)


rests_on(
    "DP.composition.advanced",
    "DP.composition.mean",
    "the expected loss of each of $k$ rounds, given the outcomes before it",
    ADVANCED,
)


@uses("DP.composition.advanced", "PROB.azuma", ADVANCED)
def the_losses_seldom_leave_their_mean(k: PositiveInteger, L: PositiveReal) -> Use:
    """Azuma's bound is used for the $k$ losses less their means, in intervals of length $2 eps$, at $t = sqrt(2 k L)$,
    $L = ln(1/delta)$: beyond $t eps$ with probability at most $e^{-t^2 / (2k)} = delta$."""
    return Use({"n": k, "t": (2 * k * L) ** HALF}, gives=lambda b: b.fails <= exp(-L))


# ---- Concentrated privacy


@uses("DP.zcdp.approximate", "PROB.markov", "Bun and Steinke 2016, proof of lemma 3.5")
def markov_for_the_exponential_of_the_loss(rho: PositiveReal, x: FromZero) -> Use:
    """Markov's inequality is used for $e^{(a - 1) L}$, $L$ the privacy loss, with the mean $e^{(a - 1) a rho}$ at most,
    at the order $a = 1 + x$, $x = sqrt(ln(1/delta) / rho)$: the loss is above $rho + 2 sqrt(rho ln(1/delta)) = rho + 2
    x rho$ with probability at most $delta = e^{-x^2 rho}$."""
    at = {"level": exp(x * (rho + 2 * x * rho)), "mean": exp(x * (1 + x) * rho)}
    return Use(at, gives=lambda b: b.fails <= exp(-(x**2 * rho)))


rests_on("DP.geometric", "DP.post", "the noisy count is moved into $[0, n]$", "Ghosh et al. 2009")
