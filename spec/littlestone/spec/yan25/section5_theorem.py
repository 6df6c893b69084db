"""YAN25 section 5: the parameters substituted, and the theorem on the improper learner."""

from littlestone.spec.class_trees.improper_sizes import failure
from littlestone.spec.learning.towers import log_star
from littlestone.spec.notation import *

# ---- The substitution


@claim(
    "YAN25.S1",
    "Section 5, before Theorem 11",
    "step",
    narrows="the arithmetic, where t = a (log((t + 2)/beta) + ...)^2 as in Algorithm 2, a >= 1 and w = log(1/beta) + "
    "... + log a: t = a v^2, and log(1 + 2/t) <= 2/9",
    more=Constant(3, mutants=(1,)),
)
def the_substitution_has_a_solution(v: Annotated[Real, Reals(low=3)], more: int) -> Truth:
    """Substitute epsilon by epsilon/2, delta by delta/2 and beta by beta/(t + 2), of which t itself depends on beta:
    for v = 2 w + 3 and t = a v^2, w + 2 ln v + 2/9 <= v, so that a (log((t + 2)/beta) + ...)^2 <= t."""
    w = (v - more) / 2
    return w + 2 * ln(v) + Fraction(2, 9) <= v


FIXED = 10 * (ln(96) + 1)


def grown_chunk(C: Real) -> Real:
    """10 log(48 e/alpha) + log(5 (t + 2)/beta) for t + 2 = 2^(90 C)."""
    return FIXED + ln(10) + 90 * C * ln(2)


CHUNK = "one chunk of the theorem's size, without 48/alpha; alpha = beta = 1/2"


@claim("YAN25.S1.size", "Section 5, before Theorem 11", "step", narrows=CHUNK)
def the_substitution_leaves_the_size(C: PositiveInteger) -> Truth:
    """After the substitution we have the main result: N = t (48/alpha) (10 log(48 e/alpha) + log(5 (t + 2)/beta)) is
    O(t (48/alpha) (10 log(48 e/alpha) + log(5/beta))). C is the constant and t + 2 = 2^(90 C); t grows without bound as
    delta -> 0. It fails for every C (YAN25.S1.size.every)."""
    return grown_chunk(Real.of(C)) <= C * (FIXED + ln(10))


@correction(
    "YAN25.S1.size",
    "the proof has log(5 (t + 2)/beta), more than the printed log(5/beta) by any factor as delta -> 0. It is not "
    "needed: by YAN25.X4 chunks that are bad with probability 1/24 are enough, whatever t is",
    narrows=CHUNK,
    cites=("YAN25.X4.corrected", "YAN25.X3"),
    parts=Constant(18, mutants=(19,)),
)
def chunks_need_not_grow_with_their_number(a: FromZero, parts: int) -> Truth:
    """ln(24)/alpha rows, with (1 - alpha)^s <= 1/24, are fewer than the printed chunk has, by a factor of 18 even
    without its 48: alpha = e^-a."""
    return parts * ln(24) <= 10 * (ln(96) + 1) + ln(10) + 10 * a


@claim(
    "YAN25.S1.size.every",
    "Section 5, before Theorem 11",
    "step",
    role="construction",
    narrows=CHUNK,
    share=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def no_constant_leaves_the_size(C: AtLeastOne, share: Fraction) -> Truth:
    """For every constant C >= 1, at t + 2 = 2^(90 C), log(5 (t + 2)/beta) + 10 log(48 e/alpha) is more than C (10
    log(48 e/alpha) + log(5/beta))."""
    return share * grown_chunk(C) > C * (FIXED + ln(10))


# ---- The theorem


@claim(
    "YAN25.T11",
    "Theorem 11, section 5",
    "theorem",
    narrows="d = 1 (point functions), of which log* d = 0, so that the size is 0 (read as its limit) whatever the "
    "hidden constant C is; one example, alpha = 1/2, beta = 1/16, delta = 1/4, epsilon = 1; that every learner "
    "fails on one of two point functions, which differ at one point of D, with probability ((1 - alpha)/2)^n / 2 at "
    "least is in words",
)
def the_improper_learner_learns(C: PositiveInteger) -> Statement:
    """For any concept class of VC dimension 1 and Littlestone dimension d there is an (epsilon, delta)-private
    algorithm that (alpha, beta)-PAC learns it from N >= O(log* d log^2(log* d/(epsilon beta delta)) / epsilon
    (48/alpha) (10 log(48 e/alpha) + log(5/beta))) examples. For point functions, d = 1, log* d = 0 and so is the size,
    whatever the constant is; one example is not enough. (As epsilon grows, it goes to 1 and below at log* d =
    1 too: YAN25.T11.unbounded.)"""
    return when(C * log_star(1) <= 1, failure(1, HALF) <= Fraction(1, 16))


@terms("YAN25.T11.corrected")
def few_chunks(K: AtLeastOne, u: Annotated[Real, Reals(low=ln(4))], chunks: FromZero, factor: int = 16) -> Terms:
    """The chunks that the median needs, times epsilon; u = log(log* d/(epsilon beta delta))."""
    return Terms(says=chunks <= factor * K * u**2)


@correction(
    "YAN25.T11",
    "for log* d read max(1, log* d), as log* 1 = 0, and epsilon <= 1, beta, delta <= 1/2, as the size goes to 0 when "
    "epsilon grows: even without privacy log(1/beta)/alpha examples are needed. The union bound over the chunks is "
    "replaced by YAN25.X4",
    narrows="the number of chunks: u = log(log* d/(epsilon beta delta)) >= ln 4, K = max(1, log* d), and log*(TD + "
    "1) <= K + 3 <= 4 K; n_PM is as Theorem 9 says with the constant 1",
    cites=("YAN25.T9", "YAN25.Cor1", "YAN25.X4.corrected"),
    factor=Constant(16, mutants=(15,)),
)
def the_chunks_are_few_for_small_epsilon(K: AtLeastOne, u: Annotated[Real, Reals(low=ln(4))], factor: int) -> Truth:
    """n_PM <= 4 K log^2(4 K/(beta delta)) / epsilon <= 16 K u^2/epsilon, and 8.73 ln(1/beta) <= 8.73 u <= 7 K u^2: the
    number of chunks is O(K u^2 / epsilon)."""
    return few_chunks(K, u, 4 * K * (ln(4) + u) ** 2, factor).says & (Fraction(873, 100) * u <= 7 * K * u**2)


@claim(
    "YAN25.T11.unbounded",
    "for Theorem 11, section 5",
    "remark",
    role="construction",
    narrows="log* d = 1, alpha = 1/2, beta = 1/16 and delta = 1/2, so that epsilon beta delta = z^4",
    power=Constant(4, mutants=(1,)),
)
def one_row_is_as_many_as_printed(z: Annotated[Real, Reals(low=100)], power: int) -> Truth:
    """For every C >= 1 and epsilon = 32 z^4, z = 100 C, the printed number is at most 1: C log^2(z^4)/(32 z^4) 96 (10
    log(96 e) + log(80)) <= 1, where C = z/100."""
    chunk = 96 * (10 * (ln(96) + 1) + ln(80))
    return z / 100 * (4 * ln(z)) ** 2 * chunk <= 32 * z**power


@claim(
    "YAN25.T11.eq1",
    "Theorem 11, section 5: its display",
    "displayed",
    narrows="the factor of one chunk; alpha = e^-a and beta = e^-b; the logarithms' square is YAN25.T1.eq1",
    factor=Constant(51, mutants=(50,)),
)
def the_rows_of_one_chunk_are_near_linear(a: FromZero, b: FromZero, factor: int) -> Truth:
    """The bound is O~_{beta, delta}(log* d/(alpha epsilon)): 10 log(48 e/alpha) + log(5/beta) <= 51 (1 + log(1/alpha))
    (1 + log(1/beta))."""
    return 10 * (ln(48) + 1 + a) + ln(5) + b <= factor * (1 + a) * (1 + b)
