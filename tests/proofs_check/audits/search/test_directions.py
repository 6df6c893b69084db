"""Weighted sums of entries: what they are learned from, what they see, and that they are judged by other draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from littlestone.proofs_check.audits.search import blackbox, kinds, search
from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.proofs_check.audits.search.directions import Entries, entries_of, posterior_means, weighted
from littlestone.proofs_check.audits.search.features import Sample, bins_of, column, followed
from littlestone.proofs_check.audits.search.kinds import Sought
from littlestone.proofs_check.audits.search.scores import Tally, fit
from littlestone.proofs_check.audits.subjects.scope import Scope

RNG = np.random.default_rng(0)


def test_equal_weights_are_pooled_and_zeros_left_apart() -> None:
    equal = posterior_means(2.0 + RNG.normal(size=400))
    assert np.quantile(np.abs(equal - 2.0), 0.95) < 0.3
    sparse = posterior_means(np.concatenate([RNG.normal(size=60), [9.0, -9.0]]))
    assert np.square(sparse[:60]).mean() < 0.3 and sparse[60:] == pytest.approx([9.0, -9.0], abs=0.5)


def test_an_entry_follows_the_one_that_it_shares_noise_with() -> None:
    noise = RNG.laplace(size=(5000, 6))
    assert followed(np.cumsum(noise, axis=1)).tolist() == [0, 0, 1, 2, 3, 4]
    assert followed(noise).tolist() == [0, 1, 2, 3, 4, 5]
    stops = np.stack([noise[:, 0], noise[:, 1], noise[:, 0] + noise[:, 2]], axis=1)
    assert followed(stops).tolist() == [0, 1, 0]


def test_the_parts_of_a_table_give_the_same_sums_as_the_whole() -> None:
    table = RNG.normal(size=(250_001, 3))
    entries = entries_of(Sample(table[:1000]))
    assert entries is not None
    whole = np.sign(table - np.median(table[:1000], axis=0)) @ [1.0, 2.0, 4.0]
    assert np.array_equal(weighted(replace(entries, sides=True), np.array([[1.0, 2.0, 4.0]]), table)[0], whole)


def test_one_column_has_no_weighted_sums_and_infinities_are_cut_off() -> None:
    assert entries_of(Sample(np.stack([np.arange(10.0), np.zeros(10)], axis=1))) is None
    table = np.append(RNG.normal(size=(1000, 2)), [[1e301, -1e302]], axis=0)
    entries = entries_of(Sample(table))
    assert isinstance(entries, Entries) and np.abs(entries(table)).max() < 100


def test_entries_that_follow_others_are_cut_off_as_differences() -> None:
    noise = RNG.normal(size=(1000, 30))
    entries = entries_of(Sample(np.cumsum(noise, axis=1)))
    assert entries is not None and entries.leaders[1:] == tuple(range(29))
    assert entries.reach == pytest.approx(np.abs(noise - np.median(noise, axis=0)).max(axis=0))


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
    assert "x6 - x5" in result.event.description
    assert 0.35 < result.epsilon <= 0.5


def many_answers(answer: int, n: int, rng: np.random.Generator) -> Any:
    return np.round((answer + rng.laplace(scale=20.0, size=(n, 30))) * 2.0**20) / 2.0**20


def test_a_shift_of_many_entries_by_a_little_is_seen() -> None:
    # The sides of the medians are 30 fair coins moved by 1/40 each: their sum alone shows 0.3 of 1.5 in so few draws
    assert 0.2 < blackbox_bound(many_answers, [(0, 1)], delta=0.0, draws=40_000).epsilon <= 1.5


@pytest.mark.slow
def test_of_wide_outputs_only_what_may_win_is_learned_again_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    learn = kinds.learn

    def noted(*args: Any, **options: Any) -> Any:
        asked.append(options.get("families", ()))
        return learn(*args, **options)

    monkeypatch.setattr(kinds, "learn", noted)
    for module, name, value in ((blackbox, "FEW_HITS", 0), (search, "CLEAR", 0.1), (search, "RIVAL", 1.0)):
        monkeypatch.setattr(module, name, value)
    on_grid = Sought(scope=Scope(grid=2.0**-20))
    for dear, blocks in ((10**9, 3), (1, 2)):
        monkeypatch.setattr(search, "DEAR", dear)
        asked.clear()
        result = blackbox_bound(plain_sums, [(0, 1)], delta=0.0, draws=60_000, sought=on_grid)
        assert len(result.found[0].blocks) == len(asked) == blocks and 0.5 < result.epsilon <= 2
    assert set(asked[0]) == {"entries", "sums"} and len(asked[1]) == 1


def plain_sums(answer: int, n: int, rng: np.random.Generator) -> Any:
    return np.round((answer * 0.1 + rng.laplace(size=(n, 20))) * 2.0**20) / 2.0**20


@pytest.mark.slow
def test_wide_outputs_that_say_nothing_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "DEAR", 1)
    bounds = [
        blackbox_bound(lambda _, n, rng: rng.normal(size=(n, 3)), [(0, 1)], delta=0.0, draws=4000, seed=seed).epsilon
        for seed in range(30)
    ]
    # 9 of 30 at a rate of 5% have probability 0.00002
    assert sum(bound > 0 for bound in bounds) < 9


@pytest.mark.slow
def test_weights_are_judged_by_draws_that_did_not_teach_them() -> None:
    blind = [
        blackbox_bound(lambda _, n, rng: rng.normal(size=(n, 40)), [(0, 1)], delta=0.0, draws=2000, seed=seed).epsilon
        for seed in range(20)
    ]
    # 6 of 20 at a rate of 5% have probability 0.0003, and these seeds are fixed
    assert sum(bound > 0 for bound in blind) < 6


@pytest.mark.slow
def test_a_part_of_the_rows_gives_steps_enough() -> None:
    codes = RNG.integers(4, size=(60_000, 40)) + 4 * np.arange(40)
    truth = RNG.normal(scale=0.1, size=160)
    first = (RNG.random(60_000) < 1 / (1 + np.exp(-truth[codes].sum(axis=1)))).astype(float)
    theta = fit(Tally(codes.astype(np.int32), first, 1 - first), (bins_of(column(np.arange(4.0).repeat(5))),) * 40)
    assert np.corrcoef(theta[codes[:5000]].sum(axis=1), truth[codes[:5000]].sum(axis=1))[0, 1] > 0.97
