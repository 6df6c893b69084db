"""LYU25 section 6.2.1: the mistake bound."""

from itertools import combinations

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import OnlineParameters, chance_of_many_calls


@claim(
    "LYU25.L6.2",
    "Lemma 6.2, section 6.2.1",
    "lemma",
    narrows="that the algorithm does not halt prematurely, as the last sentence of the proof has it; after the halt "
    "nothing is predicted; that the test passes so often with the chance computed is in words",
)
def the_learner_errs_seldom(C: PositiveInteger) -> Truth:
    """On a realizable sequence, with probability 1 - T^{-10}, algorithm 3 makes at most O(d^3 U) <= O~(d^9.5 log(T)
    log(1/delta) / epsilon) mistakes, and with probability 1 - 1/T it does not halt before the end: the test on |E|
    passes more than C d^3 times by its noise alone (LYU25.L6.1), with probability above 9/10, on every sequence; here d
    = 1, delta = 1/2, T = 2^{4 (C+1)^2}, for every C (LYU25.L6.1.unbounded)."""
    chance, log_T = chance_of_many_calls(C)
    return chance <= exp(-log_T)


@correction(
    "LYU25.L6.2",
    "with the repairs of LYU25.C6.1, C6.2, C6.4 and P6.1 and delta <= 1/T, r = 1 + log(1/delta) / d^2: O(d^3 r) "
    "calls, chunks of U/k = O(d^3 log T) examples, eps_s = epsilon / (sqrt(d^3 r) log(T) log(1/delta)) and k = O(d^2 "
    "r / eps_s): O~(d^9.5 r^2.5 log(T)^2 log(1/delta) / epsilon) mistakes, a factor r^2.5 log T more than printed; "
    "the failures are to be O(T^{-10}) each, and T^{-10} in all after a change of constants",
    narrows="the arithmetic of the rate, log log T and logarithms of d and 1/epsilon apart; p_j is at least the size "
    "of the chunks, the lists are those of LYU25.C6.4.corrected",
    cites=("LYU25.C6.1.corrected", "LYU25.C6.2.corrected", "LYU25.C6.4.corrected", "LYU25.L6.1.corrected"),
    more=OFFSET,
)
def the_repaired_learner_errs_seldom(
    root_d: PositiveReal,
    root_r: PositiveReal,
    log_T: PositiveReal,
    log_delta: PositiveReal,
    epsilon: PositiveReal,
    more: int,
) -> Truth:
    """(d^3 r) (d^3 log T) k = d^9.5 r^2.5 log(T)^2 log(1/delta) / epsilon, for k = d^2 r sqrt(d^3 r) log(T)
    log(1/delta) / epsilon; here by the square roots of d and r."""
    d, r = root_d**2, root_r**2
    k = d**2 * r * root_d**3 * root_r * log_T * log_delta / epsilon
    printed = root_d**19 * log_T * log_delta / epsilon
    return d**3 * r * (d**3 * log_T) * k == printed * root_r**5 * log_T + more


@claim("LYU25.L6.2.arith", "Lemma 6.2, section 6.2.1", "displayed", role="construction", more=OFFSET)
def the_exponents_add_up(
    root_d: PositiveReal,
    C: PositiveReal,
    inner: PositiveReal,
    log_T: PositiveReal,
    log_delta: PositiveReal,
    epsilon: PositiveReal,
    more: int,
) -> Truth:
    """d^3 U = d^3 C d^3 log(d log T) d^3.5 log(T) log(1/delta) / epsilon = C log(d log T) d^9.5 log(T) log(1/delta) /
    epsilon; here by the square root of d, and ``inner`` = log(d log T)."""
    d = root_d**2
    k = root_d**7 * log_T * log_delta / epsilon
    return d**3 * (C * d**3 * inner * k) == C * inner * root_d**19 * log_T * log_delta / epsilon + more


@claim(
    "LYU25.L6.2.arith.log",
    "Lemma 6.2, section 6.2.1",
    "displayed",
    role="construction",
)
def the_inner_logarithm_is_hidden(C: PositiveInteger) -> Truth:
    """O(d^3 U) <= O~(f), f = d^9.5 log(T) log(1/delta) / epsilon, which is O(f log^c f): log(d log T) <= C log^c f, for
    every epsilon > 0. Here d = 1, delta = 1/e, log T = e^{C+1} and epsilon = log(T) / e, so that f = e and log f = 1:
    it fails for every C and c (LYU25.L6.2.unbounded)."""
    f = ln(exp(C + 1) / (exp(C + 1) / exp(Real.of(1))))
    return C * f >= C + 1


@terms("LYU25.L6.2.arith.log.corrected")
def hidden_logarithm(inner: FromZero, log_f: FromZero, share: Fraction | int = 1) -> Terms:
    """log(d log T), and log f for the f that O~ is of, where epsilon <= log(1/delta)."""
    return Terms(says=inner <= share * log_f)


@correction(
    "LYU25.L6.2.arith.log",
    "log(d log T) is within log f where f is at least d log T: for epsilon <= log(1/delta)",
    share=Constant(1, mutants=(HALF,), stronger="smaller"),
)
def the_inner_logarithm_is_hidden_for_small_epsilon(
    d: AtLeastOne, log_T: AtLeastOne, ratio: AtLeastOne, share: Fraction
) -> Truth:
    """log(d log T) <= log f for f = d^9.5 log(T) ``ratio``, where ratio = log(1/delta) / epsilon >= 1."""
    log_f = Fraction(19, 2) * ln(d) + ln(log_T) + ln(ratio)
    return as_truth(hidden_logarithm(ln(d) + ln(log_T), log_f, share).says)


@claim(
    "LYU25.L6.2.stage",
    "proof of Lemma 6.2, section 6.2.1",
    "step",
    narrows="the tail of the noise at one (d, delta, T) for each C; that no dimension falls in such a stage is in "
    "words",
)
def a_new_stage_means_a_smaller_dimension(C: PositiveInteger) -> Truth:
    """Whenever j(u) increases by one the decomposition dimensions fall: where some hypothesis is on all k lists, the
    test on m > 4k/5 fails by its noise with probability e^{-(k/5)/b} / 2, at most T^{-10}; here d = 1, delta = 1/2, T =
    2^{C+1}, C is the constant in front of k, divided by that in the noise, and k / b < C ln 2. It fails for every C
    (LYU25.L6.2.unbounded), and then nothing has fallen."""
    A = OnlineParameters(1, 1, ln(2), (C + 1) * ln(2), teachers=C)
    b = A.log_T + A.log_delta
    return HALF * exp(-(A.k / 5 / b)) <= exp(-10 * A.log_T)


@terms("LYU25.L6.2.stage.corrected")
def wrong_stage(log_T: FromZero) -> Terms:
    """Some stage ends by its noise so seldom."""
    return Terms(fails=exp(-(10 * log_T)))


@correction(
    "LYU25.L6.2.stage",
    "at fixed delta, k / b stays bounded as T grows: k must be at least 55 b ln T for the scale b of the noise",
    narrows="the arithmetic of the union bound; that one noise is below -k/5 with probability at most e^{-(k/5)/b} "
    "is its law, in words",
    factor=Constant(55, mutants=(54,)),
)
def a_new_stage_means_a_smaller_dimension_among_more_teachers(log_T: FromZero, more: FromZero, factor: int) -> Truth:
    """T tests have noises below -k/5 with probability at most T e^{-(k/5)/b} <= T^{-10} for k / b = 55 ln T +
    ``more``."""
    return log_T - (factor * log_T + more) / 5 <= ln(wrong_stage(log_T).fails)


@claim(
    "LYU25.L6.2.unbounded",
    "for Lemma 6.2, section 6.2.1",
    "remark",
    role="construction",
    tests=Constant(10, mutants=(Fraction(1, 10),)),
)
def no_constant_saves_the_steps_of_the_mistake_bound(C: AtLeastOne, c: FromZero, tests: Fraction) -> Truth:
    """For every C and c two steps fail: LYU25.L6.2.arith.log, as C 1^c < C + 1, and LYU25.L6.2.stage, in logarithms
    over ln 2, as 1 + (1/5) C (C + 1) / (C + 2) < 10 (C + 1)."""
    noise = 1 + Fraction(1, 5) * C * (C + 1) / (C + 2) < tests * (C + 1)
    return noise & (C * Real.of(1) ** c < C + 1)


# ---- Lemma 6.1


@claim(
    "LYU25.L6.1",
    "Lemma 6.1, section 6.2.1",
    "lemma",
    narrows="read as: the budget of C d^3 calls is not exhausted, as section 6.1 and Lemma 6.2 have it; with the "
    "halt of the listing the calls are at most so many by its form (LYU25.L6.1.halt); that the calls are so many "
    "with the chance computed is in words",
)
def the_teachers_are_trained_seldom(C: PositiveInteger) -> Truth:
    """With probability 1 - T^{-10} algorithm 3 calls algorithm 4 at most O(d^3) times: the test passes by its noise
    alone, with probability q >= e^{-U/b} / 2 in each round, and in each of C + 1 blocks of T / (C + 1) rounds with
    probability at least 1 - (C + 1) e^{-q T / (C + 1)}; here d = 1, delta = 1/2, T = 2^{4 (C+1)^2}, and C is the
    constant in U and of the bound. It fails for every C, stream and class (LYU25.L6.1.unbounded)."""
    chance, log_T = chance_of_many_calls(C)
    return chance <= exp(-10 * log_T)


@terms("LYU25.L6.1.corrected")
def few_calls(rate: AtLeastOne, calls: FromZero) -> Terms:
    """The calls of d + 1 stages, where p(u) rises from e^{-c d^2}; the rate is c d^3."""
    return Terms(says=calls <= 23 * rate)


@correction(
    "LYU25.L6.1",
    "the buffer must be larger (LYU25.C6.1.corrected); and Claim 6.4 holds where a teacher's list is emptied once "
    "DDim of its class is below d + 1 - j*: then a stage has at most 1 + w / ln(11/10) calls for p(u) >= e^{-w}, w = "
    "c d^2 with LYU25.C6.4.lo.corrected up to ln k and, for the k that privacy needs, log(1/delta)",
    narrows="the arithmetic; that each call raises p(u) by 11/10 is LYU25.C6.4.corrected, and where it starts "
    "LYU25.C6.4.lo.corrected",
    cites=("LYU25.C6.4.corrected", "LYU25.C6.4.fin.corrected"),
    factor=Constant(Fraction(21, 2), mutants=(10,), stronger="smaller"),
)
def calls_are_few_where_bottom_grows(d: AtLeastOne, c: AtLeastOne, factor: Fraction) -> Truth:
    """n calls that raise p(u) by 11/10 from e^{-c d^2} have n <= (21/2) c d^2, and d + 1 stages of at most n + 1 calls
    are at most 23 c d^3 calls."""
    return (factor * ln(Fraction(11, 10)) >= 1) & as_truth(few_calls(c * d**3, (d + 1) * (1 + factor * c * d**2)).says)


@claim(
    "LYU25.L6.1.unbounded",
    "for Lemma 6.1, section 6.2.1",
    "remark",
    role="construction",
    narrows="the first inequality; what it says of the calls is in words",
    rounds=Constant(4, mutants=(HALF,)),
)
def no_constant_makes_calls_few(C: AtLeastOne, rounds: Fraction) -> Truth:
    """For every C, q T >= 2 (C+1)^2, so that the chance of more than C calls is at least 1 - (C+1) e^{-2 (C+1)} > 9/10:
    ln q >= -ln 2 - C ln(2) ln(s ln 2) and ln T = s ln 2 for s = 4 (C+1)^2."""
    s = rounds * (C + 1) ** 2
    return 2 * ln(2) + C * ln(2) * ln(s * ln(2)) + 2 * ln(C + 1) <= s * ln(2)


@claim(
    "LYU25.L6.1.halt",
    "Lemma 6.1, section 6.2.1, with the halt of algorithm 3",
    "remark",
    narrows="the arithmetic; the number of calls is read off the listing",
    more=OFFSET,
)
def the_halt_bounds_the_calls(d: PositiveInteger, C: PositiveInteger, more: int) -> Truth:
    """As algorithm 3 halts where K_budget falls below 0, it calls algorithm 4 once and then at most C d^3 times, which
    is at most (C + 1) d^3, whatever the stream."""
    return 1 + C * d**3 + more <= (C + 1) * d**3


# ---- Adaptive adversaries


def tells_apart(functions: tuple[Function, ...]) -> bool:
    """The points give the functions all 2^n patterns of labels: they are shattered in the dual class."""
    patterns = set(zip(*functions, strict=True))
    return len(patterns) == 1 << len(functions)


@claim(
    "LYU25.R6.adapt",
    "Remark after Lemma 6.2, section 6.2.1",
    "remark",
    narrows="the bound on the dual dimension; that 2^{O(d)} draws then serve on every point, and the mistake bound "
    "that seems possible, are in words",
    caps="n at most 2, as there are at most 4 points; LYU25.R6.adapt.bits is of more",
    shift=Constant(1, mutants=(0,)),
)
def the_dual_dimension_is_bounded(H: Binary, shift: int) -> Truth:
    """The dual VC dimension is below 2^{VC(H) + 1}: if the points give n functions of H all 2^n patterns, n <
    2^{VC(H)+1}."""
    known = dict(H.members())
    sizes = range(1, H.points.bit_length())
    bound = 2 ** (vc_dimension(H) + shift)
    return all_of(
        all_of(known[f] for f in functions).implies(size < bound)
        for size in sizes
        for functions in combinations(known, size)
        if tells_apart(functions)
    )


@claim(
    "LYU25.R6.adapt.bits",
    "Remark after Lemma 6.2, section 6.2.1",
    "remark",
    role="construction",
    narrows="the bits; what they say of the VC dimension is in words",
    shift=Constant(1, mutants=(0,)),
)
def numbers_are_told_apart_by_their_bits(n: PositiveSize, shift: int) -> Truth:
    """Where points give f_0, ..., f_{n-1} all 2^n patterns, there are those at which f_j says the bits of j: of v of
    them f_0, ..., f_{2^v - 1} have all 2^v patterns, for 2^v <= n < 2^{v+1}; so that VC(H) >= v and n < 2^{VC(H)+1}."""
    v = int(n).bit_length() - 1
    patterns = {tuple(j >> bit & 1 for bit in range(v)) for j in range(int(n))}
    return all_of([len(patterns) == 2**v, int(n) < 2 ** (v + int(shift))])
