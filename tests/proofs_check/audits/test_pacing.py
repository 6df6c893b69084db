"""A budget in seconds, by a clock of the tests' own: what an audit takes is set by each test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from littlestone.proofs_check.audits import measured
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.measured import PAIRS, affordable, pace_of
from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.proofs_check.bad_input import BadInput

FILE = str(Path(__file__).with_name("learners_to_audit.py"))
PAIRS_OF_ALL = 23
Cost = Callable[[int, int], float]


@dataclass
class Clock:
    """Seconds that pass where a test says so; and a hundredth at each look, for loops that wait."""

    now: float = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


def linear(each_pair: float, each_run: float, pairs: int, draws: int) -> float:
    return each_pair * min(pairs, draws // 1000) + each_run * draws


def cheaper_in_bulk(each_pair: float, each_run: float, pairs: int, draws: int) -> float:
    """Of many runs each costs a third."""
    return each_pair * pairs + each_run * (min(draws, 60_000) + max(draws - 60_000, 0) / 3)


COSTS: dict[str, tuple[Cost, float]] = {
    "a cheap target, one column": (partial(linear, 0.02, 2e-6), 5e-8),
    "a cheap target, three columns": (partial(linear, 0.3, 3e-5), 1e-7),
    "three columns, cheaper in bulk": (partial(cheaper_in_bulk, 0.3, 3e-5), 1e-7),
    "twenty columns": (partial(linear, 0.6, 2e-4), 1e-6),
    "an estimator": (partial(linear, 0.05, 1.05e-3), 1e-3),
    "a slow one": (partial(linear, 0.05, 2e-2), 2e-2),
}


@pytest.mark.parametrize("what", COSTS)
@pytest.mark.parametrize("seconds", (30.0, 60.0, 600.0))
def test_all_of_the_audit_fits_its_seconds(what: str, seconds: float) -> None:
    cost, alone = COSTS[what]
    clock = Clock()

    def rehearse(draws: int) -> None:
        clock.now += cost(PAIRS, draws)

    draws = affordable(seconds - clock.now, pace_of(rehearse, PAIRS, alone, 0.2 * seconds, clock))
    total = clock.now + cost(PAIRS_OF_ALL, draws)
    assert seconds / 4 < total < 1.5 * seconds


@pytest.mark.parametrize("each_run, least, most", [(1e-3, 10_000, 60_000), (1e-4, 100_000, 600_000)])
def test_seconds_become_a_number_of_draws(
    monkeypatch: pytest.MonkeyPatch, each_run: float, least: int, most: int
) -> None:
    """The target's runs take no time here: it is the engine that does."""
    clock = Clock()

    def bound(draw: Any, pairs: Any, *, draws: int, **words: Any) -> Any:
        clock.now += 0.5 * len(pairs) + each_run * draws
        return blackbox_bound(draw, pairs, draws=draws, **words)

    monkeypatch.setattr(measured, "clock", clock)
    monkeypatch.setattr(measured, "blackbox_bound", bound)
    result = audit(f"{FILE}:mechanism", epsilon=3, pairs=[([(0, 0)], [(0, 1)])], budget="60s", mode="blackbox")
    assert least <= result.total_draws <= most and result.pairs_tried == 1
    assert clock.now < 90 and f"budget={result.total_draws}" in result.command


def test_too_few_seconds_are_refused() -> None:
    with pytest.raises(BadInput, match="enough for about"):
        audit(f"{FILE}:slow", epsilon=1, pairs=[([(0, 0)], [(0, 1)])], budget="0.2s", mode="blackbox")
