"""The black-box audit: sound on laws with known epsilon, close to the truth, the same for the same seed."""

from __future__ import annotations

import itertools
from dataclasses import replace
from math import log
from typing import Any

import numpy as np
import pytest

from littlestone.proofs_check.audits.search import blackbox, promises
from littlestone.proofs_check.audits.search.blackbox import blackbox_bound
from littlestone.proofs_check.audits.search.kinds import Sought
from littlestone.proofs_check.audits.search.trials import Trial
from littlestone.proofs_check.bad_input import BadInput

KEEP = 0.75
RUNS, DRAWS = 30, 4000


def randomised_response(bit: int, n: int, rng: np.random.Generator) -> Any:
    return bit ^ (rng.random(n) >= KEEP)


def blind(dataset: Any, n: int, rng: np.random.Generator) -> Any:
    """Thirty outcomes that say nothing of the dataset: much to overfit."""
    return rng.integers(30, size=n)


def geometric(count: int, n: int, rng: np.random.Generator) -> Any:
    """Two-sided geometric noise of epsilon exactly ln 1.5."""
    return count + rng.geometric(1 - 1 / 1.5, size=n) - rng.geometric(1 - 1 / 1.5, size=n)


def excesses(draw: Any, pairs: Any, truth: float) -> int:
    bounds = [blackbox_bound(draw, pairs, delta=0.0, draws=DRAWS, seed=seed).epsilon for seed in range(RUNS)]
    return sum(bound > truth for bound in bounds)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("draw", "pairs", "truth"),
    [
        (blind, [(0, 1)], 0.0),
        (randomised_response, [(0, 1)], log(3)),
        (geometric, [(0, 1), (1, 2), (2, 3), (3, 4)], log(1.5)),
    ],
)
def test_rarely_exceeds_the_truth(draw: Any, pairs: Any, truth: float) -> None:
    # 9 of 30 at a rate of 5% have probability 0.00002
    assert excesses(draw, pairs, truth) < 9


@pytest.mark.slow
def test_testing_on_training_draws_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "SHRINKAGE_OF_FEW", 0.0)
    assert excesses(blind, [(0, 1)], 0.0) < 9
    count = Trial.count
    seen: list[Any] = []
    add = blackbox._Seen.add

    def recorded(self: Any, outputs: Any) -> Any:
        seen.append(add(self, outputs))
        return seen[-1]

    monkeypatch.setattr(blackbox._Seen, "add", recorded)
    # The last but one are draws that taught the event
    monkeypatch.setattr(Trial, "count", lambda self, first, second, rng: count(self, *seen[-2], rng))
    assert excesses(blind, [(0, 1)], 0.0) >= 9


def test_is_close_to_the_truth_of_randomised_response() -> None:
    result = blackbox_bound(randomised_response, [(0, 1)], delta=0.0, draws=100_000)
    assert 0.95 * log(3) < result.epsilon < 1.03 * log(3)
    assert result.found[0].event.description in {"output = 0", "output = 1"}
    inside, _ = result.found[0].event.hits(np.array([0, 1]))
    assert inside.sum() == 1


def test_a_positive_delta_is_taken_off() -> None:
    strict = blackbox_bound(randomised_response, [(0, 1)], delta=0.0, draws=20_000).epsilon
    loose = blackbox_bound(randomised_response, [(0, 1)], delta=0.2, draws=20_000).epsilon
    assert loose == pytest.approx(log(0.55 / 0.25), rel=0.1)
    assert loose < strict


def test_finds_the_pair_that_leaks_and_the_direction() -> None:
    pairs = [(0, 0), (1, 1), (0, 3), (2, 2)]
    result = blackbox_bound(geometric, pairs, delta=0.0, draws=40_000)
    assert result.found[0].pair == 2
    assert result.epsilon > 2.3 * log(1.5)
    likelier = 3 if result.found[0].swapped else 0
    draws = [geometric(count, 10_000, np.random.default_rng(1)) for count in (likelier, 3 - likelier)]
    one, other = (result.found[0].event.hits(outputs)[0].mean() for outputs in draws)
    assert one > other


def test_the_same_seed_gives_the_same_answer_and_calls() -> None:
    def run() -> tuple[float, str, list[tuple[Any, int]]]:
        calls: list[tuple[Any, int]] = []

        def recorded(dataset: Any, n: int, rng: np.random.Generator) -> Any:
            calls.append((dataset, n))
            return geometric(dataset, n, rng)

        result = blackbox_bound(recorded, [(0, 1), (1, 2)], delta=0.0, draws=8000, seed=5)
        return result.epsilon, result.found[0].event.description, calls

    first, second = run(), run()
    assert first == second
    assert sum(n for _, n in first[2]) == 8000


def test_draws_are_accounted_for_and_shown() -> None:
    result = blackbox_bound(geometric, [(0, 1), (1, 2)], delta=0.0, draws=8000)
    assert sum(count for _, count in result.draws) == 8000
    tested = sum(b.draws_first + b.draws_second for b in result.found[0].blocks)
    assert dict(result.draws)["testing"] == tested
    counts = result.found[0].blocks[-1]
    assert result.bands.nested[0] == counts and len(result.bands.nested) == len(result.bands.guide) > 1
    sizes = {(c.draws_first, c.draws_second) for c in result.bands.nested}
    assert sizes == {(counts.draws_first, counts.draws_second)}


@pytest.mark.parametrize(
    ("pairs", "delta", "draws", "where"),
    [([], 0.0, 5000, "pairs"), ([(0, 1)], 1.0, 5000, "delta"), ([(0, 1)], 0.0, 10, "draws")],
)
def test_bad_input_is_named(pairs: Any, delta: float, draws: int, where: str) -> None:
    with pytest.raises(BadInput) as caught:
        blackbox_bound(geometric, pairs, delta=delta, draws=draws)
    assert caught.value.where == where


@pytest.mark.parametrize("columns", [(), (1,), (3,)])
@pytest.mark.parametrize("pairs", [[(0, 1)], [(0, 1), (1, 2), (2, 3)]])
@pytest.mark.parametrize("delta", [0.0, 0.01])
def test_a_constant_output_shows_nothing(columns: tuple[int, ...], pairs: Any, delta: float) -> None:
    result = blackbox_bound(lambda dataset, n, rng: np.full((n, *columns), 7.0), pairs, delta=delta, draws=5000)
    assert result.epsilon == 0
    assert result.found[0].event.hits(np.full((2, *columns), 7.0))[0].all()


def test_a_draw_that_returns_too_few_outputs_is_named() -> None:
    with pytest.raises(BadInput, match="instead of"):
        blackbox_bound(lambda dataset, n, rng: np.zeros(n - 1), [(0, 1)], delta=0.0, draws=5000)


class Drifting:
    """Ignores the dataset; of all outputs the first half are 1. ``on_both`` makes those on the two in random order."""

    def __init__(self, fails: Any) -> None:
        self.made, self.fails = 0, fails

    def __call__(self, dataset: Any, n: int, rng: np.random.Generator) -> Any:
        self.made += n
        return self.fails(np.arange(self.made - n, self.made))

    def on_both(self, pair: Any, sizes: Any, rng: np.random.Generator) -> Any:
        rows, turned = self(pair[0], sum(sizes), rng), rng.permutation(sum(sizes)) >= sizes[0]
        return rows[~turned], rows[turned]


@pytest.mark.slow
@pytest.mark.parametrize(
    "fails",
    [lambda i: i % 7000 < 3500, lambda i: i % 2, lambda i: i % 500 < 15, lambda i: i],
    ids=["long bursts", "every second", "short bursts", "a trend"],
)
def test_what_depends_on_the_time_alone_is_no_leak(fails: Any) -> None:
    bounds = [
        blackbox_bound(Drifting(fails), [(0, 1)], delta=0.0, draws=DRAWS, seed=seed).epsilon for seed in range(RUNS)
    ]
    # 9 of 30 at a rate of 5% have probability 0.00002
    assert sum(bound > 0 for bound in bounds) < 9


def test_one_dataset_after_the_other_would_take_the_time_for_a_leak() -> None:
    calls = itertools.count()
    draw = lambda dataset, n, rng: np.full(n, next(calls) % 2)  # noqa: E731
    assert blackbox_bound(draw, [(0, 1)], delta=0.0, draws=DRAWS).epsilon > 5


# ---- What is settled before a block is drawn


class Watched:
    """Columns of noise and a telling one; after so many blocks of test draws, ``kept``, the inputs are exchanged.

    ``settled`` is what the audit settles: sizes of blocks, pairs, draws of each input, events and errors, in order.
    """

    def __init__(self, columns: int, kept: int = 100) -> None:
        self.columns, self.kept, self.drawn = columns, kept, 0
        self.settled: list[Any] = []

    def __call__(self, dataset: int, n: int, rng: np.random.Generator) -> Any:
        rows = rng.standard_normal((n, self.columns))
        rows[:, 1] = np.where(rng.random(n) < 0.05, 5 + dataset % 2, randomised_response(dataset % 2, n, rng))
        return rows

    def on_both(self, pair: Any, sizes: Any, rng: np.random.Generator) -> Any:
        if self.settled:  # the sizes of blocks: from then on all draws are to test
            self.drawn += 1
            self.settled.append(("drawn", self.drawn, pair, sizes))
        inputs = pair if self.drawn <= self.kept else pair[::-1]
        first, second = (self(dataset, n, rng) for dataset, n in zip(inputs, sizes, strict=True))
        return first, second

    def audit(self, monkeypatch: pytest.MonkeyPatch, pairs: Any, claimed: float) -> None:
        probe, count, plan = self(0, 200, np.random.default_rng(1)), Trial.count, blackbox._plan

        def planned(trials: Any, left: int) -> Any:
            self.settled.append(("plan", plan(trials, left)))
            return plan(trials, left)

        def counted(trial: Trial, first: Any, second: Any, rng: Any) -> None:
            count(trial, first, second, rng)
            event, swapped = trial.suspect.event, trial.suspect.choice.swapped
            self.settled.append(("event", trial.pair, trial.error, swapped, event.hits(probe)[0].tolist()))

        with monkeypatch.context() as patched:
            patched.setattr(blackbox, "_plan", planned)
            patched.setattr(Trial, "count", counted)
            blackbox_bound(self, pairs, delta=0.0, draws=2000 * len(pairs), sought=Sought(claimed))

    @property
    def sizes(self) -> list[Any]:
        return [each for each in self.settled if each[0] != "event"]

    def until(self, block: int) -> list[Any]:
        """What is settled before this block is drawn, the tests of the blocks before it included."""
        after = (i for i, each in enumerate(self.settled) if each[:2] == ("drawn", block))
        return self.settled[: next(after, None)]


def depends_on_its_draws(monkeypatch: pytest.MonkeyPatch, columns: int, pairs: Any, claimed: float) -> bool:
    """Whether the test of some block, or any block's size, would be another if other outputs had been drawn in it."""
    usual = Watched(columns)
    usual.audit(monkeypatch, pairs, claimed)
    assert usual.drawn > 0
    for kept in range(usual.drawn):
        other = Watched(columns, kept)
        other.audit(monkeypatch, pairs, claimed)
        if other.sizes != usual.sizes or other.until(kept + 2) != usual.until(kept + 2):
            return True
    return False


ONE_PAIR = (2, [(0, 1)], float("inf"))
CASES = [ONE_PAIR, pytest.param(3, [(0, 1), (2, 3)], 0.3, marks=pytest.mark.nightly)]


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "pairs", "claimed"), CASES)
def test_no_test_of_wide_outputs_depends_on_its_draws(
    monkeypatch: pytest.MonkeyPatch, columns: int, pairs: Any, claimed: float
) -> None:
    monkeypatch.setattr(blackbox, "FEW_HITS", 50.0)
    assert not depends_on_its_draws(monkeypatch, columns, pairs, claimed)


def test_a_direction_chosen_by_the_tested_draws_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    count = Trial.count

    def turned(trial: Trial, first: Any, second: Any, rng: Any) -> None:
        counts, choice = trial.suspect.counts(first, second)[0], trial.suspect.choice
        if counts.hits_first < counts.hits_second:
            trial.suspect = replace(trial.suspect, choice=replace(choice, swapped=not choice.swapped))
        count(trial, first, second, rng)

    monkeypatch.setattr(Trial, "count", turned)
    assert depends_on_its_draws(monkeypatch, *ONE_PAIR)
