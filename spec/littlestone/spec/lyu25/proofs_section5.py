"""LYU25 section 5: what the proof of Theorem 3 uses, sentence by sentence, at the parameters set there."""

from littlestone.spec.decompositions.interleaving import chance_outside
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

PROOF = "proof of Theorem 3, section 5"
EGOOD = f"{PROOF}: the event E_good"
SAUER, INCLUSION = f"{PROOF}: by Sauer's lemma", f"{PROOF}: the inclusion"
UTILITY = f"{PROOF}: utility analysis"
PRIVACY = f"{PROOF}: by the privacy property"
CERTAIN = "Theorem 3, section 5, corrected"
FIFTH, CENT = Fraction(1, 5), Fraction(1, 100)


# ---- The good event


@uses("LYU25.T3.Egood.one", "LYU25.P2", f"{EGOOD}, first case")
def larger_errors_are_concentrated(d: AtLeastOne, rows: PositiveReal, alpha: Unit, more: Unit) -> Use:
    """For err_S(h) = alpha/3 + ``more`` Proposition 2 with 1/(5d) for delta gives the exponent (n/k) alpha / (225 d^2)
    at least."""
    at = {"delta": FIFTH / d, "rows": rows, "mean": alpha / 3 + more}
    return Use(at, gives=lambda chunk: chunk.fails <= 2 * exp(-(rows * alpha / (225 * d**2))))


@uses("LYU25.T3.Egood.small", "LYU25.P2", f"{EGOOD}, second case", draws="err_{S_i}(h) <= alpha/2")
def small_errors_are_concentrated(rows: PositiveReal, alpha: PositiveUnit, e: PositiveUnit) -> Use:
    """For 0 < err_S(h) = e <= alpha/3, err_{S_i}(h) > alpha/2 is a deviation by more than delta e at delta = alpha /
    (2 e) - 1, which must be in (0, 1)."""
    return Use({"delta": alpha / (2 * e) - 1, "rows": rows, "mean": e}, given=3 * e <= alpha)


@correction(
    "LYU25.T3.Egood.small.from.P2.premise",
    "for err_S(h) <= alpha/4 the deviation is by more than err_S(h) itself, of which Proposition 2 says nothing: it is "
    "used at err_S(h) = alpha/3, with delta = 1/2, since fewer errors make alpha/2 of them less likely",
    caps="samples of up to 12 examples",
    more=OFFSET,
)
def more_errors_are_more_likely_on_a_chunk(size: PositiveSize, rest: Size, ones: Size, c: Size, more: int) -> Statement:
    """Of examples with one error more, ``size`` random ones, with ``rest`` left over, have more than c errors with no
    smaller probability."""
    N = size + rest
    fewer, other = (chance_outside(N, i, size, 0, c / size) for i in (ones + more, ones + 1 - more))
    return when([ones < N, c <= size], fewer <= other)


@uses("LYU25.T3.Egood", "LYU25.T3.Egood.one", EGOOD)
@uses("LYU25.T3.Egood.union.corrected", "LYU25.T3.Egood.one", SAUER)
def each_case_fails_seldom_enough(cases: AtLeastOne, alpha: PositiveUnit, d: AtLeastOne, more: FromZero) -> Use:
    """With (n/k) alpha / (225 d^2) = ln(200 cases) + more, each of the cases, a function and a chunk, fails with
    probability at most 1 / (100 cases)."""
    at = {"rows": 225 * d**2 * (ln(200 * cases) + more) / alpha, "alpha": alpha, "d": d}
    return Use(at, gives=lambda h: h.fails <= 1 / (100 * cases))


@uses("LYU25.T3.Egood", "LYU25.T3.Egood.small", EGOOD)
def functions_of_small_error_fail_as_seldom(cases: AtLeastOne, alpha: PositiveUnit, d: AtLeastOne) -> Use:
    """Functions of small error do so as well."""
    at = {"rows": 225 * d**2 * ln(200 * cases) / alpha, "alpha": alpha}
    return Use(at, gives=lambda h: h.fails <= 1 / (100 * cases))


@uses("LYU25.T3.Egood", "PROB.union", EGOOD)
@uses("LYU25.T3.Egood.union.corrected", "PROB.union", SAUER)
def all_functions_and_chunks_fail_together(cases: AtLeastOne, more: FromZero) -> Use:
    """So many cases, each of which fails with probability 2 e^-(ln(200 cases) + more), fail together so seldom."""
    each = 2 * exp(-(ln(200 * cases) + more))
    return Use({"chances": cases * each}, gives=lambda b: b.fails <= Fraction(1, 100))


@uses("LYU25.T3.Egood", "LYU25.T3.Egood.union", EGOOD, repair="LYU25.T3.Egood.union.corrected")
def the_failures_are_a_hundredth() -> Use:
    """The sum of the failures of n^d + 1 functions on k chunks."""
    return Use({}, gives=lambda event: 1 - event.fails >= Fraction(99, 100))


rests_on("LYU25.T3.Egood.union", "PROB.union", "we only need to union bound over |S|^d different h", SAUER)
rests_on("LYU25.T3.Egood.union", "LYU25.T3.Egood.union.exact", "n^d 2^{-d log n}, to be at most 1/100, is 1", EGOOD)
rests_on("LYU25.T3.Egood.union", "LYU25.S2.sauer", "|S|^d + 1 functions h", SAUER, repair="LYU25.S2.sauer.corrected")


@uses("LYU25.T3.Egood.union", "LYU25.N4.vc", SAUER, opaque=("littlestone_dimension",))
def the_exponent_is_the_littlestone_dimension(H: Binary) -> Use:
    """n^d of Sauer's lemma is no more with the Littlestone dimension for d; here n = 2."""
    powers = [dim.map(lambda d: Fraction(2) ** d) for dim in (vc_dimension(H), littlestone_dimension(H))]
    return Use({"H": H}, gives=powers[0] <= powers[1])


@uses("LYU25.T3.Egood.union", "LYU25.T3.Egood.one", SAUER)
def each_function_fails_as_seldom_as_printed(n: AtLeastOne, d: AtLeastOne, alpha: PositiveUnit, more: FromZero) -> Use:
    """Every fixed h fails with probability at most 2^{-d log n} = n^-d, log to base 2, which takes chunks of n/k = 225
    d^2 (d ln n + ln 2 + ``more``) / alpha rows."""
    at = {"rows": 225 * d**2 * (ln(2) + d * ln(n) + more) / alpha, "alpha": alpha, "d": d}
    return Use(at, gives=lambda h: h.fails <= exp(-(d * ln(n))))


# ---- The inclusion


@uses("LYU25.T3.incl", "LYU25.T3.incl.large", INCLUSION)
@uses("LYU25.T3.corrected", "LYU25.T3.incl.large", CERTAIN)
def the_case_of_larger_errors(d: PositiveInteger, one: FromZero, other: FromZero, level: FromZero) -> Use:
    """For err_S(h) > alpha/3, err_{S_i'}(h) is within the level where err_{S_i}(h) is within (1 - 1/(2d)) times it."""
    return Use({"d": d, "one": one, "other": other}, given=one <= (1 - HALF / d) * level, gives=other <= level)


@uses("LYU25.T3.incl", "LYU25.T3.incl.small", INCLUSION)
@uses("LYU25.T3.corrected", "LYU25.T3.incl.small", CERTAIN)
def the_case_of_small_errors(level: FromZero, u: Unit) -> Use:
    """For err_S(h) <= alpha/3, err_{S_i'}(h) = u alpha/2 <= (1 - 1/(2d))^j alpha at every j <= d; here alpha = 1."""
    return Use({"level": level}, gives=u / 2 <= level)


rests_on("LYU25.T3.incl", "LYU25.T3.Egood", "E_good holds, with probability 0.99", INCLUSION)
rests_on("LYU25.T3.incl", "LYU25.T3.Hij.stages", "H_i^{j+1}, j <= d", INCLUSION, repair="LYU25.T3.Hij.stages.corrected")


# ---- Theorem 3


rests_on("LYU25.T3", "LYU25.T3.unbounded", "no constant serves all eps", "Theorem 3, section 5")
rests_on("LYU25.T3", "LYU25.T3.flip", "the good hypotheses of neighbours differ", "Theorem 3, section 5")
rests_on("LYU25.T3.unbounded", "LYU25.T3.flip", "p <= delta for p = 1, at alpha n < 1", "Theorem 3, section 5")


@uses(
    "LYU25.T3",
    "LYU25.T3.par.chunks",
    f"{PROOF}: we randomly partition the input",
    repair="LYU25.T3.par.chunks.corrected",
    draws="there is a chunk",
)
def there_are_chunks(d: Natural, epsilon: PositiveReal, z: PositiveReal) -> Use:
    """k >= 1, for any eps and delta = e^{-z} below 1."""
    return Use({"d": d, "epsilon": epsilon, "z": z - 1})


@correction(
    "LYU25.T3.from.T3.par.chunks.premise",
    "d = 0, eps > 1 and delta > 1/e are in the printed range, and may leave k below 1",
)
def there_are_chunks_for_small_epsilon(d: PositiveInteger, epsilon: PositiveUnit, z: FromZero) -> Truth:
    """For d >= 1, eps <= 1 and delta = e^{-1-z}, k = d^2 log(1/delta) / eps is at least 1."""
    return d**2 * (1 + z) / epsilon >= 1


@uses("LYU25.T3", "LYU25.T3.Egood", PROOF, draws="E_good, but with probability 1/100")
def the_good_event_may_fail(d: PositiveInteger) -> Use:
    """It holds with probability 0.99."""
    return Use(needs=d >= 1, fails=Fraction(1, 100))


rests_on("LYU25.T3", "LYU25.T3.incl", "Lemma 4.3 applies between the stages", f"{PROOF}: we can apply Lemma 4.3")
rests_on("LYU25.T3", "LYU25.T3.prog", "a common hypothesis in one of d + 1 stages", UTILITY)


@uses("LYU25.T3", "LYU25.T3.prog.stages", UTILITY)
@uses("LYU25.T3.corrected", "LYU25.T3.prog.stages", CERTAIN)
def there_are_enough_stages(d: Natural, failures: Natural) -> Use:
    """At most d failures, so that of d + 1 stages one succeeds."""
    return Use({"d": d, "failures": failures}, gives=failures < d + 1)


@uses("LYU25.T3", "LYU25.T3.err", f"{UTILITY}, second paragraph")
def the_output_errs_seldom(alpha: PositiveReal, found: FromZero) -> Use:
    """The proof ends with err_S(h) <= 2 alpha, and the theorem says alpha."""
    return Use(says=found <= 2 * alpha, gives=found <= alpha)


@correction(
    "LYU25.T3.from.T3.err.conclusion",
    "2 alpha is not alpha (alpha/2 in the algorithm would do, at twice the rows); but under E_good all of H_i^j, j >= "
    "1, has err_S(h) <= alpha, since (1 - 1/(2d)) / (1 - 1/(5d)) < 1, and alpha/3 in the other case",
    rate=Constant(HALF, stronger="smaller", mutants=(Fraction(1, 10),)),
)
def the_classes_err_no_more_than_alpha(d: PositiveInteger, alpha: FromZero, less: Unit, rate: Fraction) -> Truth:
    """Where (1 - 1/(5d)) err_S(h) <= err_{S_i}(h) is the part ``less`` of (1 - 1/(2d)) alpha, err_S(h) <= alpha."""
    most = less * (1 - rate / d) * alpha / (1 - FIFTH / d)
    return most <= alpha


rests_on("LYU25.T3", "LYU25.T3.prob1", "success with probability one", f"{PROOF}: last paragraph")


@uses("LYU25.T3", "LYU25.T3.priv", PRIVACY, repair="LYU25.T3.priv.corrected")
def the_algorithm_is_private(epsilon: PositiveReal, delta: OpenUnit) -> Use:
    """An (eps, delta)-private algorithm, by split budgets."""
    at = {"epsilon": epsilon, "delta": delta}
    return Use(at, gives=lambda erm: (erm.epsilon <= epsilon) & (erm.delta <= delta))


@uses("LYU25.T3", "LYU25.K5.1.irreducible", "Theorem 3, section 5")
@uses("LYU25.T3.corrected", "LYU25.K5.1.irreducible", CERTAIN)
def the_published_class_is_irreducible(d: AtLeastOne, p: AtLeastOne, power: AtLeastOne) -> Use:
    """G, a leaf of dimension t, is p_j 2^(d-t)-irreducible, and so (d + 1)-irreducible."""
    return Use({"d": d, "p": p}, gives=p * power >= d + 1)


# ---- Its privacy budgets


@uses("LYU25.T3", "LYU25.L3.2", PRIVACY, repair="LYU25.L3.2.corrected", draws="the tests are private")
def the_tests_are_private(epsilon: PositiveReal, delta: PositiveReal, C: PositiveReal) -> Use:
    """AboveThreshold with eps costs C eps (sqrt(log(1/delta)) + log(1/delta)) and delta, for one Above; C is the
    constant in the O of Lemma 3.2, which needs eps <= 1 and delta < 1."""
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
    """B, which is not given, must be below the k/2 that a common hypothesis has, k = C d^2 log(1/delta) / eps, and at
    least 10 log(L/delta) / eps, with L = p_j^d 2^{d^2} and p_j = 2^j n d by K4.1.1; it costs 2 eps and delta."""
    log = d * ln(2**j * n * d) + d**2 * ln(2) + ln(1 / delta)
    return Use(
        given=j <= d + 1,
        needs=(10 * log / epsilon <= C * d**2 * ln(1 / delta) / (2 * epsilon)) & (epsilon <= 9 * log),
        epsilon=2 * epsilon,
        delta=delta,
    )


@uses("LYU25.T3", "DP.laplace.tail", f"{UTILITY}: behave reasonably")
def the_tests_behave(d: PositiveInteger, delta: OpenUnit, C: PositiveInteger) -> Use:
    """One of d + 1 tests passes with no item or fails with one that all teachers have: the noise of Lap(1/eps) exceeds
    k/2 in size with probability e^{-eps k/2} = delta^{C d^2/2} each, k = C d^2 log(1/delta) / eps, which is to be
    small."""
    half = C * d**2 * ln(1 / delta) / 2
    return Use({"x": half, "scale": Real.of(1)}, gives=lambda b: (d + 1) * b.fails <= Fraction(1, 10))


@adds_up("LYU25.T3", "Theorem 3: (eps, delta)-private, with probability one")
def what_theorem_3_may_cost(
    n: PositiveInteger, d: PositiveInteger, j: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit, C: PositiveReal
) -> Total:
    """The tests and the sample spend eps and delta at most, and nothing fails."""
    return Total(fails=0, epsilon=epsilon, delta=delta)


# ---- Theorem 3, corrected, whose sizes correct all of these

for refuted, why in {
    "LYU25.T3.from.L3.2.premise": "for large eps the tests are not private with any constant: each is to be a Laplace "
    "mechanism of its own, of eps / (2 (d + 1)), which is private for every eps",
    "LYU25.T3.from.L3.1.premise": "log L grows with d log n, and so beyond d^2 log(1/delta) for large n, delta near 1 "
    "or small d, whatever the constant: ln f times as many teachers, which O~ affords, leave room for B where eps <= 1",
    "LYU25.T3.from.DP.laplace.tail.conclusion": "delta^{C d^2/2} is no small probability where delta is near 1, "
    "whatever C is: for delta <= 1/e it is, even with a split budget",
    "LYU25.T3.sums": "the sample alone costs 2 eps, both cost delta each, and E_good fails with probability 1/100: "
    "with split budgets the costs add up, and what fails is repeated and replaced",
}.items():
    correction(refuted, why, **CERTAIN_SIZES)(dp_erm_repeated_is_certain)


@uses("LYU25.T3.corrected", "LYU25.T3.priv.corrected", CERTAIN)
def a_run_and_its_count_cost_half(epsilon: PositiveUnit, delta: OpenUnit) -> Use:
    """DP-ERM with eps/4 and the count with noise of 4/eps are eps/2 together."""
    at = {"epsilon": epsilon / 4, "delta": delta**2 / 4}
    return Use(at, gives=lambda erm: erm.epsilon + epsilon / 4 <= epsilon / 2)


@uses("LYU25.T3.corrected", "DP.laplace", CERTAIN)
def the_count_costs_a_quarter(epsilon: PositiveUnit) -> Use:
    """The number of errors of a given hypothesis changes by at most 1."""
    return Use(
        {"sensitivity": Real.of(1), "scale": 4 / epsilon}, gives=lambda b: b.epsilon + epsilon / 4 <= epsilon / 2
    )


@uses("LYU25.T3.corrected", "LYU25.T3.prob1.repeat", CERTAIN)
def all_runs_cost_the_budget(epsilon: PositiveUnit, delta: OpenUnit) -> Use:
    """Runs of eps/2 and delta^2/4 stop with probability delta; none passes, or one that errs, with probability (4/100 +
    1/100) delta / (96/100) at most."""
    at = {"u": exp(epsilon / 2), "delta": delta**2 / 4, "stop": delta, "beta": 5 * CENT * delta / (1 - 4 * CENT)}
    return Use(at, gives=lambda runs: runs.delta <= delta, times=1)


@adds_up("LYU25.T3.corrected", CERTAIN)
def the_certain_algorithm_costs(epsilon: PositiveUnit, delta: OpenUnit) -> Total:
    """All runs and the replacement."""
    return Total(epsilon=epsilon, delta=delta)


@uses("LYU25.T3.corrected", "DP.laplace.tail", CERTAIN, name="tests")
def no_test_is_off_by_a_quarter(d: AtLeastOne, epsilon: PositiveUnit, more: FromZero) -> Use:
    """With 2000 d^2 / eps chunks or more, d + 1 tests with noise of 8 (d + 1) / eps are all within k/4."""
    at = {"x": (500 * d**2 + more) / epsilon, "scale": 8 * (d + 1) / epsilon}
    return Use(at, gives=lambda b: (d + 1) * b.fails <= CENT)


@uses("LYU25.T3.corrected", "DP.laplace.tail", CERTAIN, name="count")
def the_count_is_not_off_by_a_quarter(z: FromZero, epsilon: PositiveUnit, more: FromZero) -> Use:
    """With alpha n >= 10^7 log(1/delta) / eps errors the count is off by alpha n / 4 with probability delta/100."""
    at = {"x": (10**7 * (1 + z) + more) / (4 * epsilon), "scale": 4 / epsilon}
    return Use(at, gives=lambda b: b.fails <= exp(-1 - z) / 100)


@uses("LYU25.T3.corrected", "LYU25.T3.Egood.union.corrected", CERTAIN)
def the_partition_is_good() -> Use:
    """E_good, the tests, the failure symbol and the count fail with probability 4/100 together."""
    return Use({}, gives=lambda event: event.fails + 3 * CENT <= 4 * CENT)


rests_on("LYU25.T3.corrected", "LYU25.T3.prog", "a common hypothesis in one of d + 1 stages", CERTAIN)
rests_on("LYU25.T3.corrected", "LYU25.T3.err", "it errs no more than some function of a class", CERTAIN)
rests_on("LYU25.T3.err", "LYU25.T3.err.agree", "the restriction of G as h^ labels the sample is not empty", UTILITY)

# ---- Fact 4 for any n

rests_on("LYU25.F4.net", "DIM.realizable", "m random examples of A tell all h from f", "for Fact 4, section 6.2.1")
rests_on("LYU25.F4.net", "DIM.sauer.power", "S <= (2 e m / d)^d", "for Fact 4, section 6.2.1")
rests_on("LYU25.F4.net", "LYU25.T3.err.agree", "f is not essential to G", "for Fact 4, section 6.2.1")
