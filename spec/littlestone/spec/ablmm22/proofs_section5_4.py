"""ABLMM22 sections 5.1 and 5.4 and Lemma 31: what the overview, the proof of Theorem 3 and that of Lemma 31 use."""

from littlestone.spec.ablmm22.vocabulary import up_to_two_points
from littlestone.spec.notation import *

ZERO, ONE = frozenset({0}), frozenset({1})

# ---- Section 5.1


@uses("ABLMM22.S5.1.1", "ABLMM22.MB", "Section 5.1.1", draws="M takes the d + 1 values 0, ..., d at most")
def at_most_d_mistakes(d: Natural) -> Use:
    """The learner is one of at most d mistakes on realizable sequences."""
    return Use(needs=d >= 0)


@uses("ABLMM22.S5.1.1", "ABLMM22.S5.1.1.eq1", "Section 5.1.1, Pr[M = i] >= 1/2d", draws="some i has 1/(2d)")
def the_likeliest_number_of_mistakes(d: Natural) -> Use:
    """Pr[M = i] >= 1/(d+1) >= 1/(2d) is used for a class of any Littlestone dimension d, where it needs d >= 1."""
    return Use(needs=d >= 1)


@correction(
    "ABLMM22.S5.1.1.from.S5.1.1.eq1.premise",
    "d >= 1 must be asked, as Theorem 23 does: at d = 0 there is no 1/(2d)",
    factor=Constant(2, mutants=(1,)),
)
def two_d_from_one_on(d: PositiveInteger, factor: int) -> Truth:
    """1/(2d) <= 1/(d+1), for d >= 1."""
    return d + 1 <= factor * d


@uses(
    "ABLMM22.S5.1.1",
    "PROB.chernoff.upper",
    "Section 5.1.1, 'we can identify, with high probability, an i'",
    assumes="a union bound over the d + 1 values is not used, which would take O(d log d) samples in place of O(d)",
    draws="from O(d) runs an i with Pr[M = i] >= 1/(2d)",
)
def the_number_of_mistakes_is_estimated(d: PositiveInteger) -> Use:
    """Some i has Pr[M = i] >= 1/(d+1), and in a constant times d runs none with less than 1/(2d), about half of it, is
    counted most often; how that is shown is not said."""
    return Use({"n": d}, needs=1 / (2 * d) <= 1 / (d + 1))


@uses(
    "ABLMM22.S5.1.1",
    "ABLMM22.S5.1.1.last",
    "Section 5.1.1, the case i = d",
    draws="A(S) = c with probability at least 1/(2d)",
)
def the_case_of_d_mistakes(n: PositiveInteger) -> Use:
    """After d mistakes the learner has identified c."""
    return Use({"n": n})


@uses("ABLMM22.S5.1.1", "ABLMM22.S2.3.1", "Section 5.1.1, case (i), a simple calculation")
def equal_rules_make_a_frequent_one(d: PositiveInteger, largest: Unit) -> Use:
    """Rules that are equal with probability sum_h p_h^2 >= 1/4, given d - 1 mistakes twice, have an h with p_h >= 1/4,
    as sum_h p_h^2 <= max_h p_h, and so Pr[A(S) = h] >= (1/(2d)) (1/4), at least the printed (1/(2d)^2) (1/4)."""
    return Use({"k": 4}, gives=(1 / (2 * d)) ** 2 / 4 <= 1 / (2 * d) / 4)


@uses(
    "ABLMM22.S5.1.1.eq2",
    "ABLMM22.S5.1.1",
    "Section 5.1.1, the last display",
    draws="c wins half the time",
)
def a_fair_guess(n: PositiveInteger) -> Use:
    """The label y is c(x) with probability 1/2, and the winner then errs d times and has identified c."""
    return Use({"n": n})


@uses("ABLMM22.S5.1.2", "ABLMM22.S5.1.2.runs", "Section 5.1.2", draws="a frequent hypothesis shows up")
def a_number_of_runs(eta: OpenUnit, beta: OpenUnit) -> Use:
    """k = ln(1/beta)/eta runs show the stable hypothesis but for beta."""
    return Use({"eta": eta, "beta": beta})


@uses("ABLMM22.S5.1.2", "ABLMM22.L28", "Section 5.1.2", draws="a short list of hypotheses of frequency Omega(eta)")
def the_list_is_published(eta: OpenUnit) -> Use:
    """Stable histograms publish the hypotheses that are frequent among the k; an eta of frequency is looked for at
    eta/8, say."""
    return Use(needs=(eta / 8 > 0) & (eta / 8 < eta))


@uses("ABLMM22.S5.1.2", "ABLMM22.L29", "Section 5.1.2", draws="an accurate hypothesis of the list")
def the_choice_is_private(size: PositiveInteger) -> Use:
    """A generic private learner chooses an accurate hypothesis on fresh examples, from a list that is not empty."""
    return Use(needs=size >= 1)


# ---- Theorem 3


@uses(
    "ABLMM22.T3",
    "ABLMM22.T23",
    "Proof of Theorem 3, Theorem 23 guarantees",
    draws="G on m examples, and f of loss at most alpha/2",
)
def a_stable_learner_for_every_class(d: Natural, alpha: PositiveReal) -> Use:
    """Theorem 23 is used at alpha/2 for a class of any finite Littlestone dimension d; it asks for d >= 1."""
    return Use(needs=(d >= 1) & (alpha / 2 > 0))


@correction(
    "ABLMM22.T3.from.T23.premise",
    "Theorem 23 leaves out d = 0, which Theorem 3 does not; a class of dimension 0 has one function only, and the "
    "learner that outputs it takes no example",
    reach=up_to_two_points,
    least=Constant(1, mutants=(2,)),
)
def a_class_of_dimension_zero_has_one_function(H: Binary, least: int) -> Truth:
    """Ldim(H) >= 1, or no point has both labels in H, whose one function has loss 0 on every realizable D."""
    split = any_of(H.restrict(x, ZERO).nonempty() & H.restrict(x, ONE).nonempty() for x in range(H.points))
    return (littlestone_dimension(H) >= least).iff(split)


@uses("ABLMM22.T3", "ABLMM22.T23", "Proof of Theorem 3, Pr[G(S) = f]", name="eta")
def a_weaker_stability_than_the_theorem_s(d: PositiveInteger, v: Annotated[Real, Reals(low=4)]) -> Use:
    """Theorem 23's 1/((d+1) 2^(2^(d+1))) is used as 1/((d+1) 2^(2^(d+2)+1)), what its proof gives; here v = 2^(d+1)."""
    return Use(gives=2 ** (-(2 * v + 1)) / (d + 1) <= 2 ** (-v) / (d + 1))


@uses(
    "ABLMM22.T3",
    "ABLMM22.T30",
    "Proof of Theorem 3, Theorem 30 gives",
    assumes="G is one learner for every realizable D, and outputs a hypothesis on every sample (ABLMM22.A.G.total)",
)
def the_private_learner_of_the_stable_one(
    alpha: Annotated[Real, Reals(low=0, high=HALF, low_open=True, high_open=True)],
    beta: Annotated[Real, Reals(low=0, high=HALF, low_open=True, high_open=True)],
    epsilon: OpenUnit,
    delta: OpenUnit,
    share: Unit,
) -> Use:
    """Theorem 30 is used with (alpha, beta, eps, delta) of Theorem 3, where f has loss at most alpha/2, to give loss at
    most alpha with probability 1 - beta."""
    return Use(
        needs=(share * (alpha / 2) <= alpha / 2) & (beta < 1) & (epsilon <= 1),
        gives=2 * (share * alpha / 2) <= alpha,
        fails=beta,
        epsilon=epsilon,
        delta=delta,
    )


@adds_up("ABLMM22.T3", "Proof of Theorem 3")
def what_the_private_learner_may_cost(
    alpha: Annotated[Real, Reals(low=0, high=HALF, low_open=True, high_open=True)],
    beta: Annotated[Real, Reals(low=0, high=HALF, low_open=True, high_open=True)],
    epsilon: OpenUnit,
    delta: OpenUnit,
    share: Unit,
) -> Total:
    """Theorem 30 alone fails and costs privacy: (eps, delta) and beta."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@uses("ABLMM22.T3", "ABLMM22.T30", "Proof of Theorem 3, the first equality of the last display", name="rate")
def the_tilde_is_dropped(C: AtLeastOne) -> Use:
    """Theorem 30's O~(s), which may be s log s, is used as O(s): with C for the constant, at s = 2^(2C)."""
    s = 2 ** (2 * C)
    return Use(gives=s * (2 * C) <= C * s)


@correction(
    "ABLMM22.T3.from.T30.rate.conclusion",
    "no constant makes s log s an O(s); but Lemmas 28 and 29 have no tilde, so that Theorem 30 holds with O for beta "
    "<= 1/2: k is a constant times log(24/(eta beta delta))/(eta eps), n' as ABLMM22.T30.from.L29.rows corrects it",
    narrows="the logarithm of k alone: ln(24/(eta beta delta)) for Hist at (eta/8, beta/3)",
    rate=Constant(6, mutants=(5,)),
)
def the_runs_have_no_tilde(x: Annotated[Real, Reals(low=2)], rate: int) -> Truth:
    """log(24/(eta beta delta)) <= 6 log(1/(eta beta delta)) for beta <= 1/2; here x = 1/(eta beta delta) >= 2."""
    return ln(24 * x) <= rate * ln(x)


@uses(
    "ABLMM22.T3",
    "ABLMM22.T3.eq1",
    "Proof of Theorem 3, m",
    repair="ABLMM22.T3.eq1.corrected",
    draws="m = O(2^(2^(d+2)+1) 4^(d+1) 2^d/alpha)",
)
def the_sample_of_the_stable_learner(d: PositiveInteger, a: PositiveInteger, b: PositiveInteger) -> Use:
    """Theorem 23 at alpha/2 takes ceil(2^(d+3)/alpha), a factor of 2^d/alpha and not d/alpha; here alpha = a/b."""
    return Use({"d": d, "a": a}, given=2 * a <= b)


@uses(
    "ABLMM22.T3",
    "ABLMM22.T3.eq2",
    "Proof of Theorem 3, the second equality of the last display",
    repair="ABLMM22.T3.eq2.corrected",
    draws="2^{O(2^d)} log(1/(beta delta))/(alpha eps)",
)
def the_last_display_is_a_product(u: PositiveReal, g: FromZero, L: AtLeastOne) -> Use:
    """m/eta multiplies log(1/(beta delta)): what is drawn is the product, the second form of the theorem."""
    return Use({"u": u, "g": g, "L": L})


@uses(
    "ABLMM22.T3",
    "ABLMM22.T3.proof",
    "Proof of Theorem 3, the last display",
    repair="ABLMM22.T3.proof.corrected",
    draws="O_d(log(1/(beta delta))/(alpha eps))",
)
def the_coefficient_is_doubly_exponential(d: PositiveInteger) -> Use:
    """The coefficient (m alpha/eta) log(1/eta) is 2^{O(2^d)}."""
    return Use(needs=d >= 1)


@uses("ABLMM22.T3", "ABLMM22.T3.proof.step", "Proof of Theorem 3, the last display", draws="the exponent is O(2^d)")
def the_exponent_for_all_d(d: PositiveInteger) -> Use:
    """The exponent is at most 16 * 2^d for all d >= 1, used at d - 1."""
    return Use({"d": d - 1})


@uses("ABLMM22.T3.eq1", "ABLMM22.T3.eq1.unbounded", "Proof of Theorem 3, m", draws="no constant serves")
def no_constant_for_m(C: PositiveInteger) -> Use:
    """That m has no factor d/alpha is shown for every constant."""
    return Use({"C": C})


@uses("ABLMM22.T3.proof", "ABLMM22.T3.proof.unbounded", "Proof of Theorem 3", draws="no constant serves")
def no_constant_for_the_sum(K: PositiveInteger) -> Use:
    """That the sum is not what the proof gives is shown for every constant."""
    return Use({"K": K})


@uses("ABLMM22.T3.proof.corrected", "ABLMM22.T3.eq1.corrected", "Proof of Theorem 3, m", draws="m alpha")
def the_factor_of_m(d: PositiveInteger, a: PositiveInteger, b: PositiveInteger) -> Use:
    """The ceiling in m is at most 5 * 2^d/alpha for alpha = a/b <= 1."""
    return Use({"d": d, "a": a}, given=a <= b, needs=a / b <= 1)


@uses("ABLMM22.T3.proof.corrected", "ABLMM22.T3.eq2.corrected", "Proof of Theorem 3", draws="(m alpha/eta)(1 + g) L")
def the_logarithm_is_a_factor(
    beta: Annotated[Real, Reals(low=0, high=HALF, low_open=True, high_open=True)], delta: OpenUnit
) -> Use:
    """The product is used with L = log2(1/(beta delta)) >= 1, as beta < 1/2."""
    return Use({"L": log2(1 / (beta * delta))})


@uses("ABLMM22.T3.proof.corrected", "ABLMM22.T30", "Proof of Theorem 3", draws="the size of M")
def the_size_of_the_private_learner(epsilon: OpenUnit) -> Use:
    """Theorem 30's size is used, at an eps below 1."""
    return Use(needs=epsilon <= 1)


# ---- Lemma 31


@uses(
    "ABLMM22.L31",
    "ABLMM22.D.subtree",
    "Proof of Lemma 31, p = 1",
    name="one",
    assumes="the tree is complete",
    draws="a red subtree of height 1",
)
def a_red_root_with_two_leaves(q: PositiveInteger) -> Use:
    """A red root with a leaf below each of its children is a red subtree of height p = 1: both are there, as the height
    is p + q - 1 >= 1."""
    return Use(needs=1 + q - 1 >= 1)


@uses(
    "ABLMM22.L31",
    "ABLMM22.D.subtree",
    "Proof of Lemma 31, p > 1",
    name="joined",
    assumes="the lemma for (p - 1, q) at both children, by induction on p + q, whose trees have the height p + q - 2 "
    "both, as in a complete tree and not in every full one (ABLMM22.L31.corrected)",
)
def two_red_subtrees_below_a_red_root(p: PositiveInteger, q: PositiveInteger) -> Use:
    """Red subtrees of height p - 1 below both children join to one of height p; the children's trees have the height
    p + q - 2 = (p - 1) + q - 1 that the lemma asks for at (p - 1, q), where p - 1 >= 1."""
    return Use(given=p > 1, needs=p - 1 >= 1, gives=equals(p + q - 1 - 1, (p - 1) + q - 1))


@uses("ABLMM22.L31", "ABLMM22.L31.run", "Proof of Lemma 31", draws="a red or a blue subtree")
def the_induction_as_an_algorithm(p: PositiveInteger, q: PositiveInteger) -> Use:
    """The induction on p + q, from p = q = 1, is one that can be run: every tree of height at least 1 is reached."""
    return Use(needs=p + q - 1 >= 1)
