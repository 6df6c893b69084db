"""Projections in floats against capped scaling in rationals, on weights that are powers of two; losses and refusals."""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

import numpy as np
import pytest

from littlestone.impl.boosting.projections import dense_weights, lazy_measure, losses_of
from littlestone.spec.boosting.measures import has_projection, projection
from littlestone.spec.learning.randomness import ParameterError

DENSITIES = [Fraction(1, 50), Fraction(1, 7), Fraction(1, 2), Fraction(5, 6), Fraction(1)]


def halvings(spread: int, seed: int) -> list[list[int]]:
    """Exponents k of weights 2^-k, lists of 1 to 40 of them."""
    generator = np.random.default_rng(seed)
    return [generator.integers(0, spread + 1, size=n).tolist() for n in (1, 2, 3, 5, 8, 13, 27, 40)]


@pytest.mark.parametrize("spread", [0, 1, 4, 40, 1000, 3000])
@pytest.mark.parametrize("kappa", DENSITIES)
def test_floats_are_near_the_exact_projection(spread: int, kappa: Fraction) -> None:
    for powers in halvings(spread, spread):
        exact = tuple(Fraction(1, 2**k) for k in powers)
        logs = -log(2) * np.array(powers, dtype=np.float64)
        star = projection(exact, kappa)
        assert dense_weights(logs, kappa) == pytest.approx([float(w) for w in star], rel=1e-9, abs=1e-280)


def test_weights_of_exactly_the_density_stay_as_they_are() -> None:
    logs = np.log(np.array([0.25, 0.5, 0.75]))
    assert dense_weights(logs, Fraction(1, 4)).tolist() == np.exp(logs).tolist()


def test_weights_of_zero_stay_zero() -> None:
    logs = np.array([-1.0, -np.inf, -2.0])
    assert dense_weights(logs, Fraction(1, 2)) == pytest.approx([1, 0, 0.5])
    assert dense_weights(np.array([-3.0, -np.inf]), Fraction(1, 2)).tolist() == [1, 0]
    assert not has_projection((Fraction(1), Fraction(0)), Fraction(3, 4))


@pytest.mark.parametrize(
    ("logs", "kappa", "words"),
    [
        ([0.1], 0.5, "log_weights = .*0.1.* at least one, each at most 0"),
        ([-1.0, 0.5], 0.5, "log_weights"),
        ([], 0.5, "log_weights"),
        ([np.nan], 0.5, "log_weights"),
        ([-1.0], 0, r"kappa = 0 .* in \(0, 1\]"),
        ([-1.0], 1.5, "kappa"),
        ([-1.0], 2, "kappa"),
        ([-1, -np.inf], 0.75, "log_weights = .* finite on at least 1.5 points"),
    ],
)
def test_what_has_no_projection_is_refused(logs: list[float], kappa: Any, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        dense_weights(np.array(logs, dtype=np.float64), kappa)


def test_losses_are_those_of_clipped_margins() -> None:
    assert losses_of(np.array([-1e9, -1.5, -1.0, 0.0, 0.5, 1.0, 1.5, 1e9])).tolist() == [0, 0, 0, 0.5, 0.75, 1, 1, 1]


def test_hypotheses_are_clipped_so_that_measures_stay_smooth() -> None:
    losses = losses_of(np.array([-1000.0, 0.0, 0.5, 1.0]))
    measure = lazy_measure(losses, Fraction(1, 2), 1.0)
    assert losses.tolist() == [0, 0.5, 0.75, 1] and measure.sum() == pytest.approx(2) and measure.max() <= 1
