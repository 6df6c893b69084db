"""Composition accounting, against the sum of epsilons and the closed form of advanced composition."""

from __future__ import annotations

import math

import pytest

from littlestone.impl.privacy import accounting
from littlestone.impl.privacy.accounting import AccountingMissing, Guarantee, composed_epsilon


def test_nothing_composes_to_nothing() -> None:
    assert composed_epsilon([], 0.0) == 0.0


@pytest.mark.parametrize(("epsilon", "delta"), [(0, 0), (-1, 0), (math.inf, 0), (math.nan, 0), (1, 1), (1, -0.1)])
def test_bad_guarantees_are_refused(epsilon: float, delta: float) -> None:
    with pytest.raises(ValueError, match=r"epsilon must|delta must"):
        Guarantee(epsilon, delta)


def test_a_delta_outside_the_range_is_refused() -> None:
    with pytest.raises(ValueError, match="delta must be"):
        composed_epsilon([Guarantee(1.0)], 1.5)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(accounting, "import_module", missing)
    with pytest.raises(AccountingMissing, match="pip install"):
        composed_epsilon([Guarantee(1.0)], 0.0)


def test_composition_lies_between_one_and_the_sum() -> None:
    pytest.importorskip("dp_accounting")
    ten = [Guarantee(0.1)] * 10
    pure, approximate = composed_epsilon(ten, 0.0), composed_epsilon(ten, 1e-5)
    assert pure == pytest.approx(1.0, abs=1e-3)
    assert 0.1 < approximate < 1.0


def test_lost_deltas_cannot_be_won_back() -> None:
    pytest.importorskip("dp_accounting")
    assert composed_epsilon([Guarantee(1.0, 0.1)] * 2, 0.05) == math.inf
    assert composed_epsilon([Guarantee(1.0, 0.1)] * 2, 0.3) <= 2.001
