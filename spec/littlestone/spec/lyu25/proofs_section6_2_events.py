"""LYU25 section 6.2: what the proofs about the buffer, the chunks and the classes use."""

from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import OnlineParameters, long_run

Rounds = Annotated[Real, Naturals(3)]  # Claim 6.1 as corrected asks for three
FIXED, NESTED = "for Claim 6.2, section 6.2", "proof of Claim 6.3, section 6.2"
SPLIT = "proof of Claim 6.2, section 6.2"

# ---- Claim 6.1


@uses("LYU25.C6.1", "PROB.union", "proof of Claim 6.1, section 6.2")
def the_noises_are_small_together(C: PositiveInteger) -> Use:
    """T noises of scale b exceed U/2 with probability e^{-U/(2b)} each, at most T e^{-U/(2b)} <= T^{-10} together."""
    A = long_run(C)
    at = {"chances": exp(A.log_T - A.U / (2 * A.noise))}
    return Use(at, gives=lambda b: b.fails <= exp(-(10 * A.log_T)))


@correction(
    "LYU25.C6.1.from.PROB.union.conclusion",
    "U / b grows with log(d log T) alone at fixed delta: U >= 22 b ln T is needed",
    factor=Constant(22, mutants=(21,)),
)
def larger_buffers_outweigh_all_noises(log_T: FromZero, more: FromZero, factor: int) -> Truth:
    """T e^{-U/(2b)} <= T^{-10} for U / b = 22 ln T + ``more``."""
    return log_T - (factor * log_T + more) / 2 <= -10 * log_T


@uses("LYU25.C6.1.corrected", "DP.laplace.tail", "for Claim 6.1, section 6.2")
def each_noise_is_seldom_large(log_T: PositiveReal, b: PositiveReal, more: FromZero) -> Use:
    """A noise of scale b is U/2 - 1 = 11 b ln T + more, or larger, in absolute value with probability T^{-11}."""
    return Use({"x": 11 * b * log_T + more, "scale": b}, gives=lambda tail: tail.fails <= exp(-(11 * log_T)))


@uses("LYU25.C6.1.corrected", "PROB.union", "for Claim 6.1, section 6.2")
def one_of_the_noises_is_seldom_large(T: Rounds) -> Use:
    """T noises with T^{-11} each."""
    return Use({"chances": T * T ** (-11)}, gives=lambda union: union.fails <= 1 / T**10)


rests_on("LYU25.C6.1.corrected", "LYU25.C6.1.run", "|E| is in the range where no noise is large", "for Claim 6.1")


# ---- Claim 6.2


@uses("LYU25.C6.2", "LYU25.C6.1", SPLIT, repair="LYU25.C6.1.corrected")
def the_buffer_has_enough_examples(T: Rounds) -> Use:
    """|E| >= U/2 at all updates, except with probability T^{-10}."""
    return Use({"log_T": ln(T)}, gives=lambda event: 1 - event.fails >= 1 - 1 / T**10, times=1)


@uses("LYU25.C6.2", "LYU25.P2", SPLIT)
def a_chunk_has_the_mean_of_all(C: PositiveInteger) -> Use:
    """Proposition 2 for a chunk of |E|/k examples and an h with err_E(h) = 1/|E|, at 1/(5d): it gives 2 e^{-1/(75 k
    d^2)}, which is to be at most U^{-2d}; here d = 1, epsilon = 1, delta = 1/e, log T = C + 2."""
    A = OnlineParameters(1, 1, 1, C + 2, C)
    at = {"delta": Real.of(Fraction(1, 5)), "rows": A.U / A.k, "mean": 1 / A.U}
    return Use(at, gives=lambda chunk: chunk.fails <= exp(-(2 * ln(A.U))))


@correction(
    "LYU25.C6.2.from.P2.conclusion",
    "the exponent of Proposition 2 has err_E(h), of which the print's Omega(|E| / (k d^2)) says nothing: with "
    "err_E(h) >= 1/20 it is n / (1500 d^2), and n must be at least 1500 d^2 (ln 2 + 2 d ln U)",
    rate=Constant(1500, mutants=(1400,)),
)
def a_chunk_has_the_mean_of_errors_that_are_not_small(d: AtLeastOne, log_U: FromZero, rate: int) -> Truth:
    """2 e^{-n err / (75 d^2)} <= U^{-2d} at err = 1/20 and n = 1500 d^2 (ln 2 + 2 d ln U)."""
    n = rate * d**2 * (ln(2) + 2 * d * log_U)
    return ln(2) - n / (20 * 75 * d**2) <= -(2 * d * log_U)


@uses("LYU25.C6.2", "LYU25.S2.sauer", SPLIT, repair="LYU25.S2.sauer.corrected")
def the_behaviours_are_counted(d: PositiveInteger, U: PositiveInteger) -> Use:
    """H has at most |U|^d behaviours on E, which has up to 3U/2 examples: by Sauer's lemma (3U/2)^d + 1."""
    return Use(gives=(Fraction(3, 2) * U) ** d + 1 <= U**d)


@correction(
    "LYU25.C6.2.from.S2.sauer.conclusion",
    "|E| is up to 3U/2, and Sauer's lemma has N^d + 1 at d = 1: at most (2 U)^d for U >= 4",
    factor=Constant(2, mutants=(Fraction(7, 4),), stronger="smaller"),
)
def the_behaviours_are_at_most_a_larger_power(d: PositiveSize, more: Size, factor: Fraction) -> Truth:
    """(3U/2)^d + 2 <= (2 U)^d for U = 4 + ``more``, all of E being one case more."""
    U, power = 4 + int(more), int(d)
    return Real.of((Fraction(3, 2) * U) ** power + 2) <= (Fraction(factor) * U) ** power


@uses(
    "LYU25.C6.2", "LYU25.C6.2.union", SPLIT, repair="LYU25.C6.2.union.corrected", draws="all chunks agree at an update"
)
def the_tuples_fail_together(T: Rounds) -> Use:
    """All tuples of an update agree except with probability T^{-10}; at one update."""
    return Use(fails=Real.of(T) ** (-10))


@uses("LYU25.C6.2", "LYU25.C6.2.tail", SPLIT, repair="LYU25.C6.2.tail.corrected")
def one_tuple_fails_seldom(d: AtLeastOne, log_U: FromZero, exponent: FromZero) -> Use:
    """One tuple fails with U^{-2d} at most, and one of U^d with U^{-d}; in logarithms."""
    at = {"d": d, "log_U": log_U, "exponent": exponent}
    return Use(at, gives=d * log_U - exponent <= -(d * log_U))


@adds_up("LYU25.C6.2", "Claim 6.2, section 6.2")
def the_failures_of_the_chunks(T: Rounds) -> Total:
    """All chunks agree at all updates except with probability T^{-10}."""
    return Total(fails=Real.of(T) ** (-10))


@terms("LYU25.C6.2.sums.corrected")
def unlike_chunks(log_T: FromZero) -> Terms:
    """Some chunk has not nearly the error of all at some update so seldom."""
    return Terms(fails=exp(-(10 * log_T)))


@correction(
    "LYU25.C6.2.sums",
    "|E| >= U/2 fails with T^{-10}, and each of up to K + 1 updates with what the union bound gives: T^{-12} each for"
    " at most T updates, with Claim 6.1 at T^{-11}, add up, for a larger constant in U",
    power=Constant(12, mutants=(11,)),
)
def the_failures_of_the_chunks_add_up(T: Rounds, power: int) -> Truth:
    """T^{-11} + T T^{-12} <= T^{-10} for T >= 2."""
    return T**10 * (1 / T**11 + T * 1 / T**power) <= T**10 * unlike_chunks(ln(T)).fails


@uses("LYU25.C6.2.corrected", "PROB.chernoff.upper", FIXED)
@uses("LYU25.C6.2.corrected", "PROB.chernoff.lower", FIXED)
def each_chunk_has_nearly_its_share(d: AtLeastOne, cases: FromZero, w: FromZero, more: FromZero) -> Use:
    """A chunk has n/40 errors or more on average, n = U/k, where |E| >= U/2 and err_E(h) >= 1/20. At n = 58080 d^2
    (cases + w) either tail beyond 1 +- 1/(22d) of the mean, in e^cases cases, has e^{-w} at most."""
    at = {"mean": 58080 * d**2 * (cases + w) / 40 + more, "delta": 1 / (22 * d)}
    return Use(at, gives=lambda tail: exp(cases) * tail.fails <= exp(-w))


rests_on("LYU25.C6.2.corrected", "LYU25.C6.1.corrected", "|E| is in (U/2, 3U/2) at each update", FIXED)
rests_on("LYU25.C6.2.corrected", "LYU25.S2.sauer", "(2 U)^d behaviours", FIXED, repair="LYU25.S2.sauer.corrected")
rests_on("LYU25.C6.2.corrected", "LYU25.L4.2", "so do SOAs of parts", FIXED, repair="LYU25.L4.2.corrected")


# ---- Claim 6.3


rests_on("LYU25.C6.3", "LYU25.C6.2", "the event, of the repair", NESTED, repair="LYU25.C6.2.corrected")


@uses("LYU25.C6.3", "LYU25.A4.def", NESTED, repair="LYU25.A4.def.corrected")
def the_classes_are_defined(d: PositiveInteger, j: PositiveInteger) -> Use:
    """By definition h is in H_i^j where its errors are at most (1/10) (1 - 1/(5d))^j."""
    printed, listed = Fraction(1, 10) * (1 - 1 / (5 * d)) ** j, Fraction(1, 10) * (1 - 1 / d) ** j
    return Use(gives=printed == listed)


@correction(
    "LYU25.C6.3.from.A4.def.conclusion",
    "algorithm 4 has 1 - 1/d; both rates interleave (LYU25.C6.3.def.corrected), and the thresholds of the proof are "
    "the larger ones",
    least=OFFSET,
)
def the_threshold_of_the_proof_is_larger(d: PositiveInteger, least: int) -> Truth:
    """1 - 1/(5d) > 1 - 1/d."""
    return (1 - 1 / (5 * d)) - (1 - 1 / d) > least


@uses("LYU25.C6.3", "LYU25.C6.3.eq1", NESTED)
def the_errors_stay_within_a_stage(d: PositiveInteger, w: FromZero, e: FromZero, share: Unit) -> Use:
    """The display: err_{A_i'}(h) <= (1 + 1/(5d)) err_{A_i}(h) <= w, which puts h into the class."""
    other = (1 + 1 / (5 * d) * share) * e
    return Use({"d": d, "w": w, "e": e}, gives=other <= w)
