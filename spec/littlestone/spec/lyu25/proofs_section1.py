"""LYU25 abstract, sections 1 and 5: what Theorems 1 and 2 and Corollary 5.1 use, and what refutes their full range."""

from littlestone.spec.decompositions.lower_bounds import misses
from littlestone.spec.notation import *

FIRST = "Theorem 1, section 1.1"
SECOND = "Theorem 2, section 1.1"
PAC = "before Corollary 5.1, section 5"


# ---- Theorem 1


@uses("LYU25.T1", "LYU25.T1.unbounded", FIRST, draws="no constant serves all eps and delta")
def no_number_of_mistakes_serves(K: Natural) -> Use:
    """Whatever the number K that O~(F) is."""
    return Use({"K": K})


@uses("LYU25.T1", "LYU25.T1.path", FIRST, draws="O~ of the bound is at least d/2")
def some_sequence_costs_half_the_dimension(H: ExplicitBinary) -> Use:
    """The lower bound on the expectation of every learner's mistakes."""
    return Use({"H": H})


@uses("LYU25.T1.unbounded", "LYU25.T1.path", FIRST)
def few_mistakes_are_few_on_average(K: Natural, mean: FromZero) -> Use:
    """At most K mistakes but with probability T^-10, and at most T always, are K + T T^-10 on average: the expectation,
    at least d/2 on a path of T = d = 2K + 2 examples, is above it."""
    d = 2 * K + 2
    return Use(says=mean >= d / 2, gives=K + d * d ** (-10) < mean)


@uses("LYU25.T1", "LYU25.L6.2", FIRST, draws="the mistake bound", assumes="what Lemma 6.2 rests on")
def the_mistakes_of_the_algorithm(T: PositiveInteger) -> Use:
    """Lemma 6.2 has the mistake bound with probability 1 - T^-10."""
    return Use(needs=T >= 1)


@uses("LYU25.T1", "LYU25.P6.1", FIRST, draws="(O(eps), O(delta))-privacy, with eps and delta divided by constants")
def the_privacy_of_the_algorithm(T: PositiveInteger) -> Use:
    """Section 6.1 has the privacy of Algorithm 3."""
    return Use(needs=T >= 1)


# ---- Theorem 2 and Corollary 5.1


@uses("LYU25.A0", "LYU25.T2.failure", "abstract", draws="log(1/beta) / alpha examples are needed")
def the_abstract_passes_the_bound_of_beta(n: PositiveSize, i: PositiveSize) -> Use:
    """Two functions that differ at a point."""
    return Use({"n": n, "i": i})


@uses("LYU25.A0", "LYU25.T2.light", "abstract", draws="(d - 1) / (16 alpha) examples are needed")
def the_abstract_passes_the_bound_of_the_dimension(n: PositiveInteger, s: Unit) -> Use:
    """d - 1 light points."""
    return Use({"n": n, "s": s})


@uses("LYU25.A0", "PROB.trials", "abstract")
def the_failures_are_exponential_in_the_abstract(alpha: BelowOne, n: Natural, more: FromZero) -> Use:
    """(1 - alpha)^n / 2 <= e^{-alpha n} / 2, which is beta less ``more``."""
    return Use({"p": alpha, "n": n}, gives=(1 - alpha) ** n / 2 <= exp(-(alpha * n)) / 2 + more)


@uses("LYU25.T2", "LYU25.K5.1", SECOND, repair="LYU25.K5.1.corrected", draws="Theorem 2 is Corollary 5.1")
def theorem_2_is_the_corollary(epsilon: PositiveUnit, z: FromZero, b: FromZero, d: AtLeastOne) -> Use:
    """Corollary 5.1 says the same of the same class, at eps <= 1 and delta = e^{-1-z}, beta = e^{-b}."""
    return Use({"epsilon": epsilon, "z": z, "b": b, "d": d})


@uses("LYU25.T2", "LYU25.T2.unbounded", SECOND, draws="no constant serves all beta")
def no_size_serves(n: PositiveInteger, alpha: OpenUnit) -> Use:
    """Whatever the number n of examples is."""
    return Use({"n": n, "alpha": alpha})


@uses("LYU25.T2", "LYU25.T2.failure", SECOND, draws="log(1/beta) / alpha examples are needed")
def theorem_2_passes_the_bound_of_beta(n: PositiveSize, i: PositiveSize) -> Use:
    """Two functions that differ at a point."""
    return Use({"n": n, "i": i})


@uses("LYU25.T2", "LYU25.T2.light", SECOND, draws="(d - 1) / (16 alpha) examples are needed")
def theorem_2_passes_the_bound_of_the_dimension(n: PositiveInteger, s: Unit) -> Use:
    """d - 1 light points."""
    return Use({"n": n, "s": s})


@uses("LYU25.T2", "PROB.trials", SECOND)
def the_failures_are_exponential(alpha: BelowOne, n: Natural, more: FromZero) -> Use:
    """(1 - alpha)^n / 2 <= e^{-alpha n} / 2, which is beta less ``more``."""
    return Use({"p": alpha, "n": n}, gives=(1 - alpha) ** n / 2 <= exp(-(alpha * n)) / 2 + more)


@uses("LYU25.T2.unbounded", "LYU25.T2.failure", SECOND)
def the_better_target_is_missed_too_often(n: PositiveInteger, alpha: OpenUnit, more: FromZero) -> Use:
    """At p = (1 + alpha)/2 > alpha the failure is (1 - p)^n / 2, by a share of which it may be ``more``, and above half
    of that."""
    least = misses(n, alpha)
    return Use(needs=(1 + alpha) / 2 > alpha, gives=least / 2 < least * (1 + more))


@uses("LYU25.T2.epsilon", "LYU25.T2.epsilon.unbounded", SECOND, draws="no constant serves all eps and delta")
def no_number_of_examples_serves(K: Natural, F: PositiveReal, delta: OpenUnit) -> Use:
    """Whatever the number K that O~(F) is."""
    return Use({"K": K, "F": F, "delta": delta})


@uses("LYU25.T2.epsilon", "DIM.samples", SECOND, draws="the expected error is at least (1 - 1/d)^K / 2")
def few_examples_leave_many_points(K: Natural) -> Use:
    """K <= d/2 examples of d = 2K + 2 shattered points."""
    return Use(needs=2 * K <= 2 * K + 2)


@uses("LYU25.T2.epsilon", "LYU25.T2.light", SECOND, draws="(d - 1) / (16 alpha) examples are needed")
def small_epsilon_passes_the_bound_of_the_dimension(n: PositiveInteger, s: Unit) -> Use:
    """d - 1 light points."""
    return Use({"n": n, "s": s})


@uses("LYU25.T2.epsilon.unbounded", "DIM.samples", SECOND)
def the_expected_error_is_a_quarter(K: Natural, mean: Unit) -> Use:
    """With K <= d/2 examples of d = 2K + 2 shattered points the expected error is at least 1/4: more than alpha + beta
    = 1/8, and an error of at most alpha but with probability beta is at most that on average."""
    return Use(needs=2 * K <= 2 * K + 2, says=mean >= QUARTER, gives=mean > Fraction(1, 8))


@uses("LYU25.K5.1", "LYU25.K5.1.unbounded", PAC, draws="no constant serves all beta")
def no_size_serves_the_corollary(n: PositiveInteger, alpha: OpenUnit) -> Use:
    """Whatever the number n of examples is."""
    return Use({"n": n, "alpha": alpha})


@uses("LYU25.K5.1.unbounded", "LYU25.T2.failure", PAC)
def the_better_target_is_missed_too_often_by_the_corollary(n: PositiveInteger, alpha: OpenUnit, more: FromZero) -> Use:
    """The same at p = (1 + alpha)/2."""
    least = misses(n, alpha)
    return Use(needs=(1 + alpha) / 2 > alpha, gives=least / 2 < least * (1 + more))


@uses("LYU25.K5.1", "LYU25.T2.failure", PAC, draws="log(1/beta) / alpha examples are needed")
def the_corollary_passes_the_bound_of_beta(n: PositiveSize, i: PositiveSize) -> Use:
    """Two functions that differ at a point."""
    return Use({"n": n, "i": i})


@uses("LYU25.K5.1", "LYU25.T2.light", PAC, draws="(d - 1) / (16 alpha) examples are needed")
def the_corollary_passes_the_bound_of_the_dimension(n: PositiveInteger, s: Unit) -> Use:
    """d - 1 light points."""
    return Use({"n": n, "s": s})


@uses("LYU25.K5.1", "PROB.trials", PAC)
def the_failures_are_exponential_in_the_corollary(alpha: BelowOne, n: Natural, more: FromZero) -> Use:
    """(1 - alpha)^n / 2 <= e^{-alpha n} / 2, which is beta less ``more``."""
    return Use({"p": alpha, "n": n}, gives=(1 - alpha) ** n / 2 <= exp(-(alpha * n)) / 2 + more)


@uses("LYU25.K5.1", "LYU25.T3", PAC, repair="LYU25.T3.corrected", draws="a hypothesis of empirical error alpha/2")
def the_sample_is_realizable_and_large(d: AtLeastOne, epsilon: PositiveUnit, z: FromZero) -> Use:
    """Theorem 3 at alpha/2, for eps <= 1 and delta = e^{-1-z}; as printed it is false for large eps."""
    return Use({"d": d, "epsilon": epsilon, "z": z})


@uses("LYU25.K5.1", "LYU25.L4.2", PAC, draws="the hypotheses SOA_G together with H have Littlestone dimension d")
def the_published_functions_have_the_dimension_of_the_class(d: Natural, k: Natural) -> Use:
    """The class of all SOA_G, G a (d+1)-irreducible subclass of H, has Littlestone dimension at most d: Theorem 3 gives
    n d-irreducible ones, with n d >= d + 1 (LYU25.K5.1.irreducible)."""
    return Use(given=k >= d + 1, needs=k >= d + 1)


@uses("LYU25.K5.1", "LYU25.K5.1.irreducible", PAC, draws="G is (d + 1)-irreducible")
def the_published_functions_are_of_irreducible_classes(
    n: PositiveInteger, d: PositiveInteger, j: PositiveInteger
) -> Use:
    """The leaves of a (p_j, d)-decomposition."""
    return Use({"n": n, "d": d, "j": j})


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


@uses("LYU25.K5.1", "LYU25.N4.vc", PAC)
def the_published_functions_have_small_vc_dimension(H: Binary) -> Use:
    """The VC dimension of the class of hypotheses is at most its Littlestone dimension."""
    return Use({"H": H}, gives=vc_dimension(H) <= littlestone_dimension(H))
