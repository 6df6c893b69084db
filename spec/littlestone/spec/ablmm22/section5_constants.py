"""ABLMM22 sections 2.3.1, 5.1 and 5.2: the steps about real and integer parameters alone, for all their values."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, as_truth
from littlestone.spec.algebra.reals import Real, equals, exp, finite_sum, ln, symbol
from littlestone.spec.claim import (
    Conditional,
    Constant,
    Natural,
    PositiveInteger,
    PositiveReal,
    PositiveSize,
    Reals,
    claim,
    correction,
    when,
)
from littlestone.spec.learning.stability import StabilityPlan, double_power, power_of_two, theory_plan

HALF = Fraction(1, 2)
Unit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1))]
PositiveUnit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), low_open=True)]
OpenUnit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), low_open=True, high_open=True)]
BelowOne = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), high_open=True)]
AtLeastHalf = Annotated[Any, Reals(low=Real.of(HALF), high=Real.of(1))]
UpToQuarter = Annotated[Any, Reals(low=Real.of(0), high=Real.of(Fraction(1, 4)))]
AtLeastFour = Annotated[Any, Reals(low=Real.of(4))]
FromZero = Annotated[Any, Reals(low=Real.of(0))]
EXACT = Constant(1, mutants=(2,))


# ---- Section 1 and Proposition 7


@claim("ABLMM22.S1.gs.size", "Section 1 against Theorem 23", "remark", shift=Constant(2, mutants=(-2,)))
def the_sample_size_of_g_is_doubly_exponential(C: PositiveInteger, shift: int) -> Truth:
    """No constant C makes G's m = 2^(2^(d+2)+1) 4^(d+1) ceil(2^(d+2)/alpha) at most 2^(C d): at d = C already its
    factor 2^(2^(d+2)) is larger, because C^2 < 2^(C+2)."""
    return as_truth(2 * ln(C) < (Real.of(C) + shift) * ln(2))


@claim("ABLMM22.P7.eq1", "Proposition 7, section 2.3.1, the end of its proof", "step", rate=EXACT)
def consistency_with_n_examples_is_exponentially_unlikely(a: BelowOne, n: PositiveInteger, rate: int) -> Truth:
    """(1 - alpha)^n <= e^(-alpha n), so that eta <= (1 - alpha)^n gives alpha <= ln(1/eta)/n; an alpha of 1 would make
    eta = 0."""
    return as_truth((1 - Real.of(a)) ** n <= exp(-(rate * Real.of(a) * n)))


# ---- Section 5.1


@claim("ABLMM22.S5.1.1.eq1", "Section 5.1.1", "step", factor=Constant(2, mutants=(1,)))
def some_number_of_mistakes_is_frequent_enough(d: PositiveInteger, factor: int) -> Truth:
    """1/(2d) <= 1/(d+1) for d >= 1, so that some i <= d has Pr[M = i] >= 1/(2d)."""
    return as_truth(1 / (factor * Real.of(d)) <= 1 / (Real.of(d) + 1))


@claim("ABLMM22.S5.1.1.eq2", "Section 5.1.1, the last display", "step", share=Constant(Fraction(3, 4), mutants=(1,)))
def a_contest_is_won_often_enough(d: PositiveInteger, q: UpToQuarter, share: Fraction) -> Truth:
    """If Pr[M = d-1] = 1/(2d) and the two rules are equal with conditional probability q <= 1/4, then the contest ends
    in c with probability at least (1/(2d))^2 (1 - q) (1/2) >= (1/(2d))^2 (3/4) (1/2); a larger Pr[M = d-1] only
    helps."""
    frequent = (1 / (2 * Real.of(d))) ** 2
    return frequent * share * HALF <= frequent * (1 - Real.of(q)) * HALF


@claim("ABLMM22.S5.1.2.runs", "Section 5.1.2", "step", runs=Constant(1, mutants=(HALF,)))
def a_frequent_hypothesis_shows_up(eta: OpenUnit, beta: OpenUnit, runs: Fraction) -> Truth:
    """Of k = ln(1/beta)/eta runs of a learner that outputs f with probability eta, all miss f with probability at most
    beta."""
    return as_truth((1 - Real.of(eta)) ** (runs * ln(1 / Real.of(beta)) / eta) <= beta)


# ---- Lemmas 25 and 26


@claim("ABLMM22.L25.eq2", "Lemma 25, section 5.2.2, the induction step", "step", least=Constant(4, mutants=(5,)))
def the_recursion_keeps_its_bound(a: PositiveUnit, t: Unit, least: int) -> Conditional:
    """((4 2^(-2^k))^2 - 8 tau)/2 = 8 2^(-2^(k+1)) - 4 tau >= 4 2^(-2^(k+1)) where tau = 2^(-2^(d+2)) is at most
    2^(-2^(k+1)); here a = 2^(-2^k) and t = tau."""
    a, t = Real.of(a), Real.of(t)
    reached = ((4 * a) ** 2 - 8 * t) / 2
    return when(t <= a**2, equals(reached, 8 * a**2 - 4 * t) & (least * a**2 <= reached))


@claim("ABLMM22.L25.eq2.order", "Lemma 25, section 5.2.2", "step", shift=Constant(1, mutants=(3,)))
def the_threshold_is_below_the_recursion(k: Natural, d: Natural, shift: int) -> Conditional:
    """k <= d and therefore 2^(-2^(d+2)) <= 2^(-2^(k+1))."""
    return when(Real.of(k) <= d, double_power(Real.of(d) + 2) <= double_power(Real.of(k) + shift))


@claim("ABLMM22.L25.eq3", "Lemma 25, section 5.2.2", "step", shift=Constant(2, mutants=(0,)))
def the_target_is_frequent(d: Natural, shift: int) -> Truth:
    """4 2^(-2^(d+1)) >= 2^(-2^(d+2)), so that the target c is output with at least the threshold's probability."""
    return double_power(Real.of(d) + shift) <= 4 * double_power(Real.of(d) + 1)


@claim("ABLMM22.L26.eq3", "Inequality (3), section 5.2.2", "step", base=Constant(2, mutants=(3,)))
def consistency_is_unlikely_to_base_two(a: BelowOne, n: PositiveInteger, base: int) -> Truth:
    """(1 - alpha)^n <= 2^(-alpha n), because 1 - alpha <= 2^(-alpha)."""
    return as_truth((1 - Real.of(a)) ** n <= Real.of(base) ** (-(Real.of(a) * n)))


@claim("ABLMM22.L26.log", "Lemma 26, section 5.2.2, the end of its proof", "step", scale=Constant(1, mutants=(HALF,)))
def a_frequent_hypothesis_has_small_loss(
    a: BelowOne, n: PositiveInteger, u: PositiveReal, scale: Fraction
) -> Conditional:
    """2^(-2^(d+2)) <= 2^(-alpha n) gives alpha <= 2^(d+2)/n; here u = 2^(d+2)."""
    a, n, u = Real.of(a), Real.of(n), Real.of(u)
    return when(power_of_two(-u) <= power_of_two(-(a * n)), a <= scale * u / n)


# ---- Section 5.2.3, the first attempt


@claim("ABLMM22.S5.2.3", "Section 5.2.3, first paragraph", "remark")
def the_first_attempt_as_printed(d: PositiveSize) -> Truth:
    """With probability 1/(d+1) the drawn i is a k of Lemma 25, and so the hypothesis that this lemma guarantees, which
    has probability at least 2^(-2^(d+2)) there, is output with probability at least 2^(-2^d)/(d+1)."""
    return double_power(d) / (d + 1) <= double_power(d + 2) / (d + 1)


@correction(
    "ABLMM22.S5.2.3",
    "Lemma 25 gives 2^(-2^(d+2)), which is smaller than 2^(-2^d); the printed number needs the lemma with the "
    "threshold 2^(-2^d), for which ABLMM22.L25.sharp shows it",
    power=Constant(2, mutants=(0,)),
)
def the_first_attempt(b: UpToQuarter, d: PositiveInteger, power: int) -> Truth:
    """The hypothesis of Lemma 25 is output with probability at least rho_d/(d+1) >= 4 2^(-2^(d+1))/(d+1) >=
    2^(-2^(d+2))/(d+1); here b = 2^(-2^(d+1))."""
    return as_truth(Real.of(b) ** power / (Real.of(d) + 1) <= 4 * Real.of(b) / (Real.of(d) + 1))


@claim("ABLMM22.L25.sharp", "Lemma 25, section 5.2.2, a larger threshold", "step", loss=Constant(1, mutants=(HALF,)))
def the_recursion_allows_a_larger_threshold(a: PositiveUnit, t: Unit, loss: Fraction) -> Conditional:
    """With the threshold t = 2^(-2^d) in place of 2^(-2^(d+2)) the lemma holds too, for d >= 1: rho_1 >= (1 - t)/2 >=
    2 a_1 - t and rho_(k+1) >= (rho_k^2 - t)/2 >= 2 a_(k+1) - t where a_k = 2^(-2^k) <= 1/4, so that rho_d >= 2 a_d - t
    = t; here a = a_k, a^2 = a_(k+1), and rho_k >= 2a - t >= 0."""
    a, t = Real.of(a), Real.of(t)
    base = 2 * Real.of(Fraction(1, 4)) - loss * t <= (1 - t) / 2
    step = 2 * a**2 - loss * t <= ((2 * a - t) ** 2 - t) / 2
    return when([a <= Fraction(1, 4), t <= 2 * a], base & step)


# ---- Lemma 27


@claim("ABLMM22.L27.theta", "Lemma 27, section 5.2.3", "step", half=Constant(HALF, mutants=(Fraction(24, 25),)))
def an_attempt_succeeds_with_probability_one_half(d: Natural, half: Fraction) -> Truth:
    """theta >= 1 - 2^(-2^(d+2)) >= 1/2."""
    return half <= 1 - double_power(Real.of(d) + 2)


@claim("ABLMM22.L27.eq4", "Inequality (4), section 5.2.3", "step", factor=Constant(4, mutants=(3,)))
def each_level_costs_four_times_the_one_before(
    E: FromZero, n: PositiveInteger, theta: AtLeastHalf, factor: int
) -> Truth:
    """E[M_(i+1)] = (2 E[M_i] + 2n)/theta <= 4 E[M_i] + 4n where theta >= 1/2; here E = E[M_i].

    The print asks for 0 < i < k; the induction starts from E[M_0] = 0, so i = 0 is needed too, and is included here.
    """
    return as_truth((2 * Real.of(E) + 2 * Real.of(n)) / theta <= factor * Real.of(E) + 4 * Real.of(n))


@claim("ABLMM22.L27.sum", "Lemma 27, section 5.2.3, the end of its proof", "step", extra=Constant(2, mutants=(1,)))
def the_costs_of_all_levels_are_a_geometric_sum(i: Natural, extra: int) -> Truth:
    """4 + 4^2 + ... + 4^(i+1) <= 4^(i+2)."""
    total = finite_sum(Real.of(4) ** symbol("j"), "j", 1, Real.of(i) + 1)
    return total <= Real.of(4) ** (Real.of(i) + extra)


@claim("ABLMM22.L27.step", "Lemma 27, section 5.2.3, the end of its proof", "step", factor=Constant(4, mutants=(5,)))
def the_geometric_sum_grows_within_its_bound(v: AtLeastFour, factor: int) -> Truth:
    """4 (4^(i+1) - 4)/3 + 4 <= (4^(i+2) - 4)/3 <= 4^(i+2): with E[M_i] <= n (4^(i+1) - 4)/3, which is 0 at i = 0, the
    induction goes through for every i; here v = 4^(i+1)."""
    v = Real.of(v)
    return as_truth((factor * (v - 4) / 3 + 4 <= (4 * v - 4) / 3) & ((4 * v - 4) / 3 <= 4 * v))


# ---- Theorem 23


@claim("ABLMM22.T23.eq1", "Proof of Theorem 23, section 5.2.3, Markov's inequality", "step", extra=EXACT)
def the_budget_is_rarely_exceeded(k: Natural, d: PositiveInteger, u: PositiveReal, extra: int) -> Conditional:
    """E[M_k]/N <= 4^(k+1) n / (2^(2^(d+2)+1) 4^(d+1) n) <= 2^(-2^(d+2)-1) for k <= d; here u = 2^(d+2)."""
    k, d, u = Real.of(k), Real.of(d), Real.of(u)
    markov = Real.of(4) ** (k + 1) * (power_of_two(-(u + 1)) * Real.of(4) ** (-(d + 1)))
    return when(k <= d, markov <= power_of_two(-(u + extra)))


@claim("ABLMM22.T23.eq2", "Proof of Theorem 23, section 5.2.3, the last display", "step")
def what_is_left_as_printed(d: PositiveSize) -> Truth:
    """2^(-2^(d+2)) - 2^(-2^(d+2)-1) = 2^(-2^d-1)."""
    threshold = double_power(d + 2)
    return equals(threshold - threshold / 2, double_power(d) / 2)


@correction(
    "ABLMM22.T23.eq2",
    "half of 2^(-2^(d+2)) is 2^(-2^(d+2)-1); the printed exponent lost its + 2",
    extra=EXACT,
)
def what_is_left(u: PositiveReal, extra: int) -> Truth:
    """2^(-2^(d+2)) - 2^(-2^(d+2)-1) = 2^(-2^(d+2)-1); here u = 2^(d+2)."""
    u = Real.of(u)
    return equals(power_of_two(-u) - power_of_two(-u - 1), power_of_two(-u - extra))


@claim("ABLMM22.T23.event", "Proof of Theorem 23, section 5.2.3, the last display", "step")
def the_budget_of_the_event_as_printed(r: PositiveSize) -> Truth:
    """Pr_{S ~ D~_k*}[SOA(S o T) = f*] = Pr_{S ~ D_k*}[SOA(S o T) = f* and M_k* <= 2^(2^(d+2)) 4^(d+1) n]: for k* = 1
    the left side is 1 - q^(N/2n) times Pr[SOA(S o T) = f*], where q < 2^(-2^(d+2)) is the probability that two rules
    are equal; here d = 1 and q = 1/(256 + r)."""
    return _within_budget(r, HALF)


@correction(
    "ABLMM22.T23.event",
    "D~ has the budget N = 2^(2^(d+2)+1) 4^(d+1) n, twice what the event is printed with; the printed event is the "
    "smaller one, so that the bound below it stands",
    share=Constant(1, mutants=(HALF,)),
)
def the_budget_of_the_event(r: PositiveSize, share: Fraction) -> Truth:
    """Pr_{S ~ D~_k*}[SOA(S o T) = f*] = Pr_{S ~ D_k*}[SOA(S o T) = f* and M_k* <= 2^(2^(d+2)+1) 4^(d+1) n], which is at
    least the probability with half that budget; here d = k* = 1 and q = 1/(256 + r)."""
    return _within_budget(r, share) & as_truth(_survival(r, HALF) <= _survival(r, Fraction(1)))


def _within_budget(r: int, share: Fraction | int) -> Truth:
    return as_truth(_survival(r, Fraction(1)) == _survival(r, Fraction(share)))


def _survival(r: int, share: Fraction) -> Fraction:
    """Pr[M_1 <= share N] for d = 1: some attempt of 2n draws within it succeeds."""
    plan = theory_plan(1, 1)
    return 1 - Fraction(1, 256 + r) ** int(share * plan.budget / (2 * plan.n))


@claim("ABLMM22.T23.eq3", "Proof of Theorem 23, section 5.2.3", "step")
def the_sample_complexity_as_printed(d: PositiveSize, a: PositiveSize) -> Truth:
    """The sample complexity of G, N + n = (2^(2^(d+2)+1) 4^(d+1) + 1) ceil(2^(d+2)/alpha), is at most m, as required;
    here alpha = 1/a."""
    plan = theory_plan(d, Fraction(1, a))
    return as_truth(plan.sample_size <= plan.budget)


@correction(
    "ABLMM22.T23.eq3",
    "m is N, and G uses n examples more; with the budget N - n for S it uses m, and fails with the same bound",
    reserved=Constant(1, mutants=(0,)),
)
def the_sample_complexity(d: PositiveSize, a: PositiveSize, reserved: int) -> Truth:
    """With the budget N - n for S, G uses m = N examples; M_k is a multiple of n, so that M_k > N - n only if M_k >= N,
    which by Markov's inequality has probability at most 4^(d+1) n / N <= 2^(-2^(d+2)-1); here alpha = 1/a."""
    printed = theory_plan(d, Fraction(1, a))
    plan = StabilityPlan(printed.n, printed.budget - reserved * printed.n)
    exceeded = (plan.budget // plan.n + 1) * plan.n
    failing = Real.of(Fraction(4 ** (d + 1) * plan.n, exceeded)) <= Fraction(1, 2 ** (2 ** (d + 2) + 1))
    return as_truth(plan.sample_size <= printed.budget) & failing


@claim("ABLMM22.T23.eq4", "Proof of Theorem 23, section 5.2.3, its last sentence", "step")
def the_goal_is_reached_as_printed(d: PositiveSize) -> Truth:
    """G outputs f* with probability at least 2^(-2^(d+2)-1)/(d+1), as required: at least the 2^(-2^(d+2))/(d+1) that it
    remained to show, and the theorem's 1/((d+1) 2^(2^(d+1)))."""
    reached, goal = double_power(d + 2) / (2 * (d + 1)), double_power(d + 2) / (d + 1)
    return (goal <= reached) & (double_power(d + 1) / (d + 1) <= reached)


@correction(
    "ABLMM22.T23.eq4",
    "half the goal is reached, and the theorem asks for more than the goal; with the threshold 2^(-2^d) of "
    "ABLMM22.L25.sharp the same proof gives the theorem as stated",
    bonus=Constant(1, mutants=(4,)),
)
def the_goal_is_reached(t: PositiveUnit, d: PositiveInteger, bonus: int) -> Conditional:
    """With the threshold t = 2^(-2^d) <= 1/4 the proof gives (2^(-2^d) - 2^(-2^(d+2)-1))/(d+1), which is at least the
    theorem's 2^(-2^(d+1))/(d+1), and that at least 2^(-2^(d+2))/(d+1); here 2^(-2^(d+1)) = t^2 and 2^(-2^(d+2)) =
    t^4."""
    t, d = Real.of(t), Real.of(d)
    theorem, goal = bonus * t**2 / (d + 1), t**4 / (d + 1)
    return when(t <= Fraction(1, 4), (theorem <= (t - t**4 / 2) / (d + 1)) & (goal <= theorem))
