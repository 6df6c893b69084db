"""LYU25 section 6.2: the chunks agree, Claim 6.2, and the classes interleave, Claim 6.3."""

from math import comb

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import OnlineParameters

SPLIT = "proof of Claim 6.2, section 6.2"
FIXED = "for Claim 6.2, section 6.2"
NESTED = "proof of Claim 6.3, section 6.2"
AGREEMENT: dict[str, Any] = {
    "narrows": "an h is its errors in E; Chernoff's tails, the union bound, and that the cases are at most 2 K k (2 "
    "U)^d, by Sauer's lemma and Lemma 4.2, are cited",
    "factor": Constant(58080, mutants=(58000,), stronger="smaller"),
    "rate": Constant(22, mutants=(21,), stronger="smaller"),
    "floor": Constant(Fraction(1, 20), mutants=(Fraction(1, 21),), stronger="smaller"),
}


# ---- Claim 6.2


def chance_of_agreement(d: int, n: int, errors: int) -> Fraction:
    """The probability that the errors of h on two random chunks of n out of 2n examples are within 1 +- 1/(5d) of each
    other, by the hypergeometric law of the errors in the first."""

    def agree(i: int) -> bool:
        few, many = sorted((i, errors - i))
        return 5 * d * many <= (5 * d + 1) * few and (5 * d - 1) * many <= 5 * d * few

    ways = sum(comb(n, i) * comb(n, errors - i) for i in range(errors + 1) if agree(i))
    return Fraction(ways, comb(2 * n, errors))


@claim(
    "LYU25.C6.2",
    "Claim 6.2, section 6.2: agreement of the chunks",
    "claim",
    narrows="two chunks, of an $|E|$ that they divide, and one $h$ with a single error in $E$",
)
def all_chunks_have_the_same_errors(d: PositiveSize, n: PositiveSize) -> Truth:
    """With probability $1 - T^{-10}$ all chunks have $err_{A_i}(h)$ in $(1 +- 1/(5d)) err_{A_j}(h)$ for all $h$ in $H$,
    at every update. Read as: for an $h$ with one error in $E$ and two random chunks of $n$ examples it is so with
    probability at least $1 - 2^{-10}$, as $T >= 2$."""
    return chance_of_agreement(int(d), int(n), 1) >= 1 - Real.of(Fraction(1, 1024))


@correction(
    "LYU25.C6.2",
    "relative errors agree only where the error is not small: assume $err_E(h) >= 1/20$, an independent "
    "teacher for each example, and larger chunks; smaller errors are in all classes at the rate $1 - 1/(5d)$ "
    "(LYU25.C6.3.floor)",
    **AGREEMENT,
)
def chunks_agree_on_errors_that_are_not_small(
    d: AtLeastOne,
    K: AtLeastOne,
    k: AtLeastOne,
    log_U: FromZero,
    log_T: FromZero,
    more: FromZero,
    over: Unit,
    few: Unit,
    rest: Unit,
    factor: int,
    rate: int,
    floor: Fraction,
) -> Truth:
    """Where each example has an independent teacher and $U/k >= 58080 d^2 (ln(2 K k) + d ln(2 U) + 10 ln T)$, with
    probability $1 - T^{-10}$, at each of $K$ updates of $U/2$ to $3U/2$ examples, $U >= 4$, all chunks have
    $err_{A_i}(h)$ in $(1 +- 1/(5d)) err_{A_j}(h)$ for all $h$ in $H$, and all SOAs of nonempty $(d+1)$-irreducible
    parts of $H$, with $err_E(h) >= 1/20$: each of at most $(2 U)^d$ kinds of $h$, all of $E$ among them, has $1 +-
    1/(22d)$ times its mean, $err_E(h) U/(2 k)$ or more, in all $k$ chunks but for two tails $e^{-(U/(40 k)) / (3
    (22d)^2)}$, and quotients are so near each other. Here $log_U = ln(2 U)$, $U/k$ is ``more`` than it must be,
    $err_E(h)$ is $1/20$ and ``over`` of the rest, and ``few`` and ``rest`` choose any two errors that two chunks may
    have, the smaller first."""
    x, cases = 1 / (rate * d), ln(2 * K * k) + d * log_U
    error = floor + over * (1 - floor)
    mean = error * (factor * d**2 * (cases + 10 * log_T) + more) / 2
    fails = cases - x**2 * mean / 3 <= -10 * log_T
    least, most = (1 - x) / (1 + x), (1 + x) / (1 - x)
    low = least + (most - least) * few
    high = low + (most - low) * rest
    return fails & as_truth(near_pair(d, error, error * low, error * high).says)


@uses("LYU25.C6.2", "LYU25.C6.1", SPLIT, repair="LYU25.C6.1.corrected", draws="$|E| >= U/2$ at all updates")
def the_buffer_has_enough_examples(T: Rounds) -> Use:
    """$|E| >= U/2$ at all updates, except with probability $T^{-10}$."""
    return Use({"log_T": ln(T)}, times=1)


@uses("LYU25.C6.2", "LYU25.P2", SPLIT)
def a_chunk_has_the_mean_of_all(C: PositiveInteger) -> Use:
    """Proposition 2 for a chunk of $|E|/k$ examples and an $h$ with $err_E(h) = 1/|E|$, at $1/(5d)$: it gives $2
    e^{-1/(75 k d^2)}$, which is to be at most $U^{-2d}$; here $d = 1$, $epsilon = 1$, $delta = 1/e$, $log T = C +
    2$."""
    A = OnlineParameters(1, 1, 1, C + 2, C)
    at = {"delta": Real.of(Fraction(1, 5)), "rows": A.U / A.k, "mean": 1 / A.U}
    return Use(at, gives=lambda chunk: chunk.fails <= exp(-(2 * ln(A.U))))


@uses("LYU25.C6.2", "LYU25.S2.sauer", SPLIT, repair="LYU25.S2.sauer.corrected")
def the_behaviours_are_counted(d: PositiveInteger, U: PositiveInteger) -> Use:
    """$H$ has at most $|U|^d$ behaviours on $E$, which has up to $3U/2$ examples: by Sauer's lemma $(3U/2)^d + 1$."""
    return Use(gives=(Fraction(3, 2) * U) ** d + 1 <= U**d)


@correction(
    "LYU25.C6.2.from.S2.sauer.conclusion",
    "$|E|$ is up to $3U/2$, and Sauer's lemma has $N^d + 1$ at $d = 1$: at most $(2 U)^d$ for $U >= 4$",
    caps="$U$ an integer",
    factor=Constant(2, mutants=(Fraction(7, 4),), stronger="smaller"),
)
def the_behaviours_are_at_most_a_larger_power(d: PositiveSize, more: Size, factor: Fraction) -> Truth:
    """$(3U/2)^d + 2 <= (2 U)^d$ for $U = 4 + more$, all of $E$ being one case more."""
    U, power = 4 + int(more), int(d)
    return Real.of((Fraction(3, 2) * U) ** power + 2) <= (Fraction(factor) * U) ** power


@uses(
    "LYU25.C6.2", "LYU25.C6.2.union", SPLIT, repair="LYU25.C6.2.union.corrected", draws="all chunks agree at an update"
)
def the_tuples_fail_together(T: Rounds) -> Use:
    """All tuples of an update agree except with probability $T^{-10}$; at one update."""
    return Use(fails=Real.of(T) ** (-10))


rests_on("LYU25.C6.2", "LYU25.C6.2.tail", "one tuple fails with $U^{-2d}$", SPLIT, repair="LYU25.C6.2.tail.corrected")


@adds_up("LYU25.C6.2", "Claim 6.2, section 6.2")
def the_failures_of_the_chunks(T: Rounds) -> Total:
    """All chunks agree at all updates except with probability $T^{-10}$."""
    return Total(fails=Real.of(T) ** (-10))


@terms("LYU25.C6.2.sums.corrected")
def unlike_chunks(log_T: FromZero) -> Terms:
    """Some chunk has not nearly the error of all at some update so seldom."""
    return Terms(fails=exp(-(10 * log_T)))


@correction(
    "LYU25.C6.2.sums",
    "$|E| >= U/2$ fails with $T^{-10}$, and so does the union bound at each update: take $T^{-12}$ for "
    "each of at most $T$ updates, and $T^{-11}$ for Claim 6.1",
    power=Constant(12, mutants=(11,)),
)
def the_failures_of_the_chunks_add_up(T: TwoOrMore, power: int) -> Truth:
    """$T^{-11} + T T^{-12} <= T^{-10}$ for $T >= 2$."""
    return T**10 * (1 / T**11 + T * 1 / T**power) <= T**10 * unlike_chunks(ln(T)).fails


@uses("LYU25.C6.2.corrected", "PROB.chernoff.upper", FIXED)
@uses("LYU25.C6.2.corrected", "PROB.chernoff.lower", FIXED)
def each_chunk_has_nearly_its_share(d: AtLeastOne, cases: FromZero, w: FromZero, more: FromZero) -> Use:
    """A chunk has $n/40$ errors or more on average, $n = U/k$, where $|E| >= U/2$ and $err_E(h) >= 1/20$. At $n = 58080
    d^2 (cases + w)$ either tail beyond $1 +- 1/(22d)$ of the mean, in $e^cases$ cases, has $e^{-w}$ at most."""
    at = {"mean": 58080 * d**2 * (cases + w) / 40 + more, "delta": 1 / (22 * d)}
    return Use(at, gives=lambda tail: exp(cases) * tail.fails <= exp(-w))


rests_on("LYU25.C6.2.corrected", "LYU25.S2.sauer", "$(2 U)^d$ behaviours", FIXED, repair="LYU25.S2.sauer.corrected")
rests_on("LYU25.C6.2.corrected", "LYU25.L4.2", "so do SOAs of parts", FIXED, repair="LYU25.L4.2.corrected")


@terms("LYU25.C6.2.corrected")
def near_pair(d: AtLeastOne, error: Unit, low: FromZero, high: FromZero) -> Terms:
    """The errors on two chunks, the smaller first, of one function that errs on a twentieth of $E$ or more, at an
    update of $U/2$ to $3U/2$ examples."""
    y = 1 / (5 * d)
    return Terms(error >= Fraction(1, 20), says=(high <= low * (1 + y)) & (high * (1 - y) <= low))


@claim("LYU25.C6.2.tail", "proof of Claim 6.2, section 6.2: deviation of one chunk", "step")
def a_chunk_is_representative(C: PositiveInteger) -> Truth:
    """$1 - e^{-Omega(|E| / (k d^2))} >= 1 - U^{-2d}$. Read as: with $|E| = U$ and the constant of $Omega$ in $C$, $C d
    ln(d ln T) >= 2 d ln U$, at $d = 1$, $T = 16$, $delta = 1/e$ and $epsilon = e^{-C}$."""
    A = OnlineParameters(1, exp(-C), 1, ln(16), C)
    return 2 * ln(A.U) <= A.chunk


@claim("LYU25.C6.2.union", "proof of Claim 6.2, section 6.2: union bound over all tuples", "step")
def the_union_over_all_tuples_is_unlikely(C: PositiveInteger) -> Truth:
    """$k^2 U^d$ tuples, each of probability at most $U^{-2d}$, fail together with probability at most $T^{-10}$. Read
    as: $k^2 / U$ is at most that, at $d = 1$, $epsilon = 1$, $delta = 1/e$ and $ln T = C + 2$, with the constant $C$ in
    $U$."""
    A = OnlineParameters(1, 1, 1, C + 2, C)
    return A.k**2 <= A.U * exp(-10 * A.log_T)


for refuted, why in {
    "LYU25.C6.2.from.P2.conclusion": (
        "the exponent of Proposition 2 has $err_E(h)$, which the print leaves out: assume $err_E(h) >= "
        "1/20$, and larger chunks"
    ),
    "LYU25.C6.2.tail": (
        "the exponent grows with $log T$ and $log(1/epsilon)$ only if the chunks do: they need $d ln(2 U)$"
    ),
    "LYU25.C6.2.union": (
        "one tuple must fail with probability at most $T^{-10} / (k^2 U^d)$: the chunks need $10 ln T$"
    ),
}.items():
    correction(refuted, why, **AGREEMENT)(chunks_agree_on_errors_that_are_not_small)


@claim(
    "LYU25.C6.2.unbounded",
    "for the proof of Claim 6.2, section 6.2: deviation and union bound, any constant",
    "remark",
    role="companion",
    narrows="the arithmetic; that $T^10 >= 10 (C + 2)$ is not formalized",
    factor=Constant(2, mutants=(QUARTER,)),
)
def no_constant_makes_the_union_unlikely(C: AtLeastOne, factor: Fraction) -> Truth:
    """For every $C >= 1$ both steps fail: $C ln ln 16 < 2 ln U$, $U = C ln(ln 16) ln(16) e^C$, and $C ln(C + 2) < (C +
    2) T^10$ with $T = e^{C+2}$, so that $T^10 >= 10 (C + 2)$."""
    tail = C * ln(ln(16)) < factor * (C + ln(C * ln(16) * ln(ln(16))))
    return tail & (ln(C + 2) < 10 * (C + 2))


# ---- Claim 6.3


@claim(
    "LYU25.C6.3",
    "Claim 6.3, section 6.2: interleaving of the classes",
    "claim",
    narrows="one $h$ and one sub-dataset of each teacher, which is all that the definition of a class asks for "
    "each; $d >= 1$, for at $d = 0$ neither $1/(5d)$ nor $1 - 1/d$ is defined",
    rate=Constant(5, mutants=(Fraction(1, 5),), stronger="smaller"),
)
def the_classes_interleave(d: PositiveInteger, w: FromZero, s: Unit, rate: Fraction) -> Truth:
    """Where $err_{A_i'}(h) <= (1 + 1/(5d)) err_{A_i}(h)$, $H_i^{j+1}$ is part of $H_i'^j$, for all $i$, $i'$ and $j$:
    with $w = (1/10) (1 - 1/d)^j$, as in algorithm 4 (the printed proof has $1 - 1/(5d)$), an error $s w (1 - 1/d)$ on
    $A_i$, $s <= 1$, allows $(1 + 1/(5d))$ times as much on $A_i'$, which is at most $w$."""
    e = s * w * (1 - 1 / d)
    return (1 + 1 / (rate * d)) * e <= w


rests_on(
    "LYU25.C6.3", "LYU25.C6.2", "$err_{A_i'}(h) <= (1 + 1/(5d)) err_{A_i}(h)$", NESTED, repair="LYU25.C6.2.corrected"
)


@uses("LYU25.C6.3", "LYU25.A4.def", NESTED, repair="LYU25.A4.def.corrected")
def the_classes_are_defined(d: PositiveInteger, j: PositiveInteger) -> Use:
    """By definition $h$ is in $H_i^j$ where its errors are at most $(1/10) (1 - 1/(5d))^j$."""
    printed, listed = Fraction(1, 10) * (1 - 1 / (5 * d)) ** j, Fraction(1, 10) * (1 - 1 / d) ** j
    return Use(gives=printed == listed)


@correction(
    "LYU25.C6.3.from.A4.def.conclusion",
    "algorithm 4 has $1 - 1/d$, and both rates serve; at $d = 1$ the last threshold is 0 for the first, and $(1/10) "
    "(4/5)^2$ for the second",
    share=Constant(1, mutants=(Fraction(19, 20),), stronger="smaller"),
)
def both_rates_interleave(d: PositiveInteger, share: Fraction) -> Truth:
    """$(1 + 1/(5d)) (1 - r) <= 1$ for the rates $r = 1/d$ and $r = 1/(5d)$."""
    x = 1 / (5 * d)
    return ((1 + x) * (1 - 5 * x) <= share) & ((1 + x) * (1 - x) <= share)


@uses("LYU25.C6.3", "LYU25.C6.3.eq1", NESTED)
def the_errors_stay_within_a_stage(d: PositiveInteger, w: FromZero, e: FromZero, share: Unit) -> Use:
    """The display: $err_{A_i'}(h) <= (1 + 1/(5d)) err_{A_i}(h) <= w = (1/10) (1 - 1/(5d))^j$: $h$ is in the class."""
    other = (1 + 1 / (5 * d) * share) * e
    return Use({"d": d, "w": w, "e": e}, gives=other <= w)


@terms("LYU25.C6.3.eq1")
def error_within_the_stage(d: AtLeastOne, w: FromZero, e: FromZero, share: Fraction | int = 1) -> Terms:
    """An error at one level; w is the level before."""
    return Terms(says=(1 + 1 / (5 * d)) * e <= share * w)


@claim(
    "LYU25.C6.3.eq1",
    "proof of Claim 6.3, section 6.2: error at one level and at the level before",
    "displayed",
    role="construction",
    share=Constant(1, mutants=(Fraction(99, 100),), stronger="smaller"),
)
def an_error_stays_within_the_stage_before(d: PositiveInteger, w: FromZero, s: Unit, share: Fraction) -> Truth:
    """$err_{A_i}(h) (1 + 1/(5d)) <= (1/10) (1 - 1/(5d))^j$ where $err_{A_i}(h) = s (1/10) (1 - 1/(5d))^{j+1}$, $s <=
    1$ and $d >= 1$: here $w$ is the right side. (That puts $h$ into $H_i'^j$, not into the $H_i^j$ of the print.)"""
    x = 1 / (5 * d)
    e = s * w * (1 - x)
    return as_truth(error_within_the_stage(d, w, e, share).says)


@claim(
    "LYU25.C6.3.floor",
    "for Claim 6.3, section 6.2: chunk errors of functions of small error",
    "remark",
    role="companion",
    narrows="the last inequality; Bernoulli's, $(1 - x)^{d+1} >= 1 - (d+1) x$, and that an $h$ with fewer errors "
    "than a twentieth of $E$ has no more in a chunk than one with a twentieth, by adding errors, are not "
    "formalized",
    floor=Constant(Fraction(1, 20), mutants=(Fraction(1, 10),), stronger="larger"),
)
def small_errors_stay_below_the_last_threshold(d: AtLeastOne, floor: Fraction) -> Truth:
    """With the rate $1 - 1/(5d)$ an $h$ with $err_E(h) < 1/20$ is in all classes: it has chunk errors of at most
    $(23/21) / 20$, where errors and sizes are within $1 +- 1/22$ of their means, which is below the last threshold
    $(1/10) (1 - 1/(5d))^{d+1} >= (1/10) (1 - (d+1)/(5d))$."""
    return Fraction(23, 21) * floor < Fraction(1, 10) * (1 - (d + 1) / (5 * d))
