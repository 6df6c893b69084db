"""A source that is never asked decides nothing, and the path of a stream's models is what is compared."""

from __future__ import annotations

import copy
import os
import secrets
from typing import Any

import numpy as np
import pytest

from littlestone.impl.wrapped_estimators import Published, Stream
from littlestone.proofs_check.audits import measured
from littlestone.proofs_check.audits.answers.six_lines import CONSTANT, UNASKED
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.runs import faults
from littlestone.proofs_check.audits.runs.outputs import row_of
from littlestone.proofs_check.audits.runs.probes import Probe
from littlestone.proofs_check.audits.runs.state import OWN_GENERATOR, State
from littlestone.proofs_check.bad_input import BadInput

CLAIM: dict[str, Any] = {"epsilon": 1, "instance": "thresholds:2", "rows": 2, "mode": "blackbox"}
SAMPLES = [((0, 0), (1, 1)), ((0, 0), (1, 0))]


def own(sample: Any, source: Any) -> Any:
    return (int(np.random.default_rng().integers(2)),) * 2


def asks(sample: Any, source: Any) -> Any:
    return (source.uniform(2),) * 2


def asks_numpy(sample: Any, source: Any) -> Any:
    return (int(np.random.randint(2)),) * 2


def own_mechanism(dataset: Any, n_draws: int, rng: Any) -> Any:
    return np.random.default_rng().integers(2, size=n_draws)


def secure_mechanism(dataset: Any, n_draws: int, _rng: Any) -> Any:
    return own_mechanism(dataset, n_draws, None)


def spawns(dataset: Any, n_draws: int, rng: Any) -> Any:
    return rng.spawn(1)[0].integers(2, size=n_draws)


def copies(dataset: Any, n_draws: int, rng: Any) -> Any:
    return copy.deepcopy(rng).integers(2, size=n_draws)


def copies_source(sample: Any, source: Any) -> Any:
    return asks(sample, copy.deepcopy(source))


class Own:
    """An estimator with a generator of its own."""

    def fit(self, X: Any, y: Any) -> Own:
        self.coef_ = np.random.default_rng().integers(1000)
        return self

    def predict(self, X: Any) -> Any:
        return np.zeros(len(X))


class Ignores(Own):
    random_state = None


class Asks(Own):
    random_state: int | None = None

    def fit(self, X: Any, y: Any) -> Asks:
        self.coef_ = np.random.default_rng(self.random_state).integers(1000)
        return self


class IgnoresForACoin(Ignores):
    """Its few outputs are often the same by chance."""

    def fit(self, X: Any, y: Any) -> IgnoresForACoin:
        self.coef_ = int(secrets.randbelow(4) == 0)
        return self


class Partly(Asks):
    """A coin of its own beside what the seed gives."""

    def fit(self, X: Any, y: Any) -> Partly:
        super().fit(X, y)
        self.coef_ = 2 * self.coef_ + secrets.randbelow(2)
        return self


@pytest.mark.parametrize("target", [own, own_mechanism, Ignores(), IgnoresForACoin()])
def test_a_source_that_is_never_asked_decides_nothing(target: Any) -> None:
    result = audit(target, pairs=[SAMPLES], budget=2000, **CLAIM)
    assert result.asked is False and result.verdict == "open" and UNASKED in result.doubts


@pytest.mark.parametrize(
    "target", [asks, asks_numpy, spawns, copies, copies_source, secure_mechanism, Own(), Asks(), Partly()]
)
def test_a_source_that_is_asked_or_is_not_given_is_no_doubt(target: Any) -> None:
    result = audit(target, pairs=[SAMPLES], budget=2000, **CLAIM)
    assert result.asked is not False and result.verdict == "no_leak", result


def test_a_generator_that_is_the_same_in_every_process_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fresh processes show is given, since how many there are goes by the clock."""
    monkeypatch.setattr(measured, "state_between_runs", lambda *asked: State(False, OWN_GENERATOR))
    result = audit(asks, pairs=[SAMPLES], budget=2000, **CLAIM)
    assert result.asked is False and result.verdict == "open" and OWN_GENERATOR in result.notes


def test_one_run_tells_it_too() -> None:
    result = audit(
        lambda sample, source: own(sample, source) * 6,
        **(CLAIM | {"mode": "onerun", "rows": 12, "instance": "thresholds:12"}),
    )
    assert result.asked is False and result.verdict == "open"


class Fixed(Asks):
    """Nothing random at all."""

    def fit(self, X: Any, y: Any) -> Fixed:
        self.coef_ = 1
        return self


@pytest.mark.parametrize(
    ("target", "asked", "doubt"),
    [(Asks(), True, None), (Own(), None, None), (Ignores(), False, UNASKED), (Fixed(), True, CONSTANT)],
)
def test_an_estimator_of_one_run_is_trained_again_to_see_whether_its_seed_is_used(
    target: Any, asked: bool | None, doubt: str | None
) -> None:
    result = audit(target, **(CLAIM | {"mode": "onerun", "rows": 12, "instance": "thresholds:12"}))
    assert result.asked is asked and result.total_draws == 1
    assert {UNASKED, CONSTANT} & {*result.doubts} == {doubt} - {None}


class DiesByAnotherSeed(Asks):
    """It ends its process by the seed by which it is trained again."""

    def fit(self, X: Any, y: Any) -> DiesByAnotherSeed:
        if self.random_state == 0:
            os._exit(3)
        super().fit(X, y)
        return self


@pytest.mark.parametrize("seconds", [faults.MOST_SECONDS, 0.0])  # what a crash may cost: one alone is too much, or not
def test_what_ends_when_it_is_trained_again_leaves_open_whether_its_seed_is_used(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "MOST_SECONDS", seconds)
    result = audit(DiesByAnotherSeed(), **(CLAIM | {"mode": "onerun", "rows": 12, "instance": "thresholds:12"}))
    assert result.asked is None and result.varied is None and not result.faults and result.verdict == "no_leak"


# ---- Streams


class NoisyCount:
    """The ones so far, with new noise at each step: epsilon 1 each time, so 1 in the end and 8 over 8 steps."""

    random_state: int | None = None
    ones = 0

    def partial_fit(self, X: Any, y: Any) -> NoisyCount:
        self.rng = getattr(self, "rng", None) or np.random.default_rng(self.random_state)
        self.ones += int(np.sum(y))
        p = 1 - np.exp(-1)
        self.count_ = self.ones + int(self.rng.geometric(p) - self.rng.geometric(p))
        return self

    def fit(self, X: Any, y: Any) -> NoisyCount:
        return self.partial_fit(X, y)


STREAMS = {"pairs": [([(0, 1)] + [(0, 0)] * 7, [(0, 0)] * 8)], "observe": "count_", "mode": "blackbox"}


def test_what_is_private_in_the_end_may_leak_on_the_way() -> None:
    whole = audit(NoisyCount(), epsilon=1, budget=4000, **STREAMS)
    path = audit(Stream(NoisyCount()), epsilon=1, budget=4000, **STREAMS)
    assert whole.verdict == "no_leak"
    assert path.verdict == "leaks" and path.bound > 2


class NoisyAnswers:
    """The ones so far, with new noise for each answer: epsilon 1/2 each."""

    random_state: int | None = None
    ones = 0

    def partial_fit(self, X: Any, y: Any) -> None:
        self.rng = getattr(self, "rng", None) or np.random.default_rng(self.random_state)
        self.ones += int(np.sum(y))

    fit = partial_fit

    def predict(self, X: Any) -> Any:
        p = 1 - np.exp(-0.5)
        return np.full(len(X), self.ones + int(self.rng.geometric(p) - self.rng.geometric(p)))


class Forgets(NoisyAnswers):
    """Its first model tells a label, by a function that looks at the model itself; later ones are coins."""

    def partial_fit(self, X: Any, y: Any) -> None:
        first = not hasattr(self, "rng")
        super().partial_fit(X, y)
        self.label = int(y[0]) if first else int(self.rng.integers(2))
        self.say = self.say if hasattr(self, "say") else lambda: self.label

    fit = partial_fit

    def predict(self, X: Any) -> Any:
        return np.full(len(X), self.say())


@pytest.mark.parametrize(("model", "leaks"), [(NoisyAnswers, False), (Forgets, True)])
def test_models_of_a_stream_are_read_when_they_are_published(model: Any, leaks: bool) -> None:
    """Copies had the same noise, a false leak; or all told what the last one does, and no leak was found."""
    labels = [1, 0] if leaks else [0, 1]
    pair = ([(i, y) for i, y in enumerate(labels)], [(0, 0), (1, 0)])
    found = audit(Stream(model()), epsilon=1, pairs=[pair], budget=4000, mode="blackbox")
    assert found.leaks is leaks and found.varied


def test_models_of_a_long_stream_are_looked_at_in_all_places() -> None:
    rows = tuple(np.arange(64.0) + 100 * i for i in range(64))
    row = row_of(Published(rows), Probe((0,), (0,)), None)
    assert {value % 100 for value in row[::3]} == {*range(64)}
    few = row_of(Published(rows[:4]), Probe((0,), (0,)), None).reshape(4, -1)[:, :16] % 100
    assert (few[:, :8] == few[0, :8]).all() and len({*few[:, 8:].ravel()}) == 32


def test_a_stream_without_one_of_its_rows_is_no_neighbour() -> None:
    asked: dict[str, Any] = {"instance": "thresholds:2", "rows": 4, "relation": "add-remove"}
    with pytest.raises(BadInput, match="all rows after one that is missing come earlier"):
        audit(Stream(NoisyCount()), epsilon=1, observe="count_", **asked)
