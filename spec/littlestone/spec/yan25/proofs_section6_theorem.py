"""YAN25 section 6.2.2: what the proofs of Claim 6, Theorems 13 and 2 and X6 use."""

from littlestone.spec.class_trees.selection_sizes import generalisation_rows, log_terms
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import BelowTwo

CL6 = "Section 6.2.2, proof of Claim 6"
X6 = "derived: the proper learner with explicit constants"
T13 = "Section 6.2.2, before Theorem 13"

# ---- Claim 6


@uses("YAN25.Cl6", "YAN25.L9", CL6, assumes="x_good is on the target's path", draws="x_good is alpha-accurate")
def the_first_part_is_accurate(beta: OpenUnit) -> Use:
    """Stage 1 fails with probability at most beta (Theorem 11)."""
    return Use(fails=beta)


rests_on("YAN25.Cl6", "YAN25.Cl2", "some leaf of T_good has v = 0", CL6, repair="YAN25.Cl2.corrected")


@uses("YAN25.Cl6", "YAN25.Cl3", CL6, repair="YAN25.Cl3.corrected", draws="step 7c is run, or a leaf is reached")
def the_loop_ends(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """T beta for the noise."""
    return Use(fails=2 / alpha * beta)


@uses("YAN25.Cl6", "YAN25.Cl4", CL6, draws="v(x_flag) is small")
def the_flag_is_good(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """T beta for the rounds of (d)."""
    return Use({"alpha": alpha, "beta": beta}, given=2 * beta < alpha, fails=2 / alpha * beta)


@uses("YAN25.Cl6", "YAN25.Cl5.sums", CL6, repair="YAN25.Cl5.sums.corrected")
def the_light_child_is_good(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """All leaves have v <= 4 alpha N but with beta/alpha for the selection and T beta for the lower tails."""
    return Use({"alpha": alpha, "beta": beta}, gives=lambda leaves: alpha * leaves.fails <= 3 * beta, times=1)


@uses("YAN25.Cl6", "YAN25.T3", CL6, draws="an error below 10 times the disagreement")
def disagreement_generalises(alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo) -> Use:
    """Theorem 3 at 60 alpha for the output and the target, both in C_f: its size must be that of S_2, N_2 = 2000
    (log(1/alpha) + log(1/beta)) / (alpha^2 eps); times alpha, and alpha eps <= 1."""
    asked = alpha * generalisation_rows(60 * alpha, beta)
    return Use(needs=2 * alpha * asked <= 2000 * log_terms(alpha, beta), fails=beta)


@adds_up("YAN25.Cl6", CL6)
def the_failures_are_of_order_beta_over_alpha(
    alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo, more: FromZero
) -> Total:
    """O(beta/alpha): 17/2 beta/alpha in all."""
    return Total(fails=Fraction(17, 2) * beta / alpha)


@uses("YAN25.Cl6", "YAN25.Cl1", CL6)
@uses("YAN25.Cl6.corrected", "YAN25.Cl1", CL6)
@uses("YAN25.T13.corrected", "YAN25.Cl1", T13)
@uses("YAN25.X6", "YAN25.Cl1", X6)
def few_ones_are_lost_of_enough_rows(beta: OpenUnit, more: FromZero) -> Use:
    """At most 2 alpha N rows of label 1 are lost but with probability beta, where alpha N >= 3 ln(1/beta)."""
    return Use({"mean": 3 * (ln(1 / beta) + more)}, gives=lambda ones: ones.fails <= beta, times=1)


rests_on("YAN25.Cl6.corrected", "YAN25.T11.corrected", "x_good is accurate", CL6)
for corrected, place in {"YAN25.Cl6.corrected": CL6, "YAN25.T13.corrected": T13}.items():
    rests_on(corrected, "YAN25.L6", "x_good, which a chunk votes for, is on the target's path", place)
    rests_on(corrected, "YAN25.Cl2.corrected", "v(l_good) = 0", place)
    rests_on(corrected, "YAN25.Cl3.corrected", "the loop ends at a light child or a leaf", place)
    rests_on(corrected, "YAN25.Cl5.eq5.corrected", "step (c) takes a child of weight at most 3 alpha N", place)
    rests_on(corrected, "YAN25.X6.growth", "the rounds lose less than alpha N together", place)


@uses("YAN25.Cl6.corrected", "DP.laplace.tail", CL6)
@uses("YAN25.T13.corrected", "DP.laplace.tail", T13)
def no_noise_is_large(x: FromZero, scale: PositiveReal) -> Use:
    """Each noise is x = alpha N / 2 or more in absolute value with probability at most e^{-eps x}; scale = 1/eps."""
    return Use({"x": x, "scale": scale}, gives=lambda noise: noise.fails <= exp(-(x / scale)))


@uses("YAN25.Cl6.corrected", "YAN25.T3", CL6, draws="an error below 10 times the disagreement")
@uses("YAN25.T13.corrected", "YAN25.T3", CL6, draws="an error below 10 times the disagreement")
def few_rows_disagree(beta: OpenUnit) -> Use:
    """6 alpha N rows of N disagree, a tenth of 60 alpha."""
    return Use(fails=beta)


# ---- X6


rests_on("YAN25.X6", "YAN25.Cl2.corrected", "the best leaf has v = 0", X6)
rests_on("YAN25.X6", "YAN25.Cl3.corrected", "the loop ends at a light child or a leaf", X6)
rests_on("YAN25.X6", "YAN25.X6.deep", "a round's mean of e^{eps loss / 4} is at most (1 + sqrt(1 + m))/2", X6)


@uses("YAN25.X6", "YAN25.X6.growth", X6, draws="the rounds lose less than alpha N together")
def the_losses(m: PositiveInteger, beta: OpenUnit) -> Use:
    """By Markov's inequality, beside noise and step (c): 3 beta."""
    return Use({"m": m}, fails=3 * beta)


rests_on("YAN25.X6.growth", "YAN25.X6.gaps", "what a round's mean is", X6)


@uses("YAN25.X6", "YAN25.T3", X6, draws="an error less than 60 alpha")
def from_rows_to_the_distribution(beta: OpenUnit) -> Use:
    """6 alpha N is a tenth of 60 alpha N."""
    return Use(fails=beta)


@adds_up("YAN25.X6", X6)
def five_betas(m: PositiveInteger, beta: OpenUnit, more: FromZero) -> Total:
    """5 beta."""
    return Total(fails=5 * beta)


# ---- Theorems 13 and 2


@uses("YAN25.T13", "YAN25.T11", T13, repair="YAN25.T11.corrected")
@uses("YAN25.T13.corrected", "YAN25.T11.corrected", T13)
def the_first_part_is_the_improper_learner(epsilon: PositiveUnit, delta: UpToHalf, beta: UpToHalf) -> Use:
    """On the first part at beta/2: it fails with at most that, and its rows are (epsilon, delta)-private."""
    at = {"epsilon": epsilon, "delta": delta, "beta": beta / 2}
    line = lambda part: all_of([part.epsilon <= epsilon, part.delta <= delta, part.fails <= beta / 2])  # noqa: E731
    return Use(at, gives=line)


rests_on("YAN25.T13", "YAN25.T12", "the second part is private", T13, repair="YAN25.T12.corrected")


@uses("YAN25.T13", "YAN25.S2", T13, repair="YAN25.S2.corrected")
def the_second_part_costs_epsilon(epsilon: PositiveUnit, part: Unit, rest: FromZero) -> Use:
    """The loss of the second part, its first term a part of eps/2, is at most eps, at a quarter of eps."""
    first = part * epsilon / 2
    return Use({"epsilon": epsilon, "squared": first**2, "rest": rest}, gives=first + rest <= epsilon)


@uses("YAN25.S2.corrected", "YAN25.T7.corrected", T13)
def all_mechanisms_are_composed(mechanisms: AtLeastOne, delta: OpenUnit, y: PositiveUnit) -> Use:
    """The 4/alpha mechanisms of y each lose sqrt(2 (4/alpha) ln(2/delta)) y + (4/alpha) y (e^y - 1)/(e^y + 1)."""
    at = {"k": mechanisms, "epsilon": y, "each": Real.of(0), "delta": delta / 2}
    line = root(2 * mechanisms * ln(2 / delta)) * y + mechanisms * y * (exp(y) - 1) / (exp(y) + 1)
    return Use(at, gives=lambda together: together.epsilon <= line)


@uses("YAN25.T13", "DP.composition.parallel", T13)
def the_parts_are_disjoint(first: PositiveReal, second: PositiveReal, epsilon: PositiveReal) -> Use:
    """A row is in one of the two parts, by a split that does not depend on the data."""
    at = {"first": first, "second": second, "largest": epsilon, "delta": Real.of(0)}
    return Use(at, given=(first <= epsilon) & (second <= epsilon), gives=lambda b: b.epsilon <= epsilon)


rests_on("YAN25.T13", "YAN25.Cl6", "an error of O(alpha), at alpha/60", T13, repair="YAN25.Cl6.corrected")
rests_on("YAN25.T13", "DP.group", "what all n rows changed allow (not in print: what is false at d = 1)", T13)
rests_on("YAN25.T2", "DP.group", "what all n rows changed allow", "Theorem 2 is Theorem 13")


@uses("YAN25.T13.corrected", "YAN25.T12.corrected", T13)
def the_rounds_of_the_second_part_cost_epsilon(w: PositiveReal, r: PositiveReal, epsilon: PositiveUnit) -> Use:
    """121/alpha rounds of mechanisms of eps sqrt(alpha)/(29 r), r = sqrt(log(1/delta)), lose 22 eps/29 + 121 (eps/(29
    r))^2; w = 1/sqrt(alpha)."""
    at = {"rounds": 121 * w**2, "epsilon": epsilon / (29 * r * w), "delta": exp(-(r**2))}
    line = 22 * epsilon / 29 + 121 * (epsilon / (29 * r)) ** 2
    return Use(at, given=w >= 1, gives=lambda second: second.epsilon <= line)


rests_on("YAN25.T13.corrected", "DP.composition.parallel", "a row is in one of the two parts", T13)


SAME = "Theorem 1 is Theorem 11, and Theorem 2 is Theorem 13"


@uses("YAN25.T1", "YAN25.T11", SAME, repair="YAN25.T11.corrected")
@uses("YAN25.T1.corrected", "YAN25.T11.corrected", SAME)
@uses("YAN25.T2", "YAN25.T13", SAME, repair="YAN25.T13.corrected")
@uses("YAN25.T2.corrected", "YAN25.T13.corrected", SAME)
def the_theorem_is_the_same(epsilon: PositiveUnit, delta: UpToHalf, beta: UpToHalf) -> Use:
    """At the same epsilon, delta and beta, where it holds."""
    at = {"epsilon": epsilon, "delta": delta, "beta": beta}
    line = lambda part: all_of([part.epsilon <= epsilon, part.delta <= delta, part.fails <= beta])  # noqa: E731
    return Use(at, gives=line)
