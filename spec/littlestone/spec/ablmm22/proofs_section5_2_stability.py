"""ABLMM22 section 5.2.3: what the proofs of Lemma 27 and of Theorem 23 use."""

from littlestone.spec.learning.stability import double_power
from littlestone.spec.notation import *

FROM_EIGHT = Annotated[Real, Reals(low=8)]  # 2^(d+2) for d >= 1

# ---- Lemma 27


rests_on("ABLMM22.L27", "ABLMM22.A.Dk", "E[M_0] = 0 <= 4 n", "Proof of Lemma 27, first sentence")
rests_on(
    "ABLMM22.L27",
    "ABLMM22.L27.defined",
    "theta >= 1 - 2^(-2^(d+2)) (the print uses that D_i is well-defined; D_(i+1) is, too, as i < k and D_k is, "
    "and bounds the hypotheses after D_i; here k = i + 1 + more)",
    "Proof of Lemma 27: theta",
    repair="ABLMM22.L27.defined.corrected",
)


@uses("ABLMM22.L27", "ABLMM22.L27.theta", "Proof of Lemma 27, before Inequality 4 is reached")
def half_of_all_attempts_succeed(d: Natural) -> Use:
    """theta >= 1 - 2^(-2^(d+2)) >= 1/2, so that R is geometric with a success probability of at least 1/2."""
    return Use({"d": d}, gives=double_power(d + 2) <= HALF)


@uses(
    "ABLMM22.L27",
    "ABLMM22.L27.eq4",
    "Proof of Lemma 27, the induction after Inequality 4",
    assumes="the examples drawn in the j-th execution do not depend on R >= j",
    draws="E[M_(i+1)] <= 4 E[M_i] + 4 n for every i that the induction from E[M_0] meets",
)
def inequality_four_from_the_start(i: Natural, k: PositiveInteger) -> Use:
    """Inequality 4, printed for 0 < i < k, is used for all i < k: the induction starts from E[M_0]."""
    return Use(given=i < k, needs=i > 0)


@correction(
    "ABLMM22.L27.from.L27.eq4.premise",
    "Inequality 4 is needed for i = 0 as well, where the same proof gives it: E[M_1] = 2 n/theta",
    factor=Constant(4, mutants=(3,)),
)
def inequality_four_at_zero(n: PositiveInteger, theta: Annotated[Real, Reals(low=HALF, high=1)], factor: int) -> Truth:
    """E[M_1] = (2 * 0 + 2n)/theta <= 4 * 0 + 4n where theta >= 1/2: Inequality 4 for i = 0."""
    return 2 * n / theta <= factor * n


rests_on("ABLMM22.L27", "ABLMM22.L27.sum", "E[M_k] <= 4^(k+1) n", "Proof of Lemma 27, its end")


@uses("ABLMM22.L27", "ABLMM22.L27.step", "Proof of Lemma 27, a simple induction")
def the_sum_grows_by_inequality_four(v: Annotated[Real, Reals(low=4)]) -> Use:
    """The induction step is used at 4^(i+1) >= 4, to give 4 (4 + ... + 4^i) + 4 <= 4 + ... + 4^(i+1); here v = 4^(i+1),
    and the sums are (v - 4)/3 and (4 v - 4)/3."""
    return Use({"v": v}, gives=4 * (v - 4) / 3 + 4 <= (4 * v - 4) / 3)


rests_on("ABLMM22.L27.theta", "ABLMM22.L27.defined.corrected", "theta >= 1 - 2^(-2^(d+2))", "Proof of Lemma 27: theta")


@uses("ABLMM22.L27.eq4", "ABLMM22.L27.theta", "Proof of Lemma 27, the last inequality before Inequality 4")
def twice_the_cost_of_an_attempt(d: Natural, c: PositiveReal) -> Use:
    """1/theta <= 2 is used for the cost c = 2 E[M_i] + 2n of an attempt; here at the least theta."""
    return Use({"d": d}, gives=c * HALF <= c * (1 - double_power(d + 2)))


# ---- The first attempt


rests_on(
    "ABLMM22.S5.2.3",
    "ABLMM22.L25",
    "a k <= d that i may be, and f of probability 2^(-2^d) there, where the lemma has 2^(-2^(d+2))",
    "Section 5.2.3, first paragraph",
)
rests_on(
    "ABLMM22.S5.2.3",
    "ABLMM22.L26",
    "f has low population loss (Lemma 26 is used for the f of Lemma 25: a probability of the printed 2^(-2^d) is "
    "one of at least 2^(-2^(d+2)))",
    "Section 5.2.3, first paragraph, in brackets",
)
rests_on("ABLMM22.S5.2.3.corrected", "ABLMM22.L25.eq2", "rho_d >= 4 * 2^(-2^(d+1))", "Section 5.2.3, first paragraph")
rests_on(
    "ABLMM22.S5.2.3.corrected",
    "ABLMM22.L25.target",
    "the target is output with probability at least rho_d/(d+1)",
    "Section 5.2.3, first paragraph",
)


# ---- Theorem 23


rests_on("ABLMM22.T23", "ABLMM22.L25", "k* <= d and f* of probability tau", "Proof of Theorem 23, By Lemma 25")


@uses("ABLMM22.T23", "ABLMM22.L26", "Proof of Theorem 23, By Lemma 26")
def its_loss_is_at_most_alpha(u: FROM_EIGHT, alpha: PositiveReal, more: FromZero) -> Use:
    """Lemma 26 is used at k*, where D_k* is well-defined as k* is least, to give loss_D(f*) <= 2^(d+2)/n <= alpha; here
    u = 2^(d+2), and n = ceil(u/alpha) is u/alpha or more."""
    return Use(gives=u / (u / alpha + more) <= alpha)


rests_on("ABLMM22.T23", "ABLMM22.L27", "E[M_k*] <= 4^(k*+1) n", "Proof of Theorem 23: Markov's inequality")


@uses("ABLMM22.T23", "PROB.markov", "Proof of Theorem 23: Markov's inequality")
def many_draws_are_rare(share: Unit, c: PositiveReal, w: AtLeastTwo) -> Use:
    """Markov's inequality is used for M_k* of mean at most c = 4^(k*+1) n at c w, w = 2^(2^(d+2)+1), to give at most
    1/w; here the mean is a share of c."""
    return Use({"a": c * w}, gives=share * c / (c * w) <= 1 / w)


rests_on("ABLMM22.T23", "ABLMM22.T23.eq1", "Pr[M_k* > N] <= 2^(-2^(d+2)-1)", "Proof of Theorem 23: because k* <= d")
rests_on(
    "ABLMM22.T23",
    "ABLMM22.A.Dtilde.coupling",
    "D~_k* is D_k* where at most N examples are drawn",
    "Proof of Theorem 23, the last display",
)


@uses(
    "ABLMM22.T23",
    "ABLMM22.T23.event",
    "Proof of Theorem 23, the last display",
    repair="ABLMM22.T23.event.corrected",
)
def the_budget_is_that_of_the_event(tau: PositiveUnit, above: FromZero, share: Unit) -> Use:
    """The event is M_k* <= N; here tau + above is the probability of f* and a share of tau/2 that of M_k* > N. With
    half of N, as printed, Markov's inequality would leave nothing."""
    return Use(gives=tau / 2 <= tau + above - share * tau / 2)


@uses(
    "ABLMM22.T23",
    "ABLMM22.T23.eq2",
    "Proof of Theorem 23, the last display",
    repair="ABLMM22.T23.eq2.corrected",
)
def half_of_the_threshold_is_left(u: FROM_EIGHT) -> Use:
    """What is left is 2^(-2^(d+2)-1), not 2^(-2^d-1); here u = 2^(d+2)."""
    return Use({"u": u}, gives=2 ** (-u - 1) <= 2 ** (-u) - 2 ** (-u - 1))


@uses(
    "ABLMM22.T23",
    "ABLMM22.A.G",
    "Proof of Theorem 23, last sentence",
    assumes="G outputs some fixed hypothesis where D~_k fails, of which its box says nothing",
)
def the_drawn_k_is_right(d: PositiveInteger, t: PositiveUnit) -> Use:
    """k = k* with probability 1/(d+1), so that G outputs f* with probability at least (tau/2)/(d+1); here t = tau."""
    return Use(gives=(t / 2) / (d + 1) <= (t - t / 2) / (d + 1))


rests_on(
    "ABLMM22.T23",
    "ABLMM22.T23.eq3",
    "G takes m examples",
    "Proof of Theorem 23, the sample complexity of G, as required",
    repair="ABLMM22.T23.eq3.corrected",
)
rests_on(
    "ABLMM22.T23",
    "ABLMM22.T23.eq4",
    "Pr[G(S) = f*] >= 1/((d+1) 2^(2^(d+1))) (the theorem asks for more than the proof gives; with the threshold "
    "2^(-2^d), at most 1/4, the same proof gives it. Here v = 2^d)",
    "Proof of Theorem 23, last sentence, as required",
    repair="ABLMM22.T23.eq4.corrected",
)


@uses("ABLMM22.T23.eq1", "PROB.markov", "Proof of Theorem 23: Markov's inequality")
def markov_at_the_budget(c: PositiveReal, w: AtLeastTwo) -> Use:
    """Markov's inequality is used at N = c w, with E[M_k] <= c = 4^(k+1) n and w = 2^(2^(d+2)+1)."""
    return Use({"p": 1 / w, "a": c * w}, gives=c / (c * w) <= 1 / w)


rests_on("ABLMM22.T23.eq1", "ABLMM22.L27", "E[M_k] <= 4^(k+1) n", "Proof of Theorem 23: Markov's inequality")


@uses("ABLMM22.T23.eq3.corrected", "PROB.markov", "Proof of Theorem 23, with the budget N - n")
def markov_at_a_multiple_of_n(n: PositiveInteger, w: AtLeastTwo) -> Use:
    """M_k is a multiple of n, so that M_k > N - n only if M_k >= N, where Markov's inequality is used; here N = n w."""
    return Use({"a": n * w}, gives=n / (n * w) <= 1 / w)


rests_on("ABLMM22.T23.eq3.corrected", "ABLMM22.L27", "the mean of M_k", "Proof of Theorem 23, with the budget N - n")


@uses("ABLMM22.T23.eq4.corrected", "ABLMM22.L25.sharp", "Proof of Theorem 23, with the threshold 2^(-2^d)")
def the_larger_threshold(a: Annotated[Real, Reals(low=0, high=QUARTER, low_open=True)]) -> Use:
    """The induction with the threshold t = 2^(-2^d) is used up to a = a_d = t, to give rho_d >= 2 a - t = t."""
    return Use({"a": a, "t": a}, gives=a <= 2 * a - a)


@uses("ABLMM22.T23.eq4.corrected", "ABLMM22.L26", "Proof of Theorem 23, with the threshold 2^(-2^d)")
def frequent_enough_to_generalize(a: Annotated[Real, Reals(low=0, high=QUARTER, low_open=True)]) -> Use:
    """Lemma 26 is used for an f* of probability at least 2^(-2^d), more than its 2^(-2^(d+2)); here a = 2^(-2^d)."""
    return Use(needs=a**4 <= a, gives=a**4 <= a)


@uses("ABLMM22.T23.eq4.corrected", "ABLMM22.T23.eq1", "Proof of Theorem 23, with the threshold 2^(-2^d)")
def the_budget_with_the_larger_threshold(a: Annotated[Real, Reals(low=0, high=QUARTER, low_open=True)]) -> Use:
    """The budget is exceeded with probability at most a^4/2, which leaves a - a^4/2; here a = 2^(-2^d)."""
    return Use(gives=a**2 <= a - a**4 / 2)
