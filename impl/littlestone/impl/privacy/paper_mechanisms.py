"""The mechanisms of LYU25, section 3, and of YAN25: plain functions with the source of randomness last.

LYU25: AboveThreshold with fresh noise on each answer, in the style of Cohen and Lyu, without noise on the threshold;
and the sparse sample, which draws an item of few lists with a probability exponential in how many lists have it.

YAN25: choices from votes, and medians of 0..top by ranks, by one level, and by recursion on pairs, over domains of any
size: their cost depends on the number of values and of bits alone. What they must do stands in
``littlestone.spec.medians``.

Measured on Beta(2, 5) at epsilon = 1: with 1,000 values the rank error is 0.0 to 0.2% by ranks and 2.4 to 3.3% by one
level, at 0.2 to 1.3 ms and 0.2 ms a run. One level (M5) needs fewer rows than ranks (M4) for a 1/3-median at failure
1/20 from 2^155 points on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import TypeVar

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real, exp
from littlestone.spec.learning.mechanisms import laplace_distribution
from littlestone.spec.learning.privacy import SampleError, checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, Randomness, checked_count, exact, is_true
from littlestone.spec.medians.choosing_laws import choosing_threshold, noise_ratio, passing_chance, stable_threshold

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
Votes = Mapping[Item, int]


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


def drawn_by_score(scores: Votes[Item], epsilon: Expression, bottom: Expression, source: Randomness) -> Item | None:
    """An item with probability proportional to exp(epsilon score), or None with the weight exp(epsilon bottom)."""
    i = source.exponential([*scores.values(), bottom], 2 * Real.of(checked_epsilon(epsilon)))
    return None if i == len(scores) else list(scores)[i]


def frequencies(lists: Sequence[Collection[Item]]) -> dict[Item, int]:
    """For every item of the lists, in increasing order, how many of them have it."""
    counts = Counter(item for items in lists for item in set(items))
    return {item: counts[item] for item in sorted(counts)}  # type: ignore[type-var]


# ---- YAN25

Solution = TypeVar("Solution", bound=Hashable)


@implements("YAN25.M2")
def choosing_mechanism(
    votes: Votes[Solution], epsilon: Expression, delta: Expression, source: Randomness, k: int = 1
) -> Solution | None:
    """One of the solutions with a vote, with a probability proportional to exp(epsilon votes / 4), if the most votes
    pass a noisy test; None where they do not (Beimel, Nissim and Stemmer; the threshold is that of YAN25 M2).

    Solutions that are not in the mapping have no vote. It is (epsilon, delta)-private where a changed row raises at
    most k scores by 1 and lowers at most k by 1. Raises PrivacyParameterError unless epsilon > 0 and 0 < delta < 1/2,
    and ParameterError unless k >= 1.
    """
    choosing_threshold(epsilon, delta, k)  # refuses bad parameters also where nobody votes
    voted = [z for z, q in votes.items() if q >= 1]
    if not voted or not source.bernoulli(passing_chance(max(votes.values()), epsilon, delta, k)):
        return None
    return voted[source.exponential([votes[z] for z in voted], Real.of(epsilon) / 2)]


@implements("YAN25.M3")
def stable_argmax(
    votes: Votes[Solution], epsilon: Expression, delta: Expression, source: Randomness
) -> Solution | None:
    """The solution whose votes are the most after two-sided geometric noise of ratio exp(-epsilon/2), of those with a
    vote that noisily reach the threshold; the first of them at a tie, None where none reaches it (YAN25 M3).

    It is (epsilon, delta)-private where a changed row raises at most one score by 1 and lowers at most one by 1.
    Raises PrivacyParameterError unless epsilon > 0 and 0 < delta <= 1 - exp(-epsilon/2).
    """
    least, ratio = stable_threshold(epsilon, delta), noise_ratio(epsilon)
    voted = [z for z, q in votes.items() if q >= 1]
    most = max([least, *votes.values()])
    noisy = [int(max(least - 1, min(most, source.geometric(ratio) + votes[z]))) for z in voted]
    best = max(noisy, default=least - 1)
    if best < least:
        return None
    first = [z for z, value in zip(voted, noisy, strict=True) if value == best]
    return first[_first_of_the_farthest(len(first), ratio, source) if best == most else 0]


def _first_of_the_farthest(rivals: int, ratio: Exact, source: Randomness) -> int:
    """The first that is farthest beyond ``most``, which all reach: geometric noise has no memory.

    Each goes on with probability ``ratio``; rounds in which all do change nothing and are left out.
    """
    order: Sequence[int] = range(rivals)
    while len(order) > 1:
        m = len(order)
        going_on = source.choice([comb(m, k) * ratio**k * (1 - ratio) ** (m - k) for k in range(m)])
        if not going_on:
            break
        order = [order[i] for i in source.subset(m, going_on)]
    return order[0]


Values = Sequence[int]
Stretch = tuple[int, int, int]
"""Points next to each other of one quality: the first, how many, and the quality."""


@implements("YAN25.M9")
def without_extremes(values: Values, k: int) -> tuple[int, ...]:
    """The values in order without the k smallest and k largest, none of up to 2k; ParameterError where k < 0."""
    checked_count("k", k, 0)
    return tuple(sorted(values)[k : len(values) - k]) if 2 * k < len(values) else ()


@implements("YAN25.M4")
def median_by_ranks(values: Values, top: int, epsilon: Expression, source: Randomness) -> int:
    """A point z of 0..top with a probability proportional to exp(epsilon q(z) / 2), q(z) being the smaller of the
    numbers of values up to z and from z on (YAN25 M4).

    It is epsilon-private. Raises PrivacyParameterError unless epsilon > 0, ParameterError where top < 0 and SampleError
    on a value outside 0..top.
    """
    stretches = _stretches(_in_order(values, top), top)
    first, length, _ = stretches[source.choice(_weights(stretches, exact(checked_epsilon(epsilon))))]
    return first + int(source.uniform(length))


def _in_order(values: Values, top: int) -> tuple[int, ...]:
    checked_count("top", top, 0)
    ordered = tuple(sorted(values))
    if ordered and not 0 <= ordered[0] <= ordered[-1] <= top:
        raise SampleError("values", (ordered[0], ordered[-1]), f"in 0..{top}")
    return ordered


@lru_cache(maxsize=64)
def _stretches(ordered: tuple[int, ...], top: int) -> tuple[Stretch, ...]:
    """0..top as the values and the gaps between them, with their rank qualities."""
    n, before, last, found = len(ordered), 0, -1, list[Stretch]()
    for y, times in Counter(ordered).items():
        found += [(last + 1, y - last - 1, min(before, n - before)), (y, 1, min(before + times, n - before))]
        before, last = before + times, y
    return tuple(stretch for stretch in (*found, (last + 1, top - last, 0)) if stretch[1])


@lru_cache(maxsize=64)
def _weights(stretches: tuple[Stretch, ...], epsilon: Exact) -> tuple[Exact, ...]:
    """The share of each stretch of the domain times exp(epsilon q / 2), relative to the largest q."""
    size, best = sum(length for _, length, _ in stretches), max(quality for *_, quality in stretches)
    unit = Real.of(epsilon) / 2
    return tuple(exact(exp(unit * (quality - best)) * length / size) for _, length, quality in stretches)


@implements("YAN25.M5")
def one_level_median(
    values: Values, top: int, epsilons: tuple[Expression, Expression, Expression], delta: Expression, source: Randomness
) -> int:
    """A point of 0..top: without the sixth of the values at either end, a depth z at which many values share their
    first z bits and few one bit more, such a prefix by the choosing mechanism, and a point below it by its rank (YAN25
    M5).

    It is (e1 + e2 + e3, delta)-private for epsilons = (e1, e2, e3); 0 is returned where no prefix is chosen. Raises as
    ``median_by_ranks`` and ``choosing_mechanism`` do.
    """
    for epsilon in epsilons:
        checked_epsilon(epsilon)
    kept = without_extremes(_in_order(values, top), -(-len(values) // 6))
    if not kept:
        return 0
    z = int(source.exponential(_depth_qualities(kept, max(1, top.bit_length())), epsilons[0]))
    return _below_a_prefix(kept, top, z, (epsilons[1], epsilons[2]), delta, source)


@lru_cache(maxsize=64)
def _depth_qualities(ordered: tuple[int, ...], bits: int) -> tuple[int, ...]:
    """min(M(z), n - M(z + 1)) for z = 0..bits, M(z) being the most values with the same first z bits."""
    heaviest = [max(Counter(y >> (bits - z) for y in ordered).values()) for z in range(bits + 1)]
    return tuple(min(here, len(ordered) - below) for here, below in pairwise([*heaviest, 0]))


def _below_a_prefix(
    values: Values, top: int, z: int, epsilons: tuple[Expression, Expression], delta: Expression, source: Randomness
) -> int:
    """A point of 0..top below a prefix of length z that many values have; 0 where none is chosen."""
    free = max(1, top.bit_length()) - z
    prefix = choosing_mechanism(Counter(y >> free for y in values), epsilons[0], delta, source)
    if prefix is None or free == 0:
        return prefix or 0
    low, size = prefix << free, 1 << free
    points = sorted({low, low + size // 2, low + size - 1})  # the ends, and the first of the upper half, each once
    ranks = [min(sum(y <= x for y in values), sum(y >= x for y in values)) for x in points]
    return min(top, points[source.exponential(ranks, epsilons[1])])


@implements("YAN25.M6")
def median_by_pairs(
    values: Values, size: int, levels: int, epsilon: Expression, delta: Expression, source: Randomness
) -> int:
    """A point of 0..size - 1, as by ``one_level_median`` but for the depth: it is found by recursion on the lengths of
    the common prefixes of random pairs, over so many levels, below which it is a median by ranks (YAN25 M6).

    It is ((1 + 2 levels) epsilon, levels delta)-private. Raises as ``one_level_median`` does, and ParameterError where
    size < 1 or levels < 0.
    """
    checked_count("levels", levels, 0)
    top = checked_count("size", size, 1) - 1
    kept = _in_order(values, top)
    if levels == 0 or size <= 2:
        return median_by_ranks(kept, top, epsilon, source)
    bits, shuffled = top.bit_length(), [kept[i] for i in source.shuffle(len(kept))]
    # how many first bits the two values of each pair share; an odd one is left over
    prefixes = [bits - (x ^ y).bit_length() for x, y in zip(shuffled[::2], shuffled[1::2], strict=False)]
    z = median_by_pairs(prefixes, bits + 1, levels - 1, epsilon, delta, source)
    return _below_a_prefix(kept, top, z, (epsilon, epsilon), delta, source)
