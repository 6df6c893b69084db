"""The control of section 1.2: eager and lazy runs on the same losses, and what a fault in either would hide."""

from fractions import Fraction

import pytest

from littlestone.spec.bcs20 import section1_introduction as section
from littlestone.spec.boosting import lazy_bregman
from littlestone.spec.boosting.measures import Measure
from littlestone.spec.learning.randomness import is_true

HALF = Fraction(1, 2)
SHRINK = Fraction(1, 16)
RUNS = (section.blocks(0, 2), section.blocks(1, 2))  # type: ignore[arg-type]


def test_eager_runs_drift_apart_and_lazy_ones_do_not() -> None:
    assert section.eager_distance(HALF, SHRINK, *RUNS) > Fraction(98, 100)
    assert section.lazy_distance(HALF, SHRINK, *RUNS) < HALF


def test_the_smallest_control_has_two_rounds() -> None:
    common = [(0, 1, 1), (1, 0, 0)]
    runs = [[(Fraction(first), *map(Fraction, row)) for row in common] for first in (0, 1)]
    assert section.eager_distance(HALF, SHRINK, *runs) == Fraction(5, 9)
    assert section.lazy_distance(HALF, SHRINK, *runs) < HALF


def test_without_its_projections_the_eager_update_is_the_lazy_one(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Measure] = []

    def once(mu: Measure, kappa: Fraction) -> Measure:
        calls.append(mu)
        return mu

    monkeypatch.setattr(lazy_bregman, "projection", once)
    assert section.eager_distance(HALF, SHRINK, *RUNS) == section.lazy_distance(HALF, SHRINK, *RUNS)
    assert len(calls) == 2 * 6 + 2


def test_the_claim_finds_an_update_that_forgets_a_projection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        section,
        "eager_measure",
        lambda kappa, shrink, run, n: lazy_bregman.next_measure(kappa, shrink, lazy_bregman.cumulative(run, n)),
    )
    assert not is_true(section.eager_distance(HALF, SHRINK, *RUNS) > HALF)


def test_margins_of_halfspaces() -> None:
    u, x = (Fraction(3, 5), Fraction(4, 5)), (Fraction(1), Fraction(0))
    assert section.margin(u, (x, u)) == Fraction(3, 5)
    assert all(section.inner(point, point) <= 1 for point in section.ball(2))  # type: ignore[arg-type]
    assert section.sign(Fraction(0)) == 1
