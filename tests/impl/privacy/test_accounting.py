"""Composition accounting, against the sum of epsilons and the closed form of advanced composition."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy import accounting
from littlestone.impl.privacy.accounting import subsampled_gaussian_epsilon
from littlestone.impl.privacy.guarantees import REPLACE_ONE
from littlestone.impl.privacy.renyi import gaussian_epsilon_of_rho

# ---- Subsampled normal noise


def test_normal_noise_once_on_all_rows_is_the_closed_form() -> None:
    pytest.importorskip("dp_accounting")
    exact = float(gaussian_epsilon_of_rho(Fraction(1, 2), Fraction(1, 10**5)))
    assert exact <= subsampled_gaussian_epsilon(1, 1e-5) <= exact + 1e-3
    replaced = float(gaussian_epsilon_of_rho(2, Fraction(1, 10**5)))
    assert replaced <= subsampled_gaussian_epsilon(1, 1e-5, neighbours=REPLACE_ONE) <= replaced + 1e-3


def test_steps_add_up_and_sampling_helps() -> None:
    pytest.importorskip("dp_accounting")
    exact = float(gaussian_epsilon_of_rho(5, Fraction(1, 10**5)))
    ten, sampled = (
        subsampled_gaussian_epsilon(1, 1e-5, steps=10),
        subsampled_gaussian_epsilon(1, 1e-5, steps=10, sampling=0.1),
    )
    assert exact <= ten <= exact + 1e-2 and 0.1 < sampled < ten / 3
    assert sampled < subsampled_gaussian_epsilon(1, 1e-5, steps=10, sampling=0.1, neighbours=REPLACE_ONE)


def test_one_step_on_a_sample_is_the_integral_of_its_densities() -> None:
    """(1 - q) N(0, 1) + q N(1, 1) against N(0, 1), both ways: delta by sums over a fine grid."""
    pytest.importorskip("dp_accounting")
    epsilon = subsampled_gaussian_epsilon(1, 1e-3, sampling=0.25)
    x = np.linspace(-12, 13, 200_001)
    out = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    mixed = 0.75 * out + 0.25 * np.exp(-((x - 1) ** 2) / 2) / math.sqrt(2 * math.pi)
    for first, second in ((mixed, out), (out, mixed)):
        assert np.maximum(first - math.exp(epsilon) * second, 0).sum() * (x[1] - x[0]) <= 1e-3 * (1 + 1e-6)
    less = [
        np.maximum(a - math.exp(epsilon - 0.01) * b, 0).sum() * (x[1] - x[0]) for a, b in ((mixed, out), (out, mixed))
    ]
    assert max(less) > 1e-3


@pytest.mark.parametrize(
    "wrong",
    [{"deviation": 0}, {"sampling": 0}, {"sampling": 1.1}, {"steps": 0}, {"neighbours": "friends"}, {"delta": 2}],
)
def test_steps_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        subsampled_gaussian_epsilon(**{"deviation": 1.0, "delta": 1e-5, **wrong})


def test_the_missing_library_is_named_for_steps_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(accounting, "import_module", missing)
    with pytest.raises(MissingExtra, match=r"littlestone\[accounting\]"):
        subsampled_gaussian_epsilon(1, 1e-5)
