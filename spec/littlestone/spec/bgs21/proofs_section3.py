"""BGS21 section 3.1: what the proofs of Theorem 3.1, Claim 3.2 and Corollary 3.3 use.

L is the number of bits, log(k+1) in the print; the proof takes k + 1 for a power of two.
"""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

PROOF = "proof of Theorem 3.1, section 3.1"
CLAIM = "proof of Claim 3.2, section 3.1"
COROLLARY = "before Corollary 3.3, section 3.1"
CORRECTED = "Theorem 3.1, section 3.1, corrected"
GENERIC = "for Corollary 3.3, section 3.1: EXPLEARN as the generic learner"
UNKNOWN = ("littlestone_dimension",)


# ---- Theorem 3.1: the learner


rests_on("BGS21.T3.1", "BGS21.N3.bits", "f = bin2dec(f_1, ..., f_L) with f_i in H|_i", f"{PROOF}, third sentence")
rests_on("BGS21.T3.1", "BGS21.D2.9", "B^i is one learner for each (alpha, beta)", f"{PROOF}, fourth paragraph")


@uses("BGS21.T3.1", "BGS21.T1.1.count", f"{PROOF}, second sentence", name="next_power")
def k_is_replaced_by_the_next_power_of_two(k: PositiveSize) -> Use:
    """Where k + 1 is no power of two the argument is for the next one, k' + 1: what it gives has labels up to k', and
    not in [k], as the learner of the theorem, unless 2^ceil(log2(k+1)) <= k + 1, where also log(k'+1) = log(k+1)."""
    return Use({"k": k}, gives=2 ** Bits(k + 1).length <= k + 1)


@correction(
    "BGS21.T3.1.from.T1.1.count.next_power.conclusion",
    "there are up to 35/27 log2(k+1) bits, and alpha and beta are split into as many parts: log(k+1) must be read as "
    "ceil(log2(k+1)), and a label above k be replaced by one of [k]",
    factor=Constant(BITS_PER_LOG, mutants=(Fraction(5, 4),)),
)
def the_next_power_of_two_has_few_more_bits(k: PositiveSize, factor: Fraction) -> Truth:
    """The least L with 2^L >= k + 1 is at most 35/27 log2(k+1)."""
    return Bits(k + 1).length <= factor * log2(k + 1)


def _bits_belong(H: ConceptClass, f: Function) -> Truth:
    bits = Bits(H.labels)
    parts = [tuple(bits.bit(i, y) for y in f) for i in bits.indices()]
    decimal = all(bits.label(ys) == y for ys, y in zip(zip(*parts, strict=True), f, strict=True))
    return all_of([decimal, *(H_i.contains(f_i) for H_i, f_i in zip(binary_restrictions(H), parts, strict=True))])


# ---- Theorem 3.1: accuracy


rests_on("BGS21.T3.1.eq1", "BGS21.N3.bits", "the bits determine the label", f"{PROOF}, equation (1)")
rests_on("BGS21.T3.1.eq1", "PROB.union", "some bit errs with the chances of all at most", f"{PROOF}, equation (1)")
rests_on("BGS21.T3.1.eq2", "BGS21.D2.9", "g_i errs by at most alpha / L", f"{PROOF}, before equation (2)")


@uses("BGS21.T3.1", "BGS21.T3.1.eq3", f"{PROOF}, equation (3)")
def the_learner_is_accurate(L: PositiveInteger, beta: Unit) -> Use:
    """Equation (3), which fails where one of the L bits does, each with probability beta / L."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: 1 - b.fails >= 1 - beta, times=1)


@uses("BGS21.T3.1", "BGS21.D2.6", f"{PROOF}, after equation (3)")
def the_combined_hypothesis_is_in_the_class(H: Multiclass) -> Use:
    """Equation (3) means that A is an accurate PAC learner for H: its hypothesis bin2dec(g_1, ..., g_L), with g_i in
    H|_i, is in H, as Definition 2.6 asks."""
    functions = all_functions(H.points, H.labels)
    return Use({"H": H}, gives=all_of(_bits_belong(H, h).implies(H.contains(h)) for h in functions))


@correction(
    "BGS21.T3.1.from.D2.6.conclusion",
    "A may leave H, and learns it where Definition 2.6 is read without its h in H",
    lost=OFFSET,
)
def the_class_is_among_the_combined_hypotheses(H: Multiclass, lost: int) -> Truth:
    """Every function of H is bin2dec(g_1, ..., g_L) for some g_i in H|_i, though not the other way round."""
    return all_of(has.implies(_bits_belong(H, f) & (i >= lost)) for i, (f, has) in enumerate(H.members()))


@uses("BGS21.T3.1.eq2", "PROB.union", f"{PROOF}, equation (2)")
def some_bit_fails_with_the_parts_together(L: PositiveInteger, beta: Unit) -> Use:
    """Each of L bits fails with probability beta / L, so that all succeed with probability at least 1 - beta."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: b.fails <= beta)


@uses("BGS21.T3.1.eq3", "BGS21.T3.1.eq1", f"{PROOF}, equation (3)")
def the_errors_of_the_bits_add_up(L: PositiveInteger, alpha: Unit, errs: Unit, differing: FromZero) -> Use:
    """Equation (1) on average: g errs at most as often as the bits together, each by at most alpha / L."""
    at = {"errs": errs, "differing": differing}
    return Use(at, given=differing <= L * (alpha / L), gives=errs <= alpha)


@uses("BGS21.T3.1.eq3", "BGS21.T3.1.eq2", f"{PROOF}, equation (3)")
def all_bits_are_good_at_once(L: PositiveInteger, beta: Unit) -> Use:
    """By equation (2) all bits err by at most alpha / L at once with probability at least 1 - beta."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: 1 - b.fails >= 1 - beta)


# ---- Theorem 3.1: privacy


rests_on("BGS21.T3.1", "BGS21.L2.3", "bin2dec looks at the hypotheses alone", f"{PROOF}, last sentence")


@uses(
    "BGS21.T3.1",
    "BGS21.C3.2",
    f"{PROOF}, last paragraph",
    assumes="the blocks are split by position; replacing labels by their bits, row by row, is part of the i-th "
    "algorithm and keeps neighbours; B^i is private on samples that no function labels",
)
def the_blocks_are_disjoint(epsilon: FromZero, delta: Unit) -> Use:
    """L algorithms that are (epsilon, delta)-private, run on disjoint blocks, are so together: the budget is spent
    once."""
    at = {"epsilon": epsilon, "first": delta, "second": delta, "largest": delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]), times=1)


@adds_up("BGS21.T3.1", PROOF)
def the_budgets_of_the_reduction(L: PositiveInteger, beta: Unit, epsilon: FromZero, delta: Unit) -> Total:
    """A is (epsilon, delta)-private and fails with probability at most beta."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


# ---- Theorem 3.1, corrected


rests_on("BGS21.T3.1.corrected", "DP.post", "min(bin2dec(g_1, ..., g_L), k) looks at the g_j alone", CORRECTED)
rests_on("BGS21.T3.1.corrected", "BGS21.D2.9", "B^j is private on all samples, labelled or not", CORRECTED)


@uses("BGS21.T3.1.corrected", "BGS21.T3.1.bit", CORRECTED)
def one_more_bit_errs_seldom(i: Natural, L: PositiveInteger, alpha: Unit, idle: Unit, errs: FromZero) -> Use:
    """On average over D: i bits err by at most i alpha / L, and one more by at most alpha / L."""
    before, bit = (1 - idle) * i * (alpha / L), alpha / L
    return Use({"errs": errs, "before": before, "bit": bit}, gives=errs <= (i + 1) * (alpha / L))


@uses("BGS21.T3.1.corrected", "PROB.union", CORRECTED)
def one_more_bit_fails_seldom(before: FromZero, beta: Unit) -> Use:
    """Some of i + 1 bits fails with at most the sum of the beta_j before and the new one."""
    return Use({"chances": before + beta}, gives=lambda b: b.fails <= before + beta, times=1)


@adds_up("BGS21.T3.1.corrected", CORRECTED)
def the_failures_of_the_bits(before: FromZero, beta: Unit) -> Total:
    """A fails with at most the sum of the beta_j."""
    return Total(fails=before + beta)


# ---- Claim 3.2


rests_on("BGS21.C3.2", "BGS21.D2.1", "for each random split one block differs, in one row", f"{CLAIM}, first paragraph")
rests_on("BGS21.C3.2", "BGS21.L2.4", "the other blocks are post-processing, with own coins", f"{CLAIM}, paragraph 2")
rests_on("BGS21.C3.2", "BGS21.D2.1", "M is (epsilon, delta)-private", f"{CLAIM}, last sentence", name="pairs")


# ---- Corollary 3.3


rests_on("BGS21.COR3.3", "BGS21.S1.bg", "a generic learner is one for all classes of a dimension", COROLLARY)
rests_on("BGS21.COR3.3", "BGS21.T3.1", "all (alpha, beta), finite d_i", COROLLARY, repair="BGS21.T3.1.corrected")


@uses("BGS21.COR3.3", "DIM.sauer.ldim", GENERIC, opaque=UNKNOWN)
def the_size_of_a_restriction_is_bounded(G: Binary) -> Use:
    """A binary class G of Littlestone dimension d' has at most sum_{j <= d'} C(m, j) functions, and EXPLEARN takes
    no more samples than for so many: here at alpha = beta = 1/2 and epsilon = 1."""
    goal = Goal(HALF, HALF, Fraction(1))
    taken = G.size().map(lambda size: exponential_sample_bound(size, goal))
    bounds = littlestone_dimension(G).map(
        lambda d: exponential_sample_bound(int(sauer_sum(G.points, max(d, 0), 1)), goal)
    )
    return Use({"H": G}, gives=taken <= bounds)
