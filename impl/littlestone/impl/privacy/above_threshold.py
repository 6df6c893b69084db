"""AboveThreshold in the style of Cohen and Lyu: fresh noise on each answer, none on the threshold; waiting for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.learning.mechanisms import laplace_distribution
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import Exact, Randomness, checked_count, exact, is_true

Answers = tuple[bool, ...]
Ask = Callable[[Answers], Expression | None]
"""The value of the next query on the data, given what was answered so far (True is Above); None where no more comes."""


@dataclass(slots=True)
class AboveThreshold:
    """The tests of one run: query after query as long as ``running``, in between whatever else is done.

    ``most`` is the K of the print: the run goes on while at most so many outcomes were counted, so that K + 1 are.
    Counted are the outcomes equal to ``counted``: Above, or with False Below. Raises PrivacyParameterError unless
    epsilon > 0, and ParameterError where most < 0.
    """

    threshold: Expression
    epsilon: Expression
    most: int
    source: Randomness
    counted: bool = True
    counter: int = 0

    def __post_init__(self) -> None:
        checked_epsilon(self.epsilon)
        checked_count("most", self.most, 0)

    @property
    def running(self) -> bool:
        """Another query may come."""
        return self.counter <= self.most

    def reports_above(self, value: Expression) -> bool:
        """Whether the value plus Laplace noise of scale 1/epsilon reaches the threshold; the outcome is counted."""
        above = is_noisily_above(value, self.threshold, self.epsilon, self.source)
        self.counter += above == self.counted
        return above


# Typed, for 1.0 == 1: a float, which is refused, would be taken where its equal was cached before
@lru_cache(maxsize=1 << 14, typed=True)
def chance_of_above(value: Expression, threshold: Expression, epsilon: Expression) -> Exact:
    """The probability that value + Lap(1/epsilon) >= threshold: noise is symmetric, and continuous."""
    return exact(laplace_distribution(exact(value) - Real.of(threshold), 1 / Real.of(epsilon)))


def is_noisily_above(value: Expression, threshold: Expression, epsilon: Expression, source: Randomness) -> bool:
    """Whether value + Lap(1/epsilon) >= threshold, drawn by the rarer outcome: no precision may tell the chance of the
    other one from 1."""
    likely = is_true(exact(value) >= Real.of(threshold))
    rarer = chance_of_above(threshold, value, epsilon) if likely else chance_of_above(value, threshold, epsilon)
    return source.bernoulli(rarer) != likely


@implements("LYU25.A2")
def above_threshold(
    ask: Ask, threshold: Expression, epsilon: Expression, most: int, source: Randomness, counted: bool = True
) -> Answers:
    """Which of a stream of queries are noisily at least the threshold, until most + 1 of them are (Lyu, algorithm 2).

    The queries may depend on earlier answers. Raises as ``AboveThreshold`` does.
    """
    tests = AboveThreshold(threshold, epsilon, most, source, counted)
    answers: Answers = ()
    while tests.running and (value := ask(answers)) is not None:
        answers = (*answers, tests.reports_above(value))
    return answers


# ---- The first of many equal tests that passes, drawn at once


RARE, SURE = Fraction(1, 1 << 64), 64  # for n p beyond these 1 - (1 - p)^n may have no digits to tell it from 0 or 1


def first_passing(chance: Exact, steps: int, source: Randomness) -> int | None:
    """The first of so many independent tests that passes, each with this chance; None where none does.

    First whether one passes at all, then in which half of those left the first one lies: about log2(steps) choices.
    Where n p is tiny, a step is drawn with probability n p, and passes if none before it does: p (1 - p)^i for step i.
    Where it is large, the first half of the steps comes first.
    """
    if steps > 1 and is_true(steps * chance >= SURE):
        first, half = first_passing(chance, steps // 2, source), steps // 2
        rest = None if first is not None else first_passing(chance, steps - half, source)
        return first if rest is None else half + rest
    if steps and is_true(steps * chance <= RARE):
        if not source.bernoulli(exact(steps * chance)):
            return None
        step: int = source.uniform(steps)
        return step if first_passing(chance, step, source) is None else None
    if steps == 0 or not source.bernoulli(chance_within(chance, steps)):
        return None
    start, left = 0, steps
    while left > 1:
        half = left // 2
        if source.bernoulli(exact(chance_within(chance, half) / chance_within(chance, left))):
            left = half
        else:
            start, left = start + half, left - half
    return start


@lru_cache(maxsize=1 << 14)
def chance_within(chance: Exact, steps: int) -> Exact:
    """1 - (1 - p)^n: the probability that one of n tests passes."""
    return exact(1 - (1 - chance) ** steps)
