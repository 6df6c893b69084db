"""Binomial tails and Clopper-Pearson bounds, held against exact rationals."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import ctx
from scipy.stats import binomtest

from littlestone.proofs_check.statistics import binomials
from littlestone.proofs_check.statistics.binomials import (
    clopper_pearson,
    lower_bound,
    upper_bound,
    upper_tail,
    upper_tail_at_most,
    upper_tail_ball,
)
from littlestone.spec.learning.randomness import ParameterError

FORTIETH = Fraction(1, 40)
ERRORS = (Fraction(1, 2), FORTIETH, Fraction(1, 10**9))
CASES = [(k, n) for n in (1, 2, 7, 30) for k in range(n + 1)]
# scipy's 95 % intervals, whose lower ends have exact tails above 1/40.
ANTI_CONSERVATIVE = ((1, 20), (3, 20), (8, 20), (1, 30), (5, 30), (1, 40), (21, 40), (36, 40))


def is_outward(k: int, n: int, low: Fraction, error: Fraction) -> bool:
    """The exact tail at a lower bound is at most the error."""
    return low == 0 if k == 0 else upper_tail(n, low, k) <= error


@pytest.mark.parametrize("error", ERRORS)
def test_every_bound_is_outward_and_tight(error: Fraction) -> None:
    for k, n in CASES:
        low, high = lower_bound(k, n, error), upper_bound(k, n, error)
        assert is_outward(k, n, low, error) and is_outward(n - k, n, 1 - high, error)
        assert k == 0 or upper_tail(n, low * (1 + Fraction(1, 10**9)), k) > error
        assert k == n or upper_tail(n, (1 - high) * (1 + Fraction(1, 10**9)), n - k) > error


@pytest.mark.parametrize(("k", "n"), ANTI_CONSERVATIVE)
def test_where_scipy_is_a_hair_anti_conservative_the_bound_is_not(k: int, n: int) -> None:
    scipys = Fraction(float(binomtest(k, n).proportion_ci(0.95, method="exact").low))
    assert not is_outward(k, n, scipys, FORTIETH)
    ours = clopper_pearson(k, n, 2 * FORTIETH).lower
    assert is_outward(k, n, ours, FORTIETH)
    assert scipys * (1 - Fraction(1, 10**9)) < ours < scipys


@pytest.mark.parametrize("factor", [Fraction(1, 2), Fraction(3, 2)])
def test_a_bad_guess_costs_sharpness_but_no_soundness(monkeypatch: pytest.MonkeyPatch, factor: Fraction) -> None:
    guess = binomials._guess
    monkeypatch.setattr(binomials, "_guess", lambda k, n, error: guess(k, n, error) * factor)
    monkeypatch.setattr(binomials, "_lower_bound", binomials._lower_bound.__wrapped__)
    assert all(is_outward(k, n, lower_bound(k, n, FORTIETH), FORTIETH) for k, n in CASES)


def test_no_successes_and_all_successes_reach_the_ends() -> None:
    assert clopper_pearson(0, 5, Fraction(1, 16)).lower == 0
    assert clopper_pearson(5, 5, Fraction(1, 16)).upper == 1
    assert lower_bound(1, 1, Fraction(1, 4)) <= Fraction(1, 4) < lower_bound(1, 1, Fraction(1, 4)) + Fraction(1, 2**40)
    assert upper_bound(0, 1, Fraction(1, 4)) >= Fraction(3, 4)


def test_the_two_sided_interval_splits_its_error() -> None:
    ends = clopper_pearson(7, 30, Fraction(1, 20))
    assert ends == (lower_bound(7, 30, FORTIETH), upper_bound(7, 30, FORTIETH))


def test_balls_contain_the_exact_tails() -> None:
    for k, n in CASES:
        for p in (Fraction(0), Fraction(1, 3), Fraction(1)):
            tail = upper_tail(n, p, k)
            ball = upper_tail_ball(n, p, k, 64)
            assert abs(float(ball.mid()) - float(tail)) < 1e-12
            assert not upper_tail_at_most(n, p, k, tail - Fraction(1, 10**15))
            assert upper_tail_at_most(n, p, k, tail + Fraction(1, 10**15))


def test_a_million_trials_take_a_few_evaluations_of_the_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated: list[object] = []

    def counted(*tail: Any) -> Any:
        evaluated.append(tail)
        return upper_tail_ball(*tail)

    monkeypatch.setattr(binomials, "upper_tail_ball", counted)
    binomials._lower_bound.cache_clear()
    for k in (0, 1, 1000, 500_000, 999_999, 1_000_000):
        low, high = clopper_pearson(k, 10**6, Fraction(1, 10**9))
        assert upper_tail_at_most(10**6, low, k, Fraction(1, 2 * 10**9)) or k == 0
        assert low <= Fraction(k, 10**6) <= high
    assert 0 < len(evaluated) <= 100  # 27 from the guesses of scipy 1.17


def test_an_error_closer_to_the_tail_than_the_precision_shows_is_not_called_large_enough() -> None:
    """Pr[Bin(3, 1/3) >= 2] = 7/27: equality is never decided, and 10^-60 more takes 256 bits."""
    assert upper_tail(3, Fraction(1, 3), 2) == Fraction(7, 27)
    assert not upper_tail_at_most(3, Fraction(1, 3), 2, Fraction(7, 27))
    assert upper_tail_at_most(3, Fraction(1, 3), 2, Fraction(7, 27) + Fraction(1, 10**60))
    assert not upper_tail_at_most(3, Fraction(1, 3), 2, Fraction(7, 27) - Fraction(1, 10**60))


def test_balls_have_the_precision_asked_for_and_leave_that_of_others() -> None:
    before = ctx.prec
    radii = [float(upper_tail_ball(30, Fraction(1, 3), 7, bits).rad()) for bits in (64, 256)]
    assert 1e-70 > radii[1] < 1e-19 * radii[0] < 1e-30
    assert ctx.prec == before


def test_tails_beyond_the_ends_are_certain_or_impossible() -> None:
    for k, certain in ((-2, 1), (0, 1), (4, 0)):
        assert upper_tail(3, FORTIETH, k) == certain == upper_tail_ball(3, FORTIETH, k, 64)
    assert upper_tail(3, FORTIETH, 3) == FORTIETH**3 and isinstance(upper_tail(3, FORTIETH, 4), Fraction)
    assert upper_tail_ball(0, FORTIETH, 1, 64) == 0
    assert upper_tail_at_most(3, FORTIETH, 4, Fraction(0)) and upper_tail_at_most(3, FORTIETH, 0, Fraction(1))


def test_a_bound_that_cannot_be_verified_is_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lower_bound(1, 10, Fraction(1, 10**400)) == 0
    monkeypatch.setattr(binomials, "upper_tail_at_most", lambda *case: False)
    assert lower_bound(3, 10, Fraction(1, 7)) == 0


def test_numpy_counts_are_taken() -> None:
    ends = clopper_pearson(np.int64(3), np.int64(10), FORTIETH)
    assert ends == clopper_pearson(3, 10, FORTIETH)
    assert {type(end) for end in ends} == {Fraction}


@pytest.mark.parametrize(
    ("counts", "error", "message"),
    [
        ((-1, 5), FORTIETH, "successes = -1 is out of range: successes must be an integer, at least 0"),
        (
            (6, 5),
            FORTIETH,
            "trials - successes = -1 is out of range: trials - successes must be an integer, at least 0",
        ),
        ((0, 0), FORTIETH, "trials = 0 is out of range: trials must be an integer, at least 1"),
        ((1, 5), Fraction(0), "error = 0 is out of range: error must be a Fraction above 0 and below 1"),
        ((1, 5), Fraction(1), "error = 1 is out of range: error must be a Fraction above 0 and below 1"),
        ((1, 5), 0.05, "error = 0.05 is out of range: error must be a Fraction above 0 and below 1"),
    ],
)
def test_bad_arguments_are_refused(counts: tuple[int, int], error: Fraction, message: str) -> None:
    for bound in (lower_bound, upper_bound, clopper_pearson):
        with pytest.raises(ParameterError) as refused:
            bound(*counts, error)
        assert str(refused.value) == message
