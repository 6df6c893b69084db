"""Measures, projections and lazy updates, on worked cases and seeded faults."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from littlestone.spec.algebra.reals import equals, ln
from littlestone.spec.boosting import lazy_bregman, measures
from littlestone.spec.boosting.measures import (
    Measure,
    MeasureError,
    dense_grid,
    densities,
    density,
    divergence,
    grid,
    has_projection,
    induced,
    is_dense,
    is_projection,
    measure,
    projection,
    scaling,
    size,
    statistical_distance,
    unordered_grid,
)
from littlestone.spec.learning.randomness import is_true

F = Fraction
HALF = F(1, 2)


def test_the_size_the_density_and_the_induced_law() -> None:
    mu = measure((1, HALF, 0))
    assert (size(mu), density(mu), induced(mu)) == (F(3, 2), HALF, (F(2, 3), F(1, 3), 0))
    assert is_dense(mu, HALF) and not is_dense(mu, F(3, 5))
    assert statistical_distance(induced(mu), (0, F(1, 3), F(2, 3))) == F(2, 3)


@pytest.mark.parametrize("weights", [(), (2,), (F(-1, 2),)])
def test_weights_are_between_0_and_1(weights: tuple[Fraction, ...]) -> None:
    with pytest.raises(MeasureError):
        measure(weights)


def test_the_zero_measure_induces_no_law() -> None:
    with pytest.raises(MeasureError):
        induced((F(0), F(0)))


def test_the_divergence_has_terms_of_size_and_may_be_infinite() -> None:
    assert is_true(equals(divergence((HALF, F(0)), (F(1), HALF)), 1 - HALF * ln(2)))
    assert is_true(equals(divergence((HALF, F(1)), (HALF, F(1))), 0))
    with pytest.raises(MeasureError):
        divergence((HALF,), (F(0),))


def test_projections_scale_and_cap() -> None:
    assert projection((F(1, 8), F(1, 8)), HALF) == (HALF, HALF)
    assert projection((F(1, 2), F(1, 8), F(1, 8)), F(2, 3)) == (1, HALF, HALF)
    assert projection((F(9, 10), F(9, 10)), HALF) == (F(9, 10), F(9, 10))
    assert scaling((F(1, 8), F(0)), HALF) == 8  # every c >= 8 would do


def test_a_measure_of_small_support_has_no_projection() -> None:
    assert not has_projection((F(1, 8), F(0), F(0)), HALF)
    with pytest.raises(MeasureError):
        projection((F(1, 8), F(0), F(0)), HALF)


SMALL = [(mu, kappa) for mu in unordered_grid(3, 4) for kappa in densities(5) if has_projection(mu, kappa)]


def test_capped_scaling_satisfies_the_conditions_and_no_other_measure_does() -> None:
    for mu, kappa in SMALL:
        star = projection(mu, kappa)
        assert is_projection(star, mu, kappa)
        assert not any(is_projection(other, mu, kappa) for other in grid(3, 4) if other != star)


def test_no_dense_measure_of_a_grid_is_nearer_than_the_projection() -> None:
    for mu, kappa in [((F(1, 8), F(1, 2), F(1, 4)), F(2, 3)), ((F(1, 8), F(1, 8), F(1)), HALF)]:
        nearest = divergence(projection(mu, kappa), mu)
        assert all(is_true(nearest <= divergence(nu, mu)) for nu in dense_grid(3, 4, kappa))


FAULTS = {
    "never capped": lambda mu, kappa: tuple(kappa * len(mu) / size(mu) * w for w in mu),
    "scaled down": lambda mu, kappa: tuple(min(F(1), kappa * len(mu) / size(mu) * w) for w in mu),
    "one scaling too few": lambda mu, kappa: tuple(min(F(1), max(F(1), kappa / density(mu)) * w) for w in mu),
    "shifted": lambda mu, kappa: tuple(min(F(1), w + max(F(0), kappa - density(mu))) for w in mu),
    "kappa everywhere": lambda mu, kappa: (kappa,) * len(mu),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_the_conditions_find_seeded_faults(fault: Callable[[Measure, Fraction], Measure]) -> None:
    assert not all(is_projection(fault(mu, kappa), mu, kappa) for mu, kappa in SMALL)


def test_the_conditions_know_feasibility_and_the_multiplier_of_the_density() -> None:
    assert not is_projection((HALF, HALF), (HALF, HALF), F(3, 4))  # not dense
    assert not is_projection((F(3, 4), F(3, 4)), (HALF, HALF), F(2, 3))  # denser than needed
    assert not is_projection((F(1), F(0)), (HALF, HALF), HALF)  # 0 where mu is not
    assert not is_projection((F(1), HALF), (HALF, F(0)), F(3, 4))  # not dominated


def test_lazy_updates() -> None:
    rounds = [(F(1), F(0)), (F(1), HALF)]
    assert lazy_bregman.cumulative(rounds, 2) == (2, HALF)
    assert lazy_bregman.cumulative([], 2) == (0, 0)
    assert lazy_bregman.unprojected(HALF, F(1, 4), (F(2), HALF)) == (F(1, 32), F(1, 4))
    assert lazy_bregman.next_measure(HALF, F(1, 4), (F(2), HALF)) == (F(1, 9), F(8, 9))
    assert lazy_bregman.next_measure(HALF, F(1, 4), (F(0), F(0))) == (HALF, HALF)
    with pytest.raises(MeasureError):
        lazy_bregman.unprojected(HALF, HALF, (HALF,))


def test_eager_updates_forget_what_was_cut() -> None:
    rounds = [(F(0), F(1), F(1))] * 2 + [(F(1), F(1), F(0))]
    kappa, shrink = F(1, 3), F(1, 4)
    assert lazy_bregman.eager_measure(kappa, shrink, rounds[:1], 3) == lazy_bregman.next_measure(
        kappa, shrink, rounds[0]
    )
    assert lazy_bregman.eager_measure(F(2, 3), shrink, rounds, 3) != lazy_bregman.next_measure(
        F(2, 3), shrink, lazy_bregman.cumulative(rounds, 3)
    )


def test_the_loss_of_a_margin() -> None:
    assert [lazy_bregman.loss(m) for m in (F(-1), F(0), F(1))] == [0, HALF, 1]
    assert is_true(equals(lazy_bregman.learning_rate(F(1, 4)), 2 * ln(2)))


def test_grids() -> None:
    assert len(list(measures.grid(2, 3))) == 16 and len(list(unordered_grid(2, 3))) == 10
    assert all(is_dense(mu, HALF) for mu in dense_grid(2, 4, HALF)) and densities(2) == [HALF, 1]
