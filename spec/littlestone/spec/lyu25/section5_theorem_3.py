"""LYU25 section 5: Theorem 3, and its parameters."""

from littlestone.spec.decompositions.certain_erm import runs_succeed, spent_by_runs
from littlestone.spec.decompositions.interleaving import empirical_error
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

PROOF = "proof of Theorem 3, section 5"
FLIP = (
    "the arithmetic; that two neighbours have no good hypothesis in common is LYU25.T3.flip, for few examples, that "
    "$delta >= 1$ follows is not formalized"
)
UTILITY = f"{PROOF}: utility analysis"
CERTAIN = "Theorem 3, section 5, corrected"
PRIVACY = f"{PROOF}: by the privacy property"
CENT = Fraction(1, 100)
CERTAIN_SIZES: dict[str, Any] = {
    "narrows": "the sizes, budgets and failures; what a run does is in the steps that are cited, and that with the "
    "replacement none fails is not formalized",
    "C": Constant(4 * 10**7, mutants=(37 * 10**6,), stronger="smaller"),
    "K": Constant(2000, mutants=(1950,), stronger="smaller"),
    "parts": Constant(4, mutants=(2,), stronger="smaller"),
}


# ---- Theorem 3


def _at_a_large_epsilon(K: Real, F: Real, delta: Real) -> list[Truth]:
    alpha = 1 / (K + 1)
    epsilon = ln(1 / delta) / (alpha * F)
    return [equals(ln(1 / delta) / (alpha * epsilon), F), K * alpha < 1]


@claim(
    "LYU25.T3",
    "Theorem 3, section 5: sample size of private empirical risk minimization",
    "theorem",
    narrows=FLIP,
    cites=("LYU25.T3.unbounded",),
)
def dp_erm_needs_few_examples(K: PositiveInteger, F: PositiveReal, delta: OpenUnit) -> Statement:
    """For any $eps$, $delta$, $alpha > 0$ there is $n = O~(d^5 log(1/delta) / (alpha eps))$ and an $(eps,
    delta)$-private algorithm that outputs, with probability one, a hypothesis with $err_S(h) <= alpha$ on every $S$ of
    $n$ examples realizable by $H$, $LDim(H) <= d$; furthermore $h = SOA_G$ for a $(d+1)$-irreducible $G subset H$. Read
    as: at $d = 1$, $alpha = 1/(K+1)$, $delta < 1$ and $eps = ln(1/delta) / (alpha F)$, with the number $K$ for $O~(F)$,
    $delta$ is at least 1, as two neighbours of $n <= K$ examples, $alpha n < 1$, whose labels of one point differ have
    no good hypothesis in common."""
    return when(_at_a_large_epsilon(K, F, delta), delta >= 1)


@terms("LYU25.T3.corrected")
def certain_erm(epsilon: PositiveUnit, delta: OpenUnit) -> Terms:
    """The algorithm of the theorem is so private; it never fails by its replacement, in words."""
    return Terms(asks=ln(1 / delta) >= 1, epsilon=epsilon, delta=delta)


def dp_erm_repeated_is_certain(
    d: AtLeastOne,
    epsilon: PositiveUnit,
    z: FromZero,
    alpha: PositiveUnit,
    rest: FromZero,
    up: Unit,
    down: Unit,
    C: int,
    K: int,
    parts: int,
) -> Statement:
    """For $d >= 1$, $eps <= 1$, $delta = e^{-1-z}$, $alpha <= 1$, $f = d^5 ln(1/delta) / (alpha eps)$ and $n = 4 10^7 f
    (1 + ln f)^2$ there is an $(eps, delta)$-private algorithm that outputs, with probability one, on every realizable
    $S$ of $n$ examples $SOA_G$ with $err_S <= alpha$, for a $(d + 1)$-irreducible $G$ in $H$, $LDim(H) <= d$: runs of
    DP-ERM at $alpha/2$ with $2000 d^2 ln(1/delta) (1 + ln f) / eps$ chunks, tests of $eps / (8 (d + 1))$ and a sample
    of $eps/16$, until one has few errors, counted with noise of $4/eps$, or a coin of probability $delta$ stops them;
    what then errs more is replaced. The budgets add up, $B$ leaves room below $k/4$, and the failure symbol, the tests,
    $E_good$ and the count fail with probability $1/100$ each. Here $ln f <= ln(1/eps) + rest$, and numbers are rounded
    by up and down."""
    delta = exp(-1 - z)
    (cost, rare), most = spent_by_runs(epsilon, delta, parts), certain_erm(epsilon, delta)
    lines = runs_succeed(d, epsilon, 1 + z, alpha, rest, up, down, C, K, parts)
    return when(ln(d**5 * (1 + z) / alpha) <= rest, all_of([cost <= most.epsilon, rare <= most.delta, *lines]))


correction(
    "LYU25.T3",
    "$alpha n$ must be at least 1, and $d^5 log(1/delta) / eps$ is less for large $eps$ or $delta$ near "
    "1: assume $eps <= 1$ and $delta <= 1/e$",
    **CERTAIN_SIZES,
)(dp_erm_repeated_is_certain)


@uses(
    "LYU25.T3",
    "LYU25.T3.par.chunks",
    f"{PROOF}: we randomly partition the input",
    repair="LYU25.T3.par.chunks.corrected",
    draws="there is a chunk",
)
def there_are_chunks(d: Natural, epsilon: PositiveReal, z: PositiveReal) -> Use:
    """$k >= 1$, for any $eps$ and $delta = e^{-z}$ below 1."""
    return Use({"d": d, "epsilon": epsilon, "z": z - 1})


@uses("LYU25.T3", "LYU25.T3.Egood", PROOF, draws="$E_good$, but with probability $1/100$")
def the_good_event_may_fail(d: PositiveInteger) -> Use:
    """$E_good$ holds with probability $0.99$."""
    return Use(needs=d >= 1, fails=Fraction(1, 100))


rests_on("LYU25.T3", "LYU25.T3.incl", "Lemma 4.3 applies between the stages", f"{PROOF}: we can apply Lemma 4.3")
rests_on("LYU25.T3", "LYU25.T3.prog", "a stage that fails lowers the largest dimension", UTILITY)


@uses("LYU25.T3", "LYU25.T3.err", f"{UTILITY}, second paragraph")
def the_output_errs_seldom(alpha: PositiveReal, found: FromZero) -> Use:
    """The proof ends with $err_S(h) <= 2 alpha$, and the theorem says $alpha$."""
    return Use(says=found <= 2 * alpha, gives=found <= alpha)


@correction(
    "LYU25.T3.from.T3.err.conclusion",
    "$2 alpha$ is not $alpha$; but under $E_good$ all of $H_i^j$, $j >= 1$, has $err_S(h) <= alpha$, "
    "since $(1 - 1/(2d)) / (1 - 1/(5d)) < 1$, and $alpha/3$ in the other case",
    rate=Constant(HALF, stronger="smaller", mutants=(Fraction(1, 10),)),
)
def the_classes_err_no_more_than_alpha(d: PositiveInteger, alpha: FromZero, less: Unit, rate: Fraction) -> Truth:
    """Where $(1 - 1/(5d)) err_S(h) <= err_{S_i}(h)$ is the part ``less`` of $(1 - 1/(2d)) alpha$, $err_S(h) <=
    alpha$."""
    most = less * (1 - rate / d) * alpha / (1 - FIFTH / d)
    return most <= alpha


rests_on("LYU25.T3", "LYU25.T3.priv", "an $(eps, delta)$-private algorithm", PRIVACY, repair="LYU25.T3.priv.corrected")
rests_on("LYU25.T3", "LYU25.T3.prob1", "success with probability one", f"{PROOF}: last paragraph")


@uses("LYU25.T3", "LYU25.K5.1.irreducible", f"{UTILITY}, second paragraph")
@uses("LYU25.T3.corrected", "LYU25.K5.1.irreducible", CERTAIN)
def the_published_class_is_irreducible(d: AtLeastOne, p: AtLeastOne, power: AtLeastOne) -> Use:
    """$G$, a leaf of dimension $t$, is $p_j 2^(d-t)$-irreducible, and so $(d + 1)$-irreducible; the print has $n d$ in
    place of $p_j 2^(d-t)$."""
    return Use({"d": d, "p": p}, gives=p * power >= d + 1)


@uses("LYU25.T3", "LYU25.L3.2", PRIVACY, repair="LYU25.L3.2.corrected", draws="the tests are private")
def the_tests_are_private(epsilon: PositiveReal, delta: PositiveReal, C: PositiveReal) -> Use:
    """AboveThreshold with $eps$ costs $C eps (sqrt(log(1/delta)) + log(1/delta))$ and $delta$, for one Above; $C$ is
    the constant in the $O$ of Lemma 3.2, which needs $eps <= 1$ and $delta < 1$."""
    log = ln(1 / delta)
    return Use(needs=(epsilon <= 1) & (delta < 1), epsilon=C * epsilon * (log**HALF + log), delta=delta)


@uses("LYU25.T3", "LYU25.L3.1", PRIVACY, repair="LYU25.L3.1.corrected", draws="the sparse sample is private")
def the_sample_is_private(
    n: PositiveInteger,
    d: PositiveInteger,
    j: PositiveInteger,
    epsilon: PositiveReal,
    delta: OpenUnit,
    C: PositiveInteger,
) -> Use:
    """$B$, which is not given, must be below the $k/2$ that a common hypothesis has, $k = C d^2 log(1/delta) / eps$,
    and at least $10 log(L/delta) / eps$, with $L = p_j^d 2^{d^2}$ and $p_j = 2^j n d$ by K4.1.1; it costs $2 eps$ and
    $delta$."""
    log = d * ln(2**j * n * d) + d**2 * ln(2) + ln(1 / delta)
    return Use(
        given=j <= d + 1,
        needs=(10 * log / epsilon <= C * d**2 * ln(1 / delta) / (2 * epsilon)) & (epsilon <= 9 * log),
        epsilon=2 * epsilon,
        delta=delta,
    )


# The print does not say how long a list may be
rests_on(
    "LYU25.T3",
    "LYU25.K4.1.1",
    "lists of at most $p_j^d 2^{d^2}$ essential hypotheses",
    PRIVACY,
    repair="LYU25.K4.1.1.corrected",
)


@uses("LYU25.T3", "DP.laplace.tail", f"{UTILITY}: behave reasonably")
def the_tests_behave(d: PositiveInteger, delta: OpenUnit, C: PositiveInteger) -> Use:
    """One of $d + 1$ tests passes with no item or fails with one that all teachers have with a small probability:
    $Lap(1/eps)$ exceeds $k/2$ with probability $e^{-eps k/2} = delta^{C d^2/2}$, $k = C d^2 log(1/delta) / eps$."""
    half = C * d**2 * ln(1 / delta) / 2
    return Use({"x": half, "scale": Real.of(1)}, gives=lambda b: (d + 1) * b.fails <= Fraction(1, 10))


@adds_up("LYU25.T3", "Theorem 3: (eps, delta)-private")
def what_theorem_3_may_cost(
    n: PositiveInteger, d: PositiveInteger, j: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit, C: PositiveReal
) -> Total:
    """The tests and the sample spend $eps$ and $delta$ at most; what may fail is repeated by known tricks."""
    return Total(epsilon=epsilon, delta=delta)


for refuted, why in {
    "LYU25.T3.from.L3.2.premise": (
        "for large $eps$ the tests are not private with any constant: each is to be a Laplace mechanism "
        "of its own, of $eps / (2 (d + 1))$, which is private for every $eps$"
    ),
    "LYU25.T3.from.L3.1.premise": (
        "$log L$ grows with $d log n$, and so beyond $d^2 log(1/delta)$ for large $n$, $delta$ near 1 or small $d$, "
        "whatever the constant: $ln f$ times as many teachers, which $O~$ affords, leave room for $B$ where $eps <= "
        "1$"
    ),
    "LYU25.T3.from.DP.laplace.tail.conclusion": (
        "$delta^{C d^2/2}$ is no small probability where $delta$ is near 1, whatever $C$ is: for $delta "
        "<= 1/e$ it is, even with a split budget"
    ),
    "LYU25.T3.sums": (
        "the sample alone costs $2 eps$, and both cost $delta$ each: with split budgets the costs add up, and what "
        "fails is repeated and replaced"
    ),
}.items():
    correction(refuted, why, **CERTAIN_SIZES)(dp_erm_repeated_is_certain)


@uses("LYU25.T3.corrected", "LYU25.T3.priv.corrected", CERTAIN)
def a_run_and_its_count_cost_half(epsilon: PositiveUnit, delta: OpenUnit) -> Use:
    """DP-ERM with $eps/4$ and $delta^2/4$, and the count with noise of $4/eps$, are $(eps/2, delta^2/4)$-private."""
    at = {"epsilon": epsilon / 4, "delta": delta**2 / 4}
    return Use(at, gives=lambda erm: (erm.epsilon + epsilon / 4 <= epsilon / 2) & (erm.delta <= delta**2 / 4))


@uses("LYU25.T3.corrected", "DP.laplace", CERTAIN)
def the_count_costs_a_quarter(epsilon: PositiveUnit) -> Use:
    """The number of errors of a given hypothesis changes by at most 1: with a run of DP-ERM its count costs $eps/2$."""
    return Use(
        {"sensitivity": Real.of(1), "scale": 4 / epsilon}, gives=lambda b: b.epsilon + epsilon / 4 <= epsilon / 2
    )


@uses("LYU25.T3.corrected", "LYU25.T3.prob1.repeat", CERTAIN)
def all_runs_cost_the_budget(epsilon: PositiveUnit, delta: OpenUnit) -> Use:
    """Runs of $eps/2$ and $delta^2/4$ stop with probability $delta$; none passes, or one that errs, with probability
    $(4/100 + 1/100) delta / (96/100)$ at most: the runs have no more than $eps$ and $delta$ together."""
    at = {"u": exp(epsilon / 2), "delta": delta**2 / 4, "stop": delta, "beta": 5 * CENT * delta / (1 - 4 * CENT)}
    return Use(at, gives=lambda runs: (runs.epsilon <= epsilon) & (runs.delta <= delta), times=1)


@adds_up("LYU25.T3.corrected", CERTAIN)
def the_certain_algorithm_costs(epsilon: PositiveUnit, delta: OpenUnit) -> Total:
    """All runs and the replacement."""
    return Total(epsilon=epsilon, delta=delta)


@uses("LYU25.T3.corrected", "DP.laplace.tail", CERTAIN, name="tests")
def no_test_is_off_by_a_quarter(d: AtLeastOne, epsilon: PositiveUnit, more: FromZero) -> Use:
    """With $2000 d^2 / eps$ chunks or more, $d + 1$ tests with noise of $8 (d + 1) / eps$ are all within $k/4$, but for
    $1/100$."""
    at = {"x": (500 * d**2 + more) / epsilon, "scale": 8 * (d + 1) / epsilon}
    return Use(at, gives=lambda b: (d + 1) * b.fails <= CENT)


@uses("LYU25.T3.corrected", "DP.laplace.tail", CERTAIN, name="count")
def the_count_is_not_off_by_a_quarter(z: FromZero, epsilon: PositiveUnit, more: FromZero) -> Use:
    """With $alpha n >= 10^7 log(1/delta) / eps$ errors the count is off by $alpha n / 4$ with probability $delta/100$
    at most, $delta = e^{-1-z}$."""
    at = {"x": (10**7 * (1 + z) + more) / (4 * epsilon), "scale": 4 / epsilon}
    return Use(at, gives=lambda b: b.fails <= exp(-1 - z) / 100)


@uses("LYU25.T3.corrected", "LYU25.T3.Egood.union.corrected", CERTAIN)
def the_partition_is_good(cases: AtLeastOne, more: FromZero) -> Use:
    """$E_good$ fails with probability at most $1/100$; with $3/100$ for the tests, the failure symbol and the count,
    which are not looked at here, a run does so with at most $4/100$."""
    at = {"cases": cases, "exponent": ln(200 * cases) + more}
    return Use(at, gives=lambda event: event.fails + 3 * CENT <= 4 * CENT)


rests_on("LYU25.T3.corrected", "LYU25.T3.prog", "a stage that fails lowers the largest dimension", CERTAIN)
rests_on("LYU25.T3.corrected", "LYU25.T3.err", "it errs no more than some function of a class", CERTAIN)


@claim(
    "LYU25.T3.unbounded",
    "for Theorem 3, section 5: sample size for large epsilon, any constant",
    "theorem",
    role="companion",
    narrows=FLIP,
    most=Constant(1, mutants=(HALF,)),
)
def no_constant_saves_theorem_3_for_large_epsilon(
    K: PositiveInteger, F: PositiveReal, delta: OpenUnit, most: Rational
) -> Statement:
    """Whatever the number $K$ that $O~(F)$ is, for every $F > 0$ and $delta$ in (0, 1): at $d = 1$, $alpha = 1/(K+1)$
    and $eps = ln(1/delta) / (alpha F)$, $n <= K$ examples have $alpha n < 1$, and two neighbours need $delta >= 1$."""
    return when(_at_a_large_epsilon(K, F, delta), delta < most)


rests_on(
    "LYU25.T3.unbounded", "LYU25.T3.flip", "$p <= delta$ for $p = 1$, at $alpha n < 1$", "for Theorem 3, section 5"
)


@claim(
    "LYU25.T3.flip",
    "for Theorem 3, section 5: hypotheses of small error on two neighbours",
    "step",
    role="companion",
    lost=OFFSET,
)
def good_hypotheses_differ_on_neighbours(n: PositiveSize, r: PositiveSize, a: Size, lost: int) -> Statement:
    """Two realizable samples of $n$ examples that differ in the labels of the $r > alpha n$ rows at one point have no
    hypothesis with $err <= alpha$ on both; here $alpha = a/n$, and $n - r$ rows are at another point, with label 0."""
    one, other = ([(0, y)] * r + [(1, 0)] * (n - r) for y in range(2))
    good = [(empirical_error(h, one) <= a / n) & (empirical_error(h, other) <= a / n) for h in all_functions(2, 2)]
    return when([r <= n, r > a - lost], ~any_of(good))


# ---- Its parameters


def _chunks(d: Real, epsilon: Real, delta: Real) -> Real:
    return d**2 * ln(1 / delta) / epsilon


@claim(
    "LYU25.T3.par",
    f"{PROOF}: number and size of the chunks",
    "proof",
    power=Constant(3, mutants=(2, 4)),
)
def the_chunks_have_the_rows_that_are_printed(
    d: Natural, epsilon: PositiveReal, delta: PositiveReal, alpha: PositiveReal, power: int
) -> Truth:
    """$k = d^2 log(1/delta) / eps$ chunks of $n/k = d^3 / alpha$ rows are $n = d^5 log(1/delta) / (eps alpha)$
    examples, so that $alpha = d^5 log(1/delta) / (eps n)$."""
    return equals(_chunks(d, epsilon, delta) * (d**power / alpha), d**5 * ln(1 / delta) / (epsilon * alpha))


@claim("LYU25.T3.par.chunks", f"{PROOF}: existence of a chunk", "proof")
def there_is_a_chunk(d: Natural, epsilon: PositiveReal, delta: PositiveReal) -> Truth:
    """For any $eps$, $delta > 0$ and $d >= 0$ the examples are divided into $k = d^2 log(1/delta) / eps >= 1$
    chunks."""
    return _chunks(d, epsilon, delta) >= 1


@correction(
    "LYU25.T3.from.T3.par.chunks.premise",
    "$d = 0$, $eps > 1$ and $delta > 1/e$ are in the printed range, and may leave $k$ below 1",
    most=Constant(1, stronger="larger", mutants=(2,)),
)
@correction(
    "LYU25.T3.par.chunks",
    "there is no chunk where $d = 0$, $delta >= 1$ or $eps > d^2 log(1/delta)$: assume $d >= 1$, $eps <= "
    "1$ and $delta <= 1/e$, and round $k$",
    most=Constant(1, stronger="larger", mutants=(2,)),
)
def there_is_a_chunk_for_small_epsilon(d: PositiveInteger, epsilon: PositiveReal, z: FromZero, most: int) -> Statement:
    """For $d >= 1$, $eps <= 1$ and $delta = e^{-1-z}$, $k = d^2 ln(1/delta) / eps$ is at least 1."""
    return when(epsilon <= most, _chunks(d, epsilon, exp(-1 - z)) >= 1)
