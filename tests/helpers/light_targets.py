"""Targets that tests audit by draws, apart from them: each process that runs one imports the module that it is in.

Of a file of tests that takes 2.5 to 3 CPU s, of this one 0.2.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def response_in_bulk(vector: Any, n: int, rng: np.random.Generator) -> Any:
    return np.where(rng.random(n) < 0.75, vector[0], 1 - vector[0])


def halved(dataset: Any, n_draws: int, rng: Any) -> Any:
    """A count with normal noise of deviation 1/2: mu is 2; its low bits depend on the count too."""
    return sum(label for _, label in dataset) + rng.normal(scale=0.5, size=n_draws)


def sum_in_hundredths(sample: Any, n: int, rng: np.random.Generator) -> Any:
    return np.full(n, sum(y for _, y in sample) / 100)


def gives_the_mark(dataset: Any, n_draws: int, rng: Any) -> Any:
    """The number that marks failed runs, which is an output like any other."""
    return np.where(rng.random(n_draws) < 0.5, -32768 if dataset[-1][1] else -32767.5, 0)


def by_place(sample: Any, source: Any) -> Any:
    """A learner that shows its last label on the last point alone."""
    return lambda x: sample[-1][1] if x == 7 else 0
