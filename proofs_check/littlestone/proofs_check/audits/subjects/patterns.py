"""Neighbouring samples worth trying: usual places where a learner of a concept class leaks, and a few random ones.

Others are at the edges of what a sample may hold: its ends, values beyond them, inf, nan, a lone row, no row at all. A
bound that is never enforced leaks there alone: a covariance that clipped its data into a variable and used the other
one passed 13 pairs of the usual patterns. A target may refuse what is beyond its domain, so a pair on which its runs
fail is not tried, and the answer says so; a failure inside the domain, at its ends, leaves the answer not decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import inf, nan

import numpy as np

from littlestone.impl.classes.bits import bit_count
from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE
from littlestone.proofs_check.audits.subjects.instances import Dataset, Input, Instance, Pair, Point, Row, replaced
from littlestone.proofs_check.audits.subjects.number_text import as_fraction, exact_number
from littlestone.proofs_check.bad_input import BadInput

MOST_PAIRS = 16  # each is searched with its share of the draws: with more, none is known well (docs/audit_benchmark.md)
RANDOM_PAIRS = 3  # for learners whose leak no pattern foresees
FAR = 8  # widths beyond an end: an outlier that no noise for values inside hides
INTEGERS = -(2**31), 2**31 - 1  # of 32 bits, the least that libraries count in; sums of longer ones end in floats
Domain = tuple[float, float]  # the least and the greatest value of a feature
FLAGS = (0, 1)  # may be labels or answers, which have no other values
LEAN = 2  # rows short of a tie: near the tie a vote is the most sensitive, on it the rule for ties decides


def neighbouring_pairs(instance: Instance, seed: int = 0) -> tuple[Pair, ...]:
    """At most 16 distinct pairs of neighbouring samples of the instance, the most promising first.

    Each pair stands for both of its orders. The same instance and seed give the same pairs.
    """
    found: dict[frozenset[Dataset], Pair] = {}
    for pair in _patterns(instance):
        if pair is not None and len(found) < MOST_PAIRS - RANDOM_PAIRS:
            found.setdefault(frozenset((pair.first, pair.second)), pair)
    for pair in _random_pairs(instance, np.random.default_rng(seed)):
        found.setdefault(frozenset((pair.first, pair.second)), pair)
    return tuple(found.values())


def _patterns(instance: Instance) -> Iterator[Pair | None]:
    """All patterns, the most promising first; None where the instance is too small for one."""
    sample = instance.sample or spread_sample(instance)
    last = len(sample) - 1
    if not instance.is_labelled:
        yield from _of_points(instance, sample)
        return
    labels, copies = instance.labels, ((sample[0][0], instance.labels[0]),) * len(sample)
    few, turns = max(1, len(sample) // 2 - LEAN), [(x, labels[i % len(labels)]) for i, (x, _) in enumerate(sample)]
    leaning = ((sample[0][0], labels[0]),) * few + ((sample[0][0], labels[1]),) * (len(sample) - few)
    jumbled = (*turns[:-1], (turns[0][0], _other(instance, turns[0][1])))
    far = next((x for x in (instance.points[-1], instance.points[0]) if x != sample[0][0]), None)
    # In this order: the first 13 are searched, and few draws are enough for the first ones only
    yield _flipped(instance, sample, last, "the last label changed")
    yield _flipped(instance, copies, 0, "one row repeated, one of its labels changed")
    if last > 0:
        x, y = sample[0]
        yield _pair(sample, last, (x, _other(instance, y)), "made non-realizable")
    yield _pair(sample, last, sample[0], "the last row's cell emptied")
    yield _flipped(instance, leaning, 0, "one point with both labels, one label changed")
    yield _flipped(instance, sample, 0, "the first label changed")
    yield _flipped(instance, jumbled, 0, "no function fits, one label changed")
    yield _pair(sample, 0, sample[last], "the first row's cell emptied")
    if far is not None and last > 0:
        yield _pair(((far, labels[0]), *copies[1:]), 0, copies[0], "a cell of one row emptied")
    yield from _in_blocks(instance, sample)


def _of_points(instance: Instance, sample: Dataset) -> Iterator[Pair | None]:
    """Of rows without labels: one replaced by the least or the greatest point, in the sample and among copies."""
    total = lambda x: sum(x) if isinstance(x, tuple) else x  # noqa: E731
    low, high = min(instance.points, key=total), max(instance.points, key=total)
    for x, what in ((high, "greatest"), (low, "least")):
        for i in (len(sample) - 1, 0, len(sample) // 2):
            yield _pair(sample, i, (x, sample[i][1]), f"row {i} replaced by the {what} point")
    for x, other in ((low, high), (high, low)):
        yield _pair(((x, 0),) * len(sample), 0, (other, 0), "one row repeated, one of them moved as far as any")


def spread_sample(instance: Instance) -> Dataset:
    """As many rows as the instance says, spread over its points, labelled by its middle function or in turn."""
    count, size = instance.rows, len(instance.points)
    places = [i * (size - 1) // max(count - 1, 1) for i in range(count)]
    h = instance.middle
    if h is None:
        return tuple((instance.points[p], instance.labels[i % len(instance.labels)]) for i, p in enumerate(places))
    return tuple((instance.points[p], h[p]) for p in places)


def _flipped(instance: Instance, sample: Dataset, i: int, what: str) -> Pair | None:
    return _pair(sample, i, (sample[i][0], _other(instance, sample[i][1])), what)


def _other(instance: Instance, label: int) -> int:
    """The label that differs in the most bits of its number, so that every binary learner sees the change."""
    labels = instance.labels
    if label not in labels:
        return labels[0]
    i = labels.index(label)
    return max((y for y in labels if y != label), key=lambda y: ((labels.index(y) ^ i).bit_count(), -labels.index(y)))


def _in_blocks(instance: Instance, sample: Dataset) -> Iterator[Pair | None]:
    """The first, middle and last row of each block of a split by position, one block for each bit of a label."""
    count = max(2, bit_count(len(instance.labels) - 1))
    sizes = [len(sample) // count] * (count - 1)
    ends = [*accumulate(sizes, initial=0), len(sample)]
    # First and last rows before middle ones, which are the first to be cut off
    for place, where in ((0.0, "first"), (1.0, "last"), (0.5, "middle")):
        for block, (low, high) in enumerate(zip(ends, ends[1:], strict=False), 1):
            if high > low:
                i = low + int(place * (high - low - 1))
                yield _flipped(instance, sample, i, f"the {where} label of block {block} of {count} changed")


def _random_pairs(instance: Instance, rng: np.random.Generator) -> Iterator[Pair]:
    """Random rows, one of them replaced by a random one: in another label or, where there is one alone, point."""
    points, labels, count = instance.points, instance.labels, instance.rows + 1
    for number in range(1, RANDOM_PAIRS + 1):
        drawn = rng.integers(len(points), size=count).tolist(), rng.integers(len(labels), size=count).tolist()
        *rows, other = [(points[p], labels[y]) for p, y in zip(*drawn, strict=True)]
        i = int(rng.integers(instance.rows))
        if other == rows[i]:
            if len(points) == len(labels) == 1:
                return
            x, y = other
            elsewhere = (next((point for point in points if point != x), x), y)
            other = (x, _other(instance, y)) if len(labels) > 1 else elsewhere
        yield replaced(tuple(rows), i, other, f"random pair {number}")


def _pair(sample: Dataset, i: int, row: Row, what: str) -> Pair | None:
    return None if row == sample[i] else replaced(sample, i, row, what)


# ---- Edges


@dataclass(frozen=True)
class Edge:
    """A pair, and the values that it is there for, in words; they may be inside the domain, which no target refuses."""

    what: str
    pair: Pair
    inside: bool = False


def domain_of(text: str | None) -> Domain | None:
    """The domain that is typed as LOW,HIGH; raises BadInput where it is none."""
    if text is None:
        return None
    parts = text.split(",")
    if len(parts) != 2:
        raise BadInput("domain", f"{text!r} is no pair of numbers", "write it as 0,8")
    low, high = (as_fraction(exact_number("domain", part)) for part in parts)
    if low >= high:
        raise BadInput("domain", f"{text} has nothing between its ends", "write the lower end first, as in 0,8")
    return int(low) if low.denominator == 1 else float(low), int(high) if high.denominator == 1 else float(high)


def beyond(domain: Domain) -> tuple[float, float]:
    """Values far below and far above."""
    low, high = domain
    width = FAR * max(high - low, 1)
    return low - width, high + width


def edges(relation: str, instance: Instance, listed: tuple[Pair, ...], domain: Domain | None) -> tuple[Edge, ...]:
    """The pairs at the edges, those that tell the most first; of neighbours that are given, by their equal numbers."""
    if listed:
        return tuple(_edges_of_neighbours(listed[0], domain))
    if relation not in (REPLACE_ONE, ADD_REMOVE):
        return ()
    if domain is None:  # the points of a class are in order
        points = (instance.points[0], instance.points[-1]) if instance.is_finite else instance.points
        numbers = [part for x in points for part in (x if isinstance(x, tuple) else (x,))]
        domain = (min(numbers), max(numbers)) if numbers else None
    return () if domain is None else tuple(_edges_of_samples(relation, instance, domain))


def _edges_of_samples(relation: str, instance: Instance, domain: Domain) -> Iterator[Edge]:
    """The last row, with the largest label, moved to each value; and a lone row."""
    sample, (low, high), (below, above) = instance.sample or spread_sample(instance), domain, beyond(domain)
    x, label = sample[-1][0], instance.labels[-1]
    ends = {f"the end {high:g}": high, f"the end {low:g}": low}
    values = {f"{above:g}, far above the ends": above, f"{below:g}, far below them": below, "inf": inf, "nan": nan}
    tried = [(what, (*sample[:-1], (x, label)), (_filled(x, value), label)) for what, value in (ends | values).items()]
    if len(sample) > 1:
        tried.append(("a lone row", ((x, label),), (_filled(x, low), instance.labels[0])))
    for what, base, row in tried:
        if row == base[-1]:
            continue
        if relation == REPLACE_ONE:
            yield Edge(what, Pair(base, (*base[:-1], row), f"at the edge: {what}"), what in ends)
        elif len(base) > 1:
            removed = Pair((*base[:-1], row), base[:-1], f"row removed; at the edge: {what}")
            yield Edge(what, removed, what in ends)
    if relation == ADD_REMOVE:
        yield Edge("no row at all", Pair(((x, label),), (), "the only row removed"))


def _filled(x: Point, value: float) -> Point:
    """A point of this kind with the value in all its features."""
    if isinstance(x, tuple):
        return tuple(float(value) for _ in x)
    return value  # type: ignore[return-value]  # nan and inf are no integers, which a target may refuse


def _edges_of_neighbours(pair: Pair, domain: Domain | None) -> Iterator[Edge]:
    """The pair with another value in place of the first number that both inputs have at the same place."""
    ends = INTEGERS if domain is None else (*domain, *beyond(domain))
    for value in ends:
        first, second = pair.first, pair.second
        place = next(_equal_numbers(first, second, lambda part: domain is not None or isinstance(part, int)), None)
        if place is not None:
            one, other = _with(first, place, value), _with(second, place, value)
            what = f"{value:g}" if isinstance(value, float) else str(value)
            inside = domain is not None and domain[0] <= value <= domain[1]
            yield Edge(what, Pair(one, other, f"{pair.what}, with {what} in both at place {place}"), inside)


def _equal_numbers(
    first: Input, second: Input, fits: Callable[[Input], bool], path: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        for i, (a, b) in enumerate(zip(first, second, strict=True)):
            yield from _equal_numbers(a, b, fits, (*path, i))
    elif isinstance(first, int | float) and first == second and first not in FLAGS and fits(first):
        yield path


def _with(part: Input, path: tuple[int, ...], value: float) -> Input:
    if not path:
        return value
    i, *rest = path
    return (*part[:i], _with(part[i], tuple(rest), value), *part[i + 1 :])
