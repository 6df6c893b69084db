"""YAN25 section 6.2.2: what the proofs of Claim 6, Theorems 13 and 2 and X6 use."""

from littlestone.spec.class_trees.selection_sizes import generalisation_rows, log_terms
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import BelowTwo

# ---- Claim 6

CL6 = "Section 6.2.2, proof of Claim 6"


@uses("YAN25.Cl6", "YAN25.L9", CL6, assumes="x_good is on the target's path", draws="x_good is alpha-accurate")
def the_first_part_is_accurate(beta: OpenUnit) -> Use:
    """Stage 1 fails with probability at most beta (Theorem 11)."""
    return Use(needs=beta > 0, fails=beta)


@uses("YAN25.Cl6", "YAN25.Cl1", CL6, draws="at most 2 alpha N rows of label 1 are lost")
def few_ones_are_lost(alpha: OpenUnit, beta: OpenUnit, epsilon: BelowTwo) -> Use:
    """With probability 1 - beta."""
    return Use({"alpha": alpha, "beta": beta, "epsilon": epsilon}, fails=beta)


@uses("YAN25.Cl6", "YAN25.Cl2", CL6, repair="YAN25.Cl2.corrected", draws="some leaf of T_good has v = 0")
def a_good_leaf_exists(H: VCOneType) -> Use:
    """Surely, x_good being on the target's path."""
    return Use({"H": H})


@uses("YAN25.Cl6", "YAN25.Cl3", CL6, repair="YAN25.Cl3.corrected", draws="step 7c is run, or a leaf is reached")
def the_loop_ends(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """T beta for the noise."""
    return Use(needs=beta > 0, fails=2 / alpha * beta)


@uses("YAN25.Cl6", "YAN25.Cl4", CL6, draws="v(x_flag) is small")
def the_flag_is_good(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """T beta for the rounds of (d)."""
    return Use({"alpha": alpha, "beta": beta}, given=2 * beta < alpha, fails=2 / alpha * beta)


@uses("YAN25.Cl6", "YAN25.Cl5", CL6, repair="YAN25.Cl5.corrected", draws="all leaves have v <= 4 alpha N")
def the_light_child_is_good(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """beta/alpha for the selection and T beta for the lower tails (YAN25.Cl5.sums)."""
    return Use(needs=beta > 0, fails=3 * beta / alpha)


@uses("YAN25.Cl6", "YAN25.T3", CL6, draws="an error below 10 times the disagreement")
def disagreement_generalises(alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo) -> Use:
    """Theorem 3 at 60 alpha for the output and the target, both in C_f: its size must be that of S_2, N_2 = 2000
    (log(1/alpha) + log(1/beta)) / (alpha^2 eps); times alpha, and alpha eps <= 1."""
    asked = alpha * generalisation_rows(60 * alpha, beta)
    return Use(needs=2 * alpha * asked <= 2000 * log_terms(alpha, beta), fails=beta)


@adds_up("YAN25.Cl6", CL6)
def the_failures_are_of_order_beta_over_alpha(alpha: UpToHalf, beta: UpToHalf, epsilon: BelowTwo) -> Total:
    """O(beta/alpha): 10 beta/alpha in all."""
    return Total(fails=10 * beta / alpha)


@uses("YAN25.Cl6.corrected", "YAN25.Cl1.tail", CL6, draws="at most 2 alpha N rows of label 1 are lost")
def ones_below(beta: OpenUnit) -> Use:
    """For N > (3/alpha) ln(1/beta)."""
    return Use(needs=beta > 0)


@uses("YAN25.Cl6.corrected", "YAN25.Cl2.corrected", CL6, draws="v(l_good) = 0")
def zero_at_best(H: VCOneType) -> Use:
    """x_good is on the target's path."""
    return Use({"H": H})


@uses("YAN25.Cl6.corrected", "YAN25.Cl5.corrected", CL6, draws="v(leaf) <= 4 alpha N")
def zeros_above(alpha: UpToHalf, beta: OpenUnit) -> Use:
    """Of all leaves below x_flag."""
    return Use({"alpha": alpha, "beta": beta, "weight": 0 * alpha})


@uses("YAN25.Cl6.corrected", "YAN25.T3", CL6)
def a_tenth_generalises(alpha: PositiveReal, disagreement: FromZero) -> Use:
    """Theorem 3 at 60 alpha asks for a tenth of it."""
    return Use(given=disagreement <= 6 * alpha, gives=disagreement <= 60 * alpha / 10)


# ---- X6

X6 = "derived: the proper learner with explicit constants"


@uses("YAN25.X6", "YAN25.Cl1.tail", X6, draws="at most 2 alpha N rows of label 1 below x_good")
def ones(beta: OpenUnit) -> Use:
    """With probability 1 - beta."""
    return Use(needs=beta > 0, fails=beta)


@uses("YAN25.X6", "YAN25.Cl2.corrected", X6, draws="the best leaf has v = 0")
def the_best_leaf(H: VCOneType) -> Use:
    """Surely."""
    return Use({"H": H})


@uses("YAN25.X6", "YAN25.Cl3.corrected", X6, draws="the loop ends at a light child or a leaf")
def the_end(H: VCOneType, a: PositiveSize) -> Use:
    """Where all noises are less than alpha N / 2."""
    return Use({"H": H, "a": a})


@uses("YAN25.X6", "YAN25.X6.deep", X6, draws="a round's mean of e^{eps loss / 4} is at most (1 + sqrt(1 + m))/2")
def the_mean_of_a_round(d: PositiveReal, more: FromZero) -> Use:
    """For all gaps of all rounds, those of the same sum here."""
    return Use({"d": d, "g": 0 * d, "more": more})


@uses("YAN25.X6", "YAN25.X6.growth", X6, draws="the rounds lose less than alpha N together")
def the_losses(m: PositiveInteger, beta: OpenUnit) -> Use:
    """By Markov's inequality, beside noise and step (c): 3 beta."""
    return Use({"m": m}, fails=3 * beta)


@uses("YAN25.X6.growth", "YAN25.X6.gaps", X6, draws="what a round's mean is")
def the_law_of_a_round(m: PositiveInteger) -> Use:
    """By the exponential mechanism's law, for every number m of competitors."""
    return Use(needs=m >= 1)


@uses("YAN25.X6", "YAN25.T3", X6, draws="an error less than 60 alpha")
def from_rows_to_the_distribution(beta: OpenUnit) -> Use:
    """6 alpha N is a tenth of 60 alpha N."""
    return Use(needs=beta > 0, fails=beta)


@adds_up("YAN25.X6", X6)
def five_betas(m: PositiveInteger, beta: OpenUnit) -> Total:
    """5 beta."""
    return Total(fails=5 * beta)


# ---- Theorems 13 and 2

T13 = "Section 6.2.2, before Theorem 13"


@uses("YAN25.T13", "YAN25.T11", T13, repair="YAN25.T11.corrected", draws="the first part is private and accurate")
def the_first_part(beta: OpenUnit, delta: OpenUnit, alpha: PositiveUnit) -> Use:
    """Stage 1 keeps its eps, with alpha delta/2 for delta and alpha beta for beta: with the substituted eps too, its
    size would grow by alpha^(-1/2), which the theorem does not have."""
    return Use(needs=(alpha * beta < 1) & (alpha * delta / 2 < 1))


@uses("YAN25.T13", "YAN25.T12", T13, repair="YAN25.T12.corrected", draws="the second part is private")
def the_second_part_is_private(delta: OpenUnit) -> Use:
    """At the substituted eps and delta' = delta/2."""
    return Use(needs=delta / 2 < 1)


@uses("YAN25.T13", "YAN25.S2", T13, repair="YAN25.S2.corrected", draws="the second part costs at most eps")
def the_substituted_budget(alpha: PositiveUnit, delta: UpToHalf, epsilon: PositiveUnit) -> Use:
    """A quarter of the printed eps."""
    return Use({"alpha": alpha, "delta": delta, "epsilon": epsilon})


@uses("YAN25.T13", "DP.composition.parallel", T13)
def the_parts_are_disjoint(first: PositiveReal, second: PositiveReal, epsilon: PositiveReal) -> Use:
    """A row is in one of the two parts, by a split that does not depend on the data."""
    within = (first <= epsilon) & (second <= epsilon)
    return Use(given=within, gives=within)


@uses("YAN25.T13", "YAN25.Cl6", T13, repair="YAN25.Cl6.corrected", draws="an error of O(alpha)")
def the_learner_is_accurate(size: PositiveReal, a: Unit, b: Unit) -> Use:
    """With alpha beta for beta, O(beta/alpha) is O(beta); for alpha nothing is substituted, so alpha/60 must be."""
    return Use({"size": size, "a": a, "b": b})


@uses("YAN25.T13", "DP.group", T13, draws="what all n rows changed allow")
def all_rows_are_changed(epsilon: PositiveReal) -> Use:
    """Not in print: what is false at d = 1."""
    return Use(needs=epsilon > 0)


@uses("YAN25.T2", "DP.group", "Theorem 2 is Theorem 13", draws="what all n rows changed allow")
def all_rows_are_changed_there_too(epsilon: PositiveReal) -> Use:
    """As for Theorem 13."""
    return Use(needs=epsilon > 0)


@uses("YAN25.T13.corrected", "YAN25.X6", T13, draws="what the selection asks of N_2")
def the_rows_of_x6(alpha: UpToHalf) -> Use:
    """At alpha/60 and beta/5."""
    return Use(needs=alpha / 60 < 1)


@uses("YAN25.T13.corrected", "YAN25.S2.corrected", T13, draws="the eps of each mechanism")
def the_quarter(alpha: PositiveUnit, delta: UpToHalf, epsilon: PositiveUnit) -> Use:
    """With T = 120/alpha rounds."""
    return Use({"alpha": alpha / 60, "delta": delta, "epsilon": epsilon})


@uses("YAN25.T13.corrected", "YAN25.T13.eq1", T13, draws="sqrt(log(1/delta)/log(2/delta)) >= sqrt(2)/3")
def the_root(delta: UpToHalf) -> Use:
    """2 log(2/delta) <= 9 log(1/delta)."""
    return Use({"delta": delta})


@uses("YAN25.T2", "YAN25.T13", "Theorem 2 is Theorem 13", repair="YAN25.T13.corrected", draws="the same sizes")
def it_is_theorem_13(alpha: UpToHalf, beta: UpToHalf) -> Use:
    """Word for word."""
    return Use({"alpha": alpha, "beta": beta})


@uses("YAN25.T2.corrected", "YAN25.X6", "Theorem 2 with X6's sizes", draws="the least N_2")
def it_has_the_rows_of_x6(alpha: UpToHalf) -> Use:
    """At alpha/60 and beta/5."""
    return Use(needs=alpha / 60 < 1)
