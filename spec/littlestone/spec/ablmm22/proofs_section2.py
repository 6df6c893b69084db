"""ABLMM22 sections 1 and 2: what the statements there are drawn from, and what their proofs use."""

from littlestone.spec.ablmm22.vocabulary import BelowHalf
from littlestone.spec.notation import *

COROLLARY = "Section 2.2, after Corollary 4"
BOOSTED = "Theorem 8, corrected"
AFTER_T5 = "Section 2.3, after Theorem 5"
TENTH = Fraction(1, 10)
UpToTenth = Annotated[Real, Reals(low=0, high=TENTH, low_open=True)]


# ---- Section 1

rests_on("ABLMM22.S1.iff", "ABLMM22.T10", "without k thresholds floor(log d) < k", "Section 1, thresholds")


@uses("ABLMM22.S1.gs", "ABLMM22.T23", "Section 1, stability")
def the_introduction_says_how_large_the_samples_are(C: PositiveInteger) -> Use:
    """ "Every H can be learned by a globally-stable algorithm with parameters eta = 2^{-2^O(d)}, n = 2^O(d)" is drawn
    from the m = 2^(2^(d+2)+1) 4^(d+1) ceil(2^(d+2)/alpha) of Theorem 23: m <= 2^(C d) at d = C, for a constant C; the
    factor 2^(2^(d+2)) alone is 2^(4 2^C)."""
    return Use(gives=4 * 2**C <= C * C)


@correction(
    "ABLMM22.S1.gs.from.T23.conclusion",
    "Theorem 23 has n = 2^{2^O(d)}, as section 5.1.1 says",
    four=Constant(4, stronger="smaller", mutants=(3,)),
)
def the_samples_are_doubly_exponential(d: PositiveInteger, four: int) -> Truth:
    """log of 2^(2^(d+2)+1) 4^(d+1) 2^(d+3), which is at least m for alpha = 1, is 4 2^d + 3d + 6 <= 2^(4d + 1) for d >=
    1."""
    return 4 * 2**d + 3 * d + 6 <= 2 ** (four * d + 1)


# ---- Section 2.1

rests_on("ABLMM22.S2.1.1.learner", "ABLMM22.S2.1.1", "a cover of at most 2/alpha + 1 thresholds", "Section 2.1.1")
rests_on("ABLMM22.S2.1.1.learner", "ABLMM22.L29", "loss at most alpha, for the cover at alpha/2", "Section 2.1.1")


@uses("ABLMM22.S2.1.1.learner", "PROB.chernoff.upper", "Section 2.1.1")
def the_cover_is_not_much_worse_on_the_sample(beta: OpenUnit, more: FromZero) -> Use:
    """From 54 ln(2/beta)/alpha rows on, a member of loss alpha/2 exceeds the empirical loss 2 alpha/3 with probability
    at most beta/2; here the mean alpha n/2 is 27 ln(2/beta) + more."""
    at = {"mean": 27 * ln(2 / beta) + more, "delta": Fraction(1, 3)}
    return Use(at, gives=lambda b: b.fails <= beta / 2)


# ---- Section 2.2

rests_on("ABLMM22.C4", "ABLMM22.T3", "a realizable learner with its rows", COROLLARY)
rests_on("ABLMM22.C4", "ABLMM22.C4.law", "loss above the best; taken for granted: Theorem 2.3 of ABMS20", COROLLARY)
rests_on("ABLMM22.C4", "ABLMM22.C4.privacy", "(eps_0 + 3, 4 e delta)-private, at eps = 1", COROLLARY)
rests_on("ABLMM22.C4.secrecy", "DP.subsampling", "the part p makes epsilon = 1 smaller", COROLLARY)


@uses("ABLMM22.C4", "DP.subsampling", f"{COROLLARY}, secrecy of the sample")
def the_secrecy_of_the_sample(epsilon: OpenUnit, delta: OpenUnit) -> Use:
    """A random part p = eps/54 of the rows makes a (4, 4 e delta)-private learner (eps, delta)-private: ln(1 + p (e^4 -
    1)) <= eps and p 4 e <= 1; the sample grows by 54/eps, "a factor of roughly 1/eps"."""
    at = {"part": epsilon / 54, "epsilon": Real.of(4), "delta": 4 * exp(1) * delta}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]), times=1)


@adds_up("ABLMM22.C4", "Section 2.2, Corollary 4")
def the_agnostic_learner_has_the_privacy_of_the_corollary(epsilon: OpenUnit, delta: OpenUnit) -> Total:
    """The learner is (eps, delta)-private."""
    return Total(epsilon=epsilon, delta=delta)


rests_on("ABLMM22.T3", "ABLMM22.D6", "what Theorem 30 turns private", "Section 2.3.1, first sentence")


# ---- Section 2.3

rests_on("ABLMM22.T5", "ABLMM22.S1.fn1", "H is online learnable if and only if Ldim(H) is finite", "before Theorem 5")
rests_on("ABLMM22.T5", "ABLMM22.T2", "what is privately learnable has a finite Littlestone dimension", AFTER_T5)
rests_on("ABLMM22.T5", "ABLMM22.T3", "1 to 2: at eps = 1/10 and a delta(n) below n^(-omega(1))", AFTER_T5)
rests_on("ABLMM22.S2.3.rate", "ABLMM22.C4", "the rate log(1/(beta delta))/(alpha^2 eps) is an upper bound", AFTER_T5)
rests_on("ABLMM22.S2.3.rate", "ABLMM22.S2.3.rate.unbounded", "no constant serves", AFTER_T5)
rests_on("ABLMM22.S2.3", "ABLMM22.S1.regret", "the optimal regret is Theta~_d(sqrt T)", AFTER_T5)
rests_on("ABLMM22.S2.3", "ABLMM22.S2.3.unbounded", "no constant serves", AFTER_T5)
rests_on("ABLMM22.S2.3", "ABLMM22.S2.3.thresholds", "a class of dimension d for every d", "Section 2.3, last sentence")
rests_on("ABLMM22.P7", "ABLMM22.D6", "an h with Pr[A(S) = h] >= eta", "Proposition 7, section 2.3.1")


@uses("ABLMM22.P7", "ABLMM22.P7.eq1", "Proposition 7, section 2.3.1, last sentence of its proof")
def the_loss_is_bounded_by_the_stability(alpha: BelowOne, n: PositiveInteger, eta: PositiveUnit) -> Use:
    """eta <= (1 - alpha)^n and (1 - alpha)^n <= e^{-alpha n} give alpha n <= ln(1/eta)."""
    return Use({"a": alpha, "n": n}, gives=lambda b: (eta <= b.fails).implies(alpha * n <= ln(1 / eta)))


# ---- Section 2.4

rests_on("ABLMM22.T8", "ABLMM22.T2", "Ldim(H) is finite", "Section 2.4, after Theorem 8")


@uses("ABLMM22.T8", "ABLMM22.T3", "Section 2.4, after Theorem 8", draws="a learner with loss at most alpha")
def theorem_3_boosts(alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Theorem 3 is used at the alpha and beta of Theorem 8, which are any in (0, 1)."""
    return Use(needs=(alpha < HALF) & (beta < HALF))


@correction(
    "ABLMM22.T8.from.T3.premise",
    "Theorem 3 has alpha and beta below 1/2: it must be used at alpha/2 and beta/2, which costs a constant where "
    "log(1/(beta delta)) is at least 1 (ABLMM22.T8.range.corrected)",
    half=Constant(2, stronger="smaller", mutants=(1,)),
)
def half_of_alpha_and_beta_are_in_range(alpha: OpenUnit, beta: OpenUnit, half: int) -> Truth:
    """alpha/2 and beta/2 are below 1/2."""
    return (alpha / half < HALF) & (beta / half < HALF)


@uses("ABLMM22.T8", "ABLMM22.T3", "Section 2.4, after Theorem 8", name="strict")
def theorem_3_boosts_with_less_than_beta(beta: BelowHalf, failure: Unit) -> Use:
    """Theorem 3 gives a failure of probability at most beta, where Theorem 8 has less than beta."""
    return Use(needs=beta < HALF, says=failure <= beta, gives=failure < beta)


@correction(
    "ABLMM22.T8.from.T3.strict.conclusion",
    "Theorem 3 bounds the probability by beta, and Theorem 8 says it is below beta: at beta/2 it is",
    half=Constant(2, stronger="smaller", mutants=(1,)),
)
def half_of_beta_is_below_beta(beta: OpenUnit, share: Unit, half: int) -> Truth:
    """A probability of at most beta/2, here share beta/2, is below beta."""
    return share * beta / half < beta


rests_on("ABLMM22.T8.range", "ABLMM22.T3", "a weak learner of sets of three points", "for Theorem 8, section 2.4")
rests_on("ABLMM22.T8.range", "ABLMM22.T8.one", "one row finds the three points seldom", "for Theorem 8")
rests_on("ABLMM22.T8.range", "ABLMM22.T8.points", "at alpha = 1/(1024 C) <= 1/5 and t = 3", "for Theorem 8")
rests_on("ABLMM22.T8.points", "ABLMM22.T8.one", "both ratios are at most 5 alpha", "for Theorem 8")
rests_on("ABLMM22.T8.range", "ABLMM22.T8.range.unbounded", "no constant serves", "for Theorem 8, section 2.4")
rests_on("ABLMM22.T8.range.corrected", "ABLMM22.T1.explicit", "thresholds over no large X: d is finite", BOOSTED)
rests_on("ABLMM22.T8.range.corrected", "ABLMM22.T10", "floor(log d) thresholds", BOOSTED)


@uses("ABLMM22.T8.range.corrected", "ABLMM22.T3.proof.corrected", BOOSTED)
def theorem_3_at_half_of_alpha_and_beta(
    x: FromZero, alpha: OpenUnit, e: OpenUnit, L: AtLeastOne, D: AtLeastTwo, w: AtLeastFour
) -> Use:
    """Theorem 3 at alpha/2 and beta/2 asks for rows = x C_H/(alpha eps), no more than 4 C_H L/(alpha eps), where L =
    max(1, log(1/(beta delta)))."""
    rows = x * (2**14 * D**4 * w**2) / (alpha * e)
    return Use({"rows": rows, "alpha": alpha / 2, "e": e, "L": 1 + L, "D": D, "w": w}, gives=x <= 4 * L)


@uses("ABLMM22.S2.4", "DP.subsampling", "Section 2.4, last paragraph but one")
def sampling_is_said_to_multiply_epsilon(p: PositiveUnit) -> Use:
    """Random sampling is said to give a (p eps_0, p delta_0)-private learner with n_0/p rows; amplification gives
    ln(1 + p (e^eps_0 - 1)) for the part p of the rows, at eps_0 = 0.1. (The paragraph before has "roughly n_0/p" rows,
    for a smaller part.)"""
    return Use({"part": p, "epsilon": TENTH, "delta": 0}, gives=lambda b: b.epsilon <= p * TENTH)


@correction(
    "ABLMM22.S2.4.from.DP.subsampling.conclusion",
    "the logarithm is concave: ln(1 + p (e^eps_0 - 1)) is p eps_0 at least; for eps_0 <= 0.1 it is at most (11/10) p "
    "eps_0, so that roughly n_0/p rows, a tenth more, are enough",
    factor=Constant(Fraction(11, 10), stronger="smaller", mutants=(1,)),
)
def sampling_multiplies_epsilon_up_to_a_tenth(p: PositiveUnit, epsilon: UpToTenth, factor: Fraction) -> Truth:
    """ln(1 + p (e^eps - 1)) <= p (e^eps - 1) <= (11/10) p eps for 0 < eps <= 0.1."""
    return (exp(epsilon) - 1 <= factor * epsilon) & (p > 0)


@uses("ABLMM22.S2.4", "DP.composition.sequential", "Section 2.4, third paragraph")
def the_calls_of_boosting_for_people_add_up(epsilon: PositiveUnit, T: PositiveInteger) -> Use:
    """T calls of a (p eps_0)-private weak learner are eps-private for p = eps/(T eps_0), which must be a part: eps <= T
    eps_0; here eps_0 = 0.1."""
    one = epsilon / T
    at = {"first": (T - 1) * one, "second": one, "delta1": Real.of(0), "delta2": Real.of(0)}
    return Use(at, given=10 * epsilon <= T, gives=lambda b: b.epsilon <= epsilon)
