"""Runs of harmful weak learners: what they may answer, and that laws are enclosed, against exact projections."""

from fractions import Fraction

import pytest

from littlestone.spec.boosting import harmful_learners
from littlestone.spec.boosting.harmful_learners import (
    NARROW,
    STRATEGIES,
    UNIT,
    NoAnswer,
    count_up_to,
    is_weak_answer,
    law_bounds,
    rounds_for,
    run,
    weight_bounds,
)
from littlestone.spec.boosting.measures import induced, projection

QUARTER = Fraction(1, 4)


@pytest.mark.parametrize("size", [Fraction(1, 2), Fraction(1), Fraction(7, 4), Fraction(2), Fraction(5, 2)])
@pytest.mark.parametrize("exponents", [(0, 0, 0), (0, 1, 3), (0, 0, 5), (4, 0, 9)])
def test_laws_lie_between_their_bounds(size: Fraction, exponents: tuple[int, ...]) -> None:
    kappa = size / len(exponents)
    exact = induced(projection(tuple(kappa / 2**e for e in exponents), kappa))
    bounds = law_bounds([(2 ** (40 - e), 2 ** (40 - e)) for e in exponents], size)
    assert all(low <= p * NARROW <= high for p, (low, high) in zip(exact, bounds, strict=True))
    assert all(high - low <= 8 for low, high in bounds)


@pytest.mark.parametrize("rate", [QUARTER, Fraction(-1, 4), Fraction(8)])
def test_weights_are_enclosed_by_neighbouring_integers(rate: Fraction) -> None:
    bounds = weight_bounds([0, UNIT, 3 * UNIT, 3 * UNIT], rate)
    assert bounds[2] == bounds[3] and all(0 < low <= high <= low + 1 for low, high in bounds)
    heaviest = bounds[0] if rate > 0 else bounds[2]
    assert heaviest == max(bounds) and heaviest[0].bit_count() == 1


@pytest.mark.parametrize("strategy", range(len(STRATEGIES)))
@pytest.mark.parametrize("law", [[NARROW // 4] * 4, [NARROW // 2, NARROW // 4, NARROW // 8, NARROW // 8]])
def test_answers_have_the_advantage(strategy: int, law: list[int]) -> None:
    answer = STRATEGIES[strategy](law, UNIT // 2 + 2, 2)
    assert is_weak_answer(answer, [(p, p) for p in law], Fraction(1, 2))


def test_an_answer_with_less_advantage_or_beyond_one_is_none() -> None:
    bounds = [(NARROW // 2, NARROW // 2)] * 2
    assert is_weak_answer([UNIT, 0], bounds, Fraction(1, 2))
    assert not is_weak_answer([UNIT, -1], bounds, Fraction(1, 2))
    assert not is_weak_answer([2 * UNIT, UNIT], bounds, Fraction(1, 2))
    assert not is_weak_answer([UNIT, 0], [(NARROW // 2, NARROW // 2), (NARROW // 2, NARROW)], Fraction(1, 2))


def test_a_strategy_without_the_advantage_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def idle(law: object, least: int, victims: int) -> list[int]:
        return [0, 0, 0]

    monkeypatch.setattr(harmful_learners, "STRATEGIES", (idle,))
    with pytest.raises(NoAnswer, match="round 0"):
        run.__wrapped__(3, Fraction(1), QUARTER, 5, QUARTER, 0, 1)


def test_the_victims_have_the_least_margins() -> None:
    margins = run(4, Fraction(49, 50), QUARTER, rounds_for(Fraction(49, 200), QUARTER, 7), QUARTER / 4, 0, 1)
    assert margins[0] < QUARTER < min(margins[1:]) and count_up_to(margins, QUARTER) == 1


def test_rounds_are_rounded_up() -> None:
    assert rounds_for(Fraction(1, 4), QUARTER, 16) == 355  # 256 ln 4 = 354.89...
