"""AboveThreshold in the style of Cohen and Lyu: fresh noise on each answer, none on the threshold; waiting for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.learning.mechanisms import laplace_distribution
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import Exact, Randomness, checked_count, exact, is_true

Answers = tuple[bool, ...]
Ask = Callable[[Answers], Expression | None]
"""The value of the next query on the data, given what was answered so far (True is Above); None where no more comes."""


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

    The queries may depend on earlier answers. With ``counted`` False it ends after most + 1 that are below instead.
    Raises PrivacyParameterError unless epsilon > 0, and ParameterError where most < 0.
    """
    checked_epsilon(epsilon)
    checked_count("most", most, 0)
    answers: Answers = ()
    while answers.count(counted) <= most and (value := ask(answers)) is not None:
        answers = (*answers, is_noisily_above(value, threshold, epsilon, source))
    return answers
