"""The listings of boosting as a game, on cases worked out by hand and on seeded faults."""

from __future__ import annotations

from fractions import Fraction

import pytest

from littlestone.spec.algebra.circuit import TRUE
from littlestone.spec.algebra.reals import Real, equals, ln
from littlestone.spec.boosting.adversaries import Punisher
from littlestone.spec.boosting.games import (
    advantage,
    expected_loss,
    iterated_play,
    lazy_dense_updates,
    lazy_play,
    pythia,
    row_losses,
)
from littlestone.spec.boosting.loss_tables import LazyRun, density_of, loss_tables, shrink_of
from littlestone.spec.boosting.measures import MeasureError, density, induced

HALF = Fraction(1, 2)


def test_expected_losses_of_mixed_strategies() -> None:
    game = [(1, 0), (0, 1)]
    assert expected_loss((HALF, HALF), game, (1, 0)) is Real.of(HALF)
    assert row_losses(game, (HALF, HALF)) == (Real.of(HALF), Real.of(HALF))


def test_the_row_player_sees_what_was_revealed_and_no_more() -> None:
    seen: list[int] = []

    def row_player(revealed: object) -> tuple[int, int]:
        seen.append(len(revealed))  # type: ignore[arg-type]
        return (1, 0)

    play = iterated_play([(1, 0), (0, 1)], row_player, lambda t, P: P, 3)
    assert seen == [0, 1, 2] and play.cost is Real.of(3) and len(play.rounds) == 3
    assert iterated_play([(1, 0), (0, 1)], row_player, lambda t, P: P, 0).cost is Real.of(0)


def test_lazy_updates_project_once() -> None:
    rounds = [(0, 0, 1, 1), (1, 1, 0, 0)]
    assert lazy_dense_updates(HALF, Fraction(1, 4), rounds, 4) == (HALF,) * 4
    played = lazy_play(HALF, Fraction(1, 4), rounds, 4)
    assert played == [lazy_dense_updates(HALF, Fraction(1, 4), rounds[:t], 4) for t in range(3)]
    assert played[1] == (Fraction(4, 5), Fraction(4, 5), Fraction(1, 5), Fraction(1, 5))
    assert all(density(mu) == HALF for mu in played)


def test_advantage() -> None:
    assert equals(advantage((HALF, HALF), (1, 0), (1, -1)), Fraction(1, 4)) is TRUE


@pytest.mark.parametrize(
    ("margins", "kappa", "bad", "theta"),
    [
        ((1, 1, 1), 1, (0, 1, 2), 1),  # kappa = 1: all points
        ((-1, -1, 1), Fraction(1, 3), (0, 1), 0),  # more mistakes than kappa n: nothing is added
        ((0, 0, 1), Fraction(1, 3), (0,), 0),  # a tie at 0: no mistake, and the first of least margin
        ((1, HALF, HALF), HALF, (1, 2), HALF),  # kappa n = 3/2 is rounded up
        ((-HALF, 1, 0), Fraction(2, 3), (0, 2), 0),
    ],
)
def test_pythia_at_the_corners(
    margins: tuple[Fraction, ...], kappa: Fraction, bad: tuple[int, ...], theta: Fraction
) -> None:
    found = pythia(margins, kappa)
    assert found.bad == bad and found.theta == theta
    assert set(found.law) <= {0, Fraction(1, len(bad))} and sum(found.law) == 1


def test_pythia_has_no_answer_without_a_bad_point() -> None:
    with pytest.raises(MeasureError):
        pythia((1, 1), Fraction(0))
    with pytest.raises(MeasureError):
        pythia((1, 1), Fraction(3, 2))


def test_densities_and_tables_are_listed_once() -> None:
    assert [density_of(k) for k in range(6)] == [Fraction(*x) for x in ((1, 1), (1, 2), (1, 3), (2, 3), (1, 4), (3, 4))]
    tables = list(loss_tables(2, 1))
    assert len(tables) == len(set(tables)) == 6 and list(loss_tables(2, 0)) == [()]


def test_a_run_adds_up_what_is_paid() -> None:
    run = LazyRun(HALF, Fraction(1, 4), ((Fraction(0), Fraction(1)),), 2)
    assert run.paid() == HALF and run.paid(1) == Fraction(1, 5) and run.paid_by(run.measures[1]) == Fraction(1, 5)
    assert run.regularised(run.start, 3) is Real.of(Fraction(3, 2))
    assert shrink_of(0) == Fraction(1, 4)


def test_the_punisher_plays_against_the_lazy_updates() -> None:
    root = Fraction(9, 10)
    learner = Punisher(3, 1, Fraction(1, 4), Fraction(1, 5), 10 * ln(1 / root), 10)
    losses = learner.losses(6)
    for t in range(6):
        totals = [10 * sum(losses[:t], Fraction(0)), Fraction(10 * t), Fraction(10 * t)]
        law = induced(lazy_dense_updates(Fraction(1, 4), root, [totals], 3))
        least, margin = Fraction(2, 5), 2 * losses[t] - 1
        assert law[0] * margin + (1 - law[0]) >= least
        assert margin == -1 or law[0] * (margin - Fraction(1, 5)) + (1 - law[0]) < least
    assert learner.average_margin(6) == sum(2 * x - 1 for x in losses) / 6


def test_a_punisher_needs_enough_bad_points() -> None:
    with pytest.raises(MeasureError):
        Punisher(4, 1, HALF, Fraction(1, 5), Fraction(1, 20))
