"""Neighbouring samples worth trying: what is among them, how many there are, and that they stay the same."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from littlestone.proofs_check.audits.subjects.instances import Dataset, Instance, Pair, instance_of_class
from littlestone.proofs_check.audits.subjects.patterns import MOST_PAIRS, neighbouring_pairs

CLASS = instance_of_class("thresholds:64", 20)
FOUR = Instance(range(1), (0, 1, 2, 3), (2,), 8)


def is_realizable(sample: Dataset) -> bool:
    """Some threshold fits it."""
    return any(all(y == (x >= t) for x, y in sample) for t in range(65))


def cells(pair: Pair) -> set[int]:
    return {len(set(sample)) for sample in (pair.first, pair.second)}


def changed(pairs: Iterable[Pair]) -> set[int]:
    return {pair.changed for pair in pairs if "random" not in pair.what}


def test_pairs_are_many_distinct_and_the_same_again() -> None:
    pairs = neighbouring_pairs(CLASS, 5)
    assert len(pairs) == MOST_PAIRS == len({frozenset((pair.first, pair.second)) for pair in pairs})
    assert neighbouring_pairs(CLASS, 5) == pairs != neighbouring_pairs(CLASS, 6)
    assert all(len(pair.first) == 20 for pair in pairs)


def test_the_usual_patterns_are_among_them() -> None:
    pairs = neighbouring_pairs(CLASS)
    kinds = [tuple(map(is_realizable, (pair.first, pair.second))) for pair in pairs]
    assert {(True, True), (True, False), (False, False)} <= set(kinds)
    moved = [pair for pair in pairs if pair.first[pair.changed][0] != pair.second[pair.changed][0]]
    assert any(len(cells(pair)) == 2 for pair in moved)
    assert any(cells(pair) == {1, 2} for pair in pairs)
    ones = [sorted(sum(y for _, y in sample) for sample in (pair.first, pair.second)) for pair in pairs]
    assert [0, 1] in ones


def test_each_block_of_a_split_by_position_sees_a_change() -> None:
    assert {0, 4, 9, 10, 14, 19} <= changed(neighbouring_pairs(CLASS))
    assert {0, 1, 3, 4, 5, 7} <= changed(neighbouring_pairs(FOUR))


@pytest.mark.parametrize("text", ["thresholds:1", "singletons:3", "intervals:5", "points:7,2"])
@pytest.mark.parametrize("rows", [1, 2, 3, 30])
def test_small_instances_have_pairs_too(text: str, rows: int) -> None:
    instance = instance_of_class(text, rows)
    pairs = neighbouring_pairs(instance)
    assert 1 <= len(pairs) <= MOST_PAIRS
    points, labels = set(instance.points), set(instance.labels)
    assert all(x in points and y in labels for pair in pairs for x, y in (*pair.first, *pair.second))


def test_the_users_own_sample_is_where_pairs_begin() -> None:
    own = ((0, 1), (2, 1), (1, 0))
    instance = Instance(range(4), (0, 1), None, 3, own)
    assert own in (neighbouring_pairs(instance)[0].first, neighbouring_pairs(instance)[0].second)


@pytest.mark.parametrize("rows", [1, 2, 5])
def test_rows_without_labels_are_moved_to_the_ends(rows: int) -> None:
    sample = tuple(((float(x), x / 4), 0) for x in (3, 1, 4, 1, 5))[:rows]
    points = ((0.0, 0.0), (9.0, 9.0), *dict.fromkeys(x for x, _ in sample))
    pairs = neighbouring_pairs(Instance(points, (0,), None, rows, sample, is_labelled=False))
    assert 1 <= len(pairs) <= MOST_PAIRS and {y for pair in pairs for _, y in (*pair.first, *pair.second)} == {0}
    moved = {(pair.first[pair.changed][0], pair.second[pair.changed][0]) for pair in pairs}
    assert ((0.0, 0.0), (9.0, 9.0)) in moved
    assert {pair.second[pair.changed][0] for pair in pairs} >= {(0.0, 0.0), (9.0, 9.0)}
