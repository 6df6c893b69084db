"""Confidence curves: simultaneous, monotone, and refused on bad input."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.statistics.curves import privacy_curve
from littlestone.proofs_check.statistics.regions import Counts
from littlestone.proofs_check.statistics.two_sample import delta_lower_bound

ERROR = 0.05
DRAWS = 1_000
EPSILONS = (0.0, 0.5, 1.0)
EVENTS = ((0.5, 0.2), (0.4, 0.1), (0.3, 0.05))


def draws(seed: int) -> list[Counts]:
    rng = np.random.default_rng(seed)
    return [Counts(int(rng.binomial(DRAWS, p)), DRAWS, int(rng.binomial(DRAWS, q)), DRAWS) for p, q in EVENTS]


@pytest.mark.slow
def test_the_privacy_curve_lies_below_the_truth_at_once() -> None:
    truths = [p - exp(e) * q for (p, q), e in zip(EVENTS, EPSILONS, strict=True)]
    envelope = [max(truths[i:]) for i in range(3)]
    curves = [privacy_curve(draws(seed), EPSILONS, ERROR) for seed in range(60)]
    wrong = sum(any(point.delta > d for point, d in zip(curve, envelope, strict=True)) for curve in curves)
    assert wrong <= 10
    assert all(0.5 * d < point.delta for point, d in zip(curves[0], envelope, strict=True))


def test_the_privacy_curve_spends_the_error_once_and_never_rises() -> None:
    counts = draws(1)
    curve = privacy_curve(counts, EPSILONS, ERROR)
    assert curve[2].delta == delta_lower_bound(counts[2], 1.0, ERROR / 3) < delta_lower_bound(counts[2], 1.0, ERROR)
    weak_first = privacy_curve([Counts(5, 10, 4, 10), *counts[1:]], EPSILONS, ERROR)
    assert weak_first[0].delta == weak_first[1].delta == curve[1].delta


@pytest.mark.parametrize(
    "call",
    [
        lambda: privacy_curve([], [], ERROR),
        lambda: privacy_curve(draws(0), [0.0, 1.0], ERROR),
        lambda: privacy_curve(draws(0), [0.0, 1.0, 1.0], ERROR),
    ],
)
def test_bad_input_is_refused(call: object) -> None:
    with pytest.raises(BadInput, match="give"):
        call()  # type: ignore[operator]
