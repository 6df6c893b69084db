"""ABLMM22 section 5.2.2 and Lemma 27: what the recursion of the distributions D_k gives, on classes that are listed.

On few points some hypothesis always has probability at least 2^(-2^(d+2)), so that with the printed threshold D_1 is
never defined there. The statements are therefore put for every threshold: D_k is well defined as long as two rules can
differ, and a printed 2^(-2^(d+2)) that a proof takes from "D_k is well defined" is the largest probability instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

from littlestone.spec.ablmm22.section2_3_global_stability import OUT_OF_REACH
from littlestone.spec.algebra.circuit import Truth, all_of, any_of, as_truth
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.claim import Algorithm, Constant, ExplicitBinary, PositiveSize, Size, Statement, claim, when
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.learning import Distribution, error
from littlestone.spec.learning.stability import double_power, sloped

Levels = Annotated[Any, Algorithm("ABLMM22.A.Dk")]
MOST_POINTS = 3
HALF = Fraction(1, 2)
EXPONENT = Constant(2, mutants=(-3,))


def towers(levels: Any, H: ConceptClass, D: Distribution, n: int) -> Iterator[tuple[Function, Any]]:
    """For every target c in H: the laws of SOA(S o T) for S ~ D_0, ..., D_d, with rho_k, collision and E[M_k]."""
    functions = frozenset(H.functions())
    for c in H.functions():
        yield c, levels(functions, D, c, n)


def in_reach(H: ConceptClass, j: int) -> bool:
    """The class is small enough: up to 2 points with every D, and 3 points with D uniform or proportional to 1 + x."""
    return H.points < MOST_POINTS or (H.points == MOST_POINTS and j < 2)


@claim("ABLMM22.L25", "Lemma 25, section 5.2.2", "lemma", exponent=EXPONENT)
def some_hypothesis_is_frequent(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, exponent: int
) -> Statement:
    """There exist k <= d, with D_k well defined, and f with Pr_{S ~ D_k, T ~ D^n}[SOA(S o T) = f] >= 2^(-2^(d+2)): here
    for every target in H and D(x) proportional to 1 + j x."""
    if not in_reach(H, j):
        return OUT_OF_REACH
    threshold = double_power(int(littlestone_dimension(H)) + exponent)
    return when(True, _found(levels, H, n, j, threshold))


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
    return when(True, _found(levels, H, n, j, double_power(d + exponent)))


def _found(levels: Any, H: ConceptClass, n: int, j: int, threshold: Expression) -> Truth:
    """In the first D_k in which some hypothesis reaches the threshold, D_k is well defined for it."""
    D = sloped(H.points, j)
    return all_of(
        any_of(Real.of(threshold) <= level.largest for level in tower) for _, tower in towers(levels, H, D, n)
    )


@claim("ABLMM22.L25.eq1", "Lemma 25, section 5.2.2, the recursion", "step", factor=Constant(8, mutants=(0,)))
def the_guesses_stay_right_often_enough(
    H: ExplicitBinary, n: PositiveSize, k: PositiveSize, j: Size, levels: Levels, factor: int
) -> Statement:
    """rho_0 = 1 and rho_k >= (rho_(k-1)^2 - 8 t)/2 for k <= d, where rho_k is the probability that all k tournament
    examples of S ~ D_k agree with c and every hypothesis has probability at most t after D_(k-1): so with every
    threshold above t, such as 2^(-2^(d+2)) where D_k is well defined. Factor 1 in place of 8 would do."""
    if H.points > MOST_POINTS or k > int(littlestone_dimension(H)):
        return OUT_OF_REACH
    reached = [tower for _, tower in towers(levels, H, sloped(H.points, j), n) if k < len(tower)]
    start = all_of(tower[0].consistency == 1 for tower in reached)
    return when(bool(reached), start & all_of(_recursion(tower, k, factor) for tower in reached))


def _recursion(tower: Any, k: int, factor: int) -> Truth:
    before, after = tower[k - 1], tower[k]
    return as_truth(after.consistency >= (before.consistency**2 - factor * before.largest) / 2)


@claim("ABLMM22.L25.target", "Lemma 25, section 5.2.2, the end of its proof", "step", fewer=Constant(0, mutants=(1,)))
def right_guesses_make_the_target_the_output(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, fewer: int
) -> Statement:
    """If all d tournament examples agree with c then SOA(S) = SOA(S o T) = c, so that Pr_{S ~ D_d}[SOA(S o T) = c] >=
    rho_d."""
    d = int(littlestone_dimension(H)) - fewer
    if d < 0 or not in_reach(H, j):
        return OUT_OF_REACH
    reached = [(c, tower) for c, tower in towers(levels, H, sloped(H.points, j), n) if d < len(tower)]
    return when(bool(reached), all_of(t[d].consistency <= t[d].hypotheses[c] for c, t in reached))


@claim("ABLMM22.L26", "Lemma 26, section 5.2.2", "lemma", exponent=Constant(2, mutants=(0,)))
def frequent_hypotheses_generalize(
    H: ExplicitBinary, i: PositiveSize, j: Size, levels: Levels, exponent: int
) -> Statement:
    """If D_k is well defined, every f with Pr_{S ~ D_k, T ~ D^n}[SOA(S o T) = f] >= 2^(-2^(d+2)) has loss_D(f) <=
    2^(d+2)/n: here n = 2^(d+2) i, with i = 1 on 3 points, and D(x) proportional to 1 + j x."""
    d = int(littlestone_dimension(H))
    if not in_reach(H, i):
        return OUT_OF_REACH
    D, n, threshold = sloped(H.points, j), 2 ** (d + 2) * i, double_power(d + 2)
    return when(
        True,
        all_of(
            as_truth(Real.of(p) < threshold) | as_truth(error(f, c, D) * n <= 2 ** (d + exponent))
            for c, tower in towers(levels, H, D, n)
            for level in tower
            for f, p in level.hypotheses.items
        ),
    )


@claim("ABLMM22.L26.events", "Lemma 26, section 5.2.2, its proof", "step", extra=Constant(0, mutants=(1,)))
def an_output_is_consistent_with_fresh_examples(
    H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, extra: int
) -> Statement:
    """Pr_{S ~ D_k, T ~ D^n}[SOA(S o T) = f] <= Pr[f is consistent with T] = (1 - alpha)^n, alpha = loss_D(f), for all k
    and f: the event A is contained in B."""
    if not in_reach(H, j):
        return OUT_OF_REACH
    D = sloped(H.points, j)
    return when(
        True,
        all_of(
            p <= (1 - error(f, c, D)) ** (n + extra)
            for c, tower in towers(levels, H, D, n)
            for level in tower
            for f, p in level.hypotheses.items
        ),
    )


@claim("ABLMM22.L27", "Lemma 27, section 5.2.3", "lemma", base=Constant(4, mutants=(2,)))
def sampling_costs_few_examples(H: ExplicitBinary, n: PositiveSize, j: Size, levels: Levels, base: int) -> Statement:
    """If D_k is well defined then E[M_k] <= 4^(k+1) n, where M_k is the number of examples drawn while S ~ D_k is
    generated: here for every threshold up to 1/2, which makes two rules equal with probability at most 1/2."""
    if not in_reach(H, j):
        return OUT_OF_REACH
    costs = [cost for _, tower in towers(levels, H, sloped(H.points, j), n) for cost in _well_defined(tower)]
    return when(bool(costs), all_of(level.expected_draws <= base ** (k + 1) * n for k, level in costs))


def _well_defined(tower: Any) -> Iterator[tuple[int, Any]]:
    """The levels up to the first that follows one in which equal rules are more likely than not."""
    for k, level in enumerate(tower):
        yield k, level
        if level.collision > HALF:
            return
