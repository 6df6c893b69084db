"""ABLMM22 section 5.2.2, Lemmas 25 and 26: some hypothesis is frequent, and frequent hypotheses generalize.

On few points some hypothesis always has probability at least 2^(-2^(d+2)), so that with the printed threshold D_1 is
never defined there. The statements are therefore put for every threshold: D_k is well defined as long as two rules can
differ, and a printed 2^(-2^(d+2)) that a proof takes from "D_k is well defined" is the largest probability instead.
"""

from collections.abc import Sequence

from littlestone.spec.ablmm22.vocabulary import MOST_POINTS, Level, Levels, in_reach, towers
from littlestone.spec.learning.learning import error
from littlestone.spec.learning.stability import double_power
from littlestone.spec.notation import *

EXPONENT = Constant(2, mutants=(-3,))


# ---- Lemma 25


@claim("ABLMM22.L25", "Lemma 25, section 5.2.2", "lemma", exponent=EXPONENT)
def some_hypothesis_is_frequent(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, exponent: int
) -> Statement:
    """There exist k <= d, with D_k well defined, and f with Pr_{S ~ D_k, T ~ D^n}[SOA(S o T) = f] >= 2^(-2^(d+2)): here
    for every target in H and D(x) proportional to 1 + j x."""
    if not in_reach(H, j):
        return OUT_OF_REACH
    threshold = double_power(int(littlestone_dimension(H)) + exponent)
    return _found(levels, H, n, j, threshold)


@claim(
    "ABLMM22.L25.larger", "Lemma 25, section 5.2.2, a larger threshold", "lemma", exponent=Constant(0, mutants=(-3,))
)
def some_hypothesis_is_more_frequent(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, exponent: int
) -> Statement:
    """For d >= 1 Lemma 25 holds with the threshold 2^(-2^d), which is 1/4, 1/16, 1/256 for d = 1, 2, 3."""
    d = int(littlestone_dimension(H))
    if d < 1 or not in_reach(H, j):
        return OUT_OF_REACH
    return _found(levels, H, n, j, double_power(d + exponent))


def _found(levels: Levels, H: ConceptClass, n: int, j: int, threshold: Real) -> Truth:
    """In the first D_k in which some hypothesis reaches the threshold, D_k is well defined for it."""
    return all_of(any_of(threshold <= level.largest for level in tower) for _, _, tower in towers(levels, H, j, n))


@claim("ABLMM22.L25.eq1", "Lemma 25, section 5.2.2, the recursion", "step", factor=Constant(8, mutants=(0,)))
def the_guesses_stay_right_often_enough(
    H: ExplicitBinary, n: PositiveSize, k: PositiveSize, j: Size, levels: Levels, factor: int
) -> Statement:
    """rho_0 = 1 and rho_k >= (rho_(k-1)^2 - 8 t)/2 for k <= d, where rho_k is the probability that all k tournament
    examples of S ~ D_k agree with c and every hypothesis has probability at most t after D_(k-1): so with every
    threshold above t, such as 2^(-2^(d+2)) where D_k is well defined. Factor 1 in place of 8 would do."""
    if H.points > MOST_POINTS or k > int(littlestone_dimension(H)):
        return OUT_OF_REACH
    reached = [tower for _, _, tower in towers(levels, H, j, n) if k < len(tower)]
    start = all_of(tower[0].consistency == 1 for tower in reached)
    return when(bool(reached), start & all_of(_recursion(tower, k, factor) for tower in reached))


def _recursion(tower: Sequence[Level], k: int, factor: int) -> Truth | bool:
    before, after = tower[k - 1], tower[k]
    return after.consistency >= (before.consistency**2 - factor * before.largest) / 2


@claim("ABLMM22.L25.eq2", "Lemma 25, section 5.2.2, the induction step", "step", least=Constant(4, mutants=(5,)))
def the_recursion_keeps_its_bound(a: PositiveUnit, t: Unit, least: int) -> Statement:
    """((4 2^(-2^k))^2 - 8 tau)/2 = 8 2^(-2^(k+1)) - 4 tau >= 4 2^(-2^(k+1)) where tau = 2^(-2^(d+2)) is at most
    2^(-2^(k+1)); here a = 2^(-2^k) and t = tau."""
    reached = ((4 * a) ** 2 - 8 * t) / 2
    return when(t <= a**2, equals(reached, 8 * a**2 - 4 * t) & (least * a**2 <= reached))


@claim("ABLMM22.L25.eq2.order", "Lemma 25, section 5.2.2", "step", shift=Constant(1, mutants=(3,)))
def the_threshold_is_below_the_recursion(k: Natural, d: Natural, shift: int) -> Statement:
    """k <= d and therefore 2^(-2^(d+2)) <= 2^(-2^(k+1))."""
    return when(k <= d, double_power(d + 2) <= double_power(k + shift))


@claim("ABLMM22.L25.target", "Lemma 25, section 5.2.2, the end of its proof", "step", fewer=OFFSET)
def right_guesses_make_the_target_the_output(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, fewer: int
) -> Statement:
    """If all d tournament examples agree with c then SOA(S) = SOA(S o T) = c, so that Pr_{S ~ D_d}[SOA(S o T) = c] >=
    rho_d."""
    d = int(littlestone_dimension(H)) - fewer
    if d < 0 or not in_reach(H, j):
        return OUT_OF_REACH
    reached = [(c, tower) for _, c, tower in towers(levels, H, j, n) if d < len(tower)]
    return when(bool(reached), all_of(t[d].consistency <= t[d].hypotheses[c] for c, t in reached))


@claim("ABLMM22.L25.eq3", "Lemma 25, section 5.2.2", "step", shift=Constant(2, mutants=(0,)))
def the_target_is_frequent(d: Natural, shift: int) -> Truth:
    """4 2^(-2^(d+1)) >= 2^(-2^(d+2)), so that the target c is output with at least the threshold's probability."""
    return double_power(d + shift) <= 4 * double_power(d + 1)


@claim("ABLMM22.L25.sharp", "Lemma 25, section 5.2.2, a larger threshold", "step", loss=SHARE)
def the_recursion_allows_a_larger_threshold(a: PositiveUnit, t: Unit, loss: Fraction) -> Statement:
    """With the threshold t = 2^(-2^d) in place of 2^(-2^(d+2)) the lemma holds too, for d >= 1: rho_1 >= (1 - t)/2 >=
    2 a_1 - t and rho_(k+1) >= (rho_k^2 - t)/2 >= 2 a_(k+1) - t where a_k = 2^(-2^k) <= 1/4, so that rho_d >= 2 a_d - t
    = t; here a = a_k, a^2 = a_(k+1), and rho_k >= 2a - t >= 0."""
    base = 2 * QUARTER - loss * t <= (1 - t) / 2
    step = 2 * a**2 - loss * t <= ((2 * a - t) ** 2 - t) / 2
    return when([a <= QUARTER, t <= 2 * a], base & step)


# ---- Lemma 26


@claim("ABLMM22.L26", "Lemma 26, section 5.2.2", "lemma", exponent=Constant(2, mutants=(0,)))
def frequent_hypotheses_generalize(
    H: ExplicitBinary, i: PositiveSize, j: Size, levels: Levels, exponent: int
) -> Statement:
    """If D_k is well defined, every f with Pr_{S ~ D_k, T ~ D^n}[SOA(S o T) = f] >= 2^(-2^(d+2)) has loss_D(f) <=
    2^(d+2)/n: here n = 2^(d+2) i, with i = 1 on 3 points, and D(x) proportional to 1 + j x."""
    d = int(littlestone_dimension(H))
    if not in_reach(H, i):
        return OUT_OF_REACH
    n, threshold = 2 ** (d + 2) * i, double_power(d + 2)
    return all_of(
        any_of([p < threshold, error(f, c, D) * n <= 2 ** (d + exponent)])
        for D, c, tower in towers(levels, H, j, n)
        for level in tower
        for f, p in level.hypotheses.items
    )


@claim("ABLMM22.L26.events", "Lemma 26, section 5.2.2, its proof", "step", extra=OFFSET)
def an_output_is_consistent_with_fresh_examples(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, extra: int
) -> Statement:
    """Pr_{S ~ D_k, T ~ D^n}[SOA(S o T) = f] <= Pr[f is consistent with T] = (1 - alpha)^n, alpha = loss_D(f), for all k
    and f: the event A is contained in B."""
    if not in_reach(H, j):
        return OUT_OF_REACH
    return all_of(
        p <= (1 - error(f, c, D)) ** (n + extra)
        for D, c, tower in towers(levels, H, j, n)
        for level in tower
        for f, p in level.hypotheses.items
    )


@claim("ABLMM22.L26.eq3", "Inequality (3), section 5.2.2", "step", base=Constant(2, mutants=(3,)))
def consistency_is_unlikely_to_base_two(a: BelowOne, n: PositiveInteger, base: int) -> Truth:
    """(1 - alpha)^n <= 2^(-alpha n), because 1 - alpha <= 2^(-alpha)."""
    return (1 - a) ** n <= base ** (-(a * n))


@claim("ABLMM22.L26.log", "Lemma 26, section 5.2.2, the end of its proof", "step", scale=SHARE)
def a_frequent_hypothesis_has_small_loss(
    a: BelowOne, n: PositiveInteger, u: PositiveReal, scale: Fraction
) -> Statement:
    """2^(-2^(d+2)) <= 2^(-alpha n) gives alpha <= 2^(d+2)/n; here u = 2^(d+2)."""
    return when(2 ** (-u) <= 2 ** (-(a * n)), a <= scale * u / n)
