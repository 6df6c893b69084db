"""ABLMM22 section 4: the displayed inequalities, for all even sample sizes m at once.

Write m = 2j; where a display has logarithms of logarithms it is proved for all real m >= 2 and L = log m >= 1, or with
m = 2^L. Logarithms are to base 2 where ln is not written.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, as_truth
from littlestone.spec.algebra.reals import Real, equals, exp, floor, ln, log2
from littlestone.spec.claim import (
    Constant,
    PositiveInteger,
    PositiveReal,
    PositiveSize,
    Reals,
    Size,
    Statement,
    claim,
    correction,
    when,
)
from littlestone.spec.learning.randomness import is_true
from littlestone.spec.learning.towers import iterated_logarithm, log_star

Unit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1))]
FromZero = Annotated[Any, Reals(low=Real.of(0))]
AtLeastOne = Annotated[Any, Reals(low=Real.of(1))]
AtLeastTwo = Annotated[Any, Reals(low=Real.of(2))]
AtLeastFour = Annotated[Any, Reals(low=Real.of(4))]
FromTheLeastT = Annotated[Any, Reals(low=Real.of(3999))]
TENTH, SIXTEENTH = Fraction(1, 10), Fraction(1, 16)
TWO_THIRDS = Fraction(2, 3)


def largest_delta(j: Any, scale: int = 10**3) -> Real:
    """The delta of Lemma 18, 1/(10^3 m^2 log m), at m = 2j."""
    m = 2 * Real.of(j)
    return 1 / (scale * m**2 * log2(m))


# ---- Claim 22


@claim("ABLMM22.C22.eq1", "Claim 22, section 4.2.3", "step", bound=Constant(Fraction(1, 8), mutants=(Fraction(1, 9),)))
def the_expected_loss_is_at_most_an_eighth(alpha: Unit, beta: Unit, bound: Fraction) -> Truth:
    """(1 - beta) alpha + beta <= alpha + beta, which is 1/8 for alpha = beta = 1/16."""
    general = (1 - Real.of(beta)) * alpha + beta <= Real.of(alpha) + beta
    return as_truth(general & equals(SIXTEENTH + SIXTEENTH, bound))


@claim("ABLMM22.C22.eq3", "Claim 22, section 4.2.3", "step", least=Constant(Fraction(3, 4), mutants=(Fraction(4, 5),)))
def some_upper_example_is_mostly_labelled_right(lower: Unit, upper: Unit, least: Fraction) -> Statement:
    """If 7/8 <= (1/m) (sum of 1 - A_S(x_i) over i <= m/2) + (1/m) (sum of A_S(x_i) over i > m/2) then A_S(x_i) >= 3/4
    for some i > m/2, being so on average; here lower and upper are the averages over the two halves. Hence the printed
    m/2 <= m_1 holds with m/2 < m_1."""
    halves = (Real.of(lower) + upper) / 2
    return when(Fraction(7, 8) <= halves, as_truth(least <= Real.of(upper)))


@claim("ABLMM22.C22.eq4", "Claim 22, section 4.2.3", "step", least=Constant(TWO_THIRDS, mutants=(Fraction(68, 100),)))
def privacy_keeps_the_upper_probability(j: PositiveInteger, least: Fraction) -> Truth:
    """(3/4 - delta) e^{-0.1} >= 2/3 for delta = 1/(10^3 m^2 log m) and every even m."""
    return as_truth(least <= (Fraction(3, 4) - largest_delta(j)) * exp(-TENTH))


@claim(
    "ABLMM22.C22.eq5",
    "Claim 22, section 4.2.3",
    "step",
    most=Constant(Fraction(1, 3), mutants=(Fraction(27, 100),)),
)
def privacy_keeps_the_lower_probability(j: PositiveInteger, most: Fraction) -> Truth:
    """Similarly A_{S'}(x_(m_2)) <= e^{0.1}/4 + delta <= 1/3, so that p_(m_2-1) <= 1/3 + 1/(10^2 m), for every even
    m."""
    return as_truth(exp(TENTH) / 4 + largest_delta(j) <= most)


@claim("ABLMM22.C22.eq6", "Claim 22, section 4.2.3", "step", share=Constant(4, mutants=(3,)))
def the_average_step_is_a_quarter_of_one_in_m(m: PositiveInteger, share: int) -> Truth:
    """(1/3)/m - 1/(50 m^2) >= 1/(4m) for every m >= 1."""
    m = Real.of(m)
    return as_truth(1 / (share * m) <= Fraction(1, 3) / m - 1 / (50 * m**2))


@claim("ABLMM22.C22.telescope", "Claim 22, section 4.2.3", "step", share=Constant(4, mutants=(2,)))
def the_average_of_fewer_than_m_steps_is_large(m: PositiveInteger, w: PositiveReal, share: int) -> Statement:
    """From p_(m_2-1) <= 1/3 + 1/(10^2 m) up to p_(m_1-1) >= 2/3 - 1/(10^2 m) there are w = m_1 - m_2 <= m - 1 steps, so
    one of them is at least (1/3 - 1/(50 m)) / w >= 1/(4m)."""
    m, w = Real.of(m), Real.of(w)
    return when(w <= m - 1, as_truth(1 / (share * m) <= (Fraction(1, 3) - 1 / (50 * m)) / w))


# ---- Lemma 20


@claim("ABLMM22.L20.eq1", "proof of Lemma 20, section 4.2.3", "step")
def the_printed_level_separates_the_family(m: PositiveInteger, below: Unit, at: Unit, above: Unit) -> Statement:
    """With r = (p_(i+1) + p_i)/2 and p_i - p_(i-1) >= 1/(4m): p_(i-1) + 1/(10^2 m) <= r - 1/(10m) and p_i - 1/(10^2 m)
    >= r + 1/(10m); here below, at and above are p_(i-1), p_i and p_(i+1)."""
    return _separates(Real.of(m), below, at, (Real.of(above) + at) / 2, 10)


@correction(
    "ABLMM22.L20.eq1",
    "r is half-way between p_(i-1) and p_i, as in the overview: half-way between p_i and p_(i+1) it need not be below "
    "p_i, and for i = m there is no p_(i+1)",
    margin=Constant(10, mutants=(8,)),
)
def the_level_between_separates_the_family(m: PositiveInteger, below: Unit, at: Unit, margin: int) -> Statement:
    """With r = (p_(i-1) + p_i)/2 and p_i - p_(i-1) >= 1/(4m): p_(i-1) + 1/(10^2 m) <= r - 1/(10m) and p_i - 1/(10^2 m)
    >= r + 1/(10m)."""
    return _separates(Real.of(m), below, at, (Real.of(below) + at) / 2, margin)


def _separates(m: Real, below: Any, at: Any, r: Real, margin: int) -> Statement:
    low = below + 1 / (100 * m) <= r - 1 / (margin * m)
    high = r + 1 / (margin * m) <= Real.of(at) - 1 / (100 * m)
    return when(1 / (4 * m) / 2 <= (Real.of(at) - below) / 2, as_truth(low & high))


# ---- Lemma 21


@claim("ABLMM22.L21.eqA", "proof of Lemma 21, section 4.2.3", "step", rate=Constant(2, mutants=(Fraction(1, 2),)))
def the_attack_succeeds_with_probability_two_thirds(j: PositiveInteger, t: FromTheLeastT, rate: Fraction) -> Truth:
    """With T = 10^3 m^2 log^2 m - 1 and D = 10^2 m^2 log T, 1 - T exp(-2 D/(10^2 m^2)) = 1 - T exp(-2 log T) >= 2/3 for
    every even m: T >= 3999, and so it is for every t >= 3999 in place of T."""
    m = 2 * Real.of(j)
    large = 1000 * m**2 * log2(m) ** 2 - 1 >= 3999
    return as_truth(large & (1 - t * exp(-rate * log2(t)) >= TWO_THIRDS))


@claim("ABLMM22.L21.eq1", "Equation (1), section 4.2.3", "step", half=Constant(2, mutants=(Fraction(3, 2),)))
def the_event_is_likely_under_every_other_law(a: AtLeastOne, d: FromZero, q: FromZero, half: Fraction) -> Statement:
    """From 2/3 <= Q_i(E_i) <= exp(0.1 D) Q_j(E_i) + D delta and D delta <= 1/6 it follows that Q_j(E_i) >= (1/2)
    exp(-0.1 D); here a = exp(0.1 D), d = D delta and q = Q_j(E_i)."""
    left = TWO_THIRDS - Real.of(d)
    solved = (Real.of(a) * q + d >= TWO_THIRDS).implies(left / a <= q)
    enough = (Real.of(d) <= Fraction(1, 6)).implies(left / a >= Fraction(1) / (half * Real.of(a)))
    return as_truth(solved & enough)


def log_t_bound(L: Any) -> Real:
    """log(T + 1) = log(10^3) + 2 log m + 2 log log m, which is above log T; here L = log m."""
    return log2(1000) + 2 * Real.of(L) + 2 * log2(L)


@claim("ABLMM22.L21.eqC", "proof of Lemma 21, section 4.2.3", "step", rate=Constant(10, mutants=(100,)))
def the_events_are_too_likely_together(M: AtLeastFour, L: AtLeastOne, rate: int) -> Truth:
    """2^{T-1} e^{-0.1 D} > 1 for T = 10^3 m^2 log^2 m - 1 and D = 10^2 m^2 log T, every even m: that is (T - 1) ln 2 >
    10 m^2 log T, and log T < log(T + 1); here M = m^2, L = log m and log M = 2L."""
    T = 1000 * Real.of(M) * Real.of(L) ** 2 - 1
    return as_truth(rate * Real.of(M) * log_t_bound(L) < (T - 1) * ln(2))


@claim("ABLMM22.L21.eqC.whole", "proof of Lemma 21, section 4.2.3", "step", rate=Constant(TENTH, mutants=(1,)))
def the_events_are_too_likely_with_whole_numbers(M: AtLeastFour, L: AtLeastOne, rate: Fraction) -> Truth:
    """With 2^(t-1) outcomes, t = floor(T) steps and d = ceil(D) draws, as they must be: 2^{t-2} e^{-0.1 d} > 1 for
    every even m, for t > T - 1 and d < D + 1; here M = m^2, L = log m."""
    T = 1000 * Real.of(M) * Real.of(L) ** 2 - 1
    return as_truth(rate * (100 * Real.of(M) * log_t_bound(L) + 1) <= (T - 3) * ln(2))


@claim("ABLMM22.L21.eqD", "proof of Lemma 21, section 4.2.3", "step")
def the_choice_of_delta_leaves_a_half(j: PositiveInteger) -> Truth:
    """2/3 - D delta >= 1/2 by the choice of delta = 1/(10^3 m^2 log m), D = 10^2 m^2 log T and T = 10^3 m^2 log^2 m -
    1, that is log T / (10 log m) <= 1/6."""
    m = 2 * Real.of(j)
    T = 1000 * m**2 * log2(m) ** 2 - 1
    return as_truth(Fraction(1, 2) <= TWO_THIRDS - 100 * m**2 * log2(T) * largest_delta(j))


@correction(
    "ABLMM22.L21.eqD",
    "D delta = log T / (10 log m) is above 1/5 for every m, and above 1 at m = 2: the display fails for every m, in "
    "every base of log. With D = 50 m^2 ln(3T) draws, which still give 1 - T exp(-2 D/(10^2 m^2)) = 2/3, D delta <= "
    "1/2, so Q_j(E_i) >= (1/6) e^{-0.1 D}, and the contradiction and Lemma 21 stand",
    draws=Constant(50, mutants=(60, 100)),
)
def fewer_draws_leave_a_sixth(L: AtLeastOne, M: AtLeastFour, T: FromTheLeastT, draws: int) -> Truth:
    """With D = 50 m^2 ln(3T): 1 - T exp(-2 D/(10^2 m^2)) = 2/3; D delta = ln(3T) / (20 log m) <= 1/2, so 2/3 - D delta
    >= 1/6, for ln(3T) <= ln(3(T + 1)) <= 10 log m; and 2^{T-1} (1/6) e^{-0.1 D} > 1, even with 2^(t-1) outcomes for t =
    floor(T) and d = ceil(D); here m = 2^L in the second, M = m^2 and L = log m in the third."""
    T, M, L = Real.of(T), Real.of(M), Real.of(L)
    succeeds = 1 - T * exp(-(2 * draws * ln(3 * T) / 100)) >= TWO_THIRDS
    leaves = draws * ln(3 * (1000 * Real.of(4) ** L * L**2)) <= 500 * L
    spent = TENTH * (draws * M * (ln(3) + ln(2) * log_t_bound(L)) + 1) + ln(6)
    return as_truth(succeeds & leaves & (spent <= (1000 * M * L**2 - 1 - 2) * ln(2)))


@claim("ABLMM22.L21.eqD.never", "proof of Lemma 21, section 4.2.3", "remark", share=Constant(5, mutants=(4,)))
def the_choice_of_delta_never_leaves_a_half(L: AtLeastOne, share: int) -> Truth:
    """D delta = log T / (10 log m) > 1/5 > 1/6 for every m >= 2, as T > m^2: 10^3 m^2 log^2 m - 1 > m^2; here m^2 =
    4^L."""
    M, L = Real.of(4) ** Real.of(L), Real.of(L)
    return as_truth((M < 1000 * M * L**2 - 1) & (Fraction(1, share) <= log2(M) / (10 * L)))


# ---- Lemma 18


@claim("ABLMM22.L18.explicit", "proof of Lemma 18, section 4.2.3", "step", c=Constant(1001, mutants=(1000,)))
def the_homogeneous_set_is_small(L: AtLeastOne, c: int) -> Truth:
    """k - m <= 2^{10^3 m^2 log^2 m} implies k <= 2^{1001 m^2 log^2 m}, for m <= 2^{10^3 m^2 log^2 m} and 1 <= m^2 log^2
    m; for k < 2m, which Claim 22 leaves out, that holds as well; here m = 2^L."""
    L = Real.of(L)
    m = 2**L
    exponent = m**2 * L**2
    doubled = (2 * m <= 2 ** (1000 * exponent)) & (1 + 1000 * exponent <= c * exponent)
    return as_truth(doubled)


@claim("ABLMM22.L18.ie", "Lemma 18, section 4.2.1", "step", half=Constant(Fraction(1, 2), mutants=(Fraction(1, 30),)))
def the_sample_is_root_log_over_log_log(m: AtLeastTwo, L: AtLeastOne, half: Fraction) -> Truth:
    """k <= 2^{c m^2 log^2 m} means m >= Omega(sqrt(log k) / log log k): at log k = 1001 m^2 log^2 m the quotient is at
    most (sqrt(1001)/2) m, for log log k = log 1001 + 2 log m + 2 log log m; here L = log m."""
    m, L = Real.of(m), Real.of(L)
    root = Real.of(1001) ** Fraction(1, 2)
    return as_truth(root * m * L / (log2(1001) + 2 * L + 2 * log2(L)) <= half * root * m)


# ---- The deduction of Theorem 1


@claim("ABLMM22.T1.chain", "proof of Theorem 1, section 4.2.1", "step", fewer=Constant(0, mutants=(1,)))
def iterating_to_one_bounds_log_star(x: PositiveSize, m: Size, R: PositiveSize, fewer: int) -> Statement:
    """From log^(m)(n) <= R, applying the iterated logarithm t = log* R times yields log^(m+t)(n) <= 1, and therefore
    log* n <= m + log* R; here n = 2^x."""
    n = 2**x
    before = iterated_logarithm(m, n)
    if before is None or not is_true(Real.of(before) <= R):
        return when(False, False)
    t = max(0, log_star(R) - fewer)
    after = iterated_logarithm(m + t, n)
    return when(True, as_truth((after is None or is_true(Real.of(after) <= 1)) and log_star(n) <= m + t))


@claim("ABLMM22.T1.chain.delta", "proof of Theorem 1, section 4.2.1", "step")
def the_empirical_learner_meets_lemma_18(j: PositiveInteger) -> Truth:
    """A learner with m examples and delta = 1/(10^3 m^2 log m) may be taken to be an empirical one with the same
    privacy and m' = 9m examples; Lemma 18 applies to it, for its delta is at most 1/(10^3 m'^2 log m')."""
    m = 2 * Real.of(j)
    return as_truth(largest_delta(j) <= 1 / (1000 * (9 * m) ** 2 * log2(9 * m)))


@correction(
    "ABLMM22.T1.chain.delta",
    "the learner of Lemma 15 has 9m examples, and Lemma 18 asks for delta <= 1/(10^3 (9m)^2 log(9m)): the theorem "
    "needs a smaller constant in its delta, such as 1/(4 * 10^5 m^2 log m)",
    c=Constant(400_000, mutants=(300_000,)),
)
def a_smaller_delta_meets_lemma_18(j: PositiveInteger, c: int) -> Truth:
    """With delta = 1/(4 * 10^5 m^2 log m) the empirical learner with m' = 9m examples has delta <= 1/(10^3 m'^2 log
    m')."""
    m = 2 * Real.of(j)
    return as_truth(largest_delta(j, c) <= 1 / (1000 * (9 * m) ** 2 * log2(9 * m)))


@claim("ABLMM22.T1.chain.even", "proof of Theorem 1, section 4.2.1", "step")
def the_empirical_sample_can_be_balanced(m: PositiveSize) -> Truth:
    """Lemmas 17 and 18 apply to the empirical learner of Lemma 15, which has 9m examples: its samples can be
    balanced."""
    return as_truth(9 * m % 2 == 0)


@correction(
    "ABLMM22.T1.chain.even",
    "9m is odd for odd m: give the empirical learner 10m examples, which serves Lemma 15 as well",
    times=Constant(10, mutants=(9,)),
)
def an_empirical_sample_of_ten_times_the_size_can_be_balanced(m: PositiveSize, times: int) -> Truth:
    """Samples of 10m examples, of which the empirical learner of Lemma 15 draws m, can be balanced for every m."""
    return as_truth(times * m % 2 == 0)


@claim("ABLMM22.T1.chain.eq1", "proof of Theorem 1, section 4.2.1", "step", c=Constant(1008))
def the_lemmas_bound_the_iterated_logarithm_by_m_squared_log_m(j: PositiveInteger, c: int) -> Truth:
    """Lemmas 17 and 18 give k >= log^(m)(n) / 2^{O(m log m)} and k = 2^{O(m^2 log^2 m)}; together log^(m)(n) <= 2^{c
    m^2 log m} for some constant c. That needs 10^3 m^2 log^2 m <= c m^2 log m, the exponent of Lemma 21; here c = 1008,
    enough for m = 2, and eq1.unbounded has every other c."""
    m = 2 * Real.of(j)
    return as_truth(1000 * m**2 * log2(m) ** 2 <= c * m**2 * log2(m))


@correction(
    "ABLMM22.T1.chain.eq1",
    "a square is lost: the lemmas give 2^{c m^2 log^2 m}; the conclusion of Theorem 1 does not change",
    c=Constant(1008, mutants=(1005, 1001)),
)
def the_lemmas_bound_the_iterated_logarithm(m: AtLeastTwo, L: AtLeastOne, c: int) -> Truth:
    """log^(m)(n) < (k + 1) 3 q log q <= 2^{1008 m^2 log^2 m} for q = (10^2 m + 1)^{m+1} and k <= m + 2^{10^3 m^2 log^2
    m}: log(10^2 m + 1) <= 8 log m and m + 1 <= 2^{10^3 m^2 log^2 m}, at m = 2^L, and 1 + log(24 (m + 1) L) + 8 (m + 1)
    L <= 8 m^2 L^2, at L = log m."""
    m, L = Real.of(m), Real.of(L)
    bits = log2(100 * m + 1) <= 8 * log2(m)
    doubled = 2**L + 1 <= 2 ** (1000 * (2**L) ** 2 * L**2)
    return as_truth(bits & doubled & (1 + log2(24 * (m + 1) * L) + 8 * (m + 1) * L <= (c - 1000) * m**2 * L**2))


@claim(
    "ABLMM22.T1.chain.eq1.unbounded", "proof of Theorem 1, section 4.2.1", "remark", scale=Constant(1000, mutants=(1,))
)
def no_constant_saves_the_printed_exponent(c: AtLeastOne, scale: int) -> Truth:
    """For every constant c >= 1 there is an m with 10^3 m^2 log^2 m > c m^2 log m: m = 2^c."""
    m, L = 2 ** Real.of(c), Real.of(c)
    return as_truth(c * m**2 * L < scale * m**2 * L**2)


@claim("ABLMM22.T1.chain.eq2", "proof of Theorem 1, section 4.2.1", "step", c=Constant(1008, mutants=(10**6,)))
def four_more_logarithms_reach_m(x: AtLeastTwo, c: int) -> Truth:
    """t = log*(2^{c m^2 log^2 m}) = log*(m) + O(1), namely at most log* m + 4: if m <= x = twr_i(1) then 2^{c m^2 log^2
    m} <= twr_(i+4)(1), for log(c x^2 log^2 x) <= 16 x - 20 <= 2^{2^x} for every real x >= 2."""
    x = Real.of(x)
    small = log2(c * x**2 * log2(x) ** 2) <= 16 * x - 20
    return as_truth(small & (16 * x - 20 <= Real.of(2) ** (2**x)))


@claim("ABLMM22.T1.chain.eq2.exact", "proof of Theorem 1, section 4.2.1", "step", more=Constant(4, mutants=(3,)))
def log_star_of_the_bound_is_four_above(j: PositiveSize, more: int) -> Truth:
    """log*(2^{1008 m^2 log^2 m}) <= log*(m) + 4 for even m, with equality at m = 2."""
    m = 2 * j
    exponent = 1008 * m**2 * log2(m) ** 2
    return as_truth(1 + log_star(exponent) <= log_star(m) + more)


# ---- The deduction of Theorem 2


@claim("ABLMM22.T2.proof", "proof of Theorem 2, section 4.3", "step", lost=Constant(2, mutants=(1,)))
def log_star_of_the_number_of_thresholds(d: PositiveSize, lost: int) -> Truth:
    """With c = floor(log d), Omega(log* c) = Omega(log* d): log* c >= log* d - 2 for every d >= 1."""
    return as_truth(log_star(floor(log2(d))) >= log_star(d) - lost)


@claim("ABLMM22.T2.proof.floor", "proof of Theorem 2, section 4.3", "step", rounding=Constant(1, mutants=(0,)))
def rounding_down_costs_one_level(d: PositiveReal, u: FromZero, rounding: int) -> Statement:
    """If d > twr_(i+2)(1) = 2^u with u = twr_(i+1)(1), then floor(log d) >= u > twr_i(1), so that log* floor(log d) >=
    log* d - 2 for every d: log d > u, and the integer floor(log d) > log d - 1 exceeds u - 1."""
    deeper = u + 1 - rounding < log2(d)
    return when(2 ** Real.of(u) < d, as_truth(deeper & (Real.of(u) < 2 ** Real.of(u))))
