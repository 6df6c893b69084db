"""Private medians: their claims, a fault seeded into each step, large domains, and bad input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.privacy.paper_mechanisms import (
    median_by_pairs,
    median_by_ranks,
    one_level_median,
    without_extremes,
)
from littlestone.impl.randomness.sources import SeededSource
from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.claim import CLAIMS
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.yan25 import mechanisms_medians, mechanisms_recursive_median

Values = Sequence[int]
RANKS = ("YAN25.M4", {"H": 3, "t": 3, "j": 1})
LEVEL = ("YAN25.M5", {"H": 4, "t": 5, "j": 1})
PAIRS = ("YAN25.M6", {"H": 4, "n": 3, "R": 1, "j": 1})
TRIMMED = ("YAN25.M9", {"H": 2, "n": 4, "k": 1})


def verdict(at: tuple[str, dict[str, int]], **replaced: Any) -> Any:
    """What the claim says at the point, of the implementation unless another is given."""
    claim = CLAIMS[at[0]]
    assert claim.formula.__module__ in (mechanisms_medians.__name__, mechanisms_recursive_median.__name__)
    return claim.state({**at[1], **algorithms(claim), **replaced}).conclusion


@pytest.mark.slow
def test_the_implementations_have_their_laws() -> None:
    assert [verdict(at) for at in (RANKS, LEVEL, PAIRS, TRIMMED)] == [TRUE] * 4


# ---- Whole steps replaced


def gaps_are_not_drawn(values: Values, top: int, epsilon: Any, source: Randomness) -> int:
    kept = sorted(set(values))
    return (
        kept[source.exponential([min(sum(y <= z for y in values), sum(y >= z for y in values)) for z in kept], epsilon)]
        if kept
        else 0
    )


BY_RANKS: dict[str, Callable[..., Any]] = {
    "the values above are not counted": lambda values, top, epsilon, source: source.exponential(
        [sum(y <= z for y in values) for z in range(top + 1)], epsilon
    ),
    "gaps are not drawn": gaps_are_not_drawn,
    "twice the weight": lambda values, top, epsilon, source: median_by_ranks(values, top, 2 * epsilon, source),
    "the top is left out": lambda values, top, epsilon, source: (
        median_by_ranks([min(y, top - 1) for y in values], top - 1, epsilon, source) if top else 0
    ),
}


@pytest.mark.parametrize("faulty", BY_RANKS.values(), ids=BY_RANKS)
def test_a_fault_in_a_step_of_the_median_by_ranks_is_refuted(faulty: Callable[..., Any]) -> None:
    assert verdict(RANKS, run=faulty) is FALSE


TRIMMING: dict[str, Callable[..., Any]] = {
    "nothing is trimmed": lambda values, k: tuple(sorted(values)),
    "one end is trimmed": lambda values, k: tuple(sorted(values)[2 * k :]),
    "too many are trimmed": lambda values, k: without_extremes(values, k + 1),
}


@pytest.mark.parametrize("faulty", TRIMMING.values(), ids=TRIMMING)
def test_a_fault_in_trimming_is_refuted(faulty: Callable[..., Any]) -> None:
    assert verdict(TRIMMED, run=faulty) is FALSE


# ---- A step inside replaced: what the module calls for it


def one_level_less(values: Values, size: int, levels: int, *rest: Any) -> int:
    return median_by_pairs(values, size, max(0, levels - 1), *rest)


def one_point_more(values: Values, size: int, *rest: Any) -> int:
    return median_by_pairs(values, size + 1, *rest)


@pytest.mark.parametrize("faulty", [one_level_less, one_point_more])
def test_a_fault_in_the_recursion_is_refuted(faulty: Callable[..., Any]) -> None:
    assert verdict(PAIRS, run=faulty) is FALSE


# ---- Runs, and bad input


def test_they_run_on_domains_of_any_size() -> None:
    source, top, values = SeededSource(5), 2**1000, [2**999 + i for i in range(2000)]
    assert 2**999 + 600 < median_by_ranks(values, top, Fraction(2), source) < 2**999 + 1400
    assert 2**999 + 300 < one_level_median(values, top, (1, 1, 1), Fraction(1, 10**6), source) < 2**999 + 1700
    found = median_by_pairs(values, top + 1, 1, Fraction(4), Fraction(1, 10**6), source)
    assert 2**999 <= found < 2**999 + 2000


def test_no_values_and_one_point() -> None:
    source = SeededSource(6)
    assert {median_by_ranks((), 3, 1, source) for _ in range(60)} == {0, 1, 2, 3}
    assert median_by_ranks((0, 0), 0, 1, source) == 0
    assert one_level_median((3,), 3, (1, 1, 1), Fraction(1, 4), source) == 0
    assert median_by_pairs((), 9, 2, 1, Fraction(1, 4), source) == 0


BAD: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (lambda s: median_by_ranks((1,), 1, 0, s), PrivacyParameterError, "epsilon = 0"),
    (lambda s: median_by_ranks((2,), 1, 1, s), SampleError, r"in 0\.\.1"),
    (lambda s: median_by_ranks((-1,), 1, 1, s), SampleError, r"in 0\.\.1"),
    (lambda s: median_by_ranks((), -1, 1, s), ParameterError, "top = -1"),
    (lambda s: one_level_median((0,), 1, (1, 0, 1), Fraction(1, 4), s), PrivacyParameterError, "epsilon = 0"),
    (lambda s: median_by_pairs((0,), 0, 1, 1, Fraction(1, 4), s), ParameterError, "size = 0"),
    (lambda s: median_by_pairs((0,), 4, -1, 1, Fraction(1, 4), s), ParameterError, "levels = -1"),
    (lambda s: without_extremes((0,), -1), ParameterError, "k = -1"),
]


@pytest.mark.parametrize(("run", "error", "message"), BAD)
def test_bad_input_is_refused(run: Callable[[Any], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        run(SeededSource(0))
