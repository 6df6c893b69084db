"""Targets that fail, hang or remember in ways that could pass for a leak, or hide one: hostile_targets.py:name."""

from __future__ import annotations

import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

calls = itertools.count(1)
own_generator = np.random.default_rng(5)
Mechanism = Callable[[Any, int, np.random.Generator], Any]


def chance() -> float:
    """A number in [0, 1) that depends on nothing that a seed is known of."""
    return int.from_bytes(os.urandom(6), "big") / 2**48


def blind(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """Ignores its data."""
    return rng.integers(10, size=n_draws)


def leaking(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """Randomised response on the last label with three times the odds: ln 3."""
    return dataset[-1][1] ^ (rng.random(n_draws) < 0.25)


def failing(mechanism: Mechanism, fails: Callable[[], bool]) -> Mechanism:
    def failing_mechanism(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
        if fails():
            raise RuntimeError("no connection")
        return mechanism(dataset, n_draws, rng)

    return failing_mechanism


every_second_call = failing(blind, lambda: next(calls) % 2 == 0)
one_call_in_five = failing(blind, lambda: chance() < 0.2)
leaking_one_in_five = failing(leaking, lambda: chance() < 0.2)


def raises_for_many(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    if n_draws > 1:
        raise ValueError("one at a time")
    return blind(dataset, n_draws, rng)


def raises_on_ones(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """A failure that depends on the data in every draw."""
    if (rng.random(n_draws) < 0.2).any() and dataset[-1][1]:
        raise ValueError("not realizable")
    return blind(dataset, n_draws, rng)


def some_nan(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    return np.where(rng.random(n_draws) < 0.01, np.nan, blind(dataset, n_draws, rng))


def all_nan(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    return np.full(n_draws, np.nan)


def forks(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    os.fork()
    return blind(dataset, n_draws, rng)


def forks_and_leaves(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """Like a daemon: what goes on is a copy."""
    if next(calls) % 300 == 0 and os.fork():
        os._exit(0)
    return blind(dataset, n_draws, rng)


def fork_raises(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    if not os.fork():
        raise SystemExit
    return blind(dataset, n_draws, rng)


def shared_offset(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """A part of the noise is drawn once a call."""
    return rng.normal(size=n_draws) + 0.3 * rng.normal()


def private_one_by_one(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    return blind(dataset, n_draws, rng) if n_draws == 1 else np.full(n_draws, dataset[-1][1])


def leaks_one_by_one(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    return blind(dataset, n_draws, rng) if n_draws > 1 else np.full(1, dataset[-1][1])


def least_integer(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """Raises on the one label, and on the other returns the number that marks failed runs."""
    if dataset[-1][1]:
        raise ValueError("not realizable")
    return np.full(n_draws, -32768)


def takes_the_alarm(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return blind(dataset, n_draws, rng)


def starts_threads(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    threading.Thread(target=time.sleep, args=(0.01,), daemon=True).start()
    return blind(dataset, n_draws, rng)


# ---- Learners


def response(sample: Any, source: Any) -> Any:
    return (sample[-1][1] ^ (source.uniform(4) == 0),) * 8


@cache
def _remembered(sample: Any) -> Any:
    return (sample[-1][1] ^ (int(1000 * np.random.random()) % 4 == 0),) * 8


def memoises(sample: Any, source: Any) -> Any:
    """The first answer on a sample is that to all later ones; each by randomised response."""
    return _remembered(sample)


_first: list[Any] = []


def hides(sample: Any, source: Any) -> Any:
    """Outputs its sample, and from then on the same again."""
    _first.append(sample[-1][1])
    return (_first[0],) * 8


def own(sample: Any, source: Any) -> Any:
    """Randomised response from a generator of its own."""
    return (sample[-1][1] ^ int(own_generator.random() < 0.25),) * 8


def own_among_others(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """One number of 41 is from a generator of its own."""
    return np.insert(rng.random((n_draws, 40)), 1, own_generator.random(n_draws), axis=1)


def exits(sample: Any, source: Any) -> Any:
    """Ends its process now and then, with the exit code of success."""
    if next(calls) == 1000:
        os._exit(0)
    return (source.uniform(3),) * 8


def counts(sample: Any, source: Any) -> Any:
    """How often it was called in this process."""
    return (next(calls),) * 8


def hangs_learning(sample: Any, source: Any) -> Any:
    time.sleep(1000)


def recurses(sample: Any, source: Any) -> Any:
    sys.setrecursionlimit(10**7)
    return recurses(sample, source)
