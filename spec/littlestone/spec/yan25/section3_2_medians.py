"""YAN25 section 3.2: medians exist (Fact 1), and few values are enough for a private one (Theorem 9, cited)."""

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.medians.median_laws import is_median, trimmed
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

T9 = "Theorem 9, section 3.2"
ONE_ROW = (
    "the arithmetic: $1 + 64 C (2 + 32 C)^2$, an $eps$ at which the bound is below 1, as $log^* |X| <= 2 + 32 C$ and "
    "$log^2 y <= y$, against $e^(16 C) < ln|X|$; that one row needs such an $eps$ is YAN25.T9.packing"
)
OF_ANOTHER = (
    "the algorithm is that of another paper, of which its existence is said and, in footnote 3, how a median is made "
    "of an interior point (YAN25.T9.fn3); its number of samples stands behind an $O$ without a constant; what can be "
    "run are the medians M4, M5 and M6"
)


# ---- Definition 11


@claim(
    "YAN25.D11",
    "Definition 11, section 3.2: approximate median",
    "definition",
    narrows="$alpha = a/12$, $n$ values in 0..top, $x$ an integer",
    more=OFFSET,
)
def a_median_lies_between_two_order_statistics(top: Size, n: PositiveSize, a: Size, more: int) -> Truth:
    """$x$ is an $alpha$-median of $S$ if $min(|{y in S : y <= x}|, |{y in S : y >= x}|) >= (1/2 - alpha) |S|$, repeated
    numbers counted as often: that is, from the $k$-th smallest to the $k$-th largest number, $k = ceil((1/2 -
    alpha)|S|)$, and everywhere where $k <= 0$."""
    alpha = Fraction(int(a), 12)
    k = ceiling((HALF - alpha) * int(n)) + int(more)
    return all_of(
        is_median(S, x, alpha) == (k <= 0 or (k <= len(S) and S[k - 1] <= x <= S[-k]))
        for S in multisets(top, n)
        for x in range(-1, int(top) + 2)
    )


# ---- Fact 1


@claim(
    "YAN25.F1",
    "Fact 1, section 3.2: existence of a 1/2-median",
    "lemma",
    narrows="$n$ values in 0..top; that every number is one is not formalized",
    alpha=Constant(HALF, mutants=(-HALF,)),
)
def every_set_has_a_half_median(top: Size, n: Size, alpha: Fraction) -> Truth:
    """For any set of numbers there is a $1/2$-median. (At $alpha = 1/2$ every number is one.)"""
    exactly = Fraction(int(2 * alpha), 2)
    return all_of(any(is_median(S, x, exactly) for x in range(int(top) + 1)) for S in multisets(top, n))


@claim(
    "YAN25.F1.zero",
    "for Fact 1, section 3.2: existence of a 0-median",
    "lemma",
    role="companion",
    caps="values in 0..top",
    alpha=Constant(0, mutants=(Fraction(-1, 12),)),
)
def every_set_has_a_zero_median(top: Size, n: PositiveSize, alpha: Fraction) -> Truth:
    """For any set of $n >= 1$ numbers there is a 0-median: the $ceil(n/2)$-th smallest of them."""
    middles, exactly = ((S, S[(len(S) - 1) // 2]) for S in multisets(top, n) if S), Fraction(int(12 * alpha), 12)
    return all_of(is_median(S, x, exactly) for S, x in middles)


# ---- Theorem 9


@claim(
    "YAN25.T9",
    f"{T9}: existence of a private median",
    "theorem",
    not_checkable=OF_ANOTHER,
    stand_ins=("YAN25.T9.range", "YAN25.T9.fn3", "YAN25.M4.accuracy", "YAN25.M4.privacy"),
)
def there_is_a_private_median(alpha: OpenUnit, beta: OpenUnit, epsilon: PositiveReal, delta: PositiveReal) -> Truth:
    """For a finite ordered domain $X$ there is an $(eps, delta)$-DP algorithm that on $S$ in $X^n$ returns an
    $alpha$-median with probability $1 - beta$ if $n > n_PM(|X|, alpha, beta, eps, delta)$, $n_PM$ in $O(log^*|X|
    log^2(log^*|X| / (beta delta)) / (alpha eps))$."""
    raise NotImplementedError


@claim(
    "YAN25.T9.eq1",
    f"{T9}: sample size of the private median",
    "displayed",
    not_checkable=OF_ANOTHER,
    stand_ins=("YAN25.T9.range", "YAN25.M4.accuracy"),
)
def so_many_rows_are_enough(alpha: OpenUnit, beta: OpenUnit, epsilon: PositiveUnit, delta: PositiveUnit) -> Truth:
    """$n_PM$ in $O(log^*|X| log^2(log^*|X| / (beta delta)) / (alpha eps))$. (It is cited for $eps <= 1$, say, which is
    not in print: see YAN25.T9.range.)"""
    raise NotImplementedError


def enough_for_one_row(C: Real, bits: Real) -> Real:
    """An eps at which C log*|X| log^2(log*|X| / (beta delta)) / (alpha eps) < 1 for |X| = 2^(2^bits) and alpha = beta
    = delta = 1/4: log*|X| <= 2 + bits, as log* y <= y, and log^2 y <= y."""
    return 1 + 64 * C * (2 + bits) ** 2


def least_epsilon(bits: Real) -> Real:
    """e^(bits/2), less than ln|X| = 2^bits ln 2: one row needs e^eps >= 2(|X| - 1) >= |X| at beta = delta = 1/4
    (YAN25.T9.packing)."""
    return exp(bits / 2)


@claim(
    "YAN25.T9.range",
    "for Theorem 9, section 3.2: sample size of the private median at large epsilon",
    "theorem",
    role="companion",
    narrows=ONE_ROW,
)
def few_rows_suffice_at_a_large_epsilon(C: AtLeastOne) -> Truth:
    """There is a private median at every $eps > 0$ from the number of samples of Theorem 9. Read as: with the constant
    $C$ behind the $O$ (for all see YAN25.T9.unbounded), at $alpha = beta = delta = 1/4$ and $|X| = 2^(2^(32 C))$; where
    the bound is below 1, one row is enough, so that $eps$ is at least $ln|X|$."""
    return enough_for_one_row(C, 32 * C) >= least_epsilon(32 * C)


@correction(
    "YAN25.T9.range",
    "the bound goes to 0 as $eps$ grows, and one row is then to be enough, but one row needs $e^eps$ of order $|X|$: "
    "$eps$ must be bounded, as by $eps <= 1$, or the bound be $max(1, 2 log(H/beta)/(alpha eps))$ in place of it, $H "
    "+ 1 = |X|$; the latter is what the median by ranks attains for every $eps$, with $delta = 0$",
    narrows="the arithmetic, an event at a time; for the qualities behind the weights see YAN25.F1.zero and "
    "YAN25.T10.rank",
    times=Constant(2, mutants=(1,), stronger="smaller"),
)
def enough_rows_at_every_epsilon(
    H: PositiveInteger,
    alpha: UpToHalf,
    beta: OpenUnit,
    epsilon: PositiveReal,
    more: FromZero,
    part: Unit,
    up: Unit,
    down: Unit,
    times: int,
) -> Truth:
    """For the domain $0..H$, $H >= 1$, every $eps > 0$ and $alpha <= 1/2$ (above, every value is an $alpha$-median)
    there is an $(eps, 0)$-private algorithm that on $n >= (2/(alpha eps)) ln(H/beta)$ values, $n >= 1$, returns an
    $alpha$-median with probability $1 - beta$: the median by ranks, weights $e^{eps q/2}$. Part of the $H$ other values
    are no $alpha$-medians, each of a weight of at most $e^{-alpha eps n / 2}$ relative to a 0-median; and where one
    value changes, the weight of an event grows by at most $e^{eps/2}$, and that of all falls by at most that."""
    n = (times * (ln(H) - ln(beta)) + more) / (alpha * epsilon)
    bad = part * H * exp(-(alpha * epsilon * n / 2))
    return (bad / (1 + bad) <= beta) & (up * exp(epsilon / 2) * (down * exp(epsilon / 2)) <= exp(epsilon))


@uses("YAN25.T9.unbounded", "YAN25.T9.packing", "for Theorem 9, section 3.2")
def one_row_is_to_be_enough(size: AtLeastTwo, w: AtLeastOne) -> Use:
    """At $n = 1$ and $beta = delta = 1/4$, $w = e^eps$: $(|X| - 1)(1 - 1/4 - 1/4) <= w/4$, so that $|X| <= w$."""
    return Use({"others": size - 1, "w": w, "beta": QUARTER, "delta": Real.of(QUARTER)}, gives=size <= w)


@uses("YAN25.T9.range.corrected", "YAN25.M4.accuracy", "for Theorem 9, section 3.2")
def rows_of_the_median_by_ranks(
    top: AtLeastOne, alpha: PositiveUnit, beta: OpenUnit, epsilon: PositiveReal, more: PositiveReal
) -> Use:
    """On more than $(2/(alpha eps)) ln(H/beta)$ rows the median by ranks is no $alpha$-median with probability at most
    $beta$, at every $eps$."""
    at = {"top": top, "t": 2 * (ln(top / beta) + more) / (alpha * epsilon), "alpha": alpha, "epsilon": epsilon}
    return Use(at, gives=lambda median: median.fails <= beta)


rests_on(
    "YAN25.T9.range.corrected",
    "YAN25.T10.rank",
    "the quality of each value changes by at most 1",
    "for Theorem 9, section 3.2",
)
rests_on("YAN25.T9.range.corrected", "YAN25.F1.zero", "some value has a quality of $n/2$", "for Theorem 9, section 3.2")


@terms("YAN25.T9.packing")
def packing(others: AtLeastOne, w: AtLeastOne, beta: FromZero, delta: Annotated[Real, Reals()]) -> Terms:
    """One row is enough but with probability beta, on one and ``others`` points; w = e^eps."""
    return Terms(says=others * (1 - beta - delta) <= w * beta)


@claim(
    "YAN25.T9.packing",
    "for Theorem 9, section 3.2: epsilon needed by one row",
    "step",
    role="companion",
    narrows="the arithmetic, with $w = e^eps$, $N = |X| - 1$ and $q$ the average over $x != x_0$ of $Pr[M(x_0) = x]$; "
    "that $x_0$ is returned on itself but with probability $beta = N q + rest$, and that $1 - beta <= Pr[M(x) = x] <= "
    "w Pr[M(x_0) = x] + delta$ is on average $1 - beta - delta = w q - gap$, is not formalized",
    share=SHARE,
)
def one_row_needs_a_large_epsilon(
    N: PositiveInteger, q: FromZero, w: AtLeastOne, rest: FromZero, gap: FromZero, share: Fraction
) -> Truth:
    """An $alpha$-median of one row, $alpha < 1/2$, is that row: an $(eps, delta)$-DP algorithm that returns it with
    probability $1 - beta$, on every domain $X$, has $(|X| - 1)(1 - beta - delta) <= e^eps beta$."""
    beta, right = N * q + rest, w * q - gap  # 1 - beta - delta is at most right
    return as_truth(packing(N, share * w, beta, 1 - beta - right).says)


@claim(
    "YAN25.T9.unbounded",
    "for Theorem 9, section 3.2: domains on which the bound allows one row, any constant",
    "theorem",
    role="companion",
    narrows=f"$alpha = beta = delta = 1/4$; {ONE_ROW}",
    times=Constant(32, mutants=(4,), stronger="smaller"),
)
def no_constant_makes_one_row_enough(C: AtLeastOne, times: int) -> Truth:
    """For every constant $C >= 1$ there is a domain, $|X| = 2^(2^(32 C))$, on which the printed bound makes one row
    enough at an $eps$ that is below $ln|X|$."""
    return enough_for_one_row(C, times * C) < least_epsilon(times * C)


rests_on(
    "YAN25.T9",
    "YAN25.T9.fn3",
    "an interior point of the numbers that are left is an $alpha$-median",
    "Theorem 9, cited from [9] without a proof, footnote 3",
)


@claim(
    "YAN25.T9.fn3",
    "Theorem 9, footnote 3: medians by trimming and an interior point",
    "step",
    narrows="$alpha = (1 + a)/6$, values in 0..top, integer points; of privacy that neighbours stay neighbours is "
    "YAN25.M9.neighbours, and the rest is cited",
    more=OFFSET,
)
def an_interior_point_of_the_trimmed_is_a_median(top: Size, n: PositiveSize, a: Size, more: int) -> Truth:
    """Where the $floor(n (1/2 - alpha/2))$ smallest and largest numbers are removed, numbers remain, and every point
    from the least to the largest of these is an $alpha/2$-median, hence an $alpha$-median."""
    alpha = Fraction(1 + int(a), 6)
    k = floor((HALF - alpha / 2) * int(n)) + int(more)
    rest = ((S, trimmed(S, k)) for S in multisets(top, n))
    return all_of(bool(R) and all(is_median(S, x, alpha / 2) for x in range(R[0], R[-1] + 1)) for S, R in rest)
