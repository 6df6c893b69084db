"""Learners and mechanisms that leak more than they claim, as real ones have, each beside an honest twin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, log
from typing import Any
from zlib import crc32

import numpy as np

from littlestone.impl.learners.class_learners import (
    learn_by_exponential_mechanism,
    learn_multiclass,
    relabelled,
    scores,
)
from littlestone.impl.privacy.mechanisms import stable_histogram, truncated_geometric_mechanism
from littlestone.impl.randomness.sources import SeededSource
from littlestone.proofs_check.audits.subjects.instances import Instance, instance_of_class
from littlestone.spec.algebra.reals import Real, ln

EPSILON = ln(4)
SMALL_EPSILON = Fraction(1, 10)
RARE = Fraction(1, 100_000)
SELDOM = Fraction(1, 1_000)
OFTEN = Fraction(1, 20)
THRESHOLDS = ((1, 1), (0, 1), (0, 0))
BITS = ((0,), (1,))
ON_TWO_POINTS = ((0, 0), (0, 1), (1, 0), (1, 1))
Run = Callable[..., Any]


@dataclass(frozen=True)
class Leak:
    """A target of this file that leaks more than (epsilon, delta), an honest one, and what they are run on.

    ``draws`` are enough to see it; None for learners, whose law is enumerated.
    """

    what: str
    leaky: str
    honest: str
    instance: Instance
    epsilon: Fraction | Real = EPSILON
    delta: Fraction | int = 0
    draws: int | None = None

    @property
    def targets(self) -> tuple[str, str]:
        """The leaky and the honest one, as the command line names them."""
        return f"{__file__}:{self.leaky}", f"{__file__}:{self.honest}"


# ---- Noise


def ones(dataset: Any) -> int:
    return sum(y == 1 for _, y in dataset)


def count(dataset: Any, n: int, rng: np.random.Generator) -> Any:
    """The number of ones with two-sided geometric noise."""
    return ones(dataset) + _geometric(n, rng, log(4))


def count_with_half_the_noise(dataset: Any, n: int, rng: np.random.Generator) -> Any:
    return ones(dataset) + _geometric(n, rng, 2 * log(4))


def small_epsilon_count(dataset: Any, n: int, rng: np.random.Generator) -> Any:
    """Integer noise, the noisy count moved into the range of counts."""
    return np.clip(ones(dataset) + _geometric(n, rng, float(SMALL_EPSILON)), 0, len(dataset))


def count_with_float_noise(dataset: Any, n: int, rng: np.random.Generator) -> Any:
    """Laplace noise as textbooks print it: which floats can occur depends on the count."""
    return ones(dataset) + rng.laplace(scale=float(1 / SMALL_EPSILON), size=n)


def _geometric(n: int, rng: np.random.Generator, epsilon: float) -> Any:
    first, second = rng.geometric(1 - exp(-epsilon), size=(2, n))
    return first - second


def learned_threshold(sample: Any, source: Any) -> Any:
    return learn_by_exponential_mechanism(THRESHOLDS, sample, EPSILON, source)


def seeded_by_the_data(sample: Any, source: Any) -> Any:
    """Its noise is the same whenever the sample is: any change of a row may change all of it."""
    return learned_threshold(sample, SeededSource(crc32(repr(sample).encode())))


# ---- Learners


def private_if_realizable(sample: Any, source: Any) -> Any:
    """The exponential mechanism where a function fits, the function with the fewest errors where none does."""
    found = scores(THRESHOLDS, sample)
    return learned_threshold(sample, source) if max(found) == 0 else THRESHOLDS[found.index(max(found))]


def learned_bit(sample: Any, source: Any) -> Any:
    return learn_by_exponential_mechanism(BITS, sample, EPSILON, source)


def bits_on_blocks(sample: Any, source: Any) -> Any:
    """The figure 1 learner: each bit of the label from rows of its own."""
    return learn_multiclass(sample, 3, ((learned_bit, 2), (learned_bit, 2)), source)


def bits_on_everything(sample: Any, source: Any) -> Any:
    bits = [learned_bit(relabelled(sample, i, 2), source) for i in (1, 2)]
    return learn_multiclass((), 3, [(lambda *_, known=known: known, 0) for known in bits], source)


def two_learners(first: Any, second: Any, source: Any) -> Any:
    return tuple(learn_by_exponential_mechanism(ON_TWO_POINTS, rows, EPSILON, source) for rows in (first, second))


def split_by_position(sample: Any, source: Any) -> Any:
    return two_learners(sample[: len(sample) // 2], sample[len(sample) // 2 :], source)


def split_by_value(sample: Any, source: Any) -> Any:
    """One row more at one end of the order moves another row from block to block: both learners see a change."""
    return split_by_position(tuple(sorted(sample)), source)


# ---- Histograms


def histogram(sample: Any, source: Any) -> Any:
    return stable_histogram(sample, EPSILON, OFTEN, source)


def histogram_thresholded_before_noise(sample: Any, source: Any) -> Any:
    return tuple((row, _noisy(sample, row, source)) for row in sorted(set(sample)) if sample.count(row) >= 2)


def histogram_with_threshold_zero(sample: Any, source: Any) -> Any:
    noisy = ((row, _noisy(sample, row, source)) for row in sorted(set(sample)))
    return tuple((row, number) for row, number in noisy if number >= 0)


def _noisy(sample: Any, row: Any, source: Any) -> int:
    return truncated_geometric_mechanism(sample.count(row), -1, len(sample), 2, EPSILON, source)


# ---- Rows kept


def keeps_a_row(chance: Fraction) -> Run:
    """A learner that predicts 0, and with this chance the last row's label on its point."""

    def learn(sample: Any, source: Any) -> Any:
        x, y = sample[-1]
        kept = source.bernoulli(chance)
        return tuple(y if kept and point == x else 0 for point in range(2))

    return learn


def often_keeps_a_row(chance: Fraction) -> Run:
    """A mechanism that gives 0, and with this chance a number for the last row."""

    def draw(dataset: Any, n: int, rng: np.random.Generator) -> Any:
        x, y = dataset[-1]
        row = 1 + 2 * np.clip(np.nan_to_num(x), 0, 63) + y  # nan would be a failing run
        return np.where(rng.random(n) < float(chance), row, 0)

    return draw


keeps, keeps_twice_as_often = keeps_a_row(RARE), keeps_a_row(2 * RARE)
draws, draws_twice_as_often = often_keeps_a_row(SELDOM), often_keeps_a_row(2 * SELDOM)


# ---- All of them


def four_labels(rows: int) -> Instance:
    """One point with labels 0..3."""
    return Instance(range(1), (0, 1, 2, 3), (2,), rows)


def leaks() -> Sequence[Leak]:
    """All leaks."""
    few, small, wide = (instance_of_class("thresholds:2", rows) for rows in (2, 3, 4))
    table = instance_of_class("thresholds:64", 20)
    floats = Leak("Laplace noise from floats", "count_with_float_noise", "small_epsilon_count", table, SMALL_EPSILON)
    return (
        Leak("half the noise", "count_with_half_the_noise", "count", table, draws=30_000),
        Leak("private on realizable samples only", "private_if_realizable", "learned_threshold", small),
        Leak("every bit learned on the whole sample", "bits_on_everything", "bits_on_blocks", four_labels(4)),
        Leak("a split that depends on the data", "split_by_value", "split_by_position", wide),
        Leak("noise after thresholding", "histogram_thresholded_before_noise", "histogram", small, delta=OFTEN),
        Leak("a seed derived from the data", "seeded_by_the_data", "learned_threshold", small),
        Leak("a stable histogram with threshold zero", "histogram_with_threshold_zero", "histogram", few, delta=OFTEN),
        replace(floats, draws=300_000),
        Leak("a row kept with probability 2 delta", "keeps_twice_as_often", "keeps", small, delta=RARE),
        Leak("the same by draws", "draws_twice_as_often", "draws", table, delta=SELDOM, draws=300_000),
    )
