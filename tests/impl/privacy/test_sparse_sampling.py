"""The private sparse sample: its claims at small instances, a fault seeded into each step, and bad input."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.privacy.paper_mechanisms import frequencies, private_sample
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.reals import ln
from littlestone.spec.claim import CLAIMS
from littlestone.spec.learning.mechanisms import sample_law
from littlestone.spec.learning.privacy import PrivacyParameterError, indistinguishable
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.lyu25 import section3_3_sparse_sampling as stated

POINT = {"k": 2, "m": 2, "b": 1, "j": 1}


def drawn(scores: dict[Any, Any], epsilon: Any, source: Randomness) -> Any:
    """A key with probability proportional to exp(epsilon * its score)."""
    return list(scores)[source.exponential(list(scores.values()), 2 * epsilon)]


FAULTS: dict[str, Callable[..., Any]] = {
    "every item scores one": lambda lists, epsilon, bottom, source: drawn(
        {**dict.fromkeys(frequencies(lists), 1), None: bottom}, epsilon, source
    ),
    "failure scores nothing": lambda lists, epsilon, bottom, source: private_sample(lists, epsilon, 0, source),
    "half the exponent": lambda lists, epsilon, bottom, source: private_sample(lists, epsilon / 2, bottom, source),
    "without the last list": lambda lists, epsilon, bottom, source: private_sample(
        lists[:-1] or [()], epsilon, bottom, source
    ),
}


@pytest.mark.parametrize("faulty", FAULTS.values(), ids=FAULTS)
def test_a_fault_in_a_step_is_refuted(faulty: Callable[..., Any]) -> None:
    claim = CLAIMS["LYU25.A1"]
    right = {**POINT, **algorithms(claim)}
    assert claim.state(right).conclusion is TRUE
    assert claim.state({**right, "run": faulty}).conclusion is FALSE


def truncated_together(lists: Any, epsilon: Any, bottom: Any, source: Randomness, longest: int) -> Any:
    kept = sorted({item for items in lists for item in items})[:longest]
    return private_sample([[i for i in items if i in kept] for items in lists], epsilon, bottom, source)


TRUNCATED: dict[str, Callable[..., Any]] = {
    "untruncated": lambda lists, epsilon, bottom, source, longest: private_sample(lists, epsilon, bottom, source),
    "truncated together": truncated_together,
    "truncated to the last": lambda lists, epsilon, bottom, source, longest: private_sample(
        [sorted(items)[-longest:] for items in lists], epsilon, bottom, source
    ),
}


@pytest.mark.parametrize("faulty", TRUNCATED.values(), ids=TRUNCATED)
def test_a_fault_in_the_truncation_is_refuted(faulty: Callable[..., Any]) -> None:
    claim = CLAIMS["LYU25.L3.1.trunc"]
    right = {"k": 2, "L": 1, **algorithms(claim)}
    assert claim.state(right).conclusion is TRUE
    assert claim.state({**right, "run": faulty}).conclusion is FALSE


def test_the_exact_law() -> None:
    assert dict(law(private_sample, [{1, 2}, {2}], ln(2), 1).items) == {
        1: Fraction(1, 4),
        2: Fraction(1, 2),
        None: Fraction(1, 4),
    }
    assert dict(law(private_sample, [(2, 1, 1)], ln(2), 0, longest=1).items) == {
        1: Fraction(2, 3),
        None: Fraction(1, 3),
    }
    assert dict(law(private_sample, [()], ln(2), 5).items) == {None: 1}


def test_lists_that_are_cut_to_nothing_leave_the_failure_symbol() -> None:
    assert dict(law(private_sample, [{1, 2}, {2}], ln(2), 1, longest=0).items) == {None: 1}


def test_it_runs_on_a_seed() -> None:
    source = SeededSource(1)
    drawn = [private_sample([{1, 2}, {2}], ln(2), 1, source) for _ in range(2000)]
    assert drawn.count(2) == pytest.approx(1000, abs=100)
    assert drawn.count(None) == pytest.approx(500, abs=90)


def test_replacing_a_list_costs_twice_epsilon() -> None:
    laws = [sample_law(found, ln(2), 64**10) for found in stated.worst_neighbours(1, 60, 61)]
    once = [bool(indistinguishable(P, Q, ln(2), Fraction(1, 64))) for P in laws for Q in laws[:1]]
    assert all(once)  # the first is the empty list: to add one costs eps alone
    assert any(indistinguishable(P, Q, ln(2), Fraction(1, 64)) is FALSE for P in laws for Q in laws)


BAD: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (lambda s: private_sample([], 1, 1, s), ParameterError, "number of lists = 0"),
    (lambda s: private_sample([()], 0, 1, s), PrivacyParameterError, "epsilon = 0"),
    (lambda s: private_sample([()], 1, -1, s), ParameterError, "bottom = -1"),
    (lambda s: private_sample([()], 1, 1, s, longest=-1), ParameterError, "longest = -1"),
    (lambda s: private_sample([()], 0.5, 1, s), TypeError, "not exact"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("run", "error", "message"), BAD)
def test_bad_input_is_refused(run: Callable[[Any], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        run(SeededSource(0))
