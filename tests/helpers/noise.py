"""Mechanisms that add noise to a number, intact and with faults of one kind each; two inputs, 0 and 1."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

import numpy as np

Mechanism = Callable[[float, int, np.random.Generator], Any]
FAILED = -32768.0


def laplace(epsilon: float) -> Mechanism:
    """As textbooks print it, from floats."""
    return lambda value, n, rng: value + rng.laplace(scale=1 / epsilon, size=n)


def staircase(epsilon: float) -> Mechanism:
    """Geng and Viswanath (2014), with steps half as wide as the sensitivity, from floats."""
    b = exp(-epsilon)

    def draw(value: float, n: int, rng: np.random.Generator) -> Any:
        sign, far = np.where(rng.random(n) < 0.5, -1, 1), rng.random(n) < b / (1 + b)
        return value + sign * (rng.geometric(1 - b, size=n) - 1 + (rng.random(n) + far) / 2)

    return draw


def gaussian(sigma: float) -> Mechanism:
    """From floats."""
    return lambda value, n, rng: value + rng.normal(scale=sigma, size=n)


def uniform(delta: float) -> Mechanism:
    """Uniform noise, (0, delta)-private but for its low bits."""
    return lambda value, n, rng: value + (2 * rng.random(n) - 1) * (0.5 / delta)


def geometric(epsilon: float) -> Mechanism:
    """Two-sided noise of integers."""
    q = 1 - exp(-epsilon)
    return lambda value, n, rng: value + rng.geometric(q, size=n) - rng.geometric(q, size=n)


def on_grid(mechanism: Mechanism, step: float) -> Mechanism:
    """The same, released on a grid."""
    return lambda value, n, rng: np.round(mechanism(value, n, rng) / step) * step


def scaled(mechanism: Mechanism, scale: float, place: float = 0.0) -> Mechanism:
    """The same in other units."""
    return lambda value, n, rng: scale * mechanism(value, n, rng) + place


def failing(mechanism: Mechanism, *rates: float) -> Mechanism:
    """The same, but draws on the two inputs fail at these rates."""

    def draw(value: float, n: int, rng: np.random.Generator) -> Any:
        return np.where(rng.random(n) < rates[int(value)], FAILED, mechanism(value, n, rng))

    return draw


def marked(mechanism: Mechanism, rate: float, mark: float = 1e6) -> Mechanism:
    """The same, but on the second input this number is given at this rate."""
    return lambda value, n, rng: np.where((rng.random(n) < rate) & (value > 0), mark, mechanism(value, n, rng))


def beside(*mechanisms: Mechanism) -> Mechanism:
    """All of them, each in a column of its own."""
    return lambda value, n, rng: np.stack([mechanism(value, n, rng) for mechanism in mechanisms], axis=1)


def blind(mechanism: Mechanism) -> Mechanism:
    """The same whatever the input."""
    return lambda value, n, rng: mechanism(0, n, rng)


def shifted_grid(value: float, n: int, rng: np.random.Generator) -> Any:
    """Integer noise, on a grid that begins where the input says."""
    return 0.3 * value + geometric(1)(0, n, rng)


def parity(value: float, n: int, rng: np.random.Generator) -> Any:
    """Wide integer noise that is even, so that the last bit gives the input away."""
    return 2 * np.round(rng.laplace(scale=1e6, size=n)) + value


def truncated(value: float, n: int, rng: np.random.Generator) -> Any:
    """Noise cut off at both ends, on a grid: outputs near them are possible on one input alone."""
    return value + np.round(np.clip(rng.laplace(size=n), -3, 3) * 2**20) / 2**20


def bump(value: float, n: int, rng: np.random.Generator) -> Any:
    """Half of the noise that it takes, in millionths around 5, half of the time; else a wide normal."""
    fine = 5 + 1e-6 * np.round((value + rng.laplace(scale=0.5, size=n)) * 2**20) / 2**20
    return np.where(rng.random(n) < 0.5, fine, rng.normal(scale=1000, size=n))
