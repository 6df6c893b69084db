"""ABLMM22 sections 5.1 and 5.4 and Lemma 31: what the overview, the proof of Theorem 3 and that of Lemma 31 use."""

from littlestone.spec.ablmm22.vocabulary import BelowHalf, up_to_two_points
from littlestone.spec.notation import *

T3 = "Proof of Theorem 3"
CORRECTED = "Theorem 3 with its constants"
L31 = "Proof of Lemma 31"
ZERO, ONE = frozenset({0}), frozenset({1})


# ---- Section 5.1

rests_on("ABLMM22.S5.1.1", "ABLMM22.MB", "M takes the d + 1 values 0, ..., d at most", "Section 5.1.1")


@uses("ABLMM22.S5.1.1", "ABLMM22.S5.1.1.eq1", "Section 5.1.1, Pr[M = i] >= 1/2d")
def the_likeliest_number_of_mistakes(d: Natural, chance: FromZero) -> Use:
    """Pr[M = i] >= 1/(d+1) >= 1/(2d) is used for a class of any Littlestone dimension d, where it needs d >= 1."""
    return Use({"chance": chance, "d": d}, gives=2 * d * chance >= 1)


@correction(
    "ABLMM22.S5.1.1.from.S5.1.1.eq1.premise",
    "d >= 1 must be asked, as Theorem 23 does: at d = 0 there is no 1/(2d)",
    factor=Constant(2, mutants=(1,)),
)
def two_d_from_one_on(d: PositiveInteger, factor: int) -> Truth:
    """1/(2d) <= 1/(d+1), for d >= 1."""
    return d + 1 <= factor * d


rests_on(
    "ABLMM22.S5.1.1",
    "PROB.chernoff.upper",
    "from O(d) runs an i with Pr[M = i] >= 1/(2d); taken for granted: no union bound, which would take O(d log d)",
    "Section 5.1.1",
)
rests_on("ABLMM22.S5.1.1", "ABLMM22.S5.1.1.last", "A(S) = c with probability at least 1/(2d)", "Section 5.1.1, i = d")
rests_on("ABLMM22.S5.1.1", "ABLMM22.S2.3.1", "some h has p_h >= sum_h p_h^2 >= 1/4", "Section 5.1.1, case (i)")
rests_on("ABLMM22.S5.1.1.eq2", "ABLMM22.S5.1.1", "c wins half the time", "Section 5.1.1, the last display")
rests_on("ABLMM22.S5.1.2", "ABLMM22.S5.1.2.runs", "a frequent hypothesis shows up", "Section 5.1.2")
rests_on("ABLMM22.S5.1.2", "ABLMM22.L28", "a short list of hypotheses of frequency Omega(eta)", "Section 5.1.2")
rests_on("ABLMM22.S5.1.2", "ABLMM22.L29", "an accurate hypothesis of the list", "Section 5.1.2")


# ---- Theorem 3


@uses("ABLMM22.T3", "ABLMM22.T23", T3, draws="G on m examples, and f")
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


@uses("ABLMM22.T3", "ABLMM22.T3.eq1", T3, repair="ABLMM22.T3.eq1.corrected")
def the_rows_of_the_stable_learner(n: FromZero, power: PositiveReal, alpha: PositiveUnit) -> Use:
    """m alpha is 2^(2^(d+2)+1) 4^(d+1) times n alpha <= 5 * 2^d; power = 2^d."""
    return Use({"n": n, "power": power, "alpha": alpha}, gives=n * alpha <= 5 * power)


rests_on("ABLMM22.T3.eq1", "ABLMM22.T3.eq1.unbounded", "no constant serves", f"{T3}, m")
rests_on("ABLMM22.T3", "ABLMM22.T23", "1/((d+1) 2^(2^(d+2)+1)), what its proof gives", T3, name="eta")


@uses(
    "ABLMM22.T3",
    "ABLMM22.T30",
    f"{T3}, Theorem 30 gives",
    assumes="G is one learner for every realizable D, and outputs a hypothesis on every sample (ABLMM22.A.G.total)",
)
def the_private_learner_of_the_stable_one(
    alpha: BelowHalf, beta: BelowHalf, epsilon: OpenUnit, delta: OpenUnit, share: Unit
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


@adds_up("ABLMM22.T3", T3)
def what_the_private_learner_may_cost(
    alpha: BelowHalf, beta: BelowHalf, epsilon: OpenUnit, delta: OpenUnit, share: Unit
) -> Total:
    """Theorem 30 alone fails and costs privacy: (eps, delta) and beta."""
    return Total(fails=beta, epsilon=epsilon, delta=delta)


@uses("ABLMM22.T3", "ABLMM22.T30", f"{T3}, the first equality of the last display", name="rate")
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


@uses("ABLMM22.T3", "ABLMM22.T3.eq2", T3, repair="ABLMM22.T3.eq2.corrected")
def the_size_is_a_product(size: FromZero, g: FromZero, L: AtLeastOne, u: PositiveReal) -> Use:
    """u (g + L), u = m alpha/eta and g = log(1/eta), is at most a coefficient of L = log(1/(beta delta))."""
    return Use({"size": size, "u": u, "g": g, "L": L}, gives=size / L <= u * (1 + g))


@uses("ABLMM22.T3", "ABLMM22.T3.proof", T3, repair="ABLMM22.T3.proof.corrected")
def the_size_is_doubly_exponential(x: FromZero, alpha: BelowHalf, e: OpenUnit, L: AtLeastOne, D: AtLeastTwo) -> Use:
    """2^{O(2^d)} log(1/(beta delta))/(alpha eps) is what the second form of the theorem says: the rows are x times
    2^(16 2^d) log(1/(beta delta))/(alpha eps), x <= 1; D = 2^d."""
    rows = x * 2 ** (16 * D) * L / (alpha * e)
    return Use({"rows": rows, "alpha": alpha, "e": e, "L": L, "D": D, "w": 2**D}, gives=x <= 1)


rests_on("ABLMM22.T3.eq2", "ABLMM22.T3.eq2.unbounded", "no constant serves", f"{T3}, the last display")
rests_on("ABLMM22.T3.proof", "ABLMM22.T3.proof.unbounded", "no constant serves", T3)


@uses("ABLMM22.T3.proof.corrected", "ABLMM22.T23.eq4.corrected", CORRECTED)
def the_rows_of_one_run_and_its_stability(
    x: FromZero, y: FromZero, alpha: BelowHalf, D: AtLeastTwo, w: AtLeastFour
) -> Use:
    """Theorem 23 at alpha/2: m = x D^3 w/alpha <= 18 D^3 w/alpha and eta = y/(2 D w) >= 1/(2 D w)."""
    at = {"m": x * D**3 * w / alpha, "eta": y / (2 * D * w), "alpha": alpha / 2, "D": D, "w": w}
    return Use(at, gives=(x <= 18) & (y >= 1))


@uses("ABLMM22.T3.proof.corrected", "ABLMM22.T30.explicit", CORRECTED)
def the_runs_and_the_rows_of_the_choice(
    D: AtLeastTwo, w: AtLeastFour, alpha: BelowHalf, beta: BelowHalf, e: PositiveUnit, delta: OpenUnit
) -> Use:
    """Theorem 30 at eta = 1/(2 D w), from as many runs and rows as it asks for."""
    eta = 1 / (2 * D * w)
    runs = (128 * ln(2 / beta) + 32 + 32 * ln(2 / delta) / e) / eta + 1
    rows = 12 * ln(4 / (eta * beta)) / (alpha * e) + 1
    at = {"runs": runs, "rows": rows, "eta": eta, "alpha": alpha, "beta": beta, "e": e, "delta": delta}
    return Use(at, gives=lambda b: b.fails <= beta)


# ---- Lemma 31

rests_on("ABLMM22.L31", "ABLMM22.D.subtree", "of height 1; taken for granted: the tree is complete", L31, name="one")
rests_on(
    "ABLMM22.L31",
    "ABLMM22.D.subtree",
    "red subtrees below both children join; taken for granted: the lemma for (p - 1, q) at both children, by "
    "induction, whose trees have the height p + q - 2 both",
    L31,
    name="joined",
)
rests_on("ABLMM22.L31", "ABLMM22.L31.run", "a red or a blue subtree", L31)
