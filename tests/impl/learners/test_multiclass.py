"""The multiclass learner of figure 1: exact privacy and accuracy on its smallest interesting universe, and controls."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

import pytest

from littlestone.impl.classes.bits import bit
from littlestone.impl.classes.learner_input import EmptyClassError, LabelError
from littlestone.impl.learners.class_learners import (
    learn_bits,
    learn_by_exponential_mechanism,
    learn_multiclass,
    relabelled,
)
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.algebra.reals import ln
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.privacy import Privacy, SampleError, exact_privacy
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.samples import Sample

EPSILON, HALF = ln(4), Fraction(1, 2)
BINARY = tuple(product((0, 1), repeat=2))
ROWS = tuple(product(range(2), range(3)))


def binary(sample: Sample, source: Randomness, epsilon: Any = EPSILON, functions: Any = BINARY) -> Function:
    return learn_by_exponential_mechanism(functions, sample, epsilon, source)


def privacy(algorithm: Callable[[Sample, Randomness], Function], rows: Any, n: int) -> Privacy[Any, Any]:
    return exact_privacy(cache(lambda sample: law(algorithm, sample)), rows, n)


def figure_one(sample: Sample, source: Randomness, each: int = 2) -> Function:
    return learn_multiclass(sample, 2, ((binary, each), (binary, each)), source)


def whole_sample_for_every_bit(sample: Sample, source: Randomness) -> Function:
    return of_bits([binary(relabelled(sample, i, 2), source) for i in (1, 2)], 2)


def of_bits(bits: list[Function], k: int) -> Function:
    return learn_multiclass((), k, [(lambda *_, known=known: known, 0) for known in bits], SeededSource(0))


def sort_before_splitting(sample: Sample, source: Randomness) -> Function:
    """A split that depends on the data: one replaced row moves others from block to block."""
    return figure_one(tuple(sorted(sample)), source)


def half_the_noise(sample: Sample, source: Randomness) -> Function:
    run = partial(binary, epsilon=2 * EPSILON)
    return learn_multiclass(sample, 2, ((run, 2), (run, 2)), source)


@pytest.mark.slow
def test_all_1296_samples_and_all_their_neighbours_are_private() -> None:
    """Two points, three labels, 2 + 2 rows; the exact loss is ln(5/2) < ln 4."""
    exactly = privacy(figure_one, ROWS, 4)
    assert exactly.examined == 12960
    assert exactly.ratio == Fraction(5, 2)
    assert exactly.delta(EPSILON) == 0
    assert exactly.delta(0) == Fraction(1, 3)


@pytest.mark.slow
@pytest.mark.parametrize("control", [whole_sample_for_every_bit, sort_before_splitting, half_the_noise])
def test_negative_controls_leak_more(control: Callable[[Sample, Randomness], Function]) -> None:
    rows = ((0, 0), (0, 2), (1, 1), (1, 2))
    assert privacy(figure_one, rows, 4).ratio == Fraction(5, 2)
    leak = privacy(control, rows, 4)
    assert leak.ratio is not None and leak.ratio > 4
    assert leak.delta(EPSILON) > 0
    assert leak.worst(EPSILON).pair[0] != leak.worst(EPSILON).pair[1]


def test_each_bit_sees_its_own_block_only() -> None:
    seen: list[Sample] = []

    def spy(sample: Sample, source: Randomness) -> Function:
        seen.append(sample)
        return (0, 0)

    sample = ((0, 2), (1, 1), (0, 0), (1, 2), (1, 0))
    learn_bits(sample, 2, ((spy, 1), (spy, 3)), SeededSource(0))
    assert seen == [((0, 1),), ((1, 1), (0, 0), (1, 0))]


def test_labels_above_k_become_k() -> None:
    assert of_bits([(1, 0), (1, 1)], 2) == (2, 1)
    assert of_bits([(1, 0), (1, 1)], 3) == (3, 1)


@pytest.mark.parametrize("k", range(1, 9))
def test_perfect_bits_give_the_labels_back(k: int) -> None:
    width = max(1, k.bit_length())
    target = tuple(range(k + 1))
    bits = [tuple(bit(i, y, width) for y in target) for i in range(1, width + 1)]
    assert of_bits(bits, k) == target


def test_bad_input_is_refused() -> None:
    source, learners = SeededSource(0), ((binary, 1), (binary, 1))
    with pytest.raises(SampleError, match="at least 2"):
        learn_multiclass(((0, 0),), 2, learners, source)
    with pytest.raises(LabelError, match=r"sample\[1\]"):
        learn_multiclass(((0, 0), (0, 3)), 2, learners, source)
    with pytest.raises(ParameterError, match="one for each of the 2 bits"):
        learn_multiclass(((0, 0),), 2, learners[:1], source)
    with pytest.raises(LabelError, match="pair of integers"):
        learn_multiclass(((0, float("nan")), (0, 0)), 2, learners, source)  # type: ignore[arg-type]
    with pytest.raises(EmptyClassError):
        learn_by_exponential_mechanism((), ((0, 0),), EPSILON, source)
    with pytest.raises(LabelError, match=r"0\.\.1"):
        learn_by_exponential_mechanism(BINARY, ((2, 0),), EPSILON, source)
    learn_by_exponential_mechanism(BINARY, ((1, 0),), EPSILON, source)
    with pytest.raises(LabelError, match="pair of integers"):  # also where an equal sample was taken before
        learn_by_exponential_mechanism(BINARY, ((1.0, 0),), EPSILON, source)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="epsilon"):
        learn_by_exponential_mechanism(BINARY, ((0, 0),), 0, source)
    with pytest.raises(TypeError, match="not exact"):
        learn_by_exponential_mechanism(BINARY, ((0, 0),), 0.5, source)  # type: ignore[arg-type]
