"""Private choices from votes: their claims, a fault seeded into each step, and bad input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.privacy.paper_mechanisms import choosing_mechanism, stable_argmax
from littlestone.impl.randomness.sources import SeededSource
from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.claim import CLAIMS
from littlestone.spec.learning.privacy import PrivacyParameterError
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.medians.choosing_laws import choosing_threshold
from littlestone.spec.yan25 import mechanisms_choosing as stated

Votes = Mapping[Any, int]


def verdicts(id: str, point: dict[str, int], faulty: Callable[..., Any]) -> tuple[Any, Any]:
    """What the claim says of the implementation, and of the faulty one."""
    claim = CLAIMS[id]
    assert claim.formula.__module__ == stated.__name__
    right = {**point, **algorithms(claim)}
    return claim.state(right).conclusion, claim.state({**right, "run": faulty}).conclusion


# ---- The choosing mechanism


def the_test_is_left_out(votes: Votes, epsilon: Any, delta: Any, source: Randomness, k: int = 1) -> Any:
    voted = [z for z, q in votes.items() if q >= 1]
    return voted[source.exponential([votes[z] for z in voted], epsilon / 2)] if voted else None


def half_the_test_noise(votes: Votes, epsilon: Any, delta: Any, source: Randomness, k: int = 1) -> Any:
    best = max(votes.values(), default=0)
    if not best or source.laplace(2 / epsilon) + best < choosing_threshold(epsilon, delta, k):
        return None
    return the_test_is_left_out(votes, epsilon, delta, source)


def those_without_a_vote_are_drawn_too(votes: Votes, epsilon: Any, delta: Any, source: Randomness, k: int = 1) -> Any:
    if choosing_mechanism(votes, epsilon, delta, source, k) is None:
        return None
    return list(votes)[source.exponential(list(votes.values()), epsilon / 2)]


def twice_the_weight(votes: Votes, epsilon: Any, delta: Any, source: Randomness, k: int = 1) -> Any:
    if choosing_mechanism(votes, epsilon, delta, source, k) is None:
        return None
    return the_test_is_left_out(votes, 2 * epsilon, delta, source)


CHOOSING: dict[str, Callable[..., Any]] = {
    "the test is left out": the_test_is_left_out,
    "k is not read": lambda votes, epsilon, delta, source, k: choosing_mechanism(votes, epsilon, delta, source),
    "half the test noise": half_the_test_noise,
    "those without a vote are drawn too": those_without_a_vote_are_drawn_too,
    "twice the weight": twice_the_weight,
}


@pytest.mark.parametrize("faulty", CHOOSING.values(), ids=CHOOSING)
def test_a_fault_in_a_step_of_choosing_is_refuted(faulty: Callable[..., Any]) -> None:
    assert verdicts("YAN25.M2", {"m": 2, "q": 3, "k": 2, "i": 1, "j": 1}, faulty) == (TRUE, FALSE)


def test_the_threshold_is_that_of_the_catalogue() -> None:
    """theta(1, 1e-6) = 57.5 and theta(1, 0.05) = 14.2."""
    assert Fraction(574, 10) < choosing_threshold(1, Fraction(1, 10**6)) < Fraction(576, 10)
    assert Fraction(141, 10) < choosing_threshold(1, Fraction(1, 20)) < Fraction(143, 10)


# ---- The stable argmax


ARGMAX: dict[str, Callable[..., Any]] = {
    "those without a vote are released": lambda votes, epsilon, delta, source: stable_argmax(
        {z: max(q, 1) for z, q in votes.items()}, epsilon, delta, source
    ),
    "ties go to the last": lambda votes, epsilon, delta, source: stable_argmax(
        dict(reversed(votes.items())), epsilon, delta, source
    ),
    "half the noise": lambda votes, epsilon, delta, source: stable_argmax(votes, 2 * epsilon, delta, source),
}


@pytest.mark.parametrize("faulty", ARGMAX.values(), ids=ARGMAX)
def test_a_fault_in_a_step_of_the_stable_argmax_is_refuted(faulty: Callable[..., Any]) -> None:
    assert verdicts("YAN25.M3", {"m": 3, "q": 2, "i": 1, "j": 1}, faulty) == (TRUE, FALSE)


# ---- Runs, and bad input


def test_they_run_on_a_seed() -> None:
    votes = {z: 10 * z for z in range(31)}
    source, epsilon, delta = SeededSource(3), Fraction(1), Fraction(1, 10**6)
    assert [choosing_mechanism(votes, epsilon, delta, source) for _ in range(4)] == [30] * 4
    assert [stable_argmax(votes, epsilon, delta, source) for _ in range(4)] == [30] * 4


BAD: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (lambda s: choosing_mechanism({}, 0, Fraction(1, 4), s), PrivacyParameterError, "epsilon = 0"),
    (lambda s: choosing_mechanism({}, 1, Fraction(1, 2), s), PrivacyParameterError, "delta = 1/2"),
    (lambda s: choosing_mechanism({}, 1, 0, s), PrivacyParameterError, "delta = 0"),
    (lambda s: choosing_mechanism({}, 1, Fraction(1, 4), s, k=0), ParameterError, "k = 0"),
    (lambda s: choosing_mechanism({}, 0.5, Fraction(1, 4), s), TypeError, "not exact"),  # type: ignore[arg-type]
    (lambda s: stable_argmax({}, 0, Fraction(1, 4), s), PrivacyParameterError, "epsilon = 0"),
    (lambda s: stable_argmax({}, 1, Fraction(1, 2), s), PrivacyParameterError, "delta = 1/2"),
    (lambda s: stable_argmax({}, 1, 0, s), PrivacyParameterError, "delta = 0"),
]


@pytest.mark.parametrize(("run", "error", "message"), BAD)
def test_bad_input_is_refused(run: Callable[[Any], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        run(SeededSource(0))
