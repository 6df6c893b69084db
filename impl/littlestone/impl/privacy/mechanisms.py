"""The standard private mechanisms: plain functions of data and parameters, with the source of randomness last.

``epsilon``, ``delta`` and ``sensitivity`` are exact numbers. Each raises PrivacyParameterError on an epsilon that is
not positive or a delta outside [0, 1], and ParameterError on a sensitivity that is not positive. What each must do
stands in ``littlestone.spec.learning.mechanisms``, and that it is private in ``littlestone.spec.dp.privacy_theory``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TypeVar

from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real, exp
from littlestone.spec.learning.mechanisms import gaussian_deviation, stable_histogram_threshold
from littlestone.spec.learning.privacy import SampleError, checked_epsilon
from littlestone.spec.learning.randomness import (
    Exact,
    Noise,
    ParameterError,
    Randomness,
    checked_count,
    checked_positive,
    exact,
)

Row = TypeVar("Row", bound=Hashable)
Outcome = TypeVar("Outcome")
Algorithm = Callable[..., object]
Scores = Sequence[Expression]


# Typed, for 1.0 == 1: a float, which is refused, would be taken where its equal was cached before
@lru_cache(maxsize=4096, typed=True)
def _per_unit(sensitivity: Expression, epsilon: Expression) -> Real:
    """The privacy loss allowed for each unit of the value."""
    return Real.of(checked_epsilon(epsilon)) / checked_positive("sensitivity", sensitivity)


@lru_cache(maxsize=4096, typed=True)
def _scale(sensitivity: Expression, epsilon: Expression, times: int = 1) -> Exact:
    return exact(times / _per_unit(sensitivity, epsilon))


@lru_cache(maxsize=4096, typed=True)
def _alpha(sensitivity: Expression, epsilon: Expression) -> Exact:
    return exact(exp(-_per_unit(sensitivity, epsilon)))


@implements("DP.randomized_response")
def randomized_response(row: int, categories: int, epsilon: Expression, source: Randomness) -> int:
    """The row, one of 0..categories-1, with e^epsilon times the weight of every other answer (Warner 1965)."""
    others = checked_count("categories", categories, 2) - 1
    return (row + source.choice((exact(exp(checked_epsilon(epsilon))), *(1,) * others))) % categories


@implements("DP.laplace")
def laplace_mechanism(value: Expression, sensitivity: Expression, epsilon: Expression, source: Randomness) -> Noise:
    """The value plus Laplace noise of scale sensitivity / epsilon (Dwork, McSherry, Nissim, Smith 2006)."""
    return source.laplace(_scale(sensitivity, epsilon)) + value


@implements("DP.geometric.noise")
def geometric_mechanism(value: int, sensitivity: int, epsilon: Expression, source: Randomness) -> Noise:
    """The integer plus two-sided geometric noise of ratio exp(-epsilon / sensitivity) (Ghosh et al. 2009)."""
    return source.geometric(_alpha(sensitivity, epsilon)) + value


@implements("DP.geometric")
def truncated_geometric_mechanism(
    value: int, low: int, high: int, sensitivity: int, epsilon: Expression, source: Randomness
) -> int:
    """The geometric mechanism's answer, moved into [low, high]; raises ParameterError where low > high."""
    if low > high:
        raise ParameterError("low", low, f"at most high = {high}")
    return int(max(low, min(high, geometric_mechanism(value, sensitivity, epsilon, source))))


@implements("DP.gaussian")
def gaussian_mechanism(
    value: Expression, sensitivity: Expression, epsilon: Expression, delta: Expression, source: Randomness
) -> Noise:
    """The value plus normal noise of deviation sensitivity sqrt(2 ln(1.25 / delta)) / epsilon (Dwork, Roth 2014)."""
    return source.gaussian(gaussian_deviation(sensitivity, epsilon, delta)) + value


@implements("DP.exponential")
def exponential_mechanism(scores: Scores, sensitivity: Expression, epsilon: Expression, source: Randomness) -> int:
    """Index i with probability proportional to exp(epsilon scores[i] / (2 sensitivity)) (McSherry, Talwar 2007)."""
    return source.exponential(scores, exact(_per_unit(sensitivity, epsilon)))


@implements("DP.noisy_max")
def report_noisy_max(scores: Scores, sensitivity: Expression, epsilon: Expression, source: Randomness) -> int:
    """The index of the largest score after Laplace noise of scale 2 sensitivity / epsilon on each.

    Half the noise is enough where a row more never lowers a score: half the sensitivity is then to be given, but for
    the add/remove relation alone, not for replace-one (Dwork, Roth 2014, section 3.3; DP.noisy_max.monotone).
    """
    checked_count("number of scores", len(scores), 1)
    noisy = [source.laplace(_scale(sensitivity, epsilon, 2)) + score for score in scores]
    return max(range(len(noisy)), key=noisy.__getitem__)


@implements("DP.above_threshold")
def above_threshold(
    answers: Sequence[Expression],
    threshold: Expression,
    sensitivity: Expression,
    epsilon: Expression,
    source: Randomness,
) -> int | None:
    """The index of the first answer that noisily reaches the noisy threshold; None where none does.

    Laplace noise of scale 2 sensitivity / epsilon on the threshold, 4 sensitivity / epsilon on each answer (Dwork,
    Roth 2014, algorithm 1).
    """
    level = source.laplace(_scale(sensitivity, epsilon, 2)) + threshold
    noise = _scale(sensitivity, epsilon, 4)
    return next((i for i, answer in enumerate(answers) if source.laplace(noise) + answer >= level), None)


@implements("DP.histogram")
def stable_histogram(
    sample: Sequence[Row], epsilon: Expression, delta: Expression, source: Randomness
) -> tuple[tuple[Row, int], ...]:
    """The rows that occur noisily often, each with its noisy count, most len(sample): rows and counts in order of rows.

    Two-sided geometric noise of ratio exp(-epsilon / 2) on each count; counts below the threshold that a single row
    reaches with probability at most delta are dropped (Korolova et al. 2009; Bun, Nissim, Stemmer 2016). Raises
    SampleError on an empty sample and PrivacyParameterError on delta = 0.
    """
    if not sample:
        raise SampleError("sample", sample, "not empty")
    least = stable_histogram_threshold(epsilon, delta)
    rows = sorted(set(sample))  # type: ignore[type-var]
    low, high = least - 1, max(len(sample), least)  # what is below the threshold is dropped
    noisy = ((row, truncated_geometric_mechanism(sample.count(row), low, high, 2, epsilon, source)) for row in rows)
    return tuple((row, count) for row, count in noisy if count >= least)


@implements("DP.subsampling")
def subsampled(mechanism: Callable[..., Outcome], m: int) -> Callable[..., Outcome]:
    """The mechanism on a uniform m-subset of the rows, in their order, as (sample, source); SampleError on fewer."""

    def run(sample: Sequence[object], source: Randomness) -> Outcome:
        if len(sample) < m:
            raise SampleError("sample", sample, f"of at least m = {m} rows")
        return mechanism(tuple(sample[i] for i in source.subset(len(sample), m)), source)

    return run


@implements("DP.subsampling.replacement")
def resampled(mechanism: Callable[..., Outcome], m: int) -> Callable[..., Outcome]:
    """The mechanism run on m independent uniform draws from the rows; raises SampleError on an empty sample."""

    def run(sample: Sequence[object], source: Randomness) -> Outcome:
        if not sample:
            raise SampleError("sample", sample, "not empty")
        return mechanism(tuple(sample[source.uniform(len(sample))] for _ in range(m)), source)

    return run


@implements("DP.postprocessing")
def post_processed(mechanism: Algorithm, kernel: Callable[..., Outcome]) -> Callable[..., Outcome]:
    """The mechanism followed by kernel(outcome, source), which sees the outcome only."""
    return lambda *data: kernel(mechanism(*data), data[-1])


@implements("DP.composition.sequential")
def sequential(mechanisms: Sequence[Algorithm]) -> Algorithm:
    """All mechanisms on the same sample with independent coins, called as (sample, source): the tuple of outcomes."""
    return lambda sample, source: tuple(mechanism(sample, source) for mechanism in mechanisms)


@implements("DP.composition.adaptive")
def adaptive(first: Algorithm, second: Algorithm) -> Algorithm:
    """first(sample, source), then second(sample, its outcome, source): the pair of outcomes."""
    return lambda sample, source: (outcome := first(sample, source), second(sample, outcome, source))


@implements("BGS21.C3.2")
def parallel(mechanisms: Sequence[Algorithm], sizes: Sequence[int]) -> Algorithm:
    """Each mechanism on its own block of rows: the first sizes[0] rows, the next sizes[1], ... (BGS21 C3.2).

    The split is by position, so it does not depend on the data; rows beyond the last block are not read. Raises
    ParameterError where the numbers of mechanisms and sizes differ, and SampleError on a sample that is too small.
    """
    if len(mechanisms) != len(sizes):
        raise ParameterError("sizes", list(sizes), f"as many as the mechanisms, {len(mechanisms)}")
    ends = list(accumulate(sizes, initial=0))

    def run(sample: Sequence[object], source: Randomness) -> tuple[object, ...]:
        if len(sample) < ends[-1]:
            raise SampleError("sample", sample, f"of at least {ends[-1]} rows")
        blocks = (tuple(sample[low:high]) for low, high in zip(ends, ends[1:], strict=False))
        return tuple(mechanism(block, source) for mechanism, block in zip(mechanisms, blocks, strict=True))

    return run
