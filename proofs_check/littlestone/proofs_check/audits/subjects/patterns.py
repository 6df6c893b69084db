"""Neighbouring samples worth trying: usual places where a learner of a concept class leaks, and a few random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice

import numpy as np

from littlestone.impl.classes.bits import bit_count
from littlestone.proofs_check.audits.subjects.instances import Dataset, Instance, Pair, Point, Row, replaced
from littlestone.proofs_check.bad_input import NotNeighbours

MOST_PAIRS = 16  # each is searched with its share of the draws: with more, none is known well (docs/audit_benchmark.md)
RANDOM_PAIRS = 3  # for learners whose leak no pattern foresees
LEAN = 2  # rows short of a tie: near the tie a vote is the most sensitive, on it the rule for ties decides


def neighbouring_pairs(instance: Instance, seed: int = 0) -> tuple[Pair, ...]:
    """At most 16 distinct pairs of neighbouring samples of the instance, the most promising first.

    Each pair stands for both of its orders. The same instance and seed give the same pairs.
    """
    found: dict[frozenset[Dataset], Pair] = {}
    rng = np.random.default_rng(seed)
    chosen = [*islice(_distinct_pairs(_patterns(instance)), MOST_PAIRS - RANDOM_PAIRS), *_random_pairs(instance, rng)]
    for pair in chosen:
        found.setdefault(frozenset((pair.first, pair.second)), pair)
    return tuple(found.values())


def _distinct_pairs(pairs: Iterator[Pair | None]) -> Iterator[Pair]:
    seen: set[frozenset[Dataset]] = set()
    for pair in pairs:
        if pair is not None and frozenset((pair.first, pair.second)) not in seen:
            seen.add(frozenset((pair.first, pair.second)))
            yield pair


def _patterns(instance: Instance) -> Iterator[Pair | None]:
    """All patterns, the most promising first; None where the instance is too small for one."""
    sample = instance.sample or spread_sample(instance)
    last = len(sample) - 1
    if not instance.is_labelled:
        yield from _of_points(instance, sample)
        return
    # In this order: the first 13 are searched, and few draws are enough for the first ones only
    yield _flipped(instance, sample, last, "the last label changed")
    yield _flipped(instance, _repeated(instance, sample, 0), 0, "one row repeated, one of its labels changed")
    yield _contradicted(instance, sample)
    yield _moved(sample, last, 0, "the last row's cell emptied")
    yield _flipped(instance, _leaning(instance, sample), 0, "one point with both labels, one label changed")
    yield _flipped(instance, sample, 0, "the first label changed")
    yield _flipped(instance, _jumbled(instance, sample), 0, "no function fits, one label changed")
    yield _moved(sample, 0, last, "the first row's cell emptied")
    yield _isolated(instance, sample)
    yield from _in_blocks(instance, sample)


def _of_points(instance: Instance, sample: Dataset) -> Iterator[Pair | None]:
    """Of rows without labels: one replaced by the least or the greatest point, in the sample and among copies."""
    low, high = (choose(instance.points, key=_total) for choose in (min, max))
    for x, what in ((high, "greatest"), (low, "least")):
        for i in (len(sample) - 1, 0, len(sample) // 2):
            yield _pair(sample, i, (x, sample[i][1]), f"row {i} replaced by the {what} point")
    for x, other in ((low, high), (high, low)):
        yield _pair(((x, 0),) * len(sample), 0, (other, 0), "one row repeated, one of them moved as far as any")


def _total(x: Point) -> float:
    return sum(x) if isinstance(x, tuple) else x


# ---- Samples


def spread_sample(instance: Instance) -> Dataset:
    """As many rows as the instance says, spread over its points, labelled by its middle function or in turn."""
    count, size = instance.rows, len(instance.points)
    places = [i * (size - 1) // max(count - 1, 1) for i in range(count)]
    if instance.functions is None:
        return tuple((instance.points[p], instance.labels[i % len(instance.labels)]) for i, p in enumerate(places))
    h = instance.functions[len(instance.functions) // 2]
    return tuple((instance.points[p], h[p]) for p in places)


def _repeated(instance: Instance, sample: Dataset, i: int) -> Dataset:
    return ((sample[i][0], instance.labels[0]),) * len(sample)


def _leaning(instance: Instance, sample: Dataset) -> Dataset:
    """One point with the first label on a few rows less than half, the second on the rest, in that order."""
    few = max(1, len(sample) // 2 - LEAN)
    x, (a, b) = sample[0][0], instance.labels[:2]
    return ((x, a),) * few + ((x, b),) * (len(sample) - few)


def _jumbled(instance: Instance, sample: Dataset) -> Dataset:
    """The points of the sample with labels in turn, and the last row contradicting the first."""
    labels = instance.labels
    rows = [(x, labels[i % len(labels)]) for i, (x, _) in enumerate(sample)]
    return (*rows[:-1], (rows[0][0], _other(instance, rows[0][1])))


# ---- Changes


def _flipped(instance: Instance, sample: Dataset, i: int, what: str) -> Pair | None:
    return _pair(sample, i, (sample[i][0], _other(instance, sample[i][1])), what)


def _other(instance: Instance, label: int) -> int:
    """The label that differs in the most bits of its number, so that every binary learner sees the change."""
    labels = instance.labels
    if label not in labels:
        return labels[0]
    i = labels.index(label)
    return max((y for y in labels if y != label), key=lambda y: ((labels.index(y) ^ i).bit_count(), -labels.index(y)))


def _moved(sample: Dataset, i: int, onto: int, what: str) -> Pair | None:
    """Row i replaced by another row of the sample."""
    return _pair(sample, i, sample[onto], what)


def _contradicted(instance: Instance, sample: Dataset) -> Pair | None:
    """The last row replaced by one that contradicts the first: no function fits any more."""
    if len(sample) < 2:
        return None
    x, y = sample[0]
    return _pair(sample, len(sample) - 1, (x, _other(instance, y)), "made non-realizable")


def _isolated(instance: Instance, sample: Dataset) -> Pair | None:
    """A row that stands alone beside copies of another one becomes a copy too."""
    copies, far = _repeated(instance, sample, 0), _elsewhere(instance, sample[0][0])
    if far is None or len(sample) < 2:
        return None
    alone = ((far, instance.labels[0]), *copies[1:])
    return _pair(alone, 0, copies[0], "a cell of one row emptied")


def _elsewhere(instance: Instance, x: Point) -> Point | None:
    """A point other than x: the last of the instance, or the first."""
    return next((point for point in (instance.points[-1], instance.points[0]) if point != x), None)


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
    """Random rows, one of them replaced by a random one."""
    for number in range(1, RANDOM_PAIRS + 1):
        rows, i = _random_rows(instance, rng, instance.rows + 1), int(rng.integers(instance.rows))
        other = rows[-1]
        if other == rows[i]:
            if len(instance.points) == len(instance.labels) == 1:
                return
            other = _another(instance, other)
        yield replaced(rows[:-1], i, other, f"random pair {number}")


def _another(instance: Instance, row: Row) -> Row:
    """The row with another label, or where there is one alone at another point."""
    x, y = row
    if len(instance.labels) > 1:
        return x, _other(instance, y)
    return next(point for point in instance.points if point != x), y


def _random_rows(instance: Instance, rng: np.random.Generator, count: int) -> Dataset:
    points, labels = rng.integers(len(instance.points), size=count), rng.integers(len(instance.labels), size=count)
    return tuple(
        (instance.points[p], instance.labels[y]) for p, y in zip(points.tolist(), labels.tolist(), strict=True)
    )


def _pair(sample: Dataset, i: int, row: Row, what: str) -> Pair | None:
    try:
        return replaced(sample, i, row, what)
    except NotNeighbours:
        return None
