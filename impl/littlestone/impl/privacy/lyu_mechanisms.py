"""The two mechanisms of LYU25, section 3: AboveThreshold with fresh noise on each answer, and the sparse sample.

AboveThreshold is in the style of Cohen and Lyu, without noise on the threshold. The sparse sample draws an item of few
lists with a probability exponential in how many lists have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.learning.mechanisms import laplace_distribution
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, Randomness, checked_count, exact, is_true

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


Item = TypeVar("Item", bound=Hashable)


@implements("LYU25.A1")
def private_sample(
    lists: Sequence[Collection[Item]],
    epsilon: Expression,
    bottom: Expression,
    source: Randomness,
    longest: int | None = None,
) -> Item | None:
    """An item u with probability proportional to exp(epsilon times the number of lists that have u), or None with the
    weight exp(epsilon bottom) of the failure symbol (Lyu, algorithm 1).

    The items must be sortable; a list counts an item once. With ``longest`` each list is cut to its first so many items
    first. Raises PrivacyParameterError unless epsilon > 0, and ParameterError where there is no list or bottom < 0.
    """
    checked_count("number of lists", len(lists), 1)
    if not is_true(exact(bottom) >= 0):
        raise ParameterError("bottom", bottom, "at least 0")
    if longest is not None:
        checked_count("longest", longest, 0)
        lists = [sorted(set(items))[:longest] for items in lists]  # type: ignore[type-var]
    return drawn_by_score(frequencies(lists), epsilon, bottom, source)


def drawn_by_score(
    scores: Mapping[Item, int], epsilon: Expression, bottom: Expression, source: Randomness
) -> Item | None:
    """An item with probability proportional to exp(epsilon score), or None with the weight exp(epsilon bottom)."""
    i = source.exponential([*scores.values(), bottom], 2 * Real.of(checked_epsilon(epsilon)))
    return None if i == len(scores) else list(scores)[i]


def frequencies(lists: Sequence[Collection[Item]]) -> dict[Item, int]:
    """For every item of the lists, in increasing order, how many of them have it."""
    counts = Counter(item for items in lists for item in set(items))
    return {item: counts[item] for item in sorted(counts)}  # type: ignore[type-var]
