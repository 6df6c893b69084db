"""The tournaments of ABLMM22 exactly: laws of the extended SOA's states, in integers over a common denominator.

A sample matters only through the state that the extended SOA is in after it, and there are few states. So D_k followed
by n fresh examples is a law of states, whatever n is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from math import gcd, lcm

from littlestone.impl.classes.version_spaces import VersionSpace, multiclass_littlestone_dimension
from littlestone.impl.online.extended_soa import ExtendedSOA, extended_soa
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import Law, collected
from littlestone.spec.learning.randomness import checked_count
from littlestone.spec.learning.samples import Distribution, Example, checked_distribution, rational
from littlestone.spec.learning.stability import StabilityPlan, first_difference

Weights = Mapping[int, int]
Spending = Mapping[tuple[int, int], Fraction]


@dataclass
class Automaton:
    """The states that the extended SOA can be in, numbered as they are met; state 0 is the one before any example."""

    states: list[ExtendedSOA]
    numbers: dict[ExtendedSOA, int] = field(init=False)
    steps: dict[tuple[int, Example], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbers = {state: i for i, state in enumerate(self.states)}

    def step(self, i: int, example: Example) -> int:
        """The number of the state after one more example."""
        if (i, example) not in self.steps:
            after = self.states[i].update(*example)
            self.steps[i, example] = self.numbers.setdefault(after, len(self.states))
            if self.steps[i, example] == len(self.states):
                self.states.append(after)
        return self.steps[i, example]

    def rule(self, i: int) -> Function:
        """The hypothesis of a state."""
        return self.states[i].rule


@lru_cache(maxsize=512)
def automaton(functions: VersionSpace, points: int, tie: int = 0) -> Automaton:
    """The automaton of the extended SOA for a class, shared by all laws about it."""
    return Automaton([extended_soa(functions, points, tie)])


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
def tournament_levels(
    functions: VersionSpace, D: Distribution, target: Function, n: int, tie: int = 0
) -> tuple[Level, ...]:
    """D_0, D_1, ..., D_d exactly, d the Littlestone dimension; fewer where step (iii) of the next one never ends.

    ``functions`` is a non-empty class, D the probabilities of the points, ``target`` their labels, n >= 1 the auxiliary
    sample size. That a D_k is undefined where a hypothesis has probability 2^(-2^(d+2)) is left to the caller: the
    process itself goes on as long as two rules can differ. Raises ParameterError. Source: ABLMM22, section 5.2.2.
    """
    checked_count("n", n, 1)
    machine, weighted = automaton(functions, len(target), tie), _weighted(D, target)
    weights, spent, levels = _pushed(machine, {1: 1}, weighted, n), Fraction(0), list[Level]()
    while True:
        levels.append(_level(machine, weights, spent))
        if len(levels) > multiclass_littlestone_dimension(functions) or levels[-1].collision == 1:
            return tuple(levels)
        spent = (2 * spent + 2 * n) / (1 - levels[-1].collision)
        weights = _pushed(machine, _contested(machine, weights, target), weighted, n)


def _weighted(D: Distribution, target: Function) -> list[tuple[Example, int]]:
    """The examples with integer weights, for positive probabilities."""
    exact = checked_distribution(D)
    scale = lcm(*(p.denominator for p in exact))
    return [((x, target[x]), int(p * scale)) for x, p in enumerate(exact) if p]


def _pushed(machine: Automaton, weights: Weights, examples: list[tuple[Example, int]], n: int) -> Weights:
    """The weights after n examples; a key is twice the state's number, plus 1 where all guesses were right so far."""
    for _ in range(n):
        after: defaultdict[int, int] = defaultdict(int)
        for key, weight in weights.items():
            for example, share in examples:
                after[2 * machine.step(key >> 1, example) + (key & 1)] += weight * share
        weights = after
    return weights


def _contested(machine: Automaton, weights: Weights, target: Function) -> Weights:
    """The weights after the contest of two independent draws whose rules differ.

    Against a rule g, the sample of rule f wins with probability 1/2, when the label is not f's: both orders of the two
    draws make that weight(f) weight(g) once.
    """
    mass, after = _masses(machine, weights), defaultdict[int, int](int)
    for key, weight in weights.items():
        f = machine.rule(key >> 1)
        for g, other in mass.items():
            if f != g:
                x = first_difference(f, g)
                right = key & 1 & int(target[x] == 1 - f[x])
                after[2 * machine.step(key >> 1, (x, 1 - f[x])) + right] += weight * other
    return _reduced(after)


def _masses(machine: Automaton, weights: Weights) -> dict[Function, int]:
    mass: defaultdict[Function, int] = defaultdict(int)
    for key, weight in weights.items():
        mass[machine.rule(key >> 1)] += weight
    return dict(mass)


def _reduced(weights: Weights) -> Weights:
    common = gcd(*weights.values())
    return {key: weight // common for key, weight in weights.items()}


def _level(machine: Automaton, weights: Weights, spent: Fraction) -> Level:
    total = sum(weights.values())
    states = collected((machine.states[key >> 1], Fraction(weight, total)) for key, weight in weights.items())
    right = sum(weight for key, weight in weights.items() if key & 1)
    return Level(states, Fraction(right, total), spent)


# ---- The Monte-Carlo variant, with what it spends


@dataclass(frozen=True)
class Spent:
    """D~_k followed by T ~ D^n: the probability of each (hypothesis, examples drawn for S), where it does not fail."""

    hypotheses: Law[Function | None]
    draws: Law[int | None]


@implements("ABLMM22.A.Dtilde.law")
@lru_cache(maxsize=4096)
def monte_carlo_level(
    functions: VersionSpace, D: Distribution, target: Function, plan: StabilityPlan, k: int, tie: int = 0
) -> Spent:
    """The exact laws of SOA(S o T) and of the number of draws M_k for S ~ D~_k; None is "Fail" in both.

    Its cost grows with the square of the budget. Source: ABLMM22, section 5.2.3.
    """
    machine, examples = automaton(functions, len(target), tie), _probabilities(D, target)
    spending: Spending = {(0, 0): Fraction(1)}
    for _ in range(k):
        spending = _round(machine, _fresh(machine, spending, examples, plan), plan.budget)
    failed = 1 - sum(spending.values(), Fraction(0))
    after = _fresh(machine, spending, examples, StabilityPlan(plan.n, plan.sample_size))
    return Spent(
        collected([*((machine.rule(i), p) for (i, _), p in after.items()), (None, failed)]),
        collected([*((used, p) for (_, used), p in spending.items()), (None, failed)]),
    )


def _probabilities(D: Distribution, target: Function) -> list[tuple[Example, Fraction]]:
    return [((x, target[x]), p) for x, p in enumerate(checked_distribution(D)) if p]


def _fresh(
    machine: Automaton, spending: Spending, examples: list[tuple[Example, Fraction]], plan: StabilityPlan
) -> Spending:
    """After n more examples; what would exceed the budget is dropped."""
    current = {key: p for key, p in spending.items() if key[1] + plan.n <= plan.budget}
    for _ in range(plan.n):
        after: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (i, used), p in current.items():
            for example, share in examples:
                after[machine.step(i, example), used + 1] += p * share
        current = after
    return current


def _round(machine: Automaton, grown: Spending, budget: int) -> Spending:
    """Steps (i) to (v) with all their repetitions: what two contestants drew adds up, repeated attempts included."""
    won: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    again: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (i, a), p in grown.items():
        for (j, b), q in grown.items():
            f, g = machine.rule(i), machine.rule(j)
            if f == g:
                again[a + b] += p * q
            else:
                x = first_difference(f, g)
                won[machine.step(i, (x, 1 - f[x])), a + b] += p * q
    return _repeated(won, again, budget)


def _repeated(won: Spending, again: Mapping[int, Fraction], budget: int) -> Spending:
    """The outcome after any number of attempts within the budget."""
    starts: defaultdict[int, Fraction] = defaultdict(Fraction, {0: Fraction(1)})
    for used in range(budget + 1):
        for more, p in again.items():
            if starts[used] and used + more <= budget:
                starts[used + more] += starts[used] * p
    after: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for used, p in starts.items():
        for (i, more), q in won.items():
            if p and used + more <= budget:
                after[i, used + more] += p * q
    return after
