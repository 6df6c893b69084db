"""ABLMM22 sections 5.2.1 and 5.2.2: Theorem 23, the distributions D_k, Observation 24, and Lemmas 25 and 26.

On few points some hypothesis always has probability at least 2^(-2^(d+2)), so that with the printed threshold D_1 is
never defined there. The statements are therefore put for every threshold: D_k is well defined as long as two rules can
differ, and a printed 2^(-2^(d+2)) that a proof takes from "D_k is well defined" is the largest probability instead.
"""

from collections.abc import Sequence

from littlestone.spec.ablmm22.vocabulary import (
    MOST_POINTS,
    Level,
    Levels,
    Sampler,
    Soa,
    SoaState,
    all_samples,
    in_reach,
    realizable,
    sampler_law,
    soa_rule,
    towers,
)
from littlestone.spec.learning.samples import rational
from littlestone.spec.learning.stability import (
    StabilityPlan,
    double_power,
    followed,
    labelled_law,
    theory_plan,
    tournament_examples,
    tournament_law,
)
from littlestone.spec.notation import *

MOST_EXAMPLES = 4
MOST_STEPS = 4


# ---- Theorem 23


@claim("ABLMM22.T23", "Theorem 23, section 5.2.1", "theorem", scale=Constant(1, mutants=(28,)))
def there_is_a_globally_stable_learner(H: ExplicitBinary, j: Size, levels: Levels, scale: int) -> Statement:
    """For d >= 1 and m = 2^(2^(d+2)+1) 4^(d+1) ceil(2^(d+2)/alpha) there is a G on m examples such that for every
    realizable D some f has Pr[G(S) = f] >= 1/((d+1) 2^(2^(d+1))) and loss_D(f) <= alpha: here G has the budget m - n
    for S, alpha = 1/2, and D(x) is proportional to 1 + j x.

    Pr[G = f] is bounded below by the mean over k of Pr_{D_k}[SOA(S o T) = f] - E[M_k]/m, by Markov's inequality for
    M_k, a multiple of n.
    """
    d = int(littlestone_dimension(H))
    if H.points > MOST_POINTS or d < 1:
        return OUT_OF_REACH
    plan, eta = theory_plan(d, HALF), scale / ((d + 1) * 2**2 ** (d + 1))
    return all_of(_is_stable(H, c, D, tower, plan.budget, d, eta) for D, c, tower in towers(levels, H, j, plan.n))


def _is_stable(
    H: ConceptClass, c: Function, D: Distribution, tower: Sequence[Level], budget: int, d: int, eta: Fraction
) -> Truth:
    good = [f for f in all_functions(H.points, 2) if error(f, c, D) <= HALF]
    chances = (sum((_surviving(level, f, budget) for level in tower), Fraction(0)) / (d + 1) for f in good)
    return any_of(eta <= chance for chance in chances)


def _surviving(level: Level, f: Function, budget: int) -> Fraction:
    """A lower bound on Pr[SOA(S o T) = f and M_k < budget]."""
    return max(Fraction(0), rational(level.hypotheses[f]) - rational(level.expected_draws) / budget)


# ---- The distributions D_k


@claim("ABLMM22.A.Dk", "Distributions D_k, section 5.2.2", "algorithm", shift=OFFSET)
def the_laws_of_states_are_those_of_the_distributions(
    H: ExplicitBinary, n: PositiveSize, k: Size, soa: Soa, levels: Levels, shift: int
) -> Statement:
    """The computed law of SOA(S o T) for S ~ D_k, T ~ D^n, and rho_k, are those of the definition, a law of samples;
    and the computation stops exactly where step (iii) never ends, or after D_d. Here D is uniform."""
    if H.points > 2 or n * (k + 1) > MOST_STEPS or k > int(littlestone_dimension(H)):
        return OUT_OF_REACH
    return all_of(_as_defined(H, n, k, D, c, soa, levels, shift) for D, c, _ in realizable(H, 0))


def _as_defined(
    H: ConceptClass, n: int, k: int, D: Distribution, c: Function, soa: Soa, levels: Levels, shift: int
) -> Truth | bool:
    rule, examples = soa_rule(soa, H), labelled_law(D, c)
    law, found = tournament_law(rule, examples, n, k), levels(frozenset(H.functions()), D, c, n)
    if law is None or k >= len(found):
        return law is None and k >= len(found)
    right = law.probability(lambda S: all(c[x] == y for x, y in tournament_examples(S, n)))
    level = found[min(k + shift, len(found) - 1)]
    return same_law(followed(law, examples, n).map(rule), level.hypotheses) & (right == level.consistency)


@claim("ABLMM22.Dk.facts", "after the distributions D_k and figure 4, section 5.2.2", "remark", fewer=OFFSET)
def a_sample_has_k_examples_of_tournaments(
    H: ExplicitBinary, n: PositiveSize, k: Size, law: LawOf, soa: Soa, sampler: Sampler, fewer: int
) -> Statement:
    """S ~ D_k has size k (n+1): k n examples drawn from D, and k made in step (iv), one after every n, as in figure 4:
    here every sample that the sampler makes from the fewest draws that suffice, 2n (2^k - 1), with D uniform."""
    if H.points > 2 or n * (2**k - 1) > 3:
        return OUT_OF_REACH
    plan = StabilityPlan(n, 2 * n * (2**k - 1))
    laws = [(c, sampler_law(H, D, c, plan, k, law, soa, sampler)) for D, c, _ in realizable(H, 0)]
    made = [(c, S) for c, samples in laws for S in samples if S is not None]
    return when(bool(made), all_of(_has_shape(S, c, n, k - fewer) for c, S in made))


def _has_shape(sample: Sample, c: Function, n: int, k: int) -> bool:
    drawn = [row for i, row in enumerate(sample) if i % (n + 1) != n]
    contests = tournament_examples(sample, n)
    return (
        len(sample) == k * (n + 1) and len(contests) == k and len(drawn) == k * n and all(c[x] == y for x, y in drawn)
    )


# ---- Observation 24


@claim("ABLMM22.O24", "Observation 24, section 5.2.2", "observation", more=OFFSET)
def tournament_examples_force_mistakes(H: ExplicitBinary, n: PositiveSize, k: Size, soa: Soa, more: int) -> Statement:
    """For S ~ D_k and T ~ D^n each of the k tournament examples is a mistake of the SOA run on S o T, which so makes at
    least k mistakes; and SOA(S o T) is consistent with T. Here for every sample that D_k can give, D uniform, up to 2
    points."""
    if H.points > 2 or n * (k + 1) > MOST_EXAMPLES:
        return OUT_OF_REACH
    runs = [S for D, c, _ in realizable(H, 0) for S in _runs(H, soa, D, c, n, k)]
    return when(bool(runs), all_of(_observed(soa(H.functions(), H.points), S, n, k, more) for S in runs))


def _runs(H: ConceptClass, soa: Soa, D: Distribution, c: Function, n: int, k: int) -> list[Sample]:
    """Every S o T that D_k and D^n can give."""
    examples = labelled_law(D, c)
    law = tournament_law(soa_rule(soa, H), examples, n, k)
    return [] if law is None else list(followed(law, examples, n))


def _observed(start: SoaState, sample: Sample, n: int, k: int, more: int) -> bool:
    """Mistakes at positions n, 2n+1, ..., and agreement with the last n examples."""
    state = start
    mistaken: list[bool] = []
    for x, y in sample:
        mistaken.append(state.predict(x) != y)
        state = state.update(x, y)
    forced = all(mistaken[n : (n + 1) * k : n + 1]) and sum(mistaken) >= k + more
    fresh = sample[(n + 1) * k :]
    return forced and len(fresh) == n and all(state.predict(x) == y for x, y in fresh)


@claim("ABLMM22.O24.consistent", "Observation 24, item 2, section 5.2.2", "observation", contradictory=OFFSET)
def the_extended_soa_agrees_with_what_it_read_last(
    H: ExplicitBinary, s: Size, t: PositiveSize, soa: Soa, contradictory: int
) -> Statement:
    """SOA(S o T) is consistent with T, realizable or not: here for every S of s examples, with any labels, and every T
    of t examples that gives no point two labels, as T ~ D^n never does; up to 4 examples in all on 3 points."""
    if H.points > MOST_POINTS or (H.points == MOST_POINTS and s + t > MOST_EXAMPLES):
        return OUT_OF_REACH
    start = soa(H.functions(), H.points)
    states = [start.run(S) for S in all_samples(all_rows(H), s)]
    later = [T for T in all_samples(all_rows(H), t) if contradictory or len(set(T)) == len({x for x, _ in T})]
    return all(_agrees(state, T) for state in states for T in later)


def _agrees(state: SoaState, T: Sample) -> bool:
    rule = state.run(T).rule
    return all(rule[x] == y for x, y in T)


# ---- Lemma 25


@claim("ABLMM22.L25", "Lemma 25, section 5.2.2", "lemma", exponent=Constant(2, mutants=(-3,)))
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
