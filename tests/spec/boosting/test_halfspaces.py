"""Halfspaces: vectors, weightings, the weak learner's centre, and tails of normal vectors against independent forms."""

from fractions import Fraction
from math import comb

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.reals import Real, equals, exp
from littlestone.spec.boosting.halfspaces import (
    advantage,
    centre,
    combination,
    disc_points,
    norm_above,
    normal_above,
    poisson_below,
    signs,
    squared_norm,
    weightings,
    within_half_the_mean,
)

HALF = Fraction(1, 2)


def test_points_lie_in_the_ball() -> None:
    assert all(squared_norm(x) <= 1 for x in disc_points(3))


@pytest.mark.parametrize(("n", "parts"), [(1, 3), (2, 3), (3, 4), (4, 2)])
def test_weightings_are_all_the_distributions(n: int, parts: int) -> None:
    found = list(weightings(n, parts))
    assert len(found) == len(set(found)) == comb(parts + n - 1, n - 1)
    assert all(sum(w) == 1 and min(w) >= 0 for w in found)


def test_signs_and_combinations() -> None:
    assert len(set(signs(3))) == 8
    assert combination((HALF, -1), ((Fraction(2), Fraction(0)), (Fraction(1), Fraction(3)))) == (
        Fraction(0),
        Fraction(-3),
    )


def test_the_advantage_of_a_coordinate() -> None:
    """h(x) = x_1 on e_1 with label 1 and on -e_1/2 with label -1: 1/2 - (0 + 1/2)/4."""
    S = (((Fraction(1), Fraction(0)), 1), ((-HALF, Fraction(0)), -1))
    assert advantage((Fraction(1), Fraction(0)), (HALF, HALF), S) == Fraction(3, 8)
    assert centre((HALF, HALF), S) == (Fraction(3, 4), Fraction(0))


def test_beyond_its_range_an_answer_loses_advantage() -> None:
    assert advantage((Fraction(3),), (Fraction(1),), (((Fraction(1),), 1),)) == -HALF


def test_in_the_plane_a_norm_has_the_rayleigh_tail() -> None:
    assert equals(norm_above(1, 3, HALF), exp(-18)) is TRUE


def test_in_four_dimensions_the_tail_has_two_terms() -> None:
    assert equals(norm_above(2, 2, 1), 3 * exp(-2)) is TRUE


def test_poisson_chances_add_up() -> None:
    assert poisson_below(3, 0) is Real.of(0) or equals(poisson_below(3, 0), 0) is TRUE
    assert (poisson_below(3, 60) > 1 - Fraction(1, 10**30)) is TRUE
    assert equals(poisson_below(HALF, 2), Fraction(3, 2) * exp(-HALF)) is TRUE


def test_a_normal_variable_is_symmetric() -> None:
    assert equals(normal_above(0), HALF) is TRUE
    gap = normal_above(1) + normal_above(-1) - 1
    assert (gap <= Fraction(1, 10**60)) is (gap >= -Fraction(1, 10**60)) is TRUE


def test_a_normal_variable_exceeds_known_quantiles() -> None:
    """The upper tail at 1.959963984540 is 0.025, to ten digits."""
    t = Fraction(1959963984540, 10**12)
    assert (normal_above(t) <= Fraction(250000001, 10**10)) is TRUE
    assert (normal_above(t) >= Fraction(249999999, 10**10)) is TRUE


@pytest.mark.parametrize("m", [1, 2, 5, 12])
def test_few_vectors_are_shorter_than_half_the_mean(m: int) -> None:
    short = 1 - norm_above(m, Real.of(m) ** HALF, 1)
    assert (short <= within_half_the_mean(2 * m)) is TRUE
    assert (short <= within_half_the_mean(2 * m) / 400) is FALSE
