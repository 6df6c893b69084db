"""LYU25 abstract, sections 1 and 5: what Theorems 1 and 2 and Corollary 5.1 use, and what refutes their full range."""

from littlestone.spec.notation import *

FIRST = "Theorem 1, section 1.1"
SECOND = "Theorem 2, section 1.1"
PAC = "before Corollary 5.1, section 5"


# ---- Theorem 1


rests_on("LYU25.T1", "LYU25.T1.unbounded", "no constant serves all eps and delta", FIRST)
rests_on("LYU25.T1", "LYU25.T1.path", "O~ of the bound is at least d/2", FIRST)


@uses("LYU25.T1.unbounded", "LYU25.T1.path", FIRST)
def few_mistakes_are_few_on_average(K: Natural, mean: FromZero) -> Use:
    """At most K mistakes but with probability T^-10, and at most T always, are K + T T^-10 on average: the expectation,
    at least d/2 on a path of T = d = 2K + 2 examples, is above it."""
    d = 2 * K + 2
    return Use(says=mean >= d / 2, gives=K + d * d ** (-10) < mean)


rests_on("LYU25.T1", "LYU25.L6.2", "the mistake bound; taken for granted: what Lemma 6.2 rests on", FIRST)
rests_on("LYU25.T1", "LYU25.P6.1", "(O(eps), O(delta))-privacy, with eps and delta divided by constants", FIRST)


# ---- Theorem 2 and Corollary 5.1


rests_on("LYU25.A0", "LYU25.T2.failure", "log(1/beta) / alpha examples are needed", "abstract")
rests_on("LYU25.A0", "LYU25.T2.light", "(d - 1) / (16 alpha) examples are needed", "abstract")


@uses("LYU25.A0", "PROB.trials", "abstract")
def the_failures_are_exponential_in_the_abstract(alpha: BelowOne, n: Natural, more: FromZero) -> Use:
    """(1 - alpha)^n / 2 <= e^{-alpha n} / 2, which is beta less ``more``."""
    return Use({"p": alpha, "n": n}, gives=lambda b: HALF * b.fails <= exp(-(alpha * n)) / 2 + more)


rests_on("LYU25.T2", "LYU25.K5.1", "Theorem 2 is Corollary 5.1", SECOND, repair="LYU25.K5.1.corrected")
rests_on("LYU25.T2", "LYU25.T2.unbounded", "no constant serves all beta", SECOND)
rests_on("LYU25.T2", "LYU25.T2.failure", "log(1/beta) / alpha examples are needed", SECOND)
rests_on("LYU25.T2", "LYU25.T2.light", "(d - 1) / (16 alpha) examples are needed", SECOND)


@uses("LYU25.T2", "PROB.trials", SECOND)
def the_failures_are_exponential(alpha: BelowOne, n: Natural, more: FromZero) -> Use:
    """(1 - alpha)^n / 2 <= e^{-alpha n} / 2, which is beta less ``more``."""
    return Use({"p": alpha, "n": n}, gives=lambda b: HALF * b.fails <= exp(-(alpha * n)) / 2 + more)


rests_on(
    "LYU25.T2.unbounded",
    "LYU25.T2.failure",
    "At p = (1 + alpha)/2 > alpha the failure is (1 - p)^n / 2, by a share of which it may be ``more``, and above"
    " half of that",
    SECOND,
)


rests_on("LYU25.T2.epsilon", "LYU25.T2.epsilon.unbounded", "no constant serves all eps and delta", SECOND)
rests_on("LYU25.T2.epsilon", "DIM.samples", "the expected error is at least (1 - 1/d)^K / 2", SECOND)
rests_on("LYU25.T2.epsilon", "LYU25.T2.light", "(d - 1) / (16 alpha) examples are needed", SECOND)


@uses("LYU25.T2.epsilon.unbounded", "DIM.samples", SECOND)
def the_expected_error_is_a_quarter(K: Natural, mean: Unit) -> Use:
    """With K <= d/2 examples of d = 2K + 2 shattered points the expected error is at least 1/4: more than alpha + beta
    = 1/8, and an error of at most alpha but with probability beta is at most that on average."""
    return Use(needs=2 * K <= 2 * K + 2, says=mean >= QUARTER, gives=mean > Fraction(1, 8))


rests_on("LYU25.K5.1", "LYU25.K5.1.unbounded", "no constant serves all beta", PAC)


rests_on("LYU25.K5.1.unbounded", "LYU25.T2.failure", "The same at p = (1 + alpha)/2", PAC)


rests_on("LYU25.K5.1", "LYU25.T2.failure", "log(1/beta) / alpha examples are needed", PAC)
rests_on("LYU25.K5.1", "LYU25.T2.light", "(d - 1) / (16 alpha) examples are needed", PAC)


@uses("LYU25.K5.1", "PROB.trials", PAC)
def the_failures_are_exponential_in_the_corollary(alpha: BelowOne, n: Natural, more: FromZero) -> Use:
    """(1 - alpha)^n / 2 <= e^{-alpha n} / 2, which is beta less ``more``."""
    return Use({"p": alpha, "n": n}, gives=lambda b: HALF * b.fails <= exp(-(alpha * n)) / 2 + more)


rests_on(
    "LYU25.K5.1",
    "LYU25.T3",
    "a hypothesis of empirical error alpha/2 (Theorem 3 at alpha/2, for eps <= 1 and delta = e^{-1-z}; as printed "
    "it is false for large eps)",
    PAC,
    repair="LYU25.T3.corrected",
)
rests_on("LYU25.K5.1", "LYU25.L4.2", "the hypotheses SOA_G together with H have Littlestone dimension d", PAC)
rests_on("LYU25.K5.1", "LYU25.K5.1.irreducible", "G is (d + 1)-irreducible", PAC)


@uses(
    "LYU25.K5.1",
    "DIM.realizable",
    PAC,
    draws="a hypothesis of empirical error alpha/2 has error alpha",
    assumes="the form for hypotheses that err on few examples, which costs a constant factor more than for consistent "
    "ones",
)
def few_errors_on_the_sample_are_few_everywhere(
    C: PositiveInteger, d: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit, beta: OpenUnit
) -> Use:
    """The VC bound asks of n = C d^5 log(1/delta) / (eps alpha), among others, that log(1/beta) <= n alpha."""
    return Use(needs=ln(1 / beta) <= C * d**5 * ln(1 / delta) / epsilon)


@correction(
    "LYU25.K5.1.from.DIM.realizable.premise",
    "no constant C makes n large enough for all beta, nor for large eps: it takes log(1/(delta beta)) and eps <= 1",
    scale=SHARE,
)
def few_errors_are_few_everywhere_with_log_beta(
    d: PositiveInteger, epsilon: PositiveUnit, z: FromZero, b: FromZero, scale: Fraction
) -> Truth:
    """With n = d^5 log(1/(delta beta)) / (eps alpha), eps <= 1, delta = e^{-1-z} and beta = e^{-b}, log(1/beta) <= n
    alpha."""
    return b <= scale * (d**5 * (1 + z + b) / epsilon)


@uses("LYU25.K5.1", "LYU25.N4.vc", PAC, opaque=("littlestone_dimension",))
def the_published_functions_have_small_vc_dimension(H: Binary) -> Use:
    """The VC dimension of the class of hypotheses is at most its Littlestone dimension."""
    return Use({"H": H}, gives=vc_dimension(H) <= littlestone_dimension(H))
