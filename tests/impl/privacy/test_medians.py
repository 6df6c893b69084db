"""Private medians: their claims, a fault seeded into each step, large domains, and bad input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.privacy import medians
from littlestone.impl.privacy.medians import median_by_pairs, median_by_ranks, one_level_median, without_extremes
from littlestone.impl.randomness.sources import SeededSource
from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.claim import CLAIMS
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.yan25 import mechanisms_medians as stated

Values = Sequence[int]
RANKS = ("YAN25.M4", {"H": 3, "t": 3, "j": 1})
LEVEL = ("YAN25.M5", {"H": 4, "t": 5, "j": 1})
PAIRS = ("YAN25.M6", {"H": 4, "n": 3, "R": 1, "j": 1})
TRIMMED = ("YAN25.M9", {"H": 2, "n": 4, "k": 1})


def verdict(at: tuple[str, dict[str, int]], **replaced: Any) -> Any:
    """What the claim says at the point, of the implementation unless another is given."""
    claim = CLAIMS[at[0]]
    assert claim.formula.__module__ == stated.__name__
    return claim.state({**at[1], **algorithms(claim), **replaced}).conclusion


@pytest.mark.slow
def test_the_implementations_have_their_laws() -> None:
    assert [verdict(at) for at in (RANKS, LEVEL, PAIRS, TRIMMED)] == [TRUE] * 4


# ---- Whole steps replaced


def the_values_above_are_not_counted(values: Values, top: int, epsilon: Any, source: Randomness) -> int:
    return source.exponential([sum(y <= z for y in values) for z in range(top + 1)], epsilon)


def gaps_are_not_drawn(values: Values, top: int, epsilon: Any, source: Randomness) -> int:
    kept = sorted(set(values))
    return kept[source.exponential([medians._rank_quality(values, z) for z in kept], epsilon)] if kept else 0


def twice_the_weight(values: Values, top: int, epsilon: Any, source: Randomness) -> int:
    return median_by_ranks(values, top, 2 * epsilon, source)


def the_top_is_left_out(values: Values, top: int, epsilon: Any, source: Randomness) -> int:
    return median_by_ranks([min(y, top - 1) for y in values], top - 1, epsilon, source) if top else 0


@pytest.mark.parametrize(
    "faulty", [the_values_above_are_not_counted, gaps_are_not_drawn, twice_the_weight, the_top_is_left_out]
)
def test_a_fault_in_a_step_of_the_median_by_ranks_is_refuted(faulty: Callable[..., Any]) -> None:
    assert verdict(RANKS, run=faulty) is FALSE


def nothing_is_trimmed(values: Values, k: int) -> tuple[int, ...]:
    return tuple(sorted(values))


def one_end_is_trimmed(values: Values, k: int) -> tuple[int, ...]:
    return tuple(sorted(values)[2 * k :])


def too_many_are_trimmed(values: Values, k: int) -> tuple[int, ...]:
    return without_extremes(values, k + 1)


@pytest.mark.parametrize("faulty", [nothing_is_trimmed, one_end_is_trimmed, too_many_are_trimmed])
def test_a_fault_in_trimming_is_refuted(faulty: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdict(TRIMMED, run=faulty) is FALSE
    monkeypatch.setattr(medians, "without_extremes", faulty)
    assert verdict(LEVEL) is FALSE


# ---- A step inside replaced: what the module calls for it


def depths_by_the_heaviest_alone(ordered: Values, bits: int) -> list[int]:
    return [max(Counter(y >> (bits - z) for y in ordered).values()) for z in range(bits + 1)]


def depths_without_the_last(ordered: Values, bits: int) -> tuple[int, ...]:
    return RIGHT["_depth_qualities"](tuple(ordered), bits)[:-1]


def the_middle_is_left_out(prefix: int, free: int) -> list[int]:
    low, _, high = (*RIGHT["_three_points"](prefix, free), 0, 0)[:3]
    return [low, high]


def the_points_of_the_next_prefix(prefix: int, free: int) -> list[int]:
    return list(RIGHT["_three_points"](prefix + 1, free))


def quality_from_below_alone(values: Values, x: int) -> int:
    return sum(y <= x for y in values)


def the_deepest_prefix(values: Values, top: int, z: int, bits: int, *rest: Any) -> int:
    return int(RIGHT["_below_a_prefix"](values, top, bits, bits, *rest))


def the_last_depth_is_not_told_apart(values: Values, top: int, z: int, bits: int, *rest: Any) -> int:
    return int(RIGHT["_below_a_prefix"](values, top, min(z, bits - 1), bits, *rest))


def nothing_is_clipped(values: Values, top: int, *rest: Any) -> int:
    return int(RIGHT["_below_a_prefix"](values, 10**6, *rest))


def the_epsilons_change_places(values: Values, top: int, z: int, bits: int, epsilons: Any, *rest: Any) -> int:
    return int(RIGHT["_below_a_prefix"](values, top, z, bits, epsilons[::-1], *rest))


def failure_is_the_top(votes: Any, epsilon: Any, delta: Any, source: Randomness) -> int:
    found = RIGHT["choosing_mechanism"](votes, epsilon, delta, source)
    return max(votes) if found is None else int(found)


RIGHT: dict[str, Callable[..., Any]] = {
    name: getattr(medians, name)
    for name in ("_depth_qualities", "_three_points", "_rank_quality", "_below_a_prefix", "choosing_mechanism")
}
INSIDE = [
    ("_depth_qualities", depths_by_the_heaviest_alone),
    ("_depth_qualities", depths_without_the_last),
    ("_three_points", the_middle_is_left_out),
    ("_three_points", the_points_of_the_next_prefix),
    ("_rank_quality", quality_from_below_alone),
    ("_below_a_prefix", the_deepest_prefix),
    ("_below_a_prefix", the_last_depth_is_not_told_apart),
    ("_below_a_prefix", nothing_is_clipped),
    ("_below_a_prefix", the_epsilons_change_places),
    ("choosing_mechanism", failure_is_the_top),
]


@pytest.mark.parametrize(("step", "faulty"), INSIDE, ids=[faulty.__name__ for _, faulty in INSIDE])
def test_a_fault_in_a_step_of_one_level_is_refuted(
    step: str, faulty: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(medians, step, faulty)
    assert verdict(LEVEL) is FALSE


def pairs_in_the_order_given(values: Values, bits: int, source: Randomness) -> list[int]:
    return [bits - (x ^ y).bit_length() for x, y in zip(values[::2], values[1::2], strict=False)]


def pairs_that_overlap(values: Values, bits: int, source: Randomness) -> list[int]:
    order = source.shuffle(len(values))
    return [bits - (values[i] ^ values[j]).bit_length() for i, j in zip(order, order[1:], strict=False)]


def prefixes_counted_from_below(values: Values, bits: int, source: Randomness) -> list[int]:
    order = source.shuffle(len(values))
    return [(values[i] ^ values[j]).bit_length() for i, j in zip(order[::2], order[1::2], strict=False)]


@pytest.mark.parametrize("faulty", [pairs_in_the_order_given, pairs_that_overlap, prefixes_counted_from_below])
def test_a_fault_in_the_pairs_is_refuted(faulty: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(medians, "_common_prefixes", faulty)
    assert verdict(PAIRS) is FALSE


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
