"""YAN25 section 6: what the proofs of Theorem 12 and Claims 1 to 5 use."""

from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *

T12 = "Section 6.2.1, proof of Theorem 12"
CL12 = "Section 6.2.2, proofs of Claims 1 and 2"
CL3 = "Section 6.2.2, proof of Claim 3"
CL4 = "Section 6.2.2, proof of Claim 4"
CL5 = "Section 6.2.2, proof of Claim 5"
SMALL = "Theorem 12 for epsilon <= 2"
SELECTED = "the candidates depend on x_flag, which was selected before"

# ---- Theorem 12


@uses("YAN25.T12", "YAN25.T7", T12, repair="YAN25.T7.corrected")
def the_rounds_are_composed(rounds: AtLeastOne, delta: OpenUnit, epsilon: PositiveReal) -> Use:
    """The 2T mechanisms of T rounds are composed: what composition gives, with the term that Theorem 7 lacks, is to be
    sqrt(2 T ln(1/delta')) 2 eps."""
    at = {"k": 2 * rounds, "epsilon": epsilon, "each": Real.of(0), "delta": delta}
    return Use(at, gives=lambda together: together.epsilon <= 2 * root(2 * rounds * ln(1 / delta)) * epsilon)


@correction(
    "YAN25.T12.from.T7.conclusion",
    "the term 2 T eps (e^eps - 1) must be paid for; it is where 2 T eps e^eps <= sqrt(T ln(1/delta')) eps / 2",
    half=Constant(HALF, mutants=(2,)),
)
def a_small_epsilon_pays_for_the_term(s: PositiveReal, term: FromZero, half: Fraction) -> Statement:
    """With s = sqrt(2 T ln(1/delta')) eps: where the term is at most s/2, sqrt(2) s + term <= 2 s."""
    return when(term <= half * s, root(2) * s + term <= 2 * s)


@uses("YAN25.T12", "YAN25.T8", T12, assumes=SELECTED)
@uses("YAN25.T12.corrected", "YAN25.T8", T12, assumes=SELECTED)
def each_selection_is_private(epsilon: PositiveReal, change: Unit) -> Use:
    """The weights and the least values change by at most 1 with a row (YAN25.D18.corrected, YAN25.D19.corrected), so
    that e^{eps q / 2} is the exponential mechanism's weight."""
    return Use({"change": change, "rate": epsilon / 2}, gives=lambda choice: choice.epsilon <= epsilon)


@uses("YAN25.T12", "DP.laplace", T12)
@uses("YAN25.T12.corrected", "DP.laplace", T12)
def each_test_is_private(epsilon: PositiveReal, change: Unit) -> Use:
    """The least weight changes by at most 1 with a row, and the noise is Laplace(1/eps)."""
    return Use({"sensitivity": change, "scale": 1 / epsilon}, gives=lambda b: b.epsilon <= epsilon)


rests_on("YAN25.T12", "YAN25.T12.caterpillar", "an event that tells two samples apart", T12)
rests_on("YAN25.T12.corrected", "YAN25.T7.mean", "a mechanism's mean loss", T12)


# ---- Claims 1 and 2


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


rests_on("YAN25.Cl2.corrected", "YAN25.L3", "the points of c_f are on one path", CL12)


# ---- Claim 3


@uses("YAN25.Cl3", "YAN25.Cl3.eq1", CL3)
@uses("YAN25.Cl5", "YAN25.Cl3.eq1", CL5)
def no_noise_is_large(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Each of the T = 2/alpha noises is ln(1/(2 beta))/eps or more with probability at most beta, and as seldom so far
    below 0: these lower tails Claim 5 needs, and the print does not count them."""
    return Use({"beta": beta}, gives=lambda noise: 2 / alpha * noise.fails <= 2 * beta / alpha, times=2 / alpha)


rests_on("YAN25.Cl3", "PROB.union", "the failures of the T rounds add up", CL3)


@uses("YAN25.Cl3", "YAN25.Cl3.eq2", CL3)
def all_children_are_heavy(weight: FromZero, bound: PositiveReal) -> Use:
    """All children are heavier than alpha N / 2 in a round of (d), where the noise is less than that; alpha N = 1."""
    return Use({"weight": weight, "bound": bound}, given=bound < HALF, gives=weight > HALF)


rests_on("YAN25.Cl3", "YAN25.X8", "there are other branches, which is not said in print", CL3)


@uses("YAN25.Cl3", "YAN25.Cl3.eq3", CL3, repair="YAN25.Cl3.eq3.corrected")
def the_rounds_leave_little(rows: PositiveReal, rounds: AtLeastTwo, more: PositiveReal, left: FromZero) -> Use:
    """After T - 1 rounds of (d), T = 2/alpha, less than alpha N / 2 = N/T is left."""
    at = {"rows": rows, "rounds": rounds, "removed": rows / rounds + more, "left": left}
    return Use(at, gives=left * rounds < rows)


rests_on("YAN25.Cl3.corrected", "YAN25.Cl3.eq1", "all T noises are small but with probability T beta", CL3)
rests_on("YAN25.Cl3.corrected", "YAN25.Cl3.eq2", "a round of (d) leaves heavy children alone", CL3)
rests_on("YAN25.Cl3.corrected", "YAN25.Cl3.eq3", "the rows last T - 1 rounds", CL3, repair="YAN25.Cl3.eq3.corrected")


@adds_up("YAN25.Cl3", CL3)
def the_noises_together(alpha: OpenUnit, beta: OpenUnit) -> Total:
    """T beta for the upper tails."""
    return Total(fails=2 / alpha * beta)


# ---- Claim 4


@uses("YAN25.Cl4", "YAN25.T8", CL4)
def the_exponential_mechanism_loses_little(K: PositiveInteger, gap: FromZero, epsilon: PositiveReal) -> Use:
    """ "By the guarantee of the exponential mechanism (Theorem 8)", which is of privacy alone: nothing is said there of
    the quality that is lost, which is to be at most ln(2/alpha)/eps; K = 2/alpha, and gap is the loss times eps."""
    return Use({"change": Real.of(1), "rate": epsilon / 2}, gives=gap <= ln(K))


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


@uses("YAN25.Cl4", "YAN25.Cl4.eq2.corrected", CL4)
def no_round_loses_much(K: PositiveReal, alpha: OpenUnit, beta: OpenUnit) -> Use:
    """No round of T = 2/alpha, with at most K <= 2/alpha children, loses (2/eps) ln(2/(alpha beta))."""
    line = 2 * beta / alpha
    return Use({"K": K, "beta": beta}, gives=lambda loss: 2 / alpha * loss.fails <= line, times=2 / alpha)


rests_on("YAN25.Cl4", "YAN25.Cl2.corrected", "the best value is 0", CL4)


@uses("YAN25.Cl4", "YAN25.Cl4.eq1", CL4)
def few_children_are_drawn_from(children: AtLeastOne, alpha: OpenUnit) -> Use:
    """In a round of (d) there are at most K = 2/alpha children, for which ln(K/beta) is at most ln(2/(alpha beta))."""
    return Use({"children": children, "alpha": alpha}, gives=children * (alpha / 2) <= 1)


rests_on("YAN25.Cl4", "YAN25.Cl3", "all rounds of (d) have heavy children", CL4, repair="YAN25.Cl3.corrected")


@adds_up("YAN25.Cl4", CL4)
def the_rounds_of_deep_steps(K: PositiveReal, alpha: OpenUnit, beta: OpenUnit) -> Total:
    """T beta for T rounds."""
    return Total(fails=2 / alpha * beta)


# ---- Claim 5


rests_on("YAN25.Cl5", "YAN25.Cl5.eq2", "some child has w <= 3 alpha N / 2", CL5, repair="YAN25.Cl5.eq2.corrected")


@uses("YAN25.Cl5", "YAN25.Cl5.eq3", CL5)
def few_children_are_bad(bad: AtLeastOne, alpha: OpenUnit) -> Use:
    """At most 2/(3 alpha) children are bad, fewer than 1/alpha."""
    return Use({"bad": bad, "alpha": alpha}, gives=bad * alpha < 1)


@uses("YAN25.Cl5", "YAN25.Cl5.eq4", CL5)
def no_very_bad_child_is_selected(alpha: UpToHalf, beta: UpToHalf) -> Use:
    """w(x_new) <= 3 alpha N with probability 1 - beta/alpha."""
    return Use({"alpha": alpha, "beta": beta}, gives=lambda child: alpha * child.fails <= beta, times=1)


@uses("YAN25.Cl5", "YAN25.Cl5.eq6", CL5, repair="YAN25.Cl5.eq6.corrected")
def the_leaves_are_good(leaf: FromZero, limit: PositiveReal, lost: Unit) -> Use:
    """v(leaf) is at most the sum: 6 alpha N where the rounds lose at most alpha N."""
    return Use({"leaf": leaf, "limit": limit, "lost": lost * limit}, gives=leaf <= 6 * limit)


@adds_up("YAN25.Cl5", CL5)
def what_step_c_fails_by(alpha: UpToHalf, beta: UpToHalf) -> Total:
    """ "With probability at least 1 - beta/alpha"."""
    return Total(fails=beta / alpha)


@terms("YAN25.Cl5.sums.corrected")
def light_child_fails(alpha: OpenUnit, beta: OpenUnit, three: int = 3) -> Terms:
    """Step (c) does not end as Claim 5 says so seldom."""
    return Terms(fails=three * beta / alpha)


@correction(
    "YAN25.Cl5.sums",
    "the lower tails of the noise, which eq. 2 needs, cost T beta = 2 beta/alpha more",
    three=Constant(3, mutants=(2,)),
)
def what_step_c_really_fails_by(alpha: OpenUnit, beta: OpenUnit, three: int) -> Truth:
    """T beta for the lower tails and beta/alpha for the selection: 3 beta/alpha."""
    return 2 / alpha * beta + beta / alpha <= light_child_fails(alpha, beta, three).fails


@uses("YAN25.Cl5.corrected", "YAN25.Cl4.eq2.corrected", CL5)
def the_rounds_lose_little(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """T rounds with 2/alpha children lose T (2/eps) ln(2/(alpha beta)) at most, but with probability T beta."""
    return Use({"K": 2 / alpha, "beta": beta}, gives=lambda loss: 2 / alpha * loss.fails <= 2 * beta / alpha)


@uses("YAN25.Cl5.corrected", "YAN25.Cl5.eq5.corrected", CL5)
def the_selected_child_is_light(beta: OpenUnit, more: FromZero) -> Use:
    """w(x_new) <= 3 alpha N but with probability beta/(6 alpha), where eps alpha N >= (4/3) ln(2/beta); times alpha."""
    at = {"size": Fraction(4, 3) * ln(2 / beta) + more}
    return Use(at, gives=lambda child: child.fails <= beta / 6)


rests_on("YAN25.Cl5.corrected", "YAN25.Cl5.eq2.corrected", "some child has w <= 3 alpha N / 2", CL5)


# ---- Theorem 12 at small epsilon


rests_on("YAN25.T12.small", "YAN25.T12.small.test", "a passed test of chance t loses at most 5 eps ln(1/t)", SMALL)
rests_on("YAN25.T12.small", "YAN25.T12.small.between", "so does one at a margin below 1", SMALL)
rests_on("YAN25.T12.small", "YAN25.T12.small.choice", "a choice of chance p loses at most eps ln(1/p)", SMALL)
