"""The private sparse sample: one item of few lists, drawn with a probability exponential in how many lists have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import ParameterError, Randomness, checked_count, exact, is_true

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
    kept = lists if longest is None else [first_items(items, longest) for items in lists]
    return drawn_by_score(frequencies(kept), epsilon, bottom, source)


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


def first_items(items: Collection[Item], longest: int) -> tuple[Item, ...]:
    """The least ``longest`` items of a list, in increasing order: a function of this list alone."""
    return tuple(sorted(set(items))[: checked_count("longest", longest, 0)])  # type: ignore[type-var]
