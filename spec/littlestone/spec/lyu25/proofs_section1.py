"""LYU25 abstract, sections 1 and 5: what Theorems 1 and 2 and Corollary 5.1 use, and what refutes their full range."""

from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

FIRST = "Theorem 1, section 1.1"
SECOND = "Theorem 2, section 1.1"
PAC = "before Corollary 5.1, section 5"
CORRECTED = "Corollary 5.1, section 5, corrected"


# ---- Theorem 1


@uses("LYU25.T1", "LYU25.T1.unbounded", FIRST)
def no_constant_serves_theorem_1(K: Natural, chance: Unit) -> Use:
    """Whatever the number K of mistakes is, at T = 2K + 2 more are made with probability above T^-10: at most K + T
    times the chance of more are made on average."""
    T = 2 * K + 2
    return Use({"K": K, "mean": K + T * chance}, gives=chance > T ** (-10))


@uses("LYU25.T1", "LYU25.T1.path", FIRST)
def the_bound_is_at_least_half_the_path(d: FromZero, mean: FromZero, bound: FromZero) -> Use:
    """A bound on the mean of mistakes is at least d/2."""
    return Use({"d": d, "mean": mean}, given=mean <= bound, gives=2 * bound >= d)


@uses("LYU25.T1.unbounded", "LYU25.T1.path", FIRST)
def few_mistakes_are_few_on_average(K: Natural, mean: FromZero) -> Use:
    """At most K mistakes but with probability T^-10, and at most T always, are K + T T^-10 on average: the expectation,
    at least d/2 on a path of T = d = 2K + 2 examples, is above it."""
    d = 2 * K + 2
    return Use({"d": d, "mean": mean}, gives=K + d * d ** (-10) < mean)


rests_on("LYU25.T1", "LYU25.L6.2", "the mistake bound; taken for granted: what Lemma 6.2 rests on", FIRST)
rests_on("LYU25.T1", "LYU25.P6.1", "(O(eps), O(delta))-privacy, with eps and delta divided by constants", FIRST)
rests_on("LYU25.T1.corrected", "LYU25.L6.2.corrected", "the mistake bound", FIRST)
rests_on("LYU25.T1.corrected", "LYU25.P6.1.corrected", "(25 (eps/25), delta)-privacy", FIRST)
rests_on("LYU25.T1.corrected", "LYU25.T1.plan", "k, U, K and the noises are as these ask", FIRST)
rests_on("LYU25.T1.corrected", "LYU25.T1.logs", "g is at least the logarithm of 2U", FIRST)


# ---- Theorem 2 and Corollary 5.1


@uses("LYU25.T2", "LYU25.T2.failure", SECOND)
@uses("LYU25.K5.1", "LYU25.T2.failure", PAC)
def enough_examples_are_needed(unseen: Unit, beta: Unit) -> Use:
    """Failing with probability beta needs the point to be unseen with probability at most 2 beta."""
    return Use({"unseen": unseen, "failure": beta}, gives=unseen <= 2 * beta)


rests_on("LYU25.T2", "LYU25.K5.1", "Theorem 2 is Corollary 5.1", SECOND, repair="LYU25.K5.1.corrected")


@uses("LYU25.T2", "LYU25.T2.unbounded", SECOND)
def no_constant_serves_every_beta(beta: OpenUnit, success: Unit) -> Use:
    """With some beta a learner succeeds with less than 1 - beta."""
    return Use({"beta": beta, "failure": 1 - success}, gives=success < 1 - beta)


@uses("LYU25.T2.unbounded", "LYU25.T2.failure", SECOND)
@uses("LYU25.K5.1.unbounded", "LYU25.T2.failure", PAC)
def the_better_target_is_missed_too_often(unseen: PositiveUnit, failure: FromZero) -> Use:
    """At p = (1 + alpha)/2 > alpha the failure is at least (1 - p)^n / 2, above half of that."""
    return Use({"unseen": unseen, "failure": failure}, gives=failure > unseen / 4)


@uses("LYU25.T2.epsilon", "LYU25.T2.epsilon.unbounded", SECOND)
def no_constant_serves_every_epsilon(mean: Unit, alpha: Unit) -> Use:
    """An error above alpha = 1/16 but with probability 1/16 is larger on average."""
    sixteenth = Fraction(1, 16)
    return Use({"mean": mean}, given=alpha <= sixteenth, gives=mean > alpha + (1 - alpha) * sixteenth)


rests_on("LYU25.T2.epsilon", "DIM.samples", "the expected error is at least (1 - 1/d)^K / 2", SECOND)
rests_on("LYU25.T2.epsilon.unbounded", "DIM.samples", "K <= d/2 examples have an expected error of 1/4", SECOND)
rests_on("LYU25.K5.1", "LYU25.K5.1.unbounded", "no constant serves all beta", PAC)
rests_on("LYU25.K5.1", "LYU25.T3", "an empirical error of alpha/2, for eps <= 1", PAC, repair="LYU25.T3.corrected")
rests_on("LYU25.K5.1", "LYU25.L4.2", "the SOA_G together with H have Littlestone dimension d", PAC)


@uses("LYU25.K5.1", "LYU25.K5.1.irreducible", PAC)
@uses("LYU25.K5.1.corrected", "LYU25.K5.1.irreducible", CORRECTED)
def the_published_class_is_irreducible(d: AtLeastOne, p: AtLeastOne, power: AtLeastOne) -> Use:
    """G, a leaf of dimension t, is p_j 2^(d-t)-irreducible, and so (d + 1)-irreducible."""
    return Use({"d": d, "p": p}, gives=p * power >= d + 1)


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


correction(
    "LYU25.K5.1.from.DIM.realizable.premise",
    "no constant C makes n large enough for all beta, nor for large eps: it takes log(1/(delta beta)) and eps <= 1",
    **LEARNER_SIZES,
)(a_private_learner_from_certain_erm)


@uses("LYU25.K5.1", "LYU25.N4.vc", PAC, opaque=("littlestone_dimension",))
@uses("LYU25.K5.1.corrected", "LYU25.N4.vc", CORRECTED, opaque=("littlestone_dimension",))
def the_published_functions_have_small_vc_dimension(H: Binary) -> Use:
    """The VC dimension of the class of hypotheses is at most d, where their Littlestone dimension is."""
    line = ((littlestone_dimension(H) <= d).implies(vc_dimension(H) <= d) for d in range(H.points + 1))
    return Use({"H": H}, gives=all_of(line))


# ---- Corollary 5.1, corrected


rests_on("LYU25.A0", "LYU25.K5.1.corrected", "the number of samples", "abstract")
for theorem in ("LYU25.T2.corrected", "LYU25.T2.epsilon.corrected"):
    rests_on(theorem, "LYU25.K5.1.corrected", "Theorem 2 is Corollary 5.1", CORRECTED)
    rests_on(theorem, "LYU25.T3.corrected", "an empirical error of alpha/9, for sure", CORRECTED)
    rests_on(theorem, "LYU25.K5.1.sample", "what errs on few rows errs seldom", CORRECTED)
    rests_on(theorem, "LYU25.L4.2.corrected", "the SOA_G have Littlestone dimension d", CORRECTED)
rests_on("LYU25.K5.1.corrected", "LYU25.L4.2.corrected", "the SOA_G have Littlestone dimension d", CORRECTED)


@uses("LYU25.K5.1.corrected", "LYU25.T3.corrected", CORRECTED, draws="an empirical error of alpha/9, for sure")
def theorem_3_at_delta_beta(epsilon: PositiveUnit, z: FromZero, b: FromZero) -> Use:
    """Theorem 3, corrected, at delta beta = e^{-1-z-b}, which is at most delta."""
    return Use({"epsilon": epsilon, "delta": exp(-1 - z - b)}, gives=lambda erm: erm.delta <= exp(-1 - z))


@uses("LYU25.K5.1.corrected", "LYU25.K5.1.sample", CORRECTED)
def the_sample_seldom_misleads(patterns: AtLeastOne, b: FromZero, more: FromZero) -> Use:
    """With alpha n / 48 = 3 ln(2) + d ln(2n) + b + more the sample misleads with probability at most beta = e^-b."""
    at = {"patterns": patterns, "mass": 48 * (3 * ln(2) + ln(patterns) + b + more)}
    return Use(at, gives=lambda sample: sample.fails <= exp(-b))


@uses("LYU25.K5.1.sample", "LYU25.P2", PAC)
def half_of_the_examples_seldom_have_few_of_the_errors(rows: PositiveReal, alpha: PositiveUnit, more: FromZero) -> Use:
    """Half of 2n examples of which a quarter of alpha or more are errors have less than half of that share seldom."""
    at = {"delta": Real.of(HALF), "rows": rows, "mean": alpha / 4 + more}
    return Use(at, gives=lambda half: half.fails <= 2 * exp(-(alpha * rows / 48)))


@uses("LYU25.K5.1.sample", "PROB.chernoff.lower", PAC)
def fresh_examples_show_the_error(mass: AtLeastOne) -> Use:
    """A function of error above alpha errs on less than half of alpha n fresh examples with probability 1/2 at most,
    where alpha n = 8 ln(2) mass."""
    return Use({"mean": 8 * ln(2) * mass, "delta": Real.of(HALF)}, gives=lambda below: below.fails <= HALF)


rests_on("LYU25.K5.1.sample", "LYU25.S2.sauer.corrected", "(2n)^d + 1 patterns on 2n examples", PAC)
