"""BGS21 section 3.1: what the proofs of Theorem 3.1, Claim 3.2 and Corollary 3.3 use.

L is the number of bits, log(k+1) in the print; the proof takes k + 1 for a power of two.
"""

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

PROOF = "proof of Theorem 3.1, section 3.1"


# ---- Theorem 3.1: the learner


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


rests_on(
    "BGS21.T3.1",
    "BGS21.N3.bits",
    "f = bin2dec(f_1, ..., f_L) with f_i in H|_i, so that block i is a sample labelled by a function of H|_i",
    f"{PROOF}, third sentence",
)


def _bits_belong(H: ConceptClass, f: Function) -> Truth:
    bits = Bits(H.labels)
    parts = [tuple(bits.bit(i, y) for y in f) for i in bits.indices()]
    decimal = all(bits.label(ys) == y for ys, y in zip(zip(*parts, strict=True), f, strict=True))
    return all_of([decimal, *(H_i.contains(f_i) for H_i, f_i in zip(binary_restrictions(H), parts, strict=True))])


rests_on(
    "BGS21.T3.1",
    "BGS21.D2.9",
    "g_i, the output of B^i on block i, with probability at least 1 - beta / L errs by at most alpha / L; taken "
    "for granted: B^i is a family, one learner for each pair (alpha, beta), where the theorem's words fix one "
    "pair; and it stays accurate on more samples than Definition 2.7's least number",
    f"{PROOF}, fourth paragraph",
)


# ---- Theorem 3.1: accuracy


@uses("BGS21.T3.1", "BGS21.T3.1.eq3", f"{PROOF}, equation (3)", draws="A is (alpha, beta)-accurate")
def the_learner_is_accurate(L: PositiveInteger, beta: Unit) -> Use:
    """Equation (3), which fails where one of the L bits does, each with probability beta / L."""
    return Use(needs=beta / L <= 1, fails=L * (beta / L))


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


rests_on(
    "BGS21.T3.1.eq1",
    "BGS21.N3.bits",
    "Pr[g(x) != f(x)] = Pr[some g_i(x) != f_i(x)], as the bits determine the label: that of f in [k], that of g "
    "among all that L bits have",
    f"{PROOF}, equation (1)",
)


rests_on(
    "BGS21.T3.1.eq1",
    "PROB.union",
    "Pr[some g_i(x) != f_i(x)] <= sum_i Pr[g_i(x) != f_i(x)] (the bits err together with at most the sum of the "
    "probabilities with which each errs; one bit alone is the start)",
    f"{PROOF}, equation (1)",
)
rests_on("BGS21.T3.1.eq2", "BGS21.D2.9", "g_i errs by at most alpha / L", f"{PROOF}, before equation (2)")


@uses("BGS21.T3.1.eq2", "PROB.union", f"{PROOF}, equation (2)")
def some_bit_fails_with_the_parts_together(L: PositiveInteger, beta: Unit) -> Use:
    """Each of L bits fails with probability beta / L, so that all succeed with probability at least 1 - beta."""
    return Use({"chances": L * (beta / L)}, gives=lambda b: b.fails <= beta)


rests_on(
    "BGS21.T3.1.eq3",
    "BGS21.T3.1.eq1",
    "Equation (1) at every point, and so on average: g errs at most as often as the bits together",
    f"{PROOF}, equation (3)",
)


rests_on(
    "BGS21.T3.1.eq3",
    "BGS21.T3.1.eq2",
    "By equation (2) every bit errs by at most alpha / L, here the worst by that share of it, so that the sum in "
    "equation (1) is at most alpha",
    f"{PROOF}, equation (3)",
)


# ---- Theorem 3.1: privacy


@uses(
    "BGS21.T3.1",
    "BGS21.C3.2",
    f"{PROOF}, last paragraph",
    draws="(g_1, ..., g_L) is (epsilon, delta)-private",
    assumes="the blocks are split by position; replacing labels by their bits, row by row, is part of the i-th "
    "algorithm and keeps neighbours; B^i is private on samples that no function labels",
)
def the_blocks_are_disjoint(L: PositiveInteger, epsilon: FromZero, delta: Unit) -> Use:
    """L algorithms that are (epsilon, delta)-private, run on disjoint blocks, are so together: the budget is spent
    once."""
    return Use(needs=(L >= 1) & (epsilon >= 0) & (delta >= 0), epsilon=epsilon, delta=delta)


rests_on(
    "BGS21.T3.1",
    "BGS21.L2.3",
    "A, which outputs bin2dec(g_1, ..., g_L), is (epsilon, delta)-private (bin2dec looks at the hypotheses alone)",
    f"{PROOF}, last sentence",
)


@adds_up("BGS21.T3.1", PROOF)
def the_budgets_of_the_reduction(L: PositiveInteger, beta: Unit, epsilon: FromZero, delta: Unit) -> Total:
    """A is (epsilon, delta)-private and fails with probability at most beta."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


# ---- Claim 3.2


rests_on(
    "BGS21.C3.2",
    "BGS21.D2.1",
    "M^1(X^1) and M^1(Y^1) are (epsilon, delta)-indistinguishable; taken for granted: a random split is drawn "
    "first: for each split one block differs, and in one row",
    "proof of Claim 3.2, section 3.1, first paragraph",
)


rests_on(
    "BGS21.C3.2",
    "BGS21.L2.4",
    "The map from q to (q, M^2(X^2), ..., M^r(X^r)), with coins of its own, keeps indistinguishability, as X^i = "
    "Y^i for i > 1: here two blocks and laws on two outcomes in multiples of 1/m; taken for granted: the coins of"
    " M^1, ..., M^r are independent, without which M(X) is not f_{X,Y}(M^1(X^1))",
    "proof of Claim 3.2, section 3.1, second paragraph",
)


rests_on(
    "BGS21.C3.2",
    "BGS21.D2.1",
    "M is (epsilon, delta)-private",
    "proof of Claim 3.2, section 3.1, last sentence",
    name="pairs",
)


# ---- Corollary 3.3


rests_on(
    "BGS21.COR3.3",
    "BGS21.S1.bg",
    "a generic binary learner has a sample bound SC(d', alpha, beta) in terms of the Littlestone dimension d'; "
    "taken for granted: the learner is one for all classes of dimension d', which the corollary assumes again",
    "paragraph before Corollary 3.3, section 3.1",
)
rests_on(
    "BGS21.COR3.3",
    "BGS21.T3.1",
    "A takes at most sum_i SC(d_i, alpha / L, beta / L) samples; taken for granted: the generic learner and its "
    "bound SC are for all (alpha, beta), and d_i is finite",
    "before Corollary 3.3, section 3.1",
    repair="BGS21.T3.1.corrected",
)


@uses(
    "BGS21.COR3.3",
    "DIM.sauer.ldim",
    "for Corollary 3.3: EXPLEARN's samples as a function of the dimension",
    opaque=("littlestone_dimension",),
)
def the_size_of_a_restriction_is_bounded(G: Binary) -> Use:
    """A binary class G of Littlestone dimension d' has at most sum_{j <= d'} C(m, j) functions, and EXPLEARN takes
    no more samples than for so many: here at alpha = beta = 1/2 and epsilon = 1."""
    goal = Goal(HALF, HALF, Fraction(1))
    taken = G.size().map(lambda size: exponential_sample_bound(size, goal))
    bounds = littlestone_dimension(G).map(
        lambda d: exponential_sample_bound(int(sauer_sum(G.points, max(d, 0), 1)), goal)
    )
    return Use({"H": G}, gives=taken <= bounds)
