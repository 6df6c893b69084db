"""YAN25 section 6: what the proofs of Theorem 12 and Claims 1 to 5 use."""

from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *

# ---- Theorem 12

T12 = "Section 6.2.1, proof of Theorem 12"


@uses("YAN25.T12", "YAN25.T7", T12, repair="YAN25.T7.corrected")
def the_rounds_are_composed(rounds: AtLeastOne, delta: OpenUnit, epsilon: PositiveReal, loss: FromZero) -> Use:
    """The 2T mechanisms of T rounds are composed: what composition gives, with the term that Theorem 7 lacks, is to be
    sqrt(2 T ln(1/delta')) 2 eps."""
    square = root(2 * rounds * ln(1 / delta)) * epsilon
    full = root(2) * square + 2 * rounds * epsilon * (exp(epsilon) - 1)
    return Use(says=loss <= full, gives=loss <= 2 * square)


@correction(
    "YAN25.T12.from.T7.conclusion",
    "the term 2 T eps (e^eps - 1) must be paid for; it is where 2 T eps e^eps <= sqrt(T ln(1/delta')) eps / 2",
    half=Constant(HALF, mutants=(2,)),
)
def a_small_epsilon_pays_for_the_term(s: PositiveReal, term: FromZero, half: Fraction) -> Statement:
    """With s = sqrt(2 T ln(1/delta')) eps: where the term is at most s/2, sqrt(2) s + term <= 2 s."""
    return when(term <= half * s, root(2) * s + term <= 2 * s)


rests_on(
    "YAN25.T12",
    "YAN25.T8",
    "The weights and the least values change by at most 1 with a row (YAN25.D18.corrected, YAN25.D19.corrected), "
    "so that e^{eps q / 2} is the exponential mechanism's weight; taken for granted: the candidates depend on "
    "x_flag, which was selected before",
    T12,
)


@uses("YAN25.T12", "DP.laplace", T12)
def each_test_is_private(epsilon: PositiveReal, change: Unit) -> Use:
    """The least weight changes by at most 1 with a row, and the noise is Laplace(1/eps)."""
    return Use({"sensitivity": change, "scale": 1 / epsilon}, gives=lambda b: b.epsilon <= epsilon)


rests_on("YAN25.T12", "YAN25.T12.caterpillar", "an event that tells two samples apart", T12)


# ---- Claims 1 and 2

CL12 = "Section 6.2.2, proofs of Claims 1 and 2"


rests_on("YAN25.Cl1", "YAN25.Cl1.tail", "the first inequality", CL12)


@uses("YAN25.Cl1", "PROB.chernoff.upper", CL12)
def the_ones_are_counted(alpha: OpenUnit, rows: PositiveReal) -> Use:
    """Chernoff's bound at delta = 1 for N independent rows, each below x_good with label 1 with probability at most
    alpha; S_2 is independent of x_good."""
    at = {"mean": alpha * rows, "delta": Real.of(1)}
    return Use(at, gives=lambda b: b.fails <= exp(-(alpha * rows / 3)))


@uses("YAN25.Cl2", "PROB.chernoff.upper", CL12)
def the_zeros_on_the_path_are_counted(alpha: OpenUnit, rows: PositiveReal) -> Use:
    """Chernoff's bound for the rows of label 0 on the target's path, more than 2 alpha N of them; there are none
    (YAN25.Cl2.corrected), and the print has the bound for at most 2 alpha N."""
    at = {"mean": alpha * rows, "delta": Real.of(1)}
    return Use(at, gives=lambda b: 1 - b.fails <= exp(-(alpha * rows / 3)))


@correction(
    "YAN25.Cl2.from.PROB.chernoff.upper.conclusion",
    "the event is v > 2 alpha N, not v <= 2 alpha N",
    rate=Constant(3, mutants=(2,)),
)
def the_bound_is_for_large_values(alpha: OpenUnit, rows: PositiveReal, tail: Unit, rate: int) -> Statement:
    """Pr[v > 2 alpha N] <= e^{-alpha N / 3}."""
    return when(tail <= exp(-(alpha * rows / 3)), tail <= exp(-(alpha * rows / rate)))


# ---- Claim 3

CL3 = "Section 6.2.2, proof of Claim 3"


@uses("YAN25.Cl3", "YAN25.Cl3.eq1", CL3, draws="no noise is ln(1/(2 beta))/eps or more in T rounds")
def no_noise_is_large(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Each of the T = 2/alpha noises is large with probability at most beta."""
    return Use({"alpha": alpha, "beta": beta}, fails=2 / alpha * beta)


rests_on("YAN25.Cl3", "PROB.union", "the failures of the T rounds add up", CL3)
rests_on("YAN25.Cl3", "YAN25.Cl3.eq2", "all children are heavy in a round of (d)", CL3)
rests_on(
    "YAN25.Cl3",
    "YAN25.X8",
    'there are other branches: inner nodes of T_good have two children or more ("Because they are located on '
    'other branches of the tree": that there are any is not said in print)',
    CL3,
)
rests_on(
    "YAN25.Cl3",
    "YAN25.Cl3.eq3",
    "after T - 1 rounds of (d) less than alpha N / 2 is left",
    CL3,
    repair="YAN25.Cl3.eq3.corrected",
)


@adds_up("YAN25.Cl3", CL3)
def the_noises_together(alpha: OpenUnit, beta: OpenUnit) -> Total:
    """T beta for the upper tails."""
    return Total(fails=2 / alpha * beta)


# ---- Claim 4

CL4 = "Section 6.2.2, proof of Claim 4"


@uses("YAN25.Cl4", "YAN25.T8", CL4)
def the_exponential_mechanism_loses_little(K: PositiveInteger, gap: FromZero) -> Use:
    """ "By the guarantee of the exponential mechanism (Theorem 8)", which is of privacy alone: nothing is said there of
    the quality that is lost, which is to be at most ln(2/alpha)/eps; K = 2/alpha, and gap is the loss times eps."""
    return Use(gives=gap <= ln(K))


@correction(
    "YAN25.Cl4.from.T8.conclusion",
    "Theorem 8 is about privacy; the accuracy of the exponential mechanism is (2/eps) ln(K/beta) with probability 1 - "
    "beta",
    twice=Constant(2, mutants=(1,)),
)
def the_exponential_mechanism_is_accurate(K: PositiveInteger, beta: OpenUnit, twice: int) -> Truth:
    """Of K candidates one that is worse by (2/eps) ln(K/beta) or more is drawn with probability at most beta, which is
    K e^{-ln(K/beta)}."""
    return K * exp(-(twice * ln(K / beta) / 2)) <= beta


@uses("YAN25.Cl4", "YAN25.Cl4.eq2.corrected", CL4, draws="no round loses (2/eps) ln(2/(alpha beta))")
def no_round_loses_much(K: PositiveInteger, alpha: OpenUnit, beta: OpenUnit) -> Use:
    """At most K <= 2/alpha children; T = 2/alpha rounds."""
    return Use({"K": K, "beta": beta}, fails=2 / alpha * beta)


rests_on("YAN25.Cl4", "YAN25.Cl2.corrected", "the best value is 0", CL4)
rests_on("YAN25.Cl4", "YAN25.Cl4.eq1", "in a round of (d) there are at most 2/alpha children", CL4)
rests_on("YAN25.Cl4", "YAN25.Cl3", "all rounds of (d) have heavy children", CL4, repair="YAN25.Cl3.corrected")


@adds_up("YAN25.Cl4", CL4)
def the_rounds_of_deep_steps(K: PositiveInteger, alpha: OpenUnit, beta: OpenUnit) -> Total:
    """T beta for T rounds."""
    return Total(fails=2 / alpha * beta)


# ---- Claim 5

CL5 = "Section 6.2.2, proof of Claim 5"


@uses("YAN25.Cl5", "YAN25.Cl5.eq2", CL5, repair="YAN25.Cl5.eq2.corrected", draws="some child has w <= 3 alpha N / 2")
def a_light_child_exists(alpha: OpenUnit, beta: OpenUnit, limit: PositiveReal) -> Use:
    """The noise must not be far below 0 in any of the T rounds: its lower tails cost T beta, which the print does not
    count."""
    return Use({"weight": limit, "noise": 0 * limit, "limit": limit}, fails=2 / alpha * beta)


rests_on("YAN25.Cl5", "YAN25.Cl5.eq3", "few children are bad", CL5)


@uses("YAN25.Cl5", "YAN25.Cl5.eq4", CL5, draws="w(x_new) <= 3 alpha N")
def no_very_bad_child_is_selected(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """With probability 1 - beta/alpha."""
    return Use(needs=beta > 0, fails=beta / alpha)


rests_on("YAN25.Cl5", "YAN25.Cl5.eq6", "v(leaf) is at most the sum", CL5, repair="YAN25.Cl5.eq6.corrected")


@adds_up("YAN25.Cl5", CL5)
def what_step_c_fails_by(alpha: OpenUnit, beta: OpenUnit, limit: PositiveReal) -> Total:
    """ "With probability at least 1 - beta/alpha"."""
    return Total(fails=beta / alpha)


@correction(
    "YAN25.Cl5.sums",
    "the lower tails of the noise, which eq. 2 needs, cost T beta = 2 beta/alpha more",
    three=Constant(3, mutants=(2,)),
)
def what_step_c_really_fails_by(alpha: OpenUnit, beta: OpenUnit, three: int) -> Truth:
    """T beta for the lower tails and beta/alpha for the selection: 3 beta/alpha."""
    return 2 / alpha * beta + beta / alpha <= three * beta / alpha


rests_on("YAN25.Cl5.corrected", "YAN25.Cl4.eq2.corrected", "T rounds lose T (2/eps) ln(2/(alpha beta)) at most", CL5)
rests_on("YAN25.Cl5.corrected", "YAN25.Cl5.eq5.corrected", "w(x_new) <= 3 alpha N", CL5)


# ---- Theorem 12 at small epsilon

SMALL = "Theorem 12 for epsilon <= 2"


rests_on("YAN25.T12.small", "YAN25.T12.small.test", "a passed test of chance t loses at most 5 eps ln(1/t)", SMALL)
rests_on("YAN25.T12.small", "YAN25.T12.small.between", "so does one at a margin below 1", SMALL)
rests_on("YAN25.T12.small", "YAN25.T12.small.choice", "a choice of chance p loses at most eps ln(1/p)", SMALL)
