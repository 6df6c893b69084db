"""AboveThreshold in the style of Cohen and Lyu: its claims, a fault seeded into each step, and bad input."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from littlestone.impl.privacy.paper_mechanisms import above_threshold, chance_of_above, is_noisily_above
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SecureSource, SeededSource
from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.reals import ln
from littlestone.spec.claim import CLAIMS
from littlestone.spec.learning.laws import same_law
from littlestone.spec.learning.privacy import PrivacyParameterError
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.lyu25 import section3_4_above_threshold as stated

POINT = {"q": 3, "K": 1, "h": 2, "j": 1}


def the_noise_is_drawn_once(ask: Any, H: Any, epsilon: Any, K: int, source: Randomness) -> Any:
    noise = source.laplace(1 / epsilon)
    answers: tuple[bool, ...] = ()
    while sum(answers) <= K and (value := ask(answers)) is not None:
        answers = (*answers, noise + value >= H)
    return answers


FAULTS: dict[str, Callable[..., Any]] = {
    "it stops after k": lambda ask, H, epsilon, K, source: above_threshold(ask, H, epsilon, K - 1, source),
    "half the noise": lambda ask, H, epsilon, K, source: above_threshold(ask, H, 2 * epsilon, K, source),
    "the noise is drawn once": the_noise_is_drawn_once,
}


@pytest.mark.parametrize("faulty", FAULTS.values(), ids=FAULTS)
def test_a_fault_in_a_step_is_refuted(faulty: Callable[..., Any]) -> None:
    claim = CLAIMS["LYU25.A2"]
    right = {**POINT, **algorithms(claim)}
    assert claim.state(right).conclusion is TRUE
    assert claim.state({**right, "run": faulty}).conclusion is FALSE


def test_a_fault_in_what_is_counted_is_refuted() -> None:
    def aboves_are_counted(*data: Any, counted: bool) -> Any:
        return above_threshold(*data)

    claim = CLAIMS["LYU25.R3.sym"]
    right = {**POINT, **algorithms(claim)}
    assert claim.state(right).conclusion is TRUE
    assert claim.state({**right, "run": aboves_are_counted}).conclusion is FALSE


def listing(ask: Any, H: Any, epsilon: Any, K: int, source: Randomness) -> Any:
    """Algorithm 2 with the noise itself in place of its exact tail."""
    answers: tuple[bool, ...] = ()
    while sum(answers) <= K and (value := ask(answers)) is not None:
        answers = (*answers, source.laplace(1 / epsilon) + value >= H)
    return answers


def test_the_exact_tails_are_those_of_the_noise() -> None:
    data = (stated.adaptive(3), Fraction(1, 3), ln(3), 1)
    assert same_law(law(above_threshold, *data), law(listing, *data)) is TRUE


def test_the_chance_of_above() -> None:
    assert chance_of_above(0, 0, 1) == Fraction(1, 2)
    assert chance_of_above(0, 1, ln(2)) == Fraction(1, 4)
    assert chance_of_above(2, 0, ln(2)) == Fraction(7, 8)


@pytest.mark.parametrize("gap", [3000, 10**7])
def test_a_chance_next_to_one_is_drawn_by_the_other_outcome(gap: int) -> None:
    for source in (SeededSource(0), SecureSource()):
        assert is_noisily_above(gap, 0, 1, source)
        assert not is_noisily_above(0, gap, 1, source)


def test_both_outcomes_have_the_chances_of_the_noise() -> None:
    for value in (-1, 0, 1, 2):
        assert law(is_noisily_above, value, 1, ln(2))[True] == chance_of_above(value, 1, ln(2))


def test_it_runs_on_a_seed_with_an_irrational_threshold() -> None:
    answers = above_threshold(lambda known: len(known) % 220, 100 * ln(3), Fraction(1, 10), 999, SeededSource(2))
    assert sum(answers) == 1000 and len(answers) == pytest.approx(2000, abs=150)


BAD: list[tuple[Callable[[Any], Any], type[Exception], str]] = [
    (lambda s: above_threshold(lambda _: 0, 0, 0, 1, s), PrivacyParameterError, "epsilon = 0"),
    (lambda s: above_threshold(lambda _: 0, 0, 1, -1, s), ParameterError, "most = -1"),
    (lambda s: is_noisily_above(0.5, 0, 1, s), TypeError, "not exact"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("run", "error", "message"), BAD)
def test_bad_input_is_refused(run: Callable[[Any], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        run(SeededSource(0))
