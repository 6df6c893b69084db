"""Pairs that share a dataset learn from one another's draws, and no test is by such draws."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from littlestone.proofs_check.audits.search.blackbox import _Seen, blackbox_bound, unordered


def test_pairs_in_either_order_are_one() -> None:
    assert unordered([(0, 1), (1, 0), (1, 2), (0, 1)]) == [0, 2]


def test_what_is_learned_of_a_pair_is_of_its_own_datasets(monkeypatch: pytest.MonkeyPatch) -> None:
    learned: list[list[set[float]]] = []
    suspects = _Seen.suspects

    def noting(seen: _Seen, *args: Any, **options: Any) -> Any:
        learned.append([set(table[:, 1]) for table in seen.tables(slice(None))])
        return suspects(seen, *args, **options)

    def named(dataset: int, n: int, rng: np.random.Generator) -> Any:
        return np.column_stack([rng.integers(2, size=n), np.full(n, dataset)])

    monkeypatch.setattr(_Seen, "suspects", noting)
    pairs = [(0, 1), (2, 0), (0, 3)]
    blackbox_bound(named, pairs, delta=0.0, draws=6000)
    assert all(tuple(next(iter(each)) for each in sides) in pairs for sides in learned)
    assert all(len(each) == 1 for sides in learned for each in sides)


def test_what_is_tested_is_drawn_for_the_pair_by_a_fair_coin() -> None:
    calls: list[tuple[int, int]] = []

    def draw(dataset: int, n: int, rng: np.random.Generator) -> Any:
        calls.append((dataset, n))
        return (rng.random(n) < 0.5 + 0.2 * dataset / 4).astype(int)

    result = blackbox_bound(draw, [(0, i) for i in range(1, 5)], delta=0.0, draws=40_000)
    tested = [(c.draws_first, c.draws_second) for c in result.found[0].blocks]
    drawn = [n for _, n in calls][-2 * len(tested) :]
    assert sorted(drawn) == sorted(n for block in tested for n in block)
    assert all(abs(one - two) < 5 * (one + two) ** 0.5 for one, two in tested)
    assert {dataset for dataset, _ in calls[-2 * len(tested) :]} == {0, 4}
