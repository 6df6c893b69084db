"""ABLMM22 section 5.2.3: what the proofs of Lemma 27 and of Theorem 23 use."""

from littlestone.spec.notation import *

L27 = "Proof of Lemma 27"
T23 = "Proof of Theorem 23"
LARGER = f"{T23}, with the threshold 2^(-2^d)"


# ---- Lemma 27

rests_on("ABLMM22.L27", "ABLMM22.A.Dk", "E[M_0] = 0 <= 4 n", f"{L27}, first sentence")
rests_on("ABLMM22.L27.theta", "ABLMM22.L27.defined.corrected", "theta >= 1 - 2^(-2^(d+2))", f"{L27}: theta")
rests_on("ABLMM22.L27", "ABLMM22.L27.defined", "theta >= 1 - 2^(-2^(d+2))", L27, repair="ABLMM22.L27.defined.corrected")


@uses("ABLMM22.L27", "ABLMM22.L27.theta", f"{L27}, before Inequality 4 is reached")
def attempts_are_geometric(theta: PositiveUnit) -> Use:
    """R is geometric with a success probability of at least 1/2: of mean 1/theta <= 2."""
    return Use({"theta": theta}, gives=1 / theta <= 2)


@uses("ABLMM22.L27.eq4", "ABLMM22.L27.theta", f"{L27}, the last inequality before Inequality 4")
def an_attempt_costs_twice_as_much(theta: PositiveUnit, c: FromZero) -> Use:
    """1/theta <= 2 is used for the cost c = 2 E[M_i] + 2n of an attempt."""
    return Use({"theta": theta}, gives=c / theta <= 2 * c)


@uses(
    "ABLMM22.L27",
    "ABLMM22.L27.eq4",
    f"{L27}, the induction after Inequality 4",
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


rests_on("ABLMM22.L27", "ABLMM22.L27.step", "the sums grow as 4 x + 4", f"{L27}, a simple induction")
rests_on("ABLMM22.L27", "ABLMM22.L27.sum", "E[M_k] <= 4^(k+1) n", f"{L27}, its end")


# ---- The first attempt

rests_on("ABLMM22.S5.2.3", "ABLMM22.L25", "some k <= d that i may be, and its f", "Section 5.2.3, first paragraph")
rests_on("ABLMM22.S5.2.3", "ABLMM22.L26", "f has low population loss", "Section 5.2.3, in brackets")
rests_on("ABLMM22.S5.2.3.corrected", "ABLMM22.L25.eq2", "rho_d >= 4 * 2^(-2^(d+1))", "Section 5.2.3, first paragraph")
rests_on("ABLMM22.S5.2.3.corrected", "ABLMM22.L25.target", "the target has rho_d/(d+1)", "Section 5.2.3")


# ---- Theorem 23

rests_on("ABLMM22.T23", "ABLMM22.T23.eq3", "G takes m examples", T23, repair="ABLMM22.T23.eq3.corrected")
rests_on("ABLMM22.T23.eq3.corrected", "ABLMM22.L27", "the mean of M_k", f"{T23}, with the budget N - n")
rests_on("ABLMM22.T23", "ABLMM22.L25", "k* <= d and f* of probability tau", f"{T23}, By Lemma 25")
rests_on("ABLMM22.T23", "ABLMM22.L26", "loss_D(f*) <= 2^(d+2)/n <= alpha", f"{T23}, By Lemma 26")


@uses("ABLMM22.T23", "ABLMM22.L27", f"{T23}: Markov's inequality")
@uses("ABLMM22.T23.eq1", "ABLMM22.L27", f"{T23}: Markov's inequality")
def the_mean_at_k(draws: FromZero, levels: PositiveReal, times: AtLeastOne, n: PositiveInteger) -> Use:
    """E[M_k] <= 4^(k+1) n <= 4^(d+1) n, as k <= d; here levels = 4^(k+1) and times = 4^(d-k)."""
    return Use({"draws": draws, "levels": levels, "n": n}, gives=draws <= times * levels * n)


@uses("ABLMM22.T23", "PROB.markov", f"{T23}: Markov's inequality")
@uses("ABLMM22.T23.eq1", "PROB.markov", f"{T23}: Markov's inequality")
@uses("ABLMM22.T23.eq3.corrected", "PROB.markov", f"{T23}, with the budget N - n")
@uses("ABLMM22.T23.eq4.corrected", "PROB.markov", LARGER)
def markov_at_the_budget(share: Unit, d: PositiveInteger, n: PositiveInteger, u: PositiveReal) -> Use:
    """Markov's inequality is used at N = 2^(u+1) 4^(d+1) n for a mean of at most 4^(d+1) n, u = 2^(d+2), or 2^d with
    the larger threshold; with the budget N - n as well, as M_k is a multiple of n."""
    at = {"level": 2 ** (u + 1) * 4 ** (d + 1) * n, "mean": share * 4 ** (d + 1) * n}
    return Use(at, gives=lambda b: b.fails <= 2 ** (-u - 1))


@uses("ABLMM22.T23", "ABLMM22.T23.eq1", f"{T23}: because k* <= d")
def half_of_the_threshold_is_left(u: PositiveReal) -> Use:
    """Pr[M_k* > N] <= 2^(-2^(d+2)-1), half of tau = 2^-u, u = 2^(d+2)."""
    return Use({"u": u}, gives=lambda b: 2 ** (-u) - b.fails >= 2 ** (-u) / 2)


rests_on("ABLMM22.T23", "ABLMM22.A.Dtilde.coupling", "D~_k* is D_k* where M_k* <= N", f"{T23}, the last display")
rests_on("ABLMM22.T23", "ABLMM22.T23.event", "the event is M_k* <= N", T23, repair="ABLMM22.T23.event.corrected")
rests_on("ABLMM22.T23", "ABLMM22.T23.eq2", "2^(-2^(d+2)-1) is left", T23, repair="ABLMM22.T23.eq2.corrected")
rests_on(
    "ABLMM22.T23",
    "ABLMM22.A.G",
    "k = k* with probability 1/(d+1); taken for granted: G outputs some fixed hypothesis where D~_k fails",
    T23,
)
rests_on("ABLMM22.T23", "ABLMM22.T23.eq4", "with the threshold 2^(-2^d)", T23, repair="ABLMM22.T23.eq4.corrected")
rests_on("ABLMM22.T23.eq4.corrected", "ABLMM22.L25.sharp", "rho_d >= 2 a - t = t", LARGER)
rests_on("ABLMM22.T23.eq4.corrected", "ABLMM22.A.Dtilde.coupling", "D~_k* is D_k* where M_k* <= N", LARGER)
rests_on("ABLMM22.T23.eq4.corrected", "ABLMM22.A.G", "k = k* with probability 1/(d+1)", LARGER)
rests_on("ABLMM22.T23.eq4.corrected", "ABLMM22.L27.eq4", "each level draws 4 E[M_i] + 4 n, as theta >= 3/4", LARGER)
rests_on("ABLMM22.T23.eq4.corrected", "ABLMM22.L27.step", "E[M_k] <= 4^(k+1) n", LARGER)
rests_on("ABLMM22.T23.eq4.corrected", "ABLMM22.L26.events", "f* agrees with T, where it is output", LARGER)


@uses("ABLMM22.T23.eq4.corrected", "ABLMM22.L26.eq3", LARGER)
def a_frequent_hypothesis_has_a_small_loss(a: BelowOne, n: PositiveInteger, D: PositiveReal) -> Use:
    """2^(-2^d) <= (1 - a)^n <= 2^(-a n) gives a <= 2^d/n, D = 2^d."""
    return Use({"a": a, "n": n}, gives=lambda b: (b.fails >= 2 ** (-D)).implies(a <= D / n))
