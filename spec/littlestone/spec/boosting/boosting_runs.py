"""Boosting literally, as exact laws: one round, all rounds, the lazy measure of a sample, and noise on the labels.

A row is a point 0..m-1 of the domain with a label -1 or 1; a hypothesis is the tuple of its values in [-1, 1] at the
points (Bun, Carmosino, Sorrell 2020, algorithms 1 to 4). The only state between rounds is the list of hypotheses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from littlestone.spec.boosting.lazy_bregman import Losses, next_measure
from littlestone.spec.boosting.measures import Measure, induced
from littlestone.spec.learning.laws import Law, point_mass, proportional
from littlestone.spec.learning.randomness import checked_count

Row = tuple[int, int]
Rows = Sequence[Row]
Hypothesis = tuple[Fraction | int, ...]
Hypotheses = tuple[Hypothesis, ...]
NextMeasure = Callable[[Rows, Hypotheses], Measure]
WeakLearner = Callable[[Rows, Measure], Law[Hypothesis]]
Query = tuple[tuple[int, int], ...]
"""An error query: at each point its value for the label 1 and for the label -1."""

SHRINK = Fraction(4, 9)
"""An e^-lambda with lambda in (0, 1) whose powers in halves, for losses in halves, are rational."""

# ---- Algorithms 1 and 2


def iteration_law(
    sample: Rows, hypotheses: Hypotheses, following: NextMeasure, weak_learner: WeakLearner
) -> Law[Hypotheses]:
    """Algorithm 2, Iter: the law of the list with one hypothesis more, learned on the measure that the list gives."""
    weights = induced(following(sample, hypotheses))
    return weak_learner(sample, weights).map(lambda h: (*hypotheses, h))


def boosting_law(sample: Rows, rounds: int, following: NextMeasure, weak_learner: WeakLearner) -> Law[Hypotheses]:
    """Algorithm 1, Boost: the law of the list of hypotheses after so many rounds, at least one, fixed in advance."""
    lists: Law[Hypotheses] = point_mass(())
    for _ in range(checked_count("rounds", rounds, 1)):
        lists = lists.bind(lambda found: iteration_law(sample, found, following, weak_learner))
    return lists


def average(hypotheses: Hypotheses) -> Hypothesis:
    """H(x) = (1/T) sum of h_t(x), what Boost returns of the list."""
    return tuple(Fraction(sum(values)) / len(hypotheses) for values in zip(*hypotheses, strict=True))


# ---- Algorithm 4


def distance(value: Fraction | int, y: int) -> Fraction:
    """|h(x) - y|."""
    return abs(Fraction(value) - y)


def cumulative_losses(sample: Rows, hypotheses: Hypotheses) -> Losses:
    """Each row's sum of 1 - |h_j(x_i) - y_i| / 2 over the hypotheses."""
    return tuple(sum((1 - distance(h[x], y) / 2 for h in hypotheses), Fraction(0)) for x, y in sample)


def lazy_measure(sample: Rows, hypotheses: Hypotheses, kappa: Fraction, shrink: Fraction) -> Measure:
    """Algorithm 4, LB-NxM: from kappa, times e^(-lambda l_j(i)) for each hypothesis, l_j(i) = 1 - |h_j(x_i) - y_i| / 2,
    and one projection at the end; ``shrink`` is e^-lambda."""
    return next_measure(kappa, shrink, cumulative_losses(sample, hypotheses))


def lazily(kappa: Fraction, shrink: Fraction) -> NextMeasure:
    """LB-NxM with these parameters."""
    return lambda sample, hypotheses: lazy_measure(sample, hypotheses, kappa, shrink)


# ---- Weak learners with few outcomes


def advantage(h: Hypothesis, sample: Rows, weights: Measure) -> Fraction:
    """1/2 - (1/2) sum of weights(i) |h(x_i) - y_i| (definition 11): half the mean margin, for values in [-1, 1]."""
    pairs = zip(weights, sample, strict=True)
    return Fraction(1, 2) - sum((w * distance(h[x], y) for w, (x, y) in pairs), Fraction(0)) / 2


def soft_learner(hypotheses: Sequence[Hypothesis], tilt: Fraction = Fraction(1)) -> WeakLearner:
    """The weak learner that returns each h with probability proportional to 1 + tilt * advantage(h), tilt in [0, 2)."""

    def learn(sample: Rows, weights: Measure) -> Law[Hypothesis]:
        return proportional({h: 1 + tilt * advantage(h, sample, weights) for h in hypotheses})

    return learn


def sign_patterns(points: int, values: Sequence[int] = (-1, 1)) -> list[Hypothesis]:
    """All functions from the points to these values."""
    return list(product(values, repeat=int(points)))


# ---- Neighbours


def labelled_rows(points: int) -> list[Row]:
    """Every row on so many points."""
    return [(x, y) for x in range(int(points)) for y in (1, -1)]


def replaced(rows: Sequence[Row], n: int) -> Iterator[tuple[tuple[Row, ...], tuple[Row, ...]]]:
    """Ordered pairs of samples of n rows that differ in the last place alone, the other rows in every order once.

    Nothing here depends on the order of the rows, so these are all pairs of neighbours.
    """
    for others in product(rows, repeat=int(n) - 1):
        if list(others) == sorted(others):
            yield from (((*others, a), (*others, b)) for a in rows for b in rows if a != b)


# ---- Section 3.4: errors as queries, and algorithm 3


def is_error(value: Fraction | int, y: int) -> int:
    """1 where y h(x) <= 0: a value 0 is an error whatever the label."""
    return int(y * value <= 0)


def error_query(h: Hypothesis) -> Query:
    """err_h, which maps a row to 1 where h errs on it."""
    return tuple((is_error(value, 1), is_error(value, -1)) for value in h)


def answer(query: Query, sample: Rows) -> Fraction:
    """The mean of the query over the sample."""
    return Fraction(sum(query[x][0 if y == 1 else 1] for x, y in sample), len(sample))


def flipped(sample: Rows, noise: Sequence[int]) -> tuple[Row, ...]:
    """The sample with each label multiplied by its noise, -1 or 1."""
    return tuple((x, f * y) for (x, y), f in zip(sample, noise, strict=True))


def noised_law(sample: Rows, learner: Callable[[Rows], Law[Hypothesis]], eta: Fraction) -> Law[Query]:
    """Algorithm 3: each label is flipped with probability eta, the learner runs, and its error query is the output."""
    return noise_law(len(sample), eta).bind(lambda noise: learner(flipped(sample, noise)).map(error_query))


@lru_cache(maxsize=256)
def noise_law(n: int, eta: Fraction) -> Law[tuple[int, ...]]:
    """The law of n independent signs, each -1 with probability eta."""
    noises: Law[tuple[int, ...]] = point_mass(())
    for _ in range(n):
        noises = noises.bind(lambda drawn: proportional({(*drawn, -1): eta, (*drawn, 1): 1 - eta}))
    return noises
