"""Targets, good and bad, that the tests of audits name as learners_to_audit.py:name."""

from __future__ import annotations

import contextlib
import os
import time
from fractions import Fraction
from typing import Any

import numpy as np

from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.spec.algebra.reals import ln


def response(sample: Any, source: Any) -> Any:
    """Randomised response on the last label: ln 3 exactly."""
    y = sample[-1][1]
    return (y if source.bernoulli(Fraction(3, 4)) else 1 - y,) * 8


def declares(sample: Any, source: Any) -> Any:
    return response(sample, source)


declares.guarantee = Guarantee(ln(3))  # type: ignore[attr-defined]


def coin(sample: Any, source: Any) -> Any:
    return (source.uniform(2),) * 8


def slow(sample: Any, source: Any) -> Any:
    time.sleep(0.002)
    return response(sample, source)


def sleeps_deeply(sample: Any, source: Any) -> Any:
    """A hang that catches everything, so that only the end of the process stops it."""
    deep = source.uniform(10) == 0
    while deep:
        with contextlib.suppress(BaseException):
            time.sleep(1)
    return (0,) * 8


def crashes(sample: Any, source: Any) -> Any:
    if source.uniform(10) == 0:
        os._exit(7)
    return (1,) * 8


def always_raises(sample: Any, source: Any) -> Any:
    raise ValueError("bad weather")


def raises_on_ones(sample: Any, source: Any) -> Any:
    if sample[-1][1] == 1:
        raise ValueError("not realizable")
    return coin(sample, source)


def nothing(sample: Any, source: Any) -> Any:
    return None if source.uniform(4) == 0 else (1,) * 8


def ragged(sample: Any, source: Any) -> Any:
    return (1,) * (8 - source.uniform(2))


def not_numbers(sample: Any, source: Any) -> Any:
    return np.full(8, np.nan) if source.uniform(2) else np.zeros(8)


def listed(sample: Any, source: Any) -> Any:
    return [source.uniform(2)] * 8


def changing(sample: Any, source: Any) -> Any:
    generator = np.random.default_rng()
    return lambda x: int(generator.integers(1000))


def unseeded(sample: Any, source: Any) -> Any:
    return (int.from_bytes(os.urandom(2), "big"),) * 8


def greedy(sample: Any, source: Any) -> Any:
    return (bytearray(2**33)[0],) * 8


def globally_random(sample: Any, source: Any) -> Any:
    return (int(np.random.randint(1000)),) * 8


def chatty(sample: Any, source: Any) -> Any:
    print("Hello!")
    return coin(sample, source)


def staircase(sample: Any, source: Any) -> Any:
    """A threshold on 1000 points."""
    t = source.uniform(1000)
    return (0,) * t + (1,) * (1000 - t)


def mechanism(dataset: Any, n_draws: int, rng: Any) -> Any:
    return rng.integers(0, 3, n_draws) + dataset[-1][1]


def nan_mechanism(dataset: Any, n_draws: int, rng: Any) -> Any:
    values = rng.normal(size=(n_draws, 2))
    values[0, 1] = np.nan
    return values


def unknown(sample: Any) -> Any:
    return sample


class Estimator:
    """In the style of scikit-learn, with parameters."""

    def __init__(self, random_state: int | None = None) -> None:
        self.random_state = random_state

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {"random_state": self.random_state}

    def set_params(self, **parameters: Any) -> Estimator:
        self.random_state = parameters["random_state"]
        return self

    def fit(self, X: Any, y: Any) -> Estimator:
        self.label = int(np.random.default_rng(self.random_state).integers(2)) ^ int(y[-1])
        self.coef_ = np.array([[X.shape[1], len(y)]])
        return self

    def predict(self, X: Any) -> Any:
        return np.full(len(X), self.label)


class NeedsArguments(Estimator):
    def __init__(self, epsilon: float) -> None:
        self.epsilon = epsilon


number = 17
