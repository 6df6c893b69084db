"""LYU25 section 2: what the overview's arguments use."""

from littlestone.spec.notation import *

INTERLEAVING = "section 2, on interleaving classes"
STREAM = "section 2, on oblivious streams"
ONLINE = "section 2, on online inputs"
FIFTH = Fraction(1, 5)


@uses("LYU25.S2.eq1", "LYU25.P2", f"{INTERLEAVING}: second display")
def a_chunk_is_a_random_subset(d: PositiveInteger, rows: AtLeastOne, alpha: FromZero) -> Use:
    """Proposition 2 with 1/(5d) for delta and n/k rows gives the exponent (n/k) alpha / (75 d^2)."""
    at = {"delta": FIFTH / d, "rows": rows, "mean": alpha}
    return Use(at, gives=lambda chunk: chunk.fails <= 2 * exp(-(rows * alpha / (75 * d**2))))


@uses("LYU25.S2.sauer", "DIM.sauer.vc", f"{INTERLEAVING}: by Sauer's lemma")
def behaviours_are_patterns(H: Binary) -> Use:
    """Sauer's lemma, from which N^d behaviours are said to follow."""
    powers = vc_dimension(H).map(lambda d: Fraction(H.points) ** d)
    return Use({"H": H}, gives=H.size() <= powers)


@correction(
    "LYU25.S2.sauer.from.DIM.sauer.vc.conclusion",
    "sum_{i<=d} C(N, i) is N + 1 at d = 1 and 2 at N = 1, d = 1: it is at most N^d + 1",
    extra=Constant(1, mutants=(0,), stronger="smaller"),
)
def patterns_are_one_more_than_a_power(H: Binary, extra: int) -> Truth:
    """Sauer's sum gives at most N^d + 1 behaviours."""
    return H.size() <= vc_dimension(H).map(lambda d: Fraction(H.points) ** d + extra)


@uses("LYU25.S2.sauer.corrected", "DIM.sauer.vc", f"{INTERLEAVING}: by Sauer's lemma", opaque=("vc_dimension",))
def one_behaviour_more_than_a_power(H: Binary) -> Use:
    """Sauer's sum, which is at most N^d + 1."""
    return Use({"H": H}, gives=H.size() <= vc_dimension(H).map(lambda d: Fraction(H.points) ** d + 1))


rests_on("LYU25.S2.sauer.powers", "DIM.sauer.vc", "the sum of binomials", INTERLEAVING)
rests_on("LYU25.S2.sauer.corrected", "LYU25.S2.sauer.powers", "the sum is at most N^d + 1", INTERLEAVING)


@uses("LYU25.S2.eq2", "LYU25.S2.eq1", f"{INTERLEAVING}: this implies")
def both_chunks_are_close_to_the_sample(d: PositiveInteger, rows: AtLeastOne, e: FromZero, u: FromZero, v: Unit) -> Use:
    """The errors on two chunks, at least (1 - 1/(5d)) e by u and at most a share v of (1 + 1/(5d)) e, are in a
    ratio of at least 1 - 1/(3d)."""
    a, b = (1 - FIFTH / d) * e + u, v * (1 + FIFTH / d) * e
    return Use({"rows": rows, "alpha": e, "d": d}, gives=(1 - Fraction(1, 3) / d) * b <= a)


@correction(
    "LYU25.S2.eq2.from.S2.eq1.conclusion",
    "for d >= 2 two errors within (1 +- 1/(5d)) e can be in the ratio (5d - 1) / (5d + 1) < 1 - 1/(3d)",
    rate=Constant(HALF, stronger="smaller", mutants=(Fraction(1, 3),)),
)
def both_chunks_are_close_enough_for_the_rate_of_section_5(
    d: PositiveInteger, e: FromZero, more: FromZero, share: Unit, rate: Fraction
) -> Truth:
    """With a = (1 - 1/(5d)) e + more and b = share (1 + 1/(5d)) e, (1 - 1/(2d)) b <= a."""
    a, b = (1 - FIFTH / d) * e + more, share * (1 + FIFTH / d) * e
    return (1 - rate / d) * b <= a


rests_on("LYU25.S2.eq2.corrected", "LYU25.S2.eq1", "both errors are within (1 +- 1/(5d)) err_S(h)", INTERLEAVING)


@uses("LYU25.S2.eq3", "LYU25.S2.eq2", f"{INTERLEAVING}: fourth display", repair="LYU25.S2.eq2.corrected")
@uses("LYU25.S2.eq3.corrected", "LYU25.S2.eq2.corrected", f"{INTERLEAVING}: fourth display")
def close_errors_interleave(d: PositiveInteger, one: FromZero, other: FromZero, alpha: FromZero) -> Use:
    """err_{S_i'}(h) <= err_{S_i}(h) / (1 - 1/(2d)) is at most (1 - 1/(2d))^{j-1} alpha where err_{S_i}(h) is at most
    (1 - 1/(2d))^j alpha; here j = 1."""
    given = one <= (1 - HALF / d) * alpha
    return Use({"d": d, "one": one, "other": other}, given=given, gives=other <= alpha)


@uses("LYU25.S2.eq3", "LYU25.S2.eq1", f"{INTERLEAVING}: we can afford to union-bound")
def all_relevant_functions_are_concentrated(
    N: PositiveInteger, k: PositiveInteger, d: PositiveInteger, errors: PositiveInteger
) -> Use:
    """For a union over N^d functions each must fail with probability at most N^-d: the bound 2 exp(-(N/k) err / (75
    d^2)) is to be at most that, for every h that errs on some example, ``errors`` of the N."""
    at = {"rows": N / k, "alpha": errors / N, "d": d}
    return Use(at, given=errors <= N, gives=lambda chunk: chunk.fails <= 1 / N**d)


@correction(
    "LYU25.S2.eq3.from.S2.eq1.conclusion",
    "a function that errs once errs on one chunk and not on the others, with probability one for k >= 2 "
    "(LYU25.S2.eq1.few): only functions of error at least 75 d^2 (d ln N + ln 2) k / N are concentrated, and section 5 "
    "has another case for the rest",
    scale=SHARE,
)
def functions_of_larger_error_are_concentrated(
    N: PositiveInteger, k: PositiveInteger, d: PositiveInteger, more: FromZero, scale: Fraction
) -> Truth:
    """Where err_S(h) = (75 d^2 (d ln N + ln 2) + more) k / N, the bound is at most N^-d."""
    errors = (75 * d**2 * (scale * (d * ln(N) + ln(2))) + more) * k / N
    return 2 * exp(-(N / k * errors / (75 * d**2))) <= exp(-(d * ln(N)))


rests_on(
    "LYU25.S2.eq3", "LYU25.S2.sauer", "N^d + 1 behaviours at most", INTERLEAVING, repair="LYU25.S2.sauer.corrected"
)
rests_on("LYU25.S2.merge", "LYU25.S2.eq3", "the new scheme satisfies eq. (1)", ONLINE, repair="LYU25.S2.eq3.corrected")


@uses("LYU25.S2.halving.draws", "PROB.hoeffding", STREAM)
def a_share_of_votes_is_close(r: PositiveReal) -> Use:
    """The share of r draws that vote for a label is off by more than 1/4 with a part of probability 2 e^{-2 r / 16}."""
    return Use({"n": r, "t": QUARTER}, gives=lambda b: 2 * b.fails <= 2 * exp(-(r / 8)))


@uses("LYU25.S2.halving.draws", "PROB.union", STREAM)
def some_point_of_the_stream_is_bad(T: AtLeastOne, more: FromZero) -> Use:
    """T points, each with a failure of 2 e^{-r/8}, r = 24 ln(2 T) + ``more``, fail with probability 1 / (4 T^2)."""
    each = 2 * exp(-((24 * ln(2 * T) + more) / 8))
    return Use({"chances": T * each}, gives=lambda b: b.fails <= 1 / (4 * T**2))


@uses("LYU25.S2.halving", "LYU25.S2.halving.draws", STREAM)
def the_draws_stand_for_all(T: AtLeastOne) -> Use:
    """The majority of the draws stands for that of all with probability at least 3/4."""
    return Use({"T": T}, gives=lambda draws: 1 - draws.fails >= Fraction(3, 4))


rests_on("LYU25.S2.halving", "DP.composition.adaptive", "an O(log T) overhead in privacy cost", STREAM)
