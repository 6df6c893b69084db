"""Composition accounting, against the sum of epsilons and the closed form of advanced composition."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy import accounting
from littlestone.impl.privacy.accounting import composed_epsilon
from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.spec.algebra.reals import ln


def test_nothing_composes_to_nothing() -> None:
    assert composed_epsilon([], 0.0) == 0.0


@pytest.mark.parametrize("delta", [1.5, -0.1, math.nan])
def test_a_delta_outside_the_range_is_refused(delta: float) -> None:
    with pytest.raises(ValueError, match="delta must be"):
        composed_epsilon([Guarantee(1)], delta)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(accounting, "import_module", missing)
    with pytest.raises(MissingExtra, match=r"littlestone\[accounting\]"):
        composed_epsilon([Guarantee(1)], 0.0)


def test_composition_lies_between_one_and_the_sum() -> None:
    pytest.importorskip("dp_accounting")
    ten = [Guarantee(Fraction(1, 10))] * 10
    pure, approximate = composed_epsilon(ten, 0.0), composed_epsilon(ten, 1e-5)
    assert pure == pytest.approx(1.0, abs=1e-3)
    assert 0.1 < approximate < 1.0


def test_lost_deltas_cannot_be_won_back() -> None:
    pytest.importorskip("dp_accounting")
    assert composed_epsilon([Guarantee(1, Fraction(1, 10))] * 2, 0.05) == math.inf
    assert composed_epsilon([Guarantee(1, Fraction(1, 10))] * 2, 0.3) <= 2.001


def test_guarantees_become_floats_that_promise_no_more() -> None:
    for number in (Fraction(1, 10), Fraction(1, 3), ln(3), Fraction(1, 10**6)):
        above = Fraction(accounting._at_least(number))
        assert above >= number and above * (1 - Fraction(1, 2**52)) < number
    assert accounting._at_least(Fraction(0)) == 0 and accounting._at_least(Fraction(1, 2)) == 0.5


def test_a_guarantee_that_promises_nothing_has_no_composition() -> None:
    with pytest.raises(ValueError, match="delta must be"):
        composed_epsilon([Guarantee(1, 1)], 0.5)
