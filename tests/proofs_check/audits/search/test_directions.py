"""Weighted sums of entries: what they are learned from, what they see, and that they are judged by other draws."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.nightly import nightly

from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.proofs_check.audits.search.directions import entries_of
from littlestone.proofs_check.audits.search.features import Sample

RNG = np.random.default_rng(0)


def test_entries_whose_squares_are_no_floats_are_left_out() -> None:
    """Such as where infinities or nan are so frequent that nothing else of the column is near them."""

    def draw(bit: int, n: int, rng: np.random.Generator) -> Any:
        rows = rng.normal(size=(n, 6))
        rows[:, 0], rows[:, 1] = bit ^ (rng.random(n) < 0.2), np.where(rng.random(n) < 0.3, np.nan, rows[:, 1])
        rows[:, 2:4] *= 1e299
        return rows

    entries = entries_of(Sample(np.nan_to_num(draw(0, 1000, RNG), nan=-1e302)))
    assert entries is not None and entries.columns == (0, 4, 5)
    assert blackbox_bound(draw, [(0, 1)], delta=0.0, draws=10_000).epsilon > 1


def running_sums(answers: tuple[int, ...], n: int, rng: np.random.Generator) -> Any:
    return np.round(np.cumsum(answers + rng.laplace(scale=2.0, size=(n, len(answers))), axis=1) * 2.0**20) / 2.0**20


def test_a_shift_behind_shared_noise_is_seen() -> None:
    pair = (1,) * 12, (1,) * 6 + (0,) + (1,) * 5
    result = blackbox_bound(running_sums, [pair], delta=0.0, draws=40_000)
    assert "x6 - x5" in result.found[0].event.description
    assert 0.35 < result.epsilon <= 0.5


def many_answers(answer: int, n: int, rng: np.random.Generator) -> Any:
    return np.round((answer + rng.laplace(scale=20.0, size=(n, 30))) * 2.0**20) / 2.0**20


def test_a_shift_of_many_entries_by_a_little_is_seen() -> None:
    # The sides of the medians are 30 fair coins moved by 1/40 each: their sum alone shows 0.3 of 1.5 in so few draws
    assert 0.2 < blackbox_bound(many_answers, [(0, 1)], delta=0.0, draws=40_000).epsilon <= 1.5


@pytest.mark.slow
@pytest.mark.parametrize("columns", [40, *nightly([3])])
def test_wide_outputs_that_say_nothing_show_nothing(columns: int) -> None:
    """Weights are judged by draws that did not teach them, also where they are learned again."""
    bounds = [
        blackbox_bound(lambda _, n, rng: rng.normal(size=(n, columns)), [(0, 1)], delta=0.0, draws=2000, seed=seed)
        for seed in range(20)
    ]
    # 6 of 20 at a rate of 5% have probability 0.0003, and these seeds are fixed
    assert sum(found.epsilon > 0 for found in bounds) < 6
