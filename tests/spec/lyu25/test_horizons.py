"""From how many steps on the private online learner can retrain, as docs/gallery.md says for open constants of 1."""

from __future__ import annotations

from fractions import Fraction

import pytest

from littlestone.spec.online.plans import online_plan


@pytest.mark.parametrize(("d", "epsilon", "least"), [(1, 1, 98), (2, 1, 40_546), (3, Fraction(1, 10), 10_985_443)])
def test_the_buffer_fits_from_the_least_horizon_on(d: int, epsilon: Fraction, least: int) -> None:
    assert online_plan(d, epsilon, Fraction(1, 10**6), least).buffer <= least
    assert online_plan(d, epsilon, Fraction(1, 10**6), least - 1).buffer > least - 1
