"""LYU25 section 5: the PAC learner of Theorem 2, which is Corollary 5.1."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.decompositions.certain_erm import learns, spent_by_runs
from littlestone.spec.decompositions.lower_bounds import misses
from littlestone.spec.notation import *

SIXTEENTH = Fraction(1, 16)
UNSEEN = (
    "the arithmetic; that $(1 - 1/d)^K / 2$ bounds the expected error of every learner is not formalized; DIM.samples "
    "compares that number with $1/4$, for few points"
)
SECOND = "Theorem 2, section 1.1"
MISSED = (
    "the arithmetic; that every learner fails so often is LYU25.T2.failure, for few examples and learners that guess"
)
PAC = "Corollary 5.1, section 5"
CORRECTED = "Corollary 5.1, section 5, corrected"
LEARNER_SIZES: dict[str, Any] = {
    "narrows": "the sizes, budgets and failures, those of LYU25.T3.corrected again for $ln f >= 2$; what a run does is "
    "in the steps that are cited",
    "C": Constant(25 * 10**6, mutants=(24 * 10**6,), stronger="smaller"),
    "K": Constant(1450, mutants=(1390,), stronger="smaller"),
    "share": Constant(9, mutants=(7,), stronger="smaller"),
}


# ---- Theorem 2 and Corollary 5.1


@claim(
    "LYU25.K5.1",
    "Corollary 5.1, section 5: sample size of the private PAC learner",
    "corollary",
    narrows=MISSED,
)
@claim(
    "LYU25.T2",
    "Theorem 2, section 1.1: sample size of the private PAC learner",
    "theorem",
    narrows=MISSED,
    cites=("LYU25.T2.unbounded",),
)
def confidence_costs_nothing(n: PositiveInteger, alpha: OpenUnit, beta: OpenUnit) -> Truth:
    """For any $eps$, $delta$, $alpha$, $beta$, $O~(log(1/delta) d^5 / (eps alpha))$ examples are enough to learn a
    class of Littlestone dimension $d$, $(eps, delta)$-privately, to error $alpha$ with confidence $1 - beta$. Read as:
    for any number $n$ of examples, which does not depend on $beta$, what every learner fails by on one of two functions
    that differ at a point of probability $(1 + alpha)/2$, $(1 - (1 + alpha)/2)^n / 2$ or more, is at most $beta$."""
    return misses(n, alpha) <= beta


@terms("LYU25.K5.1.corrected")
def private_learner(epsilon: PositiveUnit, delta: OpenUnit, beta: PositiveUnit) -> Terms:
    """The learner of the corollary is so private, and errs more than alpha so seldom."""
    return Terms(asks=ln(1 / delta) >= 1, fails=beta, epsilon=epsilon, delta=delta)


def a_private_learner_from_certain_erm(
    d: AtLeastOne,
    epsilon: PositiveUnit,
    z: FromZero,
    b: FromZero,
    alpha: PositiveUnit,
    rest: FromZero,
    up: Unit,
    down: Unit,
    C: int,
    K: int,
    share: int,
) -> Statement:
    """For $d >= 1$, $eps <= 1$, $delta = e^{-1-z}$, $beta = e^{-b}$, $alpha <= 1$, $f = 9 d^5 ln(1/(delta beta)) /
    (alpha eps)$ and $n = 25 10^6 f (1 + ln f)^2$ there is an $(eps, delta)$-private algorithm that PAC-learns $H$,
    $LDim(H) = d$, up to error $alpha$ with confidence $1 - beta$ from $n$ examples: that of Theorem 3, corrected, at
    $eps$, $delta beta$ and $alpha/9$, whose hypotheses have an error above $alpha$ with probability at most $8 (2 n)^d
    e^{-n alpha / 48} <= beta$. Here $ln f <= ln(1/eps) + 2 + rest$, and numbers are rounded by up and down."""
    learner, (cost, rare) = private_learner(epsilon, exp(-1 - z), exp(-b)), spent_by_runs(epsilon, exp(-(1 + z + b)), 4)
    lines = learns(d, epsilon, (z, b), alpha, 2 + rest, (up, down), (C, K, share))
    # Theorem 3 is certain: a sample that misleads is all that fails, with e^-b at most by a line of `learns`. That line
    # against ln(learner.fails) stays open, so the last one, which holds by itself, says what the terms bound
    lines = [*lines, cost <= learner.epsilon, rare <= learner.delta, exp(-b) <= learner.fails]
    return when(ln(share * d**5 * (1 + z + b) / alpha) <= 2 + rest, all_of(lines))


correction(
    "LYU25.T2",
    "$beta$ is missing, and $eps$ and $delta$ have no bounds: it takes $log(1/(delta beta))$, as in the "
    "abstract, $eps <= 1$ and $delta <= 1/e$",
    **LEARNER_SIZES,
)(a_private_learner_from_certain_erm)


@uses("LYU25.T2", "LYU25.K5.1", SECOND, repair="LYU25.K5.1.corrected")
@uses("LYU25.T2.corrected", "LYU25.K5.1.corrected", f"{SECOND}, corrected")
def theorem_2_is_corollary_5_1(epsilon: PositiveUnit, z: FromZero, beta: PositiveUnit) -> Use:
    """Theorem 2 restates Corollary 5.1, here where the correction speaks: the learner is $(eps, delta)$-private and has
    confidence $1 - beta$, $delta = e^{-1-z}$. That is what it says of privacy and of confidence; that the sizes are the
    same is not compared."""
    at = {"epsilon": epsilon, "delta": exp(-1 - z), "beta": beta}
    return Use(at, gives=lambda b: (b.fails <= beta) & (b.epsilon <= epsilon) & (b.delta <= exp(-1 - z)))


@uses("LYU25.T2.unbounded", "LYU25.T2.failure", "for Theorem 2, section 1.1")
def the_better_target_is_missed_too_often(unseen: PositiveUnit, failure: FromZero, beta: FromZero) -> Use:
    """With confidence $1 - beta$ the failure at $p = (1 + alpha)/2 > alpha$ is at most $beta$: so $beta > (1 - p)^n /
    4$, ``unseen`` being $(1 - p)^n$."""
    return Use({"unseen": unseen, "failure": failure}, given=failure <= beta, gives=beta > unseen / 4)


@terms("LYU25.T2.failure")
def missed_target(unseen: Unit, failure: FromZero, share: Fraction = HALF) -> Terms:
    """What a learner fails by on one of two functions that differ at a point, not seen with probability (1 - p)^n."""
    return Terms(says=failure >= share * unseen)


def few_draws(n: int) -> bool:
    """At most 6 examples."""
    return is_true(n <= 6)


@claim(
    "LYU25.T2.failure",
    "for Theorem 2, section 1.1: failure of every learner on one of two functions",
    "step",
    role="companion",
    narrows="learners that are right where they saw the point, and guess where not; that none does better is not "
    "formalized",
    caps="probabilities in eighths",
    reach=few_draws,
    share=Constant(HALF, mutants=(1,)),
)
def some_target_is_missed(n: PositiveSize, i: PositiveSize, j: Size, share: Fraction) -> Statement:
    """Of two functions that differ at a point of probability $p < 1$ alone every learner misses one with probability at
    least $(1 - p)^n / 2$ from $n$ examples, as it cannot tell them apart without the point and guesses 1 with some
    probability $q$; here $p = i/8$ and $q = j/8$."""
    p, functions = i / 8, ((0, 0), (0, 1))

    def learner(S: Sample) -> Law[Function]:
        seen = [y for x, y in S if x == 1]
        return point_mass(functions[seen[0]]) if seen else proportional({functions[1]: j, functions[0]: 8 - j})

    failures = [failure_probability(learner, f, (1 - p, p), n, 0) for f in functions]
    return when(
        [i < 8, j <= 8],
        any_of(as_truth(missed_target((1 - p) ** n, Real.of(failure), share).says) for failure in failures),
    )


correction(
    "LYU25.K5.1",
    "generalization costs $(d log(1/alpha) + log(1/beta)) / alpha$ examples: it takes $log(1/(delta "
    "beta))$, $eps <= 1$ and $delta <= 1/e$",
    **LEARNER_SIZES,
)(a_private_learner_from_certain_erm)


rests_on("LYU25.K5.1", "LYU25.T3", "a hypothesis $SOA_G$ of small empirical error", PAC, repair="LYU25.T3.corrected")
rests_on("LYU25.K5.1", "LYU25.L4.2", "the $SOA_G$ have Littlestone dimension $d$", PAC, repair="LYU25.L4.2.corrected")


@uses(
    "LYU25.K5.1",
    "DIM.realizable",
    PAC,
    draws="a hypothesis of empirical error $alpha/2$ has error $alpha$",
    assumes="the form for hypotheses that err on few examples, which costs a constant factor more than for consistent "
    "ones",
)
def the_vc_bound_asks_for_enough_examples(
    C: PositiveInteger, d: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit, beta: OpenUnit
) -> Use:
    """The VC bound asks of $n = C d^5 log(1/delta) / (eps alpha)$, among others, that $log(1/beta) <= n alpha$."""
    return Use(needs=ln(1 / beta) <= C * d**5 * ln(1 / delta) / epsilon)


correction(
    "LYU25.K5.1.from.DIM.realizable.premise",
    "no constant $C$ makes $n$ large enough for all $beta$, nor for large $eps$: it takes $log(1/(delta "
    "beta))$ and $eps <= 1$",
    **LEARNER_SIZES,
)(a_private_learner_from_certain_erm)


@uses("LYU25.K5.1", "LYU25.N4.vc", PAC, opaque=("littlestone_dimension",))
@uses("LYU25.K5.1.corrected", "LYU25.N4.vc", CORRECTED, opaque=("littlestone_dimension",))
def the_published_functions_have_small_vc_dimension(H: Binary) -> Use:
    """The VC dimension of the class of hypotheses is at most $d$, where their Littlestone dimension is."""
    line = ((littlestone_dimension(H) <= d).implies(vc_dimension(H) <= d) for d in range(H.points + 1))
    return Use({"H": H}, gives=all_of(line))


@uses("LYU25.K5.1.corrected", "LYU25.T3.corrected", CORRECTED)
def theorem_3_at_a_smaller_delta(epsilon: PositiveUnit, z: FromZero, b: FromZero) -> Use:
    """Theorem 3, corrected, at $eps$, $alpha/9$ and $delta beta$, $delta = e^{-1-z}$ and $beta = e^{-b}$, is $(eps,
    delta)$-private. That it then errs so little on the sample is not in the terms."""
    at = {"epsilon": epsilon, "delta": exp(-1 - z - b)}
    return Use(at, gives=lambda erm: (erm.epsilon <= epsilon) & (erm.delta <= exp(-1 - z)))


rests_on("LYU25.K5.1.corrected", "LYU25.L4.2.corrected", "the $SOA_G$ have Littlestone dimension $d$", CORRECTED)


@uses("LYU25.K5.1.corrected", "LYU25.K5.1.sample", CORRECTED)
def the_sample_seldom_misleads(patterns: AtLeastOne, b: FromZero, more: FromZero) -> Use:
    """With $alpha n / 48 = 3 ln(2) + d ln(2n) + b + more$ the sample misleads with probability at most $beta =
    e^-b$."""
    at = {"patterns": patterns, "mass": 48 * (3 * ln(2) + ln(patterns) + b + more)}
    return Use(at, gives=lambda sample: sample.fails <= exp(-b))


@claim(
    "LYU25.T2.unbounded",
    "for Theorem 2, section 1.1: sample size without the confidence, any constant",
    "theorem",
    role="companion",
    narrows=MISSED,
    parts=Constant(2, mutants=(1,)),
)
def no_size_serves_every_beta(n: PositiveInteger, alpha: OpenUnit, parts: int) -> Truth:
    """Whatever the number $n$ of examples that $O~(log(1/delta) d^5 / (eps alpha))$ is, some $beta > 0$ is less than
    the failure of every learner with $n$ examples: $(1 - (1 + alpha)/2)^n / 4$."""
    beta = misses(n, alpha) / parts
    return (beta > 0) & (beta < misses(n, alpha))


# ---- Large epsilon


def _sample_rate_is(F: Real, d: Real, delta: Real) -> Truth:
    f = ln(1 / delta) * d**5 / SIXTEENTH
    epsilon = f / F
    return equals(f / epsilon, F)


@claim(
    "LYU25.T2.epsilon",
    "Theorem 2, section 1.1: sample size of the private PAC learner for large epsilon",
    "theorem",
    narrows=UNSEEN,
    cites=("LYU25.T2.epsilon.unbounded",),
)
def few_examples_whatever_epsilon(K: Natural, F: PositiveReal, delta: OpenUnit) -> Statement:
    """For any $eps$, $delta$, $alpha$, $beta$, $O~(log(1/delta) d^5 / (eps alpha))$ examples are enough to learn $(eps,
    delta)$-privately to error $alpha$ with confidence $1 - beta$. Read as: at $alpha = beta = 1/16$, $eps = ln(1/delta)
    d^5 / (alpha F)$, $delta < 1$, and $d = 2K + 2$, with the number $K$ for $O~(F)$, the expected error of every
    learner, $(1 - 1/d)^K / 2$ or more, is at most $alpha + beta$."""
    d = 2 * K + 2
    return when(_sample_rate_is(F, d, delta), (1 - 1 / d) ** K / 2 <= 2 * SIXTEENTH)


correction(
    "LYU25.T2.epsilon",
    "without privacy to pay for it still takes $(d - 1) / (16 alpha)$ examples: $eps <= 1$, say, and $delta <= 1/e$",
    **LEARNER_SIZES,
)(a_private_learner_from_certain_erm)


rests_on("LYU25.T2.epsilon.corrected", "LYU25.K5.1.corrected", "Theorem 2 is Corollary 5.1", CORRECTED)


@claim(
    "LYU25.T2.epsilon.unbounded",
    "for Theorem 2, section 1.1: sample size for large epsilon, any constant",
    "theorem",
    role="companion",
    narrows=UNSEEN,
    sixteenths=Constant(2, mutants=(5,)),
)
def no_constant_saves_theorem_2_for_large_epsilon(
    K: Natural, F: PositiveReal, delta: OpenUnit, sixteenths: int
) -> Statement:
    """Whatever the number $K$ of examples that $O~(F)$ is, for every $F > 0$ and $delta$ in (0, 1): at $alpha = beta =
    1/16$, $d = 2K + 2$ and $eps = ln(1/delta) d^5 / (alpha F)$ the expected error $(1 - 1/d)^K / 2$ of every learner is
    above $alpha + beta$."""
    d = 2 * K + 2
    return when(_sample_rate_is(F, d, delta), (1 - 1 / d) ** K / 2 > sixteenths * SIXTEENTH)


rests_on(
    "LYU25.T2.epsilon.unbounded",
    "DIM.samples",
    "$K <= d/2$ examples have an expected error of $1/4$",
    "for Theorem 2, section 1.1",
)


# ---- The steps of its proof


@terms("LYU25.K5.1.sample")
def misleading_sample(patterns: AtLeastOne, mass: FromZero, times: int = 8, rate: int = 48) -> Terms:
    """Some function of error above alpha errs on at most alpha/9 of n examples; patterns = (2n)^d, mass = alpha n."""
    return Terms(fails=times * patterns * exp(-(mass / rate)))


@claim(
    "LYU25.K5.1.sample",
    "for Corollary 5.1, section 5: generalization from few empirical errors",
    "step",
    narrows="the arithmetic of the two chances; that a misleading sample has so many errors on $n$ more examples, and "
    "the patterns, are cited",
    role="companion",
    times=Constant(8, mutants=(7,)),
    rate=Constant(48, mutants=(40,)),
)
def few_errors_on_the_sample_are_few_everywhere(
    patterns: AtLeastOne, more: FromZero, chance: Unit, miss: Unit, times: int, rate: int
) -> Truth:
    """With $n >= 8 ln(2) / alpha$ examples of a distribution, some function of a class of VC dimension $d$ has an error
    above $alpha$ and errs on at most $alpha/9$ of them with probability at most $8 (2n)^d e^{-alpha n / 48}$: it errs
    on $alpha/2$ of $n$ more examples but with probability $e^{-alpha n / 8}$; and of $2n$, with $(2n)^d + 1$ patterns,
    half have few of the errors with probability at most $2 e^{-alpha n / 48}$. Here $alpha n = 8 ln(2) + more$."""
    mass = 8 * ln(2) + more
    both = chance * (patterns + 1) * (2 * exp(-(mass / 48)))
    return both / (1 - miss * exp(-(mass / 8))) <= misleading_sample(patterns, mass, times, rate).fails


@uses("LYU25.K5.1.sample", "LYU25.P2", CORRECTED)
def half_of_the_examples_seldom_have_few_of_the_errors(rows: PositiveReal, alpha: PositiveUnit, more: FromZero) -> Use:
    """Half of $2n$ examples of which a quarter of $alpha$ or more are errors have less than half of that share with
    probability at most $2 e^{-alpha n / 48}$."""
    at = {"delta": Real.of(HALF), "rows": rows, "mean": alpha / 4 + more}
    return Use(at, gives=lambda half: half.fails <= 2 * exp(-(alpha * rows / 48)))


@uses("LYU25.K5.1.sample", "PROB.chernoff.lower", CORRECTED)
def fresh_examples_show_the_error(mass: AtLeastOne) -> Use:
    """A function of error above $alpha$ errs on less than half of $alpha n$ fresh examples with probability $1/2$ at
    most, where $alpha n = 8 ln(2) mass$."""
    return Use({"mean": 8 * ln(2) * mass, "delta": Real.of(HALF)}, gives=lambda below: below.fails <= HALF)


rests_on("LYU25.K5.1.sample", "LYU25.S2.sauer.corrected", "$(2n)^d + 1$ patterns on $2n$ examples", CORRECTED)


@terms("LYU25.K5.1.irreducible")
def irreducible_leaves(d: AtLeastOne, p: AtLeastOne) -> Terms:
    """The p_j with which the trees of a stage are made."""
    return Terms(says=d + 1 <= p)


@claim(
    "LYU25.K5.1.irreducible",
    "Theorem 3 and its proof, section 5: irreducibility of the published class",
    "step",
    narrows="the arithmetic; that a leaf is so irreducible is Definition 4.2",
    first=Constant(2, mutants=(1,)),
)
def leaves_are_irreducible_enough(n: PositiveInteger, d: PositiveInteger, j: PositiveInteger, first: int) -> Truth:
    """A leaf of dimension $t <= d$ of a $(p_j, d)$-decomposition is $p_j 2^{d-t}$-irreducible, which is at least $p_j =
    2^j n d >= d + 1$ for $n$, $d$, $j >= 1$ ($n d$ alone, of which the proof speaks, is not for $n = 1$)."""
    return as_truth(irreducible_leaves(d, first * 2 ** (j - 1) * n * d).says)
