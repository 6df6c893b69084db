"""ABLMM22 section 5.3.1: the tools from differential privacy and their sample sizes, for all parameters."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, as_truth
from littlestone.spec.algebra.reals import Real, equals, exp, ln
from littlestone.spec.claim import (
    Algorithm,
    Constant,
    ExplicitBinary,
    PositiveReal,
    PositiveSize,
    Reals,
    Size,
    Statement,
    claim,
    correction,
    when,
)
from littlestone.spec.learning.private_learning import frequency

HALF = Fraction(1, 2)
OUT_OF_REACH = when(False, False)
MOST_ITEMS = 256
LawOf = Annotated[Any, Algorithm("DP.law")]
Generic = Annotated[Any, Algorithm("ABLMM22.A.Generic")]
Unit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1))]
OpenUnit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), low_open=True, high_open=True)]
PositiveUnit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), low_open=True)]
AtLeastOne = Annotated[Any, Reals(low=Real.of(1))]
FromZero = Annotated[Any, Reals(low=Real.of(0))]


# ---- Lemma 28


@claim("ABLMM22.N.freq", "Section 5.3.1", "notation", more=Constant(0, mutants=(1,)))
def the_frequency_is_the_chance_of_a_random_index(n: PositiveSize, code: Size, more: int) -> Statement:
    """freq_S(x) = #{i : x_i = x}/n, for n >= 1: the number of positions that are lost when x is deleted, and the
    frequencies of the two values sum to 1; here S is the list of the n binary digits of a code."""
    if code >= 2**n:
        return OUT_OF_REACH
    items = tuple((code >> i & 1,) for i in range(n))
    kept = [[y for y in items if y != (x,)] for x in (0, 1)]
    by_deletion = [1 - Fraction(len(rest) + more * (not rest), n) for rest in kept]
    return when(True, as_truth(all(frequency(items, (x,)) == by_deletion[x] for x in (0, 1)) and sum(by_deletion) == 1))


@claim(
    "ABLMM22.L28",
    "Lemma 28, section 5.3.1 (KKMN09, BNS16b)",
    "lemma",
    not_checkable="O hides its constant, and the algorithm is cited; the threshold form is implemented, its law and "
    "its privacy are computed, and explicit sizes are proved to be enough",
    stand_ins=(
        "ABLMM22.A.Hist",
        "ABLMM22.A.Hist.law",
        "ABLMM22.L28.listed",
        "ABLMM22.L28.accurate",
        "ABLMM22.L28.range",
        "ABLMM22.L28.plain",
        "ABLMM22.L28.laplace",
    ),
)
def stable_histograms_exist(H: ExplicitBinary) -> Truth:
    """For n >= O(log(1/(eta beta delta))/(eta eps)) there is an (eps, delta)-DP algorithm that on S in X^n outputs,
    with probability at least 1 - beta, a list L of elements and estimates a in [0, 1]^L such that every x with
    freq_S(x) >= eta is in L and |a_x - freq_S(x)| <= eta for every x in L."""
    raise NotImplementedError


@claim("ABLMM22.L28.listed", "Lemma 28, section 5.3.1: every frequent item", "step", scale=Constant(1, mutants=(HALF,)))
def frequent_items_are_listed(
    eta: OpenUnit, beta: OpenUnit, c: PositiveReal, t: AtLeastOne, epsilon: PositiveReal, scale: Fraction
) -> Truth:
    """If each frequent item has a count c >= t + (2/eps) ln(2/(eta beta)), t the threshold, then all of them, at most
    1/eta, reach it with probability at least 1 - beta/2: geometric noise falls by more than c - t with probability
    below e^{-eps (c - t)/2}, which is proved for the exponent u = eps (c - t)/2."""
    u = Real.of(epsilon) * (Real.of(c) - t) / 2
    return as_truth((scale * ln(2 / (Real.of(eta) * beta)) <= u).implies(exp(-u) / eta <= Real.of(beta) / 2))


@claim("ABLMM22.L28.accurate", "Lemma 28, section 5.3.1: estimates", "step", scale=Constant(1, mutants=(HALF,)))
def estimates_are_accurate(n: PositiveReal, beta: OpenUnit, u: PositiveReal, scale: Fraction) -> Truth:
    """If eta n >= (2/eps) ln(4n/beta) then all n counts at most keep their noise within eta n with probability at least
    1 - beta/2: two-sided geometric noise exceeds c in size with probability below 2 e^{-eps c/2}; here u = eps eta
    n/2."""
    return (scale * ln(4 * Real.of(n) / beta) <= Real.of(u)).implies(
        2 * Real.of(n) * exp(-Real.of(u)) <= Real.of(beta) / 2
    )


@claim("ABLMM22.L28.laplace", "Lemma 28, section 5.3.1: with Laplace noise", "remark", share=Constant(4, mutants=(8,)))
def a_single_item_is_listed_with_a_quarter_of_delta(epsilon: PositiveReal, delta: PositiveUnit, share: int) -> Truth:
    """With Laplace noise of scale 2/eps and the threshold 1 + (2/eps) ln(2/delta) an item that occurs once is listed
    with probability (1/2) e^{-ln(2/delta)} = delta/4, which is what appearing or disappearing costs."""
    scale = 2 / Real.of(epsilon)
    distance = scale * ln(2 / Real.of(delta))
    return equals(exp(-(distance / scale)) / 2, Real.of(delta) / share)


@claim("ABLMM22.L28.range", "Lemma 28, section 5.3.1: the range of eps", "remark")
def one_item_is_enough_for_large_epsilon(C: AtLeastOne, u: FromZero) -> Truth:
    """For all eps > 0, n >= C log(1/(eta beta delta))/(eta eps) items are enough: with eta = 1/2, beta = delta = 1/4,
    so that the logarithm is 5, and eps = 10 C one item is; it is listed with probability at least 3/4, and where
    another one occurs some item is listed with probability at most e^-u, for lists of N e^-u of N items on average: 3/4
    <= e^{10 C} e^-u + 1/4."""
    return Fraction(3, 4) <= exp(10 * Real.of(C) - u) + Fraction(1, 4)


@correction(
    "ABLMM22.L28.range",
    "as eps grows the printed n goes to 0, but an item that occurs once may be listed with probability delta only: "
    "frequent items must occur at least twice, so that eps <= 1 or max(1, 1/eps) is needed",
    times=Constant(2, mutants=(3,)),
)
def frequent_items_occur_more_than_once(
    eta: OpenUnit, beta: OpenUnit, delta: OpenUnit, epsilon: PositiveUnit, n: PositiveReal, times: int
) -> Statement:
    """For eps <= 1 and beta, delta <= 1/2, n >= log2(1/(eta beta delta))/(eta eps) makes frequent items occur eta n >=
    2 times."""
    eta, beta, delta = Real.of(eta), Real.of(beta), Real.of(delta)
    enough = ln(1 / beta) + ln(1 / delta)
    bounded = [beta <= HALF, delta <= HALF, enough / ln(2) <= eta * n * epsilon]
    return when(bounded, as_truth(times - 1 < Real.of(eta) * n) & as_truth(Real.of(eta) * n >= 2))


@claim("ABLMM22.L28.plain", "Lemma 28, section 5.3.1: the threshold form", "remark")
def the_plain_histogram_is_accurate_from_the_printed_size(C: AtLeastOne) -> Truth:
    """The threshold form is accurate from n = C log(1/(eta beta delta))/(eta eps) items, whatever eps is: on n distinct
    items the expected number of estimates above eta + 1/n is about (n/2) e^{-eps eta n/2}, with L = log2(1/(eta beta
    delta)) = 3 and eta = 1/2 at most 1; here ln(1/eps) = 2 C."""
    n = 6 * Real.of(C) * exp(2 * Real.of(C))
    return n / 2 * exp(-(Fraction(3, 2) * Real.of(C))) <= 1


@correction(
    "ABLMM22.L28.plain",
    "the union over up to n listed items costs ln n, so ln(1/eps) is missing for this algorithm, though not for the "
    "lemma: a random part of the items may be taken first",
    shrink=Constant(1, mutants=(HALF,)),
)
def the_plain_histogram_needs_a_logarithm_more(
    eta: OpenUnit, epsilon: OpenUnit, beta: OpenUnit, shrink: Fraction
) -> Truth:
    """With n = (4/(eta eps)) ln(16/(eta eps beta)), 2 n e^{-eps eta n/2} <= beta/2: the logarithm of 1/eps is
    enough."""
    x = 1 / (Real.of(eta) * epsilon)
    L = ln(16 * x / beta)
    n = 4 * x * L
    return as_truth(2 * n * exp(-(shrink * 2 * L)) <= Real.of(beta) / 2)


# ---- Lemma 29 and footnote 12


@claim(
    "ABLMM22.L29",
    "Lemma 29, section 5.3.1 (KLN11)",
    "lemma",
    not_checkable="O hides its constant; explicit sizes are proved to be enough",
    stand_ins=(
        "ABLMM22.A.Generic",
        "ABLMM22.A.Generic.sensitivity",
        "ABLMM22.L29.eq1",
        "ABLMM22.L29.eq2",
        "ABLMM22.L29.eq2.rows",
        "ABLMM22.L29.size",
        "ABLMM22.L29.size.best",
        "ABLMM22.L29.condition2",
        "ABLMM22.L29.range",
    ),
)
def generic_private_learners_exist(H: ExplicitBinary) -> Truth:
    """For n = O((log |H| + log(1/beta))/(alpha eps)) there is an eps-DP algorithm GenericLearner that, for D with some
    h* in H of loss_D(h*) <= alpha, on S ~ D^n outputs with probability at least 1 - beta some h in H with loss_D(h) <=
    2 alpha."""
    raise NotImplementedError


@claim(
    "ABLMM22.L29.eq1",
    "Lemma 29, section 5.3.1: the normalisation",
    "step",
    rate=Constant(Fraction(2, 3), mutants=(HALF,)),
)
def the_normalisation_is_large(
    epsilon: PositiveReal, alpha: OpenUnit, n: PositiveReal, loss: Unit, rate: Fraction
) -> Statement:
    """If loss_S(h*) <= 4 alpha/3 then sum_h exp(-eps n loss_S(h)/2) >= exp(-2 eps alpha n/3): the term of h* alone."""
    weight = Real.of(epsilon) * n
    return when(
        Real.of(loss) <= Fraction(4, 3) * Real.of(alpha), exp(-(rate * alpha * weight)) <= exp(-(weight * loss / 2))
    )


@claim("ABLMM22.L29.eq2", "Lemma 29, section 5.3.1: the display", "step", rate=Constant(6, mutants=(5,)))
def a_bad_hypothesis_is_unlikely(h: AtLeastOne, u: PositiveReal, rate: int) -> Truth:
    """Pr[loss_S(h) > 5 alpha/3] <= |H| exp(-5 eps alpha n/6)/exp(-2 eps alpha n/3) = |H| e^{-eps alpha n/6}; here u =
    eps alpha n."""
    h, u = Real.of(h), Real.of(u)
    return equals(h * exp(-(5 * u / 6)) / exp(-(2 * u / 3)), h * exp(-(u / rate)))


@claim("ABLMM22.L29.eq2.rows", "Lemma 29, section 5.3.1: the display", "step", rows=Constant(6, mutants=(5,)))
def enough_rows_make_it_unlikely(h: AtLeastOne, beta: OpenUnit, u: PositiveReal, rows: int) -> Truth:
    """|H| e^{-eps alpha n/6} is at most beta/2 from n >= 6 ln(2|H|/beta)/(alpha eps); here u = eps alpha n."""
    h, u = Real.of(h), Real.of(u)
    return as_truth((rows * ln(2 * h / beta) <= u).implies(h * exp(-(u / 6)) <= Real.of(beta) / 2))


@claim("ABLMM22.L29.size", "Lemma 29, section 5.3.1: event E", "step", first=Constant(64, mutants=(32, 8, 1)))
def bad_hypotheses_look_bad(h: AtLeastOne, beta: OpenUnit, u: PositiveReal, first: int) -> Truth:
    """From n >= 64 ln(4|H|/beta)/alpha, footnote 12 with mean 2 alpha n and deviation 1/8 gives e^{-alpha n/64} <=
    beta/(4|H|) for each h with loss_D(h) > 2 alpha, whose loss_S(h) is then above 7 alpha/4 > 5 alpha/3; here u = alpha
    n."""
    rarely = exp(-(Fraction(1, 8) ** 2 * 2 * Real.of(u) / 2)) <= Real.of(beta) / (4 * Real.of(h))
    return (first * ln(4 * Real.of(h) / beta) <= Real.of(u)).implies(rarely)


@claim("ABLMM22.L29.size.best", "Lemma 29, section 5.3.1: event E", "step", second=Constant(27, mutants=(18,)))
def the_best_hypothesis_looks_good(beta: OpenUnit, u: PositiveReal, second: int) -> Truth:
    """From n >= 27 ln(4/beta)/alpha, footnote 12 with mean alpha n and deviation 1/3 gives e^{-alpha n/27} <= beta/4
    for h*; here u = alpha n."""
    rarely = exp(-(Fraction(1, 3) ** 2 * Real.of(u) / 3)) <= Real.of(beta) / 4
    return (second * ln(4 / Real.of(beta)) <= Real.of(u)).implies(rarely)


def upper_tail(n: int, p: Fraction, least: Fraction) -> Fraction:
    """Pr[Bin(n, p) >= least]."""
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1) if i >= least), Fraction(0))


def lower_tail(n: int, p: Fraction, most: Fraction) -> Fraction:
    """Pr[Bin(n, p) <= most]."""
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(n + 1) if i <= most), Fraction(0))


@claim("ABLMM22.L29.condition2", "Lemma 29, section 5.3.1: condition 2", "step", rate=Constant(27, mutants=(3,)))
def the_best_hypothesis_has_small_empirical_loss(n: PositiveSize, a: PositiveSize, s: Size, rate: int) -> Statement:
    """Condition 2 fails with probability at most e^{-alpha n/27} also where loss_D(h*) < alpha, when footnote 12 with
    the mean n loss_D(h*) does not say so: Pr[Bin(n, p) > 4 alpha n/3] <= e^{-alpha n/27} for p <= alpha, here alpha =
    a/12 and p = alpha/(1 + s)."""
    if a > 9:
        return OUT_OF_REACH
    alpha = Fraction(a, 12)
    beyond = upper_tail(n, alpha / (1 + s), Fraction(4, 3) * alpha * n + Fraction(1, 1000))
    return when(True, as_truth(beyond <= exp(-(alpha * n / rate))))


@claim("ABLMM22.L29.range", "Lemma 29, section 5.3.1: the range of eps", "remark")
def few_rows_are_enough_for_large_epsilon(C: PositiveSize, law: LawOf, generic: Generic) -> Truth:
    """n = C (log |H| + log(1/beta))/(alpha eps) rows are enough for all eps > 0: one row for two hypotheses that differ
    at a point of probability 3/10, alpha = beta = 1/10, eps = 50 C; e^eps is taken to be 2^{72 C}."""
    row, functions = (0, 0), ((0, 0), (0, 1))
    unseen = law(generic, functions, (row,), 72 * C * ln(2))
    seen = law(generic, functions, ((1, 0),), 72 * C * ln(2))
    failing = Fraction(7, 10) * unseen[(0, 1)] + Fraction(3, 10) * seen[(0, 1)]
    return as_truth(failing <= Fraction(1, 10))


@correction(
    "ABLMM22.L29.range",
    "event E needs n >= O(log(|H|/beta)/alpha) rows however large eps is: max(1, 1/eps) in place of 1/eps",
    rows=Constant(64, mutants=(32, 8, 1)),
)
def rows_do_not_vanish_with_epsilon(h: AtLeastOne, beta: OpenUnit, u: PositiveReal, rows: int) -> Truth:
    """From n >= max(64 ln(4|H|/beta), 6 ln(2|H|/beta)/eps)/alpha rows, event E fails with probability at most beta/2
    and the choice with beta/2 (ABLMM22.L29.eq2.rows): 64 ln(4|H|/beta)/alpha rows are enough for E whatever eps is, as
    |H| e^{-alpha n/64} <= beta/4; here u = alpha n."""
    h, u = Real.of(h), Real.of(u)
    return as_truth((rows * ln(4 * h / beta) <= u).implies(h * exp(-(u / 64)) <= Real.of(beta) / 4))


QUARTER = Fraction(1, 4)
TAILS = {"lower": Constant(2, mutants=(HALF,)), "upper": Constant(3, mutants=(QUARTER,))}


@claim("ABLMM22.FN12", "Footnote 12, section 5.3.1", "fact")
def chernoff_bounds_hold_for_independent_variables(n: PositiveSize, i: PositiveSize, c: PositiveSize) -> Statement:
    """For independent Z_1, ..., Z_n with sum Z of mean mu and delta in (0, 1), Pr[Z <= (1 - delta) mu] <= e^{-delta^2
    mu/2} and Pr[Z >= (1 + delta) mu] <= e^{-delta^2 mu/3}: here each is 4c or 0, with probability i/4, delta = 1/2."""
    if i > 3:
        return OUT_OF_REACH
    return when(True, _chernoff(n, Fraction(i, 4), HALF, Fraction(4 * c), (2, 3)))


@correction(
    "ABLMM22.FN12",
    "the variables must lie in [0, 1]: one Z that is 4c or 0 has tails of a fixed probability and a mean that grows",
    **TAILS,
)
def chernoff_bounds_hold_in_the_unit_interval(
    n: PositiveSize, i: PositiveSize, c: PositiveSize, d: PositiveSize, lower: Fraction, upper: Fraction
) -> Statement:
    """For independent Z_1, ..., Z_n in [0, 1] with sum Z of mean mu and delta in (0, 1), Pr[Z <= (1 - delta) mu] <=
    e^{-delta^2 mu/2} and Pr[Z >= (1 + delta) mu] <= e^{-delta^2 mu/3}: here each is 1/c or 0, with probability i/8,
    delta = d/4."""
    if i > 7 or d > 3:
        return OUT_OF_REACH
    return when(True, _chernoff(n, Fraction(i, 8), Fraction(d, 4), Fraction(1, c), (lower, upper)))


def _chernoff(n: int, p: Fraction, delta: Fraction, size: Fraction, rates: tuple[Any, Any]) -> Truth:
    """Both tails of size * Bin(n, p) against their bounds."""
    mean, lower, upper = n * p, *rates
    below = lower_tail(n, p, (1 - delta) * mean) <= exp(-(delta**2 * mean * size / lower))
    above = upper_tail(n, p, (1 + delta) * mean) <= exp(-(delta**2 * mean * size / upper))
    return as_truth(below) & as_truth(above)


@claim(
    "ABLMM22.FN12.mixed",
    "Footnote 12, section 5.3.1",
    "fact",
    lower=Constant(2, mutants=(HALF,)),
    upper=Constant(3, mutants=(QUARTER,)),
)
def chernoff_bounds_hold_for_different_variables(
    n: PositiveSize, k: PositiveSize, lower: Fraction, upper: Fraction
) -> Statement:
    """The bounds for n variables that are 1 with probability 1/4 and k that are 1 with probability 3/4, delta = 1/2,
    from the exact law of the sum."""
    if n + k > 40:
        return OUT_OF_REACH
    mean = Fraction(n + 3 * k, 4)
    law = [
        sum(_mass(n, Fraction(1, 4), i) * _mass(k, Fraction(3, 4), s - i) for i in range(s + 1))
        for s in range(n + k + 1)
    ]
    below = sum((p for s, p in enumerate(law) if s <= mean / 2), Fraction(0))
    above = sum((p for s, p in enumerate(law) if s >= 3 * mean / 2), Fraction(0))
    return when(True, as_truth(below <= exp(-(mean / (4 * lower)))) & as_truth(above <= exp(-(mean / (4 * upper)))))


def _mass(n: int, p: Fraction, i: int) -> Fraction:
    return comb(n, i) * p**i * (1 - p) ** (n - i) if 0 <= i <= n else Fraction(0)
