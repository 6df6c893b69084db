"""ABLMM22 section 5.2: Observation 24 on all samples of a small universe, and Theorem 23 on listed classes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from littlestone.spec.ablmm22.section2_3_global_stability import OUT_OF_REACH, Soa
from littlestone.spec.ablmm22.section5_2_frequent_hypotheses import MOST_POINTS, Levels, towers
from littlestone.spec.algebra.circuit import Truth, all_of, any_of, as_truth
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.claim import Constant, ExplicitBinary, PositiveSize, Size, Statement, claim, when
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.learning import Sample, all_rows, error, rational
from littlestone.spec.learning.stability import (
    followed,
    labelled_law,
    power_of_two,
    sloped,
    theory_plan,
    tournament_law,
)

MOST_EXAMPLES = 4
HALF = Fraction(1, 2)


# ---- Observation 24


@claim("ABLMM22.O24", "Observation 24, section 5.2.2", "observation", more=Constant(0, mutants=(1,)))
def tournament_examples_force_mistakes(H: ExplicitBinary, n: PositiveSize, k: Size, soa: Soa, more: int) -> Statement:
    """For S ~ D_k and T ~ D^n each of the k tournament examples is a mistake of the SOA run on S o T, which so makes at
    least k mistakes; and SOA(S o T) is consistent with T. Here for every sample that D_k can give, D uniform, up to 2
    points."""
    if H.points > 2 or n * (k + 1) > MOST_EXAMPLES:
        return OUT_OF_REACH
    runs = [(sample, state) for c in H.functions() for sample, state in _runs(H, soa, c, n, k)]
    return when(bool(runs), all_of(_observed(soa(H.functions(), H.points), S, n, k, more) for S, _ in runs))


def _runs(H: ConceptClass, soa: Any, c: Function, n: int, k: int) -> Iterator[tuple[Sample, Any]]:
    """Every S o T that D_k and D^n can give, with the state that the SOA is in after it."""
    start, examples = soa(H.functions(), H.points), labelled_law(sloped(H.points, 0), c)
    law = tournament_law(lambda sample: start.run(sample).rule, examples, n, k)
    for sample in followed(law, examples, n) if law is not None else ():
        yield sample, start.run(sample)


def _observed(start: Any, sample: Sample, n: int, k: int, more: int) -> Truth:
    """Mistakes at positions n, 2n+1, ..., and agreement with the last n examples."""
    state, mistaken = start, []
    for x, y in sample:
        mistaken.append(state.predict(x) != y)
        state = state.update(x, y)
    forced = all(mistaken[n : (n + 1) * k : n + 1]) and sum(mistaken) >= k + more
    fresh = sample[(n + 1) * k :]
    return as_truth(forced and len(fresh) == n and all(state.predict(x) == y for x, y in fresh))


@claim(
    "ABLMM22.O24.consistent",
    "Observation 24, item 2, section 5.2.2",
    "observation",
    contradictory=Constant(0, mutants=(1,)),
)
def the_extended_soa_agrees_with_what_it_read_last(
    H: ExplicitBinary, s: Size, t: PositiveSize, soa: Soa, contradictory: int
) -> Statement:
    """SOA(S o T) is consistent with T, realizable or not: here for every S of s examples, with any labels, and every T
    of t examples that gives no point two labels, as T ~ D^n never does; up to 4 examples in all on 3 points."""
    if H.points > MOST_POINTS or (H.points == MOST_POINTS and s + t > MOST_EXAMPLES):
        return OUT_OF_REACH
    start = soa(H.functions(), H.points)
    states = [start.run(S) for S in product(all_rows(H), repeat=s)]
    later = [T for T in product(all_rows(H), repeat=t) if contradictory or len(set(T)) == len({x for x, _ in T})]
    return when(True, all(_agrees(state, T) for state in states for T in later))


def _agrees(state: Any, T: Sample) -> bool:
    rule = state.run(T).rule
    return all(rule[x] == y for x, y in T)


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
    plan, eta = theory_plan(d, HALF), scale / ((d + 1) * power_of_two(power_of_two(d + 1)))
    D = sloped(H.points, j)
    return when(
        True, all_of(_is_stable(H, c, D, tower, plan.budget, d, eta) for c, tower in towers(levels, H, D, plan.n))
    )


def _is_stable(H: ConceptClass, c: Function, D: Any, tower: Any, budget: int, d: int, eta: Expression) -> Truth:
    good = [f for f in product(range(2), repeat=H.points) if error(f, c, D) <= HALF]
    chances = (sum((_surviving(level, f, budget) for level in tower), Fraction(0)) / (d + 1) for f in good)
    return any_of(Real.of(eta) <= chance for chance in chances)


def _surviving(level: Any, f: Function, budget: int) -> Fraction:
    """A lower bound on Pr[SOA(S o T) = f and M_k < budget]."""
    return max(Fraction(0), rational(level.hypotheses[f]) - rational(level.expected_draws) / budget)
