"""State between runs: seen where there is some, and rarely where there is none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import fisher_exact

from littlestone.proofs_check.audits.runs import state
from littlestone.proofs_check.audits.runs.outputs import FAILED
from littlestone.proofs_check.audits.runs.state import FEWEST, FRESH, Shares, _p_value, belong_together, difference

ONES = np.ones(1000)


def bits(n: int, p: float, rng: np.random.Generator) -> Any:
    return (rng.random(n) < p).astype(float)


@pytest.mark.parametrize(
    ("kept", "all_kept", "fresh", "all_fresh"), [(1000, 1000, 41, 50), (300, 1000, 4, 50), (3, 9, 2, 5)]
)
def test_the_p_value_is_that_of_fisher(kept: int, all_kept: int, fresh: int, all_fresh: int) -> None:
    tails = [
        fisher_exact([[kept, all_kept - kept], [fresh, all_fresh - fresh]], alternative=side).pvalue
        for side in ("less", "greater")
    ]
    expected = min(1.0, 2 * min(tails))
    assert _p_value(Shares("", kept, all_kept, fresh, all_fresh)) == pytest.approx(expected, rel=1e-6)


def test_runs_that_are_alike_are_not_remarked_on() -> None:
    rng = np.random.default_rng(1)
    pairs = [[bits(n, p, rng) for p in (0.3, 0.7) for n in (2000, 50)] for _ in range(100)]
    normal = [rng.normal(size=(n, 3)) for n in (2000, 2000, 50, 50)]
    assert [difference((a, c), (b, d)) for a, b, c, d in pairs] == [None] * 100
    assert difference((normal[0], normal[1]), (normal[2], normal[3])) is None


@pytest.mark.parametrize("place", [0, 20, 40])
def test_a_generator_that_is_the_same_in_each_process_shows_in_any_column(place: int) -> None:
    rng, kept = np.random.default_rng(0), [np.zeros((300, 41)) for _ in range(2)]
    for rows in kept:
        rows[:, place] = rng.random(300)
    found = difference((kept[0], kept[1]), (kept[0][[0] * FRESH], kept[1][[0] * FRESH]))
    assert found is not None and found.words == state.OWN_GENERATOR


@pytest.mark.parametrize("place", [1, 17])
def test_one_column_that_is_the_same_in_each_process_shows_among_many_that_vary(place: int) -> None:
    rng = np.random.default_rng(0)
    kept, fresh = ([rng.random((n, 41)) for _ in range(2)] for n in (300, FRESH))
    assert difference((kept[0], kept[1]), (fresh[0], fresh[1])) is None
    for rows in fresh:
        rows[:, place] = kept[0][0, place]
    found = difference((kept[0], kept[1]), (fresh[0], fresh[1]))
    assert found is not None and found.decides and found.words.startswith(f"x{place} ")


def test_columns_that_seldom_vary_are_not_taken_for_such() -> None:
    rng = np.random.default_rng(2)
    tables = [[rng.random((n, 60)) < 0.05 for n in (2000, 2000, FEWEST, FEWEST)] for _ in range(10)]
    assert [difference((a, b), (c, d)) for a, b, c, d in tables] == [None] * 10


def test_failures_count_unless_runs_hung() -> None:
    failed = np.where(np.arange(1000) % 2 == 0, FAILED, 1.0)
    found = difference((failed, failed), (ONES[:50], ONES[:50]))
    assert found is not None and found.decides and found.words.startswith("(the run failed) in 500 of 1,000")
    assert difference((failed, failed), (ONES[:50], ONES[:50]), compare_failures=False) is None


def test_draws_of_one_call_that_share_noise_belong_together() -> None:
    rng = np.random.default_rng(4)
    calls = np.repeat(np.arange(16), 250)
    offsets = rng.normal(size=16)[calls]
    assert belong_together(rng.normal(size=4000) + 0.3 * offsets, calls)
    assert sum(belong_together(rng.normal(size=(4000, 2)), calls) for _ in range(50)) < 5
    assert sum(belong_together(bits(4000, 0.25, rng), calls) for _ in range(50)) < 5
    assert not belong_together(np.ones(4000), calls)


class TimedCrew:
    """A run takes so many seconds of its clock."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.now = seconds, 0.0

    def run(self, requests: Any) -> None:
        self.now += self.seconds


@pytest.mark.parametrize(
    ("each", "budget", "runs"), [(0.1, 1.5, FEWEST), (0.1, 20, FRESH), (0.001, 1.5, FRESH), (2, 1, 5)]
)
def test_a_budget_in_seconds_leaves_enough_fresh_runs(
    each: float, budget: float, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve were too few to see a learner that changes after 50 runs, and it was green."""
    crew = TimedCrew(each)
    monkeypatch.setattr(state.time, "monotonic", lambda: crew.now)
    monkeypatch.setattr(state, "FRESH", FRESH)  # other tests make fewer
    assert state._affordable(crew, ((0, 0),), 0, budget) == runs  # type: ignore[arg-type]
