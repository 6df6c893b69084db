"""The tournaments of ABLMM22: as algorithms, and exactly, as laws of the extended SOA's states in integers.

A sample matters only through the state that the extended SOA is in after it, and there are few states. So D_k followed
by n fresh examples is a law of states, whatever n is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, product
from math import gcd, lcm
from typing import Any, TypeVar

from littlestone.impl.classes.learner_input import VersionSpace, multiclass_littlestone_dimension
from littlestone.impl.online.standard_optimal_algorithm import ExtendedSOA, extended_soa
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import Law, collected
from littlestone.spec.learning.randomness import ParameterError, Randomness, checked_count
from littlestone.spec.learning.samples import Distribution, Example, Sample, checked_distribution, rational
from littlestone.spec.learning.stability import StabilityPlan, first_difference


class OutOfExamples(ValueError):
    """The examples handed over ended before the tournament did."""


@implements("ABLMM22.A.Dtilde")
def draw_tournament(
    soa: ExtendedSOA, examples: Iterable[Example], n: int, k: int, source: Randomness, budget: int | None = None
) -> Sample | None:
    """A sample from D~_k, or None for "Fail": more than ``budget`` examples are needed.

    ``soa`` is the extended SOA before any example, ``examples`` independent draws from D of which each is used once,
    n >= 1 the auxiliary sample size. With budget None it samples D_k itself; it then ends with probability 1 where D_k
    is well defined, and raises OutOfExamples where they end before. Raises ParameterError. Source: ABLMM22, sections
    5.2.2 and 5.2.3.
    """
    checked_count("n", n, 1)
    checked_count("k", k, 0)
    try:
        return _tournament(soa, islice(examples, budget), n, k, source)
    except OutOfExamples:
        if budget is None:
            raise
        return None


def _tournament(soa: ExtendedSOA, examples: Iterator[Example], n: int, k: int, source: Randomness) -> Sample:
    """A sample from D_k; everything is drawn afresh as long as the two rules are equal."""
    if k == 0:
        return ()
    while True:
        grown: list[Sample] = []
        for _ in range(2):  # S o T for S ~ D_(k-1) and fresh T ~ D^n
            grown.append((*_tournament(soa, examples, n, k - 1, source), *(fresh := tuple(islice(examples, n)))))
            if len(fresh) < n:
                raise OutOfExamples(f"only {len(fresh)} of the next {n} examples came")
        one, other = grown
        if soa.run(one).rule != soa.run(other).rule:
            return _contest(soa, one, other, source)


def _contest(soa: ExtendedSOA, one: Sample, other: Sample, source: Randomness) -> Sample:
    """Steps (iv) and (v): the sample whose rule errs where the rules first differ, and that example."""
    f, g = soa.run(one).rule, soa.run(other).rule
    x, y = first_difference(f, g), int(source.uniform(2))
    return (*(one if f[x] != y else other), (x, y))


@implements("ABLMM22.S5.1.1")
def random_contest(soa: ExtendedSOA, one: Sample, other: Sample, source: Randomness) -> Function:
    """The rule of the sample that wins the random contest, after it has read the contest's example too.

    Raises ParameterError where the two samples have equal rules, so that there is nothing to contest. Source: ABLMM22,
    section 5.1.1.
    """
    if soa.run(one).rule == soa.run(other).rule:
        raise ParameterError("samples", (one, other), "such that their rules differ at some point")
    return soa.run(_contest(soa, one, other, source)).rule


# ---- Their laws

Weights = Mapping[tuple[ExtendedSOA, bool], int]
Spending = Mapping[tuple[ExtendedSOA, int], Fraction]
Weight = TypeVar("Weight", int, Fraction)
Tag = TypeVar("Tag")


@lru_cache(maxsize=1 << 16)
def step(state: ExtendedSOA, example: Example) -> ExtendedSOA:
    """The state after one more example; laws meet the same few states all the time."""
    return state.update(*example)


@dataclass(frozen=True)
class Level:
    """D_k followed by T ~ D^n: the law of the state after S o T, and what sampling S costs.

    ``consistency`` is the paper's rho_k, the probability that all k tournament examples agree with the target.
    ``expected_draws`` is E[M_k], the expected number of examples drawn while S is generated.
    """

    states: Law[ExtendedSOA]
    consistency: Fraction
    expected_draws: Fraction

    @cached_property
    def hypotheses(self) -> Law[Function]:
        """The law of SOA(S o T)."""
        return self.states.map(lambda state: state.rule)

    @cached_property
    def collision(self) -> Fraction:
        """The probability that two independent SOA(S o T) are equal: step (iii) goes back to step (i)."""
        return sum((rational(p) ** 2 for _, p in self.hypotheses.items), Fraction(0))

    @cached_property
    def largest(self) -> Fraction:
        """The largest probability of a hypothesis."""
        return max(rational(p) for _, p in self.hypotheses.items)


@implements("ABLMM22.A.Dk")
@lru_cache(maxsize=4096)
def tournament_levels(functions: VersionSpace, D: Distribution, target: Function, n: int) -> tuple[Level, ...]:
    """D_0, D_1, ..., D_d exactly, d the Littlestone dimension; fewer where step (iii) of the next one never ends.

    ``functions`` is a non-empty class, D the probabilities of the points, ``target`` their labels, n >= 1 the auxiliary
    sample size. That a D_k is undefined where a hypothesis has probability 2^(-2^(d+2)) is left to the caller: the
    process itself goes on as long as two rules can differ. Raises ParameterError. Source: ABLMM22, section 5.2.2.
    """
    checked_count("n", n, 1)
    exact, start = checked_distribution(D), extended_soa(functions, len(target))
    scale = lcm(*(p.denominator for p in exact))  # integers are several times as fast as fractions
    weighted = [((x, target[x]), int(p * scale)) for x, p in enumerate(exact) if p]
    weights, spent, levels = _pushed({(start, True): 1}, weighted, n), Fraction(0), list[Level]()
    while True:
        whole = sum(weights.values())
        states = collected((state, Fraction(weight, whole)) for (state, _), weight in weights.items())
        right = Fraction(sum(weight for (_, is_right), weight in weights.items() if is_right), whole)
        levels.append(Level(states, right, spent))
        if len(levels) > multiclass_littlestone_dimension(functions) or levels[-1].collision == 1:
            return tuple(levels)
        spent = (2 * spent + 2 * n) / (1 - levels[-1].collision)
        weights = _pushed(_contested(weights, target), weighted, n)


def _pushed(
    weights: Mapping[tuple[ExtendedSOA, Tag], Weight], examples: list[tuple[Example, Weight]], n: int
) -> Mapping[tuple[ExtendedSOA, Tag], Weight]:
    """The weights of states after n examples, each with what is remembered of it."""
    for _ in range(n):
        after = defaultdict[tuple[ExtendedSOA, Tag], Any](int)
        for (state, tag), weight in weights.items():
            for example, share in examples:
                after[step(state, example), tag] += weight * share
        weights = after
    return weights


def _contested(weights: Weights, target: Function) -> Weights:
    """The weights after the contest of two independent draws whose rules differ, without their common factor.

    Against a rule g, the sample of rule f wins with probability 1/2, when the label is not f's: both orders of the two
    draws make that weight(f) weight(g) once.
    """
    mass, after = defaultdict[Function, int](int), defaultdict[tuple[ExtendedSOA, bool], int](int)
    for (state, _), weight in weights.items():
        mass[state.rule] += weight
    for (state, right), weight in weights.items():
        for g, other in mass.items():
            if state.rule != g:
                x, y = contest_of(state.rule, g)
                after[step(state, (x, y)), right and target[x] == y] += weight * other
    common = gcd(*after.values())
    return {key: weight // common for key, weight in after.items()}


def contest_of(f: Function, g: Function) -> Example:
    """With which the sample of f wins: the first point on which the rules differ, labelled as f does not."""
    x = first_difference(f, g)
    return x, 1 - f[x]


@dataclass(frozen=True)
class Spent:
    """D~_k followed by T ~ D^n: the probability of each (hypothesis, examples drawn for S), where it does not fail."""

    hypotheses: Law[Function | None]
    draws: Law[int | None]


@implements("ABLMM22.A.Dtilde.law")
@lru_cache(maxsize=4096)
def monte_carlo_level(functions: VersionSpace, D: Distribution, target: Function, plan: StabilityPlan, k: int) -> Spent:
    """The exact laws of SOA(S o T) and of the number of draws M_k for S ~ D~_k; None is "Fail" in both.

    Its cost grows with the square of the budget. Source: ABLMM22, section 5.2.3.
    """
    examples = [((x, target[x]), p) for x, p in enumerate(checked_distribution(D)) if p]
    spending: Spending = {(extended_soa(functions, len(target)), 0): Fraction(1)}
    for _ in range(k):  # what would exceed the budget is dropped
        within = {(state, used + plan.n): p for (state, used), p in spending.items() if used + plan.n <= plan.budget}
        spending = _round(_pushed(within, examples, plan.n), plan.budget)
    failed = 1 - sum(spending.values(), Fraction(0))
    after = _pushed(spending, examples, plan.n)
    return Spent(
        collected([*((state.rule, p) for (state, _), p in after.items()), (None, failed)]),
        collected([*((used, p) for (_, used), p in spending.items()), (None, failed)]),
    )


def _round(grown: Spending, budget: int) -> Spending:
    """Steps (i) to (v) with all their repetitions: what two contestants drew adds up, repeated attempts included."""
    won: defaultdict[tuple[ExtendedSOA, int], Fraction] = defaultdict(Fraction)
    again: defaultdict[int, Fraction] = defaultdict(Fraction)
    for ((one, a), p), ((other, b), q) in product(grown.items(), repeat=2):
        if one.rule == other.rule:
            again[a + b] += p * q
        else:
            won[step(one, contest_of(one.rule, other.rule)), a + b] += p * q
    starts: defaultdict[int, Fraction] = defaultdict(Fraction, {0: Fraction(1)})
    for used in range(budget + 1):
        for more, p in again.items():
            if starts[used] and used + more <= budget:
                starts[used + more] += starts[used] * p
    after: defaultdict[tuple[ExtendedSOA, int], Fraction] = defaultdict(Fraction)
    for used, p in starts.items():
        for (state, more), q in won.items():
            if p and used + more <= budget:
                after[state, used + more] += p * q
    return after
