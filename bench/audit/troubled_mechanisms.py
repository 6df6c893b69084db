"""Mechanisms of known epsilon, some in trouble that ignores the data; apart, so that workers import little else."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

Mechanism = Callable[[Any, int, np.random.Generator], Any]
Trouble = Callable[[], None]


# ---- Mechanisms whose epsilon is known


def blind(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """Thirty outcomes that say nothing of the data: much to overfit."""
    return rng.integers(30, size=n_draws)


def response(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """Randomised response with epsilon = ln 3."""
    return dataset[-1][1] ^ (rng.random(n_draws) < 0.25)


def geometric(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
    """A count with geometric noise of parameter 2/3: epsilon = ln 3/2, tight at every threshold."""
    noise = rng.geometric(1 / 3, size=(2, n_draws))
    return dataset[-1][1] + noise[0] - noise[1]


# ---- Trouble that ignores the data


def chance() -> float:
    """A number in [0, 1) that depends on no seed."""
    return int.from_bytes(os.urandom(6), "big") / 2**48


def raising(fails: Callable[[], bool]) -> Trouble:
    """A call fails at once."""

    def trouble() -> None:
        if fails():
            raise ConnectionError("no connection")

    return trouble


def every_second() -> Callable[[], bool]:
    """Every second call of a process."""
    calls = itertools.count(1)
    return lambda: next(calls) % 2 == 0


def hanging(share: float) -> Trouble:
    """A share of the calls never end."""
    return lambda: time.sleep(1000 if chance() < share else 0)


def jitter() -> None:
    """A call in thirty takes from 30 to 70 ms."""
    if chance() < 1 / 30:
        time.sleep(0.03 + 0.04 * chance())


def with_trouble(mechanism: Mechanism, trouble: Trouble) -> Mechanism:
    """The mechanism, with the trouble before each call."""

    def troubled(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
        trouble()
        return mechanism(dataset, n_draws, rng)

    return troubled


@dataclass(frozen=True)
class Row:
    """A mechanism and its epsilon."""

    name: str
    truth: float
    mechanism: Mechanism


ROWS = (
    Row("blind, raises on every second call", 0.0, with_trouble(blind, raising(every_second()))),
    Row(
        "randomised response, raises on one call in five",
        log(3),
        with_trouble(response, raising(lambda: chance() < 0.2)),
    ),
    Row("blind, raises on 3% of calls", 0.0, with_trouble(blind, raising(lambda: chance() < 0.03))),
    Row("geometric noise, hangs on 1% of calls", log(1.5), with_trouble(geometric, hanging(0.01))),
    Row("blind, around the limit", 0.0, with_trouble(blind, jitter)),
)
