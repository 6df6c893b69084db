"""LYU25 section 2: errors on the chunks of a random split, and the classes that interleave."""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.decompositions.interleaving import (
    chance_outside,
    chunks_of,
    empirical_error,
    is_teacher_of,
    within,
)
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

SECTION = "section 2, on interleaving classes"
MeanError = Annotated[Real, Reals(low=0, high=Fraction(5, 6))]  # (1 + 1/(5d)) times it is an error rate, at most 1


# ---- Errors on chunks


def few_samples(m: Integer, n: Integer) -> bool:
    """At most 256 samples."""
    return is_true((2 * m) ** n <= 256)


@claim(
    "LYU25.S2.err",
    f"{SECTION}: empirical error",
    "definition",
    reach=few_samples,
    weight=Constant(1, mutants=(2,)),
)
def the_empirical_error_is_an_error(m: PositiveSize, n: PositiveSize, weight: int) -> Truth:
    """$err_S(h)$ is the mean of $[h(x) != y]$ over $(x, y)$ in $S$: the error of $h$ under the distribution that gives
    each example its share of $S$, so that repetitions count; for all $h$ on $m$ points and all $S$ of $n >= 1$
    examples."""
    examples = list(product(range(m), range(2)))
    return all_of(
        empirical_error(h, S) == sum(weight * Fraction(S.count((x, y)), n) for x, y in examples if h[x] != y)
        for h in all_functions(m, 2)
        for S in product(examples, repeat=n)
    )


@terms("LYU25.S2.eq1")
def far_chunk(rows: PositiveReal, alpha: FromZero, d: AtLeastOne, rate: int = 75) -> Terms:
    """The error on a chunk is not within 1 +- 1/(5d) of alpha, that on the sample, so seldom."""
    return Terms(fails=2 * exp(-(rows * alpha / (rate * d**2))))


@claim(
    "LYU25.S2.eq1",
    f"{SECTION}: error on a random chunk",
    "claim",
    narrows="$Omega$ as $1/75$ in powers of $e$, with the factor 2 of Proposition 2, which $Omega$ must hide: without "
    "it no constant serves $k >= 2$ chunks and a function that errs once (LYU25.S2.eq1.few)",
    caps="one function and one chunk of $64 i$ examples out of $k >= 2$ (at $k = 1$ it is the whole sample); "
    "$alpha = ones/8$",
    rate=Constant(75, stronger="smaller", mutants=(10,)),
)
def a_chunk_has_nearly_the_error_of_the_sample(
    i: PositiveSize, k: AtLeastTwoSize, ones: Size, d: PositiveSize, rate: int
) -> Statement:
    """With probability $1 - 2^{-Omega((N/k) alpha / d^2)}$, $alpha = err_S(h)$, a random chunk of $N/k$ of the $N$
    examples has $err_{S_i}(h)$ in $(1 +- 1/(5d)) err_S(h)$: it fails with probability at most $2 exp(-(N/k) alpha / (75
    d^2))$, where that is below 1."""
    size, alpha, width = 64 * i, ones / 8, 1 / (5 * d)
    failure = chance_outside(k * size, 8 * i * k * ones, size, (1 - width) * alpha, (1 + width) * alpha)
    bound = Real.of(far_chunk(size, alpha, d, rate).fails)
    return when([ones <= 8, bound < 1], failure <= bound)


@uses("LYU25.S2.eq1", "LYU25.P2", f"{SECTION}: second display")
def a_chunk_is_a_random_subset(d: PositiveInteger, rows: AtLeastOne, alpha: FromZero) -> Use:
    """Proposition 2 with $1/(5d)$ for $delta$ and $N/k$ rows gives the exponent $(N/k) alpha / (75 d^2)$."""
    at = {"delta": FIFTH / d, "rows": rows, "mean": alpha}
    return Use(at, gives=lambda chunk: chunk.fails <= 2 * exp(-(rows * alpha / (75 * d**2))))


@claim(
    "LYU25.S2.eq1.few",
    "for section 2, on interleaving classes: chunk errors of a function that errs once",
    "step",
    role="companion",
    narrows="the two inequalities; that the errors are 0 and $k/N$ is not formalized",
    least=Constant(2, mutants=(1,)),
)
def a_single_error_is_on_one_chunk(k: PositiveInteger, d: PositiveInteger, least: int) -> Statement:
    """A function that errs on one of $N$ examples errs on none or on one of the $N/k$ of a chunk: with $k >= 2$ chunks
    its error there, 0 or $k/N$, is never within $(1 +- 1/(5d)) / N$."""
    return when(k >= least, (1 - FIFTH / d > 0) & (1 + FIFTH / d < k))


@claim(
    "LYU25.S2.eq2",
    f"{SECTION}: errors of one function on two chunks",
    "claim",
)
def two_chunks_have_nearly_the_same_error(d: PositiveInteger, e: MeanError, u: Unit, v: Unit) -> Truth:
    """Where the errors on two chunks are within $(1 +- 1/(5d)) e$, $e = err_S(h)$, $(1 - 1/(3d)) err_{S_i'}(h) <=
    err_{S_i}(h) <= (1 - 1/(3d))^{-1} err_{S_i'}(h)$; here they are the shares $u$ and $v$ of the way through that
    range, $e <= 5/6$ so that none is above 1."""
    one, other, shrink = within(FIFTH / d, u) * e, within(FIFTH / d, v) * e, 1 - THIRD / d
    return (shrink * other <= one) & (one <= other / shrink)


@terms("LYU25.S2.eq2.corrected")
def close_errors(d: AtLeastOne, one: FromZero, other: FromZero, rate: Fraction = HALF) -> Terms:
    """The errors of one function on two chunks, both within 1 +- 1/(5d) times that on the sample."""
    shrink = 1 - rate / d
    return Terms(says=(shrink * other <= one) & (shrink * one <= other))


@uses("LYU25.S2.eq2", "LYU25.S2.eq1", f"{SECTION}: this implies")
def both_chunks_are_close_to_the_sample(
    d: PositiveInteger, rows: AtLeastOne, e: MeanError, u: FromZero, v: Unit
) -> Use:
    """The errors on two chunks, at least $(1 - 1/(5d)) e$ by $u$ and at most a share $v$ of $(1 + 1/(5d)) e$, are in a
    ratio of at least $1 - 1/(3d)$."""
    a, b = (1 - FIFTH / d) * e + u, v * (1 + FIFTH / d) * e
    return Use({"rows": rows, "alpha": e, "d": d}, gives=(1 - THIRD / d) * b <= a)


@correction(
    "LYU25.S2.eq2.from.S2.eq1.conclusion",
    "for $d >= 2$ two errors within $(1 +- 1/(5d)) e$ can be in the ratio $(5d - 1) / (5d + 1) < 1 - 1/(3d)$",
    rate=Constant(HALF, stronger="smaller", mutants=(THIRD,)),
)
@correction(
    "LYU25.S2.eq2",
    "$(5d - 1) / (5d + 1)$ is at least $1 - 1/(3d)$ at $d = 1$ alone; $1 - 1/(2d)$, the rate of section "
    "5, holds for every $d$",
    rate=Constant(HALF, stronger="smaller", mutants=(THIRD,)),
)
def two_chunks_have_nearly_the_same_error_at_the_rate_of_section_5(
    d: PositiveInteger, e: FromZero, u: Unit, v: Unit, rate: Fraction
) -> Truth:
    """Where the errors on two chunks are within $(1 +- 1/(5d)) err_S(h)$, $(1 - 1/(2d)) err_{S_i'}(h) <= err_{S_i}(h)
    <= (1 - 1/(2d))^{-1} err_{S_i'}(h)$."""
    one, other = within(FIFTH / d, u) * e, within(FIFTH / d, v) * e
    return as_truth(close_errors(d, one, other, rate).says)


rests_on(
    "LYU25.S2.eq2.corrected", "LYU25.S2.eq1", "both errors are within $(1 +- 1/(5d)) err_S(h)$", f"{SECTION}, corrected"
)


# ---- The number of behaviours


def _behaviours(H: ConceptClass, extra: int) -> Truth:
    return H.size() <= vc_dimension(H).map(lambda d: Fraction(H.points) ** d + extra)


@claim(
    "LYU25.S2.sauer",
    f"{SECTION}: number of behaviours of a VC class",
    "claim",
    extra=Constant(0),
)
def there_are_at_most_powers_of_n_behaviours(H: Binary, extra: int) -> Truth:
    """A class of VC dimension $d$ has at most $N^d$ behaviours on $N$ points, by Sauer's lemma; here the points of
    $H$."""
    return _behaviours(H, extra)


@uses("LYU25.S2.sauer", "DIM.sauer.vc", f"{SECTION}: by Sauer's lemma")
def behaviours_are_patterns(H: Binary) -> Use:
    """Sauer's lemma, from which $N^d$ behaviours are said to follow."""
    powers = vc_dimension(H).map(lambda d: Fraction(H.points) ** d)
    return Use({"H": H}, gives=H.size() <= powers)


@correction(
    "LYU25.S2.sauer.from.DIM.sauer.vc.conclusion",
    "$sum_{i<=d} C(N, i)$ is $N + 1$ at $d = 1$ and 2 at $N = 1$, $d = 1$: it is at most $N^d + 1$",
    extra=Constant(1, stronger="smaller", mutants=(0,)),
)
@correction(
    "LYU25.S2.sauer",
    "Sauer's lemma gives $N^d + 1$, as for the thresholds on $N$ points, of VC dimension 1; it is $N^d$ "
    "for $d$, $N >= 2$ or $d = 0$",
    extra=Constant(1, stronger="smaller", mutants=(0,)),
)
def there_is_at_most_one_behaviour_more(H: Binary, extra: int) -> Truth:
    """A class of VC dimension $d$ has at most $N^d + 1$ behaviours on $N$ points."""
    return _behaviours(H, extra)


@uses("LYU25.S2.sauer.corrected", "DIM.sauer.vc", f"{SECTION}: by Sauer's lemma, corrected", opaque=("vc_dimension",))
def one_behaviour_more_than_a_power(H: Binary) -> Use:
    """At most Sauer's sum of behaviours, and so at most $N^d + 1$."""
    return Use({"H": H}, gives=H.size() <= vc_dimension(H).map(lambda d: Fraction(H.points) ** d + 1))


rests_on(
    "LYU25.S2.sauer.corrected",
    "LYU25.S2.sauer.powers",
    "the sum is at most $N^d + 1$",
    f"{SECTION}: by Sauer's lemma, corrected",
)


@claim(
    "LYU25.S2.sauer.powers",
    "for section 2, on interleaving classes: sum of binomials in Sauer's lemma",
    "claim",
    role="companion",
    extra=Constant(1, stronger="smaller", mutants=(0,)),
    cites=("DIM.sauer.vc",),
)
def sauers_sum_is_below_a_power(N: Size, d: Size, extra: int) -> Truth:
    """$sum_{i<=d} C(N, i) <= N^d + 1$, and at most $N^d$ where $d >= 2$ and $N >= 2$."""
    within = sauer_sum(int(N), int(d), 1) <= N**d
    return all_of([sauer_sum(int(N), int(d), 1) <= N**d + extra, (d <= 1) | (N <= 1) | within])


rests_on(
    "LYU25.S2.sauer.powers",
    "DIM.sauer.vc",
    "the sum that is bounded is that of Sauer's lemma",
    "for section 2, on interleaving classes",
)


# ---- The classes


@claim(
    "LYU25.S2.Hij",
    f"{SECTION}: classes of the chunks and levels",
    "definition",
    reach=few_samples,
    narrows="one threshold on both sides: what is looked at is the class of a threshold, not that it is $(1 - "
    "1/(3d))^j alpha$",
    caps="$H$ is all functions on $m$ points and $alpha = a/n$; membership is a matter of one function",
    rate=Constant(THIRD, mutants=(Fraction(2, 3), 0)),
)
def a_class_has_the_functions_of_small_error_on_its_chunk(
    m: PositiveSize, n: PositiveSize, d: PositiveSize, j: Size, a: Size, rate: Fraction
) -> Truth:
    """$H_i^j = {h in H : err_{S_i}(h) <= (1 - 1/(3d))^j alpha}$, for $d >= 1$ and all $j$ (the print has $j <= d$
    first, and at the end of the subsection $j <= d + 1$); for all chunks of $n$ rows."""
    alpha = a / n
    here, shrunk = alpha * (1 - THIRD / d) ** j, alpha * (1 - rate / d) ** j
    return all_of(is_teacher_of(chunk, m, here, shrunk) for chunk in chunks_of(m, n))


def _included(d: Real, e: Real, u: Real, v: Real, more: Real, rate: Expression) -> Truth:
    one, other = within(FIFTH / d, u) * e, within(FIFTH / d, v) * e
    return other <= (one + more) / (1 - rate / d)


@claim("LYU25.S2.eq3", f"{SECTION}: interleaving of the classes", "claim")
def each_class_lies_in_all_classes_of_the_level_below(
    d: PositiveInteger, e: MeanError, u: Unit, v: Unit, more: FromZero
) -> Truth:
    """If all chunks have $err_{S_i}(h)$ in $(1 +- 1/(5d)) err_S(h)$, then $H_i^j$ lies in the intersection over $i'$ of
    $H_{i'}^{j-1}$, and so $H_i^j$ in $H_{i'}^{j-1}$ in $H_i^{j-2}$ and so on: for every function, whose errors on $S_i$
    and $S_{i'}$, the shares $u$ and $v$ of the way through that range for $e = err_S(h)$, are all that matters; here
    $(1 - 1/(3d))^j alpha$ is the first and ``more``, and $e <= 5/6$ so that no error is above 1."""
    return _included(d, e, u, v, more, THIRD)


@correction(
    "LYU25.S2.eq3",
    "for $d >= 2$, $(1 - 1/(3d))^j alpha$ on $S_i$ can be more than $(1 - 1/(3d))^{j-1} alpha$ on $S_{i'}$: the rate "
    "must be $1 - 1/(2d)$, as in section 5",
    rate=Constant(HALF, stronger="smaller", mutants=(THIRD,)),
)
def each_class_lies_in_all_classes_of_the_level_below_at_the_rate_of_section_5(
    d: PositiveInteger, e: FromZero, u: Unit, v: Unit, more: FromZero, rate: Fraction
) -> Truth:
    """If all chunks have $err_{S_i}(h)$ in $(1 +- 1/(5d)) err_S(h)$, then $H_i^j = {h : err_{S_i}(h) <= (1 - 1/(2d))^j
    alpha}$ lies in the intersection over $i'$ of $H_{i'}^{j-1}$, and so on down."""
    return _included(d, e, u, v, more, rate)


@uses("LYU25.S2.eq3.corrected", "LYU25.S2.eq2.corrected", f"{SECTION}: fourth display, corrected")
def close_errors_interleave(d: PositiveInteger, one: FromZero, other: FromZero, alpha: FromZero) -> Use:
    """$err_{S_i'}(h) <= err_{S_i}(h) / (1 - 1/(2d))$ is at most $(1 - 1/(2d))^{j-1} alpha$ where $err_{S_i}(h)$ is at
    most $(1 - 1/(2d))^j alpha$; here $j = 1$."""
    given = one <= (1 - HALF / d) * alpha
    return Use({"d": d, "one": one, "other": other}, given=given, gives=other <= alpha)


@uses("LYU25.S2.eq3", "LYU25.S2.eq1", f"{SECTION}: we can afford to union-bound")
def all_relevant_functions_are_concentrated(
    N: PositiveInteger, k: PositiveInteger, d: PositiveInteger, errors: PositiveInteger
) -> Use:
    """For a union over $N^d$ functions each must fail with probability at most $N^-d$: the bound $2 exp(-(N/k) err /
    (75 d^2))$ is to be at most that, for every $h$ that errs on some example, ``errors`` of the $N$. Of one that errs
    once it is $2 exp(-1 / (75 k d^2))$ at every $N$, however large."""
    at = {"rows": N / k, "alpha": errors / N, "d": d}
    return Use(at, given=errors <= N, gives=lambda chunk: chunk.fails <= 1 / N**d)


@correction(
    "LYU25.S2.eq3.from.S2.eq1.conclusion",
    "a function that errs once does so on one chunk alone (LYU25.S2.eq1.few): only errors of $75 d^2 (d "
    "ln N + ln 2) k / N$ or more are concentrated; section 5 has another case for the rest",
    scale=SHARE,
)
def functions_of_larger_error_are_concentrated(
    N: PositiveInteger, k: PositiveInteger, d: PositiveInteger, more: FromZero, scale: Fraction
) -> Truth:
    """Where $err_S(h) = (75 d^2 (d ln N + ln 2) + more) k / N$, the bound is at most $N^-d$."""
    errors = (75 * d**2 * (scale * (d * ln(N) + ln(2))) + more) * k / N
    return 2 * exp(-(N / k * errors / (75 * d**2))) <= exp(-(d * ln(N)))


rests_on(
    "LYU25.S2.eq3",
    "LYU25.S2.eq2",
    "errors on two chunks are within $(1 - 1/(3d))^{-1}$ of each other",
    f"{SECTION}: fourth display",
    repair="LYU25.S2.eq2.corrected",
)
rests_on(
    "LYU25.S2.eq3",
    "LYU25.S2.sauer",
    "at most $N^d$ relevant $h$",
    f"{SECTION}: by Sauer's lemma",
    repair="LYU25.S2.sauer.corrected",
)
