"""LYU25 section 5: Theorem 3 and its parameters."""

from littlestone.spec.decompositions.interleaving import empirical_error
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

PROOF = "proof of Theorem 3, section 5"
FLIP = "the arithmetic; that two neighbours need delta >= 1 is LYU25.T3.flip"
FIFTH = Fraction(1, 5)
THIRD = Fraction(1, 3)


# ---- Theorem 3


@claim("LYU25.T3", "Theorem 3, section 5", "theorem", narrows=FLIP, cites=("LYU25.T3.unbounded", "LYU25.T3.flip"))
def dp_erm_needs_few_examples(K: PositiveInteger, F: PositiveReal, delta: OpenUnit) -> Statement:
    """For any eps, delta, alpha > 0 there is n = O~(d^5 log(1/delta) / (alpha eps)) and an (eps, delta)-private
    algorithm that outputs, with probability one, a hypothesis with err_S(h) <= alpha on every realizable S of n
    examples: at d = 1, alpha = 1/(K+1) and eps = log(1/delta) / (alpha F), d^5 log(1/delta) / (alpha eps) is F, of
    which O~ makes a number n <= K. But then alpha n < 1, and on two neighbours with different labels of one point the
    good hypotheses are different ones, which needs delta >= 1. It fails for every K and F (LYU25.T3.unbounded)."""
    return when(_at_a_large_epsilon(K, F, delta), delta >= 1)


@claim(
    "LYU25.T3.unbounded",
    "for Theorem 3, section 5",
    "theorem",
    role="companion",
    narrows=FLIP,
    cites=("LYU25.T3.flip",),
    most=Constant(1, mutants=(HALF,)),
)
def no_constant_saves_theorem_3_for_large_epsilon(
    K: PositiveInteger, F: PositiveReal, delta: OpenUnit, most: Rational
) -> Statement:
    """Whatever the number K that O~(F) is, for every F: at d = 1, alpha = 1/(K+1) and eps = log(1/delta) / (alpha F), n
    <= K examples have alpha n < 1, and two neighbours need delta >= 1."""
    return when(_at_a_large_epsilon(K, F, delta), delta < most)


def _at_a_large_epsilon(K: Real, F: Real, delta: Real) -> list[Truth]:
    alpha = 1 / (K + 1)
    epsilon = ln(1 / delta) / (alpha * F)
    return [equals(ln(1 / delta) / (alpha * epsilon), F), K * alpha < 1]


correction(
    "LYU25.T3",
    "alpha n must be at least 1, and d^5 log(1/delta) / eps is less for large eps or delta near 1: it takes eps <= 1, "
    "say, and delta <= 1/e",
    cites=("LYU25.T3.priv.corrected", "LYU25.T3.prob1.repeat", "LYU25.T3.prog", "LYU25.T3.err"),
    **CERTAIN_SIZES,
)(dp_erm_repeated_is_certain)


@claim("LYU25.T3.flip", "Theorem 3, section 5", "step", lost=OFFSET)
def good_hypotheses_differ_on_neighbours(n: PositiveSize, r: PositiveSize, a: Size, lost: int) -> Statement:
    """Two realizable samples of n examples that differ in the labels of the r > alpha n rows at one point have no
    hypothesis with err <= alpha on both; here alpha = a/n, and n - r rows are at another point."""
    one, other = ([(0, y)] * r + [(1, 0)] * (n - r) for y in range(2))
    good = [(empirical_error(h, one) <= a / n) & (empirical_error(h, other) <= a / n) for h in all_functions(2, 2)]
    return when([r <= n, r > a - lost], ~any_of(good))


@claim(
    "LYU25.T3.prob1",
    f"{PROOF}: last paragraph",
    "proof",
    not_checkable="the known tricks are not described; to replace a failure by a consistent hypothesis costs 1 + e^eps "
    "times its probability in delta, and to bring that below delta by larger chunks alone costs a factor log(1/delta) "
    "/ d of rows, which O~ does not hide; to repeat runs until one passes costs a factor 2 in eps and no rows",
    stand_ins=("LYU25.T3.prob1.repeat",),
)
def success_can_be_made_certain() -> Truth:
    """The algorithm works with high constant probability. By known tricks, this can be turned into an algorithm with
    success probability one, without affecting the asymptotic bounds."""
    raise NotImplementedError


@terms("LYU25.T3.prob1.repeat")
def repeated_runs(
    u: AtLeastOne, delta: FromZero, stop: PositiveReal, beta: FromZero, one: int = 1, both: int = 1
) -> Terms:
    """(ln u, delta)-private runs until one passes, which stop after each with probability ``stop``; then failures, of
    probability beta, are replaced."""
    return Terms(epsilon=2 * ln(u), delta=(one + u) * delta / stop + (both + u**2) * beta)


@claim(
    "LYU25.T3.prob1.repeat",
    f"{PROOF}: last paragraph",
    "proof",
    power=Constant(2, mutants=(1,)),
    one=Constant(1, mutants=(0,), stronger="smaller"),
    both=Constant(1, mutants=(0,), stronger="smaller"),
)
def runs_until_one_passes_are_private(
    u: AtLeastOne,
    delta: FromZero,
    stop: PositiveReal,
    beta: FromZero,
    more: FromZero,
    x: Unit,
    y: Unit,
    w: Unit,
    power: int,
    one: int,
    both: int,
) -> Truth:
    """Fresh (eps, delta)-private runs until one passes, or a coin of probability ``stop`` ends them, after which
    outputs of probability at most beta on each sample are replaced, are (2 eps, (1 + e^eps) delta / stop + (1 + e^{2
    eps}) beta)-private: a run is the last one with probability D = stop + more, and with an event with N, D' and N' on
    the neighbour; D' is y times its bound, N' = x D', N is w times its bound, and the event has N/D. What is replaced
    moves at most beta into it on the one sample, and at most beta out of it on the other; u = e^eps."""
    D, bound = stop + more, repeated_runs(u, delta, stop, beta, one, both)
    D_ = y * (u * D + delta)
    N = w * (u * (x * D_) + delta)
    return (power * ln(u) <= bound.epsilon) & (u**power * (x - beta) + bound.delta >= N / D + beta)


# ---- Its parameters


@claim("LYU25.T3.par", f"{PROOF}: first paragraph", "proof", power=Constant(3, mutants=(2, 4)))
def the_chunks_have_the_rows_that_are_printed(
    d: Natural, epsilon: PositiveReal, delta: PositiveReal, alpha: PositiveReal, power: int
) -> Truth:
    """k = d^2 log(1/delta) / eps chunks of n/k = d^3 / alpha rows are n = d^5 log(1/delta) / (eps alpha) examples, so
    that alpha = d^5 log(1/delta) / (eps n)."""
    k = d**2 * ln(1 / delta) / epsilon
    return equals(k * (d**power / alpha), d**5 * ln(1 / delta) / (epsilon * alpha))


def _chunks(d: Real, epsilon: Real, delta: Real) -> Real:
    return d**2 * ln(1 / delta) / epsilon


@claim("LYU25.T3.par.chunks", f"{PROOF}: first paragraph", "proof")
def there_is_a_chunk(d: Natural, epsilon: PositiveReal, delta: PositiveReal) -> Truth:
    """For any eps, delta > 0 and d >= 0 the examples are divided into k = d^2 log(1/delta) / eps >= 1 chunks."""
    return _chunks(d, epsilon, delta) >= 1


@correction(
    "LYU25.T3.par.chunks",
    "there is no chunk where d = 0, delta >= 1 or eps > d^2 log(1/delta): it takes d >= 1, eps <= 1 and delta <= 1/e, "
    "say (or at least one chunk by decree), and k rounded to an integer",
    most=Constant(1, stronger="larger", mutants=(2,)),
)
def there_is_a_chunk_for_small_epsilon(d: PositiveInteger, epsilon: PositiveReal, z: FromZero, most: int) -> Statement:
    """For d >= 1, eps <= 1 and delta = e^{-1-z}, k = d^2 log(1/delta) / eps is at least 1."""
    return when(epsilon <= most, _chunks(d, epsilon, exp(-1 - z)) >= 1)
