"""LYU25 section 5: the good event and the interleaving classes."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.decompositions.interleaving import (
    chance_of_a_bad_chunk,
    chance_outside,
    chunks_of,
    is_teacher_of,
    within,
)
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *

PROOF = "proof of Theorem 3, section 5"
EGOOD = f"{PROOF}: the event E_good"
SAUER = f"{PROOF}: by Sauer's lemma"
CERTAIN = "Theorem 3, section 5, corrected"
INCLUSION = f"{PROOF}: the inclusion"


# ---- The good event


@claim(
    "LYU25.T3.Egood",
    f"{PROOF}: probability of the good event",
    "proof",
    narrows="$d = 1$, $alpha = 1$, and $B$ functions that each err on $i/12$ of the examples; $k >= 2$ chunks (at "
    "$k = 1$ it is the whole sample) of $225 ln(200 k B)$ rows, larger by a logarithm than the printed $d^3 "
    "/ alpha$, which hide it; that they fail together at most $k B$ times as often as one is cited",
    rate=Constant(225, stronger="smaller", mutants=(10,)),
)
def the_good_event_is_likely(k: AtLeastTwoSize, B: PositiveSize, i: Size, rate: int) -> Statement:
    """For all $h$ in $H$ and $i$ in $[k]$, $err_{S_i}(h)$ is in $(1 +- 1/(5d)) err_S(h)$ if $err_S(h) > alpha/3$, and
    at most $alpha/2$ if not, with probability at least $0.99$: it fails for $B$ functions and $k$ chunks of $(n/k) >=
    225 d^2 ln(200 k B) / alpha$ rows with probability at most $k B$ times that of one."""
    size = 12 * ceiling(rate * ln(200 * k * B) / 12)
    return when(
        i <= 12,
        k * B * chance_of_a_bad_chunk(k * size, k * (size // 12) * i, size, Fraction(1), 1) <= Fraction(1, 100),
    )


@uses("LYU25.T3.Egood.union.corrected", "LYU25.T3.Egood.one", CERTAIN)
def each_case_fails_seldom_enough(cases: AtLeastOne, alpha: PositiveUnit, d: AtLeastOne, more: FromZero) -> Use:
    """With $(n/k) alpha / (225 d^2) = ln(200 cases) + more$, each of the cases, a function and a chunk, fails with
    probability at most 1 / (100 cases)."""
    at = {"rows": 225 * d**2 * (ln(200 * cases) + more) / alpha, "alpha": alpha, "d": d}
    return Use(at, gives=lambda h: h.fails <= 1 / (100 * cases))


rests_on("LYU25.T3.Egood", "LYU25.T3.Egood.union", "they add up", EGOOD, repair="LYU25.T3.Egood.union.corrected")


@uses("LYU25.T3.Egood.union.corrected", "PROB.union", CERTAIN)
def all_functions_and_chunks_fail_together(cases: AtLeastOne, more: FromZero) -> Use:
    """So many cases, each of which fails with probability $2 e^(-(ln(200 cases) + more))$, fail together so seldom."""
    each = 2 * exp(-(ln(200 * cases) + more))
    return Use({"chances": cases * each}, gives=lambda b: b.fails <= Fraction(1, 100))


@terms("LYU25.T3.Egood.one")
def broken_by_one(rows: PositiveReal, alpha: PositiveUnit, d: AtLeastOne, rate: int = 225) -> Terms:
    """A fixed function breaks E_good on a chunk of so many rows so seldom."""
    return Terms(fails=2 * exp(-(rows * alpha / (rate * d**2))))


@claim(
    "LYU25.T3.Egood.one",
    f"{PROOF}: chance that one function breaks the good event",
    "proof",
    narrows="one chunk of $96 s$ rows out of $k >= 2$ (at $k = 1$ it is the whole sample), $alpha = a/8$ and $err_S(h) "
    "= alpha i/12$",
    rate=Constant(225, stronger="smaller", mutants=(10,)),
    cites=("LYU25.P2",),
)
def a_fixed_function_seldom_breaks_the_good_event(
    s: PositiveSize, k: AtLeastTwoSize, i: Size, a: PositiveSize, d: PositiveSize, rate: int
) -> Statement:
    """For a fixed $h$ and a random chunk $E_good$ fails with probability at most $2 exp(-(n/k) alpha / (225 d^2))$,
    where that is below 1, in both cases: by Proposition 2 with $1/(5d)$ for $delta$ where $err_S(h) > alpha/3$."""
    size, alpha, ones = 96 * s, Fraction(int(a), 8), s * k * a * i
    bound = Real.of(broken_by_one(size, alpha, d, rate).fails)
    failure = chance_of_a_bad_chunk(k * size, ones, size, alpha, d) if is_true(bound < 1) else 0
    return when([ones <= k * size, a <= 8, bound < 1], failure <= bound)


@uses("LYU25.T3.Egood.one", "LYU25.P2", f"{EGOOD}, first case")
def larger_errors_are_concentrated(d: AtLeastOne, rows: PositiveReal, alpha: Unit, more: Unit) -> Use:
    """For $err_S(h) = alpha/3 + more$ Proposition 2 with $1/(5d)$ for $delta$ gives the exponent $(n/k) alpha / (225
    d^2)$ at least."""
    at = {"delta": FIFTH / d, "rows": rows, "mean": alpha / 3 + more}
    return Use(at, gives=lambda chunk: chunk.fails <= 2 * exp(-(rows * alpha / (225 * d**2))))


@uses("LYU25.T3.Egood.one", "LYU25.P2", f"{EGOOD}, second case", name="small", draws="$err_{S_i}(h) <= alpha/2$")
def small_errors_are_concentrated(rows: PositiveReal, alpha: PositiveUnit, e: PositiveUnit) -> Use:
    """For $0 < err_S(h) = e <= alpha/3$, $err_{S_i}(h) > alpha/2$ is a deviation by more than $delta e$ at $delta =
    alpha / (2 e) - 1$, which must be in (0, 1)."""
    return Use({"delta": alpha / (2 * e) - 1, "rows": rows, "mean": e}, given=3 * e <= alpha)


@correction(
    "LYU25.T3.Egood.one.from.P2.small.premise",
    "for $err_S(h) <= alpha/4$ the deviation is by more than $err_S(h)$, of which Proposition 2 says "
    "nothing: use it at $err_S(h) = alpha/3$, as fewer errors make $alpha/2$ of them less likely",
    caps="samples of up to 12 examples",
    more=OFFSET,
)
def more_errors_are_more_likely_on_a_chunk(size: PositiveSize, rest: Size, ones: Size, c: Size, more: int) -> Statement:
    """Of examples with one error more, ``size`` random ones, with ``rest`` left over, have more than $c$ errors with no
    smaller probability."""
    N = size + rest
    fewer, other = (chance_outside(N, i, size, 0, c / size) for i in (ones + more, ones + 1 - more))
    return when([ones < N, c <= size], fewer <= other)


@claim(
    "LYU25.T3.Egood.union",
    f"{PROOF}: union bound for the good event",
    "proof",
)
def the_printed_failures_add_up_to_a_hundredth(n: PositiveInteger, d: Natural) -> Truth:
    """A union bound over $|S|^d$ different $h$, each of which fails with probability $2^{-d log n}$, leaves $E_good$ a
    probability of at least $0.99$; log is to base 2."""
    return n**d * exp(-(d * log2(n) * ln(2))) <= Fraction(1, 100)


@terms("LYU25.T3.Egood.union.corrected")
def broken_by_any(cases: AtLeastOne, exponent: FromZero) -> Terms:
    """One of so many functions and chunks breaks E_good; each does with probability 2 e^-exponent."""
    return Terms(asks=exponent >= ln(200 * cases), fails=Fraction(1, 100))


@correction(
    "LYU25.T3.Egood.union",
    "$n^d 2^{-d log n}$ is 1: each function must fail on each chunk with probability at most $1 / (100 k (n^d + 1))$, "
    "which takes a constant factor more rows",
    narrows="the arithmetic of the union bound",
    scale=Constant(200, stronger="smaller", mutants=(100,)),
)
def enough_rows_make_the_failures_add_up(
    n: PositiveInteger, d: PositiveInteger, k: PositiveInteger, more: FromZero, scale: int
) -> Truth:
    """With chunks of $n/k >= 225 d^2 ln(200 k (n^d + 1)) / alpha$ rows a union bound over $n^d + 1$ functions and $k$
    chunks leaves $E_good$ a probability of at least $0.99$; $(n/k) alpha / (225 d^2)$ is that logarithm and
    ``more``."""
    cases = k * (n**d + 1)
    exponent = ln(scale * cases) + more
    return cases * (2 * exp(-exponent)) <= broken_by_any(cases, exponent).fails


rests_on("LYU25.T3.Egood.union", "PROB.union", "we only need to union bound over $|S|^d$ different $h$", SAUER)
rests_on("LYU25.T3.Egood.union", "LYU25.S2.sauer", "$|S|^d$ different $h$", SAUER, repair="LYU25.S2.sauer.corrected")


@uses("LYU25.T3.Egood.union", "LYU25.N4.vc", SAUER, opaque=("littlestone_dimension",))
def the_exponent_is_the_littlestone_dimension(H: Binary) -> Use:
    """$n^d$ of Sauer's lemma, with the VC dimension for $d$, is at most that with the Littlestone dimension; here $n =
    2$."""
    powers = [dim.map(lambda d: Fraction(2) ** d) for dim in (vc_dimension(H), littlestone_dimension(H))]
    return Use({"H": H}, gives=powers[0] <= powers[1])


@uses("LYU25.T3.Egood.union", "LYU25.T3.Egood.one", SAUER)
def each_function_fails_as_seldom_as_printed(n: AtLeastOne, d: AtLeastOne, alpha: PositiveUnit, more: FromZero) -> Use:
    """Every fixed $h$ fails with probability at most $2^{-d log n} = n^-d$, log to base 2, which takes chunks of $n/k =
    225 d^2 (d ln n + ln 2 + more) / alpha$ rows."""
    at = {"rows": 225 * d**2 * (ln(2) + d * ln(n) + more) / alpha, "alpha": alpha, "d": d}
    return Use(at, gives=lambda h: h.fails <= exp(-(d * ln(n))))


@claim(
    "LYU25.T3.Egood.union.exact",
    "for the proof of Theorem 3, section 5: value of the printed union bound",
    "proof",
    role="companion",
    total=Constant(1, mutants=(HALF,)),
)
def the_printed_failures_add_up_to_one(n: PositiveInteger, d: Natural, total: Fraction) -> Truth:
    """$n^d 2^{-d log n}$ is 1 for every $n$ and $d$, with log to base 2, and so above $1/100$."""
    return equals(d * ln(n) - d * log2(n) * ln(2), ln(total))


# ---- The classes


@claim(
    "LYU25.T3.Hij",
    f"{PROOF}: classes of the chunks and stages",
    "proof",
    narrows="one threshold on both sides: what is looked at is the class of a threshold, not that it is $(1 - "
    "1/(2d))^j alpha$",
    caps="membership is a matter of one function: $H$ is all functions on $m$ points, and $alpha = a/n$",
    rate=Constant(HALF, mutants=(1, 0)),
)
def the_class_of_a_chunk_and_a_stage(
    m: PositiveSize, n: PositiveSize, d: PositiveSize, j: PositiveSize, a: Size, rate: Fraction
) -> Statement:
    """$H_i^j = {h in H : err_{S_i}(h) <= (1 - 1/(2d))^j alpha}$ for $i$ in $[k]$ and $j$ in $[d]$; for all chunks of
    $n$ rows."""
    alpha = a / n
    here, shrunk = alpha * (1 - HALF / d) ** j, alpha * (1 - rate / d) ** j
    return when(j <= d, all_of(is_teacher_of(chunk, m, here, shrunk) for chunk in chunks_of(m, n)))


@claim("LYU25.T3.Hij.stages", f"{PROOF}: stages and their classes", "proof", more=Constant(0))
def every_stage_has_its_classes(d: Natural, j: PositiveInteger, more: int) -> Statement:
    """The algorithm operates in $d + 1$ stages, and the $j$-th uses $H_i^j$, which is defined for $j$ in $[d]$."""
    return when(j <= d + 1, j <= d + more)


@correction(
    "LYU25.T3.Hij.stages",
    "the last stage uses $H_i^{d+1}$: the classes are needed for $j$ in $[d + 1]$, as section 2 has it",
    more=Constant(1, stronger="smaller", mutants=(0,)),
)
def every_stage_has_its_classes_one_more(d: Natural, j: PositiveInteger, more: int) -> Statement:
    """With classes $H_i^j$ for $j$ in $[d + 1]$ each of the $d + 1$ stages has its own."""
    return when(j <= d + 1, j <= d + more)


def _is_good(d: Integer, e: Rational, count: Integer, alpha: Integer) -> Truth:
    close = ((1 - FIFTH / d) * e <= count) & (count <= (1 + FIFTH / d) * e)
    return ((3 * e > alpha) & close) | ((3 * e <= alpha) & (2 * count <= alpha))


@claim(
    "LYU25.T3.incl",
    f"{PROOF}: interleaving of the classes under the good event",
    "proof",
    narrows="$9 + a$ and $9 + b$ errors on two chunks, $alpha = 6 g/n$; for all numbers it is LYU25.T3.incl.large and "
    "LYU25.T3.incl.small",
    caps="membership is a matter of one function",
    rate=Constant(HALF, stronger="smaller", mutants=(QUARTER,)),
)
def each_class_lies_in_all_classes_of_the_stage_below(
    d: PositiveSize, j: PositiveSize, g: Size, a: Size, b: Size, rate: Fraction
) -> Statement:
    """Assuming $E_good$, $H_i^{j+1}$ lies in the intersection over $i'$ of $H_{i'}^j$, for every $i$ and $j <= d$, $d
    >= 1$; the factor $1/n$ of all errors is left out, and $err_S(h)$ is the mean of the errors on two chunks."""
    one, other, alpha, shrink = 9 + a, 9 + b, 6 * g, 1 - rate / d
    good = [_is_good(d, (one + other) / 2, count, alpha) for count in (one, other)]
    return when([j <= d, *good], (one <= shrink ** int(j + 1) * alpha).implies(other <= shrink ** int(j) * alpha))


@uses("LYU25.T3.incl", "LYU25.T3.incl.large", INCLUSION)
@uses("LYU25.T3.corrected", "LYU25.T3.incl.large", CERTAIN)
def the_case_of_larger_errors(d: PositiveInteger, one: FromZero, other: FromZero, level: FromZero) -> Use:
    """For $err_S(h) > alpha/3$, $err_{S_i'}(h)$ is within the level where $err_{S_i}(h)$ is within $(1 - 1/(2d))$ times
    it."""
    return Use({"d": d, "one": one, "other": other}, given=one <= (1 - HALF / d) * level, gives=other <= level)


@uses("LYU25.T3.incl", "LYU25.T3.incl.small", INCLUSION)
@uses("LYU25.T3.corrected", "LYU25.T3.incl.small", CERTAIN)
def the_case_of_small_errors(level: FromZero, u: Unit) -> Use:
    """For $err_S(h) <= alpha/3$, $err_{S_i'}(h) = u alpha/2 <= (1 - 1/(2d))^j alpha$ at every $j <= d$; here $alpha =
    1$."""
    return Use({"level": level}, gives=u / 2 <= level)


rests_on("LYU25.T3.incl", "LYU25.T3.Egood", "$E_good$ holds, with probability $0.99$", INCLUSION)
rests_on(
    "LYU25.T3.incl", "LYU25.T3.Hij.stages", "$H_i^{j+1}$, $j <= d$", INCLUSION, repair="LYU25.T3.Hij.stages.corrected"
)


@terms("LYU25.T3.incl.large")
def error_on_another_chunk(d: AtLeastOne, one: FromZero, other: FromZero, rate: Fraction = HALF) -> Terms:
    """The errors of a function of error above alpha/3 on two chunks, the first as large as it may be."""
    return Terms(says=(1 - rate / d) * other <= one)


@claim(
    "LYU25.T3.incl.large",
    f"{PROOF}: interleaving for functions of larger error",
    "proof",
    rate=Constant(HALF, stronger="smaller", mutants=(THIRD,)),
)
def functions_of_larger_error_are_in_all_classes_below(
    d: PositiveInteger, e: FromZero, u: Unit, v: Unit, more: FromZero, rate: Fraction
) -> Truth:
    """For $d >= 1$, if $err_S(h) = e > alpha/3$, where all chunks are within $(1 +- 1/(5d)) e$, and $err_{S_i}(h) <= (1
    - 1/(2d))^{j+1} alpha$, then $err_{S_{i'}}(h) <= (1 - 1/(2d))^j alpha$."""
    one, other = within(FIFTH / d, u) * e, within(FIFTH / d, v) * e
    return as_truth(error_on_another_chunk(d, one + more, other, rate).says)


@terms("LYU25.T3.incl.small")
def last_level(level: FromZero, least: Fraction = HALF) -> Terms:
    """The level (1 - 1/(2d))^j of a class at a stage j <= d."""
    return Terms(says=level >= least)


@claim(
    "LYU25.T3.incl.small",
    f"{PROOF}: interleaving for functions of small error",
    "proof",
    least=Constant(HALF, mutants=(Fraction(3, 5),)),
)
def functions_of_small_error_are_in_all_classes(d: PositiveInteger, j: Natural, least: Fraction) -> Statement:
    """For $d >= 1$, if $err_S(h) <= alpha/3$, where all chunks have error at most $alpha/2$, $h$ is in $H_{i'}^j$ for
    all $j <= d$: $(1 - 1/(2d))^j >= 1/2$."""
    return when(j <= d, as_truth(last_level((1 - HALF / d) ** j, least).says))
